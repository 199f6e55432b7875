/** @file
 * The C interface for many rows: batches, sums of many multiples, batch verification. ufsecp.h
 * includes it, and its rules hold here. */
#ifndef UFSECP_BATCH_H
#define UFSECP_BATCH_H

#include "ufsecp/ufsecp.h"

#ifdef __cplusplus
extern "C" {
#endif

/** @defgroup batches Batches
 * n rows in flat arrays, and a verdict byte (1 or 0) for each.
 *
 * A bad row never disturbs another; its output is zeroed. ok is n bytes, or NULL if only the
 * return value matters. That is 1 if every row holds, so n = 0 gives 1. It is 0 on misuse.
 *
 * Rows of the `_rows` calls may end in extra_size bytes of the caller's own, which are skipped.
 *
 * An engine with lanes keeps a table of 2,883,584 bytes once a process has asked for 8,192 rows of
 * verification, recovery or public multiples of G. Making it takes some 20 ms.
 * @{ */

/** ECDSA verification. Row: 32 hash | 33 public key | 64 r||s = 129 bytes + extra_size.
 *
 * From 384 rows on, and 192 more for each further thread, the call looks for keys that come again:
 * of up to 16 keys it makes a table, by which a row takes half of the time. For that it allocates
 * and frees up to 853,000 bytes, and 273,000 a thread; without memory it verifies as usual. It
 * keeps nothing. The profile tiny and WebAssembly do none of this.
 * @param flags 0 or #UFSECP_LOW_S
 * @return 1 if all n signatures are valid */
UFSECP_API int ufsecp_ecdsa_verify_rows(uint8_t *ok, const uint8_t *rows, size_t extra_size,
                                        size_t n, unsigned flags);
/** Schnorr verification (BIP-340). Keys that come again are found as by ufsecp_ecdsa_verify_rows().
 * Row: 32 x-only public key | 32 message | 64 signature = 128 bytes + extra_size.
 * @return 1 if all n signatures are valid */
UFSECP_API int ufsecp_schnorr_verify_rows(uint8_t *ok, const uint8_t *rows, size_t extra_size,
                                          size_t n);
/** ECDSA recovery to compressed keys, n * 33 bytes.
 * Row: 32 hash | 64 r||s | 1 recovery id = 97 bytes + extra_size. High s is accepted.
 * @return 1 if every row gave a key */
UFSECP_API int ufsecp_ecdsa_recover_rows(uint8_t *pubkeys33, uint8_t *ok, const uint8_t *rows,
                                         size_t extra_size, size_t n);
/** Ethereum's ecrecover: the addresses of those keys, n * 20 bytes. Rows as there.
 * The recovery id is 0 ... 3, not 27 or 28. High s is accepted.
 * @return 1 if every row gave an address */
UFSECP_API int ufsecp_ecrecover_rows(uint8_t *addresses20, uint8_t *ok, const uint8_t *rows,
                                     size_t extra_size, size_t n);

/** Compressed keys, n * 33 bytes, to uncompressed ones, n * 65.
 * @return 1 if all are valid */
UFSECP_API int ufsecp_pubkey_decompress_batch(uint8_t *pubkeys65, uint8_t *ok,
                                              const uint8_t *pubkeys33, size_t n);
/** out[i] = -P[i]: n * 33 bytes from n * 33.
 * An invalid key fails its row.
 * @return 1 if every row holds */
UFSECP_API int ufsecp_pubkey_negate_batch(uint8_t *out33, uint8_t *ok, const uint8_t *pubkeys33,
                                          size_t n);
/** out[i] = scalars[i] * P[i] for public scalars: n * 33 bytes from n * 32 and n * 33.
 * A scalar that is zero or not below n, or an invalid key, fails its row.
 * @return 1 if every row holds */
UFSECP_API int ufsecp_pubkey_mul_batch(uint8_t *out33, uint8_t *ok, const uint8_t *scalars32,
                                       const uint8_t *pubkeys33, size_t n);
/** out[i] = scalar * P[i], one PUBLIC scalar for all. NEVER FOR A SECRET SCALAR: its time tells it.
 * For a secret one call ufsecp_pubkey_mul_secret_batch(). Sizes as in ufsecp_pubkey_mul_batch().
 * @return 1 if every row holds */
UFSECP_API int ufsecp_pubkey_mul_one_batch(uint8_t *out33, uint8_t *ok, const uint8_t scalar32[32],
                                           const uint8_t *pubkeys33, size_t n);
/** out[i] = a[i] * P[i] + b[i] * G for public scalars: n * 33 bytes from n * 32, 33 and 32.
 * a or b may be zero. A scalar not below n, an invalid key (even where a is zero) or an infinite
 * result fails its row.
 * @return 1 if every row holds */
UFSECP_API int ufsecp_pubkey_mul_add_batch(uint8_t *out33, uint8_t *ok, const uint8_t *as32,
                                           const uint8_t *pubkeys33, const uint8_t *bs32, size_t n);
/** out[i] = k[i] * G for PUBLIC scalars. NEVER FOR SECRET KEYS: its time tells them.
 * For secret keys call ufsecp_pubkey_create_batch(). n * 33 bytes from n * 32. A scalar that is
 * zero or not below n fails its row.
 * @return 1 if every row holds */
UFSECP_API int ufsecp_public_scalar_mul_gen_batch(uint8_t *out33, uint8_t *ok,
                                                  const uint8_t *scalars32, size_t n);

/** n public keys of 33 bytes from n secret keys of 32. Constant time.
 * @return 1 if every key is valid */
UFSECP_API int ufsecp_pubkey_create_batch(uint8_t *pubkeys33, uint8_t *ok, const uint8_t *seckeys32,
                                          size_t n);
/** n signatures as by ufsecp_ecdsa_sign() without extra data: n * 64 bytes from n * 32 and n * 32.
 * Constant time. @return 1 if every row was signed */
UFSECP_API int ufsecp_ecdsa_sign_batch(uint8_t *sigs64, uint8_t *ok, const uint8_t *msgs32,
                                       const uint8_t *seckeys32, size_t n);
/** n signatures as by ufsecp_schnorr_sign(), of 32-byte messages: n * 64 bytes. Constant time.
 * @param aux32s n * 32 bytes, or NULL for zeros
 * @return 1 if every row was signed */
UFSECP_API int ufsecp_schnorr_sign_batch(uint8_t *sigs64, uint8_t *ok, const uint8_t *msgs32,
                                         const uint8_t *seckeys32, const uint8_t *aux32s, size_t n);
/** ufsecp_ecdh() of one secret key with n compressed keys: n * 32 bytes. Constant time in the key.
 * @return 1 if the secret key and every public key is valid; n = 0 gives 1, whatever the key */
UFSECP_API int ufsecp_ecdh_batch(uint8_t *secrets32, uint8_t *ok, const uint8_t *pubkeys33,
                                 const uint8_t seckey32[32], size_t n);
/** out[i] = seckey * P[i] for a secret key: the points themselves, n * 33 bytes, as secret as the
 * key. Constant time. For a public scalar ufsecp_pubkey_mul_one_batch() is faster.
 * @return 1 if the secret key and every public key is valid; n = 0 gives 1, whatever the key */
UFSECP_API int ufsecp_pubkey_mul_secret_batch(uint8_t *out33, uint8_t *ok,
                                              const uint8_t seckey32[32], const uint8_t *pubkeys33,
                                              size_t n);

/** @} */
/** @defgroup items Items
 * Batches of signatures as nodes hold them: each part of an item lies where the caller has it, in
 * the encoding that a transaction or a message has. The library packs rows from them and verifies
 * the rows.
 *
 * **Verdicts.** ok is n bytes, 1 or 0. statuses are n values that say why. Each may be NULL. The
 * return value is as in @ref batches. An item that is no key, no signature or no message fails
 * alone. So does an item with a null pointer beside a length that is not 0: #UFSECP_MISUSE.
 *
 * **Cost.** That of the `_rows` calls, which find keys that come again, and the parsing. Keys of 65
 * bytes are checked to be on the curve. With statuses, a false item is verified a second time,
 * alone. For more than 128 items the call allocates and frees 130 bytes an item, at most 1.1 MB a
 * thread, or 34 MB if a GPU is chosen; without memory it takes 128 items at a time. The profile
 * tiny and WebAssembly allocate nothing.
 * @{ */

/** A signature, the key and the message that it is to belong to. A pointer may be NULL where its
 * length is 0. */
typedef struct ufsecp_item {
    const uint8_t *sig;    /**< the signature, in the encoding that the flags name */
    size_t sig_len;        /**< its length */
    const uint8_t *pubkey; /**< the public key */
    size_t pubkey_len;     /**< its length */
    const uint8_t *msg;    /**< the message, for ECDSA its hash */
    size_t msg_len;        /**< its length */
} ufsecp_item;

/** Flag: signatures are strict DER, as ufsecp_ecdsa_sig_parse_der() reads it. Without this flag and
 * the next one they are 64 bytes r || s. */
#define UFSECP_SIG_DER 4u
/** Flag: signatures are lax DER, as ufsecp_ecdsa_sig_parse_der_lax() reads it. Not with
 * #UFSECP_SIG_DER. */
#define UFSECP_SIG_DER_LAX 8u
/** Flag: signatures end in a hash type, which is skipped. An ECDSA signature always does. A Schnorr
 * signature of 65 bytes does, and its hash type is not 0; one of 64 bytes has none (BIP-341). */
#define UFSECP_SIG_HASH_TYPE 16u

/** ECDSA verification. Keys have 33 or 65 bytes, a message is its 32-byte hash.
 * Consensus before BIP-66 is #UFSECP_SIG_DER_LAX | #UFSECP_SIG_HASH_TYPE | #UFSECP_ALLOW_HYBRID.
 * @param statuses as ufsecp_ecdsa_check(), but before it: #UFSECP_MISUSE for a message that is not
 * 32 bytes, #UFSECP_DER or #UFSECP_SIG_FORMAT for a signature that cannot be read
 * @param flags or-ed, or 0: #UFSECP_LOW_S, #UFSECP_ALLOW_HYBRID, #UFSECP_SIG_HASH_TYPE, and
 * #UFSECP_SIG_DER or #UFSECP_SIG_DER_LAX
 * @return 1 if all n signatures are valid */
UFSECP_API int ufsecp_ecdsa_verify_items(uint8_t *ok, ufsecp_status *statuses,
                                         const ufsecp_item *items, size_t n, unsigned flags);
/** Schnorr verification (BIP-340). Keys have 32 bytes, a message has any length.
 * Messages of 32 bytes go through lanes. Each other one costs what ufsecp_schnorr_verify() does.
 * @param statuses as ufsecp_schnorr_check(), but before it: #UFSECP_SIG_FORMAT, then
 * #UFSECP_PUBKEY_FORMAT for a key that is not 32 bytes
 * @param flags 0 or #UFSECP_SIG_HASH_TYPE
 * @return 1 if all n signatures are valid */
UFSECP_API int ufsecp_schnorr_verify_items(uint8_t *ok, ufsecp_status *statuses,
                                           const ufsecp_item *items, size_t n, unsigned flags);

/** @} */
/** @defgroup msm Sums of many multiples
 * Multi-scalar multiplication.
 * @{ */

/** out = scalars[0] P[0] + ... + scalars[n - 1] P[n - 1] + gen_scalar G, as 33 or 65 bytes.
 *
 * Takes n public scalars of 32 bytes and n compressed keys of 33. Scalars may be zero. A key may
 * occur any number of times, and beside its negative.
 *
 * **Cost.** A product gets cheaper as n grows, to a fifth of a single multiplication and less.
 *
 * **Memory.** Few products share their doublings on the stack. More of them work in memory that the
 * call allocates and frees: about 300 bytes a product and up to 1,400 KiB more, on each thread that
 * ufsecp_threads_set() allows. max_bytes limits it per thread. Above the limit, rows are summed
 * part by part: 16 MiB have room for 49,999. Below 166,000 bytes, or without memory, 16 products at
 * a time are summed on 40 KiB of stack. A GPU sums many products in its own memory, whatever
 * max_bytes is. The result depends on none of this.
 *
 * @param gen_scalar32 may be NULL, which leaves G out
 * @param max_bytes bytes per thread, 0 for 16 MiB
 * @param bad may be NULL; the first row with a bad scalar or key, n if only gen_scalar32 is bad,
 * SIZE_MAX if none is
 * @return #UFSECP_OK, or with out zeroed: #UFSECP_S_RANGE if a scalar is not below n, the status of
 * ufsecp_pubkey_convert() for an invalid key (even beside a zero scalar), #UFSECP_NO_POINT if the
 * sum is infinity, as the empty sum is */
UFSECP_API UFSECP_MUST_USE ufsecp_status ufsecp_msm(uint8_t *out, size_t out_len,
                                                    const uint8_t *scalars32,
                                                    const uint8_t *pubkeys33,
                                                    const uint8_t *gen_scalar32, size_t n,
                                                    size_t max_bytes, size_t *bad);

/** @} */
/** @defgroup batch_verification Batch verification
 * Many claims (signatures, taproot tweaks), checked by one randomized sum (BIP-340, "Batch
 * Verification").
 *
 * **How.** The sum tells only whether all claims hold. If it fails, sums over parts find the false
 * ones, and small parts are verified row by row. Few rows are verified one by one at once, as that
 * costs less. All arguments are public: variable time.
 *
 * **Soundness.** Verdicts are those of single verification. An attacker who can build a batch
 * offline makes a false one pass with probability 2^-127 per attempt. A chunk (8,192 rows at most)
 * with false rows needs up to about 20 sums.
 *
 * **Weights.** They come from a hash of everything in the batch and of entropy32, which may be
 * NULL. Soundness does not need it. 32 bytes that are random and unknown to whoever made the rows
 * prevent offline attempts. For Schnorr rows a GPU draws the weights from the system's generator
 * and entropy32 instead, and verifies a chunk that fails row by row.
 *
 * **Cost.** One sum if all claims hold. Else at most three sums of that size, the last two without
 * square roots, and one verification of every row. One false row in a large batch costs two to
 * three sums.
 *
 * **Memory.** Each call allocates and frees about 570 bytes a row and up to 1.5 MiB more, never
 * more than 6 MiB a thread. Without memory, rows are verified one by one with the same verdicts.
 * The profile tiny always does that and has no #ufsecp_batch.
 * @{ */

/** Whether n Schnorr signatures are all valid. Rows and extra_size as ufsecp_schnorr_verify_rows().
 * @return 1 if all hold, so n = 0 gives 1 */
UFSECP_API UFSECP_MUST_USE int ufsecp_schnorr_batch_verify(const uint8_t *rows, size_t extra_size,
                                                           size_t n, const uint8_t *entropy32);
/** The same with the verdict of each row, exactly as ufsecp_schnorr_verify_rows() gives it.
 * Call it where nearly always all rows hold.
 * @param ok n bytes, or NULL
 * @return 1 if all hold */
UFSECP_API int ufsecp_schnorr_batch_identify(uint8_t *ok, const uint8_t *rows, size_t extra_size,
                                             size_t n, const uint8_t *entropy32);

/** Collects claims of three kinds as they come, and gives all verdicts at the end.
 * It holds 8,192 claims of 192 bytes. When it is full it checks them on the threads that
 * ufsecp_threads_set() allows, and keeps one byte a claim. Only one thread at a time may use an
 * object; different objects are independent. */
typedef struct ufsecp_batch ufsecp_batch;
/** A new, empty batch. entropy32 (or NULL) is copied. @return NULL if there is no memory */
UFSECP_API UFSECP_MUST_USE ufsecp_batch *ufsecp_batch_new(const uint8_t *entropy32);
/** Frees a batch. NULL is allowed. */
UFSECP_API void ufsecp_batch_free(ufsecp_batch *batch);

/** Adds the claim that a Schnorr signature is valid, as ufsecp_schnorr_verify() says.
 * This and the next three calls: an impossible key, point, number or recovery id is data. It makes
 * the claim false; the call still succeeds. No argument is needed after the call.
 * @return 0, and nothing is added, on misuse or if there is no memory for the verdict */
UFSECP_API UFSECP_MUST_USE int ufsecp_batch_add_schnorr(ufsecp_batch *batch,
                                                        const uint8_t sig64[64], const uint8_t *msg,
                                                        size_t msg_len, const uint8_t xonly32[32]);
/** Adds the claim that ufsecp_ecdsa_recover() with this recovery id gives this compressed key.
 * A valid signature with a wrong id is false. Without #UFSECP_LOW_S, s > n/2 is accepted with its
 * own id: that of the low s has the other parity. A key of another kind is invalid.
 * @param flags 0 or #UFSECP_LOW_S
 * @return as ufsecp_batch_add_schnorr() */
UFSECP_API UFSECP_MUST_USE int ufsecp_batch_add_ecdsa(ufsecp_batch *batch, const uint8_t sig64[64],
                                                      int recid, const uint8_t msg32[32],
                                                      const uint8_t pubkey33[33], unsigned flags);
/** Adds the claim that ufsecp_taproot_output_key() gives output32 with this parity (0 or 1).
 * @return as ufsecp_batch_add_schnorr() */
UFSECP_API UFSECP_MUST_USE int ufsecp_batch_add_taproot(ufsecp_batch *batch,
                                                        const uint8_t output32[32], int parity,
                                                        const uint8_t internal32[32],
                                                        const uint8_t *merkle_root32);
/** Adds the claim that output32, with this parity, is P + tweak*G, where P is the point of x-only
 * key internal32: the same of a tweak that is known.
 * @return as ufsecp_batch_add_schnorr() */
UFSECP_API UFSECP_MUST_USE int ufsecp_batch_add_tweak(ufsecp_batch *batch,
                                                      const uint8_t output32[32], int parity,
                                                      const uint8_t internal32[32],
                                                      const uint8_t tweak32[32]);

/** The claims added since the batch was made or last finished. @return 0 for NULL */
UFSECP_API size_t ufsecp_batch_count(const ufsecp_batch *batch);
/** Gives the verdicts and empties the batch, which may be filled again.
 * @param ok NULL, or one byte a claim, in the order in which they were added
 * @return 1 if all claims hold, so an empty batch gives 1 */
UFSECP_API int ufsecp_batch_finish(ufsecp_batch *batch, uint8_t *ok);

/** @} */

#ifdef __cplusplus
}
#endif
#endif
