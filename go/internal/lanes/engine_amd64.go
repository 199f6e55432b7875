// Which kernels the processor has, and how it goes through a table with them.

//go:build amd64 && !purego

package lanes

import "github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/cpu"

// engine is the body in use.
func engine() int {
	switch {
	case cpu.This.HasIFMA:
		return ifma
	case cpu.This.HasAVX512:
		return avx512
	case cpu.This.HasFMA:
		return fma
	}
	return twin
}

// run takes the steps of sums, as many of each and at least one, one after the other, each after so
// many doublings. A row's y is at its x | toY.
func run(sums []walk, toY uint32, doublings int) {
	n := len(sums[0].steps)
	switch engine() {
	case ifma:
		for _, s := range sums {
			runIFMA(s.acc, &s.rows[0], toY, &s.steps[0], n, doublings)
		}
	case avx512:
		for _, s := range sums {
			runAVX512(s.acc, &s.rows[0], toY, &s.steps[0], n, doublings)
		}
	case fma:
		runFMA(&sums[0], len(sums), toY, n, doublings)
	default:
		runTwins(sums, toY, doublings)
	}
}
