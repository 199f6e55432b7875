// Lane scalars against the scalars of one lane: boundary values and hostile limbs in every lane,
// products that end near a multiple of n, inverses among zeros, and the halves and windows of
// the lambda split bit by bit, on its rounding edges too.
#include "lanes.h"
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "numbers.h"
#include "lanes/sc_lanes_var.h"
#include "scale.h"

namespace {

using namespace ufsecp::UF_TARGET;
using reference::n;
using reference::num, reference::num_of, reference::scalar_of;
using reference::random_num, reference::random_runs, reference::rng;

num random_mix(rng &g) { return g() % 4 ? random_num(g) : random_runs(g); }

std::vector<num> boundaries() {
    std::vector<num> v;
    const num lambda = num::of_limbs(glv_lambda), c = reference::minus(num(), n),
              half = reference::mod_half(num(1), n);
    for (const num &x : {num(), n, half, lambda, reference::mod_neg(lambda, n), c,
                         num::power_of_2(52), num::power_of_2(104), num::power_of_2(128),
                         num::power_of_2(156), num::power_of_2(208), num::power_of_2(255)})
        for (uint64_t d = 0; d < 3; d++) {
            v.push_back(reference::plus(x, num(d)));
            v.push_back(reference::minus(x, num(d)));
        }
    const uint64_t limb[3] = {0, 1, ~uint64_t(0)};
    for (unsigned i = 0; i < 81; i++)
        v.push_back(num(limb[i % 3], limb[i / 3 % 3], limb[i / 9 % 3], limb[i / 27]));
    return v;
}

u32 bits_of(vec8 m) {
    u32 bits = 0;
    for (int l = 0; l < 8; l++) {
        EXPECT_TRUE(m[l] == 0 || m[l] == ~u64(0));
        bits |= static_cast<u32>(m[l] & 1) << l;
    }
    return bits;
}

/* Eight numbers, and a vector of them. */
struct eight {
    num x[8];
    num &operator[](int l) { return x[l]; }
    const num &operator[](int l) const { return x[l]; }
};
template <class Make>
eight make_eight(const Make &make) {
    eight e;
    for (int l = 0; l < 8; l++) e[l] = make(l);
    return e;
}
u32 load(sc5x52x8 *r, const eight &e) {
    u64 rows[8][4];
    for (int l = 0; l < 8; l++) e[l].to_limbs(rows[l]);
    return bits_of(sc_set_rows_limbs64(r, rows));
}
/* The values of carried lanes below n. */
eight store(const sc5x52x8 &a) {
    sc5x52x8 t = a;
    u64 rows[8][4];
    sc_normalize(&t);
    sc_get_rows_limbs64(rows, &t);
    return make_eight([&](int l) { return num::of_limbs(rows[l]); });
}

/* All values of v in every lane, at another place in each. */
template <class Check>
void in_every_lane(const std::vector<num> &v, const Check &check) {
    for (size_t i = 0; i < v.size(); i++)
        ASSERT_NO_FATAL_FAILURE(check(
            make_eight([&](int l) { return v[(i + 29 * static_cast<size_t>(l)) % v.size()]; })));
}

void expect_one(const eight &e) {
    sc5x52x8 a, r;
    u32 over = 0, zero = 0, high = 0;
    eight minus_e;
    for (int l = 0; l < 8; l++) {
        const num v = reference::mod(e[l], n);
        minus_e[l] = reference::mod_neg(v, n);
        over |= u32(e[l] >= n) << l;
        zero |= u32(v.is_zero()) << l;
        high |= u32(v > minus_e[l]) << l;
    }
    ASSERT_EQ(load(&a, e), over);
    /* Normalized: another time changes nothing. */
    r = a;
    ASSERT_EQ(bits_of(sc_normalize(&r)), 0u);
    ASSERT_EQ(memcmp(&r, &a, sizeof r), 0);
    for (int l = 0; l < 8; l++) ASSERT_EQ(store(a)[l], reference::mod(e[l], n)) << l;
    ASSERT_EQ(bits_of(sc_is_zero(&a)), zero);
    ASSERT_EQ(bits_of(sc_is_high(&a)), high);
    /* Bytes, at any stride and address. */
    for (const size_t stride : {size_t(32), size_t(33), size_t(97)}) {
        std::vector<u8> rows(1 + 8 * stride, 0xA5);
        for (int l = 0; l < 8; l++) e[l].to_bytes(&rows[1 + static_cast<size_t>(l) * stride]);
        rows.resize(1 + 7 * stride + 32);
        ASSERT_EQ(bits_of(sc_set_rows_b32(&r, &rows[1], stride)), over);
        ASSERT_EQ(memcmp(&r, &a, sizeof r), 0);
    }
    sc_neg(&r, &a);
    for (int l = 0; l < 8; l++) ASSERT_EQ(store(r)[l], minus_e[l]) << l;
    for (const u32 which : {0u, 1u, 0x80u, 0x5Au, 0xFFu}) {
        r = a;
        sc_cond_neg(&r, vec_mask<vec8>(which));
        const eight got = store(r);
        for (int l = 0; l < 8; l++)
            ASSERT_EQ(got[l], which >> l & 1 ? minus_e[l] : reference::mod(e[l], n)) << l;
    }
}

TEST(scalar_lanes, in_and_out) {
    ASSERT_NO_FATAL_FAILURE(in_every_lane(boundaries(), expect_one));
    rng g(1);
    for (int i = scaled(10000); i-- > 0;)
        ASSERT_NO_FATAL_FAILURE(expect_one(make_eight([&](int) { return random_mix(g); })));
}

TEST(scalar_lanes, every_lane_has_one_value) {
    rng g(2);
    for (const num &x : boundaries()) {
        const sc4x64 a = scalar_of<sc4x64>(x);
        const u32 small = static_cast<u32>(g());
        sc5x52x8 r;
        sc_set1(&r, &a);
        for (int l = 0; l < 8; l++) ASSERT_EQ(store(r)[l], reference::mod(x, n));
        sc_set_int(&r, small);
        for (int l = 0; l < 8; l++) ASSERT_EQ(store(r)[l], num(small));
    }
}

/* op(r, a, b) against expected(x, y) in each lane, r elsewhere and in the place of each operand. */
template <class Op, class Expected>
void expect_op(const sc5x52x8 &a, const sc5x52x8 &b, const Op &op, const Expected &expected) {
    sc5x52x8 r, in_a = a, in_b = b;
    op(&r, &a, &b);
    op(&in_a, &in_a, &b);
    op(&in_b, &a, &in_b);
    for (int i = 0; i < 4; i++)
        for (int l = 0; l < 8; l++) ASSERT_EQ(r.n[i][l] >> 52, 0u) << "limb " << i;
    for (int l = 0; l < 8; l++) ASSERT_LT(r.n[4][l], (u64(1) << 48) + 64);
    ASSERT_EQ(memcmp(&in_a, &r, sizeof r), 0);
    ASSERT_EQ(memcmp(&in_b, &r, sizeof r), 0);
    const eight got = store(r);
    for (int l = 0; l < 8; l++) ASSERT_EQ(got[l], expected(l)) << "lane " << l;
}
void expect_two(const sc5x52x8 &a, const sc5x52x8 &b, const eight &x, const eight &y) {
    const auto mul = [](sc5x52x8 *r, const sc5x52x8 *u, const sc5x52x8 *v) { sc_mul(r, u, v); };
    const auto add = [](sc5x52x8 *r, const sc5x52x8 *u, const sc5x52x8 *v) { sc_add(r, u, v); };
    const auto sub = [](sc5x52x8 *r, const sc5x52x8 *u, const sc5x52x8 *v) { sc_sub(r, u, v); };
    ASSERT_NO_FATAL_FAILURE(
        expect_op(a, b, mul, [&](int l) { return reference::mod_mul(x[l], y[l], n); }));
    ASSERT_NO_FATAL_FAILURE(
        expect_op(a, b, add, [&](int l) { return reference::mod_add(x[l], y[l], n); }));
    ASSERT_NO_FATAL_FAILURE(
        expect_op(a, b, sub, [&](int l) { return reference::mod_sub(x[l], y[l], n); }));
}

TEST(scalar_lanes, boundary_pairs) {
    const std::vector<num> all = boundaries();
    for (size_t shift = 0; shift < all.size(); shift++) {
        const num &y0 = all[shift];
        for (size_t i = 0; i < all.size(); i += 8) {
            const eight x = make_eight(
                            [&](int l) { return all[(i + static_cast<size_t>(l)) % all.size()]; }),
                        y = make_eight([&](int l) {
                            return shift % 2
                                       ? y0
                                       : all[(i + shift + static_cast<size_t>(l)) % all.size()];
                        });
            sc5x52x8 a, b;
            load(&a, x), load(&b, y);
            ASSERT_NO_FATAL_FAILURE(expect_two(a, b, x, y));
        }
    }
}

/* Carried limbs at their bounds: values above 2^256, which no load gives. */
TEST(scalar_lanes, limbs_at_their_bounds) {
    const u64 limb[3] = {0, low52 - 1, low52};
    const u64 top[4] = {0, (u64(1) << 48) - 1, u64(1) << 48, (u64(1) << 48) + 63};
    const auto value = [](const sc5x52x8 &a, int l) {
        u32 digits[17] = {};
        for (unsigned i = 0; i < 5; i++)
            for (unsigned k = 0; k < 64 && 52 * i + k < 17 * 32; k++)
                digits[(52 * i + k) / 32] |= static_cast<u32>(a.n[i][l] >> k & 1)
                                             << ((52 * i + k) % 32);
        return reference::reduce(digits, 17, n);
    };
    rng g(3);
    const auto hostile = [&](sc5x52x8 *a, eight *x) {
        for (int l = 0; l < 8; l++) {
            for (int i = 0; i < 4; i++) a->n[i][l] = g() % 8 ? limb[g() % 3] : g() & low52;
            a->n[4][l] = top[g() % 4];
            (*x)[l] = value(*a, l);
        }
    };
    for (int round = scaled(20000); round-- > 0;) {
        sc5x52x8 a, b;
        eight x, y;
        hostile(&a, &x), hostile(&b, &y);
        const eight got = store(a);
        for (int l = 0; l < 8; l++) ASSERT_EQ(got[l], x[l]);
        ASSERT_NO_FATAL_FAILURE(expect_two(a, b, x, y));
    }
    sc5x52x8 a;
    for (int i = 0; i < 5; i++) a.n[i] = vec_set1<vec8>(i < 4 ? low52 : top[3]);
    const eight x = make_eight([&](int l) { return value(a, l); });
    ASSERT_NO_FATAL_FAILURE(expect_two(a, a, x, x));
}

/* Products built to be a chosen number modulo n: the last fold leaves it, or n more. */
TEST(scalar_lanes, products_near_a_multiple_of_the_order) {
    rng g(4);
    const std::vector<num> ends = boundaries();
    for (int round = scaled(20000); round-- > 0;) {
        eight x, t;
        const eight y = make_eight([&](int l) {
            t[l] = reference::mod(ends[g() % ends.size()], n);
            x[l] = random_mix(g);
            if (reference::mod(x[l], n).is_zero()) x[l] = num(1);
            sc4x64 inverse = scalar_of<sc4x64>(x[l]), end = scalar_of<sc4x64>(t[l]);
            sc_inv_var(&inverse, &inverse);
            sc_mul(&inverse, &inverse, &end);
            return num_of(inverse);
        });
        sc5x52x8 a, b;
        load(&a, x), load(&b, y);
        sc_mul(&a, &a, &b);
        const eight got = store(a);
        for (int l = 0; l < 8; l++) ASSERT_EQ(got[l], t[l]) << x[l];
    }
}

TEST(scalar_lanes, random_products) {
    rng g(5);
    for (int i = scaled(1000000) / 8; i-- >= 0;) {
        u64 x[8][4], y[8][4], got[8][4];
        for (int l = 0; l < 8; l++) {
            random_mix(g).to_limbs(x[l]);
            random_mix(g).to_limbs(y[l]);
        }
        sc5x52x8 a, b;
        sc_set_rows_limbs64(&a, x);
        sc_set_rows_limbs64(&b, y);
        sc_mul(&a, &a, &b);
        /* And a product of what is only carried. */
        sc5x52x8 d = a;
        sc_mul(&d, &d, &a);
        for (sc5x52x8 *r : {&a, &d}) {
            sc_normalize(r);
            sc_get_rows_limbs64(got, r);
            for (int l = 0; l < 8; l++) {
                sc4x64 u = scalar_of<sc4x64>(num::of_limbs(x[l])),
                       v = scalar_of<sc4x64>(num::of_limbs(y[l]));
                sc_mul(&u, &u, &v);
                if (r == &d) sc_sqr(&u, &u);
                ASSERT_EQ(memcmp(got[l], u.n, sizeof u.n), 0)
                    << num::of_limbs(x[l]) << " * " << num::of_limbs(y[l]);
            }
        }
    }
}

/* Inverses of the lanes of groups whose place p, counted through all lanes, is zero where
 * zero_at(p). */
template <class Zero>
void expect_inverses(rng &g, size_t groups, const Zero &zero_at) {
    std::vector<sc5x52x8> a(groups), r(groups);
    std::vector<eight> x(groups);
    for (size_t i = 0; i < groups; i++) {
        x[i] = make_eight([&](int l) {
            if (zero_at(8 * i + static_cast<size_t>(l))) return g() % 2 ? n : num();
            const num v = random_mix(g);
            return reference::mod(v, n).is_zero() ? num(7) : v;
        });
        load(&a[i], x[i]);
    }
    sc_batch_inv_var(r.data(), a.data(), groups);
    for (size_t i = 0; i < groups; i++) {
        const eight got = store(r[i]);
        for (int l = 0; l < 8; l++) {
            sc4x64 expected = scalar_of<sc4x64>(x[i][l]);
            sc_inv(&expected, &expected);
            ASSERT_EQ(got[l], num_of(expected))
                << "lane " << l << " of group " << i << " of " << groups;
        }
    }
}

TEST(scalar_lanes, batch_inverse_keeps_zeros) {
    rng g(6);
    for (const size_t groups : {size_t(0), size_t(1), size_t(2), size_t(3), size_t(16)}) {
        ASSERT_NO_FATAL_FAILURE(expect_inverses(g, groups, [](size_t) { return false; }));
        ASSERT_NO_FATAL_FAILURE(expect_inverses(g, groups, [](size_t) { return true; }));
        /* One zero, one that is not, a whole lane, any; where least is done, not in every place. */
        for (size_t at = 0; at < 8 * groups; at += scaled(1000) > 1 ? 1 : 7) {
            ASSERT_NO_FATAL_FAILURE(expect_inverses(g, groups, [&](size_t i) { return i == at; }));
            ASSERT_NO_FATAL_FAILURE(expect_inverses(g, groups, [&](size_t i) { return i != at; }));
            ASSERT_NO_FATAL_FAILURE(
                expect_inverses(g, groups, [&](size_t i) { return i % 8 == at % 8; }));
            ASSERT_NO_FATAL_FAILURE(
                expect_inverses(g, groups, [&](size_t) { return g() % 4 == 0; }));
        }
    }
    for (int i = scaled(2000); i-- > 0;) {
        sc5x52x8 a;
        const eight x = make_eight([&](int) {
            return reference::plus(num(g() % 3 + 1), num::power_of_2(unsigned(g() % 250)));
        });
        load(&a, x);
        sc8_inv_var(&a, &a);
        const eight got = store(a);
        for (int l = 0; l < 8; l++) ASSERT_EQ(reference::mod_mul(got[l], x[l], n), num(1)) << x[l];
    }
}

/* A half of the split, below n, as three words in two's complement. */
void signed_words(u64 r[3], const sc4x64 &half) {
    sc4x64 m = half;
    const mask negative = sc_is_high(&m);
    sc_cond_neg(&m, negative);
    u64 carry = mask_bit(negative);
    for (int i = 0; i < 3; i++) r[i] = add_carry(m.n[i] ^ negative.bits, 0, &carry);
}

/* The halves of eight scalars: those of one lane's code. */
void expect_split(const eight &e) {
    sc5x52x8 a;
    vec8 k[2][3];
    load(&a, e);
    sc_split_lambda(k[0], k[1], &a);
    for (int l = 0; l < 8; l++) {
        const sc4x64 s = scalar_of<sc4x64>(e[l]);
        sc4x64 half[2];
        sc_split_lambda(&half[0], &half[1], &s);
        for (int h = 0; h < 2; h++) {
            u64 expected[3];
            signed_words(expected, half[h]);
            for (int i = 0; i < 3; i++)
                ASSERT_EQ(k[h][i][l], expected[i])
                    << "half " << h << " of " << e[l] << " in lane " << l;
        }
    }
}

TEST(scalar_lanes, split_lambda) {
    ASSERT_NO_FATAL_FAILURE(in_every_lane(boundaries(), expect_split));
    rng g(7);
    for (int i = scaled(1000000) / 8; i-- >= 0;)
        ASSERT_NO_FATAL_FAILURE(expect_split(make_eight([&](int) { return random_mix(g); })));
}

/* Around the last k of each quotient j. */
TEST(scalar_lanes, split_lambda_at_the_rounding_edges) {
    rng g(8);
    const auto quotient = [](const num &k, const u64 *constant) {
        u64 w[4], q[2];
        k.to_limbs(w);
        glv_quotient(q, w, constant);
        return num(0, 0, q[1], q[0]);
    };
    std::vector<num> edges;
    for (const u64 *constant : {glv_g1, glv_g2}) {
        const num last = reference::minus(n, num(1)), top = quotient(last, constant);
        for (int i = 0; i < 20 + scaled(2000); i++) {
            const uint64_t d = static_cast<uint64_t>(i % 10);
            num j = i < 10 ? num(d) : reference::minus(top, num(d + 1));
            if (i >= 20) j = quotient(reference::mod(random_mix(g), n), constant);
            if (j >= top) continue;
            num k;
            for (unsigned bit = 256; bit-- > 0;) {
                const num with = reference::plus(k, num::power_of_2(bit));
                if (with <= last && quotient(with, constant) <= j) k = with;
            }
            ASSERT_EQ(quotient(k, constant), j);
            ASSERT_EQ(quotient(reference::plus(k, num(1)), constant), reference::plus(j, num(1)));
            for (uint64_t s = 0; s < 3; s++)
                for (const num &edge :
                     {reference::plus(k, num(s)), reference::mod_sub(k, num(s), n)})
                    edges.push_back(edge);
        }
    }
    EXPECT_GT(edges.size(), 12u * (20u + static_cast<unsigned>(scaled(2000))) * 9 / 10);
    ASSERT_NO_FATAL_FAILURE(in_every_lane(edges, expect_split));
}

}  // namespace
