// The field on four 64-bit words for arm64: products by MUL and UMULH, sums on the one carry flag,
// conditions by CSEL.
//
// MUL and UMULH leave the flags alone, so that a chain of carries runs through the products that it
// sums. A chain ends in the high half of a product, which is at most 2^64 - 2 and takes one carry
// without another; so the chains of a product lie in each other, from the two middle columns
// outwards.

package main

import "fmt"

// a64Pool are the registers of arm64 that a function without calls may use, all but a64Fold. R18
// and R27 to R30 belong to the system, the assembler and Go.
var a64Pool = func() (pool []string) {
	for i := range 26 {
		if i != 18 {
			pool = append(pool, fmt.Sprintf("R%d", i))
		}
	}
	return pool
}()

// a64Fold holds c = 2^256 - p.
const a64Fold = "R26"

// An a64Half is the low or the high half of a product, or, with one factor, a word.
type a64Half struct{ op, x, y string }

// a64Halves returns what makes the halves of products of the words x and y, by their places.
func a64Halves(x, y words) (lo, hi func(i, j int) a64Half) {
	return func(i, j int) a64Half { return a64Half{"MUL", x[i], y[j]} },
		func(i, j int) a64Half { return a64Half{"UMULH", x[i], y[j]} }
}

// a64Word is a register as a term of a chain.
func a64Word(register string) a64Half { return a64Half{x: register} }

// half sets a register to half a product.
func (a *asm) half(h a64Half, to string) { a.ins(h.op, h.x, h.y, to) }

// a64Load reads words from memory, two from each place.
func (a *asm) a64Load(to, from words) {
	for i, m := range from {
		a.ins("LDP", m, "("+to[2*i]+", "+to[2*i+1]+")")
	}
}

// a64Store writes words to memory, two to each place.
func (a *asm) a64Store(from, to words) {
	for i, m := range to {
		a.ins("STP", "("+from[2*i]+", "+from[2*i+1]+")", m)
	}
}

// a64Chain adds terms to the words t on one chain of carries; l is for the moment.
func (a *asm) a64Chain(t words, l string, terms ...a64Half) {
	op := "ADDS"
	for i, term := range terms {
		from := term.x
		if term.y != "" {
			a.half(term, l)
			from = l
		}
		a.ins(op, from, t[i])
		op = "ADCS"
	}
}

// a64End adds the carry, which is the end of a chain.
func (a *asm) a64End(t string) { a.ins("ADC", "ZR", t) }

// a64Mul writes t = x * y, eight words: the first words of the columns, then the other 24 on six
// chains. All are registers, apart from each other; l and h are two more.
func (a *asm) a64Mul(t, x, y words, l, h string) {
	lo, hi := a64Halves(x, y)
	a.half(lo(0, 0), t[0])
	for j := range 4 {
		a.half(hi(0, j), t[1+j])
	}
	a.half(hi(1, 3), t[5])
	a.a64Chain(t[3:], l, lo(1, 2), hi(1, 2))
	a.a64End(t[5])
	a.half(hi(2, 2), h)
	a.a64Chain(t[3:], l, lo(2, 1), hi(2, 1))
	a.a64End(h)
	a.half(hi(2, 3), t[6])
	a.a64Chain(t[2:], l, lo(1, 1), hi(1, 1), lo(2, 2), a64Word(h))
	a.a64End(t[6])
	a.half(hi(3, 2), h)
	a.a64Chain(t[2:], l, lo(2, 0), hi(2, 0), lo(3, 1), hi(3, 1))
	a.a64End(h)
	a.half(hi(3, 3), t[7])
	a.a64Chain(t[1:], l, lo(0, 1), lo(0, 2), lo(0, 3), lo(1, 3), lo(2, 3), lo(3, 3))
	a.a64End(t[7])
	a.a64Chain(t[1:], l, lo(1, 0), hi(1, 0), lo(3, 0), hi(3, 0), lo(3, 2), a64Word(h))
	a.a64End(t[7])
}

// a64MulAdd writes t + over * 2^512 = t + x * y: all 32 words on seven chains, of which the last
// two reach the top. One of them carries out at most. l, h and g are three more registers.
func (a *asm) a64MulAdd(t, x, y words, l, h, g, over string) {
	lo, hi := a64Halves(x, y)
	a.half(hi(1, 3), g)
	a.a64Chain(t[3:], l, lo(1, 2), hi(1, 2))
	a.a64End(g)
	a.half(hi(2, 2), h)
	a.a64Chain(t[3:], l, lo(2, 1), hi(2, 1))
	a.a64End(h)
	a.half(hi(2, 3), over)
	a.a64Chain(t[2:], l, lo(1, 1), hi(1, 1), lo(2, 2), a64Word(h))
	a.a64End(over)
	a.half(hi(3, 2), h)
	a.a64Chain(t[2:], l, lo(2, 0), hi(2, 0), lo(3, 1), a64Word(g))
	a.a64End(h)
	a.half(hi(3, 3), g)
	a.a64Chain(t[1:], l, lo(0, 1), lo(0, 2), lo(0, 3), lo(1, 3), lo(2, 3), lo(3, 3))
	a.a64End(g)
	a.a64Chain(t[1:], l, lo(1, 0), hi(1, 0), lo(3, 0), hi(3, 0), lo(3, 2), a64Word(h), a64Word(g))
	a.ins("CSET", "HS", g)
	a.a64Chain(t, l, lo(0, 0), hi(0, 0), hi(0, 1), hi(0, 2), hi(0, 3), hi(3, 1), a64Word(over),
		a64Word("ZR"))
	a.ins("ADC", "ZR", g, over)
}

