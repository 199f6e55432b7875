// Addition and doubling in constant time: complete, every exceptional case selected by masks.

package group

import "github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/field"

// Dbl sets r = 2a; infinity gives infinity.  time: constant.  alias: r may be a.
func (r *Jacobian) Dbl(a *Jacobian) { dbl(r, a) }

// DblN sets r = 2^n a, n >= 0.  time: depends on n only.  alias: r may be a.
func (r *Jacobian) DblN(a *Jacobian, n int) {
	if r != a {
		*r = *a
	}
	if n > 0 {
		dblNegN(r, n)
	}
	if n&1 == 1 {
		r.Y.Neg(&r.Y)
	}
}

// repair replaces r = a + b, as a formula of law.go left it with h and i, where that formula was
// exceptional: a = b, a infinite, b infinite.  (a = -b needs nothing: h = 0 makes r infinite.)
func (r *Jacobian) repair(h, i *field.Element, a, b *Jacobian) {
	var twice Jacobian
	aInf, bInf := a.IsInfinity(), b.IsInfinity()
	dbl(&twice, a)
	r.CMov(&twice, h.IsZero()&i.IsZero()&(aInf^1)&(bInf^1))
	r.CMov(b, aInf)
	r.CMov(a, bInf)
}

// AddAffine sets r = a + b for all a and finite b.  time: constant.  cost: 11 mul + 7 sqr.
// alias: r may be a.
func (r *Jacobian) AddAffine(a *Jacobian, b *Affine) {
	var sum, bj Jacobian
	var h, i field.Element
	addGe(&sum, &h, &i, a, b)
	bj.SetAffine(b)
	sum.repair(&h, &i, a, &bj)
	*r = sum
}

// AddAffineDistinct sets r = a + b where the caller has proved that a is finite and a != +-b.  In
// the small groups of the exhaustive tests such proofs do not hold, so there it is the complete
// addition.  time: constant.  cost: 8 mul + 3 sqr.  alias: r may be a.
func (r *Jacobian) AddAffineDistinct(a *Jacobian, b *Affine) {
	if smallGroup {
		r.AddAffine(a, b)
		return
	}
	var h, i field.Element
	addGe(r, &h, &i, a, b)
}

// DblCoz sets d = 2a and p = a, both over the third coordinate z: the first step of a table of odd
// multiples.  time: constant.  alias: p may be a.
func DblCoz(d, p *Affine, z *field.Element, a *Affine) { dblCoz(d, p, z, a) }

// AddCoz sets r = p + d, and d and r to be over the third coordinate that is h times the one
// before.  in: p and d differ in x.  time: constant.  alias: r may be p.
func AddCoz(r *Affine, h *field.Element, d, p *Affine) { addCoz(r, h, d, p) }
