// The group law, once: straight lines of field operations, from which the generator also compiles
// the assembly of law_amd64.s.
//
// Jacobian coordinates (X, Y, Z) stand for the affine point (X/Z^2, Y/Z^3) of y^2 = x^3 + b; Z = 0
// is infinity. No formula here branches. What the exceptional cases give is stated, and callers
// choose a policy: add.go selects, add_var.go looks afterwards. The constant b does not occur, so
// the same text serves the twin curves of the exhaustive tests.
//
// The generator understands method calls of field.Element on local variables and on parts of the
// parameters, assignments of elements, and calls of other formulas of this file, and nothing
// else. An operand that the line before computed is taken from registers. The lines of doubling and
// addition stand in the order in which the processor overlaps them best, products that wait for
// others apart from those.

package group

import "github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/field"

// lawDblNeg sets r = -2a.  L = 3/2 X^2, S = Y^2, T = -X S;  X3 = L^2 + 2T,
// Y3 = L (X3 + T) + S^2,  Z3 = Y Z. Infinity gives infinity; y = 0 does not occur on a curve of odd
// order.
// cost: 3 mul + 4 sqr, 6 reductions.  alias: r may be a.
func lawDblNeg(r, a *Jacobian) {
	var l, n, s, t, u field.Element
	l.Sqr(&a.X)
	s.Sqr(&a.Y)
	n.Neg(&a.X)
	l.MulInt(&l, 3)
	t.Mul(&n, &s)
	l.Half(&l)
	r.Z.Mul(&a.Y, &a.Z)
	u.Add(&t, &t)
	r.X.SqrAdd(&l, &u)
	t.Add(&t, &r.X)
	r.Y.MulSqr(&t, &l, &s)
}

// lawDbl sets r = 2a; as lawDblNeg.
func lawDbl(r, a *Jacobian) {
	lawDblNeg(r, a)
	r.Y.Neg(&r.Y)
}

// lawDblNegN sets r = (-2)^n r, n >= 1; as lawDblNeg.
func lawDblNegN(r *Jacobian, n int) {
	for range n {
		lawDblNeg(r, r)
	}
}

// lawAddEnd is the common end of the additions of (u1, s1) and (u2, s2) over a common z, with
// h = u2 - u1 and i = s1 - s2:  X3 = i^2 - h^3 - 2 u1 h^2,  Y3 = i (X3 - u1 h^2) - s1 h^3; the
// caller multiplies z by h.
// cost: 4 mul + 2 sqr, 5 reductions.  alias: x3, y3 may be u1, s1.
func lawAddEnd(x3, y3, u1, s1, h, i *field.Element) {
	var h2, h3, m, n, t, u field.Element
	n.Neg(h)
	m.Neg(u1)
	h2.Sqr(h)
	t.Mul(&h2, &m)
	h3.Mul(&h2, &n)
	u.Add(&t, &t)
	u.Add(&u, &h3)
	x3.SqrAdd(i, &u)
	t.Add(&t, x3)
	y3.Mul2(&t, i, &h3, s1)
}

// lawAddGeScaled sets r = a + b, b affine over the curve on which a's third coordinate is az
// (plainly az = a.Z). h = 0 exactly if the points have the same x; then, and if a is infinity,
// r.Z = 0; i = 0 as well if they are equal.
// cost: 8 mul + 3 sqr, 10 reductions.  alias: r may be a; h and i are outputs.
func lawAddGeScaled(r *Jacobian, h, i *field.Element, a *Jacobian, az *field.Element, b *Affine) {
	var q, zz field.Element
	q.Mul(&b.Y, az)
	zz.Sqr(az)
	h.Mul(&zz, &b.X)
	h.Sub(h, &a.X)
	i.Mul(&zz, &q)
	i.Sub(&a.Y, i)
	r.Z.Mul(&a.Z, h)
	lawAddEnd(&r.X, &r.Y, &a.X, &a.Y, h, i)
}

// lawAddGe sets r = a + b, b affine; as lawAddGeScaled.
func lawAddGe(r *Jacobian, h, i *field.Element, a *Jacobian, b *Affine) {
	lawAddGeScaled(r, h, i, a, &a.Z, b)
}

