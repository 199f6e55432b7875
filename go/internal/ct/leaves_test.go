// Every function of the layers below the API that must be constant time, with secrets in all of its
// arguments but lengths.

package ct_test

import (
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/field"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/group"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/modinv"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/mult"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/scalar"
)

// values are what leaves take and what they give.
type values struct {
	e     [4]field.Element
	s     [2]scalar.Scalar
	a     [2]group.Affine
	j     [2]group.Jacobian
	words [4]uint64
	bytes [32]byte
	bit   uint64
	half  [2][3]uint64
	digit scalar.OddDigit
}

// fill sets v to arguments of which no formula's proof is broken.
func (v *values) fill() { v.fillWith(0) }

// fillWith does that, with others for each number.
func (v *values) fillWith(number int) {
	for i := range v.bytes {
		v.bytes[i] = byte(7*i+1) ^ byte(number*(29*i+5))
	}
	v.s[0].SetBytes(&v.bytes)
	v.s[1].Mul(&v.s[0], &v.s[0])
	for i := range v.e {
		v.e[i].SetBytes(&v.bytes)
		v.bytes[i] ^= 0x55
	}
	for i := range v.a {
		mult.Gen(&v.j[i], &v.s[i])
		v.a[i].SetJacobian(&v.j[i])
	}
	v.j[1].Dbl(&v.j[1])
	v.words = v.s[1].Limbs()
	v.bit = uint64(number&1) ^ 1
}

// A leaf is a function and a call of it.
type leaf struct {
	name string // as go doc names it, with its package
	call func(in, out *values)
}

