// a*P + b*G and k*G for public scalars: of the first, the four half-length scalars share one chain
// of doublings.
//
// Reference: shared doublings, Straus, "Addition chains of vectors", 1964.
#pragma once
#include "mult/gen.h"
#include "mult/plan_var.h"

namespace ufsecp::UF_TARGET {

/* r = digit * G (half 0) or digit * lambda G (half 1); digit odd. */
static inline void generator_multiple_var(ge *r, int half, int digit) {
    ge_set_entry(r, &odd_table[(digit < 0 ? -digit : digit) >> 1]);
    if (half) ge_mul_lambda(r, r);
    if (digit < 0) ge_neg(r, r);
}
UF_PUBLIC_ONLY(generator_multiple_var);

/* The nonzero digits of the four half scalars, and at which bits there are any. */
struct joint_digits {
    u64 at[3];
    int16_t digit[4][kplan::max_digits];
};
static inline void joint_digits_set_var(joint_digits *r, int first, const sc *k, int window) {
    sc part[2];
    sc_split_lambda(&part[0], &part[1], k);
    for (int half = 0; half < 2; half++)
        sc_wnaf_each_var(&part[half], kplan::max_digits, window, [&](int bit, int digit) {
            r->at[bit >> 6] |= (u64)1 << (bit & 63);
            r->digit[first + half][bit] = (int16_t)digit;
        });
}
UF_PUBLIC_ONLY(joint_digits_set_var);

/* r = a p, and with_gen + b G; a and b may be zero.  p's table lies on an isomorphic curve, where
 * its entries are affine; those of G come there by the scaled addition. */
template <bool with_gen>
static inline void mul_joint_var(gej *r, const ge *p, const sc *a, const sc *b) {
    joint_digits digits{};
    point_table table;
    ge summand;
    joint_digits_set_var(&digits, 0, a, UF_POINT_WINDOW_VAR);
    if constexpr (with_gen) joint_digits_set_var(&digits, 2, b, UF_ODD_WINDOW);
    point_table_set_var(&table, p);
    gej_set_infinity(r);
    int bit = -1; /* that the sum has come down to; none before its first digit */
    for (int word = 2; word >= 0; word--)
        for (u64 left = digits.at[word]; left != 0;) {
            const int place = 63 - count_leading_zeros_var(left), next = 64 * word + place;
            left ^= (u64)1 << place;
            if (bit > next) gej_dbl_times_var(r, bit - next);
            for (int half = 0; half < 2; half++) {
                if (const int d = digits.digit[half][next]) {
                    point_table_get_var(&summand, &table, half, d);
                    if (bit < 0) gej_set_ge(r, &summand);
                    else gej_add_ge_var(r, r, &summand);
                    bit = next;
                }
                if (const int d = with_gen ? digits.digit[2 + half][next] : 0) {
                    generator_multiple_var(&summand, half, d);
                    if (bit < 0) gej_set_ge_scaled_var(r, &table.z, &summand);
                    else gej_add_ge_scaled_var(r, r, &table.z, &summand);
                    bit = next;
                }
            }
        }
    if (bit > 0) gej_dbl_times_var(r, bit);
    fe_mul(&r->z, &r->z, &table.z);
}
UF_PUBLIC_ONLY(mul_joint_var);

/* r = a p + b G; a and b may be zero.
 * cost: 128 doublings, about 60 additions, a table of 8. */
static inline void mul2_scalar_var(gej *r, const ge *p, const sc *a, const sc *b) {
    mul_joint_var<true>(r, p, a, b);
}
/* r = a p; p may also be a point of the curve that ge_set_unlifted tells of.
 * cost: 128 doublings, about 43 additions, a table of 8. */
static inline void mul_scalar_var(gej *r, const ge *p, const sc *a) {
    mul_joint_var<false>(r, p, a, nullptr);
}
UF_PUBLIC_ONLY(mul2_scalar_var);
UF_PUBLIC_ONLY(mul_scalar_var);

/* r = k P for a public k, by windows of w bits: load(&summand, i, j) gives (2j + 1) 2^(w i) P.
 * cost: one addition for each window. */
template <int w, int windows, class Load>
static inline void mul_windows_scalar_var(gej *r, const sc *k, const u64 offset[4],
                                          const Load &load) {
    u64 v[4];
    ge summand;
    sc_recode_odd(v, k, offset);
    gej_set_infinity(r);
    for (int i = 0; i < windows; i++) {
        const odd_digit d = odd_digit_at(v, 4, w * i, w);
        load(&summand, i, d.index);
        if (is_true_var(d.negative)) ge_neg(&summand, &summand);
        gej_add_ge_var(r, r, &summand);
    }
}
UF_PUBLIC_ONLY(mul_windows_scalar_var);

#if UF_GEN_WINDOW == 0
/* r = k G for a public k. */
static inline void mul_gen_scalar_var(gej *r, const sc *k) {
    ge g;
    sc zero;
    ge_set_generator(&g);
    sc_set_zero(&zero);
    mul2_scalar_var(r, &g, &zero, k);
}
#else
/* r = k G for a public k: the windows of mul_gen by index. */
static inline void mul_gen_scalar_var(gej *r, const sc *k) {
    mul_windows_scalar_var<UF_GEN_WINDOW, gen_windows>(
        r, k, gen_offset,
        [](ge *summand, int i, u32 j) { ge_set_entry(summand, &gen_table[i][j]); });
}
#endif
UF_PUBLIC_ONLY(mul_gen_scalar_var);

/* Makes *r whole; false if there is no such point. */
static inline bool ge_given_lift_var(ge_given *r) { return is_true_var(ge_given_lift(r)); }
UF_PUBLIC_ONLY(ge_given_lift_var);

}  // namespace ufsecp::UF_TARGET
