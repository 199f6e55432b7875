// Digits of the Eisenstein integers: their tables and their sums, against the numbers they stand
// for.

package lanes

import (
	"math/big"
	"testing"

	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/scalar"
)

// eisenstein is a + b*omega.
type eisenstein struct{ a, b int }

var entries = [eisensteinEntries]eisenstein{
	{1, 0}, {2, 0}, {3, 0}, {4, 0}, {4, 1}, {3, 1}, {2, 1}, {3, 2}, {4, 2}, {4, 3}, {5, 3}}

// value is the digit of a code.
func (c code) value() eisenstein {
	if c == codeZero {
		return eisenstein{}
	}
	z := entries[c>>3]
	for range c.rotation() {
		z = eisenstein{-z.b, z.a - z.b}
	}
	if c.negative() {
		z = eisenstein{-z.a, -z.b}
	}
	return z
}

func (z eisenstein) norm() int { return z.a*z.a - z.a*z.b + z.b*z.b }

func TestEisensteinTables(t *testing.T) {
	if codeStart.value() != (eisenstein{4, 0}) {
		t.Error("the start is not 4")
	}
	for i := 1; i < eisensteinEntries; i++ {
		u, before, z := eisensteinUnits[i].value(), entries[i-1], entries[i]
		if u.norm() != 1 || before.a+u.a != z.a || before.b+u.b != z.b {
			t.Errorf("the unit of entry %d is wrong", i)
		}
	}
	// Three bits of each half and a carry are the digit plus 8 times the carry that is left.
	for i := range 256 {
		z := eisenstein{i&7 + i>>6&1, i>>3&7 + i>>7}
		residue := z.a&7 | z.b&7<<3
		d := eisensteinCodes[residue].value()
		carryA := z.a>>3 | int(eisensteinCarries[0]>>residue&1)
		carryB := z.b>>3 | int(eisensteinCarries[1]>>residue&1)
		if z.a != d.a+8*carryA || z.b != d.b+8*carryB || max(d.a, -d.a, d.b, -d.b) > 5 {
			t.Errorf("residue %v has the digit %v", z, d)
		}
	}
	// What is left for the last digit is a digit.
	for a := -3; a <= 3; a++ {
		for b := -2; b <= 2; b++ {
			if d := eisensteinCodes[a&7|b&7<<3].value(); d != (eisenstein{a, b}) {
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
		var d [eisensteinCount]code
		var sum, eight scalar.Scalar
		var k1, k2 scalar.Scalar
		all[i].SplitLambda(&k1, &k2)
		eisensteinVar(&d, signedHalfVar(&k1), signedHalfVar(&k2))
		eight.SetInt(8)
		for j := len(d) - 1; j >= 0; j-- {
			z := d[j].value()
			digit, b := scalarOf(big.NewInt(int64(z.a))), scalarOf(big.NewInt(int64(z.b)))
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
