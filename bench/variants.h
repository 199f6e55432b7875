// Multiplications that only benchmarks compare with those of src/mult, all in variable time:
// Shamir's trick, joint sparse form, windows without the endomorphism.
#pragma once
#include <stdlib.h>

#include <vector>

#include "lanes/choose_var.h"

namespace ufsecp::UF_TARGET {

/* r[i] = the affine form of a[i], none infinite. */
static inline void to_affine_batch_var(ge *r, const gej *a, size_t n) {
    std::vector<fe> z(n), zi(n);
    for (size_t i = 0; i < n; i++) z[i] = a[i].z;
    fe_batch_inv_var(zi.data(), z.data(), n);
    for (size_t i = 0; i < n; i++) ge_set_gej_zinv_var(&r[i], &a[i], &zi[i]);
}

/* r += digit * table[(|digit| - 1)]; nothing for 0. */
static inline void add_multiple_var(gej *r, const ge *table, int digit) {
    if (digit == 0) return;
    ge p = table[abs(digit) - 1];
    if (digit < 0) ge_neg(&p, &p);
    gej_add_ge_var(r, r, &p);
}

/* The sums d1 P + d2 Q of a joint digit pair, 0 <= d1, d2 < 2^w not both 0, affine: table[d1 + (d2
 * << w) - 1]. */
static inline void joint_table_var(ge *table, const ge *p, const ge *q, int w) {
    const int side = 1 << w;
    std::vector<gej> sums((size_t)(side * side));
    gej_set_infinity(&sums[0]);
    for (int i = 1; i < side; i++) gej_add_ge_var(&sums[i], &sums[i - 1], p);
    for (int i = side; i < side * side; i++) gej_add_ge_var(&sums[i], &sums[i - side], q);
    to_affine_batch_var(table, &sums[1], sums.size() - 1);
}

/* r = a P + b Q by Shamir's trick: both scalars read w bits at a time, one joint table, `bits`
 * doublings (a multiple of w). */
static inline void shamir_var(gej *r, const ge *p, const sc *a, const ge *q, const sc *b, int w,
                              int bits) {
    ge table[15];
    joint_table_var(table, p, q, w);
    gej_set_infinity(r);
    for (int i = bits - w; i >= 0; i -= w) {
        for (int j = 0; j < w; j++) gej_dbl_var(r, r);
        add_multiple_var(r, table, (int)(sc_get_bits(a, i, w) | sc_get_bits(b, i, w) << w));
    }
}

/* r = a P + b Q in joint sparse form: table P, Q, P + Q, P - Q. */
static inline void jsf_var(gej *r, const ge *p, const sc *a, const ge *q, const sc *b) {
    signed char d[2][257];
    gej sum[2];
    ge table[4], minus;
    const int length = sc_jsf_var(d[0], d[1], a, b);
    ge_neg(&minus, q);
    gej_set_ge(&sum[0], p);
    gej_add_ge_var(&sum[1], &sum[0], &minus);
    gej_add_ge_var(&sum[0], &sum[0], q);
    table[0] = *p, table[1] = *q;
    to_affine_batch_var(&table[2], sum, 2);
    gej_set_infinity(r);
    for (int i = length - 1; i >= 0; i--) {
        gej_dbl_var(r, r);
        const int x = d[0][i], y = d[1][i];
        const int row = y == 0 ? 1 : x == 0 ? 2 : x == y ? 3 : 4;
        add_multiple_var(r, table, (x != 0 ? x : y) * (x == 0 && y == 0 ? 0 : row));
    }
}

/* r = k p in width-w non-adjacent form without the endomorphism: 256 doublings. */
static inline void mul_point_wnaf_var(gej *r, const ge *p, const sc *k, int w) {
    int digit[257];
    ge odd[32];
    fe z;
    const int length = sc_wnaf_var(digit, 257, k, w);
    ge_odd_multiples(odd, &z, p, 1 << (w - 2));
    gej_set_infinity(r);
    for (int i = length - 1; i >= 0; i--) {
        gej_dbl_var(r, r);
        add_multiple_var(r, odd,
                         digit[i] < 0   ? -((-digit[i] >> 1) + 1)
                         : digit[i] > 0 ? (digit[i] >> 1) + 1
                                        : 0);
    }
    fe_mul(&r->z, &r->z, &z);
}

/* r = a G + b Q as two separate multiplications and an addition. */
static inline void separate_var(gej *r, const sc *a, const ge *q, const sc *b) {
    gej t;
    mul_gen_var(&t, a);
    mul_point_var(r, q, b);
    gej_add_var(r, r, &t);
}

/* The same with the second scalar's digits ready in a plan. */
static inline void separate_plan_var(gej *r, const sc *a, const ge *q, const kplan *plan) {
    gej t;
    mul_gen_var(&t, a);
    kplan_mul_var(r, plan, q);
    gej_add_var(r, r, &t);
}

/* Windows of fixed-base multiples: row[i][j] = (j + 1) 2^(w i) G, w bits a window, signed digits,
 * no doublings. */
struct window_table {
    int w = 0;
    size_t rows = 0; /* a window */
    std::vector<ge_entry> row;

