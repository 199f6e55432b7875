// Whether a P + b G has a given x coordinate, for eight points P of which only x and the parity of
// y are known: without the square root that y is.
//
// Let w = x^3 + 7, so that y^2 = w.  The point (x w, w^2) lies on y^2 = x^3 + 7 w^3, and what is
// (X, Y, Z) there is (X, Y, y Z) here: a P is computed there, y stays unknown.  The sum with
// b G = (U, V, W) would need it; but the sum's x is claimed to be r, and in the addition
//
//   u1 = X W^2,  s1 = Y W^3,  h = U Z^2 w - u1,  i = V Z^3 w y - s1,
//   i^2 - h^3 - 2 u1 h^2 = r Z^2 w W^2 h^2
//
// y is linear, as i^2 holds y^2 = w: with t = V Z^3 w,
//
//   2 t s1 y = t^2 w + s1^2 - h^2 (h + 2 u1 + r c),  c = Z^2 W^2 w.
//
// The claim is true exactly if what this gives for y has the square w and the right parity.  An x
// on no point has no such y.  Where h or t s1 is zero (equal or opposite summands, infinity, a lost
// lane) the equation says nothing, and the lane is lost.
#pragma once
#include "lanes/point_lanes_var.h"

namespace ufsecp::UF_TARGET {

/* The point of x coordinate *x as said above, and w. */
UF_KERNEL void unlifted8(ge8 *p, fe8_stored *w, const fe8_stored *x) {
    fe8 t, b, px, py, square;
    fe_load(&t, x);
    fe_set_int(&b, UF_CURVE_B);
    law_unlifted(&px, &py, &square, &t, &b);
    fe_store(w, &square);
    fe_store(&p->x, &px);
    fe_store(&p->y, &py);
}

/* `of` is a P as said above, and then three numbers in its place: y(P) = x/z, and
 * y(a P + b G) = y/z; z = 0 in lost lanes. */
struct equation8 {
    fe8_stored w;
    gej8 of;
};

/* Sets the equation, of which w and a P are there, for b = b G and the claimed x coordinate r; what
 * gives the sum's y only where it is wanted.
 * cost: 14 mul + 5 sqr about, 9 mul more with sum_y. */
template <bool with_sum_y>
UF_KERNEL void equation8_set(equation8 *q, const gej8 *b, const fe8_stored *r) {
    fe8 n, d, c, t, u1, s1, h, k, w, z;
    fe_load(&w, &q->w);
    fe_load(&z, &q->of.z);
    law_equation(&n, &d, &c, &t, &u1, &s1, &h, &k, &q->of, b, &w, &z, r);
    if constexpr (with_sum_y) {
        fe8 y;
        law_equation_sum(&y, &k, &n, &d, &t, &u1, &s1, &h, &w);
        fe_store(&q->of.y, &y);
        law_equation_denominator(&h, &c, b, &w, &z);
    }
    law_equation_end(&n, &d, &h);
    fe_store(&q->of.x, &n);
    fe_store(&q->of.z, &d);
}

/* The lanes whose y has the square w and is odd exactly where `odd` is set; 1/e given. */
UF_KERNEL vec8 equation8_holds(const equation8 *q, const fe8_stored *inverse, vec8 odd) {
    fe8 y, w, t;
    fe_load(&y, &q->of.x);
    fe_load(&t, inverse);
    fe_mul(&y, &y, &t);
    fe_load(&w, &q->w);
    fe_sqr(&t, &y);
    fe_normalize(&y);
    return fe_equal(&t, &w) & ~(fe_is_odd(&y) ^ odd);
}
/* The lanes in which the sum's y is odd. */
UF_KERNEL vec8 equation8_sum_is_odd(const equation8 *q, const fe8_stored *inverse) {
    fe8 y, t;
    fe_load(&y, &q->of.y);
    fe_load(&t, inverse);
    fe_mul(&y, &y, &t);
    fe_normalize(&y);
    return fe_is_odd(&y);
}

}  // namespace ufsecp::UF_TARGET
