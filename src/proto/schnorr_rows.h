// Schnorr signatures (BIP-340) of many rows; lanes do the products where the target has them.
// Constant time.
#pragma once
#include "proto/schnorr.h"
#include "proto/verdicts.h"

namespace ufsecp::UF_TARGET {

/* A chunk at a time (schnorr_sign_rows of schnorr.h): keys are loaded, their points computed and
 * made affine by one inversion, nonces derived, all k G computed and made affine likewise,
 * challenges hashed, and s made.  Rows with a bad key go through the same steps, and give zeros and
 * the verdict 0. */
static int engine_schnorr_sign_batch(u8 *sigs64, u8 *ok, const u8 *msgs32, const u8 *sks32,
                                     const u8 *auxs32, size_t n) {
    mask valid[secret_chunk];
    int all = 1;
    for (size_t at = 0; at < n; at += secret_chunk) {
        const size_t m = chunk_size(at, n, secret_chunk);
        schnorr_sign_rows<secret_chunk>(sigs64 + 64 * at, valid, msgs32 + 32 * at, 32,
                                        sks32 + 32 * at, from(auxs32, 32 * at), m);
        for (size_t i = 0; i < m; i++) note(ok, at + i, tell(valid[i]), &all);
    }
    return all;
}

}  // namespace ufsecp::UF_TARGET
