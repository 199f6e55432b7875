// The field's assembly, held against Go bit for bit.

//go:build amd64 && !purego

package field

import (
	"math/rand"
	"testing"

	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/cases"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/cpu"
)

// twins are the assembly routines, with MULX and plain, and what they must equal bit for bit.
var twins = []struct {
	name           string
	in             int
	adx, asm, pure func(r *Element, x []*Element)
}{
	{"Mul", 2, func(r *Element, x []*Element) { mulADX(r, x[0], x[1]) },
		func(r *Element, x []*Element) { mulASM(r, x[0], x[1]) },
		func(r *Element, x []*Element) { mulGeneric(r, x[0], x[1]) }},
	{"Sqr", 1, func(r *Element, x []*Element) { sqrADX(r, x[0]) },
		func(r *Element, x []*Element) { sqrASM(r, x[0]) },
		func(r *Element, x []*Element) { sqrGeneric(r, x[0]) }},
	{"SqrN 1", 1, func(r *Element, x []*Element) { sqrNADX(r, x[0], 1) },
		func(r *Element, x []*Element) { sqrNASM(r, x[0], 1) },
		func(r *Element, x []*Element) { sqrNGeneric(r, x[0], 1) }},
	{"SqrN 2", 1, func(r *Element, x []*Element) { sqrNADX(r, x[0], 2) },
		func(r *Element, x []*Element) { sqrNASM(r, x[0], 2) },
		func(r *Element, x []*Element) { sqrNGeneric(r, x[0], 2) }},
	{"SqrN 5", 1, func(r *Element, x []*Element) { sqrNADX(r, x[0], 5) },
		func(r *Element, x []*Element) { sqrNASM(r, x[0], 5) },
		func(r *Element, x []*Element) { sqrNGeneric(r, x[0], 5) }},
	{"Mul2", 4, func(r *Element, x []*Element) { mul2ADX(r, x[0], x[1], x[2], x[3]) },
		func(r *Element, x []*Element) { mul2ASM(r, x[0], x[1], x[2], x[3]) },
		func(r *Element, x []*Element) { mul2Generic(r, x[0], x[1], x[2], x[3]) }},
	{"MulSqr", 3, func(r *Element, x []*Element) { mulSqrADX(r, x[0], x[1], x[2]) },
		func(r *Element, x []*Element) { mulSqrASM(r, x[0], x[1], x[2]) },
		func(r *Element, x []*Element) { mulSqrGeneric(r, x[0], x[1], x[2]) }},
	{"SqrAdd", 2, func(r *Element, x []*Element) { sqrAddADX(r, x[0], x[1]) },
		func(r *Element, x []*Element) { sqrAddASM(r, x[0], x[1]) },
		func(r *Element, x []*Element) { sqrAddGeneric(r, x[0], x[1]) }},
}

func TestTwinsADX(t *testing.T) {
	if !cpu.X86.HasADX {
		t.Skip("this processor has no ADX, or it is hidden")
	}
	for i := range twins {
		testTwin(t, twins[i].name, twins[i].in, twins[i].adx, twins[i].pure)
	}
}

func TestTwinsASM(t *testing.T) {
	for i := range twins {
		testTwin(t, twins[i].name, twins[i].in, twins[i].asm, twins[i].pure)
	}
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
	for n := 0; n < 100000; n++ {
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
