// Field and group operations of eight lanes, as one engine with lanes compiles them.
// CMakeLists.txt compiles this file once for each, which UF_TARGET names.  Lane l of a result is
// chain l of the operation of that name in inner.cpp.  With UF_QUAD the products that such an
// engine makes for single calls, too.
#include "bench/inner.h"
#include "lanes/point_lanes_var.h"
#ifdef UF_QUAD
#include "bench/products.h"
#endif

namespace ufsecp::UF_TARGET {
namespace {

fe8_stored x, factor;
gej8 point;
ge8 summand;

void set_x(fe8_stored *r, const u8 *b32, size_t stride) {
    fe8 t;
    fe_set_rows_b32(&t, b32, stride);
    fe_store(r, &t);
}

void reset(const bench_pool *pool) {
    fe8 one;
#ifdef UF_QUAD
    reset_products(pool);
#endif
    set_x(&x, pool->pubkey65[0] + 1, sizeof pool->pubkey65[0]);
    set_x(&factor, pool->pubkey65[1] + 1, 0);
    set_x(&summand.x, pool->pubkey65[8] + 1, sizeof pool->pubkey65[0]);
    set_x(&summand.y, pool->pubkey65[8] + 33, sizeof pool->pubkey65[0]);
    point.x = x;
    set_x(&point.y, pool->pubkey65[0] + 33, sizeof pool->pubkey65[0]);
    fe_set_one(&one);
    fe_store(&point.z, &one);
    gej8_dbl(&point);
}

/* Lanes 0 and 7. */
void out_ends(u8 *out, const fe8_stored *a) {
    vec8 w[4];
    fe8 t;
    fe_load(&t, a);
    fe_normalize(&t);
    fe_pack(w, &t);
    for (int i = 0; i < 4; i++)
        store_be64(out + 8 * (3 - i), w[i][0]), store_be64(out + 32 + 8 * (3 - i), w[i][7]);
}
void out_fields(u8 *out) { out_ends(out, &x); }
void out_points(u8 *out) {
    ge8 p;
    u8 infinity;
    ge8_set_gej_batch_var<1>(&p, &infinity, &point, 1);
    out_ends(out, &p.x);
}

/* Defines run_NAME as n times the statement on t, which stays in registers, with b at hand. */
#define FIELD_LOOP(name, ...)             \
    UF_KERNEL void run_##name(size_t n) { \
        fe8 t;                            \
        [[maybe_unused]] fe8 b;           \
        fe_load(&t, &x);                  \
        fe_load(&b, &factor);             \
        while (n--) { __VA_ARGS__; }      \
        fe_store(&x, &t);                 \
    }
FIELD_LOOP(field_mul_throughput, fe_mul(&t, &t, &b))
FIELD_LOOP(field_sqr_throughput, fe_sqr(&t, &t))
/* With the check that there is a root. */
FIELD_LOOP(field_sqrt_throughput, fe8 root, check; fe_root(&root, &t); fe_sqr(&check, &root);
           const vec8 exists = fe_equal(&check, &t); BENCH_KEEP(&exists); fe_add(&t, &root, &b);
           fe_normalize_weak(&t))
BENCH_LOOP(point_double_throughput, gej8_dbl(&point))
BENCH_LOOP(point_add_mixed_throughput, gej8_add_ge(&point, &summand, vec8{}))

#define OP(name, out) {#name, 8, vec_call<run_##name>, vec_call<out>}
#define ONE(name) {#name, 1, vec_call<run_##name>, vec_call<out_product>}
const bench_op ops[] = {
    OP(field_mul_throughput, out_fields),
    OP(field_sqr_throughput, out_fields),
    OP(field_sqrt_throughput, out_fields),
    OP(point_double_throughput, out_points),
    OP(point_add_mixed_throughput, out_points),
#ifdef UF_QUAD
    ONE(mul_gen),
    ONE(mul_gen_var),
    ONE(mul_point),
    ONE(mul_point_var),
    ONE(mul_point_plan),
    ONE(mul2),
#endif
};

}  // namespace

extern const bench_target bench_lanes_target;
const bench_target bench_lanes_target = {UF_BENCH_NAME, vec_call<reset>, ops,
                                         sizeof ops / sizeof ops[0]};

}  // namespace ufsecp::UF_TARGET
