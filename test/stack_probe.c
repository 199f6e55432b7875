/* Calls every function of the C interface that the profile tiny has: prints the stack that each
 * takes, and how many of the bytes there depend on a secret when it has returned.
 *
 * A call with secrets runs twice on a painted stack, with other secrets. What differs afterwards
 * was made from them. That may be a public result, such as a signature or a public key; every other
 * byte is a finding. Exit code 1 if there is one, if a call fails, or if a result of size_probe.c
 * is wrong. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <ufsecp/ufsecp.h>

/* Bytes of stack that are painted and compared; on a board with less memory some calls
 * are left out. */
#ifndef UF_PROBE_STACK
#define UF_PROBE_STACK (64 * 1024)
#endif
#define ROOMY (UF_PROBE_STACK >= 56 * 1024)
enum { depth = UF_PROBE_STACK, compared = ROOMY ? 20480 : 13824, gap = 512, rows = 3 };

/* ---- What the calls read and write ---- */

/* Secrets, and what only their owner has. */
struct secrets {
    uint8_t key[32], tweak[32], aux[32], keys[32 * rows], auxs[32 * rows], shares[64];
    ufsecp_keypair pair; /* from here on they have public parts */
    ufsecp_musig_secnonce musig_nonce;
    ufsecp_frost_secnonce frost_nonce;
    uint8_t xprv[78];
    char text[112];
};
/* What all may know. */
struct publics {
    uint8_t pk65[65], pk33[33], x32[32], commitment[66], output32[32], sig64[64], schnorr64[64];
    uint8_t ell64[64], adaptor162[162], presig65[65], decrypted64[64], adapted64[64], proof64[64];
    uint8_t dkg65[65], musig_pubnonces[132], frost_pubnonces[132], aggnonce[66];
    uint8_t shared33[33], pubshares[66], xpub[78], inputs32[64], ecdsa_row[129], schnorr_row[128],
        recover_row[97];
    uint8_t musig_psig[32], frost_psigs[64];
    int recid, parity;
    ufsecp_musig_keyagg keyagg;
    ufsecp_musig_session musig_session;
    ufsecp_frost_key frost_key;
    ufsecp_frost_session frost_session;
};
/* One of each for either run; the calls take the first of both. */
static struct secrets s, secrets_of[2];
static struct publics p, publics_of[2];

/* The results of a call. */
static struct {
    uint8_t bytes[640];
    ufsecp_keypair pair;
    ufsecp_musig_secnonce musig_nonce;
    ufsecp_frost_secnonce frost_nonce;
} hidden;
static struct {
    uint8_t bytes[640];
    int number;
    size_t count;
    ufsecp_musig_keyagg keyagg;
    ufsecp_musig_session musig_session;
    ufsecp_frost_key frost_key;
    ufsecp_frost_session frost_session;
} shown;

static uint8_t msg[32], msgs[32 * rows], pks33[33 * rows], other32[32], ids32[64], many33[33 * 40],
    many32[32 * 40], ok[rows];
static ufsecp_status statuses[rows];
static uint8_t labels[512];
#if ROOMY
static uint8_t scan_memory[131500];
static ufsecp_silent_found found[2];
static ufsecp_prepared_pubkey prepared;
#endif
static const ufsecp_frost_signers signers = {ids32, p.pubshares, p.frost_pubnonces, 2};
static const ufsecp_item ecdsa_item = {p.sig64, 64, p.pk33, 33, msg, 32};
static const ufsecp_item schnorr_item = {p.schnorr64, 64, p.x32, 32, msg, 32};
static const ufsecp_bip32_children children = {shown.bytes, shown.bytes + 66, shown.bytes + 106,
                                               shown.bytes + 170};
static const uint32_t path[2] = {7, 7 | UFSECP_BIP32_HARDENED};
static const uint32_t branch[1] = {1};

static int hash_ecdh(uint8_t *out, const uint8_t x[32], const uint8_t y[32], void *data) {
    (void)data;
    for (int i = 0; i < 32; i++) out[i] = x[i] ^ y[i];
    return 1;
}
static int hash_ell(uint8_t *out, const uint8_t x[32], const uint8_t a[64], const uint8_t b[64],
                    void *data) {
    (void)b;
    return hash_ecdh(out, x, a, data);
}

/* Copies of what a call overwrites. */
static uint8_t *copy(const void *from, size_t size) {
    memcpy(hidden.bytes, from, size);
    return hidden.bytes;
}
static ufsecp_musig_secnonce *musig_nonce(void) {
    hidden.musig_nonce = s.musig_nonce;
    return &hidden.musig_nonce;
}
static ufsecp_frost_secnonce *frost_nonce(void) {
    hidden.frost_nonce = s.frost_nonce;
    return &hidden.frost_nonce;
}

