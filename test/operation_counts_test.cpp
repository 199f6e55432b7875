// Field products and inversions, counted while they run: what the contracts state as their cost.
//
// Macros put a counter around the operations of the field once their own headers are read.
#include "base/modinv_var.h"
#include "field/field.h"

#include <type_traits>

namespace ufsecp::UF_TARGET {

struct operations {
    int mul, sqr, field_inv, scalar_inv;
    friend bool operator==(const operations &, const operations &) = default;
};
static operations counted;

/* The magnitude check of law.h runs formulas at compile time, where nothing is counted. */
#define UF_COUNTED(name, muls, sqrs)                                                 \
    template <class R, class... A>                                                   \
    constexpr void counted_##name(R *r, const A *...a) {                             \
        if (!std::is_constant_evaluated()) counted.mul += muls, counted.sqr += sqrs; \
        name(r, a...);                                                               \
    }
UF_COUNTED(fe_mul, 1, 0)
UF_COUNTED(fe_sqr, 0, 1)
UF_COUNTED(fe_mul2, 2, 0)
UF_COUNTED(fe_mul_sqr, 1, 1)
UF_COUNTED(fe_sqr_add, 0, 1)
#undef UF_COUNTED

static void count_inversion(bool of_field) {
    of_field ? counted.field_inv++ : counted.scalar_inv++;
}
static void counted_modinv(u64 r[4], const u64 a[4], const modinv_modulus *m, bool of_field) {
    count_inversion(of_field);
    modinv(r, a, m);
}
static void counted_modinv_var(u64 r[4], const u64 a[4], const modinv_modulus *m, bool of_field) {
    count_inversion(of_field);
    modinv_var(r, a, m);
}

}  // namespace ufsecp::UF_TARGET

#define fe_mul(...) counted_fe_mul(__VA_ARGS__)
#define fe_sqr(...) counted_fe_sqr(__VA_ARGS__)
#define fe_mul2(...) counted_fe_mul2(__VA_ARGS__)
#define fe_mul_sqr(...) counted_fe_mul_sqr(__VA_ARGS__)
#define fe_sqr_add(...) counted_fe_sqr_add(__VA_ARGS__)
#define modinv(r, a, m) counted_modinv(r, a, m, #m[1] == 'f') /* &field_modulus */
#define modinv_var(r, a, m) counted_modinv_var(r, a, m, #m[1] == 'f')

#include <gtest/gtest.h>

#include <cstring>
#include <vector>

#include "group/add.h"
#include "group/add_var.h"
#include "mult/mul.h"
#include "mult/mul2_var.h"
#include "proto/ecdsa_var.h"
#include "ufsecp/ufsecp.h"

