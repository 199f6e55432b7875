// Keccak-f[1600] (FIPS 202, section 3) for 64-bit words or vectors of them.
#pragma once
#include <utility>

#include "base/int.h"
#include "hash/constants.h"

#define UF_STEP_INLINE __attribute__((always_inline)) static inline

namespace ufsecp::UF_TARGET {

/* Where lane (x, y) is; the coordinates are mod 5. */
static constexpr int keccak_lane(int x, int y) { return x % 5 + y % 5 * 5; }

/* rho's rotation of each lane. */
constexpr int keccak_rotation[25] = {0,  1,  62, 28, 27, 36, 44, 6,  55, 20, 3,  10, 43,
                                     25, 39, 41, 45, 15, 21, 8,  18, 2,  61, 56, 14};

/* x rotated left by n. */
template <int n, class word>
UF_STEP_INLINE word keccak_rotl(word x) {
    if constexpr (n == 0) return x;
    else return x << n | x >> (64 - n);
}

/* theta's words d added, then rho and pi: lane (x, y) goes to (y, 2x + 3y). */
template <class word, int... i>
UF_STEP_INLINE void keccak_rho_pi(word b[25], const word a[25], const word d[5],
                                  std::integer_sequence<int, i...>) {
    ((b[keccak_lane(i / 5, 2 * (i % 5) + 3 * (i / 5))] =
          keccak_rotl<keccak_rotation[i]>(a[i] ^ d[i % 5])),
     ...);
}

template <class word, int... i>
UF_STEP_INLINE void keccak_chi(word a[25], const word b[25], std::integer_sequence<int, i...>) {
    ((a[i] = b[i] ^ (~b[keccak_lane(i % 5 + 1, i / 5)] & b[keccak_lane(i % 5 + 2, i / 5)])), ...);
}

/* The permutation of a state, or of one in each element of a word.
 * time: constant. */
template <class word>
static inline void keccak_permute(word a[25]) {
    constexpr auto lanes = std::make_integer_sequence<int, 25>();
    for (const u64 constant : keccak_constants) {
        word b[25], c[5], d[5];
        for (int x = 0; x < 5; x++) c[x] = a[x] ^ a[x + 5] ^ a[x + 10] ^ a[x + 15] ^ a[x + 20];
        for (int x = 0; x < 5; x++) d[x] = c[(x + 4) % 5] ^ keccak_rotl<1>(c[(x + 1) % 5]);
        keccak_rho_pi(b, a, d, lanes);
        keccak_chi(a, b, lanes);
        a[0] ^= constant;
    }
}

}  // namespace ufsecp::UF_TARGET
