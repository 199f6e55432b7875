// SHA-512 and its HMAC, one block after the other.
#include "hash/sha512.h"

#include <bit>

#include "base/bytes.h"
#include "base/ct.h"

namespace ufsecp {
using namespace UF_TARGET;
namespace {

constexpr u64 iv[8] = {0x6a09e667f3bcc908, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b,
                       0xa54ff53a5f1d36f1, 0x510e527fade682d1, 0x9b05688c2b3e6c1f,
                       0x1f83d9abfb41bd6b, 0x5be0cd19137e2179};
constexpr u64 constants[80] = {
    0x428a2f98d728ae22, 0x7137449123ef65cd, 0xb5c0fbcfec4d3b2f, 0xe9b5dba58189dbbc,
    0x3956c25bf348b538, 0x59f111f1b605d019, 0x923f82a4af194f9b, 0xab1c5ed5da6d8118,
    0xd807aa98a3030242, 0x12835b0145706fbe, 0x243185be4ee4b28c, 0x550c7dc3d5ffb4e2,
    0x72be5d74f27b896f, 0x80deb1fe3b1696b1, 0x9bdc06a725c71235, 0xc19bf174cf692694,
    0xe49b69c19ef14ad2, 0xefbe4786384f25e3, 0x0fc19dc68b8cd5b5, 0x240ca1cc77ac9c65,
    0x2de92c6f592b0275, 0x4a7484aa6ea6e483, 0x5cb0a9dcbd41fbd4, 0x76f988da831153b5,
    0x983e5152ee66dfab, 0xa831c66d2db43210, 0xb00327c898fb213f, 0xbf597fc7beef0ee4,
    0xc6e00bf33da88fc2, 0xd5a79147930aa725, 0x06ca6351e003826f, 0x142929670a0e6e70,
    0x27b70a8546d22ffc, 0x2e1b21385c26c926, 0x4d2c6dfc5ac42aed, 0x53380d139d95b3df,
    0x650a73548baf63de, 0x766a0abb3c77b2a8, 0x81c2c92e47edaee6, 0x92722c851482353b,
    0xa2bfe8a14cf10364, 0xa81a664bbc423001, 0xc24b8b70d0f89791, 0xc76c51a30654be30,
    0xd192e819d6ef5218, 0xd69906245565a910, 0xf40e35855771202a, 0x106aa07032bbd1b8,
    0x19a4c116b8d2d0c8, 0x1e376c085141ab53, 0x2748774cdf8eeb99, 0x34b0bcb5e19b48a8,
    0x391c0cb3c5c95a63, 0x4ed8aa4ae3418acb, 0x5b9cca4f7763e373, 0x682e6ff3d6b2b8a3,
    0x748f82ee5defb2fc, 0x78a5636f43172f60, 0x84c87814a1f0ab72, 0x8cc702081a6439ec,
    0x90befffa23631e28, 0xa4506cebde82bde9, 0xbef9a3f7b2c67915, 0xc67178f2e372532b,
    0xca273eceea26619c, 0xd186b8c721c0c207, 0xeada7dd6cde0eb1e, 0xf57d4f7fee6ed178,
    0x06f067aa72176fba, 0x0a637dc5a2c898a6, 0x113f9804bef90dae, 0x1b710b35131c471b,
    0x28db77f523047d84, 0x32caab7b40c72493, 0x3c9ebe0a15c9bebc, 0x431d67c49c100d4c,
    0x4cc5d4becb3e42b6, 0x597f299cfc657e2a, 0x5fcb6fab3ad6faec, 0x6c44198c4a475817};

/* A hash under way; `held` bytes wait in block. */
struct sha512 {
    u64 state[8], w[16], v[8], bytes;
    u8 block[128];
    size_t held;
};

/* Schedule and working variables lie in *h, which is wiped, as the roles rotate through v. */
void compress(sha512 *h) {
    u64 *const w = h->w, *const v = h->v;
    memcpy(v, h->state, sizeof h->state);
    for (size_t i = 0; i < 16; i++) w[i] = load_be64(h->block + 8 * i);
    for (size_t i = 0; i < 80; i++) {
        const u64 a = v[(0 - i) & 7], b = v[(1 - i) & 7], c = v[(2 - i) & 7];
        const u64 e = v[(4 - i) & 7], f = v[(5 - i) & 7], g = v[(6 - i) & 7];
        u64 &last = v[(7 - i) & 7], &word = w[i & 15];
        last += (std::rotr(e, 14) ^ std::rotr(e, 18) ^ std::rotr(e, 41)) + (g ^ (e & (f ^ g))) +
                constants[i] + word;
        v[(3 - i) & 7] += last;
        last +=
            (std::rotr(a, 28) ^ std::rotr(a, 34) ^ std::rotr(a, 39)) + ((a & b) | (c & (a | b)));
        const u64 x = w[(i + 1) & 15], y = w[(i + 14) & 15];
        word += (std::rotr(x, 1) ^ std::rotr(x, 8) ^ x >> 7) + w[(i + 9) & 15] +
                (std::rotr(y, 19) ^ std::rotr(y, 61) ^ y >> 6);
    }
    for (size_t i = 0; i < 8; i++) h->state[i] += v[i];
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

void start(sha512 *h) {
    memcpy(h->state, iv, sizeof iv);
    h->bytes = h->held = 0;
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

void hmac_sha512(u8 out64[64], const u8 *key, size_t key_len, const u8 *data, size_t len) {
    secret<sha512> h;
    secret_bytes<128> pad;
    if (key_len > 128) sha512_hash(pad.b, key, key_len);
    else if (key_len) memcpy(pad.b, key, key_len);
    for (u8 &b : pad.b) b ^= 0x36;
    start(&h);
    update(&h, pad.b, 128);
    update(&h, data, len);
    finish(&h, out64);
    for (u8 &b : pad.b) b ^= 0x36 ^ 0x5c;
    start(&h);
    update(&h, pad.b, 128);
    update(&h, out64, 64);
    finish(&h, out64);
}

}  // namespace ufsecp
