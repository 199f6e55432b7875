// Keys that come again among the rows of a batch: a sample of the rows finds them, each is prepared
// once, and its rows are verified by the prepared key.  Variable time.
#pragma once
#include <stdlib.h>
#include <string.h>

#include <algorithm>
#include <functional>
#include <utility>

#include "api/call.h"
#include "mult/prepared_point.h"

namespace ufsecp::UF_TARGET {

/* Where the rows of a call have what is verified. */
struct row_shape {
    size_t size, msg, sig, key, key_size;

    /* Bytes of x that tell most keys apart. */
    u64 tag(const u8 *row) const {
        u64 r;
        memcpy(&r, row + key + key_size - sizeof r, sizeof r);
        return r;
    }
};

class hot_keys {
public:
    /* More tables leave the cache. */
    static constexpr size_t most = 16;

    hot_keys(const engine &e, const row_shape &shape, const u8 *rows, size_t stride, size_t n)
        : shape(shape) {
        /* By the clock: making a table takes as long as 45 rows save, however many threads wait. */
        const size_t least = 96 * (1 + size_t{threads()});
        if (n < 2 * least) return;
        /* Of each of up to 1,024 spans of rows one. */
        const size_t samples = std::min<size_t>(n / 8, 1024), span = n / samples;
        std::pair<u64, size_t> sample[1024]; /* tag, row */
        for (size_t k = 0; k < samples; k++) {
            const size_t row = span * k + (0x9E3779B9 * k >> 8) % span;
            sample[k] = {shape.tag(rows + stride * row), row};
        }
        std::sort(sample, sample + samples);
        /* Of keys that seem to have rows enough: how often it was met, and a row. */
        size_t found = 0;
        for (size_t k = 0, end; k < samples; k = end) {
            const auto [tag, row] = sample[k];
            const u8 *const key = rows + stride * row + shape.key;
            size_t met = 0;
            for (end = k; end < samples && sample[end].first == tag; end++)
                met += memcmp(rows + stride * sample[end].second + shape.key, key,
                              shape.key_size) == 0;
            if (met >= 4 && met * span >= least) sample[found++] = {met, row};
        }
        std::sort(sample, sample + found, std::greater<>());
        for (size_t k = 0; k < found && count < most; k++) add(e, rows + stride * sample[k].second);
    }
    hot_keys(const hot_keys &) = delete;
    ~hot_keys() { free(tables); }

    size_t size() const { return count; }
    const prepared_point *table(size_t k) const { return &tables[k]; }
    /* Which of them a row has; size() if none. */
    size_t of(const u8 *row) const {
        const u64 t = shape.tag(row);
        for (size_t k = 0; k < count; k++)
            if (tags[k] == t && memcmp(keys[k], row + shape.key, shape.key_size) == 0) return k;
        return count;
    }

    const row_shape shape;

private:
    size_t count = 0;
    u64 tags[most];
    const u8 *keys[most];
    prepared_point *tables = nullptr;

    void add(const engine &e, const u8 *row) {
        if (!tables) tables = static_cast<prepared_point *>(malloc(most * sizeof *tables));
        const u8 *const key = row + shape.key;
        if (!tables || e.pubkey_prepare_var(&tables[count], key, shape.key_size) != UFSECP_OK)
            return;
        tags[count] = shape.tag(row);
        keys[count++] = key;
    }
};

/* The rows of a piece, by key, and copied to where the calls want them. */
class parted_rows {
public:
    static constexpr size_t most = 2048;

    explicit parted_rows(const hot_keys &hot)
        : hot(hot), room(static_cast<u8 *>(malloc(most * (hot.shape.size + bookkeeping)))) {}
    parted_rows(const parted_rows &) = delete;
    ~parted_rows() { free(room); }

    explicit operator bool() const { return room; }

