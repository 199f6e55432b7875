// The group against the oracle: conversions, additions and all their exceptional cases.

//go:build !exhaustive

package group

import (
	"bytes"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/field"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/oracle"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/vectors"
)

var curve = &oracle.Secp256k1

func toField(x *big.Int) (r field.Element) {
	var b [32]byte
	x.FillBytes(b[:])
	r.SetBytes(&b)
	return r
}

func fromField(x *field.Element) *big.Int {
	var b [32]byte
	x.PutBytes(&b)
	return new(big.Int).SetBytes(b[:])
}

func toAffine(p *oracle.Point) *Affine { return &Affine{toField(p.X), toField(p.Y)} }

func fromAffine(p *Affine) *oracle.Point {
	return &oracle.Point{X: fromField(&p.X), Y: fromField(&p.Y)}
}

// toJacobian gives p a random third coordinate, and infinity any others.
func toJacobian(random *rand.Rand, p *oracle.Point) *Jacobian {
	var r Jacobian
	if p == nil {
		r.X, r.Y = randomElement(random), randomElement(random)
		return &r
	}
	var zz field.Element
	a := toAffine(p)
	r.Z = randomElement(random)
	zz.Sqr(&r.Z)
	r.X.Mul(&a.X, &zz)
	zz.Mul(&zz, &r.Z)
	r.Y.Mul(&a.Y, &zz)
	return &r
}

func fromJacobian(a *Jacobian) *oracle.Point {
	if a.IsInfinity() == 1 {
		return nil
	}
	var p Affine
	p.SetJacobian(a)
	return fromAffine(&p)
}

func randomElement(random *rand.Rand) (r field.Element) {
	w := [4]uint64{random.Uint64(), random.Uint64(), random.Uint64(), random.Uint64()}
	r.SetLimbs(&w)
	return r
}

// samplePoints are infinity, small multiples of G, their opposites and lambda multiples, so that
// all exceptional cases meet, and points with x near 0 and p.
func samplePoints() []*oracle.Point {
	r := []*oracle.Point{nil}
	lambda := oracle.Hex("5363AD4CC05C30E0A5261C028812645A122E22EA20816678DF02967C1B23BD72")
	for k := int64(1); k <= 4; k++ {
		p := curve.Mul(big.NewInt(k), &oracle.G)
		r = append(r, p, curve.Neg(p), curve.Mul(lambda, p))
	}
	for _, x := range []string{"1", "2", "3",
		"FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEFFFFFC2C"} {
		var p Affine
		e := toField(oracle.Hex(x))
		if p.SetX(&e, 0) == 1 {
			r = append(r, fromAffine(&p))
		}
	}
	return r
}

func expect(t *testing.T, what string, got, want *oracle.Point) {
	t.Helper()
	if !oracle.Equal(got, want) {
		t.Fatalf("%s: got %v, want %v", what, got, want)
	}
}

func TestAdditionAgainstOracle(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	points := samplePoints()
	for _, p := range points {
		for _, q := range points {
			want := curve.Add(p, q)
			a, b := toJacobian(random, p), toJacobian(random, q)
			var r Jacobian
			r.AddVar(a, b)
			expect(t, "AddVar", fromJacobian(&r), want)
			for _, alias := range []func(r *Jacobian){
				func(r *Jacobian) { *r = *a; r.AddVar(r, b) },
				func(r *Jacobian) { *r = *b; r.AddVar(a, r) },
			} {
				alias(&r)
				expect(t, "AddVar, aliased", fromJacobian(&r), want)
			}
			if a.EqualVar(b) != oracle.Equal(p, q) {
				t.Fatalf("EqualVar(%v, %v)", p, q)
			}
			if q == nil {
				continue
			}
			c := toAffine(q)
			r.AddAffine(a, c)
			expect(t, "AddAffine", fromJacobian(&r), want)
			r = *a
			r.AddAffine(&r, c)
			expect(t, "AddAffine, aliased", fromJacobian(&r), want)
			r.AddAffineVar(a, c)
			expect(t, "AddAffineVar", fromJacobian(&r), want)
			if p != nil && p.X.Cmp(q.X) != 0 {
				r.AddAffineDistinct(a, c)
				expect(t, "AddAffineDistinct", fromJacobian(&r), want)
			}
			// a on the curve isomorphic by z is a.Z z on the true one.
			z := randomElement(random)
			s := *a
			if p != nil {
				var zi field.Element
				zi.Inv(&z)
				s.Z.Mul(&s.Z, &zi)
			}
			r.AddAffineScaledVar(&s, &z, c)
			r.Z.Mul(&r.Z, &z)
			expect(t, "AddAffineScaledVar", fromJacobian(&r), want)
			if got := a.HasXVar(&c.X); got != (p != nil && p.X.Cmp(q.X) == 0) {
				t.Fatalf("HasXVar of %v, %v", p, q.X)
			}
		}
	}
}

