// Keys: what is refused, what is changed, what is wiped, and that nothing prints a secret.

package p256k1

import (
	"bytes"
	"crypto"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/big"
	"reflect"
	"strings"
	"testing"

	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/oracle"
)

var (
	_ crypto.Signer = (*PrivateKey)(nil)
	_ error         = ErrDER
)

// number is 32 big-endian bytes of a number, which may be given as n + d by the d alone.
func number(v *big.Int) []byte { return v.FillBytes(make([]byte, 32)) }

func orderPlus(d int64) []byte {
	return number(new(big.Int).Add(oracle.Secp256k1.N, big.NewInt(d)))
}

var (
	zero32 = make([]byte, 32)
	ones32 = bytes.Repeat([]byte{0xff}, 32)
)

func TestOrderBytes(t *testing.T) {
	difference := new(big.Int).Sub(oracle.Secp256k1.P, oracle.Secp256k1.N)
	if !bytes.Equal(order[:], orderPlus(0)) ||
		!bytes.Equal(fieldMinusOrder[:], number(difference)) {
		t.Error("not n and p - n")
	}
}

func TestNewPrivateKey(t *testing.T) {
	for _, c := range []struct {
		b  []byte
		ok bool
	}{
		{nil, false}, {[]byte{}, false}, {number(big.NewInt(1))[1:], false},
		{make([]byte, 33), false},
		{zero32, false}, {number(big.NewInt(1)), true}, {orderPlus(-1), true},
		{orderPlus(0), false},
		{orderPlus(1), false}, {ones32, false},
	} {
		k, err := NewPrivateKey(c.b)
		if (err == nil) != c.ok || !c.ok && (err != ErrPrivateKey || k != nil) {
			t.Errorf("%x: %v", c.b, err)
		}
		if c.ok {
			if b := k.Bytes(); !bytes.Equal(b[:], c.b) {
				t.Errorf("%x: %x", c.b, b)
			}
		}
	}
}

func TestGenerateKey(t *testing.T) {
	a, b := must[*PrivateKey](t)(GenerateKey()), must[*PrivateKey](t)(GenerateKey())
	if a.Equal(b) || !a.Equal(a) || a.PublicKey().Equal(b.PublicKey()) {
		t.Error("two keys are equal, or one is not itself")
	}
	defer func(before io.Reader) { rand.Reader = before }(rand.Reader)
	good := number(big.NewInt(7))
	for refused := range 6 {
		rand.Reader = io.MultiReader(bytes.NewReader(bytes.Repeat(ones32, refused)),
			bytes.NewReader(good))
		k, err := GenerateKey()
		if refused < 4 && (err != nil || k.Bytes() != [32]byte(good)) ||
			refused >= 4 && (err != ErrRandomness || k != nil) {
			t.Errorf("%d times no key: %v", refused, err)
		}
	}
}

func TestErrors(t *testing.T) {
	seen := map[string]bool{}
	for e := ErrPrivateKey; e <= ErrShares; e++ {
		text := e.Error()
		if !strings.HasPrefix(text, "p256k1: ") || seen[text] || text == Error(0).Error() {
			t.Errorf("%d: %q", e, text)
		}
		seen[text] = true
	}
	if _, err := NewPrivateKey(nil); !errors.Is(err, ErrPrivateKey) || errors.Is(err, ErrTweak) {
		t.Error(err)
	}
}

// noKeys are those that no work may be done with.
func noKeys(t *testing.T) map[string]*PrivateKey {
	wiped := drawKey(t, "wiped")
	wiped.PublicKey()
	wiped.Zero()
	fresh := drawKey(t, "wiped before it was used")
	fresh.Zero()
	fresh.Zero()
	return map[string]*PrivateKey{"nil": nil, "zero value": {}, "wiped": wiped,
		"wiped unused": fresh}
}

