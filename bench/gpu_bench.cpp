// The programs secp256k1_cuda_bench, opencl_benchmark and metal_bench: each operation from memory,
// in registers, by its kernels alone, from host memory to verdicts, and for few rows; all checked
// against the CPU.
#include <chrono>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <functional>
#include <regex>
#include <stdexcept>
#include <sys/utsname.h>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "bench/gpu_bench.h"
#include "bench/gpu_calls.h"
#include "bench/gpu_columns.h"
#include "bench/gpu_host.h"
#include "bench/stamp.h"
#include "gpu/host/load.h"

namespace bench {
namespace {

using nlohmann::ordered_json;
using std::size_t, std::uint8_t, std::uint32_t;

constexpr int without = 3, warm_up = 3;

struct options {
    bool json = false, quick = false, list = false, compare = false, host = false;
    std::string filter, output, define;
    int device = 0;
    uint32_t group = 0;
    size_t rows = 0, max = 0;
    double rate = 0;
};

/* A device with the engine on it. */
struct side {
    std::string api;
    std::unique_ptr<recorder> device;
    std::string engine;
};

/* ---- Results ---- */

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

double quantile(std::vector<double> v, double f) {
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

/* Passes of a block each, the sides in turns, for so many seconds; a run has `operations`. */
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

std::string format(const char *how, auto... values) {
    char text[512];
    std::snprintf(text, sizeof text, how, values...);
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

/* ---- The run ---- */

class benchmark {
public:
    benchmark(options o, std::vector<side> sides, std::string title);
    int run();

private:
    options o_;
    std::vector<side> sides_;
    std::string title_, cpu_;
    std::regex filter_;
    inputs in_;
    std::vector<result> results_;
    std::ofstream log_;  // what is said, line by line
    int wrong_ = 0;

    bool wanted(const std::string &name) const { return std::regex_search(name, filter_); }
    result row(const std::string &op, const std::string &kind, size_t n) const;
    void measured(result r, const std::vector<runner> &runners, double operations, double seconds);
    void say(const std::string &text);
    bool compare(const result &r, const side &s, const bytes &got, const bytes &want,
                 const bytes &got_ok = {}, const bytes &want_ok = {});
    ordered_json header() const;
    ordered_json to_json(const result &r) const;
    void kernels_of(const kernel_op &op);
    void latency(const kernel_op &op);
    void call_of(const batch_op &op);
    void latency(const batch_op &op, const bytes &out, const bytes &ok);
    double run_call(const std::string &engine, const batch_op &op, bytes *out, bytes *ok);
    void on_devices() const;
    void devices_alone(const batch_op &op, const result &like);
};

benchmark::benchmark(options o, std::vector<side> sides, std::string title)
    : o_(std::move(o)),
      sides_(std::move(sides)),
      title_(std::move(title)),
      cpu_(ufsecp_engine()),
      filter_(o_.filter),
      in_(o_.rows) {}

result benchmark::row(const std::string &op, const std::string &kind, size_t n) const {
    result r;
    r.name = op + "_" + kind;
    r.kind = kind;
    r.engine = sides_[0].engine;
    r.n = n;
    if (sides_.size() > 1) r.other_name = sides_[1].engine;
    return r;
}

void benchmark::say(const std::string &text) {
    log_ << text << std::flush;
    if (!o_.json) std::printf("%s", text.c_str()), std::fflush(stdout);
}

void benchmark::measured(result r, const std::vector<runner> &runners, double operations,
                         double seconds) {
    measure(&r, runners, operations, o_.quick ? seconds / 20 : seconds, o_.quick);
    r.table_bytes = r.kind == "memory" || r.kind == "compute" ? 0 : sides_[0].device->table_bytes;
    std::string line =
        format("%-34s %9zu %11.3f %11.3f %11.3f %11.3f %11.2f", r.name.c_str(), r.n, r.ours.median,
               r.ours.min, r.ours.low, r.ours.high, 1e3 / r.ours.median);
    line += r.bytes > 0 ? format(" %8.2f", r.bytes / r.ours.median) : format(" %8s", "");
    line += r.multiply_adds > 0 && o_.rate > 0
                ? format(" %6.1f%%", 1e11 * r.multiply_adds / o_.rate / r.ours.median)
                : format(" %7s", "");
    if (r.ratio > 0)
        line += format(" %11.3f %7.3f [%.3f, %.3f]", r.other.median, r.ratio, r.ratio_low,
                       r.ratio_high);
    if (!r.note.empty()) line += "  " + r.note;
    say(line + "\n");
    results_.push_back(std::move(r));
}

/* Whether the device of s gave what the CPU has; if not that is said, and the run fails. */
bool benchmark::compare(const result &r, const side &s, const bytes &got, const bytes &want,
                        const bytes &got_ok, const bytes &want_ok) {
    if (got == want && got_ok == want_ok) return true;
    size_t bad = 0;
    for (size_t i = 0; i < want_ok.size(); i++) bad += got_ok[i] != want_ok[i];
    const std::string text =
        format("%s: %s on %s, %zu rows: not what the CPU's %s gives (%zu verdicts differ)\n",
               title_.c_str(), r.name.c_str(), s.engine.c_str(), r.n, cpu_.c_str(), bad);
    std::fprintf(stderr, "%s", text.c_str());
    log_ << text;
    wrong_++;
    return false;
}

void benchmark::kernels_of(const kernel_op &op) {
    const size_t rows = o_.rows, memory_rows = op.points ? rows : 2 * rows;
    for (const std::string kind : {"memory", "compute", "end_to_end", "end_to_end_pageable"}) {
        result r = row(op.name, kind, kind == "memory" ? memory_rows : rows);
        if (!wanted(r.name)) continue;
        const bool end_to_end = kind.starts_with("end_to_end"), pageable = kind.ends_with("able");
        uint32_t loops = 0;
        std::vector<std::unique_ptr<columns>> there;
        std::vector<runner> runners;
        bool right = true;
        for (const side &s : sides_) {
            there.push_back(std::make_unique<columns>(*s.device, op, r.n, in_, pageable));
            columns *const c = there.back().get();
            /* Repetitions, of an odd number so that inverses are no identity: enough that loads and
             * stores do not count. */
            if (kind == "compute" && loops == 0) {
                timed({[&](size_t) { return c->launch(1, 1); }}, 1);
                for (double took = 0; took < (o_.quick ? 2e6 : 2e7) && loops < 5461;)
                    took = timed({[&](size_t) { return c->launch(1, loops = 4 * loops + 1); }}, 1);
            }
            c->load();
            if (!(end_to_end ? c->transfer(1) : c->launch(1, loops)))
                throw std::runtime_error(s.device->error);
            const size_t count = kind == "compute" ? 64 : 1024;
            const bytes got = c->output(count), want = c->expected(count, loops);
            r.checked = want.size() / (op.points ? 33 : 32);
            r.sha256 = sha256({}, want);
            right = compare(r, s, got, want) && right;
            runners.push_back({[=](size_t times) {
                return end_to_end ? c->transfer(times) : c->launch(times, loops);
            }});
        }
        if (!right) continue;
        if (kind == "memory") r.bytes = op.traffic;
        if (end_to_end) r.bytes = (double)(op.in_to - op.in_from + op.out_to - op.out_from);
        const std::string counted =
            (kind == "compute" ? "loop_" : "") +
            std::string(op.points && kind == "compute" && op.loop == ufsecp::gpu_loop_point_dbl
                            ? "point_dbl"
                            : op.name);
        r.multiply_adds = work_of(counted, there[0]->share(), 16).multiply_adds();
        if (kind == "compute") r.note = std::to_string(loops) + " times in registers";
        else if (end_to_end) r.note = pageable ? "pageable memory" : "columns in pinned memory";
        if (op.memory == ufsecp::gpu_field_inv && kind != "compute")
            r.note += (r.note.empty() ? "" : "; ") + std::to_string(there[0]->share()) +
                      " rows share an inversion";
        measured(r, runners, (double)r.n * std::max(loops, 1u), 2);
    }
}

/* Few rows from and to pinned memory, and more and more. */
void benchmark::latency(const kernel_op &op) {
    for (size_t n = 1; n <= o_.max; n *= 2) {
        result r = row(op.name, "latency", n);
        if (!wanted(r.name)) return;
        std::vector<std::unique_ptr<columns>> there;
        std::vector<runner> runners;
        bool right = true;
        for (const side &s : sides_) {
            there.push_back(std::make_unique<columns>(*s.device, op, n, in_));
            columns *const c = there.back().get();
            if (!c->transfer(1)) throw std::runtime_error(s.device->error);
            const bytes want = c->expected(256, 0);
            r.checked = want.size() / (op.points ? 33 : 32);
            r.sha256 = sha256({}, want);
            right = compare(r, s, c->output(256), want) && right;
            runners.push_back({[=](size_t times) { return c->transfer(times); }});
        }
        if (right) measured(r, runners, (double)n, 0.2);
    }
}

/* Nanoseconds of one call for all rows on that engine. */
double benchmark::run_call(const std::string &engine, const batch_op &op, bytes *out, bytes *ok) {
    ufsecp_engine_select(engine.c_str());
    out->assign(op.out_size * o_.rows, 0xa5);
    ok->assign(o_.rows, 0xa5);
    const double took = timed({[&](size_t) {
                                  op.call(in_, out->data(), ok->data(), 0, o_.rows);
                                  return true;
                              }},
                              1);
    ufsecp_engine_select(cpu_.c_str());
    return took;
}

/* Throws if a device left anything to the CPU, whose figures would then be the row's. */
void benchmark::on_devices() const {
    for (const side &s : sides_) {
        ufsecp_engine_select(s.engine.c_str());
        const char *const note = ufsecp_engine_note();
        ufsecp_engine_select(cpu_.c_str());
        if (note) throw std::runtime_error(note);
    }
}

/* What one call told the first device, done again: kernels, each kernel by itself, copies. */
void benchmark::devices_alone(const batch_op &op, const result &like) {
    recorder &first = *sides_[0].device;
    double share = 1, window = 16, copied = 0;
    for (const auto &l : first.launches)
        share = l.args.share, window = l.args.window ? l.args.window : window;
    for (const auto &c : first.copies) copied += (double)c.size;
    result r = row(op.name, "kernels", o_.rows);
    r.sha256 = like.sha256, r.checked = like.checked;
    r.multiply_adds = work_of(op.name, share, window).multiply_adds();
    r.note = format("%zu launches", first.launches.size());
    if (!op.is_sum) r.note += format(", %.0f rows share an inversion", share);
    std::vector<runner> runners;
    for (const side &s : sides_)
        runners.push_back({[d = s.device.get()](size_t times) { return d->launch_again(times); }});
    if (wanted(r.name)) measured(r, runners, (double)o_.rows, 2);
    if (!op.is_sum && wanted(std::string(op.name) + "_steps")) {
        std::vector<gpu_kernel> steps;
        for (const auto &l : first.launches)
            if (std::find(steps.begin(), steps.end(), l.kernel) == steps.end())
                steps.push_back(l.kernel);
        for (const gpu_kernel k : steps) {
            r = row(op.name, std::string("step_") + kernel_names[k], o_.rows);
            r.multiply_adds = work_of(kernel_names[k], share, window).multiply_adds();
            runners.clear();
            for (const side &s : sides_)
                runners.push_back(
                    {[=, d = s.device.get()](size_t t) { return d->launch_again(t, k); }});
            measured(r, runners, (double)o_.rows, 0.5);
        }
    }
    r = row(op.name, "copies", o_.rows);
    r.bytes = copied / (double)o_.rows;
    r.note = format("%zu copies, between pinned memory and the device", first.copies.size());
    runners.clear();
    for (const side &s : sides_)
        runners.push_back({[d = s.device.get()](size_t times) { return d->copy_again(times); }});
    if (wanted(r.name) && !first.copies.empty()) measured(r, runners, (double)o_.rows, 1);
}

void benchmark::call_of(const batch_op &op) {
    bool any = false;
    for (const char *kind : {"_kernels", "_steps", "_copies", "_end_to_end", "_latency"})
        any |= wanted(std::string(op.name) + kind);
    if (!any) return;
    bytes out, ok, got, got_ok;
    result r = row(op.name, "end_to_end", o_.rows);
    run_call(cpu_, op, &out, &ok);  // makes rows and tables, too
    r.cpu_ns = run_call(cpu_, op, &out, &ok) / (double)o_.rows;
    r.sha256 = sha256(ok, out);
    r.checked = o_.rows;
    bool right = true;
    for (const side &s : sides_) {
        run_call(s.engine, op, &got, &got_ok);  // makes the table
        s.device->clear();
        s.device->recording = true;
        run_call(s.engine, op, &got, &got_ok);
        s.device->recording = false;
        right = compare(r, s, got, out, got_ok, ok) && right;
    }
    if (!right) return;
    on_devices();
    devices_alone(op, r);
    size_t chunks = 0, chunk = 0;
    for (const auto &c : sides_[0].device->copies) chunks += c.up;
    for (const auto &l : sides_[0].device->launches) chunk = std::max<size_t>(chunk, l.args.n);
    r.bytes = (double)(op.in_size + op.out_size + 1);
    r.note = format("%zu chunks of %zu rows, pageable memory; CPU %.1f", chunks, chunk, r.cpu_ns);
    std::vector<runner> runners;
    for (const side &s : sides_)
        runners.push_back({[&](size_t times) {
                               while (times--) op.call(in_, got.data(), got_ok.data(), 0, o_.rows);
                               return true;
                           },
                           [&] { ufsecp_engine_select(s.engine.c_str()); },
                           [&] { return got == out && got_ok == ok; }});
    if (wanted(r.name)) measured(r, runners, (double)o_.rows, 3);
    ufsecp_engine_select(cpu_.c_str());
    if (wanted(std::string(op.name) + "_latency")) latency(op, out, ok);
    on_devices();
}

/* Calls for 1, 2, 4 ... rows, the next ones each time. */
void benchmark::latency(const batch_op &op, const bytes &all_out, const bytes &all_ok) {
    bytes out(all_out), ok(all_ok), got(out.size()), got_ok(ok.size());
    for (size_t n = 1; n <= o_.max; n *= 2) {
        if (op.is_sum) op.call(in_, out.data(), ok.data(), 0, n);  // by the CPU
        result r = row(op.name, "latency", n);
        r.sha256 = sha256(ok, out);
        r.checked = o_.rows;
        std::vector<runner> runners;
        size_t at = 0, end = 0; /* of the rows that calls were for */
        for (const side &s : sides_)
            runners.push_back(
                {[&](size_t times) {
                     while (times--) {
                         at = at + 2 * n <= o_.rows && !op.is_sum ? at + n : 0;
                         end = std::max(end, at + n);
                         op.call(in_, got.data() + op.out_size * at, &got_ok[at], at, n);
                     }
                     return true;
                 },
                 [&] {
                     std::fill(got.begin(), got.end(), 0xa5);
                     std::fill(got_ok.begin(), got_ok.end(), 0xa5);
                     at = o_.rows, end = 0;
                     ufsecp_engine_select(s.engine.c_str());
                 },
                 [&] {
                     return std::equal(ok.data(), ok.data() + end, got_ok.data()) &&
                            std::equal(out.data(), out.data() + op.out_size * end, got.data());
                 }});
        measured(r, runners, (double)n, 0.2);
        ufsecp_engine_select(cpu_.c_str());
    }
}

/* What the kernels' text defines this as. */
std::string default_of(const std::string &name, const char *text) {
    std::cmatch found;
    return std::regex_search(text, found, std::regex("#define " + name + " ([^\\n]*)"))
               ? found[1].str()
               : "";
}

ordered_json benchmark::header() const {
    char date[32];
    const std::time_t now = std::time(nullptr);
    std::strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%SZ", std::gmtime(&now));
    utsname u{};
    uname(&u);
    ordered_json out = {{"report", title_},
                        {"version", ufsecp_version()},
                        {"commit", commit()},
                        {"date", date},
                        {"platform", std::string(u.machine) + "-" + u.sysname + " " + u.release}};
    for (size_t i = 0; i < sides_.size(); i++) {
        const recorder &d = *sides_[i].device;
        out[i ? "other_device" : "device"] = {{"engine", sides_[i].engine},
                                              {"api", sides_[i].api},
                                              {"name", d.name},
                                              {"description", d.description},
                                              {"memory_bytes", d.memory_bytes},
                                              {"most_rows", d.most_rows},
                                              {"least_rows", d.least_rows},
                                              {"is_cpu", d.is_cpu}};
    }
    const char *const window = std::getenv("UFSECP_GPU_WINDOW_BITS");
    if (std::ifstream driver("/proc/driver/nvidia/version"); driver) {
        std::string line;
        std::getline(driver, line);
        out["nvidia_driver"] = line;
    }
    out.update({{"compiler", compiler()},
                {"flags", compiler_flags()},
                {"engine", cpu_},
                {"threads", ufsecp_threads()},
                {"rows", o_.rows},
                {"rows_content",
                 "a fresh key in each; of 64 one has a wrong signature or key, of 256 "
                 "one an r or a scalar of 0; field_ and point_: 65,536 different at most"},
                {"group", o_.group ? std::to_string(o_.group) : "the backend's own"},
                {"define", o_.define.empty() ? "nothing" : o_.define},
                {"cuda_bounds", default_of("UF_CUDA_BOUNDS", ufsecp::gpu_text_cuda)},
                {"gpu_window", default_of("UF_GPU_WINDOW", ufsecp::gpu_text_opencl)},
                {"window_bits", window ? window : "the engine's own"},
                {"warm_up", std::to_string(warm_up) + " runs"},
                {"passes", o_.quick ? "3 to 101" : "5 to 101"},
                {"block_ms", o_.quick ? 2 : 20},
                {"statistic",
                 "median over passes, minimum and quartiles; ratio: the other's time by ours, "
                 "median of neighbouring passes"},
                {"timer", "the wall's clock on the host, until all that was queued is done"},
                {"kinds",
                 {{"memory", "one kernel, operands from device memory and back"},
                  {"compute", "one kernel, the operation in a loop in registers"},
                  {"kernels", "the launches of a call again, without copies"},
                  {"step", "the launches of one of its kernels again"},
                  {"copies", "its copies again"},
                  {"end_to_end",
                   "from host memory to results in host memory; calls take pageable "
                   "memory and copy it to pinned memory themselves, their only way"},
                  {"end_to_end_pageable", "the driver copies from and to pageable memory"},
                  {"latency", "the same for few rows"}}},
                {"multiply_adds_per_second", nullptr}});
    if (o_.rate > 0) out["multiply_adds_per_second"] = o_.rate;
    return out;
}

ordered_json benchmark::to_json(const result &r) const {
    const timing &t = r.ours;
    ordered_json out = {{"name", r.name},
                        {"engine", r.engine},
                        {"n", r.n},
                        {"threads", ufsecp_threads()},
                        {"ns_per_op", t.median},
                        {"per_second", 1e9 / t.median},
                        {"spread", (t.high - t.low) / t.median},
                        {"peer", nullptr},
                        {"peer_ns_per_op", nullptr},
                        {"ratio", nullptr},
                        {"ratio_quartiles", nullptr},
                        {"table_bytes", r.table_bytes},
                        {"constant_time", false},
                        {"disturbed", false},
                        {"passes", r.passes},
                        {"note", r.note},
                        {"kind", r.kind},
                        {"launches", r.launches},
                        {"min_ns", t.min},
                        {"quartiles_ns", {t.low, t.high}},
                        {"batch_us", t.median * (double)r.n / 1e3},
                        {"gigabytes_per_second", nullptr},
                        {"multiply_adds", nullptr},
                        {"of_bound", nullptr},
                        {"cpu_ns_per_op", nullptr},
                        {"sha256", nullptr},
                        {"checked_rows", r.checked}};
    if (r.ratio > 0) {
        out["peer"] = r.other_name;
        out["peer_ns_per_op"] = r.other.median;
        out["ratio"] = r.ratio;
        out["ratio_quartiles"] = {r.ratio_low, r.ratio_high};
    }
    if (r.bytes > 0) out["gigabytes_per_second"] = r.bytes / t.median;
    if (r.multiply_adds > 0) out["multiply_adds"] = r.multiply_adds;
    if (r.multiply_adds > 0 && o_.rate > 0)
        out["of_bound"] = 1e9 * r.multiply_adds / o_.rate / t.median;
    if (r.cpu_ns > 0) out["cpu_ns_per_op"] = r.cpu_ns;
    if (!r.sha256.empty()) out["sha256"] = r.sha256;
    return out;
}

int benchmark::run() {
    const ordered_json head = header();
    std::ofstream json_file;
    if (!o_.output.empty()) {
        char date[32];
        const std::time_t now = std::time(nullptr);
        std::strftime(date, sizeof date, "%Y%m%d-%H%M%S", std::localtime(&now));
        const std::string path = o_.output + "/" + title_ + "-" + date;
        std::filesystem::create_directories(o_.output);
        log_.open(path + ".txt"), json_file.open(path + ".json");
        if (!log_ || !json_file) throw std::runtime_error("cannot write " + path + ".txt");
        std::fprintf(stderr, "writing %s.txt and .json\n", path.c_str());
    }
    for (const auto &[key, value] : head.items())
        say(format("%-26s ", key.c_str()) +
            (value.is_string() ? value.get<std::string>() : value.dump()) + "\n");
    say(format("\n%-34s %9s %11s %11s %11s %11s %11s %8s %7s%s\n", "nanoseconds", "n", "median",
               "min", "quartiles", "", "M/s", "GB/s", "bound",
               sides_.size() > 1 ? ("  " + sides_[1].engine + ", ratio, quartiles").c_str() : ""));
    std::string failure;
    try {
        for (const kernel_op &op : kernel_ops) {
            kernels_of(op);
            latency(op);
        }
        for (const batch_op &op : batch_ops) call_of(op);
    } catch (const std::exception &e) {
        failure = title_ + ": " + e.what();
        for (const side &s : sides_)
            if (s.device->error[0]) failure += "; " + s.engine + ": " + s.device->error;
        std::fprintf(stderr, "%s\n", failure.c_str());
        log_ << failure << "\n";
    }
    say("\nSHA-256 of verdicts and outputs, the CPU's and each device's:\n");
    for (const result &r : results_)
        if (!r.sha256.empty() && r.kind != "kernels" && r.kind != "latency")
            say(format("%-34s %9zu rows  %s\n", r.name.c_str(), r.checked, r.sha256.c_str()));
    ordered_json list = ordered_json::array();
    for (const result &r : results_) list.push_back(to_json(r));
    const bool failed = wrong_ > 0 || !failure.empty();
    const ordered_json all = {
        {"header", head}, {"rows", list}, {"skipped", ordered_json::array()}, {"failed", failed}};
    const std::string dump = all.dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n";
    if (o_.json) std::printf("%s", dump.c_str());
    if (json_file.is_open() && (!log_.flush() || !(json_file << dump).flush()))
        throw std::runtime_error("cannot write the result files");
    return failed ? 1 : 0;
}

/* ---- Devices ---- */

gpu_device *open(const options &o, const std::string &api, char *why, size_t size) {
    auto by = api == "cuda" ? ufsecp::gpu_open_cuda : ufsecp::gpu_open_opencl;
#ifdef __APPLE__
    if (api == "metal") by = ufsecp::gpu_open_metal;
#endif
    gpu_device *const device = by(o.device, why, size);
    if (!device) return nullptr;
    device->loops = true;
    if (!o.define.empty())
        std::snprintf(device->define, sizeof device->define, "-D%s", o.define.c_str());
    if (api == "cuda" && o.define.starts_with("UF_CUDA_BOUNDS="))
        device->most_items = (uint32_t)std::atoi(o.define.c_str() + std::strlen("UF_CUDA_BOUNDS="));
    return device;
}

/* The multiply-adds a second of an NVIDIA device by what its description says: 64 a clock of each
 * unit, as its generations from Volta on have them.  0 if it does not say. */
double rate_of(const side &s) {
    std::cmatch found;
    const std::regex units(R"((\d+) units, (\d+) MHz)");
    const char *const text = s.device->description;
    if (s.device->is_cpu || (s.api != "cuda" && !std::strstr(text, "NVIDIA"))) return 0;
    return std::regex_search(text, found, units) ? std::stod(found[1]) * std::stod(found[2]) * 64e6
                                                 : 0;
}

/* Nothing to measure: told, and as JSON too. */
int without_device(const options &o, const std::string &title, const std::string &api,
                   const std::string &why) {
    std::fprintf(stderr, "%s: %s\n", title.c_str(), why.c_str());
    if (o.json) {
        const ordered_json none = ordered_json::array(),
                           all = {{"header",
                                   {{"report", title},
                                    {"version", ufsecp_version()},
                                    {"device", nullptr}}},
                                  {"rows", none},
                                  {"skipped", {{{"name", api}, {"why", why}}}},
                                  {"failed", false}};
        std::printf("%s\n",
                    all.dump(2, ' ', false, ordered_json::error_handler_t::replace).c_str());
    }
    return without;
}

int start(options o, const std::string &title, const std::string &api) {
    const std::regex filter(o.filter);
    std::vector<std::string> all = names();
    std::erase_if(all, [&](const std::string &name) { return !std::regex_search(name, filter); });
    if (all.empty()) {
        std::fprintf(stderr, "%s: no row has a name like %s\n", title.c_str(), o.filter.c_str());
        return 2;
    }
    if (o.list) {
        for (const std::string &name : all) std::printf("%s\n", name.c_str());
        return 0;
    }
    ufsecp_threads_set(0);
    const ufsecp::engine &cpu = ufsecp::current_engine();
    if (cpu.host) {
        std::fprintf(stderr,
                     "%s: UFSECP_ENGINE names a GPU; leave it unset, or name the CPU's engine to "
                     "compare with\n",
                     title.c_str());
        return 2;
    }
    if (o.host) return host_side(o.rows ? o.rows : size_t{1} << 20);
    std::vector<side> sides;
    for (const std::string &which : {api, std::string(api == "cuda" ? "opencl" : "cuda")}) {
        char why[1024] = "";
        gpu_device *const device = open(o, which, why, sizeof why);
        if (!device) return without_device(o, title, which, why);
        if (o.group > device->most_items)
            throw std::runtime_error(format(
                "--group %u: kernels on %s take groups of %u at most%s", o.group, device->name,
                device->most_items, which == "cuda" ? ", by UF_CUDA_BOUNDS (--define)" : ""));
        sides.push_back({which, std::make_unique<recorder>(*device, o.group),
                         which + ":" + std::to_string(o.device)});
        gpu_device *const own = sides.back().device.get();
        if (!ufsecp::gpu_make_engine(sides.back().engine.c_str(), &own, 1, cpu))
            throw std::runtime_error("the engine cannot be made");
        if (!o.compare) break;
    }
    if (o.compare && std::strcmp(sides[0].device->name, sides[1].device->name) != 0)
        throw std::runtime_error(
            format("--compare wants one device by both, and number %d is "
                   "\"%s\" by %s and \"%s\" by %s",
                   o.device, sides[0].device->name, sides[0].api.c_str(), sides[1].device->name,
                   sides[1].api.c_str()));
    const bool is_cpu = sides[0].device->is_cpu;
    if (!o.rows) o.rows = size_t{1} << (is_cpu ? o.quick ? 9 : 12 : o.quick ? 16 : 20);
    o.max = std::min(o.max ? o.max : is_cpu ? size_t{64} : o.rows, o.rows);
    if (!(o.rate > 0)) o.rate = rate_of(sides[0]);
    return benchmark(o, std::move(sides), title).run();
}

}  // namespace

int gpu_main(const char *api, int argc, char **argv) {
    options o;
    const std::string title = std::filesystem::path(argv[0]).filename();
    CLI::App app{title + ": the operations of the engine " + api +
                 ", checked against the CPU and timed.\n"
                 "Exit code 0: done; 1: a result is not the CPU's, or the device failed; "
                 "2: unusable arguments;\n"
                 "3: no such device, or no driver (the reason is on standard error)."};
    app.add_flag("--json", o.json, "Print JSON.");
    app.add_flag("--quick", o.quick, "Fewer rows, fewer and shorter passes.");
    app.add_flag("--list", o.list, "Only print the names of the rows; needs no device.");
    app.add_flag("--host", o.host,
                 "Only what the host's part of each call costs; needs no device.");
    app.add_option("--filter", o.filter, "Only rows whose name matches this regular expression.");
    app.add_option("--device", o.device, "The number of the device (0).")
        ->check(CLI::Range(0, 255));
    app.add_option("--rows", o.rows,
                   "Rows of a batch (1048576; with --quick 65536; on a CPU 4096 and 512); for "
                   "16777216, 24 GB of host memory.")
        ->check(CLI::Range(std::size_t{2}, std::size_t{1} << 24));
    app.add_option("--max", o.max, "Rows of the largest batch of latency (as --rows, on a CPU 64).")
        ->check(CLI::Range(std::size_t{1}, std::size_t{1} << 24));
    app.add_option(
           "--define", o.define,
           "NAME=VALUE for the compiler of the kernels, as UF_CUDA_BOUNDS=256,2 (threads of "
           "a block, blocks of a unit); not where they were compiled with the library.")
        ->check([](const std::string &text) {
            return std::regex_match(text, std::regex("[A-Z]\\w{0,30}=[\\w,]{1,24}"))
                       ? std::string()
                       : "\"" + text + "\" is not like NAME=VALUE";
        });
    app.add_option("--group", o.group, "Work items in a group (the backend's own).")
        ->check(CLI::Range(1, 65536));
    app.add_option(
           "--rate", o.rate,
           "Multiply-adds of 32x32 bits a second that the device can do, for the column bound "
           "(NVIDIA: 64 a clock and unit; else there is none).")
        ->check(CLI::PositiveNumber);
#ifndef __APPLE__
    app.add_flag("--compare", o.compare, "Measure CUDA and OpenCL in turns, and print the ratio.");
#endif
    app.add_option("--output", o.output, "Write <program>-<date>.txt and .json into this folder.");
    try {
        app.parse(argc, argv);
        return start(o, title, api);
    } catch (const CLI::ParseError &e) {
        return app.exit(e) == 0 ? 0 : 2;
    } catch (const std::regex_error &) {
        std::fprintf(stderr, "%s: %s is not a regular expression\n", title.c_str(),
                     o.filter.c_str());
        return 2;
    } catch (const std::exception &e) {
        std::fprintf(stderr, "%s: %s\n", title.c_str(), e.what());
        return 2;
    }
}

}  // namespace bench
