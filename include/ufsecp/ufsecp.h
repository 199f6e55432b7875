/* The whole C interface of UltrafastSecp256k1.
 *
 * Every call is stateless and thread-safe: there is no context to create, and no call allocates
 * memory (but for threads, which are off until ufsecp_threads_set allows them, and for
 * ufsecp_secret_alloc). Arrays are densely packed bytes, numbers in them big-endian. A call that
 * returns int returns 1 if it did what its name says (or the answer is yes) and 0 if not; one that
 * returns a ufsecp_status says why, and only UFSECP_OK is a yes: compare with it. Outputs are
 * zeroed on failure. Misuse (a null pointer where a value is needed, an impossible length, an
 * unknown flag) returns 0 or UFSECP_MISUSE and writes nothing. Outputs may not overlap inputs
 * unless the text says so.
 *
 * Calls that take a secret key run in constant time: no branch and no memory address depends on it.
 * Calls whose arguments are all public (verification, recovery, public-key arithmetic) run in
 * variable time.
 *
 * Standards: SEC 1 and SEC 2 (curve, point encodings, ECDSA), RFC 6979 (nonces), BIP-66 (strict
 * DER), BIP-146 (low s), BIP-340 (Schnorr), BIP-341 (taproot).
 */
#ifndef UFSECP_H
#define UFSECP_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__) && !defined(_WIN32)
#define UFSECP_API __attribute__((visibility("default")))
#else
#define UFSECP_API
#endif

#define UFSECP_VERSION "0.1.0"

/* Why a row or an argument is not valid. Positive is valid, zero and below are not. */
typedef enum ufsecp_status {
    UFSECP_OK = 1,
    UFSECP_BAD_SIGNATURE = 0,     /* well-formed, but the verification equation does not hold */
    UFSECP_MISUSE = -1,           /* null pointer, impossible length or unknown flag */
    UFSECP_PUBKEY_FORMAT = -2,    /* wrong length or prefix, or a hybrid key of the other parity */
    UFSECP_PUBKEY_RANGE = -3,     /* a coordinate is not below the field prime p */
    UFSECP_PUBKEY_OFF_CURVE = -4,
    UFSECP_R_ZERO = -5,
    UFSECP_R_RANGE = -6,          /* r is not below the group order n (ECDSA) or p (Schnorr) */
    UFSECP_S_ZERO = -7,
    UFSECP_S_RANGE = -8,          /* s is not below the group order n */
    UFSECP_S_HIGH = -9,           /* s > n/2 where low s was asked for */
    UFSECP_RECID = -10,           /* not 0 ... 3, or r + n is not below p */
    UFSECP_NO_POINT = -11,        /* the point does not exist: r is no x coordinate, or infinity */
    UFSECP_DER = -12              /* not a DER signature in the form that was asked for */
} ufsecp_status;

/* One line of English for a status; never NULL. */
UFSECP_API const char *ufsecp_status_text(ufsecp_status status);

/* Flags, to be or-ed. */
#define UFSECP_LOW_S 1u        /* refuse s > n/2 (BIP-146); consensus, the default, accepts it */
#define UFSECP_ALLOW_HYBRID 2u /* public keys may be 65 bytes with prefix 06 or 07 */

/* ---- Library ---- */

UFSECP_API const char *ufsecp_version(void);

/* The engine in use: "portable", "x64_adx", "word32" ... It is chosen from the CPU's features at
 * the first call. */
UFSECP_API const char *ufsecp_engine(void);

/* Chooses an engine by name for the whole process; "auto" goes back to the default. Returns 0 and
 * changes nothing if the name is unknown or this CPU cannot run it. The environment variable
 * UFSECP_ENGINE does the same at the first call. Calls that run at that moment in other threads
 * finish on the engine that they began with. */
UFSECP_API int ufsecp_engine_select(const char *name);

/* The i-th engine that was built into the library, fastest first; NULL past the end. *supported
 * (may be NULL) tells if this CPU can run it. */
UFSECP_API const char *ufsecp_engine_at(size_t i, int *supported);

/* How many threads a batch call (below) may work on, the caller's own among them; 0 stands for all
 * cores that this process may run on. The default is 1: the library starts no thread unless it is
 * told to, by this call or by the environment variable UFSECP_THREADS (a number, read at the first
 * call). Returns 0 and changes nothing if n is more than 1024, or more than 1 in a library that was
 * built without threads.
 *
 * Results never depend on it. Threads are started when a batch of 256 rows or more first needs them
 * (1,024 for the cheapest calls), with 2 MiB of stack each, of which a batch uses less than 256
 * KiB, as it does of its caller's; they block signals, sleep between calls, and end with the
 * process or with dlclose. One that cannot be started is done without. The limit holds for the
 * process: where several threads of the program call at once, the library's own only fill up what
 * is left of it. It may be changed at any time, also while batches run, and a forked child may go
 * on using the library. */
