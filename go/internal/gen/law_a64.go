// The law compiler for arm64: what is in which of its many registers, and what each method of
// field.Element is in instructions.
//
// Values stay in registers until these are needed: then the one that is used last goes, to the
// frame if it is a local. What lies behind a parameter is always written, at its turn, and what was
// read by way of another parameter is then forgotten, so that parameters may overlap as they may in
// the Go text.

package main

import (
	"fmt"
	"math"
	"os"
	"slices"
)

// An a64Compiler writes one formula.
type a64Compiler struct {
	*asm
	formula  *lawFormula
	at       int               // the operation that is being written
	unused   []string          // registers
	values   map[place]words   // values in registers
	order    []place           // of values, the oldest first
	pinned   map[place]bool    // those that the operation reads
	pointers map[string]string // the registers that hold parameters
	base     string            // the parameter whose register an instruction is about to use
	slots    map[int]int       // offsets of locals in the frame
	clean    map[place]bool    // locals that are in the frame
	frame    int
}

// nextUse is the number of the next operation from k on that reads p, or a large one.
func (c *a64Compiler) nextUse(p place, k int) int {
	for ; k < len(c.formula.ops); k++ {
		if slices.Contains(c.formula.ops[k].src, p) {
			return k
		}
		if c.formula.ops[k].dst == p {
			break
		}
	}
	return math.MaxInt
}

// nextPointer is the number of the next operation after this one that names a parameter.
func (c *a64Compiler) nextPointer(parameter string) int {
	for k := c.at + 1; k < len(c.formula.ops); k++ {
		op := &c.formula.ops[k]
		for _, p := range append([]place{op.dst}, op.src...) {
			if p.parameter == parameter {
				return k
			}
		}
	}
	return math.MaxInt
}

// take returns n registers, for which values that are not pinned go if need be.
func (c *a64Compiler) take(n int) words {
	for len(c.unused) < n {
		c.evict()
	}
	taken := slices.Clone(c.unused[:n])
	c.unused = c.unused[n:]
	return words(taken)
}

func (c *a64Compiler) give(registers ...string) { c.unused = append(c.unused, registers...) }

// evict frees the registers of the value that is used last; pointers, if no value can go.
func (c *a64Compiler) evict() {
	var worst *place
	use := -1
	for i, p := range c.order {
		if next := c.nextUse(p, c.at); !c.pinned[p] && next > use {
			worst, use = &c.order[i], next
		}
	}
	if worst != nil {
		p := *worst
		if p.parameter == "" && use != math.MaxInt && !c.clean[p] {
			c.save(p)
		}
		c.forget(p)
		return
	}
	parameter := ""
	for _, name := range c.formula.parameters {
		if _, ok := c.pointers[name]; ok && name != c.base {
			if next := c.nextPointer(name); next > use {
				parameter, use = name, next
			}
		}
	}
	if parameter == "" {
		panic(c.formula.name + ": no register is free")
	}
	c.give(c.pointers[parameter])
	delete(c.pointers, parameter)
}

// forget frees the registers of a value.
func (c *a64Compiler) forget(p place) {
	if v, ok := c.values[p]; ok {
		c.give(v...)
		delete(c.values, p)
		c.order = slices.DeleteFunc(c.order, func(q place) bool { return p == q })
	}
}

// set makes v, in registers, the value of p.
func (c *a64Compiler) set(p place, v words) {
	c.forget(p)
	c.values[p] = v
	c.order = append(c.order, p)
}

// argument returns the memory operand of a parameter.
func (c *a64Compiler) argument(parameter string) string {
	return fmt.Sprintf("%s+%d(FP)", parameter, 8*slices.Index(c.formula.parameters, parameter))
}

// memory returns the two pairs of words of a place. Above the frame's first word, the return
// address, locals begin.
func (c *a64Compiler) memory(p place) words {
	base, offset := "RSP", 8
	if p.parameter != "" {
		if _, ok := c.pointers[p.parameter]; !ok {
			r := c.take(1)[0]
			c.ins("MOVD", c.argument(p.parameter), r)
			c.pointers[p.parameter] = r
		}
		c.base = p.parameter
		base, offset = c.pointers[p.parameter], p.offset
	} else {
		slot, ok := c.slots[p.local]
		if !ok {
			slot = c.frame
			c.slots[p.local] = slot
			c.frame += 32
		}
		offset += slot
	}
	return words{fmt.Sprintf("%d(%s)", offset, base), fmt.Sprintf("%d(%s)", offset+16, base)}
}

