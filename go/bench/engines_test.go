// The same operations with what a processor may lack switched off: Go alone (PureGo), assembly for
// any amd64 (ASM), and that with MULX, ADCX and ADOX (BMI2). Lanes (FMA, AVX512, IFMA) are for
// batches: batch_test.go.

package bench

import (
	"testing"

	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/cpu"
)

// with lowers what may be used for one benchmark, and skips it where the processor lacks that.
func with(b *testing.B, want cpu.Features) {
	have := cpu.This
	if want.HasASM && !have.HasASM || want.HasADX && !have.HasADX || want.HasFMA && !have.HasFMA ||
		want.HasAVX512 && !have.HasAVX512 || want.HasIFMA && !have.HasIFMA {
		b.Skip("the processor, the build tag purego or P256K1_CPU does not allow it")
	}
	want.HasAVX2 = want.HasADX && have.HasAVX2
	b.Cleanup(func() { cpu.This = have })
	cpu.This = want
}

var (
	pureGo = cpu.Features{}
	x86    = cpu.Features{HasASM: true}
	bmi2   = cpu.Features{HasASM: true, HasADX: true}
	fma    = cpu.Features{HasASM: true, HasADX: true, HasFMA: true}
	avx512 = cpu.Features{HasASM: true, HasADX: true, HasAVX512: true}
	ifma   = cpu.Features{HasASM: true, HasADX: true, HasAVX512: true, HasIFMA: true}
)

func measureWith(b *testing.B, features cpu.Features, choose operation) {
	with(b, features)
	measure(b, ours, choose)
}

func BenchmarkPureGo_PubkeyDerivation(b *testing.B) { measureWith(b, pureGo, pubkeyDerivation) }
func BenchmarkPureGo_Sign(b *testing.B)             { measureWith(b, pureGo, sign) }
func BenchmarkPureGo_Verify(b *testing.B)           { measureWith(b, pureGo, verify) }
func BenchmarkPureGo_ECDSASign(b *testing.B)        { measureWith(b, pureGo, ecdsaSign) }
func BenchmarkPureGo_ECDSAVerify(b *testing.B)      { measureWith(b, pureGo, ecdsaVerify) }
func BenchmarkPureGo_Recover(b *testing.B)          { measureWith(b, pureGo, recoverKey) }
func BenchmarkPureGo_ECDH(b *testing.B)             { measureWith(b, pureGo, ecdh) }

func BenchmarkASM_PubkeyDerivation(b *testing.B) { measureWith(b, x86, pubkeyDerivation) }
func BenchmarkASM_Sign(b *testing.B)             { measureWith(b, x86, sign) }
func BenchmarkASM_Verify(b *testing.B)           { measureWith(b, x86, verify) }
func BenchmarkASM_ECDSASign(b *testing.B)        { measureWith(b, x86, ecdsaSign) }
func BenchmarkASM_ECDSAVerify(b *testing.B)      { measureWith(b, x86, ecdsaVerify) }
func BenchmarkASM_Recover(b *testing.B)          { measureWith(b, x86, recoverKey) }
func BenchmarkASM_ECDH(b *testing.B)             { measureWith(b, x86, ecdh) }

func BenchmarkBMI2_PubkeyDerivation(b *testing.B) { measureWith(b, bmi2, pubkeyDerivation) }
func BenchmarkBMI2_Sign(b *testing.B)             { measureWith(b, bmi2, sign) }
func BenchmarkBMI2_Verify(b *testing.B)           { measureWith(b, bmi2, verify) }
func BenchmarkBMI2_ECDSASign(b *testing.B)        { measureWith(b, bmi2, ecdsaSign) }
func BenchmarkBMI2_ECDSAVerify(b *testing.B)      { measureWith(b, bmi2, ecdsaVerify) }
func BenchmarkBMI2_Recover(b *testing.B)          { measureWith(b, bmi2, recoverKey) }
func BenchmarkBMI2_ECDH(b *testing.B)             { measureWith(b, bmi2, ecdh) }

// libsecp256k1 without cgo, by the name that this row of the matrix has elsewhere.
func BenchmarkLibSecp_PubkeyDerivation(b *testing.B) { measure(b, libSecpPureGo, pubkeyDerivation) }
func BenchmarkLibSecp_Sign(b *testing.B)             { measure(b, libSecpPureGo, sign) }
func BenchmarkLibSecp_Verify(b *testing.B)           { measure(b, libSecpPureGo, verify) }
func BenchmarkLibSecp_ECDSASign(b *testing.B)        { measure(b, libSecpPureGo, ecdsaSign) }
func BenchmarkLibSecp_ECDSAVerify(b *testing.B)      { measure(b, libSecpPureGo, ecdsaVerify) }
func BenchmarkLibSecp_Recover(b *testing.B)          { measure(b, libSecpPureGo, recoverKey) }
func BenchmarkLibSecp_ECDH(b *testing.B)             { measure(b, libSecpPureGo, ecdh) }