UFSECP_API int ufsecp_threads_set(unsigned n);
/* The number in force, never 0. */
UFSECP_API unsigned ufsecp_threads(void);

/* Whether every signature, of single calls and of batches, is verified before it is given out: 1 or
 * 0, for the whole process, from the next call on; the default is 0. Returns 0 and changes nothing
 * if on is neither. May be changed at any time.
 *
 * A fault in the computation (a worn or overclocked processor, a bit that flips in memory, an
 * attacker who provokes one) can give a signature from which, together with the right one, anybody
 * finds the secret key. With the check it is not given out: the call returns 0, or ok is 0 for its
 * row, and the signature is zeros, as for a bad key; rows beside it are not affected. The check
 * makes the public key from the secret one once more; a ufsecp_keypair is checked against the
 * public key in it, as BIP-340 recommends, so that a keypair damaged in either half gives no
 * signature either. A recoverable signature must lead back to the public key.
 *
 * It costs one verification for each signature, and but for a keypair one public key; both are
 * done in lanes where the rows of a batch are. It does not see a fault whose result verifies: in
 * the key or the message before they are used (a good signature by another key, or for another
 * message), or in the nonce itself before it is used. Nor does it take the place of a processor
 * that is made to withstand attacks: who can skip one instruction may skip the check. */
UFSECP_API int ufsecp_sign_check_set(int on);
UFSECP_API int ufsecp_sign_check(void);

/* Bytes of precomputed tables: of G for secret scalars (constant time), and of G for public ones.
 */
UFSECP_API size_t ufsecp_table_bytes_ct(void);
UFSECP_API size_t ufsecp_table_bytes_var(void);

/* ---- Secret keys: 32 bytes, 1 <= key < n; constant time ---- */

UFSECP_API int ufsecp_seckey_verify(const uint8_t seckey32[32]);

/* A fresh key from the operating system's generator, for which it waits until that is seeded; 0 if
 * the generator fails or gives what is no key four times in a row. Nothing takes its place. */
UFSECP_API int ufsecp_seckey_generate(uint8_t seckey32[32]);

/* In place: key = -key, key + tweak, key * tweak mod n. 0 (and the key zeroed) if the key or the
 * result is not a valid key, or the tweak is not below n; a zero tweak is allowed for add. */
UFSECP_API int ufsecp_seckey_negate(uint8_t seckey32[32]);
UFSECP_API int ufsecp_seckey_tweak_add(uint8_t seckey32[32], const uint8_t tweak32[32]);
UFSECP_API int ufsecp_seckey_tweak_mul(uint8_t seckey32[32], const uint8_t tweak32[32]);

/* ---- Memory for secret keys ---- */

/* Overwrites len bytes with zeros in a way that no compiler removes: for keys that are no longer
 * needed. */
UFSECP_API void ufsecp_wipe(void *secret, size_t len);

/* len bytes for secrets, zeroed and aligned to 16, on pages of their own that are locked: never
 * written to swap. Pages that cannot be touched lie before and behind, so that a program that runs
 * past the end (len rounded up to a multiple of 16) stops there. Where the system can do it, the
 * pages are left out of core dumps (Linux, FreeBSD), and a forked child, which inherits no locks,
 * finds zeros in them (Linux 4.14, FreeBSD 12, OpenBSD).
 *
 * NULL, with the reason in errno, if there is no such memory: EINVAL for len = 0; ENOMEM, EPERM or
 * EAGAIN where no more may be locked (RLIMIT_MEMLOCK: each call takes whole pages of it) or there
 * is no room; ENOSYS where the system has no such pages (Windows, WebAssembly). It never gives
 * memory that is not locked. Hibernation, other privileged processes and copies that the program
 * makes itself are not its business. Thread-safe. */
UFSECP_API void *ufsecp_secret_alloc(size_t len);
/* Wipes all of it and gives it back. secret is what ufsecp_secret_alloc returned, or NULL.
 * Thread-safe for different secrets; a child may free what its parent made. */
UFSECP_API void ufsecp_secret_free(void *secret);

