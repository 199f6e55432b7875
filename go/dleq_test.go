// Proofs of equal discrete logarithms: the vectors of BIP-374, proofs for other bases, what a
// changed byte does, hostile proofs, and arguments that are none.

package p256k1

import (
	"bytes"
	"math/big"
	"slices"
	"testing"

	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/vectors"
)

// generator is G.
func generator(t testing.TB) *PublicKey {
	return must[*PrivateKey](t)(NewPrivateKey(number(big.NewInt(1)))).PublicKey()
}

// A statement is what a proof is about.
type statement struct {
	a, b, c, base *PublicKey
	msg           *[32]byte
}

func (s *statement) check(t *testing.T, proof []byte) error {
	t.Helper()
	err := CheckDLEQ(proof, s.a, s.b, s.c, s.base, s.msg)
	if VerifyDLEQ(proof, s.a, s.b, s.c, s.base, s.msg) != (err == nil) {
		t.Errorf("VerifyDLEQ and CheckDLEQ differ: %v", err)
	}
	return err
}

func statementOf(t *testing.T, k *PrivateKey, b, base *PublicKey, msg *[32]byte) *statement {
	t.Helper()
	a := k.PublicKey()
	if base != nil {
		a = must[*PublicKey](t)(k.Multiply(base))
	}
	return &statement{a, b, must[*PublicKey](t)(k.Multiply(b)), base, msg}
}

func TestBIP374(t *testing.T) {
	proved, verified, refused := 0, counts{}, 0
	g := generator(t)
	for _, c := range vectors.Load[struct {
		Comment, Kind               string
		Base, B, C, Aux, Msg, Proof vectors.Bytes
		Secret                      vectors.Bytes `json:"a"`
		Point                       vectors.Bytes `json:"A"`
		Ok                          bool
	}](t, "bip374.json", 28) {
		parse := func(b []byte) *PublicKey {
			if len(b) == 0 {
				return new(PublicKey)
			}
			return must[*PublicKey](t)(ParsePublicKey(b))
		}
		base, b := parse(c.Base), parse(c.B)
		bases := []*PublicKey{base}
		if base.Equal(g) {
			bases = append(bases, nil)
		}
		for _, base := range bases {
			if c.Kind == "verify" {
				s := &statement{parse(c.Point), b, parse(c.C), base, array32(c.Msg)}
				if err := s.check(t, c.Proof); (err == nil) != c.Ok {
					t.Errorf("%s: %v", c.Comment, err)
				}
				continue
			}
			k, err := NewPrivateKey(c.Secret)
			if err != nil {
				k = nil
			}
			proof, err := k.ProveDLEQ(b, base, array32(c.Msg), array32(c.Aux))
			if (err == nil) != c.Ok || !bytes.Equal(proof[:], append(c.Proof,
				make([]byte, 64)...)[:64]) {
				t.Errorf("%s: %x, %v", c.Comment, proof, err)
			}
			if err == nil {
				if err := statementOf(t, k, b, base, array32(c.Msg)).check(t, proof[:]); err != nil {
					t.Errorf("%s: %v", c.Comment, err)
				}
			}
		}
		switch {
		case c.Kind == "verify":
			verified[c.Ok]++
		case c.Ok:
			proved++
		default:
			refused++
		}
	}
	if proved != 8 || refused != 3 || verified[true] != 8 || verified[false] != 9 {
		t.Errorf("%d proofs, %d refused, verified: %v", proved, refused, verified)
	}
}

func TestDLEQProofs(t *testing.T) {
	g := generator(t)
	edges := []*PrivateKey{drawKey(t, "key"), must[*PrivateKey](t)(NewPrivateKey(number(
		big.NewInt(1)))), must[*PrivateKey](t)(NewPrivateKey(orderPlus(-1)))}
	for _, k := range edges {
		for i := range 8 {
			b, msg, aux := drawKey(t, "B %d", i).PublicKey(), draw("msg"), draw("aux")
			var base *PublicKey
			var m, x *[32]byte
			if i&1 != 0 {
				base = drawKey(t, "base").PublicKey()
			}
			if i&2 != 0 {
				m = &msg
			}
			if i&4 != 0 {
				x = &aux
			}
			proof := must[[64]byte](t)(k.ProveDLEQ(b, base, m, x))
			if err := statementOf(t, k, b, base, m).check(t, proof[:]); err != nil {
				t.Errorf("%03b: %v", i, err)
			}
		}
		for _, b := range []*PublicKey{g, g.Negate()} { // the base itself
			proof := must[[64]byte](t)(k.ProveDLEQ(b, nil, nil, nil))
			if err := statementOf(t, k, b, nil, nil).check(t, proof[:]); err != nil {
				t.Error(err)
			}
		}
	}
}

