/** @file
 * The C interface of UltrafastSecp256k1. It includes ufsecp_batch.h, the calls for many rows,
 * ufsecp_adaptor.h, adaptor signatures, ufsecp_bip32.h, extended keys, ufsecp_frost.h, FROST,
 * ufsecp_musig.h, MuSig2, and ufsecp_prepared.h, keys that verify often. */
/** @mainpage The interfaces in C (ufsecp.h and what it includes) and C++ (secp256k1.hpp)
 *
 * These rules hold for every call, except where its own comment says otherwise.
 *
 * - **Sizes.** Arrays are packed bytes, numbers are big-endian. The digits that end a parameter's
 *   name are its size in bytes: `sig64` has 64. In a batch they are the size of each element.
 * - **Returns.** An `int` is 1 if the call did what its name says, or the answer is yes; else 0.
 *   A #ufsecp_status says why not. Only #UFSECP_OK is a yes: always compare with it.
 * - **Failure.** Bad data (a key, a signature, their length) zeroes the outputs.
 * - **Misuse.** A null pointer where a value is needed, an impossible length of an output or a flag
 *   that the call does not name is an error of the program. The call returns 0 or #UFSECP_MISUSE
 *   and writes nothing. A pointer may be NULL where its length is 0.
 * - **Overlap.** Outputs may not overlap inputs.
 * - **Threads.** Calls are thread-safe, but one #ufsecp_batch serves one thread at a time. There is
 *   no context. The only state of the process is its settings, one table, worker threads and open
 *   GPUs.
 * - **Memory.** Calls do not allocate. The exceptions are ufsecp_secret_alloc(), the groups
 *   @ref msm, @ref musig and @ref frost (for more than 16 points), @ref batch_verification and
 *   @ref silent_scan, ufsecp_ecdsa_verify_rows() and ufsecp_schnorr_verify_rows() of many rows,
 *   @ref items (for more than 128),
 *   threads once ufsecp_threads_set() allows them, GPUs once one is chosen, and one table (see
 *   @ref batches).
 * - **Time.** A call that takes a secret key runs in constant time: no branch and no memory address
 *   depends on the key. Calls whose arguments are all public run in variable time.
 *
 * n is the order of the group, p the prime of the field, G the generator. P stands for a public
 * key as a point.
 *
 * Standards: SEC 1 and SEC 2 (curve, point encodings, ECDSA), RFC 6979 (nonces), RFC 9591 and
 * BIP-445 (FROST), BIP-32 (extended keys), BIP-66 (strict DER), BIP-146 (low s), BIP-324
 * (ElligatorSwift), BIP-327 (MuSig2), BIP-340 (Schnorr), BIP-341 (taproot), BIP-352 (silent
 * payments), BIP-374 (DLEQ proofs).
 */
#ifndef UFSECP_H
#define UFSECP_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Marks what the library exports. */
#if defined(__GNUC__) && !defined(_WIN32)
#define UFSECP_API __attribute__((visibility("default")))
#else
#define UFSECP_API
#endif

/** Marks a result that must be used: compilers warn of a call that drops it. Not marked: calls that
 * fail by misuse alone, settings, and calls that write a verdict for each row (`ok`). */
#if defined(__GNUC__) || defined(__clang__)
#define UFSECP_MUST_USE __attribute__((warn_unused_result))
#elif defined(_MSVC_LANG) && _MSVC_LANG >= 201703L
#define UFSECP_MUST_USE [[nodiscard]]
#else
#define UFSECP_MUST_USE
#endif

/** The version of this header, as ufsecp_version() gives that of the library. */
#define UFSECP_VERSION "0.2.0"

/** Why an argument or a row is not valid. Positive is valid; zero and below are not. */
typedef enum ufsecp_status {
    UFSECP_OK = 1,                /**< valid */
    UFSECP_BAD_SIGNATURE = 0,     /**< well-formed, but the verification equation does not hold */
    UFSECP_MISUSE = -1,           /**< null pointer, impossible length or unknown flag */
    UFSECP_PUBKEY_FORMAT = -2,    /**< wrong length or prefix, or hybrid with the other parity */
    UFSECP_PUBKEY_RANGE = -3,     /**< a coordinate is not below p */
    UFSECP_PUBKEY_OFF_CURVE = -4, /**< no point of the curve has these coordinates */
    UFSECP_R_ZERO = -5,           /**< r is zero */
    UFSECP_R_RANGE = -6,          /**< r is not below n (ECDSA) or p (Schnorr) */
    UFSECP_S_ZERO = -7,           /**< s is zero */
    UFSECP_S_RANGE = -8,          /**< s is not below n */
    UFSECP_S_HIGH = -9,           /**< s > n/2 where #UFSECP_LOW_S was given */
    UFSECP_RECID = -10,           /**< the recovery id is not 0 ... 3, or r + n is not below p */
    UFSECP_NO_POINT = -11,        /**< no point has the x coordinate r, or the result is infinity */
    UFSECP_DER = -12,             /**< not a DER signature in the form that was asked for */
    UFSECP_SIG_FORMAT = -13       /**< wrong length of a signature that is not DER, or a Schnorr
                                     signature with the hash type 0 behind it */
} ufsecp_status;

/** One line of English for a status. @return never NULL */
UFSECP_API const char *ufsecp_status_text(ufsecp_status status);

