// Readers of signature rows: one loop for binary rows, one for the three text forms.
#include "rows.h"

#include <algorithm>
#include <cctype>
#include <optional>

#include "command.h"
#include "compressed.h"
#include "hex.h"
#include "text.h"

namespace {

constexpr std::size_t longest_line = 1 << 20, longest_event = 1 << 24;

void split_words(std::vector<std::string_view> &out, std::string_view line) {
    out.clear();
    for (std::size_t i = 0; i < line.size();) {
        const std::size_t first = line.find_first_not_of(" \t", i);
        if (first == line.npos) break;
        i = std::min(line.find_first_of(" \t", first), line.size());
        out.push_back(line.substr(first, i - first));
    }
}

/* Digits of a hash, a key or a signature, or of a part of one. */
bool looks_like_digits(std::string_view text) {
    text = without_0x(text);
    return text.size() >= 16 && all_hex(text);
}

/* Whether such digits are somewhere in the text. */
bool has_digits(std::string_view text) {
    std::size_t run = 0;
    return std::any_of(text.begin(), text.end(),
                       [&](char c) { return (run = hex_digit(c) < 0 ? 0 : run + 1) >= 16; });
}

/* Whether a column is named so. */
bool is_tweak(std::string_view name) {
    const auto is = [&](std::string_view word) {
        return std::equal(name.begin(), name.end(), word.begin(), word.end(),
                          [](unsigned char a, char b) { return std::tolower(a) == b; });
    };
    return is("tweak") || is("tweak_key");
}

/* Whether the cells are a row of an index without a header: a tweak, and outputs in one cell or in
 * one each.  No row of signatures begins with as many digits and goes on so. */
bool looks_like_index(const std::vector<std::string_view> &cells) {
    const auto digits = [](std::string_view text, std::initializer_list<std::size_t> sizes) {
        text = without_0x(text);
        return all_hex(text) && std::find(sizes.begin(), sizes.end(), text.size()) != sizes.end();
    };
    if (cells.size() < 2 || !digits(cells[0], {66, 128, 130})) return false;
    bool any = false;
    for (std::size_t i = 1; i < cells.size(); i++)
        for (std::size_t at = 0; at < cells[i].size();) {
            const std::size_t end = std::min(cells[i].find_first_of(" ;,", at), cells[i].size());
            if (end > at && !digits(cells[i].substr(at, end - at), {16, 64})) return false;
            any |= end > at;
            at = end + 1;
        }
    return any || cells.size() == 2;
}

constexpr const char *rows_of_index =
    "a row of a scan index, a tweak and its outputs: ufsecp scan "
    "reads it";

std::string why_not_cells(csv_line found) {
    if (found == csv_line::wrong)
        return "text after the quote that ends a cell (a quote in a cell is doubled)";
    return "a quote that is not closed, here or on the " +
           std::to_string(csv_rows::most_lines - 1) + " lines that follow";
}

struct format_name {
    const char *name;
    row_format format;
};

constexpr format_name formats[] = {{"auto", row_format::automatic}, {"binary", row_format::binary},
                                   {"hex", row_format::hex},        {"csv", row_format::csv},
                                   {"jsonl", row_format::jsonl},    {"nostr", row_format::nostr}};

const char *name_of(row_format format) {
    return std::find_if(std::begin(formats), std::end(formats),
                        [&](const format_name &f) { return f.format == format; })
        ->name;
}

}  // namespace

const std::vector<std::string> &row_format_names() {
    static const std::vector<std::string> names = [] {
        std::vector<std::string> out;
        for (const format_name &f : formats) out.push_back(f.name);
        return out;
    }();
    return names;
}

row_format format_named(const std::string &name) {
    for (const format_name &f : formats)
        if (name == f.name) return f.format;
    return row_format::automatic;
}

std::string row_chunk::extra(std::size_t i) const {
    if (events) return refused.contains(i) ? "" : to_hex(row(i) + 32, 32);
    if (!notes.empty()) return notes[i];
    const std::size_t size = row_bytes(kind);
    return to_hex(row(i) + size, stride - size);
}

std::string row_chunk::reason(std::size_t i, ufsecp_status status) const {
    const auto at = refused.find(i);
    if (at != refused.end()) return at->second.text;
    if (!wrong_ids.contains(i)) return ufsecp_status_text(status);
    const std::string id = "the id is not that of the event";
    return status == UFSECP_OK ? id : id + "; " + ufsecp_status_text(status);
}