// leaves has each function of constant time that the packages below export.
var leaves = []leaf{
	{"modinv.Inv", func(in, out *values) {
		m := modinv.NewModulus(&[4]uint64{0xFFFFFFFEFFFFFC2F, 1<<64 - 1, 1<<64 - 1, 1<<64 - 1})
		modinv.Inv(&out.words, &in.words, &m)
	}},
	{"field.Element.SetLimbs", func(in, out *values) { out.e[0].SetLimbs(&in.words) }},
	{"field.Element.Limbs", func(in, out *values) { out.words = in.e[0].Limbs() }},
	{"field.Element.SetInt", func(in, out *values) { out.e[0].SetInt(uint32(in.bit)) }},
	{"field.Element.SetBytes", func(in, out *values) { out.bit = out.e[0].SetBytes(&in.bytes) }},
	{"field.Element.PutBytes", func(in, out *values) { in.e[0].PutBytes(&out.bytes) }},
	{"field.Element.Normalize", func(in, out *values) { in.e[0].Normalize(); out.e[0] = in.e[0] }},
	{"field.Element.IsZero", func(in, out *values) { out.bit = in.e[0].IsZero() }},
	{"field.Element.IsOdd", func(in, out *values) { out.bit = in.e[0].IsOdd() }},
	{"field.Element.Equal", func(in, out *values) { out.bit = in.e[0].Equal(&in.e[1]) }},
	{"field.Element.CMov", func(in, out *values) { out.e[0].CMov(&in.e[0], in.bit) }},
	{"field.Element.CondNeg", func(in, out *values) {
		in.e[0].CondNeg(in.bit)
		out.e[0] = in.e[0]
	}},
	{"field.Element.Add", func(in, out *values) { out.e[0].Add(&in.e[0], &in.e[1]) }},
	{"field.Element.Sub", func(in, out *values) { out.e[0].Sub(&in.e[0], &in.e[1]) }},
	{"field.Element.Neg", func(in, out *values) { out.e[0].Neg(&in.e[0]) }},
	{"field.Element.MulInt", func(in, out *values) { out.e[0].MulInt(&in.e[0], uint32(in.bit)) }},
	{"field.Element.Half", func(in, out *values) { out.e[0].Half(&in.e[0]) }},
	{"field.Element.Mul", func(in, out *values) { out.e[0].Mul(&in.e[0], &in.e[1]) }},
	{"field.Element.Mul2", func(in, out *values) {
		out.e[0].Mul2(&in.e[0], &in.e[1], &in.e[2], &in.e[3])
	}},
	{"field.Element.MulSqr", func(in, out *values) {
		out.e[0].MulSqr(&in.e[0], &in.e[1], &in.e[2])
	}},
	{"field.Element.Sqr", func(in, out *values) { out.e[0].Sqr(&in.e[0]) }},
	{"field.Element.SqrAdd", func(in, out *values) { out.e[0].SqrAdd(&in.e[0], &in.e[1]) }},
	{"field.Element.SqrN", func(in, out *values) { out.e[0].SqrN(&in.e[0], 7) }},
	{"field.Element.Inv", func(in, out *values) { out.e[0].Inv(&in.e[0]) }},
	{"field.Element.Sqrt", func(in, out *values) { out.bit = out.e[0].Sqrt(&in.e[0]) }},

	{"scalar.Scalar.SetLimbs", func(in, out *values) { out.s[0].SetLimbs(&in.words) }},
	{"scalar.Scalar.Limbs", func(in, out *values) { out.words = in.s[0].Limbs() }},
	{"scalar.Scalar.SetInt", func(in, out *values) { out.s[0].SetInt(uint32(in.bit)) }},
	{"scalar.Scalar.SetBytes", func(in, out *values) { out.bit = out.s[0].SetBytes(&in.bytes) }},
	{"scalar.Scalar.SetBytesSeckey", func(in, out *values) {
		out.bit = out.s[0].SetBytesSeckey(&in.bytes)
	}},
	{"scalar.Scalar.PutBytes", func(in, out *values) { in.s[0].PutBytes(&out.bytes) }},
	{"scalar.Scalar.IsZero", func(in, out *values) { out.bit = in.s[0].IsZero() }},
	{"scalar.Scalar.IsHigh", func(in, out *values) { out.bit = in.s[0].IsHigh() }},
	{"scalar.Scalar.Equal", func(in, out *values) { out.bit = in.s[0].Equal(&in.s[1]) }},
	{"scalar.Scalar.CMov", func(in, out *values) { out.s[0].CMov(&in.s[0], in.bit) }},
	{"scalar.Scalar.CondNeg", func(in, out *values) {
		in.s[0].CondNeg(in.bit)
		out.s[0] = in.s[0]
	}},
	{"scalar.Scalar.Add", func(in, out *values) { out.s[0].Add(&in.s[0], &in.s[1]) }},
	{"scalar.Scalar.Sub", func(in, out *values) { out.s[0].Sub(&in.s[0], &in.s[1]) }},
	{"scalar.Scalar.Neg", func(in, out *values) { out.s[0].Neg(&in.s[0]) }},
	{"scalar.Scalar.Half", func(in, out *values) { out.s[0].Half(&in.s[0]) }},
	{"scalar.Scalar.Mul", func(in, out *values) { out.s[0].Mul(&in.s[0], &in.s[1]) }},
	{"scalar.Scalar.Inv", func(in, out *values) { out.s[0].Inv(&in.s[0]) }},
	{"scalar.Scalar.SplitLambda", func(in, out *values) {
		in.s[0].SplitLambda(&out.s[0], &out.s[1])
	}},
	{"scalar.RecodeOdd", func(in, out *values) {
		offset := scalar.OddOffset(260)
		scalar.RecodeOdd(&out.words, &in.s[0], &offset)
	}},
	{"scalar.RecodeOddGLV", func(in, out *values) {
		offset := scalar.OddOffsetGLV()
		scalar.RecodeOddGLV(&out.half[0], &out.half[1], &in.s[0], &offset)
	}},
	{"scalar.OddDigitAt", func(in, out *values) {
		out.digit = scalar.OddDigitAt(in.words[:], 62, 5)
	}},

	{"group.Affine.IsOnCurve", func(in, out *values) { out.bit = in.a[0].IsOnCurve() }},
	{"group.Affine.Neg", func(in, out *values) { out.a[0].Neg(&in.a[0]) }},
	{"group.Affine.CondNeg", func(in, out *values) { in.a[0].CondNeg(in.bit); out.a[0] = in.a[0] }},
	{"group.Affine.CMov", func(in, out *values) { out.a[0].CMov(&in.a[0], in.bit) }},
	{"group.Affine.Normalize", func(in, out *values) { in.a[0].Normalize(); out.a[0] = in.a[0] }},
	{"group.Affine.MulLambda", func(in, out *values) { out.a[0].MulLambda(&in.a[0]) }},
	{"group.Affine.SetX", func(in, out *values) { out.bit = out.a[0].SetX(&in.e[0], in.bit) }},
	{"group.Affine.SetJacobian", func(in, out *values) { out.a[0].SetJacobian(&in.j[0]) }},
	{"group.Jacobian.SetAffine", func(in, out *values) { out.j[0].SetAffine(&in.a[0]) }},
	{"group.Jacobian.IsInfinity", func(in, out *values) { out.bit = in.j[0].IsInfinity() }},
	{"group.Jacobian.Neg", func(in, out *values) { out.j[0].Neg(&in.j[0]) }},
	{"group.Jacobian.CMov", func(in, out *values) { out.j[0].CMov(&in.j[0], in.bit) }},
	{"group.Jacobian.Dbl", func(in, out *values) { out.j[0].Dbl(&in.j[0]) }},
	{"group.Jacobian.DblN", func(in, out *values) { out.j[0].DblN(&in.j[0], 5) }},
	{"group.Jacobian.AddAffine", func(in, out *values) { out.j[0].AddAffine(&in.j[0], &in.a[1]) }},
	{"group.Jacobian.AddAffineDistinct", func(in, out *values) {
		out.j[0].AddAffineDistinct(&in.j[0], &in.a[1])
	}},
	{"group.DblCoz", func(in, out *values) {
		group.DblCoz(&out.a[0], &out.a[1], &out.e[0], &in.a[0])
	}},
	{"group.AddCoz", func(in, out *values) {
		group.AddCoz(&out.a[0], &out.e[0], &in.a[0], &in.a[1])
	}},

	{"mult.Gen", func(in, out *values) { mult.Gen(&out.j[0], &in.s[0]) }},
	{"mult.Point", func(in, out *values) { mult.Point(&out.j[0], &in.a[0], &in.s[0]) }},
}

// withoutSecrets are the exported functions of those packages that no secret is given to, though
// their names do not end in Var.
var withoutSecrets = map[string]string{
	"modinv.NewModulus":          "a modulus is public",
	"field.Element.SetZero":      "takes nothing",
	"field.Element.SetOne":       "takes nothing",
	"field.FromLimbs":            "for constants",
	"scalar.Scalar.SetZero":      "takes nothing",
	"scalar.Scalar.SetOne":       "takes nothing",
	"scalar.Order":               "takes nothing",
	"scalar.OddOffset":           "a constant of recoding",
	"scalar.OddOffsetGLV":        "a constant of recoding",
	"group.Jacobian.SetInfinity": "takes nothing",
}
