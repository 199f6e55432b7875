// Lanes: eight or four 64-bit integers side by side, and the 52-bit multiply-add that the lane
// field is made of.  Constant time.
//
// vec8 and vec4 are vectors of the compiler, with its operators; a comparison gives all ones or
// zero in each lane.  The multiply-add has one meaning and five bodies:
//   AVX-512 IFMA      the instruction, on 512 and 256 bits
//   AVX-IFMA          the instruction's VEX form, on 256 bits; vec8 is two halves
//   AVX-512 F and DQ  two fused multiply-adds of doubles give the exact halves of the product
//   AVX2 and FMA      the same on 256 bits, inside a lane_rounding; vec8 is two halves
//   any other         a loop of integer products: the twin that the tests run anywhere
#pragma once
#include <bit>

#include "base/int.h"

#if defined(__AVX2__)
#include <immintrin.h>
#endif

#if defined(__has_feature) /* how clang tells of sanitizers */
#if __has_feature(memory_sanitizer)
#define UF_VEC_MSAN 1
#endif
#if __has_feature(address_sanitizer) || __has_feature(memory_sanitizer) || \
    __has_feature(thread_sanitizer)
#define UF_VEC_CHECKED 1
#endif
#endif

/* The instruction that the multiply-add is made of, by its bits; 0: not this one. */
#if defined(__AVX512IFMA__) && defined(__AVX512VL__)
#define UF_VEC_IFMA 512
#elif defined(__AVXIFMA__)
#define UF_VEC_IFMA 256
#else
#define UF_VEC_IFMA 0
#endif
#if UF_VEC_IFMA || defined(UF_VEC_MSAN) /* which cannot follow products of doubles */
#define UF_VEC_FMA 0
#elif defined(__AVX512F__) && defined(__AVX512DQ__) && defined(__AVX512VL__)
#define UF_VEC_FMA 512
#elif defined(__AVX2__) && defined(__FMA__)
#define UF_VEC_FMA 256
#else
#define UF_VEC_FMA 0
#endif

/* Vectors wider than the target's registers are passed between inlined functions only. */
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wpsabi"
#endif

#define UF_INLINE static inline __attribute__((always_inline))
#define UF_INLINE_LAMBDA __attribute__((always_inline))
/* UF_KERNEL: a function of its own into which everything that it calls is inlined.  UF_LANE_OP: an
 * operation that kernels are made of; a function where every step is checked, as a checked kernel
 * would take minutes to compile. */
#if defined(UF_VEC_CHECKED) || defined(UF_VERIFY) || defined(__SANITIZE_ADDRESS__) || \
    defined(__SANITIZE_THREAD__)
#define UF_KERNEL static inline __attribute__((noinline))
#define UF_LANE_OP static __attribute__((noinline, unused))
#else
#define UF_KERNEL static inline __attribute__((noinline, flatten))
#define UF_LANE_OP UF_INLINE
#endif

