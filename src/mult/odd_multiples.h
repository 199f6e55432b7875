// A table of odd multiples P, 3P, 5P ... over one common third coordinate, so that the main loop
// may take them for affine.
//
// Reference: co-Z additions, Meloni, "New point addition formulae for ECC applications", WAIFI
// 2007; the isomorphic curve, libsecp256k1.
#pragma once
#include "group/point.h"

namespace ufsecp::UF_TARGET {

/* Brings the n points r, each over ratio[j] times the third coordinate of the one before, to that
 * of the last; c = the product of the ratios, of which there is none at 0.  x and y of magnitude 1.
 * time: depends on n only. */
static inline void ge_common_z(ge *r, fe *c, const fe *ratio, int n) {
    fe c2, c3, next;
    *c = ratio[n - 1];
    fe_normalize_weak(c);
    fe_normalize_weak(&r[n - 1].y);
    for (int j = n - 2; j >= 0; j--) {
        fe_sqr(&c2, c);
        if (j > 0) fe_mul(&next, c, &ratio[j]); /* soon, as the next entry waits for it */
        fe_mul(&c3, &c2, c);
        fe_mul(&r[j].x, &r[j].x, &c2);
        fe_mul(&r[j].y, &r[j].y, &c3);
        if (j > 0) *c = next;
    }
}

/* r[j] = (2j + 1) p on the curve isomorphic by z: its affine coordinates are (x/z^2, y/z^3).  r and
 * z of magnitude 1; n >= 2. A co-Z chain, then one pass back that brings every entry to the last z.
 * time: depends on n only.
 * cost: 8n mul + 3n sqr about. */
static inline void ge_odd_multiples(ge *r, fe *z, const ge *p, int n) {
    UF_CHECK(n >= 2 && n <= 32);
    fe ratio[32], c;
    ge twice;
    law_dbl_coz(&twice, &r[0], z, p);
    for (int j = 1; j < n; j++) law_add_coz(&r[j], &ratio[j], &twice, &r[j - 1]);
    ge_common_z(r, &c, ratio, n);
    fe_mul(z, z, &c);
}

}  // namespace ufsecp::UF_TARGET
