// How the points that a batch computes leave it: as keys or as addresses, chunks of them by one
// inversion.  Variable time.
#pragma once
#include <string.h>

#include "proto/ethereum.h"
#include "proto/keys.h"
#include "proto/keys_var.h"
#include "proto/verdicts.h"

namespace ufsecp::UF_TARGET {

/* How a point leaves a batch: as a key of 33, 65 or 32 bytes, or as an Ethereum address. */
struct as_key33 {
    static constexpr size_t size = 33;
    static void put(u8 *out, const ge *p) { pubkey_serialize(out, 33, p); }
};
struct as_key65 {
    static constexpr size_t size = 65;
    static void put(u8 *out, const ge *p) { pubkey_serialize(out, 65, p); }
};
struct as_xonly32 {
    static constexpr size_t size = 32;
    static void put(u8 *out, const ge *p) { fe_get_b32(out, &p->x); }
};
struct as_address20 {
    static constexpr size_t size = 20;
    static void put(u8 *out, const ge *p) {
        u8 key65[65];
        pubkey_serialize(key65, 65, p);
        ethereum_address(out, key65 + 1);
    }
};

/* Writes m points; zeros, and a bad verdict, where one is infinity. */
template <class Form>
static inline void put_points_var(Form form, u8 *outs, u8 *ok, size_t at, const gej *q, size_t m,
                                  int *all) {
    ge p[public_chunk];
    ge_set_gej_batch_var<public_chunk>(p, q, m);
    for (size_t i = 0; i < m; i++) {
        const bool good = !gej_is_infinity_var(&q[i]);
        u8 *out = outs + form.size * (at + i);
        if (good) form.put(out, &p[i]);
        else memset(out, 0, form.size);
        note(ok, at + i, good, all);
    }
}
UF_PUBLIC_ONLY(put_points_var);

/* outs[i] = the point that make(&q, i) leaves in q, for n rows; make returns false for a row that
 * is bad. */
template <class Form = as_key33, class Make>
static inline int points_batch_var(u8 *outs, u8 *ok, size_t n, const Make &make) {
    gej q[public_chunk];
    int all = 1;
    for (size_t at = 0; at < n; at += public_chunk) {
        const size_t m = chunk_size(at, n, public_chunk);
        for (size_t i = 0; i < m; i++)
            if (!make(&q[i], at + i)) gej_set_infinity(&q[i]);
        put_points_var(Form{}, outs, ok, at, q, m, &all);
    }
    return all;
}

}  // namespace ufsecp::UF_TARGET
