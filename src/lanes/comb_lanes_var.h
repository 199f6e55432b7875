// k*P for many public scalars, by a table of comb_var.h: eight sums at once in Jacobian
// coordinates, or many groups of eight kept affine by one inversion for all of them at every step.
#pragma once
#include "lanes/point_lanes_var.h"
#include "lanes/recode_lanes.h"
#include "lanes/sc_lanes_var.h"
#include "mult/comb_var.h"
#include "mult/tables.h"

namespace ufsecp::UF_TARGET {

/* Eight scalars as words of signed bits (recode.h). */
struct comb_scalars {
    vec8 word[5];
};
/* in: k carried (sc_lanes_var.h). */
static inline void comb_set_scalars_var(comb_scalars *r, const comb *c, const sc5x52x8 *k) {
    sc5x52x8 odd = *k;
    sc_normalize(&odd);
    sc_half_plus(&odd, &odd, c->offset);
    sc_pack(r->word, &odd);
    r->word[4] = vec8{};
}

/* Their digits in one window: the entries of its table that they name, << 1 | 1 where negative. */
struct comb_digits {
    u64 entry[8];
};
/* The entry that the digit of lane l in window i names. */
UF_INLINE const u64 *comb_entry(const comb *c, const comb_digits *d, int i, int l) {
    return c->entries[((size_t)i << (c->window - 1)) + (d->entry[l] >> 1)];
}
/* r = the digits in window i, whose entries are brought near; nothing behind the last window. */
UF_INLINE void comb_fetch(comb_digits *r, const comb *c, const comb_scalars *k, int i) {
    if (i == c->windows) return;
    vec8 negative;
    vec8 entry = odd_digits8_at(&negative, k->word, c->window * i, c->window);
    entry = entry << 1 | (negative & 1);
    memcpy(r->entry, &entry, sizeof entry);
    for (int l = 0; l < 8; l++) __builtin_prefetch(comb_entry(c, r, i, l));
}
/* r = the entries that the digits of window i name; returns the lanes whose digit is negative. */
UF_INLINE vec8 comb_load(ge8 *r, const comb *c, const comb_digits *d, int i) {
    const u64 *x[8], *y[8];
    for (int l = 0; l < 8; l++) {
        x[l] = comb_entry(c, d, i, l);
        y[l] = x[l] + 4;
    }
    ge8_gather(r, x, y);
    vec8 entry;
    memcpy(&entry, d->entry, sizeof entry);
    return vec8{} - (entry & 1);
}

/* r += k P from window `first` on.
 * cost: an addition for each window. */
static inline void comb_add8_var(gej8 *r, const comb *c, const comb_scalars *k, int first) {
    comb_digits digits;
    comb_fetch(&digits, c, k, first);
    for (int i = first; i < c->windows; i++) {
        ge8 b;
        const vec8 negative = comb_load(&b, c, &digits, i);
        comb_fetch(&digits, c, k, i + 1);
        gej8_add_ge(r, &b, negative);
    }
}

/* r = k P.  Before window i the sum is an odd multiple of P below 2^(w i) in absolute value and the
 * summand at least 2^(w i) P: they differ in x until the last window, where the two together may
 * pass n. */
static inline void comb_mul8_var(gej8 *r, const comb *c, const comb_scalars *k) {
    ge8 b;
    comb_digits digits;
    comb_fetch(&digits, c, k, 0);
    const vec8 negative = comb_load(&b, c, &digits, 0);
    gej8_set_ge(r, &b, negative);
    comb_add8_var(r, c, k, 1);
}

/* On the way back from an inversion groups go in blocks, through two loops, as in pairs_backward.
 */
static constexpr size_t comb_block = 8;

/* The affine sums of up to N groups on their way. */
template <size_t N>
struct comb_sums {
    comb_scalars scalars[N];
    comb_digits digits[N]; /* of the next window */
    ge8 sum[N], summand[N];
    fe8_stored step[N], before[N]; /* x(summand) - x(sum), and the product of those before */
    u8 lost[N];                    /* lanes whose last addition was exceptional */
};

/* r = the summand of window i, with its sign. */
UF_INLINE void comb_load_signed(ge8 *r, const comb *c, const comb_digits *d, int i) {
    fe8 y;
    const vec8 negative = comb_load(r, c, d, i);
    fe_load(&y, &r->y);
    fe_cond_neg(&y, negative);
    fe_store(&r->y, &y);
}

/* First half of step i: the denominators x(summand) - x(sum), and before[g] = the product of those
 * of groups before g; *product = that of all, not carried.  In the last step one may be zero, then
 * the lane counts as lost and 1 takes its place. */
template <size_t N>
UF_KERNEL void comb_forward(comb_sums<N> *s, const comb *c, int i, size_t groups,
                            fe8_wide *product) {
    fe8_wide all;
    fe_set_one(&all);
    for (size_t g = 0; g < groups; g++) {
        fe8_wide x, t, one;
        comb_load_signed(&s->summand[g], c, &s->digits[g], i);
        fe_load(&t, &s->summand[g].x);
        fe_load(&x, &s->sum[g].x);
        law_chord_dx(&t, &x, &t);
        fe_carry(&t);
        if (i == c->windows - 1) [[unlikely]] {
            const vec8 zero = fe_is_zero(&t);
            s->lost[g] = (u8)vec_bits(zero);
            fe_set_one(&one);
            fe_cmov(&t, &one, zero);
        }
        fe_store(&s->step[g], &t);
        fe_store_uncarried(&s->before[g], &all);
        fe_note_uncarried(&all);
        law_chord_product(&all, &t);
    }
    *product = all;
}

/* Second half, of groups first to first + n - 1: inverse is that of all denominators up to and with
 * theirs, not carried; the sums take their summands. */
template <size_t N>
UF_KERNEL void comb_backward(comb_sums<N> *s, const comb *c, int i, size_t first, size_t n,
                             fe8_wide *inverse) {
    fe8_wide slope[comb_block], in = *inverse, t, d, x1, x2, x3, y1;
    for (size_t j = n; j-- > 0;) {
        const size_t g = first + j;
        comb_fetch(&s->digits[g], c, &s->scalars[g], i + 1);
        fe_load_uncarried(&t, &s->before[g]);
        fe_load(&d, &s->step[g]);
        fe_note_uncarried(&in);
        law_chord_inverse(&t, &in, &d);
        fe_load(&d, &s->summand[g].y);
        fe_load(&y1, &s->sum[g].y);
        fe_neg(&y1, &y1, 2);
        law_chord_dy(&d, &y1, &d);
        law_chord_slope(&slope[j], &d, &t);
    }
    *inverse = in;
    for (size_t j = 0; j < n; j++) {
        const size_t g = first + j;
        fe8_wide m = slope[j];
        fe_note_uncarried(&m);
        fe_load(&x1, &s->sum[g].x);
        fe_load(&x2, &s->summand[g].x);
        fe_load(&y1, &s->sum[g].y);
        fe_neg(&y1, &y1, 2);
        law_chord_x(&x3, &m, &x1, &x2);
        law_chord_y(&y1, &m, &x1, &x3, &y1);
        fe_store(&s->sum[g].x, &x3);
        fe_store(&s->sum[g].y, &y1);
    }
}

/* sum[g] = scalars[g] P for g < groups, magnitude 1, by one inversion for each window; as
 * comb_mul8_var.
 * cost: for each window 1 inversion and 5 mul + 1 sqr a group. */
template <size_t N>
static inline void comb_run_var(comb_sums<N> *s, const comb *c, size_t groups) {
    for (size_t g = 0; g < groups; g++) comb_fetch(&s->digits[g], c, &s->scalars[g], 0);
    for (size_t g = 0; g < groups; g++) {
        comb_load_signed(&s->sum[g], c, &s->digits[g], 0);
        comb_fetch(&s->digits[g], c, &s->scalars[g], 1);
    }
    for (int i = 1; i < c->windows; i++) {
        fe8_wide product;
        comb_forward(s, c, i, groups, &product);
        fe8_wide_inv_var(&product);
        for (size_t end = groups; end > 0;) {
            const size_t count = end < comb_block ? end : comb_block;
            end -= count;
            comb_backward(s, c, i, end, count, &product);
        }
    }
}

}  // namespace ufsecp::UF_TARGET
