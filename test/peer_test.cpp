// Against libsecp256k1, on every engine: equal bytes where both compute, equal verdicts where both
// judge, on random and hostile input.
//
// The default engine runs the whole count of each test, the others a tenth, and the slow one of
// 32-bit words a hundredth. Every case has its own fixed seed; a failure prints its input.
#include "secp256k1.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "hostile.h"
#include "peer.h"
#include "scale.h"
#include "ufsecp/ufsecp.h"

namespace {

using namespace hostile;

class Peer : public testing::TestWithParam<std::string> {
protected:
    void SetUp() override { ASSERT_EQ(ufsecp_engine_select(GetParam().c_str()), 1); }
    void TearDown() override { ufsecp_engine_select("auto"); }
    int count(int full) const {
        return scaled(GetParam() == engines()[0] ? full
                                                 : full / (GetParam() == "word32" ? 100 : 10));
    }
};
INSTANTIATE_TEST_SUITE_P(Engines, Peer, testing::ValuesIn(engines()),
                         [](const testing::TestParamInfo<std::string> &i) { return i.param; });

/* Runs n cases on all cores, each with a source of its own, until one fails. */
template <class Case>
void each_case(uint64_t seed, int n, const Case &run) {
    std::atomic<int> next = 0;
    std::vector<std::thread> threads;
    const auto work = [&] {
        for (int i; (i = next++) < n && !testing::Test::HasFailure();) {
            source s(seed << 32 | static_cast<uint64_t>(i));
            run(s, i);
        }
    };
    for (unsigned t = std::max(1u, std::thread::hardware_concurrency()); t > 0; t--)
        threads.emplace_back(work);
    for (std::thread &t : threads) t.join();
}

/* For a failure: what both returned and wrote. */
std::string both(int ours, const bytes &a, int peers, const bytes &b) {
    return "\nours " + std::to_string(ours) + ' ' + hex(a) + "\npeer " + std::to_string(peers) +
           ' ' + hex(b);
}

/* Both verdicts occur often enough for the comparison to mean something. */
void expect_mixed(int good, int all) {
    if (all < 100) return;
    EXPECT_GT(good, all / 5) << "of " << all;
    EXPECT_LT(good, all - all / 5) << "of " << all;
}

/* ---- Signing ---- */

TEST_P(Peer, EcdsaSignaturesAndRecoveryIds) {
    each_case(1, count(100000), [&](source &s, int i) {
        const bytes sk = s.one_in(64) ? number(s, 1) : s.string(32), msg = number(s, 16),
                    extra = s.string(32);
        const uint8_t *const e = s.one_in(4) ? extra.data() : nullptr;
        bytes a(64), b(64), plain(64);
        int ia = -1, ib = -1;
        const int ra = ufsecp_ecdsa_sign_recoverable(a.data(), &ia, msg.data(), sk.data(), e);
        const int rb = peer::ecdsa_sign_recoverable(b.data(), &ib, msg.data(), sk.data(), e);
        ASSERT_TRUE(ra == rb && a == b && (!ra || ia == ib))
            << "key " << hex(sk) << " msg " << hex(msg) << " extra " << (e ? hex(extra) : "none")
            << both(ra, a, rb, b) << "\nours " << ia << " peer " << ib;
        if (i % 16) return;
        ASSERT_EQ(ufsecp_ecdsa_sign(plain.data(), msg.data(), sk.data(), e), ra)
            << hex(sk) << ' ' << hex(msg);
        ASSERT_EQ(plain, a) << hex(sk) << ' ' << hex(msg);
    });
}

TEST_P(Peer, SchnorrSignatures) {
    each_case(2, count(100000), [&](source &s, int) {
        const bytes sk = s.one_in(64) ? number(s, 1) : s.string(32), aux = s.string(32);
        const bytes msg = s.string(s.one_in(2) ? 32 : s.below(300));
        const uint8_t *const x = s.one_in(4) ? nullptr : aux.data();
        bytes a(64), b(64);
        const int ra = ufsecp_schnorr_sign(a.data(), msg.data(), msg.size(), sk.data(), x);
        const int rb = peer::schnorr_sign(b.data(), msg.data(), msg.size(), sk.data(), x);
        ASSERT_TRUE(ra == rb && a == b) << "key " << hex(sk) << " msg " << hex(msg) << " aux "
                                        << (x ? hex(aux) : "none") << both(ra, a, rb, b);
    });
}

/* ---- Keys ---- */

TEST_P(Peer, PublicKeys) {
    each_case(3, count(100000), [&](source &s, int i) {
        const bytes sk = s.one_in(64) ? number(s, 1) : s.string(32);
        const size_t len = i % 2 ? 33 : 65;
        bytes a(len), b(len);
        const int ra = ufsecp_pubkey_create(a.data(), len, sk.data()),
                  rb = peer::pubkey_create(b.data(), len, sk.data());
        ASSERT_TRUE(ra == rb && a == b) << "key " << hex(sk) << both(ra, a, rb, b);
        if (i % 16) return;
        int pa = 0, pb = 0;
        a.resize(32), b.resize(32);
        ASSERT_EQ(ufsecp_seckey_verify(sk.data()), ra) << hex(sk);
        ASSERT_EQ(ufsecp_xonly_create(a.data(), &pa, sk.data()),
                  peer::xonly_create(b.data(), &pb, sk.data()))
            << hex(sk);
        ASSERT_TRUE(a == b && pa == pb) << "key " << hex(sk) << "\nours " << hex(a) << ' ' << pa
                                        << "\npeer " << hex(b) << ' ' << pb;
    });
}

TEST_P(Peer, SecretTweaks) {
    std::atomic<int> good = 0;
    const int all = count(10000);
    each_case(4, all, [&](source &s, int) {
        const bytes sk = number(s, 4);
        bytes t = number(s, 4);
        if (s.one_in(8))
            t = to_bytes(
                reference::mod_neg(num::of_bytes(sk.data()), reference::n)); /* the sum is zero */
        bytes a = sk, b = sk;
        const size_t what = s.below(3);
        int ra, rb;
        if (what == 0) {
            ra = ufsecp_seckey_negate(a.data()),
            rb = secp256k1_ec_seckey_negate(peer::context(), b.data());
        } else if (what == 1) {
            ra = ufsecp_seckey_tweak_add(a.data(), t.data()),
            rb = secp256k1_ec_seckey_tweak_add(peer::context(), b.data(), t.data());
        } else {
            ra = ufsecp_seckey_tweak_mul(a.data(), t.data()),
            rb = secp256k1_ec_seckey_tweak_mul(peer::context(), b.data(), t.data());
        }
        ASSERT_TRUE(ra == rb && a == b)
            << what << " key " << hex(sk) << " tweak " << hex(t) << both(ra, a, rb, b);
        good += ra;
    });
    if (all < 100) return;
    EXPECT_LT(good, all);
    EXPECT_GT(good, all / 5);
}

TEST_P(Peer, PublicTweaks) {
    each_case(5, count(10000), [&](source &s, int) {
        const bytes sk = seckey(s);
        bytes pk = pubkey_of(sk, s.one_in(2) ? 33 : 65), t = number(s, 4);
        if (s.one_in(16))
            t = to_bytes(reference::mod_neg(num::of_bytes(sk.data()),
                                            reference::n)); /* the sum is infinity */
        if (s.one_in(8)) t = sk;                            /* ... or 2*P */
        if (s.one_in(8)) spoil_pubkey(s, pk);
        const size_t what = s.below(3), len = s.one_in(2) ? 33 : 65;
        bytes a(len), b(len);
        int ra, rb;
        if (what == 0) {
            ra = ufsecp_pubkey_negate(a.data(), len, pk.data(), pk.size()),
            rb = peer::pubkey_negate(b.data(), len, pk.data(), pk.size());
        } else if (what == 1) {
            ra = ufsecp_pubkey_tweak_add(a.data(), len, pk.data(), pk.size(), t.data());
            rb = peer::pubkey_tweak_add(b.data(), len, pk.data(), pk.size(), t.data());
        } else {
            ra = ufsecp_pubkey_tweak_mul(a.data(), len, pk.data(), pk.size(), t.data());
            rb = peer::pubkey_tweak_mul(b.data(), len, pk.data(), pk.size(), t.data());
        }
        ASSERT_TRUE(ra == rb && a == b)
            << what << " pubkey " << hex(pk) << " tweak " << hex(t) << both(ra, a, rb, b);
    });
}

TEST_P(Peer, Combine) {
    each_case(6, count(3000), [&](source &s, int) {
        bytes keys;
        const size_t n = 1 + s.below(6), len = s.one_in(2) ? 33 : 65;
        for (size_t k = 0; k < n; k++) {
            bytes pk = pubkey_of(seckey(s), 33);
            if (k > 0 && s.one_in(4)) pk = slice(keys, 33 * s.below(k), 33); /* a key twice */
            if (k > 0 && s.one_in(4)) pk = slice(keys, 33 * s.below(k), 33), pk[0] ^= 1;
            if (s.one_in(16)) spoil_number(s, pk.data() + 1);
            keys = keys + pk;
        }
        bytes a(len), b(len);
        const int ra = ufsecp_pubkey_combine(a.data(), len, keys.data(), n),
                  rb = peer::pubkey_combine(b.data(), len, keys.data(), n);
        ASSERT_TRUE(ra == rb && a == b) << n << " keys " << hex(keys) << both(ra, a, rb, b);
    });
}

TEST_P(Peer, Taproot) {
    each_case(7, count(10000), [&](source &s, int) {
        const bytes sk = s.one_in(64) ? number(s, 1) : s.string(32), root = s.string(32);
        const uint8_t *const r = s.one_in(4) ? nullptr : root.data();
        bytes internal(32), a(32), b(32);
        int pa = 0, pb = 0;
        (void)!ufsecp_xonly_create(internal.data(), nullptr, sk.data());
        if (s.one_in(4)) internal = number(s, 2); /* any x: half of them on the curve */
        int ra = ufsecp_taproot_output_key(a.data(), &pa, internal.data(), r);
        int rb = peer::taproot_output_key(b.data(), &pb, internal.data(), r);
        ASSERT_TRUE(ra == rb && a == b && (!ra || pa == pb))
            << "internal " << hex(internal) << " root " << (r ? hex(root) : "none")
            << both(ra, a, rb, b) << "\nours " << pa << " peer " << pb;
        ra = ufsecp_taproot_output_seckey(a.data(), sk.data(), r),
        rb = peer::taproot_output_seckey(b.data(), sk.data(), r);
        ASSERT_TRUE(ra == rb && a == b)
            << "key " << hex(sk) << " root " << (r ? hex(root) : "none") << both(ra, a, rb, b);
    });
}

/* As many shared secrets as signatures, hashed and bare; some keys more, since of them some are not
 * valid. */
TEST_P(Peer, Ecdh) {
    const int all = count(100000);
    std::atomic<int> good = 0;
    each_case(8, all + all / 4, [&](source &s, int i) {
        const bytes sk = s.one_in(16) ? number(s, 1) : s.string(32), pk = pubkey(s, 8);
        bytes a(32), x(32), xy(64), b(32), want(64);
        const int rb = peer::ecdh_both(b.data(), want.data(), pk.data(), pk.size(), sk.data());
        const int ra = ufsecp_ecdh(a.data(), pk.data(), pk.size(), sk.data());
        ASSERT_TRUE(ra == rb && a == b)
            << "key " << hex(sk) << " pubkey " << hex(pk) << both(ra, a, rb, b);
        const int rx = ufsecp_ecdh_x(x.data(), pk.data(), pk.size(), sk.data());
        ASSERT_TRUE(rx == rb && x == slice(want, 0, 32))
            << "key " << hex(sk) << " pubkey " << hex(pk) << both(rx, x, rb, want);
        good += ra;
        if (i % 8) return;
        ASSERT_EQ(peer::ecdh(a.data(), pk.data(), pk.size(), sk.data()), ra);
        ASSERT_EQ(a, b);
        ASSERT_EQ(
            ufsecp_ecdh_custom(xy.data(), pk.data(), pk.size(), sk.data(), peer::copy_xy, nullptr),
            ra);
        ASSERT_EQ(xy, want) << "key " << hex(sk) << " pubkey " << hex(pk);
    });
    if (all >= 100) { EXPECT_GE(good, all); }
}

/* The same by batches of one secret key: it is valid but in the last of them. */
TEST_P(Peer, EcdhBatches) {
    constexpr size_t rows = 550; /* 500 and some that are spoiled */
    const int all = count(100000), batches = (all + 499) / 500;
    std::atomic<int> good = 0;
    each_case(16, batches + 2, [&](source &s, int i) {
        const bytes sk = i < batches ? seckey(s) : number(s, 1);
        bytes keys(33 * rows), shared(32 * rows), ok(rows, 0xa5), key, want(33);
        for (size_t k = 0; k < rows; k++) {
            const bool spoiled = s.one_in(32);
            do key = bytes{static_cast<uint8_t>(2 + s.below(2))} + number(s, 16);
            while (!spoiled && !peer::pubkey_convert(want.data(), 33, key.data(), 33, false));
            put(keys, 33 * k, key);
        }
        ufsecp_ecdh_batch(shared.data(), ok.data(), keys.data(), sk.data(), rows);
        for (size_t k = 0; k < rows; k++) {
            key = slice(keys, 33 * k, 33), want.resize(32);
            const int valid = peer::ecdh(want.data(), key.data(), key.size(), sk.data());
            const bytes ours = slice(shared, 32 * k, 32);
            ASSERT_TRUE(ok[k] == valid && ours == want)
                << "key " << hex(sk) << " pubkey " << hex(key) << both(ok[k], ours, valid, want);
            good += valid;
        }
    });
    EXPECT_GE(good, all);
}

/* ---- Verdicts ---- */

TEST_P(Peer, EcdsaVerdicts) {
    std::atomic<int> good = 0;
    const int all = count(100000);
    each_case(9, all, [&](source &s, int) {
        const ecdsa_case c = ecdsa(s);
        const bool low_s = s.one_in(2), hybrid = s.one_in(2);
        const unsigned flags = (low_s ? UFSECP_LOW_S : 0) | (hybrid ? UFSECP_ALLOW_HYBRID : 0);
        const int ra =
            ufsecp_ecdsa_verify(c.sig.data(), c.msg.data(), c.pk.data(), c.pk.size(), flags);
        const int rb =
            peer::ecdsa_verify(c.sig.data(), c.msg.data(), c.pk.data(), c.pk.size(), low_s, hybrid);
        ASSERT_EQ(ra, rb) << "sig " << hex(c.sig) << " msg " << hex(c.msg) << " pubkey "
                          << hex(c.pk) << " flags " << flags;
        good += ra;
    });
    expect_mixed(good, all);
}

TEST_P(Peer, SchnorrVerdicts) {
    std::atomic<int> good = 0;
    const int all = count(100000);
    each_case(10, all, [&](source &s, int) {
        const schnorr_case c = schnorr(s);
        const int ra = ufsecp_schnorr_verify(c.sig.data(), c.msg.data(), c.msg.size(), c.pk.data());
        const int rb = peer::schnorr_verify(c.sig.data(), c.msg.data(), c.msg.size(), c.pk.data());
        ASSERT_EQ(ra, rb) << "sig " << hex(c.sig) << " msg " << hex(c.msg) << " pubkey "
                          << hex(c.pk);
        good += ra;
    });
    expect_mixed(good, all);
}

TEST_P(Peer, RecoveredKeys) {
    std::atomic<int> good = 0, second_x = 0;
    const int all = count(10000);
    each_case(11, all, [&](source &s, int) {
        const ecdsa_case c = ecdsa(s);
        const int recid = s.one_in(16) ? static_cast<int>(s.below(7)) - 1 : c.recid;
        const size_t len = s.one_in(2) ? 33 : 65;
        bytes a(len), b(len);
        const int ra =
            ufsecp_ecdsa_recover(a.data(), len, c.sig.data(), recid, c.msg.data()) == UFSECP_OK;
        const int rb = peer::ecdsa_recover(b.data(), len, c.sig.data(), recid, c.msg.data());
        ASSERT_TRUE(ra == rb && a == b) << "sig " << hex(c.sig) << " recid " << recid << " msg "
                                        << hex(c.msg) << both(ra, a, rb, b);
        good += ra;
        second_x += ra && recid >= 2;
    });
    expect_mixed(good, all);
    if (all >= 1000) { EXPECT_GT(second_x, all / 200); }
}

TEST_P(Peer, PublicKeyEncodings) {
    std::atomic<int> good = 0;
    const int all = count(100000);
    each_case(12, all, [&](source &s, int) {
        bytes pk;
        if (s.one_in(4)) {
            pk = pubkey(s, 2);
        } else if (s.one_in(2)) {
            pk = bytes{static_cast<uint8_t>(2 + s.below(2))} + number(s, 16);
        } else {
            pk = s.string(s.one_in(2) ? 33 : 65);
            pk[0] = static_cast<uint8_t>(s.below(9));
        }
        const bool hybrid = s.one_in(2);
        const size_t len = s.one_in(2) ? 33 : 65;
        bytes a(len), b(len);
        const int ra = ufsecp_pubkey_convert(a.data(), len, pk.data(), pk.size(),
                                             hybrid ? UFSECP_ALLOW_HYBRID : 0) == UFSECP_OK;
        const int rb = peer::pubkey_convert(b.data(), len, pk.data(), pk.size(), hybrid);
        ASSERT_TRUE(ra == rb && a == b)
            << "pubkey " << hex(pk) << " hybrid " << hybrid << both(ra, a, rb, b);
        good += ra;
    });
    expect_mixed(good, all);
}

/* ---- DER and s ---- */

/* The peer reads DER of any length and gives zeros for r or s that is negative or not below n; ours
 * reads BIP-66's form of values below 2^256. */
TEST(PeerDer, Parse) {
    std::atomic<int> good = 0;
    const int all = scaled(100000);
    each_case(13, all, [&](source &s, int) {
        const bytes d = der(s), want = strict_der(d);
        bytes a(64), b(64), lax(64);
        const int ra = ufsecp_ecdsa_sig_parse_der(a.data(), d.data(), d.size()),
                  rb = peer::ecdsa_parse_der(b.data(), d.data(), d.size());
        ASSERT_EQ(ra, !want.empty()) << "der " << hex(d) << " peer " << rb << ' ' << hex(b);
        if (ra) { ASSERT_EQ(a, want) << "der " << hex(d); }
        const bool peer_has_both =
            rb && !num::of_bytes(b.data()).is_zero() && !num::of_bytes(b.data() + 32).is_zero();
        ASSERT_TRUE(ra ? rb == 1 : !peer_has_both)
            << "der " << hex(d) << " peer " << rb << ' ' << hex(b);
        for (size_t k = 0; ra && k < 2; k++) { /* each number: ours, or zero if it is not below n */
            const bytes ours = slice(a, 32 * k, 32), theirs = slice(b, 32 * k, 32);
            ASSERT_EQ(theirs, num::of_bytes(ours.data()) < reference::n ? ours : bytes(32))
                << "der " << hex(d) << " ours " << hex(a);
        }
        if (ra) { /* what is strict is lax too; there both become zero unless both are below n */
            const bool below = num::of_bytes(a.data()) < reference::n &&
                               num::of_bytes(a.data() + 32) < reference::n;
            ASSERT_EQ(ufsecp_ecdsa_sig_parse_der_lax(lax.data(), d.data(), d.size()), 1)
                << "der " << hex(d);
            ASSERT_EQ(lax, below ? a : bytes(64)) << "der " << hex(d);
        }
        good += ra;
    });
    expect_mixed(good, all);
}

TEST(PeerDer, Write) {
    each_case(14, scaled(100000), [&](source &s, int) {
        bytes sig = to_bytes(scalar(s, 2)) + to_bytes(scalar(s, 2)), der(72), back(64);
        for (size_t k = 0; k < 2; k++)
            if (s.one_in(4))
                std::fill_n(sig.begin() + static_cast<ptrdiff_t>(32 * k), s.below(33), uint8_t(0));
        size_t len = der.size();
        ASSERT_EQ(ufsecp_ecdsa_sig_serialize_der(der.data(), &len, sig.data()), 1) << hex(sig);
        der.resize(len);
        ASSERT_EQ(der, peer::ecdsa_write_der(sig.data())) << hex(sig);
        ASSERT_EQ(ufsecp_ecdsa_sig_parse_der(back.data(), der.data(), len), 1) << hex(der);
        ASSERT_EQ(back, sig) << hex(der);
    });
}

TEST_P(Peer, Normalize) {
    each_case(15, count(100000), [&](source &s, int) {
        const bytes sig = number(s, 4) + number(s, 2);
        bytes a = sig, b = sig;
        int ha = 0, hb = 0;
        const int ra = ufsecp_ecdsa_sig_normalize(a.data(), &ha),
                  rb = peer::ecdsa_normalize(b.data(), &hb);
        ASSERT_TRUE(ra == rb && a == b && ha == hb)
            << "sig " << hex(sig) << both(ra, a, rb, b) << "\nours " << ha << " peer " << hb;
    });
}

}  // namespace