func TestNoKey(t *testing.T) {
	p := drawKey(t, "other").PublicKey()
	for name, k := range noKeys(t) {
		hash := draw("hash")
		if sig, err := k.SignECDSA(hash[:]); err != ErrPrivateKey || sig != (Signature{}) {
			t.Errorf("%s: SignECDSA %x %v", name, sig, err)
		}
		if sig, id, err := k.SignRecoverable(hash[:]); err != ErrPrivateKey ||
			sig != (Signature{}) || id != 0 {
			t.Errorf("%s: SignRecoverable %x %v", name, sig, err)
		}
		if der, err := k.Sign(nil, hash[:], crypto.SHA256); err != ErrPrivateKey || der != nil {
			t.Errorf("%s: Sign %x %v", name, der, err)
		}
		if sig, err := k.SignSchnorr(hash[:], nil); err != ErrPrivateKey || sig != [64]byte{} {
			t.Errorf("%s: SignSchnorr %x %v", name, sig, err)
		}
		if s, err := k.ECDH(p); err != ErrPrivateKey || s != [32]byte{} {
			t.Errorf("%s: ECDH %x %v", name, s, err)
		}
		if s, err := k.ECDHXOnly(p.XOnly()); err != ErrPrivateKey || s != [32]byte{} {
			t.Errorf("%s: ECDHXOnly %x %v", name, s, err)
		}
		if ell, err := k.EllSwift(nil); err != ErrPrivateKey || ell != [64]byte{} {
			t.Errorf("%s: EllSwift %x %v", name, ell, err)
		}
		if s, err := k.EllSwiftECDH(&[64]byte{1}, &[64]byte{2}, true); err != ErrPrivateKey ||
			s != [32]byte{} {
			t.Errorf("%s: EllSwiftECDH %x %v", name, s, err)
		}
		if err := k.TweakAdd(number(big.NewInt(1))); err != ErrPrivateKey {
			t.Errorf("%s: TweakAdd %v", name, err)
		}
		if err := k.TweakMul(number(big.NewInt(1))); err != ErrPrivateKey {
			t.Errorf("%s: TweakMul %v", name, err)
		}
		if q, err := k.TaprootOutput(nil); err != ErrPrivateKey || q != nil {
			t.Errorf("%s: TaprootOutput %v", name, err)
		}
		k.Negate()
		if k.Bytes() != [32]byte{} || k.PublicKey() != nil || k.Public() != nil || k.Equal(k) ||
			k.Equal(drawKey(t, "other")) || drawKey(t, "other").Equal(k) {
			t.Errorf("%s: is a key", name)
		}
	}
}

func TestNoPublicKey(t *testing.T) {
	var p PublicKey
	var x XOnlyPublicKey
	k, hash := drawKey(t, "key"), draw("hash")
	sig := must[Signature](t)(k.SignECDSA(hash[:]))
	schnorr := must[[64]byte](t)(k.SignSchnorr(hash[:], nil))
	if p.IsValid() || x.IsValid() || (*PublicKey)(nil).IsValid() ||
		(*XOnlyPublicKey)(nil).IsValid() || !k.PublicKey().IsValid() {
		t.Error("IsValid")
	}
	if p.Compressed() != [33]byte{} || p.Uncompressed() != [65]byte{} || x.Bytes() != [32]byte{} ||
		p.EthereumAddress() != [20]byte{} {
		t.Error("the zero value has an encoding")
	}
	if p.CheckECDSA(hash[:], sig) != ErrPublicKeyFormat ||
		x.CheckSchnorr(hash[:], schnorr[:]) != ErrPublicKeyFormat {
		t.Error("the zero value verifies")
	}
	// R = h/s G is what a key at infinity would have to give
	h := drawKey(t, "nonce")
	forged := Signature(append(xOf(h), number(big.NewInt(1))...))
	b := h.Bytes()
	if p.VerifyECDSA(b[:], forged) {
		t.Error("forged")
	}
	for what, err := range map[string]error{
		"TweakAdd":                second(p.TweakAdd(zero32)),
		"TweakMul":                second(p.TweakMul(number(big.NewInt(1)))),
		"ECDH":                    second(k.ECDH(&p)),
		"ECDH of nil":             second(k.ECDH(nil)),
		"ECDHXOnly":               second(k.ECDHXOnly(&x)),
		"x-only of nil":           second(k.ECDHXOnly(nil)),
		"EllSwift":                second(p.EllSwift(&[32]byte{1})),
		"EllSwift of no random":   second(k.PublicKey().EllSwift(nil)),
		"EllSwiftECDH of nothing": second(k.EllSwiftECDH(nil, &[64]byte{2}, true)),
		"EllSwiftECDH with nil":   second(k.EllSwiftECDH(&[64]byte{1}, nil, true)),
		"Combine":                 second(CombinePublicKeys(k.PublicKey(), &p)),
		"Combine of nil":          second(CombinePublicKeys(nil)),
	} {
		if err != ErrPublicKeyFormat {
			t.Errorf("%s: %v", what, err)
		}
	}
	if _, _, err := x.TaprootOutput(nil); err != ErrPublicKeyFormat {
		t.Error(err)
	}
	if p.Negate().IsValid() || p.XOnly().IsValid() || x.PublicKey().IsValid() ||
		DecodeEllSwift(nil) != nil {
		t.Error("something is made of nothing")
	}
}

