// What the fields of loose limbs share: all but their carries and their reduction.
//
// fe_lazy<N> has N limbs, value = sum of n[i] * 2^(bits*i), in words with room for sums that are
// not carried.  Magnitude M: every limb is at most 2*M times its nominal maximum, M <= 32.
// A representation brings, for its N:
//   fe_carry(r)          in: any.  out: 1; value < 2*p, limbs but the last nominal
//   fe_excess(a)         after fe_carry: 1 if the value is >= p, else 0
//   fe_subtract(r, x)    r -= x*p for x = fe_excess(r).  out: 1, normalized
//   fe_reduce(r, s)      r = the columns s mod p (columns.h).  in: products of magnitudes whose
//                        sum is at most 64.  out: 1
// All of it is constant time; a result may be an input.
#pragma once
#include <utility>

#include "base/bytes.h"
#include "base/check.h"
#include "base/ct.h"
#include "field/columns.h"
#ifdef UF_TINY
#include "field/parts.h"
#endif

namespace ufsecp::UF_TARGET {

/* The word of a limb, a wider one for columns, and the bits of a limb: of each representation. */
template <int N>
struct lazy_words;

template <int N>
struct fe_lazy {
    using word = typename lazy_words<N>::word;
    word n[N];
    UF_VERIFY_ONLY(int magnitude; int normalized;)
};

template <int N>
constexpr int fe_max_magnitude(const fe_lazy<N> *) {
    return 32;
}

/* The nominal maxima of limbs: `low` of all but the last, `top` of the last; and p. */
template <int N>
struct lazy_limbs : lazy_words<N> {
    using typename lazy_words<N>::word;
    using lazy_words<N>::bits;
    static constexpr int top_bits = 256 - (N - 1) * bits;
    static constexpr word low = ((word)1 << bits) - 1, top = ((word)1 << top_bits) - 1;
    /* 2^256 - p, and its part in limb 0. */
    static constexpr u64 c = 0x1000003D1;
    static constexpr word c0 = (word)(c & low);
    /* The limbs of p: of 2^256 - 1, less those of c - 1. */
    struct limbs {
        word at[N];
    };
    static constexpr limbs p = [] {
        limbs r{};
        for (int i = 0; i < N; i++)
            r.at[i] = (i < N - 1 ? low : top) -
                      (bits * i < 64 ? (word)((c - 1) >> (bits * i % 64) & low) : 0);
        return r;
    }();
};

/* So many limbs go without a loop, which where size counts is smaller. */
#ifdef UF_TINY
inline constexpr int lazy_unrolled = 0;
#else
inline constexpr int lazy_unrolled = 10;
#endif

/* step(i) for the limbs from first on. */
template <int N, int first = 0, class F>
__attribute__((always_inline)) static inline void each_limb(const F &step) {
    if constexpr (N > lazy_unrolled)
        for (int i = first; i < N; i++) step(i);
    else
        [&]<int... i>(std::integer_sequence<int, i...>) __attribute__((always_inline)) {
            (step(std::integral_constant<int, first + i>()), ...);
        }(std::make_integer_sequence<int, N - first>());
}
#define UF_EACH [&](auto i) __attribute__((always_inline))

#ifdef UF_VERIFY
template <int N>
static inline void fe_check(const fe_lazy<N> *a) {
    using limb = lazy_limbs<N>;
    UF_CHECK(a->magnitude >= 0 && a->magnitude <= fe_max_magnitude(a));
    const auto most = [](int i) { return i < N - 1 ? limb::low : limb::top; };
    for (int i = 0; i < N; i++) UF_CHECK(a->n[i] <= 2 * (u64)a->magnitude * most(i));
    if (!a->normalized) return;
    bool below = false;
    UF_CHECK(a->magnitude <= 1);
    for (int i = 0; i < N; i++) {
        UF_CHECK(a->n[i] <= most(i));
        below = a->n[i] < limb::p.at[i] || (a->n[i] == limb::p.at[i] && below);
    }
    UF_CHECK(below);
}
template <int N>
static inline void fe_bound(fe_lazy<N> *r, int magnitude, int normalized) {
    r->magnitude = magnitude, r->normalized = normalized;
    fe_check(r);
}
#endif

/* r mod p, the one value below p.
 * in: any.
 * out: 1, normalized. */
template <int N>
static inline void fe_normalize(fe_lazy<N> *r) {
    UF_VERIFY_ONLY(fe_check(r);)
    fe_carry(r);
    fe_subtract(r, fe_excess(r));
}

/* fe_normalize in two steps: r is normalized after the first if it returns 0, else after the second
 * with what the first returned. */
template <int N>
static inline u64 fe_normalize_begin(fe_lazy<N> *r) {
    UF_VERIFY_ONLY(fe_check(r);)
    fe_carry(r);
    u64 x = fe_excess(r);
    UF_VERIFY_ONLY(if (x == 0) fe_bound(r, 1, 1);)
    return x;
}
template <int N>
static inline void fe_normalize_end(fe_lazy<N> *r, u64 x) {
    fe_subtract(r, x);
}

/* Same value.
 * in: any.
 * out: 1. */
template <int N>
static inline void fe_normalize_weak(fe_lazy<N> *r) {
    UF_VERIFY_ONLY(fe_check(r);)
    fe_carry(r);
}

/* Splits a value < 2^256; the result is below 2^256, perhaps not below p. */
template <int N>
static inline void fe_split(fe_lazy<N> *r, const u64 a[4]) {
    using limb = lazy_limbs<N>;
    each_limb<N>(UF_EACH {
        const int word = limb::bits * i / 64, shift = limb::bits * i % 64;
        u64 t = a[word] >> shift;
        if (shift > 64 - limb::bits && word < 3) t |= a[word + 1] << ((64 - shift) & 63);
        r->n[i] = (typename limb::word)t & limb::low;
    });
    UF_VERIFY_ONLY(fe_bound(r, 1, 0);)
}

/* r = a mod p.
 * in: any a < 2^256, little-endian limbs.
 * out: 1, normalized. */
template <int N>
static inline void fe_set_limbs64(fe_lazy<N> *r, const u64 a[4]) {
    fe_split(r, a);
    fe_subtract(r, fe_excess(r));
}

/* r = a, little-endian limbs.
 * in: normalized. */
template <int N>
static inline void fe_get_limbs64(u64 r[4], const fe_lazy<N> *a) {
    constexpr int bits = lazy_limbs<N>::bits;
    UF_VERIFY_ONLY(fe_check(a);)
    UF_CHECK(a->normalized);
    r[0] = r[1] = r[2] = r[3] = 0;
    each_limb<N>(UF_EACH {
        const int word = bits * i / 64, shift = bits * i % 64;
        r[word] |= (u64)a->n[i] << shift;
        if (shift > 64 - bits && word < 3) r[word + 1] |= (u64)a->n[i] >> ((64 - shift) & 63);
    });
}

/* r = b32 mod p, big-endian. Returns whether b32 < p.
 * out: 1, normalized. */
template <int N>
static inline mask fe_set_b32(fe_lazy<N> *r, const u8 b32[32]) {
    u64 a[4];
    limbs_set_b32(a, b32);
    fe_split(r, a);
    u64 x = fe_excess(r);
    fe_subtract(r, x);
    return mask_of_bit(x ^ 1);
}

/* b32 = a, big-endian.
 * in: normalized. */
template <int N>
static inline void fe_get_b32(u8 b32[32], const fe_lazy<N> *a) {
    u64 t[4];
    fe_get_limbs64(t, a);
    limbs_get_b32(b32, t);
}

/* r = a < 2^15.
 * out: 1, normalized. */
template <int N>
static inline void fe_set_int(fe_lazy<N> *r, u32 a) {
    UF_BITS(a, 15);
    r->n[0] = a;
    each_limb<N, 1>(UF_EACH { r->n[i] = 0; });
    UF_VERIFY_ONLY(fe_bound(r, 1, 1);)
}
template <int N>
static inline void fe_set_zero(fe_lazy<N> *r) {
    fe_set_int(r, 0);
}
template <int N>
static inline void fe_set_one(fe_lazy<N> *r) {
    fe_set_int(r, 1);
}

/* Whether a = 0 mod p.
 * in: any. */
template <int N>
static inline mask fe_is_zero(const fe_lazy<N> *a) {
    using limb = lazy_limbs<N>;
    UF_VERIFY_ONLY(fe_check(a);)
    fe_lazy<N> t = *a;
    fe_carry(&t); /* < 2*p: zero is 0 or p */
    typename limb::word zero = 0, is_p = 0;
    each_limb<N>(UF_EACH {
        zero |= t.n[i];
        is_p |= t.n[i] ^ limb::p.at[i];
    });
    return mask_is_zero(zero) | mask_is_zero(is_p);
}

/* False only if a is not 0 mod p: looks at the lowest limb alone, of which a wrap of the word
 * leaves the low bits right.
 * in: any. */
template <int N>
static inline mask fe_may_be_zero(const fe_lazy<N> *a) {
    using limb = lazy_limbs<N>;
    UF_VERIFY_ONLY(fe_check(a);)
    const auto t = (a->n[0] + (a->n[N - 1] >> limb::top_bits) * limb::c0) & limb::low;
    return mask_is_zero(t) | mask_is_equal(t, limb::p.at[0]);
}

/* Whether a is odd.
 * in: normalized. */
template <int N>
static inline mask fe_is_odd(const fe_lazy<N> *a) {
    UF_VERIFY_ONLY(fe_check(a);)
    UF_CHECK(a->normalized);
    return mask_of_bit(a->n[0] & 1);
}

/* r = a + b.
 * out: ma + mb. */
template <int N>
static inline void fe_add(fe_lazy<N> *r, const fe_lazy<N> *a, const fe_lazy<N> *b) {
    UF_VERIFY_ONLY(fe_check(a); fe_check(b);)
    each_limb<N>(UF_EACH { r->n[i] = a->n[i] + b->n[i]; });
    UF_VERIFY_ONLY(fe_bound(r, a->magnitude + b->magnitude, 0);)
}

/* r = a - b, as a + (2*(mb + 1)*p - b): no limb of that is negative, since 2*(mb + 1)*p(i) >
 * 2*mb*max(i) for mb <= 31.
 * in: b of magnitude <= mb.
 * out: ma + mb + 1. */
template <int N>
static inline void fe_sub(fe_lazy<N> *r, const fe_lazy<N> *a, const fe_lazy<N> *b, int mb) {
    using word = typename fe_lazy<N>::word;
    UF_VERIFY_ONLY(fe_check(a); fe_check(b);)
    UF_CHECK(b->magnitude <= mb && mb <= 31);
    const word k = 2 * ((word)mb + 1);
    each_limb<N>(UF_EACH { r->n[i] = a->n[i] + (k * lazy_limbs<N>::p.at[i] - b->n[i]); });
    UF_VERIFY_ONLY(fe_bound(r, a->magnitude + mb + 1, 0);)
}

/* r = -a, as 2*(ma + 1)*p - a.
 * in: magnitude <= ma <= 31.
 * out: ma + 1. */
template <int N>
static inline void fe_neg(fe_lazy<N> *r, const fe_lazy<N> *a, int ma) {
    using word = typename fe_lazy<N>::word;
    UF_VERIFY_ONLY(fe_check(a);)
    UF_CHECK(a->magnitude <= ma && ma <= 31);
    const word k = 2 * ((word)ma + 1);
    each_limb<N>(UF_EACH { r->n[i] = k * lazy_limbs<N>::p.at[i] - a->n[i]; });
    UF_VERIFY_ONLY(fe_bound(r, ma + 1, 0);)
}

/* r = a*k, 0 <= k <= 32 public.
 * out: ma*k. */
template <int N>
static inline void fe_mul_int(fe_lazy<N> *r, const fe_lazy<N> *a, int k) {
    UF_VERIFY_ONLY(fe_check(a);)
    UF_CHECK(k >= 0 && k <= 32);
    each_limb<N>(UF_EACH { r->n[i] = a->n[i] * (typename fe_lazy<N>::word)k; });
    UF_VERIFY_ONLY(fe_bound(r, a->magnitude * k, 0);)
}

/* r = a/2: adds p if a is odd, then shifts. A limb is at most (2*M + 1)*max/2 + 2^(bits - 1)
 * rounded down, which is (M + 1)*max.
 * in: <= 31.
 * out: ma/2 + 1. */
template <int N>
static inline void fe_half(fe_lazy<N> *r, const fe_lazy<N> *a) {
    using limb = lazy_limbs<N>;
    UF_VERIFY_ONLY(fe_check(a);)
    UF_CHECK(a->magnitude <= 31);
    const auto odd = (typename limb::word)mask_of_bit(a->n[0] & 1).bits;
    auto t = a->n[0] + (odd & limb::p.at[0]);
    each_limb<N - 1>(UF_EACH {
        const auto next = a->n[i + 1] + (odd & limb::p.at[i + 1]);
        r->n[i] = (t >> 1) + ((next & 1) << (limb::bits - 1));
        t = next;
    });
    r->n[N - 1] = t >> 1;
    UF_VERIFY_ONLY(fe_bound(r, a->magnitude / 2 + 1, 0);)
}

/* ---- Products: one reduction each, over columns ---- */

template <int N>
using lazy_mul = mul_columns<typename lazy_words<N>::wide, typename lazy_words<N>::word, N>;
template <int N>
using lazy_sqr = sqr_columns<typename lazy_words<N>::wide, typename lazy_words<N>::word, N>;
template <int N>
using lazy_one = limb_columns<typename lazy_words<N>::wide, typename lazy_words<N>::word, N>;

/* r = a*b.
 * in: <= 8 each.
 * out: 1.
 * cost: N^2 mul and the fold. */
template <int N>
static inline void fe_mul(fe_lazy<N> *r, const fe_lazy<N> *a, const fe_lazy<N> *b) {
    UF_VERIFY_ONLY(fe_check(a); fe_check(b);)
    UF_CHECK(a->magnitude <= 8 && b->magnitude <= 8);
    fe_reduce(r, lazy_mul<N>{a->n, b->n});
}

/* r = a^2.
 * in: <= 8.
 * out: 1.
 * cost: N (N + 1)/2 mul and the fold. */
template <int N>
static inline void fe_sqr(fe_lazy<N> *r, const fe_lazy<N> *a) {
    UF_VERIFY_ONLY(fe_check(a);)
    UF_CHECK(a->magnitude <= 8);
    fe_reduce(r, lazy_sqr<N>{a->n});
}

#ifndef UF_TINY
/* r = a*b + c*d.
 * in: ma*mb + mc*md <= 64.
 * out: 1. */
template <int N>
static inline void fe_mul2(fe_lazy<N> *r, const fe_lazy<N> *a, const fe_lazy<N> *b,
                           const fe_lazy<N> *c, const fe_lazy<N> *d) {
    UF_VERIFY_ONLY(fe_check(a); fe_check(b); fe_check(c); fe_check(d);)
    UF_CHECK(a->magnitude * b->magnitude + c->magnitude * d->magnitude <= 64);
    fe_reduce(r, sum_columns<lazy_mul<N>, lazy_mul<N>>{{a->n, b->n}, {c->n, d->n}});
}

/* r = a*b + c^2.
 * in: ma*mb + mc*mc <= 64.
 * out: 1. */
template <int N>
static inline void fe_mul_sqr(fe_lazy<N> *r, const fe_lazy<N> *a, const fe_lazy<N> *b,
                              const fe_lazy<N> *c) {
    UF_VERIFY_ONLY(fe_check(a); fe_check(b); fe_check(c);)
    UF_CHECK(a->magnitude * b->magnitude + c->magnitude * c->magnitude <= 64);
    fe_reduce(r, sum_columns<lazy_mul<N>, lazy_sqr<N>>{{a->n, b->n}, {c->n}});
}

/* r = a^2 + c.
 * in: ma*ma + mc <= 64.
 * out: 1. */
template <int N>
static inline void fe_sqr_add(fe_lazy<N> *r, const fe_lazy<N> *a, const fe_lazy<N> *c) {
    UF_VERIFY_ONLY(fe_check(a); fe_check(c);)
    UF_CHECK(a->magnitude * a->magnitude + c->magnitude <= 64);
    fe_reduce(r, sum_columns<lazy_sqr<N>, lazy_one<N>>{{a->n}, {c->n}});
}
#endif

/* Whether a = b mod p.
 * in: any. */
template <int N>
static inline mask fe_equal(const fe_lazy<N> *a, const fe_lazy<N> *b) {
    fe_lazy<N> t = *a, u = *b;
    fe_normalize_weak(&t);
    fe_normalize_weak(&u);
    fe_sub(&t, &t, &u, 1);
    return fe_is_zero(&t);
}

/* r = m ? a : r.
 * out: the greater magnitude. */
template <int N>
static inline void fe_cmov(fe_lazy<N> *r, const fe_lazy<N> *a, mask m) {
    using word = typename fe_lazy<N>::word;
    UF_VERIFY_ONLY(fe_check(r); fe_check(a);)
    const word bits = (word)value_barrier(m.bits);
    each_limb<N>(UF_EACH { r->n[i] ^= bits & (r->n[i] ^ a->n[i]); });
    UF_VERIFY_ONLY(fe_bound(r, a->magnitude > r->magnitude ? a->magnitude : r->magnitude,
                            a->normalized & r->normalized);)
}

#undef UF_EACH

}  // namespace ufsecp::UF_TARGET
