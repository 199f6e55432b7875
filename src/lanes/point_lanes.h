// Eight points side by side: the group law over the lane field.  Constant time.
//
// Additions do not look for the exceptional cases: points with the same x, or infinity, give z = 0,
// and every later step keeps it. Public data lets lanes run into that and has scalar code repeat
// them; secrets need a proof that it cannot happen, or gej8_add_ge_complete.
#pragma once
#include "group/point.h"
#include "lanes/law_lanes.h"

namespace ufsecp::UF_TARGET {

using fe8 = fe5x52x8;
using fe8_wide = fe5x52x8_wide;
/* What the two kernels that dominate work on. */
using fe_part = fe5x52xn<vec_part, !UF_LANE_LEAVES>;
using fe8_stored = fe_stored<vec8>;

/* Points at rest, affine ones with x and y of magnitude 1, Jacobian ones as in law.h: x: 1, y: 2,
 * z: 1. */
struct ge8 {
    fe8_stored x, y;
};
struct gej8 {
    fe8_stored x, y, z;
};

template <class F>
UF_LANE_CALL void gej8_load(gej_of<F> *r, const gej8 *a) {
    fe_load(&r->x, &a->x);
    fe_load(&r->y, &a->y);
    fe_load(&r->z, &a->z);
}
template <class F>
UF_LANE_CALL void gej8_store(gej8 *r, const gej_of<F> *a) {
    fe_store(&r->x, &a->x);
    fe_store(&r->y, &a->y);
    fe_store(&r->z, &a->z);
}

/* The same of one part. */
template <class F>
UF_INLINE void gej8_load(gej_of<F> *r, const gej8 *a, int part) {
    fe_load(&r->x, &a->x, part);
    fe_load(&r->y, &a->y, part);
    fe_load(&r->z, &a->z, part);
}
template <class F>
UF_INLINE void gej8_store(gej8 *r, const gej_of<F> *a, int part) {
    fe_store(&r->x, &a->x, part);
    fe_store(&r->y, &a->y, part);
    fe_store(&r->z, &a->z, part);
}

#ifdef UF_FMA_KERNELS
/* Of kernels_x64_fma.S: the two functions that else follow here, of the same operands and
 * bounds. */
extern "C" {
UF_FMA_KERNEL ufsecp_x64_fma_dbl(vec_part *a, i64 n);
UF_FMA_KERNEL ufsecp_x64_fma_add_ge(vec_part *a, const vec_part *b, const vec_part *negative);
}
static_assert(sizeof(gej8) == 15 * 64 && sizeof(ge8) == 10 * 64);
UF_INLINE void gej8_dbl_part(gej8 *a, int n, int part) {
    ufsecp_x64_fma_dbl(reinterpret_cast<vec_part *>(a) + part, n);
}
UF_INLINE void gej8_add_ge_part(gej8 *a, const ge8 *b, vec_part negative, int part) {
    ufsecp_x64_fma_add_ge(reinterpret_cast<vec_part *>(a) + part,
                          reinterpret_cast<const vec_part *>(b) + part, &negative);
}
#else
/* a = 2^n a, n >= 1, in between in registers. */
UF_KERNEL void gej8_dbl_part(gej8 *a, int n, int part) {
    gej_of<fe_part> p;
    gej8_load(&p, a, part);
    law_dbl_times(&p, n);
    gej8_store(a, &p, part);
}

/* a = a + (b.x, b.y), b.y negated in the lanes of `negative`. */
UF_KERNEL void gej8_add_ge_part(gej8 *a, const ge8 *b, vec_part negative, int part) {
    gej_of<fe_part> p;
    ge_of<fe_part> q;
    gej8_load(&p, a, part);
    fe_load(&q.x, &b->x, part);
    fe_load(&q.y, &b->y, part);
    fe_cond_neg(&q.y, ~negative);
    law_sub_ge(&p, &q);
    gej8_store(a, &p, part);
}
#endif

UF_INLINE void gej8_dbl(gej8 *a, int n = 1) {
    for (int part = 0; part < vec_parts; part++) gej8_dbl_part(a, n, part);
}
/* *a[g] = 2^n *a[g], n >= 1 and public, for several groups: a doubling of each in turns, so that
 * the steps of one fill the waits of the others. */
template <size_t groups>
UF_KERNEL void gej8_dbl_turns(gej8 *const a[groups], int n) {
    gej_of<fe8_wide> p;
    for (int i = 0; i < n; i++)
        for (size_t g = 0; g < groups; g++) {
            fe_load(&p.x, &a[g]->x);
            fe_load_uncarried(&p.y, &a[g]->y);
            fe_load_uncarried(&p.z, &a[g]->z);
            law_dbl_neg(&p);
            fe_store_uncarried(&a[g]->x, &p.x);
            fe_store_uncarried(&a[g]->y, &p.y);
            fe_store_uncarried(&a[g]->z, &p.z);
        }
    for (size_t g = 0; g < groups; g++) {
        fe_load_uncarried(&p.y, &a[g]->y);
        fe_load_uncarried(&p.z, &a[g]->z);
        if (n % 2) fe_neg(&p.y, &p.y, 1);
        fe_carry(&p.y);
        fe_carry(&p.z);
        fe_store(&a[g]->y, &p.y);
        fe_store(&a[g]->z, &p.z);
    }
}

/* The same; where a group fills the processor, one after the other. */
template <size_t groups>
UF_INLINE void gej8_dbl_groups(gej8 *const a[groups], int n) {
    if constexpr (groups > 1 && UF_VEC_IFMA == 512) gej8_dbl_turns<groups>(a, n);
    else
        for (size_t g = 0; g < groups; g++) gej8_dbl(a[g], n);
}
UF_INLINE void gej8_add_ge(gej8 *a, const ge8 *b, vec8 negative) {
    for (int part = 0; part < vec_parts; part++)
        gej8_add_ge_part(a, b, vec_part_of(negative, part), part);
}

/* a = a + (b.x, b.y), b.y negated in the lanes of `negative`, for all a and b.
 * time: constant. */
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
UF_LANE_CALL void gej8_set_ge(gej8 *r, const ge8 *a, vec8 negative) {
    gej_of<fe8> t;
    fe_load(&t.x, &a->x);
    fe_load(&t.y, &a->y);
    fe_cond_neg(&t.y, negative);
    fe_set_one(&t.z);
    gej8_store(r, &t);
}

/* r = m ? a : r in each lane */
UF_LANE_CALL void gej8_cmov(gej8 *r, const gej8 *a, vec8 m) {
    fe8_stored *const to[3] = {&r->x, &r->y, &r->z};
    const fe8_stored *const from[3] = {&a->x, &a->y, &a->z};
    for (int c = 0; c < 3; c++)
        for (int i = 0; i < 5; i++) to[c]->n[i] = vec_select(m, from[c]->n[i], to[c]->n[i]);
}

/* Takes a to the curve itself from the one that is isomorphic by *scale: z times that. */
UF_LANE_CALL void gej8_leave(gej8 *a, const fe8_stored *scale) {
    fe8 z, factor;
    fe_load(&z, &a->z);
    fe_load(&factor, scale);
    fe_mul(&z, &z, &factor);
    fe_store(&a->z, &z);
}

/* The lanes in which z is zero. */
UF_LANE_CALL vec8 gej8_is_infinity(const gej8 *a) {
    fe8 z;
    fe_load(&z, &a->z);
    return fe_is_zero(&z);
}

/* rows[l] = the words of x and y in lane l, each below 2^256.
 * in: carried, limb 4 below 2^48 + 2^13: a product, or weakly normalized. */
UF_LANE_CALL void ge8_scatter(vec8 rows[8], const fe8 *x, const fe8 *y) {
    fe8 t = *x;
    fe_fold_top(&t);
    fe_pack(rows, &t);
    t = *y;
    fe_fold_top(&t);
    fe_pack(rows + 4, &t);
    vec_transpose(rows);
}

/* Multiplications as functions of their own, called and not inlined, for formulas that run once: to
 * fetch more code would take longer than inlining saves.
 * in: magnitude 8.
 * out: carried. */
UF_KERNEL void fe8_mul(fe8 *r, const fe8 *a, const fe8 *b) {
    fe8 x = *a, y = *b;
    fe_note_uncarried(&x);
    fe_note_uncarried(&y);
    fe_mul(r, &x, &y);
}
UF_KERNEL void fe8_sqr(fe8 *r, const fe8 *a) {
    fe8 x = *a;
    fe_note_uncarried(&x);
    fe_sqr(r, &x);
}
UF_INLINE void fe_mul_apart(fe8 *r, const fe8 *a, const fe8 *b) {
    fe8_mul(r, a, b);
    fe_note_carried(r);
}
UF_INLINE void fe_sqr_apart(fe8 *r, const fe8 *a) {
    fe8_sqr(r, a);
    fe_note_carried(r);
}
/* r = lanes 0 to 3 of a beside lanes 4 to 7 of b; and the halves of a the other way round. */
UF_INLINE void fe_beside(fe8 *r, const fe8 *a, const fe8 *b) {
    for (int i = 0; i < 5; i++) r->n[i] = vec_join(vec_half(a->n[i], 0), vec_half(b->n[i], 1));
    r->carried = false;
}
UF_INLINE void fe_swap_halves(fe8 *r, const fe8 *a) {
    for (int i = 0; i < 5; i++) r->n[i] = vec_join(vec_half(a->n[i], 1), vec_half(a->n[i], 0));
    r->carried = a->carried;
}

/* Lanes 0 to 3 of a = their sums with lanes 4 to 7, all finite and none equal or opposite to its
 * other; nothing of use in lanes 4 to 7. */
static inline void gej8_add_halves(gej8 *a) {
    gej_of<fe8> p;
    gej8_load(&p, a);
    law_add_halves(&p);
    gej8_store(a, &p);
}

/* r = (a.x, +-a.y) + (b.x, +-b.y), the signs negative in the lanes of na and nb; no two equal or
 * opposite. */
static inline void gej8_set_sum(gej8 *r, const ge8 *a, vec8 na, const ge8 *b, vec8 nb) {
    ge_of<fe8> p, q;
    gej_of<fe8> sum;
    fe_load(&p.x, &a->x);
    fe_load(&p.y, &a->y);
    fe_load(&q.x, &b->x);
    fe_load(&q.y, &b->y);
    fe_cond_neg(&p.y, na);
    fe_cond_neg(&q.y, nb);
    law_add_affine(&sum, &p, &q);
    gej8_store(r, &sum);
}

/* Coordinate c of eight points into lanes, and of the first n back;
 * out: normalized. */
template <class P>
static inline void fe8_set_rows(fe8_stored *r, const P p[8], fe P::*c) {
    secret_array<u64, 4 * 8> words;
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
    secret_array<u64, 4 * 8> words;
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

/* A pass back over the entries of a co-Z chain.  keep(j, x, y) gets each over one third coordinate:
 * the last entry's times *c.  ratio[j] is by what that of entry j differs from that of entry j - 1;
 * *c becomes its product with all of them. */
template <int entries, class Keep>
UF_INLINE void chain8_meet(fe8 *c, const ge8 *at, const fe8_stored *ratio, const Keep &keep) {
    for (int j = entries - 1;; j--) {
        fe8 c2, c3, x, y;
        fe_sqr(&c2, c);
        fe_mul(&c3, &c2, c);
        fe_load(&x, &at[j].x);
        fe_load(&y, &at[j].y);
        fe_mul(&x, &x, &c2);
        fe_mul(&y, &y, &c3);
        keep(j, &x, &y);
        if (j == 0) break;
        fe_load(&x, &ratio[j]);
        fe_mul(c, c, &x);
    }
}

}  // namespace ufsecp::UF_TARGET
