// The inverse modulo the group order, in constant time.

//go:build !exhaustive

package scalar

import "github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/modinv"

// modulus is n = 2^256 - c, in limbs of 62 bits. Never written.
var modulus = modinv.Modulus{
	Limbs:           [5]int64{-0x2DA1732FC9BEBF, -0x15448C6542DD7F11, -0x14, 0, 1 << 8},
	NegativeInverse: 0x4B0DFF665588B13F,
}

// Inv sets r = 1/a; 0 for 0.
func (r *Scalar) Inv(a *Scalar) { modinv.Inv(&r.n, &a.n, &modulus) }

// InvVar sets r = 1/a; 0 for 0.  time: variable.
func (r *Scalar) InvVar(a *Scalar) { modinv.InvVar(&r.n, &a.n, &modulus) }
