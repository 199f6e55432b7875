// Random numbers of the reference model, and its numbers as scalars and back.
#pragma once
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
