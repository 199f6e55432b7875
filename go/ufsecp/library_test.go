// Parity with p256k1, engines and rows, and what happens where the library is absent.

package ufsecp

import (
	"bytes"
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
		{"PublicKey", 1, func() { l.PublicKey(&secret) }},
		{"SignECDSA", 1, func() { l.SignECDSA(hash, &secret) }},
		{"SignSchnorr", 1, func() { l.SignSchnorr(&pair, hash, nil) }},
		{"ParseVerifySchnorr", 1, func() { l.ParseVerifySchnorr(&xonly, hash, &schnorr) }},
	} {
		if n := testing.AllocsPerRun(100, c.call); n > 2*c.entries {
			t.Errorf("%s: %v allocations", c.what, n)
		}
	}
}

func TestEngines(t *testing.T) {
	l := open(t)
	if l.Version() == "" || l.Engine() == "" {
		t.Errorf("version %q, engine %q", l.Version(), l.Engine())
	}
	if err := l.SelectEngine("none of that name"); err != ErrEngine {
		t.Error(err)
	}
	if err := l.SelectEngine("portable"); err != nil || l.Engine() != "portable" {
		t.Errorf("%v, %q", err, l.Engine())
	}
	if err := l.SelectEngine("auto"); err != nil {
		t.Error(err)
	}
	if l.SetThreads(-1) || l.SetThreads(1025) || !l.SetThreads(1) {
		t.Error("numbers of threads")
	}
}

// Rows of two, of which the second is false.
func TestRows(t *testing.T) {
	l := open(t)
	var ecdsa, schnorr, recoverable, keys []byte
	for i := range byte(2) {
		secret, hash := [32]byte{31: i + 1}, [32]byte{i}
		public, err := l.PublicKey(&secret)
		if err != nil {
			t.Fatal(err)
		}
		signature, id, err := l.SignRecoverable(hash[:], &secret)
		if err != nil {
			t.Fatal(err)
		}
		pair, err := l.NewKeyPair(&secret)
		if err != nil {
			t.Fatal(err)
		}
		other, err := l.SignSchnorr(&pair, hash[:], nil)
		if err != nil {
			t.Fatal(err)
		}
		ecdsa = append(append(append(ecdsa, hash[:]...), public[:]...), signature[:]...)
		schnorr = append(append(append(schnorr, public[1:]...), hash[:]...), other[:]...)
		recoverable = append(append(append(recoverable, hash[:]...), signature[:]...), id)
		keys = append(keys, public[:]...)
	}
	ok, recovered := make([]bool, 2), make([]byte, 66)
	for _, broken := range []bool{false, true} {
		if broken {
			ecdsa[len(ecdsa)-1] ^= 1
			schnorr[len(schnorr)-1] ^= 1
			recoverable[len(recoverable)-1] = 4
		}
		check := func(what string, all bool, err error) {
			t.Helper()
			if err != nil || all == broken || !ok[0] || ok[1] == broken {
				t.Errorf("%s: %v %v %v", what, all, ok, err)
			}
		}
		all, err := l.VerifyECDSARows(ok, ecdsa)
		check("ECDSA", all, err)
		all, err = l.VerifySchnorrRows(ok, schnorr)
		check("Schnorr", all, err)
		if all, err := l.VerifySchnorrBatch(schnorr); err != nil || all == broken {
			t.Errorf("batch: %v %v", all, err)
		}
		all, err = l.RecoverRows(recovered, ok, recoverable)
		check("recovery", all, err)
		if !bytes.Equal(recovered[:33], keys[:33]) ||
			bytes.Equal(recovered[33:], keys[33:]) == broken {
			t.Errorf("recovered %x", recovered)
		}
	}
	if _, err := l.VerifyECDSARows(ok, ecdsa[1:]); err != ErrRows {
		t.Error(err)
	}
	if _, err := l.RecoverRows(recovered[1:], ok, recoverable); err != ErrRows {
		t.Error(err)
	}
	if all, err := l.VerifySchnorrRows(nil, nil); err != nil || !all {
		t.Errorf("no rows: %v %v", all, err)
	}
}
