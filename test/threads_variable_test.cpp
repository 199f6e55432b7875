// UFSECP_THREADS: which values it may have, and that all others are as none. It is read at the
// first call of a process, so each value has a child of its own.
#include <gtest/gtest.h>

#if defined(_WIN32)
TEST(ThreadsVariable, NeedsFork) { GTEST_SKIP() << "there is no fork"; }
#else
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <functional>
#include <string>

#include "ufsecp/ufsecp.h"

namespace {

/* What a child says that has called nothing before; 0 if it fails. */
unsigned in_child(const std::function<unsigned()> &ask) {
    int ends[2];
    unsigned said = 0;
    if (pipe(ends) != 0) return 0;
    const pid_t child = fork();
    if (child == 0) {
        said = ask();
        _exit(write(ends[1], &said, sizeof said) != sizeof said);
    }
    close(ends[1]);
    if (child < 0 || read(ends[0], &said, sizeof said) != sizeof said) said = 0;
    close(ends[0]);
    if (child > 0) waitpid(child, nullptr, 0);
    return said;
}
unsigned threads_by(const std::string &value) {
    return in_child([&] {
        setenv("UFSECP_THREADS", value.c_str(), 1);
        return ufsecp_threads();
    });
}

TEST(ThreadsVariable, ANumberUpTo1024) {
    unsetenv("UFSECP_THREADS");
    if (!in_child([] { return static_cast<unsigned>(ufsecp_threads_set(2)); }))
        GTEST_SKIP() << "a library without threads";
    const unsigned cores = in_child([] {
        ufsecp_threads_set(0);
        return ufsecp_threads();
    });
    EXPECT_GE(cores, 1u);
    const struct {
        const char *value;
        unsigned threads;
    } cases[] = {{"0", cores},
                 {"1", 1},
                 {"2", 2},
                 {"17", 17},
                 {"1024", 1024},
                 {"0000", cores},
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
    for (const auto &c : cases) EXPECT_EQ(threads_by(c.value), c.threads) << '"' << c.value << '"';
}

}  // namespace
#endif
