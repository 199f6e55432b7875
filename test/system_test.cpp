// What is asked of the operating system, and what happens when that refuses: random bytes, locked
// memory, signals while secrets are held.
//
// The files that ask are compiled into this program; the library's have the system's answers taken
// from here.
#if defined(__linux__)
#include <errno.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/random.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdint>

static ssize_t answer_getrandom(void *out, size_t len, unsigned flags);
static int answer_mlock(const void *p, size_t len);
static int answer_mprotect(void *p, size_t len, int protection);
static int answer_munmap(void *p, size_t len);
#define getrandom answer_getrandom
#define mlock answer_mlock
#define mprotect answer_mprotect
#define munmap answer_munmap
#include "api/entropy.cpp"
#include "api/locked.cpp"
#undef getrandom
#undef mlock
#undef mprotect
#undef munmap
#include "../cli/platform_posix.cpp"
#include "../cli/secrets.cpp"
#endif

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <functional>

#include "api.h"
#include "child.h"

#if defined(__linux__)

/* ---- Random bytes ---- */

namespace {

std::function<ssize_t(uint8_t *out, size_t len)> generator;
int draws;

class Entropy : public testing::Test {
protected:
    void SetUp() override { draws = 0; }
    void TearDown() override { generator = nullptr; }
};

ssize_t fails(int error) {
    errno = error;
    return -1;
}

/* The key that comes out, into a buffer that held something else. */
bytes generated(int want) {
    bytes key(32, 0xa5);
    EXPECT_EQ(ufsecp_seckey_generate(key.data()), want);
    return key;
}

TEST_F(Entropy, KeysAreWhatTheSystemGives) {
    const bytes wanted = draw("key", 0);
    generator = [&](uint8_t *out, size_t len) {
        std::copy_n(wanted.begin(), len, out);
        return static_cast<ssize_t>(len);
    };
    EXPECT_EQ(generated(1), wanted);
    EXPECT_EQ(draws, 1);
}

TEST_F(Entropy, InterruptedAndShortReadsGoOn) {
    const bytes wanted = draw("key", 1);
    size_t at = 0;
    generator = [&](uint8_t *out, size_t len) {
        if (draws % 3 == 1) return fails(EINTR);
        const size_t n = std::min<size_t>(len, 5);
        std::copy_n(wanted.begin() + static_cast<ptrdiff_t>(at), n, out);
        at += n;
        return static_cast<ssize_t>(n);
    };
    EXPECT_EQ(generated(1), wanted);
    EXPECT_EQ(at, 32u);
}

TEST_F(Entropy, FailuresGiveZeros) {
    for (int error : {ENOSYS, EPERM, EFAULT, EAGAIN, EIO}) {
        draws = 0;
        generator = [&](uint8_t *, size_t) { return fails(error); };
        EXPECT_EQ(generated(0), zero32) << error;
        EXPECT_EQ(draws, 1);
    }
    /* half a key, then a failure or the end */
    for (int last : {-1, 0}) {
        draws = 0;
        generator = [&](uint8_t *out, size_t) {
            errno = EIO;
            if (draws > 1) return static_cast<ssize_t>(last);
            std::fill_n(out, 16, 0x77);
            return static_cast<ssize_t>(16);
        };
        EXPECT_EQ(generated(0), zero32) << last;
        EXPECT_EQ(draws, 2);
    }
}

TEST_F(Entropy, WhatIsNoKeyIsDrawnAgainButNotForEver) {
    for (const bytes &bad : {zero32, order, ones32}) {
        int bad_draws = 0;
        const bytes wanted = draw("key", 2);
        generator = [&](uint8_t *out, size_t len) {
            const bytes &given = draws <= bad_draws ? bad : wanted;
            std::copy_n(given.begin(), len, out);
            return static_cast<ssize_t>(len);
        };
        for (bad_draws = 0; bad_draws < 4; bad_draws++) {
            draws = 0;
            EXPECT_EQ(generated(1), wanted);
            EXPECT_EQ(draws, bad_draws + 1);
        }
        draws = 0;
        EXPECT_EQ(generated(0), zero32);
        EXPECT_EQ(draws, 4);
    }
}

TEST_F(Entropy, TheSystemsOwn) {
    const bytes a = generated(1), b = generated(1);
    EXPECT_NE(a, b);
    EXPECT_NE(slice(a, 0, 16), slice(a, 16, 16));
}

/* ---- Locked memory ---- */

const size_t page = static_cast<size_t>(sysconf(_SC_PAGESIZE));
int lock_error, protect_error, protections_that_work, unmaps;
bool clean_at_unmap; /* what could be read there was zeros when the last mapping went */
size_t unmapped;

/* Whether a child that does this is ended by a signal, as by touching a page that it may not. */
bool faults(const std::function<void()> &act) {
    const pid_t child = fork();
    if (child == 0) {
        for (int s : {SIGSEGV, SIGBUS}) signal(s, SIG_DFL);
        act();
        _exit(0);
    }
    int status = 0;
    EXPECT_EQ(waitpid(child, &status, 0), child);
    return WIFSIGNALED(status) && (WTERMSIG(status) == SIGSEGV || WTERMSIG(status) == SIGBUS);
}

class Secret : public testing::Test {
protected:
    void TearDown() override { lock_error = protect_error = 0; }
    void SetUp() override {
        void *const probe = ufsecp_secret_alloc(1);
        can_lock = probe != nullptr;
        ufsecp_secret_free(probe);
        unmaps = 0, clean_at_unmap = false;
    }
    bool can_lock = false;
};
class LockedSecret : public Secret {
protected:
    void SetUp() override {
        Secret::SetUp();
        if (!can_lock) GTEST_SKIP() << "this machine locks no memory";
    }
};

TEST_F(LockedSecret, IsZeroedAlignedAndGuarded) {
    for (size_t len : {size_t{1}, size_t{16}, size_t{32}, size_t{33}, page - 1, page, page + 1,
                       3 * page + 100}) {
        auto *p = static_cast<uint8_t *>(ufsecp_secret_alloc(len));
        ASSERT_NE(p, nullptr) << len;
        EXPECT_EQ(reinterpret_cast<uintptr_t>(p) % 16, 0u);
        EXPECT_TRUE(all_zero(bytes(p, p + len)));
        std::fill_n(p, len, 0xa5);
        const size_t rounded = (len + 15) / 16 * 16;
        uint8_t *const first = p - reinterpret_cast<uintptr_t>(p) % page;
        EXPECT_EQ(reinterpret_cast<uintptr_t>(p + rounded) % page, 0u);
        volatile uint8_t *const behind = p + rounded, *const before = first - 1;
        EXPECT_TRUE(faults([&] { *behind = 1; })) << len;
        EXPECT_TRUE(faults([&] { (void)*behind; })) << len;
        EXPECT_TRUE(faults([&] { *before = 1; })) << len;
        EXPECT_FALSE(faults([&] { *const_cast<volatile uint8_t *>(p + len - 1) = 1; })) << len;
        unmapped = 0;
        ufsecp_secret_free(p);
        EXPECT_EQ(unmapped, static_cast<size_t>(p + rounded - first) + 2 * page);
        EXPECT_TRUE(clean_at_unmap) << len;
    }
    ufsecp_secret_free(nullptr);
    EXPECT_EQ(unmaps, 8);
}

/* A process with as many mappings as it may have cannot divide one, nor change a part of it. */
TEST_F(LockedSecret, IsFreedWhereNoProtectionCanChange) {
    for (size_t len : {size_t{32}, 2 * page + 5}) {
        auto *p = static_cast<uint8_t *>(ufsecp_secret_alloc(len));
        ASSERT_NE(p, nullptr) << len;
        EXPECT_FALSE(faults([&] {
            std::fill_n(p, len, 0xa5);
            protect_error = ENOMEM, protections_that_work = 0;
            ufsecp_secret_free(p);
            if (unmaps != 1 || !clean_at_unmap) raise(SIGSEGV);
        })) << len;
        ufsecp_secret_free(p);
        unmaps = 0;
    }
}

/* The flags of the mapping that holds p, as the kernel tells them. */
std::string flags_of(const void *p) {
    std::ifstream maps("/proc/self/smaps");
    bool here = false;
    for (std::string line; std::getline(maps, line);) {
        unsigned long from = 0, to = 0;
        if (sscanf(line.c_str(), "%lx-%lx ", &from, &to) == 2)
            here = from <= reinterpret_cast<uintptr_t>(p) && reinterpret_cast<uintptr_t>(p) < to;
        else if (here && line.starts_with("VmFlags:")) return line + " ";
    }
    return "";
}

TEST_F(LockedSecret, IsLockedAndLeftOutOfCoreDumps) {
    void *p = ufsecp_secret_alloc(32);
    ASSERT_NE(p, nullptr);
    const std::string flags = flags_of(p);
    if (!flags.empty()) {
        for (const char *flag : {" lo ", " dd "})
            EXPECT_NE(flags.find(flag), flags.npos) << flag << flags;
    }
    ufsecp_secret_free(p);
}

TEST_F(LockedSecret, IsNotInherited) {
    auto *p = static_cast<uint8_t *>(ufsecp_secret_alloc(32));
    ASSERT_NE(p, nullptr);
    if (flags_of(p).find(" wf ") != std::string::npos) {
        std::fill_n(p, 32, 0xa5);
        EXPECT_TRUE(holds_in_child([&] {
            const bool zeros = all_zero(bytes(p, p + 32));
            ufsecp_secret_free(p);
            return zeros;
        }));
        EXPECT_EQ(bytes(p, p + 32), bytes(32, 0xa5));
    }
    ufsecp_secret_free(p);
}

TEST_F(Secret, RefusalsAreTold) {
    errno = 0;
    EXPECT_EQ(ufsecp_secret_alloc(0), nullptr);
    EXPECT_EQ(errno, EINVAL);
    for (size_t huge : {SIZE_MAX, SIZE_MAX - 15, SIZE_MAX / 2 + 1, SIZE_MAX / 2}) {
        errno = 0;
        EXPECT_EQ(ufsecp_secret_alloc(huge), nullptr);
        EXPECT_EQ(errno, ENOMEM) << huge;
    }
    EXPECT_EQ(unmaps, 0);
    for (int error :
         {ENOMEM, EPERM, EAGAIN}) { /* nothing that is not locked, and nothing left behind */
        lock_error = error;
        EXPECT_EQ(ufsecp_secret_alloc(5000), nullptr);
        EXPECT_EQ(errno, error);
    }
    EXPECT_EQ(unmaps, 3);
    lock_error = 0, protect_error = ENOMEM;
    for (protections_that_work = 0; protections_that_work < 2; protections_that_work++) {
        const int before = unmaps, after = protections_that_work;
        EXPECT_EQ(ufsecp_secret_alloc(32), nullptr);
        EXPECT_EQ(errno, ENOMEM);
        EXPECT_EQ(unmaps, before + 1);
        protections_that_work = after;
    }
}

/* ---- The tool's secrets ---- */

/* Whether all bytes of the tool's secrets in the stopped child are `value`. */
bool child_holds(pid_t child, const secret_memory *where, uint8_t value) {
    for (size_t at = 0; at < sizeof *where; at += sizeof(long)) {
        errno = 0;
        const long word =
            ptrace(PTRACE_PEEKDATA, child, reinterpret_cast<const char *>(where) + at, nullptr);
        const auto *b = reinterpret_cast<const uint8_t *>(&word);
        if (errno || std::any_of(b, b + sizeof word, [value](uint8_t x) { return x != value; }))
            return false;
    }
    return true;
}

class ToolSecrets : public Secret {};

/* A child that holds secrets stops at each signal, before it is delivered and when its handler has
 * sent it once more. */
TEST_F(ToolSecrets, AreWipedOnSignals) {
    for (bool locked : {can_lock, false})
        for (int signal_sent : {SIGHUP, SIGINT, SIGQUIT, SIGTERM}) {
            int tube[2];
            ASSERT_EQ(pipe(tube), 0);
            const pid_t child = fork();
            if (child == 0) {
                if (ptrace(PTRACE_TRACEME, 0, nullptr, nullptr) != 0) _exit(77);
                lock_error = locked ? 0 : ENOMEM;
                secret_memory *const held_here = &secrets();
                const bool guarded = prctl(PR_GET_DUMPABLE) == 0;
                prctl(PR_SET_DUMPABLE, 1); /* else the parent could not look */
                memset(static_cast<void *>(held_here), 0xa5, sizeof *held_here);
                if (!guarded || write(tube[1], &held_here, sizeof held_here) < 0) _exit(1);
                raise(signal_sent);
                _exit(2);
            }
            secret_memory *where = nullptr;
            int status = 0;
            ASSERT_EQ(waitpid(child, &status, 0), child);
            if (WIFEXITED(status) && WEXITSTATUS(status) == 77)
                GTEST_SKIP() << "no child can be looked into here";
            ASSERT_TRUE(WIFSTOPPED(status) && WSTOPSIG(status) == signal_sent) << status;
            ASSERT_EQ(read(tube[0], &where, sizeof where), static_cast<ssize_t>(sizeof where));
            EXPECT_EQ(where == &ordinary, !locked);
            EXPECT_TRUE(child_holds(child, where, 0xa5));
            ptrace(PTRACE_CONT, child, nullptr, signal_sent);
            ASSERT_EQ(waitpid(child, &status, 0), child);
            ASSERT_TRUE(WIFSTOPPED(status) && WSTOPSIG(status) == signal_sent) << status;
            EXPECT_TRUE(child_holds(child, where, 0)) << signal_sent;
            ptrace(PTRACE_CONT, child, nullptr, signal_sent);
            ASSERT_EQ(waitpid(child, &status, 0), child);
            EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == signal_sent) << status;
            close(tube[0]), close(tube[1]);
        }
}

