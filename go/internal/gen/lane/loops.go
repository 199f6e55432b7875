// The kernels of internal/lanes that are more than a formula between loads and stores, and the
// files.

package lane

import (
	"fmt"
	"go/format"
	"maps"
	"math/big"
	"strings"
)

// What lies in a step (internal/lanes, type step).
const (
	stepRows  = 0
	stepHalf  = 16 // the rows of four lanes
	stepPlus  = 32
	stepSkip  = 33
	stepBytes = 36
)

// loadRows loads rows of eight words: each by itself or, of four, the first halves and then the
// second. load says where byte from of row l lies.
func (c *code) loadRows(load func(l, from int) vectorOp) (r [8]value) {
	for l := range c.machine.lanes {
		for i := l; i < 8; i += c.machine.lanes {
			op := load(l, i/c.machine.lanes*halfBytes)
			op.name, op.imm = "VMOVDQU64", -1
			r[i] = c.emit(op)
		}
	}
	return r
}

// storeRows stores rows as loadRows loads them, stride bytes one after the other.
func (c *code) storeRows(r [8]value, register string, offset, stride int) {
	for i, v := range r {
		c.store(v, c.rowText(register, i, offset, stride))
	}
}

// rowText is where part i of rows lies.
func (c *code) rowText(register string, i, offset, stride int) string {
	return fmt.Sprintf("%d(%s)", offset+i%c.machine.lanes*stride+i/c.machine.lanes*halfBytes,
		register)
}

// transpose makes words by lanes of rows, as loadRows loads them, and back.
func (c *code) transpose(r [8]value) (w [8]value) {
	if c.machine.narrow() {
		join := func(imm int, a, b value) value {
			return c.emit(vectorOp{name: "VPERM2I128", imm: imm, src: []value{b, a}})
		}
		for i := 0; i < 8; i += 4 {
			for odd, name := range []string{"VPUNPCKLQDQ", "VPUNPCKHQDQ"} {
				a, b := c.op(name, r[i+1], r[i]), c.op(name, r[i+3], r[i+2])
				w[i+odd], w[i+odd+2] = join(0x20, a, b), join(0x31, a, b)
			}
		}
		return w
	}
	shuffle := func(imm int, a, b value) value {
		return c.emit(vectorOp{name: "VSHUFI64X2", imm: imm, src: []value{b, a}})
	}
	for odd, name := range []string{"VPUNPCKLQDQ", "VPUNPCKHQDQ"} {
		var t [4]value
		for i := range 4 {
			t[i] = c.op(name, r[2*i+1], r[2*i])
		}
		low0, high0 := shuffle(0x88, t[0], t[1]), shuffle(0xDD, t[0], t[1])
		low1, high1 := shuffle(0x88, t[2], t[3]), shuffle(0xDD, t[2], t[3])
		w[odd] = shuffle(0x88, low0, low1)
		w[odd+4] = shuffle(0xDD, low0, low1)
		w[odd+2] = shuffle(0x88, high0, high1)
		w[odd+6] = shuffle(0xDD, high0, high1)
	}
	return w
}

// gather loads the words that the step at SI names, behind R8; R10 leads from the x of a row to its
// y.
func (c *code) gather() [8]value {
	if c.machine.narrow() {
		return c.transpose(c.loadRows(func(l, from int) vectorOp {
			if from == 0 {
				return vectorOp{memory: "(R8)(AX*8)",
					before: []string{fmt.Sprintf("MOVL %d(SI), AX", stepRows+4*l)}}
			}
			return vectorOp{memory: "(R8)(AX*8)", before: []string{"ORL R10, AX"}}
		}))
	}
	var rows [8]value
	for l := range 8 {
		x := c.emit(vectorOp{name: "VMOVDQU64", imm: -1, half: true, memory: "(R8)(AX*8)",
			before: []string{fmt.Sprintf("MOVL %d(SI), AX", stepRows+4*l), "MOVL R10, R9",
				"ORL AX, R9"}})
		rows[l] = c.emit(vectorOp{name: "VINSERTI64X4", imm: 1, memory: "(R8)(R9*8)",
			src: []value{x}})
	}
	return c.transpose(rows)
}

