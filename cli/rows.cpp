// Readers of signature rows: one loop for binary rows, one for the three text forms.
#include "rows.h"

#include <algorithm>
#include <cctype>
#include <cstring>

#include <nlohmann/json.hpp>

#include "command.h"
#include "hex.h"

namespace {

constexpr std::size_t longest_line = 1 << 20;

std::string_view trimmed(std::string_view text) {
    const char *space = " \t\r";
    const std::size_t first = text.find_first_not_of(space);
    if (first == text.npos) return {};
    return text.substr(first, text.find_last_not_of(space) - first + 1);
}

/* Splits a CSV line; a cell may be quoted, a quote inside it doubled.  false: a quote that never
 * closes, or text after one. */
bool split_csv(std::vector<std::string> &out, std::string_view line) {
    for (std::size_t i = 0;;) {
        std::string cell;
        while (i < line.size() && (line[i] == ' ' || line[i] == '\t')) i++;
        if (i < line.size() && line[i] == '"') {
            for (i++;; i++) {
                if (i >= line.size()) return false;
                if (line[i] == '"' && (++i >= line.size() || line[i] != '"')) break;
                cell += line[i];
            }
            while (i < line.size() && line[i] != ',')
                if (!std::isspace((unsigned char)line[i++])) return false;
        } else {
            const std::size_t comma = std::min(line.find(',', i), line.size());
            cell = trimmed(line.substr(i, comma - i));
            i = comma;
        }
        out.push_back(std::move(cell));
        if (i >= line.size()) return true;
        i++;  // the comma
    }
}

std::vector<std::string> split_words(std::string_view line) {
    std::vector<std::string> out;
    for (std::size_t i = 0; i < line.size();) {
        const std::size_t first = line.find_first_not_of(" \t", i);
        if (first == line.npos) break;
        i = std::min(line.find_first_of(" \t", first), line.size());
        out.emplace_back(line.substr(first, i - first));
    }
    return out;
}

}  // namespace

row_format format_named(const std::string &name) {
    if (name == "binary") return row_format::binary;
    if (name == "hex") return row_format::hex;
    if (name == "csv") return row_format::csv;
    if (name == "jsonl") return row_format::jsonl;
    return row_format::automatic;
}

const char *reason_text(ufsecp_status status) {
    // the one length that a text row can get wrong and add_row leaves to the verdict
    return status == UFSECP_MISUSE ? "the signature has a wrong length"
                                   : ufsecp_status_text(status);
}

std::string row_chunk::extra(std::size_t i, row_kind kind) const {
    if (!notes.empty() && !notes[i].empty()) return notes[i];
    const std::size_t size = row_bytes(kind);
    return to_hex(row(i) + size, stride - size);
}

void row_chunk::clear() {
    n = 0;
    bytes.clear(), refused.clear(), messages.clear(), notes.clear(), lines.clear();
}

row_reader::row_reader(const std::string &path, const row_options &options)
    : in_(path), options_(options) {
    if (options_.format == row_format::automatic) detect(path);
}

/* By the file name's ending; without a known one, by the first bytes: JSON lines begin with {, CSV
 * has a comma in its first line, other text is hex, and a byte that no text has makes it binary. */
void row_reader::detect(const std::string &path) {
    static const std::pair<const char *, row_format> endings[] = {
        {".rows", row_format::binary}, {".bin", row_format::binary},
        {".hex", row_format::hex},     {".csv", row_format::csv},
        {".jsonl", row_format::jsonl}, {".ndjson", row_format::jsonl},
        {".json", row_format::jsonl},
    };
    for (const auto &[ending, format] : endings)
        if (path.ends_with(ending)) {
            options_.format = format;
            return;
        }
    while (in_.left().size() < row_bytes(options_.kind) && in_.fill()) {}
    std::string_view seen = in_.left();
    const bool text = std::none_of(seen.begin(), seen.end(), [](char c) {
        return ((unsigned char)c < 0x20 && c != '\t' && c != '\n' && c != '\r') || c == 0x7f;
    });
    if (seen.starts_with("\xef\xbb\xbf")) seen.remove_prefix(3);
    seen.remove_prefix(std::min(seen.find_first_not_of(" \t\r\n"), seen.size()));
    const bool ascii =
        std::all_of(seen.begin(), seen.end(), [](char c) { return (unsigned char)c < 0x80; });
    while (seen.starts_with('#')) {  // comment lines say nothing about the format
        seen.remove_prefix(std::min(seen.find('\n'), seen.size()));
        seen.remove_prefix(std::min(seen.find_first_not_of(" \t\r\n"), seen.size()));
    }
    if (!text) options_.format = row_format::binary;
    else if (seen.starts_with('{') || seen.starts_with('[')) options_.format = row_format::jsonl;
    else if (!ascii) options_.format = row_format::binary;
    else
        options_.format = seen.substr(0, seen.find('\n')).find(',') != seen.npos ? row_format::csv
                                                                                 : row_format::hex;
}

