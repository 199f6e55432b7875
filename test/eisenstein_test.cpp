// The digits in Z[lambda], those in base 8 that lanes work with and the sparse ones: they recompose
// to the scalar and stay in their ranges, for random scalars, for the longest halves and for the
// corners of the proven bounds.
#include "lanes/eisenstein_var.h"

#include <gtest/gtest.h>

#include <set>
#include <utility>
#include <vector>

#include "eisenstein_reference.h"
#include "lanes.h"
#include "numbers.h"
#include "scalar/omega_naf_var.h"
#include "scalar/sc4x64.h"
#include "scalar/sc8x32.h"

namespace {

using namespace ufsecp::UF_TARGET;
using reference::n;
using reference::num, reference::num_of, reference::scalar_of;
using reference::random_num, reference::random_runs, reference::rng;

const num lambda = num::of_limbs(glv_lambda);
constexpr int count = eisenstein_digits::count;

/* A signed number, in two's complement. */
struct signed_num {
    num v;
    num size() const { return v.bit(255) ? reference::minus(num(), v) : v; }
    num mod_n() const { return v.bit(255) ? reference::mod_neg(size(), n) : v; }
    void to_limbs(u64 r[3]) const {
        u64 w[4];
        v.to_limbs(w);
        for (int i = 0; i < 3; i++) r[i] = w[i];
    }
};
signed_num with_sign(bool negative, const num &x) {
    return {negative ? reference::minus(num(), x) : x};
}
/* k * x */
signed_num times(int k, const num &x) {
    num r;
    for (int i = 0; i < std::abs(k); i++) r = reference::plus(r, x);
    return with_sign(k < 0, r);
}
signed_num operator+(const signed_num &a, const signed_num &b) {
    return {reference::plus(a.v, b.v)};
}

/* The digits, put together again: k1 and k2. */
struct recomposition {
    std::set<u8> met, met_on_top;
    signed_num k[2];
    void operator()(const u8 *code, size_t stride) {
        int64_t part[3][2] = {}; /* digits 40 to 42, 20 to 39, 0 to 19 */
        for (int j = count; j-- > 0;) {
            const u8 c = code[static_cast<size_t>(j) * stride];
            ASSERT_TRUE(c == 0x80 || (c < 88 && (c >> 1 & 3) < 3))
                << "no code: " << static_cast<int>(c);
            met.insert(c);
            const eisenstein d = eisenstein_value(c);
            int64_t *const to = part[2 - j / 20];
            to[0] = 8 * to[0] + d.a, to[1] = 8 * to[1] + d.b;
        }
        met_on_top.insert(code[(count - 1) * stride]);
        for (int half = 0; half < 2; half++) {
            num r;
            for (const auto &p : part) {
                for (int i = 0; i < 60; i++) r = reference::plus(r, r);
                const num size(static_cast<uint64_t>(std::abs(p[half])));
                r = p[half] < 0 ? reference::minus(r, size) : reference::plus(r, size);
            }
            k[half] = {r};
        }
    }
};

/* k1 + lambda*k2 mod n */
num joined(const signed_num &k1, const signed_num &k2) {
    return reference::mod_add(k1.mod_n(), reference::mod_mul(lambda, k2.mod_n(), n), n);
}

/* What codes say, against the entries by name and multiplication by lambda. */
TEST(eisenstein, codes_name_entries_turned_by_units) {
    static const int entry[11][2] = {{1, 0}, {2, 0}, {3, 0}, {4, 0}, {4, 1}, {3, 1},
                                     {2, 1}, {3, 2}, {4, 2}, {4, 3}, {5, 3}};
    num chain;
    for (int i = 0; i < 11; i++) {
        const num plain = joined(times(entry[i][0], num(1)), times(entry[i][1], num(1)));
        num turned = plain;
        for (int rotation = 0; rotation < 3; rotation++) {
            for (int negative = 0; negative < 2; negative++) {
                const u8 code = static_cast<u8>(negative | rotation << 1 | i << 3);
                const eisenstein z = eisenstein_value(code);
                EXPECT_EQ(joined(times(z.a, num(1)), times(z.b, num(1))),
                          negative ? reference::mod_neg(turned, n) : turned);
                EXPECT_EQ(eisenstein_entry_of(code), i);
                EXPECT_EQ(eisenstein_rotation_of(code), rotation);
                EXPECT_EQ(eisenstein_negative_of(code), negative != 0);
            }
            turned = reference::mod_mul(turned, lambda, n);
        }
        EXPECT_EQ(turned, plain);
        if (i > 0) {
            const eisenstein unit = eisenstein_value(eisenstein_unit(i));
            EXPECT_EQ(
                reference::mod_add(chain, joined(times(unit.a, num(1)), times(unit.b, num(1))), n),
                plain);
        }
        chain = plain;
    }
    EXPECT_TRUE(eisenstein_value(eisenstein_zero) == (eisenstein{0, 0}));
}

/* Eight pairs of halves, through the lanes and one by one. */
void check_halves(recomposition &sum, const signed_num k1[8], const signed_num k2[8]) {
    eisenstein_digits d;
    vec8 lanes1[3], lanes2[3];
    for (int l = 0; l < 8; l++) {
        u64 w1[3], w2[3];
        k1[l].to_limbs(w1);
        k2[l].to_limbs(w2);
        for (int i = 0; i < 3; i++) lanes1[i][l] = w1[i], lanes2[i][l] = w2[i];
    }
    eisenstein_digits8_var(&d, lanes1, lanes2);
    for (int l = 0; l < 8; l++) {
        u64 w1[3], w2[3];
        k1[l].to_limbs(w1);
        k2[l].to_limbs(w2);
        u8 code[count * 3 + 1];
        memset(code, 0x77, sizeof code);
        eisenstein_digits_var(code, 3, w1, w2);
        ASSERT_NO_FATAL_FAILURE(sum(code, 3));
        ASSERT_EQ(sum.k[0].v, k1[l].v) << "and " << k2[l].v;
        ASSERT_EQ(sum.k[1].v, k2[l].v) << "and " << k1[l].v;
        for (int j = 0; j < count; j++) {
            ASSERT_EQ(code[3 * j], d.code[j][l]) << "lane " << l << ", digit " << j;
            ASSERT_TRUE(code[3 * j + 1] == 0x77 && code[3 * j + 2] == 0x77);
        }
        ASSERT_EQ(code[3 * count], 0x77);
    }
}

/* Just within the bounds of the halves, 0.636 * 2^128 and 0.541 * 2^128. */
const num bound1(0, 0, u64(0xA2D0E560) << 32 | 0x4189374B, 0),
    bound2(0, 0, u64(0x8A7EF9DB) << 32 | 0x22D0E560, 0);

TEST(eisenstein, halves_up_to_their_bounds) {
    rng g(1);
    recomposition sum;
    for (int i = scaled(100000); i > 0; i -= 8) {
        signed_num k[2][8];
        for (int l = 0; l < 8; l++)
            for (int half = 0; half < 2; half++) {
                const num bound = half ? bound2 : bound1, step(0, 0, g() >> (g() % 64), g());
                num x = num(0, 0, g(), g());
                switch (g() % 8) {
                case 0: x = reference::minus(bound, num(g() % 16)); break;
                case 1: x = num(g() % 16); break;
                case 2: x = reference::minus(num::power_of_2(127), num(g() % 3)); break;
                case 3:
                    x = reference::plus(num::power_of_2(static_cast<unsigned>(g() % 128)),
                                        num(g() % 3));
                    break;
                case 4: x = reference::minus(bound, step); break;
                case 5: x = random_runs(g, 128, 40);
                }
                while (x > bound) {
                    for (unsigned j = 0; j < 8; j++)
                        x.d[j] = x.d[j] >> 1 | (j < 7 ? x.d[j + 1] << 31 : 0);
                }
                k[half][l] = with_sign(g() & 1, x);
            }
        ASSERT_NO_FATAL_FAILURE(check_halves(sum, k[0], k[1]));
    }
    EXPECT_EQ(sum.met.size(), 64u);
    EXPECT_LE(sum.met_on_top.size(), 35u);
}

/* What is left for the last digit, as far out as the bounds and the digits below let it be. */
TEST(eisenstein, all_that_can_be_left_at_the_end) {
    recomposition sum;
    std::vector<signed_num> k[2];
    num repeated; /* (8^42 - 1)/7 */
    for (unsigned j = 0; j < 42; j++) repeated.d[3 * j / 32] |= uint32_t(1) << (3 * j % 32);
    for (unsigned code = 0; code < 88; code++) {
        if ((code >> 1 & 3) == 3) continue;
        const eisenstein d = eisenstein_value(static_cast<u8>(code));
        for (int a = -4; a <= 4; a++)
            for (int b = -4; b <= 4; b++) {
                const signed_num k1 = times(a, num::power_of_2(126)) + times(d.a, repeated),
                                 k2 = times(b, num::power_of_2(126)) + times(d.b, repeated);
                if (k1.size() <= bound1 && k2.size() <= bound2)
                    k[0].push_back(k1), k[1].push_back(k2);
            }
    }
    ASSERT_GT(k[0].size(), 1000u);
    while (k[0].size() % 8 != 0) k[0].push_back(k[0][0]), k[1].push_back(k[1][0]);
    for (size_t i = 0; i < k[0].size(); i += 8)
        ASSERT_NO_FATAL_FAILURE(check_halves(sum, &k[0][i], &k[1][i]));
    EXPECT_EQ(sum.met_on_top.size(), 35u); /* -3 ... 3 by -2 ... 2 */
}

template <class S>
class eisenstein_recoding : public testing::Test {};
using representations = testing::Types<sc4x64, sc8x32>;
TYPED_TEST_SUITE(eisenstein_recoding, representations);

/* Scalars of long halves: the corners of the cell that the split rounds to, their neighbours, and
 * halves near 2^127. */
std::vector<num> scalars(rng &g, int random) {
    std::vector<num> r;
    const num a1(0, glv_a1[2], glv_a1[1], glv_a1[0]),
        minus_b1(0, 0, glv_minus_b1[1], glv_minus_b1[0]);
    const num a2(0, glv_a2[2], glv_a2[1], glv_a2[0]);
    const num half = reference::mod_half(num(1), n);
    auto add = [&](const num &k1, const num &k2) {
        const num k = reference::mod_add(k1, reference::mod_mul(lambda, k2, n), n);
        r.push_back(k);
        r.push_back(reference::mod_neg(k, n));
    };
    auto minus = [&](const num &x) { return reference::mod_neg(x, n); };
    auto halved = [](num x) { /* rounded down */
                              for (unsigned j = 0; j < 8; j++)
                                  x.d[j] = x.d[j] >> 1 | (j < 7 ? x.d[j + 1] << 31 : 0);
                              return x;
    };
    /* (a1 + a2)/2, (b1 + b2)/2; (a1 - a2)/2, (b1 - b2)/2 */
    const num corner[3][2] = {
        {halved(reference::plus(a1, a2)), minus(halved(reference::minus(minus_b1, a1)))},
        {minus(halved(minus_b1)), minus(halved(reference::plus(minus_b1, a1)))},
        {num::power_of_2(127), num::power_of_2(127)}};
    for (const auto &c : corner)
        for (unsigned i = 0; i < 64 + static_cast<unsigned>(random) / 8; i++) {
            num d1(i % 8), d2(i / 8 % 8);
            if (i >= 64)
                d1 = num(0, 0, g() >> (g() % 64), g()), d2 = num(0, 0, g() >> (g() % 64), g());
            add(reference::mod_sub(c[0], d1, n), reference::mod_add(c[1], d2, n));
            add(reference::mod_add(c[0], d1, n), reference::mod_sub(c[1], d2, n));
            add(reference::mod_sub(c[0], d1, n), minus(reference::mod_add(c[1], d2, n)));
        }
    for (uint64_t i = 0; i < 70; i++)
        add(num(i), num()), add(num(), num(i)), add(num(i), num(1)), add(num(i), minus(num(i)));
    for (unsigned i = 0; i < 256; i++)
        add(num::power_of_2(i), num()), add(num::power_of_2(i), num(1)),
            add(num(), num::power_of_2(i));
    add(half, num()), add(half, half);
    while (random-- > 0) r.push_back(reference::mod(random_num(g), n));
    return r;
}

TYPED_TEST(eisenstein_recoding, gives_back_every_scalar) {
    rng g(2);
    recomposition sum;
    const std::vector<num> all = scalars(g, scaled(100000));
    uint32_t longest = 0;
    for (size_t i = 0; i < all.size(); i += 8) {
        TypeParam k[8];
        for (size_t l = 0; l < 8; l++)
            k[l] = scalar_of<TypeParam>(all[std::min(i + l, all.size() - 1)]);
        eisenstein_digits d;
        eisenstein_recode8_var(&d, k);
        for (size_t l = 0; l < 8; l++) {
            u8 code[count + 1];
            code[count] = 0x77;
            eisenstein_recode_var(code, 1, &k[l]);
            ASSERT_NO_FATAL_FAILURE(sum(code, 1));
            ASSERT_EQ(joined(sum.k[0], sum.k[1]), num_of(k[l]));
            ASSERT_EQ(code[count], 0x77);
            for (int j = 0; j < count; j++)
                ASSERT_EQ(d.code[j][l], code[j]) << "lane " << l << ", digit " << j;
            longest = std::max(longest, sum.k[0].size().d[3]);
        }
    }
    EXPECT_EQ(longest, 0xA2A8918Cu); /* (a1 + a2)/2 in multiples of 2^96: the corner was met */
    EXPECT_EQ(sum.met.size(), 64u);
}

/* The digits of k, highest first, put together again; their number is added to *found. */
template <class S>
void check_sparse(const S &k, std::set<u8> &met, int &top, size_t &found) {
    std::vector<std::pair<int, u8>> digits;
    omega_naf_each_var(&k, [&](int j, u8 code) { digits.emplace_back(j, code); });
    for (size_t i = 0; i < digits.size(); i++) {
        const auto &[j, code] = digits[i];
        ASSERT_TRUE(code < omega_entries << 3 && (code >> 1 & 3) < 3) << "no code: " << +code;
        ASSERT_GE(j, i == 0 ? 0 : digits[i - 1].first + 3);
        ASSERT_LT(j, omega_places);
        met.insert(code);
        top = std::max(top, j);
    }
    signed_num half[2];
    for (int j = omega_places; j-- > 0;) {
        for (signed_num &h : half) h = h + h;
        if (digits.empty() || digits.back().first != j) continue;
        const eisenstein d = omega_multiples.value(digits.back().second);
        half[0] = half[0] + times(d.a, num(1)), half[1] = half[1] + times(d.b, num(1));
        digits.pop_back(), found++;
    }
    ASSERT_EQ(joined(half[0], half[1]), num_of(k));
}

TYPED_TEST(eisenstein_recoding, sparse_digits_give_back_every_scalar) {
    rng g(3);
    std::set<u8> met;
    int top = 0;
    size_t found = 0;
    for (const num &k : scalars(g, 0))
        ASSERT_NO_FATAL_FAILURE(check_sparse(scalar_of<TypeParam>(k), met, top, found));
    EXPECT_EQ(top, 128);
    found = 0;
    const int random = std::max(scaled(20000), 4000); /* enough for the mean */
    for (int i = 0; i < random; i++) {
        const num k = reference::mod(i % 2 ? random_num(g) : random_runs(g), n);
        size_t here = 0;
        ASSERT_NO_FATAL_FAILURE(check_sparse(scalar_of<TypeParam>(k), met, top, here));
        if (i % 2) found += here;
    }
    EXPECT_EQ(met.size(), 48u); /* 8 entries times 6 units */
    EXPECT_NEAR(static_cast<double>(found) / (random / 2), 38.7, 0.3);
}

/* The entries stand for all residues that are not even, and each is the one before it plus a unit:
 * said once more, without the library's words. */
TEST(eisenstein, sparse_entries) {
    std::set<std::pair<int, int>> residues;
    for (int i = 0; i < omega_entries; i++) {
        eisenstein z = omega_multiples.entry[i];
        if (i > 0) {
            const int a = z.a - omega_multiples.entry[i - 1].a,
                      b = z.b - omega_multiples.entry[i - 1].b;
            EXPECT_EQ(a * a - a * b + b * b, 1) << i;
        }
        for (int unit = 0; unit < 6; unit++) {
            EXPECT_TRUE(residues.emplace(z.a & 7, z.b & 7).second) << i;
            z = {-z.b, z.a - z.b}; /* times omega */
            if (unit == 2) z = {-z.a, -z.b};
        }
    }
    EXPECT_EQ(residues.size(), 48u);
    for (const auto &[a, b] : residues) EXPECT_TRUE((a | b) & 1);
}

/* Variable-time functions refuse secrets. */
template <class T>
concept recodes_var = requires(u8 *code, T *a) { eisenstein_recode_var(code, 1, a); };
template <class T>
concept recodes8_var = requires(eisenstein_digits *d, T *a) { eisenstein_recode8_var(d, a); };
static_assert(recodes_var<sc4x64> && recodes8_var<sc4x64>);
static_assert(!recodes_var<secret<sc4x64>> && !recodes8_var<secret<sc4x64>>);
template <class T>
concept recodes_sparse_var = requires(T *a) { omega_naf_each_var(a, [](int, u8) {}); };
static_assert(recodes_sparse_var<sc4x64> && !recodes_sparse_var<secret<sc4x64>>);

}  // namespace
