// The layouts of libsecp256k1's opaque types, which programs store and exchange, and the encodings
// that the engines take: numbers are little-endian there and big-endian here.
#pragma once
#include "base/bytes.h"
#include "compat/arguments.h"
#include "group/point64.h"
#include "secp256k1_extrakeys.h"

namespace compat {

/* A whole point, 04 x y. */
struct point {
    u8 pk65[65];

    /* The parity of y. */
    int odd() const { return pk65[64] & 1; }
    void compress(u8 out33[33]) const {
        out33[0] = (u8)(2 + odd());
        memcpy(out33 + 1, pk65 + 1, 32);
    }
};

/* x and y, or r and s, from either order of bytes to the other; out64 may be in64. */
inline void reverse_halves(u8 *out64, const u8 *in64) {
    using namespace ufsecp::UF_TARGET;
    u64 words[8];
    for (size_t i = 0; i < 8; i++) words[i] = load_be64(in64 + 8 * i);
    for (size_t i = 0; i < 8; i++) store_le64(out64 + 8 * i, words[i ^ 3]);
}

/* The point of a secp256k1_pubkey, an x-only key, or the second part of a pair. Illegal: x = 0,
 * which no point has and failed calls leave. */
inline int load(const secp256k1_context *ctx, point *p, const u8 data64[64]) {
    static constexpr u8 zero32[32] = {0};
    ARG_CHECK_AS(memcmp(data64, zero32, 32) != 0, "!secp256k1_fe_is_zero(&ge->x)");
    p->pk65[0] = 4;
    reverse_halves(p->pk65 + 1, data64);
    return 1;
}
inline void store(u8 data64[64], const point &p) { reverse_halves(data64, p.pk65 + 1); }

/* Stores p if made is 1, else zeros; passes made on. */
inline int store_if(int made, u8 data64[64], const point &p) {
    if (made) store(data64, p);
    else memset(data64, 0, 64);
    return made;
}

/* Whether x32 is below the field prime. */
bool below_prime(const u8 x32[32]);

/* p = its negative if that has an even y. */
void make_even(point *p);

/* p = p + tweak * G, or 0. */
int tweak_add(point *p, const u8 tweak32[32]);

/* A sum of points as structs hold them. */
class point_sum {
public:
    void add(const u8 data64[64]);
    /* 0, and nothing is stored, if it is infinity, as it is for none. */
    int store(u8 data64[64]) const;

private:
    ufsecp::point64 sum{};
    bool empty = true;
};

/* pair65 = the secret key and the compressed public key, p, of a pair. Illegal: a pair that a
 * failed call left. */
int load_pair(const secp256k1_context *ctx, u8 pair65[65], point *p, const u8 data96[96]);

/* sig = the big-endian r and s, of both kinds of signatures. 0, and zeros in all sig_len bytes,
 * unless both are below the group order. */
int parse_compact(u8 *sig, size_t sig_len, const u8 input64[64]);

/* r and s of a signature by this nonce function, and, unless NULL, its recovery id; or 0, and
 * zeros. */
int sign(u8 sig64[64], int *recid, const u8 msg32[32], const u8 seckey[32],
         secp256k1_nonce_function noncefp, const void *ndata);

}  // namespace compat
