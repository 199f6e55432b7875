// Rows of the field and of scalars in PTX, for CUDA and NVIDIA's OpenCL C: the carry flag lives
// through one asm statement, never from one to the next.
//
// mad.lo.cc and madc.hi.cc of the same factors on an aligned pair of limbs are one 32x32+64
// multiply-add of the machine. So that every pair is aligned, products that begin at an even limb
// are summed in one row, the others in a second row that stands one limb higher; at the end one
// addition joins the two.
#pragma once

#define UF_ROW_ADD_SUB 1
#define UF_MUL_WIDE 1
#define UF_SQR_WIDE 1
#define UF_REDUCE_WIDE 1
#define UF_FOLD_8X32 1

/* All items of a group come here before one goes on: then they run the same text at the same time,
 * and the instruction cache serves them all.  Every item that has not returned comes equally
 * often. */
#define UF_TOGETHER() UF_ASM("bar.sync 0;" :: : "memory")

#ifdef __CUDACC__
#define UF_ASM asm /* NVRTC knows no other spelling, */
#else
#define UF_ASM __asm__ /* OpenCL C reserves no other */
#endif

/* clang-format off: operands of asm stand in columns */
/* Operands of asm: two limbs to change, eight limbs. */
#define UF_PTX_TWO(w, i) "+&r"((w)[i]), "+&r"((w)[(i) + 1])
#define UF_PTX_EIGHT(how, w)                                                                   \
    how((w)[0]), how((w)[1]), how((w)[2]), how((w)[3]), how((w)[4]), how((w)[5]), how((w)[6]), \
        how((w)[7])

/* Eight limbs; operands: 0-7 r, 8 the carry out, 9-16 a, 17-24 b. */
#define UF_PTX_ROW(first, op)                                                                 \
    first " %0, %9, %17; " op ".cc.u32 %1, %10, %18; " op ".cc.u32 %2, %11, %19; " op         \
          ".cc.u32 %3, %12, %20; " op ".cc.u32 %4, %13, %21; " op ".cc.u32 %5, %14, %22; " op \
          ".cc.u32 %6, %15, %23; " op ".cc.u32 %7, %16, %24; " op ".u32 %8, 0, 0;"

/* r = a + b over eight limbs; returns the carry. */
UF_FN u32 fe8x32_row_add(UF_PRIV u32 *r, const UF_PRIV u32 *a, const UF_PRIV u32 *b) {
    u32 carry;
    UF_ASM(UF_PTX_ROW("add.cc.u32", "addc") : UF_PTX_EIGHT("=&r", r),
           "=&r"(carry) : UF_PTX_EIGHT("r", a), UF_PTX_EIGHT("r", b));
    return carry;
}

/* The same with a carry that comes in. */
UF_FN u32 uf_row_add_carry(UF_PRIV u32 *r, const UF_PRIV u32 *a, const UF_PRIV u32 *b, u32 carry) {
    UF_ASM("add.cc.u32 %8, %8, 0xffffffff; " UF_PTX_ROW("addc.cc.u32", "addc") : UF_PTX_EIGHT("=&r",
                                                                                              r),
           "+&r"(carry) : UF_PTX_EIGHT("r", a), UF_PTX_EIGHT("r", b));
    return carry;
}

/* r = a - b over eight limbs; returns the borrow. */
UF_FN u32 fe8x32_row_sub(UF_PRIV u32 *r, const UF_PRIV u32 *a, const UF_PRIV u32 *b) {
    u32 borrow;
    UF_ASM(UF_PTX_ROW("sub.cc.u32", "subc") : UF_PTX_EIGHT("=&r", r),
           "=&r"(borrow) : UF_PTX_EIGHT("r", a), UF_PTX_EIGHT("r", b));
    return borrow & 1;
}

/* One multiply-add in a chain, by the numbers of its operands: limbs (lo, hi) += a*b + the flag. */
#define UF_PTX_MAD(mad, lo, hi, a, b)                  \
    mad ".lo.cc.u32 %" #lo ", %" #a ", %" #b ", %" #lo \
        "; "                                           \
        "madc.hi.cc.u32 %" #hi ", %" #a ", %" #b ", %" #hi "; "

/* w += b * (a[0] + a[2] 2^64 + a[4] 2^128 ...) over so many limbs of a; carry takes the carry. */
#define UF_PTX_CHAIN4(carry, w, a, b)                                                        \
    UF_ASM(UF_PTX_MAD("mad", 0, 1, 9, 13) UF_PTX_MAD("madc", 2, 3, 10, 13)                   \
               UF_PTX_MAD("madc", 4, 5, 11, 13)                                              \
                   UF_PTX_MAD("madc", 6, 7, 12, 13) "addc.u32 %8, 0, 0;" : UF_PTX_TWO(w, 0), \
           UF_PTX_TWO(w, 2), UF_PTX_TWO(w, 4), UF_PTX_TWO(w, 6), "=&r"(carry) : "r"((a)[0]), \
           "r"((a)[2]), "r"((a)[4]), "r"((a)[6]), "r"(b))
