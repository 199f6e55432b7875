/* libsecp256k1's main interface, as UltrafastSecp256k1 offers it: contexts, keys, ECDSA.
 *
 * Names, types, values and the order of parameters are those of libsecp256k1 0.8.0, so that a
 * program built with either header runs with either library. What differs is listed in
 * doc/MIGRATING.md.
 *
 * Rules for every function:
 *   - It returns 1 or 0 unless its comment says otherwise.
 *   - "Illegal" says what the caller must not pass. It calls the context's illegal-argument
 *     callback. If that returns, the function returns 0.
 *   - Outputs come first, then what is changed in place, then inputs. A length follows its array.
 *   - A context may be NULL nowhere. Several threads may share one as long as none changes it.
 *   - Functions with a secret key take constant time in it. */
#ifndef SECP256K1_H
#define SECP256K1_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- How names are marked ---- */

/* The library's own files define SECP256K1_BUILD. */
#ifndef SECP256K1_BUILD
#define SECP256K1_NO_BUILD
#endif

#if !defined(SECP256K1_API) && defined(SECP256K1_NO_API_VISIBILITY_ATTRIBUTES)
#define SECP256K1_API extern
#endif
#ifndef SECP256K1_API
#if defined(_WIN32) && defined(SECP256K1_BUILD)
#define SECP256K1_API extern
#elif defined(_WIN32) && !defined(SECP256K1_STATIC)
#define SECP256K1_API extern __declspec(dllimport)
#elif defined(SECP256K1_BUILD) && defined(__GNUC__)
#define SECP256K1_API extern __attribute__((visibility("default")))
#else
#define SECP256K1_API extern
#endif
#endif

#ifdef __GNUC__
#define SECP256K1_WARN_UNUSED_RESULT __attribute__((__warn_unused_result__))
#else
#define SECP256K1_WARN_UNUSED_RESULT
#endif
/* The library itself checks for NULL, so that the compiler must not assume it away there. */
#if defined(__GNUC__) && !defined(SECP256K1_BUILD)
#define SECP256K1_ARG_NONNULL(_x) __attribute__((__nonnull__(_x)))
#define SECP256K1_DEPRECATED(_msg) __attribute__((__deprecated__(_msg)))
#else
#define SECP256K1_ARG_NONNULL(_x)
#define SECP256K1_DEPRECATED(_msg)
#endif

/* ---- Types and values ---- */

/* Callbacks, and whether it may sign. */
typedef struct secp256k1_context_struct secp256k1_context;

/* A point: x, then y, each little-endian. Read and write it by the functions alone; it may be
 * copied and moved. All zeros is no key. */
typedef struct secp256k1_pubkey {
    unsigned char data[64];
} secp256k1_pubkey;

/* A signature: r, then s, each little-endian. */
typedef struct secp256k1_ecdsa_signature {
    unsigned char data[64];
} secp256k1_ecdsa_signature;

/* Derives a nonce. A result of 0 makes signing fail. `attempt` counts from 0 the nonces that were
 * not usable. algo16 is NULL for ECDSA. */
typedef int (*secp256k1_nonce_function)(unsigned char *nonce32, const unsigned char *msg32,
                                        const unsigned char *key32, const unsigned char *algo16,
                                        void *data, unsigned int attempt);

/* Hashes n_blocks blocks of 64 bytes into the eight words of state. */
typedef void (*secp256k1_sha256_compression_function)(uint32_t *state,
                                                      const unsigned char *blocks64,
                                                      size_t n_blocks);

/* The low byte of flags says what they are for, the bits above what is wanted. */
#define SECP256K1_FLAGS_TYPE_MASK ((1 << 8) - 1)
#define SECP256K1_FLAGS_TYPE_CONTEXT (1 << 0)
#define SECP256K1_FLAGS_TYPE_COMPRESSION (1 << 1)
#define SECP256K1_FLAGS_BIT_CONTEXT_VERIFY (1 << 8)
#define SECP256K1_FLAGS_BIT_CONTEXT_SIGN (1 << 9)
#define SECP256K1_FLAGS_BIT_CONTEXT_DECLASSIFY (1 << 10)
#define SECP256K1_FLAGS_BIT_COMPRESSION (1 << 8)

/* For secp256k1_context_create. All contexts can do everything: use NONE. */
#define SECP256K1_CONTEXT_NONE (SECP256K1_FLAGS_TYPE_CONTEXT)
#define SECP256K1_CONTEXT_VERIFY (SECP256K1_FLAGS_TYPE_CONTEXT | SECP256K1_FLAGS_BIT_CONTEXT_VERIFY)
#define SECP256K1_CONTEXT_SIGN (SECP256K1_FLAGS_TYPE_CONTEXT | SECP256K1_FLAGS_BIT_CONTEXT_SIGN)
/* For tests of timing under a memory checker. */
#define SECP256K1_CONTEXT_DECLASSIFY \
    (SECP256K1_FLAGS_TYPE_CONTEXT | SECP256K1_FLAGS_BIT_CONTEXT_DECLASSIFY)

