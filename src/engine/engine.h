// An engine: one implementation of everything that the APIs call, chosen once per call or batch,
// never per field operation.
#pragma once
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/chunk.h"
#include "engine/threads.h"
#include "group/row.h"
#include "hash/keccak.h"
#include "hash/keccak_lanes.h"
#include "ufsecp/ufsecp.h"

namespace ufsecp {

/* Points for the C++ API: Jacobian (x/z^2, y/z^3) and affine coordinates as little-endian limbs,
 * each below p.  z = 0 is infinity. */
struct point64 {
    uint64_t x[4], y[4], z[4];
};
struct affine64 {
    uint64_t x[4], y[4];
};
/* A recoded public scalar that is to multiply many points; only the engine that built it can read
 * it. */
struct plan_buffer {
    alignas(16) unsigned char bytes[1024];
};

struct silent_scan_task;
struct claim;
struct randomiser;

/* Rows of functions.  A row that is NULL means "as the next engine in the list does it" (select.cpp
 * fills it in), so that an engine with lanes needs to bring only what it does faster.
 *
 * Members named _var take public data only and run in variable time; all others are constant time
 * in secret keys and scalars. Arguments are as in ufsecp.h and already checked: no pointer is NULL
 * unless ufsecp.h allows it, lengths of outputs are possible ones. int results are 1 or 0; outputs
 * are zeroed on failure.  ok may be NULL in the batches; stride is the distance of two rows in
 * bytes. Scalars are little-endian limbs below the group order. */
struct engine {
    const char *name;
    unsigned lanes;        /* rows of public data that a batch computes side by side: 8 or 1 */
    unsigned claims_least; /* from so many claims on a sum costs less than one by one */
    const engine *host =
        nullptr; /* of a GPU, which takes batches whole: the CPU's engine beside it */

    /* Batches. */
    int (*ecdsa_verify_rows_var)(uint8_t *ok, const uint8_t *rows, size_t stride, size_t n,
                                 unsigned flags);
    int (*schnorr_verify_rows_var)(uint8_t *ok, const uint8_t *rows, size_t stride, size_t n);
    int (*recover_rows_var)(uint8_t *pks33, uint8_t *ok, const uint8_t *rows, size_t stride,
                            size_t n);
    int (*ecrecover_rows_var)(uint8_t *addresses20, uint8_t *ok, const uint8_t *rows, size_t stride,
                              size_t n);
    int (*pubkey_decompress_batch_var)(uint8_t *pks65, uint8_t *ok, const uint8_t *pks33, size_t n);
    int (*pubkey_mul_batch_var)(uint8_t *out33, uint8_t *ok, const uint8_t *scalars32,
                                const uint8_t *pks33, size_t n);
    int (*pubkey_mul_one_batch_var)(uint8_t *out33, uint8_t *ok, const uint8_t *scalar32,
                                    const uint8_t *pks33, size_t n);
    int (*pubkey_mul_add_batch_var)(uint8_t *out33, uint8_t *ok, const uint8_t *as32,
                                    const uint8_t *pks33, const uint8_t *bs32, size_t n);
    int (*mul_gen_batch_var)(uint8_t *out33, uint8_t *ok, const uint8_t *scalars32, size_t n);
    int (*pubkey_create_batch)(uint8_t *pks33, uint8_t *ok, const uint8_t *sks32, size_t n);
    int (*ecdsa_sign_batch)(uint8_t *sigs64, uint8_t *ok, const uint8_t *msgs32,
                            const uint8_t *sks32, size_t n);
    int (*schnorr_sign_batch)(uint8_t *sigs64, uint8_t *ok, const uint8_t *msgs32,
                              const uint8_t *sks32, const uint8_t *auxs32, size_t n);
    int (*ecdh_batch)(uint8_t *outs32, uint8_t *ok, const uint8_t *pks33, const uint8_t *sk32,
                      size_t n);
    int (*pubkey_mul_secret_batch)(uint8_t *out33, uint8_t *ok, const uint8_t *sk32,
                                   const uint8_t *pks33, size_t n);
    /* Claims (proto/claim.h): one by one, or all by one sum, which takes memory of that size,
     * 64-aligned.  If it fails, ok wants to know which do not hold, by sums over no fewer than
     * `least`. */
    int (*claims_rows_var)(uint8_t *ok, const claim *claims, size_t n);
    int (*claims_sum_var)(uint8_t *ok, const claim *claims, const randomiser *a, size_t n,
                          size_t least, void *memory);
    size_t (*claims_bytes)(size_t n);