namespace ufsecp::UF_TARGET {

/* step(0), ..., step(n - 1), each with its number as a constant. */
template <int i>
struct constant {
    constexpr operator int() const { return i; }
};
template <int n, int i = 0, class F>
UF_INLINE void unrolled(const F &step) {
    if constexpr (i < n) {
        step(constant<i>{});
        unrolled<n, i + 1>(step);
    }
}

typedef u64 vec8 __attribute__((vector_size(64)));
typedef u64 vec4 __attribute__((vector_size(32)));

template <class V>
inline constexpr int lanes = sizeof(V) / sizeof(u64);

/* What one register holds, and what multiplications work on: a vec8, or its halves in turn. */
#if UF_VEC_IFMA == 256 || UF_VEC_FMA == 256
using vec_unit = vec4;
#else
using vec_unit = vec8;
#endif
inline constexpr int vec_units = lanes<vec8> / lanes<vec_unit>;
template <class V>
inline constexpr bool vec_in_halves = lanes<V> > lanes<vec_unit>;

static constexpr u64 low52 = ((u64)1 << 52) - 1, low48 = ((u64)1 << 48) - 1;

/* Four words of 64 bits as five digits of 52, the last of 48, and back; W is a word, or a vector of
 * words. */
template <class W>
UF_INLINE constexpr void split_words(W digit[5], const W word[4]) {
    digit[0] = word[0] & low52;
    digit[1] = (word[0] >> 52 | word[1] << 12) & low52;
    digit[2] = (word[1] >> 40 | word[2] << 24) & low52;
    digit[3] = (word[2] >> 28 | word[3] << 36) & low52;
    digit[4] = word[3] >> 16;
}
template <class W>
UF_INLINE constexpr void join_words(W word[4], const W digit[5]) {
    word[0] = digit[0] | digit[1] << 52;
    word[1] = digit[1] >> 12 | digit[2] << 40;
    word[2] = digit[2] >> 24 | digit[3] << 28;
    word[3] = digit[3] >> 36 | digit[4] << 16;
}

/* Every lane a. */
template <class V>
UF_INLINE V vec_set1(u64 a) {
    return a - V{};
}

/* Lane l of m (all ones or zero) as bit l. */
template <class V>
UF_INLINE u32 vec_bits(V m) {
#if defined(__AVX512DQ__) && defined(__AVX512VL__)
    if constexpr (lanes<V> == 8) return _mm512_movepi64_mask((__m512i)m);
    else return _mm256_movepi64_mask((__m256i)m);
#else
    u32 bits = 0;
    for (int l = 0; l < lanes<V>; l++) bits |= (u32)(m[l] & 1) << l;
    return bits;
#endif
}

/* The inverse: bit l of bits as all ones or zero in lane l. */
template <class V>
UF_INLINE V vec_mask(u32 bits) {
    V place;
    for (int l = 0; l < lanes<V>; l++) place[l] = (u64)1 << l;
    const V hit = vec_set1<V>(bits) & place;
    return (V)(hit == place);
}

/* m ? a : b in each lane; m all ones or zero. */
template <class V>
UF_INLINE V vec_select(V m, V a, V b) {
#if defined(__AVX512DQ__) && defined(__AVX512VL__)
    /* A mask register, and so often no instruction of its own. */
    if constexpr (lanes<V> == 8)
        return (V)_mm512_mask_mov_epi64((__m512i)b, _mm512_movepi64_mask((__m512i)m), (__m512i)a);
    else return (V)_mm256_mask_mov_epi64((__m256i)b, _mm256_movepi64_mask((__m256i)m), (__m256i)a);
#else
    return (m & a) | (~m & b);
#endif
}

/* c + the low, or the high, 52 bits of the 104-bit product of the low 52 bits of a and b. */
#if UF_VEC_IFMA == 512
UF_INLINE vec8 madd52lo(vec8 c, vec8 a, vec8 b) {
    return (vec8)_mm512_madd52lo_epu64((__m512i)c, (__m512i)a, (__m512i)b);
}
UF_INLINE vec8 madd52hi(vec8 c, vec8 a, vec8 b) {
    return (vec8)_mm512_madd52hi_epu64((__m512i)c, (__m512i)a, (__m512i)b);
}
UF_INLINE vec4 madd52lo(vec4 c, vec4 a, vec4 b) {
    return (vec4)_mm256_madd52lo_epu64((__m256i)c, (__m256i)a, (__m256i)b);
}
UF_INLINE vec4 madd52hi(vec4 c, vec4 a, vec4 b) {
    return (vec4)_mm256_madd52hi_epu64((__m256i)c, (__m256i)a, (__m256i)b);
}
#elif UF_VEC_IFMA == 256
UF_INLINE vec4 madd52lo(vec4 c, vec4 a, vec4 b) {
    return (vec4)_mm256_madd52lo_avx_epu64((__m256i)c, (__m256i)a, (__m256i)b);
}
UF_INLINE vec4 madd52hi(vec4 c, vec4 a, vec4 b) {
    return (vec4)_mm256_madd52hi_avx_epu64((__m256i)c, (__m256i)a, (__m256i)b);
}
#elif UF_VEC_FMA
/* With integers below 2^52 as doubles, a*b + 2^104 rounded towards zero has floor(a*b / 2^52) as
 * its 52 mantissa bits; what it dropped is a*b - that multiple of 2^52, which the second
 * multiply-add gives exactly on top of 2^52.  Compilers share conversions and first halves between
 * the calls, and sum the constants that are subtracted. */
static constexpr u64 bits_of_2_52 = (u64)(1023 + 52) << 52, bits_of_2_104 = (u64)(1023 + 104) << 52;
typedef double vec_doubles __attribute__((vector_size(sizeof(vec_unit))));
UF_INLINE vec_doubles vec_double(vec_unit a) {
    return (vec_doubles)((a & low52) | bits_of_2_52) - 0x1p52;
}
/* a*b + c, towards zero. */
UF_INLINE vec_doubles vec_fma(vec_doubles a, vec_doubles b, vec_doubles c) {
#if UF_VEC_FMA == 512
    return (vec_doubles)_mm512_fmadd_round_pd((__m512d)a, (__m512d)b, (__m512d)c,
                                              _MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC);
#else
    return (vec_doubles)_mm256_fmadd_pd((__m256d)a, (__m256d)b, (__m256d)c);
#endif
}
UF_INLINE vec_doubles vec_product_high(vec_doubles a, vec_doubles b) {
    return vec_fma(a, b, vec_doubles{} + 0x1p104);
}
UF_INLINE vec_unit madd52hi(vec_unit c, vec_unit a, vec_unit b) {
    return c + ((vec_unit)vec_product_high(vec_double(a), vec_double(b)) - bits_of_2_104);
}
UF_INLINE vec_unit madd52lo(vec_unit c, vec_unit a, vec_unit b) {
    const vec_doubles x = vec_double(a), y = vec_double(b);
    const vec_doubles rest = (0x1p104 + 0x1p52) - vec_product_high(x, y);
    return c + ((vec_unit)vec_fma(x, y, rest) - bits_of_2_52);
}
#if UF_VEC_FMA == 512
UF_INLINE vec4 madd52hi(vec4 c, vec4 a, vec4 b) {
    const vec8 z{};
    const vec8 r = madd52hi(z, __builtin_shufflevector(a, a, 0, 1, 2, 3, 0, 1, 2, 3),
                            __builtin_shufflevector(b, b, 0, 1, 2, 3, 0, 1, 2, 3));
    return c + __builtin_shufflevector(r, r, 0, 1, 2, 3);
}
UF_INLINE vec4 madd52lo(vec4 c, vec4 a, vec4 b) {
    const vec8 z{};
    const vec8 r = madd52lo(z, __builtin_shufflevector(a, a, 0, 1, 2, 3, 0, 1, 2, 3),
                            __builtin_shufflevector(b, b, 0, 1, 2, 3, 0, 1, 2, 3));
    return c + __builtin_shufflevector(r, r, 0, 1, 2, 3);
}
#endif
#else
template <class V>
UF_INLINE V madd52lo(V c, V a, V b) {
    for (int l = 0; l < lanes<V>; l++) c[l] += ((a[l] & low52) * (b[l] & low52)) & low52;
    return c;
}
template <class V>
UF_INLINE V madd52hi(V c, V a, V b) {
    for (int l = 0; l < lanes<V>; l++) {
        u64 high;
        const u64 low = mul_wide(&high, a[l] & low52, b[l] & low52);
        c[l] += high << 12 | low >> 52;
    }
    return c;
}
#endif

/* The halves of a vec8, and those of two values as one. */
UF_INLINE vec4 vec_half(vec8 a, int high) {
    return high ? __builtin_shufflevector(a, a, 4, 5, 6, 7)
                : __builtin_shufflevector(a, a, 0, 1, 2, 3);
}
template <class V = vec_unit>
UF_INLINE V vec_unit_of(vec8 a, int unit) {
    if constexpr (lanes<V> == 8) return a;
    else return vec_half(a, unit);
}
UF_INLINE vec8 vec_join(vec4 low, vec4 high) {
    return __builtin_shufflevector(low, high, 0, 1, 2, 3, 4, 5, 6, 7);
}
template <class V>
    requires vec_in_halves<V>
UF_INLINE V madd52lo(V c, V a, V b) {
    return vec_join(madd52lo(vec_half(c, 0), vec_half(a, 0), vec_half(b, 0)),
                    madd52lo(vec_half(c, 1), vec_half(a, 1), vec_half(b, 1)));
}
template <class V>
    requires vec_in_halves<V>
UF_INLINE V madd52hi(V c, V a, V b) {
    return vec_join(madd52hi(vec_half(c, 0), vec_half(a, 0), vec_half(b, 0)),
                    madd52hi(vec_half(c, 1), vec_half(a, 1), vec_half(b, 1)));
}

/* c + a*k for a < 2^32 and a product below 2^52: doubles would take longer than two products of 32
 * bits. */
template <u64 k, class V>
UF_INLINE V madd52_short(V c, V a) {
#if UF_VEC_FMA
    if constexpr (vec_in_halves<V>) {
        return vec_join(madd52_short<k>(vec_half(c, 0), vec_half(a, 0)),
                        madd52_short<k>(vec_half(c, 1), vec_half(a, 1)));
    } else {
        static_assert(((k >> 32) & ((k >> 32) - 1)) == 0); /* a shift */
        V low;
        if constexpr (lanes<V> == 4)
            low = (V)_mm256_mul_epu32((__m256i)a, (__m256i)vec_set1<V>(k));
#if UF_VEC_FMA == 512
        else /* masked: in the other form of it g++ 12 sees a variable that is not set */
            low = (V)_mm512_maskz_mul_epu32(0xFF, (__m512i)a, (__m512i)vec_set1<V>(k));
#endif
        return c + low + ((a << 32) * (k >> 32));
    }
#else
    return madd52lo(c, a, vec_set1<V>(k));
#endif
}

/* lane_call<f> is f as an engine offers it: where the multiply-add has no rounding of its own, in a
 * lane_rounding. */
#if UF_VEC_FMA == 256
/* While it lives, this thread rounds doubles towards zero; the mode, masks and flags that it found
 * come back. */
struct lane_rounding {
    const unsigned found = _mm_getcsr();
    lane_rounding() { _mm_setcsr(_MM_MASK_MASK | _MM_ROUND_TOWARD_ZERO); }
    ~lane_rounding() { _mm_setcsr(found); }
    lane_rounding(const lane_rounding &) = delete;
    lane_rounding &operator=(const lane_rounding &) = delete;
};
/* A function of its own: past its ends no compiler moves arithmetic. */
template <auto f, class R, class... A>
__attribute__((noinline)) static R call_apart(A... a) {
    return f(a...);
}
template <auto f, class R, class... A>
static R call_rounding(A... a) {
    const lane_rounding towards_zero;
    return call_apart<f, R, A...>(a...);
}
template <auto f, class R, class... A>
static constexpr auto lane_call_of(R (*)(A...)) {
    return &call_rounding<f, R, A...>;
}
template <auto f>
static constexpr auto lane_call = lane_call_of<f>(f);
#else
template <auto f>
static constexpr auto lane_call = f;
#endif

/* Eight rows of four words, rows i and i + 4 in x[i], become words by lanes, and back. */
UF_INLINE void vec_transpose4(vec8 x[4]) {
    vec8 a[4];
    for (int i = 0; i < 4; i += 2) {
        a[i] = __builtin_shufflevector(x[i], x[i + 1], 0, 8, 2, 10, 4, 12, 6, 14);
        a[i + 1] = __builtin_shufflevector(x[i], x[i + 1], 1, 9, 3, 11, 5, 13, 7, 15);
    }
    for (int i = 0; i < 2; i++) {
        x[i] = __builtin_shufflevector(a[i], a[i + 2], 0, 1, 8, 9, 4, 5, 12, 13);
        x[i + 2] = __builtin_shufflevector(a[i], a[i + 2], 2, 3, 10, 11, 6, 7, 14, 15);
    }
}

/* Eight rows of four words, row l at rows + l * stride, as words by lanes. */
UF_INLINE void vec_load_rows(vec8 words[4], const void *rows, size_t stride) {
    const u8 *p = (const u8 *)rows;
    for (int i = 0; i < 4; i++) {
        vec4 low, high;
        memcpy(&low, p + (size_t)i * stride, sizeof low);
        memcpy(&high, p + (size_t)(i + 4) * stride, sizeof high);
        words[i] = __builtin_shufflevector(low, high, 0, 1, 2, 3, 4, 5, 6, 7);
    }
    vec_transpose4(words);
}

/* The same of 32 bytes a row, each a big-endian number; the lowest word first. */
UF_INLINE void vec_load_rows_b32(vec8 words[4], const u8 *b32, size_t stride) {
    typedef u8 bytes __attribute__((vector_size(64)));
    vec8 x[4];
    vec_load_rows(x, b32, stride);
    for (int i = 0; i < 4; i++) {
        const bytes b = (bytes)x[3 - i];
        words[i] = std::endian::native == std::endian::big
                       ? x[3 - i]
                       : (vec8)__builtin_shufflevector(
                             b, b, 7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8, 23, 22, 21,
                             20, 19, 18, 17, 16, 31, 30, 29, 28, 27, 26, 25, 24, 39, 38, 37, 36, 35,
                             34, 33, 32, 47, 46, 45, 44, 43, 42, 41, 40, 55, 54, 53, 52, 51, 50, 49,
                             48, 63, 62, 61, 60, 59, 58, 57, 56);
    }
}

/* r[i][j] = r[j][i]: eight rows of eight words become words by lanes, and back. */
UF_INLINE void vec_transpose(vec8 r[8]) {
    vec8 a[8], b[8];
    for (int i = 0; i < 8; i += 2) {
        a[i] = __builtin_shufflevector(r[i], r[i + 1], 0, 8, 2, 10, 4, 12, 6, 14);
        a[i + 1] = __builtin_shufflevector(r[i], r[i + 1], 1, 9, 3, 11, 5, 13, 7, 15);
    }
    for (int i = 0; i < 8; i += 4)
        for (int j = 0; j < 2; j++) {
            b[i + j] = __builtin_shufflevector(a[i + j], a[i + j + 2], 0, 1, 8, 9, 4, 5, 12, 13);
            b[i + j + 2] =
                __builtin_shufflevector(a[i + j], a[i + j + 2], 2, 3, 10, 11, 6, 7, 14, 15);
        }
    for (int i = 0; i < 4; i++) {
        r[i] = __builtin_shufflevector(b[i], b[i + 4], 0, 1, 2, 3, 8, 9, 10, 11);
        r[i + 4] = __builtin_shufflevector(b[i], b[i + 4], 4, 5, 6, 7, 12, 13, 14, 15);
    }
}

}  // namespace ufsecp::UF_TARGET