/* For secp256k1_ec_pubkey_serialize. */
#define SECP256K1_EC_COMPRESSED (SECP256K1_FLAGS_TYPE_COMPRESSION | SECP256K1_FLAGS_BIT_COMPRESSION)
#define SECP256K1_EC_UNCOMPRESSED (SECP256K1_FLAGS_TYPE_COMPRESSION)

/* The first byte of an encoded public key. */
#define SECP256K1_TAG_PUBKEY_EVEN 0x02
#define SECP256K1_TAG_PUBKEY_ODD 0x03
#define SECP256K1_TAG_PUBKEY_UNCOMPRESSED 0x04
#define SECP256K1_TAG_PUBKEY_HYBRID_EVEN 0x06
#define SECP256K1_TAG_PUBKEY_HYBRID_ODD 0x07

/* ---- Contexts ---- */

/* A context that lasts as long as the program. It parses, serializes and verifies. Functions that
 * multiply the generator by a secret refuse it as illegal. */
SECP256K1_API const secp256k1_context *const secp256k1_context_static;

/* Hashes a known text and calls the default error callback if the result is wrong. Creating a
 * context does this too. */
SECP256K1_API void secp256k1_selftest(void);

/* A new context, or NULL for unknown flags. secp256k1_context_destroy frees it. */
SECP256K1_API secp256k1_context *secp256k1_context_create(unsigned int flags)
    SECP256K1_WARN_UNUSED_RESULT;

/* A copy of a context with its callbacks. Illegal: the static context. */
SECP256K1_API secp256k1_context *secp256k1_context_clone(const secp256k1_context *ctx)
    SECP256K1_ARG_NONNULL(1) SECP256K1_WARN_UNUSED_RESULT;

/* Frees what create or clone made; does nothing for NULL. Illegal: the static context. */
SECP256K1_API void secp256k1_context_destroy(secp256k1_context *ctx) SECP256K1_ARG_NONNULL(1);

/* Sets what is called for an illegal argument, with a text that names the broken condition, and
 * with data. NULL brings back the default, secp256k1_default_illegal_callback_fn, which prints the
 * text and aborts; a program may define a function of that name itself. Illegal: the static
 * context. */
SECP256K1_API void secp256k1_context_set_illegal_callback(
    secp256k1_context *ctx, void (*fun)(const char *message, void *data), const void *data)
    SECP256K1_ARG_NONNULL(1);

/* The same for failures inside of the library: no memory, or a failed self test. */
SECP256K1_API void secp256k1_context_set_error_callback(secp256k1_context *ctx,
                                                        void (*fun)(const char *message,
                                                                    void *data),
                                                        const void *data) SECP256K1_ARG_NONNULL(1);

/* Checks another implementation of SHA-256's compression; NULL is always good. This library goes on
 * with its own, which gives the same digests. Illegal: a function with wrong results, the static
 * context. */
SECP256K1_API void secp256k1_context_set_sha256_compression(
    secp256k1_context *ctx, secp256k1_sha256_compression_function fn_compression)
    SECP256K1_ARG_NONNULL(1);

/* Takes 32 random bytes, or NULL, and returns 1. Nothing is blinded by them. Illegal: the static
 * context. */
SECP256K1_API SECP256K1_WARN_UNUSED_RESULT int secp256k1_context_randomize(
    secp256k1_context *ctx, const unsigned char *seed32) SECP256K1_ARG_NONNULL(1);

/* ---- Public keys ---- */

/* Reads 33 bytes (02 or 03, x) or 65 (04, 06 or 07, x, y; 06 and 07 repeat the parity of y). 0, and
 * a key of zeros, for anything that is no point. */
SECP256K1_API SECP256K1_WARN_UNUSED_RESULT int secp256k1_ec_pubkey_parse(
    const secp256k1_context *ctx, secp256k1_pubkey *pubkey, const unsigned char *input,
    size_t inputlen) SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3);

/* Writes 33 bytes for SECP256K1_EC_COMPRESSED, 65 for SECP256K1_EC_UNCOMPRESSED. *outputlen is the
 * room before and the size after. Illegal: less room than that. */
SECP256K1_API int secp256k1_ec_pubkey_serialize(const secp256k1_context *ctx, unsigned char *output,
                                                size_t *outputlen, const secp256k1_pubkey *pubkey,
                                                unsigned int flags) SECP256K1_ARG_NONNULL(1)
    SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3) SECP256K1_ARG_NONNULL(4);

