/* libsecp256k1's Diffie-Hellman secrets, as UltrafastSecp256k1 offers them. secp256k1.h has the
 * rules. */
#ifndef SECP256K1_ECDH_H
#define SECP256K1_ECDH_H

#include "secp256k1.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Makes output of the shared point (x, y), 32 bytes each, big-endian; a result of 0 makes the call
 * fail. */
typedef int (*secp256k1_ecdh_hash_function)(unsigned char *output, const unsigned char *x32,
                                            const unsigned char *y32, void *data);

/* SHA-256 of the compressed point. Both names are one function. */
SECP256K1_API const secp256k1_ecdh_hash_function secp256k1_ecdh_hash_function_sha256;
SECP256K1_API const secp256k1_ecdh_hash_function secp256k1_ecdh_hash_function_default;

/* output = the hash of key * point; hashfp NULL is the default, which writes 32 bytes. 0 if the
 * secret key is not valid; output is then the hash of the point itself. */
SECP256K1_API SECP256K1_WARN_UNUSED_RESULT int secp256k1_ecdh(const secp256k1_context *ctx,
                                                              unsigned char *output,
                                                              const secp256k1_pubkey *pubkey,
                                                              const unsigned char *seckey,
                                                              secp256k1_ecdh_hash_function hashfp,
                                                              void *data) SECP256K1_ARG_NONNULL(1)
    SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3) SECP256K1_ARG_NONNULL(4);

#ifdef __cplusplus
}
#endif

#endif
