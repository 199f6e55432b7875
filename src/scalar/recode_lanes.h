// Signed odd digits (recode.h) of eight scalars side by side.
#pragma once
#include "base/vec.h"

namespace ufsecp::UF_TARGET {

/* odd_digit_at in lanes, of the words v: returns the indices, *negative = all ones or zero.  offset,
 * count public; count < 32, and v[offset/64 + 1] exists.  time: constant. */
UF_INLINE vec8 odd_digits8_at(vec8 *negative, const vec8 *v, int offset, int count) {
    const int i = offset / 64, shift = offset % 64;
    const u64 half = (u64)1 << (count - 1);
    vec8 bits = v[i] >> shift;
    if (shift + count > 64) bits |= v[i + 1] << (64 - shift);
    *negative = (vec8)((bits & half) == vec8{});
    return (bits ^ *negative) & (half - 1);
}

}  // namespace ufsecp::UF_TARGET
