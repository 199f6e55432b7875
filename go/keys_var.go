// Public keys: parsing, encodings and arithmetic, variable time.

package p256k1

import (
	"crypto"
	"encoding/hex"

	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/field"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/group"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/mult"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/scalar"
)

// PublicKey is a point of the curve other than infinity. It never changes once it is made. nil and
// the zero value are no key: nothing verifies under them, and they encode to zeros.
type PublicKey struct{ point group.Affine } // normalized

// XOnlyPublicKey is a public key of BIP-340: the point with a given x and an even y. It never
// changes once it is made. nil and the zero value are no key.
type XOnlyPublicKey struct{ point group.Affine } // normalized, y even

// noPoint is the point of a nil key. Nobody changes it.
var noPoint group.Affine

// at is where the point is.
func (p *PublicKey) at() *group.Affine {
	if p == nil {
		return &noPoint
	}
	return &p.point
}

// at is where the point is.
func (x *XOnlyPublicKey) at() *group.Affine {
	if x == nil {
		return &noPoint
	}
	return &x.point
}

// isSet reports whether p is a point. No point of the curve has y = 0.
func isSet(p *group.Affine) bool { return p.Y != field.Element{} }

// IsValid reports whether p is a key, and not nil or the zero value.
func (p *PublicKey) IsValid() bool { return isSet(p.at()) }

// IsValid reports whether x is a key, and not nil or the zero value.
func (x *XOnlyPublicKey) IsValid() bool { return isSet(x.at()) }

// liftVar sets r to the point with that x coordinate and parity of y.
func liftVar(r *group.Affine, x *[32]byte, odd bool) Error {
	var e field.Element
	if e.SetBytes(x) == 0 {
		return ErrPublicKeyRange
	}
	if !r.SetXVar(&e, odd) {
		return ErrPublicKeyOffCurve
	}
	return 0
}

// parseVar sets r to the point with that encoding (SEC 1, section 2.3.4): 33 bytes 02 or 03, 65
// bytes 04, and, if hybrid is set, 65 bytes 06 or 07, where the prefix repeats the parity of y. It
// looks at length and prefix, then at range and parity, then at the curve.
func parseVar(r *group.Affine, b []byte, hybrid bool) Error {
	if len(b) == 33 && (b[0] == 2 || b[0] == 3) {
		return liftVar(r, (*[32]byte)(b[1:]), b[0] == 3)
	}
	hybrid = hybrid && len(b) == 65 && (b[0] == 6 || b[0] == 7)
	if !hybrid && !(len(b) == 65 && b[0] == 4) {
		return ErrPublicKeyFormat
	}
	if r.X.SetBytes((*[32]byte)(b[1:33]))&r.Y.SetBytes((*[32]byte)(b[33:])) == 0 {
		return ErrPublicKeyRange
	}
	if hybrid && r.Y.IsOdd() != uint64(b[0]&1) {
		return ErrPublicKeyFormat
	}
	if r.IsOnCurve() == 0 {
		return ErrPublicKeyOffCurve
	}
	return 0
}

// ParsePublicKey parses an encoding of SEC 1, section 2.3.4: 33 bytes with the prefix 02 or 03
// (compressed) or 65 bytes with 04 (uncompressed). It refuses hybrid encodings and infinity. It
// returns the first of [ErrPublicKeyFormat], [ErrPublicKeyRange] and [ErrPublicKeyOffCurve] that
// applies. Variable time.
func ParsePublicKey(b []byte) (*PublicKey, error) { return parsePublicKey(b, false) }

// ParseHybridPublicKey is [ParsePublicKey] and also accepts 65 bytes with the prefix 06 or 07,
// which must repeat the parity of y. The consensus rules of Bitcoin accept the same.
func ParseHybridPublicKey(b []byte) (*PublicKey, error) { return parsePublicKey(b, true) }

func parsePublicKey(b []byte, hybrid bool) (*PublicKey, error) {
	var p PublicKey
	if e := parseVar(&p.point, b, hybrid); e != 0 {
		return nil, e
	}
	return copyOf(&p), nil
}

// copyOf is *p in memory of its own: so only what succeeds allocates.
func copyOf[T any](p *T) *T {
	q := new(T)
	*q = *p
	return q
}

// ParseXOnlyPublicKey parses the 32 bytes of an x-only key (BIP-340). Errors are those of
// [ParsePublicKey]. Variable time.
func ParseXOnlyPublicKey(b []byte) (*XOnlyPublicKey, error) {
	var x XOnlyPublicKey
	if e := parseXOnlyVar(&x.point, b); e != 0 {
		return nil, e
	}
	return copyOf(&x), nil
}

func parseXOnlyVar(r *group.Affine, b []byte) Error {
	if len(b) != 32 {
		return ErrPublicKeyFormat
	}
	return liftVar(r, (*[32]byte)(b), false)
}

// Compressed returns the 33 bytes of SEC 1, section 2.3.3: 02 or 03, then x.
func (p *PublicKey) Compressed() (b [33]byte) {
	if p.IsValid() {
		putCompressed(&b, &p.point)
	}
	return b
}

