// Package lanes computes for eight public rows at a time: each 64-bit lane of the AVX-512 registers
// works for one row. Its arithmetic is that of the instructions of AVX-512 IFMA, with which it is
// fastest; the multiply-adds of doubles that every AVX-512 has do the same at less than half the
// speed, and so do those of FMA, which take two registers of AVX2 for eight rows. Where the
// processor has none of them, its functions do one row after the other by the packages below.
//
// No formula looks for exceptional cases (group/law.go): they leave z = 0, which every later step
// keeps, and rows whose z is zero in the end are computed again, exactly, by package mult.
//
// Everything here takes variable time and is for public data only.
package lanes

import (
	"sync"
	"unsafe"

	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/field"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/group"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/mult"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/scalar"
)

// width is the number of rows that are computed at a time.
const width = 8

// The bodies of the kernels; engine() is the one in use.
const (
	twin = iota
	fma
	avx512
	ifma
)

// Engine names the body in use: "ifma", "avx512", "fma", or "twin" where there are no lanes.
func Engine() string {
	return [...]string{twin: "twin", fma: "fma", avx512: "avx512", ifma: "ifma"}[engine()]
}

// Available tells whether this processor has what makes eight rows at a time faster than one after
// the other.
func Available() bool { return engine() != twin }

// Mul2Var sets r[i] = a[i] p[i] + b[i] G for all i.  in: slices of one length.  time: variable.
// cost: for eight rows 127 doublings, 43 additions and a table of 11, and 22 or 32 additions for G.
// No memory is allocated but for a table of multiples of G, once, for a larger one when many rows
// have asked for it, and for rooms of 70 KB, which are kept for the calls to come.
func Mul2Var(r []group.Jacobian, p []group.Affine, a, b []scalar.Scalar) {
	checkLengths(len(r) == len(p) && len(r) == len(a) && len(r) == len(b))
	n := laneRows(len(r), width, fewest[engine()].mul2)
	mul2Var(r[:n], p[:n], a[:n], b[:n])
	for i := n; i < len(r); i++ {
		mult.Mul2Var(&r[i], &p[i], &a[i], &b[i])
	}
}

// fewest is how many rows of a group lanes are faster for than one row after the other is, and from
// how many pairs and points on they are where an inversion is shared, by engine. To be checked with
// the benchmarks of these functions, which measure both ways; a group takes the same time however
// many rows it has. At fma's number of points both ways take the same time on a processor that has
// AVX-512 too; one with FMA alone may differ.
var fewest = [...]struct{ mul2, lift, pairs, points int }{
	fma:    {5, 8, 16, 48},
	avx512: {4, 8, 8, 20},
	ifma:   {2, 3, 8, 8},
}

// laneRows is how many of n rows are for lanes, in groups of so many; none if there are no lanes.
func laneRows(n, group, fewest int) int {
	switch rest := n % group; {
	case !Available():
		return 0
	case rest < fewest:
		return n - rest
	}
	return n
}

func checkLengths(same bool) {
	if !same {
		panic("lanes: slices of different length")
	}
}

// mostGroups is how many groups of eight rows are worked on side by side, by FMA: its kernels are
// long, and to go from one to the other takes the processor some time, which the groups share. The
// others take a group while its table is near.
const mostGroups = 4

func groupsAtOnce() int {
	if engine() == fma {
		return mostGroups
	}
	return 1
}

// A group8 is what belongs to eight rows while others are worked on.
type group8 struct {
	acc   jacobian8
	table [width * tableWords]uint64
	z     fe8 // of the table
	steps [eisensteinCount]step
}

// A room is what the work on rows needs besides its rows.
type room struct {
	groups [mostGroups]group8
	table  tableMaker
	rows   eightRows
	words  [6][width]uint64 // of scalars, by lanes
}

// sumsVar sets r, p, a, b being the same rows, to the sums of g.acc; where one was lost it is
// computed again.
func (s *room) sumsVar(g *group8, r []group.Jacobian, p []group.Affine, a, b []scalar.Scalar) {
	pack(s.rows.words(), &g.acc.affine8)
	for l := range r {
		r[l].X, r[l].Y = s.rows[l].element(0), s.rows[l].element(1)
	}
	g.acc.x = g.acc.z
	pack(s.rows.words(), &g.acc.affine8)
	for l := range r {
		r[l].Z = s.rows[l].element(0)
		if r[l].Z.IsZeroVar() {
			mult.Mul2Var(&r[l], &p[l], &a[l], &b[l])
		}
	}
}

// alignedRoom makes vectors begin where cache lines do, for speed only.
type alignedRoom [unsafe.Sizeof(room{}) + 63]byte

func (b *alignedRoom) room() *room {
	p := unsafe.Pointer(b)
	return (*room)(unsafe.Add(p, -uintptr(p)&63))
}

// rooms are kept, as they are too large for stacks.
var rooms sync.Pool // of *alignedRoom

// mul2Var is Mul2Var by lanes.
func mul2Var(r []group.Jacobian, p []group.Affine, a, b []scalar.Scalar) {
	if len(r) == 0 {
		return
	}
	space, ok := rooms.Get().(*alignedRoom)
	if !ok {
		space = new(alignedRoom)
	}
	defer rooms.Put(space)
	s := space.room()
	comb := combForVar(len(r))
	s.table.beta.setAll(&field.Beta)
	most := groupsAtOnce() * width
	for len(r) > 0 {
		n := min(len(r), most)
		groups := s.groups[:(n+width-1)/width]
		part := func(i int) (from, to int) { return width * i, min(width*(i+1), n) }
		for i := range groups {
			from, to := part(i)
			s.beginVar(&groups[i], p[from:to], a[from:to])
		}
		s.mulVar(groups)
		s.addCombVar(groups, comb, b[:n])
		for i := range groups {
			from, to := part(i)
			s.sumsVar(&groups[i], r[from:to], p[from:to], a[from:to], b[from:to])
		}
		r, p, a, b = r[n:], p[n:], a[n:], b[n:]
	}
}
