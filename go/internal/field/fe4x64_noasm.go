// The field without assembly.

//go:build (!amd64 && !arm64) || purego

package field

// Mul sets r = a*b.
func (r *Element) Mul(a, b *Element) { mulGeneric(r, a, b) }

// Sqr sets r = a^2.
func (r *Element) Sqr(a *Element) { sqrGeneric(r, a) }

// SqrN sets r = a^(2^n), n >= 1 public.  cost: n Sqr.
func (r *Element) SqrN(a *Element, n int) { sqrNGeneric(r, a, n) }

// Mul2 sets r = a*b + c*d, reduced once.
func (r *Element) Mul2(a, b, c, d *Element) { mul2Generic(r, a, b, c, d) }

// MulSqr sets r = a*b + c^2, reduced once.
func (r *Element) MulSqr(a, b, c *Element) { mulSqrGeneric(r, a, b, c) }

// SqrAdd sets r = a^2 + c, reduced once.
func (r *Element) SqrAdd(a, c *Element) { sqrAddGeneric(r, a, c) }
