// Private keys, their arithmetic, and the public keys made from them: constant time.

package p256k1

import (
	"crypto"
	"crypto/rand"
	"fmt"
	"io"
	"sync/atomic"

	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/ct"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/group"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/mult"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/scalar"
)

// PrivateKey is a number d with 1 <= d < n. It implements [crypto.Signer]. nil, the zero value and
// a wiped key are no key: methods return [ErrPrivateKey]. Copies of a PrivateKey share one key: a
// change to one changes all.
type PrivateKey struct {
	key **secretKey // package fmt follows one pointer, for a verb that is none, but never two
}

type secretKey struct {
	d      scalar.Scalar // zero once it is wiped
	public atomic.Pointer[PublicKey]
}

// GenerateKey returns a fresh key from [rand.Read] of crypto/rand, which ends the program if there
// is no randomness. It returns [ErrRandomness] if four attempts in a row give no key.
func GenerateKey() (*PrivateKey, error) {
	var b [32]byte
	defer wipeBytes(b[:])
	for range 4 {
		rand.Read(b[:]) // never returns an error
		if k, err := NewPrivateKey(b[:]); err == nil {
			return k, nil
		}
	}
	return nil, ErrRandomness
}

// NewPrivateKey returns the key in b, 32 bytes big-endian, which it copies. [ErrPrivateKey] if b
// has another length, is zero or is not below n. Constant time.
func NewPrivateKey(b []byte) (*PrivateKey, error) {
	if len(b) != 32 {
		return nil, ErrPrivateKey
	}
	var d scalar.Scalar
	defer wipeScalars(&d)
	valid := d.SetBytesSeckey((*[32]byte)(b))
	if ct.DeclassifyBit(valid, "whether the key is valid is the result") == 0 {
		return nil, ErrPrivateKey
	}
	return newPrivateKey(&d), nil
}

// newPrivateKey returns the key d, 1 <= d < n, in one allocation.
func newPrivateKey(d *scalar.Scalar) *PrivateKey {
	all := new(struct {
		outer PrivateKey
		inner *secretKey
		key   secretKey
	})
	all.outer.key = &all.inner
	all.inner = &all.key
	all.key.d = *d
	return &all.outer
}

// secret is where the key is; nil for nil and the zero value.
func (k *PrivateKey) secret() *secretKey {
	if k == nil || k.key == nil {
		return nil
	}
	return *k.key
}

// load sets d to the key; an error, and d is zero, if there is none.
func (k *PrivateKey) load(d *scalar.Scalar) error {
	s := k.secret()
	if s == nil {
		return ErrPrivateKey
	}
	*d = s.d
	if ct.DeclassifyBit(d.IsZero(), "whether a key was wiped is public") == 1 {
		return ErrPrivateKey
	}
	return nil
}

// Bytes returns a copy of the key, 32 bytes big-endian. The caller keeps it secret and wipes it.
// Zeros if there is no key.
func (k *PrivateKey) Bytes() (b [32]byte) {
	if s := k.secret(); s != nil {
		s.d.PutBytes(&b)
	}
	return b
}

// PublicKey returns the public key d G. It is computed once and holds no secret. nil if there is no
// key. Constant time.
func (k *PrivateKey) PublicKey() *PublicKey {
	var d scalar.Scalar
	if k.load(&d) != nil {
		return nil
	}
	defer wipeScalars(&d)
	public := &k.secret().public
	if p := public.Load(); p != nil {
		return p
	}
	defer guardStack()()
	p := new(PublicKey)
	mulGen(&p.point, &d)
	ct.Declassify(p, "a public key is public")
	public.Store(p)
	return p
}

// mulGen sets r = k G, normalized; k != 0.
func mulGen(r *group.Affine, k *scalar.Scalar) {
	var j group.Jacobian
	mult.Gen(&j, k)
	r.SetJacobian(&j)
}

// Public returns [PrivateKey.PublicKey], a *PublicKey, for [crypto.Signer]. nil if there is no key.
func (k *PrivateKey) Public() crypto.PublicKey {
	if p := k.PublicKey(); p != nil {
		return p
	}
	return nil // and not a *PublicKey that is nil
}

// Equal reports whether x is a *PrivateKey of the same value. Constant time.
func (k *PrivateKey) Equal(x crypto.PrivateKey) bool {
	other, ok := x.(*PrivateKey)
	if !ok || other == nil {
		return false
	}
	var a, b scalar.Scalar
	defer wipeScalars(&a, &b)
	if k.load(&a) != nil || other.load(&b) != nil {
		return false
	}
	return ct.DeclassifyBit(a.Equal(&b), "whether two keys are equal is the result") == 1
}

// Zero overwrites the key, which is no key afterwards. The package comment says which copies it
// cannot reach.
func (k *PrivateKey) Zero() {
	if s := k.secret(); s != nil {
		wipeScalars(&s.d)
		s.public.Store(nil)
	}
}

// set makes d the key, if ok is 1, and returns an error and leaves the key as it is otherwise.
func (k *PrivateKey) set(d *scalar.Scalar, ok uint64) error {
	if ct.DeclassifyBit(ok, "whether the tweaked key is valid is the result") == 0 {
		return ErrTweak
	}
	s := k.secret()
	s.d = *d
	s.public.Store(nil)
	return nil
}

// Negate sets d = -d mod n, which gives the public key the other y. It does nothing if there is no
// key. Constant time.
func (k *PrivateKey) Negate() {
	s := k.secret()
	if s == nil {
		return
	}
	s.d.Neg(&s.d)
	if p := s.public.Load(); p != nil {
		s.public.Store(p.Negate())
	}
}

// TweakAdd sets d = d + t mod n for a tweak of 32 bytes, which may be zero. [ErrTweak] if t has
// another length or is not below n, or if the sum is zero; the key then stays as it is. Constant
// time.
func (k *PrivateKey) TweakAdd(t []byte) error {
	var d, tweak scalar.Scalar
	defer wipeScalars(&d, &tweak)
	if err := k.load(&d); err != nil {
		return err
	}
	if len(t) != 32 {
		return ErrTweak
	}
	overflow := tweak.SetBytes((*[32]byte)(t))
	d.Add(&d, &tweak)
	return k.set(&d, (overflow|d.IsZero())^1)
}

// TweakMul sets d = d t mod n for a tweak of 32 bytes. [ErrTweak] unless 1 <= t < n; the key then
// stays as it is. Constant time.
func (k *PrivateKey) TweakMul(t []byte) error {
	defer wipeStack()
	var d, tweak scalar.Scalar
	defer wipeScalars(&d, &tweak)
	if err := k.load(&d); err != nil {
		return err
	}
	if len(t) != 32 {
		return ErrTweak
	}
	ok := tweak.SetBytesSeckey((*[32]byte)(t))
	d.Mul(&d, &tweak)
	return k.set(&d, ok)
}

const redacted = "p256k1.PrivateKey(redacted)"

// Format writes, by every verb, words that say nothing of the key.
func (k PrivateKey) Format(f fmt.State, _ rune) { io.WriteString(f, redacted) }

// String returns words that say nothing of the key, and <nil> for nil.
func (k *PrivateKey) String() string { return wordsOf(k, redacted) }

// GoString is [PrivateKey.String].
func (k *PrivateKey) GoString() string { return k.String() }

// String returns words that say nothing of the key, for printers that follow pointers.
func (s *secretKey) String() string { return redacted }

// wordsOf returns the words for a secret, and <nil> for nil.
func wordsOf[T any](secret *T, words string) string {
	if secret == nil {
		return "<nil>"
	}
	return words
}
