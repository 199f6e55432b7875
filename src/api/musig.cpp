// MuSig2 (BIP-327): what the C ABI and compat/ share, and the C ABI.
#include "api/musig_objects.h"

#include <algorithm>

#include "ufsecp/ufsecp.h"

using namespace ufsecp;
using namespace ufsecp::UF_TARGET;

/* ---- Objects ---- */

bool musig_keyagg::load(const u8 data197[197]) {
    if (!musig_is(data197, musig_keyagg_magic)) return false;
    musig_set_xy(&key, data197 + 4);
    musig_set_xy(&second, data197 + 68);
    memcpy(list32, data197 + 132, 32);
    negated = data197[164] & 1;
    memcpy(tweak32, data197 + 165, 32);
    return true;
}
void musig_keyagg::store(u8 data197[197]) const {
    memcpy(data197, musig_keyagg_magic, 4);
    musig_get_xy(data197 + 4, key);
    musig_get_xy(data197 + 68, second);
    memcpy(data197 + 132, list32, 32);
    data197[164] = negated;
    memcpy(data197 + 165, tweak32, 32);
}
void musig_keyagg::challenge(u8 c32[32], const u8 e32[32], const u8 pk33[33]) const {
    sc a;
    u8 second33[33];
    musig_get_pk33(second33, second);
    musig_coefficient_var(&a, list32, pk33, second33);
    musig_product_var(c32, &a, e32, sign());
}

bool musig_session::load(const u8 data133[133]) {
    if (!musig_is(data133, musig_session_magic)) return false;
    odd = data133[4] != 0;
    memcpy(r32, data133 + 5, 32);
    memcpy(b32, data133 + 37, 32);
    memcpy(e32, data133 + 69, 32);
    memcpy(s32, data133 + 101, 32);
    return true;
}
void musig_session::store(u8 data133[133]) const {
    memcpy(data133, musig_session_magic, 4);
    data133[4] = (u8)odd;
    memcpy(data133 + 5, r32, 32);
    memcpy(data133 + 37, b32, 32);
    memcpy(data133 + 69, e32, 32);
    memcpy(data133 + 101, s32, 32);
}

/* ---- Points ---- */

bool ufsecp::musig_read_one(affine64 *point, const u8 pk33[33]) {
    u8 pk65[65];
    if (current_engine().pubkey_convert_var(pk65, 65, pk33, 33, 0) != UFSECP_OK) return false;
    musig_set_pk65(point, pk65);
    return true;
}

namespace {

/* r = nonces[0] + b * nonces[1]. */
void effective_nonce(const engine &e, point64 *r, const affine64 nonces[2], const u8 b32[32]) {
    u64 b4[4];
    sc b;
    const point64 first = musig_lift(nonces[0]), second = musig_lift(nonces[1]);
    sc_set_b32(&b, b32);
    sc_get_limbs64(b4, &b);
    e.point_mul_var(r, &second, b4);
    e.point_add_var(r, r, &first);
}

}  // namespace

bool ufsecp::musig_read_two(affine64 points[2], const u8 in66[66], bool infinity) {
    static constexpr u8 zero33[33] = {0};
    for (size_t i = 0; i < 2; i++) {
        const u8 *const in33 = in66 + 33 * i;
        if (infinity && memcmp(in33, zero33, 33) == 0) points[i] = {};
        else if (!musig_read_one(&points[i], in33)) return false;
    }
    return true;
}

size_t ufsecp::musig_key_rows::read(const engine &e, affine64 *points, size_t first,
                                    size_t m) const {
    constexpr size_t chunk = 64;
    u8 pks65[65 * chunk], ok[chunk];
    for (size_t at = 0; at < m; at += chunk) {
        const size_t count = chunk_size(at, m, chunk);
        host_of(e).pubkey_decompress_batch_var(pks65, ok, pks33 + 33 * (first + at), count);
        for (size_t i = 0; i < count; i++) {
            if (!ok[i]) return at + i;
            musig_set_pk65(&points[at + i], pks65 + 65 * i);
        }
    }
    return m;
}