/* Makes what the calls read, from the secrets of one run. */
static int fill(int which) {
    int good = 1;
    memset(&s, 0, sizeof s), memset(&p, 0, sizeof p);
    for (int i = 0; i < 32; i++) {
        s.key[i] = (uint8_t)(i * 7 + 1 + which * 0x35),
        s.tweak[i] = (uint8_t)(i * 3 + 2 + which * 0x47);
        s.aux[i] = (uint8_t)(i + 9 + which * 0x59);
        msg[i] = (uint8_t)(i * 5 + 3), other32[i] = (uint8_t)(i * 9 + 4);
        for (int j = 0; j < rows; j++) {
            s.keys[32 * j + i] = (uint8_t)(s.key[i] + 1 + j);
            s.auxs[32 * j + i] = (uint8_t)(s.aux[i] + j), msgs[32 * j + i] = (uint8_t)(i + j);
        }
        for (int j = 0; j < 40; j++) many32[32 * j + i] = (uint8_t)(i * 11 + j + 1);
    }
    ids32[31] = 1, ids32[63] = 2;
    for (int j = 0; j < 40; j++) good &= ufsecp_pubkey_create(many33 + 33 * j, 33, many32 + 32 * j);
    memcpy(pks33, many33, sizeof pks33);

    uint8_t rnd[64], own33[66];
    good &= ufsecp_pubkey_create(p.pk65, 65, s.key) & ufsecp_pubkey_create(p.pk33, 33, s.key);
    good &= ufsecp_xonly_create(p.x32, &p.parity, s.key) & ufsecp_keypair_create(&s.pair, s.key);
    for (int i = 0; i < 2; i++)
        good &= ufsecp_xonly_create(p.inputs32 + 32 * i, &p.parity, s.keys + 32 * i);
    good &= ufsecp_taproot_output_key(p.output32, &p.parity, p.x32, msg);
    good &= ufsecp_ecdsa_sign_recoverable(p.sig64, &p.recid, msg, s.key, 0);
    good &= ufsecp_schnorr_sign(p.schnorr64, msg, 32, s.key, s.aux);
    memcpy(p.ecdsa_row, msg, 32), memcpy(p.ecdsa_row + 32, p.pk33, 33);
    memcpy(p.ecdsa_row + 65, p.sig64, 64);
    memcpy(p.schnorr_row, p.x32, 32), memcpy(p.schnorr_row + 32, msg, 32);
    memcpy(p.schnorr_row + 64, p.schnorr64, 64);
    memcpy(p.recover_row, msg, 32), memcpy(p.recover_row + 32, p.sig64, 64);
    p.recover_row[96] = (uint8_t)p.recid;
    good &= ufsecp_ellswift_create(p.ell64, other32, 0);
    good &= ufsecp_ecdsa_adaptor_encrypt(p.adaptor162, msg, s.key, p.pk33, s.aux);
    good &= ufsecp_ecdsa_adaptor_decrypt(p.decrypted64, p.adaptor162, s.key);
    good &= ufsecp_schnorr_adaptor_presign(p.presig65, msg, 32, s.key, p.pk33, s.aux);
    good &= ufsecp_schnorr_adaptor_adapt(p.adapted64, p.presig65, s.key);
    good &= ufsecp_dleq_prove(p.proof64, s.key, pks33, 0, msg, s.aux);
    good &= ufsecp_pubkey_mul_secret_batch(p.shared33, 0, s.key, pks33, 1);
    good &= ufsecp_bip32_master(s.xprv, s.key, 32, 0) & ufsecp_bip32_public(p.xpub, s.xprv);
    good &= ufsecp_bip32_text_get(s.text, s.xprv);

    memcpy(own33, p.pk33, 33), memcpy(own33 + 33, pks33, 33);
    good &= ufsecp_musig_pubkey_agg(&p.keyagg, 0, own33, 2, 0) == UFSECP_OK;
    memcpy(rnd, s.auxs, 32);
    good &= ufsecp_musig_nonce_gen(&s.musig_nonce, p.musig_pubnonces, rnd, s.key, p.pk33, 0, msg,
                                   32, 0, 0);
    memcpy(p.musig_pubnonces + 66, p.musig_pubnonces, 66);
    good &= ufsecp_musig_nonce_agg(p.aggnonce, p.musig_pubnonces, 2, 0) == UFSECP_OK;
    good &= ufsecp_musig_nonce_process(&p.musig_session, p.aggnonce, msg, 32, &p.keyagg);

    good &= ufsecp_frost_shares_create(s.shares, p.commitment, s.keys, 2, ids32, 2);
    good &= ufsecp_frost_pubshares_create(p.pubshares, ids32, 2, p.commitment, 2);
    good &= ufsecp_frost_key_init(&p.frost_key, UFSECP_FROST_BIP445, p.commitment, 2, 2, &signers);
    for (int i = 1; i >= 0; i--) {
        memcpy(rnd, s.auxs + 32 * i, 32);
        good &= ufsecp_frost_nonce_gen(&s.frost_nonce, p.frost_pubnonces + 66 * i,
                                       UFSECP_FROST_BIP445, rnd, s.shares + 32 * i, ids32 + 32 * i,
                                       p.pubshares + 33 * i, 0, msg, 32, 0, 0);
    }
    good &= ufsecp_frost_session_init(&p.frost_session, &p.frost_key, &signers, 0, msg, 32, 0);
    good &= ufsecp_musig_partial_sign(p.musig_psig, musig_nonce(), &s.pair, &p.keyagg,
                                      &p.musig_session);
    good &= ufsecp_frost_partial_sign(p.frost_psigs, frost_nonce(), s.shares, ids32,
                                      &p.frost_session, &signers);
    memcpy(p.frost_psigs + 32, p.frost_psigs, 32);
    memcpy(rnd, s.auxs, 32);
    good &= ufsecp_frost_dkg_prove(p.dkg65, s.keys, ids32, rnd);
    return good;
}

