// What the library is asked to do: keys, ECDSA, recovery, Schnorr signatures and ECDH.

package libsecp256k1

import (
	"runtime"
	"sync"
	"unsafe"

	"github.com/ebitengine/purego"

	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/foreign"
)

// call runs a C function that returns an int. Arguments that point into Go's memory point into a
// memory of the pool, or into what the caller keeps alive.
func (l *Library) call(function uintptr, arguments ...uintptr) bool {
	return yes(purego.SyscallN(function, arguments...))
}

func address[T any](p *T) uintptr { return uintptr(unsafe.Pointer(p)) }

// ---- Keys ----

// PublicKey returns the compressed public key (33 bytes, SEC 1) of a secret key. Constant time.
func (l *Library) PublicKey(secret *[32]byte) (public [33]byte, err error) {
	m := l.get()
	defer l.wipe(m)
	m.in = *secret
	if !l.call(l.pubkeyCreate, l.context, address(&m.key), address(&m.in)) {
		return public, ErrSecretKey
	}
	m.size = 33
	l.call(l.pubkeySerialize, l.context, address(&m.out), address(&m.size), address(&m.key),
		compressed)
	return [33]byte(m.out[:33]), nil
}

// ParsePublicKey parses 33 or 65 bytes (SEC 1; the hybrid prefixes 06 and 07 are accepted, as by
// the library).
func (l *Library) ParsePublicKey(b []byte) (key PublicKey, err error) {
	m := l.get()
	defer l.release(m)
	if !l.parse(m, b) {
		return key, ErrPublicKey
	}
	key.opaque = [64]byte(m.key[:64])
	return key, nil
}

// parse reads 33 or 65 bytes into m.key.
func (l *Library) parse(m *memory, b []byte) bool {
	if len(b) != 33 && len(b) != 65 {
		return false
	}
	copy(m.out[:], b)
	return l.call(l.pubkeyParse, l.context, address(&m.key), address(&m.out), uintptr(len(b)))
}

// NewKeyPair makes a key pair of a secret key, 32 bytes big-endian. [ErrSecretKey] if it is none.
// Constant time.
func (l *Library) NewKeyPair(secret *[32]byte) (pair KeyPair, err error) {
	m := l.get()
	defer l.wipe(m)
	m.in = *secret
	if !l.call(l.keypairCreate, l.context, address(&m.key), address(&m.in)) {
		return pair, ErrSecretKey
	}
	return KeyPair{foreign.NewSecret(&m.key)}, nil
}

// XOnly returns the pair's x-only public key (32 bytes, BIP-340). [ErrSecretKey] if there is no
// pair. Constant time.
func (l *Library) XOnly(pair *KeyPair) (xonly [32]byte, err error) {
	opaque := pair.opaque.Get()
	if opaque == nil {
		return xonly, ErrSecretKey
	}
	m := l.get()
	defer l.wipe(m)
	m.key = *opaque
	return l.xonly(m)
}

// xonly takes the pair from m.key.
func (l *Library) xonly(m *memory) (xonly [32]byte, err error) {
	if !l.call(l.keypairXOnly, l.context, address(&m.other), 0, address(&m.key)) {
		return xonly, ErrSecretKey
	}
	l.call(l.xonlySerialize, l.context, address(&m.out), address(&m.other))
	return [32]byte(m.out[:32]), nil
}

// XOnlyPublicKey returns the x-only public key (32 bytes, BIP-340) of a secret key. Constant time.
func (l *Library) XOnlyPublicKey(secret *[32]byte) (xonly [32]byte, err error) {
	m := l.get()
	defer l.wipe(m)
	m.in = *secret
	if !l.call(l.keypairCreate, l.context, address(&m.key), address(&m.in)) {
		return xonly, ErrSecretKey
	}
	return l.xonly(m)
}

