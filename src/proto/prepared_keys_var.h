// Verification by a prepared public key (mult/prepared_point.h), one signature or many.  Variable
// time.
#pragma once
#include "proto/ecdsa_rows_var.h"
#include "proto/schnorr_rows_var.h"

namespace ufsecp::UF_TARGET {

/* The key of 32, 33 or 65 bytes; of 32, the point with even y.
 * out: on failure nothing that a call takes. */
static inline ufsecp_status prepared_parse_var(prepared_point *r, const u8 *pk, size_t pk_len) {
    ge p;
    r->tag = 0;
    const ufsecp_status status =
        pk_len == 32 ? xonly_parse_var(&p, pk) : pubkey_parse_var(&p, pk, pk_len, false);
    if (status == UFSECP_OK) prepared_set_chosen_var(r, &p);
    return status;
}
UF_PUBLIC_ONLY(prepared_parse_var);

static inline ufsecp_status ecdsa_prepared_equation_var(const u8 sig64[64], const sc *r,
                                                        const sc *s_inv, const u8 msg32[32],
                                                        const prepared_point *key) {
    return ecdsa_equation_by_var(sig64, r, s_inv, msg32, [key](gej *p, const sc *a, const sc *b) {
        prepared_mul2_var(p, key, a, b);
        return true;
    });
}
UF_PUBLIC_ONLY(ecdsa_prepared_equation_var);

static inline ufsecp_status ecdsa_verify_prepared_var(const u8 sig64[64], const u8 msg32[32],
                                                      const prepared_point *key,
                                                      bool require_low_s) {
    sc r, s;
    const ufsecp_status status = ecdsa_parse_var(&r, &s, sig64, require_low_s);
    if (status != UFSECP_OK) return status;
    sc_inv_var(&s, &s);
    return ecdsa_prepared_equation_var(sig64, &r, &s, msg32, key);
}
UF_PUBLIC_ONLY(ecdsa_verify_prepared_var);

/* The factor of P in s*G - e*(P or -P, whose y is even). */
static inline void schnorr_prepared_factor_var(sc *e, const prepared_point *key) {
    if (key->odd == 0) sc_neg(e, e);
}
UF_PUBLIC_ONLY(schnorr_prepared_factor_var);
/* x of the key, as it is hashed. */
static inline void prepared_x32(u8 x32[32], const prepared_point *key) {
    limbs_get_b32(x32, key->word[0][0]);
}

/* As schnorr_commitment_var. */
static inline ufsecp_status schnorr_prepared_commitment_var(gej *rj, const u8 sig64[64],
                                                            const u8 *msg, size_t msg_len,
                                                            const prepared_point *key) {
    u8 x32[32];
    fe x;
    sc s, e;
    if (!is_true_var(fe_set_b32(&x, sig64))) return UFSECP_R_RANGE;
    if (is_true_var(sc_set_b32(&s, sig64 + 32))) return UFSECP_S_RANGE;
    prepared_x32(x32, key);
    schnorr_challenge(&e, sig64, x32, msg, msg_len);
    schnorr_prepared_factor_var(&e, key);
    prepared_mul2_var(rj, key, &e, &s);
    return gej_is_infinity_var(rj) ? UFSECP_BAD_SIGNATURE : UFSECP_OK;
}
UF_PUBLIC_ONLY(schnorr_prepared_commitment_var);

static inline ufsecp_status schnorr_verify_prepared_var(const u8 sig64[64], const u8 *msg,
                                                        size_t msg_len, const prepared_point *key) {
    gej rj;
    ge r;
    const ufsecp_status status = schnorr_prepared_commitment_var(&rj, sig64, msg, msg_len, key);
    if (status != UFSECP_OK) return status;
    return ge_set_finite_var(&r, &rj) ? schnorr_accept_var(&r, sig64) : UFSECP_BAD_SIGNATURE;
}
UF_PUBLIC_ONLY(schnorr_verify_prepared_var);

/* ---- Many signatures of one key ---- */

static int engine_ecdsa_prepared_batch_var(u8 *ok, const u8 *msgs32, const u8 *sigs64, size_t n,
                                           const prepared_point *key, unsigned flags) {
    return ecdsa_each_row_var(
        ok, n, flags, [=](size_t i) { return sigs64 + 64 * i; },
        [=](size_t i, const sc *r, const sc *s_inv) {
            return ecdsa_prepared_equation_var(sigs64 + 64 * i, r, s_inv, msgs32 + 32 * i, key) ==
                   UFSECP_OK;
        });
}

static int engine_schnorr_prepared_batch_var(u8 *ok, const u8 *msgs32, const u8 *sigs64, size_t n,
                                             const prepared_point *key) {
    return schnorr_each_row_var(
        ok, n, [=](size_t i) { return sigs64 + 64 * i; },
        [=](gej *rj, size_t i) {
            return schnorr_prepared_commitment_var(rj, sigs64 + 64 * i, msgs32 + 32 * i, 32, key) ==
                   UFSECP_OK;
        });
}

}  // namespace ufsecp::UF_TARGET
