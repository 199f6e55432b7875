// k*G in constant time: signed odd windows over a scanned table, additions only; or, where size
// counts, a comb over a small one.
//
// Reference: signed odd digits and combs, Hamburg, ePrint 2012/309; Lim, Lee, CRYPTO 1994.
#pragma once
#include "group/add.h"
#include "mult/scan.h"
#include "mult/tables.h"
#include "scalar/recode.h"

namespace ufsecp::UF_TARGET {

/* The generator, of magnitude 1. */
static inline void ge_set_generator(ge *r) { ge_set_entry(r, &odd_table[0]); }

#if UF_GEN_WINDOW == 0
/* r = k G; k = 0 gives infinity.
 * time: constant.
 * cost: comb_spacing - 1 doublings, 64 additions.
 *
 * Signed bit i of k (recode.h) is worth 2^i.  Step j, after a doubling, adds the bits j + 16 u for
 * every u, four a summand; so the sum holds what was added, divided by 2^j: powers of two with
 * distinct exponents, each with a plus or a minus, which cannot cancel.  So neither the sum nor the
 * sum plus or minus the summand is zero, and both stay below 2^(256 - j) in absolute value, which
 * is below n until the last step: no addition is exceptional before, and there all are complete. */
static inline void mul_gen(gej *r, const sc *k) {
    secret_array<u64, 4> bits;
    secret_array<u64, 1> teeth;
    ge_entry entry;
    ge summand;
    sc_recode_odd(bits.v, k, gen_offset);
    for (int j = comb_spacing - 1; j >= 0; j--) {
        if (j < comb_spacing - 1) gej_dbl(r, r);
        for (int b = 0; b < comb_blocks; b++) {
            teeth.v[0] = 0;
            for (int t = 0; t < comb_teeth; t++) {
                const int i = comb_spacing * (comb_teeth * b + t) + j;
                teeth.v[0] |= (bits.v[i / 64] >> (i % 64) & 1) << t;
            }
            const odd_digit d = odd_digit_at(teeth.v, 1, 0, comb_teeth);
            scan_summand(&summand, &entry, gen_table[b], gen_entries, d);
            if (j == comb_spacing - 1 && b == 0) gej_set_ge(r, &summand);
            else if (j > 0) gej_add_ge_distinct(r, r, &summand);
            else gej_add_ge(r, r, &summand);
        }
    }
    wipe(&entry, sizeof entry);
    wipe(&summand, sizeof summand);
}
#else
/* r = k G; k = 0 gives infinity.
 * time: constant.
 * cost: one addition for each window of UF_GEN_WINDOW bits.
 *
 * Windows are added from the lowest. Before window i the sum is an odd multiple of G below 2^(w i)
 * in absolute value, the summand at least 2^(w i) G, and before the last window the two together
 * stay below n: no sum is exceptional until then, and the last one is complete. */
static inline void mul_gen(gej *r, const sc *k) {
    constexpr int w = UF_GEN_WINDOW;
    secret_array<u64, 4> bits;
    ge_entry entry;
    ge summand;
    sc_recode_odd(bits.v, k, gen_offset);
    for (int i = 0; i < gen_windows; i++) {
        const odd_digit d = odd_digit_at(bits.v, 4, w * i, w);
        scan_summand(&summand, &entry, gen_table[i], gen_entries, d);
        if (i == 0) gej_set_ge(r, &summand);
        else if (i < gen_windows - 1) gej_add_ge_distinct(r, r, &summand);
        else gej_add_ge(r, r, &summand);
    }
    wipe(&entry, sizeof entry);
    wipe(&summand, sizeof summand);
}
#endif

}  // namespace ufsecp::UF_TARGET
