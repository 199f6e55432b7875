// The formulas of law.go, compiled to assembly where the processor can run that.

//go:build (amd64 || arm64) && !purego

package group

import "github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/field"

//go:noescape
func lawDblCompiled(r, a *Jacobian)

//go:noescape
func lawDblNegNCompiled(r *Jacobian, n int)

//go:noescape
func lawAddGeScaledCompiled(r *Jacobian, h, i *field.Element, a *Jacobian, az *field.Element,
	b *Affine)

//go:noescape
func lawAddCompiled(r *Jacobian, h, i *field.Element, a, b *Jacobian)

//go:noescape
func lawDblCozCompiled(d, p *Affine, z *field.Element, a *Affine)

//go:noescape
func lawAddCozCompiled(r *Affine, h *field.Element, d, p *Affine)

//go:noescape
func lawPairBeginsCompiled(d0, before0, product0 *field.Element, a0, b0 *Affine,
	d1, before1, product1 *field.Element, a1, b1 *Affine)

//go:noescape
func lawPairEndsCompiled(r0 *Affine, product0, d0 *field.Element, a0, b0 *Affine, differ0 uint64,
	r1 *Affine, product1, d1 *field.Element, a1, b1 *Affine, differ1 uint64)

//go:noescape
func lawDblRowCompiled(r *Affine, inverse *field.Element, a *Affine)

//go:noescape
func lawNormalizeBeginsCompiled(before0, product0 *field.Element, a0 *Jacobian,
	before1, product1 *field.Element, a1 *Jacobian)

//go:noescape
func lawNormalizeEndsCompiled(r0 *Affine, product0 *field.Element, a0 *Jacobian,
	r1 *Affine, product1 *field.Element, a1 *Jacobian)

func dbl(r, a *Jacobian) {
	if compiled() {
		lawDblCompiled(r, a)
	} else {
		lawDbl(r, a)
	}
}

func dblNegN(r *Jacobian, n int) {
	if compiled() {
		lawDblNegNCompiled(r, n)
	} else {
		lawDblNegN(r, n)
	}
}

func addGe(r *Jacobian, h, i *field.Element, a *Jacobian, b *Affine) {
	if compiled() {
		lawAddGeScaledCompiled(r, h, i, a, &a.Z, b)
	} else {
		lawAddGe(r, h, i, a, b)
	}
}

func addGeScaled(r *Jacobian, h, i *field.Element, a *Jacobian, az *field.Element, b *Affine) {
	if compiled() {
		lawAddGeScaledCompiled(r, h, i, a, az, b)
	} else {
		lawAddGeScaled(r, h, i, a, az, b)
	}
}

func add(r *Jacobian, h, i *field.Element, a, b *Jacobian) {
	if compiled() {
		lawAddCompiled(r, h, i, a, b)
	} else {
		lawAdd(r, h, i, a, b)
	}
}

func dblCoz(d, p *Affine, z *field.Element, a *Affine) {
	if compiled() {
		lawDblCozCompiled(d, p, z, a)
	} else {
		lawDblCoz(d, p, z, a)
	}
}

func addCoz(r *Affine, h *field.Element, d, p *Affine) {
	if compiled() {
		lawAddCozCompiled(r, h, d, p)
	} else {
		lawAddCoz(r, h, d, p)
	}
}

func pairBegins(d0, before0, product0 *field.Element, a0, b0 *Affine,
	d1, before1, product1 *field.Element, a1, b1 *Affine) {
	if compiled() {
		lawPairBeginsCompiled(d0, before0, product0, a0, b0, d1, before1, product1, a1, b1)
	} else {
		lawPairBegins(d0, before0, product0, a0, b0, d1, before1, product1, a1, b1)
	}
}

func pairEnds(r0 *Affine, product0, d0 *field.Element, a0, b0 *Affine, differ0 uint64,
	r1 *Affine, product1, d1 *field.Element, a1, b1 *Affine, differ1 uint64) {
	if compiled() {
		lawPairEndsCompiled(r0, product0, d0, a0, b0, differ0, r1, product1, d1, a1, b1, differ1)
	} else {
		lawPairEnds(r0, product0, d0, a0, b0, differ0, r1, product1, d1, a1, b1, differ1)
	}
}

func dblRow(r *Affine, inverse *field.Element, a *Affine) {
	if compiled() {
		lawDblRowCompiled(r, inverse, a)
	} else {
		lawDblRow(r, inverse, a)
	}
}

func normalizeBegins(before0, product0 *field.Element, a0 *Jacobian,
	before1, product1 *field.Element, a1 *Jacobian) {
	if compiled() {
		lawNormalizeBeginsCompiled(before0, product0, a0, before1, product1, a1)
	} else {
		lawNormalizeBegins(before0, product0, a0, before1, product1, a1)
	}
}

func normalizeEnds(r0 *Affine, product0 *field.Element, a0 *Jacobian,
	r1 *Affine, product1 *field.Element, a1 *Jacobian) {
	if compiled() {
		lawNormalizeEndsCompiled(r0, product0, a0, r1, product1, a1)
	} else {
		lawNormalizeEnds(r0, product0, a0, r1, product1, a1)
	}
}
