// Lines of an index in text.
#include "index_text.h"

#include <algorithm>
#include <cctype>
#include <charconv>

#include "csv.h"
#include "hex.h"
#include "scan_index.h"

namespace {

constexpr std::size_t most_outputs = 65535;
constexpr const char *blanks = " \t\r\"", *between_outputs = " \t\r;,\"[]'";

std::string lower(std::string_view text) {
    std::string out(text);
    std::transform(out.begin(), out.end(), out.begin(),
                   [](char c) { return (char)std::tolower((unsigned char)c); });
    return out;
}

/* What a cell says: without blanks around it, or as its quotes hold it, a doubled one as one. */
std::string content(std::string_view cell) {
    const std::size_t first = std::min(cell.find_first_not_of(" \t\r"), cell.size());
    cell = cell.substr(first, cell.find_last_not_of(" \t\r") + 1 - first);
    if (cell.size() < 2 || cell.front() != '"' || cell.back() != '"') return std::string(cell);
    std::string out;
    for (std::size_t i = 1; i + 1 < cell.size(); i++) {
        out += cell[i];
        if (cell[i] == '"' && cell[i + 1] == '"') i++;
    }
    return out;
}

/* The bytes of a BLOB as DuckDB prints it: \x and two digits, or a character for itself. */
bool blob_append(std::vector<std::uint8_t> &out, std::string_view text) {
    for (std::size_t i = 0; i < text.size(); i++) {
        if (text[i] != '\\') {
            out.push_back((std::uint8_t)text[i]);
            continue;
        }
        std::uint8_t byte = 0;
        if (text.substr(i, 2) != "\\x" || !hex_exact(&byte, 1, text.substr(i + 2, 2))) return false;
        out.push_back(byte);
        i += 3;
    }
    return true;
}

bool is_number(std::string_view word) {
    if (word.starts_with('-')) word.remove_prefix(1);
    return !word.empty() && word.find_first_not_of("0123456789") == word.npos;
}

constexpr const char *name_the_option =
    "if this is an index of Frigate's DuckDB extension, give --index-format frigate";

}  // namespace

/* Sets cells_, which hold quotes as they stand; a separator in quotes separates nothing. */
void index_text::split(std::string_view line, char separator) {
    cells_.clear();
    open_quote_ = false;
    std::size_t first = 0;
    if (line.find('"') == line.npos) {
        for (std::size_t end; (end = line.find(separator, first)) != line.npos; first = end + 1)
            cells_.push_back(line.substr(first, end - first));
    } else {
        for (std::size_t i = 0; i < line.size(); i++) {
            if (line[i] == '"') open_quote_ = !open_quote_;
            if (line[i] != separator || open_quote_) continue;
            cells_.push_back(line.substr(first, i - first));
            first = i + 1;
        }
    }
    cells_.push_back(line.substr(first));
}

/* Whether cells_, those of the first line, are a header.  Throws unusable for half of one. */
bool index_text::read_header(const buffered_input &in) {
    const std::string_view *tweak = nullptr, *outputs = nullptr;
    const auto found = [&](const std::string_view *&column, const std::string_view &cell) {
        if (column != nullptr)
            in.malformed("two columns for one thing: " + std::string(trimmed(*column, blanks)) +
                         " and " + std::string(trimmed(cell, blanks)));
        column = &cell;
    };
    for (const std::string_view &cell : cells_) {
        const std::string name = lower(trimmed(cell, blanks));
        if (name == "tweak" || name == "tweak_key") found(tweak, cell);
        if (name == "outputs" || name == "output") found(outputs, cell);
    }
    if (tweak == nullptr && outputs == nullptr) return false;
    if (tweak == nullptr || outputs == nullptr)
        in.malformed(std::string("the header names no column ") + (outputs == nullptr ? "outputs"
                                                                   : frigate_         ? "tweak_key"
                                                                                      : "tweak"));
    if (!frigate_ && lower(trimmed(*tweak, blanks)) == "tweak_key")
        in.malformed(std::string("a column tweak_key: ") + name_the_option +
                     "; else name the column tweak");
    tweak_column_ = (std::size_t)(tweak - cells_.data());
    outputs_column_ = (std::size_t)(outputs - cells_.data());
    columns_ = cells_.size();
    for (std::size_t i = 0; i < columns_; i++) {
        std::string name = content(cells_[i]);
        if (i == tweak_column_ || i == outputs_column_ || name.empty()) continue;
        for (const char *field : {"row", "output", "key", "label", "k", "x", "tweak"})
            if (name == field) {
                name = "index_" + name;
                break;
            }
        if (std::find(names_.begin(), names_.end(), name) != names_.end())
            in.malformed("two columns of one name: " + name);
        names_.push_back(name);
        other_columns_.push_back(i);
    }
    return true;
}

