// How operations on GPUs are timed: runs, passes of the sides in turns, results.
#pragma once
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "bench/gpu_inputs.h"

namespace bench::gpu {

using std::size_t, std::uint8_t, std::uint32_t;

constexpr int warm_up = 3;

/* Nanoseconds an operation. */
struct timing {
    double min = 0, low = 0, median = 0, high = 0;
};

struct result {
    std::string name, kind, engine;
    size_t n = 0;
    timing ours = {}, other = {};
    std::string other_name = {};
    double ratio = 0, ratio_low = 0, ratio_high = 0;  // time of other by time of ours
    size_t passes = 0, launches = 0;                  // launches: runs in a pass
    size_t table_bytes = 0, checked = 0;
    double bytes = 0, multiply_adds = 0, cpu_ns = 0;  // of an operation
    std::string sha256 = {}, note = {};
};

/* One run after the other, `times` of them, queued at once where they can be. */
struct runner {
    std::function<bool(size_t times)> run;
    std::function<void()> prepare = [] {};
    std::function<bool()> right = [] { return true; };  // looked at afterwards, untimed
};

/* Nanoseconds of so many runs; throws if one fails or its result is not right. */
double timed(const runner &r, size_t times);
/* Passes of a block each, the sides in turns, for so many seconds; a run has `operations`. */
void measure(result *r, const std::vector<runner> &sides, double operations, double seconds,
             bool quick);

/* printf into a string. */
[[gnu::format(printf, 1, 2)]] std::string format(const char *how, ...);
/* Of both, one behind the other, in hexadecimal. */
std::string sha256(const bytes &a, const bytes &b);

}  // namespace bench::gpu