// TestNilKeys calls every method of a nil key: it says what the zero value does. Methods that print
// are left out: they print nil as <nil>.
func TestNilKeys(t *testing.T) {
	of := func(m reflect.Method, key reflect.Value) string {
		in := []reflect.Value{key}
		for i := 1; i < m.Type.NumIn(); i++ {
			argument := reflect.Zero(m.Type.In(i))
			if argument.Type() == reflect.TypeFor[[]byte]() {
				argument = reflect.ValueOf(number(big.NewInt(1)))
			}
			in = append(in, argument)
		}
		said := ""
		for _, out := range m.Func.Call(in) {
			if out.Kind() == reflect.Pointer && !out.IsNil() {
				out = out.Elem()
			}
			said += fmt.Sprintf("%v ", out)
		}
		return said
	}
	methods := 0
	for _, zero := range []any{new(PrivateKey), new(PublicKey), new(XOnlyPublicKey)} {
		kind := reflect.TypeOf(zero)
		for i := range kind.NumMethod() {
			m := kind.Method(i)
			if _, ofValue := kind.Elem().MethodByName(m.Name); ofValue ||
				strings.HasSuffix(m.Name, "String") {
				continue
			}
			methods++
			said, want := of(m, reflect.Zero(kind)), of(m, reflect.ValueOf(zero))
			if said != want {
				t.Errorf("%v.%s: nil says %s, the zero value %s", kind, m.Name, said, want)
			}
		}
	}
	if methods < 28 {
		t.Errorf("only %d methods", methods)
	}
	var k *PrivateKey
	var p *PublicKey
	var x *XOnlyPublicKey
	if k.Equal(k) || p.Equal(p) || x.Equal(x) || p.Equal(new(PublicKey)) ||
		x.Equal(new(XOnlyPublicKey)) || new(PublicKey).Equal(p) {
		t.Error("nil is equal to something")
	}
	for _, none := range []interface {
		fmt.Stringer
		fmt.GoStringer
	}{k, (*ExtendedPrivateKey)(nil), (*MuSigNonce)(nil), (*FrostNonce)(nil)} {
		if none.String() != "<nil>" || none.GoString() != "<nil>" ||
			fmt.Sprintf("%v %#v", none, none) != "<nil> <nil>" {
			t.Errorf("a nil %T is printed as %s, %v", none, none.String(), none)
		}
	}
	if p.String() != "<nil>" || x.String() != "<nil>" || fmt.Sprint(p, x) != "<nil> <nil>" {
		t.Errorf("nil is printed as %s, %s, %v", p.String(), x.String(), p)
	}
}

