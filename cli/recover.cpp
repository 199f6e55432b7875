// ufsecp recover: the public keys that made ECDSA signatures.
#include <chrono>
#include <cstdio>
#include <optional>

#include <nlohmann/json.hpp>
#include <ufsecp/ufsecp.h>

#include "color.h"
#include "command.h"
#include "hex.h"
#include "io.h"
#include "options.h"
#include "progress.h"
#include "pubkey.h"
#include "rows.h"
#include "text.h"

namespace {

using nlohmann::ordered_json;

struct recover_options {
    std::vector<std::string> files;
    std::optional<std::string> hash, sig, recid;
    std::string format = "auto", columns, form = "auto";
    std::size_t extra = 0, max_reported = 1000;
    bool ethereum = false, uncompressed = false, json = false, quiet = false;
};

/* Where a row stands: its number through all files, its line in a text (else 0), and the file, if
 * there are several. */
struct place {
    std::uint64_t row, line;
    std::string file;
};

/* Writes one recovered key (33 bytes), or that there is none; and why, if that is `named`. */
void print_recovered(output &out, const recover_options &o, const place *row, bool named,
                     const std::uint8_t *pubkey33, ufsecp_status status, std::string reason,
                     const std::string &extra) {
    std::uint8_t key[65];
    const std::size_t size = o.uncompressed ? 65 : 33;
    if (status == UFSECP_OK) {
        status = ufsecp_pubkey_convert(key, size, pubkey33, 33, 0);
        reason = ufsecp_status_text(status);
    }
    const bool found = status == UFSECP_OK;
    const std::string pub = found ? to_hex(key, size) : "",
                      address = found && o.ethereum ? ethereum_text(key, size) : "";
    if (o.json) {
        ordered_json line = ordered_json::object();
        if (row != nullptr) line["row"] = row->row;
        line["valid"] = found;
        if (found) line["pubkey"] = pub;
        else line["status"] = (int)status, line["reason"] = reason;
        if (!address.empty()) line["address"] = address;
        if (!extra.empty()) line["extra"] = extra;
        if (row != nullptr && row->line != 0) line["line"] = row->line;
        if (row != nullptr && !row->file.empty()) line["file"] = row->file;
        out.write(json_text(line) + '\n');
        return;
    }
    if (found) out.write(pub + (address.empty() ? "" : " " + address) + '\n');
    else if (row != nullptr) out.write("-\n");
    if (found || !named) return;
    out.flush();
    const std::string where =
        row != nullptr ? row_place(row->row, row->file, row->line) + ": " : "";
    std::fprintf(stderr, "ufsecp: %s%s\n", escaped(where).c_str(),
                 painted(ink::bad, escaped(reason), 2).c_str());
}

field_rules rules_of(const recover_options &o) {
    return {
        .kind = row_kind::recover, .ethereum = o.ethereum, .form = signature_form_named(o.form)};
}

int recover_one(const recover_options &o) {
    if (!o.hash || !o.sig)
        throw unusable("one recovery needs both --hash and --sig, and perhaps --recid");
    if (!o.files.empty()) throw unusable("give --hash and --sig, or files, not both");
    std::uint8_t row[row_bytes(row_kind::recover)] = {0}, key[33];
    row_fields fields;
    fields.set(role::message, {field::type::text, "--hash", *o.hash});
    fields.set(role::sig, {field::type::text, "--sig", *o.sig});
    if (o.recid) fields.set(role::recid, {field::type::text, "--recid", *o.recid});
    const column_names names(row_kind::recover, {{role::recid, "--recid"}});
    (void)hex_argument("--hash", *o.hash, 32);
    if (const auto why = read_row(row, nullptr, fields, names, rules_of(o))) {
        const bool of_id = why->status == UFSECP_RECID && o.recid;
        throw unusable((of_id ? "--recid: " : "--sig: ") + why->text);
    }
    const ufsecp_status status = ufsecp_ecdsa_recover(key, 33, row + 32, row[96], row);
    output out("-");
    print_recovered(out, o, nullptr, true, key, status, ufsecp_status_text(status), "");
    out.flush();
    return status == UFSECP_OK ? exit_ok : exit_invalid;
}

/* `missing` of the rows have had no key so far. */
void recover_chunk(output &out, const recover_options &o, const row_chunk &rows,
                   const std::string &file, std::uint64_t first, std::uint64_t &missing,
                   progress &line) {
    std::vector<std::uint8_t> keys(33 * rows.n), ok(rows.n);
    ufsecp_ecdsa_recover_rows(keys.data(), ok.data(), rows.bytes.data(),
                              rows.stride - row_bytes(row_kind::recover), rows.n);
    for (std::size_t i = 0; i < rows.n; i++) {
        const std::uint8_t *row = rows.row(i);
        ufsecp_status status = UFSECP_OK;
        std::uint8_t key[33];
        if (rows.refused.contains(i)) status = rows.refused.at(i).status;
        else if (ok[i] == 0) status = ufsecp_ecdsa_recover(key, 33, row + 32, row[96], row);
        if (ok[i] == 0 && status == UFSECP_OK)
            throw std::logic_error("row " + std::to_string(first + i) +
                                   ": the batch and the single call differ");
        const place at = {first + i, rows.lines.empty() ? 0 : rows.lines[i], file};
        missing += status != UFSECP_OK;
        const bool named = status != UFSECP_OK && missing <= o.max_reported;
        if (named) line.clear();
        print_recovered(out, o, &at, named, &keys[33 * i], status, rows.reason(i, status),
                        rows.extra(i));
    }
    out.flush();
}

int recover(const recover_options &o) {
    if (o.hash || o.sig || o.recid) return recover_one(o);
    std::vector<std::string> files = o.files;
    if (files.empty()) {
        if (os::terminal(0))
            throw unusable("no input: name a file, - for standard input, or give --hash and --sig");
        files.push_back("-");
    }
    const row_options rows_as = {
        .kind = row_kind::recover,
        .format = format_named(o.format),
        .extra = o.extra,
        .ethereum = o.ethereum,
        .form = signature_form_named(o.form),
        .columns = o.columns.empty() ? chosen_names() : parse_columns(row_kind::recover, o.columns),
    };
    catch_signals();
    output out("-");
    std::uint64_t done = 0, missing = 0, bytes = 0;
    progress line(size_of_all(files), !o.quiet);
    bool failed = false;
    const auto began = std::chrono::steady_clock::now();
    for (const std::string &path : files) {
        try {
            row_reader reader(path, rows_as);
            row_chunk rows;
            const std::uint64_t before = done;
            while (!stop_requested() && reader.next(rows)) {
                if (out.terminal()) line.clear();
                recover_chunk(out, o, rows, files.size() > 1 ? reader.name() : "", done, missing,
                              line);
                done += rows.n;
                line.update(done, bytes + reader.bytes_done());
            }
            if (done == before && !stop_requested())
                throw unusable(reader.name() + ": nothing to recover: no row is in it");
            bytes += reader.bytes_done();
        } catch (const unusable &error) {
            line.clear();
            complain(error.what());
            failed = true;
        }
    }
    line.clear();
    if (!o.json && missing > o.max_reported)
        complain("... and " + counted(missing - o.max_reported, "more row") + " without a key");
    if (stop_requested()) {
        complain("interrupted after " + counted(done, "row"));
        return exit_interrupted;
    }
    if (!o.quiet && done > 0)
        std::fprintf(
            stderr, "%s: %s, %s (%.3f s, engine %s, %s)\n", counted(done, "row").c_str(),
            painted(ink::good, counted(done - missing, "key"), 2).c_str(),
            (missing > 0 ? painted(ink::bad, grouped(missing) + " without", 2) : "0 without")
                .c_str(),
            std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count(),
            ufsecp_engine(), threads_text().c_str());
    return failed ? exit_unusable : missing > 0 ? exit_invalid : exit_ok;
}

work add_recover(CLI::App &sub) {
    const auto o = std::make_shared<recover_options>();
    sub.add_option("FILE", o->files, "Files of rows; - or none for standard input.");
    CLI::Option *const one =
        sub.add_option("--hash", o->hash,
                       "One recovery: the 32-byte hash. It excludes the options of rows.")
            ->type_name("HEX");
    sub.add_option("--sig", o->sig, "One recovery: the signature, as in a text row.")
        ->type_name("TEXT");
    sub.add_option("--recid", o->recid,
                   "One recovery: the recovery id, 0 to 3; with --ethereum as Ethereum counts.")
        ->type_name("ID");
    sub.add_option("--format", o->format, "binary, hex, csv, jsonl or auto, as for verify.")
        ->check(CLI::IsMember(row_format_names()))
        ->type_name("NAME");
    add_row_fields(sub, o->columns, o->form);
    sub.add_option("--extra", o->extra,
                   "Each binary row is followed by this many bytes of your own.")
        ->transform(whole_number(0, 65536))
        ->type_name("BYTES");
    sub.add_flag("--ethereum", o->ethereum,
                 "Print the address as well, and read recovery ids as Ethereum counts: 0 to 3, 27 "
                 "to 30, or 35 + 2 * chain + parity (EIP-155).");
    sub.add_flag("--uncompressed", o->uncompressed, "Write public keys as 65 bytes.");
    sub.add_flag("--json", o->json, "JSON lines.");
    sub.add_option("--max-reported", o->max_reported,
                   "Name the reasons of at most this many rows without a key on standard error "
                   "(1000). --json has them all, each in its line.")
        ->transform(whole_number(0, 1 << 30))
        ->type_name("N");
    sub.add_flag("--quiet", o->quiet, "No progress and no summary of rows on standard error.");
    for (const char *of_rows : {"--format", "--columns", "--extra", "--max-reported"})
        one->excludes(sub.get_option(of_rows));
    add_color(sub);
    add_threads(sub);
    add_engine(sub);
    return [o] { return recover(*o); };
}

}  // namespace

