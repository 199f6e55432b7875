// The field modulo p = 2^256 - 2^32 - 977: the contract of every representation, and the choice of
// one.
//
// A representation R (fe5x52, fe4x64, fe10x26, fe8x32; the struct is named like its file) is a
// struct with a limb array n[] and a set of overloads fe_*(R *, ...).  A header of a representation
// stands alone; only this file chooses, by UF_FIELD.
//
// Magnitude.  Additions are lazy: limbs may exceed their nominal width.  An element of magnitude M
// has limbs of at most 2*M times the nominal maximum.  The magnitude is a pure function of the
// operations applied, never of the values, and so it is not stored: callers know it.  Verify builds
// (UF_VERIFY) store it and check it, limbs included, at every call; the group formulas are checked
// at compile time by running them over fe_magnitude below.  The saturated representations (4x64,
// 8x32) hold any value below 2^256 in any case: there the magnitude is always 1, and mb, ma
// arguments are ignored. An element is normalized if it is the one value below p with nominal
// limbs.
//
//   function                       r                          in                    out
//   fe_set_zero(r), fe_set_one(r)  0, 1                                             1, normalized
//   fe_set_int(r, a)               a                          a < 2^15              1, normalized
//   mask fe_set_b32(r, b32)        big-endian b32 mod p       mask: b32 < p         1, normalized
//   fe_get_b32(b32, a)             big-endian bytes           normalized
//   fe_set_limbs64(r, u64 a[4])    little-endian limbs mod p  any value < 2^256     1, normalized
//   fe_get_limbs64(u64 r[4], a)    little-endian limbs        normalized
//   fe_normalize(r)                r mod p                    any                   1, normalized
//   fe_normalize_weak(r)           r                          any                   1
//   mask fe_is_zero(a)                                        any
//   mask fe_equal(a, b)                                       any
//   mask fe_is_odd(a)                                         normalized
//   fe_add(r, a, b)                a + b                      ma + mb <= 32         ma + mb
//   fe_sub(r, a, b, mb)            a - b                      mb >= magnitude of b  ma + mb + 1
//   fe_neg(r, a, ma)               -a                         ma >= magnitude of a  ma + 1
//   fe_mul_int(r, a, k)            a*k, k public              0 <= k <= 32          ma * k
//   fe_half(r, a)                  a/2                        <= 31                 ma/2 + 1
//   fe_mul(r, a, b), fe_sqr(r, a)  a*b, a^2                                         1
//   fe_mul2(r, a, b, c, d)         a*b + c*d                  ma*mb + mc*md <= 64   1
//   fe_mul_sqr(r, a, b, c)         a*b + c^2                  ma*mb + mc*mc <= 64   1
//   fe_sqr_add(r, a, c)            a^2 + c                    ma*ma + mc <= 64      1
//   fe_cmov(r, a, m)               m ? a : r                  any                   the greater
//
// Factors of products have magnitudes of at most 8.  The three fused forms do ONE reduction.
// Everywhere: constant time; r may be any of the inputs; no output magnitude exceeds 32.
// fe_max_magnitude((const R *)0) is the greatest magnitude that R can hold. Elsewhere: roots and
// Fermat inverse pow.h, inverse fe_inv.h, variable time field_var.h and fe_inv_var.h.
#pragma once
#include "base/target.h"

#if UF_FIELD == UF_FE5X52
#include "field/fe5x52.h"
#if defined(UF_RV64_LEAVES) && !defined(UF_VERIFY)
#include "field/fe5x52_rv64.h"
#endif
#elif UF_FIELD == UF_FE4X64
#include "field/fe4x64.h"
#elif UF_FIELD == UF_FE10X26
#include "field/fe10x26.h"
#elif UF_FIELD == UF_FE8X32
#if defined(UF_THUMB_LEAVES) && !defined(UF_VERIFY)
#include "field/fe8x32_thumb.h"
#endif
#include "field/fe8x32.h"
#else
#error "UF_FIELD names no representation"
#endif

namespace ufsecp::UF_TARGET {

#if UF_FIELD == UF_FE5X52
using fe = fe5x52;
#elif UF_FIELD == UF_FE4X64
using fe = fe4x64;
#elif UF_FIELD == UF_FE10X26
using fe = fe10x26;
#else
using fe = fe8x32;
#endif

/* A field element of which only the magnitude is known.  Its overloads compute the magnitudes of
 * the contract with the limits of the strictest representation, so that a formula template run over
 * it in a constant expression compiles only if every bound in it holds. */
struct fe_magnitude {
    int m;
};

/* Not constexpr: reaching it ends constant evaluation, and the compiler's note shows the call that
 * broke its bound. */
[[noreturn]] static inline void fe_magnitude_exceeded() { __builtin_trap(); }

constexpr int fe_max_magnitude(const fe_magnitude *) { return 32; }

constexpr void fe_magnitude_set(fe_magnitude *r, bool in_bounds, int m) {
    if (!in_bounds || m < 0 || m > fe_max_magnitude(r)) fe_magnitude_exceeded();
    r->m = m;
}
constexpr void fe_add(fe_magnitude *r, const fe_magnitude *a, const fe_magnitude *b) {
    fe_magnitude_set(r, true, a->m + b->m);
}
constexpr void fe_sub(fe_magnitude *r, const fe_magnitude *a, const fe_magnitude *b, int mb) {
    fe_magnitude_set(r, b->m <= mb, a->m + mb + 1);
}
constexpr void fe_neg(fe_magnitude *r, const fe_magnitude *a, int ma) {
    fe_magnitude_set(r, a->m <= ma, ma + 1);
}
constexpr void fe_mul_int(fe_magnitude *r, const fe_magnitude *a, int k) {
    fe_magnitude_set(r, k >= 0 && k <= 32, a->m * k);
}
constexpr void fe_half(fe_magnitude *r, const fe_magnitude *a) {
    fe_magnitude_set(r, a->m <= 31, a->m / 2 + 1);
}
constexpr void fe_mul(fe_magnitude *r, const fe_magnitude *a, const fe_magnitude *b) {
    fe_magnitude_set(r, a->m <= 8 && b->m <= 8, 1);
}
constexpr void fe_sqr(fe_magnitude *r, const fe_magnitude *a) { fe_magnitude_set(r, a->m <= 8, 1); }
constexpr void fe_mul2(fe_magnitude *r, const fe_magnitude *a, const fe_magnitude *b,
                       const fe_magnitude *c, const fe_magnitude *d) {
    const bool each = a->m <= 8 && b->m <= 8 && c->m <= 8 && d->m <= 8;
    fe_magnitude_set(r, each && a->m * b->m + c->m * d->m <= 64, 1);
}
constexpr void fe_mul_sqr(fe_magnitude *r, const fe_magnitude *a, const fe_magnitude *b,
                          const fe_magnitude *c) {
    const bool each = a->m <= 8 && b->m <= 8 && c->m <= 8;
    fe_magnitude_set(r, each && a->m * b->m + c->m * c->m <= 64, 1);
}
constexpr void fe_sqr_add(fe_magnitude *r, const fe_magnitude *a, const fe_magnitude *c) {
    fe_magnitude_set(r, a->m * a->m + c->m <= 64, 1);
}
constexpr void fe_normalize_weak(fe_magnitude *r) { fe_magnitude_set(r, true, 1); }

}  // namespace ufsecp::UF_TARGET
