// `ufsecp bench`: the short report with --quick, else the whole one.
#include "bench/rows.h"
#include "cli/bench.h"

int uf_bench_main(const bench_options &o) {
    return bench::run(bench::short_report(),
                      {o.json, o.quick, o.list, o.passes, o.filter, o.vs, o.output, ""});
}