int ufsecp::musig_tweak_add(musig_keyagg *k, const u8 tweak32[32], bool xonly) {
    const engine &e = current_engine();
    musig_keyagg r = *k;
    u8 pk65[65], even65[65];
    const bool negate = xonly && musig_odd(k->key);
    if (!musig_tweak_var(r.tweak32, k->tweak32, tweak32, negate)) return 0;
    musig_get_pk65(pk65, k->key);
    if (negate) {
        r.negated = !r.negated;
        e.pubkey_negate_var(even65, 65, pk65, 65);
        memcpy(pk65, even65, 65);
    }
    if (!e.pubkey_tweak_add_var(even65, 65, pk65, 65, tweak32)) return 0;
    musig_set_pk65(&r.key, even65);
    *k = r;
    return 1;
}

void ufsecp::musig_start(musig_session *session, const musig_keyagg &k, const affine64 nonces[2],
                         const u8 *msg, size_t msg_len) {
    u8 nonce66[66], q32[32];
    sc b;
    k.x(q32);
    musig_write_two(nonce66, nonces);
    musig_nonce_coefficient_var(&b, nonce66, q32, msg, msg_len);
    sc_get_b32(session->b32, &b);
    musig_start_with(session, k, nonces, msg, msg_len);
}

void ufsecp::musig_start_with(musig_session *session, const musig_keyagg &k,
                              const affine64 nonces[2], const u8 *msg, size_t msg_len) {
    static constexpr u64 one[4] = {1, 0, 0, 0};
    const engine &e = current_engine();
    u8 q32[32];
    sc challenge;
    point64 sum;
    affine64 r;
    k.x(q32);
    effective_nonce(e, &sum, nonces, session->b32);
    if (!e.point_to_affine_var(&r, &sum)) { /* G stands for infinity */
        e.point_mul_gen_var(&sum, one);
        e.point_to_affine_var(&r, &sum);
    }
    limbs_get_b32(session->r32, r.x);
    session->odd = musig_odd(r);
    schnorr_challenge(&challenge, session->r32, q32, msg, msg_len);
    sc_get_b32(session->e32, &challenge);
    musig_product_var(session->s32, &challenge, k.tweak32, musig_odd(k.key));
}

int ufsecp::musig_verify(const u8 s32[32], const affine64 nonces[2], const affine64 &pk,
                         const musig_keyagg &k, const musig_session &session) {
    u8 pk33[33], c32[32];
    musig_get_pk33(pk33, pk);
    k.challenge(c32, session.e32, pk33);
    return musig_equation(s32, nonces, pk, session.b32, c32, session.odd);
}

int ufsecp::musig_equation(const u8 s32[32], const affine64 nonces[2], const affine64 &pk,
                           const u8 b32[32], const u8 c32[32], int odd) {
    const engine &e = current_engine();
    u64 c4[4], s4[4];
    sc c, s;
    point64 nonce, rest;
    const point64 key = musig_lift(pk);
    sc_set_b32(&c, c32);
    sc_set_b32(&s, s32);
    if (odd) sc_neg(&s, &s);
    else sc_neg(&c, &c);
    sc_get_limbs64(c4, &c);
    sc_get_limbs64(s4, &s);
    effective_nonce(e, &nonce, nonces, b32);
    e.point_mul2_var(&rest, &key, c4, s4);
    return e.point_equal_var(&nonce, &rest);
}

int ufsecp::musig_sign(u8 s32[32], const u8 ks64[64], const u8 seckey32[32], const u8 pk33[33],
                       const musig_keyagg &k, const musig_session &session) {
    u8 c32[32];
    k.challenge(c32, session.e32, pk33);
    return secret_call<&engine::musig_partial_sign>{current_engine()}(
        s32, ks64, seckey32, session.b32, c32, session.odd);
}

int ufsecp::musig_make_pubnonce(u8 pubnonce66[66], const u8 ks64[64]) {
    u8 pks65[130];
    const int made = secret_call<&engine::musig_nonce_points>{current_engine()}(pks65, ks64);
    if (!made) {
        memset(pubnonce66, 0, 66);
        return 0;
    }
    for (size_t i = 0; i < 2; i++) {
        pubnonce66[33 * i] = (u8)(2 + (pks65[65 * i + 64] & 1));
        memcpy(pubnonce66 + 33 * i + 1, pks65 + 65 * i + 1, 32);
    }
    return 1;
}