#define UF_PTX_CHAIN3(carry, w, a, b)                                                   \
    UF_ASM(UF_PTX_MAD("mad", 0, 1, 7, 10) UF_PTX_MAD("madc", 2, 3, 8, 10)               \
               UF_PTX_MAD("madc", 4, 5, 9, 10) "addc.u32 %6, 0, 0;" : UF_PTX_TWO(w, 0), \
           UF_PTX_TWO(w, 2), UF_PTX_TWO(w, 4), "=&r"(carry) : "r"((a)[0]), "r"((a)[2]), \
           "r"((a)[4]), "r"(b))
#define UF_PTX_CHAIN2(carry, w, a, b)                                                  \
    UF_ASM(UF_PTX_MAD("mad", 0, 1, 5, 7)                                               \
               UF_PTX_MAD("madc", 2, 3, 6, 7) "addc.u32 %4, 0, 0;" : UF_PTX_TWO(w, 0), \
           UF_PTX_TWO(w, 2), "=&r"(carry) : "r"((a)[0]), "r"((a)[2]), "r"(b))
#define UF_PTX_CHAIN1(carry, w, a, b)                                             \
    UF_ASM(UF_PTX_MAD("mad", 0, 1, 3, 4) "addc.u32 %2, 0, 0;" : UF_PTX_TWO(w, 0), \
           "=&r"(carry) : "r"((a)[0]), "r"(b))

/* w[0], w[1] = a*b */
UF_FN void uf_set_two(UF_PRIV u32 *w, u32 a, u32 b) {
    u64 t = (u64)a * b;
    w[0] = (u32)t, w[1] = (u32)(t >> 32);
}

/* 0 for a carry, above which it stands: by the unit for logic, as compilers move zeros by that for
 * products. */
UF_FN u32 uf_above(u32 carry) {
    u32 zero;
    UF_ASM("lop3.b32 %0, %1, %1, 2, 0x80;" : "=r"(zero) : "r"(carry));
    return zero;
}

/* w = even + odd*2^32, 17 limbs; below 2^512. */
UF_FN void uf_join(UF_PRIV u32 *w, UF_PRIV u32 *even, UF_PRIV u32 *odd) {
    w[0] = even[0];
    even[16] = 0;
    uf_row_add_carry(w + 9, even + 9, odd + 8, fe8x32_row_add(w + 1, even + 1, odd));
    w[16] = 0;
}

/* w = a*b, 17 limbs.  A row that starts on fresh limbs has no carry out of its last pair.
 * cost: 64 mul. */
UF_FN void fe8x32_mul_set(UF_PRIV u32 *w, const UF_PRIV u32 *a, const UF_PRIV u32 *b) {
    u32 even[17], odd[17], none;
    UF_UNROLL
    for (int j = 0; j < 8; j += 2) {
        uf_set_two(even + j, a[j], b[0]);
        uf_set_two(odd + j, a[j + 1], b[0]);
    }
    even[8] = odd[15] = 0;
    UF_UNROLL
    for (int i = 1; i < 8; i += 2) {
        even[i + 8] = i > 1 ? uf_above(even[i + 7]) : 0;
        UF_PTX_CHAIN4(none, even + i + 1, a + 1, b[i]);
        UF_PTX_CHAIN4(odd[i + 7], odd + i - 1, a, b[i]);
        if (i == 7) break;
        odd[i + 8] = uf_above(odd[i + 7]);
        UF_PTX_CHAIN4(even[i + 9], even + i + 1, a, b[i + 1]);
        UF_PTX_CHAIN4(none, odd + i + 1, a + 1, b[i + 1]);
    }
    (void)none;
    uf_join(w, even, odd);
}

/* l = a*b of scalars, and a limb more. */
#define UF_MUL_512 fe8x32_mul_set

// clang-format off
/* Three limbs of a column += x*y. */
#define UF_MAD_COLUMN(low, middle, high, x, y)                                                \
    UF_ASM("mad.lo.cc.u32 %0, %3, %4, %0; madc.hi.cc.u32 %1, %3, %4, %1; addc.u32 %2, %2, 0;" \
           : "+&r"(low), "+&r"(middle), "+&r"(high) : "r"(x), "r"(y))
// clang-format on

/* w += a*b, 17 limbs, w + a*b < 2^513. */
UF_FN void fe8x32_mul_wide(UF_PRIV u32 *w, const UF_PRIV u32 *a, const UF_PRIV u32 *b) {
    u32 t[17];
    fe8x32_mul_set(t, a, b);
    w[16] += uf_row_add_carry(w + 8, w + 8, t + 8, fe8x32_row_add(w, w, t));
}

/* w = a^2, 17 limbs: products of different limbs, twice, and squares.
 * cost: 36 mul. */
