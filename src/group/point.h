// Points: constants, conversions and predicates in constant time.
#pragma once
#include "field/fe_inv.h"
#include "field/field.h"
#include "field/pow.h"
#include "group/law.h"
#include "group/ge_entry.h"

namespace ufsecp::UF_TARGET {

using ge = ge_of<fe>;
using gej = gej_of<fe>;

/* The curve is y^2 = x^3 + UF_CURVE_B: 7 for secp256k1; the twin curves of the exhaustive tests set
 * their own. */
#ifndef UF_CURVE_B
#define UF_CURVE_B 7
#endif

static inline void gej_set_infinity(gej *r) {
    fe_set_one(&r->x);
    fe_set_one(&r->y);
    fe_set_zero(&r->z);
}

static inline void gej_set_ge(gej *r, const ge *a) {
    r->x = a->x;
    r->y = a->y;
    fe_set_one(&r->z);
}

static inline mask gej_is_infinity(const gej *a) { return fe_is_zero(&a->z); }

/* r = m ? a : r */
static inline void gej_cmov(gej *r, const gej *a, mask m) {
    fe_cmov(&r->x, &a->x, m);
    fe_cmov(&r->y, &a->y, m);
    fe_cmov(&r->z, &a->z, m);
}

/* r = -a; y leaves with magnitude 1. */
static inline void ge_neg(ge *r, const ge *a) {
    r->x = a->x;
    fe_neg(&r->y, &a->y, 1);
    fe_normalize_weak(&r->y);
}
static inline void gej_neg(gej *r, const gej *a) {
    fe y = a->y;
    fe_normalize_weak(&y);
    r->x = a->x;
    fe_neg(&r->y, &y, 1);
    r->z = a->z;
}

/* a = m ? -a : a; y of magnitude 1 stays so. */
static inline void ge_cond_neg(ge *a, mask m) {
    fe y;
    fe_neg(&y, &a->y, 1);
    fe_normalize_weak(&y);
    fe_cmov(&a->y, &y, m);
}

/* r = x^3 + b, normalized. */
static inline void ge_y_squared(fe *r, const fe *x) {
    fe b;
    fe_sqr(r, x);
    fe_mul(r, r, x);
    fe_set_int(&b, UF_CURVE_B);
    fe_add(r, r, &b);
    fe_normalize(r);
}

static inline mask ge_is_on_curve(const ge *a) {
    fe yy, want;
    fe_sqr(&yy, &a->y);
    ge_y_squared(&want, &a->x);
    return fe_equal(&yy, &want);
}

/* r = the point with this x and a y of the wanted parity; the result is set if there is one.  y
 * leaves normalized.
 * time: constant (one square root). */
static inline mask ge_set_x(ge *r, const fe *x, mask odd) {
    fe yy;
    r->x = *x;
    ge_y_squared(&yy, x);
    const mask exists = fe_sqrt(&r->y, &yy);
    fe_normalize(&r->y);
    const mask flip = fe_is_odd(&r->y) ^ odd;
    ge_cond_neg(r, flip);
    fe_normalize(&r->y);
    return exists;
}

/* A point as it was given: (x, y) if it is whole, else x and the parity of y, which is worked out
 * where it costs least.  With such an x there may be no point. */
struct ge_given {
    ge p;
    bool whole, odd;
};

/* Makes *r whole, if the result is set; else there is no such point.
 * time: constant but for r->whole. */
static inline mask ge_given_lift(ge_given *r) {
    if (r->whole) return mask_all();
    r->whole = true;
    return ge_set_x(&r->p, &r->p.x, mask_of_bit(r->odd));
}

/* The map (X, Y) -> (y^2 X, y^3 Y), where y^2 = x^3 + 7 = w, brings the point (x, y) to (w x, w^2)
 * and its curve to Y^2 = X^3 + 7 w^3.  What is (X, Y, Z) there is (X, Y, y Z) here: so multiples
 * are computed without y.  Here: that point, and w; x of magnitude 1.
 * A function of its own on Windows: the registers that its calling convention leaves are too few
 * for the leaves in assembly among the vectors of a caller. */
#if defined(_WIN32)
__attribute__((noinline))
#endif
static inline void ge_set_unlifted(ge *r, fe *w, const fe *x) {
    ge_y_squared(w, x);
    fe_mul(&r->x, w, x);
    fe_sqr(&r->y, w);
}
/* And back: r from there, y a root of w with the parity of `odd`. */
static inline void gej_lift(gej *r, fe *y, mask odd) {
    fe t;
    fe_normalize(y);
    fe_neg(&t, y, 1);
    fe_cmov(y, &t, fe_is_odd(y) ^ odd);
    fe_mul(&r->z, &r->z, y);
}

/* r = a in affine form, normalized; infinity gives (0, 0).
 * time: constant (one inversion). */
static inline void ge_set_gej(ge *r, const gej *a) {
    secret<fe> zi, zi2;
    fe_inv<fe>(&zi, &a->z);
    fe_sqr(&zi2, &zi);
    fe_mul(&r->x, &a->x, &zi2);
    fe_mul(&zi2, &zi2, &zi);
    fe_mul(&r->y, &a->y, &zi2);
    fe_normalize(&r->x);
    fe_normalize(&r->y);
}

/* beta, the cube root of one with beta * (x, y) = (beta x, y) = lambda * (x, y). */
static constexpr u64 glv_beta[4] = {0xC1396C28719501EE, 0x9CF0497512F58995, 0x6E64479EAC3434E9,
                                    0x7AE96A2B657C0710};
/* beta^2 = -1 - beta */
static constexpr u64 glv_beta2[4] = {0x3EC693D68E6AFA40, 0x630FB68AED0A766A, 0x919BB86153CBCB16,
                                     0x851695D49A83F8EF};

/* r = lambda * a = (beta x, y) */
static inline void ge_mul_lambda(ge *r, const ge *a) {
    fe beta;
    fe_set_limbs64(&beta, glv_beta);
    fe_mul(&r->x, &a->x, &beta);
    r->y = a->y;
}

/* To and from entries of tables; ge_get_entry takes a normalized. */
static inline void ge_set_entry(ge *r, const ge_entry *a) {
    fe_set_limbs64(&r->x, a->x);
    fe_set_limbs64(&r->y, a->y);
}
static inline void ge_get_entry(ge_entry *r, const ge *a) {
    fe_get_limbs64(r->x, &a->x);
    fe_get_limbs64(r->y, &a->y);
}

}  // namespace ufsecp::UF_TARGET