/* ---- The C ABI ---- */

namespace {

/* Both nonces; seckey32 may be NULL. */
int make_nonces(ufsecp_musig_secnonce *secnonce, u8 pubnonce66[66], const u8 rand32[32],
                const u8 *seckey32, const musig_nonce_inputs &in) {
    affine64 pk;
    secret_bytes<64> ks;
    memset(secnonce, 0, sizeof *secnonce);
    memset(pubnonce66, 0, 66);
    if (seckey32 && !secret_call<&engine::seckey_verify>{current_engine()}(seckey32)) return 0;
    if (!musig_read_one(&pk, in.pk33)) return 0;
    const int made = wiped_after(scalar_stack.point, [&] {
        musig_nonces(ks.b, rand32, seckey32, &in);
        return musig_make_pubnonce(pubnonce66, ks.b);
    });
    if (!made) return 0;
    memcpy(secnonce->opaque, musig_secnonce_magic, 4);
    memcpy(secnonce->opaque + 4, ks.b, 64);
    musig_get_xy(secnonce->opaque + 68, pk);
    return 1;
}

void public_part(u8 pk33[33], const ufsecp_keypair *keypair) {
    memcpy(pk33, keypair->opaque + 32, 33);
    declassify(pk33, 33, "the public key in a keypair");
}

}  // namespace

int ufsecp_musig_key_sort(uint8_t *pubkeys33, size_t n) {
    struct row {
        u8 b[33];
        bool operator<(const row &other) const { return memcmp(b, other.b, 33) < 0; }
    };
    static_assert(sizeof(row) == 33);
    if (missing(pubkeys33, n) || !rows_fit(n, 33, 0)) return 0;
    row *const rows = reinterpret_cast<row *>(pubkeys33);
    std::make_heap(rows, rows + n);
    std::sort_heap(rows, rows + n);
    return 1;
}

ufsecp_status ufsecp_musig_pubkey_agg(ufsecp_musig_keyagg *keyagg, uint8_t *xonly32,
                                      const uint8_t *pubkeys33, size_t n, size_t *bad) {
    if (any_null(keyagg, pubkeys33) || n == 0 || !rows_fit(n, 33, 0)) return UFSECP_MISUSE;
    musig_keyagg k;
    size_t row;
    u8 out33[33];
    ufsecp_status status = musig_aggregate_keys(&k, musig_key_rows{pubkeys33, n}, &row);
    if (row != SIZE_MAX)
        status = current_engine().pubkey_convert_var(out33, 33, pubkeys33 + 33 * row, 33, 0);
    if (bad) *bad = row;
    if (status == UFSECP_OK) k.store(keyagg->opaque);
    else memset(keyagg, 0, sizeof *keyagg);
    if (xonly32) k.x(xonly32), keep_if(status == UFSECP_OK, xonly32, 32);
    return status;
}

int ufsecp_musig_pubkey_get(uint8_t *out, size_t out_len, const ufsecp_musig_keyagg *keyagg) {
    if (any_null(out) || !keyagg || !pubkey_size(out_len)) return 0;
    musig_keyagg k;
    if (!k.load(keyagg->opaque)) return keep_if(0, out, out_len);
    if (out_len == 65) musig_get_pk65(out, k.key);
    else musig_get_pk33(out, k.key);
    return 1;
}

static int tweak(ufsecp_musig_keyagg *keyagg, const u8 *tweak32, bool xonly) {
    if (!keyagg || !tweak32) return 0;
    musig_keyagg k;
    const int made = k.load(keyagg->opaque) && musig_tweak_add(&k, tweak32, xonly);
    if (made) k.store(keyagg->opaque);
    return keep_if(made, keyagg->opaque, sizeof keyagg->opaque);
}
int ufsecp_musig_pubkey_tweak_add(ufsecp_musig_keyagg *keyagg, const uint8_t tweak32[32]) {
    return tweak(keyagg, tweak32, false);
}
int ufsecp_musig_xonly_tweak_add(ufsecp_musig_keyagg *keyagg, const uint8_t tweak32[32]) {
    return tweak(keyagg, tweak32, true);
}

