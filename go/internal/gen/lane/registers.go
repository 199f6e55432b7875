// The lane compiler's end: instructions on unbounded values are given the processor's registers,
// and stack slots where these do not suffice.

package lane

import (
	"fmt"
	"math/big"
	"slices"
)

// A value is a vector on its way through the registers. An instruction that accumulates makes a new
// value in the register of the old one.
type value int

const none value = 0

// A machine is what instructions are chosen for. The formulas are written with those of AVX-512;
// what AVX2 lacks of them it has in another form, of which this file and doubles.go know.
type machine struct {
	suffix    string // of the functions
	doubles   bool   // multiply-adds are those of doubles
	lanes     int    // in a register: all eight, or four, which take two rounds for eight rows
	registers int
}

var (
	withIFMA   = &machine{suffix: "IFMA", lanes: 8, registers: 32}
	withAVX512 = &machine{suffix: "AVX512", doubles: true, lanes: 8, registers: 32}
	withFMA    = &machine{suffix: "FMA", doubles: true, lanes: 4, registers: 16}
)

// narrow tells that there is AVX2 only.
func (m *machine) narrow() bool { return m.lanes == 4 }

// bytes is the size of a register.
func (m *machine) bytes() int { return 8 * m.lanes }

// register is the assembler's name of one.
func (m *machine) register(r int) string {
	if m.narrow() {
		return fmt.Sprintf("Y%d", r)
	}
	return fmt.Sprintf("Z%d", r)
}

// inAVX2 are the names there of instructions that are in both.
var inAVX2 = map[string]string{
	"VPANDQ": "VPAND", "VPORQ": "VPOR", "VPXORQ": "VPXOR", "VMOVDQU64": "VMOVDQU",
	"VMOVDQA64":          "VMOVDQA",
	"VFMADD231PD.RZ_SAE": "VFMADD231PD",
}

// instruction is the machine's name of one.
func (m *machine) instruction(name string) string {
	if other, ok := inAVX2[name]; ok && m.narrow() {
		return other
	}
	return name
}

// A mask is a choice of lanes: a mask register, or all ones and zeros in the lanes of a vector.
type mask struct {
	register string
	vector   value
}

// A vectorOp is one instruction. Operands are in the order of the Go assembler, the destination
// last and apart. Where src[0] is in memory it may be read from there.
type vectorOp struct {
	name   string
	imm    int // -1: none
	src    []value
	merged value    // destination and operand in one, or none
	dst    value    // none for stores
	mask   string   // mask register of a merging instruction, or that a test sets
	sets   bool     // mask is the destination
	store  string   // memory that src[0] is written to
	half   bool     // a load of 256 bits
	memory string   // memory that is read besides, as the first operand
	before []string // instructions on general registers that come first
	unit   int      // the number of a product of digits
}

// code collects the instructions of one block.
type code struct {
	machine *machine
	doubles *doubles // how multiply-adds are made, if not by IFMA
	consts  *constants
	pace    pace
	ops     []vectorOp
	values  int
	home    map[value]place // of values that lie in memory from the start
	masks   int
	unit    int      // of the product of digits that is being made, 0 where there is none
	units   int      // made so far
	after   []string // instructions on general registers that come last
	calls   *bodies  // that products call; nil where they are in place
	frame   frame    // where there are calls
	blocks  []block  // what comes before ops, where there are calls
	entry   []inRegister
	exit    []inRegister
	known   map[uint64]value
	word    map[value]uint64 // of constants
}

// A place is memory.
type place struct {
	text      string
	broadcast bool
}

// constants are the words that the code of a file reads, each so many times in a row: once where
// instructions repeat it for all lanes.
type constants struct {
	name   string
	words  []uint64
	copies int
	near   int // how many, the first, have short addresses behind BX
}

// nearest is how far before BX they begin: a byte reaches from there on over this many vectors.
const (
	nearest   = -128
	nearCount = 256 / halfBytes
)

func (c *constants) place(w uint64) place {
	i := slices.Index(c.words, w)
	if i < 0 {
		i = len(c.words)
		c.words = append(c.words, w)
	}
	return place{fmt.Sprintf("%s<>+%d(SB)", c.name, 8*i*c.copies), c.copies == 1}
}

