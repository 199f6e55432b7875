// k P for many public scalars by a table of comb_var.h, one after another (in lanes:
// comb_lanes_var.h): the entries that the windows name are added up in pairs, those of many scalars
// by one inversion.
#pragma once
#include <algorithm>

#include "group/many_var.h"
#include "group/point64.h"
#include "mult/comb_var.h"
#include "mult/tables.h"
#include "scalar/recode.h"

namespace ufsecp::UF_TARGET {

#if defined(UF_TINY) || defined(UF_WORD32_LANES)
/* There is no large table and rows share nothing, or lanes take all rows but a few. */
constexpr bool combs_pay(size_t) { return false; }
#else
/* Whether n scalars make up for what they share. */
constexpr bool combs_pay(size_t n) { return n >= 16; }
#endif

/* Sums on their way.  A level's lie by position: sum[p * scalars + i] is one of scalar i. */
struct comb_many {
    static constexpr size_t room = 256, most = 32;
    ge_entry sum[2][room];
    entry_pair pair[room];
    u64 digits[most][4]; /* of the scalars (recode.h) */

    /* The sums of neighbours among n positions of m scalars: how many positions are left.  entry(p,
     * i) is what the pair names as one of rows. */
    template <class Row, class Entry>
    size_t add_level_var(ge_entry *out, const Row *rows, size_t n, size_t m, const Entry &entry) {
        const size_t half = n / 2;
        for (size_t p = 0; p < half; p++)
            for (size_t i = 0; i < m; i++) pair[p * m + i] = {entry(2 * p, i), entry(2 * p + 1, i)};
        many_scalar::add_pairs_var(out, rows, pair, half * m);
        if (n % 2 == 0) return half;
        for (size_t i = 0; i < m; i++) {
            const u32 last = entry(n - 1, i);
            entry_set_signed_var(&out[half * m + i], &rows[last >> 1], last & 1);
        }
        return half + 1;
    }
};

/* out[i] = k[i] P, zeros for infinity, i < n: exact for all scalars.
 * cost: for each window and scalar an addition (5 mul + 1 sqr), and an inversion for about 70 to
 * 90 additions. */
[[maybe_unused, gnu::noinline]] static void comb_many_scalar_var(ge_entry *out, const comb *c,
                                                                 const sc *k, size_t n) {
    comb_many w;
    const affine64 *const table = reinterpret_cast<const affine64 *>(c->entries);
    const size_t windows = (size_t)c->windows;
    size_t share = std::min(comb_many::most, comb_many::room / ((windows + 1) / 2));
    share = (n + (n + share - 1) / share - 1) / ((n + share - 1) / share); /* no small last one */
    for (size_t at = 0; at < n; at += share) {
        const size_t m = chunk_size(at, n, share);
        for (size_t i = 0; i < m; i++) sc_recode_odd(w.digits[i], &k[at + i], c->offset);
        size_t left = w.add_level_var(w.sum[0], table, windows, m, [&](size_t p, size_t i) {
            const odd_digit d = odd_digit_at(w.digits[i], 4, c->window * (int)p, c->window);
            return (u32)((p << (c->window - 1) | d.index) << 1) | (u32)mask_bit(d.negative);
        });
        int from = 0;
        for (; left > 1; from ^= 1)
            left = w.add_level_var(w.sum[from ^ 1], w.sum[from], left, m,
                                   [m](size_t p, size_t i) { return (u32)(p * m + i) << 1; });
        memcpy(out + at, w.sum[from], m * sizeof *out);
    }
}
UF_PUBLIC_ONLY(comb_many_scalar_var);

}  // namespace ufsecp::UF_TARGET
