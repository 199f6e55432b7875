// How operations on GPUs are timed.
#include "bench/gpu_measure.h"

#include <algorithm>
#include <chrono>
#include <cstdarg>
#include <cstdio>
#include <stdexcept>

#include "ufsecp/ufsecp.h"

namespace bench::gpu {

static double quantile(std::vector<double> v, double f) {
    std::sort(v.begin(), v.end());
    const double at = f * (double)(v.size() - 1);
    const size_t i = (size_t)at;
    return i + 1 < v.size() ? v[i] + (at - (double)i) * (v[i + 1] - v[i]) : v[i];
}

double timed(const runner &r, size_t times) {
    r.prepare();
    const auto start = std::chrono::steady_clock::now();
    if (!r.run(times)) throw std::runtime_error("a call failed on the device");
    const std::chrono::duration<double, std::nano> took = std::chrono::steady_clock::now() - start;
    if (!r.right()) throw std::runtime_error("a result differs from the CPU's");
    return took.count();
}

void measure(result *r, const std::vector<runner> &sides, double operations, double seconds,
             bool quick) {
    const double block = quick ? 2e6 : 2e7;
    std::vector<size_t> times;
    std::vector<double> ns[2], ratios;
    double all = 0;
    for (const runner &s : sides) {
        double once = 0;
        for (int i = 0; i < warm_up; i++) once = timed(s, 1);
        times.push_back((size_t)std::clamp(block / once, 1.0, 1000.0));
        all += once * (double)times.back();
    }
    const size_t passes = (size_t)std::clamp(seconds * 1e9 / all, quick ? 3.0 : 5.0, 101.0);
    for (size_t pass = 0; pass < passes; pass++) {
        for (size_t i = 0; i < sides.size(); i++) {
            const size_t s = (i + pass) % sides.size();
            ns[s].push_back(timed(sides[s], times[s]) / ((double)times[s] * operations));
        }
        if (sides.size() > 1) ratios.push_back(ns[1].back() / ns[0].back());
    }
    timing *const to[] = {&r->ours, &r->other};
    for (size_t s = 0; s < sides.size(); s++)
        *to[s] = {quantile(ns[s], 0), quantile(ns[s], 0.25), quantile(ns[s], 0.5),
                  quantile(ns[s], 0.75)};
    r->passes = passes;
    r->launches = times[0];
    if (ratios.empty()) return;
    r->ratio = quantile(ratios, 0.5);
    r->ratio_low = quantile(ratios, 0.25);
    r->ratio_high = quantile(ratios, 0.75);
}

std::string format(const char *how, ...) {
    char text[512];
    va_list values;
    va_start(values, how);
    std::vsnprintf(text, sizeof text, how, values);
    va_end(values);
    return text;
}

std::string sha256(const bytes &a, const bytes &b) {
    bytes all(a);
    all.insert(all.end(), b.begin(), b.end());
    uint8_t hash[32];
    ufsecp_sha256(hash, all.data(), all.size());
    std::string out;
    for (const uint8_t byte : hash) out += format("%02x", byte);
    return out;
}

}  // namespace bench::gpu
