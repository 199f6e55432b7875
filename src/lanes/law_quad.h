// The formulas of quads, once: doubling and mixed addition as a few levels of four multiplications.
//
// A point is held as (X, Y, Z) = (3x Z^2, 3y Z^3) for the affine (x, y): with these factors every
// constant of the formulas is small where it counts.  With A = X^2, B = Y^2, D = A^2 - 4XB:
//     X3 = 2D + A^2,  Y3 = -(3A D + 8B^2),  Z3 = (Y + Z)^2 - B - Z^2,  Z3^2 = 4B Z^2
// is twice the point; with H = x' Z^2 - X, R = y' Z^3 - Y, V = X H^2, J = H^3, E = 3V + J - 3R^2
//     X3 = V - E,  Y3 = R E - Y J,  Z3 = Z H
// is its sum with an affine (x', y') that has the factors too.  A doubling leaves out the sign of
// Y3 and so gives minus twice the point.  Z = 0 stays 0, and points of the same x give Z3 = 0.
//
// The text is C++ of one kind: names for lanes, then one quad a statement.  An enumeration before a
// statement tells what its lanes hold; quad_take names who goes where.  At the end of the file
// every formula runs at compile time over quad_bounds: a limb that could fall below zero, a product
// that could pass 2^520 or a carry that is missing does not compile.
#pragma once
#include "group/law.h"
#include "lanes/fe_quad.h"

