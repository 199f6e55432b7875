// Package libsecp256k1 calls a libsecp256k1 that is loaded at run time, without cgo.
//
// [Open] looks for the shared library of github.com/bitcoin-core/secp256k1 (0.2 or later, built
// with the modules ecdh, extrakeys, recovery and schnorrsig). Where it is absent, or lacks a
// function, Open returns an error and nothing else happens. The package needs no C compiler; the
// calls go through github.com/ebitengine/purego. Package cgo beside this one does the same through
// cgo.
//
// The package is for programs that compare or that must keep libsecp256k1: package p256k1 of this
// repository does the same in Go.
//
// A [Library] and its methods are safe for use by many goroutines at once. What is constant time in
// libsecp256k1 is so here: all that takes a secret key or a [KeyPair]. Copies of secret keys that a
// call makes for C are wiped before it returns.
package libsecp256k1

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"sync"
	"unsafe"

	"github.com/ebitengine/purego"

	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/foreign"
)

// PathVariable names the environment variable that holds the path of the library, for [Open]
// without a path.
const PathVariable = "LIBSECP256K1"

// Errors of calls. Those of [Open] say what was looked for.
var (
	ErrSecretKey = errors.New("libsecp256k1: not a valid secret key")
	ErrPublicKey = errors.New("libsecp256k1: not a valid public key")
	ErrSignature = errors.New("libsecp256k1: not a valid signature")
	ErrMessage   = errors.New("libsecp256k1: a hash has 32 bytes")
	ErrRefused   = errors.New("libsecp256k1: the library refused to do it")
)

