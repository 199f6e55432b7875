// The log of a GPU program: its header, a line a row, digests; text and JSON.
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <sys/utsname.h>

#include <nlohmann/json.hpp>

#include "bench/gpu_run.h"
#include "bench/gpu_work.h"
#include "bench/stamp.h"
#include "gpu/host/load.h"
#include "ufsecp/ufsecp.h"

namespace bench::gpu {

using nlohmann::ordered_json;

namespace {

/* What the kernels' text defines this as. */
std::string default_of(const std::string &name, const char *text) {
    std::cmatch found;
    return std::regex_search(text, found, std::regex("#define " + name + " ([^\\n]*)"))
               ? found[1].str()
               : "";
}

std::string dumped(const ordered_json &all) {
    return all.dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace

ordered_json header(const std::string &title, const options &o, const std::vector<side> &sides,
                    const std::string &cpu) {
    utsname u{};
    uname(&u);
    ordered_json out = {{"report", title},
                        {"version", ufsecp_version()},
                        {"commit", commit()},
                        {"date", date_utc()},
                        {"platform", std::string(u.machine) + "-" + u.sysname + " " + u.release}};
    for (size_t i = 0; i < sides.size(); i++) {
        const recorder &d = *sides[i].device;
        out[i ? "other_device" : "device"] = {{"engine", sides[i].engine},
                                              {"api", sides[i].api},
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
                {"engine", cpu},
                {"threads", ufsecp_threads()},
                {"rows", o.rows},
                {"rows_content",
                 "a fresh key in each; of 64 one has a wrong signature or key, of 256 "
                 "one an r or a scalar of 0; field_ and point_: 65,536 different at most"},
                {"group", o.group ? std::to_string(o.group) : "the backend's own"},
                {"define", o.define.empty() ? "nothing" : o.define},
                {"cuda_bounds", default_of("UF_CUDA_BOUNDS", ufsecp::gpu_text_cuda)},
                {"window_bits", window ? window : "the engine's own"},
                {"warm_up", std::to_string(warm_up) + " runs"},
                {"passes", o.quick ? "3 to 101" : "5 to 101"},
                {"block_ms", o.quick ? 2 : 20},
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
    if (o.rate > 0) out["multiply_adds_per_second"] = o.rate;
    return out;
}

ordered_json to_json(const result &r, double rate) {
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
    if (r.multiply_adds > 0 && rate > 0) out["of_bound"] = 1e9 * r.multiply_adds / rate / t.median;
    if (r.cpu_ns > 0) out["cpu_ns_per_op"] = r.cpu_ns;
    if (!r.sha256.empty()) out["sha256"] = r.sha256;
    return out;
}

log::log(const std::string &title, const options &o, const std::vector<side> &sides,
         const std::string &cpu)
    : title_(title), o_(o) {
    if (!o_.output.empty()) {
        const std::string path = o_.output + "/" + title_ + "-" + date_of_file_name();
        std::filesystem::create_directories(o_.output);
        text_.open(path + ".txt"), json_.open(path + ".json");
        if (!text_ || !json_) throw std::runtime_error("cannot write " + path + ".txt");
        std::fprintf(stderr, "writing %s.txt and .json\n", path.c_str());
    }
    const ordered_json head = header(title, o, sides, cpu);
    head_ = head.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
    for (const auto &[key, value] : head.items())
        say(format("%-26s ", key.c_str()) +
            (value.is_string() ? value.get<std::string>() : value.dump()) + "\n");
    say(format("\n%-34s %9s %11s %11s %11s %11s %11s %8s %7s%s\n", "nanoseconds", "n", "median",
               "min", "quartiles", "", "M/s", "GB/s", "bound",
               sides.size() > 1 ? ("  " + sides[1].engine + ", ratio, quartiles").c_str() : ""));
}

void log::say(const std::string &text) {
    text_ << text << std::flush;
    if (!o_.json) std::printf("%s", text.c_str()), std::fflush(stdout);
}

void log::complain(const std::string &line) {
    std::fprintf(stderr, "%s\n", line.c_str());
    text_ << line << "\n";
}

void log::add(result r) {
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

void log::end(bool failed) {
    say("\nSHA-256 of verdicts and outputs, the CPU's and each device's:\n");
    for (const result &r : results_)
        if (!r.sha256.empty() && r.kind != "kernels" && r.kind != "latency")
            say(format("%-34s %9zu rows  %s\n", r.name.c_str(), r.checked, r.sha256.c_str()));
    ordered_json list = ordered_json::array();
    for (const result &r : results_) list.push_back(to_json(r, o_.rate));
    const std::string text = dumped({{"header", ordered_json::parse(head_)},
                                     {"rows", list},
                                     {"skipped", ordered_json::array()},
                                     {"failed", failed}});
    if (o_.json) std::printf("%s", text.c_str());
    if (json_.is_open() && (!text_.flush() || !(json_ << text).flush()))
        throw std::runtime_error("cannot write the result files");
}

}  // namespace bench::gpu
