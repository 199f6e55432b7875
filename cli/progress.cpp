// Long work: how many rows at a time, and the line on the terminal.
#include "progress.h"

#include <algorithm>
#include <cstdio>

#include "io.h"

namespace {

std::string as_time(double seconds) {
    const auto whole = (unsigned long long)(seconds + 0.5);
    char text[40];
    if (whole >= 3600)
        std::snprintf(text, sizeof text, "%llu:%02llu h", whole / 3600, whole / 60 % 60);
    else if (whole >= 60)
        std::snprintf(text, sizeof text, "%llu:%02llu min", whole / 60, whole % 60);
    else std::snprintf(text, sizeof text, "%llu s", whole);
    return text;
}

}  // namespace

void pace::done(std::size_t n) {
    using namespace std::chrono_literals;
    if (n == 0) return;
    const auto now = clock::now();
    const auto took = now - begun_;
    patience_ = now + std::min<clock::duration>(took, 200ms);
    if (n < rows_) return;  // it was not rows_ that bounded it
    if (took < 50ms) rows_ *= 2;
    if (took > 200ms) rows_ /= 2;
    rows_ = std::clamp(rows_, least_, most);
}

progress::progress(std::uint64_t total, bool wanted, const char *what)
    : total_(total),
      what_(what),
      active_(wanted && os::terminal(2)),
      start_(clock::now()),
      last_(start_) {}

void progress::update(std::uint64_t rows, std::uint64_t bytes) {
    using namespace std::chrono;
    if (!active_) return;
    const auto now = clock::now();
    if (now - start_ < seconds(1) || now - last_ < milliseconds(200)) return;
    last_ = now;
    shown_ = true;
    const double elapsed = std::chrono::duration<double>(now - start_).count();
    std::string line = counted(rows, what_) + ", " +
                       grouped((std::uint64_t)((double)rows / elapsed)) + " a second";
    if (total_ > 0 && bytes > 0 && bytes <= total_) {
        const double part = (double)bytes / (double)total_;
        line += ", " + std::to_string((int)(100 * part)) + " %, " +
                as_time(elapsed * (1 - part) / part) + " left";
    }
    std::fprintf(stderr, "\r\033[K%s", line.c_str());
    std::fflush(stderr);
}

void progress::step(std::size_t done, std::size_t all, const std::string &name) {
    if (!active_) return;
    shown_ = true;
    const double elapsed = std::chrono::duration<double>(clock::now() - start_).count();
    std::string line =
        "row " + std::to_string(done + 1) + " of " + std::to_string(all) + ": " + name;
    if (done > 0) line += ", " + as_time(elapsed * (double)(all - done) / (double)done) + " left";
    std::fprintf(stderr, "\r\033[K%s", line.c_str());
    std::fflush(stderr);
}

void progress::clear() {
    if (!shown_) return;
    std::fputs("\r\033[K", stderr);
    std::fflush(stderr);
    shown_ = false;
}
