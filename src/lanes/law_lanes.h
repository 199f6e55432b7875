// The group law of lanes, once: the formulas that eight points at a time spend their time on, in
// the subset of C++ that law.h keeps to.
//
// They give what law.h's formulas give.  They differ in where sums are made: in the columns of a
// product, which spares carries and reductions.  At the end of the file every formula runs at
// compile time over lane_magnitude: a bound that does not hold, or a carry that is missing, does
// not compile.
//
// `in:` and `out:` give magnitudes by coordinate; c stands for carried (fe_lanes.h).
#pragma once
#include "group/law.h"
#include "lanes/fe_lanes.h"

namespace ufsecp::UF_TARGET {

/* r = -2r.  law_dbl's formula without the last change of sign.
 * L = 3/2 X^2, S = Y^2, T = -X S;  X3 = L^2 + 2T,  -Y3 = L (X3 + T) + S^2,  Z3 = Y Z.
 * in: x: 1 c, y: 2, z: 1.
 * out: x: 1 c, y: 1, z: 1.
 * cost: 3 mul + 4 sqr, 6 reductions. */
UF_LAW_PART void law_dbl_neg(gej_of<F> *r) {
    F l, s, t;
    fe_sqr(&l, &r->x);           /* X^2 */
    fe_sqr(&s, &r->y);           /* S */
    fe_mul(&r->z, &r->y, &r->z); /* Z3 */
    fe_three_halves(&l, &l);     /* L: 2 c */
    fe_mul(&t, &s, &r->x);       /* X S */
    fe_neg(&t, &t, 1);           /* T: 2 */
    fe_sqr_add2(&r->x, &l, &t);  /* X3 */
    fe_add(&t, &t, &r->x);       /* X3 + T: 3 */
    fe_mul_sqr(&r->y, &t, &l, &s);
}

/* r = 2^n r, n >= 1 and public.
 * in: x: 1 c, y: 2, z: 1.
 * out: x: 1 c, y: 2 c, z: 1 c.
 * cost: n (3 mul + 4 sqr), 6 reductions each. */
UF_LAW_PART void law_dbl_times(gej_of<F> *r, int n) {
    fe_note_uncarried(&r->y); /* as every step leaves them */
    fe_note_uncarried(&r->z);
    for (int i = 0; i < n; i++) law_dbl_neg(r);
    if (n % 2) fe_neg(&r->y, &r->y, 1);
    fe_carry(&r->y);
    fe_carry(&r->z);
}

/* r = r - b, b affine: the caller negates b's y for a sum.  law_add_ge's formula, its differences
 * summed in the columns of their products.
 * h = b_x Z^2 - X, i = Y + b_y Z^3;  X3 = i^2 - h^3 - 2 X h^2,  Y3 = i (X3 - X h^2) - Y h^3,
 * Z3 = Z h.  Points of the same x, or infinity as r, give Z3 = 0.
 * in: x: 1 c, y: 2 c, z: 1 c, b_x: 1 c, b_y: 2.
 * out: x: 1 c, y: 1 c, z: 1 c.
 * cost: 8 mul + 3 sqr, 10 reductions. */
UF_LAW_PART void law_sub_ge(gej_of<F> *r, const ge_of<F> *b) {
    F zz, zzz, h, i, h2, h3, t;
    fe_neg(&t, &r->x, 1);               /* -X: 2 */
    fe_sqr(&zz, &r->z);                 /* Z^2 */
    fe_mul(&zzz, &r->z, &zz);           /* Z^3 */
    fe_mul_add(&h, &zz, &b->x, &t);     /* h */
    fe_mul_add(&i, &zzz, &b->y, &r->y); /* i */
    fe_mul(&r->z, &r->z, &h);           /* Z3 */
    fe_sqr(&h2, &h);                    /* h^2 */
    fe_neg(&h2, &h2, 1);                /* -h^2: 2 */
    fe_mul(&h3, &h2, &h);               /* -h^3 */
    fe_mul(&t, &h2, &r->x);             /* -X h^2 */
    fe_sqr_add2(&r->x, &i, &t, &h3);    /* X3 */
    fe_add(&t, &t, &r->x);              /* X3 - X h^2: 2 */
    fe_mul2(&r->y, &t, &i, &h3, &r->y); /* Y3 */
    fe_carry(&r->y);
    fe_carry(&r->z);
}

/* r = a + b, both affine, neither equal nor opposite.
 * h = b_x - a_x, i = a_y - b_y, V = a_x h^2;  X3 = i^2 - h^3 - 2V,  Y3 = i (X3 - V) - a_y h^3,
 * Z3 = h.
 * in: x: 1 c, y: 2.
 * out: x: 1 c, y: 3, z: 3.
 * cost: 4 mul + 2 sqr, 6 reductions. */
UF_LAW_PART void law_add_affine(gej_of<F> *r, const ge_of<F> *a, const ge_of<F> *b) {
    F i, hh, h3, v, t, w;
    fe_sub(&r->z, &b->x, &a->x, 1); /* h: 3 */
    fe_sub(&i, &a->y, &b->y, 2);    /* i: 5 */
    fe_sqr_apart(&hh, &r->z);       /* h^2 */
    fe_mul_apart(&h3, &hh, &r->z);  /* h^3 */
    fe_mul_apart(&v, &hh, &a->x);   /* V */
    fe_add(&t, &v, &v);             /* 2V: 2 */
    fe_add(&t, &t, &h3);            /* h^3 + 2V: 3 */
    fe_sqr_apart(&w, &i);           /* i^2 */
    fe_sub(&r->x, &w, &t, 3);       /* X3: 5 */
    fe_normalize_weak(&r->x);       /* X3: 1 c */
    fe_sub(&t, &r->x, &v, 1);       /* X3 - V: 3 */
    fe_mul_apart(&t, &i, &t);       /* i (X3 - V) */
    fe_mul_apart(&w, &a->y, &h3);   /* a_y h^3 */
    fe_sub(&r->y, &t, &w, 1);       /* Y3: 3 */
}

/* Half of the lanes of r = their sums with those of the other half, finite, neither equal nor
 * opposite; nothing of use in the others.  law_add's formula: a product in lanes makes the products
 * of both points, and of both ends.  A legend (p, q) gives the values in the two halves.
 * in: x: 1 c, y: 2, z: 1.
 * out: x: 1 c, y: 3, z: 1 c.
 * cost: 7 mul + 2 sqr, 9 reductions. */
UF_LAW_PART void law_add_halves(gej_of<F> *r) {
    F z, zz, u, s, h, i, u1, s1, hhii, iihh, hv, vh, t, w;
    fe_sqr_apart(&zz, &r->z);
    fe_swap_halves(&zz, &zz);     /* (Z2^2, Z1^2) */
    fe_swap_halves(&z, &r->z);    /* (Z2, Z1) */
    fe_mul_apart(&u, &r->x, &zz); /* (U1, U2) */
    fe_mul_apart(&s, &r->y, &zz);
    fe_mul_apart(&s, &s, &z);     /* (S1, S2) */
    fe_swap_halves(&u1, &u);      /* (U2, U1) */
    fe_swap_halves(&s1, &s);      /* (S2, S1) */
    fe_sub(&h, &u1, &u, 1);       /* (h, -h): 3 */
    fe_sub(&i, &s, &s1, 1);       /* (i, -i): 3 */
    fe_beside(&t, &h, &i);        /* (h, -i): 3 */
    fe_sqr_apart(&hhii, &t);      /* (h^2, i^2) */
    fe_swap_halves(&iihh, &hhii); /* (i^2, h^2) */
    fe_beside(&t, &hhii, &iihh);  /* (h^2, h^2) */
    fe_beside(&w, &h, &u1);       /* (h, U1): 3 */
    fe_mul_apart(&hv, &t, &w);    /* (h^3, V = U1 h^2) */
    fe_swap_halves(&vh, &hv);     /* (V, h^3) */
    fe_add(&t, &vh, &vh);
    fe_add(&t, &t, &hv);         /* (h^3 + 2V, -): 3 */
    fe_sub(&r->x, &iihh, &t, 3); /* (X3, -): 5 */
    fe_normalize_weak(&r->x);    /* (X3, -): 1 c */
    fe_beside(&t, &i, &s1);      /* (i, S1): 3 */
    fe_sub(&w, &r->x, &vh, 1);   /* (X3 - V, -): 3 */
    fe_beside(&w, &w, &vh);      /* (X3 - V, h^3): 3 */
    fe_mul_apart(&w, &t, &w);    /* (i (X3 - V), S1 h^3) */
    fe_swap_halves(&t, &w);
    fe_sub(&r->y, &w, &t, 1); /* (Y3, -): 3 */
    fe_mul_apart(&r->z, &r->z, &z);
    fe_mul_apart(&r->z, &r->z, &h); /* (Z1 Z2 h, -) */
}

/* Affine additions that share an inversion, in four steps.  One: the differences whose quotient is
 * the slope.  This is x2 - x1.
 * in: x: 1 c.
 * out: dx: 3.
 * cost: 0 mul + 0 sqr. */
UF_LAW_PART void law_chord_dx(F *dx, const F *x1, const F *x2) { fe_sub(dx, x2, x1, 1); }
/* The other difference, y2 - y1, from -y1, which the last step needs as well.
 * in: y2: 2, minus_y1: 3.
 * out: dy: 5.
 * cost: 0 mul + 0 sqr. */
UF_LAW_PART void law_chord_dy(F *dy, const F *minus_y1, const F *y2) { fe_add(dy, y2, minus_y1); }
/* Two: all = the product of all dx so far.
 * in: all: 1, dx: 3.
 * out: all: 1.
 * cost: 1 mul + 0 sqr, 1 reduction. */
UF_LAW_PART void law_chord_product(F *all, const F *dx) { fe_mul(all, all, dx); }
/* Three, in the opposite order: one = 1/dx, where all is the inverse of the product up to and with
 * dx, and one the product before dx; all = the inverse of that product.
 * in: one: 1, all: 1, dx: 3.
 * out: one: 1, all: 1.
 * cost: 2 mul + 0 sqr, 2 reductions. */
UF_LAW_PART void law_chord_inverse(F *one, F *all, const F *dx) {
    fe_mul(one, one, all);
    fe_mul(all, all, dx);
}
/* The slope m = dy/dx.
 * in: dy: 5, inverse: 1.
 * out: m: 1.
 * cost: 1 mul + 0 sqr, 1 reduction. */
UF_LAW_PART void law_chord_slope(F *m, const F *dy, const F *inverse) { fe_mul(m, dy, inverse); }
/* Four: x3 = m^2 - x1 - x2.
 * in: m: 1, x: 1 c.
 * out: x3: 1 c.
 * alias: x3 may be x1 or x2.
 * cost: 0 mul + 1 sqr, 1 reduction. */
UF_LAW_PART void law_chord_x(F *x3, const F *m, const F *x1, const F *x2) {
    F t;
    fe_add(&t, x1, x2); /* x1 + x2: 2 */
    fe_neg(&t, &t, 2);  /* 3 */
    fe_sqr_add(x3, m, &t);
}
/* y3 = m (x1 - x3) - y1.
 * in: m: 1, x: 1 c, minus_y1: 3.
 * out: y3: 1 c.
 * alias: y3 may be minus_y1.
 * cost: 1 mul + 0 sqr, 1 reduction. */
UF_LAW_PART void law_chord_y(F *y3, const F *m, const F *x1, const F *x3, const F *minus_y1) {
    F t;
    fe_sub(&t, x1, x3, 1); /* x1 - x3: 3 */
    fe_mul_add(y3, m, &t, minus_y1);
}

/* The point (px, py) = (x w, w^2) with w = x^3 + b, of y^2 = x^3 + b w^3 (unlifted_lanes_var.h).
 * in: x: 1 c, b: 1 c.
 * out: px: 1 c, py: 1 c, w: 1 c.
 * cost: 2 mul + 2 sqr, 4 reductions. */
UF_LAW_PART void law_unlifted(F *px, F *py, F *w, const F *x, const F *b) {
    F t;
    fe_sqr(&t, x);
    fe_mul_add(w, &t, x, b); /* w */
    fe_mul(px, x, w);
    fe_sqr(py, w);
}

/* The equation for y that unlifted_lanes_var.h explains: y(P) = n/d.  a = (X, Y, Z) is a P there, z
 * its Z; b = (U, V, W) is b G; x is the claimed coordinate.  Points and x are at rest.
 * c = Z^2 W^2 w, t = V Z^3 w, u1 = X W^2, s1 = Y W^3, h = U Z^2 w - u1, k = x c;
 * n = t^2 w + s1^2 - h^2 (h + 2 u1 + k),  d = 2 t s1.
 * in: a and b: x: 1 c, y: 2 c, z: 1 c; w: 1 c, z: 1 c, x: 1 c.
 * out: c: 1 c, t: 1 c, u1: 1 c, s1: 1 c, h: 1 c, k: 1 c, n: 1 c, d: 2.
 * cost: 12 mul + 5 sqr, 16 reductions. */
UF_LAW_PART void law_equation(F *n, F *d, F *c, F *t, F *u1, F *s1, F *h, F *k, const auto *a,
                              const auto *b, const F *w, const F *z, const auto *x) {
    F zz, ww, u, hh;
    fe_sqr(&zz, z);
    fe_mul(&zz, &zz, w); /* Z^2 w */
    fe_load(&u, &b->z);
    fe_sqr(&ww, &u);     /* W^2 */
    fe_mul(c, &zz, &ww); /* c */
    fe_mul(t, &zz, z);
    fe_load(s1, &b->y);
    fe_mul(t, t, s1);    /* t */
    fe_mul(&u, &u, &ww); /* W^3 */
    fe_load(s1, &a->y);
    fe_mul(s1, s1, &u); /* s1 */
    fe_load(u1, &a->x);
    fe_mul(u1, u1, &ww); /* u1 */
    fe_load(h, &b->x);
    fe_mul(h, h, &zz);
    fe_sub(h, h, u1, 1);  /* h: 3 */
    fe_normalize_weak(h); /* h: 1 c */
    fe_load(k, x);
    fe_mul(k, k, c); /* k */
    fe_add(n, u1, u1);
    fe_add(n, n, h);
    fe_add(n, n, k); /* h + 2 u1 + k: 4 */
    fe_sqr(&hh, h);
    fe_neg(&hh, &hh, 1); /* -h^2: 2 */
    fe_sqr(&u, t);       /* t^2 */
    fe_mul2(n, n, &hh, &u, w);
    fe_sqr_add(n, s1, n); /* n */
    fe_mul(d, t, s1);
    fe_add(d, d, d); /* d: 2 */
}
/* The y of a P + b G, times d and its own denominator g w: with q = u1 - k and g = h Z W c it is
 * (t q w - s1 (q + h) y) / (g w).  k is used up.
 * in: as law_equation leaves them; n: 1 c, d: 2.
 * out: y: 1 c.
 * cost: 5 mul + 0 sqr, 4 reductions. */
UF_LAW_PART void law_equation_sum(F *y, F *k, const F *n, const F *d, const F *t, const F *u1,
                                  const F *s1, const F *h, const F *w) {
    fe_sub(k, u1, k, 1); /* q: 3 */
    fe_mul(y, t, k);
    fe_mul(y, y, w); /* t q w */
    fe_add(k, k, h); /* q + h: 4 */
    fe_mul(k, k, s1);
    fe_neg(k, k, 1); /* -s1 (q + h): 2 */
    fe_mul2(y, y, d, k, n);
}
/* h = g w.  c is used up.
 * in: as law_equation leaves them.
 * out: h: 1 c.
 * cost: 4 mul + 0 sqr, 4 reductions. */
UF_LAW_PART void law_equation_denominator(F *h, F *c, const auto *b, const F *w, const F *z) {
    F u;
    fe_load(&u, &b->z);
    fe_mul(c, c, z);
    fe_mul(c, c, &u);
    fe_mul(c, c, w);
    fe_mul(h, h, c);
}
/* y(P) = n/d with both times h, so that d = 0 where the equation says nothing.
 * in: n: 1, d: 2, h: 1.
 * out: n: 1 c, d: 1 c.
 * cost: 2 mul + 0 sqr, 2 reductions. */
UF_LAW_PART void law_equation_end(F *n, F *d, const F *h) {
    fe_mul(n, n, h);
    fe_mul(d, d, h);
}

/* ---- The check. */

/* A lane element of which only the magnitude is known, and whether it is carried.  Its overloads
 * are the table of fe_lanes.h.  Each computes the greatest limbs from its operands' and compares
 * them with the bound that the result's magnitude stands for. */
template <bool wide>
struct lane_magnitude {
    int m;
    bool carried = false;
};
#define UF_BOUND         \
    template <bool wide> \
    constexpr
#define UF_M lane_magnitude<wide>

UF_BOUND u64 lane_limb(const UF_M *a, int i) { return fe_lanes_limb<wide>(i, a->m, a->carried); }
/* limb: the greatest of limbs 0-3. */
UF_BOUND void lane_set(UF_M *r, bool in_bounds, int m, bool carried, u64 limb) {
    const bool fits = m >= 0 && m <= fe52_parts::most && limb <= fe_lanes_limb<wide>(0, m, carried);
    if (!in_bounds || !fits) fe_magnitude_exceeded();
    *r = {m, carried};
}
/* The greatest of limbs 0-3 of what a subtraction starts from; that the operand's limbs are not
 * greater is checked for each. */
UF_BOUND u64 lane_bias(const UF_M *b, int mb) {
    u64 greatest = 0;
    for (int i = 0; i < 5; i++) {
        const u64 bias = fe_stored_bias<wide>(i, mb);
        if (b->m > mb || lane_limb(b, i) > bias) fe_magnitude_exceeded();
        if (i < 4 && bias > greatest) greatest = bias;
    }
    return greatest;
}
UF_BOUND void fe_add(UF_M *r, const UF_M *a, const UF_M *b) {
    lane_set(r, true, a->m + b->m, false, lane_limb(a, 0) + lane_limb(b, 0));
}
UF_BOUND void fe_sub(UF_M *r, const UF_M *a, const UF_M *b, int mb) {
    lane_set(r, true, a->m + mb + 1, false, lane_limb(a, 0) + lane_bias(b, mb));
}
UF_BOUND void fe_neg(UF_M *r, const UF_M *a, int ma) {
    lane_set(r, true, ma + 1, false, lane_bias(a, ma));
}
UF_BOUND void fe_mul_int(UF_M *r, const UF_M *a, int k) {
    lane_set(r, k >= 0 && k <= 32, a->m * k, false, lane_limb(a, 0) * (u64)k);
}
UF_BOUND void fe_half(UF_M *r, const UF_M *a) {
    lane_set(r, a->m < fe52_parts::most, a->m / 2 + 1, false,
             (lane_limb(a, 0) + low52) / 2 + ((u64)1 << 51));
}
/* 3a + p < 7 (2^256 - 1), and half of it is below magnitude 2. */
UF_BOUND void fe_three_halves(UF_M *r, const UF_M *a) {
    lane_set(r, a->m <= 1 && lane_limb(a, 0) < (u64)1 << 61, 2, true, low52);
}
UF_BOUND void fe_cmov(UF_M *r, const UF_M *a) {
    *r = {a->m > r->m ? a->m : r->m, a->carried && r->carried};
}
UF_BOUND void fe_cond_neg(UF_M *r) {
    UF_M minus{};
    fe_neg(&minus, r, 1);
    fe_cmov(r, &minus);
}
UF_BOUND void fe_load(UF_M *r, const UF_M *a) { lane_set(r, a->carried, a->m, true, low52); }
UF_BOUND void fe_carry(UF_M *r) { *r = {r->m, true}; }
UF_BOUND void fe_normalize_weak(UF_M *r) { *r = {1, true}; }
UF_BOUND void fe_note_carried(UF_M *r) { lane_set(r, r->carried, r->m, true, low52); }
UF_BOUND void fe_note_uncarried(UF_M *r) { r->carried = false; }

/* r = the sum of `products` products of the weight `sum`, and of summands with this greatest limb.
 * Column k < 5 takes 2k + 1 halves of digits' products for each product, and of the fold two, or
 * three in column 4.  A result
 * with a summand is carried, as a narrow one is.  Columns stay below 2^63, of which all but limb 4
 * carries 2^11 at most. */
UF_BOUND void lane_product(UF_M *r, bool in_bounds, int sum, int products, u64 summand,
                           bool summed) {
    const u64 column3 = (u64)(7 * products + 2) * low52 + summand;
    const u64 column4 = (u64)(9 * products + 3) * low52 + summand;
    const bool carried = !wide || summed;
    lane_set(r, in_bounds && sum <= 64 && column4 >> 63 == 0, 1, carried,
             carried ? low52 : column3);
}
/* The greatest of all limbs: of a carried element limb 4 may be it. */
UF_BOUND u64 lane_limbs(const UF_M *a) {
    return lane_limb(a, 0) > lane_limb(a, 4) ? lane_limb(a, 0) : lane_limb(a, 4);
}
UF_BOUND bool lane_factor(const UF_M *a) { return a->m <= fe52_parts::factor; }
UF_BOUND void fe_mul(UF_M *r, const UF_M *a, const UF_M *b) {
    lane_product(r, lane_factor(a) && lane_factor(b), a->m * b->m, 1, 0, false);
}
UF_BOUND void fe_sqr(UF_M *r, const UF_M *a) { fe_mul(r, a, a); }
UF_BOUND void fe_mul2(UF_M *r, const UF_M *a, const UF_M *b, const UF_M *c, const UF_M *d) {
    lane_product(r, lane_factor(a) && lane_factor(b) && lane_factor(c) && lane_factor(d),
                 a->m * b->m + c->m * d->m, 2, 0, false);
}
UF_BOUND void fe_mul_sqr(UF_M *r, const UF_M *a, const UF_M *b, const UF_M *c) {
    fe_mul2(r, a, b, c, c);
}
UF_BOUND void fe_mul_add(UF_M *r, const UF_M *a, const UF_M *b, const UF_M *c) {
    lane_product(r, lane_factor(a) && lane_factor(b), a->m * b->m + c->m, 1, lane_limbs(c), true);
}
UF_BOUND void fe_sqr_add(UF_M *r, const UF_M *a, const UF_M *c) { fe_mul_add(r, a, a, c); }
UF_BOUND void fe_sqr_add2(UF_M *r, const UF_M *a, const UF_M *b, const UF_M *c) {
    lane_product(r, lane_factor(a), a->m * a->m + 2 * b->m + c->m, 1,
                 2 * lane_limbs(b) + lane_limbs(c), true);
}
UF_BOUND void fe_sqr_add2(UF_M *r, const UF_M *a, const UF_M *b) {
    const UF_M none{0, false};
    fe_sqr_add2(r, a, b, &none);
}
/* Of narrow elements only: what gen_lanes.h calls. */
UF_BOUND void fe_mul_apart(UF_M *r, const UF_M *a, const UF_M *b) { fe_mul(r, a, b); }
UF_BOUND void fe_sqr_apart(UF_M *r, const UF_M *a) { fe_sqr(r, a); }
UF_BOUND void fe_swap_halves(UF_M *r, const UF_M *a) { *r = *a; }
UF_BOUND void fe_beside(UF_M *r, const UF_M *a, const UF_M *b) {
    UF_M t = *a;
    fe_cmov(&t, b);
    *r = {t.m, false};
}
#undef UF_BOUND
#undef UF_M

/* Every formula, run over magnitudes from the greatest operands that are stated: true if all bounds
 * inside it hold and its results have the magnitudes stated above. */
constexpr bool lane_law_magnitudes_hold() {
    using n = lane_magnitude<false>;
    using m = lane_magnitude<true>;
    const auto within = [](const auto &a, int magnitude) { return a.m <= magnitude; };
    const auto carried = [](const auto &a, int magnitude) { return a.carried && a.m <= magnitude; };
    const auto stored = [&](const auto &r) {
        return carried(r.x, 1) && carried(r.y, 2) && carried(r.z, 1);
    };
    constexpr gej_of<m> at_rest = {{1, true}, {2, true}, {1, true}};
    bool ok = true;

    /* The state between doublings is one that it started from: so for every n. */
    gej_of<m> r = at_rest;
    fe_note_uncarried(&r.y);
    fe_note_uncarried(&r.z);
    for (int i = 0; i < 2; i++) {
        law_dbl_neg(&r);
        ok = ok && carried(r.x, 1) && within(r.y, 1) && within(r.z, 1);
        r = {{1, true}, {2, false}, {1, false}};
    }
    for (int times = 1; times <= 3; times++) {
        r = at_rest;
        law_dbl_times(&r, times);
        ok = ok && stored(r);
    }

    r = at_rest;
    ge_of<m> b = {{1, true}, {1, true}};
    fe_cond_neg(&b.y);
    law_sub_ge(&r, &b);
    ok = ok && stored(r);

    const n one = {1, true}, two = {2, false};
    gej_of<n> sum{};
    const ge_of<n> affine = {one, two};
    law_add_affine(&sum, &affine, &affine);
    ok = ok && carried(sum.x, 1) && within(sum.y, 3) && within(sum.z, 3);
    sum = {one, two, one};
    law_add_halves(&sum);
    ok = ok && carried(sum.x, 1) && within(sum.y, 3) && carried(sum.z, 1);

    m dx{}, dy{}, all = {1, false}, inverse = {1, false}, slope{}, x3{}, y3{};
    const m x = {1, true}, y = {2, false}, minus_y = {3, false};
    law_chord_dx(&dx, &x, &x);
    law_chord_dy(&dy, &minus_y, &y);
    ok = ok && within(dx, 3) && within(dy, 5);
    for (int i = 0; i < 2; i++) {
        law_chord_product(&all, &dx);
        ok = ok && within(all, 1);
    }
    for (int i = 0; i < 2; i++) {
        inverse = {1, false};
        law_chord_inverse(&inverse, &all, &dx);
        ok = ok && within(inverse, 1) && within(all, 1);
    }
    law_chord_slope(&slope, &dy, &inverse);
    law_chord_x(&x3, &slope, &x, &x);
    law_chord_y(&y3, &slope, &x, &x3, &minus_y);
    ok = ok && within(slope, 1) && carried(x3, 1) && carried(y3, 1);

    n px{}, py{}, w{};
    law_unlifted(&px, &py, &w, &one, &one);
    ok = ok && carried(px, 1) && carried(py, 1) && carried(w, 1);
    const gej_of<n> aP = {one, {2, true}, one};
    n top{}, bottom{}, c{}, t{}, u1{}, s1{}, h{}, k{}, sum_y{};
    for (int with_sum = 0; with_sum < 2; with_sum++) {
        law_equation(&top, &bottom, &c, &t, &u1, &s1, &h, &k, &aP, &aP, &w, &one, &one);
        ok = ok && carried(c, 1) && carried(t, 1) && carried(u1, 1) && carried(s1, 1) &&
             carried(h, 1) && carried(k, 1) && carried(top, 1) && within(bottom, 2);
        if (with_sum) {
            law_equation_sum(&sum_y, &k, &top, &bottom, &t, &u1, &s1, &h, &w);
            law_equation_denominator(&h, &c, &aP, &w, &one);
        }
        law_equation_end(&top, &bottom, &h);
        ok = ok && carried(h, 1) && carried(top, 1) && carried(bottom, 1);
    }
    return ok && carried(sum_y, 1);
}
static_assert(lane_law_magnitudes_hold());
/* law.h's formulas keep their bounds over lanes too. */
static_assert(law_magnitudes_hold<lane_magnitude<false>>());

}  // namespace ufsecp::UF_TARGET
