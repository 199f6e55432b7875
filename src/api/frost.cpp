// FROST (RFC 9591, BIP-445) for the C ABI. A key is MuSig2's with its tweaks, and so is a session:
// the challenge of a signer is multiplied by a coefficient of interpolation where MuSig2 has one of
// the key. RFC 9591 has its own hashes, and a binding factor for each signer.
#include "proto/frost_var.h"

#include "api/musig_objects.h"
#include "ufsecp/ufsecp.h"

using namespace ufsecp;
using namespace ufsecp::UF_TARGET;

namespace {

constexpr u8 key_magic[4] = {0x6f, 0x1b, 0xd3, 0x52}, secnonce_magic[4] = {0xa9, 0x44, 0x0e, 0x7b},
             session_magic[4] = {0x38, 0xc2, 0x95, 0xe6};
constexpr size_t most_participants = 65535, most_bip445 = 128;

bool is_suite(int suite) { return suite == UFSECP_FROST_RFC9591 || suite == UFSECP_FROST_BIP445; }

/* A sum of products to 33 bytes; false if it is infinity. */
bool to_pk33(u8 pk33[33], const engine &e, const point64 &p) {
    affine64 affine;
    if (!e.point_to_affine_var(&affine, &p)) return false;
    musig_get_pk33(pk33, affine);
    return true;
}

/* ---- Objects ---- */

/* Whether there are groups of n participants with this threshold. */
bool is_group(bool bip445, size_t t, size_t n) {
    return t > 0 && t <= n && n <= (bip445 ? most_bip445 : most_participants);
}

/* The second point of k is the key without its tweaks, which public shares fit. */
struct group_key {
    bool bip445;
    size_t t, n;
    musig_keyagg k = {};

    bool load(const ufsecp_frost_key &key) {
        const u8 *const b = key.opaque;
        if (!musig_is(b, key_magic)) return false;
        bip445 = b[4] == UFSECP_FROST_BIP445;
        k.negated = b[5] & 1;
        t = load_be32(b + 6);
        n = load_be32(b + 10);
        musig_set_xy(&k.key, b + 14);
        musig_set_xy(&k.second, b + 78);
        memcpy(k.tweak32, b + 142, 32);
        return is_suite(b[4]) && is_group(bip445, t, n);
    }
    void store(ufsecp_frost_key *key) const {
        u8 *const b = key->opaque;
        memcpy(b, key_magic, 4);
        b[4] = bip445 ? UFSECP_FROST_BIP445 : UFSECP_FROST_RFC9591;
        b[5] = k.negated;
        store_be32(b + 6, (u32)t);
        store_be32(b + 10, (u32)n);
        musig_get_xy(b + 14, k.key);
        musig_get_xy(b + 78, k.second);
        memcpy(b + 142, k.tweak32, 32);
    }
};

/* The signers as a hash of all that is known of them; numbers as in MuSig2, where the challenge has
 * the sign of the key, and odd is 0 for RFC 9591; whether the final nonce of RFC 9591 has an odd y,
 * and what it hashes for each binding factor. */
struct session_values {
    bool bip445, r_odd = false;
    size_t n;
    u8 signers32[32], prefix97[97] = {0};
    musig_session s = {};

    bool load(const ufsecp_frost_session &session) {
        const u8 *const b = session.opaque;
        if (!musig_is(b, session_magic) || !s.load(b + 42)) return false;
        bip445 = b[4] == UFSECP_FROST_BIP445;
        r_odd = b[5] & 1;
        n = load_be32(b + 6);
        memcpy(signers32, b + 10, 32);
        memcpy(prefix97, b + 175, 97);
        return true;
    }
    void store(ufsecp_frost_session *session) const {
        u8 *const b = session->opaque;
        memcpy(b, session_magic, 4);
        b[4] = bip445 ? UFSECP_FROST_BIP445 : UFSECP_FROST_RFC9591;
        b[5] = r_odd;
        store_be32(b + 6, (u32)n);
        memcpy(b + 10, signers32, 32);
        s.store(b + 42);
        memcpy(b + 175, prefix97, 97);
    }
    /* What signer i multiplies its second nonce and its share by. */
    void factors(u8 b32[32], u8 c32[32], const u8 *ids32, size_t i) const {
        sc b, lambda;
        memcpy(b32, s.b32, 32);
        if (!bip445) {
            frost_binding_factor_var(&b, prefix97, ids32 + 32 * i);
            sc_get_b32(b32, &b);
        }
        frost_lagrange_var(&lambda, ids32, n, i);
        musig_product_var(c32, &lambda, s.e32, false);
    }
};

/* ---- Identifiers and signers ---- */

/* The places of identifiers in ascending order. */
struct ascending {
    const u8 *ids32;
    size_t n, last = SIZE_MAX;
    bool sorted = frost_ascends_var(ids32, n);

