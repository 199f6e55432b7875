// ufsecp info and ufsecp selftest: what this build and this machine are, and if they are sound.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <set>
#include <sstream>

#include <nlohmann/json.hpp>
#include <ufsecp/ufsecp.h>

#include "base/cpu.h"
#include "bench.h"
#include "color.h"
#include "command.h"
#include "engine/engine.h"
#include "io.h"
#include "mult/comb_var.h"
#include "options.h"
#include "secrets.h"
#include "selftest.h"

namespace {

using nlohmann::ordered_json;

struct selftest_options {
    std::string filter;  // "" is in every name
    bool list = false, json = false, all_engines = false, quiet = false;
};

struct info_options {
    bool json = false;
};

#if defined(UFSECP_BUILD_TYPE)
constexpr const char *build_type = UFSECP_BUILD_TYPE;
#elif defined(NDEBUG)
constexpr const char *build_type = "release";
#else
constexpr const char *build_type = "with assertions";
#endif

#if defined(__clang__)
constexpr const char *compiler = "clang " __clang_version__;
#elif defined(__GNUC__)
constexpr const char *compiler = "gcc " __VERSION__;
#else
constexpr const char *compiler = "unknown";
#endif

constexpr const char *watched_features[] = {
    "bmi2", "adx", "avx2", "fma", "sha_ni", "avx512f", "avx512ifma", "avx512_vbmi2", "avx_ifma"};

/* The first processor's fields in /proc/cpuinfo; empty where there is no such file. */
struct processor {
    std::string model = "unknown";
    std::set<std::string> flags;
};

processor read_processor() {
    processor out;
    std::ifstream in("/proc/cpuinfo");
    for (std::string line; std::getline(in, line) && !line.empty();) {
        const std::size_t colon = line.find(':');
        if (colon == line.npos) continue;
        const std::string key = line.substr(0, line.find_last_not_of(" \t", colon - 1) + 1);
        const std::string value =
            line.substr(std::min(line.find_first_not_of(" \t", colon + 1), line.size()));
        if (key == "model name") out.model = value;
        if (key == "flags" || key == "Features") {
            std::istringstream words(value);
            for (std::string word; words >> word;) out.flags.insert(word);
        }
    }
    return out;
}

/* Whether the engine of this name is a GPU, which is opened only if that is asked for, as it may
 * take seconds. */
bool is_gpu(std::string_view name) {
    name = name.substr(0, name.find(':'));
    return name == "cuda" || name == "opencl" || name == "metal";
}

/* How many rows of a batch the engine of this name computes side by side on the CPU. */
unsigned lanes_of(std::string_view name) {
    const ufsecp::engine *e = nullptr;
    for (std::size_t i = 0; (e = ufsecp::engine_at(i, nullptr)) != nullptr && !is_gpu(name); i++)
        if (e->name == name) return e->lanes;
    return 1;
}

/* What the engines ask the CPU for: false also where UFSECP_CPU switches it off. */
ordered_json clusters() {
    const ufsecp::cpu_features &has = ufsecp::cpu();
#ifdef __riscv
    return {{"zb", has.zb}, {"rvv", has.rvv}};
#endif
    return {{"avx2", has.avx2}, {"adx", has.adx},       {"sha", has.sha},
            {"fma", has.fma},   {"avx512", has.avx512}, {"avxifma", has.avxifma},
            {"ifma", has.ifma}, {"ifma2", has.ifma2}};
}

/* The names, each after + or -, or ? where that is not known. */
std::string signs(const ordered_json &switches) {
    std::string out;
    for (const auto &[name, has] : switches.items())
        out += (has.is_null() ? " ?" : has ? " +" : " -") + name;
    return out;
}

/* Those that can run here. */
std::vector<std::string> engines() {
    std::vector<std::string> out;
    int supported = 0;
    for (std::size_t i = 0; const char *name = ufsecp_engine_at(i, &supported); i++)
        if (supported != 0) out.push_back(name);
    return out;
}

/* What a GPU is, or why there is none; null for an engine of the CPU. */
ordered_json text_of(std::size_t i) {
    const char *const text = ufsecp_engine_text(i);
    return text ? ordered_json(text) : ordered_json();
}

std::vector<selftest_check> checks(const std::string &filter) {
    std::vector<selftest_check> out;
    for (std::size_t i = 0; const selftest_check *check = selftest_at(i); i++)
        if (std::string_view(check->name).find(filter) != std::string_view::npos)
            out.push_back(*check);
    return out;
}

/* Runs the checks whose name contains the filter on the engine in use; returns how many failed. */
int run_checks(const selftest_options &o, ordered_json &report, int &ran) {
    int failed = 0;
    for (const selftest_check &check : checks(o.filter)) {
        const auto start = std::chrono::steady_clock::now();
        const bool passed = check.run();
        const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
        ran++;
        failed += !passed;
        if (o.json)
            report.push_back({{"name", check.name},
                              {"engine", ufsecp_engine()},
                              {"ok", passed},
                              {"seconds", elapsed.count()}});
        else if (!o.quiet || !passed)
            std::printf(
                "%s  %s\n",
                painted(passed ? ink::good : ink::bad, passed ? "ok    " : "FAILED").c_str(),
                check.name);
    }
    return failed;
}

}  // namespace