    /* r = the sum of scalars4[i] * points[i]; 0 if that is infinity.  A point of zeros is infinity.
     * It works in the memory that it is given, by parts as large as have room there (msm_sum_bytes
     * of mult/msm_var.h: for n products at once), and without any on the stack, 30 KB of it. */
    int (*msm_var)(point64 *r, const affine64 *points, const uint64_t (*scalars4)[4], size_t n,
                   void *memory, size_t bytes);
    /* What GPUs alone have, else NULL.  msm_rows_var: *r = the sum of the products from the first
     * on, of which it did so many as it returns, none where they are too few for it; *bad = the
     * first that is bad, and then *r says nothing, or SIZE_MAX.  schnorr_sum_rows_var: as
     * schnorr_verify_rows_var, by sums if there are many, with weights from 32 bytes that nobody
     * knew when the rows were made. */
    size_t (*msm_rows_var)(point64 *r, size_t *bad, const uint8_t *scalars32, const uint8_t *pks33,
                           size_t n);
    int (*schnorr_sum_rows_var)(uint8_t *ok, const uint8_t *rows, size_t stride, size_t n,
                                const uint8_t *seed32);
    /* Flags rows first ... first + n - 1 of an index (silent.h); 1 if every tweak is a point. */
    int (*silent_scan)(const silent_scan_task *task, size_t first, size_t n);
    int (*silent_scan_var)(const silent_scan_task *task, size_t first, size_t n);

    /* Secret keys. */
    int (*seckey_verify)(const uint8_t *sk32);
    int (*seckey_negate)(uint8_t *sk32);
    int (*seckey_tweak_add)(uint8_t *sk32, const uint8_t *t32);
    int (*seckey_tweak_mul)(uint8_t *sk32, const uint8_t *t32);

    /* Public keys. */
    int (*pubkey_create)(uint8_t *out, size_t out_len, const uint8_t *sk32);
    int (*xonly_create)(uint8_t *out32, int *parity, const uint8_t *sk32);
    ufsecp_status (*pubkey_convert_var)(uint8_t *out, size_t out_len, const uint8_t *pk,
                                        size_t pk_len, unsigned flags);
    int (*pubkey_negate_var)(uint8_t *out, size_t out_len, const uint8_t *pk, size_t pk_len);
    int (*pubkey_tweak_add_var)(uint8_t *out, size_t out_len, const uint8_t *pk, size_t pk_len,
                                const uint8_t *t32);
    int (*pubkey_tweak_mul_var)(uint8_t *out, size_t out_len, const uint8_t *pk, size_t pk_len,
                                const uint8_t *t32);
    int (*pubkey_combine_var)(uint8_t *out, size_t out_len, const uint8_t *pks33, size_t n);

    /* ECDSA; recid may be NULL in sign. */
    int (*ecdsa_sign)(uint8_t *sig64, int *recid, const uint8_t *msg32, const uint8_t *sk32,
                      const uint8_t *extra32);
    ufsecp_status (*ecdsa_check_var)(const uint8_t *sig64, const uint8_t *msg32, const uint8_t *pk,
                                     size_t pk_len, unsigned flags);
    ufsecp_status (*recover_var)(uint8_t *pk, size_t pk_len, const uint8_t *sig64, int recid,
                                 const uint8_t *msg32);
    int (*ecdsa_sig_normalize_var)(uint8_t *sig64, int *was_high);

    /* Schnorr (BIP-340). */
    int (*schnorr_sign)(uint8_t *sig64, const uint8_t *msg, size_t msg_len, const uint8_t *sk32,
                        const uint8_t *aux32);
    int (*schnorr_sign_keypair)(uint8_t *sig64, const uint8_t *msg, size_t msg_len,
                                const uint8_t *keypair65, const uint8_t *aux32);
    ufsecp_status (*schnorr_check_var)(const uint8_t *sig64, const uint8_t *msg, size_t msg_len,
                                       const uint8_t *pk32);

    /* Diffie-Hellman; y32 may be NULL. */
    int (*ecdh)(uint8_t *out32, const uint8_t *pk, size_t pk_len, const uint8_t *sk32);
    int (*ecdh_xy)(uint8_t *x32, uint8_t *y32, const uint8_t *pk, size_t pk_len,
                   const uint8_t *sk32);

    /* Taproot (BIP-341). */
    int (*taproot_output_key_var)(uint8_t *out32, int *parity, const uint8_t *internal32,
                                  const uint8_t *root32);
    int (*taproot_output_seckey)(uint8_t *out32, const uint8_t *sk32, const uint8_t *root32);

    /* Silent payments (BIP-352).  silent_outputs: r[i] = spends[i * step] + t G and t32s[i] = t,
     * the tweak t_(k + i) of the shared secret point s33; all n of them, or 0.  silent_sums_var:
     * with p = rows[0] and q = rows[first + i], sums[i] = p + q if signs is 1; if it is 2,
     * sums[2 i] = p + q and sums[2 i + 1] = p - q.  A row of zeros is infinity. */
    int (*silent_input_seckey)(uint8_t *out32, const uint8_t *outpoint36, const uint8_t *taproot32,
                               size_t n_taproot, const uint8_t *plain32, size_t n_plain);
    int (*silent_tweak_var)(uint8_t *tweak33, const uint8_t *outpoint36, const uint8_t *xonly32s,
                            size_t n_xonly, const uint8_t *pks33, size_t n_plain);
    int (*silent_outputs)(ge_row *r, uint8_t *t32s, const uint8_t *s33, const ge_row *spends,
                          size_t step, uint32_t k, size_t n);
    void (*silent_sums_var)(ge_row *sums, const ge_row *rows, size_t first, size_t n, int signs);

