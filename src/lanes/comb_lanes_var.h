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
    int window;
};
/* The entry that the digit of lane l names. */
UF_INLINE const u64 *comb_entry(const comb *c, const comb_digits *d, int l) {
    return c->entries[((size_t)d->window << (c->window - 1)) + (d->entry[l] >> 1)];
}
/* r = the digits in window i, whose entries are brought near; nothing behind the last window. */
UF_INLINE void comb_fetch(comb_digits *r, const comb *c, const comb_scalars *k, int i) {
    if (i == c->windows) return;
    vec8 negative;
    vec8 entry = odd_digits8_at(&negative, k->word, c->window * i, c->window);
    entry = entry << 1 | (negative & 1);
    memcpy(r->entry, &entry, sizeof entry);
    r->window = i;
    for (int l = 0; l < 8; l++) __builtin_prefetch(comb_entry(c, r, l));
}
/* The lanes whose digit is negative. */
UF_INLINE vec8 comb_negative(const comb_digits *d) {
    vec8 entry;
    memcpy(&entry, d->entry, sizeof entry);
    return vec8{} - (entry & 1);
}
/* r = the entries that the digits name, without their signs. */
UF_INLINE void comb_load(ge8 *r, const comb *c, const comb_digits *d) {
    const u64 *x[8], *y[8];
    for (int l = 0; l < 8; l++) {
        x[l] = comb_entry(c, d, l);
        y[l] = x[l] + 4;
    }
    ge8_gather(r, x, y);
}

/* r += k P from window `first` on.
 * cost: an addition for each window. */