// Library is a loaded libsecp256k1 with a context, made by [Open]. It is never unloaded: it stays
// until the process ends.
type Library struct {
	path    string
	context uintptr
	pool    sync.Pool // of *memory

	contextCreate, contextRandomize, contextDestroy                                         uintptr
	seckeyVerify, pubkeyCreate, pubkeyParse, pubkeySerialize, ecdh                          uintptr
	keypairCreate, keypairXOnly, xonlyParse, xonlySerialize                                 uintptr
	ecdsaSign, ecdsaVerify, ecdsaNormalize, sigParse, sigSerialize                          uintptr
	ecdsaSignRecoverable, ecdsaRecover, recoverableParse, recoverableSerialize, schnorrSign uintptr
	schnorrVerify                                                                           uintptr
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

const redacted = "libsecp256k1.KeyPair(redacted)"

// Zero overwrites the pair, which is none afterwards.
func (p KeyPair) Zero() { p.opaque.Zero() }

// Format writes, by every verb, words that say nothing of the keys. It implements [fmt.Formatter].
func (p KeyPair) Format(f fmt.State, _ rune) { io.WriteString(f, redacted) }

// String returns words that say nothing of the keys.
func (p KeyPair) String() string { return redacted }

// GoString returns words that say nothing of the keys.
func (p KeyPair) GoString() string { return redacted }

// memory is what C reads and writes in one call. It lies on the heap and is used again, so that
// arguments need not escape to it.
type memory struct {
	in, message, aux [32]byte
	key, other       [96]byte
	signature        [65]byte
	out              [65]byte
	extra            extraParameters
	size             uintptr
	number           int32
}

// extraParameters is secp256k1_schnorrsig_extraparams: four magic bytes, a nonce function (NULL:
// the one of BIP-340) and its data.
type extraParameters struct {
	magic [4]byte
	_     uintptr
	data  unsafe.Pointer
}

const (
	contextNone  = 1   // SECP256K1_CONTEXT_NONE
	compressed   = 258 // SECP256K1_EC_COMPRESSED
	uncompressed = 2   // SECP256K1_EC_UNCOMPRESSED
)

// Open loads the library from path. If path is empty, the environment variable [PathVariable] names
// it; if that is empty too, the system's loader looks for it under its usual names. An error says
// what could not be loaded, or which function is missing.
func Open(path string) (*Library, error) {
	if path == "" {
		path = os.Getenv(PathVariable)
	}
	candidates := []string{path}
	if path == "" {
		candidates = foreign.Names(runtime.GOOS)
	}
	var last error
	for _, name := range candidates {
		handle, err := load(name)
		if err != nil {
			last = err
			continue
		}
		l := &Library{path: name}
		if err := l.bind(handle); err != nil {
			unload(handle)
			return nil, err
		}
		return l, nil
	}
	return nil, fmt.Errorf("libsecp256k1: not loaded (%s names its path): %w", PathVariable, last)
}

// bind looks up all functions and makes the context.
func (l *Library) bind(handle uintptr) error {
	for _, function := range []struct {
		address *uintptr
		name    string
	}{
		{&l.contextCreate, "context_create"}, {&l.contextRandomize, "context_randomize"},
		{&l.contextDestroy, "context_destroy"},
		{&l.seckeyVerify, "ec_seckey_verify"}, {&l.pubkeyCreate, "ec_pubkey_create"},
		{&l.pubkeyParse, "ec_pubkey_parse"},
		{&l.pubkeySerialize, "ec_pubkey_serialize"}, {&l.ecdh, "ecdh"},
		{&l.keypairCreate, "keypair_create"}, {&l.keypairXOnly, "keypair_xonly_pub"},
		{&l.xonlyParse, "xonly_pubkey_parse"}, {&l.xonlySerialize, "xonly_pubkey_serialize"},
		{&l.ecdsaSign, "ecdsa_sign"}, {&l.ecdsaVerify, "ecdsa_verify"},
		{&l.ecdsaNormalize, "ecdsa_signature_normalize"},
		{&l.sigParse, "ecdsa_signature_parse_compact"},
		{&l.sigSerialize, "ecdsa_signature_serialize_compact"},
		{&l.ecdsaSignRecoverable, "ecdsa_sign_recoverable"}, {&l.ecdsaRecover, "ecdsa_recover"},
		{&l.recoverableParse, "ecdsa_recoverable_signature_parse_compact"},
		{&l.recoverableSerialize, "ecdsa_recoverable_signature_serialize_compact"},
		{&l.schnorrSign, "schnorrsig_sign_custom"}, {&l.schnorrVerify, "schnorrsig_verify"},
	} {
		address, err := symbol(handle, "secp256k1_"+function.name)
		if err != nil {
			return fmt.Errorf("libsecp256k1: %s has no function secp256k1_%s: %w", l.path,
				function.name, err)
		}
		*function.address = address
	}
	l.context, _, _ = purego.SyscallN(l.contextCreate, contextNone)
	if l.context == 0 {
		return fmt.Errorf("libsecp256k1: %s made no context", l.path)
	}
	seed := new([32]byte)
	rand.Read(seed[:])
	if !yes(purego.SyscallN(l.contextRandomize, l.context, uintptr(unsafe.Pointer(seed)))) {
		purego.SyscallN(l.contextDestroy, l.context)
		return fmt.Errorf("libsecp256k1: %s did not randomize its context", l.path)
	}
	l.pool.New = func() any {
		m := new(memory)
		m.extra.magic = [4]byte{0xda, 0x6f, 0xb3, 0x8c}
		return m
	}
	return nil
}

// yes is the answer of a C function that returns an int: the upper half of the register is not part
// of it.
func yes(result, _, _ uintptr) bool { return int32(result) == 1 }

// Path is what the library was loaded from.
func (l *Library) Path() string { return l.path }

func (l *Library) get() *memory { return l.pool.Get().(*memory) }

// release gives memory back that held nothing secret.
func (l *Library) release(m *memory) { l.pool.Put(m) }

// wipe gives memory back that held a secret.
func (l *Library) wipe(m *memory) {
	clear(m.in[:])
	clear(m.aux[:])
	clear(m.key[:])
	clear(m.out[:])
	l.pool.Put(m)
}
