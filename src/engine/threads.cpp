// The workers: started when first needed, asleep between calls, joined when the process or the
// library ends, forgotten by a forked child; without UF_THREADS every call works alone.
#include "engine/threads.h"

#include "engine/engine.h"

#ifdef UF_THREADS

#include <pthread.h>
#include <sched.h>
#include <stdint.h>
#include <string.h>
#if defined(_WIN32)
#include "base/windows_api.h"
#else
#include <signal.h>
#include <unistd.h>
#endif

#include <atomic>
#include <initializer_list>

#include "base/environment.h"
#include "base/uncancelled.h"
#include "mult/comb_var.h"

namespace ufsecp {
namespace {

constexpr unsigned most_threads = 1024;
/* A batch needs an eighth of it; a host's thread-local variables are taken from it too. */
constexpr size_t stack_size = (size_t)2 << 20;

/* A call whose rows are shared, on its caller's stack. */
struct job {
    rows_body body;
    const void *context;
    size_t n, grain;
    std::atomic<size_t> next{0}; /* the first row that nobody took */
    std::atomic<int> all{1};
    job *following = nullptr; /* guarded by pool.lock, as are the next two */
    unsigned helpers = 0;     /* workers that may still touch this job */
    bool listed = false;
    bool may_start = true; /* of the caller alone */

    /* Takes rows: a grain, or up to four while many are left; false if all are taken. */
    bool take(size_t *first, size_t *count, unsigned sharing) {
        size_t at = next.load(std::memory_order_relaxed);
        do {
            const size_t left = n - at;
            if (left == 0) return false;
            const size_t grains = left / grain / sharing / 4;
            *count = grain * (grains < 1 ? 1 : grains > 4 ? 4 : grains);
            if (*count > left) *count = left;
        } while (!next.compare_exchange_weak(at, at + *count, std::memory_order_relaxed));
        *first = at;
        return true;
    }
    void run(size_t first, size_t count) {
        if (!body(context, first, count)) all.store(0, std::memory_order_relaxed);
    }
    bool has_rows() const { return next.load(std::memory_order_relaxed) < n; }
};

constinit struct {
    pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    pthread_cond_t work = PTHREAD_COND_INITIALIZER; /* there is a job to join, or it is the end */
    pthread_cond_t done = PTHREAD_COND_INITIALIZER; /* the last helper left some job */
    std::atomic<unsigned> limit{0};                 /* 0 until it is first asked for */
    std::atomic<unsigned> callers{0}, helpers{0};   /* at work; helpers leave if it is too many */
    std::atomic<bool> closed{false};
    job *jobs = nullptr;                /* guarded by lock, as is all below */
    unsigned workers = 0, attached = 0; /* started; of these, with a job */
    bool prepared = false;              /* for a fork */
    pthread_t worker[most_threads - 1] = {};
} pool;

/* The processors that this process may run on: its first thread, as others may be tied to some. */
#if defined(_WIN32)
unsigned cores() {
    DWORD_PTR own = 0, all = 0;
    if (GetProcessAffinityMask(GetCurrentProcess(), &own, &all) && own != 0)
        return (unsigned)__builtin_popcountll(own);
    return GetActiveProcessorCount(ALL_PROCESSOR_GROUPS);
}
#else
#if defined(__linux__)
/* Those of a thread or a process, none if it is not known. */
struct processors {
    unsigned long words[128] = {0}; /* 8192 on 64-bit systems */

