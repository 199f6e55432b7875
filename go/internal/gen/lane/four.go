// What only kernels with four lanes in a register have: the second round over rows 4 to 7, whose
// bits share their bytes with those of the first, masks in vectors, and the steps of two loops that
// are not made of formulas.

package lane

import "fmt"

// pointToLower sets R13 to what the register points to in the first round, upper bytes before its
// memory in the second.
func (f *laneFile) pointToLower(register string, upper int) {
	if f.machine.narrow() {
		f.ins("LEAQ 0(R12*%d), R13", upper/f.machine.lanes)
		f.ins("NEGQ R13")
		f.ins("ADDQ %s, R13", register)
	}
}

// stepLower moves R13 on.
func (f *laneFile) stepLower(bytes int) {
	if f.machine.narrow() {
		f.ins("ADDQ $%d, R13", bytes)
	}
}

// laneByte stores a register with a bit for each lane, of all eight behind base, or of four behind
// R13.
func (f *laneFile) laneByte(register string, offset int, base, label string) {
	if f.machine.narrow() {
		base = "R13"
		f.ins("TESTL R12, R12")
		f.ins("JZ %s", label)
		f.ins("SHLL $4, %s", register)
		f.ins("ORB %d(R13), %s", offset, register)
		f.label(label)
	}
	f.ins("MOVB %s, %d(%s)", register, offset, base)
}

// choice sets a vector register to the mask of the bits for these lanes in the byte offset behind
// R13, by the table of the bits of all; AX and Y15 are free.
func (f *laneFile) choice(bits string, offset int, to string) {
	f.ins("LEAQ %s, AX", bits)
	f.ins("VMOVDQU (AX)(R12*8), Y15")
	f.ins("VPBROADCASTB %d(R13), %s", offset, to)
	f.ins("VPAND Y15, %s, %s", to, to)
	f.ins("VPCMPEQQ Y15, %s, %s", to, to)
}

// chosen is the slot of the lanes of a step to which the row's point is added.
func (f *laneFile) chosen() string { return f.kept(halfBytes) }

// storeDwords stores the low halves of the words of Y5 behind DI; X6 is free.
func (f *laneFile) storeDwords(offset int) {
	f.ins("VEXTRACTI128 $1, Y5, X6")
	f.ins("VSHUFPS $0x88, X6, X5, X5")
	f.ins("VMOVDQU X5, %d(DI)", offset)
}

// broadcast sets a vector register to a general one in every lane.
func (f *laneFile) broadcast(from string, to int) {
	f.ins("VMOVQ %s, X%d", from, to)
	f.ins("VPBROADCASTQ X%d, Y%d", to, to)
}

// What lies in a walk (internal/lanes, type walk).
const (
	walkAcc   = 0
	walkRows  = 8
	walkSteps = 32
	walkBytes = 56
)

