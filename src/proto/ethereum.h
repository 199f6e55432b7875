// Ethereum addresses of public keys, one and many side by side.
#pragma once
#include <string.h>

#include "base/chunk.h"
#include "hash/keccak.h"
#include "hash/keccak_lanes.h"

namespace ufsecp::UF_TARGET {

/* The last 20 bytes of Keccak-256 of x || y: the Ethereum address of a public key. */
static inline void ethereum_address(u8 address20[20], const u8 xy64[64]) {
    u8 hash32[32];
    keccak256(hash32, xy64, 64);
    memcpy(address20, hash32 + 12, 20);
}

/* The same for n keys side by side, 64 bytes each. */
static inline void ethereum_addresses(u8 *addresses20, const u8 *xys64, size_t n) {
    u8 hash32[8][32];
    for (size_t at = 0; at < n; at += 8) {
        const size_t m = chunk_size(at, n, 8);
        keccak256_lanes(hash32[0], xys64 + 64 * at, 64, m);
        for (size_t i = 0; i < m; i++) memcpy(addresses20 + 20 * (at + i), hash32[i] + 12, 20);
    }
}

}  // namespace ufsecp::UF_TARGET
