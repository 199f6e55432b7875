// SHA-512 and its HMAC, one block after the other.
#include "hash/sha512.h"

#include "base/bytes.h"
#include "base/ct.h"
#include "hash/sha512_rounds.h"

namespace ufsecp {
using namespace UF_TARGET;
namespace {

/* A hash under way; `held` bytes wait in block. */
struct sha512 {
    u64 state[8], w[16], v[8], bytes;
    u8 block[128];
    size_t held;
};

/* Schedule and working variables lie in *h, which is wiped. */
void compress(sha512 *h) {
    for (size_t i = 0; i < 16; i++) h->w[i] = load_be64(h->block + 8 * i);
    sha512_compress(h->state, h->w, h->v);
}

void update(sha512 *h, const u8 *data, size_t len) {
    h->bytes += len;
    while (len) {
        const size_t take = len < 128 - h->held ? len : 128 - h->held;
        memcpy(h->block + h->held, data, take);
        data += take, len -= take, h->held += take;
        if (h->held < 128) return;
        compress(h);
        h->held = 0;
    }
}

void start(sha512 *h, const u64 state[8] = sha512_iv, u64 bytes = 0) {
    memcpy(h->state, state, sizeof h->state);
    h->bytes = bytes;
    h->held = 0;
}

void finish(sha512 *h, u8 out64[64]) {
    const u64 bits = h->bytes << 3;
    h->block[h->held++] = 0x80;
    if (h->held > 112) {
        memset(h->block + h->held, 0, 128 - h->held);
        compress(h);
        h->held = 0;
    }
    memset(h->block + h->held, 0, 120 - h->held);
    store_be64(h->block + 120, bits);
    compress(h);
    for (size_t i = 0; i < 8; i++) store_be64(out64 + 8 * i, h->state[i]);
}

}  // namespace

void sha512_hash(u8 out64[64], const u8 *data, size_t len) {
    secret<sha512> h;
    start(&h);
    update(&h, data, len);
    finish(&h, out64);
}

void hmac_sha512_set_key(hmac_sha512_key *r, const u8 *key, size_t key_len) {
    secret<sha512> h;
    secret_bytes<128> pad;
    if (key_len > 128) sha512_hash(pad.b, key, key_len);
    else if (key_len) memcpy(pad.b, key, key_len);
    for (u8 &b : pad.b) b ^= 0x36;
    start(&h);
    update(&h, pad.b, 128);
    memcpy(r->inner, h.state, sizeof r->inner);
    for (u8 &b : pad.b) b ^= 0x36 ^ 0x5c;
    start(&h);
    update(&h, pad.b, 128);
    memcpy(r->outer, h.state, sizeof r->outer);
}

void hmac_sha512(u8 out64[64], const hmac_sha512_key *key, const u8 *data, size_t len) {
    secret<sha512> h;
    start(&h, key->inner, 128);
    update(&h, data, len);
    finish(&h, out64);
    start(&h, key->outer, 128);
    update(&h, out64, 64);
    finish(&h, out64);
}

void hmac_sha512(u8 out64[64], const u8 *key, size_t key_len, const u8 *data, size_t len) {
    secret<hmac_sha512_key> k;
    hmac_sha512_set_key(&k, key, key_len);
    hmac_sha512(out64, &k, data, len);
}

}  // namespace ufsecp
