// Recovery of the public key from an ECDSA signature (SEC 1, 4.1.6), variable time.
//
// Reference: SEC 1, 4.1.6.
#pragma once
#include "proto/ecdsa_var.h"

namespace ufsecp::UF_TARGET {

/* r, s and the point R that the signature and its recovery id name: bit 0 of recid is the parity of
 * R.y, bit 1 says that R.x = r + n; whether there is such a point is not looked at.  High s is
 * accepted. */
static inline ufsecp_status recover_parse_var(ge_given *rp, sc *r, sc *s, const u8 sig64[64],
                                              int recid) {
    if (recid < 0 || recid > 3) return UFSECP_RECID;
    const ufsecp_status status = ecdsa_parse_var(r, s, sig64, false);
    if (status != UFSECP_OK) return status;
    rp->whole = false;
    rp->odd = recid & 1;
    fe_set_b32(&rp->p.x, sig64);
    return recid & 2 && !ecdsa_second_x_var(&rp->p.x, sig64) ? UFSECP_RECID : UFSECP_OK;
}
UF_PUBLIC_ONLY(recover_parse_var);

/* q = (s/r)*R - (h/r)*G; false if there is no R. */
static inline bool recover_point_var(gej *q, const ge_given *rp, const sc *r_inv, const sc *s,
                                     const u8 msg32[32]) {
    sc u1, u2;
    sc_set_b32(&u1, msg32);
    sc_mul(&u1, &u1, r_inv);
    sc_neg(&u1, &u1);
    sc_mul(&u2, s, r_inv);
    return mul2_given_var(q, rp, &u2, &u1);
}
UF_PUBLIC_ONLY(recover_point_var);

/* pk = the key, normalized. */
static inline ufsecp_status ecdsa_recover_var(ge *pk, const u8 sig64[64], int recid,
                                              const u8 msg32[32]) {
    ge_given rp;
    sc r, s;
    gej q;
    const ufsecp_status status = recover_parse_var(&rp, &r, &s, sig64, recid);
    if (status != UFSECP_OK) return status;
    sc_inv_var(&r, &r);
    return recover_point_var(&q, &rp, &r, &s, msg32) && ge_set_finite_var(pk, &q) ? UFSECP_OK
                                                                                  : UFSECP_NO_POINT;
}
UF_PUBLIC_ONLY(ecdsa_recover_var);

}  // namespace ufsecp::UF_TARGET