/** Flag: refuse s > n/2 (BIP-146). The default accepts it, as Bitcoin's consensus does. */
#define UFSECP_LOW_S 1u
/** Flag: public keys may be hybrid (65 bytes, prefix 06 or 07). May be or-ed with the other. */
#define UFSECP_ALLOW_HYBRID 2u

/** @defgroup library Library: engines, threads, checks
 * Settings of the process. Each may be changed at any time, from any thread. Texts that these calls
 * return are the library's; but for that of ufsecp_engine_note() they stay as long as it is loaded.
 * In a program with rights that its caller has not (set-user-ID), the library's variables of the
 * environment say nothing.
 * @{ */

/** The version of the library: "major.minor.patch". */
UFSECP_API const char *ufsecp_version(void);

/** The name of the engine in use: "portable", "x64_adx", "word32" ...
 * The first call of the process chooses it from the features of the CPU. Under "auto", calls with
 * secrets may go to the next engine, as they do from x64_avxifma. */
UFSECP_API const char *ufsecp_engine(void);

/** Chooses the engine of the process by name. One of the CPU then takes calls with secrets too.
 * To go back, select "auto".
 *
 * Calls that run in other threads at that moment finish on their old engine, some of them from
 * their next part on by the new one. The environment variable UFSECP_ENGINE does the same at the
 * first call; there an impossible name is ignored.
 *
 * **GPUs.** "cuda", "opencl" and "metal" (Apple systems) are engines that "auto" never chooses.
 * Numbers select devices: "cuda:1", or "cuda:0,1" to share each batch between two of a kind.
 * Without numbers UFSECP_GPU_DEVICE names them, or the first device is taken. The value "none"
 * there keeps the library from looking for any GPU.
 *
 * **What a GPU computes.** Batch calls on public data, and ufsecp_silent_scan_var(). Large batches
 * in one call gain most. Everything else, and every call with a secret but that one, runs on the
 * fastest engine of the CPU.
 *
 * **Failure of a device.** The CPU finishes the batch and handles all later calls of the process,
 * even where other devices shared the batch. ufsecp_engine_note() reports it. A fork of a process
 * that asked for a GPU does all work on the CPU. A set-user-ID program opens no GPU: drivers load
 * code that the environment names.
 *
 * **Start.** Drivers are loaded when a GPU is first asked for. The first batch compiles the
 * kernels, which may take seconds. They are cached in $XDG_CACHE_HOME/ufsecp or
 * $HOME/.cache/ufsecp. UFSECP_CACHE_DIR names another folder; empty, it turns the cache off.
 *
 * **Memory and devices.** Device memory is allocated as needed and kept. Each device makes a table
 * of multiples of G. UFSECP_GPU_WINDOW_BITS (2 to 20) sets its size. The default is 20, 436 MB, or
 * 18, 126 MB, if that is at most a 64th of the device's memory; else 16, 33.5 MB. On an OpenCL
 * device that is a CPU it is 8, 262 KB. Devices stay open, no more than four engines. Threads take
 * turns on a device.
 *
 * @return 0, and nothing changes, if the name is unknown or this machine cannot run it */
UFSECP_API int ufsecp_engine_select(const char *name);

/** The name of the i-th engine that was built in: CPU engines, fastest first, then GPUs.
 * @param supported may be NULL; set to 1 if this CPU can run it, or if this GPU is already open
 * @return NULL past the end */
UFSECP_API const char *ufsecp_engine_at(size_t i, int *supported);

/** One line about the i-th engine: what the GPU is, or why there is none. Opens it to find out.
 * @return NULL for an engine of the CPU, and past the end */
UFSECP_API const char *ufsecp_engine_text(size_t i);

/** One line about what went wrong with GPUs. Results of all calls are right all the same.
 * On a GPU it is the first failure; on the CPU, why the last GPU asked for could not be opened.
 * @return NULL if nothing went wrong. The text of a GPU that could not be opened stays until eight
 * more could not, whichever thread asked for them */
UFSECP_API const char *ufsecp_engine_note(void);

/** Sets how many threads a batch call may use, its caller included. 0: all cores of the process,
 * as its first thread may use them. The quota of a container (cgroups) is not counted.
 *
 * The default is 1: the library starts no thread until this call, or the environment variable
 * UFSECP_THREADS (0 to 1,024, read at the first call; anything else is ignored), allows it. Results
 * never depend on it.
 *
 * **When they start.** A batch of 256 rows starts them, or of 1,024 for the cheapest calls. They
 * block the host's signals and sleep between calls. They end with the process or with dlclose. If
 * one cannot be started, the others do the work.
 *
 * **Stack.** Each has 2 MiB. A batch uses less than 256 KiB of it, and of its caller's stack.
 *
 * **The limit holds for the process.** Where several threads of the program call at once, the
 * library's threads only fill what is left of it. It may change while batches run. A forked child
 * may go on using the library.
 *
 * @return 0, and nothing changes, if n > 1024, or n > 1 in a library built without threads */
UFSECP_API int ufsecp_threads_set(unsigned n);
/** The number of threads in force. @return never 0 */
UFSECP_API unsigned ufsecp_threads(void);

