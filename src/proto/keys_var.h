// Public keys: parsing and arithmetic, variable time.
#pragma once
#include "base/public_var.h"
#include "field/field_var.h"
#include "group/add_var.h"
#include "lanes/choose_var.h"
#include "ufsecp/ufsecp.h"

namespace ufsecp::UF_TARGET {

/* Any SEC 1 encoding: 33 bytes 02 or 03, 65 bytes 04, and, if allowed, 65 bytes 06 or 07 (hybrid:
 * the prefix repeats the parity of y). Infinity has no encoding here. Looks at length and prefix,
 * then at range and parity, then, of 65 bytes, at the curve.
 * out: r normalized. */
static inline ufsecp_status pubkey_read_var(ge_given *r, const u8 *in, size_t len,
                                            bool allow_hybrid) {
    ge *const p = &r->p;
    r->whole = len == 65;
    if (len == 33 && (in[0] == 2 || in[0] == 3)) {
        r->odd = in[0] & 1;
        return is_true_var(fe_set_b32(&p->x, in + 1)) ? UFSECP_OK : UFSECP_PUBKEY_RANGE;
    }
    const bool hybrid = len == 65 && allow_hybrid && (in[0] == 6 || in[0] == 7);
    if (!hybrid && !(len == 65 && in[0] == 4)) return UFSECP_PUBKEY_FORMAT;
    if (!is_true_var(fe_set_b32(&p->x, in + 1) & fe_set_b32(&p->y, in + 33)))
        return UFSECP_PUBKEY_RANGE;
    if (hybrid && is_true_var(fe_is_odd(&p->y)) != (in[0] == 7)) return UFSECP_PUBKEY_FORMAT;
    return is_true_var(ge_is_on_curve(p)) ? UFSECP_OK : UFSECP_PUBKEY_OFF_CURVE;
}
UF_PUBLIC_ONLY(pubkey_read_var);

/* The point of an x-only key: the one with even y (BIP-340's lift_x). */
static inline ufsecp_status xonly_read_var(ge_given *r, const u8 x32[32]) {
    r->whole = r->odd = false;
    return is_true_var(fe_set_b32(&r->p.x, x32)) ? UFSECP_OK : UFSECP_PUBKEY_RANGE;
}
UF_PUBLIC_ONLY(xonly_read_var);

/* The same two, and then whether there is such a point. */
static inline ufsecp_status pubkey_parse_var(ge *r, const u8 *in, size_t len, bool allow_hybrid) {
    ge_given t;
    const ufsecp_status status = pubkey_read_var(&t, in, len, allow_hybrid);
    if (status != UFSECP_OK) return status;
    if (!ge_given_lift_var(&t)) return UFSECP_PUBKEY_OFF_CURVE;
    *r = t.p;
    return UFSECP_OK;
}
static inline ufsecp_status xonly_parse_var(ge *r, const u8 x32[32]) {
    ge_given t;
    const ufsecp_status status = xonly_read_var(&t, x32);
    if (status != UFSECP_OK) return status;
    if (!ge_given_lift_var(&t)) return UFSECP_PUBKEY_OFF_CURVE;
    *r = t.p;
    return UFSECP_OK;
}
UF_PUBLIC_ONLY(pubkey_parse_var);
UF_PUBLIC_ONLY(xonly_parse_var);

/* r = a in affine form, normalized; false if a is infinity. */
static inline bool ge_set_finite_var(ge *r, const gej *a) {
    if (gej_is_infinity_var(a)) return false;
    ge_set_gej_var(r, a);
    return true;
}
UF_PUBLIC_ONLY(ge_set_finite_var);

/* r[i] = a[i] in affine form, normalized, or (0, 0) for infinity, for 1 <= n <= N points and one
 * inversion. */
template <size_t N>
static inline void ge_set_gej_batch_var(ge *r, const gej *a, size_t n) {
    fe z[N], zi[N];
    UF_CHECK(n >= 1 && n <= N);
    size_t i = 0;
    do z[i] = a[i].z;
    while (++i < n);
    fe_batch_inv_var(zi, z, n);
    for (size_t i = 0; i < n; i++) ge_set_gej_zinv_var(&r[i], &a[i], &zi[i]);
}
UF_PUBLIC_ONLY(ge_set_gej_batch_var);

/* p = p + t*G; false if t >= n or the sum is infinity. */
static inline bool pubkey_tweak_add_var(ge *p, const u8 t32[32]) {
    sc t;
    gej r;
    if (is_true_var(sc_set_b32(&t, t32))) return false;
    mul_gen_var(&r, &t);
    gej_add_ge_var(&r, &r, p);
    return ge_set_finite_var(p, &r);
}
UF_PUBLIC_ONLY(pubkey_tweak_add_var);

/* p = t*p; false unless 1 <= t < n. */
static inline bool pubkey_tweak_mul_var(ge *p, const u8 t32[32]) {
    sc t;
    gej r;
    if (!is_true_var(sc_set_b32_seckey(&t, t32))) return false;
    mul_point_var(&r, p, &t);
    return ge_set_finite_var(p, &r);
}
UF_PUBLIC_ONLY(pubkey_tweak_mul_var);

static inline void pubkey_negate_var(ge *p) {
    ge_neg(p, p);
    fe_normalize_var(&p->y);
}
UF_PUBLIC_ONLY(pubkey_negate_var);

/* sum = the sum of n keys of 33 bytes; the status of the first bad one, or UFSECP_NO_POINT if the
 * sum is infinity. */
static inline ufsecp_status pubkey_combine_var(ge *sum, const u8 *pks33, size_t n) {
    gej t;
    gej_set_infinity(&t);
    for (size_t i = 0; i < n; i++) {
        ge p;
        const ufsecp_status status = pubkey_parse_var(&p, pks33 + 33 * i, 33, false);
        if (status != UFSECP_OK) return status;
        gej_add_ge_var(&t, &t, &p);
    }
    return ge_set_finite_var(sum, &t) ? UFSECP_OK : UFSECP_NO_POINT;
}
UF_PUBLIC_ONLY(pubkey_combine_var);

}  // namespace ufsecp::UF_TARGET
