// The field against big integers: edges, random elements, every way to alias.

package field

import (
	"fmt"
	"math/big"
	"math/rand"
	"testing"

	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/cases"
)

var (
	prime, _ = new(big.Int).SetString("FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF"+
		"FFFFFFFFFFFFFFFFFFFFFFFEFFFFFC2F", 16)
	one    = big.NewInt(1)
	all256 = new(big.Int).Sub(new(big.Int).Lsh(one, 256), one)
)

// number is the number that a holds, which may be p or above.
func number(a *Element) *big.Int {
	r := new(big.Int)
	for i := 3; i >= 0; i-- {
		r.Lsh(r, 64).Or(r, new(big.Int).SetUint64(a.n[i]))
	}
	return r
}

// element holds the number v < 2^256 as it is.
func element(v *big.Int) (r Element) {
	v = new(big.Int).Set(v)
	for i := range r.n {
		r.n[i] = new(big.Int).And(v, new(big.Int).SetUint64(^uint64(0))).Uint64()
		v.Rsh(v, 64)
	}
	return r
}

// edges are the elements at which carries and words end.
func edges() []Element {
	const m = ^uint64(0)
	r := []Element{
		{[4]uint64{m, m, m, m}}, {[4]uint64{m, m, m, 0}}, {[4]uint64{0, m, m, m}},
		{[4]uint64{m, 0, m, 0}}, {[4]uint64{0, m, 0, m}}, {[4]uint64{0, 0, 0, m}},
		{[4]uint64{m, m, 0, 0}}, {[4]uint64{0, 0, m, m}}, {[4]uint64{1, 0, 0, 1 << 63}},
		{[4]uint64{1 << 63, 1 << 63, 1 << 63, 1 << 63}}, {[4]uint64{0, 0, 0, 1 << 63}},
		{[4]uint64{m, m, m, m >> 1}}, {[4]uint64{m - 1, m, m, m}}, {[4]uint64{c, m, m, m}},
		Beta,
		// Two and two whose product ends with a carry out of 2^256 whose worth carries from word 0.
		{[4]uint64{0x6e48a7b4dd9a4a3a, 0x329ec1cf270e9520,
			0xefd83b2e3c79443b, 0xffffffc3beb3cbc3}},
		{[4]uint64{0x2b2041df29692d6d, 0xb0f24492e9095a30,
			0xcae7e2167613e1f5, 0xfffffdffdc69e07b}},
		{[4]uint64{0x3d3190ba812b26b4, 0x871aef9e8cee275c,
			0x9ed18969593133e4, 0xffffff94361639e9}},
		{[4]uint64{0x16dcf955bc78e5b6, 0x0a685d8cf34966c3,
			0x05cd0d6db9a4cf38, 0xfffffe0ec7af71f8}},
	}
	for _, base := range []*big.Int{new(big.Int), prime, all256, new(big.Int).Rsh(prime, 1),
		big.NewInt(c), new(big.Int).Sub(all256, big.NewInt(2*c)), new(big.Int).Lsh(one, 64),
		new(big.Int).Lsh(one, 128), new(big.Int).Lsh(one, 192)} {
		for d := int64(-3); d <= 3; d++ {
			v := new(big.Int).Add(base, big.NewInt(d))
			if v.Sign() >= 0 && v.Cmp(all256) <= 0 {
				r = append(r, element(v))
			}
		}
	}
	return r
}

func random(source *rand.Rand) (r Element) {
	for i := range r.n {
		r.n[i] = source.Uint64()
		if source.Intn(8) == 0 { // runs of ones and zeros
			r.n[i] = -uint64(source.Intn(2)) << uint(source.Intn(64))
		}
	}
	return r
}

// op is an operation that takes elements to an element.
type op struct {
	name string
	in   int
	do   func(r *Element, x []*Element)
	want func(r *big.Int, x []*big.Int)
}

