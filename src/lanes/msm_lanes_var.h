// The sum of some dozens of products of public scalars: a lane takes every eighth product, and all
// of a lane share their doublings.
//
// No step looks for exceptional additions, which the caller's points may bring about as they like:
// they leave z = 0 in their lane to the end, as does a lane whose sum is infinity.
//
// Reference: shared doublings, Straus, "Addition chains of vectors", 1964.
#pragma once
#include "base/chunk.h"
#include "group/point64.h"
#include "lanes/mul_lanes_var.h"

namespace ufsecp::UF_TARGET {

/* Eight products on their way. */
struct sum8_group {
    table8 table;
    table8_chain chain;
    fe8_stored others; /* the product of the third coordinates of the other groups' tables */
    eisenstein_digits digits;
};

/* From so many products on, and to so many: fewer would leave lanes empty, more cost less by
 * buckets.  On Zen 4 both cost the same at 48 products on x64_ifma, and at 10 on the others. */
#ifndef UF_SUM8_MOST
#define UF_SUM8_MOST 8
#endif
inline constexpr size_t sum8_least = 8, sum8_most = UF_SUM8_MOST;

/* The chain of a group; table.z = the third coordinate that its table would have alone. */
UF_KERNEL void sum8_begin(sum8_group *g, const ge8 *p) {
    fe8 z, t;
    table8_begin(&g->chain, &z, p);
    for (int i = 2; i < eisenstein_entries; i++) {
        fe_load(&t, &g->chain.ratio[i]);
        fe_mul(&z, &z, &t);
    }
    fe_store(&g->table.z, &z);
}
UF_KERNEL void sum8_end(sum8_group *g) {
    fe8 c;
    fe_load(&c, &g->others);
    table8_end(&g->table, &g->chain, &c);
}

/* The digits of eight scalars; the first group's make up for the start of the sum. */
static inline void sum8_digits_var(sum8_group *g, const u64 (*scalars4)[4], bool first) {
    sc5x52x8 k;
    vec8 k1[3], k2[3];
    sc_set_rows_limbs64(&k, scalars4);
    if (first) return digits8_set_var(&g->digits, &k);
    sc_split_lambda(k1, k2, &k);
    eisenstein_digits8_var(&g->digits, k1, k2);
}

/* *r = the sum of the n products, sum8_least <= n <= sum8_most, no point infinity, in the memory at
 * `groups` for (n + 7) / 8 of them.  false, and nothing is known, if a lane met an exceptional sum.
 * cost: 127 doublings, and 43 additions and a table of 11 for every eight products. */
static inline bool sum8_var(gej *r, sum8_group *groups, const affine64 *points,
                            const u64 (*scalars4)[4], size_t n) {
    static constexpr u64 none[4] = {}; /* the scalar of lanes that are left over, times a point */
    const size_t count = (n + 7) / 8;
    fe8 all, t;
    for (size_t g = 0; g < count; g++) {
        const u64 *x[8], *y[8];
        u64 k[8][4];
        ge8 p;
        for (size_t l = 0; l < 8; l++) {
            const size_t i = 8 * g + l;
            x[l] = reinterpret_cast<const u64 *>(&points[i < n ? i : 0]);
            y[l] = x[l] + 4;
            memcpy(k[l], i < n ? scalars4[i] : none, sizeof k[l]);
        }
        ge8_gather(&p, x, y);
        sum8_begin(&groups[g], &p);
        sum8_digits_var(&groups[g], k, g == 0);
    }
    /* All tables come to one third coordinate, the product of their own. */
    fe_set_one(&all);
    for (size_t g = 0; g < count; g++) {
        fe_store(&groups[g].others, &all);
        fe_load(&t, &groups[g].table.z);
        fe_mul(&all, &all, &t);
    }
    fe8_stored scale;
    fe_store(&scale, &all);
    fe_set_one(&all);
    for (size_t g = count; g-- > 0;) {
        fe_load(&t, &groups[g].others);
        fe_mul(&t, &t, &all);
        fe_store(&groups[g].others, &t);
        fe_load(&t, &groups[g].table.z);
        fe_mul(&all, &all, &t);
        sum8_end(&groups[g]);
    }
    gej8 sum;
    gej part[8];
    table8_start(&sum, &groups[0].table);
    for (int j = eisenstein_digits::count - 1; j >= 0; j--) {
        gej8_dbl(&sum, j == eisenstein_digits::count - 1 ? 1 : 3);
        for (size_t g = 0; g < count; g++)
            table8_add(&sum, &groups[g].table, groups[g].digits.code[j]);
    }
    gej8_leave(&sum, &scale);
    if (vec_bits(gej8_is_infinity(&sum)) != 0) return false;
    gej8_get_rows(part, &sum);
    *r = part[0];
    for (int l = 1; l < 8; l++) gej_add_var(r, r, &part[l]);
    return true;
}
UF_PUBLIC_ONLY(sum8_var);

}  // namespace ufsecp::UF_TARGET