// save writes a value in registers to its place.
func (c *a64Compiler) save(p place) {
	c.a64Store(c.values[p], c.memory(p))
	c.clean[p] = true
}

// load returns the registers of a value, which is pinned to them.
func (c *a64Compiler) load(p place) words {
	if _, ok := c.values[p]; !ok {
		if p.parameter == "" && !c.clean[p] {
			panic(c.formula.name + ": a local is read before it is set")
		}
		from := c.memory(p)
		v := c.take(4)
		c.a64Load(v, from)
		c.set(p, v)
	}
	c.pinned[p] = true
	return c.values[p]
}

// unpin lets values go, those at once that no later operation reads.
func (c *a64Compiler) unpin() {
	clear(c.pinned)
	for _, p := range slices.Clone(c.order) {
		if c.nextUse(p, c.at+1) == math.MaxInt {
			c.forget(p)
		}
	}
}

// finish makes v the value of the operation.
func (c *a64Compiler) finish(v words) {
	p := c.formula.ops[c.at].dst
	c.pinned[p] = true
	c.set(p, v)
	c.clean[p] = false
	if p.parameter != "" {
		c.save(p)
		for _, q := range slices.Clone(c.order) {
			if q.parameter != "" && q.parameter != p.parameter {
				c.forget(q)
			}
		}
	}
	c.unpin()
}

// operation writes operation k.
func (c *a64Compiler) operation(k int) {
	c.at = k
	op := &c.formula.ops[k]
	switch op.what {
	case "Mul", "Sqr", "SqrAdd", "Mul2", "MulSqr":
		c.product(op)
		return
	}
	x := c.load(op.src[0])
	y := x
	if len(op.src) == 2 {
		y = c.load(op.src[1])
	}
	t, l := c.take(4), c.take(3)
	switch op.what {
	case "Set":
		c.chain("MOVD", "MOVD", x, t)
	case "Add", "Sub":
		c.a64AddSub(map[string]string{"Add": "ADD", "Sub": "SUB"}[op.what], t, x, y, l[0])
	case "Neg":
		c.a64Neg(t, x, l[0])
	case "Half":
		c.a64Halve(t, x, l[0], l[1])
	case "MulInt":
		c.a64MulInt(t, x, op.count, l[0], l[1], l[2])
	case "CondNeg":
		c.a64Neg(t, x, l[0])
		c.ins("MOVD", c.argument(op.bit), l[0])
		c.ins("CMP", "$0", l[0])
		for i := range t {
			c.ins("CSEL", "NE", t[i], x[i], t[i])
		}
	}
	c.give(l...)
	c.finish(t)
}

// product writes an operation that reduces once, at its end.
func (c *a64Compiler) product(op *lawOp) {
	over, carry := "ZR", "ZR"
	var t, scratch words
	// wide sets t to a product, or adds one to it.
	wide := func(x, y place) {
		a, b := c.load(x), c.load(y)
		if t == nil {
			t, scratch = c.take(8), c.take(2)
			if x == y {
				c.a64Sqr(t, a, scratch[0])
			} else {
				c.a64Mul(t, a, b, scratch[0], scratch[1])
			}
			return
		}
		more := c.take(2)
		scratch = append(scratch, more...)
		over = more[1]
		c.a64MulAdd(t, a, b, scratch[0], scratch[1], more[0], over)
	}
	// done lets operands go that the rest of the operation does not read.
	done := func(rest ...place) {
		for _, p := range slices.Clone(c.order) {
			c.pinned[p] = false
			if !slices.Contains(rest, p) && c.nextUse(p, c.at+1) == math.MaxInt {
				c.forget(p)
			}
		}
	}
	s := op.src
	switch op.what {
	case "Mul":
		wide(s[0], s[1])
	case "Sqr":
		wide(s[0], s[0])
	case "SqrAdd":
		wide(s[0], s[0])
		done(s[1])
		w := c.load(s[1])
		c.chain("ADDS", "ADCS", w, t[:4])
		scratch = append(scratch, c.take(1)...)
		carry = scratch[2]
		c.ins("CSET", "HS", carry)
	case "Mul2":
		wide(s[2], s[3])
		done(s[0], s[1])
		wide(s[0], s[1])
	case "MulSqr":
		wide(s[2], s[2])
		done(s[0], s[1])
		wide(s[0], s[1])
	}
	c.a64Reduce(t[:4], t, carry, over, scratch[0], scratch[1])
	c.give(t[4:]...)
	c.give(scratch...)
	c.finish(t[:4])
}

