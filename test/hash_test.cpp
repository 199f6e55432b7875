// The hash functions against printed and independent vectors, on every SHA-256 backend.
#include <gtest/gtest.h>

#include <stdlib.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "base/cpu.h"
#include "hash/keccak.h"
#include "hash/keccak_lanes.h"
#include "hash/rfc6979.h"
#include "hash/ripemd160.h"
#include "hash/sha256.h"
#include "hash/sha256_lanes.h"
#include "hash/sha512.h"
#include "hash/xkey_lanes.h"
#include "hash/tagged.h"
#include "proto/ecdsa.h"
#include "vectors.h"

namespace {

using namespace ufsecp;
using bytes = std::vector<uint8_t>;

#if defined(_WIN32)
void setenv(const char *name, const char *value, int over) {
    if (over || !getenv(name)) _putenv_s(name, value);
}
void unsetenv(const char *name) { _putenv_s(name, ""); }
#endif

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
#elif defined(__aarch64__)
INSTANTIATE_TEST_SUITE_P(hash, every_backend, testing::Values("portable", "sha2"));
#elif defined(UF_HAVE_RV64)
INSTANTIATE_TEST_SUITE_P(hash, every_backend, testing::Values("portable", "zbb"));
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
TEST(hash, sha512) { check_vectors<64>("sha512", sha512_hash); }

TEST(hash, hmac_sha512) {
    uint8_t out[64];
    size_t rows = 0;
    for (const auto &row : vectors()["hmac_sha512"]) {
        const bytes key = unhex(text(row["key"])), msg = unhex(text(row["msg"]));
        hmac_sha512(out, key.data(), key.size(), msg.data(), msg.size());
        EXPECT_EQ(hex(out, 64), text(row["digest"])) << "key of " << key.size() << " bytes";
        rows++;
    }
    EXPECT_EQ(rows, 13u);
}
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
#elif defined(__aarch64__)
    EXPECT_EQ(sha256_select("sha2"), cpu().sha);
    EXPECT_EQ(best, cpu().sha ? "sha2" : "portable");
#elif defined(UF_HAVE_RV64)
    EXPECT_EQ(sha256_select("zbb"), cpu().zb);
    EXPECT_EQ(best, cpu().zb ? "zbb" : "portable");
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
    EXPECT_STREQ(tag_text(hash_tag::ellswift_encode), "secp256k1_ellswift_encode");
    EXPECT_STREQ(tag_text(hash_tag::ellswift_create), "secp256k1_ellswift_create");
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
    EXPECT_EQ(cost([&] { rfc6979_first(out, key, msg, nullptr, 1); }), 16u);
    EXPECT_EQ(cost([&] { rfc6979_first(out, key, msg, extra, 1); }), 18u);
    EXPECT_EQ(cost([&] { tagged_init(&h, hash_tag::bip340_challenge); }), 0u);
    EXPECT_EQ(cost([&] { tagged_init_any(&h, key, 8); }), 2u);
    EXPECT_EQ(cost([&] { sha256_hash(out, key, 32); }), 1u);
    EXPECT_TRUE(sha256_select(nullptr));
}

/* Runs with each way to hash many messages that this CPU has, and with the choice it makes itself.
 */
class every_lanes : public testing::TestWithParam<const char *> {
protected:
    void SetUp() override {
        const bool sha = sha256_lanes_select(GetParam());
        ASSERT_EQ(keccak256_lanes_select(GetParam()), sha);
        ASSERT_EQ(xkey_lanes_select(GetParam()), sha);
        if (!sha) GTEST_SKIP() << "this CPU has no " << GetParam();
        if (!GetParam()) return;
        ASSERT_STREQ(sha256_lanes_backend(), GetParam());
        ASSERT_STREQ(keccak256_lanes_backend(), GetParam());
        ASSERT_STREQ(xkey_lanes_backend(), GetParam());
    }
    void TearDown() override {
        ASSERT_TRUE(sha256_lanes_select(nullptr));
        ASSERT_TRUE(keccak256_lanes_select(nullptr));
        ASSERT_TRUE(xkey_lanes_select(nullptr));
    }
};

#if defined(__x86_64__)
INSTANTIATE_TEST_SUITE_P(hash, every_lanes, testing::Values(nullptr, "single", "avx2", "avx512"));
#else
INSTANTIATE_TEST_SUITE_P(hash, every_lanes, testing::Values(nullptr, "single"));
#endif

