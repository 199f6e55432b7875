// Extended keys (BIP-32) as byte strings: a master key, the key at the end of a path, a public key.
#pragma once
#include "api.h"

namespace xkeys {

using path = std::vector<uint32_t>;
inline constexpr uint32_t hardened = UFSECP_BIP32_HARDENED;

inline bytes master(const bytes &seed, unsigned flags = 0) {
    return made_by(78, [&](uint8_t *out) {
        return ufsecp_bip32_master(out, seed.data(), seed.size(), flags);
    });
}
inline bytes derive(const bytes &key, const path &p) {
    return made_by(
        78, [&](uint8_t *out) { return ufsecp_bip32_derive(out, key.data(), p.data(), p.size()); });
}
inline bytes neuter(const bytes &key) {
    return made_by(78, [&](uint8_t *out) { return ufsecp_bip32_public(out, key.data()); });
}

}  // namespace xkeys