namespace ufsecp::UF_TARGET {

static void PrintTo(const operations &o, std::ostream *out) {
    *out << o.mul << " mul, " << o.sqr << " sqr, " << o.field_inv << " inversions in the field, "
         << o.scalar_inv << " of scalars";
}

namespace {

template <class F>
operations cost_of(F &&f) {
    counted = {};
    f();
    return counted;
}

/* n different elements, none zero. */
std::vector<fe> elements(size_t n) {
    std::vector<fe> v(n);
    for (size_t i = 0; i < n; i++) {
        u8 b32[32] = {1};
        b32[30] = (u8)((i + 2) >> 8), b32[31] = (u8)(i + 2);
        fe_set_b32(&v[i], b32);
    }
    return v;
}

sc scalar(u8 seed) {
    u8 b32[32];
    for (u8 i = 0; i < 32; i++) b32[i] = (u8)(seed + 37 * i);
    sc r;
    sc_set_b32(&r, b32);
    return r;
}

class operation_counts : public testing::Test {
protected:
    ge g;
    gej j, k;
    void SetUp() override {
        ge_set_generator(&g);
        gej_set_ge(&k, &g);
        gej_dbl_var(&j, &k);
        gej_dbl_var(&k, &j);
    }
};

TEST_F(operation_counts, PointFormulas) {
    gej r;
    ge p;
    EXPECT_EQ(cost_of([&] { gej_dbl_var(&r, &j); }), (operations{3, 4, 0, 0}));
    EXPECT_EQ(cost_of([&] { gej_add_ge_var(&r, &j, &g); }), (operations{8, 3, 0, 0}));
    EXPECT_EQ(cost_of([&] { gej_add_var(&r, &j, &k); }), (operations{12, 4, 0, 0}));
    EXPECT_EQ(cost_of([&] { gej_add(&r, &j, &k); }), (operations{15, 8, 0, 0}));
    EXPECT_EQ(cost_of([&] { gej_add_ge(&r, &j, &g); }), (operations{11, 7, 0, 0}));
    EXPECT_EQ(cost_of([&] { ge_set_gej_var(&p, &j); }), (operations{3, 1, 1, 0}));
    EXPECT_EQ(cost_of([&] { ge_set_gej(&p, &j); }), (operations{3, 1, 1, 0}));
}

TEST_F(operation_counts, ChainsOfSquarings) {
    fe r, x = elements(1)[0];
    EXPECT_EQ(cost_of([&] { fe_inv_fermat(&r, &x); }), (operations{15, 255, 0, 0}));
    EXPECT_EQ(cost_of([&] { fe_inv(&r, &x); }), (operations{0, 0, 1, 0}));
    EXPECT_EQ(cost_of([&] { fe_inv_var(&r, &x); }), (operations{0, 0, 1, 0}));
}

/* One inversion for any number, and three products for each element that is not zero but one. */
TEST_F(operation_counts, ABatchOfInverses) {
    for (size_t n : {0, 1, 2, 3, 100, 1000, 65536}) {
        std::vector<fe> a = elements(n), r(n);
        const int some = n > 0;
        EXPECT_EQ(cost_of([&] { fe_batch_inv_var(r.data(), a.data(), n); }),
                  (operations{3 * ((int)n - some), 0, some, 0}))
            << n;
        if (n < 3) continue;
        fe_set_zero(&a[0]), fe_set_zero(&a[n / 2]);
        EXPECT_EQ(cost_of([&] { fe_batch_inv_var(r.data(), a.data(), n); }),
                  (operations{3 * ((int)n - 3), 0, 1, 0}))
            << n;
    }
}

/* The table of odd multiples is affine for the main loop without an inversion: an entry more costs
 * a co-Z addition (4 mul + 2 sqr), its part of the way back (3 mul + 1 sqr) and one product. */
TEST_F(operation_counts, TablesOfOddMultiplesHaveNoInversion) {
    ge table[32];
    fe z;
    operations before = cost_of([&] { ge_odd_multiples(table, &z, &g, 2); });
    EXPECT_EQ(before.field_inv, 0);
    for (int n = 3; n <= 32; n++) {
        const operations now = cost_of([&] { ge_odd_multiples(table, &z, &g, n); });
        EXPECT_EQ(now, (operations{before.mul + 8, before.sqr + 3, 0, 0})) << n;
        before = now;
    }
}

/* No multiplication leaves Jacobian coordinates before its end. */
TEST_F(operation_counts, MultiplicationsHaveNoInversion) {
    const sc a = scalar(3), b = scalar(11);
    gej r;
    const operations two = cost_of([&] { mul2_var(&r, &g, &a, &b); });
    EXPECT_EQ(two.field_inv, 0);
    EXPECT_EQ(two.scalar_inv, 0);
    /* 128 doublings of 3 + 4, 39 additions of 8 + 3 and 17 of 9.5 + 3 on G's curve, a table. */
    EXPECT_NEAR(two.mul, 128 * 3 + 39 * 8 + 17 * 9.5 + 68, 30);
    EXPECT_NEAR(two.sqr, 128 * 4 + 56 * 3 + 21, 20);
    const operations one = cost_of([&] { mul_point_var(&r, &g, &a); });
    EXPECT_EQ(one.field_inv, 0);
    EXPECT_LT(one.mul, two.mul);
    EXPECT_EQ(cost_of([&] { mul_gen_var(&r, &a); }).field_inv, 0);
    EXPECT_EQ(cost_of([&] { mul_point(&r, &g, &a); }).field_inv, 0);
}

/* A verification: one inverse of s, and none in the field, because x is compared without one. */
TEST_F(operation_counts, AVerificationInvertsOneScalar) {
    u8 key32[32] = {7}, hash32[32] = {9}, sig64[64], pk65[65];
    ASSERT_TRUE(ufsecp_ecdsa_sign(sig64, hash32, key32, nullptr));
    ASSERT_TRUE(ufsecp_pubkey_create(pk65, 65, key32));
    ge_given key;
    ASSERT_EQ(pubkey_read_var(&key, pk65, sizeof pk65, false), UFSECP_OK);
    const operations o =
        cost_of([&] { EXPECT_EQ(ecdsa_verify_var(sig64, hash32, &key, false), UFSECP_OK); });
    EXPECT_EQ(o.field_inv, 0);
    EXPECT_EQ(o.scalar_inv, 1);
}

}  // namespace
}  // namespace ufsecp::UF_TARGET