constexpr size_t most_messages = 40;

/* Different messages of one length, in memory that ends with the last one; message 0 is the pattern
 * of that length. */
struct messages {
    size_t len;
    bytes text;

    explicit messages(size_t length) : len(length), text(pattern(length)) {
        std::mt19937 rng((unsigned)len);
        text.resize(len + (most_messages - 1) * stride());
        for (size_t i = len; i < text.size(); i++) text[i] = (uint8_t)rng();
    }
    size_t stride() const { return len + len % 7; }
    byte_rows rows() const { return {text.data(), stride()}; }
};

/* What the one-message code makes of the first n messages after a midstate. */
bytes one_by_one(const messages &m, const uint32_t midstate[8], uint64_t midstate_bytes) {
    bytes out(32 * most_messages);
    for (size_t i = 0; i < most_messages; i++) {
        sha256 h;
        sha256_init_midstate(&h, midstate, midstate_bytes);
        sha256_update(&h, m.rows().row(i), m.len);
        sha256_final(&h, out.data() + 32 * i);
    }
    return out;
}

/* Expects the first n digests of `expected` in rows of `stride` bytes, and 0xee everywhere else. */
void expect_rows(const bytes &got, const bytes &expected, size_t stride, size_t n, size_t len) {
    bytes want(got.size(), 0xee);
    for (size_t i = 0; i < n; i++) memcpy(&want[stride * i], &expected[32 * i], 32);
    ASSERT_EQ(got, want) << n << " messages of " << len << " bytes";
}

TEST_P(every_lanes, sha256_of_all_lengths_and_counts) {
    sha256 start;
    sha256_init(&start);
    for (size_t len = 0; len <= 200; len++) {
        const messages m(len);
        const bytes expected = one_by_one(m, start.state, 0);
        ASSERT_EQ(hex(expected.data(), 32), text(vectors()["sha256"]["pattern"][len]));
        for (size_t n = 0; n <= most_messages; n++) {
            const size_t stride = n % 2 ? 32 : 57;
            bytes out(stride * (most_messages + 1), 0xee);
            sha256_lanes(out.data(), stride, start.state, 0, m.rows(), len, n);
            expect_rows(out, expected, stride, n, len);
        }
    }
}

/* Any state, and prefixes of more than 32 bits: as after a tag, as after many blocks. */
TEST_P(every_lanes, sha256_after_midstates) {
    std::mt19937 rng(13);
    for (const uint64_t prefix : {(uint64_t)64, (uint64_t)1 << 32, (uint64_t)1 << 40 | 192})
        for (const size_t len : {0, 1, 32, 55, 56, 63, 64, 65, 96, 119, 120, 127, 128, 183, 184})
            for (const size_t n : {1, 2, 3, 7, 8, 9, 15, 16, 17, 31, 33, 40}) {
                uint32_t state[8];
                for (auto &word : state) word = n == 7 ? ~0u : (uint32_t)rng();
                const messages m(len);
                bytes out(32 * (most_messages + 1), 0xee);
                sha256_lanes(out.data(), 32, state, prefix, m.rows(), len, n);
                expect_rows(out, one_by_one(m, state, prefix), 32, n, len);
            }
}

TEST_P(every_lanes, nothing_to_hash) {
    const uint32_t state[8] = {};
    sha256_lanes(nullptr, 32, state, 64, {}, 100, 0);
    sha256_chains(nullptr, 32, {}, {}, 1, 0);
    bip340_challenges(nullptr, {nullptr, 128}, {nullptr, 128}, {nullptr, 128}, 0);
    bip340_nonces(nullptr, {}, {}, {}, {}, 0);
    rfc6979_first(nullptr, nullptr, nullptr, nullptr, 0);
    keccak256_lanes(nullptr, nullptr, 64, 0);
    hmac_sha512_numbers(nullptr, nullptr, nullptr, 0, 0);
    ripemd160_lanes(nullptr, nullptr, 0);
}

/* In rows as a batch has them (key, message, signature), and with each part in an array of its own.
 */
