// Deterministic nonces: the HMAC-SHA256 generator of RFC 6979, section 3.2, on 256-bit inputs.
#pragma once
#include <stdint.h>

namespace ufsecp {

/* The state K, V between two outputs, with K held as the two chaining values that HMAC needs of it.
 * Secret. */
struct rfc6979 {
    uint32_t inner[8], outer[8];   /* after K ^ ipad, after K ^ opad */
    uint8_t v[32];
    bool retry;                    /* an output was given and refused: K, V must move on first */
};

/* Seeds from the secret key, the message digest and, if not null, 32 more bytes (RFC 6979, section
 * 3.6).  key32 and msg32 go in as they are: bits2octets is the caller's (for secp256k1
 * implementations the custom is not to reduce the digest).
 * time: depends on extra32 being null only.  cost: 14 compressions, 16 with extra32. */
void rfc6979_init(rfc6979 *r, const uint8_t key32[32], const uint8_t msg32[32],
                  const uint8_t *extra32);
/* The next candidate for the nonce, to be refused unless it is in [1, n - 1].
 * cost: 2 compressions for the first, so that a nonce costs 16 (the least that RFC 6979 allows:
 * see rfc6979.cpp); 8 for the others. */
void rfc6979_next(rfc6979 *r, uint8_t out32[32]);
void rfc6979_finish(rfc6979 *r);   /* wipes *r */

}  // namespace ufsecp
