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

/* t += a * b by the carry-in, leaving the carry: the low or the high half of the product. */
#define UF_A64_LOW(sum, t, a, b) \
    "mul %[l], %[" a "], %[" b "]\n\t" sum " %[" t "], %[" t "], %[l]\n\t"
#define UF_A64_HIGH(sum, t, a, b) \
    "umulh %[l], %[" a "], %[" b "]\n\t" sum " %[" t "], %[" t "], %[l]\n\t"
/* t = the low or the high half of a * b. */
#define UF_A64_SET_LOW(t, a, b) "mul %[" t "], %[" a "], %[" b "]\n\t"
#define UF_A64_SET_HIGH(t, a, b) "umulh %[" t "], %[" a "], %[" b "]\n\t"
/* t += the carry, which is the end of a chain. */
#define UF_A64_END(t) "adc %[" t "], %[" t "], xzr\n\t"

/* t0..t7 = a * b: the eight first words of the columns, then the other 24 on six chains. */
#define UF_A64_PRODUCT                                                                             \
    UF_A64_SET_LOW("t0", "a0", "b0")                                                               \
    UF_A64_SET_HIGH("t1", "a0", "b0")                                                              \
    UF_A64_SET_HIGH("t2", "a0", "b1")                                                              \
    UF_A64_SET_HIGH("t3", "a0", "b2") UF_A64_SET_HIGH("t4", "a0", "b3") UF_A64_SET_HIGH(           \
        "t5", "a1", "b3") UF_A64_LOW("adds", "t3", "a1", "b2") UF_A64_HIGH("adcs", "t4", "a1",     \
                                                                           "b2") UF_A64_END("t5")  \
        UF_A64_SET_HIGH("h", "a2", "b2") UF_A64_LOW("adds", "t3", "a2", "b1") UF_A64_HIGH(         \
            "adcs", "t4", "a2", "b1") UF_A64_END("h") UF_A64_SET_HIGH("t6", "a2", "b3")            \
            UF_A64_LOW("adds", "t2", "a1", "b1") UF_A64_HIGH("adcs", "t3", "a1", "b1") UF_A64_LOW( \
                "adcs", "t4", "a2", "b2") "adcs %[t5], %[t5], %[h]\n\t" UF_A64_END("t6")           \
                UF_A64_SET_HIGH("h", "a3", "b2") UF_A64_LOW("adds", "t2", "a2", "b0") UF_A64_HIGH( \
                    "adcs", "t3", "a2", "b0") UF_A64_LOW("adcs", "t4", "a3", "b1")                 \
                    UF_A64_HIGH("adcs", "t5", "a3", "b1") UF_A64_END("h") UF_A64_SET_HIGH(         \
                        "t7", "a3", "b3") UF_A64_LOW("adds", "t1", "a0", "b1")                     \
                        UF_A64_LOW("adcs", "t2", "a0", "b2") UF_A64_LOW("adcs", "t3", "a0", "b3")  \
                            UF_A64_LOW("adcs", "t4", "a1", "b3") UF_A64_LOW(                       \
                                "adcs", "t5", "a2", "b3") UF_A64_LOW("adcs", "t6", "a3", "b3")     \
                                UF_A64_END("t7") UF_A64_LOW("adds", "t1", "a1", "b0") UF_A64_HIGH( \
                                    "adcs", "t2", "a1", "b0") UF_A64_LOW("adcs", "t3", "a3", "b0") \
                                    UF_A64_HIGH("adcs", "t4", "a3", "b0") UF_A64_LOW(              \
                                        "adcs", "t5", "a3",                                        \
                                        "b2") "adcs %[t6], %[t6], %[h]\n\t" UF_A64_END("t7")

/* t0..t7, x * 2^512 = t0..t7 + a * b: all 32 words on seven chains, of which the last two reach the
 * top.  One of them carries out at most. */
