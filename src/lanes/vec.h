// Lanes: eight or four 64-bit integers side by side, and the 52-bit multiply-add that the lane
// field is made of.  Constant time.
//
// vec8 and vec4 are vectors of the compiler, with its operators; a comparison gives all ones or
// zero in each lane.  The multiply-add has one meaning and seven bodies:
//   AVX-512 IFMA      the instruction, on 512 and 256 bits
//   AVX-IFMA          the instruction's VEX form, on 256 bits; vec8 is two halves
//   AVX-512 F and DQ  two fused multiply-adds of doubles give the exact halves of the product
//   AVX2 and FMA      the same on 256 bits, inside a vec_rounding; vec8 is two halves
//   relaxed SIMD      the same on 128 bits and rounded to nearest; vec8 is four parts.  WebAssembly
//                     lets a runtime round the product as well, and then it is wrong (vec_is_exact)
//   RISC-V V          the low and the high word of the product; eight lanes for any VLEN
//   any other         a loop of integer products: the twin that the tests run anywhere
#pragma once
#include <bit>

#include "base/int.h"

#if defined(__AVX2__) || defined(__FMA__)
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
#elif defined(__wasm_relaxed_simd__) || defined(UF_VEC_NEAREST) /* for tests, with FMA */
#define UF_VEC_FMA 128
#else
#define UF_VEC_FMA 0
#endif

#if defined(__riscv_v) && defined(__clang__)
#define UF_VEC_RVV 1
#else
#define UF_VEC_RVV 0
#endif

/* Vectors wider than the target's registers are passed between inlined functions only. */
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wpsabi"
#endif

#define UF_INLINE static inline __attribute__((always_inline))
#define UF_INLINE_LAMBDA __attribute__((always_inline))
/* A lambda whose stack is free again before what follows it. */
#define UF_APART_LAMBDA __attribute__((noinline))
#define UF_INLINE_MEMBER inline __attribute__((always_inline))
/* UF_KERNEL: a function of its own into which everything that it calls is inlined.  UF_LANE_OP: an
 * operation that kernels are made of; a function where every step is checked, as a checked kernel
 * would take minutes to compile.  UF_LANE_CALL: one that is called where a vec8 is four parts, as
 * the code of WebAssembly must be small. */
#if defined(UF_VEC_CHECKED) || defined(UF_VERIFY) || defined(__SANITIZE_ADDRESS__) || \
    defined(__SANITIZE_THREAD__)
#define UF_KERNEL static inline __attribute__((noinline))
#define UF_LANE_OP static __attribute__((noinline, unused))
#else
#define UF_KERNEL static inline __attribute__((noinline, flatten))
#define UF_LANE_OP UF_INLINE
#endif
#if UF_VEC_FMA == 128
#define UF_VEC_CALLS 1
#define UF_LANE_CALL static __attribute__((noinline, unused))
#else
#define UF_VEC_CALLS 0
#define UF_LANE_CALL UF_LANE_OP
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

typedef u64 vec2 __attribute__((vector_size(16)));
typedef u64 vec4 __attribute__((vector_size(32)));

#if UF_VEC_IFMA == 256 || UF_VEC_FMA == 256 || UF_VEC_FMA == 128
#define UF_VEC_HALVES 1
#else
#define UF_VEC_HALVES 0
#endif

#if UF_VEC_HALVES
/* Two registers or four.  A vector of the compiler that no register holds g++ keeps in memory, and
 * shuffles and compares it word by word. */
struct alignas(64) vec8 {
    vec4 low, high;

