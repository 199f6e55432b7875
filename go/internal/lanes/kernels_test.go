// The kernels lane by lane, against big integers.

package lanes

import (
	"math/big"
	"math/rand/v2"
	"testing"
)

var prime = new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), 256), big.NewInt(fold256))

// number is the value of a modulo p.
func (a *digits) number() *big.Int {
	r := numberOf(a[:], 52)
	return r.Mod(r, prime)
}

// edgeDigits is an element as the kernels may find it in memory, with limbs at their bounds.
func edgeDigits(source *rand.Rand) (d digits) {
	limbs := []uint64{0, 1, low52 - 1, low52, low52 + 1, 1<<58 - 1, fold256, low52 - fold256 + 1,
		source.Uint64N(1 << 52), source.Uint64N(1 << 58)}
	tops := []uint64{0, 1, low48 - 1, low48, low48 + 1, source.Uint64N(1 << 48),
		source.Uint64N(1 << 48)}
	for i := range d {
		d[i] = limbs[source.IntN(len(limbs))]
	}
	d[4] = tops[source.IntN(len(tops))]
	return d
}

func (r *fe8) random(source *rand.Rand) {
	for l := range 8 {
		d := edgeDigits(source)
		r.setLane(l, &d)
	}
}

// atRest tells whether a's limbs are as the kernels expect them.
func (a *fe8) atRest() bool {
	limit := new(big.Int).Add(new(big.Int).Lsh(big.NewInt(1), 256),
		new(big.Int).Lsh(big.NewInt(1), 215))
	for l := range 8 {
		d := a.lane(l)
		if max(d[0], d[1], d[2], d[3])>>58 != 0 || numberOf(d[:], 52).Cmp(limit) > 0 {
			return false
		}
	}
	return true
}

// A rational point for the tests; any x and y lie on some curve that the formulas hold for.
type bigPoint struct{ x, y *big.Int }

func field2(f func(a, b, r *big.Int) *big.Int) func(a, b *big.Int) *big.Int {
	return func(a, b *big.Int) *big.Int {
		r := f(a, b, new(big.Int))
		return r.Mod(r, prime)
	}
}

var (
	add = field2(func(a, b, r *big.Int) *big.Int { return r.Add(a, b) })
	sub = field2(func(a, b, r *big.Int) *big.Int { return r.Sub(a, b) })
	tim = field2(func(a, b, r *big.Int) *big.Int { return r.Mul(a, b) })
	div = field2(func(a, b, r *big.Int) *big.Int {
		i := new(big.Int).ModInverse(b, prime)
		if i == nil {
			return r
		}
		return r.Mul(a, i)
	})
)

func scaled(x, y, z *big.Int) bigPoint {
	zz := tim(z, z)
	return bigPoint{div(x, zz), div(y, tim(zz, z))}
}

// sum is a + b by the chord, or a + a by the tangent, of y^2 = x^3 + b.
func sum(a, b bigPoint) bigPoint {
	var slope *big.Int
	if a.x.Cmp(b.x) == 0 && a.y.Cmp(b.y) == 0 {
		slope = div(tim(big.NewInt(3), tim(a.x, a.x)), add(a.y, a.y))
	} else {
		slope = div(sub(b.y, a.y), sub(b.x, a.x))
	}
	x := sub(sub(tim(slope, slope), a.x), b.x)
	return bigPoint{x, sub(tim(slope, sub(a.x, x)), a.y)}
}

func (p bigPoint) equal(q bigPoint) bool { return p.x.Cmp(q.x) == 0 && p.y.Cmp(q.y) == 0 }

func (p bigPoint) negative() bigPoint { return bigPoint{p.x, sub(new(big.Int), p.y)} }

// at is lane l of some elements.
func at(l int, elements ...*fe8) (n []*big.Int) {
	for _, e := range elements {
		d := e.lane(l)
		n = append(n, d.number())
	}
	return n
}

const kernelRounds = 60