    /* The next place, SIZE_MAX behind the last one. */
    size_t next() {
        if (!sorted) last = frost_next_var(ids32, n, last);
        else last = last + 1 < n ? last + 1 : SIZE_MAX;
        return last;
    }
};

/* Whether n identifiers are valid and differ. */
bool ids_valid(const u8 *ids32, size_t n) {
    sc x;
    for (size_t i = 0; i < n; i++)
        if (!frost_identifier_var(&x, ids32, i)) return false;
    ascending order{ids32, n};
    size_t count = 0;
    while (order.next() != SIZE_MAX) count++;
    return count == n;
}

/* An identifier as BIP-445 writes it; false if it is none of n participants. */
bool id_of_bip445(u8 id4[4], const u8 id32[32], size_t n) {
    u8 any = 0;
    for (size_t i = 0; i < 28; i++) any |= id32[i];
    const u32 id = load_be32(id32 + 28);
    if (any || id == 0 || id > n) return false;
    store_be32(id4, id - 1);
    return true;
}

/* ids4 = those of signers in ascending order. */
void sorted_ids(u8 *ids4, const ufsecp_frost_signers &who) {
    ascending order{who.ids32, who.n};
    for (size_t i; (i = order.next()) != SIZE_MAX; ids4 += 4)
        id_of_bip445(ids4, who.ids32 + 32 * i, most_bip445);
}

void hash_signers(u8 out32[32], const ufsecp_frost_signers &who) {
    sha256 h;
    u8 head[5] = {(u8)((who.pubshares33 ? 1 : 0) + (who.pubnonces66 ? 2 : 0))};
    store_be32(head + 1, (u32)who.n);
    sha256_init(&h);
    sha256_update(&h, head, 5);
    sha256_update(&h, who.ids32, 32 * who.n);
    if (who.pubshares33) sha256_update(&h, who.pubshares33, 33 * who.n);
    if (who.pubnonces66) sha256_update(&h, who.pubnonces66, 66 * who.n);
    sha256_final(&h, out32);
}

bool same_signers(const session_values &s, const ufsecp_frost_signers &who) {
    u8 signers32[32];
    if (s.n != who.n) return false;
    hash_signers(signers32, who);
    return memcmp(signers32, s.signers32, 32) == 0;
}

size_t place_of(const u8 id32[32], const ufsecp_frost_signers &who) {
    for (size_t i = 0; i < who.n; i++)
        if (memcmp(who.ids32 + 32 * i, id32, 32) == 0) return i;
    return SIZE_MAX;
}

struct polynomial_check {
    const ufsecp_frost_signers &who;
    const group_key &key;
    sc w;
};

/* Products of the check that public shares and the group key lie on one polynomial (msm_read). */
size_t read_check(const void *context, const engine &e, affine64 *points, u64 (*scalars4)[4],
                  size_t first, size_t m) {
    const polynomial_check &check = *static_cast<const polynomial_check *>(context);
    const size_t n = check.who.n, shares = first + m > n ? n - first : m;
    const musig_key_rows rows = {check.who.pubshares33, n};
    const size_t good = rows.read(e, points, first, shares);
    if (good < shares) return good;
    if (shares < m) points[shares] = check.key.k.second;
    for (size_t i = 0; i < m; i++) {
        sc r;
        frost_check_factor_var(&r, check.who.ids32, n, first + i, check.key.t, &check.w);
        sc_get_limbs64(scalars4[i], &r);
    }
    return m;
}

/* Whether the identifiers are possible for a key, and public shares, if they are known, fit it;
 * *bad = the first of these that is no point. */
bool signers_fit(const ufsecp_frost_signers &who, const group_key &key, size_t *bad) {
    const engine &e = current_engine();
    u8 id4[4], key65[65], w32[32];
    point64 sum;
    affine64 none;
    if (who.n < key.t || who.n > key.n) return false;
    for (size_t i = 0; key.bip445 && i < who.n; i++)
        if (!id_of_bip445(id4, who.ids32 + 32 * i, key.n)) return false;
    if (!ids_valid(who.ids32, who.n)) return false;
    if (!who.pubshares33) return true;
    polynomial_check check = {who, key, {}};
    sha256 h;
    musig_get_pk65(key65, key.k.second);
    sha256_init(&h);
    sha256_update(&h, key65, 65);
    sha256_update(&h, who.ids32, 32 * who.n);
    sha256_update(&h, who.pubshares33, 33 * who.n);
    sha256_final(&h, w32);
    sc_set_b32(&check.w, w32);
    *bad = msm_sum(&sum, e, who.n + 1, who.n < 16 ? 1 : 0, read_check, &check);
    return *bad == SIZE_MAX && !e.point_to_affine_var(&none, &sum);
}

bool signers_usable(const ufsecp_frost_signers *who) {
    return who && who->ids32 && who->n > 0 && rows_fit(who->n, 66, 0);
}

/* ---- Sessions ---- */

/* The numbers of BIP-445; aggnonce66 is that of the nonces. */
void start_bip445(session_values *v, const group_key &key, const ufsecp_frost_signers &who,
                  const affine64 nonces[2], const u8 aggnonce66[66], const u8 *msg,
                  size_t msg_len) {
    sha256 h;
    sc b;
    u8 q32[32], ids[4 + 4 * most_bip445];
    store_be32(ids, (u32)who.n);
    sorted_ids(ids + 4, who);
    key.k.x(q32);
    tagged_init(&h, hash_tag::bip445_noncecoef);
    sha256_update(&h, ids, 4 + 4 * who.n);
    sha256_update(&h, aggnonce66, 66);
    sha256_update(&h, q32, 32);
    sha256_update(&h, msg, msg_len);
    sha256_final(&h, v->s.b32);
    sc_set_b32(&b, v->s.b32);
    sc_get_b32(v->s.b32, &b);
    musig_start_with(&v->s, key.k, nonces, msg, msg_len);
    sc_set_b32(&b, v->s.e32);
    if (key.k.sign()) sc_neg(&b, &b);
    sc_get_b32(v->s.e32, &b);
}

struct nonce_products {
    const ufsecp_frost_signers &who;
    const session_values &v;
};

/* Products of RFC 9591's sum of nonces: each hiding one, and each binding one by its factor
 * (msm_read). */
size_t read_nonces(const void *context, const engine &e, affine64 *points, u64 (*scalars4)[4],
                   size_t first, size_t m) {
    const nonce_products &sum = *static_cast<const nonce_products *>(context);
    const musig_key_rows rows = {sum.who.pubnonces66, 2 * sum.who.n};
    const size_t good = rows.read(e, points, first, m);
    for (size_t i = 0; i < good; i++) {
        sc factor;
        sc_set_one(&factor);
        if ((first + i) % 2)
            frost_binding_factor_var(&factor, sum.v.prefix97,
                                     sum.who.ids32 + 32 * ((first + i) / 2));
        sc_get_limbs64(scalars4[i], &factor);
    }
    return good;
}

/* The numbers of RFC 9591; false if a nonce, *bad, is no point, or their sum is infinity. */
bool start_rfc9591(session_values *v, const group_key &key, const ufsecp_frost_signers &who,
                   const u8 *msg, size_t msg_len, size_t *bad) {
    const engine &e = current_engine();
    const nonce_products products = {who, *v};
    u8 r33[33];
    sha256 h;
    sc challenge;
    point64 r;
    musig_get_pk33(v->prefix97, key.k.key);
    frost_plain_init(&h, "msg");
    sha256_update(&h, msg, msg_len);
    sha256_final(&h, v->prefix97 + 33);
    frost_plain_init(&h, "com");
    ascending order{who.ids32, who.n};
    for (size_t i; (i = order.next()) != SIZE_MAX;) {
        sha256_update(&h, who.ids32 + 32 * i, 32);
        sha256_update(&h, who.pubnonces66 + 66 * i, 66);
    }
    sha256_final(&h, v->prefix97 + 65);
    const size_t row = msm_sum(&r, e, 2 * who.n, who.n <= 8 ? 1 : 0, read_nonces, &products);
    if (row != SIZE_MAX) *bad = row / 2;
    if (row != SIZE_MAX || !to_pk33(r33, e, r)) return false;
    frost_challenge_var(&challenge, r33, v->prefix97, msg, msg_len);
    v->r_odd = r33[0] & 1;
    memcpy(v->s.r32, r33 + 1, 32);
    sc_get_b32(v->s.e32, &challenge);
    return true;
}

/* Signs by the nonces ks64 as signer i. */
int sign_as(u8 psig32[32], const u8 ks64[64], const u8 share32[32], size_t i,
            const session_values &v, const ufsecp_frost_signers &who) {
    const engine &e = current_engine();
    u8 b32[32], c32[32], pk33[33];
    if (who.pubshares33 && (!secret_call<&engine::pubkey_create>{e}(pk33, size_t{33}, share32) ||
                            memcmp(pk33, who.pubshares33 + 33 * i, 33) != 0))
        return 0;
    v.factors(b32, c32, who.ids32, i);
    return secret_call<&engine::musig_partial_sign>{e}(psig32, ks64, share32, b32, c32, v.s.odd);
}

/* ---- Shares ---- */

/* Shares of one polynomial or of one each; share j has the weight w^j. */
struct share_sum {
    const u8 *ids32;
    size_t n;
    const u8 *commitments33;
    size_t t, n_commitments;
    size_t id_step = 32; /* 0: all shares are of one identifier */
    sc w = {};

