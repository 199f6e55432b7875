// Which form of a product by a secret runs: one operation after another, four products of a point
// formula at a time (quads), or eight rows at a time (lanes).  Constant time.
#pragma once
#include "mult/gen.h"
#include "mult/mul.h"
#ifdef UF_SECRET_LANES
#include "lanes/gen_lanes.h"
#include "lanes/mul_lanes.h"
#endif
#ifdef UF_QUAD
#include "lanes/mul_quad.h"
#endif

namespace ufsecp::UF_TARGET {

static_assert(!target::quads || target::secret_lanes, "mul_gen_var of quads calls lanes");

/* What a target does not have: the choices below name it there, and never call it. */
#ifndef UF_SECRET_LANES
void mul_gen_lanes(gej *r, const sc *k);
void mul_gen8(gej r[8], const sc k[8]);
void mul_point8(gej r[8], const ge p[8], const sc *k);
#endif
#ifndef UF_QUAD
void mul_point_quad(gej *r, const ge *p, const sc *k);
mask mul_lift_quad(gej *r, const ge_given *p, const sc *k);
#endif

/* r = k p; k = 0 gives infinity.
 * time: constant. */
static inline void mul_point(gej *r, const ge *p, const sc *k) {
    if constexpr (target::quads) mul_point_quad(r, p, k);
    else mul_point_scalar(r, p, k);
}

/* r = k p for a public p; k = 0 gives infinity;
 * out: whether there is such a point.
 * time: constant but for p->whole. */
static inline mask mul_point_given(gej *r, const ge_given *p, const sc *k) {
    if constexpr (target::quads)
        if (!p->whole) return mul_lift_quad(r, p, k);
    ge_given t = *p;
    const mask exists = ge_given_lift(&t);
    mul_point(r, &t.p, k);
    return exists;
}

/* The fewest rows for which a lane each costs less than as many single products, which for k*G fill
 * the lanes too. */
#ifndef UF_POINT_LANES_PAY
#define UF_POINT_LANES_PAY 4
#endif
#if UF_VEC_CALLS
static constexpr size_t gen_lanes_pay = 4;
#else
static constexpr size_t gen_lanes_pay = 6;
#endif
static constexpr size_t point_lanes_pay = UF_POINT_LANES_PAY;

/* r[i] = the multiple of row i: eight(r, in) makes those of eight rows, one(r, in) that of one;
 * pay is the fewest rows for which eight does. */
template <size_t pay, class In, class Eight, class One>
static inline void rows_by_eight(gej *r, const In *in, size_t n, const Eight &eight,
                                 const One &one) {
    for (; n >= 8; n -= 8, r += 8, in += 8) eight(r, in);
    if (n >= pay) {
        secret_array<In, 8> in8;
        secret_array<gej, 8> r8;
        for (size_t i = 0; i < 8; i++) in8.v[i] = in[i < n ? i : 0];
        eight(r8.v, in8.v);
        for (size_t i = 0; i < n; i++) r[i] = r8.v[i];
    } else {
        for (size_t i = 0; i < n; i++) one(&r[i], &in[i]);
    }
}

/* r[i] = k[i] G for i < n, as mul_gen.
 * time: depends on n only. */
static inline void mul_gen_rows(gej *r, const sc *k, size_t n) {
    if constexpr (target::secret_lanes)
#if UF_VEC_CALLS /* a single product is not worth code for lanes */
        rows_by_eight<gen_lanes_pay>(r, k, n, mul_gen8, mul_gen);
#else
        rows_by_eight<gen_lanes_pay>(r, k, n, mul_gen8, mul_gen_lanes);
#endif
    else
        for (size_t i = 0; i < n; i++) mul_gen(&r[i], &k[i]);
}
/* r[i] = k p[i] for i < n, as mul_point, k not 0.
 * time: depends on n only. */
static inline void mul_point_rows(gej *r, const ge *p, const sc *k, size_t n) {
    if constexpr (target::secret_lanes)
        rows_by_eight<point_lanes_pay>(
            r, p, n, [k](gej *r8, const ge *p8) { mul_point8(r8, p8, k); },
            [k](gej *r1, const ge *p1) { mul_point(r1, p1, k); });
    else
        for (size_t i = 0; i < n; i++) mul_point(&r[i], &p[i], k);
}

}  // namespace ufsecp::UF_TARGET
