// One line on the terminal with rate and remaining time, for work that takes longer than a second.
#pragma once
#include <chrono>
#include <cstdint>

class progress {
  public:
    /* total: bytes of all input, 0 if unknown.  Silent unless wanted and stderr is a terminal. */
    progress(std::uint64_t total, bool wanted);
    ~progress() { clear(); }
    progress(const progress &) = delete;
    progress &operator=(const progress &) = delete;

    void update(std::uint64_t rows, std::uint64_t bytes);
    /* Takes the line away, so that other text can be printed. */
    void clear();

  private:
    using clock = std::chrono::steady_clock;
    std::uint64_t total_;
    bool active_, shown_ = false;
    clock::time_point start_, last_;
};
