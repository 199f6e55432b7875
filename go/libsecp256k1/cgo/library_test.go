// Parity with p256k1, and what happens where the library is absent.

//go:build cgo && unix

package cgo

import (
	"testing"

	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/foreign/parity"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/libsecp256k1"
)

// over is this package.
var over = parity.Package[KeyPair, *Library]{
	Variable: libsecp256k1.PathVariable, Open: Open, NewSigner: NewSigner,
}

func TestParity(t *testing.T)         { over.Parity(t) }
func TestSigner(t *testing.T)         { over.Signer(t) }
func TestPath(t *testing.T)           { over.Path(t) }
func TestAbsent(t *testing.T)         { over.Absent(t) }
func TestManyGoroutines(t *testing.T) { over.ManyGoroutines(t) }
func TestNoPair(t *testing.T)         { over.NoPair(t) }
func TestNotPrinted(t *testing.T)     { over.NotPrinted(t) }

func TestNoKeys(t *testing.T) {
	parity.NoKeys(t, over.Opened(t), libsecp256k1.ErrPublicKey, libsecp256k1.ErrSecretKey,
		libsecp256k1.ErrRefused)
}

func TestAllocations(t *testing.T) {
	over.Allocations(t, parity.Most{})
}

// A loop counts what the single calls say.
func TestLoop(t *testing.T) {
	l := over.Opened(t)
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
