// The portable leaves of the 4x64 field, the twins of fe4x64_adx.h: wide products and carries from
// base/int.h.
#pragma once
#include "base/ct.h"
#include "base/int.h"

namespace ufsecp::UF_TARGET {

/* c = 2^256 - p. */
constexpr u64 fe4x64_c = 0x1000003D1;

/* c if bit is 1, 0 if it is 0.
 * time: constant. */
static inline u64 fe4x64_c_if(u64 bit) { return ((u64)0 - value_barrier(bit)) & fe4x64_c; }

/* Returns the low word of t + a*b + *carry, *carry takes the high word: it always fits.
 * time: constant. */
static inline u64 fe4x64_mac(u64 t, u64 a, u64 b, u64 *carry) {
    u64 hi, lo = mul_wide(&hi, a, b), k = 0;
    lo = add_carry(lo, t, &k);
    hi += k, k = 0;
    lo = add_carry(lo, *carry, &k);
    *carry = hi + k;
    return lo;
}

/* r = a + k over four limbs; returns the carry.
 * time: constant. */
static inline u64 fe4x64_add_word(u64 r[4], const u64 a[4], u64 k) {
    u64 carry = 0;
    r[0] = add_carry(a[0], k, &carry);
    for (int i = 1; i < 4; i++) r[i] = add_carry(a[i], 0, &carry);
    return carry;
}

/* r = w + x*2^256 mod p, < 2^256, x <= c. The first fold leaves a fifth limb h <= c + x, the second
 * adds h*c < 2^67. Where that carries out of limb 3 the value left is below 2^67, so that adding c
 * once more ends in limb 1.
 * time: constant. */
static inline void fe4x64_fold(u64 r[4], const u64 w[8], u64 x) {
    u64 h = 0, carry = 0, lo;
    for (int i = 0; i < 4; i++) r[i] = fe4x64_mac(w[i], w[4 + i], fe4x64_c, &h);
    lo = mul_wide(&h, h + x, fe4x64_c);
    r[0] = add_carry(r[0], lo, &carry);
    r[1] = add_carry(r[1], h, &carry);
    r[2] = add_carry(r[2], 0, &carry);
    r[3] = add_carry(r[3], 0, &carry);
    u64 last = 0;
    r[0] = add_carry(r[0], fe4x64_c_if(carry), &last);
    r[1] += last;
}

/* w = a*b, all eight limbs.
 * time: constant. */
static inline void fe4x64_mul_wide(u64 w[8], const u64 a[4], const u64 b[4]) {
    for (int i = 0; i < 4; i++) w[i] = 0;
    for (int i = 0; i < 4; i++) {
        u64 carry = 0;
        for (int j = 0; j < 4; j++) w[i + j] = fe4x64_mac(w[i + j], a[j], b[i], &carry);
        w[i + 4] = carry;
    }
}

/* w = a^2, all eight limbs: the six mixed products once, doubled, and the four squares.
 * time: constant. */
static inline void fe4x64_sqr_wide(u64 w[8], const u64 a[4]) {
    u64 carry = 0;
    w[0] = 0;
    for (int j = 1; j < 4; j++) w[j] = fe4x64_mac(0, a[0], a[j], &carry);
    w[4] = carry, carry = 0;
    w[3] = fe4x64_mac(w[3], a[1], a[2], &carry);
    w[4] = fe4x64_mac(w[4], a[1], a[3], &carry);
    w[5] = carry, carry = 0;
    w[5] = fe4x64_mac(w[5], a[2], a[3], &carry);
    w[6] = carry;
    w[7] = w[6] >> 63;
    for (int i = 6; i > 0; i--) w[i] = w[i] << 1 | w[i - 1] >> 63;
    carry = 0;
    for (int i = 0; i < 4; i++) {
        u64 hi, lo = mul_wide(&hi, a[i], a[i]);
        w[2 * i] = add_carry(w[2 * i], lo, &carry);
        w[2 * i + 1] = add_carry(w[2 * i + 1], hi, &carry);
    }
}

/* r = a*b mod p, < 2^256.
 * time: constant.
 * alias: any. */
static inline void fe4x64_mul_leaf(u64 r[4], const u64 a[4], const u64 b[4]) {
    u64 w[8];
    fe4x64_mul_wide(w, a, b);
    fe4x64_fold(r, w, 0);
}

/* r = a^2 mod p, < 2^256.
 * time: constant.
 * alias: any. */
static inline void fe4x64_sqr_leaf(u64 r[4], const u64 a[4]) {
    u64 w[8];
    fe4x64_sqr_wide(w, a);
    fe4x64_fold(r, w, 0);
}

/* r = a*b + w mod p, < 2^256, w any 512-bit number: the sum's carry out of limb 7 is worth c *
 * 2^256.
 * time: constant.
 * alias: any. */
static inline void fe4x64_mul_add_leaf(u64 r[4], const u64 a[4], const u64 b[4], const u64 w[8]) {
    u64 v[8], carry = 0;
    fe4x64_mul_wide(v, a, b);
    for (int i = 0; i < 8; i++) v[i] = add_carry(v[i], w[i], &carry);
    fe4x64_fold(r, v, fe4x64_c_if(carry));
}

/* r = a^2 + b mod p, < 2^256; the carry of adding b to limbs 0 to 3 joins the first fold.
 * time: constant.
 * alias: any. */
static inline void fe4x64_sqr_add_leaf(u64 r[4], const u64 a[4], const u64 b[4]) {
    u64 w[8], carry = 0;
    fe4x64_sqr_wide(w, a);
    for (int i = 0; i < 4; i++) w[i] = add_carry(w[i], b[i], &carry);
    fe4x64_fold(r, w, carry);
}

/* r = a + b mod p, < 2^256. A carry out of limb 3 is worth c; if adding c carries again, less than
 * c is left and limb 0 takes the second c alone.
 * time: constant.
 * alias: any. */
static inline void fe4x64_add_leaf(u64 r[4], const u64 a[4], const u64 b[4]) {
    u64 carry = 0;
    for (int i = 0; i < 4; i++) r[i] = add_carry(a[i], b[i], &carry);
    carry = fe4x64_add_word(r, r, fe4x64_c_if(carry));
    r[0] += fe4x64_c_if(carry);
}

/* r = a - b mod p, < 2^256. A borrow out of limb 3 costs c; if taking c borrows again, limb 0 is at
 * least 2^64 - c and pays the second c alone.
 * time: constant.
 * alias: any. */
static inline void fe4x64_sub_leaf(u64 r[4], const u64 a[4], const u64 b[4]) {
    u64 borrow = 0;
    for (int i = 0; i < 4; i++) r[i] = sub_borrow(a[i], b[i], &borrow);
    u64 c = fe4x64_c_if(borrow);
    borrow = 0;
    r[0] = sub_borrow(r[0], c, &borrow);
    for (int i = 1; i < 4; i++) r[i] = sub_borrow(r[i], 0, &borrow);
    r[0] -= fe4x64_c_if(borrow);
}

/* r = -a mod p, < 2^256: p - a; where that borrows, a > p and the value left is above 2^256 - c, so
 * limb 0 pays c alone.
 * time: constant.
 * alias: any. */
static inline void fe4x64_neg_leaf(u64 r[4], const u64 a[4]) {
    u64 borrow = 0;
    r[0] = sub_borrow((u64)0 - fe4x64_c, a[0], &borrow);
    for (int i = 1; i < 4; i++) r[i] = sub_borrow(~(u64)0, a[i], &borrow);
    r[0] -= fe4x64_c_if(borrow);
}

/* r = a/2 mod p, < 2^256: a rotated right by one bit, less (c-1)/2 if that bit was set, since
 * (a+p)/2 = floor(a/2) + 2^255 - (c-1)/2.
 * time: constant.
 * alias: any. */
static inline void fe4x64_half_leaf(u64 r[4], const u64 a[4]) {
    u64 odd = a[0] & 1, borrow = 0;
    for (int i = 0; i < 3; i++) r[i] = a[i] >> 1 | a[i + 1] << 63;
    r[3] = a[3] >> 1 | odd << 63;
    r[0] = sub_borrow(r[0], fe4x64_c_if(odd) >> 1, &borrow);
    for (int i = 1; i < 4; i++) r[i] = sub_borrow(r[i], 0, &borrow);
}

/* r = a*k mod p, < 2^256, k <= 32: the fifth limb h < 32 is worth h*c < 2^38; where that carries,
 * less than 2^38 is left and limb 0 takes the last c alone.
 * time: constant.
 * alias: any. */
static inline void fe4x64_mul_int_leaf(u64 r[4], const u64 a[4], u64 k) {
    u64 h = 0;
    for (int i = 0; i < 4; i++) r[i] = fe4x64_mac(0, a[i], k, &h);
    r[0] += fe4x64_c_if(fe4x64_add_word(r, r, h * fe4x64_c));
}

}  // namespace ufsecp::UF_TARGET
