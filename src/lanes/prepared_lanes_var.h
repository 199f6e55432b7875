// k*P by the table of a prepared point, eight windows at a time.  Variable time.
#pragma once
#include "lanes/gen_lanes.h"
#include "lanes/point_lanes_var.h"
#include "mult/prepared_point.h"

namespace ufsecp::UF_TARGET {

/* r = k P; k = 0 gives infinity.  gen_lanes.h proves it of G and so of every point. */
static inline void prepared_mul_lanes_var(gej *r, const prepared_point *p, const sc *k) {
    u64 bits[4];
    sc_recode_odd(bits, k, prepared_offset);
    mul_windows_lanes<prepared_point::window, prepared_point::windows>(
        r, bits, [p](ge8 *summand, int first, int count, const u64 *index) UF_INLINE_LAMBDA {
            const u64 *x[8], *y[8];
            for (int l = 0; l < 8; l++) { /* lanes from `count` on take part in no sum */
                x[l] = p->word[l < count ? first + l : first][index[l]];
                y[l] = x[l] + 4;
            }
            ge8_gather(summand, x, y);
        });
}
UF_PUBLIC_ONLY(prepared_mul_lanes_var);

}  // namespace ufsecp::UF_TARGET
