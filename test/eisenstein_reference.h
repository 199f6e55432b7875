// The digits of one scalar at a time, from a table of steps: what the lanes of
// lanes/eisenstein_var.h are held against.
#pragma once
#include "base/public_var.h"
#include "lanes/eisenstein_var.h"
#include "scalar/glv.h"
#include "scalar/sc4x64.h"

namespace ufsecp::UF_TARGET {

/* Indexed by three bits of k1, three of k2, the carry of k1 and the
 * carry of k2, from bit 0 on: the code, and the carries that it leaves, at their place in the next
 * index. */
struct eisenstein_steps {
    u8 code[256], carry[256];
};
constexpr eisenstein_steps eisenstein_make_steps() {
    eisenstein_steps t{};
    for (int i = 0; i < 256; i++) {
        const int a = (i & 7) + (i >> 6 & 1), b = (i >> 3 & 7) + (i >> 7);
        const int r = (a & 7) + 8 * (b & 7);
        t.code[i] = (u8)(eisenstein_residue.row[b & 7] >> 8 * (a & 7));
        t.carry[i] = (u8)(((u64)(a >> 3) | (eisenstein_residue.carry[0] >> r & 1)) << 6 |
                          ((u64)(b >> 3) | (eisenstein_residue.carry[1] >> r & 1)) << 7);
    }
    return t;
}
inline constexpr eisenstein_steps eisenstein_step = eisenstein_make_steps();

/* Bits plus carries are the digit plus 8 times the new carries; digits are within -5 ... 5 and of
 * the least norm that their residue has. */
constexpr bool eisenstein_steps_are_right() {
    for (int i = 0; i < 256; i++) {
        const eisenstein z = {(i & 7) + (i >> 6 & 1), (i >> 3 & 7) + (i >> 7)},
                         d = eisenstein_value(eisenstein_step.code[i]);
        const int carry = eisenstein_step.carry[i];
        if (z != eisenstein{d.a + 8 * (carry >> 6 & 1), d.b + 8 * (carry >> 7)}) return false;
        if ((carry & 63) != 0 || d.a * d.a > 25 || d.b * d.b > 25) return false;
        for (int a = -8; a <= 8; a += 8)
            for (int b = -8; b <= 8; b += 8)
                if (eisenstein_norm({d.a + a, d.b + b}) < eisenstein_norm(d)) return false;
    }
    return true;
}
static_assert(eisenstein_steps_are_right());

/* code[j*stride], j < 43: the codes of the digits of k1 + k2*omega, both in two's complement.
 * in: -0.636 * 2^128 < k1 < 0.636 * 2^128, k2 likewise with 0.541.  time: variable. */
static inline void eisenstein_digits_var(u8 *code, size_t stride, const u64 k1[3],
                                         const u64 k2[3]) {
    u64 part1[3], part2[3];
    eisenstein_parts(part1, k1);
    eisenstein_parts(part2, k2);
    size_t carry = 0;
    for (int i = 0; i < 3; i++) {
        u64 a = part1[i], b = part2[i] << 3; /* 60 bits are wanted of each */
        for (int j = eisenstein_part_digits[i]; j > 0; j--) {
            const size_t bits = (a & 7) | (b & 56);
            *code = eisenstein_step.code[bits + carry];
            carry = eisenstein_step.carry[bits + carry];
            a >>= 3, b >>= 3, code += stride;
        }
    }
    UF_CHECK(carry == ((k1[2] & 64) | (k2[2] & 128)));
}

/* code[j*stride], j < 43: the codes of the digits of k, the lowest first: the sum of d_j * 8^j at
 * omega = lambda is k mod n.  time: variable. */
template <class S>
    requires(!is_secret<S>::value)
static inline void eisenstein_recode_var(u8 *code, size_t stride, const S *k) {
    u64 k1[3], k2[3];
    sc_split_signed(k1, k2, k);
    eisenstein_digits_var(code, stride, k1, k2);
}
UF_PUBLIC_ONLY(eisenstein_recode_var);

/* The digits of eight scalars.  time: variable. */
template <class S>
    requires(!is_secret<S>::value)
static inline void eisenstein_recode8_var(eisenstein_digits *d, const S k[8]) {
    vec8 half1[3], half2[3];
    for (int l = 0; l < 8; l++) {
        u64 k1[3], k2[3];
        sc_split_signed(k1, k2, &k[l]);
        for (int i = 0; i < 3; i++) half1[i][l] = k1[i], half2[i][l] = k2[i];
    }
    eisenstein_digits8_var(d, half1, half2);
}
UF_PUBLIC_ONLY(eisenstein_recode8_var);

}  // namespace ufsecp::UF_TARGET
