// Points from x coordinates: the square roots of two groups of eight rows at a time, so that the
// steps of one fill the waits of the other.

package lanes

import (
	"unsafe"

	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/field"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/group"
)

// LiftXVar sets p[i] to the point with the x coordinate x[i] and a y that is odd if odd[i] is set,
// normalized, and ok[i] to whether there is one.  in: slices of one length.  time: variable.
// cost: a square root for eight rows.
func LiftXVar(p []group.Affine, ok []bool, x []field.Element, odd []bool) {
	checkLengths(len(p) == len(ok) && len(p) == len(x) && len(p) == len(odd))
	n := laneRows(len(p), 2*width, fewest[engine()].lift)
	liftXVar(p[:n], ok[:n], x[:n], odd[:n])
	for i := n; i < len(p); i++ {
		ok[i] = p[i].SetXVar(&x[i], odd[i])
	}
}

// A chain is what the square roots of two groups of eight rows need.
type chain struct {
	x, yy, y [2]fe8
	power    [5][2]fe8
	seven    fe8
	rows     eightRows
	lane     affine8 // of the rows: the first eight elements in x, the others in y
}

// shiftMul sets r = a^(2^n) b, n >= 1.
func shiftMul(r, a *[2]fe8, n int, b *[2]fe8) {
	if r != a {
		*r = *a
	}
	sqrN(r, n)
	for i := range r {
		mul(&r[i], &r[i], &b[i])
	}
}

// root sets y = yy^((p + 1)/4), by the addition chain of the field: x(k) = yy^(2^k - 1).
// cost: 253 sqr + 13 mul.
func (s *chain) root() {
	x2, x3, x22, x44, x88 := &s.power[0], &s.power[1], &s.power[2], &s.power[3], &s.power[4]
	t := &s.y
	shiftMul(x2, &s.yy, 1, &s.yy)
	shiftMul(x3, x2, 1, &s.yy)
	shiftMul(t, x3, 3, x3) // x(6)
	shiftMul(t, t, 3, x3)  // x(9)
	shiftMul(t, t, 2, x2)  // x(11)
	shiftMul(x22, t, 11, t)
	shiftMul(x44, x22, 22, x22)
	shiftMul(x88, x44, 44, x44)
	shiftMul(t, x88, 88, x88) // x(176)
	shiftMul(t, t, 44, x44)   // x(220)
	shiftMul(t, t, 3, x3)     // x(223)
	shiftMul(t, t, 23, x22)
	shiftMul(t, t, 6, x2) // the exponent ends in 000011 00
	sqrN(t, 2)
}

// alignedChain is as alignedRoom.
type alignedChain [unsafe.Sizeof(chain{}) + 63]byte

func (b *alignedChain) chain() *chain {
	p := unsafe.Pointer(b)
	return (*chain)(unsafe.Add(p, -uintptr(p)&63))
}

// liftXVar is LiftXVar by lanes.
func liftXVar(p []group.Affine, ok []bool, x []field.Element, odd []bool) {
	if len(p) == 0 {
		return
	}
	var space alignedChain
	var seven field.Element
	s := space.chain()
	seven.SetInt(7)
	s.seven.setAll(&seven)
	for len(p) > 0 {
		n := min(len(p), 2*width)
		for i := range 2 * width {
			w := x[min(i, n-1)].Limbs() // lanes without a row repeat the last
			copy(s.rows[i%width][4*(i/width):], w[:])
		}
		unpack(&s.lane, s.rows.words())
		s.x = [2]fe8{s.lane.x, s.lane.y}
		for i := range s.x {
			curve(&s.yy[i], &s.x[i], &s.seven)
		}
		s.root()
		for i := range s.x {
			residue(&s.x[i], &s.y[i], &s.yy[i])
		}
		s.lane.x, s.lane.y = s.x[0], s.x[1]
		pack(s.rows.words(), &s.lane)
		for i := range n {
			left := s.rows[i%width].element(i / width)
			ok[i] = left.IsZeroVar()
		}
		s.lane.x, s.lane.y = s.y[0], s.y[1]
		pack(s.rows.words(), &s.lane)
		for i := range n {
			p[i].X, p[i].Y = x[i], s.rows[i%width].element(i/width)
			if (p[i].Y.IsOdd() == 1) != odd[i] {
				p[i].Y.Neg(&p[i].Y)
			}
			p[i].Normalize()
		}
		p, ok, x, odd = p[n:], ok[n:], x[n:], odd[n:]
	}
}