TEST_P(every_lanes, bip340_challenges) {
    constexpr size_t most = 130;
    std::mt19937 rng(17);
    bytes rows(128 * most), rs(64 * most), keys(32 * most), msgs(32 * most), expected(32 * most);
    for (auto &b : rows) b = (uint8_t)rng();
    for (size_t i = 0; i < most; i++) {
        const uint8_t *row = &rows[128 * i];
        memcpy(&rs[64 * i], row + 64, 32);
        memcpy(&keys[32 * i], row, 32);
        memcpy(&msgs[32 * i], row + 32, 32);
        sha256 h;
        tagged_init(&h, hash_tag::bip340_challenge);
        sha256_update(&h, row + 64, 32);
        sha256_update(&h, row, 64);
        sha256_final(&h, &expected[32 * i]);
    }
    for (size_t n = 0; n <= most; n += n < most_messages ? 1 : 45) {
        bytes out(32 * (most + 1), 0xee);
        const uint8_t *row = rows.data();
        bip340_challenges(out.data(), {row + 64, 128}, {row, 128}, {row + 32, 128}, n);
        expect_rows(out, expected, 32, n, 96);
        std::fill(out.begin(), out.end(), 0xee);
        bip340_challenges(out.data(), {rs.data(), 64}, {keys.data(), 32}, {msgs.data(), 32}, n);
        expect_rows(out, expected, 32, n, 96);
    }
}

/* Any chaining values, one for each row; each output takes the place of its chaining value, or of
 * the blocks it is made of. */
TEST_P(every_lanes, sha256_chains) {
    std::mt19937 rng(23);
    for (const size_t count : {1, 2, 3})
        for (const bool in_place : {false, true})
            for (size_t n = 0; n <= most_messages; n++) {
                const size_t stride = 32 + 64 * count;
                bytes rows(stride * n + 32); /* not empty, which has no address */
                for (auto &b : rows) b = n == 7 ? 0xff : (uint8_t)rng();
                bytes expected = rows;
                for (size_t i = 0; i < n; i++) {
                    const uint8_t *row = &rows[stride * i];
                    uint8_t *out = &expected[stride * i + (in_place ? 0 : 32)];
                    uint32_t state[8] = {};
                    for (int j = 0; j < 32; j++) state[j / 4] = state[j / 4] << 8 | row[j];
                    sha256_compress(state, row + 32, count);
                    for (int j = 0; j < 32; j++)
                        out[j] = (uint8_t)(state[j / 4] >> (24 - j % 4 * 8));
                }
                uint8_t *first = rows.data();
                sha256_chains(first + (in_place ? 0 : 32), stride, {first, stride},
                              {first + 32, stride}, count, n);
                ASSERT_EQ(rows, expected) << n << " rows of " << count << " blocks";
            }
}

TEST_P(every_lanes, rfc6979_first) {
    std::mt19937 rng(29);
    for (size_t n = 0; n <= most_messages; n++)
        for (const bool with_extra : {false, true}) {
            bytes keys(32 * n), msgs(32 * n), extras(32 * n), expected(32 * n),
                out(32 * (n + 1), 0xee);
            for (bytes *rows : {&keys, &msgs, &extras})
                for (auto &b : *rows) b = n == 6 ? 0xff : (uint8_t)rng();
            for (size_t i = 0; i < n; i++) {
                rfc6979 r;
                rfc6979_init(&r, &keys[32 * i], &msgs[32 * i],
                             with_extra ? &extras[32 * i] : nullptr);
                rfc6979_next(&r, &expected[32 * i]);
            }
            rfc6979_first(out.data(), keys.data(), msgs.data(),
                          with_extra ? extras.data() : nullptr, n);
            expect_rows(out, expected, 32, n, 32);
        }
}