// ParseXOnlyPublicKey parses an x-only public key of 32 bytes.
func (l *Library) ParseXOnlyPublicKey(b []byte) (key XOnlyPublicKey, err error) {
	m := l.get()
	defer l.release(m)
	if len(b) != 32 {
		return key, ErrPublicKey
	}
	m.in = [32]byte(b)
	if !l.call(l.xonlyParse, l.context, address(&m.key), address(&m.in)) {
		return key, ErrPublicKey
	}
	key.opaque = [64]byte(m.key[:64])
	return key, nil
}

// ECDH returns SHA-256 of the compressed shared point, the library's default, 32 bytes. Constant
// time in the secret key.
func (l *Library) ECDH(public *PublicKey, secret *[32]byte) (shared [32]byte, err error) {
	return l.exchange(public, secret, 0)
}

// ECDHX returns the x coordinate of the shared point (SEC 1, section 3.3.1), 32 bytes. Constant
// time in the secret key.
func (l *Library) ECDHX(public *PublicKey, secret *[32]byte) (shared [32]byte, err error) {
	return l.exchange(public, secret, copyX())
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

// exchange leaves it to a C function what becomes of the shared point; 0 is the library's default.
func (l *Library) exchange(public *PublicKey, secret *[32]byte,
	hash uintptr) (shared [32]byte, err error) {
	if public.isNone() {
		return shared, ErrPublicKey
	}
	m := l.get()
	defer l.wipe(m)
	m.in = *secret
	copy(m.key[:], public.opaque[:])
	if !l.call(l.ecdh, l.context, address(&m.out), address(&m.key), address(&m.in), hash, 0) {
		return shared, ErrSecretKey
	}
	return [32]byte(m.out[:32]), nil
}

// copyX is a function for C that gives out x as it is. It is made once: callbacks are never freed.
var copyX = sync.OnceValue(func() uintptr {
	return purego.NewCallback(func(out, x, _, _ unsafe.Pointer) uintptr {
		*(*[32]byte)(out) = *(*[32]byte)(x)
		return 1
	})
})

// ---- ECDSA: signatures are r || s, 64 bytes ----

// SignECDSA signs a hash of 32 bytes with the nonce of RFC 6979; s is low. Constant time.
func (l *Library) SignECDSA(hash []byte, secret *[32]byte) (signature [64]byte, err error) {
	if len(hash) != 32 {
		return signature, ErrMessage
	}
	m := l.get()
	defer l.wipe(m)
	m.in, m.message = *secret, [32]byte(hash)
	if !l.call(l.ecdsaSign, l.context, address(&m.other), address(&m.message), address(&m.in), 0,
		0) {
		return signature, ErrSecretKey
	}
	l.call(l.sigSerialize, l.context, address(&m.signature), address(&m.other))
	return [64]byte(m.signature[:64]), nil
}

// VerifyECDSA tells if the signature of a hash of 32 bytes is the key's. High s is accepted: it is
// normalized first.
func (l *Library) VerifyECDSA(public *PublicKey, hash []byte, signature *[64]byte) bool {
	m := l.get()
	defer l.release(m)
	copy(m.key[:], public.opaque[:])
	return len(hash) == 32 && !public.isNone() && l.verifyECDSA(m, [32]byte(hash), signature)
}

// ParseVerifyECDSA is [Library.ParsePublicKey] and [Library.VerifyECDSA] in one; false if the key
// is none.
func (l *Library) ParseVerifyECDSA(public, hash []byte, signature *[64]byte) bool {
	m := l.get()
	defer l.release(m)
	return len(hash) == 32 && l.parse(m, public) && l.verifyECDSA(m, [32]byte(hash), signature)
}

// verifyECDSA takes the key from m.key.
func (l *Library) verifyECDSA(m *memory, hash [32]byte, signature *[64]byte) bool {
	copy(m.signature[:], signature[:])
	m.message = hash
	if !l.call(l.sigParse, l.context, address(&m.other), address(&m.signature)) {
		return false
	}
	l.call(l.ecdsaNormalize, l.context, address(&m.other), address(&m.other))
	return l.call(l.ecdsaVerify, l.context, address(&m.other), address(&m.message), address(&m.key))
}

// SignRecoverable is [Library.SignECDSA] with the recovery id 0 ... 3. Constant time.
func (l *Library) SignRecoverable(hash []byte,
	secret *[32]byte) (signature [64]byte, id byte, err error) {
	if len(hash) != 32 {
		return signature, 0, ErrMessage
	}
	m := l.get()
	defer l.wipe(m)
	m.in, m.message = *secret, [32]byte(hash)
	if !l.call(l.ecdsaSignRecoverable, l.context, address(&m.other), address(&m.message),
		address(&m.in), 0, 0) {
		return signature, 0, ErrSecretKey
	}
	l.call(l.recoverableSerialize, l.context, address(&m.signature), address(&m.number),
		address(&m.other))
	return [64]byte(m.signature[:64]), byte(m.number), nil
}

// Recover returns the public key (65 bytes, SEC 1) that made a signature of a hash of 32 bytes; id
// is its recovery id.
func (l *Library) Recover(hash []byte, signature *[64]byte, id byte) (public [65]byte, err error) {
	if len(hash) != 32 {
		return public, ErrMessage
	}
	if id > 3 {
		return public, ErrSignature
	}
	m := l.get()
	defer l.release(m)
	copy(m.signature[:], signature[:])
	m.message = [32]byte(hash)
	if !l.call(l.recoverableParse, l.context, address(&m.other), address(&m.signature),
		uintptr(id)) || !l.call(l.ecdsaRecover, l.context, address(&m.key), address(&m.other),
		address(&m.message)) {
		return public, ErrSignature
	}
	m.size = 65
	l.call(l.pubkeySerialize, l.context, address(&m.out), address(&m.size), address(&m.key),
		uncompressed)
	return m.out, nil
}

// ---- Schnorr signatures (BIP-340) of messages of any length ----

// SignSchnorr signs with the auxiliary randomness aux; nil stands for 32 zero bytes. [ErrRefused]
// if there is no pair. Constant time in the key and aux.
func (l *Library) SignSchnorr(pair *KeyPair, message []byte,
	aux *[32]byte) (signature [64]byte, err error) {
	opaque := pair.opaque.Get()
	if opaque == nil {
		return signature, ErrRefused
	}
	m := l.get()
	defer l.wipe(m)
	m.key, m.extra.data = *opaque, nil
	if aux != nil {
		m.aux = *aux
		m.extra.data = unsafe.Pointer(&m.aux)
	}
	start, done := pin(m, message)
	ok := l.call(l.schnorrSign, l.context, address(&m.signature), start, uintptr(len(message)),
		address(&m.key), address(&m.extra))
	done.Unpin()
	if !ok {
		return signature, ErrRefused
	}
	return [64]byte(m.signature[:64]), nil
}

// VerifySchnorr tells if the signature (64 bytes) of the message is the key's.
func (l *Library) VerifySchnorr(public *XOnlyPublicKey, message []byte, signature *[64]byte) bool {
	m := l.get()
	defer l.release(m)
	copy(m.key[:], public.opaque[:])
	return !public.isNone() && l.verifySchnorr(m, message, signature)
}

// ParseVerifySchnorr is [Library.ParseXOnlyPublicKey] and [Library.VerifySchnorr] in one; false if
// the key is none.
func (l *Library) ParseVerifySchnorr(public *[32]byte, message []byte, signature *[64]byte) bool {
	m := l.get()
	defer l.release(m)
	m.in = *public
	return l.call(l.xonlyParse, l.context, address(&m.key), address(&m.in)) &&
		l.verifySchnorr(m, message, signature)
}

// verifySchnorr takes the key from m.key.
func (l *Library) verifySchnorr(m *memory, message []byte, signature *[64]byte) bool {
	copy(m.signature[:], signature[:])
	start, done := pin(m, message)
	defer done.Unpin()
	return l.call(l.schnorrVerify, l.context, address(&m.signature), start, uintptr(len(message)),
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
