// ufsecp compare: two result files of bench, row by row: two machines, compilers or versions.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <optional>
#include <set>
#include <tuple>

#include <nlohmann/json.hpp>

#include "color.h"
#include "command.h"
#include "io.h"
#include "options.h"
#include "text.h"

namespace {

using nlohmann::ordered_json;

constexpr std::size_t longest_file = (std::size_t)64 << 20;

struct compare_options {
    std::string before, after;
    std::optional<double> fail_above;
    bool json = false;
};

/* A row of a result file. */
struct timing {
    std::string name, engine;
    std::uint64_t n = 1, threads = 1;
    double ns = 0;                 // 0: the file has none
    std::optional<double> spread;  // the distance of the quartiles, divided by the median

    auto what() const { return std::tie(name, n, threads); }
    std::string text() const {
        std::string out = escaped(name);
        if (n > 1) out += ", " + grouped(n);
        if (threads > 1) out += ", " + std::to_string(threads) + " threads";
        return out;
    }
};

struct results {
    std::map<std::string, std::string> header;
    std::vector<timing> rows, untimed;
};

/* A field of an object; null where it is not. */
ordered_json member(const ordered_json &object, const char *name) {
    const auto at = object.find(name);
    return at == object.end() ? ordered_json() : *at;
}

timing row_of(const ordered_json &row, const std::string &where) {
    const auto wrong = [&where](const std::string &what) { return unusable(where + ": " + what); };
    if (!row.is_object()) throw wrong("not an object");
    const ordered_json name = member(row, "name"), ns = member(row, "ns_per_op");
    if (!name.is_string()) throw wrong("no name");
    if (!ns.is_null() &&
        (!ns.is_number() || !(ns.get<double>() > 0) || !std::isfinite(ns.get<double>())))
        throw wrong("ns_per_op is not a time");
    timing out;
    out.name = name;
    if (!ns.is_null()) out.ns = ns;
    if (const ordered_json engine = member(row, "engine"); engine.is_string()) out.engine = engine;
    for (const auto &[key, value] : {std::pair{"n", &out.n}, std::pair{"threads", &out.threads}}) {
        const ordered_json number = member(row, key);
        if (number.is_null()) continue;
        if (!number.is_number_unsigned() || number.get<std::uint64_t>() == 0)
            throw wrong(std::string(key) + " is not a number of 1 or more");
        *value = number;
    }
    if (const ordered_json spread = member(row, "spread"); spread.is_number()) {
        out.spread = spread.get<double>();
        if (!(*out.spread >= 0) || !std::isfinite(*out.spread)) throw wrong("spread is below 0");
    }
    return out;
}

results read(const std::string &path) {
    input in(path);
    std::string text;
    for (std::size_t got = 1; got > 0;) {
        const std::size_t had = text.size();
        text.resize(had + (1 << 16));
        got = in.read(reinterpret_cast<std::uint8_t *>(text.data()) + had, 1 << 16);
        text.resize(had + got);
        if (text.size() > longest_file)
            throw unusable(in.name() + ": longer than 64 MiB: no result file of ufsecp bench");
    }
    const std::string how = " (make one with ufsecp bench --json)";
    if (text.empty()) throw unusable(in.name() + ": empty" + how);
    const ordered_json report = ordered_json::parse(text, nullptr, false);
    if (report.is_discarded()) throw unusable(in.name() + ": not JSON, or cut off" + how);
    const ordered_json head = report.is_object() ? member(report, "header") : ordered_json(),
                       rows = report.is_object() ? member(report, "rows") : ordered_json();
    if (!head.is_object() || !rows.is_array())
        throw unusable(in.name() + ": JSON without header and rows: no result file" + how);
    results out;
    for (const auto &[key, value] : head.items())
        if (value.is_string()) out.header[key] = value;
        else if (value.is_number() || value.is_boolean()) out.header[key] = value.dump();
    std::set<std::tuple<std::string, std::uint64_t, std::uint64_t, std::string>> seen;
    for (std::size_t i = 0; i < rows.size(); i++) {
        const std::string where = in.name() + ": row " + std::to_string(i);
        const timing t = row_of(rows[i], where);
        if (!seen.emplace(t.name, t.n, t.threads, t.engine).second)
            throw unusable(where + ": a second row of " + t.text());
        (t.ns > 0 ? out.rows : out.untimed).push_back(t);
    }
    if (out.rows.empty())
        throw unusable(in.name() + ": no row with a time (it may hold ratios alone)");
    return out;
}

/* A row of both files.  More than 1: the new one is faster. */
struct pairing {
    timing before, after;

