// The sum of a few k_i P_i by the digits of their scalars, with the doublings shared.

package mult

import (
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/field"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/group"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/scalar"
)

// mostFew is how many points fewRoom takes; more are cheaper by buckets.
const mostFew = 16

// fewRoom is where the sum of a few works: about 1,200 bytes for each point.
type fewRoom struct {
	generator generatorPlan
	plans     []plan
	tables    []pointTable
	inverses  []field.Element
}

// sumVar sets s to the sum of the terms and g G.  cost: 128 doublings, an inversion, and about 39
// additions and a table of 8 for each point.
func (r *fewRoom) sumVar(s *group.Jacobian, g *scalar.Scalar, terms []Term) {
	r.plans = grow(r.plans, len(terms))
	r.tables = grow(r.tables, len(terms))
	r.inverses = grow(r.inverses, len(terms))
	r.generator.setVar(g)
	odd := getOddTable()
	length := max(r.generator.length[0], r.generator.length[1])
	for i := range terms {
		r.plans[i].setVar(&terms[i].K)
		length = max(length, r.plans[i].length)
		r.tables[i].chainVar(&terms[i].P)
		r.inverses[i] = r.tables[i].lastZVar()
	}
	field.BatchInvVar(r.inverses, r.inverses) // to the curve itself, where all tables meet
	for i := range r.tables {
		r.tables[i].scaleVar(&r.inverses[i], pointEntries-1)
	}
	var summand group.Affine
	s.SetInfinity()
	doublings := 0
	for j := length - 1; j >= 0; j-- {
		doublings++
		for half := range 2 {
			if digit := r.generator.digit[half][j]; digit != 0 {
				s.DblN(s, doublings)
				doublings = 0
				generatorMultipleVar(&summand, odd, half, digit)
				s.AddAffineVar(s, &summand)
			}
		}
		for i := range r.plans {
			if digit := r.plans[i].digit[j]; digit != scalar.EisensteinZero {
				s.DblN(s, doublings)
				doublings = 0
				r.tables[i].rowVar(&summand, digit)
				s.AddAffineVar(s, &summand)
			}
		}
	}
	s.DblN(s, doublings)
}
