// MuSig2 (BIP-327).
#include "secp256k1_musig.h"

#include "api/musig_objects.h"
#include "compat/opaque.h"

using namespace ufsecp;
using namespace ufsecp::UF_TARGET;

namespace {
using compat::point;

constexpr u8 pubnonce_magic[4] = {0xf5, 0x7a, 0x3d, 0xa0};
constexpr u8 aggnonce_magic[4] = {0xa8, 0xb7, 0xe4, 0x67};
constexpr u8 partial_sig_magic[4] = {0xeb, 0xfb, 0x1a, 0x32};

/* ---- What lies in objects; an object of another kind is illegal ---- */

int load(const secp256k1_context *ctx, musig_keyagg *k, const secp256k1_musig_keyagg_cache *cache) {
    ARG_CHECK_AS(k->load(cache->data),
                 "secp256k1_memcmp_var(ptr, secp256k1_musig_keyagg_cache_magic, 4) == 0");
    return 1;
}
int load(const secp256k1_context *ctx, musig_session *s, const secp256k1_musig_session *session) {
    ARG_CHECK_AS(s->load(session->data),
                 "secp256k1_memcmp_var(ptr, secp256k1_musig_session_cache_magic, 4) == 0");
    return 1;
}
int load(const secp256k1_context *ctx, affine64 points[2], const secp256k1_musig_pubnonce *nonce) {
    ARG_CHECK_AS(musig_is(nonce->data, pubnonce_magic),
                 "secp256k1_memcmp_var(&nonce->data[0], secp256k1_musig_pubnonce_magic, 4) == 0");
    for (size_t i = 0; i < 2; i++) musig_set_xy(&points[i], nonce->data + 4 + 64 * i);
    return 1;
}
int load(const secp256k1_context *ctx, affine64 points[2], const secp256k1_musig_aggnonce *nonce) {
    ARG_CHECK_AS(musig_is(nonce->data, aggnonce_magic),
                 "secp256k1_memcmp_var(&nonce->data[0], secp256k1_musig_aggnonce_magic, 4) == 0");
    for (size_t i = 0; i < 2; i++) musig_set_xy(&points[i], nonce->data + 4 + 64 * i);
    return 1;
}
int check(const secp256k1_context *ctx, const secp256k1_musig_partial_sig *sig) {
    ARG_CHECK_AS(musig_is(sig->data, partial_sig_magic),
                 "secp256k1_memcmp_var(&sig->data[0], secp256k1_musig_partial_sig_magic, 4) == 0");
    return 1;
}
/* Both kinds of nonces. */
template <class Nonce>
void store(Nonce *nonce, const u8 magic[4], const affine64 points[2]) {
    memcpy(nonce->data, magic, 4);
    for (size_t i = 0; i < 2; i++) musig_get_xy(nonce->data + 4 + 64 * i, points[i]);
}

int load(const secp256k1_context *ctx, affine64 *p, const secp256k1_pubkey *pubkey) {
    point whole; /* x = 0 is illegal */
    if (!compat::load(ctx, &whole, pubkey->data)) return 0;
    musig_set_xy(p, pubkey->data);
    return 1;
}

/* Both kinds of nonces; points of an aggregate may be infinity. */
template <class Nonce>
int parse(const secp256k1_context *ctx, Nonce *nonce, const u8 *in66, const u8 magic[4],
          bool infinity) {
    affine64 points[2];
    ARG_CHECK(nonce != NULL);
    ARG_CHECK(in66 != NULL);
    if (!musig_read_two(points, in66, infinity)) return 0;
    store(nonce, magic, points);
    return 1;
}
template <class Nonce>
int serialize(const secp256k1_context *ctx, u8 *out66, const Nonce *nonce) {
    affine64 points[2];
    ARG_CHECK(out66 != NULL);
    memset(out66, 0, 66);
    ARG_CHECK(nonce != NULL);
    if (!load(ctx, points, nonce)) return 0;
    musig_write_two(out66, points);
    return 1;
}

/* ---- Work ---- */

/* The keys behind pointers, all legal. */
struct keys {
    const secp256k1_pubkey *const *pubkeys;
    size_t n;

