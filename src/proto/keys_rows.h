// Public keys of many secret ones; lanes do the products where the target has them.  Constant
// time.
#pragma once
#include "proto/keys.h"
#include "proto/verdicts.h"

namespace ufsecp::UF_TARGET {

/* A chunk at a time: all k G, made affine by one inversion.  Rows with a bad key go through the
 * same steps, and give zeros and the verdict 0. */
static int engine_pubkey_create_batch(u8 *pks33, u8 *ok, const u8 *sks32, size_t n) {
    mask valid[secret_chunk];
    int all = 1;
    for (size_t at = 0; at < n; at += secret_chunk) {
        const size_t m = chunk_size(at, n, secret_chunk);
        pubkey_create_rows<secret_chunk>(pks33 + 33 * at, 33, valid, sks32 + 32 * at, m);
        for (size_t i = 0; i < m; i++) note(ok, at + i, tell(valid[i]), &all);
    }
    return all;
}

}  // namespace ufsecp::UF_TARGET
