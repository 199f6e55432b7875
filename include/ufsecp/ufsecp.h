/* The whole C interface of UltrafastSecp256k1.
 *
 * Every call is stateless and thread-safe: there is no context to create, and no call allocates
 * memory (but for threads, which are off until ufsecp_threads_set allows them, for
 * ufsecp_secret_alloc, for what is named "many at once", batch verification and sums of many
 * multiples, for the scan of an index, and for GPUs once one is chosen). Arrays are densely packed
 * bytes, numbers in them big-endian. A call that returns int returns 1 if it did what its name says
 * (or the answer is yes) and 0 if not; one that returns a ufsecp_status says why, and only
 * UFSECP_OK is a yes: compare with it. Outputs are zeroed on failure. Misuse (a null pointer where
 * a value is needed, an impossible length, an unknown flag) returns 0 or UFSECP_MISUSE and writes
 * nothing. Outputs may not overlap inputs unless the text says so.
 *
 * Calls that take a secret key run in constant time: no branch and no memory address depends on it.
 * Calls whose arguments are all public (verification, recovery, public-key arithmetic) run in
 * variable time.
 *
 * Standards: SEC 1 and SEC 2 (curve, point encodings, ECDSA), RFC 6979 (nonces), BIP-66 (strict
 * DER), BIP-146 (low s), BIP-340 (Schnorr), BIP-341 (taproot), BIP-352 (silent payments).
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
    UFSECP_BAD_SIGNATURE = 0,  /* well-formed, but the verification equation does not hold */
    UFSECP_MISUSE = -1,        /* null pointer, impossible length or unknown flag */
    UFSECP_PUBKEY_FORMAT = -2, /* wrong length or prefix, or a hybrid key of the other parity */
    UFSECP_PUBKEY_RANGE = -3,  /* a coordinate is not below the field prime p */
    UFSECP_PUBKEY_OFF_CURVE = -4,
    UFSECP_R_ZERO = -5,
    UFSECP_R_RANGE = -6, /* r is not below the group order n (ECDSA) or p (Schnorr) */
    UFSECP_S_ZERO = -7,
    UFSECP_S_RANGE = -8,   /* s is not below the group order n */
    UFSECP_S_HIGH = -9,    /* s > n/2 where low s was asked for */
    UFSECP_RECID = -10,    /* not 0 ... 3, or r + n is not below p */
    UFSECP_NO_POINT = -11, /* the point does not exist: r is no x coordinate, or infinity */
    UFSECP_DER = -12       /* not a DER signature in the form that was asked for */
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
 * UFSECP_ENGINE does the same at the first call (such a name is ignored there). Calls that run at that moment in other threads
 * finish on the engine that they began with.
 *
 * GPUs are engines that "auto" never chooses: "cuda", "opencl", "metal" (on Apple systems), with
 * numbers of devices where there are more ("cuda:1"; "cuda:0,1" shares each batch between two of a
 * kind); without them the environment variable UFSECP_GPU_DEVICE names them, or it is the first
 * ("none" there: no GPU is ever looked for). Drivers are looked for when an engine is first asked
 * for, and kernels compiled by the first batch, which may take seconds, and are kept for the user's
 * later processes ($XDG_CACHE_HOME/ufsecp or $HOME/.cache/ufsecp; UFSECP_CACHE_DIR names another
 * folder, or none if it is empty); devices stay open, no more than four engines; in a forked child the CPU does their work. They do the batch calls of public
 * data, a large batch in one call at best, and ufsecp_silent_scan_var; all else, and all that is
 * secret, is done by the fastest engine of the CPU, and so is what a device that fails leaves
 * undone, for the rest of the process, also where others shared its batch: ufsecp_engine_note
 * tells. Calls from several threads take turns on a device. Memory of theirs is allocated as it is
 * needed and kept. UFSECP_GPU_WINDOW_BITS (2 to 20) sets the size of the table
 * of multiples of G that each device makes: 33.5 MB by default (16 bits), 262 KB (8) on a CPU. */
