// BIP-340 verification, variable time.
#pragma once
#include "proto/keys_var.h"
#include "proto/schnorr.h"

namespace ufsecp::UF_TARGET {

/* rj = s*G - e*P: the point that the signature's R.x must belong to.  The first thing wrong in r,
 * s, key; infinity is UFSECP_BAD_SIGNATURE.  The key is an x-only one of 32 bytes, or a whole point
 * of 65. */
static inline ufsecp_status schnorr_commitment_var(gej *rj, const u8 sig64[64], const u8 *msg,
                                                   size_t msg_len, const u8 *pk, size_t pk_len) {
    fe x;
    sc s, e;
    ge_given p;
    if (!is_true_var(fe_set_b32(&x, sig64))) return UFSECP_R_RANGE;
    if (is_true_var(sc_set_b32(&s, sig64 + 32))) return UFSECP_S_RANGE;
    const bool whole = pk_len == 65;
    const ufsecp_status status =
        whole ? pubkey_read_var(&p, pk, pk_len, false) : xonly_read_var(&p, pk);
    if (status != UFSECP_OK) return status;
    schnorr_challenge(&e, sig64, whole ? pk + 1 : pk, msg, msg_len);
    sc_neg(&e, &e);
    if (!mul2_given_var(rj, &p, &e, &s)) return UFSECP_PUBKEY_OFF_CURVE;
    return gej_is_infinity_var(rj) ? UFSECP_BAD_SIGNATURE : UFSECP_OK;
}
UF_PUBLIC_ONLY(schnorr_commitment_var);

/* Whether R has an even y and the x of the signature.
 * in: r finite and normalized: (0, 0), which stands for infinity, has an even y. */
static inline ufsecp_status schnorr_accept_var(const ge *r, const u8 sig64[64]) {
    u8 x32[32];
    if (is_true_var(fe_is_odd(&r->y))) return UFSECP_BAD_SIGNATURE;
    fe_get_b32(x32, &r->x);
    return memcmp(x32, sig64, 32) == 0 ? UFSECP_OK : UFSECP_BAD_SIGNATURE;
}
UF_PUBLIC_ONLY(schnorr_accept_var);

static inline ufsecp_status schnorr_verify_var(const u8 sig64[64], const u8 *msg, size_t msg_len,
                                               const u8 *pk, size_t pk_len) {
    gej rj;
    ge r;
    const ufsecp_status status = schnorr_commitment_var(&rj, sig64, msg, msg_len, pk, pk_len);
    if (status != UFSECP_OK) return status;
    return ge_set_finite_var(&r, &rj) ? schnorr_accept_var(&r, sig64) : UFSECP_BAD_SIGNATURE;
}

}  // namespace ufsecp::UF_TARGET
