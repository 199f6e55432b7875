/* libsecp256k1's x-only public keys and key pairs (BIP-340), as UltrafastSecp256k1 offers them.
 * secp256k1.h has the rules. */
#ifndef SECP256K1_EXTRAKEYS_H
#define SECP256K1_EXTRAKEYS_H

#include "secp256k1.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A point with an even y, laid out as secp256k1_pubkey. */
typedef struct secp256k1_xonly_pubkey {
    unsigned char data[64];
} secp256k1_xonly_pubkey;

/* A secret key, 32 bytes, big-endian, and its public key, laid out as secp256k1_pubkey. */
typedef struct secp256k1_keypair {
    unsigned char data[96];
} secp256k1_keypair;

/* Reads x, 32 bytes, big-endian; 0 and zeros if no point has it. */
SECP256K1_API SECP256K1_WARN_UNUSED_RESULT int secp256k1_xonly_pubkey_parse(
    const secp256k1_context *ctx, secp256k1_xonly_pubkey *pubkey, const unsigned char *input32)
    SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3);

/* Writes x. */
SECP256K1_API int secp256k1_xonly_pubkey_serialize(const secp256k1_context *ctx,
                                                   unsigned char *output32,
                                                   const secp256k1_xonly_pubkey *pubkey)
    SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3);

/* Less than 0, 0, or more than 0: by x. An illegal key is below all others. */
SECP256K1_API int secp256k1_xonly_pubkey_cmp(const secp256k1_context *ctx,
                                             const secp256k1_xonly_pubkey *pk1,
                                             const secp256k1_xonly_pubkey *pk2)
    SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3);

/* The key or its negative, whichever has an even y. *pk_parity, unless NULL, is 1 if it is the
 * negative. */
SECP256K1_API int secp256k1_xonly_pubkey_from_pubkey(const secp256k1_context *ctx,
                                                     secp256k1_xonly_pubkey *xonly_pubkey,
                                                     int *pk_parity, const secp256k1_pubkey *pubkey)
    SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(4);

/* output = internal key + tweak * G. 0 and zeros if the tweak is not below the group order, or the
 * sum is infinity. */
SECP256K1_API SECP256K1_WARN_UNUSED_RESULT int secp256k1_xonly_pubkey_tweak_add(
    const secp256k1_context *ctx, secp256k1_pubkey *output_pubkey,
    const secp256k1_xonly_pubkey *internal_pubkey, const unsigned char *tweak32)
    SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3)
        SECP256K1_ARG_NONNULL(4);

/* Whether internal key + tweak * G has this x and this parity of y. */
SECP256K1_API SECP256K1_WARN_UNUSED_RESULT int secp256k1_xonly_pubkey_tweak_add_check(
    const secp256k1_context *ctx, const unsigned char *tweaked_pubkey32, int tweaked_pk_parity,
    const secp256k1_xonly_pubkey *internal_pubkey, const unsigned char *tweak32)
    SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(4)
        SECP256K1_ARG_NONNULL(5);

/* The pair of a secret key; 0 and zeros if that is not valid. */
SECP256K1_API SECP256K1_WARN_UNUSED_RESULT int secp256k1_keypair_create(
    const secp256k1_context *ctx, secp256k1_keypair *keypair, const unsigned char *seckey)
    SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3);

/* Its secret key. */
SECP256K1_API int secp256k1_keypair_sec(const secp256k1_context *ctx, unsigned char *seckey,
                                        const secp256k1_keypair *keypair) SECP256K1_ARG_NONNULL(1)
    SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3);

/* Its public key. */
SECP256K1_API int secp256k1_keypair_pub(const secp256k1_context *ctx, secp256k1_pubkey *pubkey,
                                        const secp256k1_keypair *keypair) SECP256K1_ARG_NONNULL(1)
    SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3);

/* Its public key as by secp256k1_xonly_pubkey_from_pubkey. */
SECP256K1_API int secp256k1_keypair_xonly_pub(const secp256k1_context *ctx,
                                              secp256k1_xonly_pubkey *pubkey, int *pk_parity,
                                              const secp256k1_keypair *keypair)
    SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(4);

/* In place: the pair of what secp256k1_xonly_pubkey_tweak_add makes of its x-only key. 0 and zeros
 * as there. */
SECP256K1_API SECP256K1_WARN_UNUSED_RESULT int secp256k1_keypair_xonly_tweak_add(
    const secp256k1_context *ctx, secp256k1_keypair *keypair, const unsigned char *tweak32)
    SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3);

#ifdef __cplusplus
}
#endif

#endif