func second[T any](_ T, err error) error { return err }

func TestParseErrors(t *testing.T) {
	p := drawKey(t, "key").PublicKey()
	compressed, full := p.Compressed(), p.Uncompressed()
	with := func(b []byte, at int, v ...byte) []byte {
		return append(append(bytes.Clone(b[:at]), v...), b[at+len(v):]...)
	}
	fieldP := number(oracle.Secp256k1.P)
	for _, c := range []struct {
		name string
		b    []byte
		want error
	}{
		{"empty", nil, ErrPublicKeyFormat},
		{"infinity", []byte{0}, ErrPublicKeyFormat},
		{"short", compressed[:32], ErrPublicKeyFormat},
		{"long", append(full[:], 0), ErrPublicKeyFormat},
		{"prefix 04 of 33", with(compressed[:], 0, 4), ErrPublicKeyFormat},
		{"prefix 02 of 65", with(full[:], 0, 2), ErrPublicKeyFormat},
		{"hybrid", with(full[:], 0, 6+full[64]&1), ErrPublicKeyFormat},
		{"x = p", with(compressed[:], 1, fieldP...), ErrPublicKeyRange},
		{"x = 2^256 - 1", with(compressed[:], 1, ones32...), ErrPublicKeyRange},
		{"y = p", with(full[:], 33, fieldP...), ErrPublicKeyRange},
		{"no square", with(compressed[:], 1, number(big.NewInt(5))...), ErrPublicKeyOffCurve},
		{"y + 1", with(full[:], 64, full[64]+1), ErrPublicKeyOffCurve},
		{"zeros", with(make([]byte, 65), 0, 4), ErrPublicKeyOffCurve},
	} {
		if p, err := ParsePublicKey(c.b); err != c.want || p != nil {
			t.Errorf("%s: %v, want %v", c.name, err, c.want)
		}
	}
	if _, err := ParseHybridPublicKey(with(full[:], 0, 7-full[64]&1)); err != ErrPublicKeyFormat {
		t.Errorf("hybrid of the other parity: %v", err)
	}
	if h, err := ParseHybridPublicKey(with(full[:], 0, 6+full[64]&1)); err != nil || !h.Equal(p) {
		t.Errorf("hybrid: %v", err)
	}
	for b, want := range map[string]error{
		"": ErrPublicKeyFormat, string(compressed[:]): ErrPublicKeyFormat,
		string(fieldP): ErrPublicKeyRange,
		string(ones32): ErrPublicKeyRange, string(number(big.NewInt(5))): ErrPublicKeyOffCurve,
		string(zero32): ErrPublicKeyOffCurve,
	} {
		if x, err := ParseXOnlyPublicKey([]byte(b)); err != want || x != nil {
			t.Errorf("x-only %x: %v, want %v", b, err, want)
		}
	}
}

