// The C++ types of keys and protocols: the published vectors through them, what they refuse, what
// they wipe, and that a secret nonce signs once.
#include "ufsecp/protocols.hpp"

#include <algorithm>
#include <new>
#include <type_traits>
#include <utility>

#include "frost_calls.h"
#include "ufsecp/frost.hpp"

using namespace secp256k1;

namespace {

template <size_t N>
std::array<uint8_t, N> array_of(const bytes &b) {
    std::array<uint8_t, N> r{};
    EXPECT_EQ(b.size(), N);
    std::copy_n(b.begin(), std::min(b.size(), N), r.begin());
    return r;
}
template <size_t N>
std::span<const uint8_t, N> as(const bytes &b) {
    EXPECT_EQ(b.size(), N);
    return std::span<const uint8_t, N>(b.data(), N);
}
template <class Range>
bytes of(const Range &r) {
    return bytes(r.begin(), r.end());
}
template <class Range>
bytes of(const std::optional<Range> &r) {
    return r ? of(*r) : bytes();
}
bytes of(const std::optional<EcdsaAdaptor> &r) { return r ? of(r->bytes) : bytes(); }
bytes of(const std::optional<SchnorrAdaptor> &r) { return r ? of(r->bytes) : bytes(); }

/* A vector's optional field: empty if it is null. */
bytes field(const json &text) { return text.is_null() ? bytes() : from_hex(text); }

/* ---- Prepared keys ---- */

TEST(PreparedKeys, VerifyAsTheCCalls) {
    const bytes sk = draw("key", 1), msgs = draw("msg", 1) + draw("msg", 2);
    const bytes first = slice(msgs, 0, 32), second = slice(msgs, 32, 32), long_msg = msgs + msgs;
    const bytes ecdsa = ecdsa_sign(first, sk), ecdsas = ecdsa + ecdsa_sign(second, sk);
    const bytes schnorrs = schnorr_sign(first, sk) + schnorr_sign(second, sk);
    const bytes long_sig = schnorr_sign(long_msg, sk), empty_sig = schnorr_sign({}, sk);
    for (const bytes &encoding : {pubkey_of(sk), pubkey_of(sk, 65), xonly_of(sk)}) {
        const auto key = PreparedKey::make(encoding);
        ASSERT_TRUE(key);
        const bool good = encoding.size() != 32 || pubkey_of(sk)[0] == 2;
        EXPECT_EQ(key->verify_ecdsa(as<64>(ecdsa), as<32>(first)), good);
        EXPECT_FALSE(key->verify_ecdsa(as<64>(ecdsa), as<32>(second)));
        EXPECT_EQ(key->check_ecdsa(as<64>(bytes(64)), as<32>(first)), UFSECP_R_ZERO);
        EXPECT_TRUE(key->verify_schnorr(as<64>(long_sig), long_msg));
        EXPECT_TRUE(key->verify_schnorr(as<64>(empty_sig), {}));
        EXPECT_EQ(key->check_schnorr(as<64>(long_sig), first), UFSECP_BAD_SIGNATURE);
        bytes ok(2, 7);
        EXPECT_EQ(key->verify_ecdsa_batch(msgs, ecdsas, ok), good);
        EXPECT_EQ(ok, bytes(2, good));
        EXPECT_TRUE(key->verify_schnorr_batch(msgs, schnorrs));
        EXPECT_FALSE(key->verify_schnorr_batch(second + first, schnorrs, ok));
        EXPECT_EQ(ok, bytes(2));
    }
    const auto key = PreparedKey::make(pubkey_of(sk));
    bytes high = slice(ecdsa, 32, 32);
    EXPECT_EQ(ufsecp_seckey_negate(high.data()), 1);
    high = slice(ecdsa, 0, 32) + high;
    EXPECT_TRUE(key->verify_ecdsa(as<64>(high), as<32>(first)));
    EXPECT_FALSE(key->verify_ecdsa(as<64>(high), as<32>(first), UFSECP_LOW_S));
    EXPECT_FALSE(key->verify_ecdsa_batch(first, high, {}, UFSECP_LOW_S));
}

TEST(PreparedKeys, WhatIsRefused) {
    const bytes sk = draw("key", 2), msg = draw("msg", 2), sig = ecdsa_sign(msg, sk);
    for (const bytes &none : {bytes(), bytes(32), bytes(33), bytes(65), bytes(64, 2),
                              pubkey_of(sk) + bytes(1), bytes(1 << 20)})
        EXPECT_FALSE(PreparedKey::make(none)) << none.size();
    const PreparedKey none;
    EXPECT_FALSE(none.verify_ecdsa(as<64>(sig), as<32>(msg)));
    EXPECT_FALSE(none.verify_schnorr(as<64>(sig), msg));
    EXPECT_FALSE(none.verify_ecdsa_batch(msg, sig));
    EXPECT_FALSE(none.verify_schnorr_batch(msg, sig));
    const auto key = PreparedKey::make(pubkey_of(sk));
    bytes ok(1, 7), more(2, 7);
    EXPECT_TRUE(key->verify_ecdsa_batch(msg, sig, ok));
    ok = {7};
    for (const auto &[m, s] :
         {std::pair(msg + msg, sig), std::pair(msg, sig + sig), std::pair(msg, sig + bytes(1)),
          std::pair(msg + bytes(1), sig), std::pair(bytes(), sig), std::pair(msg, bytes())}) {
        EXPECT_FALSE(key->verify_ecdsa_batch(m, s, ok));
        EXPECT_FALSE(key->verify_schnorr_batch(m, s, ok));
    }
    EXPECT_FALSE(key->verify_ecdsa_batch(msg, sig, more));
    EXPECT_EQ(ok + more, bytes(3, 7)); /* nothing is written */
}

/* ---- Extended keys ---- */

TEST(ExtendedKeys, Vectors) {
    size_t derived = 0, refused = 0;
    for (const json &c : load_vectors("bip32.json").at("cases")) {
        if (c["kind"] == "invalid") {
            const std::string text = c["text"];
            EXPECT_FALSE(ExtendedPrivateKey::parse(text)) << text;
            EXPECT_FALSE(ExtendedPublicKey::parse(text)) << text;
            refused++;
            continue;
        }
        const std::vector<uint32_t> path = c["path"];
        const std::string xprv = c["xprv"], xpub = c["xpub"];
        const auto master = ExtendedPrivateKey::from_seed(from_hex(c["seed"]));
        ASSERT_TRUE(master);
        const auto key = master->derive(path);
        ASSERT_TRUE(key);
        EXPECT_EQ(key->to_text().data(), xprv);
        const ExtendedPublicKey pub = key->public_key();
        EXPECT_EQ(pub.to_text(), xpub);
        EXPECT_EQ(of(ExtendedPrivateKey::parse(xprv)->bytes()), of(key->bytes()));
        EXPECT_EQ(ExtendedPublicKey::parse(xpub), pub);
        EXPECT_EQ(ExtendedPublicKey::from_bytes(pub.bytes()), pub);
        EXPECT_EQ(of(ExtendedPrivateKey::from_bytes(key->bytes())->bytes()), of(key->bytes()));
        EXPECT_EQ(of(pub.pubkey()), pubkey_of(of(key->seckey())));
        EXPECT_EQ(of(pub.chain_code()), slice(of(key->bytes()), 13, 32));
        EXPECT_EQ(pub.depth(), path.size());
        derived++;
        if (path.empty()) {
            EXPECT_EQ(of(pub.parent()), bytes(4));
            EXPECT_EQ(pub.number(), 0u);
            continue;
        }
        const auto parent = master->derive(std::span(path).first(path.size() - 1))->public_key();
        EXPECT_EQ(pub.number(), path.back());
        EXPECT_EQ(pub.parent(), parent.fingerprint());
        if (path.back() & UFSECP_BIP32_HARDENED) EXPECT_FALSE(parent.derive({path.back()}));
        else EXPECT_EQ(parent.derive({path.back()}), pub);
    }
    EXPECT_EQ(derived, 17u);
    EXPECT_EQ(refused, 16u);
}

TEST(ExtendedKeys, WhatIsRefused) {
    const auto key = ExtendedPrivateKey::from_seed(draw("seed", 1), UFSECP_BIP32_TESTNET);
    ASSERT_TRUE(key);
    const std::string xprv = key->to_text().data(), xpub = key->public_key().to_text();
    EXPECT_EQ(xprv.substr(0, 4) + xpub.substr(0, 4), "tprvtpub");
    /* Each is only what it is. */
    EXPECT_FALSE(ExtendedPrivateKey::parse(xpub));
    EXPECT_FALSE(ExtendedPublicKey::parse(xprv));
    EXPECT_FALSE(ExtendedPublicKey::from_bytes(key->bytes()));
    EXPECT_FALSE(ExtendedPrivateKey::from_bytes(key->public_key().bytes()));
    for (const std::string &text : {std::string(), xprv.substr(1), xprv + "1",
                                    std::string(111, '1'), std::string(1 << 20, 'z')}) {
        EXPECT_FALSE(ExtendedPrivateKey::parse(text));
        EXPECT_FALSE(ExtendedPublicKey::parse(text));
    }
    const std::array<uint8_t, 78> zeros{};
    EXPECT_FALSE(ExtendedPrivateKey::from_bytes(zeros));
    EXPECT_FALSE(ExtendedPublicKey::from_bytes(zeros));
    for (const size_t len : {0, 15, 65, 1 << 20})
        EXPECT_FALSE(ExtendedPrivateKey::from_seed(bytes(len, 1)));
    EXPECT_FALSE(ExtendedPrivateKey::from_seed(bytes(16, 1), 2));
    const std::vector<uint32_t> deep(256, 1);
    EXPECT_FALSE(key->derive(deep));
    EXPECT_FALSE(key->public_key().derive(deep));
    EXPECT_EQ(key->derive(std::span(deep).first(255))->public_key().depth(), 255u);
    EXPECT_FALSE(key->public_key().derive({0, UFSECP_BIP32_HARDENED}));
}

/* What an object leaves where it was when it ends. */
template <class T>
bytes left_by(const T &object) {
    alignas(T) static unsigned char room[sizeof(T)];
    T *const copy = new (room) T(object);
    copy->~T();
    return bytes(room, room + sizeof room);
}
bool contains(const bytes &all, const bytes &part) {
    return std::search(all.begin(), all.end(), part.begin(), part.end()) != all.end();
}

TEST(Secrets, AreWiped) {
    const bytes sk = draw("key", 3);
    const auto key = ExtendedPrivateKey::from_seed(sk);
    EXPECT_TRUE(all_zero(left_by(*key)));
    const auto pair = Keypair::make(as<32>(sk));
    ASSERT_TRUE(pair);
    EXPECT_EQ(of(pair->pubkey()), pubkey_of(sk));
    const bytes left = left_by(*pair);
    EXPECT_FALSE(contains(left, sk));
    EXPECT_TRUE(all_zero(slice(left, 0, sizeof(ufsecp_keypair))));
    for (const bytes &none : {zero32, order, ones32}) EXPECT_FALSE(Keypair::make(as<32>(none)));
}

/* ---- MuSig2 ---- */

static_assert(!std::is_copy_constructible_v<MusigNonce> && !std::is_copy_assignable_v<MusigNonce>);
static_assert(!std::is_default_constructible_v<MusigNonce> &&
              std::is_nothrow_move_constructible_v<MusigNonce>);

TEST(Musig, VectorsOfKeysAndNonces) {
    for (const json &c : cases_of("bip327.json", {"key_sort"})) {
        bytes keys = joined(c["pubkeys"]);
        EXPECT_TRUE(musig_sort(keys));
        std::string text;
        for (size_t i = 0; i < keys.size(); i += 33)
            text += (i ? "," : "") + to_hex(slice(keys, i, 33));
        EXPECT_EQ(text, c["expected"].get<std::string>());
    }
    size_t good = 0;
    for (const json &c : cases_of("bip327.json", {"key_agg"})) {
        size_t bad = 7;
        auto key = MusigKey::aggregate(joined(c["pubkeys"]), &bad);
        EXPECT_EQ(!key, error_of(c) == "pubkey") << c["comment"];
        EXPECT_EQ(bad, bad_of(c));
        for (size_t i = 0; key && i < c["tweaks"].size(); i++) {
            const bytes tweak = from_hex(c["tweaks"][i]);
            key = c["is_xonly"][i].get<bool>() ? key->xonly_tweak_add(as<32>(tweak))
                                               : key->tweak_add(as<32>(tweak));
        }
        EXPECT_EQ(!key, !c["error"].is_null()) << c["comment"];
        if (!key) continue;
        EXPECT_EQ(to_hex(of(key->xonly())), c["expected"].get<std::string>());
        EXPECT_EQ(slice(of(key->pubkey()), 1, 32), of(key->xonly()));
        good++;
    }
    EXPECT_EQ(good, 4u);
    for (const json &c : cases_of("bip327.json", {"nonce_agg"})) {
        size_t bad = 7;
        const bytes sum = of(musig_nonce_agg(joined(c["pubnonces"]), &bad));
        EXPECT_EQ(sum, field(c["expected"]));
        EXPECT_EQ(bad, bad_of(c));
    }
    size_t summed = 0;
    for (const json &c : cases_of("bip327.json", {"sig_agg"})) {
        auto key = MusigKey::aggregate(joined(c["pubkeys"]));
        for (size_t i = 0; i < c["tweaks"].size(); i++) {
            const bytes tweak = from_hex(c["tweaks"][i]);
            key = c["is_xonly"][i].get<bool>() ? key->xonly_tweak_add(as<32>(tweak))
                                               : key->tweak_add(as<32>(tweak));
        }
        const bytes aggnonce = from_hex(c["aggnonce"]), msg = from_hex(c["msg"]);
        const auto session = MusigSession::begin(*key, as<66>(aggnonce), msg);
        ASSERT_TRUE(session);
        size_t bad = 7;
        const bytes sig = of(session->signature(joined(c["psigs"]), &bad));
        EXPECT_EQ(sig, field(c["expected"])) << c["comment"];
        EXPECT_EQ(bad, bad_of(c));
        summed++;
    }
    EXPECT_EQ(summed, 5u);
    size_t signed_ = 0;
    for (const json &c : cases_of("bip327.json", {"det_sign"})) {
        if (!c["error"].is_null()) continue;
        auto key = MusigKey::aggregate(joined(c["pubkeys"]));
        for (size_t i = 0; i < c["tweaks"].size(); i++) {
            const bytes tweak = from_hex(c["tweaks"][i]);
            key = c["is_xonly"][i].get<bool>() ? key->xonly_tweak_add(as<32>(tweak))
                                               : key->tweak_add(as<32>(tweak));
        }
        const bytes others = from_hex(c["aggnonce"]), sk = from_hex(c["sk"]);
        const auto made = musig_deterministic_sign(as<66>(others), *Keypair::make(as<32>(sk)), *key,
                                                   from_hex(c["msg"]), field(c["rand"]));
        ASSERT_TRUE(made) << c["comment"];
        EXPECT_EQ(to_hex(of(made->pubnonce)), c["pubnonce"].get<std::string>());
        EXPECT_EQ(to_hex(of(made->psig)), c["expected"].get<std::string>());
        signed_++;
    }
    EXPECT_EQ(signed_, 4u);
}

/* Signers with their aggregate key and fresh nonces. */
struct cosigners {
    std::vector<Keypair> pairs;
    std::vector<MusigNonce> nonces;
    bytes pubkeys, pubnonces;
    std::optional<MusigKey> key;
    std::optional<MusigSession> session;

