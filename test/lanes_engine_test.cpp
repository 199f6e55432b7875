// The engine with lanes, compiled here once more, with each body of base/vec.h, so that its rows run on every CPU and under every
// checker: against the portable engine of the library, and on sums that lanes cannot add.
//
// variant portable: -O1 -DUF_LANES_PAY=1 -DUF_TEST_SHARE=0.03
// variant avx512: -mavx2 -mbmi2 -mavx512f -mavx512cd -mavx512bw -mavx512dq -mavx512vl
// variant ifma: -mavx2 -mbmi2 -mavx512f -mavx512cd -mavx512bw -mavx512dq -mavx512vl -mavx512ifma -mavx512vbmi2 -DUF_LANES_PAY=2
#define UF_TARGET lanes_under_test
#define UF_SCALAR UF_SC4X64 /* what lane scalars are set from */
#include "lanes.h"

#include "engine/lanes.inl"
#include "parity_calls.h"

namespace {

using namespace parity;
using namespace ufsecp::UF_TARGET;

constinit const engine under_test = make_lane_engine("lanes");

/* ---- Its rows against the portable engine ---- */

void each_call(std::string (comparison::*test)()) {
    for (size_t which = 0; which < calls().size(); which++) {
        const std::string error = pool_of(which).error;
        LANE_CHECK(error.empty(), "%s, a single call: %s", calls()[which].name.c_str(), error.c_str());
        const std::string difference = (comparison(under_test, which).*test)();
        LANE_CHECK(difference.empty(), "%s: %s", calls()[which].name.c_str(), difference.c_str());
    }
}
void every_size() { each_call(&comparison::every_size); }
void every_lane() { each_call(&comparison::every_lane); }
void one_large() { each_call(&comparison::one_large); }

/* ---- Sums that lanes cannot add ---- */

/* Eight points of 65 bytes. */
void set_points(ge8 *r, const u8 (*key65)[65]) {
    fe8 t;
    fe_set_rows_b32(&t, key65[0] + 1, 65);
    fe_store(&r->x, &t);
    fe_set_rows_b32(&t, key65[0] + 33, 65);
    fe_store(&r->y, &t);
}
/* The lanes of r that are these points. */
u32 equal_points(const ge8 *r, const u8 (*key65)[65]) {
    ge8 want;
    fe8 x, y, want_x, want_y;
    set_points(&want, key65);
    fe_load(&want_x, &want.x);
    fe_load(&want_y, &want.y);
    fe_load(&x, &r->x);
    fe_load(&y, &r->y);
    return vec_bits(fe_equal(&x, &want_x) & fe_equal(&y, &want_y));
}

/* The lanes in which a P + b G, or a P, ends with z = 0, where all others are right.  Lane l has row[l]. */
template <bool with_gen>
u32 lost_lanes(const steered (&row)[8]) {
    u8 a32[8][32], b32[8][32], keys[8][65], want[8][65], infinity;
    lane_digits d;
    ge8 key, sum;
    gej8 q;
    for (size_t l = 0; l < 8; l++) {
        const num k = add(mul(row[l].a, row[l].t), with_gen ? row[l].b : num());
        row[l].a.to_bytes(a32[l]);
        row[l].b.to_bytes(b32[l]);
        memcpy(keys[l], times_g(row[l].t).data(), 65);
        memcpy(want[l], times_g(k).data(), 65);
    }
    set_points(&key, keys);
    lane_steps::set_digits(&d, a32, with_gen ? b32 : nullptr);
    mul8_var<with_gen>(&q, &key, &d);
    const u32 lost = vec_bits(gej8_is_infinity(&q));
    ge8_set_gej_batch_var<1>(&sum, &infinity, &q, 1);
    LANE_CHECK(infinity == lost, "%02x, lost %02x", infinity, lost);
    const u32 right = equal_points(&sum, want) | lost;
    LANE_CHECK(right == 0xFF, "right %02x", right);
    return lost;
}

/* Each steered row in every lane, alone among ordinary ones: its lane is lost, and no other. */
template <bool with_gen>
void expect_lost(source &s, const std::vector<steered> &steered_rows, size_t in_lanes) {
    for (size_t i = 0; i < steered_rows.size(); i++)
        for (size_t n = 0; n < in_lanes; n++) {
            const size_t lane = (i + n) % 8;
            steered row[8];
            for (steered &r : row) r = {"", scalar(s, 1000), scalar(s, 1000), num::of_bytes(seckey(s, 1000).data())};
            LANE_CHECK(n > 0 || lost_lanes<with_gen>(row) == 0, "ordinary rows");
            row[lane] = steered_rows[i];
            const u32 lost = lost_lanes<with_gen>(row);
            LANE_CHECK(lost == 1u << lane, "%s in lane %d: lost %02x; a %s b %s t %s", row[lane].name.c_str(), (int)lane, lost,
                       hex(to_bytes(row[lane].a)).c_str(), hex(to_bytes(row[lane].b)).c_str(), hex(to_bytes(row[lane].t)).c_str());
        }
}

size_t in_lanes() { return static_cast<size_t>(scaled(8)); }

/* The model that inputs are steered by does what the lanes do: its last sum is a P + b G. */
void steps_are_right() {
    source s(20);
    for (int i = scaled(100); i-- > 0;) {
        const num a = scalar(s, 2), b = scalar(s, 2);
        lane_steps::step end;
        lane_steps::steps_of(a, &b, SIZE_MAX, &end);
        LANE_CHECK(end.sum[0] == a && end.sum[1] == b, "a %s b %s", hex(to_bytes(a)).c_str(), hex(to_bytes(b)).c_str());
        lane_steps::steps_of(a, nullptr, SIZE_MAX, &end);
        LANE_CHECK(end.sum[0] == a && end.sum[1].is_zero(), "a %s", hex(to_bytes(a)).c_str());
    }
}
void sums_are_lost() {
    source s(21);
    for (int i = scaled(4); i-- > 0;) {
        const std::vector<steered> sums = steered_sums(s, true);
        LANE_CHECK(sums.size() == 20, "%d", (int)sums.size());
        expect_lost<true>(s, sums, in_lanes());
    }
}
void products_are_lost() {
    source s(22);
    const std::vector<steered> products = steered_sums(s, false);
    LANE_CHECK(products.size() == 11, "%d", (int)products.size()); /* the last addition of all cannot cancel */
    expect_lost<false>(s, products, in_lanes());
    for (const named &k : special_scalars()) expect_lost<false>(s, steered_products(k.value), 1);
}
void schnorr_sums_are_lost() {
    source s(23);
    std::vector<steered> sums;
    for (const auto &[c, row] : steered_schnorr(s)) sums.push_back(c);
    LANE_CHECK(sums.size() == 5, "%d", (int)sums.size());
    expect_lost<true>(s, sums, in_lanes());
}

/* a P + b G = infinity has z = 0 too, and so it stays through the additions that follow. */
void infinity_is_lost() {
    source s(24);
    std::vector<steered> sums;
    for (int i = 0; i < 8; i++) {
        const num a = scalar(s, 1000), t = num::of_bytes(seckey(s, 1000).data());
        sums.push_back({"infinity", a, neg(mul(a, t)), t});
    }
    expect_lost<true>(s, sums, 1);
}

/* The comb's one exceptional addition, in each lane and group. */
void comb_is_lost() {
    source s(25);
    const std::vector<num> doublings = lane_steps::comb_doublings();
    LANE_CHECK(doublings.size() == 1, "%d", (int)doublings.size());
    constexpr size_t groups = 3;
    static comb_sums<groups> sums;
    for (size_t at = 0; at < 8 * groups; at++) {
        u8 k32[8 * groups][32];
        for (auto &k : k32) memcpy(k, seckey(s, 1000).data(), 32);
        doublings[0].to_bytes(k32[at]);
        for (size_t g = 0; g < groups; g++) {
            sc5x52x8 k;
            sc_set_rows_b32(&k, k32[8 * g], 32);
            comb_set_scalars_var(&sums, g, &k);
        }
        comb_run_var(&sums, ufsecp::comb_for_var(SIZE_MAX), groups);
        for (size_t g = 0; g < groups; g++) {
            LANE_CHECK(sums.lost[g] == (g == at / 8 ? 1u << at % 8 : 0), "row %d: group %d lost %02x", (int)at, (int)g, sums.lost[g]);
            u8 want[8][65];
            for (size_t l = 0; l < 8; l++) ufsecp_pubkey_create(want[l], 65, k32[8 * g + l]);
            const u32 right = equal_points(&sums.sum[g], want) | sums.lost[g];
            LANE_CHECK(right == 0xFF, "row %d: group %d right %02x", (int)at, (int)g, right);
        }
    }
}

}  // namespace

#define TEST(name) {#name, name}

int main() {
    return lane_tests({TEST(steps_are_right), TEST(sums_are_lost), TEST(products_are_lost), TEST(schnorr_sums_are_lost),
                       TEST(infinity_is_lost), TEST(comb_is_lost), TEST(every_size), TEST(every_lane), TEST(one_large)});
}
