// a*P + b*G by quads against the scalar chain, with the vectors of each kind of CPU.
//
// variant portable: -DUF_FIELD=UF_FE5X52
// variant avx512: -madx -mbmi2 -mavx2 -mavx512f -mavx512dq -mavx512vl -DUF_ADX -DUF_FIELD=UF_FE4X64
// variant ifma: -madx -mbmi2 -mavx2 -mavx512f -mavx512dq -mavx512vl -mavx512ifma -DUF_ADX -DUF_FIELD=UF_FE4X64
#include <gtest/gtest.h>

#include <random>

#include "mult/gen.h"
#include "mult/quad_var.h"
#include "scale.h"

namespace {

using namespace ufsecp;
using namespace ufsecp::UF_TARGET;

class Quad : public ::testing::Test {
protected:
    std::mt19937_64 random{2023};

    void SetUp() override {
#if defined(__AVX512IFMA__)
        if (!__builtin_cpu_supports("avx512ifma") || !__builtin_cpu_supports("avx512vl")) GTEST_SKIP();
#elif defined(__AVX512F__)
        if (!__builtin_cpu_supports("avx512dq") || !__builtin_cpu_supports("avx512vl")) GTEST_SKIP();
#endif
    }

    sc small(int a) {
        u64 limbs[4] = {(u64)(a < 0 ? -a : a), 0, 0, 0};
        sc r;
        sc_set_limbs64(&r, limbs);
        if (a < 0) sc_neg(&r, &r);
        return r;
    }
    sc power_of_2(int k) {
        u64 limbs[4] = {};
        limbs[k / 64] = (u64)1 << (k % 64);
        sc r;
        sc_set_limbs64(&r, limbs);
        return r;
    }
    sc lambda() {
        sc r;
        sc_set_limbs64(&r, glv_lambda);
        return r;
    }
    sc any() {
        u64 limbs[4];
        for (u64 &limb : limbs) limb = random();
        sc r;
        sc_set_limbs64(&r, limbs);
        return r;
    }
    /* k G in affine form; k not 0. */
    ge multiple(const sc &k) {
        gej j;
        ge g, r;
        sc zero = small(0);
        ge_set_generator(&g);
        mul2_scalar_var(&j, &g, &k, &zero);
        ge_set_gej_var(&r, &j);
        return r;
    }
    /* The two ways agree on the point; true unless it is infinity. */
    bool agree(const ge &p, const sc &a, const sc &b) {
        gej quad, scalar;
        ge x, y;
        mul2_quad_var(&quad, &p, &a, &b);
        mul2_scalar_var(&scalar, &p, &a, &b);
        EXPECT_EQ(gej_is_infinity_var(&quad), gej_is_infinity_var(&scalar));
        if (gej_is_infinity_var(&scalar)) return false;
        ge_set_gej_var(&x, &quad);
        ge_set_gej_var(&y, &scalar);
        EXPECT_TRUE(is_true_var(fe_equal(&x.x, &y.x)) && is_true_var(fe_equal(&x.y, &y.y)));
        return true;
    }
};

/* Digits of at most this magnitude, often the least or the greatest, with carries left above them. */
quad digits(std::mt19937_64 &random, u64 magnitude) {
    quad r;
    for (int i = 0; i < 5; i++) {
        const u64 greatest = i < 4 ? low52 : (magnitude << 48) + 0xFFFF;
        for (int l = 0; l < 4; l++) {
            const u64 kind = random() % 4, above = i < 4 ? random() << 52 : 0;
            r.n[i][l] = (kind == 0 ? 0 : kind == 1 ? greatest : random() % (greatest + 1)) | above;
        }
    }
    return r;
}
/* What lane l stands for, with `mask` of each of the limbs 0-3. */
fe value(const quad &a, int l, u64 mask) {
    static const u64 radix_limbs[4] = {(u64)1 << 52, 0, 0, 0};
    fe r, radix, limb;
    fe_set_zero(&r);
    fe_set_limbs64(&radix, radix_limbs);
    for (int i = 4; i >= 0; i--) {
        const u64 limbs[4] = {i < 4 ? a.n[i][l] & mask : a.n[i][l], 0, 0, 0};
        fe_set_limbs64(&limb, limbs);
        fe_mul(&r, &r, &radix);
        fe_add(&r, &r, &limb);
    }
    return r;
}

TEST_F(Quad, ProductsOfExtremeDigits) {
    for (int t = 0; t < scaled(20000); t++) {
        const u64 ma = 1 + random() % 15, mb = 1 + random() % 15;
        const quad a = digits(random, ma), b = digits(random, mb);
        quad addend;
        for (vec4 &limb : addend.n)
            for (int l = 0; l < 4; l++) limb[l] = random() % 2 ? ((u64)1 << 62) - 1 : random() >> (2 + random() % 60);
        const quad results[] = {quad_mul(a, b), quad_mul(a, b, addend), quad_sqr(a)};
        for (int which = 0; which < 3; which++) {
            const quad &c = results[which], carried = quad_carry(c), clean = quad_clean(carried);
            for (int l = 0; l < 4; l++) {
                fe want = value(a, l, low52), other = which == 2 ? want : value(b, l, low52);
                fe_mul(&want, &want, &other);
                if (which == 1) {
                    other = value(addend, l, ~(u64)0);
                    fe_add(&want, &want, &other);
                }
                const fe columns = value(c, l, ~(u64)0), masked = value(carried, l, low52), plain = value(clean, l, ~(u64)0);
                ASSERT_TRUE(is_true_var(fe_equal(&columns, &want))) << which;
                ASSERT_TRUE(is_true_var(fe_equal(&masked, &want))) << which;
                ASSERT_TRUE(is_true_var(fe_equal(&plain, &want))) << which;
                ASSERT_EQ(c.n[4][l] >> 48, 0u);
                ASSERT_EQ(carried.n[4][l] >> 49, 0u);
                for (int i = 0; i < 4 && which != 1; i++) ASSERT_EQ(c.n[i][l] >> 57, 0u);
            }
        }
    }
}

TEST_F(Quad, RandomPointsAndScalars) {
    for (int i = 0; i < scaled(2000); i++) {
        sc k = any(), a = any(), b = any();
        ASSERT_TRUE(agree(multiple(k), a, b)) << i;
        if (HasFailure()) break;
    }
}

TEST_F(Quad, EdgesInEveryCombination) {
    std::vector<sc> scalars = {small(0), small(1), small(-1), small(2), small(-2), small(3), small(15), small(17), lambda(),
                               power_of_2(127), power_of_2(128), power_of_2(129), power_of_2(255), any()};
    sc t = lambda();
    sc_neg(&t, &t);
    scalars.push_back(t);
    sc_mul(&t, &t, &t);
    scalars.push_back(t);
    sc_neg(&t, &t);
    scalars.push_back(t);
    std::vector<sc> points = {small(1), small(-1), small(2), small(-2), small(3), small(5), small(-7), small(16), lambda(), t, any()};
    sc_mul(&t, &scalars[8], &scalars[4]);
    points.push_back(t);
    int infinite = 0;
    for (const sc &k : points) {
        const ge p = multiple(k);
        for (const sc &a : scalars) {
            for (const sc &b : scalars) infinite += !agree(p, a, b);
            /* a p + b G is infinity; nearly; and its two halves are the same. */
            sc b;
            sc_mul(&b, &a, &k);
            agree(p, a, b);
            sc_neg(&b, &b);
            EXPECT_FALSE(agree(p, a, b));
            const sc one = small(1);
            sc_add(&b, &b, &one);
            EXPECT_TRUE(agree(p, a, b));
        }
        if (HasFailure()) break;
    }
    EXPECT_GT(infinite, (int)points.size());
}

}  // namespace