// sortByUse gives the short addresses to the words that are read most.
func (c *constants) sortByUse(times func(uint64) int) {
	counted := map[uint64]int{}
	for _, w := range c.words {
		counted[w] = times(w)
	}
	slices.SortStableFunc(c.words, func(a, b uint64) int { return counted[b] - counted[a] })
	c.near = nearCount
}

func newCode(m *machine, c *constants) *code {
	made := &code{machine: m, consts: c, pace: likeProcessor, home: map[value]place{},
		known: map[uint64]value{}, word: map[value]uint64{}}
	if m.doubles {
		made.doubles = newDoubles()
	}
	return made
}

func (c *code) newValue() value {
	c.values++
	return value(c.values)
}

// constant is a value with w in every lane.
func (c *code) constant(w uint64) value {
	if v, ok := c.known[w]; ok {
		return v
	}
	v := c.newValue()
	c.home[v] = c.consts.place(w)
	if i := slices.Index(c.consts.words, w); i < c.consts.near {
		c.home[v] = place{text: fmt.Sprintf("%d(BX)", nearest+i*halfBytes)}
	}
	c.known[w], c.word[v] = v, w
	return v
}

// memory is a value that lies in memory, which nothing overwrites before its last use.
func (c *code) memory(text string) value {
	v := c.newValue()
	c.home[v] = place{text: text}
	return v
}

func (c *code) emit(op vectorOp) value {
	op.unit = c.unit
	op.dst = c.newValue()
	c.ops = append(c.ops, op)
	return op.dst
}

func (c *code) op(name string, src ...value) value {
	if c.doubles != nil && (name == "VPADDQ" || name == "VPSUBQ") {
		return c.doubles.linear(c, name, src[0], src[1])
	}
	if w, ok := c.word[src[0]]; c.machine.narrow() && ok && name == "VPANDQ" && w <= lowDigit {
		return c.doubles.and(c, src[0], src[1])
	}
	return c.emit(vectorOp{name: name, imm: -1, src: c.true(src...)})
}

// shift is a shift of all lanes by n bits; VPSRAQ, which AVX2 lacks, is there one of what is by
// 2^63 above a.
func (c *code) shift(name string, n int, a value) value {
	if c.machine.narrow() && name == "VPSRAQ" {
		return c.doubles.shiftSigned(c, n, a)
	}
	return c.emit(vectorOp{name: name, imm: n, src: c.true(a)})
}

// shiftPair is the low word of high:low >> n.
func (c *code) shiftPair(n int, high, low value) value {
	if c.doubles != nil {
		return c.op("VPORQ", c.shift("VPSLLQ", 64-n, high), c.shift("VPSRLQ", n, low))
	}
	return c.emit(vectorOp{name: "VPSHRDQ", imm: n, src: []value{high, low}})
}

// true is the values as they are meant.
func (c *code) true(src ...value) []value {
	if c.doubles != nil {
		for i, v := range src {
			src[i] = c.doubles.settle(c, v)
		}
	}
	return src
}

// maddSmall is madd of the low half of k b, b up to most, whose product is below 2^52; b is below
// 2^32, of which AVX2's product reads no more.
func (c *code) maddSmall(k uint64, b value, most *big.Int, acc value) value {
	if most.BitLen() > 32 || new(big.Int).Mul(bigOf(k), most).BitLen() > 52 {
		fail("%#x times up to %#x is not below 2^52", k, most)
	}
	a := c.constant(k)
	if c.doubles != nil {
		return c.doubles.maddSmall(c, a, b, acc)
	}
	return c.madd("VPMADD52LUQ", a, b, acc)
}

// madd adds half of a b to the accumulator; none is zero.
func (c *code) madd(name string, a, b, acc value) value {
	if c.doubles != nil {
		return c.doubles.madd(c, name == "VPMADD52HUQ", a, b, acc)
	}
	if acc == none {
		acc = c.emit(vectorOp{name: "zero", imm: -1})
	}
	return c.emit(vectorOp{name: name, imm: -1, src: []value{a, b}, merged: acc})
}

// testing is an instruction that sets a mask register.
func (c *code) testing(name string, src ...value) mask {
	c.masks = c.masks%6 + 1
	set := mask{register: fmt.Sprintf("K%d", c.masks+1)}
	c.ops = append(c.ops, vectorOp{name: name, imm: -1, src: c.true(src...), mask: set.register,
		sets: true})
	return set
}