/** Sets whether every signature is verified before it is returned, in single calls and batches.
 * Adaptor signatures and proofs of ufsecp_dleq_prove() are too; of partial signatures only those of
 * ufsecp_musig_deterministic_sign() and ufsecp_frost_deterministic_sign().
 * 1 is on, 0 is off and the default. It holds for the process from the next call on.
 *
 * **Why.** A fault may strike the computation: a worn or overclocked processor, a flipped bit, an
 * attacker. A faulty signature beside the right one reveals the secret key. With the check on, such
 * a call returns 0, or its row's ok is 0, and the signature is zeros. Other rows are not affected.
 *
 * **What it compares.** The public key is made from the secret key once more. A #ufsecp_keypair is
 * checked against the public key in it, as BIP-340 recommends: damage to either half is seen. A
 * recoverable signature must lead back to the public key.
 *
 * **Cost.** One verification a signature, and one public key unless there is a keypair. Batches do
 * both in lanes.
 *
 * **Limits.** A fault that still verifies is not seen: in the key or the message before they are
 * used, or in the nonce before it is used. An attacker who can skip one instruction may skip the
 * check.
 *
 * @return 0, and nothing changes, if on is neither 0 nor 1 */
UFSECP_API int ufsecp_sign_check_set(int on);
/** Whether signatures are checked. @return 1 or 0 */
UFSECP_API int ufsecp_sign_check(void);

/** Bytes of the precomputed table of G for secret scalars (constant time). */
UFSECP_API size_t ufsecp_table_bytes_ct(void);
/** Bytes of the precomputed table of G for public scalars. */
UFSECP_API size_t ufsecp_table_bytes_var(void);

/** @} */
/** @defgroup secret_keys Secret keys
 * A secret key is 32 bytes with 1 <= key < n (SEC 1, 3.2.1). All calls run in constant time.
 * @{ */

/** Checks a key. @return 1 if 1 <= key < n */
UFSECP_API UFSECP_MUST_USE int ufsecp_seckey_verify(const uint8_t seckey32[32]);

/** Makes a key from the operating system's generator, once that is seeded.
 * @return 0 if the generator fails, or gives no valid key four times in a row. There is no fallback
 */
UFSECP_API UFSECP_MUST_USE int ufsecp_seckey_generate(uint8_t seckey32[32]);

/** In place: key = -key mod n. @return 0, and the key zeroed, if it is not valid */
UFSECP_API UFSECP_MUST_USE int ufsecp_seckey_negate(uint8_t seckey32[32]);
/** In place: key = key + tweak mod n. The tweak may be zero.
 * @return 0, and the key zeroed, if the key or the result is not valid or the tweak is not below n
 */
UFSECP_API UFSECP_MUST_USE int ufsecp_seckey_tweak_add(uint8_t seckey32[32],
                                                       const uint8_t tweak32[32]);
/** In place: key = key * tweak mod n.
 * @return 0, and the key zeroed, if the key is not valid or the tweak is zero or not below n */
UFSECP_API UFSECP_MUST_USE int ufsecp_seckey_tweak_mul(uint8_t seckey32[32],
                                                       const uint8_t tweak32[32]);

/** @} */
/** @defgroup secret_memory Memory for secret keys
 * @{ */

/** Overwrites len bytes with zeros in a way that no compiler removes. secret may be NULL. */
UFSECP_API void ufsecp_wipe(void *secret, size_t len);

/** Allocates len bytes for secrets: zeroed, aligned to 16, on locked pages of their own.
 *
 * Locked pages are never written to swap. On Windows that holds while the process may run.
 * The page behind is inaccessible, the one before can only be read: a program that runs past the
 * end stops there. The end is len, rounded up to a multiple of 16.
 *
 * Linux and FreeBSD leave the pages out of core dumps. A forked child inherits no locks, so it
 * finds zeros there (Linux 4.14, FreeBSD 12, OpenBSD). The call does not protect against
 * hibernation, other privileged processes and the program's own copies.
 *
 * @return NULL, with the reason in errno, if there is no such memory: EINVAL for len = 0. ENOMEM,
 * EPERM or EAGAIN if the limit of locked pages (RLIMIT_MEMLOCK; on Windows the minimum working set)
 * or the memory is used up; each call takes whole pages, and three mappings. ENOSYS if the system
 * has no such pages (WebAssembly). Memory that is not locked is never returned */
UFSECP_API UFSECP_MUST_USE void *ufsecp_secret_alloc(size_t len);
/** Wipes and frees what ufsecp_secret_alloc() returned. NULL is allowed.
 * Thread-safe for different secrets. A child may free what its parent allocated. */
UFSECP_API void ufsecp_secret_free(void *secret);

/** @} */
/** @defgroup public_keys Public keys
 * Encodings: 33 bytes compressed or 65 uncompressed (SEC 1, 2.3.3), 32 x-only (BIP-340).
 *
 * `pubkey_len` tells the encoding of an input. `out_len`, or `pubkey_len` of an output, is 33 or 65
 * and chooses it.
 * @{ */

/** The public key of a secret key (SEC 1, 3.2.1). Constant time.
 * @return 0 if the secret key is not valid */
UFSECP_API UFSECP_MUST_USE int ufsecp_pubkey_create(uint8_t *pubkey, size_t pubkey_len,
                                                    const uint8_t seckey32[32]);

/** The x-only public key of a secret key (BIP-340). Constant time.
 * @param parity may be NULL; set to 1 if y is odd
 * @return 0 if the secret key is not valid */
UFSECP_API UFSECP_MUST_USE int ufsecp_xonly_create(uint8_t xonly32[32], int *parity,
                                                   const uint8_t seckey32[32]);