void row_chunk::clear() {
    n = 0;
    bytes.clear(), refused.clear(), messages.clear(), notes.clear(), lines.clear();
    wrong_ids.clear();
}

std::uint8_t *row_chunk::add(std::uint64_t line, std::string_view note) {
    bytes.resize(++n * stride);
    notes.emplace_back(note);
    lines.push_back(line);
    return &bytes[(n - 1) * stride];
}

std::string row_place(std::uint64_t row, const std::string &file, std::uint64_t line) {
    std::string in = file;
    if (line != 0) in += (in.empty() ? "line " : " line ") + std::to_string(line);
    return "row " + std::to_string(row) + (in.empty() ? "" : " (" + in + ")");
}

row_reader::row_reader(const std::string &path, const row_options &options)
    : in_(path), options_(options), rules_(options.rules()), names_(options.kind, options.columns) {
    if (options_.format == row_format::automatic) {
        detect(std::string(without_compression(path)));
        if (options_.format == row_format::jsonl && options_.may_be_nostr && events_come())
            options_.format = row_format::nostr;
    }
    const row_format format = options_.format;
    if (format == row_format::nostr && options_.kind == row_kind::recover)
        throw unusable(in_.name() +
                       ": events of Nostr have Schnorr signatures, of which no key is "
                       "recovered");
    if (format == row_format::nostr) options_.kind = row_kind::schnorr;
    if ((format == row_format::binary || format == row_format::nostr) &&
        options_.form != signature_form::automatic)
        throw unusable(in_.name() + ": --signature-format is for text, and these rows are " +
                       name_of(format));
    if (format != row_format::csv && format != row_format::jsonl && !options_.columns.empty())
        throw unusable(in_.name() + ": --columns is for CSV and JSON lines, and these rows are " +
                       name_of(format));
}

/* By the file name's ending.  Without a known one, what begins with the bytes of a row that are no
 * text is binary; else by the first line that is neither blank nor a comment: JSON lines begin with
 * {, CSV has a comma, a semicolon or words with a tab in it, other text is hex. */
void row_reader::detect(const std::string &path) {
    static const std::pair<const char *, row_format> endings[] = {
        {".rows", row_format::binary}, {".bin", row_format::binary},
        {".hex", row_format::hex},     {".csv", row_format::csv},
        {".jsonl", row_format::jsonl}, {".ndjson", row_format::jsonl},
        {".json", row_format::jsonl},  {".tsv", row_format::csv},
    };
    for (const auto &[ending, format] : endings)
        if (path.ends_with(ending)) {
            options_.format = format;
            return;
        }
    const std::size_t row = row_bytes(options_.kind);
    while (in_.left().size() < row && in_.fill()) {}
    if (!is_text(in_.left().substr(0, row))) {
        options_.format = row_format::binary;
        return;
    }
    const std::string_view line = first_line(longest_line, false),
                           word = line.substr(0, line.find_first_of(" \t"));
    const bool cells = named_separator(line) || line.find_first_of(",;") != line.npos ||
                       (line.find('\t') != line.npos && !looks_like_digits(word));
    options_.format = line.starts_with('{') || line.starts_with('[') ? row_format::jsonl
                      : cells                                        ? row_format::csv
                                                                     : row_format::hex;
}

/* The first line that is not blank, nor a comment unless `comments` says so, without blanks before
 * it: all of it, if it ends within `longest` bytes of the input.  Takes nothing. */
std::string_view row_reader::first_line(std::size_t longest, bool comments) {
    for (bool more = true;; more = in_.fill()) {
        std::string_view text = in_.left().substr(0, longest);
        const auto skip = [&](std::size_t n) { text.remove_prefix(std::min(n, text.size())); };
        if (text.starts_with("\xef\xbb\xbf")) skip(3);
        skip(text.find_first_not_of(" \t\r\n"));
        while (!comments && text.starts_with('#')) {
            skip(text.find_first_of("\r\n"));
            skip(text.find_first_not_of(" \t\r\n"));
        }
        const std::size_t end = text.find_first_of("\r\n");
        if (end != text.npos || in_.left().size() >= longest || !more) return text.substr(0, end);
    }
}

