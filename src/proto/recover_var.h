// Recovery of the public key from an ECDSA signature (SEC 1, 4.1.6), variable time.
#pragma once
#include "proto/ecdsa_var.h"

namespace ufsecp::UF_TARGET {

/* r, s and the point R that the signature and its recovery id name: bit 0 of recid is the parity of
 * R.y, bit 1 says that R.x = r + n.  High s is accepted. */
static inline ufsecp_status recover_parse_var(ge *rp, sc *r, sc *s, const u8 sig64[64], int recid) {
    if (recid < 0 || recid > 3) return UFSECP_RECID;
    const ufsecp_status status = ecdsa_parse_var(r, s, sig64, false);
    if (status != UFSECP_OK) return status;
    fe x;
    fe_set_b32(&x, sig64);
    if (recid & 2 && !ecdsa_second_x_var(&x, sig64)) return UFSECP_RECID;
    return ge_set_x_var(rp, &x, recid & 1) ? UFSECP_OK : UFSECP_NO_POINT;
}
UF_PUBLIC_ONLY(recover_parse_var);

/* q = (s/r)*R - (h/r)*G. */
static inline void recover_point_var(gej *q, const ge *rp, const sc *r_inv, const sc *s,
                                     const u8 msg32[32]) {
    sc u1, u2;
    sc_set_b32(&u1, msg32);
    sc_mul(&u1, &u1, r_inv);
    sc_neg(&u1, &u1);
    sc_mul(&u2, s, r_inv);
    mul2_var(q, rp, &u2, &u1);
}
UF_PUBLIC_ONLY(recover_point_var);

/* pk = the key, normalized. */
static inline ufsecp_status ecdsa_recover_var(ge *pk, const u8 sig64[64], int recid,
                                              const u8 msg32[32]) {
    ge rp;
    sc r, s;
    gej q;
    const ufsecp_status status = recover_parse_var(&rp, &r, &s, sig64, recid);
    if (status != UFSECP_OK) return status;
    sc_inv_var(&r, &r);
    recover_point_var(&q, &rp, &r, &s, msg32);
    return ge_set_finite_var(pk, &q) ? UFSECP_OK : UFSECP_NO_POINT;
}
UF_PUBLIC_ONLY(ecdsa_recover_var);

}  // namespace ufsecp::UF_TARGET
