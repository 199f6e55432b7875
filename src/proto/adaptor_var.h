// Adaptor signatures, what is public: parsing and verification.  proto/adaptor.h has the equations.
// Variable time.
#pragma once
#include "proto/adaptor.h"
#include "proto/dleq_var.h"
#include "proto/ecdsa_var.h"
#include "proto/schnorr_var.h"

namespace ufsecp::UF_TARGET {

/* ---- ECDSA ---- */

/* The parts of a signature; the proof's e, which need not be below n, stays where it is. */
struct ecdsa_adaptor_parts {
    ge r_point, ra_point;
    sc r, s_a, proof_s;
};

/* The first thing wrong in R, R_a, r, s_a, the proof's s. */
static inline ufsecp_status ecdsa_adaptor_parse_var(ecdsa_adaptor_parts *p, const u8 sig162[162]) {
    ufsecp_status status = pubkey_parse_var(&p->r_point, sig162, 33, false);
    if (status == UFSECP_OK) status = pubkey_parse_var(&p->ra_point, sig162 + 33, 33, false);
    if (status != UFSECP_OK) return status;
    sc_set_b32(&p->r, sig162 + 1);
    if (is_true_var(sc_is_zero(&p->r))) return UFSECP_R_ZERO;
    if (is_true_var(sc_set_b32(&p->s_a, sig162 + 66))) return UFSECP_S_RANGE;
    if (is_true_var(sc_is_zero(&p->s_a))) return UFSECP_S_ZERO;
    return is_true_var(sc_set_b32(&p->proof_s, sig162 + 130)) ? UFSECP_S_RANGE : UFSECP_OK;
}
UF_PUBLIC_ONLY(ecdsa_adaptor_parse_var);

/* Whether the proof shows that R_a and R have the same logarithm to G and Y = enc. */
static inline bool ecdsa_adaptor_proof_holds_var(const u8 sig162[162], const ecdsa_adaptor_parts *p,
                                                 const ge *enc, const u8 enc33[33]) {
    dleq_text t;
    sc e, want;
    if (!dleq_commitments_var(t.r33, nullptr, &p->ra_point, enc, &p->r_point, sig162 + 98,
                              &p->proof_s))
        return false;
    memcpy(t.a33, sig162 + 33, 33);
    memcpy(t.b33, enc33, 33);
    memcpy(t.c33, sig162, 33);
    ecdsa_adaptor_challenge(&want, &t);
    sc_set_b32(&e, sig162 + 98);
    return is_true_var(sc_equal(&e, &want));
}
UF_PUBLIC_ONLY(ecdsa_adaptor_proof_holds_var);

/* The first thing wrong in X, Y and the signature. */
static inline ufsecp_status ecdsa_adaptor_verify_var(const u8 sig162[162], const u8 msg32[32],
                                                     const u8 pk33[33], const u8 enc33[33]) {
    ecdsa_adaptor_parts p;
    ge pk, enc, ra;
    gej j;
    sc s_inv, u1, u2;
    u8 ra33[33];
    ufsecp_status status = pubkey_parse_var(&pk, pk33, 33, false);
    if (status == UFSECP_OK) status = pubkey_parse_var(&enc, enc33, 33, false);
    if (status == UFSECP_OK) status = ecdsa_adaptor_parse_var(&p, sig162);
    if (status != UFSECP_OK) return status;
    if (!ecdsa_adaptor_proof_holds_var(sig162, &p, &enc, enc33)) return UFSECP_BAD_SIGNATURE;
    sc_inv_var(&s_inv, &p.s_a);
    sc_set_b32(&u1, msg32);
    sc_mul(&u1, &u1, &s_inv);
    sc_mul(&u2, &p.r, &s_inv);
    mul2_var(&j, &pk, &u2, &u1);
    if (!ge_set_finite_var(&ra, &j)) return UFSECP_BAD_SIGNATURE;
    pubkey_serialize(ra33, 33, &ra);
    return memcmp(ra33, sig162 + 33, 33) == 0 ? UFSECP_OK : UFSECP_BAD_SIGNATURE;
}
UF_PUBLIC_ONLY(ecdsa_adaptor_verify_var);

/* ---- Schnorr ---- */

/* r = R', s; the first thing wrong in them. */
static inline ufsecp_status schnorr_adaptor_parse_var(ge *r, sc *s, const u8 presig65[65]) {
    const ufsecp_status status = pubkey_parse_var(r, presig65, 33, false);
    if (status != UFSECP_OK) return status;
    return is_true_var(sc_set_b32(s, presig65 + 33)) ? UFSECP_S_RANGE : UFSECP_OK;
}
UF_PUBLIC_ONLY(schnorr_adaptor_parse_var);

/* Whether R' - (s G - e P), or R' + (s G - e P) where the y of R' is odd, is T: the first thing
 * wrong in T, R', s, P, and then that. */
static inline ufsecp_status schnorr_adaptor_verify_var(const u8 presig65[65], const u8 *msg,
                                                       size_t msg_len, const u8 pk32[32],
                                                       const u8 t33[33]) {
    ge t, r;
    gej j;
    sc s;
    u8 found33[33];
    ufsecp_status status = pubkey_parse_var(&t, t33, 33, false);
    if (status == UFSECP_OK) status = schnorr_adaptor_parse_var(&r, &s, presig65);
    if (status == UFSECP_OK)
        status = schnorr_commitment_var(&j, presig65 + 1, msg, msg_len, pk32, 32);
    if (status != UFSECP_OK) return status;
    if (presig65[0] == 2) gej_neg(&j, &j);
    gej_add_ge_var(&j, &j, &r);
    if (!ge_set_finite_var(&t, &j)) return UFSECP_BAD_SIGNATURE;
    pubkey_serialize(found33, 33, &t);
    return memcmp(found33, t33, 33) == 0 ? UFSECP_OK : UFSECP_BAD_SIGNATURE;
}
UF_PUBLIC_ONLY(schnorr_adaptor_verify_var);

}  // namespace ufsecp::UF_TARGET
