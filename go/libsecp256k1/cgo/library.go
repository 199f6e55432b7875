//go:build cgo && unix

// Package cgo calls a libsecp256k1 that is loaded at run time, through cgo: the twin of package
// libsecp256k1 with its names and rules.
//
// It is built where cgo is (a C compiler and CGO_ENABLED=1). Neither headers nor the library are
// needed to build it: [Open] loads the library from a path, the environment variable LIBSECP256K1,
// or where the system's loader finds it, and returns an error where it is absent. Each method
// enters C once, also where it parses a key first, but XOnlyPublicKey, ParseECDH and ParseECDHX,
// which enter it twice; none allocates anything but a [KeyPair].
package cgo

/*
#cgo CFLAGS: -O2
#cgo linux LDFLAGS: -ldl
#cgo noescape secp_pubkey
#cgo nocallback secp_pubkey
#cgo noescape secp_pubkey_parse
#cgo nocallback secp_pubkey_parse
#cgo noescape secp_keypair
#cgo nocallback secp_keypair
#cgo noescape secp_keypair_xonly
#cgo nocallback secp_keypair_xonly
#cgo noescape secp_xonly_parse
#cgo nocallback secp_xonly_parse
#cgo noescape secp_ecdh
#cgo nocallback secp_ecdh
#cgo noescape secp_ecdh_x
#cgo nocallback secp_ecdh_x
#cgo noescape secp_ecdsa_sign
#cgo nocallback secp_ecdsa_sign
#cgo noescape secp_ecdsa_verify
#cgo nocallback secp_ecdsa_verify
#cgo noescape secp_ecdsa_parse_verify
#cgo nocallback secp_ecdsa_parse_verify
#cgo noescape secp_ecdsa_sign_recoverable
#cgo nocallback secp_ecdsa_sign_recoverable
#cgo noescape secp_ecdsa_recover
#cgo nocallback secp_ecdsa_recover
#cgo noescape secp_schnorr_sign
#cgo nocallback secp_schnorr_sign
#cgo noescape secp_schnorr_verify
#cgo nocallback secp_schnorr_verify
#cgo noescape secp_schnorr_parse_verify
#cgo nocallback secp_schnorr_parse_verify
#include <stdlib.h>
#include "library.h"
*/
import "C"

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"
	"unsafe"

	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/foreign"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/libsecp256k1"
)

// Library is a loaded libsecp256k1 with a context, made by [Open]. It is safe for use by many
// goroutines at once.
type Library struct {
	path string
	c    *C.library
}

// PublicKey is a parsed public key in the library's own form. The zero value is no key.
type PublicKey struct{ opaque [64]byte }

// XOnlyPublicKey is a parsed x-only public key (BIP-340) in the library's own form. The zero value
// is no key.
type XOnlyPublicKey struct{ opaque [64]byte }

// isNone tells of the zero value, for which the library would end the process.
func (k *PublicKey) isNone() bool { return k.opaque == [64]byte{} }

func (k *XOnlyPublicKey) isNone() bool { return k.opaque == [64]byte{} }

// KeyPair is a secret key with its public key in the library's own form, as secret as the key in
// it. Copies share one pair. The zero value is none.
type KeyPair struct{ opaque foreign.Secret[[96]byte] }

const redacted = "cgo.KeyPair(redacted)"

// Zero overwrites the pair, which is none afterwards.
func (p KeyPair) Zero() { p.opaque.Zero() }

// Format writes, by every verb, words that say nothing of the keys. It implements [fmt.Formatter].
func (p KeyPair) Format(f fmt.State, _ rune) { io.WriteString(f, redacted) }

// String returns words that say nothing of the keys.
func (p KeyPair) String() string { return redacted }

// GoString returns words that say nothing of the keys.
func (p KeyPair) GoString() string { return redacted }

// Open loads the library, as libsecp256k1.Open does.
func Open(path string) (*Library, error) {
	if path == "" {
		path = os.Getenv(libsecp256k1.PathVariable)
	}
	candidates := []string{path}
	if path == "" {
		candidates = foreign.Names(runtime.GOOS)
	}
	var seed [32]byte
	rand.Read(seed[:])
	var last error
	for _, name := range candidates {
		text := make([]byte, 256)
		cName := C.CString(name)
		var loaded C.int
		c := C.secp_open(cName, &loaded, (*C.char)(unsafe.Pointer(&text[0])),
			C.size_t(len(text)), first(seed[:]))
		C.free(unsafe.Pointer(cName))
		if c != nil {
			return &Library{name, c}, nil
		}
		last = errors.New(strings.TrimRight(string(text), "\x00"))
		if loaded != 0 {
			return nil, fmt.Errorf("libsecp256k1: %w", last)
		}
	}
	return nil, fmt.Errorf("libsecp256k1: not loaded (%s names its path): %w",
		libsecp256k1.PathVariable, last)
}

