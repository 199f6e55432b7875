// ufsecp verify: a verdict for every row of the input, with the reason for each bad one.
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>

#include <nlohmann/json.hpp>
#include <ufsecp/ufsecp.h>

#include "color.h"
#include "command.h"
#include "compressed.h"
#include "io.h"
#include "options.h"
#include "progress.h"
#include "rows.h"
#include "text.h"

namespace {

using nlohmann::ordered_json;

struct verify_options {
    std::vector<std::string> files;
    std::string scheme, format = "auto", columns, form = "auto";
    std::optional<std::string> output;
    std::size_t extra = 0, max_reported = 1000;
    bool low_s = false, allow_hybrid = false, lax_der = false, json = false, quiet = false,
         allow_empty = false, force = false;
};

std::string csv_cell(const std::string &text) {
    if (text.find_first_of(",\"\r\n") == text.npos) return text;
    std::string out = "\"";
    for (char c : text) out += c == '"' ? "\"\"" : std::string(1, c);
    return out + '"';
}

/* One row's verdict with everything that a report may say about it. */
struct verdict {
    std::uint64_t row;  // counted from 0 through all files
    ufsecp_status status;
    std::string reason;       // of a bad row
    std::string extra, file;  // file: "" if there is only one
    std::uint64_t line;       // of a text file, from 1; else 0
    bool event = false;       // a Nostr event: extra is its id, status that of its signature
    bool id_valid = true;

    bool valid() const { return status == UFSECP_OK && id_valid; }
    ordered_json to_json() const {
        ordered_json out = {{"row", row}};
        out["valid"] = valid();
        if (event) {  // of what is no event, and so has no id, neither is known
            const auto known = [&](bool v) {
                return extra.empty() ? ordered_json() : ordered_json(v);
            };
            out["id_valid"] = known(id_valid);
            out["sig_valid"] = known(status == UFSECP_OK);
        }
        if (!valid()) out["status"] = (int)status, out["reason"] = reason;
        if (!extra.empty()) out[event ? "id" : "extra"] = extra;
        if (line != 0) out["line"] = line;
        if (!file.empty()) out["file"] = file;
        return out;
    }
    std::string to_csv() const {
        return std::to_string(row) + (valid() ? ",1," : ",0,") + std::to_string((int)status) + ',' +
               csv_cell(reason) + ',' + csv_cell(extra) + ',' +
               (line != 0 ? std::to_string(line) : "") + ',' + csv_cell(file) + '\n';
    }
    std::string to_text() const {
        return escaped(row_place(row, file, line)) + ": " + painted(ink::bad, escaped(reason)) +
               (extra.empty() ? "" : escaped(" [" + extra + "]")) + '\n';
    }
};

constexpr const char *csv_header = "row,valid,status,reason,extra,line,file\n";

/* The verdicts' file may be replaced: it is empty, or begins as an earlier run wrote it. */
bool of_an_earlier_run(const std::string &path) {
    std::ifstream file(std::filesystem::path(path), std::ios::binary);
    if (!file.is_open()) return false;
    char text[64] = {};
    file.read(text, sizeof text);
    const std::string_view begin(text, (std::size_t)file.gcount());
    if (begin.empty() || begin.starts_with(csv_header)) return !file.bad();
    constexpr std::string_view row = "{\"row\":";
    return begin.starts_with(row) &&
           begin.substr(std::min(begin.find_first_not_of("0123456789", row.size()), begin.size()))
               .starts_with(",\"valid\":");
}

/* Throws unusable or unwritable where the results cannot or must not be written there, before
 * anything is read; nothing is opened yet. */
output::access access_to(const verify_options &o, const std::vector<std::string> &inputs) {
    const std::string &path = *o.output;
    for (const std::string &in : inputs)
        if (overwrites(path, in)) throw unusable("--output " + path + " would overwrite the input");
    std::error_code error;
    const auto status = std::filesystem::status(path, error);
    const std::filesystem::path folder = std::filesystem::path(path).parent_path();
    if (!folder.empty() && !std::filesystem::is_directory(folder, error))
        throw unusable("--output " + path + ": " + folder.string() + " is no directory");
    if (path == "-" || !std::filesystem::exists(status)) return output::access::new_only;
    if (std::filesystem::is_directory(status))
        throw unusable("--output " + path + ": is a directory (name a file in it)");
    if (!std::filesystem::is_regular_file(status)) return output::access::everyone;
    if (holds_key(path))
        throw unusable("--output " + path +
                       ": looks like a file of secret keys, and is never overwritten (name "
                       "another file)");
    if (!o.force && !of_an_earlier_run(path))
        throw unusable("--output " + path +
                       ": exists, and holds something else than verdicts (name another file, or "
                       "give --force to overwrite it)");
    return output::access::everyone;
}

class verification {
public:
    explicit verification(const verify_options &options);
    int run();

private:
    void open_results();
    void file(const std::string &path);
    void chunk(const row_chunk &rows, const std::string &name);
    void judge(const row_chunk &rows);
    ufsecp_status reason(const row_chunk &rows, std::size_t i) const;
    void fail(const std::string &what);
    void report(double seconds);

