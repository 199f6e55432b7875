// Eight points side by side: the group law over the lane field.  Constant time.
//
// Additions do not look for the exceptional cases: points with the same x, or infinity, give z = 0,
// and every later step keeps it. Public data lets lanes run into that and has scalar code repeat
// them; secrets need a proof that it cannot happen, or gej8_add_ge_complete.
#pragma once
#include "group/law.h"
#include "group/point.h"
#include "lanes/fe_lanes.h"

namespace ufsecp::UF_TARGET {

using fe8 = fe5x52x8;
using fe8_wide = fe5x52xn<vec8, true>;
using fe_unit = fe5x52xn<vec_unit, true>; /* what the two kernels that dominate work on */
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

/* The same of one unit. */
template <class F>
UF_INLINE void gej8_load(gej_of<F> *r, const gej8 *a, int unit) {
    fe_load(&r->x, &a->x, unit);
    fe_load(&r->y, &a->y, unit);
    fe_load(&r->z, &a->z, unit);
}
template <class F>
UF_INLINE void gej8_store(gej8 *r, const gej_of<F> *a, int unit) {
    fe_store(&r->x, &a->x, unit);
    fe_store(&r->y, &a->y, unit);
    fe_store(&r->z, &a->z, unit);
}

#ifdef UF_FMA_KERNELS
/* Of kernels_x64_fma.S: the two functions that else follow here, of the same operands and
 * bounds. */
extern "C" {
void ufsecp_x64_fma_dbl(vec_unit *a, long n);
void ufsecp_x64_fma_add_ge(vec_unit *a, const vec_unit *b, const vec_unit *negative);
}
static_assert(sizeof(gej8) == 15 * 64 && sizeof(ge8) == 10 * 64);
UF_INLINE void gej8_dbl_unit(gej8 *a, int n, int unit) {
    ufsecp_x64_fma_dbl(reinterpret_cast<vec_unit *>(a) + unit, n);
}
UF_INLINE void gej8_add_ge_unit(gej8 *a, const ge8 *b, vec_unit negative, int unit) {
    ufsecp_x64_fma_add_ge(reinterpret_cast<vec_unit *>(a) + unit,
                          reinterpret_cast<const vec_unit *>(b) + unit, &negative);
}
#else
/* a = 2^n a, n >= 1, in between in registers.  The formula is law_dbl's; each step leaves -2a, and
 * the sign is set right in the end.  cost: n (3 mul + 4 sqr), 6 reductions each. */
UF_KERNEL void gej8_dbl_unit(gej8 *a, int n, int unit) {
    gej_of<fe_unit> p;
    fe_unit l, s, t;
    gej8_load(&p, a, unit);
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
    gej8_store(a, &p, unit);
}

/* a = a + (b.x, b.y), b.y negated in the lanes of `negative`.  The formula is law_add_ge's, its
 * differences summed in the columns of their products.  cost: 8 mul + 3 sqr, 10 reductions. */
UF_KERNEL void gej8_add_ge_unit(gej8 *a, const ge8 *b, vec_unit negative, int unit) {
    gej_of<fe_unit> p;
    ge_of<fe_unit> q;
    fe_unit z, zz, h, i, h2, h3, t;
    gej8_load(&p, a, unit);
    fe_load(&q.x, &b->x, unit);
    fe_load(&q.y, &b->y, unit);
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
    gej8_store(a, &p, unit);
}
#endif

UF_INLINE void gej8_dbl(gej8 *a, int n = 1) {
    for (int unit = 0; unit < vec_units; unit++) gej8_dbl_unit(a, n, unit);
}
UF_INLINE void gej8_add_ge(gej8 *a, const ge8 *b, vec8 negative) {
    for (int unit = 0; unit < vec_units; unit++)
        gej8_add_ge_unit(a, b, vec_unit_of(negative, unit), unit);
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

/* Multiplications as functions of their own, called and not inlined, for formulas that run once: to
 * fetch more code would take longer than inlining saves.  in: magnitude 8.  out: carried. */
UF_KERNEL fe8 fe8_mul(const fe8 &a, const fe8 &b) {
    fe8 r, x = a, y = b;
    x.carried = y.carried = false;
    fe_mul(&r, &x, &y);
    return r;
}
UF_KERNEL fe8 fe8_sqr(const fe8 &a) {
    fe8 r, x = a;
    x.carried = false;
    fe_sqr(&r, &x);
    return r;
}
/* a - b.  in: b of magnitude 1. */
UF_INLINE fe8 operator-(const fe8 &a, const fe8 &b) {
    fe8 r;
    fe_sub(&r, &a, &b, 1);
    return r;
}
/* Lanes 0 to 3 of a beside lanes 4 to 7 of b; and the halves of a the other way round. */
UF_INLINE fe8 fe8_beside(const fe8 &a, const fe8 &b) {
    fe8 r;
    for (int i = 0; i < 5; i++) r.n[i] = vec_join(vec_half(a.n[i], 0), vec_half(b.n[i], 1));
    r.carried = false;
    return r;
}
UF_INLINE fe8 fe8_swap(const fe8 &a) {
    fe8 r;
    for (int i = 0; i < 5; i++) r.n[i] = vec_join(vec_half(a.n[i], 1), vec_half(a.n[i], 0));
    r.carried = a.carried;
    return r;
}

/* Lanes 0 to 3 of a = their sums with lanes 4 to 7, all finite and none equal or opposite to its
 * other; nothing of use in lanes 4 to 7.  The formula is law_add's, the products of both halves of
 * which, and of both of its ends, are one in lanes.  cost: 7 mul + 2 sqr. */
static inline void gej8_add_halves(gej8 *a) {
    gej_of<fe8> p;
    gej8_load(&p, a);
    const fe8 zz = fe8_swap(fe8_sqr(p.z)), z = fe8_swap(p.z);
    const fe8 u = fe8_mul(p.x, zz), s = fe8_mul(fe8_mul(p.y, zz), z); /* (u1, u2), (s1, s2) */
    const fe8 h = fe8_swap(u) - u, i = s - fe8_swap(s);               /* (h, -h), (i, -i) */
    const fe8 hhii = fe8_sqr(fe8_beside(h, i)), iihh = fe8_swap(hhii);
    const fe8 u1 = fe8_swap(u), s1 = fe8_swap(s);
    const fe8 hv = fe8_mul(fe8_beside(hhii, iihh), fe8_beside(h, u1)); /* (h^3, v = u1 h^2) */
    const fe8 vh = fe8_swap(hv);
    fe8 t;
    fe_add(&t, &vh, &vh);
    fe_add(&t, &t, &hv);
    fe_sub(&p.x, &iihh, &t, 3);
    fe_normalize_weak(&p.x);
    const fe8 ends = fe8_mul(fe8_beside(i, s1), fe8_beside(p.x - vh, vh));
    p.y = ends - fe8_swap(ends); /* i (x - v) - s1 h^3 */
    p.z = fe8_mul(fe8_mul(p.z, z), h);
    gej8_store(a, &p);
}

/* r = (a.x, +-a.y) + (b.x, +-b.y), the signs negative in the lanes of na and nb; no two equal or
 * opposite.  cost: 4 mul + 2 sqr. */
static inline void gej8_set_sum(gej8 *r, const ge8 *a, vec8 na, const ge8 *b, vec8 nb) {
    ge_of<fe8> p, q;
    gej_of<fe8> sum;
    fe_load(&p.x, &a->x);
    fe_load(&p.y, &a->y);
    fe_load(&q.x, &b->x);
    fe_load(&q.y, &b->y);
    fe_cond_neg(&p.y, na);
    fe_cond_neg(&q.y, nb);
    fe8 i, t;
    sum.z = q.x - p.x;
    fe_sub(&i, &p.y, &q.y, 2);
    const fe8 hh = fe8_sqr(sum.z), h3 = fe8_mul(hh, sum.z), v = fe8_mul(hh, p.x);
    fe_add(&t, &v, &v);
    fe_add(&t, &t, &h3);
    const fe8 ii = fe8_sqr(i);
    fe_sub(&sum.x, &ii, &t, 3);
    fe_normalize_weak(&sum.x);
    sum.y = fe8_mul(i, sum.x - v) - fe8_mul(p.y, h3);
    gej8_store(r, &sum);
}

/* Coordinate c of eight points into lanes, and of the first n back; out: normalized. */
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
template <int n, class P>
static inline void fe8_get_rows(P p[n], fe P::*c, const fe8_stored *a) {
    secret_rows<u64, 4 * 8> words;
    fe8 t;
    vec8 w[4];
    fe_load(&t, a);
    fe_normalize_weak(&t);
    fe_fold_top(&t);
    fe_pack(w, &t);
    memcpy(words.v, w, sizeof w);
    for (int l = 0; l < n; l++) {
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
    fe8_get_rows<8>(r, &ge::x, &a->x);
    fe8_get_rows<8>(r, &ge::y, &a->y);
}
template <int n = 8>
static inline void gej8_get_rows(gej r[n], const gej8 *a) {
    fe8_get_rows<n>(r, &gej::x, &a->x);
    fe8_get_rows<n>(r, &gej::y, &a->y);
    fe8_get_rows<n>(r, &gej::z, &a->z);
}

}  // namespace ufsecp::UF_TARGET
