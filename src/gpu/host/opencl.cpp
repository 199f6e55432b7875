// Devices of any vendor through OpenCL 1.2: its loader is opened at run time, the kernels are
// compiled from text by the device's driver, when they are first needed.
#ifdef UF_HAVE_OPENCL
#include <algorithm>

#include "gpu/host/load.h"

#define CL_TARGET_OPENCL_VERSION 120
#ifdef __APPLE__
#define CL_SILENCE_DEPRECATION
#include <OpenCL/cl.h>
#else
#include <CL/cl.h>
#endif

namespace ufsecp {
namespace {

// clang-format off
#define UF_OPENCL(X)                                                                       \
    X(clGetPlatformIDs) X(clGetDeviceIDs) X(clGetDeviceInfo) X(clCreateContext)            \
    X(clReleaseContext) X(clCreateCommandQueue) X(clReleaseCommandQueue) X(clCreateBuffer) \
    X(clReleaseMemObject) X(clCreateProgramWithSource) X(clBuildProgram)                   \
    X(clGetProgramBuildInfo) X(clReleaseProgram) X(clCreateKernel) X(clSetKernelArg)       \
    X(clGetKernelWorkGroupInfo) X(clEnqueueNDRangeKernel) X(clEnqueueWriteBuffer)          \
    X(clEnqueueReadBuffer) X(clEnqueueMapBuffer) X(clEnqueueUnmapMemObject)                \
    X(clEnqueueMigrateMemObjects) X(clEnqueueMarkerWithWaitList)                           \
    X(clEnqueueBarrierWithWaitList) X(clReleaseEvent) X(clFlush) X(clFinish)               \
    X(clWaitForEvents)
// clang-format on
#define UF_MEMBER(name) decltype(&::name) name = nullptr;
#define UF_FIND(name) &&find(from, #name, &name)
#define UF_CALL(function, ...) check(function(__VA_ARGS__), #function)
/* Queues a command, whose event is kept until wait(q). */
#define UF_QUEUE(q, what, function, ...)       \
    ((n_events[q] < most_events || wait(q)) && \
     check(function(__VA_ARGS__, &events[q][n_events[q]]), what) && ++n_events[q])

struct opencl_device final : gpu_backend {
    UF_OPENCL(UF_MEMBER)
    cl_device_id device = nullptr;
    cl_context context = nullptr;
    cl_program program = nullptr;
    /* Of a queue: those of its kernels and of its uploads. */
    cl_command_queue queues[gpu_queues] = {}, uploads[gpu_queues] = {};
    cl_event turn = nullptr; /* the end of the last */
    /* Of a queue: those of its commands and uploads since it was waited for. */
    static constexpr unsigned most_events = 64;
    cl_event events[gpu_queues][most_events];
    unsigned n_events[gpu_queues] = {};
    cl_kernel kernels[gpu_kernel_count] = {};
    size_t most_in_group[gpu_kernel_count] = {}; /* in a work group, of a kernel that was made */
    cl_mem pinned[gpu_queues] = {};
    void *mapped[gpu_queues] = {};
    size_t pinned_bytes[gpu_queues] = {};

    /* Of what could not be opened in full. */
    ~opencl_device() {
        for (unsigned q = 0; q < gpu_queues; q++)
            for (cl_command_queue queue : {queues[q], uploads[q]})
                if (queue) clReleaseCommandQueue(queue);
        if (program) clReleaseProgram(program);
        if (context) clReleaseContext(context);
    }

    bool check(cl_int code, const char *what) {
        if (code == CL_SUCCESS) return true;
        const bool memory = code == CL_MEM_OBJECT_ALLOCATION_FAILURE ||
                            code == CL_INVALID_BUFFER_SIZE || code == CL_OUT_OF_HOST_MEMORY;
        return fail(memory, "%s: OpenCL error %d%s", what, (int)code, memory ? " (memory)" : "");
    }

    template <class value>
    value info(cl_device_info which) const {
        value v = {};
        clGetDeviceInfo(device, which, sizeof v, &v, nullptr);
        return v;
    }
    void text(cl_device_info which, char *to, size_t size) const {
        if (clGetDeviceInfo(device, which, size, to, nullptr) != CL_SUCCESS) to[0] = 0;
        to[size - 1] = 0;
    }

    bool allocate(gpu_buffer *buffer, size_t size) override {
        cl_int code = CL_SUCCESS;
        const cl_mem memory = clCreateBuffer(context, CL_MEM_READ_WRITE, size, nullptr, &code);
        *buffer = {};
        if (!check(code, "clCreateBuffer")) return no_memory = true, false;
        /* Drivers put off taking the memory until it is used, which is here. */
        cl_event there = nullptr;
        const bool good = UF_CALL(clEnqueueMigrateMemObjects, queues[0], 1, &memory,
                                  CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED, 0, nullptr, &there) &&
                          UF_CALL(clWaitForEvents, 1, &there);
        if (there) clReleaseEvent(there);
        if (good) *buffer = {reinterpret_cast<uintptr_t>(memory), size};
        else clReleaseMemObject(memory);
        /* Whatever they call it: kernels that crash have the same names. */
        return good || (no_memory = true, false);
    }

