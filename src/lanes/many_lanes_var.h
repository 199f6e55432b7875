// Many public points at once, as rows (many_var.h), in lanes: sums of pairs that share an
// inversion, points of compressed keys, and multiples by lambda.
#pragma once
#include "base/check.h"
#include "group/many_var.h"
#include "lanes/point_lanes_var.h"

namespace ufsecp::UF_TARGET {

/* Pairs that share an inversion: as many as leave their rows in the cache.  On the way back groups
 * of eight pairs go in blocks, through three loops: all in one would not fit where a processor
 * keeps decoded instructions, and its steps would wait for each other. */
static constexpr size_t pairs_most = 2048, pairs_block = 8;

/* The row that half of a pair names.  The barrier keeps compilers from computing addresses in
 * lanes, from which each would have to be fetched. */
UF_INLINE const ge_entry *entry_of(const ge_entry *rows, u32 signed_index) {
    return rows + (value_barrier((u64)signed_index) >> 1);
}
/* The lanes whose summands are to be negated. */
UF_INLINE void pairs_signs(vec8 *a, vec8 *b, const entry_pair pairs[8]) {
    constexpr int shift_a = std::endian::native == std::endian::big ? 32 : 0;
    vec8 p;
    memcpy(&p, pairs, sizeof p);
    *a = vec8{} - (p >> shift_a & 1);
    *b = vec8{} - (p >> (32 - shift_a) & 1);
}

/* The x coordinates of the rows that eight pairs name on this side. */
template <class F>
UF_LANE_CALL void entries_gather_x(F *x, const ge_entry *rows, const entry_pair pairs[8],
                                   u32 entry_pair::*side) {
    vec8 w[4];
    for (int i = 0; i < 4; i++) {
        vec4 low, high;
        memcpy(&low, entry_of(rows, pairs[i].*side)->x, sizeof low);
        memcpy(&high, entry_of(rows, pairs[i + 4].*side)->x, sizeof high);
        w[i] = vec_join(low, high);
    }
    vec_transpose4(w);
    fe_unpack(x, w);
}
/* Those points, without their signs. */
template <class F>
UF_LANE_CALL void entries_gather(ge_of<F> *r, const ge_entry *rows, const entry_pair pairs[8],
                                 u32 entry_pair::*side) {
    vec8 w[8];
    for (int l = 0; l < 8; l++) memcpy(&w[l], entry_of(rows, pairs[l].*side), sizeof w[l]);
    vec_transpose(w);
    fe_unpack(&r->x, w);
    fe_unpack(&r->y, w + 4);
}

/* x mod p in nominal limbs.
 * in: carried.
 * time: variable; nearly always a look at the top limb. */
template <class F>
UF_LANE_CALL void fe_normalize_product_var(F *x) {
    if (vec_bits((vec8)(x->n[4] >= vec_set1<vec8>(low48)))) [[unlikely]]
        fe_normalize(x);
}

/* Whether in some lane x1 = x2 or a row is zeros; rarely yes where it is not so.
 * in: nominal limbs. */
template <class F>
UF_INLINE bool pairs_may_be_exceptional(const F *x1, const F *x2) {
    return vec_bits((vec8)(x1->n[0] == x2->n[0]) | (vec8)(x1->n[0] == vec8{}) |
                    (vec8)(x2->n[0] == vec8{})) != 0;
}

/* Eight pairs, some of which may be exceptional: what takes the place of x2 - x1 and y2 - y1, and
 * the sums of the lanes that are `given`, which no slope leads to. */
struct pairs_exceptions {
    fe8_stored denominator, numerator;
    ge8 sum;
    vec8 given;
};
static __attribute__((noinline)) void pairs_exceptions_var(pairs_exceptions *r,
                                                           const ge_entry *rows,
                                                           const entry_pair pairs[8]) {
    ge_of<fe8> p, q;
    fe8 d, n, t;
    vec8 negative_a, negative_b;
    pairs_signs(&negative_a, &negative_b, pairs);
    entries_gather(&p, rows, pairs, &entry_pair::a);
    entries_gather(&q, rows, pairs, &entry_pair::b);
    vec8 p_bits{}, q_bits{}, x_differs{}, y_differs{};
    for (int i = 0; i < 5; i++) {
        p_bits |= p.y.n[i];
        q_bits |= q.y.n[i];
        x_differs |= p.x.n[i] ^ q.x.n[i];
        y_differs |= p.y.n[i] ^ q.y.n[i];
    }
    const vec8 no_p = (vec8)(p_bits == vec8{}), no_q = (vec8)(q_bits == vec8{});
    const vec8 same_x = ~no_p & ~no_q & (vec8)(x_differs == vec8{});
    const vec8 same = same_x & ((vec8)(y_differs == vec8{}) ^ negative_a ^ negative_b);
    const vec8 opposite = same_x & ~same;
    fe_cond_neg(&p.y, negative_a);
    fe_cond_neg(&q.y, negative_b);

    r->given = no_p | no_q | opposite;
    fe_sub(&d, &q.x, &p.x, 1);
    fe_sub(&n, &q.y, &p.y, 2);
    if (vec_bits(same)) {
        fe_add(&t, &p.y, &p.y);
        fe_cmov(&d, &t, same);
        fe_sqr(&t, &p.x);
        fe_mul_int(&t, &t, 3);
        fe_cmov(&n, &t, same);
    }
    fe_set_one(&t);
    fe_cmov(&d, &t, r->given);
    fe_store(&r->denominator, &d);
    fe_store(&r->numerator, &n);
    fe_set_int(&t, 0);
    fe_cmov(&p.x, &q.x, no_p);
    fe_cmov(&p.y, &q.y, no_p);
    fe_cmov(&p.x, &t, opposite);
    fe_cmov(&p.y, &t, opposite);
    fe_normalize(&p.y);
    fe_store(&r->sum.x, &p.x);
    fe_store(&r->sum.y, &p.y);
}

/* The sums of a chunk of pairs.  Until those of a group are there, its rows of out hold the product
 * of the denominators before it. */
struct pairs_sums {
    ge_entry *out;
    const ge_entry *rows;
    const entry_pair *pairs;
    size_t last; /* the last group, completed by copies of its last pair */
    entry_pair last_pairs[8];
    ge_entry last_out[8];

