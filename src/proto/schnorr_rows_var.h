// Schnorr verification (BIP-340) of many rows, one at a time (in lanes: schnorr_rows_lanes_var.h).
// Variable time.
#pragma once
#include <algorithm>

#include "proto/equation_rows_var.h"
#include "proto/keys_var.h"
#include "proto/schnorr_var.h"
#include "proto/verdicts.h"

namespace ufsecp::UF_TARGET {

/* Rows whose signatures are sig(i), a chunk at a time:
 *   commit    (points, good, i, m) gives s G - e P of rows i ... i + m - 1, and clears good of one
 *             that is bad by itself
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
        std::fill_n(good, m, true);
        commit(rj, good, at, m);
        for (size_t i = 0; i < m; i++) {
            if (!good[i]) gej_set_infinity(&rj[i]);
            good[i] = !gej_is_infinity_var(&rj[i]);
        }
        ge_set_gej_batch_var<public_chunk>(r, rj, m);
        for (size_t i = 0; i < m; i++)
            note(ok, at + i, good[i] && schnorr_accept_var(&r[i], sig(at + i)) == UFSECP_OK, &all);
    }
    return all;
}
UF_PUBLIC_ONLY(schnorr_each_row_var);

/* Rows of 128 bytes: x-only key, message, R, s.  Many of them:
 *   equation  (equation_rows_var.h) with a = -e and b = s; x is that of R
 * Few of them, and one that its equation does not decide: s G - e P is R. */
static int engine_schnorr_verify_rows_var(u8 *ok, const u8 *rows, size_t stride, size_t n) {
    const auto alone = [=](size_t i) {
        const u8 *const p = rows + i * stride;
        return schnorr_verify_var(p + 64, p + 32, 32, p, 32) == UFSECP_OK;
    };
    int all = 1;
    for (size_t at = 0; at < n; at += public_chunk) {
        const size_t m = chunk_size(at, n, public_chunk);
        bool good[public_chunk];
        std::fill_n(good, m, true);
        const auto load = [=](claimed_row *q, sc *b, size_t i) {
            const u8 *const p = rows + (at + i) * stride;
            if (!is_true_var(fe_set_b32(&q->key, p) & fe_set_b32(&q->x, p + 64)) ||
                is_true_var(sc_set_b32(b, p + 96)))
                return false;
            q->odd = q->again = false;
            schnorr_challenge(&q->a, p + 64, p, p + 32, 32);
            sc_neg(&q->a, &q->a);
            return true;
        };
        equation_rows_var<true>(good, m, n, load, [=](size_t i) { return alone(at + i); });
        for (size_t i = 0; i < m; i++) note(ok, at + i, good[i], &all);
    }
    return all;
}

}  // namespace ufsecp::UF_TARGET