/* Whether the first line that is not blank is a Nostr event. */
bool row_reader::events_come() { return nostr::recognises(first_line(longest_event, true)); }

bool row_reader::next(row_chunk &chunk) {
    pace_.done(chunk.n);
    const bool more = read(chunk);
    pace_.begin();
    return more;
}

bool row_reader::read(row_chunk &chunk) {
    chunk.clear();
    chunk.kind = options_.kind;
    chunk.events = options_.format == row_format::nostr;
    chunk.stride = row_bytes(options_.kind) + options_.extra;
    if (!failure_) {
        try {
            const bool more =
                options_.format == row_format::binary ? next_binary(chunk) : next_text(chunk);
            return more && chunk.n > 0;
        } catch (const unusable &error) {
            if (chunk.n == 0) throw;
            failure_ = std::make_unique<std::string>(error.what());
            return true;  // first the rows before the trouble
        }
    }
    throw unusable(*failure_);
}

bool row_reader::next_binary(row_chunk &chunk) {
    const std::size_t limit =
        std::clamp(pace_.rows() * bytes_for_a_row / chunk.stride, (std::size_t)1, pace_.rows());
    const auto complete = [&] { return in_.left().size() / chunk.stride; };
    try {
        while (complete() == 0 || (complete() < limit && in_.ready(pace_.patience())))
            if (!in_.fill()) break;
    } catch (const unusable &error) {  // damaged: first the whole rows before it
        if (complete() == 0) throw;
        failure_ = std::make_unique<std::string>(error.what());
    }
    chunk.n = std::min(complete(), limit);
    const std::string_view whole = in_.left().substr(0, chunk.n * chunk.stride);
    chunk.bytes.assign(whole.begin(), whole.end());
    in_.take(whole.size());
    if (options_.kind == row_kind::recover)
        for (std::size_t i = 0; i < chunk.n; i++)
            map_recovery_id(chunk.bytes[i * chunk.stride + 96]);
    const std::size_t left = in_.left().size();
    if (chunk.n > 0) return true;
    if (left == 0 || stop_requested()) return false;
    std::string text = in_.name() + ": at byte offset " + std::to_string(in_.taken()) + ": " +
                       counted(left, "byte") + (left == 1 ? " is" : " are") +
                       " left over, a row is " + std::to_string(chunk.stride);
    static const std::pair<row_kind, const char *> kinds[] = {
        {row_kind::ecdsa, "verify --scheme ecdsa"},
        {row_kind::schnorr, "verify --scheme schnorr"},
        {row_kind::recover, "recover"},
    };
    for (const auto &[kind, command] : kinds)
        if ((in_.taken() + left) % (row_bytes(kind) + options_.extra) == 0)
            text += std::string("; rows of ") + command + " would fit";
    throw unusable(text);
}

/* One bad line is the verdict of a row.  A file of which no line is a row is not of this format:
 * until a row was seen the bad lines wait, 100 at most. */
bool row_reader::next_text(row_chunk &chunk) {
    using state = buffered_input::line_state;
    std::string_view line;
    const bool json = options_.format == row_format::jsonl || options_.format == row_format::nostr,
               csv = options_.format == row_format::csv;
    const std::size_t limit = pace_.rows(), most_bytes = limit * bytes_for_a_row,
                      longest = options_.format == row_format::nostr ? longest_event : longest_line;
    for (std::size_t read = 0;;) {
        const bool wait = chunk.n == 0 || !of_format_;
        if (!wait && (chunk.n >= limit || read >= most_bytes)) return true;
        const input::time until = wait ? input::forever : pace_.patience();
        const state now =
            csv ? csv_.next(line, longest, until) : in_.next_line(line, longest, until);
        line_ = csv ? csv_.line() : in_.line();
        if (now == state::waiting) return true;
        if (now == state::end) {
            if (!of_format_ && chunk.n > 0 && !stop_requested()) foreign(chunk);
            return chunk.n > 0;
        }
        read += line.size();
        std::string why = "longer than " + grouped(longest) + " bytes";
        if (now == state::line) {
            const std::string_view text = trimmed(line);
            if (text.empty() || (text[0] == '#' && !json)) continue;
            if (csv && !of_format_ && !separator_ && take_separator(line)) continue;
            why = take_line(chunk, csv ? line : text);
        }
        if (why.empty() && complete_) {
            of_format_ = true;
            continue;
        }
        if (!why.empty()) {
            chunk.add(line_, "");
            chunk.refuse({UFSECP_MISUSE, std::move(why)});
        }
        if (!of_format_ && (chunk.n == lines_to_judge || now == state::too_long)) foreign(chunk);
    }
}

