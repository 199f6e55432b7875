// Where the two timings meet: single calls read public keys, the protocols do the work, and masks
// become 1 or 0.
#pragma once
#include <string.h>

#include "proto/adaptor_var.h"
#include "proto/ecdh_rows.h"
#include "proto/ecdsa.h"
#include "proto/ellswift_var.h"
#include "proto/frost.h"
#include "proto/keys.h"
#include "proto/keys_rows_var.h"
#include "proto/musig.h"
#include "proto/prepared_keys_var.h"
#include "proto/recover_var.h"
#include "proto/schnorr.h"
#include "proto/schnorr_var.h"
#include "proto/silent_scan.h"
#include "proto/silent_var.h"
#include "proto/taproot.h"
#include "proto/taproot_var.h"
#include "proto/verdicts.h"

namespace ufsecp::UF_TARGET {

/* ---- Keys ---- */

static int engine_seckey_verify(const u8 *sk32) { return tell(seckey_verify(sk32)); }
static int engine_seckey_negate(u8 *sk32) { return tell(seckey_negate(sk32)); }
static int engine_seckey_tweak_add(u8 *sk32, const u8 *t32) {
    return tell(seckey_tweak_add(sk32, t32));
}
static int engine_seckey_tweak_mul(u8 *sk32, const u8 *t32) {
    return tell(seckey_tweak_mul(sk32, t32));
}

static int engine_pubkey_create(u8 *out, size_t out_len, const u8 *sk32) {
    mask valid;
    pubkey_create_rows<1>(out, out_len, &valid, sk32, 1);
    return tell(valid);
}
static int engine_xonly_create(u8 *out32, int *parity, const u8 *sk32) {
    return tell(xonly_create(out32, parity, sk32));
}

/* Writes the key if status says that there is one, else zeros; passes status on. */
static inline ufsecp_status put_pubkey_var(u8 *out, size_t out_len, const ge *p,
                                           ufsecp_status status) {
    if (status == UFSECP_OK) pubkey_serialize(out, out_len, p);
    else memset(out, 0, out_len);
    return status;
}
UF_PUBLIC_ONLY(put_pubkey_var);

static ufsecp_status engine_pubkey_convert_var(u8 *out, size_t out_len, const u8 *pk, size_t pk_len,
                                               unsigned flags) {
    ge p;
    const ufsecp_status status = pubkey_parse_var(&p, pk, pk_len, flags & UFSECP_ALLOW_HYBRID);
    return put_pubkey_var(out, out_len, &p, status);
}
static int engine_pubkey_negate_var(u8 *out, size_t out_len, const u8 *pk, size_t pk_len) {
    ge p;
    const ufsecp_status status = pubkey_parse_var(&p, pk, pk_len, false);
    if (status == UFSECP_OK) pubkey_negate_var(&p);
    return put_pubkey_var(out, out_len, &p, status) == UFSECP_OK;
}
static int engine_pubkey_tweak_add_var(u8 *out, size_t out_len, const u8 *pk, size_t pk_len,
                                       const u8 *t32) {
    ge p;
    ufsecp_status status = pubkey_parse_var(&p, pk, pk_len, false);
    if (status == UFSECP_OK && !pubkey_tweak_add_var(&p, t32)) status = UFSECP_NO_POINT;
    return put_pubkey_var(out, out_len, &p, status) == UFSECP_OK;
}
static int engine_pubkey_tweak_mul_var(u8 *out, size_t out_len, const u8 *pk, size_t pk_len,
                                       const u8 *t32) {
    ge p;
    ufsecp_status status = pubkey_parse_var(&p, pk, pk_len, false);
    if (status == UFSECP_OK && !pubkey_tweak_mul_var(&p, t32)) status = UFSECP_NO_POINT;
    return put_pubkey_var(out, out_len, &p, status) == UFSECP_OK;
}
static int engine_pubkey_combine_var(u8 *out, size_t out_len, const u8 *pks33, size_t n) {
    ge sum;
    const ufsecp_status status = pubkey_combine_var(&sum, pks33, n);
    return put_pubkey_var(out, out_len, &sum, status) == UFSECP_OK;
}

/* ---- Signatures ---- */

static int engine_ecdsa_sign(u8 *sig64, int *recid, const u8 *msg32, const u8 *sk32,
                             const u8 *extra32) {
    return tell(ecdsa_sign(sig64, recid, msg32, sk32, extra32));
}
static int engine_ecdsa_sign_nonce(u8 *sig64, int *recid, const u8 *msg32, const u8 *sk32,
                                   const u8 *nonce32) {
    return tell(ecdsa_sign_nonce(sig64, recid, msg32, sk32, nonce32));
}
static ufsecp_status engine_ecdsa_check_var(const u8 *sig64, const u8 *msg32, const u8 *pk,
                                            size_t pk_len, unsigned flags) {
    ge_given p;
    const ufsecp_status status = pubkey_read_var(&p, pk, pk_len, flags & UFSECP_ALLOW_HYBRID);
    return status == UFSECP_OK ? ecdsa_verify_var(sig64, msg32, &p, flags & UFSECP_LOW_S) : status;
}
static ufsecp_status engine_recover_var(u8 *pk, size_t pk_len, const u8 *sig64, int recid,
                                        const u8 *msg32) {
    ge p;
    const ufsecp_status status = ecdsa_recover_var(&p, sig64, recid, msg32);
    return put_pubkey_var(pk, pk_len, &p, status);
}
static int engine_ecdsa_sig_normalize_var(u8 *sig64, int *was_high) {
    bool high;
    const bool good = ecdsa_sig_normalize_var(sig64, &high);
    *was_high = high;
    return good;
}
static int engine_schnorr_sign(u8 *sig64, const u8 *msg, size_t msg_len, const u8 *sk32,
                               const u8 *aux32) {
    return tell(schnorr_sign(sig64, msg, msg_len, sk32, aux32));
}
static int engine_schnorr_sign_keypair(u8 *sig64, const u8 *msg, size_t msg_len,
                                       const u8 *keypair65, const u8 *aux32) {
    return tell(schnorr_sign_keypair(sig64, msg, msg_len, keypair65, aux32));
}
static int engine_schnorr_sign_nonce(u8 *sig64, const u8 *msg, size_t msg_len, const u8 *keypair65,
                                     const u8 *nonce32) {
    return tell(schnorr_sign_nonce(sig64, msg, msg_len, keypair65, nonce32));
}
static ufsecp_status engine_schnorr_check_var(const u8 *sig64, const u8 *msg, size_t msg_len,
                                              const u8 *pk32) {
    return schnorr_verify_var(sig64, msg, msg_len, pk32, 32);
}
static ufsecp_status engine_schnorr_check_point_var(const u8 *sig64, const u8 *msg, size_t msg_len,
                                                    const u8 *pk65) {
    return schnorr_verify_var(sig64, msg, msg_len, pk65, 65);
}

static ufsecp_status engine_pubkey_prepare_var(prepared_point *key, const u8 *pk, size_t pk_len) {
    return prepared_parse_var(key, pk, pk_len);
}
static ufsecp_status engine_ecdsa_check_prepared_var(const u8 *sig64, const u8 *msg32,
                                                     const prepared_point *key, unsigned flags) {
    return ecdsa_verify_prepared_var(sig64, msg32, key, flags & UFSECP_LOW_S);
}
static ufsecp_status engine_schnorr_check_prepared_var(const u8 *sig64, const u8 *msg,
                                                       size_t msg_len, const prepared_point *key) {
    return schnorr_verify_prepared_var(sig64, msg, msg_len, key);
}

/* ---- Diffie-Hellman, taproot ---- */

static int engine_ecdh(u8 *out32, const u8 *pk, size_t pk_len, const u8 *sk32) {
    ge_given p;
    if (pubkey_read_var(&p, pk, pk_len, false) == UFSECP_OK) return tell(ecdh(out32, &p, sk32));
    memset(out32, 0, 32);
    return 0;
}
static int engine_ecdh_xy(u8 *x32, u8 *y32, const u8 *pk, size_t pk_len, const u8 *sk32) {
    ge_given p;
    if (pubkey_read_var(&p, pk, pk_len, false) == UFSECP_OK)
        return tell(ecdh_xy(x32, y32, &p, sk32));
    memset(x32, 0, 32);
    if (y32) memset(y32, 0, 32);
    return 0;
}
static int engine_taproot_output_key_var(u8 *out32, int *parity, const u8 *internal32,
                                         const u8 *root32) {
    ge q;
    const bool good = taproot_output_key_var(&q, internal32, root32) == UFSECP_OK;
    *parity = good && is_true_var(fe_is_odd(&q.y));
    if (good) fe_get_b32(out32, &q.x);
    else memset(out32, 0, 32);
    return good;
}
static int engine_taproot_output_seckey(u8 *out32, const u8 *sk32, const u8 *root32) {
    return tell(taproot_output_seckey(out32, sk32, root32));
}

/* ---- ElligatorSwift ---- */

static void engine_ellswift_decode_var(u8 *out, size_t out_len, const u8 *ell64) {
    ge p;
    ellswift_decode_var(&p, ell64);
    pubkey_serialize(out, out_len, &p);
}
static int engine_ellswift_encode_var(u8 *ell64, const u8 *pk, size_t pk_len, const u8 *rnd32) {
    ge p;
    ell_draws draws;
    if (pubkey_parse_var(&p, pk, pk_len, false) != UFSECP_OK) {
        memset(ell64, 0, 64);
        return 0;
    }
    ell_draws_encode(&draws, &p, rnd32);
    ellswift_encode_var(ell64, &p, [&](u8 *out32) { ell_draw(out32, &draws); });
    return 1;
}
/* Constant time in the key and in aux32, not in the public key and in the hashes that are drawn. */
static int engine_ellswift_create(u8 *ell64, const u8 *sk32, const u8 *aux32) {
    ge p;
    mask valid;
    secret<ell_draws> draws;
    pubkey_points<1>(&p, &valid, sk32, 1);
    declassify(&p, sizeof p, "a public key is public");
    ell_draws_create(&draws, sk32, aux32);
    ellswift_encode_var(ell64, &p, [&](u8 *out32) {
        ell_draw(out32, &draws);
        declassify(out32, 32,
                   "a hash of the key, drawn for the encoding, tells nothing of the key");
    });
    keep_bytes(ell64, 64, valid);
    return tell(valid);
}
static int engine_ellswift_x(u8 *x32, const u8 *ell64, const u8 *sk32) {
    ell_x x;
    fe t;
    ellswift_read_var(&x, &t, ell64);
    return tell(ellswift_shared_x(x32, &x, sk32));
}

/* ---- Silent payments ---- */

static int engine_silent_tweak_var(u8 *tweak33, const u8 *outpoint36, const u8 *xonly32s,
                                   size_t n_xonly, const u8 *pks33, size_t n_plain) {
    ge p;
    const ufsecp_status status =
        silent_tweak_var(&p, outpoint36, xonly32s, n_xonly, pks33, n_plain);
    return put_pubkey_var(tweak33, 33, &p, status) == UFSECP_OK;
}

/* ---- MuSig2 ---- */

static int engine_musig_nonce_points(u8 *pks65, const u8 *ks64) {
    return tell(musig_nonce_points(pks65, ks64));
}
static int engine_musig_partial_sign(u8 *s32, const u8 *ks64, const u8 *sk32, const u8 *b32,
                                     const u8 *c32, int odd) {
    return tell(musig_partial_sign(s32, ks64, sk32, b32, c32, odd));
}

/* ---- Proofs of equal discrete logarithms ---- */

static int engine_dleq_prove(u8 *proof64, const u8 *sk32, const u8 *b33, const u8 *base33,
                             const u8 *msg32, const u8 *aux32) {
    ge b, base;
    if (pubkey_parse_var(&b, b33, 33, false) == UFSECP_OK &&
        (!base33 || pubkey_parse_var(&base, base33, 33, false) == UFSECP_OK))
        return tell(dleq_prove(proof64, sk32, &b, base33 ? &base : nullptr, msg32, aux32));
    memset(proof64, 0, 64);
    return 0;
}
static ufsecp_status engine_dleq_check_var(const u8 *proof64, const u8 *a33, const u8 *b33,
                                           const u8 *c33, const u8 *base33, const u8 *msg32) {
    return dleq_verify_var(proof64, a33, b33, c33, base33, msg32);
}

/* ---- Adaptor signatures ---- */

static int engine_ecdsa_adaptor_encrypt(u8 *sig162, const u8 *msg32, const u8 *sk32,
                                        const u8 *enc33, const u8 *aux32) {
    ge enc;
    if (pubkey_parse_var(&enc, enc33, 33, false) == UFSECP_OK)
        return tell(ecdsa_adaptor_encrypt(sig162, msg32, sk32, &enc, enc33, aux32));
    memset(sig162, 0, 162);
    return 0;
}
static ufsecp_status engine_ecdsa_adaptor_check_var(const u8 *sig162, const u8 *msg32,
                                                    const u8 *pk33, const u8 *enc33) {
    return ecdsa_adaptor_verify_var(sig162, msg32, pk33, enc33);
}
static int engine_ecdsa_adaptor_decrypt(u8 *sig64, const u8 *sig162, const u8 *dec32) {
    ecdsa_adaptor_parts p;
    if (ecdsa_adaptor_parse_var(&p, sig162) == UFSECP_OK)
        return tell(ecdsa_adaptor_decrypt(sig64, &p.r, &p.s_a, dec32));
    memset(sig64, 0, 64);
    return 0;
}
/* y = s_a/s. */
static int engine_ecdsa_adaptor_recover(u8 *dec32, const u8 *sig162, const u8 *sig64,
                                        const u8 *enc33) {
    ecdsa_adaptor_parts p;
    ge enc;
    sc r, s;
    if (ecdsa_adaptor_parse_var(&p, sig162) == UFSECP_OK &&
        ecdsa_parse_var(&r, &s, sig64, false) == UFSECP_OK && is_true_var(sc_equal(&r, &p.r)) &&
        pubkey_parse_var(&enc, enc33, 33, false) == UFSECP_OK) {
        secret<sc> y;
        sc_inv_var(&s, &s);
        sc_mul(&y, &s, &p.s_a);
        return tell(adaptor_keep_key(dec32, &y, &enc, mask_all()));
    }
    memset(dec32, 0, 32);
    return 0;
}
static int engine_schnorr_adaptor_presign(u8 *presig65, const u8 *msg, size_t msg_len,
                                          const u8 *sk32, const u8 *t33, const u8 *aux32) {
    ge t;
    if (pubkey_parse_var(&t, t33, 33, false) == UFSECP_OK)
        return tell(schnorr_adaptor_presign(presig65, msg, msg_len, sk32, &t, t33, aux32));
    memset(presig65, 0, 65);
    return 0;
}
static ufsecp_status engine_schnorr_adaptor_check_var(const u8 *presig65, const u8 *msg,
                                                      size_t msg_len, const u8 *pk32,
                                                      const u8 *t33) {
    return schnorr_adaptor_verify_var(presig65, msg, msg_len, pk32, t33);
}
static int engine_schnorr_adaptor_adapt(u8 *sig64, const u8 *presig65, const u8 *t32) {
    ge r;
    sc s;
    if (schnorr_adaptor_parse_var(&r, &s, presig65) == UFSECP_OK)
        return tell(schnorr_adaptor_adapt(sig64, presig65 + 1, &s, presig65[0] & 1, t32));
    memset(sig64, 0, 64);
    return 0;
}
/* t = the difference of both s, negated where the y of R' is odd. */
static int engine_schnorr_adaptor_extract(u8 *t32, const u8 *presig65, const u8 *sig64,
                                          const u8 *t33) {
    ge r, p;
    sc s, whole;
    if (schnorr_adaptor_parse_var(&r, &s, presig65) == UFSECP_OK &&
        memcmp(presig65 + 1, sig64, 32) == 0 && !is_true_var(sc_set_b32(&whole, sig64 + 32)) &&
        pubkey_parse_var(&p, t33, 33, false) == UFSECP_OK) {
        secret<sc> t;
        sc_sub(&t, &whole, &s);
        sc_cond_neg(&t, mask_of_bit(presig65[0] & 1));
        return tell(adaptor_keep_key(t32, &t, &p, mask_none()));
    }
    memset(t32, 0, 32);
    return 0;
}

/* ---- FROST ---- */

static int engine_frost_share(u8 *s32, const u8 *coefficients32, size_t t, const u8 *x32) {
    return tell(frost_share(s32, coefficients32, t, x32));
}

/* ---- Batches and scans with secrets: how public keys are read, one at a time ---- */

static int engine_ecdh_batch(u8 *outs32, u8 *ok, const u8 *pks33, const u8 *sk32, size_t n) {
    return shared_points_batch<points_parse_var>(as_ecdh_hash{}, outs32, ok, pks33, sk32, n);
}
static int engine_pubkey_mul_secret_batch(u8 *out33, u8 *ok, const u8 *sk32, const u8 *pks33,
                                          size_t n) {
    return shared_points_batch<points_parse_var>(as_shared_key{}, out33, ok, pks33, sk32, n);
}
static int engine_silent_scan(const silent_scan_task *task, size_t first, size_t n) {
    return silent_scan_rows<silent_secret<points_parse_var>>(task, first, n);
}

}  // namespace ufsecp::UF_TARGET
