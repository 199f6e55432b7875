// The command line: subcommands and their options, usage errors with a hint, exit codes.
#include <algorithm>
#include <cctype>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <new>
#include <optional>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <ufsecp/ufsecp.h>

#include "bench.h"
#include "command.h"
#include "help.h"
#include "hex.h"
#include "io.h"

namespace {

/* Letters to insert, delete or change to get from a to b. */
std::size_t distance(const std::string &a, const std::string &b) {
    std::vector<std::size_t> row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); j++) row[j] = j;
    for (std::size_t i = 1; i <= a.size(); i++) {
        std::size_t diagonal = row[0];
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); j++) {
            const std::size_t change = diagonal + (a[i - 1] != b[j - 1]);
            diagonal = row[j];
            row[j] = std::min({row[j] + 1, row[j - 1] + 1, change});
        }
    }
    return row[b.size()];
}

/* "; did you mean X?" for the nearest of the names, or "". */
std::string hint(const std::string &word, const std::vector<std::string> &names) {
    std::string best;
    const std::size_t dashes = std::min(word.find_first_not_of('-'), word.size());
    std::size_t least = 1 + (word.size() - dashes) / 3;
    for (const std::string &name : names)
        if (const std::size_t d = distance(word, name); d <= least) least = d, best = name;
    return best.empty() ? "" : "; did you mean " + best + "?";
}

std::vector<std::string> option_names(const CLI::App &app) {
    std::vector<std::string> out;
    for (const CLI::Option *option : app.get_options())
        for (const std::string &name : option->get_lnames()) out.push_back("--" + name);
    return out;
}

void add_engine(CLI::App *sub, std::string &engine) {
    sub->add_option(
           "--engine", engine,
           "Run on this engine (see ufsecp info) instead of the fastest that the CPU can run.")
        ->type_name("NAME");
}

void add_threads(CLI::App *sub, std::optional<unsigned> &threads) {
    sub->add_option("--threads", threads,
                    "Work on this many threads; 0 (the default, unless the variable UFSECP_THREADS "
                    "says otherwise) on all cores that the tool may use. The results are the same.")
        ->check(CLI::Range(0, 1024))
        ->type_name("N");
}

void add_key(CLI::App *sub, key_source &key) {
    CLI::Option *const file = sub->add_option(
        "--key-file", key.file,
        "Read the secret key from this file, - for standard input: 64 hexadecimal digits in the "
        "first word of its only line, as keygen writes them, or 32 bytes. A file that everyone "
        "can read or change is refused; one that its group can gives a warning.");
    file->type_name("FILE");
    sub->add_option(
           "--key-env", key.variable,
           "Without --key-file: read the secret key from this environment variable "
           "(UFSECP_SECKEY), and empty it. Until then your other processes can read it there: a "
           "file is better.")
        ->excludes(file)
        ->type_name("NAME");
}

/* The arguments of every subcommand, and the one to run. */
struct command_line {
    CLI::App app{"fast secp256k1 signatures"};
    verify_options verify;
    sign_options sign;
    keygen_options keygen;
    recover_options recover;
    ecdh_options ecdh;
    scan_options scan;
    index_options index;
    selftest_options selftest;
    bench_options bench;
    std::string engine;
    std::optional<unsigned> threads;
    bool info_json = false;
    int (*run)(command_line &) = nullptr;

    command_line();
    CLI::App *command(const char *name, int (*function)(command_line &));
    void add_verify();
    void add_keys();
    void add_scan();
    void add_others();
};

command_line::command_line() {
    app.name("ufsecp");
    app.formatter(std::make_shared<man_page>());
    app.set_help_flag("-h,--help", "Print this page.");
    app.set_version_flag("--version", std::string("ufsecp ") + ufsecp_version(),
                         "Print the version.");
    app.require_subcommand(1);
    add_verify();
    add_keys();
    add_scan();
    add_others();
}

CLI::App *command_line::command(const char *name, int (*function)(command_line &)) {
    CLI::App *sub = app.add_subcommand(name, one_line(name));
    sub->callback([this, function] { run = function; });
    return sub;
}

