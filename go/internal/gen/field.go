// The field on four 64-bit words: MULX products summed on two carry chains (ADCX, ADOX), and the
// folds.
//
// AX, CX and DX are scratch in all that follows. In the functions of the field and of scalars the
// product, eight words, is in R8 to R15, the result of a fold in R8 to R11; BX, BP and SP are never
// touched, SI where it is said, DI in the plain form of the products only (field_plain.go).

package main

import "fmt"

var (
	product = words{"R8", "R9", "R10", "R11", "R12", "R13", "R14", "R15"}
	result  = product[:4]
)

const (
	low  = "AX" // low half of a product
	high = "CX" // high half
	// foldWord is c = 2^256 - p.
	foldWord = "$0x1000003D1"
)

// mulxAdd adds the product of DX and x to t[0] on CF and t[1] on OF.
func (a *asm) mulxAdd(x string, t words) {
	a.ins("MULXQ", x, low, high)
	a.ins("ADCXQ", low, t[0])
	a.ins("ADOXQ", high, t[1])
}

// mulWide writes t = x * y, eight words in registers. x and y are in memory or registers, not on t,
// AX, CX or DX, except that x[i] may be t[4+i] for all i. zero is one more register; it may be a
// pointer that nothing but x[3] is read through, unless x is on t.  out: zero = 0.
// A row's low halves run on CF, its high halves on OF; neither carries out, because a row and the
// words it is added to fit five words. The XOR that zeroes a register also frees the row's first
// carries from waiting for the row before.
func (a *asm) mulWide(t, x, y words, zero string) {
	a.ins("MOVQ", x[0], "DX")
	a.ins("MULXQ", y[0], t[0], t[1])
	a.ins("MULXQ", y[1], low, t[2])
	a.ins("ADDQ", low, t[1])
	a.ins("MULXQ", y[2], low, t[3])
	a.ins("ADCQ", low, t[2])
	a.ins("MULXQ", y[3], low, t[4])
	a.ins("ADCQ", low, t[3])
	a.ins("ADCQ", "$0", t[4])
	for i := 1; i < 4; i++ {
		zero := zero
		if i < 3 && x[3] != t[7] {
			zero = t[7]
		}
		a.ins("MOVQ", x[i], "DX")
		a.ins("XORL", zero, zero)
		a.mulxAdd(y[0], t[i:])
		a.mulxAdd(y[1], t[i+1:])
		a.mulxAdd(y[2], t[i+2:])
		a.ins("MULXQ", y[3], low, t[i+4])
		a.ins("ADCXQ", low, t[i+3])
		a.ins("ADOXQ", zero, t[i+4])
		a.ins("ADCXQ", zero, t[i+4])
	}
}

// sqrWide writes t = x^2, eight words in registers. x is in memory or registers; x[0] may be t[0],
// the others are not on t, AX, CX or DX.
// The six mixed products once, in words 1 to 6; then these doubled on CF and the four squares added
// on OF.
func (a *asm) sqrWide(t, x words) {
	zero := t[7]
	a.ins("MOVQ", x[0], "DX")
	a.ins("XORL", zero, zero)
	a.ins("MULXQ", x[1], t[1], t[2])
	a.ins("MULXQ", x[2], low, t[3])
	a.ins("ADCXQ", low, t[2])
	a.ins("MULXQ", x[3], low, t[4])
	a.ins("ADCXQ", low, t[3])
	a.ins("MOVQ", x[1], "DX")
	a.mulxAddOF(x[2], t[3:])
	a.ins("MULXQ", x[3], low, t[5])
	a.ins("ADCXQ", low, t[4])
	a.ins("ADCXQ", zero, t[5])
	a.ins("MOVQ", x[2], "DX")
	a.ins("MULXQ", x[3], low, t[6])
	a.ins("ADOXQ", low, t[5])
	a.ins("ADOXQ", zero, t[6])

	a.ins("MOVQ", x[0], "DX")
	a.ins("MULXQ", "DX", t[0], high)
	a.ins("XORL", low, low)
	a.ins("ADCXQ", t[1], t[1])
	a.ins("ADOXQ", high, t[1])
	for i := 1; i < 4; i++ {
		a.ins("MOVQ", x[i], "DX")
		a.ins("MULXQ", "DX", low, high)
		a.ins("ADCXQ", t[2*i], t[2*i])
		a.ins("ADOXQ", low, t[2*i])
		a.ins("ADCXQ", t[2*i+1], t[2*i+1]) // t[7]: 0, and the last carry of CF
		a.ins("ADOXQ", high, t[2*i+1])
	}
}

// mulxAddOF adds the product of DX and x to t[0] and t[1], both on OF.
func (a *asm) mulxAddOF(x string, t words) {
	a.ins("MULXQ", x, low, high)
	a.ins("ADOXQ", low, t[0])
	a.ins("ADOXQ", high, t[1])
}

