// The twin curve y^2 = x^3 + 2 over the same field, with a group of order 13, for exhaustive
// tests.

//go:build exhaustive && !order199

package group

import "github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/field"

const curveB, smallGroup = 2, true

// Generator generates the group of order 13.
var Generator = Affine{
	X: field.FromLimbs(0x88E489AA3D68746B, 0x929C645BE56584AA, 0x346A975330B12E1D,
		0x3AD3E1EC92DC070A),
	Y: field.FromLimbs(0x6C607F91C8520383, 0xF15065BC091001AA, 0xF787BB15BC0B9FC1,
		0xAB34E4942373ED8C),
}
