// The formulas of group/law.h and the fixed powers of field/pow.h over lanes against the same
// text over the scalar field, and eight points at rest (lanes/point_lanes.h) against those
// formulas, with the exceptional cases planted in single lanes.
#include "field_lanes.h"

#include <random>

#include "base/public_var.h"
#include "field/pow.h"
#include "lanes/point_lanes.h"

namespace {

using namespace ufsecp::UF_TARGET;
using namespace lane_test;

/* The fixed powers over lanes against the same templates over the scalar field. */
template <class V>
void powers() {
    rng g(10);
    for (int i = scaled(16000 / lanes<V>); i-- > 0;) {
        operand<V> a;
        make(&a, g, 1 + (int)(g() % 8));
        if (g() % 4 == 0) { /* a multiple of p in one lane */
            u64 limbs[5];
            const u64 k = g() % (u64)(2 * a.m);
            for (int j = 0; j < 5; j++) limbs[j] = (a.e.carried ? k % 2 : k) * fe52_parts::prime[j];
            set_lane(&a.e, (int)(g() % (u64)lanes<V>), limbs);
            a.evaluate();
        }
        fe_n<V> r;
        words inverse[lanes<V>], root[lanes<V>];
        bool has_root[lanes<V>], all[lanes<V>];
        for (int l = 0; l < lanes<V>; l++) {
            fe4x64 x = by_scalar::element(a.v[l]), t;
            fe_inv_fermat(&t, &x);
            inverse[l] = by_scalar::number(t);
            has_root[l] = is_true_var(fe_sqrt(&t, &x));
            root[l] = by_scalar::number(t);
            all[l] = true;
        }
        fe_power<fe_n<V>> by_steps;
        fe_power_begin(&by_steps, &a.e, root_chain, root_steps);
        for (int left = root_squarings; left > 0;) {
            const int step = 1 + (int)(g() % 40);
            fe_power_on(&by_steps, step);
            left -= step;
        }
        expect_product<by_scalar>("root by steps", __LINE__, by_steps.t, root, &a);
        fe_inv_fermat(&r, &a.e);
        expect_product<by_scalar>("inv_fermat", __LINE__, r, inverse, &a);
        expect_mask("sqrt", __LINE__, fe_sqrt(&r, &a.e), has_root);
        expect_product<by_scalar>("sqrt", __LINE__, r, root, &a);
        fe_n<V> s;
        fe_sqr(&s, &a.e);
        expect_mask("sqrt of a square", __LINE__, fe_sqrt(&s, &s), all);
    }
}

/* ---- The group law. */

template <class V>
struct point_lanes {
    gej_of<fe_n<V>> lanes_of;
    gej_of<fe4x64> one[lanes<V>];
};

words random_element(rng &g) { return by_scalar::number(by_scalar::element({g(), g(), g(), g()})); }

/* Lane l is (x z^2, y z^3, z). */
template <class V>
void set_point(point_lanes<V> *r, int l, const words &x, const words &y, const words &z) {
    const words zz = by_scalar::mul(z, z), px = by_scalar::mul(x, zz);
    const words py = by_scalar::mul(y, by_scalar::mul(zz, z));
    set_lane(&r->lanes_of.x, l, px);
    set_lane(&r->lanes_of.y, l, py);
    set_lane(&r->lanes_of.z, l, z);
    r->one[l] = {by_scalar::element(px), by_scalar::element(py), by_scalar::element(z)};
}

template <class V, class F>
void expect_coordinate(const char *what, int line, const fe_n<V> &got, int m, F want_of) {
    words want[lanes<V>];
    for (int l = 0; l < lanes<V>; l++) want[l] = by_scalar::number(want_of(l));
    expect<by_scalar>(what, line, got, m, want);
}

/* The formulas over lanes against those over the scalar field, with what formulas except planted
 * in single lanes: infinity on either side, equal and negated points. */
template <class V>
void law() {
    constexpr int n = lanes<V>;
    rng g(11);
    for (int i = scaled(40000 / n); i-- > 0;) {
        point_lanes<V> a, b;
        enum { ordinary, a_infinite, b_infinite, equal, negated };
        int kind[n];
        const int special = (int)(g() % (u64)(n + 1));
        for (int l = 0; l < n; l++) {
            kind[l] = special == n || special == l ? (int)(g() % 5) : ordinary;
            const words x = random_element(g), y = random_element(g), zero{};
            words x2 = random_element(g), y2 = random_element(g);
            if (kind[l] == equal) x2 = x, y2 = y;
            if (kind[l] == negated) x2 = x, y2 = by_scalar::sub(zero, y);
            set_point(&a, l, x, y, random_element(g));
            set_point(&b, l, x2, y2, random_element(g));
            if (kind[l] == a_infinite) { /* any coordinates, z = 0 */
                set_lane(&a.lanes_of.z, l, zero);
                a.one[l].z = by_scalar::element(zero);
            }
            if (kind[l] == b_infinite) {
                set_lane(&b.lanes_of.z, l, zero);
                b.one[l].z = by_scalar::element(zero);
            }
        }
        if (g() % 2) { /* y as a double of magnitude 2, as it is stored */
            fe_neg(&a.lanes_of.y, &a.lanes_of.y, 1);
            for (int l = 0; l < n; l++) fe_neg(&a.one[l].y, &a.one[l].y, 1);
            for (int l = 0; l < n; l++)
                kind[l] = kind[l] == equal ? negated : kind[l] == negated ? equal : kind[l];
        }
        const auto is_zero = [&](const fe_n<V> &x) { return vec_bits(fe_is_zero(&x)); };
        const auto lanes_where = [&](auto condition) {
            u32 bits = 0;
            for (int l = 0; l < n; l++) bits |= (u32)(bool)condition(kind[l]) << l;
            return bits;
        };

        gej_of<fe_n<V>> r;
        fe_n<V> h, s;
        gej_of<fe4x64> want[n];
        fe4x64 want_h[n], want_s[n];
        const auto check = [&](const char *what, bool with_h) {
            expect_coordinate(what, __LINE__, r.x, 1, [&](int l) { return want[l].x; });
            expect_coordinate(what, __LINE__, r.y, 2, [&](int l) { return want[l].y; });
            expect_coordinate(what, __LINE__, r.z, 1, [&](int l) { return want[l].z; });
            if (!with_h) return;
            expect_coordinate(what, __LINE__, h, 3, [&](int l) { return want_h[l]; });
            expect_coordinate(what, __LINE__, s, 4, [&](int l) { return want_s[l]; });
        };

        law_dbl(&r, &a.lanes_of);
        for (int l = 0; l < n; l++) law_dbl(&want[l], &a.one[l]);
        check("dbl", false);
        LANE_CHECK(is_zero(r.z) == lanes_where([&](int k) { return k == a_infinite; }), "dbl");

        law_add(&r, &h, &s, &a.lanes_of, &b.lanes_of);
        for (int l = 0; l < n; l++) law_add(&want[l], &want_h[l], &want_s[l], &a.one[l], &b.one[l]);
        check("add", true);
        LANE_CHECK(is_zero(r.z) == lanes_where([&](int k) { return k != ordinary; }), "add");
        LANE_CHECK((is_zero(h) & is_zero(s) & lanes_where([&](int k) { return k >= equal; })) ==
                       lanes_where([&](int k) { return k == equal; }),
                   "equal points");
        r = a.lanes_of; /* in place */
        law_add(&r, &h, &s, &r, &b.lanes_of);
        check("add in place", true);
        r = b.lanes_of;
        law_add(&r, &h, &s, &a.lanes_of, &r);
        check("add onto b", true);

        /* b affine; where z is 0 any point will do */
        ge_of<fe_n<V>> affine = {b.lanes_of.x, b.lanes_of.y};
        for (int l = 0; l < n; l++) {
            fe4x64 z, zz;
            fe_inv_fermat(&z, &b.one[l].z);
            fe_sqr(&zz, &z);
            fe_mul(&b.one[l].x, &b.one[l].x, &zz);
            fe_mul(&zz, &zz, &z);
            fe_mul(&b.one[l].y, &b.one[l].y, &zz);
            set_lane(&affine.x, l, by_scalar::number(b.one[l].x));
            set_lane(&affine.y, l, by_scalar::number(b.one[l].y));
        }
        law_add_ge(&r, &h, &s, &a.lanes_of, &affine);
        for (int l = 0; l < n; l++) {
            const ge_of<fe4x64> q = {b.one[l].x, b.one[l].y};
            law_add_ge(&want[l], &want_h[l], &want_s[l], &a.one[l], &q);
        }
        check("add_ge", true);
        const u32 z_zero = lanes_where([&](int k) { return k != ordinary && k != b_infinite; });
        LANE_CHECK(is_zero(r.z) == z_zero, "add_ge");
        r = a.lanes_of;
        law_add_ge(&r, &h, &s, &r, &affine);
        check("add_ge in place", true);
        fe_n<V> az = a.lanes_of.z; /* over a curve scaled by b's z */
        fe_mul(&az, &az, &b.lanes_of.z);
        law_add_ge_scaled(&r, &h, &s, &a.lanes_of, &az, &affine);
        for (int l = 0; l < n; l++) {
            const ge_of<fe4x64> q = {b.one[l].x, b.one[l].y};
            fe4x64 z = a.one[l].z;
            fe_mul(&z, &z, &b.one[l].z);
            law_add_ge_scaled(&want[l], &want_h[l], &want_s[l], &a.one[l], &z, &q);
        }
        check("add_ge_scaled", true);

        /* the walk of a table: d = 2a, p = a, then p + d twice */
        ge_of<fe_n<V>> d, p;
        ge_of<fe4x64> want_d[n], want_p[n];
        law_dbl_coz(&d, &p, &h, &affine);
        for (int l = 0; l < n; l++) {
            const ge_of<fe4x64> q = {b.one[l].x, b.one[l].y};
            law_dbl_coz(&want_d[l], &want_p[l], &want_h[l], &q);
        }
        for (int step = 0; step < 3; step++) {
            expect_coordinate("coz d.x", __LINE__, d.x, 1, [&](int l) { return want_d[l].x; });
            expect_coordinate("coz d.y", __LINE__, d.y, 3, [&](int l) { return want_d[l].y; });
            expect_coordinate("coz p.x", __LINE__, p.x, 1, [&](int l) { return want_p[l].x; });
            expect_coordinate("coz p.y", __LINE__, p.y, 3, [&](int l) { return want_p[l].y; });
            expect_coordinate("coz z", __LINE__, h, 3, [&](int l) { return want_h[l]; });
            law_add_coz(&p, &h, &d, &p);
            for (int l = 0; l < n; l++) law_add_coz(&want_p[l], &want_h[l], &want_d[l], &want_p[l]);
        }
    }
}

/* ---- Eight points at rest. */

using fe8_n = fe_n<vec8>;
using gej8_n = gej_of<fe8_n>;

/* What the limbs of a stored coordinate of magnitude m can be. */
void make_stored(fe8_n *r, rng &g, int m) {
    operand<vec8> a;
    do make(&a, g, m);
    while (!a.e.carried);
    *r = a.e;
}
/* Lane l the number v, or that and k p, as carried limbs. */
void set_stored(fe8_n *r, int l, const words &v, u64 k = 0) {
    u64 limbs[5];
    split_words(limbs, v.data());
    for (int i = 0; i < 5; i++) limbs[i] += k * fe52_parts::prime[i];
    for (int i = 0; i < 4; i++) limbs[i + 1] += limbs[i] >> 52, limbs[i] &= low52;
    set_lane(r, l, limbs);
    r->carried = true;
}
/* In one lane, or in none, zero as 0 or as p. */
void plant_zero(fe8_n *r, rng &g) {
    const int l = (int)(g() % 16);
    if (l < 8) set_stored(r, l, words{}, g() % 2);
}

/* got and want are the same points in every lane, and got has the bounds of points at rest. */
void expect_points(const char *what, int round, const gej8 &got, const gej8_n &want) {
    gej8_n r;
    fe8_n a, b, zz, want_zz;
    gej8_load(&r, &got);
    for (int l = 0; l < 8; l++) {
        u64 x[5], y[5], z[5];
        lane_of(x, r.x, l), lane_of(y, r.y, l), lane_of(z, r.z, l);
        LANE_CHECK(
            within<false>(x, 1, true) && within<false>(y, 2, true) && within<false>(z, 1, true),
            "%s, round %d, lane %d", what, round, l);
    }
    fe_sqr(&zz, &r.z), fe_sqr(&want_zz, &want.z);
    fe_mul(&a, &r.x, &want_zz), fe_mul(&b, &want.x, &zz);
    const u32 x = vec_bits(fe_equal(&a, &b));
    fe_mul(&zz, &zz, &r.z), fe_mul(&want_zz, &want_zz, &want.z);
    fe_mul(&a, &r.y, &want_zz), fe_mul(&b, &want.y, &zz);
    const u32 y = vec_bits(fe_equal(&a, &b));
    const u32 infinite = vec_bits(gej8_is_infinity(&got)), wanted = vec_bits(fe_is_zero(&want.z));
    LANE_CHECK(x == 0xFF && y == 0xFF, "%s, round %d: x %02x, y %02x", what, round, x, y);
    LANE_CHECK(infinite == wanted, "%s, round %d: %02x, not %02x", what, round, infinite, wanted);
}

void doublings() {
    rng g(12);
    for (int round = scaled(2000); round-- > 0;) {
        gej8_n p;
        gej8 start;
        make_stored(&p.x, g, 1), make_stored(&p.y, g, 1 + (int)(g() % 2)), make_stored(&p.z, g, 1);
        plant_zero(&p.z, g);
        gej8_store(&start, &p);
        for (int n = 1; n <= 5; n++) {
            gej8 r = start;
            gej8_dbl(&r, n);
            law_dbl(&p, &p);
            expect_points("dbl", round, r, p);
        }
    }
}

void additions() {
    rng g(13);
    for (int round = scaled(5000); round-- > 0;) {
        gej8_n p;
        ge_of<fe8_n> q;
        gej8 r;
        ge8 b;
        fe8_n h, i;
        make_stored(&p.x, g, 1), make_stored(&p.y, g, 1 + (int)(g() % 2)), make_stored(&p.z, g, 1);
        make_stored(&q.x, g, 1), make_stored(&q.y, g, 1);
        plant_zero(&p.z, g);
        const int same = (int)(g() % 16); /* a lane with the same x, and y or -y */
        if (same < 8) {
            set_stored(&p.z, same, {1});
            for (int j = 0; j < 5; j++) p.x.n[j][same] = q.x.n[j][same];
            for (int j = 0; j < 5; j++) p.y.n[j][same] = q.y.n[j][same];
        }
        const vec8 negative = vec_mask<vec8>((u32)g());
        gej8_store(&r, &p);
        fe_store(&b.x, &q.x), fe_store(&b.y, &q.y);
        gej8_add_ge(&r, &b, negative);
        fe_cond_neg(&q.y, negative);
        fe_normalize_weak(&q.y);
        law_add_ge(&p, &h, &i, &p, &q);
        expect_points("add_ge", round, r, p);
    }
}

/* Additions with every exception, each in single lanes beside others. */
void complete_additions() {
    rng g(14);
    for (int round = scaled(3000); round-- > 0;) {
        enum { ordinary, equal, negated, infinite };
        gej8_n p, want;
        ge_of<fe8_n> q;
        gej8 r;
        ge8 b;
        const u32 signs = (u32)g();
        const int special = (int)(g() % 10); /* a lane, all, or none */
        for (int l = 0; l < 8; l++) {
            const int kind = special == 8 || special == l ? (int)(g() % 4) : ordinary;
            const words zero{}, x = random_element(g), y = random_element(g);
            const words z = random_element(g);
            words x2 = random_element(g), y2 = random_element(g);
            if (kind == equal || kind == negated) x2 = x;
            if (kind == equal) y2 = y;
            if (kind == negated) y2 = by_scalar::sub(zero, y);
            const words zz = by_scalar::mul(z, z), zzz = by_scalar::mul(z, zz);
            const words px = by_scalar::mul(x, zz), py = by_scalar::mul(y, zzz);
            const bool nothing = kind == infinite && g() % 2; /* or any x and y */
            set_stored(&p.x, l, nothing ? zero : px);
            set_stored(&p.y, l, nothing ? zero : py, g() % 4);
            set_stored(&p.z, l, kind == infinite ? zero : z, kind == infinite ? g() % 2 : 0);
            set_stored(&q.x, l, x2);
            set_stored(&q.y, l, signs >> l & 1 ? by_scalar::sub(zero, y2) : y2);

            const gej_of<fe4x64> a = {by_scalar::element(px), by_scalar::element(py),
                                      by_scalar::element(z)};
            const ge_of<fe4x64> summand = {by_scalar::element(x2), by_scalar::element(y2)};
            gej_of<fe4x64> sum;
            fe4x64 h, i;
            law_add_ge(&sum, &h, &i, &a, &summand);
            if (kind == equal) law_dbl(&sum, &a);
            if (kind == negated) sum.z = by_scalar::element(zero);
            if (kind == infinite) sum = {summand.x, summand.y, by_scalar::element({1})};
            set_lane(&want.x, l, by_scalar::number(sum.x));
            set_lane(&want.y, l, by_scalar::number(sum.y));
            set_lane(&want.z, l, by_scalar::number(sum.z));
        }
        gej8_store(&r, &p);
        fe_store(&b.x, &q.x), fe_store(&b.y, &q.y);
        gej8_add_ge_complete(&r, &b, vec_mask<vec8>(signs));
        expect_points("add_ge_complete", round, r, want);
    }
}

}  // namespace

#define BOTH(test) \
    {#test ", 8 lanes", test<vec8>}, { #test ", 4 lanes", test<vec4> }
#define TEST(name) {#name, name}

int main() {
    return lane_tests(
        {BOTH(powers), BOTH(law), TEST(doublings), TEST(additions), TEST(complete_additions)});
}
