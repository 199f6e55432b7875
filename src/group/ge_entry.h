// An affine point as it lies in tables: 64 bytes, one cache line, canonical little-endian limbs;
// the same for every target.
#pragma once
#include <stdint.h>

namespace ufsecp {

struct alignas(64) ge_entry {
    uint64_t x[4], y[4];
};

}  // namespace ufsecp
