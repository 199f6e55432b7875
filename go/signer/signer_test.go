package signer

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"runtime"
	"strings"
	"testing"

	p256k1 "github.com/UltrafastSecp256k1/UltrafastSecp256k1/go"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/vectors"
)

// Programs for p256k1.mleku.dev name these two.
var (
	_ I   = New()
	_ Gen = NewGen()
)

// The vectors of BIP-340: those without auxiliary randomness are what Sign gives.
func TestBIP340(t *testing.T) {
	signed, verified := 0, 0
	for _, c := range vectors.Load[struct {
		Index                         int
		Seckey, Pubkey, Aux, Msg, Sig vectors.Bytes
		Result                        bool
	}](t, "bip340.json", 19) {
		s := New()
		if err := s.InitPub(c.Pubkey); err == nil {
			if !bytes.Equal(s.Pub(), c.Pubkey) || s.Sec() != nil {
				t.Errorf("%d: %x %x", c.Index, s.Pub(), s.Sec())
			}
			if ok, err := s.Verify(c.Msg, c.Sig); err != nil || ok != c.Result {
				t.Errorf("%d: %v %v", c.Index, ok, err)
			}
			verified++
		} else if c.Result {
			t.Errorf("%d: %v", c.Index, err)
		}
		if c.Seckey == nil || !bytes.Equal(c.Aux, make([]byte, 32)) {
			continue
		}
		if err := s.InitSec(c.Seckey); err != nil {
			t.Fatal(err)
		}
		sig, err := s.Sign(c.Msg)
		if err != nil || !bytes.Equal(sig, c.Sig) || !bytes.Equal(s.Pub(), c.Pubkey) {
			t.Errorf("%d: %x %x %v", c.Index, sig, s.Pub(), err)
		}
		signed++
	}
	if signed < 1 || verified < 15 {
		t.Errorf("%d signed, %d verified", signed, verified)
	}
}

// expectPair checks that sec is the secret key of pub with an even y.
func expectPair(t *testing.T, sec, pub []byte) {
	t.Helper()
	k, err := p256k1.NewPrivateKey(sec)
	if err != nil {
		t.Fatal(err)
	}
	if x := k.PublicKey().XOnly().Bytes(); !bytes.Equal(x[:], pub) || k.PublicKey().IsOdd() {
		t.Errorf("%x is not the even secret key of %x", sec, pub)
	}
}

func TestSecretKeys(t *testing.T) {
	negated := 0
	for i := range 16 {
		sec := sha256.Sum256([]byte(fmt.Sprint(i)))
		s := New()
		if err := s.InitSec(sec[:]); err != nil {
			t.Fatal(err)
		}
		expectPair(t, s.Sec(), s.Pub())
		if !bytes.Equal(s.Sec(), sec[:]) {
			negated++
		}
		other := New()
		if err := other.Generate(); err != nil {
			t.Fatal(err)
		}
		expectPair(t, other.Sec(), other.Pub())
		a, err := s.ECDH(other.Pub())
		if err != nil {
			t.Fatal(err)
		}
		if b, err := other.ECDH(s.Pub()); err != nil || !bytes.Equal(a, b) || len(a) != 32 {
			t.Errorf("%x and %x, %v", a, b, err)
		}
		sig, err := s.Sign(sec[:5])
		if err != nil {
			t.Fatal(err)
		}
		if err := other.InitPub(s.Pub()); err != nil || other.Sec() != nil {
			t.Errorf("%v %x", err, other.Sec())
		}
		if ok, err := other.Verify(sec[:5], sig); !ok || err != nil {
			t.Error(ok, err)
		}
		if ok, err := other.Verify(sec[:6], sig); ok || err != nil {
			t.Error(ok, err)
		}
		copied := s.Sec()
		copied[0] ^= 1
		if bytes.Equal(s.Sec(), copied) {
			t.Error("Sec is not a copy")
		}
	}
	if negated == 0 || negated == 16 {
		t.Errorf("%d of 16 negated", negated)
	}
}

