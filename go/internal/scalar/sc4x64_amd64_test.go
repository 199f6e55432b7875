// Multiplication's assembly, held against Go bit for bit.

//go:build amd64 && !purego && !exhaustive

package scalar

import (
	"math/rand"
	"testing"

	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/cases"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/cpu"
)

// TestTwin compares the assembly with Go, bit for bit.
func TestTwin(t *testing.T) {
	if !cpu.This.HasADX {
		t.Skip("this processor has no ADX, or it is hidden")
	}
	source := rand.New(rand.NewSource(9))
	all := edges()
	with := func(place []int, values [3]Scalar) {
		t.Helper()
		pure := values
		mulADX(&values[place[0]], &values[place[1]], &values[place[2]])
		mulGeneric(&pure[place[0]], &pure[place[1]], &pure[place[2]])
		if values != pure {
			t.Fatalf("pointers %v: %x, want %x", place, values, pure)
		}
	}
	for j := range all {
		for k := range all {
			with([]int{0, 1, 2}, [3]Scalar{{}, all[j], all[k]})
		}
	}
	// Any number below 2^256 is multiplied, and so the folds see more than products of scalars.
	const m = ^uint64(0)
	unreduced := []Scalar{{[4]uint64{m, m, m, m}}, {[4]uint64{m, m, m, 0}}, {[4]uint64{0, m, m, m}},
		{[4]uint64{m, 0, m, m}}, {[4]uint64{m, m, 0, m}}, {[4]uint64{0, 0, m, m}},
		{[4]uint64{0, 0, 0, m}},
		{[4]uint64{1 << 63, 1 << 63, 1 << 63, 1 << 63}}, {[4]uint64{m, m, m, 1 << 63}}}
	for j := range unreduced {
		for k := range unreduced {
			with([]int{0, 1, 2}, [3]Scalar{{}, unreduced[j], unreduced[k]})
		}
		for n := 0; n < 1000; n++ {
			with([]int{0, 1, 2}, [3]Scalar{{}, unreduced[j], random(source)})
		}
	}
	for n := 0; n < 100000; n++ {
		with([]int{0, 1, 2}, [3]Scalar{{}, random(source), random(source)})
	}
	cases.Partitions(3, func(place []int) {
		for n := 0; n < 500; n++ {
			v := [3]Scalar{random(source), random(source), random(source)}
			if n < 200 {
				for j := range v {
					v[j] = all[source.Intn(len(all))]
				}
			}
			with(place, v)
		}
	})
}
