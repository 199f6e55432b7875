// k*G in constant time: signed odd windows over a scanned table, additions only.
#pragma once
#include "group/add.h"
#include "mult/scan.h"
#include "mult/tables.h"
#include "scalar/recode.h"

namespace ufsecp::UF_TARGET {

/* The generator, of magnitude 1. */
static inline void ge_set_generator(ge *r) { ge_set_row(r, &odd_table[0]); }

/* r = k G; k = 0 gives infinity.  time: constant.  cost: one addition for each window of
 * UF_GEN_WINDOW bits.
 *
 * Windows are added from the lowest. Before window i the sum is an odd multiple of G below 2^(w i)
 * in absolute value, the summand at least 2^(w i) G, and before the last window the two together
 * stay below n: no sum is exceptional until then, and the last one is complete. */
static inline void mul_gen(gej *r, const sc *k) {
    constexpr int w = UF_GEN_WINDOW;
    secret_rows<u64, 4> bits;
    ge_row row;
    ge summand;
    sc_recode_odd(bits.v, k, gen_offset);
    for (int i = 0; i < gen_windows; i++) {
        const odd_digit d = odd_digit_at(bits.v, 4, w * i, w);
        scan_row(&row, gen_table[i], gen_rows, d.index);
        ge_set_row(&summand, &row);
        ge_cond_neg(&summand, d.negative);
        if (i == 0) gej_set_ge(r, &summand);
        else if (i < gen_windows - 1) gej_add_ge_distinct(r, r, &summand);
        else gej_add_ge(r, r, &summand);
    }
    wipe(&row, sizeof row);
    wipe(&summand, sizeof summand);
}

}  // namespace ufsecp::UF_TARGET