    explicit cosigners(size_t n, const bytes &msg) {
        for (size_t i = 0; i < n; i++) {
            pairs.push_back(*Keypair::make(as<32>(draw("signer", i))));
            pubkeys = std::move(pubkeys) + of(pairs[i].pubkey());
        }
        key = MusigKey::aggregate(pubkeys)->xonly_tweak_add(as<32>(draw("tweak", 1)));
        for (size_t i = 0; i < n; i++) {
            nonces.push_back(i % 2 ? *MusigNonce::make(pairs[i], &*key, msg, draw("extra", i))
                                   : *MusigNonce::make(pairs[i]));
            pubnonces = std::move(pubnonces) + of(nonces[i].pubnonce());
        }
        session = MusigSession::begin(*key, *musig_nonce_agg(pubnonces), msg);
    }
};

TEST(Musig, SessionsGiveSignatures) {
    for (const size_t n : {1, 2, 3, 20}) {
        const bytes msg(n * 7 % 20, 0x21);
        cosigners all(n, msg);
        bytes psigs;
        for (size_t i = 0; i < n; i++) {
            const auto psig = all.session->sign(std::move(all.nonces[i]), all.pairs[i]);
            ASSERT_TRUE(psig);
            for (size_t j = 0; j < n; j++)
                EXPECT_EQ(all.session->verify(*psig, as<66>(slice(all.pubnonces, 66 * j, 66)),
                                              as<33>(slice(all.pubkeys, 33 * j, 33))),
                          i == j);
            psigs = std::move(psigs) + of(*psig);
        }
        const auto sig = all.session->signature(psigs);
        ASSERT_TRUE(sig);
        EXPECT_EQ(schnorr_check(of(*sig), msg, of(all.key->xonly())), UFSECP_OK);
    }
}

TEST(Musig, ANonceSignsOnce) {
    cosigners all(2, {});
    const Keypair &pair = all.pairs[0];
    MusigNonce &nonce = all.nonces[0];
    const auto pubnonce = nonce.pubnonce();
    MusigNonce moved = std::move(nonce);
    EXPECT_EQ(moved.pubnonce(), pubnonce);
    EXPECT_FALSE(all.session->sign(std::move(nonce), pair));         /* it was moved */
    EXPECT_FALSE(all.session->sign(std::move(moved), all.pairs[1])); /* another's */
    EXPECT_FALSE(all.session->sign(std::move(moved), pair));         /* and so it is used up */
    MusigNonce other = *MusigNonce::make(pair);
    EXPECT_TRUE(all.session->sign(std::move(other), pair));
    EXPECT_FALSE(all.session->sign(std::move(other), pair));
    other = *MusigNonce::make(pair);
    MusigNonce &same = other;
    other = std::move(same);
    EXPECT_TRUE(all.session->sign(std::move(other), pair));
    alignas(MusigNonce) static unsigned char room[sizeof(MusigNonce)];
    MusigNonce *const placed = new (room) MusigNonce(*MusigNonce::make(pair));
    EXPECT_FALSE(all_zero(bytes(room, room + sizeof(ufsecp_musig_secnonce))));
    placed->~MusigNonce();
    EXPECT_TRUE(all_zero(bytes(room, room + sizeof(ufsecp_musig_secnonce))));
    /* Nonces differ, by randomness alone too. */
    EXPECT_NE(MusigNonce::make(pair)->pubnonce(), MusigNonce::make(pair)->pubnonce());
}

TEST(Musig, WhatIsRefused) {
    cosigners all(2, {});
    size_t bad = 7;
    for (const bytes &none : {bytes(), bytes(32), bytes(34), all.pubkeys + bytes(1)}) {
        EXPECT_FALSE(MusigKey::aggregate(none, &bad));
        EXPECT_EQ(bad, SIZE_MAX);
        EXPECT_FALSE(musig_nonce_agg(none, &bad));
        EXPECT_FALSE(all.session->signature(none + bytes(1), &bad));
        EXPECT_EQ(bad, SIZE_MAX);
    }
    EXPECT_FALSE(MusigKey::aggregate(all.pubkeys + bytes(33), &bad));
    EXPECT_EQ(bad, 2u);
    EXPECT_FALSE(musig_nonce_agg(bytes(66), &bad));
    EXPECT_EQ(bad, 0u);
    bytes odd = all.pubkeys + bytes(1);
    EXPECT_FALSE(musig_sort(odd));
    EXPECT_TRUE(musig_sort({}));
    EXPECT_FALSE(all.key->tweak_add(as<32>(order)));
    EXPECT_FALSE(all.key->xonly_tweak_add(as<32>(ones32)));
    EXPECT_FALSE(MusigSession::begin(*all.key, as<66>(bytes(66, 4)), {}));
    EXPECT_FALSE(all.session->signature(zero32 + order, &bad));
    EXPECT_EQ(bad, 1u);
    EXPECT_FALSE(all.session->verify(as<32>(order), as<66>(slice(all.pubnonces, 0, 66)),
                                     as<33>(slice(all.pubkeys, 0, 33))));
    const bytes others = slice(all.pubnonces, 66, 66);
    EXPECT_TRUE(musig_deterministic_sign(as<66>(others), all.pairs[0], *all.key, {}, zero32));
    EXPECT_FALSE(musig_deterministic_sign(as<66>(bytes(66)), all.pairs[0], *all.key, {}));
    EXPECT_FALSE(musig_deterministic_sign(as<66>(others), all.pairs[0], *all.key, {}, bytes(31)));
}

/* ---- FROST ---- */

static_assert(!std::is_copy_constructible_v<FrostNonce> && !std::is_copy_assignable_v<FrostNonce>);
static_assert(!std::is_default_constructible_v<FrostNonce> &&
              std::is_nothrow_move_constructible_v<FrostNonce>);

TEST(Frost, VectorsOfDeterministicSigning) {
    size_t signed_ = 0;
    for (const json &c : cases_of("bip445.json", {"det_sign"})) {
        if (!c["error"].is_null()) continue;
        const bytes pk = field(c["thresh_pk"]), share = field(c["secshare"]),
                    pubshares = c["pubshares"].is_null() ? bytes() : joined(c["pubshares"]);
        auto key = FrostKey::make(UFSECP_FROST_BIP445, as<33>(pk), c["t"], c["n"]);
        for (size_t i = 0; i < c["tweaks"].size(); i++) {
            const bytes tweak = from_hex(c["tweaks"][i]);
            key = c["is_xonly"][i].get<bool>() ? key->xonly_tweak_add(as<32>(tweak))
                                               : key->tweak_add(as<32>(tweak));
        }
        bytes ids;
        for (const json &id : c["ids"]) ids = std::move(ids) + id_of(id.get<uint64_t>() + 1);
        const bytes id = id_of(c["id"].get<uint64_t>() + 1);
        const auto made = frost_deterministic_sign(field(c["aggnonce"]), as<32>(share), as<32>(id),
                                                   *key, make_frost_signers(ids, pubshares),
                                                   field(c["msg"]), field(c["rand"]));
        ASSERT_TRUE(made) << c["comment"];
        EXPECT_EQ(to_hex(of(made->pubnonce)), c["pubnonce"].get<std::string>());
        EXPECT_EQ(to_hex(of(made->psig)), c["expected"].get<std::string>());
        signed_++;
    }
    EXPECT_EQ(signed_, 30u);
}

/* Participants who make a key together, all of whom sign. */
struct participants {
    size_t n, t;
    bytes ids, shares, commitment, pubshares, pubnonces;
    std::vector<FrostNonce> nonces;
    std::optional<FrostKey> key;

