// a*P for eight public scalars and points at once.
//
// Every lane takes the same steps, and none looks for exceptional additions (point_lanes.h).
// The sum begins at 4P and not at infinity, which a lane could not leave. Before a digit d of
// eisenstein_var.h is added it is s P with |s| >= 8 > |d|, and |s| < 2^127 until the last digit,
// while a number that is zero modulo the group order n is 0 or at least the root of n, just below
// 2^128: only the last addition can be exceptional, and leaves z = 0, for the caller to repeat.
#pragma once
#include "lanes/eisenstein_var.h"
#include "lanes/point_lanes_var.h"
#include "lanes/sc_lanes_var.h"
#include "mult/plan_var.h"

/* How many groups an engine multiplies step by step together, a power of two: at most, and as it
 * finds the processor. */
#ifndef UF_GROUPS_MOST
#define UF_GROUPS_MOST 1
#endif
#ifndef UF_GROUPS_TOGETHER
#define UF_GROUPS_TOGETHER UF_GROUPS_MOST
#endif

namespace ufsecp::UF_TARGET {

/* The code of the entry at which sums begin. */
inline constexpr u8 mul8_start = eisenstein_code({4, 0});
static_assert(eisenstein_value(mul8_start) == eisenstein{4, 0} && eisenstein_digits::count == 43);

/* The digits of eight scalars a, less what the start of the sum will have become: 2^129.
 * in: carried (sc_lanes_var.h). */
static inline void digits8_set_var(eisenstein_digits *r, const sc5x52x8 *a) {
    sc4x64 start;
    sc5x52x8 k;
    vec8 k1[3], k2[3];
    const u64 became[4] = {0, 0, 2, 0};
    sc_set_limbs64(&start, became);
    sc_set1(&k, &start);
    sc_sub(&k, a, &k);
    sc_normalize(&k);
    sc_split_lambda(k1, k2, &k);
    eisenstein_digits8_var(r, k1, k2);
}

/* For each lane the eleven entries of eisenstein_var.h times its point: x, beta*x, beta^2*x, y, of
 * four words each, over the common third coordinate z. */
struct table8 {
    alignas(64) u64 word[8][eisenstein_entries][4][4];
    fe8_stored z;
};

/* Turns the point (x, y) by the unit of this code: x times a power of beta, y negated or not. */
UF_INLINE void turn8(fe8 *x, fe8 *y, const fe8 *beta, u8 from, u8 to) {
    for (int rotation = eisenstein_rotation_of(from); rotation != eisenstein_rotation_of(to);
         rotation = (rotation + 1) % 3)
        fe_mul(x, x, beta);
    if (eisenstein_negative_of(from) != eisenstein_negative_of(to)) {
        fe_neg(y, y, 3);
        fe_normalize_weak(y);
    }
}

/* One entry of the table, brought to the last entry's third coordinate by c2 = c^2, c3 = c^3. */
UF_KERNEL void table8_put(table8 *r, int entry, const ge8 *a, const fe8_stored *c2,
                          const fe8_stored *c3) {
    fe8 x, y, x1, x2, t, beta;
    vec8 rows[8];
    fe_set1_limbs64(&beta, glv_beta);
    fe_load(&x, &a->x);
    fe_load(&y, &a->y);
    fe_load(&t, c2);
    fe_mul(&x, &x, &t);
    fe_load(&t, c3);
    fe_mul(&y, &y, &t);
    fe_mul(&x1, &x, &beta);
    fe_add(&x2, &x, &x1);
    fe_neg(&x2, &x2, 2);
    fe_normalize_weak(&x2);
    ge8_scatter(rows, &x, &x1);
    for (int l = 0; l < 8; l++) memcpy(r->word[l][entry][0], &rows[l], 64);
    ge8_scatter(rows, &x2, &y);
    for (int l = 0; l < 8; l++) memcpy(r->word[l][entry][2], &rows[l], 64);
}

/* A table on its way: its entries over the third coordinates of a co-Z chain of units, and by what
 * each of these differs from the one before. */
struct table8_chain {
    ge8 at[eisenstein_entries];
    fe8_stored ratio[eisenstein_entries]; /* from entry 2 on */
};

/* The chain of p; *z = the third coordinate of entries 0 and 1. */
UF_INLINE void table8_begin(table8_chain *r, fe8 *z, const ge8 *p) {
    ge_of<fe8> unit, sum, twice;
    fe8 h, beta;
    fe_set1_limbs64(&beta, glv_beta);
    fe_load(&unit.x, &p->x);
    fe_load(&unit.y, &p->y);
    law_dbl_coz(&twice, &unit, z, &unit);
    const auto keep = [&](int i, const ge_of<fe8> *a) UF_INLINE_LAMBDA {
        fe8 y = a->y;
        fe_normalize_weak(&y);
        fe_store(&r->at[i].x, &a->x);
        fe_store(&r->at[i].y, &y);
    };
    keep(0, &unit);
    keep(1, &twice);
    sum = twice;
    u8 turned = eisenstein_unit(1);
    for (int i = 2; i < eisenstein_entries; i++) {
        const u8 code = eisenstein_unit(i);
        fe_normalize_weak(&unit.y);
        turn8(&unit.x, &unit.y, &beta, turned, code);
        turned = code;
        law_add_coz(&sum, &h, &unit, &sum);
        fe_normalize_weak(&h);
        fe_store(&r->ratio[i], &h);
        keep(i, &sum);
    }
}

/* A pass back that brings every entry to the last one's third coordinate times *c, which is then
 * the product of the ratios and what it was. */
UF_INLINE void table8_end(table8 *r, const table8_chain *chain, fe8 *c) {
    fe8 t;
    fe8_stored c2, c3;
    for (int i = eisenstein_entries - 1; i >= 0; i--) {
        fe_sqr(&t, c);
        fe_store(&c2, &t);
        fe_mul(&t, &t, c);
        fe_store(&c3, &t);
        table8_put(r, i, &chain->at[i], &c2, &c3);
        if (i >= 2) {
            fe_load(&t, &chain->ratio[i]);
            fe_mul(c, c, &t);
        }
    }
}

/* The table of eight points. */
UF_KERNEL void table8_set(table8 *r, const ge8 *p) {
    table8_chain chain;
    fe8 z, c;
    table8_begin(&chain, &z, p);
    fe_set_one(&c);
    table8_end(r, &chain, &c);
    fe_mul(&z, &z, &c);
    fe_store(&r->z, &z);
}

/* r = the entries of the lanes' codes; *zero = the lanes whose digit is zero, and so their entry
 * means nothing. Returns the lanes whose digit is negative. */
UF_INLINE vec8 table8_get(ge8 *r, u32 *zero, const table8 *table, const u8 code[8]) {
    const u64 *x[8], *y[8];
    u32 negative = 0;
    *zero = 0;
    for (int l = 0; l < 8; l++) {
        const u64 *words = table->word[l][0][0];
        x[l] = words + 4 * (code[l] >> 1 & 63);
        y[l] = words + 4 * ((code[l] >> 1 & 63) | 3);
        negative |= (u32)(code[l] & 1) << l;
        *zero |= (u32)(code[l] >> 7) << l;
    }
    ge8_gather(r, x, y);
    return vec_mask<vec8>(negative);
}

/* r = the entry at which sums begin. */
UF_INLINE void table8_start(gej8 *r, const table8 *table) {
    ge8 b;
    u32 zero;
    u8 start[8];
    memset(start, mul8_start, sizeof start);
    table8_get(&b, &zero, table, start);
    gej8_set_ge(r, &b, vec8{});
}
/* r += the entries of the lanes' codes. */
UF_INLINE void table8_add(gej8 *r, const table8 *table, const u8 code[8]) {
    ge8 b;
    u32 zero;
    const vec8 negative = table8_get(&b, &zero, table, code);
    if (zero == 0) [[likely]] {
        gej8_add_ge(r, &b, negative);
        return;
    }
    const gej8 kept = *r;
    gej8_add_ge(r, &b, negative);
    gej8_cmov(r, &kept, vec_mask<vec8>(zero));
}

/* r[g] = a P in every lane, for each group.
 * cost: 127 doublings, 43 additions, a table of 11 for each. */
template <size_t groups>
static inline void mul8_var(gej8 *const r[groups], const ge8 p[groups],
                            const eisenstein_digits d[groups]) {
    table8 table[groups];
    for (size_t g = 0; g < groups; g++) {
        table8_set(&table[g], &p[g]);
        table8_start(r[g], &table[g]);
    }
    for (int j = eisenstein_digits::count - 1; j >= 0; j--) {
        gej8_dbl_groups<groups>(r, j == eisenstein_digits::count - 1 ? 1 : 3);
        for (size_t g = 0; g < groups; g++) table8_add(r[g], &table[g], d[g].code[j]);
    }
    for (size_t g = 0; g < groups; g++) gej8_leave(r[g], &table[g].z);
}

/* The entries of omega_multiples times eight points, turned by omega^r in at[r], over the third
 * coordinate z. */
struct plan_table8 {
    ge8 at[3][omega_entries];
    fe8_stored z;
};
/* The chain of omega_chain_var.
 * cost: 10 mul + 3 sqr an entry, about. */
UF_KERNEL void plan_table8_set(plan_table8 *r, const ge8 *p) {
    fe8_stored ratio[omega_entries];
    ge_of<fe8> unit, sum;
    fe8 h, beta, c;
    fe_set1_limbs64(&beta, glv_beta);
    fe_load(&unit.x, &p->x);
    fe_load(&unit.y, &p->y);
    sum = unit;
    u8 is = 0; /* which unit times p it is */
    for (int i = 0;; i++) {
        fe_normalize_weak(&sum.y);
        fe_store(&r->at[0][i].x, &sum.x);
        fe_store(&r->at[0][i].y, &sum.y);
        if (i == omega_entries - 1) break;
        fe_normalize_weak(&unit.y);
        turn8(&unit.x, &unit.y, &beta, is, omega_unit.code[i + 1]);
        is = omega_unit.code[i + 1];
        law_add_coz(&sum, &h, &unit, &sum);
        fe_normalize_weak(&h);
        fe_store(&ratio[i + 1], &h);
    }
    fe_set_one(&c);
    chain8_meet<omega_entries>(&c, r->at[0], ratio, [&](int i, fe8 *x, fe8 *y) UF_INLINE_LAMBDA {
        fe8 x1;
        fe_mul(&x1, x, &beta);
        fe_store(&r->at[0][i].x, x);
        fe_store(&r->at[1][i].x, &x1);
        fe_add(x, x, &x1); /* 1 + beta + beta^2 = 0 */
        fe_neg(x, x, 2);
        fe_normalize_weak(x);
        fe_store(&r->at[2][i].x, x);
        for (auto &at : r->at) fe_store(&at[i].y, y);
    });
    fe_store(&r->z, &c);
}

/* r[g] = k P in every lane for the plan of k, which is not 0, for each group. All lanes add the
 * same entries, so that the sum begins at the first.  No addition is exceptional
 * (mul2_quad_var.h).
 * cost: 128 doublings, about 39 additions, a table of 8 for each. */
template <size_t groups>
static inline void mul8_plan_var(gej8 *r, const kplan *k, const ge8 *p) {
    plan_table8 table[groups];
    gej8 *sum[groups];
    for (size_t g = 0; g < groups; g++) {
        plan_table8_set(&table[g], &p[g]);
        sum[g] = &r[g];
    }
    int at = -1; /* the place that the sums have come down to; none before their first digit */
    for (int j = k->on.top_var(); j >= 0; j--) {
        const u8 code = k->code[j];
        if (code == eisenstein_zero) continue;
        const vec8 negative = vec_mask<vec8>(eisenstein_negative_of(code) ? 0xFF : 0);
        if (at > j) gej8_dbl_groups<groups>(sum, at - j);
        for (size_t g = 0; g < groups; g++) {
            const ge8 *entry =
                &table[g].at[eisenstein_rotation_of(code)][eisenstein_entry_of(code)];
            if (at < 0) gej8_set_ge(sum[g], entry, negative);
            else gej8_add_ge(sum[g], entry, negative);
        }
        at = j;
    }
    if (at > 0) gej8_dbl_groups<groups>(sum, at);
    for (size_t g = 0; g < groups; g++) gej8_leave(sum[g], &table[g].z);
}
/* The same for n groups; two together at most, for the tables are large. */
template <size_t together = UF_GROUPS_MOST == 1 ? 1 : 2>
static inline void mul8_plan_rows_var(gej8 *r, const kplan *k, const ge8 *p, size_t n) {
    size_t g = 0;
    if (together <= UF_GROUPS_TOGETHER)
        for (; n - g >= together; g += together) mul8_plan_var<together>(r + g, k, p + g);
    if constexpr (together > 1) mul8_plan_rows_var<together / 2>(r + g, k, p + g, n - g);
}

}  // namespace ufsecp::UF_TARGET
