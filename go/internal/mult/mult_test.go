// Products and sums against the oracle.

//go:build !exhaustive

package mult

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/cases"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/field"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/group"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/oracle"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/scalar"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/vectors"
)

var curve = &oracle.Secp256k1

func toScalar(k *big.Int) *scalar.Scalar {
	var b [32]byte
	new(big.Int).Mod(k, curve.N).FillBytes(b[:])
	var r scalar.Scalar
	r.SetBytes(&b)
	return &r
}

func toField(x *big.Int) (r field.Element) {
	var b [32]byte
	x.FillBytes(b[:])
	r.SetBytes(&b)
	return r
}

func toAffine(p *oracle.Point) *group.Affine {
	return &group.Affine{X: toField(p.X), Y: toField(p.Y)}
}

func fromField(x *field.Element) *big.Int {
	var b [32]byte
	x.PutBytes(&b)
	return new(big.Int).SetBytes(b[:])
}

func fromJacobian(a *group.Jacobian) *oracle.Point {
	if a.IsInfinity() == 1 {
		return nil
	}
	var p group.Affine
	p.SetJacobian(a)
	return &oracle.Point{X: fromField(&p.X), Y: fromField(&p.Y)}
}

// edgeScalars are numbers at which splits, windows and carries turn.
func edgeScalars() []*big.Int {
	one := big.NewInt(1)
	add := func(a *big.Int, b int64) *big.Int { return new(big.Int).Add(a, big.NewInt(b)) }
	power := func(n uint) *big.Int { return new(big.Int).Lsh(one, n) }
	lambda := oracle.Hex("5363AD4CC05C30E0A5261C028812645A122E22EA20816678DF02967C1B23BD72")
	half := new(big.Int).Rsh(curve.N, 1)
	r := []*big.Int{}
	for i := int64(0); i <= 40; i++ {
		r = append(r, big.NewInt(i), add(curve.N, -1-i))
	}
	for _, c := range []*big.Int{half, lambda, new(big.Int).Sub(curve.N, lambda),
		new(big.Int).Mod(new(big.Int).Mul(lambda, lambda), curve.N)} {
		for i := int64(-2); i <= 2; i++ {
			r = append(r, add(c, i))
		}
	}
	for _, n := range []uint{31, 32, 63, 64, 65, 127, 128, 129, 130, 191, 192, 250, 254, 255} {
		for i := int64(-1); i <= 1; i++ {
			r = append(r, add(power(n), i), new(big.Int).Sub(curve.N, add(power(n), i)))
		}
	}
	return r
}

func newRandom() *rand.Rand { return rand.New(rand.NewPCG(1, 2)) }

func randomNumber(random *rand.Rand) *big.Int {
	var b [40]byte
	for i := range b {
		b[i] = byte(random.Uint32())
	}
	k := new(big.Int).SetBytes(b[:])
	return k.Mod(k, curve.N)
}

func numbers(random *rand.Rand, n int) []*big.Int {
	r := edgeScalars()
	for range n {
		r = append(r, randomNumber(random))
	}
	return r
}

func expectPoint(t *testing.T, what string, got *group.Jacobian, want *oracle.Point) {
	t.Helper()
	if p := fromJacobian(got); !oracle.Equal(p, want) {
		t.Fatalf("%s: got %v, want %v", what, p, want)
	}
}

func TestGenAgainstOracle(t *testing.T) {
	for _, k := range numbers(newRandom(), 30) {
		var r group.Jacobian
		want := curve.Mul(k, &oracle.G)
		Gen(&r, toScalar(k))
		expectPoint(t, "Gen "+k.Text(16), &r, want)
		GenVar(&r, toScalar(k))
		expectPoint(t, "GenVar "+k.Text(16), &r, want)
	}
}

func TestPointAgainstOracle(t *testing.T) {
	random := newRandom()
	points := []*oracle.Point{&oracle.G, curve.Mul(randomNumber(random), &oracle.G)}
	for i, k := range numbers(random, 30) {
		var r group.Jacobian
		p := points[i%2]
		want := curve.Mul(k, p)
		Point(&r, toAffine(p), toScalar(k))
		expectPoint(t, "Point "+k.Text(16), &r, want)
		PointVar(&r, toAffine(p), toScalar(k))
		expectPoint(t, "PointVar "+k.Text(16), &r, want)
	}
}

