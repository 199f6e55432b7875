// b*G for eight public scalars at once: signed odd digits and a table of its multiples for each
// window of bits, additions only. Odd digits are never zero, so no lane idles.

package lanes

import (
	"sync"
	"sync/atomic"

	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/group"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/scalar"
)

// A comb has rows[i * 2^(window - 1) + j] = (2j + 1) 2^(window i) G for i < windows.
type comb struct {
	window, windows int
	once            sync.Once
	rows            []group.Affine
	offset          scalar.Scalar // for scalar.RecodeOdd
}

// The small comb is 262,144 bytes, the large one 2,883,584.
var (
	smallComb = comb{window: 8, windows: 32}
	largeComb = comb{window: 12, windows: 22}
)

// combRows is the number of rows that were asked for. The ten additions that the large comb saves
// make up for its making, 1.3 ms with IFMA and 2.4 ms with FMA, after some 5,000 rows;
// largeCombRows have to come first.
var combRows atomic.Int64

const largeCombRows = 8192

// combForVar returns the comb for n rows more.  Thread-safe.
func combForVar(n int) *comb {
	c := &smallComb
	if combRows.Load() >= largeCombRows || combRows.Add(int64(n)) >= largeCombRows {
		c = &largeComb
	}
	c.once.Do(c.fillVar)
	return c
}

// fillVar makes the table: the powers of two times G, and then the rows of all windows by affine
// additions, each round twice as many.
func (c *comb) fillVar() {
	perWindow := 1 << (c.window - 1)
	powers := make([]group.Jacobian, c.window*c.windows)
	powers[0].SetAffine(&group.Generator)
	for i := 1; i < len(powers); i++ {
		powers[i].Dbl(&powers[i-1])
	}
	// The rows that additions read: the powers, and a copy of what is made.
	known := make([]group.Affine, len(powers)+perWindow*c.windows/2)
	NormalizeVar(known[:len(powers)], powers)
	pairs := make([]group.RowPair, perWindow*c.windows/2)
	sums := make([]group.Affine, len(pairs))
	c.rows = make([]group.Affine, perWindow*c.windows)
	for i := range c.windows {
		c.rows[perWindow*i] = known[c.window*i]
	}
	for made, k := 1, 1; made < perWindow; made, k = 2*made, k+1 {
		for i := range c.windows {
			for j := range made {
				at := len(powers) + made*i + j
				known[at] = c.rows[perWindow*i+j]
				pairs[made*i+j] = group.RowPair{A: uint32(at) << 1, B: uint32(c.window*i+k) << 1}
			}
		}
		n := made * c.windows
		AddPairsVar(sums[:n], known, pairs[:n])
		for i := range c.windows {
			copy(c.rows[perWindow*i+made:], sums[made*i:made*(i+1)])
		}
	}
	c.offset = scalar.OddOffset(c.window * c.windows)
}

// addCombVar adds b G to the sums in every lane; at most eight rows for each.
// cost: an addition for each window.
func (s *room) addCombVar(groups []group8, c *comb, b []scalar.Scalar) {
	var sums [mostGroups]walk
	for i := range groups {
		g := &groups[i]
		for l := range width {
			var v [4]uint64
			scalar.RecodeOdd(&v, &b[min(width*i+l, len(b)-1)], &c.offset)
			for i, w := range v {
				s.words[i][l] = w
			}
		}
		clear(s.words[4][:]) // the windows reach beyond 256 bits
		sums[i] = walk{&g.acc, wordsOf(rowsOf(c.rows)), g.steps[:c.windows]}
		oddSteps(sums[i].steps, &s.words, c.window)
	}
	run(sums[:len(groups)], toYOfComb, 0)
}
