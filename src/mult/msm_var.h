// The sum of many k_i P_i over points and half-size scalars, by buckets that are summed in pairs.
//
// The 128 bits of the scalars are cut in windows of nearly equal width with signed digits.  In a
// window of c bits the points whose digit is +-b, negated where it is -b, fall into bucket b <=
// 2^(c-1).  A bucket's points are added up in pairs, the sums in pairs again: all pairs of a level,
// of many buckets and windows, are one call of Many::add_pairs_var, which shares an inversion
// among them and is exact for whatever meets. So is the weighted sum of the buckets:
//
//   sum b B_b = O + 2 sum k B'_k,  O = B_1 + B_3 + ...,  B'_k = B_2k + B_2k+1,
//
// again and again, with each O a list to be added up in pairs. That leaves a point for each of the
// 129 bits, which doublings combine.  Nothing depends on the points being distinct.
//
// A few points are added up by the digits of their scalars, one after another, with the doublings
// shared.
//
// Reference: Pippenger, "On the evaluation of powers and related problems", FOCS 1976;
// Bernstein, Doumen, Lange, Oosterwijk, "Faster batch forgery identification", INDOCRYPT 2012.
#pragma once
#include <bit>
#include <type_traits>

#include "group/many_var.h"
#include "mult/plan_var.h"

namespace ufsecp::UF_TARGET {

/* Halves, each (+-) k * points[point], k < 2^128: the words of k, and a ref, point << 1 | 1 if
 * negated. */
struct msm_halves {
    u64 *low, *high;
    u32 *ref;

    void set(size_t i, u64 k0, u64 k1, u32 point, u32 negative) const {
        low[i] = k0, high[i] = k1, ref[i] = point << 1 | negative;
    }
    msm_halves from(size_t i) const { return {low + i, high + i, ref + i}; }
};

/* Half i = k on that point, or -k, whichever is below 2^128: as one of the two is. */
static inline void msm_halves_set_var(const msm_halves *h, size_t i, const sc *k, u32 point) {
    u64 v[4];
    sc_get_limbs64(v, k);
    const bool negative = (v[2] | v[3]) != 0;
    if (negative) {
        sc t;
        sc_neg(&t, k);
        sc_get_limbs64(v, &t);
    }
    UF_CHECK((v[2] | v[3]) == 0);
    h->set(i, v[0], v[1], point, negative);
}
UF_PUBLIC_ONLY(msm_halves_set_var);

/* Bits of a half, and of what its digits can add up to. */
inline constexpr u32 msm_bits = 128, msm_positions = msm_bits + 1;
/* Buckets, points and entries that are at work together, where there are as many: they should stay
 * in the cache. */
inline constexpr u32 msm_buckets = 4096, msm_pool = 8192, msm_entries = 32768;
/* Pairs that are written ahead; the arrays of refs and pairs have room for them behind. */
inline constexpr u32 msm_ahead = 8;

/* The number of windows that costs least for so many halves and more: measured with random scalars
 * on x64_adx, x64_avx512 and x64_ifma, where they agree but for a few percent. */
struct msm_choice {
    u32 halves, windows;
};
inline constexpr msm_choice msm_choices[] = {
    {0, 43},    {24, 32},   {48, 26},   {96, 22},    {192, 19},   {384, 16},   {1200, 15},
    {2600, 14}, {4600, 13}, {6500, 12}, {11000, 11}, {24000, 10}, {100000, 9}, {400000, 8},
};

static inline u32 msm_windows(size_t n) {
    u32 windows = 0;
    for (const msm_choice &choice : msm_choices)
        if (n >= choice.halves) windows = choice.windows;
    return windows;
}

/* A window: `width` bits from bit `start` on, and how to read them from the digits of a half. */
struct msm_window {
    u32 start, width, buckets, mask, middle;
};

struct msm_shape {
    static constexpr u32 most_windows = 43;
    u32 windows;
    msm_window window[most_windows];

