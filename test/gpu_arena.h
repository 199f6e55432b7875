// What tests need that run GPU kernels one by one on the host: the kernels' text, and an arena with
// guarded borders for the memory of a launch.
#pragma once
#include "parity_calls.h"

/* The kernels in a namespace of their own beside the library's, in the same words. */
#undef UF_TARGET
#define UF_TARGET gpu_host
#define sc_inv kernel_sc_inv /* the library has one of these parameters too */
namespace ufsecp::gpu_host {
using namespace ufsecp::base_target;
}
#include "gpu/dialect/host.h"
#include "gpu/kernel/loops.h"

namespace gpu_on_host {

using namespace parity;
using ufsecp::gpu_args;

using kernel = void (*)(uint8_t *arena, uint32_t *table, const gpu_args &args, uint32_t index);
#define UF_GPU_ROW(name) inline constexpr kernel name = ufsecp::gpu_host::ufsecp_##name;
namespace run_of {
UF_GPU_KERNELS(UF_GPU_ROW)
}
#undef UF_GPU_ROW
#define UF_GPU_ROW(name) {#name, run_of::name},
inline const std::pair<const char *, kernel> kernels[] = {UF_GPU_KERNELS(UF_GPU_ROW)};
#undef UF_GPU_ROW

/* Work items in a group: all of the last one run, as a device does it. */
constexpr uint32_t group = 32;

/* The memory of a launch. Inputs begin `shift` bytes behind their alignment; between regions lie
 * canaries. */
class arena {
public:
    gpu_args args{};

    explicit arena(uint32_t n, uint32_t share = 1) {
        args.n = n;
        args.share = share;
        args.key_stride = 33;
        args.scalar_stride = 32;
        for (auto [column, words] : {std::pair{&gpu_args::p, 16u},
                                     {&gpu_args::a, 8u},
                                     {&gpu_args::b, 8u},
                                     {&gpu_args::q, 24u},
                                     {&gpu_args::t, 8u},
                                     {&gpu_args::scratch, 8u}})
            args.*column = take(4 * words * n);
        args.points = args.q;
        args.ok = take(n);
    }
    /* For operations that keep a P and b G apart. */
    void part() { args.points = take(96 * size_t{args.n}); }
    uint32_t take(size_t size) {
        const size_t at = memory_.size() * 4;
        memory_.resize((at + size + 63) / 64 * 16, canary);
        regions_.push_back({at, size});
        memory_.resize(memory_.size() + 16, canary);
        return static_cast<uint32_t>(at);
    }
    /* An input of `size` bytes. */
    uint32_t put(const uint8_t *from, size_t size, uint32_t shift = 0) {
        const uint32_t at = take(size + shift) + shift;
        if (size) memcpy(bytes() + at, from, size);
        return at;
    }
    uint32_t put(const bytes &from, uint32_t shift = 0) {
        return put(from.data(), from.size(), shift);
    }
    uint8_t *bytes() { return reinterpret_cast<uint8_t *>(memory_.data()); }
    void run(std::initializer_list<kernel> steps, uint32_t *table = nullptr) {
        for (kernel k : steps) {
            const bool shared = k == run_of::field_inv || k == run_of::scalar_inv;
            const uint32_t items = shared ? (args.n + args.share - 1) / args.share : args.n;
            for (uint32_t i = 0; i < (items + group - 1) / group * group; i++)
                k(bytes(), table, args, i);
        }
    }
    /* Whether nothing was written between the regions. */
    bool intact() {
        size_t at = 0;
        for (const auto &[begin, size] : regions_) {
            for (; at < begin; at++)
                if (bytes()[at] != 0xa5) return false;
            at = begin + size;
        }
        for (; at < memory_.size() * 4; at++)
            if (bytes()[at] != 0xa5) return false;
        return true;
    }
    const std::vector<uint32_t> &memory() const { return memory_; }

    /* Number `part` (8 words) of a row of a column. */
    num get(uint32_t column, uint32_t row, uint32_t part = 0) {
        num r;
        for (uint32_t w = 0; w < 8; w++)
            r.d[w] = memory_[column / 4 + (8 * part + w) * args.n + row];
        return r;
    }
    void set(uint32_t column, uint32_t row, const num &v, uint32_t part = 0) {
        for (uint32_t w = 0; w < 8; w++)
            memory_[column / 4 + (8 * part + w) * args.n + row] = v.d[w];
    }

private:
    static constexpr uint32_t canary = 0xa5a5a5a5;
    std::vector<uint32_t> memory_;
    std::vector<std::pair<size_t, size_t>> regions_;
};

/* A point of 65 bytes as 16 words of 4 little-endian bytes. */
inline bytes words_of(const bytes &point) {
    bytes r;
    for (size_t half : {1, 33})
        for (size_t i = 0; i < 32; i++) r.push_back(point[half + 31 - i]);
    return r;
}

/* ---- The generator's table, made by the kernels in pieces ---- */

struct gen_table {
    uint32_t window;
    std::vector<uint32_t> words;

    explicit gen_table(uint32_t w, uint32_t piece) : window(w) {
        const uint32_t bases = (256 + w - 1) / w, entries = bases << (w - 1);
        bytes base_words;
        for (uint32_t j = 0; j < bases; j++) {
            const num base = reference::mod(num::power_of_2(w * j), order);
            base_words = base_words + words_of(times_g(base));
        }
        words.resize(16 * entries);
        for (uint32_t at = 0; at < entries; at += piece) {
            arena m(std::min(piece, entries - at), 8);
            m.args.window = w;
            m.args.loops = at;
            m.args.extra = m.put(base_words);
            m.run({run_of::table_points, run_of::z_column, run_of::field_inv, run_of::affine,
                   run_of::table_store},
                  words.data());
            if (!m.intact()) words.clear();
        }
    }
};
inline gen_table &table_of_6() {
    static gen_table table(6, 500);
    return table;
}

/* Steps with the generator's table. */
inline void go(arena &m, std::initializer_list<kernel> steps) {
    m.args.window = table_of_6().window;
    m.run(steps, table_of_6().words.data());
}

}  // namespace gpu_on_host
