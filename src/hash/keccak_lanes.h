// Keccak-256 of many messages of 64 bytes side by side: the addresses of public keys.
#pragma once
#include <stddef.h>
#include <stdint.h>

namespace ufsecp {

/* The digests of n messages of 64 bytes, message i at messages64 + i * stride; out32s is n * 32
 * bytes and overlaps no message.
 * time: depends on n only. */
void keccak256_lanes(uint8_t *out32s, const uint8_t *messages64, size_t stride, size_t n);

/* The name of the code in use: "avx512" (8 messages at a time), "avx2" (4) or "single". */
const char *keccak256_lanes_backend();
/* For tests and benchmarks: like sha256_select. */
bool keccak256_lanes_select(const char *name);

}  // namespace ufsecp
