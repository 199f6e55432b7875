// Every input there is, in groups of order 7, 13 and 199 on twin curves of the same field: the
// shipped group law and multiplications, all exceptional cases and the endomorphism included.
// Compiled once for each order, with tables of its own (tools/make_tables.py).
#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "group/add.h"
#include "group/add_var.h"
#include "lanes/choose_var.h"
#include "mult/comb_many_var.h"
#include "mult/unlifted_var.h"
#include "proto/ellswift_var.h"

static_assert(UF_SCALAR == UF_SC_SMALL);

namespace {

using namespace ufsecp;
using namespace ufsecp::UF_TARGET;

constexpr int order = UF_SMALL_ORDER;

/* Plain affine addition of finite points with different x or equal points, by the textbook slope.
 */
ge slope_add(const ge &a, const ge &b) {
    fe num, den, t;
    if (is_true_var(fe_equal(&a.x, &b.x))) {
        fe_sqr(&num, &a.x);
        fe_mul_int(&num, &num, 3);
        fe_add(&den, &a.y, &a.y);
    } else {
        fe_sub(&num, &b.y, &a.y, 1);
        fe_sub(&den, &b.x, &a.x, 1);
    }
    fe_inv(&den, &den);
    fe_mul(&num, &num, &den);
    ge r;
    fe_sqr(&r.x, &num);
    fe_sub(&r.x, &r.x, &a.x, 1);
    fe_sub(&r.x, &r.x, &b.x, 1);
    fe_normalize(&r.x);
    fe_sub(&t, &a.x, &r.x, 1);
    fe_mul(&r.y, &num, &t);
    fe_sub(&r.y, &r.y, &a.y, 1);
    fe_normalize(&r.y);
    return r;
}

class Exhaustive : public ::testing::Test {
protected:
    std::vector<ge> points;  // points[i] = i G; points[0] is unused
    std::mt19937_64 random{order};

    void SetUp() override {
        points.resize(order);
        ge_set_generator(&points[1]);
        for (int i = 2; i < order; i++)
            points[(size_t)i] = slope_add(points[(size_t)i - 1], points[1]);
        for (int i = 1; i < order; i++)
            ASSERT_TRUE(is_true_var(ge_is_on_curve(&points[(size_t)i])));
        fe opposite;
        fe_neg(&opposite, &points[1].y, 1);
        ASSERT_TRUE(is_true_var(fe_equal(&opposite, &points[order - 1].y)));
    }

    /* i G with a random third coordinate; infinity in several forms. */
    gej jacobian(int i) {
        fe z, zz;
        u64 limbs[4];
        for (u64 &limb : limbs) limb = random();
        fe_set_limbs64(&z, limbs);
        gej r;
        gej_set_infinity(&r);
        if (i == 0) {
            if (random() & 1) r.x = r.y = z;
            return r;
        }
        fe_sqr(&zz, &z);
        fe_mul(&r.x, &points[(size_t)i].x, &zz);
        fe_mul(&zz, &zz, &z);
        fe_mul(&r.y, &points[(size_t)i].y, &zz);
        r.z = z;
        return r;
    }

