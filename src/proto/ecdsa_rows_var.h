// ECDSA verification of many rows, one at a time (in lanes: ecdsa_rows_lanes_var.h).  Variable
// time.
#pragma once
#include "proto/ecdsa_var.h"
#include "proto/keys_var.h"
#include "proto/verdicts.h"

namespace ufsecp::UF_TARGET {

/* Rows of 129 bytes: message hash, compressed key, r, s.  A chunk at a time:
 *   load      r and s of every row
 *   ranges    a row with a bad one is false, and takes part as s = 0, which has the inverse 0
 *   inverse   of all s of the chunk, by one inversion
 *   key       read, not lifted: a P needs no square root
 *   product   a P + b G with a = r/s and b = h/s
 *   check     its x is r mod n, without an inversion (ecdsa_var.h). */
static int engine_ecdsa_verify_rows_var(u8 *ok, const u8 *rows, size_t stride, size_t n,
                                        unsigned flags) {
    sc r[public_chunk], s[public_chunk], s_inv[public_chunk];
    bool good[public_chunk];
    int all = 1;
    for (size_t at = 0; at < n; at += public_chunk) {
        const size_t m = chunk_size(at, n, public_chunk);
        const u8 *row = rows + at * stride;
        for (size_t i = 0; i < m; i++) {
            good[i] = ecdsa_parse_var(&r[i], &s[i], row + i * stride + 65, flags & UFSECP_LOW_S) ==
                      UFSECP_OK;
            if (!good[i]) sc_set_zero(&s[i]);
        }
        sc_batch_inv_var(s_inv, s, m);
        for (size_t i = 0; i < m; i++, row += stride) {
            ge_given pk;
            note(ok, at + i,
                 good[i] && pubkey_read_var(&pk, row + 32, 33, false) == UFSECP_OK &&
                     ecdsa_equation_var(row + 65, &r[i], &s_inv[i], row, &pk) == UFSECP_OK,
                 &all);
        }
    }
    return all;
}

}  // namespace ufsecp::UF_TARGET
