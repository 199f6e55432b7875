// Secret keys, their arithmetic, and the public keys made from them: constant time.
#pragma once
#include "lanes/choose.h"
#include "proto/batch.h"

namespace ufsecp::UF_TARGET {

/* d = the key; or 1 where the bytes are no key, so that the same work follows.
 * out: mask = 1 <= key < n.
 * time: constant. */
static inline mask seckey_load(sc *d, const u8 sk32[32]) {
    const mask valid = sc_set_b32_seckey(d, sk32);
    sc one;
    sc_set_one(&one);
    sc_cmov(d, &one, ~valid);
    return valid;
}

/* k = the nonce of these bytes, reduced, or 1.
 * out: mask = it is not 0.
 * time: constant. */
static inline mask nonce_load(sc *k, const u8 k32[32]) {
    sc one;
    sc_set_one(&one);
    sc_set_b32(k, k32);
    const mask zero = sc_is_zero(k);
    sc_cmov(k, &one, zero);
    return ~zero;
}

/* s32 = k + e d, the response to a challenge e.  s = e (d + k) + (1 - e) k rather than e d + k:
 * power traces of e d, one factor public and the other always the same, add up.
 * time: constant. */
static inline void response_b32(u8 s32[32], const sc *e, const sc *d, const sc *k) {
    secret<sc> s, t;
    sc one;
    sc_set_one(&one);
    sc_add(&s, d, k);
    sc_mul(&s, e, &s);
    sc_sub(&t, &one, e);
    sc_mul(&t, &t, k);
    sc_add(&s, &s, &t);
    sc_get_b32(s32, &s);
}

static inline mask seckey_verify(const u8 sk32[32]) {
    secret<sc> d;
    return sc_set_b32_seckey(&d, sk32);
}

/* sk = d where ok, else zeros. */
static inline mask seckey_store(u8 sk32[32], const sc *d, mask ok) {
    sc_get_b32(sk32, d);
    keep_bytes(sk32, 32, ok);
    return ok;
}

/* sk = -sk.
 * out: mask = sk was a key; else sk is zeroed.
 * time: constant. */
static inline mask seckey_negate(u8 sk32[32]) {
    secret<sc> d;
    const mask ok = sc_set_b32_seckey(&d, sk32);
    sc_neg(&d, &d);
    return seckey_store(sk32, &d, ok);
}

/* sk = sk + t mod n.
 * out: mask = sk was a key, t < n, and the sum is not 0; else sk is zeroed.
 * time: constant. */
static inline mask seckey_tweak_add(u8 sk32[32], const u8 t32[32]) {
    secret<sc> d, t;
    mask ok = sc_set_b32_seckey(&d, sk32);
    ok = ok & ~sc_set_b32(&t, t32);
    sc_add(&d, &d, &t);
    return seckey_store(sk32, &d, ok & ~sc_is_zero(&d));
}

/* sk = sk * t mod n.
 * out: mask = sk was a key and 1 <= t < n; else sk is zeroed.
 * time: constant. */
static inline mask seckey_tweak_mul(u8 sk32[32], const u8 t32[32]) {
    secret<sc> d, t;
    const mask ok = sc_set_b32_seckey(&d, sk32) & sc_set_b32_seckey(&t, t32);
    sc_mul(&d, &d, &t);
    return seckey_store(sk32, &d, ok);
}

/* Writes len = 33 bytes (02 or 03, x) or 65 (04, x, y) (SEC 1, 2.3.3).
 * in: p normalized.
 * time: depends on len only. */
static inline void pubkey_serialize(u8 *out, size_t len, const ge *p) {
    UF_CHECK(len == 33 || len == 65);
    fe_get_b32(out + 1, &p->x);
    if (len == 65) {
        out[0] = 4;
        fe_get_b32(out + 33, &p->y);
    } else {
        out[0] = (u8)(2 + mask_bit(fe_is_odd(&p->y)));
    }
}

/* p[i] = key_i * G, normalized, for 1 <= n <= N keys; where valid[i] is not set, p[i] is some other
 * point.
 * time: depends on n only. */
template <size_t N>
static inline void pubkey_points(ge *p, mask *valid, const u8 *sks32, size_t n) {
    secret_array<sc, N> d;
    secret_array<gej, N> pj;
    for (size_t i = 0; i < n; i++) valid[i] = seckey_load(&d.v[i], sks32 + 32 * i);
    mul_gen_rows(pj.v, d.v, n);
    ge_set_gej_batch<N>(p, pj.v, n);
}

/* The encodings of n <= N public keys, len = 33 or 65 bytes each; zeros where valid[i] is not set.
 * time: depends on n, len only. */
template <size_t N>
static inline void pubkey_create_rows(u8 *out, size_t len, mask *valid, const u8 *sks32, size_t n) {
    ge p[N];
    pubkey_points<N>(p, valid, sks32, n);
    for (size_t i = 0; i < n; i++, out += len) {
        pubkey_serialize(out, len, &p[i]);
        keep_bytes(out, len, valid[i]);
        declassify(out, len, "a public key is public");
    }
}

/* The x-only public key (BIP-340) and the parity of its y; zeros if sk32 is no key.
 * time: constant. */
static inline mask xonly_create(u8 x32[32], int *parity, const u8 sk32[32]) {
    ge p;
    mask valid;
    pubkey_points<1>(&p, &valid, sk32, 1);
    fe_get_b32(x32, &p.x);
    keep_bytes(x32, 32, valid);
    declassify(x32, 32, "a public key is public");
    *parity = (int)mask_bit(fe_is_odd(&p.y) & valid);
    declassify(parity, sizeof *parity, "the parity of a public key is public");
    return valid;
}

}  // namespace ufsecp::UF_TARGET
