// Fuzzes Schnorr verification against the peer: messages of any length, signatures that are valid,
// nearly so, or with R odd or infinite.
#include "secp256k1.h"

#include "fuzz.h"
#include "peer.h"

using namespace hostile;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    source s(data, size);
    const schnorr_case c = schnorr(s);
    const int want = peer::schnorr_verify(c.sig.data(), c.msg.data(), c.msg.size(), c.pk.data());
    const std::string what = "sig " + hex(c.sig) + " msg " + hex(c.msg) + " pubkey " + hex(c.pk);
    int first = 0;
    on_each_engine([&] {
        const ufsecp_status status =
            ufsecp_schnorr_check(c.sig.data(), c.msg.data(), c.msg.size(), c.pk.data());
        REQUIRE((status == UFSECP_OK) == want, what + " status " + std::to_string(status));
        if (first == 0) first = status + 100;
        REQUIRE(status + 100 == first, what + " status " + std::to_string(status));
    });
    return 0;
}
