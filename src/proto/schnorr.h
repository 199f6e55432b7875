// BIP-340 signing: constant time.
#pragma once
#include "hash/tagged.h"
#include "proto/keys.h"

namespace ufsecp::UF_TARGET {

/* The hash of 32 zero bytes under the tag BIP0340/aux: what an absent aux32 masks the key with. */
static constexpr u8 schnorr_zero_aux_hash[32] = {
    0x54, 0xf1, 0x69, 0xcf, 0xc9, 0xe2, 0xe5, 0x72, 0x74, 0x80, 0x44, 0x1f, 0x90, 0xba, 0x25, 0xc4,
    0x88, 0xf4, 0x61, 0xc7, 0x0b, 0x5e, 0xa5, 0xdc, 0xaa, 0xf7, 0xaf, 0x69, 0x27, 0x0a, 0xa5, 0x14};

/* k = the nonce before its sign is known: the tagged hash of (key ^ H(aux)) || P.x || msg mod n;
 * mask = it is not 0.  time: public lengths. */
static inline mask schnorr_nonce(sc *k, const sc *d, const u8 px32[32], const u8 *msg,
                                 size_t msg_len, const u8 *aux32) {
    secret<sha256> h;
    secret_bytes<32> key, t;
    sc_get_b32(key.b, d);
    if (aux32) {
        tagged_init(&h, hash_tag::bip340_aux);
        sha256_update(&h, aux32, 32);
        sha256_final(&h, t.b);
    } else {
        memcpy(t.b, schnorr_zero_aux_hash, 32);
    }
    for (size_t i = 0; i < 32; i++) t.b[i] ^= key.b[i];
    tagged_init(&h, hash_tag::bip340_nonce);
    sha256_update(&h, t.b, 32);
    sha256_update(&h, px32, 32);
    sha256_update(&h, msg, msg_len);
    sha256_final(&h, t.b);
    sc_set_b32(k, t.b);
    return ~sc_is_zero(k);
}

/* e = the challenge H(R.x || P.x || msg) mod n.  time: depends on msg_len only. */
static inline void schnorr_challenge(sc *e, const u8 rx32[32], const u8 px32[32], const u8 *msg,
                                     size_t msg_len) {
    sha256 h;
    u8 t[32];
    tagged_init(&h, hash_tag::bip340_challenge);
    sha256_update(&h, rx32, 32);
    sha256_update(&h, px32, 32);
    sha256_update(&h, msg, msg_len);
    sha256_final(&h, t);
    sc_set_b32(e, t);
}

/* Signs n <= N messages of msg_len bytes each with keys d whose public keys have the x coordinates
 * pxs32 (n * 32 bytes) and an even y. auxs32 is n * 32 bytes or NULL.  A row that is not valid, or
 * becomes so, gets zeros.  d is used up. The signature is not verified before it is returned
 * (BIP-340 recommends that against faults; the caller can).
   time: depends on n and msg_len only. */
template <size_t N>
static inline void schnorr_sign_prepared(u8 *sigs64, mask *valid, secret_rows<sc, N> *d,
                                         const u8 *pxs32, const u8 *msgs, size_t msg_len,
                                         const u8 *auxs32, size_t n) {
    secret_rows<sc, N> k;
    secret_rows<gej, N> j;
    ge r[N];
    sc one;
    sc_set_one(&one);
    for (size_t i = 0; i < n; i++) {
        const mask nonzero = schnorr_nonce(&k.v[i], &d->v[i], pxs32 + 32 * i, msgs + msg_len * i,
                                           msg_len, auxs32 ? auxs32 + 32 * i : nullptr);
        sc_cmov(&k.v[i], &one, ~nonzero);
        valid[i] = valid[i] & nonzero;
    }
    mul_gen_rows(j.v, k.v, n);
    ge_set_gej_batch<N>(r, j.v, n);
    for (size_t i = 0; i < n; i++) {
        u8 *sig64 = sigs64 + 64 * i, rx32[32];
        secret<sc> s;
        sc e;
        fe_get_b32(rx32, &r[i].x);
        sc_cond_neg(&k.v[i], fe_is_odd(&r[i].y));
        schnorr_challenge(&e, rx32, pxs32 + 32 * i, msgs + msg_len * i, msg_len);
        sc_mul(&s, &e, &d->v[i]);
        sc_add(&s, &s, &k.v[i]);
        memcpy(sig64, rx32, 32);
        sc_get_b32(sig64 + 32, &s);
        keep_bytes(sig64, 64, valid[i]);
        declassify(sig64, 64, "R.x and s are the signature");
    }
}

/* The same from secret keys alone, sks32 of n * 32 bytes: twice the work, since each public key has
 * to be made first.  A row whose key is not valid gets zeros. */
template <size_t N>
static inline void schnorr_sign_rows(u8 *sigs64, mask *valid, const u8 *msgs, size_t msg_len,
                                     const u8 *sks32, const u8 *auxs32, size_t n) {
    secret_rows<sc, N> d;
    secret_rows<gej, N> j;
    ge p[N];
    u8 pxs32[32 * N];
    for (size_t i = 0; i < n; i++) valid[i] = seckey_load(&d.v[i], sks32 + 32 * i);
    mul_gen_rows(j.v, d.v, n);
    ge_set_gej_batch<N>(p, j.v, n);
    for (size_t i = 0; i < n; i++) {
        fe_get_b32(pxs32 + 32 * i, &p[i].x);
        sc_cond_neg(&d.v[i], fe_is_odd(&p[i].y));
    }
    schnorr_sign_prepared<N>(sigs64, valid, &d, pxs32, msgs, msg_len, auxs32, n);
}

/* One signature of a message of any length; aux32 may be NULL.  out: mask = it was made, else
 * zeros. */
static inline mask schnorr_sign(u8 sig64[64], const u8 *msg, size_t msg_len, const u8 sk32[32],
                                const u8 *aux32) {
    mask valid;
    schnorr_sign_rows<1>(sig64, &valid, msg, msg_len, sk32, aux32, 1);
    return valid;
}

/* The same with the public key at hand: keypair65 is 32 bytes of secret key and its compressed
 * public key, which is believed. */
static inline mask schnorr_sign_keypair(u8 sig64[64], const u8 *msg, size_t msg_len,
                                        const u8 keypair65[65], const u8 *aux32) {
    secret_rows<sc, 1> d;
    mask valid = seckey_load(&d.v[0], keypair65);
    sc_cond_neg(&d.v[0], mask_of_bit(keypair65[32] & 1));
    schnorr_sign_prepared<1>(sig64, &valid, &d, keypair65 + 33, msg, msg_len, aux32, 1);
    return valid;
}

}  // namespace ufsecp::UF_TARGET
