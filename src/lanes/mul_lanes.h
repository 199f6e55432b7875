// k*G for eight secret scalars and k*P for eight points at a time: the windows of mult/gen.h and
// mult/mul.h, eight side by side.  Constant time.
#pragma once
#include "lanes/odd_multiples_lanes.h"
#include "lanes/point_lanes.h"
#include "lanes/recode_lanes.h"
#include "mult/gen.h"
#include "mult/mul.h"

namespace ufsecp::UF_TARGET {

/* r = for each lane the row of its index, index < rows: every row is read.
 * time: depends on rows only. */
UF_KERNEL void scan_entries8(ge8 *r, const ge_entry *table, u32 rows, const vec8 *index) {
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
    secret_array<u64, 4 * 8> bits;
    secret_array<vec8, 5> word;
    secret_array<vec8, 2> digit; /* index, sign */
    secret<gej8> sum;
    secret<ge8> summand;
    for (int l = 0; l < 8; l++) sc_recode_odd(bits.v + 4 * l, &k[l], gen_offset);
    vec_load_rows(word.v, bits.v, 32);
    for (int i = 0; i < gen_windows; i++) {
        digit.v[0] = odd_digits8_at(&digit.v[1], word.v, w * i, w);
        scan_entries8(&summand, gen_table[i], gen_entries, &digit.v[0]);
        if (i == 0) gej8_set_ge(&sum, &summand, digit.v[1]);
        else if (i < gen_windows - 1) gej8_add_ge(&sum, &summand, digit.v[1]);
        else gej8_add_ge_complete(&sum, &summand, digit.v[1]);
    }
    gej8_get_rows(r, &sum);
}

/* r = table[index] in every lane: every row is read.
 * time: depends on rows only. */
UF_KERNEL void scan_ge8(ge8 *r, const ge8 *table, u32 rows, u32 index) {
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
    secret_array<u64, 6> bits;
    secret<odd_table8<rows>> table;
    secret<ge8> summand;
    secret<gej8> sum;
    sc_recode_odd_glv(bits.v, bits.v + 3, k, mul_offset);
    ge8_set_rows(&summand, p);
    odd_table8_set<rows>(&table, &summand);
    for (int i = windows - 1; i >= 0; i--) {
        if (i < windows - 1) gej8_dbl(&sum, w);
        for (int half = 0; half < 2; half++) {
            const odd_digit d = odd_digit_at(bits.v + 3 * half, 3, w * i, w);
            const vec8 negative = vec_set1<vec8>(d.negative.bits);
            scan_ge8(&summand, table.odd[half], rows, d.index);
            if (i == windows - 1 && half == 0) gej8_set_ge(&sum, &summand, negative);
            else if (i > 0) gej8_add_ge(&sum, &summand, negative);
            else gej8_add_ge_complete(&sum, &summand, negative);
        }
    }
    gej8_leave(&sum, &table.z);
    gej8_get_rows(r, &sum);
}

}  // namespace ufsecp::UF_TARGET