func TestPublicKeyForms(t *testing.T) {
	odd := 0
	for i := range 32 {
		k := drawKey(t, "key %d", i)
		p := k.PublicKey()
		b := k.Bytes()
		want := oracle.Secp256k1.Mul(new(big.Int).SetBytes(b[:]), &oracle.G)
		if full := p.Uncompressed(); !bytes.Equal(full[1:],
			append(number(want.X), number(want.Y)...)) || full[0] != 4 {
			t.Fatalf("%d: %x", i, full)
		}
		if k.PublicKey() != p || k.Public() != crypto.PublicKey(p) {
			t.Error("made twice")
		}
		compressed, full := p.Compressed(), p.Uncompressed()
		if p.String() != hex.EncodeToString(compressed[:]) {
			t.Errorf("%v", p)
		}
		for _, b := range [][]byte{compressed[:], full[:]} {
			if q := must[*PublicKey](t)(ParsePublicKey(b)); !q.Equal(p) || *q != *p {
				t.Errorf("%x is parsed as %v", b, q)
			}
		}
		x := p.XOnly()
		bx := x.Bytes()
		if y := must[*XOnlyPublicKey](t)(ParseXOnlyPublicKey(bx[:])); !y.Equal(x) ||
			y.String() != p.String()[2:] {
			t.Errorf("%v is parsed as %v", x, y)
		}
		if x.PublicKey().IsOdd() || x.PublicKey().Equal(p) == p.IsOdd() ||
			!x.Equal(p.Negate().XOnly()) {
			t.Errorf("%v: x-only is %v", p, x.PublicKey())
		}
		if p.Equal(p.Negate()) || !p.Negate().Negate().Equal(p) || p.IsOdd() == p.Negate().IsOdd() {
			t.Errorf("%v: negated %v", p, p.Negate())
		}
		if p.Equal(*p) || p.Equal(nil) || p.Equal((*PublicKey)(nil)) || x.Equal(p) ||
			x.Equal((*XOnlyPublicKey)(nil)) || k.Equal(p) || k.Equal((*PrivateKey)(nil)) {
			t.Error("equal to another type")
		}
		if p.IsOdd() {
			odd++
		}
	}
	if odd == 0 || odd == 32 {
		t.Errorf("%d odd keys", odd)
	}
}

func TestTweaks(t *testing.T) {
	for i := range 20 {
		tweak := draw("tweak %d", i)
		k, same := drawKey(t, "key %d", i), drawKey(t, "key %d", i)
		p := k.PublicKey()
		if err := k.TweakAdd(tweak[:]); err != nil {
			t.Fatal(err)
		}
		if q := must[*PublicKey](t)(p.TweakAdd(tweak[:])); !q.Equal(k.PublicKey()) || q.Equal(p) {
			t.Errorf("%d: TweakAdd", i)
		}
		sum := must[*PublicKey](t)(CombinePublicKeys(p,
			must[*PrivateKey](t)(NewPrivateKey(tweak[:])).PublicKey()))
		if !sum.Equal(k.PublicKey()) {
			t.Errorf("%d: CombinePublicKeys", i)
		}
		if err := same.TweakMul(tweak[:]); err != nil {
			t.Fatal(err)
		}
		if q := must[*PublicKey](t)(p.TweakMul(tweak[:])); !q.Equal(same.PublicKey()) {
			t.Errorf("%d: TweakMul", i)
		}
		before := same.PublicKey()
		same.Negate()
		b := same.Bytes()
		if !same.PublicKey().Equal(before.Negate()) ||
			!must[*PrivateKey](t)(NewPrivateKey(b[:])).PublicKey().Equal(before.Negate()) {
			t.Errorf("%d: Negate", i)
		}
	}
}

func TestTweakErrors(t *testing.T) {
	minusOne := must[*PrivateKey](t)(NewPrivateKey(orderPlus(-1)))
	one := number(big.NewInt(1))
	for _, c := range []struct {
		tweak    []byte
		add, mul bool
	}{
		{nil, false, false}, {one[1:], false, false}, {make([]byte, 33), false, false},
		{zero32, true, false},
		{one, false, true}, {number(big.NewInt(2)), true, true}, {orderPlus(-1), true, true},
		{orderPlus(0), false, false}, {ones32, false, false},
	} {
		for what, run := range map[string]struct {
			private func(*PrivateKey, []byte) error
			public  func(*PublicKey, []byte) (*PublicKey, error)
			ok      bool
		}{
			"add": {(*PrivateKey).TweakAdd, (*PublicKey).TweakAdd, c.add},
			"mul": {(*PrivateKey).TweakMul, (*PublicKey).TweakMul, c.mul},
		} {
			k := must[*PrivateKey](t)(NewPrivateKey(orderPlus(-1)))
			q, err := run.public(k.PublicKey(), c.tweak)
			if (err == nil) != run.ok || !run.ok && (err != ErrTweak || q != nil) {
				t.Errorf("%s %x: public %v", what, c.tweak, err)
			}
			if err := run.private(k, c.tweak); (err == nil) != run.ok ||
				!run.ok && (err != ErrTweak || !k.Equal(minusOne)) {
				t.Errorf("%s %x: private %v", what, c.tweak, err)
			}
			if run.ok && !k.PublicKey().Equal(q) {
				t.Errorf("%s %x: %v and %v", what, c.tweak, k.PublicKey(), q)
			}
		}
	}
	if _, err := CombinePublicKeys(); err != ErrNoPoint {
		t.Error(err)
	}
	if _, err := CombinePublicKeys(minusOne.PublicKey(),
		minusOne.PublicKey().Negate()); err != ErrNoPoint {
		t.Error(err)
	}
	for _, root := range [][]byte{{1}, make([]byte, 31), make([]byte, 33)} {
		if _, err := minusOne.TaprootOutput(root); err != ErrMerkleRoot {
			t.Errorf("%x: %v", root, err)
		}
		if _, _, err := minusOne.PublicKey().XOnly().TaprootOutput(root); err != ErrMerkleRoot {
			t.Errorf("%x: %v", root, err)
		}
	}
}

