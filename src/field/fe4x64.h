// The field on saturated limbs: four 64-bit words, any value below 2^256; a carry is folded at
// once as c = 2^256 - p.
#pragma once
#include "base/bytes.h"
#include "base/check.h"
#include "base/ct.h"
#include "base/int.h"

/* Assembly leaves where the target has MULX, ADCX and ADOX, and on AArch64.  Under sanitizers the
 * portable leaves run: MSan takes asm outputs as initialised, ASan and TSan take registers that the
 * leaves need, as does a build without optimisation. */
#if defined(__has_feature)
#if __has_feature(thread_sanitizer) || __has_feature(address_sanitizer)
#define UF_FE4X64_SANITIZED 1
#endif
#endif
#if defined(__OPTIMIZE__) && !defined(UF_CT_MSAN) && !defined(__SANITIZE_ADDRESS__) && \
    !defined(__SANITIZE_THREAD__) && !defined(UF_FE4X64_SANITIZED)
#if defined(UF_ADX) && defined(__x86_64__)
#define UF_FE4X64_ADX 1
#elif defined(UF_A64) && defined(__aarch64__)
#define UF_FE4X64_A64 1
#endif
#endif

/* The products are inlined where they are assembly: that saves the operands' way through memory. */
#ifdef UF_FE4X64_ADX
#include "field/fe4x64_adx.h"
#define UF_FE4X64_PRODUCT static inline __attribute__((always_inline))
#elif defined(UF_FE4X64_A64)
#include "field/fe4x64_a64.h"
#define UF_FE4X64_PRODUCT static inline __attribute__((always_inline))
#define UF_FE4X64_SUM UF_FE4X64_PRODUCT
#else
#include "field/fe4x64_portable.h"
#define UF_FE4X64_PRODUCT static inline
#endif
#ifndef UF_FE4X64_SUM
#define UF_FE4X64_SUM static inline
#endif

