// MuSig2 (BIP-327) for the C ABI and compat/: its objects, and the work that is more than numbers.
//
// Objects lie in memory as libsecp256k1 0.8.0 lays them out, x and y of points as little-endian
// numbers, after four bytes that say which object it is.
#pragma once
#include "api/call.h"
#include "api/msm.h"
#include "base/bytes.h"
#include "proto/musig.h"
#include "proto/musig_var.h"

namespace ufsecp {

inline constexpr uint8_t musig_keyagg_magic[4] = {0xf4, 0xad, 0xbb, 0xdf},
                         musig_secnonce_magic[4] = {0x22, 0x0e, 0xdc, 0xf1},
                         musig_session_magic[4] = {0x9d, 0xed, 0xe9, 0x17};
inline bool musig_is(const uint8_t *object, const uint8_t magic[4]) {
    return memcmp(object, magic, 4) == 0;
}

/* A byte, which musig_claim sets to 0: atomically, unless compilers call functions for that, as for
 * microcontrollers, where there need be none to link with. */
#if __CLANG_ATOMIC_CHAR_LOCK_FREE == 2 || __GCC_ATOMIC_CHAR_LOCK_FREE == 2
inline uint8_t musig_claim(uint8_t *byte) {
    return __atomic_exchange_n(byte, (uint8_t)0, __ATOMIC_ACQ_REL);
}
inline uint8_t musig_peek(const uint8_t *byte) { return __atomic_load_n(byte, __ATOMIC_ACQUIRE); }
#else
inline uint8_t musig_claim(uint8_t *byte) {
    const uint8_t was = *byte;
    *byte = 0;
    return was;
}
inline uint8_t musig_peek(const uint8_t *byte) { return *byte; }
#endif

/* Takes a secret nonce from the caller, whose object is wiped; whether it is one.  Of threads that
 * take the same nonce, one gets it.  It claims the first byte before all else and the second one
 * last: those who find the first claimed and the second not leave the object alone. */
template <size_t N>
bool musig_take(UF_TARGET::secret_bytes<N> *nonce, uint8_t *object, const uint8_t magic[4]) {
    nonce->b[0] = musig_claim(object);
    nonce->b[1] = musig_peek(object + 1);
    UF_TARGET::declassify(nonce->b, 2, "whether a secret nonce is used up is the return value");
    if (nonce->b[0] == 0 && nonce->b[1] == magic[1]) return false;
    memcpy(nonce->b + 2, object + 2, N - 2);
    UF_TARGET::wipe(object + 2, N - 2);
    musig_claim(object + 1);
    UF_TARGET::declassify(nonce->b, 4, "whether a secret nonce is one is the return value");
    return musig_is(nonce->b, magic);
}

/* Passes made on; zeros in len bytes unless it is 1. */
inline int keep_if(int made, uint8_t *out, size_t len) {
    if (!made) memset(out, 0, len);
    return made;
}

inline bool musig_inputs_usable(const uint8_t *msg, size_t msg_len, const uint8_t *extra,
                                size_t extra_len) {
    return (msg || !msg_len) && (extra || !extra_len) && (uint64_t)extra_len <= UINT32_MAX;
}

/* ---- Points; of zeros: infinity ---- */

inline bool musig_infinite(const affine64 &p) {
    uint64_t any = 0;
    for (size_t i = 0; i < 4; i++) any |= p.x[i] | p.y[i];
    return any == 0;
}
inline bool musig_odd(const affine64 &p) { return p.y[0] & 1; }
inline point64 musig_lift(const affine64 &p) {
    point64 r = {};
    memcpy(r.x, p.x, sizeof r.x);
    memcpy(r.y, p.y, sizeof r.y);
    r.z[0] = !musig_infinite(p);
    return r;
}

inline void musig_get_xy(uint8_t data64[64], const affine64 &p) {
    UF_TARGET::limbs_get_xy(data64, p.x, p.y);
}
inline void musig_set_xy(affine64 *p, const uint8_t data64[64]) {
    UF_TARGET::limbs_set_xy(p->x, p->y, data64);
}
inline void musig_get_pk65(uint8_t pk65[65], const affine64 &p) {
    pk65[0] = 4;
    UF_TARGET::limbs_get_b32(pk65 + 1, p.x);
    UF_TARGET::limbs_get_b32(pk65 + 33, p.y);
}
inline void musig_set_pk65(affine64 *p, const uint8_t pk65[65]) {
    UF_TARGET::limbs_set_b32(p->x, pk65 + 1);
    UF_TARGET::limbs_set_b32(p->y, pk65 + 33);
}
/* 33 zeros for infinity. */
inline void musig_get_pk33(uint8_t pk33[33], const affine64 &p) {
    pk33[0] = musig_infinite(p) ? 0 : (uint8_t)(2 + musig_odd(p));
    UF_TARGET::limbs_get_b32(pk33 + 1, p.x);
}

bool musig_read_one(affine64 *point, const uint8_t pk33[33]);
/* Two points as BIP-327 has them, of a nonce; of 33 zeros, if they are allowed, infinity. */
bool musig_read_two(affine64 points[2], const uint8_t in66[66], bool infinity);
inline void musig_write_two(uint8_t out66[66], const affine64 points[2]) {
    for (size_t i = 0; i < 2; i++) musig_get_pk33(out66 + 33 * i, points[i]);
}

/* n * 33 bytes. */
struct musig_key_rows {
    const uint8_t *pks33;
    size_t n;