/* Both points of each x coordinate in the result. */
static int lift_both(int n) {
    int good = 1;
    for (int i = 0; i < n; i++)
        for (uint8_t prefix = 2; prefix <= 3; prefix++) {
            uint8_t *const to = shown.bytes + 97 + 65 * (2 * i + prefix - 2);
            to[0] = prefix, memcpy(to + 1, shown.bytes + 32 * i, 32);
            good &= ufsecp_pubkey_convert(to, 65, to, 33, 0) == UFSECP_OK;
        }
    return good;
}

/* ---- The calls ---- */

/* A call whose signatures are verified before they are given out. */
#define CHECKED(call) \
    (ufsecp_sign_check_set(1), shown.number = (call), ufsecp_sign_check_set(0), shown.number)

// clang-format off
/* X(name, call): calls with secrets, which give 1. */
#define SECRET_CALLS(X) \
    X(seckey_verify, ufsecp_seckey_verify(s.key)) \
    X(seckey_generate, ufsecp_seckey_generate(hidden.bytes)) \
    X(seckey_negate, ufsecp_seckey_negate(copy(s.key, 32))) \
    X(seckey_tweak_add, ufsecp_seckey_tweak_add(copy(s.key, 32), s.tweak)) \
    X(seckey_tweak_mul, ufsecp_seckey_tweak_mul(copy(s.key, 32), s.tweak)) \
    X(pubkey_create, ufsecp_pubkey_create(shown.bytes, 65, s.key)) \
    X(pubkey_create_33, ufsecp_pubkey_create(shown.bytes, 33, s.key)) \
    X(xonly_create, ufsecp_xonly_create(shown.bytes, &shown.number, s.key)) \
    X(ecdsa_sign, ufsecp_ecdsa_sign(shown.bytes, msg, s.key, 0)) \
    X(ecdsa_sign_extra, ufsecp_ecdsa_sign(shown.bytes, msg, s.key, s.aux)) \
    X(ecdsa_sign_recoverable, \
      ufsecp_ecdsa_sign_recoverable(shown.bytes, &shown.number, msg, s.key, 0)) \
    X(schnorr_sign, ufsecp_schnorr_sign(shown.bytes, msg, 32, s.key, s.aux)) \
    X(schnorr_sign_no_aux, ufsecp_schnorr_sign(shown.bytes, many33, 99, s.key, 0)) \
    X(keypair_create, ufsecp_keypair_create(&hidden.pair, s.key)) \
    X(schnorr_sign_keypair, ufsecp_schnorr_sign_keypair(shown.bytes, msg, 32, &s.pair, s.aux)) \
    X(ecdh, ufsecp_ecdh(hidden.bytes, many33, 33, s.key)) \
    X(ecdh_x, ufsecp_ecdh_x(hidden.bytes, many33, 33, s.key)) \
    X(ecdh_custom, ufsecp_ecdh_custom(hidden.bytes, many33, 33, s.key, hash_ecdh, 0)) \
    X(ellswift_create, ufsecp_ellswift_create(shown.bytes, s.key, s.aux)) \
    X(ellswift_xdh, ufsecp_ellswift_xdh(hidden.bytes, many33, many33 + 64, s.key, 0)) \
    X(ellswift_xdh_custom, \
      ufsecp_ellswift_xdh_custom(hidden.bytes, many33, many33 + 64, s.key, 1, hash_ell, 0)) \
    X(taproot_output_seckey, ufsecp_taproot_output_seckey(hidden.bytes, s.key, msg)) \
    X(pubkey_create_batch, ufsecp_pubkey_create_batch(shown.bytes, ok, s.keys, rows)) \
    X(ecdsa_sign_batch, ufsecp_ecdsa_sign_batch(shown.bytes, ok, msgs, s.keys, rows)) \
    X(schnorr_sign_batch, ufsecp_schnorr_sign_batch(shown.bytes, ok, msgs, s.keys, s.auxs, rows)) \
    X(ecdh_batch, ufsecp_ecdh_batch(hidden.bytes, ok, pks33, s.key, rows)) \
    X(pubkey_mul_secret_batch, \
      ufsecp_pubkey_mul_secret_batch(hidden.bytes, ok, s.key, pks33, rows)) \
    X(dleq_prove, ufsecp_dleq_prove(shown.bytes, s.key, pks33, pks33 + 33, msg, s.aux)) \
    X(dleq_prove_checked, CHECKED(ufsecp_dleq_prove(shown.bytes, s.key, pks33, 0, msg, s.aux))) \
    X(ecdsa_adaptor_encrypt, ufsecp_ecdsa_adaptor_encrypt(shown.bytes, msg, s.key, pks33, s.aux)) \
    X(ecdsa_adaptor_decrypt, ufsecp_ecdsa_adaptor_decrypt(shown.bytes, p.adaptor162, s.key)) \
    X(ecdsa_adaptor_recover, \
      ufsecp_ecdsa_adaptor_recover(hidden.bytes, p.adaptor162, p.decrypted64, p.pk33)) \
    X(schnorr_adaptor_presign, \
      ufsecp_schnorr_adaptor_presign(shown.bytes, msg, 32, s.key, pks33, s.aux)) \
    X(schnorr_adaptor_adapt, ufsecp_schnorr_adaptor_adapt(shown.bytes, p.presig65, s.key)) \
    X(schnorr_adaptor_extract, \
      ufsecp_schnorr_adaptor_extract(hidden.bytes, p.presig65, p.adapted64, p.pk33)) \
    X(bip32_master, ufsecp_bip32_master(hidden.bytes, s.keys, 64, 0)) \
    X(bip32_derive, ufsecp_bip32_derive(hidden.bytes, s.xprv, path, 2)) \
    X(bip32_private_children, \
      ufsecp_bip32_private_children(hidden.bytes, hidden.bytes + 64, 0, s.xprv, path, 2, 7, 2)) \
    X(bip32_public, ufsecp_bip32_public(shown.bytes, s.xprv)) \
    X(bip32_verify, ufsecp_bip32_verify(s.xprv)) \
    X(bip32_text_get, ufsecp_bip32_text_get((char *)hidden.bytes, s.xprv)) \
    X(bip32_text_set, ufsecp_bip32_text_set(hidden.bytes, s.text, 111)) \
    X(silent_label, ufsecp_silent_label(shown.bytes, hidden.bytes, s.key, 7)) \
    X(silent_labels_set, ufsecp_silent_labels_set(labels, sizeof labels, pks33, s.tweak, 1)) \
    X(musig_nonce_gen, \
      ufsecp_musig_nonce_gen(&hidden.musig_nonce, shown.bytes, copy(s.auxs, 32), s.key, p.pk33, \
                             msg, msg, 32, msg, 32)) \
    X(musig_nonce_gen_counter, \
      ufsecp_musig_nonce_gen_counter(&hidden.musig_nonce, shown.bytes, 7, &s.pair, 0, msg, 32, \
                                     0, 0)) \
    X(frost_shares_create, \
      ufsecp_frost_shares_create(hidden.bytes, shown.bytes, s.keys, 2, ids32, 2)) \
    X(frost_nonce_gen_rfc, \
      ufsecp_frost_nonce_gen(&hidden.frost_nonce, shown.bytes, UFSECP_FROST_RFC9591, \
                             copy(s.auxs, 64), s.shares, ids32, p.pubshares, 0, 0, 0, 0, 0))
