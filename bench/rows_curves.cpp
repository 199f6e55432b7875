// Verification in batches of every size and on every number of threads, for curves; and one row
// after the other, as what they must agree with.
#include <array>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "bench/rows.h"
#include "ufsecp/ufsecp.h"

namespace bench {
namespace {

constexpr std::size_t ecdsa_stride = 129, schnorr_stride = 128;
constexpr int doublings = 14;
static_assert(curve_rows == (std::size_t)1 << doublings && curve_rows % bench_batch == 0);

std::size_t turn;
bool sound;  // all rows so far held
unsigned threads = 1;
std::vector<std::uint8_t> ecdsa_rows, schnorr_rows, verdicts;

void append(std::vector<std::uint8_t> &v, const std::uint8_t *data, std::size_t len) {
    v.insert(v.end(), data, data + len);
}

void reset(const bench_pool *pool) {
    turn = 0;
    sound = true;
    verdicts.assign(curve_rows, 0);
    if (!ecdsa_rows.empty()) return;
    for (std::size_t row = 0; row < curve_rows; row++) {
        const std::size_t i = row % bench_batch;
        append(ecdsa_rows, pool->msg[i], 32), append(ecdsa_rows, pool->pubkey33[i], 33),
            append(ecdsa_rows, pool->ecdsa[i], 64);
        append(schnorr_rows, pool->xonly[i], 32), append(schnorr_rows, pool->msg[i], 32),
            append(schnorr_rows, pool->schnorr[i], 64);
    }
}

void out_verdicts(std::uint8_t *to) {
    if (sound)
        ufsecp_tagged_hash(to, (const std::uint8_t *)"rows", 4, verdicts.data(), verdicts.size());
}

/* The next rows, so many at a time. */
template <bool schnorr>
void batches_of(std::size_t size, std::size_t n) {
    for (; n > 0; n--, turn = (turn + size) % curve_rows)
        sound &=
            (schnorr ? ufsecp_schnorr_verify_rows(&verdicts[turn],
                                                  &schnorr_rows[schnorr_stride * turn], 0, size)
                     : ufsecp_ecdsa_verify_rows(&verdicts[turn], &ecdsa_rows[ecdsa_stride * turn],
                                                0, size, 0)) == 1;
}
template <bool schnorr, std::size_t log>
void run_size(std::size_t n) {
    batches_of<schnorr>((std::size_t)1 << log, n);
}
template <bool schnorr>
void run_threads(std::size_t n) {
    ufsecp_threads_set(threads);
    batches_of<schnorr>(curve_rows, n);
    ufsecp_threads_set(1);
}
template <bool schnorr>
void run_single(std::size_t n) {
    for (; n > 0; n--, turn = (turn + 1) % curve_rows) {
        const std::uint8_t *const e = &ecdsa_rows[ecdsa_stride * turn],
                                  *const s = &schnorr_rows[schnorr_stride * turn];
        verdicts[turn] = (std::uint8_t)(schnorr ? ufsecp_schnorr_verify(s + 64, s + 32, 32, s)
                                                : ufsecp_ecdsa_verify(e + 65, e, e + 32, 33, 0));
        sound &= verdicts[turn] == 1;
    }
}

std::array<std::string, 2 * (doublings + 1)> names;

template <bool schnorr, std::size_t... log>
void add_sizes(std::vector<bench_op> &ops, std::index_sequence<log...>) {
    const auto add = [&ops](std::size_t at, void (*run)(std::size_t)) {
        const std::size_t size = (std::size_t)1 << at;
        std::string &name = names[2 * at + schnorr];
        name = std::string(schnorr ? "schnorr" : "ecdsa") + "_verify_" + std::to_string(size);
        ops.push_back({name.c_str(), size, run, out_verdicts});
    };
    (add(log, run_size<schnorr, log>), ...);
}

}  // namespace

const bench_target &curves() {
    static const std::vector<bench_op> ops = [] {
        std::vector<bench_op> made = {
            {"ecdsa_verify_threads", curve_rows, run_threads<false>, out_verdicts},
            {"schnorr_verify_threads", curve_rows, run_threads<true>, out_verdicts},
            {"ecdsa_verify_row", 1, run_single<false>, out_verdicts},
            {"schnorr_verify_row", 1, run_single<true>, out_verdicts}};
        add_sizes<false>(made, std::make_index_sequence<doublings + 1>());
        add_sizes<true>(made, std::make_index_sequence<doublings + 1>());
        return made;
    }();
    static const bench_target target = {"curves", reset, ops.data(), ops.size()};
    return target;
}

void curve_threads(unsigned n) { threads = n; }

}  // namespace bench
