// Detection on amd64, by CPUID and XGETBV.

//go:build amd64 && !purego

package cpu

import (
	"os"

	"github.com/UltrafastSecp256k1/UltrafastSecp256k1/go/internal/ct"
)

// cpuid executes CPUID with EAX = leaf, ECX = sub.
//
//go:noescape
func cpuid(leaf, sub uint32) (a, b, c, d uint32)

// xgetbv reads XCR0, which tells the registers that the system saves; only where OSXSAVE is set.
//
//go:noescape
func xgetbv() (low, high uint32)

// roundsFMA tells whether multiply-adds of doubles round as the mode says: a processor's do,
// valgrind's do not. Only where there are AVX2 and FMA.
//
//go:noescape
func roundsFMA() bool

func environment() string { return os.Getenv("P256K1_CPU") }

func detect() Features {
	f := Features{HasASM: true}
	if highest, _, _, _ := cpuid(0, 0); highest < 7 {
		return f
	}
	has := func(word uint32, bits ...uint) bool {
		for _, bit := range bits {
			if word>>bit&1 == 0 {
				return false
			}
		}
		return true
	}
	const fma, osxsave, avx = 12, 27, 28
	_, _, c1, _ := cpuid(1, 0)
	_, b7, c7, _ := cpuid(7, 0)
	var xcr0 uint32
	if has(c1, osxsave) {
		xcr0, _ = xgetbv()
	}
	ymm := has(c1, avx) && has(xcr0, 1, 2)
	zmm := ymm && has(xcr0, 5, 6, 7)

	var c81 uint32
	if highest, _, _, _ := cpuid(1<<31, 0); highest > 1<<31 {
		_, _, c81, _ = cpuid(1<<31+1, 0)
	}
	f.HasADX = has(b7, 3, 8) && has(c81, 5) && // BMI1, BMI2, LZCNT, and
		(has(b7, 19) || ct.Watched) // ADX; valgrind runs ADCX and ADOX without saying so
	f.HasAVX2 = ymm && has(b7, 5)                                   // AVX2
	f.HasFMA = f.HasADX && f.HasAVX2 && has(c1, fma) && roundsFMA() // FMA
	f.HasAVX512 = f.HasADX && f.HasAVX2 && zmm &&                   // and
		has(b7, 16, 17, 28, 30, 31) // F, DQ, CD, BW, VL
	f.HasIFMA = f.HasAVX512 && has(b7, 21) && has(c7, 6) // IFMA, VBMI2
	return f
}
