// SHA-256 (FIPS 180-4), incremental, with its compression function chosen at run time.
#pragma once
#include <stddef.h>
#include <stdint.h>

namespace ufsecp {

struct sha256 {
    uint32_t state[8];
    uint64_t bytes; /* hashed so far; bytes % 64 of them wait in block */
    uint8_t block[64];
};

void sha256_init(sha256 *h);
/* Continues after `bytes` bytes (a multiple of 64) that led to state. */
void sha256_init_midstate(sha256 *h, const uint32_t state[8], uint64_t bytes);
/* time: depends on len and on h->bytes only. */
void sha256_update(sha256 *h, const uint8_t *data, size_t len);
/* Writes the digest and wipes *h (the copy of the message schedule that a compression leaves on the
 * stack is not wiped). out32 may be part of the hashed data.
 * time: depends on h->bytes only. */
void sha256_final(sha256 *h, uint8_t out32[32]);
void sha256_hash(uint8_t out32[32], const uint8_t *data, size_t len);

/* One compression per 64-byte block.
 * time: depends on count only. */
using sha256_compress_fn = void (*)(uint32_t state[8], const uint8_t *blocks, size_t count);
void sha256_compress(uint32_t state[8], const uint8_t *blocks, size_t count);

#ifdef UF_HAVE_RV64
void sha256_compress_zbb(uint32_t state[8], const uint8_t *blocks, size_t count);
#endif

/* The name of the compression in use: "sha-ni", "avx2", "sha2", "zbb", "portable", or "other"
 * after sha256_intercept. */
const char *sha256_backend();
/* For tests and benchmarks: forces a compression by name, or with null the best one; false if this
 * CPU (or UFSECP_CPU) lacks it or the name is unknown, and then nothing changes. */
bool sha256_select(const char *name);
/* For tests: every compression goes to f from now on.  Returns the function that was in use. */
sha256_compress_fn sha256_intercept(sha256_compress_fn f);

}  // namespace ufsecp
