// Schnorr verification (BIP-340) of many rows, one at a time (in lanes: schnorr_rows_lanes_var.h).
// Variable time.
#pragma once
#include "proto/keys_var.h"
#include "proto/schnorr_var.h"
#include "proto/verdicts.h"

namespace ufsecp::UF_TARGET {

/* Rows whose signatures are sig(i), a chunk at a time:
 *   commit    (&point, i) gives s G - e P, or false for a row that is bad by itself
 *   inverse   one for all points of the chunk
 *   check     the point is finite, its y is even, and its x is R. */
template <class Sig, class Commit>
static inline int schnorr_each_row_var(u8 *ok, size_t n, const Sig &sig, const Commit &commit) {
    gej rj[public_chunk];
    ge r[public_chunk];
    bool good[public_chunk];
    int all = 1;
    for (size_t at = 0; at < n; at += public_chunk) {
        const size_t m = chunk_size(at, n, public_chunk);
        for (size_t i = 0; i < m; i++) {
            good[i] = commit(&rj[i], at + i);
            if (!good[i]) gej_set_infinity(&rj[i]);
        }
        ge_set_gej_batch_var<public_chunk>(r, rj, m);
        for (size_t i = 0; i < m; i++)
            note(ok, at + i, good[i] && schnorr_accept_var(&r[i], sig(at + i)) == UFSECP_OK, &all);
    }
    return all;
}
UF_PUBLIC_ONLY(schnorr_each_row_var);

/* Rows of 128 bytes: x-only key, message, R, s. */
static int engine_schnorr_verify_rows_var(u8 *ok, const u8 *rows, size_t stride, size_t n) {
    return schnorr_each_row_var(
        ok, n, [=](size_t i) { return rows + i * stride + 64; },
        [=](gej *rj, size_t i) {
            const u8 *const row = rows + i * stride;
            return schnorr_commitment_var(rj, row + 64, row + 32, 32, row, 32) == UFSECP_OK;
        });
}

}  // namespace ufsecp::UF_TARGET
