// Package field is the field modulo p = 2^256 - 2^32 - 977 on four 64-bit words.
//
// An element holds any value below 2^256, a representative modulo p; a carry is folded at once as
// c = 2^256 - p = 0x1000003D1. Functions whose names end in Var take variable time and are for
// public values only; all others are constant time. Every result may be any of the inputs. Bits
// that are returned or taken are 0 or 1.
package field

import (
	"encoding/binary"
	"math/bits"
)

// Element is a field element, n[0] + n[1]*2^64 + n[2]*2^128 + n[3]*2^192 modulo p. The zero value
// is 0.
type Element struct{ n [4]uint64 }

const (
	c  = 0x1000003D1        // 2^256 - p
	p0 = 0xFFFFFFFEFFFFFC2F // the lowest word of p; the others are all ones
)

// Beta is a cube root of unity: (Beta*x, y) is lambda times the point (x, y). Never written.
var Beta = Element{[4]uint64{0xC1396C28719501EE, 0x9CF0497512F58995, 0x6E64479EAC3434E9,
	0x7AE96A2B657C0710}}

// SetZero sets r = 0.
func (r *Element) SetZero() { *r = Element{} }

// SetOne sets r = 1.
func (r *Element) SetOne() { *r = Element{[4]uint64{1}} }

// SetInt sets r = a.
func (r *Element) SetInt(a uint32) { *r = Element{[4]uint64{uint64(a)}} }

// SetLimbs sets r to the number whose little-endian words are a, which may be p or above.
func (r *Element) SetLimbs(a *[4]uint64) { r.n = *a }

// Limbs returns the little-endian words of a, below p.
func (a *Element) Limbs() [4]uint64 {
	t := *a
	t.Normalize()
	return t.n
}

// SetBytes sets r to the big-endian b modulo p, and returns 1 if b is below p.
func (r *Element) SetBytes(b *[32]byte) uint64 {
	r.n[3] = binary.BigEndian.Uint64(b[0:])
	r.n[2] = binary.BigEndian.Uint64(b[8:])
	r.n[1] = binary.BigEndian.Uint64(b[16:])
	r.n[0] = binary.BigEndian.Uint64(b[24:])
	return r.reduce() ^ 1
}

// PutBytes writes a to b, big-endian and below p.
func (a *Element) PutBytes(b *[32]byte) {
	n := a.Limbs()
	binary.BigEndian.PutUint64(b[0:], n[3])
	binary.BigEndian.PutUint64(b[8:], n[2])
	binary.BigEndian.PutUint64(b[16:], n[1])
	binary.BigEndian.PutUint64(b[24:], n[0])
}

// reduce brings r below p and returns 1 if it was not: r + c carries out of the highest word if and
// only if r >= p, and is then r - p.
func (r *Element) reduce() uint64 {
	t0, k := bits.Add64(r.n[0], c, 0)
	t1, k := bits.Add64(r.n[1], 0, k)
	t2, k := bits.Add64(r.n[2], 0, k)
	t3, k := bits.Add64(r.n[3], 0, k)
	m := -k
	r.n[0] ^= m & (r.n[0] ^ t0)
	r.n[1] ^= m & (r.n[1] ^ t1)
	r.n[2] ^= m & (r.n[2] ^ t2)
	r.n[3] ^= m & (r.n[3] ^ t3)
	return k
}

// Normalize brings r below p, the value unchanged.
func (r *Element) Normalize() { r.reduce() }

// isZero returns 1 if x is 0.
func isZero(x uint64) uint64 { return (x|-x)>>63 ^ 1 }

// IsZero returns 1 if a is 0 modulo p: the number 0 or p.
func (a *Element) IsZero() uint64 {
	zero := a.n[0] | a.n[1] | a.n[2] | a.n[3]
	p := a.n[0] ^ p0 | ^(a.n[1] & a.n[2] & a.n[3])
	return isZero(zero) | isZero(p)
}

// IsOdd returns 1 if the number below p that a stands for is odd: a number of p or above is
// turned odd or even by the subtraction of p.
func (a *Element) IsOdd() uint64 {
	_, k := bits.Add64(a.n[0], c, 0)
	_, k = bits.Add64(a.n[1], 0, k)
	_, k = bits.Add64(a.n[2], 0, k)
	_, k = bits.Add64(a.n[3], 0, k)
	return (a.n[0] ^ k) & 1
}

// Equal returns 1 if a = b modulo p.
func (a *Element) Equal(b *Element) uint64 {
	var d Element
	d.Sub(a, b)
	return d.IsZero()
}

// CMov sets r = a if bit is 1, and leaves it if bit is 0.
func (r *Element) CMov(a *Element, bit uint64) {
	m := -bit
	r.n[0] ^= m & (r.n[0] ^ a.n[0])
	r.n[1] ^= m & (r.n[1] ^ a.n[1])
	r.n[2] ^= m & (r.n[2] ^ a.n[2])
	r.n[3] ^= m & (r.n[3] ^ a.n[3])
}

// CondNeg sets r = -r if bit is 1.
func (r *Element) CondNeg(bit uint64) {
	var t Element
	t.Neg(r)
	r.CMov(&t, bit)
}
