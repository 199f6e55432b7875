// The curve: y^2 = x^3 + 7 and its generator (SEC 2, section 2.4.1).

//go:build !exhaustive

package group

import "github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/field"

// curveB is the constant of the curve's equation.
const curveB = 7

// smallGroup tells that the group is one of those of the exhaustive tests, in which sums may be
// exceptional that cannot be in the true one.
const smallGroup = false

// Generator is the generator G.  Never written.
var Generator = Affine{
	X: field.FromLimbs(0x59F2815B16F81798, 0x029BFCDB2DCE28D9, 0x55A06295CE870B07,
		0x79BE667EF9DCBBAC),
	Y: field.FromLimbs(0x9C47D08FFB10D4B8, 0xFD17B448A6855419, 0x5DA4FBFC0E1108A8,
		0x483ADA7726A3C465),
}
