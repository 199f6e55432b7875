// The building blocks of constant time, each in a function of its own: tools/check_branches.py
// compiles this file in many ways and reads the machine code.
//
// The comment after a wrapper is the most conditional jumps that it may hold, what it calls
// included; none without a comment. They are ends of public loops, which compilers also unroll and
// of which the engine of 32-bit words has more, and tests whether two arrays overlap. Where any
// number is allowed, only divisions and calls of others are looked for.
#ifndef UF_GEN_WINDOW
#define UF_GEN_WINDOW 5
#endif
#ifdef UF_SECRET_LANES
#define UF_QUAD /* lanes and quads have wrappers here */
#endif
#include "base/target.h"
#include "proto/keys.h"
#ifdef UF_SECRET_LANES
#include "lanes/mul_quad.h"
#endif

using namespace ufsecp;
using namespace ufsecp::UF_TARGET;

extern "C" {

#ifdef UF_SECRET_LANES
void ct_scan_rows8(ge8 *r, const ge_entry *table, const vec8 *index) {
    scan_entries8(r, table, gen_entries, index);
} /* jumps: 3 */
void ct_scan_tables8(ge8 *r, const ge_entry (*t)[gen_entries], const u64 *index) {
    scan_tables8<UF_GEN_WINDOW - 1>(r, t, 8, index);
} /* jumps: 2 */
void ct_scan_ge8(ge8 *r, const ge8 *table, u32 index) {
    scan_ge8(r, table, 16, index);
} /* jumps: 3 */
void ct_odd_digits8_at(vec8 *r, vec8 *negative, const vec8 *word) {
    *r = odd_digits8_at(negative, word, 60, 6);
}
void ct_odd_digits8_of(vec8 *r, vec8 *negative, const u64 *v) {
    *r = odd_digits8_of(negative, v, 4, 80, 5);
}
void ct_scan_quads(fe_quad *r, const fe_quad *table, u32 index) {
    *r = scan_quads(table, 16, index);
} /* jumps: 1 */
void ct_quad_summand(fe_quad *r, const fe_quad *forms, u64 bit) {
    *r = quad_summand<1>(*forms, mask_of_bit(bit));
}
void ct_quad_forms(fe_quad *r, ge *a) { *r = quad_forms(a); } /* jumps: 4 */
void ct_quad_dbl(quad_point *p) { quad_dbl(p); }
void ct_quad_add(quad_point *p, const fe_quad *e) { quad_add(p, *e); }
void ct_quad_dbl_add(quad_point *p, const fe_quad *e) { quad_dbl_add(p, *e); }
void ct_gej_set_quad(gej *r, const quad_point *p) { gej_set_quad(r, p, true); } /* jumps: 7 */
void ct_mul_point_quad(gej *r, const ge *p, const sc *k) {
    mul_point_quad(r, p, k);
} /* jumps: any */
#else
u64 ct_select(u64 bit, u64 a, u64 b) { return select(mask_of_bit(bit), a, b); }
u32 ct_select_32(u64 bit, u32 a, u32 b) { return select(mask_of_bit(bit), a, b); }
u64 ct_select_by_zero(u64 x, u64 a, u64 b) { return select(mask_is_zero(x), a, b); }
u64 ct_select_by_equality(u64 x, u64 y, u64 a, u64 b) { return select(mask_is_equal(x, y), a, b); }
u64 ct_mask_of_bit(u64 bit) { return mask_of_bit(bit).bits; }
u64 ct_mask_is_zero(u64 x) { return mask_is_zero(x).bits; }
u64 ct_mask_logic(u64 x, u64 y) {
    return mask_bit((mask_is_zero(x) & ~mask_is_zero(y)) |
                    (mask_of_bit(x & 1) ^ mask_of_bit(y & 1)));
}
void ct_keep_bytes(u8 *p, u64 bit) { keep_bytes(p, 32, mask_of_bit(bit)); } /* jumps: 1 */
void ct_scan_row(ge_entry *r, const ge_entry *table, u32 index) {
    scan_entry(r, table, gen_entries, index);
} /* jumps: 1 */

void ct_fe_cmov(fe *r, const fe *a, u64 bit) { fe_cmov(r, a, mask_of_bit(bit)); } /* jumps: 1 */
void ct_fe_normalize(fe *r) { fe_normalize(r); }                          /* jumps: 1, word32 3 */
u64 ct_fe_is_zero(const fe *a) { return fe_is_zero(a).bits; }             /* jumps: 0, word32 2 */
u64 ct_fe_equal(const fe *a, const fe *b) { return fe_equal(a, b).bits; } /* jumps: 1, word32 5 */
u64 ct_fe_is_odd(const fe *a) { return fe_is_odd(a).bits; }
void ct_fe_half(fe *r, const fe *a) { fe_half(r, a); }                      /* jumps: 0, word32 1 */
void ct_fe_mul(fe *r, const fe *a, const fe *b) { fe_mul(r, a, b); }        /* jumps: 0, word32 1 */
u64 ct_fe_set_b32(fe *r, const u8 *b32) { return fe_set_b32(r, b32).bits; } /* jumps: 2, word32 5 */

void ct_sc_cmov(sc *r, const sc *a, u64 bit) { sc_cmov(r, a, mask_of_bit(bit)); } /* jumps: 1 */
void ct_sc_cond_neg(sc *r, u64 bit) { sc_cond_neg(r, mask_of_bit(bit)); } /* jumps: 1, word32 2 */
u64 ct_sc_is_zero(const sc *a) { return sc_is_zero(a).bits; }             /* jumps: 0, word32 1 */
u64 ct_sc_is_high(const sc *a) { return sc_is_high(a).bits; }             /* jumps: 1, word32 0 */
void ct_sc_add(sc *r, const sc *a, const sc *b) { sc_add(r, a, b); }      /* jumps: 1, word32 0 */
void ct_sc_half(sc *r, const sc *a) { sc_half(r, a); }                    /* jumps: 2, word32 1 */
void ct_sc_mul(sc *r, const sc *a, const sc *b) { sc_mul(r, a, b); }
u64 ct_sc_set_b32_seckey(sc *r, const u8 *b32) {
    return sc_set_b32_seckey(r, b32).bits;
} /* jumps: 0, word32 2 */
u64 ct_seckey_load(sc *r, const u8 *b32) {
    return seckey_load(r, b32).bits;
} /* jumps: 1, word32 3 */
void ct_sc_split_lambda(sc *a, sc *b, const sc *k) {
    sc_split_lambda(a, b, k);
} /* jumps: 3, word32 6 */
void ct_sc_recode_odd(u64 *v, const sc *k, const u64 *offset) {
    sc_recode_odd(v, k, offset);
} /* jumps: 3 */
u32 ct_odd_digit_at(const u64 *v, u64 *negative) {
    const odd_digit d = odd_digit_at(v, 4, 60, 6);
    *negative = d.negative.bits;
    return d.index;
}
void ct_ge_cond_neg(ge *a, u64 bit) { ge_cond_neg(a, mask_of_bit(bit)); } /* jumps: 2, word32 3 */
void ct_gej_add_ge(gej *r, const gej *a, const ge *b) { gej_add_ge(r, a, b); } /* jumps: any */
void ct_fe_inv(fe *r, const fe *a) { fe_inv(r, a); }                           /* jumps: any */
void ct_sc_inv(sc *r, const sc *a) { sc_inv(r, a); }                           /* jumps: any */
#endif
}
