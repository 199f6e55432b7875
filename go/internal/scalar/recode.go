// Signed odd windows in constant time: the digits that secret scalars are multiplied by.
//
// L bits b_0 ... b_(L-1), each read as +1 or -1 instead of 1 or 0, stand for 2b - (2^L - 1), where
// b is their plain value. A window of w such bits is an odd digit in +-{1, 3, ... 2^w - 1}: never
// zero, so every step does the same work.

package scalar

import "math/bits"

// OddDigit is the digit 2*Index + 1, negated if Negative is 1.
type OddDigit struct{ Index, Negative uint64 }

// OddDigitAt is the digit of the count bits from offset of the words v.  offset, count: public,
// offset + count <= 64*len(v), 1 <= count < 64.
func OddDigitAt(v []uint64, offset, count int) OddDigit {
	i, shift := offset>>6, uint(offset&63)
	b := v[i] >> shift
	if int(shift)+count > 64 {
		b |= v[i+1] << (64 - shift)
	}
	half := uint64(1) << uint(count-1)
	negative := b>>uint(count-1)&1 ^ 1
	return OddDigit{(b ^ -negative) & (half - 1), negative}
}

// OddOffset is the offset that RecodeOdd needs for l bits, l >= 256: (2^l - 1)/2.
func OddOffset(l int) Scalar {
	r := powerOfTwo(l)
	var one Scalar
	one.SetOne()
	r.Sub(&r, &one)
	r.Half(&r)
	return r
}

// OddOffsetGLV is the offset that RecodeOddGLV needs: (1 + lambda)(2^130 - 1 - 2^129)/2.
func OddOffsetGLV() Scalar {
	r := powerOfTwo(129)
	var one, t Scalar
	one.SetOne()
	r.Sub(&r, &one)
	r.Half(&r)
	t.Mul(&r, &Lambda)
	r.Add(&r, &t)
	return r
}

// powerOfTwo is 2^l mod n, l public.
func powerOfTwo(l int) Scalar {
	var r Scalar
	r.SetOne()
	for i := 0; i < l; i++ {
		r.Add(&r, &r)
	}
	return r
}

// RecodeOdd sets v, plain bits, such that its l signed bits stand for k mod n; offset =
// OddOffset(l).
func RecodeOdd(v *[4]uint64, k, offset *Scalar) {
	var half Scalar
	half.Half(k)
	half.Add(&half, offset)
	*v = half.n
}

// RecodeOddGLV sets v1, v2 such that their 130 signed bits stand for k1, k2 with
// k = k1 + lambda*k2; offset = OddOffsetGLV().
// With s = k/2 + offset = s1 + lambda*s2 and |si| < 2^128, vi = si + 2^128 stands for
// 2*si + 2^129 - (2^130 - 1).
func RecodeOddGLV(v1, v2 *[3]uint64, k, offset *Scalar) {
	var s, s1, s2 Scalar
	s.Half(k)
	s.Add(&s, offset)
	s.SplitLambda(&s1, &s2)
	s1.aboveMinus2To128(v1)
	s2.aboveMinus2To128(v2)
}

// aboveMinus2To128 sets v = 2^128 + a, a as the signed number that it is near zero. With m = |a| it
// is 2^128 + (m ^ negative) + negative over three words.
func (a *Scalar) aboveMinus2To128(v *[3]uint64) {
	negative := a.IsHigh()
	m, mask := *a, -negative
	m.CondNeg(negative)
	var k uint64
	v[0], k = bits.Add64(m.n[0]^mask, 0, negative)
	v[1], k = bits.Add64(m.n[1]^mask, 0, k)
	v[2] = 1 + mask + k
}