const command recover_command = {"recover",
                                 "find the public key that made an ECDSA signature",
                                 "ufsecp recover [OPTIONS] --hash HEX --sig TEXT [--recid ID]\n"
                                 "ufsecp recover [OPTIONS] [FILE ...]",
                                 R"(DESCRIPTION
    Prints the public key (SEC 1, 4.1.6), with --ethereum also its address. For rows a line
    each, in order; a row without a key shows - (with --json valid, status and reason), and
    standard error has its reason. Last it has how many rows there were, the time, the engine.
)",
                                 R"(FORMATS
    As for verify; a binary row is 97 bytes: 32 hash | 64 signature r || s | 1 recovery id.
    Text fields are msg or hash, sig (or r and s), recid, extra. For recid there may be v
    (0 to 3 or as Ethereum counts), yParity (0 or 1), or a sig of 65 bytes; where there are
    several they must agree. Each is decimal, or hexadecimal after 0x.

SIGNATURES
    As for verify. With --signature-format bitcoin-message, v and recid too are header bytes
    of a signed message (27 to 42).

EXIT STATUS
    0 every key was found, 1 some were not, 2 unusable input or arguments, 130 interrupted,
    141 the reader of standard output went away

EXAMPLES
    ufsecp recover --ethereum --hash HEX --sig HEX65
    ufsecp recover --json signatures.rows
)",
                                 add_recover};
