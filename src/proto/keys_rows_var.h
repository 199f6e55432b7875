// Public keys in many rows, one at a time (in lanes: keys_rows_lanes_var.h): decompression,
// multiples, sums.  Variable time.
#pragma once
#include "mult/plan_var.h"
#include "proto/keys_var.h"
#include "proto/points_out_var.h"

namespace ufsecp::UF_TARGET {

static int engine_pubkey_decompress_batch_var(u8 *pks65, u8 *ok, const u8 *pks33, size_t n) {
    int all = 1;
    for (size_t i = 0; i < n; i++, pks33 += 33, pks65 += 65) {
        ge p;
        const bool good = pubkey_parse_var(&p, pks33, 33, false) == UFSECP_OK;
        if (good) pubkey_serialize(pks65, 65, &p);
        else memset(pks65, 0, 65);
        note(ok, i, good, &all);
    }
    return all;
}

/* -P is the key of the other parity.  The square root only tells whether P is there. */
static int engine_pubkey_negate_batch_var(u8 *out33, u8 *ok, const u8 *pks33, size_t n) {
    int all = 1;
    for (size_t i = 0; i < n; i++, pks33 += 33, out33 += 33) {
        ge p;
        const bool good = pubkey_parse_var(&p, pks33, 33, false) == UFSECP_OK;
        if (good) pubkey_negate_var(&p), pubkey_serialize(out33, 33, &p);
        else memset(out33, 0, 33);
        note(ok, i, good, &all);
    }
    return all;
}

/* Products, a chunk at a time: keys and scalars are loaded, a row with a bad one is infinity, which
 * is written as zeros, and the points are made affine by one inversion. */
static int engine_pubkey_mul_batch_var(u8 *out33, u8 *ok, const u8 *scalars32, const u8 *pks33,
                                       size_t n) {
    return points_batch_var(out33, ok, n, [&](gej *q, size_t i) {
        sc k;
        ge p;
        if (!is_true_var(sc_set_b32_seckey(&k, scalars32 + 32 * i)) ||
            pubkey_parse_var(&p, pks33 + 33 * i, 33, false) != UFSECP_OK)
            return false;
        mul_point_var(q, &p, &k);
        return true;
    });
}

static int engine_pubkey_mul_one_batch_var(u8 *out33, u8 *ok, const u8 *scalar32, const u8 *pks33,
                                           size_t n) {
    sc k;
    kplan plan;
    const bool usable = is_true_var(sc_set_b32_seckey(&k, scalar32));
    if (usable) kplan_from_scalar_var(&plan, &k);
    return points_batch_var(out33, ok, n, [&](gej *q, size_t i) {
        ge p;
        if (!usable || pubkey_parse_var(&p, pks33 + 33 * i, 33, false) != UFSECP_OK) return false;
        kplan_mul_var(q, &plan, &p);
        return true;
    });
}

static int engine_pubkey_mul_add_batch_var(u8 *out33, u8 *ok, const u8 *as32, const u8 *pks33,
                                           const u8 *bs32, size_t n) {
    return points_batch_var(out33, ok, n, [&](gej *q, size_t i) {
        sc a, b;
        ge_given p;
        return !is_true_var(sc_set_b32(&a, as32 + 32 * i) | sc_set_b32(&b, bs32 + 32 * i)) &&
               pubkey_read_var(&p, pks33 + 33 * i, 33, false) == UFSECP_OK &&
               mul2_given_var(q, &p, &a, &b);
    });
}

static int engine_mul_gen_batch_var(u8 *out33, u8 *ok, const u8 *scalars32, size_t n) {
    sc k[public_chunk];
    gej q[public_chunk];
    int all = 1;
    for (size_t at = 0; at < n; at += public_chunk) {
        const size_t m = chunk_size(at, n, public_chunk);
        for (size_t i = 0; i < m; i++)
            if (!is_true_var(sc_set_b32_seckey(&k[i], scalars32 + 32 * (at + i))))
                sc_set_zero(&k[i]);
        mul_gen_many_var<public_chunk>(q, k, m, n);
        put_points_var(as_key33{}, out33, ok, at, q, m, &all);
    }
    return all;
}

/* The sums P + t G of rows: xy64 is x || y of a point P, or with `even` of -P where y is odd. */
template <class Form>
static inline int tweak_batch_var(u8 *outs, u8 *ok, const u8 *xys64, size_t stride, bool even,
                                  const u8 *ts32, size_t t_stride, size_t n) {
    sc t[public_chunk];
    gej q[public_chunk];
    bool fits[public_chunk];
    int all = 1;
    for (size_t at = 0; at < n; at += public_chunk) {
        const size_t m = chunk_size(at, n, public_chunk);
        for (size_t i = 0; i < m; i++)
            fits[i] = !is_true_var(sc_set_b32(&t[i], ts32 + t_stride * (at + i)));
        mul_gen_many_var<public_chunk>(q, t, m, n);
        for (size_t i = 0; i < m; i++) {
            const u8 *const xy = xys64 + stride * (at + i);
            ge p;
            (void)fe_set_b32(&p.x, xy);
            (void)fe_set_b32(&p.y, xy + 32);
            if (even && is_true_var(fe_is_odd(&p.y))) pubkey_negate_var(&p);
            if (fits[i]) gej_add_ge_var(&q[i], &q[i], &p);
            else gej_set_infinity(&q[i]);
        }
        put_points_var(Form{}, outs, ok, at, q, m, &all);
    }
    return all;
}
static int engine_pubkey_tweak_batch_var(u8 *outs, size_t size, u8 *ok, const u8 *xys64,
                                         size_t stride, bool even, const u8 *ts32, size_t t_stride,
                                         size_t n) {
    return (size == 65
                ? tweak_batch_var<as_key65>
                : tweak_batch_var<as_xonly32>)(outs, ok, xys64, stride, even, ts32, t_stride, n);
}

/* p[i] = the point of row i, compressed (size 33) or x || y (64), and good[i] = whether there is
 * one; if not, p[i] = G, for work that leads to nothing. */
static inline void points_parse_var(ge *p, u8 *good, const u8 *rows, size_t size, size_t n) {
    for (size_t i = 0; i < n; i++, rows += size) {
        const bool found =
            size == 33 ? pubkey_parse_var(&p[i], rows, 33, false) == UFSECP_OK
                       : is_true_var(fe_set_b32(&p[i].x, rows) & fe_set_b32(&p[i].y, rows + 32)) &&
                             is_true_var(ge_is_on_curve(&p[i]));
        good[i] = found;
        if (!found) ge_set_generator(&p[i]);
    }
}
UF_PUBLIC_ONLY(points_parse_var);

}  // namespace ufsecp::UF_TARGET
