// Points: conversions and predicates in constant time.

// Package group is the group of secp256k1: points, their addition and doubling, conversions.
package group

import "github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/field"

// Affine is a point with coordinates x and y; never infinity, except that (0, 0), which is on no
// curve used here, stands for it where a function says so.
type Affine struct{ X, Y field.Element }

// Jacobian is the point (X/Z^2, Y/Z^3), or infinity where Z = 0.
type Jacobian struct{ X, Y, Z field.Element }

// SetInfinity sets r to the neutral element.
func (r *Jacobian) SetInfinity() {
	r.X.SetOne()
	r.Y.SetOne()
	r.Z.SetZero()
}

// SetAffine sets r = a; a finite.
func (r *Jacobian) SetAffine(a *Affine) {
	r.X = a.X
	r.Y = a.Y
	r.Z.SetOne()
}

// IsInfinity returns 1 if a is the neutral element, else 0.  time: constant.
func (a *Jacobian) IsInfinity() uint64 { return a.Z.IsZero() }

// Neg sets r = -a.  time: constant.
func (r *Jacobian) Neg(a *Jacobian) {
	r.X = a.X
	r.Y.Neg(&a.Y)
	r.Z = a.Z
}

// CMov sets r = a if bit is 1 and leaves it if bit is 0.  time: constant.
func (r *Jacobian) CMov(a *Jacobian, bit uint64) {
	r.X.CMov(&a.X, bit)
	r.Y.CMov(&a.Y, bit)
	r.Z.CMov(&a.Z, bit)
}

// Neg sets r = -a.  time: constant.
func (r *Affine) Neg(a *Affine) {
	r.X = a.X
	r.Y.Neg(&a.Y)
}

// CondNeg negates r if bit is 1.  time: constant.
func (r *Affine) CondNeg(bit uint64) { r.Y.CondNeg(bit) }

// CMov sets r = a if bit is 1 and leaves it if bit is 0.  time: constant.
func (r *Affine) CMov(a *Affine, bit uint64) {
	r.X.CMov(&a.X, bit)
	r.Y.CMov(&a.Y, bit)
}

// Normalize makes both coordinates canonical.  time: constant.
func (r *Affine) Normalize() {
	r.X.Normalize()
	r.Y.Normalize()
}

// MulLambda sets r = lambda a = (beta x, y).  time: constant.  cost: 1 mul.
func (r *Affine) MulLambda(a *Affine) {
	r.X.Mul(&a.X, &field.Beta)
	r.Y = a.Y
}

// setYSquared sets r = x^3 + b.  alias: r must not be x.
func setYSquared(r, x *field.Element) {
	var b field.Element
	b.SetInt(curveB)
	r.Sqr(x)
	r.Mul(r, x)
	r.Add(r, &b)
}

// IsOnCurve returns 1 if y^2 = x^3 + b, else 0.  time: constant.
func (a *Affine) IsOnCurve() uint64 {
	var yy, want field.Element
	yy.Sqr(&a.Y)
	setYSquared(&want, &a.X)
	return yy.Equal(&want)
}

// SetX sets r to the point with this x and a y of the parity odd (0 or 1), normalized, and returns
// 1 if there is one; r is of no use if there is none.  time: constant.  cost: a square root.
func (r *Affine) SetX(x *field.Element, odd uint64) uint64 {
	var yy field.Element
	setYSquared(&yy, x)
	r.X = *x
	exists := r.Y.Sqrt(&yy)
	r.Y.CondNeg(r.Y.IsOdd() ^ odd)
	r.Normalize()
	return exists
}

// SetJacobian sets r = a, normalized; infinity gives (0, 0).  time: constant.  cost: an inversion.
func (r *Affine) SetJacobian(a *Jacobian) {
	var zi field.Element
	zi.Inv(&a.Z)
	r.setJacobian(a, &zi)
}

// setJacobian sets r = a, normalized, given zi = 1/a.Z (0 for infinity, which gives (0, 0)).
// time: constant.  cost: 3 mul + 1 sqr.
func (r *Affine) setJacobian(a *Jacobian, zi *field.Element) {
	lawSetJacobian(r, a, zi)
	r.Normalize()
}
