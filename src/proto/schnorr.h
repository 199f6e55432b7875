// BIP-340 signing: constant time.
#pragma once
#include "base/chunk.h"
#include "hash/tagged.h"
#include "proto/keys.h"

namespace ufsecp::UF_TARGET {

/* k32 = the nonce before it is reduced and its sign is known: the tagged hash of (key ^ H(aux)) ||
 * P.x || msg.
 * time: public lengths. */
static inline void schnorr_nonce(u8 k32[32], const u8 d32[32], const u8 px32[32], const u8 *msg,
                                 size_t msg_len, const u8 *aux32) {
    secret<sha256> h;
    secret_bytes<32> t;
    if (aux32) {
        tagged_init(&h, hash_tag::bip340_aux);
        sha256_update(&h, aux32, 32);
        sha256_final(&h, t.b);
    } else {
        memcpy(t.b, bip340_zero_aux_hash(), 32);
    }
    for (size_t i = 0; i < 32; i++) t.b[i] ^= d32[i];
    tagged_init(&h, hash_tag::bip340_nonce);
    sha256_update(&h, t.b, 32);
    sha256_update(&h, px32, 32);
    sha256_update(&h, msg, msg_len);
    sha256_final(&h, k32);
}

/* The nonces of n <= N rows; auxs32 may be NULL.
 * time: depends on n and msg_len only. */
template <size_t N>
[[gnu::noinline]] static void schnorr_nonces(u8 *k32s, const secret_array<sc, N> *d,
                                             const u8 *pxs32, const u8 *msgs, size_t msg_len,
                                             const u8 *auxs32, size_t n) {
    secret_bytes<32 * N> d32s;
    for (size_t i = 0; i < n; i++) sc_get_b32(d32s.b + 32 * i, &d->v[i]);
    if (N > 1 && msg_len == 32)
        return bip340_nonces(k32s, {d32s.b, 32}, {pxs32, 32}, {msgs, 32}, {auxs32, 32}, n);
    for (size_t i = 0; i < n; i++)
        schnorr_nonce(k32s + 32 * i, d32s.b + 32 * i, pxs32 + 32 * i, msgs + msg_len * i, msg_len,
                      from(auxs32, 32 * i));
}

/* e = the challenge H(R.x || P.x || msg) mod n.
 * time: depends on msg_len only. */
static inline void schnorr_challenge(sc *e, const u8 rx32[32], const u8 px32[32], const u8 *msg,
                                     size_t msg_len) {
    u8 e32[32];
    bip340_challenge(e32, rx32, px32, msg, msg_len);
    sc_set_b32(e, e32);
}

/* The challenges of n <= N rows.
 * time: depends on n and msg_len only. */
template <size_t N>
static inline void schnorr_challenges(sc *e, const u8 *rxs32, const u8 *pxs32, const u8 *msgs,
                                      size_t msg_len, size_t n) {
    if (N == 1 || msg_len != 32) {
        for (size_t i = 0; i < n; i++)
            schnorr_challenge(&e[i], rxs32 + 32 * i, pxs32 + 32 * i, msgs + msg_len * i, msg_len);
        return;
    }
    u8 e32s[32 * N];
    bip340_challenges(e32s, {rxs32, 32}, {pxs32, 32}, {msgs, 32}, n);
    for (size_t i = 0; i < n; i++) sc_set_b32(&e[i], e32s + 32 * i);
}

/* xs32 = the x coordinates of n <= N points k G; k is negated where y is odd. Not inlined: the
 * points leave the stack before the next ones come. */
template <size_t N>
[[gnu::noinline]] static void schnorr_points(u8 *xs32, secret_array<sc, N> *k, size_t n) {
    secret_array<gej, N> j;
    ge p[N];
    mul_gen_rows(j.v, k->v, n);
    ge_set_gej_batch<N>(p, j.v, n);
    for (size_t i = 0; i < n; i++) {
        fe_get_b32(xs32 + 32 * i, &p[i].x);
        sc_cond_neg(&k->v[i], fe_is_odd(&p[i].y));
    }
}

/* Signs n <= N messages of msg_len bytes each with keys d whose public keys have the x coordinates
 * pxs32 (n * 32 bytes) and an even y, and with the nonces k32s, which are reduced here.  A row that
 * is not valid, or becomes so, gets zeros.  The signature is not verified before it is returned
 * (BIP-340 recommends that against faults; the caller can).
 * time: depends on n and msg_len only. */
template <size_t N>
[[gnu::always_inline]] static inline void schnorr_sign_nonces(u8 *sigs64, mask *valid,
                                                              secret_array<sc, N> *d,
                                                              const u8 *pxs32, const u8 *msgs,
                                                              size_t msg_len, const u8 *k32s,
                                                              size_t n) {
    secret_array<sc, N> k;
    u8 rxs32[32 * N];
    sc e[N];
    for (size_t i = 0; i < n; i++) valid[i] = valid[i] & nonce_load(&k.v[i], k32s + 32 * i);
    schnorr_points<N>(rxs32, &k, n);
    schnorr_challenges<N>(e, rxs32, pxs32, msgs, msg_len, n);
    for (size_t i = 0; i < n; i++) {
        u8 *const sig64 = sigs64 + 64 * i;
        memcpy(sig64, rxs32 + 32 * i, 32);
        response_b32(sig64 + 32, &e[i], &d->v[i], &k.v[i]);
        keep_bytes(sig64, 64, valid[i]);
        declassify(sig64, 64, "R.x and s are the signature");
    }
}

/* The same with BIP-340's nonces; auxs32 is n * 32 bytes or NULL. */
template <size_t N>
static inline void schnorr_sign_prepared(u8 *sigs64, mask *valid, secret_array<sc, N> *d,
                                         const u8 *pxs32, const u8 *msgs, size_t msg_len,
                                         const u8 *auxs32, size_t n) {
    secret_bytes<32 * N> k32s;
    schnorr_nonces<N>(k32s.b, d, pxs32, msgs, msg_len, auxs32, n);
    schnorr_sign_nonces<N>(sigs64, valid, d, pxs32, msgs, msg_len, k32s.b, n);
}

/* The same from secret keys alone, sks32 of n * 32 bytes: twice the work, since each public key has
 * to be made first.  A row whose key is not valid gets zeros. */
template <size_t N>
static inline void schnorr_sign_rows(u8 *sigs64, mask *valid, const u8 *msgs, size_t msg_len,
                                     const u8 *sks32, const u8 *auxs32, size_t n) {
    secret_array<sc, N> d;
    u8 pxs32[32 * N];
    for (size_t i = 0; i < n; i++) valid[i] = seckey_load(&d.v[i], sks32 + 32 * i);
    schnorr_points<N>(pxs32, &d, n);
    schnorr_sign_prepared<N>(sigs64, valid, &d, pxs32, msgs, msg_len, auxs32, n);
}

/* One signature of a message of any length; aux32 may be NULL.
 * out: mask = it was made, else zeros. */
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
    secret_array<sc, 1> d;
    mask valid = seckey_load(&d.v[0], keypair65);
    sc_cond_neg(&d.v[0], mask_of_bit(keypair65[32] & 1));
    schnorr_sign_prepared<1>(sig64, &valid, &d, keypair65 + 33, msg, msg_len, aux32, 1);
    return valid;
}

/* And with a nonce that the caller chose, which must not be 0 mod n. */
static inline mask schnorr_sign_nonce(u8 sig64[64], const u8 *msg, size_t msg_len,
                                      const u8 keypair65[65], const u8 nonce32[32]) {
    secret_array<sc, 1> d;
    mask valid = seckey_load(&d.v[0], keypair65);
    sc_cond_neg(&d.v[0], mask_of_bit(keypair65[32] & 1));
    schnorr_sign_nonces<1>(sig64, &valid, &d, keypair65 + 33, msg, msg_len, nonce32, 1);
    return valid;
}

}  // namespace ufsecp::UF_TARGET
