// An input of length 0 is data, and the pointer beside it may be NULL: both ways of giving nothing
// lead to one result and to the same outputs, in C and in C++.
#include <functional>
#include <memory>

#include "api.h"
#include "ufsecp/protocols.hpp"

using namespace secp256k1;

namespace {

struct Empty : EachEngine {};

TEST_P(Empty, NullIsAsGoodAsAnyPointer) {
    const bytes sk = draw("key", 1), msg = draw("msg", 1), tweak = draw("tweak", 1);
    const bytes pk = pubkey_of(sk), xk = xonly_of(sk), t = pubkey_of(tweak);
    const bytes ecdsa = ecdsa_sign(msg, sk), schnorr = schnorr_sign({}, sk);
    const auto hash = [](uint8_t *, const uint8_t *, const uint8_t *, void *) { return 1; };
    const auto key = std::make_unique<ufsecp_prepared_pubkey>();
    const auto prepared_by = [&](const bytes &k) {
        EXPECT_EQ(ufsecp_pubkey_prepare(key.get(), k.data(), k.size()), UFSECP_OK);
    };
    bytes presig(65);
    EXPECT_EQ(
        ufsecp_schnorr_adaptor_presign(presig.data(), nullptr, 0, sk.data(), t.data(), nullptr), 1);
    using call = std::function<int(uint8_t *o, const uint8_t *p)>;
    struct {
        const char *name;
        int result;
        size_t written; /* bytes of the output; zeros if the call fails */
        call of;
    } const calls[] = {
        {"convert", UFSECP_PUBKEY_FORMAT, 65,
         [](uint8_t *o, const uint8_t *p) { return ufsecp_pubkey_convert(o, 65, p, 0, 0); }},
        {"negate", 0, 33,
         [](uint8_t *o, const uint8_t *p) { return ufsecp_pubkey_negate(o, 33, p, 0); }},
        {"tweak_add", 0, 33,
         [&](uint8_t *o, const uint8_t *p) {
             return ufsecp_pubkey_tweak_add(o, 33, p, 0, tweak.data());
         }},
        {"tweak_mul", 0, 33,
         [&](uint8_t *o, const uint8_t *p) {
             return ufsecp_pubkey_tweak_mul(o, 33, p, 0, tweak.data());
         }},
        {"combine", 0, 33,
         [](uint8_t *o, const uint8_t *p) { return ufsecp_pubkey_combine(o, 33, p, 0); }},
        {"ecdsa_check", UFSECP_PUBKEY_FORMAT, 0,
         [&](uint8_t *, const uint8_t *p) {
             return ufsecp_ecdsa_check(ecdsa.data(), msg.data(), p, 0, 0);
         }},
        {"ecdsa_verify", 0, 0,
         [&](uint8_t *, const uint8_t *p) {
             return ufsecp_ecdsa_verify(ecdsa.data(), msg.data(), p, 0, 0);
         }},
        {"parse_der", 0, 64,
         [](uint8_t *o, const uint8_t *p) { return ufsecp_ecdsa_sig_parse_der(o, p, 0); }},
        {"parse_der_lax", 0, 64,
         [](uint8_t *o, const uint8_t *p) { return ufsecp_ecdsa_sig_parse_der_lax(o, p, 0); }},
        {"schnorr_sign", 1, 64,
         [&](uint8_t *o, const uint8_t *p) {
             return ufsecp_schnorr_sign(o, p, 0, sk.data(), nullptr);
         }},
        {"schnorr_check", UFSECP_OK, 0,
         [&](uint8_t *, const uint8_t *p) {
             return ufsecp_schnorr_check(schnorr.data(), p, 0, xk.data());
         }},
        {"ecdh", 0, 32,
         [&](uint8_t *o, const uint8_t *p) { return ufsecp_ecdh(o, p, 0, sk.data()); }},
        {"ecdh_x", 0, 32,
         [&](uint8_t *o, const uint8_t *p) { return ufsecp_ecdh_x(o, p, 0, sk.data()); }},
        {"ecdh_custom", 0, 0,
         [&](uint8_t *o, const uint8_t *p) {
             return ufsecp_ecdh_custom(o, p, 0, sk.data(), hash, nullptr);
         }},
        {"ellswift_encode", 0, 64,
         [&](uint8_t *o, const uint8_t *p) {
             return ufsecp_ellswift_encode(o, p, 0, tweak.data());
         }},
        {"sha256", 1, 32, [](uint8_t *o, const uint8_t *p) { return ufsecp_sha256(o, p, 0); }},
        {"tagged_hash", 1, 32,
         [](uint8_t *o, const uint8_t *p) { return ufsecp_tagged_hash(o, p, 0, p, 0); }},
        {"keccak256", 1, 32,
         [](uint8_t *o, const uint8_t *p) { return ufsecp_keccak256(o, p, 0); }},
        {"ripemd160", 1, 20,
         [](uint8_t *o, const uint8_t *p) { return ufsecp_ripemd160(o, p, 0); }},
        {"ethereum_address", 0, 20,
         [](uint8_t *o, const uint8_t *p) { return ufsecp_ethereum_address(o, p, 0); }},
        {"bip32_master", 0, 78,
         [](uint8_t *o, const uint8_t *p) { return ufsecp_bip32_master(o, p, 0, 0); }},
        {"bip32_text_set", 0, 78,
         [](uint8_t *o, const uint8_t *p) {
             return ufsecp_bip32_text_set(o, reinterpret_cast<const char *>(p), 0);
         }},
        {"adaptor_presign", 1, 65,
         [&](uint8_t *o, const uint8_t *p) {
             return ufsecp_schnorr_adaptor_presign(o, p, 0, sk.data(), t.data(), nullptr);
         }},
        {"adaptor_check", UFSECP_OK, 0,
         [&](uint8_t *, const uint8_t *p) {
             return ufsecp_schnorr_adaptor_check(presig.data(), p, 0, xk.data(), t.data());
         }},
        {"check_prepared", UFSECP_OK, 0,
         [&](uint8_t *, const uint8_t *p) {
             prepared_by(xk);
             return ufsecp_schnorr_check_prepared(schnorr.data(), p, 0, key.get());
         }},
        /* Nothing verifies by the key that was there before, either. */
        {"prepare", UFSECP_PUBKEY_FORMAT, 0,
         [&](uint8_t *, const uint8_t *p) {
             prepared_by(pk);
             const ufsecp_status status = ufsecp_pubkey_prepare(key.get(), p, 0);
             EXPECT_EQ(ufsecp_ecdsa_verify_prepared(ecdsa.data(), msg.data(), key.get(), 0), 0);
             return status;
         }},
        /* Its status, that is. */
        {"verify_items", UFSECP_PUBKEY_FORMAT, 0,
         [&](uint8_t *, const uint8_t *p) {
             const ufsecp_item item = {ecdsa.data(), 64, p, 0, msg.data(), 32};
             ufsecp_status status;
             EXPECT_EQ(ufsecp_ecdsa_verify_items(nullptr, &status, &item, 1, 0), 0);
             return status;
         }},
    };
    const uint8_t some = 0;
    for (const auto &c : calls) {
        bytes by_null(80, 0xa5), by_pointer = by_null, wanted = by_null;
        EXPECT_EQ(c.of(by_null.data(), nullptr), c.result) << c.name;
        EXPECT_EQ(c.of(by_pointer.data(), &some), c.result) << c.name;
        EXPECT_EQ(by_null, by_pointer) << c.name;
        if (c.result == 1) continue;
        std::fill_n(wanted.begin(), c.written, 0);
        EXPECT_EQ(by_null, wanted) << c.name;
    }
}

TEST_P(Empty, SpansAndViews) {
    const bytes sk = draw("key", 2), schnorr = schnorr_sign({}, sk);
    const uint8_t some = 0;
    const std::span<const uint8_t, 64> sig(schnorr.data(), 64);
    const std::span<const uint8_t, 32> seckey(sk.data(), 32);
    const auto key = PreparedKey::make(pubkey_of(sk));
    ASSERT_TRUE(key);
    for (const std::span<const uint8_t> nothing : {std::span<const uint8_t>(), {&some, 0}}) {
        const std::string_view text(reinterpret_cast<const char *>(nothing.data()), 0);
        EXPECT_FALSE(PreparedKey::make(nothing));
        EXPECT_EQ(key->check_schnorr(sig, nothing), UFSECP_OK);
        EXPECT_TRUE(key->verify_schnorr_batch(nothing, nothing));
        EXPECT_FALSE(ExtendedPrivateKey::from_seed(nothing));
        EXPECT_FALSE(ExtendedPrivateKey::parse(text));
        EXPECT_FALSE(ExtendedPublicKey::parse(text));
        EXPECT_FALSE(MusigKey::aggregate(nothing));
        const bytes t = pubkey_of(sk);
        const auto presig =
            SchnorrAdaptor::presign(nothing, seckey, std::span<const uint8_t, 33>(t.data(), 33));
        ASSERT_TRUE(presig);
        EXPECT_EQ(presig->check(nothing, std::span<const uint8_t, 32>(t.data() + 1, 32),
                                std::span<const uint8_t, 33>(t.data(), 33)),
                  UFSECP_OK);
    }
}

ON_EACH_ENGINE(Empty);

}  // namespace
