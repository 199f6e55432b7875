// What the library is asked to do, one row at a time: keys, ECDSA, recovery, Schnorr signatures and
// ECDH.

package ufsecp

import (
	"runtime"
	"unsafe"

	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/foreign"
)

// ---- Keys ----

// PublicKey returns the compressed public key (33 bytes, SEC 1) of a secret key. Constant time.
func (l *Library) PublicKey(secret *[32]byte) (public [33]byte, err error) {
	m := l.get()
	defer l.wipe(m)
	m.secret = *secret
	if !l.call(l.pubkeyCreate, address(&m.out), 33, address(&m.secret)) {
		return public, ErrSecretKey
	}
	return [33]byte(m.out[:33]), nil
}

// XOnlyPublicKey returns the x-only public key (32 bytes, BIP-340) of a secret key. Constant time.
func (l *Library) XOnlyPublicKey(secret *[32]byte) (xonly [32]byte, err error) {
	m := l.get()
	defer l.wipe(m)
	m.secret = *secret
	if !l.call(l.xonlyCreate, address(&m.out), 0, address(&m.secret)) {
		return xonly, ErrSecretKey
	}
	return [32]byte(m.out[:32]), nil
}

// Uncompress returns the 65 bytes (SEC 1) of a key of 33 or 65 bytes; hybrid keys are refused.
func (l *Library) Uncompress(public []byte) (out [65]byte, err error) {
	m := l.get()
	defer l.release(m)
	if !m.take(public) || !l.call(l.pubkeyConvert, address(&m.out), 65, address(&m.key),
		uintptr(len(public)), 0) {
		return out, ErrPublicKey
	}
	return m.out, nil
}

// take copies a public key, and tells if it has the length of one.
func (m *memory) take(public []byte) bool {
	copy(m.key[:], public)
	return len(public) == 33 || len(public) == 65
}

// NewKeyPair makes a key pair of a secret key, 32 bytes big-endian. [ErrSecretKey] if it is none.
// Constant time.
func (l *Library) NewKeyPair(secret *[32]byte) (pair KeyPair, err error) {
	m := l.get()
	defer l.wipe(m)
	m.secret = *secret
	if !l.call(l.keypairCreate, address(&m.key), address(&m.secret)) {
		return pair, ErrSecretKey
	}
	return KeyPair{foreign.NewSecret(&m.key)}, nil
}

// ParseECDH returns the SHA-256 of the compressed shared point, from a public key of 33 or 65
// bytes. Constant time in the secret key.
func (l *Library) ParseECDH(public []byte, secret *[32]byte) (shared [32]byte, err error) {
	return l.exchange(l.ecdh, public, secret)
}

// ParseECDHX returns the x coordinate of the shared point, from a public key of 33 or 65 bytes.
// Constant time in the secret key.
func (l *Library) ParseECDHX(public []byte, secret *[32]byte) (shared [32]byte, err error) {
	return l.exchange(l.ecdhX, public, secret)
}

func (l *Library) exchange(function uintptr, public []byte,
	secret *[32]byte) (shared [32]byte, err error) {
	m := l.get()
	defer l.wipe(m)
	m.secret = *secret
	if !m.take(public) || !l.call(function, address(&m.out), address(&m.key), uintptr(len(public)),
		address(&m.secret)) {
		return shared, ErrECDH
	}
	return [32]byte(m.out[:32]), nil
}

// ---- ECDSA: signatures are r || s, 64 bytes ----

// SignECDSA signs a hash of 32 bytes with the nonce of RFC 6979; s is low. Constant time.
func (l *Library) SignECDSA(hash []byte, secret *[32]byte) (signature [64]byte, err error) {
	if len(hash) != 32 {
		return signature, ErrMessage
	}
	m := l.get()
	defer l.wipe(m)
	m.secret, m.message = *secret, [32]byte(hash)
	if !l.call(l.ecdsaSign, address(&m.signature), address(&m.message), address(&m.secret), 0) {
		return signature, ErrSecretKey
	}
	return m.signature, nil
}

// SignRecoverable is [Library.SignECDSA] with the recovery id 0 ... 3. Constant time.
func (l *Library) SignRecoverable(hash []byte,
	secret *[32]byte) (signature [64]byte, id byte, err error) {
	if len(hash) != 32 {
		return signature, 0, ErrMessage
	}
	m := l.get()
	defer l.wipe(m)
	m.secret, m.message = *secret, [32]byte(hash)
	if !l.call(l.ecdsaSignRecoverable, address(&m.signature), address(&m.number),
		address(&m.message), address(&m.secret), 0) {
		return signature, 0, ErrSecretKey
	}
	return m.signature, byte(m.number), nil
}

// ParseVerifyECDSA tells if the signature of a hash of 32 bytes is that of the public key (33 or 65
// bytes). High s is accepted.
func (l *Library) ParseVerifyECDSA(public, hash []byte, signature *[64]byte) bool {
	if len(hash) != 32 {
		return false
	}
	m := l.get()
	defer l.release(m)
	m.message, m.signature = [32]byte(hash), *signature
	return m.take(public) &&
		l.call(l.ecdsaVerify, address(&m.signature), address(&m.message), address(&m.key),
			uintptr(len(public)), 0)
}

// Recover returns the public key (65 bytes, SEC 1) that made a signature of a hash of 32 bytes; id
// is its recovery id.
func (l *Library) Recover(hash []byte, signature *[64]byte, id byte) (public [65]byte, err error) {
	if len(hash) != 32 {
		return public, ErrMessage
	}
	m := l.get()
	defer l.release(m)
	m.message, m.signature = [32]byte(hash), *signature
	if !l.call(l.ecdsaRecover, address(&m.out), 65, address(&m.signature), uintptr(id),
		address(&m.message)) {
		return public, ErrSignature
	}
	return m.out, nil
}

// ---- Schnorr signatures (BIP-340) of messages of any length ----

// SignSchnorr signs with the auxiliary randomness aux; nil stands for 32 zero bytes. [ErrSecretKey]
// if there is no pair. Constant time in the key and aux.
func (l *Library) SignSchnorr(pair *KeyPair, message []byte,
	aux *[32]byte) (signature [64]byte, err error) {
	opaque := pair.opaque.Get()
	if opaque == nil {
		return signature, ErrSecretKey
	}
	m := l.get()
	defer l.wipe(m)
	m.key = *opaque
	var randomness uintptr
	if aux != nil {
		m.aux = *aux
		randomness = address(&m.aux)
	}
	start, done := pin(m, message)
	ok := l.call(l.schnorrSign, address(&m.signature), start, uintptr(len(message)),
		address(&m.key), randomness)
	done.Unpin()
	if !ok {
		return signature, ErrSecretKey
	}
	return m.signature, nil
}

// ParseVerifySchnorr tells if the signature (64 bytes) of the message is that of the x-only public
// key.
func (l *Library) ParseVerifySchnorr(public *[32]byte, message []byte, signature *[64]byte) bool {
	m := l.get()
	defer l.release(m)
	m.signature = *signature
	copy(m.key[:], public[:])
	start, done := pin(m, message)
	defer done.Unpin()
	return l.call(l.schnorrVerify, address(&m.signature), start, uintptr(len(message)),
		address(&m.key))
}

// pin returns where C finds a message: a short one is copied, a longer one stays in place, pinned
// until done.Unpin.
func pin(m *memory, message []byte) (start uintptr, done runtime.Pinner) {
	if copy(m.message[:], message) < len(message) {
		done.Pin(unsafe.SliceData(message))
		return address(unsafe.SliceData(message)), done
	}
	return address(&m.message), done
}
