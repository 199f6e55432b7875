// Scalars modulo the group order n in eight 32-bit limbs, always reduced below n.
//
// n = 2^256 - c with c of 129 bits.  All functions here are constant time; r may be any input.
// The text is C as GPU compilers take it.  A dialect may bring macros before this file: UF_MUL_512
// is all of sc8x32_mul_512, and UF_MAD_COLUMN adds a product to the three words of a column.
#pragma once
#include "base/bytes.h"
#include "base/check.h"
#include "base/ct.h"

namespace ufsecp::UF_TARGET {

typedef struct sc8x32 {
    u32 n[8]; /* little-endian; the value is below the order */
} sc8x32;

UF_CONST u32 sc8x32_order[8] = {0xD0364141u, 0xBFD25E8Cu, 0xAF48A03Bu, 0xBAAEDCE6u,
                                0xFFFFFFFEu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu};
UF_CONST u32 sc8x32_c[8] = {0x2FC9BEBFu, 0x402DA173u, 0x50B75FC4u, 0x45512319u, 1, 0, 0, 0};
/* floor(n/2) */
UF_CONST u32 sc8x32_half_order[8] = {0x681B20A0u, 0xDFE92F46u, 0x57A4501Du, 0x5D576E73u,
                                     0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0x7FFFFFFFu};

/* r = a + (b & m) mod 2^256; returns the carry. */
UF_SPEED_INLINE u32 sc8x32_add_if(UF_PRIV u32 *r, const UF_PRIV u32 *a, const UF_PRIV u32 *b,
                                  u32 m) {
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
UF_SPEED_INLINE u32 sc8x32_sub_if(UF_PRIV u32 *r, const UF_PRIV u32 *a, const UF_PRIV u32 *b,
                                  u32 m) {
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
UF_FN mask sc8x32_overflows(const UF_PRIV u32 *a) {
    u32 sum[8];
    UF_LIMBS(c, sc8x32_c)
    return mask_of_bit(sc8x32_add_if(sum, a, c, ~(u32)0));
}

/* r = a - n if over, else a, mod 2^256: adds c. */
UF_FN void sc8x32_subtract_order_if(UF_PRIV sc8x32 *r, const UF_PRIV u32 *a, mask over) {
    UF_LIMBS(c, sc8x32_c)
    (void)sc8x32_add_if(r->n, a, c, (u32)value_barrier(over.bits));
}

UF_FN void sc_set_int(UF_PRIV sc8x32 *r, u32 a) {
    r->n[0] = a;
    for (int i = 1; i < 8; i++) r->n[i] = 0;
}
UF_FN void sc_set_zero(UF_PRIV sc8x32 *r) { sc_set_int(r, 0); }
UF_FN void sc_set_one(UF_PRIV sc8x32 *r) { sc_set_int(r, 1); }

/* r = the value of the four limbs, which must be below n. */
UF_FN void sc_set_limbs64(UF_PRIV sc8x32 *r, const UF_PRIV u64 *a) {
    for (int i = 0; i < 8; i++) r->n[i] = (u32)(a[i / 2] >> (i % 2 * 32));
    UF_CHECK(sc8x32_overflows(r->n).bits == 0);
}
UF_FN void sc_get_limbs64(UF_PRIV u64 *r, const UF_PRIV sc8x32 *a) {
    for (int i = 0; i < 4; i++) r[i] = (u64)a->n[2 * i + 1] << 32 | a->n[2 * i];
}

/* r = b32 (big-endian) mod n.  Returns whether the value was >= n. */
UF_FN mask sc_set_b32(UF_PRIV sc8x32 *r, const UF_PRIV u8 *b32) {
    u32 a[8];
    for (int i = 0; i < 8; i++) a[i] = load_be32(b32 + 28 - 4 * i);
    const mask over = sc8x32_overflows(a);
    sc8x32_subtract_order_if(r, a, over);
    return over;
}
UF_FN void sc_get_b32(UF_PRIV u8 *b32, const UF_PRIV sc8x32 *a) {
    for (int i = 0; i < 8; i++) store_be32(b32 + 28 - 4 * i, a->n[i]);
}

UF_FN mask sc8x32_is_int(const UF_PRIV sc8x32 *a, u32 b) {
    u32 d = a->n[0] ^ b;
    for (int i = 1; i < 8; i++) d |= a->n[i];
    return mask_is_zero(d);
}
UF_FN mask sc_is_zero(const UF_PRIV sc8x32 *a) { return sc8x32_is_int(a, 0); }
UF_FN mask sc_is_one(const UF_PRIV sc8x32 *a) { return sc8x32_is_int(a, 1); }
UF_FN mask sc_is_odd(const UF_PRIV sc8x32 *a) { return mask_of_bit(a->n[0] & 1); }
UF_FN mask sc_equal(const UF_PRIV sc8x32 *a, const UF_PRIV sc8x32 *b) {
    u32 d = 0;
    for (int i = 0; i < 8; i++) d |= a->n[i] ^ b->n[i];
    return mask_is_zero(d);
}
/* a > n/2 */
UF_FN mask sc_is_high(const UF_PRIV sc8x32 *a) {
    u32 t[8];
    UF_LIMBS(middle, sc8x32_half_order)
    return mask_of_bit(sc8x32_sub_if(t, middle, a->n, ~(u32)0));
}

/* r = b32 mod n.  Returns whether b32 is a valid secret key: 1 <= value < n. */
UF_FN mask sc_set_b32_seckey(UF_PRIV sc8x32 *r, const UF_PRIV u8 *b32) {
    const mask over = sc_set_b32(r, b32);
    return mask_not(mask_or(over, sc_is_zero(r)));
}

/* r = m ? a : r */
UF_FN void sc_cmov(UF_PRIV sc8x32 *r, const UF_PRIV sc8x32 *a, mask m) {
    for (int i = 0; i < 8; i++) r->n[i] = select32(m, a->n[i], r->n[i]);
}

/* r = a + b mod n */
UF_FN void sc_add(UF_PRIV sc8x32 *r, const UF_PRIV sc8x32 *a, const UF_PRIV sc8x32 *b) {
    u32 t[8];
    const u32 carry = sc8x32_add_if(t, a->n, b->n, ~(u32)0);
    sc8x32_subtract_order_if(r, t, mask_or(mask_of_bit(carry), sc8x32_overflows(t)));
}

/* r = a - b mod n */
UF_FN void sc_sub(UF_PRIV sc8x32 *r, const UF_PRIV sc8x32 *a, const UF_PRIV sc8x32 *b) {
    u32 t[8];
    UF_LIMBS(order, sc8x32_order)
    const u32 borrow = sc8x32_sub_if(t, a->n, b->n, ~(u32)0);
    (void)sc8x32_add_if(r->n, t, order, value_barrier(0 - borrow));
}

/* r = m ? -a : a, mod n */
UF_FN void sc8x32_negate_if(UF_PRIV sc8x32 *r, const UF_PRIV sc8x32 *a, mask m) {
    sc8x32 t;
    UF_LIMBS(order, sc8x32_order)
    (void)sc8x32_sub_if(t.n, order, a->n, ~(u32)0);
    const mask flip = mask_and(m, mask_not(sc_is_zero(a)));
    for (int i = 0; i < 8; i++) r->n[i] = select32(flip, t.n[i], a->n[i]);
}
UF_FN void sc_neg(UF_PRIV sc8x32 *r, const UF_PRIV sc8x32 *a) {
    sc8x32_negate_if(r, a, mask_all());
}
UF_FN void sc_cond_neg(UF_PRIV sc8x32 *r, mask m) { sc8x32_negate_if(r, r, m); }

/* r = a/2 mod n: (a + n)/2 if a is odd. */
UF_FN void sc_half(UF_PRIV sc8x32 *r, const UF_PRIV sc8x32 *a) {
    u32 t[8];
    UF_LIMBS(order, sc8x32_order)
    const u32 carry = sc8x32_add_if(t, a->n, order, value_barrier(0 - (a->n[0] & 1)));
    for (int i = 0; i < 7; i++) r->n[i] = t[i] >> 1 | t[i + 1] << 31;
    r->n[7] = t[7] >> 1 | carry << 31;
}

/* Bits offset .. offset+count-1 of a; offset + count <= 256, 1 <= count <= 31, both public. */
UF_FN u32 sc_get_bits(const UF_PRIV sc8x32 *a, int offset, int count) {
    const int i = offset >> 5, s = offset & 31;
    u32 w = a->n[i] >> s;
    if (s + count > 32) w |= a->n[i + 1] << (32 - s);
    return w & (((u32)1 << count) - 1);
}

/* A column sum of three words. */
typedef struct sc8x32_column {
    u64 low;
    u32 high;
} sc8x32_column;
UF_SPEED_INLINE void sc8x32_accumulate(UF_PRIV sc8x32_column *s, u64 x) {
    s->low += x;
    s->high += s->low < x;
}
UF_SPEED_INLINE void sc8x32_accumulate_product(UF_PRIV sc8x32_column *s, u32 x, u32 y) {
#ifdef UF_MAD_COLUMN
    u32 low = (u32)s->low, middle = (u32)(s->low >> 32);
    UF_MAD_COLUMN(low, middle, s->high, x, y);
    s->low = (u64)middle << 32 | low;
#else
    sc8x32_accumulate(s, (u64)x * y);
#endif
}
UF_SPEED_INLINE u32 sc8x32_shift_column(UF_PRIV sc8x32_column *s) {
    const u32 w = (u32)s->low;
    s->low = s->low >> 32 | (u64)s->high << 32;
    s->high = 0;
    return w;
}

/* l = a * b, 512 bits; l has room for a limb more. */
UF_SPEED_INLINE void sc8x32_mul_512(UF_PRIV u32 *l, const UF_PRIV u32 *a, const UF_PRIV u32 *b) {
#ifdef UF_MUL_512
    UF_MUL_512(l, a, b);
#else
    sc8x32_column s = {0, 0};
    UF_SPEED_UNROLL(16)
    for (int k = 0; k < 15; k++) {
        UF_SPEED_UNROLL(8)
        for (int i = 0; i < 8; i++)
            if (i <= k && k - i < 8) sc8x32_accumulate_product(&s, a[i], b[k - i]);
        l[k] = sc8x32_shift_column(&s);
    }
    l[15] = (u32)s.low;
#endif
}

/* out = a[0..7] + a[8 .. 7+high] * c, which must fit in `size` limbs; high and size constants. */
UF_SPEED_INLINE void sc8x32_fold(UF_PRIV u32 *out, const UF_PRIV u32 *a, int high, int size) {
    sc8x32_column s = {0, 0};
    UF_SPEED_UNROLL(16)
    for (int k = 0; k < size; k++) {
        if (k < 8) sc8x32_accumulate(&s, a[k]);
        UF_SPEED_UNROLL(8)
        for (int i = k < 4 ? 0 : k - 4; i <= k && i < high; i++)
            sc8x32_accumulate_product(&s, a[8 + i], sc8x32_c[k - i]);
        out[k] = sc8x32_shift_column(&s);
    }
    UF_CHECK(s.low == 0);
}

/* r = l mod n, in three folds of the part above 2^256, which is worth c < 1.28 * 2^128 there:
 *   512 -> 385 bits: low 256 + high 256 * c;  385 -> 258 bits: low 256 + high 129 * c;
 *   258 -> 256 bits: low 256 + high 2 * c < 2^256 + 2^131: at most one n is left, with or without a
 * carry. */
UF_SPEED_INLINE void sc8x32_reduce_512(UF_PRIV sc8x32 *r, const UF_PRIV u32 *l) {
    u32 m[13], p[9], t[9];
    sc8x32_fold(m, l, 8, 13);
    UF_CHECK(m[12] <= 1);
    sc8x32_fold(p, m, 5, 9);
    UF_CHECK(p[8] <= 2);
    sc8x32_fold(t, p, 1, 9);
    sc8x32_subtract_order_if(r, t, mask_or(mask_of_bit(t[8]), sc8x32_overflows(t)));
}

/* r = a * b mod n.
 * cost: 64 + 66 word products. */
UF_FN void sc_mul(UF_PRIV sc8x32 *r, const UF_PRIV sc8x32 *a, const UF_PRIV sc8x32 *b) {
    u32 l[17];
    sc8x32_mul_512(l, a->n, b->n);
    sc8x32_reduce_512(r, l);
}

/* r = a^2 mod n */
UF_FN void sc_sqr(UF_PRIV sc8x32 *r, const UF_PRIV sc8x32 *a) { sc_mul(r, a, a); }

}  // namespace ufsecp::UF_TARGET
