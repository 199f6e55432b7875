// The SHA-256 rounds in plain C++ (FIPS 180-4), for run time and for constants of the compiler.
#pragma once
#include <utility>

#include "base/bytes.h"
#include "hash/constants.h"

#define UF_ROUND_INLINE __attribute__((always_inline)) static inline

namespace ufsecp::UF_TARGET {

/* The eight working variables, which stay in place while their roles rotate, and b ^ c of the
 * round to come: Maj(a, b, c) is ((a ^ b) & (b ^ c)) ^ b, and this round's a ^ b is the next
 * one's b ^ c.  A word is a u32, or a vector of them: then every element is a message of its own.
 */
template <class word>
struct sha256_vars {
    word v[8];
    word bc;
};

/* x rotated right by n, 0 < n < 32. */
template <class word>
UF_ROUND_INLINE constexpr word sha256_rotr(word x, int n) {
    return x >> n | x << (32 - n);
}

/* x rotated by p, q and r, xored (p < q < r).  Three rotations side by side are short where a
 * rotation writes to another register (RORX, VPRORD); one after the other they save the copies
 * where it does not. */
template <bool side_by_side, class word>
UF_ROUND_INLINE constexpr word sha256_sigma(word x, int p, int q, int r) {
    if constexpr (side_by_side) return sha256_rotr(x, p) ^ sha256_rotr(x, q) ^ sha256_rotr(x, r);
    else return sha256_rotr(x ^ sha256_rotr(x ^ sha256_rotr(x, r - q), q - p), p);
}

/* Round i, with wk = W[i] + K[i].
 * time: constant. */
template <int i, bool side_by_side, class word>
UF_ROUND_INLINE constexpr void sha256_round(sha256_vars<word> *s, word wk) {
    const word a = s->v[(0 - i) & 7], b = s->v[(1 - i) & 7];
    const word e = s->v[(4 - i) & 7], f = s->v[(5 - i) & 7], g = s->v[(6 - i) & 7];
    word &d = s->v[(3 - i) & 7], &h = s->v[(7 - i) & 7];
    h += wk + (g ^ (e & (f ^ g))) + sha256_sigma<side_by_side>(e, 6, 11, 25);
    d += h;
    const word ab = a ^ b;
    h += ((ab & s->bc) ^ b) + sha256_sigma<side_by_side>(a, 2, 13, 22);
    s->bc = ab;
}

/* Turns W[t] in w[t % 16] into W[t + 16].
 * time: constant. */
template <int t, class word>
UF_ROUND_INLINE constexpr void sha256_expand(word w[16]) {
    const word w1 = w[(t + 1) & 15], w14 = w[(t + 14) & 15];
    w[t & 15] += w[(t + 9) & 15] + (sha256_rotr(w1, 7) ^ sha256_rotr(w1, 18) ^ w1 >> 3) +
                 (sha256_rotr(w14, 17) ^ sha256_rotr(w14, 19) ^ w14 >> 10);
}

template <int t, bool side_by_side, class word>
UF_ROUND_INLINE constexpr void sha256_scheduled_round(sha256_vars<word> *s, word w[16]) {
    sha256_round<t, side_by_side>(s, w[t & 15] + sha256_k[t]);
    if constexpr (t < 48) sha256_expand<t>(w);
}

template <bool side_by_side, class word, int... t>
UF_ROUND_INLINE constexpr void sha256_all_rounds(sha256_vars<word> *s, word w[16],
                                                 std::integer_sequence<int, t...>) {
    (sha256_scheduled_round<t, side_by_side>(s, w), ...);
}

/* Rounds t ... t + 15 of k = sha256_k + t, and the words of the next 16. */
template <bool side_by_side, class word, int... i>
UF_ROUND_INLINE constexpr void sha256_sixteen_rounds(sha256_vars<word> *s, word w[16], const u32 *k,
                                                     std::integer_sequence<int, i...>) {
    ((sha256_round<i, side_by_side>(s, w[i] + k[i]), sha256_expand<i>(w)), ...);
}

/* state after one more block, given as 16 big-endian words, which are overwritten.
 * time: constant. */
template <bool side_by_side = false, class word>
UF_ROUND_INLINE constexpr void sha256_compress_words(word state[8], word w[16]) {
    sha256_vars<word> s{};
    for (int i = 0; i < 8; i++) s.v[i] = state[i];
    s.bc = s.v[1] ^ s.v[2];
#ifdef UF_TINY
    for (int t = 0; t < 64; t += 16)
        sha256_sixteen_rounds<side_by_side>(&s, w, sha256_k + t,
                                            std::make_integer_sequence<int, 16>());
#else
    sha256_all_rounds<side_by_side>(&s, w, std::make_integer_sequence<int, 64>());
#endif
    for (int i = 0; i < 8; i++) state[i] += s.v[i];
}

/* A chaining value as a constant. */
struct sha256_midstate {
    u32 state[8];
};

constexpr sha256_midstate sha256_midstate_iv() {
    sha256_midstate m{};
    for (int i = 0; i < 8; i++) m.state[i] = sha256_iv[i];
    return m;
}

/* A chaining value in the form of a digest: its words big-endian. */
struct sha256_chain {
    u8 b[32];
};

constexpr sha256_chain sha256_chain_of(const u32 state[8]) {
    sha256_chain c{};
    for (int i = 0; i < 32; i++) c.b[i] = (u8)(state[i / 4] >> (24 - i % 4 * 8));
    return c;
}

/* Ends the len bytes at text, before which `before` bytes were hashed, with their padding.
 * out: the number of blocks that they have become. */
UF_ROUND_INLINE size_t sha256_pad(u8 *text, size_t len, u64 before) {
    const size_t blocks = (len + 9 + 63) / 64;
    memset(text + len, 0, 64 * blocks - len);
    text[len] = 0x80;
    store_be64(text + 64 * blocks - 8, (before + len) << 3);
    return blocks;
}

}  // namespace ufsecp::UF_TARGET
