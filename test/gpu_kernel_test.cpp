// The kernels' arithmetic in the host dialect against the reference model: powers and roots, the
// split and its digits, additions in every exceptional case, k*P, and b*G from tables of every
// window.
#include "gpu/dialect/host.h"
#include "gpu/kernel/kernel_sum.h"
#include <gtest/gtest.h>

#include <map>
#include <optional>
#include <vector>

#include "lanes/eisenstein_var.h"
#include "numbers.h"
#include "scalar/glv.h"
#include "scale.h"

namespace {

using namespace ufsecp::UF_TARGET;
using reference::num, reference::num_of, reference::scalar_of;
using reference::p, reference::n;
using reference::random_num, reference::random_runs, reference::rng;

const num lambda = num::of_limbs(glv_lambda);
const num two_128 = num::power_of_2(128);

num sum_p(const num &a, const num &b) { return reference::mod_add(a, b, p); }
num difference_p(const num &a, const num &b) { return reference::mod_sub(a, b, p); }
num product_p(const num &a, const num &b) { return reference::mod_mul(a, b, p); }

/* Any 256-bit value, above p too. */
fe8x32 fe_of(const num &a) {
    fe8x32 r;
    fe_set_zero(&r);
    for (int i = 0; i < 8; i++) r.n[i] = a.d[i];
    UF_VERIFY_ONLY(fe8x32_bound(&r, 0);)
    return r;
}
num num_of_fe(fe8x32 a) {
    fe_normalize(&a);
    num r;
    for (int i = 0; i < 8; i++) r.d[i] = a.n[i];
    return r;
}

/* ---- The model of the group: affine points; none is infinity. ---- */

struct affine {
    num x, y;
    bool operator==(const affine &) const = default;
};
using point = std::optional<affine>;

point negated(const point &a) { return a ? point({a->x, reference::mod_neg(a->y, p)}) : a; }
point plus(const point &a, const point &b) {
    if (!a || !b) return a ? a : b;
    num slope;
    if (a->x == b->x) {
        if (a->y != b->y) return {};
        const num xx = product_p(a->x, a->x);
        slope = product_p(sum_p(xx, sum_p(xx, xx)), reference::mod_inv(sum_p(a->y, a->y), p));
    } else {
        slope =
            product_p(difference_p(a->y, b->y), reference::mod_inv(difference_p(a->x, b->x), p));
    }
    const num x = difference_p(product_p(slope, slope), sum_p(a->x, b->x));
    return affine{x, difference_p(product_p(slope, difference_p(a->x, x)), a->y)};
}

/* The multiples of a point, from its doublings. */
class multiples {
    std::vector<point> doubled;
    std::map<num, point> known;

public:
    explicit multiples(const point &a) {
        doubled.push_back(a);
        while (doubled.size() < 256) doubled.push_back(plus(doubled.back(), doubled.back()));
    }
    const point &one() const { return doubled[0]; }
    point operator()(const num &k) {
        const auto [place, fresh] = known.try_emplace(k);
        if (fresh)
            for (unsigned i = 0; i < 256; i++)
                if (k.bit(i)) place->second = plus(place->second, doubled[i]);
        return place->second;
    }
};

const affine generator = {
    num(0x79BE667EF9DCBBAC, 0x55A06295CE870B07, 0x029BFCDB2DCE28D9, 0x59F2815B16F81798),
    num(0x483ADA7726A3C465, 0x5DA4FBFC0E1108A8, 0xFD17B448A6855419, 0x9C47D08FFB10D4B8)};
multiples &of_g() {
    static multiples table{generator};
    return table;
}
multiples &of_other() {
    static multiples table{of_g()(
        num(0x1234567890abcdef, 0xfedcba0987654321, 0x0f1e2d3c4b5a6978, 0x8796a5b4c3d2e1f0))};
    return table;
}

ge ge_of_point(const affine &a) { return {fe_of(a.x), fe_of(a.y)}; }
gej gej_of_point(const point &a, const num &z) {
    gej r;
    if (!a) return {fe_of(num(5)), fe_of(z), fe_of(num())};
    const num zz = product_p(z, z);
    r.x = fe_of(product_p(a->x, zz));
    r.y = fe_of(product_p(a->y, product_p(zz, z)));
    r.z = fe_of(z);
    return r;
}
point point_of(const gej &a) {
    const num z = num_of_fe(a.z);
    if (z.is_zero()) return {};
    const num zi = reference::mod_inv(z, p), zi2 = product_p(zi, zi);
    return affine{product_p(num_of_fe(a.x), zi2), product_p(num_of_fe(a.y), product_p(zi2, zi))};
}

/* ---- Field ---- */

TEST(GpuKernel, FieldInverse) {
    rng g(1);
    std::vector<num> values = {num(),
                               num(1),
                               num(2),
                               reference::minus(p, num(1)),
                               p,
                               reference::plus(p, num(1)),
                               reference::minus(num(), num(1)),
                               num::power_of_2(255)};
    for (int i = 0; i < scaled(100); i++) values.push_back(i % 2 ? random_num(g) : random_runs(g));
    for (const num &a : values) {
        fe8x32 x = fe_of(a), r;
        fe_inv(&r, &x);
        fe_inv(&x, &x);
        ASSERT_EQ(num_of_fe(r), reference::mod_inv(reference::mod(a, p), p)) << a;
        ASSERT_EQ(num_of_fe(x), num_of_fe(r)) << a;
    }
}

TEST(GpuKernel, LiftX) {
    rng g(2);
    std::vector<num> values;
    for (int i = 0; i < scaled(40); i++) {
        values.push_back(num(static_cast<uint64_t>(i)));
        values.push_back(reference::minus(p, num(static_cast<uint64_t>(i + 1))));
        values.push_back(reference::mod(random_num(g), p));
    }
    const num half =
        reference::mod_half(reference::minus(p, num(1)), p); /* (p - 1)/2: p - 1 is even */
    int good = 0;
    for (const num &x : values) {
        const num yy = sum_p(product_p(x, product_p(x, x)), num(7));
        const bool square = reference::mod_pow(yy, half, p) == num(1);
        for (u32 odd = 0; odd < 2; odd++) {
            ge r;
            r.x = fe_of(x);
            fe_set_int(&r.y, odd);
            ASSERT_EQ(ge_lift_x(&r), square) << x;
            if (!square) continue;
            good++;
            const num y = num_of_fe(r.y);
            ASSERT_EQ(num_of_fe(r.x), x);
            ASSERT_EQ(product_p(y, y), yy);
            ASSERT_EQ(y.bit(0), odd == 1);
            ASSERT_EQ(r.y.n[0] & 1, odd);
            ASSERT_TRUE(ge_is_on_curve(&r));
            fe_add(&r.y, &r.y, &r.x);
            ASSERT_FALSE(ge_is_on_curve(&r));
        }
    }
    EXPECT_GT(good, 0);
    ge r;
    ge_set_generator(&r);
    EXPECT_EQ(num_of_fe(r.x), generator.x);
    EXPECT_EQ(num_of_fe(r.y), generator.y);
}

/* ---- Scalars ---- */

std::vector<num> edge_scalars() {
    std::vector<num> v;
    const num a1 = num(0, 0, 0x3086D221A7D46BCD, 0xE86C90E49284EB15),
              b1 = num(0, 0, 0xE4437ED6010E8828, 0x6F547FA90ABFE4C3);
    const num middle = reference::mod_half(reference::minus(n, num(1)), n);
    for (const num &x :
         {num(), middle, lambda, reference::mod_mul(lambda, lambda, n), a1, b1,
          reference::plus(a1, b1), two_128, reference::mod_mul(middle, lambda, n),
          num::power_of_2(255), reference::minus(n, num::power_of_2(255)),
          reference::mod_mul(two_128, lambda, n), num::power_of_2(129), num::power_of_2(127)})
        for (int d = -2; d <= 2; d++) {
            const num delta(static_cast<uint64_t>(d < 0 ? -d : d));
            v.push_back(d < 0 ? reference::mod_sub(x, delta, n) : reference::mod_add(x, delta, n));
            v.push_back(reference::mod_neg(v.back(), n));
        }
    return v;
}

TEST(GpuKernel, ScalarInverse) {
    rng g(3);
    std::vector<num> values = edge_scalars();
    for (int i = 0; i < scaled(100); i++)
        values.push_back(reference::mod(i % 2 ? random_num(g) : random_runs(g), n));
    for (const num &a : values) {
        sc8x32 x = scalar_of<sc8x32>(a), r;
        sc_inv(&r, &x);
        sc_inv(&x, &x);
        ASSERT_EQ(num_of(r), reference::mod_inv(a, n)) << a;
        ASSERT_EQ(num_of(x), num_of(r)) << a;
    }
}

/* The signed number of five limbs: its absolute value, and mod n. */
num magnitude(const u32 *a, num *mod_n) {
    num r;
    const bool negative = a[4] >> 31;
    uint64_t t = negative;
    for (int i = 0; i < 5; i++) {
        t += negative ? ~a[i] : a[i];
        r.d[i] = static_cast<uint32_t>(t);
        t >>= 32;
    }
    *mod_n = negative ? reference::mod_neg(r, n) : r;
    return r;
}

/* What a digit stands for, mod n. */
num digit_value(u8 code) {
    num r;
    for (const int part : {0, 1}) {
        const eisenstein z = eisenstein_value(code);
        const int of = part ? z.b : z.a;
        const num size = reference::mod_mul(num(static_cast<uint64_t>(of < 0 ? -of : of)),
                                            part ? lambda : num(1), n);
        r = of < 0 ? reference::mod_sub(r, size, n) : reference::mod_add(r, size, n);
    }
    return r;
}

TEST(GpuKernel, SplitAndDigits) {
    rng g(4);
    std::vector<num> values = edge_scalars();
    for (int i = 0; i < scaled(3000); i++)
        values.push_back(reference::mod(i % 2 ? random_num(g) : random_runs(g), n));
    const num bound1(0, 0, 0xA2D0E56041893750, 0),
        bound2(0, 0, 0x8A7EF9DB22D0E570, 0); /* 0.636, 0.541 of 2^128, rounded up */
    for (const num &a : values) {
        const sc8x32 k = scalar_of<sc8x32>(a);
        u32 r1[5], r2[5];
        num part1, part2;
        sc_split_signed(r1, r2, &k);
        ASSERT_LT(magnitude(r1, &part1), bound1) << a;
        ASSERT_LT(magnitude(r2, &part2), bound2) << a;
        ASSERT_EQ(reference::mod_add(part1, reference::mod_mul(lambda, part2, n), n), a);
        sc8x32 want1, want2;
        sc_split_lambda(&want1, &want2, &k);
        ASSERT_EQ(part1, num_of(want1));
        ASSERT_EQ(part2, num_of(want2));

        u8 digits[UF_DIGITS];
        sc_digits(digits, &k);
        num got;
        for (int j = UF_DIGITS; j-- > 0;)
            got = reference::mod_add(reference::mod_mul(got, num(8), n), digit_value(digits[j]), n);
        ASSERT_EQ(got, a);
    }
}

/* The table of digits is that of the lanes, where it is proved. */
TEST(GpuKernel, DigitsAreTheLanes) {
    for (u32 i = 0; i < 64; i++) {
        const u32 carries = (u32)(eisenstein_residue.carry[0] >> i & 1) |
                            (u32)(eisenstein_residue.carry[1] >> i & 1) << 1;
        const u8 code = (u8)(eisenstein_residue.row[i >> 3] >> 8 * (i & 7));
        ASSERT_EQ(digit_of_residue[i], code | carries << 8) << i;
    }
    ASSERT_EQ(UF_DIGITS, eisenstein_digits::count);
    ASSERT_EQ(UF_DIGIT_ENTRIES, eisenstein_entries);
    u8 before = eisenstein_unit(1);
    for (int i = 2; i < eisenstein_entries; i++) {
        const u8 unit = eisenstein_unit(i);
        const int turn = (eisenstein_rotation_of(unit) - eisenstein_rotation_of(before) + 3) % 3;
        const bool flip = eisenstein_negative_of(unit) != eisenstein_negative_of(before);
        ASSERT_EQ(unit_turns[i - 2], turn | flip << 2) << i;
        before = unit;
    }
}

/* The halves of a sum, and their digits in windows of every width. */
TEST(GpuKernel, HalvesOfSums) {
    rng g(8);
    std::vector<num> values = edge_scalars();
    for (int i = 0; i < scaled(400); i++)
        values.push_back(reference::mod(i % 2 ? random_num(g) : random_runs(g), n));
    for (int d = 1; d < 4; d++)
        values.push_back(reference::minus(two_128, num(static_cast<uint64_t>(d))));
    for (const num &a : values) {
        const sc8x32 k = scalar_of<sc8x32>(a);
        u32 v[12];
        const u32 negative = sum_halves(v, &k);
        num halves;
        for (u32 part = 0; part < 2; part++) {
            num half;
            for (int i = 0; i < 4; i++) half.d[i] = v[6 * part + static_cast<u32>(i)];
            ASSERT_EQ(v[6 * part + 4] | v[6 * part + 5], 0u) << a;
            if (a < two_128) ASSERT_EQ(half, part ? num() : a);
            for (u32 window = 2; window <= 24; window++) {
                num sum;
                u32 carry = 0;
                for (u32 at = 0; at < 129; at += window) {
                    const u32 d = sc_carried_digit(&carry, v + 6 * part, at, window);
                    ASSERT_LE(d, 1u << (window - 1));
                    const num signed_digit =
                        reference::mod_mul(num(d), reference::mod(num::power_of_2(at), n), n);
                    sum = carry ? reference::mod_sub(sum, signed_digit, n)
                                : reference::mod_add(sum, signed_digit, n);
                }
                ASSERT_EQ(carry, 0u) << a;
                ASSERT_EQ(sum, half) << a << " window " << window;
            }
            if (part) half = reference::mod_mul(half, lambda, n);
            halves = negative >> part & 1 ? reference::mod_sub(halves, half, n)
                                          : reference::mod_add(halves, half, n);
        }
        ASSERT_EQ(halves, a);
    }
}

/* ---- Additions ---- */

TEST(GpuKernel, AdditionsAreExact) {
    rng g(5);
    const point g1 = generator;
    std::vector<point> values = {
        {}, g1, of_g()(num(2)), of_g()(num(3)), of_g()(lambda), of_other().one()};
    for (size_t i = values.size(); i-- > 1;) values.push_back(negated(values[i]));
    const auto z = [&] { return g() % 3 ? reference::mod(random_num(g), p) : num(1); };
    for (int round = 0; round < scaled(3); round++)
        for (const point &a : values) {
            gej ja = gej_of_point(a, z()), r;
            if (!a && g() % 2) ja.z = fe_of(p); /* zero has two forms */
            gej_dbl(&r, &ja);
            ASSERT_EQ(point_of(r), plus(a, a));
            ASSERT_EQ(gej_is_infinity(&ja), !a);
            for (const point &b : values) {
                const point want = plus(a, b);
                gej jb = gej_of_point(b, z());
                if (!b && g() % 2) jb.z = fe_of(p);
                gej_add(&r, &ja, &jb);
                ASSERT_EQ(point_of(r), want);
                r = ja;
                gej_add(&r, &r, &jb);
                ASSERT_EQ(point_of(r), want);
                gej_add(&jb, &ja, &jb);
                ASSERT_EQ(point_of(jb), want);
                if (!b) continue;
                ge affine_b = ge_of_point(*b);
                gej_add_ge(&r, &ja, &affine_b);
                ASSERT_EQ(point_of(r), want);
                r = ja;
                gej_add_ge(&r, &r, &affine_b);
                ASSERT_EQ(point_of(r), want);
                ge_neg(&affine_b, &affine_b);
                gej_add_ge(&r, &ja, &affine_b);
                ASSERT_EQ(point_of(r), plus(a, negated(b)));
            }
        }
}

TEST(GpuKernel, Entries) {
    for (multiples *of : {&of_g(), &of_other()}) {
        const ge a = ge_of_point(*of->one());
        ge_turns entry[UF_DIGIT_ENTRIES];
        fe8x32 z;
        ge_entries(entry, &z, &a);
        for (u8 code = 0; code < UF_DIGIT_ENTRIES << 3; code++) {
            if ((code >> 1 & 3) == 3 || code & 1) continue;
            const gej r = {entry[code >> 3].x[code >> 1 & 3], entry[code >> 3].y, z};
            ASSERT_EQ(point_of(r), (*of)(digit_value(code))) << (int)code;
        }
    }
}

/* ---- Multiplications ---- */

TEST(GpuKernel, MulPoint) {
    rng g(6);
    for (multiples *of : {&of_g(), &of_other()}) {
        std::vector<num> values = {
            num(), num(1), num(2), reference::minus(n, num(1)), reference::minus(n, num(2)),
            lambda};
        const std::vector<num> edges = edge_scalars();
        for (size_t i = g() % 2; i < edges.size(); i += static_cast<size_t>(1 + 300 / scaled(150)))
            values.push_back(edges[i]);
        for (unsigned i = 0; i < UF_DIGITS; i += static_cast<unsigned>(1 + 26 / scaled(26))) {
            const num edge = num::power_of_2(3 * i);
            values.push_back(edge);
            values.push_back(reference::minus(edge, num(1)));
            values.push_back(reference::mod_mul(lambda, edge, n));
        }
        for (int i = 0; i < scaled(20); i++)
            values.push_back(reference::mod(i % 2 ? random_num(g) : random_runs(g), n));
        const ge a = ge_of_point(*of->one());
        for (const num &k : values) {
            const sc8x32 s = scalar_of<sc8x32>(k);
            gej r;
            mul_point(&r, &a, &s);
            ASSERT_EQ(point_of(r), (*of)(k)) << k;
        }
    }
}

/* Row j * 2^(window-1) + d - 1 is d * 2^(window j) G. */
std::vector<u32> make_table(u32 window) {
    const u32 rows = 1u << (window - 1), windows = (256 + window - 1) / window;
    std::vector<gej> points(rows);
    std::vector<fe8x32> before(rows);
    std::vector<u32> table(static_cast<size_t>(windows) * rows * 16);
    u32 *row = table.data();
    for (u32 j = 0; j < windows; j++) {
        const ge base = ge_of_point(*of_g()(num::power_of_2(window * j)));
        fe8x32 product, zi, zi2;
        gej sum;
        gej_set_infinity(&sum);
        fe_set_one(&product);
        for (u32 d = 0; d < rows; d++) {
            gej_add_ge(&sum, &sum, &base);
            points[d] = sum;
            before[d] = product;
            fe_mul(&product, &product, &sum.z);
        }
        fe_inv(&product, &product);
        for (u32 d = rows; d-- > 0;) {
            fe_mul(&zi, &product, &before[d]);
            fe_mul(&product, &product, &points[d].z);
            fe_sqr(&zi2, &zi);
            fe_mul(&zi, &zi, &zi2);
            fe_mul(&points[d].x, &points[d].x, &zi2);
            fe_mul(&points[d].y, &points[d].y, &zi);
            fe_normalize(&points[d].x);
            fe_normalize(&points[d].y);
        }
        for (u32 d = 0; d < rows; d++, row += 16)
            for (int i = 0; i < 8; i++) row[i] = points[d].x.n[i], row[i + 8] = points[d].y.n[i];
    }
    return table;
}

TEST(GpuKernel, AddGen) {
    rng g(7);
    std::vector<num> common = {num(),
                               num(1),
                               reference::minus(n, num(1)),
                               num::power_of_2(255),
                               reference::minus(num::power_of_2(255), num(1)),
                               reference::minus(n, num::power_of_2(255)),
                               lambda};
    for (int i = 0; i < scaled(10); i++)
        common.push_back(reference::mod(i % 2 ? random_num(g) : random_runs(g), n));
    for (u32 window = 4; window <= 16; window++) {
        if (window > 9 && !long_cases()) continue; /* large tables: one build has them */
        const std::vector<u32> table = make_table(window);
        std::vector<num> values = common;
        for (const u32 digit :
             {1u << (window - 1), (1u << (window - 1)) + 1, (1u << window) - 1, 1u}) {
            num all, every_other; /* the greatest digit, the least one with a carry, a carry that
                                     makes a zero */
            for (u32 at = 0; at < 256; at += window)
                for (u32 i = 0; i < window && at + i < 256; i++)
                    if (digit >> i & 1) {
                        all.d[(at + i) / 32] |= 1u << (at + i) % 32;
                        if (at / window % 2) every_other.d[(at + i) / 32] |= 1u << (at + i) % 32;
                    }
            values.push_back(reference::mod(all, n));
            values.push_back(reference::mod(every_other, n));
        }
        for (const num &b : values) {
            const sc8x32 s = scalar_of<sc8x32>(b);
            const point want = of_g()(b);
            for (const point &start : {point(), want, negated(want), of_other().one()}) {
                gej r = gej_of_point(start, reference::mod(random_num(g), p));
                add_gen(&r, &s, table.data(), window);
                ASSERT_EQ(point_of(r), plus(start, want)) << b << " window " << window;
            }
        }
    }
}

}  // namespace