func TestDLEQEveryInputCounts(t *testing.T) {
	k, msg, aux, other := drawKey(t, "key"), draw("msg"), draw("aux"), draw("other")
	b, base := drawKey(t, "B").PublicKey(), drawKey(t, "base").PublicKey()
	stranger := drawKey(t, "stranger").PublicKey()
	prove := func(msg, aux *[32]byte) [64]byte {
		return must[[64]byte](t)(k.ProveDLEQ(b, base, msg, aux))
	}
	proof := prove(&msg, &aux)
	s := statementOf(t, k, b, base, &msg)
	if err := s.check(t, proof[:]); err != nil {
		t.Fatal(err)
	}
	if prove(&msg, nil) != prove(&msg, new([32]byte)) {
		t.Error("no auxiliary bytes are not zeros")
	}
	if prove(nil, &aux) == prove(new([32]byte), &aux) {
		t.Error("a message of zeros is none")
	}
	if again := prove(&msg, &other); again == proof || s.check(t, again[:]) != nil {
		t.Error("other auxiliary bytes give the same proof, or none")
	}
	for i := range 4 {
		for _, change := range []func(*PublicKey) *PublicKey{(*PublicKey).Negate,
			func(*PublicKey) *PublicKey { return stranger }} {
			changed := *s
			field := []**PublicKey{&changed.a, &changed.b, &changed.c, &changed.base}[i]
			*field = change(*field)
			if err := changed.check(t, proof[:]); err != ErrSignature {
				t.Errorf("point %d: %v", i, err)
			}
		}
	}
	for _, changed := range []*statement{{s.a, s.b, s.c, nil, s.msg}, {s.a, s.b, s.c, s.base, nil},
		{s.a, s.b, s.c, s.base, &other}} {
		if err := changed.check(t, proof[:]); err != ErrSignature {
			t.Error(err)
		}
	}
	for i := range 64 {
		changed := proof
		changed[i] ^= 1
		if err := s.check(t, changed[:]); err != ErrSignature {
			t.Errorf("byte %d: %v", i, err)
		}
	}
}

func TestDLEQHostileProofs(t *testing.T) {
	k, b := drawKey(t, "key"), drawKey(t, "B").PublicKey()
	d, one := k.Bytes(), number(big.NewInt(1))
	proof := must[[64]byte](t)(k.ProveDLEQ(b, nil, nil, nil))
	s := statementOf(t, k, b, nil, nil)
	e, answer := proof[:32:32], proof[32:]
	for _, c := range []struct {
		proof []byte
		want  error
	}{
		{append(e, orderPlus(0)...), ErrSRange}, {append(e, ones32...), ErrSRange},
		{make([]byte, 64), ErrSignature},                // both commitments are infinity
		{append(one[:32:32], d[:]...), ErrSignature},    // likewise
		{append(orderPlus(0), answer...), ErrSignature}, // e counts as it is
		{append(bytes.Clone(ones32), answer...), ErrSignature},
		{append(e, zero32...), ErrSignature},
		{nil, ErrSignatureLength}, {proof[:63], ErrSignatureLength},
		{append(proof[:], 0), ErrSignatureLength}, {make([]byte, 1<<20), ErrSignatureLength},
	} {
		if err := s.check(t, c.proof); err != c.want {
			t.Errorf("%.80x: %v, want %v", c.proof, err, c.want)
		}
	}
	s.c = b // one commitment is infinity
	if err := s.check(t, append(one[:32:32], d[:]...)); err != ErrSignature {
		t.Error(err)
	}
}

func TestDLEQMisuse(t *testing.T) {
	k, b := drawKey(t, "key"), drawKey(t, "B").PublicKey()
	proof := must[[64]byte](t)(k.ProveDLEQ(b, nil, nil, nil))
	for _, none := range []*PublicKey{nil, {}} {
		if p, err := k.Multiply(none); p != nil || err != ErrPublicKeyFormat {
			t.Errorf("%v: %v", none, err)
		}
		errs := []error{second(k.ProveDLEQ(none, nil, nil, nil)),
			second(k.ProveDLEQ(b, new(PublicKey), nil, nil)),
			CheckDLEQ(proof[:], none, b, b, nil, nil), CheckDLEQ(proof[:], b, none, b, nil, nil),
			CheckDLEQ(proof[:], b, b, none, nil, nil),
			CheckDLEQ(proof[:], b, b, b, new(PublicKey), nil)}
		if slices.ContainsFunc(errs, func(err error) bool { return err != ErrPublicKeyFormat }) {
			t.Error(errs)
		}
	}
	for name, none := range noKeys(t) {
		p, err := none.Multiply(b)
		if proof, again := none.ProveDLEQ(b, nil, nil, nil); proof != [64]byte{} || p != nil ||
			err != ErrPrivateKey || again != ErrPrivateKey {
			t.Errorf("%s: %v, %v", name, err, again)
		}
	}
	minus := must[*PrivateKey](t)(NewPrivateKey(orderPlus(-1)))
	if !must[*PublicKey](t)(minus.Multiply(b)).Equal(b.Negate()) {
		t.Error("(n - 1) B is not -B")
	}
}