/** Parses a key in any encoding that flags allow, and writes it as out_len = 33 or 65 bytes.
 * @param flags 0 or #UFSECP_ALLOW_HYBRID
 * @return #UFSECP_OK, or one of UFSECP_PUBKEY_FORMAT, _RANGE, _OFF_CURVE */
UFSECP_API UFSECP_MUST_USE ufsecp_status ufsecp_pubkey_convert(uint8_t *out, size_t out_len,
                                                               const uint8_t *pubkey,
                                                               size_t pubkey_len, unsigned flags);

/** out = -P. @return 0 if the key is not valid */
UFSECP_API UFSECP_MUST_USE int ufsecp_pubkey_negate(uint8_t *out, size_t out_len,
                                                    const uint8_t *pubkey, size_t pubkey_len);
/** out = P + tweak*G for a public tweak, which may be zero.
 * @return 0 if the key is not valid, the tweak is not below n or the result is infinity */
UFSECP_API UFSECP_MUST_USE int ufsecp_pubkey_tweak_add(uint8_t *out, size_t out_len,
                                                       const uint8_t *pubkey, size_t pubkey_len,
                                                       const uint8_t tweak32[32]);
/** out = tweak*P for a public tweak.
 * @return 0 if the key is not valid or the tweak is zero or not below n */
UFSECP_API UFSECP_MUST_USE int ufsecp_pubkey_tweak_mul(uint8_t *out, size_t out_len,
                                                       const uint8_t *pubkey, size_t pubkey_len,
                                                       const uint8_t tweak32[32]);
/** out = the sum of n compressed keys, 33 bytes each.
 * @return 0 if one is not valid or the sum is infinity, as it is for n = 0 */
UFSECP_API UFSECP_MUST_USE int ufsecp_pubkey_combine(uint8_t *out, size_t out_len,
                                                     const uint8_t *pubkeys33, size_t n);

/** @} */
/** @defgroup ecdsa ECDSA
 * SEC 1, 4.1. A signature is 64 bytes r || s; a message is its 32-byte hash.
 * @{ */

/** Signs with the nonce of RFC 6979 and a low s (BIP-146). Constant time.
 *
 * The hash enters the nonce reduced mod n, as RFC 6979 says. Signers that skip this step make other
 * signatures for hashes of n and more, which a real hash is with probability 2^-128.
 * @param extra32 may be NULL; 32 bytes of additional data (RFC 6979, 3.6)
 * @return 0 if the secret key is not valid, or ufsecp_sign_check_set() is on and the check fails */
UFSECP_API UFSECP_MUST_USE int ufsecp_ecdsa_sign(uint8_t sig64[64], const uint8_t msg32[32],
                                                 const uint8_t seckey32[32],
                                                 const uint8_t *extra32);
/** ufsecp_ecdsa_sign() with the recovery id.
 * @param recid set to 0 ... 3: bit 0 is the parity of R.y, bit 1 says that R.x = r + n
 * @return as ufsecp_ecdsa_sign() */
UFSECP_API UFSECP_MUST_USE int ufsecp_ecdsa_sign_recoverable(uint8_t sig64[64], int *recid,
                                                             const uint8_t msg32[32],
                                                             const uint8_t seckey32[32],
                                                             const uint8_t *extra32);

/** Verifies a signature (SEC 1, 4.1.4).
 * @param flags #UFSECP_LOW_S and #UFSECP_ALLOW_HYBRID, or-ed, or 0
 * @return 1 only for a valid signature by a valid key */
UFSECP_API UFSECP_MUST_USE int ufsecp_ecdsa_verify(const uint8_t sig64[64], const uint8_t msg32[32],
                                                   const uint8_t *pubkey, size_t pubkey_len,
                                                   unsigned flags);
/** ufsecp_ecdsa_verify() with its reason.
 * @return #UFSECP_OK, or the first thing wrong: of the key, then of r, s and the equation */
UFSECP_API UFSECP_MUST_USE ufsecp_status ufsecp_ecdsa_check(const uint8_t sig64[64],
                                                            const uint8_t msg32[32],
                                                            const uint8_t *pubkey,
                                                            size_t pubkey_len, unsigned flags);

/** The public key that made a signature (SEC 1, 4.1.6). High s is accepted.
 * @return #UFSECP_OK, UFSECP_RECID, one of UFSECP_R_..., UFSECP_S_..., or UFSECP_NO_POINT */
UFSECP_API UFSECP_MUST_USE ufsecp_status ufsecp_ecdsa_recover(uint8_t *pubkey, size_t pubkey_len,
                                                              const uint8_t sig64[64], int recid,
                                                              const uint8_t msg32[32]);

/** Parses strict DER (BIP-66), without the hash-type byte.
 * r and s of n and more parse; verification refuses them.
 * @return 0 if the encoding is not strict, or r or s is 2^256 or more */
UFSECP_API UFSECP_MUST_USE int ufsecp_ecdsa_sig_parse_der(uint8_t sig64[64], const uint8_t *der,
                                                          size_t der_len);
/** Parses the lax DER that Bitcoin's consensus accepted before BIP-66.
 * As that parser did, it reads values that do not fit as zero.
 * @return 0 if even that parser refused it */
UFSECP_API UFSECP_MUST_USE int ufsecp_ecdsa_sig_parse_der_lax(uint8_t sig64[64], const uint8_t *der,
                                                              size_t der_len);
