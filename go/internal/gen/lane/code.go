// The lane compiler's middle: a formula's nodes become instructions on vectors of 52-bit digits,
// and the text of their portable twin, with proofs that nothing overflows.
//
// An element is five limbs, one vector each, signed where a difference left them so; its value, the
// sum of limb i times 2^(52 i), is never negative. Multiplications read the low 52 bits of digits:
// limbs that have been carried, by arithmetic shifts, need no masks for that. Every bound is
// computed here, from those of the inputs; one that does not hold ends the generator.

package lane

import (
	"fmt"
	"math/big"
	"strings"
)

const (
	lowDigit = 1<<52 - 1
	fold256  = 0x1000003D1  // 2^256 mod p
	fold260  = 0x1000003D10 // 2^260 mod p
)

var fieldPrime = func() *big.Int {
	p := new(big.Int).Lsh(big.NewInt(1), 256)
	return p.Sub(p, big.NewInt(fold256))
}()

func power(n uint) *big.Int { return new(big.Int).Lsh(big.NewInt(1), n) }

// An element is a value of a formula in vectors.
type element struct {
	limb   [5]value
	lo, hi [5]*big.Int // of each limb
	max    *big.Int    // of the value, which is at least 0
	low    bool        // only the low 52 bits of the limbs count, and are digits
	digit  *element    // the same as digits, if made
	name   string      // in the twin
}

// restMax bounds elements in memory: limbs 0 to 3 within 0 ... 2^58 - 1, and the value.
var restMax = new(big.Int).Add(power(256), power(215))

func restElement(limb [5]value, name string) *element {
	e := &element{limb: limb, max: restMax, name: name}
	for i := range 5 {
		e.lo[i], e.hi[i] = new(big.Int), new(big.Int).Sub(power(58), big.NewInt(1))
	}
	e.hi[4] = new(big.Int).Rsh(restMax, 208)
	return e
}

// checked ends the generator if a limb might leave 64 bits.
func (e *element) checked() *element {
	for i := range 5 {
		e.limbWithin(i, e.lo[i], e.hi[i])
	}
	return e
}

// limbWithin ends the generator if limb i, on its way to what e has, might leave 64 bits.
func (e *element) limbWithin(i int, lo, hi *big.Int) {
	limit := power(63)
	if hi.Cmp(limit) >= 0 || new(big.Int).Neg(lo).Cmp(limit) > 0 {
		fail("%s: limb %d may overflow", e.name, i)
	}
}

func (e *element) nonNegative() bool {
	for i := range 5 {
		if e.lo[i].Sign() < 0 {
			return false
		}
	}
	return true
}

// A maker turns nodes into instructions, in the order of the text, and writes the twin beside it.
type maker struct {
	code *code
	twin *strings.Builder
	made int

	nodes  []*node           // of the formula that is being made
	held   []*element        // made since the last call, and no node's
	pinned map[*element]bool // held before, in the frame to the end
}

func (m *maker) twinLine(format string, args ...any) {
	fmt.Fprintf(m.twin, "\t"+format+"\n", args...)
}

// newName declares a variable of the twin.
func (m *maker) newName() string {
	m.made++
	name := fmt.Sprintf("v%d", m.made)
	m.twinLine("var %s digits", name)
	return name
}

func (m *maker) newElement() *element {
	e := &element{max: new(big.Int), name: m.newName()}
	for i := range 5 {
		e.lo[i], e.hi[i] = new(big.Int), new(big.Int)
	}
	return e
}

// formula makes all nodes and returns the elements of the outputs.
func (m *maker) formula(f *formula, inputs map[string]*element) map[string]*element {
	m.nodes, m.code.frame.owner = f.order, nil
	for i, n := range f.order {
		n.at, n.elem = i, nil
		if n.kind == nodeInput {
			n.elem = inputs[n.name]
			if n.elem == nil {
				fail("no input %s", n.name)
			}
		}
	}
	for _, n := range f.order {
		if n.kind != nodeInput {
			n.elem = m.node(n)
		}
	}
	out := map[string]*element{}
	for place, n := range f.outputs {
		out[place] = n.elem
	}
	return out
}