void command_line::add_verify() {
    CLI::App *sub = command("verify", [](command_line &c) { return verify_command(c.verify); });
    sub->add_option("FILE", verify.files, "Files of rows; - or none for standard input.");
    sub->add_option("--scheme", verify.scheme, "ecdsa (the default) or schnorr (BIP-340).")
        ->check(CLI::IsMember({"ecdsa", "schnorr"}))
        ->type_name("NAME");
    sub->add_option(
           "--format", verify.format,
           "binary, hex, csv or jsonl; auto (the default) goes by the file name's ending, then "
           "by the first bytes.")
        ->check(CLI::IsMember({"auto", "binary", "hex", "csv", "jsonl"}))
        ->type_name("NAME");
    sub->add_option("--extra", verify.extra,
                    "Each binary row is followed by this many bytes of your own (a key, an index); "
                    "they are shown, in hexadecimal, with a bad row.")
        ->check(CLI::Range(0, 65536))
        ->type_name("BYTES");
    sub->add_flag(
        "--low-s", verify.low_s,
        "Refuse ECDSA signatures with s > n/2 (BIP-146). Without it they are valid, as they "
        "are for Bitcoin's consensus.");
    sub->add_flag("--allow-hybrid", verify.allow_hybrid,
                  "In text rows, accept 65-byte keys with prefix 06 or 07.");
    sub->add_flag("--lax-der", verify.lax_der,
                  "In text rows, read DER as Bitcoin's consensus did before BIP-66.");
    sub->add_option(
           "--output", verify.output,
           "Write every row's verdict here as soon as it is known: CSV if the name ends in "
           ".csv, else JSON lines. A file that exists is replaced, but never one of the input. "
           "- is standard output; the summary then goes to standard error, or with --json "
           "comes last.")
        ->type_name("FILE");
    sub->add_flag("--json", verify.json, "Print the summary and the bad rows as one JSON object.");
    sub->add_option("--max-reported", verify.max_reported,
                    "List at most this many bad rows (1000). --output has them all.")
        ->check(CLI::Range(0, 1 << 30))
        ->type_name("N");
    sub->add_flag("--quiet", verify.quiet,
                  "No progress and no text; the exit code tells. Errors are still named.");
    sub->add_flag("--allow-empty", verify.allow_empty, "An input without rows is valid.");
    add_threads(sub, threads);
    add_engine(sub, engine);
}

void command_line::add_keys() {
    CLI::App *sub = command("sign", [](command_line &c) { return sign_command(c.sign); });
    sub->add_option("FILE", sign.file, "The message; - or none for standard input.");
    sub->add_option(
           "--hash", sign.hash,
           "Sign this instead: the 32-byte hash for ECDSA, the message itself for Schnorr.")
        ->type_name("HEX");
    sub->add_option("--scheme", sign.scheme, "ecdsa (the default) or schnorr (BIP-340).")
        ->check(CLI::IsMember({"ecdsa", "schnorr"}))
        ->type_name("NAME");
    add_key(sub, sign.key);
    CLI::Option *der =
        sub->add_flag("--der", sign.der, "Write the ECDSA signature as DER instead of r || s.");
    sub->add_flag("--recoverable", sign.recoverable,
                  "Append the recovery id: 65 bytes r || s || id.")
        ->excludes(der);
    sub->add_option("--aux", sign.aux,
                    "Schnorr: 32 bytes of auxiliary randomness; zeros without it.")
        ->type_name("HEX");
    sub->add_flag("--json", sign.json, "Print a JSON line that verify reads.");
    add_engine(sub, engine);

    sub = command("keygen", [](command_line &c) { return keygen_command(c.keygen); });
    sub->add_option("--count", keygen.count, "Make this many keys (1).")
        ->check(CLI::Range(1, 1 << 30))
        ->type_name("N");
    sub->add_option(
           "--output", keygen.output,
           "Write the secret keys to this new file, readable by its owner alone, and only the "
           "public keys to standard output. Without it, or with -, both go there.")
        ->type_name("FILE");
    sub->add_flag("--show", keygen.show, "Print secret keys even on a terminal.");
    sub->add_flag("--uncompressed", keygen.uncompressed, "Write public keys as 65 bytes.");
    sub->add_flag("--json", keygen.json, "JSON lines on standard output.");
    add_engine(sub, engine);

    sub = command("recover", [](command_line &c) { return recover_command(c.recover); });
    sub->add_option("FILE", recover.files, "Files of rows; - or none for standard input.");
    sub->add_option("--hash", recover.hash, "One recovery: the 32-byte hash.")->type_name("HEX");
    sub->add_option("--sig", recover.sig, "One recovery: r || s, or r || s || id.")
        ->type_name("HEX");
    sub->add_option("--recid", recover.recid,
                    "One recovery: the recovery id, 0 to 3; with --ethereum also 27 to 30.")
        ->check(CLI::Range(0, 30))
        ->type_name("ID");
    sub->add_option("--format", recover.format, "binary, hex, csv, jsonl or auto, as for verify.")
        ->check(CLI::IsMember({"auto", "binary", "hex", "csv", "jsonl"}))
        ->type_name("NAME");
    sub->add_option("--extra", recover.extra,
                    "Each binary row is followed by this many bytes of your own.")
        ->check(CLI::Range(0, 65536))
        ->type_name("BYTES");
    sub->add_flag("--ethereum", recover.ethereum,
                  "Print the address as well, and count recovery ids from 0 or from 27.");
    sub->add_flag("--uncompressed", recover.uncompressed, "Write public keys as 65 bytes.");
    sub->add_flag("--json", recover.json, "JSON lines.");
    sub->add_flag("--quiet", recover.quiet, "No summary of rows on standard error.");
    add_threads(sub, threads);
    add_engine(sub, engine);

    sub = command("ecdh", [](command_line &c) { return ecdh_command(c.ecdh); });
    sub->add_option("--pubkey", ecdh.pubkey, "The other side's public key, 33 or 65 bytes.")
        ->required()
        ->type_name("HEX");
    add_key(sub, ecdh.key);
    sub->add_flag("--raw-x", ecdh.raw_x,
                  "Print the shared point's x coordinate instead of the hash.");
    sub->add_flag("--show", ecdh.show, "Print the shared secret even on a terminal.");
    sub->add_flag("--json", ecdh.json, "Print a JSON line.");
    add_engine(sub, engine);
}

