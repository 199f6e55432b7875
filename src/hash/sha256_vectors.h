// SHA-256 of as many messages as a vector has 32-bit words, for one instruction set.
#pragma once
#include "base/bytes.h"
#include "base/ct.h"
#include "hash/hash_lanes.h"
#include "hash/sha256_lanes.h"
#include "hash/sha256_rounds.h"

namespace ufsecp::UF_TARGET {

/* Four words of each message: the 16 big-endian bytes at at[i] + offset go to lane i. */
UF_LANES_INLINE void load_words(lane_u32s w[4], const u8 *const at[u32_lanes], size_t offset) {
    for (int row = 0; row < 4; row++)
        w[row] = swap_bytes((lane_u32s)load_parts<4>(at + row, offset));
    transpose_parts(w);
}

/* A sha256_chains_fn; the lanes that n leaves free repeat the last row. */
void sha256_chains(u8 *out32s, size_t out_stride, byte_rows chain32, byte_rows blocks, size_t count,
                   size_t n) {
    lane_u32s state[8], w[16];
    const u8 *at[u32_lanes];
    const auto start = [&at, n](byte_rows rows) {
        for (size_t i = 0; i < u32_lanes; i++) at[i] = rows.row(i < n ? i : n - 1);
    };
    if (chain32.stride == 0) {
        for (int i = 0; i < 8; i++) state[i] = lane_u32s{} + load_be32(chain32.first + 4 * i);
    } else {
        start(chain32);
        for (int i = 0; i < 8; i += 4) load_words(state + i, at, 4 * (size_t)i);
    }
    start(blocks);
    for (size_t offset = 0; count; count--) {
        for (int i = 0; i < 16; i += 4, offset += 16) load_words(w + i, at, offset);
        sha256_compress_words<true>(state, w);
    }
    for (int i = 0; i < 8; i += 4) {
        for (int j = i; j < i + 4; j++) state[j] = swap_bytes(state[j]);
        transpose_parts(state + i);
        for (int j = 0; j < 4; j++)
            store_parts(out32s + (size_t)j * out_stride + 4 * i, out_stride, 4, (int)n - j,
                        (lane_u64s)state[i + j]);
    }
    wipe(state, sizeof state);
    wipe(w, sizeof w);
}

}  // namespace ufsecp::UF_TARGET
