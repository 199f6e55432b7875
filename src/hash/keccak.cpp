// Keccak-f[1600] (FIPS 202, section 3) and the sponge with rate 136.
#include "hash/keccak.h"

#include <bit>
#include <utility>

#include "base/bytes.h"

#define UF_STEP_INLINE __attribute__((always_inline)) inline

namespace ufsecp {
using namespace UF_TARGET;
namespace {

constexpr size_t rate = 136;

constexpr u64 round_constants[24] = {
    0x0000000000000001, 0x0000000000008082, 0x800000000000808a, 0x8000000080008000,
    0x000000000000808b, 0x0000000080000001, 0x8000000080008081, 0x8000000000008009,
    0x000000000000008a, 0x0000000000000088, 0x0000000080008009, 0x000000008000000a,
    0x000000008000808b, 0x800000000000008b, 0x8000000000008089, 0x8000000000008003,
    0x8000000000008002, 0x8000000000000080, 0x000000000000800a, 0x800000008000000a,
    0x8000000080008081, 0x8000000000008080, 0x0000000080000001, 0x8000000080008008};

/* Where lane (x, y) is; the coordinates are mod 5. */
constexpr int lane(int x, int y) { return x % 5 + y % 5 * 5; }

/* rho's rotation of each lane. */
constexpr int rotation[25] = {0,  1,  62, 28, 27, 36, 44, 6,  55, 20, 3,  10, 43,
                              25, 39, 41, 45, 15, 21, 8,  18, 2,  61, 56, 14};

/* theta's words d added, then rho and pi: lane (x, y) goes to (y, 2x + 3y). */
template <int... i>
UF_STEP_INLINE void rho_pi(u64 b[25], const u64 a[25], const u64 d[5],
                           std::integer_sequence<int, i...>) {
    ((b[lane(i / 5, 2 * (i % 5) + 3 * (i / 5))] = std::rotl(a[i] ^ d[i % 5], rotation[i])), ...);
}

template <int... i>
UF_STEP_INLINE void chi(u64 a[25], const u64 b[25], std::integer_sequence<int, i...>) {
    ((a[i] = b[i] ^ (~b[lane(i % 5 + 1, i / 5)] & b[lane(i % 5 + 2, i / 5)])), ...);
}

void permute(u64 a[25]) {
    constexpr auto lanes = std::make_integer_sequence<int, 25>();
    for (const u64 constant : round_constants) {
        u64 b[25], c[5], d[5];
        for (int x = 0; x < 5; x++) c[x] = a[x] ^ a[x + 5] ^ a[x + 10] ^ a[x + 15] ^ a[x + 20];
        for (int x = 0; x < 5; x++) d[x] = c[(x + 4) % 5] ^ std::rotl(c[(x + 1) % 5], 1);
        rho_pi(b, a, d, lanes);
        chi(a, b, lanes);
        a[0] ^= constant;
    }
}

void absorb(u64 a[25], const u8 block[rate]) {
    for (size_t i = 0; i < rate / 8; i++) a[i] ^= load_le64(block + 8 * i);
    permute(a);
}

}  // namespace

void keccak256(u8 out32[32], const u8 *data, size_t len) {
    u64 a[25] = {};
    for (; len >= rate; data += rate, len -= rate) absorb(a, data);
    u8 last[rate] = {};
    if (len) memcpy(last, data, len);
    last[len] = 0x01;
    last[rate - 1] |= 0x80;
    absorb(a, last);
    for (int i = 0; i < 4; i++) store_le64(out32 + 8 * i, a[i]);
}

}  // namespace ufsecp
