// Fuzzes the lanes' a*P + b*G and a*P on any CPU, with the portable body of lanes/vec.h: rows are
// as good as their single calls, and some are steered into an addition that a lane cannot do
// (lane_steps.h).
#define UF_TARGET fuzzed_lanes
#define UF_SCALAR UF_SC4X64 /* what lane scalars are set from */
#define UF_LANES_PAY 1
#include "engine/table_lanes.h"
#include "fuzz.h"
#include "lane_steps.h"

using namespace hostile;

namespace {

constinit const ufsecp::engine lanes = ufsecp::UF_TARGET::make_lane_engine("lanes");

struct row {
    bytes a, key, b;
};

row draw_row(source &s, bool with_gen) {
    row r = {number(s, 3), bytes(33), number(s, 3)};
    bytes sk = seckey(s);
    const num a = reference::mod(num::of_bytes(r.a.data()), reference::n),
              b = reference::mod(num::of_bytes(r.b.data()), reference::n);
    switch (s.below(7)) {
    case 0: { /* the sum meets a summand, or its opposite */
        static const std::vector<num> doublings = lane_steps::product_doublings();
        if (!with_gen) {
            r.a = to_bytes(doublings[s.below(doublings.size())]);
            break;
        }
        const std::vector<lane_steps::step> steps = lane_steps::comb_steps(b);
        const num t = lane_steps::meeting(a, steps[s.below(steps.size())], s.one_in(2));
        if (!t.is_zero()) sk = to_bytes(t);
        break;
    }
    case 1: { /* both products cancel, or are equal */
        const num product = lane_steps::mul(a, num::of_bytes(sk.data()));
        r.b = to_bytes(s.one_in(2) ? product : lane_steps::neg(product));
        break;
    }
    case 2: { /* b G alone doubles at its last addition */
        static const std::vector<num> doublings = lane_steps::comb_doublings_of_parts();
        r.b = to_bytes(doublings[s.below(doublings.size())]);
        break;
    }
    default: break;
    }
    r.key = pubkey_of(sk, 33);
    if (s.one_in(8)) spoil_pubkey(s, r.key);
    r.key.resize(33);
    return r;
}

int single(uint8_t *out, const row &r, bool with_gen) {
    bytes product(33);
    if (!with_gen) return ufsecp_pubkey_tweak_mul(out, 33, r.key.data(), 33, r.a.data());
    if (ufsecp_pubkey_convert(product.data(), 33, r.key.data(), 33, 0) != UFSECP_OK) return 0;
    if (r.a == bytes(32)) return ufsecp_pubkey_create(out, 33, r.b.data());
    return ufsecp_pubkey_tweak_mul(product.data(), 33, r.key.data(), 33, r.a.data()) &&
           ufsecp_pubkey_tweak_add(out, 33, product.data(), 33, r.b.data());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    source s(data, size);
    const bool with_gen = s.below(3);
    const size_t n = 1 + s.below(s.one_in(2) ? 17 : 48);
    bytes as, keys, bs, want(33 * n), want_ok(n), out(33 * n + 1, 0xa5), ok(n + 1, 0xa5);
    std::string what;
    int all = 1;
    for (size_t i = 0; i < n; i++) {
        const row r = draw_row(s, with_gen);
        want_ok[i] = single(&want[33 * i], r, with_gen) == 1;
        all &= want_ok[i];
        as = as + r.a, keys = keys + r.key, bs = bs + r.b;
        what += "\n" + hex(r.a) + " " + hex(r.key) + (with_gen ? " " + hex(r.b) : "");
    }
    const int returned =
        with_gen ? lanes.pubkey_mul_add_batch_var(out.data(), ok.data(), as.data(), keys.data(),
                                                  bs.data(), n)
                 : lanes.pubkey_mul_batch_var(out.data(), ok.data(), as.data(), keys.data(), n);
    REQUIRE(returned == all && out.back() == 0xa5 && ok.back() == 0xa5, what);
    REQUIRE(std::equal(want_ok.begin(), want_ok.end(), ok.begin()), what);
    REQUIRE(std::equal(want.begin(), want.end(), out.begin()), what);
    return 0;
}