func (m *maker) node(n *node) *element {
	for _, o := range n.operands() {
		if o.elem.low && !n.multiplies(o) {
			fail("a sum of limbs of which only the low bits count")
		}
	}
	switch n.kind {
	case nodeProduct:
		return m.product(n)
	case nodeAdd:
		return m.add(n.args[0].elem, n.args[1].elem)
	case nodeSub:
		return m.sub(n.args[0].elem, n.args[1].elem)
	case nodeNeg:
		return m.neg(n.args[0].elem)
	case nodeHalf:
		return m.half(n.args[0].elem)
	}
	a := n.args[0].elem
	sum := a
	for range n.k - 1 {
		sum = m.add(sum, a)
	}
	return sum
}

func (m *maker) add(a, b *element) *element {
	r := m.newElement()
	for i := range 5 {
		r.limb[i] = m.code.op("VPADDQ", b.limb[i], a.limb[i])
		r.lo[i].Add(a.lo[i], b.lo[i])
		r.hi[i].Add(a.hi[i], b.hi[i])
	}
	r.max.Add(a.max, b.max)
	m.twinLine("%s.add(&%s, &%s)", r.name, a.name, b.name)
	return r.checked()
}

// multipleAbove is the least k with k p >= x.
func multipleAbove(x *big.Int) int64 {
	k := new(big.Int).Add(x, fieldPrime)
	k.Sub(k, big.NewInt(1)).Div(k, fieldPrime)
	return k.Int64()
}

// sub makes a - b + k p, of which only two limbs change: k p = k 2^256 - k (2^256 mod p).
func (m *maker) sub(a, b *element) *element {
	r := m.newElement()
	k := multipleAbove(b.max)
	for i := range 5 {
		r.limb[i] = m.code.op("VPSUBQ", b.limb[i], a.limb[i])
		r.lo[i].Sub(a.lo[i], b.hi[i])
		r.hi[i].Sub(a.hi[i], b.lo[i])
	}
	m.bump(r, k)
	r.max.Add(a.max, new(big.Int).Mul(big.NewInt(k), fieldPrime))
	m.twinLine("%s.sub(&%s, &%s, %d)", r.name, a.name, b.name, k)
	return r.checked()
}

// bump adds k p to the limbs 0 and 4.
func (m *maker) bump(r *element, k int64) {
	low, high := big.NewInt(-k*fold256), new(big.Int).Lsh(big.NewInt(k), 48)
	r.limb[0] = m.code.op("VPADDQ", m.code.constant(uint64(-k*fold256)), r.limb[0])
	r.limb[4] = m.code.op("VPADDQ", m.code.constant(uint64(k)<<48), r.limb[4])
	r.lo[0].Add(r.lo[0], low)
	r.hi[0].Add(r.hi[0], low)
	r.lo[4].Add(r.lo[4], high)
	r.hi[4].Add(r.hi[4], high)
}

// A bias is a multiple of p in limbs from which given ones can be taken away.
type bias struct {
	limb [5]uint64
	max  *big.Int
}

// biasAbove has limbs at least those given, each limb lent 2^52 by the next as often as it needs.
func biasAbove(min [5]*big.Int) bias {
	prime := primeDigits()
	for k := int64(1); ; k++ {
		var b bias
		lent := new(big.Int)
		for i := range 5 {
			limb := new(big.Int).Mul(prime[i], big.NewInt(k))
			limb.Sub(limb, lent)
			lent = new(big.Int)
			if i < 4 && limb.Cmp(min[i]) < 0 {
				lent.Sub(min[i], limb)
				lent.Add(lent, big.NewInt(lowDigit)).Rsh(lent, 52)
				limb.Add(limb, new(big.Int).Lsh(lent, 52))
			}
			if limb.Cmp(min[i]) < 0 {
				b.max = nil
				break
			}
			if limb.BitLen() > 62 {
				fail("a bias beyond 62 bits")
			}
			b.limb[i] = limb.Uint64()
			b.max = new(big.Int).Mul(fieldPrime, big.NewInt(k))
		}
		if b.max != nil {
			return b
		}
	}
}

func primeDigits() (d [5]*big.Int) {
	for i := range 5 {
		d[i] = new(big.Int).Rsh(fieldPrime, uint(52*i))
		d[i].And(d[i], big.NewInt(lowDigit))
	}
	return d
}

func (b bias) String() string {
	return fmt.Sprintf("digits{%#x, %#x, %#x, %#x, %#x}", b.limb[0], b.limb[1], b.limb[2],
		b.limb[3], b.limb[4])
}

