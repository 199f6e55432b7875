// Sums of many multiples: points sorted into buckets by the digits of their scalars, buckets added
// up by items that take a few summands each, and weighed; the host adds what is left of each
// window.
//
//   sum        sum_clear, LOAD, lift, sum_count, sum_place, sum_scatter, sum_runs, then sum_heads
//              and sum_weigh again and again.  LOAD: mul_load, or for Schnorr signatures
//   Schnorr    schnorr_sum_load, two points a row; sum_scalars again and again
//
// A scalar is two halves below 2^128, for P and for lambda P, of signed digits in windows of
// `window` bits: of window w the points whose digit is +-d, 1 <= d <= most = 2^(window - 1), with
// that sign, fall into bucket w most + d - 1.  An entry is a point and its bucket.  Entries of one
// bucket lie side by side; in which order, and in which order the buckets, is the device's
// business, as a sum is the same in any order.
//
// No item does more than its share whatever the scalars are, all rows in one bucket among them:
// item i takes the entries from share i on.  Of the buckets it meets the first and the last may go
// on in its neighbours: their sums go to places 2i and 2i + 1 of a list, which the same way makes a
// shorter one of, until there is only one item.  All others are whole.  Additions are exact for
// every input.
#pragma once
#include "gpu/kernel/entry.h"

