/** @file
 * FROST: one signature by some of several signers. ufsecp.h includes it. */
#ifndef UFSECP_FROST_H
#define UFSECP_FROST_H

#include "ufsecp/ufsecp.h"

#ifdef __cplusplus
extern "C" {
#endif

/** @defgroup frost FROST
 * Threshold signatures: any t of n participants sign by one key that none of them has. Two suites:
 * RFC 9591's FROST(secp256k1, SHA-256), and BIP-445, whose signatures are those of BIP-340.
 *
 * **Keys.** A dealer splits a secret key: ufsecp_frost_shares_create(). Or participants make one
 * together: ufsecp_frost_dkg_prove(). Each participant checks its share with
 * ufsecp_frost_shares_verify(), and gets everybody's public share from
 * ufsecp_frost_pubshares_create().
 *
 * **A session.** Each signer calls ufsecp_frost_nonce_gen() and sends the public nonce. All call
 * ufsecp_frost_session_init(). Each signer calls ufsecp_frost_partial_sign() and sends the partial
 * signature. ufsecp_frost_partial_sig_agg() makes the signature. For BIP-445
 * ufsecp_schnorr_verify() accepts it for the group key, x-only; for RFC 9591 ufsecp_frost_verify().
 *
 * **Identifiers** are numbers of 32 bytes, neither 0 nor above the group order, at which the
 * polynomial is evaluated. BIP-445 counts from 0: its identifiers are those here less one. Let
 * them ascend where there are thousands: else the time grows with the square of their number.
 *
 * **Secret nonces.** Two signatures by one secret nonce reveal the share. Never copy or store one.
 * Signing wipes it.
 *
 * **Objects** are bytes that may be copied and stored. Each begins with four bytes that say what it
 * is; a call fails if they are not there, as in an object of zeros, or if a key's suite, threshold
 * or number of participants cannot be.
 *
 * **Lengths.** Messages may have any length. msg may be NULL if its length is 0.
 *
 * **Time.** Constant in secret keys, shares, randomness and secret nonces.
 * @{ */

/** Which standard a key is used by. */
typedef enum ufsecp_frost_suite {
    UFSECP_FROST_RFC9591 = 1, /**< signatures of 65 bytes: a compressed point and a number */
    UFSECP_FROST_BIP445 = 2   /**< signatures of 64 bytes, those of BIP-340 */
} ufsecp_frost_suite;

/** A group key with its suite, its threshold and its tweaks. Public. */
typedef struct ufsecp_frost_key {
    uint8_t opaque[174]; /**< written by ufsecp_frost_key_init() */
} ufsecp_frost_key;
/** A secret nonce, for one signature, and its public nonce. */
typedef struct ufsecp_frost_secnonce {
    uint8_t opaque[134]; /**< written by ufsecp_frost_nonce_gen() */
} ufsecp_frost_secnonce;
/** What a key, signers, their nonces and a message fix. Public. */
typedef struct ufsecp_frost_session {
    uint8_t opaque[272]; /**< written by ufsecp_frost_session_init() */
} ufsecp_frost_session;

/** Some participants, in any order, the same in all lists. */
typedef struct ufsecp_frost_signers {
    const uint8_t *ids32;       /**< n identifiers, all different */
    const uint8_t *pubshares33; /**< n public shares, or NULL where they are not known */
    const uint8_t *pubnonces66; /**< n public nonces, or NULL where they are not known */
    size_t n;                   /**< how many */
} ufsecp_frost_signers;

/** Splits a secret key into shares (RFC 9591, appendix C): the values of a polynomial.
 * @param shares32 n shares, secret
 * @param commitment33 t points, public: the first is the group key
 * @param coefficients32 t secret keys: the one to split, and random ones; wipe them
 * @param t the threshold; 0 is misuse
 * @param ids32 n identifiers
 * @return 0 if a coefficient or an identifier is not valid, identifiers repeat, or n is below t */
UFSECP_API UFSECP_MUST_USE int ufsecp_frost_shares_create(uint8_t *shares32, uint8_t *commitment33,
                                                          const uint8_t *coefficients32, size_t t,
                                                          const uint8_t *ids32, size_t n);
/** Whether n shares are values of the polynomial that a dealer committed to, at their identifiers.
 * One sum answers for all of them. Only if it does not hold, each is looked at alone.
 * @param commitments33 t points for all shares, or, of several dealers, t for each share
 * @param n_commitments 1 or n
 * @param bad may be NULL; set to the first share that is wrong, or SIZE_MAX
 * @return 1 or 0; 0 too if an argument is not valid */
UFSECP_API UFSECP_MUST_USE int ufsecp_frost_shares_verify(const uint8_t *shares32,
                                                          const uint8_t *ids32, size_t n,
                                                          const uint8_t *commitments33, size_t t,
                                                          size_t n_commitments, size_t *bad);
/** The public shares of n participants from a dealer's commitment of t points.
 * @return 0 if a point or an identifier is not valid, or a public share would be infinity */
UFSECP_API UFSECP_MUST_USE int ufsecp_frost_pubshares_create(uint8_t *pubshares33,
                                                             const uint8_t *ids32, size_t n,
                                                             const uint8_t *commitment33, size_t t);

/** Begins the use of a group key by a suite.
 * @param pubkey33 the group key, compressed
 * @param t the threshold, from 1 to n
 * @param n how many participants there are, at most 65535; BIP-445: at most 128. With public shares
 * the time grows with its square: seconds for some thousands
 * @param participants may be NULL; else at least t, with public shares, which must all lie on one
 * polynomial with the group key
 * @return 0 if an argument is not valid or the public shares do not fit */
UFSECP_API UFSECP_MUST_USE int ufsecp_frost_key_init(ufsecp_frost_key *key,
                                                     ufsecp_frost_suite suite,
                                                     const uint8_t pubkey33[33], size_t t, size_t n,
                                                     const ufsecp_frost_signers *participants);
/** In place: adds tweak*G to the group key. For BIP-445 alone.
 * @param pubkey33 may be NULL; set to the key with its tweaks, whose bytes 1 to 32 are its x
 * @param xonly 1: the key is negated first if its y is odd, as taproot does (BIP-341); 0: as BIP-32
 * derives keys
 * @return 0 and zeros if key is none, the tweak is not below n or the sum is infinity */
UFSECP_API UFSECP_MUST_USE int ufsecp_frost_key_tweak_add(ufsecp_frost_key *key, uint8_t *pubkey33,
                                                          const uint8_t tweak32[32], int xonly);

/** Makes a signer's nonces.
 * @param rand fresh random bytes, never used twice, 64 for RFC 9591 and 32 for BIP-445; zeroed on
 * success
 * @param share32 the signer's; for BIP-445 it may be NULL, as all that follows
 * @param id32 the signer's identifier. RFC 9591 does not use it, nor what follows
 * @param pubshare33 the signer's public share
 * @param xonly32 the group key with its tweaks, x-only
 * @param msg the message, or NULL if it is not known; an empty message is not NULL
 * @param extra anything else; its length is below 2^32
 * @return 0 if rand is zeros or an argument is not valid */
UFSECP_API UFSECP_MUST_USE int ufsecp_frost_nonce_gen(
    ufsecp_frost_secnonce *secnonce, uint8_t pubnonce66[66], ufsecp_frost_suite suite,
    uint8_t *rand, const uint8_t *share32, const uint8_t *id32, const uint8_t *pubshare33,
    const uint8_t *xonly32, const uint8_t *msg, size_t msg_len, const uint8_t *extra,
    size_t extra_len);

/** Begins the signing of a message. Public shares that are given must fit the group key.
 * @param aggnonce66 for BIP-445 the sum of all public nonces, which ufsecp_musig_nonce_agg() makes,
 * if signers has none; else NULL
 * @param bad may be NULL; set to the first signer whose public share or nonce is not valid, or
 * SIZE_MAX
 * @return 0 if there is such a one; key is none; identifiers are not valid or repeat; signers are
 * fewer than the threshold or more than the participants; or public shares do not fit */
UFSECP_API UFSECP_MUST_USE int ufsecp_frost_session_init(
    ufsecp_frost_session *session, const ufsecp_frost_key *key, const ufsecp_frost_signers *signers,
    const uint8_t *aggnonce66, const uint8_t *msg, size_t msg_len, size_t *bad);
/** Makes a signer's partial signature, and wipes the secret nonce, on failure too.
 * @param signers those that the session began with
 * @return 0 if an object is not what it should be, or used up; the signers are others; id32 is none
 * of them; the share is not valid; or share or nonce are not those that signers has for id32 */
UFSECP_API UFSECP_MUST_USE int ufsecp_frost_partial_sign(uint8_t psig32[32],
                                                         ufsecp_frost_secnonce *secnonce,
                                                         const uint8_t share32[32],
                                                         const uint8_t id32[32],
                                                         const ufsecp_frost_session *session,
                                                         const ufsecp_frost_signers *signers);
/** Whether a partial signature is right for signer number i of a session.
 * @param signers those that the session began with, with public shares and nonces
 * @return 1 or 0; 0 too if an argument is not valid */
UFSECP_API UFSECP_MUST_USE int ufsecp_frost_partial_sig_verify(const uint8_t psig32[32], size_t i,
                                                               const ufsecp_frost_session *session,
                                                               const ufsecp_frost_signers *signers);
/** Makes the signature from those of all signers. It is not verified.
 * @param sig_len 65 for RFC 9591, 64 for BIP-445
 * @param n the number of signers
 * @param bad may be NULL; set to the first signature that is not below n, or SIZE_MAX
 * @return 0 if there is such a one, session is none, or a number does not fit the session */
UFSECP_API UFSECP_MUST_USE int ufsecp_frost_partial_sig_agg(uint8_t *sig, size_t sig_len,
                                                            const ufsecp_frost_session *session,
                                                            const uint8_t *psigs32, size_t n,
                                                            size_t *bad);

/** The last signer's nonces and partial signature at once, without a state. For BIP-445 alone.
 * @param others66 the sum of all other signers' public nonces; NULL for a signer who is alone
 * @param signers with or without public shares; public nonces are not looked at
 * @param rand32 random bytes, or NULL; they protect against faults and side channels
 * @return as ufsecp_frost_session_init(), ufsecp_frost_partial_sign(), ufsecp_sign_check_set() */
UFSECP_API UFSECP_MUST_USE int ufsecp_frost_deterministic_sign(
    uint8_t pubnonce66[66], uint8_t psig32[32], const uint8_t *others66, const uint8_t share32[32],
    const uint8_t id32[32], const ufsecp_frost_key *key, const ufsecp_frost_signers *signers,
    const uint8_t *msg, size_t msg_len, const uint8_t *rand32);
/** Verifies a signature of RFC 9591. @return 1 or 0; 0 too if an argument is not valid */
UFSECP_API UFSECP_MUST_USE int ufsecp_frost_verify(const uint8_t sig65[65], const uint8_t *msg,
                                                   size_t msg_len, const uint8_t pubkey33[33]);

/** Proves that a participant knows the first of its coefficients: for keys without a dealer. The
 * proof is that of the published vectors for RFC 9591's suite, and serves both suites.
 *
 * **Distributed key generation.** Each participant draws t coefficients, splits the first with
 * ufsecp_frost_shares_create() for all identifiers, and sends its commitment and this proof to
 * all. All must get the same ones: see to that before shares are sent. Each verifies all proofs by
 * the first point of each commitment, gets one share of everybody, its own among them, and calls
 * ufsecp_frost_dkg_finish(). For taproot, tweak the key by an unspendable script path (BIP-445).
 * @param proof65 a compressed point and a number
 * @param coefficient32 the first coefficient, secret
 * @param id32 the participant's identifier
 * @param rand32 fresh random bytes, never used twice; zeroed on success
 * @return 0 if rand32 is zeros or an argument is not valid */
UFSECP_API UFSECP_MUST_USE int ufsecp_frost_dkg_prove(uint8_t proof65[65],
                                                      const uint8_t coefficient32[32],
                                                      const uint8_t id32[32], uint8_t rand32[32]);
/** Verifies the proof of a participant.
 * @param pubkey33 the first point of its commitment
 * @return 1 or 0; 0 too if an argument is not valid */
UFSECP_API UFSECP_MUST_USE int ufsecp_frost_dkg_verify(const uint8_t proof65[65],
                                                       const uint8_t id32[32],
                                                       const uint8_t pubkey33[33]);
/** Verifies the shares that a participant got, all by one sum, and adds up shares and commitments.
 * @param share32 the participant's share of the new key, secret
 * @param commitment33 t points: the first is the group key; ufsecp_frost_pubshares_create() makes
 * public shares of them
 * @param id32 the participant's identifier
 * @param shares32 one share of each of n participants, secret; wipe them
 * @param commitments33 t points of each of them
 * @param bad may be NULL; set to the first participant whose share is wrong, or SIZE_MAX
 * @return 0 if there is such a one, or a sum is 0 or infinity */
UFSECP_API UFSECP_MUST_USE int ufsecp_frost_dkg_finish(uint8_t share32[32], uint8_t *commitment33,
                                                       const uint8_t id32[32],
                                                       const uint8_t *shares32,
                                                       const uint8_t *commitments33, size_t t,
                                                       size_t n, size_t *bad);

/** @} */

#ifdef __cplusplus
}
#endif

#endif
