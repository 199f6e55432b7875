// Times of the lanes, beside the same one row after the other.

package lanes

import (
	"fmt"
	"testing"

	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/field"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/group"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/mult"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/scalar"
)

// benchmarkRows measures n rows by lanes, and one after the other.
func benchmarkRows(b *testing.B, n int, lanes func(), one func(i int)) {
	perRow := func(b *testing.B, f func()) {
		f() // makes the tables
		for b.Loop() {
			f()
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*n), "ns/row")
	}
	b.Run("lanes", func(b *testing.B) {
		if !Available() {
			b.Skip("this processor has no AVX-512")
		}
		perRow(b, lanes)
	})
	b.Run("one", func(b *testing.B) {
		perRow(b, func() {
			for i := range n {
				one(i)
			}
		})
	})
}

func BenchmarkMul2Var(b *testing.B) {
	const n = 64
	source := newSource(b)
	p, r := make([]group.Affine, n), make([]group.Jacobian, n)
	u, v := make([]scalar.Scalar, n), make([]scalar.Scalar, n)
	for i := range p {
		p[i], u[i], v[i] = randomPoint(source), randomScalar(source), randomScalar(source)
	}
	benchmarkRows(b, n, func() { mul2Var(r, p, u, v) }, func(i int) {
		mult.Mul2Var(&r[i], &p[i], &u[i], &v[i])
	})
}

func BenchmarkLiftXVar(b *testing.B) {
	const n = 64
	source := newSource(b)
	p, ok := make([]group.Affine, n), make([]bool, n)
	x, odd := make([]field.Element, n), make([]bool, n)
	for i := range x {
		x[i] = randomPoint(source).X
	}
	benchmarkRows(b, n, func() { liftXVar(p, ok, x, odd) }, func(i int) {
		ok[i] = p[i].SetXVar(&x[i], odd[i])
	})
}

// What package group does one after the other shares an inversion too.
func BenchmarkAddPairsVar(b *testing.B) {
	const n = pairChunk
	source := newSource(b)
	rows, out, pairs := make([]group.Affine, 64), make([]group.Affine, n), make([]rowPair, n)
	for i := range rows {
		rows[i] = randomPoint(source)
	}
	for i := range pairs {
		pairs[i] = rowPair{A: uint32(source.IntN(64)), B: uint32(64 + source.IntN(64))}
	}
	benchmarkRows(b, n, func() { addPairsVar(out, rows, pairs) }, func(i int) {
		if i == 0 {
			group.AddPairsVar(out, rows, pairs)
		}
	})
}

// Numbers of points about those of fewest. Each call has other points than the last, and others
// together, as in bench/batch_test.go.
func BenchmarkNormalizeVar(b *testing.B) {
	source := newSource(b)
	all, r := make([]group.Jacobian, 4096), make([]group.Affine, 64)
	for i := range all {
		k := randomScalar(source)
		mult.GenVar(&all[i], &k)
	}
	for _, n := range []int{7, 8, 16, 17, 20, 24, 25, 32, 40, 48, 49, 64} {
		at := 0
		next := func() []group.Jacobian {
			at = (at + n + 1) % (len(all) - n + 1)
			return all[at : at+n]
		}
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			benchmarkRows(b, n, func() { normalizeVar(r[:n], next()) }, func(i int) {
				if i == 0 {
					group.NormalizeVar(r[:n], next())
				}
			})
		})
	}
}

// BenchmarkKernels measures what eight rows cost: one doubling, one addition with its look into a
// table, one product, one square.
func BenchmarkKernels(b *testing.B) {
	if !Available() {
		b.Skip("this processor has no AVX-512")
	}
	source := newSource(b)
	var g group8
	var rows [64 * 8]uint64
	for i := range rows {
		rows[i] = source.Uint64()
	}
	for i := range g.steps {
		for l := range g.steps[i].x {
			g.steps[i].x[l] = uint32(8 * source.IntN(64))
		}
	}
	g.acc.x.random(source)
	g.acc.y.random(source)
	g.acc.z.random(source)
	pair := [2]fe8{g.acc.x, g.acc.y}
	for _, k := range []struct {
		name  string
		times int
		f     func()
	}{
		{"dbl", 1000, func() { run([]walk{{&g.acc, rows[:], g.steps[:1]}}, toYOfComb, 1000) }},
		{"add", len(g.steps), func() { run([]walk{{&g.acc, rows[:], g.steps[:]}}, toYOfComb, 0) }},
		{"mul", 1, func() { mul(&g.acc.z, &g.acc.x, &g.acc.y) }},
		{"sqr", 2000, func() { sqrN(&pair, 1000) }},
	} {
		b.Run(k.name, func(b *testing.B) {
			for b.Loop() {
				k.f()
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*k.times), "ns/eight")
		})
	}
}
