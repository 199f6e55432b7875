// Scalars modulo the group order n in four 64-bit words: n = 2^256 - c, c = 2^128 + c1*2^64 + c0.

//go:build !exhaustive

package scalar

import (
	"math/bits"

	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/modinv"
)

const (
	n0 = 0xBFD25E8CD0364141
	n1 = 0xBAAEDCE6AF48A03B
	n2 = 0xFFFFFFFFFFFFFFFE
	n3 = 0xFFFFFFFFFFFFFFFF
	c0 = 0x402DA1732FC9BEBF
	c1 = 0x4551231950B75FC4
	// floor(n/2)
	half0 = 0xDFE92F46681B20A0
	half1 = 0x5D576E7357A4501D
	half2 = 0xFFFFFFFFFFFFFFFF
	half3 = 0x7FFFFFFFFFFFFFFF
)

// Lambda is the cube root of unity that belongs to field.Beta. Never written.
var Lambda = Scalar{[4]uint64{0xDF02967C1B23BD72, 0x122E22EA20816678, 0xA5261C028812645A,
	0x5363AD4CC05C30E0}}

// modulus is n in limbs of 62 bits: 2^256 - c. Never written.
var modulus = modinv.Modulus{
	Limbs:           [5]int64{-0x2DA1732FC9BEBF, -0x15448C6542DD7F11, -0x14, 0, 1 << 8},
	NegativeInverse: 0x4B0DFF665588B13F,
}

// Order returns the little-endian words of n.
func Order() [4]uint64 { return [4]uint64{n0, n1, n2, n3} }

// SetInt sets r = a.
func (r *Scalar) SetInt(a uint32) { *r = Scalar{[4]uint64{uint64(a)}} }

// overflows returns 1 if a >= n, that is if a + c carries.
func overflows(a0, a1, a2, a3 uint64) uint64 {
	_, k := bits.Add64(a0, c0, 0)
	_, k = bits.Add64(a1, c1, k)
	_, k = bits.Add64(a2, 1, k)
	_, k = bits.Add64(a3, 0, k)
	return k
}

// subtractOrderIf sets r = a - n mod 2^256 if over is 1, else a: it adds c.
func (r *Scalar) subtractOrderIf(a0, a1, a2, a3, over uint64) {
	m := -over
	var k uint64
	r.n[0], k = bits.Add64(a0, c0&m, 0)
	r.n[1], k = bits.Add64(a1, c1&m, k)
	r.n[2], k = bits.Add64(a2, over, k)
	r.n[3], _ = bits.Add64(a3, 0, k)
}

// reduce sets r = a mod n, and returns 1 if a is n or above.  alias: a may be in r.
func (r *Scalar) reduce(a *[4]uint64) uint64 {
	over := overflows(a[0], a[1], a[2], a[3])
	r.subtractOrderIf(a[0], a[1], a[2], a[3], over)
	return over
}

// IsHigh returns 1 if a > n/2.
func (a *Scalar) IsHigh() uint64 {
	_, k := bits.Sub64(half0, a.n[0], 0)
	_, k = bits.Sub64(half1, a.n[1], k)
	_, k = bits.Sub64(half2, a.n[2], k)
	_, k = bits.Sub64(half3, a.n[3], k)
	return k
}

// Add sets r = a + b.
func (r *Scalar) Add(a, b *Scalar) {
	t0, k := bits.Add64(a.n[0], b.n[0], 0)
	t1, k := bits.Add64(a.n[1], b.n[1], k)
	t2, k := bits.Add64(a.n[2], b.n[2], k)
	t3, k := bits.Add64(a.n[3], b.n[3], k)
	r.subtractOrderIf(t0, t1, t2, t3, k|overflows(t0, t1, t2, t3))
}

// Sub sets r = a - b.
func (r *Scalar) Sub(a, b *Scalar) {
	t0, k := bits.Sub64(a.n[0], b.n[0], 0)
	t1, k := bits.Sub64(a.n[1], b.n[1], k)
	t2, k := bits.Sub64(a.n[2], b.n[2], k)
	t3, k := bits.Sub64(a.n[3], b.n[3], k)
	over, m := k, -k
	r.n[0], k = bits.Sub64(t0, c0&m, 0)
	r.n[1], k = bits.Sub64(t1, c1&m, k)
	r.n[2], k = bits.Sub64(t2, over, k)
	r.n[3], _ = bits.Sub64(t3, 0, k)
}

// negateIf sets r = -a if bit is 1, else a. n - a is ^a + (n + 1), mod 2^256; zero stays zero.
func (r *Scalar) negateIf(a *Scalar, bit uint64) {
	bit &= a.IsZero() ^ 1
	m := -bit
	var k uint64
	r.n[0], k = bits.Add64(a.n[0]^m, n0&m, bit)
	r.n[1], k = bits.Add64(a.n[1]^m, n1&m, k)
	r.n[2], k = bits.Add64(a.n[2]^m, n2&m, k)
	r.n[3], _ = bits.Add64(a.n[3]^m, n3&m, k)
}

// Neg sets r = -a.
func (r *Scalar) Neg(a *Scalar) { r.negateIf(a, 1) }

// CondNeg sets r = -r if bit is 1.
func (r *Scalar) CondNeg(bit uint64) { r.negateIf(r, bit) }

