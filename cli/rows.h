// Readers of signature rows: binary, hex lines, CSV and JSON lines become chunks of binary rows.
#pragma once
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <ufsecp/ufsecp.h>

#include "csv.h"
#include "fields.h"
#include "io.h"
#include "json_line.h"
#include "nostr.h"
#include "progress.h"

/* Another text format is a value here, a line in `formats` and one in row_reader::take_line. */
enum class row_format { automatic, binary, hex, csv, jsonl, nostr };

/* "auto", "binary", "hex", "csv", "jsonl", "nostr". */
const std::vector<std::string> &row_format_names();
row_format format_named(const std::string &name);

struct row_options {
    row_kind kind = row_kind::ecdsa;
    row_format format = row_format::automatic;
    std::size_t extra =
        0;  // bytes of the caller's own after each binary row (or hex row in one piece)
    bool allow_hybrid = false;  // text rows: 65-byte keys with prefix 06 or 07
    bool lax_der = false;       // text rows: DER as consensus read it before BIP-66
    bool may_be_nostr = false;  // automatic finds Nostr events, which are rows of kind schnorr
    bool ethereum = false;      // recovery ids as Ethereum counts them, in every format
    signature_form form = signature_form::automatic;  // text rows
    chosen_names columns;                             // CSV and JSON lines

    field_rules rules() const { return {kind, allow_hybrid, lax_der, ethereum, form}; }
};

/* A run of rows in binary form.  Text can say things that a binary row cannot: these rows stand in
 * bytes as zeros or in part, and the maps, by index in the chunk, say the rest. */
struct row_chunk {
    row_kind kind = row_kind::ecdsa;
    bool events = false;                     // Nostr events: messages are their ids
    std::set<std::size_t> wrong_ids;         // of events that have another id
    std::size_t n = 0, stride = 0;           // stride: bytes a row, with its extra
    std::vector<std::uint8_t> bytes;         // at least n * stride
    std::map<std::size_t, refusal> refused;  // rows already known to be bad, with the reason
    std::map<std::size_t, std::vector<std::uint8_t>>
        messages;                      // Schnorr messages that are not 32 bytes
    std::vector<std::string> notes;    // text rows: the extra of each
    std::vector<std::uint64_t> lines;  // text rows: the line of each, from 1

    const std::uint8_t *row(std::size_t i) const { return bytes.data() + i * stride; }
    /* The row's extra: binary as hex, text as it stands; an event's id. */
    std::string extra(std::size_t i) const;
    /* Why the row has this status, in words for those who wrote the row. */
    std::string reason(std::size_t i, ufsecp_status status) const;
    void clear();

    /* A new row of zeros at the end, from this line of a text. */
    std::uint8_t *add(std::uint64_t line, std::string_view note);
    /* The row that was added last is bad. */
    void refuse(refusal why) { refused[n - 1] = std::move(why); }
};

/* "row 7 (a.csv line 9)": file is "" if there is one alone, line 0 if rows have no lines. */
std::string row_place(std::uint64_t row, const std::string &file, std::uint64_t line);

/* Streams one file: a chunk and a buffer in memory, whatever the file's size. */
class row_reader {
public:
    row_reader(const std::string &path, const row_options &options);

    /* The next rows, at least one; as many as are there or come while the caller, who has done the
     * last ones now, would do them again (200 ms at most), up to what takes some tenths of a
     * second.  false at the end, or if a stop was requested.  Throws unusable, naming the byte
     * offset or the line, once every row before it has been handed out. */
    bool next(row_chunk &chunk);

    /* Of the file, for progress. */
    std::uint64_t bytes_done() const { return in_.taken_of_file(); }
    const std::string &name() const { return in_.name(); }

private:
    void detect(const std::string &path);
    std::string_view first_line(std::size_t longest, bool comments);
    bool events_come();
    bool read(row_chunk &chunk);
    bool next_binary(row_chunk &chunk);
    bool next_text(row_chunk &chunk);
    /* "" if the line is a row, be it a bad one, or a header; or why it is neither. */
    std::string take_line(row_chunk &chunk, std::string_view line);
    std::string take_hex(row_chunk &chunk, std::string_view line);
    std::string take_csv(row_chunk &chunk, std::string_view line);
    std::string take_json(row_chunk &chunk, std::string_view line);
    std::string take_event(row_chunk &chunk, std::string_view line);
    bool take_separator(std::string_view line);
    bool take_first_csv(std::string_view line);
    bool header(const std::vector<std::string_view> &cells);
    void add_row(row_chunk &chunk);
    void map_recovery_id(std::uint8_t &id) const;
    [[noreturn]] void foreign(row_chunk &chunk) const;
    [[noreturn]] void malformed(const std::string &what) const;

    buffered_input in_;
    csv_rows csv_{in_};
    std::uint64_t line_ = 0;  // of the row at hand: where it begins
    row_options options_;
    field_rules rules_;
    column_names names_;
    static constexpr std::size_t bytes_for_a_row = 256;  // a chunk has no more than so many each
    pace pace_{2048};
    bool of_format_ = false;     // text: a row, or a header, was seen
    bool complete_ = true;       // the line at hand has the fields of a row, or is none
    row_fields fields_;          // of the row at hand
    std::vector<role> columns_;  // CSV: what each column is, once the first line was seen
    bool has_header_ = false;
    std::optional<char> separator_;  // CSV, once it is known
    std::vector<std::string_view> cells_;
    std::string unquoted_;
    std::unique_ptr<json_line> json_;
    std::unique_ptr<nostr::reader> events_;
    std::unique_ptr<std::string> failure_;  // what to throw at the next call
};
