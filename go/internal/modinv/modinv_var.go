// The inverse in variable time: binary gcd on 64-bit approximations.
//
// Two numbers x >= 0 and y > 0, y odd, with x = e*a and y = d*a (mod m), go from (a, m) to (0, 1)
// by
//
//	x even: x = x/2        x odd: (x, y) = (|x - y|, min(x, y))
//
// 31 halvings at a time run on one word per number: its 31 low bits, which decide parity, and its
// 33 top bits, which decide the comparison. With at least 31 + 2 top bits each such half of a batch
// is known to shorten x and y together by 31 bits or more (Pornin, "Optimized Binary GCD for
// Modular Inversion", 2020): a wrong comparison of nearly equal numbers costs only a sign. Runs of
// zeros are taken at once, and there is no data-dependent branch within a half but its length.
//
// The second half of a batch starts from what the first makes of the low limbs and of windows of 63
// top bits; x and y themselves wait for the product of both matrices. 31 halvings shorten the
// longer number by 32 bits at most, so that 28 bits of its window are left at least, and about 38
// as a rule.
//
// It ends: the first half shortens x and y together by 31 bits. No row of a matrix exceeds its
// scale, so that nothing becomes longer than the longer number was. The second half can lengthen
// the shorter one only where the comparison of windows goes wrong, after the longer has lost those
// 28 bits, which it can nine times.

package modinv

import "math/bits"

const halfBatch = 31

// halvings is 2^31 times the matrix of 31 halvings: x becomes (xx*x + xy*y) / 2^31, y becomes
// (yx*x + yy*y) / 2^31. Of a whole batch it is 2^62 times the matrix.
type halvings struct{ xx, xy, yx, yy int64 }

// halveVar sets t to the matrix of 31 halvings from x and y; y is odd. Rows are packed as
// rx + 2^32 * ry: entries are in (-2^31, 2^31].
func halveVar(t *halvings, x, y uint64) {
	const stop = 1 << 63
	rowX, rowY := uint64(1), uint64(1)<<32
	k := halfBatch
	zeros := bits.TrailingZeros64(x | stop)
	for zeros < k {
		k -= zeros
		x >>= zeros & 63
		rowY <<= zeros & 63
		difference, borrow := bits.Sub64(x, y, 0)
		row, less := rowX-rowY, -borrow
		zeros = bits.TrailingZeros64(difference | stop)
		y += difference & less
		x = difference ^ less - less
		rowY += row & less
		rowX = row ^ less - less
	}
	rowY <<= k & 63
	const bias = 0x7FFFFFFF7FFFFFFF
	rowX += bias
	rowY += bias
	*t = halvings{int64(rowX&0xFFFFFFFF) - 0x7FFFFFFF, int64(rowX>>32) - 0x7FFFFFFF,
		int64(rowY&0xFFFFFFFF) - 0x7FFFFFFF, int64(rowY>>32) - 0x7FFFFFFF}
}

// timesVar is the matrix product a*b.
func (a *halvings) timesVar(b *halvings) halvings {
	return halvings{a.xx*b.xx + a.xy*b.yx, a.xx*b.xy + a.xy*b.yy, a.yx*b.xx + a.yy*b.yx,
		a.yx*b.xy + a.yy*b.yy}
}

// negateXVar and negateYVar change the sign of what becomes of x and y.
func (t *halvings) negateXVar() { t.xx, t.xy = -t.xx, -t.xy }
func (t *halvings) negateYVar() { t.yx, t.yy = -t.yx, -t.yy }

// A descent is the state. The assembly relies on its layout: a limb of zeros below each number
// stands in the window for one that the number does not have.
type descent struct {
	belowX int64
	x      num
	belowY int64
	y      num
	d, e   num
	u, v   int64 // of the last batch, what d becomes: u*e + v*d
}

// beginVar is the state at x = a, y = m.
func (s *descent) beginVar(a *[4]uint64, m *Modulus) {
	*s = descent{belowX: 0, belowY: 0, y: m.Limbs}
	s.x.setWords(a)
	s.y.carry()
}

// windowVar is the 63 bits of x from bit 63 - s of its limb top down; s is at least 1.
func (x *num) windowVar(top, s int) int64 {
	w := x[top] << (s & 63)
	if top > 0 {
		w |= x[top-1] >> ((62 - s) & 63)
	}
	return w
}

// approximationVar is the word that stands for a number in half a batch: its 31 low bits below the
// 33 bits from bit 63 - s of its window down.
func approximationVar(window int64, low uint64, s int) uint64 {
	const mask = 1<<halfBatch - 1
	return uint64(window)<<(s&63)&^mask | low&mask
}

// highVar is a*x / 2^33, rounded down.  in: |a| <= 2^31.
func highVar(a, x int64) int64 { return int64(mul(a<<31, x).hi) }

