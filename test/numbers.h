// Random numbers of the reference model, and its numbers as scalars and back.
#pragma once
#include <algorithm>
#include <iterator>
#include <random>

#include "reference.h"

namespace reference {

using rng = std::mt19937_64;

inline num random_num(rng &g) { return num(g(), g(), g(), g()); }
/* Runs of zeros and ones, up to `longest` bits each. */
inline num random_runs(rng &g, unsigned bits = 256, unsigned longest = 89) {
    num r;
    for (unsigned k = 0; k < bits;) {
        const unsigned run = 1 + static_cast<unsigned>(g() % longest);
        const bool one = g() & 1;
        for (unsigned i = 0; i < run && k < bits; i++, k++)
            if (one) r.d[k / 32] |= uint32_t(1) << (k % 32);
    }
    return r;
}

/* Below p and n, of limbs at which carries begin and end, of which the upper ones may be alike, and
 * of others. */
inline num edge_number(rng &g) {
    constexpr uint32_t edges[] = {0,          1,          2,          976,        977,
                                  978,        0x7fffffff, 0x80000000, 0xfffffc2e, 0xfffffc2f,
                                  0xfffffffe, 0xffffffff, 0xd0364140, 0xd0364141, 0xbfd25e8c,
                                  0xaf48a03b, 0xbaaedce6};
    num r;
    const uint64_t kinds = g();
    for (unsigned w = 0; w < 8; w++) {
        const bool alike = w > 1 && kinds >> 9 & 1, edge = kinds >> w & 1;
        r.d[w] = alike  ? kinds >> 8 & 1 ? 0xffffffff : 0
                 : edge ? edges[g() % std::size(edges)]
                        : static_cast<uint32_t>(g());
    }
    r.d[7] = std::min(r.d[7], 0xfffffffeu);
    return r;
}

template <class S>
S scalar_of(const num &a) {
    uint8_t b[32];
    a.to_bytes(b);
    S r;
    (void)sc_set_b32(&r, b);
    return r;
}
template <class S>
num num_of(const S &a) {
    uint8_t b[32];
    sc_get_b32(b, &a);
    return num::of_bytes(b);
}

}  // namespace reference
