// Rows of a kernel by itself, of the field or of points: made, sent, launched, fetched, and
// computed by the CPU.
#pragma once
#include "bench/gpu_inputs.h"
#include "bench/gpu_recorder.h"
#include "field/fe5x52.h"
#include "field/fe_inv_var.h"

namespace bench::gpu {

using ufsecp::UF_TARGET::fe5x52;

/* A row of the arena: of the field a, b, t, scratch (32 bytes each), of points p (64) and q (96).
 * What goes in and what comes out, in bytes of a row, lies from `from` to before `to`. */
struct kernel_op {
    const char *name;
    gpu_kernel memory, loop;
    bool points;
    std::size_t in_from, in_to, out_from, out_to;
    double traffic;  // bytes that the kernel reads and writes from memory
};
constexpr kernel_op kernel_ops[] = {
    {"field_add", ufsecp::gpu_field_add, ufsecp::gpu_loop_field_add, false, 0, 64, 64, 96, 96},
    {"field_sub", ufsecp::gpu_field_sub, ufsecp::gpu_loop_field_sub, false, 0, 64, 64, 96, 96},
    {"field_mul", ufsecp::gpu_field_mul, ufsecp::gpu_loop_field_mul, false, 0, 64, 64, 96, 96},
    {"field_sqr", ufsecp::gpu_field_sqr, ufsecp::gpu_loop_field_sqr, false, 0, 32, 64, 96, 64},
    {"field_inv", ufsecp::gpu_field_inv, ufsecp::gpu_loop_field_inv, false, 64, 96, 64, 96, 160},
    {"point_add", ufsecp::gpu_point_add, ufsecp::gpu_loop_point_add, true, 0, 160, 64, 160, 256},
    {"point_double", ufsecp::gpu_point_dbl, ufsecp::gpu_loop_point_dbl, true, 64, 160, 64, 160,
     192},
};

inline void to_words(std::uint32_t *to, const fe5x52 &a) {
    fe5x52 t = a;
    std::uint64_t limbs[4];
    fe_normalize(&t);
    fe_get_limbs64(limbs, &t);
    for (unsigned w = 0; w < 8; w++) to[w] = (std::uint32_t)(limbs[w / 2] >> w % 2 * 32);
}
inline fe5x52 from_words(const std::uint32_t *from) {
    std::uint64_t limbs[4] = {};
    for (unsigned w = 0; w < 8; w++) limbs[w / 2] |= (std::uint64_t)from[w] << w % 2 * 32;
    fe5x52 r;
    fe_set_limbs64(&r, limbs);
    return r;
}
inline void append_b32(bytes &to, const std::uint32_t *words) {
    for (int i = 31; i >= 0; i--) to.push_back((std::uint8_t)(words[i / 4] >> i % 4 * 8));
}

/* Rows of a kernel on the device; there are 65,536 different ones at most. */
class columns {
public:
    columns(recorder &device, const kernel_op &op, std::size_t n, inputs &in, bool pageable = false)
        : device_(device), op_(op) {
        distinct_ = std::min({n, in.size(), std::size_t{65536}});
        row_ = op.points ? 160 : 128;
        args_.n = (std::uint32_t)n;
        args_.share = ufsecp::gpu_share_of(n);
        args_.b = 32 * args_.n;
        args_.q = args_.t = 64 * args_.n;
        args_.scratch = 96 * args_.n;
        make_values(in);
        pageable_.resize(pageable ? (row_ + size()) * n : 0);
        host_ =
            pageable ? pageable_.data() : (std::uint8_t *)device.staging(0, (row_ + size()) * n);
        if (!host_ || !device.allocate(&arena_, row_ * n)) throw std::runtime_error(device.error);
        for (std::size_t i = 0; i < n; i++)
            for (std::size_t w = 0; w < row_ / 4; w++)
                ((std::uint32_t *)host_)[w * n + i] = values_[i % distinct_ * row_ / 4 + w];
        load();
    }
    ~columns() { device_.release(&arena_); }
    columns(const columns &) = delete;
    columns &operator=(const columns &) = delete;

