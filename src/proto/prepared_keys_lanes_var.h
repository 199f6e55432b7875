// Verification of many signatures by one prepared public key, eight at a time.  Variable time.
#pragma once
#include "hash/tagged.h"
#include "proto/prepared_keys_var.h"
#include "proto/products_lanes_var.h"

namespace ufsecp::UF_TARGET {

/* Groups whose sums a P + b G share inversions: more of them than other batches have, as all that
 * they compute is such sums. */
struct prepared_sums {
    static constexpr size_t most = 32;
    comb_scalars a[most], b[most];
    comb_sums run; /* in the end its sums and lost lanes are those of a P + b G */
    ge8 ap[most];

    void set_scalars_var(size_t g, const comb *key, const sc5x52x8 *a_of_p, const comb *gen,
                         const sc5x52x8 *b_of_g) {
        comb_set_scalars_var(&a[g], key, a_of_p);
        comb_set_scalars_var(&b[g], gen, b_of_g);
    }
    /* cost: 52 additions and those of gen, of affine sums that share inversions (comb_run_var). */
    void compute_var(const comb *key, const comb *gen, size_t groups) {
        if (groups < comb_least) {
            gej8 sum[comb_least];
            for (size_t g = 0; g < groups; g++) {
                comb_mul8_var(&sum[g], key, &a[g]);
                comb_add8_var(&sum[g], gen, &b[g], 0);
            }
            return ge8_set_gej_batch_var<comb_least>(run.sum, run.lost, sum, groups);
        }
        u8 lost[most];
        comb_run_var(&run, key, a, groups);
        for (size_t g = 0; g < groups; g++) {
            ap[g] = run.sum[g];
            lost[g] = run.lost[g];
        }
        comb_run_var(&run, gen, b, groups);
        for (size_t g = 0; g < groups; g++) run.lost[g] |= lost[g];
        ge8_add_batch_var<most>(run.sum, run.lost, run.sum, run.before, groups, [this](size_t g) {
            ge_of<fe8> r;
            fe_load(&r.x, &ap[g].x);
            fe_load(&r.y, &ap[g].y);
            return r;
        });
    }
};

/* A chunk of groups of eight at a time:
 *   load      h, r and s; a row with one out of its range is false
 *   inverse   of all s of the chunk, by one inversion
 *   product   a P + b G with a = r/s and b = h/s, affine
 *   check     its x is r
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
    constexpr size_t most = prepared_sums::most;
    sc5x52x8 r[most];
    prepared_sums sums;
    vec8 good[most];
    int all = 1;
    const auto read = [&](size_t at) UF_APART_LAMBDA {
        sc5x52x8 h[most], s[most], s_inv[most];
        const size_t groups = each_group<most>(at, share, [&](size_t g, size_t row) {
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
        for (size_t g = 0; g < groups; g++) {
            sc5x52x8 a, b;
            sc_mul(&b, &h[g], &s_inv[g]);
            sc_mul(&a, &r[g], &s_inv[g]);
            sums.set_scalars_var(g, &table, &a, &gen, &b);
        }
        return groups;
    };
    for (size_t at = 0; at < share; at += 8 * most) {
        sums.compute_var(&table, &gen, read(at));
        each_group<most>(at, share, [&](size_t g, size_t row) {
            fe8 x, claimed;
            fe_load(&x, &sums.run.sum[g].x);
            fe_set_scalar(&claimed, &r[g]);
            const u32 lost = sums.run.lost[g];
            /* x may also be r + n, where that is below p: r below 2^129, and so limb 3 zero. */
            const u32 repeat = lost | vec_bits((vec8)((r[g].n[3] | r[g].n[4]) == vec8{}));
            note8(ok, row, share, vec_bits(good[g]) & (vec_bits(fe_equal(&x, &claimed)) | repeat),
                  repeat, &all, [&](size_t i) { return rest(i, 1); });
        });
    }
    return share < n ? rest(share, n - share) & all : all;
}

/* A chunk of groups of eight at a time:
 *   hash      the challenges e of all rows, side by side
 *   load      R and s; a row with one out of its range is false
 *   product   a P + b G with a = -e, or e where the key has an odd y, and b = s; affine
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
    constexpr size_t most = prepared_sums::most;
    prepared_sums sums;
    fe8_stored claimed[most];
    vec8 good[most];
    u8 e32[8 * most][32], x32[32];
    int all = 1;
    prepared_x32(x32, key);
    for (size_t at = 0; at < share; at += 8 * most) {
        memset(e32, 0, sizeof e32);
        bip340_challenges(e32[0], {sigs64 + 64 * at, 64}, {x32, 0}, {msgs32 + 32 * at, 32},
                          chunk_size(at, share, 8 * most));
        const size_t groups = each_group<most>(at, share, [&](size_t g, size_t row) {
            size_t step;
            const u8 *p = sigs.group(row, &step);
            sc5x52x8 a, b;
            fe8 x;
            good[g] = fe_set_rows_b32(&x, p, step) & ~sc_set_rows_b32(&b, p + 32, step);
            fe_store(&claimed[g], &x);
            sc_set_rows_b32(&a, e32[8 * g], 32);
            if (key->odd == 0) sc_neg(&a, &a);
            sums.set_scalars_var(g, &table, &a, &gen, &b);
        });
        sums.compute_var(&table, &gen, groups);
        each_group<most>(at, share, [&](size_t g, size_t row) {
            fe8 x, y, r;
            fe_load(&x, &sums.run.sum[g].x);
            fe_load(&y, &sums.run.sum[g].y);
            fe_load(&r, &claimed[g]);
            fe_normalize(&y);
            const vec8 holds = fe_equal(&x, &r) & ~fe_is_odd(&y);
            const u32 lost = sums.run.lost[g];
            note8(ok, row, share, vec_bits(good[g]) & (vec_bits(holds) | lost), lost, &all,
                  [&](size_t i) { return rest(i, 1); });
        });
    }
    return share < n ? rest(share, n - share) & all : all;
}

}  // namespace ufsecp::UF_TARGET
