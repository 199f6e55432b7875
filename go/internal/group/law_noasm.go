// The formulas of law.go where there is no assembly of them.

//go:build (!amd64 && !arm64) || purego

package group

import "github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/field"

func dbl(r, a *Jacobian) { lawDbl(r, a) }

func dblNegN(r *Jacobian, n int) { lawDblNegN(r, n) }

func addGe(r *Jacobian, h, i *field.Element, a *Jacobian, b *Affine) { lawAddGe(r, h, i, a, b) }

func addGeScaled(r *Jacobian, h, i *field.Element, a *Jacobian, az *field.Element, b *Affine) {
	lawAddGeScaled(r, h, i, a, az, b)
}

func add(r *Jacobian, h, i *field.Element, a, b *Jacobian) { lawAdd(r, h, i, a, b) }

func dblCoz(d, p *Affine, z *field.Element, a *Affine) { lawDblCoz(d, p, z, a) }

func addCoz(r *Affine, h *field.Element, d, p *Affine) { lawAddCoz(r, h, d, p) }

func pairBegins(d0, before0, product0 *field.Element, a0, b0 *Affine,
	d1, before1, product1 *field.Element, a1, b1 *Affine) {
	lawPairBegins(d0, before0, product0, a0, b0, d1, before1, product1, a1, b1)
}

func pairEnds(r0 *Affine, product0, d0 *field.Element, a0, b0 *Affine, differ0 uint64,
	r1 *Affine, product1, d1 *field.Element, a1, b1 *Affine, differ1 uint64) {
	lawPairEnds(r0, product0, d0, a0, b0, differ0, r1, product1, d1, a1, b1, differ1)
}

func dblRow(r *Affine, inverse *field.Element, a *Affine) {
	lawDblRow(r, inverse, a)
}

func normalizeBegins(before0, product0 *field.Element, a0 *Jacobian,
	before1, product1 *field.Element, a1 *Jacobian) {
	lawNormalizeBegins(before0, product0, a0, before1, product1, a1)
}

func normalizeEnds(r0 *Affine, product0 *field.Element, a0 *Jacobian,
	r1 *Affine, product1 *field.Element, a1 *Jacobian) {
	lawNormalizeEnds(r0, product0, a0, r1, product1, a1)
}
