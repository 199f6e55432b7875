/** @file
 * MuSig2: one signature by several signers. ufsecp.h includes it. */
#ifndef UFSECP_MUSIG_H
#define UFSECP_MUSIG_H

#include "ufsecp/ufsecp.h"

#ifdef __cplusplus
extern "C" {
#endif

/** @defgroup musig MuSig2
 * BIP-327: several signers make one BIP-340 signature by one aggregate key.
 *
 * **A session.** All signers aggregate the keys: ufsecp_musig_pubkey_agg(), and tweaks if there are
 * any. Each calls ufsecp_musig_nonce_gen() and sends its public nonce. ufsecp_musig_nonce_agg()
 * adds these up. Each calls ufsecp_musig_nonce_process() and ufsecp_musig_partial_sign(), and sends
 * its partial signature. ufsecp_musig_partial_sig_agg() makes the signature, which
 * ufsecp_schnorr_verify() accepts for the aggregate key.
 *
 * **Secret nonces.** Two signatures by one secret nonce reveal the secret key. Never copy or store
 * one. Signing wipes it.
 *
 * **Objects** are bytes that may be copied and stored. Each begins with four bytes that say what it
 * is; a call fails if they are not there, as in an object of zeros. Nothing else in an object is
 * checked: what comes from others must come as keys, nonces and signatures. The layouts are those
 * of libsecp256k1 0.8.0, so that a process may exchange objects with it.
 *
 * **Public nonces** are 66 bytes, two compressed points. In an aggregate nonce a point at infinity
 * is 33 zeros. Partial signatures are numbers of 32 bytes. These are BIP-327's encodings.
 *
 * **Lengths.** Messages may have any length. msg may be NULL if its length is 0.
 *
 * **Time.** Constant in secret keys, randomness and secret nonces.
 * @{ */

/** An aggregate key with its tweaks. Public. */
typedef struct ufsecp_musig_keyagg {
    uint8_t opaque[197]; /**< written by ufsecp_musig_pubkey_agg() */
} ufsecp_musig_keyagg;
/** A secret nonce, for one signature. */
typedef struct ufsecp_musig_secnonce {
    uint8_t opaque[132]; /**< written by ufsecp_musig_nonce_gen() */
} ufsecp_musig_secnonce;
/** What a message and the nonces of all signers fix. Public. */
typedef struct ufsecp_musig_session {
    uint8_t opaque[133]; /**< written by ufsecp_musig_nonce_process() */
} ufsecp_musig_session;

/** Sorts n compressed keys in place, byte by byte (KeySort).
 * The aggregate key depends on the order: sort where signers have agreed on none. @return 1 */
UFSECP_API int ufsecp_musig_key_sort(uint8_t *pubkeys33, size_t n);

/** Aggregates n compressed keys, which may repeat (KeyAgg). More than 16 keys allocate memory.
 * @param xonly32 may be NULL; set to the aggregate key, x-only
 * @param n 0 is misuse
 * @param bad may be NULL; set to the first key that is not valid, or SIZE_MAX
 * @return why that key is not valid; #UFSECP_NO_POINT if the keys add up to infinity */
UFSECP_API UFSECP_MUST_USE ufsecp_status ufsecp_musig_pubkey_agg(ufsecp_musig_keyagg *keyagg,
                                                                 uint8_t *xonly32,
                                                                 const uint8_t *pubkeys33, size_t n,
                                                                 size_t *bad);
/** The aggregate key with its tweaks, in 33 or 65 bytes; bytes 1 to 32 are its x-only form.
 * @return 0 if keyagg is none */
UFSECP_API UFSECP_MUST_USE int ufsecp_musig_pubkey_get(uint8_t *out, size_t out_len,
                                                       const ufsecp_musig_keyagg *keyagg);
/** In place: adds tweak*G to the aggregate key, as BIP-32 derives keys.
 * @return 0 and zeros if keyagg is none, the tweak is not below n or the sum is infinity */
UFSECP_API UFSECP_MUST_USE int ufsecp_musig_pubkey_tweak_add(ufsecp_musig_keyagg *keyagg,
                                                             const uint8_t tweak32[32]);
/** In place: adds tweak*G to the x-only aggregate key, as taproot does (BIP-341).
 * @return as ufsecp_musig_pubkey_tweak_add() */
UFSECP_API UFSECP_MUST_USE int ufsecp_musig_xonly_tweak_add(ufsecp_musig_keyagg *keyagg,
                                                            const uint8_t tweak32[32]);

/** Makes a signer's nonces (NonceGen). What is given beside rand32 protects against bad randomness.
 * @param rand32 fresh random bytes, never used twice; zeroed on success
 * @param seckey32 the signer's, or NULL
 * @param pubkey33 the signer's, who alone may use the secret nonce
 * @param xonly32 the aggregate key, x-only, or NULL
 * @param msg the message, or NULL if it is not known; an empty message is not NULL
 * @param extra anything else, or NULL; its length is below 2^32
 * @return 0 if rand32 is zeros or a key is not valid */
UFSECP_API UFSECP_MUST_USE int ufsecp_musig_nonce_gen(
    ufsecp_musig_secnonce *secnonce, uint8_t pubnonce66[66], uint8_t rand32[32],
    const uint8_t *seckey32, const uint8_t pubkey33[33], const uint8_t *xonly32, const uint8_t *msg,
    size_t msg_len, const uint8_t *extra, size_t extra_len);
/** ufsecp_musig_nonce_gen() without randomness. A counter that never repeats for this key takes its
 * place: one that is set back, as by a restored backup, reveals the secret key.
 * @return 0 if the keypair is not valid */
UFSECP_API UFSECP_MUST_USE int ufsecp_musig_nonce_gen_counter(
    ufsecp_musig_secnonce *secnonce, uint8_t pubnonce66[66], uint64_t counter,
    const ufsecp_keypair *keypair, const uint8_t *xonly32, const uint8_t *msg, size_t msg_len,
    const uint8_t *extra, size_t extra_len);
/** Adds up the public nonces of all n signers (NonceAgg).
 * @param n 0 is misuse
 * @param bad may be NULL; set to the first signer whose nonce is not valid, or SIZE_MAX
 * @return why that nonce is not valid */
UFSECP_API UFSECP_MUST_USE ufsecp_status ufsecp_musig_nonce_agg(uint8_t aggnonce66[66],
                                                                const uint8_t *pubnonces66,
                                                                size_t n, size_t *bad);

/** Begins the signing of a message by an aggregate key.
 * @return 0 if keyagg is none or the aggregate nonce is not valid */
UFSECP_API UFSECP_MUST_USE int ufsecp_musig_nonce_process(ufsecp_musig_session *session,
                                                          const uint8_t aggnonce66[66],
                                                          const uint8_t *msg, size_t msg_len,
                                                          const ufsecp_musig_keyagg *keyagg);
/** Makes a signer's partial signature (Sign), and wipes the secret nonce, on failure too.
 * Whether the signer's key is one of the aggregated ones is not checked, nor what
 * ufsecp_sign_check_set() asks for: ufsecp_musig_partial_sig_verify() tells.
 * @return 0 if an object is not what it should be, or used up; the secret nonce belongs to another
 * key; or the keypair is not valid */
UFSECP_API UFSECP_MUST_USE int ufsecp_musig_partial_sign(uint8_t psig32[32],
                                                         ufsecp_musig_secnonce *secnonce,
                                                         const ufsecp_keypair *keypair,
                                                         const ufsecp_musig_keyagg *keyagg,
                                                         const ufsecp_musig_session *session);
/** Whether a partial signature is right for a signer's nonce and key (PartialSigVerify).
 * Signatures that add up right need no such check. Where they do not, it tells who is to blame.
 * @return 1 or 0; 0 too if an argument is not valid */
UFSECP_API UFSECP_MUST_USE int ufsecp_musig_partial_sig_verify(const uint8_t psig32[32],
                                                               const uint8_t pubnonce66[66],
                                                               const uint8_t pubkey33[33],
                                                               const ufsecp_musig_keyagg *keyagg,
                                                               const ufsecp_musig_session *session);
/** Makes the signature from those of all n signers (PartialSigAgg). It is not verified.
 * @param n 0 is misuse
 * @param bad may be NULL; set to the first signature that is not below n, or SIZE_MAX
 * @return 0 if there is such a one, or session is none */
UFSECP_API UFSECP_MUST_USE int ufsecp_musig_partial_sig_agg(uint8_t sig64[64],
                                                            const ufsecp_musig_session *session,
                                                            const uint8_t *psigs32, size_t n,
                                                            size_t *bad);

/** The last signer's nonces and partial signature at once, without a state (DeterministicSign).
 * @param others66 the aggregate of all other signers' public nonces
 * @param rand32 random bytes, or NULL; they protect against faults and side channels
 * @return 0 if an argument is not valid, or ufsecp_sign_check_set() is on and the check fails */
UFSECP_API UFSECP_MUST_USE int ufsecp_musig_deterministic_sign(
    uint8_t pubnonce66[66], uint8_t psig32[32], const uint8_t others66[66],
    const ufsecp_keypair *keypair, const ufsecp_musig_keyagg *keyagg, const uint8_t *msg,
    size_t msg_len, const uint8_t *rand32);

/** @} */

#ifdef __cplusplus
}
#endif

#endif