namespace ufsecp::UF_TARGET {

/* n[0] + n[1]*2^64 + n[2]*2^128 + n[3]*2^192, any value < 2^256.  Magnitudes are not used: every
 * result is of magnitude 1. */
struct fe4x64 {
    u64 n[4];
#ifdef UF_VERIFY
    int magnitude;
    int normalized;
#endif
};

/* No bound is ever reached: every value is below 2^256 again after each operation. */
constexpr int fe_max_magnitude(const fe4x64 *) { return 32; }

/* Notes in verify builds what is known of r. */
static inline void fe4x64_note(fe4x64 *r, int normalized) {
#ifdef UF_VERIFY
    r->magnitude = 1;
    r->normalized = normalized;
#else
    (void)r, (void)normalized;
#endif
}

/* r = 0.
 * time: constant. */
static inline void fe_set_zero(fe4x64 *r) {
    r->n[0] = r->n[1] = r->n[2] = r->n[3] = 0;
    fe4x64_note(r, 1);
}

/* r = a, a < 2^15.
 * time: constant. */
static inline void fe_set_int(fe4x64 *r, u32 a) {
    UF_CHECK(a < 0x8000);
    r->n[0] = a, r->n[1] = r->n[2] = r->n[3] = 0;
    fe4x64_note(r, 1);
}

/* r = 1.
 * time: constant. */
static inline void fe_set_one(fe4x64 *r) { fe_set_int(r, 1); }

/* r = r mod p, < p; the mask tells whether r already was. r + c carries out of limb 3 if and only
 * if r >= p, and is then r - p.
 * time: constant. */
static inline mask fe4x64_reduce(fe4x64 *r) {
#ifdef UF_FE4X64_A64
    const mask over = mask_of_bit(fe4x64_reduce_leaf(r->n));
#else
    u64 t[4], carry = 0;
    t[0] = add_carry(r->n[0], 0x1000003D1, &carry);
    t[1] = add_carry(r->n[1], 0, &carry);
    t[2] = add_carry(r->n[2], 0, &carry);
    t[3] = add_carry(r->n[3], 0, &carry);
    mask over = mask_of_bit(carry);
    for (int i = 0; i < 4; i++) r->n[i] = select(over, t[i], r->n[i]);
#endif
    fe4x64_note(r, 1);
    return ~over;
}

/* r = r mod p, canonical: < p.
 * time: constant. */
static inline void fe_normalize(fe4x64 *r) { fe4x64_reduce(r); }

/* Magnitude 1, which every value has.
 * time: constant. */
static inline void fe_normalize_weak(fe4x64 *r) { fe4x64_note(r, 0); }

/* r = b32 (big-endian) mod p, canonical; the mask tells whether b32 < p.
 * time: constant. */
static inline mask fe_set_b32(fe4x64 *r, const u8 b32[32]) {
    limbs_set_b32(r->n, b32);
    return fe4x64_reduce(r);
}

/* b32 = a, big-endian.
 * in: a canonical.
 * time: constant. */
static inline void fe_get_b32(u8 b32[32], const fe4x64 *a) {
    UF_CHECK(a->normalized);
    limbs_get_b32(b32, a->n);
}

/* r = a (little-endian limbs, any value < 2^256) mod p, canonical.
 * time: constant. */
static inline void fe_set_limbs64(fe4x64 *r, const u64 a[4]) {
    for (int i = 0; i < 4; i++) r->n[i] = a[i];
    fe4x64_reduce(r);
}

/* r = a, little-endian limbs.
 * in: a canonical.
 * time: constant. */
static inline void fe_get_limbs64(u64 r[4], const fe4x64 *a) {
    UF_CHECK(a->normalized);
    for (int i = 0; i < 4; i++) r[i] = a->n[i];
}

/* Is a = 0 mod p, that is 0 or p?
 * time: constant. */
static inline mask fe_is_zero(const fe4x64 *a) {
    u64 zero = a->n[0] | a->n[1] | a->n[2] | a->n[3];
    u64 p = (a->n[0] ^ 0xFFFFFFFEFFFFFC2F) | ~(a->n[1] & a->n[2] & a->n[3]);
    return mask_is_zero(zero) | mask_is_zero(p);
}

#ifdef UF_FE4X64_A64
/* False only if a is not 0 mod p: limb 3 of 0 is 0, that of p all ones.
 * time: constant. */
static inline mask fe_may_be_zero(const fe4x64 *a) { return mask_is_zero((a->n[3] + 1) >> 1); }
#endif

/* Is a odd?
 * in: a canonical.
 * time: constant. */
static inline mask fe_is_odd(const fe4x64 *a) {
    UF_CHECK(a->normalized);
    return mask_of_bit(a->n[0] & 1);
}

/* r = a + b mod p.
 * time: constant.
 * alias: any. */
UF_FE4X64_SUM void fe_add(fe4x64 *r, const fe4x64 *a, const fe4x64 *b) {
    fe4x64_add_leaf(r->n, a->n, b->n);
    fe4x64_note(r, 0);
}

/* r = a - b mod p.
 * time: constant.
 * alias: any. */
UF_FE4X64_SUM void fe_sub(fe4x64 *r, const fe4x64 *a, const fe4x64 *b, int) {
    fe4x64_sub_leaf(r->n, a->n, b->n);
    fe4x64_note(r, 0);
}

/* r = -a mod p.
 * time: constant.
 * alias: r may be a. */
UF_FE4X64_SUM void fe_neg(fe4x64 *r, const fe4x64 *a, int) {
    fe4x64_neg_leaf(r->n, a->n);
    fe4x64_note(r, 0);
}

/* Is a = b mod p?
 * time: constant. */
static inline mask fe_equal(const fe4x64 *a, const fe4x64 *b) {
    fe4x64 d;
    fe_sub(&d, a, b, 1);
    return fe_is_zero(&d);
}

/* r = a*k mod p, 0 <= k <= 32, k public.
 * time: depends on k only.
 * alias: r may be a. */
UF_FE4X64_SUM void fe_mul_int(fe4x64 *r, const fe4x64 *a, int k) {
    UF_CHECK(k >= 0 && k <= 32);
    if (k == 2) fe4x64_add_leaf(r->n, a->n, a->n);
    else fe4x64_mul_int_leaf(r->n, a->n, (u64)k);
    fe4x64_note(r, 0);
}

/* r = a/2 mod p.
 * time: constant.
 * alias: r may be a. */
UF_FE4X64_SUM void fe_half(fe4x64 *r, const fe4x64 *a) {
    fe4x64_half_leaf(r->n, a->n);
    fe4x64_note(r, 0);
}

/* r = a*b mod p.
 * time: constant.
 * alias: any. A result just computed is best passed as a.
 * cost: 21 mul. */
UF_FE4X64_PRODUCT void fe_mul(fe4x64 *r, const fe4x64 *a, const fe4x64 *b) {
    fe4x64_mul_leaf(r->n, a->n, b->n);
    fe4x64_note(r, 0);
}

/* r = a^2 mod p.
 * time: constant.
 * alias: r may be a.
 * cost: 15 mul. */
UF_FE4X64_PRODUCT void fe_sqr(fe4x64 *r, const fe4x64 *a) {
    fe4x64_sqr_leaf(r->n, a->n);
    fe4x64_note(r, 0);
}

#ifdef UF_FE4X64_A64
/* r = a^(2^k) mod p, k >= 1 public, for that of pow.h.
 * time: constant.
 * alias: r may be a.
 * cost: k sqr. */
static inline void fe_sqr_times(fe4x64 *r, const fe4x64 *a, int k) {
    fe4x64_sqr_times_leaf(r->n, a->n, k);
    fe4x64_note(r, 0);
}
#endif

/* r = a*b + c*d mod p, reduced once.
 * time: constant.
 * alias: any.
 * cost: 37 mul. */
UF_FE4X64_PRODUCT void fe_mul2(fe4x64 *r, const fe4x64 *a, const fe4x64 *b, const fe4x64 *c,
                               const fe4x64 *d) {
    u64 w[8];
    fe4x64_mul_wide(w, c->n, d->n);
    fe4x64_mul_add_leaf(r->n, a->n, b->n, w);
    fe4x64_note(r, 0);
}

/* r = a*b + c^2 mod p, reduced once.
 * time: constant.
 * alias: any.
 * cost: 31 mul. */
UF_FE4X64_PRODUCT void fe_mul_sqr(fe4x64 *r, const fe4x64 *a, const fe4x64 *b, const fe4x64 *c) {
    u64 w[8];
    fe4x64_sqr_wide(w, c->n);
    fe4x64_mul_add_leaf(r->n, a->n, b->n, w);
    fe4x64_note(r, 0);
}

/* r = a^2 + c mod p, reduced once.
 * time: constant.
 * alias: any.
 * cost: 15 mul. */
UF_FE4X64_PRODUCT void fe_sqr_add(fe4x64 *r, const fe4x64 *a, const fe4x64 *c) {
    fe4x64_sqr_add_leaf(r->n, a->n, c->n);
    fe4x64_note(r, 0);
}

#undef UF_FE4X64_PRODUCT
#undef UF_FE4X64_SUM

/* r = m ? a : r.
 * time: constant. */
static inline void fe_cmov(fe4x64 *r, const fe4x64 *a, mask m) {
#ifdef UF_FE4X64_A64
    fe4x64_cmov_leaf(r->n, a->n, m.bits);
#else
    for (int i = 0; i < 4; i++) r->n[i] = select(m, a->n[i], r->n[i]);
#endif
#ifdef UF_VERIFY
    r->normalized &= a->normalized;
#endif
}

}  // namespace ufsecp::UF_TARGET
