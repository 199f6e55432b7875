// Inversions shared by the rows of a batch, in constant time (Montgomery's trick): one inversion
// and 3 (n - 1) products.
#pragma once
#include "base/ct.h"
#include "field/fe_inv.h"
#include "group/point.h"
#include "scalar/sc_inv.h"

namespace ufsecp::UF_TARGET {

/* Zeros p unless m is set.
 * time: depends on len only. */
static inline void keep_bytes(u8 *p, size_t len, mask m) {
    const u8 b = (u8)value_barrier(m.bits);
    for (size_t i = 0; i < len; i++) p[i] &= b;
}

/* r[i] = a[i]^-1.
 * in: 1 <= n <= N values, none of them 0 (one zero spoils all).
 * time: depends on n only.
 * alias: none.
 * cost: 1 inv + 3 (n - 1) mul. */
template <size_t N, class T, void (*mul)(T *, const T *, const T *), void (*inv)(T *, const T *)>
static inline void batch_inv(T *r, const T *a, size_t n) {
    UF_CHECK(n >= 1 && n <= N);
    secret_array<T, N> prefix; /* v[i] = a[0] ... a[i] */
    secret<T> rest;            /* (a[0] ... a[i])^-1 */
    prefix.v[0] = a[0];
    for (size_t i = 1; i < n; i++) mul(&prefix.v[i], &prefix.v[i - 1], &a[i]);
    inv(&rest, &prefix.v[n - 1]);
    for (size_t i = n - 1; i > 0; i--) {
        mul(&r[i], &rest, &prefix.v[i - 1]);
        mul(&rest, &rest, &a[i]);
    }
    r[0] = rest;
}

template <size_t N>
static inline void sc_batch_inv(sc *r, const sc *a, size_t n) {
    batch_inv<N, sc, sc_mul, sc_inv>(r, a, n);
}

/* r[i] = a[i] in affine form, coordinates normalized.
 * in: 1 <= n <= N points, none of them infinity.
 * time: depends on n only.
 * cost: 1 fe_inv + n (6 mul + 1 sqr). */
template <size_t N>
static inline void ge_set_gej_batch(ge *r, const gej *a, size_t n) {
    secret_array<fe, N> z, zi;
    secret<fe> t;
    for (size_t i = 0; i < n; i++) z.v[i] = a[i].z;
    batch_inv<N, fe, fe_mul, fe_inv>(zi.v, z.v, n);
    for (size_t i = 0; i < n; i++) {
        fe_sqr(&t, &zi.v[i]);
        fe_mul(&r[i].x, &a[i].x, &t);
        fe_mul(&t, &t, &zi.v[i]);
        fe_mul(&r[i].y, &a[i].y, &t);
        fe_normalize(&r[i].x);
        fe_normalize(&r[i].y);
    }
}

}  // namespace ufsecp::UF_TARGET