    /* Points.  Every input point is on the curve or infinity, and so is every result; r may be an
     * input. */
    void (*point_add)(point64 *r, const point64 *a, const point64 *b);
    void (*point_dbl)(point64 *r, const point64 *a);
    void (*point_mul)(point64 *r, const point64 *a, const uint64_t *k4);
    void (*point_mul_gen)(point64 *r, const uint64_t *k4);
    int (*point_to_affine)(affine64 *r, const point64 *a); /* 0, and zeros, for infinity */
    int (*point_equal)(const point64 *a, const point64 *b);
    void (*point_add_var)(point64 *r, const point64 *a, const point64 *b);
    void (*point_dbl_var)(point64 *r, const point64 *a);
    void (*point_mul_var)(point64 *r, const point64 *a, const uint64_t *k4);
    void (*point_mul_gen_var)(point64 *r, const uint64_t *k4);
    void (*point_mul2_var)(point64 *r, const point64 *p, const uint64_t *a4,
                           const uint64_t *b4); /* a*P + b*G */
    int (*point_to_affine_var)(affine64 *r, const point64 *a);
    int (*point_equal_var)(const point64 *a, const point64 *b);
    void (*points_to_affine_var)(affine64 *r, const point64 *a,
                                 size_t n); /* infinity gives zeros */
    void (*plan_build_var)(plan_buffer *plan, const uint64_t *k4);
    void (*plan_mul_var)(point64 *r, const plan_buffer *plan, const point64 *p);
};

/* The last 20 bytes of Keccak-256 of x || y: the Ethereum address of a public key.  Static, as the
 * objects of the engines hold no code of each other. */
static inline void ethereum_address(uint8_t address20[20], const uint8_t xy64[64]) {
    uint8_t hash32[32];
    keccak256(hash32, xy64, 64);
    memcpy(address20, hash32 + 12, 20);
}

/* The same for n keys side by side, 64 bytes each. */
static inline void ethereum_addresses(uint8_t *addresses20, const uint8_t *xys64, size_t n) {
    uint8_t hash32[8][32];
    for (size_t at = 0; at < n; at += 8) {
        const size_t m = UF_TARGET::chunk_size(at, n, 8);
        keccak256_lanes(hash32[0], xys64 + 64 * at, 64, m);
        for (size_t i = 0; i < m; i++) memcpy(addresses20 + 20 * (at + i), hash32[i] + 12, 20);
    }
}

#ifndef UF_TINY
/* The engine in use, complete (no member is NULL but those that GPUs alone have).  Take it once per
 * call.  Thread-safe. */
const engine &current_engine();
#endif

/* Makes the engine of that name (or "auto") the one in use; false, and no change, if it is unknown
 * or this CPU cannot run it.  Thread-safe. */
bool select_engine(const char *name);

/* The i-th engine of the list, fastest first, complete unless it cannot run here; NULL past the
 * end.  GPUs come last, and run here once they are open: they are opened for `text` (may be NULL),
 * which takes what the devices are or why there is none, and NULL for an engine of the CPU. */
const engine *engine_at(size_t i, bool *supported, const char **text = nullptr);

/* What the engine in use could not do, or why an engine that was asked for is not in use; NULL if
 * there is nothing to say. */
const char *engine_note();

/* n rows of public data: in one piece for an engine that cuts them itself, else shared by threads
 * (engine/threads.h). */
template <class Body>
int run_public_rows(const engine &e, size_t n, size_t unit, const Body &body) {
    return e.host ? body(size_t{0}, n) : run_rows(n, unit, body);
}

/* Who does what is secret, or comes in small batches from within a call. */
inline const engine &host_of(const engine &e) { return e.host ? *e.host : e; }

#ifdef UF_HAVE_GPU
/* What gpu/host/engine.cpp has for select.cpp.  The engine of a name such as "cuda", "opencl:1" or
 * "cuda:0,1": its devices are opened at the first time, its other rows are those of cpu.  NULL if
 * there is none.  Thread-safe. */
const engine *gpu_engine(const char *name, const engine &cpu);
const engine *gpu_engine_at(size_t i, const engine &cpu, bool *supported, const char **text);
const char *gpu_engine_note(const engine &e);
#endif

/* The engines as they were built; those of x64_, and portable, only where the compiler has what
 * they need. */
extern const engine x64_ifma_engine, x64_avxifma_engine, x64_avx512_engine, x64_fma_engine,
    x64_adx_engine, portable_engine, word32_engine;

#ifdef UF_TINY
/* One engine is built, and the compiler knows it: calls through it bind to its functions. */
#if defined(__SIZEOF_INT128__) && !defined(UF_NO_INT128)
inline const engine &current_engine() { return portable_engine; }
#else
inline const engine &current_engine() { return word32_engine; }
#endif
#endif

}  // namespace ufsecp