    explicit processors(pid_t of) { (void)sched_getaffinity(of, sizeof words, set()); }
    cpu_set_t *set() { return reinterpret_cast<cpu_set_t *>(words); }
    unsigned count() const {
        unsigned n = 0;
        for (unsigned long word : words) n += (unsigned)__builtin_popcountl(word);
        return n;
    }
};
#endif
unsigned cores() {
#if defined(__linux__)
    if (const unsigned count = processors(getpid()).count()) return count;
#endif
    const long online = sysconf(_SC_NPROCESSORS_ONLN);
    return online > 0 ? (unsigned)online : 1;
}
#endif

/* What the environment asks for; 1 if it does not, or not for a number that set_threads() takes. */
unsigned first_limit() {
    const char *text = environment("UFSECP_THREADS");
    if (!text || !*text || text[strspn(text, "0123456789")]) return 1;
    const unsigned long asked = strtoul(text, nullptr, 10), n = asked ? asked : cores();
    return asked > most_threads ? 1 : n < most_threads ? (unsigned)n : most_threads;
}

/* A helper that is one too many, since callers came or the limit fell, gives its place up: true. */
bool step_aside() {
    unsigned helpers = pool.helpers.load();
    while (pool.callers.load() + helpers > pool.limit.load())
        if (pool.helpers.compare_exchange_weak(helpers, helpers - 1)) return true;
    return false;
}

bool has_place() { return pool.callers.load() + pool.helpers.load() < pool.limit.load(); }

/* The job with rows left that has the fewest helpers, if one more may work.  pool.lock is held. */
job *job_to_join() {
    job *best = nullptr;
    if (!has_place()) return nullptr;
    for (job *j = pool.jobs; j; j = j->following)
        if (j->has_rows() && (!best || j->helpers < best->helpers)) best = j;
    return best;
}

void *work(void *) {
    pthread_mutex_lock(&pool.lock);
    while (!pool.closed) {
        job *j = job_to_join();
        if (!j) {
            pthread_cond_wait(&pool.work, &pool.lock);
            continue;
        }
        j->helpers++, pool.attached++, pool.helpers++;
        pthread_mutex_unlock(&pool.lock);
        bool placed = true;
        size_t first, count;
        while (placed && !pool.closed && j->take(&first, &count, pool.limit)) {
            j->run(first, count);
            placed = !step_aside();
        }
        pthread_mutex_lock(&pool.lock);
        if (placed) pool.helpers--;
        pool.attached--;
        if (--j->helpers == 0) pthread_cond_broadcast(&pool.done);
    }
    pthread_mutex_unlock(&pool.lock);
    return nullptr;
}

#if defined(_WIN32)
/* There is no fork, and signals go to no thread of their own.  A DLL with workers stays loaded: it
 * could not wait for their end while it is unloaded, and without it they have no code. */
bool prepare() {
    HMODULE own;
    return GetModuleHandleExW(
               GET_MODULE_HANDLE_EX_FLAG_PIN | GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS,
               reinterpret_cast<LPCWSTR>(&pool), &own) != 0;
}
struct signals_of_the_host {
    ~signals_of_the_host() {}
};
void stay_ordinary(pthread_attr_t *) {} /* and threads have processors and urgency of their own */
void spread(pthread_t) {}
#else
/* ---- fork: the child has this thread alone, and a pool that is as new. */

/* No other thread is about to find out which engines there are: the child would wait for it. */
void before_fork() {
    engine_at(0, nullptr);
    pthread_mutex_lock(&pool.lock);
}
void after_fork() { pthread_mutex_unlock(&pool.lock); }
void in_forked_child() {
    pthread_cond_init(&pool.work, nullptr);
    pthread_cond_init(&pool.done, nullptr);
    pool.callers = pool.helpers = 0;
    pool.jobs = nullptr;
    pool.workers = pool.attached = 0;
    if constexpr (UF_GEN_WINDOW != 0) comb_in_forked_child();
#ifdef UF_HAVE_GPU
    gpu_in_forked_child();
#endif
    pthread_mutex_unlock(&pool.lock);
}

bool prepare() { return pool.prepared; }

/* While it lives, a thread that starts leaves the host's signals to the host's threads.  What a
 * thread itself does ends the process, whatever its handler, where the signal of that is blocked.
 */
class signals_of_the_host {
public:
    signals_of_the_host() {
        sigset_t all;
        sigfillset(&all);
        for (int own : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS, SIGPROF})
            sigdelset(&all, own);
        pthread_sigmask(SIG_SETMASK, &all, &before_);
    }
    ~signals_of_the_host() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

private:
    sigset_t before_;
};

/* A worker is not more urgent than others (real-time), even if this thread is. */
void stay_ordinary([[maybe_unused]] pthread_attr_t *worker) {
#if !defined(__ANDROID__) /* which has no such attribute before version 28 */
    int policy;
    sched_param level;
    if (pthread_getschedparam(pthread_self(), &policy, &level) != 0 ||
        (policy != SCHED_FIFO && policy != SCHED_RR))
        return;
    pthread_attr_getschedparam(worker, &level); /* to be set, or it is that of this thread */
    pthread_attr_setschedpolicy(worker, SCHED_OTHER);
    pthread_attr_setschedparam(worker, &level);
    pthread_attr_setinheritsched(worker, PTHREAD_EXPLICIT_SCHED);
#endif
}

/* A worker runs wherever the process may, even if this thread may not. */
void spread([[maybe_unused]] pthread_t worker) {
#if defined(__linux__) && !defined(__ANDROID__)
    processors all(getpid()), here(0);
    if (all.count() > 0 && memcmp(all.words, here.words, sizeof all.words) != 0)
        (void)pthread_setaffinity_np(worker, sizeof all.words, all.set());
#endif
}
#endif

/* One worker more; false if the system refuses.  pool.lock is held. */
bool start_worker() {
    pthread_attr_t attributes;
    if (!prepare() || pthread_attr_init(&attributes) != 0) return false;
    const signals_of_the_host blocked;
    stay_ordinary(&attributes);
    const bool started =
        pthread_attr_setstacksize(&attributes, stack_size) == 0 &&
        pthread_create(&pool.worker[pool.workers], &attributes, work, nullptr) == 0;
    pthread_attr_destroy(&attributes);
    if (started) spread(pool.worker[pool.workers++]);
    return started;
}

bool is_worker(pthread_t thread) {
    for (unsigned i = 0; i < pool.workers; i++)
        if (pthread_equal(pool.worker[i], thread)) return true;
    return false;
}

/* Offers the rows of j that are left, and wakes or starts workers for them as far as there are
 * places. */
void offer(job *j) {
    pthread_mutex_lock(&pool.lock);
    if (!pool.closed && has_place() && !is_worker(pthread_self())) {
        if (!j->listed) j->following = pool.jobs, pool.jobs = j, j->listed = true;
        const unsigned limit = pool.limit, busy = pool.callers + pool.helpers;
        const size_t grains = (j->n - j->next.load(std::memory_order_relaxed)) / j->grain;
        unsigned wanted = busy < limit ? limit - busy : 0;
        if (grains < wanted) wanted = (unsigned)grains;
        unsigned idle = pool.workers - pool.attached;
        for (; j->may_start && idle < wanted && pool.workers < limit - 1; idle++)
            if (!start_worker()) {
                j->may_start = false;
                break;
            }
        for (unsigned i = 0; i < wanted && i < idle; i++) pthread_cond_signal(&pool.work);
    }
    pthread_mutex_unlock(&pool.lock);
}

/* Takes j off the list and waits for its helpers; a thread that was cancelled while it waits would
 * leave them a dead stack. */
void withdraw(job *j) {
    const uncancelled meanwhile;
    pthread_mutex_lock(&pool.lock);
    for (job **at = &pool.jobs; *at; at = &(*at)->following)
        if (*at == j) {
            *at = j->following;
            break;
        }
    while (j->helpers > 0) pthread_cond_wait(&pool.done, &pool.lock);
    pthread_mutex_unlock(&pool.lock);
}

#if !defined(_WIN32) /* which ends workers with the process, and nothing of theirs before */
/* From when the library is loaded forks are prepared for.  At the end of the process, or of the
 * library in it, callers that still run go on alone. */
struct lifetime {
    lifetime() { pool.prepared = !pthread_atfork(before_fork, after_fork, in_forked_child); }
    ~lifetime() {
        pthread_mutex_lock(&pool.lock);
        pool.closed = true;
        pthread_cond_broadcast(&pool.work);
        const unsigned workers = pool.workers;
        pthread_mutex_unlock(&pool.lock);
        for (unsigned i = 0; i < workers; i++) pthread_join(pool.worker[i], nullptr);
    }
} of_the_library;
#endif

}  // namespace

