// SHA-512 (FIPS 180-4) and its HMAC (RFC 2104), for BIP-32.
#pragma once
#include <stddef.h>
#include <stdint.h>

namespace ufsecp {

/* What the hash holds is wiped, but for what a compiler spills.  out64 may be part of the data.
 * time: depends on len only. */
void sha512_hash(uint8_t out64[64], const uint8_t *data, size_t len);

/* The states after the blocks that a key begins the two hashes of an HMAC with. */
struct hmac_sha512_key {
    uint64_t inner[8], outer[8];
};
/* time: depends on key_len only. */
void hmac_sha512_set_key(hmac_sha512_key *r, const uint8_t *key, size_t key_len);
/* time: depends on len only. */
void hmac_sha512(uint8_t out64[64], const hmac_sha512_key *key, const uint8_t *data, size_t len);
/* time: depends on key_len and len only. */
void hmac_sha512(uint8_t out64[64], const uint8_t *key, size_t key_len, const uint8_t *data,
                 size_t len);

}  // namespace ufsecp