// fetchNext has the rows fetched that the step behind that at SI names, CX being the steps left; AX
// and free are free.
func (f *laneFile) fetchNext(free string) {
	f.ins("LEAQ %d(SI), AX", stepBytes) // behind the last step, itself
	f.ins("CMPQ CX, $1")
	f.ins("CMOVQEQ SI, AX")
	for l := range f.machine.lanes {
		f.ins("MOVL %d(AX), %s", stepRows+4*l, free)
		f.ins("PREFETCHT0 (R8)(%s*8)", free)
	}
}

// doublingFormula is -2a; its y is what is to be negated for 2a.
func (f *laneFile) doublingFormula() *formula {
	form := readFormula(f.law, "lawDbl")
	form.dropNegation("r.Y")
	form.schedule()
	return form
}

// additionFormula is a + b, whose y is given negated; what tells of exceptions is left out.
func (f *laneFile) additionFormula() *formula {
	form := readFormula(f.law, "lawAddGe", "b.Y")
	delete(form.outputs, "h")
	delete(form.outputs, "i")
	form.countUses()
	form.simplify()
	form.schedule()
	return form
}

// run writes the loop of a multiplication: doublings, one look into a table, one addition.
func (f *laneFile) run() {
	double := f.newMaker()
	point := func(m *maker) map[string]*element {
		return map[string]*element{
			"a.X": f.memoryElement(m, "DI", 0, "x"),
			"a.Y": f.memoryElement(m, "DI", elementBytes, "y"),
			"a.Z": f.memoryElement(m, "DI", 2*elementBytes, "z"),
		}
	}
	finish := func(m *maker, out map[string]*element) {
		var names []string
		for i, place := range []string{"r.X", "r.Y", "r.Z"} {
			e := m.rest(out[place])
			storeElement(m, "DI", i*elementBytes, e)
			names = append(names, e.name)
		}
		m.twinLine("return %s", strings.Join(names, ", "))
	}
	finish(double, double.formula(f.doublingFormula(), point(double)))
	f.twinLane("dblLane", "dblLane returns -2 times the point (x, y, z).", "x, y, z digits",
		"(x3, y3, z3 digits)", double)

	add := f.newMaker()
	inputs := point(add)
	words := add.code.gather()
	inputs["b.X"] = add.unpacked([4]value(words[:4]), "bx", false)
	by := add.unpacked([4]value(words[4:]), "by", true)
	plus := mask{register: "K1"}
	if f.machine.narrow() {
		plus = mask{vector: add.code.memory(f.chosen())}
	}
	inputs["b.Y"] = add.negateMasked(by, plus, "plus")
	finish(add, add.formula(f.additionFormula(), inputs))
	f.twinLane("addLane",
		"addLane adds the affine point (bx, by) if plus is set, else its negative.",
		"x, y, z, bx, by digits, plus bool", "(x3, y3, z3 digits)", add)

	const doc = "run takes the steps one after the other, at least one, each after so many " +
		"doublings. A row's y is at its x | toY."
	if f.machine.narrow() {
		f.function("run", doc, "sums *walk, groups int, toY uint32, n int, doublings int",
			[]pointer{{"R9", 0}, {"R14", 0}, {"R10", 0}, {"CX", 0}, {"R11", 0}}, func() int {
				return f.runFour(double.code, add.code)
			})
		return
	}
	f.function("run", doc,
		"acc *jacobian8, rows *uint64, toY uint32, steps *step, n int, doublings int",
		pointers([]string{"DI", "R8", "R10", "SI", "CX", "R11"}), func() int {
			const saved = 15
			at := func(i int) string { return fmt.Sprintf("%d(DI)", i*limbBytes) }
			f.label("step")
			f.ins("MOVQ R11, BX")
			f.ins("TESTQ BX, BX")
			f.ins("JZ doubled")
			f.label("double")
			slots := f.allocate(double.code)
			f.ins("DECQ BX")
			f.ins("JNZ double")
			f.label("doubled")
			f.fetchNext("R9")
			f.ins("MOVBLZX %d(SI), AX", stepPlus)
			f.ins("KMOVW AX, K1")
			f.ins("MOVBLZX %d(SI), BX", stepSkip)
			f.ins("TESTL BX, BX")
			f.ins("JZ all")
			f.label("keep")
			// Lanes whose digit is zero keep what they have.
			var keep int
			slots = f.allocateAfter(add.code, "all", slots, func(slots int) {
				keep = slots
				if f.substitute {
					keep += 4
				}
				for i := range saved {
					f.ins("VMOVDQU64 %s, Z0", at(i))
					f.ins("VMOVDQU64 Z0, %s", f.slot(keep+i))
				}
			})
			f.ins("TESTL BX, BX")
			f.ins("JZ next")
			f.ins("KMOVW BX, K1")
			for i := range saved {
				f.ins("VMOVDQU64 %s, Z0", f.slot(keep+i))
				f.ins("VMOVDQU64 Z0, K1, %s", at(i))
			}
			f.label("next")
			f.ins("ADDQ $%d, SI", stepBytes)
			f.ins("DECQ CX")
			f.ins("JNZ step")
			return slots + saved
		})
}

