// Whether a P + b G has a given x coordinate, for a point P of which only x and the parity of y are
// known: without the square root that y is.  lanes/unlifted_lanes_var.h says why; here b G is
// affine, W = 1.
#pragma once
#include "group/add_var.h"

namespace ufsecp::UF_TARGET {

/* y(P) = root/e, and y(a P + b G) = sum_y/e; e = 0 where the equation says nothing. */
struct equation {
    fe w, root, sum_y, e;
};

/* Sets the equation for a P = a, computed without y (ge_set_unlifted gave w), for b G = b, and for
 * the claimed x coordinate; sum_y only where it is wanted.
 * in: a as points are stored, b and x of magnitude 1.
 * cost: 11 mul + 4 sqr about, 8 mul more with sum_y. */
template <bool with_sum_y>
static inline void equation_set_var(equation *q, const gej *a, const ge *b, const fe *x) {
    fe c, t, h, k, n, d, u;
    fe_sqr(&c, &a->z);
    fe_mul(&c, &c, &q->w); /* c = Z^2 w */
    fe_mul(&t, &c, &a->z);
    fe_mul(&t, &t, &b->y); /* t = V Z^3 w */
    fe_mul(&h, &b->x, &c);
    fe_sub(&h, &h, &a->x, 1);
    fe_normalize_weak(&h); /* h = U Z^2 w - X */
    fe_mul(&k, x, &c);     /* k = r c */
    fe_add(&n, &a->x, &a->x);
    fe_add(&n, &n, &h);
    fe_add(&n, &n, &k); /* 4 */
    fe_sqr(&d, &h);
    fe_neg(&d, &d, 1);
    fe_sqr(&u, &t);
    fe_mul2(&n, &n, &d, &u, &q->w);
    fe_sqr_add(&n, &a->y, &n); /* n = t^2 w + Y^2 - h^2 (h + 2 X + k) */
    fe_mul(&d, &t, &a->y);
    fe_add(&d, &d, &d); /* d = 2 t Y: y(P) = n/d */
    if constexpr (with_sum_y) {
        /* With g = X - k the sum's y is (t g w - Y (g + h) n/d) / (h Z c w). */
        fe_sub(&k, &a->x, &k, 1);
        fe_mul(&u, &t, &k);
        fe_mul(&u, &u, &q->w);
        fe_add(&k, &k, &h);
        fe_mul(&k, &k, &a->y);
        fe_neg(&k, &k, 1);
        fe_mul2(&q->sum_y, &u, &d, &k, &n);
        fe_mul(&c, &c, &a->z);
        fe_mul(&c, &c, &q->w);
        fe_mul(&h, &h, &c);
    }
    fe_mul(&q->root, &n, &h);
    fe_mul(&q->e, &d, &h);
}
UF_PUBLIC_ONLY(equation_set_var);

/* Whether y(P) has the square w and the parity of `odd`; inverse = 1/e. */
static inline bool equation_holds_var(const equation *q, const fe *inverse, bool odd) {
    fe y, yy;
    fe_mul(&y, &q->root, inverse);
    fe_sqr(&yy, &y);
    fe_normalize_var(&y);
    return is_true_var(fe_equal(&yy, &q->w)) && is_true_var(fe_is_odd(&y)) == odd;
}
UF_PUBLIC_ONLY(equation_holds_var);
/* Whether y(a P + b G) is odd. */
static inline bool equation_sum_is_odd_var(const equation *q, const fe *inverse) {
    fe y;
    fe_mul(&y, &q->sum_y, inverse);
    fe_normalize_var(&y);
    return is_true_var(fe_is_odd(&y));
}
UF_PUBLIC_ONLY(equation_sum_is_odd_var);

}  // namespace ufsecp::UF_TARGET
