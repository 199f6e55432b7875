// Which rows of an index of silent payments pay a receiver: what both extensions ask.
#ifndef UFSECP_DUCKDB_SILENT_H
#define UFSECP_DUCKDB_SILENT_H

#include <cstddef>
#include <cstdint>
#include <vector>

#include "ufsecp/ufsecp.h"

/* ufsecp_silent_scan, or the one in variable time. */
using silent_scan = decltype(ufsecp_silent_scan);

/* found(row) for each row that pays the receiver, in their order, once or more. None, if a key is
 * not valid. False without memory. */
template <class F>
bool each_paid_row(silent_scan *scan, const ufsecp_silent_index &index,
                   const ufsecp_silent_scan_key &key, const F &found) {
    std::vector<ufsecp_silent_match> matches(index.n + 64);
    const struct wiped { /* a match has a secret */
        std::vector<ufsecp_silent_match> &of;
        ~wiped() { ufsecp_wipe(of.data(), of.size() * sizeof of[0]); }
    } at_end{matches};
    for (size_t at = 0; at < index.n;) {
        const ufsecp_silent_index rest = {index.tweaks + at * index.tweak_size,
                                          index.tweak_size,
                                          index.outputs,
                                          index.output_size,
                                          index.outputs_at + at,
                                          index.n - at};
        size_t n = 0;
        scan(matches.data(), matches.size(), &n, nullptr, &rest, &key, 1);
        if (n == SIZE_MAX) return false;
        const bool all = n <= matches.size();
        if (!all) n = matches.size();
        for (size_t i = 0; i < n; i++) found(at + matches[i].row);
        if (all) break;
        at += matches[n - 1].row + 1;
    }
    return true;
}

#endif