    double ratio() const { return before.ns / after.ns; }
    bool spread_known() const { return before.spread && after.spread; }
    double half(const timing &t) const { return t.spread.value_or(0) / 2; }
    double low() const { return ratio() * std::max(0.0, 1 - half(before)) / (1 + half(after)); }
    double high() const {
        const double least = 1 - half(after);
        return least > 0 ? ratio() * (1 + half(before)) / least : HUGE_VAL;
    }
    const char *verdict() const {
        return !spread_known() ? "" : low() > 1 ? "faster" : high() < 1 ? "slower" : "same";
    }
    /* Whether the new one takes more time by so many percent even at the best of the spread. */
    bool slower_by(double percent) const { return 1 / high() - 1 > percent / 100; }
};

/* Rows of one name, size and number of threads belong together, whatever their engines are; where a
 * file has several, those of one engine. */
std::vector<pairing> paired(const results &before, results &after, std::vector<timing> &only_old) {
    const auto count = [](const results &in, const timing &like) {
        return std::count_if(in.rows.begin(), in.rows.end(),
                             [&](const timing &t) { return t.what() == like.what(); });
    };
    const results all = after;
    std::vector<pairing> out;
    for (const timing &old : before.rows) {
        const bool alone = count(before, old) == 1 && count(all, old) == 1;
        const auto at = std::find_if(after.rows.begin(), after.rows.end(), [&](const timing &t) {
            return t.what() == old.what() && (alone || t.engine == old.engine);
        });
        if (at == after.rows.end()) {
            only_old.push_back(old);
            continue;
        }
        out.push_back({old, *at});
        after.rows.erase(at);
    }
    return out;
}

/* What makes times differ, in the order in which it is told; when a file was made does not. */
std::vector<std::string> differing(const results &before, const results &after) {
    static const std::vector<std::string> first = {
        "report", "cpu", "clock", "platform", "engine", "compiler", "flags", "version", "commit"};
    std::vector<std::string> keys = first, out;
    for (const results *of : {&before, &after})
        for (const auto &[key, value] : of->header)
            if (std::find(keys.begin(), keys.end(), key) == keys.end() && key != "date")
                keys.push_back(key);
    const auto value = [](const results &of, const std::string &key) {
        const auto at = of.header.find(key);
        return at == of.header.end() ? "" : at->second;
    };
    for (const std::string &key : keys)
        if (value(before, key) != value(after, key)) out.push_back(key);
    return out;
}

std::string time_text(double ns) {
    char text[40];
    std::snprintf(text, sizeof text, ns < 1000 ? "%.1f ns" : "%.2f us", ns < 1000 ? ns : ns / 1000);
    return text;
}

std::string value_text(const results &of, const std::string &key) {
    const auto at = of.header.find(key);
    return at == of.header.end() ? "(not in the file)" : escaped(at->second);
}

void print_text(output &out, const compare_options &o, const results &before, const results &after,
                const std::vector<pairing> &rows, const std::vector<timing> &only_old,
                const std::vector<timing> &only_new) {
    out.write("old: " + escaped(o.before) + "\nnew: " + escaped(o.after) + "\n");
    const std::vector<std::string> keys = differing(before, after);
    out.write(keys.empty() ? "no difference of machine, compiler, flags, engine or commit\n"
                           : painted(ink::heading, "what differs:") + "\n");
    for (const std::string &key : keys)
        out.write("  " + escaped(key) + "\n    old " + value_text(before, key) + "\n    new " +
                  value_text(after, key) + "\n");
    char line[200];
    if (!rows.empty()) {
        std::snprintf(line, sizeof line, "%-38s %12s %12s %8s %15s", "row", "old", "new", "old/new",
                      "spread");
        out.write("\n" + painted(ink::heading, line) + "\n");
    }
    for (const pairing &p : rows) {
        std::string name = p.before.text(), spread = "-";
        name.resize(std::max<std::size_t>(name.size(), 38), ' ');
        if (p.spread_known()) {
            std::snprintf(line, sizeof line, "%.2f - %.2f", p.low(), p.high());
            spread = line;
        }
        std::snprintf(line, sizeof line, " %12s %12s %7.2fx %15s ", time_text(p.before.ns).c_str(),
                      time_text(p.after.ns).c_str(), p.ratio(), spread.c_str());
        const std::string verdict = p.verdict();
        const bool over = o.fail_above && p.slower_by(*o.fail_above);
        out.write(name + line +
                  (over || verdict == "slower" ? painted(ink::bad, over ? "too slow" : verdict)
                   : verdict == "faster"       ? painted(ink::good, verdict)
                                               : verdict) +
                  "\n");
    }
    const std::pair<const std::vector<timing> *, const char *> lists[] = {
        {&only_old, "only in old:"},
        {&only_new, "only in new:"},
        {&before.untimed, "without a time in old:"},
        {&after.untimed, "without a time in new:"}};
    for (const auto &[list, heading] : lists) {
        if (!list->empty()) out.write("\n" + painted(ink::heading, heading) + "\n");
        for (const timing &t : *list)
            out.write("  " + t.text() + (t.engine.empty() ? "" : " (" + escaped(t.engine) + ")") +
                      (t.ns > 0 ? ": " + time_text(t.ns) : "") + "\n");
    }
}

ordered_json to_json(const std::vector<timing> &rows) {
    ordered_json out = ordered_json::array();
    for (const timing &t : rows) {
        out.push_back({{"name", t.name}, {"engine", t.engine}, {"n", t.n}, {"threads", t.threads}});
        if (t.ns > 0) out.back()["ns_per_op"] = t.ns;
    }
    return out;
}

void print_json(output &out, const compare_options &o, const results &before, const results &after,
                const std::vector<pairing> &rows, const std::vector<timing> &only_old,
                const std::vector<timing> &only_new) {
    ordered_json differs = ordered_json::object(), list = ordered_json::array();
    const auto value = [](const results &of, const std::string &key) {
        const auto at = of.header.find(key);
        return at == of.header.end() ? ordered_json() : ordered_json(at->second);
    };
    for (const std::string &key : differing(before, after))
        differs[key] = {{"old", value(before, key)}, {"new", value(after, key)}};
    for (const pairing &p : rows) {
        ordered_json row = {{"name", p.before.name},       {"n", p.before.n},
                            {"threads", p.before.threads}, {"old_ns", p.before.ns},
                            {"new_ns", p.after.ns},        {"ratio", p.ratio()},
                            {"ratio_spread", nullptr},     {"verdict", nullptr}};
        if (p.spread_known()) {
            row["ratio_spread"] = {p.low(), p.high()};
            row["verdict"] = p.verdict();
        }
        if (o.fail_above) row["too_slow"] = p.slower_by(*o.fail_above);
        list.push_back(row);
    }
    const ordered_json report = {{"old", o.before},
                                 {"new", o.after},
                                 {"differs", differs},
                                 {"rows", list},
                                 {"only_old", to_json(only_old)},
                                 {"only_new", to_json(only_new)},
                                 {"untimed_old", to_json(before.untimed)},
                                 {"untimed_new", to_json(after.untimed)}};
    out.write(json_text(report, 2) + "\n");
}

int compare(const compare_options &o) {
    if (o.before == "-" && o.after == "-") throw unusable("standard input cannot be both files");
    const results before = read(o.before), after = read(o.after);
    results left = after;
    std::vector<timing> only_old;
    const std::vector<pairing> rows = paired(before, left, only_old);
    output out("-");
    (o.json ? print_json : print_text)(out, o, before, after, rows, only_old, left.rows);
    out.flush();
    if (rows.empty()) throw unusable("no row is in both files");
    const bool failed = o.fail_above && std::any_of(rows.begin(), rows.end(), [&](const auto &p) {
                            return p.slower_by(*o.fail_above);
                        });
    return failed ? exit_invalid : exit_ok;
}

/* What is wrong with the value of --fail-above, or "". */
std::string no_percentage(const std::string &text) {
    const bool digits = text.find_first_not_of("0123456789.") == text.npos &&
                        text.find_first_of("0123456789") != text.npos &&
                        std::count(text.begin(), text.end(), '.') < 2;
    return digits && std::atof(text.c_str()) <= 1e6
               ? ""
               : text + " is not a number from 0 to 1000000, such as 5 or 0.5";
}

work add_compare(CLI::App &sub) {
    const auto o = std::make_shared<compare_options>();
    sub.add_option("OLD", o->before, "A result file of ufsecp bench --json; - for standard input.")
        ->required()
        ->type_name("FILE");
    sub.add_option("NEW", o->after, "The file to compare with it.")->required()->type_name("FILE");
    sub.add_option("--fail-above", o->fail_above,
                   "Exit status 1 if a row of NEW takes more time by more than this many percent, "
                   "even at the best of the spread.")
        ->check(CLI::Validator(no_percentage, ""))
        ->type_name("PERCENT");
    sub.add_flag("--json", o->json, "Print one JSON object.");
    add_color(sub);
    return [o] { return compare(*o); };
}

}  // namespace

