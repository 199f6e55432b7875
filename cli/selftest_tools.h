// What the self-tests share: byte arrays from hex literals, well-known numbers, sample keys.
#pragma once
#include <cstdint>
#include <cstring>

#include <ufsecp/ufsecp.h>

#include "hex.h"

namespace selftest {

using u8 = std::uint8_t;

/* N bytes from hex digits; all zero for "". */
template <std::size_t N>
struct bytes {
    u8 b[N] = {0};
    bytes() = default;
    bytes(const char *hex) {
        if (*hex != 0 && !hex_exact(b, N, hex))
            std::memset(b, 0xee, N);  // a bad literal makes its check fail
    }
    operator u8 *() { return b; }
    operator const u8 *() const { return b; }
    bool operator==(const bytes &other) const { return std::memcmp(b, other.b, N) == 0; }
    bool zero() const { return *this == bytes(); }
    bytes flipped(std::size_t bit) const {
        bytes out = *this;
        out.b[bit / 8] = (u8)(out.b[bit / 8] ^ (1u << bit % 8));
        return out;
    }
};
using b32 = bytes<32>;
using b33 = bytes<33>;
using b64 = bytes<64>;
using b65 = bytes<65>;

inline const char *const order = "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141";
inline const char *const order_minus_1 =
    "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364140";
inline const char *const half_order =
    "7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0";
inline const char *const prime = "fffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2f";
inline const char *const all_ones =
    "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff";
inline const char *const lambda =
    "5363ad4cc05c30e0a5261c028812645a122e22ea20816678df02967c1b23bd72";
inline const char *const g33 = "0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798";
inline const char *const g65 =
    "0479be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798"
    "483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8";
inline const char *const two_g65 =
    "04c6047f9441ed7d6d3045406e95c07cd85c778e4b8cef3ca7abac09b95c709ee5"
    "1ae168fea63dc339a3c58419466ceaeef7f632653266d0e1236431a950cfe52a";

inline b32 small(unsigned value) {
    b32 out;
    for (int i = 31; value != 0; i--, value >>= 8) out.b[i] = (u8)value;
    return out;
}

/* The i-th of a fixed sequence of 32 bytes that look random. */
inline b32 sample(unsigned i) {
    b32 out = small(i);
    ufsecp_sha256(out, out, 32);
    return out;
}

/* Zeros where that fails. */
inline b33 public_key(const b32 &key) {
    b33 out;
    (void)!ufsecp_pubkey_create(out, 33, key);
    return out;
}

inline b32 sha256_text(const char *text) {
    b32 out;
    ufsecp_sha256(out, reinterpret_cast<const u8 *>(text), std::strlen(text));
    return out;
}

struct signed_message {
    b32 key, message;
    b33 pubkey;
    b64 sig;
    int recid = -1;
    explicit signed_message(unsigned i)
        : key(sample(2 * i)), message(sample(2 * i + 1)), pubkey(public_key(key)) {
        (void)!ufsecp_ecdsa_sign_recoverable(sig, &recid, message, key, nullptr);
    }
    ufsecp_status check(unsigned flags = 0) const {
        return ufsecp_ecdsa_check(sig, message, pubkey, 33, flags);
    }
};

}  // namespace selftest
