// The law compiler, second part: which registers and which words of the frame hold what.
//
// One value at a time is in registers, the one computed last. It is the register operand of the
// next operation if that can use it, and goes to its place in memory unless nothing reads it there;
// what lies behind a parameter is always written, at its turn, so that parameters may overlap as
// they may in the Go text.

package main

import (
	"fmt"
	"os"
	"slices"
)

// lawPool are the registers for values and pointers. AX, CX and DX are for the moment, BP and SP
// stay as they are.
var lawPool = []string{"R8", "R9", "R10", "R11", "R12", "R13", "R14", "R15", "BX", "SI", "DI"}

// A lawCompiler writes one formula.
type lawCompiler struct {
	*asm
	formula  *lawFormula
	busy     map[string]bool   // registers in use
	pointers map[string]string // registers that hold parameters
	value    words             // the value computed last,
	is       *place            // and its place
	slots    map[int]int       // offsets of locals in the frame
	wide     int               // offset of eight words in the frame, -1 for none yet
	frame    int
}

func (c *lawCompiler) take() string {
	pick := ""
	for _, r := range lawPool {
		if c.busy[r] {
			continue
		}
		if _, ok := c.pointers[r]; !ok {
			pick = r
			break
		}
		if pick == "" {
			pick = r
		}
	}
	if pick == "" {
		panic("no register is free")
	}
	delete(c.pointers, pick)
	c.busy[pick] = true
	return pick
}

func (c *lawCompiler) take4() words {
	v := make(words, 4)
	for i := range v {
		v[i] = c.take()
	}
	return v
}

func (c *lawCompiler) free(registers ...string) {
	for _, r := range registers {
		delete(c.busy, r)
	}
}

// argument returns the memory operand of a parameter.
func (c *lawCompiler) argument(parameter string) string {
	return fmt.Sprintf("%s+%d(FP)", parameter, 8*slices.Index(c.formula.parameters, parameter))
}

// pointer returns a register that holds that parameter, now in use if pin is set.
func (c *lawCompiler) pointer(parameter string, pin bool) string {
	for r, p := range c.pointers {
		if p == parameter {
			if pin {
				c.busy[r] = true
			}
			return r
		}
	}
	r := c.take()
	c.ins("MOVQ", c.argument(parameter), r)
	c.pointers[r] = parameter
	if !pin {
		c.free(r)
	}
	return r
}

// words returns the memory operands of p, and the register to be freed after their use, "" if none.
func (c *lawCompiler) words(p place) (w words, pinned string) {
	base, offset := "SP", 0
	if p.parameter != "" {
		base, offset = c.pointer(p.parameter, true), p.offset
		pinned = base
	} else {
		slot, ok := c.slots[p.local]
		if !ok {
			panic(c.formula.name + ": a local is read before it is set")
		}
		offset = slot
	}
	return at(base, offset, 4), pinned
}

// wideWords returns eight words of the frame.
func (c *lawCompiler) wideWords() words {
	if c.wide < 0 {
		c.wide = c.frame
		c.frame += 64
	}
	return at("SP", c.wide, 8)
}

func (c *lawCompiler) has(p place) bool { return c.is != nil && *c.is == p }

// drop forgets the value in registers.
func (c *lawCompiler) drop() {
	if c.is != nil {
		c.free(c.value[:]...)
		c.is = nil
	}
}

// operands returns where the words of p are, registers or memory, and the register to be freed
// after their use.
func (c *lawCompiler) operands(p place) (w words, pinned string) {
	if c.has(p) {
		return c.value, ""
	}
	return c.words(p)
}

// set makes v, of p, the value in registers.
func (c *lawCompiler) set(v words, p place) {
	c.drop()
	for _, r := range v {
		c.busy[r] = true
	}
	c.value, c.is = v, &p
}

// load makes p the value in registers.
func (c *lawCompiler) load(p place) {
	if c.has(p) {
		return
	}
	c.drop()
	w, pinned := c.words(p)
	v := c.take4()
	c.move(w, v)
	c.free(pinned)
	c.set(v, p)
}

// store writes the value in registers to its place.
func (c *lawCompiler) store() {
	p := *c.is
	if _, ok := c.slots[p.local]; p.parameter == "" && !ok {
		c.slots[p.local] = c.frame
		c.frame += 32
	}
	w, pinned := c.words(p)
	c.move(c.value, w)
	c.free(pinned)
}

// rename moves registers, which may be some of the same, where no move overwrites what another
// reads; a cycle is broken by way of AX.
func (c *lawCompiler) rename(from, to words) {
	from = slices.Clone(from)
	for !slices.Equal(from, to) {
		moved, blocked := false, 0
		for i := range to {
			if from[i] == to[i] {
				continue
			}
			if reader := slices.Index(from, to[i]); reader >= 0 {
				blocked = reader
				continue
			}
			c.ins("MOVQ", from[i], to[i])
			from[i] = to[i]
			moved = true
		}
		if !moved {
			c.ins("MOVQ", from[blocked], "AX")
			from[blocked] = "AX"
		}
	}
}

// compile writes the formula.
func (c *lawCompiler) compile() {
	f := c.formula
	var start words
	if f.loop != "" {
		// What the last operation leaves in registers, the first one finds there.
		count := c.argument(f.loop)
		c.load(f.ops[len(f.ops)-1].dst)
		start = c.value
		clear(c.pointers)
		loop := c.newLabel(f.name)
		c.label(loop)
		defer func() {
			c.rename(c.value, start)
			c.ins("SUBQ", "$1", count)
			c.ins("JNZ", loop)
		}()
	}
	for k := range f.ops {
		c.operation(&f.ops[k])
		if f.needsMemory(k) {
			c.store()
		}
	}
}

// lawParts are the formulas that have no assembly of their own: parts of others, and lawAddGe,
// which is a case of lawAddGeScaled.
var lawParts = map[string]bool{"lawAddEnd": true, "lawDblNeg": true, "lawPeel": true,
	"lawChord": true, "lawPairBegin": true, "lawPairEnd": true, "lawNormalizeBegin": true,
	"lawSetJacobian": true, "lawNormalizeEnd": true, "lawAddGe": true}

// lawFile writes the formulas of law.go.
func lawFile(a *asm) error {
	source, err := os.ReadFile("../group/law.go")
	if err != nil {
		return err
	}
	a.file("The formulas of law.go, compiled.", "amd64 && !purego")
	l, names := readLaw(string(source))
	for _, name := range names {
		if lawParts[name] {
			continue
		}
		c := &lawCompiler{asm: &asm{}, formula: l.formula(name), busy: map[string]bool{},
			pointers: map[string]string{}, slots: map[int]int{}, wide: -1}
		c.compile()
		a.function("func "+name+"Compiled"+c.formula.signature, "0", c.frame,
			8*len(c.formula.parameters))
		a.text.Write(c.text.Bytes())
		a.ins("RET")
	}
	return nil
}