// eisensteinSteps writes the loops that find the digits of eisenstein_var.go and make steps of
// them.
func (f *laneFile) eisensteinSteps() {
	f.function("eisensteinSteps", "eisensteinSteps sets the steps to the digits of the numbers "+
		"with these halves, three words each.", "steps *step, halves *[6][8]uint64",
		[]pointer{{"DI", stepHalf}, {"SI", halfBytes}}, func() int {
			if f.machine.narrow() {
				return f.eisensteinFour()
			}
			for i := range 6 {
				f.ins("VMOVDQU64 %d(SI), Z%d", limbBytes*i, i)
			}
			for i, w := range []uint64{7, 1, eisensteinCarries[0], eisensteinCarries[1], 0xFC,
				0x80} {
				f.ins("VPBROADCASTQ %s, Z%d", f.consts.place(w).text, 10+i)
			}
			f.ins("VMOVDQU64 %s, Z16", f.table("eisensteinRows", eisensteinRows[:]))
			f.ins("VMOVDQU64 %s, Z17", f.table("eisensteinBases", eisensteinBases[:]))
			f.ins("VPXORQ Z8, Z8, Z8") // the carries
			f.ins("VPXORQ Z9, Z9, Z9")
			f.ins("ADDQ $%d, DI", (eisensteinCount-1)*stepBytes)
			f.ins("MOVL $-1, R8") // what the signs are turned by
			for i, n := range []int{20, 20, 3} {
				switch i {
				case 0: // bits from 0 on
					f.ins("VMOVDQA64 Z0, Z6")
					f.ins("VMOVDQA64 Z3, Z7")
				default: // bits from 60 on, from 120 on
					f.shiftPair(64-4*i, i, i-1, 6)
					f.shiftPair(64-4*i, i+3, i+2, 7)
				}
				loop := fmt.Sprintf("digits%d", i)
				f.ins("MOVQ $%d, CX", n)
				f.label(loop)
				// t = three bits and the carry; the residue is the low bits of both.
				for h := range 2 {
					f.ins("VPANDQ Z10, Z%d, Z%d", 6+h, 18+h)
					f.ins("VPADDQ Z%d, Z%d, Z%d", 8+h, 18+h, 18+h)
					f.ins("VPANDQ Z10, Z%d, Z%d", 18+h, 20+h)
					f.ins("VPSRLQ $3, Z%d, Z%d", 6+h, 6+h)
				}
				f.ins("VPSLLQ $3, Z21, Z22")
				f.ins("VPORQ Z20, Z22, Z22")
				for h := range 2 {
					f.ins("VPSRLVQ Z22, Z%d, Z%d", 12+h, 8+h)
					f.ins("VPANDQ Z11, Z%d, Z%d", 8+h, 8+h)
					f.ins("VPSRLQ $3, Z%d, Z%d", 18+h, 18+h)
					f.ins("VPORQ Z%d, Z%d, Z%d", 18+h, 8+h, 8+h)
				}
				// The code is byte a of row b.
				f.ins("VPERMQ Z16, Z21, Z23")
				f.ins("VPSLLQ $3, Z20, Z20")
				f.ins("VPSRLVQ Z20, Z23, Z23")
				f.ins("VPTESTMQ Z11, Z23, K2")
				f.ins("VPTESTMQ Z15, Z23, K3")
				f.ins("VPADDQ Z23, Z23, Z23")
				f.ins("VPANDQ Z14, Z23, Z23")
				f.ins("VPADDQ Z17, Z23, Z23")
				f.ins("VPMOVQD Z23, %d(DI)", stepRows)
				f.ins("KMOVW K2, AX")
				f.ins("KMOVW K3, BX")
				f.ins("XORL R8, AX")
				f.ins("MOVB AX, %d(DI)", stepPlus)
				f.ins("MOVB BX, %d(DI)", stepSkip)
				f.ins("NOTL R8")
				f.ins("SUBQ $%d, DI", stepBytes)
				f.ins("DECQ CX")
				f.ins("JNZ %s", loop)
			}
			return 0
		})
}