// neg makes k p - a with limbs that are not negative.
func (m *maker) neg(a *element) *element {
	r := m.newElement()
	b := biasAbove(a.hi)
	for i := range 5 {
		r.limb[i] = m.code.op("VPSUBQ", a.limb[i], m.code.constant(b.limb[i]))
		limb := new(big.Int).SetUint64(b.limb[i])
		r.lo[i].Sub(limb, a.hi[i])
		r.hi[i].Sub(limb, a.lo[i])
	}
	r.max = b.max
	m.twinLine("%s.sub(&%v, &%s, 0)", r.name, b, a.name)
	return r.checked()
}

// half makes a/2, or (a + p)/2 if a is odd; a limb's lowest bit becomes bit 51 of the one below.
func (m *maker) half(a *element) *element {
	r := m.newElement()
	t := a.limb
	odd := m.code.test(t[0], 1)
	t[0] = m.code.addMasked(odd, m.code.constant(uint64(-fold256&(1<<64-1))), t[0])
	t[4] = m.code.addMasked(odd, m.code.constant(1<<48), t[4])
	for i := range 5 {
		lo, hi := new(big.Int).Set(a.lo[i]), new(big.Int).Set(a.hi[i])
		switch i {
		case 0:
			lo.Sub(lo, big.NewInt(fold256))
		case 4:
			hi.Add(hi, power(48))
		}
		r.limbWithin(i, lo, hi)
		r.lo[i].Rsh(lo, 1)
		r.hi[i].Rsh(hi, 1)
		r.limb[i] = m.shiftDown(1, t[i], lo)
		if i < 4 {
			bit := m.code.test(t[i+1], 1)
			r.limb[i] = m.code.addMasked(bit, m.code.constant(1<<51), r.limb[i])
			r.hi[i].Add(r.hi[i], power(51))
		}
	}
	r.max.Add(a.max, fieldPrime)
	r.max.Rsh(r.max, 1)
	m.twinLine("%s.half(&%s)", r.name, a.name)
	return r.checked()
}

// digits makes n an operand of the product in: limbs whose low 52 bits are the digits. Where sums
// read n later, it is carried with masks and so serves them too.
func (m *maker) digits(n, in *node) *element {
	a := n.elem
	if a.low || a.isDigits() {
		return a
	}
	if a.digit == nil {
		linear := false
		for _, u := range n.uses {
			linear = linear || u == nil || u.at > in.at && !u.multiplies(n)
		}
		a.digit = m.carry(a, linear)
		if linear {
			n.elem = a.digit
			n.elem.digit = n.elem
		}
	}
	return a.digit
}

// multiplies tells whether u reads n as an operand of products only.
func (u *node) multiplies(n *node) bool {
	for _, a := range u.args {
		if a == n {
			return false
		}
	}
	for _, t := range u.plus {
		if t.n == n {
			return false
		}
	}
	return true
}

func (e *element) isDigits() bool {
	for i := range 5 {
		if e.lo[i].Sign() < 0 || e.hi[i].BitLen() > 52 {
			return false
		}
	}
	return true
}

// shiftDown shifts vectors of signed numbers that are at least lo.
func (m *maker) shiftDown(n int, v value, lo *big.Int) value {
	if m.code.machine.narrow() && lo.Sign() >= 0 {
		return m.code.shift("VPSRLQ", n, v)
	}
	return m.code.shift("VPSRAQ", n, v)
}

// carry leaves limbs 0 to 3 below 2^52; if not masked, their upper bits as they were.
func (m *maker) carry(a *element, masked bool) *element {
	if a.max.BitLen() > 260 {
		fail("%s: a value beyond 260 bits", a.name)
	}
	r := m.newElement()
	r.limb = a.limb
	lo, hi := a.lo[0], a.hi[0]
	for i := range 4 {
		r.limb[i+1] = m.code.op("VPADDQ", m.shiftDown(52, r.limb[i], lo), r.limb[i+1])
		lo = new(big.Int).Add(a.lo[i+1], new(big.Int).Rsh(lo, 52))
		hi = new(big.Int).Add(a.hi[i+1], new(big.Int).Rsh(hi, 52))
		r.limbWithin(i+1, lo, hi)
		if masked {
			r.limb[i] = m.code.op("VPANDQ", m.code.constant(lowDigit), r.limb[i])
		}
		r.hi[i] = big.NewInt(lowDigit)
	}
	r.hi[4].Rsh(a.max, 208)
	r.max = a.max
	r.low = !masked
	method := "digitsOf"
	if masked {
		method = "carry"
	}
	m.twinLine("%s.%s(&%s)", r.name, method, a.name)
	return r.checked()
}