// Half sets r = a/2: (a + n)/2 if a is odd.
func (r *Scalar) Half(a *Scalar) {
	m := -(a.n[0] & 1)
	t0, k := bits.Add64(a.n[0], n0&m, 0)
	t1, k := bits.Add64(a.n[1], n1&m, k)
	t2, k := bits.Add64(a.n[2], n2&m, k)
	t3, k := bits.Add64(a.n[3], n3&m, k)
	r.n[0] = t0>>1 | t1<<63
	r.n[1] = t1>>1 | t2<<63
	r.n[2] = t2>>1 | t3<<63
	r.n[3] = t3>>1 | k<<63
}

// row is x*b + t, five words, for t of four words: never more than they hold.
func row(x uint64, b *[4]uint64, t0, t1, t2, t3 uint64) (r0, r1, r2, r3, r4 uint64) {
	h0, l0 := bits.Mul64(x, b[0])
	h1, l1 := bits.Mul64(x, b[1])
	h2, l2 := bits.Mul64(x, b[2])
	h3, l3 := bits.Mul64(x, b[3])
	l1, k := bits.Add64(l1, h0, 0)
	l2, k = bits.Add64(l2, h1, k)
	l3, k = bits.Add64(l3, h2, k)
	h3 += k
	r0, k = bits.Add64(l0, t0, 0)
	r1, k = bits.Add64(l1, t1, k)
	r2, k = bits.Add64(l2, t2, k)
	r3, k = bits.Add64(l3, t3, k)
	r4 = h3 + k
	return
}

// mul512 sets l = a * b, 512 bits.
func mul512(l *[8]uint64, a, b *[4]uint64) {
	var t1, t2, t3, t4 uint64
	l[0], t1, t2, t3, t4 = row(a[0], b, 0, 0, 0, 0)
	l[1], t1, t2, t3, t4 = row(a[1], b, t1, t2, t3, t4)
	l[2], t1, t2, t3, t4 = row(a[2], b, t1, t2, t3, t4)
	l[3], l[4], l[5], l[6], l[7] = row(a[3], b, t1, t2, t3, t4)
}

// reduce512 sets r = l mod n, in three folds of the part above 2^256, which is worth c there:
//
//	512 -> 385 bits: low 256 + high 256 * c < 2^256 + 2^256 * 1.28 * 2^128 < 2^385
//	385 -> 258 bits: low 256 + high 129 * c < 2^256 + 1.28 * 2^128 * 1.28 * 2^128 < 2^258
//	258 -> 256 bits: low 256 + high 2 * c < 2^256 + 2^131: at most one n is left, with or
//	                 without a carry.
//
// The high 2 bits are at most 2: the second sum is below 2^256 * (1 + 1.28^2).
func (r *Scalar) reduce512(l *[8]uint64) {
	// m = low + high * (c0 + c1*2^64 + 2^128): three rows of four words.
	c := [2]uint64{c0, c1}
	high := [4]uint64{l[4], l[5], l[6], l[7]}
	m0, m1, m2, m3, m4 := row(c[0], &high, l[0], l[1], l[2], l[3])
	m1, m2, m3, m4, m5 := row(c[1], &high, m1, m2, m3, m4)
	m2, k := bits.Add64(m2, high[0], 0)
	m3, k = bits.Add64(m3, high[1], k)
	m4, k = bits.Add64(m4, high[2], k)
	m5, m6 := bits.Add64(m5, high[3], k)

	// p = low of m + (m4 + m5*2^64 + m6*2^128) * c, m6 <= 1.
	h00, l00 := bits.Mul64(m4, c0)
	h10, l10 := bits.Mul64(m5, c0)
	h01, l01 := bits.Mul64(m4, c1)
	h11, l11 := bits.Mul64(m5, c1)
	top := -m6
	p0, k := bits.Add64(m0, l00, 0)
	p1, k := bits.Add64(m1, l10, k)
	p2, k := bits.Add64(m2, l11, k)
	p3, k := bits.Add64(m3, h11, k)
	p4 := m6 + k
	p1, k = bits.Add64(p1, l01, 0)
	p2, k = bits.Add64(p2, h01, k)
	p3, k = bits.Add64(p3, m5, k)
	p4 += k
	p1, k = bits.Add64(p1, h00, 0)
	p2, k = bits.Add64(p2, h10, k)
	p3, k = bits.Add64(p3, c1&top, k)
	p4 += k
	p2, k = bits.Add64(p2, m4, 0)
	p3, k = bits.Add64(p3, 0, k)
	p4 += k
	p2, k = bits.Add64(p2, c0&top, 0)
	p3, k = bits.Add64(p3, 0, k)
	p4 += k

	h0, l0 := bits.Mul64(p4, c0)
	h1, l1 := bits.Mul64(p4, c1)
	h0, k = bits.Add64(h0, l1, 0) // p4 * c
	h1 += p4 + k
	p0, k = bits.Add64(p0, l0, 0)
	p1, k = bits.Add64(p1, h0, k)
	p2, k = bits.Add64(p2, h1, k)
	p3, k = bits.Add64(p3, 0, k)
	r.subtractOrderIf(p0, p1, p2, p3, k|overflows(p0, p1, p2, p3))
}

func mulGeneric(r, a, b *Scalar) {
	var l [8]uint64
	mul512(&l, &a.n, &b.n)
	r.reduce512(&l)
}