/** Writes a signature as strict DER, at most 72 bytes.
 * @param der_len in: the room in der. Out: the length written, 0 on failure
 * @return 0 if there is too little room */
UFSECP_API UFSECP_MUST_USE int ufsecp_ecdsa_sig_serialize_der(uint8_t *der, size_t *der_len,
                                                              const uint8_t sig64[64]);
/** In place: s becomes the lower of s and n - s (BIP-146).
 * @param was_high may be NULL; set to 1 if s changed
 * @return 0, and the signature zeroed, if r or s is not below n */
UFSECP_API UFSECP_MUST_USE int ufsecp_ecdsa_sig_normalize(uint8_t sig64[64], int *was_high);

/** @} */
/** @defgroup schnorr Schnorr signatures
 * BIP-340. A signature is 64 bytes R.x || s. A message has any length, and msg may be NULL if that
 * is 0.
 * @{ */

/** Signs a message. Constant time in the key and aux32.
 * @param aux32 auxiliary randomness; NULL stands for 32 zero bytes
 * @return 0 if the secret key is not valid, or ufsecp_sign_check_set() is on and the check fails */
UFSECP_API UFSECP_MUST_USE int ufsecp_schnorr_sign(uint8_t sig64[64], const uint8_t *msg,
                                                   size_t msg_len, const uint8_t seckey32[32],
                                                   const uint8_t *aux32);

/** A secret key with its public key: signing many messages makes the public key only once.
 * It is as secret as the key: wipe it when done. Make it by ufsecp_keypair_create() only. With a
 * public key that is not the secret key's, signatures reveal the secret key. */
typedef struct ufsecp_keypair {
    uint8_t opaque[65]; /**< the secret key, then the compressed public key; read-only. This
                           layout is stable: a program may read both */
} ufsecp_keypair;

/** Makes a keypair. Constant time. @return 0 if the secret key is not valid */
UFSECP_API UFSECP_MUST_USE int ufsecp_keypair_create(ufsecp_keypair *keypair,
                                                     const uint8_t seckey32[32]);
/** The same signature as ufsecp_schnorr_sign(), in half the time. Constant time.
 * @return as ufsecp_schnorr_sign() */
UFSECP_API UFSECP_MUST_USE int ufsecp_schnorr_sign_keypair(uint8_t sig64[64], const uint8_t *msg,
                                                           size_t msg_len,
                                                           const ufsecp_keypair *keypair,
                                                           const uint8_t *aux32);
/** Verifies a signature by an x-only key. @return 1 only if it is valid */
UFSECP_API UFSECP_MUST_USE int ufsecp_schnorr_verify(const uint8_t sig64[64], const uint8_t *msg,
                                                     size_t msg_len, const uint8_t xonly32[32]);
/** ufsecp_schnorr_verify() with its reason.
 * @return #UFSECP_OK, or the first thing wrong: of r, of s, of the key, then of the equation */
UFSECP_API UFSECP_MUST_USE ufsecp_status ufsecp_schnorr_check(const uint8_t sig64[64],
                                                              const uint8_t *msg, size_t msg_len,
                                                              const uint8_t xonly32[32]);

/** @} */
/** @defgroup ecdh ECDH
 * Secrets shared with a public key (SEC 1, 3.3.1). Constant time in the secret key.
 * @{ */

/** SHA-256 of the compressed shared point, as libsecp256k1's default.
 * @return 0 if a key is not valid */
UFSECP_API UFSECP_MUST_USE int ufsecp_ecdh(uint8_t secret32[32], const uint8_t *pubkey,
                                           size_t pubkey_len, const uint8_t seckey32[32]);
/** The x coordinate of the shared point, not hashed. @return 0 if a key is not valid */
UFSECP_API UFSECP_MUST_USE int ufsecp_ecdh_x(uint8_t x32[32], const uint8_t *pubkey,
                                             size_t pubkey_len, const uint8_t seckey32[32]);
/** A caller's hash of the shared point. It returns 1 or 0; data is the caller's own. */
typedef int (*ufsecp_ecdh_hash)(uint8_t *out, const uint8_t x32[32], const uint8_t y32[32],
                                void *data);
/** The caller's hash of the shared point's x and y.
 * On failure the call does not touch out, whose size it does not know; the hash may have.
 * @return what the hash returns, or 0 if a key is not valid: then the hash is not called */
UFSECP_API UFSECP_MUST_USE int ufsecp_ecdh_custom(uint8_t *out, const uint8_t *pubkey,
                                                  size_t pubkey_len, const uint8_t seckey32[32],
                                                  ufsecp_ecdh_hash hash, void *data);

/** @} */
/** @defgroup ellswift ElligatorSwift
 * BIP-324: public keys as 64 bytes that nobody can tell from random ones.
 *
 * Any 64 bytes are an encoding, of one key; a key has about 2^256 encodings. The two halves are
 * numbers, which are reduced mod p. Encodings of the same key with the same randomness are those of
 * libsecp256k1 0.8.0.
 * @{ */

/** A random encoding of a public key. Variable time.
 * @param rnd32 16 random bytes or more, not made from the public key; else the encoding can be told
 * from random bytes. Who has the secret key takes ufsecp_ellswift_create()
 * @return 0 if the public key is not valid */
UFSECP_API UFSECP_MUST_USE int ufsecp_ellswift_encode(uint8_t ell64[64], const uint8_t *pubkey,
                                                      size_t pubkey_len, const uint8_t rnd32[32]);
