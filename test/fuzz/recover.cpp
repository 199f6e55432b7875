// Fuzzes key recovery against the peer; a recovered key verifies the signature that it came from.
#include "secp256k1.h"

#include "fuzz.h"
#include "peer.h"

using namespace hostile;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    source s(data, size);
    const ecdsa_case c = ecdsa(s);
    const int recid = s.one_in(16) ? static_cast<int8_t>(s.byte()) : c.recid;
    const size_t len = s.one_in(2) ? 33 : 65;
    bytes want(len);
    const int good = peer::ecdsa_recover(want.data(), len, c.sig.data(), recid, c.msg.data());
    const std::string what =
        "sig " + hex(c.sig) + " recid " + std::to_string(recid) + " msg " + hex(c.msg);
    on_each_engine([&] {
        bytes pk(len, 0xa5);
        const ufsecp_status status =
            ufsecp_ecdsa_recover(pk.data(), len, c.sig.data(), recid, c.msg.data());
        REQUIRE((status == UFSECP_OK) == good, what + " status " + std::to_string(status));
        REQUIRE(pk == want, what + " gives " + hex(pk) + ", peer " + hex(want));
        if (good)
            REQUIRE(ufsecp_ecdsa_verify(c.sig.data(), c.msg.data(), pk.data(), len, 0) == 1, what);
    });
    return 0;
}
