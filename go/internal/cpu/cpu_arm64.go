// arm64, all of which have what the assembly needs.

//go:build arm64 && !purego

package cpu

import "os"

func environment() string { return os.Getenv("P256K1_CPU") }

func detect() Features { return Features{HasASM: true} }
