// Every kernel of the Metal text (or the one that is named), compiled for the host, against the host dialect: the same arena in, the same out.
#include "gpu/dialect/host.h"
#include "gpu/kernel/args.h"
#include "gpu/kernel/loops.h"

#include <stdio.h>

#include <algorithm>
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

/* Limbs where carries begin and end, and others; in the place of a number's highest limb one below the moduli's, so that it is reduced. */
static unsigned limb(std::mt19937_64 &g, bool highest) {
    static const unsigned edges[] = {0, 0, 1, 2, 976, 977, 978, 0x7fffffff, 0x80000000, 0xfffffc2e, 0xfffffc2f, 0xfffffc30, 0xfffffffe, 0xffffffff,
                                     0xffffffff};
    const uint64_t random = g();
    const unsigned word = random >> 32 & 1 ? edges[random >> 33 & 1 ? random % 15 : 14 - (random >> 34 & 1)] : (unsigned)random;
    return highest && word == 0xffffffff ? 0xfffffffe : word;
}

int main(int argc, char **argv) {
    std::mt19937_64 g(8);
    int wrong = 0;
    size_t most = 0;
    std::vector<unsigned> arena, want, table(16 * 8 * 64);
    for (unsigned &w : table) w = limb(g, true);
    for (const auto &k : kernels) {
        /* Sums over a few rows, whose lists are laid out above; the field over a million, any limbs; of all else what takes a second. */
        const std::string name = k.name;
        if (argc > 1 && name != argv[1]) continue;
        const bool sum = name.rfind("sum_", 0) == 0, field = name == "field_add" || name == "field_sub" || name == "field_mul" || name == "field_sqr";
        const unsigned rows = sum ? 5 : field ? 1 << 14 : 96, rounds = field ? 64 : 1;
        gpu_args args = {};
        args.n = rows, args.stride = 129, args.key_stride = 33, args.scalar_stride = 32, args.share = 2, args.window = 4, args.loops = 2;
        unsigned end = 0;
        for (unsigned gpu_args::*offset : {&gpu_args::rows, &gpu_args::scalars, &gpu_args::keys, &gpu_args::p, &gpu_args::a, &gpu_args::b,
                 &gpu_args::q, &gpu_args::t, &gpu_args::scratch, &gpu_args::ok, &gpu_args::out, &gpu_args::extra, &gpu_args::points,
                 &gpu_args::places, &gpu_args::entries, &gpu_args::buckets, &gpu_args::list, &gpu_args::next}) {
            args.*offset = end;
            end += offset == &gpu_args::buckets || offset == &gpu_args::list || offset == &gpu_args::next ? 65536 : sum ? 4096 : (field ? 32 : 256) * rows;
        }
        /* Those of a sum go on with what the one before left. */
        const bool goes_on = set_sum(&args, name);
        for (unsigned round = 0; round < rounds; round++) {
            if (!goes_on) {
                arena.resize(end / 4);
                for (size_t i = field ? arena.size() : 0; i < arena.size(); i++) arena[i] = limb(g, true);
                for (unsigned gpu_args::*column : {&gpu_args::a, &gpu_args::b, &gpu_args::t, &gpu_args::p, &gpu_args::q})
                    for (unsigned i = 0; i < args.n; i++)
                        for (unsigned w = 0, from = g() & 1 ? 2 : 8, all = g() & 1 ? 0xffffffff : 0; w < 8; w++) {
                            const bool reduced = !field && w == 7; /* upper limbs alike are what carries run through */
                            arena[args.*column / 4 + w * args.n + i] = w < from ? limb(g, reduced) : reduced ? all & 0xfffffffe : all;
                        }
            }
            want = arena;
            for (unsigned i = 0; i < args.n + 2; i++) {
                k.metal(reinterpret_cast<unsigned char *>(arena.data()), table.data(), args, i);
                k.host(reinterpret_cast<unsigned char *>(want.data()), table.data(), args, i);
            }
            if (arena == want) continue;
            wrong++, printf("%s differs\n", k.name);
            break;
        }
        most = std::max(most, size_t(rows) * rounds);
    }
    printf("%zu kernels, %zu items at most, %d differ\n", sizeof kernels / sizeof *kernels, most, wrong);
    return wrong != 0;
}
