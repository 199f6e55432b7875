// The group of order 199: the curve y^2 = x^3 + 4.

//go:build exhaustive && order199

package scalar

const smallOrder, smallLambda = 199, 92
