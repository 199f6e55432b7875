// Scalars split in two halves by the endomorphism (lambda), in constant time.
//
// lambda^2 + lambda + 1 = 0 mod n, beta^3 = 1 mod p, and lambda * (x, y) = (beta * x, y). The
// lattice of the (a, b) with a + b*lambda = 0 mod n has the short basis (a1, b1), (a2, b2), with
// a1*b2 - a2*b1 = n and
//
//	a1 = b2 = 0x3086D221A7D46BCDE86C90E49284EB15
//	-b1     = 0xE4437ED6010E88286F547FA90ABFE4C3      a2 = a1 - b1
//
// (Gallant, Lambert, Vanstone). With c1 = b2*k/n, c2 = -b1*k/n rounded to integers, the halves are
//
//	r1 = k - c1*a1 - c2*a2,  r2 = -c1*b1 - c2*b2,   so that r1 + lambda*r2 = k.
//
// Bound. c1 is computed as (k*g1 + 2^383) >> 384 with g1 = b2 * 2^384 / n rounded, and c2 likewise.
// As g1 is wrong by at most 1/2 and k < 2^256, each c differs from the exact quotient by at most
// e = 1/2 + 2^256 * 2^-385 = 1/2 + 2^-129. With exact quotients both halves would be 0, so
// |r1| <= e*(a1 + a2) < 0.636 * 2^128 and |r2| <= e*(b2 - b1) < 0.541 * 2^128, for every k and
// whichever way a quotient near a half is rounded. As k < n, 0 <= c1 <= b2 and 0 <= c2 <= -b1: both
// fit in 128 bits.

//go:build !exhaustive

package scalar

import "math/bits"

// The numbers of the split; never written.
var (
	glvG1 = [4]uint64{0xE893209A45DBB031, 0x3DAA8A1471E8CA7F, 0xE86C90E49284EB15,
		0x3086D221A7D46BCD}
	glvG2 = [4]uint64{0x1571B4AE8AC47F71, 0x221208AC9DF506C6, 0x6F547FA90ABFE4C4,
		0xE4437ED6010E8828}
	glvA1      = [3]uint64{0xE86C90E49284EB15, 0x3086D221A7D46BCD, 0} // and b2
	glvMinusB1 = [3]uint64{0x6F547FA90ABFE4C3, 0xE4437ED6010E8828, 0}
	glvA2      = [3]uint64{0x57C1108D9D44CFD8, 0x14CA50F7A8E2F3F6, 1}
)

// glvQuotient is (k*g + 2^383) >> 384.
func glvQuotient(k, g *[4]uint64) [2]uint64 {
	var l [8]uint64
	mul512(&l, k, g)
	low, carry := bits.Add64(l[6], l[5]>>63, 0)
	return [2]uint64{low, l[7] + carry}
}

// glvMultiply is c * a mod 2^192.
func glvMultiply(c *[2]uint64, a *[3]uint64) [3]uint64 {
	h00, t0 := bits.Mul64(c[0], a[0])
	h01, l01 := bits.Mul64(c[0], a[1])
	h10, l10 := bits.Mul64(c[1], a[0])
	t1, k := bits.Add64(h00, l01, 0)
	t2 := h01 + h10 + c[1]*a[1] + c[0]*a[2] + k
	t1, k = bits.Add64(t1, l10, 0)
	return [3]uint64{t0, t1, t2 + k}
}

// glvSubtract is a - b mod 2^192.
func glvSubtract(a, b [3]uint64) [3]uint64 {
	t0, k := bits.Sub64(a[0], b[0], 0)
	t1, k := bits.Sub64(a[1], b[1], k)
	t2, _ := bits.Sub64(a[2], b[2], k)
	return [3]uint64{t0, t1, t2}
}

// setSigned sets r = the signed t, -2^128 < t < 2^128, mod n.
func (r *Scalar) setSigned(t [3]uint64) {
	sign := t[2] // 0 or all ones
	var k uint64
	r.n[0], k = bits.Add64(t[0], n0&sign, 0)
	r.n[1], k = bits.Add64(t[1], n1&sign, k)
	r.n[2], k = bits.Add64(sign, n2&sign, k)
	r.n[3], _ = bits.Add64(sign, n3&sign, k)
}

// SplitLambda sets k1 and k2 so that k = k1 + lambda*k2, with k1 or -k1 below 0.636 * 2^128 and k2
// or -k2 below 0.541 * 2^128.  alias: k1 or k2 may be k.  cost: 32 + 16 word products.
func (k *Scalar) SplitLambda(k1, k2 *Scalar) {
	q1, q2 := glvQuotient(&k.n, &glvG1), glvQuotient(&k.n, &glvG2)
	low := [3]uint64{k.n[0], k.n[1], k.n[2]}
	k1.setSigned(glvSubtract(glvSubtract(low, glvMultiply(&q1, &glvA1)), glvMultiply(&q2, &glvA2)))
	k2.setSigned(glvSubtract(glvMultiply(&q1, &glvMinusB1), glvMultiply(&q2, &glvA1)))
}
