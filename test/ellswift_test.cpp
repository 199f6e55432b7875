// ElligatorSwift (BIP-324) through the C ABI, on every engine: the BIP's vectors, encodings that
// come back, numbers at which decoding changes its mind, bad keys and misuse.
#include <gtest/gtest.h>

#include <set>

#include "api.h"
#include "scale.h"

namespace {

using nlohmann::json;

class Ellswift : public EachEngine {};
ON_EACH_ENGINE(Ellswift);

bytes field(const json &c, const char *name) { return from_hex(c.at(name)); }
std::vector<json> cases(const char *kind) {
    std::vector<json> r;
    for (const json &c : load_vectors("bip324.json").at("cases"))
        if (c.at("kind") == kind) r.push_back(c);
    EXPECT_FALSE(r.empty());
    return r;
}

bytes decode(const bytes &ell, size_t len = 33) {
    bytes r(len, 0xee);
    EXPECT_EQ(ufsecp_ellswift_decode(r.data(), len, ell.data()), 1);
    return r;
}
bytes encode(const bytes &pk, const bytes &rnd) {
    bytes r(64, 0xee);
    EXPECT_EQ(ufsecp_ellswift_encode(r.data(), pk.data(), pk.size(), rnd.data()), 1);
    return r;
}
bytes create(const bytes &sk, const uint8_t *aux = nullptr) {
    bytes r(64, 0xee);
    EXPECT_EQ(ufsecp_ellswift_create(r.data(), sk.data(), aux), 1);
    return r;
}
bytes xdh(const bytes &a, const bytes &b, const bytes &sk, int party) {
    bytes r(32, 0xee);
    EXPECT_EQ(ufsecp_ellswift_xdh(r.data(), a.data(), b.data(), sk.data(), party), 1);
    return r;
}
/* What a caller's hash gets, in one string. */
int keep_all(uint8_t *out, const uint8_t x[32], const uint8_t a[64], const uint8_t b[64],
             void *result) {
    memcpy(out, x, 32), memcpy(out + 32, a, 64), memcpy(out + 96, b, 64);
    return *static_cast<int *>(result);
}

TEST_P(Ellswift, Decodes) {
    for (const json &c : cases("decode")) {
        const bytes ell = field(c, "ell"), compressed = decode(ell), whole = decode(ell, 65);
        EXPECT_EQ(slice(compressed, 1, 32), field(c, "x")) << c;
        bytes t = slice(ell, 32, 32);
        if (t >= prime) /* then t mod p has the other parity */
            t[31] ^= 1;
        EXPECT_EQ(compressed[0], 2 + (t[31] & 1)) << c;
        bytes again(33);
        EXPECT_EQ(ufsecp_pubkey_convert(again.data(), 33, whole.data(), 65, 0), UFSECP_OK);
        EXPECT_EQ(again, compressed) << c;
    }
}

/* All t of the BIP's cases lead back, and so do their negatives. */
TEST_P(Ellswift, DecodesWhatTheInverseGives) {
    for (const json &c : cases("inverse"))
        for (const json &t : c.at("ts")) {
            if (t.is_null()) continue;
            EXPECT_EQ(slice(decode(field(c, "u") + from_hex(t)), 1, 32), field(c, "x")) << c;
        }
}

TEST_P(Ellswift, SharedSecrets) {
    for (const json &c : cases("secret")) {
        const bytes sk = field(c, "seckey"), ours = field(c, "ell"), theirs = field(c, "theirs");
        const int party = c.at("party");
        const bytes &a = party ? theirs : ours, &b = party ? ours : theirs;
        EXPECT_EQ(slice(decode(ours), 1, 32), field(c, "x")) << c;
        EXPECT_EQ(xonly_of(sk), field(c, "x")) << c;
        EXPECT_EQ(xdh(a, b, sk, party), field(c, "secret")) << c;
        bytes all(160, 0xee);
        int one = 1, none = 0;
        EXPECT_EQ(ufsecp_ellswift_xdh_custom(all.data(), a.data(), b.data(), sk.data(), party,
                                             keep_all, &one),
                  1);
        EXPECT_EQ(all, field(c, "shared_x") + a + b) << c;
        EXPECT_EQ(ufsecp_ellswift_xdh_custom(all.data(), a.data(), b.data(), sk.data(), party,
                                             keep_all, &none),
                  0);
    }
}

TEST_P(Ellswift, EncodingsComeBack) {
    const size_t n = (size_t)scaled(60);
    std::set<bytes> seen;
    for (size_t i = 0; i < n; i++) {
        const bytes sk = draw("ellswift", i), pk = pubkey_of(sk), rnd = draw("random", i);
        const bytes aux = draw("aux", i);
        const bytes all[] = {encode(pk, rnd), encode(pubkey_of(sk, 65), zero32), create(sk),
                             create(sk, aux.data())};
        EXPECT_EQ(encode(pubkey_of(sk, 65), rnd), all[0]);
        for (const bytes &ell : all) {
            EXPECT_EQ(decode(ell), pk);
            EXPECT_TRUE(seen.insert(ell).second);
        }
    }
}

/* Draws are those of libsecp256k1. */
TEST_P(Ellswift, EncodingsAreThoseOfTheVectors) {
    for (const json &c : cases("create")) {
        const bytes aux = c.at("random").is_null() ? bytes() : field(c, "random");
        EXPECT_EQ(create(field(c, "seckey"), aux.empty() ? nullptr : aux.data()), field(c, "ell"));
    }
    for (const json &c : cases("encode"))
        EXPECT_EQ(encode(pubkey_of(field(c, "seckey")), field(c, "random")), field(c, "ell"));
}

/* Both parties get one secret, and it is that of ordinary Diffie-Hellman. */
TEST_P(Ellswift, PartiesAgree) {
    for (size_t i = 0; i < (size_t)scaled(20); i++) {
        const bytes ska = draw("a", i), skb = draw("b", i), a = create(ska), b = create(skb);
        const bytes secret = xdh(a, b, ska, 0);
        EXPECT_EQ(xdh(a, b, skb, 1), secret);
        EXPECT_NE(xdh(b, a, ska, 1), secret);
        bytes x(32), hash(32);
        EXPECT_EQ(ufsecp_ecdh_x(x.data(), decode(b).data(), 33, ska.data()), 1);
        const bytes text = a + b + x;
        ufsecp_tagged_hash(hash.data(), (const uint8_t *)"bip324_ellswift_xonly_ecdh", 26,
                           text.data(), text.size());
        EXPECT_EQ(secret, hash);
    }
    /* Any bytes are somebody's key, and each name of a number is the same number. */
    const bytes sk = draw("a", 0), p_plus_3 = plus(prime, 3), three = plus(zero32, 3);
    const bytes ours = create(sk);
    for (const bytes &u : {zero32, three, ones32, prime})
        for (const bytes &t : {zero32, three, ones32, prime}) {
            bytes x(32);
            int one = 1;
            bytes all(160);
            EXPECT_EQ(ufsecp_ellswift_xdh_custom(all.data(), ours.data(), (u + t).data(), sk.data(),
                                                 0, keep_all, &one),
                      1);
            EXPECT_EQ(ufsecp_ecdh_x(x.data(), decode(u + t).data(), 33, sk.data()), 1);
            EXPECT_EQ(slice(all, 0, 32), x);
        }
    EXPECT_EQ(decode(prime + three), decode(zero32 + p_plus_3));
    EXPECT_EQ(decode(three + prime), decode(p_plus_3 + zero32));
}

TEST_P(Ellswift, BadKeys) {
    const bytes a = draw("a", 0) + draw("a", 1), sk = draw("sk", 0);
    for (const bytes &bad : {zero32, order, plus(order, 1), ones32}) {
        bytes ell(64, 0xee), secret(32, 0xee), untouched(160, 0xee), all = untouched;
        EXPECT_EQ(ufsecp_ellswift_create(ell.data(), bad.data(), nullptr), 0);
        EXPECT_TRUE(all_zero(ell));
        EXPECT_EQ(ufsecp_ellswift_xdh(secret.data(), a.data(), a.data(), bad.data(), 1), 0);
        EXPECT_TRUE(all_zero(secret));
        int one = 1;
        EXPECT_EQ(ufsecp_ellswift_xdh_custom(all.data(), a.data(), a.data(), bad.data(), 1,
                                             keep_all, &one),
                  0);
        EXPECT_EQ(all, untouched);
    }
    for (bytes pk : {bytes(33), bytes(33, 2), bytes{}, bytes(32, 2), bytes(65, 4), bytes{2} + prime,
                     pubkey_of(sk) + bytes(1)}) {
        if (pk == bytes(33, 2)) pk = bytes{2} + plus(zero32, 5); /* no point has x = 5 */
        bytes ell(64, 0xee);
        EXPECT_EQ(ufsecp_ellswift_encode(ell.data(), pk.data() ? pk.data() : ell.data(), pk.size(),
                                         sk.data()),
                  0)
            << to_hex(pk);
        EXPECT_TRUE(all_zero(ell)) << to_hex(pk);
    }
}

TEST_P(Ellswift, Misuse) {
    const bytes sk = draw("sk", 0), a = draw("a", 0) + draw("a", 1), pk = pubkey_of(sk);
    const bytes untouched(160, 0xee);
    bytes out = untouched;
    uint8_t *const o = out.data();
    int one = 1;
    const auto custom = [&](uint8_t *to, const uint8_t *first, const uint8_t *second,
                            const uint8_t *key, int party, ufsecp_ellswift_hash hash) {
        return ufsecp_ellswift_xdh_custom(to, first, second, key, party, hash, &one);
    };
    const int results[] = {
        ufsecp_ellswift_encode(nullptr, pk.data(), 33, sk.data()),
        ufsecp_ellswift_encode(o, nullptr, 33, sk.data()),
        ufsecp_ellswift_encode(o, pk.data(), 33, nullptr),
        ufsecp_ellswift_decode(nullptr, 33, a.data()),
        ufsecp_ellswift_decode(o, 33, nullptr),
        ufsecp_ellswift_decode(o, 32, a.data()),
        ufsecp_ellswift_decode(o, 64, a.data()),
        ufsecp_ellswift_decode(o, SIZE_MAX, a.data()),
        ufsecp_ellswift_create(nullptr, sk.data(), nullptr),
        ufsecp_ellswift_create(o, nullptr, sk.data()),
        ufsecp_ellswift_xdh(nullptr, a.data(), a.data(), sk.data(), 0),
        ufsecp_ellswift_xdh(o, nullptr, a.data(), sk.data(), 0),
        ufsecp_ellswift_xdh(o, a.data(), nullptr, sk.data(), 0),
        ufsecp_ellswift_xdh(o, a.data(), a.data(), nullptr, 0),
        ufsecp_ellswift_xdh(o, a.data(), a.data(), sk.data(), 2),
        ufsecp_ellswift_xdh(o, a.data(), a.data(), sk.data(), -1),
        custom(nullptr, a.data(), a.data(), sk.data(), 0, keep_all),
        custom(o, nullptr, a.data(), sk.data(), 0, keep_all),
        custom(o, a.data(), nullptr, sk.data(), 0, keep_all),
        custom(o, a.data(), a.data(), nullptr, 0, keep_all),
        custom(o, a.data(), a.data(), sk.data(), 2, keep_all),
        custom(o, a.data(), a.data(), sk.data(), 0, nullptr),
    };
    for (size_t i = 0; i < std::size(results); i++) EXPECT_EQ(results[i], 0) << i;
    EXPECT_EQ(out, untouched);
}

}  // namespace