    void compressed(u8 pk33[33], size_t i) const {
        affine64 p;
        musig_set_xy(&p, pubkeys[i]->data);
        musig_get_pk33(pk33, p);
    }
    bool same_as_first(size_t i) const {
        return memcmp(pubkeys[0], pubkeys[i], sizeof **pubkeys) == 0;
    }
    size_t read(const engine &, affine64 *points, size_t first, size_t m) const {
        for (size_t i = 0; i < m; i++) musig_set_xy(&points[i], pubkeys[first + i]->data);
        return m;
    }
};

int tweak_add(const secp256k1_context *ctx, secp256k1_pubkey *output_pubkey,
              secp256k1_musig_keyagg_cache *keyagg_cache, const u8 *tweak32, bool xonly) {
    musig_keyagg k;
    if (output_pubkey) memset(output_pubkey, 0, sizeof *output_pubkey);
    ARG_CHECK(keyagg_cache != NULL);
    ARG_CHECK(tweak32 != NULL);
    if (!load(ctx, &k, keyagg_cache) || !musig_tweak_add(&k, tweak32, xonly)) return 0;
    k.store(keyagg_cache->data);
    if (output_pubkey) musig_get_xy(output_pubkey->data, k.key);
    return 1;
}

/* With a bad secret key the public nonce is made all the same, and no secret one. */
int nonce_gen(const secp256k1_context *ctx, secp256k1_musig_secnonce *secnonce,
              secp256k1_musig_pubnonce *pubnonce, const u8 rand32[32], const u8 *seckey,
              const secp256k1_pubkey *pubkey, const u8 *msg32,
              const secp256k1_musig_keyagg_cache *keyagg_cache, const u8 *extra_input32) {
    musig_keyagg k;
    affine64 pk, points[2];
    secret_bytes<64> ks;
    u8 pk33[33], q32[32], pks65[130];
    ARG_CHECK(pubnonce != NULL);
    memset(pubnonce, 0, sizeof *pubnonce);
    ARG_CHECK(pubkey != NULL);
    ARG_CHECK_SIGNS;
    const engine &e = current_engine();
    const int valid = !seckey || secret_call<&engine::seckey_verify>{e}(seckey);
    if (keyagg_cache) {
        if (!load(ctx, &k, keyagg_cache)) return 0;
        k.x(q32);
    }
    if (!load(ctx, &pk, pubkey)) return 0;
    musig_get_pk33(pk33, pk);
    const musig_nonce_inputs in = {pk33, keyagg_cache ? q32 : nullptr, msg32, 32, extra_input32,
                                   32};
    musig_nonces(ks.b, rand32, seckey, &in);
    if (valid) {
        memcpy(secnonce->data, musig_secnonce_magic, 4);
        memcpy(secnonce->data + 4, ks.b, 64);
        musig_get_xy(secnonce->data + 68, pk);
    }
    secret_call<&engine::musig_nonce_points>{e}(pks65, ks.b);
    for (size_t i = 0; i < 2; i++) musig_set_pk65(&points[i], pks65 + 65 * i);
    store(pubnonce, pubnonce_magic, points);
    return valid;
}

/* Takes a secret nonce away from the caller, who must not use it again. */
int take(const secp256k1_context *ctx, secret_bytes<132> *nonce,
         secp256k1_musig_secnonce *secnonce) {
    ARG_CHECK_AS(
        musig_take(nonce, secnonce->data, musig_secnonce_magic),
        "secp256k1_memcmp_var(&secnonce->data[0], secp256k1_musig_secnonce_magic, 4) == 0");
    declassify(nonce->b + 68, 64, "the public key in a secret nonce");
    const bool is_zero = declassify(mask_is_zero(any_bits(nonce->b + 4, 64)),
                                    "whether a secret nonce is one is what the call tells");
    ARG_CHECK(!is_zero);
    return 1;
}

}  // namespace

