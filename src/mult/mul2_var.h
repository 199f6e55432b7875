// a*P + b*G, k*P and k*G for public scalars: of the first, both share one chain of doublings.
//
// Reference: shared doublings, Straus, "Addition chains of vectors", 1964.
#pragma once
#include "mult/gen.h"
#include "mult/plan_var.h"

namespace ufsecp::UF_TARGET {

/* r = digit * G (half 0) or digit * lambda G (half 1); digit odd. */
static inline void generator_multiple_var(ge *r, int half, int digit) {
    ge_set_entry(r, &odd_table[(digit < 0 ? -digit : digit) >> 1]);
    if (half) ge_mul_lambda(r, r);
    if (digit < 0) ge_neg(r, r);
}
UF_PUBLIC_ONLY(generator_multiple_var);

/* r = the sum of p by its plan and of G by its own, unless that is null.  p's table lies on an
 * isomorphic curve, where its entries are affine; those of G come there by the scaled addition. */
static inline void mul_joint_var(gej *r, const ge *p, const kplan *on_p, const gen_plan *on_g) {
    point_table table;
    ge summand;
    point_table_set_var(&table, p);
    gej_set_infinity(r);
    int at = -1; /* the place that the sum has come down to; none before its first digit */
    for (int word = 2; word >= 0; word--)
        for (u64 left = on_p->on.at[word] | (on_g ? on_g->on.at[word] : 0); left != 0;) {
            const int bit = 63 - count_leading_zeros_var(left), next = 64 * word + bit;
            left ^= (u64)1 << bit;
            if (at > next) gej_dbl_times_var(r, at - next);
            if (on_p->on.has(next)) {
                point_table_get_var(&summand, &table, on_p->code[next]);
                if (at < 0) gej_set_ge(r, &summand);
                else gej_add_ge_var(r, r, &summand);
                at = next;
            }
            for (int half = 0; on_g && half < 2; half++)
                if (const int d = on_g->digit[half][next]) {
                    generator_multiple_var(&summand, half, d);
                    if (at < 0) gej_set_ge_scaled_var(r, &table.z, &summand);
                    else gej_add_ge_scaled_var(r, r, &table.z, &summand);
                    at = next;
                }
        }
    if (at > 0) gej_dbl_times_var(r, at);
    fe_mul(&r->z, &r->z, &table.z);
}
UF_PUBLIC_ONLY(mul_joint_var);

/* r = a p + b G; a and b may be zero.
 * cost: 128 doublings, about 56 additions, a table of 8. */
static inline void mul2_scalar_var(gej *r, const ge *p, const sc *a, const sc *b) {
    kplan on_p;
    gen_plan on_g;
    kplan_from_scalar_var(&on_p, a);
    gen_plan_set_var(&on_g, b);
    mul_joint_var(r, p, &on_p, &on_g);
}
/* r = k p for the plan of k; p may also be a point of the curve that ge_set_unlifted tells of.
 * cost: 128 doublings, about 39 additions, a table of 8. */
static inline void kplan_mul_scalar_var(gej *r, const kplan *k, const ge *p) {
    mul_joint_var(r, p, k, nullptr);
}
/* The same for a k without a plan. */
static inline void mul_scalar_var(gej *r, const ge *p, const sc *k) {
    kplan plan;
    kplan_from_scalar_var(&plan, k);
    kplan_mul_scalar_var(r, &plan, p);
}
UF_PUBLIC_ONLY(mul2_scalar_var);
UF_PUBLIC_ONLY(kplan_mul_scalar_var);
UF_PUBLIC_ONLY(mul_scalar_var);

/* r = k P for a public k, by windows of w bits: load(&summand, i, j) gives (2j + 1) 2^(w i) P.
 * cost: one addition for each window. */
template <int w, int windows, class Load>
static inline void mul_windows_scalar_var(gej *r, const sc *k, const u64 offset[4],
                                          const Load &load) {
    u64 v[4];
    ge summand;
    sc_recode_odd(v, k, offset);
    gej_set_infinity(r);
    for (int i = 0; i < windows; i++) {
        const odd_digit d = odd_digit_at(v, 4, w * i, w);
        load(&summand, i, d.index);
        if (is_true_var(d.negative)) ge_neg(&summand, &summand);
        gej_add_ge_var(r, r, &summand);
    }
}
UF_PUBLIC_ONLY(mul_windows_scalar_var);

#if UF_GEN_WINDOW == 0
/* r = k G for a public k. */
static inline void mul_gen_scalar_var(gej *r, const sc *k) {
    ge g;
    sc zero;
    ge_set_generator(&g);
    sc_set_zero(&zero);
    mul2_scalar_var(r, &g, &zero, k);
}
#else
/* r = k G for a public k: the windows of mul_gen by index. */
static inline void mul_gen_scalar_var(gej *r, const sc *k) {
    mul_windows_scalar_var<UF_GEN_WINDOW, gen_windows>(
        r, k, gen_offset,
        [](ge *summand, int i, u32 j) { ge_set_entry(summand, &gen_table[i][j]); });
}
#endif
UF_PUBLIC_ONLY(mul_gen_scalar_var);

/* Makes *r whole; false if there is no such point. */
static inline bool ge_given_lift_var(ge_given *r) { return is_true_var(ge_given_lift(r)); }
UF_PUBLIC_ONLY(ge_given_lift_var);

}  // namespace ufsecp::UF_TARGET
