// Hostile signatures, keys and numbers: verdicts compared with big integers and textbook formulas,
// and batches with single calls.

package p256k1

import (
	"bytes"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/lanes"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/oracle"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/vectors"
)

var curve = &oracle.Secp256k1

func big32(b []byte) *big.Int { return new(big.Int).SetBytes(b) }

func modN(v *big.Int) *big.Int { return new(big.Int).Mod(v, curve.N) }

func mulN(a, b *big.Int) *big.Int { return modN(new(big.Int).Mul(a, b)) }

func addN(a, b *big.Int) *big.Int { return modN(new(big.Int).Add(a, b)) }

func inverseN(a *big.Int) *big.Int { return new(big.Int).ModInverse(a, curve.N) }

func inRange(v, least *big.Int, limit *big.Int) bool {
	return v.Cmp(least) >= 0 && v.Cmp(limit) < 0
}

func oraclePoint(p *PublicKey) *oracle.Point {
	b := p.Uncompressed()
	return &oracle.Point{X: big32(b[1:33]), Y: big32(b[33:])}
}

// oracleECDSA is verification as SEC 1, section 4.1.4, has it.
func oracleECDSA(p *PublicKey, hash []byte, sig Signature) bool {
	r, s := big32(sig[:32]), big32(sig[32:])
	one := big.NewInt(1)
	if !inRange(r, one, curve.N) || !inRange(s, one, curve.N) {
		return false
	}
	w := inverseN(s)
	point := curve.Add(curve.Mul(mulN(big32(hash), w), &oracle.G),
		curve.Mul(mulN(r, w), oraclePoint(p)))
	return point != nil && modN(point.X).Cmp(r) == 0
}

// oracleSchnorr is verification as BIP-340 has it.
func oracleSchnorr(x *XOnlyPublicKey, msg, sig []byte) bool {
	r, s := big32(sig[:32]), big32(sig[32:])
	if !inRange(r, new(big.Int), curve.P) || !inRange(s, new(big.Int), curve.N) {
		return false
	}
	bx := x.Bytes()
	e := TaggedHash("BIP0340/challenge", sig[:32], bx[:], msg)
	point := curve.Add(curve.Mul(s, &oracle.G),
		curve.Neg(curve.Mul(big32(e[:]), oraclePoint(x.PublicKey()))))
	return point != nil && point.Y.Bit(0) == 0 && point.X.Cmp(r) == 0
}

// oracleRecover is recovery as SEC 1, section 4.1.6, has it.
func oracleRecover(hash []byte, sig Signature, id byte) *oracle.Point {
	r, s := big32(sig[:32]), big32(sig[32:])
	one := big.NewInt(1)
	if id > 3 || !inRange(r, one, curve.N) || !inRange(s, one, curve.N) {
		return nil
	}
	x := new(big.Int).Set(r)
	if id&2 != 0 {
		x.Add(x, curve.N)
	}
	yy := new(big.Int).Exp(x, big.NewInt(3), curve.P)
	y := new(big.Int).ModSqrt(yy.Add(yy, curve.B).Mod(yy, curve.P), curve.P)
	if x.Cmp(curve.P) >= 0 || y == nil {
		return nil
	}
	if y.Bit(0) != uint(id&1) {
		y.Sub(curve.P, y)
	}
	sum := curve.Add(curve.Mul(s, &oracle.Point{X: x, Y: y}),
		curve.Neg(curve.Mul(big32(hash), &oracle.G)))
	return curve.Mul(inverseN(r), sum)
}

// A source draws numbers from a seed.
type source struct{ *rand.Rand }

func newSource(seed uint64) source { return source{rand.New(rand.NewPCG(seed, 0))} }

func (s source) bytes(n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(s.Uint32())
	}
	return b
}

func (s source) oneIn(n int) bool { return s.IntN(n) == 0 }

// number is mostly random, and one in rare at or near a border.
func (s source) number(rare int) *big.Int {
	if !s.oneIn(rare) {
		return big32(s.bytes(32))
	}
	lambda := oracle.Hex("5363AD4CC05C30E0A5261C028812645A122E22EA20816678DF02967C1B23BD72")
	half := new(big.Int).Rsh(curve.N, 1)
	borders := []*big.Int{new(big.Int), curve.N, curve.P, half, new(big.Int).Sub(curve.P, curve.N),
		lambda, new(big.Int).Lsh(big.NewInt(1), 128), new(big.Int).Lsh(big.NewInt(1), 256)}
	v := new(big.Int).Add(borders[s.IntN(len(borders))], big.NewInt(int64(s.IntN(7)-3)))
	return v.Mod(v, new(big.Int).Lsh(big.NewInt(1), 256))
}

