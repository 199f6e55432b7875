// Scanning an index for silent payments, one output of eight bytes a row, one of them paid; and the
// same rows by single calls, as what it must agree with.
#include <cstring>
#include <vector>

#include "bench/rows.h"
#include "ufsecp/ufsecp.h"

namespace bench {
namespace {

constexpr std::size_t paid = 7;  // the row whose output is the receiver's
const bench_pool *sets;
std::size_t turn;
bool sound;
std::vector<std::uint8_t> outputs;       // 8 bytes a row
std::uint8_t outs[bench_batch];          // 1, or 2 for a row that holds a payment
std::uint8_t tweaks64[bench_batch][64];  // x || y

/* The output that would pay set 0's scan key and set 1's spend key. */
int payment(std::uint8_t *p33, std::size_t i) {
    std::uint8_t text[37] = {}, t[32];
    if (!ufsecp_pubkey_tweak_mul(text, 33, sets->pubkey33[i], 33, sets->seckey[0])) return 0;
    ufsecp_tagged_hash(t, (const std::uint8_t *)"BIP0352/SharedSecret", 20, text, 37);
    return ufsecp_pubkey_tweak_add(p33, 33, sets->pubkey33[1], 33, t);
}

void reset(const bench_pool *pool) {
    std::uint8_t p33[33];
    sets = pool;
    turn = 0;
    sound = payment(p33, paid);
    outputs.clear();
    for (std::size_t i = 0; i < bench_batch; i++) {
        const std::uint8_t *const x = i == paid ? p33 + 1 : pool->aux[i];
        outputs.insert(outputs.end(), x, x + 8);
        std::memcpy(tweaks64[i], pool->pubkey65[i] + 1, 64);
    }
    std::memset(outs, 0, sizeof outs);
}

void out_rows(std::uint8_t *to) {
    if (sound) ufsecp_tagged_hash(to, (const std::uint8_t *)"rows", 4, outs, bench_batch);
}

template <auto call, std::size_t tweak_size>
void run(std::size_t n) {
    const std::uint8_t *const tweaks = tweak_size == 33 ? sets->pubkey33[0] : tweaks64[0];
    const ufsecp_silent_index index = {tweaks, tweak_size, outputs.data(), 8, nullptr, bench_batch};
    const ufsecp_silent_scan_key key = {sets->seckey[0], sets->pubkey33[1], nullptr, 0};
    ufsecp_silent_match found[2];
    while (n--) {
        std::size_t count = 0;
        sound &= call(found, 2, &count, outs, &index, &key, 1) == 1 && count <= 2;
        for (std::size_t i = 0; sound && i < count; i++) outs[found[i].row]++;
    }
}

BENCH_LOOP(row, const std::size_t i = turn++ % bench_batch; std::uint8_t p33[33];
           sound &= payment(p33, i) == 1;
           outs[i] = (std::uint8_t)(1 + !std::memcmp(p33 + 1, &outputs[8 * i], 8)))

const bench_op ops[] = {
    {"silent_scan_var", bench_batch, run<ufsecp_silent_scan_var, 33>, out_rows},
    {"silent_scan_var_xy", bench_batch, run<ufsecp_silent_scan_var, 64>, out_rows},
    {"silent_scan", bench_batch, run<ufsecp_silent_scan, 33>, out_rows},
    {"silent_scan_xy", bench_batch, run<ufsecp_silent_scan, 64>, out_rows},
    {"silent_scan_row", 1, run_row, out_rows},
};

}  // namespace

const bench_target &scans() {
    static const bench_target target = {"scans", reset, ops, std::size(ops)};
    return target;
}

}  // namespace bench