// test returns the lanes of a in which the bit of w, which has one, is set.
func (c *code) test(a value, w uint64) mask {
	if c.machine.narrow() {
		return mask{vector: c.op("VPCMPEQQ", c.constant(w), c.op("VPANDQ", c.constant(w), a))}
	}
	return c.testing("VPTESTMQ", c.constant(w), a)
}

// zeros returns the lanes in which any of the values is zero.
func (c *code) zeros(a value, others ...value) mask {
	if c.machine.narrow() {
		zero := c.op("VPCMPEQQ", c.constant(0), a)
		for _, v := range others {
			zero = c.op("VPORQ", c.op("VPCMPEQQ", c.constant(0), v), zero)
		}
		return mask{vector: zero}
	}
	for _, v := range others {
		a = c.op("VPMINUQ", v, a)
	}
	return c.testing("VPTESTNMQ", a, a)
}

// addMasked is acc + a, a constant, in the lanes of the mask, and acc in the others.
func (c *code) addMasked(in mask, a, acc value) value {
	if c.machine.narrow() {
		return c.op("VPADDQ", c.op("VPANDQ", a, in.vector), acc)
	}
	acc = c.true(acc)[0]
	return c.emit(vectorOp{name: "VPADDQ", imm: -1, src: []value{a, acc}, merged: acc,
		mask: in.register})
}

// negateMasked is bias - a in the lanes of the mask, and a in the others.
func (c *code) negateMasked(in mask, bias uint64, a value) value {
	if c.machine.narrow() {
		return c.blend(in, c.op("VPSUBQ", a, c.constant(bias)), a)
	}
	return c.emit(vectorOp{name: "VPSUBQ", imm: -1, mask: in.register, merged: a,
		src: []value{a, c.constant(bias)}})
}

// blend is a in the lanes of the mask, and other in the others.
func (c *code) blend(in mask, a, other value) value {
	if c.machine.narrow() {
		return c.emit(vectorOp{name: "VPBLENDVB", imm: -1, src: c.true(in.vector, a, other)})
	}
	return c.emit(vectorOp{name: "VMOVDQA64", imm: -1, mask: in.register, src: []value{a},
		merged: c.true(other)[0]})
}

// maskBits writes the lanes of a mask to a general register, as bits, before the block's end.
func (c *code) maskBits(in mask, register string) {
	if c.machine.narrow() {
		c.ops = append(c.ops, vectorOp{name: "VMOVMSKPD", imm: -1, src: []value{in.vector},
			store: register})
		return
	}
	c.after = append(c.after, fmt.Sprintf("KMOVW %s, %s", in.register, register))
}

func (c *code) store(v value, to string) {
	c.ops = append(c.ops, vectorOp{name: "VMOVDQU64", imm: -1, src: c.true(v), store: to})
}

// A file is what registers are printed to.
type lineWriter interface {
	ins(format string, args ...any)
}

// allocation is the state of the registers while the code is written.
type allocation struct {
	c        *code
	w        lineWriter
	register []value
	in       map[value]int    // the register of a value
	slot     map[value]int    // the stack slot of a value
	uses     map[value][]int  // where a value is still read
	free     []int            // slots
	slots    int              // in all
	slotText func(int) string // memory of a slot
}

// farAway is the number of instructions from which on a value that is read from memory is not kept.
func (m *machine) farAway() int {
	if m.narrow() {
		return 40
	}
	return 200
}

// name is the assembler's name of register r.
func (a *allocation) name(r int) string { return a.c.machine.register(r) }

// ins writes an instruction that all machines have, by the name of AVX-512.
func (a *allocation) ins(name, operands string, args ...any) {
	a.w.ins("%s %s", a.c.machine.instruction(name), fmt.Sprintf(operands, args...))
}

// allocate writes the block and returns the number of stack slots. A value that a register is
// needed for is put away where its next use is the furthest.
func (c *code) allocate(w lineWriter, slotText func(int) string) int {
	c.dropDead()
	a := &allocation{c: c, w: w, register: make([]value, c.machine.registers), in: map[value]int{},
		slot: map[value]int{}, uses: map[value][]int{}, slotText: slotText}
	for i, op := range c.ops {
		for _, v := range op.src {
			a.uses[v] = append(a.uses[v], i)
		}
		if op.merged != none && !slices.Contains(op.src, op.merged) {
			a.uses[op.merged] = append(a.uses[op.merged], i)
		}
	}
	for _, e := range c.exit {
		a.uses[e.value] = append(a.uses[e.value], len(c.ops))
	}
	for _, e := range c.entry {
		if len(a.uses[e.value]) > 0 {
			a.put(e.value, e.register)
		}
	}
	for i := range c.ops {
		a.op(i, &c.ops[i])
	}
	a.toRegisters(c.exit)
	for _, line := range c.after {
		w.ins("%s", line)
	}
	return a.slots
}

