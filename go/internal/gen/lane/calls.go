// Products as subroutines. A kernel that runs seldom calls a body for each product, where the hot
// kernels have the instructions in place. A file has one body for each kind of product.
//
// A body takes its operands and leaves its result in registers, five limbs each: a from register 0
// on, b from 5 on, what is added from 10 on, the result from 0 on. It uses all vector registers and
// the first slots of its caller's frame, so a caller keeps in its frame what it needs later. Bounds
// are proven at each call, with those that the operands have there: the product is made once more
// with these, and must come out as the instructions of the body.

package lane

import (
	"fmt"
	"maps"
	"math/big"
	"regexp"
	"slices"
	"strconv"
)

// The registers of a call.
const (
	resultIn, firstIn, secondIn, addedIn = 0, 0, 5, 10
)

// A body is one kind of product.
type body struct {
	name, doc string
	code      *code
}

// bodies are those of a file.
type bodies struct {
	all   []*body
	slots int // of the frame, the first, that they use; the pass before has found it
}

// inRegister is a value that is, or has to be, in a certain register.
type inRegister struct {
	value    value
	register int
}

// limbsIn are the limbs of an element in registers from first on.
func limbsIn(limb [5]value, first int) (all []inRegister) {
	for i, v := range limb {
		all = append(all, inRegister{v, first + i})
	}
	return all
}

// A block is instructions between calls.
type block struct {
	ops   []vectorOp
	entry []inRegister // what is there when it begins
	exit  []inRegister // what has to be there when it ends
	call  string       // what it ends with
}

// A frame is the elements that a kernel keeps in its own memory from one call to the next.
type frame struct {
	places int              // in use at most
	free   []int            // of these, those that hold nothing any more
	owner  map[int]*element // what the others hold, of the formula that is being made
}

// frameText is the memory of a limb of an element of the frame, until framed knows where that is.
func (c *code) frameText(place, limb int) string {
	return fmt.Sprintf("frame+%d(DX)", (5*place+limb)*c.machine.bytes())
}

// keep moves e to the frame. What reads it from there has to come after a call.
func (m *maker) keep(e *element) {
	c := m.code
	inMemory := true
	for _, v := range e.limb {
		_, home := c.home[v]
		inMemory = inMemory && home
	}
	if inMemory {
		return
	}
	f := &c.frame
	place := f.places
	if n := len(f.free); n > 0 {
		place, f.free = f.free[n-1], f.free[:n-1]
	} else {
		f.places++
	}
	if f.owner == nil {
		f.owner = map[int]*element{}
	}
	f.owner[place] = e
	for i, v := range e.limb {
		at := c.frameText(place, i)
		c.store(v, at)
		e.limb[i] = c.memory(at)
	}
}

// call makes the product of n, to which the terms once and twice are added, by a body. The columns
// c know of these terms in the twin.
func (m *maker) call(c *columns, n *node, once, twice []*element) *element {
	a, b := m.digits(n.pairs[0].a, n), m.digits(n.pairs[0].b, n)
	square := n.pairs[0].a == n.pairs[0].b
	sum := m.summed(append(append(once, twice...), twice...))

	s := &maker{code: newCode(m.code.machine, m.code.consts), twin: m.twin, made: m.made}
	var exit []inRegister
	operand := func(e *element, first int) *element {
		moved := *e
		for i, v := range m.code.true(slices.Clone(e.limb[:])...) {
			moved.limb[i] = s.code.newValue()
			exit = append(exit, inRegister{v, first + i})
		}
		s.code.entry = append(s.code.entry, limbsIn(moved.limb, first)...)
		return &moved
	}
	name, doc := "sqr", "a^2"
	first := operand(a, firstIn)
	second := first
	if !square {
		name, doc = "mul", "a b"
		second = operand(b, secondIn)
	}
	var added []*element
	if sum != nil {
		name, doc = name+"Add", doc+" + c"
		added = []*element{operand(sum, addedIn)}
	}
	s.pair(c, first, second, square, added, nil)
	made := s.reduce(c)
	m.made = s.made
	s.code.exit = limbsIn([5]value(s.code.true(slices.Clone(made.limb[:])...)), resultIn)
	called := m.code.calls.body(name, doc, s.code)

	m.keepForLater(n)
	for i := range made.limb {
		made.limb[i] = m.code.newValue()
	}
	m.code.endBlock(exit, fmt.Sprintf("CALL %s%s<>(SB)", called.name, m.code.machine.suffix),
		limbsIn(made.limb, resultIn))
	m.forget(n, made)
	return made
}

// body returns the body of this name, whose instructions must be those of made.
func (b *bodies) body(name, doc string, made *code) *body {
	for _, other := range b.all {
		if other.name == name {
			if fmt.Sprint(other.code.ops, other.code.entry, other.code.exit) !=
				fmt.Sprint(made.ops, made.entry, made.exit) {
				fail("%s is not the same for all who call it", name)
			}
			return other
		}
	}
	b.all = append(b.all, &body{name, doc, made})
	return b.all[len(b.all)-1]
}

// summed is the sum of terms, which has no name in the twin; nil if there are none.
func (m *maker) summed(terms []*element) *element {
	switch len(terms) {
	case 0:
		return nil
	case 1:
		return terms[0]
	}
	sum := &element{max: new(big.Int), limb: terms[0].limb}
	for i := range 5 {
		sum.lo[i], sum.hi[i] = new(big.Int), new(big.Int)
	}
	for at, e := range terms {
		for i := range 5 {
			sum.lo[i].Add(sum.lo[i], e.lo[i])
			sum.hi[i].Add(sum.hi[i], e.hi[i])
			if at > 0 {
				sum.limb[i] = m.code.op("VPADDQ", e.limb[i], sum.limb[i])
			}
		}
		sum.max.Add(sum.max, e.max)
	}
	return sum.checked()
}

