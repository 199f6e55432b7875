// The group law, once: straight lines of field operations for every representation, lane width and
// GPU.
//
// Jacobian coordinates (X, Y, Z) stand for the affine point (X/Z^2, Y/Z^3) of y^2 = x^3 + b; Z = 0
// is infinity. No formula here branches. What the exceptional cases give is stated, and callers
// choose a policy: add.h selects, add_var.h looks afterwards. The constant b does not occur, so the
// same text serves the twin curves of the exhaustive tests.
//
// The text keeps to what C, CUDA, OpenCL and Metal share, except for its head: templates on CPUs;
// on GPUs the one field that is included before this file. At the end of the file the formulas run
// at compile time over magnitudes instead of numbers: a bound that does not hold does not compile.
//
// The order of the steps is for scalar code: a core looks ahead about as far as two products, so
// steps that wait for each other stand apart, and Z3 is computed while X3 is on its way.
#pragma once
#include "field/field.h"

namespace ufsecp::UF_TARGET {

#ifndef UF_GPU
/* An affine point; never infinity. */
template <class F>
struct ge_of {
    F x, y;
};
/* A Jacobian point.  Stored points have magnitudes x: 1, y: 2, z: 1. */
template <class F>
struct gej_of {
    F x, y, z;
};

#define UF_LAW         \
    template <class F> \
    static inline constexpr
/* Part of other formulas, and of every kernel made from them. */
#define UF_LAW_PART    \
    template <class F> \
    __attribute__((always_inline)) static inline constexpr
#define UF_GE ge_of<F>
#define UF_GEJ gej_of<F>
#else
/* One field, without templates. */
typedef struct ge {
    fe8x32 x, y;
} ge;
typedef struct gej {
    fe8x32 x, y, z;
} gej;

#define UF_LAW UF_FN
#define UF_LAW_PART UF_FN
#define F UF_PRIV fe8x32
#define UF_GE UF_PRIV ge
#define UF_GEJ UF_PRIV gej
#endif

/* r = 2a.  L = 3/2 X^2, S = Y^2, T = -X S;  X3 = L^2 + 2T,  Y3 = -(L (X3 + T) + S^2),  Z3 = Y Z.
 * Infinity gives infinity; y = 0 does not occur on a curve of odd order.
 * cost: 3 mul + 4 sqr, 6 reductions.
 * alias: r may be a. */
UF_LAW void law_dbl(UF_GEJ *r, const UF_GEJ *a) {
    F l, s, t, u;
    fe_sqr(&l, &a->x);
    fe_sqr(&s, &a->y);
    fe_half(&u, &l);
    fe_mul(&t, &s, &a->x);
    fe_add(&l, &l, &u);
    fe_neg(&t, &t, 1);
    fe_add(&u, &t, &t);
    fe_sqr_add(&r->x, &l, &u);
    fe_mul(&r->z, &a->y, &a->z);
    fe_add(&t, &t, &r->x);
    fe_mul_sqr(&r->y, &t, &l, &s);
    fe_neg(&r->y, &r->y, 1);
}

/* The common end of the additions of (u1, s1) and (u2, s2) over a common z, with h = u2 - u1 and
 * i = s1 - s2:  X3 = i^2 - h^3 - 2 u1 h^2,  Y3 = i (X3 - u1 h^2) - s1 h^3,  Z3 = z h.
 * cost: 5 mul + 2 sqr, 6 reductions.
 * alias: u1, s1, z may be r's. */
UF_LAW_PART void law_add_end(UF_GEJ *r, const F *u1, const F *s1, const F *z, const F *h,
                             const F *i) {
    F h2, h3, t, u;
    fe_sqr(&h2, h);
    fe_neg(&h2, &h2, 1);
    fe_mul(&t, &h2, u1);
    fe_add(&u, &t, &t);
    fe_mul(&h3, &h2, h);
    fe_add(&u, &u, &h3);
    fe_sqr_add(&r->x, i, &u);
    fe_mul(&r->z, z, h);
    fe_add(&t, &t, &r->x);
    fe_mul2(&r->y, &t, i, &h3, s1);
}

/* r = a + b, b affine over the curve on which a's third coordinate is az (plainly az = a->z).
 * h = 0 exactly if the points have the same x; then, and if a is infinity, r->z = 0; i = 0 as well
 * if they are equal.
 * cost: 8 mul + 3 sqr, 10 reductions.
 * in: a as stored; b: x: 1, y: 2.
 * out: r as stored; h: 3, i: 4.
 * alias: r may be a. */
UF_LAW void law_add_ge_scaled(UF_GEJ *r, F *h, F *i, const UF_GEJ *a, const F *az, const UF_GE *b) {
    F zz, t;
    fe_sqr(&zz, az);
    fe_mul(&t, &zz, &b->y);
    fe_mul(h, &zz, &b->x);
    fe_mul(&t, &t, az);
    fe_sub(h, h, &a->x, 1);
    fe_sub(i, &a->y, &t, 1);
    law_add_end(r, &a->x, &a->y, &a->z, h, i);
}

/* r = a + b, b affine; as law_add_ge_scaled. */
UF_LAW void law_add_ge(UF_GEJ *r, F *h, F *i, const UF_GEJ *a, const UF_GE *b) {
    law_add_ge_scaled(r, h, i, a, &a->z, b);
}

/* r = a + b, both Jacobian.  r->z = 0 if either is infinity or they have the same x; i = 0 as well
 * if they are equal.
 * cost: 12 mul + 4 sqr, 15 reductions.
 * alias: r may be a or b. */
UF_LAW void law_add(UF_GEJ *r, F *h, F *i, const UF_GEJ *a, const UF_GEJ *b) {
    F zz1, zz2, u1, s1, t, z;
    fe_sqr(&zz1, &a->z);
    fe_sqr(&zz2, &b->z);
    fe_mul(&t, &b->y, &zz1);
    fe_mul(&s1, &a->y, &zz2);
    fe_mul(h, &b->x, &zz1);
    fe_mul(&u1, &a->x, &zz2);
    fe_mul(&t, &t, &a->z);
    fe_mul(&s1, &s1, &b->z);
    fe_sub(h, h, &u1, 1);
    fe_mul(&z, &a->z, &b->z);
    fe_sub(i, &s1, &t, 1);
    law_add_end(r, &u1, &s1, &z, h, i);
}

/* First step of a table of odd multiples: d = 2a and p = a, both over the third coordinate z = 2y
 * (co-Z).
 * S = 4 x y^2, E = 8 y^4, M = 3 x^2;  d = (M^2 - 2S, M (S - X3) - E),  p = (S, E).
 * in: a of magnitude 1.
 * out: x: 1, y: 3, z: 2.
 * cost: 2 mul + 4 sqr.
 * alias: p may be a. */
UF_LAW void law_dbl_coz(UF_GE *d, UF_GE *p, F *z, const UF_GE *a) {
    F m, s, e, t;
    fe_sqr(&m, &a->x);
    fe_mul_int(&m, &m, 3);
    fe_add(z, &a->y, &a->y);
    fe_sqr(&e, z);
    fe_mul(&s, &a->x, &e);
    fe_sqr(&e, &e);
    fe_half(&e, &e);
    fe_add(&t, &s, &s);
    fe_neg(&t, &t, 2);
    fe_sqr_add(&d->x, &m, &t);
    fe_sub(&t, &s, &d->x, 1);
    fe_mul(&d->y, &m, &t);
    fe_sub(&d->y, &d->y, &e, 1);
    p->x = s;
    p->y = e;
}

/* Further steps: r = p + d, and d re-expressed, both over the new third coordinate z h (co-Z).
 * W1 = Xd h^2, W2 = Xp h^2, i = Yp - Yd;
 * r = (i^2 - W1 - W2, i (W1 - Xr) - Yd'),  d' = (W1, Yd (W2 - W1)).
 * in: p and d differ in x; x: 1, y: 3.
 * out: x: 1, y: 3, h: 3.
 * cost: 4 mul + 2 sqr.
 * alias: r may be p. */
UF_LAW void law_add_coz(UF_GE *r, F *h, UF_GE *d, const UF_GE *p) {
    F i, hh, w2, t;
    fe_sub(h, &p->x, &d->x, 1);
    fe_sub(&i, &p->y, &d->y, 3);
    fe_sqr(&hh, h);
    fe_mul(&d->x, &d->x, &hh);
    fe_mul(&w2, &p->x, &hh);
    fe_add(&t, &d->x, &w2);
    fe_neg(&t, &t, 2);
    fe_sqr_add(&r->x, &i, &t);
    fe_sub(&w2, &w2, &d->x, 1);
    fe_mul(&d->y, &d->y, &w2);
    fe_sub(&t, &d->x, &r->x, 1);
    fe_mul(&r->y, &i, &t);
    fe_sub(&r->y, &r->y, &d->y, 1);
}

#ifndef UF_GPU
/* Every formula, run over magnitudes: true if all bounds inside it hold and its outputs have the
 * magnitudes stated above. */
template <class m>
constexpr bool law_magnitudes_hold() {
    const gej_of<m> a = {{1}, {2}, {1}};
    const ge_of<m> b = {{1}, {1}}, negated = {{1}, {2}};
    const auto stored = [](const gej_of<m> &r) { return r.x.m <= 1 && r.y.m <= 2 && r.z.m <= 1; };
    gej_of<m> r{};
    m h{}, i{}, z{};
    law_dbl(&r, &a);
    bool ok = stored(r);
    law_add_ge_scaled(&r, &h, &i, &a, &a.z, &negated);
    ok = ok && stored(r) && h.m <= 3 && i.m <= 4;
    law_add(&r, &h, &i, &a, &a);
    ok = ok && stored(r) && h.m <= 3 && i.m <= 4;
    ge_of<m> d{}, p{};
    law_dbl_coz(&d, &p, &z, &b);
    ok = ok && d.x.m <= 1 && d.y.m <= 3 && p.x.m <= 1 && p.y.m <= 3 && z.m <= 2;
    d = p = {{1}, {3}};
    law_add_coz(&p, &h, &d, &p);
    return ok && d.x.m <= 1 && d.y.m <= 3 && p.x.m <= 1 && p.y.m <= 3 && h.m <= 3;
}
static_assert(law_magnitudes_hold<fe_magnitude>());
#else
#undef F
#endif
#undef UF_GE
#undef UF_GEJ

}  // namespace ufsecp::UF_TARGET
