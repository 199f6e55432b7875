// Fuzzes secret keys: their arithmetic, public keys, signatures, ECDH, taproot keys and
// ElligatorSwift equal the peer's, and what was signed verifies.
#include "secp256k1.h"

#include "fuzz.h"
#include "peer.h"
#include "secp256k1_ellswift.h"

using namespace hostile;

namespace {

struct keys {
    bytes sk, msg, extra, t, pk;
    std::string what;
    const uint8_t *extra32() const { return extra.empty() ? nullptr : extra.data(); }
};

void arithmetic(const keys &k) {
    bytes a = k.sk, b = k.sk;
    REQUIRE(ufsecp_seckey_verify(a.data()) == secp256k1_ec_seckey_verify(peer::context(), b.data()),
            k.what);
    REQUIRE(
        ufsecp_seckey_negate(a.data()) == secp256k1_ec_seckey_negate(peer::context(), b.data()) &&
            a == b,
        k.what);
    a = b = k.sk;
    const int added = ufsecp_seckey_tweak_add(a.data(), k.t.data());
    REQUIRE(added == secp256k1_ec_seckey_tweak_add(peer::context(), b.data(), k.t.data()) && a == b,
            k.what);
    if (added) { /* the public side agrees */
        const bytes pk = pubkey_of(k.sk, 33);
        bytes sum(33);
        REQUIRE(ufsecp_pubkey_tweak_add(sum.data(), 33, pk.data(), 33, k.t.data()) == 1 &&
                    sum == pubkey_of(a, 33),
                k.what);
    }
    a = b = k.sk;
    const int multiplied = ufsecp_seckey_tweak_mul(a.data(), k.t.data());
    REQUIRE(multiplied == secp256k1_ec_seckey_tweak_mul(peer::context(), b.data(), k.t.data()) &&
                a == b,
            k.what);
    for (size_t len : {33, 65}) {
        a.assign(len, 1), b.assign(len, 2);
        REQUIRE(ufsecp_pubkey_create(a.data(), len, k.sk.data()) ==
                        peer::pubkey_create(b.data(), len, k.sk.data()) &&
                    a == b,
                k.what);
    }
}

void signatures(const keys &k) {
    const uint8_t *const sk = k.sk.data(), *const msg = k.msg.data();
    bytes a(64), b(64), x(32), y(32);
    int ia = 0, ib = 0;
    int good = ufsecp_ecdsa_sign_recoverable(a.data(), &ia, msg, sk, k.extra32());
    REQUIRE(good == peer::ecdsa_sign_recoverable(b.data(), &ib, msg, sk, k.extra32()) && a == b &&
                (!good || ia == ib),
            k.what);
    REQUIRE(ufsecp_ecdsa_sign(b.data(), msg, sk, k.extra32()) == good && a == b, k.what);
    if (good) {
        const bytes pk = pubkey_of(k.sk, 33);
        bytes recovered(33);
        REQUIRE(ufsecp_ecdsa_verify(a.data(), msg, pk.data(), 33, UFSECP_LOW_S) == 1, k.what);
        REQUIRE(ufsecp_ecdsa_recover(recovered.data(), 33, a.data(), ia, msg) == UFSECP_OK &&
                    recovered == pk,
                k.what);
    }
    good = ufsecp_schnorr_sign(a.data(), msg, k.msg.size(), sk, k.extra32());
    REQUIRE(good == peer::schnorr_sign(b.data(), msg, k.msg.size(), sk, k.extra32()) && a == b,
            k.what);
    REQUIRE(ufsecp_xonly_create(x.data(), &ia, sk) == good &&
                peer::xonly_create(y.data(), &ib, sk) == good && x == y && ia == ib,
            k.what);
    if (good) REQUIRE(ufsecp_schnorr_verify(a.data(), msg, k.msg.size(), x.data()) == 1, k.what);
}

void shared(const keys &k) {
    const uint8_t *const sk = k.sk.data();
    bytes a(32), b(32), xy(64), want(64);
    int good = ufsecp_ecdh(a.data(), k.pk.data(), k.pk.size(), sk);
    REQUIRE(good == peer::ecdh_both(b.data(), want.data(), k.pk.data(), k.pk.size(), sk) && a == b,
            k.what);
    REQUIRE(
        ufsecp_ecdh_x(a.data(), k.pk.data(), k.pk.size(), sk) == good && a == slice(want, 0, 32),
        k.what);
    REQUIRE(ufsecp_ecdh_custom(xy.data(), k.pk.data(), k.pk.size(), sk, peer::copy_xy, nullptr) ==
                    good &&
                xy == want,
            k.what);
    int pa = 0, pb = 0;
    good = ufsecp_taproot_output_seckey(a.data(), sk, k.extra32());
    REQUIRE(good == peer::taproot_output_seckey(b.data(), sk, k.extra32()) && a == b, k.what);
    good = ufsecp_taproot_output_key(a.data(), &pa, k.t.data(), k.extra32());
    REQUIRE(good == peer::taproot_output_key(b.data(), &pb, k.t.data(), k.extra32()) && a == b &&
                pa == pb,
            k.what);
}

void encodings(const keys &k) {
    const uint8_t *const sk = k.sk.data();
    bytes ell = k.t + slice(k.msg, 0, 32), a(64), b(64), x(65), y(65);
    secp256k1_pubkey key;
    REQUIRE(secp256k1_ellswift_decode(peer::context(), &key, ell.data()) == 1 &&
                peer::pubkey_write(y.data(), 65, &key, 1) &&
                ufsecp_ellswift_decode(x.data(), 65, ell.data()) == 1 && x == y,
            k.what);
    int good = ufsecp_ellswift_create(a.data(), sk, k.extra32());
    REQUIRE(good == secp256k1_ellswift_create(peer::context(), b.data(), sk, k.extra32()) && a == b,
            k.what);
    good = ufsecp_ellswift_encode(a.data(), k.pk.data(), k.pk.size(), k.t.data());
    REQUIRE(good == peer::pubkey_parse(&key, k.pk.data(), k.pk.size(), false), k.what);
    if (good)
        REQUIRE(
            secp256k1_ellswift_encode(peer::context(), b.data(), &key, k.t.data()) == 1 && a == b,
            k.what);
    a.resize(32), b.resize(32);
    good = ufsecp_ellswift_xdh(a.data(), y.data() + 1, ell.data(), sk, 0);
    REQUIRE(
        good == secp256k1_ellswift_xdh(peer::context(), b.data(), y.data() + 1, ell.data(), sk, 0,
                                       secp256k1_ellswift_xdh_hash_function_bip324, nullptr) &&
            (!good || a == b),
        k.what);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    source s(data, size);
    const bytes sk = number(s, 4), msg = s.one_in(4) ? s.string(32 + s.below(200)) : number(s, 8);
    keys k{sk, msg, s.one_in(2) ? number(s) : bytes(), number(s, 4), pubkey(s), {}};
    if (s.one_in(16)) k.t = to_bytes(reference::mod_neg(num::of_bytes(k.sk.data()), reference::n));
    k.what = "key " + hex(k.sk) + " msg " + hex(k.msg) + " extra " + hex(k.extra) + " tweak " +
             hex(k.t) + " pubkey " + hex(k.pk);
    static constexpr void (*all[])(const keys &) = {arithmetic, signatures, shared, encodings};
    const auto what = all[s.below(4)];
    on_each_engine([&] { what(k); });
    return 0;
}