UFSECP_API int ufsecp_engine_select(const char *name);

/* The i-th engine that was built into the library, fastest first, then GPUs; NULL past the end.
 * *supported (may be NULL) tells if this CPU can run it, or of a GPU if it is open: it is not
 * opened for that. */
UFSECP_API const char *ufsecp_engine_at(size_t i, int *supported);

/* One line about the i-th engine: what the GPU is, or why there is none (it is opened for that);
 * NULL for an engine of the CPU, and past the end. */
UFSECP_API const char *ufsecp_engine_text(size_t i);

/* One line about the engine in use: what went wrong on its GPU first, or, on a CPU, why the GPU
 * that was last asked for could not be opened; NULL if nothing did. The results of all calls are
 * right all the same. Thread-safe, as the two above. */
UFSECP_API const char *ufsecp_engine_note(void);

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
 * written to swap (on Windows: not while the process may run). Pages that cannot be touched lie
 * before and behind, so that a program that runs past the end (len rounded up to a multiple of 16)
 * stops there. Where the system can do it, the pages are left out of core dumps (Linux, FreeBSD),
 * and a forked child, which inherits no locks, finds zeros in them (Linux 4.14, FreeBSD 12,
 * OpenBSD).
 *
 * NULL, with the reason in errno, if there is no such memory: EINVAL for len = 0; ENOMEM, EPERM or
 * EAGAIN where no more may be locked (RLIMIT_MEMLOCK, or the least working set on Windows: each
 * call takes whole pages of it) or there is no room; ENOSYS where the system has no such pages
 * (WebAssembly). It never gives memory that is not locked. Hibernation, other privileged processes and copies that the program
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
/* NEVER FOR A SECRET SCALAR: its time tells it; ufsecp_pubkey_mul_secret_batch is the call for one.
 * out[i] = scalar * P[i], one public scalar for all. */
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
/* out[i] = seckey * P[i], the points themselves (n * 33 bytes), as secret as the key: the twin of
 * ufsecp_pubkey_mul_one_batch, which is faster, for public scalars. */
UFSECP_API int ufsecp_pubkey_mul_secret_batch(uint8_t *out33, uint8_t *ok,
                                              const uint8_t seckey32[32], const uint8_t *pubkeys33,
                                              size_t n);

/* ---- Many at once: a sum of many multiples (multi-scalar multiplication) ---- */

/* out = scalars[0] P[0] + ... + scalars[n - 1] P[n - 1] + gen_scalar G, as a key of out_len = 33
 * or 65 bytes, for n public scalars of 32 bytes and n compressed keys of 33. All arguments are
 * public: variable time. gen_scalar32 may be NULL, which leaves G out; scalars may be zero; a key
 * may occur any number of times, and beside its negative.
 *
 * UFSECP_OK, or with out zeroed: UFSECP_S_RANGE if a scalar is not below the group order; the
 * status of ufsecp_pubkey_convert if a key is none, also beside a zero scalar; UFSECP_NO_POINT if
 * the sum is infinity, as that of nothing is. *bad (may be NULL) is the first row whose scalar or
 * key is bad, n if only gen_scalar32 is, SIZE_MAX if none is. UFSECP_MISUSE writes nothing.
 *
 * The cost of a product falls as n grows, to a fifth of that of single multiplications and less. A
 * few products share their doublings; more of them work in memory that the call allocates and
 * gives back: about 300 bytes a product and, up to 16 MiB, less than 1,400 KiB beside, on each of the
 * threads that ufsecp_threads_set allows. max_bytes limits that for each thread (0: 16 MiB): rows
 * are then done in parts as large as have room, each for itself, of up to 49,999 with 16 MiB. Where
 * that is too little for sixteen products (166,000 bytes have room for them), or there is no
 * memory, they are done 16 at a time on the stack, in 40 KiB. The engine of a GPU does many products
 * in memory of its own, whatever max_bytes is. The result depends on none of this.
 */
