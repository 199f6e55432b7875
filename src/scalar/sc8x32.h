// Scalars modulo the group order n in eight 32-bit limbs, always reduced below n.
//
// n = 2^256 - c with c of 129 bits.  All functions here are constant time; r may be any input.
#pragma once
#include "base/bytes.h"
#include "base/check.h"
#include "base/ct.h"

namespace ufsecp::UF_TARGET {

struct sc8x32 {
    u32 n[8]; /* little-endian; the value is below the order */
};

inline constexpr u32 sc8x32_order[8] = {0xD0364141u, 0xBFD25E8Cu, 0xAF48A03Bu, 0xBAAEDCE6u,
                                        0xFFFFFFFEu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu};
inline constexpr u32 sc8x32_c[8] = {0x2FC9BEBFu, 0x402DA173u, 0x50B75FC4u, 0x45512319u, 1, 0, 0, 0};
/* floor(n/2) */
inline constexpr u32 sc8x32_half_order[8] = {0x681B20A0u, 0xDFE92F46u, 0x57A4501Du, 0x5D576E73u,
                                             0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0x7FFFFFFFu};

/* r = a + (b & m) mod 2^256; returns the carry. */
UF_SPEED_INLINE u32 sc8x32_add_if(u32 r[8], const u32 a[8], const u32 b[8], u32 m) {
    u64 t = 0;
    UF_SPEED_UNROLL(8)
    for (int i = 0; i < 8; i++) {
        t += (u64)a[i] + (b[i] & m);
        r[i] = (u32)t;
        t >>= 32;
    }
    return (u32)t;
}

/* r = a - (b & m) mod 2^256; returns the borrow. */
UF_SPEED_INLINE u32 sc8x32_sub_if(u32 r[8], const u32 a[8], const u32 b[8], u32 m) {
    u64 borrow = 0;
    UF_SPEED_UNROLL(8)
    for (int i = 0; i < 8; i++) {
        const u64 t = (u64)a[i] - (b[i] & m) - borrow;
        r[i] = (u32)t;
        borrow = t >> 63;
    }
    return (u32)borrow;
}

/* All ones if the 256-bit a is >= n. */
static inline mask sc8x32_overflows(const u32 a[8]) {
    u32 sum[8];
    return mask_of_bit(sc8x32_add_if(sum, a, sc8x32_c, ~(u32)0));
}

/* r = a - n if over, else a, mod 2^256: adds c. */
static inline void sc8x32_subtract_order_if(sc8x32 *r, const u32 a[8], mask over) {
    (void)sc8x32_add_if(r->n, a, sc8x32_c, (u32)value_barrier(over.bits));
}

static inline void sc_set_zero(sc8x32 *r) { *r = {}; }
static inline void sc_set_one(sc8x32 *r) { *r = {{1, 0, 0, 0, 0, 0, 0, 0}}; }
static inline void sc_set_int(sc8x32 *r, u32 a) { *r = {{a, 0, 0, 0, 0, 0, 0, 0}}; }

/* r = the value of the four limbs, which must be below n. */
static inline void sc_set_limbs64(sc8x32 *r, const u64 a[4]) {
    for (int i = 0; i < 8; i++) r->n[i] = (u32)(a[i / 2] >> (i % 2 * 32));
    UF_CHECK(sc8x32_overflows(r->n).bits == 0);
}
static inline void sc_get_limbs64(u64 r[4], const sc8x32 *a) {
    for (int i = 0; i < 4; i++) r[i] = (u64)a->n[2 * i + 1] << 32 | a->n[2 * i];
}

/* r = b32 (big-endian) mod n.  Returns whether the value was >= n. */
static inline mask sc_set_b32(sc8x32 *r, const u8 b32[32]) {
    u32 a[8];
    for (int i = 0; i < 8; i++) a[i] = load_be32(b32 + 28 - 4 * i);
    const mask over = sc8x32_overflows(a);
    sc8x32_subtract_order_if(r, a, over);
    return over;
}
static inline void sc_get_b32(u8 b32[32], const sc8x32 *a) {
    for (int i = 0; i < 8; i++) store_be32(b32 + 28 - 4 * i, a->n[i]);
}

static inline mask sc8x32_is_int(const sc8x32 *a, u32 b) {
    u32 d = a->n[0] ^ b;
    for (int i = 1; i < 8; i++) d |= a->n[i];
    return mask_is_zero(d);
}
static inline mask sc_is_zero(const sc8x32 *a) { return sc8x32_is_int(a, 0); }
static inline mask sc_is_one(const sc8x32 *a) { return sc8x32_is_int(a, 1); }
static inline mask sc_is_odd(const sc8x32 *a) { return mask_of_bit(a->n[0] & 1); }
static inline mask sc_equal(const sc8x32 *a, const sc8x32 *b) {
    u32 d = 0;
    for (int i = 0; i < 8; i++) d |= a->n[i] ^ b->n[i];
    return mask_is_zero(d);
}
/* a > n/2 */
static inline mask sc_is_high(const sc8x32 *a) {
    u32 t[8];
    return mask_of_bit(sc8x32_sub_if(t, sc8x32_half_order, a->n, ~(u32)0));
}

/* r = b32 mod n.  Returns whether b32 is a valid secret key: 1 <= value < n. */
static inline mask sc_set_b32_seckey(sc8x32 *r, const u8 b32[32]) {
    const mask over = sc_set_b32(r, b32);
    return ~(over | sc_is_zero(r));
}

/* r = m ? a : r */
static inline void sc_cmov(sc8x32 *r, const sc8x32 *a, mask m) {
    for (int i = 0; i < 8; i++) r->n[i] = select(m, a->n[i], r->n[i]);
}

/* r = a + b mod n */
static inline void sc_add(sc8x32 *r, const sc8x32 *a, const sc8x32 *b) {
    u32 t[8];
    const u32 carry = sc8x32_add_if(t, a->n, b->n, ~(u32)0);
    sc8x32_subtract_order_if(r, t, mask_of_bit(carry) | sc8x32_overflows(t));
}

/* r = a - b mod n */
static inline void sc_sub(sc8x32 *r, const sc8x32 *a, const sc8x32 *b) {
    u32 t[8];
    const u32 borrow = sc8x32_sub_if(t, a->n, b->n, ~(u32)0);
    (void)sc8x32_add_if(r->n, t, sc8x32_order, value_barrier(0 - borrow));
}

/* r = m ? -a : a, mod n */
static inline void sc8x32_negate_if(sc8x32 *r, const sc8x32 *a, mask m) {
    sc8x32 t;
    (void)sc8x32_sub_if(t.n, sc8x32_order, a->n, ~(u32)0);
    const mask flip = m & ~sc_is_zero(a);
    for (int i = 0; i < 8; i++) r->n[i] = select(flip, t.n[i], a->n[i]);
}
static inline void sc_neg(sc8x32 *r, const sc8x32 *a) { sc8x32_negate_if(r, a, mask_all()); }
static inline void sc_cond_neg(sc8x32 *r, mask m) { sc8x32_negate_if(r, r, m); }

/* r = a/2 mod n: (a + n)/2 if a is odd. */
static inline void sc_half(sc8x32 *r, const sc8x32 *a) {
    u32 t[8];
    const u32 carry = sc8x32_add_if(t, a->n, sc8x32_order, value_barrier(0 - (a->n[0] & 1)));
    for (int i = 0; i < 7; i++) r->n[i] = t[i] >> 1 | t[i + 1] << 31;
    r->n[7] = t[7] >> 1 | carry << 31;
}

/* Bits offset .. offset+count-1 of a; offset + count <= 256, 1 <= count <= 31, both public. */
static inline u32 sc_get_bits(const sc8x32 *a, int offset, int count) {
    const int i = offset >> 5, s = offset & 31;
    u32 w = a->n[i] >> s;
    if (s + count > 32) w |= a->n[i + 1] << (32 - s);
    return w & (((u32)1 << count) - 1);
}

/* A column sum of three words. */
struct sc8x32_column {
    u64 low;
    u32 high;
};
UF_SPEED_INLINE void sc8x32_accumulate(sc8x32_column *s, u64 x) {
    s->low += x;
    s->high += s->low < x;
}
UF_SPEED_INLINE u32 sc8x32_shift_column(sc8x32_column *s) {
    const u32 w = (u32)s->low;
    *s = {s->low >> 32 | (u64)s->high << 32, 0};
    return w;
}

/* l = a * b, 512 bits. */
UF_SPEED_INLINE void sc8x32_mul_512(u32 l[16], const u32 a[8], const u32 b[8]) {
    sc8x32_column s{0, 0};
    UF_SPEED_UNROLL(16)
    for (int k = 0; k < 15; k++) {
        UF_SPEED_UNROLL(8)
        for (int i = k < 8 ? 0 : k - 7; i <= (k < 8 ? k : 7); i++)
            sc8x32_accumulate(&s, (u64)a[i] * b[k - i]);
        l[k] = sc8x32_shift_column(&s);
    }
    l[15] = (u32)s.low;
}

/* out = a[0..7] + a[8 .. 7+High] * c, which must fit in Out limbs. */
template <int High, int Out>
UF_SPEED_INLINE void sc8x32_fold(u32 *out, const u32 *a) {
    sc8x32_column s{0, 0};
    UF_SPEED_UNROLL(16)
    for (int k = 0; k < Out; k++) {
        if (k < 8) sc8x32_accumulate(&s, a[k]);
        UF_SPEED_UNROLL(8)
        for (int i = k < 4 ? 0 : k - 4; i <= k && i < High; i++)
            sc8x32_accumulate(&s, (u64)a[8 + i] * sc8x32_c[k - i]);
        out[k] = sc8x32_shift_column(&s);
    }
    UF_CHECK(s.low == 0);
}

/* r = l mod n, in three folds of the part above 2^256, which is worth c < 1.28 * 2^128 there:
 *   512 -> 385 bits: low 256 + high 256 * c;  385 -> 258 bits: low 256 + high 129 * c;
 *   258 -> 256 bits: low 256 + high 2 * c < 2^256 + 2^131: at most one n is left, with or without a carry. */
UF_SPEED_INLINE void sc8x32_reduce_512(sc8x32 *r, const u32 l[16]) {
    u32 m[13], p[9], t[9];
    sc8x32_fold<8, 13>(m, l);
    UF_CHECK(m[12] <= 1);
    sc8x32_fold<5, 9>(p, m);
    UF_CHECK(p[8] <= 2);
    sc8x32_fold<1, 9>(t, p);
    sc8x32_subtract_order_if(r, t, mask_of_bit(t[8]) | sc8x32_overflows(t));
}

/* r = a * b mod n.  cost: 64 + 66 word products. */
static inline void sc_mul(sc8x32 *r, const sc8x32 *a, const sc8x32 *b) {
    u32 l[16];
    sc8x32_mul_512(l, a->n, b->n);
    sc8x32_reduce_512(r, l);
}

/* r = a^2 mod n */
static inline void sc_sqr(sc8x32 *r, const sc8x32 *a) { sc_mul(r, a, a); }

}  // namespace ufsecp::UF_TARGET
