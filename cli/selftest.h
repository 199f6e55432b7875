// The self-tests: named checks through the C interface alone, the same list on every target.
#pragma once
#include <cstddef>

/* run() needs neither heap nor exceptions nor files, so an embedded image can run the same list. */
struct selftest_check {
    const char *name;
    bool (*run)();
};

/* The i-th check of all; NULL past the end. */
const selftest_check *selftest_at(std::size_t i);

struct selftest_group {
    const selftest_check *checks;
    std::size_t n;
};
extern const selftest_group selftest_keys, selftest_signatures, selftest_library;
