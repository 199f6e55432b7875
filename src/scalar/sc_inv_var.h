// Inverses modulo the group order in variable time: of one scalar, and of many for the price of
// one.
#pragma once
#include "base/modinv_var.h"
#include "scalar/sc_inv.h"

namespace ufsecp::UF_TARGET {

#if UF_SCALAR == UF_SC_SMALL
static inline void sc_inv_var(sc_small *r, const sc_small *a) { sc_inv(r, a); }
#else
/* r = 1/a mod n; 0 gives 0.
 * time: variable.
 * alias: r may be a. */
static inline void sc_inv_var(sc4x64 *r, const sc4x64 *a) { modinv_var(r->n, a->n, &sc_modulus); }
static inline void sc_inv_var(sc8x32 *r, const sc8x32 *a) {
    u64 x[4];
    sc_get_limbs64(x, a);
    modinv_var(x, x, &sc_modulus);
    sc_set_limbs64(r, x);
}
#endif
UF_PUBLIC_ONLY(sc_inv_var);

/* r[i] = 1/a[i] mod n for all i < count; zeros stay zero.
 * time: variable.
 * alias: none, r and a must not overlap.
 * cost: one inverse and 3 products an element. */
template <class S>
    requires(!is_secret<S>::value)
static inline void sc_batch_inv_var(S *r, const S *a, size_t count) {
    /* r[i] holds the product of the nonzero a[0 .. i-1] on the way up. */
    S product;
    sc_set_one(&product);
    for (size_t i = 0; i < count; i++) {
        r[i] = product;
        if (!is_true_var(sc_is_zero(&a[i]))) sc_mul(&product, &product, &a[i]);
    }
    sc_inv_var(&product, &product);
    for (size_t i = count; i-- > 0;) {
        if (is_true_var(sc_is_zero(&a[i]))) {
            sc_set_zero(&r[i]);
        } else {
            sc_mul(&r[i], &r[i], &product);
            sc_mul(&product, &product, &a[i]);
        }
    }
}
UF_PUBLIC_ONLY(sc_batch_inv_var);

}  // namespace ufsecp::UF_TARGET
