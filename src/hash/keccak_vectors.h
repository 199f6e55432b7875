// Keccak-256 of as many 64-byte messages as a vector has 64-bit words, for one instruction set.
#pragma once
#include "hash/hash_lanes.h"
#include "hash/keccak_rounds.h"

namespace ufsecp::UF_TARGET {

/* keccak256_lanes for 1 <= n <= u64_lanes; the lanes that n leaves free repeat the last message. */
void keccak256_digests(u8 *out32s, const u8 *messages64, size_t stride, size_t n) {
    static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__);
    lane_u64s a[25] = {};
    const u8 *at[u64_lanes];
    for (size_t i = 0; i < u64_lanes; i++) at[i] = messages64 + (i < n ? i : n - 1) * stride;
    for (int i = 0; i < 8; i += 2) {
        const auto even = load_parts<2>(at, 8 * (size_t)i),
                   odd = load_parts<2>(at + 1, 8 * (size_t)i);
        a[i] = zip<0>(even, odd), a[i + 1] = zip<1>(even, odd);
    }
    a[8] ^= 0x01; /* the padding of a block of 136 bytes, after 64 */
    a[16] ^= (u64)0x80 << 56;
    keccak_permute(a);
    for (int i = 0; i < 4; i += 2) {
        const auto even = zip<0>(a[i], a[i + 1]), odd = zip<1>(a[i], a[i + 1]);
        store_parts(out32s + 8 * i, 32, 2, (int)n, even);
        store_parts(out32s + 8 * i + 32, 32, 2, (int)n - 1, odd);
    }
}

}  // namespace ufsecp::UF_TARGET
