// Several lane elements on the same way, so that the steps of one fill the waits of the others, and
// chains of their squarings.  Constant time.
#pragma once
#include "field/pow.h"
#include "lanes/fe_lanes.h"

namespace ufsecp::UF_TARGET {

template <int n>
struct fe5x52x8_beside {
    fe5x52x8 of[n];
};
template <int n>
UF_INLINE void fe_mul(fe5x52x8_beside<n> *r, const fe5x52x8_beside<n> *a,
                      const fe5x52x8_beside<n> *b) {
    for (int i = 0; i < n; i++) fe_mul(&r->of[i], &a->of[i], &b->of[i]);
}
template <int n>
UF_INLINE void fe_sqr(fe5x52x8_beside<n> *r, const fe5x52x8_beside<n> *a) {
    for (int i = 0; i < n; i++) fe_sqr(&r->of[i], &a->of[i]);
}

/* How many roots go together at most.  Two keep one multiply-add a cycle busy, four keep two. */
inline constexpr int roots_together = UF_VEC_IFMA == 512 ? 4 : 2;

/* a[i] = a[i]^(2^k), k >= 1, for n elements: not carried on the way.
 * in: 8.
 * out: 1, not carried. */
#ifdef UF_FMA_KERNELS
/* Of kernels_x64_fma.S. */
extern "C" {
UF_FMA_KERNEL ufsecp_x64_fma_sqr(fe_stored<vec8> *a, i64 k);
UF_FMA_KERNEL ufsecp_x64_fma_sqr_pair(fe_stored<vec8> *a, i64 k);
}
static_assert(sizeof(fe_stored<vec8>) == 5 * 64);
template <int n>
UF_INLINE void fe_sqr_chains(fe_stored<vec8> *a, i64 k) {
    static_assert(n <= 2);
    if constexpr (n == 1) ufsecp_x64_fma_sqr(a, k);
    else ufsecp_x64_fma_sqr_pair(a, k);
}
#else
template <int n>
UF_KERNEL void fe_sqr_chains(fe_stored<vec8> *a, i64 k) {
    fe5x52x8_wide t[n];
    for (int i = 0; i < n; i++) { fe_load_uncarried(&t[i], &a[i]); }
    for (; k > 0; k--)
        for (int i = 0; i < n; i++) fe_sqr(&t[i], &t[i]);
    for (int i = 0; i < n; i++) fe_store_uncarried(&a[i], &t[i]);
}
#endif

/* What else pow.h's is. */
template <int n>
static inline void fe_sqr_times(fe5x52x8_beside<n> *r, const fe5x52x8_beside<n> *a, int k) {
    fe_stored<vec8> t[n];
    for (int i = 0; i < n; i++) fe_store_uncarried(&t[i], &a->of[i]);
    fe_sqr_chains<n>(t, k);
    for (int i = 0; i < n; i++) {
        fe_load_uncarried(&r->of[i], &t[i]);
        fe_carry(&r->of[i]);
    }
}

}  // namespace ufsecp::UF_TARGET
