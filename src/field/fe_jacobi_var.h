// Whether a field element is a square, in variable time, over any representation; public data only.
#pragma once
#include "base/jacobi_var.h"
#include "field/fe_inv.h"
#include "field/field_var.h"
#ifdef UF_TINY
#include "field/pow.h"
#endif

namespace ufsecp::UF_TARGET {

/* 1 if a is a square other than 0, 0 if it is 0, -1 if it is no square.
 * in: <= 8.
 * time: variable. */
template <public_field F>
static inline int fe_jacobi_var(const F *a) {
#ifdef UF_TINY
    F root; /* whose code is there anyway */
    if (fe_is_zero_var(a)) return 0;
    return is_true_var(fe_sqrt(&root, a)) ? 1 : -1;
#else
    F t = *a;
    u64 x[4];
    fe_normalize_var(&t);
    fe_get_limbs64(x, &t);
    return jacobi_var(x, &field_modulus);
#endif
}
UF_PUBLIC_ONLY(fe_jacobi_var);

}  // namespace ufsecp::UF_TARGET