/* X(name, call, open): calls that go on with public data; open does the same with those. */
#define FOLLOWED_CALLS(X) \
    X(bip32_fingerprint, \
      ufsecp_bip32_fingerprint(shown.bytes, s.xprv), \
      ufsecp_bip32_fingerprint(shown.bytes, p.xpub)) \
    X(musig_partial_sign, \
      ufsecp_musig_partial_sign(shown.bytes, musig_nonce(), &s.pair, &p.keyagg, \
                                &p.musig_session), \
      ufsecp_musig_partial_sig_verify(shown.bytes, p.musig_pubnonces, p.pk33, &p.keyagg, \
                                      &p.musig_session)) \
    X(frost_partial_sign, \
      ufsecp_frost_partial_sign(shown.bytes, frost_nonce(), s.shares, ids32, &p.frost_session, \
                                &signers), \
      ufsecp_frost_partial_sig_verify(shown.bytes, 0, &p.frost_session, &signers)) \
    X(frost_nonce_gen, \
      ufsecp_frost_nonce_gen(&hidden.frost_nonce, shown.bytes, UFSECP_FROST_BIP445, \
                             copy(s.auxs, 32), s.shares, ids32, p.pubshares, msg, msg, 32, 0, 0), \
      ufsecp_frost_partial_sig_verify(p.frost_psigs, 0, &p.frost_session, &signers)) \
    X(frost_dkg_prove, \
      ufsecp_frost_dkg_prove(shown.bytes, s.keys, ids32, copy(s.aux, 32)), \
      ufsecp_frost_dkg_verify(shown.bytes, ids32, p.commitment)) \
    X(silent_outputs_create, \
      ufsecp_silent_outputs_create(shown.bytes, many33, 2, many32, s.keys, 2, s.key, 1), \
      lift_both(2) && ufsecp_silent_tweak(shown.bytes + 64, many32, p.inputs32, 2, p.pk33, 1))
