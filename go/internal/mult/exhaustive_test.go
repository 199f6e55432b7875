// All products and sums that a small group has.

//go:build exhaustive

package mult

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/field"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/group"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/oracle"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/scalar"
)

// smallGroup is every point there is: point[i] = i G, point[0] stands for infinity.
type smallGroup struct {
	order  int
	point  []group.Affine
	random *rand.Rand
}

func bigOf(x field.Element) *big.Int {
	var b [32]byte
	x.PutBytes(&b)
	return new(big.Int).SetBytes(b[:])
}

func elementOf(x *big.Int) (r field.Element) {
	var b [32]byte
	x.FillBytes(b[:])
	r.SetBytes(&b)
	return r
}

func newSmallGroup(t *testing.T) *smallGroup {
	order := scalar.Order()
	g := &smallGroup{order: int(order[0]), random: rand.New(rand.NewPCG(13, 14))}
	curve := oracle.Secp256k1 // its field alone
	generator := &oracle.Point{X: bigOf(group.Generator.X), Y: bigOf(group.Generator.Y)}
	g.point = make([]group.Affine, g.order)
	sum := generator
	for i := 1; i < g.order; i++ {
		g.point[i] = group.Affine{X: elementOf(sum.X), Y: elementOf(sum.Y)}
		if g.point[i].IsOnCurve() != 1 {
			t.Fatalf("%d G is not on the curve", i)
		}
		sum = curve.Add(sum, generator)
	}
	if sum != nil {
		t.Fatalf("the order is not %d", g.order)
	}
	return g
}

// jacobian returns i G with a random third coordinate; infinity in several forms.
func (g *smallGroup) jacobian(i int) (r group.Jacobian) {
	var zz field.Element
	w := [4]uint64{g.random.Uint64(), g.random.Uint64(), g.random.Uint64(), g.random.Uint64()}
	r.SetInfinity()
	if i == 0 {
		if w[0]&1 == 1 {
			r.X.SetLimbs(&w)
			r.Y.SetLimbs(&w)
		}
		return r
	}
	r.Z.SetLimbs(&w)
	zz.Sqr(&r.Z)
	r.X.Mul(&g.point[i].X, &zz)
	zz.Mul(&zz, &r.Z)
	r.Y.Mul(&g.point[i].Y, &zz)
	return r
}

// index returns i of a = i G, -1 if there is none.
func (g *smallGroup) index(a *group.Jacobian) int {
	if a.IsInfinity() == 1 {
		return 0
	}
	var p group.Affine
	p.SetJacobian(a)
	for i := 1; i < g.order; i++ {
		if p.X.Equal(&g.point[i].X)&p.Y.Equal(&g.point[i].Y) == 1 {
			return i
		}
	}
	return -1
}

func (g *smallGroup) expect(t *testing.T, r *group.Jacobian, want int, what string, inputs ...int) {
	t.Helper()
	want = (want%g.order + g.order) % g.order
	if got := g.index(r); got != want {
		t.Fatalf("%s %v: got %d, want %d", what, inputs, got, want)
	}
}

func small(k int) *scalar.Scalar {
	var r scalar.Scalar
	r.SetInt(uint32(k))
	return &r
}

func TestExhaustiveAddition(t *testing.T) {
	g := newSmallGroup(t)
	for i := range g.order {
		for j := range g.order {
			a, b := g.jacobian(i), g.jacobian(j)
			var r group.Jacobian
			r.AddVar(&a, &b)
			g.expect(t, &r, i+j, "AddVar", i, j)
			r = a
			r.AddVar(&r, &b)
			g.expect(t, &r, i+j, "AddVar, aliased", i, j)
			r = b
			r.AddVar(&a, &r)
			g.expect(t, &r, i+j, "AddVar, aliased", i, j)
			if a.EqualVar(&b) != (i == j) {
				t.Fatalf("EqualVar %d, %d", i, j)
			}
			if j == 0 {
				continue
			}
			c := &g.point[j]
			r.AddAffine(&a, c)
			g.expect(t, &r, i+j, "AddAffine", i, j)
			r.AddAffineDistinct(&a, c)
			g.expect(t, &r, i+j, "AddAffineDistinct", i, j)
			r.AddAffineVar(&a, c)
			g.expect(t, &r, i+j, "AddAffineVar", i, j)
			// s on the curve isomorphic by z is a on the true one.
			z := g.jacobian(1).Z
			s := a
			if i > 0 {
				var zi field.Element
				zi.Inv(&z)
				s.Z.Mul(&s.Z, &zi)
			}
			r.AddAffineScaledVar(&s, &z, c)
			r.Z.Mul(&r.Z, &z)
			g.expect(t, &r, i+j, "AddAffineScaledVar", i, j)
			if a.HasXVar(&c.X) != (i == j || i+j == g.order) {
				t.Fatalf("HasXVar %d, %d", i, j)
			}
		}
	}
}