UFSECP_API ufsecp_status ufsecp_msm(uint8_t *out, size_t out_len, const uint8_t *scalars32,
                                    const uint8_t *pubkeys33, const uint8_t *gen_scalar32, size_t n,
                                    size_t max_bytes, size_t *bad);

/* ---- Many at once: batch verification ----
 *
 * Many signatures, or other claims about points, are added up with random weights and checked by
 * one sum (BIP-340, "Batch Verification"). The sum says only whether all hold; which ones do not is
 * found by sums over parts, and where these are small, row by row. Verdicts are those of the calls
 * that verify one by one: a sum lets false rows pass with a chance of 2^-127, for each time that
 * somebody makes a batch anew in the hope of it, and a chunk (of 8,192 rows at most) that has false
 * ones needs up to about 20 sums. Where few rows are at hand, one by one costs less, and that is
 * what is done.
 *
 * The weights come from a hash of all that the batch says, and of entropy32, 32 bytes that may be
 * NULL. Soundness does not need these: they are a second line, for which they must be random and
 * unknown to whoever made the rows. For rows of Schnorr signatures the engine of a GPU draws the
 * weights from the system's random generator and entropy32 instead, and verifies a chunk that does
 * not hold row by row.
 *
 * Cost: where all rows hold, one sum. Where not, at most three sums of that size, of which the last
 * two need no square roots, and every row verified once; of one false row in a large batch, two to
 * three sums.
 *
 * All arguments are public: variable time. Memory for a sum, about 500 bytes a row and up to 1.3 MiB
 * beside, never more than 6 MiB a thread, is allocated and given back by each call; where there is
 * none, rows are verified one by one, with the same verdicts. The profile tiny always does so, and
 * has no ufsecp_batch. */

/* 1 if all n signatures are valid. Rows and extra_size as of ufsecp_schnorr_verify_rows; so is the
 * answer for n = 0. */
UFSECP_API int ufsecp_schnorr_batch_verify(const uint8_t *rows, size_t extra_size, size_t n,
                                           const uint8_t *entropy32);
/* The same, and the verdict of each row in ok (n bytes, or NULL): exactly what
 * ufsecp_schnorr_verify_rows gives. The call to take where nearly always all rows hold. */
UFSECP_API int ufsecp_schnorr_batch_identify(uint8_t *ok, const uint8_t *rows, size_t extra_size,
                                             size_t n, const uint8_t *entropy32);

/* Claims of three kinds as they come, one batch for all, their verdicts at the end. The object
 * holds up to 8,192 claims of 192 bytes: when it is full, they are checked, on the threads that
 * ufsecp_threads_set allows, and a byte a claim is kept. One thread at a time may use it; different
 * objects are independent. NULL if there is no memory. entropy32 as above; it is copied. */
typedef struct ufsecp_batch ufsecp_batch;
UFSECP_API ufsecp_batch *ufsecp_batch_new(const uint8_t *entropy32);
/* batch may be NULL. */
UFSECP_API void ufsecp_batch_free(ufsecp_batch *batch);

/* Each adds one claim. What it says is data: if a key, a point, a number or a recovery id is
 * impossible, the claim is added and is false. 0, and nothing is added, only on misuse or if there
 * is no memory for the verdict. Nothing that is passed is needed after the call.
 *
 * A Schnorr signature is valid, as ufsecp_schnorr_verify says. */
UFSECP_API int ufsecp_batch_add_schnorr(ufsecp_batch *batch, const uint8_t sig64[64],
                                        const uint8_t *msg, size_t msg_len,
                                        const uint8_t xonly32[32]);
/* An ECDSA signature is valid and its recovery id leads to this key, as ufsecp_ecdsa_recover says:
 * a valid signature with a wrong id is false. flags: UFSECP_LOW_S makes s > n/2 false, otherwise it
 * is accepted (with the id that belongs to it: that of the low s has the other parity). The key is
 * compressed; another length or kind of key is none. */
