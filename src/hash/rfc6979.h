// Deterministic nonces: the HMAC-SHA256 generator of RFC 6979, section 3.2, on 256-bit inputs.
#pragma once
#include <stddef.h>
#include <stdint.h>

namespace ufsecp {

/* The state K, V between two outputs, with K held as the two chaining values that HMAC needs of it.
 * Secret. */
struct rfc6979 {
    uint8_t inner[32], outer[32]; /* after K ^ ipad, after K ^ opad; in the form of digests */
    uint8_t v[64];                /* V, and the padding of what HMAC hashes of 32 bytes */
    bool retry;                   /* an output was given and refused: K, V must move on first */
};

/* Seeds from the secret key, the message digest and, if not null, 32 more bytes (RFC 6979, section
 * 3.6) and the 16 bytes by which libsecp256k1's nonce functions tell algorithms apart.  key32 and
 * msg32 go in as they are: bits2octets is the caller's (for secp256k1 implementations the custom is
 * not to reduce the digest).
 * time: depends on extra32 and algo16 being null only.
 * cost: 14 compressions, 16 with extra32. */
void rfc6979_init(rfc6979 *r, const uint8_t key32[32], const uint8_t msg32[32],
                  const uint8_t *extra32, const uint8_t *algo16 = nullptr);
/* The next candidate for the nonce, to be refused unless it is in [1, n - 1].
 * cost: 2 compressions for the first, so that a nonce costs 16 (the least that RFC 6979 allows:
 * see rfc6979.cpp); 8 for the others. */
void rfc6979_next(rfc6979 *r, uint8_t out32[32]);
void rfc6979_finish(rfc6979 *r); /* wipes *r */

/* The first outputs of n generators, out32s of n * 32 bytes, which overlaps no input, from n * 32
 * bytes of keys, of digests and, if not null, of extras.  They are hashed side by side.
 * time: depends on n and on extras32 being null only.
 * cost: 16 compressions each, 18 with extras32. */
void rfc6979_first(uint8_t *out32s, const uint8_t *keys32, const uint8_t *msgs32,
                   const uint8_t *extras32, size_t n);

}  // namespace ufsecp