/* Less than 0, 0, or more than 0: by compressed encoding. An illegal key is below all others. */
SECP256K1_API SECP256K1_WARN_UNUSED_RESULT int secp256k1_ec_pubkey_cmp(
    const secp256k1_context *ctx, const secp256k1_pubkey *pubkey1, const secp256k1_pubkey *pubkey2)
    SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3);

/* Sorts pointers to keys in that order. */
SECP256K1_API int secp256k1_ec_pubkey_sort(const secp256k1_context *ctx,
                                           const secp256k1_pubkey **pubkeys, size_t n_pubkeys)
    SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(2);

/* The public key of a secret one; 0 and zeros if that is not valid. */
SECP256K1_API SECP256K1_WARN_UNUSED_RESULT int secp256k1_ec_pubkey_create(
    const secp256k1_context *ctx, secp256k1_pubkey *pubkey, const unsigned char *seckey)
    SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3);

/* In place: the key's negative. */
SECP256K1_API int secp256k1_ec_pubkey_negate(const secp256k1_context *ctx, secp256k1_pubkey *pubkey)
    SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(2);

/* In place: key + tweak * G. 0 and zeros if the tweak is not below the group order, or the sum is
 * infinity. */
SECP256K1_API SECP256K1_WARN_UNUSED_RESULT int secp256k1_ec_pubkey_tweak_add(
    const secp256k1_context *ctx, secp256k1_pubkey *pubkey, const unsigned char *tweak32)
    SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3);

/* In place: tweak * key. 0 and zeros if the tweak is 0 or not below the group order. */
SECP256K1_API SECP256K1_WARN_UNUSED_RESULT int secp256k1_ec_pubkey_tweak_mul(
    const secp256k1_context *ctx, secp256k1_pubkey *pubkey, const unsigned char *tweak32)
    SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3);

/* The sum of n keys; 0 and zeros if that is infinity. Illegal: n = 0. */
SECP256K1_API SECP256K1_WARN_UNUSED_RESULT int secp256k1_ec_pubkey_combine(
    const secp256k1_context *ctx, secp256k1_pubkey *out, const secp256k1_pubkey *const *ins,
    size_t n) SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3);

/* ---- Secret keys: 32 bytes, big-endian, neither 0 nor above the group order ---- */

/* Whether the key is valid. */
SECP256K1_API SECP256K1_WARN_UNUSED_RESULT int secp256k1_ec_seckey_verify(
    const secp256k1_context *ctx, const unsigned char *seckey) SECP256K1_ARG_NONNULL(1)
    SECP256K1_ARG_NONNULL(2);

/* In place: the key's negative. In these three, 0 and zeros if key or tweak is not valid. */
SECP256K1_API SECP256K1_WARN_UNUSED_RESULT int secp256k1_ec_seckey_negate(
    const secp256k1_context *ctx, unsigned char *seckey) SECP256K1_ARG_NONNULL(1)
    SECP256K1_ARG_NONNULL(2);

/* In place: key + tweak. The tweak may be 0; the sum may not. */
SECP256K1_API SECP256K1_WARN_UNUSED_RESULT int secp256k1_ec_seckey_tweak_add(
    const secp256k1_context *ctx, unsigned char *seckey, const unsigned char *tweak32)
    SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3);

/* In place: key * tweak. */
SECP256K1_API SECP256K1_WARN_UNUSED_RESULT int secp256k1_ec_seckey_tweak_mul(
    const secp256k1_context *ctx, unsigned char *seckey, const unsigned char *tweak32)
    SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3);

/* ---- ECDSA ---- */

/* Reads r and s, 32 bytes each, big-endian; 0 and zeros unless both are below the group order. */
SECP256K1_API int secp256k1_ecdsa_signature_parse_compact(const secp256k1_context *ctx,
                                                          secp256k1_ecdsa_signature *sig,
                                                          const unsigned char *input64)
    SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3);

/* Reads DER. A number that is negative or not below the group order is read as 0, which no
 * verification accepts. 0 and zeros for anything that is not DER. */
SECP256K1_API int secp256k1_ecdsa_signature_parse_der(const secp256k1_context *ctx,
                                                      secp256k1_ecdsa_signature *sig,
                                                      const unsigned char *input, size_t inputlen)
    SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3);

/* Writes DER, 8 to 72 bytes. *outputlen is the room before and the size after. 0 if that is more
 * than the room. */
SECP256K1_API int secp256k1_ecdsa_signature_serialize_der(const secp256k1_context *ctx,
                                                          unsigned char *output, size_t *outputlen,
                                                          const secp256k1_ecdsa_signature *sig)
    SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3)
        SECP256K1_ARG_NONNULL(4);

