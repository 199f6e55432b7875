// The OpenCL backend on a real driver (PoCL) whose calls can be made to go wrong: commands that are
// accepted and end badly, of which only their events tell; kernels that cannot be made. The CPU
// does what the device did not.
#if __has_include(<CL/cl.h>)
#define UF_HAVE_OPENCL
#endif
#include "gpu_sums.h"

#include "gpu/host/stages.h"

#include <dlfcn.h>
#include <pthread.h>

#include <set>

#ifdef UF_HAVE_OPENCL
namespace {
void *wrapped_dlsym(void *library, const char *name);
}  // namespace
#define dlsym wrapped_dlsym
#define gpu_open_opencl gpu_open_wrapped_opencl
#include "gpu/host/opencl.cpp"
#undef dlsym

/* What the driver does not free is its own. */
extern "C" const char *__lsan_default_suppressions() {
    return "leak:libpocl\nleak:libLLVM\nleak:libOpenCL\nleak:libclang\nleak:libhwloc\n";
}

namespace {

using namespace parity;
using ufsecp::gpu_device;

void *driver;
#define REAL(name) reinterpret_cast<decltype(&::name)>(dlsym(driver, #name))

/* ---- What goes wrong ---- */

constexpr size_t never = SIZE_MAX;
size_t commands, fail_at = never; /* writes, launches and reads; the number of the one that fails */
std::set<cl_event> failed;
bool no_reads = false;  /* they do nothing, and no event tells */
std::string no_kernel;  /* of that name none is made */
bool no_groups = false; /* kernels run in groups of 0 items, says the driver */

/* An event that ended like that, if one is asked for. */
void ended(cl_command_queue queue, cl_int status, cl_event *event) {
    if (!event) return;
    cl_context context;
    REAL(clGetCommandQueueInfo)(queue, CL_QUEUE_CONTEXT, sizeof context, &context, nullptr);
    *event = REAL(clCreateUserEvent)(context, nullptr);
    REAL(clSetUserEventStatus)(*event, status);
    if (status < 0) failed.insert(*event);
}
/* Whether it is this command's turn to fail: it does nothing, and what follows it goes on. */
bool fails(cl_command_queue queue, cl_event *event) {
    if (commands++ != fail_at) return false;
    ended(queue, CL_OUT_OF_RESOURCES, event);
    return true;
}

cl_int write(cl_command_queue queue, cl_mem to, cl_bool waits, size_t offset, size_t size,
             const void *from, cl_uint n, const cl_event *after, cl_event *event) {
    if (fails(queue, event)) return CL_SUCCESS;
    return REAL(clEnqueueWriteBuffer)(queue, to, waits, offset, size, from, n, after, event);
}
cl_int read(cl_command_queue queue, cl_mem from, cl_bool waits, size_t offset, size_t size,
            void *to, cl_uint n, const cl_event *after, cl_event *event) {
    if (no_reads) return ended(queue, CL_COMPLETE, event), CL_SUCCESS;
    if (fails(queue, event)) return CL_SUCCESS;
    return REAL(clEnqueueReadBuffer)(queue, from, waits, offset, size, to, n, after, event);
}
cl_int launch(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions, const size_t *offset,
              const size_t *all, const size_t *group, cl_uint n, const cl_event *after,
              cl_event *event) {
    if (fails(queue, event)) return CL_SUCCESS;
    return REAL(clEnqueueNDRangeKernel)(queue, kernel, dimensions, offset, all, group, n, after,
                                        event);
}
/* It does not hold up what follows if what it waits for failed. */
cl_int barrier(cl_command_queue queue, cl_uint n, const cl_event *after, cl_event *event) {
    if (n == 1 && failed.contains(*after)) return ended(queue, CL_COMPLETE, event), CL_SUCCESS;
    return REAL(clEnqueueBarrierWithWaitList)(queue, n, after, event);
}
cl_kernel make_kernel(cl_program program, const char *name, cl_int *code) {
    if (name != no_kernel) return REAL(clCreateKernel)(program, name, code);
    return *code = CL_OUT_OF_RESOURCES, nullptr;
}
cl_int group_info(cl_kernel kernel, cl_device_id device, cl_kernel_work_group_info which,
                  size_t size, void *value, size_t *used) {
    if (no_groups) return memset(value, 0, size), CL_SUCCESS;
    return REAL(clGetKernelWorkGroupInfo)(kernel, device, which, size, value, used);
}

void *wrapped_dlsym(void *library, const char *name) {
    driver = library;
    const std::string is = name;
    if (is == "clEnqueueWriteBuffer") return reinterpret_cast<void *>(write);
    if (is == "clEnqueueReadBuffer") return reinterpret_cast<void *>(read);
    if (is == "clEnqueueNDRangeKernel") return reinterpret_cast<void *>(launch);
    if (is == "clEnqueueBarrierWithWaitList") return reinterpret_cast<void *>(barrier);
    if (is == "clCreateKernel") return reinterpret_cast<void *>(make_kernel);
    if (is == "clGetKernelWorkGroupInfo") return reinterpret_cast<void *>(group_info);
    return dlsym(library, name);
}

/* ---- Tests ---- */

/* The first search of a process reads files, where a cancelled thread would end. */
TEST(OpenClSearch, ACancelledThreadLeavesNoLock) {
    if (!dlopen("libOpenCL.so.1", RTLD_NOW)) GTEST_SKIP() << "no loader of OpenCL";
    const auto search = [](void *) -> void * {
        pthread_cancel(pthread_self());
        ufsecp_engine_select("opencl:255");
        pthread_testcancel();
        return nullptr;
    };
    pthread_t thread;
    void *result = nullptr;
    alarm(300);
    ASSERT_EQ(pthread_create(&thread, nullptr, search, nullptr), 0);
    ASSERT_EQ(pthread_join(thread, &result), 0);
    EXPECT_EQ(result, PTHREAD_CANCELED);
    EXPECT_EQ(ufsecp_engine_select("opencl:255"), 0);
    alarm(0);
    ASSERT_NE(ufsecp_engine_note(), nullptr);
}

class OpenCl : public testing::Test {
protected:
    char why[1000] = "";
    gpu_device *device = nullptr;
    const engine *e = nullptr;

