// Sums of many multiples on devices (kernel_sum.h): their plan, and the calls that end in one.
#pragma once
#include "gpu/host/stages.h"

namespace ufsecp {

/* How so many rows, of 1 or 2 points each, are summed up in a chunk: a row of one point has a
 * scalar of two halves, a row of two one more half. */
struct gpu_sum_plan {
    /* To be measured: the entries that an item of sum_runs adds up, the places or numbers that one
     * of the launches behind it does, the bits that a launch of sum_weigh weighs. */
    static constexpr uint32_t run = 16, fan = 8, scalars = 32, weighed = 2;
    static_assert(fan >= 4 && fan % 2 == 0, "lists end; an item adds every other place");

    size_t entries, buckets;      /* most of the former; of all windows */
    uint32_t window = 0, windows; /* bits; how many */

    gpu_sum_plan(size_t rows, unsigned points);
    /* Of the two areas in which lists take turns; before them the first one holds ranks. */
    size_t list_bytes(unsigned side) const;
    /* Of what goes out: as many points as bits for each window, the sum of scalars. */
    size_t points_bytes() const { return point_bytes * window * windows; }
    size_t out_bytes() const { return points_bytes() + 32; }
    static constexpr size_t point_bytes = 96;
    /* *r = the sum, from what went out. */
    void add_windows(point64 *r, const engine &cpu, const uint8_t *out) const;
};

/* Functions of an engine (engine/functions.h), by the devices; `rows` verifies one by one. */
size_t gpu_msm_rows(gpu_devices &devices, point64 *r, size_t *bad, const uint8_t *scalars32,
                    const uint8_t *pks33, size_t n);
int gpu_msm(gpu_devices &devices, point64 *r, const affine64 *points, const uint64_t (*scalars4)[4],
            size_t n, void *memory, size_t bytes);
int gpu_schnorr_sum_rows(gpu_devices &devices, const gpu_operation &rows_alone, uint8_t *ok,
                         const uint8_t *rows, size_t stride, size_t n, const uint8_t *seed32);
int gpu_claims_sum(gpu_devices &devices, uint8_t *ok, const claim *claims, const randomiser *a,
                   size_t n, size_t least, void *memory);

}  // namespace ufsecp
