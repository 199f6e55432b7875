// The functions of an engine, one entry each.  The list generates the table (struct engine)
// and its bodies (table.h, table_lanes.h), what an engine takes from the next one (select.cpp), and
// what the API does around a call (api/call.h).
//
// X(result, name, data, work, who, (parameters))
//
// data        open    public: the name ends in _var, and the time may vary; claims_bytes has none
//             parse   public, and calls with secrets go through it
//             key, point, sign, ecdh, batch
//                     secret, in constant time; the word says how much stack is wiped (api/stack.h)
// work        what an engine with lanes computes faster, and how:
//             lanes   the function, by a body of its own, engine8_NAME
//             product single products, by quads if it has them
//             rows    many products, by lanes (lanes/choose.h)
//             steps   as lanes; its body calls the caller back between vec_calls
//             plain   nothing
// who         cpu     the CPU alone has it
//             gpu     a GPU may take it
//             device  only GPUs have it; it is NULL in every other engine
//             checked it signs or proves: what it made is verified if the process asked for that
// parameters  As in ufsecp.h and already checked: no pointer is NULL unless ufsecp.h allows it, and
//             lengths of outputs are possible ones.  ok may be NULL in the batches, and recid and
//             y32.  stride is the distance of two rows in bytes.  Scalars are little-endian limbs
//             below the group order.  A result int is 1 or 0; outputs are zeroed on failure.
//
// claims_rows_var, claims_sum_var
//             Claims (proto/claim.h) one by one, or all by one sum, which takes the claims_bytes(n)
//             at memory, 64-aligned.  If the sum fails, ok wants to know which do not hold, by sums
//             over no fewer than `least`.
// msm_var     r = the sum of scalars4[i] * points[i]; 0 if that is infinity.  A point of zeros is
//             infinity.  It works in the memory that it is given, by parts as large as have room
//             there (msm_sum_bytes of mult/msm_var.h: for n products at once), and without any on
//             the stack, 30 KB of it.
// msm_rows_var
//             *r = the sum of the products from the first on, of which it did so many as it
//             returns, none where they are too few for it; *bad = the first that is bad, and then
//             *r says nothing, or SIZE_MAX.
// pubkey_tweak_batch_var
//             outs[i] = P + t_i G, as 65 bytes or x alone; zeros if t_i is not below n or the sum
//             is infinity.  Row i of xys64 is x || y of a point P, or with `even` of -P where y is
//             odd; with a stride of 0 one serves all.
// schnorr_sum_rows_var
//             As schnorr_verify_rows_var, by sums if there are many, with weights from 32 bytes
//             that nobody knew when the rows were made.
// ecdsa_sign_nonce, schnorr_sign_nonce
//             The caller has derived the nonce.  0 if it is 0 or, for ECDSA, not below n.
// schnorr_check_point_var
//             The key is a whole point, 04 x y, and is not lifted; its y may be odd.
// ellswift_create
//             aux32 may be NULL.
// silent_scan Flags rows first ... first + n - 1 of an index (proto/silent_task.h); 1 if every
//             tweak is a point.
// silent_outputs
//             r[i] = spends[i * step] + t G and t32s[i] = t, the tweak t_(k + i) of the shared
//             secret point s33; all n of them, or 0.
// silent_sums_var
//             With p = rows[0] and q = rows[first + i], sums[i] = p + q if signs is 1; if it is 2,
//             sums[2 i] = p + q and sums[2 i + 1] = p - q.  A row of zeros is infinity.
// musig_nonce_points
//             The points of both nonces, 65 bytes each; 0 if a nonce is 0 or not below n.
// musig_nonce_sum_var
//             Adds n pairs of points, all finite, to a pair of sums.
// musig_partial_sign
//             s32 = k1 + b k2, negated if odd is 1, + c sk.
// frost_share s32 = the polynomial with t coefficients, the constant one first, at x; 0 if one of
//             them is 0 or not below n.
// point_...   Every input point is on the curve or infinity, and so is every result; r may be an
//             input.  point_to_affine: 0, and zeros, for infinity; of many, zeros alone.
//             point_mul2_var: r = a*P + b*G.
#pragma once
#include <stddef.h>
#include <stdint.h>