func TestDoublingNegationConversion(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	for _, p := range samplePoints() {
		a := toJacobian(random, p)
		var r Jacobian
		r.Dbl(a)
		want := curve.Add(p, p)
		expect(t, "Dbl", fromJacobian(&r), want)
		r = *a
		r.Dbl(&r)
		expect(t, "Dbl, aliased", fromJacobian(&r), want)
		for n := range 7 {
			r.DblN(a, n)
			expect(t, "DblN", fromJacobian(&r), curve.Mul(big.NewInt(1<<n), p))
		}
		r = *a
		r.DblN(&r, 3)
		expect(t, "DblN, aliased", fromJacobian(&r), curve.Mul(big.NewInt(8), p))
		r.Neg(a)
		expect(t, "Neg", fromJacobian(&r), curve.Neg(p))
		var c Affine
		if finite := c.SetJacobianVar(a); finite != (p != nil) {
			t.Fatalf("SetJacobianVar of %v: %v", p, finite)
		}
		if p == nil {
			if c != (Affine{}) {
				t.Fatal("SetJacobianVar of infinity is not (0, 0)")
			}
			c.SetJacobian(a)
			if c != (Affine{}) {
				t.Fatal("SetJacobian of infinity is not (0, 0)")
			}
			continue
		}
		expect(t, "SetJacobianVar", fromAffine(&c), p)
		if c.IsOnCurve() != 1 {
			t.Fatalf("%v is not on the curve", p)
		}
		odd := uint64(p.Y.Bit(0))
		for _, parity := range []uint64{odd, odd ^ 1} {
			var lifted Affine
			if lifted.SetX(&c.X, parity) != 1 || !lifted.SetXVar(&c.X, parity == 1) {
				t.Fatalf("there is a point with x = %v", p.X)
			}
			want := p
			if parity != odd {
				want = curve.Neg(p)
			}
			expect(t, "SetX", fromAffine(&lifted), want)
		}
		for bit := range uint64(2) {
			d := c
			d.CondNeg(bit)
			want := p
			if bit == 1 {
				want = curve.Neg(p)
			}
			expect(t, "CondNeg", fromAffine(&d), want)
		}
		var one field.Element
		one.SetOne()
		d := c
		d.Y.Add(&d.Y, &one)
		if d.IsOnCurve() != 0 {
			t.Fatalf("(x, y + 1) of %v is on the curve", p)
		}
	}
}

func TestSetXWithoutPoint(t *testing.T) {
	found := 0
	for i := range uint32(100) {
		var x field.Element
		var p Affine
		x.SetInt(i)
		exists := p.SetX(&x, uint64(i&1))
		yy := new(big.Int).Exp(big.NewInt(int64(i)), big.NewInt(3), nil)
		yy.Add(yy, curve.B)
		if want := big.Jacobi(yy, curve.P) >= 0; want != (exists == 1) {
			t.Fatalf("SetX of %d: %d", i, exists)
		}
		found += int(exists)
	}
	if found == 0 || found == 100 {
		t.Fatalf("%d of 100 are x coordinates", found)
	}
}

func TestNormalizeVar(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 10))
	points := samplePoints()
	for n := range 40 {
		a := make([]Jacobian, n)
		want := make([]*oracle.Point, n)
		for i := range a {
			want[i] = points[random.IntN(len(points))]
			a[i] = *toJacobian(random, want[i])
		}
		r := make([]Affine, n)
		before := append([]Jacobian{}, a...)
		NormalizeVar(r, a)
		for i := range a {
			if a[i] != before[i] {
				t.Fatal("NormalizeVar changes its input")
			}
			if want[i] == nil {
				if r[i] != (Affine{}) {
					t.Fatal("infinity is not (0, 0)")
				}
				continue
			}
			expect(t, "NormalizeVar", fromAffine(&r[i]), want[i])
			normal := r[i]
			normal.Normalize()
			if normal != r[i] {
				t.Fatal("not normalized")
			}
		}
	}
}

