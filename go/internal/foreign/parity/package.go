// The tests that all packages over a library in C have in common.

package parity

import (
	"sync"
	"testing"

	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/foreign"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/signer"
)

// Opened is a library that was loaded from a path.
type Opened[Pair any] interface {
	foreign.Library[Pair]
	Path() string
}

// Package is what a package over a library exports, to be tested.
type Package[Pair any, Library Opened[Pair]] struct {
	Variable  string // the environment variable that names the library
	Open      func(path string) (Library, error)
	NewSigner func(Library) signer.P256K1Signer
}

// Opened opens the library. It skips a test where there is none.
func (p *Package[Pair, Library]) Opened(t testing.TB) Library {
	t.Helper()
	l, err := p.Open("")
	if err != nil {
		t.Skip(err)
	}
	return l
}

// Parity compares the calls of the library with those of package p256k1.
func (p *Package[Pair, Library]) Parity(t *testing.T) { library[Pair](t, p.Opened(t)) }

// Signer compares a signer over the library with that over package p256k1.
func (p *Package[Pair, Library]) Signer(t *testing.T) { signers(t, p.NewSigner(p.Opened(t))) }

// Path opens the library again, by the path that it says it has.
func (p *Package[Pair, Library]) Path(t *testing.T) {
	l := p.Opened(t)
	again, err := p.Open(l.Path())
	if err != nil || again.Path() != l.Path() {
		t.Errorf("%v, %v", again, err)
	}
}

// Absent opens what is no such library.
func (p *Package[Pair, Library]) Absent(t *testing.T) {
	absent(t, p.Variable, func(path string) error {
		_, err := p.Open(path)
		return err
	})
}

// ManyGoroutines calls the library from many goroutines at once.
func (p *Package[Pair, Library]) ManyGoroutines(t *testing.T) {
	l := p.Opened(t)
	var all sync.WaitGroup
	for i := range 8 {
		all.Add(1)
		go func() {
			defer all.Done()
			secret := [32]byte{byte(i), 31: 1}
			want, _ := l.PublicKey(&secret)
			for range 50 {
				if got, err := l.PublicKey(&secret); err != nil || got != want {
					t.Errorf("%x, %v", got, err)
				}
			}
		}()
	}
	all.Wait()
}

// Most is how many allocations calls may make.
type Most struct {
	PublicKey, XOnlyPublicKey, SignECDSA, SignSchnorr, ParseVerifySchnorr float64
}

// Allocations counts what calls allocate.
func (p *Package[Pair, Library]) Allocations(t *testing.T, most Most) {
	l := p.Opened(t)
	secret, hash := [32]byte{31: 7}, make([]byte, 32)
	pair := must[Pair](t)(l.NewKeyPair(&secret))
	xonly := must[[32]byte](t)(l.XOnlyPublicKey(&secret))
	schnorr := must[[64]byte](t)(l.SignSchnorr(&pair, hash, nil))
	for _, c := range []struct {
		what string
		most float64
		call func()
	}{
		{"PublicKey", most.PublicKey, func() { l.PublicKey(&secret) }},
		{"XOnlyPublicKey", most.XOnlyPublicKey, func() { l.XOnlyPublicKey(&secret) }},
		{"SignECDSA", most.SignECDSA, func() { l.SignECDSA(hash, &secret) }},
		{"SignSchnorr", most.SignSchnorr, func() { l.SignSchnorr(&pair, hash, nil) }},
		{"ParseVerifySchnorr", most.ParseVerifySchnorr, func() {
			l.ParseVerifySchnorr(&xonly, hash, &schnorr)
		}},
	} {
		if n := testing.AllocsPerRun(100, c.call); n > c.most {
			t.Errorf("%s: %v allocations", c.what, n)
		}
	}
}
