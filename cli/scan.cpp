// ufsecp scan: the silent payments in an index of tweaks, with a state to resume from.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <optional>

#include <nlohmann/json.hpp>
#include <ufsecp/ufsecp.h>

#include "command.h"
#include "hash/sha256.h"
#include "hex.h"
#include "io.h"
#include "options.h"
#include "progress.h"
#include "scan_files.h"
#include "scan_index.h"
#include "secrets.h"
#include "text.h"

namespace {

using nlohmann::ordered_json;

struct scan_options {
    std::string file, keys, label_file, out, state, index_format = "auto";
    std::uint32_t labels = 1;  // that of change
    bool var = false, tweaks = false, json = false, quiet = false, force = false;
};

/* No file that is written, that of standard output among them, may be one that is read, or another
 * that is written. */
void keep_apart(const scan_options &o, const std::string &path) {
    const std::string out = o.out == "-" ? "" : o.out;
    for (const std::string &read : {path, o.keys, o.label_file}) {
        if (read.empty()) continue;
        for (const std::string &written : {out, o.state})
            if (!written.empty() && same_file(written, read))
                throw unusable(written + " is an input of this scan, and would be overwritten");
        if (overwrites("-", read))
            throw unusable("standard output goes to an input of this scan, " +
                           (read == "-" ? "standard input" : read));
    }
    for (const std::string &written : {out, o.state})
        if (!written.empty() && overwrites("-", written))
            throw unusable(written + " is the file that standard output goes to");
    if (!out.empty() && !o.state.empty() && same_file(out, o.state))
        throw unusable("--out and --state are the same file");
}

class scanning {
public:
    explicit scanning(const scan_options &options);
    int run();

private:
    std::size_t least_rows() const;
    void load_state();
    void save_state(bool complete);
    std::string digest() const;
    void skip();
    void piece(index_chunk &rows);
    int report(double seconds);

