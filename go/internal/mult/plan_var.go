// What multiplication by a public scalar works from: its sparse digits, and a table of its point.

package mult

import (
	"sync"

	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/field"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/group"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/scalar"
)

// pointEntries is how many entries the digits have: an entry stands for six residues, and three of
// four residues are not divisible by 2.
const pointEntries = 1 << (2*pointWindowVar - 3)

// pointDigits.digits are those of the scalars of points.
var pointDigits struct {
	once   sync.Once
	digits scalar.EisensteinDigits
}

// getPointDigitsVar returns pointDigits.digits, which are made when first used, then only read.
func getPointDigitsVar() *scalar.EisensteinDigits {
	pointDigits.once.Do(func() {
		pointDigits.digits.SetVar(pointWindowVar, scalar.EisensteinSparse[:pointEntries])
	})
	return &pointDigits.digits
}

// plan holds the digits of k, lowest first: zeros from digit[length] on.
type plan struct {
	digit  [scalar.SparseLength]scalar.EisensteinCode
	length int
}

// setVar makes r the plan of k.
func (r *plan) setVar(k *scalar.Scalar) { r.length = getPointDigitsVar().SparseVar(&r.digit, k) }

// pointEntry is an entry times a point, by all six units: x, beta x, beta^2 x, and y and -y, each
// of which belongs to each x.
type pointEntry struct {
	x [3]field.Element
	y [2]field.Element
}

// turnVar sets the others from x[0] and y[0].
func (e *pointEntry) turnVar() {
	e.x[1].Mul(&e.x[0], &field.Beta)
	e.x[2].Add(&e.x[0], &e.x[1]) // 1 + beta + beta^2 = 0
	e.x[2].Neg(&e.x[2])
	e.y[1].Neg(&e.y[0])
}

// pointTable holds the entries times a point, over the third coordinate z.
type pointTable struct {
	entry [pointEntries]pointEntry
	z     field.Element
}

// turnVar multiplies p by the unit that takes the code from to the code to.
func turnVar(p *group.Affine, from, to scalar.EisensteinCode) {
	for r := from.RotationVar(); r != to.RotationVar(); r = (r + 1) % 3 {
		p.X.Mul(&p.X, &field.Beta)
	}
	if from.NegativeVar() != to.NegativeVar() {
		p.Neg(p)
	}
}

// chainVar begins the table of p: each entry's x[0] and y[0] are over a third coordinate of its
// own, that of the entry before times a ratio, which is left in x[1]; entry 0 is p, over 1. A co-Z
// chain adds a unit times p again and again. No sum is exceptional: the sum and the unit, added or
// subtracted, are numbers whose norm is below the order of the group, and not zero.
// cost: 33 mul + 14 sqr.
func (t *pointTable) chainVar(p *group.Affine) {
	units := &getPointDigitsVar().Units
	unit, sum := *p, *p
	t.entry[0].x[0], t.entry[0].y[0] = p.X, p.Y
	for i := 1; i < pointEntries; i++ {
		e := &t.entry[i]
		turnVar(&unit, units[i-1], units[i])
		group.AddCoz(&sum, &e.x[1], &unit, &sum)
		e.x[0], e.y[0] = sum.X, sum.Y
	}
}

// lastZVar returns the third coordinate of the last entry after chainVar.
func (t *pointTable) lastZVar() field.Element {
	z := t.entry[1].x[1]
	for i := 2; i < pointEntries; i++ {
		z.Mul(&z, &t.entry[i].x[1])
	}
	return z
}

// scaleVar brings the entries from last down, after chainVar, to one third coordinate: that of the
// entry last times c. c becomes what it was times the ratios from entry last down.
// cost: 5 mul + 1 sqr an entry.
func (t *pointTable) scaleVar(c *field.Element, last int) {
	var power field.Element
	for i := last; i >= 0; i-- {
		e := &t.entry[i]
		ratio := e.x[1]
		power.Sqr(c)
		e.x[0].Mul(&e.x[0], &power)
		power.Mul(&power, c)
		e.y[0].Mul(&e.y[0], &power)
		e.turnVar()
		if i > 0 {
			c.Mul(c, &ratio)
		}
	}
}

// setVar makes the table of p.  cost: 68 mul + 21 sqr.
func (t *pointTable) setVar(p *group.Affine) {
	t.chainVar(p)
	last := &t.entry[pointEntries-1]
	t.z = last.x[1]
	last.turnVar()
	t.scaleVar(&t.z, pointEntries-2)
}

// rowVar sets r to digit, which is not zero, times the point.
func (t *pointTable) rowVar(r *group.Affine, digit scalar.EisensteinCode) {
	e := &t.entry[digit.EntryVar()]
	r.X = e.x[digit.RotationVar()]
	r.Y = e.y[digit.NegativeVar()]
}

// PointVar sets r = k p.  cost: 128 doublings, about 39 additions, a table of 8.
func PointVar(r *group.Jacobian, p *group.Affine, k *scalar.Scalar) {
	var on plan
	var table pointTable
	var summand group.Affine
	on.setVar(k)
	table.setVar(p)
	r.SetInfinity()
	doublings := 0
	for i := on.length - 1; i >= 0; i-- {
		doublings++
		if digit := on.digit[i]; digit != scalar.EisensteinZero {
			r.DblN(r, doublings)
			doublings = 0
			table.rowVar(&summand, digit)
			r.AddAffineVar(r, &summand)
		}
	}
	r.DblN(r, doublings)
	r.Z.Mul(&r.Z, &table.z)
}
