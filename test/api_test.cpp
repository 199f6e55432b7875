// The C ABI on every engine: what valid input gives, what hostile input is told, what misuse leaves
// alone, batches against single calls.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <functional>
#include <thread>

#include "api.h"

using reference::mod_mul;
using reference::mod_neg;
using reference::num;

namespace {

num n_of(const bytes &b) { return num::of_bytes(b.data()); }
bytes mul_mod_n(const bytes &a, const bytes &b) {
    return be(mod_mul(n_of(a), n_of(b), reference::n));
}
bytes neg_mod_n(const bytes &a) { return be(mod_neg(n_of(a), reference::n)); }
bytes half_order() {
    bytes h(32);
    for (size_t i = 0; i < 32; i++)
        h[i] = static_cast<uint8_t>(order[i] >> 1 | (i ? order[i - 1] << 7 : 0));
    return h;
}
const bytes p_minus_n =
    be(reference::mod_sub(reference::p, reference::n, reference::p)); /* p - n < p */
bytes with(bytes b, size_t at, const bytes &part) {
    std::copy(part.begin(), part.end(), b.begin() + static_cast<ptrdiff_t>(at));
    return b;
}
bytes flipped(bytes b, size_t at) {
    b[at] ^= 1;
    return b;
}
ufsecp_status convert(const bytes &pk, size_t out_len = 33, unsigned flags = 0,
                      bytes *out = nullptr) {
    bytes t(out_len, 0xa5);
    const ufsecp_status s = ufsecp_pubkey_convert(t.data(), out_len, pk.data(), pk.size(), flags);
    if (s != UFSECP_OK) { EXPECT_TRUE(all_zero(t)); }
    if (out) *out = t;
    return s;
}
ufsecp_status recover(bytes *pk, const bytes &sig, int recid, const bytes &msg) {
    pk->assign(33, 0xa5);
    const ufsecp_status s = ufsecp_ecdsa_recover(pk->data(), 33, sig.data(), recid, msg.data());
    if (s != UFSECP_OK) { EXPECT_TRUE(all_zero(*pk)); }
    return s;
}

class Api : public EachEngine {};
ON_EACH_ENGINE(Api);

/* ---- Library ---- */

TEST(Library, EnginesAreListedAndChosen) {
    ASSERT_FALSE(engines().empty());
    for (const std::string &name : engines()) {
        EXPECT_EQ(ufsecp_engine_select(name.c_str()), 1);
        EXPECT_EQ(ufsecp_engine(), name);
        EXPECT_EQ(ufsecp_engine_select("no such engine"), 0);
        EXPECT_EQ(ufsecp_engine_select(nullptr), 0);
        EXPECT_EQ(ufsecp_engine(), name);
    }
    EXPECT_EQ(ufsecp_engine_select("auto"), 1);
    EXPECT_EQ(ufsecp_engine(), engines()[0]);
    int supported = 7;
    EXPECT_EQ(ufsecp_engine_at(1000, &supported), nullptr);
    EXPECT_EQ(supported, 0);
    EXPECT_NE(ufsecp_engine_at(0, nullptr), nullptr);
    for (size_t i = 0; const char *name = ufsecp_engine_at(i, &supported); i++) {
        const bool gpu =
            std::string("cuda opencl metal").find(name) != std::string::npos; /* not opened here */
        if (!supported && !gpu) { EXPECT_EQ(ufsecp_engine_select(name), 0); }
    }
}

TEST(Library, TellsItsVersionTablesAndStatuses) {
    EXPECT_STREQ(ufsecp_version(), UFSECP_VERSION);
    EXPECT_GE(ufsecp_table_bytes_ct(), 64u);
    EXPECT_GE(ufsecp_table_bytes_var(), 64u);
    std::vector<std::string> seen;
    for (int s = UFSECP_SIG_FORMAT; s <= UFSECP_OK; s++) {
        const std::string text = ufsecp_status_text(static_cast<ufsecp_status>(s));
        EXPECT_EQ(std::count(seen.begin(), seen.end(), text), 0) << text;
        seen.push_back(text);
    }
}

TEST(Library, EnginesMayBeChosenWhileOthersWork) {
    const bytes sk = draw("key", 1), msg = draw("msg", 1), sig = ecdsa_sign(msg, sk),
                pk = pubkey_of(sk);
    std::vector<std::thread> workers;
    std::atomic<int> bad{0};
    for (int t = 0; t < 3; t++)
        workers.emplace_back([&] {
            for (int i = 0; i < 50; i++)
                bad += ufsecp_ecdsa_check(sig.data(), msg.data(), pk.data(), 33, 0) != UFSECP_OK;
        });
    for (int i = 0; i < 200; i++)
        for (const std::string &name : engines()) ufsecp_engine_select(name.c_str());
    for (std::thread &w : workers) w.join();
    ufsecp_engine_select("auto");
    EXPECT_EQ(bad, 0);
}

/* ---- Secret keys ---- */

TEST_P(Api, SecretKeyRange) {
    const struct {
        bytes key;
        int valid;
    } cases[] = {{zero32, 0}, {plus(zero32, 1), 1}, {plus(order, -1), 1},
                 {order, 0},  {plus(order, 1), 0},  {ones32, 0}};
    for (const auto &c : cases) {
        bytes out(65, 0xa5), x(32, 0xa5), sig(64, 0xa5), t;
        int parity = 9, recid = 9;
        const bytes msg = draw("msg", 0), peer = pubkey_of(draw("key", 5));
        EXPECT_EQ(ufsecp_seckey_verify(c.key.data()), c.valid);
        EXPECT_EQ(ufsecp_pubkey_create(out.data(), 65, c.key.data()), c.valid);
        EXPECT_EQ(all_zero(out), !c.valid);
        EXPECT_EQ(ufsecp_xonly_create(x.data(), &parity, c.key.data()), c.valid);
        EXPECT_EQ(all_zero(x), !c.valid);
        EXPECT_EQ(parity, c.valid ? out[64] & 1 : 0);
        EXPECT_EQ(
            ufsecp_ecdsa_sign_recoverable(sig.data(), &recid, msg.data(), c.key.data(), nullptr),
            c.valid);
        EXPECT_EQ(all_zero(sig), !c.valid);
        if (!c.valid) { EXPECT_EQ(recid, 0); }
        sig.assign(64, 0xa5);
        EXPECT_EQ(ufsecp_ecdsa_sign(sig.data(), msg.data(), c.key.data(), nullptr), c.valid);
        EXPECT_EQ(all_zero(sig), !c.valid);
        ufsecp_keypair pair;
        memset(&pair, 0xa5, sizeof pair);
        EXPECT_EQ(ufsecp_keypair_create(&pair, c.key.data()), c.valid);
        const bytes halves(pair.opaque, pair.opaque + sizeof pair.opaque);
        EXPECT_EQ(halves, c.valid ? c.key + pubkey_of(c.key) : bytes(65));
        sig.assign(64, 0xa5);
        EXPECT_EQ(ufsecp_schnorr_sign(sig.data(), msg.data(), 32, c.key.data(), nullptr), c.valid);
        EXPECT_EQ(all_zero(sig), !c.valid);
        memcpy(pair.opaque, c.key.data(), 32); /* made from parts */
        sig.assign(64, 0xa5);
        EXPECT_EQ(ufsecp_schnorr_sign_keypair(sig.data(), msg.data(), 32, &pair, nullptr), c.valid);
        EXPECT_EQ(all_zero(sig), !c.valid);
        EXPECT_EQ(ufsecp_ecdh(x.data(), peer.data(), 33, c.key.data()), c.valid);
        EXPECT_EQ(all_zero(x), !c.valid);
        EXPECT_EQ(ufsecp_ecdh_x(x.data(), peer.data(), 33, c.key.data()), c.valid);
        EXPECT_EQ(all_zero(x), !c.valid);
        EXPECT_EQ(ufsecp_taproot_output_seckey(x.data(), c.key.data(), nullptr), c.valid);
        EXPECT_EQ(all_zero(x), !c.valid);
        EXPECT_EQ(ufsecp_seckey_negate((t = c.key).data()), c.valid);
        EXPECT_EQ(t, c.valid ? neg_mod_n(c.key) : zero32);
        EXPECT_EQ(ufsecp_seckey_tweak_add((t = c.key).data(), zero32.data()), c.valid);
        EXPECT_EQ(t, c.valid ? c.key : zero32);
        EXPECT_EQ(ufsecp_seckey_tweak_mul((t = c.key).data(), plus(zero32, 1).data()), c.valid);
        EXPECT_EQ(t, c.valid ? c.key : zero32);
    }
    bytes a(32), b(32);
    EXPECT_EQ(ufsecp_seckey_generate(a.data()) + ufsecp_seckey_generate(b.data()), 2);
    EXPECT_EQ(ufsecp_seckey_verify(a.data()), 1);
    EXPECT_NE(a, b);
}

TEST_P(Api, TweaksAgreeOnBothSides) {
    for (size_t i = 0; i < 10; i++) {
        const bytes sk = draw("key", i), t = draw("tweak", i), pk = pubkey_of(sk, i & 1 ? 65 : 33);
        bytes s, out(33);
        EXPECT_EQ(ufsecp_seckey_tweak_add((s = sk).data(), t.data()), 1);
        EXPECT_EQ(s, be(mod_add(n_of(sk), n_of(t), reference::n)));
        EXPECT_EQ(ufsecp_pubkey_tweak_add(out.data(), 33, pk.data(), pk.size(), t.data()), 1);
        EXPECT_EQ(out, pubkey_of(s));
        EXPECT_EQ(ufsecp_seckey_tweak_mul((s = sk).data(), t.data()), 1);
        EXPECT_EQ(s, mul_mod_n(sk, t));
        EXPECT_EQ(ufsecp_pubkey_tweak_mul(out.data(), 33, pk.data(), pk.size(), t.data()), 1);
        EXPECT_EQ(out, pubkey_of(s));
        EXPECT_EQ(ufsecp_seckey_negate((s = sk).data()), 1);
        EXPECT_EQ(ufsecp_pubkey_negate(out.data(), 33, pk.data(), pk.size()), 1);
        EXPECT_EQ(out, pubkey_of(s));
    }
    /* tweak = 0, = n, >= n, = -key */
    const bytes sk = draw("key", 0), pk = pubkey_of(sk);
    const struct {
        bytes tweak;
        int add, mul;
    } cases[] = {{zero32, 1, 0},
                 {order, 0, 0},
                 {ones32, 0, 0},
                 {neg_mod_n(sk), 0, 1},
                 {plus(order, -1), 1, 1}};
    for (const auto &c : cases) {
        bytes s, out(33, 0xa5);
        EXPECT_EQ(ufsecp_seckey_tweak_add((s = sk).data(), c.tweak.data()), c.add);
        EXPECT_EQ(all_zero(s), !c.add);
        EXPECT_EQ(ufsecp_pubkey_tweak_add(out.data(), 33, pk.data(), 33, c.tweak.data()), c.add);
        EXPECT_EQ(out, c.add ? pubkey_of(s) : bytes(33));
        EXPECT_EQ(ufsecp_seckey_tweak_mul((s = sk).data(), c.tweak.data()), c.mul);
        EXPECT_EQ(all_zero(s), !c.mul);
        EXPECT_EQ(ufsecp_pubkey_tweak_mul(out.data(), 33, pk.data(), 33, c.tweak.data()), c.mul);
        EXPECT_EQ(out, c.mul ? pubkey_of(s) : bytes(33));
    }
}

/* ---- Public keys ---- */

TEST_P(Api, PubkeyEncodings) {
    for (size_t i = 0; i < 8; i++) {
        const bytes sk = draw("key", i), c = pubkey_of(sk), u = pubkey_of(sk, 65);
        bytes hybrid = u, out;
        hybrid[0] = static_cast<uint8_t>(6 + (u[64] & 1));
        EXPECT_EQ(c[0], 2 + (u[64] & 1));
        EXPECT_EQ(slice(c, 1, 32), slice(u, 1, 32));
        EXPECT_EQ(xonly_of(sk), slice(c, 1, 32));
        for (const bytes &in : {c, u}) {
            EXPECT_EQ(convert(in, 33, 0, &out), UFSECP_OK);
            EXPECT_EQ(out, c);
            EXPECT_EQ(convert(in, 65, 0, &out), UFSECP_OK);
            EXPECT_EQ(out, u);
        }
        EXPECT_EQ(convert(hybrid), UFSECP_PUBKEY_FORMAT);
        EXPECT_EQ(convert(hybrid, 65, UFSECP_ALLOW_HYBRID, &out), UFSECP_OK);
        EXPECT_EQ(out, u);
        EXPECT_EQ(convert(flipped(hybrid, 0), 33, UFSECP_ALLOW_HYBRID), UFSECP_PUBKEY_FORMAT);
        EXPECT_EQ(convert(flipped(u, 64)), UFSECP_PUBKEY_OFF_CURVE);
        EXPECT_EQ(convert(flipped(u, 32)), UFSECP_PUBKEY_OFF_CURVE);
    }
    const bytes c = pubkey_of(draw("key", 1)), u = pubkey_of(draw("key", 1), 65);
    for (size_t len = 0; len <= 66; len++) {
        if (len == 33 || len == 65) continue;
        for (uint8_t prefix : {0, 2, 4, 6}) {
            bytes k(len, 1);
            if (len) k[0] = prefix;
            bytes out(33, 0xa5);
            const uint8_t none = 0;
            EXPECT_EQ(ufsecp_pubkey_convert(out.data(), 33, len ? k.data() : &none, len,
                                            UFSECP_ALLOW_HYBRID),
                      UFSECP_PUBKEY_FORMAT);
            EXPECT_TRUE(all_zero(out));
        }
    }
    for (unsigned prefix = 0; prefix < 256; prefix++) {
        const bytes p = {static_cast<uint8_t>(prefix)};
        if (prefix != 2 && prefix != 3) {
            EXPECT_EQ(convert(with(c, 0, p), 33, UFSECP_ALLOW_HYBRID), UFSECP_PUBKEY_FORMAT);
        }
        if (prefix != 4) { EXPECT_EQ(convert(with(u, 0, p)), UFSECP_PUBKEY_FORMAT); }
    }
    for (int d : {0, 1, 5}) { /* p + d: not a coordinate, even where d is one */
        EXPECT_EQ(convert(with(c, 1, plus(prime, d))), UFSECP_PUBKEY_RANGE);
        EXPECT_EQ(convert(with(u, 1, plus(prime, d))), UFSECP_PUBKEY_RANGE);
        EXPECT_EQ(convert(with(u, 33, plus(prime, d))), UFSECP_PUBKEY_RANGE);
    }
    EXPECT_EQ(convert(with(c, 1, ones32)), UFSECP_PUBKEY_RANGE);
    EXPECT_EQ(convert(with(c, 1, plus(zero32, 5))), UFSECP_PUBKEY_OFF_CURVE);
    EXPECT_EQ(convert(with(c, 1, zero32)), UFSECP_PUBKEY_OFF_CURVE);
    EXPECT_EQ(convert(with(u, 1, zero32 + zero32)), UFSECP_PUBKEY_OFF_CURVE);
    EXPECT_EQ(convert(with(c, 1, plus(zero32, 1))), UFSECP_OK);
    /* a hybrid key is a key for ECDSA verification where the flag says so */
    const bytes msg = draw("msg", 0), sig = ecdsa_sign(msg, draw("key", 1));
    const bytes hybrid = with(u, 0, {static_cast<uint8_t>(6 + (u[64] & 1))});
    EXPECT_EQ(ecdsa_check(sig, msg, hybrid), UFSECP_PUBKEY_FORMAT);
    EXPECT_EQ(ecdsa_check(sig, msg, hybrid, UFSECP_ALLOW_HYBRID), UFSECP_OK);
    EXPECT_EQ(ecdsa_check(sig, msg, flipped(hybrid, 0), UFSECP_ALLOW_HYBRID), UFSECP_PUBKEY_FORMAT);
}

TEST_P(Api, PubkeyCombine) {
    const bytes a = draw("key", 1), b = draw("key", 2), minus_a = neg_mod_n(a);
    bytes out(33, 0xa5), keys = pubkey_of(a) + pubkey_of(b) + pubkey_of(a), s = a;
    (void)!ufsecp_seckey_tweak_add(s.data(), b.data());
    (void)!ufsecp_seckey_tweak_add(s.data(), a.data());
    EXPECT_EQ(ufsecp_pubkey_combine(out.data(), 33, keys.data(), 3), 1);
    EXPECT_EQ(out, pubkey_of(s));
    keys = pubkey_of(a) + pubkey_of(a); /* a doubling */
    EXPECT_EQ(ufsecp_pubkey_combine(out.data(), 33, keys.data(), 2), 1);
    EXPECT_EQ(out, pubkey_of(be(mod_add(n_of(a), n_of(a), reference::n))));
    keys = pubkey_of(a) + pubkey_of(minus_a) + pubkey_of(b); /* through infinity */
    EXPECT_EQ(ufsecp_pubkey_combine(out.data(), 33, keys.data(), 3), 1);
    EXPECT_EQ(out, pubkey_of(b));
    for (size_t n : {0, 2}) {
        out.assign(33, 0xa5);
        EXPECT_EQ(ufsecp_pubkey_combine(out.data(), 33, keys.data(), n), 0); /* infinity */
        EXPECT_TRUE(all_zero(out));
    }
    keys[33] = 5;
    out.assign(33, 0xa5);
    EXPECT_EQ(ufsecp_pubkey_combine(out.data(), 33, keys.data(), 3), 0);
    EXPECT_TRUE(all_zero(out));
}

/* ---- ECDSA ---- */

TEST_P(Api, EcdsaRoundTrip) {
    for (size_t i = 0; i < 10; i++) {
        const bytes sk = draw("key", i),
                    msg = i == 0   ? zero32
                          : i == 1 ? ones32
                          : i == 2 ? order
                                   : draw("msg", i),
                    pk = pubkey_of(sk);
        const bytes sig = ecdsa_sign(msg, sk), extra = draw("extra", i);
        bytes again(64), other(64), out;
        int recid = -1;
        EXPECT_EQ(ecdsa_check(sig, msg, pk, UFSECP_LOW_S), UFSECP_OK);
        EXPECT_EQ(ecdsa_check(sig, msg, pubkey_of(sk, 65)), UFSECP_OK);
        EXPECT_EQ(
            ufsecp_ecdsa_sign_recoverable(again.data(), &recid, msg.data(), sk.data(), nullptr), 1);
        EXPECT_EQ(again, sig);
        EXPECT_EQ(recover(&out, sig, recid, msg), UFSECP_OK);
        EXPECT_EQ(out, pk);
        EXPECT_EQ(recover(&out, sig, recid ^ 1, msg), UFSECP_OK);
        EXPECT_NE(out, pk);
        EXPECT_EQ(ufsecp_ecdsa_sign(other.data(), msg.data(), sk.data(), extra.data()), 1);
        EXPECT_NE(other, sig);
        EXPECT_EQ(ecdsa_check(other, msg, pk, UFSECP_LOW_S), UFSECP_OK);
        EXPECT_EQ(ecdsa_check(sig, flipped(msg, i), pk), UFSECP_BAD_SIGNATURE);
        EXPECT_EQ(ecdsa_check(flipped(sig, i), msg, pk), UFSECP_BAD_SIGNATURE);
        EXPECT_EQ(ecdsa_check(flipped(sig, 63), msg, pk), UFSECP_BAD_SIGNATURE);
        /* -Q signs what Q does where the hash is 0 mod n */
        EXPECT_EQ(ecdsa_check(sig, msg, flipped(pk, 0)),
                  i == 0 || i == 2 ? UFSECP_OK : UFSECP_BAD_SIGNATURE);
        EXPECT_EQ(ecdsa_check(sig, msg, pubkey_of(draw("key", i + 1))), UFSECP_BAD_SIGNATURE);
        /* the high twin */
        bytes high = with(sig, 32, neg_mod_n(slice(sig, 32, 32)));
        int was_high = 9;
        EXPECT_EQ(ecdsa_check(high, msg, pk), UFSECP_OK);
        EXPECT_EQ(ecdsa_check(high, msg, pk, UFSECP_LOW_S), UFSECP_S_HIGH);
        EXPECT_EQ(recover(&out, high, recid ^ 1, msg), UFSECP_OK);
        EXPECT_EQ(out, pk);
        EXPECT_EQ(ufsecp_ecdsa_sig_normalize(high.data(), &was_high), 1);
        EXPECT_EQ(was_high, 1);
        EXPECT_EQ(high, sig);
        EXPECT_EQ(ufsecp_ecdsa_sig_normalize(high.data(), &was_high), 1);
        EXPECT_EQ(was_high, 0);
        EXPECT_EQ(high, sig);
        EXPECT_EQ(ufsecp_ecdsa_sig_normalize(high.data(), nullptr), 1);
    }
}

TEST_P(Api, EcdsaRanges) {
    const bytes sk = draw("key", 3), msg = draw("msg", 3), pk = pubkey_of(sk),
                sig = ecdsa_sign(msg, sk), h = half_order();
    const struct {
        bytes r, s;
        ufsecp_status status, low;
    } cases[] = {
        {zero32, slice(sig, 32, 32), UFSECP_R_ZERO, UFSECP_R_ZERO},
        {order, slice(sig, 32, 32), UFSECP_R_RANGE, UFSECP_R_RANGE},
        {plus(order, 1), slice(sig, 32, 32), UFSECP_R_RANGE, UFSECP_R_RANGE},
        {ones32, slice(sig, 32, 32), UFSECP_R_RANGE, UFSECP_R_RANGE},
        {plus(order, -1), slice(sig, 32, 32), UFSECP_BAD_SIGNATURE, UFSECP_BAD_SIGNATURE},
        {plus(zero32, 1), slice(sig, 32, 32), UFSECP_BAD_SIGNATURE, UFSECP_BAD_SIGNATURE},
        {slice(sig, 0, 32), zero32, UFSECP_S_ZERO, UFSECP_S_ZERO},
        {slice(sig, 0, 32), order, UFSECP_S_RANGE, UFSECP_S_RANGE},
        {slice(sig, 0, 32), plus(order, 1), UFSECP_S_RANGE, UFSECP_S_RANGE},
        {slice(sig, 0, 32), ones32, UFSECP_S_RANGE, UFSECP_S_RANGE},
        {slice(sig, 0, 32), plus(order, -1), UFSECP_BAD_SIGNATURE, UFSECP_S_HIGH},
        {slice(sig, 0, 32), plus(zero32, 1), UFSECP_BAD_SIGNATURE, UFSECP_BAD_SIGNATURE},
        {slice(sig, 0, 32), h, UFSECP_BAD_SIGNATURE, UFSECP_BAD_SIGNATURE},
        {slice(sig, 0, 32), plus(h, 1), UFSECP_BAD_SIGNATURE, UFSECP_S_HIGH},
        {zero32, zero32, UFSECP_R_ZERO, UFSECP_R_ZERO},
    };
    for (const auto &c : cases) {
        EXPECT_EQ(ecdsa_check(c.r + c.s, msg, pk), c.status) << to_hex(c.r + c.s);
        EXPECT_EQ(ecdsa_check(c.r + c.s, msg, pk, UFSECP_LOW_S), c.low) << to_hex(c.r + c.s);
        bytes t = c.r + c.s;
        const bool range = c.status == UFSECP_R_RANGE || c.status == UFSECP_S_RANGE;
        EXPECT_EQ(ufsecp_ecdsa_sig_normalize(t.data(), nullptr), !range);
        EXPECT_EQ(slice(t, 0, 32), range ? zero32 : c.r);
    }
    /* s = n + s is the same residue, and is refused */
    bytes small = plus(zero32, 3), out;
    EXPECT_EQ(ecdsa_check(slice(sig, 0, 32) + plus(order, 3), msg, pk), UFSECP_S_RANGE);
    /* (h/s) G + (r/s) Q = infinity */
    const bytes r = draw("r", 0), inf_msg = neg_mod_n(mul_mod_n(r, sk));
    EXPECT_EQ(ecdsa_check(r + small, inf_msg, pk), UFSECP_BAD_SIGNATURE);
    /* keys */
    EXPECT_EQ(ecdsa_check(sig, msg, with(pk, 1, prime)), UFSECP_PUBKEY_RANGE);
    EXPECT_EQ(ecdsa_check(sig, msg, with(pk, 1, plus(zero32, 5))), UFSECP_PUBKEY_OFF_CURVE);
    EXPECT_EQ(ecdsa_check(sig, msg, slice(pk, 0, 32)), UFSECP_PUBKEY_FORMAT);
    EXPECT_EQ(ecdsa_check(sig, msg, slice(pk, 1, 32)), UFSECP_PUBKEY_FORMAT);
    EXPECT_EQ(ecdsa_check(sig, msg, pk + zero32), UFSECP_PUBKEY_FORMAT);
    EXPECT_EQ(ecdsa_check(sig, msg, bytes{0}), UFSECP_PUBKEY_FORMAT);
}

TEST_P(Api, RecoveryIds) {
    const bytes sk = draw("key", 4), msg = draw("msg", 4), sig = ecdsa_sign(msg, sk),
                one = plus(zero32, 1);
    bytes out;
    for (int recid : {-1, 4, 5, 255, -2147483647})
        EXPECT_EQ(recover(&out, sig, recid, msg), UFSECP_RECID);
    EXPECT_EQ(recover(&out, sig, 2, msg), UFSECP_RECID); /* r + n >= p for nearly every r */
    EXPECT_EQ(recover(&out, sig, 3, msg), UFSECP_RECID);
    EXPECT_EQ(recover(&out, with(sig, 0, p_minus_n), 2, msg), UFSECP_RECID);
    EXPECT_NE(recover(&out, with(sig, 0, plus(p_minus_n, -1)), 2, msg), UFSECP_RECID);
    EXPECT_EQ(recover(&out, with(sig, 0, zero32), 0, msg), UFSECP_R_ZERO);
    EXPECT_EQ(recover(&out, with(sig, 0, order), 0, msg), UFSECP_R_RANGE);
    EXPECT_EQ(recover(&out, with(sig, 32, zero32), 0, msg), UFSECP_S_ZERO);
    EXPECT_EQ(recover(&out, with(sig, 32, order), 0, msg), UFSECP_S_RANGE);
    EXPECT_EQ(recover(&out, with(sig, 0, plus(zero32, 5)), 0, msg), UFSECP_NO_POINT);
    /* s R = h G: the key would be infinity */
    const bytes k = draw("k", 0), r = xonly_of(k), odd = pubkey_of(k), s = draw("s", 0);
    EXPECT_EQ(recover(&out, r + s, odd[0] & 1, mul_mod_n(s, k)), UFSECP_NO_POINT);
    /* Small r: where r + n < p is an x coordinate, recid 2 and 3 give keys, and verification, which
     * is not told, accepts them. */
    int found = 0, both = 0;
    for (int d = 1; d < 40; d++)
        for (int base = 0; base < 2; base++) {
            const bytes low = base ? plus(p_minus_n, -d) : plus(zero32, d),
                        x = be(reference::mod_add(n_of(low), reference::n, reference::p));
            const bool exists = convert(bytes{2} + x) == UFSECP_OK,
                       plain = convert(bytes{2} + low) == UFSECP_OK;
            for (int recid = 0; recid < 4; recid++) {
                const ufsecp_status want =
                    (recid < 2 ? plain : exists) ? UFSECP_OK : UFSECP_NO_POINT;
                EXPECT_EQ(recover(&out, with(sig, 0, low), recid, msg), want);
                if (want != UFSECP_OK) continue;
                EXPECT_EQ(ecdsa_check(with(sig, 0, low), msg, out), UFSECP_OK);
                EXPECT_EQ(ecdsa_check(with(sig, 0, low), flipped(msg, 0), out),
                          UFSECP_BAD_SIGNATURE);
            }
            found += exists, both += exists && plain;
        }
    EXPECT_GT(found, 0);
    EXPECT_GT(both, 0);
}

/* ---- Schnorr ---- */

TEST_P(Api, SchnorrRoundTrip) {
    for (size_t len : {0, 1, 31, 32, 33, 64, 100, 1000}) {
        bytes msg(len);
        for (size_t i = 0; i < len; i++) msg[i] = static_cast<uint8_t>(i * 7 + len);
        const bytes sk = draw("key", len), pk = xonly_of(sk), sig = schnorr_sign(msg, sk),
                    aux = draw("aux", len);
        bytes other(64);
        EXPECT_EQ(schnorr_check(sig, msg, pk), UFSECP_OK);
        EXPECT_EQ(ufsecp_schnorr_sign(other.data(), msg.data(), len, sk.data(), zero32.data()), 1);
        EXPECT_EQ(other, sig); /* no aux is an aux of zeros */
        EXPECT_EQ(ufsecp_schnorr_sign(other.data(), msg.data(), len, sk.data(), aux.data()), 1);
        EXPECT_NE(other, sig);
        EXPECT_EQ(schnorr_check(other, msg, pk), UFSECP_OK);
        ufsecp_keypair pair;
        bytes again(64);
        ASSERT_EQ(ufsecp_keypair_create(&pair, sk.data()), 1);
        EXPECT_EQ(ufsecp_schnorr_sign_keypair(again.data(), msg.data(), len, &pair, aux.data()), 1);
        EXPECT_EQ(again, other);
        EXPECT_EQ(ufsecp_schnorr_sign_keypair(again.data(), msg.data(), len, &pair, nullptr), 1);
        EXPECT_EQ(again, sig);
        ufsecp_wipe(&pair, sizeof pair);
        EXPECT_TRUE(all_zero(bytes(pair.opaque, pair.opaque + sizeof pair.opaque)));
        EXPECT_EQ(ufsecp_schnorr_sign_keypair(again.data(), msg.data(), len, &pair, nullptr), 0);
        EXPECT_TRUE(all_zero(again));
        if (len) { EXPECT_EQ(schnorr_check(sig, flipped(msg, len - 1), pk), UFSECP_BAD_SIGNATURE); }
        EXPECT_EQ(schnorr_check(sig, msg + bytes{0}, pk), UFSECP_BAD_SIGNATURE);
        EXPECT_EQ(schnorr_check(flipped(sig, 31), msg, pk), UFSECP_BAD_SIGNATURE);
        EXPECT_EQ(schnorr_check(flipped(sig, 63), msg, pk), UFSECP_BAD_SIGNATURE);
        EXPECT_EQ(schnorr_check(sig, msg, xonly_of(draw("key", 77))), UFSECP_BAD_SIGNATURE);
    }
    const bytes sk = draw("key", 1), pk = xonly_of(sk), sig = schnorr_sign({}, sk);
    EXPECT_EQ(ufsecp_schnorr_check(sig.data(), nullptr, 0, pk.data()), UFSECP_OK);
}

/* The challenge as the standard writes it, by the generic tagged hash. */
bytes challenge(const bytes &r, const bytes &pk, const bytes &msg) {
    const bytes data = r + pk + msg;
    bytes e(32);
    ufsecp_tagged_hash(e.data(), reinterpret_cast<const uint8_t *>("BIP0340/challenge"), 17,
                       data.data(), data.size());
    return be(reference::mod(n_of(e), reference::n));
}

TEST_P(Api, SchnorrRanges) {
    bytes sk = draw("key", 6);
    if (pubkey_of(sk)[0] == 3) sk = neg_mod_n(sk);
    const bytes msg = draw("msg", 6), pk = xonly_of(sk), sig = schnorr_sign(msg, sk);
    EXPECT_EQ(schnorr_check(with(sig, 0, prime), msg, pk), UFSECP_R_RANGE);
    EXPECT_EQ(schnorr_check(with(sig, 0, ones32), msg, pk), UFSECP_R_RANGE);
    EXPECT_EQ(schnorr_check(with(sig, 0, plus(prime, -1)), msg, pk), UFSECP_BAD_SIGNATURE);
    EXPECT_EQ(schnorr_check(with(sig, 0, zero32), msg, pk), UFSECP_BAD_SIGNATURE);
    EXPECT_EQ(schnorr_check(with(sig, 32, order), msg, pk), UFSECP_S_RANGE);
    EXPECT_EQ(schnorr_check(with(sig, 32, ones32), msg, pk), UFSECP_S_RANGE);
    EXPECT_EQ(schnorr_check(with(sig, 32, zero32), msg, pk), UFSECP_BAD_SIGNATURE);
    EXPECT_EQ(schnorr_check(with(sig, 32, plus(order, -1)), msg, pk), UFSECP_BAD_SIGNATURE);
    EXPECT_EQ(schnorr_check(sig, msg, prime), UFSECP_PUBKEY_RANGE);
    EXPECT_EQ(schnorr_check(sig, msg, plus(zero32, 5)), UFSECP_PUBKEY_OFF_CURVE);
    EXPECT_EQ(schnorr_check(sig, msg, zero32), UFSECP_PUBKEY_OFF_CURVE);
    /* R = infinity, for an R.x of zero and for one that is on the curve */
    for (const bytes &r : {zero32, slice(sig, 0, 32)})
        EXPECT_EQ(schnorr_check(r + mul_mod_n(challenge(r, pk, msg), sk), msg, pk),
                  UFSECP_BAD_SIGNATURE);
    /* the right x and an odd y; its even twin verifies */
    for (size_t i = 0; i < 6; i++) {
        const bytes k = draw("k", i), r = xonly_of(k);
        bytes s = mul_mod_n(challenge(r, pk, msg), sk);
        EXPECT_EQ(ufsecp_seckey_tweak_add(s.data(), k.data()), 1);
        EXPECT_EQ(schnorr_check(r + s, msg, pk),
                  pubkey_of(k)[0] == 2 ? UFSECP_OK : UFSECP_BAD_SIGNATURE);
    }
}

/* ---- ECDH, taproot, addresses ---- */

int keep_xy(uint8_t *out, const uint8_t *x, const uint8_t *y, void *data) {
    memcpy(out, x, 32);
    memcpy(out + 32, y, 32);
    return *static_cast<int *>(data);
}

TEST_P(Api, Ecdh) {
    for (size_t i = 0; i < 6; i++) {
        const bytes a = draw("key", i), b = draw("peer", i), pa = pubkey_of(a),
                    pb = pubkey_of(b, 65), ab = mul_mod_n(a, b);
        bytes s(32), t(32), x(32), xy(64), want(32);
        int one = 1, none = 0;
        EXPECT_EQ(ufsecp_ecdh(s.data(), pb.data(), 65, a.data()), 1);
        EXPECT_EQ(ufsecp_ecdh(t.data(), pa.data(), 33, b.data()), 1);
        const bytes shared = pubkey_of(ab), full = pubkey_of(ab, 65);
        ufsecp_sha256(want.data(), shared.data(), 33);
        EXPECT_EQ(s, want);
        EXPECT_EQ(t, want);
        EXPECT_EQ(ufsecp_ecdh_x(x.data(), pb.data(), 65, a.data()), 1);
        EXPECT_EQ(x, slice(shared, 1, 32));
        EXPECT_EQ(ufsecp_ecdh_custom(xy.data(), pb.data(), 65, a.data(), keep_xy, &one), 1);
        EXPECT_EQ(xy, slice(full, 1, 64));
        EXPECT_EQ(ufsecp_ecdh_custom(xy.data(), pb.data(), 65, a.data(), keep_xy, &none), 0);
    }
    const bytes sk = draw("key", 0), bad = with(pubkey_of(sk), 1, plus(zero32, 5));
    bytes s(32, 0xa5), xy(64, 0xa5);
    int one = 1;
    EXPECT_EQ(ufsecp_ecdh(s.data(), bad.data(), 33, sk.data()), 0);
    EXPECT_TRUE(all_zero(s));
    s.assign(32, 0xa5);
    EXPECT_EQ(ufsecp_ecdh_x(s.data(), bad.data(), 33, sk.data()), 0);
    EXPECT_TRUE(all_zero(s));
    EXPECT_EQ(ufsecp_ecdh_custom(xy.data(), bad.data(), 33, sk.data(), keep_xy, &one), 0);
    EXPECT_EQ(ufsecp_ecdh_custom(xy.data(), pubkey_of(sk).data(), 33, order.data(), keep_xy, &one),
              0);
    EXPECT_EQ(xy, bytes(64, 0xa5)); /* the hash was not called */
}

TEST_P(Api, TaprootSidesAgree) {
    for (size_t i = 0; i < 8; i++) {
        const bytes sk = draw("key", i), internal = xonly_of(sk), root = draw("root", i);
        for (const uint8_t *r : {static_cast<const uint8_t *>(nullptr), root.data()}) {
            bytes q(32), d(32);
            int parity = 9;
            EXPECT_EQ(ufsecp_taproot_output_key(q.data(), &parity, internal.data(), r), 1);
            EXPECT_EQ(ufsecp_taproot_output_seckey(d.data(), sk.data(), r), 1);
            EXPECT_EQ(pubkey_of(d), bytes{static_cast<uint8_t>(2 + parity)} + q);
            EXPECT_EQ(ufsecp_taproot_output_key(q.data(), nullptr, internal.data(), r), 1);
        }
    }
    for (const bytes &bad : {prime, zero32, plus(zero32, 5)}) {
        bytes q(32, 0xa5);
        int parity = 9;
        EXPECT_EQ(ufsecp_taproot_output_key(q.data(), &parity, bad.data(), nullptr), 0);
        EXPECT_TRUE(all_zero(q));
        EXPECT_EQ(parity, 0);
    }
}

TEST_P(Api, EthereumAddressOfKeyOne) {
    const bytes one = plus(zero32, 1);
    for (size_t len : {33, 65}) {
        bytes a(20);
        EXPECT_EQ(ufsecp_ethereum_address(a.data(), pubkey_of(one, len).data(), len), 1);
        EXPECT_EQ(to_hex(a), "7e5f4552091a69125d5dfcb7b8c2659029395bdf");
    }
    bytes a(20, 0xa5);
    EXPECT_EQ(ufsecp_ethereum_address(a.data(), with(pubkey_of(one), 1, prime).data(), 33), 0);
    EXPECT_TRUE(all_zero(a));
}

/* ---- Misuse ---- */

TEST_P(Api, MisuseWritesNothing) {
    const bytes sk = draw("key", 8), msg = draw("msg", 8), pk = pubkey_of(sk), xk = xonly_of(sk),
                sig = ecdsa_sign(msg, sk);
    const bytes untouched(200, 0xa5);
    bytes out = untouched, ok = untouched;
    int number = 0x5a5a;
    size_t room = 72;
    const uint8_t *const in = msg.data();
    uint8_t *const o = out.data(), *const k = ok.data();
    const size_t huge = SIZE_MAX / 64;
    const std::function<int()> calls[] = {
        [&] { return ufsecp_sign_check_set(2); },
        [&] { return ufsecp_seckey_verify(nullptr); },
        [&] { return ufsecp_seckey_generate(nullptr); },
        [&] { return ufsecp_seckey_negate(nullptr); },
        [&] { return ufsecp_seckey_tweak_add(o, nullptr); },
        [&] { return ufsecp_seckey_tweak_add(nullptr, in); },
        [&] { return ufsecp_seckey_tweak_mul(o, nullptr); },
        [&] { return ufsecp_seckey_tweak_mul(nullptr, in); },
        [&] { return ufsecp_pubkey_create(nullptr, 33, sk.data()); },
        [&] { return ufsecp_pubkey_create(o, 33, nullptr); },
        [&] { return ufsecp_pubkey_create(o, 32, sk.data()); },
        [&] { return ufsecp_pubkey_create(o, 0, sk.data()); },
        [&] { return ufsecp_xonly_create(nullptr, &number, sk.data()); },
        [&] { return ufsecp_xonly_create(o, &number, nullptr); },
        [&] { return ufsecp_pubkey_convert(nullptr, 33, pk.data(), 33, 0) - UFSECP_MISUSE; },
        [&] { return ufsecp_pubkey_convert(o, 34, pk.data(), 33, 0) - UFSECP_MISUSE; },
        [&] { return ufsecp_pubkey_convert(o, 33, nullptr, 33, 0) - UFSECP_MISUSE; },
        [&] { return ufsecp_pubkey_convert(o, 33, pk.data(), 33, 4) - UFSECP_MISUSE; },
        [&] { return ufsecp_pubkey_convert(o, 33, pk.data(), 33, UFSECP_LOW_S) - UFSECP_MISUSE; },
        [&] { return ufsecp_pubkey_negate(nullptr, 33, pk.data(), 33); },
        [&] { return ufsecp_pubkey_negate(o, 64, pk.data(), 33); },
        [&] { return ufsecp_pubkey_negate(o, 33, nullptr, 33); },
        [&] { return ufsecp_pubkey_tweak_add(nullptr, 33, pk.data(), 33, in); },
        [&] { return ufsecp_pubkey_tweak_add(o, 1, pk.data(), 33, in); },
        [&] { return ufsecp_pubkey_tweak_add(o, 33, nullptr, 33, in); },
        [&] { return ufsecp_pubkey_tweak_add(o, 33, pk.data(), 33, nullptr); },
        [&] { return ufsecp_pubkey_tweak_mul(nullptr, 33, pk.data(), 33, in); },
        [&] { return ufsecp_pubkey_tweak_mul(o, 1, pk.data(), 33, in); },
        [&] { return ufsecp_pubkey_tweak_mul(o, 33, nullptr, 33, in); },
        [&] { return ufsecp_pubkey_tweak_mul(o, 33, pk.data(), 33, nullptr); },
        [&] { return ufsecp_pubkey_combine(nullptr, 33, pk.data(), 1); },
        [&] { return ufsecp_pubkey_combine(o, 34, pk.data(), 1); },
        [&] { return ufsecp_pubkey_combine(o, 33, nullptr, 1); },
        [&] { return ufsecp_pubkey_combine(o, 33, pk.data(), huge * 4); },
        [&] { return ufsecp_ecdsa_sign(nullptr, in, sk.data(), nullptr); },
        [&] { return ufsecp_ecdsa_sign(o, nullptr, sk.data(), nullptr); },
        [&] { return ufsecp_ecdsa_sign(o, in, nullptr, nullptr); },
        [&] { return ufsecp_ecdsa_sign_recoverable(nullptr, &number, in, sk.data(), nullptr); },
        [&] { return ufsecp_ecdsa_sign_recoverable(o, nullptr, in, sk.data(), nullptr); },
        [&] { return ufsecp_ecdsa_sign_recoverable(o, &number, nullptr, sk.data(), nullptr); },
        [&] { return ufsecp_ecdsa_sign_recoverable(o, &number, in, nullptr, nullptr); },
        [&] { return ufsecp_ecdsa_verify(nullptr, in, pk.data(), 33, 0); },
        [&] { return ufsecp_ecdsa_check(nullptr, in, pk.data(), 33, 0) - UFSECP_MISUSE; },
        [&] { return ufsecp_ecdsa_check(sig.data(), nullptr, pk.data(), 33, 0) - UFSECP_MISUSE; },
        [&] { return ufsecp_ecdsa_check(sig.data(), in, nullptr, 33, 0) - UFSECP_MISUSE; },
        [&] {
            return ufsecp_ecdsa_check(sig.data(), in, pk.data(), 33, 0x80000000u) - UFSECP_MISUSE;
        },
        [&] { return ufsecp_ecdsa_recover(nullptr, 33, sig.data(), 0, in) - UFSECP_MISUSE; },
        [&] { return ufsecp_ecdsa_recover(o, 32, sig.data(), 0, in) - UFSECP_MISUSE; },
        [&] { return ufsecp_ecdsa_recover(o, 33, nullptr, 0, in) - UFSECP_MISUSE; },
        [&] { return ufsecp_ecdsa_recover(o, 33, sig.data(), 0, nullptr) - UFSECP_MISUSE; },
        [&] { return ufsecp_ecdsa_sig_parse_der(nullptr, in, 8); },
        [&] { return ufsecp_ecdsa_sig_parse_der(o, nullptr, 8); },
        [&] { return ufsecp_ecdsa_sig_parse_der_lax(nullptr, in, 8); },
        [&] { return ufsecp_ecdsa_sig_parse_der_lax(o, nullptr, 8); },
        [&] { return ufsecp_ecdsa_sig_serialize_der(nullptr, &room, sig.data()); },
        [&] { return ufsecp_ecdsa_sig_serialize_der(o, nullptr, sig.data()); },
        [&] { return ufsecp_ecdsa_sig_serialize_der(o, &room, nullptr); },
        [&] { return ufsecp_ecdsa_sig_normalize(nullptr, &number); },
        [&] { return ufsecp_schnorr_sign(nullptr, in, 32, sk.data(), nullptr); },
        [&] { return ufsecp_schnorr_sign(o, nullptr, 32, sk.data(), nullptr); },
        [&] { return ufsecp_schnorr_sign(o, in, 32, nullptr, nullptr); },
        [&] { return ufsecp_keypair_create(nullptr, sk.data()); },
        [&] { return ufsecp_keypair_create(reinterpret_cast<ufsecp_keypair *>(o), nullptr); },
        [&] {
            return ufsecp_schnorr_sign_keypair(
                nullptr, in, 32, reinterpret_cast<const ufsecp_keypair *>(in), nullptr);
        },
        [&] {
            return ufsecp_schnorr_sign_keypair(
                o, nullptr, 32, reinterpret_cast<const ufsecp_keypair *>(in), nullptr);
        },
        [&] { return ufsecp_schnorr_sign_keypair(o, in, 32, nullptr, nullptr); },
        [&] { return ufsecp_schnorr_verify(sig.data(), nullptr, 1, xk.data()); },
        [&] { return ufsecp_schnorr_check(nullptr, in, 32, xk.data()) - UFSECP_MISUSE; },
        [&] { return ufsecp_schnorr_check(sig.data(), nullptr, 1, xk.data()) - UFSECP_MISUSE; },
        [&] { return ufsecp_schnorr_check(sig.data(), in, 32, nullptr) - UFSECP_MISUSE; },
        [&] { return ufsecp_ecdh(nullptr, pk.data(), 33, sk.data()); },
        [&] { return ufsecp_ecdh(o, nullptr, 33, sk.data()); },
        [&] { return ufsecp_ecdh(o, pk.data(), 33, nullptr); },
        [&] { return ufsecp_ecdh_x(nullptr, pk.data(), 33, sk.data()); },
        [&] { return ufsecp_ecdh_x(o, nullptr, 33, sk.data()); },
        [&] { return ufsecp_ecdh_x(o, pk.data(), 33, nullptr); },
        [&] { return ufsecp_ecdh_custom(nullptr, pk.data(), 33, sk.data(), keep_xy, &number); },
        [&] { return ufsecp_ecdh_custom(o, nullptr, 33, sk.data(), keep_xy, &number); },
        [&] { return ufsecp_ecdh_custom(o, pk.data(), 33, nullptr, keep_xy, &number); },
        [&] { return ufsecp_ecdh_custom(o, pk.data(), 33, sk.data(), nullptr, &number); },
        [&] { return ufsecp_taproot_output_key(nullptr, &number, xk.data(), nullptr); },
        [&] { return ufsecp_taproot_output_key(o, &number, nullptr, nullptr); },
        [&] { return ufsecp_taproot_output_seckey(nullptr, sk.data(), nullptr); },
        [&] { return ufsecp_taproot_output_seckey(o, nullptr, nullptr); },
        [&] { return ufsecp_sha256(nullptr, in, 1); },
        [&] { return ufsecp_sha256(o, nullptr, 1); },
        [&] { return ufsecp_tagged_hash(nullptr, in, 1, in, 1); },
        [&] { return ufsecp_tagged_hash(o, nullptr, 1, in, 1); },
        [&] { return ufsecp_tagged_hash(o, in, 1, nullptr, 1); },
        [&] { return ufsecp_keccak256(nullptr, in, 1); },
        [&] { return ufsecp_keccak256(o, nullptr, 1); },
        [&] { return ufsecp_ripemd160(nullptr, in, 1); },
        [&] { return ufsecp_ripemd160(o, nullptr, 1); },
        [&] { return ufsecp_ethereum_address(nullptr, pk.data(), 33); },
        [&] { return ufsecp_ethereum_address(o, nullptr, 33); },
        [&] { return ufsecp_ecdsa_verify_rows(k, nullptr, 0, 1, 0); },
        [&] { return ufsecp_ecdsa_verify_rows(k, in, 0, huge, 0); },
        [&] { return ufsecp_ecdsa_verify_rows(k, in, SIZE_MAX, 1, 0); },
        [&] { return ufsecp_ecdsa_verify_rows(k, in, SIZE_MAX / 4 + 1, 3, 0); },
        [&] { return ufsecp_ecdsa_verify_rows(k, in, PTRDIFF_MAX - 128, 1, 0); },
        [&] { return ufsecp_ecdsa_verify_rows(k, in, 0, 0, 4); },
        [&] { return ufsecp_ecdsa_verify_rows(k, in, 0, 0, UFSECP_ALLOW_HYBRID); },
        [&] { return ufsecp_schnorr_verify_rows(k, nullptr, 0, 1); },
        [&] { return ufsecp_schnorr_verify_rows(k, in, SIZE_MAX - 127, 1); },
        [&] { return ufsecp_schnorr_verify_rows(k, in, 0, huge); },
        [&] { return ufsecp_ecdsa_recover_rows(nullptr, k, in, 0, 1); },
        [&] { return ufsecp_ecdsa_recover_rows(o, k, nullptr, 0, 1); },
        [&] { return ufsecp_ecdsa_recover_rows(o, k, in, 0, huge); },
        [&] { return ufsecp_ecrecover_rows(nullptr, k, in, 0, 1); },
        [&] { return ufsecp_ecrecover_rows(o, k, nullptr, 0, 1); },
        [&] { return ufsecp_ecrecover_rows(o, k, in, 0, huge); },
        [&] { return ufsecp_ecrecover_rows(o, k, in, SIZE_MAX - 96, 1); },
        [&] { return ufsecp_pubkey_decompress_batch(nullptr, k, pk.data(), 1); },
        [&] { return ufsecp_pubkey_decompress_batch(o, k, nullptr, 1); },
        [&] { return ufsecp_pubkey_decompress_batch(o, k, pk.data(), huge); },
        [&] { return ufsecp_pubkey_negate_batch(nullptr, k, pk.data(), 1); },
        [&] { return ufsecp_pubkey_negate_batch(o, k, nullptr, 1); },
        [&] { return ufsecp_pubkey_negate_batch(o, k, pk.data(), huge); },
        [&] { return ufsecp_pubkey_mul_batch(nullptr, k, in, pk.data(), 1); },
        [&] { return ufsecp_pubkey_mul_batch(o, k, nullptr, pk.data(), 1); },
        [&] { return ufsecp_pubkey_mul_batch(o, k, in, nullptr, 1); },
        [&] { return ufsecp_pubkey_mul_batch(o, k, in, pk.data(), huge * 4); },
        [&] { return ufsecp_pubkey_mul_one_batch(nullptr, k, in, pk.data(), 1); },
        [&] { return ufsecp_pubkey_mul_one_batch(o, k, nullptr, pk.data(), 1); },
        [&] { return ufsecp_pubkey_mul_one_batch(o, k, in, nullptr, 1); },
        [&] { return ufsecp_pubkey_mul_add_batch(nullptr, k, in, pk.data(), in, 1); },
        [&] { return ufsecp_pubkey_mul_add_batch(o, k, nullptr, pk.data(), in, 1); },
        [&] { return ufsecp_pubkey_mul_add_batch(o, k, in, nullptr, in, 1); },
        [&] { return ufsecp_pubkey_mul_add_batch(o, k, in, pk.data(), nullptr, 1); },
        [&] { return ufsecp_pubkey_mul_add_batch(o, k, in, pk.data(), in, huge * 4); },
        [&] { return ufsecp_public_scalar_mul_gen_batch(nullptr, k, in, 1); },
        [&] { return ufsecp_public_scalar_mul_gen_batch(o, k, nullptr, 1); },
        [&] { return ufsecp_public_scalar_mul_gen_batch(o, k, in, huge * 4); },
        [&] { return ufsecp_pubkey_create_batch(nullptr, k, sk.data(), 1); },
        [&] { return ufsecp_pubkey_create_batch(o, k, nullptr, 1); },
        [&] { return ufsecp_ecdsa_sign_batch(nullptr, k, in, sk.data(), 1); },
        [&] { return ufsecp_ecdsa_sign_batch(o, k, nullptr, sk.data(), 1); },
        [&] { return ufsecp_ecdsa_sign_batch(o, k, in, nullptr, 1); },
        [&] { return ufsecp_schnorr_sign_batch(nullptr, k, in, sk.data(), nullptr, 1); },
        [&] { return ufsecp_schnorr_sign_batch(o, k, nullptr, sk.data(), nullptr, 1); },
        [&] { return ufsecp_schnorr_sign_batch(o, k, in, nullptr, nullptr, 1); },
        [&] { return ufsecp_schnorr_sign_batch(o, k, in, sk.data(), nullptr, huge * 2); },
        [&] { return ufsecp_ecdh_batch(nullptr, k, pk.data(), sk.data(), 1); },
        [&] { return ufsecp_ecdh_batch(o, k, nullptr, sk.data(), 1); },
        [&] { return ufsecp_ecdh_batch(o, k, pk.data(), nullptr, 1); },
        [&] { return ufsecp_pubkey_mul_secret_batch(nullptr, k, sk.data(), pk.data(), 1); },
        [&] { return ufsecp_pubkey_mul_secret_batch(o, k, nullptr, pk.data(), 1); },
        [&] { return ufsecp_pubkey_mul_secret_batch(o, k, sk.data(), nullptr, 1); },
    };
    for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++) {
        EXPECT_EQ(calls[i](), 0) << "call " << i;
        EXPECT_EQ(out, untouched) << "call " << i;
        EXPECT_EQ(ok, untouched) << "call " << i;
        EXPECT_EQ(number, 0x5a5a) << "call " << i;
        EXPECT_EQ(room, 72u) << "call " << i;
    }
}

}  // namespace
