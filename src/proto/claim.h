// A claim R = u G + v P about two compressed points, which is what a Schnorr signature, an ECDSA
// signature with its recovery id and a taproot tweak all are; and the randomisers that add claims
// up.
//
//   Schnorr (BIP-340)   R = lift_x(r)                             P = lift_x(pk)  u = s    v = -e
//   ECDSA, recovery id  R of x = r or r + n, of the id's parity   P = pk          u = h/s  v = r/s
//   taproot (BIP-341)   R = the output key with its parity        P = lift_x(ik)  u = t    v = 1
//
// Randomisers.  Claims hold together if sum a_i (u_i G + v_i P_i - R_i) = 0, with a_0 = 1 and 128
// bits for each a_i that follows, 1 in the place of 0.  A false claim has the term a_i d_i G with
// some d_i != 0, and the group order is prime: whatever the other terms are, at most one value of
// a_i makes the sum zero, and it is drawn with a chance of at most 2 in 2^128.  (a_0 is not drawn:
// where that claim alone is false the sum is not zero.)  The a_i come from a hash of all that the
// claims say, so whoever changes one bit to try again draws all of them anew: a false batch passes
// for him who tries 2^127 of them, which is less hopeful than taking the discrete logarithm of a
// key.  Bytes of the caller's that he does not know, if there are any, take that from him too.
//
// Of a Schnorr claim e and s are hashed, as e is a hash of R, P and the message; of a batch with
// other claims all bytes of each.  Claim i goes into stream i mod 16, whole blocks into each, so
// that they are compressed side by side; one hash of their 16 ends, their number and their form is
// the seed.  Which blocks lie where in the streams follows from number and form, hence two batches
// with the same seed are a collision of SHA-256.
//
// Reference: Bellare, Garay, Rabin, "Fast batch verification for modular exponentiation and
// digital signatures", EUROCRYPT 1998; BIP-340.
#pragma once
#include "base/bytes.h"
#include "base/chunk.h"
#include "hash/sha256_rounds.h"
#include "hash/tagged.h"
#include "proto/order.h"
#include "ufsecp/ufsecp.h"

