// SHA-256 of many messages of equal length side by side, the instruction set chosen at run time.
#pragma once
#include "hash/sha256.h"

namespace ufsecp {

/* The digests of n messages of len bytes each, each after the midstate_bytes (a multiple of 64)
 * that led to midstate.  Digest i goes to out32s + i * out_stride and must not overlap a message.
 * What it copies of the messages is wiped (the message schedule on the stack is not).
 * time: depends on midstate_bytes, len and n only. */
void sha256_lanes(uint8_t *out32s, size_t out_stride, const uint32_t midstate[8],
                  uint64_t midstate_bytes, const uint8_t *const *messages, size_t len, size_t n);

/* count blocks of 64 bytes of each message; those of message i begin at blocks[i]. */
struct sha256_run {
    const uint8_t *const *blocks;
    size_t count;
};
/* The same for n messages that end with their padding, each in two runs of blocks (a run may have a
 * count of 0). */
void sha256_lanes_padded(uint8_t *out32s, size_t out_stride, const uint32_t midstate[8],
                         sha256_run first, sha256_run second, size_t n);

/* Up to so many messages are hashed at a time; to bring more together for one call gains nothing. */
constexpr size_t sha256_most_lanes = 16;

/* The name of the code in use: "avx512" (16 messages at a time), "avx2" (8) or "single". */
const char *sha256_lanes_backend();
/* For tests and benchmarks: like sha256_select. */
bool sha256_lanes_select(const char *name);

/* sha256_lanes_padded for 1 <= n <= the messages that an instruction set hashes at a time. */
using sha256_digests_fn = void (*)(uint8_t *out32s, size_t out_stride, const uint32_t midstate[8],
                                   sha256_run first, sha256_run second, size_t n);

}  // namespace ufsecp