    const u8 *id(size_t j) const { return ids32 + id_step * j; }
};

/* factors[i] = by what coefficient first + i of a polynomial enters the sum: w^j x_j^(first + i) of
 * all its shares. */
void coefficient_factors(sc *factors, const share_sum &sum, size_t polynomial, size_t first,
                         size_t m) {
    const bool one = sum.n_commitments == 1;
    const size_t begin = one ? 0 : polynomial, end = one ? sum.n : polynomial + 1;
    sc weight, x, term;
    frost_power_var(&weight, &sum.w, begin);
    for (size_t i = 0; i < m; i++) sc_set_int(&factors[i], 0);
    for (size_t j = begin; j < end; j++) {
        sc_set_b32(&x, sum.id(j));
        frost_power_var(&term, &x, first);
        sc_mul(&term, &term, &weight);
        for (size_t i = 0; i < m; i++) {
            sc_add(&factors[i], &factors[i], &term);
            sc_mul(&term, &term, &x);
        }
        sc_mul(&weight, &weight, &sum.w);
    }
}

/* Products of the sum: points of commitments (msm_read). */
size_t read_commitments(const void *context, const engine &e, affine64 *points, u64 (*scalars4)[4],
                        size_t first, size_t m) {
    constexpr size_t chunk = 64;
    const share_sum &sum = *static_cast<const share_sum *>(context);
    const musig_key_rows rows = {sum.commitments33, sum.t * sum.n_commitments};
    const size_t good = rows.read(e, points, first, m);
    sc factors[chunk];
    for (size_t at = 0, count; at < good; at += count) {
        const size_t place = (first + at) % sum.t, rest = sum.t - place;
        count = chunk_size(at, good, rest < chunk ? rest : chunk);
        coefficient_factors(factors, sum, (first + at) / sum.t, place, count);
        for (size_t i = 0; i < count; i++) sc_get_limbs64(scalars4[at + i], &factors[i]);
    }
    return good;
}

/* pk33 = the sum of public shares that the commitments give; false if a point is bad or the sum is
 * infinity. */
bool sum_of_pubshares(u8 pk33[33], const share_sum &sum) {
    const engine &e = current_engine();
    const size_t products = sum.t * sum.n_commitments;
    point64 r;
    return msm_sum(&r, e, products, products <= 16 ? 1 : 0, read_commitments, &sum) == SIZE_MAX &&
           to_pk33(pk33, e, r);
}

struct commitment_column {
    const u8 *commitments33;
    size_t t, n, k;
};

/* Point k of each commitment, once (msm_read). */
size_t read_column(const void *context, const engine &, affine64 *points, u64 (*scalars4)[4],
                   size_t first, size_t m) {
    const commitment_column &column = *static_cast<const commitment_column *>(context);
    for (size_t i = 0; i < m; i++) {
        scalars4[i][0] = 1, scalars4[i][1] = scalars4[i][2] = scalars4[i][3] = 0;
        if (!musig_read_one(&points[i],
                            column.commitments33 + 33 * (column.t * (first + i) + column.k)))
            return i;
    }
    return m;
}

/* Whether the shares of a sum are right, all by one equation; w32 is their weight. */
bool shares_hold(share_sum *sum, const u8 *shares32, const u8 w32[32]) {
    const engine &e = current_engine();
    secret_bytes<32> total;
    u8 own33[33], pk33[33];
    sc_set_b32(&sum->w, w32);
    return secret_call<&engine::frost_share>{e}(total.b, shares32, sum->n, w32) &&
           secret_call<&engine::pubkey_create>{e}(own33, size_t{33}, total.b) &&
           sum_of_pubshares(pk33, *sum) && memcmp(own33, pk33, 33) == 0;
}

/* The same, with a weight that nobody knows before all shares are there; *bad = the first wrong
 * share, if there is one and bad is not NULL. */
bool verify_shares(share_sum *all, const u8 *shares32, size_t *bad) {
    u8 w32[32], one32[32] = {0};
    secret<sha256> h;
    one32[31] = 1;
    if (bad) *bad = SIZE_MAX;
    bool valid = true;
    for (size_t i = 0; i < all->n && valid; i++)
        valid = frost_identifier_var(&all->w, all->id(i), 0);
    if (valid) { /* the stack that the hash of secrets used is overwritten by shares_hold */
        sha256_init(&h);
        sha256_update(&h, all->commitments33, 33 * all->t * all->n_commitments);
        for (size_t i = 0; i < all->n; i++) sha256_update(&h, all->id(i), 32);
        sha256_update(&h, shares32, 32 * all->n);
        sha256_final(&h, w32);
        declassify(w32, 32, "a hash of shares and commitments tells nothing of the shares");
        if (shares_hold(all, shares32, all->n == 1 ? one32 : w32)) return true;
    }
    for (size_t i = 0; i < all->n && bad; i++) {
        const size_t commitment = all->n_commitments == 1 ? 0 : i;
        share_sum alone = {all->id(i), 1, all->commitments33 + 33 * all->t * commitment, all->t, 1};
        if (frost_identifier_var(&alone.w, alone.ids32, 0) &&
            shares_hold(&alone, shares32 + 32 * i, one32))
            continue;
        *bad = i;
        break;
    }
    return false;
}

/* Whether z G = R + c P for R || z. */
bool equation_holds(const u8 sig65[65], const u8 pubkey33[33], const sc &challenge) {
    const engine &e = current_engine();
    affine64 r, pk;
    sc c, z;
    u64 c4[4], z4[4];
    point64 sum;
    if (!musig_read_one(&r, sig65) || !musig_read_one(&pk, pubkey33) ||
        is_true_var(sc_set_b32(&z, sig65 + 33)))
        return false;
    sc_neg(&c, &challenge);
    sc_get_limbs64(c4, &c);
    sc_get_limbs64(z4, &z);
    const point64 key = musig_lift(pk), want = musig_lift(r);
    e.point_mul2_var(&sum, &key, c4, z4);
    return e.point_equal_var(&sum, &want);
}

}  // namespace

