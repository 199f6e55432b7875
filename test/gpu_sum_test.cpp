// Sums by the engine of a GPU, on the host dialect's device: products against their logarithms
// whatever meets in a bucket, signatures and claims against what they are worth one by one; chunks,
// bad rows, devices that fail at any call, memory that runs out.
#include "gpu_host_device.h"

#include "gpu_sums.h"

#include "gpu/host/sums.h"
#include "ufsecp/secp256k1.hpp"

namespace {

using namespace parity;
using host_device::on_devices, host_device::settings;

/* ---- Products ---- */

class GpuSum : public testing::TestWithParam<size_t> {};
INSTANTIATE_TEST_SUITE_P(All, GpuSum, testing::Range(size_t{0}, patterns.size()),
                         [](const auto &info) {
                             std::string name = patterns[info.param].first;
                             std::replace(name.begin(), name.end(), ' ', '_');
                             return name;
                         });

TEST_P(GpuSum, IsThatOfLogarithms) {
    for (const size_t n : {1, 2, 3, 5, 16, 17, 33, 100, 260}) {
        if (n > 100 && !long_cases()) continue;
        const products p = of(GetParam(), n);
        for (const auto &with : std::vector<std::vector<settings>>{
                 {{.most_rows = 1000}},
                 {{.most_rows = 4}},
                 {{.most_rows = 9, .shares = true}, {.most_rows = 12}}}) {
            const on_devices gpu(with);
            const selected engine;
            EXPECT_EQ(p.sum(), p.expected()) << n;
            EXPECT_EQ(gpu.note(), nullptr) << gpu.note();
            EXPECT_EQ(gpu.broken(), "");
            EXPECT_GT(gpu.devices[0]->launched[ufsecp::gpu_sum_runs], 0u);
        }
    }
}

/* The launches, and how many items each has, are the same whatever the numbers are. */
TEST(GpuSums, TakeTheSameLaunchesForAllNumbers) {
    size_t launches = 0;
    for (size_t i = 0; i < patterns.size(); i++) {
        const on_devices gpu({{.most_rows = 1000}});
        const selected engine;
        const products p = of(i, 90);
        EXPECT_EQ(p.sum(), p.expected());
        if (i == 0) launches = gpu.devices[0]->launches;
        EXPECT_EQ(gpu.devices[0]->launches, launches) << patterns[i].first;
    }
}

/* One chunk of several windows' widths, in which lists have several levels. */
TEST(GpuSums, Large) {
    for (const size_t n : {1000, 3000}) {
        if (static_cast<size_t>(scaled_long(3000)) < n) continue;
        for (const size_t pattern : {0, 3, 6}) {
            const on_devices gpu({{.most_rows = 100000}});
            const selected engine;
            const products p = of(pattern, n);
            EXPECT_EQ(p.sum(), p.expected()) << n;
            EXPECT_EQ(gpu.note(), nullptr);
            EXPECT_GT(gpu.devices[0]->launched[ufsecp::gpu_sum_heads], 4u);
            EXPECT_GE(gpu.devices[0]->launched[ufsecp::gpu_sum_weigh], n < 3000 ? 2u : 3u);
        }
    }
}

/* Every plan: windows hold all bits, lists end, and the first one's area holds the ranks. */
TEST(GpuSums, Plans) {
    for (size_t rows = 1; rows < (size_t{1} << 22); rows += 1 + rows / 3)
        for (const unsigned points : {1u, 2u}) {
            const ufsecp::gpu_sum_plan plan(rows, points);
            EXPECT_GE(plan.window * plan.windows, 129u);
            EXPECT_LT(plan.window * (plan.windows - 1), 129u);
            EXPECT_LE(plan.windows, 33u);
            EXPECT_EQ(plan.entries, plan.windows * rows * (points + 1));
            EXPECT_GE(plan.list_bytes(0), 100 * 2 * ((plan.entries + 15) / 16));
            EXPECT_GE(plan.list_bytes(0), 4 * 2 * plan.windows * points * rows);
            EXPECT_GE(plan.list_bytes(0), 96 * 3 * plan.buckets / 4);
            EXPECT_GE(plan.list_bytes(1), 96 * 5 * plan.buckets / 16);
        }
}

TEST(GpuSums, TheFirstBadRowIsTold) {
    const bytes large = to_bytes(order), off_curve = bytes{2} + to_bytes(num(5)),
                wrong = bytes{4} + to_bytes(num(1));
    products good = of(0, 40);
    const std::string cpu = ufsecp_engine();
    for (const size_t at : {0, 1, 15, 16, 17, 31, 39})
        for (const size_t also : {at, size_t{39}})
            for (int kind = 0; kind < 3; kind++) {
                products p = good;
                for (const size_t i : {at, also}) {
                    if (kind == 0) put(p.scalars, 32 * i, large);
                    else put(p.keys, 33 * i, kind == 1 ? off_curve : wrong);
                }
                const std::string expected = p.sum();
                const on_devices gpu({{.most_rows = 4}});
                const selected engine;
                EXPECT_EQ(p.sum(), expected);
                EXPECT_NE(expected.find(" row " + std::to_string(at)), expected.npos);
                EXPECT_EQ(gpu.note(), nullptr);
            }
}

/* A device that says of a good row that it is bad: the CPU, which finds it good, adds up. */
TEST(GpuSums, AGoodRowIsNotCalledBad) {
    const products p = of(0, 40);
    for (const uint32_t at : {0u, 17u, 39u}) {
        const on_devices gpu({{.most_rows = 100}});
        gpu.devices[0]->instead = [=](ufsecp::gpu_kernel kernel, uint8_t *arena,
                                      const ufsecp::gpu_args &args, uint32_t) {
            if (kernel == ufsecp::gpu_lift) arena[args.ok + at] = 0;
            return false;
        };
        const selected engine;
        EXPECT_EQ(p.sum(), p.expected()) << at;
        EXPECT_GT(gpu.devices[0]->launched[ufsecp::gpu_lift], 0u);
    }
}

TEST(GpuSums, FewAreTheCpus) {
    const on_devices gpu({{.least_products = 50, .least_signatures = 50}});
    const selected engine;
    for (const size_t n : {0, 49, 50, 51}) {
        const size_t before = gpu.devices[0]->launched[ufsecp::gpu_sum_runs];
        const products p = of(0, n);
        EXPECT_EQ(p.sum(), p.expected());
        EXPECT_EQ(gpu.devices[0]->launched[ufsecp::gpu_sum_runs] > before, n >= 50);
    }
}

/* A device that fails at its k-th call: what it did is kept, the CPU does the rest, bad rows among
 * them. */
TEST(GpuSums, FailsAtAnyCall) {
    products p = of(1, 50), bad_late = p;
    put(bad_late.scalars, 32 * 45, to_bytes(order));
    const std::string expected = p.expected(),
                      expected_bad = by_portable([&] { return bad_late.sum(); });
    settings s = {.most_rows = 4, .least_rows = 2};
    size_t total = 0;
    {
        const on_devices gpu({s});
        const selected engine;
        EXPECT_EQ(p.sum(), expected);
        total = gpu.devices[0]->calls;
    }
    EXPECT_GT(total, 50u);
    for (s.fail_at = 0; s.fail_at < total;
         s.fail_at += s.fail_at < 60 ? 1 : static_cast<size_t>(1 + 300 / scaled(300)))
        for (int kind = 0; kind < 4; kind++) {
            const auto how = kind % 2 ? host_device::lost : host_device::no_memory;
            const bool bad = kind / 2;
            s.fails = how;
            const on_devices gpu({s});
            const selected engine;
            EXPECT_EQ(bad ? bad_late.sum() : p.sum(), bad ? expected_bad : expected) << s.fail_at;
            EXPECT_EQ(gpu.note() != nullptr, how == host_device::lost) << s.fail_at;
            EXPECT_EQ(p.sum(), expected) << s.fail_at;
            EXPECT_EQ(gpu.broken(), "") << s.fail_at;
        }
}

TEST(GpuSums, MemoryRunsOut) {
    const products p = of(1, 100);
    bool cpu_did = false, gpu_did = false, shrank = false;
    size_t whole = 0;
    for (size_t memory = 2000000; memory > 10000; memory = memory * 4 / 5) {
        const on_devices gpu({{.most_rows = 16, .least_rows = 4, .memory = memory}});
        const selected engine;
        for (int i = 0; i < 2; i++) EXPECT_EQ(p.sum(), p.expected()) << memory;
        EXPECT_EQ(gpu.broken(), "");
        if (whole == 0) whole = gpu.devices[0]->launches;
        gpu_did |= !gpu.note();
        shrank |= !gpu.note() && gpu.devices[0]->launches > whole;
        cpu_did |= gpu.note() && gpu.devices[0]->launches == 0;
    }
    EXPECT_TRUE(gpu_did && cpu_did && shrank);
}

/* A limit of a buffer's size cuts chunks before anything is asked for. */
TEST(GpuSums, ChunksFitBuffers) {
    const products p = of(0, 300);
    const on_devices gpu({{.most_rows = 1000}});
    gpu.devices[0]->largest_buffer = 120000;
    const selected engine;
    EXPECT_EQ(p.sum(), p.expected());
    EXPECT_EQ(gpu.note(), nullptr);
    EXPECT_GT(gpu.devices[0]->launched[ufsecp::gpu_sum_clear], 2u);
}

/* The C++ API's sums, with infinity and zeros. */
TEST(GpuSums, OfPoints) {
    using namespace secp256k1::fast;
    const auto of = [](const num &k) {
        std::array<uint8_t, 32> b;
        k.to_bytes(b.data());
        return Scalar::from_bytes(b);
    };
    source s(3);
    std::vector<Scalar> scalars;
    std::vector<Point> points;
    num log;
    for (size_t i = 0; i < 150; i++) {
        const num k = i % 7 == 0 ? num() : scalar(s, 4), d = i % 5 == 0 ? num() : scalar(s, 4);
        scalars.push_back(of(k));
        points.push_back(generator_mul(of(d)));
        log = add(log, mul(k, d));
    }
    const on_devices gpu({{.most_rows = 16}});
    const selected engine;
    EXPECT_TRUE(msm(scalars, points) == generator_mul(of(log)));
    EXPECT_GT(gpu.devices[0]->launched[ufsecp::gpu_sum_runs], 1u);
    std::fill(points.begin(), points.end(), Point::infinity());
    EXPECT_TRUE(msm(scalars, points).is_infinity());
    EXPECT_EQ(gpu.note(), nullptr);
}

/* ---- Signatures ---- */

TEST(GpuSignatures, GoodOnesTakeOneSum) {
    for (const size_t n : {1, 2, 15, 16, 17, 60}) {
        const bytes rows = slice(signatures(), 0, 128 * n);
        const on_devices gpu({{.most_rows = 4}});
        const selected engine;
        EXPECT_EQ(verdicts(rows), "11" + hex(bytes(n, 1)) + "77") << n;
        EXPECT_EQ(gpu.devices[0]->launched[ufsecp::gpu_mul_point], 0u);
        EXPECT_GT(gpu.devices[0]->launched[ufsecp::gpu_sum_scalars], 0u);
        EXPECT_EQ(gpu.note(), nullptr);
        EXPECT_EQ(gpu.broken(), "");
    }
}

/* One chunk that is gathered, copied and lifted in five pieces, with an error at their edges. */
TEST(GpuSignatures, InPieces) {
    bytes rows;
    for (int i = 0; i < 5; i++) rows = rows + signatures();
    const size_t n = rows.size() / 128;
    ASSERT_EQ(n, 300u);
    const on_devices gpu({{.most_rows = n, .piece_rows = 64}});
    const selected engine;
    EXPECT_EQ(verdicts(rows), "11" + hex(bytes(n, 1)) + "77");
    EXPECT_EQ(gpu.devices[0]->launched[ufsecp::gpu_schnorr_sum_load], 2 * 5u); /* two calls */
    for (const size_t i : {0, 63, 64, 127, 128, 255, 256, 299}) {
        bytes bad = rows;
        bad[128 * i + 127] ^= 1;
        EXPECT_EQ(verdicts(bad), "00" + hex(with(bytes(n, 1), i, {0})) + "77") << i;
    }
    EXPECT_EQ(gpu.note(), nullptr);
    EXPECT_EQ(gpu.broken(), "");
}

TEST(GpuSignatures, EveryHostileRow) {
    const size_t which = call_named("schnorr_verify");
    const pool &p = pool_of(which);
    ASSERT_EQ(p.error, "");
    const on_devices gpu({{.most_rows = 4}});
    const selected engine;
    for (size_t i = 0; i < p.hostile_count; i++) {
        bytes rows = slice(signatures(), 0, 128 * 20);
        put(rows, 128 * (i % 20), p.all[p.good_count + i].data);
        const uint8_t is = p.ok[p.good_count + i];
        EXPECT_EQ(verdicts(rows), (is ? "11" : "00") + hex(with(bytes(20, 1), i % 20, {is})) + "77")
            << p.all[p.good_count + i].name;
    }
    EXPECT_EQ(gpu.note(), nullptr);
    EXPECT_EQ(gpu.broken(), "");
}

/* Chunks that hold and chunks that do not, side by side; rows further apart; errors that cancel if
 * weights are equal. */
TEST(GpuSignatures, FalseOnesAreNamed) {
    for (const std::vector<size_t> &wrong : std::vector<std::vector<size_t>>{
             {0}, {59}, {15, 16}, {31, 32, 33}, {0, 20, 59}, {5, 6}, {0, 17, 34, 51}}) {
        bytes rows, want(60, 1);
        for (size_t i = 0; i < 60; i++)
            rows = rows + slice(signatures(), 128 * i, 128) + bytes{1, 2, 3};
        num d(1);
        for (const size_t i : wrong) {
            uint8_t *const s = rows.data() + 131 * i + 96;
            add(num::of_bytes(s), d).to_bytes(s);
            d = neg(d);
            want[i] = 0;
        }
        const on_devices gpu({{.most_rows = 4}});
        const selected engine;
        EXPECT_EQ(verdicts(rows, 3), "00" + hex(want) + "77");
        EXPECT_EQ(gpu.note(), nullptr);
    }
}

TEST(GpuSignatures, FailAtAnyCall) {
    bytes rows = slice(signatures(), 0, 128 * 40), want(40, 1);
    rows[128 * 35 + 97] ^= 1, want[35] = 0;
    settings s = {.most_rows = 4, .least_rows = 2, .shares = true};
    size_t total = 0;
    {
        const on_devices gpu({s});
        const selected engine;
        EXPECT_EQ(verdicts(rows), "00" + hex(want) + "77");
        total = gpu.devices[0]->calls;
    }
    const size_t step = std::max<size_t>(1, total / static_cast<size_t>(scaled(60)));
    for (s.fail_at = 0; s.fail_at < total; s.fail_at += s.fail_at < 8 ? 1 : step)
        for (const auto how : {host_device::lost, host_device::no_memory}) {
            s.fails = how;
            const on_devices gpu({s});
            const selected engine;
            EXPECT_EQ(verdicts(rows), "00" + hex(want) + "77") << s.fail_at;
            EXPECT_EQ(gpu.note() != nullptr, how == host_device::lost) << s.fail_at;
            EXPECT_EQ(gpu.broken(), "");
        }
}

/* ---- Claims ---- */

/* What a batch of the object says of n claims of all kinds, of which some are false. */
std::string claims(size_t n, const std::vector<size_t> &wrong) {
    source s(5);
    ufsecp_batch *const b = ufsecp_batch_new(nullptr);
    for (size_t i = 0; i < n; i++) {
        const bool is_false = std::find(wrong.begin(), wrong.end(), i) != wrong.end();
        const bytes sk = seckey(s, 1000), msg = s.string(32), pk = hostile::pubkey_of(sk, 33);
        bytes sig(64), x(32), out(32);
        int recid = 0, parity_of = 0;
        (void)!ufsecp_xonly_create(x.data(), nullptr, sk.data());
        if (i % 3 == 0) {
            (void)!ufsecp_schnorr_sign(sig.data(), msg.data(), 32, sk.data(), nullptr);
            sig[40] ^= is_false;
            EXPECT_EQ(ufsecp_batch_add_schnorr(b, sig.data(), msg.data(), 32, x.data()), 1);
        } else if (i % 3 == 1) {
            (void)!ufsecp_ecdsa_sign_recoverable(sig.data(), &recid, msg.data(), sk.data(),
                                                 nullptr);
            EXPECT_EQ(ufsecp_batch_add_ecdsa(b, sig.data(), is_false ? recid ^ 1 : recid,
                                             msg.data(), pk.data(), 0),
                      1);
        } else {
            (void)!ufsecp_taproot_output_key(out.data(), &parity_of, x.data(), msg.data());
            EXPECT_EQ(
                ufsecp_batch_add_taproot(b, out.data(), parity_of ^ is_false, x.data(), msg.data()),
                1);
        }
    }
    bytes ok(n);
    const int all = ufsecp_batch_finish(b, ok.data());
    ufsecp_batch_free(b);
    return std::to_string(all) + hex(ok);
}

TEST(GpuClaims, OfAllKinds) {
    const size_t n = 120; /* enough for a sum beside every engine of the CPU */
    for (const std::vector<size_t> &wrong :
         std::vector<std::vector<size_t>>{{}, {0}, {1}, {2}, {30, 31, 32}}) {
        bytes want(n, 1);
        for (const size_t i : wrong) want[i] = 0;
        const on_devices gpu({{.most_rows = 12}}),
            lost({{.fails = host_device::lost, .fail_at = 20}}, "test_lost");
        for (const char *name : {"test_gpu", "test_lost"}) {
            const selected engine(name);
            EXPECT_EQ(claims(n, wrong), (wrong.empty() ? "1" : "0") + hex(want)) << name;
        }
        EXPECT_GT(gpu.devices[0]->launched[ufsecp::gpu_sum_runs], 0u);
        EXPECT_EQ(gpu.note(), nullptr);
        EXPECT_NE(lost.note(), nullptr);
        EXPECT_EQ(gpu.broken() + lost.broken(), "");
    }
}

}  // namespace
