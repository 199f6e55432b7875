// Every call of the C interface that takes a secret, and what compat/ takes of an engine beside
// them, written once for all who look at its timing: the taint test, the path test and the address
// trace.
#pragma once
#include <stdint.h>
#include <string.h>

#include "api/call.h"
#include "ufsecp/ufsecp.h"
#ifdef __linux__
#include <sys/random.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif

namespace ct_calls {

/* The random bytes of the system for the call that makes a key: 32 that are secret, or NULL for
 * those of the system. */
inline const uint8_t *entropy32;
[[gnu::noinline]] inline long draw(void *out) {
    memcpy(out, entropy32, 32);
    return 32;
}

/* More rows than two groups of eight lanes hold, and a rest that fills no third one. */
constexpr size_t most_rows = 19;

/* What is secret. Row 1 of keys is no key. */
struct secrets {
    uint8_t key[32], bad_key[32], tweak[32], aux[32], keys[32 * most_rows], auxs[32 * most_rows];
    ufsecp_keypair pair;
};

/* What is not. Row 1 of pks33 is no point. */
struct publics {
    uint8_t msg[32], long_msg[70], msgs[32 * most_rows], pk65[65], pks33[33 * most_rows];
    size_t rows;
};

struct results {
    uint8_t bytes[65 * most_rows], ok[most_rows];
    int number, number2;
    ufsecp_keypair pair;
};

inline int xor_hash(uint8_t *out, const uint8_t x[32], const uint8_t y[32], void *) {
    for (size_t i = 0; i < 32; i++) out[i] = x[i] ^ y[i];
    return 1;
}

inline int xor_ell_hash(uint8_t *out, const uint8_t x[32], const uint8_t a[64], const uint8_t[64],
                        void *) {
    return xor_hash(out, x, a, nullptr);
}

/* S as compressed bytes. */
inline int compressed(uint8_t *out, const uint8_t x[32], const uint8_t y[32], void *) {
    out[0] = (uint8_t)(2 | (y[31] & 1));
    memcpy(out + 1, x, 32);
    return 1;
}
#ifndef UF_TINY
/* Scans p.pks33 for payments to s.key; if one is to be there, it is in row 0. Returns how many are
 * found, or -1 if a row beside 1 is bad. */
inline int silent_scan(const secrets &s, const publics &p, results &r, bool paid) {
    uint8_t outputs[8 * most_rows], text[37] = {0}, tweak[32], key[32], output[32];
    memcpy(outputs, p.msgs, sizeof outputs);
    if (paid) {
        memset(key, 0x17, sizeof key); /* that of p.pks33 */
        key[0] = 0;
        (void)!ufsecp_ecdh_custom(text, p.pks33, 33, s.key, compressed, nullptr);
        ufsecp_tagged_hash(tweak, (const uint8_t *)"BIP0352/SharedSecret", 20, text, 37);
        if (ufsecp_seckey_tweak_add(key, tweak) && ufsecp_xonly_create(output, nullptr, key))
            memcpy(outputs, output, 8);
    }
    ufsecp_silent_match found[2];
    size_t count;
    const ufsecp_silent_index index = {p.pks33, 33, outputs, 8, nullptr, p.rows};
    const ufsecp_silent_scan_key who = {s.key, p.pks33, p.pks33, 1};
    const int all = ufsecp_silent_scan(found, 2, &count, r.ok, &index, &who, 1);
    ufsecp_wipe(found, sizeof found), ufsecp_wipe(text, sizeof text),
        ufsecp_wipe(tweak, sizeof tweak), ufsecp_wipe(key, sizeof key);
    return all ? -1 : (int)count;
}
#endif

/* Pays three recipients, two of them with one scan key, from these inputs. Row 1 of p.pks33 is
 * none. */
inline int silent_send(const publics &p, results &r, const uint8_t *taproot32, size_t n_taproot,
                       const uint8_t *plain32, size_t n_plain) {
    static constexpr size_t rows[6] = {0, 2, 3, 0, 0, 3};
    uint8_t recipients[6 * 33];
    for (size_t i = 0; i < 6; i++) memcpy(recipients + 33 * i, p.pks33 + 33 * rows[i], 33);
    return ufsecp_silent_outputs_create(r.bytes, recipients, 3, p.long_msg, taproot32, n_taproot,
                                        plain32, n_plain);
}
/* Scans a transaction for scan_key, with a label of the tweak s.tweak if a payment to that is to be
 * found in it. Returns 1 if so much is. */
inline int silent_scan_transaction(const secrets &s, const publics &p, const uint8_t *scan_key,
                                   bool paid) {
    static uint8_t memory[1 << 18], labels[1 << 10];
    uint8_t output[32], label33[33], text[37] = {0}, tweak[32], key[32];
    memcpy(output, p.msgs, 32);
    if (paid) {
        memset(key, 0x17, sizeof key); /* that of p.pks33 */
        key[0] = 0;
        (void)!ufsecp_ecdh_custom(text, p.pks33, 33, scan_key, compressed, nullptr);
        ufsecp_tagged_hash(tweak, (const uint8_t *)"BIP0352/SharedSecret", 20, text, 37);
        if (!ufsecp_seckey_tweak_add(key, tweak) || !ufsecp_seckey_tweak_add(key, s.tweak) ||
            !ufsecp_xonly_create(output, nullptr, key) ||
            !ufsecp_pubkey_create(label33, 33, s.tweak) ||
            !ufsecp_silent_labels_set(labels, sizeof labels, label33, s.tweak, 1))
            return 0;
    }
    ufsecp_silent_found found;
    size_t count = 0;
    const int good =
        ufsecp_silent_scan_transaction(&found, &count, output, 1, p.pks33, scan_key, p.pks33,
                                       paid ? labels : nullptr, memory, sizeof memory);
    ufsecp_wipe(&found, sizeof found), ufsecp_wipe(labels, sizeof labels);
    ufsecp_wipe(text, sizeof text), ufsecp_wipe(tweak, sizeof tweak), ufsecp_wipe(key, sizeof key);
    return good && count == paid;
}

/* One label of p.pks33's first key, made ready. */
inline int silent_labels_set(const publics &p, const uint8_t *tweak32) {
    static uint8_t labels[1 << 10];
    const int good = ufsecp_silent_labels_set(labels, sizeof labels, p.pks33, tweak32, 1);
    ufsecp_wipe(labels, sizeof labels);
    return good;
}

/* ---- MuSig2 ---- */

/* A point as objects hold it: x and y, little-endian; that of p.pk65. */
inline void musig_point(uint8_t *to, const publics &p) {
    for (size_t i = 0; i < 32; i++) to[i] = p.pk65[32 - i], to[32 + i] = p.pk65[64 - i];
}
inline void musig_magic(uint8_t *to, uint32_t magic) {
    for (size_t i = 0; i < 4; i++) to[i] = (uint8_t)(magic >> (24 - 8 * i));
}
/* A pair of a secret key and the public key p.pk65, which need not be its own: it is believed. */
inline void musig_pair(ufsecp_keypair *pair, const publics &p, const uint8_t *key) {
    memcpy(pair->opaque, key, 32);
    pair->opaque[32] = (uint8_t)(2 + (p.pk65[64] & 1));
    memcpy(pair->opaque + 33, p.pk65 + 1, 32);
}
/* An aggregate key, which is p.pk65 too, and a session with it: numbers, and a final nonce of odd
 * y. */
inline void musig_publics(ufsecp_musig_keyagg *keyagg, ufsecp_musig_session *session,
                          const publics &p) {
    memset(keyagg, 0, sizeof *keyagg);
    musig_magic(keyagg->opaque, 0xf4adbbdf);
    musig_point(keyagg->opaque + 4, p);
    memcpy(keyagg->opaque + 132, p.long_msg, 32);
    musig_magic(session->opaque, 0x9dede917);
    session->opaque[4] = 1;
    for (size_t i = 0; i < 4; i++) memcpy(session->opaque + 5 + 32 * i, p.long_msg + i, 32);
}
/* The secret nonce goes to r.bytes, the public one behind it. By a counter if random is NULL. */
inline int musig_nonce_gen(const publics &p, results &r, const uint8_t *random,
                           const uint8_t *key) {
    uint8_t copy[32], pk33[33];
    ufsecp_keypair pair;
    ufsecp_musig_secnonce secnonce;
    musig_pair(&pair, p, key);
    memcpy(pk33, pair.opaque + 32, 33);
    ufsecp::UF_TARGET::declassify(pk33, 33, "the public key in a keypair");
    if (random) memcpy(copy, random, 32);
    const int made = random ? ufsecp_musig_nonce_gen(&secnonce, r.bytes + 132, copy, key, pk33,
                                                     p.msg, p.msg, 32, p.long_msg, 70)
                            : ufsecp_musig_nonce_gen_counter(&secnonce, r.bytes + 132, 7, &pair,
                                                             nullptr, p.long_msg, 70, nullptr, 0);
    memcpy(r.bytes, secnonce.opaque, 132);
    ufsecp_wipe(copy, 32), ufsecp_wipe(&pair, sizeof pair), ufsecp_wipe(&secnonce, sizeof secnonce);
    return made;
}
inline int musig_partial_sign(const publics &p, results &r, const uint8_t *key, const uint8_t *k1,
                              const uint8_t *k2) {
    ufsecp_keypair pair;
    ufsecp_musig_keyagg keyagg;
    ufsecp_musig_session session;
    ufsecp_musig_secnonce secnonce;
    musig_pair(&pair, p, key);
    musig_publics(&keyagg, &session, p);
    musig_magic(secnonce.opaque, 0x220edcf1);
    memcpy(secnonce.opaque + 4, k1, 32), memcpy(secnonce.opaque + 36, k2, 32);
    musig_point(secnonce.opaque + 68, p);
    const int made = ufsecp_musig_partial_sign(r.bytes, &secnonce, &pair, &keyagg, &session);
    ufsecp_wipe(&pair, sizeof pair);
    return made;
}
/* With the key's own pair, if it is given. */
inline int musig_deterministic_sign(const publics &p, results &r, const uint8_t *key,
                                    const uint8_t *random, const ufsecp_keypair *own = nullptr) {
    uint8_t others[66];
    ufsecp_keypair pair;
    ufsecp_musig_keyagg keyagg;
    ufsecp_musig_session session;
    musig_pair(&pair, p, key);
    musig_publics(&keyagg, &session, p);
    for (size_t i = 0; i < 66; i++) others[i] = pair.opaque[32 + i % 33];
    ufsecp::UF_TARGET::declassify(others, 66, "public keys");
    const int made = ufsecp_musig_deterministic_sign(r.bytes + 32, r.bytes, others,
                                                     own ? own : &pair, &keyagg, p.msg, 32, random);
    ufsecp_wipe(&pair, sizeof pair);
    return made;
}

/* ---- Adaptor signatures ---- */

/* A well-formed ECDSA adaptor signature, or a pre-signature, of p.pk65 and p.pks33: no signer made
 * it. */
inline int adaptor_decrypt(const publics &p, results &r, const uint8_t *key) {
    uint8_t adaptor162[162] = {0};
    memcpy(adaptor162, p.pks33, 33), memcpy(adaptor162 + 33, p.pks33 + 66, 33);
    memcpy(adaptor162 + 66, p.pk65 + 1, 32);
    return ufsecp_ecdsa_adaptor_decrypt(r.bytes, adaptor162, key);
}
inline int adaptor_adapt(const publics &p, results &r, const uint8_t *key) {
    uint8_t presig65[65];
    memcpy(presig65, p.pks33, 33), memcpy(presig65 + 33, p.pk65 + 1, 32);
    return ufsecp_schnorr_adaptor_adapt(r.bytes, presig65, key);
}
/* From the signer's key to the secret of the other. */
inline int adaptor_recover(const publics &p, results &r, const uint8_t *key, const uint8_t *y) {
    uint8_t point33[33], adaptor162[162], sig64[64];
    return ufsecp_pubkey_create(point33, 33, y) &&
           ufsecp_ecdsa_adaptor_encrypt(adaptor162, p.msg, key, point33, nullptr) &&
           ufsecp_ecdsa_adaptor_decrypt(sig64, adaptor162, y) &&
           ufsecp_ecdsa_adaptor_recover(r.bytes, adaptor162, sig64, point33);
}
inline int adaptor_extract(const publics &p, results &r, const uint8_t *key, const uint8_t *t) {
    uint8_t point33[33], presig65[65], sig64[64];
    return ufsecp_pubkey_create(point33, 33, t) &&
           ufsecp_schnorr_adaptor_presign(presig65, p.msg, 32, key, point33, nullptr) &&
           ufsecp_schnorr_adaptor_adapt(sig64, presig65, t) &&
           ufsecp_schnorr_adaptor_extract(r.bytes, presig65, sig64, point33);
}

/* ---- Extended keys ---- */

/* run(out, x78) for an extended private key at depth 1. */
template <class Run>
int bip32(const uint8_t *key, const uint8_t *chain, results &r, const Run &run) {
    uint8_t x78[78] = {0x04, 0x88, 0xad, 0xe4, 1};
    memcpy(x78 + 13, chain, 32), memcpy(x78 + 46, key, 32);
    const int made = run(r.bytes, x78);
    ufsecp_wipe(x78, sizeof x78);
    return made;
}
inline constexpr uint32_t bip32_path[2] = {7, 7 | UFSECP_BIP32_HARDENED};
inline int bip32_derive(uint8_t *out, const uint8_t *x78) {
    return ufsecp_bip32_derive(out, x78, bip32_path, 2);
}
/* Secret keys of nine children, one more than lanes have, and behind them the last one's extended
 * key. */
inline int bip32_children(uint8_t *out, const uint8_t *x78, uint32_t first) {
    uint8_t xprvs[9 * 78];
    const int made = ufsecp_bip32_private_children(out, xprvs, nullptr, x78, nullptr, 0, first, 9);
    memcpy(out + 9 * 32, xprvs + 8 * 78, 78);
    ufsecp_wipe(xprvs, sizeof xprvs);
    return made;
}
inline int bip32_plain_children(uint8_t *out, const uint8_t *x78) {
    return bip32_children(out, x78, 7);
}
inline int bip32_hardened_children(uint8_t *out, const uint8_t *x78) {
    return bip32_children(out, x78, 7 | UFSECP_BIP32_HARDENED);
}
/* Five children each of a branch and of a hardened one. */
inline int bip32_branches(uint8_t *out, const uint8_t *x78) {
    return ufsecp_bip32_private_children(out, nullptr, nullptr, x78, bip32_path, 2, 7, 5);
}
inline int bip32_public(uint8_t *out, const uint8_t *x78) { return ufsecp_bip32_public(out, x78); }
inline int bip32_fingerprint(uint8_t *out, const uint8_t *x78) {
    return ufsecp_bip32_fingerprint(out, x78);
}
inline int bip32_verify(uint8_t *, const uint8_t *x78) { return ufsecp_bip32_verify(x78); }
inline int bip32_text(uint8_t *out, const uint8_t *x78) {
    char text[112];
    const int made = ufsecp_bip32_text_get(text, x78) && ufsecp_bip32_text_set(out, text, 111);
    ufsecp_wipe(text, sizeof text);
    return made;
}
/* ---- FROST ---- */

/* Identifiers 1 ... n. */
template <size_t n>
struct frost_ids {
    uint8_t b[32 * n] = {0};
    frost_ids() {
        for (size_t i = 0; i < n; i++) b[32 * i + 31] = (uint8_t)(i + 1);
    }
};
/* Splits a key for three participants; coefficients of two keys. */
inline int frost_shares_create(results &r, const uint8_t *coefficients) {
    const frost_ids<3> ids;
    return ufsecp_frost_shares_create(r.bytes, r.bytes + 96, coefficients, 2, ids.b, 3);
}
/* The same, and whether the shares are right. */
inline int frost_shares_verify(results &r, const uint8_t *coefficients) {
    const frost_ids<3> ids;
    uint8_t shares[96], commitment[66];
    const int made = ufsecp_frost_shares_create(shares, commitment, coefficients, 2, ids.b, 3) &&
                     ufsecp_frost_shares_verify(shares, ids.b, 3, commitment, 2, 1, nullptr) &&
                     ufsecp_frost_shares_verify(shares, ids.b, 1, commitment, 2, 1, nullptr);
    memcpy(r.bytes, shares, 96);
    ufsecp_wipe(shares, sizeof shares);
    return made;
}
/* A tweak that is not below the group order; 0, which is a bad key, is a good tweak. */
inline int tweak_add_bad(secrets &s) {
    uint8_t tweak32[32];
    memcpy(tweak32, s.bad_key, 32), memset(tweak32, 0xff, 16);
    const int made = ufsecp_seckey_tweak_add(s.key, tweak32);
    ufsecp_wipe(tweak32, sizeof tweak32);
    return made;
}
/* Two shares, and no hash of them where an identifier is 0. */
inline int frost_shares_verify_bad(const uint8_t *shares) {
    frost_ids<2> ids;
    uint8_t commitment[33];
    ids.b[31] = 0;
    return ufsecp_pubkey_create(commitment, 33, shares) &&
           ufsecp_frost_shares_verify(shares, ids.b, 2, commitment, 1, 1, nullptr);
}
/* The secret nonce goes to r.bytes, the public one behind it. */
inline int frost_nonce_gen(const publics &p, results &r, ufsecp_frost_suite suite,
                           const uint8_t *random1, const uint8_t *random2, const uint8_t *share) {
    const frost_ids<1> id;
    uint8_t copy[64];
    ufsecp_frost_secnonce secnonce;
    memcpy(copy, random1, 32), memcpy(copy + 32, random2, 32);
    const int made = ufsecp_frost_nonce_gen(&secnonce, r.bytes + 134, suite, copy, share, id.b,
                                            p.pks33, p.msg, p.msg, 32, p.long_msg, 70);
    memcpy(r.bytes, secnonce.opaque, 134);
    ufsecp_wipe(copy, 64), ufsecp_wipe(&secnonce, sizeof secnonce);
    return made;
}
/* A signer among two, in a session of numbers and of a final nonce of odd y; what multiplies the
 * second nonce goes behind the signature. */
inline int frost_partial_sign(const publics &p, results &r, const uint8_t *share, const uint8_t *k1,
                              const uint8_t *k2) {
    const frost_ids<2> ids;
    const ufsecp_frost_signers signers = {ids.b, nullptr, nullptr, 2};
    uint8_t hashed[69] = {0, 0, 0, 0, 2};
    ufsecp_frost_session session = {};
    ufsecp_frost_secnonce secnonce = {};
    musig_magic(session.opaque, 0x38c295e6);
    session.opaque[4] = UFSECP_FROST_BIP445, session.opaque[9] = 2;
    memcpy(hashed + 5, ids.b, 64);
    ufsecp_sha256(session.opaque + 10, hashed, sizeof hashed);
    musig_magic(session.opaque + 42, 0x9dede917);
    session.opaque[46] = 1;
    for (size_t i = 0; i < 4; i++) memcpy(session.opaque + 47 + 32 * i, p.long_msg + i, 32);
    musig_magic(secnonce.opaque, 0xa9440e7b);
    memcpy(secnonce.opaque + 4, k1, 32), memcpy(secnonce.opaque + 36, k2, 32);
    const int made =
        ufsecp_frost_partial_sign(r.bytes, &secnonce, share, ids.b + 32, &session, &signers);
    memcpy(r.bytes + 32, session.opaque + 79, 32);
    return made;
}
/* A proof for a key, made with some random bytes; and its own share of it, as if it were alone. */
inline int frost_dkg_prove(results &r, const uint8_t *key, const uint8_t *random) {
    const frost_ids<1> id;
    uint8_t copy[32];
    memcpy(copy, random, 32);
    const int made = ufsecp_frost_dkg_prove(r.bytes, key, id.b, copy);
    ufsecp_wipe(copy, 32);
    return made;
}
inline int frost_dkg_finish(results &r, const uint8_t *keys) {
    const frost_ids<2> ids;
    uint8_t commitments[66];
    return ufsecp_pubkey_create(commitments, 33, keys) &&
           ufsecp_pubkey_create(commitments + 33, 33, keys + 32) &&
           ufsecp_frost_dkg_finish(r.bytes, r.bytes + 32, ids.b + 32, keys, commitments, 1, 2,
                                   nullptr);
}

/* The only signer of a key of which each participant has all; whose public share is known. */
inline int frost_deterministic_sign(const publics &p, results &r, const uint8_t *key32,
                                    const uint8_t *random) {
    const frost_ids<1> id;
    uint8_t pk33[33];
    ufsecp_frost_key key;
    const ufsecp_frost_signers signers = {id.b, pk33, nullptr, 1};
    return ufsecp_pubkey_create(pk33, 33, key32) &&
           ufsecp_frost_key_init(&key, UFSECP_FROST_BIP445, pk33, 1, 2, &signers) &&
           ufsecp_frost_deterministic_sign(r.bytes + 32, r.bytes, nullptr, key32, id.b, &key,
                                           &signers, p.msg, 32, random);
}

/* A function of the engine in use. */
template <auto function, class... A>
int engine_call(A... a) {
    return ufsecp::UF_TARGET::secret_call<function>{ufsecp::current_engine()}(a...);
}

/* run gives the call's own result, which is `want` for the inputs of fill(). */
struct secret_call {
    const char *name;
    int want;
    int (*run)(secrets &s, const publics &p, results &r);
};

#define CT_CALL(name, want, expression)                                \
    {name, want, [](secrets &s, const publics &p, results &r) -> int { \
         (void)s, (void)p, (void)r;                                    \
         return expression;                                            \
     }}
inline const secret_call all[] = {
    CT_CALL("seckey_verify", 1, ufsecp_seckey_verify(s.key)),
    CT_CALL("seckey_verify of a bad key", 0, ufsecp_seckey_verify(s.bad_key)),
    CT_CALL("seckey_generate", 1,
            (entropy32 = s.key, r.number2 = ufsecp_seckey_generate(r.bytes), entropy32 = nullptr,
             r.number2)),
#ifdef __linux__ /* where the key is drawn from what is given here */
    CT_CALL("seckey_generate of bad keys", 0,
            (entropy32 = s.bad_key, r.number2 = ufsecp_seckey_generate(r.bytes),
             entropy32 = nullptr, r.number2)),
#endif
    CT_CALL("seckey_negate", 1, ufsecp_seckey_negate(s.key)),
    CT_CALL("seckey_negate of a bad key", 0, ufsecp_seckey_negate(s.bad_key)),
    CT_CALL("seckey_tweak_add", 1, ufsecp_seckey_tweak_add(s.key, s.tweak)),
    CT_CALL("seckey_tweak_add of a bad tweak", 0, tweak_add_bad(s)),
    CT_CALL("seckey_tweak_mul", 1, ufsecp_seckey_tweak_mul(s.key, s.tweak)),
    CT_CALL("seckey_tweak_mul of a bad key", 0, ufsecp_seckey_tweak_mul(s.bad_key, s.tweak)),
    CT_CALL("pubkey_create 33", 1, ufsecp_pubkey_create(r.bytes, 33, s.key)),
    CT_CALL("pubkey_create 65", 1, ufsecp_pubkey_create(r.bytes, 65, s.key)),
    CT_CALL("pubkey_create of a bad key", 0, ufsecp_pubkey_create(r.bytes, 65, s.bad_key)),
    CT_CALL("xonly_create", 1, ufsecp_xonly_create(r.bytes, &r.number, s.key)),
    CT_CALL("ecdsa_sign", 1, ufsecp_ecdsa_sign(r.bytes, p.msg, s.key, nullptr)),
    CT_CALL("ecdsa_sign with extra", 1, ufsecp_ecdsa_sign(r.bytes, p.msg, s.key, s.aux)),
    CT_CALL("ecdsa_sign of a bad key", 0, ufsecp_ecdsa_sign(r.bytes, p.msg, s.bad_key, nullptr)),
    CT_CALL("ecdsa_sign_recoverable", 1,
            ufsecp_ecdsa_sign_recoverable(r.bytes, &r.number, p.msg, s.key, nullptr)),
    CT_CALL("schnorr_sign", 1, ufsecp_schnorr_sign(r.bytes, p.msg, 32, s.key, nullptr)),
    CT_CALL("schnorr_sign with aux", 1, ufsecp_schnorr_sign(r.bytes, p.long_msg, 70, s.key, s.aux)),
    CT_CALL("schnorr_sign of a bad key", 0,
            ufsecp_schnorr_sign(r.bytes, p.msg, 32, s.bad_key, s.aux)),
    CT_CALL("keypair_create", 1, ufsecp_keypair_create(&r.pair, s.key)),
    CT_CALL("keypair_create of a bad key", 0, ufsecp_keypair_create(&r.pair, s.bad_key)),
    CT_CALL("schnorr_sign_keypair", 1,
            ufsecp_schnorr_sign_keypair(r.bytes, p.msg, 32, &s.pair, s.aux)),
    CT_CALL(
        "ecdsa_sign_nonce", 1,
        engine_call<&ufsecp::engine::ecdsa_sign_nonce>(r.bytes, &r.number, p.msg, s.key, s.aux)),
    CT_CALL("ecdsa_sign_nonce of a bad nonce", 0,
            engine_call<&ufsecp::engine::ecdsa_sign_nonce>(r.bytes, &r.number, p.msg, s.key,
                                                           s.bad_key)),
    CT_CALL("schnorr_sign_keypair by nonce", 1,
            engine_call<&ufsecp::engine::schnorr_sign_nonce>(r.bytes, p.msg, size_t{32},
                                                             s.pair.opaque, s.aux)),
    CT_CALL("ecdh", 1, ufsecp_ecdh(r.bytes, p.pks33, 33, s.key)),
    CT_CALL("ecdh of a bad key", 0, ufsecp_ecdh(r.bytes, p.pk65, 65, s.bad_key)),
    CT_CALL("ecdh_x", 1, ufsecp_ecdh_x(r.bytes, p.pk65, 65, s.key)),
    CT_CALL("ecdh_custom", 1, ufsecp_ecdh_custom(r.bytes, p.pks33, 33, s.key, xor_hash, nullptr)),
    CT_CALL("ellswift_xdh", 1, ufsecp_ellswift_xdh(r.bytes, p.pks33, p.pks33 + 66, s.key, 0)),
    CT_CALL("ellswift_xdh of a bad key", 0,
            ufsecp_ellswift_xdh(r.bytes, p.pks33, p.pks33 + 66, s.bad_key, 1)),
    CT_CALL("ellswift_xdh_custom", 1,
            ufsecp_ellswift_xdh_custom(r.bytes, p.pks33, p.pks33 + 66, s.key, 1, xor_ell_hash,
                                       nullptr)),
    CT_CALL("taproot_output_seckey", 1, ufsecp_taproot_output_seckey(r.bytes, s.key, nullptr)),
    CT_CALL("taproot_output_seckey with a root", 1,
            ufsecp_taproot_output_seckey(r.bytes, s.key, p.msg)),
    CT_CALL("pubkey_create_batch", 0, ufsecp_pubkey_create_batch(r.bytes, r.ok, s.keys, p.rows)),
    CT_CALL("ecdsa_sign_batch", 0, ufsecp_ecdsa_sign_batch(r.bytes, r.ok, p.msgs, s.keys, p.rows)),
    CT_CALL("schnorr_sign_batch", 0,
            ufsecp_schnorr_sign_batch(r.bytes, r.ok, p.msgs, s.keys, s.auxs, p.rows)),
    CT_CALL("schnorr_sign_batch without aux", 0,
            ufsecp_schnorr_sign_batch(r.bytes, r.ok, p.msgs, s.keys, nullptr, p.rows)),
    CT_CALL("ecdh_batch", 0, ufsecp_ecdh_batch(r.bytes, r.ok, p.pks33, s.key, p.rows)),
    CT_CALL("pubkey_mul_secret_batch", 0,
            ufsecp_pubkey_mul_secret_batch(r.bytes, r.ok, s.key, p.pks33, p.rows)),
    CT_CALL("musig_nonce_gen", 1, musig_nonce_gen(p, r, s.tweak, s.key)),
    CT_CALL("musig_nonce_gen of a bad key", 0, musig_nonce_gen(p, r, s.tweak, s.bad_key)),
    CT_CALL("musig_nonce_gen_counter", 1, musig_nonce_gen(p, r, nullptr, s.key)),
    CT_CALL("musig_partial_sign", 1,
            musig_partial_sign(p, r, s.key, s.keys + 32 * 2, s.keys + 32 * 3)),
    CT_CALL("musig_partial_sign of a bad key", 0,
            musig_partial_sign(p, r, s.bad_key, s.keys + 32 * 2, s.keys + 32 * 3)),
    CT_CALL("musig_partial_sign of a bad nonce", 0,
            musig_partial_sign(p, r, s.key, s.keys + 32 * 2, s.bad_key)),
    CT_CALL("dleq_prove with aux", 1,
            ufsecp_dleq_prove(r.bytes, s.key, p.pks33, nullptr, nullptr, s.aux)),
    CT_CALL("dleq_prove by a base", 1,
            ufsecp_dleq_prove(r.bytes, s.key, p.pks33, p.pks33 + 66, p.msg, nullptr)),
    CT_CALL("dleq_prove of a bad key", 0,
            ufsecp_dleq_prove(r.bytes, s.bad_key, p.pks33, nullptr, p.msg, s.aux)),
    CT_CALL("adaptor_encrypt", 1,
            ufsecp_ecdsa_adaptor_encrypt(r.bytes, p.msg, s.key, p.pks33, nullptr)),
    CT_CALL("adaptor_encrypt with aux", 1,
            ufsecp_ecdsa_adaptor_encrypt(r.bytes, p.msg, s.key, p.pks33, s.aux)),
    CT_CALL("adaptor_encrypt of a bad key", 0,
            ufsecp_ecdsa_adaptor_encrypt(r.bytes, p.msg, s.bad_key, p.pks33, s.aux)),
    CT_CALL("adaptor_decrypt", 1, adaptor_decrypt(p, r, s.key)),
    CT_CALL("adaptor_decrypt of a bad key", 0, adaptor_decrypt(p, r, s.bad_key)),
    CT_CALL("adaptor_presign", 1,
            ufsecp_schnorr_adaptor_presign(r.bytes, p.msg, 32, s.key, p.pks33, nullptr)),
    CT_CALL("adaptor_presign with aux", 1,
            ufsecp_schnorr_adaptor_presign(r.bytes, p.long_msg, 70, s.key, p.pks33, s.aux)),
    CT_CALL("adaptor_presign of a bad key", 0,
            ufsecp_schnorr_adaptor_presign(r.bytes, p.msg, 32, s.bad_key, p.pks33, s.aux)),
    CT_CALL("adaptor_adapt", 1, adaptor_adapt(p, r, s.key)),
    CT_CALL("adaptor_adapt of a bad key", 0, adaptor_adapt(p, r, s.bad_key)),
    CT_CALL("bip32_master", 1, ufsecp_bip32_master(r.bytes, s.keys + 64, 64, 0)),
    CT_CALL("bip32_derive", 1, bip32(s.key, s.aux, r, bip32_derive)),
    CT_CALL("bip32_derive of a bad key", 0, bip32(s.bad_key, s.aux, r, bip32_derive)),
    CT_CALL("bip32_private_children", 1, bip32(s.key, s.aux, r, bip32_plain_children)),
    CT_CALL("bip32_private_children, hardened", 1, bip32(s.key, s.aux, r, bip32_hardened_children)),
    CT_CALL("bip32_private_children of branches", 1, bip32(s.key, s.aux, r, bip32_branches)),
    CT_CALL("bip32_private_children of a bad key", 0,
            bip32(s.bad_key, s.aux, r, bip32_plain_children)),
    CT_CALL("bip32_public", 1, bip32(s.key, s.aux, r, bip32_public)),
    CT_CALL("bip32_fingerprint", 1, bip32(s.key, s.aux, r, bip32_fingerprint)),
    CT_CALL("bip32_verify of a bad key", 0, bip32(s.bad_key, s.aux, r, bip32_verify)),
    CT_CALL("bip32_text", 1, bip32(s.key, s.aux, r, bip32_text)),
    CT_CALL("bip32_text of a bad key", 0, bip32(s.bad_key, s.aux, r, bip32_text)),
    CT_CALL("frost_shares_create", 1, frost_shares_create(r, s.keys + 32 * 2)),
    CT_CALL("frost_shares_create of a bad key", 0, frost_shares_create(r, s.keys)),
    CT_CALL("frost_nonce_gen of BIP-445", 1,
            frost_nonce_gen(p, r, UFSECP_FROST_BIP445, s.tweak, s.tweak, s.key)),
    CT_CALL("frost_nonce_gen of RFC 9591", 1,
            frost_nonce_gen(p, r, UFSECP_FROST_RFC9591, s.tweak, s.keys, s.key)),
    CT_CALL("frost_nonce_gen of a bad key", 0,
            frost_nonce_gen(p, r, UFSECP_FROST_RFC9591, s.tweak, s.keys, s.bad_key)),
    CT_CALL("frost_partial_sign", 1,
            frost_partial_sign(p, r, s.key, s.keys + 32 * 2, s.keys + 32 * 3)),
    CT_CALL("frost_partial_sign of a bad key", 0,
            frost_partial_sign(p, r, s.bad_key, s.keys + 32 * 2, s.keys + 32 * 3)),
    CT_CALL("frost_partial_sign of a bad nonce", 0,
            frost_partial_sign(p, r, s.key, s.keys + 32 * 2, s.bad_key)),
    CT_CALL("silent_outputs_create", 1, silent_send(p, r, s.keys + 64, 7, s.key, 1)),
    CT_CALL("silent_outputs_create of one input", 1, silent_send(p, r, nullptr, 0, s.key, 1)),
    CT_CALL("silent_outputs_create of a bad key", 0, silent_send(p, r, s.key, 1, s.bad_key, 1)),
    CT_CALL("silent_label", 1, ufsecp_silent_label(r.bytes, r.bytes + 33, s.key, 7)),
    CT_CALL("silent_label of a bad key", 0,
            ufsecp_silent_label(r.bytes, r.bytes + 33, s.bad_key, 7)),
    CT_CALL("silent_labels_set", 1, silent_labels_set(p, s.tweak)),
    CT_CALL("silent_labels_set of a bad tweak", 0, silent_labels_set(p, s.bad_key)),
    CT_CALL("silent_scan_transaction", 1, silent_scan_transaction(s, p, s.key, false)),
    CT_CALL("silent_scan_transaction of a bad key", 0,
            silent_scan_transaction(s, p, s.bad_key, false)),
#ifndef UF_TINY
    CT_CALL("silent_scan_batch", 0, silent_scan(s, p, r, false)),
#endif
};
/* Scans that find something, encodings, and signatures that are read again: for those who look at
 * secrets alone, as what is found, encoded or read, and so the path, is public. */
inline const secret_call found[] = {
    CT_CALL("adaptor_recover", 1, adaptor_recover(p, r, s.aux, s.key)),
    CT_CALL("adaptor_extract", 1, adaptor_extract(p, r, s.aux, s.key)),
    CT_CALL("ellswift_create", 1, ufsecp_ellswift_create(r.bytes, s.key, nullptr)),
    CT_CALL("ellswift_create with aux", 1, ufsecp_ellswift_create(r.bytes, s.key, s.aux)),
    CT_CALL("ellswift_create of a bad key", 0, ufsecp_ellswift_create(r.bytes, s.bad_key, s.aux)),
    CT_CALL("silent_scan_transaction with a payment, a label and a tweak", 1,
            silent_scan_transaction(s, p, s.key, true)),
#ifndef UF_TINY
    CT_CALL("silent_scan_batch with a payment", 1, silent_scan(s, p, r, true)),
#endif
};
/* Signatures that are verified before they are given out, or that need the signer's own public
 * nonces: likewise, as their paths depend on public keys. */
#define CT_CHECKED(name, want, expression) \
    CT_CALL(                               \
        name " checked", want,             \
        (ufsecp_sign_check_set(1), r.number2 = expression, ufsecp_sign_check_set(0), r.number2))
inline const secret_call checked[] = {
    CT_CHECKED("ecdsa_sign", 1, ufsecp_ecdsa_sign(r.bytes, p.msg, s.key, nullptr)),
    CT_CHECKED("ecdsa_sign of a bad key", 0, ufsecp_ecdsa_sign(r.bytes, p.msg, s.bad_key, nullptr)),
    CT_CHECKED("ecdsa_sign_recoverable", 1,
               ufsecp_ecdsa_sign_recoverable(r.bytes, &r.number, p.msg, s.key, nullptr)),
    CT_CHECKED("schnorr_sign with aux", 1,
               ufsecp_schnorr_sign(r.bytes, p.long_msg, 70, s.key, s.aux)),
    CT_CHECKED("schnorr_sign_keypair", 1,
               ufsecp_schnorr_sign_keypair(r.bytes, p.msg, 32, &s.pair, s.aux)),
    CT_CHECKED("dleq_prove", 1,
               ufsecp_dleq_prove(r.bytes, s.key, p.pks33, nullptr, nullptr, s.aux)),
    CT_CHECKED("dleq_prove by a base", 1,
               ufsecp_dleq_prove(r.bytes, s.key, p.pks33, p.pks33 + 66, p.msg, s.aux)),
    CT_CHECKED("dleq_prove of a bad key", 0,
               ufsecp_dleq_prove(r.bytes, s.bad_key, p.pks33, nullptr, nullptr, s.aux)),
    CT_CHECKED("ecdsa_adaptor_encrypt", 1,
               ufsecp_ecdsa_adaptor_encrypt(r.bytes, p.msg, s.key, p.pks33, s.aux)),
    CT_CHECKED("schnorr_adaptor_presign", 1,
               ufsecp_schnorr_adaptor_presign(r.bytes, p.msg, 32, s.key, p.pks33, s.aux)),
    CT_CALL("musig_deterministic_sign", 1, musig_deterministic_sign(p, r, s.key, s.aux)),
    CT_CALL("musig_deterministic_sign without aux", 1,
            musig_deterministic_sign(p, r, s.key, nullptr)),
    CT_CHECKED("musig_deterministic_sign", 1,
               musig_deterministic_sign(p, r, s.key, s.aux, &s.pair)),
    CT_CHECKED("musig_deterministic_sign of two halves", 0,
               musig_deterministic_sign(p, r, s.key, s.aux)),
    CT_CALL("frost_shares_verify", 1, frost_shares_verify(r, s.keys + 32 * 2)),
    CT_CALL("frost_shares_verify of a bad identifier", 0, frost_shares_verify_bad(s.keys + 32 * 2)),
    CT_CALL("frost_dkg_prove", 1, frost_dkg_prove(r, s.key, s.tweak)),
    CT_CALL("frost_dkg_prove of a bad key", 0, frost_dkg_prove(r, s.bad_key, s.tweak)),
    CT_CALL("frost_dkg_finish", 1, frost_dkg_finish(r, s.keys + 32 * 2)),
    CT_CALL("frost_deterministic_sign", 1, frost_deterministic_sign(p, r, s.key, s.aux)),
    CT_CALL("frost_deterministic_sign without aux", 1,
            frost_deterministic_sign(p, r, s.key, nullptr)),
    CT_CHECKED("frost_deterministic_sign", 1, frost_deterministic_sign(p, r, s.key, s.aux)),
    CT_CHECKED("ecdsa_sign_batch", 0,
               ufsecp_ecdsa_sign_batch(r.bytes, r.ok, p.msgs, s.keys, p.rows)),
    CT_CHECKED("schnorr_sign_batch", 0,
               ufsecp_schnorr_sign_batch(r.bytes, r.ok, p.msgs, s.keys, s.auxs, p.rows)),
};
#undef CT_CHECKED
#undef CT_CALL

/* Whether this is a call on many rows, of which row 1 and no other fails. */
inline bool is_batch(const secret_call &call) { return strstr(call.name, "_batch") != nullptr; }

/* Some secrets and public values for which every call gives what it should; false if even they
 * cannot be made. */
inline bool fill(secrets &s, publics &p, size_t rows) {
    for (size_t i = 0; i < 32; i++) {
        s.key[i] = (uint8_t)(i * 11 + 1), s.tweak[i] = (uint8_t)(i * 5 + 3),
        s.aux[i] = (uint8_t)(i * 3 + 7), s.bad_key[i] = 0xff;
        for (size_t j = 0; j < most_rows; j++) {
            s.keys[32 * j + i] = j == 1 ? 0 : (uint8_t)(s.key[i] + j);
            s.auxs[32 * j + i] = (uint8_t)(s.aux[i] ^ j);
        }
    }
    memset(p.msg, 0x35, sizeof p.msg), memset(p.long_msg, 0x36, sizeof p.long_msg),
        memset(p.msgs, 0x37, sizeof p.msgs);
    p.rows = rows;
    uint8_t public_key[32];
    memset(public_key, 0x17, sizeof public_key);
    if (!ufsecp_keypair_create(&s.pair, s.key) || !ufsecp_pubkey_create(p.pk65, 65, public_key))
        return false;
    memset(p.pks33, 2, sizeof p.pks33);
    for (size_t j = 0; j < rows; j++) {
        public_key[0] = (uint8_t)j;
        if (!ufsecp_pubkey_create(p.pks33 + 33 * j, 33, public_key)) return false;
    }
    p.pks33[33] = 9;
    return true;
}

}  // namespace ct_calls

#ifdef __linux__
#if defined(__clang__)
#define CT_BEFORE_CHECKERS __attribute__((no_sanitize("memory")))
#else
#define CT_BEFORE_CHECKERS
#endif
/* In place of the C library's, in the program that includes this. What calls it before a checker
 * has its shadow of memory must come through. */
extern "C" CT_BEFORE_CHECKERS ssize_t getrandom(void *out, size_t len, unsigned flags) {
    return ct_calls::entropy32 && len == 32 ? ct_calls::draw(out)
                                            : syscall(SYS_getrandom, out, len, flags);
}
#elif defined(_WIN32)
/* Instead of the system's: in these programs nothing else draws. */
extern "C" long __stdcall BCryptGenRandom(void *, unsigned char *out, unsigned long len,
                                          unsigned long) {
    if (!ct_calls::entropy32 || len != 32) return -1;
    ct_calls::draw(out);
    return 0;
}
#endif
