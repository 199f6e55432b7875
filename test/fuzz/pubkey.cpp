// Fuzzes public keys: one status on every engine, the same point through every change of encoding,
// and P + t*G - t*G = P.
#include "fuzz.h"

using namespace hostile;

namespace {

bytes any_pubkey(source &s) {
    switch (s.below(4)) {
    case 0: return pubkey(s, 1);
    case 1: return pubkey(s, 2);
    case 2: return s.string(1 + s.below(70));
    default: return bytes{static_cast<uint8_t>(2 + s.below(2))} + number(s);
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    source s(data, size);
    const bytes pk = any_pubkey(s);
    const unsigned flags = s.one_in(2) ? UFSECP_ALLOW_HYBRID : 0;
    const num t = scalar(s);
    const std::string what =
        hex(pk) + " flags " + std::to_string(flags) + " tweak " + hex(to_bytes(t));

    std::vector<bytes> results; /* of each engine: all that it computed */
    on_each_engine([&] {
        bytes c(33), u(65), r(33), all;
        const ufsecp_status status =
            ufsecp_pubkey_convert(c.data(), 33, pk.data(), pk.size(), flags);
        REQUIRE(ufsecp_pubkey_convert(u.data(), 65, pk.data(), pk.size(), flags) == status, what);
        all = bytes{static_cast<uint8_t>(status)} + c + u;
        if (status == UFSECP_OK) {
            REQUIRE((pk.size() == 33 && pk == c) ||
                        (pk.size() == 65 && slice(pk, 1, 64) == slice(u, 1, 64)),
                    what);
            REQUIRE(pk[0] == 4 || (pk[0] & 1) == (c[0] & 1), what);
            REQUIRE(c[0] == 2 + (u[64] & 1) && u[0] == 4 && slice(c, 1, 32) == slice(u, 1, 32),
                    what);
            bytes back(65);
            REQUIRE(
                ufsecp_pubkey_convert(back.data(), 65, c.data(), 33, 0) == UFSECP_OK && back == u,
                what);
            REQUIRE(ufsecp_pubkey_convert(r.data(), 33, u.data(), 65, 0) == UFSECP_OK && r == c,
                    what);

            REQUIRE(ufsecp_pubkey_negate(r.data(), 33, u.data(), 65) == 1, what);
            REQUIRE((r[0] ^ c[0]) == 1 && slice(r, 1, 32) == slice(c, 1, 32), what);
            bytes pair = c + r;
            REQUIRE(ufsecp_pubkey_combine(r.data(), 33, pair.data(), 2) == 0 && r == bytes(33),
                    what);

            const bytes tweak = to_bytes(t), minus = to_bytes(reference::mod_neg(t, reference::n));
            if (ufsecp_pubkey_tweak_add(r.data(), 33, c.data(), 33, tweak.data())) {
                REQUIRE(ufsecp_pubkey_tweak_add(back.data(), 65, r.data(), 33, minus.data()) == 1 &&
                            back == u,
                        what);
            } else {
                REQUIRE(pubkey_of(minus, 33) == c && r == bytes(33), what); /* P = -t*G */
            }
            all = all + r;
            const int multiplied =
                ufsecp_pubkey_tweak_mul(r.data(), 33, c.data(), 33, tweak.data());
            REQUIRE(multiplied == !t.is_zero(), what);
            all = all + r;
        } else {
            REQUIRE(c == bytes(33) && u == bytes(65), what);
            REQUIRE(ufsecp_pubkey_negate(r.data(), 33, pk.data(), pk.size()) == 0 || flags == 0,
                    what);
        }
        results.push_back(all);
        REQUIRE(results[0] == all, what + " gives " + hex(results[0]) + " and " + hex(all));
    });
    return 0;
}