func (s source) scalar() *big.Int {
	for {
		if v := modN(s.number(8)); v.Sign() != 0 {
			return v
		}
	}
}

func (s source) key(t testing.TB) *PrivateKey {
	return must[*PrivateKey](t)(NewPrivateKey(number(s.scalar())))
}

// spoil changes one number: by a border, to a border, or in one bit.
func (s source) spoil(b []byte) {
	v := big32(b)
	switch s.IntN(7) {
	case 0:
		v.Add(v, curve.N)
	case 1:
		v.Sub(curve.N, modN(v))
	case 2:
		v = s.number(1)
	case 3:
		v.Add(v, curve.P)
	case 4:
		v.Add(v, big.NewInt(1))
	default:
		v.Xor(v, new(big.Int).Lsh(big.NewInt(1), uint(s.IntN(256))))
	}
	copy(b, number(v.Mod(v, new(big.Int).Lsh(big.NewInt(1), 256))))
}

type ecdsaCase struct {
	key  *PublicKey
	hash []byte
	sig  Signature
	id   byte
}

// ecdsa is a signature and its key: signed; or of chosen r (such that r + n < p, in half of them),
// s and recovery id, with the key that these lead to; or one in which both summands of verification
// cancel, are equal, or one is infinity. Then one in two is spoiled.
func (s source) ecdsa(t testing.TB) ecdsaCase {
	c := ecdsaCase{hash: number(s.number(8))}
	d := s.key(t)
	c.key = d.PublicKey()
	switch kind := s.IntN(8); {
	case kind < 4:
		c.sig, c.id, _ = d.SignRecoverable(c.hash)
	case kind < 6:
		r := number(s.number(4))
		if s.oneIn(2) {
			clear(r[:16])
		}
		c.sig, c.id = Signature(append(r, number(s.number(4))...)), byte(s.IntN(4))
		if p, err := RecoverECDSA(c.hash, c.sig, c.id); err == nil {
			c.key = p
		}
	default: // u1 = (t - 1) u2 d
		b := d.Bytes()
		rd := mulN(s.scalar(), big32(b[:]))
		r := mulN(rd, inverseN(big32(b[:])))
		h := []*big.Int{modN(new(big.Int).Neg(rd)), new(big.Int), rd}[s.IntN(3)]
		c.hash, c.sig = number(h), Signature(append(number(r), number(s.scalar())...))
	}
	if s.oneIn(2) {
		switch s.IntN(4) {
		case 0:
			s.spoil(c.hash)
		case 1:
			c.id = byte(s.IntN(5))
		default:
			at := 32 * s.IntN(2)
			s.spoil(c.sig[at : at+32])
		}
	}
	return c
}

func TestHostileECDSA(t *testing.T) {
	s := newSource(1)
	seen, recovered := counts{}, counts{}
	var items []BatchECDSAItem
	var recoveries []BatchRecoverItem
	var want []bool
	var keys [][]byte
	for range 160 {
		c := s.ecdsa(t)
		good := oracleECDSA(c.key, c.hash, c.sig)
		seen[good]++
		err := c.key.CheckECDSA(c.hash, c.sig)
		if c.key.VerifyECDSA(c.hash, c.sig) != good || (err == nil) != good {
			t.Errorf("key %v, hash %x, signature %x: %v, want %v", c.key, c.hash, c.sig, err, good)
		}
		items, want = append(items, BatchECDSAItem{c.key, c.hash, c.sig}), append(want, good)

		point := oracleRecover(c.hash, c.sig, c.id)
		recovered[point != nil]++
		p, err := RecoverECDSA(c.hash, c.sig, c.id)
		if (err == nil) != (point != nil) || err == nil && !oracle.Equal(oraclePoint(p), point) {
			t.Errorf("hash %x, signature %x, id %d: %v %v", c.hash, c.sig, c.id, p, err)
		}
		var b []byte
		if err == nil {
			full := p.Uncompressed()
			b = full[:]
		}
		recoveries, keys = append(recoveries, BatchRecoverItem{c.hash, c.sig, c.id}),
			append(keys, b)

		low := c.sig.Normalize()
		if c.sig.IsLow() && low != c.sig || good != low.IsLow() && good ||
			oracleECDSA(c.key, c.hash, low) != good {
			t.Errorf("%x normalized to %x", c.sig, low)
		}
	}
	seen.expect(t, 40, 40)
	recovered.expect(t, 40, 20)
	expectBatchECDSA(t, items, want)
	expectBatchRecover(t, recoveries, keys)
}

