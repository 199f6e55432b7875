// Adaptor signatures, ECDSA and Schnorr: published vectors, the way from an incomplete signature to
// the key, changed bytes, hostile numbers and points, arguments that are none.

package p256k1

import (
	"bytes"
	"math/big"
	"testing"

	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/vectors"
)

func keyOf(t testing.TB, b []byte) *PrivateKey {
	t.Helper()
	return must[*PrivateKey](t)(NewPrivateKey(b))
}

// isKey reports whether k is the key in b, and no key if b is nil.
func isKey(k *PrivateKey, b []byte) bool {
	got := k.Bytes()
	return k == nil && b == nil || k != nil && bytes.Equal(got[:], b)
}

// edgeKeys are keys at the ends of the range, and one in the middle.
func edgeKeys(t testing.TB) []*PrivateKey {
	return []*PrivateKey{keyOf(t, number(big.NewInt(1))), keyOf(t, orderPlus(-1)),
		drawKey(t, "edge")}
}

// Points that are none, as encodings, and why.
func badPoints() map[string]error {
	return map[string]error{
		string(make([]byte, 33)):                            ErrPublicKeyFormat,
		string(append([]byte{4}, number(curve.P)...)):       ErrPublicKeyFormat,
		string(append([]byte{2}, number(big.NewInt(5))...)): ErrPublicKeyOffCurve,
		string(append([]byte{3}, number(curve.P)...)):       ErrPublicKeyRange,
		string(append([]byte{3}, ones32...)):                ErrPublicKeyRange,
	}
}

func checkECDSAAdaptor(t *testing.T, p *PublicKey, hash []byte, sig ECDSAAdaptor,
	y *PublicKey) error {
	t.Helper()
	err := p.CheckECDSAAdaptor(hash, sig, y)
	if p.VerifyECDSAAdaptor(hash, sig, y) != (err == nil) {
		t.Errorf("VerifyECDSAAdaptor and CheckECDSAAdaptor differ: %v", err)
	}
	return err
}

func TestECDSAAdaptorVectors(t *testing.T) {
	seen := map[string]int{}
	for _, c := range vectors.Load[struct {
		Kind                                         string
		Adaptor, Msg, Pk, Sk, Encryption, Decryption vectors.Bytes
		Sig                                          vectors.Bytes
		Error                                        *string
	}](t, "ecdsa_adaptor.json", 12) {
		seen[c.Kind]++
		sig, good := ECDSAAdaptor(c.Adaptor), c.Error == nil
		switch c.Kind {
		case "encryption":
			k, y := keyOf(t, c.Sk), keyOf(t, c.Decryption).PublicKey()
			got := must[ECDSAAdaptor](t)(k.EncryptECDSA(c.Msg, y, new([32]byte)))
			if got != sig || checkECDSAAdaptor(t, k.PublicKey(), c.Msg, sig, y) != nil {
				t.Errorf("encrypted to %x", got)
			}
			continue
		case "serialization":
			_, err := keyOf(t, number(big.NewInt(1))).DecryptECDSA(sig)
			if (err == nil) != good {
				t.Errorf("%x: %v", sig, err)
			}
			continue
		case "verification":
			p := must[*PublicKey](t)(ParsePublicKey(c.Pk))
			y := must[*PublicKey](t)(ParsePublicKey(c.Encryption))
			want := error(nil)
			if !good {
				want = ErrSignature
			}
			if err := checkECDSAAdaptor(t, p, c.Msg, sig, y); err != want {
				t.Errorf("%x: %v", sig, err)
			}
			if !good {
				continue
			}
			whole := must[Signature](t)(keyOf(t, c.Decryption).DecryptECDSA(sig))
			if !bytes.Equal(whole[:], c.Sig) || !whole.IsLow() || !p.VerifyECDSA(c.Msg, whole) {
				t.Errorf("%x: completed to %x", sig, whole)
			}
		}
		y := must[*PublicKey](t)(ParsePublicKey(c.Encryption))
		key, err := RecoverECDSAAdaptor(sig, Signature(c.Sig), y)
		if (err == nil) != good || good && !isKey(key, c.Decryption) {
			t.Errorf("%x: recovered %v, %v", sig, key, err)
		}
	}
	if seen["encryption"] != 1 || seen["serialization"] != 5 || seen["verification"] != 3 ||
		seen["recovery"] != 3 {
		t.Errorf("cases: %v", seen)
	}
}

