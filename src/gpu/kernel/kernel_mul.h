// Multiplication in a kernel: k*P by digits in Z[lambda], b*G from a table in device memory.
#pragma once
#include "gpu/kernel/kernel_scalar.h"

namespace ufsecp::UF_TARGET {

#ifndef UF_TOGETHER
#define UF_TOGETHER() ((void)0)
#endif

/* An entry of the table of a point p: x of it, of lambda times it, of lambda^2 times it; y. */
typedef struct ge_turns {
    fe8x32 x[3], y;
} ge_turns;

/* How the unit +-lambda^i changes that makes entry j + 2 of entry j + 1: bits 0 and 1 by what power
 * of lambda, bit 2 whether by -1. */
UF_CONST u8 unit_turns[UF_DIGIT_ENTRIES - 2] = {0, 0, 1, 6, 0, 2, 5, 1, 2};

/* The entries of p (lanes/eisenstein_var.h), on the curve isomorphic by z: a co-Z chain of units,
 * then one pass back that brings every entry to the last z.
 * cost: 101 mul + 33 sqr, 135 reductions. */
UF_FN void ge_entries(UF_PRIV ge_turns *r, UF_PRIV fe8x32 *z, const UF_PRIV ge *p) {
    ge unit, sum;
    fe8x32 ratio[UF_DIGIT_ENTRIES], c, c2, beta;
    UF_LIMBS(limbs, ge_beta)
    fe_set_limbs32(&beta, limbs);
    law_dbl_coz(&sum, &unit, z, p);
    r[0].x[0] = unit.x, r[0].y = unit.y;
    r[1].x[0] = sum.x, r[1].y = sum.y;
    UF_ROLLED
    for (int j = 2; j < UF_DIGIT_ENTRIES; j++) {
        const u32 turn = unit_turns[j - 2];
        UF_ROLLED
        for (u32 i = 0; i < (turn & 3); i++) fe_mul(&unit.x, &unit.x, &beta);
        ge_cond_neg(&unit, mask_of_bit(turn >> 2));
        law_add_coz(&sum, &ratio[j], &unit, &sum);
        r[j].x[0] = sum.x, r[j].y = sum.y;
    }
    fe_set_one(&c);
    UF_ROLLED
    for (int j = UF_DIGIT_ENTRIES; j-- > 0;) { /* c: the quotient of the last z and that of j */
        UF_PRIV ge_turns *const e = &r[j];
        fe_sqr(&c2, &c);
        fe_mul(&e->x[0], &e->x[0], &c2);
        fe_mul(&c2, &c2, &c);
        fe_mul(&e->y, &e->y, &c2);
        fe_mul(&e->x[1], &e->x[0], &beta);
        fe_add(&c2, &e->x[0], &e->x[1]);
        fe_neg(&e->x[2], &c2, 2);
        if (j >= 2) fe_mul(&c, &c, &ratio[j]);
    }
    fe_mul(z, z, &c);
}

/* r = k p for every k; 0 gives infinity.
 * cost: 126 doublings, 42.3 additions, the entries. */
UF_FN void mul_point(UF_PRIV gej *r, const UF_PRIV ge *p, const UF_PRIV sc8x32 *k) {
    ge_turns entry[UF_DIGIT_ENTRIES];
    ge summand;
    gej sum;
    fe8x32 z;
    u8 digits[UF_DIGITS];
    sc_digits(digits, k);
    ge_entries(entry, &z, p);
    gej_set_infinity(&sum);
    UF_ROLLED
    for (u32 j = UF_DIGITS; j-- > 0;) {
        const u32 digit = digits[j];
        UF_TOGETHER();
        UF_ROLLED
        for (u32 i = 0; i < 3 && j + 1 < UF_DIGITS; i++) gej_dbl(&sum, &sum);
        if (!(digit >> 7)) {
            summand.x = entry[digit >> 3].x[digit >> 1 & 3];
            summand.y = entry[digit >> 3].y;
            ge_cond_neg(&summand, mask_of_bit(digit & 1));
            gej_add_ge(&sum, &sum, &summand);
        }
    }
    fe_mul(&sum.z, &sum.z, &z);
    *r = sum;
}

/* Four words that a GPU loads or stores at once. */
typedef struct quad {
    u32 w[4];
} __attribute__((aligned(16))) quad;
typedef char quad_is_16_bytes[sizeof(quad) == 16 ? 1 : -1];

/* A coordinate in a row of a table or a list: eight words side by side, 16-aligned.  Threads that
 * load or store rows of their own take a quad each time, as words would be requests of their own.
 */
UF_FN void load_fe_row(UF_PRIV fe8x32 *r, const UF_GLOB u32 *row) {
    const UF_GLOB quad *const from = (const UF_GLOB quad *)row;
    u32 w[8];
    UF_UNROLL
    for (int i = 0; i < 2; i++) {
        quad part = from[i];
        for (int j = 0; j < 4; j++) w[4 * i + j] = part.w[j];
    }
    fe_set_limbs32(r, w);
}
/* a leaves normalized. */
UF_FN void store_fe_row(UF_GLOB u32 *row, UF_PRIV fe8x32 *a) {
    UF_GLOB quad *const to = (UF_GLOB quad *)row;
    fe_normalize(a);
    UF_UNROLL
    for (int i = 0; i < 2; i++) {
        quad part;
        for (int j = 0; j < 4; j++) part.w[j] = a->n[4 * i + j];
        to[i] = part;
    }
}
UF_FN void load_ge_row(UF_PRIV ge *r, const UF_GLOB u32 *row) {
    load_fe_row(&r->x, row);
    load_fe_row(&r->y, row + 8);
}
UF_FN void store_ge_row(UF_GLOB u32 *row, UF_PRIV ge *a) {
    store_fe_row(row, &a->x);
    store_fe_row(row + 8, &a->y);
}
UF_FN void load_gej_row(UF_PRIV gej *r, const UF_GLOB u32 *row) {
    load_fe_row(&r->x, row);
    load_fe_row(&r->y, row + 8);
    load_fe_row(&r->z, row + 16);
}
UF_FN void store_gej_row(UF_GLOB u32 *row, UF_PRIV gej *a) {
    store_fe_row(row, &a->x);
    store_fe_row(row + 8, &a->y);
    store_fe_row(row + 16, &a->z);
}

/* r += b G for every b and r, from the table of windows of `window` bits, 2 <= window <= 24: row j
 * * 2^(window - 1) + d - 1 is d * 2^(window j) G, 1 <= d <= 2^(window - 1). Digits are signed,
 * -2^(window - 1) < d <= 2^(window - 1), and zero is skipped. b or -b is below 2^255, so no carry
 * leaves the uppermost digit.
 * cost: one addition a window. */
UF_FN void add_gen(UF_PRIV gej *r, const UF_PRIV sc8x32 *b, const UF_GLOB u32 *table, u32 window) {
    const u32 rows = 1u << (window - 1);
    const mask flip = mask_of_bit(b->n[7] >> 31);
    gej sum = *r;
    ge summand;
    sc8x32 t;
    u32 bits[9], carry = 0;
    sc8x32_negate_if(&t, b, flip);
    for (int i = 0; i < 8; i++) bits[i] = t.n[i];
    bits[8] = 0;
    UF_ROLLED
    for (u32 at = 0; at < 256; at += window) {
        const u32 d = sc_carried_digit(&carry, bits, at, window);
        if (d) {
            load_ge_row(&summand, table + 16 * (d - 1));
            ge_cond_neg(&summand, mask_of_bit(carry ^ (u32)mask_bit(flip)));
            gej_add_ge(&sum, &sum, &summand);
        }
        table += 16 * rows;
    }
    *r = sum;
}

}  // namespace ufsecp::UF_TARGET
