// Points made affine in lanes, against package group, infinity among them.

package lanes

import (
	"testing"

	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/field"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/group"
)

var wordsOfPrime = [4]uint64{1<<64 - fold256, 1<<64 - 1, 1<<64 - 1, 1<<64 - 1}

// edgeZs are 0 and p, which both are infinity, and numbers that differ from them in one word.
var edgeZs = func() (all [][4]uint64) {
	for _, z := range [][4]uint64{{}, wordsOfPrime} {
		all = append(all, z, z)
		for i := range z {
			other := z
			other[i] ^= 1
			all = append(all, other)
		}
	}
	return all
}()

// checkNormalize compares lanes with package group, point by point, and looks at what lies behind.
func checkNormalize(t *testing.T, points []group.Jacobian) {
	t.Helper()
	n := len(points)
	got, want := make([]group.Affine, n+1), make([]group.Affine, n)
	got[n] = group.Generator
	before := append([]group.Jacobian{}, points...)
	normalizeVar(got[:n], points)
	group.NormalizeVar(want, points)
	for i := range points {
		if got[i] != want[i] { // both are normalized
			t.Fatalf("point %d of %d, %x: %x, want %x", i, n, points[i], got[i], want[i])
		}
		if points[i] != before[i] {
			t.Fatalf("point %d of %d was changed", i, n)
		}
	}
	if got[n] != group.Generator {
		t.Fatalf("%d points: what is behind the rows was overwritten", n)
	}
}

// All numbers of points up to 40, and more: with third coordinates of every kind at every place,
// and infinity alone.
func TestNormalize(t *testing.T) {
	forEngines(t, func(t *testing.T) {
		source := newSource(t)
		random := func() (p group.Jacobian) {
			for _, c := range []*field.Element{&p.X, &p.Y, &p.Z} {
				w := randomWords(source)
				c.SetLimbs(&w)
			}
			return p
		}
		for n := range 41 {
			points := make([]group.Jacobian, n)
			for i := range points {
				points[i] = random()
			}
			checkNormalize(t, points)
			for i := range points {
				kept := points[i]
				points[i].Z.SetLimbs(&edgeZs[(n+i)%len(edgeZs)])
				checkNormalize(t, points)
				points[i] = kept
			}
			for i := range points {
				points[i].SetInfinity()
			}
			checkNormalize(t, points)
		}
		points := make([]group.Jacobian, 1001)
		for i := range points {
			points[i] = random()
			if i%3 == 0 {
				points[i].Z.SetLimbs(&edgeZs[i%len(edgeZs)])
			}
		}
		checkNormalize(t, points)
	})
}

// Coordinates of zero and of p, which pack may leave, come out as zero: many together, and one
// coordinate alone, wherever its point is.
func TestNormalizeIsCanonical(t *testing.T) {
	forEngines(t, func(t *testing.T) {
		points := make([]group.Jacobian, 16)
		for i := range points {
			points[i].Z.SetInt(uint32(i + 1))
			points[i].X.SetLimbs(&edgeZs[i%len(edgeZs)])
			points[i].Y.SetLimbs(&edgeZs[(i+5)%len(edgeZs)])
		}
		checkNormalize(t, points)

		source := newSource(t)
		for n := 1; n <= 41; n++ {
			points := make([]group.Jacobian, n)
			for i := range points {
				for _, c := range []*field.Element{&points[i].X, &points[i].Y} {
					w := randomWords(source)
					w[3] >>= 1 // far below p
					c.SetLimbs(&w)
				}
				points[i].Z.SetInt(1)
			}
			for i := range points {
				for _, c := range []*field.Element{&points[i].X, &points[i].Y} {
					kept := *c
					c.SetLimbs(&wordsOfPrime)
					checkNormalize(t, points)
					*c = kept
				}
			}
		}
	})
}
