// A sum of many multiples for both APIs, from products that the caller reads.
#pragma once
#include "engine/engine.h"

namespace ufsecp {

/* Reads products first ... first + m - 1; returns how many are good before the first bad one.
 * Called on several threads at once. */
using msm_read = size_t (*)(const void *context, const engine &e, affine64 *points,
                            uint64_t (*scalars4)[4], size_t first, size_t m);

/* *sum = the sum of n products, in at most max_bytes (0: the default) of memory on each thread;
 * returns SIZE_MAX, or the first bad product, and then *sum says nothing. */
size_t msm_sum(point64 *sum, const engine &e, size_t n, size_t max_bytes, msm_read read,
               const void *context);

}  // namespace ufsecp