// shiftPair sets the register to to the low word of high:low >> n; Z18 is free.
func (f *laneFile) shiftPair(n, high, low, to int) {
	if !f.machine.doubles {
		f.ins("VPSHRDQ $%d, Z%d, Z%d, Z%d", n, high, low, to)
		return
	}
	f.ins("VPSLLQ $%d, Z%d, Z18", 64-n, high)
	f.ins("VPSRLQ $%d, Z%d, Z%d", n, low, to)
	f.ins("VPORQ Z18, Z%d, Z%d", to, to)
}

// oddSteps writes the loop that finds the signed odd digits of scalar/recode.go and makes steps of
// them.
func (f *laneFile) oddSteps() {
	f.function("oddSteps", "oddSteps sets n steps to the signed odd digits of the numbers v, "+
		"each of window bits, for the tables of comb_var.go.",
		"steps *step, n int, v *[6][8]uint64, window int",
		[]pointer{{"DI", stepHalf}, {"DX", 0}, {"SI", halfBytes}, {"R8", 0}}, func() int {
			if f.machine.narrow() {
				return f.oddFour()
			}
			f.ins("LEAQ -1(R8), CX")
			f.ins("MOVQ $1, R9")
			f.ins("SHLQ CX, R9") // half of the window
			f.ins("VPBROADCASTQ R9, Z1")
			f.ins("MOVQ R9, R10")
			f.ins("DECQ R10")
			f.ins("VPBROADCASTQ R10, Z2")
			f.ins("MOVQ $0, R10") // the window's first bit
			f.ins("MOVQ $0, R11") // its first row
			f.label("odd")
			f.ins("MOVQ R10, AX")
			f.ins("SHRQ $6, AX")
			f.ins("SHLQ $6, AX")
			f.ins("MOVQ R10, BX")
			f.ins("ANDQ $63, BX")
			f.ins("VPBROADCASTQ BX, Z3")
			f.ins("NEGQ BX")
			f.ins("ADDQ $64, BX")
			f.ins("VPBROADCASTQ BX, Z4")
			f.ins("VMOVDQU64 (SI)(AX*1), Z5")
			f.ins("VMOVDQU64 64(SI)(AX*1), Z6")
			f.ins("VPSRLVQ Z3, Z5, Z5")
			f.ins("VPSLLVQ Z4, Z6, Z6")
			f.ins("VPORQ Z6, Z5, Z5")
			// A window without its highest bit is the negative of its complement.
			f.ins("VPTESTMQ Z1, Z5, K2")
			f.ins("VPTESTNMQ Z1, Z5, K1")
			f.ins("VPANDQ Z2, Z5, Z5")
			f.ins("VPXORQ Z2, Z5, K1, Z5")
			f.ins("VPBROADCASTQ R11, Z6")
			f.ins("VPADDQ Z6, Z5, Z5")
			f.ins("VPSLLQ $3, Z5, Z5")
			f.ins("VPMOVQD Z5, %d(DI)", stepRows)
			f.ins("KMOVW K2, AX")
			f.ins("MOVB AX, %d(DI)", stepPlus)
			f.ins("MOVB $0, %d(DI)", stepSkip)
			f.ins("ADDQ R8, R10")
			f.ins("ADDQ R9, R11")
			f.ins("ADDQ $%d, DI", stepBytes)
			f.ins("DECQ DX")
			f.ins("JNZ odd")
			return 0
		})
}

// negateMasked makes a's negative in the lanes of a mask, by a variable in the twin.
func (m *maker) negateMasked(a *element, in mask, condition string) *element {
	b := biasAbove(a.hi)
	r := &element{max: b.max, name: a.name}
	for i := range 5 {
		r.limb[i] = m.code.negateMasked(in, b.limb[i], a.limb[i])
		limb := bigOf(b.limb[i])
		r.lo[i], r.hi[i] = new(big.Int).Sub(limb, a.hi[i]), new(big.Int).Sub(limb, a.lo[i])
	}
	r.either(a)
	m.twinLine("if %s {\n\t\t%s.sub(&%v, &%s, 0)\n\t}", condition, a.name, b, a.name)
	return r.checked()
}

