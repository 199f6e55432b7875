// The batches of an engine whose CPU computes eight rows at once: everything between the bytes of a
// row and its verdict runs in lanes.  What lanes cannot do, scalar code does: rows that met an
// exceptional addition, and a last few that fill too little of a group.
#define UF_SECRET_LANES
#include "engine/table.h"
#include "hash/tagged.h"
#include "lanes/comb_lanes_var.h"
#include "lanes/many_lanes_var.h"
#include "lanes/mul_lanes_var.h"
#include "lanes/unlifted_lanes_var.h"

/* The fewest rows for which a group of lanes costs less than as many scalar calls. */
#ifndef UF_LANES_PAY
#define UF_LANES_PAY 5
#endif

namespace ufsecp::UF_TARGET {

/* What does the rows that lanes leave: the engine UF_LANES_REST, or this target's scalar code. */
#ifdef UF_LANES_REST
static constexpr const engine &lane_rest = UF_LANES_REST;
#else
static constexpr engine lane_rest = make_engine("rest");
#endif

/* Groups of eight rows that share an inversion: 2 to 4 KB of stack each. */
static constexpr size_t lane_groups = 16;

/* How many of the n rows the lanes take. */
static inline size_t lane_share(size_t n) { return n % 8 < UF_LANES_PAY ? n - n % 8 : n; }
static inline size_t groups_of(size_t rows) { return (rows + 7) / 8; }

/* n rows of up to `size` bytes, read by groups: a last group that is not full is completed by rows
 * of zeros, which are valid as nothing. */
template <size_t size>
struct lane_rows {
    const u8 *first;
    size_t stride, n;
    u8 copy[8][size] = {};

