// The engine of a GPU on the host dialect's device: every row of every call against the CPU's
// single calls, chunks and their edges, devices that fail at any call, memory that runs out,
// several devices, several threads; secrets, which never reach a device; names and notes.
#include "gpu_host_device.h"

#include "gpu_sums.h"
#include "gpu_vectors.h"

#include "child.h"
#include "ct_calls.h"
#include "hostile_items.h"

#include <cstring>
#include <fstream>
#include <filesystem>
#include <regex>
#include <set>
#include <span>
#include <thread>

namespace {

using namespace parity;
using host_device::settings, host_device::on_devices;

class GpuRows : public testing::TestWithParam<size_t> {};
INSTANTIATE_TEST_SUITE_P(All, GpuRows, testing::ValuesIn(gpu_calls()),
                         [](const auto &info) { return calls()[info.param].name; });

TEST_P(GpuRows, EveryHostileRow) {
    const pool &p = pool_of(GetParam());
    ASSERT_EQ(p.error, "");
    const on_devices gpu({{.most_rows = 100}});
    std::vector<size_t> picks;
    for (size_t i = 0; i < p.hostile_count; i++) picks.push_back(p.good_count + i);
    comparison call(*gpu.e, GetParam());
    EXPECT_EQ(call.run(picks), "");
    EXPECT_EQ(call.run(mixed(GetParam(), static_cast<size_t>(std::max(50, scaled(300))), 2, 1)),
              "");
    EXPECT_EQ(gpu.note(), nullptr);
    EXPECT_EQ(gpu.broken(), "");
    EXPECT_GT(gpu.devices[0]->launches, 0u);
}

TEST_P(GpuRows, EdgesOfChunks) {
    const on_devices gpu({{.most_rows = 8}}),
        two({{.most_rows = 8, .shares = true}, {.most_rows = 9}}, "test_gpus");
    comparison one_call(*gpu.e, GetParam()), two_call(*two.e, GetParam());
    for (const size_t n : {0, 1, 2, 7, 8, 9, 15, 16, 17, 23, 24, 25, 31, 32, 33, 40, 41}) {
        EXPECT_EQ(one_call.run(mixed(GetParam(), n, 4, static_cast<unsigned>(n))), "");
        EXPECT_EQ(
            two_call.run(mixed(GetParam(), n, n % 2 ? 0 : 3, static_cast<unsigned>(n)), n % 3 != 0),
            "");
    }
    EXPECT_EQ(gpu.broken() + two.broken(), "");
    EXPECT_EQ(gpu.devices[0]->turns, gpu.devices[0]->launched[ufsecp::gpu_mul_point]);
    EXPECT_EQ(gpu.devices[0]->most_in_flight, ufsecp::gpu_queues);
    EXPECT_EQ(two.devices[1]->most_in_flight, ufsecp::gpu_queues);
}

/* A device that fails at its k-th call, for each k: the CPU does the rest, no row twice or never.
 */
TEST_P(GpuRows, FailsAtAnyCall) {
    const auto picks = mixed(GetParam(), 37, 3, 5);
    const auto run = [&](const settings &s, size_t *n_calls) {
        const on_devices gpu({s});
        comparison call(*gpu.e, GetParam());
        EXPECT_EQ(call.run(picks), "") << s.fail_at;
        *n_calls = gpu.devices[0]->calls;
        EXPECT_EQ(gpu.note() != nullptr, s.fails == host_device::lost) << s.fail_at;
        if (s.fails == host_device::lost) {
            EXPECT_TRUE(std::string(gpu.note()).starts_with("test_gpu: lost after ")) << gpu.note();
            EXPECT_EQ(call.run(picks), "");
        }
        EXPECT_EQ(gpu.broken(), "") << s.fail_at;
    };
    settings s = {.most_rows = 8, .least_rows = 2, .shares = GetParam() % 2 == 1};
    size_t total, ignored;
    run(s, &total);
    /* The first calls, those of the last chunks, and some of those that make the table. */
    const size_t step = std::max<size_t>(1, total / static_cast<size_t>(scaled(20)));
    for (s.fail_at = 0; s.fail_at < total; s.fail_at++) {
        if (s.fail_at >= 12 && total - s.fail_at > static_cast<size_t>(scaled(20)) &&
            s.fail_at % step != 0)
            continue;
        for (const auto how : {host_device::lost, host_device::no_memory}) {
            s.fails = how;
            run(s, &ignored);
        }
    }
}

TEST(GpuEngine, MemoryRunsOut) {
    const size_t which = call_named("ecdsa_verify"), n = 100;
    bool cpu_did = false, gpu_did = false, shrank = false;
    size_t whole = 0;
    for (size_t memory = 200000; memory > 1000; memory = memory * 4 / 5) {
        const on_devices gpu({{.most_rows = 64, .least_rows = 8, .memory = memory}});
        comparison call(*gpu.e, which);
        for (int i = 0; i < 2; i++) EXPECT_EQ(call.run(mixed(which, n, 3, 9)), "") << memory;
        EXPECT_EQ(gpu.broken(), "");
        if (whole == 0) whole = gpu.devices[0]->launches;
        gpu_did |= !gpu.note();
        shrank |= !gpu.note() && gpu.devices[0]->launches > whole;
        cpu_did |= gpu.note() && gpu.devices[0]->launches == 0;
        if (gpu.note()) {
            EXPECT_NE(std::string(gpu.note()).find("out of memory"), std::string::npos)
                << gpu.note();
            EXPECT_NE(std::string(gpu.note()).find(ufsecp_engine()), std::string::npos)
                << gpu.note();
        }
    }
    EXPECT_TRUE(gpu_did && cpu_did && shrank);
}

TEST(GpuEngine, AForkedChildHasTheCpu) {
    const on_devices gpu({{}});
    comparison call(*gpu.e, call_named("ecdsa_verify"));
    EXPECT_EQ(call.run(mixed(call_named("ecdsa_verify"), 50, 3, 9)), "");
    const size_t launches = gpu.devices[0]->launches;
    EXPECT_TRUE(holds_in_child([&] {
        return call.run(mixed(call_named("ecdsa_verify"), 50, 3, 9)).empty() &&
               gpu.devices[0]->launches == launches && gpu.note() && strstr(gpu.note(), "fork");
    }));
    EXPECT_EQ(gpu.note(), nullptr);
}

/* Another thread looks for a device meanwhile, and the child does not wait for it. */
TEST(GpuEngine, AForkDuringASearchHoldsNobodyUp) {
    setenv("UFSECP_GPU_DEVICE", "none", 1);
    std::atomic<bool> end{false};
    std::thread other([&] {
        while (!end) ufsecp_engine_select("cuda:0");
    });
    bool goes_on = true;
    for (int i = 0; i < 100 && goes_on; i++)
        goes_on = holds_in_child([] {
            alarm(30);
            return !ufsecp_engine_select("no such engine") && !ufsecp_engine_select("opencl:0");
        });
    end = true;
    other.join();
    EXPECT_TRUE(goes_on);
}

/* A thread that is cancelled amid a batch ends behind it: the next has its turn. */
TEST(GpuEngine, ACancelledThreadLeavesNoLock) {
    static std::unique_ptr<on_devices> gpu;
    gpu = std::make_unique<on_devices>(std::vector<settings>{{}});
    const size_t which = call_named("mul_gen");
    gpu->devices[0]->instead = [](auto...) {
        gpu->devices[0]->instead = nullptr;
        pthread_cancel(pthread_self());
        pthread_testcancel(); /* as many calls of the system do */
        return false;
    };
    static std::atomic<int> done;
    done = -1;
    const auto batch = [](void *) -> void * {
        const bytes scalars(32 * 20, 1);
        bytes keys(33 * 20);
        done = gpu->e->mul_gen_batch_var(keys.data(), nullptr, scalars.data(), 20);
        pthread_testcancel();
        return nullptr;
    };
    pthread_t thread;
    void *result = nullptr;
    alarm(120);
    ASSERT_EQ(pthread_create(&thread, nullptr, batch, nullptr), 0);
    ASSERT_EQ(pthread_join(thread, &result), 0);
    EXPECT_EQ(result, PTHREAD_CANCELED);
    EXPECT_EQ(done, 1);
    comparison call(*gpu->e, which);
    EXPECT_EQ(call.run(mixed(which, 50, 3, 9)), "");
    alarm(0);
    EXPECT_EQ(gpu->broken(), "");
    EXPECT_EQ(gpu->note(), nullptr);
    gpu.reset();
}

/* Tables of other windows; and so many rows that some share an inversion. */
TEST(GpuEngine, WindowsAndInversions) {
    const size_t which = call_named("mul_gen");
    for (const char *window : {"2", "3", "5", "9", "0"}) {
        const on_devices gpu({{.most_rows = 300}});
        setenv("UFSECP_GPU_WINDOW_BITS", window, 1);
        comparison call(*gpu.e, which);
        EXPECT_EQ(call.run(mixed(which, 100, 3, 2)), "") << window;
        EXPECT_EQ(gpu.note(), nullptr);
    }
    const on_devices gpu({{.most_rows = 100000}});
    comparison call(*gpu.e, which);
    for (const size_t n : {16385, 24600})
        if (n == 16385 || long_cases()) EXPECT_EQ(call.run(mixed(which, n, 3, 2)), "");
    EXPECT_EQ(gpu.note(), nullptr);
    EXPECT_EQ(gpu.broken(), "");
}

TEST(GpuEngine, DevicesShareABatch) {
    const size_t which = call_named("mul_gen");
    const on_devices gpu({{}, {}, {.fails = host_device::lost, .fail_at = 340}});
    comparison call(*gpu.e, which);
    EXPECT_EQ(call.run(mixed(which, 600, 5, 3)), "");
    for (const auto &d : gpu.devices) EXPECT_GT(d->launches, 20u);
    ASSERT_NE(gpu.note(), nullptr);
    EXPECT_EQ(std::string(gpu.note()).find("after 0 rows"), std::string::npos) << gpu.note();
    EXPECT_EQ(gpu.broken(), "");
}

TEST(GpuEngine, ThreadsTakeTurns) {
    const size_t which = call_named("recover"), other = call_named("decompress");
    pool_of(which), pool_of(other);
    for (const size_t fail_at : {size_t{0}, size_t{400}}) {
        const on_devices gpu(
            {{.fails = fail_at ? host_device::lost : host_device::never, .fail_at = fail_at}});
        std::vector<std::string> results(4);
        std::vector<std::thread> threads;
        for (unsigned t = 0; t < 4; t++)
            threads.emplace_back([&, t] {
                comparison call(*gpu.e, t % 2 ? which : other);
                for (unsigned i = 0; i < 4; i++)
                    results[t] += call.run(mixed(t % 2 ? which : other, 33 + t, 3, t + i));
            });
        for (std::thread &t : threads) t.join();
        for (const std::string &r : results) EXPECT_EQ(r, "");
        EXPECT_EQ(gpu.broken(), "");
        EXPECT_EQ(gpu.note() != nullptr, fail_at > 0);
    }
}

TEST(GpuEngine, PublishedVectors) {
    size_t n = 0;
    for (const published &p : published_vectors()) {
        const on_devices gpu({{.most_rows = 100}});
        const selected engine;
        EXPECT_EQ(p.difference(), "");
        EXPECT_GE(gpu.devices[0]->launches, 7u);
        EXPECT_EQ(gpu.note(), nullptr);
        n += p.ok.size();
    }
    EXPECT_GT(n, 700u);
}

/* Items are packed for the device, and what it refuses is explained by the CPU. */
TEST(GpuEngine, Items) {
    for (const bool fails : {false, true}) {
        const on_devices gpu({{.most_rows = 64,
                               .fails = fails ? host_device::lost : host_device::never,
                               .fail_at = 40}});
        std::vector<hostile::item_case> pool;
        std::vector<ufsecp_item> items;
        std::vector<ufsecp_status> want, got(200, UFSECP_RECID);
        const unsigned flags = UFSECP_SIG_DER_LAX | UFSECP_SIG_HASH_TYPE | UFSECP_ALLOW_HYBRID;
        hostile::source s(1);
        for (int i = 0; i < 200; i++) pool.push_back(hostile::ecdsa_item(s, flags));
        for (const auto &c : pool) {
            items.push_back(c.item);
            want.push_back(hostile::ecdsa_by_single_calls(c.item, flags));
        }
        const selected engine;
        bytes ok(200, 0xa5);
        EXPECT_EQ(ufsecp_ecdsa_verify_items(ok.data(), got.data(), items.data(), 200, flags), 0);
        EXPECT_EQ(got, want);
        for (size_t i = 0; i < 200; i++) EXPECT_EQ(ok[i], want[i] == UFSECP_OK) << i;
        EXPECT_GE(gpu.devices[0]->launches, 3u);
        EXPECT_EQ(gpu.note() != nullptr, fails);
        EXPECT_EQ(gpu.broken(), "");
        EXPECT_EQ(ufsecp_ecdsa_verify_items(nullptr, nullptr, nullptr, 0, 0), 1);

        std::vector<hostile::item_case> schnorr;
        for (int i = 0; i < 200; i++) schnorr.push_back(hostile::schnorr_item(s, 0));
        for (size_t i = 0; i < 200; i++) {
            items[i] = schnorr[i].item;
            want[i] = hostile::schnorr_by_single_calls(items[i], 0);
        }
        EXPECT_EQ(ufsecp_schnorr_verify_items(ok.data(), got.data(), items.data(), 200, 0), 0);
        EXPECT_EQ(got, want);
        for (size_t i = 0; i < 200; i++) EXPECT_EQ(ok[i], want[i] == UFSECP_OK) << i;
    }
}

/* ---- Silent payments ---- */

TEST(GpuEngine, SilentScan) {
    const std::string cpu = ufsecp_engine();
    size_t matches = 0;
    for (const size_t tweak_size : {33, 64})
        for (const size_t output_size : {8, 32}) {
            if (!long_cases() && (tweak_size == 33) != (output_size == 8)) continue;
            for (const auto &labels :
                 std::vector<std::vector<size_t>>{{0}, {2}, {1, 0, 3}, {70}, {}}) {
                const bool one_each = labels.size() == 1;
                if (labels.empty() && one_each) continue;
                const silent_case c(
                    labels.empty() ? 20 : 60, tweak_size, output_size,
                    labels.empty() ? std::vector<size_t>{1} : labels, one_each,
                    static_cast<unsigned>(tweak_size + output_size + labels.size()));
                const std::string expected = by_portable([&] { return c.scan(); });
                matches += static_cast<size_t>(std::count(expected.begin(), expected.end(), '\n'));
                size_t calls = 0; /* of a scan that nothing disturbs; others fail at the second,
                                     amid, and near the end */
                for (int i = 0; i < 4; i++) {
                    const size_t fail_at = i < 2 ? 1 : calls - (i == 2 ? 45 : 5);
                    const on_devices gpu({{.fails = i ? host_device::lost : host_device::never,
                                           .fail_at = fail_at,
                                           .shares = one_each}});
                    ASSERT_EQ(ufsecp_engine_select("test_gpu"), 1);
                    EXPECT_EQ(c.scan(), expected) << fail_at;
                    EXPECT_EQ(gpu.broken(), "");
                    EXPECT_EQ(gpu.devices[0]->launches > 0,
                              labels != std::vector<size_t>{70} && i != 1);
                    EXPECT_EQ(gpu.note() != nullptr, labels != std::vector<size_t>{70} && i != 0);
                    if (i == 0) calls = gpu.devices[0]->calls;
                    ASSERT_EQ(ufsecp_engine_select(cpu.c_str()), 1);
                }
            }
        }
    EXPECT_GT(matches, 50u);
}

/* ---- Threads of the host: they gather rows, hand them out and compare what is scanned ---- */

TEST(GpuEngine, ThreadsShareTheHostsWork) {
    const std::string cpu = ufsecp_engine();
    const size_t n = 9000; /* more than two threads' grains */
    bytes keys(33 * n), out(65 * n), want(out), ok(n), want_ok(n);
    for (size_t i = 0; i < n; i++) {
        keys[33 * i] = static_cast<uint8_t>(2 + i % 2);
        keys[33 * i + 31] = static_cast<uint8_t>(i >> 8),
                      keys[33 * i + 32] = static_cast<uint8_t>(i);
    }
    const silent_case c(3000, 33, 8, {2}, true, 5);
    const std::string expected = by_portable([&] { return c.scan(); });
    ufsecp_threads_set(4);
    {
        const on_devices gpu({{.most_rows = 10000}});
        ASSERT_EQ(ufsecp_engine_select("test_gpu"), 1);
        EXPECT_EQ(c.scan(), expected);
        EXPECT_EQ(gpu.e->pubkey_decompress_batch_var(out.data(), ok.data(), keys.data(), n), 0);
        ASSERT_EQ(ufsecp_engine_select(cpu.c_str()), 1);
        EXPECT_EQ(gpu.devices[0]->launched[ufsecp::gpu_put_key65], 1u);
        EXPECT_EQ(gpu.broken(), "");
        EXPECT_EQ(gpu.note(), nullptr);
        gpu.e->host->pubkey_decompress_batch_var(want.data(), want_ok.data(), keys.data(), n);
    }
    ufsecp_threads_set(1);
    EXPECT_EQ(ok, want_ok);
    EXPECT_TRUE(out == want);
    EXPECT_GT(std::count(ok.begin(), ok.end(), 1), 4000);
}

/* ---- Secrets ---- */

/* All matches in a file of the source tree. */
std::set<std::string> found_in(const char *file, const std::regex &what) {
    std::ifstream stream(std::string(UF_SOURCE_DIR) + "/" + file);
    const std::string text{std::istreambuf_iterator<char>(stream), {}};
    std::set<std::string> r;
    for (std::sregex_iterator i(text.begin(), text.end(), what), end; i != end; ++i)
        r.insert((*i)[1]);
    return r;
}

/* A GPU has its own form of what the list says that it may take, and of nothing else. */
TEST(GpuSecrets, FunctionsAreThoseOfTheCpu) {
    using ufsecp::engine_who;
    const on_devices gpu({{}});
    ASSERT_NE(gpu.e->host, nullptr);
    size_t of_cpu = 0, of_gpu = 0, secret = 0;
    ufsecp::each_function(
        [&](auto function, ufsecp::engine_data data, engine_who who, const char *name) {
            const bool taken = who == engine_who::gpu || who == engine_who::device;
            EXPECT_EQ(gpu.e->*function != gpu.e->host->*function, taken) << name;
            EXPECT_FALSE(taken && ufsecp::takes_secrets(data)) << name;
            (taken ? of_gpu : of_cpu)++;
            secret += ufsecp::takes_secrets(data);
        });
    EXPECT_GT(of_gpu, 12u);
    EXPECT_GT(of_cpu, secret);
    EXPECT_GT(secret, 20u);
}

/* Of the calls that take a secret, and these are all, none says a word to a device: single ones,
 * batches of few and of many rows, signatures that are verified before they are given out. */
TEST(GpuSecrets, StayWithTheCpu) {
    std::set<std::string> calls;
    const std::string folder = "include/ufsecp/";
    for (const auto &file :
         std::filesystem::directory_iterator(std::string(UF_SOURCE_DIR) + "/" + folder))
        calls.merge(found_in((folder + file.path().filename().string()).c_str(),
                             std::regex(R"(UFSECP_API [\w *]*?(ufsecp_\w+)\()"
                                        R"([^;]*(seckey|secret|keypair|scan_key|label_tweak|78\[|)"
                                        R"(shares?32|coefficient)[^;]*\);)")));
    const std::set<std::string> tested =
        found_in("test/ct_calls.h", std::regex(R"(\b(ufsecp_\w+)\()"));
    /* Without a computation on points; the one that refuses private keys; and the one that its
     * caller lets go to the device. */
    for (const char *name :
         {"ufsecp_seckey_generate", "ufsecp_wipe", "ufsecp_secret_alloc", "ufsecp_secret_free",
          "ufsecp_bip32_public_children", "ufsecp_silent_scan_var"})
        calls.erase(name);
    EXPECT_GT(calls.size(), 20u);
    for (const std::string &name : calls) EXPECT_TRUE(tested.contains(name)) << name;

    const on_devices gpu({{.most_rows = 100}});
    const selected engine;
    const auto silent = [&](const std::string &what) {
        EXPECT_EQ(gpu.devices[0]->calls, 0u) << what;
    };
    for (const auto &list : {std::span<const ct_calls::secret_call>(ct_calls::all),
                             std::span<const ct_calls::secret_call>(ct_calls::checked)})
        for (const ct_calls::secret_call &call : list) {
            ct_calls::secrets s;
            ct_calls::publics p;
            ct_calls::results r;
            ASSERT_TRUE(ct_calls::fill(s, p, ct_calls::most_rows));
            EXPECT_EQ(call.run(s, p, r), call.want) << call.name;
            silent(call.name);
        }

    const size_t n = static_cast<size_t>(std::max(300, scaled(3000)));
    source s(5);
    bytes seckeys, out(64 * n), keys(33 * n), ok(n);
    for (size_t i = 0; i < n; i++) seckeys = seckeys + good_scalar(s);
    const bytes msgs = seckeys;
    for (const int check : {0, 1}) {
        ufsecp_sign_check_set(check);
        EXPECT_EQ(ufsecp_pubkey_create_batch(keys.data(), ok.data(), seckeys.data(), n), 1);
        EXPECT_EQ(ufsecp_ecdsa_sign_batch(out.data(), ok.data(), msgs.data(), seckeys.data(), n),
                  1);
        EXPECT_EQ(ufsecp_schnorr_sign_batch(out.data(), ok.data(), msgs.data(), seckeys.data(),
                                            nullptr, n),
                  1);
    }
    ufsecp_sign_check_set(0);
    EXPECT_EQ(ufsecp_ecdh_batch(out.data(), ok.data(), keys.data(), seckeys.data(), n), 1);
    EXPECT_EQ(ufsecp_pubkey_mul_secret_batch(out.data(), ok.data(), seckeys.data(), keys.data(), n),
              1);
    ufsecp_silent_match found[1];
    size_t count;
    const ufsecp_silent_index index = {keys.data(), 33, out.data(), 8, nullptr, n};
    const ufsecp_silent_scan_key who = {seckeys.data(), keys.data(), keys.data() + 33, 1};
    EXPECT_EQ(ufsecp_silent_scan(found, 1, &count, ok.data(), &index, &who, 1), 1);
    silent("a batch");

    /* What is public is heard, and so is the scan that may be: this device does listen. */
    EXPECT_EQ(ufsecp_pubkey_mul_one_batch(out.data(), nullptr, seckeys.data(), keys.data(), 10), 1);
    const size_t heard = gpu.devices[0]->calls;
    EXPECT_GT(heard, 0u);
    EXPECT_EQ(ufsecp_silent_scan_var(found, 1, &count, ok.data(), &index, &who, 1), 1);
    EXPECT_GT(gpu.devices[0]->calls, heard);
    EXPECT_EQ(gpu.broken(), "");
}

/* ---- Names ---- */

TEST(GpuEngine, IsSelectedByNameOnly) {
    const std::string cpu = ufsecp_engine();
    setenv("UFSECP_GPU_DEVICE", "none", 1);
    const size_t which = call_named("schnorr_verify");
    {
        const on_devices gpu({{}}, "test:api");
        ASSERT_EQ(ufsecp_engine_select("test:api"), 1);
        EXPECT_STREQ(ufsecp_engine(), "test:api");
        EXPECT_EQ(ufsecp_engine_note(), nullptr);
        comparison call(api_rows(), which);
        EXPECT_EQ(call.run(mixed(which, 300, 3, 1)), "");
        EXPECT_GT(gpu.devices[0]->launches, 0u);
        bool listed = false;
        for (size_t i = 0; const char *name = ufsecp_engine_at(i, nullptr); i++) {
            if (std::string(name) != "test:api") continue;
            int supported = 0;
            listed = ufsecp_engine_at(i, &supported) && supported &&
                     std::string(ufsecp_engine_text(i)).find("host dialect") != std::string::npos;
        }
        EXPECT_TRUE(listed);
        ASSERT_EQ(ufsecp_engine_select("auto"), 1);
        EXPECT_STRNE(ufsecp_engine(), "test:api");
    }
    const on_devices gpu({{.fails = host_device::lost, .fail_at = 3}}, "test:api");
    ASSERT_EQ(ufsecp_engine_select("test:api"), 1);
    const std::string sk(32, 1);
    bytes pk(33);
    const auto *key = reinterpret_cast<const uint8_t *>(sk.data());
    EXPECT_EQ(ufsecp_public_scalar_mul_gen_batch(pk.data(), nullptr, key, 1), 1);
    ASSERT_NE(ufsecp_engine_note(), nullptr);
    EXPECT_EQ(std::string(ufsecp_engine_note()),
              "test:api: lost after 0 rows; the CPU engine " + cpu + " did the rest");
    ASSERT_EQ(ufsecp_engine_select(cpu.c_str()), 1);
}

TEST(GpuEngine, NoneIsSaidPolitely) {
    setenv("UFSECP_GPU_DEVICE", "none", 1);
    const std::string cpu = ufsecp_engine();
    std::set<std::string> names;
    for (size_t i = 0; const char *name = ufsecp_engine_at(i, nullptr); i++) {
        if (!std::string(name).starts_with("test")) names.insert(name);
        if (std::string(name) != "cuda" && std::string(name) != "opencl") continue;
        int supported = 1;
        EXPECT_STREQ(ufsecp_engine_at(i, &supported), name);
        EXPECT_EQ(supported, 0);
        ASSERT_NE(ufsecp_engine_text(i), nullptr);
        EXPECT_EQ(std::string(ufsecp_engine_text(i)), "switched off by UFSECP_GPU_DEVICE");
        EXPECT_EQ(ufsecp_engine_select(name), 0);
    }
    EXPECT_TRUE(names.contains("cuda") && names.contains("opencl"));
    for (const char *name : {"cuda:", "cuda:x", "cuda:0,", "cuda:-1", "cuda:1000", "cudax",
                             "opencl:0x", "test", "cuda:0,0,0,0,0,0,0,0,0"})
        EXPECT_EQ(ufsecp_engine_select(name), 0) << name;
    EXPECT_EQ(ufsecp_engine_text(1000), nullptr);
    EXPECT_STREQ(ufsecp_engine(), cpu.c_str());
    ASSERT_NE(ufsecp_engine_note(), nullptr);
    EXPECT_TRUE(std::string(ufsecp_engine_note()).starts_with("cuda")) << ufsecp_engine_note();

    /* The text stays as it is while others follow. */
    ASSERT_EQ(ufsecp_engine_select("cuda:first"), 0);
    const char *const note = ufsecp_engine_note();
    const std::string read = note;
    for (int i = 1; i < 8; i++) {
        const std::string name = "opencl:" + std::string(static_cast<size_t>(i), 'x');
        EXPECT_EQ(ufsecp_engine_select(name.c_str()), 0);
        EXPECT_EQ(std::string(ufsecp_engine_note()).substr(0, name.size()), name);
        EXPECT_EQ(note, read) << i;
    }
}

}  // namespace
