// A signer over any of these libraries.

package foreign

import (
	p256k1 "github.com/UltrafastSecp256k1/UltrafastSecp256k1/go"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/signer"
)

// Signer is a signer.P256K1Signer over a library: what signer.Signer is over p256k1, with its
// errors. It may be used by many goroutines at once while none of them changes its keys.
type Signer[Pair interface{ Zero() }] struct {
	library Library[Pair]
	keys    signer.Signer // checks keys, and keeps those with an even y
	pair    Pair
	signs   bool // there is a secret key, and pair
}

// NewSigner returns a signer without keys.
func NewSigner[Pair interface{ Zero() }](library Library[Pair]) *Signer[Pair] {
	return &Signer[Pair]{library: library}
}

// String returns words that say nothing of the keys.
func (s *Signer[Pair]) String() string { return "signer.P256K1Signer(redacted)" }

// GoString is [Signer.String].
func (s *Signer[Pair]) GoString() string { return s.String() }

// Generate implements [signer.P256K1Signer]; the randomness is Go's.
func (s *Signer[Pair]) Generate() error {
	key, err := p256k1.GenerateKey()
	if err != nil {
		return err
	}
	secret := key.Bytes()
	key.Zero()
	defer clear(secret[:])
	return s.InitSec(secret[:])
}

// InitSec implements [signer.P256K1Signer].
func (s *Signer[Pair]) InitSec(secret []byte) error {
	var keys signer.Signer
	if err := keys.InitSec(secret); err != nil {
		return err
	}
	even := keys.Sec()
	defer clear(even)
	pair, err := s.library.NewKeyPair((*[32]byte)(even))
	if err != nil {
		keys.Zero()
		return err
	}
	s.Zero()
	s.keys, s.pair, s.signs = keys, pair, true
	return nil
}

// InitPub implements [signer.P256K1Signer].
func (s *Signer[Pair]) InitPub(public []byte) error {
	err := s.keys.InitPub(public)
	if err == nil {
		s.forget()
	}
	return err
}

// Sec implements [signer.P256K1Signer].
func (s *Signer[Pair]) Sec() []byte { return s.keys.Sec() }

// Pub implements [signer.P256K1Signer].
func (s *Signer[Pair]) Pub() []byte { return s.keys.Pub() }

// Sign implements [signer.P256K1Signer].
func (s *Signer[Pair]) Sign(message []byte) ([]byte, error) {
	if !s.signs {
		return nil, signer.ErrNoSecret
	}
	signature, err := s.library.SignSchnorr(&s.pair, message, nil)
	if err != nil {
		return nil, err
	}
	return signature[:], nil
}

// Verify implements [signer.P256K1Signer].
func (s *Signer[Pair]) Verify(message, signature []byte) (bool, error) {
	public := s.Pub()
	if public == nil {
		return false, signer.ErrNoPublic
	}
	if len(signature) != 64 {
		return false, p256k1.ErrSignatureLength
	}
	return s.library.ParseVerifySchnorr((*[32]byte)(public), message, (*[64]byte)(signature)), nil
}

// ECDH implements [signer.P256K1Signer].
func (s *Signer[Pair]) ECDH(public []byte) ([]byte, error) {
	if !s.signs {
		return nil, signer.ErrNoSecret
	}
	if _, err := p256k1.ParseXOnlyPublicKey(public); err != nil {
		return nil, err
	}
	secret := s.keys.Sec()
	defer clear(secret)
	shared, err := s.library.ParseECDH(append([]byte{2}, public...), (*[32]byte)(secret))
	if err != nil {
		return nil, err
	}
	return shared[:], nil
}

// Zero implements [signer.P256K1Signer].
func (s *Signer[Pair]) Zero() {
	s.keys.Zero()
	s.forget()
}

// forget wipes the library's form of the secret key.
func (s *Signer[Pair]) forget() {
	s.pair.Zero()
	s.signs = false
}
