// Fuzzes MuSig2: a session in which any contribution may be spoiled gives the same on every engine,
// and a valid signature exactly if all partial signatures are right.
#include "fuzz.h"

using namespace hostile;

namespace {

/* What a session starts from; `spoil` says which contribution is another one than it should be. */
struct inputs {
    size_t n, spoil, at;
    bytes keys, tweaks, msg, random;
    unsigned kinds;
};

/* Everything that the calls wrote, and whether all of it was right. */
bytes session(const inputs &in, const std::string &what) {
    ufsecp_musig_keyagg keyagg;
    ufsecp_musig_session session;
    std::vector<ufsecp_musig_secnonce> secnonces(in.n);
    std::vector<ufsecp_keypair> pairs(in.n);
    bytes pks(33 * in.n), nonces(66 * in.n), aggnonce(66), psigs(32 * in.n), pk(33), sig(64);
    size_t bad;
    for (size_t i = 0; i < in.n; i++) {
        REQUIRE(ufsecp_keypair_create(&pairs[i], &in.keys[32 * i]) == 1, what);
        memcpy(&pks[33 * i], pairs[i].opaque + 32, 33);
    }
    if (in.spoil == 1) put(pks, in.at % pks.size(), slice(in.random, 0, 1));
    ufsecp_status status = ufsecp_musig_pubkey_agg(&keyagg, nullptr, pks.data(), in.n, &bad);
    bool valid = true;
    for (size_t i = 0; i < in.n; i++) {
        const bool good = ufsecp_pubkey_convert(pk.data(), 33, &pks[33 * i], 33, 0) == UFSECP_OK;
        if (valid && !good) REQUIRE(bad == i, what);
        valid = valid && good;
    }
    REQUIRE((status == UFSECP_OK) == valid, what);
    if (!valid) return pks;
    for (size_t t = 0; t < in.tweaks.size() / 32; t++) {
        const int made = in.kinds >> t & 1
                             ? ufsecp_musig_xonly_tweak_add(&keyagg, &in.tweaks[32 * t])
                             : ufsecp_musig_pubkey_tweak_add(&keyagg, &in.tweaks[32 * t]);
        if (!made) return pks;
    }
    REQUIRE(ufsecp_musig_pubkey_get(pk.data(), 33, &keyagg) == 1, what);
    for (size_t i = 0; i < in.n; i++)
        REQUIRE(ufsecp_musig_nonce_gen_counter(&secnonces[i], &nonces[66 * i], i, &pairs[i],
                                               pk.data() + 1, in.random.data(), in.random.size(),
                                               nullptr, 0) == 1,
                what);
    bytes sent = nonces;
    if (in.spoil == 2) put(sent, in.at % sent.size(), slice(in.random, 0, 1));
    status = ufsecp_musig_nonce_agg(aggnonce.data(), sent.data(), in.n, &bad);
    REQUIRE((status == UFSECP_OK) == (bad == SIZE_MAX), what);
    REQUIRE(status == UFSECP_OK || in.spoil == 2, what);
    if (status != UFSECP_OK) return nonces + aggnonce;
    const bytes sum = aggnonce;
    if (in.spoil == 3) put(aggnonce, in.at % 66, slice(in.random, 0, 1));
    if (!ufsecp_musig_nonce_process(&session, aggnonce.data(), in.msg.data(), in.msg.size(),
                                    &keyagg)) {
        REQUIRE(in.spoil == 3, what);
        return nonces + aggnonce;
    }
    bool right = aggnonce == sum;
    for (size_t i = 0; i < in.n; i++) {
        uint8_t *const psig = &psigs[32 * i];
        bytes again(32, 1);
        REQUIRE(ufsecp_musig_partial_sign(psig, &secnonces[i], &pairs[i], &keyagg, &session) == 1,
                what);
        REQUIRE(ufsecp_musig_partial_sign(again.data(), &secnonces[i], &pairs[i], &keyagg,
                                          &session) == 0 &&
                    again == bytes(32),
                what);
        if (in.spoil == 4 && in.at % in.n == i)
            put(psigs, 32 * i + in.at % 32, slice(in.random, 0, 1));
        right &= ufsecp_musig_partial_sig_verify(psig, &sent[66 * i], &pks[33 * i], &keyagg,
                                                 &session) == 1;
    }
    REQUIRE(right || in.spoil != 0, what);
    const int made = ufsecp_musig_partial_sig_agg(sig.data(), &session, psigs.data(), in.n, &bad);
    REQUIRE(made == (bad == SIZE_MAX), what);
    const int verdict =
        made && ufsecp_schnorr_verify(sig.data(), in.msg.data(), in.msg.size(), pk.data() + 1);
    REQUIRE(verdict == right, what);
    return nonces + aggnonce + pk + psigs + sig;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    source s(data, size);
    inputs in;
    in.n = 1 + s.below(4);
    in.spoil = s.below(5);
    in.at = s.below(1 << 12);
    in.kinds = s.byte();
    for (size_t i = 0; i < in.n; i++)
        in.keys = in.keys + (i && s.one_in(4) ? slice(in.keys, 0, 32) : seckey(s));
    for (size_t i = s.below(3); i > 0; i--) in.tweaks = in.tweaks + number(s);
    in.msg = s.string(s.below(70));
    in.random = s.string(32);
    const std::string what = hex(in.keys) + " tweaks " + hex(in.tweaks) + " message " +
                             hex(in.msg) + " random " + hex(in.random) + " spoil " +
                             std::to_string(in.spoil) + " at " + std::to_string(in.at);
    bytes first;
    on_each_engine([&] {
        const bytes all = session(in, what);
        if (first.empty()) first = all;
        REQUIRE(first == all, what);
    });
    return 0;
}
