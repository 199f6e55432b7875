// The inner loops' assembly, held against Go bit for bit.

//go:build (amd64 || arm64) && !purego

package modinv

import (
	"math/rand"
	"testing"

	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/cases"
)

// TestTwins compares the assembly with Go, bit for bit, on what the inverse calls it with and on
// the greatest numbers that it may be called with.
func TestTwins(t *testing.T) {
	if !assembled() {
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

	for n := range cases.Full(100000, 10000) {
		var got, want matrix
		x, y, z, count := word()|1, word(), int64(source.Intn(1200)-600), 1+n%2
		zGot, zWant := stepsAssembly(&got, x, y, z, count), stepsGeneric(&want, x, y, z, count)
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
		updateFGAssembly(&a1, &b1, length, &m)
		updateFGGeneric(&a2, &b2, length, &m)
		if a1 != a2 || b1 != b2 {
			t.Fatalf("updateFG %x, %x, %d, %x: %x, %x, want %x, %x", a, b, length, m, a1, b1, a2,
				b2)
		}

		modulus := NewModulus(&moduli[n%len(moduli)])
		a, b = limbs(), limbs()
		a[4], b[4] = a[4]>>10, b[4]>>10
		a1, b1, a2, b2 = a, b, a, b
		updateDEAssembly(&a1, &b1, &m, &modulus)
		updateDEGeneric(&a2, &b2, &m, &modulus)
		if a1 != a2 || b1 != b2 {
			t.Fatalf("updateDE %x, %x, %x, %x: %x, %x, want %x, %x", a, b, m, modulus, a1, b1, a2,
				b2)
		}
	}
}