    /* The first of eight rows from row `at` on; they lie *step bytes apart. */
    const u8 *group(size_t at, size_t *step) {
        *step = stride;
        if (n - at >= 8) return first + at * stride;
        for (size_t i = at; i < n; i++) memcpy(copy[i - at], first + i * stride, size);
        *step = size;
        return copy[0];
    }
};

/* Calls group(g, at) for the groups of a chunk, whose first row is `at`. */
template <class Body>
static inline size_t each_group(size_t at, size_t n, const Body &body) {
    const size_t groups = groups_of(chunk_size(at, n, 8 * lane_groups));
    for (size_t g = 0; g < groups; g++) body(g, at + 8 * g);
    return groups;
}

/* The words of a lane scalar, normalized, as a field element. */
static inline void fe_set_scalar(fe8 *r, const sc5x52x8 *a) {
    for (int i = 0; i < 5; i++) r->n[i] = a->n[i];
    r->carried = true;
}

/* x = r or, in the lanes of `second`, r + n; the lanes where that is below p. */
static inline vec8 lane_x_of_r(fe8 *x, const sc5x52x8 *r, vec8 second) {
    fe8 n;
    fe_set_scalar(x, r);
    fe_set1_limbs64(&n, sc4x64_order);
    fe_add(&n, &n, x);
    fe_carry(&n); /* below 2^257 and exact: r + n < p exactly if it is normalized already */
    fe8 reduced = n;
    fe_normalize(&reduced);
    vec8 differs{};
    for (int i = 0; i < 5; i++) differs |= n.n[i] ^ reduced.n[i];
    fe_cmov(x, &reduced, second);
    return ~second | (vec8)(differs == vec8{});
}

/* Tells the verdicts of eight rows, or as many as are left; a lane that is lost is judged by
 * again(row). */
template <class Again>
static inline void lane_note(u8 *ok, size_t at, size_t n, u32 good, u32 lost, int *all,
                             const Again &again) {
    const size_t count = chunk_size(at, n, 8);
    for (size_t l = 0; l < count; l++)
        note(ok, at + l, good >> l & 1 && (!(lost >> l & 1) || again(at + l)), all);
}

/* r = a P */
static inline void lane_mul(gej8 *r, const ge8 *p, const sc5x52x8 *a) {
    eisenstein_digits digits;
    lane_digits_set_var(&digits, a);
    mul8_var(r, p, &digits);
}

/* ---- Signatures ---- */

/* The equation that says whether a P + b G has the x coordinate `claimed`, P as in key. */
template <bool with_sum_y>
static inline void lane_claim_set(lane_equation *r, const ge8_compressed *key, const fe8 *claimed,
                                  const comb *table, const sc5x52x8 *a, const sc5x52x8 *b) {
    comb_scalars bits;
    fe8_stored x;
    gej8 ap, bg;
    ge8 p;
    fe_store(&x, claimed);
    lane_unlifted(&p, &r->w, &key->x);
    lane_mul(&ap, &p, a);
    comb_set_scalars_var(&bits, table, b);
    comb_mul8_var(&bg, table, &bits);
    lane_equation_set<with_sum_y>(r, &ap, &bg, &x);
}

/* inverse[g] = 1/e of each equation, lost[g] the lanes that have none. */
static inline void lane_claims_inv_var(fe8_stored inverse[lane_groups], u8 lost[lane_groups],
                                       const lane_equation *sum, size_t groups) {
    for (size_t g = 0; g < groups; g++) inverse[g] = sum[g].e;
    fe8_batch_inv_var<lane_groups>(inverse, lost, groups);
}

static int lanes_ecdsa_verify_rows_var(u8 *ok, const u8 *rows, size_t stride, size_t n,
                                       unsigned flags) {
    const size_t share = lane_share(n);
    const auto rest = [&](size_t i, size_t m) {
        return lane_rest.ecdsa_verify_rows_var(from(ok, i), rows + i * stride, stride, m, flags);
    };
    lane_rows<129> in{rows, stride, share};
    const comb table = comb_for_var(share);
    sc5x52x8 h[lane_groups], r[lane_groups], s[lane_groups], s_inv[lane_groups];
    ge8_compressed key[lane_groups];
    lane_equation sum[lane_groups];
    fe8_stored inverse[lane_groups];
    u8 lost[lane_groups];
    int all = 1;
    for (size_t at = 0; at < share; at += 8 * lane_groups) {
        const size_t groups = each_group(at, share, [&](size_t g, size_t row) {
            size_t step;
            const u8 *p = in.group(row, &step);
            sc_set_rows_b32(&h[g], p, step);
            vec8 bad = sc_set_rows_b32(&r[g], p + 65, step) | sc_set_rows_b32(&s[g], p + 97, step);
            bad |= sc_is_zero(&r[g]) | sc_is_zero(&s[g]);
            if (flags & UFSECP_LOW_S) bad |= sc_is_high(&s[g]);
            ge8_set_keys33(&key[g], p + 32, step);
            key[g].good &= ~bad;
        });
        sc_batch_inv_var(s_inv, s, groups);
        for (size_t g = 0; g < groups; g++) {
            sc5x52x8 a, b;
            fe8 x;
            sc_mul(&b, &h[g], &s_inv[g]);
            sc_mul(&a, &r[g], &s_inv[g]);
            fe_set_scalar(&x, &r[g]);
            lane_claim_set<false>(&sum[g], &key[g], &x, &table, &a, &b);
        }
        lane_claims_inv_var(inverse, lost, sum, groups);
        each_group(at, share, [&](size_t g, size_t row) {
            const vec8 holds = lane_equation_holds(&sum[g], &inverse[g], key[g].odd);
            /* x may also be r + n, where that is below p: r below 2^129, and so limb 3 zero. */
            const u32 repeat = lost[g] | vec_bits((vec8)((r[g].n[3] | r[g].n[4]) == vec8{}));
            lane_note(ok, row, share, vec_bits(key[g].good) & (vec_bits(holds) | repeat), repeat,
                      &all, [&](size_t i) { return rest(i, 1); });
        });
    }
    return share < n ? rest(share, n - share) & all : all;
}

static int lanes_schnorr_verify_rows_var(u8 *ok, const u8 *rows, size_t stride, size_t n) {
    const size_t share = lane_share(n);
    const auto rest = [&](size_t i, size_t m) {
        return lane_rest.schnorr_verify_rows_var(from(ok, i), rows + i * stride, stride, m);
    };
    lane_rows<128> in{rows, stride, share};
    const comb table = comb_for_var(share);
    ge8_compressed key[lane_groups];
    lane_equation sum[lane_groups];
    fe8_stored inverse[lane_groups];
    u8 lost[lane_groups];
    u8 e32[8 * lane_groups][32];
    int all = 1;
    for (size_t at = 0; at < share; at += 8 * lane_groups) {
        const u8 *const first = rows + at * stride;
        memset(e32, 0, sizeof e32);
        bip340_challenges(e32[0], {first + 64, stride}, {first, stride}, {first + 32, stride},
                          chunk_size(at, share, 8 * lane_groups));
        const size_t groups = each_group(at, share, [&](size_t g, size_t row) {
            size_t step;
            const u8 *p = in.group(row, &step);
            sc5x52x8 a, b;
            fe8 x;
            const vec8 canonical =
                fe_set_rows_b32(&x, p + 64, step) & ~sc_set_rows_b32(&b, p + 96, step);
            ge8_set_x32(&key[g], p, step, 0, vec_bits(canonical));
            sc_set_rows_b32(&a, e32[8 * g], 32);
            sc_neg(&a, &a);
            lane_claim_set<true>(&sum[g], &key[g], &x, &table, &a, &b);
        });
        lane_claims_inv_var(inverse, lost, sum, groups);
        each_group(at, share, [&](size_t g, size_t row) {
            const vec8 holds = lane_equation_holds(&sum[g], &inverse[g], key[g].odd) &
                               ~lane_sum_is_odd(&sum[g], &inverse[g]);
            lane_note(ok, row, share, vec_bits(key[g].good) & (vec_bits(holds) | lost[g]), lost[g],
                      &all, [&](size_t i) { return rest(i, 1); });
        });
    }
    return share < n ? rest(share, n - share) & all : all;
}

/* ---- Points as results ---- */

/* How eight affine points leave, normalized; word holds them by rows: the words of x, then of y. */
static inline void put_words(as_key33, u8 *outs, const u64 (*word)[8], size_t count) {
    for (size_t l = 0; l < count; l++, outs += 33) {
        outs[0] = (u8)(2 + (word[l][4] & 1));
        limbs_get_b32(outs + 1, word[l]);
    }
}
struct as_key65 {
    static constexpr size_t size = 65;
};
static inline void put_words(as_key65, u8 *outs, const u64 (*word)[8], size_t count) {
    for (size_t l = 0; l < count; l++, outs += 65) {
        outs[0] = 4;
        limbs_get_b32(outs + 1, word[l]);
        limbs_get_b32(outs + 33, word[l] + 4);
    }
}
static inline void put_words(as_address20, u8 *outs, const u64 (*word)[8], size_t count) {
    u8 xy[8][64];
    for (size_t l = 0; l < count; l++) {
        limbs_get_b32(xy[l], word[l]);
        limbs_get_b32(xy[l] + 32, word[l] + 4);
    }
    ethereum_addresses(outs, xy[0], count);
}

/* Writes the points of rows at, at + 1 ... in their form, zeros where `good` is not set; again(row)
 * writes a lost lane's, and says whether there is one.  in: p of magnitude 1. */
template <class Form, class Again>
static inline void lane_put(Form form, u8 *outs, u8 *ok, size_t at, size_t n, const ge8 *p,
                            u32 good, u32 lost, int *all, const Again &again) {
    const size_t count = chunk_size(at, n, 8);
    u64 word[8][8];
    vec8 by_row[8];
    fe8 x, y;
    fe_load(&x, &p->x);
    fe_load(&y, &p->y);
    fe_normalize_product_var(&x);
    fe_normalize_product_var(&y);
    ge8_scatter(by_row, &x, &y);
    memcpy(word, by_row, sizeof word);
    put_words(form, outs + form.size * at, word, count);
    for (size_t l = 0; l < count; l++)
        if (!(good >> l & 1)) memset(outs + form.size * (at + l), 0, form.size);
    lane_note(ok, at, n, good, lost, all, again);
}

/* r = a P + b G */
static inline void lane_mul2(gej8 *r, const ge8 *p, const comb *table, const sc5x52x8 *a,
                             const sc5x52x8 *b) {
    comb_scalars bits;
    lane_mul(r, p, a);
    comb_set_scalars_var(&bits, table, b);
    comb_add8_var(r, table, &bits, 0);
}

/* outs = points that are made of points, of the first `share` rows: in(&packed, g, row) reads group
 * g of a chunk, between(groups) comes when all are read, out(&q, &p, g) computes q from the point p
 * of the group; again(row) as in lane_put. */
template <class Form, class In, class Between, class Out, class Again>
static inline int lanes_points_var(Form form, u8 *outs, u8 *ok, size_t share, const In &in,
                                   const Between &between, const Out &out, const Again &again) {
    gej8 q[lane_groups];
    ge8_compressed packed[lane_groups];
    ge8 point[lane_groups];
    u8 infinity[lane_groups];
    int all = 1;
    for (size_t at = 0; at < share; at += 8 * lane_groups) {
        const size_t groups =
            each_group(at, share, [&](size_t g, size_t row) { in(&packed[g], g, row); });
        between(groups);
        ge8_lift_var(point, packed, groups);
        for (size_t g = 0; g < groups; g++) out(&q[g], &point[g], g);
        ge8_set_gej_batch_var<lane_groups>(point, infinity, q, groups);
        each_group(at, share, [&](size_t g, size_t row) {
            lane_put(form, outs, ok, row, share, &point[g], vec_bits(packed[g].good), infinity[g],
                     &all, again);
        });
    }
    return all;
}

template <class Form>
static inline int lanes_recover_batch_var(Form form, u8 *outs, u8 *ok, const u8 *rows,
                                          size_t stride, size_t n,
                                          int (*scalar)(u8 *, u8 *, const u8 *, size_t, size_t)) {
    const size_t share = lane_share(n);
    lane_rows<97> in{rows, stride, share};
    const comb table = comb_for_var(share);
    sc5x52x8 h[lane_groups], r[lane_groups], s[lane_groups], r_inv[lane_groups];
    const auto parse = [&](ge8_compressed *rp, size_t g, size_t row) {
        size_t step;
        const u8 *p = in.group(row, &step);
        u32 odd = 0, second = 0, possible = 0;
        fe8 x;
        for (size_t l = 0; l < 8; l++) {
            const u8 recid = p[l * step + 96];
            odd |= (u32)(recid & 1) << l;
            second |= (u32)(recid >> 1 & 1) << l;
            possible |= (u32)(recid < 4) << l;
        }
        sc_set_rows_b32(&h[g], p, step);
        vec8 bad = sc_set_rows_b32(&r[g], p + 32, step) | sc_set_rows_b32(&s[g], p + 64, step);
        bad |= sc_is_zero(&r[g]) | sc_is_zero(&s[g]);
        rp->odd = vec_mask<vec8>(odd);
        rp->good = vec_mask<vec8>(possible) & ~bad & lane_x_of_r(&x, &r[g], vec_mask<vec8>(second));
        fe_store(&rp->x, &x);
    };
    const auto compute = [&](gej8 *q, const ge8 *rp, size_t g) {
        sc5x52x8 a, b;
        sc_mul(&b, &h[g], &r_inv[g]);
        sc_neg(&b, &b);
        sc_mul(&a, &s[g], &r_inv[g]);
        lane_mul2(q, rp, &table, &a, &b);
    };
    const auto rest = [&](size_t i, size_t m) {
        return scalar(outs + form.size * i, from(ok, i), rows + i * stride, stride, m);
    };
    const int all = lanes_points_var(
        form, outs, ok, share, parse, [&](size_t groups) { sc_batch_inv_var(r_inv, r, groups); },
        compute, [&](size_t i) { return rest(i, 1); });
    return share < n ? rest(share, n - share) & all : all;
}
static int lanes_recover_rows_var(u8 *pks33, u8 *ok, const u8 *rows, size_t stride, size_t n) {
    return lanes_recover_batch_var(as_key33{}, pks33, ok, rows, stride, n,
                                   lane_rest.recover_rows_var);
}
static int lanes_ecrecover_rows_var(u8 *addresses20, u8 *ok, const u8 *rows, size_t stride,
                                    size_t n) {
    return lanes_recover_batch_var(as_address20{}, addresses20, ok, rows, stride, n,
                                   lane_rest.ecrecover_rows_var);
}

static int lanes_pubkey_decompress_batch_var(u8 *pks65, u8 *ok, const u8 *pks33, size_t n) {
    const size_t share = lane_share(n);
    lane_rows<33> in{pks33, 33, share};
    ge8_compressed packed[lane_groups];
    ge8 key[lane_groups];
    int all = 1;
    for (size_t at = 0; at < share; at += 8 * lane_groups) {
        const size_t groups = each_group(at, share, [&](size_t g, size_t row) {
            size_t step;
            const u8 *p = in.group(row, &step);
            ge8_set_keys33(&packed[g], p, step);
        });
        ge8_lift_var(key, packed, groups);
        each_group(at, share, [&](size_t g, size_t row) {
            lane_put(as_key65{}, pks65, ok, row, share, &key[g], vec_bits(packed[g].good), 0, &all,
                     [](size_t) { return 0; });
        });
    }
    if (share < n)
        all &= lane_rest.pubkey_decompress_batch_var(pks65 + 65 * share, from(ok, share),
                                                     pks33 + 33 * share, n - share);
    return all;
}

struct as_affine64 {
    static constexpr size_t size = sizeof(affine64);
};
static inline void put_words(as_affine64, u8 *outs, const u64 (*word)[8], size_t count) {
    memcpy(outs, word, sizeof(affine64) * count);
}
static void lanes_points_to_affine_var(affine64 *r, const point64 *a, size_t n) {
    /* One group alone spends more on what its lanes have in common than it spares. */
    if (n < 16) return lane_rest.points_to_affine_var(r, a, n);
    lane_rows<sizeof *a> in{(const u8 *)a, sizeof *a, n};
    gej8 point[lane_groups];
    ge8 affine[lane_groups];
    u8 infinity[lane_groups];
    int all = 1;
    for (size_t at = 0; at < n; at += 8 * lane_groups) {
        const size_t groups = each_group(at, n, [&](size_t g, size_t row) {
            fe8_stored *const to[3] = {&point[g].x, &point[g].y, &point[g].z};
            size_t step;
            const u8 *p = in.group(row, &step);
            for (size_t c = 0; c < 3; c++) {
                vec8 w[4];
                fe8 t;
                vec_load_rows(w, p + 32 * c, step);
                fe_unpack(&t, w);
                fe_store(to[c], &t);
            }
        });
        ge8_set_gej_batch_var<lane_groups>(affine, infinity, point, groups);
        each_group(at, n, [&](size_t g, size_t row) {
            lane_put(as_affine64{}, (u8 *)r, nullptr, row, n, &affine[g], ~(u32)infinity[g], 0,
                     &all, [](size_t) { return 0; });
        });
    }
}

/* out33[i] = the points that compute(&q, &p, g) makes of the n keys; read(g, row) reads what else
 * group g needs and gives its possible lanes; rest(i, m) does m rows from i on without lanes. */
template <class Read, class Compute, class Rest>
static inline int lanes_mul_var(u8 *out33, u8 *ok, const u8 *pks33, size_t n, const Read &read,
                                const Compute &compute, const Rest &rest) {
    const size_t share = lane_share(n);
    lane_rows<33> in{pks33, 33, share};
    const int all = lanes_points_var(
        as_key33{}, out33, ok, share,
        [&](ge8_compressed *packed, size_t g, size_t row) {
            size_t step;
            const u8 *p = in.group(row, &step);
            ge8_set_keys33(packed, p, step);
            packed->good &= read(g, row);
        },
        [](size_t) {}, compute, [&](size_t i) { return rest(i, 1); });
    return share < n ? rest(share, n - share) & all : all;
}

static int lanes_pubkey_mul_batch_var(u8 *out33, u8 *ok, const u8 *scalars32, const u8 *pks33,
                                      size_t n) {
    lane_rows<32> in{scalars32, 32, lane_share(n)};
    sc5x52x8 a[lane_groups];
    return lanes_mul_var(
        out33, ok, pks33, n,
        [&](size_t g, size_t row) {
            size_t step;
            const u8 *p = in.group(row, &step);
            const vec8 over = sc_set_rows_b32(&a[g], p, step);
            return ~(over | sc_is_zero(&a[g]));
        },
        [&](gej8 *q, const ge8 *p, size_t g) { lane_mul(q, p, &a[g]); },
        [&](size_t i, size_t m) {
            return lane_rest.pubkey_mul_batch_var(out33 + 33 * i, from(ok, i), scalars32 + 32 * i,
                                                  pks33 + 33 * i, m);
        });
}
static int lanes_pubkey_mul_one_batch_var(u8 *out33, u8 *ok, const u8 *scalar32, const u8 *pks33,
                                          size_t n) {
    sc k;
    kplan plan;
    const bool usable = is_true_var(sc_set_b32_seckey(&k, scalar32));
    if (!usable) sc_set_one(&k);
    kplan_from_scalar_var(&plan, &k);
    return lanes_mul_var(
        out33, ok, pks33, n, [&](size_t, size_t) { return vec_mask<vec8>(usable ? 0xFF : 0); },
        [&](gej8 *q, const ge8 *p, size_t) { mul8_plan_var(q, &plan, p); },
        [&](size_t i, size_t m) {
            return lane_rest.pubkey_mul_one_batch_var(out33 + 33 * i, from(ok, i), scalar32,
                                                      pks33 + 33 * i, m);
        });
}
static int lanes_pubkey_mul_add_batch_var(u8 *out33, u8 *ok, const u8 *as32, const u8 *pks33,
                                          const u8 *bs32, size_t n) {
    const comb table = comb_for_var(lane_share(n));
    lane_rows<32> a_in{as32, 32, lane_share(n)}, b_in{bs32, 32, lane_share(n)};
    sc5x52x8 a[lane_groups], b[lane_groups];
    return lanes_mul_var(
        out33, ok, pks33, n,
        [&](size_t g, size_t row) {
            size_t step;
            const u8 *p = a_in.group(row, &step);
            const vec8 over = sc_set_rows_b32(&a[g], p, step);
            p = b_in.group(row, &step);
            return ~(over | sc_set_rows_b32(&b[g], p, step));
        },
        [&](gej8 *q, const ge8 *p, size_t g) { lane_mul2(q, p, &table, &a[g], &b[g]); },
        [&](size_t i, size_t m) {
            return lane_rest.pubkey_mul_add_batch_var(out33 + 33 * i, from(ok, i), as32 + 32 * i,
                                                      pks33 + 33 * i, bs32 + 32 * i, m);
        });
}

static int lanes_mul_gen_batch_var(u8 *out33, u8 *ok, const u8 *scalars32, size_t n) {
    constexpr size_t groups = 64; /* an inversion for every window asks for more rows */
    const size_t share = lane_share(n);
    const comb table = comb_for_var(share);
    lane_rows<32> in{scalars32, 32, share};
    comb_sums<groups> sums;
    u32 good[groups];
    int all = 1;
    const auto rest = [&](size_t i, size_t m) {
        return lane_rest.mul_gen_batch_var(out33 + 33 * i, from(ok, i), scalars32 + 32 * i, m);
    };
    for (size_t at = 0; at < share; at += 8 * groups) {
        const size_t used = groups_of(chunk_size(at, share, 8 * groups));
        for (size_t g = 0; g < used; g++) {
            size_t step;
            const u8 *p = in.group(at + 8 * g, &step);
            sc5x52x8 k;
            const vec8 over = sc_set_rows_b32(&k, p, step);
            good[g] = vec_bits(~(over | sc_is_zero(&k)));
            comb_set_scalars_var(&sums.scalars[g], &table, &k);
        }
        comb_run_var(&sums, &table, used);
        for (size_t g = 0; g < used; g++)
            lane_put(as_key33{}, out33, ok, at + 8 * g, share, &sums.sum[g], good[g], sums.lost[g],
                     &all, [&](size_t i) { return rest(i, 1); });
    }
    return share < n ? rest(share, n - share) & all : all;
}

/* msm_split_var in lanes. */
static inline void lanes_msm_split_var(const msm_halves *h, const u64 (*scalars4)[4], size_t n) {
    for (size_t at = 0; at < n; at += 8) {
        const size_t m = chunk_size(at, n, 8);
        sc5x52x8 k;
        u64 last[8][4] = {};
        vec8 half[2][3];
        if (m < 8) memcpy(last, scalars4 + at, m * sizeof *last);
        sc_set_rows_limbs64(&k, m < 8 ? last : scalars4 + at);
        sc_split_lambda(half[0], half[1], &k);
        for (size_t j = 0; j < 2; j++) {
            const vec8 sign = half[j][2], low = (half[j][0] ^ sign) - sign;
            const vec8 high = (half[j][1] ^ sign) + (sign & 1 & (vec8)(low == vec8{}));
            for (size_t l = 0; l < m; l++)
                h->set(j * n + at + l, low[l], high[l], 0, (u32)sign[l] & 1);
        }
    }
}

/* ---- Secret keys ---- */

/* r = eight points x || y; returns the lanes that are on the curve, their bytes in range. */
static inline vec8 ge8_set_rows_xy_var(ge8 *r, const u8 *xy64, size_t step) {
    fe8 x, y, t, b;
    const vec8 below_p = fe_set_rows_b32(&x, xy64, step) & fe_set_rows_b32(&y, xy64 + 32, step);
    fe_store(&r->x, &x);
    fe_store(&r->y, &y);
    fe_sqr(&t, &x);
    fe_set_int(&b, UF_CURVE_B);
    fe_mul_add(&t, &t, &x, &b);
    fe_sqr(&y, &y);
    return below_p & fe_equal(&t, &y);
}

/* As points_parse_var, in lanes: those that have no point, or are left over, hold none. */
template <size_t N>
static inline void lane_points_parse_var(ge8 *point, mask *good, const u8 *rows, size_t size,
                                         size_t n) {
    const size_t groups = groups_of(n);
    ge8_compressed packed[N];
    UF_CHECK(groups <= N);
    if (size == 33) {
        lane_rows<33> in{rows, 33, n};
        for (size_t g = 0; g < groups; g++) {
            size_t step;
            const u8 *p = in.group(8 * g, &step);
            ge8_set_keys33(&packed[g], p, step);
        }
        ge8_lift_var(point, packed, groups);
    } else {
        lane_rows<64> in{rows, 64, n};
        for (size_t g = 0; g < groups; g++) {
            size_t step;
            const u8 *p = in.group(8 * g, &step);
            packed[g].good = ge8_set_rows_xy_var(&point[g], p, step);
        }
    }
    for (size_t i = 0; i < n; i++) good[i] = mask_of_bit(vec_bits(packed[i / 8].good) >> i % 8 & 1);
}

/* points_parse_var by lanes, for n <= secret_chunk. */
static inline void chunk_parse_var(ge *p, mask *good, const u8 *rows, size_t size, size_t n) {
    static_assert(secret_chunk % 8 == 0);
    ge8 point[secret_chunk / 8];
    ge row[8];
    lane_points_parse_var<secret_chunk / 8>(point, good, rows, size, n);
    for (size_t i = 0; i < n; i++) {
        if (i % 8 == 0) ge8_get_rows(row, &point[i / 8]);
        if (is_true_var(good[i])) p[i] = row[i % 8];
        else ge_set_generator(&p[i]);
    }
}
UF_PUBLIC_ONLY(chunk_parse_var);

static int lanes_ecdh_batch(u8 *outs32, u8 *ok, const u8 *pks33, const u8 *sk32, size_t n) {
    return shared_points_batch<chunk_parse_var>(as_ecdh_hash{}, outs32, ok, pks33, sk32, n);
}
static int lanes_pubkey_mul_secret_batch(u8 *out33, u8 *ok, const u8 *sk32, const u8 *pks33,
                                         size_t n) {
    return shared_points_batch<chunk_parse_var>(as_shared_key{}, out33, ok, pks33, sk32, n);
}

}  // namespace ufsecp::UF_TARGET

#include "engine/claims_lanes.inl"
#include "engine/silent_lanes.inl"

namespace ufsecp::UF_TARGET {

static constexpr auto lanes_claims_sum_var = claims_sum_var<many_lanes, lanes_claims_rows_var>;
static constexpr auto lanes_claims_bytes = claims_bytes;
static constexpr auto lanes_msm_var = msm_var<many_lanes, msm_pays_lanes, lanes_msm_split_var>;
static constexpr auto lanes_silent_sums_var = silent_sums_var<many_lanes>;

}  // namespace ufsecp::UF_TARGET
