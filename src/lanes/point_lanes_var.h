// Eight public points side by side: from rows of tables and from x coordinates, and back to affine.
#pragma once
#include "field/fe_inv_var.h"
#include "lanes/fe_lanes_beside.h"
#include "lanes/point_lanes.h"

namespace ufsecp::UF_TARGET {

/* r = the points whose four words of x and of y, any below 2^256, begin at x[l] and y[l], the words
 * 8-byte aligned. */
UF_LANE_CALL void ge8_gather(ge8 *r, const u64 *const x[8], const u64 *const y[8]) {
    typedef u64 words __attribute__((vector_size(32), aligned(8), may_alias));
    vec8 w[8];
    for (int l = 0; l < 8; l++)
        w[l] = vec_join((vec4) * reinterpret_cast<const words *>(x[l]),
                        (vec4) * reinterpret_cast<const words *>(y[l]));
    vec_transpose(w);
    fe8 t;
    fe_unpack(&t, w);
    fe_store(&r->x, &t);
    fe_unpack(&t, w + 4);
    fe_store(&r->y, &t);
}

/* Points on the way in: x, the lanes whose y is to be odd, and the lanes that hold a point. */
struct ge8_compressed {
    fe8_stored x;
    vec8 odd, good;
};

/* Eight x coordinates of 32 bytes, not good where one is not below p; odd and good are narrowed to
 * the given lanes. */
static inline void ge8_set_x32(ge8_compressed *r, const u8 *x32, size_t step, u32 odd, u32 good) {
    fe8 x;
    const vec8 below_p = fe_set_rows_b32(&x, x32, step);
    fe_store(&r->x, &x);
    r->odd = vec_mask<vec8>(odd);
    r->good = below_p & vec_mask<vec8>(good);
}
/* Eight compressed keys of 33 bytes. */
static inline void ge8_set_keys33(ge8_compressed *r, const u8 *pk33, size_t step) {
    u32 odd = 0, known = 0;
    for (size_t l = 0; l < 8; l++) {
        const u8 prefix = pk33[l * step];
        odd |= (u32)(prefix & 1) << l;
        known |= (u32)((prefix | 1) == 3) << l;
    }
    ge8_set_x32(r, pk33 + 1, step, odd, known);
}

/* r[i] = the points of a[i], i < n, whose roots go together.  Lanes whose x is on no point leave
 * a[i].good. */
template <int n>
static inline void ge8_lift_beside_var(ge8 *r, ge8_compressed *a) {
    fe5x52x8_beside<n> yy, y;
    for (int i = 0; i < n; i++) {
        fe8 x, b;
        fe_load(&x, &a[i].x);
        fe_sqr(&yy.of[i], &x);
        fe_mul(&yy.of[i], &yy.of[i], &x);
        fe_set_int(&b, UF_CURVE_B);
        fe_add(&yy.of[i], &yy.of[i], &b);
        fe_carry(&yy.of[i]);
    }
    fe_root(&y, &yy);
    for (int i = 0; i < n; i++) {
        fe8 t;
        fe_neg(&t, &yy.of[i], 2);
        fe_sqr_add(&t, &y.of[i], &t);
        a[i].good &= fe_is_zero(&t);
        fe_normalize(&y.of[i]);
        fe_cond_neg(&y.of[i], fe_is_odd(&y.of[i]) ^ a[i].odd);
        r[i].x = a[i].x;
        fe_store(&r[i].y, &y.of[i]);
    }
}
/* The same for any n: as many together as are left, of 1, 2, 4 ... */
template <int together = roots_together>
static inline void ge8_lift_var(ge8 *r, ge8_compressed *a, size_t n) {
    size_t at = 0;
    for (; n - at >= together; at += together) ge8_lift_beside_var<together>(r + at, a + at);
    if constexpr (together > 1) ge8_lift_var<together / 2>(r + at, a + at, n - at);
}

/* r[l] = 1/a[l] in each lane of one vector, 0 for 0: one inversion. */
static inline void fe8_inv_var(fe8 *r, const fe8 *a) {
    vec8 w[4];
    fe t[8], inverse[8];
    fe8 n = *a;
    fe_normalize(&n);
    fe_pack(w, &n);
    for (int l = 0; l < 8; l++) {
        const u64 words[4] = {w[0][l], w[1][l], w[2][l], w[3][l]};
        fe_set_limbs64(&t[l], words);
    }
    fe_batch_inv_var(inverse, t, 8);
    u64 rows[8][4];
    for (int l = 0; l < 8; l++) {
        fe_normalize(&inverse[l]);
        fe_get_limbs64(rows[l], &inverse[l]);
    }
    vec_load_rows(w, rows, sizeof *rows);
    fe_unpack(r, w);
}

/* a = 1/a, as kernels take it: not carried in, carried out. */
static inline void fe8_wide_inv_var(fe8_wide *a) {
    fe8 t;
    for (int i = 0; i < 5; i++) t.n[i] = a->n[i];
    fe_note_uncarried(&t);
    fe_carry(&t);
    fe8_inv_var(&t, &t);
    for (int i = 0; i < 5; i++) a->n[i] = t.n[i];
}

/* r[i] = 1/r[i] in each lane for i < n <= N, 0 for 0; zero[i] = the lanes that are.
 * cost: 1 inversion and 3 n mul about. */
template <size_t N>
static inline void fe8_batch_inv_var(fe8_stored *r, u8 *zero, size_t n) {
    UF_CHECK(n >= 1 && n <= N);
    fe8_stored before[N]; /* r[0] ... r[i - 1], with 1 for zeros */
    fe8 product, t, u, none, one;
    fe_set_int(&none, 0);
    fe_set_one(&one);
    product = one;
    for (size_t i = 0; i < n; i++) {
        fe_load(&t, &r[i]);
        const vec8 is_zero = fe_is_zero(&t);
        zero[i] = (u8)vec_bits(is_zero);
        fe_cmov(&t, &one, is_zero);
        fe_store(&r[i], &t);
        fe_store(&before[i], &product);
        fe_mul(&product, &product, &t);
    }
    fe8_inv_var(&product, &product);
    for (size_t i = n; i-- > 0;) {
        fe_load(&t, &before[i]);
        fe_mul(&u, &product, &t);
        fe_load(&t, &r[i]);
        fe_mul(&product, &product, &t);
        fe_cmov(&u, &none, vec_mask<vec8>(zero[i]));
        fe_store(&r[i], &u);
    }
}

/* r[i] = a[i] in affine form for i < n <= N; infinity[i] = its lanes at infinity, whose coordinates
 * mean nothing.
 * out: magnitude 1.
 * cost: 1 inversion and n (6 mul + 1 sqr) about. */
template <size_t N>
static inline void ge8_set_gej_batch_var(ge8 *r, u8 *infinity, const gej8 *a, size_t n) {
    fe8_stored zi[N];
    for (size_t i = 0; i < n; i++) zi[i] = a[i].z;
    fe8_batch_inv_var<N>(zi, infinity, n);
    for (size_t i = 0; i < n; i++) {
        fe8 t, zi1, zi2;
        fe_load(&zi1, &zi[i]);
        fe_sqr(&zi2, &zi1);
        fe_load(&t, &a[i].x);
        fe_mul(&t, &t, &zi2);
        fe_store(&r[i].x, &t);
        fe_mul(&zi2, &zi2, &zi1);
        fe_load(&t, &a[i].y);
        fe_mul(&t, &t, &zi2);
        fe_store(&r[i].y, &t);
    }
}

/* r[g] = a[g] + b(g) for g < groups <= N, all affine; lost[g] |= the lanes in which both have the
 * same x.  r may be a; inverse has room for the groups.
 * in: a of magnitude 1, x of b carried.
 * out: magnitude 1.
 * cost: 1 inversion and 5 mul + 1 sqr a group, about. */
template <size_t N, class B>
static inline void ge8_add_batch_var(ge8 *r, u8 *lost, const ge8 *a, fe8_stored *inverse,
                                     size_t groups, const B &b) {
    u8 same[N];
    for (size_t g = 0; g < groups; g++) {
        const ge_of<fe8> &q = b(g);
        fe8 x, t;
        fe_load(&x, &a[g].x);
        fe_sub(&t, &q.x, &x, 1);
        fe_store(&inverse[g], &t);
    }
    fe8_batch_inv_var<N>(inverse, same, groups);
    for (size_t g = 0; g < groups; g++) {
        const ge_of<fe8> &q = b(g);
        fe8 t, slope, x, y, x3;
        lost[g] |= same[g];
        fe_load(&t, &inverse[g]);
        fe_load(&x, &a[g].x);
        fe_load(&y, &a[g].y);
        fe_sub(&slope, &q.y, &y, 1);
        fe_mul(&slope, &slope, &t);
        fe_add(&t, &x, &q.x);
        fe_neg(&t, &t, 2);
        fe_sqr_add(&x3, &slope, &t);
        fe_sub(&t, &x, &x3, 1);
        fe_neg(&y, &y, 1);
        fe_mul_add(&y, &slope, &t, &y);
        fe_store(&r[g].x, &x3);
        fe_store(&r[g].y, &y);
    }
}

}  // namespace ufsecp::UF_TARGET
