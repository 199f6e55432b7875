// Many public points at once, as entries of tables: affine additions that share an inversion, keys
// lifted to points, multiples by lambda.  many_scalar does them one after another.
//
// Rows are canonical, and a row of zeros is infinity: no point of the curve has y = 0.
//
// Reference: the shared inversion, Montgomery, "Speeding the Pollard and elliptic curve methods
// of factorization", 1987.
#pragma once
#include "base/chunk.h"
#include "field/fe_inv_var.h"
#include "group/add_var.h"

namespace ufsecp::UF_TARGET {

/* A sum of two rows: each the index of a row << 1 | 1 if it is to be negated. */
struct entry_pair {
    u32 a, b;
};

/* p = 2^256 - row_minus_p */
inline constexpr u64 row_minus_p = 0x1000003D1;

/* Row: ge_entry, or affine64 where nothing is known of the alignment. */
template <class Row>
static inline bool row_is_infinity_var(const Row *a) {
    return (a->y[0] | a->y[1] | a->y[2] | a->y[3]) == 0;
}

/* r = a coordinate of a row.  As it is canonical, four full words need not be reduced. */
template <class F>
static inline void fe_set_row_var(F *r, const u64 a[4]) {
    if constexpr (requires { fe4x64_note(r, true); }) {
        for (int i = 0; i < 4; i++) r->n[i] = a[i];
        fe4x64_note(r, true);
    } else {
        fe_set_limbs64(r, a);
    }
}

/* r = a, which need not be normalized; few values of four full words are as great as p. */
template <class F>
static inline void fe_get_row_var(u64 r[4], F *a) {
    if constexpr (requires { fe4x64_note(a, true); }) {
        if ((a->n[1] & a->n[2] & a->n[3]) == ~(u64)0) [[unlikely]]
            fe_normalize(a);
        for (int i = 0; i < 4; i++) r[i] = a->n[i];
    } else {
        fe_normalize_var(a);
        fe_get_limbs64(r, a);
    }
}

/* r = a, or -a if negative is 1 (0 or 1); a finite. */
template <class Row>
static inline void ge_set_entry_signed_var(ge *r, const Row *a, u32 negative) {
    const u64 flip = 0 - (u64)negative;
    u64 y[4], borrow = 0; /* p - y = ~y - (row_minus_p - 1) */
    y[0] = sub_borrow(a->y[0] ^ flip, (row_minus_p - 1) & flip, &borrow);
    for (int i = 1; i < 4; i++) y[i] = sub_borrow(a->y[i] ^ flip, 0, &borrow);
    fe_set_row_var(&r->x, a->x);
    fe_set_row_var(&r->y, y);
}
UF_PUBLIC_ONLY(ge_set_entry_signed_var);

/* r = a, or -a if negative is 1; infinity stays. */
template <class Row>
static inline void entry_set_signed_var(ge_entry *r, const Row *a, u32 negative) {
    memcpy(r, a, sizeof *r);
    if (!negative || row_is_infinity_var(a)) return;
    ge p;
    ge_set_entry_signed_var(&p, a, 1);
    fe_get_row_var(r->y, &p.y);
}

/* r = zeros for infinity, else a; a normalized. */
static inline void row_set_ge_var(ge_entry *r, const ge *a, bool finite) {
    if (finite) ge_get_entry(r, a);
    else *r = {};
}
UF_PUBLIC_ONLY(row_set_ge_var);

static inline void gej_set_entry_var(gej *r, const ge_entry *a) {
    ge p;
    if (row_is_infinity_var(a)) return gej_set_infinity(r);
    ge_set_entry(&p, a);
    gej_set_ge(r, &p);
}
UF_PUBLIC_ONLY(gej_set_entry_var);

struct many_scalar {
    /* Pairs that share an inversion: as many as leave their rows in the cache. */
    static constexpr size_t chunk = 512;

    /* out[i] = the sum that pairs[i] names, i < n, exact for all rows: equal, opposite, infinite.
     * out overlaps no row that a pair names.
     * cost: 5 mul + 1 sqr a pair, and an inversion a chunk. */
    template <class Row>
    static inline void add_pairs_var(ge_entry *out, const Row *rows, const entry_pair *pairs,
                                     size_t n) {
        for (size_t at = 0; at < n; at += chunk)
            add_chunk_var(out + at, rows, pairs + at, chunk_size(at, n, chunk));
    }

    /* out[i] = the point of the compressed key at keys33 + i*step and good[i] = 1, or zeros and 0
     * (wrong prefix, x not below p or not on the curve), i < n. */
    static inline void lift_var(ge_entry *out, u8 *good, const u8 *keys33, size_t step, size_t n) {
        for (size_t i = 0; i < n; i++, keys33 += step) {
            ge p;
            fe x;
            good[i] = (keys33[0] & ~1) == 2 && is_true_var(fe_set_b32(&x, keys33 + 1)) &&
                      ge_set_x_var(&p, &x, keys33[0] & 1);
            row_set_ge_var(&out[i], &p, good[i]);
        }
    }

    /* out[i] = lambda * in[i], i < n; infinity stays.  out may be in. */
    static inline void lambda_var(ge_entry *out, const ge_entry *in, size_t n) {
        for (size_t i = 0; i < n; i++) {
            ge p;
            ge_set_entry(&p, &in[i]);
            ge_mul_lambda(&p, &p);
            fe_normalize_var(&p.x);
            ge_get_entry(&out[i], &p);
        }
    }

private:
    /* What a pair asks for: a sum of points with different x, a doubling, or no arithmetic. */
    enum class kind : u8 { sum, twice, only_a, only_b, none };