    const entry_pair *pairs_of(size_t g) const { return g == last ? last_pairs : pairs + 8 * g; }
    ge_entry *out_of(size_t g) { return g == last ? last_out : out + 8 * g; }
    /* Has the rows of a group, not the last, fetched. */
    void fetch(size_t g) const {
        for (size_t i = 8 * g; i < 8 * (g + 1); i++) {
            __builtin_prefetch(entry_of(rows, pairs[i].a));
            __builtin_prefetch(entry_of(rows, pairs[i].b));
        }
    }
};

/* product = that of all denominators, not carried. */
UF_KERNEL void pairs_forward(fe8_wide *product, pairs_sums *s) {
    static_assert(sizeof product->n <= 8 * sizeof(ge_entry));
    fe8_wide all, x1, x2, d;
    fe_set_one(&all);
    for (size_t g = 0; g <= s->last; g++) {
        const entry_pair *pairs = s->pairs_of(g);
        if (g + 4 < s->last) s->fetch(g + 4);
        entries_gather_x(&x1, s->rows, pairs, &entry_pair::a);
        entries_gather_x(&x2, s->rows, pairs, &entry_pair::b);
        law_chord_dx(&d, &x1, &x2);
        if (pairs_may_be_exceptional(&x1, &x2)) [[unlikely]] {
            pairs_exceptions e;
            pairs_exceptions_var(&e, s->rows, pairs);
            fe_load(&d, &e.denominator);
        }
        memcpy(s->out_of(g), all.n, sizeof all.n);
        fe_note_uncarried(&all);
        fe_note_uncarried(&d);
        law_chord_product(&all, &d);
    }
    *product = all;
}

/* The sums of groups first to first + n - 1, n <= pairs_block; inverse is that of all denominators
 * up to and with theirs, not carried. */
UF_KERNEL void pairs_backward(pairs_sums *s, fe8_wide *inverse, size_t first, size_t n) {
    ge_of<fe8_wide> p[pairs_block]; /* the first summands, -y */
    fe8_wide x2[pairs_block], slope[pairs_block], d, t, in = *inverse;
    pairs_exceptions e[pairs_block];
    u32 exceptional = 0;
    for (size_t i = n; i-- > 0;) {
        const entry_pair *pairs = s->pairs_of(first + i);
        ge_of<fe8_wide> a, b;
        fe8_wide numerator;
        vec8 negative_a, negative_b;
        if (first + i >= 2) s->fetch(first + i - 2);
        pairs_signs(&negative_a, &negative_b, pairs);
        entries_gather(&a, s->rows, pairs, &entry_pair::a);
        entries_gather(&b, s->rows, pairs, &entry_pair::b);
        fe_cond_neg(&a.y, ~negative_a);
        fe_cond_neg(&b.y, negative_b);
        law_chord_dx(&d, &a.x, &b.x);
        law_chord_dy(&numerator, &a.y, &b.y);
        p[i] = a;
        x2[i] = b.x;
        if (pairs_may_be_exceptional(&a.x, &b.x)) [[unlikely]] {
            exceptional |= (u32)1 << i;
            pairs_exceptions_var(&e[i], s->rows, pairs);
            fe_load(&d, &e[i].denominator);
            fe_load(&numerator, &e[i].numerator);
        }
        memcpy(t.n, s->out_of(first + i), sizeof t.n);
        fe_note_uncarried(&t);
        fe_note_uncarried(&in);
        fe_note_uncarried(&d);
        fe_note_uncarried(&numerator);
        law_chord_inverse(&t, &in, &d);
        law_chord_slope(&slope[i], &numerator, &t);
    }
    *inverse = in;
    for (size_t i = 0; i < n; i++) {
        fe8_wide m = slope[i];
        fe_note_uncarried(&m);
        law_chord_x(&x2[i], &m, &p[i].x, &x2[i]);
    }
    for (size_t i = 0; i < n; i++) {
        fe8_wide x = x2[i], y, m = slope[i];
        vec8 w[8];
        fe_note_uncarried(&m);
        fe_note_carried(&x);
        law_chord_y(&y, &m, &p[i].x, &x, &p[i].y);
        fe_normalize_product_var(&x);
        fe_normalize_product_var(&y);
        if (exceptional >> i & 1) [[unlikely]] {
            fe_load(&t, &e[i].sum.x);
            fe_cmov(&x, &t, e[i].given);
            fe_load(&t, &e[i].sum.y);
            fe_cmov(&y, &t, e[i].given);
        }
        fe_pack(w, &x);
        fe_pack(w + 4, &y);
        vec_transpose(w);
        memcpy(s->out_of(first + i), w, sizeof w);
    }
}

/* The sums of n pairs, 0 < n <= pairs_most: one inversion. */
static inline void pairs_add_chunk_var(ge_entry *out, const ge_entry *rows, const entry_pair *pairs,
                                       size_t n) {
    pairs_sums s{out, rows, pairs, (n - 1) / 8, {}, {}};
    const size_t full = 8 * s.last;
    fe8_wide inverse;
    for (size_t l = 0; l < 8; l++) s.last_pairs[l] = pairs[full + l < n ? full + l : n - 1];
    pairs_forward(&inverse, &s);
    fe8_wide_inv_var(&inverse);
    for (size_t end = s.last + 1; end > 0;) {
        const size_t count = end < pairs_block ? end : pairs_block;
        end -= count;
        pairs_backward(&s, &inverse, end, count);
    }
    memcpy(out + full, s.last_out, (n - full) * sizeof *out);
}

/* Eight rows times lambda. */
UF_KERNEL void entries_mul_lambda(ge_entry out[8], const ge_entry in[8]) {
    vec8 w[8];
    fe8 x, beta;
    fe_set1_limbs64(&beta, glv_beta);
    memcpy(w, in, sizeof w);
    vec_transpose(w);
    fe_unpack(&x, w);
    fe_mul(&x, &x, &beta);
    fe_normalize_product_var(&x);
    fe_pack(w, &x);
    vec_transpose(w);
    memcpy(out, w, sizeof w);
}

struct many8 {
    /* cost: for each pair an eighth of 5 mul + 1 sqr, and an inversion for each pairs_most. */
    static void add_pairs_var(ge_entry *out, const ge_entry *rows, const entry_pair *pairs,
                              size_t n) {
        for (size_t at = 0; at < n; at += pairs_most)
            pairs_add_chunk_var(out + at, rows, pairs + at, chunk_size(at, n, pairs_most));
    }