#define UF_A64_MORE                                                                                \
    UF_A64_SET_HIGH("g", "a1", "b3")                                                               \
    UF_A64_LOW("adds", "t3", "a1", "b2")                                                           \
    UF_A64_HIGH("adcs", "t4", "a1", "b2")                                                          \
    UF_A64_END("g")                                                                                \
    UF_A64_SET_HIGH("h", "a2", "b2") UF_A64_LOW("adds", "t3", "a2", "b1") UF_A64_HIGH(             \
        "adcs", "t4", "a2", "b1") UF_A64_END("h") UF_A64_SET_HIGH("x", "a2", "b3")                 \
        UF_A64_LOW("adds", "t2", "a1", "b1") UF_A64_HIGH("adcs", "t3", "a1", "b1") UF_A64_LOW(     \
            "adcs", "t4", "a2",                                                                    \
            "b2") "adcs %[t5], %[t5], %[h]\n\t" UF_A64_END("x") UF_A64_SET_HIGH("h", "a3", "b2")   \
            UF_A64_LOW("adds", "t2", "a2", "b0") UF_A64_HIGH("adcs", "t3", "a2", "b0") UF_A64_LOW( \
                "adcs", "t4", "a3", "b1") "adcs %[t5], %[t5], %[g]\n\t" UF_A64_END("h")            \
                UF_A64_SET_HIGH("g", "a3", "b3") UF_A64_LOW("adds", "t1", "a0", "b1") UF_A64_LOW(  \
                    "adcs", "t2", "a0", "b2") UF_A64_LOW("adcs", "t3", "a0", "b3")                 \
                    UF_A64_LOW("adcs", "t4", "a1", "b3") UF_A64_LOW("adcs", "t5", "a2", "b3")      \
                        UF_A64_LOW("adcs", "t6", "a3", "b3") UF_A64_END("g") UF_A64_LOW(           \
                            "adds", "t1", "a1", "b0") UF_A64_HIGH("adcs", "t2", "a1", "b0")        \
                            UF_A64_LOW("adcs", "t3", "a3", "b0")                                   \
                                UF_A64_HIGH("adcs", "t4", "a3", "b0") UF_A64_LOW(                  \
                                    "adcs", "t5", "a3",                                            \
                                    "b2") "adcs %[t6], %[t6], %[h]\n\t"                            \
                                          "adcs %[t7], %[t7], %[g]\n\tcset %[g], "                 \
                                          "cs\n\t" UF_A64_LOW("adds", "t0", "a0", "b0")            \
                                              UF_A64_HIGH("adcs", "t1", "a0", "b0") UF_A64_HIGH(   \
                                                  "adcs", "t2", "a0",                              \
                                                  "b1") UF_A64_HIGH("adcs", "t3", "a0", "b2")      \
                                                  UF_A64_HIGH("adcs", "t4", "a0", "b3")            \
                                                      UF_A64_HIGH(                                 \
                                                          "adcs",                                  \
                                                          "t5", "a3",                              \
                                                          "b1") "adcs %[t6], %[t6], %[x]\n\tadcs " \
                                                                "%[t7], %[t7], xzr\n\tadc %[x], "  \
                                                                "%[g], xzr\n\t"

/* t0..t7 = a^2: the six mixed products once, in columns 1 to 6; these doubled; and the four
 * squares. */
#define UF_A64_SQUARE                                                                             \
    UF_A64_SET_LOW("t1", "a0", "a1")                                                              \
    UF_A64_SET_HIGH("t2", "a0", "a1")                                                             \
    UF_A64_SET_HIGH("t3", "a0", "a2")                                                             \
    UF_A64_SET_HIGH("t4", "a0", "a3") UF_A64_SET_HIGH("t5", "a1", "a3")                           \
        UF_A64_SET_HIGH("t6", "a2", "a3") UF_A64_LOW("adds", "t3", "a1", "a2") UF_A64_HIGH(       \
            "adcs", "t4", "a1", "a2") UF_A64_END("t5") UF_A64_LOW("adds", "t2", "a0", "a2")       \
            UF_A64_LOW("adcs", "t3", "a0", "a3") UF_A64_LOW("adcs", "t4", "a1", "a3") UF_A64_LOW( \
                "adcs", "t5", "a2", "a3")                                                         \
                UF_A64_END("t6") "adds %[t1], %[t1], %[t1]\n\tadcs %[t2], %[t2], %[t2]\n\tadcs "  \
                                 "%[t3], %[t3], %[t3]\n\t"                                        \
                                 "adcs %[t4], %[t4], %[t4]\n\tadcs %[t5], %[t5], %[t5]\n\tadcs "  \
                                 "%[t6], %[t6], %[t6]\n\t"                                        \
                                 "cset %[t7], cs\n\t" UF_A64_SET_LOW("t0", "a0", "a0")            \
                                     UF_A64_HIGH("adds", "t1", "a0", "a0")                        \
                                         UF_A64_LOW("adcs", "t2", "a1", "a1")                     \
                                             UF_A64_HIGH("adcs", "t3", "a1", "a1")                \
                                                 UF_A64_LOW("adcs", "t4", "a2", "a2")             \
                                                     UF_A64_HIGH("adcs", "t5", "a2", "a2")        \
                                                         UF_A64_LOW("adcs", "t6", "a3", "a3")     \
                                                             UF_A64_HIGH("adc", "t7", "a3", "a3")

