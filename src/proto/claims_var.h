// Claims R = u G + v P (proto/claim.h) one by one, and many of them as one sum of multiples;
// variable time.
//
// The sum has three terms a claim: a on -R, and on P and lambda P the halves of a v, or a v itself
// where that is below 2^128; one multiple of G is left for all together.  Claims of one key share
// its two terms.  The sum costs about half of what verifying the claims one by one does, where keys
// come again down to a fifth, and says only whether all hold.
//
// Which ones do not: a piece that has a false claim is halved.  If the left half holds the right
// one cannot; if both fail, or the piece is small, its claims are verified one by one.  Points and
// products are used again, so that a part's sum costs less than the first.  Cost: the two sums over
// the halves of a piece are as large as the piece, and the next piece is one of them: in all at
// most the first sum, two more of its size, and one verification of each claim.  One false claim of
// many costs two to three sums and the verification of a small piece.
#pragma once
#include "lanes/choose_var.h"
#include "proto/claim.h"
#include "proto/ecdsa_var.h"

namespace ufsecp::UF_TARGET {

/* Claims whose scalars are worked out together. */
inline constexpr size_t claims_group = 64;

/* u and v of n <= claims_group claims; good[i] = 0, and both zero, where a number is out of its
 * range. */
static inline void claims_scalars_var(sc *u, sc *v, u8 *good, const claim *c, size_t n) {
    sc s[claims_group], s_inv[claims_group];
    size_t inverses = 0;
    for (size_t i = 0; i < n; i++) {
        const claim_kind kind = c[i].kind;
        const u8(*number)[32] = c[i].number;
        good[i] = 0;
        sc_set_zero(&s[i]);
        if (kind == claim_schnorr) {
            sc_set_b32(&v[i], number[0]);
            sc_neg(&v[i], &v[i]);
            good[i] = !is_true_var(sc_set_b32(&u[i], number[1]));
        } else if (kind == claim_taproot) {
            sc_set_one(&v[i]);
            good[i] = !is_true_var(sc_set_b32(&u[i], number[0]));
        } else if (kind != claim_bad) {
            good[i] =
                ecdsa_parse_var(&v[i], &s[i], number[0], kind == claim_ecdsa_low_s) == UFSECP_OK;
            sc_set_b32(&u[i], number[2]);
            inverses += good[i];
            if (!good[i]) sc_set_zero(&s[i]);
        }
        if (!good[i]) sc_set_zero(&u[i]), sc_set_zero(&v[i]);
    }
    if (inverses == 0) return;
    sc_batch_inv_var(s_inv, s, n);
    for (size_t i = 0; i < n; i++) {
        if (is_true_var(sc_is_zero(&s[i]))) continue;
        sc_mul(&u[i], &u[i], &s_inv[i]);
        sc_mul(&v[i], &v[i], &s_inv[i]);
    }
}
UF_PUBLIC_ONLY(claims_scalars_var);

/* ok[i] = whether claim i holds, of n <= claims_group. */
static inline void claims_verify_var(u8 *ok, const claim *c, size_t n) {
    sc u[claims_group], v[claims_group];
    gej q[claims_group];
    ge p[claims_group];
    claims_scalars_var(u, v, ok, c, n);
    for (size_t i = 0; i < n; i++) {
        ge_given key;
        ok[i] = ok[i] && pubkey_read_var(&key, c[i].p33, 33, false) == UFSECP_OK &&
                mul2_given_var(&q[i], &key, &v[i], &u[i]);
        if (!ok[i]) gej_set_infinity(&q[i]);
    }
    ge_set_gej_batch_var<claims_group>(p, q, n);
    for (size_t i = 0; i < n; i++) {
        u8 r33[33];
        if (gej_is_infinity_var(&q[i])) {
            ok[i] = 0;
            continue;
        }
        fe_get_b32(r33 + 1, &p[i].x);
        r33[0] = (u8)(2 + is_true_var(fe_is_odd(&p[i].y)));
        ok[i] = memcmp(r33, c[i].r33, 33) == 0;
    }
}

/* The sum of n claims as products of compressed keys: a v P and a (-R), side by side, 2n in all,
 * and *g, the multiple of G that is left.  false if a number is out of its range. */
static inline bool claims_products_var(u8 *scalars32, u8 *keys33, sc *g, const claim *c,
                                       const randomiser *a, size_t n) {
    bool good = true;
    sc_set_zero(g);
    for (size_t at = 0; at < n && good; at += claims_group) {
        const size_t count = chunk_size(at, n, claims_group);
        sc u[claims_group], v[claims_group], ai;
        u8 valid[claims_group];
        claims_scalars_var(u, v, valid, c + at, count);
        for (size_t j = 0; j < count; j++, scalars32 += 64, keys33 += 66) {
            const u64 k[4] = {a[at + j].k[0], a[at + j].k[1], 0, 0};
            good &= valid[j] != 0;
            sc_set_limbs64(&ai, k);
            sc_mul(&u[j], &u[j], &ai);
            sc_mul(&v[j], &v[j], &ai);
            sc_add(g, g, &u[j]);
            sc_get_b32(scalars32, &v[j]);
            sc_get_b32(scalars32 + 32, &ai);
            memcpy(keys33, c[at + j].p33, 33);
            memcpy(keys33 + 33, c[at + j].r33, 33);
            keys33[33] ^= 1;
        }
    }
    return good;
}
UF_PUBLIC_ONLY(claims_products_var);

/* The claims whose keys are equal have one point and, in the sum of all, one product.  Each key's
 * first claim is found by a table of the lowest bits of x, open to the next few places; a key that
 * finds none free, as one of many that somebody made alike, counts as another. */
struct claims_keys {
    static constexpr size_t places = 8;
    u32 *of;       /* the key of a claim */
    u32 *first;    /* a table: 1 + the claim in that place, or 0 */
    size_t number; /* of different keys */
};
static inline size_t claims_keys_slots(size_t n) { return std::bit_ceil(2 * n); }

/* keys33 = the different ones, in the order of their first claims. */
static inline void claims_keys_set_var(claims_keys *r, u8 (*keys33)[33], const claim *c, size_t n) {
    const size_t slots = claims_keys_slots(n);
    memset(r->first, 0, slots * sizeof *r->first);
    r->number = 0;
    for (size_t i = 0; i < n; i++) {
        size_t at = (size_t)load_be64(c[i].p33 + 25);
        u32 *free = nullptr;
        bool found = false;
        for (size_t place = 0; place < claims_keys::places && !found; place++, at++) {
            u32 *const slot = &r->first[at & (slots - 1)];
            if (*slot == 0) {
                free = slot;
                break;
            }
            found = memcmp(c[*slot - 1].p33, c[i].p33, 33) == 0;
            if (found) r->of[i] = r->of[*slot - 1];
        }
        if (found) continue;
        if (free) *free = (u32)i + 1;
        memcpy(keys33[r->number], c[i].p33, 33);
        r->of[i] = (u32)r->number++;
    }
}

/* n claims made ready for sums. */
struct claims_sum {
    msm_room room;     /* its points: -R of each claim, P of each key, lambda P of each key */
    msm_halves halves; /* of the sum at hand, three a claim at most */
    claims_keys keys;
    const randomiser *a;
    sc *au, *av; /* the factors of G and of P of a claim; zero where it is bad by itself */
    sc *sum;     /* of a key: those of P, added up */
    u8 *good;    /* the numbers are in range and the points exist */
    u8 *point;   /* of each key: it is one */
};

/* The bytes before the room for the sum. */
static inline size_t claims_head_bytes(size_t n) {
    return msm_halves_bytes(3 * n) + msm_aligned(n * (3 * sizeof(sc) + sizeof(u32) + 2)) +
           msm_aligned(claims_keys_slots(n) * sizeof(u32));
}
static inline size_t claims_bytes(size_t n) {
    return claims_head_bytes(n) + msm_room_bytes(3 * n, 3 * n);
}

/* Halves i and i + 1: k P of this key, of n claims in all. */
static inline void claims_key_halves_var(const claims_sum *s, size_t i, const sc *k, size_t n,
                                         u32 key) {
    const u32 p = (u32)n + key, lambda_p = p + (u32)s->keys.number;
    sc part[2];
    u64 whole[4];
    sc_get_limbs64(whole, k);
    if ((whole[2] | whole[3]) == 0) {
        s->halves.set(i, whole[0], whole[1], p, 0);
        s->halves.set(i + 1, 0, 0, 0, 0);
    } else {
        sc_split_lambda(&part[0], &part[1], k);
        msm_halves_set_var(&s->halves, i, &part[0], p);
        msm_halves_set_var(&s->halves, i + 1, &part[1], lambda_p);
    }
}
/* Half i: -a R of claim j, or nothing if that is bad. */
static inline void claims_r_half_var(const claims_sum *s, size_t i, size_t j) {
    if (s->good[j]) s->halves.set(i, s->a[j].k[0], s->a[j].k[1], (u32)j, 1);
    else s->halves.set(i, 0, 0, 0, 0);
}
UF_PUBLIC_ONLY(claims_key_halves_var);
UF_PUBLIC_ONLY(claims_r_half_var);

/* In `memory`, 64-aligned, of claims_bytes(n). */
template <class Many>
static inline void claims_sum_set_var(claims_sum *s, const claim *c, const randomiser *a, size_t n,
                                      void *memory) {
    u8 *at = static_cast<u8 *>(memory);
    s->halves = msm_halves_at(at, 3 * n);
    at += msm_halves_bytes(3 * n);
    s->au = reinterpret_cast<sc *>(at);
    s->av = s->au + n;
    s->sum = s->av + n;
    s->keys.of = reinterpret_cast<u32 *>(s->sum + n);
    s->good = reinterpret_cast<u8 *>(s->keys.of + n);
    s->point = s->good + n;
    at += msm_aligned(n * (3 * sizeof(sc) + sizeof(u32) + 2));
    s->keys.first = reinterpret_cast<u32 *>(at);
    s->a = a;
    msm_room_set(&s->room, static_cast<u8 *>(memory) + claims_head_bytes(n), 3 * n, 3 * n);
    ge_entry *const row = s->room.points;
    /* The keys lie where lambda P will. */
    u8(*const keys33)[33] = reinterpret_cast<u8(*)[33]>(row + 2 * n);
    claims_keys_set_var(&s->keys, keys33, c, n);
    const size_t keys = s->keys.number;
    Many::lift_var(row, s->good, c->r33, sizeof *c, n);
    Many::lift_var(row + n, s->point, keys33[0], 33, keys);
    Many::lambda_var(row + n + keys, row + n, keys);
    for (size_t first = 0; first < n; first += claims_group) {
        const size_t count = chunk_size(first, n, claims_group);
        sc u[claims_group], v[claims_group], ai;
        u8 valid[claims_group];
        claims_scalars_var(u, v, valid, c + first, count);
        for (size_t j = 0; j < count; j++) {
            const size_t i = first + j;
            const u64 k[4] = {a[i].k[0], a[i].k[1], 0, 0};
            s->good[i] &= s->point[s->keys.of[i]] & valid[j];
            sc_set_limbs64(&ai, k);
            if (!s->good[i]) sc_set_zero(&ai);
            sc_mul(&s->au[i], &ai, &u[j]);
            sc_mul(&s->av[i], &ai, &v[j]);
        }
    }
}

/* Whether `count` halves from `from` on add up to nothing with the multiples of G of the claims
 * first ... first + n - 1. */
template <class Many>
static inline bool claims_cancel_var(claims_sum *s, size_t from, size_t count, size_t first,
                                     size_t n) {
    gej sum, g;
    sc k;
    sc_set_zero(&k);
    for (size_t i = first; i < first + n; i++) sc_add(&k, &k, &s->au[i]);
    const msm_halves h = s->halves.from(from);
    msm_halves_var<Many, msm_combine_var>(&sum, &s->room, &h, count);
    mul_gen_var(&g, &k);
    gej_add_var(&sum, &sum, &g);
    return gej_is_infinity_var(&sum);
}

/* Whether the good ones of all n claims hold together: a half for each claim, two for each key. */
template <class Many>
static inline bool claims_all_hold_var(claims_sum *s, size_t n) {
    const size_t keys = s->keys.number;
    for (size_t i = 0; i < keys; i++) sc_set_zero(&s->sum[i]);
    for (size_t i = 0; i < n; i++) {
        sc *const sum = &s->sum[s->keys.of[i]];
        sc_add(sum, sum, &s->av[i]);
        claims_r_half_var(s, i, i);
    }
    for (size_t i = 0; i < keys; i++) claims_key_halves_var(s, n + 2 * i, &s->sum[i], n, (u32)i);
    return claims_cancel_var<Many>(s, 0, n + 2 * keys, 0, n);
}

/* Halves 3i ... 3i + 2: those of claim i, for sums over a part of them. */
static inline void claims_each_halves_var(claims_sum *s, size_t n) {
    for (size_t i = 0; i < n; i++) {
        claims_r_half_var(s, 3 * i, i);
        claims_key_halves_var(s, 3 * i + 1, &s->av[i], n, s->keys.of[i]);
    }
}

/* The claims first ... first + n - 1 do not hold together: which of them do, by holds(first, n) for
 * sums over parts of at least `least`, and by verify(first, n), which notes the verdict of each. */
template <class Holds, class Verify>
static inline void claims_bisect_var(size_t first, size_t n, size_t least, const Holds &holds,
                                     const Verify &verify) {
    while (n / 2 >= least) {
        const size_t left = n / 2;
        if (holds(first, left)) {
            first += left, n -= left;
        } else if (holds(first + left, n - left)) {
            n = left;
        } else {
            break;
        }
    }
    verify(first, n);
}

/* 1 if all n claims hold; ok[i] (ok may be NULL) = whether claim i does, where verify(&ok[i],
 * &c[i], m) notes the verdicts of m claims.  No sum is over fewer claims than `least`, but for the
 * first. */
template <class Many, class Verify>
static inline int claims_check_var(u8 *ok, const claim *c, const randomiser *a, size_t n,
                                   size_t least, void *memory, const Verify &verify) {
    claims_sum s;
    claims_sum_set_var<Many>(&s, c, a, n, memory);
    const auto holds = [&s](size_t first, size_t m) {
        return claims_cancel_var<Many>(&s, 3 * first, 3 * m, first, m);
    };
    int all = 1;
    for (size_t i = 0; i < n; i++) all &= s.good[i];
    if (ok) memcpy(ok, s.good, n);
    else if (!all) return 0;
    if (claims_all_hold_var<Many>(&s, n)) return all;
    if (ok) {
        claims_each_halves_var(&s, n);
        claims_bisect_var(0, n, least < 1 ? 1 : least, holds,
                          [&](size_t first, size_t m) { verify(ok + first, c + first, m); });
    }
    return 0;
}

}  // namespace ufsecp::UF_TARGET
