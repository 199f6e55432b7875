// The sum of many k_i P_i over rows and half-size scalars, by buckets that are summed in pairs.
//
// The 128 bits of the scalars are cut in windows of nearly equal width with signed digits.  In a
// window of c bits the rows whose digit is +-b, negated where it is -b, fall into bucket b <=
// 2^(c-1).  A bucket's rows are added up in pairs, the sums in pairs again: all pairs of a level,
// of many buckets and windows, are one call of AddPairs, which shares an inversion among them and
// is exact for whatever meets. So is the weighted sum of the buckets:
//
//	sum b B_b = O + 2 sum k B'_k,  O = B_1 + B_3 + ...,  B'_k = B_2k + B_2k+1,
//
// again and again, with each O a list to be added up in pairs. That leaves a row for each of the
// 129 bits, which doublings combine.  Nothing depends on the points being distinct.
//
// A few points are added up by the digits of their scalars, one after another, with the doublings
// shared (few_var.go).

package mult

import (
	"encoding/binary"
	"math/bits"

	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/field"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/group"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/scalar"
)

// Term is a product K P; P finite.
type Term struct {
	P group.Affine
	K scalar.Scalar
}

// Scratch is where SumVar works, and how; its zero value is ready.  It grows to what the largest
// sum needs and is kept by the caller, for one sum at a time.
type Scratch struct {
	// AddPairs does what group.AddPairsVar does, which is what nil stands for.
	AddPairs func(out, rows []group.Affine, pairs []group.RowPair)

	halves []msmHalf
	room   msmRoom
	few    fewRoom
}

// msmHalf is (+-) k * rows[row], negated if negative is 1 and not 0.
type msmHalf struct {
	k             [2]uint64
	row, negative uint32
}

// setVar makes h the product of k and that row, with -k instead of k where that is smaller, and
// reports whether it is below 2^128.
func (h *msmHalf) setVar(k *scalar.Scalar, row uint32) bool {
	v, negative := k.MagnitudeVar()
	h.k = [2]uint64{v[0], v[1]}
	h.row, h.negative = row, 0
	if negative {
		h.negative = 1
	}
	return v[2]|v[3] == 0
}

const (
	// Bits of a half, and of what its digits can add up to.
	msmBits      = 128
	msmPositions = msmBits + 1

	// Rows and entries that are at work together, where there are as many: they should stay in the
	// cache.
	msmPool    = 4096
	msmEntries = 16384

	msmMostWindows = 43
)

// msmNone is the ref of an empty bucket, and a digit zero.
const msmNone = ^uint32(0)

// msmWindowsFor returns the number of windows that costs least for n halves, as measured where sums
// are made one by one (BenchmarkSumVar, of three halves a signature); by counts of instructions it
// is, within 2 percent, the same where lanes make them.
func msmWindowsFor(n int) int {
	for _, choice := range [...]struct{ halves, windows int }{
		{400000, 8}, {100000, 9}, {24000, 10}, {6000, 11}, {3000, 13}, {1536, 14}, {1100, 15},
		{384, 16}, {192, 19}, {96, 22}, {48, 26}, {24, 32},
	} {
		if n >= choice.halves {
			return choice.windows
		}
	}
	return msmMostWindows
}

// msmWindow is the bits from start on, which a mask keeps, and where they lie in what
// msmShape.digits gives: at bit shift of the word that begins at that byte.
type msmWindow struct {
	byte         uint32
	shift        uint8
	start        int
	buckets      uint32
	mask, middle uint32
}

// msmShape is a division of 128 bits in windows.
type msmShape struct {
	windows int
	window  [msmMostWindows]msmWindow
	middle  [2]uint64 // half of each window but the last: see digits
}

