// Which form of a product for public scalars runs: one operation after another, or four products of
// a point formula at a time (quads).  Batches of rows call their eight lanes by name.
#pragma once
#include "lanes/choose.h"
#include "mult/comb_many_var.h"
#include "mult/msm_var.h"
#include "mult/mul2_var.h"
#include "mult/prepared_var.h"
#ifdef UF_QUAD
#include "lanes/many_lanes_var.h"
#include "lanes/msm_quad_var.h"
#include "lanes/mul2_quad_var.h"
#include "lanes/prepared_lanes_var.h"
#endif

namespace ufsecp::UF_TARGET {

#ifndef UF_QUAD
/* What this target does not have: the choices below name it, and never call it. */
void kplan_mul_quad_var(gej *r, const kplan *k, const ge *p);
void mul2_quad_var(gej *r, const ge *p, const sc *a, const sc *b);
bool mul_lift_quad_var(gej *r, const ge_given *p, const sc *a);
void msm_combine_quad_var(gej *r, const ge_entry *position);
void prepared_mul_lanes_var(gej *r, const prepared_point *p, const sc *k);
struct many8;
#endif

/* r = k p for the plan of k. */
static inline void kplan_mul_var(gej *r, const kplan *k, const ge *p) {
    if constexpr (target::quads) kplan_mul_quad_var(r, k, p);
    else kplan_mul_scalar_var(r, k, p);
}
UF_PUBLIC_ONLY(kplan_mul_var);

/* r = k p */
static inline void mul_point_var(gej *r, const ge *p, const sc *k) {
    kplan plan;
    kplan_from_scalar_var(&plan, k);
    kplan_mul_var(r, &plan, p);
}
UF_PUBLIC_ONLY(mul_point_var);

/* r = a p + b G; a and b may be zero. */
static inline void mul2_var(gej *r, const ge *p, const sc *a, const sc *b) {
    if constexpr (target::quads) mul2_quad_var(r, p, a, b);
    else mul2_scalar_var(r, p, a, b);
}
UF_PUBLIC_ONLY(mul2_var);

/* r = k G for a public k.  Where single calls have lanes, what secrets take, eight windows at a
 * time, costs a third of the additions one after the other. */
static inline void mul_gen_var(gej *r, const sc *k) {
    if constexpr (target::quads) mul_gen_lanes(r, k);
    else mul_gen_scalar_var(r, k);
}
UF_PUBLIC_ONLY(mul_gen_var);

/* q[i] = k[i] G for m public scalars of a call of n, at most `most` of them at a time. */
template <size_t most>
static inline void mul_gen_many_var(gej *q, const sc *k, size_t m, size_t n) {
    if (!combs_pay(n)) {
        for (size_t i = 0; i < m; i++) mul_gen_var(&q[i], &k[i]);
        return;
    }
    ge_entry entry[most];
    const comb table = comb_for_var(m);
    comb_many_scalar_var(entry, &table, k, m);
    for (size_t i = 0; i < m; i++) gej_set_entry_var(&q[i], &entry[i]);
}
UF_PUBLIC_ONLY(mul_gen_many_var);

/* r = a p + b G; a and b may be zero; false if there is no point p. */
static inline bool mul2_given_var(gej *r, const ge_given *p, const sc *a, const sc *b) {
    if constexpr (target::quads) {
        if (!p->whole) {
            gej g;
            if (!mul_lift_quad_var(r, p, a)) return false;
            mul_gen_var(&g, b);
            gej_add_var(r, r, &g);
            return true;
        }
    }
    ge_given t = *p;
    if (!ge_given_lift_var(&t)) return false;
    mul2_var(r, &t.p, a, b);
    return true;
}
UF_PUBLIC_ONLY(mul2_given_var);

/* r = the sum of 2^i position[i]: the end of msm_halves_var. */
__attribute__((always_inline)) static inline void msm_combine_var(gej *r,
                                                                  const ge_entry *position) {
    if constexpr (target::quads) msm_combine_quad_var(r, position);
    else msm_combine_scalar_var(r, position);
}
UF_PUBLIC_ONLY(msm_combine_var);

/* Fills the table of p, finite and normalized. */
static inline void prepared_set_chosen_var(prepared_point *r, const ge *p) {
    prepared_set_var<std::conditional_t<target::quads, many8, many_scalar>>(r, p);
}
UF_PUBLIC_ONLY(prepared_set_chosen_var);

/* r = a p + b G; a and b may be zero. */
static inline void prepared_mul2_var(gej *r, const prepared_point *p, const sc *a, const sc *b) {
    gej g;
    if constexpr (target::quads) prepared_mul_lanes_var(r, p, a);
    else prepared_mul_scalar_var(r, p, a);
    mul_gen_var(&g, b);
    gej_add_var(r, r, &g);
}
UF_PUBLIC_ONLY(prepared_mul2_var);

}  // namespace ufsecp::UF_TARGET
