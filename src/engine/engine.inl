// An engine made from the protocols for one target: chunks of rows share inversions, verdicts leave
// as 1 or 0.
#include "engine/engine.h"
#include "proto/ecdh.h"
#include "proto/ecdsa.h"
#include "proto/ethereum.h"
#include "proto/recover_var.h"
#include "proto/schnorr_var.h"
#include "proto/taproot_var.h"

/* Rows that share an inversion: the more, the less it costs a row, and the more stack a batch takes
 * (about 400 bytes a row). */
#ifndef UF_PUBLIC_CHUNK
#define UF_PUBLIC_CHUNK 128
#endif
#ifndef UF_SECRET_CHUNK
#define UF_SECRET_CHUNK 32
#endif

namespace ufsecp::UF_TARGET {

static constexpr size_t public_chunk = UF_PUBLIC_CHUNK, secret_chunk = UF_SECRET_CHUNK;

/* Notes the verdict of row i: into ok, unless it is NULL, and into the summary. */
static inline void note(u8 *ok, size_t i, bool good, int *all) {
    if (ok) ok[i] = good;
    if (!good) *all = 0;
}

/* Whether the caller's secret key did; to be told, as the return value says it. */
static inline int tell(mask valid) {
    return declassify(valid, "whether the key is valid is the return value");
}

/* ---- Batches of public data ---- */

static int engine_ecdsa_verify_rows_var(u8 *ok, const u8 *rows, size_t stride, size_t n,
                                        unsigned flags) {
    sc r[public_chunk], s[public_chunk], s_inv[public_chunk];
    bool good[public_chunk];
    int all = 1;
    for (size_t at = 0; at < n; at += public_chunk) {
        const size_t m = chunk_size(at, n, public_chunk);
        const u8 *row = rows + at * stride;
        for (size_t i = 0; i < m; i++) {
            good[i] = ecdsa_parse_var(&r[i], &s[i], row + i * stride + 65, flags & UFSECP_LOW_S) ==
                      UFSECP_OK;
            if (!good[i]) sc_set_zero(&s[i]);
        }
        sc_batch_inv_var(s_inv, s, m);
        for (size_t i = 0; i < m; i++, row += stride) {
            ge_given pk;
            note(ok, at + i,
                 good[i] && pubkey_read_var(&pk, row + 32, 33, false) == UFSECP_OK &&
                     ecdsa_equation_var(row + 65, &r[i], &s_inv[i], row, &pk) == UFSECP_OK,
                 &all);
        }
    }
    return all;
}

static int engine_schnorr_verify_rows_var(u8 *ok, const u8 *rows, size_t stride, size_t n) {
    gej rj[public_chunk];
    ge r[public_chunk];
    bool good[public_chunk];
    int all = 1;
    for (size_t at = 0; at < n; at += public_chunk) {
        const size_t m = chunk_size(at, n, public_chunk);
        const u8 *row = rows + at * stride;
        for (size_t i = 0; i < m; i++) {
            const u8 *p = row + i * stride;
            good[i] = schnorr_commitment_var(&rj[i], p + 64, p + 32, 32, p) == UFSECP_OK;
            if (!good[i]) gej_set_infinity(&rj[i]);
        }
        ge_set_gej_batch_var<public_chunk>(r, rj, m);
        for (size_t i = 0; i < m; i++, row += stride)
            note(ok, at + i, good[i] && schnorr_accept_var(&r[i], row + 64) == UFSECP_OK, &all);
    }
    return all;
}

/* How a point leaves a batch: as a key of 33 bytes, or as an Ethereum address. */
struct as_key33 {
    static constexpr size_t size = 33;
    static void put(u8 *out, const ge *p) { pubkey_serialize(out, 33, p); }
};
struct as_address20 {
    static constexpr size_t size = 20;
    static void put(u8 *out, const ge *p) {
        u8 key65[65];
        pubkey_serialize(key65, 65, p);
        ethereum_address(out, key65 + 1);
    }
};

/* Writes m points; zeros, and a bad verdict, where one is infinity. */
template <class Form>
static inline void put_points_var(Form form, u8 *outs, u8 *ok, size_t at, const gej *q, size_t m,
                                  int *all) {
    ge p[public_chunk];
    ge_set_gej_batch_var<public_chunk>(p, q, m);
    for (size_t i = 0; i < m; i++) {
        const bool good = !gej_is_infinity_var(&q[i]);
        u8 *out = outs + form.size * (at + i);
        if (good) form.put(out, &p[i]);
        else memset(out, 0, form.size);
        note(ok, at + i, good, all);
    }
}
UF_PUBLIC_ONLY(put_points_var);

/* out33[i] = the point that make(&q, i) leaves in q, for n rows; make returns false for a bad row.
 */
template <class Make>
static inline int points_batch_var(u8 *out33, u8 *ok, size_t n, const Make &make) {
    gej q[public_chunk];
    int all = 1;
    for (size_t at = 0; at < n; at += public_chunk) {
        const size_t m = chunk_size(at, n, public_chunk);
        for (size_t i = 0; i < m; i++)
            if (!make(&q[i], at + i)) gej_set_infinity(&q[i]);
        put_points_var(as_key33{}, out33, ok, at, q, m, &all);
    }
    return all;
}

/* Recovers the keys of n rows and writes them in their form. */
template <class Form>
static inline int recover_batch_var(Form form, u8 *outs, u8 *ok, const u8 *rows, size_t stride,
                                    size_t n) {
    sc r[public_chunk], s[public_chunk], r_inv[public_chunk];
    ge_given rp[public_chunk];
    gej q[public_chunk];
    int all = 1;
    for (size_t at = 0; at < n; at += public_chunk) {
        const size_t m = chunk_size(at, n, public_chunk);
        const u8 *row = rows + at * stride;
        for (size_t i = 0; i < m; i++) {
            const u8 *p = row + i * stride;
            if (recover_parse_var(&rp[i], &r[i], &s[i], p + 32, p[96]) != UFSECP_OK)
                sc_set_zero(&r[i]);
        }
        sc_batch_inv_var(r_inv, r, m);
        for (size_t i = 0; i < m; i++, row += stride) {
            if (is_true_var(sc_is_zero(&r[i])) ||
                !recover_point_var(&q[i], &rp[i], &r_inv[i], &s[i], row))
                gej_set_infinity(&q[i]);
        }
        put_points_var(form, outs, ok, at, q, m, &all);
    }
    return all;
}

static int engine_recover_rows_var(u8 *pks33, u8 *ok, const u8 *rows, size_t stride, size_t n) {
    return recover_batch_var(as_key33{}, pks33, ok, rows, stride, n);
}
static int engine_ecrecover_rows_var(u8 *addresses20, u8 *ok, const u8 *rows, size_t stride,
                                     size_t n) {
    return recover_batch_var(as_address20{}, addresses20, ok, rows, stride, n);
}

static int engine_pubkey_decompress_batch_var(u8 *pks65, u8 *ok, const u8 *pks33, size_t n) {
    int all = 1;
    for (size_t i = 0; i < n; i++, pks33 += 33, pks65 += 65) {
        ge p;
        const bool good = pubkey_parse_var(&p, pks33, 33, false) == UFSECP_OK;
        if (good) pubkey_serialize(pks65, 65, &p);
        else memset(pks65, 0, 65);
        note(ok, i, good, &all);
    }
    return all;
}

static int engine_pubkey_mul_batch_var(u8 *out33, u8 *ok, const u8 *scalars32, const u8 *pks33,
                                       size_t n) {
    return points_batch_var(out33, ok, n, [&](gej *q, size_t i) {
        sc k;
        ge p;
        if (!is_true_var(sc_set_b32_seckey(&k, scalars32 + 32 * i)) ||
            pubkey_parse_var(&p, pks33 + 33 * i, 33, false) != UFSECP_OK)
            return false;
        mul_point_var(q, &p, &k);
        return true;
    });
}

static int engine_pubkey_mul_one_batch_var(u8 *out33, u8 *ok, const u8 *scalar32, const u8 *pks33,
                                           size_t n) {
    sc k;
    kplan plan;
    const bool usable = is_true_var(sc_set_b32_seckey(&k, scalar32));
    if (usable) kplan_from_scalar_var(&plan, &k);
    return points_batch_var(out33, ok, n, [&](gej *q, size_t i) {
        ge p;
        if (!usable || pubkey_parse_var(&p, pks33 + 33 * i, 33, false) != UFSECP_OK) return false;
        kplan_mul_var(q, &plan, &p);
        return true;
    });
}

static int engine_pubkey_mul_add_batch_var(u8 *out33, u8 *ok, const u8 *as32, const u8 *pks33,
                                           const u8 *bs32, size_t n) {
    return points_batch_var(out33, ok, n, [&](gej *q, size_t i) {
        sc a, b;
        ge_given p;
        return !is_true_var(sc_set_b32(&a, as32 + 32 * i) | sc_set_b32(&b, bs32 + 32 * i)) &&
               pubkey_read_var(&p, pks33 + 33 * i, 33, false) == UFSECP_OK &&
               mul2_given_var(q, &p, &a, &b);
    });
}

static int engine_mul_gen_batch_var(u8 *out33, u8 *ok, const u8 *scalars32, size_t n) {
    return points_batch_var(out33, ok, n, [&](gej *q, size_t i) {
        sc k;
        if (!is_true_var(sc_set_b32_seckey(&k, scalars32 + 32 * i))) return false;
        mul_gen_var(q, &k);
        return true;
    });
}

/* ---- Batches with secret keys ---- */

static int engine_pubkey_create_batch(u8 *pks33, u8 *ok, const u8 *sks32, size_t n) {
    mask valid[secret_chunk];
    int all = 1;
    for (size_t at = 0; at < n; at += secret_chunk) {
        const size_t m = chunk_size(at, n, secret_chunk);
        pubkey_create_rows<secret_chunk>(pks33 + 33 * at, 33, valid, sks32 + 32 * at, m);
        for (size_t i = 0; i < m; i++) note(ok, at + i, tell(valid[i]), &all);
    }
    return all;
}

static int engine_ecdsa_sign_batch(u8 *sigs64, u8 *ok, const u8 *msgs32, const u8 *sks32,
                                   size_t n) {
    mask valid[secret_chunk];
    int all = 1;
    for (size_t at = 0; at < n; at += secret_chunk) {
        const size_t m = chunk_size(at, n, secret_chunk);
        ecdsa_sign_rows<secret_chunk>(sigs64 + 64 * at, nullptr, valid, msgs32 + 32 * at,
                                      sks32 + 32 * at, nullptr, m);
        for (size_t i = 0; i < m; i++) note(ok, at + i, tell(valid[i]), &all);
    }
    return all;
}

static int engine_schnorr_sign_batch(u8 *sigs64, u8 *ok, const u8 *msgs32, const u8 *sks32,
                                     const u8 *auxs32, size_t n) {
    mask valid[secret_chunk];
    int all = 1;
    for (size_t at = 0; at < n; at += secret_chunk) {
        const size_t m = chunk_size(at, n, secret_chunk);
        schnorr_sign_rows<secret_chunk>(sigs64 + 64 * at, valid, msgs32 + 32 * at, 32,
                                        sks32 + 32 * at, from(auxs32, 32 * at), m);
        for (size_t i = 0; i < m; i++) note(ok, at + i, tell(valid[i]), &all);
    }
    return all;
}

/* p[i] = the point of row i, compressed (size 33) or x || y (64), and good[i] = whether there is
 * one; if not, p[i] = G, for work that leads to nothing. */
static inline void points_parse_var(ge *p, mask *good, const u8 *rows, size_t size, size_t n) {
    for (size_t i = 0; i < n; i++, rows += size) {
        const bool found =
            size == 33 ? pubkey_parse_var(&p[i], rows, 33, false) == UFSECP_OK
                       : is_true_var(fe_set_b32(&p[i].x, rows) & fe_set_b32(&p[i].y, rows + 32)) &&
                             is_true_var(ge_is_on_curve(&p[i]));
        good[i] = mask_of_bit(found);
        if (!found) ge_set_generator(&p[i]);
    }
}
UF_PUBLIC_ONLY(points_parse_var);

/* How a shared point leaves a batch: hashed, or as it is; zeros unless valid. */
struct as_ecdh_hash {
    static constexpr size_t size = 32;
    static void put(u8 *out, const ge *p, mask valid) { ecdh_hash(out, p, valid); }
};
struct as_shared_key {
    static constexpr size_t size = 33;
    static void put(u8 *out, const ge *p, mask valid) {
        pubkey_serialize(out, 33, p);
        keep_bytes(out, 33, valid);
    }
};

/* parse: points_parse_var, or what does the same for up to secret_chunk rows. */
template <void (*parse)(ge *, mask *, const u8 *, size_t, size_t), class Form>
static int shared_points_batch(Form form, u8 *outs, u8 *ok, const u8 *pks33, const u8 *sk32,
                               size_t n) {
    ge p[secret_chunk];
    mask good[secret_chunk];
    secret_rows<ge, secret_chunk> shared;
    int all = 1;
    for (size_t at = 0; at < n; at += secret_chunk) {
        const size_t m = chunk_size(at, n, secret_chunk);
        parse(p, good, pks33 + 33 * at, 33, m);
        const mask valid = ecdh_points<secret_chunk>(&shared, p, m, sk32);
        for (size_t i = 0; i < m; i++) {
            form.put(outs + form.size * (at + i), &shared.v[i], valid & good[i]);
            note(ok, at + i, tell(valid & good[i]), &all);
        }
    }
    return all;
}
static int engine_ecdh_batch(u8 *outs32, u8 *ok, const u8 *pks33, const u8 *sk32, size_t n) {
    return shared_points_batch<points_parse_var>(as_ecdh_hash{}, outs32, ok, pks33, sk32, n);
}
static int engine_pubkey_mul_secret_batch(u8 *out33, u8 *ok, const u8 *sk32, const u8 *pks33,
                                          size_t n) {
    return shared_points_batch<points_parse_var>(as_shared_key{}, out33, ok, pks33, sk32, n);
}

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
static ufsecp_status engine_schnorr_check_var(const u8 *sig64, const u8 *msg, size_t msg_len,
                                              const u8 *pk32) {
    return schnorr_verify_var(sig64, msg, msg_len, pk32);
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

/* ---- Points ---- */

static inline void gej_set_point(gej *r, const point64 *a) {
    fe_set_limbs64(&r->x, a->x);
    fe_set_limbs64(&r->y, a->y);
    fe_set_limbs64(&r->z, a->z);
}
static inline void gej_get_point(point64 *r, gej *a) {
    fe_normalize(&a->x);
    fe_normalize(&a->y);
    fe_normalize(&a->z);
    fe_get_limbs64(r->x, &a->x);
    fe_get_limbs64(r->y, &a->y);
    fe_get_limbs64(r->z, &a->z);
}
static inline void ge_get_affine(affine64 *r, const ge *a) {
    fe_get_limbs64(r->x, &a->x);
    fe_get_limbs64(r->y, &a->y);
}

static void engine_point_add(point64 *r, const point64 *a, const point64 *b) {
    secret<gej> aj, bj;
    gej_set_point(&aj, a);
    gej_set_point(&bj, b);
    gej_add(&aj, &aj, &bj);
    gej_get_point(r, &aj);
}
static void engine_point_dbl(point64 *r, const point64 *a) {
    secret<gej> aj;
    gej_set_point(&aj, a);
    gej_dbl(&aj, &aj);
    gej_get_point(r, &aj);
}
static void engine_point_mul(point64 *r, const point64 *a, const u64 *k4) {
    secret<sc> k;
    secret<gej> aj, other;
    secret<ge> p;
    ge g;
    sc_set_limbs64(&k, k4);
    gej_set_point(&aj, a);
    const mask infinite = gej_is_infinity(&aj);
    ge_set_generator(&g);
    gej_set_ge(&other, &g);
    gej_cmov(&aj, &other, infinite); /* work for nothing, on a point */
    ge_set_gej(&p, &aj);
    mul_point(&aj, &p, &k);
    gej_set_infinity(&other);
    gej_cmov(&aj, &other, infinite);
    gej_get_point(r, &aj);
}
static void engine_point_mul_gen(point64 *r, const u64 *k4) {
    secret<sc> k;
    secret<gej> j;
    sc_set_limbs64(&k, k4);
    mul_gen_rows(&j, &k, 1);
    gej_get_point(r, &j);
}
static int engine_point_to_affine(affine64 *r, const point64 *a) {
    secret<gej> aj;
    secret<ge> p;
    gej_set_point(&aj, a);
    ge_set_gej(&p, &aj);
    ge_get_affine(r, &p);
    return declassify(~gej_is_infinity(&aj), "whether the point is infinity is the return value");
}
static int engine_point_equal(const point64 *a, const point64 *b) {
    secret<gej> aj, bj;
    secret<fe> za, zb, t, u;
    gej_set_point(&aj, a);
    gej_set_point(&bj, b);
    const mask ia = gej_is_infinity(&aj), ib = gej_is_infinity(&bj);
    fe_sqr(&za, &aj.z);
    fe_sqr(&zb, &bj.z);
    fe_mul(&t, &aj.x, &zb);
    fe_mul(&u, &bj.x, &za);
    mask same = fe_equal(&t, &u);
    fe_mul(&za, &za, &aj.z);
    fe_mul(&zb, &zb, &bj.z);
    fe_mul(&t, &aj.y, &zb);
    fe_mul(&u, &bj.y, &za);
    same = same & fe_equal(&t, &u);
    return declassify((ia & ib) | (same & ~ia & ~ib),
                      "whether two points are equal is the return value");
}

static void engine_point_add_var(point64 *r, const point64 *a, const point64 *b) {
    gej aj, bj;
    gej_set_point(&aj, a);
    gej_set_point(&bj, b);
    gej_add_var(&aj, &aj, &bj);
    gej_get_point(r, &aj);
}
static void engine_point_dbl_var(point64 *r, const point64 *a) {
    gej aj;
    gej_set_point(&aj, a);
    gej_dbl_var(&aj, &aj);
    gej_get_point(r, &aj);
}

/* p = a in affine form; false for infinity.  No inversion if z = 1. */
static inline bool ge_set_point_var(ge *p, const point64 *a) {
    gej aj;
    gej_set_point(&aj, a);
    if (!(a->z[0] == 1 && (a->z[1] | a->z[2] | a->z[3]) == 0)) return ge_set_finite_var(p, &aj);
    p->x = aj.x;
    p->y = aj.y;
    return true;
}
UF_PUBLIC_ONLY(ge_set_point_var);
static void engine_point_mul_var(point64 *r, const point64 *a, const u64 *k4) {
    sc k;
    ge p;
    gej j;
    sc_set_limbs64(&k, k4);
    if (ge_set_point_var(&p, a)) mul_point_var(&j, &p, &k);
    else gej_set_infinity(&j);
    gej_get_point(r, &j);
}
static void engine_point_mul_gen_var(point64 *r, const u64 *k4) {
    sc k;
    gej j;
    sc_set_limbs64(&k, k4);
    mul_gen_var(&j, &k);
    gej_get_point(r, &j);
}
static void engine_point_mul2_var(point64 *r, const point64 *a, const u64 *a4, const u64 *b4) {
    sc k, l;
    ge p;
    gej j;
    sc_set_limbs64(&k, a4);
    sc_set_limbs64(&l, b4);
    if (ge_set_point_var(&p, a)) mul2_var(&j, &p, &k, &l);
    else mul_gen_var(&j, &l);
    gej_get_point(r, &j);
}
static int engine_point_to_affine_var(affine64 *r, const point64 *a) {
    ge p;
    if (!ge_set_point_var(&p, a)) {
        memset(r, 0, sizeof *r);
        return 0;
    }
    ge_get_affine(r, &p);
    return 1;
}
static int engine_point_equal_var(const point64 *a, const point64 *b) {
    gej aj, bj;
    gej_set_point(&aj, a);
    gej_set_point(&bj, b);
    return gej_equal_var(&aj, &bj);
}
static void engine_points_to_affine_var(affine64 *r, const point64 *a, size_t n) {
    gej j[public_chunk];
    ge p[public_chunk];
    for (size_t at = 0; at < n; at += public_chunk) {
        const size_t m = chunk_size(at, n, public_chunk);
        for (size_t i = 0; i < m; i++) gej_set_point(&j[i], &a[at + i]);
        ge_set_gej_batch_var<public_chunk>(p, j, m);
        for (size_t i = 0; i < m; i++) ge_get_affine(&r[at + i], &p[i]);
    }
}
static void engine_plan_build_var(plan_buffer *plan, const u64 *k4) {
    static_assert(sizeof(kplan) <= sizeof plan->bytes && alignof(kplan) <= alignof(plan_buffer));
    sc k;
    kplan p{}; /* what no digit fills leaves with the plan */
    sc_set_limbs64(&k, k4);
    kplan_from_scalar_var(&p, &k);
    memcpy(plan->bytes, &p, sizeof p);
}
static void engine_plan_mul_var(point64 *r, const plan_buffer *plan, const point64 *a) {
    kplan k;
    ge p;
    gej j;
    memcpy(&k, plan->bytes, sizeof k);
    if (ge_set_point_var(&p, a)) kplan_mul_var(&j, &k, &p);
    else gej_set_infinity(&j);
    gej_get_point(r, &j);
}

}  // namespace ufsecp::UF_TARGET

#include "engine/claims.inl"
#include "engine/many.inl"
#include "engine/silent.inl"
#include "engine/silent_keys.inl"
