// Addition and doubling in constant time: complete, every exceptional case selected by masks.
#pragma once
#include "group/point.h"

namespace ufsecp::UF_TARGET {

/* r = 2a; infinity gives infinity.
 * alias: r may be a. */
static inline void gej_dbl(gej *r, const gej *a) { law_dbl(r, a); }

/* Replaces r = a + b, as a formula of law.h left it with h and i, where a = b and both are finite.
 * (a = -b needs nothing: h = 0 makes r infinite.) */
static inline void gej_add_repair(gej *r, const fe *h, const fe *i, const gej *a, mask finite) {
    gej twice;
    law_dbl(&twice, a);
    gej_cmov(r, &twice, fe_is_zero(h) & fe_is_zero(i) & finite);
}

/* r = a + b for all a, b.
 * time: constant.
 * cost: 15 mul + 8 sqr.
 * alias: r may be a or b. */
static inline void gej_add(gej *r, const gej *a, const gej *b) {
    secret<gej> sum;
    fe h, i;
    const mask a_inf = gej_is_infinity(a), b_inf = gej_is_infinity(b);
    law_add(&sum, &h, &i, a, b);
    gej_add_repair(&sum, &h, &i, a, ~a_inf & ~b_inf);
    gej_cmov(&sum, b, a_inf);
    gej_cmov(&sum, a, b_inf);
    *r = sum;
}

/* r = a + b for all a, b affine.
 * time: constant.
 * cost: 11 mul + 7 sqr.
 * alias: r may be a. */
static inline void gej_add_ge(gej *r, const gej *a, const ge *b) {
    secret<gej> sum;
    fe h, i;
    const mask a_inf = gej_is_infinity(a);
    law_add_ge(&sum, &h, &i, a, b);
    gej_add_repair(&sum, &h, &i, a, ~a_inf);
    fe_set_one(&h);
    fe_cmov(&sum.x, &b->x, a_inf);
    fe_cmov(&sum.y, &b->y, a_inf);
    fe_cmov(&sum.z, &h, a_inf);
    *r = sum;
}

/* r = a + b where the caller has proved that a is finite and a != +-b. In the small groups of the
 * exhaustive tests such proofs do not hold, so there it is the complete addition.
 * time: constant.
 * cost: 8 mul + 3 sqr.
 * alias: r may be a. */
static inline void gej_add_ge_distinct(gej *r, const gej *a, const ge *b) {
#if UF_SCALAR == UF_SC_SMALL
    gej_add_ge(r, a, b);
#else
    fe h, i;
    law_add_ge(r, &h, &i, a, b);
#endif
}

}  // namespace ufsecp::UF_TARGET