func TestProducts(t *testing.T) {
	forEngines(t, func(t *testing.T) {
		source := newSource(t)
		for range kernelRounds {
			var a, b, r, curved, left, minus fe8
			var pair [2]fe8
			a.random(source)
			b.random(source)
			pair[0], pair[1] = a, b
			mul(&r, &a, &b)
			curve(&curved, &a, &b)
			residue(&left, &a, &b)
			neg(&minus, &a)
			sqrN(&pair, 3)
			for l := range 8 {
				n := at(l, &a, &b, &r, &curved, &left, &minus, &pair[0], &pair[1])
				x, y := n[0], n[1]
				eight := big.NewInt(8)
				for i, want := range []*big.Int{tim(x, y), add(tim(x, tim(x, x)), y),
					sub(tim(x, x), y), sub(new(big.Int), x), new(big.Int).Exp(x, eight, prime),
					new(big.Int).Exp(y, eight, prime)} {
					if n[2+i].Cmp(want) != 0 {
						t.Fatalf("product %d of %x and %x", i, a.lane(l), b.lane(l))
					}
				}
			}
			for i, e := range []*fe8{&r, &curved, &left, &minus, &pair[0], &pair[1]} {
				if !e.atRest() {
					t.Fatalf("limbs of product %d", i)
				}
			}
		}
	})
}

// Operands may be the same.
func TestProductsInPlace(t *testing.T) {
	forEngines(t, func(t *testing.T) {
		source := newSource(t)
		for range kernelRounds {
			var a, b, want, square fe8
			a.random(source)
			b.random(source)
			for _, f := range []func(r, a, b *fe8){mul, curve, residue,
				func(r, a, _ *fe8) { neg(r, a) }} {
				x, y := a, b
				f(&want, &a, &b)
				f(&x, &x, &b)
				f(&y, &a, &y)
				if x != want || y != want {
					t.Fatalf("a product in place")
				}
				x = a
				f(&square, &a, &a)
				f(&x, &x, &x)
				if x != square {
					t.Fatalf("a square in place")
				}
			}
		}
	})
}

// fold and mulAll, also where operands are the same.
func TestFoldAndMulAll(t *testing.T) {
	forEngines(t, func(t *testing.T) {
		source := newSource(t)
		for range kernelRounds {
			var a, product, others, r fe8
			a.random(source)
			b := edgeDigits(source)
			fold(&product, &others, &a)
			mulAll(&r, &a, &b)
			all := at(0, &a)[0]
			for l := 1; l < 8; l++ {
				all = tim(all, at(l, &a)[0])
			}
			for l := range 8 {
				other := big.NewInt(1)
				for k := range 8 {
					if k != l {
						other = tim(other, at(k, &a)[0])
					}
				}
				n := at(l, &a, &product, &others, &r)
				for i, want := range []*big.Int{all, other, tim(n[0], b.number())} {
					if n[1+i].Cmp(want) != 0 {
						t.Fatalf("result %d of lane %d of %x and %x", i, l, a, b)
					}
				}
			}
			for i, e := range []*fe8{&product, &others, &r} {
				if !e.atRest() {
					t.Fatalf("limbs of result %d", i)
				}
			}
			x, y, z := a, a, a
			var rest fe8
			fold(&x, &rest, &x)
			if x != product || rest != others {
				t.Fatal("a product of lanes in place")
			}
			fold(&rest, &y, &y)
			if y != others || rest != product {
				t.Fatal("products of the other lanes in place")
			}
			mulAll(&z, &z, &b)
			if z != r {
				t.Fatal("a product with one in place")
			}
		}
	})
}

