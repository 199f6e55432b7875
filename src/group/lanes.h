// Eight points side by side: the group law over the lane field.  Constant time.
//
// Additions do not look for the exceptional cases: points with the same x, or infinity, give z = 0,
// and every later step keeps it. Public data lets lanes run into that and has scalar code repeat
// them; secrets need a proof that it cannot happen, or gej8_add_ge_complete.
#pragma once
#include "field/fe5x52xn.h"
#include "group/law.h"
#include "group/point.h"

namespace ufsecp::UF_TARGET {

using fe8 = fe5x52x8;
using fe8_wide = fe5x52xn<vec8, true>;
using fe8_stored = fe_lanes<vec8>;

/* Points at rest, affine ones with x and y of magnitude 1, Jacobian ones as in law.h: x: 1, y: 2,
 * z: 1. */
struct ge8 {
    fe8_stored x, y;
};
struct gej8 {
    fe8_stored x, y, z;
};

template <class F>
UF_INLINE void gej8_load(gej_of<F> *r, const gej8 *a) {
    fe_load(&r->x, &a->x);
    fe_load(&r->y, &a->y);
    fe_load(&r->z, &a->z);
}
template <class F>
UF_INLINE void gej8_store(gej8 *r, const gej_of<F> *a) {
    fe_store(&r->x, &a->x);
    fe_store(&r->y, &a->y);
    fe_store(&r->z, &a->z);
}

/* a = 2^n a, n >= 1, in between in registers.  The formula is law_dbl's; each step leaves -2a, and
 * the sign is set right in the end.  cost: n (3 mul + 4 sqr), 6 reductions each. */
UF_KERNEL void gej8_dbl(gej8 *a, int n = 1) {
    gej_of<fe8_wide> p;
    fe8_wide l, s, t;
    gej8_load(&p, a);
    p.y.carried = p.z.carried = false; /* as every step leaves them */
    for (int i = 0; i < n; i++) {
        fe_sqr(&l, &p.x);
        fe_sqr(&s, &p.y);
        fe_mul(&p.z, &p.y, &p.z);
        fe_three_halves(&l, &l);
        fe_mul(&t, &s, &p.x);
        fe_neg(&t, &t, 1);
        fe_sqr_add2(&p.x, &l, &t);
        fe_add(&t, &t, &p.x);
        fe_mul_sqr(&p.y, &t, &l, &s);
    }
    if (n % 2) fe_neg(&p.y, &p.y, 1);
    fe_carry(&p.y);
    fe_carry(&p.z);
    gej8_store(a, &p);
}

/* a = a + (b.x, b.y), b.y negated in the lanes of `negative`.  The formula is law_add_ge's, its
 * differences summed in the columns of their products.  cost: 8 mul + 3 sqr, 10 reductions. */
UF_KERNEL void gej8_add_ge(gej8 *a, const ge8 *b, vec8 negative) {
    gej_of<fe8_wide> p;
    ge_of<fe8_wide> q;
    fe8_wide z, zz, h, i, h2, h3, t;
    gej8_load(&p, a);
    fe_load(&q.x, &b->x);
    fe_load(&q.y, &b->y);
    fe_cond_neg(&q.y, ~negative); /* -y */
    fe_neg(&t, &p.x, 1);
    fe_sqr(&zz, &p.z);
    fe_mul(&z, &p.z, &zz);
    fe_mul_add(&h, &zz, &q.x, &t);
    fe_mul_add(&i, &z, &q.y, &p.y);
    fe_mul(&p.z, &p.z, &h);
    fe_sqr(&h2, &h);
    fe_neg(&h2, &h2, 1);
    fe_mul(&h3, &h2, &h);
    fe_mul(&t, &h2, &p.x);
    fe_sqr_add2(&p.x, &i, &t, &h3);
    fe_add(&t, &t, &p.x);
    fe_mul2(&p.y, &t, &i, &h3, &p.y);
    fe_carry(&p.y);
    fe_carry(&p.z);
    gej8_store(a, &p);
}

/* a = a + (b.x, b.y), b.y negated in the lanes of `negative`, for all a and b.  time:
 * constant. */
UF_KERNEL void gej8_add_ge_complete(gej8 *a, const ge8 *b, vec8 negative) {
    gej_of<fe8> t, twice, sum;
    ge_of<fe8> s;
    fe8 h, i, one;
    gej8_load(&t, a);
    fe_load(&s.x, &b->x);
    fe_load(&s.y, &b->y);
    fe_cond_neg(&s.y, negative);
    law_add_ge(&sum, &h, &i, &t, &s);
    law_dbl(&twice, &t);
    fe_set_one(&one);
    const vec8 infinite = fe_is_zero(&t.z), same = fe_is_zero(&h) & fe_is_zero(&i);
    fe_cmov(&sum.x, &twice.x, same);
    fe_cmov(&sum.y, &twice.y, same);
    fe_cmov(&sum.z, &twice.z, same);
    fe_cmov(&sum.x, &s.x, infinite);
    fe_cmov(&sum.y, &s.y, infinite);
    fe_cmov(&sum.z, &one, infinite);
    gej8_store(a, &sum);
}

/* r = (a.x, a.y), a.y negated in the lanes of `negative`. */
UF_INLINE void gej8_set_ge(gej8 *r, const ge8 *a, vec8 negative) {
    gej_of<fe8> t;
    fe_load(&t.x, &a->x);
    fe_load(&t.y, &a->y);
    fe_cond_neg(&t.y, negative);
    fe_set_one(&t.z);
    gej8_store(r, &t);
}

/* r = m ? a : r in each lane */
UF_INLINE void gej8_cmov(gej8 *r, const gej8 *a, vec8 m) {
    fe8_stored *const to[3] = {&r->x, &r->y, &r->z};
    const fe8_stored *const from[3] = {&a->x, &a->y, &a->z};
    for (int c = 0; c < 3; c++)
        for (int i = 0; i < 5; i++) to[c]->n[i] = vec_select(m, from[c]->n[i], to[c]->n[i]);
}

/* Takes a to the curve itself from the one that is isomorphic by *scale: z times that. */
UF_INLINE void gej8_leave(gej8 *a, const fe8_stored *scale) {
    fe8 z, factor;
    fe_load(&z, &a->z);
    fe_load(&factor, scale);
    fe_mul(&z, &z, &factor);
    fe_store(&a->z, &z);
}

/* The lanes in which z is zero. */
UF_INLINE vec8 gej8_is_infinity(const gej8 *a) {
    fe8 z;
    fe_load(&z, &a->z);
    return fe_is_zero(&z);
}

/* rows[l] = the words of x and y in lane l, each below 2^256.  in: magnitude 1, carried. */
UF_INLINE void ge8_scatter(vec8 rows[8], const fe8 *x, const fe8 *y) {
    fe8 t = *x;
    fe_fold_top(&t);
    fe_pack(rows, &t);
    t = *y;
    fe_fold_top(&t);
    fe_pack(rows + 4, &t);
    vec_transpose(rows);
}

/* Coordinate c of eight points into lanes and back; out: normalized. */
template <class P>
static inline void fe8_set_rows(fe8_stored *r, const P p[8], fe P::*c) {
    secret_rows<u64, 4 * 8> words;
    fe8 t;
    vec8 w[4];
    for (int l = 0; l < 8; l++) {
        fe a = p[l].*c;
        fe_normalize(&a);
        fe_get_limbs64(words.v + 4 * l, &a);
    }
    vec_load_rows(w, words.v, 32);
    fe_unpack(&t, w);
    fe_store(r, &t);
}
template <class P>
static inline void fe8_get_rows(P p[8], fe P::*c, const fe8_stored *a) {
    secret_rows<u64, 4 * 8> words;
    fe8 t;
    vec8 w[4];
    fe_load(&t, a);
    fe_normalize(&t);
    fe_pack(w, &t);
    memcpy(words.v, w, sizeof w);
    for (int l = 0; l < 8; l++) {
        const u64 limbs[4] = {words.v[l], words.v[8 + l], words.v[16 + l], words.v[24 + l]};
        fe_set_limbs64(&(p[l].*c), limbs);
    }
    wipe(&t, sizeof t);
    wipe(w, sizeof w);
}
static inline void ge8_set_rows(ge8 *r, const ge p[8]) {
    fe8_set_rows(&r->x, p, &ge::x);
    fe8_set_rows(&r->y, p, &ge::y);
}
static inline void ge8_get_rows(ge r[8], const ge8 *a) {
    fe8_get_rows(r, &ge::x, &a->x);
    fe8_get_rows(r, &ge::y, &a->y);
}
static inline void gej8_get_rows(gej r[8], const gej8 *a) {
    fe8_get_rows(r, &gej::x, &a->x);
    fe8_get_rows(r, &gej::y, &a->y);
    fe8_get_rows(r, &gej::z, &a->z);
}

}  // namespace ufsecp::UF_TARGET
