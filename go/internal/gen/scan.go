// The scan of a table by a secret index, with AVX2 and with the vectors of arm64.

package main

import "strings"

func scanFile(a *asm) error {
	a.file("The scan of a table: the twin of scanGeneric.", "amd64 && !purego")

	// A row fills two registers; every word of keep is all ones in the row that is wanted.
	const wanted, at, ones, keep, x, y = "Y0", "Y1", "Y2", "Y3", "Y4", "Y5"
	a.function("func scanAVX2(r, table *group.Affine, rows int, index uint64)", "NOSPLIT", 0, 32)
	a.load("r", 0, "DI")
	a.load("table", 1, "SI")
	a.load("rows", 2, "CX")
	a.ins("VPBROADCASTQ", "index+24(FP)", wanted)
	a.ins("VPXOR", at, at, at)
	a.ins("VPCMPEQQ", ones, ones, ones)
	a.ins("VPXOR", x, x, x)
	a.ins("VPXOR", y, y, y)
	row := a.newLabel("row")
	a.label(row)
	a.ins("VPCMPEQQ", wanted, at, keep)
	a.ins("VPSUBQ", ones, at, at) // at + 1
	a.ins("VPAND", "0(SI)", keep, "Y6")
	a.ins("VPAND", "32(SI)", keep, "Y7")
	a.ins("VPOR", "Y6", x, x)
	a.ins("VPOR", "Y7", y, y)
	a.ins("ADDQ", "$64", "SI")
	a.ins("DECQ", "CX")
	a.ins("JNZ", row)
	a.ins("VMOVDQU", x, "0(DI)")
	a.ins("VMOVDQU", y, "32(DI)")
	a.ins("VZEROUPPER")
	a.ins("RET")
	return nil
}

func scanFileA64(a *asm) error {
	a.file("The scan of a table: the twin of scanGeneric.", "arm64 && !purego")

	// A row fills four registers; all bits of keep are set in the row that is wanted.
	const wanted, at, one, keep = "V0.D2", "V1.D2", "V2.D2", "V3"
	row, kept := words{"V4.B16", "V5.B16", "V6.B16", "V7.B16"},
		words{"V16.B16", "V17.B16", "V18.B16", "V19.B16"}
	list := func(v words) string { return "[" + strings.Join(v, ", ") + "]" }
	a.function("func scanASM(r, table *group.Affine, rows int, index uint64)", "NOSPLIT", 0, 32)
	a.ins("MOVD", "r+0(FP)", "R0")
	a.ins("MOVD", "table+8(FP)", "R1")
	a.ins("MOVD", "rows+16(FP)", "R2")
	a.ins("MOVD", "index+24(FP)", "R3")
	a.ins("VDUP", "R3", wanted)
	a.ins("MOVD", "$1", "R3")
	a.ins("VDUP", "R3", one)
	a.ins("VEOR", "V1.B16", "V1.B16", "V1.B16")
	for _, v := range kept {
		a.ins("VEOR", v, v, v)
	}
	loop := a.newLabel("row")
	a.label(loop)
	a.ins("VLD1.P", "64(R1)", list(row))
	a.ins("VCMEQ", wanted, at, keep+".D2")
	a.ins("VADD", one, at, at)
	for i := range row {
		a.ins("VBIT", keep+".B16", row[i], kept[i])
	}
	a.ins("SUBS", "$1", "R2")
	a.ins("BNE", loop)
	a.ins("VST1", list(kept), "(R0)")
	a.ins("RET")
	return nil
}
