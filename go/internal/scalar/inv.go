// The inverse modulo the group order, in constant time.

package scalar

import "github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/modinv"

// Inv sets r = 1/a; 0 for 0.
func (r *Scalar) Inv(a *Scalar) { modinv.Inv(&r.n, &a.n, &modulus) }
