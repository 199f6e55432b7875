// The rows that GPUs are given.
#include "bench/gpu_inputs.h"

#include <algorithm>
#include <cstring>
#include <stdexcept>

#include "ufsecp/ufsecp.h"

namespace bench::gpu {

namespace {

void check(int made) {
    if (!made) throw std::runtime_error("the library cannot make its own test data");
}

void put(bytes &to, std::size_t at, const std::uint8_t *from, std::size_t size) {
    std::memcpy(&to[at], from, size);
}

const std::uint8_t *damaged(std::uint8_t *sig64, std::size_t i) {
    if (i % 64 == 63) sig64[63] ^= 1;
    if (i % 256 == 100) std::memset(sig64, 0, 32);
    return sig64;
}

}  // namespace

const bytes &inputs::random(bytes &v, std::uint32_t which) {
    if (v.empty()) {
        v.resize(32 * n_);
        for (std::size_t i = 0; i < n_; i++) {
            const std::uint32_t seed[2] = {(std::uint32_t)i, which};
            ufsecp_sha256(&v[32 * i], (const std::uint8_t *)seed, sizeof seed);
        }
    }
    return v;
}
const bytes &inputs::good_keys() {
    if (good_keys_.empty()) {
        good_keys_.resize(33 * n_);
        check(ufsecp_pubkey_create_batch(good_keys_.data(), nullptr, seckeys().data(), n_));
    }
    return good_keys_;
}
const bytes &inputs::keys() {
    if (keys_.empty()) {
        keys_ = good_keys();
        for (std::size_t i = 63; i < n_; i += 64) keys_[33 * i] ^= 4;
    }
    return keys_;
}
const bytes &inputs::scalars() {
    if (scalars_.empty()) {
        random(scalars_, 2);
        for (std::size_t i = 100; i < n_; i += 256)
            std::fill_n(scalars_.begin() + (std::ptrdiff_t)(32 * i), 32, std::uint8_t{0});
    }
    return scalars_;
}
const bytes &inputs::ecdsa() {
    if (ecdsa_.empty()) {
        bytes sigs(64 * n_);
        check(
            ufsecp_ecdsa_sign_batch(sigs.data(), nullptr, messages().data(), seckeys().data(), n_));
        ecdsa_.resize(129 * n_);
        for (std::size_t i = 0; i < n_; i++) {
            put(ecdsa_, 129 * i, &messages()[32 * i], 32);
            put(ecdsa_, 129 * i + 32, &good_keys()[33 * i], 33);
            put(ecdsa_, 129 * i + 65, damaged(&sigs[64 * i], i), 64);
        }
    }
    return ecdsa_;
}
const bytes &inputs::good_schnorr() {
    if (good_schnorr_.empty()) {
        bytes sigs(64 * n_), aux;
        check(ufsecp_schnorr_sign_batch(sigs.data(), nullptr, messages().data(), seckeys().data(),
                                        random(aux, 3).data(), n_));
        good_schnorr_.resize(128 * n_);
        for (std::size_t i = 0; i < n_; i++) {
            put(good_schnorr_, 128 * i, &good_keys()[33 * i + 1], 32);
            put(good_schnorr_, 128 * i + 32, &messages()[32 * i], 32);
            put(good_schnorr_, 128 * i + 64, &sigs[64 * i], 64);
        }
    }
    return good_schnorr_;
}
const bytes &inputs::schnorr() {
    if (schnorr_.empty()) {
        schnorr_ = good_schnorr();
        for (std::size_t i = 0; i < n_; i++) damaged(&schnorr_[128 * i + 64], i);
    }
    return schnorr_;
}
const bytes &inputs::recovery() {
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
const bytes &inputs::outputs() {
    if (outputs_.empty()) {
        outputs_.resize(8 * n_);
        for (std::size_t i = 0; i < n_; i++) {
            put(outputs_, 8 * i, &seckeys()[32 * i + 5], 8);
            std::uint8_t text[37] = {}, t[32], p33[33];
            if (i % 1000 != 7 || !ufsecp_pubkey_tweak_mul(text, 33, &keys()[33 * i], 33, scan()))
                continue;
            ufsecp_tagged_hash(t, (const std::uint8_t *)"BIP0352/SharedSecret", 20, text, 37);
            check(ufsecp_pubkey_tweak_add(p33, 33, good_keys().data(), 33, t));
            put(outputs_, 8 * i, p33 + 1, 8);
        }
    }
    return outputs_;
}

}  // namespace bench::gpu
