// Package cases has what tests of arithmetic go through: every way to alias, every body of code. It
// is for tests alone.
package cases

import (
	"testing"

	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/cpu"
)

// Full is how many cases to try: n, or in short mode, for emulated processors, the other number.
func Full(n, short int) int {
	if testing.Short() {
		return short
	}
	return n
}

// Partitions calls f with every way to let n pointers point to the same or to different places.
func Partitions(n int, f func(place []int)) {
	place := make([]int, n)
	var next func(i, used int)
	next = func(i, used int) {
		if i == n {
			f(place)
			return
		}
		for p := 0; p <= used; p++ {
			place[i] = p
			next(i+1, max(used, p+1))
		}
	}
	next(0, 0)
}

// A Body is a choice of code; Use makes it, and returns what undoes that.
type Body struct {
	Name string
	Use  func() (undo func())
}

// Bodies are those that can run here; what a package has no body of its own for runs as Go.
func Bodies() []Body {
	with := func(f cpu.Features) func() func() {
		return func() func() {
			old := cpu.This
			cpu.This = f
			return func() { cpu.This = old }
		}
	}
	r := []Body{{"Go", with(cpu.Features{})}}
	if cpu.This.HasASM {
		r = append(r, Body{"ASM", with(cpu.Features{HasASM: true})})
	}
	if cpu.This.HasADX {
		r = append(r, Body{"ADX", with(cpu.This)})
	}
	return r
}