void command_line::add_scan() {
    CLI::App *sub = command("scan", [](command_line &c) { return scan_command(c.scan); });
    sub->add_option("FILE", scan.file, "The index; - or none for standard input.");
    sub->add_option("--keys", scan.keys,
                    "Whom to look for: this file, or - for standard input, has a line for each "
                    "receiver, up to 256: the scan secret key, 64 hexadecimal digits, and the "
                    "spend public key, 66. Lines that begin with # are skipped. A file that "
                    "everyone can read or change is refused.")
        ->type_name("FILE");
    sub->add_option("--labels", scan.labels,
                    "Look for the labels 0 to N - 1 of every receiver too (1: that of change, "
                    "which BIP-352 asks every receiver to look for). Each label costs a point "
                    "addition for each row and receiver: about 7 % of the time of a scan without "
                    "labels, with --var 1 %; where there are many, rows are read one by one, in "
                    "which a label costs less. 0 looks for none.")
        ->check(CLI::Range(0, 1 << 20))
        ->type_name("N");
    sub->add_option("--label-file", scan.label_file,
                    "Look for the labels whose numbers are in this file, with blanks, commas or "
                    "line ends between them, too; 1,048,576 in all.")
        ->type_name("FILE");
    sub->add_option("--out", scan.out,
                    "Append payments to this file; if it is new, its owner alone can read it.")
        ->type_name("FILE");
    sub->add_option("--state", scan.state,
                    "Keep here what is done, after every piece of the index, and continue there "
                    "when run again with the same index, keys, labels and --out (see STATE).")
        ->type_name("FILE");
    sub->add_flag("--tweaks", scan.tweaks,
                  "Print t_k with each payment: with the tweak of the label, it makes the output's "
                  "secret key from that of the spend key.");
    sub->add_flag("--var", scan.var,
                  "Scan in variable time: faster, and whoever can measure this machine's time "
                  "closely may learn the scan keys.");
    sub->add_flag("--json", scan.json, "Print the summary as one JSON object, as the last line.");
    sub->add_flag("--quiet", scan.quiet, "No progress and no summary.");
    add_threads(sub, threads);
    add_engine(sub, engine);

    sub = command("index", [](command_line &c) { return index_command(c.index); });
    sub->add_option("FILE", index.file, "The index to write, - for standard output.");
    const auto any = CLI::Range(std::int64_t{0}, std::int64_t{1000000000000000000});
    sub->add_option("--rows", index.rows, "So many rows (10000).")->check(any)->type_name("N");
    sub->add_option("--seed", index.seed, "The same seed makes the same index (1).")
        ->check(any)
        ->type_name("N");
    sub->add_option("--payments", index.payments,
                    "So many rows hold payments (10, or all if there are fewer).")
        ->check(any)
        ->type_name("N");
    sub->add_option("--receivers", index.receivers,
                    "Payments go to so many receivers, by turns (1).")
        ->check(CLI::Range(1, 256))
        ->type_name("N");
    sub->add_option("--labels", index.labels, "Payments go to the labels 0 to N - 1 too (none).")
        ->check(CLI::Range(0, 1 << 20))
        ->type_name("N");
    sub->add_option("--keys", index.keys,
                    "Write the receivers to this new file, for scan. They are known to everyone "
                    "who knows the seed. The file is removed if the index is not finished.")
        ->type_name("FILE");
    sub->add_option("--format", index.format,
                    "binary or csv; auto (the default) is csv if the name of the index ends in "
                    ".csv, else binary.")
        ->check(CLI::IsMember({"auto", "binary", "csv"}))
        ->type_name("NAME");
    sub->add_option("--tweak-size", index.tweak_size, "33 (the default), or 64 for x and y.")
        ->check(CLI::IsMember({33, 64}))
        ->type_name("BYTES");
    sub->add_option("--output-size", index.output_size, "8 (the default), or 32 for all of x.")
        ->check(CLI::IsMember({8, 32}))
        ->type_name("BYTES");
    sub->add_option("--outputs", index.outputs, "Rows have 1 to N outputs (1).")
        ->check(CLI::Range(1, 65535))
        ->type_name("N");
    add_threads(sub, threads);
    add_engine(sub, engine);
}

