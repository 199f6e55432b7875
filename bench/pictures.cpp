// Pictures of results in SVG. Every picture has its values as text for readers who do not see it.
#include "bench/pictures.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace bench {
namespace {

constexpr double width = 400, pitch = 36;

std::string number(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.1f", value);
    return text;
}

std::string text(double x, double y, const std::string &classes, const std::string &words) {
    return "<text x=\"" + number(x) + "\" y=\"" + number(y) + "\" class=\"" + classes + "\">" +
           words + "</text>";
}
std::string line(double x1, double y1, double x2, double y2, const char *classes) {
    return "<line x1=\"" + number(x1) + "\" y1=\"" + number(y1) + "\" x2=\"" + number(x2) +
           "\" y2=\"" + number(y2) + "\" class=\"" + classes + "\"/>";
}

std::string picture(double height, const std::string &title, const std::string &values,
                    const std::string &content) {
    return "<svg viewBox=\"0 0 " + number(width) + " " + number(height) +
           "\" role=\"img\" aria-label=\"" + title + ": " + values + "\"><title>" + title +
           "</title>" + content + "</svg>\n";
}

/* The step of an axis from 0 to `most` with three to six marks: 1, 2 or 5 times a power of ten. */
double step_of(double most) {
    const double power = std::pow(10, std::floor(std::log10(most / 3)));
    for (double step : {1.0, 2.0, 5.0})
        if (most / (step * power) <= 6) return step * power;
    return 10 * power;
}

std::string plain(double value) {
    char out[32];
    std::snprintf(out, sizeof out, "%g", value);
    return out;
}

/* A line of name and value above what is drawn. */
std::string label(std::size_t i, const std::string &name, const std::string &more,
                  const std::string &value, const std::string &spread) {
    const double y = pitch * (double)i + 14;
    const std::string after =
        more.empty() ? "" : " <tspan class=\"s\">" + escaped(more) + "</tspan>";
    return text(0, y, "n", escaped(name) + after) +
           text(width, y, "e",
                "<tspan class=\"s q\">" + spread + " </tspan><tspan class=\"b\">" + value +
                    "</tspan>");
}

}  // namespace

std::string escaped(const std::string &text) {
    std::string out;
    for (char c : text)
        out += c == '<'    ? "&lt;"
               : c == '>'  ? "&gt;"
               : c == '&'  ? "&amp;"
               : c == '"'  ? "&quot;"
               : c == '\'' ? "&#39;"
                           : std::string(1, c);
    return out;
}

std::string grouped(std::uint64_t value) {
    std::string out = std::to_string(value);
    for (std::size_t at = out.size(); at > 3;) out.insert(at -= 3, ",");
    return out;
}

std::string counted(std::uint64_t n, const char *what) {
    return grouped(n) + ' ' + what + (n == 1 ? "" : "s");
}

std::string time_text(double ns) {
    const char *const unit = ns < 999.5 ? "ns" : ns < 999.5e3 ? "µs" : "ms";
    const double shown = ns < 999.5 ? ns : ns < 999.5e3 ? ns / 1e3 : ns / 1e6;
    char out[32];
    std::snprintf(out, sizeof out,
                  shown < 10    ? "%.2f %s"
                  : shown < 100 ? "%.1f %s"
                                : "%.0f %s",
                  shown, unit);
    return out;
}

std::string range_text(double low, double high) {
    const std::string from = time_text(low), to = time_text(high);
    const std::size_t unit = from.find(' ');
    const bool same = from.substr(unit) == to.substr(to.find(' '));
    return (same ? from.substr(0, unit) : from) + " &ndash; " + to;
}

std::string times(double ratio) {
    char out[32];
    std::snprintf(out, sizeof out, ratio < 9.995 ? "%.2f×" : "%.1f×", ratio);
    return out;
}