type schnorrCase struct {
	key *XOnlyPublicKey
	msg []byte
	sig []byte
}

// schnorr is a signature and its key: signed; or of a chosen nonce, valid if its y is even; or one
// whose R is infinity. Then one in two is spoiled.
func (s source) schnorr(t testing.TB) schnorrCase {
	msg := s.bytes(32)
	if s.oneIn(4) {
		msg = s.bytes(s.IntN(200))
	}
	d := s.key(t)
	c := schnorrCase{d.PublicKey().XOnly(), msg, nil}
	kind := s.IntN(8)
	if kind < 4 {
		sig := must[[64]byte](t)(d.SignSchnorr(msg, array32(s.bytes(32))))
		c.sig = sig[:]
	} else {
		even := *d
		if d.PublicKey().IsOdd() {
			even.Negate()
		}
		b, px := even.Bytes(), c.key.Bytes()
		nonce := s.key(t)
		rx := xOf(nonce)
		k := nonce.Bytes()
		e := TaggedHash("BIP0340/challenge", rx, px[:], msg)
		ed := mulN(big32(e[:]), big32(b[:]))
		sum := addN(ed, big32(k[:]))
		if kind == 7 {
			sum = ed
		}
		c.sig = append(bytes.Clone(rx), number(sum)...)
	}
	if s.oneIn(2) {
		switch {
		case len(msg) > 0 && s.oneIn(4):
			msg[s.IntN(len(msg))] ^= 1 << s.IntN(8)
		case s.oneIn(4):
			c.key = s.key(t).PublicKey().XOnly()
		default:
			at := 32 * s.IntN(2)
			s.spoil(c.sig[at : at+32])
		}
	}
	return c
}

func TestHostileSchnorr(t *testing.T) {
	s := newSource(2)
	seen := counts{}
	var items []BatchSchnorrItem
	var want []bool
	for range 160 {
		c := s.schnorr(t)
		good := oracleSchnorr(c.key, c.msg, c.sig)
		seen[good]++
		err := c.key.CheckSchnorr(c.msg, c.sig)
		if c.key.VerifySchnorr(c.msg, c.sig) != good || (err == nil) != good {
			t.Errorf("key %v, message %x, signature %x: %v, want %v", c.key, c.msg, c.sig, err,
				good)
		}
		items, want = append(items, BatchSchnorrItem{c.key, c.msg, c.sig}), append(want, good)
	}
	seen.expect(t, 40, 40)
	expectBatchSchnorr(t, items, want)
}

