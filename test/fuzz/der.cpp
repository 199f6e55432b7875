// Fuzzes DER signatures: strict against BIP-66's text and the peer, lax against encodings built to
// be lax, writing against reading.
#include "secp256k1.h"

#include "fuzz.h"
#include "peer.h"

using namespace hostile;

namespace {

/* A length as the lax form allows it: short, or with up to 6 zeros before it. */
bytes lax_length(source &s, size_t n) {
    bytes digits = n < 256 ? bytes{static_cast<uint8_t>(n)}
                           : bytes{static_cast<uint8_t>(n >> 8), static_cast<uint8_t>(n & 255)};
    if (n < 128 && s.one_in(2)) return digits;
    digits = bytes(s.below(7)) + digits;
    return bytes{static_cast<uint8_t>(0x80 + digits.size())} + digits;
}
/* A lax integer; value has any size. */
bytes lax_int(source &s, bytes value) {
    while (!value.empty() && value[0] == 0) value.erase(value.begin());
    value = bytes(s.one_in(2) ? 0 : s.below(200)) + value;
    return bytes{2} + lax_length(s, value.size()) + value;
}

void built_to_be_lax(source &s) {
    bytes v[2];
    for (bytes &x : v)
        x = s.one_in(8) ? bytes{static_cast<uint8_t>(1 + s.below(255))} + s.string(32 + s.below(40))
                        : number(s, 3);
    bytes length = {static_cast<uint8_t>(s.below(128))};
    if (s.one_in(2))
        length = s.string(s.below(20)),
        length = bytes{static_cast<uint8_t>(0x80 + length.size())} + length;
    const size_t junk = s.below(5);
    const bytes der = bytes{0x30} + length + lax_int(s, v[0]) + lax_int(s, v[1]) + s.string(junk);
    bool below = true;
    for (const bytes &x : v)
        below = below && x.size() == 32 && num::of_bytes(x.data()) < reference::n;
    bytes sig(64);
    REQUIRE(ufsecp_ecdsa_sig_parse_der_lax(sig.data(), der.data(), der.size()) == 1, hex(der));
    REQUIRE(sig == (below ? v[0] + v[1] : bytes(64)), hex(der) + " gives " + hex(sig));
    if (junk == 0) /* its last byte is missing */
        REQUIRE(ufsecp_ecdsa_sig_parse_der_lax(sig.data(), der.data(), der.size() - 1) == 0 &&
                    sig == bytes(64),
                hex(der));
}

void any(bytes der) {
    der.reserve(1); /* a null pointer would be misuse */
    const bytes want = strict_der(der);
    bytes sig(64, 0xa5), lax(64, 0xa5), theirs(64);
    const int strict = ufsecp_ecdsa_sig_parse_der(sig.data(), der.data(), der.size());
    const int loose = ufsecp_ecdsa_sig_parse_der_lax(lax.data(), der.data(), der.size());
    const int peers = peer::ecdsa_parse_der(theirs.data(), der.data(), der.size());
    REQUIRE(strict == !want.empty() && sig == (strict ? want : bytes(64)), hex(der));
    REQUIRE(loose || lax == bytes(64), hex(der));
    REQUIRE(!peers || loose, hex(der)); /* all DER is lax */
    if (peers && !num::of_bytes(theirs.data()).is_zero() &&
        !num::of_bytes(theirs.data() + 32).is_zero())
        REQUIRE(strict && sig == theirs && lax == theirs, hex(der) + " peer " + hex(theirs));
    if (!strict) return;
    REQUIRE(peers, hex(der));
    for (size_t k = 0; k < 2; k++) {
        const bytes ours = slice(sig, 32 * k, 32);
        REQUIRE(slice(theirs, 32 * k, 32) ==
                    (num::of_bytes(ours.data()) < reference::n ? ours : bytes(32)),
                hex(der));
    }
    bytes back(72);
    size_t len = 72;
    REQUIRE(ufsecp_ecdsa_sig_serialize_der(back.data(), &len, sig.data()) == 1, hex(der));
    back.resize(len);
    REQUIRE(back == der, hex(der) + " is written as " + hex(back));
    for (size_t room : {len - 1, size_t(0)}) {
        size_t short_len = room;
        REQUIRE(ufsecp_ecdsa_sig_serialize_der(back.data(), &short_len, sig.data()) == 0 &&
                    short_len == 0,
                hex(der));
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    any(bytes(data, data + size));
    source s(data, size);
    any(der(s));
    built_to_be_lax(s);
    return 0;
}
