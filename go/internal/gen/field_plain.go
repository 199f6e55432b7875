// The field on four 64-bit words with MULQ, whose product is always in AX and DX, and one carry
// chain: for processors without MULX, ADCX and ADOX. Registers as in field.go, DI as scratch too.

package main

// mulq multiplies x and y into AX and DX.
func (a *asm) mulq(x, y string) {
	a.ins("MOVQ", x, "AX")
	a.ins("MULQ", y)
}

// mulqAdd adds x * y to t, and to it the word carry if it is not ""; the high word goes to high.
// x*y + t + carry fits two words.
func (a *asm) mulqAdd(x, y, t, carry, high string) {
	a.mulq(x, y)
	if carry != "" {
		a.ins("ADDQ", carry, t)
		a.ins("ADCQ", "$0", "DX")
	}
	a.ins("ADDQ", "AX", t)
	a.ins("ADCQ", "$0", "DX")
	a.ins("MOVQ", "DX", high)
}

// mulWidePlain is mulWide to product: row after row.
func (a *asm) mulWidePlain(x, y words) {
	t := product
	for i := range x {
		a.ins("MOVQ", x[i], "CX")
		for j := range y {
			switch {
			case i == 0 && j == 0:
				a.mulq("CX", y[0])
				a.move(words{"AX", "DX"}, t[:2])
			case i == 0:
				a.mulqAdd("CX", y[j], t[j], "", t[j+1])
			case j == 0:
				a.mulqAdd("CX", y[j], t[i], "", "DI")
			case j < 3:
				a.mulqAdd("CX", y[j], t[i+j], "DI", "DI")
			default:
				a.mulqAdd("CX", y[j], t[i+j], "DI", t[i+4])
			}
		}
	}
	a.ins("XORL", "SI", "SI")
}

// sqrWidePlain is sqrWide to product.
func (a *asm) sqrWidePlain(x words) {
	t := product
	a.ins("MOVQ", x[0], "CX")
	a.mulq("CX", x[1])
	a.move(words{"AX", "DX"}, t[1:3])
	a.mulqAdd("CX", x[2], t[2], "", t[3])
	a.mulqAdd("CX", x[3], t[3], "", t[4])
	a.ins("MOVQ", x[1], "CX")
	a.mulqAdd("CX", x[2], t[3], "", "DI")
	a.mulqAdd("CX", x[3], t[4], "DI", t[5])
	a.mulqAdd(x[2], x[3], t[5], "", t[6])
	a.ins("XORL", t[7], t[7])
	a.chain("ADDQ", "ADCQ", t[1:], t[1:])
	a.mulq(x[0], "AX")
	a.move(words{"AX", "DX"}, words{t[0], "DI"})
	for i := 1; i < 4; i++ {
		a.mulq(x[i], "AX")
		a.ins("ADDQ", "DI", t[2*i-1])
		a.ins("ADCQ", "AX", t[2*i])
		a.ins("ADCQ", "$0", "DX")
		a.ins("MOVQ", "DX", "DI")
	}
	a.ins("ADDQ", "DI", t[7])
}

// foldPlain is fold of product; x may not be DI either.
func (a *asm) foldPlain(x string) {
	t := product
	a.ins("MOVQ", foldWord, "CX")
	a.mulqAdd("CX", t[4], t[0], "", "DI")
	for i := 1; i < 4; i++ {
		a.mulqAdd("CX", t[4+i], t[i], "DI", "DI")
	}
	if x != "" {
		a.ins("ADDQ", x, "DI")
	}
	a.mulq("DI", "CX")
	a.ins("XORL", t[4], t[4])
	a.ins("ADDQ", "AX", t[0])
	a.ins("ADCQ", "DX", t[1])
	a.ins("ADCQ", "$0", t[2])
	a.ins("ADCQ", "$0", t[3])
	a.ins("CMOVQCS", "CX", t[4])
	a.ins("ADDQ", t[4], t[0])
	a.ins("ADCQ", "$0", t[1])
}