// squares writes the loop of a chain of squarings of two elements, which fill each other's waits;
// of four lanes in a register both halves of both are in it.
func (f *laneFile) squares() {
	m := f.newMaker()
	m.code.pace = mixed
	form := readFormula(f.law, "laneSqr")
	for i := range 2 * 8 / f.machine.lanes {
		at := i%2*elementBytes + i/2*halfBytes
		e := m.formula(form, map[string]*element{"r": f.memoryElement(m, "DI", at, "r")})
		r := e["r"]
		storeElement(m, "DI", at, r.mustBeWithin(restElement(r.limb, "memory")))
		if i == 0 {
			m.twinLine("return %s", r.name)
			f.twinLane("sqrLane", "sqrLane returns r^2.", "r digits", "digits", m)
		}
	}
	f.function("sqrN", "sqrN squares both elements of r n times, n >= 1.", "r *[2]fe8, n int",
		[]pointer{{"DI", 0}, {"CX", 0}}, func() int {
			f.label("square")
			slots := f.allocate(m.code)
			f.ins("DECQ CX")
			f.ins("JNZ square")
			return slots
		})
}

// exchanged is a with every lane that of n lanes away: 4, 2 or 1, of which a register of four lanes
// has no 4.
func (m *maker) exchanged(a *element, n int) *element {
	c, r := m.code, *a
	for i, v := range r.limb {
		op := map[int]vectorOp{4: {name: "VSHUFI64X2", imm: 0x4E}, 2: {name: "VPERMQ", imm: 0x4E},
			1: {name: "VPSHUFD", imm: 0x4E}}[n]
		op.src = c.true(v)
		if n == 4 {
			op.src = append(op.src, op.src[0])
		}
		r.limb[i] = c.emit(op)
	}
	m.held = append(m.held, &r)
	return &r
}

// fold writes the kernel that multiplies lanes with one another. Of four lanes in a register both
// halves are in it.
func (f *laneFile) fold() {
	m := f.coldMaker()
	product := readFormula(f.law, "laneMul")
	mul := func(a, b *element) *element {
		r := m.formula(product, map[string]*element{"a": a, "b": b})["r"]
		e := restElement(m.rest(r).limb, "")
		m.held = append(m.held, e)
		return e
	}
	halves := 8 / f.machine.lanes
	var a, other [2]*element
	for h := range halves {
		a[h] = f.memoryElement(m, "R8", h*halfBytes, "a")
	}
	if halves == 1 {
		other[0] = m.exchanged(a[0], 4)
	} else {
		other[0], other[1] = a[1], a[0]
	}
	four := mul(a[0], other[0])
	next := m.exchanged(four, 2)
	four = mul(four, next)
	for h := range halves {
		other[h] = mul(other[h], next)
	}
	next = m.exchanged(four, 1)
	four = mul(four, next)
	for h := range halves {
		storeElement(m, "DI", h*halfBytes, four)
		storeElement(m, "SI", h*halfBytes, mul(other[h], next))
	}
	f.function("fold", "fold sets all lanes of product to the product of all lanes of a, and "+
		"each of others to that of the others; a may be either of them.",
		"product *fe8, others *fe8, a *fe8", []pointer{{"DI", 0}, {"SI", 0}, {"R8", 0}},
		func() int {
			slots := f.allocate(m.code)
			mustAllowSame("fold", f.text.String(), []string{"DI", "SI", "R8"})
			return slots
		})
}

// mulAll writes the product of eight elements and one.
func (f *laneFile) mulAll() {
	m := f.coldMaker()
	one := f.memoryElement(m, "R8", 0, "b")
	for i := range one.limb {
		one.limb[i] = m.code.emit(vectorOp{name: "VPBROADCASTQ", imm: -1,
			memory: fmt.Sprintf("%d(R8)", 8*i)})
	}
	r := m.formula(readFormula(f.law, "laneMul"),
		map[string]*element{"a": f.memoryElement(m, "SI", 0, "a"), "b": one})["r"]
	storeElement(m, "DI", 0, m.rest(r))
	f.function("mulAll", "mulAll sets r = a b, b one for all lanes; r may be a.",
		"r *fe8, a *fe8, b *digits", []pointer{{"DI", halfBytes}, {"SI", halfBytes}, {"R8", 0}},
		func() int {
			slots := f.allocate(m.code)
			mustAllowSame("mulAll", f.text.String(), []string{"DI", "SI"})
			return slots
		})
}

