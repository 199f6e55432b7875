// Secrets from the edges: numbers that take rare paths through code that has any, and then random
// ones, for the tests that compare runs.
#pragma once
#include <random>
#include <vector>

#include "ct_calls.h"

namespace ct_calls {

struct number {
    uint8_t b[32];
};

/* The bits of hexadecimal digits, right-aligned. */
inline number from_hex(const char *digits) {
    number r{};
    size_t at = 64 - strlen(digits);
    for (; *digits; digits++, at++) {
        const int value = *digits <= '9' ? *digits - '0' : *digits - 'a' + 10;
        r.b[at / 2] = (uint8_t)(r.b[at / 2] | value << (at % 2 ? 0 : 4));
    }
    return r;
}
inline number power_of_two(int i) {
    number r{};
    r.b[31 - i / 8] = (uint8_t)(1 << i % 8);
    return r;
}

/* Valid keys. The first ones: one, two, n - 1, n - 2, both sides of n/2, the eigenvalue of the
 * endomorphism and its neighbours, where the halves of a split scalar round over, few bits, many
 * bits. */
inline const std::vector<number> &edge_keys() {
    static const std::vector<number> keys = [] {
        std::vector<number> v;
        for (const char *digits :
             {"1",
              "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364140",
              "7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a1", /* (n + 1)/2 */
              "5363ad4cc05c30e0a5261c028812645a122e22ea20816678df02967c1b23bd72", /* lambda */
              "ffffffffffffffffffffffffffffffff",
              "2",
              "fffffffffffffffffffffffffffffffe00000000000000000000000000000000",
              "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd036413f",
              "7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0", /* (n - 1)/2 */
              "5363ad4cc05c30e0a5261c028812645a122e22ea20816678df02967c1b23bd71",
              "5363ad4cc05c30e0a5261c028812645a122e22ea20816678df02967c1b23bd73",
              "ac9c52b33fa3cf1f5ad9e3fd77ed9ba4a880b9fc8ec739c2e0cfc810b51283ce", /* lambda^2 */
              "3086d221a7d46bcde86c90e49284eb15",
              "e4437ed6010e88286f547fa90abfe4c3",
              "114ca50f7a8e2f3f657c1108d9d44cfd8", /* the lattice */
              "5555555555555555555555555555555555555555555555555555555555555555",
              "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
              "fffffffffffffffffffffffffffffffe00000000000000000000000000000001",
              "ffffffff00000000ffffffff00000000ffffffff00000000ffffffff",
              "10000000000000000000000000000000000000001",
              "3",
              "ff",
              "7fffffff"})
            v.push_back(from_hex(digits));
        for (int i : {255, 128, 127, 64, 63, 192, 191, 32, 31, 5, 6, 52, 104, 208, 130, 26})
            v.push_back(power_of_two(i));
        return v;
    }();
    return keys;
}

/* 32 bytes that are no key: 0, n, n + 1, 2^256 - 1. */
inline const std::vector<number> &bad_keys() {
    static const std::vector<number> keys = {
        {},
        from_hex("fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141"),
        from_hex("fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364142"),
        from_hex("ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff")};
    return keys;
}

/* The i-th set of secrets in place of what fill() made: edges against edges first, all different
 * kinds of value at once, then random. Messages are edges too, since they enter nonces. The public
 * keys stay. */
inline void vary(secrets &s, publics &p, size_t i) {
    const std::vector<number> &edges = edge_keys(), &bad = bad_keys();
    std::mt19937_64 random(i);
    const auto set = [&](uint8_t *to, size_t step) {
        if (i + 1 < edges.size()) {
            memcpy(to, edges[(i + 7 * step) % edges.size()].b, 32);
        } else {
            for (size_t j = 0; j < 32; j++) to[j] = (uint8_t)random();
            to[0] &= 0x7f, to[31] |= 1;
        }
    };
    set(s.key, 0), set(s.tweak, 1), set(s.aux, 2), set(p.msg, 3), set(p.long_msg, 4);
    memcpy(s.bad_key, bad[i % bad.size()].b, 32);
    for (size_t j = 0; j < most_rows; j++)
        set(s.keys + 32 * j, j), set(s.auxs + 32 * j, j + 1), set(p.msgs + 32 * j, j + 2);
    if (i % 3 == 1)
        memset(s.aux, 0, 32), memset(s.auxs, 0xff, sizeof s.auxs), memset(p.msg, 0xff, 32);
    memcpy(s.keys + 32, bad[(i + 1) % bad.size()].b, 32);
}

/* The key pair of a varied key, for a call that takes one. */
inline void vary_pair(secrets &s, const secret_call &call) {
    if (strstr(call.name, "sign_keypair")) (void)!ufsecp_keypair_create(&s.pair, s.key);
}

}  // namespace ct_calls