    void compressed(uint8_t pk33[33], size_t i) const { memcpy(pk33, pks33 + 33 * i, 33); }
    bool same_as_first(size_t i) const { return memcmp(pks33, pks33 + 33 * i, 33) == 0; }
    /* As many points of keys first ... first + m - 1 as are good before the first bad one. */
    size_t read(const engine &e, affine64 *points, size_t first, size_t m) const;
};

/* ---- Objects ---- */

/* Aggregate key: Q, tweaked; the second of the different keys, or infinity; the hash of all keys;
 * whether tweaks negated Q an odd number of times, and their sum. */
struct musig_keyagg {
    affine64 key, second;
    uint8_t list32[32], tweak32[32];
    bool negated;

    bool load(const uint8_t data197[197]);
    void store(uint8_t data197[197]) const;
    void x(uint8_t x32[32]) const { UF_TARGET::limbs_get_b32(x32, key.x); }
    /* Whether a signer's key counts as its negative. */
    bool sign() const { return musig_odd(key) != negated; }
    /* c32 = the challenge times the coefficient of this key, negated if its sign is. */
    void challenge(uint8_t c32[32], const uint8_t e32[32], const uint8_t pk33[33]) const;
};

/* The x of the final nonce and whether its y is odd; the factor of the second nonces; the
 * challenge; and what is added to the signatures for the tweaks. */
struct musig_session {
    uint8_t r32[32], b32[32], e32[32], s32[32];
    int odd;