// dropDead takes out the instructions whose result nothing reads.
func (c *code) dropDead() {
	live := map[value]bool{}
	for _, e := range c.exit {
		live[e.value] = true
	}
	var kept []vectorOp
	for _, op := range slices.Backward(c.ops) {
		if op.store == "" && !op.sets && !live[op.dst] {
			continue
		}
		for _, v := range append(op.src, op.merged) {
			live[v] = true
		}
		kept = append(kept, op)
	}
	slices.Reverse(kept)
	c.ops = kept
}

func (a *allocation) memoryOf(v value) (place, bool) {
	if s, ok := a.slot[v]; ok {
		return place{text: a.slotText(s)}, true
	}
	p, ok := a.c.home[v]
	return p, ok
}

// nextUse is where v is read at or after instruction i.
func (a *allocation) nextUse(v value, i int) int {
	for _, u := range a.uses[v] {
		if u >= i {
			return u
		}
	}
	return 1 << 30
}

// take finds a register at instruction i that holds none of the values in use there.
func (a *allocation) take(i int, busy []value) int {
	best, furthest := -1, -1
	for r, v := range a.register {
		if v == none {
			return r
		}
		if slices.Contains(busy, v) {
			continue
		}
		next := a.nextUse(v, i)
		if _, saved := a.memoryOf(v); !saved {
			next -= 8 // it has to be stored
		}
		if next > furthest {
			best, furthest = r, next
		}
	}
	v := a.register[best]
	if _, saved := a.memoryOf(v); !saved {
		if len(a.free) == 0 {
			a.free = append(a.free, a.slots)
			a.slots++
		}
		i := len(a.free) - 1
		if a.c.machine.narrow() {
			i = slices.Index(a.free, slices.Min(a.free)) // the first have short addresses
		}
		s := a.free[i]
		a.free = slices.Delete(a.free, i, i+1)
		a.slot[v] = s
		a.ins("VMOVDQU64", "%s, %s", a.name(best), a.slotText(s))
	}
	delete(a.in, v)
	a.register[best] = none
	return best
}

func (a *allocation) load(v value, i int, busy []value) int {
	if r, ok := a.in[v]; ok {
		return r
	}
	p, ok := a.memoryOf(v)
	if !ok {
		fail("a value that is nowhere")
	}
	r := a.take(i, busy)
	if p.broadcast {
		a.ins("VPBROADCASTQ", "%s, %s", p.text, a.name(r))
	} else {
		a.ins("VMOVDQU64", "%s, %s", p.text, a.name(r))
	}
	a.put(v, r)
	return r
}

// own loads what op merges into a register that becomes its destination's; where others read it
// later, that is a copy. Of a constant that AVX2 soon needs again too, as a copy is there at once,
// and memory is not.
func (a *allocation) own(op *vectorOp, i int, busy []value) int {
	_, loaded := a.in[op.merged]
	r := a.load(op.merged, i, busy)
	if _, constant := a.c.word[op.merged]; constant && a.c.machine.narrow() {
		loaded = a.nextUse(op.merged, i+1)-i < a.c.machine.farAway()
	}
	switch {
	case a.nextUse(op.merged, i+1) == 1<<30:
	case !loaded:
		delete(a.in, op.merged) // it stays in memory
	default:
		from := r
		r = a.take(i, busy)
		a.ins("VMOVDQA64", "%s, %s", a.name(from), a.name(r))
	}
	a.register[r] = op.dst
	return r
}

func (a *allocation) put(v value, r int) {
	a.register[r] = v
	a.in[v] = r
}

// drop forgets v if nothing reads it from instruction i on.
func (a *allocation) drop(v value, i int) {
	if a.nextUse(v, i) != 1<<30 {
		return
	}
	a.leaveRegister(v, i)
	if s, ok := a.slot[v]; ok {
		a.free = append(a.free, s)
		delete(a.slot, v)
	}
}