/* Writes r and s, 32 bytes each, big-endian. */
SECP256K1_API int secp256k1_ecdsa_signature_serialize_compact(const secp256k1_context *ctx,
                                                              unsigned char *output64,
                                                              const secp256k1_ecdsa_signature *sig)
    SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3);

/* Whether the signature belongs to hash and key, and its s is in the lower half. */
SECP256K1_API SECP256K1_WARN_UNUSED_RESULT int secp256k1_ecdsa_verify(
    const secp256k1_context *ctx, const secp256k1_ecdsa_signature *sig,
    const unsigned char *msghash32, const secp256k1_pubkey *pubkey) SECP256K1_ARG_NONNULL(1)
    SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3) SECP256K1_ARG_NONNULL(4);

/* Whether s was in the upper half; sigout, which may be NULL or sigin, takes the lower form. */
SECP256K1_API int secp256k1_ecdsa_signature_normalize(const secp256k1_context *ctx,
                                                      secp256k1_ecdsa_signature *sigout,
                                                      const secp256k1_ecdsa_signature *sigin)
    SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(3);

/* The nonces of RFC 6979 with HMAC-SHA256; data is NULL or 32 more bytes. Both names are one
 * function. */
SECP256K1_API const secp256k1_nonce_function secp256k1_nonce_function_rfc6979;
SECP256K1_API const secp256k1_nonce_function secp256k1_nonce_function_default;

/* Signs a hash, with low s. noncefp NULL is the default; ndata is what it gets. 0 and zeros if the
 * key is not valid or the nonce function gives up. */
SECP256K1_API int secp256k1_ecdsa_sign(const secp256k1_context *ctx, secp256k1_ecdsa_signature *sig,
                                       const unsigned char *msghash32, const unsigned char *seckey,
                                       secp256k1_nonce_function noncefp, const void *ndata)
    SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3)
        SECP256K1_ARG_NONNULL(4);

/* Reads whatever consensus took for DER before BIP-66. If r or s is not below the group order, both
 * are read as 0. 0 and zeros if there is nothing to read. */
SECP256K1_API int ecdsa_signature_parse_der_lax(const secp256k1_context *ctx,
                                                secp256k1_ecdsa_signature *sig,
                                                const unsigned char *input, size_t inputlen)
    SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3);

/* ---- Hashes ---- */

/* SHA-256 of SHA-256(tag), SHA-256(tag) and the message (BIP-340). */
SECP256K1_API int secp256k1_tagged_sha256(const secp256k1_context *ctx, unsigned char *hash32,
                                          const unsigned char *tag, size_t taglen,
                                          const unsigned char *msg, size_t msglen)
    SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3)
        SECP256K1_ARG_NONNULL(5);

/* ---- Names that libsecp256k1 had before 0.8.0 ---- */

/* Memory for nothing: no function takes it any more. */
typedef struct secp256k1_scratch_space_struct secp256k1_scratch_space;

SECP256K1_API const secp256k1_context *const secp256k1_context_no_precomp
    SECP256K1_DEPRECATED("Use secp256k1_context_static instead");
SECP256K1_API SECP256K1_WARN_UNUSED_RESULT int secp256k1_ec_privkey_negate(
    const secp256k1_context *ctx, unsigned char *seckey) SECP256K1_ARG_NONNULL(1)
    SECP256K1_ARG_NONNULL(2) SECP256K1_DEPRECATED("Use secp256k1_ec_seckey_negate instead");
SECP256K1_API SECP256K1_WARN_UNUSED_RESULT int secp256k1_ec_privkey_tweak_add(
    const secp256k1_context *ctx, unsigned char *seckey, const unsigned char *tweak32)
    SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3)
        SECP256K1_DEPRECATED("Use secp256k1_ec_seckey_tweak_add instead");
SECP256K1_API SECP256K1_WARN_UNUSED_RESULT int secp256k1_ec_privkey_tweak_mul(
    const secp256k1_context *ctx, unsigned char *seckey, const unsigned char *tweak32)
    SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3)
        SECP256K1_DEPRECATED("Use secp256k1_ec_seckey_tweak_mul instead");
SECP256K1_API SECP256K1_WARN_UNUSED_RESULT secp256k1_scratch_space *secp256k1_scratch_space_create(
    const secp256k1_context *ctx, size_t size) SECP256K1_ARG_NONNULL(1);
SECP256K1_API void secp256k1_scratch_space_destroy(const secp256k1_context *ctx,
                                                   secp256k1_scratch_space *scratch)
    SECP256K1_ARG_NONNULL(1);

#ifdef __cplusplus
}
#endif

#endif
