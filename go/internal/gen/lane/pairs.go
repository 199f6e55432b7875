// The kernels that add pairs of rows, eight at a time (internal/lanes, pairs_var.go): loops over
// groups of pairs, forwards to the product of all denominators, backwards to the slopes, and to the
// sums.

package lane

import (
	"fmt"
	"math/big"
)

// What lies in a group (internal/lanes, type pairGroup).
const (
	groupSlope  = 0 // before that, the product of the denominators of the groups before
	groupD      = elementBytes
	groupT      = 2 * elementBytes
	groupA      = 3 * elementBytes
	groupExcept = 5 * elementBytes
	groupBytes  = groupExcept + 64
	pairBytes   = 8
)

// pairRow loads the words of the rows that the pairs at R9 name on one side, and has those fetched
// that the pairs at R11 name; a ref is twice the index of a row of 64 bytes behind R8, and a sign.
func (c *code) pairRow(side int) [8]value {
	return c.transpose(c.loadRows(func(l, from int) vectorOp {
		load := vectorOp{memory: fmt.Sprintf("%d(R8)(AX*1)", from)}
		if from == 0 {
			ref := pairBytes*l + side
			load.before = []string{
				fmt.Sprintf("MOVL %d(R11), AX", ref), "ANDL $~1, AX", "SHLQ $5, AX",
				"PREFETCHT0 (R8)(AX*1)", fmt.Sprintf("MOVL %d(R9), AX", ref), "ANDL $~1, AX",
				"SHLQ $5, AX",
			}
		}
		return load
	}))
}

// signsDiffer returns the pairs at R9 of which one ref is negated.
func (c *code) signsDiffer() mask {
	pairs := c.memory("(R9)")
	return c.test(c.op("VPXORQ", c.shift("VPSRLQ", 32, pairs), pairs), 1)
}

// exceptional returns the lanes in which a or b may be a row of zeros, or a = b mod p: their
// difference is then 0, p or -p. The lowest words tell; hardly ever do they say so of others.
func (c *code) exceptional(a, b value) mask {
	d := c.op("VPSUBQ", a, b)
	return c.zeros(b, a, d, c.op("VPADDQ", c.constant(fold256), d),
		c.op("VPADDQ", c.constant(-fold256&(1<<64-1)), d))
}

// set makes a, of digits, the small number n in the lanes of a mask, where the twin's condition
// holds.
func (m *maker) set(a *element, n uint64, in mask, condition string) *element {
	r := *a
	for i := range 5 {
		w := uint64(0)
		if i == 0 {
			w = n
		}
		if a.lo[i].Cmp(bigOf(w)) > 0 || a.hi[i].Cmp(bigOf(w)) < 0 {
			fail("%s: %d is beyond the bounds of limb %d", a.name, w, i)
		}
		r.limb[i] = m.code.blend(in, m.code.constant(w), a.limb[i])
	}
	m.twinLine("if %s {\n\t\t%s = digits{%d}\n\t}", condition, a.name, n)
	return &r
}

// inMemory is what another kernel wrote as e.
func (m *maker) inMemory(e *element, register string, offset int, name string) *element {
	r := &element{lo: e.lo, hi: e.hi, max: e.max, low: e.low, name: name}
	for i := range 5 {
		r.limb[i] = m.code.memory(fmt.Sprintf("%d(%s)", offset+i*limbBytes, register))
	}
	return r
}

// pairs writes the three kernels.
func (f *laneFile) pairs() {
	before, d, t := f.pairsBegin()
	f.pairsSlopes(before, d, t)
	f.pairsSums(d)
}

