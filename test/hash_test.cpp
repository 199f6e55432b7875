// The hash functions against printed and independent vectors, on every SHA-256 backend.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "base/cpu.h"
#include "hash/keccak.h"
#include "hash/rfc6979.h"
#include "hash/ripemd160.h"
#include "hash/sha256.h"
#include "hash/tagged.h"
#include "vectors.h"

namespace {

using namespace ufsecp;
using bytes = std::vector<uint8_t>;

const nlohmann::json &vectors() {
    static const nlohmann::json all = load_vectors("hash.json").at("cases");
    return all;
}

std::string hex(const uint8_t *p, size_t len) {
    std::string s;
    for (size_t i = 0; i < 2 * len; i++) s += "0123456789abcdef"[p[i / 2] >> (i % 2 ? 0 : 4) & 15];
    return s;
}

std::string text(const nlohmann::json &j) { return j.get<std::string>(); }

bytes unhex(const std::string &s) {
    bytes b;
    for (size_t i = 0; i + 1 < s.size(); i += 2)
        b.push_back((uint8_t)std::stoi(s.substr(i, 2), nullptr, 16));
    return b;
}

/* The message of n bytes that tools/make_hash_vectors.py makes as well. */
bytes pattern(size_t n) {
    bytes b(n);
    for (size_t j = 0; j < n; j++) b[j] = (uint8_t)(j * 167 + (j >> 4) * 29 + n * 13);
    return b;
}

std::string final_hex(sha256 *h) {
    uint8_t out[32];
    sha256_final(h, out);
    return hex(out, 32);
}

/* Runs with each SHA-256 backend that this CPU has, one after the other. */
class every_backend : public testing::TestWithParam<const char *> {
protected:
    void SetUp() override {
        if (!sha256_select(GetParam())) GTEST_SKIP() << "this CPU has no " << GetParam();
        ASSERT_STREQ(sha256_backend(), GetParam());
    }
    void TearDown() override { ASSERT_TRUE(sha256_select(nullptr)); }
};

#if defined(__x86_64__)
INSTANTIATE_TEST_SUITE_P(hash, every_backend, testing::Values("portable", "avx2", "sha-ni"));
#else
INSTANTIATE_TEST_SUITE_P(hash, every_backend, testing::Values("portable"));
#endif

/* A function's vectors: those its standard prints, and all lengths from 0 to 300. */
template <size_t size>
void check_vectors(const char *section, void (*function)(uint8_t *, const uint8_t *, size_t)) {
    uint8_t out[size];
    size_t rows = 0, length = 0;
    for (const auto &row : vectors()[section]["printed"]) {
        const bytes once = unhex(text(row["msg"]));
        bytes msg;
        for (int i = row["times"].get<int>(); i; i--)
            msg.insert(msg.end(), once.begin(), once.end());
        function(out, msg.data(), msg.size());
        EXPECT_EQ(hex(out, size), text(row["digest"])) << section << " of " << row["msg"];
        rows++;
    }
    for (const auto &digest : vectors()[section]["pattern"]) {
        const bytes msg = pattern(length++);
        function(out, msg.data(), msg.size());
        EXPECT_EQ(hex(out, size), text(digest)) << section << " of " << msg.size() << " bytes";
    }
    EXPECT_GE(rows, 4u);
    EXPECT_EQ(length, 301u);
}

TEST(hash, keccak256) { check_vectors<32>("keccak256", keccak256); }
TEST(hash, ripemd160) { check_vectors<20>("ripemd160", ripemd160); }
TEST_P(every_backend, sha256) { check_vectors<32>("sha256", sha256_hash); }

TEST_P(every_backend, random_splits) {
    std::mt19937 rng(7);
    for (int round = 0; round < 400; round++) {
        const bytes msg = pattern(rng() % 301);
        sha256 h;
        sha256_init(&h);
        for (size_t done = 0; done < msg.size();) {
            const size_t take = std::min<size_t>(rng() % (round % 2 ? 9 : 150), msg.size() - done);
            sha256_update(&h, msg.data() + done, take);
            done += take;
        }
        const auto &expected = vectors()["sha256"]["pattern"][msg.size()];
        ASSERT_EQ(final_hex(&h), text(expected)) << msg.size() << " bytes";
    }
}

/* Random states and runs of blocks: a carry that a short message never has. */
TEST_P(every_backend, compression_equals_portable) {
    std::mt19937 rng(11);
    for (int round = 0; round < 300; round++) {
        uint32_t state[8], expected[8];
        bytes blocks(64 * (1 + rng() % 9) + 1);
        for (auto &b : blocks) b = (uint8_t)rng();
        if (round % 3 == 0) std::fill(blocks.begin(), blocks.end(), round % 2 ? 0xff : 0x00);
        for (int i = 0; i < 8; i++) state[i] = expected[i] = round % 5 ? (uint32_t)rng() : ~0u;
        const uint8_t *unaligned = blocks.data() + 1;
        sha256_compress(state, unaligned, blocks.size() / 64);
        ASSERT_TRUE(sha256_select("portable"));
        for (size_t i = 0; i < blocks.size() / 64; i++)
            sha256_compress(expected, unaligned + 64 * i, 1);
        ASSERT_TRUE(sha256_select(GetParam()));
        ASSERT_EQ(0, memcmp(state, expected, 32));
    }
}

/* Lengths of more than 32 bits, without hashing them: the state of an all-zero prefix stands in. */
TEST_P(every_backend, length_field_has_64_bits) {
    const uint32_t state[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    const uint64_t length = (uint64_t)1 << 40 | 64;
    sha256 h;
    sha256_init_midstate(&h, state, length);
    uint8_t block[64] = {0x80};
    for (int i = 0; i < 8; i++) block[63 - i] = (uint8_t)(length * 8 >> 8 * i);
    uint32_t s[8];
    memcpy(s, state, 32);
    sha256_compress(s, block, 1);
    uint8_t expected[32];
    for (int i = 0; i < 32; i++) expected[i] = (uint8_t)(s[i / 4] >> (24 - i % 4 * 8));
    EXPECT_EQ(final_hex(&h), hex(expected, 32));
}

TEST(hash, final_wipes) {
    sha256 h;
    sha256_init(&h);
    sha256_update(&h, pattern(100).data(), 100);
    final_hex(&h);
    for (size_t i = 0; i < sizeof h; i++) ASSERT_EQ(((const uint8_t *)&h)[i], 0) << i;
    uint8_t key[32] = {1}, msg[32] = {2};
    rfc6979 r;
    rfc6979_init(&r, key, msg, nullptr);
    rfc6979_finish(&r);
    for (size_t i = 0; i < sizeof r; i++) ASSERT_EQ(((const uint8_t *)&r)[i], 0) << i;
}

TEST(hash, selection) {
    const std::string best = sha256_backend();
    EXPECT_FALSE(sha256_select("md5"));
    EXPECT_EQ(sha256_backend(), best);
#if defined(__x86_64__)
    EXPECT_EQ(sha256_select("avx2"), cpu().avx2);
    EXPECT_EQ(sha256_select("sha-ni"), cpu().sha);
#endif
    EXPECT_TRUE(sha256_select(nullptr));
    EXPECT_EQ(sha256_backend(), best);
}

TEST_P(every_backend, tagged) {
    std::vector<int> seen((size_t)hash_tag::count);
    for (const auto &row : vectors()["tagged"]) {
        const std::string tag = text(row["tag"]);
        const bytes msg = pattern(row["length"].get<size_t>());
        sha256 h;
        tagged_init_any(&h, (const uint8_t *)tag.data(), tag.size());
        sha256_update(&h, msg.data(), msg.size());
        EXPECT_EQ(final_hex(&h), text(row["digest"])) << tag;
        for (int i = 0; i < (int)hash_tag::count; i++) {
            if (tag != tag_text((hash_tag)i)) continue;
            tagged_init(&h, (hash_tag)i);
            sha256_update(&h, msg.data(), msg.size());
            EXPECT_EQ(final_hex(&h), text(row["digest"])) << tag;
            seen[(size_t)i]++;
        }
    }
    for (size_t i = 0; i < seen.size(); i++) EXPECT_EQ(seen[i], 4) << tag_text((hash_tag)i);
}

/* The enumerators name the texts that their BIPs give. */
TEST(hash, tags_in_order) {
    EXPECT_STREQ(tag_text(hash_tag::bip340_challenge), "BIP0340/challenge");
    EXPECT_STREQ(tag_text(hash_tag::bip340_aux), "BIP0340/aux");
    EXPECT_STREQ(tag_text(hash_tag::bip340_nonce), "BIP0340/nonce");
    EXPECT_STREQ(tag_text(hash_tag::tap_leaf), "TapLeaf");
    EXPECT_STREQ(tag_text(hash_tag::tap_branch), "TapBranch");
    EXPECT_STREQ(tag_text(hash_tag::tap_tweak), "TapTweak");
    EXPECT_STREQ(tag_text(hash_tag::tap_sighash), "TapSighash");
    EXPECT_STREQ(tag_text(hash_tag::keyagg_list), "KeyAgg list");
    EXPECT_STREQ(tag_text(hash_tag::keyagg_coefficient), "KeyAgg coefficient");
    EXPECT_STREQ(tag_text(hash_tag::musig_aux), "MuSig/aux");
    EXPECT_STREQ(tag_text(hash_tag::musig_nonce), "MuSig/nonce");
    EXPECT_STREQ(tag_text(hash_tag::musig_noncecoef), "MuSig/noncecoef");
    EXPECT_STREQ(tag_text(hash_tag::musig_deterministic_nonce), "MuSig/deterministic/nonce");
    EXPECT_STREQ(tag_text(hash_tag::bip324_ellswift_xonly_ecdh), "bip324_ellswift_xonly_ecdh");
    EXPECT_STREQ(tag_text(hash_tag::bip352_inputs), "BIP0352/Inputs");
    EXPECT_STREQ(tag_text(hash_tag::bip352_shared_secret), "BIP0352/SharedSecret");
    EXPECT_STREQ(tag_text(hash_tag::bip352_label), "BIP0352/Label");
    EXPECT_STREQ(tag_text(hash_tag::bip374_aux), "BIP0374/aux");
    EXPECT_STREQ(tag_text(hash_tag::bip374_nonce), "BIP0374/nonce");
    EXPECT_STREQ(tag_text(hash_tag::bip374_challenge), "BIP0374/challenge");
}

TEST_P(every_backend, rfc6979) {
    size_t outputs = 0;
    for (const auto &row : vectors()["rfc6979"]) {
        const bytes key = unhex(text(row["key"])), msg = unhex(text(row["msg"]));
        const bytes extra = unhex(row.value("extra", ""));
        rfc6979 r;
        rfc6979_init(&r, key.data(), msg.data(), extra.empty() ? nullptr : extra.data());
        for (const auto &expected : row["out"]) {
            uint8_t out[32];
            rfc6979_next(&r, out);
            EXPECT_EQ(hex(out, 32), text(expected));
            outputs++;
        }
        rfc6979_finish(&r);
    }
    EXPECT_EQ(outputs, 6u + 24 * 4);
}

/* Compressions, counted. */
sha256_compress_fn counted;
size_t compressions;
void count(uint32_t state[8], const uint8_t *blocks, size_t n) {
    compressions += n;
    counted(state, blocks, n);
}

TEST(hash, costs) {
    counted = sha256_intercept(count);
    EXPECT_STREQ(sha256_backend(), "other");
    const auto cost = [](auto f) { return compressions = 0, f(), compressions; };
    uint8_t key[32] = {1}, msg[32] = {2}, extra[32] = {3}, out[32];
    rfc6979 r;
    sha256 h;
    EXPECT_EQ(cost([&] { rfc6979_init(&r, key, msg, nullptr); }), 14u);
    EXPECT_EQ(cost([&] { rfc6979_next(&r, out); }), 2u);
    EXPECT_EQ(cost([&] { rfc6979_next(&r, out); }), 8u);
    EXPECT_EQ(cost([&] { rfc6979_next(&r, out); }), 8u);
    EXPECT_EQ(cost([&] { rfc6979_init(&r, key, msg, extra); }), 16u);
    EXPECT_EQ(cost([&] { rfc6979_next(&r, out); }), 2u);
    EXPECT_EQ(cost([&] { tagged_init(&h, hash_tag::bip340_challenge); }), 0u);
    EXPECT_EQ(cost([&] { tagged_init_any(&h, key, 8); }), 2u);
    EXPECT_EQ(cost([&] { sha256_hash(out, key, 32); }), 1u);
    EXPECT_TRUE(sha256_select(nullptr));
}

}  // namespace
