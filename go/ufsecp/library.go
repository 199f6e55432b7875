// Package ufsecp calls this project's C library (include/ufsecp/ufsecp.h), loaded at run time,
// without cgo.
//
// [Open] looks for the shared library. Where it is absent, or lacks a function, Open returns an
// error and nothing else happens. The package needs no C compiler; the calls go through
// github.com/ebitengine/purego.
//
// Package p256k1 does the same in Go. This one is for programs that compare the two, or that want
// an engine which only the C library has, such as a GPU's for large batches.
//
// A [Library] and its methods are safe for use by many goroutines at once. Calls that take a secret
// key or a [KeyPair] are constant time; all others are variable time. Copies of secret keys that a
// call makes for C are wiped before it returns.
package ufsecp

import (
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"
	"sync"
	"unsafe"

	"github.com/ebitengine/purego"

	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/foreign"
)

// PathVariable names the environment variable that holds the path of the library, for [Open]
// without a path.
const PathVariable = "UFSECP_LIBRARY"

// Errors of calls. Those of [Open] say what was looked for.
var (
	ErrSecretKey = errors.New("ufsecp: not a valid secret key")
	ErrPublicKey = errors.New("ufsecp: not a valid public key")
	ErrECDH      = errors.New("ufsecp: not a valid public or secret key")
	ErrSignature = errors.New("ufsecp: not a valid signature")
	ErrMessage   = errors.New("ufsecp: a hash has 32 bytes")
	ErrRows      = errors.New("ufsecp: not a whole number of rows")
	ErrEngine    = errors.New("ufsecp: no such engine, or not on this machine")
)

// Library is a loaded C library, made by [Open]. It is never unloaded: it stays until the process
// ends.
type Library struct {
	path string
	pool sync.Pool // of *memory

	version, engine, engineSelect, threadsSet                                     uintptr
	pubkeyCreate, xonlyCreate, pubkeyConvert, ecdh, ecdhX                         uintptr
	ecdsaSign, ecdsaVerify, ecdsaSignRecoverable, ecdsaRecover                    uintptr
	keypairCreate, schnorrSign, schnorrVerify, ecdsaVerifyRows, schnorrVerifyRows uintptr
	ecdsaRecoverRows, schnorrBatchVerify, ecdsaVerifyItems, schnorrVerifyItems    uintptr
}

// KeyPair is a secret key with its public key, as secret as the key in it. Made by
// [Library.NewKeyPair] only: a public key that is not the secret key's gives signatures that reveal
// the secret key. Copies share one pair. The zero value is none.
type KeyPair struct{ opaque foreign.Secret[[65]byte] }

const redacted = "ufsecp.KeyPair(redacted)"

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
	secret, message, aux [32]byte
	key, out             [65]byte
	signature            [64]byte
	number               int32
}

// abi is the version of the interface that is called. The library's names have it.
const abi = "0.2"

// names are those that a system's loader is asked for, in turn, where no path is given: that of
// this interface first.
func names(system string) []string {
	switch system {
	case "darwin":
		return []string{"libufsecp." + abi + ".dylib", "libufsecp.dylib"}
	case "windows":
		return []string{"ufsecp-" + abi + ".dll", "libufsecp-" + abi + ".dll", "ufsecp.dll",
			"libufsecp.dll"}
	default:
		return []string{"libufsecp.so." + abi, "libufsecp.so"}
	}
}

// Open loads the library from path. If path is empty, the environment variable [PathVariable] names
// it; if that is empty too, the system's loader looks for it under its usual names. An error says
// what could not be loaded, which function is missing, or that the library's version has another
// interface.
func Open(path string) (*Library, error) {
	if path == "" {
		path = os.Getenv(PathVariable)
	}
	candidates := []string{path}
	if path == "" {
		candidates = names(runtime.GOOS)
	}
	var last error
	for _, name := range candidates {
		handle, err := load(name)
		if err != nil {
			last = err
			continue
		}
		l := &Library{path: name}
		l.pool.New = func() any { return new(memory) }
		if err := l.bind(handle); err != nil {
			unload(handle)
			return nil, err
		}
		return l, nil
	}
	return nil, fmt.Errorf("ufsecp: not loaded (%s names its path): %w", PathVariable, last)
}

