// HMAC-SHA-512 of as many numbers as a vector has 64-bit words, for one instruction set.
#pragma once
#include "base/bytes.h"
#include "base/ct.h"
#include "hash/hash_lanes.h"
#include "hash/sha512.h"
#include "hash/sha512_rounds.h"

namespace ufsecp::UF_TARGET {

/* hmac_sha512_numbers for 1 <= n <= u64_lanes. */
void hmac_sha512_macs(u8 *out64s, const hmac_sha512_key *key, const u8 *text33, u32 first,
                      size_t n) {
    lane_u64s state[8], w[16] = {}, v[8];
    for (size_t i = 0; i < 4; i++) w[i] += load_be64(text33 + 8 * i);
    w[4] += (u64)text33[32] << 56 | 0x800000;
    for (u32 l = 0; l < u64_lanes; l++) w[4][l] |= (u64)(first + l) << 24;
    w[15] += 8 * (128 + 37);
    for (int i = 0; i < 8; i++) state[i] = lane_u64s{} + key->inner[i];
    sha512_compress(state, w, v);
    for (int i = 0; i < 8; i++) {
        w[i] = state[i];
        w[i + 8] = lane_u64s{};
        state[i] = lane_u64s{} + key->outer[i];
    }
    w[8] += (u64)1 << 63;
    w[15] += 8 * (128 + 64);
    sha512_compress(state, w, v);
    for (int i = 0; i < 8; i += 2) {
        const auto a = swap_bytes(state[i]), b = swap_bytes(state[i + 1]);
        store_parts(out64s + 8 * i, 64, 2, (int)n, zip<0>(a, b));
        store_parts(out64s + 8 * i + 64, 64, 2, (int)n - 1, zip<1>(a, b));
    }
    wipe(state, sizeof state);
    wipe(w, sizeof w);
    wipe(v, sizeof v);
}

}  // namespace ufsecp::UF_TARGET
