// The scan on arm64.

//go:build arm64 && !purego

package mult

import (
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/cpu"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/group"
)

// scanASM sets *r to row index of the table, index < rows.
//
//go:noescape
func scanASM(r, table *group.Affine, rows int, index uint64)

func scan(r *group.Affine, table []group.Affine, index uint64) {
	if cpu.This.HasASM {
		scanASM(r, &table[0], len(table), index)
	} else {
		scanGeneric(r, table, index)
	}
}