func TestExhaustiveDoublingNegationLambda(t *testing.T) {
	g := newSmallGroup(t)
	lambda := scalar.Lambda.Limbs()
	for i := range g.order {
		a := g.jacobian(i)
		var r group.Jacobian
		r.Dbl(&a)
		g.expect(t, &r, 2*i, "Dbl", i)
		for n := range 10 {
			r.DblN(&a, n)
			g.expect(t, &r, i<<n, "DblN", i, n)
		}
		r.Neg(&a)
		g.expect(t, &r, -i, "Neg", i)
		if i == 0 {
			continue
		}
		var b group.Affine
		b.MulLambda(&g.point[i])
		r.SetAffine(&b)
		g.expect(t, &r, i*int(lambda[0]), "MulLambda", i)
		b.Neg(&g.point[i])
		r.SetAffine(&b)
		g.expect(t, &r, -i, "Neg", i)
		for odd := range uint64(2) {
			var lifted group.Affine
			if lifted.SetX(&g.point[i].X, odd) != 1 || lifted.Y.IsOdd() != odd ||
				lifted.IsOnCurve() != 1 {
				t.Fatalf("SetX of %d", i)
			}
		}
	}
}

func TestExhaustiveRows(t *testing.T) {
	g := newSmallGroup(t)
	step := 1
	if g.order > 100 {
		step = 7
	}
	var pairs []group.RowPair
	for a := 0; a < 2*g.order; a++ {
		for b := 0; b < 2*g.order; b += step {
			pairs = append(pairs, group.RowPair{A: uint32(a), B: uint32(b)})
		}
	}
	out := make([]group.Affine, len(pairs))
	group.AddPairsVar(out, g.point, pairs)
	value := func(ref uint32) int { return int(ref>>1) * (1 - 2*int(ref&1)) }
	for i, p := range pairs {
		var r group.Jacobian
		r.SetInfinity()
		if out[i] != (group.Affine{}) {
			r.SetAffine(&out[i])
		}
		g.expect(t, &r, (value(p.A)+value(p.B))*(1-2*int(p.A&1)), "AddPairsVar", int(p.A), int(p.B))
	}
}

func TestExhaustiveMultiplication(t *testing.T) {
	g := newSmallGroup(t)
	for k := range g.order {
		var r group.Jacobian
		Gen(&r, small(k))
		g.expect(t, &r, k, "Gen", k)
		GenVar(&r, small(k))
		g.expect(t, &r, k, "GenVar", k)
		for i := 1; i < g.order; i++ {
			Point(&r, &g.point[i], small(k))
			g.expect(t, &r, k*i, "Point", k, i)
			PointVar(&r, &g.point[i], small(k))
			g.expect(t, &r, k*i, "PointVar", k, i)
		}
	}
}

func TestExhaustiveMul2(t *testing.T) {
	g := newSmallGroup(t)
	step := 1
	if g.order > 100 {
		step = 41
	}
	for i := 1; i < g.order; i += step {
		for a := range g.order {
			for b := range g.order {
				var r group.Jacobian
				Mul2Var(&r, &g.point[i], small(a), small(b))
				g.expect(t, &r, a*i+b, "Mul2Var", i, a, b)
			}
		}
	}
}

// Sums in which equal, opposite and cancelling terms are the rule, by both ways.
func TestExhaustiveSum(t *testing.T) {
	g := newSmallGroup(t)
	var scratch Scratch
	for _, n := range []int{0, 1, 2, 3, 7, 20, mostFew, mostFew + 1, 100, 300, 1000} {
		for round := range 20 {
			terms := make([]Term, n)
			b := g.random.IntN(g.order)
			want := b
			for i := range terms {
				j, k := 1+g.random.IntN(g.order-1), g.random.IntN(g.order)
				if round == 0 {
					j, k = 1+i%2*(g.order-2), 1 // G and -G
				}
				terms[i] = Term{g.point[j], *small(k)}
				want += j * k
			}
			var r group.Jacobian
			SumVar(&r, small(b), terms, &scratch)
			g.expect(t, &r, want, "SumVar", n, round)
		}
	}
}