static inline void comb_add8_var(gej8 *r, const comb *c, const comb_scalars *k, int first) {
    comb_digits digits;
    comb_fetch(&digits, c, k, first);
    for (int i = first; i < c->windows; i++) {
        ge8 b;
        const vec8 negative = comb_negative(&digits);
        comb_load(&b, c, &digits);
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
    comb_load(&b, c, &digits);
    gej8_set_ge(r, &b, comb_negative(&digits));
    comb_add8_var(r, c, k, 1);
}

/* How a sum is made in parts, each of consecutive windows: `length` of them, and one more in the
 * first `longer` parts. */
struct comb_parts {
    size_t count, length, longer;

    /* As many as there is room for, in a power of two; a part has two windows at least. */
    comb_parts(const comb *c, size_t groups, size_t room) : count(1) {
        const size_t windows = (size_t)c->windows;
        while (2 * count * groups <= room && 4 * count <= windows) count *= 2;
        length = windows / count;
        longer = windows % count;
    }
    int first_window(size_t part) const {
        return (int)(part * length + (part < longer ? part : longer));
    }
    /* The parts that have a window `at`, which are the first ones. */
    size_t with(size_t at) const { return at < length ? count : at == length ? longer : 0; }
};

/* Affine sums on their way, of as many groups as there is room for, or of parts of fewer: part p of
 * group g is sum p * groups + g. */
struct comb_sums {
    static constexpr size_t room = 64;
    comb_digits digits[room]; /* of the next window */
    ge8 sum[room], summand[room];
    fe8_stored before[room]; /* the product of the denominators before that of a sum */
    u8 lost[room];           /* lanes whose last addition was exceptional */
};

/* d = x(summand) - x(sum), the denominator of addition i. */
UF_INLINE void comb_denominator(fe8_wide *d, const comb_sums *s, size_t i) {
    fe8_wide x;
    fe_load(d, &s->summand[i].x);
    fe_load(&x, &s->sum[i].x);
    law_chord_dx(d, &x, d);
}

/* The lanes where it is 0, as it may be in the last addition of all.  Their summand's x becomes 0,
 * which only points of order 3 have: so neither half of the addition has a branch. */
UF_KERNEL vec8 comb_lose(comb_sums *s, size_t i) {
    fe8_wide d;
    comb_denominator(&d, s, i);
    const vec8 zero = fe_is_zero(&d);
    for (vec8 &limb : s->summand[i].x.n) limb &= ~zero;
    return zero;
}

/* First half of an addition of n sums; *product = that of all denominators, not carried.  Summands
 * are the entries that the digits name, still without signs, or, for c null, the n sums behind. */
UF_KERNEL void comb_forward(comb_sums *s, const comb *c, size_t n, bool last, fe8_wide *product) {
    fe8_wide all;
    fe_set_one(&all);
    for (size_t i = 0; i < n; i++) {
        fe8_wide t;
        if (c) comb_load(&s->summand[i], c, &s->digits[i]);
        else s->summand[i] = s->sum[n + i];
        s->lost[i] = last ? (u8)vec_bits(comb_lose(s, i)) : 0;
        comb_denominator(&t, s, i);
        fe_store_uncarried(&s->before[i], &all);
        fe_note_uncarried(&all);
        law_chord_product(&all, &t);
    }
    *product = all;
}

/* On the way back from an inversion sums go in blocks, through two loops, as in pairs_backward. */
static constexpr size_t comb_block = 8;

/* Second half, of sums first to first + n - 1, c as before: inverse is that of all denominators up
 * to and with theirs, not carried; the sums take their summands.  The next digits of sums before
 * `next` are fetched. */
UF_KERNEL void comb_backward(comb_sums *s, const comb *c, const comb_scalars *k, size_t groups,
                             size_t first, size_t n, size_t next, fe8_wide *inverse) {
    fe8_wide slope[comb_block], in = *inverse, t, d, x1, x2, x3, y1;
    size_t g = (first + n) % groups;
    for (size_t j = n; j-- > 0;) {
        const size_t i = first + j;
        g = (g ? g : groups) - 1;
        const vec8 negative = c ? comb_negative(&s->digits[i]) : vec8{};
        if (i < next) comb_fetch(&s->digits[i], c, &k[g], s->digits[i].window + 1);
        fe_load_uncarried(&t, &s->before[i]);
        comb_denominator(&d, s, i);
        fe_note_uncarried(&in);
        law_chord_inverse(&t, &in, &d);
        fe_load(&d, &s->summand[i].y);
        fe_cond_neg(&d, negative);
        fe_load(&y1, &s->sum[i].y);
        fe_neg(&y1, &y1, 2);
        law_chord_dy(&d, &y1, &d);
        law_chord_slope(&slope[j], &d, &t);
    }
    *inverse = in;
    for (size_t j = 0; j < n; j++) {
        const size_t i = first + j;
        fe8_wide m = slope[j];
        fe_note_uncarried(&m);
        fe_load(&x1, &s->sum[i].x);
        fe_load(&x2, &s->summand[i].x);
        fe_load(&y1, &s->sum[i].y);
        fe_neg(&y1, &y1, 2);
        law_chord_x(&x3, &m, &x1, &x2);
        law_chord_y(&y1, &m, &x1, &x3, &y1);
        fe_store(&s->sum[i].x, &x3);
        fe_store(&s->sum[i].y, &y1);
    }
}

/* sum[g] = k[g] P, as comb_run_var.
 *
 * A sum on its way is s P for a number s that is odd times 2^(w f), f its first window.  Two that
 * meet differ in f, so that neither s + s' nor s - s' is 0.  Nor is it another multiple of n, until
 * the last addition: without the last window it is below n, and without the first one a multiple of
 * 2^w and below 2^w n.  The first and the last part meet in the last addition only. */
[[maybe_unused, gnu::noinline]] static void comb_run_parts_var(comb_sums *s, const comb *c,
                                                               const comb_scalars *k,
                                                               size_t groups) {
    const comb_parts parts(c, groups, comb_sums::room);
    size_t next = groups * parts.count;
    const auto add = [&](const comb *entries, size_t n, bool last) {
        fe8_wide product;
        comb_forward(s, entries, n, last, &product);
        fe8_wide_inv_var(&product);
        for (size_t end = n; end > 0;) {
            const size_t count = end < comb_block ? end : comb_block;
            end -= count;
            comb_backward(s, entries, k, groups, end, count, next, &product);
        }
    };
    for (size_t i = 0; i < next; i++)
        comb_fetch(&s->digits[i], c, &k[i % groups], parts.first_window(i / groups));
    for (size_t i = 0; i < next; i++) {
        fe8 y;
        comb_load(&s->sum[i], c, &s->digits[i]);
        fe_load(&y, &s->sum[i].y);
        fe_cond_neg(&y, comb_negative(&s->digits[i]));
        fe_store(&s->sum[i].y, &y);
        comb_fetch(&s->digits[i], c, &k[i % groups], s->digits[i].window + 1);
    }
    for (size_t at = 1, n = next; n > 0; at++, n = next) {
        next = groups * parts.with(at + 1);
        add(c, n, parts.count == 1 && next == 0);
    }
    for (size_t n = groups * parts.count / 2; n >= groups; n /= 2) add(nullptr, n, n == groups);
}

/* The fewest groups for which sums that share inversions cost less than Jacobian ones. */
static constexpr size_t comb_least = 4;

/* sum[g] = k[g] P for g < groups <= room, magnitude 1.
 * cost: for each window 5 mul + 1 sqr a group, and an inversion for about `room` of these; for few
 * groups as comb_mul8_var, and one inversion. */
static inline void comb_run_var(comb_sums *s, const comb *c, const comb_scalars *k, size_t groups) {
    UF_CHECK(groups >= 1 && groups <= comb_sums::room);
    if (groups >= comb_least) return comb_run_parts_var(s, c, k, groups);
    gej8 sum[comb_least];
    for (size_t g = 0; g < groups; g++) comb_mul8_var(&sum[g], c, &k[g]);
    ge8_set_gej_batch_var<comb_least>(s->sum, s->lost, sum, groups);
}

}  // namespace ufsecp::UF_TARGET
