// The kernels that make Jacobian points affine, eight at a time (internal/lanes, normalize_var.go):
// loops over groups of points, forwards to the product of all third coordinates, and backwards to
// the rows.

package lane

import "fmt"

const (
	jacobianBytes = 96
	affineBytes   = 64
)

// part loads two of the coordinates of the eight points at SI, x and y from byte 0 on, y and z from
// byte 32 on, and returns their words by lanes.
func (c *code) part(from int) [8]value {
	return c.transpose(c.loadRows(func(l, at int) vectorOp {
		return vectorOp{memory: fmt.Sprintf("%d(SI)", jacobianBytes*l+from+at)}
	}))
}

// third returns the third coordinates of the points at SI, 1 where they are 0 modulo p, and those
// lanes.
func (m *maker) third() (z *element, infinite mask) {
	c := m.code
	yz := c.part(32)
	w := [4]value(yz[4:])
	const all = 1<<64 - 1
	zero := c.op("VPORQ", c.op("VPORQ", w[0], w[1]), c.op("VPORQ", w[2], w[3]))
	p := c.op("VPANDQ", w[1], c.op("VPANDQ", w[2], w[3]))
	p = c.op("VPORQ", c.op("VPXORQ", c.constant(all), p),
		c.op("VPXORQ", c.constant(all-fold256+1), w[0]))
	infinite = c.zeros(p, zero)
	return m.set(m.unpacked(w, "z", true), 1, infinite, "infinite"), infinite
}

// leftText is where limb i of what one kernel leaves to the next lies for the group that is so many
// behind: in that group's rows. The rows with the results overwrite it only after it was read.
func (m *maker) leftText(i, behind int) string {
	return fmt.Sprintf("%d(DI)", i*m.code.machine.bytes()+8*affineBytes*behind)
}

// leave stores e for the next kernel, in the rows of the group at DI.
func (m *maker) leave(e *element) {
	for i := range 5 {
		m.code.store(e.limb[i], m.leftText(i, 0))
	}
}

// left is what the kernel before left in the rows of the group that is so many behind, with the
// bounds of e.
func (m *maker) left(e *element, behind int, name string) *element {
	r := *e
	r.name = name
	for i := range 5 {
		r.limb[i] = m.code.memory(m.leftText(i, behind))
	}
	return &r
}

