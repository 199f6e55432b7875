/* libsecp256k1's ElligatorSwift encodings (BIP-324), as UltrafastSecp256k1 offers them. secp256k1.h
 * has the rules. */
#ifndef SECP256K1_ELLSWIFT_H
#define SECP256K1_ELLSWIFT_H

#include "secp256k1.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Makes output of the shared x coordinate, big-endian, and both encodings; a result of 0 makes the
 * call fail. */
typedef int (*secp256k1_ellswift_xdh_hash_function)(unsigned char *output, const unsigned char *x32,
                                                    const unsigned char *ell_a64,
                                                    const unsigned char *ell_b64, void *data);

/* SHA-256 of data (64 bytes), ell_a64, ell_b64 and x32, and the same as BIP-324's tagged hash,
 * which reads no data. */
SECP256K1_API const secp256k1_ellswift_xdh_hash_function
    secp256k1_ellswift_xdh_hash_function_prefix;
SECP256K1_API const secp256k1_ellswift_xdh_hash_function
    secp256k1_ellswift_xdh_hash_function_bip324;

/* ell64 = an encoding of the key, drawn from rnd32: random bytes that were not made from the key.
 * 1. Variable time. */
SECP256K1_API int secp256k1_ellswift_encode(const secp256k1_context *ctx, unsigned char *ell64,
                                            const secp256k1_pubkey *pubkey,
                                            const unsigned char *rnd32) SECP256K1_ARG_NONNULL(1)
    SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3) SECP256K1_ARG_NONNULL(4);

/* The key of any 64 bytes. 1. Variable time. */
SECP256K1_API int secp256k1_ellswift_decode(const secp256k1_context *ctx, secp256k1_pubkey *pubkey,
                                            const unsigned char *ell64) SECP256K1_ARG_NONNULL(1)
    SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3);

/* ell64 = an encoding of the public key, drawn from the secret key and, unless NULL, auxrnd32. 0
 * and zeros if the secret key is not valid. Constant time in both, not in the public key. */
SECP256K1_API SECP256K1_WARN_UNUSED_RESULT int secp256k1_ellswift_create(
    const secp256k1_context *ctx, unsigned char *ell64, const unsigned char *seckey32,
    const unsigned char *auxrnd32) SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(2)
    SECP256K1_ARG_NONNULL(3);

/* output = the hash of seckey32 times the other party's key; party is 0 for the owner of ell_a64,
 * else for that of ell_b64. 0 if the hash returned 0, or if the secret key is not valid; then 1
 * stood for it. Constant time in the secret key. */
SECP256K1_API SECP256K1_WARN_UNUSED_RESULT int secp256k1_ellswift_xdh(
    const secp256k1_context *ctx, unsigned char *output, const unsigned char *ell_a64,
    const unsigned char *ell_b64, const unsigned char *seckey32, int party,
    secp256k1_ellswift_xdh_hash_function hashfp, void *data) SECP256K1_ARG_NONNULL(1)
    SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3) SECP256K1_ARG_NONNULL(4)
        SECP256K1_ARG_NONNULL(5) SECP256K1_ARG_NONNULL(7);

#ifdef __cplusplus
}
#endif

#endif