    template <class Row>
    static inline kind kind_of_var(const Row *a, const Row *b, entry_pair pair) {
        if (a->x[0] != b->x[0] && a->y[0] != 0 && b->y[0] != 0) [[likely]]
            return kind::sum;
        if (row_is_infinity_var(a)) return row_is_infinity_var(b) ? kind::none : kind::only_b;
        if (row_is_infinity_var(b)) return kind::only_a;
        if (memcmp(a->x, b->x, sizeof a->x) != 0) return kind::sum;
        const bool same_y = memcmp(a->y, b->y, sizeof a->y) == 0;
        return same_y == (((pair.a ^ pair.b) & 1) == 0) ? kind::twice : kind::none;
    }

    /* How many pairs before its turn a row is fetched. */
    static constexpr size_t ahead = 8;

    /* Chains of products and sums side by side: one alone would wait for itself. */
    static constexpr size_t side = 2;

    /* Montgomery's trick; out[i] holds the product of the denominators before its own in its chain,
     * then its own inverse, then the sum. */
    template <class Row>
    static inline void add_chunk_var(ge_entry *out, const Row *rows, const entry_pair *pairs,
                                     size_t n) {
        static_assert(sizeof(fe) <= sizeof *out && side == 2);
        fe denominator[chunk], product[side], inverse[side];
        kind what[chunk];
        for (fe &p : product) fe_set_one(&p);
        for (size_t i = 0; i < n; i++) {
            fe *d = &denominator[i];
            if (i + ahead < n) {
                __builtin_prefetch(&rows[pairs[i + ahead].a >> 1]);
                __builtin_prefetch(&rows[pairs[i + ahead].b >> 1]);
            }
            const Row *a = &rows[pairs[i].a >> 1], *b = &rows[pairs[i].b >> 1];
            what[i] = kind_of_var(a, b, pairs[i]);
            if (what[i] == kind::sum) [[likely]] {
                fe t;
                fe_set_row_var(d, b->x);
                fe_set_row_var(&t, a->x);
                fe_sub(d, d, &t, 1);
            } else if (what[i] == kind::twice) {
                ge p;
                ge_set_entry_signed_var(&p, a, pairs[i].a & 1);
                fe_add(d, &p.y, &p.y);
            } else {
                fe_set_one(d);
            }
            memcpy(&out[i], &product[i % side], sizeof(fe));
            fe_mul(&product[i % side], &product[i % side], d);
        }
        fe_mul(&inverse[0], &product[0], &product[1]);
        fe_inv_var(&inverse[0], &inverse[0]);
        fe_mul(&inverse[1], &inverse[0], &product[0]);
        fe_mul(&inverse[0], &inverse[0], &product[1]);
        for (size_t i = n; i-- > 0;) {
            fe t;
            memcpy(&t, &out[i], sizeof t);
            fe_mul(&t, &t, &inverse[i % side]);
            fe_mul(&inverse[i % side], &inverse[i % side], &denominator[i]);
            memcpy(&out[i], &t, sizeof t);
        }
        size_t i = 0;
        for (; i + side <= n; i += side) add_ends_var<side>(out + i, rows, pairs + i, what + i);
        for (; i < n; i++) add_ends_var<1>(out + i, rows, pairs + i, what + i);
    }

    /* w sums side by side, given the inverses of their denominators in out. */
    template <size_t w, class Row>
    static inline void add_ends_var(ge_entry *out, const Row *rows, const entry_pair *pairs,
                                    const kind *what) {
        ge a[w], b[w];
        fe slope[w], t[w];
        for (size_t i = 0; i < w; i++) {
            ge_set_entry_signed_var(&a[i], &rows[pairs[i].a >> 1], pairs[i].a & 1);
            ge_set_entry_signed_var(&b[i], &rows[pairs[i].b >> 1], pairs[i].b & 1);
            if (what[i] != kind::twice) [[likely]] {
                fe_sub(&slope[i], &b[i].y, &a[i].y, 1);
            } else {
                fe_sqr(&slope[i], &a[i].x);
                fe_mul_int(&slope[i], &slope[i], 3);
            }
            memcpy(&t[i], &out[i], sizeof t[i]);
        }
        for (size_t i = 0; i < w; i++) fe_mul(&slope[i], &slope[i], &t[i]);
        for (size_t i = 0; i < w; i++) {
            fe_add(&b[i].x, &b[i].x, &a[i].x);
            fe_neg(&b[i].x, &b[i].x, 2);
            fe_sqr_add(&b[i].x, &slope[i], &b[i].x);
        }
        for (size_t i = 0; i < w; i++) {
            fe_sub(&t[i], &a[i].x, &b[i].x, 1);
            fe_mul(&t[i], &t[i], &slope[i]);
        }
        for (size_t i = 0; i < w; i++) {
            fe_sub(&b[i].y, &t[i], &a[i].y, 1);
            fe_get_row_var(out[i].x, &b[i].x);
            fe_get_row_var(out[i].y, &b[i].y);
            if (what[i] == kind::sum || what[i] == kind::twice) [[likely]]
                continue;
            if (what[i] == kind::none) out[i] = {};
            else if (what[i] == kind::only_a)
                entry_set_signed_var(&out[i], &rows[pairs[i].a >> 1], pairs[i].a & 1);
            else entry_set_signed_var(&out[i], &rows[pairs[i].b >> 1], pairs[i].b & 1);
        }
    }
};

}  // namespace ufsecp::UF_TARGET
