// A table of odd multiples P, 3P, 5P ... over one common third coordinate, so that the main loop
// may take them for affine.

package mult

import (
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/field"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/group"
)

// mostOddMultiples bounds the rows of oddMultiples.
const mostOddMultiples = 16

// oddMultiples sets r[j] = (2j + 1) p on the curve isomorphic by z: its affine coordinates are
// (x/z^2, y/z^3).  in: 2 <= len(r) <= mostOddMultiples. A co-Z chain, then one pass back that
// brings every entry to the last z.
// time: depends on len(r) only.  cost: 8n mul + 3n sqr about.
func oddMultiples(r []group.Affine, z *field.Element, p *group.Affine) {
	var ratio [mostOddMultiples]field.Element
	var twice group.Affine
	var c, c2 field.Element
	group.DblCoz(&twice, &r[0], z, p)
	for j := 1; j < len(r); j++ {
		group.AddCoz(&r[j], &ratio[j], &twice, &r[j-1])
	}
	c = ratio[len(r)-1]
	for j := len(r) - 2; ; j-- {
		c2.Sqr(&c)
		r[j].X.Mul(&c2, &r[j].X)
		c2.Mul(&c2, &c)
		r[j].Y.Mul(&c2, &r[j].Y)
		if j == 0 {
			break
		}
		c.Mul(&c, &ratio[j])
	}
	z.Mul(&c, z)
}
