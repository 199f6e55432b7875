// Scalar multiplication: the product and three folds of what is above 2^256.

package main

func scalarFile(a *asm) error {
	a.file("Scalar multiplication with MULX, ADCX and ADOX: the twin of mulGeneric.",
		"amd64 && !purego && !exhaustive")
	a.function("func mulADX(r, a, b *Scalar)", "NOSPLIT", 0, 24)
	a.load("a", 1, "SI")
	a.load("b", 2, "BX")
	a.mulWide(product, at("SI", 0, 4), at("BX", 0, 4), "SI")
	a.reduce512()
	a.store()
	return nil
}

// reduce512 writes result = product mod n, where 2^256 is worth c = c0 + c1*2^64 + 2^128; the
// bounds are in scalar/sc4x64.go. It clobbers AX, CX, DX, SI, BX, DI and R8 to R15.
func (a *asm) reduce512() {
	const c0, c1 = "$0x402DA1732FC9BEBF", "$0x4551231950B75FC4"
	t, top := product[:4], product[4:]
	m4, m5, m6 := "SI", "BX", "DI"

	a.comment("512 -> 385 bits: t, m4, m5, m6 = low + high * c")
	for i, c := range []string{c0, c1} {
		sum := append(append(words{}, t[i:]...), words{m4, m5}[:i+1]...)
		last := sum[4]
		a.ins("MOVQ", c, "DX")
		a.ins("XORL", last, last)
		a.mulxAdd(top[0], sum)
		a.mulxAdd(top[1], sum[1:])
		a.mulxAdd(top[2], sum[2:])
		a.ins("MULXQ", top[3], low, high)
		a.ins("ADCXQ", low, sum[3])
		a.ins("ADCXQ", last, last) // 0, and the last carry of CF
		a.ins("ADOXQ", high, last)
	}
	a.ins("XORL", m6, m6)
	a.chain("ADDQ", "ADCQ", top, words{t[2], t[3], m4, m5})
	a.ins("ADCQ", m6, m6)

	a.comment("385 -> 258 bits: t, p4 = t + (m4, m5, m6) * c")
	p4, zero := top[0], top[1]
	a.ins("MOVQ", c0, "DX")
	a.ins("MOVQ", c1, top[3])
	a.ins("NEGQ", m6)
	a.ins("MOVQ", "DX", top[2])
	a.ins("ANDQ", m6, top[2]) // m6 * c0
	a.ins("XORL", zero, zero)
	a.ins("MULXQ", m4, low, high)
	a.ins("ADCXQ", low, t[0])
	a.ins("ADOXQ", high, t[1])
	a.ins("MULXQ", m5, low, high)
	a.ins("ADCXQ", low, t[1])
	a.ins("ADOXQ", high, t[2])
	a.ins("MOVQ", top[3], "DX")
	a.ins("MULXQ", m5, low, high)
	a.ins("ADCXQ", low, t[2])
	a.ins("ADOXQ", m5, t[3])
	a.ins("MOVQ", zero, p4)
	a.ins("ADCXQ", high, t[3])
	a.ins("ADOXQ", zero, p4)
	a.ins("ADCXQ", zero, p4)
	a.ins("ANDQ", m6, top[3]) // m6 * c1
	a.ins("SUBQ", m6, p4)     // p4 + m6
	a.ins("XORL", zero, zero)
	a.ins("MULXQ", m4, low, high)
	a.ins("ADCXQ", low, t[1])
	a.ins("ADOXQ", m4, t[2])
	a.ins("ADCXQ", high, t[2])
	a.ins("ADOXQ", top[3], t[3])
	a.ins("ADCXQ", zero, t[3])
	a.ins("ADOXQ", zero, p4)
	a.ins("ADCXQ", zero, p4)
	a.ins("ADDQ", top[2], t[2])
	a.ins("ADCQ", "$0", t[3])
	a.ins("ADCQ", "$0", p4)

	a.comment("258 -> 256 bits: t + p4 * c, and n once more if it is still there")
	a.ins("MOVQ", c0, "DX")
	a.ins("MULXQ", p4, low, high)
	a.ins("MOVQ", c1, "DX")
	a.ins("MULXQ", p4, m4, m5)
	a.ins("ADDQ", m4, high)
	a.ins("ADCQ", m5, p4)
	a.chain("ADDQ", "ADCQ", words{low, high, p4, "$0"}, t)
	a.ins("SBBQ", m6, m6)
	less := words{top[1], top[2], top[3], m4}
	a.move(t, less)
	a.ins("MOVQ", c0, low)
	a.chain("ADDQ", "ADCQ", words{low, "DX", "$1", "$0"}, less)
	a.ins("SBBQ", "$0", m6)
	a.ins("TESTQ", m6, m6)
	for i := range t {
		a.ins("CMOVQNE", less[i], t[i])
	}
}
