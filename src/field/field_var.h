// Variable-time predicates and reduction of the field, over any representation; public data only.
//
// A representation may offer hooks: fe_may_be_zero (a cheap test that a nonzero element nearly
// always fails) and fe_normalize_begin/_end (a reduction whose second step is rarely needed).
#pragma once
#include "base/ct.h"
#include "base/public_var.h"

namespace ufsecp::UF_TARGET {

/* Field types that variable-time templates accept: not secret. */
template <class F>
concept public_field = !is_secret<F>::value;

/* Whether a = 0 mod p, exactly.
 * in: any magnitude.
 * time: variable. */
template <public_field F>
static inline bool fe_is_zero_var(const F *a) {
    if constexpr (requires { fe_may_be_zero(a); }) {
        if (!is_true_var(fe_may_be_zero(a))) return false;
    }
    return is_true_var(fe_is_zero(a));
}
UF_PUBLIC_ONLY(fe_is_zero_var);

/* r mod p, the one value below p.
 * in: any.
 * out: 1, normalized.
 * time: variable. */
template <public_field F>
static inline void fe_normalize_var(F *r) {
    if constexpr (requires { fe_normalize_begin(r); }) {
        if (u64 x = fe_normalize_begin(r)) fe_normalize_end(r, x);
    } else {
        fe_normalize(r);
    }
}
UF_PUBLIC_ONLY(fe_normalize_var);

}  // namespace ufsecp::UF_TARGET
