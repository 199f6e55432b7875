// The descent of the inverse in variable time: all batches in one function, so that no matrix
// passes through memory between its steps.

package main

import "fmt"

// descend writes descendVar. SI is the state throughout; the frame holds the length, the result the
// number of batches.
func (a *asm) descend() {
	a.function("func descendADXVar(s *descent, m *Modulus) int", "NOSPLIT", 24, 24)
	length, batches := "16(SP)", "ret+16(FP)"
	x, y, d, e := at("SI", 8, 5), at("SI", 56, 5), at("SI", 96, 5), at("SI", 136, 5)
	batch, window := a.newLabel("batch"), a.newLabel("window")
	a.ins("MOVQ", "s+0(FP)", "SI")
	a.ins("MOVQ", "$0", batches)
	a.ins("MOVQ", "$5", "CX")

	a.comment("the length, CX: of the longer of x, y")
	a.label(batch)
	a.ins("MOVQ", "0(SI)(CX*8)", "AX")
	a.ins("MOVQ", "48(SI)(CX*8)", "BX")
	a.ins("MOVQ", "AX", "DX")
	a.ins("ORQ", "BX", "DX")
	a.ins("JNZ", window)
	a.ins("DECQ", "CX")
	a.ins("JMP", batch)
	a.label(window)
	a.ins("MOVQ", "CX", length)

	a.comment("R12, R13: the windows; R14, R15: the low limbs")
	a.ins("LZCNTQ", "DX", "DX")
	a.ins("DECQ", "DX")
	a.ins("SHLXQ", "DX", "AX", "R12")
	a.ins("SHLXQ", "DX", "BX", "R13")
	a.ins("MOVQ", "$62", "DI")
	a.ins("SUBQ", "DX", "DI")
	a.ins("SHRXQ", "DI", "-8(SI)(CX*8)", "AX")
	a.ins("SHRXQ", "DI", "40(SI)(CX*8)", "BX")
	a.ins("ORQ", "AX", "R12")
	a.ins("ORQ", "BX", "R13")
	a.ins("MOVQ", x[0], "R14")
	a.ins("MOVQ", y[0], "R15")
	a.ins("LEAQ", "(R12)(R12*1)", "AX")
	a.ins("LEAQ", "(R13)(R13*1)", "BX")
	a.approximations("R14", "R15")
	a.halve("R8", "R9", "R10", "R11")

	a.comment("R8 to R11: the matrix of the first half")
	a.ins("MOVQ", "$0x7FFFFFFF7FFFFFFF", "DX")
	a.unpack("R9", "R10", "R11")
	a.unpack("R8", "R8", "R9")

	a.comment("the windows and low limbs after it: DI, BX and R14, R15")
	for i, sum := range []string{"DI", "BX"} {
		u, v := entries[2*i], entries[2*i+1]
		a.ins("MOVQ", u, "AX")
		a.ins("SHLQ", "$31", "AX")
		a.ins("IMULQ", "R12")
		a.ins("MOVQ", "DX", sum)
		a.ins("MOVQ", v, "AX")
		a.ins("SHLQ", "$31", "AX")
		a.ins("IMULQ", "R13")
		a.ins("ADDQ", "DX", sum)
	}
	a.ins("MOVQ", "R14", "CX")
	a.ins("MOVQ", "R15", "DX")
	a.ins("IMULQ", "R8", "R14")
	a.ins("IMULQ", "R9", "R15")
	a.ins("ADDQ", "R15", "R14")
	a.ins("IMULQ", "R10", "CX")
	a.ins("IMULQ", "R11", "DX")
	a.ins("LEAQ", "(CX)(DX*1)", "R15")
	a.ins("SHRQ", "$31", "R14")
	a.ins("SHRQ", "$31", "R15")
	for i, sum := range []string{"DI", "BX"} {
		positive := a.newLabel("positive")
		a.ins("TESTQ", sum, sum)
		a.ins("JGE", positive)
		for _, r := range []string{sum, []string{"R14", "R15"}[i], entries[2*i], entries[2*i+1]} {
			a.ins("NEGQ", r)
		}
		a.label(positive)
	}
	a.ins("MOVQ", "DI", "CX")
	a.ins("ORQ", "BX", "CX")
	a.ins("LZCNTQ", "CX", "CX")
	a.ins("SHLXQ", "CX", "DI", "AX")
	a.ins("SHLXQ", "CX", "BX", "BX")
	a.approximations("R14", "R15")
	a.halve("R12", "R13", "R14", "R15")

	a.comment("R8 to R11: the product of both halves")
	a.ins("MOVQ", "$0x7FFFFFFF7FFFFFFF", "DX")
	a.unpack("R13", "R14", "R15")
	a.unpack("R12", "R12", "R13")
	for _, column := range [][2]string{{"R8", "R10"}, {"R9", "R11"}} {
		u, v := column[0], column[1]
		a.ins("MOVQ", u, "AX")
		a.ins("IMULQ", "R12", "AX")
		a.ins("MOVQ", v, "BX")
		a.ins("IMULQ", "R13", "BX")
		a.ins("IMULQ", "R14", u)
		a.ins("IMULQ", "R15", v)
		a.ins("ADDQ", u, v)
		a.ins("LEAQ", "(AX)(BX*1)", u)
	}

	a.comment("x and y")
	a.ins("MOVQ", length, "BX")
	a.ins("MOVQ", "$62", "DI")
	updated := a.newLabel("updated")
	shorter := make([]string, 5)
	a.clearSums()
	for i := range 5 {
		a.applyLimb(x[i], y[i])
		for j, to := range []words{x, y} {
			store := ""
			if i > 0 {
				store = to[i-1]
			}
			a.shiftLimbBy("DI", []words{sumF, sumG}[j], store)
		}
		if i < 4 {
			shorter[i] = a.newLabel("shorter")
			a.ins("CMPQ", "BX", fmt.Sprintf("$%d", i+1))
			a.ins("JEQ", shorter[i])
		}
	}
	a.ins("MOVQ", sumF[0], x[4])
	a.ins("MOVQ", sumG[0], y[4])
	a.label(updated)
	for i, sum := range []words{sumF, sumG} {
		positive, negate, top := a.newLabel("positive"), a.newLabel("negate"), a.newLabel("top")
		a.ins("TESTQ", sum[0], sum[0])
		a.ins("JGE", positive)
		a.ins("NEGQ", entries[2*i])
		a.ins("NEGQ", entries[2*i+1])
		a.ins("LEAQ", []string{x[0], y[0]}[i], "DI")
		a.ins("MOVQ", "BX", "CX")
		a.ins("XORL", "DX", "DX")
		a.label(negate)
		a.ins("SUBQ", "0(DI)", "DX")
		a.ins("DECQ", "CX")
		a.ins("JZ", top)
		a.ins("MOVQ", "DX", "AX")
		a.ins("SHLQ", "$2", "AX")
		a.ins("SHRQ", "$2", "AX")
		a.ins("MOVQ", "AX", "0(DI)")
		a.ins("SARQ", "$62", "DX")
		a.ins("ADDQ", "$8", "DI")
		a.ins("JMP", negate)
		a.label(top)
		a.ins("MOVQ", "DX", "0(DI)")
		a.label(positive)
	}

	a.comment("the end is x = 0, which only numbers of two limbs or less become")
	more, last, next := a.newLabel("more"), a.newLabel("last"), a.newLabel("next")
	a.ins("CMPQ", "BX", "$2")
	a.ins("JGT", more)
	a.ins("MOVQ", x[0], "AX")
	a.ins("ORQ", x[1], "AX")
	a.ins("JZ", last)

	a.comment("d and e: at first in whole numbers, which grow by a limb a batch")
	a.label(more)
	whole, grown := a.newLabel("whole"), make([]string, 5)
	a.ins("MOVQ", batches, "BX")
	a.ins("INCQ", batches)
	a.ins("CMPQ", "BX", "$5")
	a.ins("JLT", whole)
	a.ins("MOVQ", "m+8(FP)", "BX")
	a.applyToDE(e, d, at("BX", 0, 6))
	a.ins("JMP", next)
	a.label(whole)
	a.ins("MOVQ", "$62", "DI")
	a.clearSums()
	for i := range grown {
		grown[i] = a.newLabel("grown")
		a.ins("CMPQ", "BX", fmt.Sprintf("$%d", i))
		a.ins("JEQ", grown[i])
		if i < 4 {
			a.applyLimb(e[i], d[i])
			a.shiftLimbBy("DI", sumF, e[i])
			a.shiftLimbBy("DI", sumG, d[i])
		}
	}
	a.label(next)
	a.ins("MOVQ", length, "CX")
	a.ins("JMP", batch)

	a.label(last)
	a.move(entries[2:], at("SI", 176, 2))
	a.ins("RET")
	for i, label := range shorter[:4] {
		a.label(label)
		a.ins("MOVQ", sumF[0], x[i])
		a.ins("MOVQ", sumG[0], y[i])
		a.ins("JMP", updated)
	}
	for i, label := range grown {
		a.label(label)
		from := words{sumF[0], sumG[0]}
		if i == 0 { // the column of x
			from = words{entries[0], entries[2]}
		}
		a.ins("MOVQ", from[0], e[i])
		a.ins("MOVQ", from[1], d[i])
		a.ins("JMP", next)
	}
}

