// Batch verification by sums through the C interface, a fresh key in every row, and beside it the
// same rows one by one; what one false row costs; and the other kinds of claims, as they come.
#include <cstring>
#include <vector>

#include "bench/rows.h"
#include "ufsecp/ufsecp.h"

namespace bench {
namespace {

constexpr std::size_t count = 2 * bench_batch;
std::vector<std::uint8_t> rows, spoiled;
std::vector<std::uint8_t> ecdsa; /* 129 bytes a row */
struct taproot_key {
    std::uint8_t output[32];
    int parity;
};
std::vector<taproot_key> taproot; /* of the keys of the pool, without scripts */
const bench_pool *sets;
std::uint8_t ok[count];
std::size_t turn;
bool sound;  // all calls so far said what is so

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
            (void)!ufsecp_xonly_create(row, nullptr, pool->aux[set]);
            (void)!ufsecp_schnorr_sign(row + 64, row + 32, 32, pool->aux[set], nullptr);
        }
    }
    spoiled = rows;
    spoiled[128 * 5000 + 100] ^= 1;
    taproot.resize(bench_batch);
    for (std::size_t i = 0; i < bench_batch; i++) {
        ecdsa.insert(ecdsa.end(), pool->msg[i], pool->msg[i] + 32);
        ecdsa.insert(ecdsa.end(), pool->pubkey33[i], pool->pubkey33[i] + 33);
        ecdsa.insert(ecdsa.end(), pool->ecdsa[i], pool->ecdsa[i] + 64);
        (void)!ufsecp_taproot_output_key(taproot[i].output, &taproot[i].parity, pool->xonly[i],
                                         nullptr);
    }
}

void reset(const bench_pool *pool) {
    turn = 0;
    sound = true;
    std::memset(ok, 0, sizeof ok);
    sets = pool;
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

/* n claims are added to a batch as they come, then verified. */
int add_ecdsa(ufsecp_batch *batch, std::size_t i) {
    return ufsecp_batch_add_ecdsa(batch, sets->ecdsa[i], sets->recid[i], sets->msg[i],
                                  sets->pubkey33[i], 0);
}
int add_taproot(ufsecp_batch *batch, std::size_t i) {
    return ufsecp_batch_add_taproot(batch, taproot[i].output, taproot[i].parity, sets->xonly[i],
                                    nullptr);
}
template <std::size_t n, auto add>
void run_claims(std::size_t times) {
    static ufsecp_batch *const batch = ufsecp_batch_new(nullptr);
    while (times--) {
        const std::size_t first = take<n>() % bench_batch;
        for (std::size_t i = first; i < first + n; i++) sound &= add(batch, i) == 1;
        const int all = ufsecp_batch_finish(batch, nullptr);
        std::memset(ok + first, all, n);
        sound &= all == 1;
    }
}
template <std::size_t n>
void run_ecdsa_rows(std::size_t times) {
    while (times--) {
        const std::size_t i = take<n>() % bench_batch;
        sound &= ufsecp_ecdsa_verify_rows(ok + i, &ecdsa[129 * i], 0, n, 0) == 1;
    }
}
void run_taproot_row(std::size_t times) {
    while (times--) {
        const std::size_t i = take<1>() % bench_batch;
        std::uint8_t output[32];
        int parity;
        ok[i] = ufsecp_taproot_output_key(output, &parity, sets->xonly[i], nullptr) == 1 &&
                parity == taproot[i].parity && !std::memcmp(output, taproot[i].output, 32);
        sound &= ok[i] == 1;
    }
}

#define OPS(n) \
    {"batch_" #n, n, run_sum<n>, out_rows}, { "rows_" #n, n, run_rows<n>, out_rows }
const bench_op ops[] = {
    OPS(8),
    OPS(64),
    OPS(256),
    OPS(1024),
    OPS(8192),
    {"batch_one_false_8192", count, run_one_false, out_rows},
    {"ecdsa_1024", 1024, run_claims<1024, add_ecdsa>, out_rows},
    {"ecdsa_rows_1024", 1024, run_ecdsa_rows<1024>, out_rows},
    {"taproot_1024", 1024, run_claims<1024, add_taproot>, out_rows},
    {"taproot_row", 1, run_taproot_row, out_rows},
};

}  // namespace

const bench_target &claims() {
    static const bench_target target = {"claims", reset, ops, std::size(ops)};
    return target;
}

}  // namespace bench
