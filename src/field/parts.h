// The fused products of the field in parts, for any lazy representation F: a reduction for each
// product, and hardly any code of their own (the profile tiny).
#pragma once

namespace ufsecp::UF_TARGET {

/* r = a*b + c*d.
 * in: ma*mb + mc*md <= 64.
 * out: 1. */
template <class F>
static inline void fe_mul2(F *r, const F *a, const F *b, const F *c, const F *d) {
    F t;
    fe_mul(&t, c, d);
    fe_mul(r, a, b);
    fe_add(r, r, &t);
    fe_normalize_weak(r);
}

/* r = a*b + c^2.
 * in: ma*mb + mc*mc <= 64.
 * out: 1. */
template <class F>
static inline void fe_mul_sqr(F *r, const F *a, const F *b, const F *c) {
    F t;
    fe_sqr(&t, c);
    fe_mul(r, a, b);
    fe_add(r, r, &t);
    fe_normalize_weak(r);
}

/* r = a^2 + c.
 * in: ma*ma + mc <= 64.
 * out: 1. */
template <class F>
static inline void fe_sqr_add(F *r, const F *a, const F *c) {
    F t = *c; /* of magnitude 32, maybe: no room for another */
    fe_normalize_weak(&t);
    fe_sqr(r, a);
    fe_add(r, r, &t);
    fe_normalize_weak(r);
}

}  // namespace ufsecp::UF_TARGET
