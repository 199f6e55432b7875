// Verification of many signatures by one prepared public key, eight at a time.  Variable time.
#pragma once
#include "hash/tagged.h"
#include "proto/prepared_keys_var.h"
#include "proto/products_lanes_var.h"

namespace ufsecp::UF_TARGET {

/* r = a P + b G, of the key's point and of G by its comb; z = 0 in a lane that met an exceptional
 * sum.
 * cost: 52 additions, and those of the comb. */
static inline void prepared_mul8_add_gen(gej8 *r, const comb *key, const comb *gen,
                                         const sc5x52x8 *a, const sc5x52x8 *b) {
    comb_scalars bits;
    comb_set_scalars_var(&bits, key, a);
    comb_mul8_var(r, key, &bits);
    comb_set_scalars_var(&bits, gen, b);
    comb_add8_var(r, gen, &bits, 0);
}

/* The lanes whose x coordinate is `x`, without an inversion; none where z = 0. */
UF_KERNEL vec8 gej8_has_x(const gej8 *a, const fe8 *x) {
    fe8 z, t, ax;
    fe_load(&z, &a->z);
    fe_load(&ax, &a->x);
    fe_sqr(&t, &z);
    fe_mul(&t, &t, x);
    fe_neg(&ax, &ax, 2);
    fe_add(&t, &t, &ax);
    return fe_is_zero(&t) & ~fe_is_zero(&z);
}

/* A chunk of groups of eight at a time:
 *   load      h, r and s; a row with one out of its range is false
 *   inverse   of all s of the chunk, by one inversion
 *   product   a P + b G with a = r/s and b = h/s
 *   check     its x is r, without an inversion
 * A lane that met an exceptional sum, and one whose x may also be r + n, is done again without
 * lanes.  That rule has twins, which ecdsa_var.h names. */
static int engine8_ecdsa_prepared_batch_var(u8 *ok, const u8 *msgs32, const u8 *sigs64, size_t n,
                                            const prepared_point *key, unsigned flags) {
    const size_t share = share8(n);
    const auto rest = [&](size_t i, size_t m) {
        return UF_REST(ecdsa_prepared_batch_var)(from(ok, i), msgs32 + 32 * i, sigs64 + 64 * i, m,
                                                 key, flags);
    };
    rows8<32> msgs{msgs32, 32, share};
    rows8<64> sigs{sigs64, 64, share};
    const comb table = prepared_comb(key), gen = comb_for_var(share);
    sc5x52x8 h[groups8], r[groups8], s[groups8], s_inv[groups8];
    vec8 good[groups8];
    int all = 1;
    for (size_t at = 0; at < share; at += 8 * groups8) {
        const size_t groups = each_group(at, share, [&](size_t g, size_t row) {
            size_t step;
            const u8 *p = msgs.group(row, &step);
            sc_set_rows_b32(&h[g], p, step);
            p = sigs.group(row, &step);
            vec8 bad = sc_set_rows_b32(&r[g], p, step) | sc_set_rows_b32(&s[g], p + 32, step);
            bad |= sc_is_zero(&r[g]) | sc_is_zero(&s[g]);
            if (flags & UFSECP_LOW_S) bad |= sc_is_high(&s[g]);
            good[g] = ~bad;
        });
        sc_batch_inv_var(s_inv, s, groups);
        each_group(at, share, [&](size_t g, size_t row) {
            sc5x52x8 a, b;
            gej8 sum;
            fe8 x;
            sc_mul(&b, &h[g], &s_inv[g]);
            sc_mul(&a, &r[g], &s_inv[g]);
            prepared_mul8_add_gen(&sum, &table, &gen, &a, &b);
            fe_set_scalar(&x, &r[g]);
            const u32 lost = vec_bits(gej8_is_infinity(&sum));
            /* x may also be r + n, where that is below p: r below 2^129, and so limb 3 zero. */
            const u32 repeat = lost | vec_bits((vec8)((r[g].n[3] | r[g].n[4]) == vec8{}));
            note8(ok, row, share, vec_bits(good[g]) & (vec_bits(gej8_has_x(&sum, &x)) | repeat),
                  repeat, &all, [&](size_t i) { return rest(i, 1); });
        });
    }
    return share < n ? rest(share, n - share) & all : all;
}

/* A chunk of groups of eight at a time:
 *   hash      the challenges e of all rows, side by side
 *   load      R and s; a row with one out of its range is false
 *   product   a P + b G with a = -e, or e where the key has an odd y, and b = s
 *   inverse   one for all points of the chunk
 *   check     the point's x is R, and its y is even
 * A lane that met an exceptional sum is done again without lanes. */
static int engine8_schnorr_prepared_batch_var(u8 *ok, const u8 *msgs32, const u8 *sigs64, size_t n,
                                              const prepared_point *key) {
    const size_t share = share8(n);
    const auto rest = [&](size_t i, size_t m) {
        return UF_REST(schnorr_prepared_batch_var)(from(ok, i), msgs32 + 32 * i, sigs64 + 64 * i, m,
                                                   key);
    };
    rows8<64> sigs{sigs64, 64, share};
    const comb table = prepared_comb(key), gen = comb_for_var(share);
    gej8 sum[groups8];
    ge8 point[groups8];
    fe8_stored claimed[groups8];
    vec8 good[groups8];
    u8 lost[groups8];
    u8 e32[8 * groups8][32], x32[32];
    int all = 1;
    prepared_x32(x32, key);
    for (size_t at = 0; at < share; at += 8 * groups8) {
        memset(e32, 0, sizeof e32);
        bip340_challenges(e32[0], {sigs64 + 64 * at, 64}, {x32, 0}, {msgs32 + 32 * at, 32},
                          chunk_size(at, share, 8 * groups8));
        const size_t groups = each_group(at, share, [&](size_t g, size_t row) {
            size_t step;
            const u8 *p = sigs.group(row, &step);
            sc5x52x8 a, b;
            fe8 x;
            good[g] = fe_set_rows_b32(&x, p, step) & ~sc_set_rows_b32(&b, p + 32, step);
            fe_store(&claimed[g], &x);
            sc_set_rows_b32(&a, e32[8 * g], 32);
            if (key->odd == 0) sc_neg(&a, &a);
            prepared_mul8_add_gen(&sum[g], &table, &gen, &a, &b);
        });
        ge8_set_gej_batch_var<groups8>(point, lost, sum, groups);
        each_group(at, share, [&](size_t g, size_t row) {
            fe8 x, y, r;
            fe_load(&x, &point[g].x);
            fe_load(&y, &point[g].y);
            fe_load(&r, &claimed[g]);
            fe_normalize(&y);
            const vec8 holds = fe_equal(&x, &r) & ~fe_is_odd(&y);
            note8(ok, row, share, vec_bits(good[g]) & (vec_bits(holds) | lost[g]), lost[g], &all,
                  [&](size_t i) { return rest(i, 1); });
        });
    }
    return share < n ? rest(share, n - share) & all : all;
}

}  // namespace ufsecp::UF_TARGET
