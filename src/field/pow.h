// Fixed powers in the field: the square root, its inverse and the Fermat inverse, by one addition
// chain over any representation; all of it at once, or some squarings at a time between other work.
#pragma once
#include "base/ct.h"

namespace ufsecp::UF_TARGET {

/* r = a^(2^k), k >= 1 public.
 * in: <= 8.
 * out: 1.
 * alias: r may be a.
 * cost: k sqr. */
template <class F>
static inline void fe_sqr_times(F *r, const F *a, int k) {
    fe_sqr(r, a);
    for (int i = 1; i < k; i++) fe_sqr(r, r);
}

/* A step of an addition chain: squarings, a factor among the powers kept, a name to keep it by. */
struct power_step {
    u8 squarings, factor, keep;
};
enum : u8 { power_a, power_x2, power_x3, power_x11, power_x22, power_x44, power_x88, power_none };

/* Of the root, a^((p + 1)/4): with x(k) = a^(2^k - 1).  253 sqr + 13 mul. */
inline constexpr power_step root_chain[] = {
    {1, power_a, power_x2},      {1, power_a, power_x3},      {3, power_x3, power_none}, /* x(6) */
    {3, power_x3, power_none},                                                           /* x(9) */
    {2, power_x2, power_x11},    {11, power_x11, power_x22},  {22, power_x22, power_x44},
    {44, power_x44, power_x88},  {88, power_x88, power_none}, /* x(176) */
    {44, power_x44, power_none},                              /* x(220) */
    {3, power_x3, power_none},                                /* x(223) */
    {23, power_x22, power_none},                              /* 223 ones, a zero and 22 ones */
    {6, power_x2, power_none},                                /* the exponent ends in 000011 00 */
    {2, power_none, power_none},
};
inline constexpr int root_steps = sizeof root_chain / sizeof *root_chain, root_squarings = 253;
/* p - 2 begins with the same twelve steps, and ends in 00001 011 01. */
inline constexpr power_step inverse_tail[] = {
    {5, power_a, power_none}, {3, power_x2, power_none}, {2, power_a, power_none}};
inline constexpr int inverse_head_steps = 12,
                     inverse_tail_steps = sizeof inverse_tail / sizeof *inverse_tail;

/* A power on its way: t, and what is kept. */
template <class F>
struct fe_power {
    F t, kept[power_none];
    const power_step *step, *end;
    int left; /* squarings of *step, if that is not the end */
};
template <class F>
static inline void fe_power_follow(fe_power<F> *w, const power_step *steps, int n) {
    w->step = steps;
    w->end = steps + n;
    w->left = steps->squarings;
}
/* w begins with a, which must be of magnitude <= 8. */
template <class F>
static inline void fe_power_begin(fe_power<F> *w, const F *a, const power_step *steps, int n) {
    w->t = w->kept[power_a] = *a;
    fe_power_follow(w, steps, n);
}
/* Up to n squarings more, and the products between them; w->t is the power once all are done.
 * time: depends on n and the steps only.  A function of its own: where vectors take registers for
 * the stack, leaves in assembly leave none for indices. */
template <class F>
__attribute__((noinline)) static void fe_power_on(fe_power<F> *w, int n) {
    F t = w->t;
    while (n > 0 && w->step != w->end) {
        const int k = n < w->left ? n : w->left;
        fe_sqr_times(&t, &t, k);
        n -= k;
        w->left -= k;
        if (w->left > 0) break;
        if (w->step->factor != power_none) {
            const F factor = w->kept[w->step->factor];
            fe_mul(&t, &t, &factor);
        }
        if (w->step->keep != power_none) w->kept[w->step->keep] = t;
        if (++w->step != w->end) w->left = w->step->squarings;
    }
    w->t = t;
}

/* One squaring more, inlined where no product follows it. */
template <class F>
static inline __attribute__((always_inline)) void fe_power_step(fe_power<F> *w) {
    if (w->left > 1) [[likely]] {
        fe_sqr(&w->t, &w->t);
        w->left--;
    } else {
        fe_power_on(w, 1);
    }
}

/* r = a^((p + 1)/4), a square root of a if a has one, else of -a.
 * in: <= 8.
 * out: 1.
 * alias: r may be a.
 * time: constant.
 * cost: 253 sqr + 13 mul. */
template <class F>
static inline void fe_root(F *r, const F *a) {
    fe_power<F> w;
    fe_power_begin(&w, a, root_chain, root_steps);
    fe_power_on(&w, root_squarings);
    *r = w.t;
}

/* Whether r^2 = a (a mask, or lanes).
 * in: <= 8 each.
 * time: constant. */
template <class F>
static inline auto fe_is_root(const F *r, const F *a) {
    F t;
    fe_sqr(&t, r);
    return fe_equal(&t, a);
}

/* fe_root, and returns whether a has a root. */
template <class F>
static inline auto fe_sqrt(F *r, const F *a) {
    const F a1 = *a;
    fe_root(r, &a1);
    return fe_is_root(r, &a1);
}

/* r = a^((p - 3)/4): if a is a square other than 0, a r is a root of it, and r^2 = 1/a.
 * in: <= 8.
 * out: 1.
 * alias: r may be a.
 * time: constant.
 * cost: 253 sqr + 14 mul. */
template <class F>
static inline void fe_inv_root(F *r, const F *a) {
    fe_power<F> w;
    fe_power_begin(&w, a, root_chain, inverse_head_steps);
    fe_power_on(&w, root_squarings);
    fe_power_follow(&w, inverse_tail, inverse_tail_steps - 1);
    fe_power_on(&w, root_squarings);
    *r = w.t;
}

/* r = a^(p - 2) = 1/a; 0 for 0.
 * in: <= 8.
 * out: 1.
 * alias: r may be a.
 * time: constant.
 * cost: 255 sqr + 15 mul. */
template <class F>
static inline void fe_inv_fermat(F *r, const F *a) {
    fe_power<F> w;
    fe_power_begin(&w, a, root_chain, inverse_head_steps);
    fe_power_on(&w, root_squarings);
    fe_power_follow(&w, inverse_tail, inverse_tail_steps);
    fe_power_on(&w, root_squarings);
    *r = w.t;
}

}  // namespace ufsecp::UF_TARGET
