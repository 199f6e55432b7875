// Points of the C++ API: sums, products and plans of public data.  Variable time.
#pragma once
#include <string.h>

#include "group/add_var.h"
#include "mult/plan_var.h"
#include "proto/cpp_points.h"
#include "proto/keys_var.h"
#include "proto/verdicts.h"

namespace ufsecp::UF_TARGET {

static void engine_point_add_var(point64 *r, const point64 *a, const point64 *b) {
    gej aj, bj;
    gej_set_point(&aj, a);
    gej_set_point(&bj, b);
    gej_add_var(&aj, &aj, &bj);
    gej_get_point(r, &aj);
}
static void engine_point_dbl_var(point64 *r, const point64 *a) {
    gej aj;
    gej_set_point(&aj, a);
    gej_dbl_var(&aj, &aj);
    gej_get_point(r, &aj);
}

static void engine_musig_nonce_sum_var(point64 *sums2, const affine64 *nonces2, size_t n) {
    for (size_t which = 0; which < 2; which++) {
        gej sum;
        gej_set_point(&sum, &sums2[which]);
        if (gej_is_infinity_var(&sum)) gej_set_infinity(&sum); /* as the formula wants it */
        for (size_t i = 0; i < n; i++) {
            ge p;
            fe_set_limbs64(&p.x, nonces2[2 * i + which].x);
            fe_set_limbs64(&p.y, nonces2[2 * i + which].y);
            gej_add_ge_var(&sum, &sum, &p);
        }
        gej_get_point(&sums2[which], &sum);
    }
}

/* p = a in affine form; false for infinity.  No inversion if z = 1. */
static inline bool ge_set_point_var(ge *p, const point64 *a) {
    gej aj;
    gej_set_point(&aj, a);
    if (!(a->z[0] == 1 && (a->z[1] | a->z[2] | a->z[3]) == 0)) return ge_set_finite_var(p, &aj);
    p->x = aj.x;
    p->y = aj.y;
    return true;
}
UF_PUBLIC_ONLY(ge_set_point_var);
static void engine_point_mul_var(point64 *r, const point64 *a, const u64 *k4) {
    sc k;
    ge p;
    gej j;
    sc_set_limbs64(&k, k4);
    if (ge_set_point_var(&p, a)) mul_point_var(&j, &p, &k);
    else gej_set_infinity(&j);
    gej_get_point(r, &j);
}
static void engine_point_mul_gen_var(point64 *r, const u64 *k4) {
    sc k;
    gej j;
    sc_set_limbs64(&k, k4);
    mul_gen_var(&j, &k);
    gej_get_point(r, &j);
}
static void engine_point_mul2_var(point64 *r, const point64 *a, const u64 *a4, const u64 *b4) {
    sc k, l;
    ge p;
    gej j;
    sc_set_limbs64(&k, a4);
    sc_set_limbs64(&l, b4);
    if (ge_set_point_var(&p, a)) mul2_var(&j, &p, &k, &l);
    else mul_gen_var(&j, &l);
    gej_get_point(r, &j);
}
static int engine_point_to_affine_var(affine64 *r, const point64 *a) {
    ge p;
    if (!ge_set_point_var(&p, a)) {
        memset(r, 0, sizeof *r);
        return 0;
    }
    ge_get_affine(r, &p);
    return 1;
}
static int engine_point_equal_var(const point64 *a, const point64 *b) {
    gej aj, bj;
    gej_set_point(&aj, a);
    gej_set_point(&bj, b);
    return gej_equal_var(&aj, &bj);
}
static void engine_points_to_affine_var(affine64 *r, const point64 *a, size_t n) {
    gej j[public_chunk];
    ge p[public_chunk];
    for (size_t at = 0; at < n; at += public_chunk) {
        const size_t m = chunk_size(at, n, public_chunk);
        for (size_t i = 0; i < m; i++) gej_set_point(&j[i], &a[at + i]);
        ge_set_gej_batch_var<public_chunk>(p, j, m);
        for (size_t i = 0; i < m; i++) ge_get_affine(&r[at + i], &p[i]);
    }
}
static void engine_plan_build_var(plan_buffer *plan, const u64 *k4) {
    static_assert(sizeof(kplan) <= sizeof plan->bytes && alignof(kplan) <= alignof(plan_buffer));
    sc k;
    kplan p;
    memset(&p, 0, sizeof p); /* what pads it leaves with it */
    sc_set_limbs64(&k, k4);
    kplan_from_scalar_var(&p, &k);
    memcpy(plan->bytes, &p, sizeof p);
}
static void engine_plan_mul_var(point64 *r, const plan_buffer *plan, const point64 *a) {
    kplan k;
    ge p;
    gej j;
    memcpy(&k, plan->bytes, sizeof k);
    if (ge_set_point_var(&p, a)) kplan_mul_var(&j, &k, &p);
    else gej_set_infinity(&j);
    gej_get_point(r, &j);
}

}  // namespace ufsecp::UF_TARGET