    /* all_of(ok, rows, n) verifies rows as they are; by_key(ok, msgs, sigs, n, table) those of one
     * key.  1 if all are valid. */
    template <class AllOf, class ByKey>
    int verify(u8 *ok, const u8 *rows, size_t stride, size_t n, const AllOf &all_of,
               const ByKey &by_key) const {
        const size_t others = hot.size();
        const row_shape &shape = hot.shape;
        u8 *const verdict = room, *const which = verdict + most, *const copies = which + most;
        uint16_t *const order = reinterpret_cast<uint16_t *>(copies + most * shape.size);
        size_t uses[hot_keys::most + 1] = {}, first[hot_keys::most + 2] = {};
        for (size_t i = 0; i < n; i++) uses[which[i] = u8(hot.of(rows + stride * i))]++;
        /* Lanes want eights; what is over goes with the other rows. */
        for (size_t k = 0; k < others; k++) first[k + 1] = first[k] + (uses[k] & ~size_t{7});
        first[others + 1] = n;
        size_t next[hot_keys::most + 1];
        std::copy_n(first, others + 1, next);
        for (size_t i = 0; i < n; i++) {
            const size_t k = which[i];
            order[next[k] == first[k + 1] ? next[others]++ : next[k]++] = uint16_t(i);
        }
        int all = 1;
        for (size_t k = 0; k <= others; k++) {
            const uint16_t *const mine = order + first[k];
            const size_t m = first[k + 1] - first[k];
            if (!m) continue;
            if (k == others) {
                for (size_t j = 0; j < m; j++)
                    memcpy(copies + shape.size * j, rows + stride * mine[j], shape.size);
                all &= all_of(verdict, copies, m);
            } else {
                u8 *const msgs = copies, *const sigs = copies + 32 * m;
                for (size_t j = 0; j < m; j++) {
                    memcpy(msgs + 32 * j, rows + stride * mine[j] + shape.msg, 32);
                    memcpy(sigs + 64 * j, rows + stride * mine[j] + shape.sig, 64);
                }
                all &= by_key(verdict, msgs, sigs, m, hot.table(k));
            }
            for (size_t j = 0; ok && j < m; j++) ok[mine[j]] = verdict[j];
        }
        return all;
    }

private:
    static constexpr size_t bookkeeping = 2 + sizeof(uint16_t); /* verdict, which, order */
    const hot_keys &hot;
    u8 *const room;
};

#if defined(UF_TINY) || defined(__wasm__)
/* Code stays small, and the memory of a WebAssembly module as large as it is. */
constexpr bool finds_hot_keys = false;
#else
constexpr bool finds_hot_keys = true;
#endif

/* Large grains, since a key has the more rows in each, but of one size: threads would wait for one
 * that takes a last grain alone. */
inline size_t parted_grain(size_t n) {
    const size_t pieces = threads() * (n / threads() / 1024 + 1);
    const size_t share = ((n + pieces - 1) / pieces + least_grain - 1) / least_grain * least_grain;
    return std::clamp(share, least_grain, std::max(least_grain, n / 2 / least_grain * least_grain));
}

/* n rows of a call that has checked its arguments: 1 if all are valid. */
template <class AllOf, class ByKey>
[[gnu::always_inline]] inline int verify_rows(const engine &e, const row_shape &shape, u8 *ok,
                                              const u8 *rows, size_t stride, size_t n,
                                              const AllOf &all_of, const ByKey &by_key) {
    const auto plain = [&](size_t i, size_t m) __attribute__((always_inline)) {
        return all_of(from(ok, i), rows + stride * i, stride, m);
    };
    if constexpr (!finds_hot_keys) {
        return run_public_rows(e, n, least_grain, plain);
    } else {
        if (e.host) return plain(0, n);
        const hot_keys hot(e, shape, rows, stride, n);
        if (!hot.size()) return run_rows(n, least_grain, plain);
        const auto parted = [&](size_t i, size_t m) {
            const parted_rows parted(hot);
            if (!parted) return plain(i, m);
            int all = 1;
            for (size_t at = 0; at < m; at += parted_rows::most)
                all &= parted.verify(
                    from(ok, i + at), rows + stride * (i + at), stride,
                    chunk_size(at, m, parted_rows::most),
                    [&](u8 *o, const u8 *r, size_t k) { return all_of(o, r, shape.size, k); },
                    by_key);
            return all;
        };
        return run_rows(n, parted_grain(n), parted);
    }
}

}  // namespace ufsecp::UF_TARGET
