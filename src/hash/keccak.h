// Keccak-256 as Ethereum uses it: the original padding (0x01), not that of SHA3-256.
#pragma once
#include <stddef.h>
#include <stdint.h>

namespace ufsecp {

/* time: depends on len only. */
void keccak256(uint8_t out32[32], const uint8_t *data, size_t len);

}  // namespace ufsecp
