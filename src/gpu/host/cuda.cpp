// NVIDIA GPUs through the driver's own interface; the kernels come compiled with the library or are
// compiled by NVRTC when a device is first given work.
//
// What is declared here of both are the few facts of their binary interfaces that are used.
#include <glob.h>

#include <mutex>

#include "gpu/host/cache.h"

namespace ufsecp {
namespace {

/* cuda.h: results and devices are ints, contexts, modules, functions and streams are pointers, and
 * an address on the device is an integer of 64 bits. */
#define UF_CUDA(X)                                                                                \
    X(cuInit, (unsigned flags))                                                                   \
    X(cuGetErrorString, (int code, const char **text))                                            \
    X(cuDriverGetVersion, (int *version))                                                         \
    X(cuDeviceGetCount, (int *count))                                                             \
    X(cuDeviceGet, (int *device, int index))                                                      \
    X(cuDeviceGetName, (char *name, int size, int device))                                        \
    X(cuDeviceTotalMem_v2, (size_t *bytes, int device))                                           \
    X(cuDeviceGetAttribute, (int *value, int attribute, int device))                              \
    X(cuDevicePrimaryCtxRetain, (void **context, int device))                                     \
    X(cuDevicePrimaryCtxRelease_v2, (int device))                                                 \
    X(cuCtxPushCurrent_v2, (void *context))                                                       \
    X(cuCtxPopCurrent_v2, (void **context))                                                       \
    X(cuModuleLoadDataEx, (void **module, const void *image, unsigned n, int *options, void **v)) \
    X(cuModuleGetFunction, (void **function, void *module, const char *name))                     \
    X(cuMemAlloc_v2, (uint64_t *address, size_t size))                                            \
    X(cuMemFree_v2, (uint64_t address))                                                           \
    X(cuMemHostAlloc, (void **address, size_t size, unsigned flags))                              \
    X(cuMemFreeHost, (void *address))                                                             \
    X(cuMemcpyHtoDAsync_v2, (uint64_t to, const void *from, size_t size, void *stream))           \
    X(cuMemcpyDtoHAsync_v2, (void *to, uint64_t from, size_t size, void *stream))                 \
    X(cuStreamCreate, (void **stream, unsigned flags))                                            \
    X(cuStreamSynchronize, (void *stream))                                                        \
    X(cuStreamWaitEvent, (void *stream, void *event, unsigned flags))                             \
    X(cuEventCreate, (void **event, unsigned flags))                                              \
    X(cuEventRecord, (void *event, void *stream))                                                 \
    X(cuLaunchKernel, (void *function, unsigned grid_x, unsigned grid_y, unsigned grid_z,         \
                       unsigned block_x, unsigned block_y, unsigned block_z, unsigned shared,     \
                       void *stream, void **arguments, void **extra))

/* nvrtc.h: results are ints, programs are pointers. */
#define UF_NVRTC(X)                                                                   \
    X(nvrtcVersion, (int *major, int *minor))                                         \
    X(nvrtcCreateProgram, (void **program, const char *text, const char *name, int n, \
                           const char **headers, const char **names))                 \
    X(nvrtcDestroyProgram, (void **program))                                          \
    X(nvrtcCompileProgram, (void *program, int count, const char *const *options))    \
    X(nvrtcGetCUBINSize, (void *program, size_t *size))                               \
    X(nvrtcGetCUBIN, (void *program, char *cubin))                                    \
    X(nvrtcGetPTXSize, (void *program, size_t *size))                                 \
    X(nvrtcGetPTX, (void *program, char *ptx))                                        \
    X(nvrtcGetProgramLogSize, (void *program, size_t *size))                          \
    X(nvrtcGetProgramLog, (void *program, char *log))                                 \
    X(nvrtcGetNumSupportedArchs, (int *count))                                        \
    X(nvrtcGetSupportedArchs, (int *capabilities))

#define UF_MEMBER(name, arguments) int(*name) arguments;
#define UF_FIND(name, arguments) &&find(from, #name, &name)
#define UF_CALL(function, ...) check(function(__VA_ARGS__), #function)

// clang-format off
enum { /* CUdevice_attribute */
    cuda_clock_rate = 13, cuda_memory_clock_rate = 36, cuda_memory_bus_width = 37,
    cuda_units = 16, cuda_major = 75, cuda_minor = 76
};
// clang-format on

#ifdef UF_CUDA_FATBIN
/* The kernels as the build compiled them, for several devices. */
asm(".pushsection .rodata\n.balign 64\n.globl ufsecp_gpu_fatbin\n.hidden "
    "ufsecp_gpu_fatbin\nufsecp_gpu_fatbin:\n.incbin \"" UF_CUDA_FATBIN
    "\"\n.balign 64\n.popsection");
extern "C" const char ufsecp_gpu_fatbin[] __attribute__((visibility("hidden")));
#endif

/* The kernels as NVRTC compiled them, now or in an earlier process, for the device before: they
 * take seconds, and devices are often alike. */
struct {
    std::mutex lock;
    int capability = 0;
    bool loops = false;
    char *image = nullptr; /* stays at exit, where a thread may still load it */
} compiled;

struct cuda_device final : gpu_backend {
    UF_CUDA(UF_MEMBER)
    UF_NVRTC(UF_MEMBER)
    int device = 0, capability = 0;
    void *context = nullptr, *module = nullptr;
    /* Of a queue: the streams of its kernels and of its uploads; the event that these are done. */
    void *streams[gpu_queues] = {}, *uploads[gpu_queues] = {}, *arrivals[gpu_queues] = {};
    void *turn = nullptr; /* the event that the last one ended */
    void *pinned[gpu_queues] = {};
    size_t pinned_bytes[gpu_queues] = {};
    void *functions[gpu_kernel_count] = {};

