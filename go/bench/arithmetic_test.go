// Field elements and scalars, each operation on the result of the one before; dcrd's beside them.

package bench

import (
	"testing"

	"github.com/decred/dcrd/dcrec/secp256k1/v4"

	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/cpu"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/field"
	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/scalar"
)

// elements are two field elements of ours and the same two of dcrd's.
func elements() (a, b field.Element, c, d secp256k1.FieldVal) {
	a.SetBytes(&rows()[0].xonly)
	b.SetBytes(&rows()[1].xonly)
	c.SetBytes(&rows()[0].xonly)
	d.SetBytes(&rows()[1].xonly)
	return a, b, c, d
}

func scalars() (a, b scalar.Scalar, c, d secp256k1.ModNScalar) {
	a.SetBytes(&rows()[0].secret)
	b.SetBytes(&rows()[1].secret)
	c.SetBytes(&rows()[0].secret)
	d.SetBytes(&rows()[1].secret)
	return a, b, c, d
}

func fieldBench(b *testing.B, features cpu.Features, step func(r, a *field.Element)) {
	with(b, features)
	r, a, _, _ := elements()
	b.ReportAllocs()
	for b.Loop() {
		step(&r, &a)
	}
}

func scalarBench(b *testing.B, features cpu.Features, step func(r, a *scalar.Scalar)) {
	with(b, features)
	r, a, _, _ := scalars()
	b.ReportAllocs()
	for b.Loop() {
		step(&r, &a)
	}
}

func dcrdFieldBench(b *testing.B, step func(r, a *secp256k1.FieldVal)) {
	_, _, r, a := elements()
	for b.Loop() {
		step(&r, &a)
	}
}

func dcrdScalarBench(b *testing.B, step func(r, a *secp256k1.ModNScalar)) {
	_, _, r, a := scalars()
	for b.Loop() {
		step(&r, &a)
	}
}

func fieldMul(r, a *field.Element)    { r.Mul(r, a) }
func fieldSqr(r, _ *field.Element)    { r.Sqr(r) }
func scalarMul(r, a *scalar.Scalar)   { r.Mul(r, a) }
func scalarAdd(r, a *scalar.Scalar)   { r.Add(r, a) }
func fieldInv(r, a *field.Element)    { r.Inv(r); r.Add(r, a) }
func fieldInvVar(r, a *field.Element) { r.InvVar(r); r.Add(r, a) }
func scalarInv(r, a *scalar.Scalar)   { r.Inv(r); r.Add(r, a) }

func BenchmarkFieldMulPureGo(b *testing.B) { fieldBench(b, pureGo, fieldMul) }
func BenchmarkFieldMulASM(b *testing.B)    { fieldBench(b, x86, fieldMul) }
func BenchmarkFieldMulBMI2(b *testing.B)   { fieldBench(b, bmi2, fieldMul) }
func BenchmarkFieldMulDcrd(b *testing.B) {
	dcrdFieldBench(b, func(r, a *secp256k1.FieldVal) { r.Mul(a) })
}
func BenchmarkFieldSqrPureGo(b *testing.B) { fieldBench(b, pureGo, fieldSqr) }
func BenchmarkFieldSqrASM(b *testing.B)    { fieldBench(b, x86, fieldSqr) }
func BenchmarkFieldSqrBMI2(b *testing.B)   { fieldBench(b, bmi2, fieldSqr) }
func BenchmarkFieldSqrDcrd(b *testing.B) {
	dcrdFieldBench(b, func(r, _ *secp256k1.FieldVal) { r.Square() })
}
func BenchmarkScalarMulPureGo(b *testing.B) { scalarBench(b, pureGo, scalarMul) }
func BenchmarkScalarMulASM(b *testing.B) {
	b.Skip("without BMI2 and ADX scalars are multiplied in Go: BenchmarkScalarMulPureGo")
}
func BenchmarkScalarMulBMI2(b *testing.B) { scalarBench(b, bmi2, scalarMul) }
func BenchmarkScalarMulDcrd(b *testing.B) {
	dcrdScalarBench(b, func(r, a *secp256k1.ModNScalar) { r.Mul(a) })
}
func BenchmarkScalarAdd(b *testing.B) { scalarBench(b, pureGo, scalarAdd) }
func BenchmarkScalarAddDcrd(b *testing.B) {
	dcrdScalarBench(b, func(r, a *secp256k1.ModNScalar) { r.Add(a) })
}

// BenchmarkField4x64Inv is in constant time; BenchmarkField4x64InvVar, and dcrd's of scalars, are not.
func BenchmarkField4x64Inv(b *testing.B)    { fieldBench(b, cpu.X86, fieldInv) }
func BenchmarkField4x64InvVar(b *testing.B) { fieldBench(b, cpu.X86, fieldInvVar) }
func BenchmarkField5x52Inv(b *testing.B) {
	b.Skip("field elements are four words of 64 bits, and nothing else: BenchmarkField4x64Inv")
}
func BenchmarkFieldInvDcrd(b *testing.B) {
	dcrdFieldBench(b, func(r, a *secp256k1.FieldVal) { r.Inverse(); r.Add(a).Normalize() })
}
func BenchmarkScalarInv(b *testing.B) { scalarBench(b, cpu.X86, scalarInv) }
func BenchmarkScalarInvDcrd(b *testing.B) {
	dcrdScalarBench(b, func(r, a *secp256k1.ModNScalar) { r.InverseNonConst(); r.Add(a) })
}

// TestArithmeticAgrees keeps the benchmarks honest: both do the same.
func TestArithmeticAgrees(t *testing.T) {
	r, a, s, b := elements()
	x, y, u, v := scalars()
	for range 100 {
		fieldMul(&r, &a)
		fieldSqr(&r, &a)
		fieldInv(&r, &a)
		s.Mul(&b).Square().Inverse().Add(&b).Normalize()
		var own [32]byte
		if r.PutBytes(&own); own != *s.Bytes() {
			t.Fatalf("field: %x, dcrd %x", own, *s.Bytes())
		}
		scalarMul(&x, &y)
		scalarAdd(&x, &y)
		scalarInv(&x, &y)
		u.Mul(&v).Add(&v).InverseNonConst().Add(&v)
		if x.PutBytes(&own); own != u.Bytes() {
			t.Fatalf("scalars: %x, dcrd %x", own, u.Bytes())
		}
	}
}
