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

/* s and e such that s G + e P is to be R; the first thing wrong, and then both are zero. */
static inline ufsecp_status schnorr_prepared_read_var(sc *s, sc *e, const u8 sig64[64],
                                                      const u8 *msg, size_t msg_len,
                                                      const prepared_point *key) {
    u8 x32[32];
    fe x;
    sc_set_zero(e);
    const bool r_fits = is_true_var(fe_set_b32(&x, sig64));
    if (is_true_var(sc_set_b32(s, sig64 + 32)) || !r_fits) {
        sc_set_zero(s);
        return r_fits ? UFSECP_S_RANGE : UFSECP_R_RANGE;
    }
    prepared_x32(x32, key);
    schnorr_challenge(e, sig64, x32, msg, msg_len);
    schnorr_prepared_factor_var(e, key);
    return UFSECP_OK;
}
UF_PUBLIC_ONLY(schnorr_prepared_read_var);

static inline ufsecp_status schnorr_verify_prepared_var(const u8 sig64[64], const u8 *msg,
                                                        size_t msg_len, const prepared_point *key) {
    sc s, e;
    gej rj;
    ge r;
    const ufsecp_status status = schnorr_prepared_read_var(&s, &e, sig64, msg, msg_len, key);
    if (status != UFSECP_OK) return status;
    prepared_mul2_var(&rj, key, &e, &s);
    return ge_set_finite_var(&r, &rj) ? schnorr_accept_var(&r, sig64) : UFSECP_BAD_SIGNATURE;
}
UF_PUBLIC_ONLY(schnorr_verify_prepared_var);

/* ---- Many signatures of one key ---- */

/* The table for many scalars. */
static inline comb prepared_comb(const prepared_point *p) {
    return {prepared_point::window, prepared_point::windows, p->word[0], prepared_offset};
}

/* q[i] = a[i] P + b[i] G for m rows of a call of n. */
static inline void prepared_mul2_many_var(gej *q, const prepared_point *key, const sc *a,
                                          const sc *b, size_t m, size_t n) {
    if (!combs_pay(n)) {
        for (size_t i = 0; i < m; i++) prepared_mul2_var(&q[i], key, &a[i], &b[i]);
        return;
    }
    ge_entry p[public_chunk];
    const comb table = prepared_comb(key);
    comb_many_scalar_var(p, &table, a, m);
    mul_gen_many_var<public_chunk>(q, b, m, n);
    for (size_t i = 0; i < m; i++) {
        ge t;
        if (row_is_infinity_var(&p[i])) continue;
        ge_set_entry(&t, &p[i]);
        gej_add_ge_var(&q[i], &q[i], &t);
    }
}
UF_PUBLIC_ONLY(prepared_mul2_many_var);

static int engine_ecdsa_prepared_batch_var(u8 *ok, const u8 *msgs32, const u8 *sigs64, size_t n,
                                           const prepared_point *key, unsigned flags) {
    return ecdsa_each_row_var(
        ok, n, flags, [=](size_t i) { return sigs64 + 64 * i; },
        [=](bool *good, size_t at, size_t m, const sc *r, const sc *s_inv) {
            sc a[public_chunk], b[public_chunk];
            gej q[public_chunk];
            for (size_t i = 0; i < m; i++) {
                sc_set_b32(&b[i], msgs32 + 32 * (at + i));
                sc_mul(&b[i], &b[i], &s_inv[i]);
                sc_mul(&a[i], &r[i], &s_inv[i]);
            }
            prepared_mul2_many_var(q, key, a, b, m, n);
            for (size_t i = 0; i < m; i++)
                good[i] = good[i] && ecdsa_has_x_var(&q[i], sigs64 + 64 * (at + i));
        });
}

static int engine_schnorr_prepared_batch_var(u8 *ok, const u8 *msgs32, const u8 *sigs64, size_t n,
                                             const prepared_point *key) {
    return schnorr_each_row_var(
        ok, n, [=](size_t i) { return sigs64 + 64 * i; },
        [=](gej *rj, bool *good, size_t at, size_t m) {
            sc s[public_chunk], e[public_chunk];
            for (size_t i = 0; i < m; i++)
                good[i] = schnorr_prepared_read_var(&s[i], &e[i], sigs64 + 64 * (at + i),
                                                    msgs32 + 32 * (at + i), 32, key) == UFSECP_OK;
            prepared_mul2_many_var(rj, key, e, s, m, n);
        });
}

}  // namespace ufsecp::UF_TARGET
