// The program ufsecp-bench: every report by its name, which is the first argument or the name that
// the program is called by.
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <string>

#include "bench/leakage.h"
#include "bench/reports.h"

namespace {

int usage(std::FILE *to) {
    std::fprintf(to, "usage: ufsecp-bench REPORT [OPTIONS]; ufsecp-bench REPORT --help\n\n");
    for (const bench::report &r : bench::reports())
        std::fprintf(to, "%-26s %s\n", r.title.c_str(), r.about.c_str());
    return to == stdout ? 0 : 2;
}

}  // namespace

int main(int argc, char **argv) {
    const bench::report *r = bench::report_of(std::filesystem::path(argv[0]).stem().string());
    if (!r) {
        if (argc < 2) return usage(stderr);
        if (std::strcmp(argv[1], "--help") == 0) return usage(stdout);
        r = bench::report_of(argv[1]);
        if (!r) {
            std::fprintf(stderr, "ufsecp-bench: no report %s\n", argv[1]);
            return usage(stderr);
        }
        argc--, argv++;
    }
    if (r->title == "bench_ct")
        for (int i = 1; i < argc; i++)
            if (std::strcmp(argv[i], "--leakage") == 0) return bench::leakage(argc, argv);
    return bench::program(argc, argv, *r);
}
