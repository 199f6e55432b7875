// The arithmetic of the field in Go alone: wide products and carries of math/bits. The functions
// whose names end in Generic are the twins of assembly.

package field

import "math/bits"

// cIf is c if bit is 1, 0 if it is 0.
func cIf(bit uint64) uint64 { return -bit & c }

// mulWide is the product of a and b, all eight words: row after row.
func mulWide(a, b *[4]uint64) (t0, t1, t2, t3, t4, t5, t6, t7 uint64) {
	b0, b1, b2, b3 := b[0], b[1], b[2], b[3]
	var h0, h1, h2, h3, l0, l1, l2, l3, k uint64

	x := a[0]
	t1, t0 = bits.Mul64(x, b0)
	t2, l1 = bits.Mul64(x, b1)
	t3, l2 = bits.Mul64(x, b2)
	t4, l3 = bits.Mul64(x, b3)
	t1, k = bits.Add64(t1, l1, 0)
	t2, k = bits.Add64(t2, l2, k)
	t3, k = bits.Add64(t3, l3, k)
	t4 += k

	x = a[1]
	h0, l0 = bits.Mul64(x, b0)
	h1, l1 = bits.Mul64(x, b1)
	h2, l2 = bits.Mul64(x, b2)
	h3, l3 = bits.Mul64(x, b3)
	l1, k = bits.Add64(l1, h0, 0)
	l2, k = bits.Add64(l2, h1, k)
	l3, k = bits.Add64(l3, h2, k)
	t5 = h3 + k
	t1, k = bits.Add64(t1, l0, 0)
	t2, k = bits.Add64(t2, l1, k)
	t3, k = bits.Add64(t3, l2, k)
	t4, k = bits.Add64(t4, l3, k)
	t5 += k

	x = a[2]
	h0, l0 = bits.Mul64(x, b0)
	h1, l1 = bits.Mul64(x, b1)
	h2, l2 = bits.Mul64(x, b2)
	h3, l3 = bits.Mul64(x, b3)
	l1, k = bits.Add64(l1, h0, 0)
	l2, k = bits.Add64(l2, h1, k)
	l3, k = bits.Add64(l3, h2, k)
	t6 = h3 + k
	t2, k = bits.Add64(t2, l0, 0)
	t3, k = bits.Add64(t3, l1, k)
	t4, k = bits.Add64(t4, l2, k)
	t5, k = bits.Add64(t5, l3, k)
	t6 += k

	x = a[3]
	h0, l0 = bits.Mul64(x, b0)
	h1, l1 = bits.Mul64(x, b1)
	h2, l2 = bits.Mul64(x, b2)
	h3, l3 = bits.Mul64(x, b3)
	l1, k = bits.Add64(l1, h0, 0)
	l2, k = bits.Add64(l2, h1, k)
	l3, k = bits.Add64(l3, h2, k)
	t7 = h3 + k
	t3, k = bits.Add64(t3, l0, 0)
	t4, k = bits.Add64(t4, l1, k)
	t5, k = bits.Add64(t5, l2, k)
	t6, k = bits.Add64(t6, l3, k)
	t7 += k
	return
}

// sqrWide is the square of a, all eight words: the six mixed products once, doubled, and the four
// squares.
func sqrWide(a *[4]uint64) (t0, t1, t2, t3, t4, t5, t6, t7 uint64) {
	a0, a1, a2, a3 := a[0], a[1], a[2], a[3]
	var h, l, k uint64

	t2, t1 = bits.Mul64(a0, a1)
	t3, l = bits.Mul64(a0, a2)
	t2, k = bits.Add64(t2, l, 0)
	t4, l = bits.Mul64(a0, a3)
	t3, k = bits.Add64(t3, l, k)
	t4 += k
	h, l = bits.Mul64(a1, a2)
	t3, k = bits.Add64(t3, l, 0)
	t4, k = bits.Add64(t4, h, k)
	t5 = k
	h, l = bits.Mul64(a1, a3)
	t4, k = bits.Add64(t4, l, 0)
	t5, _ = bits.Add64(t5, h, k)
	h, l = bits.Mul64(a2, a3)
	t5, k = bits.Add64(t5, l, 0)
	t6 = h + k

	t7 = t6 >> 63
	t6 = t6<<1 | t5>>63
	t5 = t5<<1 | t4>>63
	t4 = t4<<1 | t3>>63
	t3 = t3<<1 | t2>>63
	t2 = t2<<1 | t1>>63
	t1 <<= 1

	h, t0 = bits.Mul64(a0, a0)
	t1, k = bits.Add64(t1, h, 0)
	h, l = bits.Mul64(a1, a1)
	t2, k = bits.Add64(t2, l, k)
	t3, k = bits.Add64(t3, h, k)
	h, l = bits.Mul64(a2, a2)
	t4, k = bits.Add64(t4, l, k)
	t5, k = bits.Add64(t5, h, k)
	h, l = bits.Mul64(a3, a3)
	t6, k = bits.Add64(t6, l, k)
	t7, _ = bits.Add64(t7, h, k)
	return
}

