// Fuzzes adaptor signatures and proofs of equal discrete logarithms: the same on every engine, and
// what verifies does what it is for: it completes to a valid signature, which tells the secret.
#include "fuzz.h"

using namespace hostile;

namespace {

/* Two keys, points that may be others than theirs, and what is done to a signature or a proof: the
 * bytes of `part` from `at` on take the place of its own, or one bit changes. */
struct inputs {
    bytes sk, y, point, base, msg, aux, part;
    size_t at, bit;
    bool spoil, by_base;

    const uint8_t *aux32() const { return aux.empty() ? nullptr : aux.data(); }
    const uint8_t *base33() const { return by_base ? base.data() : nullptr; }

    /* Whether that changed anything. */
    bool change(bytes &what) const {
        const bytes before = what;
        if (!spoil) return false;
        if (part.empty()) what[at % what.size()] ^= static_cast<uint8_t>(1 << bit);
        else put(what, at % (what.size() - part.size() + 1), part);
        return what != before;
    }
};

bytes ecdsa_way(const inputs &in, const std::string &what) {
    bytes sig162(162), pk(33), sig(64), found(32);
    const bool key = ufsecp_pubkey_create(pk.data(), 33, in.sk.data()) == 1;
    const int made = ufsecp_ecdsa_adaptor_encrypt(sig162.data(), in.msg.data(), in.sk.data(),
                                                  in.point.data(), in.aux32());
    REQUIRE(made ? key : sig162 == bytes(162), what);
    const bool changed = in.change(sig162);
    const ufsecp_status status =
        ufsecp_ecdsa_adaptor_check(sig162.data(), in.msg.data(), pk.data(), in.point.data());
    if (made && !changed) REQUIRE(status == UFSECP_OK, what);
    const bool whole = ufsecp_ecdsa_adaptor_decrypt(sig.data(), sig162.data(), in.y.data()) == 1;
    const bool told =
        ufsecp_ecdsa_adaptor_recover(found.data(), sig162.data(), sig.data(), in.point.data()) == 1;
    REQUIRE(whole || sig == bytes(64), what);
    REQUIRE(told ? pubkey_of(found, 33) == in.point : found == bytes(32), what);
    bytes own(33);
    const bool right = ufsecp_pubkey_create(own.data(), 33, in.y.data()) == 1 && own == in.point;
    if (status == UFSECP_OK && right) {
        REQUIRE(whole && told && found == in.y, what);
        REQUIRE(ufsecp_ecdsa_verify(sig.data(), in.msg.data(), pk.data(), 33, UFSECP_LOW_S) == 1,
                what);
    }
    return sig162 + sig + found + bytes{static_cast<uint8_t>(status)};
}

bytes schnorr_way(const inputs &in, const std::string &what) {
    bytes presig(65), x(32), sig(64), found(32);
    const bool key = ufsecp_xonly_create(x.data(), nullptr, in.sk.data()) == 1;
    const int made = ufsecp_schnorr_adaptor_presign(presig.data(), in.msg.data(), in.msg.size(),
                                                    in.sk.data(), in.point.data(), in.aux32());
    REQUIRE(made ? key : presig == bytes(65), what);
    const bool changed = in.change(presig);
    const ufsecp_status status = ufsecp_schnorr_adaptor_check(
        presig.data(), in.msg.data(), in.msg.size(), x.data(), in.point.data());
    if (made && !changed) REQUIRE(status == UFSECP_OK, what);
    const bool whole = ufsecp_schnorr_adaptor_adapt(sig.data(), presig.data(), in.y.data()) == 1;
    const bool told = ufsecp_schnorr_adaptor_extract(found.data(), presig.data(), sig.data(),
                                                     in.point.data()) == 1;
    REQUIRE(whole || sig == bytes(64), what);
    bytes own(33);
    const bool right = ufsecp_pubkey_create(own.data(), 33, in.y.data()) == 1 && own == in.point;
    REQUIRE(told ? right && found == in.y : found == bytes(32), what);
    if (status == UFSECP_OK && right) {
        REQUIRE(whole && told, what);
        REQUIRE(ufsecp_schnorr_verify(sig.data(), in.msg.data(), in.msg.size(), x.data()) == 1,
                what);
    }
    return presig + sig + found + bytes{static_cast<uint8_t>(status)};
}

bytes dleq_way(const inputs &in, const std::string &what) {
    static const bytes generator = pubkey_of(to_bytes(num(1)), 33);
    bytes proof(64), a(33), c(33);
    const bytes &base = in.by_base ? in.base : generator;
    const int made = ufsecp_dleq_prove(proof.data(), in.sk.data(), in.point.data(), in.base33(),
                                       in.msg.data(), in.aux32());
    (void)!ufsecp_pubkey_tweak_mul(a.data(), 33, base.data(), 33, in.sk.data());
    (void)!ufsecp_pubkey_tweak_mul(c.data(), 33, in.point.data(), 33, in.sk.data());
    REQUIRE(made ? a != bytes(33) && c != bytes(33) : proof == bytes(64), what);
    const bool changed = in.change(proof);
    const ufsecp_status status = ufsecp_dleq_check(proof.data(), a.data(), in.point.data(),
                                                   c.data(), in.base33(), in.msg.data());
    REQUIRE((status == UFSECP_OK) == (made && !changed), what);
    return proof + bytes{static_cast<uint8_t>(status)};
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    source s(data, size);
    inputs in;
    in.sk = s.one_in(8) ? number(s) : seckey(s), in.y = seckey(s), in.msg = s.string(32);
    const auto point_of = [&](const bytes &sk) {
        bytes r(33);
        (void)!ufsecp_pubkey_create(r.data(), 33, sk.data());
        if (s.one_in(8)) spoil_pubkey(s, r);
        r.resize(33);
        return r;
    };
    in.point = point_of(in.y), in.base = point_of(seckey(s));
    in.by_base = s.one_in(2);
    if (s.one_in(2)) in.aux = s.string(32);
    in.spoil = s.one_in(2);
    in.at = s.below(162), in.bit = s.below(8);
    if (s.one_in(2)) in.part = number(s);
    const std::string what = hex(in.sk + in.y + in.point + in.base + in.msg + in.aux + in.part) +
                             " at " + std::to_string(in.at) + " bit " + std::to_string(in.bit);
    bytes first;
    on_each_engine([&] {
        const bytes all = ecdsa_way(in, what) + schnorr_way(in, what) + dleq_way(in, what);
        if (first.empty()) first = all;
        REQUIRE(all == first, what);
    });
    return 0;
}
