// How much a randomised test does: 1 in a plain build, less where every step is checked; the
// environment variable UF_TEST_SCALE overrides.
#pragma once
#include <stdlib.h>

#include <algorithm>

#ifndef UF_TEST_SCALE
#if defined(__SANITIZE_ADDRESS__)
#define UF_TEST_SCALE 0.02
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(memory_sanitizer) || \
    __has_feature(thread_sanitizer)
#define UF_TEST_SCALE 0.02
#endif
#endif
#endif
#ifndef UF_TEST_SCALE
#ifdef UF_VERIFY
#define UF_TEST_SCALE 0.2
#else
#define UF_TEST_SCALE 1.0
#endif
#endif

/* The share of it that a slow variant of a test does. */
#ifndef UF_TEST_SHARE
#define UF_TEST_SHARE 1.0
#endif

inline double test_scale() {
    const char *s = getenv("UF_TEST_SCALE");
    return s ? atof(s) : UF_TEST_SCALE;
}
/* count, scaled; at least 1. */
inline int scaled(int count) {
    return std::max(1, static_cast<int>(count * test_scale() * UF_TEST_SHARE));
}
/* Whether the long cases are run that are the same every time: in the set release, whose scale is
 * 0.25, and not in a quick run or where every step is checked, which have 0.1 and less. */
inline bool long_cases() { return test_scale() >= 0.25; }
/* count, scaled; no fewer than count where long cases are run. */
inline int scaled_long(int count) {
    return long_cases() ? std::max(count, scaled(count)) : scaled(count);
}

/* How many of `all` things, scaled; at least 1, and at most all of them. */
inline size_t scaled_part(size_t all) {
    return std::min(all, static_cast<size_t>(scaled(static_cast<int>(all))));
}
