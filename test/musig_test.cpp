// MuSig2 (BIP-327) through the C ABI, on every engine: the BIP's vectors, sessions of few and many
// signers whose signatures verify, what a wrong contribution does, objects that are none, nonces
// that are used up, and misuse.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <thread>

#include "signers.h"

namespace {

class Musig : public EachEngine {};
ON_EACH_ENGINE(Musig);

/* ---- The calls, on byte strings ---- */

/* k1 | k2 | public key, as BIP-327 writes a secret nonce, as an object. */
ufsecp_musig_secnonce secnonce_of(const bytes &b97) {
    static constexpr uint8_t magic[4] = {0x22, 0x0e, 0xdc, 0xf1};
    ufsecp_musig_secnonce r{};
    bytes pk65(65);
    EXPECT_EQ(ufsecp_pubkey_convert(pk65.data(), 65, b97.data() + 64, 33, 0), UFSECP_OK);
    memcpy(r.opaque, magic, 4);
    memcpy(r.opaque + 4, b97.data(), 64);
    std::reverse_copy(pk65.begin() + 1, pk65.begin() + 33, r.opaque + 68);
    std::reverse_copy(pk65.begin() + 33, pk65.end(), r.opaque + 100);
    return r;
}

ufsecp_keypair keypair_of(const bytes &sk) {
    ufsecp_keypair r;
    EXPECT_EQ(ufsecp_keypair_create(&r, sk.data()), 1);
    return r;
}

/* Aggregates keys and applies tweaks; what fails is named as the vectors name it. */
struct aggregate {
    ufsecp_musig_keyagg keyagg;
    std::string error;
    size_t bad = SIZE_MAX;

    explicit aggregate(const bytes &pubkeys, const bytes &tweaks = {},
                       const std::vector<bool> &is_xonly = {}) {
        bytes xonly(32, 0xee), pk(33);
        memset(&keyagg, 0xee, sizeof keyagg);
        const ufsecp_status status = ufsecp_musig_pubkey_agg(&keyagg, xonly.data(), pubkeys.data(),
                                                             pubkeys.size() / 33, &bad);
        if (status != UFSECP_OK) {
            error = "pubkey";
            EXPECT_LT(bad, pubkeys.size() / 33);
            EXPECT_EQ(status, ufsecp_pubkey_convert(pk.data(), 33, &pubkeys[33 * bad], 33, 0));
            EXPECT_TRUE(all_zero(bytes_of(keyagg)) && all_zero(xonly));
            return;
        }
        EXPECT_EQ(bad, SIZE_MAX);
        EXPECT_EQ(slice(key(), 1, 32), xonly);
        for (size_t i = 0; i < is_xonly.size() && error.empty(); i++) {
            const uint8_t *const t = &tweaks[32 * i];
            const int made = is_xonly[i] ? ufsecp_musig_xonly_tweak_add(&keyagg, t)
                                         : ufsecp_musig_pubkey_tweak_add(&keyagg, t);
            if (made) continue;
            error = "value";
            EXPECT_TRUE(all_zero(bytes_of(keyagg)));
        }
    }
    explicit aggregate(const json &c)
        : aggregate(joined(c["pubkeys"]), joined(c["tweaks"]),
                    c["is_xonly"].get<std::vector<bool>>()) {}

    bytes key() const {
        bytes pk33(33), pk65(65), short33(33);
        EXPECT_EQ(ufsecp_musig_pubkey_get(pk33.data(), 33, &keyagg), 1);
        EXPECT_EQ(ufsecp_musig_pubkey_get(pk65.data(), 65, &keyagg), 1);
        EXPECT_EQ(ufsecp_pubkey_convert(short33.data(), 33, pk65.data(), 65, 0), UFSECP_OK);
        EXPECT_EQ(short33, pk33);
        return pk33;
    }
    bytes xonly() const { return slice(key(), 1, 32); }
};

/* Of a session that cannot begin: nothing. */
std::optional<ufsecp_musig_session> start(const ufsecp_musig_keyagg &keyagg, const bytes &aggnonce,
                                          const bytes &msg) {
    ufsecp_musig_session s;
    memset(&s, 0xee, sizeof s);
    if (ufsecp_musig_nonce_process(&s, aggnonce.data(), msg.data(), msg.size(), &keyagg)) return s;
    EXPECT_TRUE(all_zero(bytes_of(s)));
    return std::nullopt;
}

struct nonce_total {
    bytes aggnonce = bytes(66, 0xee);
    size_t bad = 7;
    ufsecp_status status;

