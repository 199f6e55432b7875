// The C ABI's scan for silent payments: checks, rows shared among threads, payments in order.
#include <algorithm>
#include <atomic>
#include <memory>
#include <new>

#include "api/silent_find.h"
#include "proto/silent_task.h"
#include "engine/threads.h"
#include "ufsecp/ufsecp.h"

using namespace ufsecp;
using namespace ufsecp::UF_TARGET;

namespace {

bool before(const ufsecp_silent_match &a, const ufsecp_silent_match &b) {
    if (a.row != b.row) return a.row < b.row;
    if (a.key != b.key) return a.key < b.key;
    return a.k < b.k; /* which has one output */
}

/* What a sort of payments uses of the stack, at most. */
constexpr size_t sort_depth = 1024;

/* The payments so far: the first `capacity` of them in a heap, the last one of those on top. */
struct payments {
    ufsecp_silent_match *matches;
    size_t capacity, count = 0;
    short_lock adding{};

    void add(const ufsecp_silent_match &match) {
        adding.lock();
        if (count < capacity) {
            matches[count] = match;
            std::push_heap(matches, matches + count + 1, before);
        } else if (capacity > 0 && before(match, matches[0])) {
            std::pop_heap(matches, matches + capacity, before);
            matches[capacity - 1] = match;
            std::push_heap(matches, matches + capacity, before);
        }
        count++;
        adding.unlock();
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
    if (missing(matches, capacity) || any_null(n_matches, index) || missing(keys, n_keys) ||
        !fits(*index))
        return true;
    for (size_t i = 0; i < n_keys; i++)
        if (any_null(keys[i].scan_seckey32, keys[i].spend_pubkey33) ||
            missing(keys[i].label33s, keys[i].n_labels))
            return true;
    return false;
}

/* The receivers as engines take them: spend keys and labels are points. */
struct receivers {
    std::unique_ptr<silent_receiver[]> list;
    std::unique_ptr<ge_entry[]> labels;
    bool room, good; /* there is memory for them; they are keys and points */

    receivers(const engine &e, const ufsecp_silent_scan_key *keys, size_t n) : good(true) {
        /* So many are not asked for: the size may wrap on its way to the allocator. */
        constexpr size_t most = PTRDIFF_MAX / sizeof(ge_entry);
        size_t n_labels = 0;
        for (size_t i = 0; i < n; i++)
            n_labels = keys[i].n_labels < most - n_labels ? n_labels + keys[i].n_labels : most;
        list.reset(new (std::nothrow) silent_receiver[n]);
        if (n_labels < most) labels.reset(new (std::nothrow) ge_entry[n_labels]);
        room = list && labels;
        ge_entry *at = labels.get();
        for (size_t i = 0; room && good && i < n; i++) {
            const ufsecp_silent_scan_key &key = keys[i];
            silent_receiver &to = list[i];
            to = {key.scan_seckey32, {}, at, key.n_labels};
            good = secret_call<&engine::seckey_verify>{e}(key.scan_seckey32) &&
                   row_set_pubkey(e, &to.spend, key.spend_pubkey33) &&
                   rows_set_pubkeys(e, at, key.label33s, key.n_labels);
            at += key.n_labels;
        }
    }
};

/* A scan of an index, and what it has found. */
struct index_scan {
    const engine &e;
    const silent_scan_task task;
    payments found;
    std::atomic<bool> lost{false}; /* there was no memory to read a row */

    /* Reads a row that was flagged. */
    void read(size_t row, size_t key) {
        const size_t first = task.outputs_at(row), n = task.outputs_at(row + 1) - first;
        std::unique_ptr<u8[]> memory;
        if (scan_fits(n)) memory.reset(new (std::nothrow) u8[63 + transaction_scan::bytes(n)]);
        if (!memory) {
            lost = true;
            return;
        }
        secret_bytes<33> s;
        u8 point65[65] = {4};
        const bool whole = task.index->tweak_size == 64;
        const silent_receiver &to = task.receivers[key];
        if (whole) memcpy(point65 + 1, task.tweak(row), 64);
        if (!silent_shared(e, &s, whole ? point65 : task.tweak(row), whole ? 65 : 33,
                           to.scan_seckey32))
            return;
        transaction_scan scan(e, task.output(first), task.index->output_size, n,
                              aligned64(memory.get()));
        scan.run(s.b, &to.spend, {to.labels, to.n_labels, nullptr},
                 [&](const silent_payment &payment) {
                     secret<ufsecp_silent_match> match;
                     match.row = row;
                     match.output = payment.output;
                     match.key = key;
                     match.label = payment.label == nobody ? -1 : (int64_t)payment.label;
                     match.k = payment.k;
                     copy_tweak(match.tweak32, payment.t32);
                     found.add(match);
                 });
    }
};

int scan(ufsecp_silent_match *matches, size_t capacity, size_t *n_matches, uint8_t *ok,
         const ufsecp_silent_index *index, const ufsecp_silent_scan_key *keys, size_t n_keys,
         bool constant_time) {
    if (misused(matches, capacity, n_matches, index, keys, n_keys)) return 0;
    const engine &e = current_engine();
    const receivers to(e, keys, n_keys);
    const auto flag = [](void *work, size_t row, size_t key) {
        static_cast<index_scan *>(work)->read(row, key);
    };
    index_scan work{e, {index, to.list.get(), n_keys, ok, flag, &work}, {matches, capacity}};
    int all = 0;
    if (to.room && to.good) {
        const auto rows = [&](size_t first, size_t count) {
            if (!constant_time) return e.silent_scan_var(&work.task, first, count);
            return secret_call<&engine::silent_scan>{e}(&work.task, first, count);
        };
        all = constant_time ? run_rows(index->n, 4 * least_grain, rows)
                            : run_public_rows(e, index->n, 4 * least_grain, rows);
        work.found.put_in_order();
        wipe_stack(sort_depth);
    }
    *n_matches = work.found.count;
    if (to.room && to.good && !work.lost) return all;
    const size_t written = std::min(work.found.count, capacity);
    if (written) wipe(matches, written * sizeof *matches);
    if (ok && index->n) memset(ok, 0, index->n);
    *n_matches = to.good ? SIZE_MAX : 0;
    return 0;
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
