// Package scalar is arithmetic modulo the order n of the group of secp256k1.
//
// A scalar is always below n. Functions whose names end in Var take variable time and are for
// public values only; all others are constant time. Every result may be any of the inputs. Bits
// that are returned or taken are 0 or 1.
//
// With the build tag exhaustive, n is the order 13 of a small group over the same field instead
// (with the tag order199 too, 199), so that tests can run over all there is.
package scalar

import "encoding/binary"

// Scalar is an integer modulo n, n[0] + n[1]*2^64 + n[2]*2^128 + n[3]*2^192. The zero value is 0.
type Scalar struct{ n [4]uint64 }

// SetZero sets r = 0.
func (r *Scalar) SetZero() { *r = Scalar{} }

// SetOne sets r = 1.
func (r *Scalar) SetOne() { *r = Scalar{[4]uint64{1}} }

// Limbs returns the little-endian words of a.
func (a *Scalar) Limbs() [4]uint64 { return a.n }

// SetBytes sets r to the big-endian b modulo n, and returns 1 if b is n or above.
func (r *Scalar) SetBytes(b *[32]byte) (overflow uint64) {
	r.n[3] = binary.BigEndian.Uint64(b[0:])
	r.n[2] = binary.BigEndian.Uint64(b[8:])
	r.n[1] = binary.BigEndian.Uint64(b[16:])
	r.n[0] = binary.BigEndian.Uint64(b[24:])
	return r.reduce(&r.n)
}

// SetLimbs sets r to the number whose little-endian words are a, modulo n.
func (r *Scalar) SetLimbs(a *[4]uint64) { r.reduce(a) }

// SetBytesSeckey sets r to the big-endian b modulo n, and returns 1 if b is a valid secret key:
// 0 < b < n.
func (r *Scalar) SetBytesSeckey(b *[32]byte) (ok uint64) {
	overflow := r.SetBytes(b)
	return (overflow | r.IsZero()) ^ 1
}

// PutBytes writes a to b, big-endian.
func (a *Scalar) PutBytes(b *[32]byte) {
	binary.BigEndian.PutUint64(b[0:], a.n[3])
	binary.BigEndian.PutUint64(b[8:], a.n[2])
	binary.BigEndian.PutUint64(b[16:], a.n[1])
	binary.BigEndian.PutUint64(b[24:], a.n[0])
}

// isZero returns 1 if x is 0.
func isZero(x uint64) uint64 { return (x|-x)>>63 ^ 1 }

// IsZero returns 1 if a is 0.
func (a *Scalar) IsZero() uint64 { return isZero(a.n[0] | a.n[1] | a.n[2] | a.n[3]) }

// Equal returns 1 if a = b.
func (a *Scalar) Equal(b *Scalar) uint64 {
	return isZero((a.n[0] ^ b.n[0]) | (a.n[1] ^ b.n[1]) | (a.n[2] ^ b.n[2]) | (a.n[3] ^ b.n[3]))
}

// CMov sets r = a if bit is 1, and leaves it if bit is 0.
func (r *Scalar) CMov(a *Scalar, bit uint64) {
	m := -bit
	r.n[0] ^= m & (r.n[0] ^ a.n[0])
	r.n[1] ^= m & (r.n[1] ^ a.n[1])
	r.n[2] ^= m & (r.n[2] ^ a.n[2])
	r.n[3] ^= m & (r.n[3] ^ a.n[3])
}
