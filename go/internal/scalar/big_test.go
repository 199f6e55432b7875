// Scalars as big integers, and the operations that are tested by them.

package scalar

import (
	"math/big"
	"math/rand"
)

var (
	one    = big.NewInt(1)
	all256 = new(big.Int).Sub(new(big.Int).Lsh(one, 256), one)
	order  = words(Order())
	lambda = words(Lambda.n)
)

// words is the number of these little-endian words.
func words[T [3]uint64 | [4]uint64](a T) *big.Int {
	r := new(big.Int)
	for i := len(a) - 1; i >= 0; i-- {
		r.Lsh(r, 64).Or(r, new(big.Int).SetUint64(a[i]))
	}
	return r
}

func number(a *Scalar) *big.Int { return words(a.n) }

// raw is the little-endian words of v < 2^256.
func raw(v *big.Int) (r [4]uint64) {
	v = new(big.Int).Set(v)
	for i := range r {
		r[i] = new(big.Int).And(v, new(big.Int).SetUint64(^uint64(0))).Uint64()
		v.Rsh(v, 64)
	}
	return r
}

// mod is v modulo the order.
func mod(v *big.Int) *big.Int { return new(big.Int).Mod(v, order) }

// signed is the number nearest to zero that a stands for.
func signed(a *Scalar) *big.Int {
	v := number(a)
	if v.Cmp(new(big.Int).Rsh(order, 1)) > 0 {
		v.Sub(v, order)
	}
	return v
}

func bit(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// edges are scalars at which carries and words end.
func edges() []Scalar {
	bases := []*big.Int{new(big.Int), order, new(big.Int).Rsh(order, 1), lambda,
		mod(new(big.Int).Neg(lambda)), mod(all256)}
	for i := uint(32); i < 256; i += 32 {
		bases = append(bases, new(big.Int).Lsh(one, i))
	}
	var r []Scalar
	for _, base := range bases {
		for d := int64(-3); d <= 3; d++ {
			r = append(r, Scalar{raw(mod(new(big.Int).Add(base, big.NewInt(d))))})
		}
	}
	return r
}

func random(source *rand.Rand) Scalar {
	var a [4]uint64
	for i := range a {
		a[i] = source.Uint64()
		if source.Intn(8) == 0 { // runs of ones and zeros
			a[i] = -uint64(source.Intn(2)) << uint(source.Intn(64))
		}
	}
	return Scalar{raw(mod(words(a)))}
}

// op is an operation that takes scalars to a scalar.
type op struct {
	name string
	in   int
	do   func(r *Scalar, x []*Scalar)
	want func(r *big.Int, x []*big.Int)
}

var ops = []op{
	{"Add", 2, func(r *Scalar, x []*Scalar) { r.Add(x[0], x[1]) },
		func(r *big.Int, x []*big.Int) { r.Add(x[0], x[1]) }},
	{"Sub", 2, func(r *Scalar, x []*Scalar) { r.Sub(x[0], x[1]) },
		func(r *big.Int, x []*big.Int) { r.Sub(x[0], x[1]) }},
	{"Neg", 1, func(r *Scalar, x []*Scalar) { r.Neg(x[0]) },
		func(r *big.Int, x []*big.Int) { r.Neg(x[0]) }},
	{"Half", 1, func(r *Scalar, x []*Scalar) { r.Half(x[0]) },
		func(r *big.Int, x []*big.Int) {
			r.Mul(x[0], new(big.Int).ModInverse(big.NewInt(2), order))
		}},
	{"Mul", 2, func(r *Scalar, x []*Scalar) { r.Mul(x[0], x[1]) },
		func(r *big.Int, x []*big.Int) { r.Mul(x[0], x[1]) }},
	{"Inv", 1, func(r *Scalar, x []*Scalar) { r.Inv(x[0]) }, inverse},
	{"InvVar", 1, func(r *Scalar, x []*Scalar) { r.InvVar(x[0]) }, inverse},
}

func inverse(r *big.Int, x []*big.Int) {
	if r.ModInverse(x[0], order) == nil {
		r.SetInt64(0)
	}
}