// TestPublicAgainstSecret: products of every digit at both ends and in the middle, nearly all of
// them alone, of edges and of random scalars, by the multiplications that know no such digits.
func TestPublicAgainstSecret(t *testing.T) {
	random := newRandom()
	lambda := oracle.Hex("5363AD4CC05C30E0A5261C028812645A122E22EA20816678DF02967C1B23BD72")
	all := numbers(random, cases.Full(1000, 100))
	digits := getPointDigitsVar()
	for code := range scalar.EisensteinCode(8 * pointEntries) {
		if code.RotationVar() == 3 {
			continue
		}
		digit := digits.ValueVar(code)
		k := new(big.Int).Mul(big.NewInt(int64(digit.B)), lambda)
		k.Add(k, big.NewInt(int64(digit.A)))
		for _, position := range []uint{0, 1, 60, 64, 127, 128} {
			all = append(all, new(big.Int).Lsh(k, position))
		}
	}
	p := toAffine(curve.Mul(randomNumber(random), &oracle.G))
	for _, k := range all {
		var want, got, sum group.Jacobian
		a, b := toScalar(k), toScalar(randomNumber(random))
		Point(&want, p, a)
		if PointVar(&got, p, a); !got.EqualVar(&want) {
			t.Fatalf("PointVar %x", k)
		}
		Gen(&sum, b)
		sum.AddVar(&sum, &want)
		if Mul2Var(&got, p, a, b); !got.EqualVar(&sum) {
			t.Fatalf("Mul2Var %x %x", k, b.Limbs())
		}
		Point(&want, &group.Generator, a)
		Gen(&sum, a)
		if PointVar(&got, &group.Generator, a); !got.EqualVar(&want) || !got.EqualVar(&sum) {
			t.Fatalf("PointVar of G, %x", k)
		}
	}
}

func TestMul2AgainstOracle(t *testing.T) {
	random := newRandom()
	edges := edgeScalars()
	for i, a := range numbers(random, 30) {
		var r group.Jacobian
		d := randomNumber(random)
		if i%5 == 0 {
			d.SetInt64(int64(i % 7)) // small multiples of G meet those of the table; 0 is made 1
			if d.Sign() == 0 {
				d.SetInt64(1)
			}
		}
		p := curve.Mul(d, &oracle.G)
		cancel := new(big.Int).Mul(a, d) // a P + b G = infinity
		cancel.Neg(cancel)
		ap := curve.Mul(a, p)
		for _, b := range []*big.Int{edges[random.IntN(len(edges))], cancel, new(big.Int)} {
			Mul2Var(&r, toAffine(p), toScalar(a), toScalar(b))
			what := "Mul2Var " + a.Text(16) + " " + b.Text(16)
			expectPoint(t, what, &r, curve.Add(ap, curve.Mul(b, &oracle.G)))
		}
	}
}

// terms returns n terms, their points small multiples of G so that the sum is known, equal and
// opposite ones among them; scalars of 128 and 256 bits and edges; and that sum.
func randomTerms(random *rand.Rand, n int) ([]Term, *oracle.Point) {
	edges := edgeScalars()
	points := make([]*oracle.Point, 9)
	for i := range points {
		points[i] = curve.Mul(big.NewInt(int64(i+1)), &oracle.G)
	}
	sum := new(big.Int)
	terms := make([]Term, n)
	for i := range terms {
		d := random.IntN(len(points))
		k := randomNumber(random)
		switch random.IntN(4) {
		case 0:
			k.Rsh(k, 128)
		case 1:
			k.Set(edges[random.IntN(len(edges))])
		}
		terms[i] = Term{*toAffine(points[d]), *toScalar(k)}
		product := new(big.Int).Mul(k, big.NewInt(int64(d+1)))
		if random.IntN(2) == 0 {
			terms[i].P.Neg(&terms[i].P)
			product.Neg(product)
		}
		sum.Add(sum, product)
	}
	return terms, curve.Mul(sum, &oracle.G)
}

func TestSumAgainstOracle(t *testing.T) {
	random := newRandom()
	var scratch Scratch
	for _, n := range []int{0, 1, 2, 3, 5, mostFew, mostFew + 1, 80, 200, 500, 1600, 3, 5000} {
		terms, want := randomTerms(random, n)
		g := randomNumber(random)
		var r group.Jacobian
		SumVar(&r, toScalar(g), terms, &scratch)
		expectPoint(t, "SumVar", &r, curve.Add(want, curve.Mul(g, &oracle.G)))
		if n == 0 {
			continue
		}
		// All that came out taken away again: infinity.
		var p group.Affine
		p.SetJacobian(&r)
		p.Neg(&p)
		terms = append(terms, Term{p, *toScalar(big.NewInt(1))})
		SumVar(&r, toScalar(g), terms, &scratch)
		expectPoint(t, "SumVar that cancels", &r, nil)
	}
}