// entry writes the kernel that stores one entry of the tables of eight points.
func (f *laneFile) entry() {
	m := f.coldMaker()
	form := readFormula(f.law, "laneEntry")
	out := m.formula(form, map[string]*element{
		"a.X":  f.memoryElement(m, "SI", 0, "ax"),
		"a.Y":  f.memoryElement(m, "SI", elementBytes, "ay"),
		"c2":   f.memoryElement(m, "R8", 0, "c2"),
		"c3":   f.memoryElement(m, "R9", 0, "c3"),
		"beta": f.memoryElement(m, "R10", 0, "beta"),
	})
	for half, parts := range [][2]string{{"x", "x1"}, {"x2", "y"}} {
		var words [8]value
		for i, part := range parts {
			w, name := m.packed(out[part])
			copy(words[4*i:], w[:])
			m.twinLine("%s.words(row[%d:])", name, 8*half+4*i)
		}
		m.code.storeRows(m.code.transpose(words), "DI", half*rowBytes, tableStride*8)
	}
	f.twinLane("entryLane", "entryLane is entry in one lane; row has 16 words.",
		"row []uint64, ax, ay, c2, c3, beta digits", "", m)
	f.function("entry", "entry writes an entry of eight points' tables, the first of them at "+
		"rows: x = a.x c2, beta x, beta^2 x and a.y c3, four words each.",
		"rows *uint64, a *affine8, c2 *fe8, c3 *fe8, beta *fe8",
		pointers(paramRegisters, pointer{"DI", 4 * tableStride * 8}),
		func() int { return f.allocate(m.code) })
}

// rows writes the kernels between rows of eight words and elements.
func (f *laneFile) rows() {
	m := f.newMaker()
	var words [8]value
	for i := range words {
		words[i] = m.code.memory(m.code.rowText("SI", i, 0, rowBytes))
	}
	words = m.code.transpose(words)
	for i := range 2 {
		storeElement(m, "DI", i*elementBytes, m.unpacked([4]value(words[4*i:]), "", true))
	}
	f.function("unpack", "unpack sets r to eight rows of four words each of x and y.",
		"r *affine8, rows *uint64", pointers(paramRegisters, pointer{"SI", 4 * rowBytes}),
		func() int {
			return f.allocate(m.code)
		})

	m = f.newMaker()
	m.storeRows(f.memoryElement(m, "SI", 0, "x"), f.memoryElement(m, "SI", elementBytes, "y"), "DI",
		0)
	f.twinLane("packLane", "packLane is pack in one lane; row has 8 words.",
		"row []uint64, x, y digits", "", m)
	f.function("pack", "pack writes eight rows of four words each of x and y, below 2^256.",
		"rows *uint64, a *affine8", pointers(paramRegisters, pointer{"DI", 4 * rowBytes}),
		func() int {
			return f.allocate(m.code)
		})
}

// storeRows writes x and y as eight rows so far behind a register, in the twin as one, of 8 words,
// and returns these by lanes.
func (m *maker) storeRows(x, y *element, register string, offset int) (words [8]value) {
	for i, e := range []*element{x, y} {
		w, packed := m.packed(e)
		copy(words[4*i:], w[:])
		m.twinLine("%s.words(row[%d:])", packed, 4*i)
	}
	m.code.storeRows(m.code.transpose(words), register, offset, rowBytes)
	return words
}

// tableStride is the number of words in the table of one point (internal/lanes, eisensteinEntries).
const tableStride = 11 * 16

