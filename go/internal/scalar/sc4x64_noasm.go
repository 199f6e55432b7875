// Scalars without assembly.

//go:build (!amd64 || purego) && !exhaustive

package scalar

// Mul sets r = a*b.
func (r *Scalar) Mul(a, b *Scalar) { mulGeneric(r, a, b) }
