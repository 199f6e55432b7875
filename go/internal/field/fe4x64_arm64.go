// The field with assembly for arm64.

//go:build arm64 && !purego

package field

import "github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/cpu"

// Mul sets r = a*b.
func (r *Element) Mul(a, b *Element) {
	if cpu.This.HasASM {
		mulASM(r, a, b)
	} else {
		mulGeneric(r, a, b)
	}
}

// Sqr sets r = a^2.
func (r *Element) Sqr(a *Element) {
	if cpu.This.HasASM {
		sqrASM(r, a)
	} else {
		sqrGeneric(r, a)
	}
}

// SqrN sets r = a^(2^n), n >= 1 public.  cost: n Sqr.
func (r *Element) SqrN(a *Element, n int) {
	if cpu.This.HasASM {
		sqrNASM(r, a, n)
	} else {
		sqrNGeneric(r, a, n)
	}
}

// Mul2 sets r = a*b + c*d, reduced once.
func (r *Element) Mul2(a, b, c, d *Element) {
	if cpu.This.HasASM {
		mul2ASM(r, a, b, c, d)
	} else {
		mul2Generic(r, a, b, c, d)
	}
}

// MulSqr sets r = a*b + c^2, reduced once.
func (r *Element) MulSqr(a, b, c *Element) {
	if cpu.This.HasASM {
		mulSqrASM(r, a, b, c)
	} else {
		mulSqrGeneric(r, a, b, c)
	}
}

// SqrAdd sets r = a^2 + c, reduced once.
func (r *Element) SqrAdd(a, c *Element) {
	if cpu.This.HasASM {
		sqrAddASM(r, a, c)
	} else {
		sqrAddGeneric(r, a, c)
	}
}
