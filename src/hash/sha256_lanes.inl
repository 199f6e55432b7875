// SHA-256 of as many messages as a vector has 32-bit words, for one instruction set.
#include "hash/lanes.h"
#include "hash/sha256_lanes.h"
#include "hash/sha256_rounds.h"

namespace ufsecp::UF_TARGET {

/* Hashes `count` blocks of each message, lane i from at[i]. */
UF_LANES_INLINE void sha256_lane_blocks(lane_u32s state[8], const u8 *const at[u32_lanes],
                                        size_t count) {
    for (size_t offset = 0; count; count--) {
        lane_u32s w[16];
        for (int i = 0; i < 16; i += 4, offset += 16) {
            for (int row = 0; row < 4; row++)
                w[i + row] = swap_bytes((lane_u32s)load_parts<4>(at + row, offset));
            transpose_parts(w + i);
        }
        sha256_compress_words<true>(state, w);
    }
}

/* A sha256_digests_fn; the lanes that n leaves free repeat the last message. */
void sha256_digests(u8 *out32s, size_t out_stride, const u32 midstate[8], sha256_run first,
                    sha256_run second, size_t n) {
    lane_u32s state[8];
    for (int i = 0; i < 8; i++) state[i] = lane_u32s{} + midstate[i];
    const sha256_run runs[] = {first, second};
    for (const sha256_run &run : runs) {
        const u8 *at[u32_lanes];
        if (!run.count) continue;
        for (size_t i = 0; i < u32_lanes; i++) at[i] = run.blocks[i < n ? i : n - 1];
        sha256_lane_blocks(state, at, run.count);
    }
    for (int i = 0; i < 8; i += 4) {
        for (int j = i; j < i + 4; j++) state[j] = swap_bytes(state[j]);
        transpose_parts(state + i);
        for (int row = 0; row < 4; row++)
            store_parts(out32s + (size_t)row * out_stride + 4 * i, out_stride, 4, (int)n - row,
                        (lane_u64s)state[i + row]);
    }
}

}  // namespace ufsecp::UF_TARGET