std::string bar_picture(const std::string &title, const std::string &other,
                        const std::vector<bar> &bars) {
    double most = 1;
    for (const bar &b : bars) most = std::max({most, b.high, b.value});
    const double step = step_of(most), end = step * std::ceil(most / step);
    const double bottom = pitch * (double)bars.size() + 4;
    const auto at = [end](double v) { return width * v / end; };
    std::string out, values;
    for (int i = 0; i * step <= end * 1.001; i++) {
        const double x = at(i * step);
        out += line(x, 0, x, bottom, "g") + text(x, bottom + 14,
                                                 i == 0                    ? "s"
                                                 : i * step >= end * 0.999 ? "s e"
                                                                           : "s m",
                                                 plain(i * step));
    }
    for (std::size_t i = 0; i < bars.size(); i++) {
        const bar &b = bars[i];
        const double y = pitch * (double)i + 20, middle = y + 5.5;
        out += label(i, b.name, b.more, times(b.value), times(b.low) + "&ndash;" + times(b.high));
        out += "<rect x=\"0\" y=\"" + number(y) + "\" width=\"" + number(at(b.value)) +
               "\" height=\"11\" rx=\"1.5\" class=\"" + (b.value < 1 ? "x" : "o") + "\"/>";
        out += line(at(b.low), middle, at(b.high), middle, "w") +
               line(at(b.low), middle - 3.5, at(b.low), middle + 3.5, "w") +
               line(at(b.high), middle - 3.5, at(b.high), middle + 3.5, "w");
        values += (i ? "; " : "") + escaped(b.name) + (b.more.empty() ? "" : " " + b.more) + " " +
                  times(b.value) + ", quartiles " + times(b.low) + " to " + times(b.high);
    }
    out += line(at(1), 0, at(1), bottom, "a");
    out += text(0, bottom + 30, "s", "times as fast as " + escaped(other) + "; 1: equal");
    return picture(bottom + 36, "Ratios, " + escaped(title) + ", against " + escaped(other), values,
                   out);
}

std::string dot_picture(const std::string &title, const std::string &other,
                        const std::vector<dot> &dots) {
    double least = 1e18, most = 0;
    for (const dot &d : dots) {
        least = std::min({least, d.low, d.other > 0 ? d.other : d.low});
        most = std::max({most, d.high, d.other});
    }
    const double from = std::floor(std::log10(std::max(least, 1e-3)));
    const double to = std::max(std::ceil(std::log10(std::max(most, 1e-3))), from + 1);
    const double bottom = pitch * (double)dots.size() + 4, edge = 6;
    const auto at = [&](double ns) {
        return edge + (width - 2 * edge) * (std::log10(std::max(ns, 1e-3)) - from) / (to - from);
    };
    std::string out, values;
    for (double power = from; power <= to; power++) {
        const double x = at(std::pow(10, power));
        char name[32];
        std::snprintf(name, sizeof name, "%g %s",
                      std::pow(10, power - (power < 3   ? 0
                                            : power < 6 ? 3
                                                        : 6)),
                      power < 3   ? "ns"
                      : power < 6 ? "µs"
                                  : "ms");
        out += line(x, 0, x, bottom, "g") + text(x, bottom + 14,
                                                 power == from ? "s"
                                                 : power == to ? "s e"
                                                               : "s m",
                                                 name);
    }
    for (std::size_t i = 0; i < dots.size(); i++) {
        const dot &d = dots[i];
        const double y = pitch * (double)i + 25.5;
        out += label(i, d.name, d.more, time_text(d.value), "");
        if (d.other > 0) {
            out += line(at(d.value), y, at(d.other), y, "g");
            out += "<rect x=\"" + number(at(d.other) - 4) + "\" y=\"" + number(y - 4) +
                   "\" width=\"8\" height=\"8\" class=\"h\"/>";
        }
        out += line(at(d.low), y, at(d.high), y, "w");
        out += "<circle cx=\"" + number(at(d.value)) + "\" cy=\"" + number(y) +
               "\" r=\"5\" class=\"o\"/>";
        values += (i ? "; " : "") + escaped(d.name) + (d.more.empty() ? "" : " " + d.more) + " " +
                  time_text(d.value) +
                  (d.other > 0 ? ", " + escaped(other) + " " + time_text(d.other) : "");
    }
    const double y = bottom + 26;
    out += "<circle cx=\"5\" cy=\"" + number(y) + "\" r=\"5\" class=\"o\"/>" +
           text(15, y + 4, "s", "ours, with quartiles");
    if (!other.empty())
        out += "<rect x=\"152\" y=\"" + number(y - 4) +
               "\" width=\"8\" height=\"8\" class=\"h\"/>" + text(168, y + 4, "s", escaped(other));
    out += text(width, y + 4, "s e", "logarithmic");
    return picture(bottom + 36, "Time of one, " + escaped(title), values, out);
}

