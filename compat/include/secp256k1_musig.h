/* libsecp256k1's MuSig2 (BIP-327), as UltrafastSecp256k1 offers it. secp256k1.h has the rules.
 *
 * Signers aggregate their keys (secp256k1_musig_pubkey_agg), exchange nonces
 * (secp256k1_musig_nonce_gen, _nonce_agg), begin a session (_nonce_process), exchange partial
 * signatures (_partial_sign), and add them up to a BIP-340 signature (_partial_sig_agg).
 *
 * Objects begin with four bytes that say which kind they are. Illegal: an object of another kind,
 * or of zeros. */
#ifndef SECP256K1_MUSIG_H
#define SECP256K1_MUSIG_H

#include <stddef.h>
#include <stdint.h>

#include "secp256k1_extrakeys.h"

#ifdef __cplusplus
extern "C" {
#endif

/* An aggregate key, its tweaks, and what signers need of the keys in it. */
typedef struct secp256k1_musig_keyagg_cache {
    unsigned char data[197];
} secp256k1_musig_keyagg_cache;

/* A signer's secret nonce. Two signatures by one reveal the secret key: never copy one. */
typedef struct secp256k1_musig_secnonce {
    unsigned char data[132];
} secp256k1_musig_secnonce;

/* A signer's public nonce: two points. */
typedef struct secp256k1_musig_pubnonce {
    unsigned char data[132];
} secp256k1_musig_pubnonce;

/* The sum of all signers' public nonces; either point may be infinity, which is zeros. */
typedef struct secp256k1_musig_aggnonce {
    unsigned char data[132];
} secp256k1_musig_aggnonce;

/* What the nonces, the message and the aggregate key fix. */
typedef struct secp256k1_musig_session {
    unsigned char data[133];
} secp256k1_musig_session;

/* A signer's part of a signature: a number, big-endian. */
typedef struct secp256k1_musig_partial_sig {
    unsigned char data[36];
} secp256k1_musig_partial_sig;

/* ---- Encodings, as BIP-327 has them ---- */

/* Reads two compressed points. 0 if one is not valid: then nonce is not written. */
SECP256K1_API SECP256K1_WARN_UNUSED_RESULT int secp256k1_musig_pubnonce_parse(
    const secp256k1_context *ctx, secp256k1_musig_pubnonce *nonce, const unsigned char *in66)
    SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3);
/* Writes them. */
SECP256K1_API int secp256k1_musig_pubnonce_serialize(const secp256k1_context *ctx,
                                                     unsigned char *out66,
                                                     const secp256k1_musig_pubnonce *nonce)
    SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3);

/* The same of an aggregate nonce, in which 33 zeros are infinity. */
SECP256K1_API SECP256K1_WARN_UNUSED_RESULT int secp256k1_musig_aggnonce_parse(
    const secp256k1_context *ctx, secp256k1_musig_aggnonce *nonce, const unsigned char *in66)
    SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3);
SECP256K1_API int secp256k1_musig_aggnonce_serialize(const secp256k1_context *ctx,
                                                     unsigned char *out66,
                                                     const secp256k1_musig_aggnonce *nonce)
    SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3);

/* Reads a number; 0 and zeros unless it is below the group order. */
SECP256K1_API SECP256K1_WARN_UNUSED_RESULT int secp256k1_musig_partial_sig_parse(
    const secp256k1_context *ctx, secp256k1_musig_partial_sig *sig, const unsigned char *in32)
    SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3);
/* Writes it. */
SECP256K1_API int secp256k1_musig_partial_sig_serialize(const secp256k1_context *ctx,
                                                        unsigned char *out32,
                                                        const secp256k1_musig_partial_sig *sig)
    SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3);

/* ---- Keys ---- */

/* Aggregates n_pubkeys keys, at least one, in this order. agg_pk and keyagg_cache may be NULL.
 * secp256k1_ec_pubkey_sort puts keys in an order that all signers find. */
SECP256K1_API SECP256K1_WARN_UNUSED_RESULT int secp256k1_musig_pubkey_agg(
    const secp256k1_context *ctx, secp256k1_xonly_pubkey *agg_pk,
    secp256k1_musig_keyagg_cache *keyagg_cache, const secp256k1_pubkey *const *pubkeys,
    size_t n_pubkeys) SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(4);

/* The aggregate key, with its tweaks. */
SECP256K1_API SECP256K1_WARN_UNUSED_RESULT int secp256k1_musig_pubkey_get(
    const secp256k1_context *ctx, secp256k1_pubkey *agg_pk,
    const secp256k1_musig_keyagg_cache *keyagg_cache) SECP256K1_ARG_NONNULL(1)
    SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3);

/* In place: adds tweak * G to the aggregate key. output_pubkey, which may be NULL, gets the sum. 0,
 * and the cache stays as it was, if the tweak is not below the group order or the sum is
 * infinity. */
SECP256K1_API SECP256K1_WARN_UNUSED_RESULT int secp256k1_musig_pubkey_ec_tweak_add(
    const secp256k1_context *ctx, secp256k1_pubkey *output_pubkey,
    secp256k1_musig_keyagg_cache *keyagg_cache, const unsigned char *tweak32)
    SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(3) SECP256K1_ARG_NONNULL(4);
