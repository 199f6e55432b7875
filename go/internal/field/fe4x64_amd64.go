// The field with assembly: for processors with MULX, ADCX and ADOX, and for every other amd64.

//go:build amd64 && !purego

package field

import "github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/cpu"

//go:noescape
func mulADX(r, a, b *Element)

//go:noescape
func sqrADX(r, a *Element)

//go:noescape
func sqrNADX(r, a *Element, n int)

//go:noescape
func mul2ADX(r, a, b, c, d *Element)

//go:noescape
func mulSqrADX(r, a, b, c *Element)

//go:noescape
func sqrAddADX(r, a, c *Element)

// Mul sets r = a*b.
func (r *Element) Mul(a, b *Element) {
	switch {
	case cpu.This.HasADX:
		mulADX(r, a, b)
	case cpu.This.HasASM:
		mulASM(r, a, b)
	default:
		mulGeneric(r, a, b)
	}
}

// Sqr sets r = a^2.
func (r *Element) Sqr(a *Element) {
	switch {
	case cpu.This.HasADX:
		sqrADX(r, a)
	case cpu.This.HasASM:
		sqrASM(r, a)
	default:
		sqrGeneric(r, a)
	}
}

// SqrN sets r = a^(2^n), n >= 1 public.  cost: n Sqr.
func (r *Element) SqrN(a *Element, n int) {
	switch {
	case cpu.This.HasADX:
		sqrNADX(r, a, n)
	case cpu.This.HasASM:
		sqrNASM(r, a, n)
	default:
		sqrNGeneric(r, a, n)
	}
}

// Mul2 sets r = a*b + c*d, reduced once.
func (r *Element) Mul2(a, b, c, d *Element) {
	switch {
	case cpu.This.HasADX:
		mul2ADX(r, a, b, c, d)
	case cpu.This.HasASM:
		mul2ASM(r, a, b, c, d)
	default:
		mul2Generic(r, a, b, c, d)
	}
}

// MulSqr sets r = a*b + c^2, reduced once.
func (r *Element) MulSqr(a, b, c *Element) {
	switch {
	case cpu.This.HasADX:
		mulSqrADX(r, a, b, c)
	case cpu.This.HasASM:
		mulSqrASM(r, a, b, c)
	default:
		mulSqrGeneric(r, a, b, c)
	}
}

// SqrAdd sets r = a^2 + c, reduced once.
func (r *Element) SqrAdd(a, c *Element) {
	switch {
	case cpu.This.HasADX:
		sqrAddADX(r, a, c)
	case cpu.This.HasASM:
		sqrAddASM(r, a, c)
	default:
		sqrAddGeneric(r, a, c)
	}
}
