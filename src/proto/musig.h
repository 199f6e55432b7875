// MuSig2 (BIP-327), what is made with secrets: nonces and partial signatures; and what FROST
// (BIP-445) makes in the same way. Constant time.
#pragma once
#include "base/bytes.h"
#include "hash/tagged.h"
#include "proto/keys.h"

namespace ufsecp::UF_TARGET {

/* What nonces are derived from beside randomness and secret key.  All but BIP-327's pk33 may be
 * NULL, which says that there is none; an empty message is another one than none. */
struct musig_nonce_inputs {
    const u8 *pk33, *agg32, *msg;
    size_t msg_len;
    const u8 *extra;
    size_t extra_len;    /* below 2^32 */
    bool bip445 = false; /* FROST: its tags, and before the key an identifier */
    const u8 *id4 = nullptr;
};

/* mask32 ^= the secret key, where mask32 is hashed first; sk32 may be NULL, and then nothing is
 * done. */
static inline void musig_mask_key(u8 mask32[32], const u8 *sk32, bool bip445) {
    secret<sha256> h;
    if (!sk32) return;
    tagged_init(&h, bip445 ? hash_tag::bip445_aux : hash_tag::musig_aux);
    sha256_update(&h, mask32, 32);
    sha256_final(&h, mask32);
    for (size_t i = 0; i < 32; i++) mask32[i] ^= sk32[i];
}

/* ks64 = the two numbers that end the text in h with a byte 0 and 1, mod n.
 * time: constant. */
static inline void musig_two_nonces(u8 ks64[64], const sha256 *h) {
    for (u8 i = 0; i < 2; i++) {
        secret<sha256> end;
        secret<sc> k;
        memcpy(static_cast<sha256 *>(&end), h, sizeof *h);
        sha256_update(&end, &i, 1);
        sha256_final(&end, ks64 + 32 * i);
        sc_set_b32(&k, ks64 + 32 * i);
        sc_get_b32(ks64 + 32 * i, &k);
    }
}

/* Hashes a length in one byte and so many bytes; 0 alone for NULL. */
static inline void musig_hash_optional(sha256 *h, const u8 *data, u8 len) {
    const u8 given = data ? len : 0;
    sha256_update(h, &given, 1);
    if (data) sha256_update(h, data, len);
}

/* ks64 = the nonces k1, k2 (BIP-327 and BIP-445, NonceGen); sk32 may be NULL.
 * time: depends on which inputs there are, and on their lengths. */
static inline void musig_nonces(u8 ks64[64], const u8 rand32[32], const u8 *sk32,
                                const musig_nonce_inputs *in) {
    const u8 some = in->msg != nullptr;
    secret<sha256> h;
    secret_bytes<32> t;
    u8 size[8];
    memcpy(t.b, rand32, 32);
    musig_mask_key(t.b, sk32, in->bip445);
    tagged_init(&h, in->bip445 ? hash_tag::bip445_nonce : hash_tag::musig_nonce);
    sha256_update(&h, t.b, 32);
    if (in->bip445) musig_hash_optional(&h, in->id4, 4);
    musig_hash_optional(&h, in->pk33, 33);
    musig_hash_optional(&h, in->agg32, 32);
    sha256_update(&h, &some, 1);
    if (in->msg) {
        store_be64(size, in->msg_len);
        sha256_update(&h, size, 8);
        sha256_update(&h, in->msg, in->msg_len);
    }
    store_be32(size, in->extra ? (u32)in->extra_len : 0);
    sha256_update(&h, size, 4);
    if (in->extra) sha256_update(&h, in->extra, in->extra_len);
    musig_two_nonces(ks64, &h);
}

/* ks64 = the nonces of a signer who knows the sum of all others' (DeterministicSign); rand32 may be
 * NULL.  others is that sum in BIP-327; in BIP-445 who signs, and the sum behind it.
 * time: depends on rand32 being NULL and on lengths. */
static inline void musig_deterministic_nonces(u8 ks64[64], const u8 sk32[32], const u8 *rand32,
                                              bool bip445, const u8 *others, size_t others_len,
                                              const u8 agg32[32], const u8 *msg, size_t msg_len) {
    secret<sha256> h;
    secret_bytes<32> t;
    u8 size[8];
    memcpy(t.b, rand32 ? rand32 : sk32, 32);
    musig_mask_key(t.b, rand32 ? sk32 : nullptr, bip445);
    tagged_init(
        &h, bip445 ? hash_tag::bip445_deterministic_nonce : hash_tag::musig_deterministic_nonce);
    sha256_update(&h, t.b, 32);
    sha256_update(&h, others, others_len);
    sha256_update(&h, agg32, 32);
    store_be64(size, msg_len);
    sha256_update(&h, size, 8);
    sha256_update(&h, msg, msg_len);
    musig_two_nonces(ks64, &h);
}

/* pks65 = the points of two nonces, 04 x y each.
 * out: mask = neither nonce is 0 or above the order; else zeros for it.
 * time: constant. */
static inline mask musig_nonce_points(u8 pks65[130], const u8 ks64[64]) {
    mask valid[2];
    pubkey_create_rows<2>(pks65, 65, valid, ks64, 2);
    return valid[0] & valid[1];
}

/* s32 = k + c d mod n, where k = k1 + b k2, or its negative if odd says that the sum of all nonces
 * has an odd y; c32 is the challenge times the key's coefficient and sign.
 * out: mask = the key is one, else zeros.
 * time: constant. */
static inline mask musig_partial_sign(u8 s32[32], const u8 ks64[64], const u8 sk32[32],
                                      const u8 b32[32], const u8 c32[32], int odd) {
    secret<sc> d, k, t;
    sc b, c;
    const mask valid = seckey_load(&d, sk32);
    sc_set_b32(&b, b32);
    sc_set_b32(&c, c32);
    sc_set_b32(&k, ks64 + 32);
    sc_mul(&k, &b, &k);
    sc_set_b32(&t, ks64);
    sc_add(&k, &k, &t);
    sc_cond_neg(&k, mask_of_bit((u64)odd));
    response_b32(s32, &c, &d, &k);
    keep_bytes(s32, 32, valid);
    declassify(s32, 32, "a partial signature is public");
    return valid;
}

}  // namespace ufsecp::UF_TARGET