std::string curve_picture(const std::string &title, bool threads,
                          const std::vector<series> &lines) {
    double most = 0, last = 1;
    for (const series &s : lines)
        for (const point &p : s.points) most = std::max(most, p.high), last = std::max(last, p.x);
    const bool micro = most >= 1000;
    const double unit = micro ? 1000 : 1, step = step_of(most / unit);
    const double end = step * std::ceil(most / unit / step);
    const double left = 34, right = width - 8, top = 48, bottom = 244;
    const bool doubling = !threads || last > 16;
    const auto across = [&](double x) {
        const double part = last <= 1  ? 0.5
                            : doubling ? std::log2(x) / std::log2(last)
                                       : (x - 1) / (last - 1);
        return left + 6 + (right - left - 12) * part;
    };
    const auto up = [&](double ns) { return bottom - (bottom - top) * ns / unit / end; };
    std::string out, values;
    for (int i = 0; i * step <= end * 1.001; i++) {
        const double y = up(i * step * unit);
        out +=
            line(left, y, right, y, i ? "g" : "a") + text(left - 6, y + 4, "s e", plain(i * step));
    }
    const double gap = doubling ? std::log2(last) > 8 ? 4 : 2 : last > 10 ? 2 : 1;
    for (double x = 1; x <= last * 1.001; doubling ? x *= gap : x += gap)
        out += line(across(x), bottom, across(x), bottom + 4, "a") +
               text(across(x), bottom + 17, "s m", grouped((std::uint64_t)x));
    if (threads) {
        std::string ideal;
        for (double x = 1; x <= last; x += std::max(0.25, (last - 1) / 60))
            ideal += number(across(x)) + "," + number(up(lines[0].points[0].y / x)) + " ";
        out += "<polyline points=\"" + ideal + "\" class=\"i\"/>" +
               line(left + 290, 30, left + 316, 30, "i") + text(left + 322, 34, "", "1 / n");
    }
    for (std::size_t i = 0; i < lines.size(); i++) {
        const std::string which = std::to_string(i % 2);
        std::string path, band, back;
        for (const point &p : lines[i].points) {
            path += number(across(p.x)) + "," + number(up(p.y)) + " ";
            band += number(across(p.x)) + "," + number(up(p.low)) + " ";
            back = number(across(p.x)) + "," + number(up(p.high)) + " " + back;
            values += (values.empty() ? "" : "; ") + lines[i].name + " " +
                      grouped((std::uint64_t)p.x) + ": " + time_text(p.y);
        }
        out += "<polygon points=\"" + band + back + "\" class=\"d" + which + "\"/>" +
               "<polyline points=\"" + path + "\" class=\"l" + which + "\"/>";
        for (const point &p : lines[i].points) {
            const std::string hint = "<title>" + lines[i].name + ", " +
                                     counted((std::uint64_t)p.x, threads ? "thread" : "row") +
                                     ": " + time_text(p.y) + "</title>";
            const double x = across(p.x), y = up(p.y);
            out += i % 2 == 0 ? "<circle cx=\"" + number(x) + "\" cy=\"" + number(y) +
                                    "\" r=\"3.5\" class=\"p0\">" + hint + "</circle>"
                              : "<rect x=\"" + number(x - 3) + "\" y=\"" + number(y - 3) +
                                    "\" width=\"6\" height=\"6\" class=\"p1\">" + hint + "</rect>";
        }
        const double x = left + 6 + 116 * (double)i, y = 30;
        out += line(x, y, x + 26, y, i % 2 ? "l1" : "l0") + text(x + 32, y + 4, "", lines[i].name);
    }
    out += text(
        0, 12, "s",
        std::string(micro ? "microseconds" : "nanoseconds") + " for one row; bands: quartiles");
    out += text(right, bottom + 34, "s e",
                threads    ? doubling ? "threads, each mark twice the one before" : "threads"
                : doubling ? "rows in one call, logarithmic"
                           : "rows in one call");
    return picture(bottom + 40, title, values, out);
}

}  // namespace bench