// putCompressed writes the compressed encoding of a normalized point.  time: constant.
func putCompressed(b *[33]byte, p *group.Affine) {
	b[0] = 2 + byte(p.Y.IsOdd())
	p.X.PutBytes((*[32]byte)(b[1:]))
}

// Uncompressed returns the 65 bytes of SEC 1, section 2.3.3: 04, then x, then y.
func (p *PublicKey) Uncompressed() (b [65]byte) {
	if p.IsValid() {
		b[0] = 4
		p.point.X.PutBytes((*[32]byte)(b[1:33]))
		p.point.Y.PutBytes((*[32]byte)(b[33:]))
	}
	return b
}

// XOnly returns the x-only key with the same x, and the zero value if there is no key.
func (p *PublicKey) XOnly() *XOnlyPublicKey {
	x := &XOnlyPublicKey{*p.at()}
	if p.IsValid() {
		x.point.CondNeg(p.point.Y.IsOdd())
		x.point.Y.Normalize()
	}
	return x
}

// IsOdd reports whether y is odd. false if there is no key.
func (p *PublicKey) IsOdd() bool { return p.at().Y.IsOdd() == 1 }

// Equal reports whether x is a *PublicKey with the same point. nil is equal to nothing.
func (p *PublicKey) Equal(x crypto.PublicKey) bool {
	other, ok := x.(*PublicKey)
	return ok && p != nil && other != nil && p.point == other.point
}

// String returns the hexadecimal digits of [PublicKey.Compressed], and <nil> for nil.
func (p *PublicKey) String() string {
	if p == nil {
		return "<nil>"
	}
	b := p.Compressed()
	return hex.EncodeToString(b[:])
}

// Bytes returns the 32 bytes of x. Zeros if there is no key.
func (x *XOnlyPublicKey) Bytes() (b [32]byte) {
	x.at().X.PutBytes(&b)
	return b
}

// PublicKey returns the point with that x and an even y, and the zero value if there is no key.
func (x *XOnlyPublicKey) PublicKey() *PublicKey { return &PublicKey{*x.at()} }

// Equal reports whether y is an *XOnlyPublicKey with the same x. nil is equal to nothing.
func (x *XOnlyPublicKey) Equal(y crypto.PublicKey) bool {
	other, ok := y.(*XOnlyPublicKey)
	return ok && x != nil && other != nil && x.point == other.point
}

// String returns the hexadecimal digits of [XOnlyPublicKey.Bytes], and <nil> for nil.
func (x *XOnlyPublicKey) String() string {
	if x == nil {
		return "<nil>"
	}
	b := x.Bytes()
	return hex.EncodeToString(b[:])
}

// Negate returns -P: the same x, the other y. The zero value if there is no key.
func (p *PublicKey) Negate() *PublicKey {
	q := new(PublicKey)
	if p.IsValid() {
		q.point.Neg(&p.point)
		q.point.Normalize()
	}
	return q
}

// TweakAdd returns P + t G for a public tweak of 32 bytes, which may be zero. [ErrTweak] if t has
// another length or is not below n, or if the sum is infinity. Variable time.
func (p *PublicKey) TweakAdd(t []byte) (*PublicKey, error) {
	if !p.IsValid() {
		return nil, ErrPublicKeyFormat
	}
	if len(t) != 32 {
		return nil, ErrTweak
	}
	q := PublicKey{p.point}
	if !tweakAddVar(&q.point, (*[32]byte)(t)) {
		return nil, ErrTweak
	}
	return copyOf(&q), nil
}

// tweakAddVar sets p = p + t G and reports whether t < n and the sum is finite.
func tweakAddVar(p *group.Affine, t *[32]byte) bool {
	var tweak scalar.Scalar
	var j group.Jacobian
	if tweak.SetBytes(t) == 1 {
		return false
	}
	mult.GenVar(&j, &tweak)
	j.AddAffineVar(&j, p)
	return p.SetJacobianVar(&j)
}

// TweakMul returns t P for a public tweak of 32 bytes. [ErrTweak] unless 1 <= t < n. Variable time.
func (p *PublicKey) TweakMul(t []byte) (*PublicKey, error) {
	if !p.IsValid() {
		return nil, ErrPublicKeyFormat
	}
	var tweak scalar.Scalar
	if len(t) != 32 || tweak.SetBytesSeckey((*[32]byte)(t)) == 0 {
		return nil, ErrTweak
	}
	var j group.Jacobian
	q := new(PublicKey)
	mult.PointVar(&j, &p.point, &tweak)
	q.point.SetJacobianVar(&j)
	return q, nil
}

// CombinePublicKeys returns the sum of the keys. [ErrPublicKeyFormat] if one of them is none.
// [ErrNoPoint] if the sum is infinity, as the sum of no keys is. Variable time.
func CombinePublicKeys(keys ...*PublicKey) (*PublicKey, error) {
	var sum group.Jacobian
	sum.SetInfinity()
	for _, p := range keys {
		if !p.IsValid() {
			return nil, ErrPublicKeyFormat
		}
		sum.AddAffineVar(&sum, &p.point)
	}
	var q PublicKey
	if !q.point.SetJacobianVar(&sum) {
		return nil, ErrNoPoint
	}
	return copyOf(&q), nil
}
