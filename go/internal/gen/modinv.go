// The inner loops of the modular inverse: division steps, and matrices applied.

package main

import "fmt"

// Parameters are not called g, which is a register to the assembler.
func modinvFile(a *asm) error {
	a.file("The inner loops of the modular inverse: the twins of the functions with these names "+
		"in Go.", "amd64 && !purego")
	a.divisionSteps()
	a.updateFG()
	a.updateDE()
	a.descend()
	return nil
}

// divisionSteps writes steps: three times the matrix c of 20 steps (the last of 10*n), by
// which the matrix so far and (f, g) are multiplied. A step is compare and select, without a
// branch.
func (a *asm) divisionSteps() {
	a.function("func stepsADX(t *matrix, x, y uint64, z int64, n int) int64", "NOSPLIT", 0, 48)
	u, v, q, r := "R8", "R9", "R10", "R11"
	f, g, z, count, chunks := "R12", "R13", "R14", "R15", "DI"
	a.ins("MOVQ", "x+8(FP)", f)
	a.ins("MOVQ", "y+16(FP)", g)
	a.ins("MOVQ", "z+24(FP)", z)
	a.ins("MOVQ", "$1", u)
	a.ins("XORL", v, v)
	a.ins("XORL", q, q)
	a.ins("MOVQ", "$1", r)
	a.ins("MOVQ", "$3", chunks)
	chunk, loop := a.newLabel("chunk"), a.newLabel("steps")
	a.label(chunk)
	a.ins("MOVQ", "$2", count)
	a.ins("CMPQ", chunks, "$1")
	a.ins("CMOVQEQ", "n+32(FP)", count)

	a.comment("AX, BX: the packed rows of f and g")
	a.ins("MOVQ", f, "AX")
	a.ins("ANDL", "$0xFFFFF", "AX")
	a.ins("MOVQ", "$0x20000000000", "DX")
	a.ins("SUBQ", "DX", "AX")
	a.ins("MOVQ", g, "BX")
	a.ins("ANDL", "$0xFFFFF", "BX")
	a.ins("MOVQ", "$0x4000000000000000", "DX")
	a.ins("SUBQ", "DX", "BX")
	a.label(loop)
	for i := 0; i < 10; i++ {
		a.ins("LEAQ", "(AX)(BX*1)", "CX") // the next g if g is odd, and delta > 0 or not
		a.ins("MOVQ", "BX", "DX")
		a.ins("SUBQ", "AX", "DX")
		a.ins("DECQ", z)
		a.ins("CMOVQMI", "DX", "CX")
		a.ins("MOVQ", z, "SI") // the next z in a swap
		a.ins("NOTQ", "SI")
		a.ins("MOVQ", z, "DX") // 1 if delta > 0
		a.ins("SHRQ", "$63", "DX")
		a.ins("TESTQ", "BX", "DX")
		a.ins("CMOVQNE", "BX", "AX")
		a.ins("CMOVQNE", "SI", z)
		a.ins("TESTB", "$1", "BX")
		a.ins("CMOVQNE", "CX", "BX")
		a.ins("SARQ", "$1", "BX")
	}
	a.ins("DECQ", count)
	a.ins("JNZ", loop)

	a.comment("AX, CX, BX, DX: the matrix times 2^20")
	for _, row := range [][2]string{{"AX", "CX"}, {"BX", "DX"}} {
		x, y := row[0], row[1]
		a.ins("ADDQ", "$0x100000", x)
		a.ins("SARQ", "$21", x)
		a.ins("ADDQ", "$0x100000", x)
		a.ins("MOVQ", x, y)
		a.ins("SARQ", "$21", y)
		a.ins("NEGQ", y)
		a.ins("ANDL", "$0x1FFFFF", x)
		a.ins("SUBQ", "$0x100000", x)
		a.ins("NEGQ", x)
	}
	for _, column := range [][2]string{{u, q}, {v, r}, {f, g}} {
		x, y := column[0], column[1]
		a.ins("MOVQ", x, "SI")
		a.ins("IMULQ", "AX", "SI")
		a.ins("MOVQ", y, count)
		a.ins("IMULQ", "CX", count)
		a.ins("ADDQ", count, "SI")
		a.ins("IMULQ", "BX", x)
		a.ins("IMULQ", "DX", y)
		a.ins("ADDQ", x, y)
		a.ins("MOVQ", "SI", x)
	}
	a.ins("SARQ", "$20", f)
	a.ins("SARQ", "$20", g)
	a.ins("DECQ", chunks)
	a.ins("JNZ", chunk)

	a.ins("MOVQ", "t+0(FP)", "DI")
	for i, entry := range []string{u, v, q, r} {
		a.ins("SHLQ", "$2", entry)
		a.ins("MOVQ", entry, fmt.Sprintf("%d(DI)", 8*i))
	}
	a.ins("MOVQ", z, "ret+40(FP)")
	a.ins("RET")
}

