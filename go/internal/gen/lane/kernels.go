// The lane compiler's input and output: which formulas become kernels of internal/lanes, where
// their operands lie, and the files that they are written to.

package lane

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// laneText is the formulas that only lanes have, in the language of group/law.go, which they may
// call.
const laneText = `package lanes

func laneMul(r, a, b *Element) {
	r.Mul(a, b)
}

// y^2 = x^3 + b
func laneCurve(r, x, b *Element) {
	var t Element
	t.Sqr(x)
	r.Mul(&t, x)
	r.Add(r, b)
}

// y^2 - w
func laneResidue(r, y, w *Element) {
	r.Sqr(y)
	r.Sub(r, w)
}

func laneNeg(r, a *Element) {
	r.Neg(a)
}

// the next factor c between third coordinates, its square and its cube
func laneScale(c, c2, c3, ratio *Element) {
	c.Mul(c, ratio)
	c2.Sqr(c)
	c3.Mul(c2, c)
}

// The last two steps that make points affine, each for another point.
func laneNormalize(r *Affine, inverse, product, before, d, zi *Element, a *Jacobian) {
	lawPeel(inverse, product, before, d)
	lawSetJacobian(r, a, zi)
}

// The slope of a line: t/d, by what lawPeel asks for.
func laneSlope(slope, product, before, d, t *Element) {
	lawPeel(slope, product, before, d)
	slope.Mul(t, slope)
}

func laneSqr(r *Element) {
	r.Sqr(r)
}

// An entry of a table over another third coordinate: x c^2, beta times and beta^2 times that,
// y c^3.
func laneEntry(x, x1, x2, y *Element, a *Affine, c2, c3, beta *Element) {
	x.Mul(&a.X, c2)
	y.Mul(&a.Y, c3)
	x1.Mul(x, beta)
	x2.Add(x, x1)
	x2.Neg(x2)
}
`

// A kernel is a formula with its operands in memory.
type kernel struct {
	name   string // of the assembly and, with Lane and Twin behind it, of the twin
	doc    string
	text   string            // the formula
	params []param           // in the order of the registers
	bind   map[string]string // place of the formula: Go expression of the operand
}

type param struct{ name, kind string }

var paramRegisters = []string{"DI", "SI", "R8", "R9", "R10"}

var kernels = []kernel{
	{"dblCoz", "dblCoz sets double = 2a and re-expresses a, both over the third coordinate z.",
		"lawDblCoz", []param{{"double", "affine8"}, {"a", "affine8"}, {"z", "fe8"}},
		map[string]string{"d.X": "double.x", "d.Y": "double.y", "p.X": "a.x", "p.Y": "a.y",
			"a.X": "a.x", "a.Y": "a.y", "z": "z"}},
	{"addCoz", "addCoz sets sum = a + unit and re-expresses unit, both over the third coordinate " +
		"that is h times theirs.", "lawAddCoz",
		[]param{{"sum", "affine8"}, {"a", "affine8"}, {"unit", "affine8"}, {"h", "fe8"}},
		map[string]string{"r.X": "sum.x", "r.Y": "sum.y", "p.X": "a.x", "p.Y": "a.y",
			"d.X": "unit.x", "d.Y": "unit.y", "h": "h"}},
	{"scale", "scale multiplies c by ratio and sets c2 = c^2, c3 = c^3.", "laneScale",
		[]param{{"c", "fe8"}, {"c2", "fe8"}, {"c3", "fe8"}, {"ratio", "fe8"}},
		map[string]string{"c": "c", "c2": "c2", "c3": "c3", "ratio": "ratio"}},
	{"mul", "mul sets r = a b.", "laneMul",
		[]param{{"r", "fe8"}, {"a", "fe8"}, {"b", "fe8"}},
		map[string]string{"r": "r", "a": "a", "b": "b"}},
	{"curve", "curve sets r = x^3 + b.", "laneCurve",
		[]param{{"r", "fe8"}, {"x", "fe8"}, {"b", "fe8"}},
		map[string]string{"r": "r", "x": "x", "b": "b"}},
	{"residue", "residue sets r = y^2 - w.", "laneResidue",
		[]param{{"r", "fe8"}, {"y", "fe8"}, {"w", "fe8"}},
		map[string]string{"r": "r", "y": "y", "w": "w"}},
	{"neg", "neg sets r = -a.", "laneNeg",
		[]param{{"r", "fe8"}, {"a", "fe8"}},
		map[string]string{"r": "r", "a": "a"}},
}

