// The inverse in the field, in constant time, over any representation.
#pragma once
#include "base/modinv.h"

namespace ufsecp::UF_TARGET {

static constexpr u64 field_prime[4] = {0xFFFFFFFEFFFFFC2F, ~(u64)0, ~(u64)0, ~(u64)0};
static constexpr modinv_modulus field_modulus{field_prime};

/* r = 1/a; 0 for 0.
 * in: any magnitude.
 * out: 1, normalized.
 * alias: r may be a.
 * time: constant.
 */
template <class F>
static inline void fe_inv(F *r, const F *a) {
    F t = *a;
    u64 x[4];
    fe_normalize(&t);
    fe_get_limbs64(x, &t);
    modinv(x, x, &field_modulus);
    fe_set_limbs64(r, x);
}

}  // namespace ufsecp::UF_TARGET