UFSECP_API int ufsecp_batch_add_ecdsa(ufsecp_batch *batch, const uint8_t sig64[64], int recid,
                                      const uint8_t msg32[32], const uint8_t pubkey33[33],
                                      unsigned flags);
/* output32, with y of that parity (0 or 1), is the taproot output key of internal32 and
 * merkle_root32 (NULL for no script path), as ufsecp_taproot_output_key gives it. */
UFSECP_API int ufsecp_batch_add_taproot(ufsecp_batch *batch, const uint8_t output32[32], int parity,
                                        const uint8_t internal32[32], const uint8_t *merkle_root32);

/* The claims added since the object was made or last finished; 0 for NULL. */
UFSECP_API size_t ufsecp_batch_count(const ufsecp_batch *batch);
/* 1 if all of these hold (as none do). ok (NULL, or a byte for each of them) takes the verdicts in
 * the order in which they were added. Then the object is empty, and may be filled again. */
UFSECP_API int ufsecp_batch_finish(ufsecp_batch *batch, uint8_t *ok);

/* ---- Silent payments (BIP-352): addresses that are paid to without being seen ----
 *
 * An address is a scan key and a spend key, 33 bytes each: "sp1q" and bech32m around them are the
 * wallet's business, as is which inputs of a transaction count. b_scan and b_spend are their secret
 * keys. With a the sum of the input keys and A = a*G, sender and receiver share the secret point
 * S = input_hash*a*B_scan = b_scan*input_hash*A; output number k to a scan key is
 * B_m + t_k*G, where t_k is a tagged hash of S and k, and B_m is B_spend or, in an address with
 * label m, B_spend + label tweak*G. Outputs are x-only keys.
 *
 * To spend, the secret key of a found output is b_spend + its tweak32: ufsecp_seckey_tweak_add.
 *
 * Secret, and handled in constant time: input keys, scan keys, label tweaks, and all that is made
 * from them. What the outputs of a payment would be is not: it is in the transaction, or nobody has
 * it. The outpoint is 36 bytes, the transaction id as it is serialized and the number in 4
 * little-endian bytes, and must be the smallest, byte by byte, of ALL inputs. */

/* Outputs to one scan key in a transaction (K_max): senders make no more, receivers look no
 * further. */
#define UFSECP_SILENT_LIMIT 2323

/* The outputs for n recipients, 66 bytes each (scan key | spend key, which may have a label):
 * outputs32 is n * 32 bytes, in the order of the recipients. All of them must be in the
 * transaction, in any order. The secret keys are those of the inputs that count, 32 bytes each: of
 * taproot inputs (key path; the output key's own, of either parity) and of all others. Constant
 * time in these.
 *
 * 0, and zeros, if a secret key is not valid, the sum of all is zero (as it is for none), a
 * recipient's key is not valid, an output would be infinity, or more than UFSECP_SILENT_LIMIT
 * recipients have the same scan key. More than 23,255 recipients, the outputs that a block has room
 * for, are misuse. */
UFSECP_API int ufsecp_silent_outputs_create(uint8_t *outputs32, const uint8_t *recipients66,
                                            size_t n, const uint8_t outpoint36[36],
                                            const uint8_t *taproot_seckeys32, size_t n_taproot,
                                            const uint8_t *plain_seckeys32, size_t n_plain);

/* input_hash * A, what a receiver needs of a transaction besides its outputs, and an index stores:
 * from the public keys of the inputs that count, x-only ones of taproot inputs (32 bytes each), and
 * those of all others (33 bytes each). All public. 0, and zeros, if a key is not valid or their sum
 * is infinity (as it is for none): such a transaction pays nobody silently. */
UFSECP_API int ufsecp_silent_tweak(uint8_t tweak33[33], const uint8_t outpoint36[36],
                                   const uint8_t *xonlys32, size_t n_xonly,
                                   const uint8_t *pubkeys33, size_t n_plain);

