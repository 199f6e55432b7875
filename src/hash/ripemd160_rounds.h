// The steps of RIPEMD-160, two lines of 80 over a block, for 32-bit words or vectors of them; the
// compiler resolves the roles of the variables.
#pragma once
#include <utility>

#include "base/int.h"

#define UF_RIPEMD_INLINE __attribute__((always_inline)) static inline

namespace ufsecp::UF_TARGET {

static constexpr u32 ripemd160_iv[5] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0};

/* Message word and rotation of each step, a row per round, for the left and the right line. */
static constexpr u8 ripemd160_word[2][80] = {
    {0,  1, 2,  3, 4,  5,  6, 7,  8, 9,  10, 11, 12, 13, 14, 15, 7,  4,  13, 1,
     10, 6, 15, 3, 12, 0,  9, 5,  2, 14, 11, 8,  3,  10, 14, 4,  9,  15, 8,  1,
     2,  7, 0,  6, 13, 11, 5, 12, 1, 9,  11, 10, 0,  8,  12, 4,  13, 3,  7,  15,
     14, 5, 6,  2, 4,  0,  5, 9,  7, 12, 2,  10, 14, 1,  3,  8,  11, 6,  15, 13},
    {5,  14, 7,  0,  9,  2,  11, 4,  13, 6, 15, 8, 1,  10, 3,  12, 6, 11, 3, 7,
     0,  13, 5,  10, 14, 15, 8,  12, 4,  9, 1,  2, 15, 5,  1,  3,  7, 14, 6, 9,
     11, 8,  12, 2,  10, 0,  4,  13, 8,  6, 4,  1, 3,  11, 15, 0,  5, 12, 2, 13,
     9,  7,  10, 14, 12, 15, 10, 4,  1,  5, 8,  7, 6,  2,  13, 14, 0, 3,  9, 11}};
static constexpr u8 ripemd160_rotation[2][80] = {
    {11, 14, 15, 12, 5, 8,  7,  9,  11, 13, 14, 15, 6,  7,  9,  8,  7,  6,  8,  13,
     11, 9,  7,  15, 7, 12, 15, 9,  11, 7,  13, 12, 11, 13, 6,  7,  14, 9,  13, 15,
     14, 8,  13, 6,  5, 12, 7,  5,  11, 12, 14, 15, 14, 15, 9,  8,  9,  14, 5,  6,
     8,  6,  5,  12, 9, 15, 5,  11, 6,  8,  13, 12, 5,  12, 13, 14, 11, 8,  5,  6},
    {8,  9,  9,  11, 13, 15, 15, 5, 7,  7,  8,  11, 14, 14, 12, 6,  9,  13, 15, 7,
     12, 8,  9,  11, 7,  7,  12, 7, 6,  15, 13, 11, 9,  7,  15, 11, 8,  6,  6,  14,
     12, 13, 5,  14, 13, 13, 7,  5, 15, 5,  8,  11, 14, 14, 6,  14, 6,  9,  12, 9,
     12, 5,  15, 8,  8,  5,  12, 9, 12, 5,  14, 6,  8,  13, 6,  5,  15, 13, 11, 11}};
static constexpr u32 ripemd160_constant[2][5] = {
    {0, 0x5a827999, 0x6ed9eba1, 0x8f1bbcdc, 0xa953fd4e},
    {0x50a28be6, 0x5c4dd124, 0x6d703ef3, 0x7a6d76e9, 0}};

template <int n, class word>
UF_RIPEMD_INLINE word ripemd160_mix(word x, word y, word z) {
    if constexpr (n == 0) return x ^ y ^ z;
    else if constexpr (n == 1) return z ^ (x & (y ^ z));
    else if constexpr (n == 2) return (x | ~y) ^ z;
    else if constexpr (n == 3) return y ^ (z & (x ^ y));
    else return x ^ (y | ~z);
}

/* x rotated left by n, 0 < n < 32. */
template <int n, class word>
UF_RIPEMD_INLINE word ripemd160_rotl(word x) {
    return x << n | x >> (32 - n);
}

/* Step i of a line; v stays in place while the roles A..E rotate through it. */
template <int line, int i, class word>
UF_RIPEMD_INLINE void ripemd160_step(word v[5], const word m[16]) {
    word &a = v[(80 - i) % 5], &c = v[(82 - i) % 5];
    const word b = v[(81 - i) % 5], d = v[(83 - i) % 5], e = v[(84 - i) % 5];
    constexpr int round = line ? 4 - i / 16 : i / 16;
    a += ripemd160_mix<round>(b, c, d) + m[ripemd160_word[line][i]] +
         ripemd160_constant[line][i / 16];
    a = ripemd160_rotl<ripemd160_rotation[line][i]>(a) + e;
    c = ripemd160_rotl<10>(c);
}

template <class word, int... i>
UF_RIPEMD_INLINE void ripemd160_steps(word left[5], word right[5], const word m[16],
                                      std::integer_sequence<int, i...>) {
    ((ripemd160_step<0, i>(left, m), ripemd160_step<1, i>(right, m)), ...);
}

/* s after one more block of 16 little-endian words.
 * time: constant. */
template <class word>
UF_RIPEMD_INLINE void ripemd160_compress(word s[5], const word m[16]) {
    word left[5], right[5];
    for (int i = 0; i < 5; i++) left[i] = right[i] = s[i];
    ripemd160_steps(left, right, m, std::make_integer_sequence<int, 80>());
    const word first = s[0];
    for (int i = 0; i < 5; i++)
        s[i] = (i < 4 ? s[i + 1] : first) + left[(i + 2) % 5] + right[(i + 3) % 5];
}

}  // namespace ufsecp::UF_TARGET
