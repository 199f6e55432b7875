// FROST through the C ABI, on every engine: the vectors of RFC 9591 and BIP-445, errors among them.
#include <gtest/gtest.h>

#include "frost_calls.h"

namespace {

class FrostVectors : public EachEngine {};
ON_EACH_ENGINE(FrostVectors);

/* ---- BIP-445's vectors ---- */

std::vector<json> cases(std::initializer_list<const char *> kinds) {
    return cases_of("bip445.json", kinds);
}
bytes bip445_ids(const json &list) {
    bytes r;
    for (const json &id : list) r = std::move(r) + id_of(id.get<uint64_t>() + 1);
    return r;
}
signer_lists lists_of(const json &c) {
    signer_lists r = {bip445_ids(c["ids"]), std::nullopt, std::nullopt};
    if (!c["pubshares"].is_null()) r.pubshares = joined(c["pubshares"]);
    return r;
}
std::optional<ufsecp_frost_key> key_of(const json &c) {
    return key_of(UFSECP_FROST_BIP445, *given(c["thresh_pk"]), c["t"], c["n"]);
}
session_of session_for(const json &c, const signer_lists &who, const bytes *aggnonce) {
    std::vector<bool> is_xonly;
    if (!c["is_xonly"].is_null()) is_xonly = c["is_xonly"].get<std::vector<bool>>();
    return session_of(key_of(c), who, aggnonce, *given(c["msg"]), joined(c["tweaks"]), is_xonly);
}

/* Which call refuses what the BIP's words name; and whose public share is no point. */
std::string stage_of(const std::string &error, size_t *bad) {
    size_t i;
    *bad = SIZE_MAX;
    if (error.find("n <= 128") != std::string::npos) return "key";
    if (error.find("weak") != std::string::npos) return "tweak";
    for (const char *part : {"missing from", "its entry", "secnonce is", "secshare is"})
        if (error.find(part) != std::string::npos) return "sign";
    if (sscanf(error.c_str(), "The pubshare at index %zu", &i) == 1) *bad = i;
    return "session";
}

TEST_P(FrostVectors, Bip445VectorsOfKeys) {
    EXPECT_EQ(cases({"threshold_info"}).size(), 40u);
    size_t valid = 0;
    for (const json &c : cases({"threshold_info"})) {
        SCOPED_TRACE(c["comment"]);
        signer_lists who;
        bytes shares;
        for (size_t i = 0; i < c["pubshares"].size(); i++) {
            if (c["pubshares"][i].is_null()) continue;
            who.ids = who.ids + id_of(i + 1);
            shares = shares + *given(c["pubshares"][i]);
        }
        who.pubshares = shares;
        const ufsecp_frost_signers signers = who.get();
        ufsecp_frost_key key;
        const int made = ufsecp_frost_key_init(
            &key, UFSECP_FROST_BIP445, given(c["thresh_pk"])->data(), c["t"], c["n"], &signers);
        EXPECT_EQ(made, c["error"].is_null());
        valid += static_cast<size_t>(made);
    }
    EXPECT_EQ(valid, 9u);
}

TEST_P(FrostVectors, Bip445VectorsOfNonces) {
    EXPECT_EQ(cases({"nonce_gen"}).size(), 6u);
    for (const json &c : cases({"nonce_gen"})) {
        SCOPED_TRACE(c["comment"]);
        bytes random = *given(c["rand"]), pubnonce(66);
        const std::optional<bytes> share = given(c["secshare"]), pubshare = given(c["pubshare"]),
                                   key = given(c["thresh_pk"]), msg = given(c["msg"]),
                                   extra = given(c["extra"]);
        std::optional<bytes> id;
        if (!c["id"].is_null()) id = id_of(c["id"].get<uint64_t>() + 1);
        ufsecp_frost_secnonce secnonce;
        ASSERT_EQ(ufsecp_frost_nonce_gen(
                      &secnonce, pubnonce.data(), UFSECP_FROST_BIP445, random.data(),
                      data_of(share), data_of(id), data_of(pubshare), data_of(key), data_of(msg),
                      msg ? msg->size() : 0, data_of(extra), extra ? extra->size() : 0),
                  1);
        EXPECT_EQ(to_hex(pubnonce), c["expected"].get<std::string>());
        EXPECT_EQ(bytes_of(secnonce), bytes_of(secnonce_of(*given(c["secnonce"]))));
        EXPECT_TRUE(all_zero(random));
    }
    EXPECT_EQ(cases({"nonce_agg"}).size(), 5u);
    for (const json &c : cases({"nonce_agg"})) {
        SCOPED_TRACE(c["comment"]);
        const bytes nonces = joined(c["pubnonces"]);
        bytes sum(66, 0xee);
        size_t bad = 7;
        const ufsecp_status status =
            ufsecp_musig_nonce_agg(sum.data(), nonces.data(), nonces.size() / 66, &bad);
        EXPECT_EQ(status == UFSECP_OK, c["error"].is_null());
        EXPECT_EQ(bad, bad_of(c));
        EXPECT_TRUE(status != UFSECP_OK || to_hex(sum) == c["expected"].get<std::string>());
    }
}

TEST_P(FrostVectors, Bip445VectorsOfSigning) {
    EXPECT_EQ(cases({"sign", "tweak"}).size(), 119u);
    size_t valid = 0;
    for (const json &c : cases({"sign", "tweak"})) {
        SCOPED_TRACE(c["comment"]);
        const std::string error = error_of(c);
        const bytes aggnonce = *given(c["aggnonce"]), id = id_of(c["id"].get<uint64_t>() + 1);
        /* Tweaks and their modes are one list here, and cannot differ in length. */
        if (c["tweaks"].size() != c["is_xonly"].size()) {
            EXPECT_EQ(error, "The tweaks and is_xonly lists must have the same length.");
            continue;
        }
        signer_lists who = lists_of(c);
        session_of s = session_for(c, who, &aggnonce);
        std::optional<bytes> psig;
        ufsecp_frost_secnonce secnonce = secnonce_of(*given(c["secnonce"]));
        if (s.failed.empty()) psig = s.sign(&secnonce, *given(c["secshare"]), id, who);
        if (s.failed.empty() && !psig) s.failed = "sign";
        if (!error.empty()) {
            size_t bad;
            EXPECT_EQ(s.failed, stage_of(error, &bad));
            EXPECT_TRUE(s.failed != "session" || s.bad == bad);
            continue;
        }
        ASSERT_TRUE(psig);
        EXPECT_EQ(to_hex(*psig), c["expected"].get<std::string>());
        valid++;
        /* The same from all nonces in the place of their sum. */
        who.pubnonces = joined(c["pubnonces"]);
        s = session_for(c, who, nullptr);
        ASSERT_EQ(s.failed, "");
        secnonce = secnonce_of(*given(c["secnonce"]));
        EXPECT_EQ(s.sign(&secnonce, *given(c["secshare"]), id, who), psig);
        for (size_t i = 0; who.pubshares && i < who.get().n; i++)
            EXPECT_EQ(s.verify(*psig, i, who), slice(who.ids, 32 * i, 32) == id) << i;
    }
    EXPECT_EQ(valid, 46u);
    EXPECT_EQ(cases({"verify"}).size(), 21u);
    for (const json &c : cases({"verify"})) {
        SCOPED_TRACE(c["comment"]);
        signer_lists who = lists_of(c);
        who.pubnonces = joined(c["pubnonces"]);
        const session_of s = session_for(c, who, nullptr);
        const std::string error = error_of(c);
        if (error.empty()) {
            ASSERT_EQ(s.failed, "");
            EXPECT_FALSE(s.verify(joined(c["psigs"]), c["signer"], who));
            continue;
        }
        size_t bad;
        EXPECT_EQ(s.failed, stage_of(error, &bad));
        if (error == "pubnonce") bad = bad_of(c);
        EXPECT_EQ(s.bad, bad);
    }
}

TEST_P(FrostVectors, Bip445VectorsOfAggregation) {
    EXPECT_EQ(cases({"sig_agg"}).size(), 28u);
    size_t valid = 0;
    for (const json &c : cases({"sig_agg"})) {
        SCOPED_TRACE(c["comment"]);
        const signer_lists who = lists_of(c);
        const bytes aggnonce = *given(c["aggnonce"]), psigs = joined(c["psigs"]);
        const session_of s = session_for(c, who, &aggnonce);
        const std::string error = error_of(c);
        if (error.find("n <= 128") != std::string::npos) {
            EXPECT_EQ(s.failed, "key");
            continue;
        }
        ASSERT_EQ(s.failed, "");
        size_t bad = 7;
        const std::optional<bytes> sig = s.signature(psigs, 64, &bad);
        EXPECT_TRUE(psigs.empty() || bad == bad_of(c));
        ASSERT_EQ(sig.has_value(), error.empty());
        if (!sig) {
            EXPECT_TRUE(error == "psig" || psigs.size() != who.ids.size());
            continue;
        }
        EXPECT_EQ(to_hex(*sig), c["expected"].get<std::string>());
        const bytes pk = s.pk[0] ? s.pk : *given(c["thresh_pk"]);
        EXPECT_EQ(schnorr_check(*sig, *given(c["msg"]), slice(pk, 1, 32)), UFSECP_OK);
        valid++;
    }
    EXPECT_EQ(valid, 19u);
}

TEST_P(FrostVectors, Bip445VectorsOfDeterministicSigning) {
    EXPECT_EQ(cases({"det_sign"}).size(), 88u);
    size_t valid = 0;
    for (const json &c : cases({"det_sign"})) {
        SCOPED_TRACE(c["comment"]);
        const std::string error = error_of(c);
        signer_lists who = lists_of(c);
        const ufsecp_frost_signers signers = who.get();
        std::optional<ufsecp_frost_key> key = key_of(c);
        const bytes tweaks = joined(c["tweaks"]), id = id_of(c["id"].get<uint64_t>() + 1),
                    share = *given(c["secshare"]);
        bool tweaked = true;
        for (size_t i = 0; key && i < c["is_xonly"].size(); i++)
            tweaked = ufsecp_frost_key_tweak_add(&*key, nullptr, &tweaks[32 * i],
                                                 c["is_xonly"][i].get<bool>());
        const std::optional<bytes> others = given(c["aggnonce"]), random = given(c["rand"]),
                                   msg = given(c["msg"]);
        bytes pubnonce(66, 0xee), psig(32, 0xee);
        const bool made =
            key && tweaked &&
            ufsecp_frost_deterministic_sign(pubnonce.data(), psig.data(), data_of(others),
                                            share.data(), id.data(), &*key, &signers, data_of(msg),
                                            msg->size(), data_of(random));
        EXPECT_EQ(made, error.empty()) << error;
        EXPECT_EQ(!key, error.find("n <= 128") != std::string::npos);
        EXPECT_EQ(!tweaked, error.find("tweak value") != std::string::npos);
        if (!made) {
            EXPECT_TRUE(!key || !tweaked || !signers.n || (all_zero(psig) && all_zero(pubnonce)));
            continue;
        }
        EXPECT_EQ(to_hex(pubnonce), c["pubnonce"].get<std::string>());
        EXPECT_EQ(to_hex(psig), c["expected"].get<std::string>());
        valid++;
    }
    EXPECT_EQ(valid, 30u);
}

/* ---- RFC 9591's vectors ---- */

TEST_P(FrostVectors, Rfc9591Vectors) {
    const std::vector<json> all = cases_of("rfc9591.json", {"sign"});
    EXPECT_EQ(all.size(), 2u);
    for (const json &c : all) {
        SCOPED_TRACE(c["comment"]);
        const bytes coefficients = *given(c["secret"]) + joined(c["coefficients"]),
                    pk = *given(c["pubkey"]), msg = *given(c["msg"]);
        const size_t t = coefficients.size() / 32, n = c["shares"].size();
        bytes ids, want, shares(32 * n), commitment(33 * t), pubshares(33 * n);
        for (const json &s : c["shares"]) {
            ids = std::move(ids) + id_of(s[0].get<uint64_t>());
            want = std::move(want) + from_hex(s[1].get<std::string>());
        }
        ASSERT_EQ(ufsecp_frost_shares_create(shares.data(), commitment.data(), coefficients.data(),
                                             t, ids.data(), n),
                  1);
        EXPECT_EQ(shares, want);
        EXPECT_EQ(slice(commitment, 0, 33), pk);
        EXPECT_TRUE(shares_hold(shares, ids, commitment, t, 1));
        ASSERT_EQ(
            ufsecp_frost_pubshares_create(pubshares.data(), ids.data(), n, commitment.data(), t),
            1);

        signer_lists who = {{}, bytes(), bytes()};
        std::vector<ufsecp_frost_secnonce> secnonces;
        bytes signers_shares;
        for (const json &s : c["signers"]) {
            const uint64_t i = s["identifier"].get<uint64_t>();
            const bytes share = slice(shares, 32 * (i - 1), 32);
            bytes random = joined({s["hiding_nonce_randomness"], s["binding_nonce_randomness"]}),
                  pubnonce(66);
            ufsecp_frost_secnonce secnonce;
            ASSERT_EQ(ufsecp_frost_nonce_gen(&secnonce, pubnonce.data(), UFSECP_FROST_RFC9591,
                                             random.data(), share.data(), nullptr, nullptr, nullptr,
                                             nullptr, 0, nullptr, 0),
                      1);
            EXPECT_TRUE(all_zero(random));
            EXPECT_EQ(slice(bytes_of(secnonce), 4, 64),
                      joined({s["hiding_nonce"], s["binding_nonce"]}));
            EXPECT_EQ(pubnonce,
                      joined({s["hiding_nonce_commitment"], s["binding_nonce_commitment"]}));
            secnonces.push_back(secnonce);
            who.ids = who.ids + id_of(i);
            who.pubshares = *who.pubshares + slice(pubshares, 33 * (i - 1), 33);
            who.pubnonces = *who.pubnonces + pubnonce;
            signers_shares = std::move(signers_shares) + share;
        }
        const session_of s(key_of(UFSECP_FROST_RFC9591, pk, t, n), who, nullptr, msg);
        ASSERT_EQ(s.failed, "");
        bytes psigs;
        for (size_t i = 0; i < secnonces.size(); i++) {
            const std::optional<bytes> psig = s.sign(
                &secnonces[i], slice(signers_shares, 32 * i, 32), slice(who.ids, 32 * i, 32), who);
            ASSERT_TRUE(psig);
            EXPECT_EQ(to_hex(*psig), c["signers"][i]["sig_share"].get<std::string>());
            for (size_t j = 0; j < secnonces.size(); j++)
                EXPECT_EQ(s.verify(*psig, j, who), i == j);
            psigs = std::move(psigs) + *psig;
        }
        const std::optional<bytes> sig = s.signature(psigs, 65);
        ASSERT_TRUE(sig);
        EXPECT_EQ(to_hex(*sig), c["sig"].get<std::string>());
        EXPECT_EQ(ufsecp_frost_verify(sig->data(), msg.data(), msg.size(), pk.data()), 1);
        for (size_t i = 0; i < 65; i++) {
            bytes other = *sig;
            other[i] ^= 1;
            EXPECT_EQ(ufsecp_frost_verify(other.data(), msg.data(), msg.size(), pk.data()), 0) << i;
        }
        bytes above = *sig;
        std::copy(order.begin(), order.end(), above.begin() + 33);
        EXPECT_EQ(ufsecp_frost_verify(above.data(), msg.data(), msg.size(), pk.data()), 0);
        EXPECT_EQ(ufsecp_frost_verify(sig->data(), msg.data(), msg.size() - 1, pk.data()), 0);
    }
}

/* Keys that participants make together: each one's polynomial, proof and shares; what each ends
 * with. */
TEST_P(FrostVectors, DistributedKeyGeneration) {
    const std::vector<json> all = cases_of("rfc9591.json", {"dkg"});
    ASSERT_EQ(all.size(), 1u);
    const json &c = all[0];
    const size_t n = c["signers"].size(), t = 2;
    bytes commitments;
    std::vector<bytes> received(n);
    for (const json &s : c["signers"]) {
        const bytes coefficients = joined({s["signing_key"], s["coefficient"]}),
                    want = joined(s["vss_commitments"]), proof = *given(s["proof_of_knowledge"]),
                    id = id_of(s["identifier"].get<uint64_t>());
        bytes shares(32 * n), commitment(33 * t);
        ASSERT_EQ(ufsecp_frost_shares_create(shares.data(), commitment.data(), coefficients.data(),
                                             t, ids_to(n).data(), n),
                  1);
        EXPECT_EQ(commitment, want);
        /* In the file they stand with who gets them. */
        const std::string from = std::to_string(s["identifier"].get<uint64_t>());
        for (size_t i = 0; i < n; i++) {
            const bytes share = slice(shares, 32 * i, 32);
            const json &got = c["signers"][i]["signing_shares"];
            EXPECT_EQ(got.contains(from), c["signers"][i] != s);
            EXPECT_TRUE(!got.contains(from) || to_hex(share) == got[from].get<std::string>());
            received[i] = std::move(received[i]) + share;
        }
        EXPECT_EQ(ufsecp_frost_dkg_verify(proof.data(), id.data(), commitment.data()), 1);
        EXPECT_EQ(ufsecp_frost_dkg_verify(proof.data(), plus(id, 1).data(), commitment.data()), 0);
        EXPECT_EQ(ufsecp_frost_dkg_verify(proof.data(), id.data(), &commitment[33]), 0);
        for (size_t i = 0; i < 65; i++) {
            bytes other = proof;
            other[i] ^= 1;
            EXPECT_EQ(ufsecp_frost_dkg_verify(other.data(), id.data(), commitment.data()), 0) << i;
        }
        commitments = std::move(commitments) + commitment;
    }
    for (size_t i = 0; i < n; i++) {
        const json &s = c["signers"][i];
        bytes share(32, 0xee), commitment(33 * t, 0xee), pubshare(33);
        size_t bad = 7;
        const bytes id = id_of(i + 1);
        ASSERT_EQ(ufsecp_frost_dkg_finish(share.data(), commitment.data(), id.data(),
                                          received[i].data(), commitments.data(), t, n, &bad),
                  1);
        EXPECT_EQ(bad, SIZE_MAX);
        EXPECT_EQ(to_hex(share), s["signing_share"].get<std::string>());
        EXPECT_EQ(to_hex(slice(commitment, 0, 33)), c["pubkey"].get<std::string>());
        ASSERT_EQ(
            ufsecp_frost_pubshares_create(pubshare.data(), id.data(), 1, commitment.data(), t), 1);
        EXPECT_EQ(to_hex(pubshare), s["verifying_share"].get<std::string>());
    }
}

}  // namespace
