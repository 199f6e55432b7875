// Products for public scalars: k*P, b*G, and a*P + b*G, which is what every verification is.  In a
// target with UF_QUAD four field multiplications run at a time.
#pragma once
#include "mult/gen.h"
#include "mult/mul2_scalar_var.h"
#ifdef UF_QUAD
#include "lanes/gen_lanes.h"
#include "lanes/mul2_quad_var.h"
#endif

namespace ufsecp::UF_TARGET {

/* r = k p for the plan of k. */
static inline void kplan_mul_var(gej *r, const kplan *k, const ge *p) {
#ifdef UF_QUAD
    kplan_mul_quad_var(r, k, p);
#else
    kplan_mul_scalar_var(r, k, p);
#endif
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
#ifdef UF_QUAD
    mul2_quad_var(r, p, a, b);
#else
    mul2_scalar_var(r, p, a, b);
#endif
}
UF_PUBLIC_ONLY(mul2_var);

#if UF_GEN_WINDOW == 0
/* r = k G for a public k. */
static inline void mul_gen_var(gej *r, const sc *k) {
    ge g;
    sc zero;
    ge_set_generator(&g);
    sc_set_zero(&zero);
    mul2_var(r, &g, &zero, k);
}
#elif defined(UF_QUAD)
/* r = k G for a public k: what secrets take, eight windows at a time, costs a third of the
 * additions one after the other. */
static inline void mul_gen_var(gej *r, const sc *k) { mul_gen_lanes(r, k); }
#else
/* r = k G for a public k: the windows of mul_gen by index.  cost: one addition for each window of
 * UF_GEN_WINDOW bits. */
static inline void mul_gen_var(gej *r, const sc *k) {
    u64 v[4];
    ge summand;
    sc_recode_odd(v, k, gen_offset);
    gej_set_infinity(r);
    for (int i = 0; i < gen_windows; i++) {
        const odd_digit d = odd_digit_at(v, 4, UF_GEN_WINDOW * i, UF_GEN_WINDOW);
        ge_set_row(&summand, &gen_table[i][d.index]);
        if (is_true_var(d.negative)) ge_neg(&summand, &summand);
        gej_add_ge_var(r, r, &summand);
    }
}
#endif
UF_PUBLIC_ONLY(mul_gen_var);

/* Makes *r whole; false if there is no such point. */
static inline bool ge_given_lift_var(ge_given *r) { return is_true_var(ge_given_lift(r)); }
UF_PUBLIC_ONLY(ge_given_lift_var);

/* r = a p + b G; a and b may be zero; false if there is no point p. */
static inline bool mul2_given_var(gej *r, const ge_given *p, const sc *a, const sc *b) {
#ifdef UF_QUAD
    if (!p->whole) {
        gej g;
        if (!mul_lift_quad_var(r, p, a)) return false;
        mul_gen_var(&g, b);
        gej_add_var(r, r, &g);
        return true;
    }
#endif
    ge_given t = *p;
    if (!ge_given_lift_var(&t)) return false;
    mul2_var(r, &t.p, a, b);
    return true;
}
UF_PUBLIC_ONLY(mul2_given_var);

}  // namespace ufsecp::UF_TARGET