namespace ufsecp {

enum claim_kind : uint8_t {
    claim_bad,
    claim_schnorr,
    claim_ecdsa,
    claim_ecdsa_low_s,
    claim_taproot
};

/* The numbers are not checked yet, nor that the points exist. */
struct claim {
    uint8_t number[3][32]; /* Schnorr: e, s; ECDSA: r, s, h; taproot: t */
    uint8_t r33[33], p33[33];
    claim_kind kind;
    uint8_t zero[29];
};
static_assert(sizeof(claim) == 3 * 64, "claims are hashed by blocks");

/* 128 bits, the lower word first. */
struct randomiser {
    uint64_t k[2];
};

namespace UF_TARGET {

static inline void claim_set_x(u8 point33[33], u8 prefix, const u8 x32[32]) {
    point33[0] = prefix;
    memcpy(point33 + 1, x32, 32);
}

/* The claim of a signature with the challenge e32 (of 32 bytes, not reduced). */
static inline void claim_set_schnorr(claim *c, const u8 sig64[64], const u8 e32[32],
                                     const u8 pk32[32]) {
    *c = {};
    c->kind = claim_schnorr;
    memcpy(c->number[0], e32, 32);
    memcpy(c->number[1], sig64 + 32, 32);
    claim_set_x(c->r33, 2, sig64);
    claim_set_x(c->p33, 2, pk32);
}

/* The claims of n rows: 32 x-only key | 32 message | 64 signature. */
static inline void claims_set_schnorr_rows(claim *c, const u8 *rows, size_t stride, size_t n) {
    u8 e32[64][32];
    for (size_t at = 0; at < n; at += 64, rows += 64 * stride) {
        const size_t m = chunk_size(at, n, 64);
        bip340_challenges(e32[0], {rows + 64, stride}, {rows, stride}, {rows + 32, stride}, m);
        for (size_t i = 0; i < m; i++) {
            const u8 *row = rows + i * stride;
            claim_set_schnorr(&c[at + i], row + 64, e32[i], row);
        }
    }
}

/* The claim that the signature is valid for the key and recovers to it.  A recovery id that is
 * impossible makes a bad one. */
static inline void claim_set_ecdsa(claim *c, const u8 sig64[64], int recid, const u8 msg32[32],
                                   const u8 pk33[33], bool require_low_s) {
    *c = {};
    if (recid < 0 || recid > 3) return;
    u8 x32[32];
    memcpy(x32, sig64, 32);
    if (recid & 2) {
        if (memcmp(sig64, p_minus_order_b32, 32) >= 0) return;
        for (unsigned i = 32, carry = 0; i-- > 0; carry >>= 8)
            carry += (unsigned)x32[i] + order_b32[i], x32[i] = (u8)carry;
    }
    c->kind = require_low_s ? claim_ecdsa_low_s : claim_ecdsa;
    memcpy(c->number[0], sig64, 64);
    memcpy(c->number[2], msg32, 32);
    claim_set_x(c->r33, (u8)(2 + (recid & 1)), x32);
    memcpy(c->p33, pk33, 33);
}

/* The claim that t32, the tweak of the internal key, leads to the output key of this parity. */
static inline void claim_set_taproot(claim *c, const u8 output32[32], int parity,
                                     const u8 internal32[32], const u8 t32[32]) {
    *c = {};
    if (parity != 0 && parity != 1) return;
    c->kind = claim_taproot;
    memcpy(c->number[0], t32, 32);
    claim_set_x(c->r33, (u8)(2 + parity), output32);
    claim_set_x(c->p33, 2, internal32);
}

/* The randomisers of n claims; entropy32 may be NULL. */
static inline void claims_randomise(randomiser *a, const claim *c, size_t n, const u8 *entropy32) {
    constexpr size_t streams = 16;
    static constexpr u8 tag[] = {'u', 'f', 's', 'e', 'c', 'p', '/', 'c', 'l', 'a', 'i', 'm', 's'};
    u8 end[streams][32], text[streams][40], digest[streams][32];
    sha256 h;
    tagged_init_any(&h, tag, sizeof tag);
    const sha256_midstate start = [&] {
        sha256_midstate m;
        memcpy(m.state, h.state, sizeof m.state);
        return m;
    }();
    const sha256_chain chain = sha256_chain_of(start.state);
    for (size_t j = 0; j < streams; j++) memcpy(end[j], chain.b, 32);
    size_t blocks = 1;
    for (size_t i = 0; i < n; i++)
        if (c[i].kind != claim_schnorr) blocks = 3;
    for (size_t i = 0; i < n; i += streams) {
        const byte_rows whole = {reinterpret_cast<const u8 *>(&c[i]), sizeof *c};
        sha256_chains(end[0], 32, {end[0], 32}, whole, blocks, chunk_size(i, n, streams));
    }
    /* 528 bytes, or 560 with entropy: no text of 40 bytes is one of these. */
    u8 count[16];
    store_be64(count, n);
    store_be64(count + 8, blocks);
    sha256_update(&h, end[0], sizeof end);
    sha256_update(&h, count, sizeof count);
    if (entropy32) sha256_update(&h, entropy32, 32);
    sha256_final(&h, text[0]);
    for (size_t j = 1; j < streams; j++) memcpy(text[j], text[0], 32);
    for (size_t i = 0; i < n; i += 2 * streams) {
        const size_t m = chunk_size(i, n, 2 * streams);
        for (size_t j = 0; j < streams; j++) store_be64(text[j] + 32, i / 2 + j);
        sha256_lanes(digest[0], 32, start.state, 64, {text[0], sizeof *text}, sizeof *text,
                     (m + 1) / 2);
        for (size_t j = 0; j < m; j++) {
            const u8 *const p = digest[j / 2] + 16 * (j % 2);
            randomiser *const to = &a[i + j];
            *to = {{load_be64(p + 8), load_be64(p)}};
            if (i + j == 0 || (to->k[0] | to->k[1]) == 0) *to = {{1, 0}};
        }
    }
}

}  // namespace UF_TARGET
}  // namespace ufsecp
