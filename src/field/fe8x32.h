// The field in eight saturated 32-bit limbs: small structs, rows and constant-bound loops, the form
// that suits a GPU.
//
// value = sum of n[i] * 2^(32*i), always below 2^256 and perhaps not below p; the magnitude is
// always 1. 2^256 = C mod p with C = 2^32 + 977.  The row functions carry from limb to limb along
// one row; all else is built on them.
//
// The text is C as GPU compilers take it.  A dialect may bring rows of its own, of the same names
// and parameters, before this file: UF_ROW_ADD_SUB says that it has fe8x32_row_add and
// fe8x32_row_sub, UF_FOLD_8X32 that it has fe8x32_fold, UF_MUL_WIDE that it has fe8x32_mul_wide and
// fe8x32_mul_set, UF_SQR_WIDE and UF_REDUCE_WIDE that it has the functions of these names.  So may
// assembly, which has more:
// UF_REDUCE_8X32 says that there is fe8x32_reduce_words, all of fe8x32_reduce; UF_SUMS_8X32 that
// there are fe8x32_add, fe8x32_sub, fe8x32_neg and fe8x32_half, all of the functions fe_add to
// fe_half, and fe8x32_subtract_p, all of fe8x32_subtract.
#pragma once
#include "base/bytes.h"
#include "base/check.h"
#include "base/ct.h"

