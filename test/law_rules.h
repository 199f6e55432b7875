// What each rule of lane_magnitude (lanes/law_lanes.h) and of quad_bounds (lanes/law_quad.h) gives
// and refuses: the table of lanes/fe_lanes.h and the arithmetic of lanes/fe_quad.h once more, as
// numbers. law_lanes_bounds_test.py compiles it, as it is and with wrong rules planted.
#pragma once
#include <type_traits>

#include "lanes/law_lanes.h"
#include "lanes/law_quad.h"

namespace law_rules {

using namespace ufsecp;
using namespace ufsecp::UF_TARGET;

/* Whether f() does not end in fe_magnitude_exceeded. */
template <auto f>
concept allowed = requires { typename std::bool_constant<((void)f(), true)>; };
#define REFUSED(...) static_assert(!allowed<[] { return __VA_ARGS__; }>)
#define RULE(name)                                                      \
    constexpr struct {                                                  \
        constexpr void operator()(auto... a) const { fe_##name(a...); } \
    } name

/* ---- Lanes. */

template <bool wide>
constexpr const auto *operand(const lane_magnitude<wide> &a) {
    return &a;
}
constexpr int operand(const int &a) { return a; }

/* What the rule makes of r; and of nothing, where r is a result only. */
template <bool wide>
constexpr auto changed(const auto &rule, lane_magnitude<wide> r, const auto &...a) {
    rule(&r, operand(a)...);
    return r;
}
template <bool wide>
constexpr auto made(const auto &rule, const lane_magnitude<wide> &first, const auto &...more) {
    return changed(rule, lane_magnitude<wide>{}, first, more...);
}
#define GIVES(m_of, is_carried, ...)                       \
    static_assert([] {                                     \
        const auto r = __VA_ARGS__;                        \
        return r.m == (m_of) && r.carried == (is_carried); \
    }())

/* Of magnitude m: narrow, wide, and these carried. */
constexpr lane_magnitude<false> n(int m) { return {m, false}; }
constexpr lane_magnitude<true> w(int m) { return {m, false}; }
constexpr lane_magnitude<false> nc(int m) { return {m, true}; }
constexpr lane_magnitude<true> wc(int m) { return {m, true}; }

RULE(add);
RULE(sub);
RULE(neg);
RULE(mul_int);
RULE(half);
RULE(three_halves);
RULE(cmov);
RULE(cond_neg);
RULE(load);
RULE(carry);
RULE(normalize_weak);
RULE(note_carried);
RULE(note_uncarried);
RULE(mul);
RULE(sqr);
RULE(mul_apart);
RULE(sqr_apart);
RULE(mul2);
RULE(mul_sqr);
RULE(mul_add);
RULE(sqr_add);
RULE(sqr_add2);
RULE(swap_halves);
RULE(beside);

GIVES(5, false, made(add, n(2), nc(3)));
GIVES(32, false, made(add, w(15), w(17)));
REFUSED(made(add, n(16), n(17)));
REFUSED(made(add, wc(16), wc(17)));

GIVES(6, false, made(sub, nc(3), n(1), 2));
GIVES(32, false, made(sub, w(16), w(15), 15));
REFUSED(made(sub, n(16), n(16), 16));
REFUSED(made(sub, n(1), n(3), 2));
REFUSED(made(sub, w(1), wc(3), 2));

GIVES(3, false, made(neg, nc(1), 2));
GIVES(32, false, made(neg, w(31), 31));
REFUSED(made(neg, n(32), 32));
REFUSED(made(neg, w(2), 1));

GIVES(32, false, made(mul_int, n(8), 4));
GIVES(0, false, made(mul_int, wc(3), 0));
REFUSED(made(mul_int, n(11), 3));
REFUSED(made(mul_int, n(0), 33));
REFUSED(made(mul_int, n(0), -1));

GIVES(3, false, made(half, nc(5)));
GIVES(16, false, made(half, w(31)));
REFUSED(made(half, n(32)));

GIVES(2, true, made(three_halves, n(1)));
REFUSED(made(three_halves, wc(2)));

GIVES(5, true, changed(cmov, nc(3), nc(5)));
GIVES(5, false, changed(cmov, n(5), nc(3)));
GIVES(5, false, changed(cmov, wc(3), w(5)));

GIVES(2, false, changed(cond_neg, nc(1)));
REFUSED(changed(cond_neg, w(2)));

GIVES(3, true, made(load, nc(3)));
REFUSED(made(load, w(1)));
GIVES(4, true, changed(carry, n(4)));
GIVES(1, true, changed(normalize_weak, w(4)));
GIVES(4, true, changed(note_carried, nc(4)));
REFUSED(changed(note_carried, n(4)));
GIVES(4, false, changed(note_uncarried, wc(4)));

GIVES(1, true, made(mul, n(8), n(8)));
GIVES(1, false, made(mul, wc(8), wc(8)));
REFUSED(made(mul, n(9), n(1)));
REFUSED(made(mul, w(1), w(9)));
GIVES(1, true, made(sqr, n(8)));
GIVES(1, false, made(sqr, w(8)));
REFUSED(made(sqr, n(9)));
GIVES(1, true, made(mul_apart, n(8), n(8)));
REFUSED(made(mul_apart, n(1), n(9)));
GIVES(1, true, made(sqr_apart, n(8)));
REFUSED(made(sqr_apart, n(9)));

GIVES(1, true, made(mul2, n(8), n(7), n(2), n(4)));
GIVES(1, false, made(mul2, w(8), w(7), w(2), w(4)));
REFUSED(made(mul2, n(8), n(7), n(3), n(3)));
REFUSED(made(mul2, n(9), n(1), n(1), n(1)));
REFUSED(made(mul2, n(1), n(9), n(1), n(1)));
REFUSED(made(mul2, n(1), n(1), n(9), n(1)));
REFUSED(made(mul2, n(1), n(1), n(1), n(9)));
GIVES(1, true, made(mul_sqr, n(8), n(6), n(4)));
REFUSED(made(mul_sqr, n(7), n(7), n(4)));
REFUSED(made(mul_sqr, n(9), n(1), n(1)));

GIVES(1, true, made(mul_add, n(8), n(7), n(8)));
GIVES(1, true, made(mul_add, w(8), w(4), w(32)));
REFUSED(made(mul_add, n(8), n(7), n(9)));
REFUSED(made(mul_add, n(9), n(1), n(1)));
REFUSED(made(mul_add, n(1), n(9), n(1)));
GIVES(1, true, made(sqr_add, w(7), w(15)));
REFUSED(made(sqr_add, w(7), w(16)));
GIVES(1, true, made(sqr_add2, w(7), w(7)));
REFUSED(made(sqr_add2, w(7), w(8)));
GIVES(1, true, made(sqr_add2, w(7), w(7), w(1)));
REFUSED(made(sqr_add2, n(7), n(7), n(2)));
/* Two wide summands reach 2^63 before they reach magnitude 64. */
GIVES(1, true, made(sqr_add2, n(0), n(32)));
REFUSED(made(sqr_add2, w(0), w(32)));
GIVES(1, true, made(sqr_add2, w(0), w(31), w(1)));
REFUSED(made(sqr_add2, w(0), w(31), w(2)));

GIVES(4, true, made(swap_halves, nc(4)));
GIVES(4, false, made(swap_halves, n(4)));
GIVES(4, false, made(beside, nc(4), nc(2)));
GIVES(4, false, made(beside, n(2), n(4)));

/* What the rules are made of, at the limits. */
constexpr u64 two52 = (u64)1 << 52;
template <bool wide>
constexpr int set(int m, bool carried, u64 limb) {
    lane_magnitude<wide> r{};
    lane_set(&r, true, m, carried, limb);
    return r.m;
}
static_assert(set<false>(3, false, 6 * (two52 - 1)) == 3);
REFUSED(set<false>(3, false, 6 * (two52 - 1) + 1));
static_assert(set<true>(3, false, 96 * two52) == 3);
REFUSED(set<true>(3, false, 96 * two52 + 1));
static_assert(set<true>(32, true, two52 - 1) == 32);
REFUSED(set<true>(3, true, two52));
REFUSED(set<true>(33, true, 0));
REFUSED(set<true>(-1, true, 0));
constexpr auto nine = n(9), bias_of = n(1);
constexpr auto wide_bias_of = w(1), wide_carried = wc(9);
constexpr auto carried = nc(9);
static_assert(lane_limb(&nine, 0) == 18 * (two52 - 1));
static_assert(lane_limb(&nine, 4) == 18 * (two52 >> 4) - 1);
static_assert(lane_bias(&bias_of, 1) == 4 * (two52 - 1));
static_assert(lane_bias(&wide_bias_of, 1) == 34 * two52 - 34);
static_assert(lane_limbs(&nine) == 18 * (two52 - 1));
static_assert(lane_limbs(&carried) == 18 * (two52 >> 4) - 1);
static_assert(lane_limbs(&wide_carried) == 18 * (two52 >> 4) - 1);

template <bool wide>
constexpr int product(int sum, int products, u64 summand, bool summed) {
    lane_magnitude<wide> r{};
    lane_product(&r, true, sum, products, summand, summed);
    return r.m;
}
constexpr u64 two63 = (u64)1 << 63;
static_assert(product<true>(64, 1, two63 - 1 - 12 * (two52 - 1), true) == 1);
REFUSED(product<true>(64, 1, two63 - 12 * (two52 - 1), true));
static_assert(product<true>(64, 2, two63 - 1 - 21 * (two52 - 1), true) == 1);
REFUSED(product<true>(64, 2, two63 - 21 * (two52 - 1), true));
static_assert(product<true>(64, 1, 32 * two52 - 9 * (two52 - 1), false) == 1);
REFUSED(product<true>(64, 1, 32 * two52 - 9 * (two52 - 1) + 1, false));
static_assert(product<true>(64, 2, 32 * two52 - 16 * (two52 - 1), false) == 1);
REFUSED(product<true>(64, 2, 32 * two52 - 16 * (two52 - 1) + 1, false));
REFUSED(product<false>(65, 1, 0, true));

/* ---- Quads. */

/* Lane l, limb i of it: between low + l + 10 i and high + l + 10 i. */
constexpr quad_bounds between(u64 low, u64 high, bool dirty = false) {
    return quad_bounds_by_lane([&](quad_bounds::lane *r, int l) {
        for (int i = 0; i < 5; i++) {
            r->low[i] = low + (u64)(l + 10 * i);
            r->high[i] = high + (u64)(l + 10 * i);
        }
        r->dirty = dirty;
    });
}
constexpr bool same(const quad_bounds::lane &a, const quad_bounds::lane &b) {
    bool ok = a.dirty == b.dirty;
    for (int i = 0; i < 5; i++) ok = ok && a.low[i] == b.low[i] && a.high[i] == b.high[i];
    return ok;
}
/* Whether lane l is want(l, i, low) of each limb i. */
constexpr bool lanes_are(const quad_bounds &a, bool dirty, const auto &want) {
    bool ok = true;
    for (int l = 0; l < 4; l++) {
        ok = ok && a.l[l].dirty == dirty;
        for (int i = 0; i < 5; i++) {
            ok = ok && a.l[l].low[i] == want(l, i, true);
            ok = ok && a.l[l].high[i] == want(l, i, false);
        }
    }
    return ok;
}
constexpr u64 at(int l, int i) { return (u64)(l + 10 * i); }
constexpr u64 greatest = ~(u64)0;

static_assert(lanes_are(between(1, 5) + between(2, 7), false,
                        [](int l, int i, bool low) { return (low ? 3 : 12) + 2 * at(l, i); }));
REFUSED(between(1, 5, true) + between(2, 7));
REFUSED(between(1, 5) + between(2, 7, true));
REFUSED(between(0, greatest - 43) + between(0, 1));
static_assert(lanes_are(between(100, 200) - between(2, 7), false,
                        [](int, int, bool low) { return low ? 93 : 198; }));
static_assert(lanes_are(between(7, 7) - between(2, 7), false,
                        [](int, int, bool low) { return low ? 0 : 5; }));
REFUSED(between(6, 200) - between(2, 7));
REFUSED(between(100, 200, true) - between(2, 7));
REFUSED(between(100, 200) - between(2, 7, true));

static_assert(lanes_are(quad_times<3, 1, 0, 2>(between(4, 9)), false, [](int l, int i, bool low) {
    constexpr u64 by[4] = {3, 1, 0, 2};
    return by[l] * ((low ? 4 : 9) + at(l, i));
}));
REFUSED(quad_times<1, 1, 1, 2>(between(0, greatest / 2 - 42)));
REFUSED(quad_times<0, 0, 0, 1>(between(0, 1, true)));
static_assert(lanes_are(quad_times<0, 0, 0, 0>(between(0, 1, true)), false,
                        [](int, int, bool) { return 0; }));
static_assert([] {
    const quad_bounds a = between(4, 9, true), r = quad_take<3, zero, 0, 0>(a);
    return same(r.l[0], a.l[3]) && same(r.l[1], {}) && same(r.l[2], a.l[0]) && same(r.l[3], a.l[0]);
}());
static_assert([] {
    const quad_bounds a = between(4, 9, true), b = between(2, 3);
    const quad_bounds r = quad_blend<second, first, second, first>(a, b);
    return same(r.l[0], b.l[0]) && same(r.l[1], a.l[1]) && same(r.l[2], b.l[2]) &&
           same(r.l[3], a.l[3]);
}());
static_assert([] {
    quad_bounds a = between(4, 9);
    quad_set_limb(&a, 2, {1, 2, 3, 4});
    return lanes_are(a, false, [](int l, int i, bool low) {
        return i == 2 ? (u64)l + 1 : (low ? 4 : 9) + at(l, i);
    });
}());
static_assert(lanes_are(quad_alike((const quad_bounds *)nullptr, 1, 2, 3, 4, 5), false,
                        [](int, int i, bool) { return i + 1; }));

/* Of 5 2^52 + 3 + ... in each limb, 5 go to the next, and limb 4 takes as many. */
static_assert(lanes_are(quad_carry(between(0, 5 * two52 + 3)), true, [](int l, int i, bool low) {
    return low ? 0 : i < 4 ? two52 - 1 : 5 * two52 + 3 + at(l, i) + 5;
}));
constexpr quad_bounds one_lane(u64 a, u64 b, u64 c, u64 d, u64 e) {
    quad_bounds r{};
    r.l[2] = {{}, {a, b, c, d, e}, false};
    return r;
}
/* A carry that each limb hands on. */
static_assert(quad_carry(one_lane(two52, two52 - 1, two52 - 1, two52 - 1, 6)).l[2].high[4] == 7);
REFUSED(quad_carry(between(0, 1, true)));
REFUSED(quad_carry(one_lane(two52, greatest, 0, 0, 0)));
REFUSED(quad_carry(one_lane(0, 0, 0, two52, greatest)));
static_assert(lanes_are(quad_clean(between(0, 5, true)), false,
                        [](int l, int i, bool low) { return low ? 0 : 5 + at(l, i); }));
REFUSED(quad_clean(between(0, 5)));

/* Digits, with this limb 4. */
constexpr quad_bounds digits(u64 limb4, u64 limb3 = two52 - 1) {
    return quad_bounds_by_lane([&](quad_bounds::lane *r, int) {
        for (int i = 0; i < 3; i++) r->high[i] = two52 - 1;
        r->high[3] = limb3;
        r->high[4] = limb4;
    });
}
constexpr u64 column(int i) { return (u64)(4 + 2 * i) * (two52 - 1); }
static_assert(lanes_are(quad_mul(digits(two52 - 1), digits(two52 - 1)), false,
                        [](int, int i, bool low) {
                            return low ? 0 : i < 4 ? column(i) : (two52 >> 4) - 1;
                        }));
static_assert(lanes_are(quad_mul(digits(1), digits(1), between(0, 77)), false,
                        [](int l, int i, bool low) {
                            return low ? 0 : i < 4 ? column(i) + 77 + at(l, i) : (two52 >> 4) - 1;
                        }));
static_assert(lanes_are(quad_sqr(digits(two52 - 1)), false, [](int, int i, bool low) {
    return low ? 0 : i < 4 ? column(i) : (two52 >> 4) - 1;
}));
REFUSED(quad_mul(digits(two52), digits(0)));
REFUSED(quad_mul(digits(0), digits(two52)));
REFUSED(quad_mul(digits(0, two52), digits(0)));
REFUSED(quad_mul(digits(0), digits(0, two52)));
REFUSED(quad_sqr(digits(two52)));
REFUSED(quad_mul(digits(0), digits(0), between(0, 1, true)));
REFUSED(quad_mul(digits(0), digits(0), between(0, ((u64)1 << 62) - 43)));
static_assert(quad_mul(digits(0), digits(0), between(0, ((u64)1 << 62) - 44)).l[3].low[4] == 0);

static_assert(lanes_are(quad_any_words(), false, [](int, int i, bool low) {
    return low ? 0 : i < 4 ? two52 - 1 : (two52 >> 4) - 1;
}));
static_assert(lanes_are(quad_either(between(0, 5), between(0, 9)), false,
                        [](int l, int i, bool low) { return low ? 0 : 9 + at(l, i); }));
static_assert(lanes_are(quad_either(between(0, 9, true), between(0, 5, true)), true,
                        [](int l, int i, bool low) { return low ? 0 : 9 + at(l, i); }));
REFUSED(quad_either(between(0, 9, true), between(0, 5)));
static_assert([] {
    const quad_bounds low = between(0, 5), high = between(0, 9);
    const quad_point_of<quad_bounds> a = {low, low, low, high}, b = {high, high, high, low};
    const quad_point_of<quad_bounds> r = quad_either(a, b);
    return r.q.l[0].high[1] == 19 && r.x.l[1].high[1] == 20 && r.z.l[3].high[1] == 22 &&
           r.zz.l[3].high[1] == 22;
}());

constexpr u64 two48 = two52 >> 4;
static_assert(quad_within(digits(3 * two48 + 4096), 2, 3));
static_assert(!quad_within(digits(3 * two48 + 4097), 2, 3));
/* Limbs that are no digits are carried first. */
static_assert(quad_within(digits(3 * two48 + 4091, 5 * two52), 2, 3));
static_assert(!quad_within(digits(3 * two48 + 4092, 5 * two52), 2, 3));
constexpr bool point_within(const int (&q)[4], int x, int z, int zz) {
    quad_point_of<quad_bounds> p{};
    for (int l = 0; l < 4; l++) p.q.l[l].high[4] = (u64)q[l] << 48;
    p.x.l[1].high[4] = (u64)x << 48;
    p.z.l[3].high[4] = (u64)z << 48;
    p.zz.l[3].high[4] = (u64)zz << 48;
    return quad_point_within(p);
}
static_assert(point_within({8, 7, 4, 8}, 7, 4, 1));
static_assert(!point_within({9, 7, 4, 8}, 7, 4, 1));
static_assert(!point_within({8, 8, 4, 8}, 7, 4, 1));
static_assert(!point_within({8, 7, 5, 8}, 7, 4, 1));
static_assert(!point_within({8, 7, 4, 9}, 7, 4, 1));
static_assert(!point_within({8, 7, 4, 8}, 8, 4, 1));
static_assert(!point_within({8, 7, 4, 8}, 7, 5, 1));
static_assert(!point_within({8, 7, 4, 8}, 7, 4, 2));

#undef REFUSED
#undef RULE
#undef GIVES

}  // namespace law_rules