// lawAdd sets r = a + b, both Jacobian.  r.Z = 0 if either is infinity or they have the same x;
// i = 0 as well if they are equal.
// cost: 12 mul + 4 sqr, 15 reductions.  alias: r may be a or b; h and i are outputs.
func lawAdd(r *Jacobian, h, i *field.Element, a, b *Jacobian) {
	var zz1, zz2, u1, s1, t field.Element
	zz2.Sqr(&b.Z)
	zz1.Sqr(&a.Z)
	u1.Mul(&zz2, &a.X)
	h.Mul(&zz1, &b.X)
	h.Sub(h, &u1)
	s1.Mul(&a.Y, &b.Z)
	s1.Mul(&s1, &zz2)
	i.Mul(&b.Y, &a.Z)
	i.Mul(i, &zz1)
	i.Sub(&s1, i)
	t.Mul(&a.Z, &b.Z)
	r.Z.Mul(&t, h)
	lawAddEnd(&r.X, &r.Y, &u1, &s1, h, i)
}

// lawDblCoz is the first step of a table of odd multiples: d = 2a and p = a, both over the third
// coordinate z = 2y (co-Z).
// S = 4 x y^2, E = 8 y^4, M = 3 x^2;  d = (M^2 - 2S, M (S - X3) - E),  p = (S, E).
// cost: 2 mul + 4 sqr.  alias: p may be a.
func lawDblCoz(d, p *Affine, z *field.Element, a *Affine) {
	var m, s, e, t field.Element
	m.Sqr(&a.X)
	m.MulInt(&m, 3)
	z.Add(&a.Y, &a.Y)
	e.Sqr(z)
	s.Mul(&e, &a.X)
	e.Sqr(&e)
	e.Half(&e)
	t.Add(&s, &s)
	t.Neg(&t)
	d.X.SqrAdd(&m, &t)
	t.Sub(&s, &d.X)
	d.Y.Mul(&t, &m)
	d.Y.Sub(&d.Y, &e)
	p.X = s
	p.Y = e
}

// lawAddCoz is a further step: r = p + d, and d re-expressed, both over the new third coordinate
// z h (co-Z).
// W1 = Xd h^2, W2 = Xp h^2, i = Yp - Yd;
// r = (i^2 - W1 - W2, i (W1 - Xr) - Yd'),  d' = (W1, Yd (W2 - W1)).
// in: p and d differ in x.  cost: 4 mul + 2 sqr.  alias: r may be p.
func lawAddCoz(r *Affine, h *field.Element, d, p *Affine) {
	var i, hh, w2, t field.Element
	h.Sub(&p.X, &d.X)
	hh.Sqr(h)
	w2.Mul(&hh, &p.X)
	i.Sub(&p.Y, &d.Y)
	d.X.Mul(&hh, &d.X)
	t.Add(&d.X, &w2)
	t.Neg(&t)
	r.X.SqrAdd(&i, &t)
	w2.Sub(&w2, &d.X)
	d.Y.Mul(&w2, &d.Y)
	t.Sub(&d.X, &r.X)
	r.Y.Mul(&t, &i)
	r.Y.Sub(&r.Y, &d.Y)
}

// lawPeel sets inverse = 1/d: product is the inverse of the product of d and `before`, and leaves
// as that of before alone. cost: 2 mul.  alias: none.
func lawPeel(inverse, product, before, d *field.Element) {
	inverse.Mul(product, before)
	product.Mul(product, d)
}

// lawChord sets r to the third point on the line of that slope through a and b, reflected: all
// affine. cost: 1 mul + 1 sqr.  alias: b may be a.
func lawChord(r *Affine, slope *field.Element, a, b *Affine) {
	var t, u field.Element
	u.Add(&a.X, &b.X)
	u.Neg(&u)
	r.X.SqrAdd(slope, &u)
	t.Sub(&a.X, &r.X)
	t.Mul(&t, slope)
	r.Y.Sub(&t, &a.Y)
}

