// Scalars in a kernel: the inverse modulo n, the split by lambda in 32-bit limbs, and the digits of
// both halves together.
#pragma once
#include "gpu/kernel/kernel_point.h"
#include "scalar/sc8x32.h"

namespace ufsecp::UF_TARGET {

/* The steps of the power n - 2: square so often, multiply by what was kept there, keep it here (11:
 * nobody asks).  Kept are a, a^3, ... a^15, first with a^2, then a^(2^k - 1) for k = 8, 16, 32.
 * Nine steps make the 127 ones at the top of n - 2, the others are windows of the 129 bits below.
 */
UF_CONST u8 sc_power_steps[43][3] = {
    {0, 0, 8},  {0, 0, 1},   {0, 8, 2},  {0, 8, 3},   {0, 8, 4},    {0, 8, 5},    {0, 8, 6},
    {0, 8, 7},  {4, 7, 8},   {8, 8, 9},  {16, 9, 10}, {32, 10, 11}, {32, 10, 11}, {16, 9, 11},
    {8, 8, 11}, {4, 7, 11},  {3, 3, 11}, {5, 5, 11},  {3, 2, 11},   {4, 2, 11},   {4, 3, 11},
    {5, 6, 11}, {2, 1, 11},  {5, 3, 11}, {6, 6, 11},  {5, 5, 11},   {4, 6, 11},   {3, 0, 11},
    {6, 2, 11}, {10, 3, 11}, {4, 3, 11}, {5, 7, 11},  {4, 7, 11},   {5, 4, 11},   {6, 5, 11},
    {4, 6, 11}, {5, 1, 11},  {6, 6, 11}, {10, 6, 11}, {4, 4, 11},   {9, 4, 11},   {4, 7, 11},
    {1, 0, 11}};

/* r = 1/a mod n; 0 for 0.
 * alias: r may be a.
 * cost: 253 sqr + 42 mul, which are all one. */
UF_FN void sc_inv(UF_PRIV sc8x32 *r, const UF_PRIV sc8x32 *a) {
    sc8x32 kept[12], t = *a;
    kept[0] = t;
    UF_ROLLED
    for (int i = 0; i < 43; i++) {
        UF_ROLLED
        for (u32 k = 0; k <= sc_power_steps[i][0]; k++) {
            const sc8x32 by = k < sc_power_steps[i][0] ? t : kept[sc_power_steps[i][1]];
            sc_mul(&t, &t, &by);
        }
        kept[sc_power_steps[i][2]] = t;
    }
    *r = t;
}

/* The constants of scalar/glv.h, where the split is derived and its bound proved: g1, g2 and,
 * modulo 2^160, -a1, -a2, -b1, -b2 (-b2 = -a1). */
UF_CONST u32 split_g1[8] = {0x45DBB031u, 0xE893209Au, 0x71E8CA7Fu, 0x3DAA8A14u,
                            0x9284EB15u, 0xE86C90E4u, 0xA7D46BCDu, 0x3086D221u};
UF_CONST u32 split_g2[8] = {0x8AC47F71u, 0x1571B4AEu, 0x9DF506C6u, 0x221208ACu,
                            0x0ABFE4C4u, 0x6F547FA9u, 0x010E8828u, 0xE4437ED6u};
UF_CONST u32 split_minus_a1[5] = {0x6D7B14EBu, 0x17936F1Bu, 0x582B9432u, 0xCF792DDEu, 0xFFFFFFFFu};
UF_CONST u32 split_minus_a2[5] = {0x62BB3028u, 0xA83EEF72u, 0x571D0C09u, 0xEB35AF08u, 0xFFFFFFFEu};
UF_CONST u32 split_minus_b1[5] = {0x0ABFE4C3u, 0x6F547FA9u, 0x010E8828u, 0xE4437ED6u, 0};

/* c = (k*g + 2^383) >> 384, four limbs */
UF_FN void split_quotient(UF_PRIV u32 *c, const UF_PRIV u32 *k, const UF_PRIV u32 *g) {
    u32 l[17];
    sc8x32_mul_512(l, k, g);
    u64 t = l[11] >> 31;
    for (int i = 0; i < 4; i++) {
        t += l[12 + i];
        c[i] = (u32)t;
        t >>= 32;
    }
}

/* t += c * a mod 2^160, c of four limbs. */
#define UF_SPLIT_ADD(t, c, a)                 \
    UF_UNROLL                                 \
    for (int i = 0; i < 4; i++) {             \
        u64 x = 0;                            \
        UF_UNROLL                             \
        for (int j = 0; j < 5 - i; j++) {     \
            x += (u64)c[i] * a[j] + t[i + j]; \
            t[i + j] = (u32)x;                \
            x >>= 32;                         \
        }                                     \
    }

/* k = r1 + lambda r2 mod n; r1, r2 signed numbers of five limbs, |r1|, |r2| < 0.636 * 2^128. */
UF_FN void sc_split_signed(UF_PRIV u32 *r1, UF_PRIV u32 *r2, const UF_PRIV sc8x32 *k) {
    u32 c1[4], c2[4];
    UF_LIMBS(g1, split_g1)
    UF_LIMBS(g2, split_g2)
    split_quotient(c1, k->n, g1);
    split_quotient(c2, k->n, g2);
    for (int i = 0; i < 5; i++) {
        r1[i] = k->n[i];
        r2[i] = 0;
    }
    UF_SPLIT_ADD(r1, c1, split_minus_a1)
    UF_SPLIT_ADD(r1, c2, split_minus_a2)
    UF_SPLIT_ADD(r2, c1, split_minus_b1)
    UF_SPLIT_ADD(r2, c2, split_minus_a1)
}
#undef UF_SPLIT_ADD

/* The signed digit of the `window` bits of v from bit `at` on and the *carry of those below it:
 * returns |d|, -2^(window - 1) < d <= 2^(window - 1); *carry = whether d is negative, or 0 with a
 * carry. */
UF_FN u32 sc_carried_digit(UF_PRIV u32 *carry, const UF_PRIV u32 *v, u32 at, u32 window) {
    const u32 most = (u32)1 << (window - 1), i = at >> 5;
    const u64 two = (u64)v[i + 1] << 32 | v[i];
    const u32 d = *carry + ((u32)(two >> (at & 31)) & (2 * most - 1));
    *carry = d > most;
    return *carry ? 2 * most - d : d;
}

/* ---- Digits in Z[lambda] in base 8: lanes/eisenstein_var.h derives and proves them ---- */

#define UF_DIGITS 43
#define UF_DIGIT_ENTRIES 11
/* Of the residue a + b lambda mod 8, at a + 8 b, the digit: bit 0 says that it is negative, bits 1
 * and 2 the power of lambda, bits 3 to 6 the entry of the table; bit 7 stands for zero.  Bits 8 and
 * 9 are what a and b carry. */
UF_CONST u32 digit_of_residue[64] = {
    0x080, 0x000, 0x008, 0x010, 0x018, 0x111, 0x109, 0x101, 0x002, 0x005, 0x030, 0x028, 0x020,
    0x14a, 0x13a, 0x132, 0x00a, 0x035, 0x00d, 0x038, 0x040, 0x152, 0x142, 0x12a, 0x012, 0x03d,
    0x02d, 0x015, 0x048, 0x050, 0x354, 0x122, 0x01a, 0x04d, 0x045, 0x025, 0x31c, 0x324, 0x344,
    0x34c, 0x213, 0x223, 0x055, 0x351, 0x349, 0x314, 0x32c, 0x33c, 0x20b, 0x22b, 0x243, 0x253,
    0x341, 0x339, 0x30c, 0x334, 0x203, 0x233, 0x23b, 0x24b, 0x321, 0x329, 0x331, 0x304};

/* digits = the UF_DIGITS digits of k, the lowest first. */
UF_FN void sc_digits(UF_PRIV u8 *digits, const UF_PRIV sc8x32 *k) {
    u32 v[10], carry_a = 0, carry_b = 0;
    sc_split_signed(v, v + 5, k);
    UF_ROLLED
    for (int j = 0; j < UF_DIGITS; j++) {
        const u32 a = (v[0] & 7) + carry_a, b = (v[5] & 7) + carry_b;
        const u32 digit = digit_of_residue[(a & 7) | (b & 7) << 3];
        digits[j] = (u8)digit;
        carry_a = a >> 3 | (digit >> 8 & 1);
        carry_b = b >> 3 | digit >> 9;
        UF_UNROLL
        for (int i = 0; i < 9; i++)
            if (i != 4) v[i] = v[i] >> 3 | v[i + 1] << 29;
        v[4] = (u32)((i32)v[4] >> 3), v[9] = (u32)((i32)v[9] >> 3);
    }
}

}  // namespace ufsecp::UF_TARGET
