// What children of extended keys (BIP-32) hash side by side, the instruction set chosen at run
// time: HMAC-SHA-512 of numbers after one text, and RIPEMD-160 of digests.
#pragma once
#include "hash/sha512.h"

namespace ufsecp {

/* The HMACs of text33 || number, the number in four bytes, big-endian, for n numbers from `first`
 * on.  What it keeps of key, text and macs is wiped.
 * time: depends on n only. */
void hmac_sha512_numbers(uint8_t *out64s, const hmac_sha512_key *key, const uint8_t text33[33],
                         uint32_t first, size_t n);

/* The digests of n messages of 32 bytes; out20s overlaps no message.
 * time: depends on n only. */
void ripemd160_lanes(uint8_t *out20s, const uint8_t *messages32, size_t n);

/* The name of the code in use: "avx512" (8 HMACs or 16 digests at a time), "avx2" (4 or 8) or
 * "single". */
const char *xkey_lanes_backend();
/* For tests and benchmarks: like sha256_select. */
bool xkey_lanes_select(const char *name);

}  // namespace ufsecp
