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

// normalizeVar is NormalizeVar by lanes. The last group is completed by points that are infinity.
func normalizeVar(r []group.Affine, a []group.Jacobian) {
	full := len(a) &^ (width - 1)
	var lastPoints [width]group.Jacobian
	var lastRows [width]group.Affine
	copy(lastPoints[:], a[full:])
	rows, points := wordsOf(rowsOf(r[:full])), wordsOfJacobians(a[:full])
	restRows, restPoints := wordsOf(rowsOf(lastRows[:])), wordsOfJacobians(lastPoints[:])
	var product fe8
	product.setOne()
	if full > 0 {
		normalizeBegin(rows, points, &product)
	}
	if full < len(a) {
		normalizeBegin(restRows, restPoints, &product)
	}
	product.invertVar()
	if full < len(a) {
		normalizeEnd(restRows, restPoints, &product)
		copy(r[full:], lastRows[:])
	}
	if full > 0 {
		normalizeEnd(rows, points, &product)
	}
	for i := range r {
		r[i].NormalizeVar()
	}
}

// setOne sets every lane to 1.
func (a *fe8) setOne() {
	var one field.Element
	one.SetOne()
	a.setAll(&one)
}

// invertVar inverts every lane, none of which is 0.
// cost: an inversion and 3 mul a lane, one lane after the other.
func (a *fe8) invertVar() {
	var rows eightRows
	var all, inverse [width]field.Element
	pair := affine8{x: *a}
	pack(rows.words(), &pair)
	for l := range all {
		all[l] = rows[l].element(0)
	}
	field.BatchInvVar(inverse[:], all[:])
	for l := range inverse {
		w := inverse[l].Limbs()
		copy(rows[l][:], w[:])
	}
	unpack(&pair, rows.words())
	*a = pair.x
}
