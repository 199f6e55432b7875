// Table look-up by a secret index: every row is read, one is kept.
#pragma once
#include "base/ct.h"
#include "group/row.h"

namespace ufsecp::UF_TARGET {

/* *r = table[index], index < rows.  time: depends on rows only, and so do the addresses that are
 * read. */
static inline void scan_row(ge_row *r, const ge_row *table, u32 rows, u32 index) {
    /* Wide vectors, which compilers cut to what the target has: the row in four accumulators of 16
     * bytes. */
    typedef u64 lanes __attribute__((vector_size(16), may_alias));
    const lanes *row = reinterpret_cast<const lanes *>(table);
    lanes a0{}, a1{}, a2{}, a3{};
    for (u32 i = 0; i < rows; i++, row += 4) {
        const u64 m = mask_is_equal(i, index).bits;
        const lanes keep = {m, m};
        a0 |= row[0] & keep;
        a1 |= row[1] & keep;
        a2 |= row[2] & keep;
        a3 |= row[3] & keep;
    }
    lanes *out = reinterpret_cast<lanes *>(r);
    out[0] = a0, out[1] = a1, out[2] = a2, out[3] = a3;
}

}  // namespace ufsecp::UF_TARGET
