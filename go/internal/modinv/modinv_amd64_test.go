// The assembly of amd64 by the names that tests give it, and what it alone has.

//go:build amd64 && !purego

package modinv

import (
	"testing"

	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/cpu"
)

func assembled() bool { return cpu.This.HasADX }

var stepsAssembly, updateFGAssembly, updateDEAssembly = stepsADX, updateFGADX, updateDEADX

// TestDescents compares the descent of the inverse in variable time with Go, in all that it leaves.
func TestDescents(t *testing.T) {
	if !cpu.This.HasADX {
		t.Skip("this processor has no ADX, or it is hidden")
	}
	for _, words := range moduli {
		m := NewModulus(&words)
		for _, a := range values(toBig(&words), 5000) {
			if a == [4]uint64{} || !primeTo(&a, &words) {
				continue
			}
			var got descent
			got.beginVar(&a, &m)
			want := got
			if n, w := descendADXVar(&got, &m), descendGenericVar(&want, &m); n != w ||
				got != want {
				t.Fatalf("descent of %x mod %x: %d batches, %x, want %d, %x", a, words, n, got, w,
					want)
			}
		}
	}
}