    static int windows(int w, int bits) { return bits / w + 1; }

    void build(int width) {
        w = width;
        rows = (size_t)1 << (w - 1);
        std::vector<ge_entry>().swap(row); /* the old table goes first: these can be large */
        row.resize(rows * (size_t)windows(w, 256));
        gej sum, base;
        ge p;
        ge_set_generator(&p);
        std::vector<gej> chunk;
        std::vector<ge> affine(1024);
        for (size_t at = 0; at < row.size();) {
            if (at % rows == 0) gej_set_infinity(&sum);
            chunk.clear();
            for (size_t end = at + rows - at % rows;
                 at + chunk.size() < end && chunk.size() < affine.size();) {
                gej_add_ge_var(&sum, &sum, &p);
                chunk.push_back(sum);
            }
            to_affine_batch_var(affine.data(), chunk.data(), chunk.size());
            for (size_t i = 0; i < chunk.size(); i++) ge_get_entry(&row[at + i], &affine[i]);
            at += chunk.size();
            if (at % rows == 0) {
                gej_dbl_var(&base, &sum); /* the last row is 2^(w-1) times the base */
                ge_set_gej_var(&p, &base);
            }
        }
    }

    /* r += +-k G, or +-k lambda G, for the k < 2^256 of which the windows that `bits` bits need are
     * read. */
    void add(gej *r, const sc *k, int bits, bool negative, bool lambda) const {
        int carry = 0;
        for (int i = 0; i < windows(w, bits); i++) {
            const int count = 256 - w * i < w ? 256 - w * i : w;
            int digit = (count > 0 ? (int)sc_get_bits(k, w * i, count) : 0) + carry;
            carry = digit > 1 << (w - 1);
            if (carry) digit -= 1 << w;
            if (digit == 0) continue;
            ge p;
            ge_set_entry(&p, &row[rows * (size_t)i + (size_t)abs(digit) - 1]);
            if (lambda) ge_mul_lambda(&p, &p);
            if ((digit < 0) != negative) ge_neg(&p, &p);
            gej_add_ge_var(r, r, &p);
        }
    }
    void mul(gej *r, const sc *k) const {
        gej_set_infinity(r);
        add(r, k, 256, false, false);
    }
    void mul_glv(gej *r, const sc *k) const {
        sc half[2];
        sc_split_lambda(&half[0], &half[1], k);
        gej_set_infinity(r);
        for (int i = 0; i < 2; i++) {
            const bool negative = is_true_var(sc_is_high(&half[i]));
            if (negative) sc_neg(&half[i], &half[i]);
            add(r, &half[i], 128, negative, i == 1);
        }
    }
};

}  // namespace ufsecp::UF_TARGET
