// Schnorr verification (BIP-340) of many rows, one at a time (in lanes: schnorr_rows_lanes_var.h).
// Variable time.
#pragma once
#include "proto/keys_var.h"
#include "proto/schnorr_var.h"
#include "proto/verdicts.h"

namespace ufsecp::UF_TARGET {

/* Rows of 128 bytes: x-only key, message, R, s.  A chunk at a time:
 *   load      the row; s below n and R below p, else it is false
 *   hash      the challenge e of R, key and message
 *   product   s G - e P
 *   inverse   one for all points of the chunk
 *   check     the point is finite, its y is even, and its x is R. */
static int engine_schnorr_verify_rows_var(u8 *ok, const u8 *rows, size_t stride, size_t n) {
    gej rj[public_chunk];
    ge r[public_chunk];
    bool good[public_chunk];
    int all = 1;
    for (size_t at = 0; at < n; at += public_chunk) {
        const size_t m = chunk_size(at, n, public_chunk);
        const u8 *row = rows + at * stride;
        for (size_t i = 0; i < m; i++) {
            const u8 *p = row + i * stride;
            good[i] = schnorr_commitment_var(&rj[i], p + 64, p + 32, 32, p, 32) == UFSECP_OK;
            if (!good[i]) gej_set_infinity(&rj[i]);
        }
        ge_set_gej_batch_var<public_chunk>(r, rj, m);
        for (size_t i = 0; i < m; i++, row += stride)
            note(ok, at + i, good[i] && schnorr_accept_var(&r[i], row + 64) == UFSECP_OK, &all);
    }
    return all;
}

}  // namespace ufsecp::UF_TARGET
