// Diffie-Hellman with a secret key and another's public point: constant time.
//
// Reference: SEC 1, 3.3.1.
#pragma once
#include "hash/sha256.h"
#include "proto/keys.h"

namespace ufsecp::UF_TARGET {

/* r[i] = key * p[i], normalized, for 1 <= n <= N public points; some other point each if the key is
 * not valid (mask).
 * time: depends on n only. */
template <size_t N>
static inline mask ecdh_points(value_array<ge, N> *r, const ge *p, size_t n, const u8 sk32[32]) {
    secret<sc> d;
    secret_array<gej, N> j;
    const mask valid = seckey_load(&d, sk32);
    mul_point_rows(j.v, p, &d, n);
    ge_set_gej_batch<N>(r->v, j.v, n);
    return valid;
}

/* SHA-256 of the compressed point; zeros unless valid.
 * time: constant. */
static inline void ecdh_hash(u8 out32[32], const ge *shared, mask valid) {
    secret_bytes<33> t;
    secret<sha256> h;
    pubkey_serialize(t.b, 33, shared);
    sha256_init(&h);
    sha256_update(&h, t.b, 33);
    sha256_final(&h, out32);
    keep_bytes(out32, 32, valid);
}

/* r = key * p, normalized;
 * out: mask = the key is valid and p a point, else r is some other point.
 * time: constant. */
static inline mask ecdh_point(ge *r, const ge_given *p, const u8 sk32[32]) {
    secret<sc> d;
    secret<gej> j;
    const mask valid = seckey_load(&d, sk32), exists = mul_point_given(&j, p, &d);
    ge_set_gej(r, &j);
    return valid & exists;
}

/* out32 = SHA-256 of the compressed shared point.
 * out: mask = as of ecdh_point; zeros unless it is set.
 * time: constant. */
static inline mask ecdh(u8 out32[32], const ge_given *p, const u8 sk32[32]) {
    secret<ge> r;
    const mask valid = ecdh_point(&r, p, sk32);
    ecdh_hash(out32, &r, valid);
    return valid;
}

/* x32, y32 = the coordinates of the shared point (SEC 1, 3.3.1); y32 may be NULL.
 * out: mask = as of ecdh_point; zeros unless it is set.
 * time: constant. */
static inline mask ecdh_xy(u8 x32[32], u8 *y32, const ge_given *p, const u8 sk32[32]) {
    secret<ge> r;
    const mask valid = ecdh_point(&r, p, sk32);
    fe_get_b32(x32, &r.x);
    keep_bytes(x32, 32, valid);
    if (y32) {
        fe_get_b32(y32, &r.y);
        keep_bytes(y32, 32, valid);
    }
    return valid;
}

}  // namespace ufsecp::UF_TARGET
