// Four different field multiplications side by side, for the least latency: the products of one
// point formula in the lanes of one vec4.  Constant time.
//
// A quad is four elements, in one of two forms:
//   digits    what a multiplication takes: five limbs of which the low 52 bits count (limb 4 as a
//             whole, below 2^52); above them the carries may remain, which are counted already
//   columns   what it gives: limb i of 0-3 at most (2i + 4)(2^52 - 1) and what an addend brings,
//             limb 4 below 2^48, carried nowhere yet
// Between two multiplications a formula adds and subtracts columns and then carries once.  Other
// than in fe_lanes.h a column has two accumulators, so that no long chain of multiply-adds forms,
// and the last carries meet the fold in the middle.
//
//   function                in                                  out
//   a + b, a - b            columns; no limb falls below zero    columns
//   quad_times<...>(a)      columns, or times 0                  columns
//   quad_carry(a)           columns                              digits
//   quad_clean(a)           digits                               columns below 2^52
//   quad_mul, quad_sqr      digits, ma*mb <= 255                 columns of magnitude 1
//     addend                columns below 2^62
//   quad_take, quad_blend   any, lane by lane                    the same
//
// A value of magnitude m is below m * 2^256, and a little.  Verify builds check these bounds in
// every lane; law_quad.h computes them at compile time.
#pragma once
#include "lanes/fe_lanes.h"
#if defined(__AVX2__)
#include <immintrin.h>
#endif