/* t0..t3 = (t0..t3, t4..t7) + x * 2^256 mod p, < 2^256, where `more` adds x <= c to h.  The first
 * fold leaves a fifth limb h <= c + x, the second adds h*c < 2^67.  Where that carries out of limb
 * 3 the value left is below 2^67, so that adding c once more ends in limb 1. */
#define UF_A64_FOLD(x, more)                                                                      \
    UF_A64_SET_HIGH("h", "t7", "c")                                                               \
    UF_A64_LOW("adds", "t0", "t4", "c")                                                           \
    UF_A64_LOW("adcs", "t1", "t5", "c")                                                           \
    UF_A64_LOW("adcs", "t2", "t6", "c")                                                           \
    UF_A64_LOW("adcs", "t3", "t7", "c") "adc %[h], %[h], " x "\n\t" UF_A64_HIGH(                  \
        "adds", "t1", "t4", "c") UF_A64_HIGH("adcs", "t2", "t5", "c")                             \
        UF_A64_HIGH("adcs", "t3", "t6", "c") UF_A64_END("h") more UF_A64_SET_HIGH("t4", "h", "c") \
            UF_A64_LOW("adds", "t0", "h", "c") "adcs %[t1], %[t1], %[t4]\n\tadcs %[t2], "         \
                                               "%[t2], xzr\n\tadcs %[t3], %[t3], xzr\n\t"         \
                                               "csel %[l], %[c], xzr, cs\n\tadds %[t0], "         \
                                               "%[t0], %[l]\n\tadc %[t1], %[t1], xzr\n\t"

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

/* r = a*k mod p, < 2^256, k <= 32: the fifth limb h < 32 is worth h*c < 2^38; where that carries,
 * less than 2^38 is left and limb 0 takes the last c alone.
 * time: constant.
 * alias: any. */
UF_A64_LEAF void fe4x64_mul_int_leaf(u64 r[4], const u64 a[4], u64 k) {
    u64 t0, t1, t2, t3, l, h;
    __asm__(UF_A64_SET_LOW("t0", "a0", "k") UF_A64_SET_HIGH("t1", "a0", "k") UF_A64_SET_HIGH(
                "t2", "a1", "k") UF_A64_SET_HIGH("t3", "a2", "k") UF_A64_SET_HIGH("h", "a3", "k")
                UF_A64_LOW("adds", "t1", "a1", "k") UF_A64_LOW("adcs", "t2", "a2", "k")
                    UF_A64_LOW("adcs", "t3", "a3", "k") UF_A64_END("h") UF_A64_LOW(
                        "adds", "t0", "h", "c") "adcs %[t1], %[t1], xzr\n\tadcs %[t2], %[t2], "
                                                "xzr\n\tadcs %[t3], %[t3], xzr\n\t"
                                                "csel %[l], %[c], xzr, cs\n\tadd %[t0], %[t0], %[l]"
            : UF_A64_OUT("=&r"), [l] "=&r"(l), [h] "=&r"(h)
            : UF_A64_IN(a), [k] "r"(k), UF_A64_C
            : "cc");
    r[0] = t0, r[1] = t1, r[2] = t2, r[3] = t3;
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

#undef UF_A64_LOW
#undef UF_A64_HIGH
#undef UF_A64_SET_LOW
#undef UF_A64_SET_HIGH
#undef UF_A64_END
#undef UF_A64_PRODUCT
#undef UF_A64_MORE
#undef UF_A64_SQUARE
#undef UF_A64_FOLD
#undef UF_A64_IN
#undef UF_A64_OUT
#undef UF_A64_TOP
#undef UF_A64_C
#undef UF_A64_LEAF

}  // namespace ufsecp::UF_TARGET