    vec8() = default;
    UF_INLINE_MEMBER vec8(vec4 a, vec4 b) : low(a), high(b) {}
    UF_INLINE_MEMBER vec8(u64 a) : low(a - vec4{}), high(a - vec4{}) {}
    UF_INLINE_MEMBER u64 operator[](int l) const { return l < 4 ? low[l] : high[l - 4]; }
    UF_INLINE_MEMBER u64 &operator[](int l) { return reinterpret_cast<u64 *>(this)[l]; }
    UF_INLINE_MEMBER friend vec8 operator~(vec8 a) { return {~a.low, ~a.high}; }
    UF_INLINE_MEMBER friend vec8 operator<<(vec8 a, int n) { return {a.low << n, a.high << n}; }
    UF_INLINE_MEMBER friend vec8 operator>>(vec8 a, int n) { return {a.low >> n, a.high >> n}; }
#define UF_VEC_OPERATOR(op)                                        \
    UF_INLINE_MEMBER friend vec8 operator op(vec8 a, vec8 b) {     \
        return {(vec4)(a.low op b.low), (vec4)(a.high op b.high)}; \
    }
    UF_VEC_OPERATOR(+)
    UF_VEC_OPERATOR(-)
    UF_VEC_OPERATOR(*)
    UF_VEC_OPERATOR(&)
    UF_VEC_OPERATOR(|)
    UF_VEC_OPERATOR(^)
    UF_VEC_OPERATOR(==)
    UF_VEC_OPERATOR(!=)
    UF_VEC_OPERATOR(<<)
    UF_VEC_OPERATOR(>>)
    UF_VEC_OPERATOR(<)
    UF_VEC_OPERATOR(>=)
#undef UF_VEC_OPERATOR
#define UF_VEC_ASSIGN(op) \
    UF_INLINE_MEMBER vec8 &operator op## = (vec8 a) { return *this = *this op a; }
    UF_VEC_ASSIGN(+)
    UF_VEC_ASSIGN(&)
    UF_VEC_ASSIGN(|)
    UF_VEC_ASSIGN(^)
    UF_VEC_ASSIGN(>>)
#undef UF_VEC_ASSIGN
};
#else
typedef u64 vec8 __attribute__((vector_size(64)));
#endif

template <class V>
inline constexpr int lanes = sizeof(V) / sizeof(u64);

/* What one register holds, and what multiplications work on: a vec8, or its parts in turn. */
#if UF_VEC_FMA == 128
using vec_part = vec2;
#elif UF_VEC_HALVES
using vec_part = vec4;
#else
using vec_part = vec8;
#endif
inline constexpr int vec_parts = lanes<vec8> / lanes<vec_part>;
template <class V>
inline constexpr bool vec_in_halves = lanes<V> > lanes<vec_part>;

/* step(part) for each part of a V. */
template <class V, class F>
UF_INLINE void each_part(const F &step) {
    constexpr int parts = lanes<V> / lanes<vec_part>;
    if constexpr (parts <= 2) unrolled<parts>(step);
    else
        for (int part = 0; part < parts; part++) step(part);
}

/* The halves of a vector, and those of two values as one. */
UF_INLINE vec2 vec_half(vec4 a, int high) {
    return high ? __builtin_shufflevector(a, a, 2, 3) : __builtin_shufflevector(a, a, 0, 1);
}
UF_INLINE vec4 vec_join(vec2 low, vec2 high) {
    return __builtin_shufflevector(low, high, 0, 1, 2, 3);
}
UF_INLINE vec4 vec_half(vec8 a, int high) {
#if UF_VEC_HALVES
    return high ? a.high : a.low;
#else
    return high ? __builtin_shufflevector(a, a, 4, 5, 6, 7)
                : __builtin_shufflevector(a, a, 0, 1, 2, 3);
#endif
}
UF_INLINE vec8 vec_join(vec4 low, vec4 high) {
#if UF_VEC_HALVES
    return {low, high};
#else
    return __builtin_shufflevector(low, high, 0, 1, 2, 3, 4, 5, 6, 7);
#endif
}
/* The low halves of two values, and their high ones. */
UF_INLINE vec8 vec_low_halves(vec8 a, vec8 b) {
#if UF_VEC_HALVES
    return {a.low, b.low};
#else
    return __builtin_shufflevector(a, b, 0, 1, 2, 3, 8, 9, 10, 11);
#endif
}
UF_INLINE vec8 vec_high_halves(vec8 a, vec8 b) {
#if UF_VEC_HALVES
    return {a.high, b.high};
#else
    return __builtin_shufflevector(a, b, 4, 5, 6, 7, 12, 13, 14, 15);
#endif
}
/* Lane l takes what lane (l + by) % 8 has, 0 < by <= 4. */
template <int by>
UF_INLINE vec8 vec_rotate(vec8 a) {
    const vec4 low = vec_half(a, 0), high = vec_half(a, 1);
    return vec_join(__builtin_shufflevector(low, high, by, by + 1, by + 2, by + 3),
                    __builtin_shufflevector(high, low, by, by + 1, by + 2, by + 3));
}
/* One part of a vector in memory, read and written. */
template <class V = vec_part, class W>
UF_INLINE V vec_part_of(const W &a, int part) {
    V r;
    memcpy(&r, reinterpret_cast<const V *>(&a) + part, sizeof r);
    return r;
}
template <class V, class W>
UF_INLINE void vec_set_part(W *r, V a, int part) {
    memcpy(reinterpret_cast<V *>(r) + part, &a, sizeof a);
}

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
#elif defined(__AVX2__)
    if constexpr (lanes<V> == 8) return vec_bits(vec_half(m, 0)) | vec_bits(vec_half(m, 1)) << 4;
    else return (u32)_mm256_movemask_pd((__m256d)m);
