// Public scalars by digits in Z[omega], omega = lambda.
//
// omega^2 = -1 - omega, so k = k1 + k2*lambda (glv.go) is an Eisenstein integer z. It is written as
// the sum of d_j * 2^j, each digit d_j zero or a unit +-omega^r times one of a few entries.
// Multiplying a point by a unit costs nothing but beta*x.  The digits of width w stand for residues
// mod 2^w, whose classes under the six units have an entry each. The entries have the least norm of
// their classes, and each is the one before it plus a unit: a table of their multiples of a point
// is filled by additions of units times the point.
//
// Carries. Digits have both parts below 2^w in absolute value. A part reads w bits a of k1 (or k2)
// and the carry c, 0 or 1, and leaves (a + c - d)/2^w: a multiple of 2^w above -2^w and below
// 2 * 2^w, divided by 2^w, so 0 or 1 again. So digits are found from the bits of both halves in
// two's complement, their carries being all that is remembered.
//
// Sparse digits. Numbers that 2 divides have the digit zero here, and every other residue has a
// digit: 12 mod 4, which are two classes, and 48 mod 8, which are eight. A digit leaves a multiple
// of 2^w, so the next w - 1 are zero, and of the bits behind them one in four is skipped: there is
// one digit for w + 1/3 bits, on the average.
//
// Length of sparse digits of width 3. Parts are at most 5, so what is left at bit i of z has parts
// at most |k1|/2^i and |k2|/2^i plus 5 * (1/8 + 1/64 + ...) = 5/7.  By the bounds of SplitLambda
// those are below 3.26 and 2.88 at bit 126, 1.99 and 1.80 at bit 127, 1.36 and 1.26 at bit 128. One
// of these bits is looked at. The integers within those bounds, at most 3 and 2 at bit 126 and at
// most 1 behind it, are digits of their own if 2 does not divide them, which leave zero; and if it
// does, their half comes next. So the highest position is 128, and there are 43 digits at most.
//
// Length of those of width 2, which only a small group needs: parts are at most 2, and what is left
// has parts at most |k1|/2^i + 2/3 and |k2|/2^i + 2/3. In the small groups halves are below 2^7, so
// that nothing is left at bit 9; with width 3 there, 5/7 for 2/3, neither.

package scalar

import "math/bits"

// Eisenstein is A + B*omega.
type Eisenstein struct{ A, B int }

// sum is x + y.
func (x Eisenstein) sum(y Eisenstein) Eisenstein { return Eisenstein{x.A + y.A, x.B + y.B} }

// EisensteinCode is a digit: negative | rotation << 1 | entry << 3 stands for
// (-1)^negative * omega^rotation * entry. Zero is EisensteinZero alone, which names an entry too,
// that lanes may load and then not add.  code >> 1 & 63 is 4*entry + rotation: a row of a table of
// x, beta*x, beta^2*x, y for each entry.
type EisensteinCode uint8

// EisensteinZero is the digit zero.
const EisensteinZero EisensteinCode = 0x80

// NegativeVar returns 1 if the unit of c has the sign -1, else 0.
func (c EisensteinCode) NegativeVar() uint64 { return uint64(c & 1) }

// RotationVar returns the exponent of omega in the unit of c: 0, 1 or 2.
func (c EisensteinCode) RotationVar() int { return int(c >> 1 & 3) }

// EntryVar returns the index of the entry of c.
func (c EisensteinCode) EntryVar() int { return int(c >> 3 & 15) }

const (
	// SparseLength is the number of positions of sparse digits.
	SparseLength = 129

	mostEntries = len(EisensteinBase8)
)

// EisensteinDigits are the digits of one width; never written once they are made.
type EisensteinDigits struct {
	Entries []Eisenstein
	Units   [mostEntries]EisensteinCode // Units[i] is Entries[i] - Entries[i-1]; Units[0] is 1

	width int
	mask  uint64
	zeros [SparseLength]EisensteinCode
	// at what NextVar looks at: the code of the digit, and above it the carries
	next [256]uint16
}