func TestECDSAAdaptorToTheKey(t *testing.T) {
	edges := edgeKeys(t)
	for i := range 12 {
		k, y, hash, aux := drawKey(t, "key %d", i), edges[(i+i/3)%3], draw("hash %d", i), draw("aux")
		if i < 3 {
			k = edges[i]
		}
		switch i {
		case 5:
			hash = [32]byte{}
		case 6:
			hash = [32]byte(ones32)
		case 7:
			hash = order
		}
		random := &aux
		if i%2 == 0 {
			random = nil
		}
		p, point, secret := k.PublicKey(), y.PublicKey(), y.Bytes()
		sig := must[ECDSAAdaptor](t)(k.EncryptECDSA(hash[:], point, random))
		if err := checkECDSAAdaptor(t, p, hash[:], sig, point); err != nil {
			t.Errorf("%d: %v", i, err)
		}
		whole := must[Signature](t)(y.DecryptECDSA(sig))
		if !whole.IsLow() || !p.VerifyECDSA(hash[:], whole) {
			t.Errorf("%d: completed to %x", i, whole)
		}
		minus := keyOf(t, secret[:])
		minus.Negate()
		opposite := minus.Bytes()
		if must[Signature](t)(minus.DecryptECDSA(sig)) != whole {
			t.Errorf("%d: the negative key completes to something else", i)
		}
		high := whole
		copy(high[32:], number(new(big.Int).Sub(curve.N, big32(whole[32:]))))
		for _, c := range []struct {
			whole Signature
			point *PublicKey
			want  []byte
		}{{whole, point, secret[:]}, {high, point, secret[:]}, {whole, point.Negate(), opposite[:]},
			{whole, drawKey(t, "other").PublicKey(), nil}} {
			key, err := RecoverECDSAAdaptor(sig, c.whole, c.point)
			if !isKey(key, c.want) || (err == ErrSignature) != (c.want == nil) {
				t.Errorf("%d: %v, %v", i, key, err)
			}
		}
	}
}

func TestECDSAAdaptorEveryInputCounts(t *testing.T) {
	k, y, hash, other := drawKey(t, "key"), drawKey(t, "y"), draw("hash"), draw("other")
	p, point, stranger := k.PublicKey(), y.PublicKey(), drawKey(t, "stranger").PublicKey()
	encrypt := func(hash [32]byte, point *PublicKey, aux *[32]byte) ECDSAAdaptor {
		return must[ECDSAAdaptor](t)(k.EncryptECDSA(hash[:], point, aux))
	}
	zeros := new([32]byte)
	sig := encrypt(hash, point, zeros)
	if encrypt(hash, point, nil) == sig { // zeros mask the key, nothing does not
		t.Error("no auxiliary bytes are zeros")
	}
	for _, another := range []ECDSAAdaptor{encrypt(hash, point, &other), encrypt(other, point, zeros),
		encrypt(hash, stranger, zeros)} {
		if bytes.Equal(another[33:66], sig[33:66]) {
			t.Errorf("the nonce of %x again", sig)
		}
	}
	for _, err := range []error{checkECDSAAdaptor(t, p, other[:], sig, point),
		checkECDSAAdaptor(t, stranger, hash[:], sig, point),
		checkECDSAAdaptor(t, p, hash[:], sig, stranger)} {
		if err != ErrSignature {
			t.Error(err)
		}
	}
	for i := range sig {
		changed := sig
		changed[i] ^= 1
		if checkECDSAAdaptor(t, p, hash[:], changed, point) == nil {
			t.Errorf("byte %d does not count", i)
		}
	}
	another := must[Signature](t)(y.DecryptECDSA(encrypt(hash, point, &other)))
	if key, err := RecoverECDSAAdaptor(sig, another, point); key != nil || err != ErrSignature {
		t.Errorf("another's signature tells %v, %v", key, err)
	}
}

