// RIPEMD-160 of as many 32-byte messages as a vector has 32-bit words, for one instruction set.
#pragma once
#include "base/bytes.h"
#include "hash/hash_lanes.h"
#include "hash/ripemd160_rounds.h"

namespace ufsecp::UF_TARGET {

/* ripemd160_lanes for 1 <= n <= u32_lanes; the lanes that n leaves free repeat the last message. */
void ripemd160_digests(u8 *out20s, const u8 *messages32, size_t n) {
    lane_u32s s[5], m[16] = {};
    const u8 *at[u32_lanes];
    for (size_t i = 0; i < u32_lanes; i++) at[i] = messages32 + 32 * (i < n ? i : n - 1);
    for (int i = 0; i < 8; i += 4) {
        for (int row = 0; row < 4; row++)
            m[i + row] = (lane_u32s)load_parts<4>(at + row, 4 * (size_t)i);
        transpose_parts(m + i);
    }
    m[8] += 0x80; /* the padding of a block, after 32 bytes */
    m[14] += 256;
    for (int i = 0; i < 5; i++) s[i] = lane_u32s{} + ripemd160_iv[i];
    ripemd160_compress(s, m);
    transpose_parts(s);
    for (int j = 0; j < 4; j++) store_parts(out20s + 20 * j, 20, 4, (int)n - j, (lane_u64s)s[j]);
    for (size_t l = 0; l < n; l++) store_le32(out20s + 20 * l + 16, s[4][l]);
}

}  // namespace ufsecp::UF_TARGET