    const verify_options &options_;
    row_options row_options_;
    unsigned flags_;
    std::vector<std::string> files_;
    std::unique_ptr<output> results_;
    output::access results_access_{};
    bool results_csv_ = false, results_standard_ = false;
    output text_{"-"};
    std::optional<progress> progress_;

    std::string scheme_;  // of the rows so far
    std::vector<std::uint8_t> ok_;
    std::vector<ufsecp_status> status_;
    std::uint64_t rows_ = 0, invalid_ = 0, bytes_before_ = 0;
    std::optional<std::uint64_t> first_invalid_;
    std::vector<ordered_json> invalid_rows_;
    std::vector<std::string> errors_;
    std::uint64_t listed_ = 0;
};

verification::verification(const verify_options &options)
    : options_(options), flags_(options.low_s ? UFSECP_LOW_S : 0), files_(options.files) {
    const bool events = options.format == "nostr", schnorr = options.scheme == "schnorr" || events,
               ecdsa_rule = options.low_s || options.lax_der || options.allow_hybrid;
    if (events && options.scheme == "ecdsa")
        throw unusable(
            "--scheme ecdsa: Nostr events have Schnorr signatures; leave it out with --format "
            "nostr");
    if (ecdsa_rule && schnorr)
        throw unusable(
            "--low-s, --lax-der and --allow-hybrid are rules of ECDSA, not of Schnorr signatures");
    if (events && options.extra != 0)
        throw unusable("--extra is for binary rows, and Nostr events are JSON lines");
    row_options_.kind = schnorr ? row_kind::schnorr : row_kind::ecdsa;
    row_options_.may_be_nostr = options.scheme != "ecdsa" && !ecdsa_rule && options.extra == 0 &&
                                options.form == "auto" && options.columns.empty();
    scheme_ = schnorr ? "schnorr" : "ecdsa";
    row_options_.format = format_named(options.format);
    row_options_.extra = options.extra;
    row_options_.allow_hybrid = options.allow_hybrid;
    row_options_.lax_der = options.lax_der;
    row_options_.form = signature_form_named(options.form);
    if (options.form != "auto" && options.form != "compact" && options.form != "hashtype" &&
        schnorr)
        throw unusable("--signature-format " + options.form +
                       " is a form of ECDSA signatures, not of Schnorr signatures");
    if (!options.columns.empty())
        row_options_.columns = parse_columns(row_options_.kind, options.columns);
    if (files_.empty()) {
        if (os::terminal(0)) throw unusable("no input: name a file, or - for standard input");
        files_.push_back("-");
    }
    if (!options.output) return;
    refuse_compressed_output(*options.output);
    results_access_ = access_to(options, files_);
    results_csv_ = options.output->ends_with(".csv");
    results_standard_ = *options.output == "-";
}

/* Once there are rows: input that cannot be used costs no file. */
void verification::open_results() {
    if (!options_.output || results_) return;
    results_ = std::make_unique<output>(*options_.output, results_access_);
    if (results_csv_) results_->write(csv_header);
}

int verification::run() {
    catch_signals();
    progress_.emplace(size_of_all(files_), !options_.quiet);
    const auto start = std::chrono::steady_clock::now();
    for (const std::string &path : files_) {
        if (stop_requested()) break;
        try {
            file(path);
        } catch (const unusable &error) { fail(error.what()); }
    }
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
    if (errors_.empty()) open_results();
    if (results_) results_->close();
    progress_->clear();
    report(elapsed.count());
    if (stop_requested()) return exit_interrupted;
    return !errors_.empty() ? exit_unusable : invalid_ > 0 ? exit_invalid : exit_ok;
}

void verification::file(const std::string &path) {
    row_reader reader(path, row_options_);
    row_chunk rows;
    const std::uint64_t before = rows_;
    while (!stop_requested() && reader.next(rows)) {
        chunk(rows, files_.size() > 1 ? reader.name() : "");
        progress_->update(rows_, bytes_before_ + reader.bytes_done());
    }
    bytes_before_ += reader.bytes_done();
    if (rows_ == before && !stop_requested() && !options_.allow_empty)
        throw unusable(reader.name() +
                       ": nothing to verify: no row is in it (--allow-empty accepts that)");
}

void verification::chunk(const row_chunk &rows, const std::string &name) {
    open_results();
    judge(rows);
    const std::string scheme = rows.kind == row_kind::ecdsa ? "ecdsa" : "schnorr";
    scheme_ = rows_ == 0 || scheme_ == scheme ? scheme : "mixed";
    for (std::size_t i = 0; i < rows.n; i++, rows_++) {
        const bool id_valid = !rows.wrong_ids.contains(i);
        const bool valid = status_[i] == UFSECP_OK && id_valid;
        if (valid && !results_) continue;
        const verdict v = {rows_,         status_[i], valid ? "" : rows.reason(i, status_[i]),
                           rows.extra(i), name,       rows.lines.empty() ? 0 : rows.lines[i],
                           rows.events,   id_valid};
        if (results_) results_->write(results_csv_ ? v.to_csv() : json_text(v.to_json()) + '\n');
        if (valid) continue;
        invalid_++;
        if (!first_invalid_) first_invalid_ = rows_;
        if (listed_ >= options_.max_reported) continue;
        listed_++;
        if (options_.json) {
            invalid_rows_.push_back(v.to_json());
            invalid_rows_.back().erase("valid");
        } else if (!options_.quiet && !results_standard_) {
            progress_->clear();
            text_.write(v.to_text());
        }
    }
    if (results_) results_->flush();  // what is known survives whatever ends the tool
    text_.flush();
}

/* The whole chunk in one call; then the reason for each row that failed. */
void verification::judge(const row_chunk &rows) {
    ok_.assign(rows.n, 0);
    status_.assign(rows.n, UFSECP_OK);
    const std::size_t extra = rows.stride - row_bytes(rows.kind);
    if (rows.kind == row_kind::ecdsa)
        ufsecp_ecdsa_verify_rows(ok_.data(), rows.bytes.data(), extra, rows.n, flags_);
    else ufsecp_schnorr_verify_rows(ok_.data(), rows.bytes.data(), extra, rows.n);
    for (std::size_t i = 0; i < rows.n; i++)
        if (ok_[i] == 0) status_[i] = reason(rows, i);
    for (const auto &[i, message] : rows.messages) {
        const std::uint8_t *row = rows.row(i);
        status_[i] = ufsecp_schnorr_check(row + 64, message.data(), message.size(), row);
    }
    for (const auto &[i, why] : rows.refused) status_[i] = why.status;
}

ufsecp_status verification::reason(const row_chunk &rows, std::size_t i) const {
    const std::uint8_t *row = rows.row(i);
    const ufsecp_status status = rows.kind == row_kind::ecdsa
                                     ? ufsecp_ecdsa_check(row + 65, row, row + 32, 33, flags_)
                                     : ufsecp_schnorr_check(row + 64, row + 32, 32, row);
    if (status == UFSECP_OK && !rows.messages.contains(i))
        throw std::logic_error("row " + std::to_string(rows_ + i) +
                               ": the batch refuses it and the single check accepts it");
    return status;
}

void verification::fail(const std::string &what) {
    progress_->clear();
    complain(what);
    errors_.push_back(what);
}

void verification::report(double seconds) {
    const double rate = seconds > 0 ? (double)rows_ / seconds : 0;
    if (options_.json) {
        ordered_json out = {{"rows", rows_},
                            {"valid", rows_ - invalid_},
                            {"invalid", invalid_},
                            {"scheme", scheme_},
                            {"low_s", options_.low_s},
                            {"engine", ufsecp_engine()},
                            {"threads", ufsecp_threads()},
                            {"seconds", seconds},
                            {"per_second", rate},
                            {"first_invalid", nullptr},
                            {"interrupted", stop_requested()},
                            {"invalid_rows", invalid_rows_},
                            {"invalid_rows_omitted", invalid_ - listed_},
                            {"errors", errors_}};
        if (first_invalid_) out["first_invalid"] = *first_invalid_;
        if (const char *note = ufsecp_engine_note()) out["note"] = note;
        text_.write(json_text(out) + '\n');
        text_.flush();
        return;
    }
    if (options_.quiet || (rows_ == 0 && !errors_.empty() && !stop_requested())) return;
    char tail[160];
    std::snprintf(tail, sizeof tail, " (%.3f s, %s a second, engine %s, %s)\n", seconds,
                  grouped((std::uint64_t)rate).c_str(), ufsecp_engine(), threads_text().c_str());
    const int stream = results_standard_ ? 2 : 1;
    std::string line;
    if (invalid_ > listed_)
        line = "... and " + counted(invalid_ - listed_, "more invalid row") + '\n';
    line +=
        (stop_requested() ? "interrupted after " : "") + counted(rows_, "row") + ": " +
        painted(ink::good, grouped(rows_ - invalid_) + " valid", stream) + ", " +
        (invalid_ > 0 ? painted(ink::bad, grouped(invalid_) + " invalid", stream) : "0 invalid") +
        tail;
    if (results_standard_) {
        std::fputs(line.c_str(), stderr);
        return;
    }
    text_.write(line);
    text_.flush();
}

work add_verify(CLI::App &sub) {
    const auto o = std::make_shared<verify_options>();
    sub.add_option("FILE", o->files, "Files of rows; - or none for standard input.");
    sub.add_option("--scheme", o->scheme,
                   "ecdsa (the default) or schnorr (BIP-340). Nostr events have the second.")
        ->check(CLI::IsMember({"ecdsa", "schnorr"}))
        ->type_name("NAME");
    sub.add_option(
           "--format", o->format,
           "binary, hex, csv, jsonl or nostr; auto (the default) goes by the file name's ending, "
           "then by the first bytes. It takes JSON lines for nostr if the first is an event, and "
           "no option asks for other rows.")
        ->check(CLI::IsMember(row_format_names()))
        ->type_name("NAME");
    add_row_fields(sub, o->columns, o->form);
    sub.add_option("--extra", o->extra,
                   "Each binary row is followed by this many bytes of your own (a key, an index); "
                   "they are shown, in hexadecimal, with a bad row.")
        ->transform(whole_number(0, 65536))
        ->type_name("BYTES");
    sub.add_flag(
        "--low-s", o->low_s,
        "Refuse ECDSA signatures with s > n/2 (BIP-146). Without it they are valid, as they "
        "are for Bitcoin's consensus.");
    sub.add_flag("--allow-hybrid", o->allow_hybrid,
                 "In text rows, accept 65-byte keys with prefix 06 or 07.");
    sub.add_flag("--lax-der", o->lax_der,
                 "In text rows, read DER as Bitcoin's consensus did before BIP-66.");
    CLI::Option *const results = sub.add_option(
        "--output", o->output,
        "Write every row's verdict here as soon as it is known: CSV if the name ends in "
        ".csv, else JSON lines. A file that exists is replaced only if it is empty or begins "
        "with verdicts, as an earlier run wrote them. - is standard output; the summary then "
        "goes to standard error, or with --json comes last.");
    results->type_name("FILE");
    sub.add_flag("--force", o->force,
                 "Let --output replace any other file too, but neither one of the input nor one "
                 "that looks as if it held secret keys.")
        ->needs(results);
    sub.add_flag("--json", o->json, "Print the summary and the bad rows as one JSON object.");
    sub.add_option("--max-reported", o->max_reported,
                   "List at most this many bad rows (1000). --output has them all.")
        ->transform(whole_number(0, 1 << 30))
        ->type_name("N");
    sub.add_flag("--quiet", o->quiet,
                 "No progress and no text; the exit code tells. Errors are still named.");
    sub.add_flag("--allow-empty", o->allow_empty, "An input without rows is valid.");
    add_color(sub);
    add_threads(sub);
    add_engine(sub);
    return [o] { return verification(*o).run(); };
}

}  // namespace

