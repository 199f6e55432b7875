// Products for public scalars with the generator in them: b*G, and a*P + b*G, which is what every
// verification is: both scalars share one chain of doublings.

package mult

import (
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/group"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/scalar"
)

// generatorPlan holds the digits of k = k1 + lambda k2, G's scalar, in non-adjacent form, each zero
// or odd, lowest first: zeros from digit[h][length[h]] on.
type generatorPlan struct {
	digit  [2][scalar.SparseLength]int16 // those of a half are as many as sparse digits
	length [2]int
}

// setVar makes r the plan of k.
func (r *generatorPlan) setVar(k *scalar.Scalar) {
	var half [2]scalar.Scalar
	k.SplitLambda(&half[0], &half[1])
	for h := range half {
		r.length[h] = scalar.WNAFVar(r.digit[h][:], &half[h], oddWindow)
	}
}

// generatorMultipleVar sets r = digit G (half 0) or digit lambda G (half 1); digit odd.
func generatorMultipleVar(r *group.Affine, table *[oddRows]group.Affine, half int, digit int16) {
	if digit < 0 {
		r.Neg(&table[uint16(-digit)>>1])
	} else {
		*r = table[uint16(digit)>>1]
	}
	if half == 1 {
		r.MulLambda(r)
	}
}

// Mul2Var sets r = a p + b G; a and b may be zero.  cost: 128 doublings, about 57 additions, a
// table of 8.  p's table lies on an isomorphic curve, where its entries are affine; those of G come
// there by the scaled addition.
func Mul2Var(r *group.Jacobian, p *group.Affine, a, b *scalar.Scalar) {
	var onP plan
	var onG generatorPlan
	var table pointTable
	var summand group.Affine
	odd := getOddTable()
	onP.setVar(a)
	onG.setVar(b)
	table.setVar(p)
	r.SetInfinity()
	doublings := 0
	for i := max(onP.length, onG.length[0], onG.length[1]) - 1; i >= 0; i-- {
		doublings++
		if digit := onP.digit[i]; digit != scalar.EisensteinZero {
			r.DblN(r, doublings)
			doublings = 0
			table.rowVar(&summand, digit)
			r.AddAffineVar(r, &summand)
		}
		for half := range onG.digit {
			if digit := onG.digit[half][i]; digit != 0 {
				r.DblN(r, doublings)
				doublings = 0
				generatorMultipleVar(&summand, odd, half, digit)
				r.AddAffineScaledVar(r, &table.z, &summand)
			}
		}
	}
	r.DblN(r, doublings)
	r.Z.Mul(&r.Z, &table.z)
}

// GenVar sets r = k G: the windows of Gen by index.  cost: one addition for each of genWindows
// windows.
func GenVar(r *group.Jacobian, k *scalar.Scalar) {
	table, offset := getGenTable()
	windowsVar(r, table, offset, k)
}

// windowsVar sets r = k p for the table of p.
func windowsVar(
	r *group.Jacobian, table *[genWindows][genRows]group.Affine, offset, k *scalar.Scalar,
) {
	var bits [5]uint64 // the windows reach beyond 256 bits
	var summand group.Affine
	scalar.RecodeOdd((*[4]uint64)(bits[:4]), k, offset)
	r.SetInfinity()
	for i := range table {
		digit := scalar.OddDigitAt(bits[:], genWindow*i, genWindow)
		summand = table[i][digit.Index]
		if digit.Negative != 0 {
			summand.Neg(&summand)
		}
		r.AddAffineVar(r, &summand)
	}
}

// Prepared is the table of a point that comes again and again: what genTable is of G.
type Prepared struct {
	rows [genWindows][genRows]group.Affine
}

// SetVar makes the table of p.
func (t *Prepared) SetVar(p *group.Affine) { fillWindowsVar(&t.rows, p) }

// Mul2Var sets r = a p + b G for t's point p; a and b may be zero.  cost: two additions for each of
// genWindows windows.
func (t *Prepared) Mul2Var(r *group.Jacobian, a, b *scalar.Scalar) {
	var g group.Jacobian
	_, offset := getGenTable()
	windowsVar(r, &t.rows, offset, a)
	GenVar(&g, b)
	r.AddVar(r, &g)
}