var ops = []op{
	{"Add", 2, func(r *Element, x []*Element) { r.Add(x[0], x[1]) },
		func(r *big.Int, x []*big.Int) { r.Add(x[0], x[1]) }},
	{"Sub", 2, func(r *Element, x []*Element) { r.Sub(x[0], x[1]) },
		func(r *big.Int, x []*big.Int) { r.Sub(x[0], x[1]) }},
	{"Neg", 1, func(r *Element, x []*Element) { r.Neg(x[0]) },
		func(r *big.Int, x []*big.Int) { r.Neg(x[0]) }},
	{"Half", 1, func(r *Element, x []*Element) { r.Half(x[0]) },
		func(r *big.Int, x []*big.Int) {
			r.Mul(x[0], new(big.Int).ModInverse(big.NewInt(2), prime))
		}},
	{"Mul", 2, func(r *Element, x []*Element) { r.Mul(x[0], x[1]) },
		func(r *big.Int, x []*big.Int) { r.Mul(x[0], x[1]) }},
	{"Sqr", 1, func(r *Element, x []*Element) { r.Sqr(x[0]) },
		func(r *big.Int, x []*big.Int) { r.Mul(x[0], x[0]) }},
	{"Mul2", 4, func(r *Element, x []*Element) { r.Mul2(x[0], x[1], x[2], x[3]) },
		func(r *big.Int, x []*big.Int) { sumOfProducts(r, x[0], x[1], x[2], x[3]) }},
	{"MulSqr", 3, func(r *Element, x []*Element) { r.MulSqr(x[0], x[1], x[2]) },
		func(r *big.Int, x []*big.Int) { sumOfProducts(r, x[0], x[1], x[2], x[2]) }},
	{"SqrAdd", 2, func(r *Element, x []*Element) { r.SqrAdd(x[0], x[1]) },
		func(r *big.Int, x []*big.Int) { sumOfProducts(r, x[0], x[0], x[1], one) }},
	{"SqrN", 1, func(r *Element, x []*Element) { r.SqrN(x[0], 3) },
		func(r *big.Int, x []*big.Int) { r.Exp(x[0], big.NewInt(8), prime) }},
	{"MulInt 2", 1, func(r *Element, x []*Element) { r.MulInt(x[0], 2) },
		func(r *big.Int, x []*big.Int) { r.Lsh(x[0], 1) }},
	{"MulInt 21", 1, func(r *Element, x []*Element) { r.MulInt(x[0], 21) },
		func(r *big.Int, x []*big.Int) { r.Mul(x[0], big.NewInt(21)) }},
	{"MulInt max", 1, func(r *Element, x []*Element) { r.MulInt(x[0], 1<<32-1) },
		func(r *big.Int, x []*big.Int) { r.Mul(x[0], big.NewInt(1<<32-1)) }},
}

func sumOfProducts(r, a, b, c, d *big.Int) {
	t := new(big.Int).Mul(c, d)
	r.Mul(a, b).Add(r, t)
}

// check compares o with big integers and, where its operands are one another or the result, with
// what it does where they are not.
func (o *op) check(t *testing.T, values []Element) {
	t.Helper()
	x := make([]*big.Int, o.in)
	separate := make([]*Element, o.in)
	for i := range x {
		v := values[i]
		x[i], separate[i] = number(&v), &v
	}
	want := new(big.Int)
	o.want(want, x)
	var got Element
	o.do(&got, separate)
	if number(&got).Cmp(all256) > 0 ||
		new(big.Int).Mod(number(&got), prime).Cmp(want.Mod(want, prime)) != 0 {
		t.Fatalf("%s %x = %x, want %x", o.name, values[:o.in], got, want)
	}
	for i := range separate {
		if *separate[i] != values[i] {
			t.Fatalf("%s %x changed operand %d", o.name, values[:o.in], i)
		}
	}
}

func TestOperationsAtEdges(t *testing.T) {
	all := edges()
	if len(all) < 40 {
		t.Fatalf("%d edges", len(all))
	}
	for i := range ops {
		for j := range all {
			for k := range all {
				if ops[i].in == 1 && k != 0 || testing.Short() && (j+k)%5 != 0 {
					continue
				}
				values := []Element{all[j], all[k], all[(j+3*k)%len(all)], all[(5*j+k)%len(all)]}
				ops[i].check(t, values)
				values[2], values[3] = values[0], values[1]
				ops[i].check(t, values)
			}
		}
	}
}