void command_line::add_others() {
    CLI::App *sub =
        command("selftest", [](command_line &c) { return selftest_command(c.selftest); });
    sub->add_flag("--list", selftest.list, "Only print the names of the checks.");
    sub->add_option("--filter", selftest.filter, "Only checks with this text in their name.")
        ->type_name("TEXT");
    sub->add_flag("--all-engines", selftest.all_engines,
                  "Run on every engine that this CPU can run, one after the other.");
    sub->add_flag("--json", selftest.json, "Print one JSON object.");
    sub->add_flag("--quiet", selftest.quiet, "Print failures only.");
    add_engine(sub, engine);

    sub = command("info", [](command_line &c) { return info_command(c.info_json); });
    sub->add_flag("--json", info_json, "Print one JSON object.");
    add_threads(sub, threads);
    add_engine(sub, engine);

    sub = command("bench", [](command_line &c) { return bench_command(c.bench); });
    sub->add_flag("--list", bench.list, "Only print the names of the rows.");
    sub->add_option("--filter", bench.filter,
                    "Only rows whose name matches this regular expression somewhere.")
        ->type_name("REGEX");
    sub->add_flag("--quick", bench.quick,
                  "The short report: the main rows alone, with fewer repetitions.");
    sub->add_option("--passes", bench.passes,
                    "Passes of each row (101; with --quick 31; fewer of long rows).")
        ->check(CLI::Range(1, 1000000))
        ->type_name("N");
    sub->add_option("--vs", bench.vs,
                    "Measure this library in the same run, in turns: libsecp256k1.")
        ->type_name("PEER");
    sub->add_option("--output", bench.output,
                    "The folder for the result file benchmark-<platform>-<date>.txt, with --json "
                    ".json (the current one); \"\" for no file.")
        ->type_name("DIR");
    sub->add_flag("--json", bench.json, "Print the rows as JSON, and write them.");
    add_engine(sub, engine);
}

/* ---- Secret keys that stand among the arguments, where they must not be. */

/* Whether errors repeat arguments in part only: for a command that knows keys, or none known. */
bool hide_digits = false;

/* The text without runs of hexadecimal digits that may be a secret key, or most of one. */
std::string without_digits(const std::string &text) {
    std::string out;
    for (std::size_t i = 0; i < text.size();) {
        std::size_t n = 0;
        while (i + n < text.size() && hex_digit(text[i + n]) >= 0) n++;
        if (n >= 32) out += "(" + std::to_string(n) + " hexadecimal digits)";
        else out += text.substr(i, n + 1);
        i += n >= 32 ? n : n + 1;
    }
    return out;
}

void complain(const std::string &text) {
    std::fprintf(stderr, "ufsecp: %s\n", (hide_digits ? without_digits(text) : text).c_str());
}

bool any_of(const std::vector<std::string> &names, const std::string &name) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

/* Whether the arguments of sign, keygen, ecdh or scan hold a secret key: by the option's name, or
 * 64 digits where neither public digits nor an existing file stand. */
bool secret_among(const std::vector<std::string> &args) {
    static const std::vector<std::string> secret_options = {
        "--key", "--seckey", "--secret", "--secret-key", "--privkey", "--private-key", "-k"};
    static const std::vector<std::string> public_options = {"--hash", "--aux", "--pubkey"};
    for (std::size_t i = 1; i < args.size(); i++) {
        const std::size_t equals = args[i].starts_with('-') ? args[i].find('=') : std::string::npos;
        const std::string name = args[i].substr(0, equals);
        if (any_of(secret_options, name)) return true;
        if (any_of(public_options, name)) {
            i += equals == std::string::npos;
            continue;
        }
        const std::string value = equals == args[i].npos ? args[i] : args[i].substr(equals + 1);
        std::uint8_t ignored[32];
        const bool digits = hex_exact(ignored, 32, value);
        ufsecp_wipe(ignored, sizeof ignored);
        if (digits && access(value.c_str(), F_OK) != 0) return true;
    }
    return false;
}

