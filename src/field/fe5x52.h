// The field in five 52-bit limbs of 64-bit words, with 128-bit columns and lazy reduction.
//
// value = sum of n[i] * 2^(52*i).  Magnitude M: n[0..3] <= 2*M*(2^52 - 1), n[4] <= 2*M*(2^48 - 1),
// M <= 32. 2^256 = C mod p with C = 2^32 + 977, and 2^260 = R mod p with R = 16*C < 2^37.
#pragma once
#include "base/bytes.h"
#include "base/check.h"
#include "base/ct.h"
#include "field/columns.h"
#ifdef UF_TINY
#include "field/parts.h"
#endif

namespace ufsecp::UF_TARGET {

struct fe5x52 {
    u64 n[5];
    UF_VERIFY_ONLY(int magnitude; int normalized;)
};

constexpr int fe_max_magnitude(const fe5x52 *) { return 32; }

constexpr u64 fe5x52_m52 = ((u64)1 << 52) - 1, fe5x52_m48 = ((u64)1 << 48) - 1;
constexpr u64 fe5x52_c = 0x1000003D1, fe5x52_r = fe5x52_c << 4;
/* The lowest limb of p; limbs 1-3 are m52, limb 4 is m48. */
constexpr u64 fe5x52_p0 = 0xFFFFEFFFFFC2F;

#ifdef UF_VERIFY
static inline void fe5x52_check(const fe5x52 *a) {
    u64 m = 2 * (u64)a->magnitude;
    UF_CHECK(a->magnitude >= 0 && a->magnitude <= fe_max_magnitude(a));
    for (int i = 0; i < 4; i++) UF_CHECK(a->n[i] <= m * fe5x52_m52);
    UF_CHECK(a->n[4] <= m * fe5x52_m48);
    if (!a->normalized) return;
    UF_CHECK(a->magnitude <= 1 && a->n[4] <= fe5x52_m48);
    for (int i = 0; i < 4; i++) UF_CHECK(a->n[i] <= fe5x52_m52);
    UF_CHECK(a->n[0] < fe5x52_p0 || (a->n[1] & a->n[2] & a->n[3]) != fe5x52_m52 ||
             a->n[4] != fe5x52_m48);
}
static inline void fe5x52_bound(fe5x52 *r, int magnitude, int normalized) {
    r->magnitude = magnitude, r->normalized = normalized;
    fe5x52_check(r);
}
#endif

/* Weak reduction.  in: any.  out: 1; value < 2^256 + 2^214, n[0..3] < 2^52. */
static inline void fe5x52_carry(fe5x52 *r) {
    u64 x = r->n[4] >> 48; /* <= 64, the multiple of 2^256 */
    u64 t = r->n[0] + x * fe5x52_c, top = r->n[4] & fe5x52_m48;
    r->n[0] = t & fe5x52_m52, t = r->n[1] + (t >> 52);
    r->n[1] = t & fe5x52_m52, t = r->n[2] + (t >> 52);
    r->n[2] = t & fe5x52_m52, t = r->n[3] + (t >> 52);
    r->n[3] = t & fe5x52_m52, r->n[4] = top + (t >> 52);
    UF_CHECK(r->n[4] <= fe5x52_m48 + 64);
    UF_VERIFY_ONLY(fe5x52_bound(r, 1, 0);)
}

/* After fe5x52_carry: 1 if the value is >= p, else 0.  The value is < 2*p. */
static inline u64 fe5x52_excess(const fe5x52 *a) {
    u64 ones = (a->n[1] & a->n[2] & a->n[3]) ^ fe5x52_m52;
    u64 below = (a->n[0] + (fe5x52_m52 + 1 - fe5x52_p0)) >> 52 ^ 1; /* 1 if n[0] < p0 */
    return a->n[4] >> 48 | mask_bit(mask_is_zero(ones | (a->n[4] ^ fe5x52_m48) | below));
}

/* r -= x*p for x = fe5x52_excess(r). */
static inline void fe5x52_subtract(fe5x52 *r, u64 x) {
    u64 t = r->n[0] + x * fe5x52_c;
    r->n[0] = t & fe5x52_m52, t = r->n[1] + (t >> 52);
    r->n[1] = t & fe5x52_m52, t = r->n[2] + (t >> 52);
    r->n[2] = t & fe5x52_m52, t = r->n[3] + (t >> 52);
    r->n[3] = t & fe5x52_m52, t = r->n[4] + (t >> 52);
    UF_CHECK(t >> 48 == x);
    r->n[4] = t & fe5x52_m48;
    UF_VERIFY_ONLY(fe5x52_bound(r, 1, 1);)
}

/* r mod p, the one value below p.  in: any.  out: 1, normalized.  time: constant. */
static inline void fe_normalize(fe5x52 *r) {
    UF_VERIFY_ONLY(fe5x52_check(r);)
    fe5x52_carry(r);
    fe5x52_subtract(r, fe5x52_excess(r));
}

/* fe_normalize in two steps: r is normalized after the first if it returns 0, else after the second
 * with what the first returned.  time: constant, both. */
static inline u64 fe_normalize_begin(fe5x52 *r) {
    UF_VERIFY_ONLY(fe5x52_check(r);)
    fe5x52_carry(r);
    u64 x = fe5x52_excess(r);
    UF_VERIFY_ONLY(if (x == 0) fe5x52_bound(r, 1, 1);)
    return x;
}
static inline void fe_normalize_end(fe5x52 *r, u64 x) { fe5x52_subtract(r, x); }

/* Same value.  in: any.  out: 1. */
static inline void fe_normalize_weak(fe5x52 *r) {
    UF_VERIFY_ONLY(fe5x52_check(r);)
    fe5x52_carry(r);
}

/* Splits a value < 2^256; the result is below 2^256, perhaps not below p. */
static inline void fe5x52_split(fe5x52 *r, const u64 a[4]) {
    u64 a0 = a[0], a1 = a[1], a2 = a[2], a3 = a[3];
    r->n[0] = a0 & fe5x52_m52;
    r->n[1] = (a0 >> 52 | a1 << 12) & fe5x52_m52;
    r->n[2] = (a1 >> 40 | a2 << 24) & fe5x52_m52;
    r->n[3] = (a2 >> 28 | a3 << 36) & fe5x52_m52;
    r->n[4] = a3 >> 16;
    UF_VERIFY_ONLY(fe5x52_bound(r, 1, 0);)
}

/* r = a mod p.  in: any a < 2^256, little-endian limbs.  out: 1, normalized. */
static inline void fe_set_limbs64(fe5x52 *r, const u64 a[4]) {
    fe5x52_split(r, a);
    fe5x52_subtract(r, fe5x52_excess(r));
}

/* r = a, little-endian limbs.  in: normalized. */
static inline void fe_get_limbs64(u64 r[4], const fe5x52 *a) {
    UF_VERIFY_ONLY(fe5x52_check(a);)
    UF_CHECK(a->normalized);
    r[0] = a->n[0] | a->n[1] << 52;
    r[1] = a->n[1] >> 12 | a->n[2] << 40;
    r[2] = a->n[2] >> 24 | a->n[3] << 28;
    r[3] = a->n[3] >> 36 | a->n[4] << 16;
}

/* r = b32 mod p, big-endian.  Returns whether b32 < p.  out: 1, normalized.  time: constant. */
static inline mask fe_set_b32(fe5x52 *r, const u8 b32[32]) {
    u64 a[4];
    limbs_set_b32(a, b32);
    fe5x52_split(r, a);
    u64 x = fe5x52_excess(r);
    fe5x52_subtract(r, x);
    return mask_of_bit(x ^ 1);
}

/* b32 = a, big-endian.  in: normalized. */
static inline void fe_get_b32(u8 b32[32], const fe5x52 *a) {
    u64 t[4];
    fe_get_limbs64(t, a);
    limbs_get_b32(b32, t);
}

/* r = a < 2^15.  out: 1, normalized. */
static inline void fe_set_int(fe5x52 *r, u32 a) {
    UF_BITS(a, 15);
    r->n[0] = a;
    r->n[1] = r->n[2] = r->n[3] = r->n[4] = 0;
    UF_VERIFY_ONLY(fe5x52_bound(r, 1, 1);)
}
static inline void fe_set_zero(fe5x52 *r) { fe_set_int(r, 0); }
static inline void fe_set_one(fe5x52 *r) { fe_set_int(r, 1); }

/* Whether a = 0 mod p.  in: any.  time: constant. */
static inline mask fe_is_zero(const fe5x52 *a) {
    UF_VERIFY_ONLY(fe5x52_check(a);)
    fe5x52 t = *a;
    fe5x52_carry(&t); /* < 2*p: zero is 0 or p */
    u64 zero = t.n[0] | t.n[1] | t.n[2] | t.n[3] | t.n[4];
    u64 is_p =
        (t.n[0] ^ fe5x52_p0) | ((t.n[1] & t.n[2] & t.n[3]) ^ fe5x52_m52) | (t.n[4] ^ fe5x52_m48);
    return mask_is_zero(zero) | mask_is_zero(is_p);
}

/* False only if a is not 0 mod p: looks at the lowest limb alone.  in: any.  time: constant. */
static inline mask fe_may_be_zero(const fe5x52 *a) {
    UF_VERIFY_ONLY(fe5x52_check(a);)
    u64 t = (a->n[0] + (a->n[4] >> 48) * fe5x52_c) & fe5x52_m52;
    return mask_is_zero(t) | mask_is_equal(t, fe5x52_p0);
}

/* Whether a is odd.  in: normalized. */
static inline mask fe_is_odd(const fe5x52 *a) {
    UF_VERIFY_ONLY(fe5x52_check(a);)
    UF_CHECK(a->normalized);
    return mask_of_bit(a->n[0] & 1);
}

/* r = a + b.  out: ma + mb. */
static inline void fe_add(fe5x52 *r, const fe5x52 *a, const fe5x52 *b) {
    UF_VERIFY_ONLY(fe5x52_check(a); fe5x52_check(b);)
    for (int i = 0; i < 5; i++) r->n[i] = a->n[i] + b->n[i];
    UF_VERIFY_ONLY(fe5x52_bound(r, a->magnitude + b->magnitude, 0);)
}

/* r = a - b, as a + (2*(mb + 1)*p - b): no limb of that is negative, since 2*(mb + 1)*p0 >
 * 2*mb*(2^52 - 1) for mb <= 31.
 * in: b of magnitude <= mb.  out: ma + mb + 1. */
static inline void fe_sub(fe5x52 *r, const fe5x52 *a, const fe5x52 *b, int mb) {
    UF_VERIFY_ONLY(fe5x52_check(a); fe5x52_check(b);)
    UF_CHECK(b->magnitude <= mb && mb <= 31);
    u64 k = 2 * ((u64)mb + 1);
    r->n[0] = a->n[0] + (k * fe5x52_p0 - b->n[0]);
    for (int i = 1; i < 4; i++) r->n[i] = a->n[i] + (k * fe5x52_m52 - b->n[i]);
    r->n[4] = a->n[4] + (k * fe5x52_m48 - b->n[4]);
    UF_VERIFY_ONLY(fe5x52_bound(r, a->magnitude + mb + 1, 0);)
}

/* r = -a, as 2*(ma + 1)*p - a.  in: magnitude <= ma <= 31.  out: ma + 1. */
static inline void fe_neg(fe5x52 *r, const fe5x52 *a, int ma) {
    UF_VERIFY_ONLY(fe5x52_check(a);)
    UF_CHECK(a->magnitude <= ma && ma <= 31);
    u64 k = 2 * ((u64)ma + 1);
    r->n[0] = k * fe5x52_p0 - a->n[0];
    for (int i = 1; i < 4; i++) r->n[i] = k * fe5x52_m52 - a->n[i];
    r->n[4] = k * fe5x52_m48 - a->n[4];
    UF_VERIFY_ONLY(fe5x52_bound(r, ma + 1, 0);)
}

/* r = a*k, 0 <= k <= 32 public.  out: ma*k. */
static inline void fe_mul_int(fe5x52 *r, const fe5x52 *a, int k) {
    UF_VERIFY_ONLY(fe5x52_check(a);)
    UF_CHECK(k >= 0 && k <= 32);
    for (int i = 0; i < 5; i++) r->n[i] = a->n[i] * (u64)k;
    UF_VERIFY_ONLY(fe5x52_bound(r, a->magnitude * k, 0);)
}

/* r = a/2: adds p if a is odd, then shifts.  A limb is at most (2*M + 1)*(2^52 - 1)/2 + 2^51
 * rounded down, which is (M + 1)*(2^52 - 1).  in: <= 31.  out: ma/2 + 1. */
static inline void fe_half(fe5x52 *r, const fe5x52 *a) {
    UF_VERIFY_ONLY(fe5x52_check(a);)
    UF_CHECK(a->magnitude <= 31);
    u64 odd = mask_of_bit(a->n[0] & 1).bits;
    u64 t0 = a->n[0] + (odd & fe5x52_p0), t1 = a->n[1] + (odd & fe5x52_m52),
        t2 = a->n[2] + (odd & fe5x52_m52);
    u64 t3 = a->n[3] + (odd & fe5x52_m52), t4 = a->n[4] + (odd & fe5x52_m48);
    r->n[0] = (t0 >> 1) + ((t1 & 1) << 51);
    r->n[1] = (t1 >> 1) + ((t2 & 1) << 51);
    r->n[2] = (t2 >> 1) + ((t3 & 1) << 51);
    r->n[3] = (t3 >> 1) + ((t4 & 1) << 51);
    r->n[4] = t4 >> 1;
    UF_VERIFY_ONLY(fe5x52_bound(r, a->magnitude / 2 + 1, 0);)
}

/* r = the columns' value mod p, in two interleaved chains: high, from column 3 up, makes the
 * multiples of R that low, from column 0 up, takes in; it starts at 3 so that the last carry of low
 * is too small to need another fold.
 * in: a sum of products with P = the sum of their products of magnitudes <= 64.  Then a product of
 * two limbs 0-3 is < P*2^106 <= 2^112, one with a limb 4 is < 2^108, the square of limb 4's place <
 * 2^104.
 * out: 1, n[0..3] < 2^52, n[4] < 2^48 + 2^44.   time: constant.  cost: 6 mul beside the columns. */
template <class Columns>
static inline void fe5x52_reduce(fe5x52 *r, Columns s) {
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
    UF_VERIFY_ONLY(fe5x52_bound(r, 1, 0);)
}

using fe5x52_mul_columns = mul_columns<u128, u64, 5>;
using fe5x52_sqr_columns = sqr_columns<u128, u64, 5>;
using fe5x52_limb_columns = limb_columns<u128, u64, 5>;

/* r = a*b.  in: <= 8 each (n[0..3] < 2^56, n[4] < 2^52).  out: 1.  cost: 25 + 6 mul. */
static inline void fe_mul(fe5x52 *r, const fe5x52 *a, const fe5x52 *b) {
    UF_VERIFY_ONLY(fe5x52_check(a); fe5x52_check(b);)
    UF_CHECK(a->magnitude <= 8 && b->magnitude <= 8);
    fe5x52_reduce(r, fe5x52_mul_columns{a->n, b->n});
}

/* r = a^2.  in: <= 8.  out: 1.  cost: 15 + 6 mul. */
static inline void fe_sqr(fe5x52 *r, const fe5x52 *a) {
    UF_VERIFY_ONLY(fe5x52_check(a);)
    UF_CHECK(a->magnitude <= 8);
    fe5x52_reduce(r, fe5x52_sqr_columns{a->n});
}

#ifndef UF_TINY
/* r = a*b + c*d.  in: ma*mb + mc*md <= 64.  out: 1.  cost: 50 + 6 mul. */
static inline void fe_mul2(fe5x52 *r, const fe5x52 *a, const fe5x52 *b, const fe5x52 *c,
                           const fe5x52 *d) {
    UF_VERIFY_ONLY(fe5x52_check(a); fe5x52_check(b); fe5x52_check(c); fe5x52_check(d);)
    UF_CHECK(a->magnitude * b->magnitude + c->magnitude * d->magnitude <= 64);
    fe5x52_reduce(r,
                  sum_columns<fe5x52_mul_columns, fe5x52_mul_columns>{{a->n, b->n}, {c->n, d->n}});
}

/* r = a*b + c^2.  in: ma*mb + mc*mc <= 64.  out: 1.  cost: 40 + 6 mul. */
static inline void fe_mul_sqr(fe5x52 *r, const fe5x52 *a, const fe5x52 *b, const fe5x52 *c) {
    UF_VERIFY_ONLY(fe5x52_check(a); fe5x52_check(b); fe5x52_check(c);)
    UF_CHECK(a->magnitude * b->magnitude + c->magnitude * c->magnitude <= 64);
    fe5x52_reduce(r, sum_columns<fe5x52_mul_columns, fe5x52_sqr_columns>{{a->n, b->n}, {c->n}});
}

/* r = a^2 + c.  in: ma*ma + mc <= 64.  out: 1.  cost: 15 + 6 mul. */
static inline void fe_sqr_add(fe5x52 *r, const fe5x52 *a, const fe5x52 *c) {
    UF_VERIFY_ONLY(fe5x52_check(a); fe5x52_check(c);)
    UF_CHECK(a->magnitude * a->magnitude + c->magnitude <= 64);
    fe5x52_reduce(r, sum_columns<fe5x52_sqr_columns, fe5x52_limb_columns>{{a->n}, {c->n}});
}
#endif

/* Whether a = b mod p.  in: any.  time: constant. */
static inline mask fe_equal(const fe5x52 *a, const fe5x52 *b) {
    fe5x52 t = *a, u = *b;
    fe_normalize_weak(&t);
    fe_normalize_weak(&u);
    fe_sub(&t, &t, &u, 1);
    return fe_is_zero(&t);
}

/* r = m ? a : r.  out: the greater magnitude.  time: constant. */
static inline void fe_cmov(fe5x52 *r, const fe5x52 *a, mask m) {
    UF_VERIFY_ONLY(fe5x52_check(r); fe5x52_check(a);)
    u64 bits = value_barrier(m.bits);
    for (int i = 0; i < 5; i++) r->n[i] ^= bits & (r->n[i] ^ a->n[i]);
    UF_VERIFY_ONLY(fe5x52_bound(r, a->magnitude > r->magnitude ? a->magnitude : r->magnitude,
                                a->normalized & r->normalized);)
}

}  // namespace ufsecp::UF_TARGET