/* ---- The C ABI ---- */

int ufsecp_frost_shares_create(uint8_t *shares32, uint8_t *commitment33,
                               const uint8_t *coefficients32, size_t t, const uint8_t *ids32,
                               size_t n) {
    if (any_null(shares32, commitment33, coefficients32, ids32) || t == 0 || n == 0 ||
        !rows_fit(t, 33, 0) || !rows_fit(n, 32, 0))
        return 0;
    const engine &e = current_engine();
    int made = n >= t && ids_valid(ids32, n) &&
               ufsecp_pubkey_create_batch(commitment33, nullptr, coefficients32, t);
    for (size_t i = 0; i < n && made; i++)
        made = secret_call<&engine::frost_share>{e}(shares32 + 32 * i, coefficients32, t,
                                                    ids32 + 32 * i);
    keep_if(made, commitment33, 33 * t);
    return keep_if(made, shares32, 32 * n);
}

int ufsecp_frost_shares_verify(const uint8_t *shares32, const uint8_t *ids32, size_t n,
                               const uint8_t *commitments33, size_t t, size_t n_commitments,
                               size_t *bad) {
    if (any_null(shares32, ids32, commitments33) || t == 0 || n == 0 ||
        (n_commitments != 1 && n_commitments != n) || !rows_fit(n, 32, 0) || !rows_fit(t, 33, 0) ||
        n_commitments > PTRDIFF_MAX / (33 * t))
        return 0;
    share_sum all = {ids32, n, commitments33, t, n_commitments};
    return verify_shares(&all, shares32, bad);
}

