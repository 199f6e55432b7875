/** @file
 * Proofs of equal discrete logarithms. ufsecp.h includes it. */
#ifndef UFSECP_ADAPTOR_H
#define UFSECP_ADAPTOR_H

#include "ufsecp/ufsecp.h"

#ifdef __cplusplus
extern "C" {
#endif

/** @defgroup dleq Proofs of equal discrete logarithms
 * BIP-374: A = a*base and C = a*B for the same a, which the proof does not tell. Who sends C, a
 * shared point of Diffie-Hellman, shows by it that C is right. B = b*G is another's key.
 *
 * **Proofs** are 64 bytes, e || s. **Points** are 33 bytes, compressed.
 *
 * **Options.** base33 may be NULL, for G. msg32 may be NULL: then the proof belongs to no message.
 *
 * **Time.** Constant in a and in auxiliary randomness. ufsecp_dleq_verify() is for public data.
 * @{ */

/** Makes a proof for A = a*base and C = a*B (GenerateProof). It is not verified.
 * ufsecp_pubkey_create() makes A, if base is G. C is ufsecp_pubkey_mul_secret_batch() of one row.
 * @param seckey32 a
 * @param b33 B
 * @param aux32 32 fresh random bytes, or NULL for zeros; they protect against faults and side
 * channels
 * @return 0 and zeros if a is no secret key, or B or base no point */
UFSECP_API int ufsecp_dleq_prove(uint8_t proof64[64], const uint8_t seckey32[32],
                                 const uint8_t b33[33], const uint8_t *base33, const uint8_t *msg32,
                                 const uint8_t *aux32);
/** Whether a proof shows that A and C have the same discrete logarithm to the bases base and B
 * (VerifyProof).
 * @param a33 A
 * @param b33 B
 * @param c33 C
 * @return 1 if it does */
UFSECP_API int ufsecp_dleq_verify(const uint8_t proof64[64], const uint8_t a33[33],
                                  const uint8_t b33[33], const uint8_t c33[33],
                                  const uint8_t *base33, const uint8_t *msg32);
/** ufsecp_dleq_verify() with its reason.
 * @return #UFSECP_OK, or the first thing wrong in A, B, C, base and s, or #UFSECP_BAD_SIGNATURE */
UFSECP_API ufsecp_status ufsecp_dleq_check(const uint8_t proof64[64], const uint8_t a33[33],
                                           const uint8_t b33[33], const uint8_t c33[33],
                                           const uint8_t *base33, const uint8_t *msg32);

/** @} */

#ifdef __cplusplus
}
#endif

#endif
