// A device of Metal on any CPU, for metal.mm to run on without Apple: what goes wrong on demand,
// and what a caller did that Metal forbids.
#pragma once
#include <stddef.h>

#include <string>

namespace metal_runtime {

enum class call {
    none,
    queue,
    library,
    function,
    pipeline,
    buffer,
    command_buffer,
    encoder,
    execution,
    execution_memory
};

/* The call number `at` of its kind, counted from 0 from now on, fails as Metal's do: nil, or an
 * error. */
void fail(call kind, size_t at);
/* Whether it has. */
bool failed();
/* What a caller may not do and did, since this was asked last; "" if nothing. */
std::string forbidden();
/* Objects that live. */
size_t objects();
/* Command buffers that were handed to the device and are not done. */
size_t in_flight();

}  // namespace metal_runtime
