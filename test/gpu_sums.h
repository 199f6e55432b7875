// Sums and what they must be, for the tests of GPU engines: products by their logarithms, whatever
// meets in a bucket, and batches of Schnorr signatures.
#pragma once
#include <functional>
#include <map>

#include "gpu_calls.h"

namespace parity {

/* The engine of that name is in use while this lives. */
struct selected {
    const std::string before = ufsecp_engine();
    explicit selected(const char *name = "test_gpu") { EXPECT_EQ(ufsecp_engine_select(name), 1); }
    ~selected() { ufsecp_engine_select(before.c_str()); }
};

/* k P for P = d G, and the sum of all as it must be. */
struct products {
    bytes scalars, keys;
    num log;
    size_t n = 0;

    void add(const num &k, const num &d) {
        static std::map<num, bytes> known;
        bytes &key = known[d];
        if (key.empty()) key = key33(d);
        scalars = scalars + to_bytes(k), keys = keys + key;
        log = parity::add(log, mul(k, d));
        n++;
    }
    std::string expected() const {
        return log.is_zero() ? std::to_string(UFSECP_NO_POINT) + hex(bytes(33))
                             : std::to_string(UFSECP_OK) + hex(key33(log));
    }
    /* What the call says: status, point, and the bad row if there is one. */
    std::string sum() const {
        bytes out(33, 0x77);
        size_t bad_row = 0;
        const int status =
            ufsecp_msm(out.data(), 33, scalars.data(), keys.data(), nullptr, n, 0, &bad_row);
        return std::to_string(status) + hex(out) +
               (bad_row == SIZE_MAX ? "" : " row " + std::to_string(bad_row));
    }
};

/* What meets in buckets: nothing in common, everything, points that are equal, opposite, infinity,
 * of one orbit of lambda. */
inline const std::vector<std::pair<const char *, std::function<void(products &, size_t, source &)>>>
    patterns = {
        {"random",
         [](products &p, size_t, source &s) {
             p.add(scalar(s, 1000), num::of_bytes(seckey(s, 1000).data()));
         }},
        {"borders",
         [](products &p, size_t i, source &s) {
             p.add(i % 3 ? special_scalars()[s.below(16)].value : scalar(s, 2),
                   special_keys()[s.below(23)].value);
         }},
        {"one product",
         [](products &p, size_t, source &) {
             p.add(num(0x1234567890abcdef, 7, 11, 0xfedcba9876543210), num(5));
         }},
        {"one bucket", [](products &p, size_t i, source &) { p.add(num(1), num(2 * i + 3)); }},
        {"one scalar", [](products &p, size_t i, source &) { p.add(neg(num(77)), num(i + 3)); }},
        {"one point", [](products &p, size_t, source &s) { p.add(scalar(s, 3), num(9)); }},
        {"opposite scalars",
         [](products &p, size_t i, source &) {
             p.add(i % 2 ? neg(num(1000000007)) : num(1000000007), num(9));
         }},
        {"opposite points", [](products &p, size_t i,
                               source &) { p.add(num(0, 1, 2, 3), i % 2 ? neg(num(9)) : num(9)); }},
        {"zeros", [](products &p, size_t i, source &) { p.add(num(), num(i + 1)); }},
        {"all but one zero",
         [](products &p, size_t i, source &) { p.add(i == 3 ? lambda : num(), num(i + 1)); }},
        {"images by lambda",
         [](products &p, size_t i, source &) {
             p.add(i % 3 == 0 ? num(1) : i % 3 == 1 ? lambda : mul(lambda, lambda), num(6));
         }},
        {"orbit",
         [](products &p, size_t i, source &) {
             p.add(num(12345), i % 3 == 0   ? num(6)
                               : i % 3 == 1 ? mul(lambda, 6)
                                            : mul(mul(lambda, lambda), 6));
         }},
        {"greatest digits",
         [](products &p, size_t i, source &) {
             p.add(reference::minus(num::power_of_2(128), num(1 + i % 2)), num(1 + i % 5));
         }},
        {"halves of windows",
         [](products &p, size_t i, source &) {
             p.add(num::power_of_2(static_cast<unsigned>(i) % 256), num(1 + i / 256));
         }},
        {"doublings",
         [](products &p, size_t i, source &) {
             p.add(num(3), num::power_of_2(static_cast<unsigned>(i) % 7));
         }},
};

inline products of(size_t pattern, size_t n, unsigned seed = 1) {
    source s(seed);
    products p;
    for (size_t i = 0; i < n; i++) patterns[pattern].second(p, i, s);
    return p;
}

/* Rows that are good. */
inline const bytes &signatures() {
    static const bytes rows = [] {
        source s(8);
        bytes r;
        for (int i = 0; i < 60; i++) r = r + good_schnorr(s);
        return r;
    }();
    return rows;
}
/* Verdict and verdicts, and whether the call without verdicts says the same. */
inline std::string verdicts(const bytes &rows, size_t extra = 0) {
    const size_t n = rows.size() / (128 + extra);
    bytes ok(n + 1, 0x77);
    const int all = ufsecp_schnorr_batch_identify(ok.data(), rows.data(), extra, n, nullptr);
    const int alone = ufsecp_schnorr_batch_verify(rows.data(), extra, n, signatures().data());
    return std::to_string(all) + std::to_string(alone) + hex(ok);
}

}  // namespace parity