// fold writes t[0] to t[3] = t + x * 2^256 mod p, < 2^256; x is a register (not on t, AX, CX, DX)
// that holds at most c, or "" for 0.
// The first fold leaves a fifth word h <= c + x, the second adds h*c < 2^67. Where that carries out
// of the fourth word the value left is below 2^67, so that adding c once more ends in the second.
func (a *asm) fold(t words, x string) {
	zero := t[4] // once it is used
	if x == "" {
		x = zero
	}
	a.ins("MOVQ", foldWord, "DX")
	a.ins("MULXQ", t[4], low, high)
	a.ins("XORL", zero, zero)
	a.ins("ADCXQ", low, t[0])
	a.ins("ADOXQ", high, t[1])
	a.mulxAdd(t[5], t[1:])
	a.mulxAdd(t[6], t[2:])
	a.ins("MULXQ", t[7], low, high)
	a.ins("ADCXQ", low, t[3])
	a.ins("ADOXQ", zero, high)
	a.ins("ADCXQ", x, high)
	a.ins("MULXQ", high, low, high)
	a.ins("ADDQ", low, t[0])
	a.ins("ADCQ", high, t[1])
	a.ins("ADCQ", "$0", t[2])
	a.ins("ADCQ", "$0", t[3])
	a.ins("CMOVQCS", "DX", zero)
	a.ins("ADDQ", zero, t[0])
	a.ins("ADCQ", "$0", t[1])
}

// productMul writes product = x * y in the form of the file, x at (SI), y not on SI.  out: SI = 0.
func (a *asm) productMul(x, y words) {
	if a.plain {
		a.mulWidePlain(x, y)
	} else {
		a.mulWide(product, x, y, "SI")
	}
}

// productSqr writes product = x^2 in the form of the file; x as for sqrWide.
func (a *asm) productSqr(x words) {
	if a.plain {
		a.sqrWidePlain(x)
	} else {
		a.sqrWide(product, x)
	}
}

// productFold writes result = product + x * 2^256 mod p in the form of the file; x as for fold.
func (a *asm) productFold(x string) {
	if a.plain {
		a.foldPlain(x)
	} else {
		a.fold(product, x)
	}
}

// load reads the pointer parameter with this name, number i, into a register.
func (a *asm) load(name string, i int, register string) {
	a.ins("MOVQ", fmt.Sprintf("%s+%d(FP)", name, 8*i), register)
}

// store writes the result to r, the first parameter, and returns.
func (a *asm) store() {
	a.load("r", 0, "DI")
	a.move(result, at("DI", 0, 4))
	a.ins("RET")
}

func fieldFile(a *asm) error {
	a.file("The products of the field: the twins of fe4x64_portable.go. Those whose names end "+
		"in ADX need\n"+
		"// MULX, ADCX and ADOX.", "amd64 && !purego")
	for _, form := range []struct {
		suffix string
		plain  bool
	}{{"ADX", false}, {"ASM", true}} {
		a.plain = form.plain
		a.fieldFunctions(form.suffix)
	}
	return nil
}

// fieldFunctions writes the six products in one form.
func (a *asm) fieldFunctions(suffix string) {
	begin := func(name, parameters string, frame, args int) {
		a.function("func "+name+suffix+"("+parameters+")", "NOSPLIT", frame, args)
	}
	atSI, atBX := at("SI", 0, 4), at("BX", 0, 4)

	begin("mul", "r, a, b *Element", 0, 24)
	a.load("a", 1, "SI")
	a.load("b", 2, "BX")
	a.productMul(atSI, atBX)
	a.productFold("")
	a.store()

	begin("sqr", "r, a *Element", 0, 16)
	a.load("a", 1, "SI")
	a.productSqr(atSI)
	a.productFold("")
	a.store()

	// Between squarings x stays in R8, SI, BX and one word of memory, whose way is hidden.
	begin("sqrN", "r, a *Element, n int", 16, 24)
	x, count := words{result[0], "SI", "BX", "0(SP)"}, "8(SP)"
	a.load("n", 2, "AX")
	a.ins("MOVQ", "AX", count)
	a.load("a", 1, "SI")
	a.move(atSI, result)
	loop := a.newLabel("square")
	a.label(loop)
	a.move(result[1:], x[1:])
	a.productSqr(x)
	a.productFold("")
	a.ins("DECQ", count)
	a.ins("JNZ", loop)
	a.store()

	begin("mul2", "r, a, b, c, d *Element", 64, 40)
	a.load("c", 3, "SI")
	a.load("d", 4, "BX")
	a.productMul(atSI, atBX)
	a.addProduct()

	begin("mulSqr", "r, a, b, c *Element", 64, 32)
	a.load("c", 3, "SI")
	a.productSqr(atSI)
	a.addProduct()

	// The carry of the lower four words joins the first fold.
	begin("sqrAdd", "r, a, c *Element", 0, 24)
	a.load("a", 1, "SI")
	a.load("c", 2, "BX")
	a.productSqr(atSI)
	a.ins("XORL", "SI", "SI")
	a.chain("ADDQ", "ADCQ", atBX, result)
	a.ins("ADCQ", "SI", "SI")
	a.productFold("SI")
	a.store()
}

// addProduct ends mul2 and mulSqr: r = a * b + product. The sum's carry out of the eighth word is
// worth c * 2^256.
func (a *asm) addProduct() {
	w := at("SP", 0, 8)
	a.move(product, w)
	a.load("a", 1, "SI")
	a.load("b", 2, "BX")
	a.productMul(at("SI", 0, 4), at("BX", 0, 4))
	a.chain("ADDQ", "ADCQ", w, product)
	a.ins("MOVQ", foldWord, "DX")
	a.ins("CMOVQCS", "DX", "SI")
	a.productFold("SI")
	a.store()
}
