// Fixed powers in the field: the square root and the Fermat inverse, by one addition chain over any
// representation.
#pragma once
#include "base/ct.h"

namespace ufsecp::UF_TARGET {

/* r = a^(2^k), k >= 1 public.  in: <= 8.  out: 1.  alias: r may be a.  cost: k sqr. */
template <class F>
static inline void fe_sqr_times(F *r, const F *a, int k) {
    fe_sqr(r, a);
    for (int i = 1; i < k; i++) fe_sqr(r, r);
}

/* r = a^(2^k) * b.  in: <= 8 each.  out: 1.  alias: r may be a, not b.  cost: k sqr + 1 mul. */
template <class F>
static inline void fe_shift_mul(F *r, const F *a, int k, const F *b) {
    fe_sqr_times(r, a, k);
    fe_mul(r, r, b);
}

/* The common head of both exponents: in binary they begin with 223 ones, a zero and 22 ones.  With
 * x(k) = a^(2^k - 1): r = a^(that head), x2 = x(2).  in: <= 8.  out: 1.  cost: 245 sqr + 12 mul. */
template <class F>
static inline void fe_pow_head(F *r, F *x2, const F *a) {
    F x3, x11, x22, x44, x88, t;
    fe_shift_mul(x2, a, 1, a);
    fe_shift_mul(&x3, x2, 1, a);
    fe_shift_mul(&t, &x3, 3, &x3);   /* x(6) */
    fe_shift_mul(&t, &t, 3, &x3);    /* x(9) */
    fe_shift_mul(&x11, &t, 2, x2);
    fe_shift_mul(&x22, &x11, 11, &x11);
    fe_shift_mul(&x44, &x22, 22, &x22);
    fe_shift_mul(&x88, &x44, 44, &x44);
    fe_shift_mul(&t, &x88, 88, &x88); /* x(176) */
    fe_shift_mul(&t, &t, 44, &x44);   /* x(220) */
    fe_shift_mul(&t, &t, 3, &x3);     /* x(223) */
    fe_shift_mul(r, &t, 23, &x22);
}

/* r = a^((p + 1)/4), a square root of a if a has one, else of -a.
 * in: <= 8.  out: 1.  alias: r may be a.  time: constant.  cost: 253 sqr + 13 mul. */
template <class F>
static inline void fe_root(F *r, const F *a) {
    F t, x2, a1 = *a;
    fe_pow_head(&t, &x2, &a1);
    fe_shift_mul(&t, &t, 6, &x2); /* the exponent ends in 000011 00 */
    fe_sqr_times(r, &t, 2);
}

/* The same, and returns whether r^2 = a (a mask, or lanes). */
template <class F>
static inline auto fe_sqrt(F *r, const F *a) {
    F t, a1 = *a;
    fe_root(r, &a1);
    fe_sqr(&t, r);
    return fe_equal(&t, &a1);
}

/* r = a^(p - 2) = 1/a; 0 for 0.  in: <= 8.  out: 1.  alias: r may be a.  time: constant.  cost: 255
 * sqr + 15 mul. */
template <class F>
static inline void fe_inv_fermat(F *r, const F *a) {
    F t, x2, a1 = *a;
    fe_pow_head(&t, &x2, &a1);
    fe_shift_mul(&t, &t, 5, &a1); /* the exponent ends in 00001 011 01 */
    fe_shift_mul(&t, &t, 3, &x2);
    fe_shift_mul(r, &t, 2, &a1);
}

}  // namespace ufsecp::UF_TARGET
