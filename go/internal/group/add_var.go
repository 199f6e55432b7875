// Addition in variable time, for public points: the formula first, then a look at whether it was
// exceptional.

package group

import "github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/field"

// IsInfinityVar reports whether a is the neutral element.
func (a *Jacobian) IsInfinityVar() bool { return a.Z.IsZeroVar() }

// addExceptionalVar sets r = a + b after a formula of law.go gave z = 0, which happens only in the
// exceptional cases.  alias: none.
func (r *Jacobian) addExceptionalVar(h, i *field.Element, a, b *Jacobian) {
	switch {
	case a.IsInfinityVar():
		*r = *b
	case b.IsInfinityVar():
		*r = *a
	case h.IsZeroVar() && i.IsZeroVar():
		dbl(r, a)
	default:
		r.SetInfinity()
	}
}

// AddVar sets r = a + b for all a, b.  alias: any.
func (r *Jacobian) AddVar(a, b *Jacobian) {
	var sum Jacobian
	var h, i field.Element
	add(&sum, &h, &i, a, b)
	if sum.Z.IsZeroVar() {
		sum.addExceptionalVar(&h, &i, a, b)
	}
	*r = sum
}

// AddAffineVar sets r = a + b for all a and finite b.  alias: r may be a.
func (r *Jacobian) AddAffineVar(a *Jacobian, b *Affine) {
	var sum Jacobian
	var h, i field.Element
	addGe(&sum, &h, &i, a, b)
	if sum.Z.IsZeroVar() {
		var bj Jacobian
		bj.SetAffine(b)
		sum.addExceptionalVar(&h, &i, a, &bj)
	}
	*r = sum
}

// AddAffineScaledVar sets r = a + b, where a lies on the curve isomorphic by z (its true third
// coordinate is a.Z z) and b, finite, is on the original one.  alias: r may be a.
func (r *Jacobian) AddAffineScaledVar(a *Jacobian, z *field.Element, b *Affine) {
	var sum Jacobian
	var h, i, az field.Element
	az.Mul(&a.Z, z)
	addGeScaled(&sum, &h, &i, a, &az, b)
	if sum.Z.IsZeroVar() {
		var bj Jacobian
		var zz field.Element
		zz.Sqr(z)
		bj.X.Mul(&b.X, &zz)
		zz.Mul(&zz, z)
		bj.Y.Mul(&b.Y, &zz)
		bj.Z.SetOne()
		sum.addExceptionalVar(&h, &i, a, &bj)
	}
	*r = sum
}

// SetJacobianVar sets r = a, normalized, and reports whether a is finite; infinity gives (0, 0).
func (r *Affine) SetJacobianVar(a *Jacobian) bool {
	var zi field.Element
	zi.InvVar(&a.Z)
	r.setJacobian(a, &zi)
	return !a.IsInfinityVar()
}

// SetXVar sets r to the point with this x and parity of y, normalized, and reports whether there is
// one.
func (r *Affine) SetXVar(x *field.Element, odd bool) bool {
	var bit uint64
	if odd {
		bit = 1
	}
	return r.SetX(x, bit) == 1
}

// HasXVar reports whether x is the affine x coordinate of a, without an inversion; infinity has
// none.
func (a *Jacobian) HasXVar(x *field.Element) bool {
	var t field.Element
	t.Sqr(&a.Z)
	t.Mul(&t, x)
	return t.EqualVar(&a.X) && !a.IsInfinityVar()
}

// EqualVar reports whether a and b are the same point.
func (a *Jacobian) EqualVar(b *Jacobian) bool {
	var d Jacobian
	d.Neg(b)
	d.AddVar(a, &d)
	return d.IsInfinityVar()
}
