// k*P in constant time: two half-length scalars, signed odd windows of five bits, a scanned table.
#pragma once
#include "group/add.h"
#include "mult/odd_multiples.h"
#include "mult/scan.h"
#include "mult/tables.h"
#include "scalar/recode.h"

namespace ufsecp::UF_TARGET {

/* r = k p; k = 0 gives infinity.  time: constant.  cost: 125 doublings, 52 additions, a table of 16.
 *
 * Before the last window the sum is (a + lambda b) p with odd |a|, |b| < 2^125, times 32. A sum of this form and a summand d p or
 * d lambda p differ by a nonzero (a', b') with a' a' - a' b' + b' b' < n, so they are distinct up to sign: nonzero vectors with
 * a' + lambda b' = 0 mod n have a norm that is a multiple of n. Only the two additions of the last window need completeness. */
static inline void mul_point(gej *r, const ge *p, const sc *k) {
    constexpr int w = UF_POINT_WINDOW_CT, windows = 130 / w, rows = 1 << (w - 1);
    static_assert(w * windows == 130);
    secret<byte_array<6 * sizeof(u64)>> bits;
    u64 *v = reinterpret_cast<u64 *>(bits.b);
    ge odd[rows], summand;
    ge_row table[2][rows], row;
    fe z;
    sc_recode_odd_glv(v, v + 3, k, mul_offset);
    ge_odd_multiples(odd, &z, p, rows);
    for (int j = 0; j < rows; j++) {
        fe_normalize(&odd[j].x);
        fe_normalize(&odd[j].y);
        ge_get_row(&table[0][j], &odd[j]);
        ge_mul_lambda(&odd[j], &odd[j]);
        fe_normalize(&odd[j].x);
        ge_get_row(&table[1][j], &odd[j]);
    }
    for (int i = windows - 1; i >= 0; i--) {
        if (i < windows - 1)
            for (int j = 0; j < w; j++) gej_dbl(r, r);
        for (int half = 0; half < 2; half++) {
            const odd_digit d = odd_digit_at(v + 3 * half, 3, w * i, w);
            scan_row(&row, table[half], rows, d.index);
            ge_set_row(&summand, &row);
            ge_cond_neg(&summand, d.negative);
            if (i == windows - 1 && half == 0) gej_set_ge(r, &summand);
            else if (i > 0) gej_add_ge_distinct(r, r, &summand);
            else gej_add_ge(r, r, &summand);
        }
    }
    fe_mul(&r->z, &r->z, &z);
    wipe(&row, sizeof row);
    wipe(&summand, sizeof summand);
}

}  // namespace ufsecp::UF_TARGET