    explicit msm_shape(size_t n) : windows(msm_windows(n)) {
        for (u32 w = 0; w < windows; w++) {
            const auto start = [this](u32 i) { return (msm_bits * i + windows - 1) / windows; };
            const u32 width = start(w + 1) - start(w), power = (u32)1 << width;
            /* The last window, none of the wider ones, has no signs and takes the carry. */
            if (w + 1 == windows) window[w] = {start(w), width, power, ~(u32)0, 0};
            else window[w] = {start(w), width, power / 2, power - 1, power / 2};
        }
    }
};

/* Where a sum works.  A ref is the index of a point << 1 | 1 if it is to be negated. */
struct msm_room {
    ge_entry *points;            /* the caller's points go here; behind them: */
    u32 sums, levels, pool;      /* first point of: bucket sums | the B' of msm_weigh_var | the sums
                                    of msm_reduce_var */
    u32 buckets, entries, spare; /* how many buckets and entries at once; points from pool on */
    ge_entry *position;          /* the point of each bit */
    u32 *end, *value, *count;    /* of a bucket or list: its last entry + 1, its sum, its length */
    u32 *entry, *level[2];       /* refs: of buckets; while lists are added up */
    u32 *digit;                  /* of the windows at work, those of all halves in turn */
    entry_pair *pair;
};

inline constexpr u32 msm_none = ~(u32)0;

static inline size_t msm_aligned(size_t bytes) { return (bytes + 63) & ~(size_t)63; }

/* Sets the sizes in r, and returns the bytes of all, which never are fewer for a greater n, m being
 * the same or greater. */
static inline size_t msm_room_plan(msm_room *r, size_t m, size_t n) {
    const msm_shape shape(n);
    const auto least = [](size_t a, size_t b) { return a < b ? a : b; };
    const auto most = [](size_t a, size_t b) { return a < b ? b : a; };
    size_t widest = 0, all = 0;
    for (u32 w = 0; w < shape.windows; w++) {
        widest = most(widest, shape.window[w].buckets);
        all += shape.window[w].buckets;
    }
    const size_t buckets = most(widest, least(all, msm_buckets));
    const size_t entries = most(most(n, least(n * msm_shape::most_windows, msm_entries)), buckets);
    const size_t spare = most(least(entries, msm_pool), buckets);
    UF_CHECK(m + 2 * buckets + spare < (size_t)1 << 31);
    r->sums = (u32)m;
    r->levels = (u32)(m + buckets);
    r->pool = (u32)(m + 2 * buckets);
    r->buckets = (u32)buckets;
    r->entries = (u32)entries;
    r->spare = (u32)spare;
    const size_t bytes = (r->pool + spare + msm_positions) * sizeof(ge_entry) +
                         (3 * buckets + 2 * entries + 2 * spare + 6 * msm_ahead) * sizeof(u32) +
                         (spare / 2 + msm_ahead) * sizeof(entry_pair);
    return msm_aligned(bytes);
}

/* The memory that the sum of n halves over m points takes, a multiple of 64. */
static inline size_t msm_room_bytes(size_t m, size_t n) {
    msm_room room;
    return msm_room_plan(&room, m, n);
}

/* Lays r out in that memory, which is 64-aligned. */
static inline void msm_room_set(msm_room *r, void *memory, size_t m, size_t n) {
    msm_room_plan(r, m, n);
    r->points = static_cast<ge_entry *>(memory);
    r->position = r->points + r->pool + r->spare;
    r->pair = reinterpret_cast<entry_pair *>(r->position + msm_positions);
    r->end = reinterpret_cast<u32 *>(r->pair + r->spare / 2 + msm_ahead);
    r->value = r->end + r->buckets;
    r->count = r->value + r->buckets;
    r->entry = r->count + r->buckets;
    r->level[0] = r->entry + r->entries + 2 * msm_ahead;
    r->level[1] = r->level[0] + r->spare + 2 * msm_ahead;
    r->digit = r->level[1] + r->spare + 2 * msm_ahead;
}

/* The memory of n halves, a multiple of 64; laid out in `memory`. */
static inline size_t msm_halves_bytes(size_t n) {
    return msm_aligned(n * (2 * sizeof(u64) + sizeof(u32)));
}
static inline msm_halves msm_halves_at(void *memory, size_t n) {
    u64 *const low = static_cast<u64 *>(memory);
    return {low, low + n, reinterpret_cast<u32 *>(low + 2 * n)};
}

/* The memory for the sum of n products of points and whole scalars, which are two halves each: a
 * multiple of 64, and never less for a greater n. */
static inline size_t msm_sum_bytes(size_t n) {
    return msm_room_bytes(2 * n, 2 * n) + msm_halves_bytes(2 * n);
}
/* How many of n such products are to be done at a time in so many bytes, `extra` of them for each
 * product beside: an even share of n, 0 if there is no room for one. */
static inline size_t msm_part(size_t n, size_t bytes, size_t extra) {
    constexpr size_t most = (size_t)1 << 22; /* a size_t of 32 bits can tell their bytes */
    size_t fits = 0;                         /* the most that have room; fewer have it too */
    for (size_t step = std::bit_floor(n < most ? n : most); step > 0; step /= 2) {
        const size_t more = fits + step;
        if (more <= n && more <= most && msm_sum_bytes(more) + extra * more <= bytes) fits = more;
    }
    if (fits == 0) return 0;
    const size_t parts = n / fits + (n % fits > 0);
    return n / parts + (n % parts > 0);
}

/* digit[i] = the digit d of half i in window w of the shape, as |d| << 1 | 1 if d is negative, i <
 * n. It is read from k and half of each window but the last, whose plain digits are those of k and
 * as much. */
static inline void msm_digits_var(u32 *digit, const msm_shape *shape, u32 w, const msm_halves *h,
                                  size_t n) {
    const msm_window at = shape->window[w];
    const u32 s = at.start % 64;
    u64 middle[2] = {0, 0};
    for (u32 i = 1; i < shape->windows; i++) {
        const u32 bit = shape->window[i].start - 1;
        middle[bit / 64] |= (u64)1 << bit % 64;
    }
    const auto read =
        [&](auto high_word) { /* loops that compilers do side by side */
                              for (size_t i = 0; i < n; i++) {
                                  const u64 v0 = h->low[i] + middle[0];
                                  const u64 v1 = h->high[i] + middle[1] + (v0 < middle[0]),
                                            v2 = v1 < h->high[i];
                                  const u64 a = high_word ? v1 : v0, b = high_word ? v2 : v1;
                                  const i32 d =
                                      (i32)((u32)(a >> s | b << 1 << (63 - s)) & at.mask) -
                                      (i32)at.middle;
                                  const u32 sign = (u32)(d >> 31);
                                  digit[i] = (((u32)d ^ sign) - sign) << 1 | (sign & 1);
                              }
        };
    if (at.start < 64) read(std::false_type{});
    else read(std::true_type{});
}

/* Adds up lists of refs, list i the next room->count[i] of them; returns the one ref of each list
 * that is not empty.  Sums take points from room->pool on.  The first msm_ahead pairs of a list are
 * written whether it has them or not, which spares branches that nobody can predict. */
template <class Many>
static inline const u32 *msm_reduce_var(msm_room *room, const u32 *ref, size_t lists) {
    static_assert(sizeof(entry_pair) == 2 * sizeof(u32), "refs are copied as pairs");
    u32 next = room->pool;
    for (u32 level = 0;; level ^= 1) {
        const u32 *from = ref;
        u32 *to = room->level[level];
        entry_pair *pair = room->pair;
        for (size_t i = 0; i < lists; i++) {
            const u32 count = room->count[i], pairs = count / 2;
            const u32 sum = next + (u32)(pair - room->pair);
            memcpy(pair, from, msm_ahead * sizeof *pair);
            for (u32 j = 0; j < msm_ahead; j++) to[j] = (sum + j) << 1;
            for (u32 j = msm_ahead; j < pairs; j++) {
                pair[j] = {from[2 * j], from[2 * j + 1]};
                to[j] = (sum + j) << 1;
            }
            to[pairs] = from[count - (count > 0)];
            from += count;
            pair += pairs;
            to += count - pairs;
            room->count[i] = count - pairs;
        }
        ref = room->level[level];
        if (pair == room->pair) return ref;
        Many::add_pairs_var(room->points + next, room->points, room->pair,
                            (size_t)(pair - room->pair));
        next += (u32)(pair - room->pair);
    }
}

/* The windows first ... last - 1 of the halves sorted into room->entry by bucket, the buckets of
 * the windows one behind the other; so many buckets in all. */
static inline void msm_sort_var(msm_room *room, const msm_shape *shape, u32 first, u32 last,
                                u32 buckets, const msm_halves *h, size_t n) {
    u32 *end = room->end, *digit = room->digit;
    memset(end, 0, buckets * sizeof *end);
    for (u32 w = first; w < last; end += shape->window[w++].buckets, digit += n) {
        msm_digits_var(digit, shape, w, h, n);
        for (size_t i = 0; i < n; i++)
            if (digit[i] != 0) ++end[(digit[i] >> 1) - 1];
    }
    for (u32 b = 0, sum = 0; b < buckets; b++) {
        const u32 count = room->end[b];
        room->end[b] = sum;
        sum += count;
    }
    end = room->end, digit = room->digit;
    for (u32 w = first; w < last; end += shape->window[w++].buckets, digit += n)
        for (size_t i = 0; i < n; i++)
            if (digit[i] != 0) room->entry[end[(digit[i] >> 1) - 1]++] = h->ref[i] ^ (digit[i] & 1);
}

/* room->value[b] = the ref of the sum of bucket b, or msm_none, for so many sorted buckets. */
template <class Many>
static inline void msm_buckets_var(msm_room *room, u32 buckets) {
    for (u32 b = 0, at = 0; b < buckets;) {
        /* As many buckets as there are points for; of one that is too large, a part. */
        u32 lists = 0, used = 0;
        while (b + lists < buckets) {
            const u32 count = room->end[b + lists] - at - used;
            if (count > room->spare - used) break;
            room->count[lists++] = count;
            used += count;
        }
        const bool part = lists == 0;
        if (part) room->count[lists++] = used = room->spare;
        const u32 *ref = msm_reduce_var<Many>(room, room->entry + at, lists);
        for (u32 i = 0; i < lists; i++) {
            u32 value = room->count[i] ? *ref++ : msm_none;
            if (room->count[i] && value >> 1 >= room->pool) { /* where the next sums come */
                room->points[room->sums + b + i] = room->points[value >> 1];
                value = (room->sums + b + i) << 1;
            }
            room->value[b + i] = value;
        }
        at += used;
        if (part) room->entry[--at] = room->value[b];
        else b += lists;
    }
}

/* Calls body(w, bit, m, value) for each level of the windows first ... last - 1 that has buckets, m
 * of them, from the lowest bit on, and after a level's last window end(). */
template <class Body, class End>
static inline void msm_each_level_var(const msm_room *room, const msm_shape *shape, u32 first,
                                      u32 last, const Body &body, const End &end) {
    for (u32 bit = 0, more = 1; more; bit++) {
        u32 *value = room->value;
        more = 0;
        for (u32 w = first; w < last; value += shape->window[w++].buckets) {
            const u32 m = shape->window[w].buckets >> bit;
            if (m > 0) body(w, bit, m, value);
            more |= m;
        }
        end();
    }
}

/* The weighted sums of the buckets of windows first ... last - 1: room->position gets a point for
 * each of their bits.  Level by level the sums of odd buckets are left to lists, and the others
 * paired. */
template <class Many>
static inline void msm_weigh_var(msm_room *room, const msm_shape *shape, u32 first, u32 last) {
    u32 next = room->levels, lists = 0, refs = 0, pairs = 0;
    msm_each_level_var(
        room, shape, first, last,
        [&](u32, u32, u32 m, u32 *value) {
            const u32 before = refs;
            for (u32 b = 0; b < m; b += 2) /* bucket b + 1 */
                if (value[b] != msm_none) room->entry[refs++] = value[b];
            room->count[lists++] = refs - before;
            for (u32 b = 1; b < m; b += 2) {
                const u32 even = value[b], odd = b + 1 < m ? value[b + 1] : msm_none;
                u32 sum = even == msm_none ? odd : even;
                if (even != msm_none && odd != msm_none) {
                    room->pair[pairs] = {even, odd};
                    sum = (next + pairs++) << 1;
                }
                value[b / 2] = sum;
            }
        },
        [&] {
            Many::add_pairs_var(room->points + next, room->points, room->pair, pairs);
            next += pairs;
            pairs = 0;
        });
    const u32 *ref = msm_reduce_var<Many>(room, room->entry, lists);
    lists = 0;
    msm_each_level_var(
        room, shape, first, last,
        [&](u32 w, u32 bit, u32, u32 *) {
            if (room->count[lists++] == 0) return;
            entry_set_signed_var(&room->position[shape->window[w].start + bit],
                                 &room->points[*ref >> 1], *ref & 1);
            ref++;
        },
        [] {});
}

/* r = the sum of 2^i position[i].
 * cost: 128 doublings, 129 additions. */
static inline void msm_combine_scalar_var(gej *r, const ge_entry *position) {
    gej_set_infinity(r);
    for (u32 i = msm_positions; i-- > 0;) {
        gej_dbl_var(r, r);
        if (row_is_infinity_var(&position[i])) continue;
        ge p;
        ge_set_entry(&p, &position[i]);
        gej_add_ge_var(r, r, &p);
    }
}
UF_PUBLIC_ONLY(msm_combine_scalar_var);

/* r = the sum of n halves, any of them, over any points, duplicates, opposite ones and infinity
 * among them: Many adds points up, and combine what they leave.  The points stay as they are; room
 * is for at least n halves. */
template <class Many, void (*combine)(gej *, const ge_entry *)>
static inline void msm_halves_var(gej *r, msm_room *room, const msm_halves *h, size_t n) {
    const msm_shape shape(n);
    memset(room->position, 0, msm_positions * sizeof *room->position);
    for (u32 first = 0, last; first < shape.windows; first = last) {
        u32 buckets = 0; /* of as many windows as there is room for */
        for (last = first; last < shape.windows; buckets += shape.window[last++].buckets)
            if (last > first && (buckets + shape.window[last].buckets > room->buckets ||
                                 (last + 1 - first) * n > room->entries))
                break;
        msm_sort_var(room, &shape, first, last, buckets, h, n);
        msm_buckets_var<Many>(room, buckets);
        msm_weigh_var<Many>(room, &shape, first, last);
    }
    combine(r, room->position);
}
UF_PUBLIC_ONLY(msm_halves_var);

/* How many points the sum of a few takes at once: about 1,500 bytes of stack each. */
#ifdef UF_TINY
inline constexpr size_t msm_few = 1;
#else
inline constexpr size_t msm_few = 16;
#endif

/* r = the sum of k[i] p[i], i < n <= msm_few, all p finite: by digits, the doublings shared.
 * cost: 128 doublings, an inversion, and about 39 additions and a table of 8 for each point. */
static inline void msm_few_var(gej *r, const ge *p, const sc *k, size_t n) {
    UF_CHECK(n <= msm_few);
    if (n == 0) return gej_set_infinity(r);
    kplan plan[msm_few];
    point_table table[msm_few];
    fe z[msm_few], z_inverse[msm_few], z2, z3;
    int top = -1;
    for (size_t i = 0; i < n; i++) {
        kplan_from_scalar_var(&plan[i], &k[i]);
        omega_chain_var(table[i].at, &z[i], &p[i]);
        if (plan[i].on.top_var() > top) top = plan[i].on.top_var();
    }
    fe_batch_inv_var(z_inverse, z, n); /* to the curve itself, where all tables meet */
    for (size_t i = 0; i < n; i++) {
        fe_sqr(&z2, &z_inverse[i]);
        fe_mul(&z3, &z2, &z_inverse[i]);
        for (auto &entry : table[i].at) {
            fe_mul(&entry.x, &entry.x, &z2);
            fe_mul(&entry.y, &entry.y, &z3);
        }
        point_table_turn_var(&table[i]);
    }
    gej_set_infinity(r);
    for (int j = top; j >= 0; j--) {
        gej_dbl_var(r, r);
        for (size_t i = 0; i < n; i++) {
            ge summand;
            if (!plan[i].on.has(j)) continue;
            point_table_get_var(&summand, &table[i], plan[i].code[j]);
            gej_add_ge_var(r, r, &summand);
        }
    }
}
UF_PUBLIC_ONLY(msm_few_var);

}  // namespace ufsecp::UF_TARGET
