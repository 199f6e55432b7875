// Plans: the digits of a public scalar, worked out once, and the table of multiples that they take.
#pragma once
#include "group/add_var.h"
#include "mult/odd_multiples.h"
#include "mult/tables.h"
#include "scalar/omega_naf_var.h"

namespace ufsecp::UF_TARGET {

/* Of which places there are digits: bit j & 63 of at[j >> 6] is place j. */
struct digit_places {
    u64 at[3];
    void add(int j) { at[j >> 6] |= (u64)1 << (j & 63); }
    bool has(int j) const { return at[j >> 6] >> (j & 63) & 1; }
    /* The highest, -1 if there is none. */
    int top_var() const {
        for (int i = 2; i >= 0; i--)
            if (at[i]) return 64 * i + 63 - count_leading_zeros_var(at[i]);
        return -1;
    }
};

/* The digits of k for a table of any point (omega_naf_var.h). */
struct kplan {
    digit_places on;
    u8 code[omega_places]; /* eisenstein_zero where there is none */
};
static inline void kplan_from_scalar_var(kplan *r, const sc *k) {
    r->on = {};
    memset(r->code, eisenstein_zero, sizeof r->code);
    omega_naf_each_var(k, [&](int j, u8 code) {
        r->on.add(j);
        r->code[j] = code;
    });
}
UF_PUBLIC_ONLY(kplan_from_scalar_var);

/* The digits of k = k1 + lambda k2 for the table of G: both halves in non-adjacent form of its
 * width, each digit in +-{1, 3, ...}. */
struct gen_plan {
    static constexpr int max_digits = omega_places; /* halves are below 2^128 */
    digit_places on;
    int16_t digit[2][max_digits];
};
static_assert(UF_ODD_WINDOW <= 16, "a digit of a wider window does not fit its int16_t");
static inline void gen_plan_set_var(gen_plan *r, const sc *k) {
    sc part[2];
    sc_split_lambda(&part[0], &part[1], k);
    *r = {};
    for (int half = 0; half < 2; half++)
        sc_wnaf_each_var(&part[half], gen_plan::max_digits, UF_ODD_WINDOW, [&](int j, int digit) {
            r->on.add(j);
            r->digit[half][j] = (int16_t)digit;
        });
}
UF_PUBLIC_ONLY(gen_plan_set_var);

/* By which unit each entry differs from the one before. */
struct omega_units {
    u8 code[omega_entries];
};
inline constexpr omega_units omega_unit = [] {
    omega_units r{};
    for (int i = 1; i < omega_entries; i++) r.code[i] = omega_multiples.unit(i);
    return r;
}();

/* The entries of omega_multiples times p, not turned, over the third coordinate z: a co-Z chain of
 * units that begins with p itself.  r and z of magnitude 1.  Entries plus or minus units have norms
 * below the group order, so no sum is exceptional.  Where p is no point of our curve, as
 * ge_set_unlifted makes of some x, one may be, and gives z = 0.
 * in: p of magnitude 1.
 * cost: 9 mul + 3 sqr an entry, about. */
static inline void omega_chain_var(ge *r, fe *z, const ge *p) {
    fe ratio[omega_entries];
    ge unit = *p;
    u8 is = 0; /* which unit times p it is */
    r[0] = *p;
    for (int i = 1; i < omega_entries; i++) {
        const u8 code = omega_unit.code[i];
        for (int turn = eisenstein_rotation_of(is); turn != eisenstein_rotation_of(code);
             turn = turn == 2 ? 0 : turn + 1)
            ge_mul_lambda(&unit, &unit);
        if (eisenstein_negative_of(is) != eisenstein_negative_of(code)) ge_neg(&unit, &unit);
        is = code;
        law_add_coz(&r[i], &ratio[i], &unit, &r[i - 1]);
    }
    ge_common_z(r, z, ratio, omega_entries);
}
UF_PUBLIC_ONLY(omega_chain_var);

/* Those entries, over the third coordinate z, and their x turned. */
struct point_table {
    ge at[omega_entries];
    fe x_turned[2][omega_entries]; /* beta x, beta^2 x */
    fe z;
};
/* Sets the turned ones.
 * in: x and y of the others, magnitude 1. */
static inline void point_table_turn_var(point_table *r) {
    for (int i = 0; i < omega_entries; i++) {
        ge turned;
        fe *const twice = &r->x_turned[1][i];
        ge_mul_lambda(&turned, &r->at[i]);
        r->x_turned[0][i] = turned.x;
        fe_add(twice, &turned.x, &r->at[i].x); /* 1 + beta + beta^2 = 0 */
        fe_neg(twice, twice, 2);
        fe_normalize_weak(twice);
    }
}
UF_PUBLIC_ONLY(point_table_turn_var);
static inline void point_table_set_var(point_table *r, const ge *p) {
    omega_chain_var(r->at, &r->z, p);
    point_table_turn_var(r);
}
UF_PUBLIC_ONLY(point_table_set_var);

/* r = the digit of this code, which is not zero, times the point of the table. */
static inline void point_table_get_var(ge *r, const point_table *t, u8 code) {
    const int entry = eisenstein_entry_of(code), rotation = eisenstein_rotation_of(code);
    const fe *const x = rotation == 0 ? &t->at[entry].x : &t->x_turned[rotation - 1][entry];
    *r = {*x, t->at[entry].y};
    if (eisenstein_negative_of(code)) ge_neg(r, r);
}
UF_PUBLIC_ONLY(point_table_get_var);

}  // namespace ufsecp::UF_TARGET