const command compare_command = {"compare",
                                 "compare two results of bench",
                                 "ufsecp compare [OPTIONS] OLD NEW",
                                 R"(DESCRIPTION
    Says first what differs in the headers of two result files of ufsecp bench --json, such as
    machine, compiler, engine and commit. Then, row by row, the old time, the new one, and how
    many times as fast the new one is. Rows of one name, batch size and number of threads
    belong together, whatever their engine is; where a file has several, those of one engine.
    Rows of one file only come last, and those that a file names without a time.

    The spread of a ratio lies between the quartiles of both times, as if they lay evenly around
    their medians. A row is faster or slower where all of it is on one side of 1. Files without
    a spread give none, and have no verdicts; for --fail-above it is taken as 0.
)",
                                 R"(OUTPUT
    With --json one object: old, new, differs: {KEY: {old, new}}, rows: [{name, n, threads,
    old_ns, new_ns, ratio, ratio_spread, verdict, too_slow}], and rows in only_old, only_new,
    untimed_old and untimed_new. ratio_spread and verdict are null where a spread is not known;
    too_slow is there with --fail-above.

EXIT STATUS
    0    done
    1    a row is slower than --fail-above allows
    2    unusable input or arguments, no row in common

EXAMPLES
    ufsecp bench --json --output before && git pull && make build
    ufsecp bench --json --output after
    ufsecp compare --fail-above 3 before/*.json after/*.json
)",
                                 add_compare};
