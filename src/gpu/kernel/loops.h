// The kernels of the benchmark: additions of points, and one operation again and again in
// registers, each time on what the last one gave. (From memory and to it: field_add ... field_inv,
// too.)
#pragma once
#include "gpu/kernel/kernel_sum.h"

namespace ufsecp::UF_TARGET {

UF_FIELD_ENTRY(loop_field_add, args.loops, fe_add)
UF_FIELD_ENTRY(loop_field_sub, args.loops, UF_STEP_SUB)
UF_FIELD_ENTRY(loop_field_mul, args.loops, fe_mul)
UF_FIELD_ENTRY(loop_field_sqr, args.loops, UF_STEP_SQR)
UF_FIELD_ENTRY(loop_field_inv, args.loops, UF_STEP_INV)

/* q after so many times `step`: additions of p, or doublings. */
#define UF_POINT_ENTRY(name, times, step)                   \
    UF_ENTRY(name) {                                        \
        ge p;                                               \
        gej q;                                              \
        load_ge(&p, UF_COLUMN(p), args.n);                  \
        load_gej(&q, UF_COLUMN(q), args.n);                 \
        for (u32 i = 0; i < (times); i++) step(&q, &q, &p); \
        store_gej(UF_COLUMN(q), args.n, &q);                \
    }
#define UF_STEP_DBL(r, a, b) gej_dbl(r, a)
UF_POINT_ENTRY(point_add, 1, gej_add_ge)
UF_POINT_ENTRY(point_dbl, 1, UF_STEP_DBL)
UF_POINT_ENTRY(loop_point_add, args.loops, gej_add_ge)
UF_POINT_ENTRY(loop_point_dbl, args.loops, UF_STEP_DBL)

#undef UF_POINT_ENTRY
#undef UF_STEP_DBL
#undef UF_FIELD_ENTRY
#undef UF_STEP_SUB
#undef UF_STEP_SQR
#undef UF_STEP_INV
#undef UF_ROW
#undef UF_COLUMN
#undef UF_VERDICT

}  // namespace ufsecp::UF_TARGET