// fold sets r = t + x*2^256 mod p, x <= c. The first fold leaves a fifth word h <= c + x, the
// second adds h*c < 2^67. Where that carries out of the fourth word the value left is below 2^67,
// so that adding c once more ends in the second.
func (r *Element) fold(t0, t1, t2, t3, t4, t5, t6, t7, x uint64) {
	h0, l0 := bits.Mul64(t4, c)
	h1, l1 := bits.Mul64(t5, c)
	h2, l2 := bits.Mul64(t6, c)
	h3, l3 := bits.Mul64(t7, c)
	t0, k := bits.Add64(t0, l0, 0)
	t1, k = bits.Add64(t1, l1, k)
	t2, k = bits.Add64(t2, l2, k)
	t3, k = bits.Add64(t3, l3, k)
	h3 += k
	t1, k = bits.Add64(t1, h0, 0)
	t2, k = bits.Add64(t2, h1, k)
	t3, k = bits.Add64(t3, h2, k)
	h, l := bits.Mul64(h3+k+x, c)
	t0, k = bits.Add64(t0, l, 0)
	t1, k = bits.Add64(t1, h, k)
	t2, k = bits.Add64(t2, 0, k)
	t3, k = bits.Add64(t3, 0, k)
	r.n[0], k = bits.Add64(t0, cIf(k), 0)
	r.n[1] = t1 + k
	r.n[2], r.n[3] = t2, t3
}

func mulGeneric(r, a, b *Element) {
	t0, t1, t2, t3, t4, t5, t6, t7 := mulWide(&a.n, &b.n)
	r.fold(t0, t1, t2, t3, t4, t5, t6, t7, 0)
}

func sqrGeneric(r, a *Element) {
	t0, t1, t2, t3, t4, t5, t6, t7 := sqrWide(&a.n)
	r.fold(t0, t1, t2, t3, t4, t5, t6, t7, 0)
}

func sqrNGeneric(r, a *Element, n int) {
	sqrGeneric(r, a)
	for i := 1; i < n; i++ {
		sqrGeneric(r, r)
	}
}

// addFold sets r = t + u mod p: the carry of the sum out of the eighth word is worth c * 2^256.
func (r *Element) addFold(t0, t1, t2, t3, t4, t5, t6, t7, u0, u1, u2, u3, u4, u5, u6, u7 uint64) {
	t0, k := bits.Add64(t0, u0, 0)
	t1, k = bits.Add64(t1, u1, k)
	t2, k = bits.Add64(t2, u2, k)
	t3, k = bits.Add64(t3, u3, k)
	t4, k = bits.Add64(t4, u4, k)
	t5, k = bits.Add64(t5, u5, k)
	t6, k = bits.Add64(t6, u6, k)
	t7, k = bits.Add64(t7, u7, k)
	r.fold(t0, t1, t2, t3, t4, t5, t6, t7, cIf(k))
}

func mul2Generic(r, a, b, c, d *Element) {
	u0, u1, u2, u3, u4, u5, u6, u7 := mulWide(&c.n, &d.n)
	t0, t1, t2, t3, t4, t5, t6, t7 := mulWide(&a.n, &b.n)
	r.addFold(t0, t1, t2, t3, t4, t5, t6, t7, u0, u1, u2, u3, u4, u5, u6, u7)
}

func mulSqrGeneric(r, a, b, c *Element) {
	u0, u1, u2, u3, u4, u5, u6, u7 := sqrWide(&c.n)
	t0, t1, t2, t3, t4, t5, t6, t7 := mulWide(&a.n, &b.n)
	r.addFold(t0, t1, t2, t3, t4, t5, t6, t7, u0, u1, u2, u3, u4, u5, u6, u7)
}

