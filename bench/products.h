// Multiplications of single points, as one target compiles them: a part of inner.cpp and, where
// single calls are made of quads and lanes, of inner_lanes.cpp.
#pragma once
#include "bench/inner.h"
#include "lanes/choose_var.h"

namespace ufsecp::UF_TARGET {
namespace {

size_t turn;
sc k[bench_sets];
ge points[bench_sets];
gej jr;
kplan plan;

size_t next() { return turn++ % bench_sets; }

void reset_products(const bench_pool *pool) {
    turn = 0;
    for (int i = 0; i < bench_sets; i++) {
        sc_set_b32(&k[i], pool->seckey[i]);
        fe_set_b32(&points[i].x, pool->pubkey65[i] + 1);
        fe_set_b32(&points[i].y, pool->pubkey65[i] + 33);
    }
    gej_set_infinity(&jr);
    kplan_from_scalar_var(&plan, &k[1]);
}

void out_fe(u8 *out, const fe *a) {
    fe t = *a;
    fe_normalize(&t);
    fe_get_b32(out, &t);
}
void out_ge(u8 *out, const ge *a) { out_fe(out, &a->x), out_fe(out + 32, &a->y); }
void out_gej(u8 *out, const gej *a) {
    ge p;
    ge_set_gej(&p, a);
    out_ge(out, &p);
}
void out_product(u8 *out) { out_gej(out, &jr); }

#define PRODUCT(name, ...) \
    BENCH_LOOP(name, [[maybe_unused]] const size_t i = next(); __VA_ARGS__; BENCH_KEEP(&jr))
PRODUCT(mul_gen, mul_gen_rows(&jr, &k[i], 1))
PRODUCT(mul_gen_var, mul_gen_var(&jr, &k[i]))
PRODUCT(mul_point, mul_point(&jr, &points[i], &k[i]))
PRODUCT(mul_point_var, mul_point_var(&jr, &points[i], &k[i]))
PRODUCT(mul_point_plan, kplan_mul_var(&jr, &plan, &points[i]))
PRODUCT(mul2, mul2_var(&jr, &points[i], &k[i], &k[(i + 1) % bench_sets]))

}  // namespace
}  // namespace ufsecp::UF_TARGET
