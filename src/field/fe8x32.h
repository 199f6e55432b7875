// The field in eight saturated 32-bit limbs: small structs, rows and constant-bound loops, the form
// that suits a GPU.
//
// value = sum of n[i] * 2^(32*i), always below 2^256 and perhaps not below p; the magnitude is
// always 1. 2^256 = C mod p with C = 2^32 + 977.  The row functions carry from limb to limb along
// one row; all else is built on them.
#pragma once
#include "base/bytes.h"
#include "base/check.h"
#include "base/ct.h"

namespace ufsecp::UF_TARGET {

struct fe8x32 {
    u32 n[8];
    UF_VERIFY_ONLY(int magnitude; int normalized;)
};

/* A sum of two products of elements: below 2^513. */
struct fe8x32_wide {
    u32 n[17];
};

constexpr int fe_max_magnitude(const fe8x32 *) { return 1; }

constexpr u32 fe8x32_p0 = 0xFFFFFC2F,
              fe8x32_p1 = 0xFFFFFFFE; /* the lowest limbs of p; limbs 2-7 are all ones */

/* w += a*b over eight limbs; returns the carry, of weight 2^256. */
static inline u32 fe8x32_row_mad(u32 *w, const u32 *a, u32 b) {
    u64 t = 0;
    for (int i = 0; i < 8; i++) {
        t += (u64)a[i] * b + w[i];
        w[i] = (u32)t;
        t >>= 32;
    }
    return (u32)t;
}

/* r = a + b over eight limbs; returns the carry. */
static inline u32 fe8x32_row_add(u32 *r, const u32 *a, const u32 *b) {
    u64 t = 0;
    for (int i = 0; i < 8; i++) {
        t += (u64)a[i] + b[i];
        r[i] = (u32)t;
        t >>= 32;
    }
    return (u32)t;
}

/* r = a - b over eight limbs; returns the borrow. */
static inline u32 fe8x32_row_sub(u32 *r, const u32 *a, const u32 *b) {
    u64 t = 0;
    for (int i = 0; i < 8; i++) {
        t = (u64)a[i] - b[i] - t;
        r[i] = (u32)t;
        t = t >> 63;
    }
    return (u32)t;
}

/* r += k*C over eight limbs, k < 2^34; returns the carry.  After a carry r < 2^67. */
static inline u32 fe8x32_row_add_c(u32 *r, u64 k) {
    u64 x = k * 977;
    u64 t = (u64)r[0] + (u32)x;
    r[0] = (u32)t;
    t = (t >> 32) + r[1] + ((x >> 32) + k);
    r[1] = (u32)t;
    for (int i = 2; i < 8; i++) {
        t = (t >> 32) + r[i];
        r[i] = (u32)t;
    }
    return (u32)(t >> 32);
}

/* r -= k*C over eight limbs, k = 0 or 1; returns the borrow. */
static inline u32 fe8x32_row_sub_c(u32 *r, u32 k) {
    u32 c[8] = {k * 977, k, 0, 0, 0, 0, 0, 0};
    return fe8x32_row_sub(r, r, c);
}

/* r += k*2^256 mod p, k < 2^34: if the first fold carries, what is left is so small that the second
 * does not. */
static inline void fe8x32_fold(u32 *r, u64 k) {
    u32 carry = fe8x32_row_add_c(r, k);
    carry = fe8x32_row_add_c(r, carry);
    UF_CHECK(carry == 0);
    (void)carry;
}

#ifdef UF_VERIFY
static inline void fe8x32_check(const fe8x32 *a) {
    UF_CHECK(a->magnitude == 1);
    if (!a->normalized) return;
    u32 ones = ~(u32)0;
    for (int i = 2; i < 8; i++) ones &= a->n[i];
    UF_CHECK(~ones != 0 || a->n[1] < fe8x32_p1 || (a->n[1] == fe8x32_p1 && a->n[0] < fe8x32_p0));
}
static inline void fe8x32_bound(fe8x32 *r, int normalized) {
    r->magnitude = 1, r->normalized = normalized;
    fe8x32_check(r);
}
#endif

/* r -= p if r >= p; returns whether it was. */
static inline mask fe8x32_subtract(fe8x32 *r) {
    u32 t[8];
    for (int i = 0; i < 8; i++) t[i] = r->n[i];
    mask above = mask_of_bit(fe8x32_row_add_c(t, 1)); /* r >= p exactly if r + C >= 2^256 */
    for (int i = 0; i < 8; i++) r->n[i] = select(above, t[i], r->n[i]);
    UF_VERIFY_ONLY(fe8x32_bound(r, 1);)
    return above;
}

/* r mod p, the one value below p.  out: normalized.  time: constant. */
static inline void fe_normalize(fe8x32 *r) {
    UF_VERIFY_ONLY(fe8x32_check(r);)
    fe8x32_subtract(r);
}

/* Nothing to do: there is no lazy form. */
static inline void fe_normalize_weak(fe8x32 *r) {
    UF_VERIFY_ONLY(fe8x32_check(r);)
    (void)r;
}

/* r = a mod p.  in: any a < 2^256, little-endian limbs.  out: normalized. */
static inline void fe_set_limbs64(fe8x32 *r, const u64 a[4]) {
    for (int i = 0; i < 4; i++) r->n[2 * i] = (u32)a[i], r->n[2 * i + 1] = (u32)(a[i] >> 32);
    fe8x32_subtract(r);
}

/* r = a, little-endian limbs.  in: normalized. */
static inline void fe_get_limbs64(u64 r[4], const fe8x32 *a) {
    UF_VERIFY_ONLY(fe8x32_check(a);)
    UF_CHECK(a->normalized);
    for (int i = 0; i < 4; i++) r[i] = (u64)a->n[2 * i + 1] << 32 | a->n[2 * i];
}

/* r = b32 mod p, big-endian.  Returns whether b32 < p.  out: normalized.  time: constant. */
static inline mask fe_set_b32(fe8x32 *r, const u8 b32[32]) {
    for (int i = 0; i < 8; i++) r->n[i] = load_be32(b32 + 28 - 4 * i);
    return ~fe8x32_subtract(r);
}

/* b32 = a, big-endian.  in: normalized. */
static inline void fe_get_b32(u8 b32[32], const fe8x32 *a) {
    UF_VERIFY_ONLY(fe8x32_check(a);)
    UF_CHECK(a->normalized);
    for (int i = 0; i < 8; i++) store_be32(b32 + 28 - 4 * i, a->n[i]);
}

/* r = a < 2^15.  out: normalized. */
static inline void fe_set_int(fe8x32 *r, u32 a) {
    UF_BITS(a, 15);
    r->n[0] = a;
    for (int i = 1; i < 8; i++) r->n[i] = 0;
    UF_VERIFY_ONLY(fe8x32_bound(r, 1);)
}
static inline void fe_set_zero(fe8x32 *r) { fe_set_int(r, 0); }
static inline void fe_set_one(fe8x32 *r) { fe_set_int(r, 1); }

/* Whether a = 0 mod p, that is 0 or p.  time: constant. */
static inline mask fe_is_zero(const fe8x32 *a) {
    UF_VERIFY_ONLY(fe8x32_check(a);)
    u32 zero = a->n[0] | a->n[1], is_p = (a->n[0] ^ fe8x32_p0) | (a->n[1] ^ fe8x32_p1);
    for (int i = 2; i < 8; i++) zero |= a->n[i], is_p |= ~a->n[i];
    return mask_is_zero(zero) | mask_is_zero(is_p);
}

/* Whether a is odd.  in: normalized. */
static inline mask fe_is_odd(const fe8x32 *a) {
    UF_VERIFY_ONLY(fe8x32_check(a);)
    UF_CHECK(a->normalized);
    return mask_of_bit(a->n[0] & 1);
}

/* r = a + b.  time: constant.  alias: r may be a or b. */
static inline void fe_add(fe8x32 *r, const fe8x32 *a, const fe8x32 *b) {
    UF_VERIFY_ONLY(fe8x32_check(a); fe8x32_check(b);)
    fe8x32_fold(r->n, fe8x32_row_add(r->n, a->n, b->n));
    UF_VERIFY_ONLY(fe8x32_bound(r, 0);)
}

/* r = a - b; the magnitude of b is ignored.  A second borrow leaves a value near 2^256, so there is
 * no third. */
static inline void fe_sub(fe8x32 *r, const fe8x32 *a, const fe8x32 *b, int mb) {
    UF_VERIFY_ONLY(fe8x32_check(a); fe8x32_check(b);)
    (void)mb;
    u32 borrow = fe8x32_row_sub(r->n, a->n, b->n);
    borrow = fe8x32_row_sub_c(r->n, borrow);
    borrow = fe8x32_row_sub_c(r->n, borrow);
    UF_CHECK(borrow == 0);
    UF_VERIFY_ONLY(fe8x32_bound(r, 0);)
}

/* r = -a; the magnitude of a is ignored. */
static inline void fe_neg(fe8x32 *r, const fe8x32 *a, int ma) {
    fe8x32 zero;
    fe_set_zero(&zero);
    fe_sub(r, &zero, a, ma);
}

/* r = a*k, 0 <= k <= 32 public. */
static inline void fe_mul_int(fe8x32 *r, const fe8x32 *a, int k) {
    UF_VERIFY_ONLY(fe8x32_check(a);)
    UF_CHECK(k >= 0 && k <= 32);
    u32 t[8] = {0, 0, 0, 0, 0, 0, 0, 0};
    fe8x32_fold(t, fe8x32_row_mad(t, a->n, (u32)k));
    for (int i = 0; i < 8; i++) r->n[i] = t[i];
    UF_VERIFY_ONLY(fe8x32_bound(r, 0);)
}

/* r = a/2: adds p if a is odd, then shifts the carry in. */
static inline void fe_half(fe8x32 *r, const fe8x32 *a) {
    UF_VERIFY_ONLY(fe8x32_check(a);)
    u32 odd = (u32)mask_of_bit(a->n[0] & 1).bits;
    u32 p[8] = {odd & fe8x32_p0, odd & fe8x32_p1, odd, odd, odd, odd, odd, odd};
    u32 carry = fe8x32_row_add(p, p, a->n);
    for (int i = 0; i < 7; i++) r->n[i] = p[i] >> 1 | p[i + 1] << 31;
    r->n[7] = p[7] >> 1 | carry << 31;
    UF_VERIFY_ONLY(fe8x32_bound(r, 0);)
}

/* w += a*b, w + a*b < 2^513.  cost: 64 mul. */
static inline void fe8x32_mul_wide(fe8x32_wide *w, const fe8x32 *a, const fe8x32 *b) {
    u64 t = 0; /* what the rows so far leave for the limb above the next row */
    for (int i = 0; i < 8; i++) {
        t += (u64)w->n[i + 8] + fe8x32_row_mad(w->n + i, a->n, b->n[i]);
        w->n[i + 8] = (u32)t;
        t >>= 32;
    }
    w->n[16] += (u32)t;
}

/* w = a^2.  cost: 36 mul. */
static inline void fe8x32_sqr_wide(fe8x32_wide *w, const fe8x32 *a) {
    for (int i = 0; i < 17; i++) w->n[i] = 0;
    for (int i = 0; i < 7; i++) { /* a[i]*a[j] for i < j */
        u64 t = 0;
        for (int j = i + 1; j < 8; j++) {
            t += (u64)a->n[i] * a->n[j] + w->n[i + j];
            w->n[i + j] = (u32)t;
            t >>= 32;
        }
        w->n[i + 8] = (u32)t;
    }
    u64 t = 0;
    u32 shifted = 0; /* the bit that doubling moves up */
    for (int i = 0; i < 8; i++) {
        u64 square = (u64)a->n[i] * a->n[i];
        u32 even = w->n[2 * i], odd = w->n[2 * i + 1];
        t += (u64)(even << 1 | shifted) + (u32)square;
        w->n[2 * i] = (u32)t;
        t = (t >> 32) + (odd << 1 | even >> 31) + (square >> 32);
        w->n[2 * i + 1] = (u32)t;
        t >>= 32;
        shifted = odd >> 31;
    }
    UF_CHECK(t == 0 && shifted == 0);
}

/* r = w mod p: the limbs above 2^256 times C, then the overflow of that, below 2^34, times C. */
static inline void fe8x32_reduce(fe8x32 *r, const fe8x32_wide *w) {
    u32 t[9];
    for (int i = 0; i < 8; i++) t[i] = w->n[i];
    t[8] = fe8x32_row_mad(t, w->n + 8, 977);
    u64 top = (u64)fe8x32_row_add(t + 1, t + 1, w->n + 8) << 32;
    top += t[8] + (((u64)w->n[16] << 32) + w->n[16] * (u64)977);
    UF_BITS(top, 34);
    fe8x32_fold(t, top);
    for (int i = 0; i < 8; i++) r->n[i] = t[i];
    UF_VERIFY_ONLY(fe8x32_bound(r, 0);)
}

/* r = a*b.  time: constant.  alias: r may be a or b. */
static inline void fe_mul(fe8x32 *r, const fe8x32 *a, const fe8x32 *b) {
    UF_VERIFY_ONLY(fe8x32_check(a); fe8x32_check(b);)
    fe8x32_wide w;
    for (int i = 0; i < 17; i++) w.n[i] = 0;
    fe8x32_mul_wide(&w, a, b);
    fe8x32_reduce(r, &w);
}

/* r = a^2. */
static inline void fe_sqr(fe8x32 *r, const fe8x32 *a) {
    UF_VERIFY_ONLY(fe8x32_check(a);)
    fe8x32_wide w;
    fe8x32_sqr_wide(&w, a);
    fe8x32_reduce(r, &w);
}

/* r = a*b + c*d, one reduction. */
static inline void fe_mul2(fe8x32 *r, const fe8x32 *a, const fe8x32 *b, const fe8x32 *c,
                           const fe8x32 *d) {
    UF_VERIFY_ONLY(fe8x32_check(a); fe8x32_check(b); fe8x32_check(c); fe8x32_check(d);)
    fe8x32_wide w;
    for (int i = 0; i < 17; i++) w.n[i] = 0;
    fe8x32_mul_wide(&w, a, b);
    fe8x32_mul_wide(&w, c, d);
    fe8x32_reduce(r, &w);
}

/* r = a*b + c^2, one reduction. */
static inline void fe_mul_sqr(fe8x32 *r, const fe8x32 *a, const fe8x32 *b, const fe8x32 *c) {
    UF_VERIFY_ONLY(fe8x32_check(a); fe8x32_check(b); fe8x32_check(c);)
    fe8x32_wide w;
    fe8x32_sqr_wide(&w, c);
    fe8x32_mul_wide(&w, a, b);
    fe8x32_reduce(r, &w);
}

/* r = a^2 + c, one reduction. */
static inline void fe_sqr_add(fe8x32 *r, const fe8x32 *a, const fe8x32 *c) {
    UF_VERIFY_ONLY(fe8x32_check(a); fe8x32_check(c);)
    fe8x32_wide w;
    fe8x32_sqr_wide(&w, a);
    u64 t = fe8x32_row_add(w.n, w.n, c->n);
    for (int i = 8; i < 17; i++) {
        t += w.n[i];
        w.n[i] = (u32)t;
        t >>= 32;
    }
    fe8x32_reduce(r, &w);
}

/* Whether a = b mod p.  time: constant. */
static inline mask fe_equal(const fe8x32 *a, const fe8x32 *b) {
    fe8x32 t;
    fe_sub(&t, a, b, 1);
    return fe_is_zero(&t);
}

/* r = m ? a : r.  time: constant. */
static inline void fe_cmov(fe8x32 *r, const fe8x32 *a, mask m) {
    UF_VERIFY_ONLY(fe8x32_check(r); fe8x32_check(a);)
    u32 bits = (u32)value_barrier(m.bits);
    for (int i = 0; i < 8; i++) r->n[i] ^= bits & (r->n[i] ^ a->n[i]);
    UF_VERIFY_ONLY(fe8x32_bound(r, a->normalized & r->normalized);)
}

}  // namespace ufsecp::UF_TARGET
