// a*P + b*G for public scalars with the least latency: the chain of mul2_scalar_var.h on quads.
//
// The digits are found while the chain runs, two summands ahead of it: loading one from memory and
// scaling it does not wait for the point, and its branches are decided long before they matter.
#pragma once
#include "group/quad_var.h"
#include "mult/mul2_scalar_var.h"

namespace ufsecp::UF_TARGET {

/* (x, x, y, x) of four words each, as digits. */
UF_INLINE quad quad_load_words(const u64 x[4], const u64 y[4]) {
    vec4 w[4];
    fe5x52x4 t;
    for (int i = 0; i < 4; i++) w[i] = vec4{x[i], x[i], y[i], x[i]};
    fe_unpack(&t, w);
    return {{t.n[0], t.n[1], t.n[2], t.n[3], t.n[4]}};
}
UF_INLINE quad quad_load_point(const ge *a) {
    fe x = a->x, y = a->y;
    u64 xw[4], yw[4];
    fe_normalize_var(&x);
    fe_normalize_var(&y);
    fe_get_limbs64(xw, &x);
    fe_get_limbs64(yw, &y);
    return quad_load_words(xw, yw);
}

/* a with the third lane negated: a summand's opposite, or what makes summands opposite.  in: clean
 * digits of magnitude 3.  out: 4. */
UF_INLINE quad quad_opposite(const quad &a) {
    return quad_carry(quad_blend<4>(a, quad_multiple_of_p<53>(4) - a));
}

/* Summands [half][negative][row]: what point_table holds, with the factors of quad_var.h; and the
 * quads whose products with the words of a row of odd_table are summands on the same curve. */
struct quad_table {
    quad odd[2][2][point_table::rows];
    quad generator[2][2][1];
    fe z;
};

/* Four forms of a: with the factors, and times lambda, and both negated. */
template <int rows>
static inline void quad_forms_var(quad r[2][2][rows], int row, const ge *a) {
    ge factors;
    fe_set_limbs64(&factors.x, glv_beta);
    fe_mul_int(&factors.x, &factors.x, 3);
    fe_set_int(&factors.y, 3);
    const quad q = quad_load_point(a);
    const quad form[2] = {quad_carry(q + q + q),
                          quad_carry(quad_mul(q, quad_load_point(&factors)))};
    for (int half = 0; half < 2; half++) {
        r[half][0][row] = form[half];
        r[half][1][row] = quad_opposite(quad_clean(form[half]));
    }
}
UF_PUBLIC_ONLY(quad_forms_var);

static inline void quad_table_set_var(quad_table *r, const ge *p) {
    ge odd[point_table::rows], scale;
    ge_odd_multiples(odd, &r->z, p, point_table::rows);
    for (int j = 0; j < point_table::rows; j++) quad_forms_var(r->odd, j, &odd[j]);
    fe_sqr(&scale.x, &r->z);
    fe_mul(&scale.y, &scale.x, &r->z);
    quad_forms_var(r->generator, 0, &scale);
}
UF_PUBLIC_ONLY(quad_table_set_var);

/* A summand by name, and the doublings before it.  Digit 0 stands for the end. */
struct quad_step {
    int doublings, digit, half;
    bool of_generator;
};

/* The nonzero digits of two plans from the top down. */
struct quad_walk {
    const kplan *plan[2];
    int at, next;
    bool negated;
};
static inline void quad_walk_set_var(quad_walk *r, const kplan *on_p, const kplan *on_g) {
    const int length_p = kplan_length_var(on_p), length_g = kplan_length_var(on_g);
    const int length = length_p > length_g ? length_p : length_g;
    *r = {{on_p, on_g}, length > 0 ? length - 1 : 0, 0, false};
}
/* The next summand; its digit has the sign that the point has there, after one change for every
 * doubling from the top.  What is read of the generator's table is on its way. */
static inline quad_step quad_walk_on_var(quad_walk *w) {
    for (int doublings = 0;; doublings++) {
        while (w->next < 4) {
            const int half = w->next >> 1;
            const bool of_generator = w->next & 1;
            w->next++;
            const int d = kplan_digit_var(w->plan[of_generator], half, w->at);
            if (d == 0) continue;
            if (of_generator) __builtin_prefetch(&odd_table[(d < 0 ? -d : d) >> 1]);
            return {doublings, w->negated ? -d : d, half, of_generator};
        }
        if (w->at == 0) return {doublings, 0, 0, false};
        w->at--;
        w->next = 0;
        w->negated = !w->negated;
    }
}

UF_INLINE quad quad_summand_var(const quad_table *t, const quad_step *step) {
    const bool negative = step->digit < 0;
    const int row = (negative ? -step->digit : step->digit) >> 1;
    if (!step->of_generator) return t->odd[step->half][negative][row];
    return quad_carry(quad_mul(quad_load_words(odd_table[row].x, odd_table[row].y),
                               t->generator[step->half][negative][0]));
}

/* r = p, or -p, whose table has the third coordinate z. */
static inline void gej_set_quad_var(gej *r, const quad_point *p, bool negative, const fe *z) {
    fe5x52x4 t;
    vec4 w[4];
    u64 c[3][4];
    const quad q = quad_clean(quad_blend<8>(p->q, quad_carry(p->z)));
    /* (3X, 9Y, 3Z) is without the factors. */
    const quad q3 = q + q + q, scaled = q3 + (q3 << vec4{64, 64, 1, 64});
    for (int i = 0; i < 5; i++) t.n[i] = scaled.n[i];
    fe_normalize(&t);
    fe_pack(w, &t);
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 3; j++) c[j][i] = w[i][j + 1];
    fe_set_limbs64(&r->x, c[0]);
    fe_set_limbs64(&r->y, c[1]);
    fe_set_limbs64(&r->z, c[2]);
    fe_mul(&r->z, &r->z, z);
    if (negative) gej_neg(r, r);
}
UF_PUBLIC_ONLY(gej_set_quad_var);

/* r = a p + b G; a and b may be zero.  cost: 128 doublings, about 60 additions, a table of 8; all
 * of it again where a sum on the way was exceptional, or the result is infinity. */
__attribute__((noinline)) static void mul2_quad_var(gej *r, const ge *p, const sc *a, const sc *b) {
    kplan on_p, on_g;
    quad_table table;
    quad_walk walk;
    quad_point sum;
    kplan_from_scalar_var(&on_p, a);
    kplan_set_var(&on_g, b, UF_ODD_WINDOW);
    quad_walk_set_var(&walk, &on_p, &on_g);
    quad_step step = quad_walk_on_var(&walk);
    if (step.digit == 0) return gej_set_infinity(r);
    quad_table_set_var(&table, p);
    quad_set_var(&sum, quad_summand_var(&table, &step));
    for (step = quad_walk_on_var(&walk); step.digit != 0;) {
        const quad summand = quad_summand_var(&table, &step);
        const int doublings = step.doublings;
        step = quad_walk_on_var(&walk);
        for (int i = 1; i < doublings; i++) quad_dbl_var(&sum);
        if (doublings > 0) quad_dbl_add_var(&sum, summand);
        else quad_add_var(&sum, summand);
    }
    for (int i = 0; i < step.doublings; i++) quad_dbl_var(&sum);
    gej_set_quad_var(r, &sum, walk.negated, &table.z);
    if (gej_is_infinity_var(r)) [[unlikely]] mul2_scalar_var(r, p, a, b);
}
UF_PUBLIC_ONLY(mul2_quad_var);

}  // namespace ufsecp::UF_TARGET