/* ---- Public keys: 33 bytes compressed, 65 uncompressed (SEC 1), 32 x-only (BIP-340) ---- */

/* The public key of a secret key; pubkey_len is 33 or 65 and chooses the encoding. Constant time.
 */
UFSECP_API int ufsecp_pubkey_create(uint8_t *pubkey, size_t pubkey_len, const uint8_t seckey32[32]);

/* The x-only public key; *parity (may be NULL) is 1 if y is odd. Constant time. */
UFSECP_API int ufsecp_xonly_create(uint8_t xonly32[32], int *parity, const uint8_t seckey32[32]);

/* Parses any encoding that flags allow and writes it as out_len = 33 or 65 bytes. The status names
 * what is wrong. */
UFSECP_API ufsecp_status ufsecp_pubkey_convert(uint8_t *out, size_t out_len, const uint8_t *pubkey,
                                               size_t pubkey_len, unsigned flags);

/* out = -P, P + tweak*G, tweak*P, or the sum of n keys of 33 bytes each. 0 if an input is invalid
 * or the result is infinity. */
UFSECP_API int ufsecp_pubkey_negate(uint8_t *out, size_t out_len, const uint8_t *pubkey,
                                    size_t pubkey_len);
UFSECP_API int ufsecp_pubkey_tweak_add(uint8_t *out, size_t out_len, const uint8_t *pubkey,
                                       size_t pubkey_len, const uint8_t tweak32[32]);
UFSECP_API int ufsecp_pubkey_tweak_mul(uint8_t *out, size_t out_len, const uint8_t *pubkey,
                                       size_t pubkey_len, const uint8_t tweak32[32]);
UFSECP_API int ufsecp_pubkey_combine(uint8_t *out, size_t out_len, const uint8_t *pubkeys33,
                                     size_t n);

/* ---- ECDSA: signatures are 64 bytes r || s ---- */

/* Signs the 32-byte hash with the RFC 6979 nonce; extra32 (may be NULL) is its 32 bytes of
 * additional data. s is low. Constant time. As that standard has it, the hash enters the nonce
 * reduced modulo n. Signers that skip this step make other signatures for hashes of n and more,
 * which a real hash is with probability 2^-128. */
UFSECP_API int ufsecp_ecdsa_sign(uint8_t sig64[64], const uint8_t msg32[32],
                                 const uint8_t seckey32[32], const uint8_t *extra32);
/* The same, and the recovery id 0 ... 3. */
UFSECP_API int ufsecp_ecdsa_sign_recoverable(uint8_t sig64[64], int *recid, const uint8_t msg32[32],
                                             const uint8_t seckey32[32], const uint8_t *extra32);

UFSECP_API int ufsecp_ecdsa_verify(const uint8_t sig64[64], const uint8_t msg32[32],
                                   const uint8_t *pubkey, size_t pubkey_len, unsigned flags);
/* The same verdict with its reason. */
UFSECP_API ufsecp_status ufsecp_ecdsa_check(const uint8_t sig64[64], const uint8_t msg32[32],
                                            const uint8_t *pubkey, size_t pubkey_len,
                                            unsigned flags);

/* The public key that made the signature (SEC 1, 4.1.6). High s is accepted. */
UFSECP_API ufsecp_status ufsecp_ecdsa_recover(uint8_t *pubkey, size_t pubkey_len,
                                              const uint8_t sig64[64], int recid,
                                              const uint8_t msg32[32]);

/* Strict DER (BIP-66, without the hash-type byte); values of any size parse as far as the format
 * goes: r or s of 2^256 or more fails. */
UFSECP_API int ufsecp_ecdsa_sig_parse_der(uint8_t sig64[64], const uint8_t *der, size_t der_len);
/* The lax form that Bitcoin consensus accepted before BIP-66: as its parser read them, values that
 * do not fit become zero. */
UFSECP_API int ufsecp_ecdsa_sig_parse_der_lax(uint8_t sig64[64], const uint8_t *der,
                                              size_t der_len);
/* Writes at most 72 bytes; *der_len is the room on entry and the length on return. */
UFSECP_API int ufsecp_ecdsa_sig_serialize_der(uint8_t *der, size_t *der_len,
                                              const uint8_t sig64[64]);
/* In place: s becomes the lower of s and n - s; *was_high (may be NULL) tells if it changed. 0 if r
 * or s is not below n. */
UFSECP_API int ufsecp_ecdsa_sig_normalize(uint8_t sig64[64], int *was_high);

