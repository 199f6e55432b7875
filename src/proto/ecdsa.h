// ECDSA signing with the RFC 6979 nonce and low s: constant time.
//
// Reference: SEC 1, 4.1.3; RFC 6979, 3.2; BIP-146 (low s).
#pragma once
#include "base/chunk.h"
#include "hash/rfc6979.h"
#include "proto/keys.h"

namespace ufsecp::UF_TARGET {

/* Whether the candidate t32 is a nonce, and then k = it. */
static inline bool ecdsa_take_nonce(sc *k, const u8 t32[32]) {
    return declassify(sc_set_b32_seckey(k, t32),
                      "a candidate that is 0 or not below n is thrown away; says nothing of the "
                      "nonce used");
}

/* k = the nonce of RFC 6979, 3.2, for the hash h already reduced mod n (its bits2octets).  Signers
 * that leave the reduction out differ where a hash is not below n, which a real one is with
 * probability 2^-128. */
static inline void ecdsa_nonce(sc *k, const u8 sk32[32], const u8 h32[32], const u8 *extra32) {
    rfc6979 generator;
    secret_bytes<32> t;
    rfc6979_init(&generator, sk32, h32, extra32);
    do rfc6979_next(&generator, t.b);
    while (!ecdsa_take_nonce(k, t.b));
    rfc6979_finish(&generator);
}

/* k[i] = candidate i, its generator's first output; or, where that is refused, ecdsa_nonce's. */
static inline void ecdsa_take_nonces(sc *k, const u8 *candidates32, const u8 *sks32, const u8 *hs32,
                                     const u8 *extras32, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (!ecdsa_take_nonce(&k[i], candidates32 + 32 * i))
            ecdsa_nonce(&k[i], sks32 + 32 * i, hs32 + 32 * i, from(extras32, 32 * i));
}

/* k[i] = ecdsa_nonce of row i, for n <= N rows of reduced hashes; extras32 may be NULL. */
template <size_t N>
static inline void ecdsa_nonces(sc *k, const u8 *sks32, const u8 *hs32, const u8 *extras32,
                                size_t n) {
    secret_bytes<32 * N> candidates;
    rfc6979_first(candidates.b, sks32, hs32, extras32, n);
    ecdsa_take_nonces(k, candidates.b, sks32, hs32, extras32, n);
}

/* Signs n <= N hashes m with keys d and nonces k, none of them 0; recids is NULL or n recovery ids.
 * A row that is not valid gets zeros, and so does one with r = 0 or s = 0 (2^-256, unless somebody
 * chose the nonce: no such input is known).  The sign of s is chosen by mask. s = (r/k) d + m/k
 * rather than (r d + m)/k: power traces of r d, one factor public and the other always the same,
 * add up.
 * time: depends on n only. */
template <size_t N>
[[gnu::always_inline]] static inline void ecdsa_sign_prepared(u8 *sigs64, int *recids, mask *valid,
                                                              const sc *d, const sc *k, const sc *m,
                                                              size_t n) {
    secret_array<sc, N> k_inv;
    secret_array<gej, N> rj;
    ge rp[N];
    mul_gen_rows(rj.v, k, n);
    ge_set_gej_batch<N>(rp, rj.v, n);
    sc_batch_inv<N>(k_inv.v, k, n);
    for (size_t i = 0; i < n; i++) {
        u8 *sig64 = sigs64 + 64 * i;
        sc r;
        secret<sc> s, t;
        fe_get_b32(sig64, &rp[i].x);
        const mask above_n = sc_set_b32(&r, sig64);
        sc_mul(&s, &r, &k_inv.v[i]);
        sc_mul(&s, &s, &d[i]);
        sc_mul(&t, &m[i], &k_inv.v[i]);
        sc_add(&s, &s, &t);
        const mask high = sc_is_high(&s);
        sc_cond_neg(&s, high);
        valid[i] = valid[i] & ~(sc_is_zero(&r) | sc_is_zero(&s));
        sc_get_b32(sig64, &r);
        sc_get_b32(sig64 + 32, &s);
        keep_bytes(sig64, 64, valid[i]);
        declassify(sig64, 64, "r and s are the signature");
        if (recids) {
            const mask odd = fe_is_odd(&rp[i].y) ^ high;
            recids[i] = (int)(mask_bit(above_n & valid[i]) << 1 | mask_bit(odd & valid[i]));
            declassify(&recids[i], sizeof recids[i], "the recovery id is part of the signature");
        }
    }
}

/* Signs n <= N hashes of 32 bytes with n keys; extras32 is n * 32 bytes of additional nonce data or
 * NULL.  A row whose key is not valid gets zeros.
 * time: depends on n only (and on the nonce's rejected candidates, 2^-128 each). */
template <size_t N>
static inline void ecdsa_sign_rows(u8 *sigs64, int *recids, mask *valid, const u8 *msgs32,
                                   const u8 *sks32, const u8 *extras32, size_t n) {
    secret_array<sc, N> d, k;
    sc m[N];
    u8 hs32[32 * N];
    for (size_t i = 0; i < n; i++) {
        sc_set_b32(&m[i], msgs32 + 32 * i);
        sc_get_b32(hs32 + 32 * i, &m[i]);
        valid[i] = seckey_load(&d.v[i], sks32 + 32 * i);
    }
    ecdsa_nonces<N>(k.v, sks32, hs32, extras32, n);
    ecdsa_sign_prepared<N>(sigs64, recids, valid, d.v, k.v, m, n);
}

/* One signature;
 * out: mask = it was made, else zeros.
 * time: constant. */
static inline mask ecdsa_sign(u8 sig64[64], int *recid, const u8 msg32[32], const u8 sk32[32],
                              const u8 *extra32) {
    mask valid;
    ecdsa_sign_rows<1>(sig64, recid, &valid, msg32, sk32, extra32, 1);
    return valid;
}

/* The same with a nonce that the caller chose.
 * out: mask = key and nonce are in their ranges, and r and s are not 0; else zeros.
 * time: constant. */
static inline mask ecdsa_sign_nonce(u8 sig64[64], int *recid, const u8 msg32[32], const u8 sk32[32],
                                    const u8 nonce32[32]) {
    secret<sc> d, k;
    sc m;
    sc_set_b32(&m, msg32);
    mask valid = seckey_load(&d, sk32);
    valid = valid & seckey_load(&k, nonce32);
    ecdsa_sign_prepared<1>(sig64, recid, &valid, &d, &k, &m, 1);
    return valid;
}

}  // namespace ufsecp::UF_TARGET
