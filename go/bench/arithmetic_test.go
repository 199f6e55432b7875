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

// BenchmarkScalarMulASM is what the engine with assembly for any amd64 does: it multiplies scalars
// in Go, so that the row repeats BenchmarkScalarMulPureGo.
func BenchmarkScalarMulASM(b *testing.B)  { scalarBench(b, x86, scalarMul) }
func BenchmarkScalarMulBMI2(b *testing.B) { scalarBench(b, bmi2, scalarMul) }
func BenchmarkScalarMulDcrd(b *testing.B) {
	dcrdScalarBench(b, func(r, a *secp256k1.ModNScalar) { r.Mul(a) })
}
func BenchmarkScalarAdd(b *testing.B) { scalarBench(b, pureGo, scalarAdd) }
func BenchmarkScalarAddDcrd(b *testing.B) {
	dcrdScalarBench(b, func(r, a *secp256k1.ModNScalar) { r.Add(a) })
}

// BenchmarkField4x64Inv is in constant time; BenchmarkField4x64InvVar, and dcrd's of scalars, are
// not.
func BenchmarkField4x64Inv(b *testing.B)    { fieldBench(b, cpu.This, fieldInv) }
func BenchmarkField4x64InvVar(b *testing.B) { fieldBench(b, cpu.This, fieldInvVar) }

// BenchmarkField5x52Inv inverts an element given in five words of 52 bits: packed into the four
// words of 64 bits that elements of this module are, inverted in constant time, unpacked.
func BenchmarkField5x52Inv(b *testing.B) {
	with(b, cpu.This)
	e, a, _, _ := elements()
	r, s := unpack52(&e), unpack52(&a)
	b.ReportAllocs()
	for b.Loop() {
		inv52(&r, &s)
	}
}

const low52 = 1<<52 - 1

// unpack52 returns a in words of 52 bits.
func unpack52(a *field.Element) [5]uint64 {
	n := a.Limbs()
	return [5]uint64{
		n[0] & low52, (n[0]>>52 | n[1]<<12) & low52, (n[1]>>40 | n[2]<<24) & low52,
		(n[2]>>28 | n[3]<<36) & low52, n[3] >> 16,
	}
}

// pack52 sets r to the element of a's words, each below 2^52 but the last below 2^48.
func pack52(r *field.Element, a *[5]uint64) {
	r.SetLimbs(&[4]uint64{
		a[0] | a[1]<<52, a[1]>>12 | a[2]<<40, a[2]>>24 | a[3]<<28, a[3]>>36 | a[4]<<16,
	})
}

// inv52 sets r to 1/r + a.
func inv52(r, a *[5]uint64) {
	var x, y field.Element
	pack52(&x, r)
	pack52(&y, a)
	fieldInv(&x, &y)
	*r = unpack52(&x)
}

func BenchmarkFieldInvDcrd(b *testing.B) {
	dcrdFieldBench(b, func(r, a *secp256k1.FieldVal) { r.Inverse(); r.Add(a).Normalize() })
}
func BenchmarkScalarInv(b *testing.B) { scalarBench(b, cpu.This, scalarInv) }
func BenchmarkScalarInvDcrd(b *testing.B) {
	dcrdScalarBench(b, func(r, a *secp256k1.ModNScalar) { r.InverseNonConst(); r.Add(a) })
}

// TestArithmeticAgrees keeps the benchmarks honest: both do the same.
func TestArithmeticAgrees(t *testing.T) {
	r, a, s, b := elements()
	x, y, u, v := scalars()
	a52 := unpack52(&a)
	for range 100 {
		fieldMul(&r, &a)
		fieldSqr(&r, &a)
		fieldInv(&r, &a)
		s.Mul(&b).Square().Inverse().Add(&b).Normalize()
		var own [32]byte
		if r.PutBytes(&own); own != *s.Bytes() {
			t.Fatalf("field: %x, dcrd %x", own, *s.Bytes())
		}
		before := r
		fieldInv(&before, &a)
		w := unpack52(&r)
		if inv52(&w, &a52); w != unpack52(&before) {
			t.Fatalf("field, words of 52 bits: %x, not %x", w, unpack52(&before))
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
