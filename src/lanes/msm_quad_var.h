// The end of a sum of many multiples with the least latency: its doublings and additions on quads.
#pragma once
#include "lanes/point_quad.h"
#include "mult/msm_var.h"

namespace ufsecp::UF_TARGET {

/* r = the sum of 2^i position[i].  If a sum on the way was exceptional, or the result is infinity,
 * it is computed again, one operation after another. */
static inline void msm_combine_quad_var(gej *r, const ge_entry *position) {
    u32 i = msm_positions - 1;
    bool negated = false; /* by every doubling */
    const auto summand = [&] {
        ge p;
        ge_set_entry(&p, &position[i]);
        return quad_summand<0>(quad_forms(&p), negated ? mask_all() : mask_none());
    };
    quad_point sum;
    while (i > 0 && row_is_infinity_var(&position[i])) i--;
    if (row_is_infinity_var(&position[i])) return gej_set_infinity(r);
    quad_set(&sum, summand());
    while (i-- > 0) {
        negated = !negated;
        if (row_is_infinity_var(&position[i])) quad_dbl(&sum);
        else quad_dbl_add(&sum, summand());
    }
    gej_set_quad(r, &sum, negated);
    if (gej_is_infinity_var(r)) [[unlikely]]
        msm_combine_scalar_var(r, position);
}
UF_PUBLIC_ONLY(msm_combine_quad_var);

}  // namespace ufsecp::UF_TARGET
