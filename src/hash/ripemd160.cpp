// RIPEMD-160, one block after the other.
#include "hash/ripemd160.h"

#include "base/bytes.h"
#include "hash/ripemd160_rounds.h"

namespace ufsecp {
using namespace UF_TARGET;
namespace {

void compress(u32 s[5], const u8 block[64]) {
    u32 m[16];
    for (int i = 0; i < 16; i++) m[i] = load_le32(block + 4 * i);
    ripemd160_compress(s, m);
}

}  // namespace

void ripemd160(u8 out20[20], const u8 *data, size_t len) {
    u32 s[5];
    memcpy(s, ripemd160_iv, sizeof s);
    const u64 bits = (u64)len * 8;
    for (; len >= 64; data += 64, len -= 64) compress(s, data);
    u8 block[64] = {};
    if (len) memcpy(block, data, len);
    block[len] = 0x80;
    if (len > 55) {
        compress(s, block);
        memset(block, 0, 56);
    }
    store_le64(block + 56, bits);
    compress(s, block);
    for (int i = 0; i < 5; i++) store_le32(out20 + 4 * i, s[i]);
}

}  // namespace ufsecp
