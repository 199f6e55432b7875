// Rows of affine points (group/many_var.h) as points of the scalar code and back, for the tests of
// what works on many at once.
#pragma once
#include <string.h>

#include "group/many_var.h"

namespace row_points {

using namespace ufsecp;
using namespace ufsecp::UF_TARGET;

inline bool same(const ge_entry &a, const ge_entry &b) { return memcmp(&a, &b, sizeof a) == 0; }

/* Zeros for infinity. */
inline ge_entry entry_of(const gej &a) {
    ge_entry r{};
    ge p;
    if (gej_is_infinity_var(&a)) return r;
    ge_set_gej_var(&p, &a);
    ge_get_entry(&r, &p);
    return r;
}
/* The point, or its opposite. */
inline gej point_of(const ge_entry &a, bool negative) {
    gej r;
    ge p;
    gej_set_infinity(&r);
    if (same(a, ge_entry{})) return r;
    ge_set_entry(&p, &a);
    if (negative) ge_neg(&p, &p);
    gej_set_ge(&r, &p);
    return r;
}

}  // namespace row_points
