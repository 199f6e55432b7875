// The calls that the GPU programs measure, and the names of all their rows.
#pragma once
#include <cstring>

#include "bench/gpu_inputs.h"
#include "ufsecp/ufsecp.h"
#include "bench/gpu_columns.h"

namespace bench::gpu {

/* A call of the library, from rows to verdicts and outputs, for rows at ... at + n - 1.  Of a sum
 * what comes out depends on all rows; its kernels cannot be run again one without the other. */
struct batch_op {
    const char *name, *what;
    std::size_t in_size, out_size;
    void (*call)(inputs &in, std::uint8_t *out, std::uint8_t *ok, std::size_t at, std::size_t n);
    bool is_sum = false;
};

inline void scan(inputs &in, std::uint8_t *out, std::uint8_t *ok, std::size_t at, std::size_t n) {
    const ufsecp_silent_index index = {
        &in.keys()[33 * at], 33, &in.outputs()[8 * at], 8, nullptr, n};
    const ufsecp_silent_scan_key key = {in.scan(), in.spend(), nullptr, 0};
    std::vector<ufsecp_silent_match> found(n / 500 + 8);
    std::size_t count = 0;
    std::fill_n(out, n, std::uint8_t{0});
    ufsecp_silent_scan_var(found.data(), found.size(), &count, ok, &index, &key, 1);
    for (std::size_t i = 0; i < std::min(count, found.size()); i++) out[found[i].row] = 1;
}

constexpr batch_op batch_ops[] = {
    {"pubkey_mul", "k P, a scalar and a compressed key to a key", 65, 33,
     [](inputs &in, std::uint8_t *out, std::uint8_t *ok, std::size_t at, std::size_t n) {
         ufsecp_pubkey_mul_batch(out, ok, &in.scalars()[32 * at], &in.keys()[33 * at], n);
     }},
    {"public_mul_gen", "k G, a scalar to a key", 32, 33,
     [](inputs &in, std::uint8_t *out, std::uint8_t *ok, std::size_t at, std::size_t n) {
         ufsecp_public_scalar_mul_gen_batch(out, ok, &in.scalars()[32 * at], n);
     }},
    {"pubkey_mul_add", "a P + b G", 97, 33,
     [](inputs &in, std::uint8_t *out, std::uint8_t *ok, std::size_t at, std::size_t n) {
         ufsecp_pubkey_mul_add_batch(out, ok, &in.scalars()[32 * at], &in.keys()[33 * at],
                                     &in.seckeys()[32 * at], n);
     }},
    {"ecdsa_verify", "", 129, 0,
     [](inputs &in, std::uint8_t *, std::uint8_t *ok, std::size_t at, std::size_t n) {
         ufsecp_ecdsa_verify_rows(ok, &in.ecdsa()[129 * at], 0, n, 0);
     }},
    {"schnorr_verify", "", 128, 0,
     [](inputs &in, std::uint8_t *, std::uint8_t *ok, std::size_t at, std::size_t n) {
         ufsecp_schnorr_verify_rows(ok, &in.schnorr()[128 * at], 0, n);
     }},
    {"ecdsa_recover", "", 97, 33,
     [](inputs &in, std::uint8_t *out, std::uint8_t *ok, std::size_t at, std::size_t n) {
         ufsecp_ecdsa_recover_rows(out, ok, &in.recovery()[97 * at], 0, n);
     }},
    {"ecrecover_address", "", 97, 20,
     [](inputs &in, std::uint8_t *out, std::uint8_t *ok, std::size_t at, std::size_t n) {
         ufsecp_ecrecover_rows(out, ok, &in.recovery()[97 * at], 0, n);
     }},
    {"pubkey_decompress", "", 33, 65,
     [](inputs &in, std::uint8_t *out, std::uint8_t *ok, std::size_t at, std::size_t n) {
         ufsecp_pubkey_decompress_batch(out, ok, &in.keys()[33 * at], n);
     }},
    {"silent_scan_var", "one output a row, no labels", 41, 1, scan},
    {"msm", "the sum of all k P, the point in place of the first verdicts", 65, 0,
     [](inputs &in, std::uint8_t *, std::uint8_t *ok, std::size_t at, std::size_t n) {
         std::uint8_t sum[33];
         const int status = ufsecp_msm(sum, sizeof sum, &in.scalars()[32 * at],
                                       &in.good_keys()[33 * at], nullptr, n, 0, nullptr);
         std::fill_n(ok, n, (std::uint8_t)status);
         std::copy_n(sum, std::min(n, sizeof sum), ok);
     },
     true},
    {"schnorr_batch", "all signatures good, by sums", 128, 0,
     [](inputs &in, std::uint8_t *, std::uint8_t *ok, std::size_t at, std::size_t n) {
         ufsecp_schnorr_batch_identify(ok, &in.good_schnorr()[128 * at], 0, n, nullptr);
     },
     true},
};

/* Every name of a row; of `steps` each kernel makes one. */
inline std::vector<std::string> names() {
    std::vector<std::string> out;
    for (const kernel_op &op : kernel_ops)
        for (const char *kind :
             {"_memory", "_compute", "_end_to_end", "_end_to_end_pageable", "_latency"})
            out.push_back(std::string(op.name) + kind);
    for (const batch_op &op : batch_ops)
        for (const char *kind : {"_kernels", "_steps", "_copies", "_end_to_end", "_latency"})
            if (!op.is_sum || std::strcmp(kind, "_steps"))
                out.push_back(std::string(op.name) + kind);
    return out;
}

}  // namespace bench::gpu
