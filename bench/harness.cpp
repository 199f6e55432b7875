// Checks, times and prints rows.
#include "bench/harness.h"
#include "bench/page.h"
#include "bench/stamp.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <stdexcept>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "base/cpu.h"
#include "cli/arguments.h"
#include "engine/engine.h"
#include "hash/sha256.h"
#include "hash/sha256_lanes.h"
#include "ufsecp/ufsecp.h"

namespace bench {
namespace {

using nlohmann::ordered_json;
constexpr int warm_up = 1, least_passes = 11;

int passes(const options &o) { return o.passes ? o.passes : o.quick ? 31 : 101; }
double block_ns(bool quick) { return quick ? 1e6 : 3e6; }

/* The passes of a row of which one takes so long: fewer where all would take too long. */
int passes_of(double pass_ns, const options &o) {
    const double fit = (o.quick ? 2.5e8 : 1e10) / std::max(pass_ns, 1.0);
    const int most = passes(o);
    return std::clamp((int)std::min(fit, 1e6), std::min(o.quick ? 5 : least_passes, most), most);
}

double time_of(clockid_t clock) {
    timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

/* Nanoseconds of this thread: on a shared machine the time that other programs run does not count.
 */
double now() { return time_of(CLOCK_THREAD_CPUTIME_ID); }

/* Nanoseconds for n times the operation; for one on several threads those on the wall. */
double timed(const bench_op &op, std::size_t n, bool wall = false) {
    const clockid_t clock = wall ? CLOCK_MONOTONIC : CLOCK_THREAD_CPUTIME_ID;
    const double start = time_of(clock);
    op.run(n);
    return time_of(clock) - start;
}

/* How often the operation fits into a block. */
std::size_t block_length(const bench_op &op, double target) {
    std::size_t n = 1;
    double t = timed(op, n);
    while (t < target / 4 && n < (std::size_t)1 << 30) t = timed(op, n *= 2);
    return std::max<std::size_t>(1, (std::size_t)((double)n * target / std::max(t, 1.0) + 0.5));
}

/* The value below which the fraction f of v lies. */
double quantile(std::vector<double> v, double f) {
    std::sort(v.begin(), v.end());
    const double at = f * (double)(v.size() - 1);
    const std::size_t i = (std::size_t)at;
    return i + 1 < v.size() ? v[i] + (at - (double)i) * (v[i + 1] - v[i]) : v[i];
}

/* What the operation gives after `count` items from its first input. */
std::vector<std::uint8_t> output_after(const subject &s, const bench_pool &inputs,
                                       std::size_t count) {
    std::vector<std::uint8_t> out(64);
    s.target->reset(&inputs);
    s.op->run(std::max<std::size_t>(1, count / s.op->items));
    s.op->output(out.data());
    return out;
}
/* The same, computed once: of what many rows are held against. */
const std::vector<std::uint8_t> &output_expected(const subject &s, const bench_pool &inputs,
                                                 std::size_t count) {
    static std::map<std::pair<const bench_op *, std::size_t>, std::vector<std::uint8_t>> known;
    std::vector<std::uint8_t> &out = known[{s.op, count}];
    if (out.empty()) out = output_after(s, inputs, count);
    return out;
}

/* GHz: a chain of dependent additions takes a cycle each; 0 where that is not known. */
double clock_ghz() {
#if defined(__x86_64__)
    double best = 0;
    for (int i = 0; i < 20; i++) {
        std::uint64_t x = 0;
        const double start = now();
        for (int j = 0; j < 500; j++)
            __asm__ __volatile__(".rept 100\n\tadd $1, %0\n\t.endr" : "+r"(x));
        best = std::max(best, (double)x / (now() - start));
    }
    return best;
#else
    return 0;
#endif
}

/* Whether the core is ours alone: independent additions run at 85 % or more of the best rate seen,
 * counted in dependent ones, which is to say in cycles, as clocks change with what runs.  A busy
 * hyper-thread beside ours takes half of it, and slows code with many instructions in flight more
 * than code that waits for results: ratios would not be comparable. */
bool quiet() {
#if defined(__x86_64__)
    static double best = 0;
    double additions = 0, time = 0, clock = 0;
    for (int i = 0; i < 8; i++) {
        std::uint64_t a = 0, b = 0, c = 0, d = 0, chain = 0;
        const double start = now();
        for (int j = 0; j < 100; j++)
            __asm__ __volatile__(".rept 100\n\tadd $1, %0\n\t.endr" : "+r"(chain));
        const double middle = now();
        for (int j = 0; j < 400; j++)
            __asm__ __volatile__(
                ".rept 25\n\tadd $1, %0\n\tadd $1, %1\n\tadd $1, %2\n\tadd $1, %3\n\t.endr"
                : "+r"(a), "+r"(b), "+r"(c), "+r"(d));
        clock = std::max(clock, (double)chain / (middle - start));
        time += now() - middle;
        additions += (double)(a + b + c + d);
    }
    const double rate = additions / time / clock;
    best = std::max(best, rate);
    return rate >= 0.85 * best;
#else
    return true;
#endif
}

ordered_json header(const report &r, const options &o) {
    char ghz[32];
    std::snprintf(ghz, sizeof ghz, "%.2f GHz (estimated)", clock_ghz());
    const auto &has = ufsecp::cpu();
#if defined(__x86_64__)
    constexpr const char *architecture = "x86-64", *sha_name = " sha-ni";
#elif defined(__aarch64__)
    constexpr const char *architecture = "aarch64", *sha_name = " sha2";
#elif defined(__riscv)
    constexpr const char *architecture = "rv64", *sha_name = "";
#else
    constexpr const char *architecture = "other", *sha_name = "";
#endif
    return {{"report", r.title},
            {"version", ufsecp_version()},
            {"commit", commit()},
            {"date", date_utc()},
            {"platform", platform()},
            {"cpu", cpu_model()},
            {"clock", ghz},
            {"features", std::string(architecture) + (has.avx2 ? " avx2" : "") +
                             (has.adx ? " adx" : "") + (has.sha ? sha_name : "") +
                             (has.fma ? " fma" : "") + (has.avx512 ? " avx512" : "") +
                             (has.avxifma ? " avxifma" : "") + (has.ifma ? " ifma" : "") +
                             (has.zb ? " zba zbb" : "") + (has.rvv ? " v" : "")},
            {"compiler", compiler()},
            {"flags", compiler_flags()},
            {"engine", ufsecp_engine()},
            {"sha256", ufsecp::sha256_backend()},
            {"sha256_batch", ufsecp::sha256_lanes_backend()},
            {"table_bytes_constant_time", ufsecp_table_bytes_ct()},
            {"table_bytes_variable_time", ufsecp_table_bytes_var()},
            {"warm_up", std::to_string(warm_up) + " block"},
            {"passes", passes(o)},
            {"block_ms", block_ns(o.quick) / 1e6},
            {"long_runs",
             "a run that is longer than a block makes both blocks as long, and passes "
             "fewer"},
            {"statistic",
             "median; ratio: median of the passes' ratios, with quartiles; passes on a shared core "
             "left out"},
            {"timer", "CPU time of the thread; with several threads, or on a GPU, the wall's"},
            {"threads", 1}};
}

ordered_json to_json(const result &x) {
    const row &r = *x.of;
    ordered_json out = {{"name", r.name},
                        {"engine", r.engine},
                        {"n", r.n},
                        {"threads", r.threads},
                        {"ns_per_op", x.ns},
                        {"per_second", 1e9 / x.ns},
                        {"spread", x.spread},
                        {"peer", nullptr},
                        {"peer_ns_per_op", nullptr},
                        {"ratio", nullptr},
                        {"ratio_quartiles", nullptr},
                        {"table_bytes", r.table_bytes},
                        {"constant_time", r.constant_time},
                        {"disturbed", x.disturbed},
                        {"passes", x.passes},
                        {"note", x.note}};
    if (r.other) {
        out["peer"] = r.other_name;
        out["peer_ns_per_op"] = x.other_ns;
        out["ratio"] = x.ratio;
        out["ratio_quartiles"] = {x.ratio_low, x.ratio_high};
    }
    return out;
}

/* Operations a second: 431k, 4.35M. */
std::string a_second(double ns) {
    const double count = 1e9 / ns;
    const double shown = count < 1e6 ? count / 1e3 : count / 1e6;
    char text[32];
    std::snprintf(text, sizeof text,
                  shown < 10    ? "%.2f%c"
                  : shown < 100 ? "%.1f%c"
                                : "%.0f%c",
                  shown, count < 1e6 ? 'k' : 'M');
    return text;
}

std::string nanoseconds(double ns) {
    char text[32];
    std::snprintf(text, sizeof text, ns < 1000 ? "%.1f ns" : "%.2f us", ns < 1000 ? ns : ns / 1000);
    return text;
}

/* Text with a colour of the terminal: 1 bold, 31 red, 32 green. */
std::string painted(int code, const std::string &text) {
    return "\033[" + std::to_string(code) + "m" + text + "\033[0m";
}
std::string without_colors(const std::string &text) {
    static const std::regex sequence("\033\\[[0-9]*m");
    return std::regex_replace(text, sequence, "");
}

/* Lines of the table, in colour.  A heading comes with each new group or comparison, a note where
 * it differs from the one before. */
struct table {
    std::string group, other, note;

    std::string heading(const row &r) {
        char text[256];
        if (r.group == group && (!r.other || r.other_name == other)) return "";
        group = r.group;
        other = r.other ? r.other_name : "";
        note = "";
        const bool alone = other.empty(), wide = group.size() > 26;
        std::snprintf(text, sizeof text, "%-26s %6s %10s %12s %8s %20s %7s %14s %3s %9s\n",
                      wide ? "" : group.c_str(), "n", "engine", "ours", "a second", other.c_str(),
                      alone ? "" : "ratio", alone ? "" : "quartiles", "ct", "table");
        std::string line(text);
        line.pop_back();
        return "\n" + (wide ? painted(1, group) + "\n" : "") + painted(1, line) + "\n";
    }

    std::string skipped(const row &r) {
        return heading(r) + r.name + " is left out: " + r.skip + "\n";
    }

    std::string line(const result &x) {
        const row &r = *x.of;
        char text[256];
        std::string out = heading(r);
        const bool by_threads = r.name.ends_with("_by_threads");  // one name for several rows
        const std::string name = r.name + (by_threads ? " " + std::to_string(r.threads) : "");
        std::snprintf(text, sizeof text, "%-26s %6zu %10s %12s %8s", name.c_str(), r.n,
                      r.engine.c_str(), nanoseconds(x.ns).c_str(), a_second(x.ns).c_str());
        out += text;
        if (r.other) {
            std::snprintf(text, sizeof text, " %20s ", nanoseconds(x.other_ns).c_str());
            out += text;
            std::snprintf(text, sizeof text, "%6.2fx", x.ratio);
            out += x.ratio_low > 1    ? painted(32, text)
                   : x.ratio_high < 1 ? painted(31, text)
                                      : text;
            std::snprintf(text, sizeof text, "   %5.2f - %5.2f", x.ratio_low, x.ratio_high);
        } else std::snprintf(text, sizeof text, " %20s %7s %14s", "", "", "");
        out += text;
        const std::string bytes = r.table_bytes ? std::to_string(r.table_bytes) : "-";
        std::snprintf(text, sizeof text, " %3s %9s%s\n", r.constant_time ? "yes" : "no",
                      bytes.c_str(), x.disturbed ? "  core shared with others" : "");
        out += text;
        if (x.note != note && !x.note.empty()) out += "    " + x.note + "\n";
        note = x.note;
        return out;
    }
};

/* Keys and values as text: of an object, or of rows that were left out. */
facts texts_of(const ordered_json &of) {
    facts out;
    for (const auto &[key, value] : of.items())
        if (value.is_object()) out.push_back({value["name"], value["why"]});
        else out.push_back({key, value.is_string() ? value.get<std::string>() : value.dump()});
    return out;
}

std::string header_text(const ordered_json &head) {
    std::string out;
    for (auto &[name, value] : texts_of(head)) {
        name.resize(27, ' ');
        out += name + value + "\n";
    }
    return out;
}

/* The result file: the text as it is shown, or the JSON. */
class result_file {
public:
    /* Opened before anything is timed, so that a folder that cannot be written costs no time. */
    explicit result_file(const options &o) {
        if (o.output.empty()) return;
        constexpr const char *instead = " (name another folder with --output, or give --no-file)";
        std::error_code error;
        std::filesystem::create_directories(o.output, error);
        if (error)
            throw std::runtime_error("--output " + o.output +
                                     ": the folder cannot be made: " + error.message() + instead);
        path_ =
            (std::filesystem::path(o.output) /
             ("benchmark-" + platform() + "-" + date_of_file_name() + (o.json ? ".json" : ".txt")))
                .lexically_normal()
                .string();
        file_.open(path_);
        if (!file_)
            throw std::runtime_error("cannot write " + path_ + ": " + std::strerror(errno) +
                                     instead);
        std::fprintf(stderr, "writing %s\n", path_.c_str());
    }
    void write(const std::string &text) {
        if (!path_.empty() && !(file_ << text).flush())
            throw std::runtime_error("cannot write " + path_);
    }

private:
    std::string path_;
    std::ofstream file_;
};

/* The report as JSON, a row a line. */
std::string to_text(const ordered_json &head, const ordered_json &rows,
                    const ordered_json &skipped) {
    const auto dump = [](const ordered_json &j, int indent) {
        return j.dump(indent, ' ', false, ordered_json::error_handler_t::replace);
    };
    std::string header = dump(head, 2), out;
    for (std::size_t at = 0; (at = header.find('\n', at)) != std::string::npos; at += 3)
        header.insert(at + 1, "  ");
    for (const auto &[name, list] : {std::pair{"rows", &rows}, std::pair{"skipped", &skipped}}) {
        out += std::string(",\n  \"") + name + "\": [";
        for (std::size_t i = 0; i < list->size(); i++)
            out += (i ? ",\n    " : "\n    ") + dump((*list)[i], -1);
        out += list->empty() ? "]" : "\n  ]";
    }
    return "{\n  \"header\": " + header + out + "\n}\n";
}

}  // namespace

std::string check(const row &r, const bench_pool &inputs) {
    const subject others[] = {r.same_output ? r.other : subject(), r.reference};
    if (!others[0] && !others[1]) return "there is nothing to check it against";
    for (const subject &against : others) {
        if (!against) continue;
        const std::size_t items = std::max({r.ours.op->items, against.op->items, (std::size_t)64});
        const std::vector<std::uint8_t> got = output_after(r.ours, inputs, items),
                                        &want = output_expected(against, inputs, items);
        if (std::all_of(got.begin(), got.end(), [](std::uint8_t b) { return b == 0; }))
            return "the result is empty";
        if (got != want)
            return "the result is not that of " + std::string(against.target->name) + " " +
                   against.op->name;
    }
    return "";
}

result measure(const row &r, const bench_pool &inputs, const options &o) {
    result x;
    x.of = &r;
    r.ours.target->reset(&inputs);
    if (r.other) r.other.target->reset(&inputs);
    const subject *sides[2] = {&r.ours, &r.other};
    const int count = r.other ? 2 : 1;
    const bool device = ufsecp::current_engine().host, wall = r.threads > 1 || device;
    std::size_t n[2];
    std::vector<double> ns[2], ratios;
    double block = block_ns(o.quick);
    for (int s = 0; s < count; s++) block = std::max(block, timed(*sides[s]->op, 1));
    for (int s = 0; s < count; s++) n[s] = block_length(*sides[s]->op, block);
    /* Clocks change within a millisecond. */
    const int settle = r.wide && block < 2e7 ? (int)(2e6 / block) + 1 : 0;
    int calm = 0;  // passes that began and ended on a quiet core: they stand first in ns and ratios
    int planned = passes(o);
    bool before = quiet();
    for (int pass = -warm_up; calm < planned && pass < 2 * planned; pass++) {
        double t[2] = {0, 0}, sum = 0, cores = 0;
        const double busy = time_of(CLOCK_PROCESS_CPUTIME_ID);
        for (int i = 0; i < count; i++) {
            const int s = count == 2 ? (i + pass + warm_up) % 2 : 0;
            for (int again = 0; again < settle; again++) sides[s]->op->run(n[s]);
            const double took = timed(*sides[s]->op, n[s], wall);
            sum += took;
            cores += took * (s == 0 ? r.threads : 1);
            t[s] = took / (double)(n[s] * sides[s]->op->items);
        }
        /* Threads that had no core each for a tenth of the time were disturbed, too. */
        const bool whole =
            !wall || device || time_of(CLOCK_PROCESS_CPUTIME_ID) - busy >= 0.9 * cores;
        const bool after = quiet(), undisturbed = before && after && whole;
        before = after;
        if (pass < 0) {
            planned = passes_of(sum, o);
            continue;
        }
        const int at = undisturbed ? calm++ : (int)ns[0].size();
        for (int s = 0; s < count; s++) ns[s].insert(ns[s].begin() + at, t[s]);
        if (count == 2) ratios.insert(ratios.begin() + at, t[1] / t[0]);
    }
    x.disturbed = calm < std::min(least_passes, planned);
    for (std::vector<double> *v : {&ns[0], &ns[1], &ratios})
        if (!v->empty() && !x.disturbed) v->resize((std::size_t)calm);
    x.passes = (int)ns[0].size();
    x.ns = quantile(ns[0], 0.5);
    x.ns_low = quantile(ns[0], 0.25);
    x.ns_high = quantile(ns[0], 0.75);
    x.spread = (x.ns_high - x.ns_low) / x.ns;
    if (count == 2) {
        x.other_ns = quantile(ns[1], 0.5);
        x.ratio = quantile(ratios, 0.5);
        x.ratio_low = quantile(ratios, 0.25);
        x.ratio_high = quantile(ratios, 0.75);
    }
    return x;
}

void make_set(bench_pool *p, std::uint32_t i) {
    std::uint8_t *const parts[] = {p->seckey[i], p->msg[i], p->aux[i]};
    for (std::uint32_t j = 0; j < 3; j++) {
        const std::uint32_t seed[2] = {i, j};
        ufsecp_sha256(parts[j], (const std::uint8_t *)seed, sizeof seed);
    }
    if (!ufsecp_pubkey_create(p->pubkey65[i], 65, p->seckey[i]) ||
        ufsecp_pubkey_convert(p->pubkey33[i], 33, p->pubkey65[i], 65, 0) != UFSECP_OK ||
        !ufsecp_ecdsa_sign_recoverable(p->ecdsa[i], &p->recid[i], p->msg[i], p->seckey[i],
                                       nullptr) ||
        !ufsecp_schnorr_sign(p->schnorr[i], p->msg[i], 32, p->seckey[i], p->aux[i]))
        throw std::runtime_error("the library cannot make its own test data");
    std::memcpy(p->xonly[i], p->pubkey33[i] + 1, 32);
}

const bench_pool &pool() {
    static const bench_pool *made = [] {
        auto *p = new bench_pool;
        for (std::uint32_t i = 0; i < bench_batch; i++) make_set(p, i);
        return p;
    }();
    return *made;
}

int run(const report &r, const options &o) {
    /* By its name an engine is whole; under auto its calls with secrets may be another's. */
    const std::string engine = o.engine.empty() ? ufsecp_engine() : o.engine;
    if (!ufsecp_engine_select(engine.c_str())) {
        std::fprintf(stderr, "%s: no engine %s on this machine (see ufsecp info)\n",
                     r.title.c_str(), o.engine.c_str());
        return 2;
    }
    if (!o.vs.empty() && o.vs != "libsecp256k1") {
        std::fprintf(stderr, "%s: no peer %s; there is: libsecp256k1\n", r.title.c_str(),
                     o.vs.c_str());
        return 2;
    }
    std::regex filter;
    try {
        filter.assign(o.filter);
    } catch (const std::regex_error &) {
        std::fprintf(stderr, "%s: %s is not a regular expression\n", r.title.c_str(),
                     o.filter.c_str());
        return 2;
    }
    std::vector<row> rows = r.rows(o);
    if (rows.empty()) {
        std::fprintf(
            stderr,
            "%s: needs 128-bit integers, which this build does without; nothing to measure\n",
            r.title.c_str());
        return 0;
    }
    std::erase_if(rows, [&](const row &x) { return !std::regex_search(x.name, filter); });
    if (rows.empty()) {
        std::fprintf(stderr, "%s: no row has a name like %s\n", r.title.c_str(), o.filter.c_str());
        return 2;
    }
    if (o.list) {
        std::set<std::string> seen;
        for (const row &x : rows)
            if (seen.insert(x.name).second) std::printf("%s\n", x.name.c_str());
        return 0;
    }
    ufsecp_threads_set(1);
    ordered_json head = header(r, o);
#if !defined(UF_HAVE_PEER)
    if (!o.vs.empty())
        head["peer"] =
            "libsecp256k1 is not part of this build (tools/fetch_peer.sh, then build again): ours "
            "only";
#else
    if (!o.vs.empty())
        head["peer"] =
            "libsecp256k1 0.8.0, same compiler and flags, window 15, comb 43 x 6, in turns in this "
            "process";
#endif
    page_file as_page(o.html);
    result_file file(o);
    const auto progress = [&](std::size_t done, const std::string &name) {
        if (o.progress) o.progress(done, rows.size(), name);
    };
    const auto say = [&](const std::string &text) {
        if (o.json) return;
        progress(rows.size(), "");
        const std::string plain = without_colors(text);
        if (!r.csv) std::printf("%s", (o.color ? text : plain).c_str()), std::fflush(stdout);
        file.write(plain);
    };
    say(header_text(head));
    std::vector<result> results;
    ordered_json list = ordered_json::array(), skipped = ordered_json::array();
    table lines;
    for (const row &x : rows) {
        progress((std::size_t)(&x - rows.data()), x.name);
        if (!x.skip.empty()) {
            skipped.push_back({{"name", x.name}, {"why", x.skip}});
            say(lines.skipped(x));
            continue;
        }
        const std::string more = x.prepare ? x.prepare() : "";
        if (const std::string wrong = check(x, pool()); !wrong.empty()) {
            progress(rows.size(), "");
            std::fprintf(stderr, "%s: %s (%s): %s; nothing is timed\n", r.title.c_str(),
                         x.name.c_str(), x.engine.c_str(), wrong.c_str());
            return 1;
        }
        results.push_back(measure(x, pool(), o));
        results.back().note = x.note + more;
        list.push_back(to_json(results.back()));
        say(lines.line(results.back()));
    }
    progress(rows.size(), "");
    const std::string conclusion = r.conclusion ? r.conclusion(results) : "",
                      shown = o.json ? to_text(head, list, skipped) : conclusion;
    std::printf("%s", shown.c_str());
    file.write(shown);
    if (!o.html.empty()) as_page.write(page(texts_of(head), results, texts_of(skipped)));
    return 0;
}

int program(int argc, char **argv, const report &r) {
    options o;
    o.vs = r.peer;
    CLI::App app{r.title + ": " + r.about, r.title};
    app.add_flag("--json", o.json, "Print JSON, and write it.");
    app.add_flag("--quick", o.quick, "Fewer and shorter passes.");
    app.add_option("--passes", o.passes,
                   "Passes of each row (101; with --quick 31; fewer of long rows).")
        ->check(CLI::Range(1, 1000000));
    app.add_flag("--list", o.list, "Only print the names of the rows.");
    app.add_option("--filter", o.filter, "Only rows whose name matches this regular expression.");
    app.add_option("--vs", o.vs, "Measure this peer in the same run: libsecp256k1.");
    bool no_file = false;
    app.add_flag("--no-file", no_file, "Write no result file.")
        ->excludes(app.add_option(
            "--output", o.output,
            "The folder for the result file benchmark-<platform>-<date>.txt, with --json .json "
            "(the current one)."));
    app.add_option("--engine", o.engine, "The engine to measure.");
    try {
        parse_arguments(app, app, {argv + 1, argv + argc});
        if (no_file) o.output.clear();
        return run(r, o);
    } catch (const CLI::ParseError &e) {
        return app.exit(e) == 0 ? 0 : 2;
    } catch (const std::exception &e) {
        std::fprintf(stderr, "%s: %s\n", r.title.c_str(), e.what());
        return 2;
    }
}

}  // namespace bench