    /* Of what could not be opened in full. */
    ~cuda_device() {
        if (context) cuDevicePrimaryCtxRelease_v2(device);
    }

    bool check(int code, const char *what) {
        const char *text = nullptr;
        if (code == 0) return true;
        if (cuGetErrorString(code, &text) != 0 || !text) text = "unknown error";
        return fail(code == 2 /* out of memory */, "%s: %s", what, text);
    }

    /* The device's context is current in the calling thread while this lives. */
    struct current {
        cuda_device *d;
        const bool good;
        explicit current(cuda_device *of)
            : d(of), good(d->check(d->cuCtxPushCurrent_v2(d->context), "cuCtxPushCurrent")) {}
        current(const current &) = delete;
        ~current() {
            void *popped;
            if (good) d->cuCtxPopCurrent_v2(&popped);
        }
    };

    bool allocate(gpu_buffer *buffer, size_t size) override {
        const current c(this);
        *buffer = {};
        if (!c.good || !UF_CALL(cuMemAlloc_v2, &buffer->handle, size)) return false;
        buffer->size = size;
        return true;
    }

    void release(gpu_buffer *buffer) override {
        const current c(this);
        if (c.good && buffer->handle) cuMemFree_v2(buffer->handle);
        *buffer = {};
    }

    void *staging(unsigned q, size_t size) override {
        if (size <= pinned_bytes[q]) return pinned[q];
        const current c(this);
        if (c.good && pinned[q]) cuMemFreeHost(pinned[q]);
        pinned[q] = nullptr, pinned_bytes[q] = 0;
        if (!c.good || !UF_CALL(cuMemHostAlloc, &pinned[q], size, 0)) return pinned[q] = nullptr;
        pinned_bytes[q] = size;
        return pinned[q];
    }

    bool upload(unsigned q, const gpu_buffer &to, size_t offset, const void *from,
                size_t size) override {
        const current c(this);
        return c.good &&
               UF_CALL(cuMemcpyHtoDAsync_v2, to.handle + offset, from, size, uploads[q]) &&
               UF_CALL(cuEventRecord, arrivals[q], uploads[q]) &&
               UF_CALL(cuStreamWaitEvent, streams[q], arrivals[q], 0);
    }

    bool download(unsigned q, void *to, const gpu_buffer &from, size_t offset,
                  size_t size) override {
        const current c(this);
        return c.good && UF_CALL(cuMemcpyDtoHAsync_v2, to, from.handle + offset, size, streams[q]);
    }

    bool launch(unsigned q, gpu_kernel kernel, const gpu_buffer &arena, const gpu_buffer &table,
                const gpu_args &args, uint32_t items, uint32_t group) override {
        const current c(this);
        void *&f = functions[kernel];
        if (!c.good || items == 0) return c.good;
        if (!module && !load_kernels()) return false;
        if (!f && !check(cuModuleGetFunction(&f, module, gpu_names[kernel]), gpu_names[kernel]))
            return false;
        if (group == 0) group = most_items;
        uint64_t arena_address = arena.handle, table_address = table.handle;
        gpu_args copy = args;
        void *arguments[] = {&arena_address, &table_address, &copy};
        return check(cuLaunchKernel(f, (items - 1) / group + 1, 1, 1, group, 1, 1, 0, streams[q],
                                    arguments, nullptr),
                     gpu_names[kernel]);
    }

