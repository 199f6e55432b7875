// A report as one page of HTML: pictures in SVG with the tables of their values. It has no script
// and asks for nothing else.
#include "bench/page.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <stdexcept>

#include "bench/page_style.h"
#include "bench/pictures.h"

namespace bench {
namespace {

constexpr const char *first_lines = "<!doctype html>\n<!-- made by ufsecp bench --html -->\n";

std::string tag(const std::string &name, const std::string &text) {
    return "<" + name + ">" + text + "</" + name.substr(0, name.find(' ')) + ">";
}

std::string value_of(const facts &header, const std::string &name) {
    for (const auto &[key, value] : header)
        if (key == name) return value;
    return "";
}

/* A word or two for a row that several share, such as the size of its batch. */
std::string size_text(const row &r) { return r.n == 1 ? "" : counted(r.n, "row"); }

const result *find(const std::vector<result> &results, const std::string &name, bool batch) {
    const result *best = nullptr;
    for (const result &x : results)
        if (x.of->name == name && (x.of->n > 1) == batch && (!best || x.of->n > best->of->n))
            best = &x;
    return best;
}

/* The figures that most readers look for. */
std::string headlines(const std::vector<result> &results) {
    const struct {
        const char *name, *text;
        bool batch;
    } chosen[] = {{"ecdsa_verify", "one ECDSA verification", false},
                  {"ecdsa_verify", "ECDSA verification in a batch, each", true},
                  {"schnorr_verify", "Schnorr verification in a batch, each", true},
                  {"ecdsa_sign", "one ECDSA signature, constant time", false}};
    std::string out;
    for (const auto &c : chosen) {
        const result *const x = find(results, c.name, c.batch);
        if (!x) continue;
        std::string what = c.text;
        if (c.batch) what += " of " + grouped(x->of->n);
        if (x->of->other)
            out += "<div>" + tag("b", times(x->ratio)) +
                   tag("span", escaped(what) + "<br>" + time_text(x->ns) + " against " +
                                   time_text(x->other_ns) + " of " + escaped(x->of->other_name)) +
                   "</div>";
        else out += "<div>" + tag("b", time_text(x->ns)) + tag("span", escaped(what)) + "</div>";
    }
    return out.empty() ? "" : "<div class=\"heads\">" + out + "</div>\n";
}

std::string cell(const std::string &text, bool number = true) {
    return (number ? "<td class=\"r\">" : "<td>") + text + "</td>";
}

std::string scrolled(const std::string &caption, const std::vector<std::string> &headings,
                     const std::string &rows) {
    std::string out = "<div class=\"scroll\" tabindex=\"0\"><table><caption>" + escaped(caption) +
                      "</caption><thead><tr>";
    for (std::size_t i = 0; i < headings.size(); i++)
        out += std::string("<th scope=\"col\"") + (i ? " class=\"r\">" : ">") +
               escaped(headings[i]) + "</th>";
    return out + "</tr></thead><tbody>" + rows + "</tbody></table></div>\n";
}

/* The rows of one group that are compared with one other. */
std::string table_of(const std::vector<const result *> &group, const std::string &other) {
    std::string rows;
    for (const result *x : group) {
        const row &r = *x->of;
        rows += "<tr><th scope=\"row\">" + tag("code", escaped(r.name)) +
                (x->disturbed ? "<sup title=\"the core was shared with others\">*</sup>" : "") +
                "</th>" + cell(grouped(r.n)) + cell(time_text(x->ns)) +
                cell(range_text(x->ns_low, x->ns_high));
        if (!other.empty())
            rows += r.other ? cell(time_text(x->other_ns)) + cell(tag("b", times(x->ratio))) +
                                  cell(times(x->ratio_low) + " &ndash; " + times(x->ratio_high))
                            : cell("") + cell("") + cell("");
        rows += cell(escaped(r.engine)) + cell(r.constant_time ? "yes" : "no") +
                cell(r.table_bytes ? grouped(r.table_bytes) : "") + "</tr>";
    }
    std::vector<std::string> headings = {"operation", "rows", "each", "quartiles"};
    if (!other.empty()) headings.insert(headings.end(), {other, "ratio", "quartiles of the ratio"});
    headings.insert(headings.end(), {"engine", "constant time", "table, bytes"});
    return scrolled("Values of the pictures above", headings, rows);
}

std::string group_section(const std::vector<const result *> &group) {
    const std::string name = group[0]->of->group;
    std::string other, out, notes;
    std::vector<bar> bars;
    std::vector<dot> dots;
    for (const result *x : group) {
        const row &r = *x->of;
        dots.push_back(
            {r.name, size_text(r), x->ns, x->ns_low, x->ns_high, r.other ? x->other_ns : 0});
        if (!r.other) continue;
        other = r.other_name;
        bars.push_back({r.name, size_text(r), x->ratio, x->ratio_low, x->ratio_high});
    }
    for (std::size_t i = 0; i < group.size(); i++) {
        const std::string &note = group[i]->note;
        if (!note.empty() && (i == 0 || note != group[i - 1]->note))
            notes +=
                "<li>" + tag("code", escaped(group[i]->of->name)) + ": " + escaped(note) + "</li>";
    }
    std::string heading = name;
    heading[0] = (char)std::toupper((unsigned char)heading[0]);
    out = "<section><h3>" + escaped(heading) + "</h3><figure>";
    if (!bars.empty()) out += bar_picture(name, other, bars);
    out += dot_picture(name, other, dots) + table_of(group, other) + "</figure>";
    if (!notes.empty()) out += "<ul class=\"notes\">" + notes + "</ul>";
    return out + "</section>\n";
}

/* The points of a curve by its name, and of which scheme it is. */
using curves = std::map<std::string, std::vector<const result *>>;

const char *scheme_of(const std::string &name) {
    return name.starts_with("schnorr") ? "Schnorr (BIP-340)" : "ECDSA";
}

std::string curve_section(const curves &all, bool threads) {
    std::vector<series> lines;
    std::map<double, std::vector<std::string>> cells;
    for (const auto &[name, points] : all) {
        series s = {scheme_of(name), {}};
        for (const result *x : points) {
            const double at = threads ? (double)x->of->threads : (double)x->of->n;
            s.points.push_back({at, x->ns, x->ns_low, x->ns_high});
            std::string &text = cells[at].emplace_back(cell(
                time_text(x->ns) + (x->disturbed ? "<sup title=\"shared core\">*</sup>" : "")));
            text += cell(range_text(x->ns_low, x->ns_high));
            const double first = s.points[0].y;
            text += cell(times(first / x->ns));
        }
        lines.push_back(s);
    }
    std::vector<std::string> headings = {threads ? "threads" : "rows in a call"};
    for (const series &s : lines) headings.insert(headings.end(), {s.name, "quartiles", "gain"});
    std::string rows;
    for (const auto &[at, text] : cells) {
        rows += "<tr><th scope=\"row\" class=\"r\">" + grouped((std::uint64_t)at) + "</th>";
        for (const std::string &t : text) rows += t;
        rows += "</tr>";
    }
    const std::string title = threads ? "Time of one row against threads"
                                      : "Time of one row against the size of the batch";
    const std::size_t n = all.begin()->second[0]->of->n;
    const std::string about =
        threads
            ? "Verification of " + grouped(n) +
                  " signatures in one call, each with a key of its own; time on the wall from "
                  "two threads on. The dotted line is the time of ECDSA on one thread, divided by "
                  "n."
            : "Verification of so many signatures in one call on one thread, each with a key of "
              "its own (4,096 different ones) and its own verdict.";
    return "<section><h3>" + title + "</h3>" + tag("p", about) + "<figure class=\"beside\">" +
           curve_picture(title, threads, lines) +
           scrolled(
               std::string("Values of the picture; gain: on 1 ") + (threads ? "thread" : "row"),
               headings, rows) +
           "</figure></section>\n";
}

std::string fact_list(const facts &header) {
    std::string out = "<dl>";
    for (const auto &[key, value] : header) {
        std::string name = key;
        std::replace(name.begin(), name.end(), '_', ' ');
        out += "<div>" + tag("dt", escaped(name)) + tag("dd", escaped(value)) + "</div>";
    }
    return out + "</dl>\n";
}

}  // namespace

std::string page(const facts &header, const std::vector<result> &results, const facts &skipped) {
    std::vector<std::vector<const result *>> groups;
    curves by_size, by_threads;
    bool disturbed = false;
    for (const result &x : results) {
        const row &r = *x.of;
        disturbed |= x.disturbed;
        if (r.name.ends_with("_by_size")) by_size[r.name].push_back(&x);
        else if (r.name.ends_with("_by_threads")) by_threads[r.name].push_back(&x);
        else {
            const row *const last = groups.empty() ? nullptr : groups.back()[0]->of;
            if (!last || last->group != r.group ||
                (r.other && groups.back().back()->of->other &&
                 groups.back().back()->of->other_name != r.other_name))
                groups.emplace_back();
            groups.back().push_back(&x);
        }
    }
    const std::string title = "secp256k1 on " + value_of(header, "cpu");
    std::string out =
        std::string(first_lines) + "<html lang=\"en\"><head><meta charset=\"utf-8\">" +
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">" +
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; " +
        "style-src 'unsafe-inline'\">" + tag("title", escaped(title)) + "<style>" + page_style +
        "</style></head><body><main>\n<h1>" + escaped(title) + "</h1>\n" +
        "<p class=\"lead\">UltrafastSecp256k1 " + escaped(value_of(header, "version")) +
        ", commit " + escaped(value_of(header, "commit")) + ", engine " +
        tag("code", escaped(value_of(header, "engine"))) + ", " +
        escaped(value_of(header, "compiler")) + ", " +
        escaped(value_of(header, "date").substr(0, 10)) + ".</p>\n" + headlines(results);
    if (!by_size.empty() || by_threads.size()) out += "<h2>Batches and threads</h2>\n";
    if (!by_size.empty()) out += curve_section(by_size, false);
    if (!by_threads.empty()) out += curve_section(by_threads, true);
    if (!groups.empty())
        out +=
            "<h2>Every operation</h2>\n<p>A bar begins at 0. Its length says how many times as "
            "fast ours is as the other: the median of the ratios of neighbouring blocks, with a "
            "whisker from their first to their third quartile. The line at 1 is equal speed. "
            "Times of one operation are medians with their quartiles, on a logarithmic "
            "axis.</p>\n";
    for (const auto &group : groups) out += group_section(group);
    if (disturbed)
        out += "<p>* Other programs kept the core busy during nearly all passes of this row.</p>\n";
    out += "<h2>Machine and method</h2>\n" + fact_list(header);
    if (!skipped.empty()) {
        out += "<h2>Left out</h2>\n<ul class=\"notes\">";
        for (const auto &[name, why] : skipped)
            out += "<li>" + tag("code", escaped(name)) + ": " + escaped(why) + "</li>";
        out += "</ul>\n";
    }
    return out + "</main></body></html>\n";
}

page_file::page_file(const std::string &path) : path_(path) {
    namespace fs = std::filesystem;
    if (path_.empty()) return;
    if (path_ == "-")
        throw std::runtime_error("--html -: name a file, as standard output has the table");
    std::error_code none;
    const bool exists = fs::exists(path_, none);
    if (fs::is_directory(path_, none)) throw std::runtime_error("--html " + path_ + ": a folder");
    if (fs::is_regular_file(path_, none)) {
        std::string begin(std::string(first_lines).size(), 0);
        std::ifstream in(path_, std::ios::binary);
        if (!in.is_open()) throw std::runtime_error("--html " + path_ + ": cannot be read");
        in.read(begin.data(), (std::streamsize)begin.size());
        if (in.gcount() > 0 && begin != first_lines)
            throw std::runtime_error("--html " + path_ +
                                     ": exists and is no page of this tool; remove it, or name "
                                     "another file");
    }
    std::ofstream out(path_, std::ios::app | std::ios::binary);
    if (!out) throw std::runtime_error("--html " + path_ + ": cannot be written");
    made_ = !exists;
}

page_file::~page_file() {
    std::error_code none;
    if (made_) std::filesystem::remove(path_, none);
}

void page_file::write(const std::string &text) {
    if (path_.empty()) return;
    std::ofstream out(path_, std::ios::trunc | std::ios::binary);
    if (!(out << text).flush()) throw std::runtime_error("--html " + path_ + ": cannot be written");
    made_ = false;
    std::fprintf(stderr, "wrote %s\n", path_.c_str());
}

}  // namespace bench
