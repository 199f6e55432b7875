// Threads: the same results whatever their number; never more at work than allowed; hosts with
// threads of their own, fork, exit, dlclose.
#include <gtest/gtest.h>

#if defined(_WIN32)
#include "base/windows_api.h"
#else
#include <dlfcn.h>
#include <sys/wait.h>
#include <unistd.h>
#endif

#include <array>
#include <atomic>
#include <chrono>
#include <filesystem>
#include <functional>
#include <mutex>
#include <set>
#include <thread>

#include "api.h"
#include "engine/threads.h"
#include "scale.h"
#include "ufsecp/secp256k1.hpp"

#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
extern "C" const char *__tsan_default_options();
extern "C" const char *__tsan_default_options() { return "die_after_fork=0"; }
#endif
#endif

using ufsecp::least_grain;
using ufsecp::run_rows;
using namespace std::chrono_literals;
using std::chrono::steady_clock;

namespace {

const size_t largest = static_cast<size_t>(std::max(scaled(10000), 520));

#ifdef UF_THREADS
const unsigned counts[] = {1, 2, 3, 7, 0};
#else
const unsigned counts[] = {1, 0};
#endif

class Threads : public testing::Test {
protected:
    void SetUp() override { allow(1); }
    void TearDown() override { allow(1); }
    static void allow(unsigned n) { ASSERT_EQ(ufsecp_threads_set(n), 1) << n; }
};

/* ---- The calls of the C interface, one in a hundred rows bad. */

struct inputs {
    bytes keys, messages, pubkeys, ecdsa, schnorr, recover;

    explicit inputs(size_t n) : keys(32 * n), messages(32 * n), pubkeys(33 * n) {
        for (size_t i = 0; i < n; i++) {
            const bytes key = draw("key", i), message = draw("msg", i);
            std::copy(key.begin(), key.end(), &keys[32 * i]);
            std::copy(message.begin(), message.end(), &messages[32 * i]);
        }
        bytes ecdsa_sigs(64 * n), schnorr_sigs(64 * n);
        ufsecp_pubkey_create_batch(pubkeys.data(), nullptr, keys.data(), n);
        ufsecp_ecdsa_sign_batch(ecdsa_sigs.data(), nullptr, messages.data(), keys.data(), n);
        ufsecp_schnorr_sign_batch(schnorr_sigs.data(), nullptr, messages.data(), keys.data(),
                                  nullptr, n);
        for (size_t i = 0; i < n; i++) {
            const bytes message = slice(messages, 32 * i, 32), pubkey = slice(pubkeys, 33 * i, 33),
                        sig = slice(ecdsa_sigs, 64 * i, 64);
            ecdsa = append(ecdsa, message, pubkey, sig);
            schnorr =
                append(schnorr, slice(pubkey, 1, 32), message, slice(schnorr_sigs, 64 * i, 64));
            recover = append(recover, message, sig, bytes{static_cast<uint8_t>(i & 1)});
        }
        for (size_t i = 0; i < n; i++)
            if (i % 101 == 5 || i % 128 == 127 || i + 1 == n) {
                std::fill_n(&keys[32 * i], 32, static_cast<uint8_t>(0xff));
                pubkeys[33 * i] = 9;
                ecdsa[129 * i + 100] ^= 1;
                schnorr[128 * i + 100] ^= 1;
                recover[97 * i + 96] = 7;
            }
    }
    static bytes append(bytes &to, const bytes &a, const bytes &b, const bytes &c) {
        for (const bytes *part : {&a, &b, &c}) to.insert(to.end(), part->begin(), part->end());
        return std::move(to);
    }
};

const inputs &given() {
    static const inputs *all = new inputs(largest);
    return *all;
}

/* Outputs of eight bytes, one for each row of tweaks: those of every tenth row pay to keys of ours.
 */
struct silent_rows {
    const bytes scan = draw("scan", 0), spend = pubkey_of(draw("spend", 0));
    bytes outputs;