#else
    u32 bits = 0;
    for (int l = 0; l < lanes<V>; l++) bits |= (u32)(m[l] & 1) << l;
    return bits;
#endif
}

/* The inverse: bit l of bits as all ones or zero in lane l. */
template <class V>
UF_INLINE V vec_mask(u32 bits) {
    const vec4 low = {1, 2, 4, 8};
    V place;
    if constexpr (lanes<V> == 8) place = vec_join(low, low << 4);
    else if constexpr (lanes<V> == 4) place = low;
    else place = vec_half(low, 0);
    return (V)((vec_set1<V>(bits) & place) == place);
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
typedef double vec_doubles __attribute__((vector_size(sizeof(vec_part))));
UF_INLINE vec_doubles vec_double(vec_part a) {
    return (vec_doubles)((a & low52) | bits_of_2_52) - 0x1p52;
}
/* a*b + c, towards zero or on 128 bits to nearest. */
UF_INLINE vec_doubles vec_fma(vec_doubles a, vec_doubles b, vec_doubles c) {
#if UF_VEC_FMA == 512
    return (vec_doubles)_mm512_fmadd_round_pd((__m512d)a, (__m512d)b, (__m512d)c,
                                              _MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC);
#elif defined(__wasm__)
    return __builtin_wasm_relaxed_madd_f64x2(a, b, c);
#elif UF_VEC_FMA == 128
    return (vec_doubles)_mm_fmadd_pd((__m128d)a, (__m128d)b, (__m128d)c);
#else
    return (vec_doubles)_mm256_fmadd_pd((__m256d)a, (__m256d)b, (__m256d)c);
#endif
}
UF_INLINE vec_doubles vec_product_high(vec_doubles a, vec_doubles b) {
    return vec_fma(a, b, vec_doubles{} + 0x1p104);
}
#if UF_VEC_FMA == 128
/* To nearest, what it dropped is from -2^51 to 2^51; where that is negative, one goes from the high
 * digit to the low one. */
UF_INLINE vec_doubles vec_product_rest(vec_doubles a, vec_doubles b) {
    return vec_fma(a, b, 0x1p104 - vec_product_high(a, b));
}
UF_INLINE vec_part madd52hi(vec_part c, vec_part a, vec_part b) {
    const vec_doubles x = vec_double(a), y = vec_double(b);
    const vec_part high = (vec_part)vec_product_high(x, y) - bits_of_2_104;
    return c + high + (vec_part)(vec_product_rest(x, y) < 0.0);
}
UF_INLINE vec_part madd52lo(vec_part c, vec_part a, vec_part b) {
    const vec_doubles rest = vec_product_rest(vec_double(a), vec_double(b)) + 0x1.8p52;
    return c + (((vec_part)rest & low52) ^ (u64)1 << 51);
}
/* Or one goes there always. */
#define UF_VEC_LOOSE 1
UF_INLINE vec_part madd52hi_loose(vec_part c, vec_part a, vec_part b) {
    return c + ((vec_part)vec_product_high(vec_double(a), vec_double(b)) - (bits_of_2_104 + 1));
}
UF_INLINE vec_part madd52lo_loose(vec_part c, vec_part a, vec_part b) {
    const vec_doubles rest = vec_product_rest(vec_double(a), vec_double(b)) + 0x1.8p52;
    return c + ((vec_part)rest - (bits_of_2_52 - ((u64)1 << 51)));
}

/* Whether this runtime's multiply-add is a fused one, as all of this needs and WebAssembly leaves
 * open, once for a runtime: (1 + 2^-52)(1 - 2^-52) - 1 is -2^-104, or 0 if products are rounded. */
[[maybe_unused]] static bool vec_is_exact() {
    volatile double above = 1 + 0x1p-52, below = 1 - 0x1p-52;
    const vec_doubles t = vec_fma(vec_doubles{} + above, vec_doubles{} + below, vec_doubles{} - 1);
    return t[0] == -0x1p-104 && t[1] == -0x1p-104;
}
#else
UF_INLINE vec_part madd52hi(vec_part c, vec_part a, vec_part b) {
    return c + ((vec_part)vec_product_high(vec_double(a), vec_double(b)) - bits_of_2_104);
}
UF_INLINE vec_part madd52lo(vec_part c, vec_part a, vec_part b) {
    const vec_doubles x = vec_double(a), y = vec_double(b);
    const vec_doubles rest = (0x1p104 + 0x1p52) - vec_product_high(x, y);
    return c + ((vec_part)vec_fma(x, y, rest) - bits_of_2_52);
}
#endif
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
#elif UF_VEC_RVV
/* The high words of the products of words. */
template <class V>
UF_INLINE V vec_mul_high(V a, V b) {
    __extension__ typedef unsigned __int128 wide __attribute__((vector_size(2 * sizeof(V))));
    const wide product = __builtin_convertvector(a, wide) * __builtin_convertvector(b, wide);
    return __builtin_convertvector(product >> 64, V);
}
template <class V>
UF_INLINE V madd52lo(V c, V a, V b) {
    return c + (a * b & low52);
}
template <class V>
UF_INLINE V madd52hi(V c, V a, V b) {
    return c + vec_mul_high<V>(a << 12, b & low52);
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

#define UF_VEC_BY_HALVES(name)                                                 \
    template <class V>                                                         \
        requires vec_in_halves<V>                                              \
    UF_INLINE V name(V c, V a, V b) {                                          \
        return vec_join(name(vec_half(c, 0), vec_half(a, 0), vec_half(b, 0)),  \
                        name(vec_half(c, 1), vec_half(a, 1), vec_half(b, 1))); \
    }
UF_VEC_BY_HALVES(madd52lo)
UF_VEC_BY_HALVES(madd52hi)

/* The same product in digits that take fewer operations, where there are such (UF_VEC_LOOSE): a low
 * one from 2^51 to 3 2^51, and a high one from -1 to 2^52 - 1, which wraps below zero. */
#ifdef UF_VEC_LOOSE
inline constexpr bool vec_loose = true;
UF_VEC_BY_HALVES(madd52lo_loose)
UF_VEC_BY_HALVES(madd52hi_loose)
#else
inline constexpr bool vec_loose = false;
template <class V>
UF_INLINE V madd52lo_loose(V c, V a, V b) {
    return madd52lo(c, a, b);
}
template <class V>
UF_INLINE V madd52hi_loose(V c, V a, V b) {
    return madd52hi(c, a, b);
}
#endif

/* c + a*k for a < 2^32 and a product below 2^52: doubles would take longer than two products of 32
 * bits. */
template <u64 k, class V>
UF_INLINE V madd52_short(V c, V a) {
#if UF_VEC_FMA
    if constexpr (vec_in_halves<V>) {
        return vec_join(madd52_short<k>(vec_half(c, 0), vec_half(a, 0)),
                        madd52_short<k>(vec_half(c, 1), vec_half(a, 1)));
    } else {
#if UF_VEC_FMA == 128 /* one product of doubles */
        const vec_doubles zero{}, sum = vec_fma(vec_double(a), zero + (double)k, zero + 0x1p52);
        return c + ((V)sum - bits_of_2_52);
#else
        static_assert(((k >> 32) & ((k >> 32) - 1)) == 0); /* a shift */
        V low;
        if constexpr (lanes<V> == 4) low = (V)_mm256_mul_epu32((__m256i)a, (__m256i)vec_set1<V>(k));
#if UF_VEC_FMA == 512
        else /* masked: in the other form of it g++ 12 sees a variable that is not set */
            low = (V)_mm512_maskz_mul_epu32(0xFF, (__m512i)a, (__m512i)vec_set1<V>(k));
#endif
        return c + low + ((a << 32) * (k >> 32));
#endif
    }
#else
    return madd52lo(c, a, vec_set1<V>(k));
#endif
}

/* vec_call<f> is f as an engine offers it: where the multiply-add has no rounding of its own, in a
 * vec_rounding. */
#if UF_VEC_FMA == 256
/* While it lives, this thread rounds doubles towards zero; the mode, masks and flags that it found
 * come back. */
struct vec_rounding {
    const unsigned found = _mm_getcsr();
    vec_rounding() { _mm_setcsr(_MM_MASK_MASK | _MM_ROUND_TOWARD_ZERO); }
    ~vec_rounding() { _mm_setcsr(found); }
    vec_rounding(const vec_rounding &) = delete;
    vec_rounding &operator=(const vec_rounding &) = delete;
};
/* A function of its own: past its ends no compiler moves arithmetic. */
template <auto f, class R, class... A>
__attribute__((noinline)) static R call_apart(A... a) {
    return f(a...);
}
template <auto f, class R, class... A>
static R call_rounding(A... a) {
    const vec_rounding towards_zero;
    return call_apart<f, R, A...>(a...);
}
template <auto f, class R, class... A>
static constexpr auto vec_call_of(R (*)(A...)) {
    return &call_rounding<f, R, A...>;
}
template <auto f>
static constexpr auto vec_call = vec_call_of<f>(f);
#else
template <auto f>
static constexpr auto vec_call = f;
#endif

/* Word i of row j becomes word j of row i: of four rows of four words; of eight, rows i and i + 4
 * in x[i]; of eight of eight. */
UF_INLINE void vec_transpose4(vec4 x[4]) {
    vec4 a[4];
    unrolled<2>([&](auto i) UF_INLINE_LAMBDA {
        const vec4 even = x[2 * i], odd = x[2 * i + 1];
        a[2 * i] = __builtin_shufflevector(even, odd, 0, 4, 2, 6);
        a[2 * i + 1] = __builtin_shufflevector(even, odd, 1, 5, 3, 7);
    });
    unrolled<2>([&](auto i) UF_INLINE_LAMBDA {
        x[i] = __builtin_shufflevector(a[i], a[i + 2], 0, 1, 4, 5);
        x[i + 2] = __builtin_shufflevector(a[i], a[i + 2], 2, 3, 6, 7);
    });
}
#if UF_VEC_HALVES
UF_LANE_CALL void vec_transpose4(vec8 x[4]) {
    vec4 low[4] = {x[0].low, x[1].low, x[2].low, x[3].low},
         high[4] = {x[0].high, x[1].high, x[2].high, x[3].high};
    vec_transpose4(low);
    vec_transpose4(high);
    unrolled<4>([&](auto i) UF_INLINE_LAMBDA { x[i] = {low[i], high[i]}; });
}
#else
UF_LANE_CALL void vec_transpose4(vec8 x[4]) {
    vec8 a[4];
    unrolled<2>([&](auto i) UF_INLINE_LAMBDA {
        const vec8 even = x[2 * i], odd = x[2 * i + 1];
        a[2 * i] = __builtin_shufflevector(even, odd, 0, 8, 2, 10, 4, 12, 6, 14);
        a[2 * i + 1] = __builtin_shufflevector(even, odd, 1, 9, 3, 11, 5, 13, 7, 15);
    });
    unrolled<2>([&](auto i) UF_INLINE_LAMBDA {
        x[i] = __builtin_shufflevector(a[i], a[i + 2], 0, 1, 8, 9, 4, 5, 12, 13);
        x[i + 2] = __builtin_shufflevector(a[i], a[i + 2], 2, 3, 10, 11, 6, 7, 14, 15);
    });
}
#endif
UF_LANE_CALL void vec_transpose(vec8 r[8]) {
    vec_transpose4(r);
    vec_transpose4(r + 4);
    unrolled<4>([&](auto i) UF_INLINE_LAMBDA {
        const vec8 a = r[i], b = r[i + 4];
        r[i] = vec_low_halves(a, b);
        r[i + 4] = vec_high_halves(a, b);
    });
}

/* Eight rows of four words, row l at rows + l * stride, as words by lanes. */
UF_LANE_CALL void vec_load_rows(vec8 words[4], const void *rows, size_t stride) {
    const u8 *p = (const u8 *)rows;
    for (int i = 0; i < 4; i++) {
        vec4 low, high;
        memcpy(&low, p + (size_t)i * stride, sizeof low);
        memcpy(&high, p + (size_t)(i + 4) * stride, sizeof high);
        words[i] = vec_join(low, high);
    }
    vec_transpose4(words);
}

/* Every word with its bytes the other way round. */
UF_INLINE vec4 vec_swap_bytes(vec4 x) {
    typedef u8 bytes __attribute__((vector_size(32)));
    const bytes b = (bytes)x;
    return (vec4)__builtin_shufflevector(b, b, 7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8,
                                         23, 22, 21, 20, 19, 18, 17, 16, 31, 30, 29, 28, 27, 26, 25,
                                         24);
}

/* Eight rows of 32 bytes, each a big-endian number, as words by lanes; the lowest word first. */
UF_LANE_CALL void vec_load_rows_b32(vec8 words[4], const u8 *b32, size_t stride) {
    vec8 x[4];
    vec_load_rows(x, b32, stride);
    for (int i = 0; i < 4; i++) {
        words[i] = x[3 - i];
        if (std::endian::native == std::endian::little)
            words[i] = vec_join(vec_swap_bytes(vec_half(words[i], 0)),
                                vec_swap_bytes(vec_half(words[i], 1)));
    }
}

}  // namespace ufsecp::UF_TARGET