// Each number out of its range, and the first reason.
func TestReasons(t *testing.T) {
	k, hash := drawKey(t, "key"), draw("hash")
	p := k.PublicKey()
	sig := must[Signature](t)(k.SignECDSA(hash[:]))
	schnorr := must[[64]byte](t)(k.SignSchnorr(hash[:], nil))
	with := func(sig [64]byte, at int, v []byte) [64]byte {
		copy(sig[at:], v)
		return sig
	}
	var items []BatchECDSAItem
	for _, c := range []struct {
		name string
		sig  [64]byte
		want error
	}{
		{"valid", sig, nil},
		{"high s", with(sig, 32, number(new(big.Int).Sub(curve.N, big32(sig[32:])))), nil},
		{"r = 0", with(sig, 0, zero32), ErrRZero},
		{"r = n", with(sig, 0, orderPlus(0)), ErrRRange},
		{"r = 2^256 - 1", with(sig, 0, ones32), ErrRRange},
		{"s = 0", with(sig, 32, zero32), ErrSZero},
		{"s = n", with(sig, 32, orderPlus(0)), ErrSRange},
		{"s = 2^256 - 1", with(sig, 32, ones32), ErrSRange},
		{"both 0", [64]byte{}, ErrRZero},
		{"r of s = n", with(with(sig, 32, orderPlus(0)), 0, orderPlus(1)), ErrRRange},
		{"s + 1", with(sig, 32, number(addN(big32(sig[32:]), big.NewInt(1)))), ErrSignature},
		{"r = 1", with(sig, 0, number(big.NewInt(1))), ErrSignature},
	} {
		if err := p.CheckECDSA(hash[:], c.sig); err != c.want {
			t.Errorf("ECDSA, %s: %v, want %v", c.name, err, c.want)
		}
		items = append(items, BatchECDSAItem{p, hash[:], c.sig})
	}
	expectBatchECDSA(t, items, append([]bool{true, true}, make([]bool, len(items)-2)...))
	for _, c := range []struct {
		name string
		sig  []byte
		want error
	}{
		{"valid", schnorr[:], nil},
		{"short", schnorr[:63], ErrSignatureLength},
		{"long", append(schnorr[:], 0), ErrSignatureLength}, {"none", nil, ErrSignatureLength},
		{"r = p", append(number(curve.P), schnorr[32:]...), ErrRRange},
		{"r = 0", append(bytes.Clone(zero32), schnorr[32:]...), ErrSignature},
		{"s = n", append(bytes.Clone(schnorr[:32]), orderPlus(0)...), ErrSRange},
		{"s = 0", append(bytes.Clone(schnorr[:32]), zero32...), ErrSignature},
	} {
		if err := p.XOnly().CheckSchnorr(hash[:], c.sig); err != c.want {
			t.Errorf("Schnorr, %s: %v, want %v", c.name, err, c.want)
		}
	}
	for _, hash := range [][]byte{nil, hash[:31], make([]byte, 33), make([]byte, 64)} {
		if err := p.CheckECDSA(hash, sig); err != ErrHashLength || p.VerifyECDSA(hash, sig) {
			t.Errorf("hash of %d bytes: %v", len(hash), err)
		}
		if sig, err := k.SignECDSA(hash); err != ErrHashLength || sig != (Signature{}) {
			t.Errorf("hash of %d bytes: %x %v", len(hash), sig, err)
		}
		if _, err := RecoverECDSA(hash, sig, 0); err != ErrHashLength {
			t.Errorf("hash of %d bytes: %v", len(hash), err)
		}
		if _, err := Ecrecover(hash, append(sig[:], 0)); err != ErrHashLength {
			t.Errorf("hash of %d bytes: %v", len(hash), err)
		}
	}
	for n := range 70 {
		if sig, err := ParseSignature(make([]byte, n)); (err == nil) != (n == 64) ||
			sig != (Signature{}) {
			t.Errorf("ParseSignature of %d bytes: %v", n, err)
		}
		if _, err := Ecrecover(hash[:], make([]byte, n)); (err == ErrSignatureLength) != (n != 65) {
			t.Errorf("Ecrecover of %d bytes: %v", n, err)
		}
	}
	if _, err := RecoverECDSA(hash[:], sig, 4); err != ErrRecoveryID {
		t.Error(err)
	}
	if _, err := RecoverECDSA(hash[:], sig, 2); err != ErrRecoveryID { // r + n is not below p
		t.Error(err)
	}
	five := with(sig, 0, number(big.NewInt(5))) // no point has x = 5
	if _, err := RecoverECDSA(hash[:], five, 0); err != ErrNoPoint {
		t.Error(err)
	}
}

// The signature whose R has an x of n or more, which r + n names.
func TestSecondX(t *testing.T) {
	hash := draw("hash")
	found := 0
	for r := int64(1); found < 8; r++ {
		sig := Signature(append(number(big.NewInt(r)), number(big.NewInt(r+7))...))
		for id := byte(2); id < 4; id++ {
			p, err := RecoverECDSA(hash[:], sig, id)
			if err == ErrNoPoint {
				continue
			}
			if err != nil {
				t.Fatal(err)
			}
			found++
			if !p.VerifyECDSA(hash[:], sig) || !oracleECDSA(p, hash[:], sig) {
				t.Errorf("r = %d, id %d: %v does not verify", r, id, p)
			}
			if a, err := Ecrecover(hash[:], append(sig[:], id)); err != nil ||
				a != p.EthereumAddress() {
				t.Errorf("r = %d, id %d: address %x, %v", r, id, a, err)
			}
			if _, err := Ecrecover(hash[:], append(sig[:], 27+id)); err != ErrRecoveryID {
				t.Errorf("r = %d, id %d + 27: %v", r, id, err)
			}
			if ok, all := VerifyECDSABatch(nil, []BatchECDSAItem{{p, hash[:], sig}}, 1); !all ||
				!ok[0] {
				t.Errorf("r = %d, id %d: not in a batch", r, id)
			}
		}
	}
	last := new(big.Int).Sub(curve.P, curve.N) // r + n = p
	for d := int64(-3); d < 3; d++ {
		sig := Signature(append(number(new(big.Int).Add(last, big.NewInt(d))),
			number(big.NewInt(1))...))
		p, err := RecoverECDSA(hash[:], sig, 2)
		want := oracleRecover(hash[:], sig, 2)
		if (err == nil) != (want != nil) || (err == ErrRecoveryID) != (d >= 0) ||
			err == nil && !oracle.Equal(oraclePoint(p), want) {
			t.Errorf("r = p - n + %d: %v", d, err)
		}
	}
}

