// One lane of the lane field in portable Go: five limbs of 52 bits, as the kernels' instructions
// compute them.  Constant time.
//
// Limbs are signed; the value is the sum of limb i times 2^(52 i). The generator, which writes the
// formulas, knows the bounds of every limb and proves that none overflows.

package lanes

import (
	"math/bits"

	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/field"
)

const (
	low52   = 1<<52 - 1
	low48   = 1<<48 - 1
	fold256 = 0x1000003D1  // 2^256 mod p
	fold260 = 0x1000003D10 // 2^260 mod p
)

// digits is an element.
type digits [5]uint64

// shift returns a >> n of a signed limb.
func shift(a uint64, n int) uint64 { return uint64(int64(a) >> n) }

// add sets r = a + b.
func (r *digits) add(a, b *digits) {
	for i := range r {
		r[i] = a[i] + b[i]
	}
}

// sub sets r = a - b + k p.
func (r *digits) sub(a, b *digits, k uint64) {
	for i := range r {
		r[i] = a[i] - b[i]
	}
	r[0] -= k * fold256
	r[4] += k << 48
}

// half sets r = a/2, or (a + p)/2 if a is odd.
func (r *digits) half(a *digits) {
	t, odd := *a, a[0]&1
	t[0] -= odd * fold256
	t[4] += odd << 48
	for i := range r {
		r[i] = shift(t[i], 1)
		if i < 4 {
			r[i] += t[i+1] & 1 << 51
		}
	}
}

// digitsOf sets r to limbs whose low 52 bits are the digits of a.  in: a < 2^260.
func (r *digits) digitsOf(a *digits) {
	*r = *a
	for i := range 4 {
		r[i+1] += shift(r[i], 52)
	}
}

// carry sets r = a with limbs 0 to 3 below 2^52.  in: a < 2^260.
func (r *digits) carry(a *digits) {
	r.digitsOf(a)
	for i := range 4 {
		r[i] &= low52
	}
}

// foldTop sets r = a mod p with what is above 2^256 folded, once.  in: carried.
func (r *digits) foldTop(a *digits) {
	*r = *a
	r[4] &= low48
	r[0] += shift(a[4], 48) * fold256
}

// setWords sets r to four words.
func (r *digits) setWords(w []uint64) {
	r[0] = w[0] & low52
	r[1] = (w[0]>>52 | w[1]<<12) & low52
	r[2] = (w[1]>>40 | w[2]<<24) & low52
	r[3] = (w[2]>>28 | w[3]<<36) & low52
	r[4] = w[3] >> 16
}

// setElement sets r to an element of the field.
func (r *digits) setElement(a *field.Element) {
	w := a.Limbs()
	r.setWords(w[:])
}

// words sets w to the four words of a.  in: a < 2^256, carried.
func (a *digits) words(w []uint64) {
	w[0] = a[0] | a[1]<<52
	w[1] = a[1]>>12 | a[2]<<40
	w[2] = a[2]>>24 | a[3]<<28
	w[3] = a[3]>>36 | a[4]<<16
}

// columns are the ten sums of products of digits, each below 2^62.
type columns [10]uint64

// mul adds a b.
func (c *columns) mul(a, b *digits) {
	for i := range 5 {
		for j := range 5 {
			high, low := bits.Mul64(a[i]&low52, b[j]&low52)
			c[i+j] += low & low52
			c[i+j+1] += high<<12 | low>>52
		}
	}
}

// sqr adds a^2.
func (c *columns) sqr(a *digits) { c.mul(a, a) }

// add adds a.
func (c *columns) add(a *digits) {
	for i := range a {
		c[i] += a[i]
	}
}

// reduce sets r = c mod p, not carried.  in: c < 2^520.
func (r *digits) reduce(c *columns) {
	fold := func(to int, digit uint64) uint64 {
		high, low := bits.Mul64(digit&low52, fold260)
		c[to] += low & low52
		return high<<12 | low>>52
	}
	c[5] += fold(4, c[9])
	c[9] = 0
	for k := range 4 {
		c[k+6] += c[k+5] >> 52
		c[k+1] += fold(k, c[k+5])
	}
	fold(4, c[9])
	c[0] += c[4] >> 48 * fold256
	c[4] &= low48
	copy(r[:], c[:5])
}

// fe8 is eight elements, one in each lane: limb i of lane l is n[i][l].
type fe8 struct{ n [5][8]uint64 }

type affine8 struct{ x, y fe8 }

type jacobian8 struct {
	affine8
	z fe8
}

// lane returns the element of lane l.
func (a *fe8) lane(l int) digits {
	return digits{a.n[0][l], a.n[1][l], a.n[2][l], a.n[3][l], a.n[4][l]}
}

// setLane sets lane l to a.
func (r *fe8) setLane(l int, a *digits) {
	for i := range a {
		r.n[i][l] = a[i]
	}
}

// setAll sets every lane to a.
func (r *fe8) setAll(a *field.Element) {
	var d digits
	d.setElement(a)
	for l := range 8 {
		r.setLane(l, &d)
	}
}