// One bucket that holds everything, and the opposite of everything.
func TestSumOfEqualTerms(t *testing.T) {
	var scratch Scratch
	for _, n := range []int{10, 300, 6000} {
		terms := make([]Term, n)
		for i := range terms {
			terms[i] = Term{*toAffine(&oracle.G), *toScalar(big.NewInt(3))}
		}
		var r group.Jacobian
		SumVar(&r, toScalar(big.NewInt(0)), terms, &scratch)
		expectPoint(t, "SumVar of equal terms", &r, curve.Mul(big.NewInt(int64(3*n)), &oracle.G))
		for i := range terms[:n/2] {
			terms[i].P.Neg(&terms[i].P)
		}
		SumVar(&r, toScalar(big.NewInt(0)), terms, &scratch)
		expectPoint(t, "SumVar of opposite terms", &r, nil)
	}
}

func TestScan(t *testing.T) {
	random := newRandom()
	for rows := 1; rows <= 33; rows++ {
		table := make([]group.Affine, rows)
		for i := range table {
			w := [4]uint64{random.Uint64(), random.Uint64(), random.Uint64(), random.Uint64()}
			table[i].X.SetLimbs(&w)
			w[0] ^= w[1]
			table[i].Y.SetLimbs(&w)
		}
		for index := range table {
			var r, s group.Affine
			scan(&r, table, uint64(index))
			scanGeneric(&s, table, uint64(index))
			if r != table[index] || s != table[index] {
				t.Fatalf("row %d of %d", index, rows)
			}
		}
	}
}

func TestTables(t *testing.T) {
	gen, _ := getGenTable()
	for i := range gen {
		for _, j := range []int{0, 1, genRows - 1} {
			k := new(big.Int).Lsh(big.NewInt(int64(2*j+1)), uint(genWindow*i))
			if gen[i][j] != *toAffine(curve.Mul(k, &oracle.G)) {
				t.Fatalf("row %d of window %d", j, i)
			}
		}
	}
	odd := getOddTable()
	for _, j := range []int{0, 1, 2, fillChunk - 1, fillChunk, oddRows - 1} {
		if odd[j] != *toAffine(curve.Mul(big.NewInt(int64(2*j+1)), &oracle.G)) {
			t.Fatalf("odd multiple %d", j)
		}
	}
	for j := range odd {
		if odd[j].IsOnCurve() != 1 {
			t.Fatalf("odd multiple %d is not on the curve", j)
		}
	}
}

// The products of the shared vectors.
func TestMultVectors(t *testing.T) {
	for _, c := range vectors.Load[struct{ K, Point, Product vectors.Bytes }](t, "mult.json", 20) {
		b := c.Point
		var x field.Element
		var p group.Affine
		if len(b) != 33 || x.SetBytes((*[32]byte)(b[1:])) != 1 || !p.SetXVar(&x, b[0] == 3) {
			t.Fatalf("point %x", b)
		}
		var want *oracle.Point
		if c.Product != nil {
			want = &oracle.Point{X: new(big.Int).SetBytes(c.Product[1:33]),
				Y: new(big.Int).SetBytes(c.Product[33:])}
		}
		k := toScalar(new(big.Int).SetBytes(c.K))
		var r group.Jacobian
		Point(&r, &p, k)
		expectPoint(t, "Point", &r, want)
		PointVar(&r, &p, k)
		expectPoint(t, "PointVar", &r, want)
		Mul2Var(&r, &p, k, toScalar(new(big.Int)))
		expectPoint(t, "Mul2Var", &r, want)
		if p == group.Generator {
			Gen(&r, k)
			expectPoint(t, "Gen", &r, want)
			GenVar(&r, k)
			expectPoint(t, "GenVar", &r, want)
		}
	}
}

func TestNoAllocation(t *testing.T) {
	k, l := toScalar(edgeScalars()[150]), toScalar(edgeScalars()[151])
	terms, _ := randomTerms(newRandom(), 300)
	p := toAffine(&oracle.G)
	var r group.Jacobian
	var scratch Scratch
	for name, f := range map[string]func(){
		"Gen":            func() { Gen(&r, k) },
		"GenVar":         func() { GenVar(&r, k) },
		"Point":          func() { Point(&r, p, k) },
		"PointVar":       func() { PointVar(&r, p, k) },
		"Mul2Var":        func() { Mul2Var(&r, p, k, l) },
		"SumVar of 10":   func() { SumVar(&r, k, terms[:10], &scratch) },
		"SumVar of 300":  func() { SumVar(&r, k, terms, &scratch) },
		"SumVar, shrunk": func() { SumVar(&r, k, terms[:200], &scratch) },
	} {
		if n := testing.AllocsPerRun(5, f); n != 0 {
			t.Errorf("%s allocates %v times", name, n)
		}
	}
}
