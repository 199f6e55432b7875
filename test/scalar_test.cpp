// Scalars: every operation of both representations, the modular inverses, the split by lambda
// and the signed digits, against the reference model, for boundary and random values and for
// values built to reach every carry, correction and rounding edge.
#include "scalar/sc4x64.h"
#include "scalar/sc8x32.h"
#include "scalar/sc_small.h"
#include <gtest/gtest.h>

#include <set>
#include <vector>

#include "base/modinv.h"
#include "base/modinv_var.h"
#include "numbers.h"
#include "scalar/glv.h"
#include "scalar/recode_var.h"
#include "scalar/sc_inv.h"
#include "scalar/sc_inv_var.h"
#include "scale.h"

namespace {

using namespace ufsecp::UF_TARGET;
using reference::n;
using reference::num, reference::num_of, reference::scalar_of;
using reference::random_num, reference::random_runs, reference::rng;

const num lambda = num::of_limbs(glv_lambda);
const num c = reference::minus(num(), n); /* 2^256 - n */
const num two_128 = num::power_of_2(128);

std::vector<num> boundaries() {
    std::vector<num> v;
    const num half = reference::mod_half(num(1), n); /* (n+1)/2 */
    const num lambda2 = reference::mod_mul(lambda, lambda, n);
    for (const num &x : {num(), n, half, lambda, lambda2, c, two_128, num::power_of_2(255),
                         reference::p, reference::minus(num(), num::power_of_2(192)),
                         reference::minus(num(), num::power_of_2(64))})
        for (uint64_t d = 0; d < 3; d++) {
            v.push_back(reference::plus(x, num(d)));
            v.push_back(reference::minus(x, num(d)));
        }
    const uint64_t limb[3] = {0, 1, ~uint64_t(0)};
    for (unsigned i = 0; i < 81; i++)
        v.push_back(num(limb[i % 3], limb[i / 3 % 3], limb[i / 9 % 3], limb[i / 27]));
    for (unsigned k = 0; k < 256; k += 31) v.push_back(num::power_of_2(k));
    for (unsigned i = 1; i < 255; i += 7) {
        num x;
        for (unsigned j = 0; j < 8; j++) x.d[j] = i >> j & 1 ? 0xFFFFFFFFu : 0;
        v.push_back(x);
    }
    return v;
}

bool truth(mask m) {
    EXPECT_TRUE(m.bits == 0 || m.bits == ~u64(0));
    return m.bits != 0;
}

template <class S>
class scalar : public testing::Test {};
#ifdef UF_ONLY /* what the flags of the variant change */
using representations = testing::Types<UF_ONLY>;
#else
using representations = testing::Types<sc4x64, sc8x32>;
#endif
TYPED_TEST_SUITE(scalar, representations);

template <class S>
void check_one(const num &x) {
    u8 b[32];
    x.to_bytes(b);
    S a, r;
    const num v = reference::mod(x, n);
    ASSERT_EQ(truth(sc_set_b32(&a, b)), x >= n);
    ASSERT_EQ(num_of(a), v) << x;
    ASSERT_EQ(truth(sc_set_b32_seckey(&r, b)), x < n && !x.is_zero());
    ASSERT_EQ(num_of(r), v);
    u64 limbs[4];
    sc_get_limbs64(limbs, &a);
    ASSERT_EQ(num::of_limbs(limbs), v);
    sc_set_limbs64(&r, limbs);
    ASSERT_TRUE(truth(sc_equal(&a, &r)));

    ASSERT_EQ(truth(sc_is_zero(&a)), v.is_zero());
    ASSERT_EQ(truth(sc_is_one(&a)), v == num(1));
    ASSERT_EQ(truth(sc_is_odd(&a)), v.bit(0));
    const num minus_v = reference::mod_neg(v, n);
    ASSERT_EQ(truth(sc_is_high(&a)), v > minus_v) << v;

    sc_neg(&r, &a);
    ASSERT_EQ(num_of(r), minus_v);
    sc_cond_neg(&r, mask_none());
    ASSERT_EQ(num_of(r), minus_v);
    sc_cond_neg(&r, mask_all());
    ASSERT_EQ(num_of(r), v);
    sc_neg(&r, &r);
    ASSERT_EQ(num_of(r), minus_v);
    sc_half(&r, &a);
    ASSERT_EQ(num_of(r), reference::mod_half(v, n));
    r = a;
    sc_half(&r, &r);
    ASSERT_EQ(num_of(r), reference::mod_half(v, n));
    const num square = reference::mod_mul(v, v, n);
    sc_sqr(&r, &a);
    ASSERT_EQ(num_of(r), square);
    r = a;
    sc_sqr(&r, &r);
    ASSERT_EQ(num_of(r), square);
}

template <class S>
void check_two(const num &x, const num &y) {
    const S a = scalar_of<S>(x), b = scalar_of<S>(y);
    const num sum = reference::mod_add(x, y, n), difference = reference::mod_sub(x, y, n),
              product = reference::mod_mul(x, y, n);
    S r;
    sc_add(&r, &a, &b);
    ASSERT_EQ(num_of(r), sum) << x << " + " << y;
    sc_sub(&r, &a, &b);
    ASSERT_EQ(num_of(r), difference) << x << " - " << y;
    sc_mul(&r, &a, &b);
    ASSERT_EQ(num_of(r), product) << x << " * " << y;

    r = a, sc_add(&r, &r, &b);
    ASSERT_EQ(num_of(r), sum);
    r = b, sc_add(&r, &a, &r);
    ASSERT_EQ(num_of(r), sum);
    r = a, sc_sub(&r, &r, &b);
    ASSERT_EQ(num_of(r), difference);
    r = b, sc_sub(&r, &a, &r);
    ASSERT_EQ(num_of(r), difference);
    r = a, sc_mul(&r, &r, &b);
    ASSERT_EQ(num_of(r), product);
    r = b, sc_mul(&r, &a, &r);
    ASSERT_EQ(num_of(r), product);

    const num v = num_of(a), w = num_of(b);
    ASSERT_EQ(truth(sc_equal(&a, &b)), v == w);
    r = a, sc_cmov(&r, &b, mask_none());
    ASSERT_EQ(num_of(r), v);
    sc_cmov(&r, &b, mask_all());
    ASSERT_EQ(num_of(r), w);
}

TYPED_TEST(scalar, boundary_values) {
    const std::vector<num> all = boundaries();
    for (const num &x : all) {
        ASSERT_NO_FATAL_FAILURE(check_one<TypeParam>(x));
        ASSERT_NO_FATAL_FAILURE(check_two<TypeParam>(x, x));
        for (const num &y : all) ASSERT_NO_FATAL_FAILURE(check_two<TypeParam>(x, y));
    }
}

TYPED_TEST(scalar, random_values) {
    rng g(1);
    for (int i = scaled(1000000); i-- > 0;) {
        const num x = i % 4 ? random_num(g) : random_runs(g),
                  y = i % 8 ? random_num(g) : random_runs(g);
        const TypeParam a = scalar_of<TypeParam>(x), b = scalar_of<TypeParam>(y);
        TypeParam r;
        sc_mul(&r, &a, &b);
        ASSERT_EQ(num_of(r), reference::mod_mul(x, y, n)) << x << " * " << y;
        sc_add(&r, &a, &b);
        ASSERT_EQ(num_of(r), reference::mod_add(x, y, n)) << x << " + " << y;
        sc_sub(&r, &a, &b);
        ASSERT_EQ(num_of(r), reference::mod_sub(x, y, n)) << x << " - " << y;
        if (i % 4 == 0) { ASSERT_NO_FATAL_FAILURE(check_one<TypeParam>(x)); }
        if (i % 16 == 0) { ASSERT_NO_FATAL_FAILURE(check_two<TypeParam>(x, y)); }
    }
}

TYPED_TEST(scalar, small_constants_and_bits) {
    TypeParam a;
    sc_set_zero(&a);
    EXPECT_EQ(num_of(a), num());
    sc_set_one(&a);
    EXPECT_EQ(num_of(a), num(1));
    sc_set_int(&a, 0xFFFFFFFFu);
    EXPECT_EQ(num_of(a), num(0xFFFFFFFFu));
    rng g(2);
    for (int round = 0; round < 20; round++) {
        const num x = reference::mod(round % 2 ? random_num(g) : random_runs(g), n);
        a = scalar_of<TypeParam>(x);
        for (int count = 1; count <= 31; count++)
            for (int offset = 0; offset + count <= 256; offset++) {
                u32 expected = 0;
                for (int i = count; i-- > 0;)
                    expected = expected << 1 | x.bit(static_cast<unsigned>(offset + i));
                ASSERT_EQ(sc_get_bits(&a, offset, count), expected) << offset << " " << count;
            }
    }
}

void reduce_512(sc4x64 *r, const u32 l[16]) {
    u64 w[8];
    for (int i = 0; i < 8; i++) w[i] = static_cast<u64>(l[2 * i + 1]) << 32 | l[2 * i];
    sc4x64_reduce_512(r, w);
}
[[maybe_unused]] void reduce_512(sc8x32 *r, const u32 l[16]) { sc8x32_reduce_512(r, l); }

/* low + high * c, as low 256 bits and the rest. */
struct folded {
    num low, high;
};
folded fold(const num &low, const num &high) {
    u32 w[16];
    for (unsigned i = 0; i < 16; i++) w[i] = i < 8 ? low.d[i] : 0;
    for (unsigned i = 0; i < 8; i++) {
        u64 t = 0;
        for (unsigned j = 0; i + j < 16; j++) {
            t += w[i + j] + (j < 8 ? static_cast<u64>(high.d[i]) * c.d[j] : 0);
            w[i + j] = static_cast<u32>(t);
            t >>= 32;
        }
    }
    folded r;
    for (unsigned i = 0; i < 8; i++) r.low.d[i] = w[i], r.high.d[i] = w[i + 8];
    return r;
}

/* 512-bit numbers that end each phase of the reduction at a chosen value; every outcome of every
 * phase must be met. */
TYPED_TEST(scalar, every_phase_of_the_reduction) {
    rng g(3);
    std::set<int> met;
    auto check = [&](const num &low, const num &high) {
        u32 l[16];
        for (unsigned i = 0; i < 8; i++) l[i] = low.d[i], l[i + 8] = high.d[i];
        TypeParam r;
        reduce_512(&r, l);
        ASSERT_EQ(num_of(r), reference::reduce(l, 16, n)) << high << " " << low;
        const folded m = fold(low, high), p = fold(m.low, m.high), t = fold(p.low, p.high);
        met.insert(static_cast<int>(m.high.d[4]));
        met.insert(10 + static_cast<int>(p.high.d[0]));
        met.insert(100 + 10 * static_cast<int>(p.high.d[0]) +
                   (!t.high.is_zero() ? 2
                    : t.low >= n      ? 1
                                      : 0));
    };
    std::vector<num> highs = boundaries(), ends = {num(),
                                                   n,
                                                   c,
                                                   reference::plus(c, c),
                                                   reference::minus(n, c),
                                                   reference::minus(reference::minus(n, c), c)};
    for (int i = scaled(3000); i-- > 0;) highs.push_back(i % 2 ? random_num(g) : random_runs(g));
    for (uint64_t i = 0; i < 40; i++)
        highs.push_back(reference::minus(num(), num(i, g(), g(), g())));
    for (const num &high : highs) {
        for (const num &low :
             {num(), reference::minus(num(), num(1)), n, random_num(g), random_runs(g)})
            ASSERT_NO_FATAL_FAILURE(check(low, high));
        const folded m = fold(num(), high), p = fold(m.low, m.high);
        for (const num &end : ends)
            for (uint64_t d = 0; d < 4; d++) {
                /* The low part goes through the first two phases unchanged, but for a carry. */
                ASSERT_NO_FATAL_FAILURE(
                    check(reference::minus(reference::plus(end, num(d)), p.low), high));
                ASSERT_NO_FATAL_FAILURE(
                    check(reference::minus(reference::minus(end, num(d)), p.low), high));
                ASSERT_NO_FATAL_FAILURE(
                    check(reference::minus(reference::plus(end, num(d)), m.low), high));
            }
    }
    /* 102 needs a carry out of nothing; 121 and 122 a second sum near 3 * 2^256, and it is
     * below 2.65 * 2^256. */
    EXPECT_EQ(met, (std::set<int>{0, 1, 10, 11, 12, 100, 101, 110, 111, 112, 120}));
}

/* Inverses modulo m, all four bodies. */
struct inverses {
    num m;
    modinv_modulus_of<30> m30;
#ifdef UF_INT128
    modinv_modulus_of<62> m62;
#endif
    static inverses of(const num &m) {
        u64 w[4];
        m.to_limbs(w);
        return {m, modinv_modulus_of<30>(w)
#ifdef UF_INT128
                       ,
                modinv_modulus_of<62>(w)
#endif
        };
    }
    void check(const num &x) const {
        u64 a[4], r[4], s[4];
        const num v = reference::mod(x, m);
        v.to_limbs(a);
        memcpy(r, a, sizeof r);
        modinv30(r, r, &m30);
        const num inverse = num::of_limbs(r);
        ASSERT_LT(inverse, m);
        ASSERT_EQ(reference::mod_mul(v, inverse, m), num(v.is_zero() ? 0 : 1)) << v << " mod " << m;
        if (v.is_zero()) { ASSERT_TRUE(inverse.is_zero()); }
        memcpy(s, a, sizeof s);
        modinv30_var(s, s, &m30);
        ASSERT_EQ(num::of_limbs(s), inverse) << "30 var, " << v << " mod " << m;
#ifdef UF_INT128
        memcpy(s, a, sizeof s);
        modinv62(s, s, &m62);
        ASSERT_EQ(num::of_limbs(s), inverse) << "62, " << v << " mod " << m;
        memcpy(s, a, sizeof s);
        modinv62_var(s, s, &m62);
        ASSERT_EQ(num::of_limbs(s), inverse) << "62 var, " << v << " mod " << m;
#endif
    }
    /* x, -x, 1/x, -1/x */
    void check_family(const num &x) const {
        const num inverse = reference::mod_inv(x, m);
        for (const num &y : {x, inverse}) {
            ASSERT_NO_FATAL_FAILURE(check(y));
            ASSERT_NO_FATAL_FAILURE(check(reference::mod_neg(y, m)));
        }
    }
};

TEST(modinv, every_modulus) {
    rng g(4);
    /* The last is the largest prime below 2^256. */
    for (const num &m : {reference::p, n, reference::minus(num(), num(189))}) {
        const inverses all = inverses::of(m);
        for (const num &x : boundaries()) ASSERT_NO_FATAL_FAILURE(all.check(x));
        for (uint64_t i = 0; i < 70; i++) ASSERT_NO_FATAL_FAILURE(all.check_family(num(i)));
        for (unsigned k = 0; k < 256; k++) {
            ASSERT_NO_FATAL_FAILURE(all.check_family(num::power_of_2(k)));
            ASSERT_NO_FATAL_FAILURE(all.check(reference::minus(num::power_of_2(k), num(1))));
        }
        /* Fibonacci numbers: the longest Euclidean runs. */
        num f0(0), f1(1);
        for (bool carry = false; !carry;) {
            ASSERT_NO_FATAL_FAILURE(all.check_family(f1));
            const num f2 = reference::plus(f0, f1, &carry);
            f0 = f1, f1 = f2;
        }
        /* m over the golden ratio and its neighbours, the same from the modulus down. */
        const num golden(0x9E3779B97F4A7C15, 0xF39CC0605CEDC834, 0x1082276BF3A27251,
                         0xF86C6A11D0C18E95);
        for (uint64_t i = 0; i < 50; i++)
            ASSERT_NO_FATAL_FAILURE(all.check_family(reference::minus(golden, num(i))));
        for (int i = scaled(200000); i-- > 0;) {
            ASSERT_NO_FATAL_FAILURE(all.check(i % 4 ? random_num(g) : random_runs(g)));
            /* Of every size. */
            num x = random_num(g);
            const unsigned drop = static_cast<unsigned>(g() % 256);
            for (unsigned k = 0; k < 256; k++)
                if (k >= 256 - drop) x.d[k / 32] &= ~(uint32_t(1) << (k % 32));
            ASSERT_NO_FATAL_FAILURE(all.check(x));
        }
    }
}

TYPED_TEST(scalar, inverse) {
    rng g(5);
    std::vector<num> all = boundaries();
    for (int i = scaled(20000); i-- > 0;) all.push_back(random_num(g));
    for (const num &x : all) {
        const TypeParam a = scalar_of<TypeParam>(x);
        TypeParam r, s;
        sc_inv(&r, &a);
        ASSERT_EQ(reference::mod_mul(num_of(r), x, n), num(num_of(a).is_zero() ? 0 : 1)) << x;
        sc_inv_var(&s, &a);
        ASSERT_TRUE(truth(sc_equal(&r, &s))) << x;
        s = a, sc_inv(&s, &s);
        ASSERT_TRUE(truth(sc_equal(&r, &s)));
        s = a, sc_inv_var(&s, &s);
        ASSERT_TRUE(truth(sc_equal(&r, &s)));
    }
}

TYPED_TEST(scalar, batch_inverse_keeps_zeros) {
    rng g(6);
    for (size_t count : {0, 1, 2, 3, 7, 64}) {
        for (unsigned zeros = 0; zeros < 16; zeros++) {
            std::vector<TypeParam> a(count), r(count);
            for (size_t i = 0; i < count; i++)
                a[i] = scalar_of<TypeParam>(zeros >> (i % 4) & 1 ? num() : random_num(g));
            sc_batch_inv_var(r.data(), a.data(), count);
            for (size_t i = 0; i < count; i++) {
                TypeParam expected;
                sc_inv(&expected, &a[i]);
                ASSERT_TRUE(truth(sc_equal(&r[i], &expected))) << i << " of " << count;
            }
        }
    }
}

/* |x| as a residue between -n/2 and n/2. */
num magnitude(const num &x) { return std::min(x, reference::mod_neg(x, n)); }

template <class S>
void check_split(const num &x) {
    const num k = reference::mod(x, n);
    const S a = scalar_of<S>(k);
    S r1, r2;
    sc_split_lambda(&r1, &r2, &a);
    const num h1 = num_of(r1), h2 = num_of(r2);
    ASSERT_EQ(reference::mod_add(h1, reference::mod_mul(lambda, h2, n), n), k) << k;
    /* The stated bounds, 0.636 * 2^128 and 0.541 * 2^128, in 32 bits. */
    ASSERT_LT(magnitude(h1), num(0, 1, 0, 0)) << k;
    ASSERT_LT(magnitude(h1).d[3], 0xA2D0E561u) << k;
    ASSERT_LT(magnitude(h2), num(0, 1, 0, 0)) << k;
    ASSERT_LT(magnitude(h2).d[3], 0x8A7EF9DBu) << k;
    S s = a, t;
    sc_split_lambda(&s, &t, &s);
    ASSERT_TRUE(truth(sc_equal(&s, &r1) & sc_equal(&t, &r2)));
    s = a;
    sc_split_lambda(&t, &s, &s);
    ASSERT_TRUE(truth(sc_equal(&t, &r1) & sc_equal(&s, &r2)));

    sc_split_128(&r1, &r2, &a);
    ASSERT_EQ(num_of(r1), num(0, 0, static_cast<u64>(k.d[3]) << 32 | k.d[2],
                              static_cast<u64>(k.d[1]) << 32 | k.d[0]));
    ASSERT_EQ(num_of(r2), num(0, 0, static_cast<u64>(k.d[7]) << 32 | k.d[6],
                              static_cast<u64>(k.d[5]) << 32 | k.d[4]));
    s = a, sc_split_128(&s, &t, &s);
    ASSERT_TRUE(truth(sc_equal(&s, &r1) & sc_equal(&t, &r2)));
    s = a, sc_split_128(&t, &s, &s);
    ASSERT_TRUE(truth(sc_equal(&t, &r1) & sc_equal(&s, &r2)));
}

TYPED_TEST(scalar, split_lambda) {
    rng g(7);
    for (const num &x : boundaries()) ASSERT_NO_FATAL_FAILURE(check_split<TypeParam>(x));
    for (int i = scaled(1000000); i-- > 0;)
        ASSERT_NO_FATAL_FAILURE(check_split<TypeParam>(i % 4 ? random_num(g) : random_runs(g)));
}

/* a * b < odd * 2^383 */
bool product_below(const num &a, const num &b, const num &odd) {
    u32 w[17] = {}, limit[17] = {};
    for (unsigned i = 0; i < 8; i++) {
        u64 t = 0;
        for (unsigned j = 0; j < 8; j++) {
            t += w[i + j] + static_cast<u64>(a.d[i]) * b.d[j];
            w[i + j] = static_cast<u32>(t);
            t >>= 32;
        }
        w[i + 8] = static_cast<u32>(t);
    }
    for (unsigned k = 0; k < 256 && 383 + k < 544; k++)
        if (odd.bit(k)) limit[(383 + k) / 32] |= u32(1) << ((383 + k) % 32);
    for (unsigned i = 17; i-- > 0;)
        if (w[i] != limit[i]) return w[i] < limit[i];
    return false;
}

/* k around each (j + 1/2) * 2^384 / g, where a quotient changes from j to j + 1, with j up to the
 * largest one. */
TYPED_TEST(scalar, split_lambda_at_the_rounding_edges) {
    rng g(8);
    int edges = 0;
    for (const u64 *constant : {glv_g1, glv_g2}) {
        const num factor = num::of_limbs(constant);
        u64 top[2];
        u64 last[4];
        reference::minus(n, num(1)).to_limbs(last);
        glv_quotient(top, last, constant);
        for (int i = 0; i < 20 + scaled(2000); i++) {
            num j(0, 0, g() % (top[1] + 1), g());
            if (i < 10) j = num(static_cast<uint64_t>(i));
            if (i >= 10 && i < 20)
                j = reference::minus(num(0, 0, top[1], top[0]), num(static_cast<uint64_t>(i - 9)));
            if (i >= 20 && i % 2) j = num(0, 0, (g() % top[1]) >> (g() % 64), g());
            const num odd = reference::plus(reference::plus(j, j), num(1));
            num k; /* the largest with k * factor below the edge */
            for (unsigned bit = 256; bit-- > 0;) {
                const num with = reference::plus(k, num::power_of_2(bit));
                if (product_below(with, factor, odd)) k = with;
            }
            if (k >= reference::minus(n, num(1))) continue;
            edges++;
            u64 w[4], c0[2], c1[2];
            k.to_limbs(w);
            glv_quotient(c0, w, constant);
            ASSERT_EQ(num(0, 0, c0[1], c0[0]), j);
            reference::plus(k, num(1)).to_limbs(w);
            glv_quotient(c1, w, constant);
            ASSERT_EQ(num(0, 0, c1[1], c1[0]), reference::plus(j, num(1)));
            for (uint64_t d = 0; d < 3; d++) {
                ASSERT_NO_FATAL_FAILURE(check_split<TypeParam>(reference::plus(k, num(d))));
                ASSERT_NO_FATAL_FAILURE(check_split<TypeParam>(reference::minus(k, num(d))));
                ASSERT_NO_FATAL_FAILURE(
                    check_split<TypeParam>(reference::mod_neg(reference::plus(k, num(d)), n)));
            }
        }
    }
    EXPECT_GT(edges, 30 + scaled(2000));
}

TEST(glv, constants) {
    EXPECT_TRUE(reference::mod_add(
                    reference::mod_add(reference::mod_mul(lambda, lambda, n), lambda, n), num(1), n)
                    .is_zero());
    EXPECT_NE(lambda, num(1));
}

/* The sum of digit[i] * 2^i mod n. */
template <class D>
num sum_of_digits(const D *digit, int len) {
    num r;
    for (int i = len; i-- > 0;) {
        r = reference::mod_add(r, r, n);
        const num d(static_cast<uint64_t>(std::abs(static_cast<int>(digit[i]))));
        r = digit[i] < 0 ? reference::mod_sub(r, d, n) : reference::mod_add(r, d, n);
    }
    return r;
}

template <class S>
void check_wnaf(const num &x, int len, int w) {
    const S k = scalar_of<S>(x);
    int digit[258];
    digit[len] = 77777;
    const int used = w == 2 ? sc_naf_var(digit, len, &k) : sc_wnaf_var(digit, len, &k, w);
    ASSERT_EQ(digit[len], 77777);
    ASSERT_EQ(sum_of_digits(digit, len), num_of(k)) << x << " w " << w;
    int top = 0, free_from = 0;
    for (int i = 0; i < len; i++) {
        if (digit[i] == 0) continue;
        ASSERT_GE(i, free_from) << "digits too close";
        ASSERT_TRUE(digit[i] & 1);
        ASSERT_LT(std::abs(digit[i]), 1 << (w - 1));
        top = i + 1, free_from = i + w;
    }
    ASSERT_EQ(used, top);
}

TYPED_TEST(scalar, wnaf) {
    rng g(9);
    for (const num &x : boundaries())
        for (int w = 2; w <= 30; w++)
            ASSERT_NO_FATAL_FAILURE(check_wnaf<TypeParam>(x, 256 + w % 2, w));
    for (int i = scaled(20000); i-- > 0;) {
        const int w = 2 + i % 20;
        ASSERT_NO_FATAL_FAILURE(
            check_wnaf<TypeParam>(i % 4 ? random_num(g) : random_runs(g), 256, w));
        /* Both signs of 128-bit numbers, as the halves of a split are. */
        const num half(0, 0, i % 8 ? g() : ~uint64_t(0), i % 3 ? g() : ~uint64_t(0));
        ASSERT_NO_FATAL_FAILURE(check_wnaf<TypeParam>(half, 129, w));
        ASSERT_NO_FATAL_FAILURE(check_wnaf<TypeParam>(reference::mod_neg(half, n), 129, w));
    }
}

template <class S>
void check_jsf(const num &x, const num &y, int *weight) {
    const S a = scalar_of<S>(x), b = scalar_of<S>(y);
    signed char d[2][260] = {};
    const int used = sc_jsf_var(d[0], d[1], &a, &b);
    ASSERT_EQ(sum_of_digits(d[0], 257), num_of(a)) << x;
    ASSERT_EQ(sum_of_digits(d[1], 257), num_of(b)) << y;
    int top = 0;
    for (int i = 0; i < 257; i++) {
        const bool column = d[0][i] != 0 || d[1][i] != 0;
        if (column) top = i + 1, ++*weight;
        /* The three properties that make the form unique, and of least weight. */
        const bool zero_near = !column || (d[0][i + 1] == 0 && d[1][i + 1] == 0) ||
                               (d[0][i + 2] == 0 && d[1][i + 2] == 0);
        ASSERT_TRUE(zero_near) << "three nonzero columns";
        for (int j = 0; j < 2; j++) {
            ASSERT_LE(std::abs(d[j][i]), 1);
            if (d[j][i] == 0 || d[j][i + 1] == 0) continue;
            /* Up to the common sign, which recoding n - k gives to a whole row, neighbours agree.
             */
            ASSERT_EQ(d[j][i], d[j][i + 1]) << "adjacent digits of opposite sign";
            ASSERT_EQ(d[1 - j][i], 0);
            ASSERT_NE(d[1 - j][i + 1], 0);
        }
    }
    ASSERT_EQ(used, top);
}

TYPED_TEST(scalar, joint_sparse_form) {
    rng g(10);
    const std::vector<num> all = boundaries();
    int weight = 0;
    for (size_t i = 0; i < all.size(); i++)
        for (size_t j = i % 7; j < all.size(); j += 7)
            ASSERT_NO_FATAL_FAILURE(check_jsf<TypeParam>(all[i], all[j], &weight));
    weight = 0;
    const int count = scaled(20000);
    for (int i = 0; i < count; i++)
        ASSERT_NO_FATAL_FAILURE(check_jsf<TypeParam>(random_num(g), random_num(g), &weight));
    /* Half of the columns of random pairs are zero. */
    EXPECT_NEAR(weight / (256.0 * count), 0.5, 0.02);
}

TEST(sc_small, exhaustively) {
    const u32 order = sc_small_order;
    for (u32 x = 0; x < order; x++) {
        sc_small a, r, s;
        sc_set_int(&a, x);
        sc_inv(&r, &a);
        sc_mul(&s, &r, &a);
        EXPECT_EQ(s.n[0], x == 0 ? 0u : 1u);
        sc_half(&r, &a);
        sc_add(&r, &r, &r);
        EXPECT_EQ(r.n[0], x);
        sc_neg(&r, &a);
        EXPECT_EQ(truth(sc_is_high(&a)), x > r.n[0]);
        sc_add(&r, &r, &a);
        EXPECT_TRUE(truth(sc_is_zero(&r)));
        sc_split_lambda(&r, &s, &a);
        EXPECT_EQ((r.n[0] + sc_small_lambda * s.n[0]) % order, x);
        for (u32 y = 0; y < order; y++) {
            sc_small b;
            sc_set_int(&b, y);
            sc_mul(&r, &a, &b);
            EXPECT_EQ(r.n[0], x * y % order);
            sc_sub(&r, &a, &b);
            EXPECT_EQ(r.n[0], (x + order - y) % order);
        }
        u8 b32[32];
        num(x).to_bytes(b32);
        EXPECT_EQ(truth(sc_set_b32_seckey(&r, b32)), x != 0);
        reference::plus(num::power_of_2(200), num(x)).to_bytes(b32);
        EXPECT_TRUE(truth(sc_set_b32(&r, b32)));
        EXPECT_LT(r.n[0], order);
    }
}

/* Variable-time functions refuse secrets. */
template <class T>
concept inverts_var = requires(sc4x64 *r, T *a) { sc_inv_var(r, a); };
template <class T>
concept recodes_var = requires(int *r, T *a) { sc_wnaf_var(r, 256, a, 5); };
template <class T>
concept inverts = requires(sc4x64 *r, T *a) { sc_inv(r, a); };
static_assert(inverts_var<sc4x64> && recodes_var<sc4x64> && inverts<secret<sc4x64>>);
static_assert(!inverts_var<secret<sc4x64>> && !recodes_var<secret<sc4x64>>);

}  // namespace
