// ECDSA public key recovery of many rows, one at a time (in lanes: recover_rows_lanes_var.h).
// Variable time.
#pragma once
#include "proto/points_out_var.h"
#include "proto/recover_var.h"

namespace ufsecp::UF_TARGET {

/* The keys, in their form, of rows of 97 bytes: message hash, r, s, recovery id.  By chunks:
 *   load      r, s and the id; ranges, and the point R of x = r or r + n; a bad row has r = 0
 *   inverse   of all r of the chunk, by one inversion
 *   product   s/r R - h/r G
 *   write     all points of the chunk, made affine by one inversion. */
template <class Form>
static inline int recover_batch_var(Form form, u8 *outs, u8 *ok, const u8 *rows, size_t stride,
                                    size_t n) {
    sc r[public_chunk], s[public_chunk], r_inv[public_chunk];
    ge_given rp[public_chunk];
    gej q[public_chunk];
    int all = 1;
    for (size_t at = 0; at < n; at += public_chunk) {
        const size_t m = chunk_size(at, n, public_chunk);
        const u8 *row = rows + at * stride;
        for (size_t i = 0; i < m; i++) {
            const u8 *p = row + i * stride;
            if (recover_parse_var(&rp[i], &r[i], &s[i], p + 32, p[96]) != UFSECP_OK)
                sc_set_zero(&r[i]);
        }
        sc_batch_inv_var(r_inv, r, m);
        for (size_t i = 0; i < m; i++, row += stride) {
            if (is_true_var(sc_is_zero(&r[i])) ||
                !recover_point_var(&q[i], &rp[i], &r_inv[i], &s[i], row))
                gej_set_infinity(&q[i]);
        }
        put_points_var(form, outs, ok, at, q, m, &all);
    }
    return all;
}

static int engine_recover_rows_var(u8 *pks33, u8 *ok, const u8 *rows, size_t stride, size_t n) {
    return recover_batch_var(as_key33{}, pks33, ok, rows, stride, n);
}
static int engine_ecrecover_rows_var(u8 *addresses20, u8 *ok, const u8 *rows, size_t stride,
                                     size_t n) {
    return recover_batch_var(as_address20{}, addresses20, ok, rows, stride, n);
}

}  // namespace ufsecp::UF_TARGET
