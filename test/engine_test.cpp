// What "auto" stands for, and the functions of an engine that only the C++ API calls: points,
// scalars as limbs, plans; each form against the others and against keys.
#include <gtest/gtest.h>

#include "api.h"
#include "engine/engine.h"

using reference::num;
using ufsecp::affine64;
using ufsecp::engine;
using ufsecp::plan_buffer;
using ufsecp::point64;

namespace {

/* ---- What "auto" is ---- */

/* The engine of that name; NULL where the build has its name alone (UFSECP_FOREIGN_ENGINES). */
const engine *built(const char *name) {
    for (size_t i = 0; const engine *e = ufsecp::engine_at(i, nullptr); i++)
        if (strcmp(e->name, name) == 0) return e->ecdsa_verify_rows_var ? e : nullptr;
    return nullptr;
}

/* A processor with AVX-IFMA, and without AVX-512: secrets are not for x64_avxifma, which has been
 * neither timed nor tainted; they are where they would be without it. */
TEST(Automatic, AvxIfmaTakesPublicDataAlone) {
    const engine *const named = built("x64_avxifma");
    if (!named) GTEST_SKIP() << "the build has no x64_avxifma";
    ufsecp::cpu_features has{};
    has.avx2 = has.adx = has.fma = true;
    const engine without = ufsecp::automatic_engine(has);
    has.avxifma = true;
    const engine with = ufsecp::automatic_engine(has);
    EXPECT_STREQ(without.name, "x64_fma");
    EXPECT_STREQ(with.name, "x64_avxifma");
    size_t secret = 0, own = 0;
    ufsecp::each_function([&](auto function, ufsecp::engine_data data, auto, const char *name) {
        if (ufsecp::takes_secrets(data)) {
            EXPECT_EQ(with.*function, without.*function) << name;
            secret++;
        } else {
            own += with.*function != without.*function;
        }
    });
    EXPECT_GT(secret, 20u);
    EXPECT_GT(own, 20u);
    /* By its name it is whole. */
    EXPECT_NE(named->ecdsa_sign, nullptr);
    EXPECT_NE(named->ecdsa_sign, with.ecdsa_sign);
}

/* All features at once, and each taken away: the engine's own functions with secrets stay. */
TEST(Automatic, OtherEnginesTakeSecrets) {
    if (!built("x64_ifma")) GTEST_SKIP() << "the build has no engines with lanes";
    ufsecp::cpu_features has{};
    for (const ufsecp::cpu_cluster &c : ufsecp::cpu_clusters) has.*c.has = true;
    EXPECT_STREQ(ufsecp::automatic_engine(has).name, "x64_ifma");
    EXPECT_EQ(ufsecp::automatic_engine(has).ecdsa_sign, built("x64_ifma")->ecdsa_sign);
    has.ifma = has.avxifma = false;
    EXPECT_STREQ(ufsecp::automatic_engine(has).name, "x64_avx512");
    EXPECT_EQ(ufsecp::automatic_engine(has).ecdsa_sign_batch,
              built("x64_avx512")->ecdsa_sign_batch);
    EXPECT_EQ(ufsecp::automatic_engine(has).ecdsa_sign, built("x64_adx")->ecdsa_sign);
    has = {};
    const char *const simplest = ufsecp::automatic_engine(has).name;
    EXPECT_TRUE(strcmp(simplest, "portable") == 0 || strcmp(simplest, "word32") == 0) << simplest;
}

/* Of RISC-V: each extension has its engine, and secrets stay on scalar instructions. */
TEST(Automatic, RiscV) {
    const engine *const lanes = built("rv64_v");
    if (!lanes) GTEST_SKIP() << "the build has no rv64_v";
    ufsecp::cpu_features has{};
    EXPECT_STREQ(ufsecp::automatic_engine(has).name, built("rv64") ? "rv64" : "portable");
    has.zb = true;
    const engine scalar = ufsecp::automatic_engine(has);
    EXPECT_STREQ(scalar.name, "rv64_zb");
    has.rvv = true;
    const engine with = ufsecp::automatic_engine(has);
    EXPECT_STREQ(with.name, "rv64_v");
    EXPECT_EQ(with.ecdsa_verify_rows_var, lanes->ecdsa_verify_rows_var);
    EXPECT_NE(with.ecdsa_verify_rows_var, scalar.ecdsa_verify_rows_var);
    ufsecp::each_function([&](auto function, ufsecp::engine_data data, auto, const char *name) {
        if (ufsecp::takes_secrets(data)) { EXPECT_EQ(with.*function, scalar.*function) << name; }
    });
    EXPECT_NE(lanes->ecdsa_sign_batch, with.ecdsa_sign_batch);
}

/* Every engine that runs here is complete but for what GPUs alone have. */
TEST(Automatic, EnginesAreComplete) {
    bool runs;
    for (size_t i = 0; const engine *e = ufsecp::engine_at(i, &runs); i++) {
        if (!runs || e->host) continue;
        ufsecp::each_function([&](auto function, auto, ufsecp::engine_who also, const char *name) {
            EXPECT_EQ(e->*function != nullptr, also != ufsecp::engine_who::device)
                << e->name << " " << name;
        });
    }
}

class Points : public EachEngine {
protected:
    const engine &e() { return ufsecp::current_engine(); }