// later tells whether something that is made after n reads q, in a sum or in a product.
func (n *node) later(q *node) (sum, product bool) {
	for _, u := range q.uses {
		switch {
		case u == nil || u.at > n.at && !u.multiplies(q):
			sum = true
		case u.at > n.at:
			product = true
		}
	}
	return sum, product
}

// keepForLater moves what is read after n to the frame.
func (m *maker) keepForLater(n *node) {
	for _, e := range m.held {
		m.keep(e)
		m.pinned[e] = true
	}
	m.held = nil
	for _, q := range m.nodes {
		if q.elem == nil {
			continue
		}
		sum, product := n.later(q)
		if product && q.elem.digit != nil {
			m.keep(q.elem.digit)
		} else if product {
			m.keep(q.elem)
		}
		if sum {
			m.keep(q.elem)
		}
	}
}

// forget frees the places of what nothing reads after n, which is made.
func (m *maker) forget(n *node, made *element) {
	live := maps.Clone(m.pinned)
	live[made] = true
	for _, q := range m.nodes {
		if q.elem == nil {
			continue
		}
		if sum, product := n.later(q); sum || product {
			live[q.elem], live[q.elem.digit] = true, true
		}
	}
	for _, q := range m.nodes {
		if q.elem != nil && !live[q.elem.digit] {
			q.elem.digit = nil
		}
	}
	f := &m.code.frame
	for place := range f.places {
		if e := f.owner[place]; e != nil && !live[e] {
			delete(f.owner, place)
			f.free = append(f.free, place)
		}
	}
}

// endBlock ends a block with a call; entry is what the next finds.
func (c *code) endBlock(exit []inRegister, call string, entry []inRegister) {
	c.blocks = append(c.blocks, block{c.ops, c.entry, exit, call})
	c.ops, c.entry = nil, entry
	if c.doubles != nil {
		c.doubles = newDoubles()
	}
}

// allocateBlocks does what allocate does for blocks with calls between them, whose slots begin
// behind those of the bodies.
func (f *laneFile) allocateBlocks(c *code) int {
	slots := 0
	for _, b := range append(c.blocks, block{ops: c.ops, entry: c.entry}) {
		part := *c
		part.ops, part.entry, part.exit, part.after = b.ops, b.entry, b.exit, []string{b.call}
		if b.call == "" {
			part.after = c.after
		}
		f.arrange(&part)
		slots = max(slots, part.allocate(f, func(s int) string {
			return f.slot(f.calls.slots + s)
		}))
	}
	return f.calls.slots + slots
}

// toRegisters moves values to the registers where they have to be.
func (a *allocation) toRegisters(exit []inRegister) {
	from := map[int]int{} // by the register where it goes
	for _, e := range exit {
		if r, ok := a.in[e.value]; ok && r != e.register {
			from[e.register] = r
		}
	}
	move := func(from, to int) { a.ins("VMOVDQA64", "%s, %s", a.name(from), a.name(to)) }
	for len(from) > 0 {
		free := -1
		for _, to := range slices.Sorted(maps.Keys(from)) {
			if !slices.Contains(slices.Collect(maps.Values(from)), to) {
				free = to
				break
			}
		}
		if free >= 0 {
			move(from[free], free)
			delete(from, free)
			continue
		}
		// Circles only: one of them is opened by a register that is no part of any.
		to := slices.Min(slices.Collect(maps.Keys(from)))
		spare := a.c.machine.registers - 1
		move(from[to], spare)
		from[to] = spare
	}
	for _, e := range exit {
		if _, ok := a.in[e.value]; !ok {
			p, ok := a.memoryOf(e.value)
			if !ok || p.broadcast {
				fail("an operand of a call that is nowhere")
			}
			a.ins("VMOVDQU64", "%s, %s", p.text, a.name(e.register))
		}
	}
}

var framePlaces = regexp.MustCompile(`frame\+(\d+)\(DX\)`)

// framed gives the elements of a kernel's frame their places behind its slots, and returns the
// number of slots with them.
func (f *laneFile) framed(text string, slots int) (string, int) {
	most := -1
	for _, at := range framePlaces.FindAllStringSubmatch(text, -1) {
		n, _ := strconv.Atoi(at[1])
		most = max(most, n/f.machine.bytes())
	}
	if most < 0 {
		return text, slots
	}
	text = framePlaces.ReplaceAllStringFunc(text, func(at string) string {
		n, _ := strconv.Atoi(framePlaces.FindStringSubmatch(at)[1])
		return f.slot(slots + n/f.machine.bytes())
	})
	return text, slots + most + 1
}

// callable writes the bodies.
func (f *laneFile) callable() {
	if f.calls == nil {
		return
	}
	for _, b := range f.calls.all {
		f.text.Reset()
		f.calls.slots = max(f.calls.slots, f.allocate(b.code))
		fmt.Fprintf(&f.asm, "\n// %s%s is %s.\nTEXT %[1]s%[2]s<>(SB), NOSPLIT, $0-0\n%[4]s\tRET\n",
			b.name, f.machine.suffix, b.doc, f.text.String())
	}
}