namespace ufsecp::UF_TARGET {

typedef struct fe8x32 {
    u32 n[8];
    UF_VERIFY_ONLY(int magnitude; int normalized;)
} fe8x32;

/* A sum of two products of elements: below 2^513. */
typedef struct fe8x32_wide {
    u32 n[17];
} fe8x32_wide;

#ifndef UF_GPU
constexpr int fe_max_magnitude(const fe8x32 *) { return 1; }
#endif

/* The lowest limbs of p; limbs 2-7 are all ones. */
#define UF_FE8X32_P0 0xFFFFFC2Fu
#define UF_FE8X32_P1 0xFFFFFFFEu

/* w += a*b over eight limbs; returns the carry, of weight 2^256. */
UF_FN u32 fe8x32_row_mad(UF_PRIV u32 *w, const UF_PRIV u32 *a, u32 b) {
    u64 t = 0;
    for (int i = 0; i < 8; i++) {
        t += (u64)a[i] * b + w[i];
        w[i] = (u32)t;
        t >>= 32;
    }
    return (u32)t;
}

#ifndef UF_ROW_ADD_SUB
/* r = a + b over eight limbs; returns the carry. */
UF_FN u32 fe8x32_row_add(UF_PRIV u32 *r, const UF_PRIV u32 *a, const UF_PRIV u32 *b) {
    u64 t = 0;
    for (int i = 0; i < 8; i++) {
        t += (u64)a[i] + b[i];
        r[i] = (u32)t;
        t >>= 32;
    }
    return (u32)t;
}

/* r = a - b over eight limbs; returns the borrow. */
UF_FN u32 fe8x32_row_sub(UF_PRIV u32 *r, const UF_PRIV u32 *a, const UF_PRIV u32 *b) {
    u64 t = 0;
    for (int i = 0; i < 8; i++) {
        t = (u64)a[i] - b[i] - t;
        r[i] = (u32)t;
        t = t >> 63;
    }
    return (u32)t;
}
#endif

/* r += k*C over eight limbs, k < 2^34; returns the carry.  After a carry r < 2^67. */
UF_FN u32 fe8x32_row_add_c(UF_PRIV u32 *r, u64 k) {
    u64 x = k * 977, y = (x >> 32) + k;
    u32 c[8] = {(u32)x, (u32)y, (u32)(y >> 32), 0, 0, 0, 0, 0};
    return fe8x32_row_add(r, r, c);
}

/* r -= k*C over eight limbs, k = 0 or 1; returns the borrow. */
UF_FN u32 fe8x32_row_sub_c(UF_PRIV u32 *r, u32 k) {
    u32 c[8] = {k * 977, k, 0, 0, 0, 0, 0, 0};
    return fe8x32_row_sub(r, r, c);
}

#ifndef UF_FOLD_8X32
/* r += k*2^256 mod p, k < 2^34: if the first fold carries, what is left is so small that the second
 * ends in limb 2. */
UF_FN void fe8x32_fold(UF_PRIV u32 *r, u64 k) {
    u32 carry = fe8x32_row_add_c(r, k);
    u64 t = (u64)r[0] + carry * 977;
    r[0] = (u32)t;
    t = (t >> 32) + r[1] + carry;
    r[1] = (u32)t;
    t = (t >> 32) + r[2];
    r[2] = (u32)t;
    UF_CHECK(t >> 32 == 0);
}
#endif

#ifdef UF_VERIFY
UF_FN void fe8x32_check(const UF_PRIV fe8x32 *a) {
    UF_CHECK(a->magnitude == 1);
    if (!a->normalized) return;
    u32 ones = ~(u32)0;
    for (int i = 2; i < 8; i++) ones &= a->n[i];
    UF_CHECK(~ones != 0 || a->n[1] < UF_FE8X32_P1 ||
             (a->n[1] == UF_FE8X32_P1 && a->n[0] < UF_FE8X32_P0));
}
UF_FN void fe8x32_bound(UF_PRIV fe8x32 *r, int normalized) {
    r->magnitude = 1, r->normalized = normalized;
    fe8x32_check(r);
}
#endif

/* r -= p if r >= p; returns whether it was. */
UF_FN mask fe8x32_subtract(UF_PRIV fe8x32 *r) {
#ifdef UF_SUMS_8X32
    mask above = mask_of_bit(fe8x32_subtract_p(r->n));
#else
    u32 t[8];
    for (int i = 0; i < 8; i++) t[i] = r->n[i];
    mask above = mask_of_bit(fe8x32_row_add_c(t, 1)); /* r >= p exactly if r + C >= 2^256 */
    for (int i = 0; i < 8; i++) r->n[i] = select32(above, t[i], r->n[i]);
#endif
    UF_VERIFY_ONLY(fe8x32_bound(r, 1);)
    return above;
}

/* r mod p, the one value below p.
 * out: normalized.
 * time: constant. */
UF_FN void fe_normalize(UF_PRIV fe8x32 *r) {
    UF_VERIFY_ONLY(fe8x32_check(r);)
    fe8x32_subtract(r);
}

/* Nothing to do: there is no lazy form. */
UF_FN void fe_normalize_weak(UF_PRIV fe8x32 *r) {
    UF_VERIFY_ONLY(fe8x32_check(r);)
    (void)r;
}

/* r = a mod p.
 * in: any a < 2^256, little-endian limbs.
 * out: normalized. */
UF_FN void fe_set_limbs64(UF_PRIV fe8x32 *r, const UF_PRIV u64 *a) {
    for (int i = 0; i < 4; i++) r->n[2 * i] = (u32)a[i], r->n[2 * i + 1] = (u32)(a[i] >> 32);
    fe8x32_subtract(r);
}

/* r = a, little-endian limbs.
 * in: normalized. */
UF_FN void fe_get_limbs64(UF_PRIV u64 *r, const UF_PRIV fe8x32 *a) {
    UF_VERIFY_ONLY(fe8x32_check(a);)
    UF_CHECK(a->normalized);
    for (int i = 0; i < 4; i++) r[i] = (u64)a->n[2 * i + 1] << 32 | a->n[2 * i];
}

/* r = b32 mod p, big-endian. Returns whether b32 < p.
 * out: normalized.
 * time: constant. */
UF_FN mask fe_set_b32(UF_PRIV fe8x32 *r, const UF_PRIV u8 *b32) {
    for (int i = 0; i < 8; i++) r->n[i] = load_be32(b32 + 28 - 4 * i);
    return mask_not(fe8x32_subtract(r));
}

/* b32 = a, big-endian.
 * in: normalized. */
UF_FN void fe_get_b32(UF_PRIV u8 *b32, const UF_PRIV fe8x32 *a) {
    UF_VERIFY_ONLY(fe8x32_check(a);)
    UF_CHECK(a->normalized);
    for (int i = 0; i < 8; i++) store_be32(b32 + 28 - 4 * i, a->n[i]);
}

/* r = a < 2^15.
 * out: normalized. */
UF_FN void fe_set_int(UF_PRIV fe8x32 *r, u32 a) {
    UF_BITS(a, 15);
    r->n[0] = a;
    for (int i = 1; i < 8; i++) r->n[i] = 0;
    UF_VERIFY_ONLY(fe8x32_bound(r, 1);)
}
UF_FN void fe_set_zero(UF_PRIV fe8x32 *r) { fe_set_int(r, 0); }
UF_FN void fe_set_one(UF_PRIV fe8x32 *r) { fe_set_int(r, 1); }

/* Whether a = 0 mod p, that is 0 or p.
 * time: constant. */
UF_FN mask fe_is_zero(const UF_PRIV fe8x32 *a) {
    UF_VERIFY_ONLY(fe8x32_check(a);)
    u32 zero = a->n[0] | a->n[1], is_p = (a->n[0] ^ UF_FE8X32_P0) | (a->n[1] ^ UF_FE8X32_P1);
    for (int i = 2; i < 8; i++) zero |= a->n[i], is_p |= ~a->n[i];
    return mask_or(mask_is_zero(zero), mask_is_zero(is_p));
}

/* Whether a is odd.
 * in: normalized. */
UF_FN mask fe_is_odd(const UF_PRIV fe8x32 *a) {
    UF_VERIFY_ONLY(fe8x32_check(a);)
    UF_CHECK(a->normalized);
    return mask_of_bit(a->n[0] & 1);
}

/* r = a + b.
 * time: constant.
 * alias: r may be a or b. */
UF_FN void fe_add(UF_PRIV fe8x32 *r, const UF_PRIV fe8x32 *a, const UF_PRIV fe8x32 *b) {
    UF_VERIFY_ONLY(fe8x32_check(a); fe8x32_check(b);)
#ifdef UF_SUMS_8X32
    fe8x32_add(r->n, a->n, b->n);
#else
    fe8x32_fold(r->n, fe8x32_row_add(r->n, a->n, b->n));
#endif
    UF_VERIFY_ONLY(fe8x32_bound(r, 0);)
}

/* r = a - b; the magnitude of b is ignored.  A second borrow leaves a value so near 2^256 that the
 * third step ends in limb 1. */
UF_FN void fe_sub(UF_PRIV fe8x32 *r, const UF_PRIV fe8x32 *a, const UF_PRIV fe8x32 *b, int mb) {
    UF_VERIFY_ONLY(fe8x32_check(a); fe8x32_check(b);)
    (void)mb;
#ifdef UF_SUMS_8X32
    fe8x32_sub(r->n, a->n, b->n);
#else
    u32 borrow = fe8x32_row_sub(r->n, a->n, b->n);
    borrow = fe8x32_row_sub_c(r->n, borrow);
    u64 low = (u64)r->n[1] << 32 | r->n[0], c = (u64)borrow << 32 | borrow * 977;
    UF_CHECK(low >= c);
    low -= c;
    r->n[0] = (u32)low, r->n[1] = (u32)(low >> 32);
#endif
    UF_VERIFY_ONLY(fe8x32_bound(r, 0);)
}

/* r = -a; the magnitude of a is ignored. */
UF_FN void fe_neg(UF_PRIV fe8x32 *r, const UF_PRIV fe8x32 *a, int ma) {
#ifdef UF_SUMS_8X32
    (void)ma;
    fe8x32_neg(r->n, a->n);
#else
    fe8x32 zero;
    fe_set_zero(&zero);
    fe_sub(r, &zero, a, ma);
#endif
}

/* r = a*k, 0 <= k <= 32 public. */
UF_FN void fe_mul_int(UF_PRIV fe8x32 *r, const UF_PRIV fe8x32 *a, int k) {
    UF_VERIFY_ONLY(fe8x32_check(a);)
    UF_CHECK(k >= 0 && k <= 32);
    u32 t[8] = {0, 0, 0, 0, 0, 0, 0, 0};
    fe8x32_fold(t, fe8x32_row_mad(t, a->n, (u32)k));
    for (int i = 0; i < 8; i++) r->n[i] = t[i];
    UF_VERIFY_ONLY(fe8x32_bound(r, 0);)
}

/* r = a/2: adds p if a is odd, then shifts the carry in. */
UF_FN void fe_half(UF_PRIV fe8x32 *r, const UF_PRIV fe8x32 *a) {
    UF_VERIFY_ONLY(fe8x32_check(a);)
#ifdef UF_SUMS_8X32
    fe8x32_half(r->n, a->n);
#else
    u32 odd = (u32)mask_of_bit(a->n[0] & 1).bits;
    u32 p[8] = {odd & UF_FE8X32_P0, odd & UF_FE8X32_P1, odd, odd, odd, odd, odd, odd};
    u32 carry = fe8x32_row_add(p, p, a->n);
    for (int i = 0; i < 7; i++) r->n[i] = p[i] >> 1 | p[i + 1] << 31;
    r->n[7] = p[7] >> 1 | carry << 31;
#endif
    UF_VERIFY_ONLY(fe8x32_bound(r, 0);)
}

#ifndef UF_MUL_WIDE
/* w += a*b, w of 17 limbs, w + a*b < 2^513.
 * cost: 64 mul. */
UF_FN void fe8x32_mul_wide(UF_PRIV u32 *w, const UF_PRIV u32 *a, const UF_PRIV u32 *b) {
    u64 t = 0; /* what the rows so far leave for the limb above the next row */
    UF_UNROLL
    for (int i = 0; i < 8; i++) {
        t += (u64)w[i + 8] + fe8x32_row_mad(w + i, a, b[i]);
        w[i + 8] = (u32)t;
        t >>= 32;
    }
    w[16] += (u32)t;
}

/* w = a*b. */
UF_FN void fe8x32_mul_set(UF_PRIV u32 *w, const UF_PRIV u32 *a, const UF_PRIV u32 *b) {
    for (int i = 0; i < 17; i++) w[i] = 0;
    fe8x32_mul_wide(w, a, b);
}
#endif

#ifndef UF_SQR_WIDE
/* w = a^2, w of 17 limbs.
 * cost: 36 mul. */
UF_FN void fe8x32_sqr_wide(UF_PRIV u32 *w, const UF_PRIV u32 *a) {
    for (int i = 0; i < 17; i++) w[i] = 0;
    UF_UNROLL
    for (int i = 0; i < 7; i++) { /* a[i]*a[j] for i < j */
        u64 t = 0;
        UF_UNROLL
        for (int j = i + 1; j < 8; j++) {
            t += (u64)a[i] * a[j] + w[i + j];
            w[i + j] = (u32)t;
            t >>= 32;
        }
        w[i + 8] = (u32)t;
    }
    u64 t = 0;
    u32 shifted = 0; /* the bit that doubling moves up */
    UF_UNROLL
    for (int i = 0; i < 8; i++) {
        u64 square = (u64)a[i] * a[i];
        u32 even = w[2 * i], odd = w[2 * i + 1];
        t += (u64)(even << 1 | shifted) + (u32)square;
        w[2 * i] = (u32)t;
        t = (t >> 32) + (odd << 1 | even >> 31) + (square >> 32);
        w[2 * i + 1] = (u32)t;
        t >>= 32;
        shifted = odd >> 31;
    }
    UF_CHECK(t == 0 && shifted == 0);
}
#endif

#ifndef UF_REDUCE_WIDE
/* r = w mod 2^256 + (w / 2^256)*C over eight limbs, w of 17 limbs below 2^513; returns the carry,
 * below 2^34. */
UF_FN u64 fe8x32_reduce_wide(UF_PRIV u32 *r, const UF_PRIV u32 *w) {
    u32 t[9];
    for (int i = 0; i < 8; i++) t[i] = w[i];
    t[8] = fe8x32_row_mad(t, w + 8, 977);
    u64 top = (u64)fe8x32_row_add(t + 1, t + 1, w + 8) << 32;
    for (int i = 0; i < 8; i++) r[i] = t[i];
    return top + t[8] + (((u64)w[16] << 32) + w[16] * (u64)977);
}
#endif

/* r = w mod p: the limbs above 2^256 times C, then the overflow of that times C. */
UF_FN void fe8x32_reduce(UF_PRIV fe8x32 *r, const UF_PRIV fe8x32_wide *w) {
#ifdef UF_REDUCE_8X32
    fe8x32_reduce_words(r->n, w->n);
#else
    u32 t[8];
    const u64 top = fe8x32_reduce_wide(t, w->n);
    UF_BITS(top, 34);
    fe8x32_fold(t, top);
    for (int i = 0; i < 8; i++) r->n[i] = t[i];
#endif
    UF_VERIFY_ONLY(fe8x32_bound(r, 0);)
}

/* r = a*b.
 * time: constant.
 * alias: r may be a or b. */
UF_FN void fe_mul(UF_PRIV fe8x32 *r, const UF_PRIV fe8x32 *a, const UF_PRIV fe8x32 *b) {
    UF_VERIFY_ONLY(fe8x32_check(a); fe8x32_check(b);)
    fe8x32_wide w;
    fe8x32_mul_set(w.n, a->n, b->n);
    fe8x32_reduce(r, &w);
}

/* r = a^2. */
UF_FN void fe_sqr(UF_PRIV fe8x32 *r, const UF_PRIV fe8x32 *a) {
    UF_VERIFY_ONLY(fe8x32_check(a);)
    fe8x32_wide w;
    fe8x32_sqr_wide(w.n, a->n);
    fe8x32_reduce(r, &w);
}

/* r = a*b + c*d, one reduction. */
UF_FN void fe_mul2(UF_PRIV fe8x32 *r, const UF_PRIV fe8x32 *a, const UF_PRIV fe8x32 *b,
                   const UF_PRIV fe8x32 *c, const UF_PRIV fe8x32 *d) {
    UF_VERIFY_ONLY(fe8x32_check(a); fe8x32_check(b); fe8x32_check(c); fe8x32_check(d);)
    fe8x32_wide w;
    fe8x32_mul_set(w.n, a->n, b->n);
    fe8x32_mul_wide(w.n, c->n, d->n);
    fe8x32_reduce(r, &w);
}

/* r = a*b + c^2, one reduction. */
UF_FN void fe_mul_sqr(UF_PRIV fe8x32 *r, const UF_PRIV fe8x32 *a, const UF_PRIV fe8x32 *b,
                      const UF_PRIV fe8x32 *c) {
    UF_VERIFY_ONLY(fe8x32_check(a); fe8x32_check(b); fe8x32_check(c);)
    fe8x32_wide w;
    fe8x32_sqr_wide(w.n, c->n);
    fe8x32_mul_wide(w.n, a->n, b->n);
    fe8x32_reduce(r, &w);
}

/* r = a^2 + c, one reduction. */
UF_FN void fe_sqr_add(UF_PRIV fe8x32 *r, const UF_PRIV fe8x32 *a, const UF_PRIV fe8x32 *c) {
    UF_VERIFY_ONLY(fe8x32_check(a); fe8x32_check(c);)
    fe8x32_wide w;
    fe8x32_sqr_wide(w.n, a->n);
    u64 t = fe8x32_row_add(w.n, w.n, c->n);
    for (int i = 8; i < 17; i++) {
        t += w.n[i];
        w.n[i] = (u32)t;
        t >>= 32;
    }
    fe8x32_reduce(r, &w);
}

/* Whether a = b mod p.
 * time: constant. */
UF_FN mask fe_equal(const UF_PRIV fe8x32 *a, const UF_PRIV fe8x32 *b) {
    fe8x32 t;
    fe_sub(&t, a, b, 1);
    return fe_is_zero(&t);
}

/* r = m ? a : r.
 * time: constant. */
UF_FN void fe_cmov(UF_PRIV fe8x32 *r, const UF_PRIV fe8x32 *a, mask m) {
    UF_VERIFY_ONLY(fe8x32_check(r); fe8x32_check(a);)
    u32 bits = (u32)value_barrier(m.bits);
    for (int i = 0; i < 8; i++) r->n[i] ^= bits & (r->n[i] ^ a->n[i]);
    UF_VERIFY_ONLY(fe8x32_bound(r, a->normalized & r->normalized);)
}

}  // namespace ufsecp::UF_TARGET
