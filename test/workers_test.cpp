// What workers take over from the thread that starts them, and what not: signals, processors,
// urgency. Callers that began when they were to work alone. A fork while the table of G is made.
#include <gtest/gtest.h>

#if defined(_WIN32) || !defined(UF_THREADS)
TEST(Workers, NeedForkAndThreads) { GTEST_SKIP() << "there is no fork, or there are no threads"; }
#else
#include <pthread.h>
#include <sched.h>
#include <signal.h>

#include <atomic>
#include <chrono>
#include <functional>
#include <thread>
#include <vector>

#include "child.h"
#include "engine/threads.h"
#include "mult/comb_var.h"
#include "ufsecp/ufsecp.h"

using ufsecp::least_grain;
using ufsecp::run_rows;
using namespace std::chrono_literals;
using std::chrono::steady_clock;

namespace {

/* Whether workers join this thread within half a minute, and it holds on each of them. */
bool holds_on_workers(const std::function<bool()> &what) {
    const auto own = std::this_thread::get_id();
    std::atomic<int> joined{0}, good{0};
    for (const auto end = steady_clock::now() + 30s; joined == 0 && steady_clock::now() < end;)
        run_rows(64 * least_grain, least_grain, [&](size_t, size_t) {
            if (std::this_thread::get_id() != own) joined++, good += what();
            std::this_thread::sleep_for(1ms);
            return 1;
        });
    return joined > 0 && joined == good;
}

/* A signal for what a thread itself does ends the process, whatever its handler, if it is blocked:
 * SIGSYS too, by which a sandbox hands system calls to the program. */
TEST(Workers, TakeSignalsOfTheirOwnDoingAlone) {
    EXPECT_TRUE(holds_in_child([] {
        return ufsecp_threads_set(2) && holds_on_workers([] {
                   sigset_t blocked;
                   if (pthread_sigmask(SIG_BLOCK, nullptr, &blocked) != 0) return false;
                   for (int own : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS})
                       if (sigismember(&blocked, own)) return false;
                   for (int hosts : {SIGTERM, SIGINT, SIGHUP, SIGCHLD, SIGALRM, SIGUSR1})
                       if (!sigismember(&blocked, hosts)) return false;
                   return true;
               });
    }));
}

#if defined(__linux__)

/* The thread that starts them is tied to one processor. */
TEST(Workers, RunWhereTheProcessMay) {
    cpu_set_t all;
    if (sched_getaffinity(getpid(), sizeof all, &all) != 0 || CPU_COUNT(&all) < 2)
        GTEST_SKIP() << "needs two processors, and at most 1,024";
    EXPECT_TRUE(holds_in_child([&] {
        bool good = false;
        std::thread([&] {
            cpu_set_t one;
            CPU_ZERO(&one);
            for (int cpu = 0; CPU_COUNT(&one) == 0; cpu++)
                if (CPU_ISSET(cpu, &all)) CPU_SET(cpu, &one);
            const auto allowed = [](const cpu_set_t &want) {
                cpu_set_t here;
                return sched_getaffinity(0, sizeof here, &here) == 0 && CPU_EQUAL(&here, &want);
            };
            good = sched_setaffinity(0, sizeof one, &one) == 0 && ufsecp_threads_set(0) &&
                   ufsecp_threads() == static_cast<unsigned>(CPU_COUNT(&all)) &&
                   ufsecp_threads_set(2) && holds_on_workers([&] { return allowed(all); }) &&
                   allowed(one);
        }).join();
        return good;
    }));
}

/* The thread that starts them comes before all others. */
TEST(Workers, AreNoMoreUrgentThanOthers) {
    const auto become_urgent = [] {
        const sched_param first = {.sched_priority = 1};
        return pthread_setschedparam(pthread_self(), SCHED_FIFO, &first) == 0;
    };
    if (!holds_in_child(become_urgent)) GTEST_SKIP() << "no thread may come before others";
    EXPECT_TRUE(holds_in_child([&] {
        return become_urgent() && ufsecp_threads_set(2) &&
               holds_on_workers([] { return sched_getscheduler(0) == SCHED_OTHER; });
    }));
}

#endif

TEST(Workers, LeaveTheirPlacesToCallersThatBeganAlone) {
    ASSERT_EQ(ufsecp_threads_set(1), 1);
    std::atomic<bool> end{false};
    std::atomic<int> inside{0}, helpers{0};
    std::vector<std::thread> callers;
    for (int i = 0; i < 3; i++)
        callers.emplace_back([&] {
            run_rows(2 * least_grain, least_grain, [&](size_t, size_t) {
                for (inside++; !end; std::this_thread::sleep_for(1ms)) {}
                return 1;
            });
        });
    while (inside < 3) std::this_thread::sleep_for(1ms);
    ASSERT_EQ(ufsecp_threads_set(3), 1);
    const auto own = std::this_thread::get_id();
    run_rows(200 * least_grain, least_grain, [&](size_t, size_t) {
        helpers += std::this_thread::get_id() != own;
        std::this_thread::sleep_for(1ms);
        return 1;
    });
    EXPECT_EQ(helpers, 0) << "four callers, and three may work";
    end = true;
    for (std::thread &t : callers) t.join();
    EXPECT_TRUE(holds_on_workers([] { return true; })) << "they come when the callers are gone";
    ufsecp_threads_set(1);
}

/* Nobody goes on with it in the child, which makes its own. */
TEST(Workers, AForkWhileTheTableIsMade) {
    const auto large = [] { return ufsecp::comb_for_var(SIZE_MAX).window > UF_GEN_WINDOW; };
    if (!holds_in_child(large)) GTEST_SKIP() << "this build has the small table alone";
    for (const auto delay : {500us, 2000us, 5000us})
        EXPECT_TRUE(holds_in_child([&] {
            std::atomic<bool> begun{false};
            std::thread other([&] {
                begun = true;
                large();
            });
            while (!begun) {}
            std::this_thread::sleep_for(delay);
            const bool good = holds_in_child(large);
            other.join();
            return good;
        })) << delay.count();
}

}  // namespace
#endif
