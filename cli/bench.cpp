// ufsecp bench: the seam to bench/, which a build may lack.
#include "bench.h"

#include "color.h"
#include "command.h"
#include "options.h"
#include "progress.h"

namespace {

int bench(bench_options options) {
    if (!uf_has_bench) throw unusable("this build has no benchmarks");
    choose_threads(1);  // figures are those of one core
    progress line(0, !options.list);
    options.color = in_color(1);
    options.progress = [&line](std::size_t done, std::size_t all, const std::string &name) {
        if (done < all) line.step(done, all, name);
        else line.clear();
    };
    return uf_bench_main(options);
}

work add_bench(CLI::App &sub) {
    const auto o = std::make_shared<bench_options>();
    sub.add_flag("--list", o->list, "Only print the names of the rows.");
    sub.add_option("--filter", o->filter,
                   "Only rows whose name matches this regular expression somewhere.")
        ->type_name("REGEX");
    sub.add_flag("--quick", o->quick,
                 "The short report: the main rows alone, with fewer repetitions.");
    sub.add_option("--passes", o->passes,
                   "Passes of each row (101; with --quick 31; fewer of long rows).")
        ->transform(whole_number(1, 1000000))
        ->type_name("N");
    sub.add_option("--vs", o->vs, "Measure this library in the same run, in turns: libsecp256k1.")
        ->check(CLI::IsMember({"libsecp256k1"}))
        ->type_name("PEER");
    CLI::Option *const folder =
        sub.add_option("--output", o->output,
                       "The folder for the result file benchmark-<platform>-<date>.txt, with "
                       "--json .json (the current one).");
    folder->type_name("DIR");
    sub.add_flag("--no-file", o->no_file, "Write no result file.")->excludes(folder);
    sub.add_option("--html", o->html,
                   "Also write the report to this file as a page for a browser, and measure more "
                   "for it: verification in batches of 1, 2, 4, ... 16,384 rows, and on 1, 2, ... "
                   "all cores. A file that is no such page is not overwritten.")
        ->type_name("FILE");
    sub.add_flag("--json", o->json, "Print the rows as JSON, and write them.");
    add_color(sub);
    add_engine(sub);
    return [o] { return bench(*o); };
}

}  // namespace

const command bench_command = {"bench",
                               "measure the operations",
                               "ufsecp bench [OPTIONS]",
                               R"(DESCRIPTION
    Measures each operation after checking that it is correct: nanoseconds each, medians with
    their spread; with --vs also another library's in alternating runs, and the ratio. Batches
    have a key of their own in every row, and the other library does their rows one by one; all
    is on one thread but for the rows of the group threads. Without --quick it takes minutes.
)",
                               R"(EXIT STATUS
    0 done, 1 an operation is wrong, 2 unusable arguments, or a build without benchmarks

EXAMPLES
    ufsecp bench --quick
    ufsecp bench --filter '^field_'
    ufsecp bench --quick --vs libsecp256k1 --html report.html
    ufsecp bench --filter verify --vs libsecp256k1 --json
    UFSECP_ENGINE=x64_adx ufsecp bench --quick --filter '^pubkey_'
)",
                               add_bench};
