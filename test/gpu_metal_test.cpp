// Metal without Apple: metal.mm on the device that metal/runtime.cpp makes up, where every call
// that can fail does, and the kernels of the Metal text against the host dialect's, the same arena
// in, the same out. (gpu_device_test has all batch calls on that device too.)
#include "metal/runtime.h"

#include "gpu_calls.h"
#include "gpu_host_device.h"

#include <memory>

namespace {

using namespace parity;
using metal_runtime::call;
using ufsecp::gpu_args, ufsecp::gpu_buffer, ufsecp::gpu_device;

std::unique_ptr<gpu_device> open_device() {
    char why[256] = "";
    std::unique_ptr<gpu_device> d(ufsecp::gpu_open_metal(0, why, sizeof why));
    if (!d) throw std::runtime_error(why);
    d->most_rows = 8, d->least_rows = 2;
    setenv("UFSECP_GPU_WINDOW_BITS", "4", 1);
    return d;
}

struct expected {
    call what;
    const char *note; /* "": a smaller chunk, or the same once more, is done by the device */
};
constexpr expected all_failures[] = {
    {call::library, "the kernels do not compile: the text is not understood"},
    {call::function, ": Metal gives no reason"},
    {call::pipeline, ": too many registers"},
    {call::command_buffer, "computeCommandEncoder: Metal gives no reason"},
    {call::encoder, "computeCommandEncoder: Metal gives no reason"},
    {call::execution, "command buffer: the device is lost"},
    {call::buffer, ""},
    {call::execution_memory, ""},
};

TEST(Metal, FailsAtAnyCall) {
    for (const char *name : {"ecdsa_verify", "recover", "schnorr_verify"}) {
        const size_t which = call_named(name);
        const auto picks = mixed(which, 37, 3, 5);
        for (const auto &[what, note] : all_failures)
            for (size_t at = 0; at < (what == call::library  ? 1u
                                      : what == call::buffer ? 2u
                                                             : 4u);
                 at++) {
                const std::unique_ptr<gpu_device> device = open_device();
                gpu_device *const list[] = {device.get()};
                const engine *e =
                    ufsecp::gpu_make_engine("test_metal", list, 1, ufsecp::current_engine());
                comparison rows(*e, which);
                metal_runtime::fail(what, at);
                for (int i = 0; i < 2; i++) EXPECT_EQ(rows.run(picks), "") << name << at << note;
                EXPECT_TRUE(metal_runtime::failed()) << name << at << note;
                const char *got = ufsecp::gpu_engine_note(*e);
                EXPECT_EQ(got != nullptr, *note != 0) << (got ? got : note);
                if (got) EXPECT_NE(std::string(got).find(note), std::string::npos) << got;
                EXPECT_EQ(metal_runtime::forbidden(), "") << name << at << note;
            }
    }
    char why[256] = "";
    metal_runtime::fail(call::queue, 0);
    EXPECT_EQ(ufsecp::gpu_open_metal(0, why, sizeof why), nullptr);
    EXPECT_STREQ(why, "newCommandQueue: Metal gives no reason");
}

/* When the device begins, when somebody waits for it, and that all that was made is given back. */
TEST(Metal, OrderOfALane) {
    const size_t before = metal_runtime::objects();
    {
        const std::unique_ptr<gpu_device> d = open_device();
        const auto launch = [&](const gpu_buffer &arena, gpu_args args) {
            EXPECT_TRUE(d->launch(0, ufsecp::gpu_field_mul, arena, {}, args, args.n, 0));
            EXPECT_EQ(metal_runtime::in_flight(), 0u);
        };
        gpu_args args = {};
        args.n = 100, args.b = 3200, args.t = 6400;
        gpu_buffer arena;
        ASSERT_TRUE(d->allocate(&arena, 9600));
        std::vector<uint32_t> in(2400, 0), out(100);
        for (size_t i = 0; i < 100; i++) in[i] = static_cast<uint32_t>(i), in[800 + i] = 7;
        auto *shared = static_cast<uint32_t *>(d->shared(arena));
        const auto results = [&](size_t times) {
            for (size_t i = 0; i < 100; i++) EXPECT_EQ(out[i], times * i);
        };
        ASSERT_TRUE(d->upload(0, arena, 0, in.data(), 9600));
        launch(arena, args);
        EXPECT_TRUE(
            d->download(0, shared + 1600, arena, 6400,
                        3200)); /* its own bytes: the device begins, and is not waited for */
        EXPECT_EQ(metal_runtime::in_flight(), 1u);
        EXPECT_EQ(shared[1650], 0u);
        EXPECT_TRUE(d->download(0, out.data(), arena, 6400,
                                400)); /* others are copied, once they are there */
        EXPECT_EQ(metal_runtime::in_flight(), 0u);
        results(7);
        for (size_t i = 0; i < 100; i++) shared[800 + i] = 9;
        EXPECT_TRUE(d->upload(0, arena, 3200, shared + 800, 3200));
        launch(arena, args);
        for (uint32_t &w : in) w = 0;
        EXPECT_TRUE(
            d->upload(0, arena, 3200, in.data(), 3200)); /* not over what is still to be read */
        EXPECT_EQ(shared[800], 0u);
        EXPECT_TRUE(d->download(0, out.data(), arena, 6400, 400));
        results(9);
        launch(arena, args);
        EXPECT_TRUE(d->wait(0) && d->wait(1) && d->wait(0));
        EXPECT_EQ(shared[1650], 0u);
        d->release(&arena);
    }
    EXPECT_EQ(metal_runtime::objects(), before);
    EXPECT_EQ(metal_runtime::forbidden(), "");
}

/* ---- The text ---- */

constexpr const char *names[] = {
#define UF_NAME(name) #name,
    UF_GPU_KERNELS(UF_NAME)};

/* Does what a kernel does to the arena. */
struct runner {
    gpu_device &device;
    gpu_buffer table = {};