int ufsecp_frost_pubshares_create(uint8_t *pubshares33, const uint8_t *ids32, size_t n,
                                  const uint8_t *commitment33, size_t t) {
    if (any_null(pubshares33, ids32, commitment33) || t == 0 || n == 0 || !rows_fit(n, 33, 0) ||
        !rows_fit(t, 33, 0))
        return 0;
    int made = 1;
    for (size_t i = 0; i < n && made; i++) {
        share_sum one = {ids32 + 32 * i, 1, commitment33, t, 1};
        made = frost_identifier_var(&one.w, ids32, i);
        sc_set_one(&one.w);
        made = made && sum_of_pubshares(pubshares33 + 33 * i, one);
    }
    return keep_if(made, pubshares33, 33 * n);
}

int ufsecp_frost_key_init(ufsecp_frost_key *key, ufsecp_frost_suite suite,
                          const uint8_t pubkey33[33], size_t t, size_t n,
                          const ufsecp_frost_signers *participants) {
    if (!key || !pubkey33 || !is_suite(suite) ||
        (participants && (!signers_usable(participants) || !participants->pubshares33)))
        return 0;
    group_key g = {suite == UFSECP_FROST_BIP445, t, n};
    size_t bad;
    const int made = is_group(g.bip445, t, n) && musig_read_one(&g.k.second, pubkey33) &&
                     (!participants || signers_fit(*participants, g, &bad));
    g.k.key = g.k.second;
    if (made) g.store(key);
    return keep_if(made, key->opaque, sizeof key->opaque);
}

