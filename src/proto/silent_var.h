// Silent payments (BIP-352), what all can see: the input tweak of a transaction.  Variable time.
#pragma once
#include "proto/keys_var.h"
#include "proto/silent.h"

namespace ufsecp::UF_TARGET {

/* r = input_hash * A, where A is the sum of n_xonly keys of even y and n_plain others of 33 bytes.
 * The status of the first bad key, or UFSECP_NO_POINT if A is infinity (as it is for no keys). */
static inline ufsecp_status silent_tweak_var(ge *r, const u8 outpoint36[36], const u8 *xonly32s,
                                             size_t n_xonly, const u8 *pks33, size_t n_plain) {
    gej sum;
    sc h;
    gej_set_infinity(&sum);
    for (size_t i = 0; i < n_xonly + n_plain; i++) {
        ge p;
        const ufsecp_status status =
            i < n_xonly ? xonly_parse_var(&p, xonly32s + 32 * i)
                        : pubkey_parse_var(&p, pks33 + 33 * (i - n_xonly), 33, false);
        if (status != UFSECP_OK) return status;
        gej_add_ge_var(&sum, &sum, &p);
    }
    if (!ge_set_finite_var(r, &sum) || !is_true_var(silent_input_scalar(&h, outpoint36, r)))
        return UFSECP_NO_POINT;
    mul_point_var(&sum, r, &h);
    return ge_set_finite_var(r, &sum) ? UFSECP_OK : UFSECP_NO_POINT;
}
UF_PUBLIC_ONLY(silent_tweak_var);

}  // namespace ufsecp::UF_TARGET
