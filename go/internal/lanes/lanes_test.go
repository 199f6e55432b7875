// Whole calls against packages mult and group, row by row, at every length and with hostile rows.

package lanes

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/field"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/group"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/mult"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/scalar"
)

func newSource(t testing.TB) *rand.Rand {
	seed := uint64(len(t.Name()))
	return rand.New(rand.NewPCG(seed, 0x5EC9256))
}

func randomWords(source *rand.Rand) (w [4]uint64) {
	for i := range w {
		w[i] = source.Uint64()
		switch source.IntN(8) {
		case 0:
			w[i] = 0
		case 1:
			w[i] = ^uint64(0)
		}
	}
	return w
}

func randomScalar(source *rand.Rand) (k scalar.Scalar) {
	w := randomWords(source)
	k.SetLimbs(&w)
	return k
}

func randomPoint(source *rand.Rand) (p group.Affine) {
	var r group.Jacobian
	k := randomScalar(source)
	mult.GenVar(&r, &k)
	if !p.SetJacobianVar(&r) {
		return group.Generator
	}
	return p
}

// scalarOf is the number modulo the order.
func scalarOf(v *big.Int) (k scalar.Scalar) {
	words := scalar.Order()
	n := numberOf(words[:], 64)
	v = new(big.Int).Mod(v, n)
	var w [4]uint64
	for i := range w {
		w[i] = new(big.Int).Rsh(v, uint(64*i)).Uint64()
	}
	k.SetLimbs(&w)
	return k
}

// numberOf is the sum of w[i] 2^(step i).
func numberOf(w []uint64, step uint) *big.Int {
	r := new(big.Int)
	for i, x := range w {
		r.Add(r, new(big.Int).Lsh(new(big.Int).SetUint64(x), step*uint(i)))
	}
	return r
}

// edgeScalars are those at which digits, halves and carries are at their limits.
func edgeScalars() (all []scalar.Scalar) {
	order := scalar.Order()
	n := numberOf(order[:], 64)
	lambdaWords := scalar.Lambda.Limbs()
	lambda := numberOf(lambdaWords[:], 64)
	one := big.NewInt(1)
	start := new(big.Int).Lsh(one, 129)
	bases := []*big.Int{new(big.Int), n, lambda, new(big.Int).Sub(n, lambda),
		new(big.Int).Rsh(n, 1), start, new(big.Int).Neg(start), new(big.Int).Lsh(one, 128),
		new(big.Int).Lsh(one, 255), new(big.Int).Mul(lambda, start),
		new(big.Int).Mul(lambda, new(big.Int).Lsh(one, 127)), new(big.Int).Lsh(one, 64),
		new(big.Int).Sub(start, n)}
	for _, b := range bases {
		for d := int64(-3); d <= 3; d++ {
			all = append(all, scalarOf(new(big.Int).Add(b, big.NewInt(d))))
		}
	}
	return all
}

func samePoint(a, b *group.Jacobian) bool { return a.EqualVar(b) }

// checkMul2 compares lanes with package mult, row by row.
func checkMul2(t *testing.T, p []group.Affine, a, b []scalar.Scalar) {
	t.Helper()
	got := make([]group.Jacobian, len(p))
	mul2Var(got, p, a, b)
	for i := range got {
		var want group.Jacobian
		mult.Mul2Var(&want, &p[i], &a[i], &b[i])
		if !samePoint(&got[i], &want) {
			t.Fatalf("row %d of %d: a = %x, b = %x", i, len(p), a[i].Limbs(), b[i].Limbs())
		}
	}
}

func TestMul2Lengths(t *testing.T) {
	forEngines(t, func(t *testing.T) {
		source := newSource(t)
		for n := 1; n <= 70; n += 1 + n/17*7 { // and groups that are worked on side by side
			var p []group.Affine
			var a, b []scalar.Scalar
			for range n {
				p = append(p, randomPoint(source))
				a = append(a, randomScalar(source))
				b = append(b, randomScalar(source))
			}
			checkMul2(t, p, a, b)
		}
	})
}

func TestMul2Edges(t *testing.T) {
	forEngines(t, func(t *testing.T) {
		source := newSource(t)
		var p []group.Affine
		var a, b []scalar.Scalar
		row := func(q group.Affine, x, y scalar.Scalar) {
			p, a, b = append(p, q), append(a, x), append(b, y)
		}
		var zero scalar.Scalar
		random := randomPoint(source)
		lambdaG := group.Generator
		lambdaG.MulLambda(&lambdaG)
		minusG := group.Generator
		minusG.Neg(&minusG)
		for _, k := range edgeScalars() {
			minus := k
			minus.Neg(&k)
			row(random, k, randomScalar(source))
			row(random, randomScalar(source), k)
			row(random, k, zero)
			row(random, zero, k)
			row(group.Generator, k, k)
			row(group.Generator, k, minus) // a P = -b G
			row(minusG, k, k)
			row(lambdaG, k, k)
			row(lambdaG, k, zero)
		}
		row(random, zero, zero)
		row(group.Generator, zero, zero)
		for range 8 { // a P = -b G with another P = c G, and a P = b G
			var r group.Jacobian
			var q group.Affine
			c, k := randomScalar(source), randomScalar(source)
			mult.GenVar(&r, &c)
			if !q.SetJacobianVar(&r) {
				continue
			}
			ck := c
			ck.Mul(&c, &k)
			row(q, k, ck)
			row(q, k, ck) // a row twice
			ck.Neg(&ck)
			row(q, k, ck)
		}
		checkMul2(t, p, a, b)
	})
}

