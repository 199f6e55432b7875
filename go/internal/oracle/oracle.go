// Package oracle is the group in big integers and textbook formulas, for tests to compare with.
package oracle

import "math/big"

// Curve is y^2 = x^3 + B modulo P with a generator of prime order N.
type Curve struct{ P, N, B *big.Int }

// Point is an affine point; nil is infinity.
type Point struct{ X, Y *big.Int }

// Hex returns the number of these hexadecimal digits.
func Hex(digits string) *big.Int {
	v, ok := new(big.Int).SetString(digits, 16)
	if !ok {
		panic("oracle: not hexadecimal: " + digits)
	}
	return v
}

// Secp256k1 is the curve of SEC 2, section 2.4.1, and G its generator.
var (
	Secp256k1 = Curve{
		P: Hex("FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEFFFFFC2F"),
		N: Hex("FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141"),
		B: big.NewInt(7),
	}
	G = Point{
		Hex("79BE667EF9DCBBAC55A06295CE870B07029BFCDB2DCE28D959F2815B16F81798"),
		Hex("483ADA7726A3C4655DA4FBFC0E1108A8FD17B448A68554199C47D08FFB10D4B8"),
	}
)

// Add returns a + b.
func (c *Curve) Add(a, b *Point) *Point {
	if a == nil {
		return b
	}
	if b == nil {
		return a
	}
	slope, denominator := new(big.Int), new(big.Int)
	if a.X.Cmp(b.X) == 0 {
		if denominator.Add(a.Y, b.Y).Mod(denominator, c.P).Sign() == 0 {
			return nil
		}
		slope.Mul(a.X, a.X).Mul(slope, big.NewInt(3))
	} else {
		slope.Sub(b.Y, a.Y)
		denominator.Sub(b.X, a.X).Mod(denominator, c.P)
	}
	slope.Mul(slope, denominator.ModInverse(denominator, c.P)).Mod(slope, c.P)
	x := new(big.Int).Mul(slope, slope)
	x.Sub(x, a.X).Sub(x, b.X).Mod(x, c.P)
	y := new(big.Int).Sub(a.X, x)
	y.Mul(y, slope).Sub(y, a.Y).Mod(y, c.P)
	return &Point{x, y}
}

// Neg returns -a.
func (c *Curve) Neg(a *Point) *Point {
	if a == nil {
		return nil
	}
	y := new(big.Int).Neg(a.Y)
	return &Point{a.X, y.Mod(y, c.P)}
}

// Mul returns k a for k of any sign, modulo N.
func (c *Curve) Mul(k *big.Int, a *Point) *Point {
	var r *Point
	k = new(big.Int).Mod(k, c.N)
	for i := k.BitLen() - 1; i >= 0; i-- {
		r = c.Add(r, r)
		if k.Bit(i) == 1 {
			r = c.Add(r, a)
		}
	}
	return r
}

// Equal reports whether a and b are the same point.
func Equal(a, b *Point) bool {
	if a == nil || b == nil {
		return a == b
	}
	return a.X.Cmp(b.X) == 0 && a.Y.Cmp(b.Y) == 0
}