/* The same to the x-only aggregate key, as taproot asks for. */
SECP256K1_API SECP256K1_WARN_UNUSED_RESULT int secp256k1_musig_pubkey_xonly_tweak_add(
    const secp256k1_context *ctx, secp256k1_pubkey *output_pubkey,
    secp256k1_musig_keyagg_cache *keyagg_cache, const unsigned char *tweak32)
    SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(3) SECP256K1_ARG_NONNULL(4);

/* ---- Nonces ---- */

/* Makes the nonces of the signer with this public key. session_secrand32 must be random, is used
 * once, and is zeroed on success. seckey, msg32, keyagg_cache and extra_input32 may be NULL. 0 if
 * session_secrand32 is zeros or seckey is not valid. */
SECP256K1_API SECP256K1_WARN_UNUSED_RESULT int secp256k1_musig_nonce_gen(
    const secp256k1_context *ctx, secp256k1_musig_secnonce *secnonce,
    secp256k1_musig_pubnonce *pubnonce, unsigned char *session_secrand32,
    const unsigned char *seckey, const secp256k1_pubkey *pubkey, const unsigned char *msg32,
    const secp256k1_musig_keyagg_cache *keyagg_cache, const unsigned char *extra_input32)
    SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3)
        SECP256K1_ARG_NONNULL(4) SECP256K1_ARG_NONNULL(6);

/* The same from a counter in the place of randomness: it must never repeat for this key. */
SECP256K1_API SECP256K1_WARN_UNUSED_RESULT int secp256k1_musig_nonce_gen_counter(
    const secp256k1_context *ctx, secp256k1_musig_secnonce *secnonce,
    secp256k1_musig_pubnonce *pubnonce, uint64_t nonrepeating_cnt, const secp256k1_keypair *keypair,
    const unsigned char *msg32, const secp256k1_musig_keyagg_cache *keyagg_cache,
    const unsigned char *extra_input32) SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(2)
    SECP256K1_ARG_NONNULL(3) SECP256K1_ARG_NONNULL(5);

/* Adds up the public nonces of all signers, at least one. */
SECP256K1_API int secp256k1_musig_nonce_agg(const secp256k1_context *ctx,
                                            secp256k1_musig_aggnonce *aggnonce,
                                            const secp256k1_musig_pubnonce *const *pubnonces,
                                            size_t n_pubnonces) SECP256K1_ARG_NONNULL(1)
    SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3);

/* ---- Signatures ---- */

/* Begins the session of a message. */
SECP256K1_API SECP256K1_WARN_UNUSED_RESULT int secp256k1_musig_nonce_process(
    const secp256k1_context *ctx, secp256k1_musig_session *session,
    const secp256k1_musig_aggnonce *aggnonce, const unsigned char *msg32,
    const secp256k1_musig_keyagg_cache *keyagg_cache) SECP256K1_ARG_NONNULL(1)
    SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3) SECP256K1_ARG_NONNULL(4)
        SECP256K1_ARG_NONNULL(5);

/* Makes a partial signature, and zeroes the secret nonce whatever comes of it. Illegal: a secret
 * nonce that is used up, or was made for another key. Verify what comes out where faults are
 * feared. */
SECP256K1_API int secp256k1_musig_partial_sign(const secp256k1_context *ctx,
                                               secp256k1_musig_partial_sig *partial_sig,
                                               secp256k1_musig_secnonce *secnonce,
                                               const secp256k1_keypair *keypair,
                                               const secp256k1_musig_keyagg_cache *keyagg_cache,
                                               const secp256k1_musig_session *session)
    SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3)
        SECP256K1_ARG_NONNULL(4) SECP256K1_ARG_NONNULL(5) SECP256K1_ARG_NONNULL(6);

/* Whether a partial signature belongs to this signer's public nonce and key. */
SECP256K1_API SECP256K1_WARN_UNUSED_RESULT int secp256k1_musig_partial_sig_verify(
    const secp256k1_context *ctx, const secp256k1_musig_partial_sig *partial_sig,
    const secp256k1_musig_pubnonce *pubnonce, const secp256k1_pubkey *pubkey,
    const secp256k1_musig_keyagg_cache *keyagg_cache, const secp256k1_musig_session *session)
    SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3)
        SECP256K1_ARG_NONNULL(4) SECP256K1_ARG_NONNULL(5) SECP256K1_ARG_NONNULL(6);

/* Adds up the partial signatures of all signers, at least one, to a signature, which is not
 * verified. */
SECP256K1_API int secp256k1_musig_partial_sig_agg(
    const secp256k1_context *ctx, unsigned char *sig64, const secp256k1_musig_session *session,
    const secp256k1_musig_partial_sig *const *partial_sigs, size_t n_sigs) SECP256K1_ARG_NONNULL(1)
    SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3) SECP256K1_ARG_NONNULL(4);

#ifdef __cplusplus
}
#endif

#endif
