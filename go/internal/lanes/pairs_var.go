// Sums of pairs of rows, eight at a time: affine additions that share an inversion in every lane.
//
// Groups of eight pairs go forwards to the product of all denominators, lane by lane, and
// backwards, by its inverse, to their slopes; sums follow. The formulas hold for finite points that
// differ in x. Pairs that may be others have a denominator of 1 in the product, and are added again
// by package group.

package lanes

import (
	"math/bits"
	"sync"

	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/group"
)

type rowPair = group.RowPair

// A pairGroup is eight pairs a + b on their way to their sums.
type pairGroup struct {
	slope  fe8     // of the lines through both; first the product of the denominators before
	d, t   fe8     // b.x - a.x and b.y - a.y, of the rows with their signs but for a common one
	a      affine8 // without its sign
	except uint8   // the lanes whose pair is to be added again
	_      [63]uint8
}

// pairChunk is how many pairs share an inversion: as many as stay in a cache of 256 KB with their
// rows.
const pairChunk = 512

// A pairRoom is what a chunk is worked off in.
type pairRoom struct {
	groups  [pairChunk / width]pairGroup
	product fe8
	// The last group, completed by copies of its last pair.
	lastPairs [width]rowPair
	lastSums  [width]group.Affine
	// What is added again, and where.
	again [pairChunk]int
	pairs [pairChunk]rowPair
	sums  [pairChunk]group.Affine
}

var pairRooms sync.Pool // of *pairRoom

// AddPairsVar is group.AddPairsVar, by lanes where there are any and enough pairs.
// cost: for eight pairs 5 mul + 1 sqr, and an inversion a chunk.
func AddPairsVar(out, rows []group.Affine, pairs []rowPair) {
	if !Available() || len(pairs) < fewest[engine()].pairs {
		group.AddPairsVar(out, rows, pairs)
		return
	}
	addPairsVar(out, rows, pairs)
}

// addPairsVar is AddPairsVar by lanes.
func addPairsVar(out, rows []group.Affine, pairs []rowPair) {
	room, ok := pairRooms.Get().(*pairRoom)
	if !ok {
		room = new(pairRoom)
	}
	for len(pairs) > 0 {
		n := min(len(pairs), pairChunk)
		room.addChunkVar(out[:n], rows, pairs[:n])
		out, pairs = out[n:], pairs[n:]
	}
	pairRooms.Put(room)
}

// addChunkVar is addPairsVar for one chunk.
func (s *pairRoom) addChunkVar(out, rows []group.Affine, pairs []rowPair) {
	full, rest := len(pairs)/width, len(pairs)%width
	groups := s.groups[:full]
	s.product = ones
	if full > 0 {
		pairsBegin(groups, &s.product, wordsOf(rowsOf(rows)), pairs)
	}
	if rest > 0 {
		for l := range s.lastPairs {
			s.lastPairs[l] = pairs[min(width*full+l, len(pairs)-1)]
		}
		groups = s.groups[:full+1]
		pairsBegin(groups[full:], &s.product, wordsOf(rowsOf(rows)), s.lastPairs[:])
	}
	s.product.invertVar()
	pairsSlopes(groups, &s.product)
	if full > 0 {
		pairsSums(wordsOf(rowsOf(out)), groups[:full])
	}
	if rest > 0 {
		pairsSums(wordsOf(rowsOf(s.lastSums[:])), groups[full:])
		copy(out[width*full:], s.lastSums[:rest])
	}
	s.addAgainVar(out, rows, pairs)
}

// addAgainVar sets the sums of exceptional pairs.
func (s *pairRoom) addAgainVar(out, rows []group.Affine, pairs []rowPair) {
	n := 0
	for first := 0; first < len(pairs); first += width {
		for e := s.groups[first/width].except; e != 0; e &= e - 1 {
			if i := first + bits.TrailingZeros8(e); i < len(pairs) {
				s.again[n], s.pairs[n] = i, pairs[i]
				n++
			}
		}
	}
	group.AddPairsVar(s.sums[:n], rows, s.pairs[:n])
	for j, i := range s.again[:n] {
		out[i] = s.sums[j]
	}
}