// newFile is all kernels for a machine.
func newFile(law string, m *machine, substitute bool) *laneFile {
	consts := &constants{name: "laneWords" + m.suffix, copies: 1}
	if m.narrow() {
		consts.copies = m.lanes
	}
	inPlace := compile(law, m, consts, nil, substitute)
	if !m.doubles {
		return inPlace
	}
	if m.narrow() {
		// The words that are read most come first; what is called is read by all who call it.
		text := inPlace.asm.String()
		consts.sortByUse(func(w uint64) int { return strings.Count(text, consts.place(w).text) })
	}
	first := &bodies{}
	compile(law, m, consts, first, substitute)
	return compile(law, m, consts, &bodies{slots: first.slots}, substitute)
}

// compile writes all kernels, with calls in those that are cold if there are bodies.
func compile(law string, m *machine, consts *constants, calls *bodies, substitute bool) *laneFile {
	f := &laneFile{law: parseLibrary(law), consts: consts, machine: m, substitute: substitute,
		calls: calls}
	maps.Copy(f.law, parseLibrary(laneText))
	f.run()
	f.squares()
	f.fold()
	f.mulAll()
	f.entry()
	f.rows()
	f.eisensteinSteps()
	f.oddSteps()
	for _, k := range kernels {
		f.kernel(k)
	}
	f.pairs()
	f.normalize()
	f.callable()
	return f
}

// Names are those of the files in internal/lanes that Files gives.
var Names = [...]string{"kernels_ifma_amd64.s", "kernels_avx512_amd64.s", "kernels_fma_amd64.s",
	"kernels_amd64.go", "kernels_noasm.go", "kernels_twin.go"}

// Files are the assembly of internal/lanes for IFMA, for AVX-512 without it and for FMA, its
// declarations, what stands for it elsewhere, and the portable twin; law is the text of
// group/law.go. With substitute the assembly for IFMA has other instructions in place of
// multiply-adds and double shifts, slowly and with the same results, so that it can be tested on
// processors with AVX-512 but without IFMA.
func Files(law string, substitute bool) (files [len(Names)]string, err error) {
	defer caught(&err)
	ifma, avx512, fma := newFile(law, withIFMA, substitute), newFile(law, withAVX512, false),
		newFile(law, withFMA, false)
	if ifma.twin.String() != avx512.twin.String() || ifma.twin.String() != fma.twin.String() {
		fail("the assemblies have different twins")
	}
	const amd64, other = "//go:build amd64 && !purego\n\n", "//go:build !amd64 || purego\n\n"
	const include = amd64 + "#include \"textflag.h\"\n\n"
	for i, text := range []string{
		"The kernels by AVX-512 IFMA: eight rows at a time.\n\n" + include + ifma.consts.data() +
			ifma.asm.String(),
		"The kernels by AVX-512 without IFMA, whose multiply-adds are those of doubles.\n\n" +
			include + avx512.consts.data() + avx512.asm.String(),
		"The kernels by AVX2 and FMA: the same on doubles, four rows after the other four.\n\n" +
			include + fma.consts.data() + fma.asm.String(),
		"The kernels, in assembly or by their twin.\n\n" + amd64 + "package lanes\n" +
			ifma.seams(true) + ifma.declare.String() + avx512.declare.String() +
			fma.declare.String(),
		"The kernels, by their twin.\n\n" + other + "package lanes\n" + ifma.seams(false),
		"The formulas of the kernels for one lane after the other, the same limb by " +
			"limb.\n\npackage lanes\n" + ifma.twin.String(),
	} {
		text = "// Code generated by internal/gen. DO NOT EDIT.\n\n// " + text
		if strings.HasSuffix(Names[i], ".go") {
			b, err := format.Source([]byte(text))
			if err != nil {
				return files, err
			}
			text = string(b)
		}
		files[i] = text
	}
	return files, nil
}

// data is the constants as the assembler takes them.
func (c *constants) data() string {
	var b strings.Builder
	for i, w := range c.words {
		for l := range c.copies {
			fmt.Fprintf(&b, "DATA %s<>+%d(SB)/8, $0x%016x\n", c.name, 8*(i*c.copies+l), w)
		}
	}
	fmt.Fprintf(&b, "GLOBL %s<>(SB), RODATA|NOPTR, $%d\n", c.name, 8*c.copies*len(c.words))
	return b.String()
}

// table is a constant vector.
func (f *laneFile) table(name string, words []uint64) string {
	t := constants{name: name + f.machine.suffix, words: words, copies: 1}
	f.asm.WriteString("\n" + t.data())
	return t.name + "<>+0(SB)"
}
