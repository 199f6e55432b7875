// Adaptor signatures, what is made with secrets: signatures that whoever knows the discrete
// logarithm of a point completes, and that tell it once they are complete.  Constant time.
//
// ECDSA: the DLC specification, with the nonces of libsecp256k1-zkp.  For the keys X = x G, Y = y G
// and m, 162 bytes R | R_a | s_a | e | s: R_a = k G, R = k Y, s_a = (m + r x)/k with r the x of R,
// and a proof that R_a and R have the same k (proto/dleq.h).
// Schnorr: libsecp256k1-zkp's proposal.  For P = d G and T = t G, 65 bytes R' | s: R' = k G + T,
// and s = k + e d where the y of R' is even, else -k + e d, for BIP-340's challenge e of R'.
#pragma once
#include "group/add.h"
#include "proto/dleq.h"
#include "proto/schnorr.h"
#include "scalar/sc_inv.h"

namespace ufsecp::UF_TARGET {

/* h = the start of a tagged hash; a tag of characters. */
template <size_t N>
static inline void adaptor_tag(sha256 *h, const char (&tag)[N]) {
    tagged_init_any(h, reinterpret_cast<const u8 *>(tag), N - 1);
}

/* out32 = y, if y G is p; or -y, if `either` and -y G is.  y is used up.
 * in: p normalized.
 * out: mask = it is, else zeros.
 * time: constant. */
static inline mask adaptor_keep_key(u8 out32[32], sc *y, const ge *p, mask either) {
    secret<gej> j;
    secret<ge> q;
    mul_gen_rows(&j, y, 1);
    ge_set_gej(&q, &j); /* infinity is (0, 0), and no point of the curve */
    const mask opposite = fe_is_odd(&q.y) ^ fe_is_odd(&p->y);
    sc_cond_neg(y, opposite);
    return seckey_store(out32, y, fe_equal(&q.x, &p->x) & (either | ~opposite));
}

/* ---- ECDSA ---- */

/* k32 = the hash of key, point and text, not reduced; aux32, if it is not NULL, masks the key.
 * time: depends on aux32 being NULL only. */
template <size_t N>
static inline void ecdsa_adaptor_nonce(u8 k32[32], const char (&tag)[N], const u8 key32[32],
                                       const u8 point33[33], const u8 text32[32], const u8 *aux32) {
    secret<sha256> h;
    secret_bytes<32> key;
    if (aux32) {
        adaptor_tag(&h, "ECDSAadaptor/aux");
        sha256_update(&h, aux32, 32);
        sha256_final(&h, key.b);
    }
    for (size_t i = 0; i < 32; i++) key.b[i] ^= key32[i];
    adaptor_tag(&h, tag);
    sha256_update(&h, key.b, 32);
    sha256_update(&h, point33, 33);
    sha256_update(&h, text32, 32);
    sha256_final(&h, k32);
}

/* e = the challenge of the proof; its base is G and is not hashed.
 * time: constant. */
static inline void ecdsa_adaptor_challenge(sc *e, const dleq_text *t) {
    secret<sha256> h;
    u8 e32[32];
    adaptor_tag(&h, "DLEQ");
    sha256_update(&h, t->a33, 3 * 33);
    sha256_update(&h, t->r33[0], 2 * 33);
    sha256_final(&h, e32);
    sc_set_b32(e, e32);
}

/* proof64 = e | s for R_a = k G and R = k Y, which are in t with Y.
 * out: mask = the nonce is not 0.
 * time: depends on aux32 being NULL only. */
static inline mask ecdsa_adaptor_prove(u8 proof64[64], const sc *k, dleq_text *t, const ge *enc,
                                       const u8 *aux32) {
    secret<sc> a;
    secret_array<ge, 2> p;
    secret_bytes<32> k32, a32;
    secret<sha256> h;
    sc e;
    sha256_init(&h);
    sha256_update(&h, t->a33, 33);
    sha256_update(&h, t->c33, 33);
    sha256_final(&h, a32.b);
    sc_get_b32(k32.b, k);
    ecdsa_adaptor_nonce(a32.b, "DLEQ", k32.b, t->b33, a32.b, aux32);
    const mask valid = nonce_load(&a, a32.b);
    dleq_points(&p, nullptr, enc, &a);
    dleq_serialize(t->r33[0], t->r33[1], &p);
    ecdsa_adaptor_challenge(&e, t);
    sc_get_b32(proof64, &e);
    response_b32(proof64 + 32, &e, k, &a);
    return valid;
}

/* sig162 = the signature of a hash for Y = enc, whose encoding is enc33.  s_a = (r/k) x + m/k as in
 * ecdsa_sign_prepared.
 * in: enc normalized.
 * out: mask = the key is one, and r and s_a are not 0; else zeros.
 * time: depends on aux32 being NULL only. */
static inline mask ecdsa_adaptor_encrypt(u8 sig162[162], const u8 msg32[32], const u8 sk32[32],
                                         const ge *enc, const u8 enc33[33], const u8 *aux32) {
    secret<sc> d, k, s, t;
    secret_array<ge, 2> p;
    secret_bytes<32> k32;
    dleq_text text;
    sc r, m;
    mask valid = seckey_load(&d, sk32);
    ecdsa_adaptor_nonce(k32.b, "ECDSAadaptor/non", sk32, enc33, msg32, aux32);
    valid = valid & nonce_load(&k, k32.b);
    dleq_points(&p, nullptr, enc, &k);
    dleq_serialize(text.a33, text.c33, &p);
    memcpy(text.b33, enc33, 33);
    sc_set_b32(&r, text.c33 + 1);
    sc_set_b32(&m, msg32);
    sc_inv(&t, &k);
    sc_mul(&s, &r, &t);
    sc_mul(&s, &s, &d);
    sc_mul(&t, &m, &t);
    sc_add(&s, &s, &t);
    valid = valid & ~(sc_is_zero(&r) | sc_is_zero(&s));
    memcpy(sig162, text.c33, 33);
    memcpy(sig162 + 33, text.a33, 33);
    sc_get_b32(sig162 + 66, &s);
    valid = valid & ecdsa_adaptor_prove(sig162 + 98, &k, &text, enc, aux32);
    keep_bytes(sig162, 162, valid);
    declassify(sig162, 162, "an adaptor signature is public");
    return valid;
}

/* sig64 = r | s_a/y or r | -s_a/y, whichever is low.
 * out: mask = y is a key, else zeros.
 * time: constant. */
static inline mask ecdsa_adaptor_decrypt(u8 sig64[64], const sc *r, const sc *s_a,
                                         const u8 y32[32]) {
    secret<sc> y, s;
    const mask valid = seckey_load(&y, y32);
    sc_inv(&s, &y);
    sc_mul(&s, &s, s_a);
    sc_cond_neg(&s, sc_is_high(&s));
    sc_get_b32(sig64, r);
    sc_get_b32(sig64 + 32, &s);
    keep_bytes(sig64, 64, valid);
    declassify(sig64, 64, "r and s are the signature");
    return valid;
}

/* ---- Schnorr ---- */

/* presig65 for T, whose encoding is t33; aux32 may be NULL, for 32 zeros.
 * in: t normalized.
 * out: mask = the key is one, else zeros.
 * time: depends on aux32 being NULL and on msg_len only. */
static inline mask schnorr_adaptor_presign(u8 presig65[65], const u8 *msg, size_t msg_len,
                                           const u8 sk32[32], const ge *t, const u8 t33[33],
                                           const u8 *aux32) {
    static constexpr u8 zeros[32] = {0};
    secret<sc> d, k;
    secret<gej> j;
    secret<sha256> h;
    secret_bytes<32> k32, masked;
    ge p, r;
    u8 px32[32];
    sc e;
    mask valid = seckey_load(&d, sk32);
    mul_gen_rows(&j, &d, 1);
    ge_set_gej(&p, &j);
    fe_get_b32(px32, &p.x);
    sc_cond_neg(&d, fe_is_odd(&p.y));
    adaptor_tag(&h, "SchnorrAdaptor/aux");
    sha256_update(&h, aux32 ? aux32 : zeros, 32);
    sha256_final(&h, masked.b);
    sc_get_b32(k32.b, &d);
    for (size_t i = 0; i < 32; i++) masked.b[i] ^= k32.b[i];
    adaptor_tag(&h, "SchnorrAdaptor/nonce");
    sha256_update(&h, masked.b, 32);
    sha256_update(&h, t33, 33);
    sha256_update(&h, px32, 32);
    sha256_update(&h, msg, msg_len);
    sha256_final(&h, k32.b);
    valid = valid & nonce_load(&k, k32.b);
    mul_gen_rows(&j, &k, 1);
    gej_add_ge(&j, &j, t);
    valid = valid & ~gej_is_infinity(&j);
    ge_set_gej(&r, &j);
    pubkey_serialize(presig65, 33, &r);
    sc_cond_neg(&k, fe_is_odd(&r.y));
    schnorr_challenge(&e, presig65 + 1, px32, msg, msg_len);
    response_b32(presig65 + 33, &e, &d, &k);
    keep_bytes(presig65, 65, valid);
    declassify(presig65, 65, "a pre-signature is public");
    return valid;
}

/* sig64 = the x of R' | s + t, or s - t where `odd` says that the y of R' is odd.
 * out: mask = t is a key, else zeros.
 * time: constant but for odd. */
static inline mask schnorr_adaptor_adapt(u8 sig64[64], const u8 rx32[32], const sc *s, bool odd,
                                         const u8 t32[32]) {
    secret<sc> t;
    const mask valid = seckey_load(&t, t32);
    sc_cond_neg(&t, mask_of_bit(odd));
    sc_add(&t, &t, s);
    memcpy(sig64, rx32, 32);
    sc_get_b32(sig64 + 32, &t);
    keep_bytes(sig64, 64, valid);
    declassify(sig64, 64, "R.x and s are the signature");
    return valid;
}

}  // namespace ufsecp::UF_TARGET
