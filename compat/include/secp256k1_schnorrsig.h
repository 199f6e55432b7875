/* libsecp256k1's Schnorr signatures (BIP-340), as UltrafastSecp256k1 offers them. secp256k1.h has
 * the rules. */
#ifndef SECP256K1_SCHNORRSIG_H
#define SECP256K1_SCHNORRSIG_H

#include "secp256k1.h"
#include "secp256k1_extrakeys.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Derives a nonce, which is reduced and must then not be 0. key32 belongs to xonly_pk32 with an
 * even y. algo names the kind of signature: "BIP0340/nonce", 13 bytes. A result of 0 makes signing
 * fail. */
typedef int (*secp256k1_nonce_function_hardened)(unsigned char *nonce32, const unsigned char *msg,
                                                 size_t msglen, const unsigned char *key32,
                                                 const unsigned char *xonly_pk32,
                                                 const unsigned char *algo, size_t algolen,
                                                 void *data);

/* BIP-340's nonces; data is NULL or its 32 bytes of auxiliary randomness. algo is the tag of the
 * hash; NULL makes it fail. */
SECP256K1_API const secp256k1_nonce_function_hardened secp256k1_nonce_function_bip340;

/* What secp256k1_schnorrsig_sign_custom takes besides: begin with
 * SECP256K1_SCHNORRSIG_EXTRAPARAMS_INIT. noncefp NULL is the default; ndata is what it gets. */
typedef struct secp256k1_schnorrsig_extraparams {
    unsigned char magic[4];
    secp256k1_nonce_function_hardened noncefp;
    void *ndata;
} secp256k1_schnorrsig_extraparams;

/* clang-format off */
#define SECP256K1_SCHNORRSIG_EXTRAPARAMS_MAGIC { 0xda, 0x6f, 0xb3, 0x8c }
#define SECP256K1_SCHNORRSIG_EXTRAPARAMS_INIT \
    { SECP256K1_SCHNORRSIG_EXTRAPARAMS_MAGIC, NULL, NULL }
/* clang-format on */

/* Signs 32 bytes. aux_rand32 is NULL or 32 random bytes. 0 and zeros on failure. */
SECP256K1_API int secp256k1_schnorrsig_sign32(const secp256k1_context *ctx, unsigned char *sig64,
                                              const unsigned char *msg32,
                                              const secp256k1_keypair *keypair,
                                              const unsigned char *aux_rand32)
    SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3)
        SECP256K1_ARG_NONNULL(4);

/* The older name of secp256k1_schnorrsig_sign32. */
SECP256K1_API int secp256k1_schnorrsig_sign(const secp256k1_context *ctx, unsigned char *sig64,
                                            const unsigned char *msg32,
                                            const secp256k1_keypair *keypair,
                                            const unsigned char *aux_rand32)
    SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3)
        SECP256K1_ARG_NONNULL(4) SECP256K1_DEPRECATED("Use secp256k1_schnorrsig_sign32 instead");

/* Signs a message of any length; extraparams may be NULL. Illegal: extraparams with another
 * magic. */
SECP256K1_API int secp256k1_schnorrsig_sign_custom(const secp256k1_context *ctx,
                                                   unsigned char *sig64, const unsigned char *msg,
                                                   size_t msglen, const secp256k1_keypair *keypair,
                                                   secp256k1_schnorrsig_extraparams *extraparams)
    SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(5);

/* Whether the signature belongs to message and key. */
SECP256K1_API SECP256K1_WARN_UNUSED_RESULT int secp256k1_schnorrsig_verify(
    const secp256k1_context *ctx, const unsigned char *sig64, const unsigned char *msg,
    size_t msglen, const secp256k1_xonly_pubkey *pubkey) SECP256K1_ARG_NONNULL(1)
    SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(5);

#ifdef __cplusplus
}
#endif

#endif
