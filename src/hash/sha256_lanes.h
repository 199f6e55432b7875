// SHA-256 of many messages of equal length side by side, the instruction set chosen at run time.
#pragma once
#include "hash/sha256.h"

namespace ufsecp {

/* Row i begins at first + i * stride; with a stride of 0 one row serves all. */
struct byte_rows {
    const uint8_t *first;
    size_t stride;

    const uint8_t *row(size_t i) const { return first + i * stride; }
    byte_rows from(size_t i) const { return {row(i), stride}; }
};

/* The digests of n messages of len bytes each, each after the midstate_bytes (a multiple of 64)
 * that led to midstate.  Digest i goes to out32s + i * out_stride and must not overlap a message.
 * What it copies of the messages is wiped (see sha256_chains for the rest).
 * time: depends on midstate_bytes, len and n only. */
void sha256_lanes(uint8_t *out32s, size_t out_stride, const uint32_t midstate[8],
                  uint64_t midstate_bytes, byte_rows messages, size_t len, size_t n);

/* n chaining values, each with `count` more blocks of 64 bytes of its own row hashed.  They have
 * the form of a digest (the words big-endian): with padding in the last block they are digests.
 * Output i goes to out32s + i * out_stride; it may overlap input i, not those of other rows.
 * All of it may be secret: chaining values and schedules are wiped, except for the schedule of
 * sha256_compress.
 * time: depends on count and n only. */
void sha256_chains(uint8_t *out32s, size_t out_stride, byte_rows chain32, byte_rows blocks,
                   size_t count, size_t n);

/* Up to so many messages are hashed at a time; to bring more together for one call gains nothing.
 */
#ifdef UF_TINY
constexpr size_t sha256_most_lanes = 1;
#else
constexpr size_t sha256_most_lanes = 16;
#endif

/* The name of the code in use: "avx512" (16 messages at a time), "avx2" (8) or "single". */
const char *sha256_lanes_backend();
/* For tests and benchmarks: like sha256_select. */
bool sha256_lanes_select(const char *name);

/* sha256_chains for 1 <= n <= the messages that an instruction set hashes at a time. */
using sha256_chains_fn = void (*)(uint8_t *out32s, size_t out_stride, byte_rows chain32,
                                  byte_rows blocks, size_t count, size_t n);

}  // namespace ufsecp
