// The interfaces on package p256k1.

package signer

import (
	"errors"

	p256k1 "github.com/UltrafastSecp256k1/UltrafastSecp256k1/go"
)

// Errors of a signer that lacks a key. Those of package p256k1 say what is wrong with an argument.
var (
	ErrNoSecret = errors.New("signer: there is no secret key")
	ErrNoPublic = errors.New("signer: there is no public key")
)

// Signer is the implementation of [P256K1Signer] on package p256k1. The zero value has no keys. It
// may be used by many goroutines at once while none of them changes its keys.
type Signer struct {
	secret *p256k1.PrivateKey
	public *p256k1.XOnlyPublicKey
}

// New returns a signer without keys, a *[Signer].
func New() P256K1Signer { return new(Signer) }

// set makes k the key, or its negative, whichever has an even y. k becomes the signer's own.
func (s *Signer) set(k *p256k1.PrivateKey) {
	if k.PublicKey().IsOdd() {
		k.Negate()
	}
	s.Zero()
	s.secret, s.public = k, k.PublicKey().XOnly()
}

// Generate implements [P256K1Signer]. On an error the keys stay as they are.
func (s *Signer) Generate() error {
	k, err := p256k1.GenerateKey()
	if err == nil {
		s.set(k)
	}
	return err
}

// InitSec implements [P256K1Signer]. The key before is wiped; on an error,
// [p256k1.ErrPrivateKey], the keys stay as they are.
func (s *Signer) InitSec(sec []byte) error {
	k, err := p256k1.NewPrivateKey(sec)
	if err == nil {
		s.set(k)
	}
	return err
}

// InitPub implements [P256K1Signer]. A secret key before is wiped; on an error, those of
// [p256k1.ParseXOnlyPublicKey], the keys stay as they are.
func (s *Signer) InitPub(pub []byte) error {
	x, err := p256k1.ParseXOnlyPublicKey(pub)
	if err == nil {
		s.Zero()
		s.public = x
	}
	return err
}

// Sec implements [P256K1Signer]. The copy is the caller's to wipe.
func (s *Signer) Sec() []byte {
	if s.secret == nil {
		return nil
	}
	b := s.secret.Bytes()
	return b[:]
}

// Pub implements [P256K1Signer].
func (s *Signer) Pub() []byte {
	if s.public == nil {
		return nil
	}
	b := s.public.Bytes()
	return b[:]
}

// Sign implements [P256K1Signer] for messages of any length, without auxiliary randomness. The
// signature is all that is allocated. [ErrNoSecret].
func (s *Signer) Sign(msg []byte) ([]byte, error) {
	if s.secret == nil {
		return nil, ErrNoSecret
	}
	sig, err := s.secret.SignSchnorr(msg, nil)
	if err != nil {
		return nil, err
	}
	return sig[:], nil
}

// Verify implements [P256K1Signer] for messages of any length. Nothing is allocated. [ErrNoPublic]
// or [p256k1.ErrSignatureLength].
func (s *Signer) Verify(msg, sig []byte) (bool, error) {
	if s.public == nil {
		return false, ErrNoPublic
	}
	if len(sig) != 64 {
		return false, p256k1.ErrSignatureLength
	}
	return s.public.VerifySchnorr(msg, sig), nil
}

// ECDH implements [P256K1Signer]: SHA-256 of the compressed product of the secret key and the point
// with that x and an even y. Both sides get the same, as both have a key with an even y.
// [ErrNoSecret], or the errors of [p256k1.ParseXOnlyPublicKey].
func (s *Signer) ECDH(pub []byte) ([]byte, error) {
	if s.secret == nil {
		return nil, ErrNoSecret
	}
	x, err := p256k1.ParseXOnlyPublicKey(pub)
	if err != nil {
		return nil, err
	}
	secret, err := s.secret.ECDH(x.PublicKey())
	if err != nil {
		return nil, err
	}
	return secret[:], nil
}

// Zero implements [P256K1Signer]. See the package p256k1 for what it cannot reach.
func (s *Signer) Zero() {
	if s.secret != nil {
		s.secret.Zero()
	}
	s.secret, s.public = nil, nil
}

// Generator is the implementation of [Gen] on package p256k1. One goroutine at a time may use it.
type Generator struct{ key *p256k1.PrivateKey }

// NewGen returns a generator without a key pair, a *[Generator].
func NewGen() Gen { return new(Generator) }

// Generate implements [Gen]. The key before is wiped.
func (g *Generator) Generate() ([]byte, error) {
	k, err := p256k1.GenerateKey()
	if err != nil {
		return nil, err
	}
	if g.key != nil {
		g.key.Zero()
	}
	g.key = k
	b := k.PublicKey().Compressed()
	return b[:], nil
}

// Negate implements [Gen].
func (g *Generator) Negate() {
	if g.key != nil {
		g.key.Negate()
	}
}

// KeyPairBytes implements [Gen]. The copy of the secret key is the caller's to wipe.
func (g *Generator) KeyPairBytes() (secBytes, pubBytes []byte) {
	if g.key == nil {
		return nil, nil
	}
	secret, public := g.key.Bytes(), g.key.PublicKey().XOnly().Bytes()
	return secret[:], public[:]
}
