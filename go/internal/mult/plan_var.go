// What multiplication by a public scalar works from: the digits of its two halves, and a table of
// its point.

package mult

import (
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/field"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/group"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/scalar"
)

// mostDigits bounds the digits of half a scalar.
const mostDigits = 130

// plan holds the digits of k = k1 + lambda k2 in width-w non-adjacent form, each zero or odd,
// lowest first: digit[h][i] for i < length[h], zeros behind.
type plan struct {
	digit  [2][mostDigits]int16
	length [2]int
}

// setVar makes r the plan of k for tables of 2^(window-2) odd multiples.
func (r *plan) setVar(k *scalar.Scalar, window int) {
	var half [2]scalar.Scalar
	k.SplitLambda(&half[0], &half[1])
	for h := range half {
		r.length[h] = scalar.WNAFVar(r.digit[h][:], &half[h], window)
	}
}

// pointRowsVar is how many odd multiples of a point public scalars index.
const pointRowsVar = 1 << (pointWindowVar - 2)

// pointTable holds odd multiples of a point and of lambda times it, over the third coordinate z.
type pointTable struct {
	odd [2][pointRowsVar]group.Affine
	z   field.Element
}

func (t *pointTable) setVar(p *group.Affine) {
	oddMultiples(t.odd[0][:], &t.z, p)
	for j := range t.odd[0] {
		t.odd[1][j].MulLambda(&t.odd[0][j])
	}
}

// rowVar sets r = digit * (the point of which table holds the odd multiples); digit odd.
func rowVar(r *group.Affine, table []group.Affine, digit int16) {
	if digit < 0 {
		r.Neg(&table[uint16(-digit)>>1])
	} else {
		*r = table[uint16(digit)>>1]
	}
}

// PointVar sets r = k p.  cost: 128 doublings, about 43 additions, a table of 8.
func PointVar(r *group.Jacobian, p *group.Affine, k *scalar.Scalar) {
	var on plan
	var table pointTable
	var summand group.Affine
	on.setVar(k, pointWindowVar)
	table.setVar(p)
	r.SetInfinity()
	doublings := 0
	for i := max(on.length[0], on.length[1]) - 1; i >= 0; i-- {
		doublings++
		for half := range on.digit {
			digit := on.digit[half][i]
			if digit == 0 {
				continue
			}
			r.DblN(r, doublings)
			doublings = 0
			rowVar(&summand, table.odd[half][:], digit)
			r.AddAffineVar(r, &summand)
		}
	}
	r.DblN(r, doublings)
	r.Z.Mul(&r.Z, &table.z)
}
