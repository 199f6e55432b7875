// How the points that lanes compute leave a batch: as keys, addresses or limbs.  Variable time.
#pragma once
#include <string.h>

#include "lanes/many_lanes_var.h"
#include "lanes/point_lanes_var.h"
#include "proto/points_out_var.h"
#include "proto/verdicts_lanes.h"

namespace ufsecp::UF_TARGET {

/* How eight affine points leave, normalized; word holds them by rows: the words of x, then of y. */
static inline void put_words(as_key33, u8 *outs, const u64 (*word)[8], size_t count) {
    for (size_t l = 0; l < count; l++, outs += 33) {
        outs[0] = (u8)(2 + (word[l][4] & 1));
        limbs_get_b32(outs + 1, word[l]);
    }
}
static inline void put_words(as_key65, u8 *outs, const u64 (*word)[8], size_t count) {
    for (size_t l = 0; l < count; l++, outs += 65) {
        outs[0] = 4;
        limbs_get_b32(outs + 1, word[l]);
        limbs_get_b32(outs + 33, word[l] + 4);
    }
}
static inline void put_words(as_xonly32, u8 *outs, const u64 (*word)[8], size_t count) {
    for (size_t l = 0; l < count; l++) limbs_get_b32(outs + 32 * l, word[l]);
}
static inline void put_words(as_address20, u8 *outs, const u64 (*word)[8], size_t count) {
    u8 xy[8][64];
    for (size_t l = 0; l < count; l++) {
        limbs_get_b32(xy[l], word[l]);
        limbs_get_b32(xy[l] + 32, word[l] + 4);
    }
    ethereum_addresses(outs, xy[0], count);
}

/* One of these that is known at run time, so that batches share a body. */
struct as_chosen {
    size_t size;
    void (*put)(u8 *outs, const u64 (*word)[8], size_t count);
};
template <class Form>
static constexpr as_chosen chosen(Form) {
    return {Form::size, [](u8 *outs, const u64(*word)[8], size_t count) {
                put_words(Form{}, outs, word, count);
            }};
}
static inline void put_words(as_chosen form, u8 *outs, const u64 (*word)[8], size_t count) {
    form.put(outs, word, count);
}

/* Writes the points of rows at, at + 1 ... in their form, zeros where `good` is not set; again(row)
 * writes a lost lane's, and says whether there is one.
 * in: p of magnitude 1. */
template <class Form, class Again>
static inline void put8(Form form, u8 *outs, u8 *ok, size_t at, size_t n, const ge8 *p, u32 good,
                        u32 lost, int *all, const Again &again) {
    const size_t count = chunk_size(at, n, 8);
    u64 word[8][8];
    vec8 by_row[8];
    fe8 x, y;
    fe_load(&x, &p->x);
    fe_load(&y, &p->y);
    fe_normalize_product_var(&x);
    fe_normalize_product_var(&y);
    ge8_scatter(by_row, &x, &y);
    memcpy(word, by_row, sizeof word);
    put_words(form, outs + form.size * at, word, count);
    for (size_t l = 0; l < count; l++)
        if (!(good >> l & 1)) memset(outs + form.size * (at + l), 0, form.size);
    note8(ok, at, n, good, lost, all, again);
}

/* outs = points that are made of points, of the first `share` rows: in(&packed, g, row) reads group
 * g of a chunk, between(groups) comes when all are read, out(q, p, groups) computes their q from
 * their points p; again(row) as in put8. */
template <class Form, class In, class Between, class Out, class Again>
static inline int points8_var(Form form, u8 *outs, u8 *ok, size_t share, const In &in,
                              const Between &between, const Out &out, const Again &again) {
    gej8 q[groups8];
    ge8_compressed packed[groups8];
    ge8 point[groups8];
    u8 infinity[groups8];
    int all = 1;
    for (size_t at = 0; at < share; at += 8 * groups8) {
        const size_t groups =
            each_group(at, share, [&](size_t g, size_t row) { in(&packed[g], g, row); });
        between(groups);
        ge8_lift_var(point, packed, groups);
        out(q, point, groups);
        ge8_set_gej_batch_var<groups8>(point, infinity, q, groups);
        each_group(at, share, [&](size_t g, size_t row) {
            put8(form, outs, ok, row, share, &point[g], vec_bits(packed[g].good), infinity[g], &all,
                 again);
        });
    }
    return all;
}

}  // namespace ufsecp::UF_TARGET
