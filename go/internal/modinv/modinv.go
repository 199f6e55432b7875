// Package modinv is the modular inverse, for any odd modulus below 2^256: in constant time by
// Bernstein-Yang division steps ("safegcd"), and in variable time (modinv_var.go).
//
// The state of the steps is f, g (gcd side) and d, e (cofactor side) with  f = d*a, g = e*a
// (mod m),  from f = m, g = a, d = 0, e = 1. A step, with delta = 1/2 at first, is
//
//	delta > 0 and g odd:  (delta, f, g) = (1 - delta, g, (g - f)/2)
//	g odd:                (delta, f, g) = (1 + delta, f, (g + f)/2)
//	g even:               (delta, f, g) = (1 + delta, f, g/2)
//
// With this start 590 steps bring every g of 256 bits to 0 and f to +-1 (the published convex hull
// bound for 256-bit inputs). Steps depend on the low bits of f, g only, so 62 or fewer of them are
// collected in a 2x2 matrix from one word each, and the matrix is then applied to f, g, d, e in
// signed limbs of 62 bits.
package modinv

import "math/bits"

// num is a signed number, the sum of num[i] * 2^(62*i).
type num [5]int64

// matrix is 2^62 times a product of step matrices: (f, g) becomes (u*f + v*g, q*f + r*g) / 2^62.
// |u| + |v| <= 2^62, |q| + |r| <= 2^62.
type matrix struct{ u, v, q, r int64 }

const low62 = 1<<62 - 1

// Modulus is an odd number below 2^256 with what the inverse needs of it. It is a table: make it
// once, with NewModulus, or write it as a literal.
type Modulus struct {
	// Limbs is the modulus as a sum of Limbs[i] * 2^(62*i), |Limbs[i]| < 2^62. As 2^256 less
	// something, most limbs of the moduli of this curve are zero.
	Limbs [5]int64
	// NegativeInverse is -1/modulus mod 2^64.
	NegativeInverse uint64
}

// NewModulus returns the Modulus of the odd number whose little-endian words are x.
func NewModulus(x *[4]uint64) Modulus {
	var c [4]uint64 // 2^256 - x
	borrow := uint64(0)
	for i := range c {
		c[i], borrow = bits.Sub64(0, x[i], borrow)
	}
	var n num
	n.setWords(&c)
	m := Modulus{NegativeInverse: 1}
	for i := range n {
		m.Limbs[i] = -n[i]
	}
	m.Limbs[4] += 1 << (256 - 4*62)
	for i := 0; i < 6; i++ {
		m.NegativeInverse *= 2 + x[0]*m.NegativeInverse
	}
	return m
}

// setWords sets r = a, as limbs in [0, 2^62).
func (r *num) setWords(a *[4]uint64) {
	r[0] = int64(a[0] & low62)
	r[1] = int64((a[0]>>62 | a[1]<<2) & low62)
	r[2] = int64((a[1]>>60 | a[2]<<4) & low62)
	r[3] = int64((a[2]>>58 | a[3]<<6) & low62)
	r[4] = int64(a[3] >> 56)
}

// wide is a signed 128-bit sum.
type wide struct{ hi, lo uint64 }

// plus is c + hi*2^64 + lo.
func (c wide) plus(hi, lo uint64) wide {
	lo, carry := bits.Add64(c.lo, lo, 0)
	hi, _ = bits.Add64(c.hi, hi, carry)
	return wide{hi, lo}
}

// mul is a*b, of any signs.
func mul(a, b int64) wide {
	hi, lo := bits.Mul64(uint64(a), uint64(b))
	return wide{hi - uint64(a>>63&b) - uint64(b>>63&a), lo}
}

// addMul is c + a*x, a of any sign.  in: x >= 0.
func (c wide) addMul(a, x int64) wide {
	hi, lo := bits.Mul64(uint64(a), uint64(x))
	return c.plus(hi-uint64(a>>63&x), lo)
}

// add is c + a.
func (c wide) add(a wide) wide { return c.plus(a.hi, a.lo) }

// shift is c >> 62.
func (c wide) shift() wide {
	return wide{uint64(int64(c.hi) >> 62), c.hi<<2 | c.lo>>62}
}

// low is the low 62 bits of c.
func (c wide) low() int64 { return int64(c.lo & low62) }