const command verify_command = {"verify",
                                "check signatures, row by row",
                                "ufsecp verify [OPTIONS] [FILE ...]",
                                R"(DESCRIPTION
    Gives every row of the input its verdict. A bad row is named with its reason and
    disturbs no other row. Rows are counted from 0 through all files. Input of any
    size is read in pieces, in constant memory. Ctrl-C ends the work in good order:
    the piece at hand is finished, the summary is written, and --output holds every
    verdict so far. SIGTERM and SIGHUP do the same; a signal that is ignored when the tool
    starts, as nohup has it, stays ignored.
)",
                                R"(FORMATS
    binary  Rows without separators. ECDSA, 129 bytes:
                32 hash | 33 compressed public key | 64 signature r || s
            Schnorr, 128 bytes:
                32 x-only public key | 32 message | 64 signature
            and --extra bytes of your own after each. Endings: .rows .bin
    hex     A line holds the digits of a binary row in one piece, or its fields with
            blanks between them, in the same order, and then any word of your own.
            Ending: .hex
    csv     Columns in that order, or named by a first line: msg or hash, pubkey, sig (or
            r and s), and if you like extra. A comma, a semicolon or a tab is between
            cells; a line such as sep=; before all others names another. A cell in double
            quotes may hold these, doubled quotes, and line ends (RFC 4180), up to 100 lines;
            a quote that is not closed costs its own line alone. Endings: .csv .tsv
    jsonl   One object a line with the strings msg or hash, pubkey, sig (or r and s), and
            if you like extra. Endings: .jsonl .ndjson .json
    nostr   One event of Nostr a line, as EVENTS says.
    Without a known ending, input whose first bytes are no text in UTF-8 is binary. The first
    line that is neither empty nor a comment, in the first MiB, tells which text it is.
    In csv and jsonl names may be in capitals. msg is also called message; pubkey key, pk,
    and for Schnorr xonly; sig signature; extra id. Two names for one field are refused:
    the file if a header has them, else the row. Other fields may hold anything.
    In the text formats but nostr a key may be compressed or not (65 bytes), and a Schnorr message
    may have any length. 0x before digits is allowed. Lines end with LF, CR LF or CR. Empty
    lines, and in hex and csv lines that begin with #, are skipped. A line may have
    1,048,576 bytes, an event 16,777,216.
    A gzip or zstd file is read as what it holds, in memory that does not grow with it;
    a.csv.gz has the format of a.csv. Other kinds of files are refused by name.

    A line that cannot be read is a bad row, with its reason: no row costs another one its
    verdict. A file is refused, with exit status 2, if its header lacks a field or none of
    its first 100 lines has the fields of a row: until one has, verdicts wait. A binary file
    that ends within a row is an error that names the byte offset; the rows before it have
    their verdicts. A file without rows is an error. The other files are read all the same.

