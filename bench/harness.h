// The harness: rows of an operation and what it is compared with, checked first, then timed in
// turns; a table, JSON or a result file.
#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "bench/op.h"

namespace bench {

struct options {
    bool json = false, quick = false, list = false;
    int passes = 0;            // of a row; 0 for as many as quick says, fewer of long ones
    std::string filter;        // a regular expression searched in row names
    std::string vs;            // the peer, "" for none
    std::string output = ".";  // folder for the result file, "" for none
    std::string engine;        // "" for the one in use
    std::string html;          // file for the report as a page, "" for none
    bool color = false;        // in the text on standard output
    /* Called before row `done` + 1 of so many, and with all done before other text is written. */
    std::function<void(std::size_t done, std::size_t all, const std::string &name)> progress = {};
};

/* An operation of a target. */
struct subject {
    const bench_target *target = nullptr;
    const bench_op *op = nullptr;
    explicit operator bool() const { return op != nullptr; }
};

/* What is compared: nanoseconds of other divided by nanoseconds of ours. */
struct row {
    std::string name, group, engine;
    subject ours, other;
    std::string other_name;  // heading of the other column: a peer, or a variant of ours
    subject reference = {};  // gives the same output too
    std::size_t n = 1;       // 1: a single call; more: a batch of so many
    std::size_t table_bytes = 0;
    bool constant_time = false;
    bool same_output = true;                    // ours and other must agree
    std::function<std::string()> prepare = {};  // before the row, e.g. a table; more for the note
    std::string note = {};                      // how the other does it, where that is not plain
    bool wide = false;                          // of 512-bit vectors, for which clocks may change
    unsigned threads = 1;                       // of ours; 2 and more: by the clock on the wall
    std::string skip = {};                      // why it cannot be measured here, "" if it can
};

struct result {
    const row *of = nullptr;
    double ns = 0, ns_low = 0, ns_high = 0, spread = 0;  // median, quartiles; their distance / ns
    double other_ns = 0, ratio = 0, ratio_low = 0,
           ratio_high = 0;   // the ratio's median and quartiles
    bool disturbed = false;  // others kept the core busy during nearly all passes
    int passes = 0;          // that count
    std::string note = {};
};

/* Runs ours, other and reference from their first inputs.  "" if they agree, else what was wrong.
 */
std::string check(const row &r, const bench_pool &pool);
/* Passes of one block each, ours and other in turns; every ratio is of two neighbouring blocks.
 * Where one run takes longer than a block, the blocks of both are as long as that run, and there
 * are fewer of them.  Before a short block of a wide row the same operation runs untimed, so that
 * no side pays for the clock that the other one leaves behind.  Passes that others disturbed are
 * left out and made up for, up to twice as many; if fewer than 11 (or than were planned) are left,
 * all count and the result says so. */
result measure(const row &r, const bench_pool &pool, const options &o);

/* Sets of valid keys and signatures, the same in every run; made by the engine in use.  make_set
 * makes one of them. */
const bench_pool &pool();
void make_set(bench_pool *p, std::uint32_t i);

/* Something after the table: lines that are computed from the results. */
using summary = std::function<std::string(const std::vector<result> &)>;

/* A report: its name, its rows for an engine, and how it is shown. */
struct report {
    std::string title, about;
    std::function<std::vector<row>(const options &)> rows;
    summary conclusion = {};
    bool csv = false;       // only the conclusion is shown
    std::string peer = {};  // measured unless --vs says otherwise
};
/* Shows it and writes its result file.  Returns an exit code: 1 if a check fails, 2 if the options
 * cannot be followed. */
int run(const report &r, const options &o);

/* main of the program of this report. */
int program(int argc, char **argv, const report &r);

}  // namespace bench