    silent_rows() {
        for (size_t i = 0; i < largest; i++) {
            uint8_t text[37] = {}, t[32], p[33];
            const bytes other = draw("output", i);
            const bool pays =
                i % 10 == 0 &&
                ufsecp_pubkey_tweak_mul(text, 33, &given().pubkeys[33 * i], 33, scan.data());
            ufsecp_tagged_hash(t, reinterpret_cast<const uint8_t *>("BIP0352/SharedSecret"), 20,
                               text, sizeof text);
            if (pays) { EXPECT_EQ(ufsecp_pubkey_tweak_add(p, 33, spend.data(), 33, t), 1); }
            outputs.insert(outputs.end(), pays ? p + 1 : other.data(),
                           (pays ? p + 1 : other.data()) + 8);
        }
    }
};
/* out[i] = the payments in row i. */
int scan_rows(uint8_t *out, uint8_t *ok, size_t n, decltype(&ufsecp_silent_scan) call) {
    static const silent_rows *rows = new silent_rows;
    const ufsecp_silent_index index = {
        given().pubkeys.data(), 33, rows->outputs.data(), 8, nullptr, n};
    const ufsecp_silent_scan_key key = {rows->scan.data(), rows->spend.data(), nullptr, 0};
    std::vector<ufsecp_silent_match> found(n + 1);
    size_t count = 0;
    const int all = call(found.data(), n, &count, ok, &index, &key, 1);
    EXPECT_EQ(found[n].tweak32[0], 0);
    if (n > 100) { EXPECT_GT(count, n / 20); }
    if (out) std::fill_n(out, n, uint8_t(0));
    for (size_t i = 0; i < count; i++) {
        EXPECT_TRUE(i == 0 || found[i - 1].row < found[i].row);
        if (out) out[found[i].row]++;
    }
    return all;
}

/* Rows as items: where signature, key and message begin in a row. */
std::vector<ufsecp_item> given_items(const bytes &rows, std::array<size_t, 3> at) {
    std::vector<ufsecp_item> r;
    const size_t key_size = at[1] == 32 ? 33 : 32;
    for (size_t i = 0; i < largest; i++) {
        const uint8_t *const row = rows.data() + i * (96 + key_size);
        r.push_back({row + at[0], 64, row + at[1], key_size, row + at[2], 32});
    }
    return r;
}

/* Signatures of one key, those of the same rows bad. */
struct one_key_rows {
    const bytes secret = draw("one key", 0);
    ufsecp_prepared_pubkey key;
    bytes ecdsa, schnorr;

