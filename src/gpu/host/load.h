// What the backends share: drivers are found at run time, as the library is linked to none, and
// failures get their words.
#pragma once
#include <dlfcn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <initializer_list>
#include <memory>
#include <new>

#include "gpu/host/device.h"

namespace ufsecp {

/* The kernels as one text for each interface, written by tools/flatten_kernels.py, and their names
 * in it, by number. */
extern const char gpu_text_cuda[], gpu_text_opencl[], gpu_text_metal[];
#define UF_GPU_NAME(name) "ufsecp_" #name,
constexpr const char *gpu_names[] = {UF_GPU_KERNELS(UF_GPU_NAME)};
#undef UF_GPU_NAME

struct gpu_backend : gpu_device {
    /* Sets error and no_memory; returns false. */
    [[gnu::format(printf, 3, 4)]] bool fail(bool memory, const char *format, ...) {
        va_list arguments;
        va_start(arguments, format);
        vsnprintf(error, sizeof error, format, arguments);
        va_end(arguments);
        for (char *c = error; *c; c++)
            if (*c == '\n') *c = ' ';
        no_memory = memory;
        return false;
    }

    /* The first library of these that can be opened; NULL if none can. */
    static void *library(std::initializer_list<const char *> names) {
        for (const char *name : names) {
#ifdef __APPLE__
            if (!strchr(name, '/')) continue; /* it would be looked for in the current folder too */
#endif
            if (void *found = dlopen(name, RTLD_NOW | RTLD_LOCAL)) return found;
        }
        return nullptr;
    }

    /* The function of that name in the library. */
    template <class function>
    bool find(void *in, const char *which, function *f) {
        *f = reinterpret_cast<function>(dlsym(in, which));
        return *f || fail(false, "the driver or the compiler is too old: it has no %s", which);
    }
};

/* A device of that type, if its open(index) can open it; else NULL and the reason. */
template <class backend>
static inline gpu_device *gpu_open(int index, char *why, size_t size) {
    std::unique_ptr<backend> device(new (std::nothrow) backend);
    if (device && device->open(index)) return device.release();
    snprintf(why, size, "%s", device ? device->error : "out of memory");
    return nullptr;
}

}  // namespace ufsecp
