// Products for public scalars with the least latency: the chain of mult/mul2_var.h on quads, for
// a*P + b*G, for k*P, and for k*P where of P only x and the parity of y are known.
//
// The digits are found while the chain runs, two summands ahead of it: loading one from memory and
// scaling it does not wait for the point, and its branches are decided long before they matter.
#pragma once
#include "lanes/point_quad.h"
#include "mult/mul2_var.h"

namespace ufsecp::UF_TARGET {

/* Summands of p [negative][entry][rotation], with the factors of point_quad.h; and for each half
 * and sign of G's digits the quads whose products with the words of an entry of odd_table are
 * summands on the same curve. */
struct quad_table {
    fe_quad on_p[2][omega_entries][3];
    fe_quad on_g[2][2];
    fe z;
};

static inline void quad_table_set_var(quad_table *r, const ge *p) {
    ge entry[omega_entries], scale;
    omega_chain_var(entry, &r->z, p);
    const auto summands = [](fe_quad to[2], const fe_quad &forms, auto half) UF_INLINE_LAMBDA {
        for (int negative = 0; negative < 2; negative++)
            to[negative] = quad_summand<half>(forms, negative ? mask_all() : mask_none());
    };
    for (int i = 0; i < omega_entries; i++) {
        const fe_quad words = quad_words(&entry[i]), forms = quad_forms(words);
        fe_quad turned[3][2];
        summands(turned[0], forms, constant<0>{});
        summands(turned[1], forms, constant<1>{});
        summands(turned[2], quad_forms<true>(words), constant<0>{});
        for (int rotation = 0; rotation < 3; rotation++)
            for (int negative = 0; negative < 2; negative++)
                r->on_p[negative][i][rotation] = turned[rotation][negative];
    }
    fe_sqr(&scale.x, &r->z);
    fe_mul(&scale.y, &scale.x, &r->z);
    const fe_quad forms = quad_forms(&scale);
    summands(r->on_g[0], forms, constant<0>{});
    summands(r->on_g[1], forms, constant<1>{});
}
UF_PUBLIC_ONLY(quad_table_set_var);

/* A summand by name, and the doublings before it. */
struct quad_step {
    int doublings;
    enum { of_p, of_g, of_lambda_g, none } what; /* none: the end */
    int digit;                                   /* of p its code */
};

/* The nonzero digits of two plans from the top down; on_g may be null. */
struct quad_walk {
    const kplan *on_p;
    const gen_plan *on_g;
    int at, next;
    bool negated;
};
static inline void quad_walk_set_var(quad_walk *r, const kplan *on_p, const gen_plan *on_g) {
    const int top_p = on_p->on.top_var(), top_g = on_g ? on_g->on.top_var() : -1;
    *r = {on_p, on_g, top_p > top_g ? top_p : top_g, 0, false};
}
/* The next summand; its digit has the sign that the point has there, after one change for every
 * doubling from the top.  What is read of the generator's table is on its way. */
static inline quad_step quad_walk_on_var(quad_walk *w) {
    if (w->at < 0) return {0, quad_step::none, 0};
    for (int doublings = 0;; doublings++) {
        if (w->next == 0) {
            w->next++;
            const u8 code = w->on_p->code[w->at];
            if (code != eisenstein_zero) return {doublings, quad_step::of_p, code ^ w->negated};
        }
        while (w->on_g && w->next < 3) {
            const int half = w->next++ - 1, d = w->on_g->digit[half][w->at];
            if (d == 0) continue;
            __builtin_prefetch(&odd_table[(d < 0 ? -d : d) >> 1]);
            return {doublings, half ? quad_step::of_lambda_g : quad_step::of_g,
                    w->negated ? -d : d};
        }
        if (w->at == 0) return {doublings, quad_step::none, 0};
        w->at--;
        w->next = 0;
        w->negated = !w->negated;
    }
}

UF_INLINE fe_quad quad_summand_var(const quad_table *t, const quad_step *step) {
    if (step->what == quad_step::of_p) {
        const u8 code = (u8)step->digit;
        return t->on_p[eisenstein_negative_of(code)][eisenstein_entry_of(code)]
                      [eisenstein_rotation_of(code)];
    }
    const bool negative = step->digit < 0;
    const ge_entry *g = &odd_table[(negative ? -step->digit : step->digit) >> 1];
    return quad_carry(quad_mul(quad_load_words(g->x, g->x, g->y, g->x),
                               t->on_g[step->what == quad_step::of_lambda_g][negative]));
}

/* r = the sum of p by its plan and of G by its own, if any, between() called in the doublings;
 * false, and r infinity, where a sum on the way was exceptional or infinity is the result.
 * cost: 128 doublings, about 39 additions for p and 17 for G, a table of 8. */
template <class Between>
UF_INLINE bool quad_chain_var(gej *r, const ge *p, const kplan *on_p, const gen_plan *on_g,
                              const Between &between) {
    quad_table table;
    quad_walk walk;
    quad_point sum;
    quad_walk_set_var(&walk, on_p, on_g);
    quad_step step = quad_walk_on_var(&walk);
    if (step.what == quad_step::none) {
        gej_set_infinity(r);
        return false;
    }
    quad_table_set_var(&table, p);
    quad_set(&sum, quad_summand_var(&table, &step));
    for (step = quad_walk_on_var(&walk); step.what != quad_step::none;) {
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
    kplan on_p;
    gen_plan on_g;
    kplan_from_scalar_var(&on_p, a);
    gen_plan_set_var(&on_g, b);
    if (!quad_chain_var(r, p, &on_p, &on_g, quad_idle{})) [[unlikely]]
        mul_joint_var(r, p, &on_p, &on_g);
}
UF_PUBLIC_ONLY(mul2_quad_var);

/* r = k p for the plan of k.
 *
 * No addition is exceptional.  A digit d meets a sum of 8 m p with m not 0, and (8 m + d) p and
 * (8 m - d) p are not infinity: both numbers of Z[omega] are odd, so not 0, and others are zero
 * modulo the group order n from the norm n on.  By the bound of glv.h those before the last place
 * have norms below 1.05 * 2^254. In the last place 8 m + d is k; 8 m - d is zero where k = 2 d, but
 * no such k has a digit there. */
__attribute__((noinline)) static void kplan_mul_quad_var(gej *r, const kplan *k, const ge *p) {
    quad_chain_var(r, p, k, nullptr, quad_idle{});
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
    quad_chain_var(r, &unlifted, &plan, nullptr, [&]() UF_INLINE_LAMBDA { fe_power_step(&root); });
    fe_power_on(&root, root_squarings);
    if (!is_true_var(fe_is_root(&root.t, &w))) return false;
    gej_lift(r, &root.t, mask_of_bit(p->odd));
    return true;
}
UF_PUBLIC_ONLY(mul_lift_quad_var);

}  // namespace ufsecp::UF_TARGET
