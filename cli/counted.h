// Numbers as a reader of text wants them.
#pragma once
#include <cstdint>
#include <string>

/* 1234567 as 1,234,567. */
inline std::string grouped(std::uint64_t value) {
    std::string digits = std::to_string(value);
    for (std::size_t i = digits.size(); i > 3;) digits.insert(i -= 3, 1, ',');
    return digits;
}
/* "1 row", "2,000 rows" */
inline std::string counted(std::uint64_t n, const char *what) {
    return grouped(n) + ' ' + what + (n == 1 ? "" : "s");
}
