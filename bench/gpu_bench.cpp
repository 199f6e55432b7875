// The programs secp256k1_cuda_bench, opencl_benchmark and metal_bench: each operation from memory,
// in registers, by its kernels alone, from host memory to verdicts, and for few rows; all checked
// against the CPU.
#include "bench/gpu_bench.h"

#include <cstdio>
#include <cstring>
#include <filesystem>
#include <regex>
#include <stdexcept>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "bench/gpu_host.h"
#include "bench/gpu_run.h"
#include "cli/arguments.h"
#include "ufsecp/ufsecp.h"

namespace bench {
namespace gpu {
namespace {

using nlohmann::ordered_json;

constexpr int without = 3;

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

/* The multiply-adds a second of an NVIDIA device by what its description says: 32 a clock of each
 * unit. An H200 ends 29.9 of those that a carry chain takes, of 32x32 bits and 64 (doc/GPU.md).
 * 0 if it does not say. */
double rate_of(const side &s) {
    std::cmatch found;
    const std::regex units(R"((\d+) units, (\d+) MHz)");
    const char *const text = s.device->description;
    if (s.device->is_cpu || (s.api != "cuda" && !std::strstr(text, "NVIDIA"))) return 0;
    return std::regex_search(text, found, units) ? std::stod(found[1]) * std::stod(found[2]) * 32e6
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

/* Every row that is wanted, on these devices; the exit code. */
int all_rows(const options &o, std::vector<side> sides, const std::string &title) {
    run b(o, std::move(sides), title);
    std::string failure;
    try {
        for (const kernel_op &op : kernel_ops) kernel_rows(b, op);
        for (const batch_op &op : batch_ops) call_rows(b, op);
    } catch (const std::exception &e) {
        failure = title + ": " + e.what();
        for (const side &s : b.sides)
            if (s.device->error[0]) failure += "; " + s.engine + ": " + s.device->error;
        b.said.complain(failure);
    }
    const bool failed = b.wrong > 0 || !failure.empty();
    b.said.end(failed);
    return failed ? 1 : 0;
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
    return all_rows(o, std::move(sides), title);
}

}  // namespace
}  // namespace gpu

int gpu_main(const char *api, int argc, char **argv) {
    gpu::options o;
    const std::string title = std::filesystem::path(argv[0]).filename();
    CLI::App app{title + ": the operations of the engine " + api +
                     ", checked against the CPU and timed.\n"
                     "Exit code 0: done; 1: a result is not the CPU's, or the device failed; "
                     "2: unusable arguments;\n"
                     "3: no such device, or no driver (the reason is on standard error).",
                 title};
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
           "(NVIDIA: 32 a clock and unit; else there is none).")
        ->check(CLI::PositiveNumber);
#ifndef __APPLE__
    app.add_flag("--compare", o.compare, "Measure CUDA and OpenCL in turns, and print the ratio.");
#endif
    app.add_option("--output", o.output, "Write <program>-<date>.txt and .json into this folder.");
    try {
        parse_arguments(app, app, {argv + 1, argv + argc});
        return gpu::start(o, title, api);
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
