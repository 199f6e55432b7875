// A GPU that is none: device.h over the kernels of the host dialect. What is queued on a queue is
// done when somebody waits for it, on memory of the exact size, so that what a real device would
// get wrong goes wrong here; any call can be made to fail.
#pragma once
#include <stdlib.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "gpu/host/stages.h"

namespace host_device {

/* How the call number fail_at (from 0; allocate, staging, upload, download, launch, wait and turns
 * count) goes wrong. */
enum failure { never, lost, no_memory };

struct settings {
    size_t most_rows = 16, least_rows = 4, piece_rows = 64;
    failure fails = never;
    size_t fail_at = 0;
    size_t memory = SIZE_MAX; /* bytes on the device: allocate fails beyond them */
    size_t least_products = 1, least_signatures = 1;
    bool shares = false; /* its memory with the host */
};

struct device : ufsecp::gpu_device {
    size_t calls = 0, launches = 0, waits = 0, turns = 0;
    size_t launched[ufsecp::gpu_kernel_count] = {}; /* of each kernel */
    size_t done[ufsecp::gpu_kernel_count] = {};     /* rows, or places of lists, by its text */
    /* Does what a launch would, if it returns true. */
    std::function<bool(ufsecp::gpu_kernel kernel, uint8_t *arena, const ufsecp::gpu_args &args,
                       uint32_t items)>
        instead;
    size_t most_in_flight = 0; /* queues with work queued, at most */
    size_t allocated = 0;      /* bytes now */
    std::string broken;        /* what a caller may not do and did; "" if nothing */
    virtual ~device() = default;
};
std::unique_ptr<device> make(const settings &s);

/* An engine on devices of its own; the one made last is the one that has the name. */
struct on_devices {
    std::vector<std::unique_ptr<device>> devices;
    const ufsecp::engine *e;

    explicit on_devices(const std::vector<settings> &all, const char *name = "test_gpu") {
        setenv("UFSECP_GPU_WINDOW_BITS", "4", 1);
        std::vector<ufsecp::gpu_device *> list;
        for (const settings &s : all) {
            devices.push_back(make(s));
            list.push_back(devices.back().get());
        }
        e = ufsecp::gpu_make_engine(name, list.data(), static_cast<unsigned>(list.size()),
                                    ufsecp::current_engine());
    }
    const char *note() const { return ufsecp::gpu_engine_note(*e); }
    std::string broken() const {
        std::string r;
        for (const auto &d : devices) r += d->broken;
        return r;
    }
};

}  // namespace host_device