    bool begin_turn(unsigned q) override {
        const current c(this);
        return c.good && UF_CALL(cuStreamWaitEvent, streams[q], turn, 0);
    }

    bool end_turn(unsigned q) override {
        const current c(this);
        return c.good && UF_CALL(cuEventRecord, turn, streams[q]);
    }

    bool wait(unsigned q) override {
        const current c(this);
        return c.good && UF_CALL(cuStreamSynchronize, streams[q]);
    }

    /* NVRTC where the loader finds it, of the driver's version if it is there; where the toolkit
     * and Python's packages have it.  UFSECP_NVRTC names it otherwise. */
    static void *nvrtc_library(int major) {
        char own[32];
        snprintf(own, sizeof own, "libnvrtc.so.%d", major);
        if (const char *path = getenv("UFSECP_NVRTC")) return library({path});
        void *found = library({own});
        constexpr const char *places[][2] = {
            {"CUDA_HOME", "/lib64"},
            {"CUDA_PATH", "/lib64"},
            {"VIRTUAL_ENV", "/lib/python3*/site-packages/nvidia/c*/lib"},
            {"HOME", "/.local/lib/python3*/site-packages/nvidia/c*/lib"},
            {"", "/usr/local/cuda*/lib64"},
            {"", "/usr/local/lib/python3*/*-packages/nvidia/c*/lib"},
        };
        for (const char *which : {(const char *)own, "libnvrtc.so.1*"})
            for (const auto &[variable, folder] : places) {
                const char *root = *variable ? getenv(variable) : "";
                if (found || !root) continue;
                char pattern[4096];
                snprintf(pattern, sizeof pattern, "%s%s/%s", root, folder, which);
                glob_t files = {};
                glob(pattern, 0, nullptr, &files);
                for (size_t i = files.gl_pathc; i-- > 0 && !found;)
                    found = library({files.gl_pathv[i]});
                globfree(&files);
            }
        return found ? found : library({"libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so"});
    }

    /* Opens the library that NVRTC itself opens by name, and does not look for in its own folder.
     */
    void load_builtins() {
        Dl_info where;
        char pattern[4096];
        const void *const inside = reinterpret_cast<void *>(nvrtcCompileProgram);
        if (!dladdr(inside, &where) || !strrchr(where.dli_fname, '/')) return;
        snprintf(pattern, sizeof pattern, "%.*s/libnvrtc-builtins.so.*",
                 (int)(strrchr(where.dli_fname, '/') - where.dli_fname), where.dli_fname);
        glob_t files = {};
        glob(pattern, 0, nullptr, &files);
        for (size_t i = 0; i < files.gl_pathc; i++) library({files.gl_pathv[i]});
        globfree(&files);
    }

    /* The kernels for the device: machine code, or text for the driver's compiler if
     * the device is newer than NVRTC.  NULL if it cannot be. */
    std::unique_ptr<char[]> compile() {
        int known[256], count = 0, best = 0;
        if (nvrtcGetNumSupportedArchs(&count) != 0 || count > 256 ||
            nvrtcGetSupportedArchs(known) != 0)
            count = 0;
        for (int i = 0; i < count; i++)
            if (known[i] <= capability && known[i] > best) best = known[i];
        if (count && !best)
            return fail(false, "NVRTC compiles for no GPU as old as capability %d", capability),
                   nullptr;
        const bool exact = best == capability;
        char target[48];
        snprintf(target, sizeof target, "--gpu-architecture=%s_%d", exact ? "sm" : "compute", best);
        /* On all cores, where NVRTC knows how to. */
        const char *const options[] = {target, "--std=c++17",
                                       loops ? "-DUF_LOOPS=1" : "-DUF_LOOPS=0",
                                       *define ? define : "-DUF_DEFAULTS", "--split-compile=0"};
        int version[2] = {};
        char compiler[32];
        nvrtcVersion(&version[0], &version[1]);
        snprintf(compiler, sizeof compiler, "NVRTC %d.%d", version[0], version[1]);
        gpu_cache cache({gpu_text_cuda, compiler, options[0], options[1], options[2], options[3]});
        std::unique_ptr<char[]> image = cache.read();
        if (image) return image;
        load_builtins();
        void *program = nullptr;
        size_t size = 0;
        int code = nvrtcCreateProgram(&program, gpu_text_cuda, "kernels.cu", 0, nullptr, nullptr);
        if (code == 0) code = nvrtcCompileProgram(program, 5, options);
        if (code == 5 /* an option is unknown */) code = nvrtcCompileProgram(program, 4, options);
        if (code == 0) code = (exact ? nvrtcGetCUBINSize : nvrtcGetPTXSize)(program, &size);
        if (code == 0) image.reset(new (std::nothrow) char[size]);
        if (image) code = (exact ? nvrtcGetCUBIN : nvrtcGetPTX)(program, image.get());
        if (code != 0 || !image) {
            image.reset();
            if (!program || nvrtcGetProgramLogSize(program, &size) != 0) size = 0;
            std::unique_ptr<char[]> log(new (std::nothrow) char[size + 1]());
            if (log && size) nvrtcGetProgramLog(program, log.get());
            fail(false, "NVRTC for compute capability %d: error %d: %s", capability, code,
                 log ? log.get() : "out of memory");
        }
        if (program) nvrtcDestroyProgram(&program);
        if (image) cache.write(image.get(), size);
        return image;
    }

