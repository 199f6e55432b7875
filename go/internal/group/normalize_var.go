// Many points made affine by one inversion, in variable time.

package group

import "github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/field"

// NormalizeVar sets r[i] = a[i], normalized; infinity gives (0, 0).  in: len(r) = len(a).  cost: an
// inversion, and 6 mul + 1 sqr a point.  No memory is allocated: until its own turn r[i].X holds
// the product of the third coordinates before.
func NormalizeVar(r []Affine, a []Jacobian) {
	if len(r) != len(a) {
		panic("group: slices of different length")
	}
	// Two chains side by side, points by turns, as one alone would wait for itself. Each begins
	// with its first point, whose inverse is all that is left in the end.
	var product [2]field.Element
	for i := range product {
		if i < len(a) && !a[i].IsInfinityVar() {
			product[i] = a[i].Z
		} else {
			product[i].SetOne()
		}
	}
	even := max(len(a), 2) &^ 1
	for i := 2; i < even; i += 2 {
		r0, r1, a0, a1 := &r[i], &r[i+1], &a[i], &a[i+1]
		if !a0.IsInfinityVar() && !a1.IsInfinityVar() {
			normalizeBegins(&r0.X, &product[0], a0, &r1.X, &product[1], a1)
		} else {
			r0.normalizeBeginVar(&product[0], a0)
			r1.normalizeBeginVar(&product[1], a1)
		}
	}
	if even < len(a) {
		r[even].normalizeBeginVar(&product[0], &a[even])
	}

	var both, first field.Element
	both.Mul(&product[0], &product[1])
	both.InvVar(&both)
	first.Mul(&both, &product[1])
	product[1].Mul(&both, &product[0])
	product[0] = first

	if even < len(a) {
		r[even].normalizeEndVar(&product[0], &a[even])
	}
	for i := even - 2; i >= 2; i -= 2 {
		r0, r1, a0, a1 := &r[i], &r[i+1], &a[i], &a[i+1]
		if !a0.IsInfinityVar() && !a1.IsInfinityVar() {
			normalizeEnds(r0, &product[0], a0, r1, &product[1], a1)
			r0.NormalizeVar()
			r1.NormalizeVar()
		} else {
			r0.normalizeEndVar(&product[0], a0)
			r1.normalizeEndVar(&product[1], a1)
		}
	}
	for i := range min(2, len(a)) {
		if a[i].IsInfinityVar() {
			r[i] = Affine{}
		} else {
			r[i].setJacobian(&a[i], &product[i])
		}
	}
}

// NormalizeVar makes both coordinates canonical.  time: variable.
func (r *Affine) NormalizeVar() {
	r.X.NormalizeVar()
	r.Y.NormalizeVar()
}

// normalizeBeginVar is lawNormalizeBegin for a that may be infinite, before in r.X.
func (r *Affine) normalizeBeginVar(product *field.Element, a *Jacobian) {
	if a.IsInfinityVar() {
		return
	}
	lawNormalizeBegin(&r.X, product, a)
}

// normalizeEndVar is lawNormalizeEnd for a that may be infinite, and canonical.
func (r *Affine) normalizeEndVar(product *field.Element, a *Jacobian) {
	if a.IsInfinityVar() {
		*r = Affine{}
		return
	}
	lawNormalizeEnd(r, product, a)
	r.NormalizeVar()
}
