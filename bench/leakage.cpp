// Welch's t test on the times of secret calls: a fixed key against random ones, in random order.
//
// Every run copies its inputs to the same place and is timed alone.  The first tenth of the runs
// only sets thresholds: since interrupts and other programs make a long tail, the test is done for
// all runs and for those below each threshold, and the greatest |t| counts.  A |t| above 4.5 would
// come by chance once in 10^5 tests; it is a reason to look, and a lower one no proof of anything.
#include "bench/leakage.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <random>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "cli/arguments.h"
#include "ufsecp/ufsecp.h"

namespace bench {
namespace {

constexpr double threshold = 4.5;

/* Mean and variance of numbers that come one by one. */
struct moments {
    double n = 0, mean = 0, squares = 0;

    void add(double x) {
        const double before = x - mean;
        n++;
        mean += before / n;
        squares += before * (x - mean);
    }
    double variance() const { return n > 1 ? squares / (n - 1) : 0; }
};

double welch(const moments &a, const moments &b) {
    if (a.n < 2 || b.n < 2) return 0;
    const double error = std::sqrt(a.variance() / a.n + b.variance() / b.n);
    return error > 0 ? (a.mean - b.mean) / error : 0;
}

std::uint64_t ticks() {
#if defined(__x86_64__)
    std::uint32_t low, high;
    __asm__ __volatile__("lfence\n\trdtsc\n\tlfence" : "=a"(low), "=d"(high) : : "memory");
    return (std::uint64_t)high << 32 | low;
#else
    timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (std::uint64_t)t.tv_sec * 1000000000 + (std::uint64_t)t.tv_nsec;
#endif
}

/* Where every run finds its inputs. */
struct inputs {
    std::uint8_t key[32], msg[32], aux[32], pubkey[33], out[65];
};

struct subject {
    const char *name;
    enum { constant_time, control_leaks, control_same } kind;
    void (*run)(inputs *in);
};
const subject subjects[] = {
    {"pubkey_create", subject::constant_time,
     [](inputs *in) { (void)!ufsecp_pubkey_create(in->out, 33, in->key); }},
    {"ecdsa_sign", subject::constant_time,
     [](inputs *in) { (void)!ufsecp_ecdsa_sign(in->out, in->msg, in->key, nullptr); }},
    {"schnorr_sign", subject::constant_time,
     [](inputs *in) { (void)!ufsecp_schnorr_sign(in->out, in->msg, 32, in->key, in->aux); }},
    {"ecdh", subject::constant_time,
     [](inputs *in) { (void)!ufsecp_ecdh(in->out, in->pubkey, 33, in->key); }},
    {"control: one key twice", subject::control_same,
     [](inputs *in) { (void)!ufsecp_pubkey_create(in->out, 33, in->key); }},
    {"control: variable time", subject::control_leaks,
     [](inputs *in) { (void)!ufsecp_pubkey_tweak_mul(in->out, 33, in->pubkey, 33, in->key); }},
};

struct finding {
    double t = 0, below = 1; /* the greatest |t| with its sign, and the share of runs it is of */
    double fixed = 0, random = 0; /* mean ticks, all runs */
};

finding measure(const subject &s, std::size_t runs) {
    static inputs in;
    constexpr std::size_t chunk = 1000;
    std::mt19937_64 random(std::random_device{}());
    std::vector<std::uint8_t> keys(32 * chunk), classes(chunk);
    std::uint8_t fixed_key[32] = {}, other_key[32];
    fixed_key[31] = 1;
    std::memset(other_key, 0x42, sizeof other_key);
    std::memset(&in, 0x35, sizeof in);
    (void)!ufsecp_pubkey_create(in.pubkey, 33, other_key);

    const std::size_t first = std::max<std::size_t>(runs / 10, 100);
    std::vector<double> tail;       /* times that set the thresholds */
    std::vector<double> thresholds; /* the last one lets all pass */
    std::vector<moments> found[2];
    for (std::size_t done = 0; done < first + runs;) {
        for (std::size_t i = 0; i < chunk; i++) {
            classes[i] = random() & 1;
            for (int j = 0; j < 32; j++) keys[32 * i + (std::size_t)j] = (std::uint8_t)random();
            keys[32 * i] &= 0x7f; /* below the group order */
            if (!classes[i] || s.kind == subject::control_same)
                std::memcpy(&keys[32 * i], fixed_key, 32);
        }
        for (std::size_t i = 0; i < chunk && done < first + runs; i++, done++) {
            std::memcpy(in.key, &keys[32 * i], 32);
            const std::uint64_t start = ticks();
            s.run(&in);
            const double time = (double)(ticks() - start);
            if (done < first) {
                tail.push_back(time);
                continue;
            }
            if (thresholds.empty()) {
                std::sort(tail.begin(), tail.end());
                for (double share : {0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99})
                    thresholds.push_back(tail[(std::size_t)(share * (double)first)]);
                thresholds.push_back(HUGE_VAL);
                for (auto &f : found) f.resize(thresholds.size());
            }
            for (std::size_t c = 0; c < thresholds.size(); c++)
                if (time <= thresholds[c]) found[classes[i]][c].add(time);
        }
    }
    finding best;
    best.fixed = found[0].back().mean, best.random = found[1].back().mean;
    for (std::size_t c = 0; c < thresholds.size(); c++) {
        const double t = welch(found[0][c], found[1][c]);
        if (std::fabs(t) < std::fabs(best.t)) continue;
        best.t = t;
        best.below = (found[0][c].n + found[1][c].n) / (found[0].back().n + found[1].back().n);
    }
    return best;
}

}  // namespace

int leakage(int argc, char **argv) {
    std::size_t runs = 200000;
    std::string engine;
    bool leakage = false;
    CLI::App app{"constant time: timing report", "bench_ct"};
    app.add_flag("--leakage", leakage, "This report.");
    app.add_option("--runs", runs, "Timed runs of each call.")->check(CLI::Range(1000, 100000000));
    app.add_option("--engine", engine, "The engine to measure.");
    try {
        parse_arguments(app, app, {argv + 1, argv + argc});
    } catch (const CLI::ParseError &e) { return app.exit(e) == 0 ? 0 : 2; }
    /* By its name an engine is whole; under auto its calls with secrets may be another's. */
    if (engine.empty()) engine = ufsecp_engine();
    if (!ufsecp_engine_select(engine.c_str())) {
        std::fprintf(stderr, "no engine %s on this machine (see ufsecp info)\n", engine.c_str());
        return 2;
    }
    ufsecp_threads_set(1);
    std::printf(
        "Welch's t test, key 1 against random keys, %zu runs of each call, engine %s\n"
        "A report, not a proof: |t| above %.1f is a reason to look. Other programs and "
        "changes of the clock make noise.\n\n%-24s %12s %12s %9s %8s\n",
        runs, ufsecp_engine(), threshold, "", "fixed", "random", "of runs", "t");
    bool control = false;
    for (const subject &s : subjects) {
        const finding f = measure(s, runs);
        const bool noticed = std::fabs(f.t) > threshold;
        std::printf("%-24s %12.0f %12.0f %8.0f%% %8.2f%s\n", s.name, f.fixed, f.random,
                    100 * f.below, f.t,
                    !noticed                           ? ""
                    : s.kind == subject::control_leaks ? "  as it should"
                                                       : "  look");
        std::fflush(stdout);
        if (s.kind == subject::control_leaks) control = noticed;
    }
    if (!control) std::printf("the control shows nothing: this report cannot be relied upon\n");
    return control ? 0 : 1;
}

}  // namespace bench
