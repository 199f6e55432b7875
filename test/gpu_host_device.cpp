// The kernels of the host dialect behind device.h: each entry point, for every item, in a loop.
#include "gpu_host_device.h"

#include "gpu/dialect/host.h"
#include "rows64.h"
#include "gpu/kernel/loops.h"

#include <functional>
#include <map>
#include <stdio.h>
#include <stdlib.h>
#include <vector>

namespace host_device {
namespace {

using namespace ufsecp;
using namespace ufsecp::UF_TARGET;

using entry = void (*)(u8 *arena, u32 *table, const gpu_args &args, u32 index);
#define UF_TEST_ENTRY(name)                                      \
    [](u8 *arena, u32 *table, const gpu_args &args, u32 index) { \
        ufsecp_##name(arena, table, args, index);                \
    },
constexpr entry entries[] = {UF_GPU_KERNELS(UF_TEST_ENTRY)};

constexpr size_t work_group = 32;

struct loops final : device {
    explicit loops(const settings &s) : with(s) {
        api = "host";
        snprintf(name, sizeof name, "loops");
        snprintf(description, sizeof description, "the host dialect, item by item");
        most_rows = s.most_rows;
        least_rows = s.least_rows;
        piece_rows = s.piece_rows;
        least_products = s.least_products;
        least_signatures = s.least_signatures;
        is_cpu = true;
        memory_bytes = uint64_t(1) << 32;
    }
    ~loops() override {
        for (const auto &[handle, size] : buffers) free(reinterpret_cast<void *>(handle));
        for (u8 *area : areas) free(area);
    }

    bool allocate(gpu_buffer *buffer, size_t size) override {
        if (!works()) return false;
        if (size > with.memory - allocated || size == 0) return refuse(true, "out of memory");
        u8 *bytes = static_cast<u8 *>(aligned_alloc(256, (size + 255) / 256 * 256));
        memset(bytes, 0xa5, size);
        allocated += size;
        *buffer = {reinterpret_cast<uint64_t>(bytes), size};
        buffers[buffer->handle] = size;
        return true;
    }
    void release(gpu_buffer *buffer) override {
        for (const auto &q : queues)
            for (const work &w : q)
                if (w.arena == buffer->handle || w.table == buffer->handle)
                    broken = "released while it is in use";
        if (!buffers.erase(buffer->handle)) broken = "released twice, or what is none";
        allocated -= buffer->size;
        free(reinterpret_cast<void *>(buffer->handle));
        *buffer = {};
    }
    void *staging(unsigned q, size_t size) override {
        if (!works()) return nullptr;
        if (!queues[q].empty()) broken = "staging while work is queued";
        if (with.shares) broken = "staging of what is shared";
        /* It moves each time it grows. */
        if (size > area_sizes[q]) {
            free(areas[q]);
            areas[q] = static_cast<u8 *>(aligned_alloc(64, (size + 63) / 64 * 64));
            area_sizes[q] = size;
            memset(areas[q], 0x5a, size);
        }
        return areas[q];
    }
    void *shared(const gpu_buffer &buffer) override { return with.shares ? at(buffer) : nullptr; }
    bool upload(unsigned q, const gpu_buffer &to, size_t offset, const void *from,
                size_t size) override {
        if (!works() || !inside(to, offset, size)) return false;
        if (from == at(to) + offset) return true;
        /* At once, as it may overtake what is queued, and in its turn, as it may be late. */
        memcpy(at(to) + offset, from, size);
        return queue(q, to, {}, [=] { memcpy(at(to) + offset, from, size); });
    }
    bool download(unsigned q, void *to, const gpu_buffer &from, size_t offset,
                  size_t size) override {
        if (!works() || !inside(from, offset, size)) return false;
        if (to == at(from) + offset) return true;
        return queue(q, from, {}, [=] { memcpy(to, at(from) + offset, size); });
    }
    bool launch(unsigned q, gpu_kernel kernel, const gpu_buffer &arena, const gpu_buffer &table,
                const gpu_args &args, uint32_t items, uint32_t) override {
        if (!works() || !inside(arena, args.scratch, 32 * size_t(args.n)) || items == 0)
            return false;
        launches++;
        launched[kernel]++;
        return queue(q, arena, table, [=, this] {
            if (instead && instead(kernel, at(arena), args, items)) return;
            done[kernel] += rows_of(kernel, args, items);
            for (size_t i = 0; i < (items + work_group - 1) / work_group * work_group; i++)
                entries[kernel](at(arena), reinterpret_cast<u32 *>(at(table)), args,
                                static_cast<u32>(i));
        });
    }
    bool begin_turn(unsigned q) override { return turn = q, works(); }
    bool end_turn(unsigned q) override {
        if (turn != q) broken = "the end of another's turn";
        return turn = none, turns++, works();
    }
    bool wait(unsigned q) override {
        if (!works()) return false;
        waits++;
        for (const work &w : queues[q]) w.run();
        queues[q].clear();
        return true;
    }

private:
    const settings with;
    bool is_lost = false;
    static constexpr unsigned none = gpu_queues;
    unsigned turn = none; /* whose it is */
    std::map<uint64_t, size_t> buffers;
    struct work {
        uint64_t arena, table;
        std::function<void()> run;
    };
    std::vector<work> queues[gpu_queues];
    u8 *areas[gpu_queues] = {};
    size_t area_sizes[gpu_queues] = {};

    /* What so many items work on: rows, or the places of lists where an item has several of them.
     */
    static size_t rows_of(gpu_kernel kernel, const gpu_args &args, size_t items) {
        switch (kernel) {
        case gpu_field_inv:
        case gpu_scalar_inv: return args.n;
        case gpu_sum_scalars:
        case gpu_sum_place:
        case gpu_sum_heads:
        case gpu_sum_weigh: return args.length;
        default: return items;
        }
    }
    static u8 *at(const gpu_buffer &b) { return reinterpret_cast<u8 *>(b.handle); }
    bool refuse(bool for_memory, const char *why) {
        gpu_device::no_memory = for_memory;
        snprintf(error, sizeof error, "%s", why);
        return false;
    }
    /* Counts a call, and has it fail if it is its turn. */
    bool works() {
        if (is_lost) broken = "called after it was lost";
        if (calls++ != with.fail_at || with.fails == never) return true;
        is_lost = with.fails == lost;
        return refuse(with.fails == host_device::no_memory, is_lost ? "lost" : "out of memory");
    }
    bool inside(const gpu_buffer &b, size_t offset, size_t size) {
        const auto found = buffers.find(b.handle);
        if (found != buffers.end() && found->second == b.size && offset <= b.size &&
            size <= b.size - offset)
            return true;
        broken = "beyond a buffer";
        return refuse(false, "beyond a buffer");
    }
    bool queue(unsigned q, const gpu_buffer &arena, const gpu_buffer &table,
               std::function<void()> run) {
        queues[q].push_back({arena.handle, table.size ? table.handle : 0, std::move(run)});
        size_t busy = 0;
        for (const auto &q : queues) busy += !q.empty();
        most_in_flight = std::max(most_in_flight, busy);
        return true;
    }
};

}  // namespace

std::unique_ptr<device> make(const settings &s) { return std::make_unique<loops>(s); }

}  // namespace host_device
