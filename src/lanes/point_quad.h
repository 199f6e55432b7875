// One point, four multiplications at a time: doubling and mixed addition in a few levels of quads
// each, for the latency of a single computation.  Constant time.
//
// The formulas are law_quad.h's.  A doubling gives minus twice the point: callers know the sign by
// the number of doublings.
//
// No formula branches, and no address depends on a coordinate: what is secret may go through.
// An addition that follows a doubling takes the last level of the doubling for its own first one.
// Nothing looks at exceptional cases: Z = 0 stays 0 for ever, and the sum of points with the same x
// has Z3 = 0: public data that ends so is computed again another way, secrets need a proof.
#pragma once
#include "group/point.h"
#include "lanes/law_quad.h"

namespace ufsecp::UF_TARGET {

using quad_point = quad_point_of<fe_quad>;

/* Four numbers below 2^256 of four words each, as digits. */
UF_INLINE fe_quad quad_load_words(const u64 a[4], const u64 b[4], const u64 c[4], const u64 d[4]) {
    vec4 w[4];
    fe5x52x4 t;
    for (int i = 0; i < 4; i++) w[i] = vec4{a[i], b[i], c[i], d[i]};
    fe_unpack(&t, w);
    return {{t.n[0], t.n[1], t.n[2], t.n[3], t.n[4]}};
}

/* The digits of (x, x, y, y). a leaves normalized. */
UF_LANE_OP fe_quad quad_words(ge *a) {
    secret_array<u64, 4> x, y;
    fe_normalize(&a->x);
    fe_normalize(&a->y);
    fe_get_limbs64(x.v, &a->x);
    fe_get_limbs64(y.v, &a->y);
    return quad_load_words(x.v, x.v, y.v, y.v);
}
/* What the summands +-a and +-lambda a consist of: digits of (3x, 3 beta x, 3y, -3y), magnitude 1;
 * words: quad_words of a. With lambda^2, for public points, 3 beta^2 x stands for 3x. */
template <bool squared = false>
UF_LANE_OP fe_quad quad_forms(const fe_quad &words) {
    static constexpr u64 one[4] = {1, 0, 0, 0};
    const fe_quad factors =
        law_quad_factors(quad_load_words(squared ? glv_beta2 : one, glv_beta, one, one));
    return quad_carry(quad_mul(words, factors));
}
UF_LANE_OP fe_quad quad_forms(ge *a) { return quad_forms(quad_words(a)); }
/* The summand a, or lambda a if half is 1, negated if negative is set, from the forms of a. */
template <int half>
UF_LANE_OP fe_quad quad_summand(const fe_quad &forms, mask negative) {
    constexpr int x = half, y = 2, minus_y = 3;
    const fe_quad plus = quad_take<x, x, y, x>(forms);
    const fe_quad minus = quad_take<x, x, minus_y, x>(forms);
    return quad_map([&](auto i) UF_INLINE_LAMBDA {
        return (minus.n[i] & negative.bits) | (plus.n[i] & ~negative.bits);
    });
}

/* r = a, a summand: the digits of (x, x, y, x), magnitude 1. */
UF_INLINE void quad_set(quad_point *r, const fe_quad &a) { law_quad_set(r, a); }

/* The levels of a doubling wait for one another.  What a caller would have done meanwhile,
 * between() does, twice in each doubling; here nothing. */
struct quad_idle {
    void operator()() const {}
};

/* p = -2p. */
template <class Between = quad_idle>
UF_LANE_OP void quad_dbl(quad_point *p, const Between &between = {}) {
    law_quad_dbl(p, between);
}

/* p = p + e. */
UF_LANE_OP void quad_add(quad_point *p, const fe_quad &e) { law_quad_add(p, e); }

/* p = -2p + e. */
template <class Between = quad_idle>
UF_LANE_OP void quad_dbl_add(quad_point *p, const fe_quad &e, const Between &between = {}) {
    law_quad_dbl_add(p, e, between);
}

/* r = p, or -p if negative, which is public. */
static inline void gej_set_quad(gej *r, const quad_point *p, bool negative) {
    secret<fe5x52x4> t;
    secret_array<vec4, 4> w;
    secret_array<u64, 4> c[3];
    const fe_quad plain = law_quad_plain(p);
    for (int i = 0; i < 5; i++) t.n[i] = plain.n[i];
    fe_normalize<vec4, false>(&t);
    fe_pack<vec4, false>(w.v, &t);
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 3; j++) c[j].v[i] = w.v[i][j + 1];
    fe_set_limbs64(&r->x, c[0].v);
    fe_set_limbs64(&r->y, c[1].v);
    fe_set_limbs64(&r->z, c[2].v);
    if (negative) gej_neg(r, r);
}

}  // namespace ufsecp::UF_TARGET
