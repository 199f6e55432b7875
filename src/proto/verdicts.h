// What the batches of all protocols have in common: the rows of a chunk, and verdicts that leave
// as 1 or 0.
#pragma once
#include "base/chunk.h"
#include "base/ct.h"

namespace ufsecp::UF_TARGET {

/* Rows that share an inversion: the more, the less it costs a row, and the more stack a batch takes
 * (about 400 bytes a row). */
#ifndef UF_PUBLIC_CHUNK
#define UF_PUBLIC_CHUNK 128
#endif
#ifndef UF_SECRET_CHUNK
#define UF_SECRET_CHUNK 32
#endif

static constexpr size_t public_chunk = UF_PUBLIC_CHUNK, secret_chunk = UF_SECRET_CHUNK;

/* Notes the verdict of row i: into ok, unless it is NULL, and into the summary. */
static inline void note(u8 *ok, size_t i, bool good, int *all) {
    if (ok) ok[i] = good;
    if (!good) *all = 0;
}

/* Whether the caller's secret key did; to be told, as the return value says it. */
static inline int tell(mask valid) {
    return declassify(valid, "whether the key is valid is the return value");
}

}  // namespace ufsecp::UF_TARGET
