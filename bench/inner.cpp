// The operations below the API, as one target compiles them.  CMakeLists.txt compiles this file
// once for each representation, which UF_TARGET, UF_FIELD and UF_SCALAR name.
#if !defined(UF_BENCH_NEEDS_INT128) || (defined(__SIZEOF_INT128__) && !defined(UF_NO_INT128))
#include "bench/products.h"
#include "bench/variants.h"
#include "scalar/sc_inv_var.h"

namespace ufsecp::UF_TARGET {
namespace {

const bench_pool *pool;
fe fx, fb, ft[8], many[1000], inverses[1000];
sc sx, sb, st[8], half[2];
gej j, j2, jt[8];
ge affine;
kplan plans[bench_sets];
window_table windows;
int wnaf[257];

void reset(const bench_pool *p) {
    pool = p;
    reset_products(p);
    for (int i = 0; i < bench_sets; i++) kplan_from_scalar_var(&plans[i], &k[i]);
    fx = points[0].x;
    fb = points[1].x;
    sx = k[0];
    sb = k[1];
    for (int i = 0; i < 8; i++) ft[i] = points[i].x, st[i] = k[i];
    many[0] = fx;
    for (int i = 1; i < 1000; i++) fe_mul(&many[i], &many[i - 1], &fb);
    for (int i = 0; i < 8; i++) gej_set_ge(&jt[i], &points[i]), gej_dbl_var(&jt[i], &jt[i]);
    gej_set_ge(&j, &points[0]);
    gej_dbl_var(&j, &j);
    gej_set_ge(&j2, &points[1]);
    gej_dbl_var(&j2, &j2);
    affine = points[0];
}

void out_field(u8 *out) { out_fe(out, &fx); }
void out_fields(u8 *out) { out_fe(out, &ft[0]), out_fe(out + 32, &ft[7]); }
void out_inverses(u8 *out) { out_fe(out, &inverses[0]), out_fe(out + 32, &inverses[99]); }
void out_scalar(u8 *out) { sc_get_b32(out, &sx); }
void out_scalars(u8 *out) { sc_get_b32(out, &st[0]), sc_get_b32(out + 32, &st[7]); }
void out_halves(u8 *out) { sc_get_b32(out, &half[0]), sc_get_b32(out + 32, &half[1]); }
void out_point(u8 *out) { out_gej(out, &j); }
void out_points(u8 *out) {
    for (int i = 0; i < 2; i++) {
        ge p;
        ge_set_gej(&p, &jt[7 * i]);
        out_fe(out + 32 * i, &p.x);
    }
}
void out_affine(u8 *out) { out_ge(out, &affine); }
void out_wnaf(u8 *out) {
    for (int i = 0; i < 64; i++) out[i] = (u8)wnaf[i];
}
void out_digits(u8 *out) { memcpy(out, plan.code, 64); }

#define EIGHT(...)                                   \
    {                                                \
        for (int i = 0; i < 8; i++) { __VA_ARGS__; } \
    }

/* ---- Field ---- */
BENCH_LOOP(field_mul, fe_mul(&fx, &fx, &fb))
BENCH_LOOP(field_sqr, fe_sqr(&fx, &fx))
BENCH_LOOP(field_mul_throughput, EIGHT(fe_mul(&ft[i], &ft[i], &fb)))
BENCH_LOOP(field_sqr_throughput, EIGHT(fe_sqr(&ft[i], &ft[i])))
BENCH_LOOP(field_normalize, fe_normalize(&fx); BENCH_KEEP(&fx))
BENCH_LOOP(field_neg, fe_neg(&fx, &fx, 1); fe_normalize_weak(&fx))
BENCH_LOOP(field_inv, fe_inv(&fx, &fx); fe_add(&fx, &fx, &fb))
BENCH_LOOP(field_inv_var, fe_inv_var(&fx, &fx); fe_add(&fx, &fx, &fb))
BENCH_LOOP(field_inv_fermat, fe_inv_fermat(&fx, &fx); fe_add(&fx, &fx, &fb))
BENCH_LOOP(field_sqrt, fe_sqrt(&fx, &fx); fe_add(&fx, &fx, &fb))
BENCH_LOOP(field_sqrt_throughput, EIGHT(fe_sqrt(&ft[i], &ft[i]); fe_add(&ft[i], &ft[i], &fb)))
BENCH_LOOP(field_batch_inv_100, fe_batch_inv_var(inverses, many, 100))
BENCH_LOOP(field_batch_inv_1000, fe_batch_inv_var(inverses, many, 1000))
/* Eight additions and a weak reduction: what lazy reduction needs to go on for ever. */
void run_field_add(size_t n) {
    while (n--) {
        const fe *b = &fb;
        EIGHT(__asm__("" : "+r"(b)); fe_add(&fx, &fx, b))
        fe_normalize_weak(&fx);
    }
}
/* The same with eight independent sums, whose latencies overlap. */
BENCH_LOOP(field_add_throughput, const fe *b = &fb;
           EIGHT(__asm__("" : "+r"(b)); fe_add(&ft[i], &ft[i], b); fe_normalize_weak(&ft[i])))
/* Eight subtractions and a weak reduction. */
void run_field_sub(size_t n) {
    while (n--) {
        const fe *b = &fb;
        EIGHT(__asm__("" : "+r"(b)); fe_sub(&fx, &fx, b, 1))
        fe_normalize_weak(&fx);
    }
}
/* A chain of additions, reduced when the representation must and at its end.  The summand's address
 * is hidden from the compiler, so that it adds it as often as it says. */
template <int length>
void run_add_chain(size_t n) {
    while (n--) {
        fe x = fx;
        const fe *b = &fb;
        for (int i = 1, m = 1; i <= length; i++, m++) {
            __asm__("" : "+r"(b));
            if (m == 31) fe_normalize_weak(&x), m = 1;
            fe_add(&x, &x, b);
        }
        fe_normalize(&x);
        fx = x;
    }
}
BENCH_LOOP(squarings_256, fe_sqr_times(&fx, &fx, 256))

/* ---- Scalar ---- */
BENCH_LOOP(scalar_add, sc_add(&sx, &sx, &sb))
BENCH_LOOP(scalar_sub, sc_sub(&sx, &sx, &sb))
BENCH_LOOP(scalar_mul, sc_mul(&sx, &sx, &sb))
BENCH_LOOP(scalar_mul_throughput, EIGHT(sc_mul(&st[i], &st[i], &sb)))
BENCH_LOOP(scalar_inv, sc_inv(&sx, &sx); sc_add(&sx, &sx, &sb))
BENCH_LOOP(scalar_inv_var, sc_inv_var(&sx, &sx); sc_add(&sx, &sx, &sb))
BENCH_LOOP(glv_split, sc_split_lambda(&half[0], &half[1], &k[next()]); BENCH_KEEP(half))
BENCH_LOOP(wnaf_digits, sc_wnaf_var(wnaf, 257, &k[next()], 5); BENCH_KEEP(wnaf))
BENCH_LOOP(glv_digits, kplan_from_scalar_var(&plan, &k[next()]); BENCH_KEEP(&plan))

/* ---- Points ---- */
BENCH_LOOP(point_double, gej_dbl_var(&j, &j))
BENCH_LOOP(point_double_ct, gej_dbl(&j, &j))
BENCH_LOOP(point_add, gej_add_var(&j, &j, &j2))
BENCH_LOOP(point_add_ct, gej_add(&j, &j, &j2))
BENCH_LOOP(point_add_mixed, gej_add_ge_var(&j, &j, &points[1]))
BENCH_LOOP(point_add_mixed_ct, gej_add_ge(&j, &j, &points[1]))
BENCH_LOOP(point_double_throughput, EIGHT(gej_dbl_var(&jt[i], &jt[i])))
BENCH_LOOP(point_add_mixed_throughput, EIGHT(gej_add_ge_var(&jt[i], &jt[i], &points[8 + i])))
BENCH_LOOP(point_to_affine, ge_set_gej(&affine, &j); j.z = affine.x)
BENCH_LOOP(point_to_affine_var, ge_set_gej_var(&affine, &j); j.z = affine.x)
BENCH_LOOP(point_lift_x, ge_set_x(&affine, &points[next()].x, mask_none()); BENCH_KEEP(&affine))

/* ---- Multiplication ---- */
PRODUCT(mul_point_fixed, mul_point_var(&jr, &points[i], &k[1]))
PRODUCT(mul_gen_without_table, ge g; ge_set_generator(&g); mul_point_var(&jr, &g, &k[i]))
PRODUCT(mul_point_wnaf, mul_point_wnaf_var(&jr, &points[i], &k[i], 5))
/* k1 G + k2 Q for the pair that mul2 takes. */
#define PAIR(name, function, ...)                       \
    PRODUCT(name, ge g; ge_set_generator(&g); function( \
                &jr, &g, &k[(i + 1) % bench_sets], &points[i], &k[i] __VA_OPT__(, ) __VA_ARGS__))
PAIR(mul2_shamir, shamir_var, 1, 256)
PAIR(mul2_shamir_windowed, shamir_var, 2, 256)
PAIR(mul2_jsf, jsf_var)
PRODUCT(mul2_separate, separate_var(&jr, &k[(i + 1) % bench_sets], &points[i], &k[i]))
PRODUCT(mul2_separate_plan, separate_plan_var(&jr, &k[(i + 1) % bench_sets], &points[i], &plans[i]))
/* k G as k1 G + k2 lambda G, both halves made positive. */
template <class F>
void fixed_base(const sc *scalar, F &&two_base) {
    sc part[2];
    ge p[2];
    ge_set_generator(&p[0]);
    ge_mul_lambda(&p[1], &p[0]);
    sc_split_lambda(&part[0], &part[1], scalar);
    for (int h = 0; h < 2; h++) {
        if (!is_true_var(sc_is_high(&part[h]))) continue;
        sc_neg(&part[h], &part[h]);
        ge_neg(&p[h], &p[h]);
    }
    two_base(&p[0], &part[0], &p[1], &part[1]);
}
PRODUCT(mul_gen_shamir, fixed_base(&k[i], [](auto... a) { shamir_var(&jr, a..., 1, 128); }))
PRODUCT(mul_gen_shamir_windowed,
        fixed_base(&k[i], [](auto... a) { shamir_var(&jr, a..., 2, 128); }))
PRODUCT(mul_gen_jsf, fixed_base(&k[i], [](auto... a) { jsf_var(&jr, a...); }))
PRODUCT(windows_no_glv, windows.mul(&jr, &k[i]))
PRODUCT(windows_glv, windows.mul_glv(&jr, &k[i]))

void build_windows(int w) { windows.build(w); }

#define OP(name, out) {#name, 1, run_##name, out}
#define OP_OF(name, items, out) {#name, items, run_##name, out}
const bench_op ops[] = {
    OP(field_mul, out_field),
    OP_OF(field_mul_throughput, 8, out_fields),
    OP(field_sqr, out_field),
    OP_OF(field_sqr_throughput, 8, out_fields),
    OP_OF(field_add, 8, out_field),
    OP_OF(field_add_throughput, 8, out_fields),
    OP_OF(field_sub, 8, out_field),
    OP(field_neg, out_field),
    OP(field_normalize, out_field),
    OP(field_inv, out_field),
    OP(field_inv_var, out_field),
    OP(field_inv_fermat, out_field),
    OP(field_sqrt, out_field),
    OP_OF(field_sqrt_throughput, 8, out_fields),
    OP_OF(field_batch_inv_100, 100, out_inverses),
    OP_OF(field_batch_inv_1000, 1000, out_inverses),
    {"add_chain_4", 1, run_add_chain<4>, out_field},
    {"add_chain_8", 1, run_add_chain<8>, out_field},
    {"add_chain_16", 1, run_add_chain<16>, out_field},
    {"add_chain_32", 1, run_add_chain<32>, out_field},
    {"add_chain_64", 1, run_add_chain<64>, out_field},
    OP(squarings_256, out_field),
    OP(scalar_add, out_scalar),
    OP(scalar_sub, out_scalar),
    OP(scalar_mul, out_scalar),
    OP_OF(scalar_mul_throughput, 8, out_scalars),
    OP(scalar_inv, out_scalar),
    OP(scalar_inv_var, out_scalar),
    OP(glv_split, out_halves),
    OP(glv_digits, out_digits),
    OP(wnaf_digits, out_wnaf),
    OP(point_double, out_point),
    OP(point_double_ct, out_point),
    OP(point_add, out_point),
    OP(point_add_ct, out_point),
    OP(point_add_mixed, out_point),
    OP(point_add_mixed_ct, out_point),
    OP_OF(point_double_throughput, 8, out_points),
    OP_OF(point_add_mixed_throughput, 8, out_points),
    OP(point_to_affine, out_affine),
    OP(point_to_affine_var, out_affine),
    OP(point_lift_x, out_affine),
    OP(mul_gen, out_product),
    OP(mul_gen_var, out_product),
    OP(mul_point, out_product),
    OP(mul_point_var, out_product),
    OP(mul_point_plan, out_product),
    OP(mul_point_fixed, out_product),
    OP(mul_gen_without_table, out_product),
    OP(mul_point_wnaf, out_product),
    OP(mul2, out_product),
    OP(mul2_shamir, out_product),
    OP(mul2_shamir_windowed, out_product),
    OP(mul2_jsf, out_product),
    OP(mul2_separate, out_product),
    OP(mul2_separate_plan, out_product),
    OP(mul_gen_shamir, out_product),
    OP(mul_gen_shamir_windowed, out_product),
    OP(mul_gen_jsf, out_product),
    OP(windows_no_glv, out_product),
    OP(windows_glv, out_product),
};

}  // namespace

extern const bench_inner bench_inner_target;
const bench_inner bench_inner_target = {{UF_BENCH_NAME, reset, ops, sizeof ops / sizeof ops[0]},
                                        build_windows};

}  // namespace ufsecp::UF_TARGET
#endif
