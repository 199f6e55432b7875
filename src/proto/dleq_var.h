// Proofs that two points have the same discrete logarithm to two bases, verified (BIP-374; and the
// commitments that ECDSA adaptor signatures share).  Variable time.
#pragma once
#include "proto/dleq.h"
#include "proto/keys_var.h"

namespace ufsecp::UF_TARGET {

/* r = s base - e p; base may be NULL, for G. */
static inline void dleq_commitment_var(gej *r, const ge *base, const ge *p, const sc *s,
                                       const sc *minus_e) {
    gej t;
    if (!base) return mul2_var(r, p, minus_e, s);
    mul_point_var(r, p, minus_e);
    mul_point_var(&t, base, s);
    gej_add_var(r, r, &t);
}
UF_PUBLIC_ONLY(dleq_commitment_var);

/* r33[0], r33[1] = s base - e a, s b - e c, for an e32 that need not be below n; false if one of
 * them is infinity. */
static inline bool dleq_commitments_var(u8 r33[2][33], const ge *base, const ge *a, const ge *b,
                                        const ge *c, const u8 e32[32], const sc *s) {
    sc minus_e;
    gej j[2];
    ge r[2];
    sc_set_b32(&minus_e, e32);
    sc_neg(&minus_e, &minus_e);
    dleq_commitment_var(&j[0], base, a, s, &minus_e);
    dleq_commitment_var(&j[1], b, c, s, &minus_e);
    if (gej_is_infinity_var(&j[0]) || gej_is_infinity_var(&j[1])) return false;
    ge_set_gej_batch_var<2>(r, j, 2);
    for (size_t i = 0; i < 2; i++) pubkey_serialize(r33[i], 33, &r[i]);
    return true;
}
UF_PUBLIC_ONLY(dleq_commitments_var);

/* Whether A = a base and C = a B for some a (BIP-374, VerifyProof): the first thing wrong in A, B,
 * C, base and then in the proof.  base33 may be NULL, for G, and msg32. */
static inline ufsecp_status dleq_verify_var(const u8 proof64[64], const u8 a33[33],
                                            const u8 b33[33], const u8 c33[33], const u8 *base33,
                                            const u8 *msg32) {
    const u8 *const in[4] = {a33, b33, c33, base33};
    dleq_text t;
    ge p[4];
    sc s;
    u8 e32[32];
    for (size_t i = 0; i < (base33 ? 4 : 3); i++) {
        const ufsecp_status status = pubkey_parse_var(&p[i], in[i], 33, false);
        if (status != UFSECP_OK) return status;
    }
    if (is_true_var(sc_set_b32(&s, proof64 + 32))) return UFSECP_S_RANGE;
    if (!dleq_commitments_var(t.r33, base33 ? &p[3] : nullptr, &p[0], &p[1], &p[2], proof64, &s))
        return UFSECP_BAD_SIGNATURE;
    if (!base33) ge_set_generator(&p[3]);
    memcpy(t.a33, a33, 33);
    memcpy(t.b33, b33, 33);
    memcpy(t.c33, c33, 33);
    pubkey_serialize(t.base33, 33, &p[3]);
    dleq_challenge(e32, &t, msg32);
    return memcmp(e32, proof64, 32) == 0 ? UFSECP_OK : UFSECP_BAD_SIGNATURE;
}
UF_PUBLIC_ONLY(dleq_verify_var);

}  // namespace ufsecp::UF_TARGET
