// The formulas of law.go on amd64: compiled to assembly, where the processor has MULX, ADCX and
// ADOX.

//go:build amd64 && !purego

package group

import (
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/cpu"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/field"
)

//go:noescape
func lawDblADX(r, a *Jacobian)

//go:noescape
func lawDblNegNADX(r *Jacobian, n int)

//go:noescape
func lawAddGeScaledADX(r *Jacobian, h, i *field.Element, a *Jacobian, az *field.Element, b *Affine)

//go:noescape
func lawAddADX(r *Jacobian, h, i *field.Element, a, b *Jacobian)

//go:noescape
func lawDblCozADX(d, p *Affine, z *field.Element, a *Affine)

//go:noescape
func lawAddCozADX(r *Affine, h *field.Element, d, p *Affine)

//go:noescape
func lawPairBeginsADX(d0, before0, product0 *field.Element, a0, b0 *Affine,
	d1, before1, product1 *field.Element, a1, b1 *Affine)

//go:noescape
func lawPairEndsADX(r0 *Affine, product0, d0 *field.Element, a0, b0 *Affine, differ0 uint64,
	r1 *Affine, product1, d1 *field.Element, a1, b1 *Affine, differ1 uint64)

//go:noescape
func lawDblRowADX(r *Affine, inverse *field.Element, a *Affine)

//go:noescape
func lawNormalizeBeginsADX(before0, product0 *field.Element, a0 *Jacobian,
	before1, product1 *field.Element, a1 *Jacobian)

//go:noescape
func lawNormalizeEndsADX(r0 *Affine, product0 *field.Element, a0 *Jacobian,
	r1 *Affine, product1 *field.Element, a1 *Jacobian)

func dbl(r, a *Jacobian) {
	if cpu.X86.HasADX {
		lawDblADX(r, a)
	} else {
		lawDbl(r, a)
	}
}

func dblNegN(r *Jacobian, n int) {
	if cpu.X86.HasADX {
		lawDblNegNADX(r, n)
	} else {
		lawDblNegN(r, n)
	}
}

func addGe(r *Jacobian, h, i *field.Element, a *Jacobian, b *Affine) {
	if cpu.X86.HasADX {
		lawAddGeScaledADX(r, h, i, a, &a.Z, b)
	} else {
		lawAddGe(r, h, i, a, b)
	}
}

func addGeScaled(r *Jacobian, h, i *field.Element, a *Jacobian, az *field.Element, b *Affine) {
	if cpu.X86.HasADX {
		lawAddGeScaledADX(r, h, i, a, az, b)
	} else {
		lawAddGeScaled(r, h, i, a, az, b)
	}
}

func add(r *Jacobian, h, i *field.Element, a, b *Jacobian) {
	if cpu.X86.HasADX {
		lawAddADX(r, h, i, a, b)
	} else {
		lawAdd(r, h, i, a, b)
	}
}

func dblCoz(d, p *Affine, z *field.Element, a *Affine) {
	if cpu.X86.HasADX {
		lawDblCozADX(d, p, z, a)
	} else {
		lawDblCoz(d, p, z, a)
	}
}

func addCoz(r *Affine, h *field.Element, d, p *Affine) {
	if cpu.X86.HasADX {
		lawAddCozADX(r, h, d, p)
	} else {
		lawAddCoz(r, h, d, p)
	}
}

func pairBegins(d0, before0, product0 *field.Element, a0, b0 *Affine,
	d1, before1, product1 *field.Element, a1, b1 *Affine) {
	if cpu.X86.HasADX {
		lawPairBeginsADX(d0, before0, product0, a0, b0, d1, before1, product1, a1, b1)
	} else {
		lawPairBegins(d0, before0, product0, a0, b0, d1, before1, product1, a1, b1)
	}
}

func pairEnds(r0 *Affine, product0, d0 *field.Element, a0, b0 *Affine, differ0 uint64,
	r1 *Affine, product1, d1 *field.Element, a1, b1 *Affine, differ1 uint64) {
	if cpu.X86.HasADX {
		lawPairEndsADX(r0, product0, d0, a0, b0, differ0, r1, product1, d1, a1, b1, differ1)
	} else {
		lawPairEnds(r0, product0, d0, a0, b0, differ0, r1, product1, d1, a1, b1, differ1)
	}
}

func dblRow(r *Affine, inverse *field.Element, a *Affine) {
	if cpu.X86.HasADX {
		lawDblRowADX(r, inverse, a)
	} else {
		lawDblRow(r, inverse, a)
	}
}

func normalizeBegins(before0, product0 *field.Element, a0 *Jacobian,
	before1, product1 *field.Element, a1 *Jacobian) {
	if cpu.X86.HasADX {
		lawNormalizeBeginsADX(before0, product0, a0, before1, product1, a1)
	} else {
		lawNormalizeBegins(before0, product0, a0, before1, product1, a1)
	}
}

func normalizeEnds(r0 *Affine, product0 *field.Element, a0 *Jacobian,
	r1 *Affine, product1 *field.Element, a1 *Jacobian) {
	if cpu.X86.HasADX {
		lawNormalizeEndsADX(r0, product0, a0, r1, product1, a1)
	} else {
		lawNormalizeEnds(r0, product0, a0, r1, product1, a1)
	}
}
