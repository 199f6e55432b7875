// The parts of an argument or of a variable of the environment, and the numbers in them.
#pragma once
#include <charconv>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

/* The parts between separators; one, which may be empty, where there is none. */
inline std::vector<std::string_view> split(std::string_view text, char separator) {
    std::vector<std::string_view> parts;
    for (;;) {
        const std::size_t at = text.find(separator);
        parts.push_back(text.substr(0, at));
        if (at == text.npos) return parts;
        text.remove_prefix(at + 1);
    }
}

/* The decimal number that the whole text is; nothing if it is none, or more than `most`. */
inline std::optional<std::uint64_t> number_up_to(std::uint64_t most, std::string_view text) {
    std::uint64_t n = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), n);
    if (error != std::errc() || end != text.data() + text.size() || n > most) return std::nullopt;
    return n;
}
