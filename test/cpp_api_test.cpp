// The C++ API: every public method against integers, the C ABI and itself; points on every engine.
#include "ufsecp/secp256k1.hpp"

#include <gtest/gtest.h>

#include <random>

#include "api.h"
#include "scale.h"

using secp256k1::fast::FieldElement;
using secp256k1::fast::KPlan;
using secp256k1::fast::Point;
using secp256k1::fast::Scalar;
namespace fast = secp256k1::fast;
namespace ct = secp256k1::ct;
using limbs64 = std::array<uint64_t, 4>;
using bytes32 = std::array<uint8_t, 32>;
using reference::num;

namespace {

std::mt19937_64 rng(2);

num any_num() { return num(rng(), rng(), rng(), rng()); }
limbs64 limbs_of(const num &a) {
    limbs64 r;
    a.to_limbs(r.data());
    return r;
}
bytes32 bytes_of(const num &a) {
    bytes32 r;
    a.to_bytes(r.data());
    return r;
}
bytes32 array_of(const bytes &b) {
    bytes32 r;
    std::copy(b.begin(), b.end(), r.begin());
    return r;
}
template <class T>
num num_of(const T &a) {
    return num::of_limbs(a.limbs().data());
}
template <class T>
T make(const num &a) {
    return T::from_limbs(limbs_of(a));
}
Scalar scalar() { return make<Scalar>(any_num()); }
Point point() { return fast::generator_mul(scalar()).dbl(); } /* of a z that is not 1 */
bytes encoding(const Point &p) {
    const auto e = p.to_compressed();
    return bytes(e.begin(), e.end());
}
const Scalar lambda =
    Scalar::from_hex("5363ad4cc05c30e0a5261c028812645a122e22ea20816678df02967c1b23bd72");
const Scalar minus_one = Scalar::zero() - Scalar::one();
const std::vector<Scalar> edge_scalars = {Scalar::zero(),
                                          Scalar::one(),
                                          Scalar::from_uint64(2),
                                          Scalar::from_uint64(3),
                                          minus_one,
                                          minus_one - Scalar::one(),
                                          lambda,
                                          lambda.negate(),
                                          lambda + Scalar::one(),
                                          Scalar::from_uint64(2).inverse()};

/* ---- Numbers: both kinds have the same readers, writers and operators. ---- */

template <class T>
struct Number : testing::Test {
    static num modulus() { return std::is_same_v<T, FieldElement> ? reference::p : reference::n; }
    static num minus_small(uint64_t d) { return reference::minus(modulus(), num(d)); }
    static std::vector<num> samples() {
        std::vector<num> r = {num(0),
                              num(1),
                              num(2),
                              minus_small(1),
                              minus_small(2),
                              modulus(),
                              reference::plus(modulus(), num(1)),
                              num(~0ull, ~0ull, ~0ull, ~0ull),
                              num(1, 0, 0, 0),
                              num(0, 1, 0, 0),
                              num(0, 0, 1, 0)};
        for (int i = scaled(200); i-- > 0;) r.push_back(any_num());
        return r;
    }
};
using NumberTypes = testing::Types<FieldElement, Scalar>;
TYPED_TEST_SUITE(Number, NumberTypes);

TYPED_TEST(Number, IsReadReduced) {
    using T = TypeParam;
    for (const num &a : this->samples()) {
        const num want = reference::mod(a, this->modulus());
        const std::string hex = to_hex(bytes_of(a).data(), 32),
                          reduced = to_hex(bytes_of(want).data(), 32);
        for (const T &x : {T::from_limbs(limbs_of(a)), T::from_bytes(bytes_of(a)), T::from_hex(hex),
                           T::from_hex("0x" + hex)}) {
            EXPECT_EQ(num_of(x), want);
            EXPECT_EQ(x.limbs(), limbs_of(want));
            EXPECT_EQ(x.to_bytes(), bytes_of(want));
            EXPECT_EQ(x.to_hex(), reduced);
            EXPECT_EQ(x.is_zero(), want == num(0));
            EXPECT_EQ(x.is_odd(), want.bit(0));
        }
        const bool in_range = a < this->modulus();
        EXPECT_EQ(T::parse_bytes(bytes_of(a)).has_value(), in_range);
        EXPECT_EQ(T::parse_hex(hex).has_value(), in_range);
        if (in_range) {
            EXPECT_EQ(num_of(*T::parse_bytes(bytes_of(a))), a);
            EXPECT_EQ(num_of(*T::parse_hex(hex)), a);
        }
    }
}

TYPED_TEST(Number, IsReadInTheStatedByteOrder) {
    using T = TypeParam;
    bytes32 be{};
    be[31] = 2, be[23] = 1;
    const T x = T::from_bytes(be);
    EXPECT_EQ(x.limbs(), (limbs64{2, 1, 0, 0}));
    EXPECT_EQ(x, T::from_limbs({2, 1, 0, 0}));
    EXPECT_EQ(x, T::from_hex("10000000000000002"));
    EXPECT_EQ(x.to_hex(), "0000000000000000000000000000000000000000000000010000000000000002");
    EXPECT_EQ(T::from_uint64(~0ull).limbs(), (limbs64{~0ull, 0, 0, 0}));
    EXPECT_EQ(T::zero(), T());
    EXPECT_EQ(T::one().limbs(), (limbs64{1, 0, 0, 0}));
    static_assert(sizeof(T) == 32 && std::is_trivially_copyable_v<T>);
}

TYPED_TEST(Number, StrictParsersRefuse) {
    using T = TypeParam;
    const std::string digits64(64, '1');
    EXPECT_TRUE(T::parse_bytes(bytes_of(this->minus_small(1))));
    EXPECT_FALSE(T::parse_bytes(bytes_of(this->modulus())));
    EXPECT_EQ(T::from_bytes(bytes_of(this->modulus())), T::zero());
    for (const std::string &good :
         {std::string("0"), std::string("F"), std::string("0XfF"), digits64, "0x" + digits64})
        EXPECT_TRUE(T::parse_hex(good)) << good;
    for (const std::string &bad :
         {std::string(), std::string("0x"), std::string("g"), std::string("1 "), std::string("-1"),
          std::string("0x0x1"), std::string("x1"),
          std::string("1\0"
                      "1",
                      3),
          digits64 + "1", "0x" + digits64 + "1"}) {
        EXPECT_FALSE(T::parse_hex(bad)) << bad;
        EXPECT_EQ(T::from_hex(bad), T::zero()) << bad;
    }
    EXPECT_EQ(*T::parse_hex("0xFf"), T::from_uint64(255));
    EXPECT_EQ(*T::parse_hex("aB3"), T::from_uint64(0xab3));
}

TYPED_TEST(Number, OperatorsAreThoseOfIntegers) {
    using T = TypeParam;
    const num m = this->modulus();
    const std::vector<num> samples = this->samples();
    for (size_t i = 0; i < samples.size(); i++)
        for (size_t j : {i, size_t(0), size_t(3), (i * 7 + 3) % samples.size()}) {
            const num a = reference::mod(samples[i], m), b = reference::mod(samples[j], m);
            const T x = make<T>(a), y = make<T>(b);
            EXPECT_EQ(num_of(x + y), reference::mod_add(a, b, m));
            EXPECT_EQ(num_of(x - y), reference::mod_sub(a, b, m));
            EXPECT_EQ(num_of(x * y), reference::mod_mul(a, b, m));
            EXPECT_EQ(num_of(-x), reference::mod_neg(a, m));
            EXPECT_EQ(x.negate(), -x);
            T t = x;
            EXPECT_EQ(&(t += y), &t);
            EXPECT_EQ(t, x + y);
            t = x, t -= y;
            EXPECT_EQ(t, x - y);
            t = x, t *= y;
            EXPECT_EQ(t, x * y);
            t = x, t += t;
            EXPECT_EQ(t, x + x);
            t = x, t -= t;
            EXPECT_EQ(t, T::zero());
            t = x, t *= t;
            EXPECT_EQ(t, x * x);
            EXPECT_EQ(x == y, a == b);
            EXPECT_EQ(x != y, a != b);
        }
    for (const num &a : samples) {
        const T x = make<T>(a), inverse = x.inverse();
        EXPECT_EQ(x * inverse, x.is_zero() ? T::zero() : T::one());
        EXPECT_EQ(inverse.is_zero(), x.is_zero());
    }
}

TYPED_TEST(Number, ConstantTimeTwinsAgree) {
    using T = TypeParam;
    const std::vector<num> samples = this->samples();
    for (size_t i = 0; i < samples.size(); i++) {
        const T a = make<T>(samples[i]), b = make<T>(samples[(5 * i + 1) % samples.size()]);
        if constexpr (std::is_same_v<T, FieldElement>) {
            EXPECT_EQ(ct::field_add(a, b), a + b);
            EXPECT_EQ(ct::field_sub(a, b), a - b);
            EXPECT_EQ(ct::field_mul(a, b), a * b);
            EXPECT_EQ(ct::field_sqr(a), a * a);
            EXPECT_EQ(ct::field_neg(a), -a);
            EXPECT_EQ(ct::field_inv(a), a.inverse());
            EXPECT_EQ(ct::field_select(true, a, b), a);
            EXPECT_EQ(ct::field_select(false, a, b), b);
            EXPECT_EQ(ct::field_eq(a, b), a == b);
            EXPECT_TRUE(ct::field_eq(a, a));
        } else {
            EXPECT_EQ(ct::scalar_add(a, b), a + b);
            EXPECT_EQ(ct::scalar_sub(a, b), a - b);
            EXPECT_EQ(ct::scalar_mul(a, b), a * b);
            EXPECT_EQ(ct::scalar_neg(a), -a);
            EXPECT_EQ(ct::scalar_inv(a), a.inverse());
            EXPECT_EQ(ct::scalar_select(true, a, b), a);
            EXPECT_EQ(ct::scalar_select(false, a, b), b);
            EXPECT_EQ(ct::scalar_eq(a, b), a == b);
            EXPECT_TRUE(ct::scalar_eq(a, a));
        }
    }
}

/* ---- What only field elements have. ---- */

TEST(FieldElement, SquaresAndRoots) {
    int roots = 0;
    const int count = scaled(300);
    for (int i = 0; i < count; i++) {
        const FieldElement a = make<FieldElement>(any_num()), s = a.square();
        FieldElement t = a;
        t.square_inplace();
        EXPECT_EQ(s, a * a);
        EXPECT_EQ(t, s);
        t = a;
        t.inverse_inplace();
        EXPECT_EQ(t, a.inverse());
        ASSERT_TRUE(s.sqrt());
        EXPECT_TRUE(*s.sqrt() == a || *s.sqrt() == -a);
        EXPECT_FALSE((-s).sqrt()); /* -1 is no square */
        if (const auto root = a.sqrt()) {
            EXPECT_EQ(root->square(), a);
            EXPECT_TRUE(root->sqrt()); /* of the two roots, the one that has a root */
            roots++;
        }
    }
    if (count >= 100) { EXPECT_NEAR(roots, count / 2, count / 6); }
    EXPECT_EQ(FieldElement::zero().sqrt(), FieldElement::zero());
}

TEST(FieldElement, BatchInvertIsInverse) {
    for (size_t n : {0, 1, 2, 3, 100, 255, 256, 257, 1000, scaled(1 << 16)}) {
        for (int zeros = 0; zeros < 3; zeros++) { /* none, some, nothing else */
            if (n > 1000 && zeros != 1) continue;
            std::vector<FieldElement> a(n), want(n);
            for (size_t i = 0; i < n; i++) {
                if (zeros == 0 || (zeros == 1 && i % 3 != 0)) a[i] = make<FieldElement>(any_num());
                want[i] = a[i].inverse();
            }
            std::vector<FieldElement> b = a;
            fast::batch_invert(a);
            EXPECT_EQ(a, want) << n;
            fast::batch_invert(std::span(b).first(n / 2));
            EXPECT_TRUE(
                std::equal(b.begin(), b.begin() + static_cast<ptrdiff_t>(n / 2), want.begin()))
                << n;
        }
    }
}

/* ---- What only scalars have. ---- */

TEST(Scalar, Bits) {
    for (int i = scaled(50); i-- > 0;) {
        const Scalar k = scalar();
        for (unsigned b = 0; b < 256; b++) EXPECT_EQ(k.bit(b), num_of(k).bit(b));
        EXPECT_FALSE(k.bit(256));
        EXPECT_FALSE(k.bit(~0u));
    }
}

TEST(Scalar, GlvSplitReconstructsWithinItsBound) {
    std::vector<Scalar> all = edge_scalars;
    for (int i = scaled(5000); i-- > 0;) all.push_back(scalar());
    for (const Scalar &k : all) {
        const fast::GlvSplit s = fast::glv_split(k);
        EXPECT_LT(num_of(s.k1), num::power_of_2(128));
        EXPECT_LT(num_of(s.k2), num::power_of_2(128));
        EXPECT_EQ((s.negative1 ? -s.k1 : s.k1) + lambda * (s.negative2 ? -s.k2 : s.k2), k);
    }
    const fast::GlvSplit s = fast::glv_split(lambda);
    EXPECT_EQ(s.k1, Scalar::zero());
    EXPECT_EQ(s.k2, Scalar::one());
    EXPECT_EQ(s.negative2, false);
}

/* ---- Points, on every engine. ---- */

class Points : public EachEngine {};
ON_EACH_ENGINE(Points);

const Point infinity;

TEST_P(Points, Generator) {
    const Point g = Point::generator();
    EXPECT_EQ(g.x().to_hex(), "79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798");
    EXPECT_EQ(g.y().to_hex(), "483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8");
    EXPECT_EQ(g, fast::generator_mul(Scalar::one()));
    EXPECT_EQ(g, ct::generator_mul(Scalar::one()));
    EXPECT_EQ(*Point::from_affine(g.x(), g.y()), g);
    EXPECT_FALSE(Point::from_affine(g.y(), g.x()));
    EXPECT_FALSE(Point::from_affine(FieldElement::zero(), FieldElement::zero()));
}

TEST_P(Points, EncodingsAreRead) {
    for (int i = scaled(100); i-- > 0;) {
        const Point p = point();
        const auto c = p.to_compressed();
        const auto u = p.to_uncompressed();
        EXPECT_EQ(*Point::parse(c), p);
        EXPECT_EQ(*Point::parse(u), p);
        EXPECT_EQ(c[0], p.y().is_odd() ? 3 : 2);
        EXPECT_EQ(u[0], 4);
        EXPECT_EQ(slice(bytes(c.begin(), c.end()), 1, 32), be(num_of(p.x())));
        EXPECT_EQ(slice(bytes(u.begin(), u.end()), 1, 32), be(num_of(p.x())));
        EXPECT_EQ(slice(bytes(u.begin(), u.end()), 33, 32), be(num_of(p.y())));
        auto hybrid = u;
        hybrid[0] = static_cast<uint8_t>(6 + p.y().is_odd());
        EXPECT_FALSE(Point::parse(hybrid));
        auto off = u;
        off[64] ^= 1;
        EXPECT_FALSE(Point::parse(off));
        EXPECT_FALSE(Point::parse(std::span(u).first(64)));
        EXPECT_FALSE(Point::parse(std::span(c).first(32)));
        EXPECT_FALSE(Point::parse(std::span(c).last(32)));
    }
    EXPECT_FALSE(Point::parse({}));
    EXPECT_FALSE(Point::parse(bytes(33)));
    EXPECT_FALSE(Point::parse(bytes(65)));
    EXPECT_FALSE(Point::parse(bytes{2} + prime));
}

TEST_P(Points, Infinity) {
    const Point p = point();
    EXPECT_TRUE(infinity.is_infinity());
    EXPECT_TRUE(Point::infinity().is_infinity());
    EXPECT_FALSE(p.is_infinity());
    EXPECT_EQ(infinity, Point::infinity());
    EXPECT_FALSE(infinity == p);
    EXPECT_FALSE(p == infinity);
    const std::vector<Point> infinities = {infinity,
                                           p - p,
                                           p.add(p.negate()),
                                           p.scalar_mul(Scalar::zero()),
                                           -infinity,
                                           infinity.dbl(),
                                           infinity.triple(),
                                           infinity + infinity,
                                           ct::point_neg(infinity),
                                           fast::generator_mul(Scalar::zero()),
                                           infinity.normalize(),
                                           ct::point_normalize(p - p),
                                           p.mul_add_generator(Scalar::zero(), Scalar::zero())};
    for (const Point &i : infinities) {
        EXPECT_TRUE(i.is_infinity());
        EXPECT_EQ(i, infinity);
        EXPECT_TRUE(ct::point_eq(i, infinity));
        EXPECT_EQ(i + p, p);
        EXPECT_EQ(p + i, p);
        EXPECT_EQ(p - i, p);
        EXPECT_EQ(i - p, -p);
        EXPECT_TRUE(i.dbl().is_infinity());
        EXPECT_TRUE(i.scalar_mul(scalar()).is_infinity());
        EXPECT_EQ(i.next(), Point::generator());
        EXPECT_EQ(i.prev(), -Point::generator());
        EXPECT_TRUE(i.x().is_zero() && i.y().is_zero());
        EXPECT_EQ(i.to_compressed(), (std::array<uint8_t, 33>{}));
        EXPECT_EQ(i.to_uncompressed(), (std::array<uint8_t, 65>{}));
        EXPECT_EQ(i.mul_add_generator(Scalar::from_uint64(9), Scalar::one()), Point::generator());
    }
}

TEST_P(Points, WalksMeetTheirMultiples) {
    const Point g = Point::generator();
    Point up, down, sum, by_inplace;
    for (uint64_t i = 0; i <= 50; i++) {
        const Scalar k = Scalar::from_uint64(i);
        const Point want = fast::generator_mul(k);
        EXPECT_EQ(up, want);
        EXPECT_EQ(down, -want);
        EXPECT_EQ(sum, want);
        EXPECT_EQ(by_inplace, want);
        EXPECT_EQ(encoding(up), encoding(want));
        EXPECT_EQ(up.prev().next(), up);
        EXPECT_EQ(up.dbl(), fast::generator_mul(k + k));
        EXPECT_EQ(up + up, up.dbl());
        EXPECT_EQ(up.triple(), fast::generator_mul(k + k + k));
        EXPECT_EQ(up - want, infinity);
        up = up.next();
        down = down.prev();
        sum = g.add(sum);
        by_inplace.next_inplace();
    }
}

TEST_P(Points, InPlaceEqualsImmutable) {
    for (int i = scaled(50); i-- > 0;) {
        const Point p = i % 7 == 0 ? infinity : point(), q = i % 5 == 0   ? p
                                                             : i % 5 == 1 ? -p
                                                             : i % 5 == 2 ? infinity
                                                                          : point();
        Point t = p;
        t.add_inplace(q);
        EXPECT_EQ(t, p.add(q));
        EXPECT_EQ(t, p + q);
        t.sub_inplace(q);
        EXPECT_EQ(t, p);
        t.sub_inplace(q);
        EXPECT_EQ(t, p.sub(q));
        t = p, t.dbl_inplace();
        EXPECT_EQ(t, p.dbl());
        t = p, t.negate_inplace();
        EXPECT_EQ(t, p.negate());
        EXPECT_EQ(t, -p);
        t = p, t.add_inplace(t);
        EXPECT_EQ(t, p.dbl());
        t = p, t.sub_inplace(t);
        EXPECT_TRUE(t.is_infinity());
        t = p, t.next_inplace();
        EXPECT_EQ(t, p.next());
        t.prev_inplace(), t.prev_inplace();
        EXPECT_EQ(t, p.prev());
        t = p, t.normalize_inplace();
        EXPECT_EQ(t, p.normalize());
        EXPECT_EQ(t, p);
        EXPECT_EQ(encoding(t), encoding(p));
    }
}

TEST_P(Points, EqualityLooksAtBothCoordinates) {
    const Point p = point(), q = point();
    EXPECT_EQ(p, p.add(q).sub(q)); /* another z */
    EXPECT_NE(p, q);
    EXPECT_NE(p, -p);
    const FieldElement beta =
        FieldElement::from_hex("7ae96a2b657c07106e64479eac3434e99cf0497512f58995c1396c28719501ee");
    EXPECT_NE(p, *Point::from_affine(p.x() * beta, p.y()));
    EXPECT_EQ(p.scalar_mul(lambda), *Point::from_affine(p.x() * beta, p.y()));
    EXPECT_FALSE(ct::point_eq(p, -p));
    EXPECT_FALSE(ct::point_eq(p, infinity));
    EXPECT_FALSE(ct::point_eq(infinity, p));
    EXPECT_TRUE(ct::point_eq(p, p.add(q).sub(q)));
}

TEST_P(Points, KnownMultiples) {
    const Point g = Point::generator();
    for (const auto &c : load_vectors("mult.json").at("cases")) {
        const Scalar k = *Scalar::parse_hex(c.at("k").get<std::string>());
        const Point p = *Point::parse(from_hex(c.at("point").get<std::string>()));
        const Point want = c.at("product").is_null()
                               ? infinity
                               : *Point::parse(from_hex(c.at("product").get<std::string>()));
        EXPECT_EQ(p.scalar_mul(k), want);
        EXPECT_EQ(p.scalar_mul_with_plan(KPlan::from_scalar(k)), want);
        EXPECT_EQ(ct::scalar_mul(p, k), want);
        EXPECT_EQ(p.mul_add_generator(k, Scalar::zero()), want);
        EXPECT_EQ(encoding(p.scalar_mul(k)), encoding(want));
        if (p == g) {
            EXPECT_EQ(fast::generator_mul(k), want);
            EXPECT_EQ(ct::generator_mul(k), want);
            EXPECT_EQ(p.mul_add_generator(Scalar::zero(), k), want);
        }
    }
}

TEST_P(Points, PlansAreMultiplications) {
    const int plans = scaled(100), each = scaled(100); /* 10^4 pairs */
    std::vector<Point> q = {infinity, Point::generator(), -Point::generator()};
    while (q.size() < static_cast<size_t>(each + 3))
        q.push_back(q.size() % 2 ? point() : point().normalize());
    std::vector<Scalar> ks = edge_scalars;
    while (ks.size() < static_cast<size_t>(plans) + edge_scalars.size()) ks.push_back(scalar());
    for (const Scalar &k : ks) {
        const KPlan plan = KPlan::from_scalar(k), copy = plan;
        for (size_t i = 0; i < q.size(); i++) {
            const Point want = ct::scalar_mul(q[i], k); /* which has no plan */
            ASSERT_EQ(q[i].scalar_mul_with_plan(i % 2 ? plan : copy), want) << k.to_hex();
        }
        EXPECT_TRUE(infinity.scalar_mul_with_plan(plan).is_infinity());
    }
    const Point p = point();
    EXPECT_TRUE(p.scalar_mul_with_plan(KPlan::from_scalar(Scalar::zero())).is_infinity());
    EXPECT_EQ(p.scalar_mul_with_plan(KPlan::from_scalar(Scalar::one())), p);
    EXPECT_EQ(p.scalar_mul_with_plan(KPlan::from_scalar(minus_one)), -p);
    EXPECT_EQ(p.scalar_mul_with_plan(KPlan::from_scalar(lambda)).y(), p.y());
}

TEST_P(Points, MultiplicationIsLinear) {
    for (int i = scaled(100); i-- > 0;) {
        const Scalar a = scalar(), b = scalar();
        const Point p = point();
        EXPECT_EQ(p.scalar_mul(a) + p.scalar_mul(b), p.scalar_mul(a + b));
        EXPECT_EQ(p.scalar_mul(a).scalar_mul(b), p.scalar_mul(a * b));
        EXPECT_EQ(p.mul_add_generator(a, b), p.scalar_mul(a) + fast::generator_mul(b));
    }
    for (const Scalar &a : edge_scalars)
        for (const Scalar &b : edge_scalars)
            for (const Point &p : {infinity, Point::generator(), -Point::generator(), point()}) {
                EXPECT_EQ(p.mul_add_generator(a, b), p.scalar_mul(a) + fast::generator_mul(b));
                EXPECT_EQ(p.scalar_mul(a) + p.scalar_mul(b), p.scalar_mul(a + b));
            }
}

TEST_P(Points, ConstantTimeTwinsAgree) {
    std::vector<Scalar> ks = edge_scalars;
    for (int i = scaled(100); i-- > 0;) ks.push_back(scalar());
    for (const Scalar &k : ks) {
        const Point p = point(), q = point();
        EXPECT_EQ(ct::generator_mul(k), fast::generator_mul(k));
        for (const Point &a : {p, p.normalize(), infinity, Point::generator()})
            EXPECT_EQ(ct::scalar_mul(a, k), a.scalar_mul(k));
        EXPECT_EQ(ct::point_add_complete(p, q), p + q);
        EXPECT_EQ(ct::point_add_complete(p, p), p.dbl());
        EXPECT_EQ(ct::point_add_complete(p, p.add(q).sub(q)), p.dbl());
        EXPECT_TRUE(ct::point_add_complete(p, -p).is_infinity());
        EXPECT_EQ(ct::point_add_complete(p, infinity), p);
        EXPECT_EQ(ct::point_add_complete(infinity, p), p);
        EXPECT_TRUE(ct::point_add_complete(infinity, infinity).is_infinity());
        EXPECT_EQ(ct::point_dbl(p), p.dbl());
        EXPECT_TRUE(ct::point_dbl(infinity).is_infinity());
        EXPECT_EQ(ct::point_neg(p), -p);
        EXPECT_EQ(ct::point_select(true, p, q), p);
        EXPECT_EQ(ct::point_select(false, p, q), q);
        EXPECT_EQ(ct::point_normalize(p), p);
        EXPECT_EQ(ct::point_normalize(p).to_uncompressed(), p.to_uncompressed());
    }
}

TEST_P(Points, BatchNormalizeKeepsEveryPoint) {
    for (size_t n : {0, 1, 2, 127, 128, 129, 300}) {
        std::vector<Point> a(n), before;
        for (size_t i = 0; i < n; i++)
            if (i % 5 != 1) a[i] = fast::generator_mul(Scalar::from_uint64(i + 2)).dbl();
        before = a;
        fast::batch_normalize(a);
        for (size_t i = 0; i < n; i++) {
            EXPECT_EQ(a[i], before[i]);
            EXPECT_EQ(a[i].is_infinity(), i % 5 == 1);
            EXPECT_EQ(a[i].to_uncompressed(), before[i].to_uncompressed());
            const Point normal = before[i].normalize();
            EXPECT_EQ(memcmp(static_cast<const void *>(&a[i]), static_cast<const void *>(&normal),
                             sizeof(Point)),
                      0);
        }
    }
}

TEST_P(Points, AgreeWithTheCInterface) {
    for (int i = scaled(50); i-- > 0;) {
        const bytes sk = draw("key", static_cast<size_t>(i)),
                    tweak = draw("tweak", static_cast<size_t>(i));
        const Scalar d = *Scalar::parse_bytes(array_of(sk)),
                     t = *Scalar::parse_bytes(array_of(tweak));
        const Point p = ct::point_normalize(ct::generator_mul(d));
        bytes out(33);
        EXPECT_EQ(encoding(p), pubkey_of(sk));
        EXPECT_EQ(ufsecp_pubkey_tweak_add(out.data(), 33, pubkey_of(sk).data(), 33, tweak.data()),
                  1);
        EXPECT_EQ(encoding(p.mul_add_generator(Scalar::one(), t)), out);
        EXPECT_EQ(ufsecp_pubkey_tweak_mul(out.data(), 33, pubkey_of(sk).data(), 33, tweak.data()),
                  1);
        EXPECT_EQ(encoding(p.scalar_mul(t)), out);
    }
}

TEST(Plan, OutlivesTheEngineThatBuiltIt) {
    for (const std::string &from : engines())
        for (const std::string &to : engines())
            for (const Scalar &k : edge_scalars) {
                const Point p = point();
                ASSERT_TRUE(ufsecp_engine_select(from.c_str()));
                const Point want = p.scalar_mul(k);
                const KPlan plan = KPlan::from_scalar(k);
                ASSERT_TRUE(ufsecp_engine_select(to.c_str()));
                EXPECT_EQ(p.scalar_mul_with_plan(plan), want) << from << " " << to;
                EXPECT_EQ(p.scalar_mul(k), want) << from << " " << to;
            }
    ufsecp_engine_select("auto");
}

TEST(Items, SpansAreTheCCall) {
    const bytes sk = draw("key", 1), msg = draw("msg", 1), key = pubkey_of(sk),
                xonly = xonly_of(sk), long_msg = msg + msg;
    const bytes sig = ecdsa_sign(msg, sk), schnorr = schnorr_sign(long_msg, sk), none;
    using secp256k1::make_item;
    const std::vector<ufsecp_item> ecdsa = {make_item(sig, key, msg), make_item(sig, none, msg)},
                                   taproot = {make_item(schnorr, xonly, long_msg),
                                              make_item(schnorr, xonly, none)};
    const auto check = [](const auto &verify, std::span<const ufsecp_item> items,
                          ufsecp_status second) {
        bytes ok(2, 0xa5);
        std::vector<ufsecp_status> statuses(2, UFSECP_RECID);
        EXPECT_FALSE(verify(items, 0, ok, statuses));
        EXPECT_EQ(ok, (bytes{1, 0}));
        EXPECT_EQ(statuses, (std::vector<ufsecp_status>{UFSECP_OK, second}));
        EXPECT_TRUE(verify(items.first(1), 0, {}, {}));
        EXPECT_TRUE(verify(items.first(0), 0, {}, {}));
        EXPECT_FALSE(verify(items.first(1), UFSECP_LOW_S << 10, {}, {}));
        /* Spans that do not fit. */
        ok.assign(2, 0xa5);
        statuses.assign(2, UFSECP_RECID);
        EXPECT_FALSE(verify(items.first(1), 0, ok, {}));
        EXPECT_FALSE(verify(items.first(1), 0, {}, statuses));
        EXPECT_FALSE(verify(items.first(0), 0, ok, {}));
        EXPECT_EQ(ok, bytes(2, 0xa5));
        EXPECT_EQ(statuses, std::vector<ufsecp_status>(2, UFSECP_RECID));
    };
    check(secp256k1::verify_ecdsa_items, ecdsa, UFSECP_PUBKEY_FORMAT);
    check(secp256k1::verify_schnorr_items, taproot, UFSECP_BAD_SIGNATURE);
}

}  // namespace