    bool load(const void *image) {
        void *loaded = nullptr;
        return UF_CALL(cuModuleLoadDataEx, &loaded, image, 0, nullptr, nullptr) &&
               (module = loaded);
    }

    /* Finds the kernels that the library holds, or else a compiler. */
    bool find_kernels(int driver_major) {
#ifdef UF_CUDA_FATBIN
        if (load(ufsecp_gpu_fatbin)) return true;
#endif
        void *from = nvrtc_library(driver_major);
        if (!from)
            return fail(
                false,
                "the kernels cannot be compiled: libnvrtc.so is not there (it is in the "
                "CUDA toolkit and in Python's nvidia-cuda-nvrtc; UFSECP_NVRTC may name it)");
        return true UF_NVRTC(UF_FIND);
    }

    bool load_kernels() {
        const std::lock_guard<std::mutex> hold(compiled.lock);
        if (compiled.capability != capability || compiled.loops != loops) {
            delete[] compiled.image;
            compiled.image = compile().release();
            compiled.capability = compiled.image ? capability : 0;
            compiled.loops = loops;
        }
        return compiled.image && load(compiled.image);
    }

    bool open(int index) {
        void *from = library({"libcuda.so.1"});
        if (!from) return fail(false, "no NVIDIA driver: libcuda.so.1 is not there");
        int count = 0, version = 0;
        if (!(true UF_CUDA(UF_FIND)) || !UF_CALL(cuInit, 0) || !UF_CALL(cuDeviceGetCount, &count))
            return false;
        if (index < 0 || index >= count)
            return fail(false, "no CUDA device %d: there are %d", index, count);
        if (!UF_CALL(cuDeviceGet, &device, index) || !UF_CALL(cuDriverGetVersion, &version) ||
            !UF_CALL(cuDevicePrimaryCtxRetain, &context, device))
            return false;
        const auto attribute = [&](int which) {
            int value = 0;
            return cuDeviceGetAttribute(&value, which, device) == 0 ? value : 0;
        };
        size_t bytes = 0;
        cuDeviceGetName(name, (int)sizeof name, device);
        cuDeviceTotalMem_v2(&bytes, device);
        api = "cuda";
        most_items = 128; /* UF_CUDA_BOUNDS */
        memory_bytes = bytes;
        const int major = attribute(cuda_major), minor = attribute(cuda_minor);
        capability = 10 * major + minor;
        snprintf(description, sizeof description,
                 "%s, compute capability %d.%d, driver for CUDA %d.%d, %zu MiB, %d units, %d MHz, "
                 "memory of %d bits at %d MHz",
                 name, major, minor, version / 1000, version % 1000 / 10, bytes >> 20,
                 attribute(cuda_units), attribute(cuda_clock_rate) / 1000,
                 attribute(cuda_memory_bus_width), attribute(cuda_memory_clock_rate) / 1000);
        const current c(this);
        if (!c.good || !find_kernels(version / 1000)) return false;
        for (unsigned q = 0; q < gpu_queues; q++)
            if (!UF_CALL(cuStreamCreate, &streams[q], 1 /* waits for no other */) ||
                !UF_CALL(cuStreamCreate, &uploads[q], 1) ||
                !UF_CALL(cuEventCreate, &arrivals[q], 2 /* takes no time */))
                return false;
        return UF_CALL(cuEventCreate, &turn, 2);
    }
};

}  // namespace

gpu_device *gpu_open_cuda(int index, char *why, size_t size) {
    return gpu_open<cuda_device>(index, why, size);
}

}  // namespace ufsecp
