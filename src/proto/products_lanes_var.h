// What the protocols compute with public keys in lanes: a P, a P + b G, and the equation that says
// whether its x is the one that a signature claims.  Variable time.
#pragma once
#include "lanes/comb_lanes_var.h"
#include "lanes/mul_lanes_var.h"
#include "lanes/unlifted_lanes_var.h"
#include "proto/verdicts_lanes.h"

namespace ufsecp::UF_TARGET {

/* The words of a lane scalar, normalized, as a field element. */
static inline void fe_set_scalar(fe8 *r, const sc5x52x8 *a) {
    for (int i = 0; i < 5; i++) r->n[i] = a->n[i];
    r->carried = true;
}

/* Products a P of groups, which are there after end_var(). */
class products8 {
    size_t waiting = 0;
    gej8 *r[UF_GROUPS_MOST];
    ge8 p[UF_GROUPS_MOST];
    eisenstein_digits digits[UF_GROUPS_MOST];

    template <size_t together>
    void run_var(size_t first) {
        if (waiting - first >= together) {
            mul8_var<together>(r + first, p + first, digits + first);
            first += together;
        }
        if constexpr (together > 1) run_var<together / 2>(first);
    }

public:
    void add_var(gej8 *product, const ge8 *point, const sc5x52x8 *a) {
        r[waiting] = product;
        p[waiting] = *point;
        digits8_set_var(&digits[waiting], a);
        if (++waiting == UF_GROUPS_TOGETHER) end_var();
    }
    void end_var() {
        run_var<UF_GROUPS_MOST>(0);
        waiting = 0;
    }
};

/* b G for the groups of a chunk. */
struct gen_products8 {
    const comb table;
    comb_scalars b[groups8];
    comb_sums sums;

    /* Of the n rows of a call. */
    explicit gen_products8(size_t n) : table(comb_for_var(n)) {}

    void set_scalar_var(size_t g, const sc5x52x8 *k) { comb_set_scalars_var(&b[g], &table, k); }
    void compute_var(size_t groups) {
        if (groups >= comb_least) comb_run_var(&sums, &table, b, groups);
    }
    /* r = b G of group g; its Z is zero in lanes that are lost. */
    void get_var(gej8 *r, size_t g, size_t groups) const {
        if (groups < comb_least) return comb_mul8_var(r, &table, &b[g]);
        gej8_set_ge(r, &sums.sum[g], vec8{});
        lose(r, g);
    }
    /* r[g] += b G of group g, for all of them. */
    void add_to_var(gej8 *r, size_t groups) {
        compute_var(groups);
        for (size_t g = 0; g < groups; g++)
            if (groups < comb_least) comb_add8_var(&r[g], &table, &b[g], 0);
            else {
                gej8_add_ge(&r[g], &sums.sum[g], vec8{});
                lose(&r[g], g);
            }
    }

private:
    void lose(gej8 *r, size_t g) const {
        const gej8 none{};
        gej8_cmov(r, &none, vec_mask<vec8>(sums.lost[g]));
    }
};

/* The claims of a chunk's rows that a P + b G has a given x coordinate. */
struct claims8 : gen_products8 {
    using gen_products8::gen_products8;
    fe8_stored claimed[groups8]; /* in the end the inverses of the equations */
    equation8 sum[groups8];
    u8 lost[groups8]; /* lanes that have none */

    /* P as in key. */
    void set_var(size_t g, const ge8_compressed *key, const fe8 *x, const sc5x52x8 *a,
                 const sc5x52x8 *k) {
        ge8 p;
        fe_store(&claimed[g], x);
        unlifted8(&p, &sum[g].w, &key->x);
        products.add_var(&sum[g].of, &p, a);
        set_scalar_var(g, k);
    }
    /* The equations and their inverses, of the groups of a chunk. */
    template <bool with_sum_y>
    void solve_var(size_t groups) {
        products.end_var();
        compute_var(groups);
        for (size_t g = 0; g < groups; g++) {
            gej8 t;
            get_var(&t, g, groups);
            equation8_set<with_sum_y>(&sum[g], &t, &claimed[g]);
            claimed[g] = sum[g].of.z;
        }
        fe8_batch_inv_var<groups8>(claimed, lost, groups);
    }
    const fe8_stored *inverse(size_t g) const { return &claimed[g]; }

private:
    products8 products;
};

}  // namespace ufsecp::UF_TARGET
