// ECDSA verification, variable time.
#pragma once
#include "proto/keys_var.h"
#include "proto/order.h"
#include "scalar/sc_inv_var.h"

namespace ufsecp::UF_TARGET {

/* r and s of a signature in their ranges; the first thing wrong, r before s. */
static inline ufsecp_status ecdsa_parse_var(sc *r, sc *s, const u8 sig64[64], bool require_low_s) {
    if (is_true_var(sc_set_b32(r, sig64))) return UFSECP_R_RANGE;
    if (is_true_var(sc_is_zero(r))) return UFSECP_R_ZERO;
    if (is_true_var(sc_set_b32(s, sig64 + 32))) return UFSECP_S_RANGE;
    if (is_true_var(sc_is_zero(s))) return UFSECP_S_ZERO;
    if (require_low_s && is_true_var(sc_is_high(s))) return UFSECP_S_HIGH;
    return UFSECP_OK;
}
UF_PUBLIC_ONLY(ecdsa_parse_var);

/* r is the x of R mod n, so that this x is r, or r + n if that is below p.  One rule, written three
 * times: here, in lanes (x8_of_r of recover_rows_lanes_var.h, and the rows that
 * ecdsa_rows_lanes_var.h does again), on GPUs (ecdsa_second_x of gpu/kernel/kernel_rows.h).
 *
 * x = r + n; false if it is not below p.
 * in: r < n. */
static inline bool ecdsa_second_x_var(fe *x, const u8 r32[32]) {
    if (memcmp(r32, p_minus_order_b32, 32) >= 0) return false;
    fe n;
    fe_set_b32(&n, order_b32);
    fe_set_b32(x, r32);
    fe_add(x, x, &n);
    fe_normalize_var(x);
    return true;
}

/* Whether the x coordinate of a is r mod n, r the first half of sig64. */
static inline bool ecdsa_has_x_var(const gej *a, const u8 sig64[64]) {
    fe x;
    fe_set_b32(&x, sig64);
    return gej_has_x_var(a, &x) || (ecdsa_second_x_var(&x, sig64) && gej_has_x_var(a, &x));
}
UF_PUBLIC_ONLY(ecdsa_has_x_var);

/* Whether (h/s)*G + (r/s)*Q has an x coordinate that is r mod n (SEC 1, 4.1.4); mul2(&r, &a, &b)
 * gives a*Q + b*G, or false if there is no Q.
 * in: the parsed r of sig64, and s^-1. */
template <class Mul2>
static inline ufsecp_status ecdsa_equation_by_var(const u8 sig64[64], const sc *r, const sc *s_inv,
                                                  const u8 msg32[32], const Mul2 &mul2) {
    sc u1, u2;
    gej rj;
    sc_set_b32(&u1, msg32);
    sc_mul(&u1, &u1, s_inv);
    sc_mul(&u2, r, s_inv);
    if (!mul2(&rj, &u2, &u1)) return UFSECP_PUBKEY_OFF_CURVE;
    return ecdsa_has_x_var(&rj, sig64) ? UFSECP_OK : UFSECP_BAD_SIGNATURE;
}
UF_PUBLIC_ONLY(ecdsa_equation_by_var);
static inline ufsecp_status ecdsa_equation_var(const u8 sig64[64], const sc *r, const sc *s_inv,
                                               const u8 msg32[32], const ge_given *pk) {
    return ecdsa_equation_by_var(sig64, r, s_inv, msg32, [pk](gej *p, const sc *a, const sc *b) {
        return mul2_given_var(p, pk, a, b);
    });
}
UF_PUBLIC_ONLY(ecdsa_equation_var);

/* The first thing wrong, in the key before the signature. */
static inline ufsecp_status ecdsa_verify_var(const u8 sig64[64], const u8 msg32[32],
                                             const ge_given *pk, bool require_low_s) {
    sc r, s;
    const ufsecp_status status = ecdsa_parse_var(&r, &s, sig64, require_low_s);
    if (status != UFSECP_OK) {
        ge_given key = *pk;
        return ge_given_lift_var(&key) ? status : UFSECP_PUBKEY_OFF_CURVE;
    }
    sc_inv_var(&s, &s);
    return ecdsa_equation_var(sig64, &r, &s, msg32, pk);
}
UF_PUBLIC_ONLY(ecdsa_verify_var);

/* In place: s = the lower of s and n - s, *was_high = it changed.  false, and sig64 zeroed, unless
 * r < n and s < n. */
static inline bool ecdsa_sig_normalize_var(u8 sig64[64], bool *was_high) {
    sc r, s;
    *was_high = false;
    if (is_true_var(sc_set_b32(&r, sig64) | sc_set_b32(&s, sig64 + 32))) {
        memset(sig64, 0, 64);
        return false;
    }
    *was_high = is_true_var(sc_is_high(&s));
    if (*was_high) sc_neg(&s, &s);
    sc_get_b32(sig64 + 32, &s);
    return true;
}

}  // namespace ufsecp::UF_TARGET
