// Recodings and the split, by the numbers that their digits stand for.

package scalar

import (
	"math/big"
	"math/rand"
	"testing"

	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/cases"
)

// recoded are the scalars that every recoding is tried on.
func recoded() []Scalar {
	source := rand.New(rand.NewSource(5))
	values := edges()
	for n := 0; n < cases.Full(1000, 100); n++ {
		values = append(values, random(source))
	}
	return values
}

// signedBits is what the first l bits of v stand for, each +1 or -1 times its power.
func signedBits(v *big.Int, l uint) *big.Int {
	r := new(big.Int).Lsh(v, 1)
	return r.Sub(r, new(big.Int).Sub(new(big.Int).Lsh(one, l), one))
}

// windows is the sum of the odd digits of v, w bits each, in l bits.
func windows(t *testing.T, v []uint64, l, w int) *big.Int {
	t.Helper()
	r := new(big.Int)
	for i := 0; i < l; i += w {
		count := min(w, l-i)
		d := OddDigitAt(v, i, count)
		if d.Index >= 1<<uint(count-1) || d.Negative > 1 {
			t.Fatalf("digit %+v of %d bits", d, count)
		}
		digit := big.NewInt(int64(2*d.Index + 1))
		if d.Negative == 1 {
			digit.Neg(digit)
		}
		r.Add(r, digit.Lsh(digit, uint(i)))
	}
	return r
}

func TestRecodeOdd(t *testing.T) {
	offset := OddOffset(256)
	for _, k := range recoded() {
		var v [4]uint64
		RecodeOdd(&v, &k, &offset)
		sum := signedBits(words(v), 256)
		if mod(sum).Cmp(number(&k)) != 0 {
			t.Fatalf("%x: bits stand for %x", k, sum)
		}
		for _, w := range []int{1, 4, 5, 6, 7, 8, 13, 31} {
			if got := windows(t, v[:], 256, w); got.Cmp(sum) != 0 {
				t.Fatalf("%x: windows of %d give %x, want %x", k, w, got, sum)
			}
		}
	}
}

func TestRecodeOddGLV(t *testing.T) {
	offset := OddOffsetGLV()
	for _, k := range recoded() {
		var v1, v2 [3]uint64
		RecodeOddGLV(&v1, &v2, &k, &offset)
		if v1[2] > 3 || v2[2] > 3 {
			t.Fatalf("%x: %x, %x have more than 130 bits", k, v1, v2)
		}
		k1, k2 := signedBits(words(v1), 130), signedBits(words(v2), 130)
		sum := new(big.Int).Mul(k2, lambda)
		if mod(sum.Add(sum, k1)).Cmp(number(&k)) != 0 {
			t.Fatalf("%x: bits stand for %x, %x", k, k1, k2)
		}
		for _, w := range []int{1, 5, 10, 13} {
			if windows(t, v1[:], 130, w).Cmp(k1) != 0 || windows(t, v2[:], 130, w).Cmp(k2) != 0 {
				t.Fatalf("%x: windows of %d", k, w)
			}
		}
	}
}

func TestSplitLambdaSum(t *testing.T) {
	for _, k := range recoded() {
		var k1, k2 Scalar
		k.SplitLambda(&k1, &k2)
		sum := new(big.Int).Mul(number(&k2), lambda)
		if mod(sum.Add(sum, number(&k1))).Cmp(number(&k)) != 0 {
			t.Fatalf("%x = %x + lambda %x", k, k1, k2)
		}
		a, b := k, k
		if a.SplitLambda(&a, &b); a != k1 || b != k2 {
			t.Fatalf("%x: first half in place", k)
		}
		a, b = k, k
		if b.SplitLambda(&a, &b); a != k1 || b != k2 {
			t.Fatalf("%x: second half in place", k)
		}
	}
	square := new(big.Int).Mul(lambda, lambda)
	if mod(square.Add(square, lambda).Add(square, one)).Sign() != 0 {
		t.Errorf("lambda is no cube root of unity")
	}
}

// checkWNAF checks the digits of width w of a scalar that stands for want.
func checkWNAF(t *testing.T, digits []int16, used, w int, want *big.Int) {
	t.Helper()
	sum, last := new(big.Int), -w
	for i, d := range digits {
		if d == 0 {
			continue
		}
		if d&1 == 0 || int(d) >= 1<<uint(w-1) || int(d) <= -1<<uint(w-1) || i-last < w ||
			i >= used {
			t.Fatalf("width %d, used %d: digit %d at %d after %d", w, used, d, i, last)
		}
		last = i
		sum.Add(sum, new(big.Int).Lsh(big.NewInt(int64(d)), uint(i)))
	}
	if sum.Cmp(want) != 0 || used > 0 && digits[used-1] == 0 {
		t.Fatalf("width %d: digits add up to %x, want %x; used %d", w, sum, want, used)
	}
}

func TestWNAFVar(t *testing.T) {
	var digits [257]int16
	for _, k := range recoded() {
		for w := 2; w <= 16; w++ {
			for i := range digits {
				digits[i] = 1
			}
			used := WNAFVar(digits[:], &k, w)
			checkWNAF(t, digits[:], used, w, signed(&k))
			var halves [2]Scalar
			k.SplitLambda(&halves[0], &halves[1])
			for i := range halves {
				used := WNAFVar(digits[:129], &halves[i], w)
				checkWNAF(t, digits[:129], used, w, signed(&halves[i]))
			}
		}
	}
}

func TestMagnitudeVar(t *testing.T) {
	for _, k := range recoded() {
		v, negative := k.MagnitudeVar()
		want := signed(&k)
		if got := words(v); got.CmpAbs(want) != 0 || negative != (want.Sign() < 0) {
			t.Errorf("%x: %x, %v", k, got, negative)
		}
	}
}

func TestSignedVar(t *testing.T) {
	for _, k := range recoded() {
		want := signed(&k)
		if got := k.SignedVar(); words(got).Cmp(new(big.Int).And(want, all256)) != 0 {
			t.Errorf("%x: %x", k, got)
		}
	}
}
