// The lane compiler's end: instructions on unbounded values are given the 32 registers of AVX-512,
// and stack slots where these do not suffice.

package lane

import (
	"fmt"
	"slices"
)

// A value is a vector on its way through the registers. An instruction that accumulates makes a new
// value in the register of the old one.
type value int

const none value = 0

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
}

// code collects the instructions of one block.
type code struct {
	doubles *doubles // how multiply-adds are made, if not by IFMA
	consts  *constants
	ops     []vectorOp
	values  int
	home    map[value]place // of values that lie in memory from the start
	masks   int
	known   map[uint64]value
	word    map[value]uint64 // of constants
}

// A place is memory.
type place struct {
	text      string
	broadcast bool
}

// constants are the words that the code of a file reads.
type constants struct {
	name  string
	words []uint64
}

func (c *constants) place(w uint64) place {
	i := slices.Index(c.words, w)
	if i < 0 {
		i = len(c.words)
		c.words = append(c.words, w)
	}
	return place{fmt.Sprintf("%s<>+%d(SB)", c.name, 8*i), true}
}

func newCode(c *constants) *code {
	return &code{consts: c, home: map[value]place{}, known: map[uint64]value{}, word: map[value]uint64{}}
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
	op.dst = c.newValue()
	c.ops = append(c.ops, op)
	return op.dst
}

func (c *code) op(name string, src ...value) value {
	if c.doubles != nil && (name == "VPADDQ" || name == "VPSUBQ") {
		return c.doubles.linear(c, name, src[0], src[1])
	}
	return c.emit(vectorOp{name: name, imm: -1, src: c.true(src...)})
}
func (c *code) shift(name string, n int, a value) value {
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

// maddSmall is madd of the low half where the product is below 2^52.
func (c *code) maddSmall(a, b, acc value) value {
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

// test returns a mask register with the lanes of a in which the bits of w are not all zero.
func (c *code) test(a value, w uint64) string {
	c.masks = c.masks%6 + 1
	mask := fmt.Sprintf("K%d", c.masks+1)
	c.ops = append(c.ops, vectorOp{name: "VPTESTMQ", imm: -1, src: c.true(c.constant(w), a), mask: mask, sets: true})
	return mask
}

// zeros returns a mask register with the lanes of a that are zero.
func (c *code) zeros(a value) string {
	c.masks = c.masks%6 + 1
	mask := fmt.Sprintf("K%d", c.masks+1)
	c.ops = append(c.ops, vectorOp{name: "VPTESTNMQ", imm: -1, src: c.true(a, a), mask: mask, sets: true})
	return mask
}

// masked is the instruction on acc in the lanes of the mask, and acc in the others.
func (c *code) masked(name, mask string, a, acc value) value {
	acc = c.true(acc)[0]
	return c.emit(vectorOp{name: name, imm: -1, src: []value{a, acc}, merged: acc, mask: mask})
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
	register [32]value
	in       map[value]int    // the register of a value
	slot     map[value]int    // the stack slot of a value
	uses     map[value][]int  // where a value is still read
	free     []int            // slots
	slots    int              // in all
	slotText func(int) string // memory of a slot
}

// farAway is the number of instructions from which on a value that is read from memory is not kept.
const farAway = 200

// allocate writes the block and returns the number of stack slots. A value that a register is
// needed for is put away where its next use is the furthest.
func (c *code) allocate(w lineWriter, slotText func(int) string) int {
	c.dropDead()
	a := &allocation{c: c, w: w, in: map[value]int{}, slot: map[value]int{}, uses: map[value][]int{}, slotText: slotText}
	for i, op := range c.ops {
		for _, v := range op.src {
			a.uses[v] = append(a.uses[v], i)
		}
		if op.merged != none && !slices.Contains(op.src, op.merged) {
			a.uses[op.merged] = append(a.uses[op.merged], i)
		}
	}
	for i := range c.ops {
		a.op(i, &c.ops[i])
	}
	return a.slots
}

// dropDead takes out the instructions whose result nothing reads.
func (c *code) dropDead() {
	live := map[value]bool{}
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
		s := a.free[len(a.free)-1]
		a.free = a.free[:len(a.free)-1]
		a.slot[v] = s
		a.w.ins("VMOVDQU64 Z%d, %s", best, a.slotText(s))
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
		a.w.ins("VPBROADCASTQ %s, Z%d", p.text, r)
	} else {
		a.w.ins("VMOVDQU64 %s, Z%d", p.text, r)
	}
	a.put(v, r)
	return r
}

// own loads what op merges into a register that becomes its destination's; where others read it
// later, that is a copy.
func (a *allocation) own(op *vectorOp, i int, busy []value) int {
	_, loaded := a.in[op.merged]
	r := a.load(op.merged, i, busy)
	switch {
	case a.nextUse(op.merged, i+1) == 1<<30:
	case !loaded:
		delete(a.in, op.merged) // it stays in memory
	default:
		from := r
		r = a.take(i, busy)
		a.w.ins("VMOVDQA64 Z%d, Z%d", from, r)
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

// foldable are the instructions whose first operand may lie in memory.
var foldable = map[string]bool{
	"VPMADD52LUQ": true, "VPMADD52HUQ": true, "VPADDQ": true, "VPSUBQ": true, "VPANDQ": true, "VPORQ": true,
	"VSUBPD": true, "VPTERNLOGQ": true, "VPTESTMQ": true, "VPSRAQ": true, "VPSRLQ": true, "VPSLLQ": true, "VPSHRDQ": true,
}

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
			add(fmt.Sprintf("Z%d", mergedRegister))
			continue
		}
		_, loaded := a.in[v]
		if at == 0 && !loaded && foldable[op.name] && a.nextUse(v, i+1)-i > farAway && !slices.Contains(op.src[1:], v) {
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
		add(fmt.Sprintf("Z%d", a.load(v, i, busy)))
	}
	if op.mask != "" {
		add(op.mask)
	}
	letter := "Z"
	if op.half {
		letter = "Y"
	}
	var r int
	switch {
	case op.store != "":
		add(op.store)
	case op.sets:
	case op.merged != none:
		r = mergedRegister
		add(fmt.Sprintf("Z%d", r))
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
		add(fmt.Sprintf("%s%d", letter, r))
	}
	a.w.ins("%s%s %s", op.name, suffix, operands)
	for _, v := range append(op.src, op.merged) {
		a.drop(v, i+1)
	}
	if op.dst != none {
		a.put(op.dst, r)
		a.drop(op.dst, i+1)
	}
}