// Path is what the library was loaded from.
func (l *Library) Path() string { return l.path }

// first is a slice as C takes it.
func first(b []byte) *C.uchar { return (*C.uchar)(unsafe.SliceData(b)) }

// encoded tells if b has the length of a public key: the library takes no NULL.
func encoded(b []byte) bool { return len(b) == 33 || len(b) == 65 }

// PublicKey returns the compressed public key (33 bytes, SEC 1) of a secret key. Constant time.
func (l *Library) PublicKey(secret *[32]byte) (public [33]byte, err error) {
	if C.secp_pubkey(l.c, first(public[:]), first(secret[:])) != 1 {
		return [33]byte{}, libsecp256k1.ErrSecretKey
	}
	return public, nil
}

// ParsePublicKey parses 33 or 65 bytes (SEC 1; the hybrid prefixes 06 and 07 are accepted, as by
// the library).
func (l *Library) ParsePublicKey(b []byte) (key PublicKey, err error) {
	if !encoded(b) || C.secp_pubkey_parse(l.c, first(key.opaque[:]), first(b),
		C.size_t(len(b))) != 1 {
		return PublicKey{}, libsecp256k1.ErrPublicKey
	}
	return key, nil
}

// NewKeyPair makes a key pair of a secret key, 32 bytes big-endian. [libsecp256k1.ErrSecretKey] if
// it is none. Constant time.
func (l *Library) NewKeyPair(secret *[32]byte) (pair KeyPair, err error) {
	opaque := foreign.NewSecret(new([96]byte))
	if C.secp_keypair(l.c, first(opaque.Get()[:]), first(secret[:])) != 1 {
		return pair, libsecp256k1.ErrSecretKey
	}
	return KeyPair{opaque}, nil
}

// XOnly returns the pair's x-only public key (32 bytes, BIP-340). [libsecp256k1.ErrSecretKey] if
// there is no pair. Constant time.
func (l *Library) XOnly(pair *KeyPair) (xonly [32]byte, err error) {
	opaque := pair.opaque.Get()
	if opaque == nil || C.secp_keypair_xonly(l.c, first(xonly[:]), first(opaque[:])) != 1 {
		return [32]byte{}, libsecp256k1.ErrSecretKey
	}
	return xonly, nil
}

// XOnlyPublicKey returns the x-only public key (32 bytes, BIP-340) of a secret key. Constant time.
func (l *Library) XOnlyPublicKey(secret *[32]byte) (xonly [32]byte, err error) {
	var pair [96]byte
	defer clear(pair[:])
	if C.secp_keypair(l.c, first(pair[:]), first(secret[:])) != 1 ||
		C.secp_keypair_xonly(l.c, first(xonly[:]), first(pair[:])) != 1 {
		return [32]byte{}, libsecp256k1.ErrSecretKey
	}
	return xonly, nil
}

// ParseXOnlyPublicKey parses an x-only public key of 32 bytes.
func (l *Library) ParseXOnlyPublicKey(b []byte) (key XOnlyPublicKey, err error) {
	if len(b) != 32 || C.secp_xonly_parse(l.c, first(key.opaque[:]), first(b)) != 1 {
		return XOnlyPublicKey{}, libsecp256k1.ErrPublicKey
	}
	return key, nil
}

// ECDH returns SHA-256 of the compressed shared point, the library's default, 32 bytes. Constant
// time in the secret key.
func (l *Library) ECDH(public *PublicKey, secret *[32]byte) (shared [32]byte, err error) {
	if public.isNone() {
		return shared, libsecp256k1.ErrPublicKey
	}
	if C.secp_ecdh(l.c, first(shared[:]), first(public.opaque[:]), first(secret[:])) != 1 {
		return [32]byte{}, libsecp256k1.ErrSecretKey
	}
	return shared, nil
}

// ECDHX returns the x coordinate of the shared point (SEC 1, section 3.3.1), 32 bytes. Constant
// time in the secret key.
func (l *Library) ECDHX(public *PublicKey, secret *[32]byte) (shared [32]byte, err error) {
	if public.isNone() {
		return shared, libsecp256k1.ErrPublicKey
	}
	if C.secp_ecdh_x(l.c, first(shared[:]), first(public.opaque[:]), first(secret[:])) != 1 {
		return [32]byte{}, libsecp256k1.ErrSecretKey
	}
	return shared, nil
}

// ParseECDH is [Library.ParsePublicKey] and [Library.ECDH] in one.
func (l *Library) ParseECDH(public []byte, secret *[32]byte) (shared [32]byte, err error) {
	key, err := l.ParsePublicKey(public)
	if err != nil {
		return shared, err
	}
	return l.ECDH(&key, secret)
}

