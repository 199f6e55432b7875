// Keys that are none, and secrets that are not printed.

package parity

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
	"testing"

	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/foreign"
)

// Parsed is what libsecp256k1 has besides: keys that are parsed before.
type Parsed[Pair, Public, XOnly any] interface {
	foreign.Library[Pair]
	ParsePublicKey(b []byte) (Public, error)
	ParseXOnlyPublicKey(b []byte) (XOnly, error)
	XOnly(pair *Pair) ([32]byte, error)
	VerifyECDSA(public *Public, hash []byte, signature *[64]byte) bool
	VerifySchnorr(public *XOnly, message []byte, signature *[64]byte) bool
	ECDH(public *Public, secret *[32]byte) ([32]byte, error)
	ECDHX(public *Public, secret *[32]byte) ([32]byte, error)
}

// NoKeys calls with what parsing returns beside an error, for which libsecp256k1 would end the
// process.
func NoKeys[Pair, Public, XOnly any](t *testing.T, l Parsed[Pair, Public, XOnly],
	noPublic, noSecret, refused error) {
	public, err1 := l.ParsePublicKey(make([]byte, 33))
	xonly, err2 := l.ParseXOnlyPublicKey(make([]byte, 32))
	pair, err3 := l.NewKeyPair(new([32]byte))
	if err1 != noPublic || err2 != noPublic || err3 != noSecret {
		t.Errorf("%v, %v, %v", err1, err2, err3)
	}
	secret, hash, signature := [32]byte{31: 1}, make([]byte, 32), [64]byte{31: 1, 63: 1}
	if got, err := l.ECDH(&public, &secret); err != noPublic || got != [32]byte{} {
		t.Errorf("ECDH: %x, %v", got, err)
	}
	if got, err := l.ECDHX(&public, &secret); err != noPublic || got != [32]byte{} {
		t.Errorf("ECDHX: %x, %v", got, err)
	}
	if l.VerifyECDSA(&public, hash, &signature) || l.VerifySchnorr(&xonly, hash, &signature) {
		t.Error("a signature is that of no key")
	}
	if got, err := l.XOnly(&pair); err != noSecret || got != [32]byte{} {
		t.Errorf("XOnly: %x, %v", got, err)
	}
	if got, err := l.SignSchnorr(&pair, hash, nil); err != refused || got != [64]byte{} {
		t.Errorf("SignSchnorr: %x, %v", got, err)
	}
}

// NoPair signs with pairs that are none: the zero value, and one that was wiped by its copy.
func (p *Package[Pair, Library]) NoPair(t *testing.T) {
	l := p.Opened(t)
	var zero Pair
	wiped := must[Pair](t)(l.NewKeyPair(&[32]byte{31: 1}))
	duplicate := wiped
	any(duplicate).(interface{ Zero() }).Zero()
	any(zero).(interface{ Zero() }).Zero()
	for _, pair := range []Pair{zero, wiped, duplicate} {
		if got, err := l.SignSchnorr(&pair, nil, nil); err == nil || got != [64]byte{} {
			t.Errorf("%x, %v", got, err)
		}
	}
}

// NotPrinted prints key pairs and signers by ten verbs: they say that they are keys.
func (p *Package[Pair, Library]) NotPrinted(t *testing.T) {
	l := p.Opened(t)
	signer := p.NewSigner(l)
	secret := sha256.Sum256([]byte("printed"))
	if err := signer.InitSec(secret[:]); err != nil {
		t.Fatal(err)
	}
	copy(secret[:], signer.Sec()) // the one whose public key has an even y
	pair := must[Pair](t)(l.NewKeyPair(&secret))
	type wallet struct {
		Pair   Pair
		hidden Pair
		at     *Pair
		signer any
	}
	b := secret[:4]
	forms := []string{hex.EncodeToString(b), strings.ToUpper(hex.EncodeToString(b)), string(b),
		strings.Trim(fmt.Sprintf("%q", b), `"`)}
	for _, form := range []string{"%d %d %d %d", "0x%x, 0x%x, 0x%x, 0x%x",
		"%%!t(uint8=%d) %%!t(uint8=%d) %%!t(uint8=%d) %%!t(uint8=%d)"} {
		forms = append(forms, fmt.Sprintf(form, b[0], b[1], b[2], b[3]))
	}
	tells := func(text string) bool {
		for _, form := range forms {
			if strings.Contains(text, form) {
				return true
			}
		}
		return false
	}
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%X", "%d", "%p", "%t"} {
		for _, value := range []any{pair, &pair, []Pair{pair}, []*Pair{&pair}, wallet{hidden: pair},
			&wallet{pair, pair, &pair, signer}, signer, []any{signer}} {
			if text := fmt.Sprintf(verb, value); tells(text) {
				t.Errorf("%s of %T prints a secret: %s", verb, value, text)
			}
		}
		// The search finds what is printed.
		if text := fmt.Sprintf(verb, struct{ opaque []byte }{secret[:]}); !tells(text) {
			t.Errorf("%s prints no secret: %s", verb, text)
		}
		if text := fmt.Sprintf(verb, pair); verb != "%p" && // which asks no type
			!strings.HasSuffix(text, ".KeyPair(redacted)") {
			t.Errorf("%s prints a pair as %s", verb, text)
		}
	}
	for _, value := range []any{pair, &pair, signer} {
		text := value.(fmt.Stringer).String()
		if !strings.HasSuffix(text, "(redacted)") || value.(fmt.GoStringer).GoString() != text ||
			fmt.Sprintf("%v %#v", value, value) != text+" "+text {
			t.Errorf("%T is printed as %#v", value, value)
		}
	}
}
