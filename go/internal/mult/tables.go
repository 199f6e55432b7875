// The tables of multiples of G: made when first used, then only read.

package mult

import (
	"sync"

	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/group"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/scalar"
)

const (
	genWindows = (256 + genWindow - 1) / genWindow
	genRows    = 1 << (genWindow - 1)
	oddRows    = 1 << (oddWindow - 2)
)

// genTable.rows[i][j] = (2j + 1) 2^(genWindow i) G: 88,064 bytes.  offset is what recoding adds.
var genTable struct {
	once   sync.Once
	rows   [genWindows][genRows]group.Affine
	offset scalar.Scalar
}

// oddTable.rows[j] = (2j + 1) G: 65,536 bytes, which nobody has touched who only signs.
var oddTable struct {
	once sync.Once
	rows [oddRows]group.Affine
}

// pointOffset.offset is what recoding adds to the scalars of Point.
var pointOffset struct {
	once   sync.Once
	offset scalar.Scalar
}

// getGenTable returns genTable.rows and the offset.  All of it is public: that it is made in
// variable time tells nothing.
func getGenTable() (*[genWindows][genRows]group.Affine, *scalar.Scalar) {
	genTable.once.Do(fillGenTableVar)
	return &genTable.rows, &genTable.offset
}

// getOddTable returns oddTable.rows.
func getOddTable() *[oddRows]group.Affine {
	oddTable.once.Do(fillOddTableVar)
	return &oddTable.rows
}

// getPointOffset returns pointOffset.offset.
func getPointOffset() *scalar.Scalar {
	pointOffset.once.Do(func() { pointOffset.offset = scalar.OddOffsetGLV() })
	return &pointOffset.offset
}