// sizes in memory
const (
	limbBytes    = 64 // a limb of eight elements
	halfBytes    = 32 // of four
	elementBytes = 5 * limbBytes
	rowBytes     = 64
)

// partOffset is where a part of an operand lies behind its pointer.
func partOffset(expression string) (param string, offset int) {
	name, part, _ := strings.Cut(expression, ".")
	return name, map[string]int{"": 0, "x": 0, "y": elementBytes, "z": 2 * elementBytes}[part]
}

// A laneFile collects the assembly, the twin and the declarations.
type laneFile struct {
	law         library // the formulas of group/law.go and laneText
	consts      *constants
	asm         strings.Builder
	twin        strings.Builder
	declare     strings.Builder
	names       []string // of the functions, with
	docs        []string
	signatures  []string
	machine     *machine
	substitute  bool // multiply-adds by other instructions, to run where there is no IFMA
	text        strings.Builder
	temporaries int     // the slot from which on the substitute saves registers
	calls       *bodies // what cold kernels call, if they do
}

func (f *laneFile) ins(format string, args ...any) {
	line := fmt.Sprintf(format, args...)
	if f.substitute {
		name, rest, _ := strings.Cut(line, " ")
		operands := strings.Split(rest, ", ")
		if strings.HasPrefix(name, "VPMADD52") {
			f.withTemporaries(operands, func(temp [4]string) {
				f.substituteMadd(name, operands, temp)
			})
			return
		}
		if name == "VPSHRDQ" {
			f.withTemporaries(operands, func(temp [4]string) { f.substituteShift(operands, temp) })
			return
		}
	}
	fmt.Fprintf(&f.text, "\t%s\n", line)
}

func (f *laneFile) label(name string) { fmt.Fprintf(&f.text, "\n%s:\n", name) }

// slot is a stack slot; DX is the frame, aligned to 64 bytes. Where there are four lanes the first
// slots have short addresses too, and behind these is what the function itself keeps.
func (f *laneFile) slot(s int) string {
	if f.machine.narrow() {
		if s >= nearCount {
			s += keptSlots
		}
		return fmt.Sprintf("%d(DX)", nearest+s*halfBytes)
	}
	return fmt.Sprintf("%d(DX)", s*f.machine.bytes())
}

// withKept is the number of slots of a function that keeps something besides so many.
func withKept(slots int) int { return max(slots, nearCount) + keptSlots }

const keptSlots = 2

// kept is memory that a function of kernels with four lanes keeps: the mode of rounding that was
// found, and the one that was set, a word of the function's own at 8, and a vector at 32.
func (f *laneFile) kept(offset int) string { return fmt.Sprintf("%d(DX)", -nearest+offset) }

// A pointer is a parameter's register; it points to memory of which the upper four lanes or rows
// lie upper bytes behind the lower four.
type pointer struct {
	register string
	upper    int
}

// pointers are those of kernels whose operands are elements, but for others named.
func pointers(registers []string, others ...pointer) (all []pointer) {
	for _, r := range registers {
		p := pointer{r, halfBytes}
		for _, o := range others {
			if o.register == r {
				p = o
			}
		}
		all = append(all, p)
	}
	return all
}

