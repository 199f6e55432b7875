// k*P for a scalar that is used again and again: its split and its digits are worked out once, in a
// plan.
#pragma once
#include "group/add_var.h"
#include "mult/odd_multiples.h"
#include "mult/tables.h"
#include "scalar/glv.h"
#include "scalar/recode.h"
#include "scalar/recode_var.h"

namespace ufsecp::UF_TARGET {

/* The digits of k = k1 + lambda k2 in width-w non-adjacent form, each in +-{1, 3, ...}, lowest
 * first. */
struct kplan {
    static constexpr int max_digits = 130;
    int16_t digit[2][max_digits];
    int length[2];
};
static_assert(UF_ODD_WINDOW <= 16 && UF_POINT_WINDOW_VAR <= 16,
              "a digit of a wider window does not fit its int16_t");

/* The plan of k for tables of 2^(window-2) odd multiples; k public.  window <= 16. */
static inline void kplan_set_var(kplan *r, const sc *k, int window) {
    sc part[2];
    int wnaf[kplan::max_digits];
    sc_split_lambda(&part[0], &part[1], k);
    for (int i = 0; i < 2; i++) {
        r->length[i] = sc_wnaf_var(wnaf, kplan::max_digits, &part[i], window);
        for (int j = 0; j < r->length[i]; j++) r->digit[i][j] = (int16_t)wnaf[j];
    }
}
static inline void kplan_from_scalar_var(kplan *r, const sc *k) {
    kplan_set_var(r, k, UF_POINT_WINDOW_VAR);
}
UF_PUBLIC_ONLY(kplan_set_var);
UF_PUBLIC_ONLY(kplan_from_scalar_var);

/* The digit at position i of half h: 0 past the top. */
static inline int kplan_digit_var(const kplan *k, int h, int i) {
    return i < k->length[h] ? k->digit[h][i] : 0;
}
UF_PUBLIC_ONLY(kplan_digit_var);
static inline int kplan_length_var(const kplan *k) {
    return k->length[0] > k->length[1] ? k->length[0] : k->length[1];
}
UF_PUBLIC_ONLY(kplan_length_var);

/* Odd multiples of a public point and of lambda times it, over the third coordinate z. */
struct point_table {
    static constexpr int entries = 1 << (UF_POINT_WINDOW_VAR - 2);
    ge odd[2][entries];
    fe z;
};

static inline void point_table_set_var(point_table *r, const ge *p) {
    ge_odd_multiples(r->odd[0], &r->z, p, point_table::entries);
    for (int j = 0; j < point_table::entries; j++) ge_mul_lambda(&r->odd[1][j], &r->odd[0][j]);
}
UF_PUBLIC_ONLY(point_table_set_var);

/* r = digit * (the point of this half of the table); digit odd. */
static inline void point_table_get_var(ge *r, const point_table *t, int half, int digit) {
    *r = t->odd[half][(digit < 0 ? -digit : digit) >> 1];
    if (digit < 0) ge_neg(r, r);
}
UF_PUBLIC_ONLY(point_table_get_var);

/* r = k p for the plan of k.
 * cost: 128 doublings, about 43 additions, a table of 8. */
static inline void kplan_mul_scalar_var(gej *r, const kplan *k, const ge *p) {
    point_table table;
    ge summand;
    point_table_set_var(&table, p);
    gej_set_infinity(r);
    for (int i = kplan_length_var(k) - 1; i >= 0; i--) {
        gej_dbl_var(r, r);
        for (int half = 0; half < 2; half++) {
            const int d = kplan_digit_var(k, half, i);
            if (d == 0) continue;
            point_table_get_var(&summand, &table, half, d);
            gej_add_ge_var(r, r, &summand);
        }
    }
    fe_mul(&r->z, &r->z, &table.z);
}
UF_PUBLIC_ONLY(kplan_mul_scalar_var);

}  // namespace ufsecp::UF_TARGET
