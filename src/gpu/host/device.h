// What a GPU backend must offer: memory, and queues of work on it.
#pragma once
#include <stddef.h>
#include <stdint.h>

#include "gpu/kernel/args.h"

namespace ufsecp {

/* The kernels by number, in the order of the list: gpu_field_add ... */
#define UF_GPU_ID(name) gpu_##name,
enum gpu_kernel : unsigned { UF_GPU_KERNELS(UF_GPU_ID) gpu_kernel_count };
#undef UF_GPU_ID

/* Memory on the device; handle is what its backend knows it by (0: none). */
struct gpu_buffer {
    uint64_t handle = 0;
    size_t size = 0;
};

/* Chunks in flight: the chunks of two queues end at about the same time, as their kernels take
 * turns, and the third is filled meanwhile. */
constexpr unsigned gpu_queues = 3;

/* A device that was opened; an engine's stay open.  Calls come from one thread at a time
 * (stages.cpp holds a lock), but not always from the same one: a backend that has a current context
 * sets it in each.  Those that return bool or a pointer return false or NULL on failure, with a
 * short reason in `error` (no full stop, no newline); `no_memory` says that a smaller request might
 * succeed. After a failure of anything but memory stages.cpp calls nothing any more.
 *
 * upload, launch and download only queue work, launches and downloads in the order of their queue.
 * What they read and write on the host stays in place until wait(queue).  Queues know nothing of
 * each other but their turns. */
struct gpu_device {
    const char *api = "";       /* "cuda", "opencl", "metal" */
    char name[128] = {};        /* as the driver gives it */
    char description[512] = {}; /* vendor, driver, memory, units, clock: one line for people */
    uint64_t memory_bytes = 0;  /* of the device; every backend fills it in */
    uint64_t largest_buffer = UINT64_MAX; /* that one allocation may have, if there is a limit */
    bool is_cpu = false;                  /* its memory and caches are the host's (PoCL) */
    /* Rows of a chunk: with the most a queue is busy for some ms, with fewer than the least it is
     * not worth its launches.  To be measured. */
    size_t most_rows = size_t{1} << 18, least_rows = 256;
    /* Rows that are gathered and copied at a time, a multiple of 64: on an H200 so many are better
     * than half or a quarter. */
    size_t piece_rows = size_t{1} << 17;
    /* From so many products on a sum is worth its launches: a guess.  From so many signatures on
     * one sum costs no more than one by one: so on an H200 and an H100. */
    size_t least_products = size_t{1} << 10, least_signatures = size_t{1} << 16;
    uint32_t most_items = 1024; /* of a work group */
    /* For benchmarks, set before the first launch: their kernels are wanted too; "-DNAME=VALUE", a
     * choice of the kernels' made otherwise (not where they came compiled with the library). */
    bool loops = false;
    char define[64] = {};
    char error[256] = {};
    bool no_memory = false;

    /* size bytes on the device, at least 256-aligned, of any content.  buffer was none, and is if
     * this fails. */
    virtual bool allocate(gpu_buffer *buffer, size_t size) = 0;
    /* buffer is then none; nothing is in flight that uses it. */
    virtual void release(gpu_buffer *buffer) = 0;
    /* size bytes or more of pinned host memory, the queue's own, 64-aligned; a larger request may
     * move it and lose its content.  Nothing is in flight on the queue. */
    virtual void *staging(unsigned q, size_t size) = 0;
    /* The buffer's own bytes, where host and device share their memory; else NULL.  They stand for
     * staging then: uploads and downloads from and to the same place copy nothing. */
    virtual void *shared(const gpu_buffer &) { return nullptr; }

    /* What is queued after it finds the bytes; what was queued ahead of it may still run then. */
    virtual bool upload(unsigned q, const gpu_buffer &to, size_t offset, const void *from,
                        size_t size) = 0;
    virtual bool download(unsigned q, void *to, const gpu_buffer &from, size_t offset,
                          size_t size) = 0;
    /* The first launch compiles the kernels, which may take a while and may fail.
     * items of the kernel (rounded up to whole groups: entries ignore what is beyond args.n),
     * `group` of them in a work group, or as the backend likes best if that is 0.  The table is
     * none for kernels that do not read it. */
    virtual bool launch(unsigned q, gpu_kernel kernel, const gpu_buffer &arena,
                        const gpu_buffer &table, const gpu_args &args, uint32_t items,
                        uint32_t group) = 0;
    /* What is queued on the queue between the two is done in turns: it begins when that of the turn
     * before is done, on whichever queue.  It saves time only: a backend may leave it out. */
    virtual bool begin_turn(unsigned) { return true; }
    virtual bool end_turn(unsigned) { return true; }
    /* All that is queued on the queue is done, and what it wrote to the host is there. */
    virtual bool wait(unsigned q) = 0;
    /* Only of what is not used after all. */
    virtual ~gpu_device() = default;
};

/* Device `index` of that interface, for which kernels are there or a compiler is; NULL with a
 * reason of less than size bytes where there is none.  The memory is the process's. */
gpu_device *gpu_open_cuda(int index, char *why, size_t size);
gpu_device *gpu_open_opencl(int index, char *why, size_t size);
gpu_device *gpu_open_metal(int index, char *why, size_t size); /* Apple only */

}  // namespace ufsecp
