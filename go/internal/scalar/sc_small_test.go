// All there is of a small order.

//go:build exhaustive

package scalar

import "testing"

// TestEverySmallScalar goes through all pairs there are.
func TestEverySmallScalar(t *testing.T) {
	for i := uint32(0); i < smallOrder; i++ {
		for j := uint32(0); j < smallOrder; j++ {
			var a, b Scalar
			a.SetInt(i)
			b.SetInt(j)
			for k := range ops {
				ops[k].check(t, []Scalar{a, b})
			}
		}
	}
}

// TestSmallSplitTakesEveryValue: or else the second half would not be tested with all of them.
func TestSmallSplitTakesEveryValue(t *testing.T) {
	seen := map[Scalar]bool{}
	for i := uint32(0); i < smallOrder; i++ {
		var k, k1, k2 Scalar
		k.SetInt(i)
		k.SplitLambda(&k1, &k2)
		seen[k2] = true
	}
	if len(seen) != smallOrder {
		t.Errorf("%d of %d values", len(seen), smallOrder)
	}
}