func TestNormalizeVarRefusesLengths(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Fatal("slices of different length are accepted")
		}
	}()
	NormalizeVar(make([]Affine, 1), make([]Jacobian, 2))
}

// rowOf is the ref's point.
func rowOf(points []*oracle.Point, ref uint32) *oracle.Point {
	if ref&1 == 1 {
		return curve.Neg(points[ref>>1])
	}
	return points[ref>>1]
}

func TestAddPairsVar(t *testing.T) {
	random := rand.New(rand.NewPCG(11, 12))
	points := samplePoints()
	rows := make([]Affine, len(points))
	for i, p := range points {
		if p != nil {
			rows[i] = *toAffine(p)
		}
	}
	var pairs []RowPair // all there are, and then more than a chunk
	for a := range uint32(2 * len(points)) {
		for b := range uint32(2 * len(points)) {
			pairs = append(pairs, RowPair{a, b})
		}
	}
	random.Shuffle(len(pairs), func(i, j int) { pairs[i], pairs[j] = pairs[j], pairs[i] })
	for _, n := range []int{0, 1, 2, 3, len(pairs)} {
		out := make([]Affine, n)
		AddPairsVar(out, rows, pairs[:n])
		for i, r := range out {
			want := curve.Add(rowOf(points, pairs[i].A), rowOf(points, pairs[i].B))
			if pairs[i].A&1 == 1 {
				want = curve.Neg(want)
			}
			if want == nil {
				if r != (Affine{}) {
					t.Fatalf("pair %v is not (0, 0)", pairs[i])
				}
				continue
			}
			expect(t, "AddPairsVar", fromAffine(&r), want)
		}
	}
	if len(pairs) <= pairChunk {
		t.Fatal("one chunk holds all pairs")
	}
}

// Every point of the shared vectors is read as they say: x below p and on the curve.
func TestPointVectors(t *testing.T) {
	compressed, valid := 0, 0
	for _, c := range vectors.Load[struct {
		Name         string
		Bytes, Point vectors.Bytes
		Valid        bool
	}](t, "points.json", 4) {
		b := c.Bytes
		if len(b) != 33 || b[0]&^1 != 2 {
			continue
		}
		compressed++
		var x field.Element
		var p Affine
		ok := x.SetBytes((*[32]byte)(b[1:])) == 1 && p.SetXVar(&x, b[0] == 3)
		if ok != c.Valid {
			t.Errorf("%s: %v, want %v", c.Name, ok, c.Valid)
			continue
		}
		if !ok {
			continue
		}
		valid++
		got := [65]byte{4}
		p.X.PutBytes((*[32]byte)(got[1:33]))
		p.Y.PutBytes((*[32]byte)(got[33:]))
		if !bytes.Equal(got[:], c.Point) {
			t.Errorf("%s: %x, want %x", c.Name, got, c.Point)
		}
	}
	if valid < 2 || compressed-valid < 2 {
		t.Fatalf("%d compressed points, %d valid: too few", compressed, valid)
	}
}

func TestNoAllocation(t *testing.T) {
	p := benchPoints(8)
	r := make([]Affine, 8)
	pairs := []RowPair{{0, 2}, {1, 4}, {6, 6}}
	out := make([]Affine, 3)
	for name, f := range map[string]func(){
		"AddVar":             func() { p[0].AddVar(&p[1], &p[2]) },
		"AddAffine":          func() { p[0].AddAffine(&p[0], &Generator) },
		"AddAffineVar":       func() { p[0].AddAffineVar(&p[0], &Generator) },
		"AddAffineScaledVar": func() { p[0].AddAffineScaledVar(&p[0], &p[1].Z, &Generator) },
		"DblN":               func() { p[0].DblN(&p[0], 3) },
		"SetJacobian":        func() { r[0].SetJacobian(&p[0]) },
		"SetXVar":            func() { r[0].SetXVar(&Generator.X, true) },
		"NormalizeVar":       func() { NormalizeVar(r, p) },
		"AddPairsVar":        func() { AddPairsVar(out, r, pairs) },
	} {
		if n := testing.AllocsPerRun(10, f); n != 0 {
			t.Errorf("%s allocates %v times", name, n)
		}
	}
}
