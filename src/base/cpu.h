// What the processor offers, as clusters that the code really uses; can be lowered for tests.
#pragma once

namespace ufsecp {

/* Each cluster is true only if the CPU has all of it and the system saves its registers. */
struct cpu_features {
    bool avx2;    /* AVX2 + BMI2: SHA-256 with a vector schedule, 8 hashes side by side */
    bool adx;     /* the same + ADX: the x64_adx engine */
    bool sha;     /* SHA-NI + SSE4.1, or Arm's SHA2: SHA-256 in hardware */
    bool fma;     /* avx2 + FMA that rounds as told: the x64_fma engine */
    bool avx512;  /* avx2 + AVX-512 F, CD, BW, DQ, VL: the x64_avx512 engine, 16 hashes */
    bool avxifma; /* avx2 + AVX-IFMA: the x64_avxifma engine */
    bool ifma;    /* avx512 + IFMA + VBMI2: the x64_ifma engine */
    bool ifma2;   /* ifma of Zen 5 and later: two groups of eight rows in turns */
    bool zb;      /* RISC-V Zba + Zbb: the rv64_zb engine */
    bool rvv;     /* zb + RISC-V V 1.0: the rv64_v engine */
};

/* A cluster by its name, and the one without which it is false; those come before it. */
struct cpu_cluster {
    const char *name;
    bool cpu_features::*has, cpu_features::*needs;
};
constexpr cpu_cluster cpu_clusters[] = {
    {"avx2", &cpu_features::avx2, nullptr},
    {"adx", &cpu_features::adx, &cpu_features::avx2},
    {"sha", &cpu_features::sha, nullptr},
    {"fma", &cpu_features::fma, &cpu_features::avx2},
    {"avx512", &cpu_features::avx512, &cpu_features::avx2},
    {"ifma", &cpu_features::ifma, &cpu_features::avx512},
    {"ifma2", &cpu_features::ifma2, &cpu_features::ifma},
    {"avxifma", &cpu_features::avxifma, &cpu_features::avx2},
    {"zb", &cpu_features::zb, nullptr},
    {"rvv", &cpu_features::rvv, &cpu_features::zb},
};

/* Detected once, at the first call; thread-safe.  The environment variable UFSECP_CPU, a
 * comma-separated list of names of clusters with a "-" before them, or of "none", which is all,
 * switches them off, and with them those that need them (never on), so that one machine tests every
 * path. */
const cpu_features &cpu();

}  // namespace ufsecp
