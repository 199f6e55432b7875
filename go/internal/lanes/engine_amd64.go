// Which kernels the processor has.

//go:build amd64 && !purego

package lanes

import "github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/cpu"

// engine is the body in use.
func engine() int {
	switch {
	case cpu.X86.HasIFMA:
		return ifma
	case cpu.X86.HasAVX512:
		return avx512
	}
	return twin
}
