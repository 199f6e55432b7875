// The inner loops by assembly on arm64.

//go:build arm64 && !purego

package modinv

import "github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/cpu"

//go:noescape
func stepsASM(t *matrix, x, y uint64, z int64, n int) int64

//go:noescape
func updateFGASM(x, y *num, n int, t *matrix)

//go:noescape
func updateDEASM(d, e *num, t *matrix, m *Modulus)

func steps(t *matrix, f, g uint64, z int64, n int) int64 {
	if cpu.This.HasASM {
		return stepsASM(t, f, g, z, n)
	}
	return stepsGeneric(t, f, g, z, n)
}

func updateFG(f, g *num, n int, t *matrix) {
	if cpu.This.HasASM {
		updateFGASM(f, g, n, t)
	} else {
		updateFGGeneric(f, g, n, t)
	}
}

func updateDE(d, e *num, t *matrix, m *Modulus) {
	if cpu.This.HasASM {
		updateDEASM(d, e, t, m)
	} else {
		updateDEGeneric(d, e, t, m)
	}
}

func descendVar(s *descent, m *Modulus) int { return descendGenericVar(s, m) }