/* ---- Schnorr (BIP-340): signatures are 64 bytes R.x || s; messages of any length ---- */

/* aux32 (may be NULL for 32 zero bytes) is the auxiliary randomness. Constant time in key and
 * aux32. */
UFSECP_API int ufsecp_schnorr_sign(uint8_t sig64[64], const uint8_t *msg, size_t msg_len,
                                   const uint8_t seckey32[32], const uint8_t *aux32);

/* A secret key with its public key, so that signing many messages makes the public key only once.
 * Opaque; as secret as the key in it: wipe it when done. Made by ufsecp_keypair_create and never
 * from parts: a public key that is not the secret key's gives signatures that reveal the secret
 * key. */
typedef struct ufsecp_keypair {
    uint8_t opaque[65];
} ufsecp_keypair;

UFSECP_API int ufsecp_keypair_create(ufsecp_keypair *keypair, const uint8_t seckey32[32]);
/* The same signature as ufsecp_schnorr_sign, in half the time. */
UFSECP_API int ufsecp_schnorr_sign_keypair(uint8_t sig64[64], const uint8_t *msg, size_t msg_len,
                                           const ufsecp_keypair *keypair, const uint8_t *aux32);
UFSECP_API int ufsecp_schnorr_verify(const uint8_t sig64[64], const uint8_t *msg, size_t msg_len,
                                     const uint8_t xonly32[32]);
UFSECP_API ufsecp_status ufsecp_schnorr_check(const uint8_t sig64[64], const uint8_t *msg,
                                              size_t msg_len, const uint8_t xonly32[32]);

/* ---- ECDH: constant time in the secret key ---- */

/* SHA-256 of the compressed shared point, as libsecp256k1's default. */
UFSECP_API int ufsecp_ecdh(uint8_t secret32[32], const uint8_t *pubkey, size_t pubkey_len,
                           const uint8_t seckey32[32]);
/* The raw x coordinate of the shared point (SEC 1, 3.3.1). */
UFSECP_API int ufsecp_ecdh_x(uint8_t x32[32], const uint8_t *pubkey, size_t pubkey_len,
                             const uint8_t seckey32[32]);
/* The caller's hash of the shared point's x and y; the hash returns 1 or 0, and so does the call.
 * What out holds after a failure is the hash's business: its size is not known here. */
typedef int (*ufsecp_ecdh_hash)(uint8_t *out, const uint8_t x32[32], const uint8_t y32[32],
                                void *data);
UFSECP_API int ufsecp_ecdh_custom(uint8_t *out, const uint8_t *pubkey, size_t pubkey_len,
                                  const uint8_t seckey32[32], ufsecp_ecdh_hash hash, void *data);

/* ---- Taproot (BIP-341) ---- */

/* Q = P + H_TapTweak(P || root)*G; merkle_root32 may be NULL (no script path). *parity (may be
 * NULL) is 1 if Q.y is odd. */
UFSECP_API int ufsecp_taproot_output_key(uint8_t output32[32], int *parity,
                                         const uint8_t internal32[32],
                                         const uint8_t *merkle_root32);
/* The secret key of that output key. Constant time. */
UFSECP_API int ufsecp_taproot_output_seckey(uint8_t output_seckey32[32], const uint8_t seckey32[32],
                                            const uint8_t *merkle_root32);

/* ---- Hashes ---- */

UFSECP_API int ufsecp_sha256(uint8_t out32[32], const uint8_t *data, size_t len);
UFSECP_API int ufsecp_tagged_hash(uint8_t out32[32], const uint8_t *tag, size_t tag_len,
                                  const uint8_t *data, size_t len);
UFSECP_API int ufsecp_keccak256(uint8_t out32[32], const uint8_t *data, size_t len);
UFSECP_API int ufsecp_ripemd160(uint8_t out20[20], const uint8_t *data, size_t len);
/* The last 20 bytes of Keccak-256 of the key's x || y. */
UFSECP_API int ufsecp_ethereum_address(uint8_t address20[20], const uint8_t *pubkey,
                                       size_t pubkey_len);

/* ---- Batches: n rows in flat arrays, a verdict byte (1 or 0) for each ----
 *
 * A bad row never disturbs another. ok is n bytes, or NULL if only the summary matters. The return
 * value is 1 only if every row holds (so n = 0 gives 1); on misuse it is 0. Rows of the _rows calls
 * may be followed by extra bytes of the caller's own (an index, a key), extra_size of them a row.
 *
 * An engine with lanes spends some 20 ms on a table of 2,883,584 bytes, and keeps it, when a
 * process has asked for 8,192 rows of verification, recovery or public multiples of G. */

