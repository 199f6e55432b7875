// ElligatorSwift (BIP-324): points from 64 bytes, any of which name one, and back, in variable
// time.
//
// The bytes are two field elements, u and t.  With g = u^3 + 7 and s = t^2, the x coordinate is the
// first of these that a point has; one of them always is one:
//     x3 = u - (g + s)^2 / (3 s u^2)
//     x2 = u (beta (g - s) - s) / (g + s), where beta is a cube root of 1
//     x1 = -(x2 + u)
// and y has the parity of t.  Where a denominator would be 0, u = 0 and t = 0 count as 1, and then
// t counts twice if g + s = 0.
//
// Reference: BIP-324; Chavez-Saab, Rodriguez-Henriquez, Tibouchi, "SwiftEC", 2022.
#pragma once
#include "field/fe_jacobi_var.h"
#include "group/add_var.h"
#include "proto/ellswift.h"

namespace ufsecp::UF_TARGET {

/* r->w from the fraction; whether that is the x coordinate of a point: whether d w, which is d^4
 * times (n/d)^3 + 7, is a square. */
static inline bool ell_has_point_var(ell_x *r) {
    fe t;
    fe_sqr(&r->w, &r->n);
    fe_sqr(&t, &r->d);
    fe_mul_int(&t, &t, UF_CURVE_B);
    fe_mul2(&r->w, &r->w, &r->n, &t, &r->d);
    fe_mul(&t, &r->w, &r->d);
    return fe_jacobi_var(&t) >= 0;
}
UF_PUBLIC_ONLY(ell_has_point_var);

/* The x coordinate that (u, t) stands for. */
static inline void ell_decode_x_var(ell_x *r, const fe *u_given, const fe *t) {
    fe u = *u_given, s, g, sum, beta, a;
    if (fe_is_zero_var(&u)) fe_set_one(&u);
    fe_sqr(&s, t);
    if (fe_is_zero_var(&s)) fe_set_one(&s);
    ge_y_squared(&g, &u);
    fe_add(&sum, &g, &s);
    if (fe_is_zero_var(&sum)) {
        fe_mul_int(&s, &s, 4);
        fe_normalize_weak(&s);
        fe_add(&sum, &g, &s);
    }
    fe_normalize_weak(&sum);
    /* x3 = (3 s u^3 - (g + s)^2) / (3 s u^2) */
    fe_sqr(&a, &u);
    fe_mul(&a, &a, &s);
    fe_mul_int(&r->d, &a, 3);
    fe_normalize_weak(&r->d);
    fe_neg(&a, &sum, 1);
    fe_mul2(&r->n, &r->d, &u, &sum, &a);
    if (ell_has_point_var(r)) return;
    /* x2 */
    r->d = sum;
    fe_set_limbs64(&beta, glv_beta);
    fe_sub(&a, &g, &s, 1);
    fe_mul(&a, &a, &beta);
    fe_sub(&a, &a, &s, 1);
    fe_mul(&r->n, &a, &u);
    if (ell_has_point_var(r)) return;
    /* x1 */
    fe_mul(&a, &sum, &u);
    fe_add(&a, &a, &r->n);
    fe_neg(&r->n, &a, 2);
    fe_normalize_weak(&r->n);
    [[maybe_unused]] const bool last = ell_has_point_var(r);
    UF_CHECK(last);
}
UF_PUBLIC_ONLY(ell_decode_x_var);

/* The same of 64 bytes; numbers from p on are reduced.
 * out: t normalized. */
static inline void ellswift_read_var(ell_x *r, fe *t, const u8 ell64[64]) {
    fe u;
    fe_set_b32(&u, ell64);
    fe_set_b32(t, ell64 + 32);
    ell_decode_x_var(r, &u, t);
}
UF_PUBLIC_ONLY(ellswift_read_var);

/* p = the point of an encoding, normalized.  With e = 1/sqrt(d w) also 1/d = e^2 w, so that no
 * inversion is needed, and y = sqrt(d w)/d^2. */
static inline void ellswift_decode_var(ge *p, const u8 ell64[64]) {
    ell_x x;
    fe t, a, e;
    ellswift_read_var(&x, &t, ell64);
    fe_mul(&a, &x.d, &x.w);
    fe_inv_root(&e, &a);
    fe_mul(&p->y, &a, &e);
    fe_sqr(&e, &e);
    fe_mul(&e, &e, &x.w);
    fe_mul(&p->x, &x.n, &e);
    fe_sqr(&e, &e);
    fe_mul(&p->y, &p->y, &e);
    fe_normalize_var(&p->x);
    fe_normalize_var(&p->y);
    ge_cond_neg(p, fe_is_odd(&p->y) ^ fe_is_odd(&t));
    fe_normalize_var(&p->y);
}
UF_PUBLIC_ONLY(ellswift_decode_var);

/* t with which (u, t) stands for the point's x, or -t, if there is one of this kind: 0 and 1 lead
 * back by x1 and x2, 2 and 3 by x3.
 * in: u not 0, x normalized.
 * out: *t of magnitude 1. */
static inline bool ell_inverse_var(fe *t, const fe *x, const fe *u, unsigned kind) {
    fe g, s, a, e, v, w, beta;
    ge_y_squared(&g, u);
    if (kind < 2) {
        /* If -u - x were the x of a point, that would be x3, which comes first.  Else
         * w = sqrt(-g / (u^2 + u x + x^2)), v = x. */
        fe_add(&a, u, x);
        fe_neg(&a, &a, 2);
        ge_y_squared(&e, &a);
        if (fe_jacobi_var(&e) >= 0) return false;
        fe_sqr(&s, &a);
        fe_mul(&e, u, x);
        fe_sub(&s, &e, &s, 1);
        fe_mul(&a, &s, &g);
        if (fe_jacobi_var(&a) < 1) return false;
        fe_inv_root(&e, &a);
        fe_mul(&w, &g, &e);
        v = *x;
    } else {
        /* w = sqrt(s), s = x - u; v = (r/s - u)/2, r = sqrt(-s (4 g + 3 u^2 s)), the root that is a
         * square itself. */
        fe_sub(&s, x, u, 1);
        if (fe_jacobi_var(&s) < 1) return false;
        fe_sqr(&a, u);
        fe_mul(&a, &a, &s);
        fe_mul_int(&a, &a, 3);
        fe_mul_int(&v, &g, 4);
        fe_add(&a, &a, &v);
        fe_neg(&a, &a, 7);
        fe_mul(&a, &a, &s);
        const int found = fe_jacobi_var(&a);
        if (found < 0 || (found == 0 && kind == 3)) return false;
        fe_root(&v, &a);
        fe_inv_root(&e, &s);
        fe_mul(&w, &s, &e);
        fe_sqr(&e, &e);
        fe_mul(&v, &v, &e);
        fe_sub(&v, &v, u, 1);
        fe_half(&v, &v);
    }
    /* w ((beta + 1) u + v) or w (v - beta u) */
    fe_set_limbs64(&beta, glv_beta);
    fe_mul(&a, &beta, u);
    if (kind % 2 == 0) {
        fe_add(&v, &v, &a);
        fe_add(&v, &v, u);
    } else {
        fe_sub(&v, &v, &a, 1);
    }
    fe_mul(t, &v, &w);
    return true;
}
UF_PUBLIC_ONLY(ell_inverse_var);

/* An encoding of p: draw(out32) gives random bytes that may be known, those of kinds of t first,
 * then for each of 64 kinds those of u.
 * in: p normalized. */
template <class Draw>
static inline void ellswift_encode_var(u8 ell64[64], const ge *p, const Draw &draw) {
    u8 kinds[32];
    fe u, t;
    for (unsigned left = 0;; left--) {
        if (left == 0) draw(kinds), left = 64;
        const unsigned at = left - 1;
        draw(ell64);
        fe_set_b32(&u, ell64);
        if (ell_inverse_var(&t, &p->x, &u, kinds[at / 2] >> at % 2 * 4 & 3)) break;
    }
    fe_normalize_var(&t);
    if (is_true_var(fe_is_odd(&t) ^ fe_is_odd(&p->y))) {
        fe_neg(&t, &t, 1);
        fe_normalize_var(&t);
    }
    fe_get_b32(ell64 + 32, &t);
}
UF_PUBLIC_ONLY(ellswift_encode_var);

}  // namespace ufsecp::UF_TARGET
