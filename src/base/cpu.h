// What the processor offers, as clusters that the code really uses; can be lowered for tests.
#pragma once

namespace ufsecp {

/* Each cluster is true only if the CPU has all of it and the system saves its registers. */
struct cpu_features {
    bool avx2; /* AVX2 + BMI2: SHA-256 with a vector schedule */
    bool adx;  /* the same + ADX: the x64_adx engine */
    bool sha;  /* SHA-NI + SSE4.1: SHA-256 in hardware */
    bool ifma; /* AVX-512 F + IFMA + VL + DQ + BW + VBMI2: reported only, no engine uses it yet */
};

/* Detected once, at the first call; thread-safe.  The environment variable UFSECP_CPU, a
 * comma-separated list of "-avx2" (which includes -adx), "-adx", "-sha", "-ifma" or "none", switches
 * clusters off (never on), so that one machine tests every path. */
const cpu_features &cpu();

}  // namespace ufsecp
