// Public scalars in base 8 with digits in Z[omega] (scalar/eisenstein_var.go): one addition per
// three doublings, from a table of eleven points.
//
// The 63 nonzero residues mod 8 are eleven classes under the six units. Digits have both parts in
// -5 ... 5.
//
// Length. 43 digits always suffice. After 42, what is left is z/8^42 minus the sum of d_j * 8^j /
// 8^42, whose parts are at most 5 * (1/8 + 1/64 + ...) = 5/7. By the bounds of SplitLambda the
// parts of z/8^42 are below 0.636 * 2^128 / 2^126 = 2.544 and 0.541 * 2^128 / 2^126 = 2.164, so
// those of what is left, integers, are within 3.26 and 2.88: at most 3 and 2. Each such number is a
// digit, and its own, so the 43rd step leaves zero. 43 digits read 129 bits, the last of them the
// sign.

package lanes

import "github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/scalar"

const (
	eisensteinEntries = len(scalar.EisensteinBase8)
	eisensteinCount   = 43
)

// codeStart is the code of the entry 4.
const codeStart scalar.EisensteinCode = 3 << 3

// rowOf is 4*entry + rotation: a row of a table of x, beta*x, beta^2*x, y for each entry.
func rowOf(c scalar.EisensteinCode) uint32 { return uint32(c >> 1 & 63) }

// eisenstein are the digits; the kernels have their own table of them.
var eisenstein = func() (d scalar.EisensteinDigits) {
	d.SetVar(3, scalar.EisensteinBase8[:])
	return d
}()

// eisensteinVar sets d to the digits of v1 + v2*omega, both in two's complement, the lowest first.
// time: variable.
func eisensteinVar(d *[eisensteinCount]scalar.EisensteinCode, v1, v2 [3]uint64) {
	carries := uint64(0)
	for j := range d {
		d[j], carries = eisenstein.NextVar(v1[0], v2[0], carries)
		for _, v := range []*[3]uint64{&v1, &v2} {
			v[0] = v[0]>>3 | v[1]<<61
			v[1] = v[1]>>3 | v[2]<<61
			v[2] >>= 3
		}
	}
}
