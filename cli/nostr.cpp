// Nostr events (NIP-01): JSON read by simdjson, and the text whose hash is an event's id.
#include "nostr.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>

#include <nlohmann/json.hpp>
#include <simdjson.h>

#include "hash/sha256.h"
#include "hex.h"

namespace nostr {

namespace ondemand = simdjson::ondemand;

namespace {

struct fault {
    std::string text;
};

enum field { id, pubkey, created_at, kind, tags, content, sig, fields };
constexpr std::string_view names[fields] = {"id",   "pubkey",  "created_at", "kind",
                                            "tags", "content", "sig"};

/* Of NIP-01: the letter that stands for a character after a backslash, or 0. */
constexpr char escape_letter(std::uint32_t c) {
    switch (c) {
    case '\n': return 'n';
    case '"': return '"';
    case '\\': return '\\';
    case '\r': return 'r';
    case '\t': return 't';
    case '\b': return 'b';
    case '\f': return 'f';
    }
    return 0;
}

/* The text of a string, number, true, false or null, or of the bracket that opens something else.
 * A string is taken: simdjson would skip it together with a colon and a value that follow it. */
std::string_view token_of(ondemand::value &value) {
    const std::string_view token = value.raw_json_token();
    if (token.starts_with('"')) (void)ondemand::raw_json_string(value.get_raw_json_string());
    return token.substr(0, token.find_last_not_of(" \t\r\n") + 1);
}

bool is_string(std::string_view token) {
    return token.size() >= 2 && token.front() == '"' && token.back() == '"';
}

/* Four hexadecimal digits, or -1. */
int hex4(const char *at, const char *end) {
    int value = 0;
    if (end - at < 4) return -1;
    for (int i = 0; i < 4; i++) {
        const int digit = hex_digit(at[i]);
        if (digit < 0) return -1;
        value = value << 4 | digit;
    }
    return value;
}

}  // namespace

/* Text as NIP-01 writes it. */
struct canonical_text {
    std::string bytes;
    bool controls = false;  // has control characters for which NIP-01 has no escape

    void clear() { bytes.clear(), controls = false; }

    void character(std::uint32_t c) {
        if (const char letter = escape_letter(c)) {
            bytes += '\\', bytes += letter;
            return;
        }
        controls |= c < 0x20;
        const auto tail = [&](int shift) { bytes += (char)(0x80 | (c >> shift & 0x3f)); };
        if (c < 0x80) bytes += (char)c;
        else if (c < 0x800) bytes += (char)(0xc0 | c >> 6), tail(0);
        else if (c < 0x10000) bytes += (char)(0xe0 | c >> 12), tail(6), tail(0);
        else bytes += (char)(0xf0 | c >> 18), tail(12), tail(6), tail(0);
    }

    /* The character of the escape at `at`, which stands after the u; returns where it ends. */
    const char *unicode(const char *at, const char *end, std::string_view name) {
        int c = hex4(at, end);
        if (c < 0) throw fault{"not JSON: a \\u without four hexadecimal digits"};
        at += 4;
        if (c >= 0xd800 && c < 0xe000) {
            const bool pair = c < 0xdc00 && end - at >= 6 && at[0] == '\\' && at[1] == 'u';
            const int low = pair ? hex4(at + 2, end) : -1;
            if (low < 0xdc00 || low >= 0xe000)
                throw fault{std::string(name) +
                            " has half of a surrogate pair, which is no character"};
            c = 0x10000 + ((c - 0xd800) << 10 | (low - 0xdc00));
            at += 6;
        }
        character((std::uint32_t)c);
        return at;
    }

