// Rows of affine points (group/many_var.h) as points of the scalar code and back, for the tests of
// what works on many at once.
#pragma once
#include <string.h>

#include "group/many_var.h"

namespace row_points {

using namespace ufsecp;
using namespace ufsecp::UF_TARGET;

inline bool same(const ge_row &a, const ge_row &b) { return memcmp(&a, &b, sizeof a) == 0; }

/* Zeros for infinity. */
inline ge_row row_of(const gej &a) {
    ge_row r{};
    ge p;
    if (gej_is_infinity_var(&a)) return r;
    ge_set_gej_var(&p, &a);
    ge_get_row(&r, &p);
    return r;
}
/* The point, or its opposite. */
inline gej point_of(const ge_row &a, bool negative) {
    gej r;
    ge p;
    gej_set_infinity(&r);
    if (same(a, ge_row{})) return r;
    ge_set_row(&p, &a);
    if (negative) ge_neg(&p, &p);
    gej_set_ge(&r, &p);
    return r;
}

}  // namespace row_points
