// One point, four multiplications at a time: doubling and mixed addition in a few levels of quads
// each, for the latency of a single computation.  Constant time.
//
// A point is held as (X, Y, Z) = (3x Z^2, 3y Z^3) for the affine (x, y): with these factors every
// constant of the formulas is small where it counts.  With A = X^2, B = Y^2, F = A^2 - 4XB:
//     X3 = 2F + A^2,  Y3 = -(3A F + 8B^2),  Z3 = (Y + Z)^2 - B - Z^2,  Z3^2 = 4B Z^2
// is twice the point; with H = x' Z^2 - X, R = y' Z^3 - Y, V = X H^2, J = H^3, E = 3V + J - 3R^2
//     X3 = V - E,  Y3 = R E - Y J,  Z3 = Z H
// is its sum with an affine (x', y') that has the factors too.  A doubling leaves out the sign of
// Y3 and so gives minus twice the point: callers know by the number of doublings.
//
// No formula branches, and no address depends on a coordinate: what is secret may go through.
// An addition that follows a doubling takes the last level of the doubling for its own first one.
// Nothing looks at exceptional cases: Z = 0 stays 0 for ever, and the sum of points with the same x
// has Z3 = 0: public data that ends so is computed again another way, secrets need a proof.
#pragma once
#include "group/point.h"
#include "lanes/fe_quad.h"

