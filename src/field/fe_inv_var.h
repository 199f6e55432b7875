// The inverse in the field in variable time, of one element and of many at once; public data only.
#pragma once
#include "base/modinv_var.h"
#include "field/fe_inv.h"
#include "field/field_var.h"

namespace ufsecp::UF_TARGET {

/* r = 1/a; 0 for 0.
 * in: any magnitude.
 * out: 1, normalized.
 * alias: r may be a.
 * time: variable.
 */
template <public_field F>
static inline void fe_inv_var(F *r, const F *a) {
    F t = *a;
    u64 x[4];
    fe_normalize_var(&t);
    fe_get_limbs64(x, &t);
    modinv_var(x, x, &field_modulus);
    fe_set_limbs64(r, x);
}
UF_PUBLIC_ONLY(fe_inv_var);

/* r[i] = 1/a[i], 0 for 0, for i < n.  Montgomery's trick: r[i] holds the product of the nonzero
 * a[j] before a[i], then the inverse of the whole product is peeled off from the end.
 * in: magnitude <= 8.
 * out: 1.
 * alias: r must not overlap a.
 * time: variable.
 * cost: for m > 0 nonzero elements 1 inversion and 3*(m - 1) mul. */
template <public_field F>
static inline void fe_batch_inv_var(F *r, const F *a, size_t n) {
    size_t first = 0; /* the first nonzero element */
    while (first < n && fe_is_zero_var(&a[first])) fe_set_zero(&r[first++]);
    if (first == n) return;
    F product = a[first];
    for (size_t i = first + 1; i < n; i++) {
        if (fe_is_zero_var(&a[i])) {
            fe_set_zero(&r[i]);
        } else {
            r[i] = product;
            fe_mul(&product, &product, &a[i]);
        }
    }
    fe_inv_var(&product, &product);
    for (size_t i = n - 1; i > first; i--) {
        if (fe_is_zero_var(&a[i])) continue;
        fe_mul(&r[i], &r[i], &product);
        fe_mul(&product, &product, &a[i]);
    }
    r[first] = product;
}
UF_PUBLIC_ONLY(fe_batch_inv_var);

}  // namespace ufsecp::UF_TARGET
