// ECDSA verification of many rows, eight at a time (one at a time: ecdsa_rows_var.h).  Variable
// time.
#pragma once
#include "proto/ecdsa_rows_var.h"
#include "proto/products_lanes_var.h"

namespace ufsecp::UF_TARGET {

/* Rows of 129 bytes: message hash, compressed key, r, s.  A chunk of groups of eight at a time:
 *   load      h, r, s and the key; a row with one out of its range is false
 *   inverse   of all s of the chunk, by one inversion
 *   digits    of a = r/s, and of b = h/s for the comb of G
 *   product   a P from the x of P alone, not made affine, and b G
 *   check     one equation says whether a P + b G has the x coordinate r, for the y of P that the
 *             key names; it takes an inverse, and one inversion serves the chunk
 * A lane that met an exceptional sum, and one whose x may also be r + n, is done again without
 * lanes.  That rule has twins, which ecdsa_var.h names. */
static int engine8_ecdsa_verify_rows_var(u8 *ok, const u8 *rows, size_t stride, size_t n,
                                         unsigned flags) {
    const size_t share = share8(n);
    const auto rest = [&](size_t i, size_t m) {
        return UF_REST(ecdsa_verify_rows_var)(from(ok, i), rows + i * stride, stride, m, flags);
    };
    rows8<129> in{rows, stride, share};
    sc5x52x8 r[groups8];
    ge8_compressed key[groups8];
    claims8 sums(share);
    int all = 1;
    const auto multiply = [&](size_t at) UF_APART_LAMBDA {
        sc5x52x8 h[groups8], s[groups8], s_inv[groups8];
        const size_t groups = each_group(at, share, [&](size_t g, size_t row) {
            size_t step;
            const u8 *p = in.group(row, &step);
            sc_set_rows_b32(&h[g], p, step);
            vec8 bad = sc_set_rows_b32(&r[g], p + 65, step) | sc_set_rows_b32(&s[g], p + 97, step);
            bad |= sc_is_zero(&r[g]) | sc_is_zero(&s[g]);
            if (flags & UFSECP_LOW_S) bad |= sc_is_high(&s[g]);
            ge8_set_keys33(&key[g], p + 32, step);
            key[g].good &= ~bad;
        });
        sc_batch_inv_var(s_inv, s, groups);
        for (size_t g = 0; g < groups; g++) {
            sc5x52x8 a, b;
            fe8 x;
            sc_mul(&b, &h[g], &s_inv[g]);
            sc_mul(&a, &r[g], &s_inv[g]);
            fe_set_scalar(&x, &r[g]);
            sums.set_var(g, &key[g], &x, &a, &b);
        }
        return groups;
    };
    for (size_t at = 0; at < share; at += 8 * groups8) {
        sums.solve_var<false>(multiply(at));
        each_group(at, share, [&](size_t g, size_t row) {
            const vec8 holds = equation8_holds(&sums.sum[g], sums.inverse(g), key[g].odd);
            /* x may also be r + n, where that is below p: r below 2^129, and so limb 3 zero. */
            const u32 repeat = sums.lost[g] | vec_bits((vec8)((r[g].n[3] | r[g].n[4]) == vec8{}));
            note8(ok, row, share, vec_bits(key[g].good) & (vec_bits(holds) | repeat), repeat, &all,
                  [&](size_t i) { return rest(i, 1); });
        });
    }
    return share < n ? rest(share, n - share) & all : all;
}

}  // namespace ufsecp::UF_TARGET