    const scan_options &options_;
    receiver_list receivers_;
    std::vector<ufsecp_silent_scan_key> keys_;
    std::unique_ptr<index_reader> reader_;
    std::unique_ptr<state_file> state_;
    std::unique_ptr<payment_file> out_;
    std::optional<progress> shown_;
    pace pace_{0};  // of pieces; the state names the rows of the next one
    std::string who_, rows_digest_;
    ufsecp::sha256 hash_;  // of the rows done, where there is a state
    std::vector<ufsecp_silent_match> found_;
    std::vector<std::uint8_t> ok_;
    std::uint64_t rows_ = 0, bad_ = 0, payments_ = 0, resumed_ = 0;
    std::optional<std::uint64_t> first_bad_;
    bool complete_ = false;  // of the state
    bool begun_ = false;     // payments of the next piece are in --out already
    std::vector<std::string> errors_;
};

scanning::scanning(const scan_options &options) : options_(options) {
    if (options.file.empty() && os::terminal(0))
        throw unusable("no index: name a file, or - for standard input");
    const std::string path = options.file.empty() ? "-" : options.file;
    if (options.keys.empty())
        throw unusable("whom to look for: give --keys FILE, or - for standard input");
    if ((path == "-") + (options.keys == "-") + (options.label_file == "-") > 1)
        throw unusable("standard input can be one of the index, --keys and --label-file");
    if (options.state == "-") throw unusable("--state: - is no file of a state");
    if (path == "-" && !options.state.empty())
        throw unusable("--state needs an index in a file: standard input cannot be read again");
    keep_apart(options, path);
    (void)secrets();  // before signals ask for a stop, so that a second one wipes and ends
    catch_signals();
    state_ = std::make_unique<state_file>(options.state);
    out_ = std::make_unique<payment_file>(options.out, options.force, options.tweaks);
    receivers_.read(options.keys);
    const std::vector<std::uint32_t> labels = label_numbers(options.labels, options.label_file);
    if (receivers_.n * labels.size() > most_labels)
        throw unusable("more than " + grouped(most_labels) + " labels of all receivers: scan for " +
                       grouped(most_labels / labels.size()) + " receivers at a time");
    reader_ = std::make_unique<index_reader>(path, options.index_format == "frigate",
                                             !options.state.empty());
    receivers_.make_labels(labels);
    keys_ = receivers_.keys();
    pace_ = pace(least_rows());
    who_ = receivers_.digest();
    if (stop_requested()) throw unusable("interrupted");
    ufsecp::sha256_init(&hash_);
    found_.resize(1024);
}

/* The fewest rows of a piece: the work of hundredths or tenths of a second, and of seconds for the
 * most receivers and labels.  A label is taken as the 32nd part of a row: it is more where there
 * are a few, in constant time, and less where there are many.  Batches of fewer than 512 rows are
 * slower. */
std::size_t scanning::least_rows() const {
    const std::size_t all = 8192 * (std::size_t)std::min(ufsecp_threads(), 8u),
                      labels = receivers_.labels.size();
    return std::max<std::size_t>(all * 32 / (receivers_.n * (32 + labels)),
                                 receivers_.n * labels > 4096 ? 64 : 512);
}

/* Continues where a state says, if there is one. */
void scanning::load_state() {
    const auto refuse = [&](const std::string &why) {
        throw unusable(options_.state + ": " + why +
                       " (name another state, or remove this one to begin anew)");
    };
    const std::string text = state_->read();
    if (text.empty()) {  // new, or of a run that was killed before its first piece
        if (state_->was_there() && out_->size() > 0) refuse("is empty, while --out holds payments");
        return;
    }
    const ordered_json state = ordered_json::parse(text, nullptr, false);
    try {
        if (state.is_discarded() || state.at("ufsecp_scan") != 4)
            refuse("not a state of this version");
        if (state.at("keys") != who_) refuse("a state of other keys or labels");
        if (state.at("tweaks") != options_.tweaks)
            refuse(options_.tweaks ? "a state of a scan without --tweaks"
                                   : "a state of a scan with --tweaks");
        if (!out_->is(state.at("out"), state_->path()))
            refuse("a state whose payments went to another --out");
        const auto count = [&](const char *name) {
            const ordered_json &n = state.at(name);
            if (!n.is_number_unsigned()) refuse("not a state of this version");
            return n.get<std::uint64_t>();
        };
        resumed_ = count("rows");
        state.at("rows_sha256").get_to(rows_digest_);
        const std::uint64_t piece = count("piece"), known = count("out_bytes");
        bad_ = count("bad"), payments_ = count("payments");
        state.at("complete").get_to(complete_);
        if (!state.at("first_bad").is_null()) first_bad_ = count("first_bad");
        if (piece == 0 || piece > pace::most || (bad_ > 0) != first_bad_.has_value())
            refuse("not a state of this version");
        /* Payments of the next piece that are there already are made again from the same rows.
         * Where there are none it begins small: engine and memory may be others now. */
        begun_ = out_->resume(known, complete_);
        if (begun_) pace_ = pace(least_rows(), (std::size_t)piece);
    } catch (const nlohmann::json::exception &) { refuse("not a state of this version"); }
    rows_ = resumed_;
}

/* Of the rows done. */
std::string scanning::digest() const {
    ufsecp::sha256 copy = hash_;
    std::uint8_t out[32];
    ufsecp::sha256_final(&copy, out);
    return to_hex(out, 32);
}

/* Payments first, then the state that knows of them. */
void scanning::save_state(bool complete) {
    if (!state_->wanted()) return;
    ordered_json state = {{"ufsecp_scan", 4},
                          {"keys", who_},
                          {"tweaks", options_.tweaks},
                          {"rows", rows_},
                          {"rows_sha256", digest()},
                          {"piece", pace_.rows()},
                          {"bad", bad_},
                          {"payments", payments_},
                          {"first_bad", nullptr},
                          {"out", out_->identity(state_->path())},
                          {"out_bytes", out_->size()},
                          {"complete", complete}};
    if (first_bad_) state["first_bad"] = *first_bad_;
    out_->to_disk();
    state_->replace(state.dump(-1, ' ', false, ordered_json::error_handler_t::replace) + '\n');
}

/* Reads past the rows that are done, which must be those that the state knows of. */
void scanning::skip() {
    index_chunk rows;
    std::uint64_t seen = 0;
    while (seen < resumed_) {
        const std::uint64_t left = resumed_ - seen;
        if (!reader_->next(rows, (std::size_t)std::min<std::uint64_t>(left, 1 << 16), {})) break;
        rows.add_to(hash_);
        seen += rows.n;
    }
    if (!stop_requested() && (seen < resumed_ || digest() != rows_digest_))
        throw unusable(options_.state +
                       ": a state of another index, or the rows that were done "
                       "have changed (name another state, or remove this one to begin anew)");
}

void scanning::piece(index_chunk &rows) {
    const ufsecp_silent_index index = rows.index(reader_->sizes());
    const auto call = options_.var ? ufsecp_silent_scan_var : ufsecp_silent_scan;
    std::size_t count = 0;
    ok_.assign(rows.n, 0);
    for (;;) {
        pace_.begin();
        call(found_.data(), found_.size(), &count, ok_.data(), &index, keys_.data(), keys_.size());
        if (count == SIZE_MAX)
            throw unusable("not enough memory to scan the rows from row " + std::to_string(rows_) +
                           " on");
        if (count <= found_.size()) break;
        ufsecp_wipe(found_.data(), found_.size() * sizeof found_[0]);
        found_.resize(count);
    }
    pace_.done(rows.n);
    wiped_text text;
    for (std::size_t i = 0; i < count; i++) {
        ufsecp_silent_match &match = found_[i];
        const std::uint8_t *output =
            index.outputs + index.output_size * (rows.at[match.row] + match.output);
        const std::size_t row = match.row;
        match.row += rows_;
        add_payment(text, match, output, index.output_size, receivers_.labels, options_.tweaks,
                    reader_->others(rows, row));
    }
    ufsecp_wipe(found_.data(), count * sizeof found_[0]);
    for (std::size_t i = 0; i < rows.n; i++)
        if (ok_[i] == 0) {
            bad_++;
            if (!first_bad_) first_bad_ = rows_ + i;
        }
    if (count > 0 && out_->standard()) shown_->clear();  // the terminal's line
    out_->write(text.view());
    payments_ += count;
    rows_ += rows.n;
    if (state_->wanted()) rows.add_to(hash_);
    save_state(false);
}

int scanning::run() {
    if (state_->wanted()) load_state();
    const std::string path = options_.file.empty() ? "-" : options_.file;
    const auto start = std::chrono::steady_clock::now();
    if (resumed_ > 0) skip();
    try {
        const std::uint64_t before = reader_->bytes_done(), size = size_of(path);
        shown_.emplace(size > before ? size - before : 0, !options_.quiet);
        index_chunk rows;
        bool saved = begun_;
        while (!stop_requested() && reader_->next(rows, pace_.rows(), pace_.patience())) {
            if (rows_ == resumed_) out_->begin();
            if (!saved) save_state(false);  // or it could not be written only after all the work
            saved = true;
            piece(rows);
            shown_->update(rows_ - resumed_, reader_->bytes_done() - before);
        }
        if (rows_ == 0 && !stop_requested())
            throw unusable(reader_->name() + ": an index without rows");
        if (!stop_requested() && !(complete_ && rows_ == resumed_)) {
            out_->write({});  // no rows were left: what is there beyond the state is of no scan
            save_state(true);
        }
    } catch (const unusable &error) {
        if (shown_) shown_->clear();
        complain(error.what());
        errors_.push_back(error.what());
    }
    if (shown_) shown_->clear();
    return report(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
}

int scanning::report(double seconds) {
    const std::uint64_t done = rows_ - resumed_;
    const double rate = seconds > 0 ? (double)done / seconds : 0;
    output out("-");
    if (options_.json) {
        ordered_json summary = {{"rows", rows_},
                                {"resumed_at", resumed_},
                                {"payments", payments_},
                                {"bad_rows", bad_},
                                {"first_bad", nullptr},
                                {"receivers", receivers_.n},
                                {"labels", receivers_.labels.size()},
                                {"constant_time", !options_.var},
                                {"engine", ufsecp_engine()},
                                {"threads", ufsecp_threads()},
                                {"seconds", seconds},
                                {"per_second", rate},
                                {"interrupted", stop_requested()},
                                {"errors", errors_}};
        if (first_bad_) summary["first_bad"] = *first_bad_;
        if (const char *note = ufsecp_engine_note()) summary["note"] = note;
        out.write(json_text(summary) + '\n');
        out.flush();
    } else if (!options_.quiet && (rows_ > 0 || errors_.empty())) {
        char tail[160];
        std::snprintf(tail, sizeof tail, " (%.3f s, %s a second, engine %s, %s)\n", seconds,
                      grouped((std::uint64_t)rate).c_str(), ufsecp_engine(),
                      threads_text().c_str());
        std::string text = stop_requested() ? "interrupted after " : "";
        text += counted(rows_, "row");
        if (resumed_ > 0) text += ", " + grouped(resumed_) + " of them before";
        text += ": " + counted(payments_, "payment");
        if (bad_ > 0)
            text += ", " + counted(bad_, "row") + " whose tweak is no point (the first is row " +
                    std::to_string(*first_bad_) + ")";
        text += tail;
        if (out_->standard()) std::fputs(text.c_str(), stderr);
        else out.write(text), out.flush();
    }
    if (stop_requested()) return exit_interrupted;
    return !errors_.empty() ? exit_unusable : bad_ > 0 ? exit_invalid : exit_ok;
}

int scan(const scan_options &options) {
    try {
        return scanning(options).run();
    } catch (const unusable &) {
        if (!stop_requested()) throw;  // else it was not read to its end, and nothing is wrong
    }
    if (!options.quiet) std::fputs("ufsecp: interrupted before the first row\n", stderr);
    return exit_interrupted;
}

work add_scan(CLI::App &sub) {
    const auto o = std::make_shared<scan_options>();
    sub.add_option("FILE", o->file, "The index; - or none for standard input.");
    sub.add_option("--keys", o->keys,
                   "Whom to look for: this file, or - for standard input, has a line for each "
                   "receiver, up to 256: the scan secret key, 64 hexadecimal digits, and the "
                   "spend public key, 66. Lines that begin with # are skipped. A compressed "
                   "file is not read. A file that "
                   "everyone can read or change is refused.")
        ->type_name("FILE");
    sub.add_option("--labels", o->labels,
                   "Look for the labels 0 to N - 1 of every receiver too (1: that of change, "
                   "which BIP-352 asks every receiver to look for). Each label costs a point "
                   "addition for each row and receiver: about 7 % of the time of a scan without "
                   "labels, with --var 1 %; where there are many, rows are read one by one, in "
                   "which a label costs less. 0 looks for none.")
        ->transform(whole_number(0, 1 << 20))
        ->type_name("N");
    sub.add_option("--label-file", o->label_file,
                   "Look for the labels whose numbers are in this file, with blanks, commas or "
                   "line ends between them, too; 1,048,576 in all, those of every "
                   "receiver counted.")
        ->type_name("FILE");
    sub.add_option("--out", o->out,
                   "Append payments to this file; if it is new, its owner alone can read it.")
        ->type_name("FILE");
    sub.add_option("--state", o->state,
                   "Keep here what is done, after every piece of the index, and continue there "
                   "when run again with the same index, keys, labels and --out (see STATE).")
        ->type_name("FILE");
    sub.add_option("--index-format", o->index_format,
                   "frigate for an index of Frigate's DuckDB extension, as CSV (see FORMATS); auto "
                   "(the default) for the other forms.")
        ->check(CLI::IsMember({"auto", "frigate"}))
        ->type_name("NAME");
    sub.add_flag("--force", o->force,
                 "Append to --out also if the file holds something that is no payment; one that "
                 "looks like a file of secret keys is refused always.");
    sub.add_flag("--tweaks", o->tweaks,
                 "Print t_k with each payment: with the tweak of the label, it makes the output's "
                 "secret key from that of the spend key.");
    sub.add_flag("--var", o->var,
                 "Scan in variable time: faster, and whoever can measure this machine's time "
                 "closely may learn the scan keys.");
    sub.add_flag("--json", o->json, "Print the summary as one JSON object, as the last line.");
    sub.add_flag("--quiet", o->quiet, "No progress and no summary.");
    add_threads(sub);
    add_engine(sub);
    return [o] { return scan(*o); };
}

}  // namespace

const command scan_command = {"scan",
                              "find silent payments in an index",
                              "ufsecp scan [OPTIONS] --keys FILE [FILE]",
                              R"(DESCRIPTION
    Finds the payments of one or many receivers of silent payments (BIP-352) in an index of
    transactions: for each its tweak point, input_hash * A, and its taproot outputs. Each
    payment is a JSON line: row (from 0), output (from 0, within the row), key (which
    receiver, from 0), label (its number, or null), k, x (the output), then the other columns
    of a CSV index, such as txid, as texts under their names in its header. A column whose
    name is one of those fields, such as key, becomes index_key. Outputs of 8 bytes are
    the first ones of 32: a match is then a candidate, wrong by chance once in 2^64. Payments
    to the label of change are looked for unless --labels 0 is given; other labels have to be
    named.
    The index is read in pieces, in constant memory; what comes through a pipe is scanned as
    it comes (after a kill, the piece that was at hand as a whole). Ctrl-C ends the work at
    the end of the piece at hand; with --state the next run continues there. With --state and
    --out every payment is in the end in that file once, also if this run was killed; on
    standard output those of the last piece may then be there twice.

STATE
    --state holds no secret, but a digest of who is looked for, and its owner alone can read
    it. It is replaced after each piece, by a new file beside it with six characters added
    to its name, which a killed run may leave. It knows the rows that were done by the SHA-256
    of their tweaks and outputs: if these have changed, it is refused, as it is with --tweaks
    after a run without, or the other way round. Other columns are not looked at. If the index
    has only grown, the new rows are scanned, also after a scan that was complete. A run locks
    its --state and its --out until it ends, however it ends: a second run with one of them is
    refused at once. Of --out nothing is ever cut. What is there beyond what an incomplete
    state knows of must be what a killed run wrote; else the scan ends before it writes
    anything: give scans that may be interrupted a file each. --out must be the same file in
    every run: the state knows it by its path from the state, whatever the spelling, or by its
    inode. A file that was removed, or is shorter than the state says, is refused. So is one
    that holds something other than payments, unless --force is given, and one that looks like
    a file of secret keys always. Standard output may not go to --out, --state or an input.
)" SECRETS R"()",
                              R"(FORMATS
    binary  Numbers little-endian. A header of 16 bytes:
                4 "SPIX" | 1 version, 1 | 1 bytes of a tweak, 33 or 64
                | 1 bytes of an output, 8 or 32 | 1 zero
                | 8 number of rows, all ones if it is not known
            and rows: tweak | 2 number of outputs | outputs.
            A tweak is a compressed point, or its coordinates x and y, which spare a square
            root each.
    csv     A line for each row, hexadecimal: the tweak (33, 64 or 65 bytes), a comma, and
            the outputs with blanks or semicolons between them; all tweaks of one size, and
            all outputs. A first line may name the columns tweak and outputs among others, in
            any case; every line has as many cells as it has, or two. A tab or a semicolon
            separates cells where the first line has one and no comma, or what a line such as
            sep=; before all others names. A cell in double quotes may hold separators: commas
            there are between outputs too, and brackets around them say nothing. Empty lines
            and lines that begin with # are skipped. A line may have 5,242,880 bytes.
    frigate With --index-format frigate, CSV of a table of Frigate's DuckDB extension, such as
            COPY writes: the column tweak_key (or tweak) has 64 bytes, x and y, each
            little-endian, in hexadecimal or as DuckDB prints a BLOB; outputs are the first 8
            bytes as signed decimal numbers. Compressed tweaks and hexadecimal outputs are read
            too. Without the option such a file is refused.
    A gzip or zstd file is read as what it holds, in memory that does not grow with it: its
    offsets in errors are those of the file, other offsets and lines those of what it holds.
    Parquet is not read: examples/index_from_parquet.py makes a binary index of a table, and
    can write it into a pipe to scan. Other kinds of files are refused by name.
    A row has up to 65,535 outputs.
    An input that begins with SPIX is binary. One that ends within a row, or has another number
    of rows than its header says, is an error that names the byte offset, a line that cannot be
    read one that names it and the character; so is a last line without a line end where there
    is a --state, as more may be written to it; the rows before it have been scanned, and with
    --state the next run continues there. A row whose tweak is no point is counted and passed
    over.

OUTPUT
    Payments on standard output, or in --out; a summary on standard error, or with --out on
    standard output. With --json the summary is the last line of standard output, unless an
    error comes before the scan begins: rows,
    resumed_at, payments, bad_rows, first_bad, receivers, labels, constant_time, engine,
    threads, seconds, per_second, interrupted, errors, and note where a GPU left rows to the
    CPU.
    What --tweaks prints lies in ordinary memory until it is written, and is wiped then.

EXIT STATUS
    0    done, whether there are payments or not
    1    done, but the tweaks of some rows are no points
    2    unusable input or arguments, an index without rows, a state of another index or of
         other keys, or in use, an --out that something else was written to, not enough memory
    130  interrupted
    141  the reader of standard output went away

EXAMPLES
    ufsecp scan --keys my.scankeys index.spix
    ufsecp scan --keys my.scankeys --out payments.jsonl --state scan.state index.spix
        Run again after an interruption, the same line continues.
    ufsecp scan --keys my.scankeys --index-format frigate tweaks.csv.zst
    ufsecp index --rows 100000 --keys try.keys try.spix && ufsecp scan --keys try.keys try.spix
)",
                              add_scan,
                              true};
