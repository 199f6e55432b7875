// Reductions that carry where random ones never do: products built to be a small number modulo
// p. Their last fold crosses 2^256 and leaves almost nothing, so that a carry lost there, or one
// taken twice, gives a wrong result.
#include <gtest/gtest.h>

#include <random>

#include "base/public_var.h"
#include "field/fe10x26.h"
#include "field/fe4x64.h"
#ifdef UF_INT128
#include "field/fe5x52.h"
#endif
#include "field/fe8x32.h"
#include "field/fe_inv.h"
#include "field/field.h"
#include "field/pow.h"
#include "scale.h"

namespace {

using namespace ufsecp::UF_TARGET;

template <class F>
class Fold : public ::testing::Test {
protected:
    std::mt19937_64 random{1};

    F element(const u64 (&limbs)[4]) {
        F r;
        fe_set_limbs64(&r, limbs);
        return r;
    }
    /* Any element; one in three just below p, where partial products are all ones. */
    F any() {
        const u64 high = random() % 3 ? random() : ~(u64)0;
        return element({random(), high, high == ~(u64)0 ? high : random(), high});
    }
    /* At least 2^256 - p, which a last fold that carries adds to what it left.  Of one in two this
     * addition, too, carries from limb 0 to limb 1. */
    F small() {
        if (random() & 1) return element({random() % 0x1000003D1, 1 + random() % 3, 0, 0});
        return element({random() | (u64)1 << 33, random() % 4 == 0, 0, 0});
    }
    /* (t - x) / a */
    F completing(const F &t, const F &x, const F &a) {
        F r, inverse;
        fe_inv(&inverse, &a);
        fe_sub(&r, &t, &x, 1);
        fe_mul(&r, &r, &inverse);
        fe_normalize(&r);
        return r;
    }
    void expect(const F &got, const F &want, const char *what) {
        ASSERT_TRUE(is_true_var(fe_equal(&got, &want))) << what;
    }
};

#ifdef UF_ONLY /* what the flags of the variant change */
using Representations = ::testing::Types<UF_ONLY>;
#elif defined(UF_INT128)
using Representations = ::testing::Types<fe4x64, fe5x52, fe8x32, fe10x26>;
#else
using Representations = ::testing::Types<fe4x64, fe8x32, fe10x26>;
#endif
TYPED_TEST_SUITE(Fold, Representations);

TYPED_TEST(Fold, SmallResults) {
    using F = TypeParam;
    int squares = 0;
    for (int i = 0; i < scaled(20000); i++) {
        const F t = this->small(), a = this->any(), e = this->any();
        F zero, r, product;
        fe_set_zero(&zero);

        const F b = this->completing(t, zero, a);
        fe_mul(&r, &a, &b);
        this->expect(r, t, "a*b");
        fe_mul(&r, &b, &a);
        this->expect(r, t, "b*a");

        const F c = this->any();
        fe_mul(&product, &a, &c);
        const F d = this->completing(t, product, e);
        fe_mul2(&r, &a, &c, &e, &d);
        this->expect(r, t, "a*c + e*d");
        fe_mul2(&r, &e, &d, &c, &a);
        this->expect(r, t, "e*d + c*a");

        fe_sqr(&product, &e);
        const F f = this->completing(t, product, a);
        fe_mul_sqr(&r, &a, &f, &e);
        this->expect(r, t, "a*f + e^2");

        fe_sub(&r, &t, &product, 1);
        fe_normalize(&r);
        fe_sqr_add(&r, &e, &r);
        this->expect(r, t, "e^2 + (t - e^2)");

        if (is_true_var(fe_sqrt(&r, &t))) {
            squares++;
            fe_normalize(&r);
            fe_sqr(&product, &r);
            this->expect(product, t, "sqrt(t)^2");
            fe_neg(&r, &r, 1);
            fe_normalize(&r);
            fe_sqr(&product, &r);
            this->expect(product, t, "(-sqrt(t))^2");
        }
    }
    EXPECT_GT(squares, 0);
}

}  // namespace
