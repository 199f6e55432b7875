// What only scalars of 256 bits have: bounds of the split, the folds, times.

//go:build !exhaustive

package scalar

import (
	"math/big"
	"math/rand"
	"testing"

	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/cases"
)

// splitEdges are the scalars next to those for which a quotient of the split is near a half, where
// its rounding turns over: the halves are the longest there.
func splitEdges() []Scalar {
	var r []Scalar
	source := rand.New(rand.NewSource(6))
	for _, b := range []*big.Int{words(glvA1), words(glvMinusB1)} {
		for n := 0; n < 500; n++ {
			c := new(big.Int).Rand(source, b)
			if n < 4 {
				c.SetInt64(int64(n))
			} else if n < 8 {
				c.Sub(b, big.NewInt(int64(n-3)))
			}
			// b*k/n = c + 1/2
			k := c.Lsh(c, 1).Add(c, one)
			k.Mul(k, order).Quo(k, new(big.Int).Lsh(b, 1))
			for d := int64(-2); d <= 2; d++ {
				r = append(r, Scalar{raw(mod(new(big.Int).Add(k, big.NewInt(d))))})
			}
		}
	}
	return r
}

func TestSplitLambdaBounds(t *testing.T) {
	bound := func(thousandths int64) *big.Int {
		b := new(big.Int).Lsh(big.NewInt(thousandths), 128)
		return b.Quo(b, big.NewInt(1000))
	}
	bound1, bound2 := bound(636), bound(541)
	longest1, longest2 := new(big.Int), new(big.Int)
	for _, k := range append(recoded(), splitEdges()...) {
		var k1, k2 Scalar
		k.SplitLambda(&k1, &k2)
		sum := new(big.Int).Mul(number(&k2), lambda)
		if mod(sum.Add(sum, number(&k1))).Cmp(number(&k)) != 0 {
			t.Fatalf("%x = %x + lambda %x", k, k1, k2)
		}
		s1, s2 := signed(&k1), signed(&k2)
		if s1.CmpAbs(bound1) >= 0 || s2.CmpAbs(bound2) >= 0 {
			t.Fatalf("%x: halves %x, %x", k, s1, s2)
		}
		if s1.CmpAbs(longest1) > 0 {
			longest1 = s1
		}
		if s2.CmpAbs(longest2) > 0 {
			longest2 = s2
		}
	}
	// The edges come near the bounds, or they are not the edges.
	if longest1.CmpAbs(bound(600)) < 0 || longest2.CmpAbs(bound(520)) < 0 {
		t.Errorf("longest halves %x, %x", longest1, longest2)
	}
}

func TestSplitConstants(t *testing.T) {
	a1, minusB1, a2 := words(glvA1), words(glvMinusB1), words(glvA2)
	det := new(big.Int).Mul(a1, a1)
	if det.Add(det, new(big.Int).Mul(a2, minusB1)).Cmp(order) != 0 {
		t.Errorf("a1 b2 - a2 b1 = %x", det)
	}
	if new(big.Int).Add(a1, minusB1).Cmp(a2) != 0 {
		t.Errorf("a2 = %x", a2)
	}
	v := new(big.Int).Mul(minusB1, lambda)
	if mod(new(big.Int).Sub(a1, v)).Sign() != 0 {
		t.Errorf("(a1, b1) is not in the lattice")
	}
	for _, c := range []struct{ b, g *big.Int }{{a1, words(glvG1)}, {minusB1, words(glvG2)}} {
		want := new(big.Int).Lsh(c.b, 385)
		want.Add(want, order).Quo(want, new(big.Int).Lsh(order, 1))
		if want.Cmp(c.g) != 0 {
			t.Errorf("g = %x, want %x", c.g, want)
		}
	}
}

// TestReduce takes whole 512-bit numbers at the edges of the three folds, which products of scalars
// below n do not reach.
func TestReduce(t *testing.T) {
	source := rand.New(rand.NewSource(7))
	twice := new(big.Int).Mul(order, order)
	check := func(v *big.Int) {
		if v.Sign() < 0 || v.BitLen() > 512 {
			return
		}
		var l [8]uint64
		low := raw(new(big.Int).And(v, all256))
		high := raw(new(big.Int).Rsh(v, 256))
		copy(l[:4], low[:])
		copy(l[4:], high[:])
		var r Scalar
		if r.reduce512(&l); number(&r).Cmp(mod(v)) != 0 {
			t.Fatalf("%x: %x", v, r)
		}
	}
	for d := int64(-2); d <= 2; d++ {
		for i := uint(0); i <= 512; i++ {
			check(new(big.Int).Add(new(big.Int).Lsh(one, i), big.NewInt(d)))
			check(new(big.Int).Sub(new(big.Int).Lsh(one, 512),
				new(big.Int).Add(new(big.Int).Lsh(one, i), big.NewInt(d))))
		}
		for n := 0; n < 1000; n++ {
			q := new(big.Int).Rand(source, new(big.Int).Lsh(one, uint(1+source.Intn(256))))
			check(q.Mul(q, order).Add(q, big.NewInt(d)))
		}
		check(new(big.Int).Add(twice, big.NewInt(d)))
	}
}

func BenchmarkScalar(b *testing.B) {
	source := rand.New(rand.NewSource(8))
	x, y := random(source), random(source)
	var digits [129]int16
	var sparseDigits [SparseLength]EisensteinCode
	for _, body := range cases.Bodies() {
		run := func(name string, f func()) {
			b.Run(name+"/"+body.Name, func(b *testing.B) {
				defer body.Use()()
				for i := 0; i < b.N; i++ {
					f()
				}
			})
		}
		run("Add", func() { x.Add(&x, &y) })
		run("Mul", func() { x.Mul(&x, &y) })
		run("Inv", func() { x.Inv(&x); x.Add(&x, &y) })
		run("InvVar", func() { x.InvVar(&x); x.Add(&x, &y) })
		run("SplitLambda", func() { x.SplitLambda(&x, &y); x.n[2] = y.n[0] })
		y = random(source)
		run("WNAFVar12", func() { y.SplitLambda(&x, &y); y.n[2]++; WNAFVar(digits[:], &x, 12) })
		run("SparseVar", func() { x.n[0]++; sparse[3].SparseVar(&sparseDigits, &x) })
	}
}
