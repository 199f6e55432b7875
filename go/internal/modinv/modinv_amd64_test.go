// The inner loops' assembly, held against Go bit for bit.

//go:build amd64 && !purego

package modinv

import (
	"math/rand"
	"testing"

	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/cpu"
)

// TestTwins compares the assembly with Go, bit for bit, on what the inverse calls it with and on
// the greatest numbers that it may be called with.
func TestTwins(t *testing.T) {
	if !cpu.This.HasADX {
		t.Skip("this processor has no ADX, or it is hidden")
	}
	source := rand.New(rand.NewSource(2))
	edges := []uint64{0, 1, 2, 3, 1 << 20, 1<<20 - 1, 1 << 31, 1<<31 - 1, 1 << 61, 1<<62 - 1,
		1 << 62, 1<<63 - 1, 1 << 63, ^uint64(0), ^uint64(0) - 1, 0x5555555555555555,
		0xAAAAAAAAAAAAAAAA}
	word := func() uint64 {
		if source.Intn(3) == 0 {
			return edges[source.Intn(len(edges))]
		}
		return source.Uint64() >> uint(source.Intn(64))
	}
	limbs := func() (r num) {
		for i := range r {
			r[i] = int64(word() & low62)
		}
		r[4] = int64(word()) >> uint(source.Intn(64))
		return r
	}
	entries := func() (u, v int64) { // |u| + |v| <= 2^62
		u = int64(word()&low62 + uint64(source.Intn(2)))
		v = int64(word() % uint64(1<<62-u+1))
		if source.Intn(2) == 0 {
			u = -u
		}
		if source.Intn(2) == 0 {
			v = -v
		}
		return u, v
	}

	for n := 0; n < 100000; n++ {
		var got, want matrix
		x, y, z, count := word()|1, word(), int64(source.Intn(1200)-600), 1+n%2
		zGot, zWant := stepsADX(&got, x, y, z, count), stepsGeneric(&want, x, y, z, count)
		if got != want || zGot != zWant {
			t.Fatalf("steps %x, %x, %d, %d: %x, %d, want %x, %d", x, y, z, count, got, zGot, want,
				zWant)
		}

		var m matrix
		m.u, m.v = entries()
		m.q, m.r = entries()
		a, b := limbs(), limbs()
		length := 1 + n%5
		a[length-1], b[length-1] = a[4], b[4]
		a1, b1, a2, b2 := a, b, a, b
		updateFGADX(&a1, &b1, length, &m)
		updateFGGeneric(&a2, &b2, length, &m)
		if a1 != a2 || b1 != b2 {
			t.Fatalf("updateFG %x, %x, %d, %x: %x, %x, want %x, %x", a, b, length, m, a1, b1, a2,
				b2)
		}

		modulus := NewModulus(&moduli[n%len(moduli)])
		a, b = limbs(), limbs()
		a[4], b[4] = a[4]>>10, b[4]>>10
		a1, b1, a2, b2 = a, b, a, b
		updateDEADX(&a1, &b1, &m, &modulus)
		updateDEGeneric(&a2, &b2, &m, &modulus)
		if a1 != a2 || b1 != b2 {
			t.Fatalf("updateDE %x, %x, %x, %x: %x, %x, want %x, %x", a, b, m, modulus, a1, b1, a2,
				b2)
		}
	}
}

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
