// Scalars against big integers, modulo whichever order is built in.

package scalar

import (
	"math/big"
	"math/rand"
	"testing"

	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/cases"
)

func (o *op) check(t *testing.T, values []Scalar) {
	t.Helper()
	x := make([]*big.Int, o.in)
	separate := make([]*Scalar, o.in)
	for i := range x {
		v := values[i]
		x[i], separate[i] = number(&v), &v
	}
	want := new(big.Int)
	o.want(want, x)
	var got Scalar
	o.do(&got, separate)
	if number(&got).Cmp(mod(want)) != 0 {
		t.Fatalf("%s %x = %x, want %x", o.name, values[:o.in], got, mod(want))
	}
	for i := range separate {
		if *separate[i] != values[i] {
			t.Fatalf("%s %x changed operand %d", o.name, values[:o.in], i)
		}
	}
}

func TestOperations(t *testing.T) {
	all := edges()
	if len(all) < 40 {
		t.Fatalf("%d edges", len(all))
	}
	source := rand.New(rand.NewSource(1))
	for i := range ops {
		for j := range all {
			for k := range all {
				if ops[i].in > 1 && (!testing.Short() || (j+k)%5 == 0) || k == 0 {
					ops[i].check(t, []Scalar{all[j], all[k]})
				}
			}
		}
		for n := 0; n < cases.Full(3000, 300); n++ {
			ops[i].check(t, []Scalar{random(source), random(source)})
		}
	}
}

func TestAliasing(t *testing.T) {
	source := rand.New(rand.NewSource(2))
	all := edges()
	for i := range ops {
		o := &ops[i]
		cases.Partitions(1+o.in, func(place []int) {
			for n := 0; n < 50; n++ {
				var store [3]Scalar
				for j := range store {
					store[j] = random(source)
					if n < 20 {
						store[j] = all[source.Intn(len(all))]
					}
				}
				x := make([]*Scalar, o.in)
				separate := make([]*Scalar, o.in)
				for j := range x {
					x[j] = &store[place[1+j]]
					v := *x[j]
					separate[j] = &v
				}
				var want Scalar
				o.do(&want, separate)
				o.do(&store[place[0]], x)
				if store[place[0]] != want {
					t.Fatalf("%s with pointers %v: %x, want %x", o.name, place, store[place[0]],
						want)
				}
			}
		})
	}
}

func TestPredicates(t *testing.T) {
	half := new(big.Int).Rsh(order, 1)
	values := edges()
	for i := range values {
		a := values[i]
		v := number(&a)
		if got, want := a.IsZero(), bit(v.Sign() == 0); got != want ||
			a.IsZeroVar() != (want == 1) {
			t.Fatalf("%x: IsZero %d", a, got)
		}
		if got := a.IsHigh(); got != bit(v.Cmp(half) > 0) {
			t.Fatalf("%x: IsHigh %d", a, got)
		}
		for j := range values {
			b := values[j]
			if got := a.Equal(&b); got != bit(v.Cmp(number(&b)) == 0) {
				t.Fatalf("%x, %x: Equal %d", a, b, got)
			}
			r := a
			if r.CMov(&b, 0); r != a {
				t.Fatalf("CMov 0 moved")
			}
			if r.CMov(&b, 1); r != b {
				t.Fatalf("CMov 1 did not move")
			}
		}
		r := a
		if r.CondNeg(0); r != a {
			t.Fatalf("CondNeg 0 of %x: %x", a, r)
		}
		if r.CondNeg(1); number(&r).Cmp(mod(new(big.Int).Neg(v))) != 0 {
			t.Fatalf("CondNeg 1 of %x: %x", a, r)
		}
	}
}

