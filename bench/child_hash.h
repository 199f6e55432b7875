// The hash of BIP-32's children under one chain code, which libsecp256k1 has nothing like.
#pragma once
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "hash/sha512.h"

namespace bench {

constexpr std::uint8_t child_chain_byte = 7; /* of which the chain code is made */

/* The HMAC-SHA-512 of a text, 64 bytes; what the chain code alone decides is kept. */
inline int child_hash(std::uint8_t *out64, const std::uint8_t *text, std::size_t len) {
    static const ufsecp::hmac_sha512_key key = [] {
        ufsecp::hmac_sha512_key r;
        std::uint8_t chain[32];
        std::memset(chain, child_chain_byte, sizeof chain);
        ufsecp::hmac_sha512_set_key(&r, chain, sizeof chain);
        return r;
    }();
    ufsecp::hmac_sha512(out64, &key, text, len);
    return 1;
}

}  // namespace bench