// function writes one assembly function of this Go signature around body, which returns the number
// of slots that it needs. Where registers hold four lanes and there are pointers that this makes a
// difference to, the body is gone through twice, with R12 = 0 and 4, the first lane.
func (f *laneFile) function(name, doc, signature string, params []pointer, body func() int) {
	f.text.Reset()
	f.temporaries = 0
	slots := body()
	inner, slots := f.framed(f.text.String(), slots)
	if f.substitute {
		slots += 4
	}
	called := strings.Contains(inner, "\tCALL ")
	rounds := (called || strings.Contains(inner, "VFMADD")) && f.machine.narrow()
	if rounds || f.machine.narrow() && slots > 0 {
		slots = withKept(slots)
	}
	frame := 0
	if slots > 0 {
		frame = slots*f.machine.bytes() + 64
	}
	words := strings.Split(signature, ", ")
	declaration := fmt.Sprintf("func %s%s(%s)", name, f.machine.suffix, signature)
	line := func(format string, args ...any) { fmt.Fprintf(&f.asm, "\t"+format+"\n", args...) }
	load := func() {
		for i, p := range words {
			move := "MOVQ"
			if strings.HasSuffix(p, " uint32") {
				move = "MOVL"
			}
			line("%s %s+%d(FP), %s", move, strings.Fields(p)[0], 8*i, params[i].register)
		}
	}
	fmt.Fprintf(&f.asm, "\n// %s\nTEXT ·%s%s(SB), 0, $%d-%d\n", declaration, name, f.machine.suffix,
		frame, 8*len(words))
	load()
	if slots > 0 {
		line("LEAQ 63(SP), DX")
		line("ANDQ $~63, DX")
		if f.machine.narrow() {
			line("ADDQ $%d, DX", -nearest)
		}
	}
	if f.machine.narrow() && (called || strings.Contains(inner, "(BX)")) {
		line("LEAQ %s<>+%d(SB), BX", f.consts.name, -nearest)
	}
	if rounds {
		const towardsZero = 0x7F80 // and no exceptions
		line("STMXCSR %s", f.kept(0))
		line("MOVL $%#x, %s", towardsZero, f.kept(4))
		line("LDMXCSR %s", f.kept(4))
	}
	if twice := slices.ContainsFunc(params, func(p pointer) bool { return p.upper != 0 }); twice &&
		f.machine.narrow() {
		line("XORL R12, R12")
		fmt.Fprintf(&f.asm, "\nhalf:\n%s", inner)
		line("TESTL R12, R12")
		line("JNZ done")
		load()
		for _, p := range params {
			if p.upper != 0 {
				line("ADDQ $%d, %s", p.upper, p.register)
			}
		}
		line("MOVL $4, R12")
		line("JMP half")
		fmt.Fprintf(&f.asm, "\ndone:\n")
	} else {
		f.asm.WriteString(inner)
	}
	if rounds {
		line("LDMXCSR %s", f.kept(0))
	}
	line("VZEROUPPER")
	line("RET")
	fmt.Fprintf(&f.declare, "\n//go:noescape\n%s\n", declaration)
	f.docs = append(f.docs, doc)
	f.names = append(f.names, name)
	f.signatures = append(f.signatures, signature)
}

// seams are the functions that the package calls: on amd64 they choose, elsewhere they are the
// twin.
func (f *laneFile) seams(choose bool) string {
	var b strings.Builder
	for i, name := range f.names {
		if name == "run" {
			continue // of whose assembly some works on several groups: engine_amd64.go
		}
		signature, slices := f.signatures[i], sliceSeams[name]
		var plain, pointers []string
		for _, p := range strings.Split(signature, ", ") {
			p = strings.Fields(p)[0]
			plain = append(plain, p)
			pointers = append(pointers, p)
		}
		if slices.signature != "" {
			signature, plain, pointers = slices.signature, slices.twin, slices.assembly
		}
		fmt.Fprintf(&b, "\n%sfunc %s(%s) {\n", comment(f.docs[i]), name, signature)
		if choose {
			arguments := strings.Join(pointers, ", ")
			fmt.Fprintf(&b, "\tswitch engine() {\n\tcase ifma:\n\t\t%sIFMA(%s)\n\tcase "+
				"avx512:\n\t\t%sAVX512(%s)\n\tcase fma:\n\t\t%sFMA(%s)\n\tdefault:\n\t", name,
				arguments, name, arguments, name, arguments)
		}
		fmt.Fprintf(&b, "\t%sTwin(%s)\n", name, strings.Join(plain, ", "))
		if choose {
			fmt.Fprintf(&b, "\t}\n")
		}
		fmt.Fprintf(&b, "}\n")
	}
	return b.String()
}

