/** @file
 * Public keys that verify often: a table of one key's multiples. ufsecp.h includes it. */
#ifndef UFSECP_PREPARED_H
#define UFSECP_PREPARED_H

#include "ufsecp/ufsecp.h"

#ifdef __cplusplus
extern "C" {
#endif

/** @defgroup prepared Prepared public keys
 * For a key that verifies again and again: a relay's, an exchange's, a signer's own. A verification
 * by a prepared key gives the same verdict as one by the key, in about half of the time.
 * doc/GUIDE.md says from which number of verifications on preparing pays.
 *
 * **Objects** are 53,312 bytes each, hold no pointer and may be copied. They are for the process
 * that made them: their bytes are not checked, so a file or a peer must send keys. A call with an
 * object that ufsecp_pubkey_prepare() did not fill, as one of zeros, is misuse.
 *
 * **Data.** Public. The time varies.
 *
 * **Threads.** Any number of calls may use one object at a time.
 * @{ */

/** A public key with a table of its multiples. */
typedef struct ufsecp_prepared_pubkey {
    uint64_t opaque[6664]; /**< written by ufsecp_pubkey_prepare() */
} ufsecp_prepared_pubkey;

/** Prepares a key of 33 or 65 bytes (SEC 1), or of 32 (x-only, BIP-340), which stands for the point
 * with even y.
 * @return #UFSECP_OK, or why the key is none; the object is then of no use */
UFSECP_API UFSECP_MUST_USE ufsecp_status ufsecp_pubkey_prepare(ufsecp_prepared_pubkey *key,
                                                               const uint8_t *pubkey,
                                                               size_t pubkey_len);

/** As ufsecp_ecdsa_verify().
 * @param flags 0 or #UFSECP_LOW_S
 * @return 1 if the signature is valid */
UFSECP_API UFSECP_MUST_USE int ufsecp_ecdsa_verify_prepared(const uint8_t sig64[64],
                                                            const uint8_t msg32[32],
                                                            const ufsecp_prepared_pubkey *key,
                                                            unsigned flags);
/** ufsecp_ecdsa_verify_prepared() with its reason.
 * @return #UFSECP_OK, or the first thing wrong in r, s, or #UFSECP_BAD_SIGNATURE */
UFSECP_API UFSECP_MUST_USE ufsecp_status
ufsecp_ecdsa_check_prepared(const uint8_t sig64[64], const uint8_t msg32[32],
                            const ufsecp_prepared_pubkey *key, unsigned flags);
/** As ufsecp_schnorr_verify(), of the x-only form of the key. msg may be NULL if msg_len is 0.
 * @return 1 if the signature is valid */
UFSECP_API UFSECP_MUST_USE int ufsecp_schnorr_verify_prepared(const uint8_t sig64[64],
                                                              const uint8_t *msg, size_t msg_len,
                                                              const ufsecp_prepared_pubkey *key);
/** ufsecp_schnorr_verify_prepared() with its reason.
 * @return as ufsecp_ecdsa_check_prepared() */
UFSECP_API UFSECP_MUST_USE ufsecp_status ufsecp_schnorr_check_prepared(
    const uint8_t sig64[64], const uint8_t *msg, size_t msg_len, const ufsecp_prepared_pubkey *key);

/** Verifies n ECDSA signatures of one key.
 * @param ok n verdicts, 1 or 0, or NULL
 * @param msgs32 n message hashes of 32 bytes
 * @param sigs64 n signatures r || s of 64 bytes
 * @return 1 if all are valid; 0, and nothing is written, on misuse */
UFSECP_API int ufsecp_ecdsa_verify_prepared_batch(uint8_t *ok, const uint8_t *msgs32,
                                                  const uint8_t *sigs64, size_t n,
                                                  const ufsecp_prepared_pubkey *key,
                                                  unsigned flags);
/** Verifies n Schnorr signatures (BIP-340) of one key over messages of 32 bytes; as
 * ufsecp_ecdsa_verify_prepared_batch().
 * @return as there */
UFSECP_API int ufsecp_schnorr_verify_prepared_batch(uint8_t *ok, const uint8_t *msgs32,
                                                    const uint8_t *sigs64, size_t n,
                                                    const ufsecp_prepared_pubkey *key);
/** @} */

#ifdef __cplusplus
}
#endif

#endif
