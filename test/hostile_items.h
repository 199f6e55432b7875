// Items of the calls ufsecp_..._verify_items: valid ones, ones spoiled in any part, and what single
// calls say of them. The tests and the fuzz target share it.
#pragma once
#include "hostile.h"

namespace hostile {

/* An item with its own memory, which has the exact size. */
struct item_case {
    bytes sig, pubkey, msg;
    ufsecp_item item{};

    /* Points the item to the three parts; an empty one is NULL, or a pointer that nobody may read.
     */
    void point(bool null_if_empty) {
        const auto at = [&](bytes &b) -> const uint8_t * {
            b.shrink_to_fit();
            if (!b.empty()) return b.data();
            return null_if_empty ? nullptr : reinterpret_cast<const uint8_t *>(1);
        };
        item = {at(sig), sig.size(), at(pubkey), pubkey.size(), at(msg), msg.size()};
    }
    /* One in `rare`: a pointer or a length that its memory does not have. */
    void spoil_pointer(source &s, size_t rare, bool length_is_read) {
        if (!s.one_in(rare)) return;
        const uint8_t **const pointers[] = {&item.sig, &item.pubkey, &item.msg};
        size_t *const lengths[] = {&item.sig_len, &item.pubkey_len, &item.msg_len};
        const size_t part = s.below(3);
        const size_t huge[] = {SIZE_MAX, SIZE_MAX - 1, size_t{1} << 32, PTRDIFF_MAX, 129};
        if (s.one_in(2)) *pointers[part] = nullptr;
        else if (part != 0 || !length_is_read) *lengths[part] = huge[s.below(std::size(huge))];
    }
    std::string text() const {
        return "sig " + hex(sig) + " of " + std::to_string(item.sig_len) + ", pubkey " +
               hex(pubkey) + " of " + std::to_string(item.pubkey_len) + ", msg " + hex(msg) +
               " of " + std::to_string(item.msg_len) + (item.sig ? "" : ", no sig") +
               (item.pubkey ? "" : ", no pubkey") + (item.msg ? "" : ", no msg");
    }
};

/* All combinations of flags that the call takes. */
inline const std::vector<unsigned> &ecdsa_item_flags() {
    static const std::vector<unsigned> all = [] {
        std::vector<unsigned> r;
        for (unsigned rest = 0; rest < 8; rest++)
            for (const unsigned form : {0u, UFSECP_SIG_DER, UFSECP_SIG_DER_LAX})
                r.push_back((rest & 1 ? UFSECP_LOW_S : 0) | (rest & 2 ? UFSECP_ALLOW_HYBRID : 0) |
                            (rest & 4 ? UFSECP_SIG_HASH_TYPE : 0) | form);
        return r;
    }();
    return all;
}

/* r || s in the form that flags name. */
inline bytes encoded(source &s, const bytes &sig64, unsigned flags) {
    bytes r = sig64;
    if (flags & (UFSECP_SIG_DER | UFSECP_SIG_DER_LAX)) {
        size_t size = 72;
        r.resize(size);
        if (!ufsecp_ecdsa_sig_serialize_der(r.data(), &size, sig64.data())) abort();
        r.resize(size);
    }
    if ((flags & UFSECP_SIG_DER_LAX) && s.one_in(2)) {
        const bytes body = slice(r, 2, r.size() - 2);
        r = bytes{0x30, 0x82, s.byte(), s.byte()} + body + s.string(s.below(4));
    }
    if (flags & UFSECP_SIG_HASH_TYPE) r.push_back(s.byte());
    return r;
}

/* One in `rare` is spoiled, beside what is spoiled in r, s, hash and key before they are encoded.
 */
inline item_case ecdsa_item(source &s, unsigned flags, size_t rare = 3) {
    const ecdsa_case c = ecdsa(s, rare);
    const unsigned other = ecdsa_item_flags()[s.below(ecdsa_item_flags().size())];
    item_case r{encoded(s, c.sig, s.one_in(4 * rare) ? other : flags), c.pk, c.msg};
    if (r.pubkey.size() == 65 && s.one_in(4))
        r.pubkey[0] = static_cast<uint8_t>(6 + ((r.pubkey[64] & 1) ^ s.one_in(4)));
    if (s.one_in(rare)) switch (s.below(8)) {
        case 0: r.sig = der(s); break;
        case 1: r.sig.resize(s.below(r.sig.size() + 9)); break;
        case 2: r.sig = {}; break;
        case 3: r.sig.resize(s.one_in(4) ? 100000 : s.below(400), s.byte()); break;
        case 4: r.sig[s.below(r.sig.size())] ^= static_cast<uint8_t>(1 << s.below(8)); break;
        case 5: r.pubkey.resize(s.one_in(2) ? 0 : s.below(140)); break;
        case 6: r.msg.resize(s.one_in(2) ? 0 : s.below(70)); break;
        default:
            if (r.pubkey.size() > 0) r.pubkey[0] = s.byte();
        }
    r.point(s.one_in(2));
    r.spoil_pointer(s, 8 * rare, flags & UFSECP_SIG_DER_LAX);
    return r;
}

inline item_case schnorr_item(source &s, unsigned flags, size_t rare = 3) {
    const schnorr_case c = schnorr(s, rare);
    item_case r{c.sig, c.pk, c.msg};
    if (flags ? s.one_in(2) : s.one_in(4 * rare)) r.sig.push_back(s.byte());
    if (s.one_in(rare)) switch (s.below(4)) {
        case 0: r.sig.resize(s.one_in(2) ? 0 : s.below(140)); break;
        case 1: r.pubkey.resize(s.one_in(2) ? 0 : s.below(70)); break;
        case 2: r.sig.resize(65), r.sig[64] = static_cast<uint8_t>(s.below(2)); break;
        default: r.msg.resize(s.below(70));
        }
    r.point(s.one_in(2));
    if (s.one_in(2)) r.spoil_pointer(s, 4 * rare, false);
    if (r.item.msg && r.item.msg_len > r.msg.size()) r.item.msg_len = r.msg.size(); /* it is read */
    return r;
}

/* What a single call says of the item; it is given no null pointer. */
inline bool has_null(const ufsecp_item &i) {
    return (!i.sig && i.sig_len) || (!i.pubkey && i.pubkey_len) || (!i.msg && i.msg_len);
}
inline ufsecp_status ecdsa_by_single_calls(const ufsecp_item &i, unsigned flags) {
    static const uint8_t nothing[1] = {};
    uint8_t sig64[64];
    if (has_null(i) || i.msg_len != 32) return UFSECP_MISUSE;
    const bool der = flags & (UFSECP_SIG_DER | UFSECP_SIG_DER_LAX),
               typed = flags & UFSECP_SIG_HASH_TYPE;
    const size_t len = i.sig_len - (typed && i.sig_len > 0);
    const uint8_t *const sig = i.sig_len ? i.sig : nothing;
    if (!der) {
        if (i.sig_len != (typed ? 65 : 64)) return UFSECP_SIG_FORMAT;
        memcpy(sig64, sig, 64);
    } else if (!(flags & UFSECP_SIG_DER ? ufsecp_ecdsa_sig_parse_der
                                        : ufsecp_ecdsa_sig_parse_der_lax)(sig64, sig, len)) {
        return UFSECP_DER;
    }
    return ufsecp_ecdsa_check(sig64, i.msg, i.pubkey_len ? i.pubkey : nothing, i.pubkey_len,
                              flags & (UFSECP_LOW_S | UFSECP_ALLOW_HYBRID));
}
inline ufsecp_status schnorr_by_single_calls(const ufsecp_item &i, unsigned flags) {
    if (has_null(i)) return UFSECP_MISUSE;
    if (i.sig_len != 64 && !(flags && i.sig_len == 65 && i.sig[64] != 0)) return UFSECP_SIG_FORMAT;
    if (i.pubkey_len != 32) return UFSECP_PUBKEY_FORMAT;
    return ufsecp_schnorr_check(i.sig, i.msg, i.msg_len, i.pubkey);
}

}  // namespace hostile
