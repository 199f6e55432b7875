// ECDSA verification of many rows, one at a time (in lanes: ecdsa_rows_lanes_var.h).  Variable
// time.
#pragma once
#include "proto/ecdsa_var.h"
#include "proto/equation_rows_var.h"
#include "proto/keys_var.h"
#include "proto/verdicts.h"

namespace ufsecp::UF_TARGET {

/* Rows whose signatures are sig(i), a chunk at a time:
 *   load      r and s of every row
 *   ranges    a row with a bad one is false, and takes part as s = 0, which has the inverse 0
 *   inverse   of all s of the chunk, by one inversion
 *   holds     (good, i, m, r, 1/s) clears good of those rows i ... i + m - 1 that do not hold. */
template <class Sig, class Holds>
static inline int ecdsa_each_row_var(u8 *ok, size_t n, unsigned flags, const Sig &sig,
                                     const Holds &holds) {
    sc r[public_chunk], s[public_chunk], s_inv[public_chunk];
    bool good[public_chunk];
    int all = 1;
    for (size_t at = 0; at < n; at += public_chunk) {
        const size_t m = chunk_size(at, n, public_chunk);
        for (size_t i = 0; i < m; i++) {
            good[i] = ecdsa_parse_var(&r[i], &s[i], sig(at + i), flags & UFSECP_LOW_S) == UFSECP_OK;
            if (!good[i]) sc_set_zero(&s[i]);
        }
        sc_batch_inv_var(s_inv, s, m);
        holds(good, at, m, r, s_inv);
        for (size_t i = 0; i < m; i++) note(ok, at + i, good[i], &all);
    }
    return all;
}
UF_PUBLIC_ONLY(ecdsa_each_row_var);

/* Rows of 129 bytes: message hash, compressed key, r, s.  Many of them:
 *   equation  (equation_rows_var.h) with a = r/s and b = h/s; x is r
 * Few of them, one that its equation does not decide, and one whose x may also be r + n:
 *   product   a P + b G
 *   check     its x is r mod n, without an inversion (ecdsa_var.h). */
static int engine_ecdsa_verify_rows_var(u8 *ok, const u8 *rows, size_t stride, size_t n,
                                        unsigned flags) {
    const auto row = [=](size_t i) { return rows + i * stride; };
    const auto alone = [=](size_t i, const sc *r, const sc *s_inv) {
        ge_given pk;
        return pubkey_read_var(&pk, row(i) + 32, 33, false) == UFSECP_OK &&
               ecdsa_equation_var(row(i) + 65, r, s_inv, row(i), &pk) == UFSECP_OK;
    };
    return ecdsa_each_row_var(
        ok, n, flags, [=](size_t i) { return row(i) + 65; },
        [=](bool *good, size_t at, size_t m, const sc *r, const sc *s_inv) {
            const auto load = [=](claimed_row *q, sc *b, size_t i) {
                ge_given pk;
                const u8 *const p = row(at + i);
                if (pubkey_read_var(&pk, p + 32, 33, false) != UFSECP_OK) return false;
                q->key = pk.p.x;
                q->odd = pk.odd;
                q->again = memcmp(p + 65, p_minus_order_b32, 32) < 0;
                fe_set_b32(&q->x, p + 65);
                sc_set_b32(b, p);
                sc_mul(&q->a, &r[i], &s_inv[i]);
                sc_mul(b, b, &s_inv[i]);
                return true;
            };
            equation_rows_var<false>(good, m, n, load,
                                     [=](size_t i) { return alone(at + i, &r[i], &s_inv[i]); });
        });
}

}  // namespace ufsecp::UF_TARGET
