// Signed odd digits (recode.h) side by side: of eight scalars, or eight of one.
#pragma once
#include "lanes/vec.h"

namespace ufsecp::UF_TARGET {

/* odd_digit_at in lanes, of the words v: returns the indices, *negative = all ones or zero. offset,
 * count public; count < 32, and v[offset/64 + 1] exists.
 * time: constant. */
UF_INLINE vec8 odd_digits8_at(vec8 *negative, const vec8 *v, int offset, int count) {
    const int i = offset / 64, shift = offset % 64;
    const u64 half = (u64)1 << (count - 1);
    vec8 bits = v[i] >> shift;
    if (shift + count > 64) bits |= v[i + 1] << (64 - shift);
    *negative = (vec8)((bits & half) == vec8{});
    return (bits ^ *negative) & (half - 1);
}

/* Eight digits in a row of one number, of `limbs` limbs v: lane l has that of the count bits from
 * offset + l * count on. offset < 64 * limbs, count public; count <= 8.
 * time: constant. */
UF_INLINE vec8 odd_digits8_of(vec8 *negative, const u64 *v, int limbs, int offset, int count) {
    const int i = offset / 64, shift = offset % 64;
    u64 bits = v[i] >> shift;
    if (shift > 0 && i + 1 < limbs) bits |= v[i + 1] << (64 - shift);
    const vec8 first = vec_join(vec4{0, 1, 2, 3}, vec4{4, 5, 6, 7});
    const vec8 digits = vec_set1<vec8>(bits) >> first * (u64)count;
    return odd_digits8_at(negative, &digits, 0, count);
}

}  // namespace ufsecp::UF_TARGET