func (s *msmShape) set(n int) {
	*s = msmShape{windows: msmWindowsFor(n)}
	start := func(i int) int { return (msmBits*i + s.windows - 1) / s.windows }
	for i := range s.window[:s.windows] {
		w, width := &s.window[i], start(i+1)-start(i)
		w.start = start(i)
		w.byte, w.shift = uint32(w.start/8), uint8(w.start%8)
		// The last window, none of the wider ones, has no signs and takes the carry.
		if i == s.windows-1 {
			w.buckets, w.mask = 1<<width, ^uint32(0)
			break
		}
		w.buckets, w.mask, w.middle = 1<<(width-1), 1<<width-1, 1<<(width-1)
		bit := start(i+1) - 1
		s.middle[bit/64] |= 1 << (bit % 64)
	}
}

// digits sets v to what the digits of a half are read from, little-endian: k, and half of each
// window but the last, so that its plain digits are those of k and as much.
func (s *msmShape) digits(v *[24]byte, h *msmHalf) {
	low, carry := bits.Add64(h.k[0], s.middle[0], 0)
	high, carry := bits.Add64(h.k[1], s.middle[1], carry)
	binary.LittleEndian.PutUint64(v[:], low)
	binary.LittleEndian.PutUint64(v[8:], high)
	binary.LittleEndian.PutUint64(v[16:], carry)
}

// digitAt returns the digit of v in that window.
func (w *msmWindow) digitAt(v *[24]byte) int32 {
	word := binary.LittleEndian.Uint64(v[w.byte:]) >> (w.shift & 7)
	return int32(uint32(word)&w.mask) - int32(w.middle)
}

// msmRoom is where a sum works.  A ref is the index of a row << 1, | 1 if it is to be negated.
type msmRoom struct {
	addPairs func(out, rows []group.Affine, pairs []group.RowPair)
	rows     []group.Affine // the points, and behind them:
	// the first row of: bucket sums, the B' of weigh, the sums of reduce
	sums, levels, pool int
	// how many buckets and entries at once; how many rows from pool on
	buckets, entries, spare int
	position                [msmPositions]group.Affine // the row of each bit
	// of a bucket or list: its last entry + 1, its sum, its length
	end, value, count []uint32
	entry             []uint32 // refs: of buckets; while lists are added up
	level             [2][]uint32
	pair              []group.RowPair
	// of each half and window: bucket << 1, | 1 if it is to be negated
	digit []uint32
}

// grow returns s with n elements, in new memory if it has no room for them; what it held is kept.
func grow[T any](s []T, n int) []T {
	if cap(s) >= n {
		return s[:n]
	}
	t := make([]T, n)
	copy(t, s)
	return t
}

// set makes room for the sum of n halves over m rows.
func (r *msmRoom) set(shape *msmShape, m, n int) {
	widest, all := 0, 0
	for i := range shape.window[:shape.windows] {
		buckets := int(shape.window[i].buckets)
		widest = max(widest, buckets)
		all += buckets
	}
	r.buckets = max(widest, min(all, msmPool))
	r.entries = max(n, min(n*msmMostWindows, msmEntries), r.buckets)
	r.spare = max(min(r.entries, msmPool), r.buckets)
	r.sums = m
	r.levels = m + r.buckets
	r.pool = m + 2*r.buckets
	if uint64(r.pool+r.spare) >= 1<<31 {
		panic("mult: too many terms")
	}
	r.rows = grow(r.rows, r.pool+r.spare)
	r.end = grow(r.end, r.buckets)
	r.value = grow(r.value, r.buckets)
	r.count = grow(r.count, r.buckets)
	r.entry = grow(r.entry, r.entries)
	r.level[0] = grow(r.level[0], r.spare)
	r.level[1] = grow(r.level[1], r.spare)
	r.pair = grow(r.pair, r.spare/2)
	r.digit = grow(r.digit, r.entries)
}

