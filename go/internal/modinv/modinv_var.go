// The inverse in variable time: binary gcd on 64-bit approximations.
//
// Two numbers a >= 0 and b > 0, b odd, with a = e*x and b = d*x (mod m), go from (x, m) to (0, 1)
// by
//
//	a even: a = a/2        a odd: (a, b) = (|a - b|, min(a, b))
//
// 31 halvings at a time run on one word per number: its 31 low bits, which decide parity, and its
// 33 top bits, which decide the comparison. With at least 31 + 2 top bits each batch is known to
// shorten a and b together by 31 bits or more (Pornin, "Optimized Binary GCD for Modular
// Inversion", 2020): a wrong comparison of nearly equal numbers costs only a sign. Runs of zeros
// are taken at once, and there is no data-dependent branch within a batch but its length.

package modinv

import "math/bits"

const batchVar = 31

// halvings is 2^k times the matrix of k halvings: a becomes (aa*a + ab*b) / 2^k, b becomes
// (ba*a + bb*b) / 2^k.
type halvings struct{ aa, ab, ba, bb int64 }

// halveGenericVar sets t to the matrix of 31 halvings from a and b; b is odd. Rows are packed as
// xa + 2^32 * xb: entries are in (-2^31, 2^31].
func halveGenericVar(t *halvings, a, b uint64) {
	const stop = 1 << 63
	rowA, rowB := uint64(1), uint64(1)<<32
	k := batchVar
	zeros := bits.TrailingZeros64(a | stop)
	for zeros < k {
		k -= zeros
		a >>= zeros & 63
		rowB <<= zeros & 63
		difference, borrow := bits.Sub64(a, b, 0)
		row, less := rowA-rowB, -borrow
		zeros = bits.TrailingZeros64(difference | stop)
		b += difference & less
		a = difference ^ less - less
		rowB += row & less
		rowA = row ^ less - less
	}
	rowB <<= k & 63
	const bias = 0x7FFFFFFF7FFFFFFF
	rowA += bias
	rowB += bias
	*t = halvings{int64(rowA&0xFFFFFFFF) - 0x7FFFFFFF, int64(rowA>>32) - 0x7FFFFFFF,
		int64(rowB&0xFFFFFFFF) - 0x7FFFFFFF, int64(rowB>>32) - 0x7FFFFFFF}
}

// approximateVar is the word that stands for x in a batch: the number itself if both numbers are
// below 2^64, else its 31 low bits below the top 33 bits of the window that holds the longer number.
// top is the index of the highest limb in which either is not zero, highest the or of the two limbs
// there.
func (x *num) approximateVar(top int, highest uint64) uint64 {
	if top == 0 {
		return uint64(x[0])
	}
	if top == 1 && highest>>2 == 0 {
		return uint64(x[0]) | uint64(x[1])<<62
	}
	s := uint(bits.LeadingZeros64(highest)) - 2 // 62 bits from the top one of highest down
	window := uint64(x[top])<<s | uint64(x[top-1])>>(62-s)
	const drop = 62 - (64 - batchVar)
	return window>>drop<<batchVar | uint64(x[0])&(1<<batchVar-1)
}

// makePositiveVar sets x = -x if its top limb, of n, is negative; returns whether it was.
func (x *num) makePositiveVar(n int) bool {
	if x[n-1] >= 0 {
		return false
	}
	carry := int64(0)
	for i := 0; i < n-1; i++ {
		t := carry - x[i]
		x[i] = t & low62
		carry = t >> 62
	}
	x[n-1] = carry - x[n-1]
	return true
}

// halveBatchVar does 31 halvings of a and b, of n limbs, and returns their matrix, with the signs that keep
// a and b positive, and the limbs that are left: fewer as the numbers shrink, 0 if a is 0.
func halveBatchVar(a, b *num, n int) (halvings, int) {
	for n > 1 && a[n-1]|b[n-1] == 0 {
		n--
	}
	highest := uint64(a[n-1] | b[n-1])
	var t halvings
	halveVar(&t, a.approximateVar(n-1, highest), b.approximateVar(n-1, highest))
	const up = 62 - batchVar
	updateFG(b, a, n, &matrix{t.bb << up, t.ba << up, t.ab << up, t.aa << up})
	if a.makePositiveVar(n) {
		t.aa, t.ab = -t.aa, -t.ab
	}
	if b.makePositiveVar(n) {
		t.ba, t.bb = -t.ba, -t.bb
	}
	any := int64(0)
	for i := 0; i < n; i++ {
		any |= a[i]
	}
	if any == 0 {
		n = 0
	}
	return t, n
}

// InvVar sets r = 1/a mod m; 0 gives 0.  in: a < m.  out: below m.  time: variable.  alias: any.
// Two batches make one matrix for d and e. The division by 2^62 of the first pass is left to the
// end, as in Inv.
func InvVar(r, a *[4]uint64, m *Modulus) {
	if a[0]|a[1]|a[2]|a[3] == 0 {
		*r = [4]uint64{}
		return
	}
	var x, d, e num
	x.setWords(a)
	y := num(m.Limbs)
	y.carry()
	for n, first := 5, true; n != 0; first = false {
		var t, s halvings
		t, n = halveBatchVar(&x, &y, n)
		s = halvings{aa: 1 << batchVar, bb: 1 << batchVar}
		if n != 0 {
			s, n = halveBatchVar(&x, &y, n)
		}
		all := matrix{s.ba*t.ab + s.bb*t.bb, s.ba*t.aa + s.bb*t.ba,
			s.aa*t.ab + s.ab*t.bb, s.aa*t.aa + s.ab*t.ba}
		if first {
			d[0], e[0] = all.v, all.r
			d.carry()
			e.carry()
		} else {
			updateDE(&d, &e, &all, m)
		}
	}
	finish(r, &d, 1, m)
}
