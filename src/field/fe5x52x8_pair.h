// Two lane elements on the same way, so that the steps of one fill the waits of the other, and
// chains of squarings of one element or two.  Constant time.
#pragma once
#include "field/fe5x52xn.h"
#include "field/pow.h"

namespace ufsecp::UF_TARGET {

struct fe5x52x8_pair {
    fe5x52x8 of[2];
};
UF_INLINE void fe_mul(fe5x52x8_pair *r, const fe5x52x8_pair *a, const fe5x52x8_pair *b) {
    for (int i = 0; i < 2; i++) fe_mul(&r->of[i], &a->of[i], &b->of[i]);
}
UF_INLINE void fe_sqr(fe5x52x8_pair *r, const fe5x52x8_pair *a) {
    for (int i = 0; i < 2; i++) fe_sqr(&r->of[i], &a->of[i]);
}

#ifdef UF_FMA_KERNELS
/* Of lanes_x64_fma.S: a = a^(2^k), k >= 1, and the same of a[0] and a[1].  in: 8.  out: 1, not
 * carried. */
extern "C" {
void ufsecp_x64_fma_sqr(fe_lanes<vec8> *a, long k);
void ufsecp_x64_fma_sqr_pair(fe_lanes<vec8> *a, long k);
}
static_assert(sizeof(fe_lanes<vec8>) == 5 * 64);

/* What else pow.h's are. */
static inline void fe_sqr_times(fe5x52x8 *r, const fe5x52x8 *a, int k) {
    fe_lanes<vec8> t;
    memcpy(t.n, a->n, sizeof t.n);
    ufsecp_x64_fma_sqr(&t, k);
    memcpy(r->n, t.n, sizeof t.n);
    fe_carry(r);
}
static inline void fe_sqr_times(fe5x52x8_pair *r, const fe5x52x8_pair *a, int k) {
    fe_lanes<vec8> t[2];
    for (int i = 0; i < 2; i++) memcpy(t[i].n, a->of[i].n, sizeof t[i].n);
    ufsecp_x64_fma_sqr_pair(t, k);
    for (int i = 0; i < 2; i++) {
        memcpy(r->of[i].n, t[i].n, sizeof t[i].n);
        fe_carry(&r->of[i]);
    }
}
#endif

}  // namespace ufsecp::UF_TARGET