func TestOperationsAtRandom(t *testing.T) {
	source := rand.New(rand.NewSource(2))
	for n := 0; n < cases.Full(5000, 500); n++ {
		values := []Element{random(source), random(source), random(source), random(source)}
		for i := range ops {
			ops[i].check(t, values)
		}
	}
}

// lastCarry tells whether the product w carries once more after its two folds.
func lastCarry(w *big.Int) bool {
	fold := func(w *big.Int) *big.Int {
		low := new(big.Int).And(w, all256)
		high := new(big.Int).Rsh(w, 256)
		return low.Add(low, high.Mul(high, big.NewInt(c)))
	}
	return fold(fold(w)).Cmp(all256) > 0
}

// TestLastFold takes products that are hardly above a multiple of p: the second fold ends with a
// carry in about half of them.
func TestLastFold(t *testing.T) {
	source := rand.New(rand.NewSource(3))
	var mul, sqr int
	count := cases.Full(4000, 400)
	for n := 0; n < count; n++ {
		small := new(big.Int).Rand(source, new(big.Int).Lsh(one, uint(1+source.Intn(67))))
		a := random(source)
		if a.IsZeroVar() {
			continue
		}
		inverse := new(big.Int).ModInverse(number(&a), prime)
		b := element(inverse.Mul(inverse, small).Mod(inverse, prime))
		if lastCarry(new(big.Int).Mul(number(&a), number(&b))) {
			mul++
		}
		ops[4].check(t, []Element{a, b})
		if root := new(big.Int).ModSqrt(small, prime); root != nil {
			s := element(root)
			if lastCarry(new(big.Int).Mul(root, root)) {
				sqr++
			}
			ops[5].check(t, []Element{s})
		}
	}
	if ops[4].name != "Mul" || ops[5].name != "Sqr" || mul < count/8 || sqr < count/16 {
		t.Errorf("%s %d, %s %d", ops[4].name, mul, ops[5].name, sqr)
	}
}

func TestAliasing(t *testing.T) {
	source := rand.New(rand.NewSource(4))
	all := edges()
	for i := range ops {
		o := &ops[i]
		ways := 0
		cases.Partitions(1+o.in, func(place []int) {
			ways++
			for n := 0; n < 50; n++ {
				var store [5]Element
				for j := range store {
					store[j] = random(source)
					if n < 20 {
						store[j] = all[source.Intn(len(all))]
					}
				}
				x := make([]*Element, o.in)
				separate := make([]*Element, o.in)
				for j := range x {
					x[j] = &store[place[1+j]]
					v := *x[j]
					separate[j] = &v
				}
				var want Element
				o.do(&want, separate)
				o.do(&store[place[0]], x)
				if store[place[0]] != want {
					t.Fatalf("%s with pointers %v: %x, want %x", o.name, place, store[place[0]],
						want)
				}
			}
		})
		if bell := []int{2, 5, 15, 52}[o.in-1]; ways != bell {
			t.Errorf("%s: %d ways, want %d", o.name, ways, bell)
		}
	}
}