/* Throws unusable with what is wrong with the first line. */
void row_reader::foreign(row_chunk &chunk) const {
    std::string text =
        in_.name() + ": line " + std::to_string(chunk.lines[0]) + ": " + chunk.refused.at(0).text;
    if (chunk.n > 1) text += "; none of the first " + std::to_string(chunk.n) + " lines is a row";
    text += std::string(" (read as ") + name_of(options_.format) + "; see --format)";
    chunk.clear();
    throw unusable(text);
}

/* Throws unusable, naming the line. */
void row_reader::malformed(const std::string &what) const {
    throw unusable(in_.name() + ": line " + std::to_string(line_) + ": " + what);
}

std::string row_reader::take_line(row_chunk &chunk, std::string_view line) {
    complete_ = true;
    switch (options_.format) {
    case row_format::csv: return take_csv(chunk, line);
    case row_format::jsonl: return take_json(chunk, line);
    case row_format::nostr: return take_event(chunk, line);
    default: return take_hex(chunk, line);
    }
}

/* One piece: the digits of a binary row with its extra.  Several: the fields, in the same order. */
std::string row_reader::take_hex(row_chunk &chunk, std::string_view line) {
    split_words(cells_, line);
    if (cells_.size() == 1) {
        const std::string_view digits = without_0x(line);
        if (digits.size() != 2 * chunk.stride)
            return counted(digits.size(), "digit") + " in one piece, a row has " +
                   std::to_string(2 * chunk.stride);
        if (options_.form != signature_form::automatic)
            return "a row in one piece: --signature-format is for fields with blanks between them";
        std::uint8_t *const row = chunk.add(line_, digits.substr(2 * row_bytes(options_.kind)));
        if (!hex_exact(row, chunk.stride, digits)) chunk.refuse({UFSECP_MISUSE, "not hexadecimal"});
        if (options_.kind == row_kind::recover) map_recovery_id(row[96]);
        return "";
    }
    if (!of_format_ && looks_like_index(cells_)) malformed(rows_of_index);
    const std::vector<role> &order = row_order(options_.kind);
    const std::size_t fields = order.size() - 1;  // without the note
    if (std::none_of(cells_.begin(), cells_.end(), looks_like_digits))
        return "neither the digits of a row nor its " + std::to_string(fields) + " fields";
    fields_.clear();
    for (std::size_t i = 0; i < std::min(order.size(), cells_.size()); i++)
        fields_.set(order[i], {field::type::text, {}, cells_[i]});
    add_row(chunk);
    return "";
}

std::string row_reader::take_csv(row_chunk &chunk, std::string_view line) {
    if (columns_.empty()) {
        const bool whole = take_first_csv(line);
        if (has_header_) return "";
        if (!whole) return why_not_cells(csv_.state(line));
    }
    const csv_line split = split_csv(cells_, unquoted_, line, *separator_);
    if (split != csv_line::cells) return why_not_cells(split);
    fields_.clear();
    for (std::size_t i = 0; i < cells_.size(); i++) {
        if (i < columns_.size()) {
            if (columns_[i] != role::none)
                fields_.set(columns_[i], {field::type::text, {}, cells_[i]});
        } else if (has_header_ && !cells_[i].empty()) {
            return counted(cells_.size(), "cell") + ", the header has " +
                   std::to_string(columns_.size());
        }
    }
    add_row(chunk);
    return "";
}

/* Whether the line names the separator of all that follow. */
bool row_reader::take_separator(std::string_view line) {
    const std::optional<char> c = named_separator(line);
    if (!c) return false;
    if (std::isalnum((unsigned char)*c) || *c == '"')
        malformed(std::string("sep=") + *c + ": a separator is no letter, digit or quote");
    separator_ = c, csv_.separator(*c);
    return true;
}

/* Finds out what separates cells, and whether the line is a header.  false: its quotes are wrong,
 * but it has digits as rows do, and a later line decides.  Throws unusable if it is neither. */
