// The kernels that make Jacobian points affine, eight at a time (internal/lanes, normalize_var.go): loops
// over groups of points, forwards to the product of all third coordinates, and backwards to the rows.

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
	p = c.op("VPORQ", c.op("VPXORQ", c.constant(all), p), c.op("VPXORQ", c.constant(all-fold256+1), w[0]))
	infinite = c.zeros(p, zero)
	return m.set(m.unpacked(w, "z", true), 1, infinite, "infinite"), infinite
}

// leftText is where normalizeBegin leaves limb i, in rows of which those with its results are not
// written before they are read.
func (m *maker) leftText(i int) string { return fmt.Sprintf("%d(DI)", i*m.code.machine.bytes()) }

func (f *laneFile) normalize() {
	m := f.newMaker()
	z, infinite := m.third()
	before := m.carry(f.memoryElement(m, "R8", 0, "product"), true)
	product := m.rest(m.formula(readFormula(f.law, "laneMul"), map[string]*element{"a": before, "b": z})["r"])
	storeElement(m, "R8", 0, product)
	left := m.set(before, 0, infinite, "infinite")
	for i := range 5 {
		m.code.store(left.limb[i], m.leftText(i))
	}
	m.twinLine("return %s, %s", left.name, product.name)
	f.twinLane("normalizeBeginLane", "normalizeBeginLane is normalizeBegin for one point.",
		"product, z digits, infinite bool", "(before, all digits)", m)
	registers := []pointer{{"DI", 4 * affineBytes}, {"SI", 4 * jacobianBytes}, {"R8", halfBytes}, {"CX", 0}}
	loop := func(label, step string, m *maker) func() int {
		return func() int {
			f.label(label)
			slots := f.allocate(m.code)
			f.ins("%s $%d, DI", step, 8*affineBytes)
			f.ins("%s $%d, SI", step, 8*jacobianBytes)
			f.ins("DECQ CX")
			f.ins("JNZ %s", label)
			return slots
		}
	}
	f.function("normalizeBegin", "normalizeBegin multiplies product by the third coordinates, 0 excepted, of groups of eight points, and leaves to normalizeEnd in the rows r what it needs.",
		"r *uint64, a *uint64, product *fe8, n int", registers, loop("forwards", "ADDQ", m))

	m = f.newMaker()
	z, _ = m.third()
	xy := m.code.part(0)
	before = m.inMemory(left, "DI", 0, "before")
	for i := range 5 {
		before.limb[i] = m.code.memory(m.leftText(i))
	}
	out := m.formula(readFormula(f.law, "lawNormalizeEnd"), map[string]*element{
		"product": f.memoryElement(m, "R8", 0, "product"),
		"r.X":     before,
		"a.X":     m.unpacked([4]value(xy[:4]), "x", false),
		"a.Y":     m.unpacked([4]value(xy[4:]), "y", false),
		"a.Z":     z,
	})
	rest := m.rest(out["product"])
	storeElement(m, "R8", 0, rest)
	m.storeRows(out["r.X"], out["r.Y"], "DI")
	m.twinLine("return %s", rest.name)
	f.twinLane("normalizeEndLane", "normalizeEndLane is normalizeEnd for one point; row has 8 words.",
		"row []uint64, product, before, x, y, z digits, infinite bool", "(rest digits)", m)
	f.function("normalizeEnd", "normalizeEnd makes the rows r the affine points, zeros for infinity, the last group first; product is the inverse of all third coordinates up to theirs, and leaves as that of those before.",
		"r *uint64, a *uint64, product *fe8, n int", registers, loop("backwards", "SUBQ", m))
}
