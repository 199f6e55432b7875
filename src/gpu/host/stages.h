// Operations on rows as lists of kernels, done in chunks by devices that work side by side; what
// they cannot finish an engine of the CPU does.
#pragma once
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <initializer_list>
#include <mutex>

#include "base/chunk.h"
#include "base/uncancelled.h"
#include "engine/engine.h"
#include "gpu/host/device.h"

namespace ufsecp {

/* No more devices share a batch, and no call has more inputs. */
constexpr unsigned gpu_most_devices = 8, gpu_most_inputs = 3;

/* How many of m rows share an inversion. It costs as much as some hundred products, and takes as
 * long as there are few of them: the more rows there are, the more share one.  To be measured. */
inline uint32_t gpu_share_of(size_t m) {
    return (uint32_t)std::clamp(m / 16384, size_t{1}, size_t{32});
}

/* An array of `size` bytes for each row, stride bytes apart; one for all rows if stride is 0. */
struct gpu_input {
    const uint8_t *bytes;
    size_t size, stride;
};

/* A call of an operation; out and ok may be NULL. */
struct gpu_call {
    const struct gpu_operation *operation;
    gpu_input in[gpu_most_inputs];
    uint8_t *out = nullptr, *ok = nullptr;
    unsigned flags = 0;
    const void *context = nullptr; /* of done and cpu */
    unsigned repeats = 0;          /* of the operation's steps `again` */
    /* Told of each chunk in turn, m rows from `first` on; output j of row i is at
     * out + (j m + i) out_size. */
    void (*done)(const void *context, size_t first, size_t m, const uint8_t *ok,
                 const uint8_t *out) = nullptr;
};

/* What is done with a chunk: the inputs are uploaded to where the kernels look for them (places),
 * the steps are launched, verdicts and outputs are downloaded.  `again` is launched call.repeats
 * times, each with the next point at args.extra, and makes an output more of each row.  cpu does
 * the same for m rows of which `first` is the first; the pointers of its call are theirs. */
struct gpu_operation {
    uint32_t gpu_args::*places[gpu_most_inputs];
    size_t out_size = 0; /* of an output */
    bool takes_table = false;
    std::initializer_list<gpu_kernel> steps = {}, again = {};
    int (*cpu)(const engine &e, const gpu_call &call, size_t first, size_t m) = nullptr;
    /* The points that a row adds to the sum of its chunk (sums.h), which goes out instead of
     * outputs; 0 if there is none.  Steps make so many points of each row, and verdicts as many;
     * cpu is NULL, and only do_rows takes it. */
    unsigned sums = 0;
    /* Its chunks have so many times the rows: a sum ends in a chain of small launches. */
    size_t larger() const { return sums ? 4 : 1; }
};

/* Devices of one interface that share the rows of each call: chunks go round, three in flight on
 * each.  The host copies a chunk to pinned memory while others are computed.  Whatever is allocated
 * stays for the next call.
 *
 * A call holds the lock: others wait, as they would for the device.  Memory that runs out makes
 * chunks smaller, down to the least that a device wants; any other failure is final. */
class gpu_devices {
public:
    static constexpr size_t name_size = 32;

    /* count <= gpu_most_devices open devices; cpu: who takes over.  No call is running. */
    void assign(gpu_device *const *devices, unsigned count, const char *name, const engine *cpu);

    /* Does n rows; 1 if all are good.  Thread-safe. */
    int run(const gpu_call &call, size_t n);
    /* Does rows from the first on and returns how many, fewer than n only after a failure; *all = 0
     * if one of them is bad.  Thread-safe. */
    size_t do_rows(const gpu_call &call, size_t n, int *all);
    /* From so many on every device wants the sum. */
    size_t least_products = 0, least_signatures = 0;

    const char *name() const { return name_; }
    const engine &cpu() const { return *cpu_; }
    /* The first failure, for the rest of the process; NULL if there was none.  Thread-safe. */
    const char *note() const { return note_.load(std::memory_order_acquire); }

private:
    /* The generator's multiples on a device, in windows of so many bits. */
    struct multiples {
        gpu_buffer memory;
        unsigned window;
    };
    /* A queue of a device, and the chunk that is in flight on it. */
    struct slot {
        gpu_device *device;
        unsigned queue;
        gpu_buffer arena;
        multiples *table;
        const uint8_t *ok, *out; /* in staging, or in a shared arena */
        size_t rows;
    };

    std::mutex lock_;
    char name_[name_size] = {}, text_[384] = {};
    std::atomic<const char *> note_{nullptr};
    const engine *cpu_ = nullptr;
    unsigned n_slots_ = 0;
    slot slots_[gpu_most_devices * gpu_queues] = {}; /* queue 0 of each device, then 1 ... */
    multiples tables_[gpu_most_devices] = {};
    size_t most_rows_ = 0, least_rows_ = 0; /* of a chunk */
    size_t room_rows_ = 0;                  /* there was memory for so many, or it may be tried */
    gpu_device *failed_ = nullptr;
    bool lost_ = false;

    size_t by_devices(const gpu_call &call, size_t n, int *all);
    bool pass(const gpu_call &call, size_t n, size_t chunk, size_t *done, int *all);
    size_t chunk_rows(const gpu_call &call, size_t n) const;
    bool begin(slot *s, const gpu_call &call, size_t first, size_t m);
    bool launch(slot *s, std::initializer_list<gpu_kernel> steps, const gpu_args &args,
                size_t rows);
    bool launch_sum(slot *s, unsigned points, gpu_args args, size_t m);
    bool finish(slot *s, const gpu_call &call, size_t first, int *all);
    bool make_table(slot *s);
    bool check(slot *s, bool worked);
};

/* A lock that a thread holds while it calls drivers, which have cancellation points. */
class driver_lock {
public:
    explicit driver_lock(std::mutex &lock) : hold_(lock) {}

private:
    uncancelled meanwhile_;
    std::lock_guard<std::mutex> hold_;
};

/* Why this process uses no GPUs: it is a fork of the one that first called this.  Else NULL.
 * Drivers do not outlive a fork, and their threads, or a lock's owner, are not in the child. */
inline const char *gpu_forked() {
    static std::atomic<int> first{0};
    static constexpr char why[] = "GPUs do not outlive a fork: the CPU does this process's work";
    const int self = getpid();
    int found = 0;
    return first.compare_exchange_strong(found, self) || found == self ? nullptr : why;
}

/* The 16 words of a point as kernels read them, little-endian. */
void gpu_put_point(uint8_t to[64], const uint64_t x[4], const uint64_t y[4]);

/* An engine that computes on these devices and, where they fail, on cpu; its other functions are
 * cpu's. If there is one of that name its devices are replaced.  NULL if there are too many. */
const engine *gpu_make_engine(const char *name, gpu_device *const *devices, unsigned count,
                              const engine &cpu);

}  // namespace ufsecp
