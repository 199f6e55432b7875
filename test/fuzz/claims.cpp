// Fuzzes sums of claims on every engine: signatures of both kinds and taproot tweaks, mixed, have
// the verdicts of the calls that verify one of them, from the sum, from its parts, and one by one.
#include "engine/engine.h"
#include "fuzz.h"
#include "proto/claim.h"

using namespace hostile;
using ufsecp::claim;
using ufsecp::randomiser;
using namespace ufsecp::UF_TARGET;

namespace {

uint8_t schnorr_claim(source &s, claim *c) {
    schnorr_case k = schnorr(s, 4);
    k.msg.resize(32);
    claims_set_schnorr_rows(c, (k.pk + k.msg + k.sig).data(), 128, 1);
    return static_cast<uint8_t>(ufsecp_schnorr_verify(k.sig.data(), k.msg.data(), 32, k.pk.data()));
}
uint8_t ecdsa_claim(source &s, claim *c) {
    ecdsa_case k = ecdsa(s, 4);
    bytes key(33);
    k.pk.resize(33);
    claim_set_ecdsa(c, k.sig.data(), k.recid, k.msg.data(), k.pk.data(), false);
    return ufsecp_ecdsa_recover(key.data(), 33, k.sig.data(), k.recid, k.msg.data()) == UFSECP_OK &&
           key == k.pk;
}
uint8_t taproot_claim(source &s, claim *c) {
    bytes internal = slice(pubkey_of(seckey(s), 33), 1, 32), t = number(s), q(33);
    if (s.one_in(4)) spoil_number(s, internal.data());
    const bytes key = bytes{2} + internal;
    const int there = ufsecp_pubkey_tweak_add(q.data(), 33, key.data(), 33, t.data());
    bytes claimed = q;
    if (s.one_in(4)) spoil_number(s, claimed.data() + 1);
    const int parity = s.one_in(8) ? static_cast<int>(s.below(4)) : q[0] & 1;
    claim_set_taproot(c, claimed.data() + 1, parity, internal.data(), t.data());
    return there && claimed == q && parity == (q[0] & 1);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    source s(data, size);
    const size_t n = 1 + s.below(24), least = 1 + s.below(8);
    std::vector<claim> claims(n);
    std::vector<randomiser> a(n);
    bytes expected(n), ok(n);
    for (size_t i = 0; i < n; i++) {
        const size_t kind = s.below(3);
        expected[i] = kind == 0   ? schnorr_claim(s, &claims[i])
                      : kind == 1 ? ecdsa_claim(s, &claims[i])
                                  : taproot_claim(s, &claims[i]);
    }
    claims_randomise(a.data(), claims.data(), n, nullptr);
    const int all = expected == bytes(n, 1);
    on_each_engine([&] {
        const ufsecp::engine &e = ufsecp::current_engine();
        std::vector<ufsecp::ge_entry> memory(e.claims_bytes(n) / 64 + 1);
        REQUIRE(e.claims_sum_var(nullptr, claims.data(), a.data(), n, least, memory.data()) == all,
                hex(expected));
        REQUIRE(
            e.claims_sum_var(ok.data(), claims.data(), a.data(), n, least, memory.data()) == all,
            hex(expected));
        REQUIRE(ok == expected, hex(ok) + " not " + hex(expected));
        REQUIRE(e.claims_rows_var(ok.data(), claims.data(), n) == all, hex(expected));
        REQUIRE(ok == expected, "one by one " + hex(ok) + " not " + hex(expected));
    });
    return 0;
}
