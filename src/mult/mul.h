// k*P in constant time: two half-length scalars, signed odd windows of five bits, a scanned table.
#pragma once
#include "group/add.h"
#include "mult/odd_multiples.h"
#include "mult/scan.h"
#include "mult/tables.h"
#include "scalar/recode.h"

namespace ufsecp::UF_TARGET {

/* r = k p; k = 0 gives infinity.
 * time: constant.
 * cost: 125 doublings, 52 additions, a table of 16.
 *
 * (a + lambda b) p with (a, b) not (0, 0) is infinity only if n divides the norm a a - a b + b b.
 * In every window but the last, the sum (a, b) and the sum plus and minus the summand have |a|, |b|
 * < 2^125, so that norm is below 3 * 2^250 < n.  None of them is (0, 0): the coordinate that
 * changes is a multiple of 2^w before, the digit is odd, and a sum begins odd in a or b.  So no
 * addition there is exceptional; in the last window, whose norms may exceed n, both are complete.
 */
static inline void mul_point_scalar(gej *r, const ge *p, const sc *k) {
    constexpr int w = UF_POINT_WINDOW_CT, windows = 130 / w, entries = 1 << (w - 1);
    static_assert(w * windows == 130);
    secret_array<u64, 6> bits;
    ge odd[entries], summand;
    ge_entry table[2][entries], entry;
    fe z;
    sc_recode_odd_glv(bits.v, bits.v + 3, k, mul_offset);
    ge_odd_multiples(odd, &z, p, entries);
    for (int j = 0; j < entries; j++) {
        fe_normalize(&odd[j].x);
        fe_normalize(&odd[j].y);
        ge_get_entry(&table[0][j], &odd[j]);
        ge_mul_lambda(&odd[j], &odd[j]);
        fe_normalize(&odd[j].x);
        ge_get_entry(&table[1][j], &odd[j]);
    }
    for (int i = windows - 1; i >= 0; i--) {
        if (i < windows - 1)
            for (int j = 0; j < w; j++) gej_dbl(r, r);
        for (int half = 0; half < 2; half++) {
            const odd_digit d = odd_digit_at(bits.v + 3 * half, 3, w * i, w);
            scan_summand(&summand, &entry, table[half], entries, d);
            if (i == windows - 1 && half == 0) gej_set_ge(r, &summand);
            else if (i > 0) gej_add_ge_distinct(r, r, &summand);
            else gej_add_ge(r, r, &summand);
        }
    }
    fe_mul(&r->z, &r->z, &z);
    wipe(odd, sizeof odd); /* p may be secret too */
    wipe(table, sizeof table);
    wipe(&entry, sizeof entry);
    wipe(&summand, sizeof summand);
}

}  // namespace ufsecp::UF_TARGET