// pairsBegin returns the elements that it leaves to pairsSlopes.
func (f *laneFile) pairsBegin() (before, d, t *element) {
	m := f.newMaker()
	a := m.code.pairRow(0)
	ax, ay := m.unpacked([4]value(a[:4]), "ax", true), m.unpacked([4]value(a[4:]), "ay", true)
	storeElement(m, "DI", groupA, ax)
	storeElement(m, "DI", groupA+elementBytes, ay)
	b := m.code.pairRow(4)
	bx, by := m.unpacked([4]value(b[:4]), "bx", true), m.unpacked([4]value(b[4:]), "by", true)
	except := m.code.exceptional(a[0], b[0])
	d = m.set(m.carry(m.sub(bx, ax), true), 1, except, "except")
	storeElement(m, "DI", groupD, d)
	t = m.carry(m.sub(m.negateMasked(by, m.code.signsDiffer(), "differ"), ay), false)
	storeElement(m, "DI", groupT, t)
	before = m.carry(f.memoryElement(m, "SI", 0, "product"), false)
	storeElement(m, "DI", groupSlope, before)
	product := m.rest(m.formula(readFormula(f.law, "laneMul"),
		map[string]*element{"a": before, "b": d})["r"])
	storeElement(m, "SI", 0, product)
	m.code.maskBits(except, "R10")
	m.twinLine("return %s, %s, %s, %s", before.name, d.name, t.name, product.name)
	f.twinLane("pairBeginLane", "pairBeginLane is pairsBegin for one pair.",
		"product, ax, ay, bx, by digits, differ, except bool", "(before, d, t, all digits)", m)
	f.function("pairsBegin", "pairsBegin sets the groups up for these pairs of rows, eight each, "+
		"and multiplies product by all their denominators.",
		"groups *pairGroup, product *fe8, rows *uint64, pairs *rowPair, n int",
		[]pointer{{"DI", halfBytes}, {"SI", halfBytes}, {"R8", 0}, {"R9", 4 * pairBytes},
			{"CX", 0}}, func() int {
			f.pointToLower("DI", halfBytes)
			f.label("begin")
			f.ins("LEAQ %d(R9), R11", 8*pairBytes) // the next group; of the last, itself
			f.ins("CMPQ CX, $1")
			f.ins("CMOVQEQ R9, R11")
			slots := f.allocate(m.code)
			f.laneByte("R10", groupExcept, "DI", "except")
			f.ins("ADDQ $%d, DI", groupBytes)
			f.stepLower(groupBytes)
			f.ins("ADDQ $%d, R9", 8*pairBytes)
			f.ins("DECQ CX")
			f.ins("JNZ begin")
			return slots
		})
	return before, d, t
}

func (f *laneFile) pairsSlopes(before, d, t *element) {
	m := f.newMaker()
	out := m.formula(readFormula(f.law, "laneSlope"), map[string]*element{
		"product": f.memoryElement(m, "SI", 0, "product"),
		"before":  m.inMemory(before, "DI", groupSlope, "before"),
		"d":       m.inMemory(d, "DI", groupD, "d"),
		"t":       m.inMemory(t, "DI", groupT, "t"),
	})
	slope, product := m.rest(out["slope"]), m.rest(out["product"])
	storeElement(m, "DI", groupSlope, slope)
	storeElement(m, "SI", 0, product)
	m.twinLine("return %s, %s", slope.name, product.name)
	f.twinLane("pairSlopeLane", "pairSlopeLane is pairsSlopes for one pair.",
		"product, before, d, t digits", "(slope, rest digits)", m)
	f.function("pairsSlopes", "pairsSlopes sets the slopes of the groups, the last first; "+
		"product is the inverse of all denominators up to theirs, and leaves as that of those "+
		"before.", "last *pairGroup, product *fe8, n int",
		[]pointer{{"DI", halfBytes}, {"SI", halfBytes}, {"CX", 0}}, func() int {
			f.label("slope")
			slots := f.allocate(m.code)
			f.ins("SUBQ $%d, DI", groupBytes)
			f.ins("DECQ CX")
			f.ins("JNZ slope")
			return slots
		})
}

func (f *laneFile) pairsSums(d *element) {
	m := f.newMaker()
	nominal := func(offset int, name string) *element {
		e := &element{max: power(256), name: name}
		for i := range 5 {
			e.lo[i], e.hi[i] = new(big.Int), big.NewInt(lowDigit)
		}
		e.hi[4] = big.NewInt(1<<48 - 1)
		return m.inMemory(e, "SI", offset, name)
	}
	ax, ay := nominal(groupA, "ax"), nominal(groupA+elementBytes, "ay")
	out := m.formula(readFormula(f.law, "lawChord"), map[string]*element{
		"slope": f.memoryElement(m, "SI", groupSlope, "slope"),
		"a.X":   ax, "a.Y": ay, "b.X": m.add(ax, m.inMemory(d, "SI", groupD, "d")),
	})
	m.storeRows(out["r.X"], out["r.Y"], "DI", 0)
	f.twinLane("pairSumLane", "pairSumLane is pairsSums for one pair; row has 8 words.",
		"row []uint64, slope, d, ax, ay digits", "", m)
	f.function("pairsSums", "pairsSums writes the rows of the groups' sums; where a group has an "+
		"exception they mean nothing.", "out *uint64, groups *pairGroup, n int",
		[]pointer{{"DI", 4 * rowBytes}, {"SI", halfBytes}, {"CX", 0}}, func() int {
			f.label("sum")
			slots := f.allocate(m.code)
			f.ins("ADDQ $%d, SI", groupBytes)
			f.ins("ADDQ $%d, DI", 8*rowBytes)
			f.ins("DECQ CX")
			f.ins("JNZ sum")
			return slots
		})
}
