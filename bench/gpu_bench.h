// What the GPU programs measure: a device that can do a call's work again, the rows of the calls,
// and how many multiply-adds an operation takes.
#pragma once
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>
#include <vector>

#include "gpu/host/stages.h"
#include "ufsecp/ufsecp.h"

namespace bench {

/* The program for the devices of this interface; its exit code. */
int gpu_main(const char *api, int argc, char **argv);

using ufsecp::gpu_args, ufsecp::gpu_buffer, ufsecp::gpu_device, ufsecp::gpu_kernel;
using bytes = std::vector<std::uint8_t>;

#define UF_GPU_NAME(name) #name,
constexpr const char *kernel_names[] = {UF_GPU_KERNELS(UF_GPU_NAME)};
#undef UF_GPU_NAME

/* ---- A device that remembers ---- */

/* The device that the engine is given: hands everything on, and while `recording` keeps what it was
 * told, to be done again without the host's part. */
class recorder final : public gpu_device {
public:
    struct launched {
        unsigned lane;
        gpu_kernel kernel;
        gpu_buffer arena, table;
        gpu_args args;
        std::uint32_t items;
    };
    struct copied {
        bool up;
        unsigned lane;
        gpu_buffer buffer;
        std::size_t offset, size;
        void *host;
    };
    bool recording = false;
    std::vector<launched> launches;
    std::vector<copied> copies;
    std::size_t table_bytes = 0;  // of the last table that a kernel was given

    recorder(gpu_device &to, std::uint32_t group) : to_(to), group_(group) {
        api = to.api;
        std::memcpy(name, to.name, sizeof name);
        std::memcpy(description, to.description, sizeof description);
        memory_bytes = to.memory_bytes;
        largest_buffer = to.largest_buffer;
        is_cpu = to.is_cpu;
        most_rows = to.most_rows;
        least_rows = to.least_rows;
        least_products = least_signatures = 1;  // from where on sums pay is to be seen
    }
    void clear() { launches.clear(), copies.clear(); }

    bool allocate(gpu_buffer *buffer, size_t size) override {
        return said(to_.allocate(buffer, size));
    }
    void release(gpu_buffer *buffer) override { to_.release(buffer); }
    void *staging(unsigned lane, size_t size) override {
        void *const memory = to_.staging(lane, size);
        return said(memory != nullptr) ? memory : nullptr;
    }
    void *shared(const gpu_buffer &buffer) override { return to_.shared(buffer); }
    bool upload(unsigned lane, const gpu_buffer &to, size_t offset, const void *from,
                size_t size) override {
        record({true, lane, to, offset, size, const_cast<void *>(from)});
        return said(to_.upload(lane, to, offset, from, size));
    }
    bool download(unsigned lane, void *to, const gpu_buffer &from, size_t offset,
                  size_t size) override {
        record({false, lane, from, offset, size, to});
        return said(to_.download(lane, to, from, offset, size));
    }
    bool launch(unsigned lane, gpu_kernel kernel, const gpu_buffer &arena, const gpu_buffer &table,
                const gpu_args &args, uint32_t items, uint32_t group) override {
        if (recording) launches.push_back({lane, kernel, arena, table, args, items});
        if (table.size) table_bytes = table.size;
        return said(to_.launch(lane, kernel, arena, table, args, items, group ? group : group_));
    }
    bool wait(unsigned lane) override { return said(to_.wait(lane)); }

    /* What was recorded, `times` times, on the data that lie there; only the launches of one kernel
     * if it is not gpu_kernel_count. */
    bool launch_again(std::size_t times, gpu_kernel only = ufsecp::gpu_kernel_count) {
        bool good = true;
        while (times-- && good)
            for (const launched &l : launches)
                if (only == ufsecp::gpu_kernel_count || l.kernel == only)
                    good = good && launch(l.lane, l.kernel, l.arena, l.table, l.args, l.items, 0);
        return good && wait(0) && wait(1);
    }
    bool copy_again(std::size_t times) {
        bool good = true;
        while (times-- && good)
            for (const copied &c : copies)
                good = good && (c.up ? upload(c.lane, c.buffer, c.offset, c.host, c.size)
                                     : download(c.lane, c.host, c.buffer, c.offset, c.size));
        return good && wait(0) && wait(1);
    }

private:
    gpu_device &to_;
    std::uint32_t group_;

    /* A copy from and to the same place of shared memory is none. */
    void record(const copied &c) {
        std::uint8_t *const shared = static_cast<std::uint8_t *>(to_.shared(c.buffer));
        if (recording && !(shared && c.host == shared + c.offset)) copies.push_back(c);
    }
    bool said(bool worked) {
        if (!worked) {
            std::memcpy(error, to_.error, sizeof error);
            no_memory = to_.no_memory;
        }
        return worked;
    }
};

/* ---- Rows ---- */

/* n rows of every call, a fresh key in each, the same in every run; made by the engine in use on
 * all threads, when first asked for.  Some are bad, so that verdicts are not all the same: of 64
 * rows the last has a wrong signature or key, and of 256 one has r (or a scalar) of 0. */
class inputs {
public:
    explicit inputs(std::size_t n) : n_(n) {}
    std::size_t size() const { return n_; }

