// Multiples by secret scalars for the rows of a batch: one after the other, or, where
// UF_SECRET_LANES is set, eight at a time in lanes.  Constant time.
#pragma once
#include "mult/gen.h"
#include "mult/mul.h"
#ifdef UF_SECRET_LANES
#include "lanes/gen_lanes.h"
#include "lanes/odd_multiples_lanes.h"
#endif

namespace ufsecp::UF_TARGET {

#ifdef UF_SECRET_LANES

/* The fewest rows for which a lane each costs less than as many single multiplications, which for
 * k*G fill the lanes too. */
#ifndef UF_POINT_LANES_PAY
#define UF_POINT_LANES_PAY 4
#endif
static constexpr size_t gen_lanes_pay = 6, point_lanes_pay = UF_POINT_LANES_PAY;

/* r = for each lane the row of its index, index < rows: every row is read.  time: depends on rows
 * only. */
UF_KERNEL void scan_rows8(ge8 *r, const ge_row *table, u32 rows, const vec8 *index) {
    vec8 x[4]{}, y[4]{};
    for (u32 j = 0; j < rows; j++) {
        const vec8 keep = (vec8)(*index == (u64)j);
        for (int i = 0; i < 4; i++) {
            x[i] |= table[j].x[i] & keep;
            y[i] |= table[j].y[i] & keep;
        }
    }
    fe8 t;
    fe_unpack(&t, x);
    fe_store(&r->x, &t);
    fe_unpack(&t, y);
    fe_store(&r->y, &t);
}

/* r[l] = k[l] G: mul_gen in lanes. */
static inline void mul_gen8(gej r[8], const sc k[8]) {
    constexpr int w = UF_GEN_WINDOW;
    secret_rows<u64, 4 * 8> bits;
    secret_rows<vec8, 5> word;
    secret_rows<vec8, 2> digit; /* index, sign */
    secret<gej8> sum;
    secret<ge8> summand;
    for (int l = 0; l < 8; l++) sc_recode_odd(bits.v + 4 * l, &k[l], gen_offset);
    vec_load_rows(word.v, bits.v, 32);
    for (int i = 0; i < gen_windows; i++) {
        digit.v[0] = odd_digits8_at(&digit.v[1], word.v, w * i, w);
        scan_rows8(&summand, gen_table[i], gen_rows, &digit.v[0]);
        if (i == 0) gej8_set_ge(&sum, &summand, digit.v[1]);
        else if (i < gen_windows - 1) gej8_add_ge(&sum, &summand, digit.v[1]);
        else gej8_add_ge_complete(&sum, &summand, digit.v[1]);
    }
    gej8_get_rows(r, &sum);
}

/* r = table[index] in every lane: every row is read.  time: depends on rows only. */
UF_KERNEL void scan_lanes8(ge8 *r, const ge8 *table, u32 rows, u32 index) {
    ge8 sum{};
    for (u32 j = 0; j < rows; j++) {
        const u64 keep = mask_is_equal(j, index).bits;
        for (int i = 0; i < 5; i++) {
            sum.x.n[i] |= table[j].x.n[i] & keep;
            sum.y.n[i] |= table[j].y.n[i] & keep;
        }
    }
    *r = sum;
}

/* r[l] = k p[l]: mul_point in lanes, which share their digits. */
static inline void mul_point8(gej r[8], const ge p[8], const sc *k) {
    constexpr int w = UF_POINT_WINDOW_CT, windows = 130 / w, rows = 1 << (w - 1);
    secret_rows<u64, 6> bits;
    secret<lane_odd_table<rows>> table;
    secret<ge8> summand;
    secret<gej8> sum;
    sc_recode_odd_glv(bits.v, bits.v + 3, k, mul_offset);
    ge8_set_rows(&summand, p);
    lane_odd_table_set<rows>(&table, &summand);
    for (int i = windows - 1; i >= 0; i--) {
        if (i < windows - 1) gej8_dbl(&sum, w);
        for (int half = 0; half < 2; half++) {
            const odd_digit d = odd_digit_at(bits.v + 3 * half, 3, w * i, w);
            const vec8 negative = vec_set1<vec8>(d.negative.bits);
            scan_lanes8(&summand, table.odd[half], rows, d.index);
            if (i == windows - 1 && half == 0) gej8_set_ge(&sum, &summand, negative);
            else if (i > 0) gej8_add_ge(&sum, &summand, negative);
            else gej8_add_ge_complete(&sum, &summand, negative);
        }
    }
    gej8_leave(&sum, &table.z);
    gej8_get_rows(r, &sum);
}

/* r[i] = the multiple of row i: eight(r, in) makes those of eight rows, one(r, in) that of one;
 * pay is the fewest rows for which eight does. */
template <size_t pay, class In, class Eight, class One>
static inline void rows_by_eight(gej *r, const In *in, size_t n, const Eight &eight,
                                 const One &one) {
    for (; n >= 8; n -= 8, r += 8, in += 8) eight(r, in);
    if (n >= pay) {
        secret_rows<In, 8> in8;
        secret_rows<gej, 8> r8;
        for (size_t i = 0; i < 8; i++) in8.v[i] = in[i < n ? i : 0];
        eight(r8.v, in8.v);
        for (size_t i = 0; i < n; i++) r[i] = r8.v[i];
    } else {
        for (size_t i = 0; i < n; i++) one(&r[i], &in[i]);
    }
}

/* r[i] = k[i] G for i < n, as mul_gen.  time: depends on n only. */
static inline void mul_gen_rows(gej *r, const sc *k, size_t n) {
    rows_by_eight<gen_lanes_pay>(r, k, n, mul_gen8, mul_gen_lanes);
}
/* r[i] = k p[i] for i < n, as mul_point, k not 0.  time: depends on n only. */
static inline void mul_point_rows(gej *r, const ge *p, const sc *k, size_t n) {
    rows_by_eight<point_lanes_pay>(
        r, p, n, [k](gej *r8, const ge *p8) { mul_point8(r8, p8, k); },
        [k](gej *r1, const ge *p1) { mul_point(r1, p1, k); });
}

#else

/* r[i] = k[i] G for i < n, as mul_gen.  time: depends on n only. */
static inline void mul_gen_rows(gej *r, const sc *k, size_t n) {
    for (size_t i = 0; i < n; i++) mul_gen(&r[i], &k[i]);
}
/* r[i] = k p[i] for i < n, as mul_point.  time: depends on n only. */
static inline void mul_point_rows(gej *r, const ge *p, const sc *k, size_t n) {
    for (size_t i = 0; i < n; i++) mul_point(&r[i], &p[i], k);
}

#endif

}  // namespace ufsecp::UF_TARGET
