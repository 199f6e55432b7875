// Proofs that two points have the same discrete logarithm to two bases, what is made with secrets:
// BIP-374's, and the parts that the proof in an ECDSA adaptor signature shares.  Constant time.
//
// The statement is A = a base and C = a B; its proof is e = H(..., R1, R2) and s = k + e a for the
// commitments R1 = k base and R2 = k B.
#pragma once
#include "hash/tagged.h"
#include "proto/keys.h"

namespace ufsecp::UF_TARGET {

/* What a challenge hashes: compressed points. */
struct dleq_text {
    u8 a33[33], b33[33], c33[33], base33[33], r33[2][33];
};

/* r[0] = k base, r[1] = k b, normalized; base may be NULL, for G.
 * in: k not 0.
 * time: depends on base being NULL only. */
static inline void dleq_points(value_array<ge, 2> *r, const ge *base, const ge *b, const sc *k) {
    secret_array<gej, 2> j;
    if (base) mul_point(&j.v[0], base, k);
    else mul_gen_rows(&j.v[0], k, 1);
    mul_point(&j.v[1], b, k);
    ge_set_gej_batch<2>(r->v, j.v, 2);
}

/* r33 = the encodings of two points.
 * time: constant. */
static inline void dleq_serialize(u8 first33[33], u8 second33[33], const value_array<ge, 2> *r) {
    pubkey_serialize(first33, 33, &r->v[0]);
    pubkey_serialize(second33, 33, &r->v[1]);
}

/* e32 = BIP-374's challenge, not reduced; msg32 may be NULL.
 * time: depends on msg32 being NULL only. */
static inline void dleq_challenge(u8 e32[32], const dleq_text *t, const u8 *msg32) {
    secret<sha256> h;
    static_assert(sizeof *t == 6 * 33);
    tagged_init(&h, hash_tag::bip374_challenge);
    sha256_update(&h, t->a33, sizeof *t);
    if (msg32) sha256_update(&h, msg32, 32);
    sha256_final(&h, e32);
}

/* k32 = BIP-374's nonce, not reduced; msg32 may be NULL, and aux32, for 32 zeros.
 * time: depends on these being NULL only. */
static inline void dleq_nonce(u8 k32[32], const u8 sk32[32], const dleq_text *t, const u8 *msg32,
                              const u8 *aux32) {
    static constexpr u8 zeros[32] = {0};
    secret<sha256> h;
    secret_bytes<32> masked;
    tagged_init(&h, hash_tag::bip374_aux);
    sha256_update(&h, aux32 ? aux32 : zeros, 32);
    sha256_final(&h, masked.b);
    for (size_t i = 0; i < 32; i++) masked.b[i] ^= sk32[i];
    tagged_init(&h, hash_tag::bip374_nonce);
    sha256_update(&h, masked.b, 32);
    sha256_update(&h, t->a33, 33);
    sha256_update(&h, t->c33, 33);
    if (msg32) sha256_update(&h, msg32, 32);
    sha256_final(&h, k32);
}

/* proof64 = e | s for A = a base and C = a B (BIP-374, GenerateProof); base may be NULL, for G, and
 * msg32, and aux32, for 32 zeros.  C stays secret here.  The proof is not verified before it is
 * returned.
 * in: b, base normalized.
 * out: mask = a is a key, else zeros.
 * time: depends on what is NULL only. */
static inline mask dleq_prove(u8 proof64[64], const u8 sk32[32], const ge *b, const ge *base,
                              const u8 *msg32, const u8 *aux32) {
    secret<sc> a, k;
    secret_array<ge, 2> p;
    secret<dleq_text> t;
    secret_bytes<32> k32;
    ge g;
    sc e;
    mask valid = seckey_load(&a, sk32);
    ge_set_generator(&g);
    dleq_points(&p, base, b, &a);
    dleq_serialize(t.a33, t.c33, &p);
    pubkey_serialize(t.b33, 33, b);
    pubkey_serialize(t.base33, 33, base ? base : &g);
    dleq_nonce(k32.b, sk32, &t, msg32, aux32);
    valid = valid & nonce_load(&k, k32.b);
    dleq_points(&p, base, b, &k);
    dleq_serialize(t.r33[0], t.r33[1], &p);
    dleq_challenge(proof64, &t, msg32);
    sc_set_b32(&e, proof64);
    response_b32(proof64 + 32, &e, &a, &k);
    keep_bytes(proof64, 64, valid);
    declassify(proof64, 64, "a proof is public");
    return valid;
}

}  // namespace ufsecp::UF_TARGET