    participants(ufsecp_frost_suite suite, size_t number, size_t threshold)
        : n(number), t(threshold), ids(ids_to(n)) {
        std::vector<bytes> received(n);
        bytes commitments;
        for (size_t i = 0; i < n; i++) {
            bytes coefficients, sent(32 * n), own(33 * t);
            for (size_t k = 0; k < t; k++)
                coefficients = std::move(coefficients) + draw("c" + std::to_string(i), k);
            EXPECT_TRUE(frost_shares_create(sent, own, coefficients, ids));
            EXPECT_TRUE(frost_shares_verify(sent, ids, own));
            const auto proof = frost_dkg_prove(as<32>(slice(coefficients, 0, 32)), id(i));
            EXPECT_TRUE(proof && frost_dkg_verify(*proof, id(i), as<33>(slice(own, 0, 33))));
            EXPECT_FALSE(frost_dkg_verify(*proof, id(i), as<33>(pubkey_of(draw("other", i)))));
            for (size_t j = 0; j < n; j++)
                received[j] = std::move(received[j]) + slice(sent, 32 * j, 32);
            commitments = std::move(commitments) + own;
        }
        commitment = bytes(33 * t);
        for (size_t i = 0; i < n; i++) {
            size_t bad = 7;
            const auto share = frost_dkg_finish(commitment, id(i), received[i], commitments, &bad);
            EXPECT_TRUE(share);
            EXPECT_EQ(bad, SIZE_MAX);
            shares = std::move(shares) + of(share);
            received[i][31] ^= 1;
            bytes other(33 * t);
            EXPECT_FALSE(frost_dkg_finish(other, id(i), received[i], commitments, &bad));
            EXPECT_EQ(bad, 0u);
        }
        pubshares = bytes(33 * n);
        EXPECT_TRUE(frost_pubshares_create(pubshares, ids, commitment));
        const ufsecp_frost_signers all = make_frost_signers(ids, pubshares);
        key = FrostKey::make(suite, as<33>(slice(commitment, 0, 33)), t, n, &all);
        for (size_t i = 0; i < n; i++) {
            const bytes extra = draw("extra", i);
            nonces.push_back(
                i % 2 ? *FrostNonce::make(*key, share(i), id(i), pubshare(i), bytes(), extra)
                      : *FrostNonce::make(*key, share(i), id(i), pubshare(i)));
            pubnonces = std::move(pubnonces) + of(nonces[i].pubnonce());
        }
    }
    std::span<const uint8_t, 32> id(size_t i) const {
        return std::span<const uint8_t, 32>(&ids[32 * i], 32);
    }
    std::span<const uint8_t, 32> share(size_t i) const {
        return std::span<const uint8_t, 32>(&shares[32 * i], 32);
    }
    std::span<const uint8_t, 33> pubshare(size_t i) const {
        return std::span<const uint8_t, 33>(&pubshares[33 * i], 33);
    }
    ufsecp_frost_signers signers() const { return make_frost_signers(ids, pubshares, pubnonces); }
};

TEST(Frost, SessionsGiveSignatures) {
    for (const ufsecp_frost_suite suite : {UFSECP_FROST_RFC9591, UFSECP_FROST_BIP445})
        for (const size_t n : {1, 3}) {
            participants all(suite, n, (n + 1) / 2);
            const bytes msg(n, 0x21);
            const bool bip = suite == UFSECP_FROST_BIP445;
            ASSERT_TRUE(all.key);
            EXPECT_EQ(all.key->suite(), suite);
            const bytes tweak = draw("tweak", n);
            if (bip) all.key = all.key->xonly_tweak_add(as<32>(tweak))->tweak_add(as<32>(tweak));
            else EXPECT_FALSE(all.key->tweak_add(as<32>(tweak)));
            size_t bad = 7;
            const ufsecp_frost_signers who = all.signers();
            const auto session = FrostSession::begin(*all.key, who, msg, {}, &bad);
            ASSERT_TRUE(session);
            EXPECT_EQ(bad, SIZE_MAX);
            bytes psigs;
            for (size_t i = 0; i < n; i++) {
                const auto psig =
                    session->sign(std::move(all.nonces[i]), all.share(i), all.id(i), who);
                ASSERT_TRUE(psig);
                for (size_t j = 0; j < n; j++) EXPECT_EQ(session->verify(*psig, j, who), i == j);
                psigs = std::move(psigs) + of(*psig);
            }
            const auto sig = session->signature(psigs, &bad);
            const auto sig65 = session->signature<65>(psigs);
            EXPECT_EQ(sig.has_value(), bip);
            EXPECT_EQ(sig65.has_value(), !bip);
            if (bip) EXPECT_EQ(schnorr_check(of(sig), msg, of(all.key->xonly())), UFSECP_OK);
            else EXPECT_TRUE(frost_verify(*sig65, msg, all.key->pubkey()));
            EXPECT_EQ(slice(of(all.key->pubkey()), 1, 32), of(all.key->xonly()));
            /* A signature of another message. */
            EXPECT_TRUE(bip || !frost_verify(*sig65, msg + msg, all.key->pubkey()));
        }
}

TEST(Frost, ANonceSignsOnce) {
    participants all(UFSECP_FROST_BIP445, 2, 2);
    const ufsecp_frost_signers who = all.signers();
    const auto session = FrostSession::begin(*all.key, who, {});
    ASSERT_TRUE(session);
    FrostNonce &nonce = all.nonces[0];
    const auto pubnonce = nonce.pubnonce();
    const auto sign = [&](FrostNonce &with) {
        return session->sign(std::move(with), all.share(0), all.id(0), who).has_value();
    };
    FrostNonce moved = std::move(nonce);
    EXPECT_EQ(moved.pubnonce(), pubnonce);
    EXPECT_FALSE(sign(nonce)); /* it was moved */
    FrostNonce &same = moved;
    moved = std::move(same);
    EXPECT_TRUE(sign(moved));
    EXPECT_FALSE(sign(moved));
    alignas(FrostNonce) static unsigned char room[sizeof(FrostNonce)];
    const auto make = [&] {
        return *FrostNonce::make(*all.key, all.share(0), all.id(0), all.pubshare(0));
    };
    FrostNonce *const placed = new (room) FrostNonce(make());
    EXPECT_FALSE(all_zero(bytes(room, room + sizeof(ufsecp_frost_secnonce))));
    placed->~FrostNonce();
    EXPECT_TRUE(all_zero(bytes(room, room + sizeof(ufsecp_frost_secnonce))));
    EXPECT_NE(make().pubnonce(), make().pubnonce());
}

TEST(Frost, WhatIsRefused) {
    const participants all(UFSECP_FROST_BIP445, 2, 2);
    const bytes pk = slice(all.commitment, 0, 33);
    EXPECT_FALSE(FrostKey::make(UFSECP_FROST_BIP445, as<33>(bytes(33)), 2, 2));
    EXPECT_FALSE(FrostKey::make(UFSECP_FROST_BIP445, as<33>(pk), 3, 2));
    EXPECT_FALSE(all.key->tweak_add(as<32>(order)));
    EXPECT_FALSE(all.key->xonly_tweak_add(as<32>(ones32)));
    EXPECT_FALSE(FrostNonce::make(*all.key, as<32>(zero32), all.id(0), all.pubshare(0)));
    EXPECT_FALSE(FrostNonce::make(*all.key, all.share(0), as<32>(zero32), all.pubshare(0)));
    /* Lengths that do not fit leave outputs as they are. */
    const std::span<const uint8_t> ids(all.ids), shorter = ids.first(63);
    bytes out(64, 7), points(66, 7);
    const bytes two = draw("c", 0) + draw("c", 1);
    EXPECT_FALSE(frost_shares_create(out, points, two, shorter));
    EXPECT_FALSE(frost_shares_create(out, points, std::span(two).first(63), ids));
    EXPECT_FALSE(frost_shares_create(std::span(out).first(32), points, two, ids));
    EXPECT_FALSE(frost_shares_create(out, std::span(points).first(33), two, ids));
    EXPECT_FALSE(frost_pubshares_create(points, shorter, all.commitment));
    EXPECT_FALSE(frost_pubshares_create(std::span(points).first(33), ids, all.commitment));
    EXPECT_EQ(out, bytes(64, 7));
    EXPECT_EQ(points, bytes(66, 7));
    size_t bad = 7;
    EXPECT_FALSE(frost_shares_verify(shorter, ids, all.commitment, &bad));
    EXPECT_EQ(bad, SIZE_MAX);
    EXPECT_FALSE(frost_dkg_finish(points, all.id(0), two, points, &bad));
    EXPECT_FALSE(frost_dkg_prove(as<32>(zero32), all.id(0)));
    EXPECT_FALSE(frost_dkg_prove(all.share(0), as<32>(zero32)));
    EXPECT_EQ(make_frost_signers(ids).n, 2u);
    EXPECT_EQ(make_frost_signers(ids).pubshares33, nullptr);
    EXPECT_EQ(make_frost_signers(ids).pubnonces66, nullptr);
    for (const ufsecp_frost_signers &none :
         {make_frost_signers(shorter), make_frost_signers(ids, shorter),
          make_frost_signers(ids, all.pubshares, shorter), make_frost_signers({})}) {
        EXPECT_EQ(none.n, 0u);
        EXPECT_FALSE(FrostSession::begin(*all.key, none, {}, slice(all.pubnonces, 0, 66)));
    }
    const ufsecp_frost_signers who = all.signers();
    EXPECT_FALSE(FrostSession::begin(*all.key, make_frost_signers(ids), {}, bytes(65)));
    bytes wrong = all.pubshares;
    wrong[33] = 5;
    EXPECT_FALSE(
        FrostSession::begin(*all.key, make_frost_signers(ids, wrong, all.pubnonces), {}, {}, &bad));
    EXPECT_EQ(bad, 1u);
    const auto session = FrostSession::begin(*all.key, who, {});
    ASSERT_TRUE(session);
    EXPECT_FALSE(session->signature(bytes(63), &bad));
    EXPECT_EQ(bad, SIZE_MAX);
    EXPECT_FALSE(session->signature(zero32 + order, &bad));
    EXPECT_EQ(bad, 1u);
    EXPECT_FALSE(session->verify(as<32>(order), 0, who));
    const bytes other = slice(all.pubnonces, 66, 66);
    EXPECT_TRUE(frost_deterministic_sign(other, all.share(0), all.id(0), *all.key, who, {}));
    EXPECT_FALSE(frost_deterministic_sign(bytes(65), all.share(0), all.id(0), *all.key, who, {}));
    EXPECT_FALSE(
        frost_deterministic_sign(other, all.share(0), all.id(0), *all.key, who, {}, bytes(31)));
}

/* ---- Proofs and adaptor signatures ---- */

TEST(Dleq, Vectors) {
    size_t proved = 0, verified = 0;
    for (const json &c : load_vectors("bip374.json").at("cases")) {
        const bytes base = field(c["base"]), msg = field(c["msg"]), b = field(c["B"]);
        if (c["kind"] == "verify") {
            EXPECT_EQ(dleq_verify(as<64>(field(c["proof"])), as<33>(field(c["A"])), as<33>(b),
                                  as<33>(field(c["C"])), base, msg),
                      c["ok"].get<bool>())
                << c["comment"];
            verified++;
            continue;
        }
        EXPECT_EQ(of(dleq_prove(as<32>(field(c["a"])), as<33>(b.empty() ? bytes(33) : b), base, msg,
                                field(c["aux"]))),
                  field(c["proof"]))
            << c["comment"];
        proved++;
    }
    EXPECT_EQ(proved, 11u);
    EXPECT_EQ(verified, 17u);
    const bytes a = draw("key", 4), b = pubkey_of(draw("B", 4)), sk = draw("odd", 1);
    const auto proof = dleq_prove(as<32>(a), as<33>(b));
    bytes c(33);
    ASSERT_EQ(ufsecp_pubkey_tweak_mul(c.data(), 33, b.data(), 33, a.data()), 1);
    ASSERT_TRUE(proof);
    EXPECT_TRUE(dleq_verify(*proof, as<33>(pubkey_of(a)), as<33>(b), as<33>(c)));
    EXPECT_FALSE(dleq_verify(*proof, as<33>(pubkey_of(a)), as<33>(b), as<33>(b)));
    EXPECT_FALSE(dleq_verify(*proof, as<33>(pubkey_of(a)), as<33>(b), as<33>(c), bytes(32)));
    EXPECT_FALSE(dleq_verify(*proof, as<33>(pubkey_of(a)), as<33>(b), as<33>(c), {}, bytes(33)));
    EXPECT_FALSE(dleq_prove(as<32>(a), as<33>(b), bytes(65)));
    EXPECT_FALSE(dleq_prove(as<32>(a), as<33>(b), {}, bytes(31)));
    EXPECT_FALSE(dleq_prove(as<32>(a), as<33>(b), {}, {}, bytes(64)));
    EXPECT_FALSE(dleq_prove(as<32>(zero32), as<33>(b)));
}

TEST(Adaptors, EcdsaVectors) {
    size_t seen = 0;
    for (const json &c : load_vectors("ecdsa_adaptor.json").at("cases")) {
        const EcdsaAdaptor adaptor{array_of<162>(field(c["adaptor"]))};
        const bool good = c["error"].is_null();
        const bytes y = field(c["decryption"]), msg = field(c["msg"]), sig = field(c["sig"]);
        seen++;
        if (c["kind"] == "encryption") {
            const bytes sk = field(c["sk"]);
            EXPECT_EQ(
                of(EcdsaAdaptor::encrypt(as<32>(msg), as<32>(sk), as<33>(pubkey_of(y)), zero32)),
                of(adaptor.bytes));
            EXPECT_TRUE(adaptor.verify(as<32>(msg), as<33>(pubkey_of(sk)), as<33>(pubkey_of(y))));
            EXPECT_FALSE(
                EcdsaAdaptor::encrypt(as<32>(msg), as<32>(sk), as<33>(pubkey_of(y)), bytes(33)));
            EXPECT_FALSE(EcdsaAdaptor::encrypt(as<32>(msg), as<32>(sk), as<33>(bytes(33))));
            continue;
        }
        if (c["kind"] == "serialization") {
            EXPECT_EQ(adaptor.decrypt(as<32>(plus(zero32, 1))).has_value(), good);
            continue;
        }
        const bytes point = field(c["encryption"]);
        if (c["kind"] == "verification") {
            const bytes pk = field(c["pk"]);
            EXPECT_EQ(adaptor.check(as<32>(msg), as<33>(pk), as<33>(point)),
                      good ? UFSECP_OK : UFSECP_BAD_SIGNATURE);
            EXPECT_EQ(adaptor.verify(as<32>(msg), as<33>(pk), as<33>(point)), good);
            if (!good) continue;
            EXPECT_EQ(of(adaptor.decrypt(as<32>(y))), sig);
        }
        EXPECT_EQ(of(adaptor.recover(as<64>(sig), as<33>(point))), good ? y : bytes());
    }
    EXPECT_EQ(seen, 12u);
}

TEST(Adaptors, SchnorrVectors) {
    size_t seen = 0;
    for (const json &c : load_vectors("schnorr_adaptor.json").at("cases")) {
        const std::string kind = c["kind"];
        const bool ok = c["ok"];
        const bytes msg = field(c["msg"]), pk = field(c["pk"]), point = field(c["adaptor"]);
        const bytes secret = field(c["secret"]), sig = field(c["sig"]);
        const auto adaptor = [&] { return SchnorrAdaptor{array_of<65>(field(c["presig"]))}; };
        if (kind == "presign") {
            const bytes sk = field(c["sk"]);
            EXPECT_EQ(of(SchnorrAdaptor::presign(msg, as<32>(sk), as<33>(point), field(c["aux"]))),
                      field(c["presig"]));
            EXPECT_FALSE(SchnorrAdaptor::presign(msg, as<32>(sk), as<33>(point), bytes(31)));
        } else if (kind == "verify") {
            EXPECT_EQ(adaptor().verify(msg, as<32>(pk), as<33>(point)), ok) << c["comment"];
            EXPECT_EQ(adaptor().check(msg, as<32>(pk), as<33>(point)) == UFSECP_OK, ok);
        } else if (kind == "adapt") {
            EXPECT_EQ(of(adaptor().adapt(as<32>(secret))) == sig &&
                          schnorr_check(sig, msg, pk) == UFSECP_OK,
                      ok);
        } else if (kind == "extract") {
            EXPECT_EQ(of(adaptor().extract(as<64>(sig), as<33>(pubkey_of(secret)))),
                      ok ? secret : bytes());
        } else if (kind == "point") {
            EXPECT_FALSE(SchnorrAdaptor::presign(msg, as<32>(draw("key", 5)), as<33>(point)));
        } else {
            ASSERT_EQ(kind, "pubkey");
            continue;
        }
        seen++;
    }
    EXPECT_EQ(seen, 23u);
}

}  // namespace