// bind looks up all functions, and checks the version.
func (l *Library) bind(handle uintptr) error {
	for _, function := range []struct {
		address *uintptr
		name    string
	}{
		{&l.version, "version"}, {&l.engine, "engine"}, {&l.engineSelect, "engine_select"},
		{&l.threadsSet, "threads_set"},
		{&l.pubkeyCreate, "pubkey_create"}, {&l.xonlyCreate, "xonly_create"},
		{&l.pubkeyConvert, "pubkey_convert"},
		{&l.ecdh, "ecdh"}, {&l.ecdhX, "ecdh_x"},
		{&l.ecdsaSign, "ecdsa_sign"}, {&l.ecdsaVerify, "ecdsa_verify"},
		{&l.ecdsaSignRecoverable, "ecdsa_sign_recoverable"},
		{&l.ecdsaRecover, "ecdsa_recover"}, {&l.keypairCreate, "keypair_create"},
		{&l.schnorrSign, "schnorr_sign_keypair"}, {&l.schnorrVerify, "schnorr_verify"},
		{&l.ecdsaVerifyRows, "ecdsa_verify_rows"}, {&l.schnorrVerifyRows, "schnorr_verify_rows"},
		{&l.ecdsaRecoverRows, "ecdsa_recover_rows"},
		{&l.schnorrBatchVerify, "schnorr_batch_verify"},
		{&l.ecdsaVerifyItems, "ecdsa_verify_items"},
		{&l.schnorrVerifyItems, "schnorr_verify_items"},
	} {
		address, err := symbol(handle, "ufsecp_"+function.name)
		if err != nil {
			return fmt.Errorf("ufsecp: %s has no function ufsecp_%s: %w", l.path, function.name,
				err)
		}
		*function.address = address
	}
	return l.hasInterface()
}

// hasInterface tells if the library's version has the interface that is called. The functions of
// another may have other parameters.
func (l *Library) hasInterface() error {
	if v := l.Version(); v != abi && !strings.HasPrefix(v, abi+".") {
		return fmt.Errorf("ufsecp: %s is version %s; this package calls version %s", l.path, v, abi)
	}
	return nil
}

// call runs a C function that returns an int, of which the upper half of the register is not part.
// Arguments that point into Go's memory point into a memory of the pool, or into what the caller
// pins.
func (l *Library) call(function uintptr, arguments ...uintptr) bool {
	result, _, _ := purego.SyscallN(function, arguments...)
	return int32(result) == 1
}

func address[T any](p *T) uintptr { return uintptr(unsafe.Pointer(p)) }

func (l *Library) get() *memory { return l.pool.Get().(*memory) }

// release gives memory back that held nothing secret.
func (l *Library) release(m *memory) { l.pool.Put(m) }

// wipe gives memory back that held a secret.
func (l *Library) wipe(m *memory) {
	clear(m.secret[:])
	clear(m.aux[:])
	clear(m.key[:])
	clear(m.out[:])
	l.pool.Put(m)
}

// text copies a string of C's, which ends with a zero.
func text(start uintptr) string {
	if start == 0 {
		return ""
	}
	bytes := *(**[1 << 20]byte)(unsafe.Pointer(&start))
	n := 0
	for bytes[n] != 0 {
		n++
	}
	return string(bytes[:n])
}

// Path is what the library was loaded from.
func (l *Library) Path() string { return l.path }

// Version is the library's own.
func (l *Library) Version() string {
	start, _, _ := purego.SyscallN(l.version)
	return text(start)
}

// Engine is the name of the engine in use, such as "x64_adx".
func (l *Library) Engine() string {
	start, _, _ := purego.SyscallN(l.engine)
	return text(start)
}

// SelectEngine chooses an engine for the whole process; "auto" goes back to the default.
// [ErrEngine] if it is unknown or cannot run here.
func (l *Library) SelectEngine(name string) error {
	bytes := append([]byte(name), 0)
	var pinned runtime.Pinner
	pinned.Pin(unsafe.SliceData(bytes))
	defer pinned.Unpin()
	if !l.call(l.engineSelect, address(unsafe.SliceData(bytes))) {
		return ErrEngine
	}
	return nil
}

// SetThreads says how many threads a batch may work on, for the whole process: 1 is the default, 0
// stands for all cores. It returns false, and changes nothing, if n is more than 1024, or the
// library has no threads.
func (l *Library) SetThreads(n int) bool {
	return n >= 0 && n <= 1024 && l.call(l.threadsSet, uintptr(n))
}