// Copies of a key are one key.
func TestCopiesOfKeys(t *testing.T) {
	k := drawKey(t, "key")
	c := *k
	if err := c.TweakAdd(number(big.NewInt(1))); err != nil || !c.Equal(k) ||
		k.Equal(drawKey(t, "key")) {
		t.Error("a copy is another key")
	}
	if c.Zero(); k.Bytes() != [32]byte{} {
		t.Error("a copy was wiped alone")
	}
}

func TestKeysAreNotPrinted(t *testing.T) {
	k := drawKey(t, "key")
	k.PublicKey()
	b := k.Bytes()
	var secrets []string // the forms in which the number could be seen
	limbs := k.secret().d.Limbs()
	secrets = append(secrets, hex.EncodeToString(b[:8]), strings.ToUpper(hex.EncodeToString(b[:8])),
		string(b[:8]), fmt.Sprint(b[:8]))
	for _, w := range limbs {
		secrets = append(secrets, fmt.Sprint(w), fmt.Sprintf("%x", w), fmt.Sprintf("%X", w),
			fmt.Sprintf("%o", w), fmt.Sprintf("%b", w))
	}
	type wallet struct {
		Key    *PrivateKey
		hidden PrivateKey
		keys   []*PrivateKey
	}
	type box struct{ PrivateKey }
	values := []any{k, *k, wallet{k, *k, []*PrivateKey{k}}, &wallet{k, *k, nil}, []PrivateKey{*k},
		map[string]PrivateKey{"k": *k}, box{*k}, &box{*k}}
	found := func(what, text string) {
		for _, s := range secrets {
			if strings.Contains(text, s) {
				t.Errorf("%s prints a secret: %s", what, text)
			}
		}
	}
	for _, v := range values {
		for _, flags := range []string{"", "+", "#", " ", "0", "-", "+#"} {
			for verb := 'A'; verb <= 'z'; verb++ {
				format := "%" + flags + string(verb)
				found(fmt.Sprintf("%s of %T", format, v), fmt.Sprintf(format, v))
			}
		}
		var log bytes.Buffer
		slog.New(slog.NewTextHandler(&log, nil)).Info("m", "k", v)
		slog.New(slog.NewJSONHandler(&log, nil)).Info("m", "k", v)
		found("slog", log.String())
		text, err := json.Marshal(v)
		if err != nil {
			t.Error(err)
		}
		found("JSON", string(text))
	}
	if got := fmt.Sprintf("%v %s %+v %#v %x %d", k, k, *k, *k, *k,
		k); got != strings.TrimSpace(strings.Repeat(redacted+" ", 6)) {
		t.Error(got)
	}
	// the search finds what is printed
	bare := struct{ d [4]uint64 }{limbs}
	if !strings.Contains(fmt.Sprintf("%v", bare), secrets[4]) {
		t.Error("a number is not found where it is printed")
	}
}
