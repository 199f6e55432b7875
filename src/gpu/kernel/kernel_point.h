// Points in a kernel: additions that are exact for every input, one inverse, one square root.
//
// Data is public, so a rare case is a branch that is almost never taken; the ordinary case is one
// straight line, the same for neighbouring work items.  Loops stay rolled where their bodies hold
// field multiplications: the text of a kernel should fit the instruction cache.
#pragma once
#include "field/fe8x32.h"
#include "group/law.h"

namespace ufsecp::UF_TARGET {

#ifndef UF_GPU
using ge = ge_of<fe8x32>;
using gej = gej_of<fe8x32>;
#endif

UF_CONST u32 ge_generator_x[8] = {0x16F81798u, 0x59F2815Bu, 0x2DCE28D9u, 0x029BFCDBu,
                                  0xCE870B07u, 0x55A06295u, 0xF9DCBBACu, 0x79BE667Eu};
UF_CONST u32 ge_generator_y[8] = {0xFB10D4B8u, 0x9C47D08Fu, 0xA6855419u, 0xFD17B448u,
                                  0x0E1108A8u, 0x5DA4FBFCu, 0x26A3C465u, 0x483ADA77u};
/* beta, the cube root of one with lambda * (x, y) = (beta x, y) */
UF_CONST u32 ge_beta[8] = {0x719501EEu, 0xC1396C28u, 0x12F58995u, 0x9CF04975u,
                           0xAC3434E9u, 0x6E64479Eu, 0x657C0710u, 0x7AE96A2Bu};

/* r = the eight limbs, below p.
 * out: normalized. */
UF_FN void fe_set_limbs32(UF_PRIV fe8x32 *r, const UF_PRIV u32 *a) {
    for (int i = 0; i < 8; i++) r->n[i] = a[i];
    UF_VERIFY_ONLY(fe8x32_bound(r, 1);)
}

/* The steps of the powers (p - 2) and (p + 1)/4: square so often, multiply by what was kept there,
 * keep it here (7: nobody asks).  In binary both exponents begin with 223 ones, a zero and 22 ones;
 * what is kept is a^(2^k - 1) for k = 1, 2, 3, 11, 22, 44, 88.  Rows 12 to 14 end the inverse with
 * 00001 011 01, row 15 and two squarings end the root with 000011 00. */
UF_CONST u8 fe_power_steps[16][3] = {
    {1, 0, 1},  {1, 0, 2},  {3, 2, 7}, {3, 2, 7},  {2, 1, 3}, {11, 3, 4}, {22, 4, 5}, {44, 5, 6},
    {88, 6, 7}, {44, 5, 7}, {3, 2, 7}, {23, 4, 7}, {5, 0, 7}, {3, 1, 7},  {2, 0, 7},  {6, 1, 7}};

/* r = r^(2^k) */
UF_FN void fe_sqr_n(UF_PRIV fe8x32 *r, u32 k) {
    UF_ROLLED
    for (u32 i = 0; i < k; i++) fe_sqr(r, r);
}

/* r = a^(p - 2), or a^((p + 1)/16) if `root` (a constant) is set.
 * alias: r may be a. */
UF_FN void fe_power(UF_PRIV fe8x32 *r, const UF_PRIV fe8x32 *a, int root) {
    fe8x32 kept[8], t = *a;
    kept[0] = t;
    UF_ROLLED
    for (int i = 0; i < (root ? 13 : 15); i++) {
        const int row = root && i == 12 ? 15 : i;
        fe_sqr_n(&t, fe_power_steps[row][0]);
        fe_mul(&t, &t, &kept[fe_power_steps[row][1]]);
        kept[fe_power_steps[row][2]] = t;
    }
    *r = t;
}

/* r = 1/a; 0 for 0.
 * alias: r may be a.
 * cost: 255 sqr + 15 mul. */
UF_FN void fe_inv(UF_PRIV fe8x32 *r, const UF_PRIV fe8x32 *a) { fe_power(r, a, 0); }

UF_FN void gej_set_infinity(UF_PRIV gej *r) {
    fe_set_one(&r->x);
    fe_set_one(&r->y);
    fe_set_zero(&r->z);
}
UF_FN int gej_is_infinity(const UF_PRIV gej *a) { return is_set(fe_is_zero(&a->z)); }

UF_FN void gej_set_ge(UF_PRIV gej *r, const UF_PRIV ge *a) {
    r->x = a->x;
    r->y = a->y;
    fe_set_one(&r->z);
}

UF_FN void ge_set_generator(UF_PRIV ge *r) {
    UF_LIMBS(x, ge_generator_x)
    UF_LIMBS(y, ge_generator_y)
    fe_set_limbs32(&r->x, x);
    fe_set_limbs32(&r->y, y);
}

/* r = -a.
 * alias: r may be a. */
UF_FN void ge_neg(UF_PRIV ge *r, const UF_PRIV ge *a) {
    r->x = a->x;
    fe_neg(&r->y, &a->y, 1);
}

/* a = m ? -a : a */
UF_FN void ge_cond_neg(UF_PRIV ge *a, mask m) {
    fe8x32 y;
    fe_neg(&y, &a->y, 1);
    fe_cmov(&a->y, &y, m);
}

/* r = lambda * a = (beta x, y).
 * alias: r may be a. */
UF_FN void ge_mul_lambda(UF_PRIV ge *r, const UF_PRIV ge *a) {
    fe8x32 beta;
    UF_LIMBS(limbs, ge_beta)
    fe_set_limbs32(&beta, limbs);
    fe_mul(&r->x, &a->x, &beta);
    r->y = a->y;
}

/* r = x^3 + 7 */
UF_FN void ge_y_squared(UF_PRIV fe8x32 *r, const UF_PRIV fe8x32 *x) {
    fe8x32 b;
    fe_sqr(r, x);
    fe_mul(r, r, x);
    fe_set_int(&b, 7);
    fe_add(r, r, &b);
}
UF_FN int ge_is_on_curve(const UF_PRIV ge *a) {
    fe8x32 yy, want;
    fe_sqr(&yy, &a->y);
    ge_y_squared(&want, &a->x);
    return is_set(fe_equal(&yy, &want));
}

/* a = the point with this x whose y is as odd as what is in its place, normalized. Returns whether
 * there is one; y is harmless limbs if not.
 * in: normalized.
 * cost: 255 sqr + 14 mul. */
UF_FN int ge_lift_x(UF_PRIV ge *a) {
    fe8x32 yy;
    const u32 odd = a->y.n[0];
    ge_y_squared(&yy, &a->x);
    fe_power(&a->y, &yy, 1);
    fe_sqr_n(&a->y, 2);
    fe_normalize(&a->y);
    ge_cond_neg(a, mask_of_bit((a->y.n[0] ^ odd) & 1));
    fe_normalize(&a->y);
    return ge_is_on_curve(a);
}

/* r = 2a; infinity gives infinity.
 * alias: r may be a. */
UF_FN void gej_dbl(UF_PRIV gej *r, const UF_PRIV gej *a) { law_dbl(r, a); }

/* r = a + b for all a, b affine.
 * alias: r may be a.
 * cost: 8 mul + 3 sqr. */
UF_FN void gej_add_ge(UF_PRIV gej *r, const UF_PRIV gej *a, const UF_PRIV ge *b) {
    gej sum;
    fe8x32 h, i;
    const int infinite = gej_is_infinity(a);
    law_add_ge(&sum, &h, &i, a, b);
    if (gej_is_infinity(&sum)) { /* a is infinity or +-b */
        if (infinite || is_set(fe_is_zero(&i))) {
            gej_set_ge(&sum, b);
            if (!infinite) law_dbl(&sum, &sum);
        } else {
            gej_set_infinity(&sum);
        }
    }
    *r = sum;
}

/* r = a + b for all a, b.
 * alias: r may be a or b.
 * cost: 12 mul + 4 sqr. */
UF_FN void gej_add(UF_PRIV gej *r, const UF_PRIV gej *a, const UF_PRIV gej *b) {
    gej sum;
    fe8x32 h, i;
    law_add(&sum, &h, &i, a, b);
    if (gej_is_infinity(&sum)) { /* one is infinity, or a is +-b */
        if (gej_is_infinity(a)) sum = *b;
        else if (gej_is_infinity(b)) sum = *a;
        else if (is_set(fe_is_zero(&i))) law_dbl(&sum, a);
        else gej_set_infinity(&sum);
    }
    *r = sum;
}

}  // namespace ufsecp::UF_TARGET
