// Rows that somebody made to be misread: keys, hashes and signatures at the edges of what is valid.

package bench

import (
	"crypto/sha256"
	"encoding/hex"
	"math/big"
	"slices"

	"github.com/decred/dcrd/dcrec/secp256k1/v4/ecdsa"
)

func number(digits string) *big.Int {
	n, ok := new(big.Int).SetString(digits, 16)
	if !ok {
		panic(digits)
	}
	return n
}

var (
	fieldPrime = number("fffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2f")
	groupOrder = number("fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141")
)

func word(n *big.Int) (b [32]byte) {
	n.FillBytes(b[:])
	return b
}

func plus(a *big.Int, k int64) *big.Int { return new(big.Int).Add(a, big.NewInt(k)) }

// edges are numbers of 256 bits around which a mistake is likely.
func edges() (all [][32]byte) {
	two := big.NewInt(2)
	top := new(big.Int).Exp(two, big.NewInt(256), nil)
	half := new(big.Int).Rsh(groupOrder, 1)
	for _, n := range []*big.Int{
		big.NewInt(0), big.NewInt(1), two, plus(fieldPrime, 0), plus(fieldPrime, -1),
		plus(fieldPrime, 1), plus(groupOrder, 0), plus(groupOrder, -1), plus(groupOrder, 1), half,
		plus(half, 1), plus(top, -1), new(big.Int).Sub(fieldPrime, groupOrder),
		plus(new(big.Int).Sub(fieldPrime, groupOrder), -1),
		new(big.Int).Exp(two, big.NewInt(128), nil),
		new(big.Int).Exp(two, big.NewInt(255), nil),
		number("5363ad4cc05c30e0a5261c028812645a122e22ea20816678df02967c1b23bd72"), // lambda
		number("79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798"), // x of G
	} {
		all = append(all, word(n))
	}
	return all
}

// ecdsaCase is a claim that may hold or not.
type ecdsaCase struct {
	public, hash []byte
	signature    [64]byte
}

// hostileECDSA changes a valid row in all ways that have a name.
func hostileECDSA(r *row) (all []ecdsaCase) {
	add := func(public []byte, hash [32]byte, signature [64]byte) {
		all = append(all, ecdsaCase{public, append([]byte{}, hash[:]...), signature})
	}
	add(r.public[:], r.hash, r.ecdsa)
	add(r.uncompressed[:], r.hash, r.ecdsa)

	s := new(big.Int).SetBytes(r.ecdsa[32:])
	high := word(new(big.Int).Sub(groupOrder, s))
	add(r.public[:], r.hash, join(r.ecdsa[:32], high[:]))
	for _, edge := range edges() {
		add(r.public[:], r.hash, join(edge[:], r.ecdsa[32:]))
		add(r.public[:], r.hash, join(r.ecdsa[:32], edge[:]))
		add(r.public[:], r.hash, join(edge[:], edge[:]))
		add(r.public[:], edge, r.ecdsa)
		add(append([]byte{2}, edge[:]...), r.hash, r.ecdsa)
		add(append([]byte{3}, edge[:]...), edge, join(edge[:], edge[:]))
		add(append(append([]byte{4}, edge[:]...), r.uncompressed[33:]...), r.hash, r.ecdsa)
	}
	add(r.public[:], r.hash, join(r.ecdsa[32:], r.ecdsa[:32]))
	for _, bit := range []int{0, 7, 100, 255, 256, 300, 511} {
		changed := r.ecdsa
		changed[bit/8] ^= 1 << (bit % 8)
		add(r.public[:], r.hash, changed)
	}
	other := r.public
	other[0] ^= 1
	add(other[:], r.hash, r.ecdsa)
	add(r.public[1:], r.hash, r.ecdsa)
	add(nil, r.hash, r.ecdsa)
	add(append(r.public[:], 0), r.hash, r.ecdsa)
	add(r.uncompressed[:64], r.hash, r.ecdsa)
	for _, prefix := range []byte{0, 1, 2, 3, 5, 6, 7, 8, 0xff} {
		// hybrid, of the wrong length, or of no meaning
		key := r.uncompressed
		key[0] = prefix
		add(key[:], r.hash, r.ecdsa)
		key[64] ^= 1
		add(key[:], r.hash, r.ecdsa)
		short := r.public
		short[0] = prefix
		add(short[:], r.hash, r.ecdsa)
	}
	all = append(all, infiniteECDSA(r))
	return all
}

// infiniteECDSA is the signature of a row under a hash for which the sum of multiples is infinity:
// hash = -r d.
func infiniteECDSA(r *row) ecdsaCase {
	rd := new(big.Int).Mul(new(big.Int).SetBytes(r.ecdsa[:32]), new(big.Int).SetBytes(r.secret[:]))
	hash := word(rd.Mod(rd.Neg(rd), groupOrder))
	return ecdsaCase{r.public[:], hash[:], r.ecdsa}
}

