// Every kernel of the Metal text, compiled for the host, against the host dialect: the same arena in, the same arena out.
#include "gpu/dialect/host.h"
#include "gpu/kernel/args.h"
#include "gpu/kernel/loops.h"

#include <stdio.h>

#include <random>
#include <string>
#include <vector>

using ufsecp::gpu_args;

#define DECLARE(name) \
    extern "C" void ufsecp_##name(unsigned char *, unsigned *, const gpu_args &, unsigned);
UF_GPU_KERNELS(DECLARE)

#define ROW(name) {#name, ufsecp_##name, ufsecp::UF_TARGET::ufsecp_##name},
static const struct {
    const char *name;
    decltype(&ufsecp_mul_point) metal, host;
} kernels[] = {UF_GPU_KERNELS(ROW)};

/* The arguments of the kernels of a sum over 5 rows in windows of 4 bits, one after the other; whether it is one but the first. */
static bool set_sum(gpu_args *args, const std::string &name) {
    const struct {
        const char *name;
        unsigned n, share, length, gpu_args::*list, gpu_args::*next;
    } steps[] = {{"sum_clear", 265, 1, 264, &gpu_args::list, &gpu_args::next}, {"sum_count", 5, 1, 264, &gpu_args::list, &gpu_args::next},
                 {"sum_place", 33, 1, 264, &gpu_args::list, &gpu_args::next},  {"sum_scatter", 5, 1, 264, &gpu_args::list, &gpu_args::next},
                 {"sum_runs", 110, 3, 264, &gpu_args::list, &gpu_args::next},  {"sum_heads", 28, 8, 220, &gpu_args::next, &gpu_args::list},
                 {"sum_weigh", 66, 4, 8, &gpu_args::buckets, &gpu_args::next}};
    for (const auto &s : steps) {
        if (name != s.name) continue;
        const unsigned list = args->*s.list, next = args->*s.next;
        args->n = s.n, args->share = s.share, args->length = s.length, args->list = list, args->next = next, args->loops = 0;
        return &s != steps;
    }
    args->length = 17; /* of sum_scalars */
    return false;
}

int main() {
    std::mt19937_64 g(8);
    int wrong = 0;
    std::vector<uint64_t> arena, want, table(64 * 8 * 8);
    for (const auto &k : kernels) {
        gpu_args args = {};
        args.n = 5, args.stride = 129, args.key_stride = 33, args.scalar_stride = 32, args.share = 2, args.window = 4, args.loops = 2;
        unsigned end = 0;
        for (unsigned gpu_args::*offset : {&gpu_args::rows, &gpu_args::scalars, &gpu_args::keys, &gpu_args::p, &gpu_args::a, &gpu_args::b,
                 &gpu_args::q, &gpu_args::t, &gpu_args::scratch, &gpu_args::ok, &gpu_args::out, &gpu_args::extra, &gpu_args::points,
                 &gpu_args::places, &gpu_args::entries, &gpu_args::buckets, &gpu_args::list, &gpu_args::next}) {
            args.*offset = end;
            end += offset == &gpu_args::buckets || offset == &gpu_args::list || offset == &gpu_args::next ? 65536 : 4096;
        }
        /* Those of a sum go on with what the one before left. */
        const bool goes_on = set_sum(&args, k.name);
        if (!goes_on) {
            arena.resize(end / 8);
            for (uint64_t &w : arena) w = g() >> 1 & ~(uint64_t(1) << 31); /* numbers below p and n, however they are read */
        }
        for (uint64_t &w : table) w = g() >> 1;
        want = arena;
        for (unsigned i = 0; i < args.n + 2; i++) {
            k.metal(reinterpret_cast<unsigned char *>(arena.data()), reinterpret_cast<unsigned *>(table.data()), args, i);
            k.host(reinterpret_cast<unsigned char *>(want.data()), reinterpret_cast<unsigned *>(table.data()), args, i);
        }
        if (arena != want) wrong++, printf("%s differs\n", k.name);
    }
    printf("%zu kernels, %d differ\n", sizeof kernels / sizeof *kernels, wrong);
    return wrong != 0;
}