    /* A string of the field of that name: what stands between its quotes in UTF-8. */
    void string(std::string_view inside, std::string_view name) {
        const char *at = inside.data(), *const end = at + inside.size();
        for (;;) {
            const auto *slash = (const char *)std::memchr(at, '\\', (std::size_t)(end - at));
            const auto plain = (std::size_t)((slash != nullptr ? slash : end) - at);
            if (std::memchr(at, '"', plain) != nullptr) throw fault{"not JSON: a stray quote"};
            bytes.append(at, plain);
            if (slash == nullptr) return;
            const char letter = slash + 1 < end ? slash[1] : '\0';
            at = slash + 2;
            switch (letter) {
            case 'n':
            case '"':
            case '\\':
            case 'r':
            case 't':
            case 'b':
            case 'f': bytes.append(slash, 2); break;
            case '/': bytes += '/'; break;
            case 'u': at = unicode(at, end, name); break;
            default: throw fault{"not JSON: a backslash before what it does not escape"};
            }
        }
    }
};

namespace {

constexpr std::array<std::uint8_t, 256> digit_values = [] {
    std::array<std::uint8_t, 256> values;
    values.fill(0xff);
    for (std::uint8_t i = 0; i < 16; i++) values[(unsigned char)"0123456789abcdef"[i]] = i;
    return values;
}();

/* n bytes of lowercase digits. */
bool unhex(std::uint8_t *out, std::size_t n, std::string_view digits) {
    if (digits.size() != 2 * n) return false;
    std::uint8_t seen = 0;
    for (std::size_t i = 0; i < n; i++) {
        const std::uint8_t high = digit_values[(unsigned char)digits[2 * i]],
                           low = digit_values[(unsigned char)digits[2 * i + 1]];
        seen |= high | low;
        out[i] = (std::uint8_t)(high << 4 | low);
    }
    return seen < 16;
}

/* An integer as JSON writes it: no exponent, no fraction, no zero first. */
bool whole(std::string_view token, std::int64_t &value) {
    const char *const end = token.data() + token.size();
    const auto [stop, error] = std::from_chars(token.data(), end, value);
    const std::string_view digits = token.substr(token.starts_with('-'));
    return error == std::errc{} && stop == end && (token == "0" || !digits.starts_with('0'));
}

/* Whether the hash of text is the 32 bytes. */
bool hashes_to(const std::string &text, const std::uint8_t *hash) {
    std::uint8_t own[32];
    ufsecp::sha256_hash(own, (const std::uint8_t *)text.data(), text.size());
    return std::memcmp(own, hash, 32) == 0;
}

/* The same text with \u00XX for the control characters that stand in it. */
std::string with_escaped_controls(const std::string &text) {
    std::string out;
    for (char c : text) {
        if ((unsigned char)c >= 0x20) out += c;
        else {
            const auto byte = (std::uint8_t)c;
            out += "\\u00" + to_hex(&byte, 1);
        }
    }
    return out;
}

}  // namespace

struct reader::parts {
    ondemand::parser parser;
    ondemand::document document;
    std::string padded;
    canonical_text text, tag_text, scratch;
    /* Of the event at hand: each field's token, empty where it is missing; of tags, any text. */
    std::array<std::string_view, fields> tokens;

