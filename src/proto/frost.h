// FROST (RFC 9591 and BIP-445), what is made with secrets: shares, and the nonces of RFC 9591.
// Nonces of BIP-445 and signature shares are those of MuSig2 (proto/musig.h). Constant time.
#pragma once
#include "base/bytes.h"
#include "hash/sha256.h"
#include "proto/keys.h"

namespace ufsecp::UF_TARGET {

/* s32 = the polynomial with these t coefficients, the constant one first, at x mod n.  So a dealer
 * makes a share from a polynomial, and one sum stands for many shares.
 * out: mask = no coefficient is 0 or above the order, and the value is not 0; else zeros.
 * time: depends on t only. */
static inline mask frost_share(u8 s32[32], const u8 *coefficients32, size_t t, const u8 x32[32]) {
    secret<sc> s, a;
    sc x;
    mask valid = mask_all();
    sc_set_b32(&x, x32);
    for (size_t i = t; i-- > 0;) {
        valid = valid & sc_set_b32_seckey(&a, coefficients32 + 32 * i);
        sc_mul(&s, &s, &x);
        sc_add(&s, &s, &a);
    }
    return seckey_store(s32, &s, valid & ~sc_is_zero(&s));
}

/* ---- The hashes of RFC 9591's FROST(secp256k1, SHA-256) ---- */

/* Hashes what begins each of its hashes and tags, and a short tag; and, if it is one of
 * hash_to_field, the length of both. */
static inline void frost_hash_tag(sha256 *h, const char *tag, bool length) {
    static constexpr char context[] = "FROST-secp256k1-SHA256-v1";
    const size_t context_len = sizeof context - 1, tag_len = strlen(tag);
    const u8 len = (u8)(context_len + tag_len);
    sha256_update(h, reinterpret_cast<const u8 *>(context), context_len);
    sha256_update(h, reinterpret_cast<const u8 *>(tag), tag_len);
    if (length) sha256_update(h, &len, 1);
}

/* Starts H1, H2 or H3, which are hash_to_field of RFC 9380 with expand_message_xmd. */
static inline void frost_field_init(sha256 *h) {
    static constexpr u8 block[64] = {0};
    sha256_init(h);
    sha256_update(h, block, 64);
}

/* r = the hash to the scalars of what h was given, under a tag.
 * time: constant. */
static inline void frost_field_final(sc *r, sha256 *h, const char *tag) {
    static constexpr u8 length[3] = {0, 48, 0};
    static constexpr u64 shift[4] = {0, 0, 0, 1};
    secret_bytes<32> b0, b1, b2;
    secret_bytes<64> wide;
    secret<sha256> next;
    secret<sc> low;
    sc two192;
    sha256_update(h, length, 3);
    frost_hash_tag(h, tag, true);
    sha256_final(h, b0.b);
    for (u8 i = 1; i <= 2; i++) {
        secret_bytes<32> &b = i == 1 ? b1 : b2;
        for (size_t j = 0; j < 32; j++) b.b[j] ^= b0.b[j];
        sha256_init(&next);
        sha256_update(&next, b.b, 32);
        sha256_update(&next, &i, 1);
        frost_hash_tag(&next, tag, true);
        sha256_final(&next, b.b);
        if (i == 1) memcpy(b2.b, b1.b, 32);
    }
    /* 48 bytes as a * 2^192 + b. */
    memcpy(wide.b + 8, b1.b, 24);
    memcpy(wide.b + 40, b1.b + 24, 8);
    memcpy(wide.b + 48, b2.b, 16);
    sc_set_limbs64(&two192, shift);
    sc_set_b32(r, wide.b);
    sc_set_b32(&low, wide.b + 32);
    sc_mul(r, r, &two192);
    sc_add(r, r, &low);
}

/* k32 = a nonce (RFC 9591, nonce_generate, whose tag is "nonce").
 * time: constant. */
static inline void frost_nonce(u8 k32[32], const u8 rand32[32], const u8 secret32[32],
                               const char *tag) {
    secret<sha256> h;
    secret<sc> k;
    frost_field_init(&h);
    sha256_update(&h, rand32, 32);
    sha256_update(&h, secret32, 32);
    frost_field_final(&k, &h, tag);
    sc_get_b32(k32, &k);
}

/* ks64 = the nonces that hide and that bind from two times 32 random bytes.
 * time: constant. */
static inline void frost_nonces(u8 ks64[64], const u8 rand64[64], const u8 share32[32]) {
    frost_nonce(ks64, rand64, share32, "nonce");
    frost_nonce(ks64 + 32, rand64 + 32, share32, "nonce");
}

}  // namespace ufsecp::UF_TARGET