int ufsecp_musig_nonce_gen(ufsecp_musig_secnonce *secnonce, uint8_t pubnonce66[66],
                           uint8_t rand32[32], const uint8_t *seckey32, const uint8_t pubkey33[33],
                           const uint8_t *xonly32, const uint8_t *msg, size_t msg_len,
                           const uint8_t *extra, size_t extra_len) {
    if (!secnonce || any_null(pubnonce66, rand32, pubkey33) ||
        !musig_inputs_usable(msg, msg_len, extra, extra_len))
        return 0;
    if (declassify(mask_is_zero(any_bits(rand32, 32)),
                   "whether randomness was drawn at all is the return value")) {
        memset(secnonce, 0, sizeof *secnonce);
        return keep_if(0, pubnonce66, 66);
    }
    const int made = make_nonces(secnonce, pubnonce66, rand32, seckey32,
                                 {pubkey33, xonly32, msg, msg_len, extra, extra_len});
    if (made) wipe(rand32, 32);
    return made;
}

int ufsecp_musig_nonce_gen_counter(ufsecp_musig_secnonce *secnonce, uint8_t pubnonce66[66],
                                   uint64_t counter, const ufsecp_keypair *keypair,
                                   const uint8_t *xonly32, const uint8_t *msg, size_t msg_len,
                                   const uint8_t *extra, size_t extra_len) {
    if (!secnonce || any_null(pubnonce66, keypair) ||
        !musig_inputs_usable(msg, msg_len, extra, extra_len))
        return 0;
    u8 rand32[32] = {0}, pk33[33];
    store_be64(rand32, counter);
    public_part(pk33, keypair);
    return make_nonces(secnonce, pubnonce66, rand32, keypair->opaque,
                       {pk33, xonly32, msg, msg_len, extra, extra_len});
}

ufsecp_status ufsecp_musig_nonce_agg(uint8_t aggnonce66[66], const uint8_t *pubnonces66, size_t n,
                                     size_t *bad) {
    if (any_null(aggnonce66, pubnonces66) || n == 0 || !rows_fit(n, 66, 0)) return UFSECP_MISUSE;
    constexpr size_t chunk = 16;
    const engine &e = current_engine();
    musig_nonce_sum sum{e};
    affine64 points[2 * chunk];
    if (bad) *bad = SIZE_MAX;
    for (size_t at = 0; at < n; at += chunk) {
        const size_t m = chunk_size(at, n, chunk);
        const musig_key_rows rows = {pubnonces66, 2 * n};
        const size_t good = rows.read(e, points, 2 * at, 2 * m);
        if (good < 2 * m) {
            u8 pk33[33];
            if (bad) *bad = at + good / 2;
            memset(aggnonce66, 0, 66);
            return e.pubkey_convert_var(pk33, 33, pubnonces66 + 33 * (2 * at + good), 33, 0);
        }
        sum.add(points, m);
    }
    sum.finish(points);
    musig_write_two(aggnonce66, points);
    return UFSECP_OK;
}

int ufsecp_musig_nonce_process(ufsecp_musig_session *session, const uint8_t aggnonce66[66],
                               const uint8_t *msg, size_t msg_len,
                               const ufsecp_musig_keyagg *keyagg) {
    if (!session || !aggnonce66 || !keyagg || missing(msg, msg_len)) return 0;
    musig_keyagg k;
    musig_session s;
    affine64 nonces[2];
    if (!k.load(keyagg->opaque) || !musig_read_two(nonces, aggnonce66, true))
        return keep_if(0, session->opaque, sizeof session->opaque);
    musig_start(&s, k, nonces, msg, msg_len);
    s.store(session->opaque);
    return 1;
}

int ufsecp_musig_partial_sign(uint8_t psig32[32], ufsecp_musig_secnonce *secnonce,
                              const ufsecp_keypair *keypair, const ufsecp_musig_keyagg *keyagg,
                              const ufsecp_musig_session *session) {
    if (!psig32 || !secnonce || !keypair || !keyagg || !session) return 0;
    const engine &e = current_engine();
    secret_bytes<132> nonce;
    musig_keyagg k;
    musig_session s;
    affine64 pk;
    u8 pk33[33], nonce33[33];
    const bool taken = musig_take(&nonce, secnonce->opaque, musig_secnonce_magic);
    declassify(nonce.b + 68, 64, "the public key in a secret nonce");
    public_part(pk33, keypair);
    musig_set_xy(&pk, nonce.b + 68);
    musig_get_pk33(nonce33, pk);
    const secret_call<&engine::seckey_verify> in_range{e};
    const int made = taken && in_range(nonce.b + 4) && in_range(nonce.b + 36) &&
                     memcmp(pk33, nonce33, 33) == 0 && k.load(keyagg->opaque) &&
                     s.load(session->opaque) &&
                     musig_sign(psig32, nonce.b + 4, keypair->opaque, pk33, k, s);
    return keep_if(made, psig32, 32);
}

