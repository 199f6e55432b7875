// RFC 6979 on HMAC-SHA256, counting compressions.
//
// HMAC_K(m) = SHA256(K ^ opad || SHA256(K ^ ipad || m)): each half starts with a whole block that
// depends on K alone. Those two chaining values are computed once per K (2 compressions), and at
// compile time for the first K, which is zero. Then HMAC costs 1 for up to 55 bytes of m, 2 for up
// to 119, 3 for up to 183; and 1 for the outer half. The steps of section 3.2:
//   d  K = HMAC(V || 00 || key || msg)   0 + 2 + 1   (97 bytes; with extra32 129 bytes: one more)
//   e  V = HMAC(V)                       2 + 1 + 1
//   f  K = HMAC(V || 01 || key || msg)   0 + 2 + 1   (one more with extra32)
//   g  V = HMAC(V)                       2 + 1 + 1
//   h  V = HMAC(V)                       0 + 1 + 1   the first output: 16 in all, 18 with extra32
//      K = HMAC(V || 00), V = HMAC(V), V = HMAC(V)
//                                       (1 + 1) + (2 + 1 + 1) + (1 + 1) = 8 for each later one
#include "hash/rfc6979.h"

#include "base/chunk.h"
#include "base/ct.h"
#include "hash/sha256_lanes.h"
#include "hash/sha256_rounds.h"

namespace ufsecp {
using namespace UF_TARGET;
namespace {

constexpr u64 ipad = 0x3636363636363636, opad = 0x5c5c5c5c5c5c5c5c;
constexpr size_t most = sha256_most_lanes;

/* The chaining value after one block of pad: HMAC's start for the zero key. */
constexpr sha256_chain zero_key_chain(u64 pad) {
    u32 w[16] = {};
    for (u32 &x : w) x = (u32)pad;
    sha256_midstate m = sha256_midstate_iv();
    sha256_compress_words(m.state, w);
    return sha256_chain_of(m.state);
}
constexpr sha256_chain iv = sha256_chain_of(sha256_iv);
constexpr sha256_chain zero_inner = zero_key_chain(ipad), zero_outer = zero_key_chain(opad);

/* What a generator hashes on the way to its next K and V. */
struct texts {
    u8 seed[192]; /* V, the step's number, key, msg, extra, algo; and their padding */
    u64 key[8];   /* the bytes of K ^ ipad, then of K ^ opad */
};

/* Below, n <= most generators at r[0], r[1], ... work side by side. */

/* r[i].v = HMAC_K of the text, which is `count` blocks with its padding; it may be r[i].v. */
void hmac(rfc6979 *r, byte_rows text, size_t count, size_t n) {
    sha256_chains(r->v, sizeof *r, {r->inner, sizeof *r}, text, count, n);
    sha256_chains(r->v, sizeof *r, {r->outer, sizeof *r}, {r->v, sizeof *r}, 1, n);
}

void hmac_v(rfc6979 *r, size_t n) { hmac(r, {r->v, sizeof *r}, 1, n); }

/* K = r[i].v. */
void set_key(rfc6979 *r, texts *t, size_t n) {
    const byte_rows blocks = {(const u8 *)t->key, sizeof *t};
    for (size_t i = 0; i < n; i++) {
        memcpy(t[i].key, r[i].v, 32);
        memset(t[i].key + 4, 0, 32);
        for (u64 &x : t[i].key) x ^= ipad;
    }
    sha256_chains(r->inner, sizeof *r, {iv.b, 0}, blocks, 1, n);
    for (size_t i = 0; i < n; i++)
        for (u64 &x : t[i].key) x ^= ipad ^ opad;
    sha256_chains(r->outer, sizeof *r, {iv.b, 0}, blocks, 1, n);
}

/* K = HMAC_K(V || the rest of the seed, which is `count` blocks), V = HMAC_K(V). */
void step(rfc6979 *r, texts *t, size_t count, size_t n) {
    for (size_t i = 0; i < n; i++) memcpy(t[i].seed, r[i].v, 32);
    hmac(r, {t->seed, sizeof *t}, count, n);
    set_key(r, t, n);
    for (size_t i = 0; i < n; i++) memcpy(r[i].v, t[i].seed, 32);
    hmac_v(r, n);
}

template <size_t N>
void seed(rfc6979 *r, const u8 *keys32, const u8 *msgs32, const u8 *extras32, const u8 *algo16,
          size_t n) {
    texts t[N];
    const size_t end = extras32 ? 129 : 97;
    size_t count = 0;
    for (size_t i = 0; i < n; i++) {
        memcpy(r[i].inner, zero_inner.b, 32);
        memcpy(r[i].outer, zero_outer.b, 32);
        memset(r[i].v, 0x01, 32);
        sha256_pad(r[i].v, 32, 64);
        memcpy(t[i].seed + 33, keys32 + 32 * i, 32);
        memcpy(t[i].seed + 65, msgs32 + 32 * i, 32);
        if (extras32) memcpy(t[i].seed + 97, extras32 + 32 * i, 32);
        if (algo16) memcpy(t[i].seed + end, algo16, 16);
        count = sha256_pad(t[i].seed, algo16 ? end + 16 : end, 64);
        r[i].retry = false;
    }
    for (u8 number = 0; number < 2; number++) {
        for (size_t i = 0; i < n; i++) t[i].seed[32] = number;
        step(r, t, count, n);
    }
    wipe(t, n * sizeof *t);
}

/* rfc6979_first for n <= N. */
template <size_t N>
__attribute__((noinline)) void first(u8 *out32s, const u8 *keys32, const u8 *msgs32,
                                     const u8 *extras32, size_t n) {
    rfc6979 r[N];
    seed<N>(r, keys32, msgs32, extras32, nullptr, n);
    hmac_v(r, n);
    for (size_t i = 0; i < n; i++) memcpy(out32s + 32 * i, r[i].v, 32);
    wipe(r, n * sizeof *r);
}

}  // namespace

void rfc6979_init(rfc6979 *r, const u8 key32[32], const u8 msg32[32], const u8 *extra32,
                  const u8 *algo16) {
    seed<1>(r, key32, msg32, extra32, algo16, 1);
}

void rfc6979_next(rfc6979 *r, u8 out32[32]) {
    if (r->retry) {
        texts t;
        t.seed[32] = 0;
        step(r, &t, sha256_pad(t.seed, 33, 64), 1);
        wipe(&t, sizeof t);
    }
    r->retry = true;
    hmac_v(r, 1);
    memcpy(out32, r->v, 32);
}

void rfc6979_finish(rfc6979 *r) { wipe(r, sizeof *r); }

void rfc6979_first(u8 *out32s, const u8 *keys32, const u8 *msgs32, const u8 *extras32, size_t n) {
    for (size_t at = 0; at < n; at += most) {
        const size_t m = chunk_size(at, n, most);
        (m == 1 ? first<1> : first<most>)(out32s + 32 * at, keys32 + 32 * at, msgs32 + 32 * at,
                                          from(extras32, 32 * at), m);
    }
}

}  // namespace ufsecp
