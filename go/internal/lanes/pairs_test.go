// Sums of pairs in lanes, against package group, exceptional ones among them.

package lanes

import (
	"slices"
	"testing"

	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/field"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/group"
)

// plusPrime adds p to a where that leaves it below 2^256, for coordinates that are not normalized.
func plusPrime(a *field.Element) {
	w := a.Limbs()
	if w[1]|w[2]|w[3] == 0 && w[0] < fold256 {
		sum := [4]uint64{w[0] - fold256, ^uint64(0), ^uint64(0), ^uint64(0)}
		a.SetLimbs(&sum)
	}
}

// pairRows are infinity, points, each with its opposite and, at an even distance behind, again; two
// of them have small x, the last of these not normalized.
func pairRows(t *testing.T) []group.Affine {
	source := newSource(t)
	rows := []group.Affine{{}}
	point := func(p group.Affine) {
		minus := p
		minus.Y.Neg(&p.Y)
		rows = append(rows, p, minus)
	}
	var small group.Affine
	for x := uint32(1); len(rows) < 5; x++ {
		var e field.Element
		e.SetInt(x)
		if small.SetXVar(&e, false) {
			point(small)
		}
	}
	plusPrime(&small.X)
	point(small)
	for range 8 {
		point(randomPoint(source))
	}
	return append(rows, rows...)
}

// checkPairs compares lanes with package group, pair by pair, and looks at what lies behind the
// sums.
func checkPairs(t *testing.T, rows []group.Affine, pairs []rowPair) {
	t.Helper()
	got, want := make([]group.Affine, len(pairs)+1), make([]group.Affine, len(pairs))
	got[len(pairs)] = group.Generator
	addPairsVar(got[:len(pairs)], rows, pairs)
	group.AddPairsVar(want, rows, pairs)
	for i := range pairs {
		got[i].Normalize()
		want[i].Normalize()
		if got[i] != want[i] {
			t.Fatalf("pair %d of %d, %v: %x, want %x", i, len(pairs), pairs[i], got[i], want[i])
		}
	}
	if got[len(pairs)] != group.Generator {
		t.Fatalf("%d pairs: what is behind the sums was overwritten", len(pairs))
	}
}

// Every pair of rows with every sign, which are equal, opposite and infinite ones among them, in an
// order in which they meet all lanes.
func TestPairs(t *testing.T) {
	forEngines(t, func(t *testing.T) {
		source := newSource(t)
		rows := pairRows(t)
		var pairs []rowPair
		for a := range uint32(2 * len(rows)) {
			for b := range uint32(2 * len(rows)) {
				pairs = append(pairs, rowPair{A: a, B: b})
			}
		}
		source.Shuffle(len(pairs), func(i, j int) { pairs[i], pairs[j] = pairs[j], pairs[i] })
		if len(pairs) < 3*pairChunk {
			t.Fatal("too few pairs for some chunks")
		}
		checkPairs(t, rows, pairs)
	})
}

// All numbers of pairs up to 40: ordinary ones alone, with one exception at every place, and
// exceptions alone.
func TestPairsLengths(t *testing.T) {
	forEngines(t, func(t *testing.T) {
		rows := pairRows(t)
		const infinity, p = 0, 7 << 1 // refs of which the points are distinct from p on
		exceptions := []rowPair{{A: p, B: p}, {A: p, B: p | 1}, {A: infinity, B: p},
			{A: p, B: infinity}, {A: infinity, B: infinity}}
		for n := range 41 {
			ordinary := make([]rowPair, n)
			for i := range ordinary {
				at := uint32(i % 6)
				ordinary[i] = rowPair{A: p + 4*at | uint32(i&1), B: p + 4*(at+1) | uint32(i>>1&1)}
			}
			checkPairs(t, rows, ordinary)
			for i := range n {
				pairs := slices.Clone(ordinary)
				pairs[i] = exceptions[i%len(exceptions)]
				checkPairs(t, rows, pairs)
			}
			for _, e := range exceptions {
				pairs := make([]rowPair, n)
				for i := range pairs {
					pairs[i] = e
				}
				checkPairs(t, rows, pairs)
			}
		}
	})
}

// An ordinary pair of a chunk takes nothing from package group: exceptions are few.
func TestPairsExceptions(t *testing.T) {
	forEngines(t, func(t *testing.T) {
		rows := pairRows(t)
		var room pairRoom
		pairs := []rowPair{{A: 14, B: 18}, {A: 14, B: 14}, {A: 14, B: 16}, {A: 22, B: 19},
			{A: 0, B: 14}, {A: 14, B: 1}, {A: 10, B: 6}, {A: 30, B: 34}}
		room.addChunkVar(make([]group.Affine, len(pairs)), rows, pairs)
		if got, want := room.groups[0].except, uint8(0b01110110); got != want {
			t.Errorf("exceptions %08b, want %08b", got, want)
		}
	})
}

// Points of which none is on a curve have sums too, with coordinates at which carries turn.
func TestPairsEdges(t *testing.T) {
	forEngines(t, func(t *testing.T) {
		source := newSource(t)
		rows := make([]group.Affine, 200)
		for i := range rows {
			x, y := randomWords(source), randomWords(source)
			rows[i].X.SetLimbs(&x)
			rows[i].Y.SetLimbs(&y)
		}
		var pairs []rowPair
		for range 600 {
			a, b := source.IntN(len(rows)), source.IntN(len(rows))
			if rows[a].X.EqualVar(&rows[b].X) || rows[a].Y.IsZeroVar() || rows[b].Y.IsZeroVar() {
				continue // no points of one curve
			}
			pairs = append(pairs, rowPair{A: uint32(2*a + source.IntN(2)),
				B: uint32(2*b + source.IntN(2))})
		}
		checkPairs(t, rows, pairs)
	})
}
