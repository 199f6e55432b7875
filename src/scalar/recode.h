// Signed odd windows in constant time: the digits that secret scalars are multiplied by.
//
// L bits b_0 ... b_(L-1), each read as +1 or -1 instead of 1 or 0, stand for 2b - (2^L - 1), where
// b is their plain value. A window of w such bits is an odd digit in +-{1, 3, ... 2^w - 1}: never
// zero, so every step does the same work.
//
// Reference: Hamburg, "Fast and compact elliptic-curve cryptography", ePrint 2012/309.
#pragma once
#include "scalar/glv.h"
#include "scalar/scalar.h"

namespace ufsecp::UF_TARGET {

/* A digit: (2 index + 1), negated if negative is set. */
struct odd_digit {
    u32 index;
    mask negative;
};

/* The digit of the count bits from offset of the limbs v.  offset, count public; count < 32. */
static inline odd_digit odd_digit_at(const u64 *v, int limbs, int offset, int count) {
    const int i = offset / 64, shift = offset % 64;
    u64 bits = v[i] >> shift;
    if (shift + count > 64 && i + 1 < limbs) bits |= v[i + 1] << (64 - shift);
    const u32 half = (u32)1 << (count - 1);
    const mask negative = mask_of_bit(((bits >> (count - 1)) & 1) ^ 1);
    return {((u32)bits ^ (u32)negative.bits) & (half - 1), negative};
}

/* v (4 limbs, plain bits) such that its signed bits stand for k mod n; offset = (2^L - 1)/2 mod n
 * for L >= 256 bits. */
static inline void sc_recode_odd(u64 v[4], const sc *k, const u64 offset[4]) {
    secret<sc> half;
    sc shift;
    sc_set_limbs64(&shift, offset);
    sc_half(&half, k);
    sc_add(&half, &half, &shift);
    sc_get_limbs64(v, &half);
}

/* v1, v2 (3 limbs each) such that their 130 signed bits stand for k1, k2 with k = k1 + lambda k2;
 * offset = (1 + lambda)(2^130 - 1 - 2^129)/2 mod n.
 * With s = k/2 + offset = s1 + lambda s2 and |si| < 2^128, vi = si + 2^128 stands for 2 si + 2^129
 * - (2^130 - 1). */
static inline void sc_recode_odd_glv(u64 v1[3], u64 v2[3], const sc *k, const u64 offset[4]) {
    secret<sc> s, part[2];
    sc shift;
    sc_set_limbs64(&shift, offset);
    sc_half(&s, k);
    sc_add(&s, &s, &shift);
    sc_split_lambda(&part[0], &part[1], &s);
    u64 *const v[2] = {v1, v2};
    for (int i = 0; i < 2; i++) {
        const mask negative = sc_is_high(&part[i]);
        sc_cond_neg(&part[i], negative);
        u64 m[4], carry = mask_bit(negative);
        sc_get_limbs64(m, &part[i]);
        /* 2^128 +- m, as 2^128 + (m ^ negative) + negative over three limbs */
        v[i][0] = add_carry(m[0] ^ negative.bits, 0, &carry);
        v[i][1] = add_carry(m[1] ^ negative.bits, 0, &carry);
        v[i][2] = 1 + negative.bits + carry;
        wipe(m, sizeof m);
    }
}

}  // namespace ufsecp::UF_TARGET
