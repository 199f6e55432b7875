// The law compiler, third part: what each method of field.Element is in instructions.

package main

import "fmt"

// operation compiles one operation, after which its result is the value in registers.
func (c *lawCompiler) operation(op *lawOp) {
	if c.is != nil && op.inRegisters(*c.is) == 0 {
		c.drop()
	}
	switch op.what {
	case "Set":
		c.load(op.src[0])
		c.set(c.value, op.dst)
	case "Add":
		c.add(op)
	case "Sub":
		c.sub(op)
	case "Neg":
		c.neg(op)
	case "Half":
		c.half(op)
	case "MulInt":
		c.mulInt(op)
	case "CondNeg":
		c.condNeg(op)
	case "Mul":
		c.reduce(op.dst, c.product(op.src[0], op.src[1]), "")
	case "Sqr":
		c.reduce(op.dst, c.square(op.src[0]), "")
	case "SqrAdd":
		c.sqrAdd(op)
	case "Mul2":
		c.spill(c.product(op.src[2], op.src[3]))
		c.addSpilled(op.dst, c.product(op.src[0], op.src[1]))
	case "MulSqr":
		c.spill(c.square(op.src[2]))
		c.addSpilled(op.dst, c.product(op.src[0], op.src[1]))
	}
}

// wordAX is the number in AX, to be added or subtracted.
var wordAX = words{"AX", "$0", "$0", "$0"}

// foldCarry adds c to v where the carry is set: if that carries again, less than c is left and the
// first word takes the second c alone.
func (c *lawCompiler) foldCarry(v words) {
	c.ins("SBBQ", "AX", "AX")
	c.ins("ANDQ", "DX", "AX")
	c.chain("ADDQ", "ADCQ", wordAX, v)
	c.ins("SBBQ", "AX", "AX")
	c.ins("ANDQ", "DX", "AX")
	c.ins("ADDQ", "AX", v[0])
}

func (c *lawCompiler) add(op *lawOp) {
	a, b := op.src[0], op.src[1]
	if c.has(b) {
		a, b = b, a
	}
	c.load(a)
	w, pinned := c.operands(b)
	c.ins("MOVQ", foldWord, "DX")
	c.chain("ADDQ", "ADCQ", w, c.value)
	c.foldCarry(c.value)
	c.free(pinned)
	c.set(c.value, op.dst)
}

// sub: a borrow costs c; if taking c borrows again, the first word is at least 2^64 - c and pays
// the second c alone.
func (c *lawCompiler) sub(op *lawOp) {
	var v words
	w, pinned := c.operands(op.src[1])
	if c.has(op.src[1]) { // the value is taken from memory's
		from, pinned := c.words(op.src[0])
		v = c.take4()
		c.move(from, v)
		c.free(pinned)
	} else {
		c.load(op.src[0])
		v = c.value
	}
	c.ins("MOVQ", foldWord, "DX")
	c.chain("SUBQ", "SBBQ", w, v)
	c.ins("SBBQ", "AX", "AX")
	c.ins("ANDQ", "DX", "AX")
	c.chain("SUBQ", "SBBQ", wordAX, v)
	c.ins("SBBQ", "AX", "AX")
	c.ins("ANDQ", "DX", "AX")
	c.ins("SUBQ", "AX", v[0])
	c.free(pinned)
	c.set(v, op.dst)
}

// neg: p - a; where that borrows, a > p and the value left is above 2^256 - c, so the first word
// pays c alone.
func (c *lawCompiler) neg(op *lawOp) {
	w, pinned := c.operands(op.src[0])
	v := c.take4()
	c.ins("MOVQ", foldWord, "DX")
	for i := range v {
		c.ins("MOVQ", "$-1", v[i])
	}
	c.ins("SUBQ", "DX", v[0])
	c.ins("ADDQ", "$1", v[0])
	c.chain("SUBQ", "SBBQ", w, v)
	c.ins("SBBQ", "AX", "AX")
	c.ins("ANDQ", "DX", "AX")
	c.ins("SUBQ", "AX", v[0])
	c.free(pinned)
	c.set(v, op.dst)
}

// condNeg: p - a = ~a - (c - 1) where the bit is set; as neg.
func (c *lawCompiler) condNeg(op *lawOp) {
	c.load(op.src[0])
	v := c.value
	c.ins("MOVQ", c.argument(op.bit), "CX")
	c.ins("NEGQ", "CX")
	c.ins("MOVQ", foldWord, "DX")
	c.ins("ANDQ", "CX", "DX")
	for i := range v {
		c.ins("XORQ", "CX", v[i])
	}
	c.ins("ADDQ", "DX", "CX") // c - 1 or 0
	c.ins("MOVQ", "CX", "AX")
	c.chain("SUBQ", "SBBQ", wordAX, v)
	c.ins("SBBQ", "AX", "AX")
	c.ins("ANDQ", "DX", "AX")
	c.ins("SUBQ", "AX", v[0])
	c.set(v, op.dst)
}

