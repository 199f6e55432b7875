// The CUDA backend without a GPU: a driver and a compiler that are neither, but look at what they
// are asked and have the host dialect's device do it. Contexts, streams, images, launches; every
// refusal of either has its reason.
#include "gpu_host_device.h"

#include "gpu_calls.h"

#include "gpu/host/stages.h"

#include <dlfcn.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <thread>

namespace {
void *fake_dlopen(const char *name, int);
void *fake_dlsym(void *library, const char *name);
}  // namespace
#define dlopen fake_dlopen
#define dlsym fake_dlsym
#define gpu_open_cuda gpu_open_fake_cuda
#include "gpu/host/cuda.cpp"
#undef dlopen
#undef dlsym

namespace {

using namespace parity;
using ufsecp::gpu_buffer, ufsecp::gpu_device;

/* Addresses on the device are no addresses of the host. */
constexpr uint64_t elsewhere = uint64_t{1} << 60;
thread_local int depth;        /* of the stack of contexts */
thread_local unsigned current; /* the device of the one that was pushed last */
constexpr unsigned n_cards = 2;

struct machine {
    std::set<std::string> libraries = {"libcuda.so.1", "libnvrtc.so.12"}, missing; /* functions */
    std::map<std::string, int> fails;                                              /* and how */
    int capability = 90;
    std::vector<int> known = {75, 80, 90, 100};
    struct card { /* a device, and what belongs to it alone */
        std::unique_ptr<host_device::device> device = host_device::make({.most_rows = 16});
        std::map<uint64_t, gpu_buffer> buffers;
        std::vector<unsigned> streams; /* their numbers */
        std::set<void *> events;
        /* Of each queue, the copies to the device, and how many of them its kernels wait for. */
        unsigned copies[ufsecp::gpu_queues] = {}, awaited[ufsecp::gpu_queues] = {};
    } cards[n_cards];
    std::unique_ptr<host_device::device> &device = cards[0].device;
    std::set<void *> pinned;
    std::string options, wrong;
    int minor = 8; /* version of NVRTC */
    unsigned compiled = 0, retained = 0, streams = 0, events = 0, group = 128;
    std::map<void *, std::pair<void *, unsigned>> recorded; /* by event: stream, copies by then */
    bool knows_all_options = true;

    ~machine() {
        for (void *address : pinned) free(address);
    }

