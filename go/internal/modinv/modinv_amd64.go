// The inner loops by assembly, on the processors that have MULX, ADCX and ADOX: these have all that
// it needs.

//go:build amd64 && !purego

package modinv

import "github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/cpu"

//go:noescape
func stepsADX(t *matrix, x, y uint64, z int64, n int) int64

//go:noescape
func updateFGADX(x, y *num, n int, t *matrix)

//go:noescape
func updateDEADX(d, e *num, t *matrix, m *Modulus)

//go:noescape
func descendADXVar(s *descent, m *Modulus) int

func steps(t *matrix, f, g uint64, z int64, n int) int64 {
	if cpu.This.HasADX {
		return stepsADX(t, f, g, z, n)
	}
	return stepsGeneric(t, f, g, z, n)
}

func updateFG(f, g *num, n int, t *matrix) {
	if cpu.This.HasADX {
		updateFGADX(f, g, n, t)
	} else {
		updateFGGeneric(f, g, n, t)
	}
}

func updateDE(d, e *num, t *matrix, m *Modulus) {
	if cpu.This.HasADX {
		updateDEADX(d, e, t, m)
	} else {
		updateDEGeneric(d, e, t, m)
	}
}

func descendVar(s *descent, m *Modulus) int {
	if cpu.This.HasADX {
		return descendADXVar(s, m)
	}
	return descendGenericVar(s, m)
}
