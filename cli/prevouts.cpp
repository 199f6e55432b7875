// The outputs that transactions may spend: a list's lines, and two generations of what was seen.
#include "prevouts.h"

#include <algorithm>
#include <cctype>
#include <charconv>

#include <nlohmann/json.hpp>

#include "command.h"
#include "csv.h"
#include "hex.h"
#include "io.h"

namespace {

constexpr std::size_t longest_line = 1 << 24, most_seen = 1 << 20, most_script_bytes = 1 << 26;

enum column { txid, vout, amount, script, columns, other };
constexpr const char *names[columns] = {"txid", "vout", "amount", "script"};

column column_named(std::string_view text) {
    static const std::pair<const char *, column> known[] = {
        {"txid", txid},     {"vout", vout},           {"n", vout},
        {"amount", amount}, {"value", amount},        {"satoshi", amount},
        {"script", script}, {"scriptpubkey", script}, {"script_pubkey", script}};
    std::string name(text);
    std::transform(name.begin(), name.end(), name.begin(),
                   [](unsigned char c) { return (char)std::tolower(c); });
    for (const auto &[usual, c] : known)
        if (name == usual) return c;
    return other;
}

/* The fields of a line, by column; a column that it lacks is empty. */
struct fields {
    std::string text[columns];
    bool there[columns] = {};

    void put(const buffered_input &in, column c, std::string_view value) {
        if (c == other) return;
        if (there[c]) in.malformed(std::string("two columns for ") + names[c]);
        there[c] = true;
        text[c] = value;
    }
};

fields json_fields(const buffered_input &in, std::string_view line) {
    std::vector<std::string> keys;
    bool twice = false;
    const auto look = [&](int depth, nlohmann::json::parse_event_t event, nlohmann::json &key) {
        if (depth != 1 || event != nlohmann::json::parse_event_t::key) return true;
        const auto name = key.get<std::string>();
        twice = twice || std::find(keys.begin(), keys.end(), name) != keys.end();
        keys.push_back(name);
        return true;
    };
    const nlohmann::json object = nlohmann::json::parse(line, look, false);
    if (twice) in.malformed("a name of the object stands twice");
    if (object.is_discarded()) in.malformed("not JSON: one whole object a line is read");
    if (!object.is_object()) in.malformed("not a JSON object");
    fields out;
    for (const auto &[key, value] : object.items()) {
        const column c = column_named(key);
        if (c == other) continue;
        const bool number = (c == vout || c == amount) && value.is_number_unsigned();
        if (!value.is_string() && !number)
            in.malformed("\"" + key + "\" is not " +
                         (c == amount ? "a whole number of satoshi"
                          : c == vout ? "a number"
                                      : "a string"));
        out.put(in, c, value.is_string() ? value.get<std::string>() : value.dump());
    }
    return out;
}

std::uint64_t number(const buffered_input &in, const std::string &text, std::uint64_t most,
                     const char *what) {
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (text.empty() || error != std::errc() || end != text.data() + text.size() || value > most)
        in.malformed(what);
    return value;
}

}  // namespace

bool prevouts::table::add(std::string outpoint, std::uint64_t value, byte_view bytes) {
    const auto [at, added] =
        places.try_emplace(std::move(outpoint), place{value, scripts.size(), bytes.size()});
    const std::string_view text(reinterpret_cast<const char *>(bytes.data()), bytes.size());
    if (added) scripts += text;
    const place &p = at->second;
    return p.amount == value && std::string_view(scripts).substr(p.at, p.size) == text;
}

std::optional<spent_output> prevouts::table::find(const std::string &outpoint) const {
    const auto at = places.find(outpoint);
    if (at == places.end()) return {};
    const place &p = at->second;
    return spent_output{p.amount,
                        {reinterpret_cast<const std::uint8_t *>(scripts.data()) + p.at, p.size}};
}

void prevouts::read(const std::string &path) {
    buffered_input in(path);
    column order[columns] = {txid, vout, amount, script};
    std::vector<column> header(order, order + columns);
    bool first = true, named = false;
    std::optional<char> separator;
    std::vector<std::string_view> cells;
    std::string unquoted;
    csv_line split = csv_line::cells;
    for (std::string_view line;;) {
        const auto got = in.next_line(line, longest_line, input::forever);
        if (got == buffered_input::line_state::too_long)
            in.malformed("longer than " + grouped(longest_line) + " bytes");
        if (got != buffered_input::line_state::line) break;
        while (!line.empty() && std::isspace((unsigned char)line.back())) line.remove_suffix(1);
        if (line.empty() || line[0] == '#') continue;
        fields f;
        if (line[0] == '{') f = json_fields(in, line);
        else {
            if (first && !separator && (separator = named_separator(line))) continue;
            for (const char c : csv_separators) {
                split = split_csv(cells, unquoted, line, separator.value_or(c));
                if (separator || cells.size() > 1) break;
            }
            if (split != csv_line::cells)
                in.malformed("a quote that is not closed on its line, or text after one that is");
            if (first && std::any_of(cells.begin(), cells.end(),
                                     [](const auto &c) { return column_named(c) != other; })) {
                header.clear();
                for (const std::string_view cell : cells) header.push_back(column_named(cell));
                first = false, named = true;
                continue;
            }
            if (cells.size() > header.size())
                in.malformed(counted(cells.size(), "cell") + ", where the " +
                             (named ? "header has " : "columns are ") +
                             std::to_string(header.size()));
            for (std::size_t i = 0; i < cells.size(); i++) f.put(in, header[i], cells[i]);
        }
        first = false;
        for (int c = 0; c < columns; c++)
            if (!f.there[c]) in.malformed(std::string("no ") + names[c]);
        std::uint8_t id[32];
        if (!hex_exact(id, 32, f.text[txid])) in.malformed("txid is not 64 hexadecimal digits");
        std::string outpoint(36, '\0');
        std::reverse_copy(id, id + 32, outpoint.begin());
        const std::uint64_t n =
            number(in, f.text[vout], 0xffffffff, "vout is not a number of an output");
        for (int i = 0; i < 4; i++) outpoint[32 + (std::size_t)i] = (char)(n >> 8 * i);
        const std::uint64_t value =
            number(in, f.text[amount], UINT64_MAX, "amount is not a whole number of satoshi");
        std::vector<std::uint8_t> bytes;
        if (!hex_append(bytes, f.text[script])) in.malformed("script is not hexadecimal");
        if (!listed_.add(std::move(outpoint), value, bytes))
            in.malformed("this output is in the list already, and not the same");
    }
    if (listed_.places.empty() && !stop_requested())
        throw unusable(in.name() + ": no previous output in it");
}

void prevouts::add(const bitcoin_tx &tx) {
    const hash32 id = tx.id();
    std::string outpoint(id.begin(), id.end());
    outpoint.resize(36);
    for (std::size_t n = 0; n < tx.outputs.size(); n++) {
        for (std::size_t i = 0; i < 4; i++) outpoint[32 + i] = (char)(n >> 8 * i);
        const bitcoin_output &output = tx.outputs[n];
        seen_.add(outpoint, bytes_reader(output.whole).little(8), output.script);
    }
    if (seen_.places.size() < most_seen && seen_.scripts.size() < most_script_bytes) return;
    seen_before_ = std::move(seen_);
    seen_ = {};
}

std::optional<spent_output> prevouts::find(byte_view outpoint) const {
    const std::string key(outpoint.begin(), outpoint.end());
    for (const table *t : {&listed_, &seen_, &seen_before_})
        if (const auto found = t->find(key)) return found;
    return {};
}
