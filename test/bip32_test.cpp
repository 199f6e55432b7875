// Extended keys (BIP-32) through the C ABI, on every engine: the BIP's vectors, both ways to a
// public child, text, keys that are none, paths that end, and misuse.
#include <gtest/gtest.h>

#include <string>

#include "api.h"
#include "xkeys.h"

namespace {

using nlohmann::json;

class Bip32 : public EachEngine {};
ON_EACH_ENGINE(Bip32);

using namespace xkeys;

bytes fingerprint(const bytes &key) {
    return made_by(4, [&](uint8_t *out) { return ufsecp_bip32_fingerprint(out, key.data()); });
}
std::string text_of(const bytes &key) {
    const bytes r = made_by(112, [&](uint8_t *out) {
        return ufsecp_bip32_text_get(reinterpret_cast<char *>(out), key.data());
    });
    if (r.empty()) return "";
    EXPECT_EQ(r[111], 0);
    return {r.begin(), r.end() - 1};
}
bytes key_of(const std::string &text) {
    return made_by(
        78, [&](uint8_t *out) { return ufsecp_bip32_text_set(out, text.data(), text.size()); });
}
/* The same text with another's checksum made right: of any 78 bytes. */
std::string encode(const bytes &key) {
    bytes all = key, sum(32);
    ufsecp_sha256(sum.data(), key.data(), key.size());
    ufsecp_sha256(sum.data(), bytes(sum).data(), 32);
    all = std::move(all) + slice(sum, 0, 4);
    std::string r;
    for (size_t begin = 0; begin < all.size();) {
        unsigned rest = 0;
        for (size_t i = begin; i < all.size(); i++) {
            rest = rest << 8 | all[i];
            all[i] = static_cast<uint8_t>(rest / 58);
            rest %= 58;
        }
        r.insert(r.begin(), "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"[rest]);
        while (begin < all.size() && all[begin] == 0) begin++;
    }
    return r;
}

/* No call takes these bytes for an extended key. */
void expect_none(const bytes &key) {
    EXPECT_EQ(ufsecp_bip32_verify(key.data()), 0);
    EXPECT_TRUE(derive(key, {}).empty());
    EXPECT_TRUE(derive(key, {0}).empty());
    EXPECT_TRUE(neuter(key).empty());
    EXPECT_TRUE(fingerprint(key).empty());
    EXPECT_TRUE(text_of(key).empty());
    EXPECT_TRUE(key_of(encode(key)).empty());
}

TEST_P(Bip32, Vectors) {
    size_t derived = 0, refused = 0;
    for (const json &c : load_vectors("bip32.json").at("cases")) {
        const std::string what = c["comment"];
        if (c["kind"] == "invalid") {
            EXPECT_TRUE(key_of(c["text"].get<std::string>()).empty()) << what;
            refused++;
            continue;
        }
        const bytes root = master(from_hex(c["seed"]));
        const path p = c["path"];
        const bytes xprv = derive(root, p), xpub = neuter(xprv);
        EXPECT_EQ(text_of(xprv), c["xprv"].get<std::string>()) << what;
        EXPECT_EQ(text_of(xpub), c["xpub"].get<std::string>()) << what;
        EXPECT_EQ(key_of(c["xprv"].get<std::string>()), xprv) << what;
        EXPECT_EQ(key_of(c["xpub"].get<std::string>()), xpub) << what;
        EXPECT_EQ(encode(xprv), c["xprv"].get<std::string>()) << what;
        derived++;
        if (p.empty()) continue;
        /* The parent, and what its public key gives. */
        const bytes parent = derive(root, path(p.begin(), p.end() - 1));
        EXPECT_EQ(slice(xprv, 5, 4), fingerprint(parent)) << what;
        EXPECT_EQ(derive(parent, {p.back()}), xprv) << what;
        EXPECT_EQ(derive(neuter(parent), {p.back()}), p.back() & hardened ? bytes() : xpub) << what;
    }
    EXPECT_EQ(derived, 17u);
    EXPECT_EQ(refused, 16u);
}

TEST_P(Bip32, PublicChildrenAreThoseOfPrivateOnes) {
    for (unsigned flags : {0u, UFSECP_BIP32_TESTNET})
        for (size_t i = 0; i < 4; i++) {
            const bytes root = derive(master(draw("seed", i), flags), {hardened | 44});
            ASSERT_EQ(root.size(), 78u);
            const path p = {0, static_cast<uint32_t>(i), 0x7fffffff, 12345};
            const bytes xprv = derive(root, p), xpub = derive(neuter(root), p);
            EXPECT_EQ(neuter(xprv), xpub);
            EXPECT_EQ(neuter(xpub), xpub);
            EXPECT_EQ(fingerprint(xprv), fingerprint(xpub));
            EXPECT_EQ(slice(xpub, 45, 33), pubkey_of(slice(xprv, 46, 32)));
            EXPECT_EQ(xprv[4], 5);
            EXPECT_EQ(text_of(xprv).substr(0, 4), flags ? "tprv" : "xprv");
            EXPECT_EQ(text_of(xpub).substr(0, 4), flags ? "tpub" : "xpub");
            EXPECT_EQ(key_of(text_of(xprv)), xprv);
            EXPECT_EQ(key_of(text_of(xpub)), xpub);
            EXPECT_EQ(encode(xpub), text_of(xpub));
            EXPECT_EQ(derive(xprv, {}), xprv);
            EXPECT_EQ(derive(xpub, {}), xpub);
            EXPECT_NE(derive(xprv, {7}), derive(xprv, {7 | hardened}));
            bytes key = root; /* in place */
            EXPECT_EQ(ufsecp_bip32_derive(key.data(), key.data(), p.data(), p.size()), 1);
            EXPECT_EQ(key, xprv);
        }
}

TEST_P(Bip32, Seeds) {
    for (size_t len : {16, 17, 32, 63, 64}) EXPECT_EQ(master(bytes(len, 7)).size(), 78u) << len;
    for (size_t len : {1, 8, 15, 65, 129}) EXPECT_TRUE(master(bytes(len, 7)).empty()) << len;
    bytes out(78, 0xee);
    const bytes seed(65, 7);
    EXPECT_EQ(ufsecp_bip32_master(out.data(), seed.data(), 15, 0), 0);
    EXPECT_TRUE(all_zero(out));
    out.assign(78, 0xee);
    EXPECT_EQ(ufsecp_bip32_master(out.data(), seed.data(), SIZE_MAX, 0), 0);
    EXPECT_TRUE(all_zero(out));
}

TEST_P(Bip32, PathsEnd) {
    const bytes root = master(draw("seed", 9));
    EXPECT_TRUE(derive(neuter(root), {0, hardened}).empty());
    bytes deep = derive(root, path(255, 1));
    ASSERT_EQ(deep.size(), 78u);
    EXPECT_EQ(deep[4], 255);
    EXPECT_EQ(ufsecp_bip32_verify(deep.data()), 1);
    EXPECT_TRUE(derive(deep, {1}).empty());
    EXPECT_TRUE(derive(root, path(256, 1)).empty());
    EXPECT_TRUE(derive(neuter(root), path(256, 1)).empty());
    EXPECT_EQ(derive(neuter(root), path(255, 1)), neuter(deep));
}

TEST_P(Bip32, KeysThatAreNone) {
    const bytes root = master(draw("seed", 10)), child = derive(root, {1}), pub = neuter(child);
    const auto with = [](const bytes &key, size_t at, const bytes &part) {
        bytes r = key;
        std::copy(part.begin(), part.end(), r.begin() + static_cast<ptrdiff_t>(at));
        return r;
    };
    for (const bytes &bad : {zero32, order, ones32}) expect_none(with(child, 46, bad));
    for (uint8_t prefix : {1, 2, 4, 255}) expect_none(with(child, 45, {prefix}));
    for (uint8_t prefix : {0, 1, 4, 6, 255}) expect_none(with(pub, 45, {prefix}));
    for (const bytes &x : {zero32, plus(zero32, 5), prime, ones32}) expect_none(with(pub, 46, x));
    expect_none(with(root, 5, {0, 0, 0, 1}));
    expect_none(with(root, 9, {0x80, 0, 0, 0}));
    expect_none(with(neuter(root), 8, {1}));
    for (size_t i = 0; i < 4; i++)
        expect_none(with(child, i, {static_cast<uint8_t>(child[i] ^ 1)}));
    expect_none(with(child, 0, slice(pub, 0, 4)));
    expect_none(with(pub, 0, slice(child, 0, 4)));
    expect_none(bytes(78));
    expect_none(bytes(78, 0xff));
    /* Zeros below the root are a parent's right. */
    EXPECT_EQ(ufsecp_bip32_verify(with(child, 5, bytes(8)).data()), 1);
}

TEST_P(Bip32, TextsThatAreNone) {
    const std::string good = text_of(master(draw("seed", 11)));
    ASSERT_EQ(key_of(good).size(), 78u);
    for (size_t i = 0; i < good.size(); i++) {
        std::string bad = good;
        bad[i] = bad[i] == '2' ? '3' : '2';
        EXPECT_TRUE(key_of(bad).empty()) << i;
    }
    for (int c = -128; c < 128; c++) {
        std::string bad = good;
        bad[50] = static_cast<char>(c);
        EXPECT_EQ(key_of(bad).empty(), bad != good) << c;
    }
    for (const std::string &bad :
         {std::string(), good.substr(1), good.substr(0, 110), good + '\0', good + '1', '1' + good,
          ' ' + good.substr(1), std::string(111, '1'), std::string(111, 'z'),
          std::string(100000, '1')})
        EXPECT_TRUE(key_of(bad).empty());
}

TEST_P(Bip32, Misuse) {
    const bytes seed = draw("seed", 12), key = master(seed);
    const path p = {1};
    bytes out(112, 0xee);
    char *const text = reinterpret_cast<char *>(out.data());
    EXPECT_EQ(ufsecp_bip32_master(nullptr, seed.data(), 32, 0), 0);
    EXPECT_EQ(ufsecp_bip32_master(out.data(), nullptr, 32, 0), 0);
    EXPECT_EQ(ufsecp_bip32_master(out.data(), seed.data(), 32, 2), 0);
    EXPECT_EQ(ufsecp_bip32_derive(nullptr, key.data(), p.data(), 1), 0);
    EXPECT_EQ(ufsecp_bip32_derive(out.data(), nullptr, p.data(), 1), 0);
    EXPECT_EQ(ufsecp_bip32_derive(out.data(), key.data(), nullptr, 1), 0);
    EXPECT_EQ(ufsecp_bip32_public(nullptr, key.data()), 0);
    EXPECT_EQ(ufsecp_bip32_public(out.data(), nullptr), 0);
    EXPECT_EQ(ufsecp_bip32_verify(nullptr), 0);
    EXPECT_EQ(ufsecp_bip32_fingerprint(nullptr, key.data()), 0);
    EXPECT_EQ(ufsecp_bip32_fingerprint(out.data(), nullptr), 0);
    EXPECT_EQ(ufsecp_bip32_text_get(nullptr, key.data()), 0);
    EXPECT_EQ(ufsecp_bip32_text_get(text, nullptr), 0);
    EXPECT_EQ(ufsecp_bip32_text_set(nullptr, text, 111), 0);
    EXPECT_EQ(ufsecp_bip32_text_set(out.data(), nullptr, 111), 0);
    EXPECT_EQ(out, bytes(112, 0xee));
    EXPECT_EQ(derive(key, {}), key); /* no path needs no pointer */
    EXPECT_EQ(ufsecp_bip32_derive(out.data(), key.data(), nullptr, 0), 1);
}

}  // namespace
