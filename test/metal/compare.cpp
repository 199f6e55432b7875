// Every kernel of the Metal text, compiled for the host, against the host dialect: the same arena in, the same arena out.
#include "gpu/dialect/host.h"
#include "gpu/kernel/args.h"
#include "gpu/kernel/entry.h"
#include "gpu/kernel/loops.h"

#include <stdio.h>

#include <random>
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

int main() {
    std::mt19937_64 g(8);
    int wrong = 0;
    for (const auto &k : kernels) {
        gpu_args args = {};
        args.n = 5, args.stride = 129, args.key_stride = 33, args.scalar_stride = 32, args.share = 2, args.window = 4, args.loops = 2;
        unsigned end = 0;
        for (unsigned gpu_args::*offset : {&gpu_args::rows, &gpu_args::scalars, &gpu_args::keys, &gpu_args::p, &gpu_args::a, &gpu_args::b,
                 &gpu_args::q, &gpu_args::t, &gpu_args::scratch, &gpu_args::ok, &gpu_args::out, &gpu_args::extra}) {
            args.*offset = end;
            end += 4096;
        }
        std::vector<uint64_t> arena(end / 8), table(64 * 8 * 8);
        for (uint64_t &w : arena) w = g() >> 1 & ~(uint64_t(1) << 31); /* numbers below p and n, however they are read */
        for (uint64_t &w : table) w = g() >> 1;
        std::vector<uint64_t> want = arena;
        for (unsigned i = 0; i < args.n + 2; i++) {
            k.metal(reinterpret_cast<unsigned char *>(arena.data()), reinterpret_cast<unsigned *>(table.data()), args, i);
            k.host(reinterpret_cast<unsigned char *>(want.data()), reinterpret_cast<unsigned *>(table.data()), args, i);
        }
        if (arena != want) wrong++, printf("%s differs\n", k.name);
    }
    printf("%zu kernels, %d differ\n", sizeof kernels / sizeof *kernels, wrong);
    return wrong != 0;
}
