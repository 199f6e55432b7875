// ECDSA public key recovery of many rows, eight at a time (one at a time: recover_rows_var.h).
// Variable time.
#pragma once
#include "proto/points_out_lanes_var.h"
#include "proto/products_lanes_var.h"
#include "proto/recover_rows_var.h"

namespace ufsecp::UF_TARGET {

/* x = r or, in the lanes of `second`, r + n; the lanes where that is below p.  The rule has twins,
 * which ecdsa_var.h names. */
static inline vec8 x8_of_r(fe8 *x, const sc5x52x8 *r, vec8 second) {
    fe8 n;
    fe_set_scalar(x, r);
    fe_set1_limbs64(&n, sc4x64_order);
    fe_add(&n, &n, x);
    fe_carry(&n); /* below 2^257 and exact: r + n < p exactly if it is normalized already */
    fe8 reduced = n;
    fe_normalize(&reduced);
    vec8 differs{};
    for (int i = 0; i < 5; i++) differs |= n.n[i] ^ reduced.n[i];
    fe_cmov(x, &reduced, second);
    return ~second | (vec8)(differs == vec8{});
}

/* Rows of 97 bytes: message hash, r, s, recovery id.  A chunk of groups of eight at a time:
 *   load      h, r, s and the id; ranges, and the x of R, which is r or r + n
 *   inverse   of all r of the chunk, by one inversion
 *   lift      the y of all R, by square roots
 *   product   s/r R - h/r G
 *   write     all points of the chunk, made affine by one inversion
 * A lane that met an exceptional sum is done again without lanes. */
static int recover_batch8_var(as_chosen form, u8 *outs, u8 *ok, const u8 *rows, size_t stride,
                              size_t n, int (*scalar)(u8 *, u8 *, const u8 *, size_t, size_t)) {
    const size_t share = share8(n);
    rows8<97> in{rows, stride, share};
    gen_products8 bg(share);
    sc5x52x8 h[groups8], r[groups8], s[groups8], r_inv[groups8];
    const auto parse = [&](ge8_compressed *rp, size_t g, size_t row) {
        size_t step;
        const u8 *p = in.group(row, &step);
        u32 odd = 0, second = 0, possible = 0;
        fe8 x;
        for (size_t l = 0; l < 8; l++) {
            const u8 recid = p[l * step + 96];
            odd |= (u32)(recid & 1) << l;
            second |= (u32)(recid >> 1 & 1) << l;
            possible |= (u32)(recid < 4) << l;
        }
        sc_set_rows_b32(&h[g], p, step);
        vec8 bad = sc_set_rows_b32(&r[g], p + 32, step) | sc_set_rows_b32(&s[g], p + 64, step);
        bad |= sc_is_zero(&r[g]) | sc_is_zero(&s[g]);
        rp->odd = vec_mask<vec8>(odd);
        rp->good = vec_mask<vec8>(possible) & ~bad & x8_of_r(&x, &r[g], vec_mask<vec8>(second));
        fe_store(&rp->x, &x);
    };
    const auto compute = [&](gej8 *q, const ge8 *rp, size_t groups) {
        products8 products;
        for (size_t g = 0; g < groups; g++) {
            sc5x52x8 a, b;
            sc_mul(&b, &h[g], &r_inv[g]);
            sc_neg(&b, &b);
            sc_mul(&a, &s[g], &r_inv[g]);
            products.add_var(&q[g], &rp[g], &a);
            bg.set_scalar_var(g, &b);
        }
        products.end_var();
        bg.add_to_var(q, groups);
    };
    const auto rest = [&](size_t i, size_t m) {
        return scalar(outs + form.size * i, from(ok, i), rows + i * stride, stride, m);
    };
    const int all = points8_var(
        form, outs, ok, share, parse, [&](size_t groups) { sc_batch_inv_var(r_inv, r, groups); },
        compute, [&](size_t i) { return rest(i, 1); });
    return share < n ? rest(share, n - share) & all : all;
}
static int engine8_recover_rows_var(u8 *pks33, u8 *ok, const u8 *rows, size_t stride, size_t n) {
    return recover_batch8_var(chosen(as_key33{}), pks33, ok, rows, stride, n,
                              UF_REST(recover_rows_var));
}
static int engine8_ecrecover_rows_var(u8 *addresses20, u8 *ok, const u8 *rows, size_t stride,
                                      size_t n) {
    return recover_batch8_var(chosen(as_address20{}), addresses20, ok, rows, stride, n,
                              UF_REST(ecrecover_rows_var));
}

}  // namespace ufsecp::UF_TARGET
