// Digits of the Eisenstein integers: their tables and their sums, against the numbers they stand
// for.

package lanes

import (
	"math/big"
	"testing"

	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/scalar"
)

func TestEisensteinTables(t *testing.T) {
	if eisenstein.ValueVar(codeStart) != (scalar.Eisenstein{A: 4}) {
		t.Error("the start is not 4")
	}
	for i, z := range eisenstein.Entries {
		var before scalar.Eisenstein
		if i > 0 {
			before = eisenstein.Entries[i-1]
		}
		u := eisenstein.Units[i]
		unit := eisenstein.ValueVar(u)
		if u > 5 || before.A+unit.A != z.A || before.B+unit.B != z.B {
			t.Errorf("the unit of entry %d is wrong", i)
		}
	}
	// Three bits of each half and a carry are the digit plus 8 times the carry that is left.
	for i := range 256 {
		a, b := i&7+i>>6&1, i>>3&7+i>>7
		code, left := eisenstein.NextVar(uint64(i&7), uint64(i>>3), uint64(i>>6))
		d := eisenstein.ValueVar(code)
		if a != d.A+8*int(left&1) || b != d.B+8*int(left>>1) || left > 3 ||
			max(d.A, -d.A, d.B, -d.B) > 5 {
			t.Errorf("%d + %d omega has the digit %v and leaves %d", a, b, d, left)
		}
	}
	// What is left for the last digit is a digit.
	for a := -3; a <= 3; a++ {
		for b := -2; b <= 2; b++ {
			code, _ := eisenstein.NextVar(uint64(a), uint64(b), 0)
			if d := eisenstein.ValueVar(code); d != (scalar.Eisenstein{A: a, B: b}) {
				t.Errorf("%d + %d omega is no digit of its own", a, b)
			}
		}
	}
}

func TestEisensteinDigits(t *testing.T) {
	source := newSource(t)
	all := edgeScalars()
	for range 2000 {
		all = append(all, randomScalar(source))
	}
	for i := range all {
		var d [eisensteinCount]scalar.EisensteinCode
		var sum, eight scalar.Scalar
		var k1, k2 scalar.Scalar
		all[i].SplitLambda(&k1, &k2)
		v1, v2 := k1.SignedVar(), k2.SignedVar()
		eisensteinVar(&d, [3]uint64(v1[:3]), [3]uint64(v2[:3]))
		eight.SetInt(8)
		for j := len(d) - 1; j >= 0; j-- {
			z := eisenstein.ValueVar(d[j])
			digit, b := scalarOf(big.NewInt(int64(z.A))), scalarOf(big.NewInt(int64(z.B)))
			b.Mul(&b, &scalar.Lambda)
			digit.Add(&digit, &b)
			sum.Mul(&sum, &eight)
			sum.Add(&sum, &digit)
		}
		if sum != all[i] {
			t.Fatalf("the digits of %x are wrong", all[i].Limbs())
		}
	}
}
