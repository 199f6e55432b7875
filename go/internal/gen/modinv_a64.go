// The inner loops of the modular inverse for arm64: division steps, and matrices applied.

package main

import "fmt"

// Registers of arm64 in these functions: the matrix, two sums of 128 bits, one limb of each number,
// pointers, and two for the moment.
var (
	a64Entries       = words{"R0", "R1", "R2", "R3"}
	a64Sums          = []words{{"R4", "R5"}, {"R6", "R7"}}
	a64Limb          = words{"R8", "R9"}
	a64Pointers      = words{"R10", "R11", "R12"}
	a64Low, a64High  = "R13", "R14"
	a64Clear         = words{"R15", "R16"}
	a64Count, a64Mod = "R17", "R19"
)

// Parameters have the names that modinv.go has.
func modinvFileA64(a *asm) error {
	a.file("The inner loops of the modular inverse: the twins of the functions with these names "+
		"in Go.", "arm64 && !purego")
	a.a64Steps()
	a.a64UpdateFG()
	a.a64UpdateDE()
	return nil
}

// a64Steps writes steps: as divisionSteps. A step is compare and select, without a branch.
func (a *asm) a64Steps() {
	a.function("func stepsASM(t *matrix, x, y uint64, z int64, n int) int64", "NOSPLIT", 0, 48)
	m := a64Entries // the matrix so far
	f, g, z, count, chunks := "R4", "R5", "R6", "R7", "R8"
	rf, rg, sum, next := "R9", "R10", "R11", "R12"
	last, one := "R13", "R14"
	c := words{"R15", "R16", "R17", "R19"} // the matrix of a chunk
	a.ins("MOVD", "x+8(FP)", f)
	a.ins("MOVD", "y+16(FP)", g)
	a.ins("MOVD", "z+24(FP)", z)
	a.ins("MOVD", "n+32(FP)", last)
	for i, entry := range m {
		a.ins("MOVD", []string{"$1", "ZR", "ZR", "$1"}[i], entry)
	}
	a.ins("MOVD", "$3", chunks)
	a.ins("MOVD", "$0x100000", one)
	chunk, loop := a.newLabel("chunk"), a.newLabel("steps")
	a.label(chunk)
	a.ins("CMP", "$1", chunks)
	a.ins("MOVD", "$2", count)
	a.ins("CSEL", "EQ", last, count, count)
	a.comment("the packed rows of f and g")
	for i, row := range []string{rf, rg} {
		a.ins("AND", "$0xFFFFF", []string{f, g}[i], row)
		a.ins("MOVD", []string{"$0x20000000000", "$0x4000000000000000"}[i], next)
		a.ins("SUB", next, row)
	}
	a.label(loop)
	for range 10 {
		a.ins("ADD", rf, rg, sum)
		a.ins("SUB", rf, rg, next)
		a.ins("SUBS", "$1", z)
		a.ins("CSEL", "MI", next, sum, next) // the next g if g is odd, and delta > 0 or not
		a.ins("TST", z+">>63", rg)           // g is odd and delta > 0: a swap
		a.ins("CSEL", "NE", rg, rf, rf)
		a.ins("CSINV", "EQ", z, z, z)
		a.ins("TST", "$1", rg)
		a.ins("CSEL", "NE", next, rg, rg)
		a.ins("ASR", "$1", rg)
	}
	a.ins("SUBS", "$1", count)
	a.ins("BNE", loop)

	a.comment("the matrix times 2^20, and what is so far times that")
	for i, row := range []string{rf, rg} {
		x, y := c[2*i], c[2*i+1]
		a.ins("ADD", one, row)
		a.ins("ASR", "$21", row)
		a.ins("ADD", one, row)
		a.ins("NEG", row+"->21", y)
		a.ins("AND", "$0x1FFFFF", row)
		a.ins("SUB", row, one, x)
	}
	for _, column := range [][2]string{{m[0], m[2]}, {m[1], m[3]}, {f, g}} {
		x, y := column[0], column[1]
		a.ins("MUL", c[0], x, sum)
		a.ins("MADD", c[1], sum, y, sum)
		a.ins("MUL", c[2], x, next)
		a.ins("MADD", c[3], next, y, y)
		a.ins("MOVD", sum, x)
	}
	a.ins("ASR", "$20", f)
	a.ins("ASR", "$20", g)
	a.ins("SUBS", "$1", chunks)
	a.ins("BNE", chunk)

	a.ins("MOVD", "t+0(FP)", count)
	for _, entry := range m {
		a.ins("LSL", "$2", entry)
	}
	a.a64Store(m, words{"0(" + count + ")", "16(" + count + ")"})
	a.ins("MOVD", z, "ret+40(FP)")
	a.ins("RET")
}