void choose_engine(const std::string &name) {
    if (name.empty() || ufsecp_engine_select(name.c_str())) return;
    const char *const note = ufsecp_engine_note(); /* before others are opened for the list */
    const std::string said = note ? note : "";
    std::string why = " is not in this build", list = "auto", gpus;
    for (std::size_t i = 0; const char *built = ufsecp_engine_at(i, nullptr); i++) {
        int supported = 0;
        const char *const text = ufsecp_engine_text(i); /* opens a GPU */
        if (ufsecp_engine_at(i, &supported) && supported)
            (is_gpu(built) ? gpus : list) += ", " + std::string(built);
        if (name == built) why = text ? ": " + std::string(text) : " cannot run on this CPU";
    }
    if (said.starts_with(name + ": ")) why = said.substr(name.size()); /* of a GPU by number */
    if (!gpus.empty()) gpus = "; GPUs: " + gpus.substr(2);
    throw unusable("engine " + name + why + "; there are: " + list + gpus);
}

void choose_threads(unsigned n) {
    if (!ufsecp_threads_set(n))
        throw unusable("--threads " + std::to_string(n) + ": this build works on one thread only");
}

std::string threads_text() { return counted(ufsecp_threads(), "thread"); }

namespace {

int selftest(const selftest_options &o) {
    if (o.list) {
        ordered_json names = ordered_json::array();
        for (const selftest_check &check : checks(o.filter)) {
            if (o.json) names.push_back(check.name);
            else std::printf("%s\n", check.name);
        }
        if (o.json) std::printf("%s\n", names.dump().c_str());
        return exit_ok;
    }
    if (checks(o.filter).empty()) throw unusable("no check has \"" + o.filter + "\" in its name");
    const std::vector<std::string> on =
        o.all_engines ? engines() : std::vector<std::string>{ufsecp_engine()};
    ordered_json report = ordered_json::array();
    int ran = 0, failed = 0;
    for (const std::string &engine : on) {
        if (o.all_engines) choose_engine(engine);
        if (!o.json && !o.quiet)
            std::printf("%s\n", painted(ink::heading, "engine " + engine).c_str());
        failed += run_checks(o, report, ran);
    }
    if (o.json) {
        const ordered_json out = {{"version", ufsecp_version()},
                                  {"engines", on},
                                  {"passed", ran - failed},
                                  {"failed", failed},
                                  {"checks", report}};
        std::printf("%s\n", out.dump().c_str());
    } else if (!o.quiet || failed > 0) {
        const std::string bad = std::to_string(failed) + " failed";
        std::printf("%s: %s, %s\n", counted((std::uint64_t)ran, "check").c_str(),
                    painted(ink::good, std::to_string(ran - failed) + " passed").c_str(),
                    (failed > 0 ? painted(ink::bad, bad) : bad).c_str());
    }
    return failed == 0 ? exit_ok : exit_invalid;
}

int info(const info_options &o) {
    const processor cpu = read_processor();
    ordered_json list = ordered_json::array(), features = ordered_json::object();
    int supported = 0;
    for (std::size_t i = 0; ufsecp_engine_at(i, nullptr); i++) {
        const ordered_json text = text_of(i); /* opens a GPU */
        const char *const name = ufsecp_engine_at(i, &supported);
        list.push_back({{"name", name},
                        {"lanes", lanes_of(name)},
                        {"supported", supported != 0},
                        {"selected", std::string_view(name) == ufsecp_engine()},
                        {"text", text}});
    }
    for (const char *name : watched_features)
        if (cpu.flags.empty()) features[name] = nullptr;
        else features[name] = cpu.flags.contains(name);
    const std::size_t table_ct = ufsecp_table_bytes_ct(), table_var = ufsecp_table_bytes_var();
    if (o.json) {
        const ordered_json out = {
            {"version", UFSECP_VERSION},
            {"library_version", ufsecp_version()},
            {"engine", ufsecp_engine()},
            {"engines", list},
            {"threads", ufsecp_threads()},
            {"locked_memory", why_not_locked().empty()},
            {"cpu", {{"model", cpu.model}, {"features", features}, {"clusters", clusters()}}},
            {"table_bytes",
             {{"constant_time", table_ct},
              {"variable_time", table_var},
              {"comb", ufsecp::comb_large_bytes}}},
            {"compiler", compiler},
            {"build_type", build_type},
            {"bench", uf_has_bench}};
        std::printf("%s\n",
                    out.dump(2, ' ', false, ordered_json::error_handler_t::replace).c_str());
        return exit_ok;
    }
    std::printf("ufsecp      %s (library %s)\n", UFSECP_VERSION, ufsecp_version());
    std::printf("engines    ");
    std::string gpus;
    for (const auto &engine : list) {
        if (!engine["text"].is_null()) {
            gpus += (gpus.empty() ? "\ngpus        " : "\n            ") +
                    engine["name"].get<std::string>() +
                    (engine["selected"] ? " (in use): " : ": ") + engine["text"].get<std::string>();
            continue;
        }
        std::string remarks = engine["selected"]    ? ", in use"
                              : engine["supported"] ? ""
                                                    : ", not on this CPU";
        if (engine["lanes"] > 1) remarks = ", " + engine["lanes"].dump() + " lanes" + remarks;
        std::printf(" %s%s", engine["name"].get<std::string>().c_str(),
                    remarks.empty() ? "" : (" (" + remarks.substr(2) + ")").c_str());
    }
    const std::string unlocked = why_not_locked();
    std::printf("%s\nthreads     %u for batches\nsecrets     in %s\ncpu         %s\n", gpus.c_str(),
                ufsecp_threads(),
                unlocked.empty() ? "locked memory" : ("ordinary memory: " + unlocked).c_str(),
                cpu.model.c_str());
    std::printf("features   %s\nclusters   %s\n", signs(features).c_str(),
                signs(clusters()).c_str());
    std::printf(
        "tables      %s bytes for secret scalars, %s for public ones; %s more for "
        "batches in lanes\n",
        grouped(table_ct).c_str(), grouped(table_var).c_str(),
        grouped(ufsecp::comb_large_bytes).c_str());
    std::printf("compiler    %s\nbuild       %s%s\n", compiler, build_type,
                uf_has_bench ? "" : ", without benchmarks");
    return exit_ok;
}

work add_selftest(CLI::App &sub) {
    const auto o = std::make_shared<selftest_options>();
    sub.add_flag("--list", o->list, "Only print the names of the checks.");
    sub.add_option("--filter", o->filter, "Only checks with this text in their name.")
        ->type_name("TEXT");
    sub.add_flag("--all-engines", o->all_engines,
                 "Run on every engine that this CPU can run, one after the other.");
    sub.add_flag("--json", o->json, "Print one JSON object.");
    sub.add_flag("--quiet", o->quiet, "Print failures only.");
    add_color(sub);
    add_engine(sub);
    return [o] { return selftest(*o); };
}

work add_info(CLI::App &sub) {
    const auto o = std::make_shared<info_options>();
    sub.add_flag("--json", o->json, "Print one JSON object.");
    add_threads(sub);
    add_engine(sub);
    return [o] { return info(*o); };
}

}  // namespace