    struct limbs {
        uint64_t k[4];
    };
    static limbs scalar(const num &a) {
        limbs r;
        reference::mod(a, reference::n).to_limbs(r.k);
        return r;
    }
    point64 times_g(const num &k) {
        point64 r;
        e().point_mul_gen(&r, scalar(k).k);
        return r;
    }
    /* 65 bytes, or nothing for infinity; both conversions must agree. */
    bytes encoded(const point64 &a) {
        affine64 p, q;
        const int finite = e().point_to_affine(&p, &a);
        EXPECT_EQ(e().point_to_affine_var(&q, &a), finite);
        EXPECT_EQ(memcmp(&p, &q, sizeof p), 0);
        const bytes x = be(num::of_limbs(p.x)), y = be(num::of_limbs(p.y));
        if (!finite) { EXPECT_TRUE(all_zero(x + y)); }
        return finite ? bytes{4} + x + y : bytes();
    }
    static bytes key(const num &k) {
        return reference::mod(k, reference::n).is_zero()
                   ? bytes()
                   : pubkey_of(be(reference::mod(k, reference::n)), 65);
    }
    void expect_sum(const num &a, const num &b) {
        const point64 p = times_g(a), q = times_g(b);
        const bytes want = key(reference::mod_add(a, b, reference::n));
        point64 r;
        e().point_add(&r, &p, &q);
        EXPECT_EQ(encoded(r), want);
        e().point_add_var(&r, &p, &q);
        EXPECT_EQ(encoded(r), want);
        e().point_add_var(&(r = p), &r, &q);
        EXPECT_EQ(encoded(r), want);
        e().point_add(&(r = q), &p, &r);
        EXPECT_EQ(encoded(r), want);
        const bool same = reference::mod(a, reference::n) == reference::mod(b, reference::n);
        EXPECT_EQ(e().point_equal(&p, &q), same);
        EXPECT_EQ(e().point_equal_var(&p, &q), same);
    }
};
ON_EACH_ENGINE(Points);

std::vector<num> numbers() {
    std::vector<num> r = {num(0),
                          num(1),
                          num(2),
                          num(3),
                          reference::minus(reference::n, num(1)),
                          reference::minus(reference::n, num(2)),
                          num::power_of_2(128),
                          num::power_of_2(255)};
    for (size_t i = 0; i < 4; i++) r.push_back(num::of_bytes(draw("number", i).data()));
    return r;
}

TEST_P(Points, SumsDoublingsAndComparisons) {
    for (const num &a : numbers()) {
        for (const num &b : numbers()) expect_sum(a, b);
        expect_sum(a, reference::mod_neg(a, reference::n));
        const point64 p = times_g(a);
        const bytes twice = key(reference::mod_add(a, a, reference::n));
        point64 r;
        e().point_dbl(&r, &p);
        EXPECT_EQ(encoded(r), twice);
        e().point_dbl_var(&(r = p), &r);
        EXPECT_EQ(encoded(r), twice);
    }
}

TEST_P(Points, ComparisonSeesThePointNotItsCoordinates) {
    const num k = num::of_bytes(draw("number", 9).data());
    const point64 a = times_g(k), g = times_g(num(1));
    point64 b, minus_g = times_g(reference::minus(reference::n, num(1)));
    e().point_add(&b, &a, &g);
    e().point_add(&b, &b, &minus_g);
    EXPECT_NE(memcmp(&a, &b, sizeof a), 0);
    EXPECT_EQ(e().point_equal(&a, &b), 1);
    EXPECT_EQ(e().point_equal_var(&a, &b), 1);
    const point64 c = times_g(reference::mod_neg(k, reference::n)); /* the same x */
    EXPECT_EQ(e().point_equal(&a, &c), 0);
    EXPECT_EQ(e().point_equal_var(&a, &c), 0);
}

TEST_P(Points, Products) {
    for (const num &a : numbers())
        for (const num &k : numbers()) {
            const point64 p = times_g(a);
            const bytes want = key(reference::mod_mul(a, k, reference::n));
            point64 r;
            plan_buffer plan;
            e().point_mul(&r, &p, scalar(k).k);
            EXPECT_EQ(encoded(r), want) << a << " " << k;
            e().point_mul_var(&r, &p, scalar(k).k);
            EXPECT_EQ(encoded(r), want) << a << " " << k;
            e().plan_build_var(&plan, scalar(k).k);
            e().plan_mul_var(&r, &plan, &p);
            EXPECT_EQ(encoded(r), want) << a << " " << k;
            e().point_mul2_var(&r, &p, scalar(k).k, scalar(a).k);
            EXPECT_EQ(encoded(r), key(reference::mod_add(reference::mod_mul(a, k, reference::n), a,
                                                         reference::n)))
                << a << " " << k;
        }
    for (const num &k : numbers()) {
        point64 r;
        e().point_mul_gen_var(&r, scalar(k).k);
        EXPECT_EQ(encoded(r), key(k));
        EXPECT_EQ(encoded(times_g(k)), key(k));
    }
}

TEST_P(Points, ManyToAffine) {
    for (size_t n : {0, 1, 127, 128, 129, 300}) {
        std::vector<point64> a(n + 1);
        std::vector<affine64> r(n + 1);
        for (size_t i = 0; i < n; i++) a[i] = times_g(num(i % 5 == 3 ? 0 : i + 1));
        const affine64 mark = {{1, 2, 3, 4}, {5, 6, 7, 8}};
        r[n] = mark;
        e().points_to_affine_var(r.data(), a.data(), n);
        for (size_t i = 0; i < n; i++) {
            affine64 one;
            e().point_to_affine(&one, &a[i]);
            EXPECT_EQ(memcmp(&one, &r[i], sizeof one), 0) << i;
        }
        EXPECT_EQ(memcmp(&r[n], &mark, sizeof mark), 0);
    }
}

}  // namespace