// normalize writes the kernels.
func (f *laneFile) normalize() {
	registers := []pointer{{"DI", 4 * affineBytes}, {"SI", 4 * jacobianBytes}, {"R8", halfBytes},
		{"CX", 0}}
	var m *maker
	loop := func(label, step string, also ...string) func() int {
		return func() int {
			f.label(label)
			slots := f.allocate(m.code)
			for _, line := range also {
				f.ins("%s", line)
			}
			f.ins("%s $%d, DI", step, 8*affineBytes)
			f.ins("%s $%d, SI", step, 8*jacobianBytes)
			f.ins("DECQ CX")
			f.ins("JNZ %s", label)
			return slots
		}
	}

	m = f.newMaker()
	z, infinite := m.third()
	before := m.carry(f.memoryElement(m, "R8", 0, "product"), true)
	product := m.rest(m.formula(readFormula(f.law, "laneMul"),
		map[string]*element{"a": before, "b": z})["r"])
	storeElement(m, "R8", 0, product)
	before = m.set(before, 0, infinite, "infinite")
	m.leave(before)
	m.twinLine("return %s, %s", before.name, product.name)
	f.twinLane("normalizeBeginLane", "normalizeBeginLane is normalizeBegin for one point.",
		"product, z digits, infinite bool", "(before, all digits)", m)
	f.function("normalizeBegin", "normalizeBegin multiplies product by the third coordinates, 0 "+
		"excepted, of groups of eight points, and leaves to normalizePeel in the rows r what it "+
		"needs.", "r *uint64, a *uint64, product *fe8, n int", registers, loop("forwards", "ADDQ"))

	// What normalizePeel and normalizeBack take of a group, and leave.
	var inverse *element
	inputs := func(names map[string]*element) map[string]*element {
		z, _ := m.third()
		names["product"], names["before"], names["d"] = f.memoryElement(m, "R8", 0, "product"),
			m.left(before, 0, "before"), z
		return names
	}
	outputs := func(out map[string]*element) (rest *element) {
		inverse, rest = m.rest(out["inverse"]), m.rest(out["product"])
		storeElement(m, "R8", 0, rest)
		m.leave(inverse)
		return rest
	}
	m = f.newMaker()
	rest := outputs(m.formula(readFormula(f.law, "lawPeel"), inputs(map[string]*element{})))
	m.twinLine("return %s, %s", inverse.name, rest.name)
	f.twinLane("normalizePeelLane", "normalizePeelLane is normalizePeel for one point.",
		"product, before, z digits, infinite bool", "(inverse, rest digits)", m)
	f.function("normalizePeel", "normalizePeel leaves the inverses of a group's third "+
		"coordinates, 0 for 0, to normalizeEnd in the rows r; product is the inverse of all "+
		"third coordinates up to theirs, and leaves as that of those before.",
		"r *uint64, a *uint64, product *fe8", registers[:3], func() int {
			return f.allocate(m.code)
		})

	// What normalizeEnd and normalizeBack take of a group so many behind, and make of it.
	left := inverse
	ends := func(behind int, names map[string]*element) map[string]*element {
		xy := m.code.part(8 * jacobianBytes * behind)
		names["zi"] = m.left(left, behind, "zi")
		names["a.X"], names["a.Y"] = m.unpacked([4]value(xy[:4]), "x", false),
			m.unpacked([4]value(xy[4:]), "y", false)
		return names
	}
	end := func(out map[string]*element, behind int) {
		words := m.storeRows(out["r.X"], out["r.Y"], "DI", 8*affineBytes*behind)
		ones := m.code.constant(1<<64 - 1)
		m.code.maskBits(m.code.zeros(m.code.op("VPXORQ", ones, words[3]),
			m.code.op("VPXORQ", ones, words[7])), "R10")
	}
	m = f.newMaker()
	end(m.formula(readFormula(f.law, "lawSetJacobian"), ends(0, map[string]*element{})), 0)
	f.twinLane("normalizeEndLane",
		"normalizeEndLane is normalizeEnd for one point; row has 8 words.",
		"row []uint64, zi, x, y digits", "", m)
	f.function("normalizeEnd", "normalizeEnd makes the rows r a group's affine points, zeros for "+
		"infinity, and large other than 0 if one of these numbers may be p or more. It adds bits "+
		"to large, no matter which, and never clears it.", "r *uint64, a *uint64, large *uint64",
		[]pointer{registers[0], registers[1], {"R8", 0}}, func() int {
			slots := f.allocate(m.code)
			f.ins("ORQ R10, (R8)")
			return slots
		})

	m = f.newMaker()
	form := readFormula(f.law, "laneNormalize")
	form.schedule()
	out := m.formula(form, inputs(ends(1, map[string]*element{})))
	end(out, 1)
	rest = outputs(out)
	inverse.mustBeWithin(left) // the next round reads it so
	m.twinLine("return %s, %s", inverse.name, rest.name)
	f.twinLane("normalizeBackLane", "normalizeBackLane is normalizeBack for one point, and for "+
		"that in the group behind it, whose row is given.",
		"row []uint64, zi, x, y, product, before, z digits, infinite bool",
		"(inverse, rest digits)", m)
	f.function("normalizeBack", "normalizeBack is normalizePeel for groups and normalizeEnd for "+
		"the groups behind them, which fill each other's waits: r and a have at least two "+
		"groups, the last one peeled. large is as for normalizeEnd.",
		"r *uint64, a *uint64, product *fe8, large *uint64, n int",
		[]pointer{registers[0], registers[1], registers[2], {"R9", 0}, {"CX", 0}},
		loop("back", "SUBQ", "ORQ R10, (R9)"))
}
