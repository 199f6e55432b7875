package field

import "github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/cpu"

// backend is a choice of code; use makes it, and returns what undoes that.
type backend struct {
	name string
	use  func() (undo func())
}

// backends are those that can run here.
func backends() []backend {
	with := func(f cpu.Features) func() func() {
		return func() func() {
			old := cpu.X86
			cpu.X86 = f
			return func() { cpu.X86 = old }
		}
	}
	r := []backend{{"Go", with(cpu.Features{})}}
	if cpu.X86.HasASM {
		r = append(r, backend{"ASM", with(cpu.Features{HasASM: true})})
	}
	if cpu.X86.HasADX {
		r = append(r, backend{"ADX", with(cpu.X86)})
	}
	return r
}
