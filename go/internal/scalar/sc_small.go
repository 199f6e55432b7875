// Scalars modulo a small order, for exhaustive tests on groups of that order over the same field.

//go:build exhaustive

package scalar

import "github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/modinv"

// Lambda is the cube root of unity that belongs to field.Beta on the curve of this order. Never
// written.
var Lambda = Scalar{[4]uint64{smallLambda}}

// modulus is the order, for inverses. Never written.
var modulus = modinv.NewModulus(&[4]uint64{smallOrder})

// Order returns the little-endian words of the order.
func Order() [4]uint64 { return [4]uint64{smallOrder} }

// small is x modulo the order.
func small(x uint64) Scalar { return Scalar{[4]uint64{x % smallOrder}} }

// SetInt sets r = a.
func (r *Scalar) SetInt(a uint32) { *r = small(uint64(a)) }

// reduce sets r = a modulo the order, and returns 1 if a is the order or above.  alias: a may be in
// r.
func (r *Scalar) reduce(a *[4]uint64) uint64 {
	x := uint64(0)
	for i := 7; i >= 0; i-- {
		x = (x<<32 | a[i/2]>>(i%2*32)&0xFFFFFFFF) % smallOrder
	}
	over := isZero(a[0]^x|a[1]|a[2]|a[3]) ^ 1
	*r = small(x)
	return over
}

// IsHigh returns 1 if a is more than half of the order.
func (a *Scalar) IsHigh() uint64 { return (smallOrder/2 - a.n[0]) >> 63 }

// Add sets r = a + b.
func (r *Scalar) Add(a, b *Scalar) { *r = small(a.n[0] + b.n[0]) }

// Sub sets r = a - b.
func (r *Scalar) Sub(a, b *Scalar) { *r = small(a.n[0] + smallOrder - b.n[0]) }

// Neg sets r = -a.
func (r *Scalar) Neg(a *Scalar) { *r = small(smallOrder - a.n[0]) }

// CondNeg sets r = -r if bit is 1.
func (r *Scalar) CondNeg(bit uint64) {
	var t Scalar
	t.Neg(r)
	r.CMov(&t, bit)
}

// Half sets r = a/2.
func (r *Scalar) Half(a *Scalar) { *r = small((a.n[0] + a.n[0]&1*smallOrder) >> 1) }

// Mul sets r = a*b.
func (r *Scalar) Mul(a, b *Scalar) { *r = small(a.n[0] * b.n[0]) }

// SplitLambda sets k1 and k2 so that k = k1 + lambda*k2, with a k2 that takes every value.
func (k *Scalar) SplitLambda(k1, k2 *Scalar) {
	b := (3*k.n[0] + 1) % smallOrder
	a := k.n[0] + (smallOrder-b)*smallLambda
	*k1, *k2 = small(a), small(b)
}
