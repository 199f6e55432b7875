// Fuzzes the reader of Nostr events: an event reads the same however its JSON is written, and any
// line is an event exactly where another parser of JSON finds one.
#include <map>

#include <nlohmann/json.hpp>

#include "../../cli/nostr.h"
#include "fuzz.h"
#include "hash/sha256.h"

using namespace hostile;
using nlohmann::json;

namespace {

const std::string names[] = {"id", "pubkey", "created_at", "kind", "tags", "content", "sig"};

struct verdict {
    enum { message, fault, event } is = fault;
    bool id_valid = false;
    bytes row;
};

bytes sha256(const std::string &text) {
    bytes out(32);
    ufsecp::sha256_hash(out.data(), reinterpret_cast<const uint8_t *>(text.data()), text.size());
    return out;
}

/* The text whose hash is the id of an event of that key, with other control characters as they are
 * or as JSON has them. */
std::string hashed_text(const json &event, bool escaped) {
    std::string text =
        json{
            0, event["pubkey"], event["created_at"], event["kind"], event["tags"], event["content"]}
            .dump();
    if (escaped) return text;
    std::string out;
    for (size_t i = 0; i < text.size(); i++) {
        out += text[i];
        if (text[i] != '\\') continue;
        if (text[++i] != 'u') out += text[i];
        else {
            out.back() = static_cast<char>(std::stoi(text.substr(i + 1, 4), nullptr, 16));
            i += 4;
        }
    }
    return out;
}

bool lowercase_hex(const json &value, size_t digits) {
    return value.is_string() && value.get_ref<const std::string &>().size() == digits &&
           value.get_ref<const std::string &>().find_first_not_of("0123456789abcdef") ==
               std::string::npos;
}

bytes unhex(const json &value) {
    bytes out;
    const std::string text = value;
    for (size_t i = 0; i < text.size(); i += 2)
        out.push_back(static_cast<uint8_t>(std::stoi(text.substr(i, 2), nullptr, 16)));
    return out;
}

bool whole(const json &value) {
    if (value.is_number_unsigned()) return value.get<uint64_t>() <= INT64_MAX;
    return value.is_number_integer() && value.get<int64_t>() != 0; /* and not -0 */
}

bool string_lists(const json &value) {
    if (!value.is_array()) return false;
    for (const json &list : value) {
        if (!list.is_array()) return false;
        for (const json &item : list)
            if (!item.is_string()) return false;
    }
    return true;
}

/* The verdict by nlohmann-json. */
verdict other(const std::string &line) {
    verdict out;
    if (line.empty() || (line[0] != '{' && line[0] != '[')) return out;
    if (line.find('\0') != line.npos) return out; /* where nlohmann-json stops */
    std::map<std::string, int> times;
    const int depth = line[0] == '{' ? 1 : 2;
    const auto count = [&](int at, json::parse_event_t what, json &value) {
        if (what == json::parse_event_t::key && at == depth) times[value.get<std::string>()]++;
        return true;
    };
    json value = json::parse(line, count, false);
    if (value.is_discarded()) return out;
    if (value.is_array()) {
        const size_t n = value.size();
        if (n == 0 || !value[0].is_string()) return out;
        for (const char *name : {"EOSE", "OK", "NOTICE", "CLOSED", "AUTH", "COUNT"})
            if (value[0] == name) {
                out.is = verdict::message;
                return out;
            }
        if (value[0] != "EVENT" || n < 2 || n > 3 || (n == 3 && !value[1].is_string())) return out;
        value = json(value.back());
        if (!value.is_object()) return out;
    }
    for (const std::string &name : names)
        if (times[name] != 1 || !value.contains(name)) return out;
    if (!lowercase_hex(value["id"], 64) || !lowercase_hex(value["pubkey"], 64) ||
        !lowercase_hex(value["sig"], 128) || !whole(value["created_at"]) || !whole(value["kind"]) ||
        value["kind"] < 0 || value["kind"] > 65535 || !string_lists(value["tags"]) ||
        !value["content"].is_string())
        return out;
    out.is = verdict::event;
    const bytes id = unhex(value["id"]);
    out.row = unhex(value["pubkey"]) + id + unhex(value["sig"]);
    out.id_valid =
        id == sha256(hashed_text(value, false)) || id == sha256(hashed_text(value, true));
    return out;
}

nostr::reader &reader() {
    static nostr::reader one; /* what an earlier line left behind must not matter */
    return one;
}

void compare(const std::string &line) {
    nostr::event event;
    const verdict want = other(line);
    const bool some = reader().read(event, line);
    const bytes row(std::begin(event.row), std::end(event.row));
    /* The rest of a relay's other message is not looked at. */
    REQUIRE(some ? want.is != verdict::message : want.is != verdict::event, line);
    if (!some) return;
    REQUIRE(event.fault.empty() == (want.is == verdict::event), line + event.fault);
    REQUIRE(event.id_valid == want.id_valid, line);
    REQUIRE(row == (want.is == verdict::event ? want.row : bytes(128)), line);
}

std::string utf8(uint32_t c) {
    const auto tail = [&](int shift) { return static_cast<char>(0x80 | (c >> shift & 0x3f)); };
    if (c < 0x80) return {static_cast<char>(c)};
    if (c < 0x800) return {static_cast<char>(0xc0 | c >> 6), tail(0)};
    if (c < 0x10000) return {static_cast<char>(0xe0 | c >> 12), tail(6), tail(0)};
    return {static_cast<char>(0xf0 | c >> 18), tail(12), tail(6), tail(0)};
}

/* A text, and a string of JSON that says it. */
struct written {
    std::string text, token;
};

written any_string(source &s, size_t longest) {
    static const uint32_t odd[] = {
        0,    1,     8,     9,      10,     12,     13,     31,     '"',     '\\',    '/',     0x7f,
        0x80, 0x7ff, 0x800, 0x2028, 0xd7ff, 0xe000, 0xfffd, 0xffff, 0x10000, 0x1f600, 0x10ffff};
    written out;
    out.token = "\"";
    for (size_t n = s.below(longest); n > 0; n--) {
        const uint32_t c =
            s.one_in(3) ? odd[s.below(std::size(odd))] : static_cast<uint32_t>(' ' + s.below(95));
        out.text += utf8(c);
        char unit[16];
        const auto escape = [&](uint32_t u) {
            snprintf(unit, sizeof unit, s.one_in(2) ? "\\u%04x" : "\\u%04X", u);
            out.token += unit;
        };
        static const std::string named = "\"\\/\b\f\n\r\t", letters = "\"\\/bfnrt";
        const size_t at = c < 0x80 ? named.find(static_cast<char>(c)) : named.npos;
        if (at != named.npos && (c == '/' || !s.one_in(3)) && !(c == '/' && s.one_in(2)))
            out.token += std::string("\\") + letters[at];
        else if (c >= ' ' && c != '"' && c != '\\' && !s.one_in(5)) out.token += utf8(c);
        else if (c < 0x10000) escape(c);
        else escape(0xd800 + ((c - 0x10000) >> 10)), escape(0xdc00 + (c & 0x3ff));
    }
    out.token += '"';
    return out;
}

std::string blanks(source &s) {
    std::string out;
    while (s.one_in(8)) out += " \t"[s.below(2)];
    return out;
}

/* An event, mostly with its id, on a line that is written in one of many ways; and that line with
 * some bytes changed. */
void same_event(source &s) {
    json event;
    std::map<std::string, std::string> tokens;
    const auto digits = [&](const char *name, const bytes &value) {
        event[name] = hex(value);
        tokens[name] = "\"" + hex(value) + "\"";
    };
    digits("pubkey", s.string(32));
    digits("sig", s.string(64));
    const int64_t time = s.one_in(4) ? -static_cast<int64_t>(1 + s.below(99))
                                     : static_cast<int64_t>(s.below(65536) * s.below(65536));
    event["created_at"] = time, tokens["created_at"] = std::to_string(time);
    const size_t kind = s.below(65536);
    event["kind"] = kind, tokens["kind"] = std::to_string(kind);
    const written content = any_string(s, 40);
    event["content"] = content.text, tokens["content"] = content.token;
    json tags = json::array();
    std::string list = "[" + blanks(s);
    for (size_t n = s.below(4); n > 0; n--) {
        json tag = json::array();
        list += "[" + blanks(s);
        for (size_t m = s.below(4); m > 0; m--) {
            const written item = any_string(s, 10);
            tag.push_back(item.text);
            list += item.token + blanks(s) + (m > 1 ? "," : "") + blanks(s);
        }
        tags.push_back(tag);
        list += "]" + blanks(s) + (n > 1 ? "," : "");
    }
    event["tags"] = tags, tokens["tags"] = list + "]";
    const bytes id = sha256(hashed_text(event, s.one_in(2)));
    digits("id", s.one_in(4) ? s.string(32) : id);

    std::vector<std::string> members;
    for (const std::string &name : names)
        members.push_back("\"" + name + "\"" + blanks(s) + ":" + blanks(s) + tokens[name]);
    static const char *const more[] = {"\"x\":null", "\"ids\":[{\"id\":\"\\u0000\"},[]]",
                                       "\"Kind\":1e3", "\"\":{\"content\":{}}"};
    if (s.one_in(2)) members.push_back(more[s.below(std::size(more))]);
    for (size_t i = members.size(); i > 1; i--) std::swap(members[i - 1], members[s.below(i)]);
    std::string line = "{" + blanks(s);
    for (size_t i = 0; i < members.size(); i++)
        line += (i > 0 ? "," : "") + blanks(s) + members[i] + blanks(s);
    line += "}" + blanks(s);
    if (s.one_in(4)) line = (s.one_in(2) ? "[\"EVENT\",\"sub\"," : "[ \"EVENT\" ,") + line + "]";

    nostr::event read;
    REQUIRE(reader().read(read, line) && read.fault.empty(), line + read.fault);
    REQUIRE(read.id_valid || event["id"] != hex(id), line);
    REQUIRE(bytes(std::begin(read.row), std::end(read.row)) ==
                unhex(event["pubkey"]) + unhex(event["id"]) + unhex(event["sig"]),
            line);
    compare(line);
    static const char *const parts[] = {
        "\"", ",", "{",  "}",  "[",      "]",        ":",    "\\",   "\\u",  "d800", "null",
        "-",  "0", ".0", "e1", "\"id\"", "\"EOSE\"", "true", "\xff", "\x80", "\n",   " "};
    for (size_t n = 1 + s.below(3); n > 0 && !line.empty(); n--) {
        const size_t at = s.below(line.size() < 65536 ? line.size() : 65536), cut = s.below(3);
        line.replace(at, cut, s.one_in(2) ? parts[s.below(std::size(parts))] : "");
    }
    compare(line);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    source s(data, size);
    same_event(s);
    const std::string line(reinterpret_cast<const char *>(data), size);
    compare(line);
    (void)nostr::recognises(line);
    return 0;
}
