// a*P + b*G, k*P and k*G for eight public scalars and points at once.
//
// Every lane takes the same steps.  The sum begins at the fixed point S and not at infinity, which
// a lane could not leave; what S becomes is taken off b, or subtracted in the end.  A lane that
// meets an exceptional addition ends with z = 0 (lanes_var.h in group/) and is the caller's to
// repeat.
#pragma once
#include "group/lanes_var.h"
#include "mult/plan_var.h"
#include "mult/tables.h"
#include "scalar/eisenstein_var.h"
#include "scalar/sc5x52x8_var.h"

namespace ufsecp::UF_TARGET {

/* The digits of eight pairs (a, b): a in base 8 (eisenstein_var.h), b in signed odd windows of its
 * two halves (recode.h), as rows of odd_table. */
struct lane_digits {
    static constexpr int window = 13, windows = 130 / window;
    eisenstein_digits point;
    uint16_t row[2][windows][8];
    u8 negative[2][windows]; /* a bit for each lane */
};
static_assert(odd_rows >= 1 << (lane_digits::window - 1));

/* in: the scalars carried (sc5x52x8_var.h). */
static inline void lane_digits_set_point_var(lane_digits *r, const sc5x52x8 *a) {
    sc5x52x8 k = *a;
    vec8 k1[3], k2[3];
    sc_normalize(&k);
    sc_split_lambda(k1, k2, &k);
    eisenstein_digits8_var(&r->point, k1, k2);
}

/* The digits of b, less what S will have become by then. */
static inline void lane_digits_set_gen_var(lane_digits *r, const sc5x52x8 *b) {
    sc5x52x8 k;
    sc4x64 start;
    sc_set_limbs64(&start, lanes_start_scalar);
    sc_set_lanes(&k, &start);
    sc_add(&k, &k, b);
    sc_normalize(&k);
    sc_recode_odd_glv<lane_digits::windows>(r->row, r->negative, &k, mul_offset);
}

/* For each lane the eleven entries of eisenstein_var.h times its point: x, beta*x, beta^2*x, y, of
 * four words each, over the common third coordinate z. */
struct lane_table {
    alignas(64) u64 word[8][eisenstein_entries][4][4];
    fe8_stored z;
};

/* Turns the point (x, y) by the unit of this code: x times a power of beta, y negated or not. */
UF_INLINE void lane_turn(fe8 *x, fe8 *y, const fe8 *beta, u8 from, u8 to) {
    for (int rotation = eisenstein_rotation_of(from); rotation != eisenstein_rotation_of(to);
         rotation = (rotation + 1) % 3)
        fe_mul(x, x, beta);
    if (eisenstein_negative_of(from) != eisenstein_negative_of(to)) {
        fe_neg(y, y, 3);
        fe_normalize_weak(y);
    }
}

/* One entry of the table, brought to the last entry's third coordinate by c2 = c^2, c3 = c^3. */
UF_KERNEL void lane_table_put(lane_table *r, int entry, const ge8 *a, const fe8_stored *c2,
                              const fe8_stored *c3) {
    fe8 x, y, x1, x2, t, beta;
    vec8 rows[8];
    fe_set1_limbs64(&beta, glv_beta);
    fe_load(&x, &a->x);
    fe_load(&y, &a->y);
    fe_load(&t, c2);
    fe_mul(&x, &x, &t);
    fe_load(&t, c3);
    fe_mul(&y, &y, &t);
    fe_mul(&x1, &x, &beta);
    fe_add(&x2, &x, &x1);
    fe_neg(&x2, &x2, 2);
    fe_normalize_weak(&x2);
    ge8_scatter(rows, &x, &x1);
    for (int l = 0; l < 8; l++) memcpy(r->word[l][entry][0], &rows[l], 64);
    ge8_scatter(rows, &x2, &y);
    for (int l = 0; l < 8; l++) memcpy(r->word[l][entry][2], &rows[l], 64);
}

/* The table of eight points: a co-Z chain of units, then a pass back that brings every entry to the
 * last one's third coordinate. */
UF_KERNEL void lane_table_set(lane_table *r, const ge8 *p) {
    constexpr int entries = eisenstein_entries;
    ge8 at[entries];
    fe8_stored ratio[entries];
    ge_of<fe8> unit, sum, twice;
    fe8 z, h, beta;
    fe_set1_limbs64(&beta, glv_beta);
    fe_load(&unit.x, &p->x);
    fe_load(&unit.y, &p->y);
    law_dbl_coz(&twice, &unit, &z, &unit);
    const auto keep = [&](int i, const ge_of<fe8> *a) UF_INLINE_LAMBDA {
        fe8 y = a->y;
        fe_normalize_weak(&y);
        fe_store(&at[i].x, &a->x);
        fe_store(&at[i].y, &y);
    };
    keep(0, &unit);
    keep(1, &twice);
    sum = twice;
    u8 turned = eisenstein_unit(1);
    for (int i = 2; i < entries; i++) {
        const u8 code = eisenstein_unit(i);
        fe_normalize_weak(&unit.y);
        lane_turn(&unit.x, &unit.y, &beta, turned, code);
        turned = code;
        law_add_coz(&sum, &h, &unit, &sum);
        fe_normalize_weak(&h);
        fe_store(&ratio[i], &h);
        keep(i, &sum);
    }
    fe8 c, t;
    fe8_stored c2, c3;
    fe_set_one(&c);
    for (int i = entries - 1; i >= 0; i--) {
        fe_sqr(&t, &c);
        fe_store(&c2, &t);
        fe_mul(&t, &t, &c);
        fe_store(&c3, &t);
        lane_table_put(r, i, &at[i], &c2, &c3);
        if (i >= 2) {
            fe_load(&t, &ratio[i]);
            fe_mul(&c, &c, &t);
        }
    }
    fe_mul(&z, &z, &c);
    fe_store(&r->z, &z);
}

/* a += the table's entries of the lanes' codes. */
UF_INLINE void lane_table_add(gej8 *a, const lane_table *table, const u8 code[8]) {
    const u64 *x[8], *y[8];
    u32 negative = 0, zero = 0;
    ge8 b;
    for (int l = 0; l < 8; l++) {
        const u64 *words = table->word[l][0][0];
        x[l] = words + 4 * (code[l] >> 1 & 63);
        y[l] = words + 4 * ((code[l] >> 1 & 63) | 3);
        negative |= (u32)(code[l] & 1) << l;
        zero |= (u32)(code[l] >> 7) << l;
    }
    ge8_gather(&b, x, y);
    if (zero == 0) [[likely]] {
        gej8_add_ge<false>(a, nullptr, &b, vec_mask<vec8>(negative));
        return;
    }
    const gej8 kept = *a;
    gej8_add_ge<false>(a, nullptr, &b, vec_mask<vec8>(negative));
    gej8_cmov(a, &kept, vec_mask<vec8>(zero));
}

/* a += the multiples of G, or of lambda*G, that the lanes' rows of odd_table name. */
UF_INLINE void lane_gen_add(gej8 *a, const fe8_stored *scale, const uint16_t row[8], u32 negative,
                            bool lambda) {
    const u64 *x[8], *y[8];
    ge8 b;
    for (int l = 0; l < 8; l++) {
        x[l] = odd_table[row[l]].x;
        y[l] = odd_table[row[l]].y;
    }
    ge8_gather(&b, x, y);
    if (lambda) {
        fe8 t, beta;
        fe_set1_limbs64(&beta, glv_beta);
        fe_load(&t, &b.x);
        fe_mul(&t, &t, &beta);
        fe_store(&b.x, &t);
    }
    gej8_add_ge<true>(a, scale, &b, vec_mask<vec8>(negative));
}

/* The point of a row, in every lane, over the third coordinate z: (x z^2, y z^3). */
UF_INLINE void ge8_set1_scaled(ge_of<fe8> *r, const ge_row *row, const fe8_stored *z) {
    fe8 t, z1;
    fe_load(&z1, z);
    fe_sqr(&t, &z1);
    fe_set1_limbs64(&r->x, row->x);
    fe_mul(&r->x, &r->x, &t);
    fe_mul(&t, &t, &z1);
    fe_set1_limbs64(&r->y, row->y);
    fe_mul(&r->y, &r->y, &t);
}

/* r = a P + b G in every lane, or a P alone.  cost: 126 doublings, 43 additions, a table of 11, and
 * 20 additions for b. */
template <bool with_gen>
static inline void mul8_var(gej8 *r, const ge8 *p, const lane_digits *d) {
    constexpr int top = 3 * (eisenstein_digits::count - 1), w = lane_digits::window;
    static_assert(top < w * lane_digits::windows && top >= w * (lane_digits::windows - 1));
    lane_table table;
    lane_table_set(&table, p);
    gej_of<fe8> t;
    ge_of<fe8> start;
    ge8_set1_scaled(&start, &lanes_start, &table.z);
    t.x = start.x, t.y = start.y;
    fe_set_one(&t.z);
    gej8_store(r, &t);
    for (int bit = top; bit >= 0; bit--) {
        if (bit != top) gej8_dbl(r);
        if (bit % 3 == 0) lane_table_add(r, &table, d->point.code[bit / 3]);
        if (with_gen && bit % w == 0)
            for (int half = 0; half < 2; half++)
                lane_gen_add(r, &table.z, d->row[half][bit / w], d->negative[half][bit / w],
                             half == 1);
    }
    if (!with_gen) {
        ge8 end;
        ge8_set1_scaled(&start, &lanes_end, &table.z);
        fe_store(&end.x, &start.x);
        fe_store(&end.y, &start.y);
        gej8_add_ge<false>(r, nullptr, &end, vec8{});
    }
    gej8_leave(r, &table.z);
}

/* Odd multiples of eight points, over the third coordinate z, and of lambda times them. */
struct lane_odd_table {
    static constexpr int rows = point_table::rows;
    ge8 odd[2][rows];
    fe8_stored z;
};
UF_KERNEL void lane_odd_table_set(lane_odd_table *r, const ge8 *p) {
    constexpr int rows = lane_odd_table::rows;
    fe8_stored ratio[rows];
    ge_of<fe8> twice, sum;
    fe8 z, h, t, beta;
    fe_load(&sum.x, &p->x);
    fe_load(&sum.y, &p->y);
    law_dbl_coz(&twice, &sum, &z, &sum);
    for (int j = 0;; j++) {
        fe_normalize_weak(&sum.y);
        fe_store(&r->odd[0][j].x, &sum.x);
        fe_store(&r->odd[0][j].y, &sum.y);
        if (j == rows - 1) break;
        fe_normalize_weak(&twice.y);
        law_add_coz(&sum, &h, &twice, &sum);
        fe_normalize_weak(&h);
        fe_store(&ratio[j + 1], &h);
    }
    fe8 c, c2, c3;
    fe_set_one(&c);
    fe_set1_limbs64(&beta, glv_beta);
    for (int j = rows - 1; j >= 0; j--) {
        fe8 x, y;
        fe_sqr(&c2, &c);
        fe_mul(&c3, &c2, &c);
        fe_load(&x, &r->odd[0][j].x);
        fe_load(&y, &r->odd[0][j].y);
        fe_mul(&x, &x, &c2);
        fe_mul(&y, &y, &c3);
        fe_store(&r->odd[0][j].x, &x);
        fe_store(&r->odd[0][j].y, &y);
        fe_mul(&x, &x, &beta);
        fe_store(&r->odd[1][j].x, &x);
        r->odd[1][j].y = r->odd[0][j].y;
        if (j == 0) break;
        fe_load(&t, &ratio[j]);
        fe_mul(&c, &c, &t);
    }
    fe_mul(&z, &z, &c);
    fe_store(&r->z, &z);
}

/* r = k P in every lane for the plan of k, which is not 0.  All lanes add the same entries, so that
 * the sum begins at the first.  cost: 128 doublings, about 43 additions, a table of 8. */
static inline void mul8_plan_var(gej8 *r, const kplan *k, const ge8 *p) {
    lane_odd_table table;
    lane_odd_table_set(&table, p);
    bool begun = false;
    for (int i = kplan_length_var(k) - 1; i >= 0; i--) {
        if (begun) gej8_dbl(r);
        for (int half = 0; half < 2; half++) {
            const int d = kplan_digit_var(k, half, i);
            if (d == 0) continue;
            const ge8 *entry = &table.odd[half][(d < 0 ? -d : d) >> 1];
            const vec8 negative = vec_mask<vec8>(d < 0 ? 0xFF : 0);
            if (begun) {
                gej8_add_ge<false>(r, nullptr, entry, negative);
                continue;
            }
            gej_of<fe8> first;
            fe_load(&first.x, &entry->x);
            fe_load(&first.y, &entry->y);
            fe_cond_neg(&first.y, negative);
            fe_set_one(&first.z);
            gej8_store(r, &first);
            begun = true;
        }
    }
    gej8_leave(r, &table.z);
}

}  // namespace ufsecp::UF_TARGET