unsigned threads() {
    unsigned n = pool.limit.load();
    if (n == 0) [[unlikely]] {
        const unsigned choice = first_limit();
        /* Another thread, or set_threads, may have been first: then its choice stands. */
        if (pool.limit.compare_exchange_strong(n, choice)) n = choice;
    }
    return n;
}

bool set_threads(unsigned n) {
    if (n > most_threads) return false;
    if (n == 0) n = cores() < most_threads ? cores() : most_threads;
    pool.limit.store(n);
    return true;
}

int run_rows(size_t n, size_t grain, rows_body body, const void *context) {
    /* Who works alone counts, as more may be allowed meanwhile; few rows are done before that
     * matters. */
    const bool alone = threads() == 1, few = n < 2 * grain;
    if (n == 0 || (alone && few)) return body(context, 0, n);
    pool.callers++;
    int all;
    if (alone || few) {
        all = body(context, 0, n);
    } else {
        job j = {.body = body, .context = context, .n = n, .grain = grain};
        size_t first, count;
        while (j.take(&first, &count, pool.limit)) {
            if (n - first - count >= grain && has_place()) offer(&j);
            j.run(first, count);
        }
        if (j.listed) withdraw(&j);
        all = j.all.load(std::memory_order_relaxed);
    }
    pool.callers--;
    return all;
}

void short_lock::lock() {
    while (taken.test_and_set(std::memory_order_acquire)) sched_yield();
}

}  // namespace ufsecp

#else

namespace ufsecp {

unsigned threads() { return 1; }
bool set_threads(unsigned n) { return n <= 1; }
int run_rows(size_t n, size_t, rows_body body, const void *context) { return body(context, 0, n); }
void short_lock::lock() {} /* a call has one thread */

}  // namespace ufsecp

#endif