/** The public key of an encoding, as pubkey_len = 33 or 65 bytes. Variable time.
 * @return 1: every encoding has a key */
UFSECP_API int ufsecp_ellswift_decode(uint8_t *pubkey, size_t pubkey_len, const uint8_t ell64[64]);
/** An encoding of a secret key's public key.
 * Constant time in seckey32 and aux32, not in the public key and the hashes that it draws from.
 * @param aux32 more randomness, or NULL: the secret key is enough
 * @return 0 if the secret key is not valid */
UFSECP_API UFSECP_MUST_USE int ufsecp_ellswift_create(uint8_t ell64[64], const uint8_t seckey32[32],
                                                      const uint8_t *aux32);

/** The secret that two parties share (BIP-324): H(a || b || x), with the tagged hash
 * bip324_ellswift_xonly_ecdh and x of the shared point. Constant time in the secret key.
 * @param ell_a64 what party A sent; in BIP-324 the one that opened the connection
 * @param ell_b64 what party B sent
 * @param seckey32 the caller's key; that it belongs to the caller's encoding is not checked
 * @param party which one the caller is: 0 for A, 1 for B
 * @return 0 if the secret key is not valid */
UFSECP_API UFSECP_MUST_USE int ufsecp_ellswift_xdh(uint8_t secret32[32], const uint8_t ell_a64[64],
                                                   const uint8_t ell_b64[64],
                                                   const uint8_t seckey32[32], int party);
/** A caller's hash of a shared x and of both encodings. It returns 1 or 0; data is the caller's
 * own. */
typedef int (*ufsecp_ellswift_hash)(uint8_t *out, const uint8_t x32[32], const uint8_t ell_a64[64],
                                    const uint8_t ell_b64[64], void *data);
/** ufsecp_ellswift_xdh() with the caller's hash.
 * On failure the call does not touch out, whose size it does not know; the hash may have.
 * @return what the hash returns, or 0 if the secret key is not valid: then the hash is not called
 */
UFSECP_API UFSECP_MUST_USE int ufsecp_ellswift_xdh_custom(uint8_t *out, const uint8_t ell_a64[64],
                                                          const uint8_t ell_b64[64],
                                                          const uint8_t seckey32[32], int party,
                                                          ufsecp_ellswift_hash hash, void *data);

/** @} */
/** @defgroup taproot Taproot
 * BIP-341. merkle_root32 is the root of the script tree; NULL stands for no script path.
 * @{ */

/** The output key Q = P + H_TapTweak(P || root)*G of an internal key P.
 * @param parity may be NULL; set to 1 if Q.y is odd
 * @return 0 if the internal key is not valid, the tweak is not below n or Q is infinity */
UFSECP_API UFSECP_MUST_USE int ufsecp_taproot_output_key(uint8_t output32[32], int *parity,
                                                         const uint8_t internal32[32],
                                                         const uint8_t *merkle_root32);
/** The secret key of that output key, from the internal secret key. Constant time.
 * @return 0 if the secret key or the result is not valid, or the tweak is not below n */
UFSECP_API UFSECP_MUST_USE int ufsecp_taproot_output_seckey(uint8_t output_seckey32[32],
                                                            const uint8_t seckey32[32],
                                                            const uint8_t *merkle_root32);

/** @} */
/** @defgroup hashes Hashes
 * data may be NULL if its length is 0. The time of a hash depends on lengths only.
 * @{ */

/** SHA-256 (FIPS 180-4). @return 1 */
UFSECP_API int ufsecp_sha256(uint8_t out32[32], const uint8_t *data, size_t len);
/** SHA-256(SHA-256(tag) || SHA-256(tag) || data) (BIP-340). @return 1 */
UFSECP_API int ufsecp_tagged_hash(uint8_t out32[32], const uint8_t *tag, size_t tag_len,
                                  const uint8_t *data, size_t len);
/** Keccak-256 with the padding of the original submission, as Ethereum has it. @return 1 */
UFSECP_API int ufsecp_keccak256(uint8_t out32[32], const uint8_t *data, size_t len);
/** RIPEMD-160. @return 1 */
UFSECP_API int ufsecp_ripemd160(uint8_t out20[20], const uint8_t *data, size_t len);
/** The Ethereum address of a key: the last 20 bytes of Keccak-256 of x || y.
 * @return 0 if the key is not valid */
UFSECP_API UFSECP_MUST_USE int ufsecp_ethereum_address(uint8_t address20[20], const uint8_t *pubkey,
                                                       size_t pubkey_len);

/** @} */
/** @defgroup silent Silent payments
 * BIP-352: payments to an address that do not show it.
 *
 * **Keys.** An address is a scan key and a spend key, 33 bytes each; b_scan and b_spend are their
 * secret keys. The wallet adds "sp1q" and bech32m, and decides which inputs count.
 *
 * **Derivation.** a is the sum of the input keys and A = a*G. Sender and receiver share the secret
 * point S = input_hash*a*B_scan = b_scan*input_hash*A. Output k to a scan key is B_m + t_k*G.
 * t_k is a tagged hash of S and k. B_m is B_spend, or B_spend + label tweak*G for an address with
 * label m. Outputs are x-only keys.
 *
 * **Spending.** The secret key of a found output is b_spend + its tweak32: call
 * ufsecp_seckey_tweak_add().
 *
 * **Secrets.** Constant time in input keys, scan keys, label tweaks and everything made from them.
 * The outputs of a payment are public: the transaction shows them.
 *
 * **outpoint36** is the transaction id as serialized and the output number in 4 little-endian
 * bytes. It must be the smallest, byte by byte, of ALL inputs.
 * @{ */

