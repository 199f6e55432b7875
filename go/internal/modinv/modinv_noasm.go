// The inner loops without assembly.

//go:build (!amd64 && !arm64) || purego

package modinv

func steps(t *matrix, f, g uint64, z int64, n int) int64 { return stepsGeneric(t, f, g, z, n) }

func updateFG(f, g *num, n int, t *matrix) { updateFGGeneric(f, g, n, t) }

func updateDE(d, e *num, t *matrix, m *Modulus) { updateDEGeneric(d, e, t, m) }

func descendVar(s *descent, m *Modulus) int { return descendGenericVar(s, m) }