int ufsecp_frost_key_tweak_add(ufsecp_frost_key *key, uint8_t *pubkey33, const uint8_t tweak32[32],
                               int xonly) {
    if (!key || !tweak32 || (xonly != 0 && xonly != 1)) return 0;
    group_key g;
    const int made = g.load(*key) && g.bip445 && musig_tweak_add(&g.k, tweak32, xonly);
    if (made) g.store(key);
    if (pubkey33) musig_get_pk33(pubkey33, g.k.key), keep_if(made, pubkey33, 33);
    return keep_if(made, key->opaque, sizeof key->opaque);
}

int ufsecp_frost_nonce_gen(ufsecp_frost_secnonce *secnonce, uint8_t pubnonce66[66],
                           ufsecp_frost_suite suite, uint8_t *rand, const uint8_t *share32,
                           const uint8_t *id32, const uint8_t *pubshare33, const uint8_t *xonly32,
                           const uint8_t *msg, size_t msg_len, const uint8_t *extra,
                           size_t extra_len) {
    const bool bip445 = suite == UFSECP_FROST_BIP445;
    if (!secnonce || any_null(pubnonce66, rand) || !is_suite(suite) || (!bip445 && !share32) ||
        !musig_inputs_usable(msg, msg_len, extra, extra_len))
        return 0;
    const engine &e = current_engine();
    const size_t rand_len = bip445 ? 32 : 64;
    secret_bytes<64> ks;
    u8 id4[4];
    affine64 pubshare;
    memset(secnonce, 0, sizeof *secnonce);
    memset(pubnonce66, 0, 66);
    mask drawn = mask_all();
    for (size_t i = 0; i < rand_len; i += 32) drawn = drawn & ~mask_is_zero(any_bits(rand + i, 32));
    if (!declassify(drawn, "whether randomness was drawn at all is the return value") ||
        (share32 && !secret_call<&engine::seckey_verify>{e}(share32)))
        return 0;
    if (bip445 && ((id32 && !id_of_bip445(id4, id32, most_bip445)) ||
                   (pubshare33 && !musig_read_one(&pubshare, pubshare33))))
        return 0;
    const musig_nonce_inputs in = {pubshare33, xonly32,   msg,  msg_len,
                                   extra,      extra_len, true, id32 ? id4 : nullptr};
    const int made = wiped_after(scalar_stack.point, [&] {
        if (bip445) musig_nonces(ks.b, rand, share32, &in);
        else frost_nonces(ks.b, rand, share32);
        return musig_make_pubnonce(pubnonce66, ks.b);
    });
    if (!made) return 0;
    memcpy(secnonce->opaque, secnonce_magic, 4);
    memcpy(secnonce->opaque + 4, ks.b, 64);
    memcpy(secnonce->opaque + 68, pubnonce66, 66);
    wipe(rand, rand_len);
    return 1;
}

int ufsecp_frost_session_init(ufsecp_frost_session *session, const ufsecp_frost_key *key,
                              const ufsecp_frost_signers *signers, const uint8_t *aggnonce66,
                              const uint8_t *msg, size_t msg_len, size_t *bad) {
    if (!session || !key || !signers_usable(signers) || missing(msg, msg_len) ||
        !aggnonce66 == !signers->pubnonces66)
        return 0;
    group_key g;
    session_values v;
    size_t row = SIZE_MAX;
    u8 agg66[66];
    affine64 nonces[2];
    bool made = g.load(*key) && signers_fit(*signers, g, &row);
    if (made && g.bip445) {
        if (aggnonce66) memcpy(agg66, aggnonce66, 66);
        else made = ufsecp_musig_nonce_agg(agg66, signers->pubnonces66, signers->n, &row) == 1;
        made = made && musig_read_two(nonces, agg66, true);
        if (made) start_bip445(&v, g, *signers, nonces, agg66, msg, msg_len);
    } else if (made) {
        made = !aggnonce66 && start_rfc9591(&v, g, *signers, msg, msg_len, &row);
    }
    if (bad) *bad = row;
    if (made) {
        v.bip445 = g.bip445;
        v.n = signers->n;
        hash_signers(v.signers32, *signers);
        v.store(session);
    }
    return keep_if(made, session->opaque, sizeof session->opaque);
}

