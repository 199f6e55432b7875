// Times of the group's operations.

package group

import (
	"fmt"
	"testing"

	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/field"
)

// benchPoints returns n multiples of the generator.
func benchPoints(n int) []Jacobian {
	r := make([]Jacobian, n)
	r[0].SetAffine(&Generator)
	r[0].Dbl(&r[0])
	for i := 1; i < n; i++ {
		r[i].AddAffine(&r[i-1], &Generator)
	}
	return r
}

func BenchmarkDbl(b *testing.B) {
	r := benchPoints(1)[0]
	for b.Loop() {
		r.Dbl(&r)
	}
}

func BenchmarkDblN5(b *testing.B) {
	r := benchPoints(1)[0]
	for b.Loop() {
		r.DblN(&r, 5)
	}
}

func BenchmarkAddVar(b *testing.B) {
	p := benchPoints(2)
	for b.Loop() {
		p[0].AddVar(&p[0], &p[1])
	}
}

func BenchmarkAddAffine(b *testing.B) {
	r := benchPoints(1)[0]
	for b.Loop() {
		r.AddAffine(&r, &Generator)
	}
}

func BenchmarkAddAffineDistinct(b *testing.B) {
	r := benchPoints(1)[0]
	for b.Loop() {
		r.AddAffineDistinct(&r, &Generator)
	}
}

func BenchmarkAddAffineVar(b *testing.B) {
	r := benchPoints(1)[0]
	for b.Loop() {
		r.AddAffineVar(&r, &Generator)
	}
}

func BenchmarkAddAffineScaledVar(b *testing.B) {
	r := benchPoints(1)[0]
	z := r.X
	for b.Loop() {
		r.AddAffineScaledVar(&r, &z, &Generator)
	}
}

func BenchmarkAddCoz(b *testing.B) {
	var d, p Affine
	var z, h field.Element
	DblCoz(&d, &p, &z, &Generator)
	for b.Loop() {
		AddCoz(&p, &h, &d, &p)
	}
}

func BenchmarkSetX(b *testing.B) {
	var r Affine
	for b.Loop() {
		r.SetX(&Generator.X, 1)
	}
}

func BenchmarkSetJacobian(b *testing.B) {
	p := benchPoints(1)[0]
	var r Affine
	for b.Loop() {
		r.SetJacobian(&p)
	}
}

func BenchmarkSetJacobianVar(b *testing.B) {
	p := benchPoints(1)[0]
	var r Affine
	for b.Loop() {
		r.SetJacobianVar(&p)
	}
}

// NormalizeVar, for each point.
func BenchmarkNormalizeVar(b *testing.B) {
	for _, n := range []int{1, 8, 64, 1024} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			p := benchPoints(n)
			r := make([]Affine, n)
			for b.Loop() {
				NormalizeVar(r, p)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*n), "ns/point")
		})
	}
}

// AddPairsVar, for each pair.
func BenchmarkAddPairsVar(b *testing.B) {
	const n = 512
	p := benchPoints(2 * n)
	rows, out := make([]Affine, 2*n), make([]Affine, n)
	NormalizeVar(rows, p)
	pairs := make([]RowPair, n)
	for i := range pairs {
		pairs[i] = RowPair{uint32(4*i + i&1), uint32(4*i + 2 + i>>1&1)}
	}
	for b.Loop() {
		AddPairsVar(out, rows, pairs)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*n), "ns/pair")
}