// runFour is the loop of run over several groups: they and their rounds are inside every step, so
// that the processor goes from one kernel to the other less often.
func (f *laneFile) runFour(double, add *code) int {
	const saved = 15
	at := func(i int) string { return fmt.Sprintf("%d(DI)", i*limbBytes) }
	bits := f.table("laneBits", []uint64{1, 2, 4, 8, 16, 32, 64, 128})
	done := f.kept(8) // how far the steps are
	f.ins("MOVQ $0, %s", done)
	f.ins("XORL R12, R12")
	f.label("step")
	f.ins("TESTQ R11, R11")
	f.ins("JZ doubled")
	f.ins("MOVQ sums+0(FP), R9")
	f.ins("MOVQ groups+8(FP), R14")
	f.label("doubleGroup")
	f.ins("MOVQ %d(R9), DI", walkAcc)
	f.label("doubleHalf")
	f.ins("MOVQ R11, R15")
	f.label("double")
	slots := f.allocate(double)
	f.ins("DECQ R15")
	f.ins("JNZ double")
	f.ins("ADDQ $%d, DI", halfBytes)
	f.ins("XORL $4, R12")
	f.ins("JNZ doubleHalf")
	f.ins("ADDQ $%d, R9", walkBytes)
	f.ins("DECQ R14")
	f.ins("JNZ doubleGroup")
	f.label("doubled")
	f.ins("MOVQ sums+0(FP), R9")
	f.ins("MOVQ groups+8(FP), R14")
	f.label("addGroup")
	f.ins("MOVQ %d(R9), DI", walkAcc)
	f.ins("MOVQ %d(R9), R8", walkRows)
	f.ins("MOVQ %d(R9), R13", walkSteps)
	f.ins("ADDQ %s, R13", done)
	f.ins("MOVQ R13, SI")
	f.label("addHalf")
	f.fetchNext("R15")
	f.choice(bits, stepPlus, "Y0")
	f.ins("VMOVDQU Y0, %s", f.chosen())
	f.ins("MOVBLZX %d(R13), R15", stepSkip)
	f.ins("TESTL R15, R15")
	f.ins("JZ all")
	// Lanes whose digit is zero keep what they have.
	slots = f.allocateAfter(add, "all", slots, func(slots int) {
		for i := range saved {
			f.ins("VMOVDQU %s, Y0", at(i))
			f.ins("VMOVDQU Y0, %s", f.slot(slots+i))
		}
	})
	f.ins("TESTL R15, R15")
	f.ins("JZ next")
	f.choice(bits, stepSkip, "Y1")
	for i := range saved {
		f.ins("VMOVDQU %s, Y0", at(i))
		f.ins("VPBLENDVB Y1, %s, Y0, Y0", f.slot(slots+i))
		f.ins("VMOVDQU Y0, %s", at(i))
	}
	f.label("next")
	f.ins("ADDQ $%d, DI", halfBytes)
	f.ins("ADDQ $%d, SI", stepHalf)
	f.ins("XORL $4, R12")
	f.ins("JNZ addHalf")
	f.ins("ADDQ $%d, R9", walkBytes)
	f.ins("DECQ R14")
	f.ins("JNZ addGroup")
	f.ins("ADDQ $%d, %s", stepBytes, done)
	f.ins("DECQ CX")
	f.ins("JNZ step")
	return slots + saved
}

// eisensteinFour is eisensteinSteps on four lanes: current bits in Y0 and Y1, carries in Y2 and Y3.
func (f *laneFile) eisensteinFour() int {
	word := func(w uint64) string { return f.consts.place(w).text }
	// The rows of codes, as low and high halves that a permutation of 32-bit words looks up.
	var low, high [4]uint64
	for b, row := range eisensteinRows {
		low[b/2] |= row & (1<<32 - 1) << (b % 2 * 32)
		high[b/2] |= row >> 32 << (b % 2 * 32)
	}
	f.ins("VMOVDQU %s, Y13", f.table("eisensteinLow", low[:]))
	f.ins("VMOVDQU %s, Y14", f.table("eisensteinHigh", high[:]))
	f.ins("LEAQ %s, AX", f.table("eisensteinBases", eisensteinBases[:]))
	f.ins("VMOVDQU (AX)(R12*8), Y15")
	for i, w := range []uint64{7, 1, eisensteinCarries[0], eisensteinCarries[1]} {
		f.ins("VMOVDQU %s, Y%d", word(w), 9+i)
	}
	f.ins("VPXOR Y2, Y2, Y2")
	f.ins("VPXOR Y3, Y3, Y3")
	f.pointToLower("DI", stepHalf)
	f.ins("ADDQ $%d, DI", (eisensteinCount-1)*stepBytes)
	f.ins("ADDQ $%d, R13", (eisensteinCount-1)*stepBytes)
	f.ins("MOVL $15, R8") // what the signs are turned by
	for i, n := range []int{20, 20, 3} {
		for h := range 2 {
			at := func(i int) string { return fmt.Sprintf("%d(SI)", limbBytes*(3*h+i)) }
			f.ins("VMOVDQU %s, Y%d", at(i), h)
			if i > 0 { // bits from 60 on, from 120 on
				f.ins("VMOVDQU %s, Y4", at(i-1))
				f.ins("VPSLLQ $%d, Y%d, Y%d", 4*i, h, h)
				f.ins("VPSRLQ $%d, Y4, Y4", 64-4*i)
				f.ins("VPOR Y4, Y%d, Y%d", h, h)
			}
		}
		loop := fmt.Sprintf("digits%d", i)
		f.ins("MOVQ $%d, CX", n)
		f.label(loop)
		// t = three bits and the carry, in Y4 and Y5; the residue, in Y6 and Y7, is the low bits of
		// both.
		for h := range 2 {
			f.ins("VPAND Y9, Y%d, Y%d", h, 4+h)
			f.ins("VPADDQ Y%d, Y%d, Y%d", 2+h, 4+h, 4+h)
			f.ins("VPAND Y9, Y%d, Y%d", 4+h, 6+h)
			f.ins("VPSRLQ $3, Y%d, Y%d", h, h)
		}
		f.ins("VPSLLQ $3, Y7, Y8")
		f.ins("VPOR Y6, Y8, Y8")
		for h := range 2 {
			f.ins("VPSRLVQ Y8, Y%d, Y%d", 11+h, 2+h)
			f.ins("VPAND Y10, Y%d, Y%d", 2+h, 2+h)
			f.ins("VPSRLQ $3, Y%d, Y%d", 4+h, 4+h)
			f.ins("VPOR Y%d, Y%d, Y%d", 4+h, 2+h, 2+h)
		}
		// The code is byte a of row b.
		f.ins("VPSLLQ $32, Y7, Y8")
		f.ins("VPOR Y8, Y7, Y7")
		f.ins("VPERMD Y13, Y7, Y4")
		f.ins("VPERMD Y14, Y7, Y5")
		f.ins("VPBLENDD $0xAA, Y5, Y4, Y5")
		f.ins("VPSLLQ $3, Y6, Y6")
		f.ins("VPSRLVQ Y6, Y5, Y5")
		f.ins("VPSLLQ $63, Y5, Y6")
		f.ins("VMOVMSKPD Y6, AX")
		f.ins("VPSLLQ $56, Y5, Y6")
		f.ins("VMOVMSKPD Y6, BX")
		f.ins("XORL R8, AX")
		f.ins("VPADDQ Y5, Y5, Y5")
		f.ins("VPAND %s, Y5, Y5", word(0xFC))
		f.ins("VPADDQ Y15, Y5, Y5")
		f.storeDwords(stepRows)
		f.laneByte("AX", stepPlus, "", "plus"+loop)
		f.laneByte("BX", stepSkip, "", "skip"+loop)
		f.ins("XORL $15, R8")
		f.ins("SUBQ $%d, DI", stepBytes)
		f.stepLower(-stepBytes)
		f.ins("DECQ CX")
		f.ins("JNZ %s", loop)
	}
	return 0
}