func TestRun(t *testing.T) {
	forEngines(t, func(t *testing.T) {
		source := newSource(t)
		for round := range kernelRounds {
			var acc, before jacobian8
			var s step
			var rows [64 * 8]uint64
			for i := range rows {
				rows[i] = randomWords(source)[0]
			}
			acc.x.random(source)
			acc.y.random(source)
			acc.z.random(source)
			before = acc
			for l := range s.x {
				s.x[l] = uint32(8 * source.IntN(64))
			}
			s.plus = uint8(source.Uint32())
			if round%2 == 1 {
				s.skip = uint8(source.Uint32())
			}
			doublings := round % 4
			run([]walk{{&acc, rows[:], []step{s}}}, 4, doublings)
			for l := range 8 {
				n := at(l, &before.x, &before.y, &before.z, &acc.x, &acc.y, &acc.z)
				want := scaled(n[0], n[1], n[2])
				for range doublings {
					want = sum(want, want).negative()
				}
				if s.skip>>l&1 == 0 {
					row := rows[s.x[l]:][:8]
					q := bigPoint{numberOf(row[:4], 64), numberOf(row[4:], 64)}
					q.x.Mod(q.x, prime)
					q.y.Mod(q.y, prime)
					if s.plus>>l&1 == 0 {
						q = q.negative()
					}
					want = sum(want, q)
				}
				if n[2].Sign() == 0 || n[1].Sign() == 0 {
					if n[5].Sign() != 0 {
						t.Fatal("infinity is left")
					}
				} else if n[5].Sign() == 0 || !scaled(n[3], n[4], n[5]).equal(want) {
					t.Fatalf("round %d, lane %d", round, l)
				}
			}
			if !acc.x.atRest() || !acc.y.atRest() || !acc.z.atRest() {
				t.Fatal("limbs of the sum")
			}
		}
	})
}

func TestTableKernels(t *testing.T) {
	forEngines(t, func(t *testing.T) {
		source := newSource(t)
		for range kernelRounds {
			var a, unit, twice, total affine8
			var z, h, c2, c3, beta fe8
			a.x.random(source)
			a.y.random(source)
			unit = a
			dblCoz(&twice, &unit, &z)
			afterDoubling := unit
			addCoz(&total, &twice, &unit, &h)
			c2.random(source)
			c3.random(source)
			beta.random(source)
			c := c3
			cc, ccc, packed := c, c, make([]uint64, 64)
			scale(&c, &cc, &ccc, &c2)
			pack(packed, &affine8{c2, c3})
			var back affine8
			unpack(&back, packed)
			rows := make([]uint64, 8*tableWords)
			entry(rows, &a, &c2, &c3, &beta)
			for l := range 8 {
				n := at(l, &a.x, &a.y, &z, &afterDoubling.x, &afterDoubling.y, &twice.x, &twice.y)
				p := bigPoint{n[0], n[1]}
				if n[1].Sign() != 0 && (!scaled(n[3], n[4], n[2]).equal(p) ||
					!scaled(n[5], n[6], n[2]).equal(sum(p, p))) {
					t.Fatalf("doubling of %x, %x", a.x.lane(l), a.y.lane(l))
				}
				n = at(l, &h, &unit.x, &unit.y, &total.x, &total.y, &z)
				both := tim(n[0], n[5])
				if both.Sign() != 0 && (!scaled(n[1], n[2], both).equal(p) ||
					!scaled(n[3], n[4], both).equal(sum(sum(p, p), p))) {
					t.Fatalf("addition of %x, %x", a.x.lane(l), a.y.lane(l))
				}
				n = at(l, &a.x, &a.y, &c2, &c3, &beta)
				x, y := tim(n[0], n[2]), tim(n[1], n[3])
				x1 := tim(x, n[4])
				for i, want := range []*big.Int{x, x1, sub(new(big.Int), add(x, x1)), y} {
					got := numberOf(rows[l*tableWords+4*i:][:4], 64)
					if got.Mod(got, prime).Cmp(want) != 0 {
						t.Fatalf("part %d of an entry", i)
					}
				}
				n = at(l, &c2, &c3, &c, &cc, &ccc, &back.x, &back.y)
				factor := tim(n[0], n[1])
				for i, want := range []*big.Int{factor, tim(factor, factor),
					tim(factor, tim(factor, factor)), n[0], n[1]} {
					if n[2+i].Cmp(want) != 0 {
						t.Fatalf("part %d of a scale", i)
					}
				}
			}
			for i, e := range []*fe8{&unit.x, &unit.y, &twice.x, &twice.y, &total.x, &total.y, &z,
				&h, &c, &cc, &ccc, &back.x, &back.y} {
				if !e.atRest() {
					t.Fatalf("limbs of result %d", i)
				}
			}
		}
	})
}
