// How the tables are made.

package mult

import (
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/group"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/scalar"
)

// fillChunk is how many rows of the larger table share an inversion.
const fillChunk = 256

// fillOddVar sets rows[j] = (2j + 1) p; as many as room holds share an inversion.
func fillOddVar(rows []group.Affine, room []group.Jacobian, p *group.Jacobian) {
	var twice group.Affine
	var sum group.Jacobian
	sum.Dbl(p)
	twice.SetJacobianVar(&sum)
	sum = *p
	for len(rows) > 0 {
		n := min(len(rows), len(room))
		for j := range room[:n] {
			room[j] = sum
			sum.AddAffineVar(&sum, &twice)
		}
		group.NormalizeVar(rows[:n], room[:n])
		rows = rows[n:]
	}
}

func fillOddTableVar() {
	var g group.Jacobian
	g.SetAffine(&group.Generator)
	fillOddVar(oddTable.rows[:], make([]group.Jacobian, min(oddRows, fillChunk)), &g)
}

func fillGenTableVar() {
	genTable.offset = scalar.OddOffset(genWindow * genWindows)
	fillWindowsVar(&genTable.rows, &group.Generator)
}

// fillWindowsVar sets rows[i][j] = (2j + 1) 2^(genWindow i) p.
func fillWindowsVar(rows *[genWindows][genRows]group.Affine, p *group.Affine) {
	var base group.Jacobian
	base.SetAffine(p)
	room := make([]group.Jacobian, genRows)
	for i := range rows {
		fillOddVar(rows[i][:], room, &base)
		base.DblN(&base, genWindow)
	}
}