// lawPairBegin sets d = b.X - a.X, before = product, product = d product: the first half of an
// affine addition that shares an inversion. cost: 1 mul.  alias: none.
func lawPairBegin(d, before, product *field.Element, a, b *Affine) {
	*before = *product
	d.Sub(&b.X, &a.X)
	product.Mul(d, product)
}

// lawPairEnd sets r = a + b, or a - b if differ is 1, all affine: the second half of what
// lawPairBegin began. product is the inverse of all d up to this one, r.X their product without
// this one; product leaves as the inverse of those. cost: 4 mul + 1 sqr.  alias: none.
func lawPairEnd(r *Affine, product, d *field.Element, a, b *Affine, differ uint64) {
	var slope, t field.Element
	lawPeel(&slope, product, &r.X, d)
	t = b.Y
	t.CondNeg(differ)
	t.Sub(&t, &a.Y)
	slope.Mul(&t, &slope)
	lawChord(r, &slope, a, b)
}

// lawPairBegins is lawPairBegin for two pairs that share nothing, and lawPairEnds likewise: the
// assembly takes them step by step, so that one works while the other waits for itself.
func lawPairBegins(d0, before0, product0 *field.Element, a0, b0 *Affine,
	d1, before1, product1 *field.Element, a1, b1 *Affine) {
	lawPairBegin(d0, before0, product0, a0, b0)
	lawPairBegin(d1, before1, product1, a1, b1)
}

func lawPairEnds(r0 *Affine, product0, d0 *field.Element, a0, b0 *Affine, differ0 uint64,
	r1 *Affine, product1, d1 *field.Element, a1, b1 *Affine, differ1 uint64) {
	lawPairEnd(r0, product0, d0, a0, b0, differ0)
	lawPairEnd(r1, product1, d1, a1, b1, differ1)
}

// lawDblRow sets r = 2a given inverse = 1/(2 a.Y): all affine.
// cost: 2 mul + 2 sqr.  alias: inverse may be r.X.
func lawDblRow(r *Affine, inverse *field.Element, a *Affine) {
	var slope, t field.Element
	t.Sqr(&a.X)
	t.MulInt(&t, 3)
	slope.Mul(&t, inverse)
	lawChord(r, &slope, a, a)
}

// lawNormalizeBegin sets before = product, product = product a.Z: the first half of the conversion
// of points that share an inversion.
// cost: 1 mul.  alias: none.
func lawNormalizeBegin(before, product *field.Element, a *Jacobian) {
	*before = *product
	product.Mul(product, &a.Z)
}

// lawSetJacobian sets r = a, affine, given zi = 1/a.Z.
// cost: 3 mul + 1 sqr.  alias: none.
func lawSetJacobian(r *Affine, a *Jacobian, zi *field.Element) {
	var zi2, t field.Element
	zi2.Sqr(zi)
	r.X.Mul(&zi2, &a.X)
	t.Mul(zi, &a.Y)
	r.Y.Mul(&t, &zi2)
}

// lawNormalizeEnd sets r = a, affine: the second half. product is the inverse of the
// product of all third coordinates up to a's, r.X that product without a's; product leaves as its
// inverse.
// cost: 5 mul + 1 sqr.  alias: none.
func lawNormalizeEnd(r *Affine, product *field.Element, a *Jacobian) {
	var zi field.Element
	lawPeel(&zi, product, &r.X, &a.Z)
	lawSetJacobian(r, a, &zi)
}

// lawNormalizeBegins and lawNormalizeEnds are these for two points that share nothing, step by step
// as lawPairBegins.
func lawNormalizeBegins(before0, product0 *field.Element, a0 *Jacobian,
	before1, product1 *field.Element, a1 *Jacobian) {
	lawNormalizeBegin(before0, product0, a0)
	lawNormalizeBegin(before1, product1, a1)
}

func lawNormalizeEnds(r0 *Affine, product0 *field.Element, a0 *Jacobian,
	r1 *Affine, product1 *field.Element, a1 *Jacobian) {
	lawNormalizeEnd(r0, product0, a0)
	lawNormalizeEnd(r1, product1, a1)
}