/* X(name, call): calls that do too much with public data to compare what they leave. */
#define SEARCHED_CALLS(X) \
    X(ecdsa_sign_checked, \
      CHECKED(ufsecp_ecdsa_sign(shown.bytes, msg, s.key, s.aux))) \
    X(schnorr_sign_checked, \
      CHECKED(ufsecp_schnorr_sign(shown.bytes, msg, 32, s.key, s.aux))) \
    X(ecdsa_adaptor_encrypt_checked, \
      CHECKED(ufsecp_ecdsa_adaptor_encrypt(shown.bytes, msg, s.key, pks33, s.aux))) \
    X(schnorr_adaptor_presign_checked, \
      CHECKED(ufsecp_schnorr_adaptor_presign(shown.bytes, msg, 32, s.key, pks33, s.aux))) \
    X(ecdsa_sign_batch_checked, \
      CHECKED(ufsecp_ecdsa_sign_batch(shown.bytes, ok, msgs, s.keys, rows))) \
    X(musig_deterministic_sign, \
      ufsecp_musig_deterministic_sign(shown.bytes, shown.bytes + 66, p.musig_pubnonces, \
                                      &s.pair, &p.keyagg, msg, 32, s.aux)) \
    X(frost_shares_verify, \
      ufsecp_frost_shares_verify(s.shares, ids32, 2, p.commitment, 2, 1, &shown.count)) \
    X(frost_deterministic_sign, \
      ufsecp_frost_deterministic_sign(shown.bytes, shown.bytes + 66, p.frost_pubnonces + 66, \
                                      s.shares, ids32, &p.frost_key, &signers, msg, 32, s.aux)) \
    X(frost_dkg_finish, \
      ufsecp_frost_dkg_finish(hidden.bytes, shown.bytes, ids32, s.shares, p.commitment, 2, 1, \
                              &shown.count))