const command selftest_command = {"selftest",
                                  "check the library on this machine",
                                  "ufsecp selftest [OPTIONS]",
                                  R"(DESCRIPTION
    Runs known answers of the standards and laws that the calls must obey among each other,
    all through the C interface. The list is the same on every target.
)",
                                  R"(EXIT STATUS
    0 all passed, 1 some failed, 2 unusable arguments

EXAMPLES
    ufsecp selftest --all-engines
    ufsecp selftest --list
)",
                                  add_selftest};

const command info_command = {"info",
                              "show what this build and this machine are",
                              "ufsecp info [--json]",
                              R"(DESCRIPTION
    Shows versions; the engines in this build, how many rows of a batch each computes side by
    side (lanes), which of them this CPU can run and which is in use; the number of threads;
    whether this user can lock memory for secrets; the CPU's features that matter, and those
    taken together that the engines ask for (clusters); the size of the tables, and the
    compiler. Of GPUs (cuda, opencl, metal) it shows what they are, or why there is none:
    they are opened for that, which may take seconds.

    GPUs do the batches of verify, recover and scan --var when --engine names them
    (opencl; opencl:1 is the second device; cuda:0,1 shares rows between two). What a device
    leaves undone the CPU does, and a line on standard error says so.
)",
                              R"(EXIT STATUS
    0 done, 2 unusable arguments
)",
                              add_info};
