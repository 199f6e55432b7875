// Schnorr verification (BIP-340) of many rows, eight at a time (one at a time:
// schnorr_rows_var.h).  Variable time.
#pragma once
#include "hash/tagged.h"
#include "proto/products_lanes_var.h"
#include "proto/schnorr_rows_var.h"

namespace ufsecp::UF_TARGET {

/* Rows of 128 bytes: x-only key, message, R, s.  A chunk of groups of eight at a time:
 *   hash      the challenges e of all rows, side by side
 *   load      R, s and the key; a row with one out of its range is false
 *   digits    of a = -e, and of b = s for the comb of G
 *   product   a P from the x of P alone, not made affine, and b G
 *   check     one equation says whether a P + b G has the x coordinate R, for the even y of P; its
 *             inverse, by one inversion for the chunk, also gives the parity of the sum's y
 * A lane that met an exceptional sum is done again without lanes. */
static int engine8_schnorr_verify_rows_var(u8 *ok, const u8 *rows, size_t stride, size_t n) {
    const size_t share = share8(n);
    const auto rest = [&](size_t i, size_t m) {
        return UF_REST(schnorr_verify_rows_var)(from(ok, i), rows + i * stride, stride, m);
    };
    rows8<128> in{rows, stride, share};
    ge8_compressed key[groups8];
    claims8 sums(share);
    u8 e32[8 * groups8][32];
    int all = 1;
    for (size_t at = 0; at < share; at += 8 * groups8) {
        const u8 *const first = rows + at * stride;
        memset(e32, 0, sizeof e32);
        bip340_challenges(e32[0], {first + 64, stride}, {first, stride}, {first + 32, stride},
                          chunk_size(at, share, 8 * groups8));
        const size_t groups = each_group(at, share, [&](size_t g, size_t row) {
            size_t step;
            const u8 *p = in.group(row, &step);
            sc5x52x8 a, b;
            fe8 x;
            const vec8 canonical =
                fe_set_rows_b32(&x, p + 64, step) & ~sc_set_rows_b32(&b, p + 96, step);
            ge8_set_x32(&key[g], p, step, 0, vec_bits(canonical));
            sc_set_rows_b32(&a, e32[8 * g], 32);
            sc_neg(&a, &a);
            sums.set_var(g, &key[g], &x, &a, &b);
        });
        sums.solve_var<true>(groups);
        each_group(at, share, [&](size_t g, size_t row) {
            const vec8 holds = equation8_holds(&sums.sum[g], sums.inverse(g), key[g].odd) &
                               ~equation8_sum_is_odd(&sums.sum[g], sums.inverse(g));
            note8(ok, row, share, vec_bits(key[g].good) & (vec_bits(holds) | sums.lost[g]),
                  sums.lost[g], &all, [&](size_t i) { return rest(i, 1); });
        });
    }
    return share < n ? rest(share, n - share) & all : all;
}

}  // namespace ufsecp::UF_TARGET
