// ElligatorSwift's halves of an encoding (proto/ellswift_var.h): every pair of numbers is reached
// from its x by one of the four kinds and its negative, and only what the BIP's vectors give is.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "api.h"
#include "proto/ellswift_var.h"
#include "scale.h"

using namespace ufsecp::UF_TARGET;

namespace {

using nlohmann::json;

bytes b32_of(fe a) {
    bytes r(32);
    fe_normalize(&a);
    fe_get_b32(r.data(), &a);
    return r;
}
fe fe_of(const bytes &b) {
    fe r;
    fe_set_b32(&r, b.data());
    return r;
}
fe random_fe(std::mt19937_64 &random) {
    bytes b(32);
    for (uint8_t &x : b) x = (uint8_t)random();
    return fe_of(b);
}
/* The x coordinate that (u, t) stands for, normalized. */
fe x_of(const fe &u, const fe &t) {
    ell_x x;
    fe r;
    ell_decode_x_var(&x, &u, &t);
    fe_inv_var(&r, &x.d);
    fe_mul(&r, &r, &x.n);
    fe_normalize(&r);
    return r;
}
fe negative(const fe &a) {
    fe r;
    fe_neg(&r, &a, 1);
    fe_normalize(&r);
    return r;
}

TEST(EllswiftInverse, Vectors) {
    size_t found[4] = {}, none[4] = {};
    for (const json &c : load_vectors("bip324.json").at("cases")) {
        if (c.at("kind") != "inverse") continue;
        const fe u = fe_of(from_hex(c.at("u"))), x = fe_of(from_hex(c.at("x")));
        for (unsigned kind = 0; kind < 4; kind++) {
            fe t;
            const bool made = ell_inverse_var(&t, &x, &u, kind);
            const json &ts = c.at("ts");
            ASSERT_EQ(made, !ts[kind].is_null()) << c << kind;
            (made ? found : none)[kind]++;
            if (!made) continue;
            fe_normalize(&t);
            const std::string want = ts[kind], negated = ts[kind + 4], got = to_hex(b32_of(t));
            ASSERT_TRUE(got == want || got == negated) << c << kind;
            ASSERT_EQ(to_hex(b32_of(negative(t))), got == want ? negated : want) << c << kind;
        }
    }
    for (unsigned kind = 0; kind < 4; kind++) EXPECT_TRUE(found[kind] && none[kind]) << kind;
}

TEST(EllswiftInverse, EachPairHasOneKind) {
    std::mt19937_64 random(324);
    size_t of[4] = {};
    for (int i = std::max(100, scaled(400)); i-- > 0;) {
        const fe u = random_fe(random), t = random_fe(random), x = x_of(u, t), minus = negative(t);
        int kinds = 0;
        for (unsigned kind = 0; kind < 4; kind++) {
            fe back;
            if (!ell_inverse_var(&back, &x, &u, kind)) continue;
            fe_normalize(&back);
            const bytes again = b32_of(x_of(u, back));
            ASSERT_EQ(again, b32_of(x));
            const bool same = b32_of(back) == b32_of(t) || b32_of(back) == b32_of(minus);
            kinds += same, of[kind] += same;
        }
        ASSERT_EQ(kinds, 1);
    }
    for (size_t n : of) EXPECT_GT(n, 0u);
}

/* u^3 + t^2 + 7 = 0, where t counts twice: t = sqrt(-u^3 - 7). */
TEST(EllswiftInverse, DenominatorsOfZero) {
    std::mt19937_64 random(7);
    int seen = 0;
    for (int i = 0; i < 40; i++) {
        const fe u = random_fe(random);
        fe g, t, twice;
        ge_y_squared(&g, &u);
        fe_neg(&g, &g, 1);
        if (!is_true_var(fe_sqrt(&t, &g))) continue;
        fe_normalize(&t);
        fe_add(&twice, &t, &t);
        fe_normalize(&twice);
        ASSERT_EQ(b32_of(x_of(u, t)), b32_of(x_of(u, twice)));
        seen++;
    }
    EXPECT_GT(seen, 5);
    fe zero, one;
    fe_set_zero(&zero), fe_set_one(&one);
    const fe other = random_fe(random);
    for (const fe &t : {zero, one, other}) {
        EXPECT_EQ(b32_of(x_of(zero, t)), b32_of(x_of(one, t)));
        EXPECT_EQ(b32_of(x_of(t, zero)), b32_of(x_of(t, one)));
    }
}

}  // namespace