/* Both regions are wiped when the process ends by itself: the last look at the memory is that of
 * munmap, or of a later destructor. */
TEST_F(ToolSecrets, AreWipedAtTheEnd) {
    for (bool locked : {can_lock, false})
        EXPECT_TRUE(holds_in_child([&] {
            lock_error = locked ? 0 : ENOMEM;
            secret_memory *memory;
            {
                region here;
                memory = here.memory;
                if ((memory == &ordinary) == locked) return false;
                memset(static_cast<void *>(memory), 0xa5, sizeof *memory);
                lock_error = 0;
            }
            const auto *b = reinterpret_cast<const uint8_t *>(memory);
            return locked ? clean_at_unmap : all_zero(bytes(b, b + sizeof *memory));
        }));
}

}  // namespace

static ssize_t answer_getrandom(void *out, size_t len, unsigned flags) {
    draws++;
    return generator ? generator(static_cast<uint8_t *>(out), len)
                     : syscall(SYS_getrandom, out, len, flags);
}
static int answer_mlock(const void *p, size_t len) {
    if (!lock_error)
        return static_cast<int>(syscall(SYS_mlock, p, len)); /* sanitizers make mlock do nothing */
    errno = lock_error;
    return -1;
}
static int answer_mprotect(void *p, size_t len, int protection) {
    if (!protect_error || protections_that_work-- > 0) return mprotect(p, len, protection);
    errno = protect_error;
    return -1;
}
static int answer_munmap(void *p, size_t len) {
    unmaps++;
    unmapped = len;
    const auto *body = static_cast<const uint8_t *>(p) + page;
    if (!lock_error) clean_at_unmap = all_zero(bytes(body, body + len - 2 * page));
    errno = EIO; /* the reason told is not this one */
    return munmap(p, len);
}

#else

TEST(System, IsNotLinux) { GTEST_SKIP() << "the system's answers are injected on Linux only"; }

#endif
