// k*G for many public scalars: the comb table in lanes, its sums kept affine by one inversion for
// all of them at every step.
#pragma once
#include "group/lanes_var.h"
#include "mult/comb_var.h"
#include "scalar/sc5x52x8_var.h"

namespace ufsecp::UF_TARGET {

/* The sums of up to N groups on their way; rows by lanes. */
template <size_t N>
struct comb_sums {
    ge8 sum[N], summand[N];
    fe8_stored step[N], before[N]; /* x(summand) - x(sum), and the product of those before */
    uint16_t row[comb_windows][N][8];
    u8 negative[comb_windows][N];
    u8 lost[N]; /* lanes whose last addition was exceptional */
};

/* The sums of group g are to be k G.  No digit is zero, so that every sum is a point from the
 * start.  in: k normalized. */
template <size_t N>
static inline void comb_set_scalars_var(comb_sums<N> *r, size_t g, const sc5x52x8 *k) {
    typedef uint16_t u16x8 __attribute__((vector_size(16)));
    constexpr u64 half = comb_rows;
    sc5x52x8 odd;
    vec8 w[5]{};
    sc_half_plus(&odd, k, comb_offset);
    sc_pack(w, &odd);
    unrolled<comb_windows>([&](auto i) UF_INLINE_LAMBDA {
        constexpr int word = comb_window * i / 64, shift = comb_window * i % 64;
        vec8 window = w[word] >> shift;
        if constexpr (shift + comb_window > 64) window |= w[word + 1] << (64 - shift);
        const vec8 minus = (vec8)((window & half) == vec8{});
        const u16x8 index = __builtin_convertvector((window ^ minus) & (half - 1), u16x8);
        memcpy(r->row[i][g], &index, sizeof index);
        r->negative[i][g] = (u8)vec_bits(minus);
    });
}

/* r = the rows of window i that group g's lanes name, with their signs; y of magnitude 2. */
template <size_t N>
UF_INLINE void comb_load(ge8 *r, const comb_sums<N> *s, const comb_table *table, int i, size_t g) {
    const u64 *x[8], *y[8];
    for (int l = 0; l < 8; l++) {
        const ge_row *row = &table->row[i][s->row[i][g][l]];
        x[l] = row->x;
        y[l] = row->y;
    }
    ge8_gather(r, x, y);
    fe8 yy;
    fe_load(&yy, &r->y);
    fe_cond_neg(&yy, vec_mask<vec8>(s->negative[i][g]));
    fe_store(&r->y, &yy);
}

/* First half of a step: the denominator x(summand) - x(sum) of group g, times those before it.  In
 * the last step it may be zero, then the lane counts as lost and 1 takes its place. */
template <size_t N>
UF_KERNEL void comb_forward(comb_sums<N> *s, const comb_table *table, int i, size_t g,
                            fe8_stored *product) {
    fe8 x, t, p, one;
    comb_load(&s->summand[g], s, table, i, g);
    fe_load(&t, &s->summand[g].x);
    fe_load(&x, &s->sum[g].x);
    fe_sub(&t, &t, &x, 1);
    fe_carry(&t);
    if (i == comb_windows - 1) [[unlikely]] {
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

/* The sums of `groups` groups, affine, magnitude 1.
 *
 * Before window i the sum is an odd multiple of G below 2^(12 i) in absolute value and the summand
 * at least 2^(12 i) G: they differ in x until the last window, where the two together may pass n.
 * cost: for each window 1 inversion and 5 mul + 1 sqr a group. */
template <size_t N>
static inline void comb_run_var(comb_sums<N> *s, const comb_table *table, size_t groups) {
    for (size_t g = 0; g < groups; g++) comb_load(&s->sum[g], s, table, 0, g);
    for (int i = 1; i < comb_windows; i++) {
        fe8_stored product;
        fe8 t;
        fe_set_one(&t);
        fe_store(&product, &t);
        for (size_t g = 0; g < groups; g++) comb_forward(s, table, i, g, &product);
        fe_load(&t, &product);
        fe8_inv_var(&t, &t);
        fe_store(&product, &t);
        for (size_t g = groups; g-- > 0;) comb_backward(s, g, &product);
    }
}

}  // namespace ufsecp::UF_TARGET
