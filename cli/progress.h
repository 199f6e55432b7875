// Long work: how many rows of it to do at a time, and one line on the terminal with rate and
// remaining time.
#pragma once
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>

/* How many rows to take at a time, before progress is shown and a stop is heard: many threads, and
 * a GPU, want more at once than one core.  Twice as many once a whole chunk took less than 50 ms,
 * half as many once one took more than 200 ms. */
class pace {
public:
    using clock = std::chrono::steady_clock;
    static constexpr std::size_t most = 1 << 20;

    explicit pace(std::size_t least) : least_(least), rows_(least) {}
    /* The first chunk is any, and waited for: the bounds hold from the second on. */
    pace(std::size_t least, std::size_t first)
        : least_(least), rows_(first), patience_(clock::time_point::max()) {}

    std::size_t rows() const { return rows_; }  // to take next, at most
    void begin() { begun_ = clock::now(); }
    /* n rows are done, which took the time since begin(). */
    void done(std::size_t n);
    /* Until when more rows are worth waiting for, where some are there: what the last took,
     * and 200 ms at most. */
    clock::time_point patience() const { return patience_; }

private:
    std::size_t least_, rows_;
    clock::time_point begun_{}, patience_{};
};

class progress {
public:
    /* total: bytes of all input, 0 if unknown.  Silent unless wanted and stderr is a terminal. */
    progress(std::uint64_t total, bool wanted, const char *what = "row");
    ~progress() { clear(); }
    progress(const progress &) = delete;
    progress &operator=(const progress &) = delete;

    void update(std::uint64_t rows, std::uint64_t bytes);
    /* Row `done` + 1 of so many begins.  The time left is that of rows which take as long as those
     * before. */
    void step(std::size_t done, std::size_t all, const std::string &name);
    /* Takes the line away, so that other text can be printed. */
    void clear();

private:
    using clock = std::chrono::steady_clock;
    std::uint64_t total_;
    const char *what_;
    bool active_, shown_ = false;
    clock::time_point start_, last_;
};