/* Calls on public data. */
#define PUBLIC_CALLS(X) \
    X(status_text, ufsecp_status_text(UFSECP_OK)[0] == 'v') \
    X(version, ufsecp_version()[0] != 0) \
    X(engine, ufsecp_engine()[0] != 0) \
    X(engine_select, ufsecp_engine_select(ufsecp_engine())) \
    X(engine_at, ufsecp_engine_at(0, 0) != 0) \
    X(engine_text, ufsecp_engine_text(9) == 0) \
    X(engine_note, ufsecp_engine_note() == 0) \
    X(threads_set, ufsecp_threads_set(1)) \
    X(threads, ufsecp_threads() == 1) \
    X(sign_check_set, ufsecp_sign_check_set(0)) \
    X(sign_check, ufsecp_sign_check() == 0) \
    X(table_bytes, ufsecp_table_bytes_ct() + ufsecp_table_bytes_var() > 0) \
    X(secret_alloc, (ufsecp_secret_free(ufsecp_secret_alloc(32)), 1)) \
    X(wipe, (ufsecp_wipe(hidden.bytes, 32), 1)) \
    X(pubkey_convert, ufsecp_pubkey_convert(shown.bytes, 65, p.pk33, 33, 0)) \
    X(pubkey_negate, ufsecp_pubkey_negate(shown.bytes, 65, p.pk33, 33)) \
    X(pubkey_tweak_add, ufsecp_pubkey_tweak_add(shown.bytes, 65, p.pk33, 33, msg)) \
    X(pubkey_tweak_mul, ufsecp_pubkey_tweak_mul(shown.bytes, 65, p.pk33, 33, msg)) \
    X(pubkey_combine, ufsecp_pubkey_combine(shown.bytes, 33, many33, 40)) \
    X(ecdsa_check, ufsecp_ecdsa_check(p.sig64, msg, p.pk33, 33, 0)) \
    X(ecdsa_verify, ufsecp_ecdsa_verify(p.sig64, msg, p.pk33, 33, UFSECP_LOW_S)) \
    X(ecdsa_recover, ufsecp_ecdsa_recover(shown.bytes, 33, p.sig64, p.recid, msg)) \
    X(ecdsa_sig_normalize, ufsecp_ecdsa_sig_normalize(copy(p.sig64, 64), 0)) \
    X(ecdsa_sig_der, \
      (shown.count = 72, ufsecp_ecdsa_sig_serialize_der(shown.bytes, &shown.count, p.sig64)) && \
      ufsecp_ecdsa_sig_parse_der(hidden.bytes, shown.bytes, shown.count) && \
      ufsecp_ecdsa_sig_parse_der_lax(hidden.bytes, shown.bytes, shown.count)) \
    X(schnorr_check, ufsecp_schnorr_check(p.schnorr64, msg, 32, p.x32)) \
    X(schnorr_verify, ufsecp_schnorr_verify(p.schnorr64, msg, 32, p.x32)) \
    X(ellswift_encode, ufsecp_ellswift_encode(shown.bytes, p.pk33, 33, msg)) \
    X(ellswift_decode, ufsecp_ellswift_decode(shown.bytes, 33, p.ell64)) \
    X(taproot_output_key, ufsecp_taproot_output_key(shown.bytes, &shown.number, p.x32, msg)) \
    X(sha256, ufsecp_sha256(shown.bytes, msg, 32)) \
    X(tagged_hash, ufsecp_tagged_hash(shown.bytes, msg, 3, msg, 32)) \
    X(keccak256, ufsecp_keccak256(shown.bytes, msg, 32)) \
    X(ripemd160, ufsecp_ripemd160(shown.bytes, msg, 32)) \
    X(ethereum_address, ufsecp_ethereum_address(shown.bytes, p.pk65, 65)) \
    X(silent_tweak, ufsecp_silent_tweak(shown.bytes, many32, p.x32, 1, pks33, 2)) \
    X(silent_labelled_spend_pubkey, \
      ufsecp_silent_labelled_spend_pubkey(shown.bytes, p.pk33, pks33)) \
    X(silent_labels_bytes, ufsecp_silent_labels_bytes(1) <= sizeof labels) \
    X(silent_scan_bytes, ufsecp_silent_scan_bytes(2) > 0) \
    X(ecdsa_verify_rows, ufsecp_ecdsa_verify_rows(ok, p.ecdsa_row, 0, 1, 0)) \
    X(schnorr_verify_rows, ufsecp_schnorr_verify_rows(ok, p.schnorr_row, 0, 1)) \
    X(ecdsa_recover_rows, ufsecp_ecdsa_recover_rows(shown.bytes, ok, p.recover_row, 0, 1)) \
    X(ecrecover_rows, ufsecp_ecrecover_rows(shown.bytes, ok, p.recover_row, 0, 1)) \
    X(pubkey_decompress_batch, ufsecp_pubkey_decompress_batch(shown.bytes, ok, pks33, rows)) \
    X(pubkey_negate_batch, ufsecp_pubkey_negate_batch(shown.bytes, ok, pks33, rows)) \
    X(pubkey_mul_batch, ufsecp_pubkey_mul_batch(shown.bytes, ok, many32, pks33, rows)) \
    X(pubkey_mul_one_batch, ufsecp_pubkey_mul_one_batch(shown.bytes, ok, msg, pks33, rows)) \
    X(pubkey_mul_add_batch, \
      ufsecp_pubkey_mul_add_batch(shown.bytes, ok, many32, pks33, many32 + 32, rows)) \
    X(public_scalar_mul_gen_batch, \
      ufsecp_public_scalar_mul_gen_batch(shown.bytes, ok, many32, rows)) \
    X(ecdsa_verify_items, ufsecp_ecdsa_verify_items(ok, statuses, &ecdsa_item, 1, 0)) \
    X(schnorr_verify_items, ufsecp_schnorr_verify_items(ok, statuses, &schnorr_item, 1, 0)) \
    X(msm, ufsecp_msm(shown.bytes, 33, many32, many33, msg, 40, 0, &shown.count)) \
    X(schnorr_batch_verify, ufsecp_schnorr_batch_verify(p.schnorr_row, 0, 1, 0)) \
    X(schnorr_batch_identify, ufsecp_schnorr_batch_identify(ok, p.schnorr_row, 0, 1, 0)) \
    X(dleq_verify, ufsecp_dleq_verify(p.proof64, p.pk33, pks33, p.shared33, 0, msg)) \
    X(dleq_check, ufsecp_dleq_check(p.proof64, p.pk33, pks33, p.shared33, 0, msg)) \
    X(ecdsa_adaptor_verify, ufsecp_ecdsa_adaptor_verify(p.adaptor162, msg, p.pk33, p.pk33)) \
    X(ecdsa_adaptor_check, ufsecp_ecdsa_adaptor_check(p.adaptor162, msg, p.pk33, p.pk33)) \
    X(schnorr_adaptor_verify, \
      ufsecp_schnorr_adaptor_verify(p.presig65, msg, 32, p.x32, p.pk33)) \
    X(schnorr_adaptor_check, ufsecp_schnorr_adaptor_check(p.presig65, msg, 32, p.x32, p.pk33)) \
    X(bip32_public_children, \
      ufsecp_bip32_public_children(&children, 0, p.xpub, branch, 1, 7, 2)) \
    X(musig_key_sort, ufsecp_musig_key_sort(copy(pks33, sizeof pks33), rows)) \
    X(musig_pubkey_agg, \
      ufsecp_musig_pubkey_agg(&shown.keyagg, shown.bytes, many33, 40, &shown.count)) \
    X(musig_pubkey_get, ufsecp_musig_pubkey_get(shown.bytes, 33, &p.keyagg)) \
    X(musig_pubkey_tweak_add, \
      (shown.keyagg = p.keyagg, ufsecp_musig_pubkey_tweak_add(&shown.keyagg, msg))) \
    X(musig_xonly_tweak_add, \
      (shown.keyagg = p.keyagg, ufsecp_musig_xonly_tweak_add(&shown.keyagg, msg))) \
    X(musig_nonce_agg, ufsecp_musig_nonce_agg(shown.bytes, p.musig_pubnonces, 2, 0)) \
    X(musig_nonce_process, \
      ufsecp_musig_nonce_process(&shown.musig_session, p.aggnonce, msg, 32, &p.keyagg)) \
    X(musig_partial_sig_verify, \
      ufsecp_musig_partial_sig_verify(p.musig_psig, p.musig_pubnonces, p.pk33, &p.keyagg, \
                                      &p.musig_session)) \
    X(musig_partial_sig_agg, \
      ufsecp_musig_partial_sig_agg(shown.bytes, &p.musig_session, p.musig_psig, 1, 0)) \
    X(frost_pubshares_create, \
      ufsecp_frost_pubshares_create(shown.bytes, ids32, 2, p.commitment, 2)) \
    X(frost_key_init, \
      ufsecp_frost_key_init(&shown.frost_key, UFSECP_FROST_BIP445, p.commitment, 2, 2, &signers)) \
    X(frost_key_tweak_add, \
      (shown.frost_key = p.frost_key, \
       ufsecp_frost_key_tweak_add(&shown.frost_key, shown.bytes, msg, 1))) \
    X(frost_session_init, \
      ufsecp_frost_session_init(&shown.frost_session, &p.frost_key, &signers, 0, msg, 32, 0)) \
    X(frost_partial_sig_verify, \
      ufsecp_frost_partial_sig_verify(p.frost_psigs, 0, &p.frost_session, &signers)) \
    X(frost_partial_sig_agg, \
      ufsecp_frost_partial_sig_agg(shown.bytes, 64, &p.frost_session, p.frost_psigs, 2, 0)) \
    X(frost_verify, ufsecp_frost_verify(p.dkg65, msg, 32, p.pk33) == 0) \
    X(frost_dkg_verify, ufsecp_frost_dkg_verify(p.dkg65, ids32, p.commitment))
