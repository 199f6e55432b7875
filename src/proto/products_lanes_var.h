// What the protocols compute with public keys in lanes: a P, a P + b G, and the equation that says
// whether its x is the one that a signature claims.  Variable time.
#pragma once
#include "lanes/comb_lanes_var.h"
#include "lanes/mul_lanes_var.h"
#include "lanes/unlifted_lanes_var.h"
#include "proto/verdicts_lanes.h"

namespace ufsecp::UF_TARGET {

/* The words of a lane scalar, normalized, as a field element. */
static inline void fe_set_scalar(fe8 *r, const sc5x52x8 *a) {
    for (int i = 0; i < 5; i++) r->n[i] = a->n[i];
    r->carried = true;
}

/* r = a P */
static inline void mul8(gej8 *r, const ge8 *p, const sc5x52x8 *a) {
    eisenstein_digits digits;
    digits8_set_var(&digits, a);
    mul8_var(r, p, &digits);
}

/* r = a P + b G */
static inline void mul8_add_gen(gej8 *r, const ge8 *p, const comb *table, const sc5x52x8 *a,
                                const sc5x52x8 *b) {
    comb_scalars bits;
    mul8(r, p, a);
    comb_set_scalars_var(&bits, table, b);
    comb_add8_var(r, table, &bits, 0);
}

/* The equation that says whether a P + b G has the x coordinate `claimed`, P as in key. */
template <bool with_sum_y>
static inline void claim8_set(equation8 *r, const ge8_compressed *key, const fe8 *claimed,
                              const comb *table, const sc5x52x8 *a, const sc5x52x8 *b) {
    comb_scalars bits;
    fe8_stored x;
    gej8 ap, bg;
    ge8 p;
    fe_store(&x, claimed);
    unlifted8(&p, &r->w, &key->x);
    mul8(&ap, &p, a);
    comb_set_scalars_var(&bits, table, b);
    comb_mul8_var(&bg, table, &bits);
    equation8_set<with_sum_y>(r, &ap, &bg, &x);
}

/* inverse[g] = 1/e of each equation, lost[g] the lanes that have none. */
static inline void claims8_inv_var(fe8_stored inverse[groups8], u8 lost[groups8],
                                   const equation8 *sum, size_t groups) {
    for (size_t g = 0; g < groups; g++) inverse[g] = sum[g].e;
    fe8_batch_inv_var<groups8>(inverse, lost, groups);
}

}  // namespace ufsecp::UF_TARGET