extern "C" {

/* ---- Encodings ---- */

int secp256k1_musig_pubnonce_parse(const secp256k1_context *ctx, secp256k1_musig_pubnonce *nonce,
                                   const unsigned char *in66) {
    return parse(ctx, nonce, in66, pubnonce_magic, false);
}
int secp256k1_musig_pubnonce_serialize(const secp256k1_context *ctx, unsigned char *out66,
                                       const secp256k1_musig_pubnonce *nonce) {
    return serialize(ctx, out66, nonce);
}

int secp256k1_musig_aggnonce_parse(const secp256k1_context *ctx, secp256k1_musig_aggnonce *nonce,
                                   const unsigned char *in66) {
    return parse(ctx, nonce, in66, aggnonce_magic, true);
}
int secp256k1_musig_aggnonce_serialize(const secp256k1_context *ctx, unsigned char *out66,
                                       const secp256k1_musig_aggnonce *nonce) {
    return serialize(ctx, out66, nonce);
}

int secp256k1_musig_partial_sig_parse(const secp256k1_context *ctx,
                                      secp256k1_musig_partial_sig *sig, const unsigned char *in32) {
    sc s;
    ARG_CHECK(sig != NULL);
    ARG_CHECK(in32 != NULL);
    memset(sig, 0, sizeof *sig);
    if (is_true_var(sc_set_b32(&s, in32))) return 0;
    memcpy(sig->data, partial_sig_magic, 4);
    memcpy(sig->data + 4, in32, 32);
    return 1;
}
int secp256k1_musig_partial_sig_serialize(const secp256k1_context *ctx, unsigned char *out32,
                                          const secp256k1_musig_partial_sig *sig) {
    ARG_CHECK(out32 != NULL);
    ARG_CHECK(sig != NULL);
    if (!check(ctx, sig)) return 0;
    memcpy(out32, sig->data + 4, 32);
    return 1;
}

/* ---- Keys ---- */

int secp256k1_musig_pubkey_agg(const secp256k1_context *ctx, secp256k1_xonly_pubkey *agg_pk,
                               secp256k1_musig_keyagg_cache *keyagg_cache,
                               const secp256k1_pubkey *const *pubkeys, size_t n_pubkeys) {
    musig_keyagg k;
    affine64 p;
    size_t bad;
    if (agg_pk) memset(agg_pk, 0, sizeof *agg_pk);
    ARG_CHECK(pubkeys != NULL);
    ARG_CHECK(n_pubkeys > 0);
    for (size_t i = 0; i < n_pubkeys; i++) ARG_CHECK(pubkeys[i] != NULL);
    const keys all = {pubkeys, n_pubkeys};
    for (size_t i = 0; i < n_pubkeys; i++)
        if (!load(ctx, &p, pubkeys[i])) return 0;
    if (musig_aggregate_keys(&k, all, &bad) != UFSECP_OK) return 0;
    if (keyagg_cache) k.store(keyagg_cache->data);
    if (agg_pk) {
        point q;
        musig_get_pk65(q.pk65, k.key);
        compat::make_even(&q);
        compat::store(agg_pk->data, q);
    }
    return 1;
}

int secp256k1_musig_pubkey_get(const secp256k1_context *ctx, secp256k1_pubkey *agg_pk,
                               const secp256k1_musig_keyagg_cache *keyagg_cache) {
    musig_keyagg k;
    ARG_CHECK(agg_pk != NULL);
    memset(agg_pk, 0, sizeof *agg_pk);
    ARG_CHECK(keyagg_cache != NULL);
    if (!load(ctx, &k, keyagg_cache)) return 0;
    musig_get_xy(agg_pk->data, k.key);
    return 1;
}

int secp256k1_musig_pubkey_ec_tweak_add(const secp256k1_context *ctx,
                                        secp256k1_pubkey *output_pubkey,
                                        secp256k1_musig_keyagg_cache *keyagg_cache,
                                        const unsigned char *tweak32) {
    return tweak_add(ctx, output_pubkey, keyagg_cache, tweak32, false);
}
int secp256k1_musig_pubkey_xonly_tweak_add(const secp256k1_context *ctx,
                                           secp256k1_pubkey *output_pubkey,
                                           secp256k1_musig_keyagg_cache *keyagg_cache,
                                           const unsigned char *tweak32) {
    return tweak_add(ctx, output_pubkey, keyagg_cache, tweak32, true);
}

/* ---- Nonces ---- */

int secp256k1_musig_nonce_gen(const secp256k1_context *ctx, secp256k1_musig_secnonce *secnonce,
                              secp256k1_musig_pubnonce *pubnonce, unsigned char *session_secrand32,
                              const unsigned char *seckey, const secp256k1_pubkey *pubkey,
                              const unsigned char *msg32,
                              const secp256k1_musig_keyagg_cache *keyagg_cache,
                              const unsigned char *extra_input32) {
    ARG_CHECK(secnonce != NULL);
    memset(secnonce, 0, sizeof *secnonce);
    ARG_CHECK(session_secrand32 != NULL);
    if (declassify(mask_is_zero(any_bits(session_secrand32, 32)),
                   "whether randomness was drawn at all is the return value"))
        return 0;
    const int made = nonce_gen(ctx, secnonce, pubnonce, session_secrand32, seckey, pubkey, msg32,
                               keyagg_cache, extra_input32);
    if (made) wipe(session_secrand32, 32);
    return made;
}

int secp256k1_musig_nonce_gen_counter(const secp256k1_context *ctx,
                                      secp256k1_musig_secnonce *secnonce,
                                      secp256k1_musig_pubnonce *pubnonce, uint64_t nonrepeating_cnt,
                                      const secp256k1_keypair *keypair, const unsigned char *msg32,
                                      const secp256k1_musig_keyagg_cache *keyagg_cache,
                                      const unsigned char *extra_input32) {
    u8 rand32[32] = {0};
    secp256k1_pubkey pubkey;
    ARG_CHECK(secnonce != NULL);
    memset(secnonce, 0, sizeof *secnonce);
    ARG_CHECK(keypair != NULL);
    store_be64(rand32, nonrepeating_cnt);
    memcpy(pubkey.data, keypair->data + 32, 64);
    return nonce_gen(ctx, secnonce, pubnonce, rand32, keypair->data, &pubkey, msg32, keyagg_cache,
                     extra_input32);
}

int secp256k1_musig_nonce_agg(const secp256k1_context *ctx, secp256k1_musig_aggnonce *aggnonce,
                              const secp256k1_musig_pubnonce *const *pubnonces,
                              size_t n_pubnonces) {
    constexpr size_t chunk = 16;
    affine64 points[2 * chunk];
    ARG_CHECK(aggnonce != NULL);
    ARG_CHECK(pubnonces != NULL);
    ARG_CHECK(n_pubnonces > 0);
    for (size_t i = 0; i < n_pubnonces; i++) ARG_CHECK(pubnonces[i] != NULL);
    musig_nonce_sum sum{current_engine()};
    for (size_t at = 0; at < n_pubnonces; at += chunk) {
        const size_t m = chunk_size(at, n_pubnonces, chunk);
        for (size_t i = 0; i < m; i++)
            if (!load(ctx, points + 2 * i, pubnonces[at + i])) return 0;
        sum.add(points, m);
    }
    sum.finish(points);
    store(aggnonce, aggnonce_magic, points);
    return 1;
}

/* ---- Signatures ---- */

int secp256k1_musig_nonce_process(const secp256k1_context *ctx, secp256k1_musig_session *session,
                                  const secp256k1_musig_aggnonce *aggnonce,
                                  const unsigned char *msg32,
                                  const secp256k1_musig_keyagg_cache *keyagg_cache) {
    musig_keyagg k;
    musig_session s;
    affine64 nonces[2];
    ARG_CHECK(session != NULL);
    ARG_CHECK(aggnonce != NULL);
    ARG_CHECK(msg32 != NULL);
    ARG_CHECK(keyagg_cache != NULL);
    if (!load(ctx, &k, keyagg_cache) || !load(ctx, nonces, aggnonce)) return 0;
    musig_start(&s, k, nonces, msg32, 32);
    s.store(session->data);
    return 1;
}

int secp256k1_musig_partial_sign(const secp256k1_context *ctx,
                                 secp256k1_musig_partial_sig *partial_sig,
                                 secp256k1_musig_secnonce *secnonce,
                                 const secp256k1_keypair *keypair,
                                 const secp256k1_musig_keyagg_cache *keyagg_cache,
                                 const secp256k1_musig_session *session) {
    musig_keyagg k;
    musig_session s;
    point p;
    secret_bytes<132> nonce;
    secret_bytes<65> pair;
    u8 pk33[33];
    ARG_CHECK(secnonce != NULL);
    if (!take(ctx, &nonce, secnonce)) return 0;
    ARG_CHECK(partial_sig != NULL);
    ARG_CHECK(keypair != NULL);
    ARG_CHECK(keyagg_cache != NULL);
    ARG_CHECK(session != NULL);
    if (!compat::load_pair(ctx, pair.b, &p, keypair->data)) return 0;
    ARG_CHECK_AS(memcmp(nonce.b + 68, keypair->data + 32, 64) == 0,
                 "secp256k1_fe_equal(&pk.x, &keypair_pk.x) && secp256k1_fe_equal(&pk.y, "
                 "&keypair_pk.y)");
    if (!load(ctx, &k, keyagg_cache) || !load(ctx, &s, session)) return 0;
    p.compress(pk33);
    memcpy(partial_sig->data, partial_sig_magic, 4);
    return musig_sign(partial_sig->data + 4, nonce.b + 4, pair.b, pk33, k, s);
}

int secp256k1_musig_partial_sig_verify(const secp256k1_context *ctx,
                                       const secp256k1_musig_partial_sig *partial_sig,
                                       const secp256k1_musig_pubnonce *pubnonce,
                                       const secp256k1_pubkey *pubkey,
                                       const secp256k1_musig_keyagg_cache *keyagg_cache,
                                       const secp256k1_musig_session *session) {
    musig_keyagg k;
    musig_session s;
    affine64 nonces[2], pk;
    ARG_CHECK(partial_sig != NULL);
    ARG_CHECK(pubnonce != NULL);
    ARG_CHECK(pubkey != NULL);
    ARG_CHECK(keyagg_cache != NULL);
    ARG_CHECK(session != NULL);
    return load(ctx, &s, session) && load(ctx, nonces, pubnonce) && load(ctx, &pk, pubkey) &&
           load(ctx, &k, keyagg_cache) && check(ctx, partial_sig) &&
           musig_verify(partial_sig->data + 4, nonces, pk, k, s);
}

int secp256k1_musig_partial_sig_agg(const secp256k1_context *ctx, unsigned char *sig64,
                                    const secp256k1_musig_session *session,
                                    const secp256k1_musig_partial_sig *const *partial_sigs,
                                    size_t n_sigs) {
    musig_session s;
    ARG_CHECK(sig64 != NULL);
    ARG_CHECK(session != NULL);
    ARG_CHECK(partial_sigs != NULL);
    ARG_CHECK(n_sigs > 0);
    for (size_t i = 0; i < n_sigs; i++) ARG_CHECK(partial_sigs[i] != NULL);
    if (!load(ctx, &s, session)) return 0;
    for (size_t i = 0; i < n_sigs; i++) {
        if (!check(ctx, partial_sigs[i])) return 0;
        musig_add_partial_var(s.s32, partial_sigs[i]->data + 4);
    }
    memcpy(sig64, s.r32, 32);
    memcpy(sig64 + 32, s.s32, 32);
    return 1;
}

}  // extern "C"