bool row_reader::next(row_chunk &chunk) {
    pace_.done(chunk.n);
    const bool more = read(chunk);
    pace_.begin();
    return more;
}

bool row_reader::read(row_chunk &chunk) {
    chunk.clear();
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
    while (complete() == 0 || (complete() < limit && in_.ready(pace_.patience())))
        if (!in_.fill()) break;
    chunk.n = std::min(complete(), limit);
    const std::string_view whole = in_.left().substr(0, chunk.n * chunk.stride);
    chunk.bytes.assign(whole.begin(), whole.end());
    in_.take(whole.size());
    const std::size_t left = in_.left().size();
    if (chunk.n > 0) return true;
    if (left == 0 || stop_requested()) return false;
    std::string text = in_.name() + ": at byte offset " + std::to_string(in_.taken()) + ": " +
                       std::to_string(left) + " bytes are left over, a row is " +
                       std::to_string(chunk.stride);
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

bool row_reader::next_text(row_chunk &chunk) {
    std::string_view line;
    const std::size_t limit = pace_.rows(), most_bytes = limit * bytes_for_a_row;
    for (std::size_t taken = 0; chunk.n < limit && taken < most_bytes; taken += line.size()) {
        const auto state =
            in_.next_line(line, longest_line, chunk.n == 0 ? input::forever : pace_.patience());
        if (state == buffered_input::line_state::waiting) return true;
        if (state == buffered_input::line_state::end) return chunk.n > 0;
        line = trimmed(line);
        if (line.empty() || (line[0] == '#' && options_.format != row_format::jsonl)) continue;
        if (options_.format == row_format::hex) parse_hex(chunk, line);
        else if (options_.format == row_format::csv) parse_csv(chunk, line);
        else parse_json(chunk, line);
    }
    return true;
}

/* One piece: the digits of a binary row with its extra.  Several: the fields, in the same order. */
void row_reader::parse_hex(row_chunk &chunk, std::string_view line) {
    const std::vector<std::string> words = split_words(line);
    if (words.size() > 1) return parse_cells(chunk, row_order(), words);
    const std::size_t digits = without_0x(line).size();
    if (digits != 2 * chunk.stride)
        malformed(std::to_string(digits) + " digits in one piece, a row has " +
                  std::to_string(2 * chunk.stride));
    chunk.bytes.resize(chunk.n * chunk.stride);
    if (!hex_append(chunk.bytes, line)) malformed("not hexadecimal");
    chunk.notes.emplace_back();
    chunk.lines.push_back(in_.line());
    chunk.n++;
}

void row_reader::parse_csv(row_chunk &chunk, std::string_view line) {
    std::vector<std::string> texts;
    if (!split_csv(texts, line)) malformed("a quote that is not closed");
    if (columns_.empty()) {
        for (const std::string &text : texts) columns_.push_back(role_named(text));
        const auto has = [&](role r) {
            return std::find(columns_.begin(), columns_.end(), r) != columns_.end();
        };
        if (has(role::message) || has(role::sig) || has(role::pubkey)) {
            for (role r : row_order())
                if (r != role::note && r != role::recid && !has(r))
                    malformed(std::string("the header names no column ") + role_name(r));
            return;
        }
        columns_ = row_order();  // no header
        if (std::vector<std::uint8_t> bytes; !hex_append(bytes, texts[0]))
            malformed(
                "neither a row nor a header with the names of the columns, such as "
                "hash,pubkey,sig");
    }
    parse_cells(chunk, columns_, texts);
}

void row_reader::parse_cells(row_chunk &chunk, const std::vector<role> &roles,
                             const std::vector<std::string> &texts) {
    cells fields;
    for (std::size_t i = 0; i < std::min(roles.size(), texts.size()); i++)
        if (roles[i] != role::other && fields.at[(int)roles[i]] == nullptr)
            fields.at[(int)roles[i]] = &texts[i];
    add_row(chunk, fields);
}

void row_reader::parse_json(row_chunk &chunk, std::string_view line) {
    if (line[0] == '[') malformed("a JSON array: one object a line is read");
    const nlohmann::json object = nlohmann::json::parse(line, nullptr, false);
    if (object.is_discarded()) malformed("not JSON: one whole object a line is read");
    if (!object.is_object()) malformed("not a JSON object");
    std::vector<role> roles;
    std::vector<std::string> texts;
    for (const auto &[key, value] : object.items()) {
        roles.push_back(role_named(key));
        const bool loose = roles.back() == role::note || roles.back() == role::recid ||
                           roles.back() == role::other;
        if (!loose && !value.is_string()) malformed("\"" + key + "\" is not a string");
        texts.push_back(value.is_string()
                            ? value.get<std::string>()
                            : value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
    }
    parse_cells(chunk, roles, texts);
}

const std::string &row_reader::cells::operator[](role r) const {
    static const std::string none;
    return at[(int)r] != nullptr ? *at[(int)r] : none;
}

std::vector<std::uint8_t> row_reader::hex_cell(const cells &fields, role r) const {
    std::vector<std::uint8_t> out;
    if (fields.at[(int)r] == nullptr) malformed(std::string("no ") + role_name(r));
    if (!hex_append(out, fields[r])) malformed(std::string(role_name(r)) + " is not hexadecimal");
    return out;
}

/* Turns the fields into the binary row that they mean, or notes why they mean none. */
void row_reader::add_row(row_chunk &chunk, const cells &fields) {
    const row_kind kind = options_.kind;
    std::vector<std::uint8_t> row(chunk.stride, 0);
    const std::vector<std::uint8_t> message = hex_cell(fields, role::message),
                                    sig = hex_cell(fields, role::sig);
    ufsecp_status status = UFSECP_OK;
    const auto put = [&](std::size_t at, const std::uint8_t *from, std::size_t n) {
        std::memcpy(&row[at], from, n);
    };

    if (kind != row_kind::schnorr && message.size() != 32) malformed("the hash is not 32 bytes");
    if (kind == row_kind::recover) {
        std::string id = fields[role::recid];
        if (sig.size() == 65) row[96] = sig[64];
        else if (id.empty()) malformed("no recid");
        else if (id.size() > 3 ||
                 !std::all_of(id.begin(), id.end(), [](char c) { return c >= '0' && c <= '9'; }) ||
                 std::stoi(id) > 255)
            malformed("recid is not a number from 0 to 255");
        else row[96] = (std::uint8_t)std::stoi(id);
        if (sig.size() == 64 || sig.size() == 65) put(32, sig.data(), 64);
        else status = UFSECP_MISUSE;
        put(0, message.data(), 32);
    } else {
        const std::vector<std::uint8_t> key = hex_cell(fields, role::pubkey);
        const bool schnorr = kind == row_kind::schnorr;
        std::uint8_t key33[33] = {0}, sig64[64] = {0};
        if (key.size() == 33) std::memcpy(key33, key.data(), 33);
        else if (schnorr && key.size() == 32) std::memcpy(key33 + 1, key.data(), 32);
        else
            status = ufsecp_pubkey_convert(key33, 33, key.data(), key.size(),
                                           options_.allow_hybrid ? UFSECP_ALLOW_HYBRID : 0);
        if (schnorr && key.size() == 33 && key33[0] != 2 && key33[0] != 3)
            status = UFSECP_PUBKEY_FORMAT;
        if (sig.size() == 64) std::memcpy(sig64, sig.data(), 64);
        else if (status == UFSECP_OK && schnorr) status = UFSECP_MISUSE;
        else if (status == UFSECP_OK &&
                 !(options_.lax_der ? ufsecp_ecdsa_sig_parse_der_lax : ufsecp_ecdsa_sig_parse_der)(
                     sig64, sig.data(), sig.size()))
            status = UFSECP_DER;
        put(schnorr ? 0 : 32, schnorr ? key33 + 1 : key33, schnorr ? 32 : 33);
        if (message.size() == 32) put(schnorr ? 32 : 0, message.data(), 32);
        else chunk.messages[chunk.n] = message;
        put(schnorr ? 64 : 65, sig64, 64);
    }
    if (status != UFSECP_OK) chunk.refused[chunk.n] = status;
    chunk.bytes.resize(chunk.n * chunk.stride);
    chunk.bytes.insert(chunk.bytes.end(), row.begin(), row.end());
    chunk.notes.push_back(fields[role::note]);
    chunk.lines.push_back(in_.line());
    chunk.n++;
}

const std::vector<row_reader::role> &row_reader::row_order() const {
    static const std::vector<role> ecdsa = {role::message, role::pubkey, role::sig, role::note},
                                   schnorr = {role::pubkey, role::message, role::sig, role::note},
                                   recover = {role::message, role::sig, role::recid, role::note};
    return options_.kind == row_kind::ecdsa     ? ecdsa
           : options_.kind == row_kind::schnorr ? schnorr
                                                : recover;
}

row_reader::role row_reader::role_named(std::string name) {
    static const std::pair<const char *, role> names[] = {
        {"msg", role::message},   {"hash", role::message}, {"message", role::message},
        {"pubkey", role::pubkey}, {"key", role::pubkey},   {"pk", role::pubkey},
        {"xonly", role::pubkey},  {"sig", role::sig},      {"signature", role::sig},
        {"recid", role::recid},   {"extra", role::note},   {"id", role::note},
    };
    std::transform(name.begin(), name.end(), name.begin(),
                   [](char c) { return (char)std::tolower((unsigned char)c); });
    for (const auto &[text, r] : names)
        if (name == text) return r;
    return role::other;
}

const char *row_reader::role_name(role r) {
    static const char *const names[] = {"msg or hash", "pubkey", "sig", "recid", "extra"};
    return names[(int)r];
}
