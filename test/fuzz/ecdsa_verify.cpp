// Fuzzes ECDSA verification and normalization against the peer: signatures that are valid, nearly
// so, or built for the group's exceptions.
#include "secp256k1.h"

#include "fuzz.h"
#include "peer.h"

using namespace hostile;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    source s(data, size);
    const ecdsa_case c = ecdsa(s);
    const bool low_s = s.one_in(2), hybrid = s.one_in(2);
    const unsigned flags = (low_s ? UFSECP_LOW_S : 0) | (hybrid ? UFSECP_ALLOW_HYBRID : 0);
    const int want =
        peer::ecdsa_verify(c.sig.data(), c.msg.data(), c.pk.data(), c.pk.size(), low_s, hybrid);
    bytes normal = c.sig;
    int was_high = 0, first = 0;
    const int parsed = peer::ecdsa_normalize(normal.data(), &was_high);
    const std::string what = "sig " + hex(c.sig) + " msg " + hex(c.msg) + " pubkey " + hex(c.pk) +
                             " flags " + std::to_string(flags);
    on_each_engine([&] {
        const ufsecp_status status =
            ufsecp_ecdsa_check(c.sig.data(), c.msg.data(), c.pk.data(), c.pk.size(), flags);
        REQUIRE((status == UFSECP_OK) == want, what + " status " + std::to_string(status));
        if (first == 0) first = status + 100;
        REQUIRE(status + 100 == first, what + " status " + std::to_string(status));
        bytes sig = c.sig;
        int high = 0;
        REQUIRE(ufsecp_ecdsa_sig_normalize(sig.data(), &high) == parsed && sig == normal &&
                    high == was_high,
                what);
    });
    return 0;
}