func TestMul2LargeComb(t *testing.T) {
	combRows.Store(largeCombRows)
	defer combRows.Store(0)
	TestMul2Lengths(t)
}

func TestCombs(t *testing.T) {
	for _, c := range []*comb{&smallComb, &largeComb} {
		c.once.Do(c.fillVar)
		source := newSource(t)
		for range 50 {
			i, j := source.IntN(c.windows), source.IntN(1<<(c.window-1))
			var r group.Jacobian
			var want group.Affine
			k := scalarOf(new(big.Int).Lsh(big.NewInt(int64(2*j+1)), uint(c.window*i)))
			mult.GenVar(&r, &k)
			want.SetJacobianVar(&r)
			if c.rows[i<<(c.window-1)+j] != want {
				t.Fatalf("window %d of %d bits, row %d", i, c.window, j)
			}
		}
	}
}

func TestLift(t *testing.T) {
	forEngines(t, func(t *testing.T) {
		source := newSource(t)
		for n := 1; n <= 35; n += 1 + n/3 {
			x, odd := make([]field.Element, n), make([]bool, n)
			for i := range x {
				w := randomWords(source)
				if source.IntN(4) == 0 {
					w = [4]uint64{source.Uint64N(5)}
				}
				x[i].SetLimbs(&w)
				odd[i] = source.IntN(2) == 1
			}
			p, ok := make([]group.Affine, n), make([]bool, n)
			liftXVar(p, ok, x, odd)
			for i := range x {
				var want group.Affine
				exists := want.SetXVar(&x[i], odd[i])
				if ok[i] != exists || exists && p[i] != want {
					t.Fatalf("row %d of %d: x = %x", i, n, x[i].Limbs())
				}
			}
		}
	})
}

// TestPublic checks the functions as they are called, with what remains for one row after the
// other.
func TestPublic(t *testing.T) {
	forEngines(t, func(t *testing.T) {
		source := newSource(t)
		for _, n := range []int{0, 1, 2, 3, 9, 12, 19, 40} {
			p, r, ok := make([]group.Affine, n), make([]group.Jacobian, n), make([]bool, n)
			x, odd := make([]field.Element, n), make([]bool, n)
			a, b := make([]scalar.Scalar, n), make([]scalar.Scalar, n)
			for i := range p {
				q := randomPoint(source)
				x[i], odd[i] = q.X, q.Y.IsOdd() == 1
				a[i], b[i] = randomScalar(source), randomScalar(source)
			}
			LiftXVar(p, ok, x, odd)
			Mul2Var(r, p, a, b)
			affine, sums, pairs := make([]group.Affine, n), make([]group.Affine, n),
				make([]rowPair, n)
			NormalizeVar(affine, r)
			for i := range pairs {
				pairs[i] = rowPair{A: uint32(2 * i), B: uint32(2 * (n - 1 - i))}
			}
			AddPairsVar(sums, p, pairs)
			for i := range p {
				var want group.Jacobian
				mult.Mul2Var(&want, &p[i], &a[i], &b[i])
				if !ok[i] || !samePoint(&r[i], &want) {
					t.Errorf("row %d of %d", i, n)
				}
				var normal [1]group.Affine
				group.NormalizeVar(normal[:], r[i:i+1])
				var sum group.Jacobian
				sum.SetAffine(&p[i])
				sum.AddAffineVar(&sum, &p[n-1-i])
				var other group.Jacobian
				other.SetAffine(&sums[i])
				if affine[i] != normal[0] || !samePoint(&sum, &other) {
					t.Errorf("point or pair %d of %d", i, n)
				}
			}
		}
	})
}

func TestLengthsDiffer(t *testing.T) {
	for i, f := range []func(){
		func() {
			Mul2Var(make([]group.Jacobian, 2), make([]group.Affine, 2), make([]scalar.Scalar, 2),
				make([]scalar.Scalar, 3))
		},
		func() {
			Mul2Var(make([]group.Jacobian, 2), make([]group.Affine, 3), make([]scalar.Scalar, 2),
				make([]scalar.Scalar, 2))
		},
		func() {
			Mul2Var(make([]group.Jacobian, 2), make([]group.Affine, 2), make([]scalar.Scalar, 1),
				make([]scalar.Scalar, 2))
		},
		func() { NormalizeVar(make([]group.Affine, 1), make([]group.Jacobian, 2)) },
		func() { NormalizeVar(make([]group.Affine, 17), make([]group.Jacobian, 16)) },
		func() {
			LiftXVar(make([]group.Affine, 1), make([]bool, 1), make([]field.Element, 2),
				make([]bool, 1))
		},
		func() {
			LiftXVar(make([]group.Affine, 1), make([]bool, 1), make([]field.Element, 1),
				make([]bool, 2))
		},
		func() {
			LiftXVar(make([]group.Affine, 1), make([]bool, 2), make([]field.Element, 1),
				make([]bool, 1))
		},
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("slices of different length pass, call %d", i)
				}
			}()
			f()
		}()
	}
}