// smallR are valid signatures with the smallest r that there are, x = r or x = r + n, for keys that
// nobody has the secret of; and the same with r + n in place of r, which is not below n.
func smallR() (valid, invalid []ecdsaCase) {
	for small := int64(1); len(valid) < 32; small++ {
		r, over := word(big.NewInt(small)), word(plus(groupOrder, small))
		s, hash := sha256.Sum256(r[:]), sha256.Sum256(over[:])
		for id := range byte(4) {
			signature := join(r[:], s[:])
			key, _, err := ecdsa.RecoverCompact(append([]byte{27 + id}, signature[:]...), hash[:])
			if err != nil {
				continue
			}
			valid = append(valid, ecdsaCase{key.SerializeCompressed(), hash[:], signature})
			invalid = append(invalid,
				ecdsaCase{key.SerializeCompressed(), hash[:], join(over[:], s[:])})
		}
	}
	return valid, invalid
}

func join(a, b []byte) (both [64]byte) {
	copy(both[:32], a)
	copy(both[32:], b)
	return both
}

// schnorrCase is a claim that may hold or not.
type schnorrCase struct {
	public    [32]byte
	message   []byte
	signature [64]byte
}

func hostileSchnorr(r *row) (all []schnorrCase) {
	add := func(public [32]byte, message []byte, signature [64]byte) {
		all = append(all, schnorrCase{public, append([]byte{}, message...), signature})
	}
	add(r.xonly, r.hash[:], r.schnorr)
	for _, edge := range edges() {
		add(edge, r.hash[:], r.schnorr)
		add(r.xonly, edge[:], r.schnorr)
		add(r.xonly, r.hash[:], join(edge[:], r.schnorr[32:]))
		add(r.xonly, r.hash[:], join(r.schnorr[:32], edge[:]))
		add(edge, edge[:], join(edge[:], edge[:]))
	}
	for _, bit := range []int{0, 7, 255, 256, 511} {
		changed := r.schnorr
		changed[bit/8] ^= 1 << (bit % 8)
		add(r.xonly, r.hash[:], changed)
	}
	s := new(big.Int).SetBytes(r.schnorr[32:])
	negative := word(new(big.Int).Sub(groupOrder, s))
	add(r.xonly, r.hash[:], join(r.schnorr[:32], negative[:]))
	for _, length := range []int{0, 1, 31, 33, 64, 1000} {
		add(r.xonly, make([]byte, length), r.schnorr)
	}

	// With the secret key: s = e d + k. The same x of R comes from e d - k, with an odd y; and e d
	// makes R infinity.
	d := new(big.Int).SetBytes(r.secret[:])
	if r.public[0] == 3 {
		d.Sub(groupOrder, d)
	}
	tag := sha256.Sum256([]byte("BIP0340/challenge"))
	e := sha256.Sum256(slices.Concat(tag[:], tag[:], r.schnorr[:32], r.xonly[:], r.hash[:]))
	ed := new(big.Int).Mul(new(big.Int).SetBytes(e[:]), d)
	infinite := word(new(big.Int).Mod(ed, groupOrder))
	add(r.xonly, r.hash[:], join(r.schnorr[:32], infinite[:]))
	odd := new(big.Int).Lsh(ed, 1)
	flipped := word(odd.Mod(odd.Sub(odd, s), groupOrder))
	add(r.xonly, r.hash[:], join(r.schnorr[:32], flipped[:]))
	return all
}

// hostileDER are encodings of signatures, right and wrong.
func hostileDER() (all [][]byte) {
	for _, digits := range []string{
		"3006020101020101", "3006020100020101", "3006020101020100", // small, r = 0, s = 0
		"300602018102010a", "30060201010201ff", // negative
		// padded
		"3007020200010201017f", "30070202000102010a", "300702020080020101", "30080202008002020080",
		"3006020101020101ff", "30070201010201010a", "3005020101020101", // lengths that do not fit
		"30810602010102010", "3081060201010201", "30800201010201010000", // other forms of length
		"3106020101020101", "3006030101020101", "3006020101030101", // other types
		"", "30", "3000", "300402000200", "30050200020101", "3005020101020000",
		// n
		"3046022100fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141022100ffffffff" +
			"fffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141",
		// n - 1
		"3046022100fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364140022100ffffffff" +
			"fffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364140",
		"3046022100ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff022100ffffffff" +
			"ffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
		// 2^256
		"302602220100000000000000000000000000000000000000000000000000000000000000000020101",
	} {
		if b, err := hex.DecodeString(digits); err == nil {
			all = append(all, b)
		}
	}
	return all
}