int ufsecp_frost_partial_sign(uint8_t psig32[32], ufsecp_frost_secnonce *secnonce,
                              const uint8_t share32[32], const uint8_t id32[32],
                              const ufsecp_frost_session *session,
                              const ufsecp_frost_signers *signers) {
    if (!psig32 || !secnonce || any_null(share32, id32) || !session || !signers || !signers->ids32)
        return 0;
    const engine &e = current_engine();
    secret_bytes<sizeof secnonce->opaque> nonce;
    session_values v;
    const bool taken = musig_take(&nonce, secnonce->opaque, secnonce_magic);
    declassify(nonce.b + 68, 66, "the public nonce in a secret nonce");
    const secret_call<&engine::seckey_verify> in_range{e};
    const size_t i = signers_usable(signers) ? place_of(id32, *signers) : SIZE_MAX;
    const int made =
        taken && in_range(nonce.b + 4) && in_range(nonce.b + 36) && i != SIZE_MAX &&
        v.load(*session) && same_signers(v, *signers) &&
        (!signers->pubnonces66 || memcmp(nonce.b + 68, signers->pubnonces66 + 66 * i, 66) == 0) &&
        sign_as(psig32, nonce.b + 4, share32, i, v, *signers);
    return keep_if(made, psig32, 32);
}

int ufsecp_frost_partial_sig_verify(const uint8_t psig32[32], size_t i,
                                    const ufsecp_frost_session *session,
                                    const ufsecp_frost_signers *signers) {
    if (!psig32 || !session || !signers_usable(signers) || i >= signers->n ||
        any_null(signers->pubshares33, signers->pubnonces66))
        return 0;
    session_values v;
    affine64 nonces[2], pubshare;
    u8 b32[32], c32[32];
    sc t;
    if (!v.load(*session) || !same_signers(v, *signers) || is_true_var(sc_set_b32(&t, psig32)) ||
        !musig_read_two(nonces, signers->pubnonces66 + 66 * i, false) ||
        !musig_read_one(&pubshare, signers->pubshares33 + 33 * i))
        return 0;
    v.factors(b32, c32, signers->ids32, i);
    return musig_equation(psig32, nonces, pubshare, b32, c32, v.s.odd);
}

int ufsecp_frost_partial_sig_agg(uint8_t *sig, size_t sig_len, const ufsecp_frost_session *session,
                                 const uint8_t *psigs32, size_t n, size_t *bad) {
    if (any_null(sig, psigs32) || (sig_len != 64 && sig_len != 65) || !session || n == 0 ||
        !rows_fit(n, 32, 0))
        return 0;
    session_values v;
    if (bad) *bad = SIZE_MAX;
    if (!v.load(*session) || v.n != n || sig_len != (v.bip445 ? 64 : 65))
        return keep_if(0, sig, sig_len);
    for (size_t i = 0; i < n; i++) {
        if (musig_add_partial_var(v.s.s32, psigs32 + 32 * i)) continue;
        if (bad) *bad = i;
        return keep_if(0, sig, sig_len);
    }
    sig[0] = (u8)(2 + v.r_odd);
    memcpy(sig + sig_len - 64, v.s.r32, 32);
    memcpy(sig + sig_len - 32, v.s.s32, 32);
    return 1;
}

int ufsecp_frost_deterministic_sign(uint8_t pubnonce66[66], uint8_t psig32[32],
                                    const uint8_t *others66, const uint8_t share32[32],
                                    const uint8_t id32[32], const ufsecp_frost_key *key,
                                    const ufsecp_frost_signers *signers, const uint8_t *msg,
                                    size_t msg_len, const uint8_t *rand32) {
    if (any_null(pubnonce66, psig32, share32, id32) || !key || !signers_usable(signers) ||
        missing(msg, msg_len))
        return 0;
    const engine &e = current_engine();
    secret_bytes<64> ks;
    secret_bytes<32> d, psig;
    group_key g;
    session_values v;
    affine64 others[2], own[2], pubshare;
    u8 q32[32], text[8 + 4 * most_bip445 + 67];
    size_t bad;
    const size_t n = signers->n, i = place_of(id32, *signers);
    const auto start = [&] {
        musig_nonce_sum sum{e};
        affine64 sums[2];
        u8 agg66[66];
        sum.add(own, 1);
        if (others66) sum.add(others, 1);
        sum.finish(sums);
        musig_write_two(agg66, sums);
        v.bip445 = true;
        v.n = n;
        start_bip445(&v, g, *signers, sums, agg66, msg, msg_len);
    };
    /* The same nonces may come again: a faulty challenge is as bad as a faulty signature. */
    const auto verify = [&] {
        u8 pk33[33], b32[32], c32[32];
        if (others66 && !musig_read_two(others, others66, false)) return false;
        start();
        v.factors(b32, c32, signers->ids32, i);
        return secret_call<&engine::pubkey_create>{e}(pk33, size_t{33}, share32) &&
               musig_read_one(&pubshare, pk33) &&
               musig_equation(psig.b, own, pubshare, b32, c32, v.s.odd);
    };
    int made = 0;
    if (g.load(*key) && g.bip445 && signers_fit(*signers, g, &bad) && i != SIZE_MAX &&
        !others66 == (n == 1) && (!others66 || musig_read_two(others, others66, false))) {
        const size_t others_len = others66 ? 66 : 0;
        u8 *const behind = text + 8 + 4 * n;
        id_of_bip445(text, id32, g.n);
        store_be32(text + 4, (u32)n);
        sorted_ids(text + 8, *signers);
        behind[0] = (u8)others_len;
        if (others66) memcpy(behind + 1, others66, 66);
        g.k.x(q32);
        /* The share with the sign that it signs with, so that the key and its negative have
         * different nonces. */
        memcpy(d.b, share32, 32);
        const bool valid =
            g.k.sign() ? secret_call<&engine::seckey_negate>{e}(d.b)
                       : secret_call<&engine::seckey_verify>{e}(static_cast<const u8 *>(d.b));
        const int drawn = valid && wiped_after(scalar_stack.point, [&] {
                              musig_deterministic_nonces(ks.b, d.b, rand32, true, text,
                                                         9 + 4 * n + others_len, q32, msg, msg_len);
                              return musig_make_pubnonce(pubnonce66, ks.b);
                          });
        if (drawn && musig_read_two(own, pubnonce66, false)) {
            start();
            made = sign_as(psig.b, ks.b, share32, i, v, *signers) &&
                   (!sign_check() || wiped_after(stack_of(e).ecdh, verify));
        }
    }
    memcpy(psig32, psig.b, 32);
    keep_if(made, psig32, 32);
    return keep_if(made, pubnonce66, 66);
}

