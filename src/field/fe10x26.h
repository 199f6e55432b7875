// The field in ten 26-bit limbs of 32-bit words, with 64-bit columns and lazy reduction.
//
// value = sum of n[i] * 2^(26*i).  Magnitude M: n[0..8] <= 2*M*(2^26 - 1), n[9] <= 2*M*(2^22 - 1),
// M <= 32. 2^256 = C mod p with C = 977 + 2^6 * 2^26, and 2^260 = R mod p with R = 16*C = 0x3D10 +
// 2^10 * 2^26.
#pragma once
#include "base/bytes.h"
#include "base/check.h"
#include "base/ct.h"
#include "field/columns.h"
#ifdef UF_TINY
#include "field/parts.h"
#endif

namespace ufsecp::UF_TARGET {

struct fe10x26 {
    u32 n[10];
    UF_VERIFY_ONLY(int magnitude; int normalized;)
};

constexpr int fe_max_magnitude(const fe10x26 *) { return 32; }

constexpr u32 fe10x26_m26 = ((u32)1 << 26) - 1, fe10x26_m22 = ((u32)1 << 22) - 1;
constexpr u32 fe10x26_c0 = 977, fe10x26_r0 = fe10x26_c0 << 4;
constexpr int fe10x26_c1_shift = 6, fe10x26_r1_shift = 10;
constexpr u32 fe10x26_p[10] = {0x3FFFC2F,   0x3FFFFBF,   fe10x26_m26, fe10x26_m26, fe10x26_m26,
                               fe10x26_m26, fe10x26_m26, fe10x26_m26, fe10x26_m26, fe10x26_m22};

#ifdef UF_VERIFY
static inline void fe10x26_check(const fe10x26 *a) {
    u64 m = 2 * (u64)a->magnitude;
    UF_CHECK(a->magnitude >= 0 && a->magnitude <= fe_max_magnitude(a));
    for (int i = 0; i < 9; i++) UF_CHECK(a->n[i] <= m * fe10x26_m26);
    UF_CHECK(a->n[9] <= m * fe10x26_m22);
    if (!a->normalized) return;
    bool below = false;
    UF_CHECK(a->magnitude <= 1 && a->n[9] <= fe10x26_m22);
    for (int i = 0; i < 9; i++) UF_CHECK(a->n[i] <= fe10x26_m26);
    for (int i = 0; i < 10; i++)
        below = a->n[i] < fe10x26_p[i] || (a->n[i] == fe10x26_p[i] && below);
    UF_CHECK(below);
}
static inline void fe10x26_bound(fe10x26 *r, int magnitude, int normalized) {
    r->magnitude = magnitude, r->normalized = normalized;
    fe10x26_check(r);
}
#endif

/* Weak reduction.  in: any.  out: 1; n[0..8] < 2^26, n[9] <= 2^22 - 1 + 64, value < 2*p.
 * Each limb goes in two parts, since a limb of magnitude 32 has no room for a carry. */
static inline void fe10x26_carry(fe10x26 *r) {
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
    UF_VERIFY_ONLY(fe10x26_bound(r, 1, 0);)
}

/* After fe10x26_carry: 1 if the value is >= p, else 0. */
static inline u64 fe10x26_excess(const fe10x26 *a) {
    u32 t = (a->n[0] + fe10x26_c0) >> 26, ones = fe10x26_m26;
    /* t = 1 if the lowest two limbs are at least p's. */
    t = (a->n[1] + ((u32)1 << fe10x26_c1_shift) + t) >> 26;
    for (int i = 2; i < 9; i++) ones &= a->n[i];
    u32 differ = (ones ^ fe10x26_m26) | (a->n[9] ^ fe10x26_m22) | (t ^ 1);
    return a->n[9] >> 22 | mask_bit(mask_is_zero(differ));
}

/* r -= x*p for x = fe10x26_excess(r). */
static inline void fe10x26_subtract(fe10x26 *r, u64 x) {
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
    UF_VERIFY_ONLY(fe10x26_bound(r, 1, 1);)
}

/* r mod p, the one value below p.  in: any.  out: 1, normalized.  time: constant. */
static inline void fe_normalize(fe10x26 *r) {
    UF_VERIFY_ONLY(fe10x26_check(r);)
    fe10x26_carry(r);
    fe10x26_subtract(r, fe10x26_excess(r));
}

/* fe_normalize in two steps: r is normalized after the first if it returns 0, else after the second
 * with what the first returned.  time: constant, both. */
static inline u64 fe_normalize_begin(fe10x26 *r) {
    UF_VERIFY_ONLY(fe10x26_check(r);)
    fe10x26_carry(r);
    u64 x = fe10x26_excess(r);
    UF_VERIFY_ONLY(if (x == 0) fe10x26_bound(r, 1, 1);)
    return x;
}
static inline void fe_normalize_end(fe10x26 *r, u64 x) { fe10x26_subtract(r, x); }

/* Same value.  in: any.  out: 1. */
static inline void fe_normalize_weak(fe10x26 *r) {
    UF_VERIFY_ONLY(fe10x26_check(r);)
    fe10x26_carry(r);
}

/* Splits a value < 2^256; the result is below 2^256, perhaps not below p. */
static inline void fe10x26_split(fe10x26 *r, const u64 a[4]) {
    for (int i = 0; i < 10; i++) {
        int word = 26 * i / 64, shift = 26 * i % 64;
        u64 t = a[word] >> shift;
        if (shift > 38 && word < 3) t |= a[word + 1] << (64 - shift);
        r->n[i] = (u32)t & fe10x26_m26;
    }
    UF_VERIFY_ONLY(fe10x26_bound(r, 1, 0);)
}

/* r = a mod p.  in: any a < 2^256, little-endian limbs.  out: 1, normalized. */
static inline void fe_set_limbs64(fe10x26 *r, const u64 a[4]) {
    fe10x26_split(r, a);
    fe10x26_subtract(r, fe10x26_excess(r));
}

/* r = a, little-endian limbs.  in: normalized. */
static inline void fe_get_limbs64(u64 r[4], const fe10x26 *a) {
    UF_VERIFY_ONLY(fe10x26_check(a);)
    UF_CHECK(a->normalized);
    for (int i = 0; i < 4; i++) r[i] = 0;
    for (int i = 0; i < 10; i++) {
        int word = 26 * i / 64, shift = 26 * i % 64;
        r[word] |= (u64)a->n[i] << shift;
        if (shift > 38 && word < 3) r[word + 1] |= (u64)a->n[i] >> (64 - shift);
    }
}

/* r = b32 mod p, big-endian.  Returns whether b32 < p.  out: 1, normalized.  time: constant. */
static inline mask fe_set_b32(fe10x26 *r, const u8 b32[32]) {
    u64 a[4];
    limbs_set_b32(a, b32);
    fe10x26_split(r, a);
    u64 x = fe10x26_excess(r);
    fe10x26_subtract(r, x);
    return mask_of_bit(x ^ 1);
}

/* b32 = a, big-endian.  in: normalized. */
static inline void fe_get_b32(u8 b32[32], const fe10x26 *a) {
    u64 t[4];
    fe_get_limbs64(t, a);
    limbs_get_b32(b32, t);
}

/* r = a < 2^15.  out: 1, normalized. */
static inline void fe_set_int(fe10x26 *r, u32 a) {
    UF_BITS(a, 15);
    r->n[0] = a;
    for (int i = 1; i < 10; i++) r->n[i] = 0;
    UF_VERIFY_ONLY(fe10x26_bound(r, 1, 1);)
}
static inline void fe_set_zero(fe10x26 *r) { fe_set_int(r, 0); }
static inline void fe_set_one(fe10x26 *r) { fe_set_int(r, 1); }

/* Whether a = 0 mod p.  in: any.  time: constant. */
static inline mask fe_is_zero(const fe10x26 *a) {
    UF_VERIFY_ONLY(fe10x26_check(a);)
    fe10x26 t = *a;
    fe10x26_carry(&t); /* < 2*p: zero is 0 or p */
    u32 zero = 0, is_p = 0;
    for (int i = 0; i < 10; i++) zero |= t.n[i], is_p |= t.n[i] ^ fe10x26_p[i];
    return mask_is_zero(zero) | mask_is_zero(is_p);
}

/* False only if a is not 0 mod p: looks at the lowest limb alone.  in: any.  time: constant. */
static inline mask fe_may_be_zero(const fe10x26 *a) {
    UF_VERIFY_ONLY(fe10x26_check(a);)
    /* A wrap at 2^32 leaves the low 26 bits right. */
    u32 t = (a->n[0] + (a->n[9] >> 22) * fe10x26_c0) & fe10x26_m26;
    return mask_is_zero(t) | mask_is_equal(t, fe10x26_p[0]);
}

/* Whether a is odd.  in: normalized. */
static inline mask fe_is_odd(const fe10x26 *a) {
    UF_VERIFY_ONLY(fe10x26_check(a);)
    UF_CHECK(a->normalized);
    return mask_of_bit(a->n[0] & 1);
}

/* r = a + b.  out: ma + mb. */
static inline void fe_add(fe10x26 *r, const fe10x26 *a, const fe10x26 *b) {
    UF_VERIFY_ONLY(fe10x26_check(a); fe10x26_check(b);)
    for (int i = 0; i < 10; i++) r->n[i] = a->n[i] + b->n[i];
    UF_VERIFY_ONLY(fe10x26_bound(r, a->magnitude + b->magnitude, 0);)
}

/* r = a - b, as a + (2*(mb + 1)*p - b): no limb of that is negative, since 2*(mb + 1)*p[0] >
 * 2*mb*(2^26 - 1) for mb <= 31.
 * in: b of magnitude <= mb.  out: ma + mb + 1. */
static inline void fe_sub(fe10x26 *r, const fe10x26 *a, const fe10x26 *b, int mb) {
    UF_VERIFY_ONLY(fe10x26_check(a); fe10x26_check(b);)
    UF_CHECK(b->magnitude <= mb && mb <= 31);
    u32 k = 2 * ((u32)mb + 1);
    for (int i = 0; i < 10; i++) r->n[i] = a->n[i] + (k * fe10x26_p[i] - b->n[i]);
    UF_VERIFY_ONLY(fe10x26_bound(r, a->magnitude + mb + 1, 0);)
}

/* r = -a, as 2*(ma + 1)*p - a.  in: magnitude <= ma <= 31.  out: ma + 1. */
static inline void fe_neg(fe10x26 *r, const fe10x26 *a, int ma) {
    UF_VERIFY_ONLY(fe10x26_check(a);)
    UF_CHECK(a->magnitude <= ma && ma <= 31);
    u32 k = 2 * ((u32)ma + 1);
    for (int i = 0; i < 10; i++) r->n[i] = k * fe10x26_p[i] - a->n[i];
    UF_VERIFY_ONLY(fe10x26_bound(r, ma + 1, 0);)
}

/* r = a*k, 0 <= k <= 32 public.  out: ma*k. */
static inline void fe_mul_int(fe10x26 *r, const fe10x26 *a, int k) {
    UF_VERIFY_ONLY(fe10x26_check(a);)
    UF_CHECK(k >= 0 && k <= 32);
    for (int i = 0; i < 10; i++) r->n[i] = a->n[i] * (u32)k;
    UF_VERIFY_ONLY(fe10x26_bound(r, a->magnitude * k, 0);)
}

/* r = a/2: adds p if a is odd, then shifts.  A limb is at most (2*M + 1)*(2^26 - 1)/2 + 2^25
 * rounded down, which is (M + 1)*(2^26 - 1).  in: <= 31.  out: ma/2 + 1. */
static inline void fe_half(fe10x26 *r, const fe10x26 *a) {
    UF_VERIFY_ONLY(fe10x26_check(a);)
    UF_CHECK(a->magnitude <= 31);
    u32 odd = (u32)mask_of_bit(a->n[0] & 1).bits;
    u32 t = a->n[0] + (odd & fe10x26_p[0]);
    for (int i = 0; i < 9; i++) {
        u32 next = a->n[i + 1] + (odd & fe10x26_p[i + 1]);
        r->n[i] = (t >> 1) + ((next & 1) << 25);
        t = next;
    }
    r->n[9] = t >> 1;
    UF_VERIFY_ONLY(fe10x26_bound(r, a->magnitude / 2 + 1, 0);)
}

/* r = the columns' value mod p, in two interleaved chains: high, from column 9 up, makes the
 * multiples u of R that low, from column 0 up, takes in.  in: a sum of products with P = the sum of
 * their products of magnitudes <= 64.  Then a product of two limbs 0-8 is < P*2^54 <= 2^60, one
 * with a limb 9 is < 2^56, a square of limb 9 < 2^52.
 * out: 1; n[i] < 2^26 but n[2] < 2^26 + 2^24, n[9] < 2^22.  time: constant. */
template <class Columns>
static inline void fe10x26_reduce(fe10x26 *r, Columns s) {
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
    UF_VERIFY_ONLY(fe10x26_bound(r, 1, 0);)
}

using fe10x26_mul_columns = mul_columns<u64, u32, 10>;
using fe10x26_sqr_columns = sqr_columns<u64, u32, 10>;
using fe10x26_limb_columns = limb_columns<u64, u32, 10>;

/* r = a*b.  in: <= 8 each (n[0..8] < 2^30, n[9] < 2^26).  out: 1.  cost: 100 mul and the fold. */
static inline void fe_mul(fe10x26 *r, const fe10x26 *a, const fe10x26 *b) {
    UF_VERIFY_ONLY(fe10x26_check(a); fe10x26_check(b);)
    UF_CHECK(a->magnitude <= 8 && b->magnitude <= 8);
    fe10x26_reduce(r, fe10x26_mul_columns{a->n, b->n});
}

/* r = a^2.  in: <= 8.  out: 1.  cost: 55 mul and the fold. */
static inline void fe_sqr(fe10x26 *r, const fe10x26 *a) {
    UF_VERIFY_ONLY(fe10x26_check(a);)
    UF_CHECK(a->magnitude <= 8);
    fe10x26_reduce(r, fe10x26_sqr_columns{a->n});
}

#ifndef UF_TINY
/* r = a*b + c*d.  in: ma*mb + mc*md <= 64.  out: 1. */
static inline void fe_mul2(fe10x26 *r, const fe10x26 *a, const fe10x26 *b, const fe10x26 *c,
                           const fe10x26 *d) {
    UF_VERIFY_ONLY(fe10x26_check(a); fe10x26_check(b); fe10x26_check(c); fe10x26_check(d);)
    UF_CHECK(a->magnitude * b->magnitude + c->magnitude * d->magnitude <= 64);
    fe10x26_reduce(
        r, sum_columns<fe10x26_mul_columns, fe10x26_mul_columns>{{a->n, b->n}, {c->n, d->n}});
}

/* r = a*b + c^2.  in: ma*mb + mc*mc <= 64.  out: 1. */
static inline void fe_mul_sqr(fe10x26 *r, const fe10x26 *a, const fe10x26 *b, const fe10x26 *c) {
    UF_VERIFY_ONLY(fe10x26_check(a); fe10x26_check(b); fe10x26_check(c);)
    UF_CHECK(a->magnitude * b->magnitude + c->magnitude * c->magnitude <= 64);
    fe10x26_reduce(r, sum_columns<fe10x26_mul_columns, fe10x26_sqr_columns>{{a->n, b->n}, {c->n}});
}

/* r = a^2 + c.  in: ma*ma + mc <= 64.  out: 1. */
static inline void fe_sqr_add(fe10x26 *r, const fe10x26 *a, const fe10x26 *c) {
    UF_VERIFY_ONLY(fe10x26_check(a); fe10x26_check(c);)
    UF_CHECK(a->magnitude * a->magnitude + c->magnitude <= 64);
    fe10x26_reduce(r, sum_columns<fe10x26_sqr_columns, fe10x26_limb_columns>{{a->n}, {c->n}});
}
#endif

/* Whether a = b mod p.  in: any.  time: constant. */
static inline mask fe_equal(const fe10x26 *a, const fe10x26 *b) {
    fe10x26 t = *a, u = *b;
    fe_normalize_weak(&t);
    fe_normalize_weak(&u);
    fe_sub(&t, &t, &u, 1);
    return fe_is_zero(&t);
}

/* r = m ? a : r.  out: the greater magnitude.  time: constant. */
static inline void fe_cmov(fe10x26 *r, const fe10x26 *a, mask m) {
    UF_VERIFY_ONLY(fe10x26_check(r); fe10x26_check(a);)
    u32 bits = (u32)value_barrier(m.bits);
    for (int i = 0; i < 10; i++) r->n[i] ^= bits & (r->n[i] ^ a->n[i]);
    UF_VERIFY_ONLY(fe10x26_bound(r, a->magnitude > r->magnitude ? a->magnitude : r->magnitude,
                                 a->normalized & r->normalized);)
}

}  // namespace ufsecp::UF_TARGET
