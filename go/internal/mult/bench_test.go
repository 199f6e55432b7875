// Times of products and sums.

package mult

import (
	"fmt"
	"testing"

	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/group"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/scalar"
)

// benchScalar returns a scalar of full length that depends on i.
func benchScalar(i uint32) scalar.Scalar {
	var k, square scalar.Scalar
	k.SetInt(i)
	k.Inv(&k)
	square.Mul(&k, &k)
	k.Add(&k, &square)
	return k
}

func benchPoint(i uint32) group.Affine {
	var j group.Jacobian
	var p group.Affine
	k := benchScalar(i)
	Gen(&j, &k)
	p.SetJacobian(&j)
	return p
}

func BenchmarkGen(b *testing.B) {
	k := benchScalar(3)
	var r group.Jacobian
	for b.Loop() {
		Gen(&r, &k)
	}
}

func BenchmarkGenVar(b *testing.B) {
	k := benchScalar(3)
	var r group.Jacobian
	for b.Loop() {
		GenVar(&r, &k)
	}
}

func BenchmarkPoint(b *testing.B) {
	k, p := benchScalar(3), benchPoint(5)
	var r group.Jacobian
	for b.Loop() {
		Point(&r, &p, &k)
	}
}

func BenchmarkPointVar(b *testing.B) {
	k, p := benchScalar(3), benchPoint(5)
	var r group.Jacobian
	for b.Loop() {
		PointVar(&r, &p, &k)
	}
}

// With other scalars every time, as a program verifies: the rows of the table are not all near.
func BenchmarkMul2Var(b *testing.B) {
	var k [256]scalar.Scalar
	for i := range k {
		k[i] = benchScalar(uint32(i + 3))
	}
	p := benchPoint(5)
	var r group.Jacobian
	i := 0
	for b.Loop() {
		Mul2Var(&r, &p, &k[i&255], &k[(i+1)&255])
		i++
	}
}

func BenchmarkScan16(b *testing.B) {
	table, _ := getGenTable()
	var r group.Affine
	for b.Loop() {
		scan(&r, table[0][:], 11)
	}
}

// A sum as batch verification of n Schnorr signatures asks for: n scalars of 128 bits, n whole
// ones.
func BenchmarkSumVar(b *testing.B) {
	for _, n := range []int{1, 4, 10, 16, 32, 64, 100, 300, 1000, 3000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			terms := make([]Term, 2*n)
			k := benchScalar(3)
			for i := range terms {
				of := benchScalar(uint32(i + 2))
				words := of.Limbs()
				if i%2 == 0 {
					words[2], words[3] = 0, 0
				}
				terms[i].P = getOddTable()[i%oddRows]
				terms[i].K.SetLimbs(&words)
			}
			var r group.Jacobian
			var scratch Scratch
			for b.Loop() {
				SumVar(&r, &k, terms, &scratch)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*n), "ns/pair")
		})
	}
}
