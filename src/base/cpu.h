// What the processor offers, as clusters that the code really uses; can be lowered for tests.
#pragma once

namespace ufsecp {

/* Each cluster is true only if the CPU has all of it and the operating system saves its registers. */
struct cpu_features {
    bool adx;    /* BMI2 + ADX + AVX2: the 4x64 field of the x64_adx engine */
    bool sha;    /* SHA-NI + SSE4.1 */
    bool ifma;   /* AVX-512 F + IFMA + VL + DQ + BW + VBMI2 */
};

/* Detected once, at the first call; thread-safe.  The environment variable UFSECP_CPU, a
 * comma-separated list of "-adx", "-sha", "-ifma" or "none", switches clusters off (never on), so
 * that one machine tests every path. */
const cpu_features &cpu();

}  // namespace ufsecp
