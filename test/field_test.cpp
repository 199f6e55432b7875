// The field: every operation of every representation against the reference model, for boundary
// values, random values, the worst limbs of every magnitude and every aliasing; roots, inverses,
// batches, conversions, and the magnitude algebra itself.
#include "field/fe10x26.h"
#include "field/fe4x64.h"
#include "field/fe8x32.h"
#ifdef UF_INT128
#include "field/fe5x52.h"
#endif
#include <gtest/gtest.h>

#include <array>
#include <type_traits>
#include <vector>

#include "field/fe_inv.h"
#include "field/fe_inv_var.h"
#include "field/fe_jacobi_var.h"
#include "field/field.h"
#include "field/pow.h"
#include "numbers.h"
#include "scale.h"

namespace {

using namespace ufsecp::UF_TARGET;
using reference::num;
using reference::p;
using reference::random_num, reference::rng;

template <class F>
struct layout; /* the width of limbs, and of the top limb's nominal part */
#ifdef UF_INT128
template <>
struct layout<fe5x52> {
    [[maybe_unused]] static constexpr unsigned bits = 52, top_bits = 48;
};
#endif
template <>
struct layout<fe4x64> {
    [[maybe_unused]] static constexpr unsigned bits = 64, top_bits = 64;
};
template <>
struct layout<fe10x26> {
    [[maybe_unused]] static constexpr unsigned bits = 26, top_bits = 22;
};
template <>
struct layout<fe8x32> {
    [[maybe_unused]] static constexpr unsigned bits = 32, top_bits = 32;
};
template <class F>
constexpr unsigned limbs = std::extent_v<decltype(F::n)>;
template <class F>
using limb_type = std::remove_extent_t<decltype(F::n)>;
template <class F>
constexpr bool lazy =
    limbs<F> * layout<F>::bits > 256; /* the others have no room: their magnitude is always 1 */

/* The magnitude m, as F sees it. */
template <class F>
constexpr int magnitude(int m) {
    return lazy<F> ? m : 1;
}

template <class F>
limb_type<F> nominal(unsigned i) {
    return static_cast<limb_type<F>>(
        ~u64(0) >> (64 - (i + 1 < limbs<F> ? layout<F>::bits : layout<F>::top_bits)));
}
template <class F>
u64 greatest_limb(unsigned i, int m) {
    return lazy<F> ? u64(2) * static_cast<u64>(m) * nominal<F>(i) : nominal<F>(i);
}

template <class F>
void set_magnitude(F *r, int m) {
    (void)r, (void)m;
    UF_VERIFY_ONLY(r->magnitude = magnitude<F>(m); r->normalized = 0;)
}

/* The value of a modulo p, from its limbs. */
template <class F>
num value(const F &a) {
    u64 w[5] = {};                            /* the greatest limbs end below 2^272 */
    for (unsigned i = 0; i < limbs<F>; i++) { /* w += n[i] * 2^at */
        const unsigned at = i * layout<F>::bits, shift = at % 64;
        u64 add = u64(a.n[i]) << shift, next = shift ? u64(a.n[i]) >> (64 - shift) : 0;
        for (unsigned j = at / 64; j < 5; j++) {
            w[j] += add;
            add = next + (w[j] < add);
            next = 0;
        }
    }
    u32 digits[10];
    for (unsigned j = 0; j < 10; j++) digits[j] = static_cast<u32>(w[j / 2] >> (32 * (j % 2)));
    return reference::reduce(digits, digits[9] ? 10 : 9, p);
}

/* v as it is, without reduction modulo p. */
template <class F>
F make(const num &v) {
    F r;
    u64 w[5] = {};
    v.to_limbs(w);
    for (unsigned i = 0; i < limbs<F>; i++) {
        const unsigned at = i * layout<F>::bits, shift = at % 64;
        const u64 bits = w[at / 64] >> shift | (shift ? w[at / 64 + 1] << (64 - shift) : 0);
        r.n[i] = static_cast<limb_type<F>>(bits & nominal<F>(i));
    }
    set_magnitude(&r, 1);
    return r;
}

/* An element of magnitude m with limbs at their greatest, at zero, and between. */
template <class F>
F make_lazy(rng &g, int m) {
    F r;
    const unsigned kind = static_cast<unsigned>(g() % 4);
    for (unsigned i = 0; i < limbs<F>; i++) {
        const u64 top = greatest_limb<F>(i, m), any = top == ~u64(0) ? g() : g() % (top + 1);
        const u64 choice[4] = {any, top, 0, top - std::min(top, u64(g() % 1024))};
        r.n[i] = static_cast<limb_type<F>>(kind == 0 ? top : kind == 1 ? any : choice[g() % 4]);
    }
    set_magnitude(&r, m);
    return r;
}

mask random_mask(rng &g) { return mask_of_bit(g() & 1); }

/* The result of an operation: its limbs within magnitude m, its value v. */
template <class F>
[[nodiscard]] bool is(const F &a, int m, const num &v) {
    for (unsigned i = 0; i < limbs<F>; i++)
        if (a.n[i] > greatest_limb<F>(i, m)) return false;
    UF_VERIFY_ONLY(if (a.magnitude != magnitude<F>(m)) return false;)
    return value(a) == v;
}
template <class F>
[[nodiscard]] bool is_normalized(const F &a, const num &v) {
    for (unsigned i = 0; i < limbs<F>; i++)
        if (a.n[i] > nominal<F>(i)) return false;
    UF_VERIFY_ONLY(if (!a.normalized) return false;)
    u64 w[4];
    fe_get_limbs64(w, &a);
    return num::of_limbs(w) == v && v < p;
}

/* What the operations give on x, y, z, w and k. */
struct expected {
    num a, b, add, sub, neg, half, mul_int, mul, sqr, mul2, mul_sqr, sqr_add;
    expected(const num &x, const num &y, const num &z, const num &w, int k)
        : a(mod(x, p)), b(mod(y, p)) {
        add = mod_add(a, b, p), sub = mod_sub(a, b, p), neg = mod_neg(a, p), half = mod_half(a, p);
        mul_int = mod_mul(a, num(static_cast<u64>(k)), p), mul = mod_mul(x, y, p),
        sqr = mod_mul(x, x, p);
        mul2 = mod_add(mul, mod_mul(z, w, p), p), mul_sqr = mod_add(mul, mod_mul(z, z, p), p),
        sqr_add = mod_add(sqr, z, p);
    }
};

/* Every operation that the magnitudes permit. */
template <class F>
void check_operations(const F &a, int ma, const F &b, int mb, const F &c, int mc, const F &d,
                      int md, int k, mask m, const expected &e) {
    F r;
    if (ma + mb <= 32) {
        fe_add(&r, &a, &b);
        ASSERT_TRUE(is(r, ma + mb, e.add));
    }
    if (ma + mb + 1 <= 32) {
        fe_sub(&r, &a, &b, mb);
        ASSERT_TRUE(is(r, ma + mb + 1, e.sub));
    }
    if (ma < 32) {
        fe_neg(&r, &a, ma);
        ASSERT_TRUE(is(r, ma + 1, e.neg));
        fe_half(&r, &a);
        ASSERT_TRUE(is(r, ma / 2 + 1, e.half));
    }
    if (ma * k <= 32) {
        fe_mul_int(&r, &a, k);
        ASSERT_TRUE(is(r, ma * k, e.mul_int));
    }
    if (ma <= 8) {
        fe_sqr(&r, &a);
        ASSERT_TRUE(is(r, 1, e.sqr));
        if (mb <= 8) {
            fe_mul(&r, &a, &b);
            ASSERT_TRUE(is(r, 1, e.mul));
        }
    }
    if (std::max({ma, mb, mc, md}) <= 8 && ma * mb + mc * md <= 64) {
        fe_mul2(&r, &a, &b, &c, &d);
        ASSERT_TRUE(is(r, 1, e.mul2));
    }
    if (std::max({ma, mb, mc}) <= 8 && ma * mb + mc * mc <= 64) {
        fe_mul_sqr(&r, &a, &b, &c);
        ASSERT_TRUE(is(r, 1, e.mul_sqr));
    }
    if (ma * ma + mc <= 64) {
        fe_sqr_add(&r, &a, &c);
        ASSERT_TRUE(is(r, 1, e.sqr_add));
    }
    r = a;
    fe_normalize_weak(&r);
    ASSERT_TRUE(is(r, 1, e.a));
    r = a;
    fe_normalize(&r);
    ASSERT_TRUE(is_normalized(r, e.a));
    ASSERT_EQ(is_true_var(fe_is_odd(&r)), e.a.bit(0));
    r = a;
    fe_normalize_var(&r);
    ASSERT_TRUE(is_normalized(r, e.a));
    r = b;
    fe_cmov(&r, &a, m);
    ASSERT_TRUE(is(r, std::max(ma, mb), is_true_var(m) ? e.a : e.b));
    ASSERT_EQ(is_true_var(fe_is_zero(&a)), e.a.is_zero());
    ASSERT_EQ(fe_is_zero_var(&a), e.a.is_zero());
    ASSERT_EQ(is_true_var(fe_equal(&a, &b)), e.a == e.b);
    ASSERT_TRUE(is_true_var(fe_equal(&a, &a)));
}

/* Bytes, limbs and back. */
template <class F>
void check_conversions(const num &v) {
    const num reduced = mod(v, p);
    u8 in[32], out[32];
    u64 w[4];
    F a;
    v.to_bytes(in);
    ASSERT_EQ(is_true_var(fe_set_b32(&a, in)), v < p);
    ASSERT_TRUE(is_normalized(a, reduced));
    fe_get_b32(out, &a);
    ASSERT_EQ(num::of_bytes(out), reduced);
    v.to_limbs(w);
    fe_set_limbs64(&a, w);
    ASSERT_TRUE(is_normalized(a, reduced));
    ASSERT_TRUE(is(a, 1, reduced));
}

/* a times its inverse is 1, for all three inverses. */
template <class F>
void check_inverse(const F &a, int m, const num &v, bool fermat) {
    const num want(v.is_zero() ? 0 : 1);
    F r;
    fe_inv(&r, &a);
    ASSERT_TRUE(is_normalized(r, value(r)));
    ASSERT_EQ(mod_mul(value(r), v, p), want);
    ASSERT_EQ(value(r).is_zero(), v.is_zero());
    F s;
    fe_inv_var(&s, &a);
    ASSERT_TRUE(is_normalized(s, value(r)));
    if (!fermat || m > 8) return;
    fe_inv_fermat(&s, &a);
    ASSERT_TRUE(is(s, 1, value(r)));
}

/* The root of a square and of what is none: -1 is no square modulo p. */
template <class F>
void check_sqrt(const F &a, const num &v) {
    const num square = mod_mul(v, v, p);
    F s, r;
    fe_sqr(&s, &a);
    ASSERT_TRUE(is_true_var(fe_sqrt(&r, &s)));
    ASSERT_EQ(mod_mul(value(r), value(r), p), square);
    ASSERT_TRUE(is(r, 1, v) || is(r, 1, mod_neg(v, p)));
    ASSERT_EQ(fe_jacobi_var(&s), !v.is_zero());
    fe_inv_root(&r, &s);
    ASSERT_EQ(mod_mul(mod_mul(value(r), value(r), p), square, p), num(v.is_zero() ? 0 : 1));
    fe_neg(&s, &s, 1);
    ASSERT_EQ(fe_jacobi_var(&s), v.is_zero() ? 0 : -1);
    ASSERT_EQ(is_true_var(fe_sqrt(&r, &s)), v.is_zero());
    ASSERT_EQ(mod_mul(value(r), value(r), p), square);
}

/* 0, the neighbours of p, of the group order, of 2^256, of every power of two, of limb edges. */
std::vector<num> boundary_values() {
    using namespace reference;
    std::vector<num> r;
    for (u64 i = 0; i < 3; i++) {
        r.push_back(num(i));
        r.push_back(minus(num(), num(i + 1)));
        r.push_back(plus(minus(p, num(1)), num(i)));
        r.push_back(plus(minus(reference::n, num(1)), num(i)));
    }
    r.push_back(minus(num(), num(0x1000003D1)));
    r.push_back(num(0x1000003D0));
    for (unsigned k = 1; k < 256; k++) {
        const num t = num::power_of_2(k);
        const bool edge = k % 26 == 0 || k % 32 == 0 || k % 52 == 0 || k == 255 || k == 33;
        for (const num &v : {t, minus(t, num(1)), plus(t, num(1))})
            if (edge || v != t) r.push_back(v);
        if (edge) r.push_back(minus(p, t)), r.push_back(minus(num(), t));
    }
    return r;
}

template <class F>
class Field : public ::testing::Test {};
#ifdef UF_ONLY /* what the flags of the variant change */
using representations = ::testing::Types<UF_ONLY>;
#elif defined(UF_INT128)
using representations = ::testing::Types<fe5x52, fe4x64, fe10x26, fe8x32>;
#else
using representations = ::testing::Types<fe4x64, fe10x26, fe8x32>;
#endif

struct names {
    template <class F>
    static std::string GetName(int) {
        return "fe" + std::to_string(limbs<F>) + "x" + std::to_string(layout<F>::bits);
    }
};
TYPED_TEST_SUITE(Field, representations, names);

/* The same for all representations at once, so that the reference computes each value once. */
template <class Check>
void for_all(Check check) {
    [&]<class... F>(::testing::Types<F...>) { (check(F{}), ...); }(representations{});
}

TEST(FieldAll, RandomValues) {
    rng g(1);
    for (int i = scaled(1000000); i-- > 0 && !::testing::Test::HasFatalFailure();) {
        const num a = random_num(g), b = random_num(g), c = random_num(g), d = random_num(g);
        const int k = static_cast<int>(g() % 33);
        const expected e(a, b, c, d, k);
        const mask m = random_mask(g);
        for_all([&]<class F>(F) {
            check_operations(make<F>(a), 1, make<F>(b), 1, make<F>(c), 1, make<F>(d), 1, k, m, e);
            check_conversions<F>(a);
        });
    }
}

TEST(FieldAll, PairsOfBoundaryValues) {
    rng g(2);
    const std::vector<num> values = boundary_values();
    const unsigned stride = static_cast<unsigned>(values.size() / scaled_part(values.size()));
    for (size_t i = 0; i < values.size(); i++) {
        for_all([&]<class F>(F) { check_conversions<F>(values[i]); });
        for (size_t j = g() % stride; j < values.size(); j += stride) {
            const num &a = values[i], &b = values[j];
            const int k = static_cast<int>(g() % 33);
            const expected e(a, b, b, a, k);
            for_all([&]<class F>(F) {
                const F x = make<F>(a), y = make<F>(b);
                check_operations(x, 1, y, 1, y, 1, x, 1, k, mask_of_bit(j & 1), e);
            });
            ASSERT_FALSE(::testing::Test::HasFatalFailure()) << a << " " << b;
        }
    }
}

/* Sums that carry again when 2^256 - p is added for the first carry, differences that borrow again
 * when it is taken away; with limbs at which such carries stop.  All pairs at every scale. */
TEST(FieldAll, SumsThatFoldTwice) {
    using namespace reference;
    const num c(0x1000003D1);
    std::vector<num> values;
    for (const num &v : {num(), num(1), num(976), num(977), num(978), num(0xFFFFFFFF),
                         minus(c, num(1)), c, plus(c, num(1)), num::power_of_2(64),
                         num::power_of_2(128), num::power_of_2(192), num::power_of_2(255)}) {
        values.push_back(v);
        values.push_back(minus(num(), plus(v, num(1))));
    }
    for (const num &a : values)
        for (const num &b : values) {
            const expected e(a, b, b, a, 32);
            for_all([&]<class F>(F) {
                const F x = make<F>(a), y = make<F>(b);
                check_operations(x, 1, y, 1, y, 1, x, 1, 32, mask_of_bit(0), e);
            });
            ASSERT_FALSE(::testing::Test::HasFatalFailure()) << a << " " << b;
        }
}

TYPED_TEST(Field, WorstLimbsOfEveryMagnitude) {
    using F = TypeParam;
    rng g(3);
    for (int i = scaled(400000); i-- > 0;) {
        /* Mostly small magnitudes, so that the products are within bounds often; at the bound when
         * it can be. */
        auto pick = [&] { return 1 + static_cast<int>(g() % (g() % 4 ? 8 : 32)); };
        const int ma = pick(), mb = g() % 2 ? pick() : std::max(1, 32 / ma),
                  mc = g() % 2 ? pick() : 5;
        const int md = std::min(32, std::max(1, (64 - ma * mb) / mc));
        const F a = make_lazy<F>(g, ma), b = make_lazy<F>(g, mb), c = make_lazy<F>(g, mc),
                d = make_lazy<F>(g, md);
        const int k = static_cast<int>(g() % 33);
        const expected e(value(a), value(b), value(c), value(d), k);
        check_operations(a, ma, b, mb, c, mc, d, md, k, random_mask(g), e);
        ASSERT_FALSE(this->HasFatalFailure()) << ma << " " << mb << " " << mc << " " << md;
    }
}

/* The greatest limbs that each bound allows, all at once. */
TYPED_TEST(Field, GreatestLimbs) {
    using F = TypeParam;
    rng g(4);
    auto greatest = [](int m) {
        F r;
        for (unsigned i = 0; i < limbs<F>; i++)
            r.n[i] = static_cast<limb_type<F>>(greatest_limb<F>(i, m));
        set_magnitude(&r, m);
        return r;
    };
    const std::array<int, 4> cases[] = {
        {8, 8, 1, 1},   {4, 8, 4, 8},  {8, 4, 8, 4},  {32, 1, 1, 32},
        {32, 1, 4, 8},  {2, 32, 1, 1}, {31, 1, 5, 6}, {16, 2, 16, 2},
        {32, 32, 1, 1}, {7, 1, 8, 7},  {1, 1, 7, 9},  {4, 12, 4, 4},
        {7, 1, 15, 3},  {15, 4, 2, 2}, {5, 6, 5, 6},  {31, 31, 31, 31}};
    for (const auto &[ma, mb, mc, md] : cases) {
        const F a = greatest(ma), b = greatest(mb), c = greatest(mc), d = greatest(md);
        for (int k = 0; k <= 32; k++) {
            const expected e(value(a), value(b), value(c), value(d), k);
            check_operations(a, ma, b, mb, c, mc, d, md, k, mask_of_bit(k & 1), e);
        }
        check_inverse(a, ma, value(a), true);
    }
}

/* Every operation with its output on every input and inputs on each other; what is not the output
 * stays as it was. */
TYPED_TEST(Field, Aliasing) {
    using F = TypeParam;
    rng g(5);
    for (int round = scaled(200); round-- > 0;) {
        const F start[3] = {make_lazy<F>(g, 3), make_lazy<F>(g, 2), make_lazy<F>(g, 1)};
        const int ms[3] = {3, 2, 1};
        const num v[3] = {value(start[0]), value(start[1]), value(start[2])};
        F s[3];
        auto check = [&](size_t out, int m, const num &want) {
            ASSERT_TRUE(is(s[out], m, want));
            for (size_t i = 0; i < 3; i++)
                ASSERT_TRUE(i == out || memcmp(s[i].n, start[i].n, sizeof s[i].n) == 0);
            std::copy(start, start + 3, s);
        };
        std::copy(start, start + 3, s);
        for (size_t r = 0; r < 3; r++)
            for (size_t a = 0; a < 3; a++) {
                fe_neg(&s[r], &s[a], ms[a]), check(r, ms[a] + 1, mod_neg(v[a], p));
                fe_half(&s[r], &s[a]), check(r, ms[a] / 2 + 1, mod_half(v[a], p));
                fe_mul_int(&s[r], &s[a], 7), check(r, 7 * ms[a], mod_mul(v[a], num(7), p));
                fe_sqr(&s[r], &s[a]), check(r, 1, mod_mul(v[a], v[a], p));
                const mask m = random_mask(g);
                fe_cmov(&s[r], &s[a], m),
                    check(r, std::max(ms[r], ms[a]), is_true_var(m) ? v[a] : v[r]);
                for (size_t b = 0; b < 3; b++) {
                    const num ab = mod_mul(v[a], v[b], p), aa = mod_mul(v[a], v[a], p);
                    fe_add(&s[r], &s[a], &s[b]), check(r, ms[a] + ms[b], mod_add(v[a], v[b], p));
                    fe_sub(&s[r], &s[a], &s[b], ms[b]),
                        check(r, ms[a] + ms[b] + 1, mod_sub(v[a], v[b], p));
                    fe_mul(&s[r], &s[a], &s[b]), check(r, 1, ab);
                    fe_sqr_add(&s[r], &s[a], &s[b]), check(r, 1, mod_add(aa, v[b], p));
                    for (size_t c = 0; c < 3; c++) {
                        fe_mul_sqr(&s[r], &s[a], &s[b], &s[c]),
                            check(r, 1, mod_add(ab, mod_mul(v[c], v[c], p), p));
                        for (size_t d = 0; d < 3; d++)
                            fe_mul2(&s[r], &s[a], &s[b], &s[c], &s[d]),
                                check(r, 1, mod_add(ab, mod_mul(v[c], v[d], p), p));
                    }
                }
                ASSERT_FALSE(this->HasFatalFailure()) << r << " " << a;
            }
        F t = start[0], u = start[0];
        fe_inv(&t, &t), fe_inv(&u, &start[0]);
        ASSERT_TRUE(is(t, 1, value(u)));
        t = start[0], fe_inv_var(&t, &t);
        ASSERT_TRUE(is(t, 1, value(u)));
        t = start[0], fe_inv_fermat(&t, &t);
        ASSERT_TRUE(is(t, 1, value(u)));
        t = start[0];
        const bool square = is_true_var(fe_sqrt(&u, &start[0]));
        ASSERT_EQ(is_true_var(fe_sqrt(&t, &t)), square);
        ASSERT_TRUE(is(t, 1, value(u)));
    }
}

/* Random programs of operations: what lazy reduction accumulates over many steps, and the magnitude
 * algebra with it. */
TYPED_TEST(Field, RandomPrograms) {
    using F = TypeParam;
    rng g(6);
    for (int round = scaled(3000); round-- > 0;) {
        F s[4];
        fe_magnitude m[4];
        num v[4];
        for (size_t i = 0; i < 4; i++)
            v[i] = random_num(g), s[i] = make<F>(v[i]), m[i].m = 1, v[i] = mod(v[i], p);
        for (int step = 0; step < 100; step++) {
            const size_t r = g() % 4, a = g() % 4, b = g() % 4, c = g() % 4, d = g() % 4;
            const int ma = m[a].m, mb = m[b].m, mc = m[c].m, md = m[d].m,
                      k = static_cast<int>(g() % 33);
            const auto both = [&](auto operation) {
                operation(s);
                operation(m);
            };
            switch (g() % 11) {
            case 0:
                if (ma + mb > 32) continue;
                both([&](auto *x) { fe_add(&x[r], &x[a], &x[b]); });
                v[r] = mod_add(v[a], v[b], p);
                break;
            case 1:
                if (ma + mb + 1 > 32) continue;
                both([&](auto *x) { fe_sub(&x[r], &x[a], &x[b], mb); });
                v[r] = mod_sub(v[a], v[b], p);
                break;
            case 2:
                if (ma + 1 > 32) continue;
                both([&](auto *x) { fe_neg(&x[r], &x[a], ma); });
                v[r] = mod_neg(v[a], p);
                break;
            case 3:
                if (ma * k > 32 || k == 0) continue;
                both([&](auto *x) { fe_mul_int(&x[r], &x[a], k); });
                v[r] = mod_mul(v[a], num(static_cast<u64>(k)), p);
                break;
            case 4:
                if (ma > 31) continue;
                both([&](auto *x) { fe_half(&x[r], &x[a]); });
                v[r] = mod_half(v[a], p);
                break;
            case 5:
                if (ma > 8 || mb > 8) continue;
                both([&](auto *x) { fe_mul(&x[r], &x[a], &x[b]); });
                v[r] = mod_mul(v[a], v[b], p);
                break;
            case 6:
                if (ma > 8) continue;
                both([&](auto *x) { fe_sqr(&x[r], &x[a]); });
                v[r] = mod_mul(v[a], v[a], p);
                break;
            case 7:
                if (std::max({ma, mb, mc, md}) > 8 || ma * mb + mc * md > 64) continue;
                both([&](auto *x) { fe_mul2(&x[r], &x[a], &x[b], &x[c], &x[d]); });
                v[r] = mod_add(mod_mul(v[a], v[b], p), mod_mul(v[c], v[d], p), p);
                break;
            case 8:
                if (std::max({ma, mb, mc}) > 8 || ma * mb + mc * mc > 64) continue;
                both([&](auto *x) { fe_mul_sqr(&x[r], &x[a], &x[b], &x[c]); });
                v[r] = mod_add(mod_mul(v[a], v[b], p), mod_mul(v[c], v[c], p), p);
                break;
            case 9:
                if (ma * ma + mc > 64) continue;
                both([&](auto *x) { fe_sqr_add(&x[r], &x[a], &x[c]); });
                v[r] = mod_add(mod_mul(v[a], v[a], p), v[c], p);
                break;
            default: both([&](auto *x) { fe_normalize_weak(&x[r]); });
            }
            ASSERT_TRUE(is(s[r], m[r].m, v[r])) << step;
        }
    }
}

/* Zero in every disguise, and numbers that share limbs with it. */
TYPED_TEST(Field, Zero) {
    using F = TypeParam;
    rng g(7);
    for (int i = scaled(100000); i-- > 0;) {
        const int m = 1 + static_cast<int>(g() % 15);
        F a = make_lazy<F>(g, m), b = a, zero;
        fe_normalize(&b);
        fe_sub(&zero, &b, &a, m); /* a multiple of p */
        ASSERT_TRUE(is_true_var(fe_is_zero(&zero)));
        ASSERT_TRUE(fe_is_zero_var(&zero));
        F one_bit = make<F>(num::power_of_2(static_cast<unsigned>(g() % 256)));
        fe_add(&b, &zero, &one_bit);
        ASSERT_FALSE(is_true_var(fe_is_zero(&b)));
        ASSERT_FALSE(fe_is_zero_var(&b));
        ASSERT_TRUE(is_true_var(fe_equal(&b, &one_bit)));
        ASSERT_FALSE(is_true_var(fe_equal(&b, &zero)));
    }
    for (unsigned k = 0; k < 256; k++) {
        const num near_p = k < 32 ? reference::minus(p, num::power_of_2(k))
                                  : reference::plus(p, num::power_of_2(k));
        const F a = make<F>(near_p);
        ASSERT_EQ(fe_is_zero_var(&a), mod(near_p, p).is_zero());
        ASSERT_EQ(is_true_var(fe_is_zero(&a)), mod(near_p, p).is_zero());
    }
}

TYPED_TEST(Field, SmallIntegers) {
    TypeParam r;
    fe_set_zero(&r);
    ASSERT_TRUE(is_normalized(r, num(0)));
    fe_set_one(&r);
    ASSERT_TRUE(is_normalized(r, num(1)));
    for (u32 i = 0; i < 1 << 15; i++) {
        fe_set_int(&r, i);
        ASSERT_TRUE(is_normalized(r, num(i)));
    }
}

TYPED_TEST(Field, Inverse) {
    using F = TypeParam;
    rng g(8);
    for (int i = scaled(250000); i-- > 0;) {
        const int m = 1 + static_cast<int>(g() % 32);
        const F a = make_lazy<F>(g, m);
        check_inverse(a, m, value(a), i % 64 == 0);
        ASSERT_FALSE(this->HasFatalFailure());
    }
    for (const num &v : boundary_values()) {
        check_inverse(make<F>(v), 1, mod(v, p), true);
        ASSERT_FALSE(this->HasFatalFailure()) << v;
    }
    const num v = random_num(g); /* the reference's own inverse, once */
    F r;
    const F a = make<F>(v);
    fe_inv(&r, &a);
    ASSERT_EQ(value(r), mod_inv(v, p));
}

TYPED_TEST(Field, SquareRoot) {
    using F = TypeParam;
    rng g(9);
    for (int i = scaled(20000); i-- > 0;) {
        const F a = make_lazy<F>(g, 1 + static_cast<int>(g() % 8));
        check_sqrt(a, value(a));
        ASSERT_FALSE(this->HasFatalFailure());
    }
    for (const num &v : boundary_values()) {
        check_sqrt(make<F>(v), mod(v, p));
        ASSERT_FALSE(this->HasFatalFailure()) << v;
    }
    /* Euler's criterion, by the reference; inputs of every magnitude that is allowed. */
    const num half_order = mod_half(reference::minus(p, num(1)), p);
    for (int i = scaled(100); i-- > 0;) {
        const F a = make_lazy<F>(g, 1 + static_cast<int>(g() % 8));
        F r;
        ASSERT_EQ(is_true_var(fe_sqrt(&r, &a)),
                  mod_pow(value(a), half_order, p) == num(1) || value(a).is_zero());
        ASSERT_EQ(fe_jacobi_var(&a), value(a).is_zero()             ? 0
                                     : is_true_var(fe_sqrt(&r, &a)) ? 1
                                                                    : -1);
    }
}

TYPED_TEST(Field, BatchInverse) {
    using F = TypeParam;
    rng g(10);
    fe_batch_inv_var<F>(nullptr, nullptr, 0);
    for (size_t n : {size_t(1), size_t(2), size_t(3), size_t(100), size_t(1000)})
        for (int zeros = 0; zeros <= 4; zeros++) { /* none; some; at the start; at the end; all */
            std::vector<F> a(n), r(n);
            for (size_t i = 0; i < n; i++) {
                const int m = 1 + static_cast<int>(g() % 8);
                a[i] = make_lazy<F>(g, m);
                const bool zero = zeros == 4 || (zeros == 1 && g() % 3 == 0) ||
                                  (zeros == 2 && i < n / 2) || (zeros == 3 && i >= n / 2);
                if (zero) a[i] = make<F>(g() % 2 ? num() : p);
            }
            const std::vector<F> before = a;
            fe_batch_inv_var(r.data(), a.data(), n);
            for (size_t i = 0; i < n; i++) {
                ASSERT_EQ(memcmp(a[i].n, before[i].n, sizeof a[i].n), 0);
                F want;
                fe_inv(&want, &a[i]);
                ASSERT_TRUE(is(r[i], 1, value(want))) << n << " " << zeros << " " << i;
            }
        }
}

TYPED_TEST(Field, ConversionsBetweenRepresentations) {
    rng g(11);
    for (int i = scaled(100000); i-- > 0;) {
        const TypeParam a = [&] {
            TypeParam t = make_lazy<TypeParam>(g, 1 + static_cast<int>(g() % 32));
            fe_normalize(&t);
            return t;
        }();
        u64 w[4], back[4];
        fe_get_limbs64(w, &a);
        for_all([&]<class F>(F) {
            F b;
            fe_set_limbs64(&b, w);
            ASSERT_TRUE(is_normalized(b, value(a)));
            fe_get_limbs64(back, &b);
            ASSERT_EQ(memcmp(w, back, sizeof w), 0);
        });
        ASSERT_FALSE(this->HasFatalFailure());
    }
}

/* A field that counts: the templates of pow.h and fe_inv_var.h run over it as over any
 * representation. */
struct fe_counted {
    fe10x26 v;
};
struct counts {
    int mul, sqr, inv;
    bool operator==(const counts &) const = default;
} counted;
void fe_mul(fe_counted *r, const fe_counted *a, const fe_counted *b) {
    counted.mul++, fe_mul(&r->v, &a->v, &b->v);
}
void fe_sqr(fe_counted *r, const fe_counted *a) { counted.sqr++, fe_sqr(&r->v, &a->v); }
void fe_inv_var(fe_counted *r, const fe_counted *a) { counted.inv++, fe_inv(&r->v, &a->v); }
void fe_set_zero(fe_counted *r) { fe_set_zero(&r->v); }
mask fe_is_zero(const fe_counted *a) { return fe_is_zero(&a->v); }
mask fe_equal(const fe_counted *a, const fe_counted *b) { return fe_equal(&a->v, &b->v); }

TEST(FieldCounts, BatchInverseIsOneInversionAndThreeMultiplicationsAnElement) {
    rng g(12);
    for (size_t n : {0, 1, 2, 3, 10, 100, 1000})
        for (size_t zeros : {size_t(0), n / 3, n}) {
            std::vector<fe_counted> a(n), r(n);
            for (size_t i = 0; i < n; i++)
                a[i].v = make<fe10x26>(i < zeros ? num() : random_num(g));
            std::shuffle(a.begin(), a.end(), g);
            counted = {};
            fe_batch_inv_var(r.data(), a.data(), n);
            const int finite = static_cast<int>(n - zeros);
            EXPECT_EQ(counted, (counts{finite ? 3 * (finite - 1) : 0, 0, finite ? 1 : 0}))
                << n << " " << zeros;
        }
}

TEST(FieldCounts, PowerChains) {
    fe_counted a{make<fe10x26>(num(2))}, r;
    counted = {};
    fe_inv_fermat(&r, &a);
    EXPECT_EQ(counted, (counts{15, 255, 0}));
    EXPECT_EQ(value(r.v), mod_inv(num(2), p));
    counted = {};
    fe_sqrt(&r, &a);
    EXPECT_EQ(counted, (counts{13, 253 + 1, 0})); /* and the squaring that checks the root */
}

/* The magnitude algebra: an operation within bounds is a constant expression, one beyond them is
 * not. */
template <auto operation, int... m>
concept within_bounds =
    requires { typename std::bool_constant<(operation(fe_magnitude{m}...), true)>; };
using fm = fe_magnitude;
constexpr auto add = [](fm a, fm b) { fe_add(&a, &a, &b); };
constexpr auto sub = [](fm a, fm b, fm mb) { fe_sub(&a, &a, &b, mb.m); };
constexpr auto neg = [](fm a, fm ma) { fe_neg(&a, &a, ma.m); };
constexpr auto mul_int = [](fm a, fm k) { fe_mul_int(&a, &a, k.m); };
constexpr auto half = [](fm a) { fe_half(&a, &a); };
constexpr auto mul = [](fm a, fm b) { fe_mul(&a, &a, &b); };
constexpr auto sqr = [](fm a) { fe_sqr(&a, &a); };
constexpr auto mul2 = [](fm a, fm b, fm c, fm d) { fe_mul2(&a, &a, &b, &c, &d); };
constexpr auto mul_sqr = [](fm a, fm b, fm c) { fe_mul_sqr(&a, &a, &b, &c); };
constexpr auto sqr_add = [](fm a, fm c) { fe_sqr_add(&a, &a, &c); };
constexpr auto weak = [](fm a, fm b) { fe_normalize_weak(&a), fe_add(&a, &a, &b); };
static_assert(within_bounds<add, 16, 16> && !within_bounds<add, 16, 17>);
static_assert(within_bounds<sub, 15, 16, 16> && !within_bounds<sub, 16, 16, 16> &&
              !within_bounds<sub, 1, 3, 2>);
static_assert(within_bounds<neg, 31, 31> && !within_bounds<neg, 31, 30> &&
              !within_bounds<neg, 1, 32>);
static_assert(within_bounds<mul_int, 4, 8> && !within_bounds<mul_int, 4, 9> &&
              !within_bounds<mul_int, 1, -1>);
static_assert(within_bounds<half, 31> && !within_bounds<half, 32>);
static_assert(within_bounds<mul, 8, 8> && !within_bounds<mul, 9, 1> && !within_bounds<mul, 1, 9>);
static_assert(within_bounds<sqr, 8> && !within_bounds<sqr, 9>);
static_assert(within_bounds<mul2, 4, 8, 4, 8> && !within_bounds<mul2, 8, 8, 1, 1> &&
              !within_bounds<mul2, 9, 1, 1, 1>);
static_assert(within_bounds<mul_sqr, 7, 4, 6> && !within_bounds<mul_sqr, 8, 8, 1> &&
              !within_bounds<mul_sqr, 1, 9, 1>);
static_assert(within_bounds<sqr_add, 7, 15> && !within_bounds<sqr_add, 8, 1>);
static_assert(within_bounds<weak, 32, 31> && !within_bounds<weak, 32, 32>);

/* A variable-time function does not take a secret. */
template <class F>
concept taken = requires(F *a) { fe_inv_var(a, a); } || requires(F *a) { fe_is_zero_var(a); } ||
                requires(F *a) { fe_normalize_var(a); } ||
                requires(F *a) { fe_batch_inv_var(a, a, size_t(1)); };
static_assert(taken<fe> && !taken<secret<fe>>);

#ifdef UF_VERIFY
/* The checks of verify builds find broken bounds. */
TYPED_TEST(Field, ChecksFindBrokenBounds) {
    using F = TypeParam;
    ::testing::FLAGS_gtest_death_test_style = "threadsafe";
    u8 b32[32];
    F r, unreduced = make<F>(p);
    EXPECT_DEATH(fe_get_b32(b32, &unreduced), "check failed");
    EXPECT_DEATH(fe_is_odd(&unreduced), "check failed");
    if constexpr (lazy<F>) {
        rng g(13);
        const F two = make_lazy<F>(g, 2), nine = make_lazy<F>(g, 9), many = make_lazy<F>(g, 31);
        EXPECT_DEATH(fe_mul(&r, &nine, &two), "check failed");
        EXPECT_DEATH(fe_sqr(&r, &nine), "check failed");
        EXPECT_DEATH(fe_neg(&r, &two, 1), "check failed");
        EXPECT_DEATH(fe_sub(&r, &two, &two, 1), "check failed");
        EXPECT_DEATH(fe_add(&r, &many, &two), "check failed");
        EXPECT_DEATH(fe_mul2(&r, &nine, &nine, &two, &two), "check failed");
        F lie = make_lazy<F>(g, 1);
        lie.n[1] = static_cast<limb_type<F>>(greatest_limb<F>(1, 1) + 1);
        EXPECT_DEATH(fe_mul_int(&r, &lie, 2), "check failed");
        unreduced.normalized = 1; /* p is not */
        EXPECT_DEATH(fe_add(&r, &unreduced, &two), "check failed");
    }
}
#endif

}  // namespace
