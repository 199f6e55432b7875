// Parity with p256k1, and what happens where the library is absent.

//go:build cgo && unix

package cgo

import (
	"sync"
	"testing"

	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/foreign/parity"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/libsecp256k1"
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
	parity.Absent(t, libsecp256k1.PathVariable, func(path string) error {
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
	for what, call := range map[string]func(){
		"PublicKey":          func() { l.PublicKey(&secret) },
		"SignECDSA":          func() { l.SignECDSA(hash, &secret) },
		"SignSchnorr":        func() { l.SignSchnorr(&pair, hash, nil) },
		"ParseVerifySchnorr": func() { l.ParseVerifySchnorr(&xonly, hash, &schnorr) },
	} {
		if n := testing.AllocsPerRun(100, call); n > 0 {
			t.Errorf("%s: %v allocations", what, n)
		}
	}
}

// A loop counts what the single calls say.
func TestLoop(t *testing.T) {
	l := open(t)
	rows := make([]Row, 3)
	for i := range rows {
		r := &rows[i]
		r.Secret, r.Hash = [32]byte{31: byte(i + 1)}, [32]byte{byte(i)}
		var err error
		if r.Public, err = l.PublicKey(&r.Secret); err != nil {
			t.Fatal(err)
		}
		if r.ECDSA, r.RecoveryID, err = l.SignRecoverable(r.Hash[:], &r.Secret); err != nil {
			t.Fatal(err)
		}
		pair, err := l.NewKeyPair(&r.Secret)
		if err != nil {
			t.Fatal(err)
		}
		if r.XOnly, err = l.XOnly(&pair); err != nil {
			t.Fatal(err)
		}
		if r.Schnorr, err = l.SignSchnorr(&pair, r.Hash[:], nil); err != nil {
			t.Fatal(err)
		}
	}
	rows[2].ECDSA[63] ^= 1
	rows[2].Schnorr[63] ^= 1
	loop, err := l.NewLoop(rows)
	if err != nil {
		t.Fatal(err)
	}
	for operation, want := range map[Operation]int{
		PubkeyDerivation: 30, XOnlyDerivation: 30, ECDH: 30, ECDSASign: 30, Sign: 30,
		ECDSAVerify: 20, ECDSAParseVerify: 20, Verify: 20, ParseVerify: 20,
	} {
		if got := loop.Run(operation, 30); got != want {
			t.Errorf("operation %d: %d of 30, want %d", operation, got, want)
		}
	}
	if _, err := l.NewLoop(nil); err == nil {
		t.Error("a loop of no rows")
	}
	rows[0].Secret = [32]byte{}
	if _, err := l.NewLoop(rows); err == nil {
		t.Error("a loop of a key that is none")
	}
}