// compile writes the formula. A loop begins with nothing in registers but its count and c.
func (c *a64Compiler) compile() {
	f := c.formula
	c.ins("MOVD", foldWord, a64Fold)
	if f.loop != "" {
		count := c.take(1)[0]
		c.ins("MOVD", c.argument(f.loop), count)
		loop := c.newLabel(f.name)
		c.label(loop)
		defer func() {
			c.ins("SUBS", "$1", count)
			c.ins("BNE", loop)
		}()
	}
	for k := range f.ops {
		c.operation(k)
	}
}

// a64Formula writes a formula as a function of its name and the suffix.
func (a *asm) a64Formula(f *lawFormula, suffix string) {
	c := &a64Compiler{asm: &asm{}, formula: f, unused: slices.Clone(a64Pool),
		values: map[place]words{}, pinned: map[place]bool{}, pointers: map[string]string{},
		slots: map[int]int{}, clean: map[place]bool{}}
	c.unused = slices.DeleteFunc(c.unused, func(r string) bool { return r == a64Fold })
	c.compile()
	flags := "NOSPLIT"
	if c.frame > 0 {
		flags = "0"
	}
	a.function("func "+f.name+suffix+f.signature, flags, c.frame, 8*len(f.parameters))
	a.text.Write(c.text.Bytes())
	a.ins("RET")
}

// lawFileA64 writes the formulas of law.go.
func lawFileA64(a *asm) error {
	source, err := os.ReadFile("../group/law.go")
	if err != nil {
		return err
	}
	a.file("The formulas of law.go, compiled.", "arm64 && !purego")
	l, names := readLaw(string(source))
	for _, name := range names {
		if !lawParts[name] {
			a.a64Formula(l.formula(name), "Compiled")
		}
	}
	return nil
}

// a64FieldText has the products of the field as formulas.
const a64FieldText = `package field

func mul(r, a, b *Element) { r.Mul(a, b) }
func sqr(r, a *Element) { r.Sqr(a) }
func mul2(r, a, b, c, d *Element) { r.Mul2(a, b, c, d) }
func mulSqr(r, a, b, c *Element) { r.MulSqr(a, b, c) }
func sqrAdd(r, a, c *Element) { r.SqrAdd(a, c) }
`

// fieldFileA64 writes the products of the field.
func fieldFileA64(a *asm) error {
	a.file("The products of the field: the twins of fe4x64_portable.go.", "arm64 && !purego")
	l, names := readLaw(a64FieldText)
	for _, name := range names {
		a.a64Formula(l.formula(name), "ASM")
	}

	a.function("func sqrNASM(r, a *Element, n int)", "NOSPLIT", 0, 24)
	t, x := words(a64Pool[:8]), words(a64Pool[8:12])
	low, high, count, pointer := a64Pool[12], a64Pool[13], a64Pool[14], a64Pool[15]
	a.ins("MOVD", foldWord, a64Fold)
	a.ins("MOVD", "a+8(FP)", pointer)
	a.ins("MOVD", "n+16(FP)", count)
	a.a64Load(x, words{"0(" + pointer + ")", "16(" + pointer + ")"})
	loop := a.newLabel("square")
	a.label(loop)
	a.a64Sqr(t, x, low)
	a.a64Reduce(x, t, "ZR", "ZR", low, high)
	a.ins("SUBS", "$1", count)
	a.ins("BNE", loop)
	a.ins("MOVD", "r+0(FP)", pointer)
	a.a64Store(x, words{"0(" + pointer + ")", "16(" + pointer + ")"})
	a.ins("RET")
	return nil
}