    void load() { must(device_.upload(0, arena_, 0, host_, row_ * args_.n) && device_.wait(0)); }
    bool launch(std::size_t times, std::uint32_t loops) {
        const gpu_kernel kernel = loops ? op_.loop : op_.memory;
        const std::uint32_t share = kernel == ufsecp::gpu_field_inv ? args_.share : 1;
        bool good = true;
        args_.loops = loops;
        while (times-- && good)
            good = device_.launch(0, kernel, arena_, {}, args_, (args_.n + share - 1) / share, 0);
        return good && device_.wait(0);
    }
    /* With the copies of what goes in and out, from and to pinned memory or memory that is not. */
    bool transfer(std::size_t times) {
        const std::size_t n = args_.n;
        bool good = true;
        while (times-- && good)
            good = device_.upload(0, arena_, op_.in_from * n, host_ + op_.in_from * n,
                                  (op_.in_to - op_.in_from) * n) &&
                   launch(1, 0) &&
                   device_.download(0, host_ + row_ * n, arena_, op_.out_from * n, size() * n) &&
                   device_.wait(0);
        return good;
    }
    std::uint32_t share() const { return args_.share; }

    /* The first, middle and last `count` rows (or all), as the device left them and as the CPU has
     * them: canonical field elements, compressed points. */
    bytes output(std::size_t count) {
        bytes out;
        const std::size_t n = args_.n, words = size() / 4;
        std::uint8_t *const to = host_ + row_ * n;
        must(device_.download(0, to, arena_, op_.out_from * n, size() * n) && device_.wait(0));
        for (const std::size_t i : sample(count)) {
            std::uint32_t row[24];
            for (std::size_t w = 0; w < words; w++) std::memcpy(&row[w], to + 4 * (w * n + i), 4);
            if (op_.points) append_point(out, row);
            else append_b32(out, row);
        }
        return out;
    }
    bytes expected(std::size_t count, std::uint32_t loops) const {
        bytes out;
        for (const std::size_t i : sample(count)) {
            const std::uint32_t *const row = &values_[i % distinct_ * row_ / 4];
            if (op_.points) append_sum(out, i % distinct_, std::max(loops, 1u));
            else append_element(out, row, std::max(loops, 1u));
        }
        return out;
    }

private:
    recorder &device_;
    const kernel_op &op_;
    std::size_t distinct_, row_;
    gpu_args args_ = {};
    gpu_buffer arena_;
    bytes pageable_;
    std::uint8_t *host_;
    std::vector<std::uint32_t> values_;  // distinct_ rows of the arena, row after row
    bytes p33_, q33_;

    std::size_t size() const { return op_.out_to - op_.out_from; }
    void must(bool worked) const {
        if (!worked) throw std::runtime_error(device_.error);
    }
    std::vector<std::size_t> sample(std::size_t count) const {
        std::vector<std::size_t> out;
        const std::size_t n = args_.n;
        for (std::size_t i = 0; i < n; i++)
            if (n <= 3 * count || i < count || (i >= n / 2 && i < n / 2 + count) || i >= n - count)
                out.push_back(i);
        return out;
    }