// ParseECDHX is [Library.ParsePublicKey] and [Library.ECDHX] in one.
func (l *Library) ParseECDHX(public []byte, secret *[32]byte) (shared [32]byte, err error) {
	key, err := l.ParsePublicKey(public)
	if err != nil {
		return shared, err
	}
	return l.ECDHX(&key, secret)
}

// SignECDSA signs a hash of 32 bytes with the nonce of RFC 6979; s is low. Constant time.
func (l *Library) SignECDSA(hash []byte, secret *[32]byte) (signature [64]byte, err error) {
	if len(hash) != 32 {
		return signature, libsecp256k1.ErrMessage
	}
	if C.secp_ecdsa_sign(l.c, first(signature[:]), first(hash), first(secret[:])) != 1 {
		return [64]byte{}, libsecp256k1.ErrSecretKey
	}
	return signature, nil
}

// VerifyECDSA tells if the signature of a hash of 32 bytes is the key's. High s is accepted: it is
// normalized first.
func (l *Library) VerifyECDSA(public *PublicKey, hash []byte, signature *[64]byte) bool {
	return len(hash) == 32 && !public.isNone() &&
		C.secp_ecdsa_verify(l.c, first(public.opaque[:]), first(hash), first(signature[:])) == 1
}

// ParseVerifyECDSA is [Library.ParsePublicKey] and [Library.VerifyECDSA] in one; false if the key
// is none.
func (l *Library) ParseVerifyECDSA(public, hash []byte, signature *[64]byte) bool {
	return len(hash) == 32 && encoded(public) &&
		C.secp_ecdsa_parse_verify(l.c, first(public), C.size_t(len(public)), first(hash),
			first(signature[:])) == 1
}

// SignRecoverable is [Library.SignECDSA] with the recovery id 0 ... 3. Constant time.
func (l *Library) SignRecoverable(hash []byte,
	secret *[32]byte) (signature [64]byte, id byte, err error) {
	if len(hash) != 32 {
		return signature, 0, libsecp256k1.ErrMessage
	}
	var recid C.int
	if C.secp_ecdsa_sign_recoverable(l.c, first(signature[:]), &recid, first(hash),
		first(secret[:])) != 1 {
		return [64]byte{}, 0, libsecp256k1.ErrSecretKey
	}
	return signature, byte(recid), nil
}

// Recover returns the public key (65 bytes, SEC 1) that made a signature of a hash of 32 bytes; id
// is its recovery id.
func (l *Library) Recover(hash []byte, signature *[64]byte, id byte) (public [65]byte, err error) {
	if len(hash) != 32 {
		return public, libsecp256k1.ErrMessage
	}
	if id > 3 || C.secp_ecdsa_recover(l.c, first(public[:]), first(hash), first(signature[:]),
		C.int(id)) != 1 {
		return [65]byte{}, libsecp256k1.ErrSignature
	}
	return public, nil
}

// SignSchnorr signs a message of any length (BIP-340) with the auxiliary randomness aux; nil stands
// for 32 zero bytes. [libsecp256k1.ErrRefused] if there is no pair. Constant time in the key and
// aux.
func (l *Library) SignSchnorr(pair *KeyPair, message []byte,
	aux *[32]byte) (signature [64]byte, err error) {
	var randomness *C.uchar
	if aux != nil {
		randomness = first(aux[:])
	}
	start, length := span(message)
	opaque := pair.opaque.Get()
	if opaque == nil || C.secp_schnorr_sign(l.c, first(signature[:]), first(opaque[:]), start, length,
		randomness) != 1 {
		return [64]byte{}, libsecp256k1.ErrRefused
	}
	return signature, nil
}

// VerifySchnorr tells if the signature (64 bytes) of the message is the key's.
func (l *Library) VerifySchnorr(public *XOnlyPublicKey, message []byte, signature *[64]byte) bool {
	start, length := span(message)
	return !public.isNone() && C.secp_schnorr_verify(l.c, first(public.opaque[:]), start, length,
		first(signature[:])) == 1
}

// ParseVerifySchnorr is [Library.ParseXOnlyPublicKey] and [Library.VerifySchnorr] in one; false if
// the key is none.
func (l *Library) ParseVerifySchnorr(public *[32]byte, message []byte, signature *[64]byte) bool {
	start, length := span(message)
	return C.secp_schnorr_parse_verify(l.c, first(public[:]), start, length,
		first(signature[:])) == 1
}

// empty is where C looks for a message of no bytes: the library takes no NULL.
var empty [1]byte

func span(message []byte) (*C.uchar, C.size_t) {
	if len(message) == 0 {
		return first(empty[:]), 0
	}
	return first(message), C.size_t(len(message))
}
