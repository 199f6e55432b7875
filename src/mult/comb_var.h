// The large table for many public multiples of G: one row for each window of twelve bits and each
// odd digit.  Public data only.
#pragma once
#include <stddef.h>

#include "group/row.h"

namespace ufsecp {

inline constexpr int comb_window = 12, comb_windows = 22, comb_rows = 1 << (comb_window - 1);

/* row[i][j] = (2j + 1) 2^(12 i) G: 22 * 2048 rows, 2,883,584 bytes. */
struct comb_table {
    ge_row row[comb_windows][comb_rows];
};

/* The table, for a batch of n rows, or NULL: it is computed, at the price of some 45,000 additions
 * and its memory, once as many rows were asked for as make up for that, and nobody waits while
 * another thread computes it.  Thread-safe. */
const comb_table *comb_for_var(size_t n);

/* (2^264 - 1)/2 modulo the group order: what recode.h adds for 264 signed bits. */
extern const uint64_t comb_offset[4];

}  // namespace ufsecp