    void SetUp() override {
        setenv("UFSECP_GPU_WINDOW_BITS", "4", 1);
        setenv("POCL_SIGFPE_HANDLER", "0", 1); /* a division by zero is one */
        commands = 0, fail_at = never, no_reads = false, no_kernel = "", no_groups = false;
        failed.clear();
        device = ufsecp::gpu_open_wrapped_opencl(0, why, sizeof why);
        if (!device && must_open("opencl")) FAIL() << why;
        if (!device) GTEST_SKIP() << why;
        device->most_rows = 200;
        device->least_rows = 50;
        device->least_products = device->least_signatures = 100;
    }
    /* The device begins anew: nothing is in flight, and there is no table. */
    void begin() {
        for (unsigned q = 0; q < ufsecp::gpu_queues; q++) device->wait(q);
        commands = 0;
        failed.clear();
        e = ufsecp::gpu_make_engine("test_opencl", &device, 1, ufsecp::current_engine());
    }
    std::string note() const {
        const char *text = ufsecp::gpu_engine_note(*e);
        return text ? text : "";
    }
    /* run() is "" whichever of its commands fails, and the note tells of it. */
    void each_command_fails(const std::string &name, const std::function<std::string()> &run,
                            size_t step = 1) {
        fail_at = never;
        begin();
        EXPECT_EQ(run(), "") << name;
        ASSERT_EQ(note(), "");
        const size_t total = commands;
        EXPECT_GT(total, 30u) << name;
        for (size_t at = 0; at < total; at += step) {
            fail_at = at;
            begin();
            EXPECT_EQ(run(), "") << name << ", command " << at << " of " << total;
            EXPECT_NE(note().find("OpenCL error"), std::string::npos) << name << ", command " << at;
        }
    }
};

TEST_F(OpenCl, CommandsThatEndBadlyAreNoticed) {
    for (const char *name : {"ecdsa_verify", "schnorr_verify", "recover", "mul_add"}) {
        const size_t which = call_named(name);
        const auto picks = mixed(which, 250, 2, 1);
        each_command_fails(name, [&] { return comparison(*e, which).run(picks); });
    }
}

/* A scan for many labels queues hundreds of commands for a chunk. */
TEST_F(OpenCl, OfManyCommandsEachIsNoticed) {
    const silent_case c(60, 33, 8, {60}, true, 7);
    const std::string expected = by_portable([&] { return c.scan(); });
    each_command_fails(
        "silent",
        [&] {
            const selected engine("test_opencl");
            return c.scan() == expected ? "" : c.scan();
        },
        7);
}

TEST_F(OpenCl, ResultsThatDoNotComeAreNoticed) {
    const size_t which = call_named("ecdsa_verify");
    const auto picks = mixed(which, 450, 2, 1);
    begin();
    EXPECT_EQ(comparison(*e, which).run(picks), "");
    no_reads = true;
    EXPECT_EQ(comparison(*e, which).run(mixed(which, 450, 2, 2)), "");
    EXPECT_NE(note().find("verdicts did not come"), std::string::npos) << note();
}

/* A kernel that cannot be made, or of which the driver says nonsense. */
TEST_F(OpenCl, KernelsThatCannotBeMade) {
    const size_t which = call_named("ecdsa_verify");
    const auto picks = mixed(which, 100, 2, 1);
    no_kernel = "ufsecp_ecdsa_check";
    begin();
    EXPECT_EQ(comparison(*e, which).run(picks), "");
    EXPECT_NE(note().find("ufsecp_ecdsa_check: OpenCL error -5"), std::string::npos) << note();
}
TEST_F(OpenCl, GroupsOfNoItems) {
    const size_t which = call_named("ecdsa_verify");
    no_groups = true;
    begin();
    EXPECT_EQ(comparison(*e, which).run(mixed(which, 100, 2, 1)), "");
    EXPECT_NE(note().find("OpenCL error -5"), std::string::npos) << note();
}

}  // namespace
#else
TEST(OpenCl, IsNotThere) { GTEST_SKIP() << "no headers of OpenCL"; }
#endif