// comment breaks a text into lines of a comment.
func comment(text string) string {
	const columns = 100
	var b strings.Builder
	line := "//"
	for _, word := range strings.Fields(text) {
		if len(line)+1+len(word) > columns {
			b.WriteString(line + "\n")
			line = "//"
		}
		line += " " + word
	}
	return b.String() + line + "\n"
}

// sliceSeams are the functions that take slices where the assembly takes pointers.
var sliceSeams = map[string]struct {
	signature      string
	twin, assembly []string
}{
	"eisensteinSteps": {"steps *[eisensteinCount]step, halves *[6][8]uint64",
		[]string{"steps", "halves"}, []string{"&steps[0]", "halves"}},
	"oddSteps": {"steps []step, v *[6][8]uint64, window int",
		[]string{"steps", "v", "window"}, []string{"&steps[0]", "len(steps)", "v", "window"}},
	"unpack": {"r *affine8, rows []uint64", []string{"r", "rows"}, []string{"r", "&rows[0]"}},
	"normalizeBegin": {"r, a []uint64, product *fe8",
		[]string{"r", "a", "product"}, []string{"&r[0]", "&a[0]", "product", "len(r)/64"}},
	"normalizePeel": {"r, a []uint64, product *fe8",
		[]string{"r", "a", "product"}, []string{"&r[0]", "&a[0]", "product"}},
	"normalizeBack": {"r, a []uint64, product *fe8, large *uint64",
		[]string{"r", "a", "product", "large"},
		[]string{"&r[len(r)-128]", "&a[len(a)-16*jacobianWords]", "product", "large",
			"len(r)/64-1"}},
	"normalizeEnd": {"r, a []uint64, large *uint64",
		[]string{"r", "a", "large"}, []string{"&r[0]", "&a[0]", "large"}},
	"pairsBegin": {"groups []pairGroup, product *fe8, rows []uint64, pairs []rowPair",
		[]string{"groups", "product", "rows", "pairs"},
		[]string{"&groups[0]", "product", "&rows[0]", "&pairs[0]", "len(groups)"}},
	"pairsSlopes": {"groups []pairGroup, product *fe8",
		[]string{"groups", "product"},
		[]string{"&groups[len(groups)-1]", "product", "len(groups)"}},
	"pairsSums": {"out []uint64, groups []pairGroup",
		[]string{"out", "groups"}, []string{"&out[0]", "&groups[0]", "len(groups)"}},
	"pack": {"rows []uint64, a *affine8", []string{"rows", "a"}, []string{"&rows[0]", "a"}},
	"entry": {"rows []uint64, a *affine8, c2, c3, beta *fe8",
		[]string{"rows", "a", "c2", "c3", "beta"}, []string{"&rows[0]", "a", "c2", "c3", "beta"}},
}

// withTemporaries gives body four registers that no operand is, and puts back what they held, so
// that all others are as in the true code.
func (f *laneFile) withTemporaries(operands []string, body func(temp [4]string)) {
	var temp [4]string
	for r, n := 0, 0; n < 4; r++ {
		if z := fmt.Sprintf("Z%d", r); !slices.Contains(operands, z) {
			temp[n] = z
			n++
		}
	}
	for i, t := range temp {
		f.ins("VMOVDQU64 %s, %s", t, f.slot(f.temporaries+i))
	}
	body(temp)
	for i, t := range temp {
		f.ins("VMOVDQU64 %s, %s", f.slot(f.temporaries+i), t)
	}
}

// substituteShift is the shift of two words of AVX-512 VBMI2.
func (f *laneFile) substituteShift(operands []string, temp [4]string) {
	var n int
	fmt.Sscanf(operands[0], "$%d", &n)
	f.ins("VPSLLQ $%d, %s, %s", 64-n, operands[1], temp[0])
	f.ins("VPSRLQ $%d, %s, %s", n, operands[2], operands[3])
	f.ins("VPORQ %s, %s, %s", temp[0], operands[3], operands[3])
}