/* Sets tweak_; returns what is wrong with the cell, "" if nothing. */
std::string index_text::read_tweak(std::string_view cell) {
    const std::string_view digits = trimmed(cell, blanks);
    tweak_.clear();
    if (!hex_append(tweak_, digits)) {
        tweak_.clear();
        if (digits.find_first_of(" \t\r;\"") != digits.npos && !frigate_)
            return "more than the tweak in its cell";
        if (!frigate_) return "the tweak is not hexadecimal";
        if (cell.ends_with('\r')) cell.remove_suffix(1);
        const bool quoted = cell.size() >= 2 && cell.front() == '"' && cell.back() == '"';
        if (!blob_append(tweak_, quoted ? content(cell) : std::string(cell)))  // with its blanks
            return "the tweak is neither hexadecimal nor a BLOB as DuckDB prints it";
    }
    if (!frigate_ && tweak_.size() == 65 && tweak_[0] == 4) tweak_.erase(tweak_.begin());
    if (frigate_ && tweak_.size() == 64) {
        std::reverse(tweak_.begin(), tweak_.begin() + 32);
        std::reverse(tweak_.begin() + 32, tweak_.end());
    }
    if (tweak_.size() == 33 || tweak_.size() == 64) return {};
    return "the tweak has " + counted(tweak_.size(), "byte") + ", not 33, or 64 " +
           (frigate_ ? "" : "or 65 ") + "for both coordinates";
}

/* A BLOB may begin with #, and then a line of two cells is a row and no comment. */
bool index_text::begins_with_tweak(std::string_view line) {
    split(line, separator_);
    return cells_.size() == 2 && read_tweak(cells_[0]).empty();
}

/* Appends to outputs_; false if the word is no output of this index. */
bool index_text::add_output(std::string_view word) {
    if (frigate_ && outputs_form_ != form::hex && is_number(word)) {
        std::int64_t number = 0;
        const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
        if (error != std::errc()) return false;
        for (int i = 56; i >= 0; i -= 8)
            outputs_.push_back((std::uint8_t)((std::uint64_t)number >> i));
        outputs_form_ = form::decimal;
        return true;
    }
    if (outputs_form_ == form::decimal) return false;
    if (frigate_) outputs_form_ = form::hex;
    return hex_append(outputs_, word);
}

void index_text::add(index_chunk &chunk, index_header &sizes, const buffered_input &in,
                     std::string_view line) {
    if (line.find_first_not_of(blanks) == line.npos) return;
    const std::size_t first = line.find_first_not_of(" \t\r");
    if (line[first] == '#' && !(frigate_ && (begun_ || begins_with_tweak(line)))) return;
    const bool first_line = !begun_;
    if (first_line && !separator_named_) {
        if (const std::optional<char> named = named_separator(line)) {
            separator_ = *named, separator_named_ = true;
            return;
        }
    }
    if (first_line) {
        for (const char separator : {',', '\t', ';'}) {
            if (!separator_named_) separator_ = separator;
            split(line, separator_);
            if (cells_.size() > 1) break;
        }
        if (cells_.size() == 1 && !separator_named_) separator_ = ',';
        begun_ = true;
        titled_ = read_header(in);
        if (titled_) return;
    } else {
        split(line, separator_);
    }
    const char *const hint =
        first_line ? "; an index has lines tweak,outputs (see ufsecp help scan), and ufsecp verify "
                     "reads rows of signatures"
                   : "";
    const auto malformed = [&](const std::string &what, std::string_view at) {
        in.malformed(what + ", at character " + std::to_string(at.data() - line.data() + 1) + hint);
    };
    if (open_quote_) in.malformed("a quote that is not closed");
    if (cells_.size() != columns_)
        in.malformed("a row is " + std::string(columns_ == 2 ? "tweak,outputs: " : "") +
                     counted(columns_, "cell") + ", not " + std::to_string(cells_.size()) +
                     "; between outputs there are blanks or semicolons" + hint);
    const std::string_view digits = trimmed(cells_[tweak_column_], blanks);
    const std::string wrong = read_tweak(cells_[tweak_column_]);
    if (!wrong.empty()) malformed(wrong, digits);
    if (sizes.tweak_size != 0 && tweak_.size() != sizes.tweak_size)
        malformed("the tweak is of another size than those before", digits);
    std::size_t count = 0, size = sizes.output_size;
    outputs_.clear();
    const std::string_view cell = cells_[outputs_column_];
    for (std::size_t at = 0;; count++) {
        at = cell.find_first_not_of(between_outputs, at);
        if (at == cell.npos) break;
        const std::size_t end = std::min(cell.find_first_of(between_outputs, at), cell.size()),
                          had = outputs_.size();
        const std::string_view word = cell.substr(at, end - at);
        const bool good = add_output(word);
        const std::size_t bytes = outputs_.size() - had;
        if ((!good || (bytes != 8 && bytes != 32)) && !frigate_ && is_number(word) &&
            word.size() > 2)
            malformed(std::string("an output is a decimal number: ") + name_the_option, word);
        if (!good && frigate_ && outputs_form_ == form::decimal)
            malformed("an output is not a signed decimal number of 64 bits", word);
        if (!good) malformed("an output is not hexadecimal", word);
        if (bytes != 8 && bytes != 32)
            malformed("an output has " + counted(bytes, "byte") + ", not 8 or 32", word);
        if (size == 0) size = bytes;
        if (bytes != size) malformed("an output is of another size than those before", word);
        at = end;
    }
    if (count > most_outputs) in.malformed("more than 65,535 outputs");
    sizes.tweak_size = tweak_.size(), sizes.output_size = size;
    chunk.tweaks.insert(chunk.tweaks.end(), tweak_.begin(), tweak_.end());
    chunk.outputs.insert(chunk.outputs.end(), outputs_.begin(), outputs_.end());
    chunk.at.push_back(chunk.at.back() + count);
    for (const std::size_t column : other_columns_) {
        chunk.others += content(cells_[column]);
        chunk.others_at.push_back(chunk.others.size());
    }
    chunk.n++;
}
