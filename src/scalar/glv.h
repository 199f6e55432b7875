// Scalars split in two halves, in constant time: by the endomorphism (lambda), and at bit 128.
//
// lambda^2 + lambda + 1 = 0 mod n, beta^3 = 1 mod p, and lambda * (x, y) = (beta * x, y).  The
// lattice of the (a, b) with a + b*lambda = 0 mod n has the short basis (a1, b1), (a2, b2), with
// a1*b2 - a2*b1 = n and
//     a1 = b2 = 0x3086D221A7D46BCDE86C90E49284EB15
//     -b1     = 0xE4437ED6010E88286F547FA90ABFE4C3      a2 = a1 - b1
// With c1 = b2*k/n, c2 = -b1*k/n rounded to integers, the halves are
//     r1 = k - c1*a1 - c2*a2,  r2 = -c1*b1 - c2*b2,   so that r1 + lambda*r2 = k.
//
// Bound.  c1 is computed as (k*g1 + 2^383) >> 384 with g1 = b2 * 2^384 / n rounded, and c2
// likewise.  As g1 is wrong by at most 1/2 and k < 2^256, each c differs from the exact quotient by
// at most e = 1/2 + 2^256 * 2^-385 = 1/2 + 2^-129.  With exact quotients both halves would be 0, so
// |r1| <= e*(a1 + a2) < 0.636 * 2^128 and |r2| <= e*(b2 - b1) < 0.541 * 2^128, for every k and
// whichever way a quotient near a half is rounded.  As k < n, 0 <= c1 <= b2 and 0 <= c2 <= -b1:
// both fit in 128 bits.
//
// Reference: Gallant, Lambert, Vanstone, "Faster point multiplication on elliptic curves with
// efficient endomorphisms", CRYPTO 2001.
#pragma once
#include "scalar/scalar.h"
#if UF_SCALAR != UF_SC_SMALL
#include "scalar/sc4x64.h"
#include "scalar/sc8x32.h"

