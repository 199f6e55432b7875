// Package signer has the interfaces by which Go programs of the Nostr network sign, verify and
// agree on secrets, and implements them with package p256k1. Signatures and x-only public keys are
// those of BIP-340.
//
// [I] and [Gen] have the methods of the interfaces of that name in p256k1.mleku.dev/signer. Code
// that names these interfaces alone needs another import path, and no other change. The types that
// implement them have other names: P256K1Signer is a struct there, and the interface here. Modules
// beside this one implement [P256K1Signer] with other libraries.
package signer

// P256K1Signer signs, verifies and agrees on secrets with one key pair. With a public key alone it
// only verifies.
type P256K1Signer interface {
	// Generate makes a fresh key pair from the system's randomness. Its public key has an even y.
	Generate() error
	// InitSec takes a secret key of 32 bytes, which it copies, and makes its public key. If that
	// has an odd y, the signer works with the negative of the secret key, which has the same x-only
	// public key.
	InitSec(sec []byte) error
	// InitPub takes an x-only public key of 32 bytes, to verify with; there is no secret key then.
	InitPub(pub []byte) error
	// Sec returns a copy of the secret key, whose public key has an even y; nil if there is none.
	Sec() []byte
	// Pub returns the x-only public key, 32 bytes; nil if there is none.
	Pub() []byte
	// Sign returns the signature of the message (BIP-340), 64 bytes, the same each time.
	Sign(msg []byte) (sig []byte, err error)
	// Verify reports whether sig is the signature of the message by the public key. The error is
	// nil unless there is no public key or the signature does not have 64 bytes.
	Verify(msg, sig []byte) (valid bool, err error)
	// ECDH returns the secret of 32 bytes shared with the owner of an x-only public key.
	ECDH(pub []byte) (secret []byte, err error)
	// Zero wipes the secret key and forgets both keys.
	Zero()
}

// I is [P256K1Signer] by the name that it has in p256k1.mleku.dev/signer.
type I = P256K1Signer

// Gen makes one key pair after the other, for programs that search for a certain public key.
type Gen interface {
	// Generate makes a fresh key pair and returns its public key in 33 bytes (SEC 1), of which the
	// first tells the parity of y.
	Generate() (pubBytes []byte, err error)
	// Negate replaces the secret key by its negative, which gives y the other parity. Nothing
	// happens before Generate.
	Negate()
	// KeyPairBytes returns a copy of the secret key and the x-only public key, 32 bytes each; nil
	// before Generate.
	KeyPairBytes() (secBytes, pubBytes []byte)
}