// a64Accumulate adds the signed product of x and y to sum, or sets sum to it.
func (a *asm) a64Accumulate(first bool, x, y string, sum words) {
	if first {
		a.ins("MUL", x, y, sum[0])
		a.ins("SMULH", x, y, sum[1])
		return
	}
	a.ins("MUL", x, y, a64Low)
	a.ins("SMULH", x, y, a64High)
	a.ins("ADDS", a64Low, sum[0])
	a.ins("ADC", a64High, sum[1])
}

// a64Apply adds the matrix times limb i of both numbers to the sums.
func (a *asm) a64Apply(i int) {
	for j := range a64Limb {
		a.ins("MOVD", fmt.Sprintf("%d(%s)", 8*i, a64Pointers[j]), a64Limb[j])
	}
	for j, sum := range a64Sums {
		a.a64Accumulate(i == 0, a64Limb[0], a64Entries[2*j], sum)
		a.a64Accumulate(false, a64Limb[1], a64Entries[2*j+1], sum)
	}
}

// a64Shift puts the low 62 bits of a sum to limb i of its number, unless that is -1, and shifts it.
func (a *asm) a64Shift(i, number int) {
	sum := a64Sums[number]
	if i >= 0 {
		a.ins("AND", "$0x3FFFFFFFFFFFFFFF", sum[0], a64Low)
		a.ins("MOVD", a64Low, fmt.Sprintf("%d(%s)", 8*i, a64Pointers[number]))
	}
	a.ins("EXTR", "$62", sum[0], sum[1], sum[0])
	a.ins("ASR", "$62", sum[1])
}

// a64Begin reads the matrix and the pointers to both numbers.
func (a *asm) a64Begin(x, y, matrix string) {
	a.ins("MOVD", matrix, a64Mod)
	a.a64Load(a64Entries, words{"0(" + a64Mod + ")", "16(" + a64Mod + ")"})
	a.ins("MOVD", x, a64Pointers[0])
	a.ins("MOVD", y, a64Pointers[1])
}

// a64UpdateFG writes updateFG: limb after limb, the first of which only carries. It leaves where
// the limbs end, whose number is public.
func (a *asm) a64UpdateFG() {
	a.function("func updateFGASM(x, y *num, n int, t *matrix)", "NOSPLIT", 0, 32)
	a.a64Begin("x+0(FP)", "y+8(FP)", "t+24(FP)")
	a.ins("MOVD", "n+16(FP)", a64Count)
	last := make([]string, 5)
	for i := range last {
		a.a64Apply(i)
		a.a64Shift(i-1, 0)
		a.a64Shift(i-1, 1)
		if last[i] = a.newLabel("last"); i < 4 {
			a.ins("SUBS", "$1", a64Count)
			a.ins("BEQ", last[i])
		}
	}
	for i := 4; i >= 0; i-- {
		a.label(last[i])
		for number, sum := range a64Sums {
			a.ins("MOVD", sum[0], fmt.Sprintf("%d(%s)", 8*i, a64Pointers[number]))
		}
		a.ins("RET")
	}
}

// a64UpdateDE writes updateDE.
func (a *asm) a64UpdateDE() {
	a.function("func updateDEASM(d, e *num, t *matrix, m *Modulus)", "NOSPLIT", 0, 32)
	a.a64Begin("d+0(FP)", "e+8(FP)", "t+16(FP)")
	a.ins("MOVD", "m+24(FP)", a64Pointers[2])
	a.a64Apply(0)
	a.ins("MOVD", "40("+a64Pointers[2]+")", a64Mod) // the negative inverse
	for i, k := range a64Clear {
		a.ins("MUL", a64Sums[i][0], a64Mod, k)
		a.ins("SBFX", "$0", k, "$62", k)
	}
	for i := range 5 {
		if i > 0 {
			a.a64Apply(i)
		}
		a.ins("MOVD", fmt.Sprintf("%d(%s)", 8*i, a64Pointers[2]), a64Mod)
		for j, k := range a64Clear {
			a.a64Accumulate(false, k, a64Mod, a64Sums[j])
			a.a64Shift(i-1, j)
		}
	}
	for j, sum := range a64Sums {
		a.ins("MOVD", sum[0], "32("+a64Pointers[j]+")")
	}
	a.ins("RET")
}
