// Text that comes from data, shown so that it can neither steer a terminal nor look like another.
#include "text.h"

#include <algorithm>
#include <cstdint>
#include <cstdio>

#include <nlohmann/json.hpp>

namespace {

/* The character that the text begins with and its bytes: 0 bytes if that is not UTF-8, or is cut
 * where the text ends. */
struct character {
    std::uint32_t code = 0;
    std::size_t bytes = 0;
    bool cut = false;

    explicit character(std::string_view text) {
        const auto first = (unsigned char)text[0];
        const std::size_t n = first < 0x80            ? 1
                              : first >> 5 == 0b110   ? 2
                              : first >> 4 == 0b1110  ? 3
                              : first >> 3 == 0b11110 ? 4
                                                      : 0;
        if (n == 0) return;
        code = n == 1 ? first : first & (0x7fu >> n);
        for (std::size_t i = 1; i < std::min(n, text.size()); i++) {
            if (((unsigned char)text[i] & 0xc0) != 0x80) return;
            code = code << 6 | ((unsigned char)text[i] & 0x3f);
        }
        cut = text.size() < n && first >= 0xc2 && first <= 0xf4;
        if (text.size() < n) return;
        constexpr std::uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
        if (code >= least[n] && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)) bytes = n;
    }
};

bool steers(std::uint32_t c) {
    return c < 0x20 || (c >= 0x7f && c <= 0x9f) || c == 0x061c ||  // Arabic letter mark
           c == 0x200e || c == 0x200f ||                           // left-to-right mark, its twin
           c == 0x2028 || c == 0x2029 ||                           // line, paragraph separator
           (c >= 0x202a && c <= 0x202e) ||                         // embeddings and overrides
           (c >= 0x2066 && c <= 0x2069);                           // isolates
}

std::string numbered(const char *form, unsigned value) {
    char out[16];
    std::snprintf(out, sizeof out, form, value);
    return out;
}

/* What steers becomes \uNNNN, or \xNN if it is one byte and `short_forms` says so; else the text
 * is JSON, in which a line end is one of its own. */
std::string without_steering(std::string_view text, bool short_forms) {
    std::string out;
    for (std::size_t i = 0; i < text.size();) {
        const character c(text.substr(i));
        const bool short_form = c.bytes == 0 || (short_forms && c.bytes == 1);
        if (c.bytes != 0 && (!steers(c.code) || (!short_forms && c.code == '\n')))
            out += text.substr(i, c.bytes);
        else if (short_form) out += numbered("\\x%02x", (unsigned char)text[i]);
        else out += numbered("\\u%04x", c.code);
        i += c.bytes != 0 ? c.bytes : 1;
    }
    return out;
}

}  // namespace

std::size_t character_bytes(std::string_view text) { return character(text).bytes; }

bool is_text(std::string_view first) {
    const bool controls = std::any_of(first.begin(), first.end(), [](unsigned char c) {
        return c < 0x20 && (c < '\t' || c > '\r') && c != 0x1b;
    });
    if (controls) return false;
    const std::size_t begin = first.find_first_not_of("\xef\xbb\xbf \t\r\n");
    if (begin != first.npos && (first[begin] == '{' || first[begin] == '[')) {
        const std::size_t next = first.find_first_not_of(" \t", begin + 1);
        if (next != first.npos && first[next] == '"') return true;
    }
    while (!first.empty()) {
        const character c(first);
        if (c.bytes == 0) return c.cut;
        first.remove_prefix(c.bytes);
    }
    return true;
}

std::string escaped(std::string_view text) { return without_steering(text, true); }

std::string json_text(const nlohmann::ordered_json &value, int indent) {
    std::string text =
        value.dump(indent, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
    for (unsigned char c : text)
        if (c >= 0x7f) return without_steering(text, false);
    return text;
}

void complain(std::string_view text) {
    std::fprintf(stderr, "ufsecp: %s\n", escaped(text).c_str());
}
