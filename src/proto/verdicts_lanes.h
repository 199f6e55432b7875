// What the batches in lanes have in common: groups of eight rows, what is left over, and verdicts.
#pragma once
#include <string.h>

#include "base/chunk.h"
#include "engine/functions.h"
#include "lanes/vec.h"
#include "proto/verdicts.h"

namespace ufsecp::UF_TARGET {

/* The fewest rows for which a group of lanes costs less than as many scalar calls. */
#ifndef UF_LANES_PAY
#define UF_LANES_PAY 5
#endif

/* What does the rows that lanes leave: UF_REST(f)(...) is the function f of the engine
 * UF_LANES_REST, or this target's own scalar code. */
#ifdef UF_LANES_REST
#define UF_REST(name) (UF_LANES_REST.name)
#else
#define UF_REST(name) engine_##name
#endif

/* Groups of eight rows that share an inversion: 2 to 13 KB of stack each. */
static constexpr size_t groups8 = 16;

/* How many of the n rows the lanes take. */
static inline size_t share8(size_t n) { return n % 8 < UF_LANES_PAY ? n - n % 8 : n; }
static inline size_t groups_of(size_t rows) { return (rows + 7) / 8; }

/* n rows of up to `size` bytes, read by groups: a last group that is not full is completed by rows
 * of zeros, which are valid as nothing. */
template <size_t size>
struct rows8 {
    const u8 *first;
    size_t stride, n;
    u8 copy[8][size] = {};

    /* The first of eight rows from row `at` on; they lie *step bytes apart. */
    const u8 *group(size_t at, size_t *step) {
        *step = stride;
        if (n - at >= 8) return first + at * stride;
        for (size_t i = at; i < n; i++) memcpy(copy[i - at], first + i * stride, size);
        *step = size;
        return copy[0];
    }
};

/* Calls group(g, at) for the groups of a chunk, whose first row is `at`. */
template <size_t most = groups8, class Body>
static inline size_t each_group(size_t at, size_t n, const Body &body) {
    const size_t groups = groups_of(chunk_size(at, n, 8 * most));
    for (size_t g = 0; g < groups; g++) body(g, at + 8 * g);
    return groups;
}

/* Tells the verdicts of eight rows, or as many as are left; a lane that is lost is judged by
 * again(row). */
template <class Again>
static inline void note8(u8 *ok, size_t at, size_t n, u32 good, u32 lost, int *all,
                         const Again &again) {
    const size_t count = chunk_size(at, n, 8);
    for (size_t l = 0; l < count; l++)
        note(ok, at + l, good >> l & 1 && (!(lost >> l & 1) || again(at + l)), all);
}

}  // namespace ufsecp::UF_TARGET
