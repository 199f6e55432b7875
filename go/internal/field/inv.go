// The inverse in constant time.

package field

import "github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/modinv"

// modulus is p = 2^256 - c, in limbs of 62 bits. Never written.
var modulus = modinv.Modulus{Limbs: [5]int64{-c, 0, 0, 0, 1 << 8},
	NegativeInverse: 0xD838091DD2253531}

// Inv sets r = 1/a; 0 for 0.  out: below p.
func (r *Element) Inv(a *Element) {
	t := *a
	t.Normalize()
	modinv.Inv(&r.n, &t.n, &modulus)
}
