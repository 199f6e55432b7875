// The tables for many public multiples of G: an entry for each window of a scalar's bits and each
// odd digit. Public data only.
#pragma once
#include <stddef.h>

#include "group/ge_entry.h"

namespace ufsecp {

/* entries[i * 2^(window - 1) + j] = (2j + 1) 2^(window i) P for i < windows, the four words of x
 * and those of y, for P = G or the point of a prepared_point; offset is what recode.h adds before
 * it reads signed odd digits, for window * windows bits, at least 256. */
struct comb {
    int window, windows;
    const uint64_t (*entries)[8];
    const uint64_t *offset;
};

/* The entries of a table of G, as they lie there. */
inline const uint64_t (*comb_words(const ge_entry *entries))[8] {
    static_assert(sizeof *entries == 8 * sizeof(uint64_t));
    return reinterpret_cast<const uint64_t (*)[8]>(entries);
}

inline constexpr size_t comb_large_bytes = 22 * 2048 * sizeof(ge_entry);

/* The comb for a batch of n scalars. The small one is the table that signing scans; the large one,
 * 22 windows of 12 bits in 2,883,584 bytes, is computed, at the price of some 45,000 additions and
 * its memory, once as many scalars were asked for as make up for that, and nobody waits while
 * another thread computes it. Thread-safe. */
comb comb_for_var(size_t n);

/* A forked child makes the large one anew if another thread was at it; called there before all
 * else. */
void comb_in_forked_child();

}  // namespace ufsecp
