// Products for public scalars with the least latency: the chain of mult/mul2_var.h on quads, for
// a*P + b*G, for k*P, and for k*P where of P only x and the parity of y are known.
//
// The digits are found while the chain runs, two summands ahead of it: loading one from memory and
// scaling it does not wait for the point, and its branches are decided long before they matter.
#pragma once
#include "lanes/point_quad.h"
#include "mult/mul2_var.h"

namespace ufsecp::UF_TARGET {

/* Summands [half][negative][entry]: what point_table holds, with the factors of point_quad.h; and
 * the quads whose products with the words of an entry of odd_table are summands on the same curve.
 * */
struct quad_table {
    fe_quad odd[2][2][point_table::entries];
    fe_quad generator[2][2][1];
    fe z;
};

/* Entry `entry` of r from a, which leaves normalized. */
template <int entries>
static inline void quad_forms_var(fe_quad r[2][2][entries], int entry, ge *a) {
    const fe_quad forms = quad_forms(a);
    for (int negative = 0; negative < 2; negative++) {
        r[0][negative][entry] = quad_summand<0>(forms, negative ? mask_all() : mask_none());
        r[1][negative][entry] = quad_summand<1>(forms, negative ? mask_all() : mask_none());
    }
}
UF_PUBLIC_ONLY(quad_forms_var);

static inline void quad_table_set_var(quad_table *r, const ge *p) {
    ge odd[point_table::entries], scale;
    ge_odd_multiples(odd, &r->z, p, point_table::entries);
    for (int j = 0; j < point_table::entries; j++) quad_forms_var(r->odd, j, &odd[j]);
    fe_sqr(&scale.x, &r->z);
    fe_mul(&scale.y, &scale.x, &r->z);
    quad_forms_var(r->generator, 0, &scale);
}
UF_PUBLIC_ONLY(quad_table_set_var);

/* A summand by name, and the doublings before it.  Digit 0 stands for the end. */
struct quad_step {
    int doublings, digit, half;
    bool of_generator;
};

/* The nonzero digits of two plans from the top down. */
struct quad_walk {
    const kplan *plan[2];
    int at, next;
    bool negated;
};
static inline void quad_walk_set_var(quad_walk *r, const kplan *on_p, const kplan *on_g) {
    const int length_p = kplan_length_var(on_p), length_g = kplan_length_var(on_g);
    const int length = length_p > length_g ? length_p : length_g;
    *r = {{on_p, on_g}, length > 0 ? length - 1 : 0, 0, false};
}
/* The next summand; its digit has the sign that the point has there, after one change for every
 * doubling from the top.  What is read of the generator's table is on its way. */
static inline quad_step quad_walk_on_var(quad_walk *w) {
    for (int doublings = 0;; doublings++) {
        while (w->next < 4) {
            const int half = w->next >> 1;
            const bool of_generator = w->next & 1;
            w->next++;
            const int d = kplan_digit_var(w->plan[of_generator], half, w->at);
            if (d == 0) continue;
            if (of_generator) __builtin_prefetch(&odd_table[(d < 0 ? -d : d) >> 1]);
            return {doublings, w->negated ? -d : d, half, of_generator};
        }
        if (w->at == 0) return {doublings, 0, 0, false};
        w->at--;
        w->next = 0;
        w->negated = !w->negated;
    }
}

UF_INLINE fe_quad quad_summand_var(const quad_table *t, const quad_step *step) {
    const bool negative = step->digit < 0;
    const int entry = (negative ? -step->digit : step->digit) >> 1;
    if (!step->of_generator) return t->odd[step->half][negative][entry];
    const ge_entry *g = &odd_table[entry];
    return quad_carry(
        quad_mul(quad_load_words(g->x, g->x, g->y, g->x), t->generator[step->half][negative][0]));
}

/* r = the sum of p by its plan and of G by its own, between() called in the doublings; false, and r
 * infinity, where a sum on the way was exceptional or infinity is the result.
 * cost: 128 doublings, about 43 additions for p and 17 for G, a table of 8. */
template <class Between>
UF_INLINE bool quad_chain_var(gej *r, const ge *p, const kplan *on_p, const kplan *on_g,
                              const Between &between) {
    quad_table table;
    quad_walk walk;
    quad_point sum;
    quad_walk_set_var(&walk, on_p, on_g);
    quad_step step = quad_walk_on_var(&walk);
    if (step.digit == 0) {
        gej_set_infinity(r);
        return false;
    }
    quad_table_set_var(&table, p);
    quad_set(&sum, quad_summand_var(&table, &step));
    for (step = quad_walk_on_var(&walk); step.digit != 0;) {
        const fe_quad summand = quad_summand_var(&table, &step);
        const int doublings = step.doublings;
        step = quad_walk_on_var(&walk);
        for (int i = 1; i < doublings; i++) quad_dbl(&sum, between);
        if (doublings > 0) quad_dbl_add(&sum, summand, between);
        else quad_add(&sum, summand);
    }
    for (int i = 0; i < step.doublings; i++) quad_dbl(&sum);
    gej_set_quad(r, &sum, walk.negated);
    fe_mul(&r->z, &r->z, &table.z);
    return !gej_is_infinity_var(r);
}

UF_PUBLIC_ONLY(quad_chain_var);

/* r = a p + b G; a and b may be zero. */
__attribute__((noinline)) static void mul2_quad_var(gej *r, const ge *p, const sc *a, const sc *b) {
    kplan on_p, on_g;
    kplan_from_scalar_var(&on_p, a);
    kplan_set_var(&on_g, b, UF_ODD_WINDOW);
    if (!quad_chain_var(r, p, &on_p, &on_g, quad_idle{})) [[unlikely]]
        mul2_scalar_var(r, p, a, b);
}
UF_PUBLIC_ONLY(mul2_quad_var);

/* The plan of zero. */
inline constexpr kplan kplan_zero{};

/* r = k p for the plan of k. */
__attribute__((noinline)) static void kplan_mul_quad_var(gej *r, const kplan *k, const ge *p) {
    if (!quad_chain_var(r, p, k, &kplan_zero, quad_idle{})) [[unlikely]]
        kplan_mul_scalar_var(r, k, p);
}
UF_PUBLIC_ONLY(kplan_mul_quad_var);

/* r = a p, p not whole; false if there is no such point.  Its multiples are computed without y
 * (ge_set_unlifted); between the levels of the doublings the root is, a squaring at a time. */
__attribute__((noinline)) static bool mul_lift_quad_var(gej *r, const ge_given *p, const sc *a) {
    kplan plan;
    ge unlifted;
    fe w;
    fe_power<fe> root;
    kplan_from_scalar_var(&plan, a);
    ge_set_unlifted(&unlifted, &w, &p->p.x);
    fe_power_begin(&root, &w, root_chain, root_steps);
    const bool finite = quad_chain_var(r, &unlifted, &plan, &kplan_zero,
                                       [&]() UF_INLINE_LAMBDA { fe_power_step(&root); });
    fe_power_on(&root, root_squarings);
    if (!is_true_var(fe_is_root(&root.t, &w))) return false;
    gej_lift(r, &root.t, mask_of_bit(p->odd));
    if (!finite) [[unlikely]] {
        const ge whole = {p->p.x, root.t};
        kplan_mul_scalar_var(r, &plan, &whole);
    }
    return true;
}
UF_PUBLIC_ONLY(mul_lift_quad_var);

}  // namespace ufsecp::UF_TARGET
