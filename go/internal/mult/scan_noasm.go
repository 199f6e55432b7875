// The scan where there is no assembly of it.

//go:build (!amd64 && !arm64) || purego

package mult

import "github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/group"

func scan(r *group.Affine, table []group.Affine, index uint64) { scanGeneric(r, table, index) }
