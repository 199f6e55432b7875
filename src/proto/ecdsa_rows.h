// ECDSA signatures of many rows; lanes do the products where the target has them.  Constant time.
#pragma once
#include "proto/ecdsa.h"
#include "proto/verdicts.h"

namespace ufsecp::UF_TARGET {

/* A chunk at a time (ecdsa_sign_rows of ecdsa.h): keys and hashes are loaded, nonces derived by
 * RFC 6979, all k G computed, made affine by one inversion, all k inverted by another, and s made
 * from them.  Rows with a bad key go through the same steps, and give zeros and the verdict 0. */
static int engine_ecdsa_sign_batch(u8 *sigs64, u8 *ok, const u8 *msgs32, const u8 *sks32,
                                   size_t n) {
    mask valid[secret_chunk];
    int all = 1;
    for (size_t at = 0; at < n; at += secret_chunk) {
        const size_t m = chunk_size(at, n, secret_chunk);
        ecdsa_sign_rows<secret_chunk>(sigs64 + 64 * at, nullptr, valid, msgs32 + 32 * at,
                                      sks32 + 32 * at, nullptr, m);
        for (size_t i = 0; i < m; i++) note(ok, at + i, tell(valid[i]), &all);
    }
    return all;
}

}  // namespace ufsecp::UF_TARGET
