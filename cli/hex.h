// Hexadecimal digits to bytes and back.
#pragma once
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

inline std::string_view without_0x(std::string_view text) {
    return text.starts_with("0x") || text.starts_with("0X") ? text.substr(2) : text;
}

/* Appends the bytes of text (any length, an optional 0x first) to out; false, and out unchanged, if
 * it is not hex. */
inline bool hex_append(std::vector<std::uint8_t> &out, std::string_view text) {
    text = without_0x(text);
    if (text.size() % 2 != 0) return false;
    const std::size_t start = out.size();
    for (std::size_t i = 0; i < text.size(); i += 2) {
        const int high = hex_digit(text[i]), low = hex_digit(text[i + 1]);
        if (high < 0 || low < 0) {
            out.resize(start);
            return false;
        }
        out.push_back((std::uint8_t)(high << 4 | low));
    }
    return true;
}

/* Exactly n bytes; touches no heap, so it serves secrets as well. */
inline bool hex_exact(std::uint8_t *out, std::size_t n, std::string_view text) {
    text = without_0x(text);
    if (text.size() != 2 * n) return false;
    for (std::size_t i = 0; i < n; i++) {
        const int high = hex_digit(text[2 * i]), low = hex_digit(text[2 * i + 1]);
        if (high < 0 || low < 0) return false;
        out[i] = (std::uint8_t)(high << 4 | low);
    }
    return true;
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