constexpr const char *no_secret_argument =
    "a secret key is not taken as an argument: every user of this machine could read it there, and "
    "shells keep it in their history (consider it known); give --key-file FILE, or - for standard "
    "input";

int usage_error(const std::string &text, const std::string &page) {
    complain(text);
    std::fprintf(stderr, "Try: %s --help\n", page.c_str());
    return exit_unusable;
}

/* What the environment variable holds, "" if it is not set. */
std::string variable(const char *name) {
    const char *const text = std::getenv(name);
    return text ? text : "";
}

/* The number in UFSECP_THREADS, 0 if it is not set. */
unsigned threads_of_variable() {
    const std::string text = variable("UFSECP_THREADS");
    unsigned n = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), n);
    if (!text.empty() && (error != std::errc() || end != text.data() + text.size() || n > 1024))
        throw unusable("UFSECP_THREADS=" + text + ": not a number from 0 to 1024");
    return n;
}

int parse_and_run(std::vector<std::string> args) {
    command_line line;
    std::vector<std::string> names;
    for (const CLI::App *sub : line.app.get_subcommands({})) names.push_back(sub->get_name());
    if (args.empty()) return usage_error("no command", "ufsecp");
    if (args[0] == "help")
        args.size() > 1 ? (void)(args.erase(args.begin()), args.resize(1), args.push_back("--help"))
                        : (void)(args[0] = "--help");
    const bool known = any_of(names, args[0]),
               keys = any_of({"sign", "keygen", "ecdh", "scan"}, args[0]);
    hide_digits = keys || !known;
    if (!known && !args[0].starts_with('-'))
        return usage_error("no command " + args[0] + hint(args[0], names), "ufsecp");
    const std::string page = known ? "ufsecp " + args[0] : "ufsecp";
    const CLI::App &sub = known ? *line.app.get_subcommand(args[0]) : line.app;
    if (keys && secret_among(args)) return usage_error(no_secret_argument, page);
    try {
        line.app.parse(std::vector<std::string>(args.rbegin(), args.rend()));
    } catch (const CLI::CallForHelp &) {
        std::printf("%s", sub.help().c_str());
        return exit_ok;
    } catch (const CLI::CallForVersion &) {
        std::printf("ufsecp %s\n", ufsecp_version());
        return exit_ok;
    } catch (const CLI::ParseError &error) {
        const std::vector<std::string> options = option_names(sub);
        for (const std::string &arg : args) {
            const std::string name = arg.substr(0, arg.find('='));
            if (name.size() > 1 && name[0] == '-' && !std::isdigit((unsigned char)name[1]) &&
                std::find(options.begin(), options.end(), name) == options.end())
                return usage_error("no option " + name + hint(name, options), page);
        }
        return usage_error(error.what(), page);
    }
    choose_engine(line.engine.empty() ? variable("UFSECP_ENGINE") : line.engine);
    choose_threads(line.threads ? *line.threads : threads_of_variable());
    const int code = line.run(line);
    if (const char *note = ufsecp_engine_note()) complain(note);  // what a GPU left to the CPU
    return code;
}

}  // namespace

int bench_command(const bench_options &options) {
#if defined(UFSECP_CLI_BENCH)
    choose_threads(1);  // figures are those of one core
    return uf_bench_main(options);
#else
    (void)options;
    throw unusable("this build has no benchmarks");
#endif
}

int main(int argc, char **argv) {
    std::signal(SIGPIPE, SIG_IGN);  // a closed reader shows as a failed write
    int code = exit_unusable;
    try {
        hold_standard_streams();
        code = parse_and_run(std::vector<std::string>(argv + 1, argv + std::max(argc, 1)));
        if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) {
            if (errno == EPIPE) return exit_broken_pipe;
            throw unwritable(std::string("cannot write standard output: ") + std::strerror(errno));
        }
    } catch (const broken_pipe &) { return exit_broken_pipe; } catch (const std::bad_alloc &) {
        complain("not enough memory");
        return exit_unusable;
    } catch (const std::exception &error) {
        complain(error.what());
        return exit_unusable;
    }
    return code;
}
