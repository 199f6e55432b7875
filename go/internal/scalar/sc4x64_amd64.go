// Scalar multiplication by assembly where the processor has MULX, ADCX and ADOX.

//go:build amd64 && !purego && !exhaustive

package scalar

import "github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/cpu"

//go:noescape
func mulADX(r, a, b *Scalar)

// Mul sets r = a*b.
func (r *Scalar) Mul(a, b *Scalar) {
	if cpu.This.HasADX {
		mulADX(r, a, b)
	} else {
		mulGeneric(r, a, b)
	}
}
