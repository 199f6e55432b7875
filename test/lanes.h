// What the tests of lane code share: a program that skips itself, before any other code of it runs,
// where the CPU lacks the instructions that it is built with; and checks without GoogleTest, so
// that MSan and valgrind can run them too.
//
// A test with a main of its own ends it with `return lane_tests({{"name", function}, ...})`; one
// with GoogleTest includes this file for the first of the two.
#pragma once
#if defined(UF_CT_VALGRIND) && !defined(UF_TEST_SCALE)
#define UF_TEST_SCALE 0.005
#endif
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <initializer_list>

#include "scale.h"

#if defined(__AVX__)
#include <cpuid.h>
#include <unistd.h>

/* Exits with 77, which ctest shows as skipped.  It runs first: before the constructors of the
 * program and of the shared libraries, which may take inline functions from this program, and
 * before a sanitizer is ready.  Without AVX the compiler has baseline instructions only for it. */
#if defined(__clang__)
__attribute__((disable_sanitizer_instrumentation))
#endif
__attribute__((target("no-avx"), noinline)) static void skip_if_cpu_lacks_instructions() {
    const char *lacks = nullptr;
    __builtin_cpu_init();
#define UF_TEST_NEEDS(feature) \
    if (!lacks && !__builtin_cpu_supports(feature)) lacks = feature "\n"
    UF_TEST_NEEDS("avx");
#ifdef __AVX2__
    UF_TEST_NEEDS("avx2");
#endif
#ifdef __BMI2__
    UF_TEST_NEEDS("bmi2");
#endif
#ifdef __FMA__
    UF_TEST_NEEDS("fma");
#endif
#ifdef __AVX512F__
    UF_TEST_NEEDS("avx512f");
#endif
#ifdef __AVX512CD__
    UF_TEST_NEEDS("avx512cd");
#endif
#ifdef __AVX512VL__
    UF_TEST_NEEDS("avx512vl");
#endif
#ifdef __AVX512DQ__
    UF_TEST_NEEDS("avx512dq");
#endif
#ifdef __AVX512BW__
    UF_TEST_NEEDS("avx512bw");
#endif
#ifdef __AVX512IFMA__
    UF_TEST_NEEDS("avx512ifma");
#endif
#ifdef __AVX512VBMI2__
    UF_TEST_NEEDS("avx512vbmi2");
#endif
#undef UF_TEST_NEEDS
#if defined(__AVXIFMA__) || defined(__ADX__) /* not every compiler's builtin knows these */
    /* Macros: a function of the header would be instrumented. */
    unsigned a, b, c, d, leaves;
    __cpuid(0, leaves, b, c, d);
#ifdef __ADX__
    if (!lacks && leaves >= 7) {
        __cpuid_count(7, 0, a, b, c, d);
        if (!(b >> 19 & 1)) lacks = "adx\n";
    }
#endif
#ifdef __AVXIFMA__
    if (!lacks && leaves >= 7) {
        __cpuid_count(7, 1, a, b, c, d);
        if (!(a >> 23 & 1)) lacks = "avxifma\n";
    }
#endif
#endif
    if (!lacks) return;
    static const char skipped[] = "SKIPPED: this CPU has no ";
    size_t length = 0;
    while (lacks[length]) length++;
    if (write(2, skipped, sizeof skipped - 1) < 0 || write(2, lacks, length) < 0) _exit(1);
    _exit(77);
}
#ifdef __ELF__
__attribute__((section(".preinit_array"),
               used)) static void (*skip_first)() = skip_if_cpu_lacks_instructions;
#else
__attribute__((constructor(101), target("no-avx"))) static void skip_first() {
    skip_if_cpu_lacks_instructions();
}
#endif
#endif

/* The mode of rounding in which lanes multiply doubles of 256 bits (lanes/vec.h: vec_rounding),
 * for the whole program. */
#if defined(__FMA__) && defined(__AVX2__) && !defined(__AVX512F__) && !defined(__AVXIFMA__)
#include <xmmintrin.h>
static const bool rounds_towards_zero = [] {
    _MM_SET_ROUNDING_MODE(_MM_ROUND_TOWARD_ZERO);
    return true;
}();
#endif

/* How the program multiplies (lanes/vec.h). */
#if defined(__AVX512IFMA__)
#define UF_LANES_BODY "AVX-512 IFMA"
#elif defined(__AVXIFMA__)
#define UF_LANES_BODY "AVX-IFMA"
#elif defined(__AVX512F__)
#define UF_LANES_BODY "AVX-512 F"
#elif defined(UF_VEC_NEAREST)
#define UF_LANES_BODY "FMA, rounded to nearest"
#elif defined(__FMA__)
#define UF_LANES_BODY "AVX2 and FMA"
#else
#define UF_LANES_BODY "portable"
#endif

namespace lane_test {

inline long checks, failures;

/* Counts a check; true if the caller shall print what failed: the first twenty only. */
inline bool failed(bool ok) {
    checks++;
    return !ok && ++failures <= 20;
}

}  // namespace lane_test

/* A condition that must hold; the rest is a printf of what makes the failure repeatable. */
#define LANE_CHECK(condition, ...)                                         \
    do {                                                                   \
        if (lane_test::failed(condition)) {                                \
            printf("%s:%d: not so: %s; ", __FILE__, __LINE__, #condition); \
            printf(__VA_ARGS__);                                           \
            printf("\n");                                                  \
        }                                                                  \
    } while (0)

#ifdef UF_VERIFY
#include <sys/wait.h>
#include <unistd.h>
/* Whether run() ends its process by a failed check (base/check.h), whose message is not shown. */
template <class F>
bool aborts(const F &run) {
    const pid_t child = fork();
    if (child == 0) {
        close(2);
        run();
        _exit(0);
    }
    int status = 0;
    while (waitpid(child, &status, 0) < 0) {}
    return WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT;
}
#endif

struct lane_test_row {
    const char *name;
    void (*run)();
};

/* Whether one of the texts of the environment variable UF_TEST_SKIP, between bars, is part of the
 * name. */
inline bool left_out(const char *name) {
    const char *list = getenv("UF_TEST_SKIP");
    for (size_t n; list && *list; list += n + (list[n] == '|')) {
        n = strcspn(list, "|");
        for (const char *at = name; n && strlen(at) >= n; at++)
            if (memcmp(at, list, n) == 0) return true;
    }
    return false;
}

/* Runs all that are not left out and returns main's status.  A test that checks nothing fails. */
inline int lane_tests(std::initializer_list<lane_test_row> tests) {
    for (const lane_test_row &t : tests) {
        if (left_out(t.name)) continue;
        const long checks = lane_test::checks, failures = lane_test::failures;
        t.run();
        const long ran = lane_test::checks - checks;
        if (ran == 0) lane_test::failures++;
        printf("%-40s %s, %ld checks\n", t.name, lane_test::failures == failures ? "ok" : "FAILED",
               ran);
    }
    printf("%s: %ld of %ld checks failed\n", UF_LANES_BODY, lane_test::failures, lane_test::checks);
    return lane_test::failures != 0;
}
