// Sums of many multiples, from points and scalars to the sum, as the peer's own multiplication of many
// points takes them.
#include <cstring>
#include <vector>

#include "base/bytes.h"
#include "bench/rows.h"
#include "engine/engine.h"
#include "mult/msm_var.h"

namespace bench {
namespace {

using namespace ufsecp;
using namespace ufsecp::UF_TARGET;

constexpr std::size_t most = 32768;
std::vector<affine64> points;
std::vector<std::uint64_t> scalars;
std::vector<ge_row> memory;
affine64 sum;

void reset(const bench_pool *pool) {
    std::memset(&sum, 0, sizeof sum);
    if (!points.empty()) return;
    points.resize(most), scalars.resize(4 * most);
    memory.resize(msm_sum_bytes(most) / sizeof(ge_row) + 1);
    for (std::size_t i = 0; i < most; i++) {
        const std::uint8_t *const key = pool->pubkey65[i % bench_batch];
        sc k;
        (void)sc_set_b32(&k, bench_scalar(pool, i));
        sc_get_limbs64(&scalars[4 * i], &k);
        for (std::size_t j = 0; j < 4; j++) {
            points[i].x[j] = load_be64(key + 25 - 8 * j);
            points[i].y[j] = load_be64(key + 57 - 8 * j);
        }
    }
}

void sum_of(std::size_t n, std::size_t bytes) {
    const engine &e = current_engine();
    point64 r;
    e.msm_var(&r, points.data(), reinterpret_cast<const std::uint64_t(*)[4]>(scalars.data()), n,
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

void out_sum(std::uint8_t *to) {
    for (std::size_t j = 0; j < 4; j++) {
        store_be64(to + 24 - 8 * j, sum.x[j]);
        store_be64(to + 56 - 8 * j, sum.y[j]);
    }
}

#define OPS(n) {"msm_" #n, n, run<n>, out_sum}, {"msm_few_" #n, n, run_few<n>, out_sum}
const bench_op ops[] = {OPS(32),   OPS(64),   OPS(128),  OPS(256),
                        OPS(1024), OPS(8192), OPS(32768)};

}  // namespace

const bench_target &sums() {
    static const bench_target target = {"sums", reset, ops, std::size(ops)};
    return target;
}

}  // namespace bench