    explicit nonce_total(const bytes &pubnonces)
        : status(ufsecp_musig_nonce_agg(aggnonce.data(), pubnonces.data(), pubnonces.size() / 66,
                                        &bad)) {
        if (status == UFSECP_OK) EXPECT_EQ(bad, SIZE_MAX);
        else EXPECT_TRUE(all_zero(aggnonce));
    }
};

bool verify(const bytes &psig, const bytes &pubnonce, const bytes &pk,
            const ufsecp_musig_keyagg &keyagg, const ufsecp_musig_session &session) {
    return ufsecp_musig_partial_sig_verify(psig.data(), pubnonce.data(), pk.data(), &keyagg,
                                           &session);
}

/* ---- The BIP's vectors ---- */

std::vector<json> cases(std::initializer_list<const char *> kinds) {
    return cases_of("bip327.json", kinds);
}

TEST_P(Musig, VectorsOfKeys) {
    for (const json &c : cases({"key_sort"})) {
        bytes keys = joined(c["pubkeys"]);
        EXPECT_EQ(ufsecp_musig_key_sort(keys.data(), keys.size() / 33), 1);
        std::string text;
        for (size_t i = 0; i < keys.size(); i += 33)
            text += (i ? "," : "") + to_hex(slice(keys, i, 33));
        EXPECT_EQ(text, c["expected"].get<std::string>());
    }
    EXPECT_EQ(cases({"key_agg"}).size(), 9u);
    for (const json &c : cases({"key_agg"})) {
        SCOPED_TRACE(c["comment"]);
        const aggregate a(c);
        EXPECT_EQ(a.error, error_of(c));
        EXPECT_EQ(a.bad, bad_of(c));
        if (a.error.empty()) { EXPECT_EQ(to_hex(a.xonly()), c["expected"].get<std::string>()); }
    }
}

TEST_P(Musig, VectorsOfNonces) {
    EXPECT_EQ(cases({"nonce_gen"}).size(), 4u);
    for (const json &c : cases({"nonce_gen"})) {
        bytes random = *given(c["rand"]), pubnonce(66);
        const std::optional<bytes> sk = given(c["sk"]), agg = given(c["aggpk"]),
                                   msg = given(c["msg"]), extra = given(c["extra"]);
        const bytes pk = *given(c["pk"]);
        ufsecp_musig_secnonce secnonce;
        ASSERT_EQ(
            ufsecp_musig_nonce_gen(&secnonce, pubnonce.data(), random.data(), data_of(sk),
                                   pk.data(), data_of(agg), data_of(msg), msg ? msg->size() : 0,
                                   data_of(extra), extra ? extra->size() : 0),
            1);
        EXPECT_EQ(to_hex(pubnonce), c["expected"].get<std::string>());
        EXPECT_EQ(bytes_of(secnonce), bytes_of(secnonce_of(*given(c["secnonce"]))));
        EXPECT_TRUE(all_zero(random));
    }
    EXPECT_EQ(cases({"nonce_agg"}).size(), 5u);
    for (const json &c : cases({"nonce_agg"})) {
        SCOPED_TRACE(c["comment"]);
        const nonce_total total(joined(c["pubnonces"]));
        EXPECT_EQ(total.status == UFSECP_OK, c["error"].is_null());
        EXPECT_EQ(total.bad, bad_of(c));
        if (c["error"].is_null()) {
            EXPECT_EQ(to_hex(total.aggnonce), c["expected"].get<std::string>());
        }
    }
    /* libsecp256k1's own, for a counter: src/modules/musig/tests_impl.h of 0.8.0. */
    const ufsecp_keypair pair =
        keypair_of(from_hex("eec1cb7d1b7254c5cab0d9c61ab02e643d464a59fe6c96a7efe871f07c5aef54"));
    ufsecp_musig_secnonce secnonce;
    bytes pubnonce(66);
    ASSERT_EQ(ufsecp_musig_nonce_gen_counter(&secnonce, pubnonce.data(), 0, &pair, nullptr, nullptr,
                                             0, nullptr, 0),
              1);
    EXPECT_EQ(to_hex(slice(bytes_of(secnonce), 4, 64)),
              "842f1380cd17a198fc3dad3b7da7492941f46976f2702ff7c66f24f472036af1"
              "da3f952dde4a2da6b6325707ce87a4e3616d06fc5f81a9c99386d20a99cecf99");
    EXPECT_EQ(to_hex(pubnonce),
              "03a5b9b6907942eacdda49a366016ec2e62404a1bf4ab6d4db82067bc3adf086d7"
              "033205db9eb34d5c7ce02848cac68a83ed73e3883477f563f23ce9a11a7721ec64");
}

TEST_P(Musig, VectorsOfSigning) {
    EXPECT_EQ(cases({"sign", "tweak"}).size(), 18u);
    for (const json &c : cases({"sign", "tweak"})) {
        SCOPED_TRACE(c["comment"]);
        const std::string error = error_of(c);
        const aggregate a(c);
        if (error == "pubkey" || !a.error.empty()) {
            EXPECT_EQ(a.error, error);
            EXPECT_EQ(a.bad, bad_of(c));
            continue;
        }
        const bytes nonces = joined(c["pubnonces"]), aggnonce = *given(c["aggnonce"]);
        const std::optional<ufsecp_musig_session> session =
            start(a.keyagg, aggnonce, *given(c["msg"]));
        EXPECT_EQ(session.has_value(), error != "aggnonce");
        if (!session) continue;
        const ufsecp_keypair pair = keypair_of(*given(c["sk"]));
        ufsecp_musig_secnonce secnonce = secnonce_of(*given(c["secnonce"]));
        bytes psig(32, 0xee);
        const int made =
            ufsecp_musig_partial_sign(psig.data(), &secnonce, &pair, &a.keyagg, &*session);
        EXPECT_TRUE(all_zero(bytes_of(secnonce)));
        if (error.empty()) {
            ASSERT_EQ(made, 1);
            EXPECT_EQ(to_hex(psig), c["expected"].get<std::string>());
            EXPECT_EQ(nonce_total(nonces).aggnonce, aggnonce);
            const size_t signer = c["signer"].get<size_t>();
            EXPECT_TRUE(verify(psig, slice(nonces, 66 * signer, 66),
                               slice(joined(c["pubkeys"]), 33 * signer, 33), a.keyagg, *session));
        } else if (c["comment"].get<std::string>().starts_with("Secnonce is invalid")) {
            EXPECT_EQ(made, 0);
            EXPECT_TRUE(all_zero(psig));
        } else { /* that the signer's key is among the keys is for the caller to know */
            EXPECT_TRUE(c["comment"].get<std::string>().starts_with("The signers pubkey is not"));
            EXPECT_EQ(made, 1);
        }
    }
    EXPECT_EQ(cases({"verify"}).size(), 5u);
    for (const json &c : cases({"verify"})) {
        SCOPED_TRACE(c["comment"]);
        const std::string error = error_of(c);
        const aggregate a(c);
        EXPECT_EQ(a.error == "pubkey", error == "pubkey");
        const bytes nonces = joined(c["pubnonces"]);
        const size_t signer = c["signer"].get<size_t>();
        const nonce_total total(nonces);
        EXPECT_EQ(total.status == UFSECP_OK, error != "pubnonce");
        if (!a.error.empty()) continue;
        const std::optional<ufsecp_musig_session> session =
            start(a.keyagg, total.status == UFSECP_OK ? total.aggnonce : slice(nonces, 66, 66),
                  *given(c["msg"]));
        ASSERT_TRUE(session);
        EXPECT_FALSE(verify(joined(c["psigs"]), slice(nonces, 66 * signer, 66),
                            slice(joined(c["pubkeys"]), 33 * signer, 33), a.keyagg, *session));
    }
}

TEST_P(Musig, VectorsOfAggregation) {
    EXPECT_EQ(cases({"sig_agg"}).size(), 5u);
    for (const json &c : cases({"sig_agg"})) {
        SCOPED_TRACE(c["comment"]);
        const aggregate a(c);
        const bytes msg = *given(c["msg"]), psigs = joined(c["psigs"]);
        EXPECT_EQ(nonce_total(joined(c["pubnonces"])).aggnonce, *given(c["aggnonce"]));
        const std::optional<ufsecp_musig_session> session =
            start(a.keyagg, *given(c["aggnonce"]), msg);
        ASSERT_TRUE(session);
        bytes sig(64, 0xee);
        size_t bad = 7;
        EXPECT_EQ(ufsecp_musig_partial_sig_agg(sig.data(), &*session, psigs.data(),
                                               psigs.size() / 32, &bad),
                  c["error"].is_null());
        EXPECT_EQ(bad, bad_of(c));
        if (c["error"].is_null()) {
            EXPECT_EQ(to_hex(sig), c["expected"].get<std::string>());
            EXPECT_EQ(schnorr_check(sig, msg, a.xonly()), UFSECP_OK);
        } else {
            EXPECT_TRUE(all_zero(sig));
        }
    }
    EXPECT_EQ(cases({"det_sign"}).size(), 9u);
    for (const json &c : cases({"det_sign"})) {
        SCOPED_TRACE(c["comment"]);
        const std::string error = error_of(c);
        const aggregate a(c);
        if (error == "pubkey" || !a.error.empty()) {
            EXPECT_EQ(a.error, error);
            EXPECT_EQ(a.bad, bad_of(c));
            continue;
        }
        const ufsecp_keypair pair = keypair_of(*given(c["sk"]));
        const bytes msg = *given(c["msg"]), others = *given(c["aggnonce"]);
        const std::optional<bytes> random = given(c["rand"]);
        bytes pubnonce(66, 0xee), psig(32, 0xee);
        const int made =
            ufsecp_musig_deterministic_sign(pubnonce.data(), psig.data(), others.data(), &pair,
                                            &a.keyagg, msg.data(), msg.size(), data_of(random));
        if (error == "aggothernonce") {
            EXPECT_EQ(made, 0);
            EXPECT_TRUE(all_zero(pubnonce) && all_zero(psig));
            continue;
        }
        EXPECT_EQ(made, 1);
        if (!error.empty()) continue; /* the signer's key is not among the keys */
        EXPECT_EQ(to_hex(pubnonce), c["pubnonce"].get<std::string>());
        EXPECT_EQ(to_hex(psig), c["expected"].get<std::string>());
    }
}

/* ---- Sessions ---- */

struct signer {
    ufsecp_keypair pair;
    bytes sk, pk;
    ufsecp_musig_secnonce secnonce;
    bytes pubnonce = bytes(66), psig = bytes(32);
};

/* A session of n signers, up to the partial signatures. */
struct session_of {
    std::vector<signer> signers;
    bytes pubkeys, nonces, psigs, msg;
    ufsecp_musig_keyagg keyagg;
    ufsecp_musig_session session;