    static cl_mem memory_of(const gpu_buffer &b) { return (cl_mem)(uintptr_t)b.handle; }

    void release(gpu_buffer *buffer) override {
        if (buffer->handle) clReleaseMemObject(memory_of(*buffer));
        *buffer = {};
    }

    /* Host memory that the driver allocated is what it copies from without a copy in between. */
    void *staging(unsigned q, size_t size) override {
        if (size <= pinned_bytes[q]) return mapped[q];
        if (mapped[q])
            clEnqueueUnmapMemObject(queues[q], pinned[q], mapped[q], 0, nullptr, nullptr);
        if (pinned[q]) clReleaseMemObject(pinned[q]);
        mapped[q] = nullptr, pinned_bytes[q] = 0;
        cl_int code = CL_SUCCESS;
        pinned[q] = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR, size,
                                   nullptr, &code);
        if (code == CL_SUCCESS)
            mapped[q] =
                clEnqueueMapBuffer(queues[q], pinned[q], CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0,
                                   size, 0, nullptr, nullptr, &code);
        if (!check(code, "staging")) return no_memory = true, mapped[q] = nullptr;
        pinned_bytes[q] = size;
        return mapped[q];
    }

    bool upload(unsigned q, const gpu_buffer &to, size_t offset, const void *from,
                size_t size) override {
        return UF_QUEUE(q, "clEnqueueWriteBuffer", clEnqueueWriteBuffer, uploads[q], memory_of(to),
                        CL_FALSE, offset, size, from, 0, nullptr) &&
               UF_CALL(clFlush, uploads[q]) && follow(q, events[q][n_events[q] - 1]);
    }

    /* The last call for a chunk: what is queued starts. */
    bool download(unsigned q, void *to, const gpu_buffer &from, size_t offset,
                  size_t size) override {
        return UF_QUEUE(q, "clEnqueueReadBuffer", clEnqueueReadBuffer, queues[q], memory_of(from),
                        CL_FALSE, offset, size, to, 0, nullptr) &&
               UF_CALL(clFlush, queues[q]);
    }

    bool launch(unsigned q, gpu_kernel kernel, const gpu_buffer &arena, const gpu_buffer &table,
                const gpu_args &args, uint32_t items, uint32_t group) override {
        if (items == 0) return true;
        if (!program && !build()) return false;
        cl_kernel &k = kernels[kernel];
        size_t &most = most_in_group[kernel];
        cl_int code = CL_SUCCESS;
        if (!k) k = clCreateKernel(program, gpu_names[kernel], &code);
        if (code == CL_SUCCESS && most == 0)
            code = clGetKernelWorkGroupInfo(k, device, CL_KERNEL_WORK_GROUP_SIZE, sizeof most,
                                            &most, nullptr);
        if (code == CL_SUCCESS && most == 0) code = CL_OUT_OF_RESOURCES;
        const size_t usual = is_cpu ? 16 : 128;
        const size_t in_group = group ? group : std::clamp(most, size_t{1}, usual);
        const cl_mem memories[] = {memory_of(arena), memory_of(table)};
        for (cl_uint i = 0; i < 2 && code == CL_SUCCESS; i++)
            code = clSetKernelArg(k, i, sizeof memories[i], &memories[i]);
        if (code == CL_SUCCESS) code = clSetKernelArg(k, 2, sizeof args, &args);
        const size_t all = (items + in_group - 1) / in_group * in_group;
        return check(code, gpu_names[kernel]) &&
               UF_QUEUE(q, gpu_names[kernel], clEnqueueNDRangeKernel, queues[q], k, 1, nullptr,
                        &all, &in_group, 0, nullptr);
    }

    /* What is queued from here on waits for it. */
    bool follow(unsigned q, cl_event event) {
        return UF_QUEUE(q, "clEnqueueBarrierWithWaitList", clEnqueueBarrierWithWaitList, queues[q],
                        1, &event) &&
               UF_CALL(clFlush, queues[q]);
    }

    bool begin_turn(unsigned q) override { return !turn || follow(q, turn); }

    bool end_turn(unsigned q) override {
        if (turn) clReleaseEvent(turn);
        turn = nullptr;
        return UF_CALL(clEnqueueMarkerWithWaitList, queues[q], 0, nullptr, &turn);
    }

