// Parity of signers.

package parity

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"testing"

	p256k1 "github.com/UltrafastSecp256k1/UltrafastSecp256k1/go"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/signer"
)

// signers compares a signer over a library with that over p256k1: results, errors, and what is left
// when the keys change.
func signers(t *testing.T, theirs signer.P256K1Signer) {
	own := signer.New()
	both(t, theirs, own, "without keys")
	for i := range rows {
		secret := sha256.Sum256([]byte{byte(i)})
		if err := errors.Join(theirs.InitSec(secret[:]), own.InitSec(secret[:])); err != nil {
			t.Fatal(err)
		}
		both(t, theirs, own, "with a secret key")
		if err := errors.Join(theirs.InitSec(make([]byte, 32)),
			theirs.InitPub(make([]byte, 31))); !errors.Is(err, p256k1.ErrPrivateKey) {
			t.Error(err)
		}
		both(t, theirs, own, "after keys that are none")
		public := own.Pub()
		if err := errors.Join(theirs.InitPub(public), own.InitPub(public)); err != nil {
			t.Fatal(err)
		}
		both(t, theirs, own, "with a public key")
	}
	theirs.Zero()
	own.Zero()
	both(t, theirs, own, "after Zero")

	if err := theirs.Generate(); err != nil {
		t.Fatal(err)
	}
	if err := own.InitSec(theirs.Sec()); err != nil {
		t.Fatal(err)
	}
	both(t, theirs, own, "with a generated key")
}

func both(t *testing.T, theirs, own signer.P256K1Signer, when string) {
	t.Helper()
	if !bytes.Equal(theirs.Sec(), own.Sec()) || !bytes.Equal(theirs.Pub(), own.Pub()) {
		t.Errorf("%s: keys %x %x, signer.Signer has %x %x", when, theirs.Sec(), theirs.Pub(),
			own.Sec(), own.Pub())
	}
	message := bytes.Repeat([]byte{1}, 100)
	signature, err := theirs.Sign(message)
	want, wantErr := own.Sign(message)
	if !bytes.Equal(signature, want) || err != wantErr {
		t.Errorf("%s: signature %x %v, signer.Signer gives %x %v", when, signature, err, want,
			wantErr)
	}
	for _, candidate := range [][]byte{want, make([]byte, 64), make([]byte, 63)} {
		ok, err := theirs.Verify(message, candidate)
		if wantOK, wantErr := own.Verify(message, candidate); ok != wantOK || err != wantErr {
			t.Errorf("%s: verdict %v %v, signer.Signer gives %v %v", when, ok, err, wantOK, wantErr)
		}
	}
	key, _ := p256k1.NewPrivateKey(bytes.Repeat([]byte{7}, 32))
	point := key.PublicKey().XOnly().Bytes()
	for _, public := range [][]byte{point[:], make([]byte, 32), nil} {
		shared, err := theirs.ECDH(public)
		if want, wantErr := own.ECDH(public); !bytes.Equal(shared, want) || err != wantErr {
			t.Errorf("%s: shared secret %x %v, signer.Signer gives %x %v", when, shared, err, want,
				wantErr)
		}
	}
}
