// What the engines' rows for silent payments are given: an index, the keys to look for, and who is
// told of a payment.
#pragma once
#include "ufsecp/ufsecp.h"

namespace ufsecp {

/* found is called for each payment, on several threads at once if rows are shared among them.  All
 * has been checked: sizes, offsets, and that scan keys are keys and the other keys are points. */
struct silent_scan_task {
    const ufsecp_silent_index *index;
    const ufsecp_silent_scan_key *keys;
    size_t n_keys;
    uint8_t *ok; /* a verdict byte for each row of the index, or NULL */
    void (*found)(void *context, const ufsecp_silent_match *match);
    void *context;

    const uint8_t *tweak(size_t row) const { return index->tweaks + index->tweak_size * row; }
    size_t outputs_at(size_t row) const {
        return index->outputs_at ? (size_t)index->outputs_at[row] : row;
    }
    const uint8_t *output(size_t i) const { return index->outputs + index->output_size * i; }
};

}  // namespace ufsecp
