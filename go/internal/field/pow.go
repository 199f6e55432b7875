// Fixed powers: the square root, by an addition chain.

package field

// shiftMul sets r = a^(2^k) * b.  alias: r may be a, not b.
func (r *Element) shiftMul(a *Element, k int, b *Element) {
	r.SqrN(a, k)
	r.Mul(r, b)
}

// Sqrt sets r = a^((p + 1)/4), a square root of a if a has one, else of -a; returns 1 if r^2 = a.
// The exponent is in binary 223 ones, a zero, 22 ones, and 00001100; here xk = a^(2^k - 1).
// cost: 254 Sqr + 13 Mul.
func (r *Element) Sqrt(a *Element) uint64 {
	var x2, x3, x11, x22, x44, x88, t Element
	a1 := *a
	x2.shiftMul(&a1, 1, &a1)
	x3.shiftMul(&x2, 1, &a1)
	t.shiftMul(&x3, 3, &x3) // x6
	t.shiftMul(&t, 3, &x3)  // x9
	x11.shiftMul(&t, 2, &x2)
	x22.shiftMul(&x11, 11, &x11)
	x44.shiftMul(&x22, 22, &x22)
	x88.shiftMul(&x44, 44, &x44)
	t.shiftMul(&x88, 88, &x88) // x176
	t.shiftMul(&t, 44, &x44)   // x220
	t.shiftMul(&t, 3, &x3)     // x223
	t.shiftMul(&t, 23, &x22)
	t.shiftMul(&t, 6, &x2)
	r.SqrN(&t, 2)
	t.Sqr(r)
	return t.Equal(&a1)
}