bool row_reader::take_first_csv(std::string_view line) {
    const std::string separators =
        separator_ ? std::string(1, *separator_)
                   : std::string(std::begin(csv_separators), std::end(csv_separators));
    const auto whole = [&](char c) {
        return split_csv(cells_, unquoted_, line, c) == csv_line::cells;
    };
    const auto choose = [&](char c) {
        separator_ = c, csv_.separator(c);
        return true;
    };
    for (const char c : separators)
        if (whole(c) && header(cells_)) return choose(c);
    const bool quotes = line.find('"') != line.npos && csv_.state(line) != csv_line::cells;
    if (quotes && has_digits(line) && options_.columns.empty()) return false;
    for (const char c : separators) {
        if (!options_.columns.empty() || !whole(c)) continue;
        if (cells_.size() < 2 || std::none_of(cells_.begin(), cells_.end(), looks_like_digits))
            continue;
        if (looks_like_index(cells_)) malformed(rows_of_index);
        columns_ = row_order(options_.kind);
        return choose(c);
    }
    if (!options_.columns.empty())
        malformed("the header names no column " + options_.columns[0].second);
    for (const char c : separators)
        if (whole(c) && std::any_of(cells_.begin(), cells_.end(), is_tweak))
            malformed("the header of a scan index: ufsecp scan reads it");
    malformed(
        "neither a row nor a header with the names of the columns, such as hash,pubkey,sig "
        "(--columns tells other names; read as csv, see --format)");
}

/* Whether the cells name columns; then all that a row needs must be there, once. */
bool row_reader::header(const std::vector<std::string_view> &cells) {
    std::vector<role> columns;
    fields_.clear();
    for (const std::string_view cell : cells) {
        columns.push_back(names_.of(cell));
        if (columns.back() != role::none)
            fields_.set(columns.back(), {field::type::text, cell, cell});
    }
    if (!fields_.any()) return false;
    if (const std::string two = fields_.conflict(); !two.empty()) malformed("in the header " + two);
    for (const auto &[r, name] : options_.columns)
        if (!fields_.has(r)) malformed("the header names no column " + name);
    if (const std::optional<role> r = fields_.missing(options_.kind))
        malformed("the header names no column " + names_.text(*r));
    for (std::size_t i = 0; i < columns.size(); i++)  // of id and extra one is the note
        if (columns[i] == role::note && cells[i].data() != fields_[role::note].name.data())
            columns[i] = role::none;
    columns_ = std::move(columns);
    has_header_ = true;
    return true;
}

std::string row_reader::take_json(row_chunk &chunk, std::string_view line) {
    if (!json_) json_ = std::make_unique<json_line>();
    fields_.clear();
    std::string why = json_->read(fields_, line, names_);
    if (!why.empty()) return why;
    if (!fields_.any())
        return "no field " + names_.text(role::message) + ", " +
               (options_.kind == row_kind::recover ? "" : names_.text(role::pubkey) + ", ") +
               names_.text(role::sig) + ": --columns tells other names";
    add_row(chunk);
    return "";
}

std::string row_reader::take_event(row_chunk &chunk, std::string_view line) {
    if (!events_) events_ = std::make_unique<nostr::reader>();
    nostr::event event;
    if (!events_->read(event, line)) return "";
    if (!event.some) return event.fault;
    std::copy(std::begin(event.row), std::end(event.row), chunk.add(line_, ""));
    if (!event.fault.empty()) chunk.refuse({UFSECP_MISUSE, std::move(event.fault)});
    else if (!event.id_valid) chunk.wrong_ids.insert(chunk.n - 1);
    return "";
}

/* Turns the fields into the binary row that they mean, or notes why they mean none. */
void row_reader::add_row(row_chunk &chunk) {
    std::optional<std::vector<std::uint8_t>> message;
    complete_ = !fields_.missing(options_.kind);
    std::uint8_t *const row = chunk.add(line_, fields_[role::note].text);
    if (std::optional<refusal> why = read_row(row, &message, fields_, names_, rules_))
        chunk.refuse(std::move(*why));
    if (message) chunk.messages[chunk.n - 1] = std::move(*message);
}

/* A byte that is no recovery id in the reading asked for stays: its row has no key. */
void row_reader::map_recovery_id(std::uint8_t &id) const {
    if (const int plain = recovery_id(id, recid_reading(rules_)); plain >= 0)
        id = (std::uint8_t)plain;
}