// substituteMadd is what a multiply-add does without IFMA, by multiply-adds of doubles rounded
// towards zero: on top of 2^104 the sum's mantissa is the high half, and what it dropped is the low
// half, exactly.
func (f *laneFile) substituteMadd(name string, operands []string, temp [4]string) {
	constant := func(w uint64) string { return f.consts.place(w).text }
	for i, operand := range operands[:2] {
		switch {
		case i == 0 && strings.HasSuffix(name, ".BCST"):
			f.ins("VPBROADCASTQ %s, %s", operand, temp[i])
		default:
			f.ins("VMOVDQU64 %s, %s", operand, temp[i])
		}
		f.ins("VPANDQ.BCST %s, %s, %s", constant(lowDigit), temp[i], temp[i])
		f.ins("VPORQ.BCST %s, %s, %s", constant((1023+52)<<52), temp[i], temp[i])
		f.ins("VSUBPD.BCST %s, %s, %s", constant((1023+52)<<52), temp[i], temp[i])
	}
	f.ins("VPBROADCASTQ %s, %s", constant((1023+104)<<52), temp[2])
	f.ins("VFMADD231PD.RZ_SAE %s, %s, %s", temp[0], temp[1], temp[2])
	sum, minus := temp[2], uint64((1023+104)<<52)
	if strings.HasPrefix(name, "VPMADD52LUQ") {
		f.ins("VPBROADCASTQ %s, %s", constant((1023+104)<<52|1), temp[3]) // 2^104 + 2^52
		f.ins("VSUBPD %s, %s, %s", temp[2], temp[3], temp[3])
		f.ins("VFMADD231PD.RZ_SAE %s, %s, %s", temp[0], temp[1], temp[3])
		sum, minus = temp[3], (1023+52)<<52
	}
	f.ins("VPSUBQ.BCST %s, %s, %s", constant(minus), sum, sum)
	f.ins("VPADDQ %s, %s, %s", sum, operands[2], operands[2])
}

// arrange puts the instructions of a block in order.
func (f *laneFile) arrange(c *code) {
	if f.machine.narrow() {
		c.dropDead()
		c.reorder(c.pace)
	}
	c.sinkStores()
}

// allocate gives registers to a block of the function that is being written.
func (f *laneFile) allocate(c *code) int {
	if len(c.blocks) > 0 {
		return f.allocateBlocks(c)
	}
	f.arrange(c)
	if f.substitute {
		// The slots are counted first.
		var dry countingWriter
		f.temporaries = max(f.temporaries, c.allocate(&dry, f.slot))
	}
	return c.allocate(f, f.slot)
}

// allocateAfter does so for a block that what before writes, knowing the slots so far, precedes; it
// returns them.
func (f *laneFile) allocateAfter(c *code, label string, slots int, before func(slots int)) int {
	text := f.text.String()
	f.text.Reset()
	f.label(label)
	slots = max(slots, f.allocate(c))
	block := f.text.String()
	f.text.Reset()
	f.text.WriteString(text)
	before(slots)
	f.text.WriteString(block)
	return slots
}

type countingWriter int

func (w *countingWriter) ins(string, ...any) { *w++ }

// newMaker begins a block and its twin.
func (f *laneFile) newMaker() *maker {
	m := &maker{code: newCode(f.machine, f.consts), twin: &strings.Builder{},
		pinned: map[*element]bool{}}
	return m
}

// coldMaker is a maker whose products are calls, where there are bodies.
func (f *laneFile) coldMaker() *maker {
	m := f.newMaker()
	m.code.calls = f.calls
	return m
}

func (f *laneFile) memoryElement(m *maker, register string, offset int, name string) *element {
	var limb [5]value
	for i := range 5 {
		limb[i] = m.code.memory(fmt.Sprintf("%d(%s)", offset+i*limbBytes, register))
	}
	return restElement(limb, name)
}

func storeElement(m *maker, register string, offset int, e *element) {
	for i := range 5 {
		m.code.store(e.limb[i], fmt.Sprintf("%d(%s)", offset+i*limbBytes, register))
	}
}

var inMemory = regexp.MustCompile(`(-?\d+)\((\w+)\)(, )?`)

