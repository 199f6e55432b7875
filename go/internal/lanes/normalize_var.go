// Points made affine together, eight at a time: an inversion that all share in every lane.

package lanes

import (
	"unsafe"

	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/field"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/group"
)

// jacobianWords is the size of a point; this does not compile if it is another.
const jacobianWords = 12

var _ [unsafe.Sizeof(group.Jacobian{})]byte = [8 * jacobianWords]byte{}

// wordsOfJacobians is points as words, in place.
func wordsOfJacobians(p []group.Jacobian) []uint64 {
	return unsafe.Slice((*uint64)(unsafe.Pointer(unsafe.SliceData(p))), jacobianWords*len(p))
}

// NormalizeVar is group.NormalizeVar, by lanes where there are any and enough points.
// cost: an inversion, and for eight points 6 mul + 1 sqr.
func NormalizeVar(r []group.Affine, a []group.Jacobian) {
	if !Available() || len(a) < fewest[engine()].points {
		group.NormalizeVar(r, a)
		return
	}
	checkLengths(len(r) == len(a))
	normalizeVar(r, a)
}

// The words of a group.
const wordsOfRows, wordsOfPoints = 8 * width, jacobianWords * width

// A lastGroup is points that are less than eight, completed by infinity.
type lastGroup struct {
	points [width]group.Jacobian
	rows   [width]group.Affine
}

// normalizeVar is NormalizeVar by lanes.
func normalizeVar(r []group.Affine, a []group.Jacobian) {
	full := len(a) &^ (width - 1)
	rows, points := wordsOf(rowsOf(r[:full])), wordsOfJacobians(a[:full])
	var last *lastGroup
	var lastRows, lastPoints []uint64
	if full < len(a) {
		last = new(lastGroup)
		copy(last.points[:], a[full:])
		lastRows, lastPoints = wordsOf(rowsOf(last.rows[:])), wordsOfJacobians(last.points[:])
	}
	product, large := ones, uint64(0)
	if full > 0 {
		normalizeBegin(rows, points, &product)
	}
	if last != nil {
		normalizeBegin(lastRows, lastPoints, &product)
	}
	product.invertVar()
	if last != nil {
		normalizePeel(lastRows, lastPoints, &product)
		normalizeEnd(lastRows, lastPoints, &large)
		copy(r[full:], last.rows[:])
	}
	if full > 0 {
		normalizePeel(rows[len(rows)-wordsOfRows:], points[len(points)-wordsOfPoints:], &product)
		if full > width {
			normalizeBack(rows, points, &product, &large)
		}
		normalizeEnd(rows[:wordsOfRows], points[:wordsOfPoints], &large)
	}
	if large != 0 {
		for i := range r {
			r[i].NormalizeVar()
		}
	}
}

// ones is 1 in every lane, and only read.
var ones = fe8{[5][8]uint64{{1, 1, 1, 1, 1, 1, 1, 1}}}

// invertVar inverts every lane, none of which is 0.  cost: an inversion and 6 mul.
func (a *fe8) invertVar() {
	var product, others fe8
	fold(&product, &others, a)
	whole := product.element(0)
	whole.InvVar(&whole)
	var inverse digits
	inverse.setElement(&whole)
	mulAll(a, &others, &inverse)
}

// element returns the element of lane l.
func (a *fe8) element(l int) (r field.Element) {
	d, w := a.lane(l), [4]uint64{}
	d.carry(&d)
	d.foldTop(&d)
	d.carry(&d)
	d.words(w[:])
	r.SetLimbs(&w)
	return r
}
