// Scalars modulo a small order, for exhaustive tests on groups of that order over the same field.
#pragma once
#include "base/bytes.h"
#include "base/check.h"
#include "base/ct.h"

#ifndef UF_SMALL_ORDER
#define UF_SMALL_ORDER 13 /* a prime that is 1 modulo 3: 7, 13 or 199 */
#endif

namespace ufsecp::UF_TARGET {

inline constexpr u32 sc_small_order = UF_SMALL_ORDER;
static_assert(sc_small_order > 2 && sc_small_order < 65536 && sc_small_order % 3 == 1);

/* The smaller root of x^2 + x + 1 modulo the order. */
constexpr u32 sc_small_cube_root() {
    u32 x = 1;
    while ((x * x + x + 1) % sc_small_order != 0) x++;
    return x;
}
#ifndef UF_SMALL_LAMBDA
#define UF_SMALL_LAMBDA sc_small_cube_root()
#endif
/* Multiplication by it must be multiplication of x by beta: which of the two roots that is depends
 * on the curve. */
inline constexpr u32 sc_small_lambda = UF_SMALL_LAMBDA;
static_assert((sc_small_lambda * sc_small_lambda + sc_small_lambda + 1) % sc_small_order == 0);

struct sc_small {
    u32 n[1]; /* below the order */
};

static inline void sc_set_zero(sc_small *r) { r->n[0] = 0; }
static inline void sc_set_one(sc_small *r) { r->n[0] = 1; }
static inline void sc_set_int(sc_small *r, u32 a) { r->n[0] = a % sc_small_order; }
static inline void sc_set_limbs64(sc_small *r, const u64 a[4]) {
    u64 x = 0;
    for (int i = 7; i >= 0; i--) x = (x << 32 | (u32)(a[i / 2] >> (i % 2 * 32))) % sc_small_order;
    r->n[0] = (u32)x;
}
static inline void sc_get_limbs64(u64 r[4], const sc_small *a) {
    r[0] = a->n[0], r[1] = r[2] = r[3] = 0;
}

static inline mask sc_set_b32(sc_small *r, const u8 b32[32]) {
    u64 a[4];
    limbs_set_b32(a, b32);
    sc_set_limbs64(r, a);
    return ~mask_is_zero((a[0] ^ r->n[0]) | a[1] | a[2] | a[3]);
}
static inline void sc_get_b32(u8 b32[32], const sc_small *a) {
    memset(b32, 0, 28);
    store_be32(b32 + 28, a->n[0]);
}

static inline mask sc_is_zero(const sc_small *a) { return mask_is_zero(a->n[0]); }
static inline mask sc_is_one(const sc_small *a) { return mask_is_equal(a->n[0], 1); }
static inline mask sc_is_odd(const sc_small *a) { return mask_of_bit(a->n[0] & 1); }
static inline mask sc_is_high(const sc_small *a) {
    return mask_of_bit((sc_small_order / 2 - a->n[0]) >> 31);
}
static inline mask sc_equal(const sc_small *a, const sc_small *b) {
    return mask_is_equal(a->n[0], b->n[0]);
}
static inline mask sc_set_b32_seckey(sc_small *r, const u8 b32[32]) {
    const mask over = sc_set_b32(r, b32);
    return ~(over | sc_is_zero(r));
}

static inline void sc_cmov(sc_small *r, const sc_small *a, mask m) {
    r->n[0] = select(m, a->n[0], r->n[0]);
}
static inline void sc_add(sc_small *r, const sc_small *a, const sc_small *b) {
    r->n[0] = (a->n[0] + b->n[0]) % sc_small_order;
}
static inline void sc_sub(sc_small *r, const sc_small *a, const sc_small *b) {
    r->n[0] = (a->n[0] + sc_small_order - b->n[0]) % sc_small_order;
}
static inline void sc_mul(sc_small *r, const sc_small *a, const sc_small *b) {
    r->n[0] = a->n[0] * b->n[0] % sc_small_order;
}
static inline void sc_sqr(sc_small *r, const sc_small *a) { sc_mul(r, a, a); }
static inline void sc_neg(sc_small *r, const sc_small *a) {
    r->n[0] = (sc_small_order - a->n[0]) % sc_small_order;
}
static inline void sc_cond_neg(sc_small *r, mask m) {
    sc_small t;
    sc_neg(&t, r);
    sc_cmov(r, &t, m);
}
static inline void sc_half(sc_small *r, const sc_small *a) {
    r->n[0] = (a->n[0] + ((0 - (a->n[0] & 1)) & sc_small_order)) >> 1;
}
static inline u32 sc_get_bits(const sc_small *a, int offset, int count) {
    return offset < 32 ? a->n[0] >> offset & (((u32)1 << count) - 1) : 0;
}

/* r = 1/a = a^(order - 2); 0 gives 0. */
static inline void sc_inv(sc_small *r, const sc_small *a) {
    sc_small x;
    sc_set_one(&x);
    for (u32 i = 0; i < sc_small_order - 2; i++) sc_mul(&x, &x, a);
    *r = x;
}

/* k = r1 + lambda * r2, with an r2 that takes every value. */
static inline void sc_split_lambda(sc_small *r1, sc_small *r2, const sc_small *k) {
    const u32 b = (3 * k->n[0] + 1) % sc_small_order;
    const u32 a = (k->n[0] + (sc_small_order - b) * sc_small_lambda) % sc_small_order;
    r1->n[0] = a;
    r2->n[0] = b;
}
static inline void sc_split_signed(u64 r1[3], u64 r2[3], const sc_small *k) {
    sc_small a, b;
    sc_split_lambda(&a, &b, k);
    r1[0] = a.n[0], r2[0] = b.n[0];
    r1[1] = r1[2] = r2[1] = r2[2] = 0;
}
static inline void sc_split_128(sc_small *lo, sc_small *hi, const sc_small *k) {
    lo->n[0] = k->n[0];
    hi->n[0] = 0;
}

}  // namespace ufsecp::UF_TARGET
