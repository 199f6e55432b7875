// Command quickstart signs and verifies with ECDSA and Schnorr and shares a secret: the program of
// this module's README.
package main

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"log"

	p256k1 "github.com/UltrafastSecp256k1/UltrafastSecp256k1/go"
)

func main() {
	if err := run(); err != nil {
		log.Fatal(err)
	}
}

func run() error {
	key, err := p256k1.GenerateKey() // NewPrivateKey takes 32 bytes
	if err != nil {
		return err
	}
	defer key.Zero()
	public := key.PublicKey().Compressed() // 33 bytes, for others

	// ECDSA: a hash of 32 bytes, a signature r || s of 64 bytes.
	hash := sha256.Sum256([]byte("a message"))
	signature, err := key.SignECDSA(hash[:])
	if err != nil {
		return err
	}
	signer, err := p256k1.ParsePublicKey(public[:])
	if err != nil {
		return err
	}
	if err := signer.CheckECDSA(hash[:], signature); err != nil {
		return err // says what is wrong; VerifyECDSA only says that something is
	}

	// Schnorr (BIP-340): a message of any length. nil: no auxiliary randomness.
	message := []byte("a longer message")
	schnorr, err := key.SignSchnorr(message, nil)
	if err != nil {
		return err
	}
	if err := signer.XOnly().CheckSchnorr(message, schnorr[:]); err != nil {
		return err
	}

	// Diffie-Hellman: both sides get the same 32 bytes.
	other, err := p256k1.GenerateKey()
	if err != nil {
		return err
	}
	defer other.Zero()
	ours, err := key.ECDH(other.PublicKey())
	if err != nil {
		return err
	}
	theirs, err := other.ECDH(signer)
	if err != nil {
		return err
	}
	if ours != theirs {
		return errors.New("the secrets differ")
	}
	fmt.Println("both signatures are valid, and the secrets agree")
	return nil
}
