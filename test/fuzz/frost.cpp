// Fuzzes FROST: a session in which any contribution may be spoiled gives the same on every engine,
// and a valid signature exactly if all partial signatures are right.
#include "fuzz.h"

using namespace hostile;

namespace {

/* What a session starts from; `spoil` says which contribution is another one than it should be. */
struct inputs {
    ufsecp_frost_suite suite;
    size_t t, n, spoil, at;
    bytes coefficients, ids, msg, random, tweak;
    bool known; /* whether public shares are given */
    unsigned kinds;
};

/* Everything that the calls wrote, and whether all of it was right. */
bytes session(const inputs &in, const std::string &what) {
    const bool bip445 = in.suite == UFSECP_FROST_BIP445;
    const size_t len = bip445 ? 64 : 65;
    ufsecp_frost_key key;
    ufsecp_frost_session session;
    std::vector<ufsecp_frost_secnonce> secnonces(in.n);
    bytes shares(32 * in.n), commitment(33 * in.t), pubshares(33 * in.n), nonces(66 * in.n),
        psigs(32 * in.n), pk(33), sig(len);
    size_t bad = 7;
    if (!ufsecp_frost_shares_create(shares.data(), commitment.data(), in.coefficients.data(), in.t,
                                    in.ids.data(), in.n)) {
        REQUIRE(shares == bytes(shares.size()) && commitment == bytes(commitment.size()), what);
        return shares;
    }
    pk = slice(commitment, 0, 33);
    bytes seen = shares;
    if (in.spoil == 1) put(seen, in.at % seen.size(), slice(in.random, 0, 1));
    const int hold = ufsecp_frost_shares_verify(seen.data(), in.ids.data(), in.n, commitment.data(),
                                                in.t, 1, &bad);
    REQUIRE(hold == (seen == shares) && (hold ? bad == SIZE_MAX : bad == in.at % seen.size() / 32),
            what);
    REQUIRE(ufsecp_frost_pubshares_create(pubshares.data(), in.ids.data(), in.n, commitment.data(),
                                          in.t) == 1,
            what);
    const bytes own = pubshares;
    if (in.spoil == 2) put(pubshares, in.at % pubshares.size(), slice(in.random, 0, 1));
    for (size_t i = 0; i < in.n; i++) {
        bytes random = slice(in.random, 0, 32) + slice(in.random, 0, 32);
        random[31] ^= static_cast<uint8_t>(i + 1), random[63] ^= static_cast<uint8_t>(i + 9);
        random[0] |= 1, random[32] |= 1;
        REQUIRE(ufsecp_frost_nonce_gen(&secnonces[i], &nonces[66 * i], in.suite, random.data(),
                                       &shares[32 * i], nullptr, nullptr, nullptr, in.msg.data(),
                                       in.msg.size(), nullptr, 0) == 1,
                what);
    }
    bytes sent = nonces;
    if (in.spoil == 3) put(sent, in.at % sent.size(), slice(in.random, 0, 1));
    REQUIRE(
        ufsecp_frost_key_init(&key, in.suite, pk.data(), in.t, bip445 ? 128 : 1000, nullptr) == 1,
        what);
    for (size_t i = 0; i < in.tweak.size() / 32; i++)
        if (!ufsecp_frost_key_tweak_add(&key, pk.data(), &in.tweak[32 * i], in.kinds >> i & 1)) {
            REQUIRE(pk == bytes(33), what);
            return nonces;
        }
    const ufsecp_frost_signers who = {in.ids.data(), in.known ? pubshares.data() : nullptr,
                                      sent.data(), in.n};
    if (!ufsecp_frost_session_init(&session, &key, &who, nullptr, in.msg.data(), in.msg.size(),
                                   &bad)) {
        REQUIRE(bad == SIZE_MAX || bad < in.n, what);
        return nonces + bytes(1, static_cast<uint8_t>(bad));
    }
    REQUIRE(!in.known || pubshares == own, what);
    bool right = true;
    for (size_t i = 0; i < in.n; i++) {
        uint8_t *const psig = &psigs[32 * i];
        bytes again(32, 1);
        const bool signs = slice(sent, 66 * i, 66) == slice(nonces, 66 * i, 66);
        REQUIRE(ufsecp_frost_partial_sign(psig, &secnonces[i], &shares[32 * i], &in.ids[32 * i],
                                          &session, &who) == signs,
                what);
        REQUIRE(ufsecp_frost_partial_sign(again.data(), &secnonces[i], &shares[32 * i],
                                          &in.ids[32 * i], &session, &who) == 0 &&
                    again == bytes(32),
                what);
        if (in.spoil == 4 && in.at % in.n == i)
            put(psigs, 32 * i + in.at % 32, slice(in.random, 0, 1));
        right &= signs;
        if (!in.known) continue;
        right &= ufsecp_frost_partial_sig_verify(psig, i, &session, &who) == 1;
    }
    REQUIRE(right || in.spoil == 3 || in.spoil == 4, what);
    const int made =
        ufsecp_frost_partial_sig_agg(sig.data(), len, &session, psigs.data(), in.n, &bad);
    REQUIRE(made == (bad == SIZE_MAX), what);
    const int verdict =
        made &&
        (bip445 ? ufsecp_schnorr_verify(sig.data(), in.msg.data(), in.msg.size(), pk.data() + 1)
                : ufsecp_frost_verify(sig.data(), in.msg.data(), in.msg.size(), pk.data()));
    REQUIRE(in.known || in.spoil != 4 ? verdict == right : right || !verdict, what);
    return nonces + pk + psigs + sig;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    source s(data, size);
    inputs in;
    in.suite = s.one_in(2) ? UFSECP_FROST_BIP445 : UFSECP_FROST_RFC9591;
    in.t = 1 + s.below(4);
    in.n = in.t + s.below(3);
    in.spoil = s.below(5);
    in.at = s.below(1 << 12);
    in.known = s.one_in(2);
    in.kinds = s.byte();
    for (size_t i = 0; i < in.t; i++) in.coefficients = in.coefficients + seckey(s);
    for (size_t i = 0; i < in.n; i++) {
        bytes id(32);
        id[31] = static_cast<uint8_t>(s.one_in(4) ? s.byte() : i + 1);
        in.ids = in.ids + (s.one_in(8) ? number(s) : id);
    }
    if (in.suite == UFSECP_FROST_BIP445)
        for (size_t i = s.below(3); i > 0; i--) in.tweak = in.tweak + number(s);
    in.msg = s.string(s.below(70));
    in.random = s.string(32);
    const std::string what = hex(in.coefficients) + " identifiers " + hex(in.ids) + " tweaks " +
                             hex(in.tweak) + " message " + hex(in.msg) + " random " +
                             hex(in.random) + " spoil " + std::to_string(in.spoil) + " at " +
                             std::to_string(in.at);
    bytes first;
    on_each_engine([&] {
        const bytes all = session(in, what);
        if (first.empty()) first = all;
        REQUIRE(first == all, what);
    });
    return 0;
}
