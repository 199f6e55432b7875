// The field's assembly, held against Go bit for bit.

//go:build (amd64 || arm64) && !purego

package field

import (
	"math/rand"
	"testing"

	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/cases"
)

// products are the routines that have assembly, in one form.
type products struct {
	mul    func(r, a, b *Element)
	sqr    func(r, a *Element)
	sqrN   func(r, a *Element, n int)
	mul2   func(r, a, b, c, d *Element)
	mulSqr func(r, a, b, c *Element)
	sqrAdd func(r, a, c *Element)
}

var generic = products{mulGeneric, sqrGeneric, sqrNGeneric, mul2Generic, mulSqrGeneric,
	sqrAddGeneric}

// list has each routine in the same shape.
func (p *products) list() []twin {
	squares := func(n int) func(r *Element, x []*Element) {
		return func(r *Element, x []*Element) { p.sqrN(r, x[0], n) }
	}
	return []twin{
		{"Mul", 2, func(r *Element, x []*Element) { p.mul(r, x[0], x[1]) }},
		{"Sqr", 1, func(r *Element, x []*Element) { p.sqr(r, x[0]) }},
		{"SqrN 1", 1, squares(1)},
		{"SqrN 2", 1, squares(2)},
		{"SqrN 5", 1, squares(5)},
		{"Mul2", 4, func(r *Element, x []*Element) { p.mul2(r, x[0], x[1], x[2], x[3]) }},
		{"MulSqr", 3, func(r *Element, x []*Element) { p.mulSqr(r, x[0], x[1], x[2]) }},
		{"SqrAdd", 2, func(r *Element, x []*Element) { p.sqrAdd(r, x[0], x[1]) }},
	}
}

type twin struct {
	name string
	in   int
	do   func(r *Element, x []*Element)
}

// testTwins compares routines with those in Go.
func testTwins(t *testing.T, assembly products) {
	pure := generic.list()
	for i, routine := range assembly.list() {
		testTwin(t, routine.name, routine.in, routine.do, pure[i].do)
	}
}

func TestTwinsASM(t *testing.T) {
	testTwins(t, products{mulASM, sqrASM, sqrNASM, mul2ASM, mulSqrASM, sqrAddASM})
}

// testTwin compares asm with pure on edges and at random, and with every way to alias.
func testTwin(t *testing.T, name string, in int, asm, pure func(r *Element, x []*Element)) {
	source := rand.New(rand.NewSource(10))
	all := edges()
	// with runs both on operands that point to the same places.
	with := func(place []int, values [5]Element) {
		t.Helper()
		other := values
		var x, y [4]*Element
		for j := 0; j < in; j++ {
			x[j], y[j] = &values[place[1+j]], &other[place[1+j]]
		}
		asm(&values[place[0]], x[:in])
		pure(&other[place[0]], y[:in])
		if values != other {
			t.Fatalf("%s with pointers %v: %x, want %x", name, place, values, other)
		}
	}
	apart := []int{0, 1, 2, 3, 4}
	for j := range all {
		for k := range all {
			n := len(all)
			with(apart, [5]Element{{}, all[j], all[k], all[(j+3*k)%n], all[(5*j+k)%n]})
			with(apart, [5]Element{{}, all[(j+3*k)%n], all[(5*j+k)%n], all[j], all[k]})
			with(apart, [5]Element{{}, all[j], all[k], all[j], all[k]})
		}
	}
	for range cases.Full(100000, 5000) {
		with(apart, [5]Element{{}, random(source), random(source), random(source), random(source)})
	}
	cases.Partitions(1+in, func(place []int) {
		for n := 0; n < 200; n++ {
			v := [5]Element{random(source), random(source), random(source), random(source),
				random(source)}
			if n < 100 {
				for j := range v {
					v[j] = all[source.Intn(len(all))]
				}
			}
			with(place, v)
		}
	})
}