#include "group/point64.h"
#include "group/ge_entry.h"
#include "ufsecp/ufsecp.h"

// clang-format off
#define UF_ENGINE_FUNCTIONS(X)                                                                     \
    /* Batches. */                                                                                 \
    X(int, ecdsa_verify_rows_var, open, lanes, gpu,                                                \
      (uint8_t *ok, const uint8_t *rows, size_t stride, size_t n, unsigned flags))                 \
    X(int, schnorr_verify_rows_var, open, lanes, gpu,                                              \
      (uint8_t *ok, const uint8_t *rows, size_t stride, size_t n))                                 \
    X(int, recover_rows_var, open, lanes, gpu,                                                     \
      (uint8_t *pks33, uint8_t *ok, const uint8_t *rows, size_t stride, size_t n))                 \
    X(int, ecrecover_rows_var, open, lanes, gpu,                                                   \
      (uint8_t *addresses20, uint8_t *ok, const uint8_t *rows, size_t stride, size_t n))           \
    X(int, pubkey_decompress_batch_var, parse, lanes, gpu,                                         \
      (uint8_t *pks65, uint8_t *ok, const uint8_t *pks33, size_t n))                               \
    X(int, pubkey_negate_batch_var, open, plain, cpu,                                              \
      (uint8_t *out33, uint8_t *ok, const uint8_t *pks33, size_t n))                               \
    X(int, pubkey_mul_batch_var, open, lanes, gpu,                                                 \
      (uint8_t *out33, uint8_t *ok, const uint8_t *scalars32, const uint8_t *pks33, size_t n))     \
    X(int, pubkey_mul_one_batch_var, open, lanes, gpu,                                             \
      (uint8_t *out33, uint8_t *ok, const uint8_t *scalar32, const uint8_t *pks33, size_t n))      \
    X(int, pubkey_mul_add_batch_var, open, lanes, gpu,                                             \
      (uint8_t *out33, uint8_t *ok, const uint8_t *as32, const uint8_t *pks33,                     \
       const uint8_t *bs32, size_t n))                                                             \
    X(int, mul_gen_batch_var, open, lanes, gpu,                                                    \
      (uint8_t *out33, uint8_t *ok, const uint8_t *scalars32, size_t n))                           \
    X(int, pubkey_tweak_batch_var, open, lanes, cpu,                                               \
      (uint8_t *outs, size_t out_size, uint8_t *ok, const uint8_t *xys64, size_t stride,           \
       bool even, const uint8_t *ts32, size_t t_stride, size_t n))                                 \
    X(int, pubkey_create_batch, batch, rows, cpu,                                                  \
      (uint8_t *pks33, uint8_t *ok, const uint8_t *sks32, size_t n))                               \
    X(int, ecdsa_sign_batch, batch, rows, checked,                                                 \
      (uint8_t *sigs64, uint8_t *ok, const uint8_t *msgs32, const uint8_t *sks32, size_t n))       \
    X(int, schnorr_sign_batch, batch, rows, checked,                                               \
      (uint8_t *sigs64, uint8_t *ok, const uint8_t *msgs32, const uint8_t *sks32,                  \
       const uint8_t *auxs32, size_t n))                                                           \
    X(int, ecdh_batch, batch, lanes, cpu,                                                          \
      (uint8_t *outs32, uint8_t *ok, const uint8_t *pks33, const uint8_t *sk32, size_t n))         \
    X(int, pubkey_mul_secret_batch, batch, lanes, cpu,                                             \
      (uint8_t *out33, uint8_t *ok, const uint8_t *sk32, const uint8_t *pks33, size_t n))          \
    /* Claims. */                                                                                  \
    X(int, claims_rows_var, open, lanes, cpu, (uint8_t *ok, const claim *claims, size_t n))        \
    X(int, claims_sum_var, open, lanes, gpu,                                                       \
      (uint8_t *ok, const claim *claims, const randomiser *a, size_t n, size_t least,              \
       void *memory))                                                                              \
    X(size_t, claims_bytes, open, lanes, cpu, (size_t n))                                          \
    X(int, msm_var, open, lanes, gpu,                                                              \
      (point64 *r, const affine64 *points, const uint64_t (*scalars4)[4], size_t n, void *memory,  \
       size_t bytes))                                                                              \
    X(size_t, msm_rows_var, open, plain, device,                                                   \
      (point64 *r, size_t *bad, const uint8_t *scalars32, const uint8_t *pks33, size_t n))         \
    X(int, schnorr_sum_rows_var, open, plain, device,                                              \
      (uint8_t *ok, const uint8_t *rows, size_t stride, size_t n, const uint8_t *seed32))          \
    X(int, silent_scan, batch, steps, cpu,                                                         \
      (const silent_scan_task *task, size_t first, size_t n))                                      \
    X(int, silent_scan_var, open, steps, gpu,                                                      \
      (const silent_scan_task *task, size_t first, size_t n))                                      \
    /* A prepared public key. */                                                                   \
    X(ufsecp_status, pubkey_prepare_var, open, product, cpu,                                       \
      (prepared_point *key, const uint8_t *pk, size_t pk_len))                                     \
    X(ufsecp_status, ecdsa_check_prepared_var, open, product, cpu,                                 \
      (const uint8_t *sig64, const uint8_t *msg32, const prepared_point *key, unsigned flags))     \
    X(ufsecp_status, schnorr_check_prepared_var, open, product, cpu,                               \
      (const uint8_t *sig64, const uint8_t *msg, size_t msg_len, const prepared_point *key))       \
    X(int, ecdsa_prepared_batch_var, open, lanes, cpu,                                             \
      (uint8_t *ok, const uint8_t *msgs32, const uint8_t *sigs64, size_t n,                        \
       const prepared_point *key, unsigned flags))                                                 \
    X(int, schnorr_prepared_batch_var, open, lanes, cpu,                                           \
      (uint8_t *ok, const uint8_t *msgs32, const uint8_t *sigs64, size_t n,                        \
       const prepared_point *key))                                                                 \
    /* Secret keys. */                                                                             \
    X(int, seckey_verify, key, plain, cpu, (const uint8_t *sk32))                                  \
    X(int, seckey_negate, key, plain, cpu, (uint8_t *sk32))                                        \
    X(int, seckey_tweak_add, key, plain, cpu, (uint8_t *sk32, const uint8_t *t32))                 \
    X(int, seckey_tweak_mul, key, plain, cpu, (uint8_t *sk32, const uint8_t *t32))                 \
    /* Public keys. */                                                                             \
    X(int, pubkey_create, sign, product, cpu,                                                      \
      (uint8_t *out, size_t out_len, const uint8_t *sk32))                                         \
    X(int, xonly_create, sign, product, cpu, (uint8_t *out32, int *parity, const uint8_t *sk32))   \
    X(ufsecp_status, pubkey_convert_var, parse, plain, cpu,                                        \
      (uint8_t *out, size_t out_len, const uint8_t *pk, size_t pk_len, unsigned flags))            \
    X(int, pubkey_negate_var, open, plain, cpu,                                                    \
      (uint8_t *out, size_t out_len, const uint8_t *pk, size_t pk_len))                            \
    X(int, pubkey_tweak_add_var, open, product, cpu,                                               \
      (uint8_t *out, size_t out_len, const uint8_t *pk, size_t pk_len, const uint8_t *t32))        \
    X(int, pubkey_tweak_mul_var, open, product, cpu,                                               \
      (uint8_t *out, size_t out_len, const uint8_t *pk, size_t pk_len, const uint8_t *t32))        \
    X(int, pubkey_combine_var, open, plain, cpu,                                                   \
      (uint8_t *out, size_t out_len, const uint8_t *pks33, size_t n))                              \
    /* ECDSA. */                                                                                   \
    X(int, ecdsa_sign, sign, product, checked,                                                     \
      (uint8_t *sig64, int *recid, const uint8_t *msg32, const uint8_t *sk32,                      \
       const uint8_t *extra32))                                                                    \
    X(int, ecdsa_sign_nonce, sign, product, checked,                                               \
      (uint8_t *sig64, int *recid, const uint8_t *msg32, const uint8_t *sk32,                      \
       const uint8_t *nonce32))                                                                    \
    X(ufsecp_status, ecdsa_check_var, open, product, cpu,                                          \
      (const uint8_t *sig64, const uint8_t *msg32, const uint8_t *pk, size_t pk_len,               \
       unsigned flags))                                                                            \
    X(ufsecp_status, recover_var, open, product, cpu,                                              \
      (uint8_t *pk, size_t pk_len, const uint8_t *sig64, int recid, const uint8_t *msg32))         \
    X(int, ecdsa_sig_normalize_var, open, plain, cpu, (uint8_t *sig64, int *was_high))             \
    /* Schnorr (BIP-340). */                                                                       \
    X(int, schnorr_sign, sign, product, checked,                                                   \
      (uint8_t *sig64, const uint8_t *msg, size_t msg_len, const uint8_t *sk32,                    \
       const uint8_t *aux32))                                                                      \
    X(int, schnorr_sign_keypair, sign, product, checked,                                           \
      (uint8_t *sig64, const uint8_t *msg, size_t msg_len, const uint8_t *keypair65,               \
       const uint8_t *aux32))                                                                      \
    X(int, schnorr_sign_nonce, sign, product, checked,                                             \
      (uint8_t *sig64, const uint8_t *msg, size_t msg_len, const uint8_t *keypair65,               \
       const uint8_t *nonce32))                                                                    \
    X(ufsecp_status, schnorr_check_var, open, product, cpu,                                        \
      (const uint8_t *sig64, const uint8_t *msg, size_t msg_len, const uint8_t *pk32))             \
    X(ufsecp_status, schnorr_check_point_var, open, product, cpu,                                  \
      (const uint8_t *sig64, const uint8_t *msg, size_t msg_len, const uint8_t *pk65))             \
    /* Diffie-Hellman. */                                                                          \
    X(int, ecdh, ecdh, product, cpu,                                                               \
      (uint8_t *out32, const uint8_t *pk, size_t pk_len, const uint8_t *sk32))                     \
    X(int, ecdh_xy, ecdh, product, cpu,                                                            \
      (uint8_t *x32, uint8_t *y32, const uint8_t *pk, size_t pk_len, const uint8_t *sk32))         \
    /* ElligatorSwift (BIP-324). */                                                                \
    X(void, ellswift_decode_var, parse, plain, cpu,                                                \
      (uint8_t *out, size_t out_len, const uint8_t *ell64))                                        \
    X(int, ellswift_encode_var, open, plain, cpu,                                                  \
      (uint8_t *ell64, const uint8_t *pk, size_t pk_len, const uint8_t *rnd32))                    \
    X(int, ellswift_create, sign, product, cpu,                                                    \
      (uint8_t *ell64, const uint8_t *sk32, const uint8_t *aux32))                                 \
    X(int, ellswift_x, ecdh, product, cpu,                                                         \
      (uint8_t *x32, const uint8_t *ell64, const uint8_t *sk32))                                   \
    /* Taproot (BIP-341). */                                                                       \
    X(int, taproot_output_key_var, open, product, cpu,                                             \
      (uint8_t *out32, int *parity, const uint8_t *internal32, const uint8_t *root32))             \
    X(int, taproot_output_seckey, sign, product, cpu,                                              \
      (uint8_t *out32, const uint8_t *sk32, const uint8_t *root32))                                \
    /* Silent payments (BIP-352). */                                                               \
    X(int, silent_input_seckey, batch, product, cpu,                                               \
      (uint8_t *out32, const uint8_t *outpoint36, const uint8_t *taproot32, size_t n_taproot,      \
       const uint8_t *plain32, size_t n_plain))                                                    \
    X(int, silent_tweak_var, open, product, cpu,                                                   \
      (uint8_t *tweak33, const uint8_t *outpoint36, const uint8_t *xonly32s, size_t n_xonly,       \
       const uint8_t *pks33, size_t n_plain))                                                      \
    X(int, silent_outputs, batch, product, cpu,                                                    \
      (ge_entry *r, uint8_t *t32s, const uint8_t *s33, const ge_entry *spends, size_t step,        \
       uint32_t k, size_t n))                                                                      \
    X(void, silent_sums_var, parse, lanes, cpu,                                                    \
      (ge_entry *sums, const ge_entry *rows, size_t first, size_t n, int signs))                   \
    /* MuSig2 (BIP-327). */                                                                        \
    X(int, musig_nonce_points, sign, product, cpu, (uint8_t *pks65, const uint8_t *ks64))          \
    X(void, musig_nonce_sum_var, open, plain, cpu,                                                 \
      (point64 *sums2, const affine64 *nonces2, size_t n))                                         \
    X(int, musig_partial_sign, point, plain, cpu,                                                  \
      (uint8_t *s32, const uint8_t *ks64, const uint8_t *sk32, const uint8_t *b32,                 \
       const uint8_t *c32, int odd))                                                               \
    /* Proofs of equal discrete logarithms (BIP-374), and adaptor signatures. */                   \
    X(int, dleq_prove, ecdh, product, checked,                                                     \
      (uint8_t *proof64, const uint8_t *sk32, const uint8_t *b33, const uint8_t *base33,           \
       const uint8_t *msg32, const uint8_t *aux32))                                                \
    X(ufsecp_status, dleq_check_var, open, product, cpu,                                           \
      (const uint8_t *proof64, const uint8_t *a33, const uint8_t *b33, const uint8_t *c33,         \
       const uint8_t *base33, const uint8_t *msg32))                                               \
    X(int, ecdsa_adaptor_encrypt, ecdh, product, checked,                                          \
      (uint8_t *sig162, const uint8_t *msg32, const uint8_t *sk32, const uint8_t *enc33,           \
       const uint8_t *aux32))                                                                      \
    X(ufsecp_status, ecdsa_adaptor_check_var, open, product, cpu,                                  \
      (const uint8_t *sig162, const uint8_t *msg32, const uint8_t *pk33, const uint8_t *enc33))    \
    X(int, ecdsa_adaptor_decrypt, point, plain, cpu,                                               \
      (uint8_t *sig64, const uint8_t *sig162, const uint8_t *dec32))                               \
    X(int, ecdsa_adaptor_recover, sign, product, cpu,                                              \
      (uint8_t *dec32, const uint8_t *sig162, const uint8_t *sig64, const uint8_t *enc33))         \
    X(int, schnorr_adaptor_presign, sign, product, checked,                                        \
      (uint8_t *presig65, const uint8_t *msg, size_t msg_len, const uint8_t *sk32,                 \
       const uint8_t *t33, const uint8_t *aux32))                                                  \
    X(ufsecp_status, schnorr_adaptor_check_var, open, product, cpu,                                \
      (const uint8_t *presig65, const uint8_t *msg, size_t msg_len, const uint8_t *pk32,           \
       const uint8_t *t33))                                                                        \
    X(int, schnorr_adaptor_adapt, point, plain, cpu,                                               \
      (uint8_t *sig64, const uint8_t *presig65, const uint8_t *t32))                               \
    X(int, schnorr_adaptor_extract, sign, product, cpu,                                            \
      (uint8_t *t32, const uint8_t *presig65, const uint8_t *sig64, const uint8_t *t33))           \
    /* FROST (RFC 9591, BIP-445). */                                                               \
    X(int, frost_share, point, plain, cpu,                                                         \
      (uint8_t *s32, const uint8_t *coefficients32, size_t t, const uint8_t *x32))                 \
    /* Points. */                                                                                  \
    X(void, point_add, point, plain, cpu, (point64 *r, const point64 *a, const point64 *b))        \
    X(void, point_dbl, point, plain, cpu, (point64 *r, const point64 *a))                          \
    X(void, point_mul, ecdh, product, cpu, (point64 *r, const point64 *a, const uint64_t *k4))     \
    X(void, point_mul_gen, sign, product, cpu, (point64 *r, const uint64_t *k4))                   \
    X(int, point_to_affine, sign, plain, cpu, (affine64 *r, const point64 *a))                     \
    X(int, point_equal, point, plain, cpu, (const point64 *a, const point64 *b))                   \
    X(void, point_add_var, open, plain, cpu, (point64 *r, const point64 *a, const point64 *b))     \
    X(void, point_dbl_var, open, plain, cpu, (point64 *r, const point64 *a))                       \
    X(void, point_mul_var, open, product, cpu,                                                     \
      (point64 *r, const point64 *a, const uint64_t *k4))                                          \
    X(void, point_mul_gen_var, open, product, cpu, (point64 *r, const uint64_t *k4))               \
    X(void, point_mul2_var, open, product, cpu,                                                    \
      (point64 *r, const point64 *p, const uint64_t *a4, const uint64_t *b4))                      \
    X(int, point_to_affine_var, open, plain, cpu, (affine64 *r, const point64 *a))                 \
    X(int, point_equal_var, open, plain, cpu, (const point64 *a, const point64 *b))                \
    X(void, points_to_affine_var, open, lanes, cpu, (affine64 *r, const point64 *a, size_t n))     \
    X(void, plan_build_var, open, plain, cpu, (plan_buffer *plan, const uint64_t *k4))             \
    X(void, plan_mul_var, open, product, cpu,                                                      \
      (point64 *r, const plan_buffer *plan, const point64 *p))