// foldTop takes what is above 2^256 down, once. a: carried.
func (m *maker) foldTop(a *element) *element {
	if a.low || !a.isDigits() {
		fail("%s: not carried", a.name)
	}
	r := m.newElement()
	r.limb = a.limb
	top := m.shiftDown(48, a.limb[4], a.lo[4])
	r.limb[4] = m.code.op("VPANDQ", m.code.constant(1<<48-1), a.limb[4])
	r.limb[0] = m.code.maddSmall(fold256, top, new(big.Int).Rsh(a.hi[4], 48), a.limb[0])
	for i := range 5 {
		r.hi[i].Set(a.hi[i])
	}
	r.hi[0].Add(r.hi[0], power(52))
	r.hi[4].Sub(power(48), big.NewInt(1))
	r.max = foldedMax(a.max)
	m.twinLine("%s.foldTop(&%s)", r.name, a.name)
	return r.checked()
}

// foldedMax bounds what foldTop makes of a value up to most: the multiples of 2^256 up to that have
// 2^256 - 1 on top, and the last of them what is left.
func foldedMax(most *big.Int) *big.Int {
	top := new(big.Int).Rsh(most, 256)
	last := new(big.Int).Sub(most, new(big.Int).Mul(top, fieldPrime))
	if top.Sign() == 0 {
		return last
	}
	full := new(big.Int).Mul(top.Sub(top, big.NewInt(1)), big.NewInt(fold256))
	full.Add(full, power(256)).Sub(full, big.NewInt(1))
	if full.Cmp(last) > 0 {
		return full
	}
	return last
}

// rest makes a fit for memory.
func (m *maker) rest(a *element) *element {
	if a.within(restElement(a.limb, "")) {
		return a
	}
	return m.foldTop(m.carry(a, true)).mustBeWithin(restElement(a.limb, "memory"))
}

// within tells whether what reads other may read e.
func (e *element) within(other *element) bool {
	fits := e.max.Cmp(other.max) <= 0 && e.low == other.low
	for i := range 5 {
		fits = fits && e.lo[i].Cmp(other.lo[i]) >= 0 && e.hi[i].Cmp(other.hi[i]) <= 0
	}
	return fits
}

// mustBeWithin ends the generator if what reads other may not read e.
func (e *element) mustBeWithin(other *element) *element {
	if !e.within(other) {
		fail("%s: beyond the bounds of %s", e.name, other.name)
	}
	return e
}

// either has the bounds that hold for both.
func (e *element) either(other *element) {
	if e.low != other.low {
		fail("%s or %s: only the low bits of one of them count", e.name, other.name)
	}
	for i := range 5 {
		if other.lo[i].Cmp(e.lo[i]) < 0 {
			e.lo[i] = other.lo[i]
		}
		if other.hi[i].Cmp(e.hi[i]) > 0 {
			e.hi[i] = other.hi[i]
		}
	}
	if other.max.Cmp(e.max) > 0 {
		e.max = other.max
	}
}

// packed makes the four words of a value below 2^256.
func (m *maker) packed(a *element) (w [4]value, name string) {
	limit := new(big.Int).Add(power(256), power(222))
	if a.max.Cmp(limit) > 0 {
		a = m.foldTop(m.carry(a, true))
	}
	d := m.carry(m.foldTop(m.carry(a, true)), true)
	if d.hi[4].BitLen() > 48 {
		fail("%s: a value beyond 256 bits in four words", d.name)
	}
	name = d.name
	shr := func(v value, n int) value { return m.code.shift("VPSRLQ", n, v) }
	shl := func(v value, n int) value { return m.code.shift("VPSLLQ", n, v) }
	or := func(a, b value) value { return m.code.op("VPORQ", a, b) }
	w[0] = or(shl(d.limb[1], 52), d.limb[0])
	w[1] = or(shl(d.limb[2], 40), shr(d.limb[1], 12))
	w[2] = or(shl(d.limb[3], 28), shr(d.limb[2], 24))
	w[3] = or(shl(d.limb[4], 16), shr(d.limb[3], 36))
	return w, name
}

