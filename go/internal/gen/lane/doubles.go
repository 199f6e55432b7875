// Multiply-adds of 52-bit digits without IFMA, by multiply-adds of doubles that round towards zero.
//
// With integers a, b below 2^52 as doubles, a b + 2^104 has floor(a b / 2^52) as its 52 bits of
// mantissa; what rounding dropped is a b less that multiple of 2^52, which a second multiply-add
// gives exactly on top of 2^52. Conversions and high halves are shared by all that use them. The
// bits of the exponents are not taken off one by one: sums carry them along, known to the compiler,
// until somebody needs the true value.
//
// AVX-512 has the rounding in the instruction, AVX2 in the mode of the processor, which functions
// of kernels set and put back.

package lane

import (
	"math"
	"math/bits"
)

const (
	exponent52  = (1023 + 52) << 52
	exponent104 = (1023 + 104) << 52
)

// doubles is the state of a block.
type doubles struct {
	double map[value]value    // of a value's low 52 bits
	high   map[[2]value]value // 2^104 + product, rounded
	above  map[value]uint64   // by how much a vector is above the value that it stands for
	true   map[value]value
	lifted map[value]value // by 2^63 above
	digit  map[value]bool  // vectors below 2^52
}

func newDoubles() *doubles {
	return &doubles{map[value]value{}, map[[2]value]value{}, map[value]uint64{}, map[value]value{},
		map[value]value{}, map[value]bool{}}
}

// linear is a sum or, as the assembler has it, b - a.
func (d *doubles) linear(c *code, name string, a, b value) value {
	r := c.emit(vectorOp{name: name, imm: -1, src: []value{a, b}})
	above := d.above[b] + d.above[a]
	if name == "VPSUBQ" {
		above = d.above[b] - d.above[a]
	}
	if above != 0 {
		d.above[r] = above
	}
	return r
}

// settle is the true value of v.
func (d *doubles) settle(c *code, v value) value {
	above, ok := d.above[v]
	if !ok {
		return v
	}
	if d.true[v] == none {
		d.true[v] = c.emit(vectorOp{name: "VPADDQ", imm: -1, src: []value{c.constant(-above), v}})
	}
	return d.true[v]
}

// low is a vector whose low 52 bits are those of v.
func (d *doubles) low(c *code, v value) value {
	switch {
	case d.above[v]&lowDigit == 0:
		return v
	case d.lifted[v] != none:
		return d.lifted[v]
	}
	return d.settle(c, v)
}

// and is v & mask, a constant below 2^52.
func (d *doubles) and(c *code, mask, v value) value {
	r := c.emit(vectorOp{name: "VPANDQ", imm: -1, src: []value{mask, d.low(c, v)}})
	d.digit[r] = true
	return r
}

// shiftSigned is a shift of signed numbers made of one of numbers that are by 2^63 above them.
func (d *doubles) shiftSigned(c *code, n int, v value) value {
	const sign = 1 << 63
	if d.lifted[v] == none {
		d.lifted[v] = v
		if above := d.above[v]; above != sign {
			d.lifted[v] = c.emit(vectorOp{name: "VPADDQ", imm: -1,
				src: []value{c.constant(sign - above), v}})
			d.above[d.lifted[v]] = sign
		}
	}
	r := c.emit(vectorOp{name: "VPSRLQ", imm: n, src: []value{d.lifted[v]}})
	d.above[r] = sign >> n
	return r
}

// convert makes a double of the low 52 bits of v.
func (d *doubles) convert(c *code, v value) value {
	if w, ok := c.word[v]; ok {
		return c.constant(math.Float64bits(float64(w & lowDigit)))
	}
	if c.machine.narrow() {
		v = d.low(c, v)
		if d.double[v] == none {
			digit := v
			if !d.digit[v] {
				digit = d.and(c, c.constant(lowDigit), v)
			}
			over := c.emit(vectorOp{name: "VPORQ", imm: -1,
				src: []value{c.constant(exponent52), digit}})
			d.double[v] = c.emit(vectorOp{name: "VSUBPD", imm: -1,
				src: []value{c.constant(exponent52), over}})
		}
		return d.double[v]
	}
	v = d.settle(c, v)
	if d.double[v] == none {
		const andOr = 0xEA // the destination & the second operand | the first
		mask := c.constant(lowDigit)
		bits := c.emit(vectorOp{name: "VPTERNLOGQ", imm: andOr,
			src: []value{c.constant(exponent52), v}, merged: mask})
		d.double[v] = c.emit(vectorOp{name: "VSUBPD", imm: -1,
			src: []value{c.constant(exponent52), bits}})
	}
	return d.double[v]
}

// fma is x y + z rounded towards zero.
func (c *code) fma(x, y, z value) value {
	return c.emit(vectorOp{name: "VFMADD231PD.RZ_SAE", imm: -1, src: []value{x, y}, merged: z})
}

// highHalf is 2^104 + x y, rounded.
func (d *doubles) highHalf(c *code, x, y value) value {
	key := [2]value{min(x, y), max(x, y)}
	if d.high[key] == none {
		d.high[key] = c.fma(x, y, c.constant(exponent104))
	}
	return d.high[key]
}

func (d *doubles) madd(c *code, high bool, a, b, acc value) value {
	x, y := d.convert(c, a), d.convert(c, b)
	half := d.highHalf(c, x, y)
	above := uint64(exponent104 & math.MaxUint64)
	if !high {
		// 2^104 + 2^52
		rest := c.emit(vectorOp{name: "VSUBPD", imm: -1,
			src: []value{half, c.constant(exponent104 | 1)}})
		half, above = c.fma(x, y, rest), exponent52
	}
	return d.sum(c, half, above, acc)
}

// maddSmall multiplies by a constant; AVX2 by its product of 32 bits and, above these, a shift.
func (d *doubles) maddSmall(c *code, a, b, acc value) value {
	if c.machine.narrow() {
		k, b := c.word[a], d.settle(c, b)
		low := c.emit(vectorOp{name: "VPMULUDQ", imm: -1,
			src: []value{c.constant(k & (1<<32 - 1)), b}})
		high := c.emit(vectorOp{name: "VPSLLQ", imm: bits.TrailingZeros64(k>>32) + 32,
			src: []value{b}})
		if k>>32&(k>>32-1) != 0 {
			fail("%#x has more than one bit above 2^32", k)
		}
		return d.linear(c, "VPADDQ", high, d.linear(c, "VPADDQ", low, acc))
	}
	return d.sum(c, c.fma(d.convert(c, a), d.convert(c, b), c.constant(exponent52)), exponent52,
		acc)
}

// sum adds what is above a product half by so much to the accumulator.
func (d *doubles) sum(c *code, half value, above uint64, acc value) value {
	d.above[half] = above
	if acc == none {
		return half
	}
	return d.linear(c, "VPADDQ", half, acc)
}

// pairOrder is the products of digits in an order in which both halves of each are needed together,
// rowOrder in one that works on six columns at a time.
var pairOrder = func() (pairs [][2]int) {
	for _, k := range columnOrder {
		for i := range 5 {
			if j := k - i; j >= 0 && j < 5 {
				pairs = append(pairs, [2]int{i, j})
			}
		}
	}
	return pairs
}()

var rowOrder = func() (pairs [][2]int) {
	for i := range 5 {
		for j := range 5 {
			pairs = append(pairs, [2]int{i, j})
		}
	}
	return pairs
}()
