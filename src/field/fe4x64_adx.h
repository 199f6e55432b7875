// The x86-64 leaves of the 4x64 field: MULX products summed on two carry chains (ADCX, ADOX), and
// the folds.
#pragma once
#include "base/int.h"

namespace ufsecp::UF_TARGET {

/* One row t0..t4 += a * b with a in rdx; t4 is new and takes a's register.  Low halves on CF,
 * high halves on OF; neither carries out, because a row and the limbs it is added to fit five
 * limbs.  The xor that zeroes z also frees the row's first carries from waiting for the row
 * before. */
#define UF_ADX_ROW(a, t0, t1, t2, t3)                                                  \
    "movq %[" a "], %%rdx\n\txorl %k[z], %k[z]\n\t"                                    \
    "mulxq 0(%[b]), %[l], %[h]\n\tadcxq %[l], %[" t0 "]\n\tadoxq %[h], %[" t1 "]\n\t"  \
    "mulxq 8(%[b]), %[l], %[h]\n\tadcxq %[l], %[" t1 "]\n\tadoxq %[h], %[" t2 "]\n\t"  \
    "mulxq 16(%[b]), %[l], %[h]\n\tadcxq %[l], %[" t2 "]\n\tadoxq %[h], %[" t3 "]\n\t" \
    "mulxq 24(%[b]), %[l], %[" a "]\n\tadcxq %[l], %[" t3 "]\n\t"                      \
    "adoxq %[z], %[" a "]\n\tadcxq %[z], %[" a "]\n\t"

/* t0..t3, a0..a3 = a * b.
 * out: z = CF = OF = 0. */
#define UF_ADX_PRODUCT                                                                      \
    "movq %[a0], %%rdx\n\txorl %k[z], %k[z]\n\t"                                            \
    "mulxq 0(%[b]), %[t0], %[t1]\n\t"                                                       \
    "mulxq 8(%[b]), %[l], %[t2]\n\tadcxq %[l], %[t1]\n\t"                                   \
    "mulxq 16(%[b]), %[l], %[t3]\n\tadcxq %[l], %[t2]\n\t"                                  \
    "mulxq 24(%[b]), %[l], %[a0]\n\tadcxq %[l], %[t3]\n\tadcxq %[z], %[a0]\n\t" UF_ADX_ROW( \
        "a1", "t1", "t2", "t3", "a0") UF_ADX_ROW("a2", "t2", "t3", "a0", "a1")              \
        UF_ADX_ROW("a3", "t3", "a0", "a1", "a2")

/* t0..t6, a3 = a^2 with a0 in t0: the six mixed products once, in columns 1 to 6; then these
 * doubled on CF and the four squares added on OF.
 * out: a1 = CF = OF = 0. */
#define UF_ADX_SQUARE                                                                         \
    "movq %[t0], %%rdx\n\txorl %k[h], %k[h]\n\t"                                              \
    "mulxq %[a1], %[t1], %[t2]\n\t"                                                           \
    "mulxq %[a2], %[l], %[t3]\n\tadcxq %[l], %[t2]\n\t"                                       \
    "mulxq %[a3], %[l], %[t4]\n\tadcxq %[l], %[t3]\n\t"                                       \
    "movq %[a1], %%rdx\n\t"                                                                   \
    "mulxq %[a2], %[l], %[h]\n\tadoxq %[l], %[t3]\n\tadoxq %[h], %[t4]\n\tmovl $0, %k[h]\n\t" \
    "mulxq %[a3], %[l], %[t5]\n\tadcxq %[l], %[t4]\n\tadcxq %[h], %[t5]\n\t"                  \
    "movq %[a2], %%rdx\n\t"                                                                   \
    "mulxq %[a3], %[l], %[t6]\n\tadoxq %[l], %[t5]\n\tadoxq %[h], %[t6]\n\t"                  \
    "movq %[t0], %%rdx\n\tmulxq %%rdx, %[t0], %[h]\n\txorl %k[l], %k[l]\n\t"                  \
    "adcxq %[t1], %[t1]\n\tadoxq %[h], %[t1]\n\t"                                             \
    "movq %[a1], %%rdx\n\tmulxq %%rdx, %[l], %[h]\n\t"                                        \
    "adcxq %[t2], %[t2]\n\tadoxq %[l], %[t2]\n\tadcxq %[t3], %[t3]\n\tadoxq %[h], %[t3]\n\t"  \
    "movq %[a2], %%rdx\n\tmulxq %%rdx, %[l], %[h]\n\t"                                        \
    "adcxq %[t4], %[t4]\n\tadoxq %[l], %[t4]\n\tadcxq %[t5], %[t5]\n\tadoxq %[h], %[t5]\n\t"  \
    "movq %[a3], %%rdx\n\tmulxq %%rdx, %[l], %[a3]\n\tmovl $0, %k[a1]\n\t"                    \
    "adcxq %[t6], %[t6]\n\tadoxq %[l], %[t6]\n\tadcxq %[a1], %[a3]\n\tadoxq %[a1], %[a3]\n\t"

/* t0..t3 = (t0..t3, t4..t7) + x * 2^256 mod p, < 2^256, with c = 2^256 - p = 0x1000003D1; x <=
 * c.  t4 is zero once it is used.  The first fold leaves a fifth limb h <= c + x, the second adds
 * h*c < 2^67.  Where that carries out of limb 3 the value left is below 2^67, so that adding c
 * once more ends in limb 1. */
#define UF_ADX_FOLD(t4, t5, t6, t7, x)                                             \
    "movabsq $0x1000003D1, %%rdx\n\t"                                              \
    "mulxq %[" t4 "], %[l], %[h]\n\txorl %k[" t4 "], %k[" t4 "]\n\t"               \
    "adcxq %[l], %[t0]\n\tadoxq %[h], %[t1]\n\t"                                   \
    "mulxq %[" t5 "], %[l], %[h]\n\tadcxq %[l], %[t1]\n\tadoxq %[h], %[t2]\n\t"    \
    "mulxq %[" t6 "], %[l], %[h]\n\tadcxq %[l], %[t2]\n\tadoxq %[h], %[t3]\n\t"    \
    "mulxq %[" t7 "], %[l], %[h]\n\tadcxq %[l], %[t3]\n\t"                         \
    "adoxq %[" t4 "], %[h]\n\tadcxq %[" x "], %[h]\n\t"                            \
    "mulxq %[h], %[l], %[h]\n\t"                                                   \
    "addq %[l], %[t0]\n\tadcq %[h], %[t1]\n\tadcq $0, %[t2]\n\tadcq $0, %[t3]\n\t" \
    "cmovcq %%rdx, %[" t4 "]\n\taddq %[" t4 "], %[t0]\n\tadcq $0, %[t1]\n\t"

#define UF_ADX_LIMBS(a) [a##0] "m"(a[0]), [a##1] "m"(a[1]), [a##2] "m"(a[2]), [a##3] "m"(a[3])
/* n limbs behind one pointer: the products have no registers left for more addresses. */
#define UF_ADX_ARRAY(a, n) [a] "r"(a), "m"(*(const u64(*)[n])(a))
#define UF_ADX_REGS(a) \
    [a##0] "+&r"(a##0), [a##1] "+&r"(a##1), [a##2] "+&r"(a##2), [a##3] "+&r"(a##3)
#define UF_ADX_LOW \
    [t0] "=&r"(t0), [t1] "=&r"(t1), [t2] "=&r"(t2), [t3] "=&r"(t3), [l] "=&r"(l), [h] "=&r"(h)
#define UF_ADX_SQUARE_REGS                                                              \
    [t0] "+&r"(t0), [t1] "=&r"(t1), [t2] "=&r"(t2), [t3] "=&r"(t3), [t4] "=&r"(t4),     \
        [t5] "=&r"(t5), [t6] "=&r"(t6), [a1] "+&r"(a1), [a2] "+&r"(a2), [a3] "+&r"(a3), \
        [l] "=&r"(l), [h] "=&r"(h)
#define UF_ADX_LEAF static inline __attribute__((always_inline))

/* r = a*b mod p, < 2^256.
 * time: constant.
 * alias: any. a is read into registers, b stays in memory: a result just computed is best passed as
 * a.
 * cost: 21 mul. */
UF_ADX_LEAF void fe4x64_mul_leaf(u64 r[4], const u64 a[4], const u64 b[4]) {
    u64 a0 = a[0], a1 = a[1], a2 = a[2], a3 = a[3], t0, t1, t2, t3, l, h, z;
    __asm__(UF_ADX_PRODUCT UF_ADX_FOLD("a0", "a1", "a2", "a3", "z")
            : UF_ADX_REGS(a), UF_ADX_LOW, [z] "=&r"(z)
            : UF_ADX_ARRAY(b, 4)
            : "rdx", "cc");
    r[0] = t0, r[1] = t1, r[2] = t2, r[3] = t3;
}

/* r = a^2 mod p, < 2^256.
 * time: constant.
 * alias: any.
 * cost: 15 mul. */
UF_ADX_LEAF void fe4x64_sqr_leaf(u64 r[4], const u64 a[4]) {
    u64 t0 = a[0], a1 = a[1], a2 = a[2], a3 = a[3], t1, t2, t3, t4, t5, t6, l, h;
    __asm__(UF_ADX_SQUARE UF_ADX_FOLD("t4", "t5", "t6", "a3", "a1")
            : UF_ADX_SQUARE_REGS
            :
            : "rdx", "cc");
    r[0] = t0, r[1] = t1, r[2] = t2, r[3] = t3;
}

/* r = a^2 + b mod p, < 2^256; the carry of adding b to limbs 0 to 3 joins the first fold.
 * time: constant.
 * alias: any. */
UF_ADX_LEAF void fe4x64_sqr_add_leaf(u64 r[4], const u64 a[4], const u64 b[4]) {
    u64 t0 = a[0], a1 = a[1], a2 = a[2], a3 = a[3], t1, t2, t3, t4, t5, t6, l, h;
    __asm__(UF_ADX_SQUARE
            "addq 0(%[b]), %[t0]\n\tadcq 8(%[b]), %[t1]\n\t"
            "adcq 16(%[b]), %[t2]\n\tadcq 24(%[b]), %[t3]\n\t"
            "movl $0, %k[a2]\n\tadcq %[a2], %[a2]\n\t" UF_ADX_FOLD("t4", "t5", "t6", "a3", "a2")
            : UF_ADX_SQUARE_REGS
            : UF_ADX_ARRAY(b, 4)
            : "rdx", "cc");
    r[0] = t0, r[1] = t1, r[2] = t2, r[3] = t3;
}

/* w = a*b, all eight limbs.
 * time: constant. */
UF_ADX_LEAF void fe4x64_mul_wide(u64 w[8], const u64 a[4], const u64 b[4]) {
    u64 a0 = a[0], a1 = a[1], a2 = a[2], a3 = a[3], t0, t1, t2, t3, l, h, z;
    __asm__(UF_ADX_PRODUCT
            : UF_ADX_REGS(a), UF_ADX_LOW, [z] "=&r"(z)
            : UF_ADX_ARRAY(b, 4)
            : "rdx", "cc");
    w[0] = t0, w[1] = t1, w[2] = t2, w[3] = t3, w[4] = a0, w[5] = a1, w[6] = a2, w[7] = a3;
}

/* w = a^2, all eight limbs.
 * time: constant. */
UF_ADX_LEAF void fe4x64_sqr_wide(u64 w[8], const u64 a[4]) {
    u64 t0 = a[0], a1 = a[1], a2 = a[2], a3 = a[3], t1, t2, t3, t4, t5, t6, l, h;
    __asm__(UF_ADX_SQUARE : UF_ADX_SQUARE_REGS : : "rdx", "cc");
    w[0] = t0, w[1] = t1, w[2] = t2, w[3] = t3, w[4] = t4, w[5] = t5, w[6] = t6, w[7] = a3;
}

/* r = a*b + w mod p, < 2^256, w any 512-bit number: the sum's carry out of limb 7 is worth c *
 * 2^256.
 * time: constant.
 * alias: any. */
UF_ADX_LEAF void fe4x64_mul_add_leaf(u64 r[4], const u64 a[4], const u64 b[4], const u64 w[8]) {
    u64 a0 = a[0], a1 = a[1], a2 = a[2], a3 = a[3], t0, t1, t2, t3, l, h, z;
    __asm__(UF_ADX_PRODUCT "addq 0(%[w]), %[t0]\n\tadcq 8(%[w]), %[t1]\n\t"
                           "adcq 16(%[w]), %[t2]\n\tadcq 24(%[w]), %[t3]\n\t"
                           "adcq 32(%[w]), %[a0]\n\tadcq 40(%[w]), %[a1]\n\t"
                           "adcq 48(%[w]), %[a2]\n\tadcq 56(%[w]), %[a3]\n\t"
                           "movabsq $0x1000003D1, %%rdx\n\tcmovcq %%rdx, %[z]\n\t" UF_ADX_FOLD(
                               "a0", "a1", "a2", "a3", "z")
            : UF_ADX_REGS(a), UF_ADX_LOW, [z] "=&r"(z)
            : UF_ADX_ARRAY(b, 4), UF_ADX_ARRAY(w, 8)
            : "rdx", "cc");
    r[0] = t0, r[1] = t1, r[2] = t2, r[3] = t3;
}

/* r = a + b mod p, < 2^256. A carry out of limb 3 is worth c; if adding c carries again, less than
 * c is left and limb 0 takes the second c alone.
 * time: constant.
 * alias: any. */
UF_ADX_LEAF void fe4x64_add_leaf(u64 r[4], const u64 a[4], const u64 b[4]) {
    u64 t0 = a[0], t1 = a[1], t2 = a[2], t3 = a[3], m, z, c = 0x1000003D1;
    __asm__("xorl %k[z], %k[z]\n\tmovq %[z], %[m]\n\taddq %[b0], %[t0]\n\t"
            "adcq %[b1], %[t1]\n\tadcq %[b2], %[t2]\n\tadcq %[b3], %[t3]\n\tcmovcq %[c], %[m]\n\t"
            "addq %[m], %[t0]\n\tadcq $0, %[t1]\n\tadcq $0, %[t2]\n\tadcq $0, %[t3]\n\t"
            "cmovncq %[z], %[m]\n\taddq %[m], %[t0]\n\t"
            : UF_ADX_REGS(t), [m] "=&r"(m), [z] "=&r"(z)
            : UF_ADX_LIMBS(b), [c] "r"(c)
            : "cc");
    r[0] = t0, r[1] = t1, r[2] = t2, r[3] = t3;
}

/* r = a - b mod p, < 2^256. A borrow out of limb 3 costs c; if taking c borrows again, limb 0 is at
 * least 2^64 - c and pays the second c alone.
 * time: constant.
 * alias: any. */
UF_ADX_LEAF void fe4x64_sub_leaf(u64 r[4], const u64 a[4], const u64 b[4]) {
    u64 t0 = a[0], t1 = a[1], t2 = a[2], t3 = a[3], m, z, c = 0x1000003D1;
    __asm__("xorl %k[z], %k[z]\n\tmovq %[z], %[m]\n\tsubq %[b0], %[t0]\n\t"
            "sbbq %[b1], %[t1]\n\tsbbq %[b2], %[t2]\n\tsbbq %[b3], %[t3]\n\tcmovcq %[c], %[m]\n\t"
            "subq %[m], %[t0]\n\tsbbq $0, %[t1]\n\tsbbq $0, %[t2]\n\tsbbq $0, %[t3]\n\t"
            "cmovncq %[z], %[m]\n\tsubq %[m], %[t0]\n\t"
            : UF_ADX_REGS(t), [m] "=&r"(m), [z] "=&r"(z)
            : UF_ADX_LIMBS(b), [c] "r"(c)
            : "cc");
    r[0] = t0, r[1] = t1, r[2] = t2, r[3] = t3;
}

/* r = -a mod p, < 2^256: p - a; where that borrows, a > p and the value left is above 2^256 - c, so
 * limb 0 pays c alone.
 * time: constant.
 * alias: any. */
UF_ADX_LEAF void fe4x64_neg_leaf(u64 r[4], const u64 a[4]) {
    u64 t0 = 0xFFFFFFFEFFFFFC2F, t1 = ~(u64)0, t2 = t1, t3 = t1, m, c = 0x1000003D1;
    __asm__("xorl %k[m], %k[m]\n\t"
            "subq %[a0], %[t0]\n\tsbbq %[a1], %[t1]\n\tsbbq %[a2], %[t2]\n\tsbbq %[a3], %[t3]\n\t"
            "cmovcq %[c], %[m]\n\tsubq %[m], %[t0]\n\t"
            : UF_ADX_REGS(t), [m] "=&r"(m)
            : UF_ADX_LIMBS(a), [c] "r"(c)
            : "cc");
    r[0] = t0, r[1] = t1, r[2] = t2, r[3] = t3;
}

/* r = a/2 mod p, < 2^256: a rotated right by one bit, less (c-1)/2 if that bit was set, since
 * (a+p)/2 = floor(a/2) + 2^255 - (c-1)/2.  The bit goes round in the carry.
 * time: constant.
 * alias: any. */
UF_ADX_LEAF void fe4x64_half_leaf(u64 r[4], const u64 a[4]) {
    u64 t0 = a[0], t1 = a[1], t2 = a[2], t3 = a[3], m;
    __asm__("xorl %k[m], %k[m]\n\tbtl $0, %k[t0]\n\t"
            "rcrq %[t3]\n\trcrq %[t2]\n\trcrq %[t1]\n\trcrq %[t0]\n\tcmovcq %[c], %[m]\n\t"
            "subq %[m], %[t0]\n\tsbbq $0, %[t1]\n\tsbbq $0, %[t2]\n\tsbbq $0, %[t3]\n\t"
            : UF_ADX_REGS(t), [m] "=&r"(m)
            : [c] "r"((u64)0x800001E8)
            : "cc");
    r[0] = t0, r[1] = t1, r[2] = t2, r[3] = t3;
}

/* r = a*k mod p, < 2^256, k <= 32: the fifth limb h < 32 is worth h*c < 2^38; where that carries,
 * less than 2^38 is left and limb 0 takes the last c alone.
 * time: constant.
 * alias: any. */
UF_ADX_LEAF void fe4x64_mul_int_leaf(u64 r[4], const u64 a[4], u64 k) {
    u64 t0, t1, t2, t3, l, h, c = 0x1000003D1;
    __asm__("mulxq %[a0], %[t0], %[t1]\n\t"
            "mulxq %[a1], %[l], %[t2]\n\taddq %[l], %[t1]\n\t"
            "mulxq %[a2], %[l], %[t3]\n\tadcq %[l], %[t2]\n\t"
            "mulxq %[a3], %[l], %[h]\n\tadcq %[l], %[t3]\n\tadcq $0, %[h]\n\t"
            "imulq %[c], %[h]\n\t"
            "addq %[h], %[t0]\n\tadcq $0, %[t1]\n\tadcq $0, %[t2]\n\tadcq $0, %[t3]\n\t"
            "sbbq %[l], %[l]\n\tandq %[c], %[l]\n\taddq %[l], %[t0]\n\t"
            : UF_ADX_LOW
            : UF_ADX_LIMBS(a), "d"(k), [c] "r"(c)
            : "cc");
    r[0] = t0, r[1] = t1, r[2] = t2, r[3] = t3;
}

#undef UF_ADX_ROW
#undef UF_ADX_PRODUCT
#undef UF_ADX_SQUARE
#undef UF_ADX_FOLD
#undef UF_ADX_LIMBS
#undef UF_ADX_ARRAY
#undef UF_ADX_REGS
#undef UF_ADX_LOW
#undef UF_ADX_SQUARE_REGS
#undef UF_ADX_LEAF

}  // namespace ufsecp::UF_TARGET
