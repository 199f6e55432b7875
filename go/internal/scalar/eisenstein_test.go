// Digits in Z[omega]: their tables from the definition, and the numbers that they stand for.

package scalar

import (
	"math/big"
	"math/rand"
	"testing"
)

// sparse are the digits of both widths that the module uses.
var sparse = map[int]*EisensteinDigits{
	2: digitsOf(2, EisensteinSparse[:2]),
	3: digitsOf(3, EisensteinSparse[:]),
}

func digitsOf(width int, entries []Eisenstein) *EisensteinDigits {
	d := new(EisensteinDigits)
	d.SetVar(width, entries)
	return d
}

func (x Eisenstein) norm() int { return x.A*x.A - x.A*x.B + x.B*x.B }

// most is the larger part.
func (x Eisenstein) most() int { return max(x.A, -x.A, x.B, -x.B) }

// value is x for omega = lambda.
func (x Eisenstein) value() *big.Int {
	r := new(big.Int).Mul(big.NewInt(int64(x.B)), lambda)
	return r.Add(r, big.NewInt(int64(x.A)))
}

// least is the least norm of the numbers that are x mod m.
func least(x Eisenstein, m int) int {
	norm := x.norm()
	for a := x.A%m - 2*m; a <= 2*m; a += m {
		for b := x.B%m - 2*m; b <= 2*m; b += m {
			norm = min(norm, Eisenstein{a, b}.norm())
		}
	}
	return norm
}

func TestEisensteinSparseTables(t *testing.T) {
	for w, d := range sparse {
		m := 1 << w
		used := map[EisensteinCode]bool{}
		for i := range m * m {
			residue := Eisenstein{i % m, i / m}
			code, _ := d.NextVar(uint64(residue.A), uint64(residue.B), 0)
			digit := d.ValueVar(code)
			if (residue.A|residue.B)&1 == 0 {
				if code != EisensteinZero {
					t.Errorf("width %d: %v has the digit %v", w, residue, digit)
				}
				continue
			}
			if (digit.A-residue.A)%m != 0 || (digit.B-residue.B)%m != 0 || digit.most() >= m ||
				digit.norm() != least(residue, m) {
				t.Errorf("width %d: %v has the digit %v", w, residue, digit)
			}
			used[code] = true
		}
		if len(used) != 6*len(d.Entries) || len(used) != 3*m*m/4 {
			t.Errorf("width %d: %d digits", w, len(used))
		}
		for i, z := range d.Entries {
			before := Eisenstein{}
			if i > 0 {
				before = d.Entries[i-1]
			}
			if u := d.ValueVar(d.Units[i]); u.norm() != 1 || before.sum(u) != z {
				t.Errorf("width %d: the unit of entry %d is %v", w, i, u)
			}
		}
	}
}

// TestEisensteinCarries: the low bits of both parts and what they got are the digit plus 2^w times
// what they leave.
func TestEisensteinCarries(t *testing.T) {
	for w, d := range sparse {
		m := 1 << w
		for i := range 4 * m * m {
			a, b, carryA, carryB := i%m, i/m%m, i/m/m&1, i/m/m>>1
			code, left := d.NextVar(uint64(a+5*m), uint64(b+9*m), uint64(carryA|carryB<<1))
			x, digit := Eisenstein{a + carryA, b + carryB}, d.ValueVar(code)
			if (x.A|x.B)&1 == 0 {
				continue // never asked for
			}
			leftA, leftB := int(left&1), int(left>>1)
			if leftB > 1 || x != digit.sum(Eisenstein{m * leftA, m * leftB}) {
				t.Errorf("width %d: %v is %v and leaves %d, %d", w, x, digit, leftA, leftB)
			}
		}
	}
}

// TestEisensteinLast: what may be left at the last bits is a digit, or twice one.
func TestEisensteinLast(t *testing.T) {
	d := sparse[3]
	for a := -3; a <= 3; a++ {
		for b := -2; b <= 2; b++ {
			x := Eisenstein{a, b}
			if (a|b)&1 == 0 {
				x = Eisenstein{a / 2, b / 2}
			}
			if code, _ := d.NextVar(uint64(x.A), uint64(x.B), 0); d.ValueVar(code) != x {
				t.Errorf("%v is no digit of its own", x)
			}
		}
	}
}

// sparseScalars are those of all recodings and others whose halves are patterns of bits.
func sparseScalars() []Scalar {
	all := recoded()
	patterns := []*big.Int{new(big.Int), one, big.NewInt(-1)}
	for _, pattern := range []int64{0x55, 0x33, 0x0f, 0xff, 0x6d, 0x92} {
		v := new(big.Int)
		for range 15 {
			v.Lsh(v, 8).Or(v, big.NewInt(pattern))
		}
		patterns = append(patterns, v, new(big.Int).Neg(v))
	}
	for n := uint(1); n <= 126; n += 5 {
		patterns = append(patterns, new(big.Int).Lsh(one, n),
			new(big.Int).Sub(one, new(big.Int).Lsh(one, n)))
	}
	for _, a := range patterns {
		for _, b := range patterns {
			v := new(big.Int).Mul(b, lambda)
			var k Scalar
			k.n = raw(mod(v.Add(v, a)))
			all = append(all, k)
		}
	}
	return all
}

func TestSparseVar(t *testing.T) {
	highest := 0
	for _, k := range sparseScalars() {
		for w, d := range sparse {
			if w == 2 && order.BitLen() > 128 {
				continue // its length is proved for small groups
			}
			var digits [SparseLength]EisensteinCode
			used := d.SparseVar(&digits, &k)
			sum, last := new(big.Int), -w
			for i, code := range digits {
				if code == EisensteinZero {
					continue
				}
				if i-last < w || i >= used {
					t.Fatalf("%x: width %d, used %d: a digit at %d after %d", k, w, used, i, last)
				}
				last = i
				sum.Add(sum, new(big.Int).Lsh(d.ValueVar(code).value(), uint(i)))
			}
			if mod(sum).Cmp(number(&k)) != 0 || used > 0 && used != last+1 {
				t.Fatalf("%x: width %d: the digits stand for %x; used %d", k, w, mod(sum), used)
			}
			highest = max(highest, used)
		}
	}
	if order.BitLen() == 256 && highest != SparseLength {
		t.Errorf("no scalar has more than %d digits", highest)
	}
}

// TestSparseCount: one digit for 10/3 bits.
func TestSparseCount(t *testing.T) {
	if order.BitLen() != 256 {
		t.Skip("the scalars of a small group are short")
	}
	source := rand.New(rand.NewSource(7))
	const scalars = 2000
	count := 0
	for range scalars {
		var k Scalar
		k.SetLimbs(&[4]uint64{source.Uint64(), source.Uint64(), source.Uint64(), source.Uint64()})
		var digits [SparseLength]EisensteinCode
		sparse[3].SparseVar(&digits, &k)
		for _, code := range digits {
			if code != EisensteinZero {
				count++
			}
		}
	}
	if mean := float64(count) / scalars; mean < 38 || mean > 39.4 {
		t.Errorf("%.2f digits", mean)
	} else {
		t.Logf("%.2f digits", mean)
	}
}