func TestPredicates(t *testing.T) {
	values := edges()
	for n := int64(0); n < 100; n++ {
		values = append(values, random(rand.New(rand.NewSource(n))))
	}
	for i := range values {
		a := values[i]
		v := new(big.Int).Mod(number(&a), prime)
		if got, want := a.IsZero(), bit(v.Sign() == 0); got != want ||
			a.IsZeroVar() != (want == 1) {
			t.Fatalf("%x: IsZero %d", a, got)
		}
		if got := a.IsOdd(); got != uint64(v.Bit(0)) {
			t.Fatalf("%x: IsOdd %d", a, got)
		}
		normal := a
		normal.Normalize()
		if normal != element(v) {
			t.Fatalf("%x: Normalize %x", a, normal)
		}
		if a.Limbs() != normal.n {
			t.Fatalf("%x: Limbs %x", a, a.Limbs())
		}
		for j := range values {
			b := values[j]
			want := bit(new(big.Int).Mod(number(&b), prime).Cmp(v) == 0)
			if got := a.Equal(&b); got != want || a.EqualVar(&b) != (want == 1) {
				t.Fatalf("%x, %x: Equal %d", a, b, got)
			}
			r := a
			r.CMov(&b, 0)
			if r != a {
				t.Fatalf("CMov 0 moved")
			}
			r.CMov(&b, 1)
			if r != b {
				t.Fatalf("CMov 1 did not move")
			}
		}
		r := a
		r.CondNeg(0)
		if r != a {
			t.Fatalf("CondNeg 0 of %x: %x", a, r)
		}
		r.CondNeg(1)
		if r.Add(&r, &a); r.IsZero() != 1 {
			t.Fatalf("CondNeg 1 of %x", a)
		}
	}
}

