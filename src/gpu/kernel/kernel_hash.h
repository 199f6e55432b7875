// SHA-256 of few blocks and Keccak-256 of 64 bytes, on words.
#pragma once
#include "hash/constants.h"

namespace ufsecp::UF_TARGET {

UF_FN u32 swap_bytes(u32 x) { return x >> 24 | (x >> 8 & 0xff00) | (x << 8 & 0xff0000) | x << 24; }

UF_FN u32 sha256_rotate(u32 x, u32 n) { return x >> n | x << (32 - n); }

/* One round, with w and k of its place; roles of the variables rotate from call to call. */
#define UF_SHA_ROUND(a, b, c, d, e, f, g, h, i)                                \
    h += (sha256_rotate(e, 6) ^ sha256_rotate(e, 11) ^ sha256_rotate(e, 25)) + \
         (g ^ (e & (f ^ g))) + w[i] + sha256_k[t + i];                         \
    d += h;                                                                    \
    h += (sha256_rotate(a, 2) ^ sha256_rotate(a, 13) ^ sha256_rotate(a, 22)) + \
         ((a & b) | (c & (a | b)));
#define UF_SHA_EIGHT(i)                         \
    UF_SHA_ROUND(a, b, c, d, e, f, g, h, i)     \
    UF_SHA_ROUND(h, a, b, c, d, e, f, g, i + 1) \
    UF_SHA_ROUND(g, h, a, b, c, d, e, f, i + 2) \
    UF_SHA_ROUND(f, g, h, a, b, c, d, e, i + 3) \
    UF_SHA_ROUND(e, f, g, h, a, b, c, d, i + 4) \
    UF_SHA_ROUND(d, e, f, g, h, a, b, c, i + 5) \
    UF_SHA_ROUND(c, d, e, f, g, h, a, b, i + 6) \
    UF_SHA_ROUND(b, c, d, e, f, g, h, a, i + 7)
/* w[i] of the next sixteen rounds in the place of this one's. */
#define UF_SHA_EXPAND(i)                                                                   \
    w1 = w[((i) + 1) & 15];                                                                \
    w14 = w[((i) + 14) & 15];                                                              \
    w[i] += w[((i) + 9) & 15] + (sha256_rotate(w1, 7) ^ sha256_rotate(w1, 18) ^ w1 >> 3) + \
            (sha256_rotate(w14, 17) ^ sha256_rotate(w14, 19) ^ w14 >> 10);
#define UF_SHA_EXPAND_FOUR(i) \
    UF_SHA_EXPAND(i) UF_SHA_EXPAND(i + 1) UF_SHA_EXPAND(i + 2) UF_SHA_EXPAND(i + 3)

/* state after one more block, whose sixteen words are overwritten.  Every index is a constant, so
 * that all words stay in registers; the loop keeps the text short. */
UF_FN void sha256_block(UF_PRIV u32 *state, UF_PRIV u32 *w) {
    u32 a = state[0], b = state[1], c = state[2], d = state[3];
    u32 e = state[4], f = state[5], g = state[6], h = state[7];
    u32 w1, w14;
    for (int t = 0; t < 64; t += 16) {
        UF_SHA_EIGHT(0)
        UF_SHA_EIGHT(8)
        if (t == 48) break;
        UF_SHA_EXPAND_FOUR(0)
        UF_SHA_EXPAND_FOUR(4)
        UF_SHA_EXPAND_FOUR(8)
        UF_SHA_EXPAND_FOUR(12)
    }
    state[0] += a, state[1] += b, state[2] += c, state[3] += d;
    state[4] += e, state[5] += f, state[6] += g, state[7] += h;
}
#undef UF_SHA_ROUND
#undef UF_SHA_EIGHT
#undef UF_SHA_EXPAND
#undef UF_SHA_EXPAND_FOUR

/* The states after the two halves of the tags' blocks: SHA256(tag) twice, "BIP0340/challenge" and
 * "BIP0352/SharedSecret". */
UF_CONST u32 bip340_challenge_state[8] = {0x9cecba11, 0x23925381, 0x11679112, 0xd1627e0f,
                                          0x97c87550, 0x003cc765, 0x90f61164, 0x33e9b66a};
UF_CONST u32 bip352_secret_state[8] = {0x88831537, 0x5127079b, 0x69c2137b, 0xab0303e6,
                                       0x98fa21fa, 0x4a888523, 0xbd99daab, 0xf25e5e0a};

/* e = BIP-340's challenge of R.x, key and message of 32 bytes, not reduced mod n.  Numbers have
 * their lowest word first, as limbs have; so has the hash. */
UF_FN void bip340_hash(UF_PRIV u32 *e, const UF_PRIV u32 *rx, const UF_PRIV u32 *key,
                       const UF_PRIV u32 *msg) {
    u32 state[8], w[16];
    for (int i = 0; i < 8; i++) {
        state[i] = bip340_challenge_state[i];
        w[i] = rx[7 - i];
        w[i + 8] = key[7 - i];
    }
    sha256_block(state, w);
    for (int i = 0; i < 8; i++) {
        w[i] = msg[7 - i];
        w[i + 8] = 0;
    }
    w[8] = 0x80000000;
    w[15] = (64 + 96) * 8;
    sha256_block(state, w);
    for (int i = 0; i < 8; i++) e[i] = state[7 - i];
}

/* t = BIP-352's tweak for k = 0 of the shared secret point (x, y), not reduced mod n; words as
 * above. */
UF_FN void bip352_hash(UF_PRIV u32 *t, const UF_PRIV u32 *x, u32 y_is_odd) {
    u32 state[8], w[16];
    u32 before = 2 + y_is_odd;
    for (int i = 0; i < 8; i++) {
        state[i] = bip352_secret_state[i];
        w[i] = before << 24 | x[7 - i] >> 8;
        before = x[7 - i];
    }
    w[8] = before << 24; /* and three bytes of k */
    w[9] = 0x00800000;   /* its last byte, and the padding */
    for (int i = 10; i < 15; i++) w[i] = 0;
    w[15] = (64 + 37) * 8;
    sha256_block(state, w);
    for (int i = 0; i < 8; i++) t[i] = state[7 - i];
}

UF_FN u64 keccak_rotate(u64 x, u32 n) { return x << n | x >> (64 - n); }

/* rho and pi go round the 24 lanes but the first: each takes the place of the next, rotated. */
#define UF_KECCAK_MOVE(to, n)        \
    next = s[to];                    \
    s[to] = keccak_rotate(moved, n); \
    moved = next;
#define UF_KECCAK_PARITY(x) c##x = s[x] ^ s[x + 5] ^ s[x + 10] ^ s[x + 15] ^ s[x + 20];
#define UF_KECCAK_THETA(x, before, after)          \
    next = c##before ^ keccak_rotate(c##after, 1); \
    s[x] ^= next, s[x + 5] ^= next, s[x + 10] ^= next, s[x + 15] ^= next, s[x + 20] ^= next;
#define UF_KECCAK_CHI(y)                                                   \
    c0 = s[y], c1 = s[y + 1], c2 = s[y + 2], c3 = s[y + 3], c4 = s[y + 4]; \
    s[y] ^= ~c1 & c2, s[y + 1] ^= ~c2 & c3, s[y + 2] ^= ~c3 & c4;          \
    s[y + 3] ^= ~c4 & c0, s[y + 4] ^= ~c0 & c1;

/* The permutation Keccak-f[1600].  Every index is a constant. */
UF_FN void keccak_rounds(UF_PRIV u64 *s) {
    u64 c0, c1, c2, c3, c4, next, moved;
    for (int i = 0; i < 24; i++) {
        UF_KECCAK_PARITY(0)
        UF_KECCAK_PARITY(1)
        UF_KECCAK_PARITY(2) UF_KECCAK_PARITY(3) UF_KECCAK_PARITY(4) UF_KECCAK_THETA(0, 4, 1)
            UF_KECCAK_THETA(1, 0, 2) UF_KECCAK_THETA(2, 1, 3) UF_KECCAK_THETA(3, 2, 4)
                UF_KECCAK_THETA(4, 3, 0) moved = s[1];
        UF_KECCAK_MOVE(10, 1)
        UF_KECCAK_MOVE(7, 3)
        UF_KECCAK_MOVE(11, 6) UF_KECCAK_MOVE(17, 10) UF_KECCAK_MOVE(18, 15) UF_KECCAK_MOVE(3, 21)
            UF_KECCAK_MOVE(5, 28) UF_KECCAK_MOVE(16, 36) UF_KECCAK_MOVE(8, 45)
                UF_KECCAK_MOVE(21, 55) UF_KECCAK_MOVE(24, 2) UF_KECCAK_MOVE(4, 14)
                    UF_KECCAK_MOVE(15, 27) UF_KECCAK_MOVE(23, 41) UF_KECCAK_MOVE(19, 56)
                        UF_KECCAK_MOVE(13, 8) UF_KECCAK_MOVE(12, 25) UF_KECCAK_MOVE(2, 43)
                            UF_KECCAK_MOVE(20, 62) UF_KECCAK_MOVE(14, 18) UF_KECCAK_MOVE(22, 39)
                                UF_KECCAK_MOVE(9, 61) UF_KECCAK_MOVE(6, 20) UF_KECCAK_MOVE(1, 44)
                                    UF_KECCAK_CHI(0) UF_KECCAK_CHI(5) UF_KECCAK_CHI(10)
                                        UF_KECCAK_CHI(15) UF_KECCAK_CHI(20) s[0] ^=
            keccak_constants[i];
    }
}
#undef UF_KECCAK_MOVE
#undef UF_KECCAK_PARITY
#undef UF_KECCAK_THETA
#undef UF_KECCAK_CHI

/* hash = Keccak-256 of x || y, as eight words in the order of its bytes, the first byte lowest. */
UF_FN void keccak_hash_point(UF_PRIV u32 *hash, const UF_PRIV u32 *x, const UF_PRIV u32 *y) {
    u64 s[25];
    for (int i = 0; i < 4; i++) {
        s[i] = (u64)swap_bytes(x[6 - 2 * i]) << 32 | swap_bytes(x[7 - 2 * i]);
        s[i + 4] = (u64)swap_bytes(y[6 - 2 * i]) << 32 | swap_bytes(y[7 - 2 * i]);
    }
    for (int i = 8; i < 25; i++) s[i] = 0;
    s[8] = 1;
    s[16] = (u64)1 << 63;
    keccak_rounds(s);
    for (int i = 0; i < 4; i++) {
        hash[2 * i] = (u32)s[i];
        hash[2 * i + 1] = (u32)(s[i] >> 32);
    }
}

}  // namespace ufsecp::UF_TARGET
