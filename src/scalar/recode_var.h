// Signed digits of public scalars: width-w NAF, NAF, and the joint sparse form of a pair.
#pragma once
#include "base/public_var.h"
#include "scalar/scalar.h"

namespace ufsecp::UF_TARGET {

/* The limbs of k, or of n - k if bit 255 of k is set, under two limbs of zeros; returns the sign of
 * what they hold. */
template <class S>
static inline int recode_limbs_var(u64 v[6], const S *k) {
    S a = *k;
    u64 x[4];
    sc_get_limbs64(x, &a);
    const int sign = x[3] >> 63 ? -1 : 1;
    if (sign < 0) {
        sc_neg(&a, &a);
        sc_get_limbs64(x, &a);
    }
    for (int i = 0; i < 4; i++) v[i] = x[i];
    v[4] = v[5] = 0;
    return sign;
}

/* 64 bits of v from bit on, bit < 320. */
static inline u64 recode_window_var(const u64 v[6], int bit) {
    const int i = bit >> 6, s = bit & 63;
    return s == 0 ? v[i] : v[i] >> s | v[i + 1] << (64 - s);
}

/* Calls put(i, d) for the nonzero digits d of k in width-w non-adjacent form, lowest first: k is
 * the sum of d * 2^i, each d odd with |d| < 2^(w-1), each i < len, no two of them within w places.
 * k with bit 255 set is written as minus the digits of n - k.
 * in: 2 <= w <= 30; |k| < 2^(len-1), len <= 257.
 * time: variable. */
template <class S, class Put>
    requires(!is_secret<S>::value)
static inline void sc_wnaf_each_var(const S *k, int len, int w, const Put &put) {
    u64 v[6];
    const int sign = recode_limbs_var(v, k);
    u64 carry = 0;
    for (int bit = 0; bit < len;) {
        /* Skips to the next bit that differs from the carry. */
        const u64 ahead = recode_window_var(v, bit) ^ (0 - carry);
        if (ahead == 0) {
            bit += 64;
            continue;
        }
        bit += count_trailing_zeros_var(ahead);
        if (bit >= len) break;
        const u64 word = (recode_window_var(v, bit) & (((u64)1 << w) - 1)) + carry;
        carry = word >> (w - 1);
        put(bit, sign * ((int)word - (int)(carry << w)));
        bit += w;
    }
    UF_CHECK(carry == 0);
}
UF_PUBLIC_ONLY(sc_wnaf_each_var);

/* Writes those digits, and zeros between them, to wnaf[i], i < len. Returns 1 + the index of the
 * highest nonzero digit, 0 if there is none.
 * time: variable. */
template <class S>
    requires(!is_secret<S>::value)
static inline int sc_wnaf_var(int *wnaf, int len, const S *k, int w) {
    int used = 0;
    memset(wnaf, 0, (size_t)len * sizeof *wnaf);
    sc_wnaf_each_var(k, len, w, [&](int bit, int digit) {
        wnaf[bit] = digit;
        used = bit + 1;
    });
    return used;
}
UF_PUBLIC_ONLY(sc_wnaf_var);

/* The non-adjacent form of k: digits -1, 0, 1, no two neighbours nonzero. As sc_wnaf_var with w =
 * 2.
 * time: variable. */
template <class S>
    requires(!is_secret<S>::value)
static inline int sc_naf_var(int *naf, int len, const S *k) {
    return sc_wnaf_var(naf, len, k, 2);
}
UF_PUBLIC_ONLY(sc_naf_var);

/* The joint sparse form of k1, k2 (Solinas): digits -1, 0, 1 at d1[i], d2[i], i < 257, with the
 * fewest nonzero columns of all such pairs.  A scalar with bit 255 set is written as minus the
 * digits of n minus it.  Returns the number of columns used.
 * time: variable. */
template <class S>
    requires(!is_secret<S>::value)
static inline int sc_jsf_var(signed char *d1, signed char *d2, const S *k1, const S *k2) {
    u64 v[2][6];
    const int sign[2] = {recode_limbs_var(v[0], k1), recode_limbs_var(v[1], k2)};
    signed char *const out[2] = {d1, d2};
    unsigned carry[2] = {0, 0};
    int used = 0;
    for (int i = 0; i < 257; i++) {
        unsigned low[2]; /* what is left of each, mod 8 */
        for (int j = 0; j < 2; j++) low[j] = ((unsigned)recode_window_var(v[j], i) + carry[j]) & 7;
        for (int j = 0; j < 2; j++) {
            int u = 0;
            if (low[j] & 1) {
                u = (low[j] & 3) == 1 ? 1 : -1;
                /* Turned round where that makes the other one's next column zero too. */
                if ((low[j] == 3 || low[j] == 5) && (low[1 - j] & 3) == 2) u = -u;
            }
            const int left = (int)(recode_window_var(v[j], i) & 1) + (int)carry[j] - u;
            UF_CHECK(left == 0 || left == 2);
            carry[j] = (unsigned)left >> 1;
            out[j][i] = (signed char)(sign[j] * u);
            if (u != 0) used = i + 1;
        }
    }
    UF_CHECK(carry[0] == 0 && carry[1] == 0);
    return used;
}
UF_PUBLIC_ONLY(sc_jsf_var);

}  // namespace ufsecp::UF_TARGET