func bit(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

func TestBytes(t *testing.T) {
	for _, a := range edges() {
		v := number(&a)
		var b, back [32]byte
		v.FillBytes(b[:])
		var r Element
		if got, want := r.SetBytes(&b), bit(v.Cmp(prime) < 0); got != want {
			t.Errorf("SetBytes %x: %d, want %d", b, got, want)
		}
		if r != element(new(big.Int).Mod(v, prime)) {
			t.Errorf("SetBytes %x: %x", b, r)
		}
		before := a
		a.PutBytes(&back)
		if new(big.Int).SetBytes(back[:]).Cmp(new(big.Int).Mod(v, prime)) != 0 || a != before {
			t.Errorf("PutBytes %x: %x", a, back)
		}
	}
}

func TestSetters(t *testing.T) {
	var r Element
	if r.SetInt(77); number(&r).Int64() != 77 {
		t.Errorf("SetInt %x", r)
	}
	if r.SetOne(); number(&r).Int64() != 1 {
		t.Errorf("SetOne %x", r)
	}
	if r.SetZero(); number(&r).Sign() != 0 {
		t.Errorf("SetZero %x", r)
	}
	if r.SetLimbs(&[4]uint64{1, 2, 3, 4}); r != FromLimbs(1, 2, 3, 4) {
		t.Errorf("SetLimbs %x", r)
	}
	var cube, minusOne Element
	cube.Sqr(&Beta)
	cube.Mul(&cube, &Beta)
	minusOne.SetOne()
	minusOne.CondNeg(1)
	if r.SetOne(); cube.Equal(&r) != 1 || Beta.Equal(&r) != 0 {
		t.Errorf("Beta^3 = %x", cube)
	}
}

func TestInv(t *testing.T) {
	source := rand.New(rand.NewSource(5))
	values := edges()
	for n := 0; n < 500; n++ {
		values = append(values, random(source))
	}
	var inverses []Element
	for i := range values {
		var want Element
		if x := new(big.Int).ModInverse(number(&values[i]), prime); x != nil {
			want = element(x)
		}
		inverses = append(inverses, want)
		var r Element
		if r.Inv(&values[i]); r != want {
			t.Errorf("Inv %x = %x, want %x", values[i], r, want)
		}
		if r.InvVar(&values[i]); r != want {
			t.Errorf("InvVar %x = %x, want %x", values[i], r, want)
		}
		if r = values[i]; true {
			r.Inv(&r)
		}
		if r != want {
			t.Errorf("Inv in place %x = %x, want %x", values[i], r, want)
		}
	}
	for _, n := range []int{0, 1, 2, 3, 64, 127, 128, 129, 256, 300, len(values)} {
		r, place := make([]Element, n), append([]Element{}, values[:n]...)
		BatchInvVar(r, place)
		for i := range r {
			if r[i].Equal(&inverses[i]) != 1 || place[i] != values[i] {
				t.Fatalf("BatchInvVar of %d, %d: %x = %x", n, i, values[i], r[i])
			}
		}
		BatchInvVar(place, place)
		for i := range r {
			if place[i].Equal(&inverses[i]) != 1 {
				t.Fatalf("BatchInvVar in place of %d, %d: %x = %x", n, i, values[i], place[i])
			}
		}
	}
	zeros := []Element{{}, element(prime), {}}
	if BatchInvVar(zeros, zeros); zeros[0] != zeros[1] || zeros[2] != (Element{}) ||
		zeros[0] != zeros[2] {
		t.Errorf("BatchInvVar of zeros: %x", zeros)
	}
}

func TestSqrt(t *testing.T) {
	source := rand.New(rand.NewSource(6))
	values := edges()
	for n := 0; n < 200; n++ {
		values = append(values, random(source))
	}
	squares := 0
	for _, a := range values {
		var r, s Element
		got := r.Sqrt(&a)
		want := bit(big.Jacobi(new(big.Int).Mod(number(&a), prime), prime) >= 0)
		squares += int(want)
		if got != want {
			t.Errorf("Sqrt %x: %d", a, got)
		}
		if a.IsSquareVar() != (got == 1) {
			t.Errorf("IsSquareVar %x", a)
		}
		if s.Sqr(&r); got == 0 {
			s.Neg(&s)
		}
		if s.Equal(&a) != 1 {
			t.Errorf("Sqrt %x = %x", a, r)
		}
		s = a
		if s.Sqrt(&s) != got || s != r {
			t.Errorf("Sqrt in place %x", a)
		}
	}
	if squares < 50 || len(values)-squares < 50 {
		t.Errorf("%d squares of %d", squares, len(values))
	}
}

func TestSqrN(t *testing.T) {
	a := random(rand.New(rand.NewSource(7)))
	for _, n := range []int{1, 2, 88, 255} {
		var r, want Element
		r.SqrN(&a, n)
		want = a
		for i := 0; i < n; i++ {
			want.Sqr(&want)
		}
		if r != want {
			t.Errorf("SqrN %d: %x, want %x", n, r, want)
		}
	}
}

func TestAllocations(t *testing.T) {
	batch := make([]Element, 200)
	other := make([]Element, 200)
	for name, f := range map[string]func(){
		"arithmetic": func() {
			var a, b Element
			a.SetInt(3)
			b.Add(&a, &a)
			b.Mul(&a, &b)
			b.Sqr(&b)
			b.Mul2(&a, &b, &a, &b)
			b.MulSqr(&a, &b, &a)
			b.SqrAdd(&a, &b)
			b.SqrN(&b, 4)
			b.Sqrt(&b)
			b.Inv(&b)
			b.InvVar(&b)
			batch[0] = b
		},
		"batch":          func() { BatchInvVar(other, batch) },
		"batch in place": func() { BatchInvVar(batch, batch) },
	} {
		if n := testing.AllocsPerRun(10, f); n != 0 {
			t.Errorf("%s: %v allocations", name, n)
		}
	}
}

// BenchmarkField has each operation by each body of code.
func BenchmarkField(b *testing.B) {
	x, y := random(rand.New(rand.NewSource(8))), random(rand.New(rand.NewSource(9)))
	for _, body := range cases.Bodies() {
		run := func(name string, f func()) {
			b.Run(fmt.Sprintf("%s/%s", name, body.Name), func(b *testing.B) {
				defer body.Use()()
				for i := 0; i < b.N; i++ {
					f()
				}
			})
		}
		run("Add", func() { x.Add(&x, &y) })
		run("Sub", func() { x.Sub(&x, &y) })
		run("Mul", func() { x.Mul(&x, &y) })
		run("Sqr", func() { x.Sqr(&x) })
		run("SqrN100", func() { x.SqrN(&x, 100) })
		run("Mul2", func() { x.Mul2(&x, &y, &y, &x) })
		run("MulSqr", func() { x.MulSqr(&x, &y, &y) })
		run("SqrAdd", func() { x.SqrAdd(&x, &y) })
		run("Sqrt", func() { x.Sqrt(&x) })
		run("Inv", func() { x.Inv(&x); x.n[0]++ })
		run("InvVar", func() { x.InvVar(&x); x.n[0]++ })
	}
}