// mustAllowSame fails if operands behind these registers may not be one: if text reads one of them
// where it has written another, at the same distance from its pointer.
func mustAllowSame(name, text string, registers []string) {
	written := map[string]string{} // distance -> register
	for line := range strings.Lines(text) {
		for _, at := range inMemory.FindAllStringSubmatch(line, -1) {
			distance, register, read := at[1], at[2], at[3] != ""
			if !slices.Contains(registers, register) {
				continue
			}
			if other, found := written[distance]; read && found && other != register {
				fail("%s reads %s(%s) after it has written %[2]s(%[4]s), which may be the same",
					name, distance, register, other)
			}
			if !read {
				written[distance] = register
			}
		}
	}
}

// kernel writes the assembly and the twin of k.
func (f *laneFile) kernel(k kernel) {
	form := readFormula(f.law, k.text)
	m := f.coldMaker()
	registers, registerOf := paramRegisters[:len(k.params)], map[string]string{}
	var signature []string
	for i, p := range k.params {
		registerOf[p.name] = registers[i]
		signature = append(signature, p.name+" *"+p.kind)
	}
	variable := func(expression string) string {
		name, part, _ := strings.Cut(expression, ".")
		return name + "Lane" + strings.ToUpper(part)
	}
	inputs := map[string]*element{}
	var in, out []string
	for place := range form.inputs {
		if len(form.inputs[place].uses) == 0 {
			continue
		}
		p, offset := partOffset(k.bind[place])
		inputs[place] = f.memoryElement(m, registerOf[p], offset, variable(k.bind[place]))
		in = append(in, k.bind[place])
	}
	elements := m.formula(form, inputs)
	for place := range form.outputs {
		out = append(out, place)
	}
	slices.Sort(in)
	slices.Sort(out)
	for _, place := range out {
		e := m.rest(elements[place])
		p, offset := partOffset(k.bind[place])
		storeElement(m, registerOf[p], offset, e)
		m.twinLine("%s.setLane(l, &%s)", k.bind[place], e.name)
	}
	f.function(k.name, k.doc, strings.Join(signature, ", "), pointers(registers), func() int {
		slots := f.allocate(m.code)
		mustAllowSame(k.name, f.text.String(), registers)
		return slots
	})
	fmt.Fprintf(&f.twin, "\nfunc %sTwin(%s) {\n\tfor l := range 8 {\n", k.name,
		strings.Join(signature, ", "))
	for _, e := range in {
		fmt.Fprintf(&f.twin, "\t\t%s := %s.lane(l)\n", variable(e), e)
	}
	for _, line := range strings.SplitAfter(m.twin.String(), "\n") {
		if line != "" {
			fmt.Fprintf(&f.twin, "\t%s", line)
		}
	}
	fmt.Fprintf(&f.twin, "\t}\n}\n")
}

// twinLane writes a function of the twin for one lane; result is its results in parentheses, or
// nothing.
func (f *laneFile) twinLane(name, doc, parameters, result string, m *maker) {
	fmt.Fprintf(&f.twin, "\n%sfunc %s(%s) %s {\n%s}\n", comment(doc), name, parameters, result,
		m.twin.String())
}

// sinkStores moves every store up to where its value is there and its memory is no longer read, so
// that registers become free early.
func (c *code) sinkStores() {
	var stores, ops []vectorOp
	for _, op := range c.ops {
		if op.store != "" {
			stores = append(stores, op)
		} else {
			ops = append(ops, op)
		}
	}
	after := make([][]vectorOp, len(ops)+1)
	for _, s := range stores {
		last := -1
		for i, op := range ops {
			if op.dst == s.src[0] {
				last = max(last, i)
			}
			for _, v := range append(op.src, op.merged) {
				if c.home[v].text == s.store {
					last = max(last, i)
				}
			}
		}
		after[last+1] = append(after[last+1], s)
	}
	c.ops = c.ops[:0]
	for i := range len(ops) + 1 {
		c.ops = append(c.ops, after[i]...)
		if i < len(ops) {
			c.ops = append(c.ops, ops[i])
		}
	}
}
