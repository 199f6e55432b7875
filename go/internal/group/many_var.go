// Many public points at once, as table rows: affine additions that share an inversion.
//
// A row is an Affine; one of zeros is infinity: no point of the curve has y = 0.

package group

import "github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/field"

// RowPair is a sum of two rows.  Each is a ref: the index of the row << 1, | 1 if it is to be
// negated.
type RowPair struct{ A, B uint32 }

// pairChunk is how many pairs share an inversion: as many as leave their rows in the cache.
const pairChunk = 512

// AddPairsVar sets out[i] to the sum that pairs[i] names, negated if its A is: the ref to the sum
// takes that sign over.  Exact for all rows: equal, opposite, infinite.  out overlaps no row that a
// pair names; len(out) >= len(pairs).
// cost: 5 mul + 1 sqr a pair, and an inversion a chunk.
func AddPairsVar(out, rows []Affine, pairs []RowPair) {
	for len(pairs) > 0 {
		n := min(len(pairs), pairChunk)
		addChunkVar(out[:n], rows, pairs[:n])
		out, pairs = out[n:], pairs[n:]
	}
}

// pairKind is what a pair asks for.
type pairKind uint8

const (
	pairSum   pairKind = iota // a sum of points with different x
	pairTwice                 // a doubling
	pairOnlyA                 // no arithmetic: the other is infinite
	pairOnlyB
	pairNone // infinity
)

// exceptionalPairVar tells what the sum of a and b, the latter negated if differ is 1, is, where
// that is no sum of finite points with different x.
func exceptionalPairVar(a, b *Affine, differ uint64) pairKind {
	switch {
	case a.Y.IsZeroVar() && b.Y.IsZeroVar():
		return pairNone
	case a.Y.IsZeroVar():
		return pairOnlyB
	case b.Y.IsZeroVar():
		return pairOnlyA
	case a.Y.EqualVar(&b.Y) == (differ == 0):
		return pairTwice
	}
	return pairNone
}

// pairChain is what a chunk of pairs is worked off in: two chains side by side, pairs by turns, as
// one alone would wait for itself. Until its own turn, out[i].Y holds the denominator of pair i and
// out[i].X the product of those before it in its chain: no more memory has to be cleared.
type pairChain struct {
	out, rows []Affine
	pairs     []RowPair
	kinds     [pairChunk]pairKind
	product   [2]field.Element
}

// ofVar returns the rows of pair i, and 1 if their signs differ.
func (c *pairChain) ofVar(i int) (a, b *Affine, differ uint64) {
	p := c.pairs[i]
	return &c.rows[p.A>>1], &c.rows[p.B>>1], uint64(p.A^p.B) & 1
}

// repairVar sets right what lawPairBegin did to pair i if that is no sum of finite points with
// different x.
func (c *pairChain) repairVar(i int, a, b *Affine, differ uint64) {
	d := &c.out[i].Y
	if !a.Y.IsZeroVar() && !b.Y.IsZeroVar() && !d.IsZeroVar() {
		c.kinds[i] = pairSum
		return
	}
	c.kinds[i] = exceptionalPairVar(a, b, differ)
	d.SetOne()
	if c.kinds[i] == pairTwice {
		d.Add(&a.Y, &a.Y)
	}
	c.product[i&1].Mul(d, &c.out[i].X)
}

// endVar sets out[i] to the sum of pair i, whatever it is.
func (c *pairChain) endVar(i int) {
	a, b, differ := c.ofVar(i)
	r, d, product := &c.out[i], c.out[i].Y, &c.product[i&1]
	if c.kinds[i] == pairSum {
		lawPairEnd(r, product, &d, a, b, differ)
		return
	}
	var inverse field.Element
	inverse.Mul(product, &r.X)
	product.Mul(product, &d)
	switch c.kinds[i] {
	case pairTwice:
		dblRow(r, &inverse, a)
	case pairOnlyA:
		*r = *a
	case pairOnlyB:
		*r = *b
		r.CondNeg(differ)
	default:
		*r = Affine{}
	}
}

// addChunkVar is AddPairsVar for one chunk, by Montgomery's trick.
func addChunkVar(out, rows []Affine, pairs []RowPair) {
	c := pairChain{out: out, rows: rows, pairs: pairs}
	c.product[0].SetOne()
	c.product[1].SetOne()
	n := len(pairs)
	for i := 0; i+1 < n; i += 2 {
		a0, b0, differ0 := c.ofVar(i)
		a1, b1, differ1 := c.ofVar(i + 1)
		pairBegins(&out[i].Y, &out[i].X, &c.product[0], a0, b0,
			&out[i+1].Y, &out[i+1].X, &c.product[1], a1, b1)
		c.repairVar(i, a0, b0, differ0)
		c.repairVar(i+1, a1, b1, differ1)
	}
	if n&1 == 1 {
		a, b, differ := c.ofVar(n - 1)
		lawPairBegin(&out[n-1].Y, &out[n-1].X, &c.product[0], a, b)
		c.repairVar(n-1, a, b, differ)
	}

	var both, first field.Element
	both.Mul(&c.product[0], &c.product[1])
	both.InvVar(&both)
	first.Mul(&both, &c.product[1])
	c.product[1].Mul(&both, &c.product[0])
	c.product[0] = first

	if n&1 == 1 {
		c.endVar(n - 1)
	}
	for i := n&^1 - 2; i >= 0; i -= 2 {
		if c.kinds[i]|c.kinds[i+1] != pairSum {
			c.endVar(i)
			c.endVar(i + 1)
			continue
		}
		a0, b0, differ0 := c.ofVar(i)
		a1, b1, differ1 := c.ofVar(i + 1)
		d0, d1 := out[i].Y, out[i+1].Y
		pairEnds(&out[i], &c.product[0], &d0, a0, b0, differ0,
			&out[i+1], &c.product[1], &d1, a1, b1, differ1)
	}
}
