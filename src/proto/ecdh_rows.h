// One secret key times many public ones; lanes do the products where the target has them.
// Constant time but for the reading of public keys, which comes from outside.
#pragma once
#include "proto/ecdh.h"
#include "proto/verdicts.h"

namespace ufsecp::UF_TARGET {

/* How a shared point leaves a batch: hashed, or as it is; zeros unless valid. */
struct as_ecdh_hash {
    static constexpr size_t size = 32;
    static void put(u8 *out, const ge *p, mask valid) { ecdh_hash(out, p, valid); }
};
struct as_shared_key {
    static constexpr size_t size = 33;
    static void put(u8 *out, const ge *p, mask valid) {
        pubkey_serialize(out, 33, p);
        keep_bytes(out, 33, valid);
    }
};

/* sk32 times each key.  parse reads the keys, which are public (points_parse_var, or what does the
 * same for up to secret_chunk rows): a bad one stands for G, and its row gives zeros.  A chunk at a
 * time: the products, made affine by one inversion, written in their form. */
template <void (*parse)(ge *, u8 *, const u8 *, size_t, size_t), class Form>
static int shared_points_batch(Form form, u8 *outs, u8 *ok, const u8 *pks33, const u8 *sk32,
                               size_t n) {
    ge p[secret_chunk];
    u8 good[secret_chunk];
    secret_array<ge, secret_chunk> shared;
    int all = 1;
    for (size_t at = 0; at < n; at += secret_chunk) {
        const size_t m = chunk_size(at, n, secret_chunk);
        parse(p, good, pks33 + 33 * at, 33, m);
        const mask valid = ecdh_points<secret_chunk>(&shared, p, m, sk32);
        for (size_t i = 0; i < m; i++) {
            const mask both = valid & mask_of_bit(good[i]);
            form.put(outs + form.size * (at + i), &shared.v[i], both);
            note(ok, at + i, tell(both), &all);
        }
    }
    return all;
}

}  // namespace ufsecp::UF_TARGET