    void make_values(inputs &in) {
        values_.resize(distinct_ * row_ / 4);
        const auto element = [](std::uint32_t *to, const std::uint8_t *b32) {
            for (unsigned w = 0; w < 8; w++)
                to[w] = (std::uint32_t)b32[31 - 4 * w] | (std::uint32_t)b32[30 - 4 * w] << 8 |
                        (std::uint32_t)b32[29 - 4 * w] << 16 | (std::uint32_t)b32[28 - 4 * w] << 24;
        };
        bytes points(op_.points ? 65 * distinct_ : 0);
        if (op_.points && !ufsecp_pubkey_decompress_batch(points.data(), nullptr,
                                                          in.good_keys().data(), distinct_))
            throw std::runtime_error("the library cannot make its own test data");
        for (std::size_t i = 0; i < distinct_; i++) {
            std::uint32_t *const row = &values_[i * row_ / 4];
            std::uint32_t z[8];
            element(z, &in.messages()[32 * i]);
            z[7] >>= 1;  // below p
            if (!op_.points) {
                element(row, &in.seckeys()[32 * i]);
                row[7] >>= 1;
                std::memcpy(row + 8, z, 32);
                std::memcpy(row + 16, row, 32);
                continue;
            }
            /* q is the next row's p, over z. */
            const std::size_t next = (i + 1) % distinct_;
            element(row, &points[65 * i + 1]);
            element(row + 8, &points[65 * i + 33]);
            element(row + 16, &points[65 * next + 1]);
            element(row + 24, &points[65 * next + 33]);
            std::memcpy(row + 32, z, 32);
            fe5x52 x = from_words(row + 16), y = from_words(row + 24), zz, t = from_words(z);
            fe_sqr(&zz, &t);
            fe_mul(&x, &x, &zz);
            fe_mul(&zz, &zz, &t);
            fe_mul(&y, &y, &zz);
            to_words(row + 16, x);
            to_words(row + 24, y);
            const auto key = in.good_keys().begin();
            p33_.insert(p33_.end(), key + (std::ptrdiff_t)(33 * i),
                        key + (std::ptrdiff_t)(33 * i + 33));
            q33_.insert(q33_.end(), key + (std::ptrdiff_t)(33 * next),
                        key + (std::ptrdiff_t)(33 * next + 33));
        }
    }
    void append_element(bytes &to, const std::uint32_t *row, std::uint32_t loops) const {
        fe5x52 x = from_words(row);
        const fe5x52 y = from_words(row + 8);
        while (loops--) {
            switch (op_.loop) {
            case ufsecp::gpu_loop_field_add: fe_add(&x, &x, &y); break;
            case ufsecp::gpu_loop_field_sub: fe_sub(&x, &x, &y, 1); break;
            case ufsecp::gpu_loop_field_mul: fe_mul(&x, &x, &y); break;
            case ufsecp::gpu_loop_field_sqr: fe_sqr(&x, &x); break;
            default: fe_inv_var(&x, &x);
            }
            fe_normalize(&x);
        }
        std::uint32_t words[8];
        to_words(words, x);
        append_b32(to, words);
    }
    static void append_point(bytes &to, const std::uint32_t *q) {
        fe5x52 z = from_words(q + 16), zz, x = from_words(q), y = from_words(q + 8);
        fe_inv_var(&z, &z);
        fe_sqr(&zz, &z);
        fe_mul(&x, &x, &zz);
        fe_mul(&zz, &zz, &z);
        fe_mul(&y, &y, &zz);
        std::uint32_t words[8];
        to_words(words, y);
        to.push_back((std::uint8_t)(2 + (words[0] & 1)));
        to_words(words, x);
        append_b32(to, words);
    }
    /* q + loops p, or 2^loops q; nothing for infinity. */
    void append_sum(bytes &to, std::size_t i, std::uint32_t loops) const {
        std::uint8_t k[32] = {}, sum[66], twice[32];
        bool good = true;
        if (op_.loop == ufsecp::gpu_loop_point_dbl) {
            k[31] = 1;
            while (loops--)
                std::memcpy(twice, k, 32), good &= ufsecp_seckey_tweak_add(k, twice) == 1;
            good = good && ufsecp_pubkey_tweak_mul(sum, 33, &q33_[33 * i], 33, k);
        } else {
            for (int b = 0; b < 4; b++) k[31 - b] = (std::uint8_t)(loops >> 8 * b);
            good = ufsecp_pubkey_tweak_mul(sum + 33, 33, &p33_[33 * i], 33, k);
            std::uint8_t both[66];
            std::memcpy(both, &q33_[33 * i], 33);
            std::memcpy(both + 33, sum + 33, 33);
            good = good && ufsecp_pubkey_combine(sum, 33, both, 2);
        }
        if (good) to.insert(to.end(), sum, sum + 33);
    }
};

}  // namespace bench::gpu
