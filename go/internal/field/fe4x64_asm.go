// The assembly that every processor with some has.

//go:build (amd64 || arm64) && !purego

package field

//go:noescape
func mulASM(r, a, b *Element)

//go:noescape
func sqrASM(r, a *Element)

//go:noescape
func sqrNASM(r, a *Element, n int)

//go:noescape
func mul2ASM(r, a, b, c, d *Element)

//go:noescape
func mulSqrASM(r, a, b, c *Element)

//go:noescape
func sqrAddASM(r, a, c *Element)
