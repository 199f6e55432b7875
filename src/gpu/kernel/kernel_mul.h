// Multiplication in a kernel: k*P by two halves and signed odd windows, b*G from a table in device
// memory.
#pragma once
#include "gpu/kernel/kernel_scalar.h"

namespace ufsecp::UF_TARGET {

/* r = k p for every k; 0 gives infinity.
 * cost: 125 doublings, 52 additions, a table of 16 (windows of five bits). */
UF_FN void mul_point(UF_PRIV gej *r, const UF_PRIV ge *p, const UF_PRIV sc8x32 *k) {
    ge odd[UF_GPU_ROWS], summand;
    gej sum;
    fe8x32 z;
    u32 bits[12];
    mask negative;
    sc_recode_signed(bits, k);
    ge_odd_multiples(odd, &z, p);
    gej_set_infinity(&sum);
    UF_ROLLED
    for (u32 i = UF_GPU_WINDOWS; i-- > 0;) {
        UF_ROLLED
        for (u32 j = 0; j < UF_GPU_WINDOW && i + 1 < UF_GPU_WINDOWS; j++) gej_dbl(&sum, &sum);
        UF_ROLLED
        for (u32 part = 0; part < 2; part++) {
            summand = odd[sc_odd_digit(&negative, bits + 6 * part, UF_GPU_WINDOW * i)];
            ge_cond_neg(&summand, negative);
            if (part) ge_mul_lambda(&summand, &summand);
            gej_add_ge(&sum, &sum, &summand);
        }
    }
    fe_mul(&sum.z, &sum.z, &z);
    *r = sum;
}

/* Four words that a GPU loads at once. */
typedef struct gen_quad {
    u32 w[4];
} __attribute__((aligned(16))) gen_quad;
typedef char gen_quad_is_16_bytes[sizeof(gen_quad) == 16 ? 1 : -1];

/* r = the row of a table of points: x, then y, eight words each; 16-aligned. */
UF_FN void gen_entry(UF_PRIV ge *r, const UF_GLOB u32 *row) {
    const UF_GLOB gen_quad *from = (const UF_GLOB gen_quad *)row;
    u32 w[16];
    UF_UNROLL
    for (int i = 0; i < 4; i++) {
        gen_quad quad = from[i];
        for (int j = 0; j < 4; j++) w[4 * i + j] = quad.w[j];
    }
    fe_set_limbs32(&r->x, w);
    fe_set_limbs32(&r->y, w + 8);
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
            gen_entry(&summand, table + 16 * (d - 1));
            ge_cond_neg(&summand, mask_of_bit(carry ^ (u32)mask_bit(flip)));
            gej_add_ge(&sum, &sum, &summand);
        }
        table += 16 * rows;
    }
    *r = sum;
}

}  // namespace ufsecp::UF_TARGET
