// k*G for many public scalars, by the tables of comb_var.h: eight sums at once in Jacobian
// coordinates, or many groups of eight kept affine by one inversion for all of them at every step.
#pragma once
#include "group/lanes_var.h"
#include "mult/comb_var.h"
#include "scalar/recode_lanes.h"
#include "scalar/sc5x52x8_var.h"

namespace ufsecp::UF_TARGET {

/* Eight scalars as words of signed bits (recode.h). */
struct comb_scalars {
    vec8 word[5];
};
/* in: k carried (sc5x52x8_var.h). */
static inline void comb_set_scalars_var(comb_scalars *r, const comb *c, const sc5x52x8 *k) {
    sc5x52x8 odd = *k;
    sc_normalize(&odd);
    sc_half_plus(&odd, &odd, c->offset);
    sc_pack(r->word, &odd);
    r->word[4] = vec8{};
}

/* The rows that the lanes' digits of window i name; *negative = the lanes whose digit is
 * negative. */
UF_INLINE vec8 comb_rows_of(vec8 *negative, const comb *c, const comb_scalars *k, int i) {
    return odd_digits8_at(negative, k->word, c->window * i, c->window) +
           ((u64)i << (c->window - 1));
}
/* r = those rows; returns the lanes whose digit is negative. */
UF_INLINE vec8 comb_load(ge8 *r, const comb *c, const comb_scalars *k, int i) {
    vec8 negative;
    const vec8 row = comb_rows_of(&negative, c, k, i);
    const u64 *x[8], *y[8];
    for (int l = 0; l < 8; l++) {
        x[l] = c->rows[row[l]].x;
        y[l] = c->rows[row[l]].y;
    }
    ge8_gather(r, x, y);
    return negative;
}
/* Has the rows of window i brought near. */
UF_INLINE void comb_prefetch(const comb *c, const comb_scalars *k, int i) {
    vec8 negative;
    if (i >= c->windows) return;
    const vec8 row = comb_rows_of(&negative, c, k, i);
    for (int l = 0; l < 8; l++) __builtin_prefetch(&c->rows[row[l]]);
}

/* r += k G from window `first` on.  cost: an addition for each window. */
static inline void comb_add8_var(gej8 *r, const comb *c, const comb_scalars *k, int first) {
    for (int i = first; i < c->windows; i++) {
        ge8 b;
        const vec8 negative = comb_load(&b, c, k, i);
        comb_prefetch(c, k, i + 1);
        gej8_add_ge(r, &b, negative);
    }
}

/* r = k G.  Before window i the sum is an odd multiple of G below 2^(w i) in absolute value and the
 * summand at least 2^(w i) G: they differ in x until the last window, where the two together may
 * pass n. */
static inline void comb_mul8_var(gej8 *r, const comb *c, const comb_scalars *k) {
    ge8 b;
    const vec8 negative = comb_load(&b, c, k, 0);
    gej8_set_ge(r, &b, negative);
    comb_add8_var(r, c, k, 1);
}

/* The affine sums of up to N groups on their way. */
template <size_t N>
struct comb_sums {
    comb_scalars scalars[N];
    ge8 sum[N], summand[N];
    fe8_stored step[N], before[N]; /* x(summand) - x(sum), and the product of those before */
    u8 lost[N];                    /* lanes whose last addition was exceptional */
};

/* r = the summand of window i, with its sign. */
UF_INLINE void comb_load_signed(ge8 *r, const comb *c, const comb_scalars *k, int i) {
    fe8 y;
    const vec8 negative = comb_load(r, c, k, i);
    fe_load(&y, &r->y);
    fe_cond_neg(&y, negative);
    fe_store(&r->y, &y);
}

/* First half of a step: the denominator x(summand) - x(sum) of group g, times those before it.  In
 * the last step it may be zero, then the lane counts as lost and 1 takes its place. */
template <size_t N>
UF_KERNEL void comb_forward(comb_sums<N> *s, const comb *c, int i, size_t g,
                            fe8_stored *product) {
    fe8 x, t, p, one;
    comb_load_signed(&s->summand[g], c, &s->scalars[g], i);
    fe_load(&t, &s->summand[g].x);
    fe_load(&x, &s->sum[g].x);
    fe_sub(&t, &t, &x, 1);
    fe_carry(&t);
    if (i == c->windows - 1) [[unlikely]] {
        const vec8 zero = fe_is_zero(&t);
        s->lost[g] = (u8)vec_bits(zero);
        fe_set_one(&one);
        fe_cmov(&t, &one, zero);
    }
    fe_store(&s->step[g], &t);
    s->before[g] = *product;
    fe_load(&p, product);
    fe_mul(&p, &p, &t);
    fe_store(product, &p);
}

/* Second half: inverse is that of all denominators up to this one; the sum takes its summand. */
template <size_t N>
UF_KERNEL void comb_backward(comb_sums<N> *s, size_t g, fe8_stored *inverse) {
    fe8 in, t, slope, x1, y1, x2, x3;
    fe_load(&in, inverse);
    fe_load(&t, &s->before[g]);
    fe_mul(&t, &t, &in);
    fe_load(&slope, &s->step[g]);
    fe_mul(&in, &in, &slope);
    fe_store(inverse, &in);
    fe_load(&slope, &s->summand[g].y);
    fe_load(&y1, &s->sum[g].y);
    fe_sub(&slope, &slope, &y1, 2);
    fe_mul(&slope, &slope, &t);
    fe_load(&x1, &s->sum[g].x);
    fe_load(&x2, &s->summand[g].x);
    fe_add(&t, &x1, &x2);
    fe_neg(&t, &t, 2);
    fe_sqr_add(&x3, &slope, &t);
    fe_sub(&t, &x1, &x3, 1);
    fe_neg(&y1, &y1, 2);
    fe_mul_add(&y1, &slope, &t, &y1);
    fe_store(&s->sum[g].x, &x3);
    fe_store(&s->sum[g].y, &y1);
}

/* sum[g] = scalars[g] G for g < groups, magnitude 1, by one inversion for each window; as
 * comb_mul8_var.
 * cost: for each window 1 inversion and 5 mul + 1 sqr a group. */
template <size_t N>
static inline void comb_run_var(comb_sums<N> *s, const comb *c, size_t groups) {
    for (size_t g = 0; g < groups; g++) comb_load_signed(&s->sum[g], c, &s->scalars[g], 0);
    for (int i = 1; i < c->windows; i++) {
        fe8_stored product;
        fe8 t;
        fe_set_one(&t);
        fe_store(&product, &t);
        for (size_t g = 0; g < groups; g++) {
            const bool last = g + 1 == groups; /* the rows of the next step come near meanwhile */
            comb_prefetch(c, &s->scalars[last ? 0 : g + 1], i + last);
            comb_forward(s, c, i, g, &product);
        }
        fe_load(&t, &product);
        fe8_inv_var(&t, &t);
        fe_store(&product, &t);
        for (size_t g = groups; g-- > 0;) comb_backward(s, g, &product);
    }
}

}  // namespace ufsecp::UF_TARGET