    void load(std::string_view line);
    bool read(std::string_view line);
    std::string_view key_of(ondemand::raw_json_string raw);
    void skip(ondemand::value value);
    bool read_message(ondemand::array message);
    void read_object(ondemand::object object);
    void read_tags(ondemand::value value);
    std::string_view text_of(std::string_view token, std::string_view name);
    void judge(event &out);
};

void reader::parts::load(std::string_view line) {
    if (padded.size() < line.size() + simdjson::SIMDJSON_PADDING)
        padded.resize(2 * line.size() + simdjson::SIMDJSON_PADDING);
    std::memcpy(padded.data(), line.data(), line.size());
    std::memset(padded.data() + line.size(), 0, simdjson::SIMDJSON_PADDING);
    document = parser.iterate(padded.data(), line.size(), padded.size());
}

/* A key, in the form of canonical text: no key of an event has a character that is escaped. */
std::string_view reader::parts::key_of(ondemand::raw_json_string raw) {
    const char *const start = raw.raw(), *const limit = padded.data() + padded.size();
    const char *end = start;
    while (end < limit && *end != '"') end += *end == '\\' ? 2 : 1;
    if (end >= limit) throw fault{"not JSON: a key without an end"};
    const std::string_view inside(start, (std::size_t)(end - start));
    if (std::find(names, names + fields, inside) != names + fields) return inside;
    scratch.clear();
    scratch.string(inside, "a key");
    return scratch.bytes;
}

/* simdjson only counts brackets in what it skips, and so could be led to take a field of an inner
 * object for one of the event.  nlohmann-json stops at a zero byte. */
void reader::parts::skip(ondemand::value value) {
    std::string_view text = token_of(value);
    if (text.starts_with('{')) text = ondemand::object(value.get_object()).raw_json();
    else if (text.starts_with('[')) text = ondemand::array(value.get_array()).raw_json();
    if (text.find('\0') != text.npos || !nlohmann::json::accept(text))
        throw fault{"a field that is not needed cannot be read as JSON"};
}

void reader::parts::read_object(ondemand::object object) {
    for (ondemand::field member : object) {
        const std::string_view key_text = key_of(member.key());
        const auto at = (std::size_t)(std::find(names, names + fields, key_text) - names);
        if (at == fields) {
            skip(member.value());
            continue;
        }
        if (!tokens[at].empty()) throw fault{std::string(names[at]) + " stands twice"};
        tokens[at] = token_of(member.value());
        if (at == tags) read_tags(member.value());
    }
}

void reader::parts::read_tags(ondemand::value value) {
    const auto array = [](ondemand::value candidate) {
        if (!std::string_view(candidate.raw_json_token()).starts_with('['))
            throw fault{"tags is not an array of arrays of strings"};
        return ondemand::array(candidate.get_array());
    };
    std::string &out = tag_text.bytes;
    tag_text.clear();
    out += '[';
    for (ondemand::value tag : array(value)) {
        out += out.size() > 1 ? ",[" : "[";
        bool first = true;
        for (ondemand::value item : array(tag)) {
            const std::string_view token = token_of(item);
            if (!is_string(token)) throw fault{"tags is not an array of arrays of strings"};
            out += first ? "\"" : ",\"";
            first = false;
            tag_text.string(token.substr(1, token.size() - 2), names[tags]);
            out += '"';
        }
        out += ']';
    }
    out += ']';
}

/* What a string says, in canonical form, good until the next call; "" if the token is none. */
std::string_view reader::parts::text_of(std::string_view token, std::string_view name) {
    if (!is_string(token)) return {};
    const std::string_view inside = token.substr(1, token.size() - 2);
    if (inside.find('\\') == inside.npos) return inside;
    scratch.clear();
    scratch.string(inside, name);
    return scratch.bytes;
}

/* The verdict on the event whose fields were read. */
void reader::parts::judge(event &out) {
    for (std::size_t f = 0; f < fields; f++)
        if (tokens[f].empty()) throw fault{"the event has no " + std::string(names[f])};
    static constexpr std::pair<field, std::size_t> hexadecimal[] = {
        {pubkey, 32}, {id, 32}, {sig, 64}};
    std::uint8_t row[128], *at = row;
    for (const auto &[f, n] : hexadecimal) {
        if (!unhex(at, n, text_of(tokens[f], names[f])))
            throw fault{std::string(names[f]) + " is not " + std::to_string(2 * n) +
                        " lowercase hexadecimal digits"};
        at += n;
    }
    std::int64_t number;
    if (!whole(tokens[created_at], number)) throw fault{"created_at is not an integer of 64 bits"};
    if (!whole(tokens[kind], number) || number < 0 || number > 65535)
        throw fault{"kind is not an integer from 0 to 65535"};
    if (!is_string(tokens[content])) throw fault{"content is not a string"};

    text.clear();
    text.bytes += "[0,\"";
    text.bytes += text_of(tokens[pubkey], names[pubkey]);
    text.bytes += "\",";
    text.bytes += tokens[created_at];
    text.bytes += ',';
    text.bytes += tokens[kind];
    text.bytes += ',';
    text.bytes += tag_text.bytes;
    text.bytes += ",\"";
    text.string(tokens[content].substr(1, tokens[content].size() - 2), names[content]);
    text.bytes += "\"]";
    const std::uint8_t *const claimed = row + 32;
    out.id_valid =
        hashes_to(text.bytes, claimed) || ((text.controls || tag_text.controls) &&
                                           hashes_to(with_escaped_controls(text.bytes), claimed));
    std::memcpy(out.row, row, sizeof row);
}

/* Reads the line's event; false for a message without one. */
bool reader::parts::read(std::string_view line) {
    tokens.fill({});
    const char first = line.empty() ? '\0' : line[0];
    if (first != '{' && first != '[')
        throw fault{"neither a JSON object nor a relay's message [\"EVENT\", ...]"};
    load(line);
    if (first == '{') read_object(document.get_object());
    else if (!read_message(document.get_array())) return false;
    if (document.current_location().error() != simdjson::OUT_OF_BOUNDS)
        throw fault{"not JSON: text after the event"};
    return true;
}

/* Whether it is a message of a relay that has no event; AUTH has one if a client sent it. */
static bool without_event(std::string_view name) {
    for (const char *other : {"EOSE", "OK", "NOTICE", "CLOSED", "COUNT"})
        if (name == other) return true;
    return false;
}

bool reader::parts::read_message(ondemand::array message) {
    bool have_event = false, from_client = false;
    std::size_t i = 0;
    for (ondemand::value item : message) {
        const std::string_view token = token_of(item);
        const std::string_view name = text_of(token, "the message");
        if (i == 0 && without_event(name)) return false;
        const bool object = token.starts_with('{');
        if (i == 0) from_client = name == "AUTH";
        if (i == 1 && from_client && !object) return false;
        if (have_event || (i == 0   ? name != "EVENT" && !from_client
                           : i == 1 ? !object && !is_string(token)
                                    : i > 2 || !object))
            throw fault{
                "an array that is not [\"EVENT\", subscription, event]; one event a line "
                "is read"};
        if (object) read_object(item.get_object()), have_event = true;
        i++;
    }
    if (!have_event) throw fault{"a message without its event"};
    return true;
}

reader::reader() : parts_(std::make_unique<parts>()) {}
reader::~reader() = default;

bool reader::read(event &out, std::string_view line) {
    out = {};
    try {
        if (!parts_->read(line)) return false;
        parts_->judge(out);
    } catch (const fault &f) { out.fault = f.text; } catch (const simdjson::simdjson_error &error) {
        out.fault = error.error() == simdjson::UTF8_ERROR
                        ? "not UTF-8"
                        : "not JSON: one whole event a line is read";
    }
    out.some = std::any_of(parts_->tokens.begin(), parts_->tokens.end(),
                           [](std::string_view token) { return !token.empty(); });
    return true;
}

bool recognises(std::string_view line) {
    const nlohmann::json value = nlohmann::json::parse(line, nullptr, false);
    if (value.is_array()) {  // a message of a relay; those without an event are passed over
        if (value.empty() || !value[0].is_string()) return false;
        const std::string &name = value[0].get_ref<const std::string &>();
        return name == "EVENT" || name == "AUTH" || without_event(name);
    }
    return std::all_of(names, names + fields,
                       [&](std::string_view name) { return value.contains(std::string(name)); });
}

}  // namespace nostr