// a64Sqr writes t = x^2, eight words: the six mixed products once, in words 1 to 6; these doubled;
// and the four squares. All are registers, apart from each other; l is one more.
func (a *asm) a64Sqr(t, x words, l string) {
	lo, hi := a64Halves(x, x)
	a.half(lo(0, 1), t[1])
	a.half(hi(0, 1), t[2])
	a.half(hi(0, 2), t[3])
	a.half(hi(0, 3), t[4])
	a.half(hi(1, 3), t[5])
	a.half(hi(2, 3), t[6])
	a.a64Chain(t[3:], l, lo(1, 2), hi(1, 2))
	a.a64End(t[5])
	a.a64Chain(t[2:], l, lo(0, 2), lo(0, 3), lo(1, 3), lo(2, 3))
	a.a64End(t[6])
	a.chain("ADDS", "ADCS", t[1:7], t[1:7])
	a.ins("CSET", "HS", t[7])
	a.half(lo(0, 0), t[0])
	a.a64Chain(t[1:], l, hi(0, 0), lo(1, 1), hi(1, 1), lo(2, 2), hi(2, 2), lo(3, 3), hi(3, 3))
}

// a64Reduce writes r = t + x * 2^256 + y * 2^512 mod p, < 2^256, where 2^512 is worth c * 2^256; x
// is a register that holds 0 or 1, or ZR, and y likewise. r may be the lower words of t, l and h
// are two more registers.
// The first fold leaves a fifth word h <= c + x + y * c, the second adds h*c < 2^67. Where that
// carries out of the fourth word the value left is below 2^67, so that adding c once more ends in
// the second.
func (a *asm) a64Reduce(r, t words, x, y, l, h string) {
	lo, hi := a64Halves(t[4:], words{a64Fold})
	a.half(hi(3, 0), h)
	a.a64Chain(t, l, lo(0, 0), lo(1, 0), lo(2, 0), lo(3, 0))
	a.ins("ADC", x, h)
	a.a64Chain(t[1:], l, hi(0, 0), hi(1, 0), hi(2, 0))
	a.a64End(h)
	if y != "ZR" {
		a.ins("MADD", y, h, a64Fold, h)
	}
	a.ins("UMULH", h, a64Fold, t[4])
	a.a64Chain(t, l, a64Half{"MUL", h, a64Fold}, a64Word(t[4]))
	a.ins("ADCS", "ZR", t[2], r[2])
	a.ins("ADCS", "ZR", t[3], r[3])
	a.ins("CSEL", "HS", a64Fold, "ZR", l)
	a.ins("ADDS", l, t[0], r[0])
	a.ins("ADC", "ZR", t[1], r[1])
}

// a64Again folds the carry of t, the last of which needs no chain: where it comes, less than c is
// left. add is ADD or SUB, whose carry or borrow is set in the condition.
func (a *asm) a64Again(add, condition string, t words, l string) {
	a.ins("CSEL", condition, a64Fold, "ZR", l)
	a.ins(add, l, t[0])
}

// a64AddSub writes t = x + y or, with SUB, x - y, modulo p; l is one more register. A carry out of
// the fourth word is worth c; if adding c carries again, less than c is left and the first word
// takes the second c alone. A borrow costs c; if taking c borrows again, the first word is at least
// 2^64 - c and pays the second c alone.
func (a *asm) a64AddSub(op string, t, x, y words, l string) {
	names := map[string][3]string{"ADD": {"ADDS", "ADCS", "HS"}, "SUB": {"SUBS", "SBCS", "LO"}}[op]
	first := names[0]
	for i := range t {
		a.ins(first, y[i], x[i], t[i])
		first = names[1]
	}
	a.ins("CSEL", names[2], a64Fold, "ZR", l)
	a.chain(names[0], names[1], words{l, "ZR", "ZR", "ZR"}, t)
	a.a64Again(op, names[2], t, l)
}

// a64Neg writes t = -x: p - x; where that borrows, x > p and the value left is above 2^256 - c, so
// the first word pays c alone. l is one more register.
func (a *asm) a64Neg(t, x words, l string) {
	a.ins("NEG", a64Fold, t[0]) // the lowest word of p; the others are all ones
	a.ins("MOVD", "$-1", l)
	op, from := "SUBS", t[0]
	for i := range t {
		a.ins(op, x[i], from, t[i])
		op, from = "SBCS", l
	}
	a.a64Again("SUB", "LO", t, l)
}

// a64Halve writes t = x/2: x rotated right by one bit, less (c - 1)/2 if that bit was set. l and h
// are two more registers.
func (a *asm) a64Halve(t, x words, l, h string) {
	a.ins("SBFX", "$0", x[0], "$1", l)
	a.ins("AND", a64Fold+">>1", l, l)
	for i := range t {
		a.ins("EXTR", "$1", x[i], x[(i+1)%4], t[i])
	}
	a.chain("SUBS", "SBCS", words{l, "ZR", "ZR", "ZR"}, t)
}

// a64MulInt writes t = x * count: the fifth word is below 32 and worth less than 2^38; where that
// carries, less than 2^38 is left and the first word takes the last c alone. l, h and k are three
// more registers.
func (a *asm) a64MulInt(t, x words, count int, l, h, k string) {
	a.ins("MOVD", fmt.Sprintf("$%d", count), k)
	lo, hi := a64Halves(x, words{k})
	a.half(lo(0, 0), t[0])
	for i := range 3 {
		a.half(hi(i, 0), t[1+i])
	}
	a.half(hi(3, 0), h)
	a.a64Chain(t[1:], l, lo(1, 0), lo(2, 0), lo(3, 0))
	a.a64End(h)
	a.ins("MUL", h, a64Fold, l)
	a.chain("ADDS", "ADCS", words{l, "ZR", "ZR", "ZR"}, t)
	a.a64Again("ADD", "HS", t, l)
}