    int call(const char *name, bool in_context = true) {
        if (in_context && depth != 1) wrong += std::string(name) + " without a context; ";
        const auto failure = fails.find(name);
        return failure == fails.end() ? 0 : failure->second;
    }
    gpu_buffer at(uint64_t address, size_t *offset) {
        for (const auto &[base, buffer] : cards[current].buffers)
            if (address >= base && address - base < buffer.size)
                return *offset = address - base, buffer;
        if (address) wrong += "an address of nothing; ";
        return {};
    }
} *now;

namespace fake {

char contexts[n_cards], modules[n_cards], program;
machine::card &card() { return now->cards[current]; }
/* The place of a stream among its device's. Those of a queue are made one after the other: of
 * kernels, of copies to the device; and a device that is opened again makes as many. */
size_t place_of(void *stream) {
    const auto &all = card().streams;
    const auto found = std::find(all.begin(), all.end(),
                                 static_cast<unsigned>(reinterpret_cast<uintptr_t>(stream)));
    if (found == all.end()) now->wrong += "no stream of the device; ";
    return static_cast<size_t>(found - all.begin()) % (2 * ufsecp::gpu_queues);
}
unsigned lane_of(void *stream) { return static_cast<unsigned>(place_of(stream) / 2); }
bool takes_copies(void *stream) { return place_of(stream) % 2 == 1; }
void reads_on(void *stream) {
    if (takes_copies(stream)) now->wrong += "a kernel's stream; ";
    if (card().awaited[lane_of(stream)] != card().copies[lane_of(stream)])
        now->wrong += "a copy is not waited for; ";
}

int cuInit(unsigned flags) { return flags ? 1 : now->call("cuInit", false); }
int cuGetErrorString(int code, const char **text) {
    *text = "a text";
    return code == 7777 ? 1 : 0;
}
int cuDriverGetVersion(int *version) {
    return *version = 12080, now->call("cuDriverGetVersion", false);
}
int cuDeviceGetCount(int *count) { return *count = 2, now->call("cuDeviceGetCount", false); }
int cuDeviceGet(int *device, int index) {
    return *device = index + 40, now->call("cuDeviceGet", false);
}
int cuDeviceGetName(char *name, int size, int) {
    return snprintf(name, static_cast<size_t>(size), "Fake 9000"), 0;
}
int cuDeviceTotalMem_v2(size_t *bytes, int) { return *bytes = size_t{1} << 30, 0; }
int cuDeviceGetAttribute(int *value, int attribute, int device) {
    *value = attribute == 75   ? now->capability / 10
             : attribute == 76 ? now->capability % 10
                               : 1000 * attribute;
    return device == 40 || device == 41 ? 0 : 101;
}
int cuDevicePrimaryCtxRetain(void **c, int device) {
    *c = &contexts[device - 40];
    return now->retained++, now->call("cuDevicePrimaryCtxRetain", false);
}
int cuDevicePrimaryCtxRelease_v2(int) { return now->retained--, 0; }
int cuCtxPushCurrent_v2(void *c) {
    if (c != &contexts[0] && c != &contexts[1]) return 201;
    const int code = now->call("cuCtxPushCurrent", false);
    if (code == 0) depth++, current = c == &contexts[1];
    return code;
}
int cuCtxPopCurrent_v2(void **c) { return *c = &contexts[current], depth--, 0; }
int cuModuleLoadDataEx(void **m, const void *image, unsigned n, int *, void **) {
    *m = &modules[current];
    const std::string text = static_cast<const char *>(image);
    if (n || (text != "cubin " + now->options && text != "ptx " + now->options))
        now->wrong += "not the image; ";
    return now->call("cuModuleLoadDataEx");
}
int cuModuleGetFunction(void **function, void *m, const char *name) {
    for (unsigned i = 0; i < ufsecp::gpu_kernel_count; i++)
        if (std::string(name) == ufsecp::gpu_names[i])
            *function = reinterpret_cast<void *>(uintptr_t{i} + 1);
    return !*function || m != &modules[current] ? 500 : now->call("cuModuleGetFunction");
}
int cuMemAlloc_v2(uint64_t *address, size_t size) {
    gpu_buffer b;
    if (const int code = now->call("cuMemAlloc")) return code;
    if (!card().device->allocate(&b, size)) return 2;
    *address = b.handle + elsewhere;
    card().buffers[*address] = b;
    return 0;
}
int cuMemFree_v2(uint64_t address) {
    if (!card().buffers.contains(address)) return now->wrong += "freed twice; ", 1;
    card().device->release(&card().buffers[address]);
    card().buffers.erase(address);
    return now->call("cuMemFree");
}
int cuMemHostAlloc(void **address, size_t size, unsigned) {
    now->pinned.insert(*address = aligned_alloc(64, (size + 63) / 64 * 64));
    return now->call("cuMemHostAlloc");
}
int cuMemFreeHost(void *address) {
    if (!now->pinned.erase(address)) now->wrong += "not pinned; ";
    free(address);
    return now->call("cuMemFreeHost");
}
int cuMemcpyHtoDAsync_v2(uint64_t to, const void *from, size_t size, void *stream) {
    size_t offset = 0;
    const gpu_buffer b = now->at(to, &offset);
    if (const int code = now->call("cuMemcpyHtoDAsync")) return code;
    if (!takes_copies(stream)) now->wrong += "a stream for copies; ";
    card().copies[lane_of(stream)]++;
    return card().device->upload(lane_of(stream), b, offset, from, size) ? 0 : 1;
}
int cuMemcpyDtoHAsync_v2(void *to, uint64_t from, size_t size, void *stream) {
    size_t offset = 0;
    const gpu_buffer b = now->at(from, &offset);
    if (const int code = now->call("cuMemcpyDtoHAsync")) return code;
    reads_on(stream);
    return card().device->download(lane_of(stream), to, b, offset, size) ? 0 : 1;
}
int cuStreamCreate(void **stream, unsigned flags) {
    *stream = reinterpret_cast<void *>(uintptr_t{++now->streams});
    card().streams.push_back(now->streams);
    return flags == 1 ? now->call("cuStreamCreate") : 1;
}
int cuEventCreate(void **event, unsigned flags) {
    *event = reinterpret_cast<void *>(uintptr_t{++now->events});
    card().events.insert(*event);
    return flags == 2 ? now->call("cuEventCreate") : 1;
}
int cuEventRecord(void *event, void *stream) {
    if (!card().events.contains(event)) now->wrong += "no event of the device; ";
    now->recorded[event] = {stream, card().copies[lane_of(stream)]};
    return now->call("cuEventRecord");
}
int cuStreamWaitEvent(void *stream, void *event, unsigned flags) {
    const auto &[by, copies] = now->recorded[event];
    if (flags || takes_copies(stream)) now->wrong += "a wait; ";
    if (!card().events.contains(event)) now->wrong += "no event of the device; ";
    if (by && takes_copies(by)) card().awaited[lane_of(stream)] = copies;
    return now->call("cuStreamWaitEvent");
}
int cuStreamSynchronize(void *stream) {
    if (const int code = now->call("cuStreamSynchronize")) return code;
    return card().device->wait(lane_of(stream)) ? 0 : 1;
}
int cuLaunchKernel(void *function, unsigned groups, unsigned y, unsigned z, unsigned group,
                   unsigned block_y, unsigned block_z, unsigned shared, void *stream,
                   void **arguments, void **extra) {
    if (const int code = now->call("cuLaunchKernel")) return code;
    reads_on(stream);
    size_t offset = 0;
    const gpu_buffer arena = now->at(*static_cast<uint64_t *>(arguments[0]), &offset),
                     table = now->at(*static_cast<uint64_t *>(arguments[1]), &offset);
    const auto *args = static_cast<ufsecp::gpu_args *>(arguments[2]);
    if (y * z * block_y * block_z != 1 || shared || extra || offset || group != now->group ||
        (groups - 1) * group >= args->n)
        now->wrong += "a launch; ";
    const auto kernel = static_cast<ufsecp::gpu_kernel>(reinterpret_cast<uintptr_t>(function) - 1);
    return card().device->launch(lane_of(stream), kernel, arena, table, *args, groups * group,
                                 group)
               ? 0
               : 1;
}

int nvrtcVersion(int *major, int *minor) { return *major = 12, *minor = now->minor, 0; }
int nvrtcCreateProgram(void **p, const char *text, const char *, int n, const char **,
                       const char **) {
    if (n || !strstr(text, "Generated by") || !strstr(text, "__global__"))
        now->wrong += "not the text; ";
    return *p = &program, now->call("nvrtcCreateProgram", false);
}
int nvrtcDestroyProgram(void **p) { return *p = nullptr, 0; }
int nvrtcCompileProgram(void *, int count, const char *const *options) {
    if (!now->knows_all_options && std::string(options[count - 1]) == "--split-compile=0") return 5;
    now->options = "";
    for (int i = 0; i < count; i++) now->options += std::string(options[i]) + " ";
    now->compiled++;
    return now->call("nvrtcCompileProgram", false);
}
int give(char *to, size_t *size, const char *what) {
    const std::string text = what + now->options;
    if (to) memcpy(to, text.c_str(), text.size() + 1);
    if (size) *size = text.size() + 1;
    return 0;
}
int nvrtcGetCUBINSize(void *, size_t *size) { return give(nullptr, size, "cubin "); }
int nvrtcGetCUBIN(void *, char *cubin) {
    return give(cubin, nullptr, "cubin "), now->call("nvrtcGetCUBIN", false);
}
int nvrtcGetPTXSize(void *, size_t *size) { return give(nullptr, size, "ptx "); }
int nvrtcGetPTX(void *, char *ptx) { return give(ptx, nullptr, "ptx "); }
int nvrtcGetProgramLogSize(void *, size_t *size) { return give(nullptr, size, "a log\nof "); }
int nvrtcGetProgramLog(void *, char *log) { return give(log, nullptr, "a log\nof "); }
int nvrtcGetNumSupportedArchs(int *count) {
    return *count = static_cast<int>(now->known.size()), 0;
}
int nvrtcGetSupportedArchs(int *known) {
    return std::copy(now->known.begin(), now->known.end(), known), 0;
}

}  // namespace fake

using ufsecp::gpu_args;
#define UF_FAKE(name, arguments) \
    {#name, reinterpret_cast<void *>(static_cast<int(*) arguments>(fake::name))},
const std::map<std::string, void *> functions = {UF_CUDA(UF_FAKE) UF_NVRTC(UF_FAKE)};

void *fake_dlopen(const char *name, int) {
    return now->libraries.contains(name) ? &now->libraries : nullptr;
}
void *fake_dlsym(void *, const char *name) {
    return now->missing.contains(name) ? nullptr : functions.at(name);
}

/* A thread may still load it when the process ends. */
static_assert(std::is_trivially_destructible_v<decltype(ufsecp::compiled.image)>);

class Cuda : public testing::Test {
protected:
    machine is;
    char why[256] = "";

    void SetUp() override {
        now = &is;
        setenv("UFSECP_GPU_WINDOW_BITS", "4", 1);
        setenv("UFSECP_CACHE_DIR", "", 1);
        ufsecp::compiled.capability = 0;
    }
    gpu_device *open(int index = 0) {
        gpu_device *const d = ufsecp::gpu_open_fake_cuda(index, why, sizeof why);
        static auto &all = *new std::vector<gpu_device *>; /* they are never closed */
        if (d) all.push_back(d), d->most_rows = 16, d->least_rows = 4;
        return d;
    }
    static const engine *engine_on(const std::vector<gpu_device *> &all) {
        return ufsecp::gpu_make_engine("test_cuda", all.data(), static_cast<unsigned>(all.size()),
                                       ufsecp::current_engine());
    }
    static const engine *engine_on(gpu_device *d) { return engine_on(std::vector{d}); }
    void TearDown() override {
        EXPECT_EQ(is.wrong + is.cards[0].device->broken + is.cards[1].device->broken, "");
        EXPECT_EQ(depth, 0);
    }
};

TEST_F(Cuda, EveryCall) {
    gpu_device *const d = open();
    ASSERT_NE(d, nullptr) << why;
    EXPECT_EQ(std::string(d->description),
              "Fake 9000, compute capability 9.0, driver for CUDA 12.8, 1024 MiB, 16000 units, 13 "
              "MHz, memory of "
              "37000 bits at 36 MHz");
    const engine *const e = engine_on(d);
    for (const size_t which : gpu_calls()) {
        comparison call(*e, which);
        std::string r;
        std::thread([&] { r = call.run(mixed(which, 50, 3, 1)); }).join();
        EXPECT_EQ(r + call.run(mixed(which, 37, 2, 2)), "") << calls()[which].name;
    }
    EXPECT_EQ(ufsecp::gpu_engine_note(*e), nullptr);
    EXPECT_EQ(is.device->most_in_flight, ufsecp::gpu_queues);
    EXPECT_GT(is.device->launches, 100u);
}

/* Each has a context of its own, and streams, events, memory and a module in it. */
TEST_F(Cuda, TwoDevicesShareABatch) {
    gpu_device *const one = open(0), *const other = open(1);
    ASSERT_TRUE(one && other) << why;
    const engine *const e = engine_on(std::vector{one, other});
    for (const char *name : {"ecdsa_verify", "mul_add"})
        EXPECT_EQ(comparison(*e, call_named(name)).run(mixed(call_named(name), 90, 3, 1)), "");
    EXPECT_EQ(ufsecp::gpu_engine_note(*e), nullptr);
    for (const auto &card : is.cards) EXPECT_GT(card.device->launches, 40u);
    EXPECT_EQ(is.compiled, 1u);
}

/* When it is given work, and not before: for its capability, once for devices that are alike. */
TEST_F(Cuda, CompilesForTheDevice) {
    const size_t which = call_named("decompress");
    const auto work = [&](int index, bool loops) {
        gpu_device *const d = open(index);
        ASSERT_NE(d, nullptr) << why;
        d->loops = loops;
        const unsigned before = is.compiled;
        const engine *const e = engine_on(d);
        EXPECT_EQ(is.compiled, before);
        EXPECT_EQ(comparison(*e, which).run(mixed(which, 20, 3, 1)), "");
        EXPECT_EQ(ufsecp::gpu_engine_note(*e), nullptr);
    };
    work(0, false);
    EXPECT_EQ(is.options,
              "--gpu-architecture=sm_90 --std=c++17 -DUF_LOOPS=0 -DUF_DEFAULTS --split-compile=0 ");
    work(1, false);
    EXPECT_EQ(is.compiled, 1u);
    work(0, true);
    EXPECT_EQ(is.options,
              "--gpu-architecture=sm_90 --std=c++17 -DUF_LOOPS=1 -DUF_DEFAULTS --split-compile=0 ");
    EXPECT_EQ(is.compiled, 2u);
    is.capability = 103;
    is.knows_all_options = false;
    work(0, false);
    EXPECT_EQ(is.options, "--gpu-architecture=compute_100 --std=c++17 -DUF_LOOPS=0 -DUF_DEFAULTS ");
    EXPECT_EQ(is.compiled, 3u);
}

/* A later process finds what was compiled, if all that it depends on is the same, the file is
 * whole and bears its own name, and nobody else could have written it. */
TEST_F(Cuda, CompiledKernelsAreKept) {
    char folder[] = "/tmp/ufsecp-cache-XXXXXX";
    ASSERT_NE(mkdtemp(folder), nullptr);
    const std::string top = folder, home = top + "/home", folder_of = home + "/.cache/ufsecp";
    const auto compiles = [&] { /* as a process of its own would */
                                ufsecp::compiled.capability = 0;
                                gpu_device *const d = open();
                                const unsigned before = is.compiled;
                                const size_t which = call_named("decompress");
                                const engine *const e = engine_on(d);
                                EXPECT_EQ(comparison(*e, which).run(mixed(which, 20, 3, 1)), "");
                                EXPECT_EQ(ufsecp::gpu_engine_note(*e), nullptr);
                                return is.compiled > before;
    };
    const auto files = [](const std::string &in) {
        std::vector<std::filesystem::path> r;
        if (std::filesystem::exists(in))
            for (const auto &entry : std::filesystem::directory_iterator(in))
                r.push_back(entry.path());
        return r;
    };
    EXPECT_TRUE(compiles() && compiles()); /* switched off */
    setenv("HOME", home.c_str(), 1);
    unsetenv("XDG_CACHE_HOME"), unsetenv("UFSECP_CACHE_DIR");
    EXPECT_TRUE(compiles());
    ASSERT_EQ(files(folder_of).size(), 1u);
    const std::filesystem::path file = files(folder_of)[0];
    EXPECT_EQ(std::filesystem::status(file).permissions(), std::filesystem::perms(0600));
    EXPECT_EQ(std::filesystem::status(folder_of).permissions(), std::filesystem::perms(0700));
    EXPECT_FALSE(compiles());
    is.minor = 9;
    EXPECT_TRUE(compiles());
    EXPECT_FALSE(compiles());
    ASSERT_EQ(files(folder_of).size(), 2u);
    const std::filesystem::path other = files(folder_of)[files(folder_of)[0] == file ? 1 : 0];
    std::filesystem::copy_file(file, other, std::filesystem::copy_options::overwrite_existing);
    EXPECT_TRUE(compiles()); /* the image of another compiler */
    EXPECT_FALSE(compiles());
    is.minor = 8;
    std::filesystem::rename(file, top + "/image");
    std::filesystem::create_symlink(top + "/image", file);
    EXPECT_TRUE(compiles());
    EXPECT_FALSE(std::filesystem::is_symlink(file));
    EXPECT_FALSE(compiles());
    const auto size = std::filesystem::file_size(file);
    for (const size_t left : {size_t{0}, size_t{31}, size_t{32}, size - 1}) {
        std::filesystem::resize_file(file, left);
        EXPECT_TRUE(compiles()) << left;
        EXPECT_FALSE(compiles());
        EXPECT_EQ(std::filesystem::file_size(file), size);
    }
    std::fstream(file, std::ios::in | std::ios::out | std::ios::binary).seekp(40).put('x');
    EXPECT_TRUE(compiles());
    for (const auto others :
         {std::filesystem::perms::group_write, std::filesystem::perms::others_write}) {
        std::filesystem::permissions(file, std::filesystem::perms(0600) | others);
        EXPECT_TRUE(compiles());
        EXPECT_FALSE(compiles());
    }
    std::filesystem::remove(file);
    ASSERT_EQ(mkfifo(file.c_str(), 0600), 0);
    alarm(60);
    EXPECT_TRUE(compiles()); /* and waits for nobody to write into it */
    alarm(0);
    EXPECT_FALSE(compiles());
    if (geteuid() == 0) { /* another's home, and a link of another in one's own */
        const std::string theirs = top + "/theirs";
        std::filesystem::create_directory(theirs);
        ASSERT_EQ(chown(theirs.c_str(), 1, 1), 0);
        setenv("HOME", theirs.c_str(), 1);
        EXPECT_TRUE(compiles() && compiles());
        EXPECT_TRUE(std::filesystem::is_empty(theirs));
        const std::string mine = top + "/mine", link = mine + "/.cache";
        std::filesystem::create_directory(mine);
        std::filesystem::create_symlink(home, link);
        setenv("HOME", mine.c_str(), 1);
        EXPECT_TRUE(compiles());
        EXPECT_FALSE(compiles()); /* by a link of one's own */
        ASSERT_EQ(lchown(link.c_str(), 1, 1), 0);
        EXPECT_TRUE(compiles() && compiles());
    }
    setenv("XDG_CACHE_HOME", (top + "/xdg").c_str(), 1);
    EXPECT_TRUE(compiles());
    EXPECT_EQ(files(top + "/xdg/ufsecp").size(), 1u);
    for (const std::string &nowhere :
         {std::string("/dev/null/folder"), std::string("not/from/the/root"),
          "/" + std::string(2000, 'x')}) {
        setenv("UFSECP_CACHE_DIR", nowhere.c_str(), 1);
        EXPECT_TRUE(compiles() && compiles());
    }
    setenv("UFSECP_CACHE_DIR", (top + "/own").c_str(), 1);
    EXPECT_TRUE(compiles());
    EXPECT_EQ(files(top + "/own").size(), 1u);
    is.fails = {{"nvrtcCompileProgram", 6}}, is.minor = 7;
    ufsecp::compiled.capability = 0;
    EXPECT_EQ(comparison(*engine_on(open()), call_named("decompress"))
                  .run(mixed(call_named("decompress"), 20, 3, 1)),
              "");
    EXPECT_EQ(files(top + "/own").size(), 1u); /* and nothing of what failed */
    std::filesystem::remove_all(top);
}

/* A block has the threads that the kernels were compiled for, and another choice of them reaches
 * the compiler. */
TEST_F(Cuda, BlocksAreBounded) {
    gpu_device *const d = open();
    ASSERT_NE(d, nullptr) << why;
    EXPECT_NE(std::string(ufsecp::gpu_text_cuda)
                  .find("#define UF_CUDA_BOUNDS " + std::to_string(d->most_items) + ","),
              std::string::npos);
    strcpy(d->define, "-DUF_CUDA_BOUNDS=64,8");
    d->most_items = is.group = 64;
    const size_t which = call_named("decompress");
    EXPECT_EQ(comparison(*engine_on(d), which).run(mixed(which, 20, 3, 1)), "");
    EXPECT_EQ(is.options,
              "--gpu-architecture=sm_90 --std=c++17 -DUF_LOOPS=0 -DUF_CUDA_BOUNDS=64,8 "
              "--split-compile=0 ");
}

TEST_F(Cuda, RefusalsHaveReasons) {
    const auto refused = [&](const std::string &reason) {
        EXPECT_EQ(open(), nullptr);
        EXPECT_NE(std::string(why).find(reason), std::string::npos) << why << " is not " << reason;
        EXPECT_EQ(std::string(why).find('\n'), std::string::npos);
        EXPECT_EQ(is.retained, 0u);
        is.fails.clear(), is.missing.clear();
    };
    is.libraries = {};
    refused("no NVIDIA driver: libcuda.so.1 is not there");
    is.libraries = {"libcuda.so.1"};
    refused("libnvrtc.so is not there");
    EXPECT_EQ(is.streams + is.events, 0u); /* the context may be another's too, and keep them */
    is.libraries.insert("libnvrtc.so.13");
    for (const auto &[name, ignored] : functions)
        is.missing = {name}, refused("too old: it has no " + name);
    for (const char *name : {"cuInit", "cuDeviceGetCount", "cuDeviceGet", "cuDriverGetVersion",
                             "cuCtxPushCurrent", "cuStreamCreate", "cuEventCreate"}) {
        is.fails[name] = 999;
        refused(std::string(name));
        is.fails[name] = 7777;
        refused("unknown error");
    }
    for (const int index : {-1, 2}) {
        EXPECT_EQ(open(index), nullptr);
        EXPECT_EQ(std::string(why), "no CUDA device " + std::to_string(index) + ": there are 2");
    }
}

/* Each call of the driver fails once there is work: the CPU does it, and the reason is kept. */
TEST_F(Cuda, FailuresOfWork) {
    const size_t which = call_named("mul_add");
    for (const char *name :
         {"cuCtxPushCurrent", "cuModuleLoadDataEx", "cuModuleGetFunction", "cuMemAlloc",
          "cuMemHostAlloc", "cuMemcpyHtoDAsync", "cuMemcpyDtoHAsync", "cuStreamSynchronize",
          "cuLaunchKernel", "cuEventRecord", "cuStreamWaitEvent"})
        for (const int code : {2, 700}) {
            machine another;
            now = &another;
            ufsecp::compiled.capability = 0;
            gpu_device *const d = open();
            ASSERT_NE(d, nullptr) << why;
            another.fails[name] = code;
            const engine *const e = engine_on(d);
            comparison call(*e, which);
            EXPECT_EQ(call.run(mixed(which, 40, 3, 4)), "") << name;
            ASSERT_NE(ufsecp::gpu_engine_note(*e), nullptr) << name;
            EXPECT_TRUE(std::string(ufsecp::gpu_engine_note(*e)).find(": a text after 0 rows") !=
                        std::string::npos)
                << ufsecp::gpu_engine_note(*e);
            EXPECT_EQ(d->no_memory, code == 2) << name;
            EXPECT_EQ(another.wrong + another.device->broken, "") << name;
            now = &is;
        }
}

/* So does a compiler that fails: it is asked once, and the CPU does the rest. */
TEST_F(Cuda, CompilerFails) {
    const size_t which = call_named("mul_add");
    for (const char *name : {"nvrtcCreateProgram", "nvrtcCompileProgram", "nvrtcGetCUBIN"}) {
        is.fails = {{name, 6}};
        gpu_device *const d = open();
        ASSERT_NE(d, nullptr) << why;
        const engine *const e = engine_on(d);
        comparison call(*e, which);
        EXPECT_EQ(call.run(mixed(which, 40, 3, 4)), "") << name;
        const unsigned before = is.compiled;
        EXPECT_EQ(call.run(mixed(which, 40, 3, 5)), "") << name;
        EXPECT_EQ(is.compiled, before);
        ASSERT_NE(ufsecp::gpu_engine_note(*e), nullptr) << name;
        EXPECT_NE(std::string(ufsecp::gpu_engine_note(*e))
                      .find("NVRTC for compute capability 90: error 6: a log of"),
                  std::string::npos)
            << ufsecp::gpu_engine_note(*e);
    }
    is.fails = {}, is.capability = 61;
    const unsigned before = is.compiled;
    const engine *const e = engine_on(open());
    EXPECT_EQ(comparison(*e, which).run(mixed(which, 40, 3, 4)), "");
    EXPECT_EQ(is.compiled, before);
    ASSERT_NE(ufsecp::gpu_engine_note(*e), nullptr);
    EXPECT_NE(std::string(ufsecp::gpu_engine_note(*e))
                  .find("NVRTC compiles for no GPU as old as capability 61"),
              std::string::npos);
}

}  // namespace
