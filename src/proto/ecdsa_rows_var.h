// ECDSA verification of many rows, one at a time (in lanes: ecdsa_rows_lanes_var.h).  Variable
// time.
#pragma once
#include "proto/ecdsa_var.h"
#include "proto/keys_var.h"
#include "proto/verdicts.h"

namespace ufsecp::UF_TARGET {

/* Rows whose signatures are sig(i), a chunk at a time:
 *   load      r and s of every row
 *   ranges    a row with a bad one is false, and takes part as s = 0, which has the inverse 0
 *   inverse   of all s of the chunk, by one inversion
 *   holds     (i, r, 1/s) says whether the rest of the row does. */
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
        for (size_t i = 0; i < m; i++)
            note(ok, at + i, good[i] && holds(at + i, &r[i], &s_inv[i]), &all);
    }
    return all;
}
UF_PUBLIC_ONLY(ecdsa_each_row_var);

/* Rows of 129 bytes: message hash, compressed key, r, s.
 *   key       read, not lifted: a P needs no square root
 *   product   a P + b G with a = r/s and b = h/s
 *   check     its x is r mod n, without an inversion (ecdsa_var.h). */
static int engine_ecdsa_verify_rows_var(u8 *ok, const u8 *rows, size_t stride, size_t n,
                                        unsigned flags) {
    return ecdsa_each_row_var(
        ok, n, flags, [=](size_t i) { return rows + i * stride + 65; },
        [=](size_t i, const sc *r, const sc *s_inv) {
            const u8 *const row = rows + i * stride;
            ge_given pk;
            return pubkey_read_var(&pk, row + 32, 33, false) == UFSECP_OK &&
                   ecdsa_equation_var(row + 65, r, s_inv, row, &pk) == UFSECP_OK;
        });
}

}  // namespace ufsecp::UF_TARGET