// unpacked makes the digits of four words, masked or with upper bits left in the limbs.
func (m *maker) unpacked(w [4]value, name string, masked bool) *element {
	e := &element{max: power(256), low: !masked, name: name}
	e.limb[0] = w[0]
	for i, n := range []int{52, 40, 28} {
		e.limb[i+1] = m.code.shiftPair(n, w[i+1], w[i])
	}
	e.limb[4] = m.code.shift("VPSRLQ", 16, w[3])
	for i := range 5 {
		e.lo[i], e.hi[i] = new(big.Int), big.NewInt(lowDigit)
		if masked && i < 4 {
			e.limb[i] = m.code.op("VPANDQ", m.code.constant(lowDigit), e.limb[i])
		}
	}
	e.hi[4] = big.NewInt(1<<48 - 1)
	return e
}

// columns are the ten sums of a product on its way.
type columns struct {
	v    [10]value
	hi   [10]*big.Int
	max  *big.Int // of the products
	name string
}

// product makes the sum of n's products and terms, reduced once.
func (m *maker) product(n *node) *element {
	c := &columns{max: new(big.Int), name: fmt.Sprintf("c%d", m.made+1)}
	for i := range 10 {
		c.hi[i] = new(big.Int)
	}
	m.twinLine("var %s columns", c.name)
	var once, twice []*element // what joins the columns
	for _, t := range n.plus {
		e := t.n.elem
		if t.negative {
			e = m.neg(e)
		} else if !e.nonNegative() {
			e = m.lift(e)
		}
		if t.twice {
			twice = append(twice, e)
			m.twinLine("%s.add(&%s)", c.name, e.name)
		} else {
			once = append(once, e)
		}
		m.twinLine("%s.add(&%s)", c.name, e.name)
		c.max.Add(c.max, e.max)
		if t.twice {
			c.max.Add(c.max, e.max)
		}
	}
	if m.code.calls != nil && len(n.pairs) == 1 {
		return m.call(c, n, once, twice)
	}
	// Squares first: the doubling of their columns takes in the terms that count twice.
	for pass := range 2 {
		for _, p := range n.pairs {
			if square := p.a == p.b; square != (pass == 0) {
				continue
			}
			m.pair(c, m.digits(p.a, n), m.digits(p.b, n), p.a == p.b, once, twice)
			twice, once = nil, nil
		}
	}
	return m.reduce(c)
}

// pair adds a product or a square to the columns, and the terms that were not added yet.
func (m *maker) pair(c *columns, a, b *element, square bool, once, twice []*element) {
	if a.max.BitLen() > 260 || b.max.BitLen() > 260 {
		fail("an operand beyond 260 bits")
	}
	c.max.Add(c.max, new(big.Int).Mul(a.max, b.max))
	if square {
		m.square(c, a, twice, once)
		m.twinLine("%s.sqr(&%s)", c.name, a.name)
	} else {
		m.addTerms(c, append(append(once, twice...), twice...))
		m.multiply(c, a, b)
		m.twinLine("%s.mul(&%s, &%s)", c.name, a.name, b.name)
	}
}

// lift adds a multiple of p that leaves no limb negative.
func (m *maker) lift(a *element) *element {
	r := m.newElement()
	var min [5]*big.Int
	for i := range 5 {
		min[i] = new(big.Int).Neg(a.lo[i])
	}
	b := biasAbove(min)
	for i := range 5 {
		r.limb[i] = m.code.op("VPADDQ", m.code.constant(b.limb[i]), a.limb[i])
		limb := new(big.Int).SetUint64(b.limb[i])
		r.lo[i].Add(a.lo[i], limb)
		r.hi[i].Add(a.hi[i], limb)
	}
	r.max.Add(a.max, b.max)
	m.twinLine("%s.add(&%v, &%s)", r.name, b, a.name)
	return r.checked()
}

func (m *maker) addTerms(c *columns, terms []*element) {
	for _, e := range terms {
		for i := range 5 {
			if c.v[i] == none {
				c.v[i] = e.limb[i]
			} else {
				c.v[i] = m.code.op("VPADDQ", e.limb[i], c.v[i])
			}
			c.hi[i].Add(c.hi[i], e.hi[i])
		}
	}
}

// columnOrder begins with the columns whose sums take the longest.
var columnOrder = [10]int{5, 4, 6, 3, 7, 2, 8, 1, 9, 0}

// digitProduct adds the low or the high half of the product of digits i and j to its column.
func (m *maker) digitProduct(c *columns, a, b *element, i, j, high int) {
	name := [2]string{"VPMADD52LUQ", "VPMADD52HUQ"}[high]
	c.v[i+j+high] = m.code.madd(name, a.limb[i], b.limb[j], c.v[i+j+high])
	c.hi[i+j+high].Add(c.hi[i+j+high], big.NewInt(lowDigit))
}