SIGNATURES
    In text rows a signature is hexadecimal, or base64 or base64url if it has other letters
    than hexadecimal digits, and of this form:
    auto      64 bytes r || s; of another length DER (ECDSA), or 65 bytes r || s || id
              (only for recover)
    compact   64 bytes r || s
    der       DER, of any length
    hashtype  DER and then one byte of a hash type, as in Bitcoin transactions; Schnorr:
              64 bytes, or 65 with that byte
    rsv, vrs  65 bytes with Ethereum's v at the end or first
    bitcoin-message
              65 bytes, the header byte of a signed message (27 to 42) and r || s
    Fields r and s hold a number each, and zeros at its beginning may be left out. verify
    does not look at v. A signature of another form is a bad row; its reason names the
    form and what reads it.

EVENTS
    An event of Nostr is an object with the fields id, pubkey, created_at, kind, tags,
    content and sig, or a message ["EVENT", subscription, event] of a relay. It is valid if
    its id is the SHA-256 that NIP-01 defines, and its signature a BIP-340 signature of the
    id by pubkey. Both are checked, also where one of them is wrong: the reason says which.
    Control characters for which NIP-01 has no escape may have been hashed as they are, or
    as \u00XX, which is how JSON.stringify and serde_json write them. What follows is no
    event, and the reason names the field:
        a field that is missing, null, of another type, or there twice
        hexadecimal digits in upper case, or not 64 of them (sig: 128)
        created_at or kind with a fraction or an exponent, or beyond 64 bits; kind
        outside 0 to 65535
        half of a surrogate pair, and text that is no UTF-8
    Other fields may be there. Messages EOSE, OK, NOTICE, CLOSED, AUTH and COUNT of a relay
    hold no event and are passed over; a client's AUTH has one.

