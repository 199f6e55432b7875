// The seam between the tool and its benchmarks: `ufsecp bench` fills these options, bench/ runs.
#pragma once
#include <cstddef>
#include <functional>
#include <string>

struct bench_options {
    bool json = false;         // rows as JSON on standard output
    bool quick = false;        // the main rows, fewer repetitions
    bool list = false;         // only the names of the rows
    int passes = 0;            // of each row; 0 for as many as quick says
    bool no_file = false;      // no result file is written
    std::string filter;        // a regular expression searched in row names
    std::string vs;            // the peer to measure against, "" for none
    std::string output = ".";  // the folder for benchmark-<platform>-<date>.txt, none with no_file
    std::string html;          // the file for the report as a page, "" for none
    bool color = false;        // in the text on standard output
    /* Called before row `done` + 1 of so many, and with all done before other text is written. */
    std::function<void(std::size_t done, std::size_t all, const std::string &name)> progress = {};
};

/* Both are defined by bench/, and by no_bench.cpp for a tool without it. */
extern const bool uf_has_bench;
int uf_bench_main(const bench_options &options);  // returns the exit code
