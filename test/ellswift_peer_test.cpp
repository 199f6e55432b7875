// ElligatorSwift against libsecp256k1, on every engine: decoding, encodings and shared secrets of
// random numbers and of those at which decoding changes its mind.
#include <gtest/gtest.h>

#include "api.h"
#include "peer.h"
#include "scale.h"
#include "secp256k1.h"
#include "secp256k1_ellswift.h"

namespace {

class EllswiftPeer : public EachEngine {};
ON_EACH_ENGINE(EllswiftPeer);

const secp256k1_context *const context = peer::context();

using reference::mod_add;
using reference::mod_mul;
using reference::mod_neg;
using reference::mod_pow;
using reference::num;
using reference::p;

/* A root of a modulo p, or of -a. */
num root(const num &a) {
    bytes e = ones32; /* (p + 1)/4 */
    e[0] = 0x3f, e[28] = 0xbf, e[31] = 0x0c;
    return mod_pow(a, num::of_bytes(e.data()), p);
}

/* Encodings: pairs of edges of the field, and pairs with u^3 + t^2 + 7 = 0. */
std::vector<bytes> hostile() {
    std::vector<bytes> numbers = {zero32,         plus(zero32, 1), plus(zero32, 2), plus(prime, -1),
                                  prime,          plus(prime, 1),  ones32,          order,
                                  draw("u", 100), draw("u", 101)};
    std::vector<bytes> r;
    for (const bytes &u : numbers)
        for (const bytes &t : numbers) r.push_back(u + t);
    for (size_t i = 0; i < 40; i++) {
        const bytes u = i ? draw("u", i) : plus(zero32, 1);
        const num v = reference::mod(num::of_bytes(u.data()), p);
        const num g = mod_neg(mod_add(mod_mul(mod_mul(v, v, p), v, p), num(7), p), p), t = root(g);
        if (mod_mul(t, t, p) != g) continue;
        r.push_back(u + be(t)), r.push_back(u + be(mod_neg(t, p)));
    }
    return r;
}

void expect_same_key(const bytes &ell) {
    secp256k1_pubkey key;
    bytes ours(65), theirs(65);
    ASSERT_EQ(secp256k1_ellswift_decode(context, &key, ell.data()), 1);
    ASSERT_EQ(peer::pubkey_write(theirs.data(), 65, &key, 1), 1);
    ASSERT_EQ(ufsecp_ellswift_decode(ours.data(), 65, ell.data()), 1);
    ASSERT_EQ(ours, theirs) << to_hex(ell);
}
void expect_same_secret(const bytes &a, const bytes &b, const bytes &sk, int party) {
    bytes ours(32, 1), theirs(32, 2);
    const int made =
        secp256k1_ellswift_xdh(context, theirs.data(), a.data(), b.data(), sk.data(), party,
                               secp256k1_ellswift_xdh_hash_function_bip324, nullptr);
    ASSERT_EQ(ufsecp_ellswift_xdh(ours.data(), a.data(), b.data(), sk.data(), party), made);
    if (!made) theirs = zero32;
    ASSERT_EQ(ours, theirs) << to_hex(a) << to_hex(b) << to_hex(sk);
}

TEST_P(EllswiftPeer, Decodes) {
    for (const bytes &ell : hostile()) expect_same_key(ell);
    for (int i = 0; i < scaled(500); i++)
        expect_same_key(draw("u", (size_t)i) + draw("t", (size_t)i));
}

TEST_P(EllswiftPeer, Encodes) {
    for (int i = 0; i < scaled(200); i++) {
        bytes sk = draw("key", (size_t)i), rnd = draw("random", (size_t)i);
        if (i < 4) sk = plus(zero32, i);
        if (i > 3 && i < 8) sk = plus(order, i - 7);
        if (i % 7 == 0) rnd = i % 2 ? ones32 : zero32;
        bytes ours(64, 1), theirs(64, 2);
        const uint8_t *const aux = i % 3 ? rnd.data() : nullptr;
        const int made = secp256k1_ellswift_create(context, theirs.data(), sk.data(), aux);
        ASSERT_EQ(ufsecp_ellswift_create(ours.data(), sk.data(), aux), made);
        ASSERT_EQ(ours, theirs) << i;
        if (!made) continue;
        secp256k1_pubkey key;
        const bytes pk = pubkey_of(sk);
        ASSERT_EQ(peer::pubkey_parse(&key, pk.data(), 33, false), 1);
        ASSERT_EQ(secp256k1_ellswift_encode(context, theirs.data(), &key, rnd.data()), 1);
        ASSERT_EQ(ufsecp_ellswift_encode(ours.data(), pk.data(), 33, rnd.data()), 1);
        ASSERT_EQ(ours, theirs) << i;
    }
}

TEST_P(EllswiftPeer, Secrets) {
    const bytes other = draw("a", 0) + draw("a", 1);
    for (const bytes &ell : hostile()) {
        expect_same_secret(ell, other, draw("key", 0), 1);
        expect_same_secret(other, ell, draw("key", 0), 0);
    }
    for (int i = 0; i < scaled(100); i++) {
        bytes sk = draw("key", (size_t)i);
        if (i < 4) sk = plus(zero32, i);
        if (i > 3 && i < 8) sk = plus(order, i - 7);
        expect_same_secret(draw("u", (size_t)i) + draw("t", (size_t)i), other, sk, i & 1);
    }
}

}  // namespace
