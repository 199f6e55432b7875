// The scan on amd64: by AVX2 where there is that.

//go:build amd64 && !purego

package mult

import (
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/cpu"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/group"
)

// scanAVX2 sets *r to row index of the table, index < rows.
//
//go:noescape
func scanAVX2(r, table *group.Affine, rows int, index uint64)

func scan(r *group.Affine, table []group.Affine, index uint64) {
	if cpu.This.HasAVX2 {
		scanAVX2(r, &table[0], len(table), index)
	} else {
		scanGeneric(r, table, index)
	}
}