    runner(gpu_device &d, const std::vector<uint32_t> &words) : device(d) {
        EXPECT_TRUE(d.allocate(&table, 4 * words.size()) &&
                    d.upload(0, table, 0, words.data(), 4 * words.size()) && d.wait(0));
    }
    ~runner() { device.release(&table); }
    std::vector<uint32_t> run(unsigned kernel, std::vector<uint32_t> arena, const gpu_args &args) {
        gpu_buffer on_device;
        const size_t size = 4 * arena.size();
        EXPECT_TRUE(device.allocate(&on_device, size) &&
                    device.upload(0, on_device, 0, arena.data(), size) &&
                    device.launch(0, static_cast<ufsecp::gpu_kernel>(kernel), on_device, table,
                                  args, args.n, 0) &&
                    device.download(0, arena.data(), on_device, 0, size) && device.wait(0))
            << device.error;
        device.release(&on_device);
        return arena;
    }
};

/* The arguments of the kernels of a sum over 5 rows in windows of 4 bits, one after the other;
 * whether it is one but the first. */
bool set_sum(gpu_args *args, const std::string &name) {
    const struct {
        const char *name;
        unsigned n, share, length, gpu_args::*list, gpu_args::*next;
    } steps[] = {{"sum_clear", 265, 1, 264, &gpu_args::list, &gpu_args::next},
                 {"sum_count", 5, 1, 264, &gpu_args::list, &gpu_args::next},
                 {"sum_place", 33, 1, 264, &gpu_args::list, &gpu_args::next},
                 {"sum_scatter", 5, 1, 264, &gpu_args::list, &gpu_args::next},
                 {"sum_runs", 110, 3, 264, &gpu_args::list, &gpu_args::next},
                 {"sum_heads", 28, 8, 220, &gpu_args::next, &gpu_args::list},
                 {"sum_weigh", 198, 4, 264, &gpu_args::buckets, &gpu_args::next}};
    for (const auto &s : steps) {
        if (name != s.name) continue;
        const unsigned list = args->*s.list, next = args->*s.next;
        args->n = s.n, args->share = s.share, args->length = s.length, args->list = list,
        args->next = next, args->loops = 0;
        return &s != steps;
    }
    args->length = 17; /* of sum_scalars */
    return false;
}

/* Limbs where carries begin and end, and others; in the place of a number's highest limb one below
 * the moduli's, so that it is reduced. */
uint32_t limb(std::mt19937_64 &g, bool highest) {
    static const uint32_t edges[] = {0,          0,          1,          2,          976,
                                     977,        978,        0x7fffffff, 0x80000000, 0xfffffc2e,
                                     0xfffffc2f, 0xfffffc30, 0xfffffffe, 0xffffffff, 0xffffffff};
    const uint64_t random = g();
    const uint32_t word = random >> 32 & 1
                              ? edges[random >> 33 & 1 ? random % 15 : 14 - (random >> 34 & 1)]
                              : static_cast<uint32_t>(random);
    return highest && word == 0xffffffff ? 0xfffffffe : word;
}

/* Whether a sum of two numbers is 2^256 or more again once its first carry is folded in: as good as
 * never, of random ones. */
bool folds_twice(const uint32_t *a, const uint32_t *b, size_t pitch) {
    uint32_t sum[8];
    uint64_t carry = 0;
    for (size_t w = 0; w < 8; w++) {
        carry += uint64_t{a[w * pitch]} + b[w * pitch];
        sum[w] = static_cast<uint32_t>(carry), carry >>= 32;
    }
    const uint64_t fold[2] = {977 * carry, carry};
    carry = 0;
    for (size_t w = 0; w < 8; w++) carry = (carry + sum[w] + (w < 2 ? fold[w] : 0)) >> 32;
    return carry != 0;
}

/* Whether the host dialect stops at numbers that are not reduced, as those of columns are. */
#ifdef UF_VERIFY
constexpr bool bounds_are_checked = true;
#else
constexpr bool bounds_are_checked = false;
#endif

TEST(MetalText, KernelsDoWhatTheHostsDo) {
    std::mt19937_64 g(8);
    size_t folded_twice = 0;
    std::vector<uint32_t> arena, table(16 * 8 * 64);
    for (uint32_t &w : table) w = limb(g, true);
    const auto metal = open_device();
    metal->loops = true;
    const auto host = host_device::make({});
    runner on_metal(*metal, table), on_host(*host, table);
    for (unsigned kernel = 0; kernel < ufsecp::gpu_kernel_count; kernel++) {
        /* Sums over a few rows, whose lists are laid out above; the field over a million, any
         * limbs; of all else what takes a second. */
        const std::string name = names[kernel];
        const bool sum = name.starts_with("sum_"),
                   field = name == "field_add" || name == "field_sub" || name == "field_mul" ||
                           name == "field_sqr";
        const unsigned rows = sum ? 5 : field ? 1 << 14 : 96;
        const bool any_limbs = field && !bounds_are_checked;
        const int rounds = field ? std::max(1, scaled(64)) : 1;
        gpu_args args = {};
        args.n = rows, args.stride = 129, args.key_stride = 33, args.scalar_stride = 32,
        args.share = 2, args.window = 4, args.loops = 2;
        unsigned end = 0;
        for (unsigned gpu_args::*offset :
             {&gpu_args::rows, &gpu_args::scalars, &gpu_args::keys, &gpu_args::p, &gpu_args::a,
              &gpu_args::b, &gpu_args::q, &gpu_args::t, &gpu_args::scratch, &gpu_args::ok,
              &gpu_args::out, &gpu_args::extra, &gpu_args::points, &gpu_args::places,
              &gpu_args::entries, &gpu_args::buckets, &gpu_args::list, &gpu_args::next}) {
            args.*offset = end;
            end += offset == &gpu_args::buckets || offset == &gpu_args::list ||
                           offset == &gpu_args::next
                       ? 65536
                   : sum ? 4096
                         : (field ? 32 : 256) * rows;
        }
        /* Those of a sum go on with what the one before left. */
        const bool goes_on = set_sum(&args, name);
        for (int round = 0; round < rounds; round++) {
            if (!goes_on) {
                arena.resize(end / 4);
                for (size_t i = field ? arena.size() : 0; i < arena.size(); i++)
                    arena[i] = limb(g, true);
                for (unsigned gpu_args::*column :
                     {&gpu_args::a, &gpu_args::b, &gpu_args::t, &gpu_args::p, &gpu_args::q})
                    for (unsigned i = 0; i < args.n; i++)
                        for (unsigned w = 0, from = g() & 1 ? 2 : 8, all = g() & 1 ? 0xffffffff : 0;
                             w < 8; w++) {
                            const bool reduced =
                                !any_limbs &&
                                w == 7; /* upper limbs alike are what carries run through */
                            arena[args.*column / 4 + w * args.n + i] = w < from  ? limb(g, reduced)
                                                                       : reduced ? all & 0xfffffffe
                                                                                 : all;
                        }
            }
            if (name == "field_add")
                for (unsigned i = 0; i < rows; i++)
                    folded_twice +=
                        folds_twice(&arena[args.a / 4 + i], &arena[args.b / 4 + i], rows);
            const std::vector<uint32_t> want = on_host.run(kernel, arena, args);
            arena = on_metal.run(kernel, std::move(arena), args);
            EXPECT_TRUE(arena == want) << name;
        }
    }
    EXPECT_EQ(host->broken + metal_runtime::forbidden(), "");
    EXPECT_EQ(folded_twice > 0, !bounds_are_checked);
}

}  // namespace
