// Sums of many multiples, from points and scalars to the sum, as the peer's own multiplication of
// many points takes them; and by the C interface, from keys of 33 bytes.
#include <cstring>
#include <vector>

#include "base/bytes.h"
#include "bench/rows.h"
#include "engine/engine.h"
#include "mult/msm_var.h"
#include "ufsecp/ufsecp.h"

namespace bench {
namespace {

using namespace ufsecp;
using namespace ufsecp::UF_TARGET;

constexpr std::size_t most = 32768;
std::vector<affine64> points;
std::vector<std::uint64_t> scalars;
std::vector<std::uint8_t> scalars32, keys33; /* of the first bench_batch */
std::vector<ge_entry> memory;
affine64 sum;

void reset(const bench_pool *pool) {
    std::memset(&sum, 0, sizeof sum);
    if (!points.empty()) return;
    points.resize(most), scalars.resize(4 * most);
    memory.resize(msm_sum_bytes(most) / sizeof(ge_entry) + 1);
    for (std::size_t i = 0; i < most; i++) {
        const std::uint8_t *const key = pool->pubkey65[i % bench_batch];
        sc k;
        (void)sc_set_b32(&k, bench_scalar(pool, i));
        sc_get_limbs64(&scalars[4 * i], &k);
        if (i < bench_batch) {
            std::uint8_t k32[32];
            sc_get_b32(k32, &k);
            scalars32.insert(scalars32.end(), k32, k32 + 32);
            keys33.insert(keys33.end(), pool->pubkey33[i], pool->pubkey33[i] + 33);
        }
        for (std::size_t j = 0; j < 4; j++) {
            points[i].x[j] = load_be64(key + 25 - 8 * j);
            points[i].y[j] = load_be64(key + 57 - 8 * j);
        }
    }
}

void sum_of(std::size_t n, std::size_t bytes) {
    const engine &e = current_engine();
    point64 r;
    e.msm_var(&r, points.data(), reinterpret_cast<const std::uint64_t (*)[4]>(scalars.data()), n,
              memory.data(), bytes);
    e.point_to_affine_var(&sum, &r);
}
template <std::size_t n>
void run(std::size_t times) {
    while (times--) sum_of(n, memory.size() * sizeof memory[0]);
}
/* Without memory, by the digits of each scalar. */
template <std::size_t n>
void run_few(std::size_t times) {
    while (times--) sum_of(n, 0);
}

/* A key is lifted by a square root; parts are as large as 16 MiB have room for. */
template <std::size_t n>
void run_bytes(std::size_t times) {
    static_assert(n <= bench_batch);
    while (times--) {
        std::uint8_t out[65];
        const ufsecp_status status =
            ufsecp_msm(out, 65, scalars32.data(), keys33.data(), nullptr, n, 0, nullptr);
        for (std::size_t j = 0; j < 4; j++) {
            sum.x[j] = status == UFSECP_OK ? load_be64(out + 25 - 8 * j) : 0;
            sum.y[j] = load_be64(out + 57 - 8 * j);
        }
    }
}

void out_sum(std::uint8_t *to) {
    for (std::size_t j = 0; j < 4; j++) {
        store_be64(to + 24 - 8 * j, sum.x[j]);
        store_be64(to + 56 - 8 * j, sum.y[j]);
    }
}

#define OPS(n) \
    {"msm_" #n, n, run<n>, out_sum}, { "msm_few_" #n, n, run_few<n>, out_sum }
const bench_op ops[] = {
    OPS(32),   OPS(64),   OPS(128),   OPS(256),
    OPS(1024), OPS(8192), OPS(32768), {"msm_bytes_1024", 1024, run_bytes<1024>, out_sum}};

}  // namespace

const bench_target &sums() {
    static const bench_target target = {"sums", reset, ops, std::size(ops)};
    return target;
}

}  // namespace bench
