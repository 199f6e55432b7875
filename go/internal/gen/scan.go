// The scan of a table by a secret index, with AVX2.

package main

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
