// What an engine's functions for silent payments are given: an index, the keys to look for, and who
// is told of rows that may hold a payment.
#pragma once
#include "group/ge_entry.h"
#include "ufsecp/ufsecp.h"

namespace ufsecp {

/* Whom to look for; spend key and labels are points. */
struct silent_receiver {
    const uint8_t *scan_seckey32;
    ge_entry spend;
    const ge_entry *labels;
    size_t n_labels;
};

/* All has been checked: sizes, offsets, and that scan keys are keys.  flag is called for each row,
 * on several threads at once if rows are shared among them, in which receiver `key` may have a
 * payment: where there is one, and now and then where there is none. */
struct silent_scan_task {
    const ufsecp_silent_index *index;
    const silent_receiver *receivers;
    size_t n_receivers;
    uint8_t *ok; /* a verdict byte for each row of the index, or NULL */
    void (*flag)(void *context, size_t row, size_t key);
    void *context;

    const uint8_t *tweak(size_t row) const { return index->tweaks + index->tweak_size * row; }
    size_t outputs_at(size_t row) const {
        return index->outputs_at ? (size_t)index->outputs_at[row] : row;
    }
    const uint8_t *output(size_t i) const { return index->outputs + index->output_size * i; }
};

}  // namespace ufsecp
