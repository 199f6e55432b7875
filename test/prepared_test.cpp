// Prepared public keys: on every engine the verdicts and reasons of calls by the key itself, for
// one signature and for batches of one key; and what is no prepared key is refused.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>

#include "api.h"
#include "hostile.h"
#include "scale.h"

using reference::num;

namespace {

using prepared = std::unique_ptr<ufsecp_prepared_pubkey>;

/* NULL, and why, if the key is none. */
prepared prepare(const bytes &pk, ufsecp_status *why = nullptr) {
    prepared r(new ufsecp_prepared_pubkey{});
    const ufsecp_status status = ufsecp_pubkey_prepare(r.get(), pk.data(), pk.size());
    if (why) *why = status;
    if (status != UFSECP_OK) r.reset();
    return r;
}
ufsecp_status ecdsa_by(const prepared &key, const bytes &sig, const bytes &msg,
                       unsigned flags = 0) {
    const ufsecp_status s = ufsecp_ecdsa_check_prepared(sig.data(), msg.data(), key.get(), flags);
    EXPECT_EQ(ufsecp_ecdsa_verify_prepared(sig.data(), msg.data(), key.get(), flags),
              s == UFSECP_OK);
    return s;
}
ufsecp_status schnorr_by(const prepared &key, const bytes &sig, const bytes &msg) {
    const ufsecp_status s =
        ufsecp_schnorr_check_prepared(sig.data(), msg.data(), msg.size(), key.get());
    EXPECT_EQ(ufsecp_schnorr_verify_prepared(sig.data(), msg.data(), msg.size(), key.get()),
              s == UFSECP_OK);
    return s;
}

class Prepared : public EachEngine {};
ON_EACH_ENGINE(Prepared);

/* Hostile keys and signatures: both say the same, and why. */
TEST_P(Prepared, AgreeWithTheKey) {
    hostile::source s(11);
    std::map<ufsecp_status, int> seen;
    ufsecp_status why;
    for (int i = scaled(600); i > 0; i--) {
        const hostile::ecdsa_case c = hostile::ecdsa(s);
        const unsigned flags = s.one_in(2) ? UFSECP_LOW_S : 0;
        const ufsecp_status want = ecdsa_check(c.sig, c.msg, c.pk, flags);
        const prepared key = prepare(c.pk, &why);
        /* Of 32 bytes a key is x-only here, and none there. */
        if (c.pk.size() != 32) { EXPECT_EQ(key ? ecdsa_by(key, c.sig, c.msg, flags) : why, want); }
        seen[want]++;
    }
    EXPECT_GT(seen[UFSECP_OK], 0);
    EXPECT_GT(seen.size(), long_cases() ? 5u : 1u);
    seen.clear();
    for (int i = scaled(600); i > 0; i--) {
        const hostile::schnorr_case c = hostile::schnorr(s);
        const ufsecp_status want = schnorr_check(c.sig, c.msg, c.pk);
        const prepared key = prepare(c.pk, &why);
        const ufsecp_status got = key ? schnorr_by(key, c.sig, c.msg) : why;
        /* Here the key comes before the signature; there r and s come first. */
        EXPECT_TRUE(key ? got == want : want != UFSECP_OK) << got << " " << want;
        seen[want]++;
    }
    EXPECT_GT(seen[UFSECP_OK], 0);
}

TEST_P(Prepared, Vectors) {
    bytes last;
    prepared key;
    int valid = 0, invalid = 0;
    for (const nlohmann::json &c : load_vectors("wycheproof_ecdsa_p1363.json").at("cases")) {
        const bytes sig = from_hex(c.at("sig")), pk = from_hex(c.at("pubkey"));
        if (sig.size() != 64) continue;
        if (pk != last) key = prepare(last = pk);
        ASSERT_NE(key, nullptr);
        const bool good = c.at("result") == "valid";
        EXPECT_EQ(ecdsa_by(key, sig, from_hex(c.at("hash32"))) == UFSECP_OK, good)
            << c.at("tcId") << ": " << c.at("comment");
        (good ? valid : invalid)++;
    }
    EXPECT_GT(valid, 100);
    EXPECT_GT(invalid, 50);
    for (const nlohmann::json &c : load_vectors("bip340.json").at("cases")) {
        key = prepare(from_hex(c.at("pubkey")));
        const bool good = c.at("result").get<bool>();
        EXPECT_EQ(key && schnorr_by(key, from_hex(c.at("sig")), from_hex(c.at("msg"))) == UFSECP_OK,
                  good)
            << c.at("index") << ": " << c.at("comment");
    }
}

/* Signatures (r, s) of a hash h for chosen u1 = h/s and u2 = r/s, and a key of a known logarithm d:
 * sums of windows that meet, cancel or stay zero. */
TEST_P(Prepared, ChosenFactors) {
    std::vector<num> factors = {num(1), num(2), num(3), num(31), num(32), num(33)};
    for (const unsigned k : {5u, 10u, 64u, 128u, 250u, 255u})
        for (const uint64_t odd : {1, 3, 31})
            factors.push_back(reference::mod_mul(num::power_of_2(k), num(odd), reference::n));
    for (size_t i = factors.size(); i-- > 0;)
        factors.push_back(reference::mod_neg(factors[i], reference::n));
    std::vector<num> inverses;
    for (const num &f : factors) inverses.push_back(reference::mod_inv(f, reference::n));
    const std::vector<num> logarithms = {num(1), num(2), num(32),
                                         reference::mod_neg(num(1), reference::n),
                                         reference::mod_half(num(1), reference::n)};
    const size_t step = static_cast<size_t>(std::max(1, 7 / scaled(7)));
    bytes msgs, sigs, want;
    int valid = 0;
    for (const num &d : logarithms) {
        const prepared key = prepare(pubkey_of(be(d)));
        msgs.clear(), sigs.clear(), want.clear();
        for (size_t i = 0; i < factors.size(); i++)
            for (size_t j = i % step; j < factors.size(); j += step) {
                const num &u1 = factors[i], &u2 = factors[j];
                const num k =
                    reference::mod_add(u1, reference::mod_mul(u2, d, reference::n), reference::n);
                bytes r = draw("r", i * 100 + j);
                if (!(k == num(0)))
                    r = be(reference::mod(num::of_bytes(&xonly_of(be(k))[0]), reference::n));
                const num s =
                    reference::mod_mul(num::of_bytes(r.data()), inverses[j], reference::n);
                const bytes sig = r + be(s), h = be(reference::mod_mul(u1, s, reference::n));
                const bool good = !(k == num(0));
                EXPECT_EQ(ecdsa_by(key, sig, h) == UFSECP_OK, good) << u1 << " " << u2 << " " << d;
                msgs = msgs + h, sigs = sigs + sig;
                want.push_back(good);
                valid += good;
            }
        bytes ok(want.size(), 0xa5);
        EXPECT_EQ(ufsecp_ecdsa_verify_prepared_batch(ok.data(), msgs.data(), sigs.data(), ok.size(),
                                                     key.get(), 0),
                  std::count(want.begin(), want.end(), 1) == static_cast<ptrdiff_t>(want.size()));
        EXPECT_EQ(ok, want) << d;
    }
    EXPECT_GT(valid, 100);
}

/* Batches of every size around those of lanes and chunks: each verdict is that of the single call,
 * wherever the bad ones stand. */
TEST_P(Prepared, Batches) {
    hostile::source s(5);
    const bytes sk = draw("key", 1);
    for (const bool schnorr : {false, true}) {
        /* An odd y, too, whose x-only form is that of its negative. */
        bytes seckey = sk;
        if (schnorr)
            while (pubkey_of(seckey)[0] != 3) seckey = plus(seckey, 1);
        const prepared key = prepare(pubkey_of(seckey));
        for (const size_t n : {0, 1, 4, 5, 7, 8, 9, 13, 16, 127, 128, 129, 300}) {
            bytes msgs, sigs, want;
            for (size_t i = 0; i < n; i++) {
                bytes msg = draw("msg", i + n),
                      sig = schnorr ? schnorr_sign(msg, seckey) : ecdsa_sign(msg, seckey);
                const size_t bad_kinds = schnorr ? 7 : 6;
                const size_t kind = n > 5 && i % 5 == n % 5 ? s.below(bad_kinds) : 7;
                if (kind < 2) sig[s.below(64)] ^= static_cast<uint8_t>(1 << s.below(8));
                if (kind == 2) std::copy(order.begin(), order.end(), sig.begin() + 32);
                if (kind == 3) std::fill_n(sig.begin(), 32, uint8_t(0));
                if (kind == 4) std::copy(prime.begin(), prime.end(), sig.begin());
                if (kind == 5) msg[0] ^= 1;
                if (kind == 6) sig = hostile::infinite_schnorr(seckey, msg);
                want.push_back((schnorr ? schnorr_by(key, sig, msg) : ecdsa_by(key, sig, msg)) ==
                               UFSECP_OK);
                EXPECT_EQ(want.back(), kind == 7);
                msgs = msgs + msg, sigs = sigs + sig;
            }
            const bool all = std::count(want.begin(), want.end(), 1) == static_cast<ptrdiff_t>(n);
            for (const bool told : {true, false}) {
                bytes ok(n + 1, 0xa5);
                uint8_t *const to = told ? ok.data() : nullptr;
                EXPECT_EQ(schnorr ? ufsecp_schnorr_verify_prepared_batch(to, msgs.data(),
                                                                         sigs.data(), n, key.get())
                                  : ufsecp_ecdsa_verify_prepared_batch(to, msgs.data(), sigs.data(),
                                                                       n, key.get(), 0),
                          all);
                EXPECT_EQ(ok[n], 0xa5);
                ok.pop_back();
                EXPECT_EQ(ok, told ? want : bytes(n, 0xa5)) << n;
            }
        }
    }
}

/* The rule of low s, and r + n: both by the single call and in lanes. */
TEST_P(Prepared, FlagsAndSecondX) {
    const bytes sk = draw("key", 2), msg = draw("msg", 2);
    const prepared key = prepare(pubkey_of(sk, 65));
    bytes high = ecdsa_sign(msg, sk);
    const num s = reference::mod_neg(num::of_bytes(high.data() + 32), reference::n);
    s.to_bytes(high.data() + 32);
    EXPECT_EQ(ecdsa_by(key, high, msg), UFSECP_OK);
    EXPECT_EQ(ecdsa_by(key, high, msg, UFSECP_LOW_S), UFSECP_S_HIGH);
    bytes msgs, sigs;
    for (int i = 0; i < 8; i++) msgs = msgs + msg, sigs = sigs + high;
    for (const unsigned flags : {0u, UFSECP_LOW_S}) {
        bytes ok(8, 0xa5);
        EXPECT_EQ(ufsecp_ecdsa_verify_prepared_batch(ok.data(), msgs.data(), sigs.data(), 8,
                                                     key.get(), flags),
                  flags == 0);
        EXPECT_EQ(ok, bytes(8, flags == 0));
    }
    /* A key recovered for an x of n + r: r is small. */
    int found = 0;
    for (uint64_t small = 1; small < 60 && found < 3; small++) {
        const bytes sig = be(num(small)) + draw("s", small);
        bytes pk(33);
        if (ufsecp_ecdsa_recover(pk.data(), 33, sig.data(), 2, msg.data()) != UFSECP_OK) continue;
        found++;
        const prepared of = prepare(pk);
        EXPECT_EQ(ecdsa_by(of, sig, msg), UFSECP_OK);
        bytes many;
        for (int i = 0; i < 8; i++) many = many + sig;
        EXPECT_EQ(
            ufsecp_ecdsa_verify_prepared_batch(nullptr, msgs.data(), many.data(), 8, of.get(), 0),
            1);
    }
    EXPECT_EQ(found, 3);
}

/* What is written is the same on every engine, and may lie at any address of 8 bytes. */
TEST_P(Prepared, ObjectsAreData) {
    const bytes sk = draw("key", 3), msg = draw("msg", 3), sig = ecdsa_sign(msg, sk);
    const prepared here = prepare(pubkey_of(sk));
    ASSERT_EQ(ufsecp_engine_select("auto"), 1);
    const prepared there = prepare(pubkey_of(sk));
    EXPECT_EQ(memcmp(here.get(), there.get(), sizeof *here), 0);
    ASSERT_EQ(ufsecp_engine_select(GetParam().c_str()), 1);
    std::vector<uint64_t> memory(sizeof *here / 8 + 8);
    for (size_t at = 0; at < 8; at++) {
        auto *const copy = reinterpret_cast<ufsecp_prepared_pubkey *>(&memory[at]);
        memcpy(static_cast<void *>(copy), here.get(), sizeof *copy);
        bytes msgs, sigs;
        for (int i = 0; i < 8; i++) msgs = msgs + msg, sigs = sigs + sig;
        EXPECT_EQ(ufsecp_ecdsa_verify_prepared(sig.data(), msg.data(), copy, 0), 1);
        EXPECT_EQ(ufsecp_ecdsa_verify_prepared_batch(nullptr, msgs.data(), sigs.data(), 8, copy, 0),
                  1);
    }
}

TEST(PreparedObjects, RefuseWhatIsNone) {
    const bytes sk = draw("key", 4), msg = draw("msg", 4), sig = ecdsa_sign(msg, sk),
                schnorr = schnorr_sign(msg, sk);
    bytes pk = pubkey_of(sk), ok(1, 0xa5);
    prepared none(new ufsecp_prepared_pubkey{});
    EXPECT_EQ(ecdsa_by(none, sig, msg), UFSECP_MISUSE);
    EXPECT_EQ(schnorr_by(none, schnorr, msg), UFSECP_MISUSE);
    for (ufsecp_prepared_pubkey *const bad :
         {none.get(), static_cast<decltype(none.get())>(nullptr)}) {
        EXPECT_EQ(ufsecp_ecdsa_verify_prepared_batch(ok.data(), msg.data(), sig.data(), 1, bad, 0),
                  0);
        EXPECT_EQ(
            ufsecp_schnorr_verify_prepared_batch(ok.data(), msg.data(), schnorr.data(), 1, bad), 0);
    }
    EXPECT_EQ(ok[0], 0xa5);
    /* What was a key before is none after a failure. */
    prepared key = prepare(pk);
    for (const size_t len : {0, 1, 31, 34, 64, 66})
        EXPECT_EQ(ufsecp_pubkey_prepare(key.get(), pk.data(), len), UFSECP_PUBKEY_FORMAT) << len;
    EXPECT_EQ(ecdsa_by(key, sig, msg), UFSECP_MISUSE);
    ASSERT_EQ(ufsecp_pubkey_prepare(key.get(), pk.data(), 33), UFSECP_OK);
    EXPECT_EQ(ufsecp_pubkey_prepare(nullptr, pk.data(), 33), UFSECP_MISUSE);
    EXPECT_EQ(ufsecp_pubkey_prepare(key.get(), nullptr, 33), UFSECP_MISUSE);
    EXPECT_EQ(ecdsa_by(key, sig, msg), UFSECP_OK) << "misuse changes nothing";
    EXPECT_EQ(ecdsa_by(key, sig, msg, UFSECP_ALLOW_HYBRID), UFSECP_MISUSE);
    EXPECT_EQ(ufsecp_ecdsa_verify_prepared_batch(ok.data(), msg.data(), sig.data(), 1, key.get(),
                                                 UFSECP_ALLOW_HYBRID),
              0);
    EXPECT_EQ(ufsecp_ecdsa_check_prepared(nullptr, msg.data(), key.get(), 0), UFSECP_MISUSE);
    EXPECT_EQ(ufsecp_ecdsa_check_prepared(sig.data(), nullptr, key.get(), 0), UFSECP_MISUSE);
    EXPECT_EQ(ufsecp_schnorr_check_prepared(schnorr.data(), nullptr, 1, key.get()), UFSECP_MISUSE);
    EXPECT_EQ(ufsecp_schnorr_check_prepared(nullptr, msg.data(), 32, key.get()), UFSECP_MISUSE);
    /* An empty message is one. */
    const bytes empty, of_empty = schnorr_sign(empty, sk);
    EXPECT_EQ(ufsecp_schnorr_check_prepared(of_empty.data(), nullptr, 0, key.get()), UFSECP_OK);
    EXPECT_EQ(ufsecp_ecdsa_verify_prepared_batch(nullptr, nullptr, nullptr, 0, key.get(), 0), 1);
}

}  // namespace
