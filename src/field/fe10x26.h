// The field in ten 26-bit limbs of 32-bit words, with 64-bit columns and lazy reduction.
//
// value = sum of n[i] * 2^(26*i).  Magnitude M: n[0..8] <= 2*M*(2^26 - 1), n[9] <= 2*M*(2^22 - 1),
// M <= 32. 2^256 = C mod p with C = 977 + 2^6 * 2^26, and 2^260 = R mod p with R = 16*C = 0x3D10 +
// 2^10 * 2^26.
// cost: mul 100 mul and the fold, sqr 55 mul and the fold.
#pragma once
#include "field/lazy.h"

namespace ufsecp::UF_TARGET {

template <>
struct lazy_words<10> {
    using word = u32;
    using wide = u64;
    static constexpr int bits = 26;
};
using fe10x26 = fe_lazy<10>;

constexpr u32 fe10x26_m26 = lazy_limbs<10>::low, fe10x26_m22 = lazy_limbs<10>::top;
constexpr u32 fe10x26_c0 = lazy_limbs<10>::c0, fe10x26_r0 = fe10x26_c0 << 4;
constexpr int fe10x26_c1_shift = 6, fe10x26_r1_shift = 10;
static_assert(fe10x26_c0 == 977 && lazy_limbs<10>::p.at[1] == 0x3FFFFBF);

/* Weak reduction.
 * in: any.
 * out: 1; n[0..8] < 2^26, n[9] <= 2^22 - 1 + 64, value < 2*p.
 * Each limb goes in two parts, since a limb of magnitude 32 has no room for a carry. */
static inline void fe_carry(fe10x26 *r) {
    u32 x = r->n[9] >> 22; /* <= 63, the multiple of 2^256 */
    u32 t = (r->n[0] & fe10x26_m26) + x * fe10x26_c0;
    u32 carry = (r->n[0] >> 26) + (t >> 26) + (x << fe10x26_c1_shift);
    r->n[0] = t & fe10x26_m26;
    for (int i = 1; i < 9; i++) {
        t = (r->n[i] & fe10x26_m26) + carry;
        carry = (r->n[i] >> 26) + (t >> 26);
        r->n[i] = t & fe10x26_m26;
    }
    r->n[9] = (r->n[9] & fe10x26_m22) + carry;
    UF_CHECK(r->n[9] <= fe10x26_m22 + 64);
    UF_VERIFY_ONLY(fe_bound(r, 1, 0);)
}

/* After fe_carry: 1 if the value is >= p, else 0. */
static inline u64 fe_excess(const fe10x26 *a) {
    u32 t = (a->n[0] + fe10x26_c0) >> 26, ones = fe10x26_m26;
    /* t = 1 if the lowest two limbs are at least p's. */
    t = (a->n[1] + ((u32)1 << fe10x26_c1_shift) + t) >> 26;
    for (int i = 2; i < 9; i++) ones &= a->n[i];
    u32 differ = (ones ^ fe10x26_m26) | (a->n[9] ^ fe10x26_m22) | (t ^ 1);
    return a->n[9] >> 22 | mask_bit(mask_is_zero(differ));
}

/* r -= x*p for x = fe_excess(r). */
static inline void fe_subtract(fe10x26 *r, u64 x) {
    u32 t = r->n[0] + (u32)x * fe10x26_c0;
    r->n[0] = t & fe10x26_m26;
    t = r->n[1] + ((u32)x << fe10x26_c1_shift) + (t >> 26);
    r->n[1] = t & fe10x26_m26;
    for (int i = 2; i < 9; i++) {
        t = r->n[i] + (t >> 26);
        r->n[i] = t & fe10x26_m26;
    }
    t = r->n[9] + (t >> 26);
    UF_CHECK(t >> 22 == x);
    r->n[9] = t & fe10x26_m22;
    UF_VERIFY_ONLY(fe_bound(r, 1, 1);)
}

/* r = the columns' value mod p, in two interleaved chains: high, from column 9 up, makes the
 * multiples u of R that low, from column 0 up, takes in.
 * in: a sum of products with P = the sum of their products of magnitudes <= 64. Then a product of
 * two limbs 0-8 is < P*2^54 <= 2^60, one with a limb 9 is < 2^56, a square of limb 9 < 2^52.
 * out: 1; n[i] < 2^26 but n[2] < 2^26 + 2^24, n[9] < 2^22.
 * time: constant. */
template <class Columns>
static inline void fe_reduce(fe10x26 *r, Columns s) {
    u32 t[9];
    u64 low = 0, high = 0;
    s.template add<9>(high);
    UF_CHECK(high >> 57 <= 8 * 8 + 1); /* 8 * 2^60 + 2 * 2^56 */
    u32 t9 = (u32)high & fe10x26_m26;
    high >>= 26;
    auto step = [&]<int k>(std::integral_constant<int, k>) __attribute__((always_inline)) {
        s.template add<10 + k>(high);
        UF_BITS(high, 63); /* 7 * 2^60 + 2 * 2^56 + 2^38 at most */
        u32 u = (u32)high & fe10x26_m26;
        high >>= 26;
        s.template add<k>(low);
        low += (u64)u * fe10x26_r0;
        UF_CHECK(low >> 59 <= 18); /* 9 * 2^60 + 2^38 + 2^36 + 2^40 */
        t[k] = (u32)low & fe10x26_m26;
        low = (low >> 26) + ((u64)u << fe10x26_r1_shift);
    };
    [&]<int... k>(std::integer_sequence<int, k...>) __attribute__((always_inline)) {
        (step(std::integral_constant<int, k>()), ...);
    }(std::make_integer_sequence<int, 9>());
    UF_BITS(high, 27); /* 2^52 + 2^38, shifted; the last u */
    low += high * fe10x26_r0 + t9;
    UF_BITS(low, 42); /* 2^38 + 2^36 + 2^27 * 2^14 + 2^26 */
    r->n[9] = (u32)low & fe10x26_m22;
    u64 x = (low >> 22) + (high << (fe10x26_r1_shift + 4)); /* weight 2^256 */
    UF_BITS(x, 42);
    low = x * fe10x26_c0 + t[0];
    r->n[0] = (u32)low & fe10x26_m26;
    low = (low >> 26) + (x << fe10x26_c1_shift) + t[1];
    r->n[1] = (u32)low & fe10x26_m26;
    UF_BITS(low, 50);
    r->n[2] = t[2] + (u32)(low >> 26);
    for (int i = 3; i < 9; i++) r->n[i] = t[i];
    UF_VERIFY_ONLY(fe_bound(r, 1, 0);)
}

}  // namespace ufsecp::UF_TARGET