// The entries u, v, q, r of the matrix that is applied, and the two sums of 128 bits.
var (
	entries    = words{"R8", "R9", "R10", "R11"}
	sumF, sumG = words{"R12", "R13"}, words{"R14", "R15"}
)

// imulAdd adds the signed product of x and y to sum.
func (a *asm) imulAdd(x, y string, sum words) {
	a.ins("MOVQ", x, "AX")
	a.ins("IMULQ", y)
	a.ins("ADDQ", "AX", sum[0])
	a.ins("ADCQ", "DX", sum[1])
}

// applyLimb adds the matrix times (x, y), one limb of both numbers, to the sums.
func (a *asm) applyLimb(x, y string) {
	a.imulAdd(x, entries[0], sumF)
	a.imulAdd(y, entries[1], sumF)
	a.imulAdd(x, entries[2], sumG)
	a.imulAdd(y, entries[3], sumG)
}

// shiftLimb puts the low 62 bits of sum to the memory to, if there is one, and shifts it.
func (a *asm) shiftLimb(sum words, to string) {
	if to != "" {
		a.ins("MOVQ", sum[0], "CX")
		a.ins("SHLQ", "$2", "CX")
		a.ins("SHRQ", "$2", "CX")
		a.ins("MOVQ", "CX", to)
	}
	a.shiftSum(sum)
}

// shiftSum shifts sum by 62 bits.
func (a *asm) shiftSum(sum words) {
	a.ins("SHRQ", "$62", sum[0]) // these two are faster than one SHRD
	a.ins("LEAQ", "("+sum[0]+")("+sum[1]+"*4)", sum[0])
	a.ins("SARQ", "$62", sum[1])
}

func (a *asm) clearSums() {
	for _, r := range append(append(words{}, sumF...), sumG...) {
		a.ins("XORL", r, r)
	}
}

// updateFG writes updateFG: limb after limb, the first of which only carries.
func (a *asm) updateFG() {
	a.function("func updateFGADX(x, y *num, n int, t *matrix)", "NOSPLIT", 0, 32)
	a.ins("MOVQ", "t+24(FP)", "SI")
	a.move(at("SI", 0, 4), entries)
	a.ins("MOVQ", "x+0(FP)", "SI")
	a.ins("MOVQ", "y+8(FP)", "DI")
	a.ins("MOVQ", "n+16(FP)", "BX")
	a.clearSums()
	a.applyLimb("0(SI)", "0(DI)")
	a.shiftLimb(sumF, "")
	a.shiftLimb(sumG, "")
	loop, last := a.newLabel("limb"), a.newLabel("last")
	a.label(loop)
	a.ins("DECQ", "BX")
	a.ins("JZ", last)
	a.applyLimb("8(SI)", "8(DI)")
	a.shiftLimb(sumF, "0(SI)")
	a.shiftLimb(sumG, "0(DI)")
	a.ins("ADDQ", "$8", "SI")
	a.ins("ADDQ", "$8", "DI")
	a.ins("JMP", loop)
	a.label(last)
	a.ins("MOVQ", sumF[0], "0(SI)")
	a.ins("MOVQ", sumG[0], "0(DI)")
	a.ins("RET")
}

// updateDE writes updateDE.
func (a *asm) updateDE() {
	a.function("func updateDEADX(d, e *num, t *matrix, m *Modulus)", "NOSPLIT", 16, 32)
	a.ins("MOVQ", "t+16(FP)", "SI")
	a.move(at("SI", 0, 4), entries)
	a.ins("MOVQ", "d+0(FP)", "SI")
	a.ins("MOVQ", "e+8(FP)", "DI")
	a.ins("MOVQ", "m+24(FP)", "BX")
	a.applyToDE(at("SI", 0, 5), at("DI", 0, 5), at("BX", 0, 6))
	a.ins("RET")
}

// applyToDE applies the matrix to d, e modulo m, with the multiples of m that clear the low bits in
// 0(SP) and 8(SP).
func (a *asm) applyToDE(d, e, m words) {
	a.clearSums()
	a.applyLimb(d[0], e[0])
	sums := []words{sumF, sumG}
	for i, k := range at("SP", 0, 2) {
		a.ins("MOVQ", m[5], "CX") // the negative inverse
		a.ins("IMULQ", sums[i][0], "CX")
		a.ins("SHLQ", "$2", "CX")
		a.ins("SARQ", "$2", "CX")
		a.ins("MOVQ", "CX", k)
	}
	for i := 0; i < 5; i++ {
		if i > 0 {
			a.applyLimb(d[i], e[i])
		}
		for j, to := range []words{d, e} {
			a.imulAdd(m[i], at("SP", 8*j, 1)[0], sums[j])
			store := ""
			if i > 0 {
				store = to[i-1]
			}
			a.shiftLimb(sums[j], store)
		}
	}
	a.ins("MOVQ", sumF[0], d[4])
	a.ins("MOVQ", sumG[0], e[4])
}