    session_of(const std::string &name, size_t n, const bytes &message, const bytes &tweaks = {},
               const std::vector<bool> &is_xonly = {})
        : signers(n), msg(message) {
        for (size_t i = 0; i < n; i++) {
            signer &s = signers[i];
            s.sk = draw(name, i / 2 * 2); /* in pairs, so that keys repeat */
            s.pk = pubkey_of(s.sk), s.pair = keypair_of(s.sk);
            pubkeys = std::move(pubkeys) + s.pk;
        }
        const aggregate a(pubkeys, tweaks, is_xonly);
        EXPECT_EQ(a.error, "");
        keyagg = a.keyagg;
        for (size_t i = 0; i < n; i++) {
            signer &s = signers[i];
            bytes random = draw(name + " random", i);
            EXPECT_EQ(
                i % 3 ? ufsecp_musig_nonce_gen(&s.secnonce, s.pubnonce.data(), random.data(),
                                               s.sk.data(), s.pk.data(), a.xonly().data(),
                                               msg.data(), msg.size(), nullptr, 0)
                      : ufsecp_musig_nonce_gen_counter(&s.secnonce, s.pubnonce.data(), i, &s.pair,
                                                       nullptr, nullptr, 0, random.data(), 32),
                1);
            nonces = std::move(nonces) + s.pubnonce;
        }
        const nonce_total total(nonces);
        EXPECT_EQ(total.status, UFSECP_OK);
        session = *start(keyagg, total.aggnonce, msg);
        for (signer &s : signers) {
            EXPECT_EQ(
                ufsecp_musig_partial_sign(s.psig.data(), &s.secnonce, &s.pair, &keyagg, &session),
                1);
            psigs = std::move(psigs) + s.psig;
        }
    }
    bytes xonly() const {
        bytes pk(33);
        EXPECT_EQ(ufsecp_musig_pubkey_get(pk.data(), 33, &keyagg), 1);
        return slice(pk, 1, 32);
    }
    bytes signature() const {
        bytes sig(64);
        EXPECT_EQ(ufsecp_musig_partial_sig_agg(sig.data(), &session, psigs.data(), signers.size(),
                                               nullptr),
                  1);
        return sig;
    }
};

/* Few signers, and so many that keys need memory and nonces come in several pieces. */
TEST_P(Musig, SessionsGiveSignatures) {
    for (const size_t n : {1, 2, 3, 4, 5, 15, 16, 17, 33, 70}) {
        SCOPED_TRACE(n);
        const session_of s("musig", n, draw("message", n));
        EXPECT_EQ(schnorr_check(s.signature(), s.msg, s.xonly()), UFSECP_OK);
        if (n > 5) continue;
        for (size_t i = 0; i < n; i++)
            for (size_t j = 0; j < n; j++)
                EXPECT_EQ(verify(s.signers[i].psig, s.signers[j].pubnonce, s.signers[j].pk,
                                 s.keyagg, s.session),
                          i == j);
    }
}

TEST_P(Musig, SessionsWithTweaksAndMessagesOfAnyLength) {
    const bytes tweaks = draw("tweak", 0) + draw("tweak", 1) + draw("tweak", 2) + draw("tweak", 3);
    for (unsigned kinds = 0; kinds < 16; kinds++) {
        const session_of s("tweaked", 3, bytes(kinds * 11, 0x21), tweaks,
                           {!!(kinds & 1), !!(kinds & 2), !!(kinds & 4), !!(kinds & 8)});
        EXPECT_EQ(schnorr_check(s.signature(), s.msg, s.xonly()), UFSECP_OK) << kinds;
        for (const signer &one : s.signers)
            EXPECT_TRUE(verify(one.psig, one.pubnonce, one.pk, s.keyagg, s.session)) << kinds;
    }
}

/* A key that is tweaked as taproot does it is the output key of BIP-341. */
TEST_P(Musig, TweaksAsTaprootDoes) {
    for (size_t i = 0; i < 8; i++) {
        const aggregate plain(pubkey_of(draw("taproot", i)) + pubkey_of(draw("taproot", 99)));
        bytes tweak(32), output(32);
        int parity;
        ASSERT_EQ(ufsecp_tagged_hash(tweak.data(), (const uint8_t *)"TapTweak", 8,
                                     plain.xonly().data(), 32),
                  1);
        ASSERT_EQ(ufsecp_taproot_output_key(output.data(), &parity, plain.xonly().data(), nullptr),
                  1);
        ufsecp_musig_keyagg keyagg = plain.keyagg;
        bytes pk(33);
        ASSERT_EQ(ufsecp_musig_xonly_tweak_add(&keyagg, tweak.data()), 1);
        ASSERT_EQ(ufsecp_musig_pubkey_get(pk.data(), 33, &keyagg), 1);
        EXPECT_EQ(pk, bytes(1, static_cast<uint8_t>(2 + parity)) + output);
    }
}

/* The last of three signers keeps no state. */
TEST_P(Musig, DeterministicSigning) {
    for (size_t i = 0; i < 4; i++) {
        session_of s("deterministic", 3, draw("message", i));
        signer &last = s.signers[2];
        const bytes others = nonce_total(slice(s.nonces, 0, 132)).aggnonce, random = draw("x", i);
        for (size_t k = 0; k < 2; k++) {
            bytes random_now = draw("nonce", 2 * i + k);
            signer &one = s.signers[k];
            ASSERT_EQ(
                ufsecp_musig_nonce_gen(&one.secnonce, one.pubnonce.data(), random_now.data(),
                                       nullptr, one.pk.data(), nullptr, nullptr, 0, nullptr, 0),
                1);
        }
        const bytes fresh = nonce_total(s.signers[0].pubnonce + s.signers[1].pubnonce).aggnonce;
        ASSERT_NE(fresh, others);
        ASSERT_EQ(ufsecp_musig_deterministic_sign(last.pubnonce.data(), last.psig.data(),
                                                  fresh.data(), &last.pair, &s.keyagg, s.msg.data(),
                                                  32, i & 1 ? random.data() : nullptr),
                  1);
        const bytes all = s.signers[0].pubnonce + s.signers[1].pubnonce + last.pubnonce;
        s.session = *start(s.keyagg, nonce_total(all).aggnonce, s.msg);
        s.psigs.clear();
        for (size_t k = 0; k < 3; k++) {
            signer &one = s.signers[k];
            if (k < 2) {
                ASSERT_EQ(ufsecp_musig_partial_sign(one.psig.data(), &one.secnonce, &one.pair,
                                                    &s.keyagg, &s.session),
                          1);
            }
            s.psigs = std::move(s.psigs) + one.psig;
        }
        EXPECT_EQ(schnorr_check(s.signature(), s.msg, s.xonly()), UFSECP_OK);
    }
}

/* ---- What is wrong ---- */

TEST_P(Musig, SecretNoncesServeOnce) {
    session_of s("once", 2, draw("message", 0));
    bytes psig(32, 0xee), random = draw("again", 0);
    signer &one = s.signers[0];
    EXPECT_EQ(
        ufsecp_musig_partial_sign(psig.data(), &one.secnonce, &one.pair, &s.keyagg, &s.session), 0);
    EXPECT_TRUE(all_zero(psig));
    const auto fresh = [&] {
        random = draw("again", 1);
        EXPECT_EQ(ufsecp_musig_nonce_gen(&one.secnonce, one.pubnonce.data(), random.data(), nullptr,
                                         one.pk.data(), nullptr, nullptr, 0, nullptr, 0),
                  1);
        EXPECT_TRUE(all_zero(random));
    };
    /* Each failure uses it up, too. */
    const ufsecp_keypair other = keypair_of(draw("other", 0));
    const ufsecp_musig_keyagg no_key{};
    const ufsecp_musig_session no_session{};
    ufsecp_keypair bad = one.pair;
    memset(bad.opaque, 0xff, 32);
    const auto fails = [&](const ufsecp_keypair &pair, const ufsecp_musig_keyagg &keyagg,
                           const ufsecp_musig_session &session) {
        fresh();
        psig.assign(32, 0xee);
        EXPECT_EQ(ufsecp_musig_partial_sign(psig.data(), &one.secnonce, &pair, &keyagg, &session),
                  0);
        EXPECT_TRUE(all_zero(psig));
        EXPECT_TRUE(all_zero(bytes_of(one.secnonce)));
    };
    fails(other, s.keyagg, s.session);
    fails(bad, s.keyagg, s.session);
    fails(one.pair, no_key, s.session);
    fails(one.pair, s.keyagg, no_session);
    /* One whose numbers are none. */
    for (const bytes &k : {zero32, order, ones32})
        for (size_t at : {4, 36}) {
            fresh();
            memcpy(one.secnonce.opaque + at, k.data(), 32);
            EXPECT_EQ(ufsecp_musig_partial_sign(psig.data(), &one.secnonce, &one.pair, &s.keyagg,
                                                &s.session),
                      0);
            EXPECT_TRUE(all_zero(psig));
        }
}

/* Two threads that sign by one secret nonce: one of them does. So it is with
 * FROST's. */
TEST(MusigThreads, ASecretNonceIsTakenOnce) {
    const bytes key = draw("key", 0), id = plus(zero32, 1), msgs[2] = {draw("m", 0), draw("m", 1)},
                pk = pubkey_of(key), other = pubkey_of(draw("key", 1));
    ufsecp_keypair pair;
    ufsecp_musig_keyagg keyagg;
    ufsecp_musig_session sessions[2];
    ufsecp_musig_secnonce nonce;
    ufsecp_frost_key group;
    ufsecp_frost_session group_sessions[2];
    ufsecp_frost_secnonce group_nonce;
    const ufsecp_frost_signers who = {id.data(), nullptr, nullptr, 1};
    ASSERT_EQ(ufsecp_keypair_create(&pair, key.data()), 1);
    ASSERT_EQ(ufsecp_musig_pubkey_agg(&keyagg, nullptr, (pk + other).data(), 2, nullptr),
              UFSECP_OK);
    ASSERT_EQ(ufsecp_frost_key_init(&group, UFSECP_FROST_BIP445, pk.data(), 1, 1, nullptr), 1);
    for (size_t i = 0; i < 2; i++) {
        ASSERT_EQ(ufsecp_musig_nonce_process(&sessions[i], (pk + other).data(), msgs[i].data(), 32,
                                             &keyagg),
                  1);
        ASSERT_EQ(ufsecp_frost_session_init(&group_sessions[i], &group, &who, (pk + other).data(),
                                            msgs[i].data(), 32, nullptr),
                  1);
    }
    std::atomic<size_t> begun{0}, done{0};
    std::atomic<int> made{0};
    std::atomic<bool> ended{false};
    const size_t rounds = static_cast<size_t>(std::max(scaled(10000), 100));
    const auto sign = [&](size_t i, size_t round) {
        uint8_t psig[32];
        made += round % 2 ? ufsecp_musig_partial_sign(psig, &nonce, &pair, &keyagg, &sessions[i])
                          : ufsecp_frost_partial_sign(psig, &group_nonce, key.data(), id.data(),
                                                      &group_sessions[i], &who);
    };
    std::thread second([&] {
        for (size_t round = 0; round < rounds; round++) {
            for (size_t i = 1; begun <= round && !ended; i++)
                if (i % 4096 == 0) std::this_thread::yield();
            if (ended) return;
            sign(1, round);
            done++;
        }
    });
    /* Where others use the processors, a round may take milliseconds. */
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(2);
    for (size_t round = 0;
         round < rounds && (round < 100 || std::chrono::steady_clock::now() < end); round++) {
        bytes random = draw("random", round), pubnonce(66);
        EXPECT_EQ(round % 2
                      ? ufsecp_musig_nonce_gen(&nonce, pubnonce.data(), random.data(), key.data(),
                                               pk.data(), nullptr, nullptr, 0, nullptr, 0)
                      : ufsecp_frost_nonce_gen(&group_nonce, pubnonce.data(), UFSECP_FROST_BIP445,
                                               random.data(), key.data(), nullptr, nullptr, nullptr,
                                               nullptr, 0, nullptr, 0),
                  1);
        made = 0;
        begun++;
        for (size_t i = round / 2 % 64; begun > 0 && i > 0; i--) {} /* sooner or later */
        sign(0, round);
        while (done <= round) std::this_thread::yield();
        EXPECT_EQ(made, 1) << round;
    }
    ended = true;
    second.join();
}

TEST_P(Musig, BadRandomnessAndKeys) {
    const bytes sk = draw("nonce", 0), pk = pubkey_of(sk);
    ufsecp_musig_secnonce secnonce;
    bytes pubnonce(66);
    const auto made = [&](bytes random, const bytes *key, const bytes &pubkey) {
        memset(&secnonce, 0xee, sizeof secnonce);
        pubnonce.assign(66, 0xee);
        const bytes before = random;
        const int result = ufsecp_musig_nonce_gen(&secnonce, pubnonce.data(), random.data(),
                                                  key ? key->data() : nullptr, pubkey.data(),
                                                  nullptr, nullptr, 0, nullptr, 0);
        EXPECT_EQ(random, result ? zero32 : before);
        if (!result) { EXPECT_TRUE(all_zero(bytes_of(secnonce)) && all_zero(pubnonce)); }
        return result;
    };
    EXPECT_EQ(made(draw("random", 0), &sk, pk), 1);
    EXPECT_EQ(made(draw("random", 0), nullptr, pk), 1);
    EXPECT_EQ(made(plus(zero32, 1), nullptr, pk), 1);
    EXPECT_EQ(made(zero32, &sk, pk), 0);
    for (const bytes &bad : {zero32, order, ones32}) EXPECT_EQ(made(draw("x", 0), &bad, pk), 0);
    EXPECT_EQ(made(draw("random", 0), &sk, bytes(33)), 0);
    EXPECT_EQ(made(draw("random", 0), &sk, bytes(1, 2) + prime), 0);
    EXPECT_EQ(made(draw("random", 0), &sk, bytes(1, 4) + slice(pk, 1, 32)), 0);
    ufsecp_keypair bad_pair{};
    EXPECT_EQ(ufsecp_musig_nonce_gen_counter(&secnonce, pubnonce.data(), 3, &bad_pair, nullptr,
                                             nullptr, 0, nullptr, 0),
              0);
    EXPECT_TRUE(all_zero(bytes_of(secnonce)) && all_zero(pubnonce));
}

/* Each input changes the nonces, and an empty one is another than none. */
TEST_P(Musig, NoncesDependOnEveryInput) {
    const bytes sk = draw("nonce", 0), pk = pubkey_of(sk), agg = draw("agg", 0), msg = draw("m", 0);
    std::vector<bytes> seen;
    const auto add = [&](const bytes &random, const uint8_t *key, const uint8_t *xonly,
                         const uint8_t *text, size_t len, const uint8_t *extra, size_t extra_len) {
        ufsecp_musig_secnonce secnonce;
        bytes copy = random, pubnonce(66);
        EXPECT_EQ(ufsecp_musig_nonce_gen(&secnonce, pubnonce.data(), copy.data(), key, pk.data(),
                                         xonly, text, len, extra, extra_len),
                  1);
        EXPECT_EQ(pubkey_of(slice(bytes_of(secnonce), 4, 32)), slice(pubnonce, 0, 33));
        EXPECT_EQ(pubkey_of(slice(bytes_of(secnonce), 36, 32)), slice(pubnonce, 33, 33));
        seen.push_back(pubnonce);
    };
    for (int r = 0; r < 2; r++)
        for (unsigned bits = 0; bits < 8; bits++)
            for (const size_t len : {0, 1, 32, 33})
                add(draw("random", r), bits & 1 ? sk.data() : nullptr,
                    bits & 2 ? agg.data() : nullptr, (msg + msg).data(), len,
                    bits & 4 ? agg.data() : nullptr, bits & 4 ? 32 : 0);
    add(draw("random", 0), nullptr, nullptr, nullptr, 0, nullptr, 0);
    std::sort(seen.begin(), seen.end());
    EXPECT_EQ(std::unique(seen.begin(), seen.end()), seen.end());
}

TEST_P(Musig, BadContributions) {
    const session_of s("bad", 3, draw("message", 1));
    bytes pubkeys = s.pubkeys;
    pubkeys[66] = 4;
    EXPECT_EQ(aggregate(pubkeys).bad, 2u);
    bytes many;
    for (size_t i = 0; i < 100; i++) many = std::move(many) + pubkey_of(draw("many", i));
    for (const size_t at : {0, 16, 63, 64, 99}) {
        bytes spoilt = many;
        spoilt[33 * at] = 0;
        EXPECT_EQ(aggregate(spoilt).bad, at);
    }
    for (const size_t at : {0, 1, 2, 5}) {
        bytes nonces = s.nonces;
        std::copy(prime.begin(), prime.end(), nonces.begin() + (ptrdiff_t)(33 * at) + 1);
        const nonce_total total(nonces);
        EXPECT_EQ(total.status, UFSECP_PUBKEY_RANGE);
        EXPECT_EQ(total.bad, at / 2);
    }
    /* A signer may not give infinity, but all together may. */
    EXPECT_EQ(nonce_total(bytes(66) + s.nonces).bad, 0u);
    EXPECT_TRUE(start(s.keyagg, bytes(66), s.msg));
    EXPECT_FALSE(start(s.keyagg, bytes(65) + bytes(1, 1), s.msg));
    for (size_t i = 0; i < 3; i++) {
        const signer &one = s.signers[i];
        for (size_t bit = 0; bit < 256; bit += 37) {
            bytes psig = one.psig;
            psig[bit / 8] ^= static_cast<uint8_t>(1 << bit % 8);
            EXPECT_FALSE(verify(psig, one.pubnonce, one.pk, s.keyagg, s.session));
        }
        EXPECT_FALSE(verify(order, one.pubnonce, one.pk, s.keyagg, s.session));
        EXPECT_FALSE(verify(one.psig, bytes(66), one.pk, s.keyagg, s.session));
        EXPECT_FALSE(verify(one.psig, one.pubnonce, bytes(33), s.keyagg, s.session));
        EXPECT_FALSE(verify(one.psig, one.pubnonce, one.pk, {}, s.session));
        EXPECT_FALSE(verify(one.psig, one.pubnonce, one.pk, s.keyagg, {}));
    }
    bytes psigs = s.psigs, sig(64);
    std::copy(order.begin(), order.end(), psigs.begin() + 32);
    size_t bad = 7;
    EXPECT_EQ(ufsecp_musig_partial_sig_agg(sig.data(), &s.session, psigs.data(), 3, &bad), 0);
    EXPECT_EQ(bad, 1u);
    EXPECT_TRUE(all_zero(sig));
}

/* The keys P and -P, whose coefficients differ, do not add up to infinity. A tweak may lead
 * there. */
TEST_P(Musig, Infinity) {
    const bytes pk = pubkey_of(draw("infinity", 0));
    bytes minus = pk;
    minus[0] ^= 1;
    EXPECT_EQ(aggregate(pk + minus).error, "");
    const aggregate one(pk);
    bytes a(32), sk = draw("infinity", 0), list(32);
    ASSERT_EQ(ufsecp_tagged_hash(list.data(), (const uint8_t *)"KeyAgg list", 11, pk.data(), 33),
              1);
    const bytes text = list + pk;
    ASSERT_EQ(ufsecp_tagged_hash(a.data(), (const uint8_t *)"KeyAgg coefficient", 18, text.data(),
                                 text.size()),
              1);
    ASSERT_EQ(ufsecp_seckey_tweak_mul(sk.data(), a.data()), 1);
    EXPECT_EQ(pubkey_of(sk), one.key());
    ASSERT_EQ(ufsecp_seckey_negate(sk.data()), 1);
    ufsecp_musig_keyagg keyagg = one.keyagg;
    EXPECT_EQ(ufsecp_musig_pubkey_tweak_add(&keyagg, sk.data()), 0);
    EXPECT_TRUE(all_zero(bytes_of(keyagg)));
    EXPECT_EQ(ufsecp_musig_pubkey_tweak_add(&keyagg, sk.data()), 0);
}

TEST_P(Musig, SortsKeys) {
    bytes keys;
    std::vector<bytes> want;
    for (size_t i = 0; i < 50; i++) {
        want.push_back(pubkey_of(draw("sorted", i % 45)));
        keys = std::move(keys) + want.back();
    }
    std::sort(want.begin(), want.end());
    EXPECT_EQ(ufsecp_musig_key_sort(keys.data(), want.size()), 1);
    for (size_t i = 0; i < want.size(); i++) EXPECT_EQ(slice(keys, 33 * i, 33), want[i]);
    EXPECT_EQ(ufsecp_musig_key_sort(nullptr, 0), 1);
}

/* A null pointer where a value is needed, and lengths that cannot be, write nothing. */
TEST_P(Musig, Misuse) {
    const session_of s("misuse", 2, draw("message", 2));
    const signer &one = s.signers[0];
    const bytes untouched(200, 0xee);
    bytes out = untouched, random = draw("r", 0);
    const bytes key = one.pk, msg = draw("m", 0);
    uint8_t *const o = out.data();
    auto *const keyagg = (ufsecp_musig_keyagg *)o;
    auto *const secnonce = (ufsecp_musig_secnonce *)o;
    auto *const session = (ufsecp_musig_session *)o;
    size_t bad = 7;
    const size_t huge = SIZE_MAX / 2;
    EXPECT_EQ(ufsecp_musig_key_sort(nullptr, 1), 0);
    EXPECT_EQ(ufsecp_musig_key_sort(o, huge), 0);
    EXPECT_EQ(ufsecp_musig_pubkey_agg(nullptr, o, key.data(), 1, &bad), UFSECP_MISUSE);
    EXPECT_EQ(ufsecp_musig_pubkey_agg(keyagg, o, nullptr, 1, &bad), UFSECP_MISUSE);
    EXPECT_EQ(ufsecp_musig_pubkey_agg(keyagg, o, key.data(), 0, &bad), UFSECP_MISUSE);
    EXPECT_EQ(ufsecp_musig_pubkey_agg(keyagg, o, key.data(), huge, &bad), UFSECP_MISUSE);
    EXPECT_EQ(ufsecp_musig_pubkey_get(nullptr, 33, &s.keyagg), 0);
    EXPECT_EQ(ufsecp_musig_pubkey_get(o, 33, nullptr), 0);
    EXPECT_EQ(ufsecp_musig_pubkey_get(o, 32, &s.keyagg), 0);
    EXPECT_EQ(ufsecp_musig_pubkey_tweak_add(nullptr, msg.data()), 0);
    EXPECT_EQ(ufsecp_musig_pubkey_tweak_add(keyagg, nullptr), 0);
    EXPECT_EQ(ufsecp_musig_xonly_tweak_add(nullptr, msg.data()), 0);
    EXPECT_EQ(ufsecp_musig_xonly_tweak_add(keyagg, nullptr), 0);
    const auto gen = [&](ufsecp_musig_secnonce *sec, uint8_t *pub, uint8_t *r, const uint8_t *pk,
                         const uint8_t *text, size_t len, const uint8_t *extra, size_t extra_len) {
        return ufsecp_musig_nonce_gen(sec, pub, r, nullptr, pk, nullptr, text, len, extra,
                                      extra_len);
    };
    uint8_t *const r = random.data(), *const p = o + 132;
    EXPECT_EQ(gen(nullptr, p, r, key.data(), nullptr, 0, nullptr, 0), 0);
    EXPECT_EQ(gen(secnonce, nullptr, r, key.data(), nullptr, 0, nullptr, 0), 0);
    EXPECT_EQ(gen(secnonce, p, nullptr, key.data(), nullptr, 0, nullptr, 0), 0);
    EXPECT_EQ(gen(secnonce, p, r, nullptr, nullptr, 0, nullptr, 0), 0);
    EXPECT_EQ(gen(secnonce, p, r, key.data(), nullptr, 1, nullptr, 0), 0);
    EXPECT_EQ(gen(secnonce, p, r, key.data(), nullptr, 0, nullptr, 1), 0);
    if constexpr (sizeof(size_t) > 4) {
        EXPECT_EQ(gen(secnonce, p, r, key.data(), nullptr, 0, o, (size_t)1 << 32), 0);
    }
    EXPECT_EQ(random, draw("r", 0));
    EXPECT_EQ(
        ufsecp_musig_nonce_gen_counter(nullptr, p, 0, &one.pair, nullptr, nullptr, 0, nullptr, 0),
        0);
    EXPECT_EQ(ufsecp_musig_nonce_gen_counter(secnonce, nullptr, 0, &one.pair, nullptr, nullptr, 0,
                                             nullptr, 0),
              0);
    EXPECT_EQ(
        ufsecp_musig_nonce_gen_counter(secnonce, p, 0, nullptr, nullptr, nullptr, 0, nullptr, 0),
        0);
    EXPECT_EQ(ufsecp_musig_nonce_agg(nullptr, s.nonces.data(), 2, &bad), UFSECP_MISUSE);
    EXPECT_EQ(ufsecp_musig_nonce_agg(o, nullptr, 2, &bad), UFSECP_MISUSE);
    EXPECT_EQ(ufsecp_musig_nonce_agg(o, s.nonces.data(), 0, &bad), UFSECP_MISUSE);
    EXPECT_EQ(ufsecp_musig_nonce_agg(o, s.nonces.data(), huge, &bad), UFSECP_MISUSE);
    const bytes nonce = one.pubnonce;
    EXPECT_EQ(ufsecp_musig_nonce_process(nullptr, nonce.data(), msg.data(), 32, &s.keyagg), 0);
    EXPECT_EQ(ufsecp_musig_nonce_process(session, nullptr, msg.data(), 32, &s.keyagg), 0);
    EXPECT_EQ(ufsecp_musig_nonce_process(session, nonce.data(), nullptr, 1, &s.keyagg), 0);
    EXPECT_EQ(ufsecp_musig_nonce_process(session, nonce.data(), msg.data(), 32, nullptr), 0);
    EXPECT_EQ(ufsecp_musig_partial_sign(nullptr, secnonce, &one.pair, &s.keyagg, &s.session), 0);
    EXPECT_EQ(ufsecp_musig_partial_sign(o, nullptr, &one.pair, &s.keyagg, &s.session), 0);
    EXPECT_EQ(ufsecp_musig_partial_sign(p, secnonce, nullptr, &s.keyagg, &s.session), 0);
    EXPECT_EQ(ufsecp_musig_partial_sign(p, secnonce, &one.pair, nullptr, &s.session), 0);
    EXPECT_EQ(ufsecp_musig_partial_sign(p, secnonce, &one.pair, &s.keyagg, nullptr), 0);
    const uint8_t *const sig = one.psig.data();
    EXPECT_EQ(
        ufsecp_musig_partial_sig_verify(nullptr, nonce.data(), key.data(), &s.keyagg, &s.session),
        0);
    EXPECT_EQ(ufsecp_musig_partial_sig_verify(sig, nullptr, key.data(), &s.keyagg, &s.session), 0);
    EXPECT_EQ(ufsecp_musig_partial_sig_verify(sig, nonce.data(), nullptr, &s.keyagg, &s.session),
              0);
    EXPECT_EQ(ufsecp_musig_partial_sig_verify(sig, nonce.data(), key.data(), nullptr, &s.session),
              0);
    EXPECT_EQ(ufsecp_musig_partial_sig_verify(sig, nonce.data(), key.data(), &s.keyagg, nullptr),
              0);
    EXPECT_EQ(ufsecp_musig_partial_sig_agg(nullptr, &s.session, s.psigs.data(), 2, &bad), 0);
    EXPECT_EQ(ufsecp_musig_partial_sig_agg(o, nullptr, s.psigs.data(), 2, &bad), 0);
    EXPECT_EQ(ufsecp_musig_partial_sig_agg(o, &s.session, nullptr, 2, &bad), 0);
    EXPECT_EQ(ufsecp_musig_partial_sig_agg(o, &s.session, s.psigs.data(), 0, &bad), 0);
    EXPECT_EQ(ufsecp_musig_partial_sig_agg(o, &s.session, s.psigs.data(), huge, &bad), 0);
    const auto det = [&](uint8_t *pub, uint8_t *ps, const uint8_t *others,
                         const ufsecp_keypair *pair, const ufsecp_musig_keyagg *k,
                         const uint8_t *text) {
        return ufsecp_musig_deterministic_sign(pub, ps, others, pair, k, text, 32, nullptr);
    };
    EXPECT_EQ(det(nullptr, p, nonce.data(), &one.pair, &s.keyagg, msg.data()), 0);
    EXPECT_EQ(det(o, nullptr, nonce.data(), &one.pair, &s.keyagg, msg.data()), 0);
    EXPECT_EQ(det(o, p, nullptr, &one.pair, &s.keyagg, msg.data()), 0);
    EXPECT_EQ(det(o, p, nonce.data(), nullptr, &s.keyagg, msg.data()), 0);
    EXPECT_EQ(det(o, p, nonce.data(), &one.pair, nullptr, msg.data()), 0);
    EXPECT_EQ(det(o, p, nonce.data(), &one.pair, &s.keyagg, nullptr), 0);
    EXPECT_EQ(out, untouched);
    EXPECT_EQ(bad, 7u);
    /* An object that is none is bad data: outputs are zeros. */
    const ufsecp_musig_keyagg none{};
    EXPECT_EQ(ufsecp_musig_pubkey_get(o, 65, &none), 0);
    EXPECT_TRUE(all_zero(slice(out, 0, 65)));
    EXPECT_EQ(ufsecp_musig_pubkey_tweak_add(keyagg, msg.data()), 0);
    EXPECT_TRUE(all_zero(slice(out, 0, sizeof *keyagg)));
}

}  // namespace
