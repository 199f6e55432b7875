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

#include "base/bytes.h"
#include "base/ct.h"
#include "hash/sha256.h"
#include "hash/sha256_rounds.h"

namespace ufsecp {
using namespace UF_TARGET;
namespace {

constexpr u32 ipad = 0x36363636, opad = 0x5c5c5c5c;

/* The state after one block of sixteen words pad: HMAC's start for the zero key. */
constexpr sha256_midstate zero_key_state(u32 pad) {
    u32 w[16] = {};
    for (u32 &x : w) x = pad;
    sha256_midstate m = sha256_midstate_iv();
    sha256_compress_words(m.state, w);
    return m;
}
constexpr sha256_midstate zero_inner = zero_key_state(ipad), zero_outer = zero_key_state(opad);

/* state = SHA-256's after the block (key ^ pad). */
void key_state(u32 state[8], const u8 key32[32], u8 pad) {
    u8 block[64];
    memset(block, pad, 64);
    for (int i = 0; i < 32; i++) block[i] ^= key32[i];
    memcpy(state, sha256_iv, 32);
    sha256_compress(state, block, 1);
    wipe(block, sizeof block);
}

void set_key(rfc6979 *r, const u8 key32[32]) {
    key_state(r->inner, key32, (u8)ipad);
    key_state(r->outer, key32, (u8)opad);
}

/* out32 = HMAC_K(data); out32 may be data. */
void hmac(u8 out32[32], const rfc6979 *r, const u8 *data, size_t len) {
    sha256 h;
    sha256_init_midstate(&h, r->inner, 64);
    sha256_update(&h, data, len);
    sha256_final(&h, out32);
    sha256_init_midstate(&h, r->outer, 64);
    sha256_update(&h, out32, 32);
    sha256_final(&h, out32);
}

/* K = HMAC_K(V || data[32..len)), V = HMAC_K(V); data is scratch, its first 32 bytes are free for
 * V and then for K. */
void step(rfc6979 *r, u8 *data, size_t len) {
    memcpy(data, r->v, 32);
    hmac(data, r, data, len);
    set_key(r, data);
    hmac(r->v, r, r->v, 32);
}

}  // namespace

void rfc6979_init(rfc6979 *r, const u8 key32[32], const u8 msg32[32], const u8 *extra32) {
    u8 data[32 + 1 + 32 + 32 + 32];   /* V, the step's number, key, msg, extra */
    const size_t len = extra32 ? 129 : 97;
    memcpy(data + 33, key32, 32);
    memcpy(data + 65, msg32, 32);
    if (extra32) memcpy(data + 97, extra32, 32);
    memcpy(r->inner, zero_inner.state, 32);
    memcpy(r->outer, zero_outer.state, 32);
    memset(r->v, 0x01, 32);
    for (u8 number = 0; number < 2; number++) {
        data[32] = number;
        step(r, data, len);
    }
    r->retry = false;
    wipe(data, sizeof data);
}

void rfc6979_next(rfc6979 *r, u8 out32[32]) {
    if (r->retry) {
        u8 data[33];
        data[32] = 0;
        step(r, data, 33);
        wipe(data, sizeof data);
    }
    r->retry = true;
    hmac(r->v, r, r->v, 32);
    memcpy(out32, r->v, 32);
}

void rfc6979_finish(rfc6979 *r) { wipe(r, sizeof *r); }

}  // namespace ufsecp
