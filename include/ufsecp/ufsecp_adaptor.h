/** @file
 * Adaptor signatures and proofs of equal discrete logarithms. ufsecp.h includes it. */
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

/** Makes a proof for A = a*base and C = a*B (GenerateProof). BIP-374 verifies it at the end, for
 * which ufsecp_sign_check_set() asks here.
 * ufsecp_pubkey_create() makes A, if base is G. C is ufsecp_pubkey_mul_secret_batch() of one row.
 * @param seckey32 a
 * @param b33 B
 * @param aux32 32 fresh random bytes, or NULL for zeros; they protect against faults and side
 * channels
 * @return 0 and zeros if a is no secret key, B or base no point, or ufsecp_sign_check_set() is on
 * and the proof does not verify */
UFSECP_API UFSECP_MUST_USE int ufsecp_dleq_prove(uint8_t proof64[64], const uint8_t seckey32[32],
                                                 const uint8_t b33[33], const uint8_t *base33,
                                                 const uint8_t *msg32, const uint8_t *aux32);
/** Whether a proof shows that A and C have the same discrete logarithm to the bases base and B
 * (VerifyProof).
 * @param a33 A
 * @param b33 B
 * @param c33 C
 * @return 1 if it does */
UFSECP_API UFSECP_MUST_USE int ufsecp_dleq_verify(const uint8_t proof64[64], const uint8_t a33[33],
                                                  const uint8_t b33[33], const uint8_t c33[33],
                                                  const uint8_t *base33, const uint8_t *msg32);
/** ufsecp_dleq_verify() with its reason.
 * @return #UFSECP_OK, or the first thing wrong in A, B, C, base and s, or #UFSECP_BAD_SIGNATURE */
UFSECP_API UFSECP_MUST_USE ufsecp_status
ufsecp_dleq_check(const uint8_t proof64[64], const uint8_t a33[33], const uint8_t b33[33],
                  const uint8_t c33[33], const uint8_t *base33, const uint8_t *msg32);

/** @} */

/** @defgroup adaptor Adaptor signatures
 * A signature that only the secret of a point completes: the signer makes an incomplete signature
 * for T = t*G. All can verify that it is one. Whoever knows t completes it. Whoever has both the
 * incomplete and the complete signature learns t. Two payments on two chains are bound by one t.
 *
 * **ECDSA**: the format of the specification of discreet log contracts (DLC), 162 bytes. Nonces are
 * those of libsecp256k1-zkp, so that signatures are equal byte by byte. There T is called the
 * encryption key, and t the decryption key.
 *
 * **Schnorr**: the format that is proposed for libsecp256k1-zkp, 65 bytes, with its nonces, for
 * messages of any length. msg may be NULL if msg_len is 0.
 *
 * **Who gets what.** Verify what comes from others before you rely on it: the other calls check
 * only that it is well-formed. Two incomplete signatures of one message for two points are safe,
 * since nonces depend on the point.
 *
 * **Time.** Constant in secret keys, auxiliary randomness, and t. Verification is for public data.
 * @{ */

/** Makes an incomplete ECDSA signature.
 * @param seckey32 the signer's
 * @param encryption33 T
 * @param aux32 32 random bytes, or NULL; they protect against faults and side channels
 * @return 0 and zeros if seckey32 is no key or encryption33 no point, or ufsecp_sign_check_set() is
 * on and the signature does not verify */
UFSECP_API UFSECP_MUST_USE int ufsecp_ecdsa_adaptor_encrypt(uint8_t adaptor162[162],
                                                            const uint8_t msg32[32],
                                                            const uint8_t seckey32[32],
                                                            const uint8_t encryption33[33],
                                                            const uint8_t *aux32);
/** Whether the secret of T completes this to a signature of the message by the key.
 * @param pubkey33 the signer's
 * @return 1 if it does */
UFSECP_API UFSECP_MUST_USE int ufsecp_ecdsa_adaptor_verify(const uint8_t adaptor162[162],
                                                           const uint8_t msg32[32],
                                                           const uint8_t pubkey33[33],
                                                           const uint8_t encryption33[33]);
