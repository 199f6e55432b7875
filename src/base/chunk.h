// Arrays done in chunks: how many rows the next one has, and where it begins in an array that may
// be absent.
#pragma once
#include "base/int.h"

namespace ufsecp::UF_TARGET {

/* The size of the chunk that begins at row `at` of n. */
static inline size_t chunk_size(size_t at, size_t n, size_t chunk) {
    return n - at < chunk ? n - at : chunk;
}

/* The verdicts (or other bytes) from `offset` on, of an array that may be absent. */
template <class Byte>
static inline Byte *from(Byte *bytes, size_t offset) {
    return bytes ? bytes + offset : nullptr;
}

}  // namespace ufsecp::UF_TARGET
