// The parts of a verification, each by itself: the point of a key, the challenge, a*P + b*G, and
// the way back to x.

package bench

import (
	"testing"

	p256k1 "github.com/UltrafastSecp256k1/UltrafastSecp256k1/go"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/field"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/group"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/mult"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/scalar"
)

func BenchmarkVerificationPart_PointOfKey(b *testing.B) {
	var x field.Element
	var p group.Affine
	i := 0
	for b.Loop() {
		x.SetBytes(&rows()[next(i)].xonly)
		if !p.SetXVar(&x, false) {
			b.Fatal("a key without a point")
		}
		i++
	}
}

func BenchmarkVerificationPart_Challenge(b *testing.B) {
	i := 0
	for b.Loop() {
		r := &rows()[next(i)]
		p256k1.TaggedHash("BIP0340/challenge", r.schnorr[:32], r.xonly[:], r.hash[:])
		i++
	}
}

// BenchmarkVerificationPart_Product is a*P + b*G, which is called EcmultCombined elsewhere.
func BenchmarkVerificationPart_Product(b *testing.B) {
	j := products(b)
	var p group.Affine
	k := scalarsOfRows()
	points := pointsOfRows(b)
	i := 0
	for b.Loop() {
		p = points[next(i)]
		mult.Mul2Var(j, &p, &k[next(i)], &k[next(i+1)])
		i++
	}
}

func BenchmarkVerificationPart_BackToX(b *testing.B) {
	j := products(b)
	var r group.Affine
	for b.Loop() {
		if !r.SetJacobianVar(j) {
			b.Fatal("infinity")
		}
	}
}

// products returns a point in Jacobian coordinates, not affine.
func products(b *testing.B) *group.Jacobian {
	j := new(group.Jacobian)
	k := scalarsOfRows()
	mult.Mul2Var(j, &pointsOfRows(b)[0], &k[0], &k[1])
	return j
}

func scalarsOfRows() *[rowCount]scalar.Scalar {
	k := new([rowCount]scalar.Scalar)
	for i := range k {
		k[i].SetBytes(&rows()[i].secret)
	}
	return k
}

func pointsOfRows(b *testing.B) *[rowCount]group.Affine {
	points := new([rowCount]group.Affine)
	for i := range points {
		var x field.Element
		x.SetBytes(&rows()[i].xonly)
		if !points[i].SetXVar(&x, false) {
			b.Fatal("a key without a point")
		}
	}
	return points
}