OUTPUT
    Text: a line for each bad row, and a summary. With --json one object:
        rows, valid, invalid, scheme, low_s, engine, threads, seconds, per_second,
        first_invalid (a row, or null), interrupted,
        invalid_rows: [{row, status, reason, extra, line, file}],
        invalid_rows_omitted (beyond --max-reported), errors: [text],
        note (only where a GPU left rows to the CPU)
    extra is there if the row has one, line in text formats, file if there are several.
    --output writes {row, valid, status, reason, extra, line, file} for every row; in JSON
    valid rows have neither status nor reason. For an event JSON has id in place of extra,
    and after valid also id_valid and sig_valid, null where it is no event; status is that
    of the signature, 1 if it is valid. scheme is "mixed" if files differ in it.
    status of a bad row is 0 or less, as ufsecp_status in ufsecp.h: -1 for a row that
    cannot be read, -2 for a key and -12 for DER that cannot.
    Text shows control characters, marks of direction and bytes that are not UTF-8 as \xNN or
    \uNNNN. JSON keeps them, but bytes that are not UTF-8, which are U+FFFD (in a note of
    JSON lines ?). CSV changes nothing: a spreadsheet may take a cell that begins with
    = + - or @ for a formula.

EXIT STATUS
    0    every row is valid
    1    some row is invalid
    2    unusable input or arguments, a file without rows unless --allow-empty
    130  interrupted
    141  the reader of standard output went away

EXAMPLES
    ufsecp verify data/mainnet-ecdsa.rows
        Bitcoin's rule: high s is valid.
    ufsecp verify --low-s --json data/mainnet-ecdsa.rows
    ufsecp verify --extra 8 --output verdicts.csv sigs.rows
        Rows of 137 bytes; the last 8 tell which row of a database it is.
    producer | ufsecp verify --scheme schnorr --quiet && echo all valid
    ufsecp verify --format nostr --output verdicts.jsonl events.jsonl
)",
                                add_verify};
