// The twin curve y^2 = x^3 + 4 over the same field, with a group of order 199, for exhaustive
// tests.

//go:build exhaustive && order199

package group

import "github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/field"

const curveB, smallGroup = 4, true

// Generator generates the group of order 199.
var Generator = Affine{
	X: field.FromLimbs(0xFB12940C9EA66C18, 0x3B017A7DA808C2F1, 0xA749DD392B4FB069,
		0xFA7CC9A70737F2DB),
	Y: field.FromLimbs(0xCFE525727F0501ED, 0x48DF246C808DAE72, 0x8732BC911F3A2868,
		0x78AC123A5ED8AEF3),
}