namespace ufsecp::UF_TARGET {

/* Magnitudes: X: 7, Y: 4, Z: 4, Z^2: 1. */
struct quad_point {
    quad q;  /* (2Y, X, Y, Y + Z), digits */
    quad x;  /* (-, X, -, -), limbs below 2^60 */
    quad z;  /* (-, -, -, Z), limbs below 2^59 */
    quad zz; /* (-, -, -, Z^2), columns */
};

/* Four numbers below 2^256 of four words each, as digits. */
UF_INLINE quad quad_load_words(const u64 a[4], const u64 b[4], const u64 c[4], const u64 d[4]) {
    vec4 w[4];
    fe5x52x4 t;
    for (int i = 0; i < 4; i++) w[i] = vec4{a[i], b[i], c[i], d[i]};
    fe_unpack(&t, w);
    return {{t.n[0], t.n[1], t.n[2], t.n[3], t.n[4]}};
}

/* What the summands +-a and +-lambda a consist of: digits of (3x, 3 beta x, 3y, -3y), magnitude 1.
 * a leaves normalized. */
UF_LANE_OP quad quad_forms(ge *a) {
    static constexpr u64 one[4] = {1, 0, 0, 0};
    const quad units = quad_load_words(one, glv_beta, one, one), threes = units + units + units;
    const quad factors = quad_carry(quad_blend<8>(threes, quad_multiple_of_p<53>(2) - threes));
    secret_rows<u64, 4> x, y;
    fe_normalize(&a->x);
    fe_normalize(&a->y);
    fe_get_limbs64(x.v, &a->x);
    fe_get_limbs64(y.v, &a->y);
    return quad_carry(quad_mul(quad_load_words(x.v, x.v, y.v, y.v), factors));
}
/* The summand a, or lambda a if half is 1, negated if negative is set, from the forms of a. */
template <int half>
UF_LANE_OP quad quad_summand(const quad &forms, mask negative) {
    const quad plus = quad_lanes<half, half, 2, half>(forms);
    const quad minus = quad_lanes<half, half, 3, half>(forms);
    return quad_map([&](auto i) UF_INLINE_LAMBDA {
        return (minus.n[i] & negative.bits) | (plus.n[i] & ~negative.bits);
    });
}

/* r = a, a summand: the digits of (x, x, y, x), magnitudes 4. */
UF_INLINE void quad_set(quad_point *r, const quad &a) {
    const quad xxyx = quad_clean(a);
    quad one{};
    one.n[0] = vec4{0, 0, 0, 1};
    r->x = xxyx;
    r->z = r->zz = one;
    r->q = quad_carry((quad_lanes<2, 1, 2, 2>(xxyx) << vec4{1, 0, 0, 0}) + one);
}

/* What the first two levels of a doubling give, as columns. */
struct quad_doubled {
    quad a;  /* (-, A, -, -) */
    quad f;  /* (-, F, -, -), magnitude 3 */
    quad x3; /* (-, X3, -, -), magnitude 7, limbs below 2^60 */
    quad bb; /* (-, -, B^2, Z3^2) */
    quad z3; /* (-, -, -, Z3), magnitude 4, limbs below 2^59 */
};
template <class Between>
UF_INLINE quad_doubled quad_dbl_begin(const quad_point *p, const Between &between) {
    quad_doubled r;
    r.a = quad_sqr(p->q); /* (4B, A, B, (Y + Z)^2) */
    between();
    const quad b = quad_lanes<0, 1, 2, 2>(quad_carry(r.a));
    const quad zz4 = quad_carry(p->zz << vec_set1<vec4>(2));
    const quad xzz = quad_blend<8>(quad_lanes<1, 1, 3, 3>(p->q), zz4);
    r.bb = quad_mul(quad_blend<9>(b, xzz), b); /* (4XB, A^2, B^2, Z3^2) */
    r.z3 = r.a + quad_multiple_of_p<58>(3) - p->zz - quad_lanes<1, 0, 3, 2>(r.a);
    r.f = r.bb + quad_multiple_of_p<57>(2) - quad_lanes<1, 0, 3, 2>(r.bb);
    r.x3 = r.f + r.f + r.bb;
    between();
    return r;
}

/* The levels of a doubling wait for one another.  What a caller would have done meanwhile,
 * between() does, twice in each doubling; here nothing. */
struct quad_idle {
    void operator()() const {}
};

/* p = -2p.  cost: 42 + 2 * 62 multiply-adds. */
template <class Between = quad_idle>
UF_LANE_OP void quad_dbl(quad_point *p, const Between &between = {}) {
    const quad_doubled d = quad_dbl_begin(p, between);
    const quad a = quad_lanes<1, 1, 1, 1>(d.a);
    const quad a3 = quad_carry((a + a + a) << vec4{1, 64, 0, 0});
    const quad bb = quad_lanes<2, 2, 2, 2>(d.bb) << vec4{4, 64, 3, 3};
    const quad addend = quad_blend<2>(bb, d.x3) + quad_lanes<4, 4, 4, 3>(d.z3);
    p->q = quad_carry(quad_mul(a3, quad_carry(quad_lanes<1, 1, 1, 1>(d.f)), addend));
    p->x = d.x3;
    p->z = d.z3;
    p->zz = d.bb;
}

/* The three levels of an addition after h = (H, H, T, H) with T = y' Z^2.  in: digits x of
 * magnitude 7 in lane 0, z of 4 in lanes 2 and 3; y of 4, clean, in lanes 1 to 3. */
UF_INLINE void quad_add_end(quad_point *r, const quad &h, const quad &x, const quad &y,
                            const quad &z) {
    const quad minus_y = quad_multiple_of_p<53>(5) - y;
    const quad level1 =
        quad_mul(h, quad_blend<12>(h, z), quad_lanes<4, 4, 2, 4>(minus_y)); /* (H^2, H^2, R, Z3) */
    const quad d = quad_carry(level1);
    const quad level2 = quad_mul(d, quad_blend<3>(d, quad_blend<2>(x, h))); /* (V, J, R^2, Z3^2) */
    r->z = level1;
    r->zz = level2;
    const quad v2j = (level2 << vec4{1, 64, 64, 64}) + quad_lanes<1, 4, 4, 4>(level2);
    const quad rr = quad_lanes<2, 4, 2, 4>(level2 + level2 + level2);
    const quad p4 = quad_lanes<0, 4, 0, 4>(quad_multiple_of_p<59>(4));
    r->x = quad_lanes<0, 0, 2, 2>(rr + p4 - v2j);
    const quad ej = quad_lanes<0, 1, 0, 1>(level2 + v2j) + p4 - rr;
    const quad ry = quad_blend<10>(quad_lanes<2, 2, 2, 2>(level1), minus_y);
    const quad level3 =
        quad_mul(quad_carry(ry << vec4{1, 1, 0, 0}), quad_carry(ej)); /* (2RE, -2YJ, RE, -YJ) */
    const quad sum = level3 + quad_lanes<4, 4, 4, 3>(r->z) + quad_lanes<1, 0, 3, 2>(level3);
    r->q = quad_carry(quad_blend<2>(sum, r->x));
}

/* p = p + e.  cost: 4 * 62 multiply-adds, the first of which need not wait for p->q. */
UF_LANE_OP void quad_add(quad_point *p, const quad &e) {
    const quad minus_x = quad_multiple_of_p<60>(8) - p->x;
    const quad h = quad_carry(
        quad_mul(e, quad_carry(quad_lanes<3, 3, 3, 3>(p->zz)), quad_lanes<1, 1, 4, 1>(minus_x)));
    quad_add_end(p, h, quad_lanes<1, 1, 3, 3>(p->q), quad_lanes<2, 2, 2, 2>(quad_clean(p->q)),
                 quad_carry(quad_lanes<3, 3, 3, 3>(p->z)));
}

/* p = -2p + e.  cost: 42 + 5 * 62 multiply-adds. */
template <class Between = quad_idle>
UF_LANE_OP void quad_dbl_add(quad_point *p, const quad &e, const Between &between = {}) {
    const quad_doubled d = quad_dbl_begin(p, between);
    const quad a3 = quad_carry(d.a + d.a + d.a);
    const quad minus_x3 = quad_multiple_of_p<60>(8) - d.x3;
    const quad bb8 = quad_lanes<2, 2, 2, 2>(d.bb) << vec_set1<vec4>(3);
    const quad zzf = quad_blend<2>(quad_lanes<3, 3, 3, 3>(d.bb), d.f);
    const quad level = quad_carry(quad_mul(quad_blend<2>(e, a3), quad_carry(zzf),
                                           quad_blend<2>(quad_lanes<1, 4, 4, 1>(minus_x3), bb8)));
    /* (H, Y, T, H) */
    const quad y = quad_clean(level);
    quad_add_end(p, quad_lanes<0, 0, 2, 3>(level), quad_lanes<1, 1, 1, 1>(quad_carry(d.x3)),
                 quad_lanes<1, 1, 1, 1>(y), quad_carry(quad_lanes<3, 3, 3, 3>(d.z3)));
}

/* r = p, or -p if negative, which is public. */
static inline void gej_set_quad(gej *r, const quad_point *p, bool negative) {
    secret<fe5x52x4> t;
    secret_rows<vec4, 4> w;
    secret_rows<u64, 4> c[3];
    const quad q = quad_clean(quad_blend<8>(p->q, quad_carry(p->z)));
    /* (3X, 9Y, 3Z) is without the factors. */
    const quad q3 = q + q + q, scaled = q3 + (q3 << vec4{64, 64, 1, 64});
    for (int i = 0; i < 5; i++) t.n[i] = scaled.n[i];
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