// updateFGGeneric sets (f, g) = t * (f, g), both divisible, in n limbs, 1 <= n <= 5. The top limb
// keeps the sign, the others are in [0, 2^62). time: depends on n only.
func updateFGGeneric(f, g *num, n int, t *matrix) {
	u, v, q, r := t.u, t.v, t.q, t.r
	var cf, cg wide
	for i := 0; i < n-1; i++ {
		fi, gi := f[i], g[i]
		cf = cf.addMul(u, fi).addMul(v, gi)
		cg = cg.addMul(q, fi).addMul(r, gi)
		if i > 0 {
			f[i-1], g[i-1] = cf.low(), cg.low()
		}
		cf, cg = cf.shift(), cg.shift()
	}
	fi, gi := f[n-1], g[n-1]
	cf = cf.add(mul(u, fi)).add(mul(v, gi))
	cg = cg.add(mul(q, fi)).add(mul(r, gi))
	if n > 1 {
		f[n-2], g[n-2] = cf.low(), cg.low()
	}
	cf, cg = cf.shift(), cg.shift()
	f[n-1], g[n-1] = int64(cf.lo), int64(cg.lo)
}

// clear62 is the multiple of m, in [-2^61, 2^61), that clears the low 62 bits of x.
func clear62(x uint64, m *Modulus) int64 {
	return int64(x*m.NegativeInverse<<2) >> 2
}

// updateDEGeneric sets (d, e) = t * (d, e) mod m: a multiple of m, at most m/2 after the division,
// is added to make each divisible. So |d| and |e| grow by at most m/2 in a call, from 2^62 at most,
// the words of a matrix (in variable time from 2^310). After n calls they are below 2^310 + n *
// m/2, and the top limb is below 2^63. time: constant.
func updateDEGeneric(d, e *num, t *matrix, m *Modulus) {
	u, v, q, r := t.u, t.v, t.q, t.r
	d0, e0 := d[0], e[0]
	cd := wide{}.addMul(u, d0).addMul(v, e0)
	ce := wide{}.addMul(q, d0).addMul(r, e0)
	kd, ke := clear62(cd.lo, m), clear62(ce.lo, m)
	cd = cd.add(mul(kd, m.Limbs[0])).shift()
	ce = ce.add(mul(ke, m.Limbs[0])).shift()
	for i := 1; i < 4; i++ {
		di, ei, mi := d[i], e[i], m.Limbs[i]
		cd = cd.addMul(u, di).addMul(v, ei).add(mul(kd, mi))
		ce = ce.addMul(q, di).addMul(r, ei).add(mul(ke, mi))
		d[i-1], e[i-1] = cd.low(), ce.low()
		cd, ce = cd.shift(), ce.shift()
	}
	di, ei, mi := d[4], e[4], m.Limbs[4]
	cd = cd.add(mul(u, di)).add(mul(v, ei)).add(mul(kd, mi))
	ce = ce.add(mul(q, di)).add(mul(r, ei)).add(mul(ke, mi))
	d[3], e[3] = cd.low(), ce.low()
	cd, ce = cd.shift(), ce.shift()
	d[4], e[4] = int64(cd.lo), int64(ce.lo)
}

// combine sets out = (u*d + v*e + k*m) / 2^62 with k in [64, 2^62 + 64).  time: constant.
func combine(out, d, e *num, u, v int64, m *Modulus) {
	c := wide{}.addMul(u, d[0]).addMul(v, e[0])
	k := int64((c.lo*m.NegativeInverse-64)&low62) + 64
	c = c.add(mul(k, m.Limbs[0])).shift()
	for i := 1; i < 4; i++ {
		c = c.addMul(u, d[i]).addMul(v, e[i]).add(mul(k, m.Limbs[i]))
		out[i-1] = c.low()
		c = c.shift()
	}
	c = c.add(mul(u, d[4])).add(mul(v, e[4])).add(mul(k, m.Limbs[4]))
	out[3] = c.low()
	c = c.shift()
	out[4] = int64(c.lo)
}

// finish sets r = sign * d / 2^62 mod m, below m.  in: |d| < 2^62 + 60*m; sign is 1 or -1. sign*d +
// k*m is above -2^62 because k >= 64, and below 2^62 * (m + 1) + 124*m, so that its 2^62-th part,
// an integer, is in [0, 2*m): one subtraction finishes. time: constant.
func finish(r *[4]uint64, d *num, sign int64, m *Modulus) {
	var a, b num
	combine(&a, d, d, sign, 0, m)
	borrow := int64(0)
	for i := 0; i < 4; i++ {
		t := a[i] - m.Limbs[i] + borrow
		borrow = t >> 62
		b[i] = t & low62
	}
	b[4] = a[4] - m.Limbs[4] + borrow
	keep := b[4] >> 63
	var x [5]uint64
	for i := range x {
		x[i] = uint64(b[i] ^ keep&(a[i]^b[i]))
	}
	r[0] = x[0] | x[1]<<62
	r[1] = x[1]>>2 | x[2]<<60
	r[2] = x[2]>>4 | x[3]<<58
	r[3] = x[3]>>6 | x[4]<<56
}

