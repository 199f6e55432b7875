// k*P in constant time: two half-length scalars, signed odd windows, a scanned table.

package mult

import (
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/field"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/group"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/scalar"
)

const (
	pointBits    = 130
	pointWindows = pointBits / pointWindow
	pointRows    = 1 << (pointWindow - 1)
)

// Point sets r = k p; k = 0 gives infinity.  time: constant.  cost: 125 doublings, 52 additions, a
// table of 16.
//
// (a + lambda b) p with (a, b) not (0, 0) is infinity only if n divides the norm a a - a b + b b.
// In every window but the last, the sum (a, b) and the sum plus and minus the summand have |a|, |b|
// < 2^125, so that norm is below 3 * 2^250 < n.  None of them is (0, 0): the coordinate that
// changes is a multiple of 2^w before, the digit is odd, and a sum begins odd in a or b.  So no
// addition there is exceptional; in the last window, whose norms may exceed n, both are complete.
func Point(r *group.Jacobian, p *group.Affine, k *scalar.Scalar) {
	var bits [2][3]uint64
	var table [2][pointRows]group.Affine
	var summand group.Affine
	var z field.Element
	scalar.RecodeOddGLV(&bits[0], &bits[1], k, getPointOffset())
	oddMultiples(table[0][:], &z, p)
	for j := range table[0] {
		table[1][j].MulLambda(&table[0][j])
	}
	for i := pointWindows - 1; i >= 0; i-- {
		if i < pointWindows-1 {
			r.DblN(r, pointWindow)
		}
		for half := range table {
			digit := scalar.OddDigitAt(bits[half][:], pointWindow*i, pointWindow)
			scanSummand(&summand, table[half][:], digit)
			switch {
			case i == pointWindows-1 && half == 0:
				r.SetAffine(&summand)
			case i > 0:
				r.AddAffineDistinct(r, &summand)
			default:
				r.AddAffine(r, &summand)
			}
		}
	}
	r.Z.Mul(&r.Z, &z)
}
