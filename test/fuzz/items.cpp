// Fuzzes the calls for items: on every engine the status of each is that of single calls, and the
// verdict of ECDSA that of the peer.
#include "secp256k1.h"

#include "fuzz.h"
#include "hostile_items.h"
#include "peer.h"

using namespace hostile;

namespace {

/* The peer's verdict on what our parser of DER made of the signature. */
bool by_peer(const ufsecp_item &i, unsigned flags) {
    const bool der = flags & (UFSECP_SIG_DER | UFSECP_SIG_DER_LAX),
               typed = flags & UFSECP_SIG_HASH_TYPE;
    uint8_t sig64[64];
    if (has_null(i) || i.msg_len != 32 || i.pubkey_len == 0) return false;
    if (typed && i.sig_len == 0) return false;
    const size_t len = i.sig_len - typed;
    if (len == 0 || (!der && len != 64)) return false;
    if (!der) memcpy(sig64, i.sig, 64);
    else if (flags & UFSECP_SIG_DER) {
        if (len > 72 || strict_der(bytes(i.sig, i.sig + len)).empty() ||
            !peer::ecdsa_parse_der(sig64, i.sig, len))
            return false;
    } else if (!ufsecp_ecdsa_sig_parse_der_lax(sig64, i.sig, len)) {
        return false;
    }
    return peer::ecdsa_verify(sig64, i.msg, i.pubkey, i.pubkey_len, flags & UFSECP_LOW_S,
                              flags & UFSECP_ALLOW_HYBRID);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    source s(data, size);
    const bool ecdsa = !s.one_in(4);
    const unsigned flags = ecdsa ? ecdsa_item_flags()[s.below(ecdsa_item_flags().size())]
                                 : s.one_in(2) * UFSECP_SIG_HASH_TYPE;
    std::vector<item_case> kinds;
    std::vector<ufsecp_item> items;
    std::vector<ufsecp_status> of_kind, want;
    std::string what = "flags " + std::to_string(flags);
    for (size_t k = 1 + s.below(4); k > 0; k--)
        kinds.push_back((ecdsa ? ecdsa_item : schnorr_item)(s, flags, 3));
    ufsecp_engine_select(engines()[s.below(engines().size())].c_str());
    for (const item_case &c : kinds) {
        of_kind.push_back((ecdsa ? ecdsa_by_single_calls : schnorr_by_single_calls)(c.item, flags));
        what += "\n" + c.text();
        if (ecdsa) REQUIRE(by_peer(c.item, flags) == (of_kind.back() == UFSECP_OK), what);
    }
    for (size_t n = s.one_in(8) ? s.below(140) : s.below(9); n > 0; n--) {
        const size_t k = s.below(kinds.size());
        items.push_back(kinds[k].item);
        want.push_back(of_kind[k]);
        what += (n % 50 ? " " : "\n") + std::to_string(k);
    }
    const bool all =
        std::count(want.begin(), want.end(), UFSECP_OK) == static_cast<ptrdiff_t>(want.size());
    const unsigned outputs = static_cast<unsigned>(s.below(4));
    on_each_engine([&] {
        bytes ok(items.size() + 1, 0xa5);
        std::vector<ufsecp_status> got(items.size() + 1, UFSECP_RECID);
        REQUIRE((ecdsa ? ufsecp_ecdsa_verify_items : ufsecp_schnorr_verify_items)(
                    outputs & 1 ? ok.data() : nullptr, outputs & 2 ? got.data() : nullptr,
                    items.data(), items.size(), flags) == all,
                what);
        for (size_t i = 0; i < items.size(); i++) {
            REQUIRE(!(outputs & 1) || ok[i] == (want[i] == UFSECP_OK), what);
            REQUIRE(!(outputs & 2) || got[i] == want[i], what);
        }
        REQUIRE(ok.back() == 0xa5 && got.back() == UFSECP_RECID, what);
    });
    return 0;
}
