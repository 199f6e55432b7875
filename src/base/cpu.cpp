// Detection of the CPU's feature clusters.
#include "base/cpu.h"

#include <stdint.h>
#include <string.h>

#include <algorithm>
#include <string_view>

#include "base/environment.h"
#include "base/target.h"

#if defined(__x86_64__)
#include <cpuid.h>
#elif defined(__aarch64__) && defined(__linux__)
#include <sys/auxv.h>
#elif defined(__riscv) && defined(__linux__)
#include <unistd.h>
#endif

#ifdef UF_TINY
namespace ufsecp {

const cpu_features &cpu() {
    static constexpr cpu_features none{};
    return none;
}

}  // namespace ufsecp
#else
namespace ufsecp {
namespace {

#if defined(__x86_64__)
/* Whether multiply-adds of doubles round as MXCSR says, which lanes/vec.h relies on: a processor's
 * do, valgrind's do not. */
bool fma_rounds() {
    unsigned found;
    const unsigned towards_zero = 0x7F80;            /* and all exceptions masked */
    constexpr double big = 0x1p104, part = 0x1.8p51; /* 3/4 of the other's last place */
    double sum[4] = {big, big, big, big};
    const double a[4] = {part, part, part, part}, b[4] = {1, 1, 1, 1};
    __asm__ volatile(
        "stmxcsr %[found]\n\tldmxcsr %[zero]\n\t"
        "vmovupd %[sum], %%ymm0\n\tvmovupd %[a], %%ymm1\n\t"
        "vfmadd231pd %[b], %%ymm1, %%ymm0\n\tvmovupd %%ymm0, %[sum]\n\t"
        "vzeroupper\n\tldmxcsr %[found]"
        : [sum] "+m"(sum), [found] "=m"(found)
        : [a] "m"(a), [b] "m"(b), [zero] "m"(towards_zero)
        : "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10",
          "xmm11", "xmm12", "xmm13", "xmm14", "xmm15"); /* vzeroupper: the upper halves of all */
    return std::all_of(sum, sum + 4, [](double x) { return x == big; });
}
#endif

#if defined(__riscv)
/* What every hart has, as the system call riscv_hwprobe (258; Linux 6.4 and later) tells; 0 where
 * there is none.  The bits are those of its key 4, IMA_EXT_0. */
uint64_t riscv_extensions() {
#if defined(__linux__)
    struct {
        int64_t key;
        uint64_t value;
    } pair = {4, 0};
    /* It sets the key to -1 if it does not know it. */
    if (syscall(258, &pair, 1, 0, nullptr, 0) == 0 && pair.key == 4) return pair.value;
#endif
    return 0;
}
#endif

#if defined(__x86_64__)
/* Zen 5 and what AMD made after it. */
bool is_zen5() {
    unsigned leaves, b, c, d, signature;
    __cpuid(0, leaves, b, c, d);
    const bool amd = b == signature_AMD_ebx && c == signature_AMD_ecx && d == signature_AMD_edx;
    __cpuid(1, signature, b, c, d);
    const unsigned base = signature >> 8 & 15, family = base + (signature >> 20 & 255);
    return amd && base == 15 && family >= 0x1A;
}
#endif

cpu_features detect() {
    cpu_features f{};
#if defined(__x86_64__)
    unsigned a, b, c, d;
    if (!__get_cpuid(1, &a, &b, &c, &d)) return f;
    const bool sse41 = c >> 19 & 1, osxsave = c >> 27 & 1, avx = c >> 28 & 1, fma = c >> 12 & 1;
    unsigned xcr0 = 0, xcr0_high;
    if (osxsave) __asm__ volatile("xgetbv" : "=a"(xcr0), "=d"(xcr0_high) : "c"(0));
    const bool ymm = avx && (xcr0 & 0x6) == 0x6, zmm = ymm && (xcr0 & 0xe0) == 0xe0;
    if (!__get_cpuid_count(7, 0, &a, &b, &c, &d)) return f;
    const auto has = [](unsigned word, int bit) { return (word >> bit & 1) != 0; };
    bool adx = has(b, 19);
#ifdef UF_CT_VALGRIND
    /* valgrind runs ADCX and ADOX without saying so; its taint check must see what ships. */
    adx = true;
#endif
    f.avx2 = ymm && has(b, 5) && has(b, 8);
    f.adx = f.avx2 && adx;
    f.fma = f.avx2 && fma && fma_rounds();
    f.sha = sse41 && has(b, 29);
    f.avx512 = f.avx2 && zmm && has(b, 16) && has(b, 17) && has(b, 28) && has(b, 30) && has(b, 31);
    f.ifma = f.avx512 && has(b, 21) && has(c, 6);
    f.ifma2 = f.ifma && is_zen5();
    f.avxifma = f.avx2 && __get_cpuid_count(7, 1, &a, &b, &c, &d) && has(a, 23);
#elif defined(__aarch64__) && defined(__linux__)
    f.sha = getauxval(AT_HWCAP) >> 6 & 1; /* HWCAP_SHA2 */
#elif defined(__aarch64__) && (defined(__APPLE__) || defined(__ARM_FEATURE_SHA2))
    f.sha = true; /* every such processor of Apple's has it */
#elif defined(__riscv)
    const uint64_t extensions = riscv_extensions();
    bool v = extensions >> 2 & 1, zba = extensions >> 3 & 1, zbb = extensions >> 4 & 1;
    /* What all code of this build needs is there. */
#if defined(__riscv_v) && __riscv_v >= 1000000
    v = true;
#endif
#if defined(__riscv_zba) && defined(__riscv_zbb)
    zba = zbb = true;
#endif
    f.zb = zba && zbb;
    f.rvv = f.zb && v;
#endif
    return f;
}

/* Switches off what the list names; unknown words do nothing. */
void lower(cpu_features *f, const char *list) {
    while (*list) {
        const size_t n = strcspn(list, ",");
        const std::string_view word(list, n);
        if (word == "none") *f = cpu_features{};
        for (const cpu_cluster &c : cpu_clusters)
            if (word.starts_with('-') && word.substr(1) == c.name) f->*c.has = false;
        list += n + (list[n] == ',');
    }
    for (const cpu_cluster &c : cpu_clusters)
        if (c.needs) f->*c.has &= f->*c.needs;
}

}  // namespace

const cpu_features &cpu() {
    static const cpu_features f = [] {
        cpu_features g = detect();
        if (const char *list = environment("UFSECP_CPU")) lower(&g, list);
        return g;
    }();
    return f;
}

}  // namespace ufsecp
#endif
