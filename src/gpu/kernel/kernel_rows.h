// Rows of bytes to numbers and points, and back; what the protocols do with them before and after
// the multiplications.
#pragma once
#include "gpu/kernel/kernel_hash.h"
#include "gpu/kernel/kernel_mul.h"

namespace ufsecp::UF_TARGET {

/* ---- Bytes ---- */

/* x = the 32 bytes at `at` of the arena, at any alignment, big-endian, lowest word first.  Reads
 * whole words, and none but those in which the bytes are. */
UF_FN void load_b32(UF_PRIV u32 *x, const UF_GLOB u8 *arena, u32 at) {
    const UF_GLOB u32 *word = (const UF_GLOB u32 *)(arena + (at & ~(u32)3));
    const u32 shift = (at & 3) * 8;
    u32 low = word[0];
    UF_UNROLL
    for (int i = 0; i < 8; i++) {
        const u32 high = word[i == 7 && shift == 0 ? 7 : i + 1];
        x[7 - i] = swap_bytes((u32)(((u64)high << 32 | low) >> shift));
        low = high;
    }
}

/* Those bytes from x, or zeros: words, and byte by byte only what neighbours share a word of. */
UF_FN void store_b32(UF_GLOB u8 *arena, u32 at, const UF_PRIV u32 *x, int good) {
    UF_GLOB u32 *word = (UF_GLOB u32 *)(arena + (at & ~(u32)3));
    const u32 skipped = at & 3; /* bytes of word 0; word 8 has as many */
    u32 low = 0;
    UF_UNROLL
    for (u32 i = 0; i < 9; i++) {
        const u32 high = i < 8 && good ? swap_bytes(x[7 - i]) : 0;
        const u32 w = (u32)(((u64)high << 32 | low) >> (32 - 8 * skipped));
        low = high;
        if (i % 8) word[i] = w;
        else
            for (u32 j = 0; j < 4; j++)
                if ((j < skipped) == (i == 8)) arena[(at & ~(u32)3) + 4 * i + j] = (u8)(w >> 8 * j);
    }
}

/* r = x mod p, mod n.  Return whether it is below. */
UF_FN int fe_set_words(UF_PRIV fe8x32 *r, const UF_PRIV u32 *x) {
    for (int i = 0; i < 8; i++) r->n[i] = x[i];
    return !is_set(fe8x32_subtract(r));
}
UF_FN int sc_set_words(UF_PRIV sc8x32 *r, const UF_PRIV u32 *x) {
    const mask over = sc8x32_overflows(x);
    sc8x32_subtract_order_if(r, x, over);
    return !is_set(over);
}
UF_FN int load_field(UF_PRIV fe8x32 *r, const UF_GLOB u8 *arena, u32 at) {
    u32 x[8];
    load_b32(x, arena, at);
    return fe_set_words(r, x);
}
UF_FN int load_scalar(UF_PRIV sc8x32 *r, const UF_GLOB u8 *arena, u32 at) {
    u32 x[8];
    load_b32(x, arena, at);
    return sc_set_words(r, x);
}

/* p = x of the key of 33 bytes, and in the place of y whether it is odd; or the x || y of 64.
 * Returns whether they have their form and range. */
UF_FN int load_key33(UF_PRIV ge *p, const UF_GLOB u8 *arena, u32 at) {
    const u32 prefix = arena[at];
    fe_set_int(&p->y, prefix & 1);
    return load_field(&p->x, arena, at + 1) && (prefix & 0xfe) == 2;
}
UF_FN int load_point(UF_PRIV ge *p, const UF_GLOB u8 *arena, u32 at, u32 size) {
    if (size != 64) return load_key33(p, arena, at);
    const int x_below = load_field(&p->x, arena, at);
    return load_field(&p->y, arena, at + 32) && x_below;
}

/* ---- Columns: word w of a row is w*n words behind its first ---- */

UF_FN void load_words(UF_PRIV u32 *x, const UF_GLOB u32 *column, u32 n) {
    UF_UNROLL
    for (u32 w = 0; w < 8; w++) x[w] = column[w * n];
}
UF_FN void store_words(UF_GLOB u32 *column, u32 n, const UF_PRIV u32 *x) {
    UF_UNROLL
    for (u32 w = 0; w < 8; w++) column[w * n] = x[w];
}
UF_FN void load_fe(UF_PRIV fe8x32 *r, const UF_GLOB u32 *column, u32 n) {
    load_words(r->n, column, n);
    UF_VERIFY_ONLY(fe8x32_bound(r, 1);)
}
/* a leaves normalized. */
UF_FN void store_fe(UF_GLOB u32 *column, u32 n, UF_PRIV fe8x32 *a) {
    fe_normalize(a);
    store_words(column, n, a->n);
}
UF_FN void load_sc(UF_PRIV sc8x32 *r, const UF_GLOB u32 *column, u32 n) {
    load_words(r->n, column, n);
}
UF_FN void store_sc(UF_GLOB u32 *column, u32 n, const UF_PRIV sc8x32 *a) {
    store_words(column, n, a->n);
}
UF_FN void load_ge(UF_PRIV ge *r, const UF_GLOB u32 *column, u32 n) {
    load_fe(&r->x, column, n);
    load_fe(&r->y, column + 8 * n, n);
}
UF_FN void store_ge(UF_GLOB u32 *column, u32 n, UF_PRIV ge *a) {
    store_fe(column, n, &a->x);
    store_fe(column + 8 * n, n, &a->y);
}
UF_FN void load_gej(UF_PRIV gej *r, const UF_GLOB u32 *column, u32 n) {
    load_fe(&r->x, column, n);
    load_fe(&r->y, column + 8 * n, n);
    load_fe(&r->z, column + 16 * n, n);
}
UF_FN void store_gej(UF_GLOB u32 *column, u32 n, UF_PRIV gej *a) {
    store_fe(column, n, &a->x);
    store_fe(column + 8 * n, n, &a->y);
    store_fe(column + 16 * n, n, &a->z);
}

/* ---- Points ---- */

/* Whether a is (0, 0). */
UF_FN int ge_is_zero(const UF_PRIV ge *a) {
    return is_set(mask_and(fe_is_zero(&a->x), fe_is_zero(&a->y)));
}

/* Whether q has this x; it is not infinity. */
UF_FN int gej_has_x(const UF_PRIV gej *q, const UF_PRIV fe8x32 *x) {
    fe8x32 t;
    fe_sqr(&t, &q->z);
    fe_mul(&t, &t, x);
    return is_set(fe_equal(&t, &q->x));
}

/* The slope of a + b is (b.y - a.y)/(b.x - a.x), for equal points 3 x^2/(2 y). x = its denominator,
 * 0 if the sum is infinity, or a, as (0, 0), is.
 * cost: none. */
UF_FN void ge_sum_denominator(UF_PRIV fe8x32 *x, const UF_PRIV ge *a, const UF_PRIV ge *b) {
    fe_sub(x, &b->x, &a->x, 1);
    if (is_set(fe_is_zero(x))) fe_add(x, &b->y, &a->y);
    if (ge_is_zero(a)) fe_set_zero(x);
}
/* x of a + b, 0 for infinity, where x = 1/that denominator, or 0.
 * cost: 1 mul + 1 sqr. */
UF_FN void ge_sum_x(UF_PRIV fe8x32 *x, const UF_PRIV ge *a, const UF_PRIV ge *b) {
    fe8x32 t;
    if (is_set(fe_is_zero(x))) {
        if (ge_is_zero(a)) *x = b->x;
        return;
    }
    fe_sub(&t, &b->y, &a->y, 1);
    if (is_set(fe_equal(&a->x, &b->x))) {
        fe_sqr(&t, &a->x);
        fe_mul_int(&t, &t, 3);
    }
    fe_mul(&t, &t, x);
    fe_sqr(x, &t);
    fe_sub(x, x, &a->x, 1);
    fe_sub(x, x, &b->x, 1);
    fe_normalize(x);
}

/* The first 8 bytes of x, or zeros. */
UF_FN void store_prefix(UF_GLOB u32 *to, const UF_PRIV fe8x32 *x, int good) {
    to[0] = good ? swap_bytes(x->n[7]) : 0;
    to[1] = good ? swap_bytes(x->n[6]) : 0;
}

/* ---- Verification without a root ----
 * Of a key x is known, and of y the parity.  With w = x^3 + 7 = y^2 the point (w x, w^2) of the
 * curve y^2 = x^3 + 7 w^3 stands for it, as (w X, w y Y) there for every (X, Y) here: multiples are
 * the same, and a Jacobian (X, Y, Z) there is (X, Y, y Z) here.  If w is no square, y^2 = w does
 * not hold in the end, whatever came before. */

/* t + s for s there and t here, as far as can be told without y, for an x that it is said to have.
 * With A, B and E free of y the formulas of law_add give i = B - A y and Z = E y, so that x is
 * right if c = d y, where d = 2 A B and c = A^2 w + B^2 - h^3 - 2 u h^2 - x w E^2.  Then the other
 * coordinate is (n - m y)/(E y)^3.  d = 0 where that says nothing: for infinity and for points of
 * one x. */
typedef struct meeting {
    fe8x32 c, d, e, m, n;
} meeting;
UF_FN void points_meet(UF_PRIV meeting *r, const UF_PRIV gej *s, const UF_PRIV gej *t,
                       const UF_PRIV fe8x32 *key_x, const UF_PRIV fe8x32 *x) {
    fe8x32 w, zw, zt, u, h, h2, h3, a, b, v;
    ge_y_squared(&w, key_x);
    fe_sqr(&zw, &s->z);
    fe_mul(&zw, &zw, &w);
    fe_sqr(&zt, &t->z);
    fe_mul(&u, &s->x, &zt);
    fe_mul(&h, &t->x, &zw);
    fe_sub(&h, &h, &u, 1);
    fe_mul(&a, &t->y, &zw);
    fe_mul(&a, &a, &s->z);
    fe_mul(&b, &s->y, &zt);
    fe_mul(&b, &b, &t->z);
    fe_mul(&r->e, &s->z, &t->z);
    fe_mul(&r->e, &r->e, &h);
    fe_sqr(&v, &r->e);
    fe_mul(&v, &v, &w);
    fe_mul(&v, &v, x);
    fe_sqr(&h2, &h);
    fe_mul(&h3, &h2, &h);
    fe_mul(&h2, &h2, &u);
    fe_mul(&r->d, &a, &b);
    fe_add(&r->d, &r->d, &r->d);
    if (is_set(fe_is_zero(&h))) fe_set_zero(&r->d);
    fe_sqr(&u, &a);
    fe_mul(&u, &u, &w);
    fe_sqr(&r->c, &b);
    fe_add(&r->c, &r->c, &u);
    fe_sub(&r->c, &r->c, &h3, 1);
    fe_sub(&r->c, &r->c, &h2, 1);
    fe_sub(&r->c, &r->c, &h2, 1);
    fe_sub(&r->c, &r->c, &v, 1);
    fe_sub(&v, &v, &h2, 1);
    fe_mul(&r->m, &a, &v);
    fe_sub(&v, &v, &h3, 1);
    fe_mul(&r->n, &b, &v);
}

/* Whether y is the root of x^3 + 7 that is as odd as key->y.  y leaves normalized. */
UF_FN int is_y_of(UF_PRIV fe8x32 *y, const UF_PRIV ge *key) {
    ge p;
    fe_normalize(y);
    p.x = key->x, p.y = *y;
    return ge_is_on_curve(&p) && ((y->n[0] ^ key->y.n[0]) & 1) == 0;
}

/* t += s of the curve of that key, by a root.  Returns whether it has one. */
UF_FN int add_by_root(UF_PRIV gej *t, UF_PRIV gej *s, UF_PRIV ge *key) {
    if (!ge_lift_x(key)) return 0;
    fe_mul(&s->z, &s->z, &key->y);
    gej_add(t, t, s);
    return 1;
}

/* ---- ECDSA ---- */

/* r and s of the 64 bytes at `at`.  Returns whether they are in their ranges. */
UF_FN int load_ecdsa(UF_PRIV sc8x32 *r, UF_PRIV sc8x32 *s, const UF_GLOB u8 *arena, u32 at,
                     int low_s) {
    const int r_below = load_scalar(r, arena, at), s_below = load_scalar(s, arena, at + 32);
    return r_below && s_below && !is_set(mask_or(sc_is_zero(r), sc_is_zero(s))) &&
           !(low_s && is_set(sc_is_high(s)));
}

/* x = r + n, the other field element that is r mod n.  Returns whether it is below p.  The rule,
 * x of R is r, or r + n if that is below p, has its twins in proto/ecdsa_var.h, which names
 * them. */
UF_FN int ecdsa_second_x(UF_PRIV fe8x32 *x, const UF_PRIV sc8x32 *r) {
    u32 sum[8];
    UF_LIMBS(order, sc8x32_order)
    const u32 carry = sc8x32_add_if(sum, r->n, order, ~(u32)0);
    return fe_set_words(x, sum) && carry == 0;
}

/* Whether q has an x coordinate that is r mod n (SEC 1, 4.1.4). */
UF_FN int ecdsa_accept(const UF_PRIV gej *q, const UF_PRIV sc8x32 *r) {
    fe8x32 x;
    fe_set_words(&x, r->n);
    if (gej_is_infinity(q)) return 0;
    if (gej_has_x(q, &x)) return 1;
    return ecdsa_second_x(&x, r) && gej_has_x(q, &x);
}

/* x of the point R that r and the recovery id name: its bit 1 says that it is r + n.  Returns
 * whether it is below p. */
UF_FN int recover_x(UF_PRIV fe8x32 *x, const UF_PRIV sc8x32 *r, u32 recid) {
    if (recid & 2) return ecdsa_second_x(x, r);
    return fe_set_words(x, r->n);
}

}  // namespace ufsecp::UF_TARGET