// Every signature of two blocks of Bitcoin verifies, one by one, in DER, recovered and in batches;
// spoiled ones do not.
func TestRealSignatures(t *testing.T) {
	t.Log("lanes:", lanes.Engine()) // tools/emulated_tests.py asks which
	const row = 129
	rows := vectors.Read(t, "data", "mainnet-ecdsa.rows")
	n := len(rows) / row
	if n != 3648 || len(rows)%row != 0 {
		t.Fatalf("%d bytes", len(rows))
	}
	var items []BatchECDSAItem
	var recoveries []BatchRecoverItem
	high := 0
	for ; len(rows) > 0; rows = rows[row:] {
		hash, sig := rows[:32], Signature(rows[65:row])
		p := must[*PublicKey](t)(ParsePublicKey(rows[32:65]))
		if !p.VerifyECDSA(hash, sig) {
			t.Errorf("%x does not verify", rows[:row])
		}
		if !sig.IsLow() {
			high++
		}
		if same := must[Signature](t)(ParseDER(sig.DER())); same != sig {
			t.Errorf("%x by way of DER: %x", sig, same)
		}
		ids := 0
		for id := range byte(4) {
			if len(items)%4 != 0 { // recovered: every fourth
				continue
			}
			if q, err := RecoverECDSA(hash, sig, id); err == nil && q.Equal(p) {
				recoveries = append(recoveries, BatchRecoverItem{hash, sig, id})
				ids++
			}
		}
		if len(items)%4 == 0 && ids != 1 {
			t.Errorf("%x: %d recovery ids", sig, ids)
		}
		items = append(items, BatchECDSAItem{p, hash, sig})
	}
	if high == 0 || high == n {
		t.Errorf("%d of %d with high s", high, n)
	}
	for _, threads := range []int{0, 1, 3} {
		if ok, all := VerifyECDSABatch(nil, items, threads); !all || len(ok) != n {
			t.Error("not all verify in a batch")
		}
		keys, all := RecoverBatch(nil, recoveries, threads)
		if !all || len(keys) != (n+3)/4 {
			t.Error("not all are recovered in a batch")
		}
		for i := range keys {
			if !keys[i].Equal(items[4*i].Pubkey) {
				t.Fatalf("row %d: %v", i, &keys[i])
			}
		}
	}
	s := newSource(3)
	want := make([]bool, n)
	for i := range items {
		if want[i] = !s.oneIn(3); want[i] {
			continue
		}
		switch s.IntN(4) {
		case 0:
			items[i].Pubkey = items[(i+1)%n].Pubkey.Negate()
		case 1:
			items[i].Hash = append([]byte{items[i].Hash[0] ^ 1}, items[i].Hash[1:]...)
		default:
			items[i].Signature[s.IntN(64)] ^= 1 << s.IntN(8)
		}
	}
	ok, all := VerifyECDSABatch(nil, items, 2)
	expectVerdicts(t, "spoiled", ok, all, want)
}

func TestBatchMisfits(t *testing.T) {
	hash := draw("hash")
	var ecdsa []BatchECDSAItem
	var schnorr []BatchSchnorrItem
	var want []bool
	for i := range 40 {
		k := drawKey(t, "key %d", i)
		sig, p := must[Signature](t)(k.SignECDSA(hash[:])), k.PublicKey()
		b := must[[64]byte](t)(k.SignSchnorr(hash[:], nil))
		e, s := BatchECDSAItem{p, hash[:], sig}, BatchSchnorrItem{p.XOnly(), hash[:], b[:]}
		switch i % 8 {
		case 1:
			e.Pubkey, s.Pubkey = nil, nil
		case 3:
			e.Pubkey, s.Pubkey = new(PublicKey), new(XOnlyPublicKey)
		case 5:
			e.Hash, s.Signature = hash[:31], b[:63]
		case 6:
			e.Hash, s.Signature = nil, nil
		case 7:
			e.Signature, s.Signature = Signature{}, make([]byte, 64)
		}
		ecdsa, schnorr, want = append(ecdsa, e), append(schnorr, s),
			append(want, i%2 == 0 && i%8 != 6)
	}
	expectBatchECDSA(t, ecdsa, want)
	expectBatchSchnorr(t, schnorr, want)
}

