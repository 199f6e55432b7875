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

package scalar

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

const mostEntries = len(EisensteinBase8)

// EisensteinDigits are the digits of one width; never written once they are made.
type EisensteinDigits struct {
	Entries []Eisenstein
	Units   [mostEntries]EisensteinCode // Units[i] is Entries[i] - Entries[i-1]; Units[0] is 1

	width int
	mask  uint64
	// at what NextVar looks at: the code of the digit, and above it the carries
	next [256]uint16
}

// SetVar makes d the digits of that width that these entries give. in: the first entry is 1, each
// other one the one before it plus a unit; parts of digits are below 2^width; width <= 3. A residue
// of two digits has the one with the lower code, one of none has the digit zero.
func (d *EisensteinDigits) SetVar(width int, entries []Eisenstein) {
	m := 1 << width
	*d = EisensteinDigits{Entries: entries, width: width, mask: uint64(m - 1)}
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

// EisensteinBase8 are the entries of digits in base 8. Never written.
var EisensteinBase8 = [11]Eisenstein{{1, 0}, {2, 0}, {3, 0}, {4, 0}, {4, 1}, {3, 1}, {2, 1}, {3, 2},
	{4, 2}, {4, 3}, {5, 3}}
