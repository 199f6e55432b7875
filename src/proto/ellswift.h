// ElligatorSwift with a secret key (BIP-324): the x coordinate that two parties share, and what an
// encoding is drawn from: constant time.
//
// Reference: BIP-324; Chavez-Saab, Rodriguez-Henriquez, Tibouchi, "SwiftEC", 2022.
#pragma once
#include "base/bytes.h"
#include "hash/tagged.h"
#include "proto/keys.h"

namespace ufsecp::UF_TARGET {

/* A point's x coordinate as a fraction n/d, and w = n^3 + 7 d^3: so y^2 = w/d^3. All are of
 * magnitude 1. */
struct ell_x {
    fe n, d, w;
};

/* x32 = the x coordinate of key * (n/d, y).
 * out: mask = the key is valid; else zeros.
 * time: constant.
 *
 * The map (X, Y) -> (d w X, sqrt(d w)^3 Y) brings that point to (n w, w^2), as d w = (d^2 y)^2 is a
 * square.  What is (X, Y, Z) there has the x coordinate X / (Z^2 d w) here: no root is needed. */
static inline mask ellswift_shared_x(u8 x32[32], const ell_x *p, const u8 sk32[32]) {
    secret<sc> k;
    secret<gej> j;
    secret_array<fe, 1> t;
    ge q;
    const mask valid = seckey_load(&k, sk32);
    fe_mul(&q.x, &p->n, &p->w);
    fe_sqr(&q.y, &p->w);
    mul_point(&j, &q, &k);
    fe_sqr(t.v, &j.z);
    fe_mul(t.v, t.v, &p->d);
    fe_mul(t.v, t.v, &p->w);
    fe_inv(t.v, t.v);
    fe_mul(t.v, t.v, &j.x);
    fe_normalize(t.v);
    fe_get_b32(x32, t.v);
    keep_bytes(x32, 32, valid);
    return valid;
}

/* Hashes of one text and a counter, from which an encoding is drawn. The texts are those of
 * libsecp256k1, so that its encodings are ours. */
struct ell_draws {
    sha256 text;
    u32 count;
};

/* From a public key and 32 random bytes, or from a secret key and, unless NULL, as many. */
static inline void ell_draws_encode(ell_draws *r, const ge *p, const u8 rnd32[32]) {
    u8 t[64] = {0};
    pubkey_serialize(t, 33, p);
    tagged_init(&r->text, hash_tag::ellswift_encode);
    sha256_update(&r->text, t, sizeof t);
    sha256_update(&r->text, rnd32, 32);
    r->count = 0;
}
static inline void ell_draws_create(ell_draws *r, const u8 sk32[32], const u8 *aux32) {
    static constexpr u8 zero32[32] = {0};
    tagged_init(&r->text, hash_tag::ellswift_create);
    sha256_update(&r->text, sk32, 32);
    sha256_update(&r->text, zero32, 32);
    if (aux32) sha256_update(&r->text, aux32, 32);
    r->count = 0;
}

/* The next one.
 * time: constant. */
static inline void ell_draw(u8 out32[32], ell_draws *r) {
    u8 count[4];
    secret<sha256> h;
    static_cast<sha256 &>(h) = r->text;
    store_le32(count, r->count++);
    sha256_update(&h, count, sizeof count);
    sha256_final(&h, out32);
}

}  // namespace ufsecp::UF_TARGET