    one_key_rows() : ecdsa(64 * largest), schnorr(64 * largest) {
        bytes secrets;
        for (size_t i = 0; i < largest; i++)
            secrets.insert(secrets.end(), secret.begin(), secret.end());
        const uint8_t *const messages = given().messages.data();
        EXPECT_EQ(ufsecp_pubkey_prepare(&key, pubkey_of(secret).data(), 33), UFSECP_OK);
        ufsecp_ecdsa_sign_batch(ecdsa.data(), nullptr, messages, secrets.data(), largest);
        ufsecp_schnorr_sign_batch(schnorr.data(), nullptr, messages, secrets.data(), nullptr,
                                  largest);
        for (size_t i = 0; i < largest; i++)
            if (given().pubkeys[33 * i] == 9) ecdsa[64 * i + 40] ^= 1, schnorr[64 * i + 40] ^= 1;
    }
};
const one_key_rows &of_one_key() {
    static const one_key_rows *all = new one_key_rows;
    return *all;
}

struct batch_call {
    const char *name;
    size_t out_size;
    int (*run)(uint8_t *out, uint8_t *ok, size_t n);
};
const batch_call calls[] = {
    {"ecdsa_verify_rows", 0,
     [](uint8_t *, uint8_t *ok, size_t n) {
         return ufsecp_ecdsa_verify_rows(ok, given().ecdsa.data(), 0, n, 0);
     }},
    {"schnorr_verify_rows", 0,
     [](uint8_t *, uint8_t *ok, size_t n) {
         return ufsecp_schnorr_verify_rows(ok, given().schnorr.data(), 0, n);
     }},
    {"ecdsa_verify_items", sizeof(ufsecp_status),
     [](uint8_t *out, uint8_t *ok, size_t n) {
         return ufsecp_ecdsa_verify_items(ok, reinterpret_cast<ufsecp_status *>(out),
                                          given_items(given().ecdsa, {65, 32, 0}).data(), n, 0);
     }},
    {"schnorr_verify_items", 0,
     [](uint8_t *, uint8_t *ok, size_t n) {
         return ufsecp_schnorr_verify_items(ok, nullptr,
                                            given_items(given().schnorr, {64, 0, 32}).data(), n, 0);
     }},
    {"ecdsa_recover_rows", 33,
     [](uint8_t *out, uint8_t *ok, size_t n) {
         return ufsecp_ecdsa_recover_rows(out, ok, given().recover.data(), 0, n);
     }},
    {"ecrecover_rows", 20,
     [](uint8_t *out, uint8_t *ok, size_t n) {
         return ufsecp_ecrecover_rows(out, ok, given().recover.data(), 0, n);
     }},
    {"pubkey_decompress_batch", 65,
     [](uint8_t *out, uint8_t *ok, size_t n) {
         return ufsecp_pubkey_decompress_batch(out, ok, given().pubkeys.data(), n);
     }},
    {"pubkey_negate_batch", 33,
     [](uint8_t *out, uint8_t *ok, size_t n) {
         return ufsecp_pubkey_negate_batch(out, ok, given().pubkeys.data(), n);
     }},
    {"pubkey_mul_batch", 33,
     [](uint8_t *out, uint8_t *ok, size_t n) {
         return ufsecp_pubkey_mul_batch(out, ok, given().messages.data(), given().pubkeys.data(),
                                        n);
     }},
    {"pubkey_mul_one_batch", 33,
     [](uint8_t *out, uint8_t *ok, size_t n) {
         return ufsecp_pubkey_mul_one_batch(out, ok, given().messages.data(),
                                            given().pubkeys.data(), n);
     }},
    {"pubkey_mul_secret_batch", 33,
     [](uint8_t *out, uint8_t *ok, size_t n) {
         return ufsecp_pubkey_mul_secret_batch(out, ok, given().messages.data(),
                                               given().pubkeys.data(), n);
     }},
    {"ecdsa_verify_prepared_batch", 0,
     [](uint8_t *, uint8_t *ok, size_t n) {
         return ufsecp_ecdsa_verify_prepared_batch(
             ok, given().messages.data(), of_one_key().ecdsa.data(), n, &of_one_key().key, 0);
     }},
    {"schnorr_verify_prepared_batch", 0,
     [](uint8_t *, uint8_t *ok, size_t n) {
         return ufsecp_schnorr_verify_prepared_batch(
             ok, given().messages.data(), of_one_key().schnorr.data(), n, &of_one_key().key);
     }},
    {"pubkey_mul_add_batch", 33,
     [](uint8_t *out, uint8_t *ok, size_t n) {
         return ufsecp_pubkey_mul_add_batch(out, ok, given().messages.data(),
                                            given().pubkeys.data(), given().keys.data(), n);
     }},
    {"public_scalar_mul_gen_batch", 33,
     [](uint8_t *out, uint8_t *ok, size_t n) {
         return ufsecp_public_scalar_mul_gen_batch(out, ok, given().keys.data(), n);
     }},
    {"pubkey_create_batch", 33,
     [](uint8_t *out, uint8_t *ok, size_t n) {
         return ufsecp_pubkey_create_batch(out, ok, given().keys.data(), n);
     }},
    {"ecdsa_sign_batch", 64,
     [](uint8_t *out, uint8_t *ok, size_t n) {
         return ufsecp_ecdsa_sign_batch(out, ok, given().messages.data(), given().keys.data(), n);
     }},
    {"schnorr_sign_batch", 64,
     [](uint8_t *out, uint8_t *ok, size_t n) {
         return ufsecp_schnorr_sign_batch(out, ok, given().messages.data(), given().keys.data(),
                                          given().messages.data(), n);
     }},
    {"ecdh_batch", 32,
     [](uint8_t *out, uint8_t *ok, size_t n) {
         return ufsecp_ecdh_batch(out, ok, given().pubkeys.data(), given().messages.data(), n);
     }},
    {"schnorr_batch", 0,
     [](uint8_t *, uint8_t *ok, size_t n) {
         const uint8_t *const rows = given().schnorr.data();
         return ok ? ufsecp_schnorr_batch_identify(ok, rows, 0, n, nullptr)
                   : ufsecp_schnorr_batch_verify(rows, 0, n, nullptr);
     }},
    {"batch_as_rows_come", 0,
     [](uint8_t *, uint8_t *ok, size_t n) {
         ufsecp_batch *const b = ufsecp_batch_new(nullptr);
         for (size_t i = 0; i < n; i++) {
             const uint8_t *const row = &given().schnorr[128 * i];
             EXPECT_EQ(ufsecp_batch_add_schnorr(b, row + 64, row + 32, 32, row), 1);
         }
         const int all = ufsecp_batch_finish(b, ok);
         ufsecp_batch_free(b);
         return all;
     }},
    {"silent_scan", 1,
     [](uint8_t *out, uint8_t *ok, size_t n) { return scan_rows(out, ok, n, ufsecp_silent_scan); }},
    {"silent_scan_var", 1,
     [](uint8_t *out, uint8_t *ok, size_t n) {
         return scan_rows(out, ok, n, ufsecp_silent_scan_var);
     }},
};

class EachCall : public Threads, public testing::WithParamInterface<batch_call> {};
INSTANTIATE_TEST_SUITE_P(Calls, EachCall, testing::ValuesIn(calls),
                         [](const auto &info) { return std::string(info.param.name); });

TEST_P(EachCall, GivesTheSameOnAnyNumber) {
    const batch_call &call = GetParam();
    const size_t most = call.out_size == 0 ? largest : std::min(largest, size_t(2000));
    bytes want(call.out_size * most), want_ok(most);
    EXPECT_EQ(call.run(want.data(), want_ok.data(), most), 0);
    EXPECT_GT(std::count(want_ok.begin(), want_ok.end(), 1), static_cast<ptrdiff_t>(most / 3));
    EXPECT_EQ(want_ok[127], 0);
    for (const unsigned count : counts) {
        allow(count);
        for (const size_t n : {size_t(0), size_t(1), size_t(127), size_t(128), size_t(129),
                               std::min(most, size_t(1000)), most}) {
            bytes out(call.out_size * n + 1, 0xa5), ok(n + 1, 0xa5);
            const int all =
                std::count(want_ok.begin(), want_ok.begin() + static_cast<ptrdiff_t>(n), 0) == 0;
            EXPECT_EQ(call.run(out.data(), ok.data(), n), all)
                << count << " threads, " << n << " rows";
            EXPECT_TRUE(std::equal(ok.begin(), ok.end() - 1, want_ok.begin()))
                << count << " threads, " << n << " rows";
            EXPECT_TRUE(std::equal(out.begin(), out.end() - 1, want.begin()))
                << count << " threads, " << n << " rows";
            EXPECT_EQ(ok.back(), 0xa5);
            EXPECT_EQ(out.back(), 0xa5);
        }
        EXPECT_EQ(call.run(want.data(), nullptr, 300), 0);
    }
}

/* A sum in parts, which threads take, and the first bad row of it. */
TEST_F(Threads, SumsOfMultiples) {
    bytes keys, scalars;
    for (size_t i = 0; i < largest; i++) {
        if (given().pubkeys[33 * i] == 9) continue;
        keys = std::move(keys) + slice(given().pubkeys, 33 * i, 33),
        scalars = std::move(scalars) + slice(given().messages, 32 * i, 32);
    }
    const size_t all = keys.size() / 33;
    bytes spoiled = keys;
    for (size_t i : {all / 3, all / 2, all - 1}) spoiled[33 * i] = 9;
    for (const size_t n : {size_t(1), size_t(100), size_t(400), all})
        for (const size_t room : {size_t(0), size_t(200000)}) {
            bytes want;
            for (const unsigned count : counts) {
                allow(count);
                bytes out(33);
                size_t bad = 0;
                EXPECT_EQ(
                    ufsecp_msm(out.data(), 33, scalars.data(), keys.data(), nullptr, n, room, &bad),
                    UFSECP_OK);
                EXPECT_EQ(bad, SIZE_MAX);
                if (want.empty()) want = out;
                EXPECT_EQ(out, want)
                    << n << " rows in " << room << " bytes, " << count << " threads";
                EXPECT_EQ(ufsecp_msm(out.data(), 33, scalars.data(), spoiled.data(), nullptr, all,
                                     room, &bad),
                          UFSECP_PUBKEY_FORMAT);
                EXPECT_EQ(bad, all / 3);
            }
        }
}

TEST_F(Threads, CppBatches) {
    using namespace secp256k1::fast;
    std::vector<FieldElement> elements(10000), inverse;
    std::vector<Point> points(5000, Point::generator()), normal;
    for (size_t i = 0; i < elements.size(); i++) elements[i] = FieldElement::from_uint64(i % 999);
    for (size_t i = 1; i < points.size(); i++)
        points[i] = i % 777 ? points[i - 1].next() : Point::infinity();
    batch_invert(inverse = elements);
    batch_normalize(normal = points);
    for (const unsigned count : counts) {
        allow(count);
        std::vector<FieldElement> e = elements;
        std::vector<Point> p = points;
        batch_invert(e);
        batch_normalize(p);
        EXPECT_TRUE(e == inverse) << count;
        EXPECT_EQ(memcmp(p.data(), normal.data(), p.size() * sizeof p[0]), 0) << count;
    }
}

/* ---- The choice of their number. */

TEST_F(Threads, OneUnlessToldOtherwise) {
    EXPECT_EQ(ufsecp_threads(), 1u);
    EXPECT_EQ(ufsecp_threads_set(1025), 0);
    EXPECT_EQ(ufsecp_threads(), 1u);
    allow(0);
    EXPECT_GE(ufsecp_threads(), 1u);
#ifdef UF_THREADS
    EXPECT_LE(ufsecp_threads(), std::max(1u, std::thread::hardware_concurrency()));
    allow(1024);
    EXPECT_EQ(ufsecp_threads(), 1024u);
#else
    EXPECT_EQ(ufsecp_threads_set(2), 0);
    EXPECT_EQ(ufsecp_threads(), 1u);
#endif
}

/* ---- How rows are shared. */

TEST_F(Threads, EveryRowOnceInWholeGrains) {
    for (const unsigned count : counts)
        for (const size_t grain : {least_grain, 4 * least_grain})
            for (const size_t n : {0, 1, 127, 128, 129, 255, 256, 257, 1023, 1024, 10000, 100003}) {
                allow(count);
                std::vector<std::atomic<int>> seen(n + 1);
                std::atomic<int> misfits{0};
                for (const size_t bad : {n, n - 1, n / 2}) {
                    const int all = run_rows(n, grain, [&](size_t first, size_t rows) {
                        misfits += first % grain != 0 || (rows % grain != 0 && first + rows != n) ||
                                   first + rows > n;
                        for (size_t i = first; i < first + rows; i++) seen[i]++;
                        return bad < first || bad >= first + rows;
                    });
                    EXPECT_EQ(all, bad >= n) << n << " rows, " << bad;
                }
                EXPECT_EQ(misfits, 0) << n;
                EXPECT_EQ(std::count_if(seen.begin(), seen.end() - 1,
                                        [](const auto &times) { return times != 3; }),
                          0)
                    << n;
            }
}

#ifdef UF_THREADS

/* Waits until the condition holds; false after half a minute. */
bool eventually(const std::function<bool()> &condition) {
    for (const auto end = steady_clock::now() + 30s; steady_clock::now() < end;
         std::this_thread::sleep_for(1ms))
        if (condition()) return true;
    return false;
}

/* Who is inside a body: helpers are the threads that are not the test's own. */
struct census {
    std::atomic<unsigned> inside{0}, most{0}, helpers{0}, most_helpers{0};
    std::mutex lock;
    std::set<std::thread::id> seen;

