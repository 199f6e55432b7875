// Scalars in a kernel: the inverse modulo n, the split by lambda in 32-bit limbs, signed odd
// windows.
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
    u32 l[16];
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

/* (1 + lambda)(2^L - 1 - 2^129)/2 mod n for the L bits of all windows of a half. */
#if UF_GPU_WINDOW == 5
#define UF_GPU_WINDOWS 26
UF_CONST u32 odd_offset[8] = {0xD766ED0Du, 0x3ACA9034u, 0x6B016510u, 0x09A4E297u,
                              0xBE08C6B5u, 0x615EEB5Fu, 0xE58981A7u, 0xD274453Eu};
#else
#define UF_GPU_WINDOWS 33
UF_CONST u32 odd_offset[8] = {0x53F62C2Eu, 0xB9A37D99u, 0x32DA3575u, 0x19F36D7Au,
                              0xCA749C09u, 0x990AC3A5u, 0x87D71E35u, 0xBB58EC9Eu};
#endif

/* v1 = v[0..5] and v2 = v[6..11] such that their L signed bits, each +1 or -1, stand for k1 and k2
 * with k = k1 + lambda k2 (scalar/recode.h).  With s = k/2 + odd_offset = s1 + lambda s2 and |si| <
 * 2^128, vi = si + 2^128 stands for 2 vi - (2^L - 1) = 2 si + 2^129 - (2^L - 1). */
UF_FN void sc_recode_signed(UF_PRIV u32 *v, const UF_PRIV sc8x32 *k) {
    sc8x32 s, offset;
    UF_LIMBS(limbs, odd_offset)
    for (int i = 0; i < 8; i++) offset.n[i] = limbs[i];
    sc_half(&s, k);
    sc_add(&s, &s, &offset);
    sc_split_signed(v, v + 6, &s);
    v[4] += 1;
    v[10] += 1;
    v[5] = v[11] = 0;
}

/* The digit of the UF_GPU_WINDOW bits from offset of v: returns index; the digit is 2 index + 1,
 * negated if *negative is set. */
UF_FN u32 sc_odd_digit(UF_PRIV mask *negative, const UF_PRIV u32 *v, u32 offset) {
    const u32 i = offset >> 5;
    const u32 bits = (u32)(((u64)v[i + 1] << 32 | v[i]) >> (offset & 31));
    *negative = mask_of_bit((bits >> (UF_GPU_WINDOW - 1) & 1) ^ 1);
    return (bits ^ (u32)negative->bits) & (UF_GPU_ROWS - 1);
}

}  // namespace ufsecp::UF_TARGET
