// Threads for batches: workers that sleep until a call has rows to share, and never more of them at
// work than allowed.
#pragma once
#include <stddef.h>

#include <atomic>

namespace ufsecp {

/* A grain, the fewest rows that a thread takes at a time but for the last of a call, is a multiple
 * of this. */
constexpr size_t least_grain = 128;

/* How many threads may work at once, callers included: 1 unless set_threads or the environment
 * variable UFSECP_THREADS says otherwise.  Thread-safe. */
unsigned threads();

/* 0 stands for as many as this process may run on.  false, and no change, if n is more than the
 * library can start.  Thread-safe; calls that run then take notice at their next grain. */
bool set_threads(unsigned n);

/* The body of a batch: does rows first ... first + count - 1; 1 if each of them holds. */
using rows_body = int (*)(const void *context, size_t first, size_t count);

/* Does n rows and returns 1 if all hold: on this thread, and beside it on workers as far as
 * threads() allows.  The body runs on several threads at once, for different rows; all it did is
 * visible to the caller on return.  Workers join where at least two grains are at hand: a grain is
 * worth waking a thread for.  All take one to four grains at a time, so that slow and fast threads
 * end together.  Callers on threads of their own share the workers: counted together they stay
 * within threads(), and once there are that many callers, each works alone.  So does a call that a
 * worker makes. */
int run_rows(size_t n, size_t grain, rows_body body, const void *context);

/* The same for a function object int(size_t first, size_t count).  Without threads it is inlined,
 * so that the compiler of a build of one engine sees what is called. */
#ifndef UF_THREADS
template <class Body>
[[gnu::always_inline]] inline int run_rows(size_t n, size_t, const Body &body) {
    return body(size_t{0}, n);
}
#else
template <class Body>
int run_rows(size_t n, size_t grain, const Body &body) {
    return run_rows(
        n, grain,
        [](const void *context, size_t first, size_t count) -> int {
            return (*static_cast<const Body *>(context))(first, count);
        },
        &body);
}
#endif

/* For a few instructions that one thread of a call at a time may do; others give their turns away
 * until it did. */
struct short_lock {
    std::atomic_flag taken{};

    void lock();
    void unlock() { taken.clear(std::memory_order_release); }
};

}  // namespace ufsecp
