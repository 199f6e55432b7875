// Points: every operation with infinity, equal and opposite points, against textbook formulas; and
// batches of them made affine.

package p256k1

import (
	"math/big"
	"testing"

	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/oracle"
)

// expectPoint compares p with a point of the oracle.
func expectPoint(t *testing.T, what string, p AffinePoint, want *oracle.Point) {
	t.Helper()
	key, err := p.PublicKey()
	if p.IsInfinity() != (want == nil) || (err == nil) != (want != nil) ||
		err != nil && err != ErrNoPoint {
		t.Errorf("%s: infinity: %v, want %v, %v", what, p.IsInfinity(), want == nil, err)
	} else if err == nil && !oracle.Equal(oraclePoint(key), want) {
		t.Errorf("%s: %v, want %v", what, key, want)
	}
}

// somePoints are multiples of G, infinity among them, and what they are, in coordinates with z = 1
// and others.
func somePoints(t *testing.T) (points []JacobianPoint, want []*oracle.Point) {
	for _, k := range []int64{0, 1, -1, 2, -2, 3, 0, 1, 12345, 1 << 40} {
		multiple := new(big.Int).Mod(big.NewInt(k), curve.N)
		var p, twice JacobianPoint
		p.ScalarBaseMul((*[32]byte)(number(multiple)))
		twice.Double(&p)
		points = append(points, p, twice)
		want = append(want, curve.Mul(multiple, &oracle.G),
			curve.Mul(new(big.Int).Lsh(multiple, 1), &oracle.G))
		affine := p.Affine()
		expectPoint(t, "Affine", affine, want[len(want)-2])
		p.SetAffine(&affine)
		points, want = append(points, p), append(want, want[len(want)-2])
	}
	var zero JacobianPoint
	return append(points, zero), append(want, nil)
}

func TestPoints(t *testing.T) {
	points, want := somePoints(t)
	k := draw("k")
	for i := range points {
		a := points[i].Affine()
		expectPoint(t, "Affine", a, want[i])
		if points[i].IsInfinity() != (want[i] == nil) {
			t.Errorf("%d: IsInfinity", i)
		}
		var r JacobianPoint
		r.Double(&points[i])
		expectPoint(t, "Double", r.Affine(), curve.Add(want[i], want[i]))
		r.Negate(&points[i])
		expectPoint(t, "Negate", r.Affine(), curve.Neg(want[i]))
		if want[i] != nil {
			r.ScalarMul(&a, &k)
			expectPoint(t, "ScalarMul", r.Affine(), curve.Mul(big32(k[:]), want[i]))
		} else if r.ScalarMul(&a, &k); !r.IsInfinity() {
			t.Error("a multiple of infinity")
		}
		r.ScalarMul(&a, &order)
		expectPoint(t, "ScalarMul by n", r.Affine(), nil)
		for j := range points {
			sum := curve.Add(want[i], want[j])
			b := points[j].Affine()
			r.Add(&points[i], &points[j])
			expectPoint(t, "Add", r.Affine(), sum)
			r.AddAffine(&points[i], &b)
			expectPoint(t, "AddAffine", r.Affine(), sum)
			r = points[i]
			r.Add(&r, &points[j])
			expectPoint(t, "Add in place", r.Affine(), sum)
			r = points[i]
			r.AddAffine(&r, &b)
			expectPoint(t, "AddAffine in place", r.Affine(), sum)
			same := oracle.Equal(want[i], want[j])
			if points[i].Equal(&points[j]) != same || (a == b) != same {
				t.Errorf("%d and %d: equal %v, want %v", i, j, points[i].Equal(&points[j]), same)
			}
		}
		r.SetInfinity()
		expectPoint(t, "SetInfinity", r.Affine(), nil)
	}
	p := drawKey(t, "key").PublicKey()
	point := p.Point()
	if q, err := point.PublicKey(); err != nil || !q.Equal(p) {
		t.Error(q, err)
	}
	point = new(PublicKey).Point()
	expectPoint(t, "of no key", point, nil)
}

func TestBatchNormalize(t *testing.T) {
	points, want := somePoints(t)
	for len(points) < 300 {
		points, want = append(points, points...), append(want, want...)
	}
	room := make([]AffinePoint, 0, 200)
	for _, n := range []int{0, 1, 2, 3, 4, 5, 16, 63, 64, 65, 128, 129, 200, 300} {
		for _, at := range []int{0, 1, 6} { // other neighbours; beginning with infinity
			some := append([]JacobianPoint(nil), points[at:min(at+n, len(points))]...)
			got := BatchNormalize(room, some)
			if len(got) != len(some) ||
				n > 0 && (&got[0] == &room[:1][0]) != (len(some) <= cap(room)) {
				t.Fatalf("%d points of %d, or in other memory", len(got), len(some))
			}
			for i, p := range got {
				expectPoint(t, "BatchNormalize", p, want[at+i])
			}
			BatchNormalizeInPlace(some)
			for i := range some {
				expectPoint(t, "BatchNormalizeInPlace", some[i].Affine(), want[at+i])
				one := some[i].point.Z.Limbs()
				if some[i].IsInfinity() != (want[at+i] == nil) ||
					one != [4]uint64{1} && !some[i].IsInfinity() {
					t.Errorf("%d of %d: z = %x", i, n, one)
				}
			}
		}
	}
}
