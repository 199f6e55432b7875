// Rows of eight words, as points lie in memory, for the kernels that bring them into lanes and
// back.

package lanes

import (
	"unsafe"

	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/field"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/group"
)

// A row is four words of x and four of y.
type row [8]uint64

// eightRows is what the kernels take at a time.
type eightRows [width]row

// Points are rows: this does not compile if their size is another.
var _ [unsafe.Sizeof(row{})]byte = [unsafe.Sizeof(group.Affine{})]byte{}

// rowsOf is points as rows, in place.
func rowsOf(p []group.Affine) []row {
	return unsafe.Slice((*row)(unsafe.Pointer(unsafe.SliceData(p))), len(p))
}

// wordsOf is rows as words, in place.
func wordsOf(r []row) []uint64 {
	return unsafe.Slice((*uint64)(unsafe.Pointer(unsafe.SliceData(r))), 8*len(r))
}

// words is r as words, in place.
func (r *eightRows) words() []uint64 { return wordsOf(r[:]) }

// element returns half 0 or 1 of the row.
func (r *row) element(half int) (a field.Element) {
	a.SetLimbs((*[4]uint64)(r[4*half:]))
	return a
}
