// What the tests of GPU engines share: the batch calls that they bring, rows to mix, an index to
// scan.
#pragma once
#include "parity_calls.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>

namespace parity {

/* Whether this interface has a device here: then a test of it may not be skipped. */
inline bool must_open(const char *api) {
    const char *const named = getenv("UFSECP_TEST_MUST_OPEN");
    return named && strcmp(named, api) == 0;
}

/* The calls that a GPU has rows for. */
inline std::vector<size_t> gpu_calls() {
    std::vector<size_t> r;
    for (size_t i = 0; i < calls().size(); i++) {
        const std::string &name = calls()[i].name;
        if (name.starts_with("pubkey_create") || name.find("sign") != name.npos ||
            name.starts_with("ecdh") || name.starts_with("mul_secret") || name == "negate")
            continue;
        r.push_back(i);
    }
    return r;
}
inline size_t call_named(const std::string &name) {
    for (size_t i = 0; i < calls().size(); i++)
        if (calls()[i].name == name) return i;
    ADD_FAILURE() << name;
    return 0;
}

/* n rows of the pool, one in `rare` of them not good. */
inline std::vector<size_t> mixed(size_t which, size_t n, size_t rare, unsigned seed) {
    std::mt19937_64 random(seed);
    const pool &p = pool_of(which);
    std::vector<size_t> picks;
    for (size_t i = 0; i < n; i++)
        picks.push_back(rare && random() % rare == 0
                            ? p.good_count + random() % (p.all.size() - p.good_count)
                            : random() % p.good_count);
    return picks;
}

/* An index of n rows of which some pay one of the receivers. */
struct silent_case {
    bytes tweaks, outputs;
    std::vector<uint64_t> at{0};
    std::vector<bytes> scans, spends, labels;
    std::vector<ufsecp_silent_scan_key> keys;
    ufsecp_silent_index index;

    silent_case(size_t n, size_t tweak_size, size_t output_size,
                const std::vector<size_t> &n_labels, bool one_each, unsigned seed) {
        source s(seed);
        for (const size_t count : n_labels) {
            scans.push_back(good_scalar(s));
            spends.push_back(good_key(s));
            bytes all;
            for (size_t j = 0; j < count; j++) all = all + good_key(s);
            labels.push_back(all);
        }
        for (size_t i = 0; i < n_labels.size(); i++)
            keys.push_back({scans[i].data(), spends[i].data(),
                            n_labels[i] ? labels[i].data() : nullptr, n_labels[i]});
        for (size_t i = 0; i < n; i++) {
            bytes tweak = good_key(s), tweak65(65);
            (void)!ufsecp_pubkey_convert(tweak65.data(), 65, tweak.data(), 33, 0);
            const bool good_row = !s.one_in(7);
            bytes in_index = tweak_size == 33 ? tweak : slice(tweak65, 1, 64);
            if (!good_row) in_index[5] ^= 1, in_index[tweak_size - 1] ^= 1;
            tweaks = tweaks + in_index;
            const size_t count = one_each ? 1 : s.below(4);
            for (size_t j = 0; j < count; j++) {
                bytes x = s.string(32);
                if (s.one_in(3)) x = paid(s.below(keys.size()), tweak, s.below(3));
                outputs = outputs + slice(x, 0, output_size);
            }
            at.push_back(outputs.size() / output_size);
        }
        index = {tweaks.data(),
                 tweak_size,
                 outputs.data(),
                 output_size,
                 one_each ? nullptr : at.data(),
                 n};
    }
    /* The x that pays that receiver: without a label if there are not so many. */
    bytes paid(size_t key, const bytes &tweak, size_t label) const {
        static const std::string tag = "BIP0352/SharedSecret";
        bytes shared(37), t(32), sum(66), p(33);
        (void)!ufsecp_pubkey_tweak_mul(shared.data(), 33, tweak.data(), 33, scans[key].data());
        ufsecp_tagged_hash(t.data(), reinterpret_cast<const uint8_t *>(tag.data()), tag.size(),
                           shared.data(), 37);
        (void)!ufsecp_pubkey_tweak_add(sum.data(), 33, spends[key].data(), 33, t.data());
        if (label >= keys[key].n_labels) return slice(sum, 1, 32);
        memcpy(sum.data() + 33, labels[key].data() + 33 * label, 33);
        (void)!ufsecp_pubkey_combine(p.data(), 33, sum.data(), 2);
        return slice(p, 1, 32);
    }
    /* All that a scan says, as text. */
    std::string scan() const {
        std::vector<ufsecp_silent_match> found(1000);
        size_t count = 0;
        bytes ok(index.n + 1, 0x77);
        const int all = ufsecp_silent_scan_var(found.data(), found.size(), &count, ok.data(),
                                               &index, keys.data(), keys.size());
        std::string r = std::to_string(all) + " " + hex(ok);
        for (size_t i = 0; i < count; i++)
            r += "\n" + std::to_string(found[i].row) + " " + std::to_string(found[i].output) + " " +
                 std::to_string(found[i].key) + " " + std::to_string(found[i].label) + " " +
                 hex(found[i].tweak32, 32);
        return r;
    }
};

}  // namespace parity
