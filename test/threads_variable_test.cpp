// UFSECP_THREADS: which values it may have, and that all others are as none. It is read at the
// first call of a process, so each value has a child of its own.
#include <gtest/gtest.h>

#if defined(_WIN32)
TEST(ThreadsVariable, NeedsFork) { GTEST_SKIP() << "there is no fork"; }
#else
#include <stdlib.h>

#include "child.h"
#include "ufsecp/ufsecp.h"

namespace {

/* What ufsecp_threads_set(0) allows. */
unsigned cores() { return ufsecp_threads_set(0) ? ufsecp_threads() : 0; }

TEST(ThreadsVariable, ANumberUpTo1024) {
    unsetenv("UFSECP_THREADS");
    if (!holds_in_child([] { return ufsecp_threads_set(2); }))
        GTEST_SKIP() << "a library without threads";
    constexpr unsigned all = 0; /* cores() */
    const struct {
        const char *value;
        unsigned threads;
    } cases[] = {{"0", all},
                 {"1", 1},
                 {"2", 2},
                 {"17", 17},
                 {"1024", 1024},
                 {"0000", all},
                 {"00002", 2},
                 {"0000001024", 1024},
                 {"1025", 1},
                 {"9999", 1},
                 {"10000", 1},
                 {"4294967298", 1},
                 {"18446744073709551618", 1},
                 {"340282366920938463463374607431768211458", 1},
                 {"", 1},
                 {" 2", 1},
                 {"2 ", 1},
                 {"+2", 1},
                 {"-2", 1},
                 {"0x2", 1},
                 {"2.0", 1},
                 {"two", 1}};
    for (const auto &c : cases)
        EXPECT_TRUE(holds_in_child([&] {
            setenv("UFSECP_THREADS", c.value, 1);
            const unsigned by_value = ufsecp_threads();
            return by_value >= 1 && by_value == (c.threads == all ? cores() : c.threads);
        })) << '"'
            << c.value << '"';
}

}  // namespace
#endif
