// a*P + b*G and k*P by quads against the scalar code, P whole or given by x and the parity of y,
// with the vectors of each kind of CPU.
#include "lanes.h"

#include <random>
#include <vector>

#include "ct_keys.h"
#include "lanes/mul2_quad_var.h"
#include "lanes/mul_quad.h"
#include "mult/gen.h"
#include "mult/mul.h"

namespace {

using namespace ufsecp;
using namespace ufsecp::UF_TARGET;

std::mt19937_64 random_bits{2023};

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
    for (u64 &limb : limbs) limb = random_bits();
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
/* The two points are the same; true unless they are infinity. */
bool expect_equal(const gej &got, const gej &want, const char *what) {
    ge x, y;
    const bool infinite = gej_is_infinity_var(&want);
    LANE_CHECK(gej_is_infinity_var(&got) == infinite, "%s: infinity: %d", what, infinite);
    if (infinite || gej_is_infinity_var(&got)) return false;
    ge_set_gej_var(&x, &got);
    ge_set_gej_var(&y, &want);
    LANE_CHECK(is_true_var(fe_equal(&x.x, &y.x)) && is_true_var(fe_equal(&x.y, &y.y)),
               "%s: another point", what);
    return true;
}
/* What is given of p where y is left out. */
ge_given half_given(const ge &p) {
    ge_given r = {p, false, is_true_var(fe_is_odd(&p.y))};
    fe_set_zero(&r.p.y);
    return r;
}
/* a p + b G by both ways, and a p by its plan and without y; true unless the sum is infinity. */
bool agree(const ge &p, const sc &a, const sc &b) {
    gej lanes, scalar, product;
    kplan plan;
    mul2_quad_var(&lanes, &p, &a, &b);
    mul2_scalar_var(&scalar, &p, &a, &b);
    kplan_from_scalar_var(&plan, &a);
    kplan_mul_scalar_var(&product, &plan, &p);
    gej by_plan, lifted, constant_time;
    mul_point_scalar(&constant_time, &p, &a);
    expect_equal(product, constant_time, "a P by sparse digits");
    kplan_mul_quad_var(&by_plan, &plan, &p);
    expect_equal(by_plan, product, "a P by its plan");
    const ge_given given = half_given(p);
    LANE_CHECK(mul_lift_quad_var(&lifted, &given, &a), "no point");
    expect_equal(lifted, product, "a P without y");
    return expect_equal(lanes, scalar, "a P + b G");
}
/* k p by both ways, of secrets for the taint checkers; true unless it is infinity. */
bool secret_agree(const ge &point, const sc &scalar) {
    ge p = point;
    sc k = scalar;
    gej lanes, want;
    mul_point_scalar(&want, &p, &k);
    classify(&p, sizeof p);
    classify(&k, sizeof k);
    mul_point_quad(&lanes, &p, &k);
    declassify(&lanes, sizeof lanes, "the test looks at it");
    const ge_given given = half_given(point); /* public, as every key that is given without y */
    gej lifted;
    mask exists = mul_lift_quad(&lifted, &given, &k);
    declassify(&lifted, sizeof lifted, "the test looks at it");
    declassify(&exists, sizeof exists, "the test looks at it");
    LANE_CHECK(is_true_var(exists), "no point");
    expect_equal(lifted, want, "k P without y");
    return expect_equal(lanes, want, "k P");
}

/* Digits of at most this magnitude, often the least or the greatest, with carries left above them.
 */
fe_quad digits(u64 magnitude) {
    fe_quad r;
    for (int i = 0; i < 5; i++) {
        const u64 greatest = i < 4 ? low52 : (magnitude << 48) + 0xFFFF;
        for (int l = 0; l < 4; l++) {
            const u64 kind = random_bits() % 4, above = i < 4 ? random_bits() << 52 : 0;
            r.n[i][l] = (kind == 0   ? 0
                         : kind == 1 ? greatest
                                     : random_bits() % (greatest + 1)) |
                        above;
        }
    }
    return r;
}
/* What lane l stands for, with `mask` of each of the limbs 0-3. */
fe value(const fe_quad &a, int l, u64 mask) {
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

void products_of_extreme_digits() {
    for (int t = 0; t < scaled(20000); t++) {
        const u64 ma = 1 + random_bits() % 15, mb = 1 + random_bits() % 15;
        const fe_quad a = digits(ma), b = digits(mb);
        fe_quad addend;
        for (vec4 &limb : addend.n)
            for (int l = 0; l < 4; l++)
                limb[l] = random_bits() % 2 ? ((u64)1 << 62) - 1
                                            : random_bits() >> (2 + random_bits() % 60);
        const fe_quad results[] = {quad_mul(a, b), quad_mul(a, b, addend), quad_sqr(a)};
        for (int which = 0; which < 3; which++) {
            const fe_quad &c = results[which], carried = quad_carry(c), clean = quad_clean(carried);
            for (int l = 0; l < 4; l++) {
                fe want = value(a, l, low52), other = which == 2 ? want : value(b, l, low52);
                fe_mul(&want, &want, &other);
                if (which == 1) {
                    other = value(addend, l, ~(u64)0);
                    fe_add(&want, &want, &other);
                }
                const fe columns = value(c, l, ~(u64)0), masked = value(carried, l, low52),
                         plain = value(clean, l, ~(u64)0);
                LANE_CHECK(is_true_var(fe_equal(&columns, &want)), "%d", which);
                LANE_CHECK(is_true_var(fe_equal(&masked, &want)), "%d", which);
                LANE_CHECK(is_true_var(fe_equal(&plain, &want)), "%d", which);
                LANE_CHECK(c.n[4][l] >> 48 == 0 && carried.n[4][l] >> 49 == 0, "%d", which);
                for (int i = 0; i < 4 && which != 1; i++)
                    LANE_CHECK(c.n[i][l] <= quad_column_limb(i), "%d", which);
            }
        }
    }
}

void random_points_and_scalars() {
    for (int i = 0; i < scaled(2000); i++) {
        const sc k = any(), a = any(), b = any();
        LANE_CHECK(agree(multiple(k), a, b), "%d", i);
    }
}

void edges_in_every_combination() {
    std::vector<sc> scalars = {
        small(0),        small(1),        small(-1),       small(2), small(-2),
        small(3),        small(15),       small(17),       lambda(), power_of_2(127),
        power_of_2(128), power_of_2(129), power_of_2(255), any()};
    sc t = lambda();
    sc_neg(&t, &t);
    scalars.push_back(t);
    sc_mul(&t, &t, &t);
    scalars.push_back(t);
    sc_neg(&t, &t);
    scalars.push_back(t);
    std::vector<sc> points = {small(1),  small(-1), small(2), small(-2), small(3), small(5),
                              small(-7), small(16), lambda(), t,         any()};
    sc_mul(&t, &scalars[8], &scalars[4]);
    points.push_back(t);
    int infinite = 0;
    for (const sc &k : points) {
        const ge p = multiple(k);
        for (size_t i = 0; i < scalars.size(); i += scaled(100) < 2 ? 6 : 1) {
            const sc &a = scalars[i];
            for (const sc &b : scalars) infinite += !agree(p, a, b);
            /* a p + b G is infinity; nearly; and its two halves are the same. */
            sc b;
            sc_mul(&b, &a, &k);
            agree(p, a, b);
            sc_neg(&b, &b);
            LANE_CHECK(!agree(p, a, b), "finite");
            const sc one = small(1);
            sc_add(&b, &b, &one);
            LANE_CHECK(agree(p, a, b), "infinite");
        }
        if (scaled(100) < 20) break; /* where every step is checked, one point */
    }
    LANE_CHECK(infinite > 0, "no sum was infinity");
}

/* x coordinates on no point: said so by the multiplication, whatever the scalar. */
void no_point() {
    int found = 0;
    for (int i = 0; i < scaled(400); i++) {
        ge_given given = {{}, false, i % 2 == 1};
        ge p;
        gej r;
        sc k = i % 5 == 0 ? small(i % 3) : any();
        if (i % 3 == 0) fe_set_int(&given.p.x, (u32)i);
        else given.p = multiple(any()), fe_add(&given.p.x, &given.p.x, &given.p.y);
        fe_normalize(&given.p.x);
        const bool want = is_true_var(ge_set_x(&p, &given.p.x, mask_of_bit(given.odd)));
        found += want;
        LANE_CHECK(mul_lift_quad_var(&r, &given, &k) == want, "%d", i);
        LANE_CHECK(is_true_var(mul_lift_quad(&r, &given, &k)) == want, "%d, secret scalar", i);
        ge_given whole = given;
        LANE_CHECK(is_true_var(ge_given_lift(&whole)) == want && whole.whole, "%d, lifted", i);
    }
    LANE_CHECK(scaled(400) < 40 || (found > 0 && found < scaled(400)), "%d of them were points",
               found);
}

/* The point with the smallest x that is not below this. */
ge point_of_x(int least) {
    ge r;
    fe x;
    do fe_set_int(&x, (u32)least++);
    while (!is_true_var(ge_set_x(&r, &x, mask_none())));
    return r;
}
void secret_edges() {
    std::vector<sc> scalars = {small(0)};
    for (const std::vector<ct_calls::number> &numbers :
         {ct_calls::edge_keys(), ct_calls::bad_keys()})
        for (const ct_calls::number &number : numbers) {
            sc k;
            (void)sc_set_b32(&k, number.b);
            scalars.push_back(k);
            sc_neg(&k, &k);
            scalars.push_back(k);
        }
    for (int i = 0; i < 256; i++) scalars.push_back(power_of_2(i));
    const ge points[] = {multiple(small(1)),  multiple(small(-1)),       multiple(small(2)),
                         multiple(small(3)),  multiple(lambda()),        multiple(small(-32)),
                         multiple(small(31)), multiple(power_of_2(128)), multiple(any()),
                         point_of_x(1)};
    /* Where every step is checked, not every scalar for every point. */
    const size_t step = scaled(100) >= 20 ? 1 : scaled(100) >= 2 ? 31 : 127;
    int infinite = 0;
    for (size_t i = 0; i < std::size(points); i++)
        for (size_t j = i; j < scalars.size(); j += step)
            infinite += !secret_agree(points[i], scalars[j]);
    LANE_CHECK(infinite > 0, "no product was infinity");
}
/* a + b lambda with a and b of few bits.  By a count of all cases, the last window meets equal
 * points for 26 lambda alone, opposite ones for 0 alone, and infinity never. */
void secret_exceptions() {
    const ge p = multiple(any());
    const sc l = lambda();
    for (int i = 0; i < scaled(4000); i++) {
        const sc a = small(i > 0 ? (int)(random_bits() % 125) - 62 : 0);
        sc k = small(i > 0 ? (int)(random_bits() % 125) - 62 : 26);
        sc_mul(&k, &k, &l);
        sc_add(&k, &k, &a);
        secret_agree(p, k);
    }
}
void secret_random() {
    for (int i = 0; i < scaled(2000); i++)
        LANE_CHECK(secret_agree(multiple(any()), any()), "%d", i);
}

#ifdef UF_VERIFY
/* What leaves the bounds of fe_quad.h, in one lane, ends the program. */
void violations() {
    for (int l = 0; l < 4; l++)
        for (int i = 0; i < 5; i++) {
            const fe_quad bias = quad_multiple_of_p<fe_quad, 57>(2);
            fe_quad one{}, above{}, digits{};
            one.n[i][l] = bias.n[i][l];
            LANE_CHECK(!aborts([&] { (void)(bias - one); }), "lane %d, limb %d", l, i);
            one.n[i][l]++;
            LANE_CHECK(aborts([&] { (void)(bias - one); }), "lane %d, limb %d", l, i);
            above.n[i][l] = (u64)1 << 62;
            LANE_CHECK(aborts([&] { quad_mul(digits, digits, above); }), "lane %d, limb %d", l, i);
            LANE_CHECK(aborts([&] { quad_times<4, 4, 4, 4>(above); }), "lane %d, limb %d", l, i);
            above.n[i][l]--;
            LANE_CHECK(!aborts([&] { quad_mul(digits, digits, above); }), "lane %d, limb %d", l, i);
            digits.n[4][l] = (u64)1 << 52;
            LANE_CHECK(aborts([&] { quad_sqr(digits); }), "lane %d", l);
            digits.n[4][l] = low52;
            LANE_CHECK(!aborts([&] { quad_sqr(digits); }), "lane %d", l);
        }
}
#endif

}  // namespace

#define TEST(test) {#test, test}

int main() {
    return lane_tests({
#ifdef UF_VERIFY
        TEST(violations),
#endif
        TEST(products_of_extreme_digits), TEST(random_points_and_scalars),
        TEST(edges_in_every_combination), TEST(no_point), TEST(secret_edges),
        TEST(secret_exceptions), TEST(secret_random)});
}
