// Table look-up by a secret index: every row is read, one is kept.

package mult

import (
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/group"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/scalar"
)

// scanGeneric sets *r = table[index], index < len(table).  time: depends on len(table) only, and so
// do the addresses that are read.
func scanGeneric(r *group.Affine, table []group.Affine, index uint64) {
	*r = table[0]
	for i := 1; i < len(table); i++ {
		r.CMov(&table[i], isEqual(uint64(i), index))
	}
}

// isEqual returns 1 if a = b, else 0; a, b < 2^63.
func isEqual(a, b uint64) uint64 { return ((a ^ b) - 1) >> 63 }

// scanSummand sets r to the summand that d names: its row of the table, negated where d is
// negative.  time: constant.
func scanSummand(r *group.Affine, table []group.Affine, d scalar.OddDigit) {
	scan(r, table, d.Index)
	r.CondNeg(d.Negative)
}