func TestNoKeys(t *testing.T) {
	zeroed := New()
	if err := zeroed.Generate(); err != nil {
		t.Fatal(err)
	}
	key := zeroed.(*Signer).secret
	zeroed.Zero()
	if key.Bytes() != [32]byte{} {
		t.Error("the key is not wiped")
	}
	for _, s := range []P256K1Signer{New(), zeroed} {
		if s.Sec() != nil || s.Pub() != nil {
			t.Errorf("%x %x", s.Sec(), s.Pub())
		}
		if sig, err := s.Sign(nil); err != ErrNoSecret || sig != nil {
			t.Error(sig, err)
		}
		if ok, err := s.Verify(nil, make([]byte, 64)); err != ErrNoPublic || ok {
			t.Error(ok, err)
		}
		if secret, err := s.ECDH(make([]byte, 32)); err != ErrNoSecret || secret != nil {
			t.Error(secret, err)
		}
		s.Zero()
	}
}

func TestRefused(t *testing.T) {
	s := New()
	if err := s.Generate(); err != nil {
		t.Fatal(err)
	}
	sec, pub := s.Sec(), s.Pub()
	for _, n := range []int{0, 31, 32, 33} { // zeros
		if err := s.InitSec(make([]byte, n)); err != p256k1.ErrPrivateKey {
			t.Errorf("%d: %v", n, err)
		}
		if err := s.InitPub(make([]byte, n)); err == nil {
			t.Errorf("%d: a public key", n)
		}
		if secret, err := s.ECDH(make([]byte, n)); err == nil || secret != nil {
			t.Errorf("%d: %x", n, secret)
		}
	}
	for _, n := range []int{0, 63, 65} {
		if ok, err := s.Verify(nil, make([]byte, n)); ok || err != p256k1.ErrSignatureLength {
			t.Errorf("%d: %v %v", n, ok, err)
		}
	}
	if !bytes.Equal(s.Sec(), sec) || !bytes.Equal(s.Pub(), pub) {
		t.Error("what was refused changed the keys")
	}
	old := s.(*Signer).secret
	if err := s.InitSec(sec); err != nil || old.Bytes() != [32]byte{} ||
		!bytes.Equal(s.Sec(), sec) {
		t.Errorf("%v %x", err, old.Bytes())
	}
}

func TestGen(t *testing.T) {
	g := NewGen()
	g.Negate()
	if sec, pub := g.KeyPairBytes(); sec != nil || pub != nil {
		t.Errorf("%x %x", sec, pub)
	}
	parities := map[byte]int{}
	for range 32 {
		compressed, err := g.Generate()
		if err != nil || len(compressed) != 33 {
			t.Fatal(compressed, err)
		}
		parities[compressed[0]]++
		sec, pub := g.KeyPairBytes()
		if !bytes.Equal(pub, compressed[1:]) {
			t.Errorf("%x of %x", pub, compressed)
		}
		k, err := p256k1.NewPrivateKey(sec)
		if err != nil {
			t.Fatal(err)
		}
		if b := k.PublicKey().Compressed(); !bytes.Equal(b[:], compressed) {
			t.Errorf("%x is the key of %x", b, compressed)
		}
		g.Negate()
		k.Negate()
		negated, same := g.KeyPairBytes()
		if b := k.Bytes(); !bytes.Equal(negated, b[:]) || !bytes.Equal(same, pub) {
			t.Errorf("negated %x, %x", negated, same)
		}
	}
	if parities[2] == 0 || parities[3] == 0 || parities[2]+parities[3] != 32 {
		t.Errorf("%v", parities)
	}
}

func TestAllocations(t *testing.T) {
	if strings.HasPrefix(runtime.Version(), "go1.24") {
		t.Skip("Go 1.24 keeps the state of SHA-256 on the heap")
	}
	s, other := New(), New()
	if s.Generate() != nil || other.Generate() != nil {
		t.Fatal("no keys")
	}
	msg, pub := make([]byte, 32), other.Pub()
	sig, err := s.Sign(msg)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name string
		most float64
		run  func()
	}{
		{"Sign", 1, func() { _, _ = s.Sign(msg) }},
		{"Verify", 0, func() { _, _ = s.Verify(msg, sig) }},
		{"ECDH", 3, func() { _, _ = s.ECDH(pub) }},
	} {
		if got := testing.AllocsPerRun(20, c.run); got > c.most {
			t.Errorf("%s: %v allocations, expected %v", c.name, got, c.most)
		}
	}
}