    const bytes &seckeys() { return random(seckeys_, 0); }
    const bytes &messages() { return random(messages_, 1); }
    const bytes &good_keys() {
        if (good_keys_.empty()) {
            good_keys_.resize(33 * n_);
            check(ufsecp_pubkey_create_batch(good_keys_.data(), nullptr, seckeys().data(), n_));
        }
        return good_keys_;
    }
    const bytes &keys() {
        if (keys_.empty()) {
            keys_ = good_keys();
            for (std::size_t i = 63; i < n_; i += 64) keys_[33 * i] ^= 4;
        }
        return keys_;
    }
    const bytes &scalars() {
        if (scalars_.empty()) {
            random(scalars_, 2);
            for (std::size_t i = 100; i < n_; i += 256)
                std::fill_n(scalars_.begin() + (std::ptrdiff_t)(32 * i), 32, std::uint8_t{0});
        }
        return scalars_;
    }
    const bytes &ecdsa() {
        if (ecdsa_.empty()) {
            bytes sigs(64 * n_);
            check(ufsecp_ecdsa_sign_batch(sigs.data(), nullptr, messages().data(), seckeys().data(),
                                          n_));
            ecdsa_.resize(129 * n_);
            for (std::size_t i = 0; i < n_; i++) {
                put(ecdsa_, 129 * i, &messages()[32 * i], 32);
                put(ecdsa_, 129 * i + 32, &good_keys()[33 * i], 33);
                put(ecdsa_, 129 * i + 65, damaged(&sigs[64 * i], i), 64);
            }
        }
        return ecdsa_;
    }
    const bytes &good_schnorr() {
        if (good_schnorr_.empty()) {
            bytes sigs(64 * n_), aux;
            check(ufsecp_schnorr_sign_batch(sigs.data(), nullptr, messages().data(),
                                            seckeys().data(), random(aux, 3).data(), n_));
            good_schnorr_.resize(128 * n_);
            for (std::size_t i = 0; i < n_; i++) {
                put(good_schnorr_, 128 * i, &good_keys()[33 * i + 1], 32);
                put(good_schnorr_, 128 * i + 32, &messages()[32 * i], 32);
                put(good_schnorr_, 128 * i + 64, &sigs[64 * i], 64);
            }
        }
        return good_schnorr_;
    }
    const bytes &schnorr() {
        if (schnorr_.empty()) {
            schnorr_ = good_schnorr();
            for (std::size_t i = 0; i < n_; i++) damaged(&schnorr_[128 * i + 64], i);
        }
        return schnorr_;
    }
    const bytes &recovery() {
        if (recovery_.empty()) {
            /* Where the recovery id 0 leads to another key, it is 1. */
            bytes rows(97 * n_), found(33 * n_);
            for (std::size_t i = 0; i < n_; i++) {
                put(rows, 97 * i, &messages()[32 * i], 32);
                put(rows, 97 * i + 32, &ecdsa()[129 * i + 65], 64);
            }
            ufsecp_ecdsa_recover_rows(found.data(), nullptr, rows.data(), 0, n_);
            for (std::size_t i = 0; i < n_; i++)
                rows[97 * i + 96] = std::memcmp(&found[33 * i], &good_keys()[33 * i], 33) != 0;
            recovery_ = std::move(rows);
        }
        return recovery_;
    }
    /* 8 bytes a row; every 1,000th is paid to the key in row 0, with the scan key of row 1. */
    const bytes &outputs() {
        if (outputs_.empty()) {
            outputs_.resize(8 * n_);
            for (std::size_t i = 0; i < n_; i++) {
                put(outputs_, 8 * i, &seckeys()[32 * i + 5], 8);
                std::uint8_t text[37] = {}, t[32], p33[33];
                if (i % 1000 != 7 ||
                    !ufsecp_pubkey_tweak_mul(text, 33, &keys()[33 * i], 33, scan()))
                    continue;
                ufsecp_tagged_hash(t, (const std::uint8_t *)"BIP0352/SharedSecret", 20, text, 37);
                check(ufsecp_pubkey_tweak_add(p33, 33, good_keys().data(), 33, t));
                put(outputs_, 8 * i, p33 + 1, 8);
            }
        }
        return outputs_;
    }
    const std::uint8_t *scan() { return &seckeys()[n_ > 1 ? 32 : 0]; }
    const std::uint8_t *spend() { return good_keys().data(); }

private:
    std::size_t n_;
    bytes seckeys_, messages_, good_keys_, keys_, scalars_, ecdsa_, good_schnorr_, schnorr_,
        recovery_, outputs_;

