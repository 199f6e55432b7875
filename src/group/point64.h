// Points as the C++ API and engines pass them, the same for every target: limbs, not a field's own
// representation.
#pragma once
#include <stdint.h>

namespace ufsecp {

/* Points: Jacobian (x/z^2, y/z^3) and affine coordinates as little-endian limbs, each below p.
 * z = 0 is infinity. */
struct point64 {
    uint64_t x[4], y[4], z[4];
};
struct affine64 {
    uint64_t x[4], y[4];
};
/* A recoded public scalar that is to multiply many points; only the engine that built it can read
 * it. */
struct plan_buffer {
    alignas(16) unsigned char bytes[256];
};

}  // namespace ufsecp
