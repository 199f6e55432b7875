// k*G in constant time: signed odd windows over a scanned table, additions only.

package mult

import (
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/group"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/scalar"
)

// Gen sets r = k G; k = 0 gives infinity.  time: constant.  cost: one addition for each of
// genWindows windows.
//
// Windows are added from the lowest. Before window i the sum is an odd multiple of G below 2^(w i)
// in absolute value, the summand at least 2^(w i) G, and before the last window the two together
// stay below n: no sum is exceptional until then, and the last one is complete.
func Gen(r *group.Jacobian, k *scalar.Scalar) {
	var bits [5]uint64 // the windows reach beyond 256 bits
	var summand group.Affine
	table, offset := getGenTable()
	scalar.RecodeOdd((*[4]uint64)(bits[:4]), k, offset)
	for i := range table {
		scanSummand(&summand, table[i][:], scalar.OddDigitAt(bits[:], genWindow*i, genWindow))
		switch i {
		case 0:
			r.SetAffine(&summand)
		case genWindows - 1:
			r.AddAffine(r, &summand)
		default:
			r.AddAffineDistinct(r, &summand)
		}
	}
}