/* Label m of a scan key: its tweak, which is secret, and label33 = tweak*G. m = 0 is for change,
 * and its address is given to nobody. Constant time in the scan key. 0, and zeros, if that is not
 * valid. */
UFSECP_API int ufsecp_silent_label(uint8_t label33[33], uint8_t label_tweak32[32],
                                   const uint8_t scan_seckey32[32], uint32_t m);
/* The spend key for an address with that label: the sum of both. All public. 0, and zeros, if one
 * is not valid or the sum is infinity. */
UFSECP_API int ufsecp_silent_labelled_spend_pubkey(uint8_t out33[33],
                                                   const uint8_t spend_pubkey33[33],
                                                   const uint8_t label33[33]);

/* Labels made ready for ufsecp_silent_scan_transaction, once for many transactions: n labels of 33
 * bytes and their tweaks of 32, in memory of the caller's with room for
 * ufsecp_silent_labels_bytes(n) bytes (108 to 112 for each; 0: n is impossible), at any address. It
 * stays in place, holds the tweaks (wipe it when done), and may be read by many threads. 0, and
 * then it has no labels, if a label or tweak is not valid; that they belong together is believed.
 */
UFSECP_API size_t ufsecp_silent_labels_bytes(size_t n);
UFSECP_API int ufsecp_silent_labels_set(void *labels, size_t bytes, const uint8_t *labels33,
                                        const uint8_t *label_tweaks32, size_t n);

/* A payment that was found. */
typedef struct ufsecp_silent_found {
    uint64_t output; /* which of the outputs */
    int64_t label;   /* which of the labels, -1 for none */
    uint32_t k;
    uint8_t tweak32[32]; /* t_k, plus the tweak of the label: what is added to b_spend. Keep it as
                            the scan key is kept: it tells who is paid */
} ufsecp_silent_found;

/* Finds a receiver's payments in a whole transaction: outputs32 is its n_outputs taproot outputs
 * (any 32 bytes; those that are no key match nothing), tweak33 what ufsecp_silent_tweak gives,
 * labels NULL or what ufsecp_silent_labels_set made; without that of m = 0 no change is found.
 * found has room for n_outputs or UFSECP_SILENT_LIMIT entries, whichever is less, and holds
 * *n_found, by k = 0, 1 ...; what is behind them is not written. memory is of the caller's, at any
 * address, with room for ufsecp_silent_scan_bytes(n_outputs) bytes (about 132 KB, and 80 to 84 for
 * each output; 0: n_outputs is impossible); nothing secret is left in it.
 *
 * For each k the output without a label is found or else that of the first label that has one; if
 * it stands there more than once, the first; an output is found once. The search ends where a k has
 * none, or at the limit. For each k it costs one multiplication of G, and where that is not found
 * and there are labels, an addition for each label or two for each output left, whichever is
 * cheaper (outputs cost a square root each, once).
 *
 * Constant time in the scan key and the shared secret; how many outputs are found, which, and with
 * which labels, can be told from the time. 0, and zeros, if the scan key, the spend key or tweak33
 * is not valid. */
UFSECP_API size_t ufsecp_silent_scan_bytes(size_t n_outputs);
UFSECP_API int ufsecp_silent_scan_transaction(ufsecp_silent_found *found, size_t *n_found,
                                              const uint8_t *outputs32, size_t n_outputs,
                                              const uint8_t tweak33[33],
                                              const uint8_t scan_seckey32[32],
                                              const uint8_t spend_pubkey33[33], const void *labels,
                                              void *memory, size_t bytes);