    /* A command that the driver took and that ends badly is told of by its event alone. */
    bool wait(unsigned q) override {
        unsigned &n = n_events[q];
        const bool good =
            UF_CALL(clFinish, queues[q]) && (n == 0 || UF_CALL(clWaitForEvents, n, events[q]));
        while (n > 0) clReleaseEvent(events[q][--n]);
        return good;
    }

    /* Finds the device of that index: first those of all platforms that are no CPUs, then CPUs. */
    bool find_device(int index) {
        cl_platform_id platforms[16];
        cl_uint n_platforms = 0;
        clGetPlatformIDs(16, platforms, &n_platforms);
        int count = 0;
        for (const bool cpus : {false, true})
            for (cl_uint i = 0; i < n_platforms && i < 16; i++) {
                cl_device_id devices[64];
                cl_uint n = 0;
                clGetDeviceIDs(platforms[i], CL_DEVICE_TYPE_ALL, 64, devices, &n);
                for (cl_uint at = 0; at < n && at < 64; at++) {
                    device = devices[at];
                    is_cpu = info<cl_device_type>(CL_DEVICE_TYPE) & CL_DEVICE_TYPE_CPU;
                    if (is_cpu == cpus && count++ == index) return true;
                }
            }
        return fail(false, "no OpenCL device %d: there are %d", index, count);
    }

    /* Compiles the kernels; what the compiler says is the error. */
    bool build() {
        cl_int code = CL_SUCCESS;
        const char *source = gpu_text_opencl;
        program = clCreateProgramWithSource(context, 1, &source, nullptr, &code);
        if (!check(code, "clCreateProgramWithSource")) return false;
        char options[128];
        snprintf(options, sizeof options, "-cl-std=CL1.2 -DUF_LOOPS=%d%s %s", loops,
                 is_cpu ? " -DUF_CPU" : "", define);
        if (clBuildProgram(program, 1, &device, options, nullptr, nullptr) == CL_SUCCESS)
            return true;
        size_t size = 0;
        clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, 0, nullptr, &size);
        std::unique_ptr<char[]> log(new (std::nothrow) char[size + 1]());
        if (log)
            clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, size, log.get(), nullptr);
        return fail(false, "the kernels do not compile: %s", log ? log.get() : "out of memory");
    }

    bool open(int index) {
        void *from = library({"libOpenCL.so.1", "libOpenCL.so",
                              "/System/Library/Frameworks/OpenCL.framework/OpenCL"});
        if (!from) return fail(false, "no OpenCL: libOpenCL.so.1 is not there");
        if (!(true UF_OPENCL(UF_FIND)) || !find_device(index)) return false;
        char vendor[96], version[96], driver[96];
        text(CL_DEVICE_NAME, name, sizeof name);
        text(CL_DEVICE_VENDOR, vendor, sizeof vendor);
        text(CL_DEVICE_VERSION, version, sizeof version);
        text(CL_DRIVER_VERSION, driver, sizeof driver);
        api = "opencl";
        memory_bytes = info<cl_ulong>(CL_DEVICE_GLOBAL_MEM_SIZE);
        largest_buffer = info<cl_ulong>(CL_DEVICE_MAX_MEM_ALLOC_SIZE);
        if (is_cpu) most_rows = size_t{1} << 14;
        most_items = (uint32_t)info<size_t>(CL_DEVICE_MAX_WORK_GROUP_SIZE);
        snprintf(description, sizeof description,
                 "%s, %s, %s, driver %s, %llu MiB, %u units, %u MHz", vendor, name, version, driver,
                 (unsigned long long)(memory_bytes >> 20),
                 info<cl_uint>(CL_DEVICE_MAX_COMPUTE_UNITS),
                 info<cl_uint>(CL_DEVICE_MAX_CLOCK_FREQUENCY));
        if (!info<cl_bool>(CL_DEVICE_COMPILER_AVAILABLE))
            return fail(false, "%s: its driver has no compiler for the kernels", name);
        cl_int code = CL_SUCCESS;
        context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &code);
        for (cl_command_queue *of : {queues, uploads})
            for (unsigned q = 0; q < gpu_queues; q++)
                if (code == CL_SUCCESS) of[q] = clCreateCommandQueue(context, device, 0, &code);
        return check(code, "clCreateContext");
    }
};

}  // namespace

gpu_device *gpu_open_opencl(int index, char *why, size_t size) {
    return gpu_open<opencl_device>(index, why, size);
}

}  // namespace ufsecp
#else
#include <stdio.h>

#include "gpu/host/device.h"

namespace ufsecp {

gpu_device *gpu_open_opencl(int, char *why, size_t size) {
    snprintf(why, size, "the library was built without OpenCL (its headers were not there)");
    return nullptr;
}

}  // namespace ufsecp
#endif