// stepsPacked does 10*n steps on packed rows. A row holds three numbers, low - 2^21*a - 2^42*b,
// where low is the low part of f or g as a signed number below 2^20 and a, b are its matrix row
// times 2^20, in (-2^20, 2^20]: a row operation is then ONE addition, and the halving of g's row is
// exact for all three as long as n <= 2. z = -(delta + 1/2) + 1: negative after its decrement if
// delta > 0.
// time: depends on n only.
func stepsPacked(f, g, z int64, n int) (int64, int64, int64) {
	for i := 0; i < 10*n; i++ {
		z--
		swapIfOdd := z >> 63
		odd := -(g & 1)
		swap := swapIfOdd & odd
		next := g + (f^swapIfOdd-swapIfOdd)&odd
		f += next & swap // f + (g - f)
		z ^= swap
		g = next >> 1
	}
	return f, g, z
}

// chunk returns the matrix, times 2^20, of 10*n steps from the low words f, g, and the next z; n is
// 1 or 2.  time: depends on n only.
func chunk(f, g uint64, z int64, n int) (matrix, int64) {
	const low20, low21, one = 1<<20 - 1, 1<<21 - 1, 1 << 20
	rf, rg, z := stepsPacked(int64(f&low20)-1<<41, int64(g&low20)-1<<62, z, n)
	hf, hg := (rf+one)>>21+one, (rg+one)>>21+one
	return matrix{one - hf&low21, -(hf >> 21), one - hg&low21, -(hg >> 21)}, z
}

// times is the matrix product a*b.
func (a *matrix) times(b *matrix) matrix {
	return matrix{a.u*b.u + a.v*b.q, a.u*b.v + a.v*b.r, a.q*b.u + a.r*b.q, a.q*b.v + a.r*b.r}
}

// apply is the low words of t * (f, g) / 2^20.
func (t *matrix) apply(f, g uint64) (uint64, uint64) {
	return uint64(int64(uint64(t.u)*f+uint64(t.v)*g) >> 20),
		uint64(int64(uint64(t.q)*f+uint64(t.r)*g) >> 20)
}

// stepsGeneric sets t to the matrix, times 2^62, of 40 + 10*n steps, and returns the next z.
// time: depends on n only.
func stepsGeneric(t *matrix, f, g uint64, z int64, n int) int64 {
	a, z := chunk(f, g, z, 2)
	f, g = a.apply(f, g)
	b, z := chunk(f, g, z, 2)
	f, g = b.apply(f, g)
	c, z := chunk(f, g, z, n)
	b = b.times(&a)
	c = c.times(&b)
	*t = matrix{c.u * 4, c.v * 4, c.q * 4, c.r * 4}
	return z
}

// Inv sets r = 1/a mod m; 0 gives 0.  in: a < m.  out: below m.  time: constant.  alias: any.
// 590 steps: nine batches of 60 and one of 50. The division by 2^62 of the first batch is left to
// the end.
func Inv(r, a *[4]uint64, m *Modulus) {
	var t matrix
	var g num
	g.setWords(a)
	f := num(m.Limbs)
	f.carry()
	z := steps(&t, uint64(f[0]), uint64(g[0]), 0, 2)
	d, e := num{t.v}, num{t.r}
	d.carry()
	e.carry()
	updateFG(&f, &g, 5, &t)
	for i := 1; i < 9; i++ {
		z = steps(&t, uint64(f[0]), uint64(g[0]), z, 2)
		updateFG(&f, &g, 5, &t)
		updateDE(&d, &e, &t, m)
	}
	steps(&t, uint64(f[0]), uint64(g[0]), z, 1)
	// The last f is 1 or -1 (m, if a is 0: then d is 0), so two bits of it tell which.
	c := wide{}.addMul(t.u, f[0]).addMul(t.v, g[0]).shift()
	f0 := c.lo + uint64(t.u*f[1]+t.v*g[1])
	combine(&d, &d, &e, t.u, t.v, m)
	finish(r, &d, 1-int64(f0&2), m)
}

// carry brings the limbs below the top one into [0, 2^62), the value unchanged.
func (r *num) carry() {
	for i := 0; i < 4; i++ {
		r[i+1] += r[i] >> 62
		r[i] &= low62
	}
}
