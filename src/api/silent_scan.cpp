// The C ABI's scan for silent payments: checks, rows shared among threads, payments in order.
#include <algorithm>
#include <atomic>

#include "api/stack.h"
#include "engine/silent.h"
#include "engine/threads.h"
#include "ufsecp/ufsecp.h"

using namespace ufsecp;

namespace {

bool before(const ufsecp_silent_match &a, const ufsecp_silent_match &b) {
    if (a.row != b.row) return a.row < b.row;
    if (a.key != b.key) return a.key < b.key;
    return a.k != b.k ? a.k < b.k : a.output < b.output;
}

/* What a sort of payments uses of the stack, at most. */
constexpr size_t sort_depth = 1024;

/* The payments so far: the first `capacity` of them in a heap, the last one of those on top. */
struct payments {
    ufsecp_silent_match *matches;
    size_t capacity, count = 0;
    std::atomic_flag busy = ATOMIC_FLAG_INIT;

    void add(const ufsecp_silent_match &match) {
        while (busy.test_and_set(std::memory_order_acquire)) {}
        if (count < capacity) {
            matches[count] = match;
            std::push_heap(matches, matches + count + 1, before);
        } else if (capacity > 0 && before(match, matches[0])) {
            std::pop_heap(matches, matches + capacity, before);
            matches[capacity - 1] = match;
            std::push_heap(matches, matches + capacity, before);
        }
        count++;
        busy.clear(std::memory_order_release);
    }
    [[gnu::noinline]] void put_in_order() {
        std::sort_heap(matches, matches + std::min(count, capacity), before);
    }
};

bool fits(const ufsecp_silent_index &index) {
    if (index.tweak_size != 33 && index.tweak_size != 64) return false;
    if (index.output_size != 8 && index.output_size != 32) return false;
    if (index.n == 0) return true;
    if (!index.tweaks || index.n > SIZE_MAX / 64) return false;
    if (!index.outputs_at) return index.outputs != nullptr;
    for (size_t i = 0; i < index.n; i++)
        if (index.outputs_at[i] > index.outputs_at[i + 1]) return false;
    const uint64_t last = index.outputs_at[index.n];
    return last <= SIZE_MAX / 32 && (index.outputs || last == 0);
}

bool misused(const ufsecp_silent_match *matches, size_t capacity, const size_t *n_matches,
             const ufsecp_silent_index *index, const ufsecp_silent_scan_key *keys, size_t n_keys) {
    if ((capacity && !matches) || !n_matches || !index || (n_keys && !keys) || !fits(*index))
        return true;
    for (size_t i = 0; i < n_keys; i++)
        if (!keys[i].scan_seckey32 || !keys[i].spend_pubkey33 ||
            (keys[i].n_labels && !keys[i].label33s))
            return true;
    return false;
}

bool usable(const engine &e, const ufsecp_silent_scan_key &key) {
    uint8_t same[33];
    const auto point = [&](const uint8_t *pk33) {
        return e.pubkey_convert_var(same, 33, pk33, 33, 0) == UFSECP_OK;
    };
    bool all = wiped(stack_of(e).key, e.seckey_verify(key.scan_seckey32)) &&
               point(key.spend_pubkey33);
    for (size_t i = 0; all && i < key.n_labels; i++) all = point(key.label33s + 33 * i);
    return all;
}

int scan(ufsecp_silent_match *matches, size_t capacity, size_t *n_matches, uint8_t *ok,
         const ufsecp_silent_index *index, const ufsecp_silent_scan_key *keys, size_t n_keys,
         bool constant_time) {
    if (misused(matches, capacity, n_matches, index, keys, n_keys)) return 0;
    const engine &e = current_engine();
    *n_matches = 0;
    for (size_t i = 0; i < n_keys; i++)
        if (!usable(e, keys[i])) {
            if (ok) memset(ok, 0, index->n);
            return 0;
        }
    payments found{matches, capacity};
    const silent_scan_task task = {index, keys, n_keys, ok,
                                   [](void *to, const ufsecp_silent_match *match) {
                                       static_cast<payments *>(to)->add(*match);
                                   },
                                   &found};
    const int all = run_rows(index->n, 4 * rows_a_grain, [&](size_t first, size_t count) {
        if (!constant_time) return e.silent_scan_var(&task, first, count);
        return wiped(stack_of(e).batch, e.silent_scan(&task, first, count));
    });
    found.put_in_order();
    UF_TARGET::wipe_stack(sort_depth);
    *n_matches = found.count;
    return all;
}

}  // namespace

int ufsecp_silent_scan(ufsecp_silent_match *matches, size_t capacity, size_t *n_matches,
                       uint8_t *ok, const ufsecp_silent_index *index,
                       const ufsecp_silent_scan_key *keys, size_t n_keys) {
    return scan(matches, capacity, n_matches, ok, index, keys, n_keys, true);
}
int ufsecp_silent_scan_var(ufsecp_silent_match *matches, size_t capacity, size_t *n_matches,
                           uint8_t *ok, const ufsecp_silent_index *index,
                           const ufsecp_silent_scan_key *keys, size_t n_keys) {
    return scan(matches, capacity, n_matches, ok, index, keys, n_keys, false);
}
