// Every device that is really there, through its own driver: all batch calls against the CPU's
// single calls, on good and hostile rows; the field's kernels on a million values at the edges of
// carries; what a driver refuses. UFSECP_TEST_DEVICE is its index, 0 unless it is set.
#include "child.h"
#include "gpu_sums.h"
#include "gpu_vectors.h"

#include "field/fe5x52.h"
#include "gpu/host/stages.h"

#include <chrono>
#include <stdio.h>

#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define UF_DRIVERS_LOOK_RACY /* to a checker that does not see their locks */
#endif
#endif
#ifdef __SANITIZE_THREAD__
#define UF_DRIVERS_LOOK_RACY
#endif

/* What drivers and the compilers in them do not free is their own. */
extern "C" const char *__lsan_default_suppressions() {
    return "leak:libpocl\nleak:libLLVM\nleak:libOpenCL\nleak:libclang\nleak:libhwloc\n";
}

namespace {

using namespace parity;
using namespace ufsecp::UF_TARGET;
using ufsecp::gpu_args, ufsecp::gpu_buffer, ufsecp::gpu_device;

struct api {
    const char *name;
    gpu_device *(*open)(int index, char *why, size_t size);
};
constexpr api apis[] = {
    {"cuda", ufsecp::gpu_open_cuda},
    {"opencl", ufsecp::gpu_open_opencl},
#if defined(__APPLE__) || defined(UF_METAL_RUNTIME) /* metal_runtime */
    {"metal", ufsecp::gpu_open_metal},
#endif
};

/* The device of an interface, opened once, and the engine on it, in chunks small enough for several
 * to be in flight. */
struct opened {
    gpu_device *device = nullptr;
    const engine *e = nullptr;
    std::string name, why;

