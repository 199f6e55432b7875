// Tables of odd multiples (odd_multiples.h) of eight points side by side.
#pragma once
#include "lanes/point_lanes.h"
#include "scalar/glv.h"

namespace ufsecp::UF_TARGET {

/* Odd multiples P, 3P ... of eight points, over the third coordinate z, and lambda times them. */
template <int entries>
struct odd_table8 {
    ge8 odd[2][entries];
    fe8_stored z;
};
/* cost: 8 mul + 3 sqr and a product by beta an entry, about.
 * time: constant. */
template <int entries>
UF_KERNEL void odd_table8_set(odd_table8<entries> *r, const ge8 *p) {
    fe8_stored ratio[entries];
    ge_of<fe8> twice, sum;
    fe8 z, h, beta;
    fe_load(&sum.x, &p->x);
    fe_load(&sum.y, &p->y);
    law_dbl_coz(&twice, &sum, &z, &sum);
    for (int j = 0;; j++) {
        fe_normalize_weak(&sum.y);
        fe_store(&r->odd[0][j].x, &sum.x);
        fe_store(&r->odd[0][j].y, &sum.y);
        if (j == entries - 1) break;
        fe_normalize_weak(&twice.y);
        law_add_coz(&sum, &h, &twice, &sum);
        fe_normalize_weak(&h);
        fe_store(&ratio[j + 1], &h);
    }
    fe8 c;
    fe_set_one(&c);
    fe_set1_limbs64(&beta, glv_beta);
    chain8_meet<entries>(&c, r->odd[0], ratio, [&](int j, fe8 *x, fe8 *y) UF_INLINE_LAMBDA {
        fe_store(&r->odd[0][j].x, x);
        fe_store(&r->odd[0][j].y, y);
        fe_mul(x, x, &beta);
        fe_store(&r->odd[1][j].x, x);
        r->odd[1][j].y = r->odd[0][j].y;
    });
    fe_mul(&z, &z, &c);
    fe_store(&r->z, &z);
}

}  // namespace ufsecp::UF_TARGET