    static thread_local bool own;
    static void raise(std::atomic<unsigned> &top, unsigned value) {
        for (unsigned before = top; before < value && !top.compare_exchange_weak(before, value);) {}
    }
    void enter() {
        raise(most, ++inside);
        if (!own) raise(most_helpers, ++helpers);
        const std::lock_guard guard(lock);
        seen.insert(std::this_thread::get_id());
    }
    void leave() {
        if (!own) helpers--;
        inside--;
    }
};
thread_local bool census::own = false;

TEST_F(Threads, WorkersHelpAndNeverMoreThanAllowed) {
    census::own = true;
    for (const unsigned count : {2u, 3u, 7u}) {
        census who;
        allow(count);
        EXPECT_TRUE(eventually([&] {
            run_rows(100 * least_grain, least_grain, [&](size_t, size_t) {
                who.enter();
                std::this_thread::sleep_for(1ms);
                who.leave();
                return 1;
            });
            return who.most == count;
        })) << "at most "
            << who.most << " of " << count << " worked at once";
        EXPECT_EQ(who.most, count);
        EXPECT_EQ(who.inside, 0u);
    }
}

TEST_F(Threads, CallersOfTheHostCountToo) {
    census who;
    std::atomic<bool> end{false};
    std::atomic<unsigned> callers_ended{0};
    constexpr unsigned limit = 3;
    allow(limit);
    const auto caller =
        [&](const std::atomic<bool> &stop) { /* one call without an end of its own */
                                             census::own = true;
                                             run_rows(1000000 * least_grain, least_grain,
                                                      [&](size_t, size_t) {
                                                          if (stop) return 1;
                                                          who.enter();
                                                          std::this_thread::sleep_for(1ms);
                                                          who.leave();
                                                          return 1;
                                                      });
                                             callers_ended++;
        };
    std::atomic<bool> stop_others{false};
    std::thread first(caller, std::cref(end));
    EXPECT_TRUE(eventually([&] { return who.helpers == limit - 1; }))
        << "one caller is helped by two";
    std::vector<std::thread> others;
    for (int i = 0; i < 2; i++) others.emplace_back(caller, std::cref(stop_others));
    /* Helpers leave at the end of the grain at hand; 50 looks without one. */
    EXPECT_TRUE(eventually([&] {
        for (int i = 0; i < 50; i++, std::this_thread::sleep_for(200us))
            if (who.helpers != 0) return false;
        return true;
    })) << "three callers leave no place for helpers";
    who.most = 0;
    std::this_thread::sleep_for(50ms);
    EXPECT_LE(who.most, limit);
    stop_others = true;
    for (std::thread &t : others) t.join();
    EXPECT_TRUE(eventually([&] { return who.helpers == limit - 1; })) << "they come back";
    end = true;
    first.join();
    EXPECT_LE(who.most_helpers, limit - 1);
    EXPECT_EQ(callers_ended, 3u);
}

TEST_F(Threads, OneLongGrainHoldsNobodyElseUp) {
    allow(3);
    constexpr size_t n = 500 * least_grain;
    std::atomic<size_t> done_meanwhile{0};
    std::atomic<bool> long_one{true};
    const auto begin = steady_clock::now();
    run_rows(n, least_grain, [&](size_t first, size_t rows) {
        if (first == 0) {
            std::this_thread::sleep_for(500ms);
            long_one = false;
        } else {
            std::this_thread::sleep_for(100us);
            if (long_one) done_meanwhile += rows;
        }
        return 1;
    });
    EXPECT_GT(done_meanwhile, n * 9 / 10);
    EXPECT_LT(steady_clock::now() - begin, 20s);
}

TEST_F(Threads, ACallInsideAWorkerRunsAlone) {
    census::own = true;
    allow(4); /* two at work leave places */
    std::atomic<int> nested{0}, elsewhere{0};
    EXPECT_TRUE(eventually([&] {
        run_rows(2 * least_grain, least_grain, [&](size_t, size_t) {
            const auto here = std::this_thread::get_id();
            if (census::own) return eventually([&] { return nested > 0; }) ? 1 : 0;
            return run_rows(16 * least_grain, least_grain, [&](size_t, size_t) {
                std::this_thread::sleep_for(1ms);
                nested++;
                elsewhere += std::this_thread::get_id() != here;
                return 1;
            });
        });
        return nested == 16;
    }));
    EXPECT_EQ(elsewhere, 0);
}

/* ---- Hosts with threads of their own. */

/* A batch whose verdicts are known; true if they came out so. */
bool verifies() {
    const size_t n = std::min(largest, size_t(600));
    bytes ok(n);
    ufsecp_ecdsa_verify_rows(ok.data(), given().ecdsa.data(), 0, n, 0);
    for (size_t i = 0; i < n; i++)
        if (ok[i] != !(i % 101 == 5 || i % 128 == 127 || i + 1 == largest)) return false;
    return true;
}

TEST_F(Threads, EightHostThreadsAtOnce) {
    given();
    for (const unsigned count : {2u, 5u, 16u}) {
        allow(count);
        std::atomic<int> wrong{0};
        std::vector<std::thread> hosts;
        for (int t = 0; t < 8; t++) hosts.emplace_back([&] { wrong += !verifies(); });
        for (std::thread &t : hosts) t.join();
        EXPECT_EQ(wrong, 0) << count;
    }
}

TEST_F(Threads, TheirNumberMayChangeMeanwhile) {
    given();
    std::atomic<bool> end{false};
    std::atomic<int> wrong{0}, done{0};
    std::vector<std::thread> hosts;
    for (int t = 0; t < 3; t++)
        hosts.emplace_back([&] {
            while (!end) wrong += !verifies(), done++;
        });
    for (int i = 0; i < 300 || done < 6; i++, std::this_thread::sleep_for(500us))
        allow(std::vector<unsigned>{1, 2, 9, 0, 5}[i % 5]);
    end = true;
    for (std::thread &t : hosts) t.join();
    EXPECT_EQ(wrong, 0);
}

/* ---- exit, fork, dlclose. */

void exit_while_others_work() {
    ASSERT_EQ(ufsecp_threads_set(4), 1);
    for (int t = 0; t < 2; t++)
        std::thread([] {
            for (;;)
                run_rows(1000 * least_grain, least_grain, [](size_t, size_t) {
                    std::this_thread::sleep_for(100us);
                    return 1;
                });
        }).detach();
    std::this_thread::sleep_for(20ms);
    exit(7);
}

#if defined(_WIN32)

TEST_F(Threads, ExitWhileOthersWork) {
    EXPECT_EXIT(exit_while_others_work(), testing::ExitedWithCode(7), "");
}

/* With workers the library stays, whoever frees it, and neither that nor the end waits for them. */
void free_library_with_workers() {
    wchar_t own[1024];
    if (GetModuleFileNameW(nullptr, own, 1024) == 0) exit(1);
    HMODULE library = nullptr;
    for (const auto &file :
         std::filesystem::directory_iterator(std::filesystem::path(own).parent_path() / ".."))
        if (file.path().filename().string().starts_with("libufsecp-"))
            library = LoadLibraryW(file.path().c_str());
    if (!library) exit(2);
    const auto set = reinterpret_cast<decltype(&ufsecp_threads_set)>(
        reinterpret_cast<void *>(GetProcAddress(library, "ufsecp_threads_set")));
    const auto verify = reinterpret_cast<decltype(&ufsecp_ecdsa_verify_rows)>(
        reinterpret_cast<void *>(GetProcAddress(library, "ufsecp_ecdsa_verify_rows")));
    if (!set || !verify || set(5) != 1) exit(3);
    for (int i = 0; i < 3; i++) {
        if (verify(nullptr, given().ecdsa.data(), 0, 127 * 4, 0) != 0) exit(4);
        FreeLibrary(library);
    }
    exit(7);
}
TEST_F(Threads, TheLibraryStaysLoaded) {
    EXPECT_EXIT(free_library_with_workers(), testing::ExitedWithCode(7), "");
}

#else

/* 0 if workers help this process and batches come out right. */
int works_with_workers() {
    census who;
    const bool helped = eventually([&] {
        run_rows(64 * least_grain, least_grain, [&](size_t, size_t) {
            who.enter();
            std::this_thread::sleep_for(1ms);
            who.leave();
            return 1;
        });
        return who.seen.size() >= 2;
    });
    return helped && verifies() ? 0 : 1;
}

/* The exit code of a child process that runs f; a child that hangs is killed. */
int in_child(const std::function<int()> &f) {
    const pid_t child = fork();
    if (child == 0) {
        alarm(120);
        _exit(f());
    }
    int status = 0;
    EXPECT_EQ(waitpid(child, &status, 0), child);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

TEST_F(Threads, AForkedChildStartsAnew) {
    given();
    allow(3);
    EXPECT_EQ(works_with_workers(), 0);
    EXPECT_EQ(in_child([] { return works_with_workers() || in_child(works_with_workers); }), 0);
    EXPECT_EQ(works_with_workers(), 0);
}

TEST_F(Threads, ForkWhileOthersWork) {
    given();
    allow(3);
    std::atomic<bool> end{false};
    std::vector<std::thread> hosts;
    for (int t = 0; t < 2; t++)
        hosts.emplace_back([&] {
            while (!end) run_rows(8 * least_grain, least_grain, [](size_t, size_t) { return 1; });
        });
    for (int i = 0; i < 10; i++) EXPECT_EQ(in_child(works_with_workers), 0);
    end = true;
    for (std::thread &t : hosts) t.join();
}

/* Another thread forks while the first batch of a process finds its engine and starts workers. */
void fork_during_the_first_batch(int delay) {
    std::atomic<bool> begun{false};
    const auto batch = [] {
        const bytes rows(129 * 600);
        bytes ok(600, 1);
        ufsecp_ecdsa_verify_rows(ok.data(), rows.data(), 0, 600, 0);
        return ok == bytes(600) ? 0 : 1;
    };
    if (ufsecp_threads_set(3) != 1) exit(1);
    std::thread first([&] {
        begun = true;
        batch();
    });
    while (!begun) {}
    std::this_thread::sleep_for(std::chrono::microseconds(delay));
    const int code = in_child(batch);
    first.join();
    exit(code);
}
TEST_F(Threads, ForkDuringTheFirstBatch) {
    const auto start = [] {
        execl("/proc/self/exe", "threads_test", "--gtest_filter=none", nullptr);
        return 9;
    };
    if (in_child(start) != 0) GTEST_SKIP() << "an emulator that starts no other program";
    testing::FLAGS_gtest_death_test_style = "threadsafe"; /* a new process */
    for (int i = 0; i < 30; i++)
        EXPECT_EXIT(fork_during_the_first_batch(10 * i), testing::ExitedWithCode(0), "");
}

TEST_F(Threads, ExitWhileOthersWork) {
    EXPECT_EQ(in_child([] {
                  exit_while_others_work();
                  return 0;
              }),
              7);
}

TEST_F(Threads, TheLibraryMayBeUnloaded) {
#if defined(__linux__) && !defined(__GLIBC__)
    GTEST_SKIP() << "musl unloads no library";
#endif
    const auto library =
        std::filesystem::read_symlink("/proc/self/exe").parent_path().parent_path() /
        "libufsecp.so";
    if (!std::filesystem::exists(library)) GTEST_SKIP() << "this build has no shared library";
    const auto workers = [] {
        const std::filesystem::directory_iterator tasks("/proc/self/task");
        return std::distance(begin(tasks), end(tasks));
    };
    given();
    const auto before = workers();
    for (int i = 0; i < 10; i++) {
        void *handle = dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
        ASSERT_NE(handle, nullptr) << dlerror();
        const auto set =
            reinterpret_cast<decltype(&ufsecp_threads_set)>(dlsym(handle, "ufsecp_threads_set"));
        const auto verify = reinterpret_cast<decltype(&ufsecp_ecdsa_verify_rows)>(
            dlsym(handle, "ufsecp_ecdsa_verify_rows"));
        ASSERT_TRUE(set && verify);
        EXPECT_EQ(set(5), 1);
        EXPECT_EQ(verify(nullptr, given().ecdsa.data(), 0, 127 * 4, 0), 0);
        EXPECT_GT(workers(), before);
        EXPECT_EQ(dlclose(handle), 0);
        EXPECT_EQ(dlopen(library.c_str(), RTLD_NOW | RTLD_NOLOAD), nullptr);
        EXPECT_TRUE(eventually([&] { return workers() == before; }));
        EXPECT_EQ(in_child([] { return 0; }), 0); /* fork does not call what is gone */
    }
}

#endif
#endif

}  // namespace
