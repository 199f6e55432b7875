// Scalars modulo the group order n in four 64-bit limbs, always reduced below n.
//
// n = 2^256 - c with c = 2^128 + c1*2^64 + c0.  All functions here are constant time; r may be any
// input.
#pragma once
#include "base/bytes.h"
#include "base/check.h"
#include "base/ct.h"

namespace ufsecp::UF_TARGET {

struct sc4x64 {
    u64 n[4]; /* little-endian; the value is below the order */
};

inline constexpr u64 sc4x64_order[4] = {0xBFD25E8CD0364141u, 0xBAAEDCE6AF48A03Bu,
                                        0xFFFFFFFFFFFFFFFEu, 0xFFFFFFFFFFFFFFFFu};
inline constexpr u64 sc4x64_c0 = 0x402DA1732FC9BEBFu,
                     sc4x64_c1 = 0x4551231950B75FC4u; /* and c2 = 1 */
/* floor(n/2) */
inline constexpr u64 sc4x64_half_order[4] = {0xDFE92F46681B20A0u, 0x5D576E7357A4501Du,
                                             0xFFFFFFFFFFFFFFFFu, 0x7FFFFFFFFFFFFFFFu};

/* All ones if the 256-bit a is >= n. */
static inline mask sc4x64_overflows(const u64 a[4]) {
    u64 carry = 0;
    (void)add_carry(a[0], sc4x64_c0, &carry);
    (void)add_carry(a[1], sc4x64_c1, &carry);
    (void)add_carry(a[2], 1, &carry);
    (void)add_carry(a[3], 0, &carry);
    return mask_of_bit(carry);
}

/* r = a - n if over, else a, mod 2^256: adds c. */
static inline void sc4x64_subtract_order_if(sc4x64 *r, const u64 a[4], mask over) {
    const u64 m = value_barrier(over.bits);
    u64 carry = 0;
    r->n[0] = add_carry(a[0], sc4x64_c0 & m, &carry);
    r->n[1] = add_carry(a[1], sc4x64_c1 & m, &carry);
    r->n[2] = add_carry(a[2], 1 & m, &carry);
    r->n[3] = add_carry(a[3], 0, &carry);
}

static inline void sc_set_zero(sc4x64 *r) { *r = {}; }
static inline void sc_set_one(sc4x64 *r) { *r = {{1, 0, 0, 0}}; }
static inline void sc_set_int(sc4x64 *r, u32 a) { *r = {{a, 0, 0, 0}}; }

/* r = the value of the four limbs, which must be below n. */
static inline void sc_set_limbs64(sc4x64 *r, const u64 a[4]) {
    UF_CHECK(sc4x64_overflows(a).bits == 0);
    for (int i = 0; i < 4; i++) r->n[i] = a[i];
}
static inline void sc_get_limbs64(u64 r[4], const sc4x64 *a) {
    for (int i = 0; i < 4; i++) r[i] = a->n[i];
}

/* r = b32 (big-endian) mod n.  Returns whether the value was >= n. */
static inline mask sc_set_b32(sc4x64 *r, const u8 b32[32]) {
    u64 a[4];
    limbs_set_b32(a, b32);
    const mask over = sc4x64_overflows(a);
    sc4x64_subtract_order_if(r, a, over);
    return over;
}
static inline void sc_get_b32(u8 b32[32], const sc4x64 *a) { limbs_get_b32(b32, a->n); }

static inline mask sc_is_zero(const sc4x64 *a) {
    return mask_is_zero(a->n[0] | a->n[1] | a->n[2] | a->n[3]);
}
static inline mask sc_is_one(const sc4x64 *a) {
    return mask_is_zero((a->n[0] ^ 1) | a->n[1] | a->n[2] | a->n[3]);
}
static inline mask sc_is_odd(const sc4x64 *a) { return mask_of_bit(a->n[0] & 1); }
static inline mask sc_equal(const sc4x64 *a, const sc4x64 *b) {
    u64 d = 0;
    for (int i = 0; i < 4; i++) d |= a->n[i] ^ b->n[i];
    return mask_is_zero(d);
}
/* a > n/2 */
static inline mask sc_is_high(const sc4x64 *a) {
    u64 borrow = 0;
    for (int i = 0; i < 4; i++) (void)sub_borrow(sc4x64_half_order[i], a->n[i], &borrow);
    return mask_of_bit(borrow);
}

/* r = b32 mod n.  Returns whether b32 is a valid secret key: 1 <= value < n. */
static inline mask sc_set_b32_seckey(sc4x64 *r, const u8 b32[32]) {
    const mask over = sc_set_b32(r, b32);
    return ~(over | sc_is_zero(r));
}

/* r = m ? a : r */
static inline void sc_cmov(sc4x64 *r, const sc4x64 *a, mask m) {
    for (int i = 0; i < 4; i++) r->n[i] = select(m, a->n[i], r->n[i]);
}

/* r = a + b mod n */
static inline void sc_add(sc4x64 *r, const sc4x64 *a, const sc4x64 *b) {
    u64 t[4], carry = 0;
    for (int i = 0; i < 4; i++) t[i] = add_carry(a->n[i], b->n[i], &carry);
    sc4x64_subtract_order_if(r, t, mask_of_bit(carry) | sc4x64_overflows(t));
}

/* r = a - b mod n */
static inline void sc_sub(sc4x64 *r, const sc4x64 *a, const sc4x64 *b) {
    u64 t[4], borrow = 0;
    for (int i = 0; i < 4; i++) t[i] = sub_borrow(a->n[i], b->n[i], &borrow);
    const u64 m = value_barrier(0 - borrow);
    borrow = 0;
    r->n[0] = sub_borrow(t[0], sc4x64_c0 & m, &borrow);
    r->n[1] = sub_borrow(t[1], sc4x64_c1 & m, &borrow);
    r->n[2] = sub_borrow(t[2], 1 & m, &borrow);
    r->n[3] = sub_borrow(t[3], 0, &borrow);
}

/* r = m ? -a : a, mod n */
static inline void sc4x64_negate_if(sc4x64 *r, const sc4x64 *a, mask m) {
    /* n - a is ~a + (n + 1), mod 2^256; zero stays zero. */
    const u64 flip = value_barrier((m & ~sc_is_zero(a)).bits);
    u64 carry = flip & 1;
    for (int i = 0; i < 4; i++) r->n[i] = add_carry(a->n[i] ^ flip, sc4x64_order[i] & flip, &carry);
}
static inline void sc_neg(sc4x64 *r, const sc4x64 *a) { sc4x64_negate_if(r, a, mask_all()); }
static inline void sc_cond_neg(sc4x64 *r, mask m) { sc4x64_negate_if(r, r, m); }

/* r = a/2 mod n: (a + n)/2 if a is odd. */
static inline void sc_half(sc4x64 *r, const sc4x64 *a) {
    const u64 odd = value_barrier(0 - (a->n[0] & 1));
    u64 t[4], carry = 0;
    for (int i = 0; i < 4; i++) t[i] = add_carry(a->n[i], sc4x64_order[i] & odd, &carry);
    for (int i = 0; i < 3; i++) r->n[i] = t[i] >> 1 | t[i + 1] << 63;
    r->n[3] = t[3] >> 1 | carry << 63;
}

/* Bits offset .. offset+count-1 of a; offset + count <= 256, 1 <= count <= 31, both public. */
static inline u32 sc_get_bits(const sc4x64 *a, int offset, int count) {
    const int i = offset >> 6, s = offset & 63;
    u64 w = a->n[i] >> s;
    if (s + count > 64) w |= a->n[i + 1] << (64 - s);
    return (u32)w & (((u32)1 << count) - 1);
}

/* A column sum of three words: w0 low. */
struct sc4x64_column {
    u64 w0, w1, w2;
};
/* s += hi:lo */
UF_SPEED_INLINE void sc4x64_add_wide(sc4x64_column *s, u64 lo, u64 hi) {
#if defined(__x86_64__) && !defined(__clang__) && !defined(UF_NO_ASM)
    /* gcc keeps no carry flag across statements.  w0 is written before hi is read. */
    __asm__("addq %3, %0\n\tadcq %4, %1\n\tadcq $0, %2"
            : "+&r"(s->w0), "+r"(s->w1), "+r"(s->w2)
            : "rm"(lo), "rm"(hi)
            : "cc");
#else
    u64 carry = 0;
    s->w0 = add_carry(s->w0, lo, &carry);
    s->w1 = add_carry(s->w1, hi, &carry);
    s->w2 += carry;
#endif
}
UF_SPEED_INLINE void sc4x64_add_product(sc4x64_column *s, u64 a, u64 b) {
    u64 hi;
    const u64 lo = mul_wide(&hi, a, b);
    sc4x64_add_wide(s, lo, hi);
}
UF_SPEED_INLINE void sc4x64_add_word(sc4x64_column *s, u64 a) { sc4x64_add_wide(s, a, 0); }
UF_SPEED_INLINE u64 sc4x64_shift_column(sc4x64_column *s) {
    const u64 w = s->w0;
    *s = {s->w1, s->w2, 0};
    return w;
}

/* l = a * b, 512 bits. */
UF_SPEED_INLINE void sc4x64_mul_512(u64 l[8], const u64 a[4], const u64 b[4]) {
    sc4x64_column s{0, 0, 0};
    UF_SPEED_UNROLL(8)
    for (int k = 0; k < 7; k++) {
        UF_SPEED_UNROLL(8)
        for (int i = 0; i < 4; i++)
            if (i <= k && k - i < 4) sc4x64_add_product(&s, a[i], b[k - i]);
        l[k] = sc4x64_shift_column(&s);
    }
    l[7] = s.w0;
}

/* r = l mod n, in three folds of the part above 2^256, which is worth c there:
 *   512 -> 385 bits: low 256 + high 256 * c < 2^256 + 2^256 * 1.28 * 2^128 < 2^385
 *   385 -> 258 bits: low 256 + high 129 * c < 2^256 + 1.28 * 2^128 * 1.28 * 2^128 < 2^258
 *   258 -> 256 bits: low 256 + high 2 * c < 2^256 + 2^131: at most one n is left, with or without a
 * carry. The high 2 bits are at most 2: the second sum is below 2^256 * (1 + 1.28^2). */
UF_SPEED_INLINE void sc4x64_reduce_512(sc4x64 *r, const u64 l[8]) {
    const u64 h0 = l[4], h1 = l[5], h2 = l[6], h3 = l[7];
    u64 m[7];
    sc4x64_column s{l[0], 0, 0};
    sc4x64_add_product(&s, h0, sc4x64_c0);
    m[0] = sc4x64_shift_column(&s);
    sc4x64_add_word(&s, l[1]);
    sc4x64_add_product(&s, h1, sc4x64_c0);
    sc4x64_add_product(&s, h0, sc4x64_c1);
    m[1] = sc4x64_shift_column(&s);
    sc4x64_add_word(&s, l[2]);
    sc4x64_add_word(&s, h0);
    sc4x64_add_product(&s, h2, sc4x64_c0);
    sc4x64_add_product(&s, h1, sc4x64_c1);
    m[2] = sc4x64_shift_column(&s);
    sc4x64_add_word(&s, l[3]);
    sc4x64_add_word(&s, h1);
    sc4x64_add_product(&s, h3, sc4x64_c0);
    sc4x64_add_product(&s, h2, sc4x64_c1);
    m[3] = sc4x64_shift_column(&s);
    sc4x64_add_word(&s, h2);
    sc4x64_add_product(&s, h3, sc4x64_c1);
    m[4] = sc4x64_shift_column(&s);
    sc4x64_add_word(&s, h3);
    m[5] = sc4x64_shift_column(&s);
    m[6] = s.w0;
    UF_CHECK(m[6] <= 1 && s.w1 == 0);

    u64 p[5];
    s = {m[0], 0, 0};
    sc4x64_add_product(&s, m[4], sc4x64_c0);
    p[0] = sc4x64_shift_column(&s);
    sc4x64_add_word(&s, m[1]);
    sc4x64_add_product(&s, m[5], sc4x64_c0);
    sc4x64_add_product(&s, m[4], sc4x64_c1);
    p[1] = sc4x64_shift_column(&s);
    const u64 top = 0 - m[6];
    sc4x64_add_word(&s, m[2]);
    sc4x64_add_word(&s, m[4]);
    sc4x64_add_word(&s, top & sc4x64_c0);
    sc4x64_add_product(&s, m[5], sc4x64_c1);
    p[2] = sc4x64_shift_column(&s);
    sc4x64_add_word(&s, m[3]);
    sc4x64_add_word(&s, m[5]);
    sc4x64_add_word(&s, top & sc4x64_c1);
    p[3] = sc4x64_shift_column(&s);
    p[4] = s.w0 + m[6];
    UF_CHECK(p[4] <= 2);

    u64 hi0, hi1, carry = 0;
    const u64 lo0 = mul_wide(&hi0, p[4], sc4x64_c0), lo1 = mul_wide(&hi1, p[4], sc4x64_c1);
    u64 t[4];
    t[0] = add_carry(p[0], lo0, &carry);
    t[1] = add_carry(p[1], lo1, &carry);
    t[2] = add_carry(p[2], p[4] + hi1, &carry);
    t[3] = add_carry(p[3], 0, &carry);
    u64 more = 0;
    t[1] = add_carry(t[1], hi0, &more);
    t[2] = add_carry(t[2], 0, &more);
    t[3] = add_carry(t[3], 0, &more);
    sc4x64_subtract_order_if(r, t, mask_of_bit(carry | more) | sc4x64_overflows(t));
}

/* r = a * b mod n.
 * cost: 16 + 15 word products. */
static inline void sc_mul(sc4x64 *r, const sc4x64 *a, const sc4x64 *b) {
    u64 l[8];
    sc4x64_mul_512(l, a->n, b->n);
    sc4x64_reduce_512(r, l);
}

/* r = a^2 mod n */
static inline void sc_sqr(sc4x64 *r, const sc4x64 *a) { sc_mul(r, a, a); }

}  // namespace ufsecp::UF_TARGET
