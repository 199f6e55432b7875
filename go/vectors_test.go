// Published vectors: Wycheproof, BIP-324, BIP-340, BIP-341, RFC 6979, recovery, Ethereum, DER,
// points, products, hashes.

package p256k1

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"
	"testing"

	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/field"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/group"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/vectors"
)

// must ends the test if there is an error.
func must[T any](t testing.TB) func(T, error) T {
	return func(v T, err error) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

func array32(b []byte) *[32]byte {
	if len(b) == 0 {
		return nil
	}
	return (*[32]byte)(b)
}

// counts are how many cases a test saw of each kind; expect fails if one is missing.
type counts map[bool]int

func (c counts) expect(t *testing.T, yes, no int) {
	t.Helper()
	if c[true] < yes || c[false] < no {
		t.Errorf("%d cases that hold and %d that do not, expected %d and %d", c[true], c[false],
			yes, no)
	}
}

func testWycheproofECDSA(t *testing.T, file string, least int,
	read func([]byte) (Signature, error)) {
	seen := counts{}
	var items []BatchECDSAItem
	var want []bool
	for _, c := range vectors.Load[struct {
		File, Comment, Result string
		TcId                  int
		Pubkey, Hash32, Sig   vectors.Bytes
	}](t, file, least) {
		key := must[*PublicKey](t)(ParsePublicKey(c.Pubkey))
		good := c.Result == "valid"
		seen[good]++
		sig, err := read(c.Sig)
		if err != nil {
			if good {
				t.Errorf("%s %d, %s: %v", c.File, c.TcId, c.Comment, err)
			}
			continue
		}
		lowOnly := c.File == "ecdsa_secp256k1_sha256_bitcoin" // which asks for low s
		got := key.VerifyECDSA(c.Hash32, sig)
		if (got && (!lowOnly || sig.IsLow())) != good {
			t.Errorf("%s %d, %s: %v, want %v", c.File, c.TcId, c.Comment, got, good)
		}
		items = append(items, BatchECDSAItem{key, c.Hash32, sig})
		want = append(want, got)
	}
	seen.expect(t, 100, 100)
	expectBatchECDSA(t, items, want)
}

func TestWycheproofECDSA(t *testing.T) {
	testWycheproofECDSA(t, "wycheproof_ecdsa.json", 3513, ParseDER)
}

func TestWycheproofP1363(t *testing.T) {
	testWycheproofECDSA(t, "wycheproof_ecdsa_p1363.json", 1140, ParseSignature)
}

func TestWycheproofECDH(t *testing.T) {
	seen := counts{}
	for _, c := range vectors.Load[struct {
		Comment, Result       string
		TcId                  int
		Point, Seckey, Shared vectors.Bytes
	}](t, "wycheproof_ecdh.json", 752) {
		if c.Point == nil {
			if c.Result == "valid" {
				t.Errorf("%d: no point", c.TcId)
			}
			continue
		}
		key := must[*PrivateKey](t)(NewPrivateKey(c.Seckey))
		p, err := ParsePublicKey(c.Point)
		seen[err == nil]++
		if err != nil {
			if c.Result == "valid" {
				t.Errorf("%d, %s: %v", c.TcId, c.Comment, err)
			}
			continue
		}
		shared := must[[32]byte](t)(key.ECDHXOnly(p.XOnly()))
		if c.Result == "invalid" || !bytes.Equal(shared[:], c.Shared) {
			t.Errorf("%d, %s: %x", c.TcId, c.Comment, shared)
		}
	}
	seen.expect(t, 100, 1)
}

func TestBIP324(t *testing.T) {
	seen := counts{}
	for _, c := range vectors.Load[struct {
		Kind, Comment             string
		Ell, U, X, Seckey, Theirs vectors.Bytes
		Ts                        []vectors.Bytes
		Party                     int
		Random, Secret            vectors.Bytes
	}](t, "bip324.json", 100) {
		check := func(ell *[64]byte) {
			p := DecodeEllSwift(ell)
			if x := p.XOnly().Bytes(); !bytes.Equal(x[:], c.X) {
				t.Errorf("%s %s: %x decodes to %x", c.Kind, c.Comment, *ell, x)
			}
			var tt field.Element
			tt.SetBytes((*[32]byte)(ell[32:]))
			if p.Compressed()[0] != 2+byte(tt.IsOdd()) {
				t.Errorf("%s %s: parity of %x", c.Kind, c.Comment, *ell)
			}
		}
		var u, x, got field.Element
		for i, want := range c.Ts {
			u.SetBytes((*[32]byte)(c.U))
			x.SetBytes((*[32]byte)(c.X))
			found := ellInverseVar(&got, &x, &u, byte(i&3))
			if found != (want != nil) {
				t.Errorf("%s: kind %d is there: %v", c.Comment, i, found)
			}
			seen[found]++
			if want == nil {
				continue
			}
			check((*[64]byte)(append(append([]byte{}, c.U...), want...)))
			var b, minus [32]byte
			got.PutBytes(&b)
			got.Neg(&got)
			got.PutBytes(&minus)
			if !bytes.Equal(b[:], want) && !bytes.Equal(minus[:], want) {
				t.Errorf("%s: t of kind %d is %x", c.Comment, i, b)
			}
		}
		if c.Ell != nil {
			check((*[64]byte)(c.Ell))
		}
		if c.Seckey == nil {
			continue
		}
		seen[true]++
		key := must[*PrivateKey](t)(NewPrivateKey(c.Seckey))
		var ell [64]byte
		switch c.Kind {
		case "create":
			ell = must[[64]byte](t)(key.EllSwift(array32(c.Random)))
		case "encode":
			ell = must[[64]byte](t)(key.PublicKey().EllSwift(array32(c.Random)))
		}
		if c.Kind != "secret" {
			if !bytes.Equal(ell[:], c.Ell) {
				t.Errorf("%s: %x", c.Kind, ell)
			}
			continue
		}
		secret := must[[32]byte](t)(key.EllSwiftECDH((*[64]byte)(c.Ell), (*[64]byte)(c.Theirs),
			c.Party == 0))
		if !bytes.Equal(secret[:], c.Secret) {
			t.Errorf("the secret is %x", secret)
		}
	}
	seen.expect(t, 70, 50)
}

func TestBIP340(t *testing.T) {
	seen, signatures := counts{}, 0
	var items []BatchSchnorrItem
	var want []bool
	for _, c := range vectors.Load[struct {
		Index                         int
		Comment                       string
		Seckey, Pubkey, Aux, Msg, Sig vectors.Bytes
		Result                        bool
	}](t, "bip340.json", 19) {
		seen[c.Result]++
		x, err := ParseXOnlyPublicKey(c.Pubkey)
		if got := err == nil && x.VerifySchnorr(c.Msg, c.Sig); got != c.Result {
			t.Errorf("%d, %s: %v", c.Index, c.Comment, got)
		}
		items = append(items, BatchSchnorrItem{x, c.Msg, c.Sig})
		want = append(want, c.Result)
		if c.Seckey == nil {
			continue
		}
		signatures++
		key := must[*PrivateKey](t)(NewPrivateKey(c.Seckey))
		if x := key.PublicKey().XOnly().Bytes(); !bytes.Equal(x[:], c.Pubkey) {
			t.Errorf("%d: public key %x", c.Index, x)
		}
		sig := must[[64]byte](t)(key.SignSchnorr(c.Msg, array32(c.Aux)))
		if !bytes.Equal(sig[:], c.Sig) {
			t.Errorf("%d: signature %x", c.Index, sig)
		}
	}
	seen.expect(t, 9, 10)
	if signatures < 8 {
		t.Errorf("%d signatures", signatures)
	}
	expectBatchSchnorr(t, items, want)
}

func TestBIP341(t *testing.T) {
	secrets := 0
	for i, c := range vectors.Load[struct {
		Seckey, Internal, Output, Sighash, Sig vectors.Bytes
		MerkleRoot                             vectors.Bytes `json:"merkle_root"`
		OutputSeckey                           vectors.Bytes `json:"output_seckey"`
		Parity                                 int
	}](t, "bip341.json", 14) {
		x := must[*XOnlyPublicKey](t)(ParseXOnlyPublicKey(c.Internal))
		output, odd, err := x.TaprootOutput(c.MerkleRoot)
		if err != nil {
			t.Fatal(err)
		}
		if b := output.Bytes(); !bytes.Equal(b[:], c.Output) || odd != (c.Parity == 1) {
			t.Errorf("%d: %x, odd %v", i, b, odd)
		}
		if c.Seckey == nil {
			continue
		}
		secrets++
		inner := must[*PrivateKey](t)(NewPrivateKey(c.Seckey))
		key := must[*PrivateKey](t)(inner.TaprootOutput(c.MerkleRoot))
		if b := key.Bytes(); !bytes.Equal(b[:], c.OutputSeckey) ||
			!key.PublicKey().XOnly().Equal(output) {
			t.Errorf("%d: %x", i, b)
		}
		if c.Sig != nil {
			if sig := must[[64]byte](t)(key.SignSchnorr(c.Sighash, nil)); !bytes.Equal(sig[:],
				c.Sig) {
				t.Errorf("%d: signature %x", i, sig)
			}
		}
	}
	if secrets < 7 {
		t.Errorf("%d secret keys", secrets)
	}
}

func TestRFC6979(t *testing.T) {
	seen := counts{}
	for i, c := range vectors.Load[struct {
		Seckey, Hash32, Extra, Sig vectors.Bytes
		Recid                      byte
	}](t, "rfc6979.json", 242) {
		key := must[*PrivateKey](t)(NewPrivateKey(c.Seckey))
		seen[c.Extra != nil]++
		sig, id, err := key.SignECDSAExtra(c.Hash32, array32(c.Extra))
		if err != nil || !bytes.Equal(sig[:], c.Sig) || id != c.Recid {
			t.Errorf("%d: %x, %d, %v", i, sig, id, err)
		}
		if !sig.IsLow() || !key.PublicKey().VerifyECDSA(c.Hash32, sig) {
			t.Errorf("%d: does not verify", i)
		}
		if c.Extra != nil {
			continue
		}
		if same := must[Signature](t)(key.SignECDSA(c.Hash32)); same != sig {
			t.Errorf("%d: SignECDSA gives %x", i, same)
		}
		der := must[[]byte](t)(key.Sign(nil, c.Hash32, nil))
		if same := must[Signature](t)(ParseDER(der)); same != sig {
			t.Errorf("%d: Sign gives %x", i, same)
		}
	}
	seen.expect(t, 10, 100)
}

func TestRecovery(t *testing.T) {
	seen := counts{}
	var items []BatchRecoverItem
	var want [][]byte
	for i, c := range vectors.Load[struct {
		Hash32, Sig, Pubkey vectors.Bytes
		Recid               byte
	}](t, "recovery.json", 177) {
		seen[c.Pubkey != nil]++
		p, err := RecoverECDSA(c.Hash32, Signature(c.Sig), c.Recid)
		items = append(items, BatchRecoverItem{c.Hash32, Signature(c.Sig), c.Recid})
		want = append(want, c.Pubkey)
		if (err == nil) != (c.Pubkey != nil) {
			t.Errorf("%d: %v", i, err)
			continue
		}
		if err != nil {
			continue
		}
		if b := p.Uncompressed(); !bytes.Equal(b[:], c.Pubkey) {
			t.Errorf("%d: %x", i, b)
		}
		if !p.VerifyECDSA(c.Hash32, Signature(c.Sig)) {
			t.Errorf("%d: does not verify", i)
		}
	}
	seen.expect(t, 50, 20)
	expectBatchRecover(t, items, want)
}

func TestEthereum(t *testing.T) {
	var items []BatchRecoverItem
	var want [][20]byte
	for _, c := range vectors.Load[struct {
		Name                                   string
		Unsigned, Hash32, Sig, Seckey, Address vectors.Bytes
		Recid                                  byte
	}](t, "ethereum.json", 373) {
		if h := Keccak256(c.Unsigned); !bytes.Equal(h[:], c.Hash32) {
			t.Errorf("%s: hash %x", c.Name, h)
		}
		key := must[*PrivateKey](t)(NewPrivateKey(c.Seckey))
		sig, id, err := key.SignRecoverable(c.Hash32)
		if err != nil || !bytes.Equal(sig[:], c.Sig) || id != c.Recid {
			t.Errorf("%s: %x, %d, %v", c.Name, sig, id, err)
		}
		if a := key.PublicKey().EthereumAddress(); !bytes.Equal(a[:], c.Address) {
			t.Errorf("%s: address %x", c.Name, a)
		}
		for _, v := range []byte{c.Recid, c.Recid + 27} {
			a, err := Ecrecover(c.Hash32, append(bytes.Clone(c.Sig), v))
			if err != nil || !bytes.Equal(a[:], c.Address) {
				t.Errorf("%s: address %x from v = %d, %v", c.Name, a, v, err)
			}
		}
		items = append(items, BatchRecoverItem{c.Hash32, Signature(c.Sig),
			c.Recid + byte(len(items)%2*27)})
		want = append(want, [20]byte(c.Address))
		for _, v := range []byte{4, 26, 29, 31, 255} {
			if a, err := Ecrecover(c.Hash32, append(bytes.Clone(c.Sig), v)); err != ErrRecoveryID ||
				a != [20]byte{} {
				t.Errorf("%s: address %x from v = %d, %v", c.Name, a, v, err)
			}
		}
	}
	if addresses, all := EcrecoverBatch(nil, items, 2); !all || !slices.Equal(addresses, want) {
		t.Errorf("all: %v; %x, want %x", all, addresses, want)
	}
	items[9].ID, want[9] = 29, [20]byte{}
	if addresses, all := EcrecoverBatch(nil, items, 1); all || !slices.Equal(addresses, want) {
		t.Errorf("all: %v; %x, want %x", all, addresses, want)
	}
}

func TestDERVectors(t *testing.T) {
	number := func(digits *string) []byte { // nil for null, and for what is longer than 32 bytes
		if digits == nil || len(*digits) != 64 {
			return nil
		}
		return must[[]byte](t)(hex.DecodeString(*digits))
	}
	strict, lax := counts{}, counts{}
	for _, c := range vectors.Load[struct {
		Name        string
		Sig         vectors.Bytes
		R, S        *string
		Strict, Lax bool
	}](t, "der.json", 63) {
		r, s := number(c.R), number(c.S)
		want := append(bytes.Clone(r), s...)
		sig, err := ParseDER(c.Sig)
		if good := c.Strict && len(want) == 64; (err == nil) != good {
			t.Errorf("%s: strict %v", c.Name, err)
		} else if good {
			if !bytes.Equal(sig[:], want) {
				t.Errorf("%s: %x", c.Name, sig)
			}
			if der := sig.DER(); !bytes.Equal(der, c.Sig) {
				t.Errorf("%s: written as %x", c.Name, der)
			}
		} else if err != ErrDER || sig != (Signature{}) {
			t.Errorf("%s: %v and %x", c.Name, err, sig)
		}
		strict[err == nil]++
		fits := c.Lax && len(want) == 64 && bytes.Compare(r, order[:]) < 0 &&
			bytes.Compare(s, order[:]) < 0
		if !fits {
			want = make([]byte, 64)
		}
		sig, err = ParseDERLax(c.Sig)
		if (err == nil) != c.Lax || !bytes.Equal(sig[:], want) {
			t.Errorf("%s: lax %v and %x", c.Name, err, sig)
		}
		lax[err == nil]++
	}
	strict.expect(t, 4, 20)
	lax.expect(t, 20, 4)
}

// Lengths of many bytes, which must not wrap around.
func TestDERLaxLengths(t *testing.T) {
	one := []byte{2, 1, 1}
	with := func(length ...byte) []byte {
		return slices.Concat([]byte{0x30, 0, 2}, length, []byte{5}, one)
	}
	want := Signature{31: 5, 63: 1}
	for _, c := range []struct {
		b  []byte
		ok bool
	}{
		{with(1), true}, {with(0x81, 1), true}, {with(0x83, 0, 0, 1), true},
		{with(append([]byte{0xff}, append(make([]byte, 126), 1)...)...), true},
		{with(0x84, 1, 0, 0, 1), false}, {with(0x85, 1, 0, 0, 0, 1), false},
		{with(0x89, 1, 0, 0, 0, 0, 0, 0, 0, 1), false},
		{with(0x88, 0x80, 0, 0, 0, 0, 0, 0, 1), false},
		{with(append([]byte{0xff, 1}, append(make([]byte, 125), 1)...)...), false},
		{with(0xff, 1), false},
	} {
		sig, err := ParseDERLax(c.b)
		if (err == nil) != c.ok || c.ok && sig != want ||
			!c.ok && (err != ErrDER || sig != Signature{}) {
			t.Errorf("%x: %x, %v", c.b, sig, err)
		}
	}
}

func TestPointVectors(t *testing.T) {
	seen := counts{}
	var keys [][]byte
	var want [][]byte
	for _, c := range vectors.Load[struct {
		Name                     string
		Bytes, Point, Compressed vectors.Bytes
		Valid                    bool
		ValidHybrid              bool `json:"valid_hybrid"`
	}](t, "points.json", 166) {
		for _, form := range []struct {
			parse func([]byte) (*PublicKey, error)
			valid bool
		}{{ParsePublicKey, c.Valid}, {ParseHybridPublicKey, c.ValidHybrid}} {
			p, err := form.parse(c.Bytes)
			seen[err == nil]++
			if (err == nil) != form.valid {
				t.Errorf("%s: %v", c.Name, err)
			} else if err == nil {
				if b := p.Uncompressed(); !bytes.Equal(b[:], c.Point) {
					t.Errorf("%s: %x", c.Name, b)
				}
				if b := p.Compressed(); !bytes.Equal(b[:], c.Compressed) {
					t.Errorf("%s: %x", c.Name, b)
				}
			}
		}
		keys = append(keys, c.Bytes)
		if want = append(want, nil); c.Valid {
			want[len(want)-1] = c.Point
		}
	}
	seen.expect(t, 50, 50)
	expectBatchParse(t, keys, want)
	expectBatchParseXOnly(t, keys)
}

func TestProducts(t *testing.T) {
	seen, ofG := counts{}, 0
	for i, c := range vectors.Load[struct {
		K, Point, Product, Ecdh vectors.Bytes
	}](t, "mult.json", 256) {
		seen[c.Product != nil]++
		p := must[*PublicKey](t)(ParsePublicKey(c.Point))
		product, err := p.TweakMul(c.K)
		if c.Product == nil {
			if err != ErrTweak {
				t.Errorf("%d: %v", i, err)
			}
			if _, err := NewPrivateKey(c.K); err != ErrPrivateKey {
				t.Errorf("%d: %v", i, err)
			}
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		key := must[*PrivateKey](t)(NewPrivateKey(c.K))
		if b := product.Uncompressed(); !bytes.Equal(b[:], c.Product) {
			t.Errorf("%d: %x", i, b)
		}
		if secret, err := key.ECDH(p); err != nil || !bytes.Equal(secret[:], c.Ecdh) {
			t.Errorf("%d: secret %x, %v", i, secret, err)
		}
		var affine AffinePoint
		var j JacobianPoint
		affine = p.Point()
		j.ScalarMul(&affine, (*[32]byte)(c.K))
		if j.Affine() != product.Point() {
			t.Errorf("%d: ScalarMul", i)
		}
		if p.point == group.Generator {
			ofG++
			if b := key.PublicKey().Uncompressed(); !bytes.Equal(b[:], c.Product) {
				t.Errorf("%d: public key %x", i, b)
			}
			j.ScalarBaseMul((*[32]byte)(c.K))
			if j.Affine() != product.Point() {
				t.Errorf("%d: ScalarBaseMul", i)
			}
		}
	}
	seen.expect(t, 100, 1)
	if ofG < 100 {
		t.Errorf("%d products of G", ofG)
	}
}

func TestHashVectors(t *testing.T) {
	seen := map[string]int{}
	for _, c := range vectors.Load[struct {
		Hash        string
		Msg, Digest vectors.Bytes
	}](t, "hashes.json", 320) {
		var got []byte
		switch c.Hash {
		case "keccak256":
			hash := Keccak256(c.Msg)
			got = hash[:]
		case "ripemd160":
			var hash [20]byte
			ripemd160(&hash, c.Msg)
			got = hash[:]
		default:
			continue
		}
		seen[c.Hash]++
		if !bytes.Equal(got, c.Digest) {
			t.Errorf("%s of %x: %x", c.Hash, c.Msg, got)
		}
	}
	if seen["keccak256"] < 50 || seen["ripemd160"] < 20 {
		t.Errorf("cases: %v", seen)
	}
	var all struct {
		Cases struct {
			Keccak256 struct{ Pattern []vectors.Bytes }
			Tagged    []struct {
				Tag    string
				Digest vectors.Bytes
				Length int
			}
			RFC6979 []struct {
				Key, Msg, Extra vectors.Bytes
				Out             []vectors.Bytes
			}
		}
	}
	if err := json.Unmarshal(vectors.Read(t, "test/vectors", "hash.json"), &all); err != nil {
		t.Fatal(err)
	}
	for n, want := range all.Cases.Keccak256.Pattern {
		if got := Keccak256(pattern(n)); !bytes.Equal(got[:], want) {
			t.Errorf("Keccak-256 of %d bytes: %x", n, got)
		}
	}
	if len(all.Cases.Keccak256.Pattern) < 301 {
		t.Errorf("%d lengths", len(all.Cases.Keccak256.Pattern))
	}
	for _, c := range all.Cases.RFC6979 {
		var g rfc6979
		g.init(array32(c.Key), array32(c.Msg), array32(c.Extra))
		for _, want := range c.Out {
			var got [32]byte
			if g.next(&got); !bytes.Equal(got[:], want) {
				t.Errorf("key %x, digest %x, extra %x: %x", c.Key, c.Msg, c.Extra, got)
			}
		}
	}
	if len(all.Cases.RFC6979) < 30 {
		t.Errorf("%d cases of RFC 6979", len(all.Cases.RFC6979))
	}
	prepared := map[string]*tag{}
	for _, known := range []*tag{&tagAux, &tagNonce, &tagChallenge, &tagTweak} {
		prepared[known.text] = known
	}
	used := 0
	for _, c := range all.Cases.Tagged {
		msg := pattern(c.Length)
		if got := TaggedHash(c.Tag, msg); !bytes.Equal(got[:], c.Digest) {
			t.Errorf("%s of %d bytes: %x", c.Tag, c.Length, got)
		}
		known := prepared[c.Tag]
		if known == nil {
			continue
		}
		used++
		for cut := range 3 {
			var got [32]byte
			known.sum(&got, msg[:cut*c.Length/3], nil, msg[cut*c.Length/3:])
			if !bytes.Equal(got[:], c.Digest) {
				t.Errorf("%s of %d bytes in parts: %x", c.Tag, c.Length, got)
			}
		}
	}
	if used < 4 {
		t.Errorf("%d prepared tags", used)
	}
	for n := range 200 { // the definition
		msg := pattern(n)
		digest := sha256.Sum256(msg)
		want := sha256.Sum256(append(append(digest[:], digest[:]...), msg...))
		if got := TaggedHash(string(msg), msg[:n/2], msg[n/2:]); got != want {
			t.Errorf("tag of %d bytes: %x", n, got)
		}
	}
}