/* Calls that need much memory: a scan's, and a prepared key. */
#define ROOMY_SEARCHED_CALLS(X) \
    X(silent_scan_transaction, \
      ufsecp_silent_scan_transaction(found, &shown.count, many33 + 1, 2, many33, s.key, pks33, \
                                     0, scan_memory, sizeof scan_memory))
#define ROOMY_CALLS(X) \
    X(pubkey_prepare, ufsecp_pubkey_prepare(&prepared, p.pk33, 33)) \
    X(ecdsa_verify_prepared, ufsecp_ecdsa_verify_prepared(p.sig64, msg, &prepared, 0)) \
    X(ecdsa_check_prepared, ufsecp_ecdsa_check_prepared(p.sig64, msg, &prepared, 0)) \
    X(schnorr_verify_prepared, ufsecp_schnorr_verify_prepared(p.schnorr64, msg, 32, &prepared)) \
    X(schnorr_check_prepared, ufsecp_schnorr_check_prepared(p.schnorr64, msg, 32, &prepared)) \
    X(ecdsa_verify_prepared_batch, \
      ufsecp_ecdsa_verify_prepared_batch(ok, msg, p.sig64, 1, &prepared, 0)) \
    X(schnorr_verify_prepared_batch, \
      ufsecp_schnorr_verify_prepared_batch(ok, msg, p.schnorr64, 1, &prepared))
// clang-format on

#define FUNCTION(name, call) \
    static int do_##name(void) { return (int)(call); }
#define FUNCTIONS(name, call, open) FUNCTION(name, call) FUNCTION(open_##name, open)
SECRET_CALLS(FUNCTION)
FOLLOWED_CALLS(FUNCTIONS)
SEARCHED_CALLS(FUNCTION)
PUBLIC_CALLS(FUNCTION)
#if ROOMY
ROOMY_SEARCHED_CALLS(FUNCTION)
ROOMY_CALLS(FUNCTION)
#endif
static int do_nothing(void) { return 1; }
/* A call that leaves a key. */
static int do_leave(void) {
    volatile uint8_t kept[1024];
    for (int i = 0; i < 1024; i++) kept[i] = s.key[i % 32];
    return kept[0] == s.key[0];
}

/* What is done with what a call leaves. */
enum way { compare, search, ignore };

struct call {
    const char *name;
    int (*run)(void);
    enum way how;
    int (*follows)(void);
};
#define SECRET_ROW(name, call) {#name, do_##name, compare, do_nothing},
#define FOLLOWED_ROW(name, call, open) {#name, do_##name, compare, do_open_##name},
#define SEARCHED_ROW(name, call) {#name, do_##name, search, do_nothing},
#define PUBLIC_ROW(name, call) {#name, do_##name, ignore, do_nothing},
static const struct call nothing = {"", do_nothing, compare, do_nothing};
static const struct call leavers[] = {{"", do_leave, compare, do_nothing},
                                      {"", do_leave, search, do_nothing}};
