// Lanes: eight or four 64-bit integers side by side, and the 52-bit multiply-add that the lane
// field is made of.  Constant time.
//
// vec8 and vec4 are vectors of the compiler, with its operators; a comparison gives all ones or
// zero in each lane.  The multiply-add has one meaning and four bodies:
//   AVX-512 IFMA      the instruction, on 512 and 256 bits
//   AVX-IFMA          the instruction's VEX form, on 256 bits; vec8 is two halves
//   AVX-512 F and DQ  two fused multiply-adds of doubles give the exact halves of the product
//   any other         a loop of integer products: the twin that the tests run anywhere
#pragma once
#include <bit>

#include "base/int.h"

#if defined(__AVX512IFMA__) && defined(__AVX512VL__)
#define UF_VEC_IFMA 1
#elif defined(__AVXIFMA__)
#define UF_VEC_AVXIFMA 1
#elif defined(__AVX512F__) && defined(__AVX512DQ__) && defined(__AVX512VL__)
#define UF_VEC_FMA 1
#if defined(__has_feature)
#if __has_feature(memory_sanitizer)
#undef UF_VEC_FMA /* MSan knows no multiply-add of doubles with a rounding: it reports, not follows */
#endif
#endif
#endif
#if defined(__AVX512DQ__) || defined(__AVXIFMA__)
#include <immintrin.h>
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
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(memory_sanitizer) || \
    __has_feature(thread_sanitizer)
#define UF_VEC_CHECKED 1
#endif
#endif
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
#if defined(UF_VEC_IFMA)
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
#elif defined(UF_VEC_AVXIFMA)
UF_INLINE vec4 madd52lo(vec4 c, vec4 a, vec4 b) {
    return (vec4)_mm256_madd52lo_avx_epu64((__m256i)c, (__m256i)a, (__m256i)b);
}
UF_INLINE vec4 madd52hi(vec4 c, vec4 a, vec4 b) {
    return (vec4)_mm256_madd52hi_avx_epu64((__m256i)c, (__m256i)a, (__m256i)b);
}
UF_INLINE vec4 vec_half(vec8 a, int high) {
    return high ? __builtin_shufflevector(a, a, 4, 5, 6, 7)
                : __builtin_shufflevector(a, a, 0, 1, 2, 3);
}
UF_INLINE vec8 vec_join(vec4 low, vec4 high) {
    return __builtin_shufflevector(low, high, 0, 1, 2, 3, 4, 5, 6, 7);
}
UF_INLINE vec8 madd52lo(vec8 c, vec8 a, vec8 b) {
    return vec_join(madd52lo(vec_half(c, 0), vec_half(a, 0), vec_half(b, 0)),
                    madd52lo(vec_half(c, 1), vec_half(a, 1), vec_half(b, 1)));
}
UF_INLINE vec8 madd52hi(vec8 c, vec8 a, vec8 b) {
    return vec_join(madd52hi(vec_half(c, 0), vec_half(a, 0), vec_half(b, 0)),
                    madd52hi(vec_half(c, 1), vec_half(a, 1), vec_half(b, 1)));
}
#elif defined(UF_VEC_FMA)
/* With integers below 2^52 as doubles, a*b + 2^104 rounded towards zero has floor(a*b / 2^52) as
 * its 52 mantissa bits; what it dropped is a*b - that multiple of 2^52, which the second
 * multiply-add gives exactly on top of 2^52.  Compilers share conversions and first halves between
 * the calls, and sum the constants that are subtracted. */
static constexpr u64 bits_of_2_52 = (u64)(1023 + 52) << 52, bits_of_2_104 = (u64)(1023 + 104) << 52;
typedef double vec8d __attribute__((vector_size(64)));
typedef double vec4d __attribute__((vector_size(32)));
UF_INLINE vec8d vec_double(vec8 a) {
    return (vec8d)((a & low52) | bits_of_2_52) - 0x1p52;
}
UF_INLINE vec8d vec_product_high(vec8d a, vec8d b) {
    return (vec8d)_mm512_fmadd_round_pd((__m512d)a, (__m512d)b, _mm512_set1_pd(0x1p104),
                                        _MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC);
}
UF_INLINE vec8 madd52hi(vec8 c, vec8 a, vec8 b) {
    return c + ((vec8)vec_product_high(vec_double(a), vec_double(b)) - bits_of_2_104);
}
UF_INLINE vec8 madd52lo(vec8 c, vec8 a, vec8 b) {
    const vec8d da = vec_double(a), db = vec_double(b);
    const vec8d rest = (0x1p104 + 0x1p52) - vec_product_high(da, db);
    return c + ((vec8)_mm512_fmadd_round_pd((__m512d)da, (__m512d)db, (__m512d)rest,
                                            _MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC) -
                bits_of_2_52);
}
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