    bool load(const uint8_t data133[133]);
    void store(uint8_t data133[133]) const;
};

/* ---- Aggregation of keys ---- */

template <class Keys>
struct musig_key_sum {
    const Keys &keys;
    musig_keyagg *r;
    size_t second; /* its index, SIZE_MAX if there is none */
    uint8_t second33[33];
};

/* Products of the sum: keys and their coefficients (msm_read). */
template <class Keys>
size_t musig_read_keys(const void *context, const engine &e, affine64 *points,
                       uint64_t (*scalars4)[4], size_t first, size_t m) {
    using namespace UF_TARGET;
    constexpr size_t chunk = 64;
    const auto &sum = *static_cast<const musig_key_sum<Keys> *>(context);
    uint8_t pks33[33 * chunk], a32s[32 * chunk];
    for (size_t at = 0; at < m; at += chunk) {
        const size_t count = chunk_size(at, m, chunk);
        const size_t good = sum.keys.read(e, points + at, first + at, count);
        for (size_t i = 0; i < good; i++) sum.keys.compressed(pks33 + 33 * i, first + at + i);
        bip327_coefficients(a32s, sum.r->list32, {pks33, 33}, good);
        for (size_t i = 0; i < good; i++) {
            sc a;
            if (first + at + i == sum.second) sum.r->second = points[at + i];
            if (sum.second != SIZE_MAX && memcmp(pks33 + 33 * i, sum.second33, 33) == 0)
                sc_set_one(&a);
            else sc_set_b32(&a, a32s + 32 * i);
            sc_get_limbs64(scalars4[at + i], &a);
        }
        if (good < count) return at + good;
    }
    return m;
}

/* keys has n >= 1 keys: compressed(pk33, i) gives key i, same_as_first(i) compares it with key 0,
 * and read(e, points, first, m) the points of some, as many as are good before the first bad one.
 * UFSECP_OK, or UFSECP_NO_POINT if the sum is infinity; SIZE_MAX, or the first bad key in *bad, and
 * then r says nothing. */
template <class Keys>
ufsecp_status musig_aggregate_keys(musig_keyagg *r, const Keys &keys, size_t *bad) {
    using namespace UF_TARGET;
    const engine &e = current_engine();
    musig_key_sum<Keys> sum = {keys, r, SIZE_MAX, {}};
    sha256 list;
    point64 total;
    *r = {};
    tagged_init(&list, hash_tag::keyagg_list);
    for (size_t i = 0; i < keys.n; i++) {
        uint8_t pk33[33];
        keys.compressed(pk33, i);
        sha256_update(&list, pk33, 33);
        if (i == 0 || sum.second != SIZE_MAX || keys.same_as_first(i)) continue;
        sum.second = i;
        memcpy(sum.second33, pk33, 33);
    }
    sha256_final(&list, r->list32);
    if (keys.n <= 2) {
        /* One of two different keys has the coefficient 1: a single product is left. */
        affine64 points[2];
        uint64_t scalars4[2][4];
        const size_t good = musig_read_keys<Keys>(&sum, e, points, scalars4, 0, keys.n);
        *bad = good < keys.n ? good : SIZE_MAX;
        total = {};
        for (size_t i = 0; i < good; i++) {
            point64 term = musig_lift(points[i]);
            if (i != sum.second) e.point_mul_var(&term, &term, scalars4[i]);
            e.point_add_var(&total, &total, &term);
        }
    } else { /* few keys need no memory */
        *bad = msm_sum(&total, e, keys.n, keys.n <= 16 ? 1 : 0, musig_read_keys<Keys>, &sum);
    }
    if (*bad != SIZE_MAX) return UFSECP_OK;
    return e.point_to_affine_var(&r->key, &total) ? UFSECP_OK : UFSECP_NO_POINT;
}

/* Adds a tweak to the key, or, x-only, to that of the two with its x whose y is even. 0, and
 * nothing changes, if the tweak is not below the order or the sum is infinity. */
int musig_tweak_add(musig_keyagg *k, const uint8_t tweak32[32], bool xonly);

/* ---- Sessions ---- */

/* The sums of both nonces of signers. */
struct musig_nonce_sum {
    const engine &e;
    point64 sum[2] = {};

    /* n pairs. */
    void add(const affine64 *nonces, size_t n) { e.musig_nonce_sum_var(sum, nonces, n); }
    void finish(affine64 sums[2]) const { e.points_to_affine_var(sums, sum, 2); }
};

void musig_start(musig_session *session, const musig_keyagg &k, const affine64 nonces[2],
                 const uint8_t *msg, size_t msg_len);
/* The same with the factor of the second nonces, session->b32, at hand. */
void musig_start_with(musig_session *session, const musig_keyagg &k, const affine64 nonces[2],
                      const uint8_t *msg, size_t msg_len);

/* pubnonce66 = the points of ks64; 0 and zeros if there are none. */
int musig_make_pubnonce(uint8_t pubnonce66[66], const uint8_t ks64[64]);

/* Whether s G = +-(R1 + b R2) + c P, for the nonces and the key of a signer. */
int musig_verify(const uint8_t s32[32], const affine64 nonces[2], const affine64 &pk,
                 const musig_keyagg &k, const musig_session &session);
/* Whether s G = +-(R1 + b R2) + c P, negated if odd is 1. */
int musig_equation(const uint8_t s32[32], const affine64 nonces[2], const affine64 &pk,
                   const uint8_t b32[32], const uint8_t c32[32], int odd);

/* s32 from the nonces k1 | k2; 0 and zeros if the key is not valid. */
int musig_sign(uint8_t s32[32], const uint8_t ks64[64], const uint8_t seckey32[32],
               const uint8_t pk33[33], const musig_keyagg &k, const musig_session &session);

}  // namespace ufsecp
