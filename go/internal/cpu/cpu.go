// Package cpu says what the processor offers, as clusters that the code really uses; it can be
// lowered for tests.
package cpu

// Features holds one flag for each cluster. A flag is set only if the processor has all of it and
// the operating system saves its registers.
type Features struct {
	HasASM    bool // amd64 or arm64 itself: assembly with nothing beyond it
	HasADX    bool // ADX, BMI2, and BMI1 and LZCNT, which come with them
	HasAVX2   bool // AVX2
	HasFMA    bool // FMA, ADX and AVX2, and multiply-adds round as the mode says
	HasAVX512 bool // AVX-512 F, VL, DQ, BW and CD, and all above
	HasIFMA   bool // AVX-512 IFMA and VBMI2, and all above
}

// This is what may be used of this processor. It is detected when the program starts, and is all
// false on processors other than amd64 and arm64 and with the build tag purego. The environment
// variable P256K1_CPU hides what is above it: "generic" everything, "asm" all but HasASM, "adx"
// HasFMA, HasAVX512 and HasIFMA, "fma" the last two, "avx512" the last; unknown words do nothing.
// Tests and benchmarks may clear flags of it while nothing else runs.
var This = lower(detect(), environment())

func lower(f Features, level string) Features {
	switch level {
	case "generic":
		return Features{}
	case "asm":
		return Features{HasASM: f.HasASM}
	case "adx":
		f.HasFMA, f.HasAVX512, f.HasIFMA = false, false, false
	case "fma":
		f.HasAVX512, f.HasIFMA = false, false
	case "avx512":
		f.HasIFMA = false
	}
	return f
}