namespace ufsecp::UF_TARGET {

/* Magnitudes: X: 7, Y: 4, Z: 4, Z^2: 1. */
template <class F>
struct quad_point_of {
    F q;  /* (2Y, X, Y, Y + Z), digits */
    F x;  /* (-, X, -, -), columns */
    F z;  /* (-, -, -, Z), columns */
    F zz; /* (-, -, -, Z^2), columns */
};

/* What the first two levels of a doubling give, as columns. */
template <class F>
struct quad_doubled_of {
    F a;  /* (4B, A, B, (Y + Z)^2) */
    F d;  /* (-, D, -, -), magnitude 3 */
    F x3; /* (-, X3, -, -), magnitude 7 */
    F bb; /* (4XB, A^2, B^2, Z3^2) */
    F z3; /* (-, -, -, Z3), magnitude 4 */
};

/* The factors of forms, digits of (3, 3 beta, 3, -3), or of 3 beta^2 in the first place.
 * in: units = (1, beta, 1, 1), or with beta^2; limbs below 2^52. */
UF_LAW_PART F law_quad_factors(const F &units) {
    const F threes = units + units + units;
    const F minus = quad_multiple_of_p<F, 53>(2) - quad_take<zero, zero, zero, lane3>(threes);
    return quad_carry(quad_blend<first, first, first, second>(threes, minus));
}

/* r = a, a summand: (x, x, y, x), digits of magnitude 1. */
UF_LAW_PART void law_quad_set(quad_point_of<F> *r, const F &a) {
    enum { Xa, Xb, Y, Xc };
    const F xxyx = quad_clean(a);
    const F one = quad_ints<F, 0, 0, 0, 1>();
    r->x = xxyx;
    r->z = one;
    r->zz = one;
    r->q = quad_carry(quad_times<2, 1, 1, 1>(quad_take<Y, Xb, Y, Y>(xxyx)) + one);
}

/* The first two levels of a doubling.
 *   level   lane 0   lane 1   lane 2   lane 3
 *     p      2Y       X        Y        Y + Z
 *     1      4B       A        B        (Y + Z)^2
 *     2      4XB      A^2      B^2      Z3^2 = 4Z^2 B
 * cost: 42 + 62 multiply-adds. */
UF_LAW_PART quad_doubled_of<F> law_quad_dbl_begin(const quad_point_of<F> *p, const auto &between) {
    enum { Y2, X, Y, YZ };
    enum { B4, A, B, S };
    enum { XB4, AA, BB, ZZ };
    quad_doubled_of<F> r;
    r.a = quad_sqr(p->q); /* level 1 */
    between();
    const F b = quad_take<B4, A, B, B>(quad_carry(r.a));
    const F zz4 = quad_carry(quad_times<4, 4, 4, 4>(p->zz));
    const F xzz = quad_blend<first, first, first, second>(quad_take<X, X, YZ, YZ>(p->q), zz4);
    r.bb = quad_mul(quad_blend<second, first, first, second>(b, xzz), b); /* level 2 */
    r.z3 = r.a + quad_multiple_of_p<F, 58>(3) - p->zz - quad_take<A, B4, S, B>(r.a);
    r.d = r.bb + quad_multiple_of_p<F, 57>(2) - quad_take<AA, XB4, ZZ, BB>(r.bb);
    r.x3 = r.d + r.d + r.bb;
    between();
    return r;
}

/* p = -2p.
 *   level   lane 0       lane 1   lane 2      lane 3
 *     3      6AD + 16B^2  X3       3AD + 8B^2  3AD + 8B^2 + Z3
 * cost: 42 + 2 * 62 multiply-adds. */
UF_LAW_PART void law_quad_dbl(quad_point_of<F> *p, const auto &between) {
    enum { B4, A, B, S };
    enum { XB4, AA, BB, ZZ };
    enum { Da, D, Dc, Dd };
    enum { Za, Zb, Zc, Z3 };
    const quad_doubled_of<F> d = law_quad_dbl_begin(p, between);
    const F a = quad_take<A, A, A, A>(d.a);
    const F a3 = quad_carry(quad_times<2, 0, 1, 1>(a + a + a));
    const F bb = quad_times<16, 0, 8, 8>(quad_take<BB, BB, BB, BB>(d.bb));
    const F addend =
        quad_blend<first, second, first, first>(bb, d.x3) + quad_take<zero, zero, zero, Z3>(d.z3);
    p->q = quad_carry(quad_mul(a3, quad_carry(quad_take<D, D, D, D>(d.d)), addend)); /* level 3 */
    p->x = d.x3;
    p->z = d.z3;
    p->zz = d.bb;
}

/* The three levels of an addition after h = (H, H, T, H) with T = y' Z^2.
 *   level   lane 0   lane 1   lane 2     lane 3
 *     h      H        H        T          H
 *     1      H^2      H^2      R = TZ - Y  Z3 = HZ
 *     2      V        J        R^2        Z3^2
 *     3      2RE      -2YJ     RE         -YJ
 * in: digits x = (X, -, -, -) of magnitude 7 and z = (-, -, Z, Z) of 4; y = (-, Y, Y, Y) of 4,
 *   clean.
 * cost: 3 * 62 multiply-adds. */
UF_LAW_PART void law_quad_add_end(quad_point_of<F> *r, const F &h, const F &x, const F &y,
                                  const F &z) {
    enum { HHa, HHb, R, Z };
    enum { V, J, RR, ZZ };
    enum { RE2, YJ2, RE, YJ };
    const F minus_y = quad_multiple_of_p<F, 53>(5) - y;
    const F level1 = quad_mul(h, quad_blend<first, first, second, second>(h, z),
                              quad_take<zero, zero, lane2, zero>(minus_y));
    const F d = quad_carry(level1);
    const F xh = quad_blend<first, second, first, first>(x, h); /* (X, H, -, -) */
    const F level2 = quad_mul(d, quad_blend<second, second, first, first>(d, xh));
    r->z = level1;
    r->zz = level2;
    /* V and J count in lane 0, the multiple of p where 3R^2 or 2V + J is subtracted. */
    const F v2j = quad_times<2, 0, 0, 0>(level2) + quad_take<J, zero, zero, zero>(level2);
    const F rr = quad_take<RR, zero, RR, zero>(level2 + level2 + level2);
    const F p4 = quad_take<lane0, zero, lane0, zero>(quad_multiple_of_p<F, 59>(4));
    r->x = quad_take<lane0, lane0, lane2, lane2>(rr + p4 - v2j);
    const F ej = quad_take<V, J, V, J>(level2 + v2j) + p4 - rr; /* (E, J, E, J) */
    const F ry = quad_blend<first, second, first, second>(quad_take<R, R, R, R>(level1), minus_y);
    const F level3 = quad_mul(quad_carry(quad_times<2, 2, 1, 1>(ry)), quad_carry(ej));
    const F sum =
        level3 + quad_take<zero, zero, zero, Z>(r->z) + quad_take<YJ2, RE2, YJ, RE>(level3);
    r->q = quad_carry(quad_blend<first, second, first, first>(sum, r->x));
}

/* p = p + e, e = (x', x', y', x') digits of magnitude 1.
 *   level   lane 0        lane 1   lane 2    lane 3
 *     0      x' Z^2 - X    H        y' Z^2    H
 * cost: 4 * 62 multiply-adds, the first of which need not wait for p->q. */
UF_LAW_PART void law_quad_add(quad_point_of<F> *p, const F &e) {
    enum { Y2, X, Y, YZ };
    enum { ZZa, ZZb, ZZc, ZZ };
    enum { Za, Zb, Zc, Z };
    const F minus_x = quad_multiple_of_p<F, 60>(8) - p->x;
    const F h = quad_carry(quad_mul(e, quad_carry(quad_take<ZZ, ZZ, ZZ, ZZ>(p->zz)),
                                    quad_take<X, X, zero, X>(minus_x)));
    law_quad_add_end(p, h, quad_take<X, X, YZ, YZ>(p->q), quad_take<Y, Y, Y, Y>(quad_clean(p->q)),
                     quad_carry(quad_take<Z, Z, Z, Z>(p->z)));
}

/* p = -2p + e, e as in law_quad_add: the last level of the doubling is the first of the addition.
 *   level   lane 0           lane 1           lane 2      lane 3
 *     3      H = x' Z3^2 - X3  Y = 3AD + 8B^2   T = y' Z3^2  H
 * cost: 42 + 5 * 62 multiply-adds. */
UF_LAW_PART void law_quad_dbl_add(quad_point_of<F> *p, const F &e, const auto &between) {
    enum { XB4, AA, BB, ZZ };
    enum { Xa, X, Xc, Xd };
    enum { Za, Zb, Zc, Z };
    enum { H, Y, T, Hd };
    const quad_doubled_of<F> d = law_quad_dbl_begin(p, between);
    const F a3 = quad_carry(d.a + d.a + d.a);
    const F minus_x3 = quad_multiple_of_p<F, 60>(8) - d.x3;
    const F bb8 = quad_times<8, 8, 8, 8>(quad_take<BB, BB, BB, BB>(d.bb));
    const F zzd = quad_blend<first, second, first, first>(quad_take<ZZ, ZZ, ZZ, ZZ>(d.bb), d.d);
    const F level = quad_carry(quad_mul(
        quad_blend<first, second, first, first>(e, a3), quad_carry(zzd),
        quad_blend<first, second, first, first>(quad_take<X, zero, zero, X>(minus_x3), bb8)));
    const F y = quad_clean(level);
    law_quad_add_end(p, quad_take<H, H, T, Hd>(level), quad_take<X, X, X, X>(quad_carry(d.x3)),
                     quad_take<Y, Y, Y, Y>(y), quad_carry(quad_take<Z, Z, Z, Z>(d.z3)));
}

/* (-, 3X, 9Y, 3Z): the point without the factors, limbs to normalize. */
UF_LAW_PART F law_quad_plain(const quad_point_of<F> *p) {
    const F q = quad_clean(quad_blend<first, first, first, second>(p->q, quad_carry(p->z)));
    const F q3 = q + q + q;
    return q3 + quad_times<0, 0, 2, 0>(q3);
}

/* ---- The check. */

/* A quad of which only bounds of the limbs are known, lane by lane.  Its overloads are those of
 * fe_quad.h.  Bounds of limbs bound the value too: it is below (limb 4 + 1) 2^208 once carried. */
struct quad_bounds {
    struct lane {
        u64 low[5], high[5];
        bool dirty; /* digits, with carries above them that are counted already */
    } l[4];
};

constexpr void quad_require(bool in_bounds) {
    if (!in_bounds) fe_magnitude_exceeded();
}
/* f(lane of r, lane number) */
constexpr quad_bounds quad_bounds_by_lane(const auto &f) {
    quad_bounds r{};
    for (int l = 0; l < 4; l++) f(&r.l[l], l);
    return r;
}
constexpr quad_bounds operator+(const quad_bounds &a, const quad_bounds &b) {
    return quad_bounds_by_lane([&](quad_bounds::lane *r, int l) {
        quad_require(!a.l[l].dirty && !b.l[l].dirty);
        for (int i = 0; i < 5; i++) {
            r->low[i] = a.l[l].low[i] + b.l[l].low[i];
            r->high[i] = a.l[l].high[i] + b.l[l].high[i];
            quad_require(r->high[i] >= a.l[l].high[i]);
        }
    });
}
constexpr quad_bounds operator-(const quad_bounds &a, const quad_bounds &b) {
    return quad_bounds_by_lane([&](quad_bounds::lane *r, int l) {
        quad_require(!a.l[l].dirty && !b.l[l].dirty);
        for (int i = 0; i < 5; i++) {
            quad_require(a.l[l].low[i] >= b.l[l].high[i]);
            r->low[i] = a.l[l].low[i] - b.l[l].high[i];
            r->high[i] = a.l[l].high[i] - b.l[l].low[i];
        }
    });
}
template <int... by>
constexpr quad_bounds quad_times(const quad_bounds &a) {
    constexpr int times[4] = {by...};
    return quad_bounds_by_lane([&](quad_bounds::lane *r, int l) {
        if (times[l] == 0) return;
        quad_require(!a.l[l].dirty);
        for (int i = 0; i < 5; i++) {
            r->low[i] = a.l[l].low[i] * (u64)times[l];
            r->high[i] = a.l[l].high[i] * (u64)times[l];
            quad_require(r->high[i] / (u64)times[l] == a.l[l].high[i]);
        }
    });
}
template <int... from>
constexpr quad_bounds quad_take(const quad_bounds &a) {
    constexpr int lane_of[4] = {from...};
    return quad_bounds_by_lane([&](quad_bounds::lane *r, int l) {
        if (lane_of[l] != zero) *r = a.l[lane_of[l]];
    });
}
template <quad_side... from>
constexpr quad_bounds quad_blend(const quad_bounds &a, const quad_bounds &b) {
    constexpr quad_side side[4] = {from...};
    return quad_bounds_by_lane(
        [&](quad_bounds::lane *r, int l) { *r = side[l] == first ? a.l[l] : b.l[l]; });
}
constexpr void quad_set_limb(quad_bounds *r, int i, const u64 (&limb)[4]) {
    for (int l = 0; l < 4; l++) r->l[l].low[i] = r->l[l].high[i] = limb[l];
}
constexpr quad_bounds quad_alike(const quad_bounds *, u64 a, u64 b, u64 c, u64 d, u64 e) {
    const quad_bounds::lane limbs = {{a, b, c, d, e}, {a, b, c, d, e}, false};
    return {{limbs, limbs, limbs, limbs}};
}
constexpr quad_bounds quad_carry(const quad_bounds &a) {
    return quad_bounds_by_lane([&](quad_bounds::lane *r, int l) {
        quad_require(!a.l[l].dirty);
        u64 carry = 0;
        for (int i = 0; i < 4; i++) {
            quad_require(a.l[l].high[i] + carry >= carry);
            carry = (a.l[l].high[i] + carry) >> 52;
            r->high[i] = low52;
        }
        r->high[4] = a.l[l].high[4] + carry;
        quad_require(r->high[4] >= carry);
        r->dirty = true;
    });
}
constexpr quad_bounds quad_clean(const quad_bounds &a) {
    return quad_bounds_by_lane([&](quad_bounds::lane *r, int l) {
        quad_require(a.l[l].dirty);
        for (int i = 0; i < 5; i++) r->high[i] = a.l[l].high[i];
    });
}
/* Products are below 2^520 if those of the top limbs are below 2^104: 2^40 is one unit here.
 * Column i < 4 takes 2i + 1 halves of digits' products, and three of the fold at most; column 4
 * twelve, so that with an addend below 2^62 none reaches 2^63, and 2^15 come over it. */
constexpr quad_bounds quad_mul(const quad_bounds &a, const quad_bounds &b,
                               const quad_bounds &addend = {}) {
    const auto top = [](const quad_bounds::lane &x) {
        for (int i = 0; i < 4; i++) quad_require(x.high[i] <= low52);
        quad_require(x.high[4] <= low52);
        return (x.high[4] >> 40) + 1;
    };
    return quad_bounds_by_lane([&](quad_bounds::lane *r, int l) {
        quad_require(top(a.l[l]) * top(b.l[l]) <= (u64)1 << 24 && !addend.l[l].dirty);
        for (int i = 0; i < 5; i++) {
            quad_require(addend.l[l].high[i] >> 62 == 0);
            r->high[i] = i < 4 ? quad_column_limb(i) + addend.l[l].high[i] : low48;
        }
    });
}
constexpr quad_bounds quad_sqr(const quad_bounds &a) { return quad_mul(a, a); }

/* Any number below 2^256 of four words, in each lane. */
constexpr quad_bounds quad_any_words() {
    return quad_bounds_by_lane([](quad_bounds::lane *r, int) {
        for (int i = 0; i < 5; i++) r->high[i] = i < 4 ? low52 : low48;
    });
}
/* The greater of two bounds; a lane must have the same form in both. */
constexpr quad_bounds quad_either(const quad_bounds &a, const quad_bounds &b) {
    return quad_bounds_by_lane([&](quad_bounds::lane *r, int l) {
        quad_require(a.l[l].dirty == b.l[l].dirty);
        r->dirty = a.l[l].dirty;
        for (int i = 0; i < 5; i++)
            r->high[i] = a.l[l].high[i] > b.l[l].high[i] ? a.l[l].high[i] : b.l[l].high[i];
    });
}
constexpr quad_point_of<quad_bounds> quad_either(const quad_point_of<quad_bounds> &a,
                                                 const quad_point_of<quad_bounds> &b) {
    return {quad_either(a.q, b.q), quad_either(a.x, b.x), quad_either(a.z, b.z),
            quad_either(a.zz, b.zz)};
}
/* Whether lane l has magnitude m: it is below m 2^256, and a little. */
constexpr bool quad_within(const quad_bounds &a, int l, int m) {
    const quad_bounds d = a.l[l].dirty ? a : quad_carry(quad_take<0, 1, 2, 3>(a));
    return d.l[l].high[4] <= ((u64)m << 48) + 4096;
}
constexpr bool quad_point_within(const quad_point_of<quad_bounds> &p) {
    return quad_within(p.q, 0, 8) && quad_within(p.q, 1, 7) && quad_within(p.q, 2, 4) &&
           quad_within(p.q, 3, 8) && quad_within(p.x, 1, 7) && quad_within(p.z, 3, 4) &&
           quad_within(p.zz, 3, 1);
}

/* Every formula, run over bounds: true if all bounds inside it hold and its results have the
 * magnitudes stated above.  A point is any that these formulas can give, one after the other: its
 * bounds are widened until no formula leaves them. */
constexpr bool quad_law_bounds_hold() {
    using point = quad_point_of<quad_bounds>;
    const auto idle = [] {};
    quad_bounds units = quad_any_words();
    for (int l = 0; l < 4; l++)
        if (l > 1) units.l[l] = {{1, 0, 0, 0, 0}, {1, 0, 0, 0, 0}, false};
    const quad_bounds forms = quad_carry(quad_mul(quad_any_words(), law_quad_factors(units)));
    bool ok = true;
    for (int l = 0; l < 4; l++) ok = ok && quad_within(forms, l, 1);
    /* Summands are forms, or their products with the words of an entry (quad_summand_var). */
    const quad_bounds e = quad_either(forms, quad_carry(quad_mul(quad_any_words(), forms)));
    for (int l = 0; l < 4; l++) ok = ok && quad_within(e, l, 1);
    point p{};
    law_quad_set(&p, e);
    for (int round = 0; round < 4; round++) {
        point doubled = p, added = p, both = p;
        law_quad_dbl(&doubled, idle);
        law_quad_add(&added, e);
        law_quad_dbl_add(&both, e, idle);
        const point wider = quad_either(quad_either(p, doubled), quad_either(added, both));
        if (round == 3) /* closed: nothing is wider any more */
            for (int l = 0; l < 4; l++)
                for (int i = 0; i < 5; i++)
                    ok = ok && wider.q.l[l].high[i] == p.q.l[l].high[i] &&
                         wider.x.l[l].high[i] == p.x.l[l].high[i] &&
                         wider.z.l[l].high[i] == p.z.l[l].high[i] &&
                         wider.zz.l[l].high[i] == p.zz.l[l].high[i];
        p = wider;
        ok = ok && quad_point_within(p);
    }
    /* What fe_normalize takes (fe_lanes.h): magnitude 32, narrow. */
    const quad_bounds plain = law_quad_plain(&p);
    for (int l = 1; l < 4; l++)
        for (int i = 0; i < 5; i++)
            ok = ok && plain.l[l].high[i] <= fe_lanes_limb<false>(i, fe52_parts::most, false);
    return ok;
}
static_assert(quad_law_bounds_hold());

}  // namespace ufsecp::UF_TARGET
