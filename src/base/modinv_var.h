// Modular inverse in variable time, for any odd modulus below 2^256: binary gcd on 64-bit
// approximations.
//
// Two numbers a >= 0 and b > 0, b odd, with a = e*x and b = d*x (mod m), go from (x, m) to (0, 1)
// by
//     a even: a = a/2        a odd: (a, b) = (|a - b|, min(a, b))
// K halvings at a time run on one word per number: its K low bits, which decide parity, and its 64
// - K top bits, which decide the comparison.  K = 31 or 30 leaves the top at least K + 2 bits, for
// which each batch is known to shorten a and b together by K bits or more (Pornin, "Optimized
// Binary GCD for Modular Inversion", 2020): a wrong comparison of nearly equal numbers costs only a
// sign.  Runs of zeros are taken at once, and there is no data-dependent branch within a batch but
// its length.
#pragma once
#include "base/modinv.h"
#include "base/public_var.h"

namespace ufsecp::UF_TARGET {

/* 2^k times the matrix of k halvings: a becomes (a_a*a + a_b*b) / 2^k, b becomes (b_a*a + b_b*b) /
 * 2^k. */
struct modinv_halvings {
    i64 a_a, a_b, b_a, b_b;
};

/* The matrix of k <= 31 halvings from a and b; b is odd.  Rows are packed as x_a + 2^32 * x_b:
 * entries are in (-2^31, 2^31].  With `symbol` bit 0 of the result says whether they change the
 * sign of the Jacobi symbol (jacobi_var.h); two bits more than k are then right in a and b.
 * time: variable. */
template <bool symbol>
static inline u64 modinv_halve_var(modinv_halvings *t, u64 a, u64 b, int k) {
    u64 row_a = 1, row_b = (u64)1 << 32, sign = 0;
    constexpr u64 stop = (u64)1 << 63;
    int zeros = count_trailing_zeros_var(a | stop);
    while (zeros < k) {
        k -= zeros;
        a >>= zeros;
        row_b <<= zeros;
        const u64 difference = a - b, row = row_a - row_b;
        const u64 less = value_barrier(0 - (u64)(a < b));
        if constexpr (symbol) sign ^= ((u64)zeros & (b >> 1 ^ b >> 2)) ^ (less & (a & b) >> 1);
        zeros = count_trailing_zeros_var(difference | stop);
        b += difference & less;
        a = (difference ^ less) - less;
        row_b += row & less;
        row_a = (row ^ less) - less;
    }
    row_b <<= k;
    if constexpr (symbol) sign ^= (u64)k & (b >> 1 ^ b >> 2);
    constexpr u64 bias = 0x7FFFFFFF7FFFFFFFu;
    row_a += bias, row_b += bias;
    t->a_a = (i64)(row_a & 0xFFFFFFFFu) - 0x7FFFFFFF, t->a_b = (i64)(row_a >> 32) - 0x7FFFFFFF;
    t->b_a = (i64)(row_b & 0xFFFFFFFFu) - 0x7FFFFFFF, t->b_b = (i64)(row_b >> 32) - 0x7FFFFFFF;
    return sign;
}

/* The word that stands for x in a batch of K halvings: the number itself if both numbers are below
 * 2^64, else its K low bits below the top 64 - K bits of the window that holds the longer number.
 * top is the index of the highest limb in which either is not zero, highest the or of the two limbs
 * there.
 * time: variable. */
template <int W, int K>
static inline u64 modinv_approximate_var(const modinv_num<W> *x, int top, u64 highest) {
    constexpr int exact_limbs = 64 / W, beyond = 64 - exact_limbs * W;
    auto limb = [x](int i) { return (u64)x->v[i]; };
    if (top < exact_limbs || (top == exact_limbs && highest >> beyond == 0)) {
        u64 all = 0;
        for (int i = 0; i <= top; i++) all |= limb(i) << (W * i);
        return all;
    }
    /* W * exact_limbs bits from the top one of highest down. */
    const int s = W - 64 + __builtin_clzll(highest);
    u64 window = limb(top);
    for (int i = 1; i < exact_limbs; i++) window = window << W | limb(top - i);
    window = window << s | limb(top - exact_limbs) >> (W - s);
    constexpr int drop = W * exact_limbs - (64 - K);
    return (window >> drop) << K | (limb(0) & (((u64)1 << K) - 1));
}

/* x = -x if its top limb is negative; returns -1 then, else 1.
 * time: variable. */
template <int W>
static inline int modinv_make_positive_var(modinv_num<W> *x, int len) {
    using limb = typename modinv_limbs<W>::limb;
    if (x->v[len - 1] >= 0) return 1;
    limb carry = 0;
    for (int i = 0; i < len - 1; i++) {
        const limb t = carry - x->v[i];
        x->v[i] = t & (limb)(((typename modinv_limbs<W>::word)1 << W) - 1);
        carry = t >> W;
    }
    x->v[len - 1] = carry - x->v[len - 1];
    return -1;
}

/* One batch of K halvings of a and b, of *len limbs; its matrix, with the signs that keep a and b
 * positive, goes to t. *len shrinks with the numbers; it is 0 on return if a is 0.  With `symbol`
 * there are K - 2 halvings, and bit 0 of the result says whether they change the sign of the Jacobi
 * symbol; else it is 0.
 * time: variable.
 */
template <int W, int K, bool symbol = false>
static inline u64 modinv_batch_var(modinv_halvings *t, modinv_num<W> *a, modinv_num<W> *b,
                                   int *len) {
    using limb = typename modinv_limbs<W>::limb;
    constexpr int halvings = symbol ? K - 2 : K;
    int n = *len;
    while (n > 1 && (a->v[n - 1] | b->v[n - 1]) == 0) n--;
    const u64 highest = (u64)(a->v[n - 1] | b->v[n - 1]);
    u64 sign = modinv_halve_var<symbol>(t, modinv_approximate_var<W, K>(a, n - 1, highest),
                                        modinv_approximate_var<W, K>(b, n - 1, highest), halvings);
    constexpr i64 up = (i64)1 << (W - halvings);
    const modinv_matrix<W> scaled{(limb)(t->b_b * up), (limb)(t->b_a * up), (limb)(t->a_b * up),
                                  (limb)(t->a_a * up)};
    /* A constant length unrolls. */
    switch (n) {
    case 5: modinv_update_fg<W>(b, a, 5, &scaled); break;
    case 4: modinv_update_fg<W>(b, a, 4, &scaled); break;
    case 3: modinv_update_fg<W>(b, a, 3, &scaled); break;
    case 2: modinv_update_fg<W>(b, a, 2, &scaled); break;
    case 1: modinv_update_fg<W>(b, a, 1, &scaled); break;
    default: modinv_update_fg<W>(b, a, n, &scaled);
    }
    if (modinv_make_positive_var<W>(a, n) < 0) {
        t->a_a = -t->a_a, t->a_b = -t->a_b;
        if constexpr (symbol) sign ^= (u64)b->v[0] >> 1;
    }
    if (modinv_make_positive_var<W>(b, n) < 0) t->b_a = -t->b_a, t->b_b = -t->b_b;
    limb any = 0;
    for (int i = 0; i < n; i++) any |= a->v[i];
    *len = any == 0 ? 0 : n;
    return sign;
}

/* r = m as limbs in [0, 2^W). */
template <int W>
static inline void modinv_carry_var(modinv_num<W> *r, const modinv_modulus_of<W> *m) {
    *r = m->m;
    for (int i = 0; i < modinv_limbs<W>::count - 1; i++) {
        r->v[i + 1] += r->v[i] >> W;
        r->v[i] &= (typename modinv_limbs<W>::limb)(((typename modinv_limbs<W>::word)1 << W) - 1);
    }
}

/* r = 1/a mod m; 0 gives 0.
 * in: a < m.
 * time: variable.
 * alias: r may be a. The division by 2^W of the first pass is left to the end, as in modinv. */
template <int W, int K>
UF_SPEED_INLINE void modinv_limbs_var(u64 r[4], const u64 a[4], const modinv_modulus_of<W> *m) {
    using limb = typename modinv_limbs<W>::limb;
    if ((a[0] | a[1] | a[2] | a[3]) == 0) {
        r[0] = r[1] = r[2] = r[3] = 0;
        return;
    }
    modinv_num<W> x, y, d{}, e{};
    modinv_from_u64<W>(&x, a);
    modinv_carry_var(&y, m);
    int len = modinv_limbs<W>::count;
    for (bool first = true; len != 0; first = false) {
        modinv_halvings t;
        modinv_batch_var<W, K>(&t, &x, &y, &len);
        modinv_matrix<W> all;
        if constexpr (W == 2 * K) {
            /* Two batches make one matrix for d and e. */
            modinv_halvings s{(i64)1 << K, 0, 0, (i64)1 << K};
            if (len != 0) modinv_batch_var<W, K>(&s, &x, &y, &len);
            all = {s.b_a * t.a_b + s.b_b * t.b_b, s.b_a * t.a_a + s.b_b * t.b_a,
                   s.a_a * t.a_b + s.a_b * t.b_b, s.a_a * t.a_a + s.a_b * t.b_a};
        } else {
            all = {(limb)t.b_b, (limb)t.b_a, (limb)t.a_b, (limb)t.a_a};
        }
        if (first) {
            d.v[0] = all.v, e.v[0] = all.r;
        } else {
            modinv_update_de<W>(&d, &e, &all, m);
        }
    }
    modinv_finish<W>(r, &d, 1, m);
}

#ifdef UF_INT128
static inline void modinv62_var(u64 r[4], const u64 a[4], const modinv_modulus_of<62> *m) {
    modinv_limbs_var<62, 31>(r, a, m);
}
#endif
static inline void modinv30_var(u64 r[4], const u64 a[4], const modinv_modulus_of<30> *m) {
    modinv_limbs_var<30, 30>(r, a, m);
}

/* r = 1/a mod m; 0 gives 0.
 * in: a < m.
 * out: below m.
 * time: variable.
 * alias: r may be a. */
static inline void modinv_var(u64 r[4], const u64 a[4], const modinv_modulus *m) {
#ifdef UF_TINY
    modinv(r, a, m); /* which is there anyway */
#elif defined(UF_INT128)
    modinv62_var(r, a, m);
#else
    modinv30_var(r, a, m);
#endif
}
UF_PUBLIC_ONLY(modinv_var);

}  // namespace ufsecp::UF_TARGET