    static void check(int made) {
        if (!made) throw std::runtime_error("the library cannot make its own test data");
    }
    static void put(bytes &to, std::size_t at, const std::uint8_t *from, std::size_t size) {
        std::memcpy(&to[at], from, size);
    }
    const bytes &random(bytes &v, std::uint32_t which) {
        if (v.empty()) {
            v.resize(32 * n_);
            for (std::size_t i = 0; i < n_; i++) {
                const std::uint32_t seed[2] = {(std::uint32_t)i, which};
                ufsecp_sha256(&v[32 * i], (const std::uint8_t *)seed, sizeof seed);
            }
        }
        return v;
    }
    static const std::uint8_t *damaged(std::uint8_t *sig64, std::size_t i) {
        if (i % 64 == 63) sig64[63] ^= 1;
        if (i % 256 == 100) std::memset(sig64, 0, 32);
        return sig64;
    }
};

/* ---- Work ---- */

/* Products, squares and reductions of the field, and products modulo the group order: what the
 * kernels do, by the costs that group/law.h and gpu/kernel state; tools/gpu_report.py counts so. */
struct work {
    double mul = 0, sqr = 0, reductions = 0, mod_n = 0;

    work operator+(const work &w) const {
        return {mul + w.mul, sqr + w.sqr, reductions + w.reductions, mod_n + w.mod_n};
    }
    friend work operator*(double k, const work &w) {
        return {k * w.mul, k * w.sqr, k * w.reductions, k * w.mod_n};
    }
    /* Of 32x32 bits: 64 for the limbs' products, 36 for a square's; a reduction has 8 by 977 and 1
     * for what is left; modulo the order the reduction takes 66. */
    double multiply_adds() const { return 64 * mul + 36 * sqr + 9 * reductions + 130 * mod_n; }
};

/* A row of a sum of many, with so many halves, in windows of so many bits: the entries, a twelfth
 * of them once more in lists (2/16 at first, then a quarter each time), lambda P and splits.
 * Buckets are left out: they do not grow with the rows. */
inline work sum_of(double halves, double window) {
    const work entry = {8, 3, 10, 0}, sum = {12, 4, 15, 0};
    const double entries = halves * (double)(std::int64_t)((128 + window) / window);
    return entries * entry + entries / 6 * sum + work{1, 0, 1, 3};
}

/* By the name of an operation or of a kernel; none for what is not bound by multiplications. */
inline work work_of(const std::string &name, double share, double window) {
    const work mul = {1, 0, 1, 0}, sqr = {0, 1, 1, 0}, dbl = {3, 4, 7, 0}, add = {8, 3, 10, 0};
    const work odd_multiples =
        work{2, 4, 7, 0} + 15 * work{4, 2, 6, 0} + 15 * work{4, 1, 5, 0} + mul;
    const work mul_point = odd_multiples + 125 * dbl + 52 * add + 26 * mul + mul;
    const work gen = (double)(std::int64_t)((256 + window - 1) / window) * add;
    const work lift = {14, 255, 269, 0}, power = {15, 255, 270, 0};
    const work field_inv = 3 * mul + 1 / share * power;
    const work scalar_inv = {0, 0, 0, 3 + 295 / share}, two_scalars = {0, 0, 0, 2};
    const work affine = field_inv + work{3, 1, 4, 0};
    const struct {
        const char *name;
        work what;
    } all[] = {
        {"loop_field_mul", mul},
        {"loop_field_sqr", sqr},
        {"loop_field_inv", power},
        {"loop_point_add", add},
        {"loop_point_dbl", dbl},
        {"field_mul", mul},
        {"field_sqr", sqr},
        {"field_inv", field_inv},
        {"scalar_inv", scalar_inv},
        {"point_add", add},
        {"point_double", dbl},
        {"mul_point", mul_point},
        {"add_gen", gen},
        {"lift", lift},
        {"scale", two_scalars},
        {"affine", work{3, 1, 4, 0}},
        {"ecdsa_verify", lift + scalar_inv + two_scalars + mul_point + gen + mul + sqr},
        {"schnorr_verify", lift + mul_point + gen + affine},
        {"ecdsa_recover", lift + scalar_inv + two_scalars + mul_point + gen + affine},
        {"ecrecover_address", lift + scalar_inv + two_scalars + mul_point + gen + affine},
        {"pubkey_mul", lift + mul_point + affine},
        {"pubkey_mul_add", lift + mul_point + gen + affine},
        {"public_mul_gen", gen + affine},
        {"pubkey_decompress", lift},
        {"silent_scan_var", lift + mul_point + affine + gen + affine},
        {"msm", lift + sum_of(2, window)},
        {"schnorr_batch", 2 * lift + sum_of(3, window)},
    };
    for (const auto &w : all)
        if (name == w.name) return w.what;
    return {};
}

}  // namespace bench