/** ufsecp_ecdsa_adaptor_verify() with its reason.
 * @return #UFSECP_OK, or the first thing wrong in pubkey33, encryption33, the points, r, s and the
 * proof's s of adaptor162, or #UFSECP_BAD_SIGNATURE */
UFSECP_API UFSECP_MUST_USE ufsecp_status ufsecp_ecdsa_adaptor_check(const uint8_t adaptor162[162],
                                                                    const uint8_t msg32[32],
                                                                    const uint8_t pubkey33[33],
                                                                    const uint8_t encryption33[33]);
/** Completes the signature; its s is low.
 * @param sig64 valid if adaptor162 is and the key is that of T
 * @param decryption_seckey32 t
 * @return 0 and zeros if adaptor162 is not well-formed, or t no key */
UFSECP_API UFSECP_MUST_USE int ufsecp_ecdsa_adaptor_decrypt(uint8_t sig64[64],
                                                            const uint8_t adaptor162[162],
                                                            const uint8_t decryption_seckey32[32]);
/** Learns t from the incomplete and the complete signature, whose s may be high.
 * @return 0 and zeros if one is not well-formed, or they do not give the secret of T */
UFSECP_API UFSECP_MUST_USE int ufsecp_ecdsa_adaptor_recover(uint8_t decryption_seckey32[32],
                                                            const uint8_t adaptor162[162],
                                                            const uint8_t sig64[64],
                                                            const uint8_t encryption33[33]);

/** Makes an incomplete Schnorr signature.
 * @param seckey32 the signer's
 * @param adaptor33 T
 * @param aux32 32 random bytes, or NULL for zeros; they protect against faults and side channels
 * @return 0 and zeros if seckey32 is no key or adaptor33 no point, or ufsecp_sign_check_set() is on
 * and the signature does not verify */
UFSECP_API UFSECP_MUST_USE int ufsecp_schnorr_adaptor_presign(uint8_t presig65[65],
                                                              const uint8_t *msg, size_t msg_len,
                                                              const uint8_t seckey32[32],
                                                              const uint8_t adaptor33[33],
                                                              const uint8_t *aux32);
/** Whether the secret of T completes this to a signature of the message by the key.
 * @param xonly32 the signer's public key
 * @return 1 if it does */
UFSECP_API UFSECP_MUST_USE int ufsecp_schnorr_adaptor_verify(const uint8_t presig65[65],
                                                             const uint8_t *msg, size_t msg_len,
                                                             const uint8_t xonly32[32],
                                                             const uint8_t adaptor33[33]);
/** ufsecp_schnorr_adaptor_verify() with its reason.
 * @return #UFSECP_OK, or the first thing wrong in adaptor33, the point and s of presig65, and
 * xonly32, or #UFSECP_BAD_SIGNATURE */
UFSECP_API UFSECP_MUST_USE ufsecp_status ufsecp_schnorr_adaptor_check(const uint8_t presig65[65],
                                                                      const uint8_t *msg,
                                                                      size_t msg_len,
                                                                      const uint8_t xonly32[32],
                                                                      const uint8_t adaptor33[33]);
/** Completes the signature.
 * @param sig64 valid if presig65 is and the key is that of T
 * @param adaptor_seckey32 t
 * @return 0 and zeros if presig65 is not well-formed, or t no key */
UFSECP_API UFSECP_MUST_USE int ufsecp_schnorr_adaptor_adapt(uint8_t sig64[64],
                                                            const uint8_t presig65[65],
                                                            const uint8_t adaptor_seckey32[32]);
/** Learns t from the incomplete and the complete signature.
 * @return 0 and zeros if one is not well-formed, or they do not give the secret of T */
UFSECP_API UFSECP_MUST_USE int ufsecp_schnorr_adaptor_extract(uint8_t adaptor_seckey32[32],
                                                              const uint8_t presig65[65],
                                                              const uint8_t sig64[64],
                                                              const uint8_t adaptor33[33]);

/** @} */

#ifdef __cplusplus
}
#endif

#endif