func TestBytes(t *testing.T) {
	var values []*big.Int
	for _, base := range []*big.Int{new(big.Int), order, all256, new(big.Int).Rsh(order, 1)} {
		for d := int64(-3); d <= 3; d++ {
			if v := new(big.Int).Add(base, big.NewInt(d)); v.Sign() >= 0 && v.Cmp(all256) <= 0 {
				values = append(values, v)
			}
		}
	}
	source := rand.New(rand.NewSource(3))
	for n := 0; n < 100; n++ {
		values = append(values, new(big.Int).Rand(source, all256))
	}
	for _, v := range values {
		var b, back [32]byte
		v.FillBytes(b[:])
		var r Scalar
		if got := r.SetBytes(&b); got != bit(v.Cmp(order) >= 0) || number(&r).Cmp(mod(v)) != 0 {
			t.Errorf("SetBytes %x: %x, %d", b, r, got)
		}
		if r.PutBytes(&back); new(big.Int).SetBytes(back[:]).Cmp(mod(v)) != 0 {
			t.Errorf("PutBytes %x: %x", r, back)
		}
		valid := bit(v.Sign() > 0 && v.Cmp(order) < 0)
		if got := r.SetBytesSeckey(&b); got != valid || number(&r).Cmp(mod(v)) != 0 {
			t.Errorf("SetBytesSeckey %x: %x, %d", b, r, got)
		}
		limbs := raw(v)
		if r.SetLimbs(&limbs); number(&r).Cmp(mod(v)) != 0 || r.Limbs() != raw(mod(v)) {
			t.Errorf("SetLimbs %x: %x", v, r)
		}
	}
	var r Scalar
	if r.SetInt(77); number(&r).Cmp(mod(big.NewInt(77))) != 0 {
		t.Errorf("SetInt %x", r)
	}
	if r.SetOne(); number(&r).Cmp(one) != 0 {
		t.Errorf("SetOne %x", r)
	}
	if r.SetZero(); number(&r).Sign() != 0 {
		t.Errorf("SetZero %x", r)
	}
}

func TestBatchInvVar(t *testing.T) {
	source := rand.New(rand.NewSource(4))
	values := edges()
	for len(values) < 300 {
		values = append(values, random(source))
	}
	for _, n := range []int{0, 1, 2, 3, 64, 127, 128, 129, 256, len(values)} {
		r, place := make([]Scalar, n), append([]Scalar{}, values[:n]...)
		BatchInvVar(r, place)
		for i := range r {
			var want Scalar
			if want.InvVar(&values[i]); r[i] != want || place[i] != values[i] {
				t.Fatalf("BatchInvVar of %d, %d: %x = %x", n, i, values[i], r[i])
			}
		}
		BatchInvVar(place, place)
		for i := range r {
			if place[i] != r[i] {
				t.Fatalf("BatchInvVar in place of %d, %d: %x = %x", n, i, values[i], place[i])
			}
		}
	}
}

func TestAllocations(t *testing.T) {
	batch, other := make([]Scalar, 200), make([]Scalar, 200)
	digits := make([]int16, 257)
	var sparseDigits [SparseLength]EisensteinCode
	offset, offsetGLV := OddOffset(256), OddOffsetGLV()
	for name, f := range map[string]func(){
		"arithmetic": func() {
			var a, b Scalar
			a.SetInt(3)
			b.Add(&a, &a)
			b.Mul(&a, &b)
			b.Half(&b)
			b.Inv(&b)
			b.InvVar(&b)
			b.SplitLambda(&a, &b)
			batch[0] = b
		},
		"recoding": func() {
			var v [4]uint64
			var v1, v2 [3]uint64
			RecodeOdd(&v, &batch[0], &offset)
			RecodeOddGLV(&v1, &v2, &batch[0], &offsetGLV)
			d := OddDigitAt(v1[:], 125, 5)
			digits[0] = int16(d.Index) + int16(WNAFVar(digits, &batch[0], 15))
			digits[1] = int16(sparse[3].SparseVar(&sparseDigits, &batch[0]))
		},
		"batch":          func() { BatchInvVar(other, batch) },
		"batch in place": func() { BatchInvVar(batch, batch) },
	} {
		if n := testing.AllocsPerRun(10, f); n != 0 {
			t.Errorf("%s: %v allocations", name, n)
		}
	}
}