// leaveRegister takes the register from v, but not the slot, which the instruction may read.
func (a *allocation) leaveRegister(v value, i int) {
	r, ok := a.in[v]
	if ok && a.nextUse(v, i) == 1<<30 {
		a.register[r] = none
		delete(a.in, v)
	}
}

// foldable are the instructions whose first operand may lie in memory, in AVX-512 and in AVX2.
var foldable = map[bool]map[string]bool{
	false: {
		"VPMADD52LUQ": true, "VPMADD52HUQ": true, "VPADDQ": true, "VPSUBQ": true, "VPANDQ": true,
		"VPORQ": true, "VSUBPD": true, "VPTERNLOGQ": true, "VPTESTMQ": true, "VPSRAQ": true,
		"VPSRLQ": true, "VPSLLQ": true, "VPSHRDQ": true,
	},
	true: {
		"VPADDQ": true, "VPSUBQ": true, "VPANDQ": true, "VPORQ": true, "VPXORQ": true,
		"VPCMPEQQ": true, "VPMULUDQ": true, "VSUBPD": true, "VFMADD231PD.RZ_SAE": true,
	},
}

// commutative are those whose operands may change places.
var commutative = map[string]bool{"VPADDQ": true, "VPANDQ": true, "VPORQ": true, "VPXORQ": true,
	"VPCMPEQQ": true, "VPMULUDQ": true, "VFMADD231PD.RZ_SAE": true}

func (a *allocation) op(i int, op *vectorOp) {
	for _, line := range op.before {
		a.w.ins("%s", line)
	}
	if op.name == "zero" && a.nextUse(op.dst, i) == 1<<30 {
		return
	}
	suffix, operands := "", ""
	add := func(s string) {
		if operands != "" {
			operands += ", "
		}
		operands += s
	}
	if op.imm >= 0 {
		add(fmt.Sprintf("$%d", op.imm))
	}
	if op.memory != "" {
		add(op.memory)
	}
	if a.c.machine.narrow() && commutative[op.name] {
		// What is in no register comes first, then what is in one of the first eight: both make the
		// instruction shorter.
		first, inFirst := a.in[op.src[0]]
		second, inSecond := a.in[op.src[1]]
		if inFirst && (!inSecond || first >= 8 && second < 8) {
			op.src[0], op.src[1] = op.src[1], op.src[0]
		}
	}
	busy := append([]value(nil), op.src...)
	if op.merged != none {
		busy = append(busy, op.merged)
	}
	var mergedRegister int
	if op.merged != none {
		mergedRegister = a.own(op, i, busy)
		busy = append(busy, op.dst)
	}
	for at, v := range op.src {
		if v == op.merged {
			add(a.name(mergedRegister))
			continue
		}
		_, loaded := a.in[v]
		if at == 0 && !loaded && foldable[a.c.machine.narrow()][op.name] &&
			a.nextUse(v, i+1)-i > a.c.machine.farAway() && !slices.Contains(op.src[1:], v) {
			p, ok := a.memoryOf(v)
			if !ok {
				fail("%s: an operand that is nowhere", op.name)
			}
			// Shifts by a constant of one word for all lanes do not occur.
			if p.broadcast {
				suffix = ".BCST"
			}
			add(p.text)
			continue
		}
		add(a.name(a.load(v, i, busy)))
	}
	if op.mask != "" {
		add(op.mask)
	}
	var r int
	switch {
	case op.store != "":
		add(op.store)
	case op.sets:
	case op.merged != none:
		r = mergedRegister
		add(a.name(r))
	default:
		for _, v := range op.src {
			a.leaveRegister(v, i+1)
		}
		r = a.take(i, op.src)
		if op.name == "zero" {
			if r < 16 {
				a.w.ins("VPXOR X%d, X%d, X%d", r, r, r)
			} else {
				a.w.ins("VPXORQ Z%d, Z%d, Z%d", r, r, r)
			}
			a.put(op.dst, r)
			return
		}
		if op.half {
			add(fmt.Sprintf("Y%d", r))
		} else {
			add(a.name(r))
		}
	}
	a.ins(op.name+suffix, "%s", operands)
	for _, v := range append(op.src, op.merged) {
		a.drop(v, i+1)
	}
	if op.dst != none {
		a.put(op.dst, r)
		a.drop(op.dst, i+1)
	}
}
