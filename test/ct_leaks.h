// Code that leaks a secret on purpose: every tool that looks for leaks must report each of these.
#pragma once
#include <stdint.h>
#include <string.h>

/* The path test follows what has the library's name in its own, and so these have. */
namespace ufsecp_leaks {

inline volatile uint8_t table[256], sink;

inline void first() { sink = 1; }
inline void second() { sink = 1; }

[[gnu::noinline]] inline int branch(const uint8_t secret[32]) {
    if (secret[0] & 1) table[1] = 1;
    return 0;
}
[[gnu::noinline]] inline int index(const uint8_t secret[32]) { return table[secret[1]]; }
[[gnu::noinline]] inline int compare(const uint8_t secret[32]) {
    for (int i = 0; i < 32; i++)
        if (secret[i] != 0x55) return i;
    return 32;
}
[[gnu::noinline]] inline int length(const uint8_t secret[32]) {
    int zeros = 0;
    for (unsigned x = secret[2]; x; x >>= 1) zeros = zeros + table[0] + 1;
    return zeros;
}
[[gnu::noinline]] inline int call(const uint8_t secret[32]) {
    static void (*volatile const to[2])() = {first, second};
    to[secret[3] & 1]();
    return 0;
}
/* No leak: what must not be reported. */
[[gnu::noinline]] inline int none(const uint8_t secret[32]) {
    unsigned sum = 0;
    for (int i = 0; i < 32; i++) sum += secret[i] ^ table[i];
    return (int)(sum & 1);
}

struct leak {
    const char *name;
    int (*run)(const uint8_t secret[32]);
    bool on_path; /* shown by the instructions that run, and not by addresses of data alone */
};
inline const leak all[] = {
    {"branch", branch, true}, {"index", index, false}, {"compare", compare, true},
    {"length", length, true}, {"call", call, true},
};

}  // namespace ufsecp_leaks