// half: a rotated right by one bit, less (c - 1)/2 if that bit was set.
func (c *lawCompiler) half(op *lawOp) {
	c.load(op.src[0])
	v := c.value
	c.ins("MOVQ", v[0], "CX")
	c.ins("ANDQ", "$1", "CX")
	c.ins("MOVQ", "$0x800001E8", "AX")
	c.ins("SHRQ", "$1", v[1], v[0])
	c.ins("SHRQ", "$1", v[2], v[1])
	c.ins("SHRQ", "$1", v[3], v[2])
	c.ins("SHRQ", "$1", "CX", v[3])
	c.ins("NEGQ", "CX")
	c.ins("ANDQ", "CX", "AX")
	c.chain("SUBQ", "SBBQ", wordAX, v)
	c.set(v, op.dst)
}

// mulInt: the fifth word is below 32 and worth less than 2^38; where that carries, less than 2^38
// is left and the first word takes the last c alone.
func (c *lawCompiler) mulInt(op *lawOp) {
	w, pinned := c.operands(op.src[0])
	v := c.take4()
	c.ins("MOVL", fmt.Sprintf("$%d", op.count), "DX")
	c.ins("MULXQ", w[0], v[0], v[1])
	c.ins("MULXQ", w[1], "AX", v[2])
	c.ins("ADDQ", "AX", v[1])
	c.ins("MULXQ", w[2], "AX", v[3])
	c.ins("ADCQ", "AX", v[2])
	c.ins("MULXQ", w[3], "AX", "CX")
	c.ins("ADCQ", "AX", v[3])
	c.ins("ADCQ", "$0", "CX")
	c.ins("MOVQ", foldWord, "DX")
	c.ins("IMULQ", "DX", "CX")
	c.ins("MOVQ", "CX", "AX")
	c.chain("ADDQ", "ADCQ", wordAX, v)
	c.ins("SBBQ", "AX", "AX")
	c.ins("ANDQ", "DX", "AX")
	c.ins("ADDQ", "AX", v[0])
	c.free(pinned)
	c.set(v, op.dst)
}

// product returns the eight words of x y. What of x and y is the value in registers is used up.
func (c *lawCompiler) product(x, y place) (t words) {
	if c.has(y) {
		x, y = y, x
	}
	b, pinnedB := c.words(y)
	a, pinnedA := c.operands(x)
	t = c.take4()
	if c.has(x) {
		t = append(t, a...)
	} else {
		t = append(t, c.take4()...)
	}
	zero := c.take()
	c.mulWide(t, a, b, zero)
	c.free(pinnedA, pinnedB, zero)
	c.is = nil // its registers are the upper words
	return t
}

// square returns the eight words of x^2. The value in registers is used up.
func (c *lawCompiler) square(x place) (t words) {
	a, pinned := c.operands(x)
	if c.has(x) {
		t = append(words{a[0]}, c.take4()...)
		t = append(t, c.take(), c.take(), c.take())
	} else {
		t = append(c.take4(), c.take4()...)
	}
	c.sqrWide(t, a)
	c.free(pinned)
	if c.has(x) {
		c.free(a[1:]...)
		c.is = nil
	}
	return t
}

// reduce makes t + x 2^256 mod p the value of dst; x is a register that holds at most c, or "" for
// 0.
func (c *lawCompiler) reduce(dst place, t words, x string) {
	c.fold(t, x)
	c.free(t[4:]...)
	c.free(x)
	c.set(t[:4], dst)
}

// sqrAdd: the carry of adding the addend to the lower words joins the first fold.
func (c *lawCompiler) sqrAdd(op *lawOp) {
	t := c.square(op.src[0])
	w, pinned := c.words(op.src[1])
	carry := c.take()
	c.ins("XORL", carry, carry)
	c.chain("ADDQ", "ADCQ", w, t[:4])
	c.ins("ADCQ", carry, carry)
	c.free(pinned)
	c.reduce(op.dst, t, carry)
}

// spill writes a product to the frame.
func (c *lawCompiler) spill(t words) {
	c.move(t, c.wideWords())
	c.free(t...)
}

// addSpilled makes t and what was spilled, mod p, the value of dst: a carry out of word 7 is worth
// c 2^256.
func (c *lawCompiler) addSpilled(dst place, t words) {
	x := c.take()
	c.ins("XORL", x, x)
	c.chain("ADDQ", "ADCQ", c.wideWords(), t)
	c.ins("MOVQ", foldWord, "DX")
	c.ins("CMOVQCS", "DX", x)
	c.reduce(dst, t, x)
}
