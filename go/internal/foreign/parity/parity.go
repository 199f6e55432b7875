// Package parity tests that a library in C gives what package p256k1 gives. The packages over such
// libraries share it.
package parity

import (
	"bytes"
	"crypto/sha256"
	"testing"

	p256k1 "github.com/UltrafastSecp256k1/UltrafastSecp256k1/go"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/foreign"
)

const rows = 64

// library compares all calls that a library has in common with p256k1, on good arguments and bad
// ones.
func library[Pair any](t *testing.T, l foreign.Library[Pair]) {
	for i := range rows {
		secret := sha256.Sum256([]byte{byte(i)})
		hash := sha256.Sum256(secret[:])
		message := bytes.Repeat(hash[:], 10)[:7*i%300]
		aux := &hash
		if i%2 == 0 {
			aux = nil
		}
		compare(t, l, secret, hash, message, aux)
	}
	refusals(t, l)
}

// expect compares a result, and an error that should be nil.
func expect[Value comparable](t *testing.T, what string, want, got Value, err error) {
	t.Helper()
	if err != nil || got != want {
		t.Errorf("%s: %x (%v), p256k1 gives %x", what, any(got), err, any(want))
	}
}

// must is a result of p256k1 on arguments that are good.
func must[Value any](t *testing.T) func(v Value, err error) Value {
	return func(v Value, err error) Value {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

func compare[Pair any](t *testing.T, l foreign.Library[Pair], secret, hash [32]byte, message []byte,
	aux *[32]byte) {
	t.Helper()
	key := must[*p256k1.PrivateKey](t)(p256k1.NewPrivateKey(secret[:]))
	compressed, uncompressed, xonly := key.PublicKey().Compressed(), key.PublicKey().Uncompressed(),
		key.PublicKey().XOnly().Bytes()
	public, err := l.PublicKey(&secret)
	expect(t, "public key", compressed, public, err)
	even, err := l.XOnlyPublicKey(&secret)
	expect(t, "x-only public key", xonly, even, err)

	want, id, err := key.SignRecoverable(hash[:])
	if err != nil {
		t.Fatal(err)
	}
	ecdsa, err := l.SignECDSA(hash[:], &secret)
	expect(t, "ECDSA signature", want, p256k1.Signature(ecdsa), err)
	ecdsa, theirID, err := l.SignRecoverable(hash[:], &secret)
	expect(t, "recoverable signature", want, p256k1.Signature(ecdsa), err)
	expect(t, "recovery id", id, theirID, err)
	recovered, err := l.Recover(hash[:], &ecdsa, id)
	expect(t, "recovered key", uncompressed, recovered, err)

	pair := must[Pair](t)(l.NewKeyPair(&secret))
	schnorr, err := l.SignSchnorr(&pair, message, aux)
	expect(t, "Schnorr signature", must[[64]byte](t)(key.SignSchnorr(message, aux)), schnorr, err)

	for _, encoded := range [][]byte{compressed[:], uncompressed[:]} { // with the secret key `hash`
		other := must[*p256k1.PrivateKey](t)(p256k1.NewPrivateKey(hash[:]))
		shared, err := l.ParseECDH(encoded, &hash)
		expect(t, "shared secret", must[[32]byte](t)(other.ECDH(key.PublicKey())), shared, err)
		x, err := l.ParseECDHX(append([]byte{2}, xonly[:]...), &hash)
		expect(t, "shared x", must[[32]byte](t)(other.ECDHXOnly(key.PublicKey().XOnly())), x, err)

		for bit := -1; bit < 512; bit += 37 { // the first time nothing is changed
			changed := ecdsa
			if bit >= 0 {
				changed[bit/8] ^= 1 << (bit % 8)
			}
			if got := l.ParseVerifyECDSA(encoded, hash[:], &changed); got != (bit < 0) {
				t.Errorf("ECDSA signature %x: %v", changed, got)
			}
		}
	}
	for bit := -1; bit < 512; bit += 37 {
		changed := schnorr
		if bit >= 0 {
			changed[bit/8] ^= 1 << (bit % 8)
		}
		if got := l.ParseVerifySchnorr(&xonly, message, &changed); got != (bit < 0) {
			t.Errorf("Schnorr signature %x: %v", changed, got)
		}
	}
}

// refusals are arguments that no library takes: an error or false, and nothing worse.
func refusals[Pair any](t *testing.T, l foreign.Library[Pair]) {
	ones := [32]byte(bytes.Repeat([]byte{0xff}, 32))
	good, hash, signature := [32]byte{31: 1}, make([]byte, 32), [64]byte{}
	for _, secret := range []*[32]byte{{}, &ones} {
		_, err1 := l.PublicKey(secret)
		_, err2 := l.XOnlyPublicKey(secret)
		_, err3 := l.NewKeyPair(secret)
		_, err4 := l.SignECDSA(hash, secret)
		_, _, err5 := l.SignRecoverable(hash, secret)
		g := must[*p256k1.PrivateKey](t)(p256k1.NewPrivateKey(good[:])).PublicKey().Compressed()
		_, err6 := l.ParseECDH(g[:], secret)
		_, err7 := l.ParseECDHX(g[:], secret)
		for i, err := range []error{err1, err2, err3, err4, err5, err6, err7} {
			if err == nil {
				t.Errorf("call %d takes the secret key %x", i, *secret)
			}
		}
	}
	for _, public := range [][]byte{nil, {}, {2}, make([]byte, 32), make([]byte, 33),
		make([]byte, 64), make([]byte, 65), make([]byte, 66), append([]byte{2}, ones[:]...),
		append([]byte{4}, make([]byte, 64)...)} {
		_, err1 := l.ParseECDH(public, &good)
		_, err2 := l.ParseECDHX(public, &good)
		if err1 == nil || err2 == nil || l.ParseVerifyECDSA(public, hash, &signature) {
			t.Errorf("the public key %x is taken", public)
		}
	}
	if l.ParseVerifySchnorr(&ones, nil, &signature) {
		t.Error("an x-only key of 2^256 - 1 is taken")
	}
	for _, length := range []int{0, 31, 33} {
		_, err1 := l.SignECDSA(make([]byte, length), &good)
		_, _, err2 := l.SignRecoverable(make([]byte, length), &good)
		_, err3 := l.Recover(make([]byte, length), &signature, 0)
		if err1 == nil || err2 == nil || err3 == nil {
			t.Errorf("a hash of %d bytes is taken", length)
		}
	}
	for id := range byte(8) {
		if _, err := l.Recover(hash, &signature, id); err == nil {
			t.Errorf("a key is recovered from zeros and the id %d", id)
		}
	}
}