static const struct call calls[] = {SECRET_CALLS(SECRET_ROW) FOLLOWED_CALLS(FOLLOWED_ROW)
                                        SEARCHED_CALLS(SEARCHED_ROW) PUBLIC_CALLS(PUBLIC_ROW)
#if ROOMY
                                            ROOMY_SEARCHED_CALLS(SEARCHED_ROW)
                                                ROOMY_CALLS(PUBLIC_ROW)
#endif
};
enum { count = sizeof calls / sizeof *calls };

/* ---- The stack ---- */

/* Registers are not cleared: what two of them held may be saved by what overwrites the stack. */
enum { registers = 8 };
/* The top of the stack after each run. */
static uint8_t kept[2][compared];
/* What differs from run to run is in memory: calls save the registers of their callers. */
static volatile int run;
static volatile long used;

/* call(), so far below its caller that nothing else writes to what the caller looks at. */
static __attribute__((noinline)) int run_below(int (*call)(void)) {
    uint8_t distance[gap];
    distance[0] = 0;
    __asm__ volatile("" : : "r"(distance) : "memory");
    const int good = call();
    __asm__ volatile("" : : "r"(distance) : "memory");
    return good;
}

/* Whether `size` bytes lie somewhere among these, in either order. */
static int lie_among(const uint8_t *what, size_t size, const void *among, size_t n) {
    const uint8_t *const bytes = (const uint8_t *)among;
    for (size_t at = 0; at + size <= n; at++) {
        size_t same = 0, reversed = 0;
        while (same < size && bytes[at + same] == what[same]) same++;
        while (reversed < size && bytes[at + size - 1 - reversed] == what[reversed]) reversed++;
        if (same == size || reversed == size) return 1;
    }
    return 0;
}

/* Whether byte i of what the second run left belongs to something public: four bytes in a row of a
 * result, or of what a call on public data left at `open`. */
static int is_public(long i, const uint8_t *open) {
    for (long at = i < 3 ? 0 : i - 3; at <= i && at + 4 <= compared; at++) {
        const uint8_t *const four = kept[1] + at;
        if (lie_among(four, 4, &p, sizeof p) || lie_among(four, 4, &shown, sizeof shown) ||
            lie_among(four, 4, open, compared))
            return 1;
    }
    return 0;
}

/* The bytes of stack that the two runs of a call take at most. *left: how many bytes there depend
 * on a secret; of a call that is searched, how many begin eight bytes in a row of one. */
static __attribute__((noinline)) long stack_of(const struct call *call, int *good, long *left) {
    uint8_t here = 0;
    volatile uint8_t *const top = &here - gap / 2, *const bottom = top - depth;
    *good = 1, *left = 0, used = 0;
    for (run = 0; run < 3; run++) {
        if (run < 2) {
            const int which = call->how == ignore ? 1 : run;
            s = secrets_of[which], p = publics_of[which];
            memset(&hidden, 0, sizeof hidden), memset(&shown, 0, sizeof shown);
        }
        for (long i = 0; i < depth; i++) bottom[i] = 0xa5;
        *good &= run_below(run < 2 ? call->run : call->follows) == 1;
        long unused = 0;
        while (unused < depth && bottom[unused] == 0xa5) unused++;
        if (run < 2 && depth - unused > used) used = depth - unused;
        for (long i = 0; run < 2 && i < compared; i++) kept[run][i] = (top - compared)[i];
    }
    for (long i = 0; i < compared && call->how != ignore; i++)
        if (call->how == compare)
            *left += kept[0][i] != kept[1][i] && !is_public(i, (const uint8_t *)top - compared);
        else if (i + 8 <= compared && kept[0][i] != kept[1][i])
            *left += lie_among(kept[1] + i, 8, &s, offsetof(struct secrets, pair));
    return used;
}

int probe_right(void); /* size_probe.c */

int main(void) {
    int good = 1, this_good, wrong = 0;
    long left;
    for (int i = 0; i < 2; i++) {
        good &= fill(i);
        secrets_of[i] = s, publics_of[i] = p;
    }
    if (!good) printf("the inputs cannot be made\n");
    const long none = stack_of(&nothing, &this_good, &left);
    wrong += none < gap / 4 || left != 0;
    for (int i = 0; i < count; i++) {
        const long bytes = stack_of(&calls[i], &this_good, &left);
        const int deep = calls[i].how != ignore && bytes > compared;
        printf("stack %-30s %6ld bytes%s%s\n", calls[i].name, bytes - none,
               this_good ? "" : ", FAILED", deep ? ", more than is compared" : "");
        if (left > registers) printf("    %ld bytes there are LEFT of a secret\n", left);
        wrong += !this_good || left > registers || deep;
    }
    for (int i = 0; i < 2; i++) {
        stack_of(&leavers[i], &this_good, &left);
        if (left < 512) printf("what is left is NOT seen\n"), wrong++;
    }
    if (!probe_right()) printf("results of size_probe.c are WRONG\n"), wrong++;
    printf("engine %s, %d calls, %d wrong\n", ufsecp_engine(), (int)count, wrong);
    return !good || wrong;
}