// products adds the products of digits that are wanted, column by column or, where both halves of
// each are made together, pair by pair, with few registers row by row.
func (m *maker) products(c *columns, a, b *element, wanted func(i, j int) bool) {
	if m.code.doubles != nil {
		order := pairOrder
		if m.code.machine.narrow() {
			order = rowOrder
			for i := range 5 {
				m.code.doubles.convert(m.code, a.limb[i])
				m.code.doubles.convert(m.code, b.limb[i])
			}
		}
		for _, p := range order {
			if wanted(p[0], p[1]) {
				m.code.units++
				m.code.unit = m.code.units
				m.digitProduct(c, a, b, p[0], p[1], 0)
				m.digitProduct(c, a, b, p[0], p[1], 1)
				m.code.unit = 0
			}
		}
		return
	}
	for _, k := range columnOrder {
		for i := range 5 {
			for high := range 2 {
				if j := k - high - i; j >= 0 && j < 5 && wanted(i, j) {
					m.digitProduct(c, a, b, i, j, high)
				}
			}
		}
	}
}

func (m *maker) multiply(c *columns, a, b *element) {
	m.products(c, a, b, func(i, j int) bool { return true })
}

// square adds a^2 + 2 twice + once: products off the diagonal are summed on top of twice, then
// doubled.
func (m *maker) square(c *columns, a *element, twice, once []*element) {
	m.addTerms(c, twice)
	m.products(c, a, a, func(i, j int) bool { return i < j })
	for k, v := range c.v {
		if v != none {
			c.v[k] = m.code.op("VPADDQ", v, v)
			c.hi[k].Lsh(c.hi[k], 1)
		}
	}
	m.products(c, a, a, func(i, j int) bool { return i == j })
	m.addTerms(c, once)
}

// reduce folds the columns from 2^260 on, then what is above 2^256. Column 9 is one digit, as the
// whole is below 2^520, and is folded first: its high half joins column 5. What column 8 carries is
// below 2^10 and what column 4 carries below 2^14, so that their products are one digit each.
func (m *maker) reduce(c *columns) *element {
	if c.max.BitLen() > 520 {
		fail("a product beyond 520 bits")
	}
	r260 := m.code.constant(fold260)
	digit := big.NewInt(lowDigit)
	for _, h := range c.hi {
		if h.BitLen() > 62 {
			fail("a column beyond 62 bits")
		}
	}
	fold := func(op string, to, from int) {
		c.v[to] = m.code.madd(op, r260, c.v[from], c.v[to])
		c.hi[to].Add(c.hi[to], digit)
	}
	fold("VPMADD52LUQ", 4, 9)
	fold("VPMADD52HUQ", 5, 9)
	c.v[9], c.hi[9] = none, new(big.Int)
	for k := range 4 {
		carry := m.code.shift("VPSRLQ", 52, c.v[k+5])
		if c.v[k+6] == none {
			c.v[k+6] = carry
		} else {
			c.v[k+6] = m.code.op("VPADDQ", carry, c.v[k+6])
		}
		c.hi[k+6].Add(c.hi[k+6], new(big.Int).Rsh(c.hi[k+5], 52))
		fold("VPMADD52LUQ", k, k+5)
		fold("VPMADD52HUQ", k+1, k+5)
	}
	c.v[4] = m.code.maddSmall(fold260, c.v[9], c.hi[9], c.v[4])
	c.hi[4].Add(c.hi[4], digit)
	for k, h := range c.hi {
		if h.BitLen() > 64 {
			fail("column %d may overflow", k)
		}
	}
	top := m.code.shift("VPSRLQ", 48, c.v[4])
	c.v[0] = m.code.maddSmall(fold256, top, new(big.Int).Rsh(c.hi[4], 48), c.v[0])
	c.hi[0].Add(c.hi[0], digit)
	c.v[4] = m.code.op("VPANDQ", m.code.constant(1<<48-1), c.v[4])
	c.hi[4] = big.NewInt(1<<48 - 1)
	r := m.newElement()
	for i := range 5 {
		r.limb[i] = c.v[i]
		r.hi[i] = c.hi[i]
		r.max.Add(r.max, new(big.Int).Lsh(c.hi[i], uint(52*i)))
	}
	m.twinLine("%s.reduce(&%s)", r.name, c.name)
	return r.checked()
}

func bigOf(w uint64) *big.Int { return new(big.Int).SetUint64(w) }
