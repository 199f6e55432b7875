// FROST (RFC 9591, BIP-445) through the C ABI, on every engine: sessions of few and many signers
// whose signatures verify, shares that are wrong, identifiers and signers that cannot be, nonces
// that are used up, and misuse.
#include <gtest/gtest.h>

#include <array>

#include "frost_calls.h"

namespace {

class Frost : public EachEngine {};
ON_EACH_ENGINE(Frost);

/* ---- Groups of our own ---- */

/* A key split among n participants, and a session of some of them up to the partial signatures.
 * Identifiers ascend, or not. */
struct group {
    ufsecp_frost_suite suite;
    size_t t;
    bytes ids, shares, commitment, pubshares;
    signer_lists who;
    std::vector<bytes> who_shares;
    std::vector<ufsecp_frost_secnonce> secnonces;

    group(const std::string &name, ufsecp_frost_suite s, size_t threshold, const bytes &all_ids)
        : suite(s), t(threshold), ids(all_ids) {
        bytes coefficients;
        for (size_t i = 0; i < t; i++) coefficients = std::move(coefficients) + draw(name, i);
        const size_t n = ids.size() / 32;
        shares.resize(32 * n), commitment.resize(33 * t), pubshares.resize(33 * n);
        EXPECT_EQ(ufsecp_frost_shares_create(shares.data(), commitment.data(), coefficients.data(),
                                             t, ids.data(), n),
                  1);
        EXPECT_EQ(
            ufsecp_frost_pubshares_create(pubshares.data(), ids.data(), n, commitment.data(), t),
            1);
        for (size_t i = 0; i < n; i++)
            EXPECT_EQ(pubkey_of(slice(shares, 32 * i, 32)), slice(pubshares, 33 * i, 33));
    }
    bytes pk() const { return slice(commitment, 0, 33); }
    std::optional<ufsecp_frost_key> key() const { return key_of(suite, pk(), t, ids.size() / 32); }
    /* Their nonces. */
    void choose(const std::vector<size_t> &places) {
        who = {{}, bytes(), bytes()};
        who_shares.clear(), secnonces.clear();
        for (const size_t i : places) {
            bytes random = draw("hiding", i) + draw("binding", i), pubnonce(66);
            const bytes share = slice(shares, 32 * i, 32), id = slice(ids, 32 * i, 32);
            secnonces.emplace_back();
            EXPECT_EQ(ufsecp_frost_nonce_gen(&secnonces.back(), pubnonce.data(), suite,
                                             random.data(), share.data(), id.data(),
                                             &pubshares[33 * i], nullptr, nullptr, 0, nullptr, 0),
                      1);
            who.ids = who.ids + id;
            who.pubshares = *who.pubshares + slice(pubshares, 33 * i, 33);
            who.pubnonces = *who.pubnonces + pubnonce;
            who_shares.push_back(share);
        }
    }
    bytes id(size_t i) const { return slice(who.ids, 32 * i, 32); }
    /* All partial signatures of a session. */
    bytes sign(const session_of &s) {
        bytes psigs;
        EXPECT_EQ(s.failed, "");
        for (size_t i = 0; i < who_shares.size(); i++) {
            const std::optional<bytes> psig = s.sign(&secnonces[i], who_shares[i], id(i), who);
            EXPECT_TRUE(psig.has_value()) << i;
            psigs = std::move(psigs) + psig.value_or(bytes(32));
        }
        return psigs;
    }
    size_t sig_len() const { return suite == UFSECP_FROST_BIP445 ? 64 : 65; }
    bool signs(const std::optional<bytes> &sig, const bytes &msg) const {
        if (!sig) return false;
        return suite == UFSECP_FROST_BIP445
                   ? schnorr_check(*sig, msg, slice(pk(), 1, 32)) == UFSECP_OK
                   : ufsecp_frost_verify(sig->data(), msg.data(), msg.size(), pk().data());
    }
};
constexpr ufsecp_frost_suite suites[] = {UFSECP_FROST_RFC9591, UFSECP_FROST_BIP445};

/* Any t of n, in any order; more than t; and so many that sums need memory. */
TEST_P(Frost, SessionsGiveSignatures) {
    for (const ufsecp_frost_suite suite : suites) {
        const bytes msg = draw("message", 3);
        group g("any", suite, 2, ids_to(4));
        for (size_t i = 0; i < 4; i++) {
            for (size_t j = 0; j < 4; j++) {
                if (i == j) continue;
                g.choose({i, j});
                const session_of s(g.key(), g.who, nullptr, msg);
                const bytes psigs = g.sign(s);
                EXPECT_TRUE(g.signs(s.signature(psigs, g.sig_len()), msg)) << i << j;
                for (size_t k = 0; k < 4; k++)
                    EXPECT_EQ(s.verify(slice(psigs, 32 * (k / 2), 32), k % 2, g.who),
                              k / 2 == k % 2);
            }
        }
        for (const auto &[t, n, signers] : std::vector<std::array<size_t, 3>>{
                 {1, 1, 1}, {1, 3, 1}, {3, 3, 3}, {2, 9, 9}, {17, 40, 17}, {17, 40, 40}}) {
            SCOPED_TRACE(std::to_string(t) + " of " + std::to_string(n));
            group many("many", suite, t, ids_to(n));
            std::vector<size_t> places;
            for (size_t i = 0; i < signers; i++) places.push_back((i * 7 + 3) % n);
            many.choose(places);
            const session_of s(many.key(), many.who, nullptr, bytes(t * 5, 0x21));
            EXPECT_TRUE(many.signs(s.signature(many.sign(s), many.sig_len()), bytes(t * 5, 0x21)));
        }
    }
}

/* RFC 9591's identifiers are any numbers below the group order. */
TEST_P(Frost, LargeIdentifiers) {
    const bytes ids = plus(order, -1) + id_of(1) + draw("id", 0);
    group g("large", UFSECP_FROST_RFC9591, 2, ids);
    EXPECT_TRUE(shares_hold(g.shares, ids, g.commitment, 2, 1));
    for (const std::vector<size_t> &places : {std::vector<size_t>{0, 1}, {2, 0}, {1, 2, 0}}) {
        g.choose(places);
        const session_of s(g.key(), g.who, nullptr, draw("m", 0));
        EXPECT_TRUE(g.signs(s.signature(g.sign(s), 65), draw("m", 0)));
    }
}

/* Tweaks of both kinds: the signature is by the tweaked key. A taproot output is BIP-341's. */
TEST_P(Frost, Tweaks) {
    for (size_t i = 0; i < 6; i++) {
        group g("tweaked " + std::to_string(i), UFSECP_FROST_BIP445, 2, ids_to(3));
        const bytes xonly = slice(g.pk(), 1, 32), msg = draw("m", i);
        bytes tweak(32), output(32);
        int parity;
        ASSERT_EQ(
            ufsecp_tagged_hash(tweak.data(), (const uint8_t *)"TapTweak", 8, xonly.data(), 32), 1);
        ASSERT_EQ(ufsecp_taproot_output_key(output.data(), &parity, xonly.data(), nullptr), 1);
        const bytes tweaks = draw("plain", i) + tweak;
        g.choose({2, 0});
        const session_of taproot(g.key(), g.who, nullptr, msg, tweak, {true});
        EXPECT_EQ(taproot.pk, bytes(1, static_cast<uint8_t>(2 + parity)) + output);
        EXPECT_EQ(schnorr_check(*taproot.signature(g.sign(taproot), 64), msg, output), UFSECP_OK);
        g.choose({1, 2});
        const session_of both(g.key(), g.who, nullptr, msg, tweaks, {false, i % 2 == 0});
        EXPECT_EQ(schnorr_check(*both.signature(g.sign(both), 64), msg, slice(both.pk, 1, 32)),
                  UFSECP_OK);
    }
    group rfc("tweaked", UFSECP_FROST_RFC9591, 2, ids_to(3));
    rfc.choose({0, 1});
    EXPECT_EQ(session_of(rfc.key(), rfc.who, nullptr, {}, draw("t", 0), {false}).failed, "tweak");
    std::optional<ufsecp_frost_key> key =
        group("infinity", UFSECP_FROST_BIP445, 1, ids_to(1)).key();
    bytes minus = draw("infinity", 0);
    ASSERT_EQ(ufsecp_seckey_negate(minus.data()), 1);
    EXPECT_EQ(ufsecp_frost_key_tweak_add(&*key, nullptr, minus.data(), 0), 0);
    EXPECT_TRUE(all_zero(bytes_of(*key)));
}

/* A share is right for its commitment and identifier alone. One sum says so for many, of one dealer
 * or of one each; where it does not, the first wrong share is named. */
TEST_P(Frost, Shares) {
    for (const size_t t : {1, 2, 3, 16, 17, 65}) {
        SCOPED_TRACE(t);
        const size_t n = t + 3;
        const group g("shares", UFSECP_FROST_RFC9591, t, ids_to(n));
        EXPECT_TRUE(shares_hold(g.shares, g.ids, g.commitment, t, 1));
        for (const size_t i : {size_t{0}, n / 2, n - 1}) {
            const bytes share = slice(g.shares, 32 * i, 32), id = slice(g.ids, 32 * i, 32);
            EXPECT_TRUE(shares_hold(share, id, g.commitment, t, 1));
            shares_hold(plus(share, 1), id, g.commitment, t, 1, 0);
            if (t > 1) shares_hold(share, plus(id, 1), g.commitment, t, 1, 0);
            if (t > 17 && i > 0) continue; /* every share before a wrong one is looked at */
            for (const bytes &wrong : {plus(share, 1), zero32, order, ones32}) {
                bytes shares = g.shares;
                std::copy(wrong.begin(), wrong.end(), shares.begin() + 32 * (ptrdiff_t)i);
                shares_hold(shares, g.ids, g.commitment, t, 1, i);
            }
        }
        /* Two errors that cancel where shares are only added up. */
        bytes shares = g.shares;
        const bytes up = plus(slice(shares, 0, 32), 1), down = plus(slice(shares, 32, 32), -1);
        std::copy(up.begin(), up.end(), shares.begin());
        std::copy(down.begin(), down.end(), shares.begin() + 32);
        shares_hold(shares, g.ids, g.commitment, t, 1, 0);
        for (size_t i = 0; i < t; i += t > 1 ? t - 1 : 1) {
            bytes commitment = g.commitment;
            commitment[33 * i] ^= 1;
            shares_hold(g.shares, g.ids, commitment, t, 1, 0);
            commitment[33 * i] = 0;
            shares_hold(g.shares, g.ids, commitment, t, 1, 0);
        }
        if (t > 17) continue;
        /* What one participant got of several dealers. */
        bytes own, ids, commitments;
        for (size_t dealer = 0; dealer < 5; dealer++) {
            const group d("dealer " + std::to_string(dealer), UFSECP_FROST_BIP445, t, ids_to(n));
            own = std::move(own) + slice(d.shares, 32, 32);
            ids = std::move(ids) + id_of(2);
            commitments = std::move(commitments) + d.commitment;
        }
        EXPECT_TRUE(shares_hold(own, ids, commitments, t, 5));
        for (size_t i = 0; i < 5; i++) {
            bytes wrong = own, other = commitments;
            wrong[32 * i + 31] ^= 1;
            shares_hold(wrong, ids, commitments, t, 5, i);
            other[33 * (t * i + t - 1)] ^= 1;
            shares_hold(own, ids, other, t, 5, i);
        }
    }
}

/* Identifiers that are 0, not below the order or not different are refused everywhere, and for
 * BIP-445 those above the number of participants. */
TEST_P(Frost, BadIdentifiers) {
    const bytes coefficients = draw("c", 0) + draw("c", 1);
    for (const bytes &ids : {id_of(1) + zero32, id_of(1) + order, id_of(1) + ones32,
                             id_of(1) + id_of(1), id_of(3) + id_of(1) + id_of(2) + id_of(1)}) {
        const size_t n = ids.size() / 32;
        bytes shares(32 * n, 0xee), commitment(66, 0xee);
        EXPECT_EQ(ufsecp_frost_shares_create(shares.data(), commitment.data(), coefficients.data(),
                                             2, ids.data(), n),
                  0);
        EXPECT_TRUE(all_zero(shares) && all_zero(commitment));
    }
    for (const ufsecp_frost_suite suite : suites) {
        group g("ids", suite, 2, ids_to(3));
        for (const bytes &id : {zero32, order, ones32, id_of(2)}) {
            g.choose({0, 1, 2});
            std::copy(id.begin(), id.end(), g.who.ids.begin() + 64);
            EXPECT_EQ(session_of(g.key(), g.who, nullptr, {}).failed, "session");
            g.who.pubshares.reset();
            EXPECT_EQ(session_of(g.key(), g.who, nullptr, {}).failed, "session");
        }
        g.choose({0, 1, 2});
        g.who.pubshares.reset();
        g.who.ids = id_of(1) + id_of(2) + id_of(4);
        EXPECT_EQ(session_of(g.key(), g.who, nullptr, {}).failed,
                  suite == UFSECP_FROST_BIP445 ? "session" : "");
        for (const bytes &id : {zero32, order, ones32}) {
            bytes pk(33, 0xee);
            EXPECT_EQ(
                ufsecp_frost_pubshares_create(pk.data(), id.data(), 1, g.commitment.data(), 2), 0);
            EXPECT_TRUE(all_zero(pk));
            shares_hold(slice(g.shares, 0, 32), id, g.commitment, 2, 1, 0);
        }
    }
    /* 2^32 is no identifier of BIP-445. */
    bytes random = draw("r", 0), pubnonce(66, 0xee);
    ufsecp_frost_secnonce secnonce;
    for (const bytes &id : {id_of((uint64_t)1 << 32), id_of(129), zero32, order})
        EXPECT_EQ(
            ufsecp_frost_nonce_gen(&secnonce, pubnonce.data(), UFSECP_FROST_BIP445, random.data(),
                                   nullptr, id.data(), nullptr, nullptr, nullptr, 0, nullptr, 0),
            0);
    EXPECT_TRUE(all_zero(pubnonce) && all_zero(bytes_of(secnonce)));
    EXPECT_EQ(random, draw("r", 0));
}

/* A polynomial with a coefficient that is no key, and public shares at infinity. */
TEST_P(Frost, BadPolynomials) {
    for (const bytes &bad : {zero32, order, ones32}) {
        for (size_t at = 0; at < 3; at++) {
            bytes coefficients, shares(96, 0xee), commitment(99, 0xee);
            for (size_t i = 0; i < 3; i++)
                coefficients = std::move(coefficients) + (i == at ? bad : draw("c", i));
            EXPECT_EQ(ufsecp_frost_shares_create(shares.data(), commitment.data(),
                                                 coefficients.data(), 3, ids_to(3).data(), 3),
                      0);
            EXPECT_TRUE(all_zero(shares) && all_zero(commitment));
        }
    }
    /* f(x) = a - a x / 2 is 0 at 2. */
    const bytes a = draw("a", 0);
    bytes minus_half(32), coefficients, shares(64, 0xee), commitment(66, 0xee);
    const reference::num half =
        reference::mod_half(reference::num::of_bytes(a.data()), reference::n);
    minus_half = be(half);
    ASSERT_EQ(ufsecp_seckey_negate(minus_half.data()), 1);
    coefficients = a + minus_half;
    EXPECT_EQ(ufsecp_frost_shares_create(shares.data(), commitment.data(), coefficients.data(), 2,
                                         ids_to(2).data(), 2),
              0);
    EXPECT_TRUE(all_zero(shares) && all_zero(commitment));
    commitment = pubkey_of(a) + pubkey_of(minus_half);
    bytes pks(66, 0xee);
    EXPECT_EQ(ufsecp_frost_pubshares_create(pks.data(), ids_to(2).data(), 1, commitment.data(), 2),
              1);
    EXPECT_EQ(ufsecp_frost_pubshares_create(pks.data(), ids_to(2).data(), 2, commitment.data(), 2),
              0);
    EXPECT_TRUE(all_zero(pks));
}

/* Who signs, with what, and how often. */
TEST_P(Frost, WrongSigners) {
    for (const ufsecp_frost_suite suite : suites) {
        group g("wrong", suite, 2, ids_to(4));
        const bytes msg = draw("m", 1);
        g.choose({1});
        EXPECT_EQ(session_of(g.key(), g.who, nullptr, msg).failed, "session"); /* too few */
        g.choose({0, 1, 2, 3, 0});
        EXPECT_EQ(session_of(g.key(), g.who, nullptr, msg).failed, "session");
        g.choose({3, 1});
        const session_of s(g.key(), g.who, nullptr, msg);
        const signer_lists who = g.who;
        const ufsecp_frost_secnonce nonce = g.secnonces[0];
        const auto signs = [&](const bytes &share, const bytes &id, const signer_lists &as) {
            ufsecp_frost_secnonce copy = nonce;
            return s.sign(&copy, share, id, as).has_value();
        };
        EXPECT_TRUE(signs(g.who_shares[0], g.id(0), who));
        EXPECT_FALSE(signs(g.who_shares[1], g.id(0), who));  /* another share */
        EXPECT_FALSE(signs(g.who_shares[0], g.id(1), who));  /* another signer's nonce */
        EXPECT_FALSE(signs(g.who_shares[0], id_of(1), who)); /* none of the signers */
        for (const bytes &share : {zero32, order, ones32}) EXPECT_FALSE(signs(share, g.id(0), who));
        signer_lists other = who;
        other.pubshares.reset();
        EXPECT_FALSE(signs(g.who_shares[0], g.id(0), other));
        other = who;
        (*other.pubnonces)[70] ^= 1;
        EXPECT_FALSE(signs(g.who_shares[0], g.id(0), other));
        other = who;
        std::swap_ranges(other.ids.begin(), other.ids.begin() + 32, other.ids.begin() + 32);
        EXPECT_FALSE(signs(g.who_shares[0], g.id(0), other));
        other = {who.ids + id_of(1), *who.pubshares + g.pk(), *who.pubnonces + *who.pubnonces};
        EXPECT_FALSE(signs(g.who_shares[0], g.id(0), other));
        /* A nonce signs once. */
        const std::optional<bytes> psig = s.sign(&g.secnonces[0], g.who_shares[0], g.id(0), who);
        ASSERT_TRUE(psig);
        EXPECT_TRUE(s.verify(*psig, 0, who));
        EXPECT_FALSE(s.sign(&g.secnonces[0], g.who_shares[0], g.id(0), who));
        /* Nonces and shares of signers that are no points, or do not fit the key. */
        for (size_t i = 0; i < 2; i++) {
            other = who;
            (*other.pubshares)[33 * i] = 5;
            session_of bad(g.key(), other, nullptr, msg);
            EXPECT_EQ(bad.failed, "session");
            EXPECT_EQ(bad.bad, i);
            other = who;
            (*other.pubshares)[33 * i] ^= 1;
            bad = session_of(g.key(), other, nullptr, msg);
            EXPECT_EQ(bad.failed, "session");
            EXPECT_EQ(bad.bad, SIZE_MAX);
            for (size_t half = 0; half < 66; half += 33) {
                other = who;
                std::fill_n(other.pubnonces->begin() + 66 * (ptrdiff_t)i + (ptrdiff_t)half, 33, 0);
                bad = session_of(g.key(), other, nullptr, msg);
                EXPECT_EQ(bad.failed, "session");
                EXPECT_EQ(bad.bad, i);
            }
        }
        /* Partial signatures in the wrong number or not below the order. */
        const bytes one = *psig, second = *s.sign(&g.secnonces[1], g.who_shares[1], g.id(1), who);
        size_t bad = 7;
        EXPECT_TRUE(g.signs(s.signature(one + second, g.sig_len(), &bad), msg));
        EXPECT_EQ(bad, SIZE_MAX);
        EXPECT_FALSE(g.signs(s.signature(one + plus(second, 1), g.sig_len()), msg));
        EXPECT_FALSE(s.signature(one + order, g.sig_len(), &bad));
        EXPECT_EQ(bad, 1u);
        EXPECT_FALSE(s.signature(one, g.sig_len()));
        EXPECT_FALSE(s.signature(one + second, 129 - g.sig_len()));
        EXPECT_FALSE(s.verify(plus(one, 1), 0, who));
        EXPECT_FALSE(s.verify(order, 0, who));
    }
    /* All nonces cancel: RFC 9591 has no signature for that. */
    group g("cancel", UFSECP_FROST_RFC9591, 2, ids_to(2));
    g.choose({0, 1});
    const bytes first = slice(*g.who.pubnonces, 0, 66);
    bytes minus = first;
    minus[0] ^= 1, minus[33] ^= 1;
    g.who.pubnonces = first + minus; /* the binding factors differ, so the sum is a point */
    EXPECT_EQ(session_of(g.key(), g.who, nullptr, {}).failed, "");
}

TEST_P(Frost, BadKeys) {
    const bytes pk = pubkey_of(draw("k", 0));
    EXPECT_TRUE(key_of(UFSECP_FROST_RFC9591, pk, 1, 65535));
    EXPECT_TRUE(key_of(UFSECP_FROST_BIP445, pk, 128, 128));
    EXPECT_FALSE(key_of(UFSECP_FROST_RFC9591, pk, 1, 65536));
    EXPECT_FALSE(key_of(UFSECP_FROST_BIP445, pk, 1, 129));
    EXPECT_FALSE(key_of(UFSECP_FROST_RFC9591, pk, 0, 3));
    EXPECT_FALSE(key_of(UFSECP_FROST_RFC9591, pk, 4, 3));
    EXPECT_FALSE(key_of(UFSECP_FROST_RFC9591, bytes(33), 1, 3));
    EXPECT_FALSE(key_of(UFSECP_FROST_RFC9591, bytes(1, 4) + bytes(32), 1, 3));
    /* Objects that no call makes: suite, threshold and number of participants. */
    const auto works = [](ufsecp_frost_key key, size_t at, unsigned value) {
        const bytes tweak(32);
        key.opaque[at] = (uint8_t)value;
        return ufsecp_frost_key_tweak_add(&key, nullptr, tweak.data(), 0) == 1;
    };
    const ufsecp_frost_key good = *key_of(UFSECP_FROST_BIP445, pk, 3, 128);
    EXPECT_TRUE(works(good, 13, 128) && works(good, 13, 3));
    for (const unsigned n : {0, 1, 2, 129, 255}) EXPECT_FALSE(works(good, 13, n)) << n;
    for (const unsigned t : {0, 129, 255}) EXPECT_FALSE(works(good, 9, t)) << t;
    EXPECT_FALSE(works(good, 12, 1) || works(good, 10, 1) || works(good, 4, 7));
    /* Public shares of a polynomial of higher degree, in any number. */
    for (const size_t n : {3, 5, 20, 40}) {
        const group g("degree", UFSECP_FROST_RFC9591, 3, ids_to(n));
        const ufsecp_frost_signers who = {g.ids.data(), g.pubshares.data(), nullptr, n};
        EXPECT_TRUE(key_of(g.suite, g.pk(), 3, n, &who));
        EXPECT_EQ(key_of(g.suite, g.pk(), 2, n, &who).has_value(), false);
        EXPECT_EQ(key_of(g.suite, g.pk(), 4, n, &who).has_value(), n >= 4);
        EXPECT_FALSE(key_of(g.suite, pk, 3, n, &who));
    }
}

/* Participants make a key without a dealer, and some of them sign by it. */
TEST_P(Frost, DistributedKeyGeneration) {
    for (const size_t n : {1, 3, 20}) {
        const size_t t = n == 1 ? 1 : n == 3 ? 2 : 17;
        const bytes ids = ids_to(n);
        bytes commitments;
        std::vector<bytes> received(n);
        for (size_t i = 0; i < n; i++) {
            const group own("dkg " + std::to_string(i), UFSECP_FROST_BIP445, t, ids);
            bytes proof(65, 0xee), random = draw("proof", i);
            const bytes id = slice(ids, 32 * i, 32), first = draw("dkg " + std::to_string(i), 0);
            ASSERT_EQ(ufsecp_frost_dkg_prove(proof.data(), first.data(), id.data(), random.data()),
                      1);
            EXPECT_TRUE(all_zero(random));
            EXPECT_EQ(ufsecp_frost_dkg_verify(proof.data(), id.data(), own.pk().data()), 1);
            commitments = std::move(commitments) + own.commitment;
            for (size_t j = 0; j < n; j++)
                received[j] = std::move(received[j]) + slice(own.shares, 32 * j, 32);
        }
        group g("dkg 0", UFSECP_FROST_BIP445, t, ids); /* becomes the common one */
        for (size_t i = 0; i < n; i++) {
            bytes commitment(33 * t, 0xee);
            ASSERT_EQ(
                ufsecp_frost_dkg_finish(&g.shares[32 * i], commitment.data(), &ids[32 * i],
                                        received[i].data(), commitments.data(), t, n, nullptr),
                1);
            EXPECT_TRUE(i == 0 || commitment == g.commitment);
            g.commitment = commitment;
        }
        ASSERT_EQ(ufsecp_frost_pubshares_create(g.pubshares.data(), ids.data(), n,
                                                g.commitment.data(), t),
                  1);
        std::vector<size_t> places(t);
        for (size_t i = 0; i < t; i++) places[i] = n - 1 - i;
        g.choose(places);
        const session_of s(g.key(), g.who, nullptr, draw("m", 2));
        EXPECT_TRUE(g.signs(s.signature(g.sign(s), 64), draw("m", 2)));

        for (const size_t i : {size_t{0}, n - 1}) {
            bytes wrong = received[0], share(32, 0xee), commitment(33 * t, 0xee);
            size_t bad = 7;
            wrong[32 * i + 31] ^= 1;
            EXPECT_EQ(ufsecp_frost_dkg_finish(share.data(), commitment.data(), ids.data(),
                                              wrong.data(), commitments.data(), t, n, &bad),
                      0);
            EXPECT_EQ(bad, i);
            EXPECT_TRUE(all_zero(share) && all_zero(commitment));
            wrong = commitments;
            wrong[33 * t * i] ^= 1;
            EXPECT_EQ(ufsecp_frost_dkg_finish(share.data(), commitment.data(), ids.data(),
                                              received[0].data(), wrong.data(), t, n, &bad),
                      0);
            EXPECT_EQ(bad, i);
            EXPECT_EQ(ufsecp_frost_dkg_finish(share.data(), commitment.data(), zero32.data(),
                                              received[0].data(), commitments.data(), t, n, &bad),
                      0);
        }
    }
    for (const auto &[key, id, random] :
         std::vector<std::array<bytes, 3>>{{zero32, id_of(1), ones32},
                                           {order, id_of(1), ones32},
                                           {id_of(5), zero32, ones32},
                                           {id_of(5), order, ones32},
                                           {id_of(5), id_of(1), zero32}}) {
        bytes proof(65, 0xee), r = random;
        EXPECT_EQ(ufsecp_frost_dkg_prove(proof.data(), key.data(), id.data(), r.data()), 0);
        EXPECT_TRUE(all_zero(proof));
        EXPECT_EQ(r, random);
    }
    bytes out(200, 0xee), in = draw("r", 0);
    uint8_t *const o = out.data(), *const i = in.data();
    EXPECT_EQ(ufsecp_frost_dkg_prove(nullptr, i, i, i), 0);
    EXPECT_EQ(ufsecp_frost_dkg_prove(o, nullptr, i, i), 0);
    EXPECT_EQ(ufsecp_frost_dkg_prove(o, i, nullptr, i), 0);
    EXPECT_EQ(ufsecp_frost_dkg_prove(o, i, i, nullptr), 0);
    EXPECT_EQ(ufsecp_frost_dkg_verify(nullptr, i, i), 0);
    EXPECT_EQ(ufsecp_frost_dkg_verify(o, nullptr, i), 0);
    EXPECT_EQ(ufsecp_frost_dkg_verify(o, i, nullptr), 0);
    const auto finish = [&](uint8_t *share, uint8_t *commitment, const uint8_t *id,
                            const uint8_t *shares, const uint8_t *all, size_t t, size_t n) {
        EXPECT_EQ(ufsecp_frost_dkg_finish(share, commitment, id, shares, all, t, n, nullptr), 0);
    };
    finish(nullptr, o, i, i, i, 1, 1), finish(o, nullptr, i, i, i, 1, 1);
    finish(o, o + 32, nullptr, i, i, 1, 1), finish(o, o + 32, i, nullptr, i, 1, 1);
    finish(o, o + 32, i, i, nullptr, 1, 1), finish(o, o + 32, i, i, i, 0, 1);
    finish(o, o + 32, i, i, i, 1, 0), finish(o, o + 32, i, i, i, SIZE_MAX / 2, 1);
    finish(o, o + 32, i, i, i, 64, SIZE_MAX / 128);
    EXPECT_EQ(out, bytes(200, 0xee));
    EXPECT_EQ(in, draw("r", 0));
}

/* Null pointers where values are needed, and lengths that cannot be, write nothing. */
TEST_P(Frost, Misuse) {
    group g("misuse", UFSECP_FROST_BIP445, 2, ids_to(2));
    g.choose({0, 1});
    const bytes msg = draw("m", 0), untouched(400, 0xee), id = id_of(1), share = g.who_shares[0];
    const session_of s(g.key(), g.who, nullptr, msg);
    const ufsecp_frost_key key = *g.key();
    const ufsecp_frost_signers who = g.who.get(), none = {nullptr, nullptr, nullptr, 2},
                               empty = {who.ids32, nullptr, nullptr, 0},
                               huge = {who.ids32, nullptr, nullptr, SIZE_MAX / 8},
                               no_nonces = {who.ids32, who.pubshares33, nullptr, 2};
    bytes out = untouched, random = draw("r", 0) + draw("r", 1);
    uint8_t *const o = out.data(), *const p = o + 200;
    size_t bad = 7;
    const auto create = [&](uint8_t *shares, uint8_t *commitment, const uint8_t *c, size_t t,
                            const uint8_t *ids, size_t n) {
        EXPECT_EQ(ufsecp_frost_shares_create(shares, commitment, c, t, ids, n), 0);
    };
    const uint8_t *const c = random.data(), *const ids = who.ids32;
    create(nullptr, p, c, 2, ids, 2), create(o, nullptr, c, 2, ids, 2);
    create(o, p, nullptr, 2, ids, 2), create(o, p, c, 2, nullptr, 2);
    create(o, p, c, 0, ids, 2), create(o, p, c, 2, ids, 0);
    create(o, p, c, SIZE_MAX / 2, ids, 2), create(o, p, c, 2, ids, SIZE_MAX / 2);
    const auto verify = [&](const uint8_t *shares, const uint8_t *at, size_t n,
                            const uint8_t *commitment, size_t t, size_t count) {
        EXPECT_EQ(ufsecp_frost_shares_verify(shares, at, n, commitment, t, count, &bad), 0);
    };
    verify(nullptr, ids, 2, p, 2, 1), verify(o, nullptr, 2, p, 2, 1);
    verify(o, ids, 2, nullptr, 2, 1), verify(o, ids, 0, p, 2, 1), verify(o, ids, 2, p, 0, 1);
    verify(o, ids, 2, p, 2, 0), verify(o, ids, 3, p, 2, 2), verify(o, ids, SIZE_MAX / 2, p, 2, 1);
    verify(o, ids, 2, p, SIZE_MAX / 2, 1), verify(o, ids, SIZE_MAX / 128, p, 64, SIZE_MAX / 128);
    const auto pubshares = [&](uint8_t *to, const uint8_t *at, size_t n, const uint8_t *commitment,
                               size_t t) {
        EXPECT_EQ(ufsecp_frost_pubshares_create(to, at, n, commitment, t), 0);
    };
    pubshares(nullptr, ids, 2, p, 2), pubshares(o, nullptr, 2, p, 2);
    pubshares(o, ids, 2, nullptr, 2), pubshares(o, ids, 0, p, 2), pubshares(o, ids, 2, p, 0);
    pubshares(o, ids, SIZE_MAX / 2, p, 2), pubshares(o, ids, 2, p, SIZE_MAX / 2);
    auto *const to_key = (ufsecp_frost_key *)o;
    const bytes pk = g.pk();
    const auto init = [&](ufsecp_frost_key *to, int suite, const uint8_t *from,
                          const ufsecp_frost_signers *all) {
        EXPECT_EQ(ufsecp_frost_key_init(to, (ufsecp_frost_suite)suite, from, 2, 2, all), 0);
    };
    init(nullptr, 1, pk.data(), nullptr), init(to_key, 1, nullptr, nullptr);
    init(to_key, 0, pk.data(), nullptr), init(to_key, 3, pk.data(), nullptr);
    init(to_key, 1, pk.data(), &none), init(to_key, 1, pk.data(), &empty);
    init(to_key, 1, pk.data(), &huge);
    EXPECT_EQ(ufsecp_frost_key_tweak_add(nullptr, p, c, 0), 0);
    EXPECT_EQ(ufsecp_frost_key_tweak_add(to_key, p, nullptr, 0), 0);
    EXPECT_EQ(ufsecp_frost_key_tweak_add(to_key, p, c, 2), 0);
    EXPECT_EQ(ufsecp_frost_key_tweak_add(to_key, p, c, -1), 0);
    auto *const secnonce = (ufsecp_frost_secnonce *)o;
    const auto nonce = [&](ufsecp_frost_secnonce *to, uint8_t *pub, int suite, uint8_t *r,
                           const uint8_t *own, const uint8_t *text, size_t len,
                           const uint8_t *extra, size_t extra_len) {
        EXPECT_EQ(ufsecp_frost_nonce_gen(to, pub, (ufsecp_frost_suite)suite, r, own, nullptr,
                                         nullptr, nullptr, text, len, extra, extra_len),
                  0);
    };
    uint8_t *const r = random.data();
    nonce(nullptr, p, 2, r, nullptr, nullptr, 0, nullptr, 0);
    nonce(secnonce, nullptr, 2, r, nullptr, nullptr, 0, nullptr, 0);
    nonce(secnonce, p, 2, nullptr, nullptr, nullptr, 0, nullptr, 0);
    nonce(secnonce, p, 0, r, nullptr, nullptr, 0, nullptr, 0);
    nonce(secnonce, p, 1, r, nullptr, nullptr, 0, nullptr, 0);
    nonce(secnonce, p, 2, r, nullptr, nullptr, 1, nullptr, 0);
    nonce(secnonce, p, 2, r, nullptr, nullptr, 0, nullptr, 1);
    EXPECT_EQ(random, draw("r", 0) + draw("r", 1));
    auto *const session = (ufsecp_frost_session *)o;
    const auto start = [&](ufsecp_frost_session *to, const ufsecp_frost_key *k,
                           const ufsecp_frost_signers *all, const uint8_t *agg,
                           const uint8_t *text) {
        EXPECT_EQ(ufsecp_frost_session_init(to, k, all, agg, text, 32, &bad), 0);
    };
    const uint8_t *const m = msg.data(), *const agg = who.pubnonces66;
    start(nullptr, &key, &who, nullptr, m), start(session, nullptr, &who, nullptr, m);
    start(session, &key, nullptr, nullptr, m), start(session, &key, &who, nullptr, nullptr);
    start(session, &key, &who, agg, m), start(session, &key, &no_nonces, nullptr, m);
    start(session, &key, &none, agg, m), start(session, &key, &empty, agg, m);
    start(session, &key, &huge, agg, m);
    const auto sign = [&](uint8_t *to, ufsecp_frost_secnonce *n, const uint8_t *own,
                          const uint8_t *as, const ufsecp_frost_session *in,
                          const ufsecp_frost_signers *all) {
        EXPECT_EQ(ufsecp_frost_partial_sign(to, n, own, as, in, all), 0);
    };
    sign(nullptr, secnonce, share.data(), ids, &s.session, &who);
    sign(p, nullptr, share.data(), ids, &s.session, &who);
    sign(p, secnonce, nullptr, ids, &s.session, &who);
    sign(p, secnonce, share.data(), nullptr, &s.session, &who);
    sign(p, secnonce, share.data(), ids, nullptr, &who);
    sign(p, secnonce, share.data(), ids, &s.session, nullptr);
    sign(p, secnonce, share.data(), ids, &s.session, &none);
    EXPECT_EQ(ufsecp_frost_partial_sig_verify(nullptr, 0, &s.session, &who), 0);
    EXPECT_EQ(ufsecp_frost_partial_sig_verify(c, 0, nullptr, &who), 0);
    EXPECT_EQ(ufsecp_frost_partial_sig_verify(c, 0, &s.session, nullptr), 0);
    EXPECT_EQ(ufsecp_frost_partial_sig_verify(c, 2, &s.session, &who), 0);
    EXPECT_EQ(ufsecp_frost_partial_sig_verify(c, 0, &s.session, &no_nonces), 0);
    const auto aggregate = [&](uint8_t *to, size_t len, const ufsecp_frost_session *in,
                               const uint8_t *psigs, size_t n) {
        EXPECT_EQ(ufsecp_frost_partial_sig_agg(to, len, in, psigs, n, &bad), 0);
    };
    aggregate(nullptr, 64, &s.session, c, 2), aggregate(o, 63, &s.session, c, 2);
    aggregate(o, 64, nullptr, c, 2), aggregate(o, 64, &s.session, nullptr, 2);
    aggregate(o, 64, &s.session, c, 0), aggregate(o, 64, &s.session, c, SIZE_MAX / 2);
    const auto det = [&](uint8_t *pub, uint8_t *to, const uint8_t *own, const uint8_t *as,
                         const ufsecp_frost_key *k, const ufsecp_frost_signers *all,
                         const uint8_t *text) {
        EXPECT_EQ(ufsecp_frost_deterministic_sign(pub, to, agg, own, as, k, all, text, 32, nullptr),
                  0);
    };
    det(nullptr, p, c, ids, &key, &who, m), det(o, nullptr, c, ids, &key, &who, m);
    det(o, p, nullptr, ids, &key, &who, m), det(o, p, c, nullptr, &key, &who, m);
    det(o, p, c, ids, nullptr, &who, m), det(o, p, c, ids, &key, nullptr, m);
    det(o, p, c, ids, &key, &who, nullptr), det(o, p, c, ids, &key, &empty, m);
    EXPECT_EQ(ufsecp_frost_verify(nullptr, m, 32, pk.data()), 0);
    EXPECT_EQ(ufsecp_frost_verify(c, nullptr, 32, pk.data()), 0);
    EXPECT_EQ(ufsecp_frost_verify(c, m, 32, nullptr), 0);
    EXPECT_EQ(out, untouched);
    EXPECT_EQ(bad, 7u);
    /* Objects that are none are bad data: outputs are zeros. */
    const ufsecp_frost_key no_key{};
    const ufsecp_frost_session no_session{};
    EXPECT_EQ(ufsecp_frost_session_init(session, &no_key, &who, nullptr, m, 32, &bad), 0);
    EXPECT_TRUE(all_zero(slice(out, 0, sizeof *session)));
    out = untouched;
    EXPECT_EQ(ufsecp_frost_partial_sign(o, &g.secnonces[0], share.data(), ids, &no_session, &who),
              0);
    EXPECT_TRUE(all_zero(slice(out, 0, 32)) && all_zero(bytes_of(g.secnonces[0])));
    for (const ufsecp_frost_signers *all : {&empty, &huge}) { /* nor are signers that nobody is */
        ufsecp_frost_secnonce unused = g.secnonces[1];
        EXPECT_FALSE(all_zero(bytes_of(unused)));
        out = untouched;
        sign(o, &unused, g.who_shares[1].data(), ids + 32, &s.session, all);
        EXPECT_TRUE(all_zero(slice(out, 0, 32)) && all_zero(bytes_of(unused)));
    }
    EXPECT_EQ(ufsecp_frost_partial_sig_agg(o, 64, &no_session, c, 2, &bad), 0);
    EXPECT_TRUE(all_zero(slice(out, 0, 64)));
    bytes zeros(64);
    out = untouched;
    EXPECT_EQ(ufsecp_frost_nonce_gen(secnonce, p, UFSECP_FROST_RFC9591, zeros.data(), share.data(),
                                     nullptr, nullptr, nullptr, nullptr, 0, nullptr, 0),
              0);
    EXPECT_TRUE(all_zero(slice(out, 0, sizeof *secnonce)) && all_zero(slice(out, 200, 66)));
}

}  // namespace
