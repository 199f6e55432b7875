// Precomputed multiples of the generator G: constants that tools/make_tables.py writes into
// tables.cpp at build time, or with UF_START_TABLES computed by start_tables_var.h.
#pragma once
#include "group/ge_entry.h"

#ifdef UF_SMALL_ORDER
/* The small groups of the exhaustive tests: wider windows of G would hold infinity. */
#undef UF_GEN_WINDOW
#undef UF_ODD_WINDOW
#define UF_GEN_WINDOW 2
#define UF_ODD_WINDOW 3
#endif

/* Window of the constant-time table: ceil(256/w) windows of 2^(w-1) entries; 0 for a comb. */
#ifndef UF_GEN_WINDOW
#define UF_GEN_WINDOW 5
#endif
/* Window of the odd multiples for public scalars: 2^(w-2) entries. */
#ifndef UF_ODD_WINDOW
#define UF_ODD_WINDOW 15
#endif

/* Window of odd multiples of any other point, for secret scalars, which scan 2^(w-1) entries. */
#if defined(UF_SMALL_ORDER) && UF_SMALL_ORDER < 32
#define UF_POINT_WINDOW_CT 2
#else
#define UF_POINT_WINDOW_CT 5
#endif

namespace ufsecp {

#ifdef UF_START_TABLES
using table_entry = ge_entry;
#else
using table_entry = const ge_entry;
#endif

#if UF_GEN_WINDOW == 0
/* gen_table[b][j] = (2^(s (4b + 3)) + the sum over t < 3 of +-2^(s (4b + t))) G, s the spacing,
 * with a plus where bit t of j is set: 2,048 bytes. */
inline constexpr int comb_blocks = 4, comb_teeth = 4, comb_spacing = 16;
inline constexpr int gen_entries = 1 << (comb_teeth - 1);
extern table_entry gen_table[comb_blocks][gen_entries];
#else
/* gen_table[i][j] = (2j + 1) 2^(w i) G */
inline constexpr int gen_windows = (256 + UF_GEN_WINDOW - 1) / UF_GEN_WINDOW;
inline constexpr int gen_entries = 1 << (UF_GEN_WINDOW - 1);
extern table_entry gen_table[gen_windows][gen_entries];
#endif

inline constexpr int odd_entries = 1 << (UF_ODD_WINDOW - 2);
/* odd_table[j] = (2j + 1) G */
extern table_entry odd_table[odd_entries];

/* What recode.h adds before it reads signed odd digits, modulo the group order: (2^L - 1)/2 for the
 * L bits of gen_table (256 of the comb), and (1 + lambda)(2^130 - 1 - 2^129)/2 for the two halves
 * of mul.h. */
extern const uint64_t gen_offset[4];
extern const uint64_t mul_offset[4];

}  // namespace ufsecp
