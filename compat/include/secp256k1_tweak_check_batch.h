/* Batch verification of Schnorr signatures (BIP-340) and taproot commitments (BIP-341): the calls
 * proposed for libsecp256k1 (its pull request 1134), which 0.8.0 does not have. secp256k1.h has the
 * rules.
 *
 * One sum gives one verdict for all claims: it tells whether all of them hold, and not which do
 * not. ufsecp_batch.h has an object that names the false ones.
 *
 * Programs include secp256k1_batch.h. The calls stand here because generators of bindings read the
 * headers in the order of their names, and need the types of secp256k1_extrakeys.h before. */
#ifndef SECP256K1_TWEAK_CHECK_BATCH_H
#define SECP256K1_TWEAK_CHECK_BATCH_H

#include <stddef.h>

#include "secp256k1.h"
#include "secp256k1_extrakeys.h"
#include "secp256k1_schnorrsig.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Claims that wait for their verdict: up to 8,192, in 1.6 MB. The call that adds one more checks
 * those first; if one of them is false, the batch is not usable from then on. One thread at a time
 * may use an object. No call starts a thread unless the environment's UFSECP_THREADS allows it, or
 * in the static library ufsecp_threads_set(). */
typedef struct secp256k1_batch_struct secp256k1_batch;

/* A new, empty batch. max_terms is how many points the proposal makes room for, two a signature and
 * one a tweak; it does not bound the batch, and matters here only in that 0 is illegal. aux_rand16
 * is NULL or 16 bytes that nobody who makes claims can know: they keep him from trying batches by
 * himself until a false one passes, which takes 2^127 of them. NULL, once the error callback has
 * returned, if there is no memory. */
SECP256K1_API SECP256K1_WARN_UNUSED_RESULT secp256k1_batch *secp256k1_batch_create(
    const secp256k1_context *ctx, size_t max_terms, const unsigned char *aux_rand16)
    SECP256K1_ARG_NONNULL(1);

/* Frees a batch; NULL is allowed. */
SECP256K1_API void secp256k1_batch_destroy(const secp256k1_context *ctx, secp256k1_batch *batch)
    SECP256K1_ARG_NONNULL(1);

/* 0 once a verdict was 0: such a batch takes no more claims, and its verdict stays 0. */
SECP256K1_API SECP256K1_WARN_UNUSED_RESULT int secp256k1_batch_usable(const secp256k1_context *ctx,
                                                                      const secp256k1_batch *batch)
    SECP256K1_ARG_NONNULL(1);

/* Whether all claims hold: 1 for none. A batch for which it is 1 is empty then, and may be filled
 * again. */
SECP256K1_API SECP256K1_WARN_UNUSED_RESULT int secp256k1_batch_verify(const secp256k1_context *ctx,
                                                                      secp256k1_batch *batch)
    SECP256K1_ARG_NONNULL(1);

/* Adds the claim that secp256k1_schnorrsig_verify() gives 1. No argument is needed after the call.
 * 0, and nothing is added: r or s is out of range, the batch is not usable, there is no memory. The
 * verdict finds an r that is no point's x; the proposal finds it here. */
SECP256K1_API SECP256K1_WARN_UNUSED_RESULT int secp256k1_batch_add_schnorrsig(
    const secp256k1_context *ctx, secp256k1_batch *batch, const unsigned char *sig64,
    const unsigned char *msg, size_t msglen, const secp256k1_xonly_pubkey *pubkey)
    SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(3) SECP256K1_ARG_NONNULL(6);

/* Adds the claim that secp256k1_xonly_pubkey_tweak_add_check() gives 1. As the call above: 0 if the
 * key or the tweak is out of range. */
SECP256K1_API SECP256K1_WARN_UNUSED_RESULT int secp256k1_batch_add_xonlypub_tweak_check(
    const secp256k1_context *ctx, secp256k1_batch *batch, const unsigned char *tweaked_pubkey32,
    int tweaked_pk_parity, const secp256k1_xonly_pubkey *internal_pubkey,
    const unsigned char *tweak32) SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(2)
    SECP256K1_ARG_NONNULL(3) SECP256K1_ARG_NONNULL(5) SECP256K1_ARG_NONNULL(6);

#ifdef __cplusplus
}
#endif

#endif