namespace ufsecp::UF_TARGET {

#define UF_WORDS(part) ((UF_GLOB u32 *)(arena + args.part))
#define UF_ENTRIES ((UF_GLOB sum_entry *)(arena + args.entries))
/* The bucket of a place of a list that nothing was left at. */
#define UF_NO_BUCKET 0xffffffffu

/* ---- Schnorr: for each row 32 key | 32 message | 32 r | 32 s the points P and -R ----
 * All hold if sum a (s G - e P - R) = 0, with random weights a of 128 bits (proto/claim.h): they
 * come from 32 bytes at `extra` that nobody knew when the rows were made. */

/* r = the weight of that number. */
UF_FN void schnorr_weight(UF_PRIV sc8x32 *r, const UF_PRIV u32 *seed, u32 number) {
    u32 state[8], w[16];
    for (int i = 0; i < 8; i++) {
        state[i] = sha256_iv[i];
        w[i] = seed[7 - i];
        w[i + 8] = 0;
    }
    w[8] = number;
    w[9] = 0x80000000;
    w[15] = 36 * 8;
    sha256_block(state, w);
    sc_set_zero(r);
    for (int i = 0; i < 4; i++) r->n[i] = state[3 - i];
    if (is_set(sc_is_zero(r))) sc_set_one(r);
}

/* The two points of 64 rows stand together: first the keys, p = the key, a = -a e, then p = r with
 * odd y, a = a; b = a s beside the latter, else 0.  So threads beside each other do the same, and
 * rows can come in pieces of 64. */
UF_ENTRY(schnorr_sum_load) {
    ge p;
    sc8x32 a, e, s;
    u32 key[8], msg[8], rx[8], hash[8], seed[8];
    const u32 before = index / 128 * 64, left = args.n / 2 - before, m = left < 64 ? left : 64;
    const u32 is_r = index % 128 >= m, number = before + index % 128 - (is_r ? m : 0);
    const u32 row = args.rows + args.stride * number;
    load_b32(seed, arena, args.extra);
    load_b32(rx, arena, row + 64);
    schnorr_weight(&a, seed, args.loops + number);
    int good;
    if (is_r) {
        good = load_scalar(&s, arena, row + 96);
        good &= fe_set_words(&p.x, rx);
        sc_mul(&s, &s, &a);
    } else {
        load_b32(key, arena, row);
        load_b32(msg, arena, row + 32);
        good = fe_set_words(&p.x, key);
        bip340_hash(hash, rx, key, msg);
        sc_set_words(&e, hash);
        sc_mul(&a, &a, &e);
        sc_neg(&a, &a);
        sc_set_zero(&s);
    }
    fe_set_int(&p.y, is_r);
    UF_VERDICT = (u8)good;
    store_ge(UF_COLUMN(p), args.n, &p);
    store_sc(UF_COLUMN(a), args.n, &a);
    store_sc(UF_COLUMN(b), args.n, &s);
}
/* The column `next` of n rows: row i = the sum of the rows i, i + n ... of the column `list`, which
 * has `length`. */
UF_ENTRY(sum_scalars) {
    sc8x32 sum, x;
    sc_set_zero(&sum);
    for (u32 row = index; row < args.length; row += args.n) {
        load_sc(&x, UF_ROW(list, row), args.length);
        sc_add(&sum, &sum, &x);
    }
    store_sc(UF_COLUMN(next), args.n, &sum);
}

/* ---- Entries ---- */

/* Twice the number of the point, and whether it is subtracted; its bucket. */
typedef struct sum_entry {
    u32 point, bucket;
} __attribute__((aligned(8))) sum_entry;

/* v[0..5] and v[6..11] = numbers below 2^128 such that k = +- one +- lambda the other; returns
 * their signs as bits 0 and 1.  k below 2^128 is its own half. */
UF_FN u32 sum_halves(UF_PRIV u32 *v, const UF_PRIV sc8x32 *k) {
    u32 negative = 0;
    v[5] = v[11] = 0;
    sc_split_signed(v, v + 6, k);
    if ((k->n[4] | k->n[5] | k->n[6] | k->n[7]) == 0)
        for (int i = 0; i < 5; i++) v[i] = i < 4 ? k->n[i] : 0, v[6 + i] = 0;
    UF_UNROLL
    for (int part = 0; part < 2; part++) {
        const u32 sign = v[6 * part + 4] >> 31;
        u64 t = sign;
        UF_UNROLL
        for (int i = 0; i < 5; i++) {
            t += v[6 * part + i] ^ (0u - sign);
            v[6 * part + i] = (u32)t;
            t >>= 32;
        }
        negative |= sign << part;
    }
    return negative;
}

/* An entry point that does `first`, then `each` for every digit of the row's halves that is not
 * zero: *place is of its bucket, negative and part are the point's, *rank is the entry's: a word
 * for each digit of a row, in a column at `next`, where no list is yet. */
#define UF_DIGITS_ENTRY(name, first, each)                                                \
    UF_ENTRY(name) {                                                                      \
        sc8x32 k;                                                                         \
        u32 v[12];                                                                        \
        const u32 most = (u32)1 << (args.window - 1);                                     \
        first;                                                                            \
        load_sc(&k, UF_COLUMN(a), args.n);                                                \
        const u32 signs = sum_halves(v, &k);                                              \
        UF_GLOB u32 *rank = UF_WORDS(next) + index;                                       \
        UF_ROLLED                                                                         \
        for (u32 part = 0; part < 2; part++) {                                            \
            u32 negative = 0, bucket = 0;                                                 \
            UF_ROLLED                                                                     \
            for (u32 at = 0; at < 129; at += args.window, bucket += most) {               \
                const u32 d = sc_carried_digit(&negative, v + 6 * part, at, args.window); \
                UF_GLOB u32 *const place = UF_WORDS(places) + bucket + d - 1;             \
                if (d) { each; }                                                          \
                rank += args.n;                                                           \
            }                                                                             \
        }                                                                                 \
    }

/* places = 0 for each of the `length` buckets and one word more; buckets = infinity. */
UF_ENTRY(sum_clear) {
    gej sum;
    UF_WORDS(places)[index] = 0;
    if (index == args.length) return;
    gej_set_infinity(&sum);
    store_gej_row(UF_WORDS(buckets) + 24 * index, &sum);
}
/* points = P and lambda P of row p, side by side, 16 words each; places = how many entries each
 * bucket has; ranks: how many it had before. */
UF_DIGITS_ENTRY(sum_count, ge p; UF_GLOB u32 *const to = UF_WORDS(points) + 32 * index;
                load_ge(&p, UF_COLUMN(p), args.n); store_ge_row(to, &p); ge_mul_lambda(&p, &p);
                store_ge_row(to + 16, &p), (void)signs; *rank = add_at(place, 1))
/* places = where the entries of each bucket begin; behind those of `length` buckets the number of
 * all entries.  Item i of n has the buckets i, i + n ... */
UF_ENTRY(sum_place) {
    UF_GLOB u32 *const places = UF_WORDS(places);
    u32 at = 0;
    for (u32 i = index; i < args.length; i += args.n) at += places[i];
    at = add_at(places + args.length, at);
    for (u32 i = index; i < args.length; i += args.n) {
        const u32 count = places[i];
        places[i] = at;
        at += count;
    }
}
/* entries, each behind as many of its bucket as its rank says. */
UF_DIGITS_ENTRY(sum_scatter, (void)0, sum_entry entry;
                entry.point = (2 * index + part) << 1 | (negative ^ (signs >> part & 1));
                entry.bucket = bucket + d - 1; UF_ENTRIES[*place + *rank] = entry)

/* ---- Buckets ---- */

/* An entry point whose item i of n adds up the entries i share ... (i + 1) share - 1 of `all`: of
 * entry `at` bucket_of is the bucket; `load` has its point, which `set` makes the sum and `add`
 * adds to it.  The list is `next`: 2n points and, behind them, their buckets. */
#define UF_SUMS_ENTRY(name, all, bucket_of, load, set, add)                                        \
    UF_ENTRY(name) {                                                                               \
        gej sum;                                                                                   \
        const u32 first = index * args.share, alone = args.n == 1;                                 \
        const u32 end = all < first + args.share ? all : first + args.share;                       \
        UF_GLOB u32 *const buckets = UF_WORDS(buckets), *const list = UF_WORDS(next) + 48 * index; \
        UF_GLOB u32 *const list_buckets = UF_WORDS(next) + 48 * args.n + 2 * index;                \
        u32 bucket = UF_NO_BUCKET, met = 0;                                                        \
        list_buckets[0] = list_buckets[1] = UF_NO_BUCKET;                                          \
        gej_set_infinity(&sum);                                                                    \
        UF_ROLLED                                                                                  \
        for (u32 at = first; at < end; at++) {                                                     \
            const u32 other = bucket_of;                                                           \
            if (other == UF_NO_BUCKET) continue;                                                   \
            const int is_new = other != bucket;                                                    \
            if (is_new && met)                                                                     \
                store_gej_row(alone || met > 1 ? buckets + 24 * bucket : list, &sum);              \
            if (is_new && !met) list_buckets[0] = other;                                           \
            load;                                                                                  \
            if (is_new) set;                                                                       \
            else add;                                                                              \
            met += is_new;                                                                         \
            bucket = other;                                                                        \
        }                                                                                          \
        if (met > 1) list_buckets[1] = bucket;                                                     \
        if (met) store_gej_row(alone ? buckets + 24 * bucket : list + (met > 1 ? 24 : 0), &sum);   \
    }

/* Of the sorted entries; `length` is the number of buckets. */
UF_SUMS_ENTRY(sum_runs, UF_WORDS(places)[args.length], UF_ENTRIES[at].bucket,
              const u32 entry = UF_ENTRIES[at].point;
              ge p; load_ge_row(&p, UF_WORDS(points) + 16 * (entry >> 1));
              ge_cond_neg(&p, mask_of_bit(entry & 1)), gej_set_ge(&sum, &p),
              gej_add_ge(&sum, &sum, &p))
/* Of `list`, which has `length` places.  The two of an item are of different buckets: every other
 * place of a share is added at most, which are as many for all numbers. */
UF_SUMS_ENTRY(sum_heads, args.length, UF_WORDS(list)[24 * args.length + at], gej p;
              load_gej_row(&p, UF_WORDS(list) + 24 * at), sum = p, gej_add(&sum, &sum, &p))

/* ---- Windows: sum d B_d for the buckets B_1 ... of each, by the bits of d - 1 ----
 * It is the sum of all B_d and 2^j times that of the B_d with bit j of d - 1, for each j.  So of
 * 2^loops buckets side by side there are loops + 1 sums, a row: column 0 has that of all, column
 * j + 1 that of those with bit j.  A list has the rows of all windows, column after column; the
 * buckets are a list of one column.  The host weighs the one row that is left of each window. */

/* Of `share` rows of `list`, a power of 2, makes one of `next`, with a column more for each of its
 * bits; `length` is the rows of the former.  An item makes one sum. */
UF_ENTRY(sum_weigh) {
    gej sum, p;
    const u32 left = args.length / args.share, column = index / left;
    const u32 bit = column > args.loops ? (u32)1 << (column - args.loops - 1) : 0;
    const UF_GLOB u32 *const from =
        UF_WORDS(list) + 24 * (index % left * args.share + (bit ? 0 : column * args.length));
    load_gej_row(&sum, from + 24 * bit);
    UF_ROLLED
    for (u32 i = bit + 1; i < args.share; i++) {
        if ((i & bit) != bit) continue;
        load_gej_row(&p, from + 24 * i);
        gej_add(&sum, &sum, &p);
    }
    store_gej_row(UF_WORDS(next) + 24 * index, &sum);
}

#undef UF_WORDS
#undef UF_ENTRIES
#undef UF_NO_BUCKET
#undef UF_DIGITS_ENTRY
#undef UF_SUMS_ENTRY

}  // namespace ufsecp::UF_TARGET