namespace ufsecp::UF_TARGET {

struct fe_quad {
    vec4 n[5];
};

/* The lanes of a quad where all hold alike, and what quad_take puts where none goes. */
enum { lane0, lane1, lane2, lane3, zero };
/* Where quad_blend takes a lane from. */
enum quad_side { first, second };

/* The greatest limb i < 4 of a product without an addend. */
constexpr u64 quad_column_limb(int i) { return (u64)(2 * i + 4) * low52; }

/* f(n) on each limb. */
template <class F>
UF_INLINE fe_quad quad_map(const F &f) {
    fe_quad r;
    unrolled<5>([&](auto i) UF_INLINE_LAMBDA { r.n[i] = f(constant<i>{}); });
    return r;
}

/* Whether a >= b in each lane; for checks. */
inline bool quad_no_less(vec4 a, vec4 b) {
    for (int l = 0; l < 4; l++)
        if (a[l] < b[l]) return false;
    return true;
}

/* Limbs added and subtracted as they are: no limb may fall below zero. */
UF_LANE_OP fe_quad operator+(const fe_quad &a, const fe_quad &b) {
    UF_VERIFY_ONLY(for (int i = 0; i < 5; i++) UF_CHECK(quad_no_less(a.n[i] + b.n[i], a.n[i]));)
    return quad_map([&](auto i) UF_INLINE_LAMBDA { return a.n[i] + b.n[i]; });
}
UF_LANE_OP fe_quad operator-(const fe_quad &a, const fe_quad &b) {
    UF_VERIFY_ONLY(for (int i = 0; i < 5; i++) UF_CHECK(quad_no_less(a.n[i], b.n[i]));)
    return quad_map([&](auto i) UF_INLINE_LAMBDA { return a.n[i] - b.n[i]; });
}
/* Limbs times 2^k, with a k for each lane; k = 64 gives zero. */
UF_INLINE vec4 vec_shift(vec4 a, vec4 k) {
#if defined(__AVX2__)
    return (vec4)_mm256_sllv_epi64((__m256i)a, (__m256i)k);
#else
    for (int l = 0; l < 4; l++) a[l] = k[l] < 64 ? a[l] << k[l] : 0;
    return a;
#endif
}
/* Lane l times (a, b, c, d)[l], each 0 or a power of 2. */
template <int a, int b, int c, int d>
UF_INLINE fe_quad quad_times(const fe_quad &q) {
    constexpr auto shift = [](int k) {
        return k == 0 ? (u64)64 : (u64)std::countr_zero((unsigned)k);
    };
    static_assert(((a & (a - 1)) | (b & (b - 1)) | (c & (c - 1)) | (d & (d - 1))) == 0);
    constexpr vec4 k = {shift(a), shift(b), shift(c), shift(d)};
    return quad_map([&](auto i) UF_INLINE_LAMBDA {
        const vec4 r = vec_shift(q.n[i], k);
        UF_VERIFY_ONLY(for (int l = 0; l < 4; l++)
                           UF_CHECK(k[l] == 64 || r[l] >> k[l] == q.n[i][l]);)
        return r;
    });
}

typedef double quad_double __attribute__((vector_size(32)));
/* Lane l of the result is lane (a, b, c, d)[l], or zero. */
template <int a, int b, int c, int d>
UF_INLINE fe_quad quad_take(const fe_quad &q) {
    return quad_map([&](auto i) UF_INLINE_LAMBDA {
        /* As doubles, which have more shuffles within the halves. */
        return (vec4)__builtin_shufflevector((quad_double)q.n[i], quad_double{}, a, b, c, d);
    });
}
/* Lane l is that of the first or the second. */
template <quad_side a, quad_side b, quad_side c, quad_side d>
UF_INLINE fe_quad quad_blend(const fe_quad &x, const fe_quad &y) {
    return quad_map([&](auto i) UF_INLINE_LAMBDA {
        return __builtin_shufflevector(x.n[i], y.n[i], a == first ? 0 : 4, b == first ? 1 : 5,
                                       c == first ? 2 : 6, d == first ? 3 : 7);
    });
}

UF_INLINE fe_quad quad_alike(const fe_quad *, u64 a, u64 b, u64 c, u64 d, u64 e) {
    return {{vec_set1<vec4>(a), vec_set1<vec4>(b), vec_set1<vec4>(c), vec_set1<vec4>(d),
             vec_set1<vec4>(e)}};
}
/* k p in each lane, in limbs of about 2^bits, so that columns below that can be subtracted from
 * them; k >= 2. */
template <class Q, int bits>
UF_INLINE constexpr Q quad_multiple_of_p(u64 k) {
    constexpr u64 up = (u64)1 << bits, down = (u64)1 << (bits - 52);
    return quad_alike((const Q *)nullptr, up - k * fe52_parts::fold256, up - down, up - down,
                      up - down, (k << 48) - down);
}
UF_INLINE void quad_set_limb(fe_quad *r, int i, const u64 (&limb)[4]) {
    r->n[i] = vec4{limb[0], limb[1], limb[2], limb[3]};
}
/* (a, b, c, d) */
template <class Q, int a, int b, int c, int d>
UF_INLINE constexpr Q quad_ints() {
    Q r{};
    quad_set_limb(&r, 0, {a, b, c, d});
    return r;
}

/* Columns to digits. */
UF_LANE_OP fe_quad quad_carry(fe_quad c) {
    unrolled<4>([&](auto i) UF_INLINE_LAMBDA { c.n[i + 1] += c.n[i] >> 52; });
    return c;
}
/* Digits without what is above them: limbs to add and subtract, below 2^52. */
UF_LANE_OP fe_quad quad_clean(fe_quad d) {
    unrolled<4>([&](auto i) UF_INLINE_LAMBDA { d.n[i] &= low52; });
    return d;
}

/* The columns of a 520-bit sum mod p: the high columns, of weights 2^(260 + 52k), in h, each below
 * 2^57; the low ones in two parts, x and y.
 * cost: 12 multiply-adds. */
UF_LANE_OP fe_quad quad_fold(vec4 x[5], vec4 y[5], vec4 h[5]) {
    using namespace fe52_parts;
    const vec4 r260 = vec_set1<vec4>(fold260), r256 = vec_set1<vec4>(fold256), zero{};
    h[4] += h[3] >> 52;
    UF_CHECK(vec_at_most(h[4], low52)); /* the product is below 2^520 */
    y[4] = madd52hi(y[4], h[3], r260);
    x[4] = madd52lo(x[4], h[4], r260);
    const vec4 top = madd52hi(zero, h[4], r260); /* of weight 2^260 */
    const vec4 c4 = x[4] + y[4];
    const vec4 above = (c4 >> 48) + (top << 4); /* of weight 2^256 */
    h[1] += h[0] >> 52;
    h[2] += h[1] >> 52;
    unrolled<4>([&](auto i) UF_INLINE_LAMBDA {
        x[i] = madd52lo(x[i], h[i], r260);
        if constexpr (i < 3) y[i + 1] = madd52hi(y[i + 1], h[i], r260);
    });
    x[0] += y[0] + madd52lo(zero, above, r256);
    x[1] += y[1] + madd52hi(zero, above, r256);
    x[3] += y[3] + madd52lo(zero, h[2] >> 52, r260);
    return {{x[0], x[1], x[2] + y[2], x[3], c4 & low48}};
}

/* The columns in the order of their work: the overflow of column 4, to which 9 and 8 go, is what
 * the fold needs first and gives out last. */
inline constexpr int quad_column[10] = {9, 8, 4, 5, 6, 7, 0, 1, 2, 3};

/* step(i, j) for the pairs with i + j = sum, those of low digits first: the carry that leads to
 * digits reaches these first. */
template <int sum, class F>
UF_INLINE void quad_pairs(const F &step) {
    unrolled<5>([&](auto greater) UF_INLINE_LAMBDA {
        constexpr int less = sum - greater;
        if constexpr (less >= 0 && less < greater) {
            step(constant<less>{}, greater);
            step(greater, constant<less>{});
        }
        if constexpr (less == greater) step(greater, greater);
    });
}

/* a*b + addend in each lane, from digits to columns; limbs of the addend below 2^62.
 * cost: 62 multiply-adds. */
UF_LANE_OP fe_quad quad_mul(const fe_quad &a, const fe_quad &b, const fe_quad &addend = {}) {
    UF_CHECK(vec_at_most(a.n[4], low52) && vec_at_most(b.n[4], low52));
    UF_VERIFY_ONLY(for (int i = 0; i < 5; i++)
                       UF_CHECK(vec_at_most(addend.n[i], ((u64)1 << 62) - 1));)
    vec4 x[10]{}, y[10]{};
    unrolled<5>([&](auto i) UF_INLINE_LAMBDA { y[i] = addend.n[i]; });
    unrolled<10>([&](auto step) UF_INLINE_LAMBDA {
        constexpr int k = quad_column[step];
        quad_pairs<k>([&](auto i, auto j)
                          UF_INLINE_LAMBDA { x[k] = madd52lo(x[k], a.n[i], b.n[j]); });
        quad_pairs<k - 1>([&](auto i, auto j)
                              UF_INLINE_LAMBDA { y[k] = madd52hi(y[k], a.n[i], b.n[j]); });
        if constexpr (k >= 5) x[k] += y[k];
    });
    return quad_fold(x, y, x + 5);
}

/* a^2 in each lane, from digits to columns.
 * cost: 42 multiply-adds. */
UF_LANE_OP fe_quad quad_sqr(const fe_quad &a) {
    UF_CHECK(vec_at_most(a.n[4], low52));
    vec4 x[10]{}, y[10]{};
    unrolled<10>([&](auto step) UF_INLINE_LAMBDA {
        constexpr int k = quad_column[step];
        quad_pairs<k>([&](auto i, auto j) UF_INLINE_LAMBDA {
            if constexpr (i < j) y[k] = madd52lo(y[k], a.n[i], a.n[j]);
            if constexpr (i == j) x[k] = madd52lo(x[k], a.n[i], a.n[i]);
        });
        quad_pairs<k - 1>([&](auto i, auto j) UF_INLINE_LAMBDA {
            if constexpr (i < j) y[k] = madd52hi(y[k], a.n[i], a.n[j]);
            if constexpr (i == j) x[k] = madd52hi(x[k], a.n[i], a.n[i]);
        });
        y[k] += y[k];
        if constexpr (k >= 5) x[k] += y[k];
    });
    return quad_fold(x, y, x + 5);
}

}  // namespace ufsecp::UF_TARGET
