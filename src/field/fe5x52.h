// The field in five 52-bit limbs of 64-bit words, with 128-bit columns and lazy reduction.
//
// value = sum of n[i] * 2^(52*i).  Magnitude M: n[0..3] <= 2*M*(2^52 - 1), n[4] <= 2*M*(2^48 - 1),
// M <= 32. 2^256 = C mod p with C = 2^32 + 977, and 2^260 = R mod p with R = 16*C < 2^37.
// cost: mul 25 + 6 mul, sqr 15 + 6 mul, mul2 50 + 6 mul, mul_sqr 40 + 6 mul, sqr_add 15 + 6 mul.
#pragma once
#include "field/lazy.h"
#ifdef UF_SUMS
#include "field/fe5x52_sums.h"
#endif

namespace ufsecp::UF_TARGET {

#ifndef UF_SUMS
template <>
struct lazy_words<5> {
    using word = u64;
    using wide = u128;
    static constexpr int bits = 52;
};
#endif
using fe5x52 = fe_lazy<5>;

constexpr u64 fe5x52_m52 = lazy_limbs<5>::low, fe5x52_m48 = lazy_limbs<5>::top;
constexpr u64 fe5x52_c = lazy_limbs<5>::c, fe5x52_r = fe5x52_c << 4;
/* The lowest limb of p; limbs 1-3 are m52, limb 4 is m48. */
constexpr u64 fe5x52_p0 = lazy_limbs<5>::p.at[0];
static_assert(fe5x52_p0 == 0xFFFFEFFFFFC2F && lazy_limbs<5>::p.at[4] == fe5x52_m48);

/* Weak reduction.
 * in: any.
 * out: 1; value < 2^256 + 2^214, n[0..3] < 2^52. */
static inline void fe_carry(fe5x52 *r) {
    u64 x = r->n[4] >> 48; /* <= 64, the multiple of 2^256 */
    u64 t = r->n[0] + x * fe5x52_c, top = r->n[4] & fe5x52_m48;
    r->n[0] = t & fe5x52_m52, t = r->n[1] + (t >> 52);
    r->n[1] = t & fe5x52_m52, t = r->n[2] + (t >> 52);
    r->n[2] = t & fe5x52_m52, t = r->n[3] + (t >> 52);
    r->n[3] = t & fe5x52_m52, r->n[4] = top + (t >> 52);
    UF_CHECK(r->n[4] <= fe5x52_m48 + 64);
    UF_VERIFY_ONLY(fe_bound(r, 1, 0);)
}

/* After fe_carry: 1 if the value is >= p, else 0.  The value is < 2*p. */
static inline u64 fe_excess(const fe5x52 *a) {
    u64 ones = (a->n[1] & a->n[2] & a->n[3]) ^ fe5x52_m52;
    u64 below = (a->n[0] + (fe5x52_m52 + 1 - fe5x52_p0)) >> 52 ^ 1; /* 1 if n[0] < p0 */
    return a->n[4] >> 48 | mask_bit(mask_is_zero(ones | (a->n[4] ^ fe5x52_m48) | below));
}

/* r -= x*p for x = fe_excess(r). */
static inline void fe_subtract(fe5x52 *r, u64 x) {
    u64 t = r->n[0] + x * fe5x52_c;
    r->n[0] = t & fe5x52_m52, t = r->n[1] + (t >> 52);
    r->n[1] = t & fe5x52_m52, t = r->n[2] + (t >> 52);
    r->n[2] = t & fe5x52_m52, t = r->n[3] + (t >> 52);
    r->n[3] = t & fe5x52_m52, t = r->n[4] + (t >> 52);
    UF_CHECK(t >> 48 == x);
    r->n[4] = t & fe5x52_m48;
    UF_VERIFY_ONLY(fe_bound(r, 1, 1);)
}

#ifndef UF_SUMS
/* r = the columns' value mod p, in two interleaved chains: high, from column 3 up, makes the
 * multiples of R that low, from column 0 up, takes in; it starts at 3 so that the last carry of low
 * is too small to need another fold.
 * in: a sum of products with P = the sum of their products of magnitudes <= 64. Then a product of
 * two limbs 0-3 is < P*2^106 <= 2^112, one with a limb 4 is < 2^108, the square of limb 4's place <
 * 2^104.
 * out: 1, n[0..3] < 2^52, n[4] < 2^48 + 2^44.
 * time: constant.
 * cost: 6 mul beside the columns. */
template <class Columns>
static inline void fe_reduce(fe5x52 *r, Columns s) {
    u128 low = 0, high = 0, top = 0;
    s.template add<3>(high);
    s.template add<8>(top);
    UF_BITS(top, 104);
    high += (u128)fe5x52_r * (u64)top;
    UF_BITS(high, 115); /* 4 * 2^112 + 2^37 * 2^64 */
    u64 t3 = (u64)high & fe5x52_m52;
    high >>= 52;
    s.template add<4>(high);
    high += (u128)(fe5x52_r << 12) * (u64)(top >> 64);
    UF_BITS(high, 115); /* 2^63 + 3 * 2^112 + 2 * 2^108 + 2^49 * 2^40 */
    u64 t4 = (u64)high & fe5x52_m48, x = (u64)high >> 48 & 15;
    high >>= 52;
    s.template add<5>(high);
    UF_BITS(high, 114);                 /* 2^63 + 2 * 2^112 + 2 * 2^108 */
    x |= ((u64)high & fe5x52_m52) << 4; /* weight 2^256 */
    high >>= 52;
    low = (u128)x * fe5x52_c;
    s.template add<0>(low);
    UF_BITS(low, 113); /* 2^56 * 2^33 + 2^112 */
    u64 r0 = (u64)low & fe5x52_m52;
    low >>= 52;
    s.template add<6>(high);
    UF_BITS(high, 113); /* 2^62 + 2^112 + 2 * 2^108 */
    s.template add<1>(low);
    low += (u128)((u64)high & fe5x52_m52) * fe5x52_r;
    high >>= 52;
    UF_BITS(low, 114); /* 2^61 + 2 * 2^112 + 2^52 * 2^37 */
    u64 r1 = (u64)low & fe5x52_m52;
    low >>= 52;
    s.template add<7>(high);
    UF_BITS(high, 110); /* 2^61 + 2 * 2^108 */
    s.template add<2>(low);
    low += (u128)(u64)high * fe5x52_r;
    UF_BITS(low, 114); /* 2^62 + 3 * 2^112 + 2^64 * 2^37 */
    u64 r2 = (u64)low & fe5x52_m52;
    low >>= 52;
    low += (u128)(u64)(high >> 64) * (fe5x52_r << 12) + t3;
    UF_BITS(low, 96); /* 2^62 + 2^46 * 2^49 + 2^52 */
    r->n[0] = r0, r->n[1] = r1, r->n[2] = r2;
    r->n[3] = (u64)low & fe5x52_m52;
    r->n[4] = (u64)(low >> 52) + t4;
    UF_VERIFY_ONLY(fe_bound(r, 1, 0);)
}
#endif

}  // namespace ufsecp::UF_TARGET
