// Public keys in many rows, eight at a time (one at a time: keys_rows_var.h): decompression,
// multiples, sums.  Variable time.
#pragma once
#include "proto/keys_rows_var.h"
#include "proto/points_out_lanes_var.h"
#include "proto/products_lanes_var.h"

namespace ufsecp::UF_TARGET {

/* Products, a chunk of groups of eight at a time: keys and scalars are loaded and their ranges
 * looked at, keys are lifted by square roots, multiplied, made affine by one inversion for the
 * chunk, and written; a bad row gives zeros.  A lane that met an exceptional sum is done again
 * without lanes. */

static int engine8_pubkey_decompress_batch_var(u8 *pks65, u8 *ok, const u8 *pks33, size_t n) {
    const size_t share = share8(n);
    rows8<33> in{pks33, 33, share};
    ge8_compressed packed[groups8];
    ge8 key[groups8];
    int all = 1;
    for (size_t at = 0; at < share; at += 8 * groups8) {
        const size_t groups = each_group(at, share, [&](size_t g, size_t row) {
            size_t step;
            const u8 *p = in.group(row, &step);
            ge8_set_keys33(&packed[g], p, step);
        });
        ge8_lift_var(key, packed, groups);
        each_group(at, share, [&](size_t g, size_t row) {
            put8(as_key65{}, pks65, ok, row, share, &key[g], vec_bits(packed[g].good), 0, &all,
                 [](size_t) { return 0; });
        });
    }
    if (share < n)
        all &= UF_REST(pubkey_decompress_batch_var)(pks65 + 65 * share, from(ok, share),
                                                    pks33 + 33 * share, n - share);
    return all;
}

/* out33[i] = the points that compute(q, p, groups) makes of the n keys, a chunk at a time;
 * read(g, row) reads what else group g needs and gives its possible lanes; rest(i, m) does m rows
 * from i on without lanes. */
template <class Read, class Compute, class Rest>
static inline int mul_batch8_var(u8 *out33, u8 *ok, const u8 *pks33, size_t n, const Read &read,
                                 const Compute &compute, const Rest &rest) {
    const size_t share = share8(n);
    rows8<33> in{pks33, 33, share};
    const int all = points8_var(
        as_key33{}, out33, ok, share,
        [&](ge8_compressed *packed, size_t g, size_t row) {
            size_t step;
            const u8 *p = in.group(row, &step);
            ge8_set_keys33(packed, p, step);
            packed->good &= read(g, row);
        },
        [](size_t) {}, compute, [&](size_t i) { return rest(i, 1); });
    return share < n ? rest(share, n - share) & all : all;
}

static int engine8_pubkey_mul_batch_var(u8 *out33, u8 *ok, const u8 *scalars32, const u8 *pks33,
                                        size_t n) {
    rows8<32> in{scalars32, 32, share8(n)};
    sc5x52x8 a[groups8];
    return mul_batch8_var(
        out33, ok, pks33, n,
        [&](size_t g, size_t row) {
            size_t step;
            const u8 *p = in.group(row, &step);
            const vec8 over = sc_set_rows_b32(&a[g], p, step);
            return ~(over | sc_is_zero(&a[g]));
        },
        [&](gej8 *q, const ge8 *p, size_t groups) {
            products8 products;
            for (size_t g = 0; g < groups; g++) products.add_var(&q[g], &p[g], &a[g]);
            products.end_var();
        },
        [&](size_t i, size_t m) {
            return UF_REST(pubkey_mul_batch_var)(out33 + 33 * i, from(ok, i), scalars32 + 32 * i,
                                                 pks33 + 33 * i, m);
        });
}
static int engine8_pubkey_mul_one_batch_var(u8 *out33, u8 *ok, const u8 *scalar32, const u8 *pks33,
                                            size_t n) {
    sc k;
    kplan plan;
    const bool usable = is_true_var(sc_set_b32_seckey(&k, scalar32));
    if (!usable) sc_set_one(&k);
    kplan_from_scalar_var(&plan, &k);
    return mul_batch8_var(
        out33, ok, pks33, n, [&](size_t, size_t) { return vec_mask<vec8>(usable ? 0xFF : 0); },
        [&](gej8 *q, const ge8 *p, size_t groups) { mul8_plan_rows_var(q, &plan, p, groups); },
        [&](size_t i, size_t m) {
            return UF_REST(pubkey_mul_one_batch_var)(out33 + 33 * i, from(ok, i), scalar32,
                                                     pks33 + 33 * i, m);
        });
}
static int engine8_pubkey_mul_add_batch_var(u8 *out33, u8 *ok, const u8 *as32, const u8 *pks33,
                                            const u8 *bs32, size_t n) {
    gen_products8 bg(share8(n));
    rows8<32> a_in{as32, 32, share8(n)}, b_in{bs32, 32, share8(n)};
    sc5x52x8 a[groups8], b[groups8];
    return mul_batch8_var(
        out33, ok, pks33, n,
        [&](size_t g, size_t row) {
            size_t step;
            const u8 *p = a_in.group(row, &step);
            const vec8 over = sc_set_rows_b32(&a[g], p, step);
            p = b_in.group(row, &step);
            return ~(over | sc_set_rows_b32(&b[g], p, step));
        },
        [&](gej8 *q, const ge8 *p, size_t groups) {
            products8 products;
            for (size_t g = 0; g < groups; g++) {
                products.add_var(&q[g], &p[g], &a[g]);
                bg.set_scalar_var(g, &b[g]);
            }
            products.end_var();
            bg.add_to_var(q, groups);
        },
        [&](size_t i, size_t m) {
            return UF_REST(pubkey_mul_add_batch_var)(out33 + 33 * i, from(ok, i), as32 + 32 * i,
                                                     pks33 + 33 * i, bs32 + 32 * i, m);
        });
}

/* outs = k G for n scalars k, to which between(&sums, at, groups) may add what belongs to the rows
 * from `at` on.  The scalar 0 is bad if zero_is_bad, else its lane is lost.  rest(i, m) does m rows
 * from i on without lanes. */
template <class Form, class Between, class Rest>
static inline int gen_sums8_var(Form form, u8 *outs, u8 *ok, const u8 *scalars32, size_t stride,
                                size_t n, bool zero_is_bad, const Between &between,
                                const Rest &rest) {
    constexpr size_t groups = comb_sums::room;
    const size_t share = share8(n);
    const comb table = comb_for_var(share);
    rows8<32> in{scalars32, stride, share};
    comb_scalars scalars[groups];
    comb_sums sums;
    u32 good[groups];
    int all = 1;
    for (size_t at = 0; at < share; at += 8 * groups) {
        const size_t used = groups_of(chunk_size(at, share, 8 * groups));
        for (size_t g = 0; g < used; g++) {
            size_t step;
            const u8 *p = in.group(at + 8 * g, &step);
            sc5x52x8 k;
            vec8 bad = sc_set_rows_b32(&k, p, step);
            if (zero_is_bad) bad |= sc_is_zero(&k);
            good[g] = vec_bits(~bad);
            comb_set_scalars_var(&scalars[g], &table, &k);
        }
        comb_run_var(&sums, &table, scalars, used);
        between(&sums, at, used);
        for (size_t g = 0; g < used; g++)
            put8(form, outs, ok, at + 8 * g, share, &sums.sum[g], good[g], sums.lost[g], &all,
                 [&](size_t i) { return rest(i, 1); });
    }
    return share < n ? rest(share, n - share) & all : all;
}

static int engine8_mul_gen_batch_var(u8 *out33, u8 *ok, const u8 *scalars32, size_t n) {
    return gen_sums8_var(
        as_key33{}, out33, ok, scalars32, 32, n, true, [](auto *, size_t, size_t) {},
        [&](size_t i, size_t m) {
            return UF_REST(mul_gen_batch_var)(out33 + 33 * i, from(ok, i), scalars32 + 32 * i, m);
        });
}

template <class Form>
static inline int tweak_batch8_var(u8 *outs, u8 *ok, const u8 *xys64, size_t stride, bool even,
                                   const u8 *ts32, size_t t_stride, size_t n) {
    constexpr size_t size = Form::size;
    rows8<64> points{xys64, stride, share8(n)};
    return gen_sums8_var(
        Form{}, outs, ok, ts32, t_stride, n, false,
        [&](comb_sums *s, size_t at, size_t groups) {
            const auto point = [&](size_t g) {
                size_t step;
                ge_of<fe8> r;
                const u8 *p = points.group(at + 8 * g, &step);
                fe_set_rows_b32(&r.x, p, step);
                fe_set_rows_b32(&r.y, p + 32, step);
                if (even) fe_cond_neg(&r.y, fe_is_odd(&r.y));
                return r;
            };
            ge8_add_batch_var<comb_sums::room>(s->sum, s->lost, s->sum, s->before, groups, point);
        },
        [&](size_t i, size_t m) {
            return UF_REST(pubkey_tweak_batch_var)(outs + size * i, size, from(ok, i),
                                                   xys64 + stride * i, stride, even,
                                                   ts32 + t_stride * i, t_stride, m);
        });
}
static int engine8_pubkey_tweak_batch_var(u8 *outs, size_t size, u8 *ok, const u8 *xys64,
                                          size_t stride, bool even, const u8 *ts32, size_t t_stride,
                                          size_t n) {
    return (size == 65
                ? tweak_batch8_var<as_key65>
                : tweak_batch8_var<as_xonly32>)(outs, ok, xys64, stride, even, ts32, t_stride, n);
}

/* r = eight points x || y; returns the lanes that are on the curve, their bytes in range. */
static inline vec8 ge8_set_rows_xy_var(ge8 *r, const u8 *xy64, size_t step) {
    fe8 x, y, t, b;
    const vec8 below_p = fe_set_rows_b32(&x, xy64, step) & fe_set_rows_b32(&y, xy64 + 32, step);
    fe_store(&r->x, &x);
    fe_store(&r->y, &y);
    fe_sqr(&t, &x);
    fe_set_int(&b, UF_CURVE_B);
    fe_mul_add(&t, &t, &x, &b);
    fe_sqr(&y, &y);
    return below_p & fe_equal(&t, &y);
}

/* As points_parse_var, in lanes: those that have no point, or are left over, hold none. */
template <size_t N>
static inline void points8_parse_var(ge8 *point, u8 *good, const u8 *rows, size_t size, size_t n) {
    const size_t groups = groups_of(n);
    ge8_compressed packed[N];
    UF_CHECK(groups <= N);
    if (size == 33) {
        rows8<33> in{rows, 33, n};
        for (size_t g = 0; g < groups; g++) {
            size_t step;
            const u8 *p = in.group(8 * g, &step);
            ge8_set_keys33(&packed[g], p, step);
        }
        ge8_lift_var(point, packed, groups);
    } else {
        rows8<64> in{rows, 64, n};
        for (size_t g = 0; g < groups; g++) {
            size_t step;
            const u8 *p = in.group(8 * g, &step);
            packed[g].good = ge8_set_rows_xy_var(&point[g], p, step);
        }
    }
    for (size_t i = 0; i < n; i++) good[i] = vec_bits(packed[i / 8].good) >> i % 8 & 1;
}

/* points_parse_var by lanes, for n <= secret_chunk. */
static inline void chunk_parse_var(ge *p, u8 *good, const u8 *rows, size_t size, size_t n) {
    static_assert(secret_chunk % 8 == 0);
    ge8 point[secret_chunk / 8];
    ge row[8];
    points8_parse_var<secret_chunk / 8>(point, good, rows, size, n);
    for (size_t i = 0; i < n; i++) {
        if (i % 8 == 0) ge8_get_rows(row, &point[i / 8]);
        if (good[i]) p[i] = row[i % 8];
        else ge_set_generator(&p[i]);
    }
}
UF_PUBLIC_ONLY(chunk_parse_var);

}  // namespace ufsecp::UF_TARGET