// oddFour is oddSteps on four lanes.
func (f *laneFile) oddFour() int {
	f.ins("LEAQ -1(R8), CX")
	f.ins("MOVQ $1, R9")
	f.ins("SHLQ CX, R9") // half of the window
	f.broadcast("R9", 1)
	f.ins("LEAQ -1(R9), R10")
	f.broadcast("R10", 2)
	f.ins("MOVQ $0, R10") // the window's first bit
	f.ins("MOVQ $0, R11") // its first row
	f.pointToLower("DI", stepHalf)
	f.label("odd")
	f.ins("MOVQ R10, AX")
	f.ins("SHRQ $6, AX")
	f.ins("SHLQ $6, AX")
	f.ins("MOVQ R10, BX")
	f.ins("ANDQ $63, BX")
	f.ins("VMOVQ BX, X3")
	f.ins("NEGQ BX")
	f.ins("ADDQ $64, BX")
	f.ins("VMOVQ BX, X4")
	f.ins("VMOVDQU (SI)(AX*1), Y5")
	f.ins("VMOVDQU 64(SI)(AX*1), Y6")
	f.ins("VPSRLQ X3, Y5, Y5")
	f.ins("VPSLLQ X4, Y6, Y6")
	f.ins("VPOR Y6, Y5, Y5")
	// A window without its highest bit is the negative of its complement.
	f.ins("VPAND Y1, Y5, Y6")
	f.ins("VPCMPEQQ Y1, Y6, Y6")
	f.ins("VMOVMSKPD Y6, AX")
	f.ins("VPANDN Y2, Y6, Y6")
	f.ins("VPAND Y2, Y5, Y5")
	f.ins("VPXOR Y6, Y5, Y5")
	f.broadcast("R11", 6)
	f.ins("VPADDQ Y6, Y5, Y5")
	f.ins("VPSLLQ $3, Y5, Y5")
	f.storeDwords(stepRows)
	f.laneByte("AX", stepPlus, "", "plus")
	f.ins("MOVB $0, %d(R13)", stepSkip)
	f.ins("ADDQ R8, R10")
	f.ins("ADDQ R9, R11")
	f.ins("ADDQ $%d, DI", stepBytes)
	f.stepLower(stepBytes)
	f.ins("DECQ DX")
	f.ins("JNZ odd")
	return 0
}