    /* Which multiple of G is it?  -1 for none. */
    int index_of(const gej &a) {
        if (is_true_var(gej_is_infinity(&a))) return 0;
        ge affine;
        ge_set_gej(&affine, &a);
        for (int i = 1; i < order; i++)
            if (is_true_var(fe_equal(&affine.x, &points[(size_t)i].x)) &&
                is_true_var(fe_equal(&affine.y, &points[(size_t)i].y)))
                return i;
        return -1;
    }
};

TEST_F(Exhaustive, AdditionInEveryForm) {
    for (int i = 0; i < order; i++) {
        for (int j = 0; j < order; j++) {
            const int want = (i + j) % order;
            const gej a = jacobian(i), b = jacobian(j);
            gej r;
            gej_add(&r, &a, &b);
            ASSERT_EQ(index_of(r), want) << i << " + " << j;
            gej_add_var(&r, &a, &b);
            ASSERT_EQ(index_of(r), want) << i << " + " << j;
            ASSERT_EQ(gej_equal_var(&a, &b), i == j);
            r = a;
            gej_add(&r, &r, &b);
            ASSERT_EQ(index_of(r), want);
            r = b;
            gej_add_var(&r, &a, &r);
            ASSERT_EQ(index_of(r), want);
            if (j == 0) continue;
            const ge &c = points[(size_t)j];
            gej_add_ge(&r, &a, &c);
            ASSERT_EQ(index_of(r), want) << i << " + " << j;
            gej_add_ge_var(&r, &a, &c);
            ASSERT_EQ(index_of(r), want) << i << " + " << j;
            fe z = jacobian(1).z;
            gej s = a;
            gej_add_ge_scaled_var(&r, &s, &z, &c);
            /* the sum of a scaled by z and c, on the curve isomorphic by z */
            fe_mul(&r.z, &r.z, &z);
            fe_mul(&s.z, &s.z, &z);
            gej_add_ge_var(&s, &s, &c);
            ASSERT_TRUE(gej_equal_var(&r, &s));
            ASSERT_EQ(gej_has_x_var(&a, &c.x), i == j || i + j == order);
        }
    }
}

TEST_F(Exhaustive, DoublingNegationLambda) {
    for (int i = 0; i < order; i++) {
        gej a = jacobian(i), r;
        gej_dbl(&r, &a);
        EXPECT_EQ(index_of(r), 2 * i % order);
        gej_neg(&r, &a);
        EXPECT_EQ(index_of(r), (order - i) % order);
        if (i == 0) continue;
        ge b;
        ge_mul_lambda(&b, &points[(size_t)i]);
        gej_set_ge(&r, &b);
        EXPECT_EQ(index_of(r), i * UF_SMALL_LAMBDA % order);
        ge_neg(&b, &points[(size_t)i]);
        gej_set_ge(&r, &b);
        EXPECT_EQ(index_of(r), order - i);
        fe_normalize(&b.y);
        ge lifted;
        ASSERT_TRUE(is_true_var(ge_set_x(&lifted, &b.x, fe_is_odd(&b.y))));
        EXPECT_TRUE(is_true_var(fe_equal(&lifted.y, &b.y)));
    }
}

TEST_F(Exhaustive, Multiplication) {
    for (int k = 0; k < order; k++) {
        sc scalar;
        gej r;
        sc_set_int(&scalar, (u32)k);
        mul_gen(&r, &scalar);
        ASSERT_EQ(index_of(r), k);
        mul_gen_var(&r, &scalar);
        ASSERT_EQ(index_of(r), k);
        kplan plan;
        kplan_from_scalar_var(&plan, &scalar);
        for (int i = 1; i < order; i++) {
            const int want = k * i % order;
            mul_point(&r, &points[(size_t)i], &scalar);
            ASSERT_EQ(index_of(r), want) << k << " * " << i;
            mul_point_var(&r, &points[(size_t)i], &scalar);
            ASSERT_EQ(index_of(r), want) << k << " * " << i;
            kplan_mul_var(&r, &plan, &points[(size_t)i]);
            ASSERT_EQ(index_of(r), want) << k << " * " << i;
        }
    }
}

TEST_F(Exhaustive, DoubleMultiplication) {
    const int step = order > 100 ? 41 : 1;
    for (int i = 1; i < order; i += step) {
        for (int a = 0; a < order; a++) {
            for (int b = 0; b < order; b++) {
                sc sa, sb;
                gej r;
                sc_set_int(&sa, (u32)a);
                sc_set_int(&sb, (u32)b);
                mul2_var(&r, &points[(size_t)i], &sa, &sb);
                ASSERT_EQ(index_of(r), (a * i + b) % order) << a << " * " << i << " + " << b;
            }
        }
    }
}

TEST_F(Exhaustive, MultiplicationByATable) {
    const comb table = {UF_GEN_WINDOW, gen_windows, comb_words(gen_table[0]), gen_offset};
    std::vector<ge_entry> out(3 * order + 1);
    std::vector<sc> k(out.size());
    for (size_t i = 0; i < k.size(); i++) sc_set_int(&k[i], (u32)(i % order));
    comb_many_scalar_var(out.data(), &table, k.data(), k.size());
    for (size_t i = 0; i < out.size(); i++) {
        ge p;
        gej r;
        ge_set_entry(&p, &out[i]);
        gej_set_infinity(&r);
        if (!row_is_infinity_var(&out[i])) gej_set_ge(&r, &p);
        ASSERT_EQ(index_of(r), (int)i % order);
    }
}

/* For every a P + b G and every x that it may be said to have the equation tells what is true, of
 * both points with the x of P; it says nothing only where a P, b G or their sum or difference is
 * infinity. */
TEST_F(Exhaustive, SumsWithoutY) {
    const int step = order > 100 ? 37 : 1;
    for (int i = 1; i < order; i += step)
        for (int a = 1; a < order; a += step) {
            equation q;
            ge unlifted;
            gej ap;
            sc sa;
            sc_set_int(&sa, (u32)a);
            ge_set_unlifted(&unlifted, &q.w, &points[(size_t)i].x);
            mul_scalar_var(&ap, &unlifted, &sa);
            const bool odd = is_true_var(fe_is_odd(&points[(size_t)i].y));
            const int c = a * i % order;
            for (int b = 1; b < order; b++)
                for (int x = 1; x < order; x += step) {
                    fe inverse;
                    equation_set_var<true>(&q, &ap, &points[(size_t)b], &points[(size_t)x].x);
                    if (fe_is_zero_var(&q.e)) {
                        ASSERT_TRUE(c == b || c == order - b) << c << " and " << b;
                        continue;
                    }
                    fe_inv_var(&inverse, &q.e);
                    /* With the other y the sum is b - c. */
                    for (const bool other : {false, true}) {
                        const int sum = (b + (other ? order - c : c)) % order;
                        const bool is = sum == x || sum == order - x;
                        ASSERT_EQ(equation_holds_var(&q, &inverse, odd != other), is)
                            << i << " * " << a << " + " << b << ": " << x;
                        if (is) {
                            ASSERT_EQ(equation_sum_is_odd_var(&q, &inverse),
                                      is_true_var(fe_is_odd(&points[(size_t)sum].y)));
                        }
                    }
                    equation plain = q;
                    equation_set_var<false>(&plain, &ap, &points[(size_t)b], &points[(size_t)x].x);
                    fe_inv_var(&inverse, &plain.e);
                    ASSERT_EQ(equation_holds_var(&plain, &inverse, odd),
                              (b + c) % order == x || (b + c) % order == order - x);
                }
        }
}

/* The point of 64 bytes u | t, which is on the curve. */
ge decoded(const fe &u, fe t, bool odd) {
    u8 ell64[64];
    if (is_true_var(fe_is_odd(&t)) != odd) {
        fe_neg(&t, &t, 1);
        fe_normalize_var(&t);
    }
    fe_get_b32(ell64, &u);
    fe_get_b32(ell64 + 32, &t);
    ge p;
    ellswift_decode_var(&p, ell64);
    EXPECT_TRUE(is_true_var(ge_is_on_curve(&p)));
    EXPECT_TRUE(is_true_var(fe_is_zero(&t)) || is_true_var(fe_is_odd(&p.y)) == odd);
    return p;
}

/* ElligatorSwift: every t of each point and many u leads back, those of different kinds differ, and
 * what any t leads to is found by a kind. */
TEST_F(Exhaustive, Encodings) {
    size_t found = 0;
    for (int i = -24; i < 48; i++) {
        fe u, x, t, square;
        fe_set_one(&u);
        if (i >= 24) u = jacobian(1).z;
        else fe_mul_int(&u, &u, i < 0 ? -i : i);
        if (i < 0) fe_neg(&u, &u, 24);
        fe_normalize_var(&u);
        t = jacobian(1).z;
        if (i % 8 == 0) fe_sub(&t, &t, &t, 1); /* 0 */
        fe_normalize_var(&t);
        const ge any = decoded(u, t, is_true_var(fe_is_odd(&t)));
        if (i == 0) continue; /* u = 0 counts as 1 */
        bool comes_back = i % 8 == 0;
        fe_sqr(&square, &t);
        for (int n = 0; n < order; n++) {
            const ge &p = n ? points[(size_t)n] : any;
            std::vector<fe> squares;
            x = p.x;
            fe_normalize_var(&x);
            for (unsigned kind = 0; kind < 4; kind++) {
                if (!ell_inverse_var(&t, &x, &u, kind)) continue;
                fe_normalize_var(&t);
                const ge back = decoded(u, t, is_true_var(fe_is_odd(&p.y)));
                EXPECT_TRUE(is_true_var(fe_equal(&back.x, &p.x)) &&
                            is_true_var(fe_equal(&back.y, &p.y)))
                    << n << " by kind " << kind << " and u number " << i;
                fe of;
                fe_sqr(&of, &t);
                for (const fe &other : squares) EXPECT_FALSE(is_true_var(fe_equal(&of, &other)));
                squares.push_back(of);
                if (n == 0) comes_back |= is_true_var(fe_equal(&of, &square));
                found++;
            }
        }
        EXPECT_TRUE(comes_back) << i;
    }
    EXPECT_GT(found, 71u * order / 2); /* one for each on average */
    /* g + s = 0, where t counts twice: s = -g is a square for some u. */
    size_t exceptions = 0;
    for (int i = 1; i <= 32; i++) {
        fe u, g, t;
        fe_set_one(&u);
        fe_mul_int(&u, &u, i);
        fe_normalize_var(&u);
        ge_y_squared(&g, &u);
        fe_neg(&g, &g, 2);
        fe_normalize_weak(&g);
        if (fe_jacobi_var(&g) < 1) continue;
        fe_root(&t, &g);
        fe_normalize_var(&t);
        decoded(u, t, true);
        exceptions++;
    }
    EXPECT_GT(exceptions, 5u);
}

TEST_F(Exhaustive, SplitAndDigits) {
    for (int k = 0; k < order; k++) {
        sc scalar, r1, r2;
        u64 limbs1[4], limbs2[4];
        sc_set_int(&scalar, (u32)k);
        sc_split_lambda(&r1, &r2, &scalar);
        sc_get_limbs64(limbs1, &r1);
        sc_get_limbs64(limbs2, &r2);
        EXPECT_EQ((int)((limbs1[0] + limbs2[0] * UF_SMALL_LAMBDA) % order), k);
    }
}

}  // namespace
