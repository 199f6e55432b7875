// Public scalars in base 8 with digits in Z[omega], omega = lambda: one addition per three
// doublings, from a table of eleven points.
//
// omega^2 = -1 - omega, so k = k1 + k2*lambda (scalar/glv.go) is an Eisenstein integer z. It is
// written as the sum of d_j * 8^j, each digit zero or a unit +-omega^r times one of eleven entries:
// the 63 nonzero residues mod 8 are eleven classes under the six units, and multiplying a point by
// a unit costs nothing but beta*x. The entries have the least norm of their classes, and each is
// the one before it plus a unit: a table is filled by ten additions of +-omega^r * P, the first a
// doubling.
//
// Carries. Digits have both parts in -5 ... 5. A part reads three bits a of k1 (or k2) and the
// carry c, 0 or 1, and leaves (a + c - d)/8: a multiple of 8 in -5 ... 13, divided by 8, so 0 or 1
// again. So digits are found from the bits of both halves in two's complement, their carries being
// all that is remembered.
//
// Length. 43 digits always suffice. After 42, what is left is z/8^42 minus the sum of d_j * 8^j /
// 8^42, whose parts are at most 5 * (1/8 + 1/64 + ...) = 5/7. By the bounds of SplitLambda the
// parts of z/8^42 are below 0.636 * 2^128 / 2^126 = 2.544 and 0.541 * 2^128 / 2^126 = 2.164, so
// those of what is left, integers, are within 3.26 and 2.88: at most 3 and 2. Each such number is a
// digit, and its own, so the 43rd step leaves zero. 43 digits read 129 bits, the last of them the
// sign.

package lanes

import (
	"math/bits"

	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/scalar"
)

const (
	eisensteinEntries = 11
	eisensteinCount   = 43
)

// A code is a digit: negative | rotation << 1 | entry << 3 stands for
// (-1)^negative * omega^rotation * entry; zero is codeZero alone, which names an entry too, that
// lanes may load and then not add. code >> 1 & 63 is 4*entry + rotation: a row of a table of x,
// beta*x, beta^2*x, y for each entry.
type code uint8

const (
	codeZero  code = 0x80
	codeStart code = 3 << 3 // the entry 4
)

func (c code) negative() bool { return c&1 == 1 }
func (c code) rotation() int  { return int(c >> 1 & 3) }
func (c code) row() uint32    { return uint32(c >> 1 & 63) }

// The entries are 1, 2, 3, 4, 4+w, 3+w, 2+w, 3+2w, 4+2w, 4+3w, 5+3w with w = omega.
// eisensteinUnits[i] is the code of the unit by which entry i differs from entry i - 1, 0 < i.
var eisensteinUnits = [eisensteinEntries]code{0, 0, 0, 0, 2, 1, 1, 5, 0, 2, 0}

// What the residues mod 8 are, a + b*omega at a + 8*b: eisensteinCodes has the code of the digit,
// and a bit of eisensteinCarries[0] is set where the digit's a is 8 below the residue's, of
// eisensteinCarries[1] for b.
var (
	eisensteinCodes = [64]code{
		0x80, 0x00, 0x08, 0x10, 0x18, 0x11, 0x09, 0x01,
		0x02, 0x05, 0x30, 0x28, 0x20, 0x4a, 0x3a, 0x32,
		0x0a, 0x35, 0x0d, 0x38, 0x40, 0x52, 0x42, 0x2a,
		0x12, 0x3d, 0x2d, 0x15, 0x48, 0x50, 0x54, 0x22,
		0x1a, 0x4d, 0x45, 0x25, 0x1c, 0x24, 0x44, 0x4c,
		0x13, 0x23, 0x55, 0x51, 0x49, 0x14, 0x2c, 0x3c,
		0x0b, 0x2b, 0x43, 0x53, 0x41, 0x39, 0x0c, 0x34,
		0x03, 0x33, 0x3b, 0x4b, 0x21, 0x29, 0x31, 0x04,
	}
	eisensteinCarries = [2]uint64{0xf0f0f8f0c0e0e0e0, 0xfffffbf040000000}
)

// signedHalfVar returns a half of SplitLambda, k or k - n, whichever is near zero, in two's
// complement.
func signedHalfVar(k *scalar.Scalar) [3]uint64 {
	v, n := k.Limbs(), scalar.Order()
	if v[3] == 0 {
		return [3]uint64(v[:3])
	}
	t0, borrow := bits.Sub64(v[0], n[0], 0)
	t1, borrow := bits.Sub64(v[1], n[1], borrow)
	t2, _ := bits.Sub64(v[2], n[2], borrow)
	return [3]uint64{t0, t1, t2}
}

// eisensteinVar sets d to the digits of v1 + v2*omega, both in two's complement, the lowest first.
// time: variable.
func eisensteinVar(d *[eisensteinCount]code, v1, v2 [3]uint64) {
	var carry1, carry2 uint64
	for j := range d {
		ta, tb := v1[0]&7+carry1, v2[0]&7+carry2
		residue := ta&7 | tb&7<<3
		carry1 = ta>>3 | eisensteinCarries[0]>>residue&1
		carry2 = tb>>3 | eisensteinCarries[1]>>residue&1
		d[j] = eisensteinCodes[residue]
		for _, v := range []*[3]uint64{&v1, &v2} {
			v[0] = v[0]>>3 | v[1]<<61
			v[1] = v[1]>>3 | v[2]<<61
			v[2] >>= 3
		}
	}
}
