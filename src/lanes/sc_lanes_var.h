// Lane scalars: eight scalars modulo the group order n side by side, five limbs of 52 bits each.
// Public data only.
//
// n = 2^256 - c with c = 2^128 + c1*2^64 + c0, so what lies above 2^256 is folded by c, and above
// 2^260 by 16c, each three digits.  The functions are sc4x64.h's, with lanes of all ones or zero
// where that has mask, and two forms of a value:
//   carried     limbs 0-3 below 2^52, limb 4 below 2^48 + 2^6: below 2^256 + 2^214, so that at most
//               one n is left.  All functions take and give this form, unless they say otherwise.
//   normalized  below n, limbs of 52, 52, 52, 52 and 48 bits.
// A product stays carried; sc_normalize comes before its value is tested, split or stored.
#pragma once
#include "lanes/vec.h"
#include "scalar/glv.h"
#include "scalar/sc_inv_var.h"

/* Checks a comparison of vectors in every lane. */
#define UF_CHECK_LANES(comparison) UF_CHECK(vec_bits((vec8)(comparison)) == 255)

namespace ufsecp::UF_TARGET {

struct sc5x52x8 {
    vec8 n[5];
};

namespace sc8_parts {
struct digits {
    u64 n[5];
};
constexpr digits digits_of(u64 w0, u64 w1, u64 w2, u64 w3) {
    const u64 w[4] = {w0, w1, w2, w3};
    digits d{};
    split_words(d.n, w);
    return d;
}

inline constexpr digits order = digits_of(sc4x64_order[0], sc4x64_order[1], sc4x64_order[2],
                                          sc4x64_order[3]),
                        fold256 = digits_of(sc4x64_c0, sc4x64_c1, 1, 0), /* 2^256 mod n */
    fold260 = digits_of(sc4x64_c0 << 4, sc4x64_c1 << 4 | sc4x64_c0 >> 60, 16 | sc4x64_c1 >> 60, 0),
                        /* added to a, these carry out of 256 bits where a > n/2 */
    above_half = digits_of(~sc4x64_half_order[0], ~sc4x64_half_order[1], ~sc4x64_half_order[2],
                           ~sc4x64_half_order[3]),
                        g1 = digits_of(glv_g1[0], glv_g1[1], glv_g1[2], glv_g1[3]),
                        g2 = digits_of(glv_g2[0], glv_g2[1], glv_g2[2], glv_g2[3]),
                        a1 = digits_of(glv_a1[0], glv_a1[1], 0, 0),
                        minus_b1 = digits_of(glv_minus_b1[0], glv_minus_b1[1], 0, 0),
                        a2 = digits_of(glv_a2[0], glv_a2[1], glv_a2[2], 0);
/* 2n in limbs of which any carried ones can be taken away. */
inline constexpr u64 twice_order[5] = {2 * order.n[0] + ((u64)1 << 52), 2 * order.n[1] + low52,
                                       2 * order.n[2] + low52, 2 * order.n[3] + low52,
                                       2 * order.n[4] - 1};

/* a >> n of signed lanes. */
template <class V>
UF_INLINE V shift_signed(V a, int n) {
    if constexpr (vec_in_halves<V>) {
        return vec_join(shift_signed(vec_half(a, 0), n), shift_signed(vec_half(a, 1), n));
    } else {
        typedef i64 signed_vec __attribute__((vector_size(sizeof(V))));
        return (V)((signed_vec)a >> n);
    }
}

/* One part of a vector, or a constant as one. */
template <class B>
UF_INLINE vec_part part_of(const B &b, int part) {
    if constexpr (sizeof b == sizeof(vec8)) return vec_part_of(b, part);
    else return vec_set1<vec_part>(b);
}
/* c += a*b, of which only the columns below `columns` are wanted.  b is vectors or constants. */
template <int na, int nb, int columns, class B>
UF_LANE_CALL void add_product(vec8 *c, const vec8 *a, const B *b) {
    each_part<vec8>([&](auto part) UF_INLINE_LAMBDA {
        vec_part x[na], y[nb];
        for (int i = 0; i < na; i++) x[i] = part_of(a[i], part);
        for (int i = 0; i < nb; i++) y[i] = part_of(b[i], part);
        unrolled<columns>([&](auto step) UF_INLINE_LAMBDA {
            constexpr int k = columns - 1 - step;
            vec_part sum = part_of(c[k], part);
            unrolled<na>([&](auto i) UF_INLINE_LAMBDA {
                if constexpr (k - i >= 0 && k - i < nb) sum = madd52lo(sum, x[i], y[k - i]);
                if constexpr (k - 1 - i >= 0 && k - 1 - i < nb)
                    sum = madd52hi(sum, x[i], y[k - 1 - i]);
            });
            vec_set_part(&c[k], sum, part);
        });
    });
}

UF_LANE_CALL void carry(vec8 n[5]) {
    for (int i = 0; i < 4; i++) {
        n[i + 1] += n[i] >> 52;
        n[i] &= low52;
    }
}

/* r = what limb 4 has above 2^256 folded, carried.
 * in: value below 2^266, limbs 0-3 below 2^57. */
UF_LANE_CALL void fold_top(sc5x52x8 *r, vec8 n[5]) {
    const vec8 top = n[4] >> 48; /* below 2^10: times digit 2 of c, 25 bits, below 2^52 */
    n[4] &= low48;
    add_product<1, 3, 3>(n, &top, fold256.n);
    carry(n);
    UF_CHECK_LANES(n[4] < ((u64)1 << 48) + 64);
    for (int i = 0; i < 5; i++) r->n[i] = n[i];
}
}  // namespace sc8_parts

/* ---- In and out ---- */

/* Every lane a. */
UF_INLINE void sc_set_int(sc5x52x8 *r, u32 a) { *r = {{vec_set1<vec8>(a)}}; }
UF_INLINE void sc_set1(sc5x52x8 *r, const sc4x64 *a) {
    const auto d = sc8_parts::digits_of(a->n[0], a->n[1], a->n[2], a->n[3]);
    for (int i = 0; i < 5; i++) r->n[i] = vec_set1<vec8>(d.n[i]);
}

/* The same value below n.
 * in: carried, or limbs 0-3 below 2^52 and the value below 2n. Returns where it was >= n. */
UF_LANE_CALL vec8 sc_normalize(sc5x52x8 *r) {
    using namespace sc8_parts;
    vec8 t[5]; /* r - n + 2^256 */
    for (int i = 0; i < 5; i++) t[i] = r->n[i] + fold256.n[i];
    carry(t);
    const vec8 over = (vec8)((t[4] >> 48) != vec8{});
    t[4] &= low48;
    for (int i = 0; i < 5; i++) r->n[i] = vec_select(over, t[i], r->n[i]);
    UF_CHECK_LANES(r->n[4] < low48 + 1);
    return over;
}

/* From and to four words by lanes, little-endian; from: any value below 2^256, mod n, normalized;
 * returns where it was >= n.  to: normalized in. */
UF_INLINE vec8 sc_unpack(sc5x52x8 *r, const vec8 a[4]) {
    split_words(r->n, a);
    return sc_normalize(r);
}
UF_INLINE void sc_pack(vec8 r[4], const sc5x52x8 *a) { join_words(r, a->n); }

/* The same from and to eight rows, one for each lane. */
UF_LANE_CALL vec8 sc_set_rows_limbs64(sc5x52x8 *r, const u64 (*rows)[4]) {
    vec8 w[4];
    vec_load_rows(w, rows, sizeof *rows);
    return sc_unpack(r, w);
}
UF_LANE_CALL void sc_get_rows_limbs64(u64 (*rows)[4], const sc5x52x8 *a) {
    vec8 w[4];
    sc_pack(w, a);
    vec_transpose4(w);
    for (int i = 0; i < 4; i++) {
        const vec4 low = vec_half(w[i], 0), high = vec_half(w[i], 1);
        memcpy(rows[i], &low, sizeof low);
        memcpy(rows[i + 4], &high, sizeof high);
    }
}
/* From eight rows of 32 bytes, big-endian, row l at b32 + l * stride. */
UF_LANE_CALL vec8 sc_set_rows_b32(sc5x52x8 *r, const u8 *b32, size_t stride) {
    vec8 w[4];
    vec_load_rows_b32(w, b32, stride);
    return sc_unpack(r, w);
}

/* ---- Tests;
 * in: normalized ---- */

UF_LANE_CALL vec8 sc_is_zero(const sc5x52x8 *a) {
    return (vec8)((a->n[0] | a->n[1] | a->n[2] | a->n[3] | a->n[4]) == vec8{});
}
/* a > n/2 */
UF_LANE_CALL vec8 sc_is_high(const sc5x52x8 *a) {
    vec8 t[5];
    for (int i = 0; i < 5; i++) t[i] = a->n[i] + sc8_parts::above_half.n[i];
    sc8_parts::carry(t);
    return (vec8)((t[4] >> 48) != vec8{});
}

/* ---- Arithmetic; r may be any input ---- */

UF_LANE_CALL void sc_add(sc5x52x8 *r, const sc5x52x8 *a, const sc5x52x8 *b) {
    vec8 t[5];
    for (int i = 0; i < 5; i++) t[i] = a->n[i] + b->n[i];
    sc8_parts::fold_top(r, t);
}
UF_LANE_CALL void sc_sub(sc5x52x8 *r, const sc5x52x8 *a, const sc5x52x8 *b) {
    vec8 t[5];
    for (int i = 0; i < 5; i++) t[i] = a->n[i] + (sc8_parts::twice_order[i] - b->n[i]);
    sc8_parts::fold_top(r, t);
}
UF_LANE_CALL void sc_neg(sc5x52x8 *r, const sc5x52x8 *a) {
    const sc5x52x8 zero{};
    sc_sub(r, &zero, a);
}
/* r = m ? -r : r */
UF_LANE_CALL void sc_cond_neg(sc5x52x8 *r, vec8 m) {
    sc5x52x8 t;
    sc_neg(&t, r);
    for (int i = 0; i < 5; i++) r->n[i] = vec_select(m, t.n[i], r->n[i]);
}

/* r = a*b.
 * cost: 50 + 30 + 17 + 5 multiply-adds.
 * Let s = 2^52, the most that a multiply-add adds to a column; columns 0-4 are at most
 *   s, 3s, 5s, 7s, 9s          of the product, below (2^256 + 2^214)^2 < 2^512 + 2^471
 *   2s, 6s, 10s, 13s, 15s      after 30 for the high part h < 2^252 + 2^212, folded by 16c
 *   3s, 9s, 15s, 18s, 18s      after 17 for what that leaves above 2^260: h * 16c < 2^384.35, so
 *                              three digits of which the last is below 2^21, and that times digit
 *                              2 of 16c, 29 bits, has no high half
 * so limb 4 is below 2^57 and what it has above 2^256 below 18s / 2^48 < 2^9; after the last fold
 * column 3 carries at most 2^5 into limb 4. */
UF_LANE_CALL void sc_mul(sc5x52x8 *r, const sc5x52x8 *a, const sc5x52x8 *b) {
    using namespace sc8_parts;
    vec8 c[10]{}, above[8]{};
    add_product<5, 5, 10>(c, a->n, b->n);
    for (int i = 5; i < 9; i++) c[i + 1] += c[i] >> 52;
    UF_CHECK_LANES(c[9] < (u64)1 << 45);
    for (int i = 0; i < 5; i++) above[i] = c[i];
    add_product<5, 3, 8>(above, c + 5, fold260.n);
    for (int i = 5; i < 7; i++) above[i + 1] += above[i] >> 52;
    UF_CHECK_LANES(above[7] < (u64)1 << 21);
    add_product<3, 3, 5>(above, above + 5, fold260.n);
    UF_CHECK_LANES(above[4] < (u64)1 << 57);
    fold_top(r, above);
}

/* r = a/2 + b, normalized, the same b in every lane, below n.
 * in: a normalized. */
UF_LANE_CALL void sc_half_plus(sc5x52x8 *r, const sc5x52x8 *a, const u64 b[4]) {
    using namespace sc8_parts;
    const digits shift = digits_of(b[0], b[1], b[2], b[3]);
    const vec8 odd = vec8{} - (a->n[0] & 1);
    vec8 t[5];
    for (int i = 0; i < 5; i++) t[i] = a->n[i] + (odd & order.n[i]);
    for (int i = 0; i < 5; i++) {
        r->n[i] = (t[i] >> 1) + shift.n[i];
        if (i < 4) r->n[i] += (t[i + 1] & 1) << 51;
    }
    carry(r->n); /* below 2n */
    sc_normalize(r);
}

/* ---- Inverses ---- */

/* r = 1/a in each lane by one inversion of their product.
 * in: no lane zero.
 * time: variable.
 * alias: r may be a.
 * cost: one inverse and 6 products of lanes. */
static inline void sc8_inv_var(sc5x52x8 *r, const sc5x52x8 *a) {
    sc5x52x8 product = *a, others, next; /* of 1, 2, 4, 8 lanes from this one; of 1, 3, 7 others */
    sc_set_int(&others, 1);
    unrolled<3>([&](auto step) UF_INLINE_LAMBDA {
        constexpr int by = 1 << step;
        for (int i = 0; i < 5; i++) next.n[i] = vec_rotate<by>(product.n[i]);
        if constexpr (step == 0) others = next;
        else sc_mul(&others, &others, &next);
        sc_mul(&product, &product, &next);
    });
    u64 rows[8][4];
    sc_normalize(&product);
    sc_get_rows_limbs64(rows, &product);
    sc4x64 inverse;
    sc_set_limbs64(&inverse, rows[0]);
    sc_inv_var(&inverse, &inverse);
    sc_set1(&product, &inverse);
    sc_mul(r, &others, &product);
}

/* r[i] = 1/a[i] in each lane of groups of eight; zeros stay zero.
 * in: normalized.
 * time: variable.
 * alias: none, r and a must not overlap.
 * cost: one inverse, 6 products of lanes, and 3 a group. */
static inline void sc_batch_inv_var(sc5x52x8 *r, const sc5x52x8 *a, size_t groups) {
    /* r[i] holds the product of a[0 .. i-1] on the way up, with 1 for zeros. */
    sc5x52x8 product;
    sc_set_int(&product, 1);
    for (size_t i = 0; i < groups; i++) {
        sc5x52x8 t = a[i];
        t.n[0] |= sc_is_zero(&a[i]) & 1;
        r[i] = product;
        sc_mul(&product, &product, &t);
    }
    sc8_inv_var(&product, &product);
    for (size_t i = groups; i-- > 0;) {
        const vec8 zero = sc_is_zero(&a[i]);
        sc5x52x8 t = a[i];
        t.n[0] |= zero & 1;
        sc_mul(&r[i], &r[i], &product);
        sc_mul(&product, &product, &t);
        for (int j = 0; j < 5; j++) r[i].n[j] &= ~zero;
    }
}

/* ---- Halves and digits;
 * in: normalized ---- */

namespace sc8_parts {
/* q = (k*g + 2^383) >> 384 in three digits, with bits above them that multiply-adds do not see. */
UF_LANE_CALL void glv_quotient(vec8 q[3], const vec8 k[5], const digits &g) {
    vec8 c[10]{}, times[5];
    for (int i = 0; i < 5; i++) times[i] = vec_set1<vec8>(g.n[i]);
    c[7] += (u64)1 << (383 - 7 * 52);
    add_product<5, 5, 10>(c, k, times);
    for (int i = 0; i < 9; i++) c[i + 1] += c[i] >> 52;
    q[0] = (c[7] & low52) >> 20 | c[8] << 32;
    q[1] = (c[8] & low52) >> 20 | c[9] << 32;
    q[2] = c[9] >> 20;
}
/* Carries three signed limbs: two of 52 bits, the last signed.  The value is taken mod 2^156. */
UF_LANE_CALL void carry_signed(vec8 n[3]) {
    for (int i = 0; i < 2; i++) {
        n[i + 1] += shift_signed(n[i], 52);
        n[i] &= low52;
    }
    n[2] = shift_signed(n[2] << 12, 12);
}
/* The halves of glv.h: digits 0 and 1 of 52 bits, digit 2 signed.
 * cost: 100 + 36 multiply-adds. */
static inline void glv_split(vec8 r1[3], vec8 r2[3], const sc5x52x8 *k) {
    vec8 c1[3], c2[3], plus[3]{}, minus1[3]{}, minus2[3]{};
    glv_quotient(c1, k->n, g1);
    glv_quotient(c2, k->n, g2);
    add_product<3, 3, 3>(minus1, c1, a1.n);
    add_product<3, 3, 3>(minus1, c2, a2.n);
    add_product<3, 3, 3>(plus, c1, minus_b1.n);
    add_product<3, 3, 3>(minus2, c2, a1.n);
    for (int i = 0; i < 3; i++) {
        r1[i] = k->n[i] - minus1[i];
        r2[i] = plus[i] - minus2[i];
    }
    carry_signed(r1);
    carry_signed(r2);
}
}  // namespace sc8_parts

/* k = k1 + lambda*k2 mod n, the halves of glv.h's sc_split_lambda, signed: three words by lanes in
 * two's complement.
 * cost: 136 multiply-adds. */
static inline void sc_split_lambda(vec8 k1[3], vec8 k2[3], const sc5x52x8 *k) {
    vec8 d[2][3], *const out[2] = {k1, k2};
    sc8_parts::glv_split(d[0], d[1], k);
    for (int i = 0; i < 2; i++) {
        out[i][0] = d[i][0] | d[i][1] << 52;
        out[i][1] = d[i][1] >> 12 | d[i][2] << 40;
        out[i][2] = sc8_parts::shift_signed(d[i][2], 24);
        UF_CHECK_LANES(out[i][2] + 1 < 2);
    }
}

#undef UF_CHECK_LANES

}  // namespace ufsecp::UF_TARGET