// reduceVar adds up lists of refs, list i the next r.count[i] of them; returns the one ref of each
// list that is not empty.  Sums take rows from r.pool on.
func (r *msmRoom) reduceVar(ref []uint32, lists int) []uint32 {
	next := r.pool
	for level := 0; ; level ^= 1 {
		from, to := ref, r.level[level]
		pairs, refs := 0, 0
		for i, count := range r.count[:lists] {
			list := from[:count]
			from = from[count:]
			for len(list) >= 2 {
				r.pair[pairs] = group.RowPair{A: list[0], B: list[1]}
				to[refs] = uint32(next+pairs)<<1 | list[0]&1
				pairs++
				refs++
				list = list[2:]
			}
			if len(list) > 0 {
				to[refs] = list[0]
				refs++
			}
			r.count[i] = count - count/2
		}
		ref = to[:refs]
		if pairs == 0 {
			return ref
		}
		r.addPairs(r.rows[next:], r.rows[:next], r.pair[:pairs])
		next += pairs
	}
}

// sortVar puts the windows first ... last - 1 of the halves into r.entry by bucket, the buckets of
// the windows one behind the other; so many buckets in all.
func (r *msmRoom) sortVar(shape *msmShape, first, last, buckets int, halves []msmHalf) {
	windows, end := shape.window[first:last], r.end[:buckets]
	clear(end)
	for i := range halves {
		var v [24]byte
		shape.digits(&v, &halves[i])
		base := uint32(0)
		digits := r.digit[i*len(windows):][:len(windows)]
		for w := range windows {
			window := &windows[w]
			digit := window.digitAt(&v)
			digits[w] = msmNone
			if digit != 0 {
				sign := uint32(digit >> 31)
				bucket := base + (uint32(digit) ^ sign) - sign - 1
				digits[w] = bucket<<1 | sign&1
				end[bucket]++
			}
			base += window.buckets
		}
	}
	sum := uint32(0)
	for b, count := range end {
		end[b] = sum
		sum += count
	}
	for i := range halves {
		ref := halves[i].row<<1 | halves[i].negative
		for _, digit := range r.digit[i*len(windows):][:len(windows)] {
			if digit != msmNone {
				at := &end[digit>>1]
				r.entry[*at] = ref ^ digit&1
				*at++
			}
		}
	}
}

// bucketsVar sets r.value[b] to the ref of the sum of bucket b, or msmNone, for so many sorted
// buckets.
func (r *msmRoom) bucketsVar(buckets int) {
	at := 0
	for b := 0; b < buckets; {
		// As many buckets as there are rows for; of one that is too large, a part.
		lists, used := 0, 0
		for b+lists < buckets {
			count := int(r.end[b+lists]) - at - used
			if count > r.spare-used {
				break
			}
			r.count[lists] = uint32(count)
			lists++
			used += count
		}
		part := lists == 0
		if part {
			lists, used = 1, r.spare
			r.count[0] = uint32(used)
		}
		ref := r.reduceVar(r.entry[at:at+used], lists)
		for i, count := range r.count[:lists] {
			value := msmNone
			if count > 0 {
				value = ref[0]
				ref = ref[1:]
				if int(value>>1) >= r.pool { // where the next sums come
					r.rows[r.sums+b+i] = r.rows[value>>1]
					value = uint32(r.sums+b+i)<<1 | value&1
				}
			}
			r.value[b+i] = value
		}
		at += used
		if part {
			at--
			r.entry[at] = r.value[b]
		} else {
			b += lists
		}
	}
}

