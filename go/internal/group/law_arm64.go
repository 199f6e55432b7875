// Where the compiled formulas run on arm64.

//go:build arm64 && !purego

package group

import "github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/cpu"

// compiled tells whether assembly may be used.
func compiled() bool { return cpu.This.HasASM }