UF_FN void fe8x32_sqr_wide(UF_PRIV u32 *w, const UF_PRIV u32 *a) {
    u32 even[17], odd[17], none;
    UF_UNROLL
    for (int j = 0; j < 17; j++) even[j] = odd[j] = 0;
    UF_UNROLL
    for (int j = 1; j < 8; j += 2) {
        uf_set_two(odd + j - 1, a[j], a[0]);
        if (j < 7) uf_set_two(even + j + 1, a[j + 1], a[0]);
    }
    UF_PTX_CHAIN3(none, even + 4, a + 3, a[1]);
    UF_PTX_CHAIN3(odd[8], odd + 2, a + 2, a[1]);
    UF_PTX_CHAIN2(even[10], even + 6, a + 4, a[2]);
    UF_PTX_CHAIN3(none, odd + 4, a + 3, a[2]);
    UF_PTX_CHAIN2(none, even + 8, a + 5, a[3]);
    UF_PTX_CHAIN2(odd[10], odd + 6, a + 4, a[3]);
    UF_PTX_CHAIN1(even[12], even + 10, a + 6, a[4]);
    UF_PTX_CHAIN2(none, odd + 8, a + 5, a[4]);
    UF_PTX_CHAIN1(none, even + 12, a + 7, a[5]);
    UF_PTX_CHAIN1(odd[12], odd + 10, a + 6, a[5]);
    UF_PTX_CHAIN1(none, odd + 12, a + 7, a[6]);
    (void)none;
    uf_join(w, even, odd);
    UF_UNROLL
    for (int i = 15; i > 0; i--) w[i] = w[i] << 1 | w[i - 1] >> 31;
    UF_ASM(UF_PTX_MAD("mad", 0, 1, 16, 16) UF_PTX_MAD("madc", 2, 3, 17, 17)
               UF_PTX_MAD("madc", 4, 5, 18, 18) UF_PTX_MAD("madc", 6, 7, 19, 19)
                   UF_PTX_MAD("madc", 8, 9, 20, 20) UF_PTX_MAD("madc", 10, 11, 21, 21)
                       UF_PTX_MAD("madc", 12, 13, 22, 22)
                           UF_PTX_MAD("madc", 14, 15, 23, 23) : UF_PTX_TWO(w, 0),
           UF_PTX_TWO(w, 2), UF_PTX_TWO(w, 4), UF_PTX_TWO(w, 6), UF_PTX_TWO(w, 8),
           UF_PTX_TWO(w, 10), UF_PTX_TWO(w, 12), UF_PTX_TWO(w, 14) : UF_PTX_EIGHT("r", a));
}

/* r = w mod 2^256 + (w / 2^256) * C over eight limbs; returns the carry, below 2^34.
 * cost: 8 mul. */
UF_FN u64 fe8x32_reduce_wide(UF_PRIV u32 *r, const UF_PRIV u32 *w) {
    u32 odd[8], low, high;
    UF_UNROLL
    for (int i = 0; i < 8; i++) r[i] = w[i], odd[i] = w[8 + i];
    UF_PTX_CHAIN4(low, r, w + 8, 977u);
    UF_PTX_CHAIN4(high, odd, w + 9, 977u);
    UF_ASM(
        "add.cc.u32 %0, %0, %9; addc.cc.u32 %1, %1, %10; addc.cc.u32 %2, %2, %11; "
        "addc.cc.u32 %3, %3, %12; addc.cc.u32 %4, %4, %13; addc.cc.u32 %5, %5, %14; "
        "addc.cc.u32 %6, %6, %15; addc.cc.u32 %7, %7, %16; addc.u32 %8, %8, 0;" : UF_PTX_TWO(r, 1),
        UF_PTX_TWO(r, 3), UF_PTX_TWO(r, 5), "+&r"(r[7]), "+&r"(low),
        "+&r"(high) : UF_PTX_EIGHT("r", odd));
    return ((u64)high << 32 | low) + ((u64)w[16] << 32) + w[16] * (u64)977;
}

/* r += k*2^256 mod p over eight limbs, k < 2^34: twice, as fe8x32.h says. */
UF_FN void fe8x32_fold(UF_PRIV u32 *r, u64 k) {
    const u32 high = (u32)(k >> 32);
    const u64 x = (u64)(u32)k * 977;
    u32 t = (u32)(x >> 32) + high * 977, low = (u32)x, bit;
    UF_ASM(
        "add.cc.u32 %8, %8, %11; addc.u32 %10, %12, 0; "
        "add.cc.u32 %0, %0, %9; addc.cc.u32 %1, %1, %8; addc.cc.u32 %2, %2, %10; "
        "addc.cc.u32 %3, %3, 0; addc.cc.u32 %4, %4, 0; addc.cc.u32 %5, %5, 0; "
        "addc.cc.u32 %6, %6, 0; addc.cc.u32 %7, %7, 0; addc.u32 %8, 0, 0; "
        "neg.s32 %9, %8; and.b32 %9, %9, 977; "
        "add.cc.u32 %0, %0, %9; addc.cc.u32 %1, %1, %8; addc.u32 %2, %2, 0;" : UF_PTX_TWO(r, 0),
        UF_PTX_TWO(r, 2), UF_PTX_TWO(r, 4), UF_PTX_TWO(r, 6), "+&r"(t), "+&r"(low),
        "=&r"(bit) : "r"((u32)k), "r"(high));
}
