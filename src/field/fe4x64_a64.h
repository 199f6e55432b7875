// The AArch64 leaves of the 4x64 field: products by MUL and UMULH, sums on the one carry flag,
// conditions by CSEL.
//
// MUL and UMULH leave the flags alone, so that a chain of carries runs through the products that it
// sums.  A chain ends in the high half of a product, which is at most 2^64 - 2 and takes one carry
// without another; so the chains of a product lie in each other, from the two middle columns
// outwards.
#pragma once
#include "base/int.h"

namespace ufsecp::UF_TARGET {

/* c = 2^256 - p. */
constexpr u64 fe4x64_c = 0x1000003D1;

/* t = the low or the high half of a * b; the same added to t by ADDS, ADCS or ADC; t += the carry,
 * which ends a chain. */
#define UF_LO(t, a, b) "mul %[" #t "], %[" #a "], %[" #b "]\n\t"
#define UF_HI(t, a, b) "umulh %[" #t "], %[" #a "], %[" #b "]\n\t"
#define UF_SUM(add, t, x) #add " %[" #t "], %[" #t "], %[" #x "]\n\t"
#define UF_LO_SUM(add, t, a, b) UF_LO(l, a, b) UF_SUM(add, t, l)
#define UF_HI_SUM(add, t, a, b) UF_HI(l, a, b) UF_SUM(add, t, l)
#define UF_END(t) "adc %[" #t "], %[" #t "], xzr\n\t"

// clang-format off
/* t0..t7 = a * b: the first words of the eight columns, then the other 24 on six chains. */
#define UF_A64_PRODUCT                                                                             \
    UF_LO(t0, a0, b0) UF_HI(t1, a0, b0) UF_HI(t2, a0, b1) UF_HI(t3, a0, b2) UF_HI(t4, a0, b3)      \
    /* columns 3 and 4, twice */                                                                   \
    UF_HI(t5, a1, b3) UF_LO_SUM(adds, t3, a1, b2) UF_HI_SUM(adcs, t4, a1, b2) UF_END(t5)           \
    UF_HI(h, a2, b2) UF_LO_SUM(adds, t3, a2, b1) UF_HI_SUM(adcs, t4, a2, b1) UF_END(h)             \
    /* 2 to 5, twice */                                                                            \
    UF_HI(t6, a2, b3) UF_LO_SUM(adds, t2, a1, b1) UF_HI_SUM(adcs, t3, a1, b1)                      \
    UF_LO_SUM(adcs, t4, a2, b2) UF_SUM(adcs, t5, h) UF_END(t6)                                     \
    UF_HI(h, a3, b2) UF_LO_SUM(adds, t2, a2, b0) UF_HI_SUM(adcs, t3, a2, b0)                       \
    UF_LO_SUM(adcs, t4, a3, b1) UF_HI_SUM(adcs, t5, a3, b1) UF_END(h)                              \
    /* 1 to 6, twice */                                                                            \
    UF_HI(t7, a3, b3) UF_LO_SUM(adds, t1, a0, b1) UF_LO_SUM(adcs, t2, a0, b2)                      \
    UF_LO_SUM(adcs, t3, a0, b3) UF_LO_SUM(adcs, t4, a1, b3) UF_LO_SUM(adcs, t5, a2, b3)            \
    UF_LO_SUM(adcs, t6, a3, b3) UF_END(t7)                                                         \
    UF_LO_SUM(adds, t1, a1, b0) UF_HI_SUM(adcs, t2, a1, b0) UF_LO_SUM(adcs, t3, a3, b0)            \
    UF_HI_SUM(adcs, t4, a3, b0) UF_LO_SUM(adcs, t5, a3, b2) UF_SUM(adcs, t6, h) UF_END(t7)

/* t0..t7, x * 2^512 = t0..t7 + a * b: all 32 words on seven chains, of which the last two reach the
 * top.  One of them carries out at most. */
#define UF_A64_MORE                                                                                \
    /* columns 3 and 4, twice */                                                                   \
    UF_HI(g, a1, b3) UF_LO_SUM(adds, t3, a1, b2) UF_HI_SUM(adcs, t4, a1, b2) UF_END(g)             \
    UF_HI(h, a2, b2) UF_LO_SUM(adds, t3, a2, b1) UF_HI_SUM(adcs, t4, a2, b1) UF_END(h)             \
    /* 2 to 5, twice */                                                                            \
    UF_HI(x, a2, b3) UF_LO_SUM(adds, t2, a1, b1) UF_HI_SUM(adcs, t3, a1, b1)                       \
    UF_LO_SUM(adcs, t4, a2, b2) UF_SUM(adcs, t5, h) UF_END(x)                                      \
    UF_HI(h, a3, b2) UF_LO_SUM(adds, t2, a2, b0) UF_HI_SUM(adcs, t3, a2, b0)                       \
    UF_LO_SUM(adcs, t4, a3, b1) UF_SUM(adcs, t5, g) UF_END(h)                                      \
    /* 1 to 6; 1 to 7; 0 to 7 */                                                                   \
    UF_HI(g, a3, b3) UF_LO_SUM(adds, t1, a0, b1) UF_LO_SUM(adcs, t2, a0, b2)                       \
    UF_LO_SUM(adcs, t3, a0, b3) UF_LO_SUM(adcs, t4, a1, b3) UF_LO_SUM(adcs, t5, a2, b3)            \
    UF_LO_SUM(adcs, t6, a3, b3) UF_END(g)                                                          \
    UF_LO_SUM(adds, t1, a1, b0) UF_HI_SUM(adcs, t2, a1, b0) UF_LO_SUM(adcs, t3, a3, b0)            \
    UF_HI_SUM(adcs, t4, a3, b0) UF_LO_SUM(adcs, t5, a3, b2) UF_SUM(adcs, t6, h)                    \
    UF_SUM(adcs, t7, g) "cset %[g], cs\n\t"                                                        \
    UF_LO_SUM(adds, t0, a0, b0) UF_HI_SUM(adcs, t1, a0, b0) UF_HI_SUM(adcs, t2, a0, b1)            \
    UF_HI_SUM(adcs, t3, a0, b2) UF_HI_SUM(adcs, t4, a0, b3) UF_HI_SUM(adcs, t5, a3, b1)            \
    UF_SUM(adcs, t6, x) "adcs %[t7], %[t7], xzr\n\tadc %[x], %[g], xzr\n\t"

/* t0..t7 = a^2: the six mixed products once, in columns 1 to 6; these doubled; and the four
 * squares. */
#define UF_A64_SQUARE                                                                              \
    UF_LO(t1, a0, a1) UF_HI(t2, a0, a1) UF_HI(t3, a0, a2) UF_HI(t4, a0, a3)                        \
    UF_HI(t5, a1, a3) UF_LO_SUM(adds, t3, a1, a2) UF_HI_SUM(adcs, t4, a1, a2) UF_END(t5)           \
    UF_HI(t6, a2, a3) UF_LO_SUM(adds, t2, a0, a2) UF_LO_SUM(adcs, t3, a0, a3)                      \
    UF_LO_SUM(adcs, t4, a1, a3) UF_LO_SUM(adcs, t5, a2, a3) UF_END(t6)                             \
    UF_SUM(adds, t1, t1) UF_SUM(adcs, t2, t2) UF_SUM(adcs, t3, t3)                                 \
    UF_SUM(adcs, t4, t4) UF_SUM(adcs, t5, t5) UF_SUM(adcs, t6, t6) "cset %[t7], cs\n\t"            \
    UF_LO(t0, a0, a0) UF_HI_SUM(adds, t1, a0, a0)                                                  \
    UF_LO_SUM(adcs, t2, a1, a1) UF_HI_SUM(adcs, t3, a1, a1)                                        \
    UF_LO_SUM(adcs, t4, a2, a2) UF_HI_SUM(adcs, t5, a2, a2)                                        \
    UF_LO_SUM(adcs, t6, a3, a3) UF_HI_SUM(adc, t7, a3, a3)

/* t0..t3 = (t0..t3, t4..t7) + x * 2^256 mod p, < 2^256, where x is a register of 0 or 1, and `more`
 * may add up to c to h.  The first fold leaves a fifth limb h <= 2 c + 1, the second adds h*c, less
 * than 2^67.
 * Where that carries out of limb 3 the value left is below 2^67, so that adding c once more ends in
 * limb 1. */
#define UF_A64_FOLD(x, more)                                                                       \
    UF_HI(h, t7, c) UF_LO_SUM(adds, t0, t4, c) UF_LO_SUM(adcs, t1, t5, c)                          \
    UF_LO_SUM(adcs, t2, t6, c) UF_LO_SUM(adcs, t3, t7, c) "adc %[h], %[h], " x "\n\t"              \
    UF_HI_SUM(adds, t1, t4, c) UF_HI_SUM(adcs, t2, t5, c) UF_HI_SUM(adcs, t3, t6, c) UF_END(h)     \
    more UF_HI(t4, h, c) UF_LO_SUM(adds, t0, h, c) UF_SUM(adcs, t1, t4)                            \
    "adcs %[t2], %[t2], xzr\n\tadcs %[t3], %[t3], xzr\n\t"                                         \
    "csel %[l], %[c], xzr, cs\n\tadds %[t0], %[t0], %[l]\n\tadc %[t1], %[t1], xzr\n\t"

/* t0..t3 = a * k, k <= 32: the fifth limb h < 32 is worth h*c < 2^38; where that carries, less than
 * 2^38 is left and limb 0 takes the last c alone. */
#define UF_A64_MUL_INT                                                                             \
    UF_LO(t0, a0, k) UF_HI(t1, a0, k) UF_HI(t2, a1, k) UF_HI(t3, a2, k) UF_HI(h, a3, k)            \
    UF_LO_SUM(adds, t1, a1, k) UF_LO_SUM(adcs, t2, a2, k) UF_LO_SUM(adcs, t3, a3, k) UF_END(h)     \
    UF_LO_SUM(adds, t0, h, c) "adcs %[t1], %[t1], xzr\n\tadcs %[t2], %[t2], xzr\n\t"               \
    "adcs %[t3], %[t3], xzr\n\tcsel %[l], %[c], xzr, cs\n\tadd %[t0], %[t0], %[l]"
// clang-format on

#define UF_A64_IN(a) [a##0] "r"(a[0]), [a##1] "r"(a[1]), [a##2] "r"(a[2]), [a##3] "r"(a[3])
#define UF_A64_OUT(m) [t0] m(t0), [t1] m(t1), [t2] m(t2), [t3] m(t3)
#define UF_A64_TOP(m) [t4] m(t4), [t5] m(t5), [t6] m(t6), [t7] m(t7)
#define UF_A64_C [c] "r"(fe4x64_c)
#define UF_A64_LEAF static inline __attribute__((always_inline))

/* r = a*b mod p, < 2^256.
 * time: constant.
 * alias: any.
 * cost: 42 mul, 45 add. */
UF_A64_LEAF void fe4x64_mul_leaf(u64 r[4], const u64 a[4], const u64 b[4]) {
    u64 t0, t1, t2, t3, t4, t5, t6, t7, l, h;
    __asm__(UF_A64_PRODUCT UF_A64_FOLD("xzr", "")
            : UF_A64_OUT("=&r"), UF_A64_TOP("=&r"), [l] "=&r"(l), [h] "=&r"(h)
            : UF_A64_IN(a), UF_A64_IN(b), UF_A64_C
            : "cc");
    r[0] = t0, r[1] = t1, r[2] = t2, r[3] = t3;
}

/* r = a^2 mod p, < 2^256.
 * time: constant.
 * alias: any.
 * cost: 30 mul, 37 add. */
UF_A64_LEAF void fe4x64_sqr_leaf(u64 r[4], const u64 a[4]) {
    u64 t0, t1, t2, t3, t4, t5, t6, t7, l, h;
    __asm__(UF_A64_SQUARE UF_A64_FOLD("xzr", "")
            : UF_A64_OUT("=&r"), UF_A64_TOP("=&r"), [l] "=&r"(l), [h] "=&r"(h)
            : UF_A64_IN(a), UF_A64_C
            : "cc");
    r[0] = t0, r[1] = t1, r[2] = t2, r[3] = t3;
}

/* r = a^(2^k) mod p, < 2^256, k >= 1 public: two squarings at a time, so that no result is moved to
 * where the next one reads.
 * time: constant.
 * alias: r may be a. */
UF_A64_LEAF void fe4x64_sqr_times_leaf(u64 r[4], const u64 a[4], int k) {
    u64 t[4] = {a[0], a[1], a[2], a[3]};
    if (k & 1) fe4x64_sqr_leaf(t, t);
    for (k >>= 1; k > 0; k--) {
        u64 s[4];
        fe4x64_sqr_leaf(s, t);
        fe4x64_sqr_leaf(t, s);
    }
    for (int i = 0; i < 4; i++) r[i] = t[i];
}

/* r = a^2 + b mod p, < 2^256; the carry of adding b to limbs 0 to 3 joins the first fold.
 * time: constant.
 * alias: any. */
UF_A64_LEAF void fe4x64_sqr_add_leaf(u64 r[4], const u64 a[4], const u64 b[4]) {
    u64 t0, t1, t2, t3, t4, t5, t6, t7, l, h, x;
    __asm__(UF_A64_SQUARE
            "adds %[t0], %[t0], %[b0]\n\tadcs %[t1], %[t1], %[b1]\n\t"
            "adcs %[t2], %[t2], %[b2]\n\tadcs %[t3], %[t3], %[b3]\n\tcset %[x], cs\n\t" UF_A64_FOLD(
                "%[x]", "")
            : UF_A64_OUT("=&r"), UF_A64_TOP("=&r"), [l] "=&r"(l), [h] "=&r"(h), [x] "=&r"(x)
            : UF_A64_IN(a), UF_A64_IN(b), UF_A64_C
            : "cc");
    r[0] = t0, r[1] = t1, r[2] = t2, r[3] = t3;
}

/* w = a*b, all eight limbs.
 * time: constant. */
UF_A64_LEAF void fe4x64_mul_wide(u64 w[8], const u64 a[4], const u64 b[4]) {
    u64 t0, t1, t2, t3, t4, t5, t6, t7, l, h;
    __asm__(UF_A64_PRODUCT
            : UF_A64_OUT("=&r"), UF_A64_TOP("=&r"), [l] "=&r"(l), [h] "=&r"(h)
            : UF_A64_IN(a), UF_A64_IN(b)
            : "cc");
    w[0] = t0, w[1] = t1, w[2] = t2, w[3] = t3, w[4] = t4, w[5] = t5, w[6] = t6, w[7] = t7;
}

/* w = a^2, all eight limbs.
 * time: constant. */
UF_A64_LEAF void fe4x64_sqr_wide(u64 w[8], const u64 a[4]) {
    u64 t0, t1, t2, t3, t4, t5, t6, t7, l;
    __asm__(UF_A64_SQUARE
            : UF_A64_OUT("=&r"), UF_A64_TOP("=&r"), [l] "=&r"(l)
            : UF_A64_IN(a)
            : "cc");
    w[0] = t0, w[1] = t1, w[2] = t2, w[3] = t3, w[4] = t4, w[5] = t5, w[6] = t6, w[7] = t7;
}

/* r = a*b + w mod p, < 2^256, w any 512-bit number: the sum's carry out of limb 7 is worth c *
 * 2^256.
 * time: constant.
 * alias: any. */
UF_A64_LEAF void fe4x64_mul_add_leaf(u64 r[4], const u64 a[4], const u64 b[4], const u64 w[8]) {
    u64 t0 = w[0], t1 = w[1], t2 = w[2], t3 = w[3], t4 = w[4], t5 = w[5], t6 = w[6], t7 = w[7];
    u64 l, h, g, x;
    __asm__(UF_A64_MORE UF_A64_FOLD("xzr", "madd %[h], %[x], %[c], %[h]\n\t")
            : UF_A64_OUT("+&r"),
              UF_A64_TOP("+&r"), [l] "=&r"(l), [h] "=&r"(h), [g] "=&r"(g), [x] "=&r"(x)
            : UF_A64_IN(a), UF_A64_IN(b), UF_A64_C
            : "cc");
    r[0] = t0, r[1] = t1, r[2] = t2, r[3] = t3;
}

/* r = a + b mod p, < 2^256. A carry out of limb 3 is worth c; if adding c carries again, less than
 * c is left and limb 0 takes the second c alone.
 * time: constant.
 * alias: any. */
UF_A64_LEAF void fe4x64_add_leaf(u64 r[4], const u64 a[4], const u64 b[4]) {
    u64 t0, t1, t2, t3, m;
    __asm__("adds %[t0], %[a0], %[b0]\n\tadcs %[t1], %[a1], %[b1]\n\t"
            "adcs %[t2], %[a2], %[b2]\n\tadcs %[t3], %[a3], %[b3]\n\t"
            "csel %[m], %[c], xzr, cs\n\tadds %[t0], %[t0], %[m]\n\tadcs %[t1], %[t1], xzr\n\t"
            "adcs %[t2], %[t2], xzr\n\tadcs %[t3], %[t3], xzr\n\t"
            "csel %[m], %[c], xzr, cs\n\tadd %[t0], %[t0], %[m]"
            : UF_A64_OUT("=&r"), [m] "=&r"(m)
            : UF_A64_IN(a), UF_A64_IN(b), UF_A64_C
            : "cc");
    r[0] = t0, r[1] = t1, r[2] = t2, r[3] = t3;
}

/* r = a - b mod p, < 2^256. A borrow out of limb 3 costs c; if taking c borrows again, limb 0 is at
 * least 2^64 - c and pays the second c alone.
 * time: constant.
 * alias: any. */
UF_A64_LEAF void fe4x64_sub_leaf(u64 r[4], const u64 a[4], const u64 b[4]) {
    u64 t0, t1, t2, t3, m;
    __asm__("subs %[t0], %[a0], %[b0]\n\tsbcs %[t1], %[a1], %[b1]\n\t"
            "sbcs %[t2], %[a2], %[b2]\n\tsbcs %[t3], %[a3], %[b3]\n\t"
            "csel %[m], %[c], xzr, cc\n\tsubs %[t0], %[t0], %[m]\n\tsbcs %[t1], %[t1], xzr\n\t"
            "sbcs %[t2], %[t2], xzr\n\tsbcs %[t3], %[t3], xzr\n\t"
            "csel %[m], %[c], xzr, cc\n\tsub %[t0], %[t0], %[m]"
            : UF_A64_OUT("=&r"), [m] "=&r"(m)
            : UF_A64_IN(a), UF_A64_IN(b), UF_A64_C
            : "cc");
    r[0] = t0, r[1] = t1, r[2] = t2, r[3] = t3;
}

/* r = -a mod p, < 2^256: p - a; where that borrows, a > p and the value left is above 2^256 - c, so
 * limb 0 pays c alone.
 * time: constant.
 * alias: any. */
UF_A64_LEAF void fe4x64_neg_leaf(u64 r[4], const u64 a[4]) {
    u64 t0, t1, t2, t3, m;
    __asm__("subs %[t0], %[p0], %[a0]\n\tsbcs %[t1], %[p1], %[a1]\n\t"
            "sbcs %[t2], %[p1], %[a2]\n\tsbcs %[t3], %[p1], %[a3]\n\t"
            "csel %[m], %[c], xzr, cc\n\tsub %[t0], %[t0], %[m]"
            : UF_A64_OUT("=&r"), [m] "=&r"(m)
            : UF_A64_IN(a), [p0] "r"(0 - fe4x64_c), [p1] "r"(~(u64)0), UF_A64_C
            : "cc");
    r[0] = t0, r[1] = t1, r[2] = t2, r[3] = t3;
}

/* r = a/2 mod p, < 2^256: a rotated right by one bit, less (c-1)/2 if that bit was set, since
 * (a+p)/2 = floor(a/2) + 2^255 - (c-1)/2.
 * time: constant.
 * alias: any. */
UF_A64_LEAF void fe4x64_half_leaf(u64 r[4], const u64 a[4]) {
    u64 t0, t1, t2, t3, m;
    __asm__("sbfx %[m], %[a0], #0, #1\n\tand %[m], %[m], %[c]\n\t"
            "extr %[t0], %[a1], %[a0], #1\n\textr %[t1], %[a2], %[a1], #1\n\t"
            "extr %[t2], %[a3], %[a2], #1\n\textr %[t3], %[a0], %[a3], #1\n\t"
            "subs %[t0], %[t0], %[m]\n\tsbcs %[t1], %[t1], xzr\n\t"
            "sbcs %[t2], %[t2], xzr\n\tsbc %[t3], %[t3], xzr"
            : UF_A64_OUT("=&r"), [m] "=&r"(m)
            : UF_A64_IN(a), [c] "r"((fe4x64_c - 1) / 2)
            : "cc");
    r[0] = t0, r[1] = t1, r[2] = t2, r[3] = t3;
}

/* r = a*k mod p, < 2^256, k <= 32.
 * time: constant.
 * alias: any. */
UF_A64_LEAF void fe4x64_mul_int_leaf(u64 r[4], const u64 a[4], u64 k) {
    u64 t0, t1, t2, t3, l, h;
    __asm__(UF_A64_MUL_INT
            : UF_A64_OUT("=&r"), [l] "=&r"(l), [h] "=&r"(h)
            : UF_A64_IN(a), [k] "r"(k), UF_A64_C
            : "cc");
    r[0] = t0, r[1] = t1, r[2] = t2, r[3] = t3;
}

/* r = r mod p, < p; returns 1 if r was not, else 0.  r + c carries out of limb 3 if and only if
 * r >= p.
 * time: constant. */
UF_A64_LEAF u64 fe4x64_reduce_leaf(u64 r[4]) {
    u64 t0, t1, t2, t3, over;
    __asm__("adds %[t0], %[a0], %[c]\n\tadcs %[t1], %[a1], xzr\n\t"
            "adcs %[t2], %[a2], xzr\n\tadcs %[t3], %[a3], xzr\n\tcset %[over], cs\n\t"
            "csel %[t0], %[t0], %[a0], cs\n\tcsel %[t1], %[t1], %[a1], cs\n\t"
            "csel %[t2], %[t2], %[a2], cs\n\tcsel %[t3], %[t3], %[a3], cs"
            : UF_A64_OUT("=&r"), [over] "=&r"(over)
            : [a0] "r"(r[0]), [a1] "r"(r[1]), [a2] "r"(r[2]), [a3] "r"(r[3]), UF_A64_C
            : "cc");
    r[0] = t0, r[1] = t1, r[2] = t2, r[3] = t3;
    return over;
}

/* r = bits ? a : r, bits 0 or all ones.
 * time: constant. */
UF_A64_LEAF void fe4x64_cmov_leaf(u64 r[4], const u64 a[4], u64 bits) {
    u64 t0 = r[0], t1 = r[1], t2 = r[2], t3 = r[3];
    __asm__("cmp %[bits], #0\n\tcsel %[t0], %[t0], %[a0], eq\n\tcsel %[t1], %[t1], %[a1], eq\n\t"
            "csel %[t2], %[t2], %[a2], eq\n\tcsel %[t3], %[t3], %[a3], eq"
            : UF_A64_OUT("+&r")
            : UF_A64_IN(a), [bits] "r"(bits)
            : "cc");
    r[0] = t0, r[1] = t1, r[2] = t2, r[3] = t3;
}

#undef UF_LO
#undef UF_HI
#undef UF_SUM
#undef UF_LO_SUM
#undef UF_HI_SUM
#undef UF_END
#undef UF_A64_PRODUCT
#undef UF_A64_MORE
#undef UF_A64_SQUARE
#undef UF_A64_FOLD
#undef UF_A64_MUL_INT
#undef UF_A64_IN
#undef UF_A64_OUT
#undef UF_A64_TOP
#undef UF_A64_C
#undef UF_A64_LEAF

}  // namespace ufsecp::UF_TARGET
