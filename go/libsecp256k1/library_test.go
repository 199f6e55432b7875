// Parity with p256k1, and what happens where the library is absent.

package libsecp256k1

import (
	"sync"
	"testing"

	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/foreign/parity"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/signer"
)

// open skips a test where the library is not.
func open(t testing.TB) *Library {
	t.Helper()
	l, err := Open("")
	if err != nil {
		t.Skip(err)
	}
	return l
}

func TestParity(t *testing.T) { parity.Library(t, open(t)) }

func TestSigner(t *testing.T) {
	l := open(t)
	parity.Signer(t, func() signer.P256K1Signer { return NewSigner(l) })
}

func TestPath(t *testing.T) {
	l := open(t)
	again, err := Open(l.Path())
	if err != nil || again.Path() != l.Path() {
		t.Errorf("%v, %v", again, err)
	}
}

// What cannot be loaded is an error that names it.
func TestAbsent(t *testing.T) {
	parity.Absent(t, PathVariable, func(path string) error {
		_, err := Open(path)
		return err
	})
}

func TestManyGoroutines(t *testing.T) {
	l := open(t)
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

// What package purego allocates is two for each entry into C; there is nothing else.
func TestAllocations(t *testing.T) {
	l := open(t)
	secret, hash := [32]byte{31: 7}, make([]byte, 32)
	pair, err := l.NewKeyPair(&secret)
	if err != nil {
		t.Fatal(err)
	}
	xonly, err := l.XOnlyPublicKey(&secret)
	if err != nil {
		t.Fatal(err)
	}
	schnorr, err := l.SignSchnorr(&pair, hash, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		what    string
		entries float64
		call    func()
	}{
		{"PublicKey", 2, func() { l.PublicKey(&secret) }},
		{"SignECDSA", 2, func() { l.SignECDSA(hash, &secret) }},
		{"SignSchnorr", 1, func() { l.SignSchnorr(&pair, hash, nil) }},
		{"ParseVerifySchnorr", 2, func() { l.ParseVerifySchnorr(&xonly, hash, &schnorr) }},
	} {
		if n := testing.AllocsPerRun(100, c.call); n > 2*c.entries {
			t.Errorf("%s: %v allocations", c.what, n)
		}
	}
}
