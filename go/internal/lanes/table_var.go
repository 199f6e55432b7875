// a*P for eight public scalars and points at once.
//
// Every lane takes the same steps, and none looks for exceptional additions. The sum begins at 4P
// and not at infinity, which a lane could not leave. Before a digit d of eisenstein_var.go is added
// it is s P with |s| >= 8 > |d|, and |s| < 2^127 until the last digit, while a number that is zero
// modulo the group order n is 0 or at least the root of n, just below 2^128: only the last addition
// can be exceptional, and leaves z = 0, for the caller to repeat.

package lanes

import (
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/group"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/scalar"
)

// tableWords is the size of one point's table.
const tableWords = eisensteinEntries * 16

// toYOfTable leads from the x, beta*x or beta^2*x of an entry to its y; toYOfComb from x to y in a
// row of a comb.
const (
	toYOfTable = 12
	toYOfComb  = 4
)

// A tableMaker makes tables: for each lane the eleven entries of eisenstein_var.go times its point:
// x, beta*x, beta^2*x, y, of four words each, over a common third coordinate.
type tableMaker struct {
	at        [eisensteinEntries]affine8
	ratio     [eisensteinEntries]fe8
	unit      affine8
	c, c2, c3 fe8
	beta      fe8
}

// turn multiplies the point by the unit that takes the code from to the code to: x times a power of
// beta, y negated or not.
func (t *tableMaker) turn(from, to scalar.EisensteinCode) {
	for rotation := from.RotationVar(); rotation != to.RotationVar(); rotation = (rotation + 1) % 3 {
		mul(&t.unit.x, &t.unit.x, &t.beta)
	}
	if from.NegativeVar() != to.NegativeVar() {
		neg(&t.unit.y, &t.unit.y)
	}
}

// setVar makes the tables of t.unit over z.  A co-Z chain of units, then a pass back that brings
// every entry to the last one's third coordinate.
func (t *tableMaker) setVar(words *[width * tableWords]uint64, z *fe8) {
	dblCoz(&t.at[1], &t.unit, z)
	t.at[0] = t.unit
	for i := 2; i < eisensteinEntries; i++ {
		t.turn(eisenstein.Units[i-1], eisenstein.Units[i])
		addCoz(&t.at[i], &t.at[i-1], &t.unit, &t.ratio[i])
	}
	t.c, t.c2, t.c3 = ones, ones, ones
	for i := eisensteinEntries - 1; i >= 0; i-- {
		entry(words[16*i:], &t.at[i], &t.c2, &t.c3, &t.beta)
		if i >= 2 {
			scale(&t.c, &t.c2, &t.c3, &t.ratio[i])
		}
	}
	mul(z, z, &t.c)
}

// start is what the first sum 4P becomes by the doublings: 2^129, taken off every scalar before.
func start() scalar.Scalar {
	var r scalar.Scalar
	r.SetLimbs(&[4]uint64{0, 0, 2, 0})
	return r
}

// beginVar makes the table and the steps of a p in every lane, and the first sum; at most eight
// rows, the last of which stands for those that are missing.
func (s *room) beginVar(g *group8, p []group.Affine, a []scalar.Scalar) {
	first, points := start(), rowsOf(p)
	for l := range width {
		i := min(l, len(p)-1)
		s.rows[l] = points[i]
		var k, k1, k2 scalar.Scalar
		k.Sub(&a[i], &first)
		k.SplitLambda(&k1, &k2)
		v1, v2 := k1.SignedVar(), k2.SignedVar()
		for i := range 3 {
			s.words[i][l], s.words[i+3][l] = v1[i], v2[i]
		}
	}
	unpack(&s.table.unit, s.rows.words())
	s.table.setVar(&g.table, &g.z)
	for l := range s.rows {
		entry := g.table[l*tableWords+4*int(rowOf(codeStart)):]
		copy(s.rows[l][:4], entry)
		copy(s.rows[l][4:], entry[toYOfTable:])
	}
	unpack(&g.acc.affine8, s.rows.words())
	g.acc.z = ones
	eisensteinSteps(&g.steps, &s.words)
	// Every step's doublings are an odd number, so that they leave the sum's negative; the steps
	// know it, and with this one the number of signs is even.
	neg(&g.acc.y, &g.acc.y)
}

// mulVar sets the sums to a p.
// cost: for eight rows 127 doublings and 43 additions, besides a table of 11.
func (s *room) mulVar(groups []group8) {
	var sums [mostGroups]walk
	for i := range groups {
		g := &groups[i]
		sums[i] = walk{&g.acc, g.table[:], g.steps[:1]}
	}
	run(sums[:len(groups)], toYOfTable, 1)
	for i := range groups {
		sums[i].steps = groups[i].steps[1:]
	}
	run(sums[:len(groups)], toYOfTable, 3)
	for i := range groups {
		g := &groups[i]
		mul(&g.acc.z, &g.acc.z, &g.z)
	}
}
