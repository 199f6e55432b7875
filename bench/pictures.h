// Pictures of results in SVG, in the classes of page_style.h: bars, dots and curves.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace bench {

/* Text of HTML: of <, >, & and quotes nothing is left. */
std::string escaped(const std::string &text);
std::string grouped(std::uint64_t value);                // 1,234,567
std::string counted(std::uint64_t n, const char *what);  // 1 row, 2,000 rows
std::string time_text(double ns);                        // 11.6 ns, 2.25 µs, 1.20 ms
std::string range_text(double low, double high);         // 2.21 to 2.27 µs, as HTML
std::string times(double ratio);                         // 2.48×, 12.1×

/* A ratio with its quartiles. */
struct bar {
    std::string name, more;
    double value, low, high;
};
std::string bar_picture(const std::string &title, const std::string &other,
                        const std::vector<bar> &bars);

/* Nanoseconds with their quartiles, and those of another, or 0. */
struct dot {
    std::string name, more;
    double value, low, high, other;
};
std::string dot_picture(const std::string &title, const std::string &other,
                        const std::vector<dot> &dots);

struct point {
    double x, y, low, high;
};
struct series {
    std::string name;
    std::vector<point> points;
};
/* Time against the size of a batch, whose axis doubles, or against threads. */
std::string curve_picture(const std::string &title, bool threads, const std::vector<series> &lines);

}  // namespace bench