/** The most outputs to one scan key in a transaction (K_max): senders make no more, receivers look
 * no further. */
#define UFSECP_SILENT_LIMIT 2323

/** The outputs for n recipients, n * 32 bytes in their order.
 * All of them must be in the transaction, in any order. Constant time in the secret keys.
 * @param recipients66 scan key | spend key, which may have a label. More than 23,255 recipients,
 * which no block has room for, are misuse
 * @param taproot_seckeys32 keys of the taproot inputs that count (key path): the output key's own,
 * of either parity
 * @param plain_seckeys32 keys of all other inputs that count
 * @return 0 if a key is not valid, the secret keys add up to zero (as none do), an output would be
 * infinity, or more than #UFSECP_SILENT_LIMIT recipients have the same scan key */
UFSECP_API UFSECP_MUST_USE int ufsecp_silent_outputs_create(
    uint8_t *outputs32, const uint8_t *recipients66, size_t n, const uint8_t outpoint36[36],
    const uint8_t *taproot_seckeys32, size_t n_taproot, const uint8_t *plain_seckeys32,
    size_t n_plain);

/** The tweak point input_hash * A: what a receiver needs beside the outputs, and an index stores.
 * @param xonlys32 x-only keys of the taproot inputs that count
 * @param pubkeys33 compressed keys of all other inputs that count
 * @return 0 if a key is not valid or their sum is infinity (as for no keys): such a transaction
 * pays nobody silently */
UFSECP_API UFSECP_MUST_USE int ufsecp_silent_tweak(uint8_t tweak33[33],
                                                   const uint8_t outpoint36[36],
                                                   const uint8_t *xonlys32, size_t n_xonly,
                                                   const uint8_t *pubkeys33, size_t n_plain);

/** Label m of a scan key: its secret tweak, and label33 = tweak*G. Constant time in the scan key.
 * m = 0 is for change; never give its address to anybody.
 * @return 0 if the scan key is not valid */
UFSECP_API UFSECP_MUST_USE int ufsecp_silent_label(uint8_t label33[33], uint8_t label_tweak32[32],
                                                   const uint8_t scan_seckey32[32], uint32_t m);
/** The spend key of an address with a label: the sum of both, which are public.
 * @return 0 if one is not valid or the sum is infinity */
UFSECP_API UFSECP_MUST_USE int ufsecp_silent_labelled_spend_pubkey(uint8_t out33[33],
                                                                   const uint8_t spend_pubkey33[33],
                                                                   const uint8_t label33[33]);

/** The room for n labels: 108 to 112 bytes each. @return 0 if n is impossible */
UFSECP_API size_t ufsecp_silent_labels_bytes(size_t n);
/** Prepares n labels once for many calls of ufsecp_silent_scan_transaction().
 * labels may have any alignment. It must stay in place, and many threads may read it. It holds the
 * tweaks: wipe it when done. Whether a tweak belongs to its label is not checked.
 * @param labels the caller's memory, of ufsecp_silent_labels_bytes() bytes
 * @return 0, and then it has no labels, if a label or tweak is not valid */
UFSECP_API UFSECP_MUST_USE int ufsecp_silent_labels_set(void *labels, size_t bytes,
                                                        const uint8_t *labels33,
                                                        const uint8_t *label_tweaks32, size_t n);

/** A payment found in a transaction. */
typedef struct ufsecp_silent_found {
    uint64_t output;     /**< which of the outputs */
    int64_t label;       /**< which of the labels, -1 for none */
    uint32_t k;          /**< the number of the output to this scan key */
    uint8_t tweak32[32]; /**< t_k, plus the label's tweak: added to b_spend it is the output's key.
                            Keep it as secret as the scan key: it tells who is paid */
} ufsecp_silent_found;

/** The room for one scan: about 132 KB and 80 to 84 bytes an output.
 * @return 0 if n_outputs is impossible */
UFSECP_API size_t ufsecp_silent_scan_bytes(size_t n_outputs);
/** Finds a receiver's payments in a whole transaction.
 *
 * **Rule.** For k = 0, 1 ... the output without a label is looked for, then that of the first label
 * that has one. Of equal outputs the first counts, and an output is found once. The search ends at
 * a k that has none, or at the limit.
 *
 * **Cost.** One multiplication of G for each k. If the plain output is not there and labels are
 * given: one addition a label, or two for each output left, whichever is less. The second way also
 * costs a square root for each output, once.
 *
 * **Time.** Constant in the scan key and the shared secret. The time tells how many outputs are
 * found, which, and by which labels.
 *
 * @param found room for n_outputs or #UFSECP_SILENT_LIMIT entries, whichever is less; those past
 * `*n_found` are not written
 * @param n_found set to the number found; entries are ordered by k = 0, 1 ...
 * @param outputs32 all taproot outputs; bytes that are no key match nothing
 * @param tweak33 from ufsecp_silent_tweak()
 * @param labels from ufsecp_silent_labels_set(), or NULL. Without that of m = 0 no change is found
 * @param memory the caller's, with ufsecp_silent_scan_bytes() bytes, of any alignment. Nothing
 * secret stays in it
 * @return 0 if the scan key, the spend key or tweak33 is not valid */
