// Points of the C++ API: sums and products of secrets.  Constant time.
#pragma once
#include "group/add.h"
#include "group/point64.h"
#include "lanes/choose.h"

namespace ufsecp::UF_TARGET {

static inline void gej_set_point(gej *r, const point64 *a) {
    fe_set_limbs64(&r->x, a->x);
    fe_set_limbs64(&r->y, a->y);
    fe_set_limbs64(&r->z, a->z);
}
static inline void gej_get_point(point64 *r, gej *a) {
    fe_normalize(&a->x);
    fe_normalize(&a->y);
    fe_normalize(&a->z);
    fe_get_limbs64(r->x, &a->x);
    fe_get_limbs64(r->y, &a->y);
    fe_get_limbs64(r->z, &a->z);
}
static inline void ge_get_affine(affine64 *r, const ge *a) {
    fe_get_limbs64(r->x, &a->x);
    fe_get_limbs64(r->y, &a->y);
}

static void engine_point_add(point64 *r, const point64 *a, const point64 *b) {
    secret<gej> aj, bj;
    gej_set_point(&aj, a);
    gej_set_point(&bj, b);
    gej_add(&aj, &aj, &bj);
    gej_get_point(r, &aj);
}
static void engine_point_dbl(point64 *r, const point64 *a) {
    secret<gej> aj;
    gej_set_point(&aj, a);
    gej_dbl(&aj, &aj);
    gej_get_point(r, &aj);
}
static void engine_point_mul(point64 *r, const point64 *a, const u64 *k4) {
    secret<sc> k;
    secret<gej> aj, other;
    secret<ge> p;
    ge g;
    sc_set_limbs64(&k, k4);
    gej_set_point(&aj, a);
    const mask infinite = gej_is_infinity(&aj);
    ge_set_generator(&g);
    gej_set_ge(&other, &g);
    gej_cmov(&aj, &other, infinite); /* work for nothing, on a point */
    ge_set_gej(&p, &aj);
    mul_point(&aj, &p, &k);
    gej_set_infinity(&other);
    gej_cmov(&aj, &other, infinite);
    gej_get_point(r, &aj);
}
static void engine_point_mul_gen(point64 *r, const u64 *k4) {
    secret<sc> k;
    secret<gej> j;
    sc_set_limbs64(&k, k4);
    mul_gen_rows(&j, &k, 1);
    gej_get_point(r, &j);
}
static int engine_point_to_affine(affine64 *r, const point64 *a) {
    secret<gej> aj;
    secret<ge> p;
    gej_set_point(&aj, a);
    ge_set_gej(&p, &aj);
    ge_get_affine(r, &p);
    return declassify(~gej_is_infinity(&aj), "whether the point is infinity is the return value");
}
static int engine_point_equal(const point64 *a, const point64 *b) {
    secret<gej> aj, bj;
    secret<fe> za, zb, t, u;
    gej_set_point(&aj, a);
    gej_set_point(&bj, b);
    const mask ia = gej_is_infinity(&aj), ib = gej_is_infinity(&bj);
    fe_sqr(&za, &aj.z);
    fe_sqr(&zb, &bj.z);
    fe_mul(&t, &aj.x, &zb);
    fe_mul(&u, &bj.x, &za);
    mask same = fe_equal(&t, &u);
    fe_mul(&za, &za, &aj.z);
    fe_mul(&zb, &zb, &bj.z);
    fe_mul(&t, &aj.y, &zb);
    fe_mul(&u, &bj.y, &za);
    same = same & fe_equal(&t, &u);
    return declassify((ia & ib) | (same & ~ia & ~ib),
                      "whether two points are equal is the return value");
}

}  // namespace ufsecp::UF_TARGET