    /* cost: for each key an eighth of 13 mul + 253 sqr. */
    static void lift_var(ge_entry *out, u8 *good, const u8 *keys33, size_t step, size_t n) {
        for (size_t at = 0; at < n; at += 16) {
            const size_t m = chunk_size(at, n, 16), groups = (m + 7) / 8;
            const u8 *keys = keys33 + at * step;
            u8 last[16][33] = {}; /* completed by zeros, which are no keys */
            if (m < 16) {
                for (size_t i = 0; i < m; i++) memcpy(last[i], keys + i * step, sizeof last[i]);
                keys = last[0];
                step = sizeof last[0];
            }
            ge8_compressed packed[2];
            ge8 point[2];
            for (size_t g = 0; g < groups; g++)
                ge8_set_keys33(&packed[g], keys + 8 * g * step, step);
            ge8_lift_var(point, packed, groups);
            for (size_t g = 0; g < groups; g++) {
                const u32 points = vec_bits(packed[g].good);
                vec8 row[8];
                fe8 x, y;
                fe_load(&x, &point[g].x);
                fe_load(&y, &point[g].y);
                fe_normalize_product_var(&y);
                ge8_scatter(row, &x, &y);
                for (size_t l = 0; l < 8 && 8 * g + l < m; l++) {
                    good[at + 8 * g + l] = points >> l & 1;
                    if (!(points >> l & 1)) row[l] = vec8{};
                    memcpy(&out[at + 8 * g + l], &row[l], sizeof *out);
                }
            }
        }
    }

    /* out may be in.
     * cost: for each row an eighth of 1 mul. */
    static void lambda_var(ge_entry *out, const ge_entry *in, size_t n) {
        size_t at = 0;
        for (; n - at >= 8; at += 8) entries_mul_lambda(out + at, in + at);
        if (at == n) return;
        ge_entry last[8] = {};
        memcpy(last, in + at, (n - at) * sizeof *in);
        entries_mul_lambda(last, last);
        memcpy(out + at, last, (n - at) * sizeof *out);
    }
};

}  // namespace ufsecp::UF_TARGET