// SetVar makes d the digits of that width that these entries give. in: the first entry is 1, each
// other one the one before it plus a unit; parts of digits are below 2^width; width <= 3. A residue
// of two digits has the one with the lower code, one of none has the digit zero.
func (d *EisensteinDigits) SetVar(width int, entries []Eisenstein) {
	m := 1 << width
	*d = EisensteinDigits{Entries: entries, width: width, mask: uint64(m - 1)}
	for i := range d.zeros {
		d.zeros[i] = EisensteinZero
	}
	var codes [64]EisensteinCode
	for i := range codes {
		codes[i] = EisensteinZero
	}
	for i := range entries {
		var before Eisenstein
		if i > 0 {
			before = entries[i-1]
		}
		for unit := range EisensteinCode(6) {
			code := EisensteinCode(i)<<3 | unit
			if before.sum(d.ValueVar(unit)) == entries[i] {
				d.Units[i] = unit
			}
			z := d.ValueVar(code)
			if residue := z.A&(m-1) | z.B&(m-1)<<3; codes[residue] == EisensteinZero {
				codes[residue] = code
			}
		}
	}
	for i := range d.next {
		z := Eisenstein{i&7 + i>>6&1, i>>3&7 + i>>7}
		code := codes[z.A&(m-1)|z.B&(m-1)<<3]
		digit := d.ValueVar(code)
		carries := (z.A-digit.A)>>width&1 | (z.B-digit.B)>>width&1<<1
		d.next[i] = uint16(code) | uint16(carries)<<8
	}
}

// ValueVar returns the digit that c stands for.
func (d *EisensteinDigits) ValueVar(c EisensteinCode) Eisenstein {
	if c == EisensteinZero {
		return Eisenstein{}
	}
	z := d.Entries[c.EntryVar()]
	for range c.RotationVar() {
		z = Eisenstein{-z.B, z.A - z.B}
	}
	if c.NegativeVar() == 1 {
		z = Eisenstein{-z.A, -z.B}
	}
	return z
}

// NextVar returns the digit of a number whose parts end in a and b, of which the low bits count,
// and that got carries, the one for a in bit 0, for b in bit 1; and the carries that it leaves.
func (d *EisensteinDigits) NextVar(a, b, carries uint64) (EisensteinCode, uint64) {
	next := d.next[(a&d.mask|b&d.mask<<3|carries<<6)&255]
	return EisensteinCode(next), uint64(next >> 8)
}

// EisensteinSparse are the entries of sparse digits: all of them of width 3, two of width 2.
// EisensteinBase8 are those of digits in base 8, where multiples of 2 have digits too.  Never
// written.
var (
	EisensteinSparse = [8]Eisenstein{{1, 0}, {1, -1}, {1, -2}, {1, -3}, {0, -3}, {-1, -3}, {-1, -4},
		{-2, -5}}
	EisensteinBase8 = [11]Eisenstein{{1, 0}, {2, 0}, {3, 0}, {4, 0}, {4, 1}, {3, 1}, {2, 1}, {3, 2},
		{4, 2}, {4, 3}, {5, 3}}
)

// SparseVar writes k as the sum of digits[i] * 2^i; of the digits no two that are not zero are
// within the width of d, whose entries are of EisensteinSparse.  Returns 1 + the index of the
// highest digit that is not zero, 0 if there is none.  time: variable.
func (d *EisensteinDigits) SparseVar(digits *[SparseLength]EisensteinCode, k *Scalar) int {
	var k1, k2 Scalar
	k.SplitLambda(&k1, &k2)
	v1, v2 := k1.SignedVar(), k2.SignedVar()
	*digits = d.zeros
	const windowSkip = 60 // three bits behind it are in the window
	carries, used := uint64(0), 0
	for bit := 0; bit < SparseLength; {
		// Skips to the next bit that differs from the carry in either half.
		a, b := windowVar(v1[:], bit), windowVar(v2[:], bit)
		skip := bits.TrailingZeros64((a ^ -(carries & 1)) | (b ^ -(carries >> 1)) | 1<<windowSkip)
		if bit += skip; skip == windowSkip {
			continue
		}
		if bit >= SparseLength {
			break
		}
		digits[bit], carries = d.NextVar(a>>skip, b>>skip, carries)
		used = bit + 1
		bit += d.width
	}
	return used
}