TEST_P(every_lanes, bip340_nonces) {
    std::mt19937 rng(31);
    for (size_t n = 0; n <= most_messages; n++)
        for (const bool with_aux : {false, true}) {
            constexpr size_t stride = 4 * 32; /* key, x of the public key, message, aux */
            bytes rows(stride * n + 128), expected(32 * n), out(32 * (n + 1), 0xee);
            for (auto &b : rows) b = (uint8_t)rng();
            for (size_t i = 0; i < n; i++) {
                const uint8_t *row = &rows[stride * i];
                uint8_t masked[32];
                sha256 h;
                tagged_init(&h, hash_tag::bip340_aux);
                sha256_update(&h, with_aux ? row + 96 : bytes(32).data(), 32);
                sha256_final(&h, masked);
                for (int j = 0; j < 32; j++) masked[j] ^= row[j];
                tagged_init(&h, hash_tag::bip340_nonce);
                sha256_update(&h, masked, 32);
                sha256_update(&h, row + 32, 64);
                sha256_final(&h, &expected[32 * i]);
            }
            const uint8_t *row = rows.data();
            bip340_nonces(out.data(), {row, stride}, {row + 32, stride}, {row + 64, stride},
                          {with_aux ? row + 96 : nullptr, stride}, n);
            expect_rows(out, expected, 32, n, 96);
        }
}

/* No search finds a first output that is no nonce, so such are handed in: those rows get what the
 * generator gives, the others keep theirs. */
TEST(hash, refused_nonces) {
    using namespace UF_TARGET;
    constexpr size_t n = 5;
    bytes candidates(32 * n, 0x55), keys(32 * n), msgs(32 * n), extras(32 * n);
    std::mt19937 rng(37);
    for (bytes *rows : {&keys, &msgs, &extras})
        for (auto &b : *rows) b = (uint8_t)rng();
    const bytes order = unhex("fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141");
    memset(&candidates[32], 0, 32);
    memcpy(&candidates[64], order.data(), 32);
    memset(&candidates[96], 0xff, 32);
    for (const uint8_t *extra : {(const uint8_t *)nullptr, (const uint8_t *)extras.data()}) {
        sc k[n];
        bytes expected(32 * n), got(32 * n);
        rfc6979_first(expected.data(), keys.data(), msgs.data(), extra, n);
        memset(&expected[0], 0x55, 32);
        memset(&expected[128], 0x55, 32);
        ecdsa_take_nonces(k, candidates.data(), keys.data(), msgs.data(), extra, n);
        for (size_t i = 0; i < n; i++) sc_get_b32(&got[32 * i], &k[i]);
        EXPECT_EQ(got, expected);
    }
}

TEST_P(every_lanes, keccak256_of_64_bytes) {
    std::mt19937 rng(19);
    for (const size_t stride : {64, 65, 128})
        for (size_t n = 0; n <= most_messages; n++) {
            bytes rows(n ? stride * (n - 1) + 64 : 0), expected(32 * n), out(32 * (n + 1), 0xee);
            for (auto &b : rows) b = n == 5 ? 0xff : (uint8_t)rng();
            for (size_t i = 0; i < n; i++) keccak256(&expected[32 * i], &rows[stride * i], 64);
            keccak256_lanes(out.data(), rows.data(), stride, n);
            expect_rows(out, expected, 32, n, 64);
        }
}

TEST_P(every_lanes, hmac_sha512_of_numbers) {
    std::mt19937 rng(23);
    for (const uint32_t first : {0u, 0xffu, 0x7ffffff0u, 0xfffffff0u})
        for (size_t n = 0; n <= 16; n++) {
            bytes key(rng() % 3 ? 32 : rng() % 200), text(37), expected(64 * n);
            for (bytes *b : {&key, &text})
                for (auto &x : *b) x = n == 5 ? 0xff : (uint8_t)rng();
            for (size_t i = 0; i < n; i++) {
                for (size_t j = 0; j < 4; j++)
                    text[33 + j] = (uint8_t)((first + i) >> (24 - 8 * j));
                hmac_sha512(&expected[64 * i], key.data(), key.size(), text.data(), 37);
            }
            hmac_sha512_key started;
            hmac_sha512_set_key(&started, key.data(), key.size());
            bytes out(64 * n + 64, 0xee);
            hmac_sha512_numbers(out.data(), &started, text.data(), first, n);
            expected.resize(out.size(), 0xee);
            ASSERT_EQ(out, expected) << n << " from " << first;
        }
}

TEST_P(every_lanes, ripemd160_of_32_bytes) {
    std::mt19937 rng(29);
    for (size_t n = 0; n <= most_messages; n++) {
        bytes rows(32 * n), expected(20 * n), out(20 * n + 20, 0xee);
        for (auto &b : rows) b = n == 5 ? 0xff : (uint8_t)rng();
        for (size_t i = 0; i < n; i++) ripemd160(&expected[20 * i], &rows[32 * i], 32);
        expected.resize(out.size(), 0xee);
        ripemd160_lanes(out.data(), rows.data(), n);
        ASSERT_EQ(out, expected) << n;
    }
}