    explicit opened(const api &by) : name(std::string("test_") + by.name) {
#ifdef UF_DRIVERS_LOOK_RACY
        why = "not under a checker of races";
        return;
#endif
        char text[1000] = "it gives no reason";
        const char *index = getenv("UFSECP_TEST_DEVICE");
        const auto start = std::chrono::steady_clock::now();
        device = by.open(index ? atoi(index) : 0, text, sizeof text);
        why = device ? "" : text;
        if (!device) return;
        const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
        printf("%s: %s\nopened in %.1f s\n", by.name, device->description, took.count());
        device->most_rows = 200;
        device->least_rows = 50;
        device->least_products = device->least_signatures = 100;
        e = ufsecp::gpu_make_engine(name.c_str(), &device, 1, ufsecp::current_engine());
    }
};
const opened &of(size_t which) {
    static std::vector<opened> all(std::begin(apis), std::end(apis));
    return all[which];
}

class Device : public testing::TestWithParam<size_t> {
protected:
    void SetUp() override {
        const opened &o = of(GetParam());
        if (!o.device && must_open(apis[GetParam()].name)) FAIL() << o.why;
        if (!o.device) GTEST_SKIP() << o.why;
    }
};
INSTANTIATE_TEST_SUITE_P(All, Device, testing::Range(size_t{0}, std::size(apis)),
                         [](const auto &info) { return std::string(apis[info.param].name); });

TEST_P(Device, EveryCall) {
    const opened &o = of(GetParam());
    for (const size_t which : gpu_calls()) {
        const pool &p = pool_of(which);
        ASSERT_EQ(p.error, "");
        std::vector<size_t> picks;
        for (size_t i = 0; i < p.hostile_count; i++) picks.push_back(p.good_count + i);
        comparison call(*o.e, which);
        EXPECT_EQ(call.run(picks), "") << calls()[which].name;
        for (const size_t n : {1, 2, 199, 201, 1000})
            EXPECT_EQ(call.run(mixed(which, n, n % 2 ? 3 : 0, static_cast<unsigned>(n)), n != 201),
                      "")
                << calls()[which].name;
        ASSERT_EQ(ufsecp::gpu_engine_note(*o.e), nullptr) << ufsecp::gpu_engine_note(*o.e);
    }
}

TEST_P(Device, PublishedVectors) {
    const opened &o = of(GetParam());
    const selected engine(o.name.c_str());
    for (const published &p : published_vectors()) EXPECT_EQ(p.difference(), "");
    ASSERT_EQ(ufsecp::gpu_engine_note(*o.e), nullptr) << ufsecp::gpu_engine_note(*o.e);
}

TEST_P(Device, SilentScan) {
    const opened &o = of(GetParam());
    const std::string cpu = ufsecp_engine();
    size_t matches = 0;
    for (const auto &labels : std::vector<std::vector<size_t>>{{0}, {1, 0, 3}}) {
        const silent_case c(300, labels.size() == 1 ? 64 : 33, labels.size() == 1 ? 8 : 32, labels,
                            labels.size() == 1, 7);
        const std::string expected = by_portable([&] { return c.scan(); });
        matches += static_cast<size_t>(std::count(expected.begin(), expected.end(), '\n'));
        ASSERT_EQ(ufsecp_engine_select(o.name.c_str()), 1);
        EXPECT_EQ(c.scan(), expected);
        ASSERT_EQ(ufsecp_engine_select(cpu.c_str()), 1);
        ASSERT_EQ(ufsecp::gpu_engine_note(*o.e), nullptr);
    }
    EXPECT_GT(matches, 50u);
}

/* Sums of one chunk and of several, of everything that may meet; signatures that hold, and others.
 */
TEST_P(Device, Sums) {
    const opened &o = of(GetParam());
    const size_t most = o.device->most_rows;
    for (const size_t chunk : {most, size_t{5000}}) {
        o.device->most_rows = chunk;
        gpu_device *const devices[] = {o.device};
        ufsecp::gpu_make_engine(o.name.c_str(), devices, 1, ufsecp::current_engine());
        const selected engine(o.name.c_str());
        for (size_t i = 0; i < patterns.size(); i++) {
            const products p = parity::of(i, i < 3 ? 1500 : 150);
            EXPECT_EQ(p.sum(), p.expected()) << patterns[i].first;
        }
        bytes rows, want(240, 1);
        while (rows.size() < 128 * 240) rows = rows + signatures();
        EXPECT_EQ(verdicts(rows), "11" + hex(want) + "77");
        for (const size_t i : {3, 100, 239}) rows[128 * i + 100] ^= 1, want[i] = 0;
        EXPECT_EQ(verdicts(rows), "00" + hex(want) + "77");
        ASSERT_EQ(ufsecp::gpu_engine_note(*o.e), nullptr) << ufsecp::gpu_engine_note(*o.e);
    }
    o.device->most_rows = most;
}

/* A million values below p, of limbs at which carries begin and end, and random ones. */
std::vector<fe5x52> edge_values(size_t n, unsigned seed) {
    std::mt19937_64 random(seed);
    std::vector<fe5x52> r(n);
    constexpr uint32_t edges[] = {0,          1,          2,          976,
                                  977,        978,        0x7fffffff, 0x80000000,
                                  0xfffffc2e, 0xfffffc2f, 0xfffffffe, 0xffffffff};
    for (fe5x52 &v : r) {
        uint64_t limbs[4] = {};
        const uint64_t kinds = random();
        for (unsigned i = 0; i < 8; i++) {
            const uint64_t x = random();
            const uint32_t limb = kinds >> 60 == 0   ? static_cast<uint32_t>(x)
                                  : (kinds >> i & 1) ? edges[x % 12]
                                  : (x & 1)          ? 0xffffffff
                                                     : 0;
            limbs[i / 2] |= static_cast<uint64_t>(limb) << i % 2 * 32;
        }
        fe_set_limbs64(&v, limbs);
        fe_normalize(&v);
    }
    return r;
}

/* The kernel's result on columns a and b, row by row. */
std::vector<fe5x52> by_device(gpu_device *d, ufsecp::gpu_kernel kernel,
                              const std::vector<fe5x52> &a, const std::vector<fe5x52> &b,
                              uint32_t share) {
    const size_t n = a.size(), bytes = 32 * n;
    gpu_args args = {};
    args.n = static_cast<uint32_t>(n);
    args.share = share;
    args.a = 0, args.b = args.a + 32 * args.n, args.t = args.b + 32 * args.n,
    args.scratch = args.t + 32 * args.n;
    std::vector<fe5x52> r;
    gpu_buffer arena;
    EXPECT_TRUE(d->allocate(&arena, 4 * bytes)) << d->error;
    uint32_t *const host = static_cast<uint32_t *>(d->staging(1, 3 * bytes));
    if (!arena.size || !host) return r;
    const auto put = [&](uint32_t at, const std::vector<fe5x52> &from) {
        for (size_t i = 0; i < n; i++) {
            uint64_t limbs[4];
            fe_get_limbs64(limbs, &from[i]);
            for (unsigned w = 0; w < 8; w++)
                host[at / 4 + w * n + i] = static_cast<uint32_t>(limbs[w / 2] >> w % 2 * 32);
        }
    };
    put(args.a, a), put(args.b, b), put(args.t, a);
    const uint32_t items = (args.n + share - 1) / share;
    EXPECT_TRUE(d->upload(1, arena, 0, host, 3 * bytes) &&
                d->launch(1, kernel, arena, {}, args, items, 0) &&
                d->download(1, host, arena, args.t, bytes) && d->wait(1))
        << d->error;
    for (size_t i = 0; i < n; i++) {
        uint64_t limbs[4] = {};
        for (unsigned w = 0; w < 8; w++)
            limbs[w / 2] |= static_cast<uint64_t>(host[w * n + i]) << w % 2 * 32;
        fe5x52 v;
        fe_set_limbs64(&v, limbs);
        uint64_t back[4];
        fe_normalize(&v);
        fe_get_limbs64(back, &v);
        EXPECT_EQ(memcmp(back, limbs, 32), 0) << "not below p in row " << i;
        r.push_back(v);
    }
    d->release(&arena);
    return r;
}

TEST_P(Device, FieldKernelsOnAMillionEdges) {
    gpu_device *const d = of(GetParam()).device;
    const size_t n = static_cast<size_t>(scaled((1 << 20) + 77));
    const std::vector<fe5x52> a = edge_values(n, 1), b = edge_values(n, 2);
    const auto check = [&](const char *name, ufsecp::gpu_kernel kernel, auto expected,
                           uint32_t share = 1) {
        const auto start = std::chrono::steady_clock::now();
        const std::vector<fe5x52> got = by_device(d, kernel, a, b, share);
        const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
        printf("%s: %zu rows, %.1f s with the copies\n", name, got.size(), took.count());
        ASSERT_EQ(got.size(), n);
        size_t wrong = 0;
        for (size_t i = 0; i < n; i++) wrong += !expected(&got[i], &a[i], &b[i]);
        EXPECT_EQ(wrong, 0u) << name;
    };
    const auto is = [](const fe5x52 *x, fe5x52 y) { return is_true_var(fe_equal(x, &y)); };
    check("add", ufsecp::gpu_field_add, [&](const fe5x52 *r, const fe5x52 *x, const fe5x52 *y) {
        fe5x52 e;
        fe_add(&e, x, y);
        return is(r, e);
    });
    check("sub", ufsecp::gpu_field_sub, [&](const fe5x52 *r, const fe5x52 *x, const fe5x52 *y) {
        fe5x52 e;
        fe_sub(&e, x, y, 1);
        return is(r, e);
    });
    check("mul", ufsecp::gpu_field_mul, [&](const fe5x52 *r, const fe5x52 *x, const fe5x52 *y) {
        fe5x52 e;
        fe_mul(&e, x, y);
        return is(r, e);
    });
    check("sqr", ufsecp::gpu_field_sqr, [&](const fe5x52 *r, const fe5x52 *x, const fe5x52 *) {
        fe5x52 e;
        fe_sqr(&e, x);
        return is(r, e);
    });
    check(
        "inv", ufsecp::gpu_field_inv,
        [&](const fe5x52 *r, const fe5x52 *x, const fe5x52 *) {
            fe5x52 e, one;
            fe_mul(&e, r, x);
            fe_set_int(&one, 1);
            return is_true_var(fe_is_zero(x)) ? is_true_var(fe_is_zero(r)) : is(&e, one);
        },
        32);
}

TEST_P(Device, RefusalsHaveReasons) {
    char why[256] = "";
    EXPECT_EQ(apis[GetParam()].open(1000, why, sizeof why), nullptr);
    EXPECT_NE(std::string(why).find("device 1000"), std::string::npos) << why;
    gpu_device *const d = of(GetParam()).device;
    gpu_buffer huge = {1, 1};
    EXPECT_FALSE(d->allocate(&huge, size_t{1} << 46));
    EXPECT_TRUE(d->no_memory) << d->error;
    EXPECT_EQ(huge.size, 0u);
    EXPECT_EQ(huge.handle, 0u);
    gpu_buffer some;
    EXPECT_TRUE(d->allocate(&some, 1000)) << d->error;
    d->release(&some);
    EXPECT_EQ(some.handle, 0u);
}

/* Drivers have no threads in the child, and do not answer there. */
TEST(Devices, AForkedChildOpensNone) {
#ifdef UF_DRIVERS_LOOK_RACY
    GTEST_SKIP() << "not under a checker of races";
#endif
    const std::string cpu = ufsecp_engine();
    if (!ufsecp_engine_select("opencl")) GTEST_SKIP() << ufsecp_engine_note();
    EXPECT_TRUE(holds_in_child([] {
        alarm(60);
        const int selected = ufsecp_engine_select("opencl:0");
        const size_t which = call_named("ecdsa_verify");
        const bool right =
            comparison(ufsecp::current_engine(), which).run(mixed(which, 50, 3, 9)).empty();
        return !selected && right && strstr(ufsecp_engine_note(), "fork");
    }));
    EXPECT_EQ(ufsecp_engine_select("opencl:0"), 1);
    EXPECT_EQ(ufsecp_engine_select(cpu.c_str()), 1);
}

/* Without a driver there is a reason, and no more. */
TEST(Devices, NoneIsSaid) {
    for (size_t i = 0; i < std::size(apis); i++) {
        if (of(i).device) continue;
        printf("%s: %s\n", apis[i].name, of(i).why.c_str());
        EXPECT_NE(of(i).why, "it gives no reason");
        EXPECT_LT(of(i).why.size(), 999u);
    }
}

}  // namespace