// weighVar makes the weighted sums of the buckets of windows first ... last - 1: r.position gets a
// row for each of their bits.  Level by level the sums of odd buckets are left to lists, and the
// others paired.
func (r *msmRoom) weighVar(shape *msmShape, first, last int) {
	next, lists, refs := r.levels, 0, 0
	for bit := 0; ; bit++ {
		pairs, more, value := 0, false, r.value
		for w := first; w < last; w++ {
			window := int(shape.window[w].buckets)
			m := window >> bit
			if m == 0 {
				value = value[window:]
				continue
			}
			more = true
			before := refs
			for b := 0; b < m; b += 2 { // bucket b + 1
				if value[b] != msmNone {
					r.entry[refs] = value[b]
					refs++
				}
			}
			r.count[lists] = uint32(refs - before)
			lists++
			for b := 1; b < m; b += 2 {
				even, odd := value[b], msmNone
				if b+1 < m {
					odd = value[b+1]
				}
				sum := even
				switch {
				case even == msmNone:
					sum = odd
				case odd != msmNone:
					r.pair[pairs] = group.RowPair{A: even, B: odd}
					sum = uint32(next+pairs)<<1 | even&1
					pairs++
				}
				value[b/2] = sum
			}
			value = value[window:]
		}
		if !more {
			break
		}
		r.addPairs(r.rows[next:], r.rows[:next], r.pair[:pairs])
		next += pairs
	}
	ref := r.reduceVar(r.entry[:refs], lists)
	lists = 0
	for bit, more := 0, true; more; bit++ {
		more = false
		for w := first; w < last; w++ {
			if shape.window[w].buckets>>bit == 0 {
				continue
			}
			more = true
			if r.count[lists] > 0 {
				p := &r.position[shape.window[w].start+bit]
				*p = r.rows[ref[0]>>1]
				if ref[0]&1 == 1 && !isInfinityRowVar(p) {
					p.Neg(p)
				}
				ref = ref[1:]
			}
			lists++
		}
	}
}

// isInfinityRowVar reports whether p, a row (group.AddPairsVar), is infinity.
func isInfinityRowVar(p *group.Affine) bool { return p.Y == field.Element{} }

// halvesVar sets s to the sum of the halves, any of them, over the first m rows of r, duplicates,
// opposite ones and infinity among them.  r was set for as many of both.
func (r *msmRoom) halvesVar(s *group.Jacobian, shape *msmShape, halves []msmHalf) {
	clear(r.position[:])
	for first, last := 0, 0; first < shape.windows; first = last {
		buckets := 0 // of as many windows as there is room for
		for last = first; last < shape.windows; last++ {
			more := int(shape.window[last].buckets)
			if last > first &&
				(buckets+more > r.buckets || (last+1-first)*len(halves) > r.entries) {
				break
			}
			buckets += more
		}
		r.sortVar(shape, first, last, buckets, halves)
		r.bucketsVar(buckets)
		r.weighVar(shape, first, last)
	}
	s.SetInfinity()
	for i := msmPositions - 1; i >= 0; i-- {
		s.Dbl(s)
		if !isInfinityRowVar(&r.position[i]) {
			s.AddAffineVar(s, &r.position[i])
		}
	}
}

// SumVar sets r to the sum of all terms and g G; points may be equal or opposite.  scratch is kept
// for the next call: none allocates that needs no more room than one before.
func SumVar(r *group.Jacobian, g *scalar.Scalar, terms []Term, scratch *Scratch) {
	if len(terms) <= mostFew {
		scratch.few.sumVar(r, g, terms)
		return
	}
	var of group.Jacobian
	scratch.halves = grow(scratch.halves, 2*len(terms))
	halves, rows := 0, 2*len(terms)
	scratch.room.rows = grow(scratch.room.rows, rows)
	for i := range terms {
		row := &scratch.room.rows[2*i]
		*row = terms[i].P
		if scratch.halves[halves].setVar(&terms[i].K, uint32(2*i)) {
			halves++
			continue
		}
		var half [2]scalar.Scalar
		terms[i].K.SplitLambda(&half[0], &half[1])
		twin := &scratch.room.rows[2*i+1]
		twin.MulLambda(row)
		for h := range half {
			scratch.halves[halves].setVar(&half[h], uint32(2*i+h))
			halves++
		}
	}
	var shape msmShape
	shape.set(halves)
	scratch.room.set(&shape, rows, halves)
	scratch.room.addPairs = scratch.AddPairs
	if scratch.AddPairs == nil {
		scratch.room.addPairs = group.AddPairsVar
	}
	GenVar(&of, g)
	scratch.room.halvesVar(r, &shape, scratch.halves[:halves])
	r.AddVar(r, &of)
}
