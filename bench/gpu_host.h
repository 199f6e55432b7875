// What the host's part of a batch on a GPU costs: the calls on a device that does nothing.
#pragma once
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "bench/gpu_calls.h"
#include "bench/gpu_recorder.h"

namespace bench::gpu {

/* Takes whatever it is told; "pinned" memory is the host's own, its content, ones, what comes out:
 * good rows. */
class no_device final : public gpu_device {
public:
    no_device() {
        api = "none";
        std::snprintf(name, sizeof name, "nothing");
        memory_bytes = std::uint64_t{1} << 36;
        least_products = least_signatures = 1;
    }
    bool allocate(gpu_buffer *buffer, size_t size) override { return *buffer = {1, size}, true; }
    void release(gpu_buffer *buffer) override { *buffer = {}; }
    void *staging(unsigned lane, size_t size) override {
        if (staged_[lane].size() < size) staged_[lane].assign(size, 1);
        return staged_[lane].data();
    }
    bool upload(unsigned, const gpu_buffer &, size_t, const void *, size_t) override {
        return true;
    }
    /* Of what it copies the verdicts come first: without them the CPU does the work. */
    bool download(unsigned, void *to, const gpu_buffer &, size_t, size_t) override {
        std::memset(to, 1, std::exchange(rows_, 0));
        return true;
    }
    bool launch(unsigned, gpu_kernel, const gpu_buffer &, const gpu_buffer &, const gpu_args &args,
                uint32_t, uint32_t) override {
        if (rows_ == 0) rows_ = args.n;
        return ++launches, true;
    }
    bool wait(unsigned) override { return rows_ = 0, true; }

    std::size_t launches = 0;

private:
    std::uint32_t rows_ = 0; /* of the chunk that is being launched, from its first kernel on */
    bytes staged_[ufsecp::gpu_queues];
};

/* Prints for each call: rows gathered for the device and handed out again, by one thread; and what
 * a call for one row costs, launches and all. */
inline int host_side(std::size_t rows) {
    no_device device;
    gpu_device *const list = &device;
    if (!ufsecp::gpu_make_engine("none:0", &list, 1, ufsecp::current_engine())) return 2;
    inputs in(rows);
    std::printf(
        "The host's part alone, by one thread, on a device that does nothing: %zu rows, the median "
        "of 9\n"
        "%-20s %9s %10s %9s %7s %12s %9s\n",
        rows, "call", "launches", "ns a row", "M rows/s", "GB/s", "a row alone", "launches");
    bytes out, ok;
    for (const batch_op &op : batch_ops) {
        out.assign(op.out_size * rows, 0), ok.assign(rows, 0);
        op.call(in, out.data(), ok.data(), 0, rows);  // makes rows
        ufsecp_engine_select("none:0");
        double median[2];
        std::size_t launches[2];
        for (const bool alone : {false, true}) {
            const std::size_t n = alone ? 1 : rows;
            std::vector<double> ns;
            for (int pass = -1; pass < 9; pass++) {  // the first takes memory
                device.launches = 0;
                const auto start = std::chrono::steady_clock::now();
                op.call(in, out.data(), ok.data(), 0, n);
                const std::chrono::duration<double, std::nano> took =
                    std::chrono::steady_clock::now() - start;
                if (pass >= 0) ns.push_back(took.count());
            }
            std::sort(ns.begin(), ns.end());
            median[alone] = ns[4], launches[alone] = device.launches;
        }
        ufsecp_engine_select("auto");
        const double a_row = median[0] / (double)rows,
                     size = (double)(op.in_size + op.out_size + 1);
        std::printf("%-20s %9zu %10.2f %9.1f %7.2f %9.2f us %9zu\n", op.name, launches[0], a_row,
                    1e3 / a_row, size / a_row, median[1] / 1e3, launches[1]);
    }
    return 0;
}

}  // namespace bench::gpu