int ufsecp_musig_partial_sig_verify(const uint8_t psig32[32], const uint8_t pubnonce66[66],
                                    const uint8_t pubkey33[33], const ufsecp_musig_keyagg *keyagg,
                                    const ufsecp_musig_session *session) {
    if (any_null(psig32, pubnonce66, pubkey33) || !keyagg || !session) return 0;
    musig_keyagg k;
    musig_session s;
    affine64 nonces[2], pk;
    sc t;
    return k.load(keyagg->opaque) && s.load(session->opaque) &&
           !is_true_var(sc_set_b32(&t, psig32)) && musig_read_two(nonces, pubnonce66, false) &&
           musig_read_one(&pk, pubkey33) && musig_verify(psig32, nonces, pk, k, s);
}

int ufsecp_musig_partial_sig_agg(uint8_t sig64[64], const ufsecp_musig_session *session,
                                 const uint8_t *psigs32, size_t n, size_t *bad) {
    if (any_null(sig64, psigs32) || !session || n == 0 || !rows_fit(n, 32, 0)) return 0;
    musig_session s;
    if (bad) *bad = SIZE_MAX;
    if (!s.load(session->opaque)) return keep_if(0, sig64, 64);
    for (size_t i = 0; i < n; i++) {
        if (musig_add_partial_var(s.s32, psigs32 + 32 * i)) continue;
        if (bad) *bad = i;
        return keep_if(0, sig64, 64);
    }
    memcpy(sig64, s.r32, 32);
    memcpy(sig64 + 32, s.s32, 32);
    return 1;
}

int ufsecp_musig_deterministic_sign(uint8_t pubnonce66[66], uint8_t psig32[32],
                                    const uint8_t others66[66], const ufsecp_keypair *keypair,
                                    const ufsecp_musig_keyagg *keyagg, const uint8_t *msg,
                                    size_t msg_len, const uint8_t *rand32) {
    if (any_null(pubnonce66, psig32, others66) || !keypair || !keyagg || missing(msg, msg_len))
        return 0;
    const engine &e = current_engine();
    secret_bytes<64> ks;
    secret_bytes<32> psig;
    musig_keyagg k;
    musig_session s;
    affine64 others[2], own[2], pk;
    u8 pk33[33], q32[32];
    public_part(pk33, keypair);
    const auto start = [&] {
        musig_nonce_sum sum{e};
        affine64 sums[2];
        sum.add(own, 1);
        sum.add(others, 1);
        sum.finish(sums);
        musig_start(&s, k, sums, msg, msg_len);
    };
    /* The same nonces may come again: a faulty challenge is as bad as a faulty signature. */
    const auto verify = [&] {
        if (!musig_read_two(others, others66, false)) return false;
        start();
        return musig_read_one(&pk, pk33) && musig_verify(psig.b, own, pk, k, s);
    };
    int made = 0;
    if (k.load(keyagg->opaque) && musig_read_two(others, others66, false)) {
        k.x(q32);
        const int drawn = wiped_after(scalar_stack.point, [&] {
            musig_deterministic_nonces(ks.b, keypair->opaque, rand32, false, others66, 66, q32, msg,
                                       msg_len);
            return musig_make_pubnonce(pubnonce66, ks.b);
        });
        if (drawn && musig_read_two(own, pubnonce66, false)) {
            start();
            made = musig_sign(psig.b, ks.b, keypair->opaque, pk33, k, s) &&
                   (!sign_check() || wiped_after(stack_of(e).ecdh, verify));
        }
    }
    memcpy(psig32, psig.b, 32);
    keep_if(made, psig32, 32);
    return keep_if(made, pubnonce66, 66);
}
