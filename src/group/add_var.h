// Addition in variable time, for public points: the formula first, then a look at whether it was
// exceptional.
#pragma once
#include "base/public_var.h"
#include "field/fe_inv_var.h"
#include "field/field_var.h"
#include "group/point.h"

namespace ufsecp::UF_TARGET {

static inline bool gej_is_infinity_var(const gej *a) { return fe_is_zero_var(&a->z); }
UF_PUBLIC_ONLY(gej_is_infinity_var);

/* r = 2a */
static inline void gej_dbl_var(gej *r, const gej *a) { law_dbl(r, a); }
UF_PUBLIC_ONLY(gej_dbl_var);

/* r = 2^n r, with one call for all. */
[[gnu::flatten, maybe_unused]] static void gej_dbl_times_var(gej *r, int n) {
    for (int i = 0; i < n; i++) law_dbl(r, r);
}
UF_PUBLIC_ONLY(gej_dbl_times_var);

/* r = a + b after a formula of law.h gave z = 0, which happens only in the exceptional cases. */
static inline void gej_add_exceptional_var(gej *r, const fe *h, const fe *i, const gej *a,
                                           const gej *b) {
    if (gej_is_infinity_var(a)) *r = *b;
    else if (gej_is_infinity_var(b)) *r = *a;
    else if (fe_is_zero_var(h) && fe_is_zero_var(i)) law_dbl(r, a);
    else gej_set_infinity(r);
}
UF_PUBLIC_ONLY(gej_add_exceptional_var);

/* r = a + b for all a, b.
 * alias: r may be a or b. */
static inline void gej_add_var(gej *r, const gej *a, const gej *b) {
    gej sum;
    fe h, i;
    law_add(&sum, &h, &i, a, b);
    if (gej_is_infinity_var(&sum)) [[unlikely]]
        gej_add_exceptional_var(&sum, &h, &i, a, b);
    *r = sum;
}
UF_PUBLIC_ONLY(gej_add_var);

/* r = b, affine, on the curve isomorphic by z: there z = 1. */
static inline void gej_set_ge_scaled_var(gej *r, const fe *z, const ge *b) {
    fe zz;
    fe_sqr(&zz, z);
    fe_mul(&r->x, &b->x, &zz);
    fe_mul(&zz, &zz, z);
    fe_mul(&r->y, &b->y, &zz);
    fe_set_one(&r->z);
}
UF_PUBLIC_ONLY(gej_set_ge_scaled_var);

/* r = a + b after a formula of law.h gave z = 0 for an a that is lost and a finite b: infinity is
 * (t^2, t^3, 0) for some t that is not 0, wherever it comes from, so that an infinite a gives
 * h = -t^2. */
static inline void gej_add_finite_exceptional_var(gej *r, const fe *h, const fe *i, const gej *b) {
    if (!fe_is_zero_var(h)) *r = *b;
    else if (fe_is_zero_var(i)) law_dbl(r, b);
    else gej_set_infinity(r);
}
UF_PUBLIC_ONLY(gej_add_finite_exceptional_var);

/* r = a + b for all a, b affine.
 * alias: r may be a. */
static inline void gej_add_ge_var(gej *r, const gej *a, const ge *b) {
    fe h, i;
    law_add_ge(r, &h, &i, a, b);
    if (gej_is_infinity_var(r)) [[unlikely]] {
        gej bj;
        gej_set_ge(&bj, b);
        gej_add_finite_exceptional_var(r, &h, &i, &bj);
    }
}
UF_PUBLIC_ONLY(gej_add_ge_var);

/* r = a + b, where a lies on the curve isomorphic by z (its true third coordinate is a->z * z) and
 * b is affine on the original.
 * alias: r may be a. */
static inline void gej_add_ge_scaled_var(gej *r, const gej *a, const fe *z, const ge *b) {
    fe h, i, az;
    fe_mul(&az, &a->z, z);
    law_add_ge_scaled(r, &h, &i, a, &az, b);
    if (gej_is_infinity_var(r)) [[unlikely]] {
        gej bj;
        gej_set_ge_scaled_var(&bj, z, b);
        gej_add_finite_exceptional_var(r, &h, &i, &bj);
    }
}
UF_PUBLIC_ONLY(gej_add_ge_scaled_var);

/* r = a in affine form, normalized; a finite. */
static inline void ge_set_gej_var(ge *r, const gej *a) {
    fe zi, zi2;
    fe_inv_var(&zi, &a->z);
    fe_sqr(&zi2, &zi);
    fe_mul(&r->x, &a->x, &zi2);
    fe_mul(&zi2, &zi2, &zi);
    fe_mul(&r->y, &a->y, &zi2);
    fe_normalize_var(&r->x);
    fe_normalize_var(&r->y);
}
UF_PUBLIC_ONLY(ge_set_gej_var);

/* r = a in affine form given zi = 1/z (0 for infinity, which gives (0, 0)). */
static inline void ge_set_gej_zinv_var(ge *r, const gej *a, const fe *zi) {
    fe zi2, zi3;
    fe_sqr(&zi2, zi);
    fe_mul(&zi3, &zi2, zi);
    fe_mul(&r->x, &a->x, &zi2);
    fe_mul(&r->y, &a->y, &zi3);
    fe_normalize_var(&r->x);
    fe_normalize_var(&r->y);
}
UF_PUBLIC_ONLY(ge_set_gej_zinv_var);

/* r = the point with this x and parity of y, if there is one. */
static inline bool ge_set_x_var(ge *r, const fe *x, bool odd) {
    return is_true_var(ge_set_x(r, x, mask_of_bit(odd)));
}
UF_PUBLIC_ONLY(ge_set_x_var);

/* Is x (normalized) the affine x coordinate of a?  Without an inversion. */
static inline bool gej_has_x_var(const gej *a, const fe *x) {
    fe t;
    fe_sqr(&t, &a->z);
    fe_mul(&t, &t, x);
    fe_sub(&t, &t, &a->x, 1);
    return fe_is_zero_var(&t) && !gej_is_infinity_var(a);
}
UF_PUBLIC_ONLY(gej_has_x_var);

/* Are a and b the same point? */
static inline bool gej_equal_var(const gej *a, const gej *b) {
    gej d;
    gej_neg(&d, b);
    gej_add_var(&d, a, &d);
    return gej_is_infinity_var(&d);
}
UF_PUBLIC_ONLY(gej_equal_var);

}  // namespace ufsecp::UF_TARGET