UFSECP_API UFSECP_MUST_USE int ufsecp_silent_scan_transaction(
    ufsecp_silent_found *found, size_t *n_found, const uint8_t *outputs32, size_t n_outputs,
    const uint8_t tweak33[33], const uint8_t scan_seckey32[32], const uint8_t spend_pubkey33[33],
    const void *labels, void *memory, size_t bytes);

/** @} */
/** @defgroup silent_scan Scanning an index for silent payments
 * BIP-352 for light clients and index servers.
 *
 * A row is one transaction: its tweak point (ufsecp_silent_tweak()) and its taproot outputs.
 * Payments are those that ufsecp_silent_scan_transaction() finds, by the same rule.
 *
 * **Cost.** One multiplication by the scan key a row. For each receiver one of G, one addition a
 * label, and comparisons with the outputs, at most 16,384. A row with payments is read again, by
 * itself: for each k one multiplication of G and one addition for each label that is tried. A row
 * that would need more comparisons, or has outputs and a receiver of more than 32 labels (64 in
 * lanes; in variable time 80 or 2,000; a GPU leaves more than 64 to the CPU), is only read so: at
 * worst, with 2,323 payments to the last of 100,000 labels, 232 million additions. Every call takes
 * a square root for each label first.
 * @{ */

/** An index to scan. */
typedef struct ufsecp_silent_index {
    const uint8_t *tweaks;      /**< n * tweak_size bytes */
    size_t tweak_size;          /**< 33, compressed, or 64, x || y, which saves a square root */
    const uint8_t *outputs;     /**< the outputs of all rows, output_size bytes each */
    size_t output_size;         /**< 32, x coordinates, or 8, their first bytes: then a match is a
                                   candidate, by chance once in 2^64 comparisons */
    const uint64_t *outputs_at; /**< n + 1 numbers that do not fall: row i has the outputs from
                                   outputs_at[i] to before outputs_at[i + 1]. NULL: one each */
    size_t n;                   /**< rows */
} ufsecp_silent_index;

/** A receiver to look for. Spend key and labels count as public: addresses are made of them. */
typedef struct ufsecp_silent_scan_key {
    const uint8_t *scan_seckey32;  /**< b_scan, secret */
    const uint8_t *spend_pubkey33; /**< B_spend */
    const uint8_t *label33s;       /**< n_labels * 33 bytes; label 0, for change, among them */
    size_t n_labels;               /**< may be 0 */
} ufsecp_silent_scan_key;

/** A payment found in an index. Its output's secret key is b_spend + tweak32 + the label's tweak,
 * if there is a label. */
typedef struct ufsecp_silent_match {
    uint64_t row;        /**< which of the transactions */
    uint64_t output;     /**< which of its outputs */
    uint64_t key;        /**< which of the receivers */
    int64_t label;       /**< which of the receiver's labels, -1 for none */
    uint32_t k;          /**< the number of the output to this scan key */
    uint8_t tweak32[32]; /**< t_k, as secret as the scan key: it tells who is paid */
} ufsecp_silent_match;

/** Finds the payments of n_keys receivers in an index. The profile tiny does not have it.
 *
 * **Time.** Constant in scan keys and everything made from them, except for rows with payments: how
 * many there are, and where, can be told from the time.
 *
 * **Memory.** Allocated and freed: 64 bytes a label, 88 a receiver, and for each row that is read
 * by itself (see Cost) 132 KB and 84 bytes an output. Results do not depend on engine and threads.
 *
 * @param matches room for capacity payments, ordered by row, receiver and k
 * @param n_matches set to the number found. If it exceeds capacity, only the first are in matches:
 * scan again with more room, from the row of the last one on
 * @param ok n bytes, or NULL: 0 for a row whose tweak is no point, which is skipped; else 1
 * @return 1 if every row holds. 0 if a tweak is no point. 0 with `*n_matches` = 0 and no row ok if
 * a scan key, spend key or label is not valid. 0 with `*n_matches` = SIZE_MAX and ok zeroed if
 * there is no memory: then nothing is known of any row */
UFSECP_API int ufsecp_silent_scan(ufsecp_silent_match *matches, size_t capacity, size_t *n_matches,
                                  uint8_t *ok, const ufsecp_silent_index *index,
                                  const ufsecp_silent_scan_key *keys, size_t n_keys);
/** ufsecp_silent_scan() in variable time. ITS TIME TELLS SCAN KEYS.
 * For servers of those keys' owners, on a machine where nobody else can measure. On a GPU the scan
 * key, and what is made from it, stays in the memory of the device and its driver, not wiped. A
 * scan key cannot spend, but it shows all payments of its owner.
 * @return as ufsecp_silent_scan() */
UFSECP_API int ufsecp_silent_scan_var(ufsecp_silent_match *matches, size_t capacity,
                                      size_t *n_matches, uint8_t *ok,
                                      const ufsecp_silent_index *index,
                                      const ufsecp_silent_scan_key *keys, size_t n_keys);

/** @} */

#ifdef __cplusplus
}
#endif

#include "ufsecp/ufsecp_adaptor.h"
#include "ufsecp/ufsecp_batch.h"
#include "ufsecp/ufsecp_bip32.h"
#include "ufsecp/ufsecp_frost.h"
#include "ufsecp/ufsecp_musig.h"
#include "ufsecp/ufsecp_prepared.h"

#endif