// batchVar is the matrix of 62 halvings of x and y, the highest limb of the longer of which is top.
func (s *descent) batchVar(top int) halvings {
	shift := bits.LeadingZeros64(uint64(s.x[top]|s.y[top])) - 1
	x, y := s.x.windowVar(top, shift), s.y.windowVar(top, shift)
	lowX, lowY := uint64(s.x[0]), uint64(s.y[0])
	var t, u halvings
	halveVar(&t, approximationVar(x, lowX, 1), approximationVar(y, lowY, 1))

	x, y = highVar(t.xx, x)+highVar(t.xy, y), highVar(t.yx, x)+highVar(t.yy, y)
	lowX, lowY = uint64(t.xx)*lowX+uint64(t.xy)*lowY, uint64(t.yx)*lowX+uint64(t.yy)*lowY
	lowX, lowY = lowX>>halfBatch, lowY>>halfBatch
	if x < 0 {
		x, lowX = -x, -lowX
		t.negateXVar()
	}
	if y < 0 {
		y, lowY = -y, -lowY
		t.negateYVar()
	}
	shift = bits.LeadingZeros64(uint64(x | y))
	halveVar(&u, approximationVar(x, lowX, shift), approximationVar(y, lowY, shift))
	return u.timesVar(&t)
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

// wholeVar sets (d, e) = 2^62 t * (d, e), whole numbers of n limbs, which become n + 1.
func (s *descent) wholeVar(n int, t *halvings) {
	if n == 0 { // d = 0, e = 1
		s.d[0], s.e[0] = t.yx, t.xx
		return
	}
	var cd, ce wide
	for i := range n {
		cd = cd.add(mul(t.yx, s.e[i])).add(mul(t.yy, s.d[i]))
		ce = ce.add(mul(t.xx, s.e[i])).add(mul(t.xy, s.d[i]))
		s.d[i], s.e[i] = cd.low(), ce.low()
		cd, ce = cd.shift(), ce.shift()
	}
	s.d[n], s.e[n] = int64(cd.lo), int64(ce.lo)
}

// descendGenericVar goes from x = a > 0, y = m, d = e = 0 to x = 0, y = 1, and returns the number
// of batches but the last. The matrix of this one is not applied to d and e, those of the first 5
// are in whole numbers, 2^62 times greater and of a limb more each time: this takes less than half
// of the products. |d|, |e| <= 2^(62*batches), for up to 5; m/2 more for each batch beyond.
func descendGenericVar(s *descent, m *Modulus) (batches int) {
	for n := len(s.x); ; batches++ {
		for s.x[n-1]|s.y[n-1] == 0 {
			n--
		}
		t := s.batchVar(n - 1)
		updateFG(&s.y, &s.x, n, &matrix{t.yy, t.yx, t.xy, t.xx})
		if s.x.makePositiveVar(n) {
			t.negateXVar()
		}
		if s.y.makePositiveVar(n) {
			t.negateYVar()
		}
		switch {
		case n <= 2 && s.x[0]|s.x[1] == 0: // longer numbers do not become 0
			s.u, s.v = t.yx, t.yy
			return batches
		case batches < len(s.d):
			s.wholeVar(batches, &t)
		default:
			updateDE(&s.d, &s.e, &matrix{t.yy, t.yx, t.xy, t.xx}, m)
		}
	}
}

// lastVar sets d = (u*e + v*d + k*m) / 2^62 with k in [0, 2^62): the last batch. Limbs of any sign.
func (s *descent) lastVar(m *Modulus) {
	c := mul(s.u, s.e[0]).add(mul(s.v, s.d[0]))
	k := int64(c.lo * m.NegativeInverse & low62)
	c = c.addMul(m.Limbs[0], k).shift()
	for i := 1; i < len(s.d); i++ {
		c = c.add(mul(s.u, s.e[i])).add(mul(s.v, s.d[i]))
		if limb := m.Limbs[i]; limb != 0 {
			c = c.addMul(limb, k)
		}
		s.d[i-1] = c.low()
		c = c.shift()
	}
	s.d[4] = int64(c.lo)
}

// divideVar sets d = (d + k*m) / 2^62 with k in [0, 2^62), count times.
func (d *num) divideVar(count int, m *Modulus) {
	d0, d1, d2, d3, d4 := d[0], d[1], d[2], d[3], d[4]
	for range count {
		k := int64(uint64(d0) * m.NegativeInverse & low62)
		c := wide{lo: uint64(d0)}.addMul(m.Limbs[0], k).shift().plus(0, uint64(d1))
		if m.Limbs[1]|m.Limbs[2]|m.Limbs[3] != 0 {
			c = c.addMul(m.Limbs[1], k)
			d0, c = c.low(), c.shift().plus(0, uint64(d2)).addMul(m.Limbs[2], k)
			d1, c = c.low(), c.shift().plus(0, uint64(d3)).addMul(m.Limbs[3], k)
		} else {
			d0, c = c.low(), c.shift().plus(0, uint64(d2))
			d1, c = c.low(), c.shift().plus(0, uint64(d3))
		}
		d2, c = c.low(), c.shift().plus(uint64(d4>>63), uint64(d4)).addMul(m.Limbs[4], k)
		d3, d4 = c.low(), int64(c.shift().lo)
	}
	*d = num{d0, d1, d2, d3, d4}
}

// wordsVar sets r to the number d, plus or minus m if that is in [0, m).  in: -m <= d < 2*m.
func (d *num) wordsVar(r *[4]uint64, m *Modulus) {
	var less num // d - m
	for i := range less {
		less[i] = d[i] - m.Limbs[i]
	}
	less.carry()
	switch {
	case d[4] < 0:
		for i := range d {
			d[i] += m.Limbs[i]
		}
		d.carry()
	case less[4] >= 0:
		*d = less
	}
	r[0] = uint64(d[0]) | uint64(d[1])<<62
	r[1] = uint64(d[1])>>2 | uint64(d[2])<<60
	r[2] = uint64(d[2])>>4 | uint64(d[3])<<58
	r[3] = uint64(d[3])>>6 | uint64(d[4])<<56
}

// InvVar sets r = 1/a mod m; 0 gives 0.  in: a < m.  out: below m.  time: variable.  alias: any.
func InvVar(r, a *[4]uint64, m *Modulus) {
	if a[0]|a[1]|a[2]|a[3] == 0 {
		*r = [4]uint64{}
		return
	}
	var s descent
	s.beginVar(a, m)
	batches := descendVar(&s, m)
	if batches == 0 {
		s.e[0] = 1
	}
	s.lastVar(m)
	s.d.divideVar(min(batches, len(s.d)), m)
	s.d.wordsVar(r, m)
}
