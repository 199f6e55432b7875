// Batch verification by sums through the C interface, a fresh key in every row, and beside it the
// same rows one by one; and what one false row costs.
#include <cstring>
#include <vector>

#include "bench/rows.h"
#include "ufsecp/ufsecp.h"

namespace bench {
namespace {

constexpr std::size_t count = 2 * bench_batch;
std::vector<std::uint8_t> rows, spoiled;
std::uint8_t ok[count];
std::size_t turn;
bool sound; // all calls so far said what is so

/* The pool's signatures, and as many by other keys. */
void make_rows(const bench_pool *pool) {
    rows.resize(128 * count);
    for (std::size_t i = 0; i < count; i++) {
        std::uint8_t *const row = &rows[128 * i];
        const std::size_t set = i % bench_batch;
        std::memcpy(row + 32, pool->msg[set], 32);
        if (i == set) {
            std::memcpy(row, pool->xonly[set], 32);
            std::memcpy(row + 64, pool->schnorr[set], 64);
        } else {
            ufsecp_xonly_create(row, nullptr, pool->aux[set]);
            ufsecp_schnorr_sign(row + 64, row + 32, 32, pool->aux[set], nullptr);
        }
    }
    spoiled = rows;
    spoiled[128 * 5000 + 100] ^= 1;
}

void reset(const bench_pool *pool) {
    turn = 0;
    sound = true;
    std::memset(ok, 0, sizeof ok);
    if (rows.empty()) make_rows(pool);
}

/* The digest of the verdicts of the first rows, as the batches of rows.h have it. */
void out_rows(std::uint8_t *to) {
    if (sound) ufsecp_tagged_hash(to, (const std::uint8_t *)"rows", 4, ok, bench_batch);
}

/* The first of the n rows whose turn it is. */
template <std::size_t n>
std::size_t take() {
    const std::size_t first = turn;
    turn = (turn + n) % count;
    return first;
}

template <std::size_t n>
void run_sum(std::size_t times) {
    while (times--) {
        const std::size_t i = take<n>();
        const int all = ufsecp_schnorr_batch_verify(&rows[128 * i], 0, n, nullptr);
        std::memset(ok + i, all, n);
        sound &= all == 1;
    }
}
template <std::size_t n>
void run_rows(std::size_t times) {
    while (times--) {
        const std::size_t i = take<n>();
        sound &= ufsecp_schnorr_verify_rows(ok + i, &rows[128 * i], 0, n) == 1;
    }
}
void run_one_false(std::size_t times) {
    while (times--) {
        sound &= ufsecp_schnorr_batch_identify(ok, spoiled.data(), 0, count, nullptr) == 0;
        sound &= ok[5000] == 0 && ok[4999] == 1 && ok[5001] == 1;
    }
}

#define OPS(n) {"batch_" #n, n, run_sum<n>, out_rows}, {"rows_" #n, n, run_rows<n>, out_rows}
const bench_op ops[] = {
    OPS(8), OPS(64), OPS(256), OPS(1024), OPS(8192),
    {"batch_one_false_8192", count, run_one_false, out_rows},
};

}  // namespace

const bench_target &claims() {
    static const bench_target target = {"claims", reset, ops, std::size(ops)};
    return target;
}

}  // namespace bench