/* Full groups are hashed side by side, what is left over alone is not. */
TEST_P(every_lanes, leftovers) {
    const std::string name = sha256_lanes_backend();
    const size_t lanes = name == "avx512" ? 16 : name == "avx2" ? 8 : 0;
    const messages m(70);
    const uint32_t state[8] = {};
    uint8_t out[32 * 33];
    counted = sha256_intercept(count);
    const auto cost = [&](size_t n) {
        compressions = 0;
        sha256_lanes(out, 32, state, 0, m.rows(), 70, n);
        return compressions;
    };
    EXPECT_EQ(cost(1), 2u);
    EXPECT_EQ(cost(32), lanes ? 0u : 64u);
    EXPECT_EQ(cost(33), lanes ? 2u : 66u);
    if (lanes) {
        const bool only_full = lanes == 8 && cpu().sha;
        EXPECT_EQ(cost(lanes - 1), only_full ? 2 * (lanes - 1) : 0);
    }
    EXPECT_TRUE(sha256_select(nullptr));
}

TEST(hash, lane_selection) {
    const std::string best = sha256_lanes_backend(), keccak = keccak256_lanes_backend();
    const cpu_features &has = cpu();
    EXPECT_EQ(best, has.avx512 ? "avx512" : has.avx2 && !has.sha ? "avx2" : "single");
    EXPECT_EQ(keccak, has.avx512 ? "avx512" : has.avx2 ? "avx2" : "single");
    EXPECT_FALSE(sha256_lanes_select("sse2"));
    EXPECT_FALSE(keccak256_lanes_select("sse2"));
    EXPECT_STREQ(xkey_lanes_backend(), keccak.c_str());
    EXPECT_FALSE(xkey_lanes_select("sse2"));
    EXPECT_STREQ(xkey_lanes_backend(), keccak.c_str());
    EXPECT_EQ(sha256_lanes_backend(), best);
    EXPECT_EQ(keccak256_lanes_backend(), keccak);
    EXPECT_EQ(sha256_lanes_select("avx512"), has.avx512);
    EXPECT_EQ(sha256_lanes_select("avx2"), has.avx2);
    EXPECT_TRUE(sha256_lanes_select(nullptr));
    EXPECT_EQ(sha256_lanes_backend(), best);
}

/* The clusters as bits. */
unsigned long feature_bits(const cpu_features &f) {
    return f.avx2 | f.adx << 1 | f.sha << 2 | f.avx512 << 3 | f.ifma << 4 | f.avxifma << 5 |
           f.fma << 6 | f.zb << 7 | f.rvv << 8 | f.ifma2 << 9;
}

/* UFSECP_CPU is read once, so each list needs a process of its own: this test runs again in each,
 * which learns from UF_TEST_FEATURES what there was before. */
TEST(cpu_death_test, features_can_be_lowered) {
#ifdef UF_TEST_CROSS
    GTEST_SKIP() << "a program cannot start itself in the emulator";
#endif
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    setenv("UF_TEST_FEATURES", std::to_string(feature_bits(cpu())).c_str(), 0);
    const unsigned long all = strtoul(getenv("UF_TEST_FEATURES"), nullptr, 10);
    const struct {
        const char *list;
        unsigned long off;
    } cases[] = {{"", 0},
                 {"-avx2", 635},
                 {"-adx", 2},
                 {"-sha", 4},
                 {"-avx512", 536},
                 {"-ifma", 528},
                 {"-ifma2", 512},
                 {"-avxifma", 32},
                 {"-fma", 64},
                 {"-zb", 384},
                 {"-rvv", 256},
                 {"none", 1023},
                 {"-avx512,-sha", 540},
                 {"-avx51,-avx5122,avx512", 0}};
    for (const auto &[list, off] : cases) {
        setenv("UFSECP_CPU", list, 1);
        EXPECT_EXIT(_exit(feature_bits(cpu()) == (all & ~off) ? 0 : 1), testing::ExitedWithCode(0),
                    "")
            << list;
    }
    unsetenv("UFSECP_CPU");
    unsetenv("UF_TEST_FEATURES");
}

}  // namespace
