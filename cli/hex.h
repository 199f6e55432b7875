// Hexadecimal digits to bytes and back.
#pragma once
#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

inline int hex_digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

inline bool all_hex(std::string_view text) {
    return std::all_of(text.begin(), text.end(), [](char c) { return hex_digit(c) >= 0; });
}

inline std::string_view without_0x(std::string_view text) {
    return text.starts_with("0x") || text.starts_with("0X") ? text.substr(2) : text;
}

/* Exactly n bytes, in time that does not depend on the digits; touches no heap: it serves secrets
 * as well. */
inline bool hex_exact(std::uint8_t *out, std::size_t n, std::string_view text) {
    text = without_0x(text);
    if (text.size() != 2 * n) return false;
    const auto *const digits = reinterpret_cast<const std::uint8_t *>(text.data());
    const auto is_digit = [](unsigned c) {
        return (unsigned)((std::uint8_t)(c - '0') < 10) |
               (unsigned)((std::uint8_t)((c | 0x20) - 'a') < 6);
    };
    const auto value = [](unsigned c) { return (c & 15) + 9 * (c >> 6); };
    unsigned all = 1;
    for (std::size_t i = 0; i < n; i++) {
        const unsigned high = digits[2 * i], low = digits[2 * i + 1];
        all &= is_digit(high) & is_digit(low);
        out[i] = (std::uint8_t)(value(high) << 4 | value(low));
    }
    return all != 0;
}

/* Appends the bytes of text (any length, an optional 0x first) to out; false, and out unchanged, if
 * it is not hex. */
inline bool hex_append(std::vector<std::uint8_t> &out, std::string_view text) {
    text = without_0x(text);
    if (text.starts_with("0x") || text.starts_with("0X")) return false;
    const std::size_t start = out.size();
    out.resize(start + text.size() / 2);
    if (hex_exact(out.data() + start, text.size() / 2, text)) return true;
    out.resize(start);
    return false;
}

inline void to_hex(char *out, const std::uint8_t *bytes, std::size_t n) {
    for (std::size_t i = 0; i < n; i++) {
        out[2 * i] = "0123456789abcdef"[bytes[i] >> 4];
        out[2 * i + 1] = "0123456789abcdef"[bytes[i] & 15];
    }
}
inline std::string to_hex(const std::uint8_t *bytes, std::size_t n) {
    std::string out(2 * n, '0');
    to_hex(out.data(), bytes, n);
    return out;
}