namespace ufsecp::UF_TARGET {

inline constexpr u64 glv_lambda[4] = {0xDF02967C1B23BD72u, 0x122E22EA20816678u, 0xA5261C028812645Au,
                                      0x5363AD4CC05C30E0u};
inline constexpr u64 glv_g1[4] = {0xE893209A45DBB031u, 0x3DAA8A1471E8CA7Fu, 0xE86C90E49284EB15u,
                                  0x3086D221A7D46BCDu};
inline constexpr u64 glv_g2[4] = {0x1571B4AE8AC47F71u, 0x221208AC9DF506C6u, 0x6F547FA90ABFE4C4u,
                                  0xE4437ED6010E8828u};
inline constexpr u64 glv_a1[3] = {0xE86C90E49284EB15u, 0x3086D221A7D46BCDu, 0}; /* and b2 */
inline constexpr u64 glv_minus_b1[3] = {0x6F547FA90ABFE4C3u, 0xE4437ED6010E8828u, 0};
inline constexpr u64 glv_a2[3] = {0x57C1108D9D44CFD8u, 0x14CA50F7A8E2F3F6u, 1};

/* c = (k*g + 2^383) >> 384 */
static inline void glv_quotient(u64 c[2], const u64 k[4], const u64 g[4]) {
    u64 l[8], carry = 0;
    sc4x64_mul_512(l, k, g);
    c[0] = add_carry(l[6], l[5] >> 63, &carry);
    c[1] = add_carry(l[7], 0, &carry);
    UF_CHECK(carry == 0);
}

/* t = c * a mod 2^192 */
static inline void glv_multiply(u64 t[3], const u64 c[2], const u64 a[3]) {
    sc4x64_column s{0, 0, 0};
    sc4x64_add_product(&s, c[0], a[0]);
    t[0] = sc4x64_shift_column(&s);
    sc4x64_add_product(&s, c[0], a[1]);
    sc4x64_add_product(&s, c[1], a[0]);
    t[1] = sc4x64_shift_column(&s);
    t[2] = s.w0 + c[1] * a[1] + c[0] * a[2];
}

/* t = a - b mod 2^192 */
static inline void glv_subtract(u64 t[3], const u64 a[3], const u64 b[3]) {
    u64 borrow = 0;
    for (int i = 0; i < 3; i++) t[i] = sub_borrow(a[i], b[i], &borrow);
}

/* r = the signed t, -2^128 < t < 2^128, mod n. */
static inline void glv_reduce_signed(u64 r[4], const u64 t[3]) {
    UF_CHECK(t[2] == 0 || t[2] == ~(u64)0);
    const u64 sign = value_barrier(t[2]);
    u64 carry = 0;
    r[0] = add_carry(t[0], sc4x64_order[0] & sign, &carry);
    r[1] = add_carry(t[1], sc4x64_order[1] & sign, &carry);
    r[2] = add_carry(sign, sc4x64_order[2] & sign, &carry);
    r[3] = add_carry(sign, sc4x64_order[3] & sign, &carry);
}

/* The split on limbs; r1, r2 in two's complement. */
static inline void glv_split_signed(u64 r1[3], u64 r2[3], const u64 k[4]) {
    u64 c1[2], c2[2], t[3];
    glv_quotient(c1, k, glv_g1);
    glv_quotient(c2, k, glv_g2);
    glv_multiply(t, c1, glv_a1);
    glv_subtract(r1, k, t);
    glv_multiply(t, c2, glv_a2);
    glv_subtract(r1, r1, t);
    glv_multiply(r2, c1, glv_minus_b1);
    glv_multiply(t, c2, glv_a1);
    glv_subtract(r2, r2, t);
}

/* The same; r1, r2 below n. */
static inline void glv_split(u64 r1[4], u64 r2[4], const u64 k[4]) {
    u64 s[3], t[3];
    glv_split_signed(s, t, k);
    glv_reduce_signed(r1, s);
    glv_reduce_signed(r2, t);
}

/* k = r1 + lambda*r2 mod n, with r1 or -r1 below 0.636 * 2^128 and r2 or -r2 below 0.541 * 2^128.
 * time: constant.
 * alias: r1 or r2 may be k.
 * cost: 32 + 15 word products. */
static inline void sc_split_lambda(sc4x64 *r1, sc4x64 *r2, const sc4x64 *k) {
    u64 a[4], b[4];
    glv_split(a, b, k->n);
    sc_set_limbs64(r1, a);
    sc_set_limbs64(r2, b);
}
static inline void sc_split_lambda(sc8x32 *r1, sc8x32 *r2, const sc8x32 *k) {
    u64 a[4], b[4], x[4];
    sc_get_limbs64(x, k);
    glv_split(a, b, x);
    sc_set_limbs64(r1, a);
    sc_set_limbs64(r2, b);
}

/* The same halves as 192-bit numbers in two's complement.
 * time: constant. */
template <class S>
static inline void sc_split_signed(u64 r1[3], u64 r2[3], const S *k) {
    u64 x[4];
    sc_get_limbs64(x, k);
    glv_split_signed(r1, r2, x);
}

/* k = lo + 2^128 * hi, both below 2^128.
 * time: constant.
 * alias: lo or hi may be k. */
static inline void sc_split_128(sc4x64 *lo, sc4x64 *hi, const sc4x64 *k) {
    const sc4x64 l{{k->n[0], k->n[1], 0, 0}}, h{{k->n[2], k->n[3], 0, 0}};
    *lo = l;
    *hi = h;
}
static inline void sc_split_128(sc8x32 *lo, sc8x32 *hi, const sc8x32 *k) {
    const sc8x32 l{{k->n[0], k->n[1], k->n[2], k->n[3], 0, 0, 0, 0}},
        h{{k->n[4], k->n[5], k->n[6], k->n[7], 0, 0, 0, 0}};
    *lo = l;
    *hi = h;
}

}  // namespace ufsecp::UF_TARGET
#endif