// sqrAddGeneric: the carry of adding c to the lower four words joins the first fold.
func sqrAddGeneric(r, a, c *Element) {
	t0, t1, t2, t3, t4, t5, t6, t7 := sqrWide(&a.n)
	t0, k := bits.Add64(t0, c.n[0], 0)
	t1, k = bits.Add64(t1, c.n[1], k)
	t2, k = bits.Add64(t2, c.n[2], k)
	t3, k = bits.Add64(t3, c.n[3], k)
	r.fold(t0, t1, t2, t3, t4, t5, t6, t7, k)
}

// Add sets r = a + b. A carry out of the fourth word is worth c; if adding c carries again, less
// than c is left and the first word takes the second c alone.
func (r *Element) Add(a, b *Element) {
	t0, k := bits.Add64(a.n[0], b.n[0], 0)
	t1, k := bits.Add64(a.n[1], b.n[1], k)
	t2, k := bits.Add64(a.n[2], b.n[2], k)
	t3, k := bits.Add64(a.n[3], b.n[3], k)
	t0, k = bits.Add64(t0, cIf(k), 0)
	r.n[1], k = bits.Add64(t1, 0, k)
	r.n[2], k = bits.Add64(t2, 0, k)
	r.n[3], k = bits.Add64(t3, 0, k)
	r.n[0] = t0 + cIf(k)
}

// Sub sets r = a - b. A borrow out of the fourth word costs c; if taking c borrows again, the first
// word is at least 2^64 - c and pays the second c alone.
func (r *Element) Sub(a, b *Element) {
	t0, k := bits.Sub64(a.n[0], b.n[0], 0)
	t1, k := bits.Sub64(a.n[1], b.n[1], k)
	t2, k := bits.Sub64(a.n[2], b.n[2], k)
	t3, k := bits.Sub64(a.n[3], b.n[3], k)
	t0, k = bits.Sub64(t0, cIf(k), 0)
	r.n[1], k = bits.Sub64(t1, 0, k)
	r.n[2], k = bits.Sub64(t2, 0, k)
	r.n[3], k = bits.Sub64(t3, 0, k)
	r.n[0] = t0 - cIf(k)
}

// Neg sets r = -a: p - a; where that borrows, a > p and the value left is above 2^256 - c, so the
// first word pays c alone.
func (r *Element) Neg(a *Element) {
	t0, k := bits.Sub64(p0, a.n[0], 0)
	r.n[1], k = bits.Sub64(^uint64(0), a.n[1], k)
	r.n[2], k = bits.Sub64(^uint64(0), a.n[2], k)
	r.n[3], k = bits.Sub64(^uint64(0), a.n[3], k)
	r.n[0] = t0 - cIf(k)
}

// Half sets r = a/2: a rotated right by one bit, less (c-1)/2 if that bit was set, since
// (a + p)/2 = floor(a/2) + 2^255 - (c-1)/2.
func (r *Element) Half(a *Element) {
	odd := a.n[0] & 1
	t0 := a.n[0]>>1 | a.n[1]<<63
	t1 := a.n[1]>>1 | a.n[2]<<63
	t2 := a.n[2]>>1 | a.n[3]<<63
	t3 := a.n[3]>>1 | odd<<63
	var k uint64
	r.n[0], k = bits.Sub64(t0, cIf(odd)>>1, 0)
	r.n[1], k = bits.Sub64(t1, 0, k)
	r.n[2], k = bits.Sub64(t2, 0, k)
	r.n[3], _ = bits.Sub64(t3, 0, k)
}

// MulInt sets r = a*k, k public. The fifth word h < 2^32 is worth h*c < 2^66; where that carries
// out of the fourth word less than 2^66 is left, and c once more ends in the second.
func (r *Element) MulInt(a *Element, k uint32) {
	h0, t0 := bits.Mul64(a.n[0], uint64(k))
	h1, t1 := bits.Mul64(a.n[1], uint64(k))
	h2, t2 := bits.Mul64(a.n[2], uint64(k))
	h3, t3 := bits.Mul64(a.n[3], uint64(k))
	t1, q := bits.Add64(t1, h0, 0)
	t2, q = bits.Add64(t2, h1, q)
	t3, q = bits.Add64(t3, h2, q)
	h, l := bits.Mul64(h3+q, c)
	t0, q = bits.Add64(t0, l, 0)
	t1, q = bits.Add64(t1, h, q)
	t2, q = bits.Add64(t2, 0, q)
	t3, q = bits.Add64(t3, 0, q)
	r.n[0], q = bits.Add64(t0, cIf(q), 0)
	r.n[1] = t1 + q
	r.n[2], r.n[3] = t2, t3
}
