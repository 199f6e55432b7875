// A GPU that is none: device.h over the kernels of the host dialect. What is queued on a lane is done when somebody waits for it, on memory
// of the exact size, so that what a real device would get wrong goes wrong here; any call can be made to fail.
#pragma once
#include <memory>
#include <string>

#include "gpu/host/device.h"

namespace host_device {

/* How the call number fail_at (from 0; allocate, staging, upload, download, launch and wait count) goes wrong. */
enum failure { never, lost, no_memory };

struct settings {
    size_t most_rows = 16, least_rows = 4;
    failure fails = never;
    size_t fail_at = 0;
    size_t memory = SIZE_MAX; /* bytes on the device: allocate fails beyond them */
};

struct device : ufsecp::gpu_device {
    size_t calls = 0, launches = 0, waits = 0;
    size_t most_in_flight = 0;    /* lanes with work queued, at most */
    size_t allocated = 0;         /* bytes now */
    std::string broken;           /* what a caller may not do and did; "" if nothing */
    virtual ~device() = default;
};
std::unique_ptr<device> make(const settings &s);

}  // namespace host_device
