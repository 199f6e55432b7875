// The lane field: every operation of fe5x52x8, fe5x52x4 and wide elements, every lane against
// the scalar field and for some cases the reference model: random values, the edges of every
// limb and the greatest ones of every magnitude in each lane beside ordinary ones, aliasing, the
// bounds the comments state.
#include "field_lanes.h"

#include <string.h>

#include <type_traits>

#include "lanes/fe_lanes_beside.h"

namespace {

using namespace ufsecp::UF_TARGET;
using namespace lane_test;

/* Every operation that the magnitudes permit. */
template <class Oracle, class V, bool wide>
__attribute__((noinline)) void check_operations(const operand<V, wide> &a,
                                                const operand<V, wide> &b,
                                                const operand<V, wide> &c,
                                                const operand<V, wide> &d, int k, u32 bits) {
    using O = Oracle;
    constexpr int n = lanes<V>;
    const int ma = a.m, mb = b.m, mc = c.m, md = d.m;
    const bool digits = ma <= 8 && mb <= 8; /* what a product can read */
    words want[n], ab[n], aa[n], cc[n], cd[n];
    each(ab, [&](int l) { return O::mul(a.v[l], b.v[l]); });
    each(aa, [&](int l) { return O::mul(a.v[l], a.v[l]); });
    each(cc, [&](int l) { return O::mul(c.v[l], c.v[l]); });
    each(cd, [&](int l) { return O::mul(c.v[l], d.v[l]); });
    fe_n<V, wide> r;
    if (ma + mb <= 32) {
        fe_add(&r, &a.e, &b.e);
        each(want, [&](int l) { return O::add(a.v[l], b.v[l]); });
        expect<O>("add", __LINE__, r, ma + mb, want, &a, &b);
    }
    if (ma + mb + 1 <= 32) {
        fe_sub(&r, &a.e, &b.e, mb);
        each(want, [&](int l) { return O::sub(a.v[l], b.v[l]); });
        expect<O>("sub", __LINE__, r, ma + mb + 1, want, &a, &b);
    }
    if (ma <= 31) {
        fe_neg(&r, &a.e, ma);
        each(want, [&](int l) { return O::sub(words{}, a.v[l]); });
        expect<O>("neg", __LINE__, r, ma + 1, want, &a);
        fe_half(&r, &a.e);
        each(want, [&](int l) { return O::half(a.v[l]); });
        expect<O>("half", __LINE__, r, ma / 2 + 1, want, &a);
    }
    if (ma * k <= 32) {
        fe_mul_int(&r, &a.e, k);
        each(want, [&](int l) { return O::mul(a.v[l], {(u64)k, 0, 0, 0}); });
        expect<O>("mul_int", __LINE__, r, ma * k, want, &a);
    }
    if (ma <= 1) {
        fe_three_halves(&r, &a.e);
        each(want, [&](int l) { return O::half(O::mul(a.v[l], {3})); });
        LANE_CHECK(r.carried, "three_halves");
        expect<O>("three_halves", __LINE__, r, 2, want, &a);
        r = a.e;
        fe_cond_neg(&r, vec_mask<V>(bits));
        each(want, [&](int l) { return bits >> l & 1 ? O::sub(words{}, a.v[l]) : a.v[l]; });
        expect<O>("cond_neg", __LINE__, r, 2, want, &a);
    }
    if (ma <= 8) {
        fe_sqr(&r, &a.e);
        expect_product<O>("sqr", __LINE__, r, aa, &a);
    }
    if constexpr (std::is_same_v<V, vec8> && !wide)
        if (digits) { /* chains of one element and of several */
            const int times = 1 + k % 3;
            constexpr int together = roots_together;
            const operand<V, wide> *const of[] = {&a, &b, &b, &a};
            fe5x52x8_beside<together> in, out;
            for (int i = 0; i < together; i++) in.of[i] = *base(&of[i]->e);
            const auto expect_power = [&](const char *what, const operand<V, wide> &x) {
                each(want, [&](int l) {
                    words v = x.v[l];
                    for (int i = 0; i < times; i++) v = O::mul(v, v);
                    return v;
                });
                expect_product<O>(what, __LINE__, r, want, &x);
            };
            fe5x52x8_beside<1> one{{in.of[0]}};
            fe_sqr_times(&one, &one, times);
            *base(&r) = one.of[0];
            expect_power("sqr_times", a);
            fe_sqr_times(&out, &in, times);
            for (int i = 0; i < together; i++) {
                *base(&r) = out.of[i];
                expect_power("sqr_times of several", *of[i]);
            }
            out = in;
            fe_sqr_times(&out, &out, times);
            *base(&r) = out.of[1];
            expect_power("sqr_times where it is", b);
        }
    if (digits) {
        fe_mul(&r, &a.e, &b.e);
        expect_product<O>("mul", __LINE__, r, ab, &a, &b);
    }
    if (digits && mc <= 8 && md <= 8 && ma * mb + mc * md <= 64) {
        fe_mul2(&r, &a.e, &b.e, &c.e, &d.e);
        each(want, [&](int l) { return O::add(ab[l], cd[l]); });
        expect_product<O>("mul2", __LINE__, r, want, &a, &b, &c, &d);
    }
    if (digits && ma * mb + mc * mc <= 64) {
        fe_mul_sqr(&r, &a.e, &b.e, &c.e);
        each(want, [&](int l) { return O::add(ab[l], cc[l]); });
        expect_product<O>("mul_sqr", __LINE__, r, want, &a, &b, &c);
    }
    if (digits && ma * mb + mc <= 64) {
        fe_mul_add(&r, &a.e, &b.e, &c.e);
        each(want, [&](int l) { return O::add(ab[l], c.v[l]); });
        expect_carried<O>("mul_add", __LINE__, r, want, &a, &b, &c);
    }
    if (ma <= 8 && ma * ma + mc <= 64) {
        fe_sqr_add(&r, &a.e, &c.e);
        each(want, [&](int l) { return O::add(aa[l], c.v[l]); });
        expect_carried<O>("sqr_add", __LINE__, r, want, &a, &c);
    }
    if (ma <= 8 && ma * ma + 2 * mb <= 64) {
        words sum[n];
        fe_sqr_add2(&r, &a.e, &b.e);
        each(sum, [&](int l) { return O::add(aa[l], O::add(b.v[l], b.v[l])); });
        expect_carried<O>("sqr_add2", __LINE__, r, sum, &a, &b);
        if (ma * ma + 2 * mb + mc <= 64) {
            fe_sqr_add2(&r, &a.e, &b.e, &c.e);
            each(want, [&](int l) { return O::add(sum[l], c.v[l]); });
            expect_carried<O>("sqr_add2", __LINE__, r, want, &a, &b, &c);
        }
    }
    r = a.e;
    fe_normalize_weak(&r);
    expect_carried<O>("normalize_weak", __LINE__, r, a.v, &a);
    fe_fold_top(&r);
    V packed[4];
    fe_pack(packed, &r);
    fe_unpack(&r, packed);
    expect_carried<O>("fold_top, pack, unpack", __LINE__, r, a.v, &a);
    r = a.e;
    fe_fold_top(&r);
    expect_carried<O>("fold_top", __LINE__, r, a.v, &a);
    r = a.e;
    fe_normalize(&r);
    expect_normalized("normalize", __LINE__, r, a.v, &a);
    bool odd[n], zero[n], equal[n], all[n];
    for (int l = 0; l < n; l++) {
        odd[l] = a.v[l][0] & 1, zero[l] = a.v[l] == words{}, equal[l] = a.v[l] == b.v[l];
        all[l] = true;
    }
    expect_mask("is_odd", __LINE__, fe_is_odd(&r), odd);
    expect_mask("is_zero", __LINE__, fe_is_zero(&a.e), zero);
    expect_mask("equal", __LINE__, fe_equal(&a.e, &b.e), equal);
    expect_mask("equal", __LINE__, fe_equal(&a.e, &a.e), all);
    expect_mask("equal", __LINE__, fe_equal(&r, &a.e), all);
    r = b.e;
    fe_cmov(&r, &a.e, vec_mask<V>(bits));
    each(want, [&](int l) { return bits >> l & 1 ? a.v[l] : b.v[l]; });
    LANE_CHECK(r.carried == (a.e.carried && b.e.carried), "cmov");
    expect<O>("cmov", __LINE__, r, std::max(ma, mb), want, &a, &b);
    fe_stored<V> stored;
    fe_store(&stored, &a.e);
    fe_load(&r, &stored);
    LANE_CHECK(r.carried, "store, load");
    expect<O>("store, load", __LINE__, r, a.e.carried ? ma : 1, a.v, &a);
}

template <class V, bool wide = false>
void random_values() {
    rng g(1);
    for (int i = scaled(1000000 / lanes<V>); i-- > 0;) {
        operand<V, wide> x[4];
        for (auto &a : x) {
            V packed[4];
            for (auto &w : packed)
                for (int l = 0; l < lanes<V>; l++) w[l] = g();
            fe_unpack(&a.e, packed);
            a.m = 1;
            a.evaluate();
        }
        check_operations<by_scalar>(x[0], x[1], x[2], x[3], (int)(g() % 33), (u32)g());
    }
}

/* Mostly small magnitudes, so that the products are within bounds often, and at the bound. */
template <class Oracle, class V, bool wide>
void edges(int count) {
    rng g(2);
    for (int i = scaled(count); i-- > 0;) {
        auto pick = [&] { return 1 + (int)(g() % (g() % 4 ? 8 : 32)); };
        operand<V, wide> a, b, c, d;
        make(&a, g, pick());
        make(&b, g, g() % 2 ? pick() : std::max(1, 32 / a.m));
        make(&c, g, g() % 2 ? pick() : 5);
        make(&d, g, std::min(32, std::max(1, (64 - a.m * b.m) / c.m)));
        if (std::is_same_v<Oracle, by_model>)
            a.template evaluate<Oracle>(), b.template evaluate<Oracle>(),
                c.template evaluate<Oracle>(), d.template evaluate<Oracle>();
        check_operations<Oracle>(a, b, c, d, (int)(g() % 33), (u32)g());
    }
}
template <class V, bool wide = false>
void edge_values() {
    edges<by_scalar, V, wide>(500000 / lanes<V>);
}
template <class V>
void edge_values_by_the_model() {
    edges<by_model, V, false>(2000 / lanes<V>);
}

/* Each limb at each of its edges, one lane after the other beside ordinary ones; where least is
 * done, in one lane. */
template <class V, bool wide = false>
void every_limb_in_every_lane() {
    rng g(3);
    operand<V, wide> b, c;
    make(&b, g, 1), make(&c, g, 1);
    const int rounds = std::max(1, scaled(3));
    const bool all = scaled(1000) > 1;
    for (int m : {1, 2, 3, 5, 8, 16, 31, 32})
        for (int l = 0; l < lanes<V>; l++)
            for (int i = 0; i < 5; i++) {
                if (!all && l != (m + i) % lanes<V>) continue;
                for (u64 edge : {(u64)0, (u64)1, nominal(i) - 1, nominal(i), nominal(i) + 1,
                                 fe52_parts::prime[i] - 1, fe52_parts::prime[i], 2 * nominal(i),
                                 greatest_limb<wide>(i, m) - 1, greatest_limb<wide>(i, m)})
                    for (int round = 0; round < rounds; round++) {
                        operand<V, wide> a;
                        for (int j = 0; j < lanes<V>; j++) {
                            u64 limbs[5];
                            random_limbs(limbs, g);
                            if (j == l && round == 1)
                                for (int t = 0; t < 5; t++) limbs[t] = greatest_limb<wide>(t, m);
                            if (j == l && round == 2)
                                for (int t = 0; t < 5; t++) limbs[t] = fe52_parts::prime[t];
                            if (j == l) limbs[i] = edge;
                            limbs[4] -= excess(limbs, m);
                            set_lane(&a.e, j, limbs);
                        }
                        a.e.carried = false;
                        a.m = m;
                        a.evaluate();
                        check_operations<by_scalar>(a, b, c, b, 1, 1u << l);
                    }
            }
}

/* The columns' bounds at the greatest limbs of all allowed magnitudes, and the results there. */
template <class V>
void check_columns(const V c[10], const char *what) {
    u64 carry = 0;
    for (int k = 0; k < 10; k++) {
        LANE_CHECK(c[k][0] >> 63 == 0, "%s, column %d", what, k);
        carry = (c[k][0] + carry) >> 52;
    }
    LANE_CHECK(vec_loose || carry == 0, "%s: a sum of 2^520 or more", what);
    LANE_CHECK(c[9][0] <= low52, "%s: the last column is no digit", what);
}
template <class V, bool wide = false>
void greatest_limbs() {
    operand<V, wide> top[33];
    for (int m = 0; m <= 32; m++) top[m] = greatest<V, wide>(m);
    for (int ma = 0; ma <= 8; ma++)
        for (int mb = 0; mb <= 8; mb++)
            for (int mc = 0; mc <= 8; mc++)
                for (int md = mc; md <= 8; md++) {
                    if (ma * mb + mc * md > 64) continue;
                    V x[5], y[5], columns[10]{};
                    fe_digits(x, &top[ma].e), fe_digits(y, &top[mb].e);
                    fe_columns_mul(columns, x, y);
                    fe_digits(x, &top[mc].e), fe_digits(y, &top[md].e);
                    fe_columns_mul(columns, x, y);
                    check_columns<V>(columns, "mul2");
                    if (mc == md) {
                        V squares[10];
                        fe_columns_sqr(squares, x);
                        fe_digits(x, &top[ma].e), fe_digits(y, &top[mb].e);
                        fe_columns_mul(squares, x, y);
                        check_columns<V>(squares, "mul_sqr");
                    }
                    if (ma * mb + mc * (md + 1) > 64 || ma * mb + (mc + 1) * md > 64)
                        check_operations<by_scalar>(top[ma], top[mb], top[mc], top[md], 1, 1);
                }
    for (int ma = 1; ma <= 8; ma++)
        for (int mb = 0; mb <= 32; mb++)
            for (int mc = 0; mc <= 32 && ma * ma + 2 * mb + mc <= 64; mc++) {
                V x[5], columns[10];
                fe_digits(x, &top[ma].e);
                fe_columns_sqr<V>(columns, x, top[mb].e.n, top[mc].e.n);
                check_columns<V>(columns, "sqr_add2");
                if (ma * ma + 2 * mb + mc == 64)
                    check_operations<by_scalar>(top[ma], top[mb], top[mc], top[0], 1, 4);
            }
    for (int m = 0; m <= 32; m++)
        for (int other = 0; other <= 32; other++)
            check_operations<by_scalar>(top[m], top[other], top[other], top[m], m ? 32 / m : 32, 2);
}

/* The reduction alone, up to its own bounds: columns below 2^63, their sum below 2^520, and where
 * digits are loose column 5 not 0. */
template <class V, bool wide = false>
void reduction() {
    rng g(4);
    const u64 top = ((u64)1 << 63) - 1;
    for (int i = scaled(1000000 / lanes<V>); i-- > 0;) {
        V c[10];
        words want[lanes<V>];
        const int which = (int)(g() % (u64)(lanes<V> + 2));
        for (int l = 0; l < lanes<V>; l++) {
            const bool edge = which == l || which == lanes<V>;
            const unsigned kind = edge ? (unsigned)(g() % 4) : 4;
            u64 columns[10], carry = 0;
            for (int k = 0; k < 10; k++) {
                const u64 choice[] = {top, 0, low52, top - low52, g() & top};
                columns[k] = kind == 0 ? top : kind == 4 ? g() & top : choice[g() % 5];
                if (vec_loose && k == 5) columns[k] |= 1;
                if (k == 9) columns[k] = (kind == 4 ? g() & low52 : low52 - g() % 2);
                if (k == 9) columns[k] -= std::min(columns[k], carry);
                carry = (columns[k] + carry) >> 52;
                c[k][l] = columns[k];
            }
            want[l] = by_scalar::value(columns, 10);
        }
        fe_n<V, wide> r;
        fe_reduce(&r, c);
        if (wide) fe_carry(&r);
        expect_carried<by_scalar>("reduce", __LINE__, r, want);
    }
}

/* Products that are a small number modulo p, or just below p: the last carries and folds. */
template <class V, bool wide = false>
void small_products() {
    rng g(5);
    for (int i = scaled(20000 / lanes<V>); i-- > 0;) {
        operand<V, wide> a, b, c;
        make(&a, g, 1 + (int)(g() % 8));
        for (int l = 0; l < lanes<V>; l++) {
            fe4x64 x = by_scalar::element(a.v[l]), t;
            fe_inv_fermat(&t, &x);
            u64 small = g() >> (g() % 64);
            words v = by_scalar::mul(by_scalar::number(t), {g() % 2 ? small : g() % 4, 0, 0, 0});
            if (g() % 2) v = by_scalar::sub(words{}, v);
            set_lane(&b.e, l, v);
        }
        b.m = 1, b.evaluate();
        for (int l = 0; l < lanes<V>; l++) /* c = +- a*b, small */
            set_lane(&c.e, l, by_scalar::mul(a.v[l], b.v[l]));
        c.m = 1, c.evaluate();
        check_operations<by_scalar>(a, b, c, b, 3, (u32)g());
        check_operations<by_scalar>(b, a, a, b, 3, (u32)g());
        operand<V, wide> negative = c;
        fe_neg(&negative.e, &c.e, 1);
        negative.m = 2, negative.evaluate();
        fe_n<V, wide> one, r;
        fe_set_one(&one);
        words zero[lanes<V>]{};
        if (a.m <= 7) { /* a*b - a*b, a representation of 0 */
            fe_mul2(&r, &a.e, &b.e, &negative.e, &one);
            expect_product<by_scalar>("zero", __LINE__, r, zero, &a, &b, &negative);
            LANE_CHECK(vec_bits(fe_is_zero(&r)) == (1u << lanes<V>)-1, "zero");
        }
    }
}

/* Every operation with its output on every input and inputs on each other; what is not the output
 * stays as it was. */
template <class V, bool wide = false>
void aliasing() {
    using O = by_scalar;
    constexpr int n = lanes<V>;
    rng g(6);
    for (int round = scaled(200); round-- > 0;) {
        operand<V, wide> start[3];
        make(&start[0], g, 3), make(&start[1], g, 2), make(&start[2], g, 1);
        fe_n<V, wide> s[3];
        words want[n];
        const auto reset = [&] {
            for (int i = 0; i < 3; i++) s[i] = start[i].e;
        };
        const auto check = [&](const char *what, int out, int m, auto f) {
            each(want, f);
            expect<O>(what, __LINE__, s[out], m, want, &start[0], &start[1], &start[2]);
            for (int i = 0; i < 3; i++)
                LANE_CHECK(i == out || (memcmp(s[i].n, start[i].e.n, sizeof s[i].n) == 0 &&
                                        s[i].carried == start[i].e.carried),
                           "%s wrote an input", what);
            reset();
        };
        reset();
        for (int r = 0; r < 3; r++)
            for (int a = 0; a < 3; a++) {
                const auto &x = start[a];
                fe_neg(&s[r], &s[a], x.m);
                check("neg", r, x.m + 1, [&](int l) { return O::sub(words{}, x.v[l]); });
                fe_half(&s[r], &s[a]);
                check("half", r, x.m / 2 + 1, [&](int l) { return O::half(x.v[l]); });
                fe_mul_int(&s[r], &s[a], 7);
                check("mul_int", r, 7 * x.m, [&](int l) { return O::mul(x.v[l], {7, 0, 0, 0}); });
                fe_sqr(&s[r], &s[a]);
                check("sqr", r, 1, [&](int l) { return O::mul(x.v[l], x.v[l]); });
                if (x.m == 1) {
                    fe_three_halves(&s[r], &s[a]);
                    check("three_halves", r, 2,
                          [&](int l) { return O::half(O::mul(x.v[l], {3})); });
                }
                const u32 bits = (u32)g();
                fe_cmov(&s[r], &s[a], vec_mask<V>(bits));
                check("cmov", r, std::max(start[r].m, x.m),
                      [&](int l) { return bits >> l & 1 ? x.v[l] : start[r].v[l]; });
                for (int b = 0; b < 3; b++) {
                    const auto &y = start[b];
                    const auto xy = [&](int l) { return O::mul(x.v[l], y.v[l]); };
                    const auto xx = [&](int l) { return O::mul(x.v[l], x.v[l]); };
                    fe_add(&s[r], &s[a], &s[b]);
                    check("add", r, x.m + y.m, [&](int l) { return O::add(x.v[l], y.v[l]); });
                    fe_sub(&s[r], &s[a], &s[b], y.m);
                    check("sub", r, x.m + y.m + 1, [&](int l) { return O::sub(x.v[l], y.v[l]); });
                    fe_mul(&s[r], &s[a], &s[b]);
                    check("mul", r, 1, xy);
                    fe_sqr_add(&s[r], &s[a], &s[b]);
                    check("sqr_add", r, 1, [&](int l) { return O::add(xx(l), y.v[l]); });
                    const auto xx2y = [&](int l) { return O::add(xx(l), O::add(y.v[l], y.v[l])); };
                    fe_sqr_add2(&s[r], &s[a], &s[b]);
                    check("sqr_add2", r, 1, xx2y);
                    for (int c = 0; c < 3; c++) {
                        const auto &z = start[c];
                        fe_sqr_add2(&s[r], &s[a], &s[b], &s[c]);
                        check("sqr_add2", r, 1, [&](int l) { return O::add(xx2y(l), z.v[l]); });
                        fe_mul_add(&s[r], &s[a], &s[b], &s[c]);
                        check("mul_add", r, 1, [&](int l) { return O::add(xy(l), z.v[l]); });
                        fe_mul_sqr(&s[r], &s[a], &s[b], &s[c]);
                        check("mul_sqr", r, 1,
                              [&](int l) { return O::add(xy(l), O::mul(z.v[l], z.v[l])); });
                        for (int d = 0; d < 3; d++) {
                            const auto &w = start[d];
                            fe_mul2(&s[r], &s[a], &s[b], &s[c], &s[d]);
                            check("mul2", r, 1,
                                  [&](int l) { return O::add(xy(l), O::mul(z.v[l], w.v[l])); });
                        }
                    }
                }
            }
        fe_n<V, wide> t = start[0].e;
        fe_inv_fermat(&t, &t);
        fe_mul(&t, &t, &start[0].e);
        fe_sqr_times(&s[0], &s[0], 3);
        check("sqr_times", 0, 1, [&](int l) {
            words v = start[0].v[l];
            for (int i = 0; i < 3; i++) v = O::mul(v, v);
            return v;
        });
        each(want, [&](int l) { return words{start[0].v[l] != words{}, 0, 0, 0}; });
        expect_product<O>("inv_fermat", __LINE__, t, want, &start[0]);
    }
}

/* Random programs: what lazy sums accumulate over many steps, and the note of what is carried. */
template <class V, bool wide = false>
void programs() {
    using O = by_scalar;
    rng g(7);
    for (int round = scaled(6000 / lanes<V>); round-- > 0;) {
        operand<V, wide> s[4];
        for (auto &x : s) make(&x, g, 1 + (int)(g() % 3));
        for (int step = 0; step < 100; step++) {
            operand<V, wide> r;
            const auto &a = s[g() % 4], &b = s[g() % 4], &c = s[g() % 4], &d = s[g() % 4];
            const int ma = a.m, mb = b.m, mc = c.m, md = d.m, k = 1 + (int)(g() % 32);
            const bool ab = ma <= 8 && mb <= 8;
            const u32 bits = (u32)g();
            const auto set = [&](int m, auto f) {
                r.m = m;
                each(r.v, f);
            };
            r.e = a.e;
            switch (g() % 17) {
            case 0:
                if (ma + mb > 32) continue;
                fe_add(&r.e, &a.e, &b.e);
                set(ma + mb, [&](int l) { return O::add(a.v[l], b.v[l]); });
                break;
            case 1:
                if (ma + mb + 1 > 32) continue;
                fe_sub(&r.e, &a.e, &b.e, mb);
                set(ma + mb + 1, [&](int l) { return O::sub(a.v[l], b.v[l]); });
                break;
            case 2:
                if (ma + 1 > 32) continue;
                fe_neg(&r.e, &a.e, ma);
                set(ma + 1, [&](int l) { return O::sub(words{}, a.v[l]); });
                break;
            case 3:
                if (ma * k > 32) continue;
                fe_mul_int(&r.e, &a.e, k);
                set(ma * k, [&](int l) { return O::mul(a.v[l], {(u64)k, 0, 0, 0}); });
                break;
            case 4:
                if (ma > 31) continue;
                fe_half(&r.e, &a.e);
                set(ma / 2 + 1, [&](int l) { return O::half(a.v[l]); });
                break;
            case 5:
                if (!ab) continue;
                fe_mul(&r.e, &a.e, &b.e);
                set(1, [&](int l) { return O::mul(a.v[l], b.v[l]); });
                break;
            case 6:
                if (ma > 8) continue;
                fe_sqr(&r.e, &a.e);
                set(1, [&](int l) { return O::mul(a.v[l], a.v[l]); });
                break;
            case 7:
                if (!ab || mc > 8 || md > 8 || ma * mb + mc * md > 64) continue;
                fe_mul2(&r.e, &a.e, &b.e, &c.e, &d.e);
                set(1,
                    [&](int l) { return O::add(O::mul(a.v[l], b.v[l]), O::mul(c.v[l], d.v[l])); });
                break;
            case 8:
                if (!ab || ma * mb + mc * mc > 64) continue;
                fe_mul_sqr(&r.e, &a.e, &b.e, &c.e);
                set(1,
                    [&](int l) { return O::add(O::mul(a.v[l], b.v[l]), O::mul(c.v[l], c.v[l])); });
                break;
            case 9:
                if (ma > 8 || ma * ma + mc > 64) continue;
                fe_sqr_add(&r.e, &a.e, &c.e);
                set(1, [&](int l) { return O::add(O::mul(a.v[l], a.v[l]), c.v[l]); });
                break;
            case 10:
                if (ma > 8 || ma * ma + 2 * mb + mc > 64) continue;
                fe_sqr_add2(&r.e, &a.e, &b.e, &c.e);
                set(1, [&](int l) {
                    return O::add(O::add(O::mul(a.v[l], a.v[l]), c.v[l]), O::add(b.v[l], b.v[l]));
                });
                break;
            case 11:
                if (!ab || ma * mb + mc > 64) continue;
                fe_mul_add(&r.e, &a.e, &b.e, &c.e);
                set(1, [&](int l) { return O::add(O::mul(a.v[l], b.v[l]), c.v[l]); });
                break;
            case 12:
                if (ma > 1) continue;
                fe_three_halves(&r.e, &a.e);
                set(2, [&](int l) { return O::half(O::mul(a.v[l], {3})); });
                break;
            case 13:
                if (ma > 1) continue;
                fe_cond_neg(&r.e, vec_mask<V>(bits));
                set(2, [&](int l) { return bits >> l & 1 ? O::sub(words{}, a.v[l]) : a.v[l]; });
                break;
            case 14:
                fe_cmov(&r.e, &b.e, vec_mask<V>(bits));
                set(std::max(ma, mb), [&](int l) { return bits >> l & 1 ? b.v[l] : a.v[l]; });
                break;
            case 15:
                fe_normalize(&r.e);
                set(1, [&](int l) { return a.v[l]; });
                break;
            default: fe_normalize_weak(&r.e); set(1, [&](int l) { return a.v[l]; });
            }
            expect<O>("program", __LINE__, r.e, r.m, r.v, &a, &b, &c, &d);
            s[g() % 4] = r;
        }
    }
}

/* Zero in every disguise, and numbers that differ from it in one bit. */
template <class V, bool wide = false>
void zero() {
    rng g(8);
    constexpr u32 all = (1u << lanes<V>)-1;
    const auto check = [&](const fe_n<V, wide> &a, u32 want) {
        fe_n<V, wide> nothing, t = a;
        fe_set_int(&nothing, 0);
        const u32 got = vec_bits(fe_is_zero(&a));
        LANE_CHECK(got == want, "%x, not %x", got, want);
        LANE_CHECK(vec_bits(fe_equal(&a, &nothing)) == want, "equal");
        LANE_CHECK(vec_bits(fe_equal(&nothing, &a)) == want, "equal");
        fe_normalize(&t);
        LANE_CHECK(vec_bits(fe_is_zero(&t)) == want, "normalized");
        LANE_CHECK((vec_bits(fe_is_odd(&t)) & want) == 0, "odd");
    };
    for (int i = scaled(100000 / lanes<V>); i-- > 0;) {
        fe_n<V, wide> a, b;
        u32 want = 0, carried = g() % 4 == 0;
        for (int l = 0; l < lanes<V>; l++) {
            const u64 k = g() % (carried ? 2 : 64); /* k*p, within magnitude 32 */
            u64 limbs[5];
            for (int j = 0; j < 5; j++) limbs[j] = k * fe52_parts::prime[j];
            if (!carried) /* move units of a limb to the one below */
                for (int j = 4; j > 0; j--) {
                    const u64 room = (greatest_limb<wide>(j - 1, 32) - limbs[j - 1]) >> 52;
                    const u64 moved = std::min({g() % (wide ? 1024 : 64), room, limbs[j]});
                    limbs[j] -= moved, limbs[j - 1] += moved << 52;
                }
            if (!carried && g() % 2) /* or up, which leaves nominal limbs but the last */
                for (int j = 0; j < 4; j++) limbs[j + 1] += limbs[j] >> 52, limbs[j] &= low52;
            set_lane(&a, l, limbs);
            const int at = (int)(g() % 5);
            if (g() % 3) {
                want |= 1u << l;
            } else if (g() % 2) { /* one unit somewhere: 2^j, never a multiple of p */
                limbs[at] ^= (u64)1 << g() % (at == 4 ? 48 : 52);
            } else { /* p +- 1, 2p +- 1, ... */
                limbs[0] += limbs[0] > 0 && g() % 2 ? ~(u64)0 : 1;
            }
            set_lane(&b, l, limbs);
        }
        a.carried = b.carried = carried;
        check(a, all);
        bool bounded = true; /* a unit more may cross what `carried` allows */
        for (int l = 0; l < lanes<V>; l++)
            for (int j = 0; j < 4; j++)
                bounded = bounded && b.n[j][l] <= (carried ? low52 : greatest_limb<wide>(j, 32));
        if (bounded) check(b, want);
        LANE_CHECK((vec_bits(fe_equal(&a, &b)) & all) == want || !bounded, "equal");
    }
    for (int k = 0; k <= 65; k++) { /* one lane at a time */
        fe_n<V, wide> a;
        for (int l = 0; l < lanes<V>; l++) {
            for (int j = 0; j < lanes<V>; j++) {
                u64 limbs[5];
                random_limbs(limbs, g);
                if (j == l)
                    for (int t = 0; t < 5; t++) limbs[t] = (u64)k * fe52_parts::prime[t];
                set_lane(&a, j, limbs);
            }
            a.carried = false;
            if (k <= 64) check(a, 1u << l);
        }
    }
}

/* Numbers in and out of four words, constants, small integers. */
template <class V>
void conversions() {
    rng g(9);
    const words p = by_model::number(reference::p);
    words in[lanes<V>], want[lanes<V>];
    const auto check = [&] {
        V packed[4], back[4];
        for (int l = 0; l < lanes<V>; l++) {
            for (size_t j = 0; j < 4; j++) packed[j][l] = in[l][j];
            want[l] = by_scalar::number(by_scalar::element(in[l]));
        }
        fe_n<V> a, one_number;
        fe_unpack(&a, packed);
        fe_pack(back, &a);
        LANE_CHECK(memcmp(packed, back, sizeof packed) == 0, "pack and unpack");
        expect_carried<by_scalar>("unpack", __LINE__, a, want);
        fe_normalize(&a);
        expect_normalized("unpack, normalize", __LINE__, a, want);
        fe_set1_limbs64(&one_number, in[0].data());
        for (auto &w : want) w = want[0];
        expect_carried<by_scalar>("set1_limbs64", __LINE__, one_number, want);
    };
    for (int i = scaled(100000 / lanes<V>); i-- > 0;) {
        for (auto &number : in) {
            for (auto &w : number) w = g() % 4 ? g() : ~(u64)0;
            if (g() % 4 == 0) number = p, number[0] += g() % 5 - 2;
            if (g() % 16 == 0) number = words{g() % 3};
        }
        check();
    }
    for (size_t bit = 0; bit < 256; bit++) /* p and above, but for one bit */
        for (int l = 0; l < 3 * lanes<V>; l++) {
            for (auto &number : in) number = {g(), g(), g(), g()};
            words &number = in[l % lanes<V>];
            number = p;
            if (l >= lanes<V>) number[0] |= l < 2 * lanes<V> ? 0x1000003D1 : ~(u64)0;
            number[bit / 64] ^= (u64)1 << bit % 64;
            check();
        }
    for (u32 i = 0; i < 1 << 15; i++) {
        fe_n<V> a;
        fe_set_int(&a, i);
        for (auto &w : want) w = {i, 0, 0, 0};
        expect_normalized("set_int", __LINE__, a, want);
        if (i != 1) continue;
        fe_set_one(&a);
        expect_normalized("set_one", __LINE__, a, want);
    }
}

#ifdef UF_VERIFY
/* A limb above what its magnitude allows, in one lane, ends the program. */
template <class V, bool wide = false>
void violations() {
    for (int l = 0; l < lanes<V>; l++) {
        const auto with_limb = [&](int i, u64 limb, bool carried) {
            fe_n<V, wide> a;
            fe_set_int(&a, 1);
            a.n[i][l] = limb;
            a.carried = carried;
            return a;
        };
        const auto all_operations = [](fe_n<V, wide> a, int what) {
            fe_n<V, wide> r;
            fe_set_int(&r, 1);
            if (what == 0) fe_neg(&r, &a, 1);
            if (what == 1) fe_sub(&r, &r, &a, 1);
            if (what == 2) fe_three_halves(&r, &a);
            if (what == 3) fe_cond_neg(&a, V{});
            if (what == 4) fe_sqr(&r, &a);
            if (what == 5) fe_note_carried(&a);
        };
        for (int i = 0; i < 5; i++)
            for (int what = 0; what < 6; what++) {
                const int m = what == 4 ? 8 : 1;
                const bool carried = what == 5;
                const u64 most =
                    what == 5 && i == 4 ? ((u64)64 << 48) - 1 : fe_lanes_limb<wide>(i, m, carried);
                const auto good = with_limb(i, most, carried),
                           bad = with_limb(i, most + 1, carried);
                LANE_CHECK(!aborts([&] { all_operations(good, what); }), "%d %d %d", l, i, what);
                LANE_CHECK(aborts([&] { all_operations(bad, what); }), "%d %d %d", l, i, what);
            }
    }
}
#endif

}  // namespace

#define BOTH(test) \
    {#test ", 8 lanes", test<vec8>}, { #test ", 4 lanes", test<vec4> }
#define ALL(test) \
    BOTH(test), { #test ", 8 wide lanes", test<vec8, true> }

int main() {
    return lane_tests({ALL(random_values), ALL(edge_values), BOTH(edge_values_by_the_model),
                       ALL(every_limb_in_every_lane), ALL(greatest_limbs), ALL(reduction),
                       ALL(small_products), ALL(aliasing), ALL(programs), ALL(zero),
#ifdef UF_VERIFY
                       ALL(violations),
#endif
                       BOTH(conversions)});
}