// shiftLimbBy is shiftLimb where the register has62 holds 62.
func (a *asm) shiftLimbBy(has62 string, sum words, to string) {
	if to != "" {
		a.ins("BZHIQ", has62, sum[0], "CX")
		a.ins("MOVQ", "CX", to)
	}
	a.shiftSum(sum)
}

// approximations makes AX, BX, windows with their top bit in the highest place, the words that
// stand for x, y in a batch; the low limbs of these are in the registers lowX, lowY.
func (a *asm) approximations(lowX, lowY string) {
	for _, pair := range [][2]string{{"AX", lowX}, {"BX", lowY}} {
		a.ins("ANDQ", "$-0x80000000", pair[0])
		a.ins("MOVL", pair[1], "DX")
		a.ins("ANDL", "$0x7FFFFFFF", "DX")
		a.ins("ORQ", "DX", pair[0])
	}
}

// halve writes halveVar for AX, BX: packed rows come in the registers rowX, rowY. A step waits for
// SHRX, SUB and TZCNT alone; only the length of the loop depends on the numbers.
func (a *asm) halve(rowX, rowY, old, sum string) {
	loop, done := a.newLabel("halve"), a.newLabel("halved")
	a.ins("MOVQ", "$1", rowX)
	a.ins("MOVQ", "$0x100000000", rowY)
	a.ins("MOVQ", "$31", "DI")
	a.ins("TZCNTQ", "AX", "CX")
	a.ins("CMPQ", "CX", "DI")
	a.ins("JGE", done)
	a.label(loop)
	a.ins("SUBQ", "CX", "DI")
	a.ins("SHRXQ", "CX", "AX", "AX")
	a.ins("SHLXQ", "CX", rowY, rowY)
	a.ins("MOVQ", "BX", "DX")
	a.ins("SUBQ", "AX", "DX")
	a.ins("TZCNTQ", "DX", "CX")
	a.ins("MOVQ", "AX", old)
	a.ins("SUBQ", "BX", "AX")
	a.ins("LEAQ", "("+rowX+")("+rowY+"*1)", sum)
	a.ins("CMOVQCS", old, "BX")
	a.ins("CMOVQCS", "DX", "AX")
	a.ins("CMOVQCS", rowX, rowY)
	a.ins("MOVQ", sum, rowX)
	a.ins("SUBQ", rowY, rowX)
	a.ins("SUBQ", rowY, rowX)
	a.ins("CMPQ", "CX", "DI")
	a.ins("JLT", loop)
	a.label(done)
	a.ins("SHLXQ", "DI", rowY, rowY)
}

// unpack takes a row to the registers of its two entries; DX is the bias.
func (a *asm) unpack(row, x, y string) {
	a.ins("ADDQ", "DX", row)
	a.ins("MOVQ", row, y)
	a.ins("MOVL", row, x)
	a.ins("SHRQ", "$32", y)
	a.ins("SUBQ", "$0x7FFFFFFF", x)
	a.ins("SUBQ", "$0x7FFFFFFF", y)
}