/* ---- Scanning an index for silent payments (BIP-352), as light clients and index servers do ----
 *
 * A row is one transaction: its tweak point T = input_hash * A (A: the sum of the public keys of
 * its inputs), and its taproot outputs. What a payment is, and which one is found for a k, is as in
 * ufsecp_silent_scan_transaction: the first output with the x coordinate of P_k, or of P_k and the
 * first label that has one, for k = 0, 1 ... until a k has none.
 *
 * A row costs one multiplication by the scan key and one of G for each receiver, an addition for
 * each label, and comparisons with its outputs, 16,384 at most. One that holds payments is read
 * again, and one that asks for more comparisons, or of a receiver with so many labels that this is
 * cheaper, is only read: for each k a multiplication of G and an addition for each label that is
 * tried; at worst, 2,323 payments to the last of 100,000 labels, 232 million. */
typedef struct ufsecp_silent_index {
    const uint8_t *tweaks;      /* n * tweak_size bytes */
    size_t tweak_size;          /* 33, compressed, or 64, x || y, which spares a square root */
    const uint8_t *outputs;     /* the outputs of all rows, output_size bytes each */
    size_t output_size;         /* 32, x coordinates, or 8, their first bytes: then a match is a
                                   candidate, by chance once in 2^64 comparisons */
    const uint64_t *outputs_at; /* n + 1 numbers that do not fall: row i has the outputs from number
                                   outputs_at[i] to before outputs_at[i + 1]; NULL: one each */
    size_t n;
} ufsecp_silent_index;

/* Whom to look for. The spend key and the labels are points that addresses are made of, and count
 * as public. */
typedef struct ufsecp_silent_scan_key {
    const uint8_t *scan_seckey32;
    const uint8_t *spend_pubkey33;
    const uint8_t *label33s; /* n_labels * 33 bytes; that of label 0, for change, among them */
    size_t n_labels;
} ufsecp_silent_scan_key;

/* A payment. The secret key of its output is that of the spend key, plus tweak32, plus the tweak of
 * the label if there is one. tweak32 tells who is paid: keep it as the scan key is kept. */
typedef struct ufsecp_silent_match {
    uint64_t row, output; /* output: within its row */
    uint64_t key;
    int64_t label; /* index among the labels of the key, -1 for none */
    uint32_t k;
    uint8_t tweak32[32]; /* t_k */
} ufsecp_silent_match;

/* Finds the payments of n_keys receivers in an index. matches has room for `capacity` payments: it
 * holds the first *n_matches of them, by row, key and k, or, where *n_matches is larger, the first
 * `capacity`: scan the rows from that of the last one again with more room. ok (n bytes, or NULL):
 * 0 for a row whose tweak is no point, which is passed over, 1 for others. Returns 1 if every row
 * holds; 0 also if a scan key is no secret key or a spend key or label no point: then no row does,
 * and *n_matches is 0; and if there is no memory: then nothing is known of any row, *n_matches is
 * SIZE_MAX, ok is zeros, and no payment is in matches. Memory, allocated and given back: 64 bytes a
 * label, and for a row that holds payments 132 KB and 84 bytes an output. Results do not depend on
 * engine and threads.
 *
 * Constant time in scan keys and all that is made from them, but for the rows that hold payments:
 * how many there are, and where, can be told from the time. The profile tiny does not have it. */
UFSECP_API int ufsecp_silent_scan(ufsecp_silent_match *matches, size_t capacity, size_t *n_matches,
                                  uint8_t *ok, const ufsecp_silent_index *index,
                                  const ufsecp_silent_scan_key *keys, size_t n_keys);
/* The same in variable time, ITS TIME TELLS SCAN KEYS: for whoever serves the owners of those keys
 * on a machine where nobody else can measure. With the engine of a GPU in use the scan key, and
 * what is made from it, also lies in the memory of the device and of its driver, and is not wiped
 * there. It cannot spend, but who learns a scan key can tell all payments of its owner. */
UFSECP_API int ufsecp_silent_scan_var(ufsecp_silent_match *matches, size_t capacity,
                                      size_t *n_matches, uint8_t *ok,
                                      const ufsecp_silent_index *index,
                                      const ufsecp_silent_scan_key *keys, size_t n_keys);

#ifdef __cplusplus
}
#endif
#endif