func TestECDSAAdaptorHostile(t *testing.T) {
	k, y, hash := drawKey(t, "key"), drawKey(t, "y"), draw("hash")
	p, point := k.PublicKey(), y.PublicKey()
	sig := must[ECDSAAdaptor](t)(k.EncryptECDSA(hash[:], point, nil))
	whole := must[Signature](t)(y.DecryptECDSA(sig))
	with := func(at int, part []byte) (bad ECDSAAdaptor) {
		bad = sig
		copy(bad[at:], part)
		return bad
	}
	type spoilt struct {
		sig  ECDSAAdaptor
		want error
	}
	cases := []spoilt{
		{with(0, append([]byte{2}, orderPlus(0)...)), ErrRZero},
		{with(66, zero32), ErrSZero}, {with(66, orderPlus(0)), ErrSRange},
		{with(66, ones32), ErrSRange}, {with(130, orderPlus(0)), ErrSRange},
		{with(130, ones32), ErrSRange}, {ECDSAAdaptor{}, ErrPublicKeyFormat},
	}
	for b, want := range badPoints() {
		cases = append(cases, spoilt{with(0, []byte(b)), want}, spoilt{with(33, []byte(b)), want})
	}
	for _, c := range cases {
		if err := checkECDSAAdaptor(t, p, hash[:], c.sig, point); err != c.want {
			t.Errorf("%x: %v, want %v", c.sig, err, c.want)
		}
		if whole, err := y.DecryptECDSA(c.sig); err != c.want || whole != (Signature{}) {
			t.Errorf("%x: completed to %x, %v", c.sig, whole, err)
		}
		if key, err := RecoverECDSAAdaptor(c.sig, whole, point); err != c.want || key != nil {
			t.Errorf("%x: recovered %v, %v", c.sig, key, err)
		}
	}
	another := must[ECDSAAdaptor](t)(k.EncryptECDSA(ones32, point, nil))
	for _, bad := range []ECDSAAdaptor{with(98, make([]byte, 64)), with(98, ones32),
		with(66, another[66:98])} {
		if err := checkECDSAAdaptor(t, p, hash[:], bad, point); err != ErrSignature {
			t.Errorf("%x: %v", bad, err)
		}
	}
	// m G + r X is infinity: R_a can be none.
	d := k.Bytes()
	m := modN(new(big.Int).Neg(mulN(big32(d[:]), big32(sig[1:33]))))
	if err := checkECDSAAdaptor(t, p, number(m), sig, point); err != ErrSignature {
		t.Error(err)
	}
	for _, c := range []struct {
		at   int
		part []byte
		want error
	}{{0, zero32, ErrRZero}, {0, orderPlus(0), ErrRRange}, {0, number(big.NewInt(1)), ErrSignature},
		{32, zero32, ErrSZero}, {32, orderPlus(0), ErrSRange}, {32, ones32, ErrSRange}} {
		bad := whole
		copy(bad[c.at:], c.part)
		if key, err := RecoverECDSAAdaptor(sig, bad, point); key != nil || err != c.want {
			t.Errorf("%x: %v, %v", bad, key, err)
		}
	}
	for _, hash := range [][]byte{nil, zero32[1:], append(hash[:], 0)} {
		if got, err := k.EncryptECDSA(hash, point, nil); err != ErrHashLength ||
			got != (ECDSAAdaptor{}) || checkECDSAAdaptor(t, p, hash, sig, point) != ErrHashLength {
			t.Errorf("hash of %d bytes: %v", len(hash), err)
		}
	}
	for _, none := range []*PublicKey{nil, {}} {
		for _, err := range []error{second(k.EncryptECDSA(hash[:], none, nil)),
			checkECDSAAdaptor(t, none, hash[:], sig, point),
			checkECDSAAdaptor(t, p, hash[:], sig, none),
			second(RecoverECDSAAdaptor(sig, whole, none))} {
			if err != ErrPublicKeyFormat {
				t.Error(err)
			}
		}
	}
	for name, none := range noKeys(t) {
		if got, err := none.EncryptECDSA(hash[:], point, nil); err != ErrPrivateKey ||
			got != (ECDSAAdaptor{}) || second(none.DecryptECDSA(sig)) != ErrPrivateKey {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func checkSchnorrAdaptor(t *testing.T, x *XOnlyPublicKey, msg []byte, sig SchnorrAdaptor,
	p *PublicKey) error {
	t.Helper()
	err := x.CheckSchnorrAdaptor(msg, sig, p)
	if x.VerifySchnorrAdaptor(msg, sig, p) != (err == nil) {
		t.Errorf("VerifySchnorrAdaptor and CheckSchnorrAdaptor differ: %v", err)
	}
	return err
}

func TestSchnorrAdaptorVectors(t *testing.T) {
	seen := map[string]int{}
	for _, c := range vectors.Load[struct {
		Kind, Comment                             string
		Sk, Pk, Aux, Msg, Adaptor, Presig, Secret vectors.Bytes
		Sig                                       vectors.Bytes
		Ok                                        bool
	}](t, "schnorr_adaptor.json", 25) {
		seen[c.Kind]++
		x, err := ParseXOnlyPublicKey(c.Pk)
		if c.Kind == "pubkey" {
			if (err == nil) != c.Ok {
				t.Errorf("%s: %v", c.Comment, err)
			}
			continue
		}
		switch c.Kind {
		case "presign":
			k := keyOf(t, c.Sk)
			point := must[*PublicKey](t)(ParsePublicKey(c.Adaptor))
			got := must[SchnorrAdaptor](t)(k.PresignSchnorr(c.Msg, point, array32(c.Aux)))
			if !bytes.Equal(got[:], c.Presig) || !k.PublicKey().XOnly().Equal(x) {
				t.Errorf("%s: %x", c.Comment, got)
			}
		case "verify":
			point := must[*PublicKey](t)(ParsePublicKey(c.Adaptor))
			if err := checkSchnorrAdaptor(t, x, c.Msg, SchnorrAdaptor(c.Presig),
				point); (err == nil) != c.Ok {
				t.Errorf("%s: %v", c.Comment, err)
			}
		case "adapt":
			var got [64]byte
			if k, err := NewPrivateKey(c.Secret); err == nil {
				got, _ = k.AdaptSchnorr(SchnorrAdaptor(c.Presig))
			}
			if (bytes.Equal(got[:], c.Sig) && x.VerifySchnorr(c.Msg, c.Sig)) != c.Ok {
				t.Errorf("%s: %x", c.Comment, got)
			}
		case "extract":
			key, err := ExtractSchnorrAdaptor(SchnorrAdaptor(c.Presig), c.Sig,
				keyOf(t, c.Secret).PublicKey())
			if (err == nil) != c.Ok || c.Ok && !isKey(key, c.Secret) {
				t.Errorf("%s: %v, %v", c.Comment, key, err)
			}
		case "point":
			if _, err := ParsePublicKey(c.Adaptor); (err == nil) != c.Ok {
				t.Errorf("%s: %v", c.Comment, err)
			}
		default:
			t.Errorf("%s is unknown", c.Kind)
		}
	}
	if len(seen) != 6 {
		t.Errorf("cases: %v", seen)
	}
}

func TestSchnorrAdaptorToTheKey(t *testing.T) {
	edges, odd := edgeKeys(t), 0
	for i := range 16 {
		k, secret, msg, aux := drawKey(t, "key %d", i), edges[(i+i/3)%3], pattern(7*i), draw("aux")
		if i < 3 {
			k = edges[i]
		}
		random, zeros := &aux, &aux
		if i%2 == 0 {
			random, zeros = nil, new([32]byte)
		}
		x, point, b := k.PublicKey().XOnly(), secret.PublicKey(), secret.Bytes()
		sig := must[SchnorrAdaptor](t)(k.PresignSchnorr(msg, point, random))
		if again := must[SchnorrAdaptor](t)(k.PresignSchnorr(msg, point, zeros)); again != sig {
			t.Errorf("%d: %x", i, again)
		}
		odd += int(sig[0] & 1)
		whole := must[[64]byte](t)(secret.AdaptSchnorr(sig))
		if err := checkSchnorrAdaptor(t, x, msg, sig, point); err != nil ||
			!x.VerifySchnorr(msg, whole[:]) {
			t.Errorf("%d: %v", i, err)
		}
		key, err := ExtractSchnorrAdaptor(sig, whole[:], point)
		if !isKey(key, b[:]) || err != nil {
			t.Errorf("%d: %v, %v", i, key, err)
		}
		// The negative of the key belongs to another point.
		minus := keyOf(t, b[:])
		minus.Negate()
		wrong := must[[64]byte](t)(minus.AdaptSchnorr(sig))
		if x.VerifySchnorr(msg, wrong[:]) ||
			checkSchnorrAdaptor(t, x, msg, sig, point.Negate()) != ErrSignature ||
			second(ExtractSchnorrAdaptor(sig, whole[:], point.Negate())) != ErrSignature {
			t.Errorf("%d: the negative key does as well", i)
		}
	}
	if odd == 0 || odd == 16 {
		t.Errorf("%d of 16 points are odd", odd)
	}
}

func TestSchnorrAdaptorEveryInputCounts(t *testing.T) {
	k, secret, msg, other := drawKey(t, "key"), drawKey(t, "t"), pattern(50), draw("other")
	x, point, stranger := k.PublicKey().XOnly(), secret.PublicKey(), drawKey(t, "stranger").PublicKey()
	sig := must[SchnorrAdaptor](t)(k.PresignSchnorr(msg, point, nil))
	whole := must[[64]byte](t)(secret.AdaptSchnorr(sig))
	for _, another := range []SchnorrAdaptor{
		must[SchnorrAdaptor](t)(k.PresignSchnorr(msg, point, &other)),
		must[SchnorrAdaptor](t)(k.PresignSchnorr(other[:], point, nil)),
		must[SchnorrAdaptor](t)(k.PresignSchnorr(msg, stranger, nil)),
	} {
		if bytes.Equal(another[:33], sig[:33]) {
			t.Errorf("the point of %x again", sig)
		}
	}
	for _, err := range []error{checkSchnorrAdaptor(t, x, other[:], sig, point),
		checkSchnorrAdaptor(t, stranger.XOnly(), msg, sig, point),
		checkSchnorrAdaptor(t, x, msg, sig, stranger)} {
		if err != ErrSignature {
			t.Error(err)
		}
	}
	for i := range sig {
		changed := sig
		changed[i] ^= 1
		key, err := ExtractSchnorrAdaptor(changed, whole[:], point)
		if checkSchnorrAdaptor(t, x, msg, changed, point) == nil || key != nil || err == nil {
			t.Errorf("byte %d does not count", i)
		}
	}
	for i := range whole {
		changed := whole
		changed[i] ^= 1
		if key, err := ExtractSchnorrAdaptor(sig, changed[:], point); key != nil || err == nil {
			t.Errorf("byte %d of the signature does not count", i)
		}
	}
	// The incomplete signature's own s: the key would be 0.
	if key, err := ExtractSchnorrAdaptor(sig, sig[1:], point); key != nil || err != ErrSignature {
		t.Errorf("%v, %v", key, err)
	}
}

func TestSchnorrAdaptorHostile(t *testing.T) {
	k, secret, msg := drawKey(t, "key"), drawKey(t, "t"), pattern(41)
	x, point := k.PublicKey().XOnly(), secret.PublicKey()
	sig := must[SchnorrAdaptor](t)(k.PresignSchnorr(msg, point, nil))
	whole := must[[64]byte](t)(secret.AdaptSchnorr(sig))
	with := func(at int, part []byte) (bad SchnorrAdaptor) {
		bad = sig
		copy(bad[at:], part)
		return bad
	}
	cases := map[SchnorrAdaptor]error{with(33, orderPlus(0)): ErrSRange, with(33, ones32): ErrSRange,
		{}: ErrPublicKeyFormat}
	for b, want := range badPoints() {
		cases[with(0, []byte(b))] = want
	}
	for bad, want := range cases {
		if err := checkSchnorrAdaptor(t, x, msg, bad, point); err != want {
			t.Errorf("%x: %v, want %v", bad, err, want)
		}
		if whole, err := secret.AdaptSchnorr(bad); err != want || whole != [64]byte{} {
			t.Errorf("%x: completed to %x, %v", bad, whole, err)
		}
		if key, err := ExtractSchnorrAdaptor(bad, whole[:], point); err != want || key != nil {
			t.Errorf("%x: %v, %v", bad, key, err)
		}
	}
	for _, c := range []struct {
		whole []byte
		want  error
	}{{nil, ErrSignatureLength}, {whole[:63], ErrSignatureLength},
		{append(whole[:], 0), ErrSignatureLength}, {make([]byte, 1<<20), ErrSignatureLength},
		{append(whole[:32:32], orderPlus(0)...), ErrSRange}} {
		if key, err := ExtractSchnorrAdaptor(sig, c.whole, point); key != nil || err != c.want {
			t.Errorf("%.70x: %v, %v", c.whole, key, err)
		}
	}
	// R' is the adaptor itself: what is left of it is infinity, for s = e d.
	var bad SchnorrAdaptor
	compressed, px, d := point.Compressed(), x.Bytes(), k.Bytes()
	e := TaggedHash("BIP0340/challenge", compressed[1:], px[:], msg)
	s := mulN(big32(e[:]), big32(d[:]))
	if k.PublicKey().IsOdd() {
		s = modN(s.Neg(s))
	}
	copy(bad[:], compressed[:])
	copy(bad[33:], number(s))
	if err := checkSchnorrAdaptor(t, x, msg, bad, point); err != ErrSignature {
		t.Error(err)
	}
	for _, none := range []*PublicKey{nil, {}} {
		for _, err := range []error{second(k.PresignSchnorr(msg, none, nil)),
			checkSchnorrAdaptor(t, none.XOnly(), msg, sig, point),
			checkSchnorrAdaptor(t, nil, msg, sig, point), checkSchnorrAdaptor(t, x, msg, sig, none),
			second(ExtractSchnorrAdaptor(sig, whole[:], none))} {
			if err != ErrPublicKeyFormat {
				t.Error(err)
			}
		}
	}
	for name, none := range noKeys(t) {
		if got, err := none.PresignSchnorr(msg, point, nil); err != ErrPrivateKey ||
			got != (SchnorrAdaptor{}) || second(none.AdaptSchnorr(sig)) != ErrPrivateKey {
			t.Errorf("%s: %v", name, err)
		}
	}
}