// One false item at each place, then all pairs of places, of batches that are added up.
func TestFallbackFindsEach(t *testing.T) {
	good := schnorrItems(t, 40)
	bad := append([]byte{good[0].Signature[0]}, good[0].Signature[1:]...)
	bad[63] ^= 1
	want := make([]bool, len(good))
	for i := range good {
		for j := i; j < len(good); j += 3 + i%7 {
			for k := range want {
				want[k] = k != i && k != j
			}
			items := append([]BatchSchnorrItem(nil), good...)
			items[i].Signature, items[j].Signature = bad, bad
			expectSum(t, items, want)
		}
	}
	// errors that cancel without weights: s of one more and of another less by one
	items := append([]BatchSchnorrItem(nil), good...)
	for i, d := range []int64{1, -1} {
		s := addN(big32(good[i+3].Signature[32:]), big.NewInt(d))
		items[i+3].Signature = append(bytes.Clone(good[i+3].Signature[:32]), number(s)...)
		want[i+3] = false
	}
	for k := range want {
		want[k] = k != 3 && k != 4
	}
	expectSum(t, items, want)
}

// schnorrItems are n valid signatures by keys of which some occur twice.
func schnorrItems(t testing.TB, n int) []BatchSchnorrItem {
	items := make([]BatchSchnorrItem, n)
	for i := range items {
		k, msg := drawKey(t, "key %d", i*i%(n/2+1)), draw("message %d", i)
		sig := must[[64]byte](t)(k.SignSchnorr(msg[:], nil))
		items[i] = BatchSchnorrItem{k.PublicKey().XOnly(), msg[:], sig[:]}
	}
	return items
}

// More than are added up at a time.
func TestManyClaims(t *testing.T) {
	items := schnorrItems(t, 256)
	var all []BatchSchnorrItem
	for len(all) <= mostClaims {
		all = append(all, items...)
	}
	if !SchnorrBatchVerify(all) || !holdAllVar(all, 1) {
		t.Error("not all hold")
	}
	last := all[len(all)-1]
	last.Message = []byte("another")
	all[len(all)-1], all[5000] = last, last
	if invalid := invalidVar(all, 1); !slices.Equal(invalid, []int{5000, len(all) - 1}) {
		t.Errorf("%v", invalid)
	}
	if ok, invalid := SchnorrBatchVerifyWithFallback(all); ok || len(invalid) != 2 ||
		invalid[0] != 5000 || invalid[1] != len(all)-1 {
		t.Errorf("%v %v", ok, invalid)
	}
	if SchnorrBatchVerify(all) || holdAllVar(all, 1) {
		t.Error("all hold")
	}
}

// No weight is another's, each depends on every item, and the first is 1.
func TestWeights(t *testing.T) {
	weights := func(items []BatchSchnorrItem) [][4]uint64 {
		var c claims
		c.setVar(items)
		r := make([][4]uint64, len(items))
		for i := range r {
			if r[i] = c.terms[2*i].K.Limbs(); r[i][2]|r[i][3] != 0 {
				t.Errorf("weight %d has more than 128 bits", i)
			}
		}
		return r
	}
	items := schnorrItems(t, 9)
	first := weights(items)
	if first[0] != [4]uint64{1} {
		t.Errorf("%x", first[0])
	}
	for i := range items {
		changed := append([]BatchSchnorrItem(nil), items...)
		changed[i].Message = []byte{byte(i)}
		second := weights(changed)
		for j := 1; j < len(items); j++ {
			for k := 1; k < len(items); k++ {
				if second[j] == first[k] {
					t.Errorf("message %d changed: weight %d is weight %d of before", i, j, k)
				}
			}
		}
	}
	if fewer := weights(items[:8]); fewer[1] == first[1] {
		t.Error("the number of items does not count")
	}
}