int ufsecp_frost_verify(const uint8_t sig65[65], const uint8_t *msg, size_t msg_len,
                        const uint8_t pubkey33[33]) {
    if (any_null(sig65, pubkey33) || missing(msg, msg_len)) return 0;
    sc c;
    frost_challenge_var(&c, sig65, pubkey33, msg, msg_len);
    return equation_holds(sig65, pubkey33, c);
}

int ufsecp_frost_dkg_prove(uint8_t proof65[65], const uint8_t coefficient32[32],
                           const uint8_t id32[32], uint8_t rand32[32]) {
    if (any_null(proof65, coefficient32, id32, rand32)) return 0;
    const engine &e = current_engine();
    secret_bytes<64> ks;
    u8 pk33[33], c32[32], zero32[32] = {0};
    sc c;
    int made = !declassify(mask_is_zero(any_bits(rand32, 32)),
                           "whether randomness was drawn at all is the return value") &&
               frost_identifier_var(&c, id32, 0);
    if (made) {
        made = wiped_after(scalar_stack.point, [&] {
            frost_nonce(ks.b, rand32, coefficient32, "dkgnonce");
            return secret_call<&engine::pubkey_create>{e}(pk33, size_t{33}, coefficient32) &&
                   secret_call<&engine::pubkey_create>{e}(proof65, size_t{33}, ks.b);
        });
    }
    if (made) {
        frost_proof_challenge_var(&c, id32, pk33, proof65);
        sc_get_b32(c32, &c);
        made = secret_call<&engine::musig_partial_sign>{e}(proof65 + 33, ks.b, coefficient32,
                                                           zero32, c32, 0);
    }
    if (made) wipe(rand32, 32);
    return keep_if(made, proof65, 65);
}

int ufsecp_frost_dkg_verify(const uint8_t proof65[65], const uint8_t id32[32],
                            const uint8_t pubkey33[33]) {
    if (any_null(proof65, id32, pubkey33)) return 0;
    sc c;
    if (!frost_identifier_var(&c, id32, 0)) return 0;
    frost_proof_challenge_var(&c, id32, pubkey33, proof65);
    return equation_holds(proof65, pubkey33, c);
}

int ufsecp_frost_dkg_finish(uint8_t share32[32], uint8_t *commitment33, const uint8_t id32[32],
                            const uint8_t *shares32, const uint8_t *commitments33, size_t t,
                            size_t n, size_t *bad) {
    if (any_null(share32, commitment33, id32, shares32, commitments33) || t == 0 || n == 0 ||
        !rows_fit(n, 32, 0) || !rows_fit(t, 33, 0) || n > PTRDIFF_MAX / (33 * t))
        return 0;
    const engine &e = current_engine();
    share_sum all = {id32, n, commitments33, t, n, 0};
    u8 one32[32] = {0};
    one32[31] = 1;
    int made = verify_shares(&all, shares32, bad) &&
               secret_call<&engine::frost_share>{e}(share32, shares32, n, one32);
    for (size_t k = 0; k < t && made; k++) {
        const commitment_column column = {commitments33, t, n, k};
        point64 sum;
        made = msm_sum(&sum, e, n, n <= 16 ? 1 : 0, read_column, &column) == SIZE_MAX &&
               to_pk33(commitment33 + 33 * k, e, sum);
    }
    keep_if(made, commitment33, 33 * t);
    return keep_if(made, share32, 32);
}
