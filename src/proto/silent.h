// Silent payments (BIP-352), what is made with secrets: the input secret of a sender, output keys
// and labels.  Constant time.
#pragma once
#include "base/bytes.h"
#include "base/chunk.h"
#include "group/add.h"
#include "hash/tagged.h"
#include "proto/keys.h"

namespace ufsecp::UF_TARGET {

/* t32s[i] = t_k = the hash of the shared secret point of row i and k, not reduced mod n, for n rows
 * side by side.
 * time: depends on n only. */
static inline void silent_output_tweaks(u8 *t32s, byte_rows s33, u32 k, size_t n) {
    bip352_output_tweaks(t32s, s33, k, 0, n);
}

/* t32 = the tweak of label m: the hash of the scan key and m, not reduced mod n. */
static inline void silent_label_tweak(u8 t32[32], const u8 scan32[32], u32 m) {
    secret<sha256> h;
    u8 m4[4];
    store_be32(m4, m);
    tagged_init(&h, hash_tag::bip352_label);
    sha256_update(&h, scan32, 32);
    sha256_update(&h, m4, 4);
    sha256_final(&h, t32);
}

/* t32 = the hash of the smallest outpoint and the sum of the input keys, not reduced mod n. */
static inline void silent_input_hash(u8 t32[32], const u8 outpoint36[36], const u8 sum33[33]) {
    sha256 hash;
    tagged_init(&hash, hash_tag::bip352_inputs);
    sha256_update(&hash, outpoint36, 36);
    sha256_update(&hash, sum33, 33);
    sha256_final(&hash, t32);
}

/* h = that hash of a sum.
 * out: mask = 1 <= h < n. */
static inline mask silent_input_scalar(sc *h, const u8 outpoint36[36], const ge *sum) {
    u8 t[33];
    pubkey_serialize(t, 33, sum);
    silent_input_hash(t, outpoint36, t);
    return sc_set_b32_seckey(h, t);
}

/* sum = sum + n keys; of taproot inputs, those whose public key has an odd y count as their
 * negatives.
 * out: mask = all are keys.
 * time: depends on n and taproot only. */
template <size_t N>
static inline mask silent_sum_keys(sc *sum, const u8 *sks32, size_t n, bool taproot) {
    ge p[N];
    mask valid[N], all = mask_all();
    for (size_t at = 0; at < n; at += N) {
        const size_t m = chunk_size(at, n, N);
        if (taproot) pubkey_points<N>(p, valid, sks32 + 32 * at, m);
        for (size_t i = 0; i < m; i++) {
            secret<sc> d;
            all = all & seckey_load(&d, sks32 + 32 * (at + i));
            if (taproot) sc_cond_neg(&d, fe_is_odd(&p[i].y));
            sc_add(sum, sum, &d);
        }
    }
    return all;
}

/* out32 = input_hash * a mod n, where a is the sum of the input keys: a recipient's scan key times
 * it is the secret that both share.
 * out: mask = all keys are valid and neither their sum nor the hash is 0 (nor the hash above n),
 * else zeros.
 * time: depends on the numbers of keys only. */
template <size_t N>
static inline mask silent_input_seckey(u8 out32[32], const u8 outpoint36[36], const u8 *taproot32,
                                       size_t n_taproot, const u8 *plain32, size_t n_plain) {
    secret<sc> a;
    secret<gej> j;
    sc h, one;
    ge sum;
    sc_set_zero(&a);
    sc_set_one(&one);
    mask valid = silent_sum_keys<N>(&a, taproot32, n_taproot, true);
    valid = valid & silent_sum_keys<N>(&a, plain32, n_plain, false);
    const mask zero = sc_is_zero(&a);
    sc_cmov(&a, &one, zero);
    mul_gen_rows(&j, &a, 1);
    ge_set_gej_batch<1>(&sum, &j, 1);
    valid = valid & ~zero & silent_input_scalar(&h, outpoint36, &sum);
    sc_mul(&a, &a, &h);
    return seckey_store(out32, &a, valid);
}

/* r[i] = spends[i * step] + t G, normalized, and t32s[i] = t, where t is t_(k + i) of the shared
 * secret point s33, for 1 <= n <= N.
 * in: spends normalized.
 * out: mask = all of these exist: t is a key and the sum is finite; else some points, and t32s is
 * of no use.
 * time: depends on n only. */
template <size_t N>
static inline mask silent_output_points(ge *r, u8 *t32s, const u8 s33[33], const ge *spends,
                                        size_t step, u32 k, size_t n) {
    secret_array<sc, N> t;
    secret_array<gej, N> j;
    secret<gej> other;
    ge g;
    mask valid = mask_all();
    ge_set_generator(&g);
    gej_set_ge(&other, &g);
    bip352_output_tweaks(t32s, {s33, 0}, k, 1, n);
    for (size_t i = 0; i < n; i++) valid = valid & seckey_load(&t.v[i], t32s + 32 * i);
    mul_gen_rows(j.v, t.v, n);
    for (size_t i = 0; i < n; i++) {
        gej_add_ge(&j.v[i], &j.v[i], &spends[i * step]);
        const mask infinite = gej_is_infinity(&j.v[i]);
        gej_cmov(&j.v[i], &other, infinite); /* infinity has no inverse */
        valid = valid & ~infinite;
    }
    ge_set_gej_batch<N>(r, j.v, n);
    return valid;
}

}  // namespace ufsecp::UF_TARGET
