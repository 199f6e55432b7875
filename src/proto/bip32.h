// Extended keys (BIP-32), what needs no curve: their 78 bytes, the hash of a child, and their text.
// Constant time but for what is public: version, depth, parent, number, and which kind of key.
#pragma once
#include "base/bytes.h"
#include "base/ct.h"
#include "hash/ripemd160.h"
#include "hash/sha256.h"
#include "hash/sha512.h"

namespace ufsecp::UF_TARGET {

/* Where the parts of an extended key lie: the version is first. */
static constexpr size_t xkey_depth = 4, xkey_parent = 5, xkey_number = 9, xkey_chain = 13,
                        xkey_key = 45, xkey_seckey = 46;
static constexpr u32 xkey_hardened = 0x80000000;

/* The versions of private and public keys, on mainnet and on testnets. */
static constexpr u32 xkey_versions[2][2] = {{0x0488ade4, 0x0488b21e}, {0x04358394, 0x043587cf}};

/* What all may know of an extended key; `valid` says nothing of the key itself. */
struct xkey_kind {
    bool valid, is_private;
    size_t network, depth;
};
static inline xkey_kind xkey_read(const u8 x78[78]) {
    u8 h[14];
    memcpy(h, x78, 13);
    h[13] = x78[xkey_key];
    declassify(h, 14, "of an extended key all but chain code and key is public");
    xkey_kind r = {};
    r.depth = h[xkey_depth];
    for (size_t i = 0; i < 4; i++) {
        if (load_be32(h) != xkey_versions[i / 2][i % 2]) continue;
        r.valid = true;
        r.network = i / 2;
        r.is_private = i % 2 == 0;
    }
    const bool has_parent = load_be32(h + xkey_parent) != 0 || load_be32(h + xkey_number) != 0;
    if (r.depth == 0 && has_parent) r.valid = false;
    if (r.is_private ? h[13] != 0 : h[13] != 2 && h[13] != 3) r.valid = false;
    return r;
}

/* fingerprint4 = the start of HASH160 of a public key. */
static inline void xkey_fingerprint(u8 fingerprint4[4], const u8 pk33[33]) {
    u8 h[32];
    sha256_hash(h, pk33, 33);
    ripemd160(h, h, 32);
    memcpy(fingerprint4, h, 4);
}

/* hash64 = I of child `number`: what is added to the key, and the child's chain code.  pk33 is the
 * public key of x78.
 * time: depends on number only. */
static inline void xkey_child_hash(u8 hash64[64], const u8 x78[78], const u8 pk33[33], u32 number) {
    secret_bytes<37> text;
    memcpy(text.b, number & xkey_hardened ? x78 + xkey_key : pk33, 33);
    store_be32(text.b + 33, number);
    hmac_sha512(hash64, x78 + xkey_chain, 32, text.b, 37);
}

/* x78's header as that of its child: one deeper, below pk33. */
static inline void xkey_set_child(u8 x78[78], const u8 pk33[33], u32 number) {
    x78[xkey_depth]++;
    xkey_fingerprint(x78 + xkey_parent, pk33);
    store_be32(x78 + xkey_number, number);
}

/* ---- Text: Base58Check, always of 111 characters ---- */

static constexpr size_t xkey_text_size = 111;

/* 1 if a >= b, else 0; both below 2^31. */
static inline u32 xkey_at_least(u32 a, u32 b) { return 1 - (value_barrier(a - b) >> 31); }

/* The character of a digit below 58, and the digit that a character would be; no table is read. */
static inline u32 base58_character(u32 d) {
    return d + '1' + 7 * xkey_at_least(d, 9) + xkey_at_least(d, 17) + xkey_at_least(d, 22) +
           6 * xkey_at_least(d, 33) + xkey_at_least(d, 44);
}
static inline u32 base58_digit(u32 c) {
    return c - '1' - 7 * xkey_at_least(c, 'A') - xkey_at_least(c, 'J') - xkey_at_least(c, 'P') -
           6 * xkey_at_least(c, 'a') - xkey_at_least(c, 'm');
}

/* The first four bytes of the double SHA-256. */
static inline u32 xkey_checksum(const u8 x78[78]) {
    secret<sha256> h;
    secret_bytes<32> t;
    sha256_init(&h);
    sha256_update(&h, x78, 78);
    sha256_final(&h, t.b);
    sha256_init(&h);
    sha256_update(&h, t.b, 32);
    sha256_final(&h, t.b);
    return load_be32(t.b);
}

/* Writes 111 characters; the version is a known one, so that there are as many. */
static inline void xkey_get_text(char *text, const u8 x78[78]) {
    secret_bytes<82> number;
    secret_bytes<xkey_text_size> digits; /* the lowest first */
    memcpy(number.b, x78, 78);
    store_be32(number.b + 78, xkey_checksum(x78));
    for (const u8 byte : number.b) {
        u32 carry = byte;
        for (u8 &digit : digits.b) {
            carry += (u32)digit << 8;
            const u32 quotient = carry * 1130 >> 16; /* carry / 58, as carry < 58 * 256 */
            digit = (u8)(carry - 58 * quotient);
            carry = quotient;
        }
    }
    for (size_t i = 0; i < xkey_text_size; i++)
        text[i] = (char)base58_character(digits.b[xkey_text_size - 1 - i]);
}

/* Reads 111 characters.
 * out: mask = all are of the alphabet, the number fits and its checksum is right. */
static inline mask xkey_set_text(u8 x78[78], const char *text) {
    secret_bytes<82> number; /* the lowest byte first */
    u32 bad = 0;
    for (size_t i = 0; i < xkey_text_size; i++) {
        const u32 c = (u8)text[i], d = base58_digit(c);
        u32 carry = d & 63;
        bad |= d >> 6 | xkey_at_least(d & 63, 58) | (base58_character(d & 63) ^ c);
        for (u8 &byte : number.b) {
            carry += 58 * (u32)byte;
            byte = (u8)carry;
            carry >>= 8;
        }
        bad |= carry;
    }
    for (size_t i = 0; i < 78; i++) x78[i] = number.b[81 - i];
    const u32 sum =
        (u32)number.b[3] << 24 | (u32)number.b[2] << 16 | (u32)number.b[1] << 8 | number.b[0];
    return mask_is_zero(bad | (sum ^ xkey_checksum(x78)));
}

}  // namespace ufsecp::UF_TARGET