/* Names X for which there are X, for secrets, and X_var, for public data. */
#define UF_ENGINE_TWINS(X) \
    X(silent_scan) X(point_add) X(point_dbl) X(point_mul) X(point_mul_gen) X(point_to_affine) \
    X(point_equal)
// clang-format on

namespace ufsecp {

struct prepared_point;
struct silent_scan_task;
struct claim;
struct randomiser;

/* The table: what an engine is, and the functions of the list.  A function that is NULL means "as
 * the next engine does it" (select.cpp fills it in), so that an engine with lanes brings only what
 * it does faster. */
struct engine {
    const char *name;
    unsigned lanes;        /* rows of public data that a batch computes side by side: 8 or 1 */
    unsigned claims_least; /* from so many claims on a sum costs less than one by one */
    const engine *host;    /* of a GPU, which takes batches whole: the CPU's engine beside it */

#define UF_MEMBER(result, name, data, work, who, parameters) result(*name) parameters;
    UF_ENGINE_FUNCTIONS(UF_MEMBER)
#undef UF_MEMBER
};

/* The words of the list. */
enum class engine_data { open, parse, key, point, sign, ecdh, batch };
enum class engine_work { lanes, product, rows, steps, plain };
enum class engine_who { cpu, gpu, device, checked };

constexpr bool takes_secrets(engine_data data) {
    return data != engine_data::open && data != engine_data::parse;
}

/* Calls visit(member, data, who, name) for each function of the list. */
template <class Visit>
constexpr void each_function(const Visit &visit) {
#define UF_VISIT(result, name, data, work, who, parameters) \
    visit(&engine::name, engine_data::data, engine_who::who, #name);
    UF_ENGINE_FUNCTIONS(UF_VISIT)
#undef UF_VISIT
}

/* What the list says of a function: data_of<&engine::ecdh>. */
template <auto function>
constexpr engine_data data_of = engine_data::open;
template <auto function>
constexpr engine_who who_of = engine_who::cpu;
#define UF_WORDS(result, name, data, work, who, parameters)                  \
    template <>                                                              \
    inline constexpr engine_data data_of<&engine::name> = engine_data::data; \
    template <>                                                              \
    inline constexpr engine_who who_of<&engine::name> = engine_who::who;
UF_ENGINE_FUNCTIONS(UF_WORDS)
#undef UF_WORDS

/* The engines as they were built; all but word32 only where the compiler has what they need. */
extern const engine x64_ifma_engine, x64_avxifma_engine, x64_avx512_engine, x64_fma_engine,
    x64_adx_engine, a64_engine, rv64_v_engine, rv64_zb_engine, rv64_engine, portable_engine,
    word32_engine;

}  // namespace ufsecp
