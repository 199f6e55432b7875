// Products for public scalars with the generator in them: b*G, and a*P + b*G, which is what every
// verification is.
#pragma once
#include "mult/gen.h"
#include "mult/mul2_scalar_var.h"
#ifdef UF_QUAD
#include "mult/quad_var.h"
#endif

namespace ufsecp::UF_TARGET {

/* r = a p + b G; a and b may be zero.  In a target with UF_QUAD four multiplications run at a
 * time. */
static inline void mul2_var(gej *r, const ge *p, const sc *a, const sc *b) {
#ifdef UF_QUAD
    mul2_quad_var(r, p, a, b);
#else
    mul2_scalar_var(r, p, a, b);
#endif
}
UF_PUBLIC_ONLY(mul2_var);

#if UF_GEN_WINDOW == 0
/* r = k G for a public k. */
static inline void mul_gen_var(gej *r, const sc *k) {
    ge g;
    sc zero;
    ge_set_generator(&g);
    sc_set_zero(&zero);
    mul2_var(r, &g, &zero, k);
}
#else
/* r = k G for a public k: the windows of mul_gen by index.  cost: one addition for each window of
 * UF_GEN_WINDOW bits. */
static inline void mul_gen_var(gej *r, const sc *k) {
    u64 v[4];
    ge summand;
    sc_recode_odd(v, k, gen_offset);
    gej_set_infinity(r);
    for (int i = 0; i < gen_windows; i++) {
        const odd_digit d = odd_digit_at(v, 4, UF_GEN_WINDOW * i, UF_GEN_WINDOW);
        ge_set_row(&summand, &gen_table[i][d.index]);
        if (is_true_var(d.negative)) ge_neg(&summand, &summand);
        gej_add_ge_var(r, r, &summand);
    }
}
#endif
UF_PUBLIC_ONLY(mul_gen_var);

}  // namespace ufsecp::UF_TARGET
