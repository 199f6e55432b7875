// A device that remembers what the engine told it, and does it again.
#pragma once
#include <cstdint>
#include <cstring>
#include <vector>

#include "gpu/host/stages.h"

namespace bench::gpu {

using ufsecp::gpu_args, ufsecp::gpu_buffer, ufsecp::gpu_device, ufsecp::gpu_kernel;

#define UF_GPU_NAME(name) #name,
constexpr const char *kernel_names[] = {UF_GPU_KERNELS(UF_GPU_NAME)};
#undef UF_GPU_NAME

/* The device that the engine is given: hands everything on, and while `recording` keeps what it was
 * told, to be done again without the host's part. */
class recorder final : public gpu_device {
public:
    struct launched {
        unsigned lane;
        gpu_kernel kernel;
        gpu_buffer arena, table;
        gpu_args args;
        std::uint32_t items;
    };
    struct copied {
        bool up;
        unsigned lane;
        gpu_buffer buffer;
        std::size_t offset, size;
        void *host;
    };
    bool recording = false;
    std::vector<launched> launches;
    std::vector<copied> copies;
    std::size_t table_bytes = 0;  // of the last table that a kernel was given

    recorder(gpu_device &to, std::uint32_t group) : to_(to), group_(group) {
        api = to.api;
        std::memcpy(name, to.name, sizeof name);
        std::memcpy(description, to.description, sizeof description);
        memory_bytes = to.memory_bytes;
        largest_buffer = to.largest_buffer;
        is_cpu = to.is_cpu;
        most_rows = to.most_rows;
        least_rows = to.least_rows;
        piece_rows = to.piece_rows;
        least_products = least_signatures = 1;  // from where on sums pay is to be seen
    }
    void clear() { launches.clear(), copies.clear(); }

    bool allocate(gpu_buffer *buffer, size_t size) override {
        return said(to_.allocate(buffer, size));
    }
    void release(gpu_buffer *buffer) override { to_.release(buffer); }
    void *staging(unsigned lane, size_t size) override {
        void *const memory = to_.staging(lane, size);
        return said(memory != nullptr) ? memory : nullptr;
    }
    void *shared(const gpu_buffer &buffer) override { return to_.shared(buffer); }
    bool upload(unsigned lane, const gpu_buffer &to, size_t offset, const void *from,
                size_t size) override {
        record({true, lane, to, offset, size, const_cast<void *>(from)});
        return said(to_.upload(lane, to, offset, from, size));
    }
    bool download(unsigned lane, void *to, const gpu_buffer &from, size_t offset,
                  size_t size) override {
        record({false, lane, from, offset, size, to});
        return said(to_.download(lane, to, from, offset, size));
    }
    bool launch(unsigned lane, gpu_kernel kernel, const gpu_buffer &arena, const gpu_buffer &table,
                const gpu_args &args, uint32_t items, uint32_t group) override {
        if (recording) launches.push_back({lane, kernel, arena, table, args, items});
        if (table.size) table_bytes = table.size;
        return said(to_.launch(lane, kernel, arena, table, args, items, group ? group : group_));
    }
    bool begin_turn(unsigned lane) override { return said(to_.begin_turn(lane)); }
    bool end_turn(unsigned lane) override { return said(to_.end_turn(lane)); }
    bool wait(unsigned lane) override { return said(to_.wait(lane)); }

    /* What was recorded, `times` times, on the data that lie there; only the launches of one kernel
     * if it is not gpu_kernel_count. */
    bool launch_again(std::size_t times, gpu_kernel only = ufsecp::gpu_kernel_count) {
        bool good = true;
        while (times-- && good)
            for (const launched &l : launches)
                if (only == ufsecp::gpu_kernel_count || l.kernel == only)
                    good = good && launch(l.lane, l.kernel, l.arena, l.table, l.args, l.items, 0);
        return good && wait_all();
    }
    bool copy_again(std::size_t times) {
        bool good = true;
        while (times-- && good)
            for (const copied &c : copies)
                good = good && (c.up ? upload(c.lane, c.buffer, c.offset, c.host, c.size)
                                     : download(c.lane, c.host, c.buffer, c.offset, c.size));
        return good && wait_all();
    }

private:
    gpu_device &to_;
    std::uint32_t group_;

    bool wait_all() {
        bool good = true;
        for (unsigned lane = 0; lane < ufsecp::gpu_queues; lane++) good &= wait(lane);
        return good;
    }

    /* A copy from and to the same place of shared memory is none. */
    void record(const copied &c) {
        std::uint8_t *const shared = static_cast<std::uint8_t *>(to_.shared(c.buffer));
        if (recording && !(shared && c.host == shared + c.offset)) copies.push_back(c);
    }
    bool said(bool worked) {
        if (!worked) {
            std::memcpy(error, to_.error, sizeof error);
            no_memory = to_.no_memory;
        }
        return worked;
    }
};

}  // namespace bench::gpu
