// What the tests of the C ABI share: every engine in turn, byte strings, keys made from a number,
// arithmetic modulo n.
#pragma once
#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <vector>

#include "reference.h"
#include "scale.h"
#include "ufsecp/ufsecp.h"
#ifndef UF_VECTORS_DIR
#define UF_VECTORS_DIR UF_SOURCE_DIR "/test/vectors"
#endif
#include "vectors.h"

using bytes = std::vector<uint8_t>;

inline bytes be(const reference::num &a) {
    bytes r(32);
    a.to_bytes(r.data());
    return r;
}
inline bytes operator+(bytes a, const bytes &b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
}
inline bytes slice(const bytes &b, size_t from, size_t len) {
    return bytes(b.begin() + static_cast<ptrdiff_t>(from),
                 b.begin() + static_cast<ptrdiff_t>(from + len));
}
/* a + d for a 32-byte number and a small d. */
inline bytes plus(bytes a, int d) {
    for (size_t i = 32; i-- > 0;) d += a[i], a[i] = static_cast<uint8_t>(d & 255), d >>= 8;
    return a;
}
inline bool all_zero(const bytes &b) { return b == bytes(b.size()); }
/* What a call wrote, of len bytes; nothing where it failed, and then it wrote zeros. */
template <class Call>
bytes made_by(size_t len, const Call &call) {
    bytes r(len, 0xee);
    if (call(r.data())) return r;
    EXPECT_TRUE(all_zero(r));
    return {};
}

/* 32 bytes that depend on a name and a number: hashes, keys (a key with overwhelming probability),
 * messages. */
inline bytes draw(const std::string &name, size_t i) {
    const std::string s = name + " " + std::to_string(i);
    bytes r(32);
    ufsecp_sha256(r.data(), reinterpret_cast<const uint8_t *>(s.data()), s.size());
    return r;
}

/* n, p as bytes. */
inline const bytes order = be(reference::n), prime = be(reference::p), zero32 = bytes(32),
                   ones32 = bytes(32, 0xff);

inline bytes pubkey_of(const bytes &sk, size_t len = 33) {
    bytes r(len);
    EXPECT_EQ(ufsecp_pubkey_create(r.data(), len, sk.data()), 1);
    return r;
}
inline bytes xonly_of(const bytes &sk) {
    bytes r(32);
    EXPECT_EQ(ufsecp_xonly_create(r.data(), nullptr, sk.data()), 1);
    return r;
}
inline bytes ecdsa_sign(const bytes &msg, const bytes &sk) {
    bytes r(64);
    EXPECT_EQ(ufsecp_ecdsa_sign(r.data(), msg.data(), sk.data(), nullptr), 1);
    return r;
}
inline bytes schnorr_sign(const bytes &msg, const bytes &sk) {
    bytes r(64);
    EXPECT_EQ(ufsecp_schnorr_sign(r.data(), msg.data(), msg.size(), sk.data(), nullptr), 1);
    return r;
}
inline ufsecp_status ecdsa_check(const bytes &sig, const bytes &msg, const bytes &pk,
                                 unsigned flags = 0) {
    const ufsecp_status s = ufsecp_ecdsa_check(sig.data(), msg.data(), pk.data(), pk.size(), flags);
    EXPECT_EQ(ufsecp_ecdsa_verify(sig.data(), msg.data(), pk.data(), pk.size(), flags),
              s == UFSECP_OK);
    return s;
}
inline ufsecp_status schnorr_check(const bytes &sig, const bytes &msg, const bytes &pk) {
    const ufsecp_status s = ufsecp_schnorr_check(sig.data(), msg.data(), msg.size(), pk.data());
    EXPECT_EQ(ufsecp_schnorr_verify(sig.data(), msg.data(), msg.size(), pk.data()), s == UFSECP_OK);
    return s;
}

/* A test that runs once on every engine that this CPU can run. Where every step is checked and
 * tests are scaled down, x64_ifma stands for x64_avx512, too. */
class EachEngine : public testing::TestWithParam<std::string> {
protected:
    void SetUp() override { ASSERT_EQ(ufsecp_engine_select(GetParam().c_str()), 1); }
    void TearDown() override { ufsecp_engine_select("auto"); }
};
inline std::vector<std::string> engines() {
#ifdef UF_VERIFY
    const bool fewer = scaled(100) < 10;
#else
    constexpr bool fewer = false;
#endif
    std::vector<std::string> r;
    int supported;
    for (size_t i = 0; const char *name = ufsecp_engine_at(i, &supported); i++)
        if (supported && !(fewer && !r.empty() && strcmp(name, "x64_avx512") == 0))
            r.push_back(name);
    return r;
}
#define ON_EACH_ENGINE(suite)                         \
    INSTANTIATE_TEST_SUITE_P(                         \
        Engines, suite, testing::ValuesIn(engines()), \
        [](const testing::TestParamInfo<std::string> &info) { return info.param; })
