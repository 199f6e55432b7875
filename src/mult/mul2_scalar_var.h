// a*P + b*G for public scalars, one field operation after another: four half-length scalars share
// one chain of doublings.
//
// Reference: shared doublings, Straus, "Addition chains of vectors", 1964.
#pragma once
#include "mult/plan_var.h"

namespace ufsecp::UF_TARGET {

/* r = digit * G (half 0) or digit * lambda G (half 1); digit odd. */
static inline void generator_multiple_var(ge *r, int half, int digit) {
    ge_set_row(r, &odd_table[(digit < 0 ? -digit : digit) >> 1]);
    if (half) ge_mul_lambda(r, r);
    if (digit < 0) ge_neg(r, r);
}
UF_PUBLIC_ONLY(generator_multiple_var);

/* r = a p + b G; a and b may be zero.  cost: 128 doublings, about 60 additions, a table of 8.
 * p's table lies on an isomorphic curve, where its entries are affine; those of G come there by the
 * scaled addition. */
static inline void mul2_scalar_var(gej *r, const ge *p, const sc *a, const sc *b) {
    kplan on_p, on_g;
    point_table table;
    ge summand;
    kplan_from_scalar_var(&on_p, a);
    kplan_set_var(&on_g, b, UF_ODD_WINDOW);
    point_table_set_var(&table, p);
    gej_set_infinity(r);
    const int length_p = kplan_length_var(&on_p), length_g = kplan_length_var(&on_g);
    for (int i = (length_p > length_g ? length_p : length_g) - 1; i >= 0; i--) {
        gej_dbl_var(r, r);
        for (int half = 0; half < 2; half++) {
            if (const int d = kplan_digit_var(&on_p, half, i)) {
                point_table_get_var(&summand, &table, half, d);
                gej_add_ge_var(r, r, &summand);
            }
            if (const int d = kplan_digit_var(&on_g, half, i)) {
                generator_multiple_var(&summand, half, d);
                gej_add_ge_scaled_var(r, r, &table.z, &summand);
            }
        }
    }
    fe_mul(&r->z, &r->z, &table.z);
}
UF_PUBLIC_ONLY(mul2_scalar_var);

}  // namespace ufsecp::UF_TARGET
