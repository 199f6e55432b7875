// The group of order 13: the curve y^2 = x^3 + 2.

//go:build exhaustive && !order199

package scalar

const smallOrder, smallLambda = 13, 9
