// The table of a point that comes again and again: what gen_table is of G, but in memory that a
// caller holds.  Public data only; the same for every target.
#pragma once
#include <stdint.h>

namespace ufsecp {

struct prepared_point {
    static constexpr int window = 5, windows = 52, entries = 1 << (window - 1);

    uint64_t tag; /* prepared_tag, or this is no table */
    uint64_t odd; /* whether y of the point is odd */
    uint64_t unused[6];
    /* word[i][j] = (2j + 1) 2^(window i) P: the four words of x, then those of y, canonical. */
    uint64_t word[windows][entries][8];
};
/* "ufsecpP1" */
inline constexpr uint64_t prepared_tag = 0x3150706365736675;

/* What recode.h adds before it reads signed odd digits: (2^260 - 1)/2 modulo the group order. */
[[maybe_unused]] static constexpr uint64_t prepared_offset[4] = {
    0xE1563ADFE6691698, 0x87E0873DDD5F4E3F, 0x9, 0x8000000000000000};

}  // namespace ufsecp