/* Row: 32 hash | 33 public key | 64 r||s = 129 bytes + extra_size. flags: UFSECP_LOW_S. */
UFSECP_API int ufsecp_ecdsa_verify_rows(uint8_t *ok, const uint8_t *rows, size_t extra_size,
                                        size_t n, unsigned flags);
/* Row: 32 x-only public key | 32 message | 64 signature = 128 bytes + extra_size. */
UFSECP_API int ufsecp_schnorr_verify_rows(uint8_t *ok, const uint8_t *rows, size_t extra_size,
                                          size_t n);
/* Row: 32 hash | 64 r||s | 1 recovery id = 97 bytes + extra_size. pubkeys: n * 33, a failed row
 * zeroed. */
UFSECP_API int ufsecp_ecdsa_recover_rows(uint8_t *pubkeys33, uint8_t *ok, const uint8_t *rows,
                                         size_t extra_size, size_t n);
/* The Ethereum addresses of those keys, as that network's ecrecover gives them. Rows as above;
 * addresses: n * 20, the last 20 bytes of Keccak-256 of x || y, a failed row zeroed. The recovery
 * id is 0 ... 3, not 27 or 28, and high s is accepted. */
UFSECP_API int ufsecp_ecrecover_rows(uint8_t *addresses20, uint8_t *ok, const uint8_t *rows,
                                     size_t extra_size, size_t n);

/* n * 33 bytes to n * 65 bytes; a row that is no key is zeroed. */
UFSECP_API int ufsecp_pubkey_decompress_batch(uint8_t *pubkeys65, uint8_t *ok,
                                              const uint8_t *pubkeys33, size_t n);
/* out[i] = scalars[i] * P[i]: n * 33 bytes, n * 32 and n * 33; public scalars. A zero scalar or an
 * invalid key fails its row. */
UFSECP_API int ufsecp_pubkey_mul_batch(uint8_t *out33, uint8_t *ok, const uint8_t *scalars32,
                                       const uint8_t *pubkeys33, size_t n);
/* out[i] = scalar * P[i], one public scalar for all. */
UFSECP_API int ufsecp_pubkey_mul_one_batch(uint8_t *out33, uint8_t *ok, const uint8_t scalar32[32],
                                           const uint8_t *pubkeys33, size_t n);
/* out[i] = a[i] * P[i] + b[i] * G: n * 33 bytes, n * 32, n * 33 and n * 32; public scalars. a or b
 * may be zero. A scalar that is not below the group order, an invalid key (also where a is zero) or
 * infinity as the result fails its row, which is zeroed. */
UFSECP_API int ufsecp_pubkey_mul_add_batch(uint8_t *out33, uint8_t *ok, const uint8_t *as32,
                                           const uint8_t *pubkeys33, const uint8_t *bs32, size_t n);
/* NEVER FOR SECRET KEYS: its time tells them; ufsecp_pubkey_create_batch is the call for those.
 * out[i] = k[i] * G for public scalars: n * 33 bytes and n * 32. A scalar that is zero or not below
 * the group order fails its row, which is zeroed. */
UFSECP_API int ufsecp_public_scalar_mul_gen_batch(uint8_t *out33, uint8_t *ok,
                                                  const uint8_t *scalars32, size_t n);

/* The secret side, constant time: n keys of 32 bytes, n messages of 32 bytes; aux32s may be NULL. A
 * row with an invalid key fails. */
UFSECP_API int ufsecp_pubkey_create_batch(uint8_t *pubkeys33, uint8_t *ok, const uint8_t *seckeys32,
                                          size_t n);
UFSECP_API int ufsecp_ecdsa_sign_batch(uint8_t *sigs64, uint8_t *ok, const uint8_t *msgs32,
                                       const uint8_t *seckeys32, size_t n);
UFSECP_API int ufsecp_schnorr_sign_batch(uint8_t *sigs64, uint8_t *ok, const uint8_t *msgs32,
                                         const uint8_t *seckeys32, const uint8_t *aux32s, size_t n);
/* One secret key and n public keys of 33 bytes; as ufsecp_ecdh. */
UFSECP_API int ufsecp_ecdh_batch(uint8_t *secrets32, uint8_t *ok, const uint8_t *pubkeys33,
                                 const uint8_t seckey32[32], size_t n);

#ifdef __cplusplus
}
#endif
#endif
