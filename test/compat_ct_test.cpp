// Constant time of libsecp256k1's interface, seen by a taint checker: secrets are marked, then
// every call that takes one runs on every engine. test/ct_test.cpp says how it is built and run,
// and shows that the checker sees leaks.
#include <stdio.h>
#include <string.h>

#include "base/ct.h"
#include "secp256k1_ecdh.h"
#include "secp256k1_ellswift.h"
#include "secp256k1_musig.h"
#include "secp256k1_recovery.h"
#include "secp256k1_schnorrsig.h"
#include "secp256k1_silentpayments.h"
#include "ufsecp/ufsecp.h"

using namespace ufsecp::UF_TARGET;

namespace {

int failures = 0;

/* Nonces that the caller chose are secret too. */
int nonce(unsigned char *nonce32, const unsigned char *, const unsigned char *key32,
          const unsigned char *, void *, unsigned attempt) {
    for (size_t i = 0; i < 32; i++) nonce32[i] = (u8)(key32[31 - i] ^ 0x3c);
    if (attempt == 0) memset(nonce32, 0, 32);
    return 1;
}
int hardened(unsigned char *nonce32, const unsigned char *, size_t, const unsigned char *key32,
             const unsigned char *, const unsigned char *, size_t, void *) {
    for (size_t i = 0; i < 32; i++) nonce32[i] = (u8)(key32[31 - i] ^ 0x3c);
    return 1;
}
int hash_xy(unsigned char *out, const unsigned char *x32, const unsigned char *y32, void *) {
    for (size_t i = 0; i < 32; i++) out[i] = x32[i] ^ y32[i];
    return 1;
}

int hash_ell(unsigned char *out, const unsigned char *x32, const unsigned char *ell_a64,
             const unsigned char *, void *) {
    for (size_t i = 0; i < 32; i++) out[i] = x32[i] ^ ell_a64[i];
    return 1;
}

/* Every label is known; its tweak is secret. */
const unsigned char *look_up(const unsigned char *, const void *tweak) {
    return (const unsigned char *)tweak;
}

struct inputs {
    u8 key[32], bad_key[32], tweak[32], aux[32];
    secp256k1_keypair pair; /* the first 32 bytes are secret */
    secp256k1_musig_secnonce secnonce;
};

struct state {
    secp256k1_context *ctx;
    inputs s;
    secp256k1_pubkey point, pubkey;
    secp256k1_ecdsa_signature sig;
    secp256k1_ecdsa_recoverable_signature rsig;
    u8 msg[32], ells[128], out[64], outpoint[36];
    secp256k1_musig_pubnonce pubnonce;
    secp256k1_musig_partial_sig psig;
    secp256k1_musig_keyagg_cache cache;
    secp256k1_musig_session session;
    secp256k1_silentpayments_label label;
    secp256k1_silentpayments_recipient to;
    secp256k1_silentpayments_prevouts_summary summary;
    secp256k1_silentpayments_found_output found[2];
    secp256k1_xonly_pubkey outputs[2]; /* the second is a payment to the holder of key */
};

/* An aggregate key, which is t.point, a session and a secret nonce, from their bytes: the engines
 * of tools/taint.py, which have nothing for public data, make none. */
void set_musig(state &t) {
    static constexpr u8 cache[4] = {0xf4, 0xad, 0xbb, 0xdf}, session[4] = {0x9d, 0xed, 0xe9, 0x17},
                        secnonce[4] = {0x22, 0x0e, 0xdc, 0xf1};
    memcpy(t.cache.data, cache, 4), memcpy(t.cache.data + 4, t.point.data, 64);
    memcpy(t.session.data, session, 4), memset(t.session.data + 4, 1, 129);
    memcpy(t.s.secnonce.data, secnonce, 4), memcpy(t.s.secnonce.data + 4, t.s.tweak, 32);
    memcpy(t.s.secnonce.data + 36, t.s.aux, 32);
    memcpy(t.s.secnonce.data + 68, t.s.pair.data + 32, 64);
}

int create_output(state &t, const u8 *seckey32, const secp256k1_keypair *pair) {
    secp256k1_xonly_pubkey *output = &t.outputs[1];
    const secp256k1_silentpayments_recipient *to = &t.to;
    return secp256k1_silentpayments_sender_create_outputs(
        t.ctx, &output, &to, 1, t.outpoint, pair ? &pair : nullptr, pair != nullptr, &seckey32, 1);
}
/* 0, or 1 and how many payments there are. */
int find_output(state &t, const u8 *scan_key32, const u8 *label_tweak32) {
    secp256k1_silentpayments_found_output *found[2] = {&t.found[0], &t.found[1]};
    const secp256k1_xonly_pubkey *outputs[2] = {&t.outputs[0], &t.outputs[1]};
    uint32_t n = 0;
    const int made = secp256k1_silentpayments_recipient_scan_outputs(
        t.ctx, found, &n, outputs, 2, scan_key32, &t.summary, &t.point,
        label_tweak32 ? look_up : nullptr, label_tweak32);
    return made ? 1 + (int)n : 0;
}

struct call {
    const char *name;
    int want;
    int (*run)(state &t, inputs &s);
};

#define CALL(name, want, expression) \
    {name, want, [](state &t, inputs &s) -> int { return (void)t, (void)s, expression; }}
const call calls[] = {
    CALL("seckey_verify", 1, secp256k1_ec_seckey_verify(t.ctx, s.key)),
    CALL("seckey_verify of a bad key", 0, secp256k1_ec_seckey_verify(t.ctx, s.bad_key)),
    CALL("seckey_negate", 1, secp256k1_ec_seckey_negate(t.ctx, s.key)),
    CALL("seckey_tweak_add", 1, secp256k1_ec_seckey_tweak_add(t.ctx, s.key, s.tweak)),
    CALL("seckey_tweak_mul", 1, secp256k1_ec_seckey_tweak_mul(t.ctx, s.key, s.tweak)),
    CALL("pubkey_create", 1, secp256k1_ec_pubkey_create(t.ctx, &t.pubkey, s.key)),
    CALL("pubkey_create of a bad key", 0, secp256k1_ec_pubkey_create(t.ctx, &t.pubkey, s.bad_key)),
    CALL("keypair_create", 1, secp256k1_keypair_create(t.ctx, &s.pair, s.key)),
    CALL("keypair_sec", 1, secp256k1_keypair_sec(t.ctx, t.out, &s.pair)),
    CALL("ecdsa_sign", 1, secp256k1_ecdsa_sign(t.ctx, &t.sig, t.msg, s.key, nullptr, s.aux)),
    CALL("ecdsa_sign of a bad key", 0,
         secp256k1_ecdsa_sign(t.ctx, &t.sig, t.msg, s.bad_key, nullptr, nullptr)),
    CALL("ecdsa_sign by nonce", 1,
         secp256k1_ecdsa_sign(t.ctx, &t.sig, t.msg, s.key, nonce, nullptr)),
    CALL("ecdsa_sign by nonce of a bad key", 0,
         secp256k1_ecdsa_sign(t.ctx, &t.sig, t.msg, s.bad_key, nonce, nullptr)),
    CALL("ecdsa_sign_recoverable by nonce", 1,
         secp256k1_ecdsa_sign_recoverable(t.ctx, &t.rsig, t.msg, s.key, nonce, nullptr)),
    CALL("nonce_function_rfc6979", 1,
         secp256k1_nonce_function_rfc6979(t.out, t.msg, s.key, t.msg, s.aux, 1)),
    CALL("schnorrsig_sign32", 1, secp256k1_schnorrsig_sign32(t.ctx, t.out, t.msg, &s.pair, s.aux)),
    CALL("schnorrsig_sign_custom", 1,
         [&] {
             secp256k1_schnorrsig_extraparams extra = SECP256K1_SCHNORRSIG_EXTRAPARAMS_INIT;
             extra.noncefp = hardened;
             return secp256k1_schnorrsig_sign_custom(t.ctx, t.out, t.msg, 20, &s.pair, &extra);
         }()),
    CALL("nonce_function_bip340", 1,
         secp256k1_nonce_function_bip340(t.out, t.msg, 32, s.key, t.msg, t.msg, 9, s.aux)),
    CALL("ecdh", 1, secp256k1_ecdh(t.ctx, t.out, &t.point, s.key, nullptr, nullptr)),
    CALL("ecdh by hash", 1, secp256k1_ecdh(t.ctx, t.out, &t.point, s.key, hash_xy, nullptr)),
    CALL("ecdh of a bad key", 0,
         secp256k1_ecdh(t.ctx, t.out, &t.point, s.bad_key, hash_xy, nullptr)),
    CALL("ellswift_create", 1, secp256k1_ellswift_create(t.ctx, t.out, s.key, s.aux)),
    CALL("ellswift_create of a bad key", 0,
         secp256k1_ellswift_create(t.ctx, t.out, s.bad_key, nullptr)),
    CALL("ellswift_xdh", 1,
         secp256k1_ellswift_xdh(t.ctx, t.out, t.ells, t.ells + 64, s.key, 0,
                                secp256k1_ellswift_xdh_hash_function_bip324, nullptr)),
    CALL("ellswift_xdh by prefix", 1,
         secp256k1_ellswift_xdh(t.ctx, t.out, t.ells, t.ells + 64, s.key, 1,
                                secp256k1_ellswift_xdh_hash_function_prefix, t.ells)),
    CALL(
        "ellswift_xdh of a bad key", 0,
        secp256k1_ellswift_xdh(t.ctx, t.out, t.ells, t.ells + 64, s.bad_key, 0, hash_ell, nullptr)),
    CALL("musig_nonce_gen", 1,
         secp256k1_musig_nonce_gen(t.ctx, &s.secnonce, &t.pubnonce, s.aux, s.key, &t.point, t.msg,
                                   &t.cache, t.msg)),
    CALL("musig_nonce_gen of a bad key", 0,
         secp256k1_musig_nonce_gen(t.ctx, &s.secnonce, &t.pubnonce, s.aux, s.bad_key, &t.point,
                                   nullptr, nullptr, nullptr)),
    CALL("musig_nonce_gen_counter", 1,
         secp256k1_musig_nonce_gen_counter(t.ctx, &s.secnonce, &t.pubnonce, 5, &s.pair, t.msg,
                                           &t.cache, nullptr)),
    CALL("musig_partial_sign", 1,
         secp256k1_musig_partial_sign(t.ctx, &t.psig, &s.secnonce, &s.pair, &t.cache, &t.session)),
    CALL("label_create", 1,
         secp256k1_silentpayments_recipient_label_create(t.ctx, &t.label, t.out, s.key, 7)),
    CALL("label_create of a bad key", 0,
         secp256k1_silentpayments_recipient_label_create(t.ctx, &t.label, t.out, s.bad_key, 7)),
    CALL("sender_create_outputs of a bad key", 0, create_output(t, s.bad_key, nullptr)),
#ifndef UF_SECRET_FUNCTIONS /* the engines of tools/taint.py add and negate no public keys */
    CALL("sender_create_outputs", 1, create_output(t, s.key, &s.pair)),
    CALL("recipient_scan_outputs", 2, find_output(t, s.key, nullptr)),
    CALL("recipient_scan_outputs by labels", 3, find_output(t, s.key, s.aux)),
    CALL("recipient_scan_outputs of a bad key", 0, find_output(t, s.bad_key, nullptr)),
    CALL("keypair_xonly_tweak_add", 1, secp256k1_keypair_xonly_tweak_add(t.ctx, &s.pair, t.msg)),
#endif
};

void run(const call &c) {
    state t;
    memset(&t, 0, sizeof t);
    t.ctx = secp256k1_context_create(SECP256K1_CONTEXT_NONE);
    for (size_t i = 0; i < 32; i++) {
        t.s.key[i] = (u8)(i * 11 + 1), t.s.tweak[i] = (u8)(i * 5 + 3), t.s.aux[i] = (u8)(i * 3);
        t.s.bad_key[i] = 0xff, t.msg[i] = (u8)(i ^ 0x35);
        memset(t.ells + 4 * i, (int)(i * 7 + 1), 4);
    }
    int made = secp256k1_ec_pubkey_create(t.ctx, &t.point, t.s.tweak) &&
               secp256k1_keypair_create(t.ctx, &t.s.pair, t.s.key);
    set_musig(t);
    made &= secp256k1_ec_pubkey_create(t.ctx, &t.to.scan_pubkey, t.s.key);
    t.to.spend_pubkey = t.point;
#ifndef UF_SECRET_FUNCTIONS
    const secp256k1_pubkey *const sender = &t.point;
    made &= secp256k1_keypair_xonly_pub(t.ctx, &t.outputs[0], nullptr, &t.s.pair) &&
            secp256k1_silentpayments_recipient_prevouts_summary_create(
                t.ctx, &t.summary, t.outpoint, nullptr, 0, &sender, 1) &&
            create_output(t, t.s.tweak, nullptr);
#endif
    classify(&t.s, sizeof t.s);
    declassify(t.s.pair.data + 32, 64, "a public key");
    const int got = c.run(t, t.s);
    if (!made || got != c.want) {
        printf("%s on %s: %d, not %d\n", c.name, ufsecp_engine(), got, c.want);
        failures++;
    }
    secp256k1_context_destroy(t.ctx);
}

}  // namespace

int main() {
    if (!taint_is_checked()) {
        printf("skipped: not under a taint checker\n");
        return 77;
    }
    int supported;
    for (size_t i = 0; const char *name = ufsecp_engine_at(i, &supported); i++) {
        if (!supported) continue;
        if (!ufsecp_engine_select(name)) failures++;
        for (const call &c : calls) run(c);
        printf("%s: done\n", name);
    }
    return failures != 0;
}
