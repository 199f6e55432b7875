// Hashes of many messages: side by side, and one after the other.
#include <cstring>

#include "bench/rows.h"
#include "hash/keccak.h"
#include "hash/keccak_lanes.h"
#include "hash/tagged.h"

namespace bench {
namespace {

constexpr std::size_t rows = 128;  // a chunk of a batch

const bench_pool *sets;
std::uint8_t digests[32 * rows];

void reset(const bench_pool *pool) {
    sets = pool;
    std::memset(digests, 0, sizeof digests);
}

void output(std::uint8_t *to) { std::memcpy(to, digests + sizeof digests - 64, 64); }

BENCH_LOOP(bip340_challenge_lanes,
           ufsecp::bip340_challenges(digests, {sets->schnorr[0], 64}, {sets->xonly[0], 32},
                                     {sets->msg[0], 32}, rows);
           BENCH_KEEP(digests))
BENCH_LOOP(
    bip340_challenge_single, for (std::size_t i = 0; i < rows; i++) {
        ufsecp::sha256 h;
        ufsecp::tagged_init(&h, ufsecp::hash_tag::bip340_challenge);
        ufsecp::sha256_update(&h, sets->schnorr[i], 32);
        ufsecp::sha256_update(&h, sets->xonly[i], 32);
        ufsecp::sha256_update(&h, sets->msg[i], 32);
        ufsecp::sha256_final(&h, digests + 32 * i);
    } BENCH_KEEP(digests))
BENCH_LOOP(keccak256_64_lanes, ufsecp::keccak256_lanes(digests, sets->ecdsa[0], 64, rows);
           BENCH_KEEP(digests))
BENCH_LOOP(keccak256_64_single, for (std::size_t i = 0; i < rows; i++)
                                    ufsecp::keccak256(digests + 32 * i, sets->ecdsa[i], 64);
           BENCH_KEEP(digests))

#define OP(name) {#name, rows, run_##name, output}
const bench_op ops[] = {
    OP(bip340_challenge_lanes),
    OP(bip340_challenge_single),
    OP(keccak256_64_lanes),
    OP(keccak256_64_single),
};

}  // namespace

const bench_target &hashes() {
    static const bench_target target = {"hashes", reset, ops, std::size(ops)};
    return target;
}

}  // namespace bench
